package command

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"roundel/engine"
	"roundel/engine/dice"
)

// maxEffects is the maximum number of effects in one fight.
const maxEffects = 200

func (c EffectAdd) decide(d *decider) error {
	if err := d.requirePlayer(); err != nil {
		return err
	}
	targets, err := d.effectTargets(c.Target)
	if err != nil {
		return err
	}
	e, err := c.newEffect(d)
	if err != nil {
		return err
	}
	if err := d.requireRoomForEffects(len(targets)); err != nil {
		return err
	}
	for _, t := range targets {
		d.addEffect(t, e)
	}
	d.settleTies()
	return nil
}

// requireRoomForEffects refuses n more effects if the fight would then have too many.
func (d *decider) requireRoomForEffects(n int) error {
	if len(d.s.Effects)+n > maxEffects {
		return engine.Refuse(engine.NotNow, engine.ReasonTooManyEffects, engine.Args{High: maxEffects})
	}
	return nil
}

// effectTargets looks targets up. A group or side named as a whole is one target (CO-13).
func (d *decider) effectTargets(list string) ([]match, error) {
	names := splitNames(list)
	if len(names) == 0 {
		return nil, engine.Refuse(engine.Invalid, engine.ReasonNoName, engine.Args{})
	}
	var out []match
	for _, name := range names {
		f, err := d.find(name)
		if err != nil {
			return nil, err
		}
		if err := d.requireOwner(engine.ReasonNotYoursToChange, f.who...); err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}

// newEffect checks the options and returns the effect, still without an ID or target.
func (c EffectAdd) newEffect(d *decider) (engine.Effect, error) {
	e := engine.Effect{Name: strings.TrimSpace(c.Name), Initiative: c.Initiative, Ticks: c.Ticks, Skip: c.Skip,
		NoReactions: c.NoReactions, Note: strings.TrimSpace(c.Note)}
	if err := checkText(e.Name, 50, engine.ReasonEffectName); err != nil {
		return e, err
	}
	if e.Note != "" {
		if err := checkText(e.Note, 200, engine.ReasonEffectNote); err != nil {
			return e, err
		}
	}
	if c.Ticks != 0 && d.rs.Budget != engine.Ticks {
		return e, d.notInRules(engine.ReasonNoTicks)
	}
	if max(c.Initiative, -c.Initiative, c.Ticks, -c.Ticks) > 100 {
		return e, engine.Refuse(engine.Invalid, engine.ReasonModifierRange, engine.Args{Low: -100, High: 100})
	}
	if c.Damage != "" {
		expr, err := dice.Parse(c.Damage)
		if err != nil {
			return e, engine.Refuse(engine.Invalid, engine.ReasonDamageForm, engine.Args{Text: strings.TrimSpace(c.Damage)})
		}
		if _, most := expr.Range(); most < 1 {
			return e, engine.Refuse(engine.Invalid, engine.ReasonNoDamageEver, engine.Args{Text: strings.TrimSpace(c.Damage)})
		}
		e.Damage = expr.String()
	}
	var err error
	e.Until, e.Remaining, err = d.parseDuration(c.Duration)
	if e.Until == engine.UntilEndOfThisTurn {
		e.Turn = d.s.Turn
	}
	return e, err
}

var durationPattern = regexp.MustCompile(`^(\d{1,5})\s*([a-z]*)$`)

// parseDuration parses the durations of CO-11.
func (d *decider) parseDuration(text string) (engine.Until, int, error) {
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
	switch text {
	case "":
		return engine.UntilRemoved, 0, nil
	case "fight":
		return engine.UntilFight, 0, nil
	case "end of turn":
		return engine.UntilEndOfTurn, 0, nil
	case "end of round":
		return engine.UntilEndOfRound, 0, nil
	case "end of this turn":
		if d.s.Turn == 0 {
			return "", 0, engine.Refuse(engine.NotNow, engine.ReasonNoTurnRunning, engine.Args{})
		}
		return engine.UntilEndOfThisTurn, 0, nil
	}
	seconds, rounds, err := parseCount(text)
	if err != nil {
		return "", 0, err
	}
	if seconds > 0 {
		if d.rs.RoundSeconds == 0 {
			return "", 0, d.notInRules(engine.ReasonNoRoundLength)
		}
		rounds = (seconds + d.rs.RoundSeconds - 1) / d.rs.RoundSeconds
	}
	return engine.UntilOwnTurns, rounds, nil
}

// parseCount parses a counted duration: "2 rounds" in rounds, "10 min" and "1 h" in seconds.
func parseCount(text string) (seconds, rounds int, err error) {
	bad := engine.Refuse(engine.Invalid, engine.ReasonDurationForm, engine.Args{Text: text})
	m := durationPattern.FindStringSubmatch(text)
	if m == nil {
		return 0, 0, bad
	}
	n, aerr := strconv.Atoi(m[1])
	if aerr != nil || n < 1 {
		return 0, 0, bad
	}
	unit := 0
	switch m[2] {
	case "", "r", "round", "rounds":
		if n > 1000 {
			return 0, 0, engine.Refuse(engine.Invalid, engine.ReasonDurationRounds, engine.Args{High: 1000})
		}
		return 0, n, nil
	case "m", "min", "mins", "minute", "minutes":
		unit = 60
	case "h", "hour", "hours":
		unit = 3600
	default:
		return 0, 0, bad
	}
	if n*unit > 7*24*3600 {
		return 0, 0, engine.Refuse(engine.Invalid, engine.ReasonDurationHours, engine.Args{High: 168})
	}
	return n * unit, 0, nil
}

// addEffect puts an effect on a target. It replaces an effect of the same name.
func (d *decider) addEffect(t match, e engine.Effect) {
	if t.unit != 0 {
		e.Unit = t.unit
		e.ID = engine.EffectID(d.newID(d.s.Hidden(t.unit)))
	} else {
		e.Target = t.who[0].ID
		e.ID = engine.EffectID(d.newID(t.who[0].Hidden))
		e.Unscored = t.who[0].Hidden && !d.s.Hidden(t.who[0].Unit)
	}
	added := engine.EffectAdded{Effect: e}
	for _, old := range d.s.Effects {
		if old.Target == e.Target && old.Unit == e.Unit && engine.SameName(old.Name, e.Name) {
			added.Replaced = old.ID
			d.forgetTiesForEffect(&old)
		}
	}
	d.forgetTiesForEffect(&e)
	d.emit(added)
}

func (c EffectRemove) decide(d *decider) error {
	if err := d.requirePlayer(); err != nil {
		return err
	}
	targets, err := d.effectTargets(c.Target)
	if err != nil {
		return err
	}
	name := strings.TrimSpace(c.Name)
	for _, t := range targets {
		i := slices.IndexFunc(d.s.Effects, func(e engine.Effect) bool {
			on := e.Unit == t.unit && t.unit != 0 || t.unit == 0 && e.Target == t.who[0].ID
			return on && engine.SameName(e.Name, name)
		})
		if i < 0 {
			return engine.Refuse(engine.NotFound, engine.ReasonUnknownEffect, engine.Args{Text: name})
		}
		e := d.s.Effects[i]
		d.forgetTiesForEffect(&e)
		d.emit(engine.EffectEnded{Effect: e, ByHand: true})
	}
	d.settleTies()
	return nil
}

// countMemberTurn counts one of a combatant's own turns for the effects on it (TO-11): damage first, then the duration.
func (d *decider) countMemberTurn(id engine.CombatantID) {
	for _, e := range slices.Clone(d.s.Effects) {
		if e.Target == id {
			d.countTurnForEffect(e, []engine.CombatantID{id})
		}
	}
}

// countUnitTurn does the same for the effects on a unit as a whole.
func (d *decider) countUnitTurn(id engine.UnitID) {
	for _, e := range slices.Clone(d.s.Effects) {
		if e.Unit == id {
			d.countTurnForEffect(e, combatantIDs(d.s.Members(id)))
		}
	}
}

func (d *decider) countTurnForEffect(e engine.Effect, targets []engine.CombatantID) {
	d.dealDamage(e, targets)
	switch {
	case e.Until == engine.UntilEndOfTurn, e.Until == engine.UntilOwnTurns && e.Remaining <= 1:
		d.emit(engine.EffectEnded{Effect: e})
	case e.Until == engine.UntilOwnTurns:
		d.emit(engine.EffectTicked{Effect: e.ID, Remaining: e.Remaining - 1})
	}
}

// dealDamage applies an effect's damage, rolled once for all targets.
func (d *decider) dealDamage(e engine.Effect, targets []engine.CombatantID) {
	expr, err := dice.Parse(e.Damage)
	if e.Damage == "" || err != nil { // stored damage was checked when the effect was added
		return
	}
	hidden := !slices.ContainsFunc(targets, func(id engine.CombatantID) bool { return !d.s.Combatant(id).Hidden })
	roll := expr.Roll(d.roller(hidden))
	for _, id := range targets {
		change := engine.HPChanged{Combatant: id, Amount: -max(0, roll.Total), Cause: e.Name}
		if expr.HasDice() {
			change.Roll = &roll
		}
		d.changeHP(change)
	}
}

// endThisTurnEffects ends the effects that last until the end of the current turn.
func (d *decider) endThisTurnEffects() {
	for _, e := range slices.Clone(d.s.Effects) {
		if e.Until == engine.UntilEndOfThisTurn && e.Turn == d.s.Turn {
			d.emit(engine.EffectEnded{Effect: e})
		}
	}
}

// endRoundEffects ends the effects that last until the end of the round, and counts long activities down (FT-9).
func (d *decider) endRoundEffects() {
	for _, e := range slices.Clone(d.s.Effects) {
		switch {
		case e.Until == engine.UntilEndOfRound, e.Until == engine.UntilRounds && e.Remaining <= 1:
			d.emit(engine.EffectEnded{Effect: e})
		case e.Until == engine.UntilRounds:
			d.emit(engine.EffectTicked{Effect: e.ID, Remaining: e.Remaining - 1})
		}
	}
}
