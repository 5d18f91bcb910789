package command

import (
	"slices"
	"strings"

	"roundel/engine"
)

// Limits on ticks and activities.
const (
	maxReserved   = 2   // ticks reserved for reactions (FT-6)
	maxCost       = 20  // ticks that an activity costs
	maxActivities = 100 // predefined in one fight
)

// requireTurn refuses a combatant who isn't active.
func (d *decider) requireTurn(c *engine.Combatant) error {
	if err := d.requireOrder(); err != nil {
		return err
	}
	if c.Surprised && d.Rules.Surprise == engine.RollsLate && d.State.Round == 1 {
		return engine.Refuse(engine.NotNow, engine.ReasonOnlyInstant, engine.Args{Name: c.Name})
	}
	if !slices.Contains(d.State.ActiveMembers(), c) {
		return engine.Refuse(engine.NotNow, engine.ReasonNotTurnOf, d.withTurn(engine.Args{Name: c.Name}))
	}
	return nil
}

func parseActivityName(text string) (string, error) {
	text = strings.TrimSpace(text)
	return text, checkText(text, 80, engine.ReasonActivityName)
}

func (c Do) decide(d *decider) error {
	m, err := d.performer(c.Who, true, "")
	if err != nil {
		return err
	}
	name, err := parseActivityName(c.Activity)
	if err != nil {
		return err
	}
	e := engine.Acted{Combatant: m.ID, Activity: name}
	if c.Once {
		if !d.Rules.Once {
			return d.notInRules(engine.ReasonNoOnce)
		}
		e.Once = true
	}
	if slices.Contains(m.Once, strings.ToLower(name)) {
		return engine.Refuse(engine.NotNow, engine.ReasonOnceUsed, engine.Args{Name: m.Name, Text: name})
	}
	switch d.Rules.Budget {
	case engine.Ticks:
		err = c.spendTicks(d, m, &e)
	case engine.Actions:
		err = c.useAction(d, m, &e)
	default:
		err = c.checkUncounted(d, m)
	}
	if err != nil {
		return err
	}
	d.Emit(e)
	return nil
}

// checkUncounted checks an activity under a ruleset that counts neither ticks nor actions (ST-13).
func (c Do) checkUncounted(d *decider, m *engine.Combatant) error {
	if c.Ticks != nil {
		return d.notInRules(engine.ReasonNoTicks)
	}
	if c.Type != "" {
		return d.notInRules(engine.ReasonNoActionTypes)
	}
	return d.requireTurn(m)
}

// spendTicks spends ticks on a predefined or improvised activity (FT-5).
func (c Do) spendTicks(d *decider, m *engine.Combatant, e *engine.Acted) error {
	if c.Type != "" {
		return d.notInRules(engine.ReasonNoActionTypes)
	}
	if err := d.requireTurn(m); err != nil {
		return err
	}
	cost, known := d.State.Activities[strings.ToLower(e.Activity)]
	if c.Ticks != nil {
		cost, known = *c.Ticks, true
	}
	if !known {
		return engine.Refuse(engine.Invalid, engine.ReasonUnknownActivity, engine.Args{Text: e.Activity})
	}
	if cost < 0 || cost > maxCost {
		return engine.Refuse(engine.Invalid, engine.ReasonTickCost, engine.Args{High: maxCost})
	}
	left := d.State.TicksLeft(m)
	if cost > left {
		return engine.Refuse(engine.NotNow, engine.ReasonTooFewTicks, engine.Args{Name: m.Name, Text: e.Activity, Count: cost, Left: left})
	}
	e.Ticks, e.Left = cost, left-cost
	return nil
}

