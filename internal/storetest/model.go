package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"pgregory.net/rapid"

	"roundel/engine"
	"roundel/snowflake"
)

// model is a simple model of a channel: it folds the whole log every time.
type model struct {
	log    []engine.Entry
	chain  []int // indexes into log, first to last
	redo   []int
	began  time.Time // the time of the last undo or redo …
	moved  int       // … and the length of the chain after it; 0: none
	active bool
}

func (m *model) state() *engine.State {
	if !m.active {
		return nil
	}
	var s *engine.State
	for i, at := range m.chain {
		s = engine.Fold(s, m.log[at].Events)
		if i+1 == m.moved && s.Turn != 0 {
			s.Restarted = m.began
		}
	}
	if s.Turn == 0 {
		s.TurnBegan, s.Restarted = time.Time{}, time.Time{} // they mean nothing without a turn
	}
	return s
}

func (m *model) add(kind engine.EntryKind, of int64, e engine.Entry) {
	e.Kind, e.Of, e.Seq = kind, of, int64(len(m.log)+1)
	m.log = append(m.log, e)
}

func (m *model) append(e engine.Entry) error {
	_, starts := e.Events[0].(engine.EncounterStarted)
	if starts == m.active || starts && e.Kind == engine.Noted {
		return errors.New("refused")
	}
	if starts {
		*m = model{active: true}
	}
	m.add(e.Kind, 0, e)
	if e.Kind == engine.Noted {
		return nil
	}
	m.chain, m.redo = append(m.chain, len(m.log)-1), nil
	if m.state().Phase == engine.Ended {
		m.active = false
	}
	return nil
}

// undoTo undoes everything after an entry, or the last step.
func (m *model) undoTo(to int64, at time.Time) error {
	i := slices.IndexFunc(m.chain, func(i int) bool { return m.log[i].Seq == to })
	if to == 0 {
		i = len(m.chain) - 2
	}
	if !m.active || i < 0 || i == len(m.chain)-1 || len(m.chain)-1-i > engine.MaxSteps {
		return errors.New("refused")
	}
	for len(m.chain) > i+1 {
		m.undo(at)
	}
	return nil
}

// redoTo redoes everything up to an entry, or the next step.
func (m *model) redoTo(to int64, at time.Time) error {
	i := slices.IndexFunc(m.redo, func(i int) bool { return m.log[i].Seq == to })
	if to == 0 {
		i = len(m.redo) - 1
	}
	if !m.active || i < 0 || len(m.redo)-i > engine.MaxSteps {
		return errors.New("refused")
	}
	for len(m.redo) > i {
		m.redoLast(at)
	}
	return nil
}

func (m *model) undo(at time.Time) {
	n := len(m.chain)
	k := m.log[m.chain[n-1]]
	m.redo, m.chain = append(m.redo, m.chain[n-1]), m.chain[:n-1]
	m.add(engine.Undid, k.Seq, engine.Entry{By: "gm", At: at, Command: "undo", Events: k.Events})
	m.began, m.moved = at, len(m.chain)
}

func (m *model) redoLast(at time.Time) {
	n := len(m.redo)
	k := m.log[m.redo[n-1]]
	m.chain, m.redo = append(m.chain, m.redo[n-1]), m.redo[:n-1]
	m.add(engine.Redid, k.Seq, engine.Entry{By: "gm", At: at, Command: "redo", Events: k.Events})
	m.began, m.moved = at, len(m.chain)
}

func (m *model) entries() []engine.Entry {
	out := make([]engine.Entry, len(m.log))
	for i, e := range m.log {
		e.Undone = e.Kind == engine.Did
		out[i], out[i].Text = e, nil // it is write-only
	}
	for _, at := range m.chain {
		out[at].Undone = false
	}
	return out
}

func (m *model) copy() *model {
	c := *m
	c.log = append([]engine.Entry(nil), m.log...)
	c.chain = append([]int(nil), m.chain...)
	c.redo = append([]int(nil), m.redo...)
	return &c
}

// randomEntry returns an entry that is valid in most states.
func randomEntry(t *rapid.T, n int, next int64) engine.Entry {
	name := fmt.Sprint(n)
	events := rapid.SampledFrom([][]engine.Event{
		{scene("%s", name)},
		{scene("%s", name)},
		{engine.TurnBegan{Units: []engine.UnitID{engine.UnitID(n)}, Turn: engine.TurnID(next), At: At(n)}},
		{engine.RoundBegan{Round: n}},
		{engine.UnitFormed{Unit: engine.UnitForm{ID: engine.UnitID(n), Name: name}}, engine.CombatantAdded{Combatant: engine.Combatant{
			ID: engine.CombatantID(n), Name: name, Unit: engine.UnitID(n), Stats: map[string]int{"ac": n}}}},
		{engine.HPChanged{Combatant: engine.CombatantID(n - 1), Tracked: true, To: n, Max: 2 * n}},
		{engine.Paused{}},
		{engine.Resumed{}},
		{ended()},
		{started(name)},
		{startedUnder(name, rules(n%3)).Events[0]},
	}).Draw(t, "events")
	kind := engine.Did
	if rapid.IntRange(0, 9).Draw(t, "noted") == 0 {
		kind, events = engine.Noted, []engine.Event{engine.DiceRolled{Reason: name}}
	}
	e := engine.Entry{Kind: kind, By: "gm", At: At(n), Command: name, Events: events}
	if begun, ok := events[0].(engine.EncounterStarted); ok && begun.Text != "" {
		e.Text = rules(n % 3)
	}
	return e
}

