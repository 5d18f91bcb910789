package command

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"roundel/engine"
)

func (c Roll) decide(d *decider) error {
	if err := d.needGM(); err != nil {
		return err
	}
	if d.s.Phase != engine.Setup {
		return engine.Refuse(engine.NotNow, engine.ReasonAlreadyRolled, engine.Args{})
	}
	if len(d.s.Combatants) == 0 {
		return engine.Refuse(engine.NotNow, engine.ReasonNobodyJoined, engine.Args{})
	}
	typed, err := d.typedRolls(c.Rolls)
	if err != nil {
		return err
	}
	if d.rs.Surprise == engine.FreeRound {
		if free := d.unsurprisedSides(); free != nil {
			d.emit(engine.RollsKept{Rolls: typed})
			d.beginFreeRound(free)
			return nil
		}
		d.endSurprise() // no side is surprised as a whole: nobody gets a free round
	}
	d.holdLate(typed)
	d.rollAll(typed)
	d.settleTies() // also where an ambush follows: a hidden one makes no difference
	if d.rs.Surprise == engine.AmbushTurns && d.s.HasAmbushers() {
		d.emit(engine.AmbushBegan{})
	} else {
		d.beginRound(1)
	}
	d.advance()
	d.settle()
	return nil
}

// typedRolls reads typed results and checks that each is for a unit that has yet to roll.
func (d *decider) typedRolls(text string) ([]engine.NamedRoll, error) {
	rolls, err := parseRolls(text)
	if err != nil {
		return nil, err
	}
	var units []engine.UnitID
	for i, r := range rolls {
		u, err := d.unitToRoll(r.Name)
		if err != nil {
			return nil, err
		}
		if slices.Contains(units, u.ID) {
			return nil, engine.Refuse(engine.Invalid, engine.ReasonTwoResults, engine.Args{Name: u.Name})
		}
		units = append(units, u.ID)
		if err := checkDie(r.Natural, d.rs.Die, u.Name); err != nil {
			return nil, err
		}
		rolls[i].Name = u.Name
	}
	return rolls, nil
}

// unitToRoll finds the unit that rolls under that name.
func (d *decider) unitToRoll(name string) (*engine.Unit, error) {
	f, err := d.find(name)
	if err != nil {
		return nil, err
	}
	u := d.s.Unit(f.who[0].Unit)
	switch {
	case f.unit == 0 && !engine.SameName(u.Name, name) && len(d.s.Members(u.ID)) > 1, f.unit == 0 && d.rs.BySide(d.s):
		return nil, engine.Refuse(engine.Invalid, engine.ReasonRollsTogether, engine.Args{Name: f.who[0].Name, Other: u.Name})
	case u.Rolled:
		return nil, engine.Refuse(engine.NotNow, engine.ReasonUnitRolled, engine.Args{Name: u.Name})
	}
	return u, nil
}

// rollsLate tells a unit, a side too, that is surprised as a whole and rolls in round 2 (RI-4).
func (d *decider) rollsLate(u *engine.Unit) bool {
	if d.rs.Surprise != engine.RollsLate {
		return false
	}
	return !slices.ContainsFunc(d.s.VisibleMembers(u.ID), func(c *engine.Combatant) bool { return !c.Surprised })
}

// holdLate keeps what was typed for surprised units, here or at joining, for round 2 (RI-4).
func (d *decider) holdLate(typed []engine.NamedRoll) {
	var held []engine.NamedRoll
	for _, r := range typed {
		if i := slices.IndexFunc(d.s.Units, func(u engine.Unit) bool { return engine.SameName(u.Name, r.Name) }); d.rollsLate(&d.s.Units[i]) {
			held = append(held, r)
		}
	}
	if held != nil {
		d.emit(engine.RollsKept{Rolls: held})
	}
	for _, u := range slices.Clone(d.s.Units) {
		if u.Rolled && d.rollsLate(&u) {
			d.emit(engine.InitiativeHeld{Unit: u.ID, Natural: u.Natural})
		}
	}
}

