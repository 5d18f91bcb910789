package play

import (
	"cmp"
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// surpriseNewcomers surprises newcomers to a side that is surprised as a whole, so that it stays that way (CS-5), unless a member is on alert.
func (d *decider) surpriseNewcomers(newcomers []engine.CombatantID) {
	if d.Rules.Surprise.Kind != ruleset.FreeRound || d.State.Phase != engine.Setup {
		return
	}
	side, surprised := d.State.Combatant(newcomers[0]).Side, false
	visible := slices.ContainsFunc(newcomers, func(id engine.CombatantID) bool { return !d.State.Combatant(id).Hidden })
	var added []engine.CombatantID
	for i := range d.State.Combatants {
		c := &d.State.Combatants[i]
		switch isNew := slices.Contains(newcomers, c.ID); {
		case c.Side != side, c.Hidden && visible: // hidden combatants don't affect visible newcomers
		case c.Alert, !isNew && !c.Surprised:
			return
		case !isNew:
			surprised = true
		case !c.Surprised:
			added = append(added, c.ID)
		}
	}
	if surprised && added != nil {
		d.emit(engine.SurpriseChanged{Combatants: added, Surprised: true})
	}
}

// SurpriseAmbush makes combatants ambushers (TO-12).
type SurpriseAmbush struct {
	Names  string
	Hidden bool
}

func (c SurpriseAmbush) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	if d.Rules.Surprise.Kind != ruleset.AmbushTurns {
		return d.notInRules(reason.NoAmbush)
	}
	if d.State.Phase != engine.Setup {
		return engine.Refuse(engine.NotNow, reason.SurpriseOver, engine.Args{})
	}
	who, err := d.findAll(c.Names)
	if err != nil {
		return err
	}
	if c.Hidden { // first, so that players see nothing of the GM's ambush
		d.hideAmbushers(who)
	}
	d.emit(engine.AmbushSet{Combatants: combatantIDs(who), Ambusher: true})
	return nil
}

// hideAmbushers hides ambushers from the other side (TO-12): the GM's from the players, and the players' from the enemy, which the GM plays.
func (d *decider) hideAmbushers(who []*engine.Combatant) {
	var gms, players []engine.CombatantID
	for _, m := range who {
		if m.Owner == "" {
			gms = append(gms, m.ID)
		} else {
			players = append(players, m.ID)
		}
	}
	if gms != nil {
		d.emit(engine.HiddenChanged{Combatants: gms, Hidden: true, Lurking: true})
	}
	if players != nil {
		d.emit(engine.ConcealedChanged{Combatants: players, Concealed: true})
	}
}

// SurpriseClear undoes surprise and ambush, for example because the ambushers were discovered.
type SurpriseClear struct{ Names string }

func (c SurpriseClear) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	if d.Rules.Surprise.Kind == ruleset.NoSurprise {
		return d.notInRules(reason.NoSurprise)
	}
	who, err := d.findAll(c.Names)
	if err != nil {
		return err
	}
	these := func(is func(m *engine.Combatant) bool) []engine.CombatantID {
		if some := filter(who, is); len(some) > 0 {
			return combatantIDs(some)
		}
		return nil
	}
	surprised := these(func(m *engine.Combatant) bool { return m.Surprised })
	ambushers := these(func(m *engine.Combatant) bool { return m.Ambusher })
	lurking := these(func(m *engine.Combatant) bool { return m.Lurking })
	alert := these(func(m *engine.Combatant) bool { return m.Alert })
	untested := these(func(m *engine.Combatant) bool { return d.State.OpenTest(m.ID) != nil })
	due := these(func(m *engine.Combatant) bool { return m.SurpriseDue })
	if len(surprised)+len(ambushers)+len(lurking)+len(alert)+len(untested)+len(due) == 0 {
		return engine.Refuse(engine.NotNow, reason.NotSurprised, engine.Args{})
	}
	later := len(untested)+len(due) > 0 && d.marksForNewOrder()
	if d.State.Phase != engine.Setup && !later {
		return engine.Refuse(engine.NotNow, reason.SurpriseOver, engine.Args{})
	}
	if untested != nil {
		d.emit(engine.TestsCalledOff{Who: untested})
	}
	if due != nil {
		d.emit(engine.SurpriseDue{Combatants: due})
	}
	if later { // the surprise of this round stays
		return nil
	}
	if alert != nil {
		d.emit(engine.AlertChanged{Combatants: alert, Alert: false})
	}
	if lurking != nil {
		d.reveal(lurking)
	}
	d.endConcealment(ambushers...)
	if surprised != nil {
		d.emit(engine.SurpriseChanged{Combatants: surprised, Surprised: false})
	}
	if ambushers != nil {
		d.emit(engine.AmbushSet{Combatants: ambushers, Ambusher: false})
	}
	return nil
}

