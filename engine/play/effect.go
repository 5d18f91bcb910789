package play

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// maxEffects is the maximum number of effects in one fight.
const maxEffects = 200

// EffectAdd adds an effect to each target.
type EffectAdd struct {
	Target, Name      string
	Duration          string
	Damage            string
	Initiative, Ticks int
	Skip, NoReactions bool
	Note              string
	Changes           string   // of rolls: "attack d4, saves dex 2" (NU-22)
	Cleared           []string // options typed as no or 0, such as "skip", so that they aren't taken from the condition (RS-65)
	Source            string   // RS-61; empty: the one active combatant
	Level             *int     // RS-65
	DC, Bonus         *int     // RS-66
	With              string   // the name of an effect of the source (RS-67)
	Players           Policy   // what happens to an effect that a player puts on others' combatants
}

func (c EffectAdd) decide(d *decider) error {
	if err := d.requirePlayer(); err != nil {
		return err
	}
	named, err := d.findEach(c.Target)
	if err != nil {
		return err
	}
	targets := bearers(named)
	own, err := d.requireDealer(c.Players, everyone(targets), reason.EffectsOfGM, reason.NotYourEffect)
	if err != nil {
		return err
	}
	e, err := c.newEffect(d)
	if err != nil {
		return err
	}
	var immune []*engine.Combatant
	confirms := c.Players == GMConfirms && !own // the GM learns who is immune when applying it
	if !confirms {
		targets, immune = d.withoutImmune(targets, e.Name)
		if len(targets) == 0 {
			return d.refuseImmune(immune, e.Name)
		}
	}
	needed, err := c.with(d, &e, targets)
	if err != nil {
		return err
	}
	if len(immune) > 0 {
		d.emit(engine.EffectResisted{Combatants: combatantIDs(immune), Name: e.Name})
	}
	if needed != nil {
		e.With = d.addEffect(*needed)
	}
	var effects []engine.Effect
	for _, t := range targets {
		effects = append(effects, t.put(e))
	}
	if confirms {
		p := engine.Proposal{ID: engine.ProposalID(d.NextTurn), By: d.dealer(0), Effects: effects}
		d.emit(engine.EffectsProposed{Proposal: p})
		return nil
	}
	for _, e := range effects {
		d.addEffect(e)
	}
	d.settleTies()
	return nil
}

// withoutImmune splits the targets into those that can have a condition and the combatants that are immune to it (NU-27). If some members of a
// unit are immune, the others become targets one by one, unless the immune ones are hidden members of a visible unit: others would notice.
func (d *decider) withoutImmune(targets []match, condition string) (able []match, immune []*engine.Combatant) {
	if d.Rules.Condition(condition) == nil {
		return targets, nil
	}
	for _, t := range targets {
		var rest []match
		var not []*engine.Combatant
		parted := false
		for _, m := range t.who {
			if d.State.ImmuneTo(d.Rules, m, condition) {
				not = append(not, m)
				parted = parted || t.unit == 0 || !m.Hidden || d.State.Hidden(t.unit)
			} else {
				rest = append(rest, match{who: []*engine.Combatant{m}})
			}
		}
		if !parted {
			rest, not = []match{t}, nil
		}
		able, immune = append(able, rest...), append(immune, not...)
	}
	return able, immune
}

// refuseImmune refuses a condition that all targets are immune to.
func (d *decider) refuseImmune(who []*engine.Combatant, condition string) error {
	return engine.Refuse(engine.NotNow, reason.Immune, engine.Args{Text: condition, Names: combatantNames(who)})
}

// EffectLengthen adds a round to an effect that was added for one round during its target's turn, and so would end with that turn (CO-11).
type EffectLengthen struct {
	Target, Name string
	Players      Policy
}

// decide replaces the effect by the same one with a round more.
func (c EffectLengthen) decide(d *decider) error {
	if err := d.requirePlayer(); err != nil {
		return err
	}
	targets, err := d.findEach(c.Target)
	if err != nil {
		return err
	}
	own, err := d.requireDealer(c.Players, everyone(targets), reason.EffectsOfGM, reason.NotYourEffect)
	if err != nil {
		return err
	}
	if c.Players == GMConfirms && !own {
		return d.notAllowed(reason.EffectsOfGM, engine.Args{})
	}
	found, err := d.effectOn(targets[0], c.Name)
	if err != nil {
		return err
	}
	if found.Remaining != 1 || !d.State.CountsThisTurn(found) {
		return engine.Refuse(engine.NotNow, reason.LengthenedOrOver, d.aboutEffect(found.Name))
	}
	e := *found
	e.Remaining++
	d.standApartFor(&e)
	d.putOn(&e, e.ID, true)
	d.breakConditions(&e)
	d.settleTies()
	return nil
}

