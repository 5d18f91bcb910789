package store

import (
	"fmt"
	"testing"

	"roundel/engine"
	"roundel/engine/reason"
)

// wantRefused checks that an update is refused for a reason and changes nothing.
func wantRefused(t testing.TB, s *Store, fn func(engine.Journal) ([]byte, error), reason reason.Reason) {
	t.Helper()
	before := len(entries(t, s))
	_, _, err := s.Update(t.Context(), channel, "", fn)
	refusal, ok := err.(*engine.Error)
	if !ok || refusal.Reason != reason {
		t.Errorf("got %v, want the reason %q", err, reason)
	}
	if n := len(entries(t, s)); n != before {
		t.Errorf("%d entries were added", n-before)
	}
}

// TestUndoToAStep: an undo to a step takes back all that hold after it, and skips what was undone before.
func TestUndoToAStep(t *testing.T) {
	path := file(t)
	s := mustOpen(t, path)
	scenes(t, s, 3)                                                                                           // 1 to 4
	mustUpdate(t, s, "", undoing(10))                                                                         // 5: undoes 4
	mustUpdate(t, s, "", undoing(11))                                                                         // 6: undoes 3
	mustUpdate(t, s, "", redoing(12))                                                                         // 7: redoes 3
	mustUpdate(t, s, "", appending(did(13, scene("a"))))                                                      // 8
	mustUpdate(t, s, "", appending(engine.Entry{Kind: engine.Noted, Events: []engine.Event{scene("noted")}})) // 9
	mustUpdate(t, s, "", appending(did(14, scene("b"))))                                                      // 10
	for to, reason := range map[int64]reason.Reason{4: reason.NotDone, 5: reason.NotDone, 7: reason.NotDone,
		9: reason.NotDone, 11: reason.NotDone, 1 << 40: reason.NotDone, -1: reason.NotDone, 10: reason.LastStep} {
		wantRefused(t, s, undoingTo(20, to), reason)
	}
	wantRefused(t, s, redoingTo(20, 10), reason.NothingToRedo)
	if got := mustUpdate(t, s, "", undoingTo(20, 2)); got != "/do 2 /do 13 /do 14" { // 11 to 13
		t.Errorf("undid %q", got)
	}
	wantScene(t, s, "1")
	mustClose(t, s)
	s = mustOpen(t, path)
	wantRefused(t, s, undoingTo(21, 8), reason.NotDone)
	wantRefused(t, s, redoingTo(21, 4), reason.NotUndone)
	wantRefused(t, s, redoingTo(21, 2), reason.NotUndone)
	if got := mustUpdate(t, s, "", redoingTo(21, 8)); got != "/do 2 /do 13" {
		t.Errorf("redid %q", got)
	}
	wantScene(t, s, "a")
	if got := mustUpdate(t, s, "", redoing(22)); got != "/do 14" {
		t.Errorf("redid %q", got)
	}
	mustUpdate(t, s, "", undoingTo(23, 1))
	wantScene(t, s, "0")
	mustUpdate(t, s, "", appending(did(24, scene("new"))))
	wantRefused(t, s, redoingTo(25, 10), reason.NothingToRedo)
	mustClose(t, s)
	mustCheck(t, path)
}

// TestUndoToAStepRestartsTheTurn: the turn that an undo leads back to begins again (CO-10).
func TestUndoToAStepRestartsTheTurn(t *testing.T) {
	s := mustOpen(t, file(t))
	mustUpdate(t, s, "", appending(did(0, started("Bridge"))))
	for n := range 3 {
		mustUpdate(t, s, "", appending(did(1+n, engine.TurnBegan{Units: []engine.UnitID{1}, Turn: engine.TurnID(n + 2), At: at(1 + n)})))
	}
	mustUpdate(t, s, "", undoingTo(100, 2))
	if got := state(t, s); got.Turn != 2 || !got.TurnCountsFrom().Equal(at(100)) {
		t.Errorf("turn %d began %v", got.Turn, got.TurnCountsFrom())
	}
	mustUpdate(t, s, "", redoingTo(200, 4))
	if got := state(t, s); got.Turn != 4 || !got.TurnCountsFrom().Equal(at(200)) {
		t.Errorf("turn %d began %v", got.Turn, got.TurnCountsFrom())
	}
	forgetStates(t, s)
	if got := state(t, s); got.Turn != 4 || !got.TurnCountsFrom().Equal(at(200)) {
		t.Errorf("folded from the log, turn %d began %v", got.Turn, got.TurnCountsFrom())
	}
}

