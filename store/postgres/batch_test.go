package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"roundel/engine"
	"roundel/snowflake"
	"roundel/store"
)

// gatherer is a base that stores no changes, but keeps them, so that a test can commit them as one batch.
type gatherer struct {
	*base
	batch []*store.Change
}

var errKept = errors.New("kept")

// Commit keeps changes.
func (g *gatherer) Commit(next func() []*store.Change) {
	for _, c := range next() {
		kept := *c
		g.batch = append(g.batch, &kept)
		c.Err = errKept
	}
}

// waiting returns the argument of Commit for a batch that waits as a whole.
func waiting(batch []*store.Change) func() []*store.Change {
	return func() (all []*store.Change) {
		all, batch = batch, nil
		return all
	}
}

// gather returns what updates would commit, each of which is made from what is stored.
func gather(t *testing.T, b *base, updates func(s *store.Store) []error) []*store.Change {
	t.Helper()
	g := &gatherer{base: b}
	for _, err := range updates(store.New(g)) {
		if !errors.Is(err, errKept) {
			t.Fatal(err)
		}
	}
	return g.batch
}

// TestOneOfABatchFails checks that 64 changes are stored at once, but for one that makes the statement fail.
func TestOneOfABatchFails(t *testing.T) {
	t.Parallel()
	url := shared.Cluster(t).URL(t)
	db := connect(t, url)
	s := db.Store()
	const size, fights, bad = 64, 12, 7
	var starts sync.WaitGroup
	for n := range fights {
		starts.Go(func() {
			if _, _, err := s.Update(t.Context(), snowflake.Channel(fmt.Sprint(n)), "", appendTo("/start", nil)); err != nil {
				t.Error(err)
			}
		})
	}
	starts.Wait()
	if _, err := db.pool.Exec(t.Context(), "ALTER TABLE entries ADD CHECK (command <> '/bad')"); err != nil {
		t.Fatal(err)
	}
	b := db.base(usualPatience)
	batch := gather(t, b, func(s *store.Store) (errs []error) {
		for n := range size - 1 {
			fn := appendTo("/do", engine.SceneSet{Text: "dawn"})
			switch {
			case n == bad:
				fn = appendTo("/bad", engine.SceneSet{Text: "dawn"})
			case n >= fights: // no fight: only the answer is stored
				fn = func(engine.Journal) ([]byte, error) { return []byte("answer"), nil }
			}
			_, _, err := s.Update(t.Context(), snowflake.Channel(fmt.Sprint(n)), fmt.Sprint(100+n), fn)
			errs = append(errs, err)
		}
		was, _, err := s.Display(t.Context(), "3")
		if err != nil {
			t.Fatal(err)
		}
		next := was
		next.Card = "700"
		return append(errs, s.SaveDisplay(t.Context(), was, next))
	})
	b.Commit(waiting(batch))
	for n, c := range batch {
		if n == bad {
			if c.Outcome != 0 || c.Err == nil || !strings.Contains(c.Err.Error(), "check constraint") {
				t.Errorf("the bad one: outcome %d, %v", c.Outcome, c.Err)
			}
		} else if c.Outcome != store.Stored || c.Err != nil {
			t.Errorf("change %d: outcome %d, %v", n, c.Outcome, c.Err)
		}
	}
	var answers int
	if err := db.pool.QueryRow(t.Context(), "SELECT count(*) FROM interactions").Scan(&answers); err != nil || answers != size-2 {
		t.Errorf("%d answers, %v", answers, err)
	}
	for n := range fights {
		if count := commandsOf(t, s, snowflake.Channel(fmt.Sprint(n))); n != bad && count["/do"] != 1 || count["/bad"] != 0 {
			t.Errorf("fight %d: %v", n, count)
		}
	}
	if r, err := Check(t.Context(), url, nil); err != nil || !r.Sound() {
		t.Errorf("%v, %q", err, r.Faults)
	}
}

