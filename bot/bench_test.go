package bot

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"roundel/bot/discord"
	"roundel/snowflake"

	"roundel/bot/card"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

// endlessJournal keeps the state of a fight and drops its log.
type endlessJournal struct {
	engine.Journal
	state *engine.State
	seq   int64
}

func (j *endlessJournal) State() *engine.State { return j.state }
func (j *endlessJournal) NextSeq() int64       { return j.seq%50_000 + 1 } // never reaches the limit of a log
func (j *endlessJournal) Append(e engine.Entry) error {
	j.state, j.seq = e.State, j.seq+1
	return nil
}

func (j *endlessJournal) Settings(snowflake.Guild) ([]byte, error) { return nil, nil }

// seed returns the default ruleset.
func seed(b testing.TB) *ruleset.Ruleset {
	b.Helper()
	rs, ok := ruleset.ByName(ruleset.Default)
	if !ok {
		b.Fatal("there is no default ruleset")
	}
	return rs
}

// endlessFight returns a transaction of the GM on a fight of n combatants under turn-order, each with a turn of its own.
func endlessFight(b testing.TB, n int) *transaction {
	b.Helper()
	roller := dice.Seeded(1)
	bot, err := NewBot(Parts{Library: NewLibrary(LibraryParts{Bundled: ruleset.Bundled()}), Dice: roller, Now: time.Now, Log: zerolog.Nop()})
	if err != nil {
		b.Fatal(err)
	}
	d := &transaction{b: bot, own: lang.English(), all: lang.English(), route: &route{}, r: &discord.Request{Kind: discord.Typed, User: "1", Path: "next"}, j: &endlessJournal{}, actor: engine.Actor{User: "1"}, now: time.Now(), rs: seed(b)}
	cmds := []play.Command{play.Start{Name: "Big", Ruleset: ruleset.Default}}
	for i := range n {
		cmds = append(cmds, play.Add{Name: fmt.Sprintf("Fighter %d", i), Stats: fmt.Sprintf("init %d, hp 30", i%20)})
	}
	for _, cmd := range append(cmds, play.Roll{}) {
		if _, err := d.play(cmd); err != nil {
			b.Fatal(err)
		}
	}
	return d
}

// next ends a turn and renders the reply.
func (tx *transaction) next(b testing.TB) {
	tx.now = tx.now.Add(time.Second)
	if _, err := tx.play(play.Next{}); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkNext measures a /next: deciding, applying and the reply; with shown also the card.
func BenchmarkNext(b *testing.B) {
	for _, n := range []int{10, 200} {
		for _, shown := range []bool{false, true} {
			b.Run(fmt.Sprintf("combatants=%d/shown=%v", n, shown), func(b *testing.B) {
				d := endlessFight(b, n)
				rs := d.rs
				b.ReportAllocs()
				for b.Loop() {
					d.next(b)
					if shown {
						card.Card(lang.English(), view.State(d.j.State(), view.Viewer{}), rs, nil)
					}
				}
			})
		}
	}
}

// BenchmarkCard measures the card of a fight among ten in languages.
func BenchmarkCard(b *testing.B) {
	d := endlessFight(b, 10)
	d.next(b)
	for _, tag := range []string{"en", "de", "ja"} {
		b.Run(tag, func(b *testing.B) {
			l := words.Under(lang.Bundled().Of(tag), d.rs)
			b.ReportAllocs()
			for b.Loop() {
				card.Card(l, view.State(d.j.State(), view.Viewer{}), d.rs, nil)
			}
		})
	}
}

// BenchmarkNextAtRound measures a /next among ten combatants in round 1 and in round 1,000, which should cost the same.
func BenchmarkNextAtRound(b *testing.B) {
	for _, round := range []int{1, 1000} {
		b.Run(fmt.Sprint(round), func(b *testing.B) {
			d := endlessFight(b, 10)
			for d.j.State().Round < round {
				d.next(b)
			}
			for b.Loop() {
				d.next(b)
			}
		})
	}
}

// TestMemoryStaysFlat checks that requests from ever new channels, users and interactions leave nothing in memory.
func TestMemoryStaysFlat(t *testing.T) {
	bot, err := NewBot(Parts{Store: nothingStored{}, Library: NewLibrary(LibraryParts{Store: nothingStored{}, Bundled: ruleset.Bundled()}), Dice: dice.Seeded(1), Now: time.Now, Log: zerolog.Nop(), PerMinute: 240})
	if err != nil {
		t.Fatal(err)
	}
	ask := func(from, n int) {
		for i := range n {
			id := fmt.Sprint(from + i)
			r := &discord.Request{Kind: discord.Typed, ID: id, Channel: snowflake.Channel("c" + id), Guild: "1", User: snowflake.User("u" + id), Path: "next"}
			if i%2 == 0 {
				r.Kind, r.Path, r.Fields = discord.Filled, "add", map[string]string{"lines": "Goblin"}
			}
			if _, err := bot.Handle(context.Background(), r); err != nil {
				t.Fatal(err)
			}
		}
	}
	const warm = 20_000
	ask(0, warm)
	before := heap()
	ask(warm, *manyCommands)
	if after := heap(); after > before+4<<20 {
		t.Errorf("after %d commands, %d kB more memory is in use", *manyCommands, (after-before)>>10)
	}
}

func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// nothingStored is a store without a fight.
type nothingStored struct{ Store }

func (nothingStored) Update(_ context.Context, _ snowflake.Channel, _ string, fn func(engine.Journal) ([]byte, error)) ([]byte, bool, error) {
	answer, err := fn(&endlessJournal{})
	return answer, false, err
}

func (nothingStored) Read(_ context.Context, _ snowflake.Channel, fn func(engine.Journal) error) error {
	return fn(&endlessJournal{})
}

func (nothingStored) Settings(context.Context, snowflake.Guild) ([]byte, error) { return nil, nil }

func (nothingStored) Characters(context.Context, snowflake.Guild, snowflake.User) ([]byte, error) {
	return nil, nil
}

func (nothingStored) Preferences(context.Context, snowflake.Guild, snowflake.User) ([]byte, error) {
	return nil, nil
}

// heldStore holds one fight in memory and answers nothing twice.
type heldStore struct {
	nothingStored
	j *endlessJournal
}

func (st heldStore) Update(_ context.Context, _ snowflake.Channel, _ string, fn func(engine.Journal) ([]byte, error)) ([]byte, bool, error) {
	answer, err := fn(st.j)
	return answer, false, err
}

// BenchmarkHandleNext is a /next of ten from the request to the reply, without Discord and the disk.
func BenchmarkHandleNext(b *testing.B) {
	d := endlessFight(b, 10)
	now := time.Now()
	bot, err := NewBot(Parts{Store: heldStore{j: d.j.(*endlessJournal)}, Library: NewLibrary(LibraryParts{Store: heldStore{j: d.j.(*endlessJournal)}, Bundled: ruleset.Bundled()}), Dice: dice.Seeded(1),
		Now: func() time.Time { now = now.Add(time.Second); return now }, Log: zerolog.Nop()})
	if err != nil {
		b.Fatal(err)
	}
	r := &discord.Request{Kind: discord.Typed, ID: "1", User: "1", Channel: "5", Guild: "9", Path: "next", Rights: discord.Administrator}
	b.ReportAllocs()
	for b.Loop() {
		reply, err := bot.Handle(b.Context(), r)
		if err != nil || reply.Ephemeral {
			b.Fatal(reply, err)
		}
	}
}
