package storetest

import (
	"context"
	"flag"
	"io"
	"slices"
	"testing"
	"time"

	"roundel/engine"
	"roundel/snowflake"
	"roundel/store"
)

// Fights is the part of a [Store] in which fights are played. See [store.Store] for what its methods promise.
type Fights interface {
	Update(ctx context.Context, ch snowflake.Channel, interaction string,
		fn func(j engine.Journal) (answer []byte, err error)) (answer []byte, again bool, err error)
	Read(ctx context.Context, ch snowflake.Channel, fn func(j engine.Journal) error) error
	Log(ctx context.Context, ch snowflake.Channel, fn func(l engine.Log) error) error
}

// Amend changes a value that is read and replaced as a whole.
type Amend = func(data []byte) (next, answer []byte, err error)

// Saved is the part of a [Store] with what servers, channels and users have saved outside of fights.
type Saved interface {
	Load(ctx context.Context, c store.Cell) ([]byte, error)
	Amend(ctx context.Context, c store.Cell, interaction string, fn Amend) (answer []byte, again bool, err error)
	AmendAll(ctx context.Context, cells []store.Cell, interaction string,
		fn func(data [][]byte) (next [][]byte, answer []byte, err error)) (answer []byte, again bool, err error)
	CharactersIn(ctx context.Context, guild snowflake.Guild) (map[snowflake.User][]byte, error)
	RollsIn(ctx context.Context, guild snowflake.Guild) (map[snowflake.User][]byte, error)
	Party(ctx context.Context, channel snowflake.Channel) ([]snowflake.User, error)
	SetParty(ctx context.Context, guild snowflake.Guild, channel snowflake.Channel, users []snowflake.User,
		interaction string, answer []byte) (kept []byte, again bool, err error)
	Rulesets(ctx context.Context, guild snowflake.Guild) ([]engine.StoredRuleset, error)
	AmendRulesets(ctx context.Context, guild snowflake.Guild, interaction string,
		fn func(have []engine.StoredRuleset) (change engine.RulesetChange, answer []byte, err error)) (answer []byte, again bool, err error)
	RulesetText(ctx context.Context, hash string) ([]byte, error)
	UserData(ctx context.Context, user snowflake.User) (data []byte, whole bool, err error)
	EraseUser(ctx context.Context, user snowflake.User) error
}

// Store is an open database: what package store offers, with any backend. [store.Store] is one.
type Store interface {
	Fights
	Saved

	Display(ctx context.Context, ch snowflake.Channel) (store.Display, bool, error)
	Behind(ctx context.Context, ch snowflake.Channel) ([]store.Display, error)
	Due(ctx context.Context, now time.Time) ([]store.Display, error)
	SaveDisplay(ctx context.Context, was, next store.Display) error

	Get(ctx context.Context, key string) ([]byte, error)
	Put(ctx context.Context, key string, value []byte) error

	Ping(ctx context.Context) error
	Alive(ctx context.Context) error
	Phases(ctx context.Context) (map[string]int, error)
	Observe(fn func(took time.Duration, writes int))
	Prune(ctx context.Context, before time.Time) error
	PruneFights(ctx context.Context, before time.Time) (fights int, err error)

	UseClock(now func() time.Time)
	Fatal() <-chan error
	Close() error
}

// Database is an empty database of the backend under test.
type Database struct {
	// Open opens the database. It is called again after Close, and then finds what was stored before.
	Open func(ctx context.Context) (Store, error)

	// The host's tools. They may run while the database is open, except for Import, which needs one that is empty.
	Check  func(ctx context.Context) (store.Report, error)
	Export func(ctx context.Context, to io.Writer) (store.Counts, error)
	Import func(ctx context.Context, from io.Reader) (store.Counts, error)

	// LooksLater says that an update may run before the database checks whether its interaction already has an answer.
	LooksLater bool

	// Forget returns the open store with empty caches, and Refold makes every stored state unreadable, as an upgrade that stores
	// them differently would. Either may be nil.
	Forget func(s Store) Store
	Refold func(s Store) error
}

// contract is one test of the suite.
type contract struct {
	name string
	run  func(e *env)
}

// Test runs the whole contract on a backend. create returns a new, empty database.
func Test(t *testing.T, create func(t testing.TB) Database) {
	test(t, slices.Concat(fights(), once(), failures(), together(), saved(), displays(), rulesets(), people(), chores(), archives()), create)
}

// TestCommits runs the part of the contract that depends most on how a backend commits: what is delivered again, what fails and what happens at once.
func TestCommits(t *testing.T, create func(t testing.TB) Database) {
	test(t, slices.Concat(once(), failures(), together()), create)
}

func test(t *testing.T, all []contract, create func(t testing.TB) Database) {
	fewChecks(t)
	for _, c := range all {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			e := &env{T: t, create: create, db: create(t), clock: &clock{now: epoch}}
			e.open()
			t.Cleanup(e.close)
			c.run(e)
		})
	}
}

// TestFights runs the part of the contract that plays fights. create returns a new, empty store, which forgets everything
// at the end of the test.
func TestFights(t *testing.T, create func(t testing.TB) Fights) {
	fewChecks(t)
	for _, c := range fights() {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.run(&env{T: t, fights: create(t)})
		})
	}
}

// fewChecks makes the random tests of the binary play 3 cases each, unless -rapid.checks says how many.
func fewChecks(t *testing.T) {
	t.Helper()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "rapid.checks" })
	if given {
		return
	}
	if err := flag.Lookup("rapid.checks").Value.Set("3"); err != nil {
		t.Fatal(err)
	}
}