// requireSurpriseRules refuses anyone but the GM, rulesets without any of these kinds of surprise, and fights whose order has been rolled.
func (d *decider) requireSurpriseRules(why reason.Reason, kinds ...ruleset.SurpriseKind) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	switch {
	case !slices.Contains(kinds, d.Rules.Surprise.Kind):
		return d.notInRules(why)
	case d.State.Phase != engine.Setup:
		return engine.Refuse(engine.NotNow, reason.SurpriseOver, engine.Args{})
	}
	return nil
}

// requireMarks refuses anyone but the GM, rulesets in which nobody is named as surprised, and fights whose order won't be rolled again.
func (d *decider) requireMarks() error {
	return cmp.Or(d.requireGM(), d.requireMarkRules(), d.requireToCome())
}

// requireToCome refuses surprise in a fight whose order won't be rolled again.
func (d *decider) requireToCome() error {
	if d.State.Phase == engine.Setup || d.marksForNewOrder() {
		return nil
	}
	return engine.Refuse(engine.NotNow, reason.SurpriseOver, engine.Args{})
}

// marksForNewOrder reports whether the fight has begun and surprise can be set for a new order (ST-7).
func (d *decider) marksForNewOrder() bool {
	return d.State.Phase == engine.Running && d.Rules.Order.Reroll && d.requireSurpriseAgain() == nil
}

// mark makes combatants surprised, or no longer surprised: at once before the fight, or with the next order rolled during it (ST-7).
func (d *decider) mark(who []engine.CombatantID, surprised bool) {
	if d.State.Phase == engine.Setup {
		d.emit(engine.SurpriseChanged{Combatants: who, Surprised: surprised})
		return
	}
	d.emit(engine.SurpriseDue{Combatants: who, Due: surprised})
}

// requireMarkRules refuses rulesets in which nobody is named as surprised.
func (d *decider) requireMarkRules() error {
	switch kind := d.Rules.Surprise.Kind; {
	case kind == ruleset.AmbushTurns:
		return d.notInRules(reason.OnlyAmbush)
	case !kind.Marks():
		return d.notInRules(reason.NoSurprise)
	}
	return nil
}

// requireSurpriseAgain refuses surprise during the fight if the ruleset deals with it before round 1.
func (d *decider) requireSurpriseAgain() error {
	if err := d.requireMarkRules(); err != nil {
		return err
	}
	if kind := d.Rules.Surprise.Kind; kind == ruleset.FreeRound || kind == ruleset.OneAction {
		return engine.Refuse(engine.NotNow, reason.SurpriseOver, engine.Args{})
	}
	return nil
}

// SurpriseSet makes combatants surprised. Confirm answers the question of RI-5.
type SurpriseSet struct {
	Names   string
	Confirm bool
}

func (c SurpriseSet) decide(d *decider) error {
	if err := d.requireMarks(); err != nil {
		return err
	}
	who, err := d.findAll(c.Names)
	if err != nil {
		return err
	}
	return d.surprise(who, c.Confirm)
}

// surprise makes combatants surprised. It refuses if someone on their side is on alert (CS-5), or if the GM has yet to confirm that PCs are
// surprised (RI-5).
func (d *decider) surprise(who []*engine.Combatant, confirmed bool) error {
	var pcs []string
	for _, m := range who {
		if d.Rules.Surprise.Kind == ruleset.FreeRound && slices.ContainsFunc(d.State.Combatants, func(c engine.Combatant) bool {
			return c.Side == m.Side && c.Alert && (m.Hidden || !c.Hidden) // for somebody visible, only visible ones count
		}) {
			return engine.Refuse(engine.NotNow, reason.OnAlert, engine.Args{Name: m.Side})
		}
		if m.Kind == engine.PC {
			pcs = append(pcs, m.Name)
		}
	}
	if len(pcs) > 0 && d.Rules.Surprise.Kind == ruleset.LateRoll && !confirmed {
		refusal := engine.Refuse(engine.Confirm, reason.ConfirmSurprise, engine.Args{Names: pcs})
		refusal.Choices = combatantIDs(who)
		return refusal
	}
	already := func(m *engine.Combatant) bool { return d.State.Phase == engine.Setup && m.Surprised && !m.Unnoticed }
	if marked := slices.DeleteFunc(slices.Clone(who), already); len(marked) > 0 {
		d.mark(combatantIDs(marked), true)
	}
	return nil
}

