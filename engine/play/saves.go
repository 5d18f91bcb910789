package play

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/formula"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// The limits of saves.
const (
	maxSaveTargets  = 50
	maxAskedSaves   = 20
	maxSaveModifier = 100
	maxSaveName     = 50
)

// Save asks combatants to save against the same thing (NU-13 to NU-19). Options are as typed; empty means left out.
type Save struct {
	Target, Save                          string
	DC                                    *int
	Amount, Success                       string
	Effect, EffectSuccess, EffectCritical string
	Duration, With, Source                string
	Repeat                                bool
	Name, Pool                            string
	Rolls                                 string // natural results by name
	Modifier                              string // one for all, or by name: "2", "Rogue 5, Bard -2"
	Advantage, Disadvantage               string // names, or all
	Now, Plain                            bool
	Use                                   string   // the name of a prepared save, which fills in what isn't typed (NU-20)
	Cleared                               []string // options typed as no, such as "repeat", or emptied in a form, so that the prepared save doesn't fill them in
	Players                               Policy
	Row                                   Row // part of the combatant's multiattack, so Use costs nothing but its uses (MO-21)

	saved   bool               // the amount comes from the prepared save
	user    engine.CombatantID // the combatant that uses the ability
	ability *engine.Ability    // the ability that Use names, if it is a stat block's; the save is paid for like it (MO-20)
}

func (c Save) decide(d *decider) error {
	if err := d.requirePlayer(); err != nil {
		return err
	}
	if d.Rules.Saves == nil {
		return d.notInRules(reason.NoSaves)
	}
	c, err := c.withPrepared(d)
	if err != nil {
		return err
	}
	who, err := d.saveTargets(c.Target)
	if err != nil {
		return err
	}
	own, err := d.requireDealer(c.Players, who, reason.SavesOfGM, reason.NotYourSaves)
	if err != nil {
		return err
	}
	if c.Now {
		if err := d.requireGM(); err != nil {
			return err
		}
	}
	call, amount, err := c.call(d)
	if err != nil {
		return err
	}
	targets, err := c.targets(d, who, call)
	if err != nil {
		return err
	}
	needed, err := c.effects(d, who, &call)
	if err != nil {
		return err
	}
	confirms := c.Players == GMConfirms && !own
	if !confirms && len(d.asked(targets, c.Now, call.Stat)) > 0 {
		if err := d.requireRoomForSaves(); err != nil {
			return err
		}
	}
	spent, err := c.spend(d, call.Source)
	if err != nil {
		return err
	}
	var used *engine.AbilityUsed
	if c.ability != nil {
		e, err := d.abilityUse(d.State.Combatant(c.user), c.ability, c.Row)
		if err != nil {
			return err
		}
		used = &e
	}
	call.Roll, call.Parts, call.Amount = d.rollAmount(amount, d.sharedRoller(who))
	if confirms {
		saves := &engine.ProposedSaves{SaveCall: call, Targets: targets, First: needed}
		if spent != nil {
			saves.Pool = spent.Pool
		}
		d.emit(engine.SavesProposed{Proposal: engine.Proposal{ID: engine.ProposalID(d.NextTurn), By: call.By, Saves: saves}})
		return nil
	}
	if used != nil {
		d.emit(*used)
		if err := d.useRow(c.user, c.ability.Name, c.Row); err != nil {
			return err
		}
	}
	d.callSaves(call, targets, spent, needed, c.Now)
	return nil
}

