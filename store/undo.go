package store

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"roundel/engine"
	"roundel/engine/reason"
	"roundel/snowflake"
)

// Undo undoes every step after entry to, or only the last one if to is 0. Each step gets an entry of its own in the log.
// However many there are, only the state that they lead back to is computed.
func (j *journal) Undo(by snowflake.User, at time.Time, to int64) (engine.Steps, error) {
	if err := j.writable(); err != nil {
		return engine.Steps{}, err
	}
	steps, err := j.toUndo(to)
	if err != nil {
		return engine.Steps{}, err
	}
	first := steps[len(steps)-1]
	state, err := j.stateAt(first.Parent)
	if err != nil {
		return engine.Steps{}, err
	}
	for _, k := range steps {
		if err := j.log(Row{Kind: engine.Undid, Of: k.Seq, By: by, At: at, Command: "undo"}, nil); err != nil {
			return engine.Steps{}, err
		}
		j.enc.Redo = append(j.enc.Redo, k.Seq)
	}
	j.enc.Head, j.enc.Depth = first.Parent, first.Depth-1
	j.state, j.rewound, j.atPoint = restarted(state, at), true, false
	slices.Reverse(steps)
	return stepsOf(j.state, steps, true), nil
}

// toUndo returns the steps that Undo undoes, the last one first.
func (j *journal) toUndo(to int64) ([]Row, error) {
	if !j.open() {
		return nil, engine.Refuse(engine.NothingToUndo, reason.NoFight, engine.Args{})
	}
	if to == j.enc.Head {
		return nil, engine.Refuse(engine.NothingToUndo, reason.LastStep, engine.Args{})
	}
	k, err := j.entry(j.enc.Head)
	if err != nil {
		return nil, err
	}
	if to == 0 && k.Parent == 0 {
		return nil, engine.Refuse(engine.NothingToUndo, reason.NothingToUndo, engine.Args{})
	}
	if to == 0 {
		return []Row{k}, nil
	}
	if to < 0 || to > j.enc.Head {
		return nil, notAStep(reason.NotDone, to)
	}
	var steps []Row
	for k.Seq > to {
		if len(steps) == engine.MaxSteps {
			return nil, tooManySteps()
		}
		steps = append(steps, k)
		if k, err = j.entry(k.Parent); err != nil {
			return nil, err
		}
	}
	if k.Seq != to {
		return nil, notAStep(reason.NotDone, to)
	}
	return steps, nil
}

// Redo redoes every undone step up to and including entry to, or only the next one if to is 0.
func (j *journal) Redo(by snowflake.User, at time.Time, to int64) (engine.Steps, error) {
	if err := j.writable(); err != nil {
		return engine.Steps{}, err
	}
	n, err := j.toRedo(to)
	if err != nil {
		return engine.Steps{}, err
	}
	steps, err := j.undone(n)
	if err != nil {
		return engine.Steps{}, err
	}
	before, state := j.state, j.state
	for _, k := range steps {
		if err := j.log(Row{Kind: engine.Redid, Of: k.Seq, By: by, At: at, Command: "redo"}, nil); err != nil {
			return engine.Steps{}, err
		}
		state = engine.Fold(state, k.events)
	}
	last := steps[n-1]
	j.enc.Head, j.enc.Depth, j.enc.Redo = last.Seq, last.Depth, j.enc.Redo[:len(j.enc.Redo)-n]
	j.state, j.rewound, j.atPoint = restarted(state, at), true, false
	return stepsOf(before, steps, false), nil
}

// toRedo returns the number of steps that Redo redoes.
func (j *journal) toRedo(to int64) (int, error) {
	if !j.open() {
		return 0, engine.Refuse(engine.NothingToUndo, reason.NoFight, engine.Args{})
	}
	if len(j.enc.Redo) == 0 {
		return 0, engine.Refuse(engine.NothingToUndo, reason.NothingToRedo, engine.Args{})
	}
	if to == 0 {
		return 1, nil
	}
	i := slices.Index(j.enc.Redo, to)
	n := len(j.enc.Redo) - i
	switch {
	case i < 0:
		return 0, notAStep(reason.NotUndone, to)
	case n > engine.MaxSteps:
		return 0, tooManySteps()
	}
	return n, nil
}

// restarted sets the start of the current turn to the given time (CO-10), so that after an undo its holder has the whole
// turn again. It changes the state, which must not be shared.
func restarted(s *engine.State, at time.Time) *engine.State {
	s.Restarted = time.Time{}
	if s.Turn != 0 {
		s.Restarted = millis(at.UnixMilli())
	}
	return s
}

// undone reads the next n entries to redo, in the order in which they happened.
func (j *journal) undone(n int) ([]Row, error) {
	var steps []Row
	parent := j.enc.Head
	for _, seq := range slices.Backward(j.enc.Redo[len(j.enc.Redo)-n:]) {
		k, err := j.entry(seq)
		if err != nil {
			return nil, err
		}
		if k.Parent != parent {
			return nil, fmt.Errorf("store: encounter %d: entry %d does not follow %d", j.enc.ID, k.Seq, parent)
		}
		steps, parent = append(steps, k), k.Seq
	}
	return steps, nil
}

// Done returns the last n entries that lead to the current state.
func (j *journal) Done(n int) (engine.Steps, error) {
	if !j.open() {
		return engine.Steps{}, nil
	}
	var steps []Row
	seq := j.enc.Head
	for seq != 0 && len(steps) < n {
		k, err := j.entry(seq)
		if err != nil {
			return engine.Steps{}, err
		}
		steps, seq = append(steps, k), k.Parent
	}
	var before *engine.State
	if seq != 0 {
		var err error
		if before, err = j.stateAt(seq); err != nil {
			return engine.Steps{}, err
		}
	}
	slices.Reverse(steps)
	return stepsOf(before, steps, false), nil
}

// Undone returns the next n entries to redo.
func (j *journal) Undone(n int) (engine.Steps, error) {
	if !j.open() {
		return engine.Steps{}, nil
	}
	steps, err := j.undone(min(n, len(j.enc.Redo)))
	return stepsOf(j.state, steps, true), err
}

func stepsOf(before *engine.State, rows []Row, undone bool) engine.Steps {
	out := engine.Steps{Before: before}
	for _, r := range rows {
		out.Entries = append(out.Entries, r.entry(undone))
	}
	return out
}

func notAStep(reason reason.Reason, to int64) error {
	return engine.Refuse(engine.NotFound, reason, engine.Args{Text: strconv.FormatInt(to, 10)})
}

func tooManySteps() error {
	return engine.Refuse(engine.Invalid, reason.TooManySteps, engine.Args{High: engine.MaxSteps})
}
