package play

import (
	"cmp"
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/formula"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// EffectSave rolls a check that ends or keeps an effect (RS-66), the check of a combatant that is down (RS-68), or a save that the combatant
// was asked for (NU-15). Name is the name of the effect, state or save. It can be left out if only one check is due; of several saves, the
// oldest one is then made. Roll is the sum of the dice that count (RS-14).
type EffectSave struct {
	Target, Name string
	Roll         *int
	Due          bool // must be due, even for the GM, because a button was pressed
}

// The limits of the numbers typed for an effect's check.
const (
	maxDC         = 1000
	maxCheckBonus = 100
)

// check is one check of a combatant or unit: of an effect, of a save it was asked for or, if both are nil, of a combatant that is down.
type check struct {
	name   string
	effect *engine.Effect     // nil if it is the check of a combatant that is down
	asked  *engine.AskedSaves // a save that the combatant was asked for (NU-15)
	due    bool
	rolled bool // can be rolled: an effect may have no check
}

func (c EffectSave) decide(d *decider) error {
	if err := d.requirePlayer(); err != nil {
		return err
	}
	target, err := d.find(c.Target)
	if err != nil {
		return err
	}
	if err := d.requireOwner(reason.NotYoursToPlay, target.who...); err != nil {
		return err
	}
	name := target.who[0].Name
	if u := d.State.Unit(target.unit); u != nil {
		name = u.Name
	}
	one, err := c.chosen(d, d.checksOn(target), name)
	if err != nil {
		return err
	}
	about := d.aboutCheck(one)
	about.Name = name
	switch {
	case !one.rolled:
		return engine.Refuse(engine.NotNow, reason.NoCheck, about)
	case !one.due && (c.Due || !d.isGM()):
		return engine.Refuse(engine.NotNow, reason.CheckNotDue, about)
	}
	if one.asked != nil {
		return d.answerSave(one.asked, target.who[0].ID, c.Roll, 0)
	}
	if one.effect == nil {
		return c.rollDown(d, target.who[0])
	}
	expr, _ := d.State.CheckDice(d.Rules, one.effect.CheckUnder(d.Rules), one.effect)
	counted, _ := formula.Split(expr)
	if c.Roll != nil {
		if err := checkRoll(*c.Roll, counted, ""); err != nil {
			return err
		}
	}
	d.rollCheck(one.effect.ID, c.Roll)
	d.settleTies()
	return nil
}

// checksOn returns a target's checks: the one of a combatant that is down, then all effects on the target, then the saves it was asked for,
// oldest first.
func (d *decider) checksOn(t match) []check {
	var out []check
	if m := t.who[0]; t.unit == 0 && m.Saving(d.Rules) {
		out = append(out, check{name: m.Down, due: m.Saves.Due, rolled: true})
	}
	for i := range d.State.Effects {
		e := &d.State.Effects[i]
		if t.unit != 0 && e.Unit == t.unit || t.unit == 0 && e.Target == t.who[0].ID {
			out = append(out, check{name: e.Name, effect: e, due: e.Check != nil && e.Check.Due > 0, rolled: e.CheckUnder(d.Rules) != nil})
		}
	}
	if t.unit == 0 {
		for _, a := range d.State.SavesDue(t.who[0].ID) {
			out = append(out, check{name: cmp.Or(a.Name, d.Rules.SaveName(a.Stat)), asked: a, due: true, rolled: true})
		}
	}
	return out
}

// aboutCheck returns what a refusal says about a check.
func (d *decider) aboutCheck(one check) engine.Args {
	if one.effect == nil && one.asked == nil {
		return engine.Args{Text: one.name, Down: one.name}
	}
	return d.aboutEffect(one.name)
}

// chosen returns the named check or, without a name, the only one that is due.
func (c EffectSave) chosen(d *decider, all []check, target string) (check, error) {
	if name := strings.TrimSpace(c.Name); name != "" {
		named := func(one check) bool { return engine.SameName(one.name, name) }
		i := slices.IndexFunc(all, func(one check) bool { return named(one) && one.due })
		if i < 0 {
			i = slices.IndexFunc(all, named)
		}
		if i < 0 {
			return check{}, engine.Refuse(engine.NotFound, reason.UnknownEffect, d.aboutEffect(name))
		}
		return all[i], nil
	}
	due := slices.DeleteFunc(all, func(one check) bool { return !one.due })
	if asked := slices.IndexFunc(due, func(one check) bool { return one.asked != nil }); asked >= 0 {
		due = due[:asked+1] // only the oldest save
	}
	args := engine.Args{Name: target}
	switch len(due) {
	case 0:
		return check{}, engine.Refuse(engine.NotNow, reason.NoCheckDue, args)
	case 1:
		return due[0], nil
	}
	for _, one := range due {
		about := d.aboutCheck(one)
		args.Names, args.Down = append(args.Names, about.Text), cmp.Or(args.Down, about.Down)
		if about.Condition {
			args.Conditions = append(args.Conditions, about.Text)
		}
	}
	return check{}, engine.Refuse(engine.Invalid, reason.SayCheck, args)
}

// checkOptions sets the difficulty and bonus of an effect's check, and refuses them if the effect has no check (RS-66).
func (c EffectAdd) checkOptions(d *decider, e *engine.Effect) error {
	if c.DC == nil && c.Bonus == nil {
		return nil
	}
	if c.DC != nil {
		if *c.DC < 0 || *c.DC > maxDC {
			return engine.Refuse(engine.Invalid, reason.CheckNumber, engine.Args{Option: "dc", Low: 0, High: maxDC})
		}
		e.DC, e.HasDC = *c.DC, true
	}
	if c.Bonus != nil {
		if max(*c.Bonus, -*c.Bonus) > maxCheckBonus {
			return engine.Refuse(engine.Invalid, reason.CheckNumber, engine.Args{Option: "bonus", Low: -maxCheckBonus, High: maxCheckBonus})
		}
		e.Bonus = *c.Bonus
	}
	switch tried := *e; {
	case e.CheckUnder(d.Rules) != nil:
		return nil
	case !e.HasDC:
		tried.HasDC = true
		if tried.CheckUnder(d.Rules) != nil {
			return engine.Refuse(engine.Invalid, reason.BonusAlone, engine.Args{Text: e.Name})
		}
	}
	about := d.aboutEffect(e.Name)
	about.Ruleset = d.Rules.Title
	return engine.Refuse(engine.NotInRules, reason.NoCheckOf, about)
}

// dueChecks makes the checks of effects on whoever has the turn due, at its start or end (RS-66, RS-69), once a round (RS-21).
func (f *fight) dueChecks(t ownTurn, at ruleset.CheckAt) {
	if t.again || t.passed {
		return
	}
	for _, id := range f.effectIDs(func(e *engine.Effect) bool { return t.on(e) && f.hasCheck(e, at) }) {
		f.checkDue(engine.CheckDue{Effect: id})
	}
}

// damageChecks makes the checks due that damage causes, provided some of it reached hit points or absorbs that count (NU-12). Damage to a
// hidden member of a visible group doesn't affect effects on the group.
func (f *fight) damageChecks(e engine.HPChanged) {
	c, damage := f.State.Combatant(e.Combatant), e.Taken()
	if c == nil || damage <= max(0, e.Beyond()) || len(f.State.Effects) == 0 {
		return
	}
	unseen := c.Hidden && !f.State.Hidden(c.Unit)
	var due []engine.EffectID
	for _, e := range f.State.EffectsOn(c) {
		if f.hasCheck(e, ruleset.AtDamage) && !(unseen && e.Unit != 0) {
			due = append(due, e.ID)
		}
	}
	for _, e := range due {
		f.checkDue(engine.CheckDue{Effect: e, Damage: damage, Inside: f.Rules.TakesInside()})
	}
}

// checkDue makes a check due. A check that fails without a roll is made at once (NU-25).
func (f *fight) checkDue(due engine.CheckDue) {
	e := f.State.Effect(due.Effect)
	if e == nil {
		return // an earlier check ended it
	}
	f.emit(due)
	if check := e.CheckUnder(f.Rules); f.State.CheckChanges(f.Rules, check.Saves, check.Roll, f.State.Bearer(e)).Fails != "" {
		f.rollCheck(due.Effect, nil)
	}
}

// hasCheck reports whether an effect has a check at this moment. It has none any more after the maximum number of fails, if that doesn't end
// it.
func (f *fight) hasCheck(e *engine.Effect, at ruleset.CheckAt) bool {
	check := e.CheckUnder(f.Rules)
	if check == nil || check.At != at {
		return false
	}
	lost := !check.Keeps && check.Fails > 0 && e.Check != nil && e.Check.Fails >= check.Fails
	return !lost
}

// rollCheck rolls an effect's check, or takes the typed dice, and carries out what follows (RS-66). The effect must have a check.
func (f *fight) rollCheck(id engine.EffectID, typed *int) {
	e := *f.State.Effect(id)
	check := e.CheckUnder(f.Rules)
	expr, needs := f.State.CheckDice(f.Rules, check, &e)
	bearer := f.State.Bearer(&e)
	changes := f.State.CheckChanges(f.Rules, check.Saves, check.Roll, bearer)
	out := engine.Checked{Effect: id, Needs: needs, Edges: changes.Edges, FailsBy: changes.Fails}
	if out.FailsBy == "" {
		roller := f.Dice
		if bearer != nil {
			roller = f.rollerFor(bearer, bearer.Hidden)
		}
		out.Roll, _ = rollFor(expr, typed, roller)
		out.Mods = engine.RollBonuses(changes.Bonuses, roller)
		out.Passed = out.Roll.Total+sum(out.Mods) >= needs
	}
	if e.Check != nil {
		out.State = *e.Check
	}
	if queue := out.State.Damage; len(queue) > 0 {
		out.State.Damage = append([]int(nil), queue[1:]...)
	}
	out.State.Due = len(out.State.Damage)
	if out.Passed {
		out.State.Passes++
		out.Ends = !check.Keeps && out.State.Passes >= check.Passes
	} else {
		out.State.Fails++
		out.Ends = check.Keeps && out.State.Fails >= check.Passes
		if check.Becomes != "" && out.State.Fails >= check.Fails {
			out.Ends, out.Becomes = true, check.Becomes
		}
	}
	f.emit(out)
	if !out.Ends {
		return
	}
	e = *f.State.Effect(id)
	source := f.State.DepartedSource(e.Source, e.SourceUnit)
	if source != nil {
		kept := *source
		source = &kept
	}
	f.endEffect(id, false)
	if c := f.Rules.Condition(out.Becomes); c != nil {
		f.addEffect(f.conditionInPlace(c, &e))
		if source != nil && f.State.IsSource(e.Source, e.SourceUnit) {
			f.emit(engine.SourceLeft{Source: *source}) // it was dropped with the first effect
		}
	}
}

// conditionInPlace returns a condition as an effect that replaces another, with the same source. If its duration depends on the source's turns
// or the current turn and there is none, it depends on the target's turns instead.
func (f *fight) conditionInPlace(c *ruleset.Condition, e *engine.Effect) engine.Effect {
	out := conditionEffect(c)
	out.Target, out.Unit, out.Source, out.SourceUnit = e.Target, e.Unit, e.Source, e.SourceUnit
	if c.Damage {
		out.Damage = e.Damage
	}
	d, err := ruleset.ParseDuration(c.Lasts)
	if err != nil { // can't happen: it was checked when the file was read
		return out
	}
	if d.End == ruleset.EndOfThisTurn && f.State.Turn == 0 {
		d.End = ruleset.EndOfTurn
	}
	f.setDuration(&out, d)
	if out.Until.OfSource() && out.Source == 0 && out.SourceUnit == 0 {
		out.Source, out.SourceUnit = out.Target, out.Unit
	}
	return out
}

// degree returns how far a roll succeeds, from 0 for a critical failure to 3 for a critical success. above is its total minus what was needed,
// natural what the die shows; 0: nobody knows. Without all four degrees, it is 1 or 2.
func degree(above, natural int, all bool) int {
	out := 1
	if above >= 0 {
		out = 2
	}
	if !all {
		return out
	}
	switch {
	case above >= 10:
		out = 3
	case above <= -10:
		out = 0
	}
	switch natural {
	case 20:
		out++
	case 1:
		out--
	}
	return max(0, min(out, 3))
}