// SurpriseSide makes a whole side surprised (CS-5).
type SurpriseSide struct{ Side string }

func (c SurpriseSide) decide(d *decider) error {
	if err := d.requireMarks(); err != nil {
		return err
	}
	who := d.combatants(func(m *engine.Combatant) bool { return engine.SameName(m.Side, strings.TrimSpace(c.Side)) })
	if len(who) == 0 {
		return d.refuseEmptySide(strings.TrimSpace(c.Side))
	}
	return d.surprise(who, false)
}

// refuseEmptySide returns the refusal for a side without combatants. It lists the sides that have some.
func (d *decider) refuseEmptySide(side string) error {
	var manned []string
	for i := range d.State.Combatants {
		if on := d.State.Combatants[i].Side; !slices.Contains(manned, on) {
			manned = append(manned, on)
		}
	}
	if manned == nil {
		return engine.Refuse(engine.NotFound, reason.NobodyJoined, engine.Args{})
	}
	return engine.Refuse(engine.NotFound, reason.SideEmpty, engine.Args{Text: side, Names: manned})
}

// SurpriseAlert puts combatants on alert (CS-5).
type SurpriseAlert struct{ Names string }

func (c SurpriseAlert) decide(d *decider) error {
	if err := d.requireSurpriseRules(reason.NoAlert, ruleset.FreeRound); err != nil {
		return err
	}
	who, err := d.findAll(c.Names)
	if err != nil {
		return err
	}
	var freed []engine.CombatantID // no one on a side is surprised while someone is on alert (CS-5)
	for i := range d.State.Combatants {
		m := &d.State.Combatants[i]
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

// SurpriseAsk asks those in Names and in Target for Awareness tests (ST-8). A test passes if a d100 shows the target number or less. Target
// has one for all, or some by name: "40", "Seer 40, Guard 30". For everyone else, it is their Awareness.
type SurpriseAsk struct{ Names, Target string }

func (c SurpriseAsk) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	if d.Rules.Surprise.Kind != ruleset.LostRound {
		return d.notInRules(reason.NoAwareness)
	}
	if err := d.requireToCome(); err != nil {
		return err
	}
	all, named, err := parseTargets(c.Target)
	if err != nil {
		return err
	}
	targets := map[engine.CombatantID]int{}
	names := c.Names
	for _, one := range named {
		who, err := d.findAll(one.Name)
		if err != nil {
			return err
		}
		for _, m := range who {
			targets[m.ID] = one.Natural
		}
		names += "," + one.Name
	}
	who, err := d.findAll(names)
	if err != nil {
		return err
	}
	asked, err := d.testsOf(who, targets, all)
	if err != nil {
		return err
	}
	for _, e := range asked {
		e.Again = d.State.Phase != engine.Setup
		d.emit(e)
	}
	return nil
}

// testsOf returns the tests of combatants, one event for each target number. It is the one in targets, or else the one for all or, if that is
// nil, their Awareness.
func (d *decider) testsOf(who []*engine.Combatant, targets map[engine.CombatantID]int, all *int) ([]engine.TestsAsked, error) {
	var out []engine.TestsAsked
	var lack []string
	for _, m := range who {
		n, known := targets[m.ID]
		if !known && all != nil {
			n, known = *all, true
		}
		if !known {
			n, known = m.Stats[d.Rules.Surprise.Awareness]
			if !known {
				lack = append(lack, m.Name)
			}
		}
		i := slices.IndexFunc(out, func(e engine.TestsAsked) bool { return e.Target == n })
		if i < 0 {
			i, out = len(out), append(out, engine.TestsAsked{Target: n})
		}
		out[i].Who = append(out[i].Who, m.ID)
	}
	if lack != nil {
		return nil, engine.Refuse(engine.NotNow, reason.LackAwareness, engine.Args{Names: lack, Stat: d.Rules.Surprise.Awareness})
	}
	return out, nil
}

// SurpriseAnswer makes one combatant's test. If Roll is nil, the bot rolls.
type SurpriseAnswer struct {
	ID   engine.CombatantID
	Roll *int
}

func (c SurpriseAnswer) decide(d *decider) error {
	open := d.State.OpenTest(c.ID)
	if open == nil {
		return engine.Refuse(engine.NotNow, reason.TestOver, engine.Args{})
	}
	if err := d.requireOwner(reason.NotYoursToPlay, d.State.Combatant(c.ID)); err != nil {
		return err
	}
	if c.Roll != nil {
		if err := checkDie(*c.Roll, 100, ""); err != nil {
			return err
		}
	}
	d.makeTest(*open, c.Roll)
	return nil
}

// makeTest makes a combatant's test, with the typed result or, if that is nil, a roll.
func (d *decider) makeTest(t engine.SurpriseTest, roll *int) {
	e := engine.TestAnswered{Who: t.Who, Target: t.Target, Typed: roll != nil}
	if roll != nil {
		e.Roll = *roll
	} else {
		m := d.State.Combatant(t.Who)
		e.Roll = d.rollerFor(m, m.Hidden).Roll(100)
	}
	d.emit(e)
	d.mark([]engine.CombatantID{t.Who}, e.Roll > e.Target)
}

// makeOpenTests makes the tests that are still open before the order is rolled. Without yes, it asks the GM whether to (ST-8).
func (d *decider) makeOpenTests(yes bool) error {
	open := d.State.OpenTests()
	if len(open) == 0 {
		return nil
	}
	var names []string
	for _, t := range open {
		names = append(names, d.State.Combatant(t.Who).Name)
	}
	if !yes {
		return engine.Refuse(engine.Confirm, reason.OpenTests, engine.Args{Names: names})
	}
	for _, t := range open {
		d.makeTest(t, nil)
	}
	return nil
}

// SurpriseContest makes an ambush by contest (RI-3). Rolls are the 2d6 results by name.
type SurpriseContest struct{ Ambushers, Targets, Rolls string }

func (c SurpriseContest) decide(d *decider) error {
	if err := d.requireSurpriseRules(reason.NoContest, ruleset.LateRoll); err != nil {
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
			return engine.Refuse(engine.Invalid, reason.BothSides, engine.Args{Name: m.Name})
		}
	}
	typed, err := d.typedContestRolls(c.Rolls, append(slices.Clone(ambushers), targets...))
	if err != nil {
		return err
	}
	e := d.rollContest(ambushers, targets, typed)
	var noticed []engine.CombatantID // surprised before, but not by this contest, which overrides that
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

// typedContestRolls parses the 2d6 results typed for the combatants in a contest.
func (d *decider) typedContestRolls(text string, in []*engine.Combatant) (map[engine.CombatantID]int, error) {
	rolls, err := parseSingleRolls(text)
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
			return nil, engine.Refuse(engine.Invalid, reason.NotInContest, engine.Args{Name: r.Name})
		}
		if _, twice := out[f.who[0].ID]; twice {
			return nil, engine.Refuse(engine.Invalid, reason.TwoResults, engine.Args{Name: r.Name})
		}
		if err := checkRoll(r.Natural, contestDice(), r.Name); err != nil {
			return nil, err
		}
		out[f.who[0].ID] = r.Natural
	}
	return out, nil
}

