package storetest

import (
	"fmt"
	"strings"

	"roundel/engine"
	"roundel/engine/reason"
)

// gone is the code of a refusal because there is nothing to undo or redo.
const gone = engine.NothingToUndo

func walkTheChain(e *env) {
	e.scenes(3)
	if got := e.do("101", Undoing(10)); got != "/do 3" {
		e.Fatalf("undid %q", got)
	}
	e.do("102", Undoing(11))
	e.wantScene("1")
	e.reopen()
	if got := e.do("111", Redoing(12)); got != "/do 2" {
		e.Fatalf("redid %q", got)
	}
	e.wantScene("2")
	e.do("121", Appending(Did(13, scene("other")))) // after that there is nothing to redo
	e.wantRefused(Redoing(14), gone, reason.NothingToRedo)
	for i, want := range []string{"2", "1", "0"} {
		e.do(fmt.Sprint(130+i), Undoing(15+i))
		e.wantScene(want)
	}
	e.wantRefused(Undoing(18), gone, reason.NothingToUndo)
}

func logKeepsUndone(e *env) {
	e.scenes(2)                                   // 1 2 3
	e.do("", Undoing(3))                          // 4: undoes 3
	e.do("", Undoing(4))                          // 5: undoes 2
	e.do("", Redoing(5))                          // 6: redoes 2
	e.do("", Appending(noted(5, scene("noted")))) // 7
	e.do("", Appending(Did(6, scene("new"))))     // 8
	e.forget()
	got := ""
	for _, entry := range e.log() {
		text := ""
		for _, event := range entry.Events {
			if set, ok := event.(engine.SceneSet); ok {
				text = set.Text
			}
		}
		got += fmt.Sprintf("%d %s of %d undone %v: %s\n", entry.Seq, entry.Kind, entry.Of, entry.Undone, text)
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
		e.Errorf("the log is\n%swant\n%s", got, want)
	}
	if undo := e.log()[3]; undo.By != "gm" || !undo.At.Equal(At(3)) || undo.Command != "undo" {
		e.Errorf("the undo is %+v", undo)
	}
	e.wantScene("new")
}

func noteKeepsRedo(e *env) {
	e.scenes(2)
	e.do("", Undoing(3))
	e.do("", Appending(noted(3, engine.DiceRolled{By: "p"})))
	e.do("", Redoing(4))
	e.wantScene("2")
	e.do("", Undoing(5))
	e.wantScene("1")
}

// wantTurn fails unless the current turn is the given one and counts from second began.
func (e *env) wantTurn(turn engine.TurnID, began int) {
	e.Helper()
	if got := e.state(); got.Turn != turn || turn != 0 && !got.TurnCountsFrom().Equal(At(began)) {
		e.Fatalf("turn %d began %v, want %d at %v", got.Turn, got.TurnCountsFrom(), turn, At(began))
	}
}

func turnBegan(n, turn int) engine.Entry {
	return Did(n, engine.TurnBegan{Units: []engine.UnitID{1}, Turn: engine.TurnID(turn), At: At(n)})
}

func undoRestartsTheTurn(e *env) {
	e.do("", Appending(Did(0, started("Bridge"))))
	e.do("", Appending(turnBegan(1, 2)))
	e.do("", Appending(Did(2, scene("dusk"))))
	e.do("", Appending(turnBegan(3, 4)))
	e.do("", Undoing(100))
	e.wantTurn(2, 100)
	e.do("", Redoing(200))
	e.wantTurn(4, 200)
	e.do("", Undoing(300))
	e.do("", Appending(Did(301, scene("night"))))
	e.wantTurn(2, 300)
	e.do("", Undoing(400))
	e.do("", Undoing(401))
	e.wantTurn(2, 401)
	e.do("", Undoing(402))
	e.wantTurn(0, 0)
	e.do("", Redoing(500))
	e.wantTurn(2, 500)
	e.refold()
	e.forget()
	e.wantTurn(2, 500)
}