// requireRoomForEffects refuses n more effects if the fight would then have too many.
func (d *decider) requireRoomForEffects(n int) error {
	if len(d.State.Effects)+n > maxEffects {
		return engine.Refuse(engine.NotNow, reason.TooManyEffects, engine.Args{High: maxEffects})
	}
	return nil
}

// bearers returns the matches as targets of effects. A unit named as a whole is one target (CO-13); in a group that shares no unit, each
// member is one.
func bearers(named []match) []match {
	var out []match
	for _, f := range named {
		if f.unit != 0 {
			out = append(out, f)
			continue
		}
		for _, m := range f.who {
			if !slices.ContainsFunc(out, func(t match) bool { return t.unit == 0 && t.who[0] == m }) {
				out = append(out, match{who: []*engine.Combatant{m}})
			}
		}
	}
	return out
}

// put returns the effect with the match as its target.
func (t match) put(e engine.Effect) engine.Effect {
	e.Unit = t.unit
	if e.Unit == 0 {
		e.Target = t.who[0].ID
	}
	return e
}

// newEffect checks the options and returns the effect, without ID and target. A condition provides what wasn't typed.
func (c EffectAdd) newEffect(d *decider) (engine.Effect, error) {
	e := engine.Effect{Name: strings.TrimSpace(c.Name), Initiative: c.Initiative, Ticks: c.Ticks, Skip: c.Skip,
		NoReactions: c.NoReactions, Note: strings.TrimSpace(c.Note)}
	if err := engine.CheckText(e.Name, 50, reason.EffectName); err != nil {
		return e, err
	}
	if e.Note != "" {
		if err := engine.CheckText(e.Note, 200, reason.EffectNote); err != nil {
			return e, err
		}
	}
	if c.Ticks != 0 && d.Rules.PricedPool() == nil {
		return e, d.notInRules(reason.NoTicks)
	}
	if err := checkModifiers(100, c.Initiative, c.Ticks); err != nil {
		return e, err
	}
	if err := c.checkOptions(d, &e); err != nil {
		return e, err
	}
	if err := c.changes(d, &e); err != nil {
		return e, err
	}
	var err error
	if e.Damage, err = typedDamage(c.Damage, d.Rules); err != nil {
		return e, err
	}
	condition := d.Rules.Condition(e.Name)
	if condition != nil {
		c.bring(condition, &e)
	}
	if e.Level, err = c.level(condition, e.Name); err != nil {
		return e, err
	}
	if condition != nil && condition.Damage && e.Damage == "" {
		return e, engine.Refuse(engine.Invalid, reason.ConditionDamage, d.aboutEffect(e.Name))
	}
	if e.Source, e.SourceUnit, err = c.source(d); err != nil {
		return e, err
	}
	duration, err := d.parseDuration(c.durationText(condition))
	if err != nil {
		return e, err
	}
	return e, d.trySetDuration(&e, duration)
}

// bring adds what the file says about a condition, except where something was typed (RS-65).
func (c EffectAdd) bring(condition *ruleset.Condition, e *engine.Effect) {
	says, cleared := conditionEffect(condition), func(option string) bool { return slices.Contains(c.Cleared, option) }
	e.Name = says.Name
	e.Skip = e.Skip || says.Skip && !cleared("skip")
	e.NoReactions = e.NoReactions || says.NoReactions && !cleared("no_reactions")
	if e.Initiative == 0 && !cleared("initiative") {
		e.Initiative = says.Initiative
	}
	e.Note = cmp.Or(e.Note, says.Note)
}

// level returns the level of a new effect, or 0 if it has none.
func (c EffectAdd) level(condition *ruleset.Condition, name string) (int, error) {
	switch leveled := condition != nil && condition.Level; {
	case !leveled && c.Level != nil:
		return 0, engine.Refuse(engine.Invalid, reason.NoLevel, engine.Args{Text: name, Condition: condition != nil})
	case !leveled:
		return 0, nil
	case c.Level == nil:
		return 1, nil
	case *c.Level < 1 || *c.Level > condition.Most:
		return 0, engine.Refuse(engine.Invalid, reason.LevelRange, engine.Args{Text: name, Condition: true, Low: 1, High: condition.Most})
	}
	return *c.Level, nil
}

