package store

import (
	"fmt"
	"strings"
	"testing"

	"roundel/engine"
)

// scenes starts a fight and plays n entries, each setting the scene to its number.
func scenes(t testing.TB, s *Store, n int) {
	t.Helper()
	mustUpdate(t, s, "", appending(did(0, started("Bridge"), scene("0"))))
	for i := 1; i <= n; i++ {
		mustUpdate(t, s, "", appending(did(i, scene("%d", i))))
	}
}

func TestUndoAndRedoWalkTheChain(t *testing.T) {
	path := file(t)
	s := mustOpen(t, path)
	scenes(t, s, 3)
	if got := mustUpdate(t, s, "101", undoing(10)); got != "/do 3" {
		t.Fatalf("undid %q", got)
	}
	mustUpdate(t, s, "102", undoing(11))
	wantScene(t, s, "1")
	mustClose(t, s)
	s = mustOpen(t, path)
	if got := mustUpdate(t, s, "111", redoing(12)); got != "/do 2" {
		t.Fatalf("redid %q", got)
	}
	wantScene(t, s, "2")
	mustUpdate(t, s, "121", appending(did(13, scene("other"))))
	_, _, err := s.Update(t.Context(), channel, "112", redoing(14))
	wantCode(t, err, engine.NothingToUndo)
	mustUpdate(t, s, "103", undoing(15))
	wantScene(t, s, "2")
	mustUpdate(t, s, "104", undoing(16))
	wantScene(t, s, "1")
	mustUpdate(t, s, "105", undoing(17))
	wantScene(t, s, "0")
	_, _, err = s.Update(t.Context(), channel, "106", undoing(18))
	wantCode(t, err, engine.NothingToUndo)
}

func TestTheLogKeepsUndoneEntries(t *testing.T) {
	s := mustOpen(t, file(t))
	scenes(t, s, 2)                                                                                           // 1 2 3
	mustUpdate(t, s, "", undoing(3))                                                                          // 4: undoes 3
	mustUpdate(t, s, "", undoing(4))                                                                          // 5: undoes 2
	mustUpdate(t, s, "", redoing(5))                                                                          // 6: redoes 2
	mustUpdate(t, s, "", appending(engine.Entry{Kind: engine.Noted, Events: []engine.Event{scene("noted")}})) // 7
	mustUpdate(t, s, "", appending(did(6, scene("new"))))                                                     // 8
	got := ""
	for _, e := range entries(t, s) {
		text := ""
		for _, event := range e.Events {
			if set, ok := event.(engine.SceneSet); ok {
				text = set.Text
			}
		}
		got += fmt.Sprintf("%d %s of %d undone %v: %s\n", e.Seq, e.Kind, e.Of, e.Undone, text)
	}
	const want = `1 did of 0 undone false: 0
2 did of 0 undone false: 1
3 did of 0 undone true: 2
4 undid of 3 undone false: 2
5 undid of 2 undone false: 1
6 redid of 2 undone false: 1
7 noted of 0 undone false: noted
8 did of 0 undone false: new
`
	if got != want {
		t.Errorf("the log is\n%swant\n%s", got, want)
	}
	if e := entries(t, s)[3]; e.By != "gm" || !e.At.Equal(at(3)) || e.Command != "undo" {
		t.Errorf("the undo is %+v", e)
	}
	wantScene(t, s, "new")
}

func TestANoteDoesNotPreventRedo(t *testing.T) {
	s := mustOpen(t, file(t))
	scenes(t, s, 2)
	mustUpdate(t, s, "", undoing(3))
	mustUpdate(t, s, "", appending(engine.Entry{Kind: engine.Noted, Events: []engine.Event{engine.DiceRolled{By: "p"}}}))
	mustUpdate(t, s, "", redoing(4))
	wantScene(t, s, "2")
	mustUpdate(t, s, "", undoing(5))
	wantScene(t, s, "1")
}

