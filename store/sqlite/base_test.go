package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"
	"time"

	"roundel/engine"
	"roundel/internal/storetest"
	"roundel/snowflake"
	"roundel/store"
)

// execute runs a statement in a transaction of its own.
func execute(t testing.TB, s *store.Store, query string, args ...any) {
	t.Helper()
	if err := s.Base().Transact(context.Background(), func(t *store.Tx) error { return t.Exec(query, args...) }); err != nil {
		t.Fatal(err)
	}
}

// change returns a change that adds entries after the newest one of a stored fight.
func change(id int64, f store.Fight, was int64, rows ...store.Row) *store.Change {
	f.Last, f.Head, f.Depth = was+int64(len(rows)), was+int64(len(rows)), was+int64(len(rows))
	return &store.Change{Interaction: id, At: epoch, Answer: fmt.Append(nil, id),
		Fights: []*store.FightChange{{Channel: channel, Fight: f, Was: was, Rows: rows}}}
}

// TestAChangeThatFailsLeavesNothing checks that one that is refused, and one that fails after it has written something, leave
// nothing, and that the changes before and after them in the same batch are stored once.
func TestAChangeThatFailsLeavesNothing(t *testing.T) {
	s := mustOpen(t, file(t))
	var fights []store.Fight
	for n := range 4 {
		ch := snowflake.Channel(fmt.Sprint(n))
		if _, _, err := s.Update(t.Context(), ch, fmt.Sprint(n+1), storetest.Appending(storetest.Did(0, started("Bridge")))); err != nil {
			t.Fatal(err)
		}
		fights = append(fights, store.Fight{ID: int64(n + 1), Tail: int64(n + 1)})
	}
	row := store.Row{Seq: 2, Kind: engine.Did, Parent: 1, Depth: 2, At: epoch, By: "gm", Command: "/do", Data: []byte("[]")}
	wrong := row
	wrong.Kind = "nothing" // the table does not allow it
	bad := change(11, fights[1], 1, row)
	bad.Fights = append(bad.Fights, change(0, fights[2], 1, wrong).Fights...)
	outdated := &store.Change{Shown: &store.Shown{Was: store.Display{Encounter: 1, Card: "x"}, Next: store.Display{Encounter: 1, Card: "y"}}}
	batch := []*store.Change{change(10, fights[0], 1, row), bad, change(3, fights[2], 1, row), outdated, change(12, fights[2], 7, row), change(13, fights[3], 1, row)}
	next, stop := iter.Pull(slices.Chunk(batch, 2)) // as they come, while the first are being written
	defer stop()
	s.Base().Commit(func() []*store.Change { two, _ := next(); return slices.Clip(two) })
	for i, want := range []store.Outcome{store.Stored, 0, store.Answered, 0, store.Stale, store.Stored} {
		c := batch[i]
		if (c.Err != nil) != (want == 0) || c.Err == nil && c.Outcome != want {
			t.Errorf("change %d: outcome %d, %v; want outcome %d", i, c.Outcome, c.Err, want)
		}
	}
	wantError(t, outdated.Err, store.ErrOutdated)
	var entries, answers int
	if err := reader(s).QueryRow("SELECT (SELECT count(*) FROM entries), (SELECT count(*) FROM interactions)").Scan(&entries, &answers); err != nil {
		t.Fatal(err)
	}
	if entries != 6 || answers != 6 {
		t.Errorf("%d entries and %d answers", entries, answers)
	}
}

