package play

import (
	"slices"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/formula"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// PickDown is the GM's choice of what 0 hit points mean for a combatant (CO-12).
type PickDown struct {
	ID    engine.CombatantID
	State string
}

func (c PickDown) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	m := d.State.Combatant(c.ID)
	switch {
	case m == nil:
		return engine.Refuse(engine.NotFound, reason.Gone, engine.Args{})
	case m.Standing():
		return engine.Refuse(engine.NotNow, reason.NotDown, engine.Args{Name: m.Name})
	case !slices.Contains(engine.DownStates(), c.State):
		return engine.Refuse(engine.Invalid, reason.DownState, engine.Args{Text: c.State, Names: engine.DownStates()})
	}
	d.emit(engine.DownPicked{Combatant: m.ID, State: c.State})
	return nil
}

// rollDown rolls for a combatant that is down. It refuses that while the fight is paused if the roll would end a turn.
func (c EffectSave) rollDown(d *decider, m *engine.Combatant) error {
	if m.Saves.Due && d.State.Paused && slices.Contains(d.State.ActiveMembers(), m) {
		return engine.Refuse(engine.NotNow, reason.Paused, engine.Args{})
	}
	expr, _ := d.State.SaveDice(d.Rules, m)
	counted, _ := formula.Split(expr)
	if c.Roll != nil {
		if err := checkRoll(*c.Roll, counted, ""); err != nil {
			return err
		}
	}
	d.rollDownSave(m.ID, c.Roll)
	d.settleTies()
	return nil
}

// goDown gives a combatant at 0 hit points the ruleset's state for that (RS-68). taken is the damage taken (NU-12), and beyond the part of it
// below 0.
func (f *fight) goDown(id engine.CombatantID, taken, beyond int) {
	d, c := f.Rules.Down, f.State.Combatant(id)
	if d == nil || c == nil || c.Standing() || !(c.Kind == engine.PC && d.PC || c.Kind == engine.NPC && d.NPC) {
		return
	}
	out := engine.DownChanged{Combatant: id, State: d.First, Massive: d.Massive && taken > 0 && beyond >= max(1, c.MaxHP)}
	switch {
	case c.Saves == nil && c.Down != "": // the GM's choice
		return
	case c.Saves == nil && d.Level:
		out.Saves.Level = 1
	case c.Saves == nil:
	case taken <= 0 || c.Down == d.Last || d.Hit == 0 && !out.Massive:
		return
	default:
		out.Saves, out.Hit = *c.Saves, d.Hit
		if c.Down == d.Middle {
			out.Saves = engine.SaveState{}
		}
		if d.Level {
			out.Saves.Level += d.Hit
		} else {
			out.Saves.Fails += d.Hit
		}
	}
	if out.Massive {
		out.State, out.Saves.Due = d.Last, false
	} else {
		out.State = reached(d, &out.Saves)
	}
	f.emit(out)
}

// reached returns the state that the counts or the level lead to, and limits them to what that takes.
func reached(d *ruleset.Down, saves *engine.SaveState) string {
	state, count := d.First, &saves.Fails
	if d.Level {
		count = &saves.Level
	}
	switch {
	case d.Fails > 0 && *count >= d.Fails:
		state, *count = d.Last, d.Fails
	case d.Level && saves.Level <= 0:
		state, saves.Level = d.Middle, 0
	case !d.Level && saves.Passes >= d.Passes:
		state, saves.Passes = d.Middle, d.Passes
	}
	if state != d.First {
		saves.Due = false
	}
	return state
}

// dueDownSave makes the check of a combatant that is down due when its first turn of the round begins (RS-68).
func (f *fight) dueDownSave(t ownTurn) {
	if c := f.State.Combatant(t.who); c != nil && !t.again && c.Saving(f.Rules) && !c.Acted && !c.Surprised {
		f.emit(engine.SaveDue{Combatant: t.who})
		if f.State.CheckChanges(f.Rules, f.Rules.Down.Saves, f.Rules.Down.Roll, c).Fails != "" {
			f.failing = append(f.failing, t.who)
		}
	}
}

// failDownSaves makes the checks that have come due in this command and fail without a roll (NU-25). That ends turns, so more can come due, but
// nobody fails twice in one command.
func (f *fight) failDownSaves() {
	var failed []engine.CombatantID
	for len(f.failing) > 0 {
		id := f.failing[0]
		f.failing = f.failing[1:]
		c := f.State.Combatant(id)
		if c == nil || !c.Saving(f.Rules) || !c.Saves.Due || f.State.Paused || slices.Contains(failed, id) {
			continue
		}
		failed = append(failed, id)
		if f.State.Turn == f.NextTurn { // the next turn needs an ID of its own
			f.NextTurn++
		}
		f.rollDownSave(id, nil)
		f.settleTies()
	}
}

// rollDownSave rolls for a combatant that is down, or takes the typed dice, and carries out what follows: if it stays down, the turn that waited
// for the roll ends (RS-68). The combatant must be [fight.saving].
func (f *fight) rollDownSave(id engine.CombatantID, typed *int) {
	d, c := f.Rules.Down, f.State.Combatant(id)
	expr, needs := f.State.SaveDice(f.Rules, c)
	changes := f.State.CheckChanges(f.Rules, d.Saves, d.Roll, c)
	roll, natural, steps := dice.Result{}, 0, -1 // steps: passes or, if negative, fails; it stays -1 if it fails without a roll (NU-25)
	var mods []engine.Mod
	if changes.Fails == "" {
		roller := f.rollerFor(c, c.Hidden)
		roll, natural = rollFor(expr, typed, roller)
		mods = engine.RollBonuses(changes.Bonuses, roller)
		steps = [4]int{-2, -1, 1, 2}[degree(roll.Total+sum(mods)-needs, natural, d.Degrees)]
		if natural == 1 && d.OnOne > 0 {
			steps = min(steps, -1-d.OnOne)
		}
	}
	out := engine.Saved{Combatant: id, Label: d.Label, Roll: roll, Mods: mods, Edges: changes.Edges, FailsBy: changes.Fails, Needs: needs, Passed: steps > 0,
		Counts: max(steps, -steps), State: c.Down, Saves: *c.Saves, Up: d.UpAt > 0 && natural == 20}
	due := c.Saves.Due
	out.Saves.Due = false
	switch {
	case out.Up:
		out.Passed = true
	case d.Level:
		out.Saves.Level -= steps
	case steps > 0:
		out.Saves.Passes += steps
	default:
		out.Saves.Fails -= steps
	}
	if !out.Up {
		out.State = reached(d, &out.Saves)
	}
	most := max(1, c.MaxHP)
	f.emit(out)
	if out.Up {
		f.changeHP(engine.HPChanged{Combatant: id, Amount: min(d.UpAt, most), Set: true})
		return
	}
	c = f.State.Combatant(id)
	switch {
	case !due || !f.State.MayAct(c):
	case f.State.IsActive(c.Unit):
		f.endMemberTurn(id)
		f.endTurnIfDone()
	case f.State.IsInterrupted(c.Unit):
		f.endMemberTurn(id)
	}
}