// useAction uses one of the turn's actions. Instant actions are free at any time (CS-6).
func (c Do) useAction(d *decider, m *engine.Combatant, e *engine.Acted) error {
	if c.Ticks != nil {
		return d.notInRules(engine.ReasonNoTicks)
	}
	e.Type = engine.ActionType(strings.ToLower(strings.TrimSpace(c.Type)))
	if e.Type == "" {
		e.Type = engine.MainAction
	}
	switch e.Type {
	case engine.InstantAction:
		return d.requireOrder()
	case engine.MainAction, engine.MoveAction, engine.OnTurnAction:
	default:
		return engine.Refuse(engine.Invalid, engine.ReasonActionType, engine.Args{Text: c.Type,
			Names: []string{string(engine.MainAction), string(engine.MoveAction), string(engine.OnTurnAction), string(engine.InstantAction)}})
	}
	if err := d.requireTurn(m); err != nil {
		return err
	}
	switch e.Type {
	case engine.MainAction:
		e.Main = true
		return d.requireMainAction(m)
	case engine.MoveAction:
		return d.useMove(m, e)
	}
	return nil
}

// requireMainAction refuses a combatant who has used the main action.
func (d *decider) requireMainAction(m *engine.Combatant) error {
	if m.Main {
		return engine.Refuse(engine.NotNow, engine.ReasonMainUsed, engine.Args{Name: m.Name})
	}
	return nil
}

// useMove uses the move action, or the main action for a second move (RI-6).
func (d *decider) useMove(m *engine.Combatant, e *engine.Acted) error {
	e.Move = true
	if m.Moves == 0 {
		return nil
	}
	if m.Main || m.Moves > 1 {
		return engine.Refuse(engine.NotNow, engine.ReasonNoMoveLeft, engine.Args{Name: m.Name})
	}
	e.Main = true
	return nil
}

func (c Reserve) decide(d *decider) error {
	m, err := d.performer(c.Who, d.Rules.Budget == engine.Ticks, engine.ReasonNoTicks)
	if err != nil {
		return err
	}
	if err := d.requireTurn(m); err != nil {
		return err
	}
	left := d.State.TicksLeft(m)
	switch {
	case c.Ticks < 1 || m.Reserved+c.Ticks > maxReserved:
		return engine.Refuse(engine.Invalid, engine.ReasonReserveLimit, engine.Args{Name: m.Name, High: maxReserved, Left: m.Reserved})
	case c.Ticks > left:
		return engine.Refuse(engine.NotNow, engine.ReasonTooFewToReserve, engine.Args{Name: m.Name, Count: c.Ticks, Left: left})
	}
	d.Emit(engine.TicksReserved{Combatant: m.ID, Reserved: m.Reserved + c.Ticks, Left: left - c.Ticks})
	return nil
}

func (c React) decide(d *decider) error {
	m, err := d.performer(c.Who, d.Rules.Reactions, engine.ReasonNoReactions)
	if err != nil {
		return err
	}
	if err := d.requireOrder(); err != nil {
		return err
	}
	name, err := parseActivityName(c.Activity)
	if err != nil {
		return err
	}
	if err := d.requireCanReact(m); err != nil {
		return err
	}
	e := engine.Acted{Combatant: m.ID, Activity: name, Reaction: true}
	if d.Rules.Budget == engine.Ticks {
		if slices.Contains(d.State.ActiveMembers(), m) {
			return engine.Refuse(engine.NotNow, engine.ReasonReactOwnTurn, engine.Args{Name: m.Name})
		}
		if m.Reserved == 0 {
			return engine.Refuse(engine.NotNow, engine.ReasonNothingReserved, engine.Args{Name: m.Name})
		}
		e.Ticks, e.Left = 1, m.Reserved-1
	}
	d.Emit(e)
	return nil
}

// requireCanReact refuses a combatant who is surprised (ST-9), down, or under an effect that prevents reactions.
func (d *decider) requireCanReact(m *engine.Combatant) error {
	if m.Surprised {
		return engine.Refuse(engine.NotNow, engine.ReasonSurprised, engine.Args{Name: m.Name})
	}
	if !m.Standing() {
		return engine.Refuse(engine.NotNow, engine.ReasonNoHPLeft, engine.Args{Name: m.Name})
	}
	for _, e := range d.State.EffectsOn(m) {
		if e.NoReactions {
			return engine.Refuse(engine.NotNow, engine.ReasonNoReactionsNow, engine.Args{Name: m.Name, Other: e.Name})
		}
	}
	return nil
}

