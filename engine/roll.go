package engine

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

func (c Roll) decide(d *decider) error {
	if err := d.needGM(); err != nil {
		return err
	}
	if d.s.Phase != Setup {
		return Refuse(NotNow, ReasonAlreadyRolled, Args{})
	}
	if len(d.s.Combatants) == 0 {
		return Refuse(NotNow, ReasonNobodyJoined, Args{})
	}
	typed, err := d.typedRolls(c.Rolls)
	if err != nil {
		return err
	}
	if d.rs.Surprise == FreeRound {
		if free := d.unsurprisedSides(); free != nil {
			d.emit(RollsKept{typed})
			d.beginFreeRound(free)
			return nil
		}
		d.endSurprise() // no side is surprised as a whole: nobody gets a free round
	}
	d.holdLate(typed)
	d.rollAll(typed)
	d.settleTies() // also where an ambush follows: a hidden one makes no difference
	if d.rs.Surprise == AmbushTurns && d.s.hasAmbushers() {
		d.emit(AmbushBegan{})
	} else {
		d.beginRound(1)
	}
	d.advance()
	d.settle()
	return nil
}

// typedRolls reads typed results and checks that each is for a unit that has yet to roll.
func (d *decider) typedRolls(text string) ([]NamedRoll, error) {
	rolls, err := parseRolls(text)
	if err != nil {
		return nil, err
	}
	var units []UnitID
	for i, r := range rolls {
		u, err := d.unitToRoll(r.Name)
		if err != nil {
			return nil, err
		}
		if slices.Contains(units, u.ID) {
			return nil, Refuse(Invalid, ReasonTwoResults, Args{Name: u.Name})
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
func (d *decider) unitToRoll(name string) (*Unit, error) {
	f, err := d.find(name)
	if err != nil {
		return nil, err
	}
	u := d.s.Unit(f.who[0].Unit)
	switch {
	case f.unit == 0 && !SameName(u.Name, name) && len(d.s.Members(u.ID)) > 1, f.unit == 0 && d.rs.BySide(d.s):
		return nil, Refuse(Invalid, ReasonRollsTogether, Args{Name: f.who[0].Name, Other: u.Name})
	case u.Rolled:
		return nil, Refuse(NotNow, ReasonUnitRolled, Args{Name: u.Name})
	}
	return u, nil
}

// rollsLate tells a unit, a side too, that is surprised as a whole and rolls in round 2 (RI-4).
func (d *decider) rollsLate(u *Unit) bool {
	if d.rs.Surprise != RollsLate {
		return false
	}
	return !slices.ContainsFunc(d.s.shown(u.ID), func(c *Combatant) bool { return !c.Surprised })
}

// holdLate keeps what was typed for surprised units, here or at joining, for round 2 (RI-4).
func (d *decider) holdLate(typed []NamedRoll) {
	var held []NamedRoll
	for _, r := range typed {
		if i := slices.IndexFunc(d.s.Units, func(u Unit) bool { return SameName(u.Name, r.Name) }); d.rollsLate(&d.s.Units[i]) {
			held = append(held, r)
		}
	}
	if held != nil {
		d.emit(RollsKept{held})
	}
	for _, u := range slices.Clone(d.s.Units) {
		if u.Rolled && d.rollsLate(&u) {
			d.emit(InitiativeHeld{u.ID, u.Natural})
		}
	}
}

// rollAll rolls for every unit that has no score, with the typed results where there are some; for hidden ones last.
func (d *decider) rollAll(typed []NamedRoll) {
	d.rollFor(typed, false)
	if d.s.hasHidden() {
		d.rollFor(typed, true)
	}
}

func (d *decider) rollFor(typed []NamedRoll, hidden bool) {
	for i := range d.s.Units {
		u := d.s.Units[i]
		if u.Rolled || len(d.s.Members(u.ID)) == 0 || d.s.Hidden(u.ID) != hidden || d.rollsLate(&u) {
			continue
		}
		k := slices.IndexFunc(typed, func(r NamedRoll) bool { return SameName(r.Name, u.Name) })
		if k >= 0 {
			d.rollUnit(u.ID, &typed[k].Natural)
		} else {
			d.rollUnit(u.ID, nil)
		}
	}
}

// rollUnit determines one unit's initiative: typed, or by its die.
func (d *decider) rollUnit(id UnitID, typed *int) {
	e := InitiativeRolled{Unit: id, Die: d.rs.Die, Bonus: d.rs.Bonus(d.s, d.s.shown(id)), Typed: typed != nil}
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
func (d *decider) unsurprisedSides() []UnitID {
	var free []UnitID
	surprised := false
	for i := range d.s.Units {
		members := d.s.shown(d.s.Units[i].ID)
		switch {
		case len(members) == 0:
		case slices.ContainsFunc(members, func(c *Combatant) bool { return !c.Surprised }):
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
func (d *decider) beginFreeRound(free []UnitID) {
	d.emit(AmbushBegan{Free: true})
	d.recover(func(c *Combatant) bool { return slices.Contains(free, c.Unit) })
	able := false
	for _, u := range free {
		for _, id := range combatantIDs(d.s.Members(u)) {
			why, effect, lost := d.loses(d.s.Combatant(id))
			able = able || !lost
			if lost {
				d.emit(TurnLost{id, why, effect})
				d.turnOver(id)
			}
		}
	}
	if able {
		d.emit(TurnBegan{Units: free, Turn: d.in.Turn, At: d.in.Now})
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
	d.emit(AmbushOver{})
	d.rollAll(d.s.Rolls)
	d.beginRound(1)
}

// endSurprise lets everybody recover at the end of the surprised round.
func (d *decider) endSurprise() {
	d.recover(func(*Combatant) bool { return true })
}

// recover ends the surprise of those picked.
func (d *decider) recover(picked func(c *Combatant) bool) {
	var who []CombatantID
	for i := range d.s.Combatants {
		if c := &d.s.Combatants[i]; c.Surprised && picked(c) {
			who = append(who, c.ID)
		}
	}
	if who != nil {
		d.emit(SurpriseChanged{who, false})
	}
}

func (c SurpriseAmbush) decide(d *decider) error {
	if err := d.needGM(); err != nil {
		return err
	}
	if d.rs.Surprise != AmbushTurns {
		return d.notInRules(ReasonNoAmbush)
	}
	if d.s.Phase != Setup {
		return Refuse(NotNow, ReasonSurpriseOver, Args{})
	}
	who, err := d.findAll(c.Names)
	if err != nil {
		return err
	}
	if c.Hidden { // before anything else, so that nothing of the ambush is public
		d.emit(HiddenChanged{combatantIDs(who), true, true})
	}
	d.emit(AmbushSet{combatantIDs(who), true})
	return nil
}

func (c SurpriseClear) decide(d *decider) error {
	if err := d.needGM(); err != nil {
		return err
	}
	if d.rs.Surprise == NoSurprise {
		return d.notInRules(ReasonNoSurprise)
	}
	who, err := d.findAll(c.Names)
	if err != nil {
		return err
	}
	var surprised, ambushers, lurking, alert []CombatantID
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
		return Refuse(NotNow, ReasonNotSurprised, Args{})
	}
	if d.s.Phase != Setup {
		return Refuse(NotNow, ReasonSurpriseOver, Args{})
	}
	if alert != nil {
		d.emit(AlertChanged{alert, false})
	}
	d.clearSurprise(surprised, ambushers, lurking)
	return nil
}

func (d *decider) clearSurprise(surprised, ambushers, lurking []CombatantID) {
	if lurking != nil {
		d.reveal(lurking)
	}
	if surprised != nil {
		d.emit(SurpriseChanged{surprised, false})
	}
	if ambushers != nil {
		d.emit(AmbushSet{ambushers, false})
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
		if d.rs.placeOf(d.s, u.ID) != d.rs.placeOf(d.s, before.ID) {
			return Refuse(Invalid, ReasonNotTied, Args{Name: u.Name, Other: before.Name})
		}
		d.dispute(u.ID, before.ID)
		return nil
	}
	d.place(u.ID, before.ID)
	d.settle()
	return nil
}

// dispute rolls off two of a settled tie (TO-3): the winner goes directly before the loser, unless it is above already.
func (d *decider) dispute(u, before UnitID) {
	pair := []UnitID{u, before}
	const die = 6
	hidden := d.s.Hidden(u) || d.s.Hidden(before)
	rank, faces := d.contest(2, die, hidden)
	e := TieSettled{Die: die, Hidden: hidden}
	for i, id := range pair {
		e.Rolls = append(e.Rolls, TieRoll{Units: []UnitID{id}, Faces: faces[i]})
	}
	at := d.rs.placeOf(d.s, u)
	for _, p := range d.rs.ranked(d.s) {
		if p.score == at {
			e.Order = append(e.Order, p.unit.ID)
		}
	}
	winner, loser := pair[rank[0]], pair[rank[1]]
	if i, k := slices.Index(e.Order, winner), slices.Index(e.Order, loser); i > k {
		e.Order = slices.Insert(slices.Delete(e.Order, i, i+1), k, winner)
	}
	d.emit(e)
}

func (c Place) units(d *decider) (u, before *Unit, err error) {
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
		err = Refuse(Invalid, ReasonPlaceSelf, Args{Name: u.Name})
	case d.s.Phase == Setup || !u.Rolled || !before.Rolled:
		err = Refuse(NotNow, ReasonPlaceEarly, Args{})
	}
	return u, before, err
}

// mayPlace lets the GM place anybody, and a player who owns one of two tied PCs choose between them (TO-3).
func (c Place) mayPlace(d *decider, u, before *Unit) error {
	if d.isGM() {
		return nil
	}
	pcs := append(d.s.Members(u.ID), d.s.Members(before.ID)...)
	own := slices.ContainsFunc(pcs, func(c *Combatant) bool { return Owns(c, d.in.Actor) })
	all := !slices.ContainsFunc(pcs, func(c *Combatant) bool { return c.Kind != PC })
	if !own || !all || !d.rs.PlayersPlace || u.Side != before.Side || d.rs.placeOf(d.s, u.ID) != d.rs.placeOf(d.s, before.ID) {
		return d.notAllowed(ReasonPlacesOfGM, Args{})
	}
	return nil
}

// place puts a unit directly before another, at that one's place.
func (d *decider) place(id, before UnitID) {
	at := d.rs.placeOf(d.s, before)
	u := d.s.Unit(id)
	e := Placed{Unit: id, Before: before, Shift: at - d.s.Score(u)}
	below := false
	for _, p := range d.rs.ranked(d.s) {
		if p.score != at || p.unit.ID == id {
			continue
		}
		below = below || p.unit.ID == before
		if below {
			e.Below = append(e.Below, p.unit.ID)
		} else {
			e.Above = append(e.Above, p.unit.ID)
		}
	}
	d.emit(e)
}

// parseRolls reads the rolls option: natural results by name.
func parseRolls(text string) ([]NamedRoll, error) {
	var out []NamedRoll
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		m := rollPair.FindStringSubmatch(part)
		if m == nil {
			return nil, Refuse(Invalid, ReasonRollPair, Args{Text: part})
		}
		n, err := strconv.Atoi(m[2])
		if err != nil {
			return nil, Refuse(Invalid, ReasonRollPair, Args{Text: part})
		}
		name := strings.TrimSpace(strings.TrimRight(m[1], "=: "))
		for _, r := range out {
			if SameName(r.Name, name) {
				return nil, Refuse(Invalid, ReasonTwoResults, Args{Name: name})
			}
		}
		out = append(out, NamedRoll{name, n})
	}
	return out, nil
}

// checkDie wants a result that a die can show; whose names the one that rolls, where there are several.
func checkDie(n, sides int, whose string) error {
	if n < 1 || n > sides {
		return Refuse(Invalid, ReasonDiceRange, Args{Dice: "d" + strconv.Itoa(sides), Low: 1, High: sides, Count: n, Name: whose})
	}
	return nil
}

// rollPair is a name and a natural result as typed: "Knight 6", "Goblin 1 = 12", "party: 3".
var rollPair = regexp.MustCompile(`^(.*\S)\s*[\s=:]\s*([+-]?\d{1,6})$`)
