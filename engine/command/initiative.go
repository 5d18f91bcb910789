package command

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"roundel/engine"
)

func (c Roll) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
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
		d.endSurprise() // no side is surprised as a whole, so no one gets a free round
	}
	d.keepLateRolls(typed)
	d.rollAll(typed)
	d.settleOpenTies() // even before an ambush, so that a hidden one makes no difference
	if d.rs.Surprise == engine.AmbushTurns && d.s.HasAmbushers() {
		d.emit(engine.AmbushBegan{})
	} else {
		d.beginRound(1)
	}
	d.advance()
	d.settleTies()
	return nil
}

// typedRolls parses typed results and checks that each is for a unit that has yet to roll.
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

// unitToRoll returns the unit that rolls under this name.
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

// rollsLate reports whether a unit, or a side that is a unit, is surprised as a whole and so rolls in round 2 (RI-4).
func (d *decider) rollsLate(u *engine.Unit) bool {
	if d.rs.Surprise != engine.RollsLate {
		return false
	}
	return !slices.ContainsFunc(d.s.VisibleMembers(u.ID), func(c *engine.Combatant) bool { return !c.Surprised })
}

// keepLateRolls keeps the results typed for surprised units, now or on joining, for round 2 (RI-4).
func (d *decider) keepLateRolls(typed []engine.NamedRoll) {
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

// rollAll rolls for every unit without a score, using typed results where given. Hidden units roll last.
func (d *decider) rollAll(typed []engine.NamedRoll) {
	d.rollUnits(typed, false)
	if d.s.HasHidden() {
		d.rollUnits(typed, true)
	}
}

// rollUnits rolls for the hidden or the visible units without a score.
func (d *decider) rollUnits(typed []engine.NamedRoll, hidden bool) {
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

// rollUnit sets one unit's initiative, from a typed result or by rolling.
func (d *decider) rollUnit(id engine.UnitID, typed *int) {
	e := engine.InitiativeRolled{Unit: id, Die: d.rs.Die, Bonus: d.rs.Bonus(d.s, d.s.VisibleMembers(id)), Typed: typed != nil}
	switch r := d.returning; {
	case typed != nil:
		e.Natural = *typed
	case r != nil:
		e.Natural, e.Kept, d.returning = r.Natural, true, nil // what else this command rolls is new
	default:
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

// parseRolls parses the rolls option: natural results by name.
func parseRolls(text string) ([]engine.NamedRoll, error) {
	var out []engine.NamedRoll
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		m := rollPattern.FindStringSubmatch(part)
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

// checkDie refuses a result that the die can't show. name says whose result it is, if several were typed.
func checkDie(n, sides int, name string) error {
	if n < 1 || n > sides {
		return engine.Refuse(engine.Invalid, engine.ReasonDiceRange, engine.Args{Dice: "d" + strconv.Itoa(sides), Low: 1, High: sides, Count: n, Name: name})
	}
	return nil
}

// rollPattern matches a name and a natural result: "Knight 6", "Goblin 1 = 12", "party: 3".
var rollPattern = regexp.MustCompile(`^(.*\S)\s*[\s=:]\s*([+-]?\d{1,6})$`)

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
