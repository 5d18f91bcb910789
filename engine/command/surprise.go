package command

import (
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/dice"
)

// needSurprise wants the GM, a ruleset with one of these kinds of surprise, and an order not yet made.
func (d *decider) requireSurpriseRules(what engine.Reason, kinds ...engine.Surprise) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	switch {
	case what == engine.ReasonNoSurprise && d.rs.Surprise == engine.AmbushTurns:
		return d.notInRules(engine.ReasonOnlyAmbush)
	case !slices.Contains(kinds, d.rs.Surprise):
		return d.notInRules(what)
	case d.s.Phase != engine.Setup:
		return engine.Refuse(engine.NotNow, engine.ReasonSurpriseOver, engine.Args{})
	}
	return nil
}

func (c SurpriseSet) decide(d *decider) error {
	if err := d.requireSurpriseRules(engine.ReasonNoSurprise, engine.LosesRound, engine.RollsLate, engine.FreeRound); err != nil {
		return err
	}
	who, err := d.findAll(c.Names)
	if err != nil {
		return err
	}
	return d.surprise(who, c.Confirm)
}

// surprise surprises combatants, unless one is on alert (CS-5) or the GM has yet to confirm a PC (RI-5).
func (d *decider) surprise(who []*engine.Combatant, confirmed bool) error {
	var pcs []string
	for _, m := range who {
		if d.rs.Surprise == engine.FreeRound && d.sideHasAlert(m.Side, m.Hidden) {
			return engine.Refuse(engine.NotNow, engine.ReasonOnAlert, engine.Args{Name: m.Side})
		}
		if m.Kind == engine.PC {
			pcs = append(pcs, m.Name)
		}
	}
	if len(pcs) > 0 && d.rs.Surprise == engine.RollsLate && !confirmed {
		refusal := engine.Refuse(engine.Confirm, engine.ReasonConfirmSurprise, engine.Args{Names: pcs})
		refusal.Choices = combatantIDs(who)
		return refusal
	}
	d.emit(engine.SurpriseChanged{Combatants: combatantIDs(who), Surprised: true})
	return nil
}

// sideAlert reports whether somebody on a side is on alert; for those whom everybody sees, hidden ones do not count.
func (d *decider) sideHasAlert(side string, hidden bool) bool {
	return slices.ContainsFunc(d.s.Combatants, func(c engine.Combatant) bool { return c.Side == side && c.Alert && (hidden || !c.Hidden) })
}

func (c SurpriseSide) decide(d *decider) error {
	if err := d.requireSurpriseRules(engine.ReasonNoSurprise, engine.LosesRound, engine.RollsLate, engine.FreeRound); err != nil {
		return err
	}
	var who []*engine.Combatant
	for i := range d.s.Combatants {
		if m := &d.s.Combatants[i]; engine.SameName(m.Side, strings.TrimSpace(c.Side)) {
			who = append(who, m)
		}
	}
	if len(who) == 0 {
		return d.refuseEmptySide(strings.TrimSpace(c.Side))
	}
	return d.surprise(who, false)
}

// emptySide refuses a side that nobody is on, and names those that somebody is on.
func (d *decider) refuseEmptySide(side string) error {
	var manned []string
	for i := range d.s.Combatants {
		if on := d.s.Combatants[i].Side; !slices.Contains(manned, on) {
			manned = append(manned, on)
		}
	}
	if manned == nil {
		return engine.Refuse(engine.NotFound, engine.ReasonNobodyJoined, engine.Args{})
	}
	return engine.Refuse(engine.NotFound, engine.ReasonSideEmpty, engine.Args{Text: side, Names: manned})
}

func (c SurpriseAlert) decide(d *decider) error {
	if err := d.requireSurpriseRules(engine.ReasonNoAlert, engine.FreeRound); err != nil {
		return err
	}
	who, err := d.findAll(c.Names)
	if err != nil {
		return err
	}
	var freed []engine.CombatantID // one on alert keeps its side out of surprise (CS-5)
	for i := range d.s.Combatants {
		m := &d.s.Combatants[i]
		if m.Surprised && slices.ContainsFunc(who, func(a *engine.Combatant) bool { return a.Side == m.Side && (m.Hidden || !a.Hidden) }) {
			freed = append(freed, m.ID)
		}
	}
	d.emit(engine.AlertChanged{Combatants: combatantIDs(who), Alert: true})
	if freed != nil {
		d.emit(engine.SurpriseChanged{Combatants: freed, Surprised: false})
	}
	return nil
}