// source returns the source of an effect: the one given, or the only active combatant (RS-61). Hidden ones only count if no one else is
// active, and only for those who know them; otherwise, the effect would give them away.
func (c EffectAdd) source(d *decider) (engine.CombatantID, engine.UnitID, error) {
	if strings.TrimSpace(c.Source) != "" {
		f, err := d.find(c.Source)
		switch {
		case err != nil:
			return 0, 0, err
		case f.unit != 0:
			return 0, f.unit, nil
		}
		return f.who[0].ID, 0, nil
	}
	active := slices.DeleteFunc(d.State.ActiveMembers(), func(m *engine.Combatant) bool { return !d.viewer.Knows(m) || m.Kind == engine.AnEvent })
	if slices.ContainsFunc(active, func(m *engine.Combatant) bool { return !m.Hidden }) {
		active = slices.DeleteFunc(active, func(m *engine.Combatant) bool { return m.Hidden })
	}
	if len(active) != 1 {
		return 0, 0, nil
	}
	return active[0].ID, 0, nil
}

// durationText returns the duration as typed, or else the condition's.
func (c EffectAdd) durationText(condition *ruleset.Condition) string {
	if strings.TrimSpace(c.Duration) == "" && condition != nil {
		return condition.Lasts
	}
	return c.Duration
}

// parseDuration parses a duration (CO-11, RS-60).
func (d *decider) parseDuration(text string) (ruleset.Duration, error) {
	out, err := ruleset.ParseDuration(text)
	switch {
	case errors.Is(err, ruleset.ErrRounds):
		return out, engine.Refuse(engine.Invalid, reason.DurationRounds, engine.Args{High: ruleset.MaxRounds})
	case errors.Is(err, ruleset.ErrHours):
		return out, engine.Refuse(engine.Invalid, reason.DurationHours, engine.Args{High: ruleset.MaxHours})
	case engine.DurationFault(out, d.Rules) != "":
		return out, d.notInRules(engine.DurationFault(out, d.Rules))
	case err != nil:
		return out, engine.Refuse(engine.Invalid, reason.DurationForm, engine.Args{Text: strings.Join(strings.Fields(text), " ")})
	case out.End == ruleset.EndOfThisTurn && d.State.Turn == 0:
		return out, engine.Refuse(engine.NotNow, reason.NoTurnRunning, engine.Args{})
	}
	return out, nil
}

// trySetDuration sets when an effect ends. It refuses a duration that needs a source if there is none.
func (d *decider) trySetDuration(e *engine.Effect, duration ruleset.Duration) error {
	d.setDuration(e, duration)
	if e.Until.OfSource() && e.Source == 0 && e.SourceUnit == 0 {
		return engine.Refuse(engine.Invalid, reason.NeedsSource, engine.Args{})
	}
	return nil
}

// with finds the effect on the source that the new one ends with (RS-67). If the source lacks it, it returns the condition to put on the
// source first. It refuses effects if the fight would have too many.
func (c EffectAdd) with(d *decider, e *engine.Effect, targets []match) (*engine.Effect, error) {
	name := strings.TrimSpace(c.With)
	if name == "" {
		return nil, d.requireRoomForEffects(len(targets))
	}
	if e.Source == 0 && e.SourceUnit == 0 {
		return nil, engine.Refuse(engine.Invalid, reason.NeedsSource, engine.Args{})
	}
	onSource := func(x *engine.Effect) bool { return x.Target == e.Source && x.Unit == e.SourceUnit }
	if engine.SameName(name, e.Name) && slices.ContainsFunc(targets, func(t match) bool { on := t.put(*e); return onSource(&on) }) {
		return nil, engine.Refuse(engine.Invalid, reason.WithItself, d.aboutEffect(e.Name))
	}
	for i := range d.State.Effects {
		if x := &d.State.Effects[i]; onSource(x) && engine.SameName(x.Name, name) {
			e.With = x.ID
			return nil, d.requireRoomForEffects(len(targets))
		}
	}
	condition := d.Rules.Condition(name)
	if condition == nil {
		return nil, engine.Refuse(engine.NotFound, reason.UnknownWith, engine.Args{Name: d.State.SourceName(e), Text: name})
	}
	needed, err := c.onSource(d, condition, e)
	if err != nil {
		return nil, err
	}
	return needed, d.requireRoomForEffects(len(targets) + 1)
}