// saveTargets looks up who has to save. The name of a unit or side stands for its members that aren't down (NU-13).
func (d *decider) saveTargets(list string) ([]*engine.Combatant, error) {
	names := Names(list)
	if len(names) == 0 {
		return nil, engine.Refuse(engine.Invalid, reason.NoName, engine.Args{})
	}
	var out []*engine.Combatant
	for _, name := range names {
		f, side, err := d.findGroupOrSide(name)
		if err != nil {
			return nil, err
		}
		if err := refuseEvent(f.who...); err != nil {
			return nil, err
		}
		if side || f.unit != 0 || len(f.who) > 1 {
			f.who = slices.DeleteFunc(f.who, func(c *engine.Combatant) bool { return !c.Standing() })
		}
		if len(f.who) == 0 {
			return nil, engine.Refuse(engine.NotNow, reason.NobodyStands, engine.Args{Text: name})
		}
		for _, c := range f.who {
			if !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	if len(out) > maxSaveTargets {
		return nil, engine.Refuse(engine.Invalid, reason.TooManySaving, engine.Args{Count: len(out), High: maxSaveTargets})
	}
	return out, nil
}

// findGroupOrSide is like findGroup, but the name of a side stands for everybody on it. The error is findGroup's.
func (d *decider) findGroupOrSide(name string) (f match, side bool, err error) {
	if f, err = d.findGroup(name); err == nil {
		return f, false, nil
	}
	f = match{who: d.combatants(func(c *engine.Combatant) bool { return engine.SameName(c.Side, name) && d.viewer.Knows(c) })}
	if f.who == nil {
		return f, false, err
	}
	return f, true, nil
}

// call returns what is saved against, without effects, and the dice of the damage.
func (c Save) call(d *decider) (engine.SaveCall, ruleset.Amount, error) {
	none := ruleset.Amount{}
	call := engine.SaveCall{ID: engine.SavesID(d.NextTurn), Name: strings.TrimSpace(c.Name), Plain: c.Plain, Repeat: c.Repeat}
	if call.Name != "" {
		if err := engine.CheckText(call.Name, maxSaveName, reason.SaveName); err != nil {
			return call, none, err
		}
	}
	if strings.TrimSpace(c.Save) == "" || c.DC == nil {
		return call, none, engine.Refuse(engine.Invalid, reason.SaveNeeds, engine.Args{Stat: d.Rules.Saves.Stats()[0]})
	}
	var known bool
	if call.Stat, known = d.Rules.SaveStat(c.Save); !known {
		args := engine.Args{Ruleset: d.Rules.Title, Text: c.Save, Names: d.Rules.Saves.Stats()}
		return call, none, engine.Refuse(engine.Invalid, reason.UnknownSave, args)
	}
	if *c.DC < 0 || *c.DC > maxDC {
		return call, none, engine.Refuse(engine.Invalid, reason.CheckNumber, engine.Args{Option: "dc", Low: 0, High: maxDC})
	}
	call.DC = *c.DC
	var err error
	if call.Success, err = successShare(c.Success); err != nil {
		return call, none, err
	}
	if call.Source, err = c.source(d); err != nil {
		return call, none, err
	}
	call.By = d.dealer(0)
	if call.Source != 0 {
		call.By = call.Source
	}
	if strings.TrimSpace(c.Amount) == "" {
		return call, none, nil
	}
	call.Deals = true
	if c.saved { // unknown names of damage count as untyped
		amount, err := d.Rules.Damage.ParseSavedAmount(c.Amount)
		return call, amount, err
	}
	amount, err := damageAmount(c.Amount, d.Rules)
	return call, amount, err
}

// successShare parses what a success takes; "" means what the ruleset says.
func successShare(typed string) (ruleset.SaveShare, error) {
	switch share := ruleset.SaveShare(strings.ToLower(strings.TrimSpace(typed))); share {
	case "", ruleset.TakesNone, ruleset.TakesHalf:
		return share, nil
	}
	return "", engine.Refuse(engine.Invalid, reason.SaveSuccess, engine.Args{Text: typed})
}

// source returns the source of the saves: the combatant given, or the only active one; 0 if there is none or it is a group.
func (c Save) source(d *decider) (engine.CombatantID, error) {
	id, _, err := EffectAdd{Source: c.Source}.source(d)
	switch m := d.State.Combatant(id); {
	case err != nil, m == nil:
		return 0, err
	case strings.TrimSpace(c.Source) != "":
		return id, d.requireOwner(reason.NotYoursToPlay, m)
	case !d.isGM() && !d.owns(m):
		return 0, nil
	}
	return id, nil
}

// targets returns the targets, each with what was typed for it.
func (c Save) targets(d *decider, who []*engine.Combatant, call engine.SaveCall) ([]engine.SaveTarget, error) {
	out := make([]engine.SaveTarget, len(who))
	at := make(map[engine.CombatantID]*engine.SaveTarget, len(who))
	for i, m := range who {
		out[i].Who = m.ID
		at[m.ID] = &out[i]
	}
	all, named, err := modifiers(c.Modifier)
	if err != nil {
		return nil, err
	}
	for i := range out {
		out[i].Modifier = all
	}
	if err := d.ownModifiers(named, at); err != nil {
		return nil, err
	}
	for _, edge := range []struct {
		edge  engine.Edge
		names string
	}{{engine.Advantage, c.Advantage}, {engine.Disadvantage, c.Disadvantage}} {
		if err := d.edgesOf(edge.edge, edge.names, out, at); err != nil {
			return nil, err
		}
	}
	rolls, err := parseSingleRolls(c.Rolls)
	if err != nil {
		return nil, err
	}
	for _, r := range rolls {
		f, _, err := d.amongTargets(r.Name, at)
		if err != nil {
			return nil, err
		}
		if len(f.who) > 1 {
			return nil, f.refuseSeveral(r.Name)
		}
		if err := d.requireOwner(reason.NotYoursToPlay, f.who...); err != nil {
			return nil, err
		}
		t := at[f.who[0].ID]
		if t.Natural != nil {
			return nil, engine.Refuse(engine.Invalid, reason.TwoResults, engine.Args{Name: r.Name})
		}
		if err := d.checkSaveRoll(call.Stat, t, r.Natural, r.Name); err != nil {
			return nil, err
		}
		t.Natural = &r.Natural
	}
	return out, nil
}

// reach is how much a typed name stands for, whether targets or not. A combatant's own name sorts before a group's, a group's before a side's, and
// a name of fewer combatants before one of more.
type reach struct{ kind, size int }

func (r reach) compare(other reach) int {
	return cmp.Or(cmp.Compare(r.kind, other.kind), cmp.Compare(r.size, other.size))
}

// ownModifiers gives the targets the modifiers typed by name. If a target gets several, the one whose name has the smallest reach counts,
// in whatever order they were typed; two with the same reach are refused.
func (d *decider) ownModifiers(named []engine.NamedRoll, at map[engine.CombatantID]*engine.SaveTarget) error {
	type one struct {
		engine.NamedRoll
		who []*engine.Combatant
		reach
	}
	var all []one
	for _, n := range named {
		f, reach, err := d.amongTargets(n.Name, at)
		if err != nil {
			return err
		}
		all = append(all, one{n, f.who, reach})
	}
	slices.SortStableFunc(all, func(a, b one) int { return a.compare(b.reach) })
	own := map[engine.CombatantID]reach{}
	for _, one := range all {
		for _, m := range one.who {
			switch held, is := own[m.ID]; {
			case !is:
				at[m.ID].Modifier, own[m.ID] = one.Natural, one.reach
			case held == one.reach:
				return engine.Refuse(engine.Invalid, reason.TwoModifiers, engine.Args{Name: one.Name})
			}
		}
	}
	return nil
}

// amongTargets looks up a name, and refuses it unless it stands for at least one target. It returns those targets, and the reach of the name.
func (d *decider) amongTargets(name string, targets map[engine.CombatantID]*engine.SaveTarget) (match, reach, error) {
	f, side, err := d.findGroupOrSide(name)
	if err != nil {
		return f, reach{}, err
	}
	r := reach{size: len(f.who)}
	switch {
	case side:
		r.kind = 2
	case len(f.who) > 1 || !engine.SameName(f.who[0].Name, name):
		r.kind = 1
	}
	f.who = slices.DeleteFunc(f.who, func(m *engine.Combatant) bool { return targets[m.ID] == nil })
	if len(f.who) == 0 {
		return f, r, engine.Refuse(engine.Invalid, reason.SaveNotTarget, engine.Args{Name: name})
	}
	return f, r, nil
}

// edgesOf adds a typed advantage or disadvantage to the targets named.
func (d *decider) edgesOf(edge engine.Edge, names string, all []engine.SaveTarget, at map[engine.CombatantID]*engine.SaveTarget) error {
	if strings.TrimSpace(names) == "" {
		return nil
	}
	if !d.Rules.Saves.HasEdge() {
		return d.notInRules(reason.NoSaveEdge)
	}
	for _, name := range Names(names) {
		if f, _, err := d.amongTargets(name, at); err == nil {
			for _, m := range f.who {
				at[m.ID].Edges = append(at[m.ID].Edges, edge)
			}
		} else if strings.EqualFold(name, "all") {
			for i := range all {
				all[i].Edges = append(all[i].Edges, edge)
			}
		} else {
			return err
		}
	}
	return nil
}

var modifierPattern = regexp.MustCompile(`^(?:(.*\S)\s*[\s=:]\s*)?([+-]?\d{1,6})$`)

// modifiers parses the modifiers of saves: one for all, some by name, or both, as in "2, Rogue 5".
func modifiers(text string) (all int, named []engine.NamedRoll, err error) {
	forAll := false
	for part := range strings.SplitSeq(strings.ReplaceAll(text, "−", "-"), ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		m := modifierPattern.FindStringSubmatch(part)
		if m == nil {
			return 0, nil, engine.Refuse(engine.Invalid, reason.SaveModifier, engine.Args{Text: part})
		}
		n, _ := strconv.Atoi(m[2]) // at most six digits, so it always fits
		if err := checkModifiers(maxSaveModifier, n); err != nil {
			return 0, nil, err
		}
		if m[1] == "" {
			if forAll {
				return 0, nil, engine.Refuse(engine.Invalid, reason.SaveModifier, engine.Args{Text: text})
			}
			all, forAll = n, true
			continue
		}
		named = append(named, engine.NamedRoll{Name: strings.TrimRight(m[1], "=: "), Natural: n})
	}
	return all, named, nil
}

// effects adds the effects that the save may bring to call (NU-18). It returns a condition that has to be put on the source first (RS-67), or
// nil.
func (c Save) effects(d *decider, who []*engine.Combatant, call *engine.SaveCall) (needed *engine.Effect, err error) {
	for _, row := range []struct {
		on   ruleset.SaveResult
		text string
	}{{ruleset.SaveFailure, c.Effect}, {ruleset.SaveCriticalFailure, c.EffectCritical}, {ruleset.SaveSuccess, c.EffectSuccess}} {
		for name := range strings.SplitSeq(row.text, "+") {
			name = strings.TrimSpace(name)
			if name == "" {
				continue
			}
			if row.on == ruleset.SaveCriticalFailure && !d.Rules.Saves.Degrees {
				return nil, d.notInRules(reason.NoSaveDegrees)
			}
			e, lasts, need, err := c.effect(d, who, name)
			if err != nil {
				return nil, err
			}
			needed = cmp.Or(needed, need)
			call.Effects = append(call.Effects, engine.SaveEffect{On: row.on, Effect: e, Lasts: lasts})
		}
	}
	if c.Repeat && d.Rules.Save == nil {
		return nil, d.notInRules(reason.NoRepeat)
	}
	if err := c.withoutEffects(call); err != nil {
		return nil, err
	}
	return needed, d.requireRoomForSaveEffects(call, len(who), needed)
}

// withoutEffects refuses options for effects if there are none.
func (c Save) withoutEffects(call *engine.SaveCall) error {
	for _, option := range []struct {
		name  string
		typed bool
	}{{"duration", strings.TrimSpace(c.Duration) != ""}, {"with", strings.TrimSpace(c.With) != ""}, {"repeat", c.Repeat}} {
		if option.typed && len(call.Effects) == 0 {
			return engine.Refuse(engine.Invalid, reason.NoSaveEffect, engine.Args{Option: option.name})
		}
	}
	return nil
}

// requireRoomForSaveEffects refuses saves of n combatants if they could bring the fight too many effects.
func (d *decider) requireRoomForSaveEffects(call *engine.SaveCall, n int, first *engine.Effect) error {
	n *= call.MostEffects()
	if n == 0 {
		return nil
	}
	if first != nil {
		n++
	}
	return d.requireRoomForEffects(n)
}

// effect returns an effect and how long it lasts. The name may include a level, such as "Frightened 3".
func (c Save) effect(d *decider, who []*engine.Combatant, name string) (e engine.Effect, lasts string, needed *engine.Effect, err error) {
	add := EffectAdd{Name: name, Duration: c.Duration, Source: c.Source, With: c.With}
	if i := strings.LastIndexByte(name, ' '); i > 0 && d.Rules.Condition(name) == nil {
		condition := d.Rules.Condition(name[:i])
		if n, nerr := strconv.Atoi(name[i+1:]); nerr == nil && condition != nil {
			add.Name, add.Level = condition.Name, &n
		}
	}
	if e, err = add.newEffect(d); err != nil {
		return e, "", nil, err
	}
	var targets []match
	for _, m := range who {
		targets = append(targets, match{who: []*engine.Combatant{m}})
	}
	needed, err = add.with(d, &e, targets)
	return e, add.durationText(d.Rules.Condition(e.Name)), needed, err
}

// spend returns what the source spends of the pool (NU-19), or nil without a pool.
func (c Save) spend(d *decider, source engine.CombatantID) (*engine.Acted, error) {
	if strings.TrimSpace(c.Pool) == "" {
		return nil, nil
	}
	p := d.Rules.Pool(ruleset.PoolKey(c.Pool))
	if p == nil {
		return nil, d.unknownPool(c.Pool)
	}
	m := d.State.Combatant(source)
	if m == nil {
		return nil, engine.Refuse(engine.Invalid, reason.NeedsSource, engine.Args{})
	}
	if err := d.requireNow(m, p); err != nil {
		return nil, err
	}
	return d.spendForSaves(m, p, c.Name)
}

// spendForSaves returns the event in which a combatant spends one of a pool for saves with that name. It refuses if none are left.
func (d *decider) spendForSaves(m *engine.Combatant, p *ruleset.Pool, name string) (*engine.Acted, error) {
	e := engine.Acted{Combatant: m.ID, Activity: strings.TrimSpace(name)}
	if p.Priced {
		e.Ticks = d.takesTicks(m, 1)
	}
	return &e, d.spend(m, p, 1, &e)
}

// asked returns the targets that are asked to save instead of rolling at once (NU-14).
func (d *decider) asked(targets []engine.SaveTarget, now bool, stat string) []engine.SaveTarget {
	var out []engine.SaveTarget
	for _, t := range targets {
		m := d.State.Combatant(t.Who)
		if m.Owner != "" && t.Natural == nil && !now && d.State.SaveChanges(d.Rules, m, stat).Fails == "" {
			out = append(out, t)
		}
	}
	return out
}

// requireRoomForSaves refuses another call for saves if too many are open. Those that the actor doesn't know of don't count.
func (d *decider) requireRoomForSaves() error {
	if len(d.State.SeenSaves(d.viewer.Knows)) >= maxAskedSaves {
		return engine.Refuse(engine.NotNow, reason.TooManyAsked, engine.Args{High: maxAskedSaves})
	}
	return nil
}

// callSaves spends the cost, puts the condition that the effects end with on the source, makes the saves of the targets that aren't asked, and
// asks the others. spent and first may be nil.
func (d *decider) callSaves(call engine.SaveCall, targets []engine.SaveTarget, spent *engine.Acted, first *engine.Effect, now bool) {
	if spent != nil {
		d.emit(*spent)
	}
	if first != nil {
		with := d.addEffect(*first)
		call.Effects = slices.Clone(call.Effects)
		for i := range call.Effects {
			call.Effects[i].Effect.With = with
		}
	}
	e := engine.SavesCalled{SaveCall: call, Due: d.asked(targets, now, call.Stat)}
	var atOnce []engine.SaveTarget
	for _, t := range targets {
		e.Who = append(e.Who, t.Who)
		if !slices.ContainsFunc(e.Due, func(due engine.SaveTarget) bool { return due.Who == t.Who }) {
			atOnce = append(atOnce, t)
		}
	}
	d.emit(e)
	d.makeSaves(call, atOnce)
}

// makeSaves makes saves together: first all rolls, then the damage, then the effects (NU-18).
func (d *decider) makeSaves(call engine.SaveCall, targets []engine.SaveTarget) {
	made := make([]engine.SaveMade, len(targets))
	for i, t := range targets {
		made[i] = d.rollSave(&call, t)
		d.emit(made[i])
	}
	for _, e := range made {
		if call.Deals {
			d.saveDamage(&call, e)
		}
	}
	for _, e := range made {
		d.saveEffects(&call, e)
	}
	d.settleTies()
}

// saveDice returns the dice of a save, and how effects change it.
func (f *fight) saveDice(stat string, t *engine.SaveTarget) (expr dice.Expr, changes engine.SaveChanges) {
	c := f.State.Combatant(t.Who)
	changes = f.State.SaveChanges(f.Rules, c, stat)
	for _, edge := range t.Edges {
		changes.Edges = append(changes.Edges, engine.EdgeOf{Edge: edge})
	}
	return f.Rules.Saves.Roll.Fill(f.State.CombatantValues(c, engine.Facts{Bonus: c.Stats[stat], Edge: changes.Edge()})), changes
}

// checkSaveRoll refuses a typed result that the dice of the save can't show.
func (f *fight) checkSaveRoll(stat string, t *engine.SaveTarget, natural int, name string) error {
	expr, _ := f.saveDice(stat, t)
	counted, _ := formula.Split(expr)
	return checkRoll(natural, counted, name)
}

// rollSave makes a save (NU-13).
func (f *fight) rollSave(call *engine.SaveCall, t engine.SaveTarget) engine.SaveMade {
	c := f.State.Combatant(t.Who)
	expr, changes := f.saveDice(call.Stat, &t)
	e := engine.SaveMade{ID: call.ID, Who: t.Who, Stat: call.Stat, Modifier: t.Modifier, Edges: changes.Edges, FailsBy: changes.Fails,
		Needs: f.Rules.Saves.Needs.Value(f.State.CombatantValues(c, engine.Facts{DC: call.DC})), Result: ruleset.SaveFailure}
	_, has := c.Stats[call.Stat]
	e.Lacks = !has
	if e.FailsBy == "" {
		var natural int
		roller := f.rollerFor(c, c.Hidden)
		e.Roll, natural = rollFor(expr, t.Natural, roller)
		e.Mods = engine.RollBonuses(changes.Bonuses, roller)
		e.Total = e.Roll.Total + e.Modifier + sum(e.Mods)
		results := [4]ruleset.SaveResult{ruleset.SaveCriticalFailure, ruleset.SaveFailure, ruleset.SaveSuccess, ruleset.SaveCriticalSuccess}
		e.Result = results[degree(e.Total-e.Needs, natural, f.Rules.Saves.Degrees)]
	}
	if call.Deals {
		e.Share = call.ShareOf(f.Rules, e.Result, changes.Evades != "")
		if e.Share != call.ShareOf(f.Rules, e.Result, false) {
			e.Evades = changes.Evades
		}
	}
	return e
}

// saveDamage deals the damage that a save leaves (NU-8).
func (f *fight) saveDamage(call *engine.SaveCall, made engine.SaveMade) {
	e := engine.HPChanged{Combatant: made.Who, Amount: -call.Amount, Roll: call.Roll, Parts: call.Parts, Plain: call.Plain, Booked: true}
	switch made.Share {
	case ruleset.TakesNone:
		e.None, e.Amount, e.Parts, e.Booked = true, 0, nil, false
	case ruleset.TakesHalf:
		e.Half = true
	case ruleset.TakesDouble:
		e.Amount *= 2
		e.Parts = slices.Clone(e.Parts)
		for i := range e.Parts {
			e.Parts[i].Amount *= 2
		}
	}
	if e.Booked && call.By != made.Who && f.State.Combatant(call.By) != nil {
		e.By = call.By
	}
	f.changeHP(e)
}

// saveEffects puts the effects on a combatant that the result of its save brings (NU-18).
func (f *fight) saveEffects(call *engine.SaveCall, made engine.SaveMade) {
	for i := range call.Effects {
		if !call.Comes(&call.Effects[i], made.Result) {
			continue
		}
		c, e := f.State.Combatant(made.Who), call.Effects[i].Effect
		e.Target, e.Unit = c.ID, 0
		if call.Repeat {
			e.DC, e.HasDC, e.Bonus, e.Save = call.DC, true, c.Stats[call.Stat], call.Stat
		}
		if d, err := ruleset.ParseDuration(call.Effects[i].Lasts); err == nil { // checked when the save was called for
			if d.End == ruleset.EndOfThisTurn && f.State.Turn == 0 {
				d.End = ruleset.EndOfTurn
			}
			f.setDuration(&e, d)
		}
		f.forgetSource(&e)
		if e.Until.OfSource() && f.State.SourceName(&e) == "" { // nobody remembers when its turns would be
			e.Source, e.SourceUnit = c.ID, 0
		}
		f.addEffect(e)
	}
}

// SaveAnswer makes a save that a combatant was asked for (NU-15). If Roll is nil, the bot rolls.
type SaveAnswer struct {
	ID       engine.SavesID
	Who      engine.CombatantID
	Roll     *int
	Modifier int
}

func (c SaveAnswer) decide(d *decider) error {
	if err := d.requirePlayer(); err != nil {
		return err
	}
	m, a := d.State.Combatant(c.Who), d.State.AskedSave(c.ID)
	if m == nil || !d.viewer.Knows(m) || a == nil || a.DueOf(m.ID) == nil {
		return engine.Refuse(engine.NotNow, reason.SaveOver, engine.Args{})
	}
	if err := d.requireOwner(reason.NotYoursToPlay, m); err != nil {
		return err
	}
	return d.answerSave(a, m.ID, c.Roll, c.Modifier)
}

// answerSave makes a save that is due.
func (d *decider) answerSave(a *engine.AskedSaves, id engine.CombatantID, roll *int, modifier int) error {
	t := *a.DueOf(id)
	if err := checkModifiers(maxSaveModifier, modifier); err != nil {
		return err
	}
	if err := d.requireRoomForSaveEffects(&a.SaveCall, 1, nil); err != nil {
		return err
	}
	if roll != nil {
		if err := d.checkSaveRoll(a.Stat, &t, *roll, ""); err != nil {
			return err
		}
	}
	t.Natural = roll
	t.Modifier += modifier
	d.makeSaves(a.SaveCall, []engine.SaveTarget{t})
	return nil
}

// SaveRest rolls all saves of one call that are due (NU-15). With Drop, it calls them off.
type SaveRest struct {
	ID   engine.SavesID
	Drop bool
}

func (c SaveRest) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	a := d.State.AskedSave(c.ID)
	if a == nil {
		return engine.Refuse(engine.NotNow, reason.SaveOver, engine.Args{})
	}
	call, due := a.SaveCall, a.Due
	if !c.Drop {
		if err := d.requireRoomForSaveEffects(&call, len(due), nil); err != nil {
			return err
		}
		d.makeSaves(call, due)
		return nil
	}
	e := engine.SavesDropped{ID: c.ID}
	for _, t := range due {
		e.Who = append(e.Who, t.Who)
	}
	d.emit(e)
	return nil
}

// applySaves asks for the saves that a player proposed, from the targets that are still in the fight.
func (d *decider) applySaves(p engine.Proposal) error {
	targets := filter(p.Saves.Targets, func(t engine.SaveTarget) bool { return d.State.Combatant(t.Who) != nil })
	if len(targets) == 0 {
		return engine.Refuse(engine.NotNow, reason.Gone, engine.Args{})
	}
	call, first := p.Saves.SaveCall, p.Saves.First
	if len(d.asked(targets, false, call.Stat)) > 0 {
		if err := d.requireRoomForSaves(); err != nil {
			return err
		}
	}
	if err := d.requireRoomForSaveEffects(&call, len(targets), first); err != nil {
		return err
	}
	source := d.State.Combatant(call.Source)
	if source == nil && (first != nil || p.Saves.Pool != "") {
		return engine.Refuse(engine.NotNow, reason.Gone, engine.Args{})
	}
	if first != nil && d.Rules.Condition(first.Name) != nil && d.State.ImmuneTo(d.Rules, source, first.Name) {
		return engine.Refuse(engine.NotNow, reason.ProposalLate, engine.Args{}) // it has become immune since
	}
	var spent *engine.Acted
	if p.Saves.Pool != "" {
		var err error
		if spent, err = d.spendForSaves(source, d.Rules.Pool(p.Saves.Pool), call.Name); err != nil {
			return err
		}
	}
	call.ID = engine.SavesID(d.NextTurn)
	d.emit(engine.ProposalApplied{ID: p.ID})
	d.callSaves(call, targets, spent, first, false)
	return nil
}