// undoToAStep: an undo to a step takes back all later steps that still count, and skips what was undone before.
func undoToAStep(e *env) {
	e.scenes(3)                                    // 1 to 4
	e.do("", Undoing(10))                          // 5: undoes 4
	e.do("", Undoing(11))                          // 6: undoes 3
	e.do("", Redoing(12))                          // 7: redoes 3
	e.do("", Appending(Did(13, scene("a"))))       // 8
	e.do("", Appending(noted(13, scene("noted")))) // 9
	e.do("", Appending(Did(14, scene("b"))))       // 10
	for _, to := range []int64{4, 5, 7, 9, 11, 1 << 40, -1} {
		e.wantRefused(UndoingTo(20, to), engine.NotFound, reason.NotDone)
	}
	e.wantRefused(UndoingTo(20, 10), gone, reason.LastStep)
	e.wantRefused(RedoingTo(20, 10), gone, reason.NothingToRedo)
	if got := e.do("", UndoingTo(20, 2)); got != "/do 2 /do 13 /do 14" { // 11 to 13
		e.Errorf("undid %q", got)
	}
	e.wantScene("1")
	e.reopen()
	e.wantRefused(UndoingTo(21, 8), engine.NotFound, reason.NotDone)
	for _, to := range []int64{4, 2, -1} {
		e.wantRefused(RedoingTo(21, to), engine.NotFound, reason.NotUndone)
	}
	if got := e.do("", RedoingTo(21, 8)); got != "/do 2 /do 13" {
		e.Errorf("redid %q", got)
	}
	e.wantScene("a")
	if got := e.do("", Redoing(22)); got != "/do 14" {
		e.Errorf("redid %q", got)
	}
	e.do("", UndoingTo(23, 1))
	e.wantScene("0")
	e.do("", Appending(Did(24, scene("new"))))
	e.wantRefused(RedoingTo(25, 10), gone, reason.NothingToRedo)
}

// undoToAStepRestartsTheTurn: the turn that an undo leads back to begins again (CO-10).
func undoToAStepRestartsTheTurn(e *env) {
	e.do("", Appending(Did(0, started("Bridge"))))
	for n := range 3 {
		e.do("", Appending(turnBegan(1+n, n+2)))
	}
	e.do("", UndoingTo(100, 2))
	e.wantTurn(2, 100)
	e.do("", RedoingTo(200, 4))
	e.wantTurn(4, 200)
	e.refold()
	e.forget()
	e.wantTurn(4, 200)
}

// twoHundredUndos: two hundred steps are undone and redone one by one, across checkpoints and a restart.
func twoHundredUndos(e *env) {
	many := []engine.Entry{Did(0, started("Bridge"), scene("0"))}
	for n := range 200 {
		many = append(many, Did(1+n, scene("%d", 1+n)))
	}
	e.do("", Appending(many...))
	// five commands in each update, because each update waits for the disk
	const each = 5
	steps := func(fn update) update {
		return func(j engine.Journal) ([]byte, error) {
			var scenes []string
			for range each {
				if _, err := fn(j); err != nil {
					return nil, err
				}
				scenes = append(scenes, j.State().Scene)
			}
			return []byte(strings.Join(scenes, " ")), nil
		}
	}
	for i := 200; i > 0; i -= each {
		if got, want := e.do("", steps(Undoing(1000))), fmt.Sprint(i-1, " ", i-2, " ", i-3, " ", i-4, " ", i-5); got != want {
			e.Fatalf("the scenes are %q, want %q", got, want)
		}
		if i == 100 {
			e.reopen()
		}
	}
	e.wantRefused(Undoing(1000), gone, reason.NothingToUndo)
	for i := 0; i < 200; i += each {
		if got, want := e.do("", steps(Redoing(2000))), fmt.Sprint(i+1, " ", i+2, " ", i+3, " ", i+4, " ", i+5); got != want {
			e.Fatalf("the scenes are %q, want %q", got, want)
		}
	}
	e.wantRefused(Redoing(2000), gone, reason.NothingToRedo)
	e.do("", Undoing(3000))
	e.wantScene("199")
}

// twoHundredSteps: two hundred steps are undone and redone in one transaction each, across a restart and with empty
// caches. More than [engine.MaxSteps] are refused.
func twoHundredSteps(e *env) {
	many := []engine.Entry{Did(0, started("Bridge"), scene("0"))}
	for n := range 300 {
		many = append(many, Did(1+n, scene("%d", 1+n)))
	}
	e.do("", Appending(many...))
	e.wantRefused(UndoingTo(1000, 301-engine.MaxSteps-1), engine.Invalid, reason.TooManySteps)
	e.do("", UndoingTo(1000, 101))
	e.wantScene("100")
	e.reopen()
	e.wantScene("100")
	e.do("", UndoingTo(1001, 1))
	e.wantScene("0")
	e.forget()
	e.wantRefused(RedoingTo(1002, 301), engine.Invalid, reason.TooManySteps)
	if got := e.do("", RedoingTo(1002, 201)); strings.Count(got, "/do") != 200 || !strings.HasPrefix(got, "/do 1 /do 2 ") {
		e.Errorf("redid %q", got)
	}
	e.wantScene("200")
	e.refold()
	e.forget()
	e.wantScene("200")
	e.do("", RedoingTo(1003, 301))
	e.wantScene("300")
}