// onSource returns a condition as an effect of the source on itself.
func (c EffectAdd) onSource(d *decider, condition *ruleset.Condition, e *engine.Effect) (*engine.Effect, error) {
	who := []*engine.Combatant{d.State.Combatant(e.Source)}
	if e.SourceUnit != 0 {
		who = d.State.Members(e.SourceUnit)
	}
	if err := d.requireOwner(reason.NotYoursToChange, who...); err != nil {
		return nil, err
	}
	if condition.Damage {
		return nil, engine.Refuse(engine.Invalid, reason.ConditionDamage, d.aboutEffect(condition.Name))
	}
	if _, immune := d.withoutImmune([]match{{who: who}}, condition.Name); len(immune) > 0 {
		return nil, d.refuseImmune(immune, condition.Name)
	}
	out := conditionEffect(condition)
	out.Target, out.Unit, out.Source, out.SourceUnit = e.Source, e.SourceUnit, e.Source, e.SourceUnit
	duration, err := d.parseDuration(condition.Lasts)
	if err != nil {
		return nil, err
	}
	return &out, d.trySetDuration(&out, duration)
}

// EffectRemove ends an effect early.
type EffectRemove struct{ Target, Name string }

func (c EffectRemove) decide(d *decider) error {
	return d.changeEffects(c.Target, c.Name, func(e *engine.Effect) error {
		d.endEffect(e.ID, true)
		return nil
	})
}

// changeEffects calls fn for the effect of that name on each target, and then settles ties. In a group that shares no unit, not every member
// has to have the effect.
func (d *decider) changeEffects(targets, name string, fn func(e *engine.Effect) error) error {
	if err := d.requirePlayer(); err != nil {
		return err
	}
	matches, err := d.findEach(targets)
	if err == nil {
		err = d.requireOwner(reason.NotYoursToChange, everyone(matches)...)
	}
	if err != nil {
		return err
	}
	for _, named := range matches {
		var found []engine.EffectID
		for _, t := range bearers([]match{named}) {
			var e *engine.Effect
			e, err = d.effectOn(t, name)
			if e != nil {
				found = append(found, e.ID)
			}
		}
		if found == nil {
			return err
		}
		for _, id := range found {
			if e := d.State.Effect(id); e == nil {
				continue // it ended together with an earlier one
			} else if err := fn(e); err != nil {
				return err
			}
		}
	}
	d.settleTies()
	return nil
}

// effectOn returns the effect of that name on a target.
func (d *decider) effectOn(t match, name string) (*engine.Effect, error) {
	name = strings.TrimSpace(name)
	for i := range d.State.Effects {
		e := &d.State.Effects[i]
		if on := e.Unit == t.unit && t.unit != 0 || t.unit == 0 && e.Target == t.who[0].ID; on && engine.SameName(e.Name, name) {
			return e, nil
		}
	}
	return nil, engine.Refuse(engine.NotFound, reason.UnknownEffect, d.aboutEffect(name))
}

// aboutEffect returns the arguments of a refusal about an effect, whose name may be that of one of the ruleset's conditions.
func (d *decider) aboutEffect(name string) engine.Args {
	if c := d.Rules.Condition(name); c != nil {
		return engine.Args{Text: c.Name, Condition: true}
	}
	return engine.Args{Text: name}
}

// EffectLevel changes a level by "+1" or "-1", or sets it to "=3" or "3" (RS-65).
type EffectLevel struct{ Target, Name, Amount string }

func (c EffectLevel) decide(d *decider) error {
	return d.changeEffects(c.Target, c.Name, func(e *engine.Effect) error {
		level, err := c.level(d, e)
		if err != nil {
			return err
		}
		d.setLevel(e.ID, level, true)
		return nil
	})
}

// level returns the new level; 0 or below ends the effect.
func (c EffectLevel) level(d *decider, e *engine.Effect) (int, error) {
	condition := d.Rules.Condition(e.Name)
	if condition == nil || !condition.Level {
		return 0, engine.Refuse(engine.Invalid, reason.NoLevelToChange, d.aboutEffect(e.Name))
	}
	n, err := parseLevel(c.Amount, e.Level)
	if err != nil {
		return 0, err
	}
	if n > condition.Most {
		return 0, engine.Refuse(engine.Invalid, reason.LevelRange, engine.Args{Text: condition.Name, Condition: true, Low: 1, High: condition.Most})
	}
	return n, nil
}