// TestTwoHundredStepsAtOnce: two hundred steps are undone and redone in one transaction each, across a restart and with
// empty caches. More than [engine.MaxSteps] are refused.
func TestTwoHundredStepsAtOnce(t *testing.T) {
	path := file(t)
	s := mustOpen(t, path)
	scenes(t, s, 300)
	wantRefused(t, s, undoingTo(1000, 301-engine.MaxSteps-1), reason.TooManySteps)
	mustUpdate(t, s, "", undoingTo(1000, 101))
	wantScene(t, s, "100")
	mustClose(t, s)
	s = mustOpen(t, path)
	wantScene(t, s, "100")
	mustUpdate(t, s, "", undoingTo(1001, 1))
	wantScene(t, s, "0")
	cold(s)
	wantRefused(t, s, redoingTo(1002, 301), reason.TooManySteps)
	mustUpdate(t, s, "", redoingTo(1002, 201))
	wantScene(t, s, "200")
	forgetStates(t, s)
	wantScene(t, s, "200")
	mustUpdate(t, s, "", redoingTo(1003, 301))
	wantScene(t, s, "300")
	mustClose(t, s)
	mustCheck(t, path)
}

// TestUndoToAStepReadsFewEntriesHoweverLongTheFight: the entries undone and those since the checkpoint before them, each once.
// That holds after an upgrade that stores states in another format, too.
func TestUndoToAStepReadsFewEntriesHoweverLongTheFight(t *testing.T) {
	path := file(t)
	s := mustOpen(t, path)
	many := []engine.Entry{did(0, started("Bridge"))}
	for i := range 1000 {
		many = append(many, did(1+i, scene("%d", i)))
	}
	mustUpdate(t, s, "", appending(many...))
	few := func(fn func(engine.Journal) ([]byte, error), steps int) {
		t.Helper()
		read := 0
		mustUpdate(t, s, "", func(j engine.Journal) ([]byte, error) {
			answer, err := fn(j)
			read = j.(*journal).tx.rows
			return answer, err
		})
		if most := 2*steps + checkpointEvery + 3*indexEvery; read > most { // every block of entries has a query of the index
			t.Errorf("%d steps read %d rows, more than %d", steps, read, most)
		}
	}
	few(undoingTo(2000, 976), 25)
	wantScene(t, s, "974")
	few(redoingTo(2001, 1001), 25)
	wantScene(t, s, "999")
	mustClose(t, s)
	tamper(t, path, "UPDATE states SET data = json_set(data, '$.version', 999) WHERE data <> ''")
	tamper(t, path, "UPDATE checkpoints SET data = json_set(data, '$.version', 999)")
	s = mustOpen(t, path)
	few(undoingTo(2002, 801), 200)
	wantScene(t, s, "799")
	few(redoingTo(2003, 826), 25)
	wantScene(t, s, "824")
}

// TestStepsToChooseFrom: Done and Undone return the nearest steps with the state before them.
func TestStepsToChooseFrom(t *testing.T) {
	s := mustOpen(t, file(t))
	steps := func(get func(engine.Journal) (engine.Steps, error)) (out string) {
		t.Helper()
		err := s.Read(t.Context(), channel, func(j engine.Journal) error {
			got, err := get(j)
			if got.Before != nil {
				out = "after " + got.Before.Scene + ":"
			}
			for e, done := range got.All() {
				out += fmt.Sprintf(" %d=%s", e.Seq, done.State.Scene)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	done := func(n int) string {
		return steps(func(j engine.Journal) (engine.Steps, error) { return j.Done(n) })
	}
	undone := func(n int) string {
		return steps(func(j engine.Journal) (engine.Steps, error) { return j.Undone(n) })
	}
	want := func(got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	want(done(3)+undone(3), "")
	scenes(t, s, 5)
	mustUpdate(t, s, "", undoingTo(10, 3))
	want(done(2), "after 0: 2=1 3=2")
	want(done(9), " 1=0 2=1 3=2")
	want(undone(2), "after 2: 4=3 5=4")
	want(undone(9), "after 2: 4=3 5=4 6=5")
	mustUpdate(t, s, "", appending(did(11, scene("x"))))
	want(done(2), "after 1: 3=2 10=x")
	want(undone(2), "after x:")
	mustUpdate(t, s, "", appending(did(12, engine.EncounterEnded{})))
	want(done(3)+undone(3), "")
}

// TestLatestIsTheStateAtTheEnd: it does not include what was undone.
func TestLatestIsTheStateAtTheEnd(t *testing.T) {
	s := mustOpen(t, file(t))
	latest := func() (got *engine.State) {
		t.Helper()
		err := s.Log(t.Context(), channel, func(l engine.Log) (err error) {
			got, err = engine.Latest(l)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if got := latest(); got != nil {
		t.Errorf("before the first fight: %+v", got)
	}
	scenes(t, s, 3)
	mustUpdate(t, s, "", undoing(10))
	if got := latest(); got.Scene != "2" || got.Phase == engine.Ended {
		t.Errorf("while the fight runs: %+v", got)
	}
	mustUpdate(t, s, "", appending(did(11, engine.EncounterEnded{})))
	if got := latest(); got.Scene != "2" || got.Phase != engine.Ended || got.GM != "gm" {
		t.Errorf("after the end: %+v", got)
	}
	mustUpdate(t, s, "", appending(did(12, started("Next"))))
	if got := latest(); got.Name != "Next" {
		t.Errorf("in the next fight: %+v", got)
	}
}