// TestABatchOfTheSame checks that of the changes of one fight, of one display or of one interaction that come in one batch, the first is
// stored, and that the others learn what they are.
func TestABatchOfTheSame(t *testing.T) {
	t.Parallel()
	db := connect(t, shared.Cluster(t).URL(t))
	s := db.Store()
	update(t, s, "1", "1", appendTo("/start", nil))
	update(t, s, "2", "2", appendTo("/start", nil))
	b := db.base(usualPatience)
	batch := gather(t, b, func(s *store.Store) (errs []error) {
		for _, u := range []struct {
			ch          snowflake.Channel
			id, command string
		}{{"1", "11", "/first"}, {"1", "12", "/second"}, {"2", "11", "/third"}} {
			_, _, err := s.Update(t.Context(), u.ch, u.id, appendTo(u.command, engine.SceneSet{Text: u.command}))
			errs = append(errs, err)
		}
		was, _, err := s.Display(t.Context(), "2")
		if err != nil {
			t.Fatal(err)
		}
		for _, card := range []string{"700", "800"} {
			next := was
			next.Card = snowflake.Message(card)
			errs = append(errs, s.SaveDisplay(t.Context(), was, next))
		}
		return errs
	})
	b.Commit(waiting(batch))
	for i, want := range []store.Outcome{store.Stored, store.Stale, store.Answered, store.Stored, 0} {
		if c := batch[i]; c.Outcome != want || (c.Err != nil) != (want == 0) {
			t.Errorf("change %d: outcome %d, %v; want %d", i, c.Outcome, c.Err, want)
		}
	}
	if !errors.Is(batch[4].Err, store.ErrOutdated) {
		t.Errorf("the second display: %v", batch[4].Err)
	}
	if one, two := commandsOf(t, s, "1"), commandsOf(t, s, "2"); fmt.Sprint(one, two) != "map[/first:1 /start:1] map[/start:1]" {
		t.Errorf("the logs have %v and %v", one, two)
	}
}

// TestADeadlockIsTriedAgain checks that what the server ends to resolve a deadlock is done again: a statement, and a transaction.
func TestADeadlockIsTriedAgain(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		first, second string // what the other one locks: the store waits for the first, and has the second by then
		do            func(ctx context.Context, s *store.Store) error
	}{
		"statement": {
			"INSERT INTO interactions (id, at, answer) VALUES (7, 0, '')", "SELECT 1 FROM encounters WHERE channel = '1' FOR UPDATE",
			func(ctx context.Context, s *store.Store) error {
				_, _, err := s.Update(ctx, "1", "7", appendTo("/do", engine.SceneSet{Text: "dawn"}))
				return err
			},
		},
		"transaction": {
			"SELECT 1 FROM settings WHERE guild = '500' FOR UPDATE", "SELECT 1 FROM pg_advisory_xact_lock(hashtextextended('settings 500 ', " + fmt.Sprint(int64(namesSeed)) + "))",
			func(ctx context.Context, s *store.Store) error {
				_, _, err := s.Amend(ctx, store.SettingsOf("500"), "7", addSetting)
				return err
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := shared.Cluster(t).URL(t)
			s := connect(t, url+"&deadlock_timeout=500ms").Store()
			update(t, s, "1", "1", appendTo("/start", nil))
			if _, _, err := s.Amend(t.Context(), store.SettingsOf("500"), "2", addSetting); err != nil {
				t.Fatal(err)
			}
			other := bare(t, url+"&deadlock_timeout=1min") // so that the server ends the store's transaction
			run(t, other, "BEGIN")
			run(t, other, test.first)
			done := make(chan error, 1)
			go func() { done <- test.do(t.Context(), s) }()
			awaitWaiting(t, bare(t, url), 1, done)
			run(t, other, test.second)
			run(t, other, "ROLLBACK")
			if err := <-done; err != nil {
				t.Error(err)
			}
			if _, again, err := s.Update(t.Context(), "3", "7", func(engine.Journal) ([]byte, error) { return nil, nil }); !again || err != nil {
				t.Errorf("asked again: %v, %v", again, err)
			}
		})
	}
}

// bare connects without a store until the end of the test.
func bare(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := conn.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return conn
}