func (c Move) decide(d *decider) error {
	m, err := d.performer(c.Who, d.Rules.Budget == engine.Actions, engine.ReasonNoMoves)
	if err != nil {
		return err
	}
	if err := d.requireTurn(m); err != nil {
		return err
	}
	e := engine.Acted{Combatant: m.ID, Activity: "move", Type: engine.MoveAction, Metres: d.Rules.Metres}
	if err := c.applyTerrain(d, &e); err != nil {
		return err
	}
	if err := d.useMove(m, &e); err != nil {
		return err
	}
	foes, unseen := d.foesInMelee(m.ID)
	leaving := strings.ToLower(strings.TrimSpace(c.Leaving))
	switch {
	case leaving == "":
		if slices.ContainsFunc(foes, func(id engine.CombatantID) bool { return d.State.Combatant(id).Standing() }) {
			foes = nil // a step within the melee; if all foes are down, the move leaves them
		}
		d.Emit(e)
	case leaving != "withdraw" && leaving != "flee":
		return engine.Refuse(engine.Invalid, engine.ReasonLeaving, engine.Args{Text: c.Leaving, Names: []string{"withdraw", "flee"}})
	case len(foes) == 0:
		return engine.Refuse(engine.NotNow, engine.ReasonNotInMelee, engine.Args{Name: m.Name})
	default:
		if err := d.leaveMelee(m, e, leaving, foes); err != nil {
			return err
		}
	}
	for _, foe := range foes {
		d.Emit(engine.Disengaged{A: m.ID, B: foe})
	}
	d.leaveHiddenFoes(m.ID, leaving, unseen)
	return nil
}

// applyTerrain halves a move over rough ground (RI-7).
func (c Move) applyTerrain(d *decider, e *engine.Acted) error {
	switch strings.ToLower(strings.TrimSpace(c.Terrain)) {
	case "":
	case "rough":
		if d.Rules.Metres == 0 {
			return d.notInRules(engine.ReasonNoTerrain)
		}
		e.Metres /= 2
	default:
		return engine.Refuse(engine.Invalid, engine.ReasonTerrain, engine.Args{Text: c.Terrain, Names: []string{"rough"}})
	}
	return nil
}

func (c Long) decide(d *decider) error {
	m, err := d.performer(c.Who, d.Rules.Budget == engine.Ticks, engine.ReasonNoLongActivities)
	if err != nil {
		return err
	}
	if err := d.requireOrder(); err != nil {
		return err
	}
	name, err := parseActivityName(c.Activity)
	if err != nil {
		return err
	}
	if err := checkText(name, 50, engine.ReasonActivityName); err != nil {
		return err
	}
	until, rounds, err := d.parseDuration(c.Duration)
	if err != nil {
		return err
	}
	if until != engine.UntilOwnTurns {
		return engine.Refuse(engine.Invalid, engine.ReasonLongDuration, engine.Args{})
	}
	if err := d.requireRoomForEffects(1); err != nil {
		return err
	}
	d.AddEffect(engine.Effect{Target: m.ID, Name: name, Until: engine.UntilRounds, Remaining: rounds, Activity: true})
	return nil
}

func (c Define) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	if d.Rules.Budget != engine.Ticks {
		return d.notInRules(engine.ReasonNoActivities)
	}
	name, err := parseActivityName(c.Activity)
	if err != nil {
		return err
	}
	if c.Ticks < 1 || c.Ticks > maxCost {
		return engine.Refuse(engine.Invalid, engine.ReasonTickCost, engine.Args{Low: 1, High: maxCost})
	}
	if _, known := d.State.Activities[strings.ToLower(name)]; !known && len(d.State.Activities) >= maxActivities {
		return engine.Refuse(engine.NotNow, engine.ReasonTooManyActivities, engine.Args{High: maxActivities})
	}
	d.Emit(engine.ActivityDefined{Name: name, Ticks: c.Ticks})
	return nil
}

func (c Forget) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	if d.Rules.Budget != engine.Ticks {
		return d.notInRules(engine.ReasonNoActivities)
	}
	name := strings.TrimSpace(c.Activity)
	if _, known := d.State.Activities[strings.ToLower(name)]; !known {
		return engine.Refuse(engine.NotFound, engine.ReasonNothingToForget, engine.Args{Text: name})
	}
	d.Emit(engine.ActivityDefined{Name: name})
	return nil
}