// forgetSource takes its source from an effect that doesn't depend on the source's turns, if the source has left.
func (f *fight) forgetSource(e *engine.Effect) {
	if !e.Until.OfSource() && f.State.Combatant(e.Source) == nil && f.State.Unit(e.SourceUnit) == nil {
		e.Source, e.SourceUnit = 0, 0
	}
}

// addEffect puts an effect on its target and returns its new ID. It replaces an effect of the same name, and ends the conditions that it
// breaks (RS-65). It returns 0 if the target is immune, or if the effect it is to end with is over.
func (f *fight) addEffect(e engine.Effect) engine.EffectID {
	if c := f.State.Combatant(e.Target); c != nil && f.Rules.Condition(e.Name) != nil && f.State.ImmuneTo(f.Rules, c, e.Name) {
		f.emit(engine.EffectResisted{Combatants: []engine.CombatantID{c.ID}, Name: e.Name})
		return 0
	}
	f.standApartFor(&e)
	e, replaced := f.putAgain(e)
	if e.With != 0 && f.State.Effect(e.With) == nil {
		return 0 // the effect that it was to end with has just ended
	}
	f.putOn(&e, replaced, false)
	f.takeBack(replaced, e.Name)
	f.giveWith(&e)
	f.breakConditions(&e)
	return e.ID
}

// putOn gives an effect its ID and adds it, replacing another if replaced isn't 0. With longer, that is the same effect with a shorter
// duration.
func (f *fight) putOn(e *engine.Effect, replaced engine.EffectID, longer bool) {
	if c := f.State.Combatant(e.Target); c != nil {
		e.ID = engine.EffectID(f.newID(c.Hidden))
		e.Unscored = c.Hidden && !f.State.Hidden(c.Unit)
	} else {
		e.ID = engine.EffectID(f.newID(f.State.Hidden(e.Unit)))
	}
	if e.Until == engine.UntilTicks {
		e.Tick += f.State.Now(f.onHidden(e))
	}
	f.forgetTiesForEffect(e)
	f.emit(engine.EffectAdded{Effect: *e, Replaced: replaced, Longer: longer})
}

// putAgain adapts an effect to one of the same name that its target may already have. It returns that one's ID if the new effect replaces it,
// or 0.
func (f *fight) putAgain(e engine.Effect) (engine.Effect, engine.EffectID) {
	i := slices.IndexFunc(f.State.Effects, func(old engine.Effect) bool {
		return old.Target == e.Target && old.Unit == e.Unit && engine.SameName(old.Name, e.Name)
	})
	if i < 0 {
		return e, 0
	}
	old := f.State.Effects[i]
	c := f.Rules.Condition(e.Name)
	if c != nil && c.One {
		f.endEffect(old.ID, false)
		return e, 0
	}
	if c != nil && c.Level {
		e.Level = max(e.Level, old.Level)
	}
	f.forgetTiesForEffect(&old)
	return e, old.ID
}

// endEffect ends an effect, if it still exists, and then every effect that ends with it (RS-67).
func (f *fight) endEffect(id engine.EffectID, byHand bool) {
	e := f.State.Effect(id)
	if e == nil {
		return
	}
	f.standApartFor(e)
	ended := *f.State.Effect(id)
	f.forgetTiesForEffect(&ended)
	lapse := f.lapse(&ended)
	f.emit(engine.EffectEnded{Effect: ended, ByHand: byHand})
	lapse()
	f.takeBack(id, ended.Name)
	f.endEffectsWith(id)
}

func (f *fight) endEffectsWith(id engine.EffectID) {
	f.endEffects(func(e *engine.Effect) bool { return e.With == id })
}

// endEffects ends all effects for which is returns true.
func (f *fight) endEffects(is func(e *engine.Effect) bool) {
	for _, id := range f.effectIDs(is) {
		f.endEffect(id, false)
	}
}

// effectIDs returns the IDs of all effects for which is returns true, oldest first.
func (f *fight) effectIDs(is func(e *engine.Effect) bool) []engine.EffectID {
	var out []engine.EffectID
	for i := range f.State.Effects {
		if e := &f.State.Effects[i]; is(e) {
			out = append(out, e.ID)
		}
	}
	return out
}