func (c SurpriseAsk) decide(d *decider) error {
	if err := d.requireSurpriseRules(engine.ReasonNoAwareness, engine.LosesRound); err != nil {
		return err
	}
	if c.Target < 1 || c.Target > 100 {
		return engine.Refuse(engine.Invalid, engine.ReasonTestTarget, engine.Args{Low: 1, High: 100})
	}
	who, err := d.findAll(c.Names)
	if err != nil {
		return err
	}
	d.emit(engine.TestsAsked{Who: combatantIDs(who), Target: c.Target})
	return nil
}

func (c SurpriseAnswer) decide(d *decider) error {
	i := slices.IndexFunc(d.s.Tests, func(t engine.SurpriseTest) bool { return t.Who == c.ID })
	if i < 0 || d.s.Phase != engine.Setup {
		return engine.Refuse(engine.NotNow, engine.ReasonTestOver, engine.Args{})
	}
	if err := d.requireOwner(engine.ReasonNotYoursToPlay, d.s.Combatant(c.ID)); err != nil {
		return err
	}
	e := engine.TestAnswered{Who: c.ID, Target: d.s.Tests[i].Target, Typed: c.Roll != nil}
	if c.Roll != nil {
		if err := checkDie(*c.Roll, 100, ""); err != nil {
			return err
		}
		e.Roll = *c.Roll
	} else {
		e.Roll = d.in.Dice.Roll(100)
	}
	d.emit(e)
	d.emit(engine.SurpriseChanged{Combatants: []engine.CombatantID{c.ID}, Surprised: e.Roll > e.Target})
	return nil
}

func (c SurpriseContest) decide(d *decider) error {
	if err := d.requireSurpriseRules(engine.ReasonNoContest, engine.RollsLate); err != nil {
		return err
	}
	ambushers, err := d.findAll(c.Ambushers)
	if err != nil {
		return err
	}
	targets, err := d.findAll(c.Targets)
	if err != nil {
		return err
	}
	for _, m := range targets {
		if slices.Contains(ambushers, m) {
			return engine.Refuse(engine.Invalid, engine.ReasonBothSides, engine.Args{Name: m.Name})
		}
	}
	typed, err := d.typedContestRolls(c.Rolls, append(slices.Clone(ambushers), targets...))
	if err != nil {
		return err
	}
	e := d.rollContest(ambushers, targets, typed)
	var noticed []engine.CombatantID // whom an earlier contest, or the GM, has surprised: the newer one decides
	for _, m := range targets {
		if m.Surprised && !slices.Contains(e.Surprised, m.ID) {
			noticed = append(noticed, m.ID)
		}
	}
	d.emit(e)
	if noticed != nil {
		d.emit(engine.SurpriseChanged{Combatants: noticed, Surprised: false})
	}
	return nil
}

// contestRolls reads the 2d6 typed for those in the contest.
func (d *decider) typedContestRolls(text string, in []*engine.Combatant) (map[engine.CombatantID]int, error) {
	rolls, err := parseRolls(text)
	if err != nil {
		return nil, err
	}
	out := map[engine.CombatantID]int{}
	for _, r := range rolls {
		f, err := d.find(r.Name)
		if err != nil {
			return nil, err
		}
		if f.unit != 0 || !slices.Contains(in, f.who[0]) {
			return nil, engine.Refuse(engine.Invalid, engine.ReasonNotInContest, engine.Args{Name: r.Name})
		}
		if err := check2d6(r.Natural, r.Name); err != nil {
			return nil, err
		}
		out[f.who[0].ID] = r.Natural
	}
	return out, nil
}