// rollAll rolls for every unit that has no score, with the typed results where there are some; for hidden ones last.
func (d *decider) rollAll(typed []engine.NamedRoll) {
	d.rollFor(typed, false)
	if d.s.HasHidden() {
		d.rollFor(typed, true)
	}
}

func (d *decider) rollFor(typed []engine.NamedRoll, hidden bool) {
	for i := range d.s.Units {
		u := d.s.Units[i]
		if u.Rolled || len(d.s.Members(u.ID)) == 0 || d.s.Hidden(u.ID) != hidden || d.rollsLate(&u) {
			continue
		}
		k := slices.IndexFunc(typed, func(r engine.NamedRoll) bool { return engine.SameName(r.Name, u.Name) })
		if k >= 0 {
			d.rollUnit(u.ID, &typed[k].Natural)
		} else {
			d.rollUnit(u.ID, nil)
		}
	}
}

// rollUnit determines one unit's initiative: typed, or by its die.
func (d *decider) rollUnit(id engine.UnitID, typed *int) {
	e := engine.InitiativeRolled{Unit: id, Die: d.rs.Die, Bonus: d.rs.Bonus(d.s, d.s.VisibleMembers(id)), Typed: typed != nil}
	if typed != nil {
		e.Natural = *typed
	} else {
		e.Natural = d.roller(d.s.Hidden(id)).Roll(d.rs.Die)
	}
	d.emit(e)
}

// rollLate rolls for those who were surprised in round 1 (RI-4).
func (d *decider) rollLate() {
	if d.s.Round > 1 {
		d.rollAll(d.s.Rolls)
	}
}

// unsurprisedSides returns the units of the sides that are not completely surprised, or nil when no side is, or when
// all are.
func (d *decider) unsurprisedSides() []engine.UnitID {
	var free []engine.UnitID
	surprised := false
	for i := range d.s.Units {
		members := d.s.VisibleMembers(d.s.Units[i].ID)
		switch {
		case len(members) == 0:
		case slices.ContainsFunc(members, func(c *engine.Combatant) bool { return !c.Surprised }):
			free = append(free, d.s.Units[i].ID)
		default:
			surprised = true
		}
	}
	if !surprised {
		return nil
	}
	return free
}

// beginFreeRound gives all unsurprised sides a round of actions before anybody rolls (CS-5).
func (d *decider) beginFreeRound(free []engine.UnitID) {
	d.emit(engine.AmbushBegan{Free: true})
	d.recover(func(c *engine.Combatant) bool { return slices.Contains(free, c.Unit) })
	able := false
	for _, u := range free {
		for _, id := range combatantIDs(d.s.Members(u)) {
			why, effect, lost := d.loses(d.s.Combatant(id))
			able = able || !lost
			if lost {
				d.emit(engine.TurnLost{Combatant: id, Why: why, Effect: effect})
				d.turnOver(id)
			}
		}
	}
	if able {
		d.emit(engine.TurnBegan{Units: free, Turn: d.in.Turn, At: d.in.Now})
	} else {
		for _, u := range free {
			d.unitOver(u)
		}
	}
	d.advance()
}

// endAmbush ends the turns before round 1: what lasts for the round ends with them, and after a free round everybody
// rolls.
func (d *decider) endAmbush() {
	d.endOfRound()
	d.endSurprise()
	d.emit(engine.AmbushOver{})
	d.rollAll(d.s.Rolls)
	d.beginRound(1)
}

// endSurprise lets everybody recover at the end of the surprised round.
func (d *decider) endSurprise() {
	d.recover(func(*engine.Combatant) bool { return true })
}

// recover ends the surprise of those picked.
func (d *decider) recover(picked func(c *engine.Combatant) bool) {
	var who []engine.CombatantID
	for i := range d.s.Combatants {
		if c := &d.s.Combatants[i]; c.Surprised && picked(c) {
			who = append(who, c.ID)
		}
	}
	if who != nil {
		d.emit(engine.SurpriseChanged{Combatants: who, Surprised: false})
	}
}