func TestUndoRestartsTheTurn(t *testing.T) {
	path := file(t)
	s := mustOpen(t, path)
	mustUpdate(t, s, "", appending(did(0, started("Bridge"))))
	mustUpdate(t, s, "", appending(did(1, engine.TurnBegan{Units: []engine.UnitID{1}, Turn: 2, At: at(1)})))
	mustUpdate(t, s, "", appending(did(2, scene("dusk"))))
	mustUpdate(t, s, "", appending(did(3, engine.TurnBegan{Units: []engine.UnitID{2}, Turn: 4, At: at(3)})))
	want := func(turn engine.TurnID, began int) {
		t.Helper()
		if got := state(t, s); got.Turn != turn || !got.TurnCountsFrom().Equal(at(began)) {
			t.Fatalf("turn %d began %v, want %d at %v", got.Turn, got.TurnCountsFrom(), turn, at(began))
		}
	}
	mustUpdate(t, s, "", undoing(100))
	want(2, 100)
	mustUpdate(t, s, "", redoing(200))
	want(4, 200)
	mustUpdate(t, s, "", undoing(300))
	mustUpdate(t, s, "", appending(did(301, scene("night"))))
	want(2, 300)
	mustUpdate(t, s, "", undoing(400))
	mustUpdate(t, s, "", undoing(401))
	want(2, 401)
	mustUpdate(t, s, "", undoing(402))
	if got := state(t, s); got.Turn != 0 {
		t.Fatalf("turn %d before the first turn", got.Turn)
	}
	mustUpdate(t, s, "", redoing(500))
	want(2, 500)
	forgetStates(t, s)
	want(2, 500)
}