// check2d6 wants a result that 2d6 can show; whose names the one that rolls, where there are several.
func check2d6(n int, whose string) error {
	if n < 2 || n > 12 {
		return engine.Refuse(engine.Invalid, engine.ReasonDiceRange, engine.Args{Dice: "2d6", Low: 2, High: 12, Count: n, Name: whose})
	}
	return nil
}

// contestOf rolls the contest: the lowest of the ambushers counts, and defenders win ties (RI-3).
func (d *decider) rollContest(ambushers, targets []*engine.Combatant, typed map[engine.CombatantID]int) engine.Contested {
	var e engine.Contested
	least := 0
	for i, m := range ambushers {
		r := d.contestRoll(m, "sneak", typed)
		if i == 0 || r.Total < least {
			least = r.Total
		}
		e.Ambushers = append(e.Ambushers, r)
	}
	for _, m := range targets {
		r := d.contestRoll(m, "notice", typed)
		e.Targets = append(e.Targets, r)
		if r.Total < least {
			e.Surprised = append(e.Surprised, m.ID)
		}
	}
	return e
}

func (d *decider) contestRoll(m *engine.Combatant, stat string, typed map[engine.CombatantID]int) engine.ContestRoll {
	r := engine.ContestRoll{Who: m.ID, Bonus: m.Stats[stat]}
	n, ok := typed[m.ID]
	if ok {
		r.Roll = dice.Result{Expr: "2d6", Total: n, Typed: true}
	} else {
		r.Roll = dice.Expr{{N: 2, Sides: 6}}.Roll(d.roller(m.Hidden))
	}
	r.Total = r.Roll.Total + r.Bonus
	return r
}

func (c Reroll) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	if !d.rs.Reestablish {
		return d.notInRules(engine.ReasonNoReroll)
	}
	if err := d.requireOrder(); err != nil {
		return err
	}
	var surprised []*engine.Combatant
	if strings.TrimSpace(c.Surprised) != "" {
		var err error
		if surprised, err = d.findAll(c.Surprised); err != nil {
			return err
		}
	}
	ids := combatantIDs(surprised)
	var waiting []engine.UnitID
	for _, u := range d.rs.Order(d.s) {
		if !u.Acted {
			waiting = append(waiting, u.ID)
		}
	}
	d.endThisTurnEffects()
	for _, u := range slices.Clone(d.s.Active) {
		d.emit(engine.TurnWithdrawn{Unit: u})
	}
	d.endRound()
	d.emit(engine.OrderCleared{Waiting: waiting})
	typed, err := d.typedRolls(c.Rolls)
	if err != nil {
		return err
	}
	if len(ids) > 0 {
		d.emit(engine.SurpriseChanged{Combatants: ids, Surprised: true})
	}
	d.rollAll(typed)
	d.beginRound(d.s.Round + 1)
	d.advance()
	d.settleTies()
	return nil
}

func (c Morale) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	if !d.rs.Morale {
		return d.notInRules(engine.ReasonNoMorale)
	}
	who, err := d.findAll(c.Who)
	if err != nil {
		return err
	}
	if up := slices.DeleteFunc(slices.Clone(who), func(m *engine.Combatant) bool { return !m.Standing() }); len(up) > 0 {
		who = up // the fallen of a side are past fear
	}
	for _, m := range who {
		if m.Kind == engine.PC {
			return engine.Refuse(engine.NotInRules, engine.ReasonMoralePC, engine.Args{Name: m.Name})
		}
		if _, ok := m.Stats["morale"]; !ok {
			return engine.Refuse(engine.NotNow, engine.ReasonLacksStat, engine.Args{Name: m.Name, Stat: "morale", Example: "morale 8"})
		}
	}
	roll := dice.Result{Expr: "2d6", Typed: true}
	if c.Roll != nil {
		roll.Total = *c.Roll
		if err := check2d6(roll.Total, ""); err != nil {
			return err
		}
	} else {
		roll = dice.Expr{{N: 2, Sides: 6}}.Roll(d.in.Dice)
	}
	e := engine.MoraleChecked{Roll: roll}
	for _, m := range who {
		e.Who = append(e.Who, m.ID)
		if roll.Total > m.Stats["morale"] {
			e.Broken = append(e.Broken, m.ID)
		}
	}
	d.emit(e)
	return nil
}
