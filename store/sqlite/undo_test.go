package sqlite

import (
	"fmt"
	"testing"

	"roundel/engine"
	"roundel/internal/storetest"
	"roundel/store"
)

// scenes starts a fight and plays n entries, each setting the scene to its number.
func scenes(t testing.TB, s *store.Store, n int) {
	t.Helper()
	mustUpdate(t, s, "", storetest.Appending(storetest.Did(0, started("Bridge"), scene("0"))))
	for i := 1; i <= n; i++ {
		mustUpdate(t, s, "", storetest.Appending(storetest.Did(i, scene("%d", i))))
	}
}

func TestUndoWorksWithoutCheckpoints(t *testing.T) {
	s := mustOpen(t, file(t))
	scenes(t, s, 300)
	execute(t, s, "DELETE FROM checkpoints WHERE seq > 200")
	execute(t, s, "UPDATE checkpoints SET data = json_set(data, '$.version', 999)")
	for i := 299; i >= 290; i-- {
		mustUpdate(t, s, "", storetest.Undoing(1000))
		wantScene(t, s, fmt.Sprint(i))
	}
}

func TestUndoReadsFewEntriesHoweverLongTheFight(t *testing.T) {
	s := mustOpen(t, file(t))
	many := make([]engine.Entry, 500)
	many[0] = storetest.Did(0, started("Bridge"))
	for i := range many[1:] {
		many[i+1] = storetest.Did(i, scene("%d", i))
	}
	mustUpdate(t, s, "", storetest.Appending(many...))
	var checkpoints int
	if err := reader(s).QueryRow("SELECT count(*) FROM checkpoints").Scan(&checkpoints); err != nil {
		t.Fatal(err)
	}
	if want := len(many) / checkpointEvery; checkpoints != want {
		t.Errorf("%d checkpoints, want %d", checkpoints, want)
	}
	// All older entries are unreadable, so an undo that read them would fail.
	execute(t, s, "UPDATE entries SET events = 'x' WHERE seq < $1", 450-checkpointEvery)
	for range 50 {
		mustUpdate(t, s, "", storetest.Undoing(1000))
	}
	mustUpdate(t, s, "", storetest.Redoing(1001))
}

// TestStatesInAnotherFormatAreFoldedOnce checks that after an upgrade that stores states in a new format, an undo replaces the
// checkpoint that it would have needed, so that the next one reads few entries again.
func TestStatesInAnotherFormatAreFoldedOnce(t *testing.T) {
	path := file(t)
	s := mustOpen(t, path)
	many := []engine.Entry{storetest.Did(0, started("Bridge"))}
	for i := range 1000 {
		many = append(many, storetest.Did(1+i, scene("%d", i)))
	}
	mustUpdate(t, s, "", storetest.Appending(many...))
	mustClose(t, s)
	tamper(t, path, "UPDATE states SET data = json_set(data, '$.version', 999) WHERE data <> ''")
	tamper(t, path, "UPDATE checkpoints SET data = json_set(data, '$.version', 999)")
	s = mustOpen(t, path)
	mustUpdate(t, s, "", storetest.Appending(storetest.Did(2000, scene("after"))))
	mustUpdate(t, s, "", storetest.Undoing(2001))
	// The new checkpoint is the state at its entry.
	mustCheck(t, path)
	execute(t, s, "UPDATE entries SET events = 'x' WHERE seq < $1", 970-checkpointEvery) // an undo that read them would fail
	for n := range 30 {
		mustUpdate(t, s, "", storetest.Undoing(2002+n))
	}
	wantScene(t, s, "969")
	mustUpdate(t, s, "", storetest.Redoing(3000))
	wantScene(t, s, "970")
}

// TestBeganReadsFewEntriesHoweverLongTheFight: it decodes only the events of the first entry.
func TestBeganReadsFewEntriesHoweverLongTheFight(t *testing.T) {
	s := mustOpen(t, file(t))
	many := []engine.Entry{storetest.Did(7, started("Bridge"))}
	for i := range 500 {
		many = append(many, storetest.Did(8+i, scene("%d", i)))
	}
	mustUpdate(t, s, "", storetest.Appending(many...))
	execute(t, s, "UPDATE entries SET events = 'x' WHERE seq > 1")
	execute(t, s, "UPDATE entries SET encounter = 99 WHERE seq > $1", indexEvery)
	mustUpdate(t, s, "", func(j engine.Journal) ([]byte, error) {
		began, err := j.Began()
		if err != nil || !began.Equal(storetest.At(7)) {
			t.Errorf("the fight began at %v, %v", began, err)
		}
		return nil, nil
	})
}

// TestADamagedLogIsAnError: an entry that cannot be read gives an error, not a shorter log.
func TestADamagedLogIsAnError(t *testing.T) {
	for _, damage := range []string{"DELETE FROM entries WHERE seq = 3", "UPDATE entries SET prev = 1 WHERE seq = 4",
		"UPDATE entries SET events = '[{' WHERE seq = 4"} {
		path, s := longFight(t)
		mustClose(t, s)
		tamper(t, path, damage)
		s = mustOpen(t, path)
		wantError(t, s.Log(t.Context(), channel, func(l engine.Log) error {
			_, err := all(l)
			return err
		}), store.ErrDamaged)
	}
}

// TestNoTwoEntriesHaveTheSameNumber checks that entries that another program has written are neither overwritten nor
// duplicated: a command that was made from an older state runs again and continues after them.
func TestNoTwoEntriesHaveTheSameNumber(t *testing.T) {
	for name, fn := range map[string]func(engine.Journal) ([]byte, error){
		"a command": storetest.Appending(storetest.Did(2, scene("b"))), "an undo": storetest.Undoing(2), "the end": storetest.Appending(storetest.Did(2, engine.EncounterEnded{})),
	} {
		t.Run(name, func(t *testing.T) {
			path := file(t)
			s := mustOpen(t, path)
			mustUpdate(t, s, "1", storetest.Appending(storetest.Did(0, started("one")), storetest.Did(1, scene("a"))))
			tamper(t, path, `INSERT INTO entries SELECT 3, 1, 3, 2, 'did', 0, 2, 3, at, by_user, '/do else', events FROM entries WHERE id = 2;
				UPDATE encounters SET head = 3, depth = 3, last = 3, tail = 3 WHERE id = 1`)
			runs := 0
			mustUpdate(t, s, "2", func(j engine.Journal) ([]byte, error) {
				runs++
				return fn(j)
			})
			if runs != 2 {
				t.Errorf("it ran %d times", runs)
			}
			mustCheck(t, path)
			var doubled int
			if err := reader(s).QueryRow("SELECT count(*) - count(DISTINCT encounter || ' ' || seq) FROM entries").Scan(&doubled); err != nil || doubled != 0 {
				t.Errorf("%d entries have the number of another, %v", doubled, err)
			}
			if log := entries(t, s); len(log) != 4 || log[2].Command != "/do else" || log[3].Command == "/do else" {
				t.Errorf("the log is %+v", log)
			}
		})
	}
}

// checkpointEvery is the number of entries between two checkpoints in package store.
const checkpointEvery = 128