// TestATransactionThatFailsLeavesNothing checks it for one that returns an error, panics, or ends its goroutine.
func TestATransactionThatFailsLeavesNothing(t *testing.T) {
	s := mustOpen(t, file(t))
	mine := errors.New("mine")
	put := func(t *store.Tx) error { return t.Exec("INSERT INTO facts (key, value) VALUES ('lost', x'')") }
	wantError(t, s.Base().Transact(t.Context(), func(t *store.Tx) error { return errors.Join(put(t), mine) }), mine)
	if err := s.Base().Transact(t.Context(), func(t *store.Tx) error {
		_ = t.Exec("INSERT INTO nothing VALUES (1)") // a careless caller
		return nil
	}); err == nil {
		t.Error("a transaction with a statement that failed was committed")
	}
	_, _, err := s.Amend(t.Context(), store.SettingsOf("500"), "9", func([]byte) ([]byte, []byte, error) { panic("three") })
	var broke *store.PanicError
	if !errors.As(err, &broke) {
		t.Errorf("a panic: %v", err)
	}
	if v, err := s.Get(t.Context(), "lost"); v != nil || err != nil {
		t.Errorf("%q, %v", v, err)
	}
	saveSettings(t, s, "500", "{}")
}

// TestSchemaIsTheNewestMigration checks that the number in package store is that of this release's tables.
func TestSchemaIsTheNewestMigration(t *testing.T) {
	path := file(t)
	mustOpen(t, path)
	if r := mustCheck(t, path); r.Schema != store.Schema {
		t.Errorf("the newest migration is %d, but store.Schema is %d", r.Schema, store.Schema)
	}
}

// TestAWriteThatIsObserved checks that a commit is reported with the time it took and the number of its changes.
func TestAWriteThatIsObserved(t *testing.T) {
	s := mustOpen(t, file(t))
	commits, writes := 0, 0
	s.Observe(func(took time.Duration, n int) {
		if took <= 0 {
			t.Errorf("it took %v", took)
		}
		commits, writes = commits+1, writes+n
	})
	mustUpdate(t, s, "1", storetest.Appending(storetest.Did(0, started("Bridge"))))
	mustUpdate(t, s, "", storetest.Appending())
	if commits != 1 || writes != 1 {
		t.Errorf("%d commits of %d writes", commits, writes)
	}
}

// lateReader is a base in which something happens in the middle of a snapshot: before its second query.
type lateReader struct {
	store.Base
	meanwhile func() // nil: nothing
}

// Snapshot begins a snapshot and counts its queries.
func (l *lateReader) Snapshot(ctx context.Context) (store.Querier, func(), error) {
	q, end, err := l.Base.Snapshot(ctx)
	return &lateQuerier{Querier: q, of: l}, end, err
}

type lateQuerier struct {
	store.Querier
	of      *lateReader
	queries int
}

// QueryContext runs a query.
func (l *lateQuerier) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if l.queries++; l.queries == 2 && l.of.meanwhile != nil {
		meanwhile := l.of.meanwhile
		l.of.meanwhile = nil
		meanwhile()
	}
	return l.Querier.QueryContext(ctx, query, args...)
}

// TestAnOldStateIsOnlyAHint checks that a reader which is so slow that the cache has forgotten a later state does not make a command be
// answered by what the reader has seen.
func TestAnOldStateIsOnlyAHint(t *testing.T) {
	l := &lateReader{Base: mustOpen(t, file(t)).Base()}
	s := store.New(l)
	forget := func() {
		for n := range 300 { // more than the cache holds
			if _, _, err := s.Update(t.Context(), snowflake.Channel(fmt.Sprint(1000+n)), "", func(j engine.Journal) ([]byte, error) {
				if j.State() != nil {
					return nil, j.Append(storetest.Did(1))
				}
				return nil, j.Append(storetest.Did(0, started("Bridge")))
			}); err != nil {
				t.Error(err)
			}
		}
	}
	mustUpdate(t, s, "", storetest.Appending(storetest.Did(0, started("Bridge"), scene("dusk"))))
	forget()
	l.meanwhile = func() {
		mustUpdate(t, s, "", storetest.Appending(storetest.Did(1, scene("dawn"))))
		forget()
	}
	state(t, s)
	if got := mustUpdate(t, s, "", func(j engine.Journal) ([]byte, error) { return []byte(j.State().Scene), nil }); got != "dawn" {
		t.Errorf("answered %q by an old state", got)
	}
}