func (c SurpriseAmbush) decide(d *decider) error {
	if err := d.needGM(); err != nil {
		return err
	}
	if d.rs.Surprise != engine.AmbushTurns {
		return d.notInRules(engine.ReasonNoAmbush)
	}
	if d.s.Phase != engine.Setup {
		return engine.Refuse(engine.NotNow, engine.ReasonSurpriseOver, engine.Args{})
	}
	who, err := d.findAll(c.Names)
	if err != nil {
		return err
	}
	if c.Hidden { // before anything else, so that nothing of the ambush is public
		d.emit(engine.HiddenChanged{Combatants: combatantIDs(who), Hidden: true, Lurking: true})
	}
	d.emit(engine.AmbushSet{Combatants: combatantIDs(who), Ambusher: true})
	return nil
}

func (c SurpriseClear) decide(d *decider) error {
	if err := d.needGM(); err != nil {
		return err
	}
	if d.rs.Surprise == engine.NoSurprise {
		return d.notInRules(engine.ReasonNoSurprise)
	}
	who, err := d.findAll(c.Names)
	if err != nil {
		return err
	}
	var surprised, ambushers, lurking, alert []engine.CombatantID
	for _, m := range who {
		if m.Alert {
			alert = append(alert, m.ID)
		}
		if m.Surprised {
			surprised = append(surprised, m.ID)
		}
		if m.Ambusher {
			ambushers = append(ambushers, m.ID)
		}
		if m.Lurking {
			lurking = append(lurking, m.ID)
		}
	}
	if len(surprised)+len(ambushers)+len(lurking)+len(alert) == 0 {
		return engine.Refuse(engine.NotNow, engine.ReasonNotSurprised, engine.Args{})
	}
	if d.s.Phase != engine.Setup {
		return engine.Refuse(engine.NotNow, engine.ReasonSurpriseOver, engine.Args{})
	}
	if alert != nil {
		d.emit(engine.AlertChanged{Combatants: alert, Alert: false})
	}
	d.clearSurprise(surprised, ambushers, lurking)
	return nil
}

func (d *decider) clearSurprise(surprised, ambushers, lurking []engine.CombatantID) {
	if lurking != nil {
		d.reveal(lurking)
	}
	if surprised != nil {
		d.emit(engine.SurpriseChanged{Combatants: surprised, Surprised: false})
	}
	if ambushers != nil {
		d.emit(engine.AmbushSet{Combatants: ambushers, Ambusher: false})
	}
}

func (c Place) decide(d *decider) error {
	if err := d.needPlayer(); err != nil {
		return err
	}
	u, before, err := c.units(d)
	if err != nil {
		return err
	}
	if err := c.mayPlace(d, u, before); err != nil {
		return err
	}
	if c.Dispute {
		if d.rs.OrderScore(d.s, u.ID) != d.rs.OrderScore(d.s, before.ID) {
			return engine.Refuse(engine.Invalid, engine.ReasonNotTied, engine.Args{Name: u.Name, Other: before.Name})
		}
		d.dispute(u.ID, before.ID)
		return nil
	}
	d.place(u.ID, before.ID)
	d.settle()
	return nil
}

// dispute rolls off two of a settled tie (TO-3): the winner goes directly before the loser, unless it is above already.
func (d *decider) dispute(u, before engine.UnitID) {
	pair := []engine.UnitID{u, before}
	const die = 6
	hidden := d.s.Hidden(u) || d.s.Hidden(before)
	rank, faces := d.contest(2, die, hidden)
	e := engine.TieSettled{Die: die, Hidden: hidden}
	for i, id := range pair {
		e.Rolls = append(e.Rolls, engine.TieRoll{Units: []engine.UnitID{id}, Faces: faces[i]})
	}
	at := d.rs.OrderScore(d.s, u)
	for _, p := range d.rs.Ranked(d.s) {
		if p.Score == at {
			e.Order = append(e.Order, p.Unit.ID)
		}
	}
	winner, loser := pair[rank[0]], pair[rank[1]]
	if i, k := slices.Index(e.Order, winner), slices.Index(e.Order, loser); i > k {
		e.Order = slices.Insert(slices.Delete(e.Order, i, i+1), k, winner)
	}
	d.emit(e)
}