// contestDice are the dice of a contest (RI-3).
func contestDice() dice.Expr { return dice.Expr{{N: 2, Sides: 6}} }

// rollContest rolls the contest: the ambushers' lowest total counts, and targets win ties (RI-3).
func (d *decider) rollContest(ambushers, targets []*engine.Combatant, typed map[engine.CombatantID]int) engine.Contested {
	var e engine.Contested
	least := 0
	visible := func(m *engine.Combatant) bool { return !m.Hidden }
	told := slices.ContainsFunc(ambushers, visible) && slices.ContainsFunc(targets, visible) // else only the GM sees it
	for i, m := range ambushers {
		r := d.contestRoll(m, d.Rules.Surprise.Sneak, typed, told)
		if i == 0 || r.Total < least {
			least = r.Total
		}
		e.Ambushers = append(e.Ambushers, r)
	}
	for _, m := range targets {
		r := d.contestRoll(m, d.Rules.Surprise.Notice, typed, told)
		e.Targets = append(e.Targets, r)
		if r.Total < least {
			e.Surprised = append(e.Surprised, m.ID)
		}
	}
	return e
}

func (d *decider) contestRoll(m *engine.Combatant, stat string, typed map[engine.CombatantID]int, told bool) engine.ContestRoll {
	r := engine.ContestRoll{Who: m.ID, Bonus: m.Stats[stat]}
	n, ok := typed[m.ID]
	if ok {
		r.Roll = dice.Result{Expr: contestDice().String(), Total: n, Typed: true}
	} else {
		roller := d.rollerFor(m, m.Hidden)
		if !told {
			roller = dice.Of(roller, string(d.State.GM))
		}
		r.Roll = contestDice().Roll(roller)
	}
	r.Total = r.Roll.Total + r.Bonus
	return r
}