// randomStep returns 0, for a single step, or the number of any entry, mostly of one near the end.
func randomStep(t *rapid.T, m *model) int64 {
	n := len(m.log)
	if rapid.Bool().Draw(t, "one step") || n == 0 {
		return 0
	}
	return int64(rapid.IntRange(max(1, n-rapid.SampledFrom([]int{5, 1 << 20}).Draw(t, "far")), n).Draw(t, "to"))
}

// far is the number of entries that a random fight sometimes makes at once, to get past a checkpoint.
const far = 131

// randomFight is a random fight on the store and on the model.
type randomFight struct {
	*rapid.T
	e  *env
	ch snowflake.Channel
	m  *model
	n  int
}

// step does one random thing in the fight and to m.
func (f *randomFight) step(j engine.Journal, m *model) {
	f.n++
	var got, want error
	switch rapid.SampledFrom([]string{"append", "append", "append", "undo", "undo", "redo"}).Draw(f.T, "step") {
	case "append":
		e := randomEntry(f.T, f.n, j.NextSeq())
		got, want = j.Append(e), m.append(e)
	case "undo":
		to := randomStep(f.T, m)
		_, got = j.Undo("gm", At(1000+f.n), to)
		want = m.undoTo(to, At(1000+f.n))
	case "redo":
		to := randomStep(f.T, m)
		_, got = j.Redo("gm", At(1000+f.n), to)
		want = m.redoTo(to, At(1000+f.n))
	}
	if (got == nil) != (want == nil) {
		f.Fatalf("the store returns %v, the model %v", got, want)
	}
}

// update does several things in one transaction, which returns fail.
func (f *randomFight) update(fail error, do func(j engine.Journal, m *model)) {
	next := f.m.copy()
	_, _, err := f.e.fights.Update(context.Background(), f.ch, "", func(j engine.Journal) (answer []byte, err error) {
		defer func() { // rapid aborts a case with a panic, which must not leave its own goroutine
			if v := recover(); v != nil {
				err = fmt.Errorf("%v", v)
			}
		}()
		do(j, next)
		return nil, fail
	})
	if err != fail {
		f.Fatalf("update: %v", err)
	}
	if fail == nil {
		f.m = next
	}
}

func (f *randomFight) steps(n int, fail error) {
	f.update(fail, func(j engine.Journal, m *model) {
		for range n {
			f.step(j, m)
		}
	})
}

// farther makes many entries at once.
func (f *randomFight) farther(j engine.Journal, m *model) {
	for range far {
		f.n++
		e := engine.Entry{Kind: engine.Did, At: At(f.n), Events: []engine.Event{scene("%d", f.n)}}
		if got, want := j.Append(e), m.append(e); (got == nil) != (want == nil) {
			f.Fatalf("the store returns %v, the model %v", got, want)
		}
	}
}

// compare compares the state with the model's.
func (f *randomFight) compare() {
	err := f.e.fights.Read(context.Background(), f.ch, func(j engine.Journal) error {
		got := j.State()
		if got != nil && got.Turn == 0 {
			got = got.Clone()
			got.TurnBegan, got.Restarted = time.Time{}, time.Time{}
		}
		if g, w := plain(f.T, got), plain(f.T, f.m.state()); g != w {
			f.Fatalf("the state is\n%s\nwant\n%s", g, w)
		}
		return nil
	})
	if err != nil {
		f.Fatal(err)
	}
}

// compareLogs compares the log with the model's.
func (f *randomFight) compareLogs() {
	err := f.e.fights.Log(context.Background(), f.ch, func(l engine.Log) error {
		log, err := all(l)
		if g, w := plain(f.T, log), plain(f.T, f.m.entries()); g != w && len(f.m.log) > 0 {
			f.Fatalf("the log is\n%s\nwant\n%s", g, w)
		}
		return err
	})
	if err != nil {
		f.Fatal(err)
	}
}

func plain(t *rapid.T, v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// randomFights plays random commands on the store and on the model. The database is sound afterwards.
func randomFights(e *env) {
	fights := 0
	rapid.Check(e.T, func(rt *rapid.T) {
		fights++
		f := &randomFight{T: rt, e: e, ch: snowflake.Channel(fmt.Sprint("fight ", fights)), m: &model{}}
		rt.Repeat(map[string]func(*rapid.T){
			"":         func(*rapid.T) { f.compare() },
			"log":      func(*rapid.T) { f.compareLogs() },
			"one":      func(*rapid.T) { f.steps(1, nil) },
			"some":     func(*rapid.T) { f.steps(5, nil) },
			"fails":    func(*rapid.T) { f.steps(3, errors.New("mine")) },
			"cold":     func(*rapid.T) { e.forget() },
			"refolded": func(*rapid.T) { e.refold(); e.forget() },
			"far":      func(*rapid.T) { f.update(nil, f.farther) },
		})
	})
	if e.s != nil {
		e.check()
	}
}
