package command

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"roundel/engine"
	"roundel/engine/dice"
)

// maxEffects is how many effects one encounter holds.
const maxEffects = 200

func (c EffectAdd) decide(d *decider) error {
	if err := d.needPlayer(); err != nil {
		return err
	}
	targets, err := d.effectTargets(c.Target)
	if err != nil {
		return err
	}
	e, err := c.effect(d)
	if err != nil {
		return err
	}
	if err := d.needRoom(len(targets)); err != nil {
		return err
	}
	for _, t := range targets {
		d.putEffect(t, e)
	}
	d.settle()
	return nil
}

// needRoom wants the fight to take that many more effects.
func (d *decider) needRoom(n int) error {
	if len(d.s.Effects)+n > maxEffects {
		return engine.Refuse(engine.NotNow, engine.ReasonTooManyEffects, engine.Args{High: maxEffects})
	}
	return nil
}

// effectTargets looks targets up: a group or side by its name is one target (CO-13).
func (d *decider) effectTargets(list string) ([]found, error) {
	names := splitNames(list)
	if len(names) == 0 {
		return nil, engine.Refuse(engine.Invalid, engine.ReasonNoName, engine.Args{})
	}
	var out []found
	for _, name := range names {
		f, err := d.find(name)
		if err != nil {
			return nil, err
		}
		if err := d.needOwner(engine.ReasonNotYoursToChange, f.who...); err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}

// effect checks the options and returns the effect without ID and target.
func (c EffectAdd) effect(d *decider) (engine.Effect, error) {
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

var countedDuration = regexp.MustCompile(`^(\d{1,5})\s*([a-z]*)$`)

// parseDuration reads the durations of CO-11.
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

// parseCount reads "2 rounds" as rounds, "10 min" and "1 h" as seconds.
func parseCount(text string) (seconds, rounds int, err error) {
	bad := engine.Refuse(engine.Invalid, engine.ReasonDurationForm, engine.Args{Text: text})
	m := countedDuration.FindStringSubmatch(text)
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

// putEffect puts an effect on a target, in place of one of the same name.
func (d *decider) putEffect(t found, e engine.Effect) {
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
			d.forgetTies(&old)
		}
	}
	d.forgetTies(&e)
	d.emit(added)
}

// forgetTies drops the settled ties of a unit whose score an effect changes for good (TO-2).
func (d *decider) forgetTies(e *engine.Effect) {
	if e.Initiative != 0 && e.Permanent() {
		if unit := d.s.ScoredBy(e); unit != 0 {
			d.forgetTiesOf(unit)
		}
	}
}

// forgetTiesOf drops the settled ties of a unit that gets a new place for good.
func (d *decider) forgetTiesOf(u engine.UnitID) {
	d.renew(u)
	if slices.ContainsFunc(d.s.Ties, func(t engine.Tie) bool { return t.Above == u || t.Below == u }) {
		d.emit(engine.TiesForgotten{Unit: u})
	}
}

func (c EffectRemove) decide(d *decider) error {
	if err := d.needPlayer(); err != nil {
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
		d.forgetTies(&e)
		d.emit(engine.EffectEnded{Effect: e, ByHand: true})
	}
	d.settle()
	return nil
}

// turnOver counts one of the combatant's own turns for the effects on it (TO-11): damage falls, then time passes.
func (d *decider) turnOver(id engine.CombatantID) {
	for _, e := range slices.Clone(d.s.Effects) {
		if e.Target == id {
			d.countTurn(e, []engine.CombatantID{id})
		}
	}
}

// unitOver does the same for the effects on the unit as a whole.
func (d *decider) unitOver(id engine.UnitID) {
	for _, e := range slices.Clone(d.s.Effects) {
		if e.Unit == id {
			d.countTurn(e, combatantIDs(d.s.Members(id)))
		}
	}
}

func (d *decider) countTurn(e engine.Effect, hit []engine.CombatantID) {
	d.dealDamage(e, hit)
	switch {
	case e.Until == engine.UntilEndOfTurn, e.Until == engine.UntilOwnTurns && e.Remaining <= 1:
		d.emit(engine.EffectEnded{Effect: e})
	case e.Until == engine.UntilOwnTurns:
		d.emit(engine.EffectTicked{Effect: e.ID, Remaining: e.Remaining - 1})
	}
}

// dealDamage lets an effect's damage fall, rolled once for all it hits.
func (d *decider) dealDamage(e engine.Effect, hit []engine.CombatantID) {
	expr, err := dice.Parse(e.Damage)
	if e.Damage == "" || err != nil { // what is stored was checked when the effect was put
		return
	}
	hidden := !slices.ContainsFunc(hit, func(id engine.CombatantID) bool { return !d.s.Combatant(id).Hidden })
	roll := expr.Roll(d.roller(hidden))
	for _, id := range hit {
		change := engine.HPChanged{Combatant: id, Amount: -max(0, roll.Total), Cause: e.Name}
		if expr.HasDice() {
			change.Roll = &roll
		}
		d.changeHP(change)
	}
}