// run runs a statement.
func run(t *testing.T, conn *pgx.Conn, statement string) {
	t.Helper()
	if _, err := conn.Exec(t.Context(), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// awaitWaiting waits until n statements in a database wait for a lock or the standby. It fails if one of them is done.
func awaitWaiting(t *testing.T, conn *pgx.Conn, n int, done <-chan error) {
	t.Helper()
	for deadline := time.Now().Add(soon); ; {
		var waiting int
		err := conn.QueryRow(t.Context(), `SELECT count(*), pg_sleep(0.005) FROM pg_stat_activity
			WHERE datname = current_database() AND backend_type = 'client backend' AND (wait_event = 'SyncRep' OR wait_event_type = 'Lock')`).Scan(&waiting, nil)
		switch {
		case err != nil:
			t.Fatal(err)
		case waiting == n:
			return
		case time.Now().After(deadline):
			t.Fatalf("%d statements wait, want %d", waiting, n)
		}
		select {
		case err := <-done:
			t.Fatalf("it did not wait: %v", err)
		default:
		}
	}
}

// TestFightsAreLookedUp: the plans of the statements of a batch look each fight up by its number, and read no whole table, even if they
// were made when there were no fights, and are kept.
func TestFightsAreLookedUp(t *testing.T) {
	t.Parallel()
	db := connect(t, shared.Cluster(t).URL(t))
	in := newInput([]*store.Change{
		{Interaction: 1, Answer: []byte("{}"), Fights: []*store.FightChange{{Fight: store.Fight{ID: 1}, Rows: []store.Row{{Seq: 1}}}}},
		{Shown: &store.Shown{Next: store.Display{Encounter: 1}}},
	})
	commands, inputs := in.commands()
	displays, fields := in.shows()
	conn, err := db.pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	for name, s := range map[string]struct {
		query string
		args  int
	}{"commands": {commands, len(inputs)}, "displays": {displays, len(fields)}} {
		if _, err := conn.Exec(t.Context(), "PREPARE "+name+" AS "+s.query); err != nil {
			t.Fatal(err)
		}
		rows, err := conn.Query(t.Context(), "EXPLAIN EXECUTE "+name+"(NULL"+strings.Repeat(", NULL", s.args-1)+")", pgx.QueryExecModeSimpleProtocol)
		if err != nil {
			t.Fatal(err)
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		if plan := strings.Join(lines, "\n"); !strings.Contains(plan, "Index Scan using encounters_pkey on encounters e") ||
			strings.Contains(plan, "Seq Scan") {
			t.Errorf("%s:\n%s", name, plan)
		}
	}
}

// TestABatchWhoseAnswerIsLostIsFound checks what happens to each change of a batch that was committed before the connection was lost, and
// of one that another process was faster with.
func TestABatchWhoseAnswerIsLostIsFound(t *testing.T) {
	t.Parallel()
	db, url, p := proxied(t)
	s, other := db.Store(), connect(t, url).Store()
	for _, ch := range []snowflake.Channel{"1", "2", "3"} {
		update(t, s, ch, "", appendTo("/start", nil))
	}
	b := db.base(usualPatience)
	batch := gather(t, b, func(s *store.Store) (errs []error) {
		for id, ch := range map[string]snowflake.Channel{"11": "1", "": "2", "13": "3"} {
			_, _, err := s.Update(t.Context(), ch, id, appendTo("/do", engine.SceneSet{Text: "dawn"}))
			errs = append(errs, err)
		}
		_, _, err := s.Update(t.Context(), "4", "14", func(engine.Journal) ([]byte, error) { return []byte("answer"), nil })
		was, _, failed := s.Display(t.Context(), "1")
		if failed != nil {
			t.Fatal(failed)
		}
		next := was
		next.Card = "700"
		return append(errs, err, s.SaveDisplay(t.Context(), was, next))
	})
	update(t, other, "3", "13", func(j engine.Journal) ([]byte, error) {
		_, err := appendTo("/do", engine.SceneSet{Text: "dusk"})(j)
		return []byte("another roll"), err
	})
	p.LoseAnswer("SELECT 4\x00")
	b.Commit(waiting(batch))
	for _, c := range batch {
		want, unknown := store.Found, c.Shown == nil && c.Interaction == 0
		switch {
		case unknown:
			want = 0
		case c.Shown != nil:
			want = store.Stored
		case c.Interaction == 13:
			want = store.Stale
		}
		if c.Outcome != want || errors.Is(c.Err, store.ErrUnknown) != unknown || (c.Err != nil) != unknown {
			t.Errorf("interaction %d: outcome %d, %v; want %d", c.Interaction, c.Outcome, c.Err, want)
		}
	}
	for _, ch := range []snowflake.Channel{"1", "2", "3"} {
		if n := commandsOf(t, s, ch)["/do"]; n != 1 {
			t.Errorf("channel %s has done it %d times", ch, n)
		}
	}
}

// TestOneOfABatchFailsAfterADoubt checks that the others are stored too if the connection was lost at the first try.
func TestOneOfABatchFailsAfterADoubt(t *testing.T) {
	t.Parallel()
	db, url, p := proxied(t)
	s := db.Store()
	commands := []string{"/one", "/bad", "/two"}
	for _, command := range commands {
		update(t, s, snowflake.Channel(command), "", appendTo("/start", nil))
	}
	run(t, bare(t, url), "ALTER TABLE entries ADD CONSTRAINT good CHECK (command <> '/bad')")
	b := db.base(usualPatience)
	batch := gather(t, b, func(s *store.Store) (errs []error) {
		for n, command := range commands {
			_, _, err := s.Update(t.Context(), snowflake.Channel(command), fmt.Sprint(10+n), appendTo(command, engine.SceneSet{Text: "dawn"}))
			errs = append(errs, err)
		}
		return errs
	})
	p.LoseAnswer("check constraint")
	b.Commit(waiting(batch))
	for n, c := range batch {
		if bad := commands[n] == "/bad"; bad != (c.Err != nil) || !bad && c.Outcome != store.Stored || commandsOf(t, s, snowflake.Channel(commands[n]))["/bad"] != 0 {
			t.Errorf("%s: outcome %d, %v", commands[n], c.Outcome, c.Err)
		}
	}
}