// setLevel changes the level of an effect. At 0 the effect ends (RS-65).
func (f *fight) setLevel(id engine.EffectID, level int, byHand bool) {
	e := f.State.Effect(id)
	switch {
	case e == nil || level == e.Level:
	case level <= 0:
		f.endEffect(id, byHand)
	default:
		f.emit(engine.EffectLevelSet{Effect: id, From: e.Level, Level: level, ByHand: byHand})
	}
}

// breakConditions ends the conditions that a newly added effect breaks (RS-65).
func (f *fight) breakConditions(added *engine.Effect) {
	f.endEffects(func(e *engine.Effect) bool {
		c := f.Rules.Condition(e.Name)
		if c == nil || e.ID == added.ID || !f.reaches(added, e) {
			return false
		}
		return c.Breaks.Skip && added.Skip ||
			slices.ContainsFunc(c.Breaks.Conditions, func(name string) bool { return strings.EqualFold(name, added.Name) })
	})
}

// reaches reports whether an effect is on everyone that another is on. An effect on a group is on each member.
func (f *fight) reaches(added, e *engine.Effect) bool {
	if added.Unit == 0 || e.Unit != 0 {
		return added.Target == e.Target && added.Unit == e.Unit
	}
	c := f.State.Combatant(e.Target)
	return c != nil && f.State.On(added, c)
}

// breakByDown ends the conditions that break when their target goes down (RS-65). A group is down when no member stands.
func (f *fight) breakByDown(e engine.HPChanged) {
	id, down := e.Combatant, f.State.Combatant(e.Combatant)
	if len(f.State.Effects) == 0 || e.From <= 0 || e.To != 0 || down == nil || down.Standing() {
		return
	}
	unit := down.Unit
	if slices.ContainsFunc(f.State.Members(unit), (*engine.Combatant).Standing) {
		unit = 0
	}
	f.endEffects(func(e *engine.Effect) bool {
		if e.Target != id && (e.Unit != unit || unit == 0) {
			return false
		}
		c := f.Rules.Condition(e.Name)
		return c != nil && c.Breaks.Down
	})
}

// conditionEffect returns a condition as an effect, without target, source and duration (RS-65).
func conditionEffect(c *ruleset.Condition) engine.Effect {
	e := engine.Effect{Name: c.Name, Skip: c.Skip, NoReactions: c.NoReactions, Initiative: c.Initiative, Note: c.Note, Until: engine.UntilRemoved}
	if c.Level {
		e.Level = 1
	}
	return e
}

// setDuration sets when an effect ends (RS-60). The effect must already have its source.
func (f *fight) setDuration(e *engine.Effect, d ruleset.Duration) {
	e.Remaining, e.Turn = 0, 0
	switch d.End {
	case ruleset.Removed:
		e.Until = engine.UntilRemoved
	case ruleset.Fight:
		e.Until = engine.UntilFight
	case ruleset.EndOfTurn:
		e.Until = engine.UntilEndOfTurn
	case ruleset.EndOfThisTurn:
		e.Until, e.Turn = engine.UntilEndOfThisTurn, f.State.Turn
	case ruleset.EndOfRound:
		e.Until = engine.UntilEndOfRound
	case ruleset.EndOfNextTurn:
		e.Until, e.Turn = engine.UntilEndOfNextTurn, f.State.Turn
	case ruleset.EndOfSourcesTurn:
		e.Until = engine.UntilEndOfSourceTurn
	case ruleset.EndOfSourcesNextTurn:
		e.Until, e.Turn = engine.UntilEndOfSourceTurn, f.State.Turn
	case ruleset.StartOfTurn:
		e.Until = engine.UntilStartOfTurn
	case ruleset.StartOfSourcesTurn:
		e.Until = engine.UntilStartOfSourceTurn
	case ruleset.Counted:
		f.setRounds(e, d)
	case ruleset.Ticked:
		e.Until, e.Tick = engine.UntilTicks, d.Rounds // addEffect adds the current tick
	}
}