// forgetStates makes the store fold the current states from the log, as after an upgrade that stores them differently.
func forgetStates(t testing.TB, s *Store) {
	t.Helper()
	cold(s)
	_, _, err := s.Update(t.Context(), "none", "", func(j engine.Journal) ([]byte, error) {
		return nil, j.(*journal).tx.exec(`UPDATE states SET data = '{"version":999}'`)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// cold empties the store's cache.
func cold(s *Store) {
	s.cache.mu.Lock()
	defer s.cache.mu.Unlock()
	s.cache.used.Init()
	clear(s.cache.byCh)
}

func TestTwoHundredUndos(t *testing.T) {
	path := file(t)
	s := mustOpen(t, path)
	scenes(t, s, 200)
	for i := 199; i >= 0; i-- {
		mustUpdate(t, s, "", undoing(1000))
		wantScene(t, s, fmt.Sprint(i))
		if i == 100 {
			mustClose(t, s)
			s = mustOpen(t, path)
		}
	}
	_, _, err := s.Update(t.Context(), channel, "", undoing(1000))
	wantCode(t, err, engine.NothingToUndo)
	for i := 1; i <= 200; i++ {
		mustUpdate(t, s, "", redoing(2000))
		wantScene(t, s, fmt.Sprint(i))
	}
	_, _, err = s.Update(t.Context(), channel, "", redoing(2000))
	wantCode(t, err, engine.NothingToUndo)
	mustUpdate(t, s, "", undoing(3000))
	wantScene(t, s, "199")
}

func TestUndoWorksWithoutCheckpoints(t *testing.T) {
	s := mustOpen(t, file(t))
	scenes(t, s, 100)
	_, _, err := s.Update(t.Context(), "none", "", func(j engine.Journal) ([]byte, error) {
		tx := j.(*journal).tx
		if err := tx.exec("DELETE FROM checkpoints WHERE seq > 50"); err != nil {
			return nil, err
		}
		return nil, tx.exec("UPDATE checkpoints SET data = json_set(data, '$.version', 999)")
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := 99; i >= 90; i-- {
		mustUpdate(t, s, "", undoing(1000))
		wantScene(t, s, fmt.Sprint(i))
	}
}

func TestUndoReadsFewEntriesHoweverLongTheFight(t *testing.T) {
	s := mustOpen(t, file(t))
	many := make([]engine.Entry, 500)
	many[0] = did(0, started("Bridge"))
	for i := range many[1:] {
		many[i+1] = did(i, scene("%d", i))
	}
	mustUpdate(t, s, "", appending(many...))
	var checkpoints int
	if err := s.readDB.QueryRow("SELECT count(*) FROM checkpoints").Scan(&checkpoints); err != nil {
		t.Fatal(err)
	}
	if want := len(many) / checkpointEvery; checkpoints != want {
		t.Errorf("%d checkpoints, want %d", checkpoints, want)
	}
	// All older entries are unreadable, so an undo that read them would fail.
	_, _, err := s.Update(t.Context(), "none", "", func(j engine.Journal) ([]byte, error) {
		return nil, j.(*journal).tx.exec("UPDATE entries SET events = 'x' WHERE seq < ?", 450-checkpointEvery)
	})
	if err != nil {
		t.Fatal(err)
	}
	for range 50 {
		mustUpdate(t, s, "", undoing(1000))
	}
	mustUpdate(t, s, "", redoing(1001))
}

// TestStatesInAnotherFormatAreFoldedByReaders: after an upgrade that stores states in a new format, neither the first
// command nor an undo reads a whole log while others wait.
func TestStatesInAnotherFormatAreFoldedByReaders(t *testing.T) {
	path := file(t)
	s := mustOpen(t, path)
	many := []engine.Entry{did(0, started("Bridge"))}
	for i := range 1000 {
		many = append(many, did(1+i, scene("%d", i)))
	}
	mustUpdate(t, s, "", appending(many...))
	mustClose(t, s)
	tamper(t, path, "UPDATE states SET data = json_set(data, '$.version', 999) WHERE data <> ''")
	tamper(t, path, "UPDATE checkpoints SET data = json_set(data, '$.version', 999)")
	s = mustOpen(t, path)
	few := func(fn func(engine.Journal) ([]byte, error)) {
		t.Helper()
		read := 0
		mustUpdate(t, s, "", func(j engine.Journal) ([]byte, error) {
			answer, err := fn(j)
			read = j.(*journal).tx.rows
			return answer, err
		})
		if read > 3*checkpointEvery {
			t.Errorf("the transaction read %d rows", read)
		}
	}
	few(appending(did(2000, scene("after"))))
	for n := range 200 {
		few(undoing(2001 + n))
	}
	wantScene(t, s, "800")
	few(redoing(3000))
	wantScene(t, s, "801")
	mustClose(t, s)
	if r := mustCheck(t, path); r.Skipped < 10 {
		t.Errorf("only %d states are still in the old format; more than needed were folded", r.Skipped)
	}
}

// TestBeganReadsFewEntriesHoweverLongTheFight: it decodes only the events of the first entry.
func TestBeganReadsFewEntriesHoweverLongTheFight(t *testing.T) {
	s := mustOpen(t, file(t))
	many := []engine.Entry{did(7, started("Bridge"))}
	for i := range 500 {
		many = append(many, did(8+i, scene("%d", i)))
	}
	mustUpdate(t, s, "", appending(many...))
	mustUpdate(t, s, "", func(j engine.Journal) ([]byte, error) {
		if err := j.(*journal).tx.exec("UPDATE entries SET events = 'x' WHERE seq > 1"); err != nil {
			return nil, err
		}
		if err := j.(*journal).tx.exec("UPDATE entries SET encounter = 99 WHERE seq > ?", indexEvery); err != nil {
			return nil, err
		}
		began, err := j.Began()
		if err != nil || !began.Equal(at(7)) {
			t.Errorf("the fight began at %v, %v", began, err)
		}
		return nil, nil
	})
}

// TestALongLogIsReadInPieces: a long log, with undos far from the entries they undo, is yielded completely, and reading
// stops as soon as the caller stops.
func TestALongLogIsReadInPieces(t *testing.T) {
	s := mustOpen(t, file(t))
	many := []engine.Entry{did(0, started("Bridge"))}
	for i := range 2*readAtOnce + 10 {
		many = append(many, did(1+i, scene("%d", i)))
	}
	mustUpdate(t, s, "", appending(many...))
	const back = readAtOnce + 20
	for range back {
		mustUpdate(t, s, "", undoing(1000))
	}
	got := entries(t, s)
	if len(got) != len(many)+back {
		t.Fatalf("%d entries, want %d", len(got), len(many)+back)
	}
	for i, e := range got {
		of := i
		if i >= len(many) {
			of = len(many) - 1 - (i - len(many))
		}
		if e.Seq != int64(i+1) || len(e.Events) != 1 || e.Events[0] != many[of].Events[0] || e.Undone != (i < len(many) && i >= len(many)-back) {
			t.Fatalf("entry %d is %+v", i+1, e)
		}
	}
	read := 0
	err := s.Log(t.Context(), channel, func(l engine.Log) error {
		for range l.All() {
			if read++; read == 3 {
				break
			}
		}
		return nil
	})
	if err != nil || read != 3 {
		t.Errorf("%d entries were read, %v", read, err)
	}
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
		}), ErrDamaged)
	}
}

func TestEncountersOpenAndClose(t *testing.T) {
	s := mustOpen(t, file(t))
	for name, e := range map[string]engine.Entry{
		"an entry that starts nothing": did(0, scene("x")),
		"a note":                       {Kind: engine.Noted, Events: []engine.Event{started("x")}},
		"an undo":                      {Kind: engine.Undid, Events: []engine.Event{started("x")}},
		"no events":                    did(0),
	} {
		if _, _, err := s.Update(t.Context(), channel, "", appending(e)); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
	for _, fn := range []func(engine.Journal) ([]byte, error){undoing(0), redoing(0)} {
		_, _, err := s.Update(t.Context(), channel, "", fn)
		wantCode(t, err, engine.NothingToUndo)
	}
	mustUpdate(t, s, "", appending(did(0, started("one"))))
	if _, _, err := s.Update(t.Context(), channel, "", appending(did(1, started("two")))); err == nil {
		t.Error("a second encounter was started while the first was open")
	}
	mustUpdate(t, s, "", func(j engine.Journal) ([]byte, error) {
		if err := j.Append(did(2, engine.EncounterEnded{})); err != nil {
			return nil, err
		}
		if began, err := j.Began(); j.State() != nil || j.NextSeq() != 1 || !began.IsZero() || err != nil {
			t.Errorf("after the end: %+v, next %d, began %v, %v", j.State(), j.NextSeq(), began, err)
		}
		return nil, nil
	})
	_, _, err := s.Update(t.Context(), channel, "", undoing(3))
	wantCode(t, err, engine.NothingToUndo)
	if n := len(entries(t, s)); n != 2 || state(t, s) != nil {
		t.Errorf("the ended fight has %d entries and the state %+v", n, state(t, s))
	}
	mustUpdate(t, s, "", appending(did(4, started("two"), scene("a")), did(5, engine.EncounterEnded{}), did(6, started("three"))))
	if got := state(t, s); got == nil || got.Name != "three" {
		t.Errorf("state is %+v", got)
	}
	d, ok, err := s.Display(t.Context(), channel)
	if err != nil || !ok || d.Encounter != 3 || d.Seq != 1 {
		t.Errorf("display is %+v, %v, %v", d, ok, err)
	}
	var kept int
	if err := s.readDB.QueryRow("SELECT count(*) FROM states").Scan(&kept); err != nil || kept != 1 {
		t.Errorf("%d states are stored, %v", kept, err)
	}
}

func TestTimesAreStoredInMilliseconds(t *testing.T) {
	s := mustOpen(t, file(t))
	e := did(0, started("one"))
	e.At = epoch.Add(1234567)
	mustUpdate(t, s, "", appending(e))
	if got := entries(t, s)[0].At; !got.Equal(epoch.Add(1000000)) {
		t.Errorf("at %v", got)
	}
}

// TestNoTwoEntriesHaveTheSameNumber: entries that another program has written are neither overwritten nor duplicated. The
// next command continues after them.
func TestNoTwoEntriesHaveTheSameNumber(t *testing.T) {
	for name, fn := range map[string]func(engine.Journal) ([]byte, error){
		"a command": appending(did(2, scene("b"))), "an undo": undoing(2), "the end": appending(did(2, engine.EncounterEnded{})),
	} {
		t.Run(name, func(t *testing.T) {
			path := file(t)
			s := mustOpen(t, path)
			mustUpdate(t, s, "1", appending(did(0, started("one")), did(1, scene("a"))))
			tamper(t, path, `INSERT INTO entries SELECT 3, 1, 3, 2, 'did', 0, 2, 3, at, by_user, '/do else', events FROM entries WHERE id = 2;
				UPDATE encounters SET head = 3, depth = 3, last = 3, tail = 3 WHERE id = 1`)
			if _, _, err := s.Update(t.Context(), channel, "2", fn); err == nil || !strings.Contains(err.Error(), "no longer ends with entry 2") {
				t.Errorf("it was accepted: %v", err)
			}
			mustUpdate(t, s, "2", appending(did(3, scene("c"))))
			mustCheck(t, path)
			var doubled int
			if err := s.readDB.QueryRow("SELECT count(*) - count(DISTINCT encounter || ' ' || seq) FROM entries").Scan(&doubled); err != nil || doubled != 0 {
				t.Errorf("%d entries have the number of another, %v", doubled, err)
			}
			if log := entries(t, s); len(log) != 4 || log[2].Command != "/do else" || log[3].Command != "/do 3" {
				t.Errorf("the log is %+v", log)
			}
		})
	}
}