func (c Place) units(d *decider) (u, before *engine.Unit, err error) {
	one, err := d.find(c.Name)
	if err != nil {
		return nil, nil, err
	}
	two, err := d.find(c.Before)
	if err != nil {
		return nil, nil, err
	}
	u, before = d.s.Unit(one.who[0].Unit), d.s.Unit(two.who[0].Unit)
	if err := d.needOwnPlace(one, two); err != nil {
		return nil, nil, err
	}
	switch {
	case u.ID == before.ID:
		err = engine.Refuse(engine.Invalid, engine.ReasonPlaceSelf, engine.Args{Name: u.Name})
	case d.s.Phase == engine.Setup || !u.Rolled || !before.Rolled:
		err = engine.Refuse(engine.NotNow, engine.ReasonPlaceEarly, engine.Args{})
	}
	return u, before, err
}

// mayPlace lets the GM place anybody, and a player who owns one of two tied PCs choose between them (TO-3).
func (c Place) mayPlace(d *decider, u, before *engine.Unit) error {
	if d.isGM() {
		return nil
	}
	pcs := append(d.s.Members(u.ID), d.s.Members(before.ID)...)
	own := slices.ContainsFunc(pcs, func(c *engine.Combatant) bool { return engine.Owns(c, d.in.Actor) })
	all := !slices.ContainsFunc(pcs, func(c *engine.Combatant) bool { return c.Kind != engine.PC })
	if !own || !all || !d.rs.PlayersOrderTies || u.Side != before.Side || d.rs.OrderScore(d.s, u.ID) != d.rs.OrderScore(d.s, before.ID) {
		return d.notAllowed(engine.ReasonPlacesOfGM, engine.Args{})
	}
	return nil
}

// place puts a unit directly before another, at that one's place.
func (d *decider) place(id, before engine.UnitID) {
	at := d.rs.OrderScore(d.s, before)
	u := d.s.Unit(id)
	e := engine.Placed{Unit: id, Before: before, Shift: at - d.s.Score(u)}
	below := false
	for _, p := range d.rs.Ranked(d.s) {
		if p.Score != at || p.Unit.ID == id {
			continue
		}
		below = below || p.Unit.ID == before
		if below {
			e.Below = append(e.Below, p.Unit.ID)
		} else {
			e.Above = append(e.Above, p.Unit.ID)
		}
	}
	d.emit(e)
}

// parseRolls reads the rolls option: natural results by name.
func parseRolls(text string) ([]engine.NamedRoll, error) {
	var out []engine.NamedRoll
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		m := rollPair.FindStringSubmatch(part)
		if m == nil {
			return nil, engine.Refuse(engine.Invalid, engine.ReasonRollPair, engine.Args{Text: part})
		}
		n, err := strconv.Atoi(m[2])
		if err != nil {
			return nil, engine.Refuse(engine.Invalid, engine.ReasonRollPair, engine.Args{Text: part})
		}
		name := strings.TrimSpace(strings.TrimRight(m[1], "=: "))
		for _, r := range out {
			if engine.SameName(r.Name, name) {
				return nil, engine.Refuse(engine.Invalid, engine.ReasonTwoResults, engine.Args{Name: name})
			}
		}
		out = append(out, engine.NamedRoll{Name: name, Natural: n})
	}
	return out, nil
}

// checkDie wants a result that a die can show; whose names the one that rolls, where there are several.
func checkDie(n, sides int, whose string) error {
	if n < 1 || n > sides {
		return engine.Refuse(engine.Invalid, engine.ReasonDiceRange, engine.Args{Dice: "d" + strconv.Itoa(sides), Low: 1, High: sides, Count: n, Name: whose})
	}
	return nil
}

// rollPair is a name and a natural result as typed: "Knight 6", "Goblin 1 = 12", "party: 3".
var rollPair = regexp.MustCompile(`^(.*\S)\s*[\s=:]\s*([+-]?\d{1,6})$`)