// setRounds sets a counted duration. A time is converted to rounds.
func (f *fight) setRounds(e *engine.Effect, d ruleset.Duration) {
	e.Remaining = d.Rounds
	if d.Seconds > 0 {
		e.Remaining = (d.Seconds + f.Rules.RoundSeconds - 1) / f.Rules.RoundSeconds
	}
	switch cmp.Or(d.Clock, f.Rules.Durations) { // what counts the rounds: the duration says it, or else the file
	case ruleset.TargetsStart:
		e.Until = engine.UntilOwnStarts
	case ruleset.SourcesStart:
		e.Until = engine.UntilSourceStarts
	case ruleset.SourcesEnd:
		e.Until, e.Turn = engine.UntilSourceEnds, f.State.Turn
	case ruleset.RoundsEnd:
		e.Until = engine.UntilRounds
	default:
		e.Until = engine.UntilOwnTurns
	}
}

// startDurations ends and counts down the effects that depend on the start of a turn: effects on whoever has it, and effects whose source has
// it.
func (f *fight) startDurations(t ownTurn) {
	f.countAll(t, func(e *engine.Effect) bool {
		switch e.Until {
		case engine.UntilStartOfTurn, engine.UntilOwnStarts:
			return t.on(e)
		case engine.UntilStartOfSourceTurn, engine.UntilSourceStarts:
			return t.by(e)
		}
		return false
	})
}

// endOwnEffects deals the damage of effects on whoever ends a turn, and then counts the turn for their durations.
func (f *fight) endOwnEffects(t ownTurn) {
	own := f.effectIDs(t.on)
	// Under rulesets that say nothing about effects, damage and end of each effect are reported together (TO-11), unless what ends could change
	// other damage (RS-64). Effects on others don't matter by themselves: the order of what everyone reads would show that a hidden combatant has
	// some. Only if damage would be lost does that order follow a link through one of them.
	together := len(f.Rules.Conditions) == 0 && (f.Rules.Durations == "" || f.Rules.Durations == ruleset.TargetsEnd) &&
		f.Rules.Damage == nil && f.Rules.Absorbs == nil && !f.oneEndsLater(own)
	for _, id := range own {
		f.dealDamage(id, t)
		if together {
			f.countOwnEnd(id, t)
		}
	}
	for _, id := range own {
		if !together {
			f.countOwnEnd(id, t)
		}
	}
}

// oneEndsLater reports whether one of these effects would end a later one of them, directly or through effects in between (RS-67), before that
// has dealt its damage.
func (f *fight) oneEndsLater(ids []engine.EffectID) bool {
	for i, id := range ids {
		seen := []engine.EffectID{id}
		for e := f.State.Effect(f.State.Effect(id).With); e != nil && !slices.Contains(seen, e.ID); e = f.State.Effect(e.With) {
			if slices.Contains(ids[:i], e.ID) {
				return true
			}
			seen = append(seen, e.ID)
		}
	}
	return false
}

// endBoundEffects counts the end of a turn for effects whose source had it.
func (f *fight) endBoundEffects(t ownTurn) {
	f.countAll(t, func(e *engine.Effect) bool {
		return t.by(e) && (e.Until == engine.UntilEndOfSourceTurn || e.Until == engine.UntilSourceEnds)
	})
}

// countOwnEnd counts the end of the target's turn for an effect, if it depends on that.
func (f *fight) countOwnEnd(id engine.EffectID, t ownTurn) {
	if e := f.State.Effect(id); e != nil {
		switch e.Until {
		case engine.UntilEndOfTurn, engine.UntilEndOfNextTurn, engine.UntilOwnTurns:
			f.count(id, t)
		}
	}
}

// count counts a moment that an effect depends on: the effect ends, or has one round less left. Rounds are only counted once a round (RS-21).
func (f *fight) count(id engine.EffectID, t ownTurn) {
	e := f.State.Effect(id)
	switch {
	case e == nil, e.Turn != 0 && e.Turn == f.State.Turn: // it was added in this turn, which doesn't count
	case !e.Until.Counted():
		f.endEffect(id, false)
	case t.again:
	case e.Remaining <= 1:
		f.endEffect(id, false)
	default:
		f.emit(engine.EffectTicked{Effect: id, Remaining: e.Remaining - 1})
	}
}

// countAll counts a moment that all effects depend on for which is returns true.
func (f *fight) countAll(t ownTurn, is func(e *engine.Effect) bool) {
	for _, id := range f.effectIDs(is) {
		f.count(id, t)
	}
}

// fade lowers the levels of effects that drop at this moment of the target's turn (RS-65).
func (f *fight) fade(t ownTurn, at ruleset.Fades) {
	if t.again {
		return
	}
	for _, id := range f.effectIDs(func(e *engine.Effect) bool { return e.Level > 0 && t.on(e) && f.fades(e) == at }) {
		if e := f.State.Effect(id); e != nil {
			f.setLevel(id, e.Level-1, false)
		}
	}
}