// unsurprisedSides returns the units of all sides that aren't surprised as a whole. It returns nil if no side is surprised, or if all are.
func (f *fight) unsurprisedSides() []engine.UnitID {
	var free []engine.UnitID
	surprised := false
	for i := range f.State.Units {
		members := f.State.VisibleMembers(f.State.Units[i].ID)
		switch {
		case len(members) == 0, f.State.Units[i].IsEvent():
		case slices.ContainsFunc(members, func(c *engine.Combatant) bool { return !c.Surprised }):
			free = append(free, f.State.Units[i].ID)
		default:
			surprised = true
		}
	}
	if !surprised {
		return nil
	}
	return free
}

// beginFreeRound gives all unsurprised sides a round of actions before anyone rolls (CS-5).
func (f *fight) beginFreeRound(free []engine.UnitID) {
	f.emit(engine.AmbushBegan{Free: true})
	f.endSurpriseOf(func(c *engine.Combatant) bool { return slices.Contains(free, c.Unit) })
	able, begun := false, len(f.Events)
	for _, u := range free {
		f.unitTurnComes(u)
		for _, id := range f.State.MemberIDs(u) {
			why, effect := f.State.TurnLoss(f.Rules, f.State.Combatant(id))
			able = able || why == ""
			if why != "" {
				f.emit(engine.TurnLost{Combatant: id, Why: why, Effect: effect})
				f.turnBegins(f.turnOf(id))
				f.turnEnds(f.turnOf(id))
			}
		}
	}
	if able {
		for _, id := range free {
			f.unitTurnBegins(id)
		}
		f.emit(engine.TurnBegan{Units: free, Turn: f.NextTurn, At: f.Now, Lost: f.mayRegain(free, begun)})
	} else {
		for _, u := range free {
			f.turnEnds(f.unitTurn(u))
		}
	}
	f.advance()
}

// beginSurprise begins the ruleset's turns before round 1, and reports whether there are any. If they depend on who is surprised and only
// hidden combatants are, there are none, because that would give those away.
func (f *fight) beginSurprise() bool {
	switch kind := f.Rules.Surprise.Kind; {
	case kind == ruleset.AmbushTurns && f.State.HasAmbushers():
		f.emit(engine.AmbushBegan{})
		return true
	case kind == ruleset.OneAction && f.anyoneSurprised():
		f.emit(engine.AmbushBegan{OneAction: true})
		return true
	case kind == ruleset.OneAction: // only hidden ones are surprised
		f.endSurprise()
	case kind == ruleset.WorseRoll:
		f.endSurprise() // the roll has dealt with it
	}
	return false
}

// anyoneSurprised reports whether a visible combatant is surprised or, if all are hidden, anyone at all.
func (f *fight) anyoneSurprised() bool {
	visible := func(c engine.Combatant) bool { return !c.Hidden && c.Kind != engine.AnEvent }
	all := !slices.ContainsFunc(f.State.Combatants, visible)
	return slices.ContainsFunc(f.State.Combatants, func(c engine.Combatant) bool { return c.Surprised && (all || visible(c)) })
}

// endSurprise ends everyone's surprise.
func (f *fight) endSurprise() {
	f.endSurpriseOf(func(*engine.Combatant) bool { return true })
}

// surpriseRoundEnds ends everyone's surprise at the end of the round, unless the ruleset ends it otherwise.
func (f *fight) surpriseRoundEnds() {
	if f.Rules.Surprise.Kind != ruleset.LostTurn {
		f.endSurprise()
	}
}

// endSurpriseOf ends the surprise of the combatants for which picked returns true.
func (f *fight) endSurpriseOf(picked func(c *engine.Combatant) bool) {
	var who []engine.CombatantID
	for i := range f.State.Combatants {
		if c := &f.State.Combatants[i]; c.Surprised && picked(c) {
			who = append(who, c.ID)
		}
	}
	if who != nil {
		f.emit(engine.SurpriseChanged{Combatants: who, Surprised: false})
	}
}

// endLurking reveals a combatant if it lurks.
func (f *fight) endLurking(id engine.CombatantID) {
	if c := f.State.Combatant(id); c != nil && c.Lurking {
		f.reveal([]engine.CombatantID{id})
	}
}

// endConcealment ends the concealment of those combatants that are hidden from the enemy.
func (f *fight) endConcealment(who ...engine.CombatantID) {
	var over []engine.CombatantID
	for _, id := range who {
		if c := f.State.Combatant(id); c != nil && c.Concealed {
			over = append(over, id)
		}
	}
	if over != nil {
		f.emit(engine.ConcealedChanged{Combatants: over})
	}
}