// stepsToChooseFrom: Done and Undone return the nearest steps with the state before them.
func stepsToChooseFrom(e *env) {
	steps := func(get func(engine.Journal) (engine.Steps, error)) (out string) {
		e.Helper()
		e.no(e.fights.Read(e.ctx(), channel, func(j engine.Journal) error {
			got, err := get(j)
			if got.Before != nil {
				out = "after " + got.Before.Scene + ":"
			}
			for entry, done := range got.All() {
				out += fmt.Sprintf(" %d=%s", entry.Seq, done.State.Scene)
			}
			return err
		}))
		return out
	}
	done := func(n int) string {
		return steps(func(j engine.Journal) (engine.Steps, error) { return j.Done(n) })
	}
	undone := func(n int) string {
		return steps(func(j engine.Journal) (engine.Steps, error) { return j.Undone(n) })
	}
	want := func(got, want string) {
		e.Helper()
		if got != want {
			e.Errorf("got %q, want %q", got, want)
		}
	}
	want(done(3)+undone(3), "")
	e.scenes(5)
	e.do("", UndoingTo(10, 3))
	want(done(2), "after 0: 2=1 3=2")
	want(done(9), " 1=0 2=1 3=2")
	want(undone(2), "after 2: 4=3 5=4")
	e.forget()
	want(undone(9), "after 2: 4=3 5=4 6=5")
	e.do("", Appending(Did(11, scene("x"))))
	want(done(2), "after 1: 3=2 10=x")
	want(undone(2), "after x:")
	e.do("", Appending(Did(12, ended())))
	want(done(3)+undone(3), "")
}

// latest: the latest state does not include what was undone.
func latest(e *env) {
	latest := func() (got *engine.State) {
		e.Helper()
		e.no(e.fights.Log(e.ctx(), channel, func(l engine.Log) (err error) {
			got, err = engine.Latest(l)
			return err
		}))
		return got
	}
	if got := latest(); got != nil {
		e.Errorf("before the first fight: %+v", got)
	}
	e.scenes(3)
	e.do("", Undoing(10))
	if got := latest(); got.Scene != "2" || got.Phase == engine.Ended {
		e.Errorf("while the fight runs: %+v", got)
	}
	e.do("", Appending(Did(11, ended())))
	if got := latest(); got.Scene != "2" || got.Phase != engine.Ended || got.GM != "gm" {
		e.Errorf("after the end: %+v", got)
	}
	e.do("", Appending(Did(12, started("Next"))))
	if got := latest(); got.Name != "Next" {
		e.Errorf("in the next fight: %+v", got)
	}
}

// longLog: a long log, with undos far from the entries they undo, is yielded completely, and reading stops as soon as the
// caller stops.
func longLog(e *env) {
	const entries, back = 523, 276
	many := []engine.Entry{Did(0, started("Bridge"))}
	for i := range entries - 1 {
		many = append(many, Did(1+i, scene("%d", i)))
	}
	e.do("", Appending(many...))
	e.do("", func(j engine.Journal) ([]byte, error) {
		for range back {
			if _, err := j.Undo("gm", At(1000), 0); err != nil {
				return nil, err
			}
		}
		return nil, nil
	})
	got := e.log()
	if len(got) != entries+back {
		e.Fatalf("%d entries, want %d", len(got), entries+back)
	}
	for i, entry := range got {
		of := i
		if i >= entries {
			of = entries - 1 - (i - entries)
		}
		if entry.Seq != int64(i+1) || len(entry.Events) != 1 || entry.Events[0] != many[of].Events[0] || entry.Undone != (i < entries && i >= entries-back) {
			e.Fatalf("entry %d is %+v", i+1, entry)
		}
	}
	read := 0
	e.no(e.fights.Log(e.ctx(), channel, func(l engine.Log) error {
		for range 2 { // it can be read again
			read = 0
			for range l.All() {
				read++
				if read == 3 {
					break
				}
			}
		}
		return nil
	}))
	if read != 3 {
		e.Errorf("%d entries were read", read)
	}
}

// textMustBeKnown: a start whose text is not what its event says, or that is nowhere, stores nothing.
func textMustBeKnown(e *env) {
	name := func(hash string, text []byte) engine.Entry {
		entry := Did(0, engine.EncounterStarted{Name: "Bridge", Ruleset: "test", Text: hash, GM: "gm"})
		entry.Text = text
		return entry
	}
	one := engine.TextHash(rules(1))
	for what, entry := range map[string]engine.Entry{
		"another text":    name(one, rules(2)),
		"a text, no hash": name("", rules(1)),
		"upper case":      name(strings.ToUpper(one), rules(1)),
		"no text":         name(one, nil),
		"an unknown text": name(engine.TextHash(rules(3)), nil),
		"not even a hash": name("rules-1", nil),
	} {
		if err := e.try("7", Appending(entry)); err == nil {
			e.Errorf("%s was accepted", what)
		}
		if e.state() != nil {
			e.Errorf("%s: the fight has begun", what)
		}
	}
	e.do("7", Appending(name(one, rules(1))))
	e.doIn("101", "8", Appending(name(one, nil)))
	if got := e.stateIn("101"); got == nil || got.Text != one {
		e.Errorf("the state is %+v", got)
	}
}