// fades returns when an effect's level drops.
func (f *fight) fades(e *engine.Effect) ruleset.Fades {
	if c := f.Rules.Condition(e.Name); c != nil && c.Level {
		return c.Fades
	}
	return ruleset.NeverFades
}

// fadeBySpent lowers the levels of conditions on a combatant by what they have just taken from those of its pools that came back (RS-65). If
// several take from one pool, those that drop by it come first. For a unit as a whole, this is called when the pools of all members are back:
// a condition on a group drops by what it took from the first of them whose pool came back.
func (f *fight) fadeBySpent(t ownTurn, cameBack func(c *engine.Combatant, p *ruleset.Pool) bool) {
	leveled := func(e engine.Effect) bool { return e.Level > 0 && e.Target == t.who && e.Unit == t.unit }
	if f.State.OneAction || !slices.ContainsFunc(f.State.Effects, leveled) {
		return
	}
	members := []*engine.Combatant{f.State.Combatant(t.who)}
	if t.unit != 0 {
		members = f.State.VisibleMembers(t.unit)
	}
	left := map[string]int{}
	for _, e := range f.effectIDs(func(e *engine.Effect) bool { return leveled(*e) && f.fades(e) == ruleset.FadesBySpent }) {
		e := f.State.Effect(e)
		if e == nil {
			continue
		}
		took := 0
		for _, t := range f.Rules.Condition(e.Name).Takes {
			p := f.Rules.Pool(t.Pool)
			if p == nil || !p.Counted() {
				continue
			}
			first := slices.IndexFunc(members, func(c *engine.Combatant) bool { return cameBack(c, p) })
			if first < 0 {
				continue
			}
			if _, known := left[p.Key]; !known {
				left[p.Key] = f.State.PoolCount(members[first], p)
			}
			n := max(0, min(left[p.Key], t.N*e.Level))
			took, left[p.Key] = took+n, left[p.Key]-n
		}
		f.setLevel(e.ID, max(0, e.Level-took), false)
	}
}

// dealDamage applies an effect's damage, rolled once for all that it is on.
func (f *fight) dealDamage(id engine.EffectID, t ownTurn) {
	e := f.State.Effect(id)
	if e == nil || e.Damage == "" || t.again {
		return
	}
	targets := []engine.CombatantID{t.who}
	if t.unit != 0 {
		targets = combatantIDs(f.State.GroupMembers(t.unit))
	}
	amount, err := f.Rules.Damage.ParseSavedAmount(e.Damage)
	if err != nil { // can't happen: it was checked when the effect was added
		return
	}
	cause := e.Name
	hidden := !slices.ContainsFunc(targets, func(id engine.CombatantID) bool { return !f.State.Combatant(id).Hidden })
	roll, parts, sum := f.rollAmount(amount, f.roller(hidden))
	for _, id := range targets {
		f.changeHP(engine.HPChanged{Combatant: id, Amount: -sum, Roll: roll, Parts: parts, Cause: cause})
	}
}

// endEffectsOfTurn ends the effects that last until the end of a turn.
func (f *fight) endEffectsOfTurn(turn engine.TurnID) {
	f.endEffects(func(e *engine.Effect) bool { return e.Until == engine.UntilEndOfThisTurn && e.Turn == turn })
}

// endRest ends the effects added after the turn's end was run (RS-46).
func (f *fight) endRest(t ownTurn) {
	f.countAll(t, func(e *engine.Effect) bool {
		return e.Until == engine.UntilEndOfTurn && t.on(e) || e.Until == engine.UntilEndOfSourceTurn && e.Turn == 0 && t.by(e)
	})
}

// endRoundEffects ends the effects that last until the end of the round, and counts down those that count rounds (RS-60, FT-9).
func (f *fight) endRoundEffects() {
	f.countAll(ownTurn{}, func(e *engine.Effect) bool { return e.Until == engine.UntilEndOfRound || e.Until == engine.UntilRounds })
}

// endThisTurnEffectsIfAlone ends the effects that last until the end of the current turn, if this unit is the only active one.
func (f *fight) endThisTurnEffectsIfAlone(id engine.UnitID) {
	if len(f.State.Active) == 1 && f.State.IsActive(id) {
		f.endEffectsOfTurn(f.State.Turn)
	}
}
