package command

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"roundel/engine"
	"roundel/engine/reason"
)

// nameInUse reports whether a combatant (other than except) or a unit has this name. For a visible combatant (hidden is
// false) only visible names count: hidden combatants give theirs up.
func (d *decider) nameInUse(name string, hidden bool, except engine.CombatantID) bool {
	for i := range d.State.Combatants {
		if c := &d.State.Combatants[i]; c.ID != except && (hidden || !c.Hidden) && engine.SameName(c.Name, name) {
			return true
		}
	}
	for i := range d.State.Units {
		u := &d.State.Units[i]
		if !engine.SameName(u.Name, name) || !hidden && d.State.Hidden(u.ID) {
			continue
		}
		members := d.State.Members(u.ID)
		if d.State.BySide(d.Rules) || len(members) != 1 || members[0].ID != except {
			return true
		}
	}
	return d.State.BySide(d.Rules) && (engine.SameName(name, engine.Party) || engine.SameName(name, engine.Foes))
}

// requireUnusedName refuses a name that is in use; see nameInUse.
func (d *decider) requireUnusedName(name string, hidden bool, except engine.CombatantID) error {
	if d.nameInUse(name, hidden, except) {
		return engine.Refuse(engine.Invalid, reason.NameTaken, engine.Args{Name: name})
	}
	return nil
}

// claimNames frees these names for something visible: it renames the hidden combatants, units and sides that have them,
// and notifies the GM.
func (d *decider) claimNames(names ...string) {
	for _, name := range names {
		for i := range d.State.Combatants {
			if c := d.State.Combatants[i]; c.Hidden && engine.SameName(c.Name, name) {
				d.renameHidden(c, d.unusedName(c.Name, names...))
			}
		}
		for i := range d.State.Units {
			u := d.State.Units[i]
			switch {
			case !engine.SameName(u.Name, name) || !d.State.Hidden(u.ID):
			case d.State.BySide(d.Rules):
				d.renameSide(u.Side, d.unusedName(u.Side, names...))
			default:
				d.Emit(engine.UnitRenamed{Unit: u.ID, From: u.Name, To: d.unusedName(u.Name, names...)})
			}
		}
	}
}

// claimNameFor refuses a new name for a combatant if it is in use, and otherwise claims it; see nameInUse.
func (d *decider) claimNameFor(name string, c *engine.Combatant) error {
	if err := d.requireUnusedName(name, c.Hidden, c.ID); err != nil || c.Hidden {
		return err
	}
	if !engine.SameName(name, c.Name) {
		d.claimNames(name)
	}
	return nil
}

// renameHidden renames a hidden combatant, along with its unit if it is the only member.
func (d *decider) renameHidden(c engine.Combatant, to string) {
	d.Emit(engine.CombatantRenamed{Combatant: c.ID, From: c.Name, To: to})
	if u := d.State.Unit(c.Unit); !d.State.BySide(d.Rules) && engine.SameName(u.Name, c.Name) && len(d.State.Members(u.ID)) == 1 {
		d.Emit(engine.UnitRenamed{Unit: u.ID, From: u.Name, To: to})
	}
	d.notice(engine.Notice{Kind: engine.NoticeRenamed, Who: c.ID, From: c.Name, To: to})
}

// unusedName returns base with the lowest number that makes it unused and different from all names given.
func (d *decider) unusedName(base string, given ...string) string {
	isGiven := func(name string) bool {
		return slices.ContainsFunc(given, func(other string) bool { return engine.SameName(other, name) })
	}
	if cut := strings.LastIndexByte(base, ' '); cut > 0 && strings.Trim(base[cut+1:], "0123456789") == "" {
		base = base[:cut] // "Goblin 2" becomes "Goblin 3"
	}
	for n := 2; ; n++ {
		number := " " + strconv.Itoa(n)
		stem := []rune(base)
		stem = stem[:min(len(stem), engine.MaxName-len(number))]
		if name := strings.TrimSpace(string(stem)) + number; !d.nameInUse(name, true, 0) && !isGiven(name) {
			return name
		}
	}
}

// renameSide renames a side for its hidden combatants and units.
func (d *decider) renameSide(from, to string) {
	for i := range d.State.Combatants {
		if c := d.State.Combatants[i]; c.Hidden && c.Side == from {
			d.Emit(engine.SideChanged{Combatant: c.ID, From: from, To: to})
		}
	}
	for i := range d.State.Units {
		u := d.State.Units[i]
		if u.Side != from || !d.State.Hidden(u.ID) {
			continue
		}
		if members := d.State.Members(u.ID); u.Key != "" {
			u.Key = d.unitKey(members[0])
		}
		d.Emit(engine.UnitRekeyed{Unit: u.ID, Key: u.Key, Side: to})
		if d.State.BySide(d.Rules) {
			d.Emit(engine.UnitRenamed{Unit: u.ID, From: u.Name, To: to})
		}
	}
}

// highestNumber returns the highest N among the names "base N", or 0.
func (d *decider) highestNumber(base string, hidden bool) int {
	most := 0
	for i := range d.State.Combatants {
		c := &d.State.Combatants[i]
		cut := strings.LastIndexByte(c.Name, ' ')
		if cut < 0 || c.Hidden && !hidden || !engine.SameName(c.Name[:cut], base) {
			continue
		}
		if n, err := strconv.Atoi(c.Name[cut+1:]); err == nil {
			most = max(most, n)
		}
	}
	return most
}

// sideName returns a side's name as it is already spelled, or checks a new one. A hidden combatant (hidden is true) may
// use any side, a visible one only visible sides. Where each side is a unit, a side can't have the name of a combatant.
func (d *decider) sideName(name string, hidden bool) (string, error) {
	name = engine.CleanName(name)
	for _, known := range d.State.Sides(hidden) {
		if engine.SameName(known, name) {
			return known, nil
		}
	}
	if err := engine.CheckName(name); err != nil {
		return "", err
	}
	if !d.State.BySide(d.Rules) {
		return name, nil
	}
	for i := range d.State.Combatants {
		if c := &d.State.Combatants[i]; (hidden || !c.Hidden) && engine.SameName(c.Name, name) {
			return "", engine.Refuse(engine.Invalid, reason.NameTaken, engine.Args{Name: name})
		}
	}
	return name, nil
}

// claimSideName makes a visible side's spelling apply to hidden combatants too, and renames hidden combatants who have
// its name.
func (d *decider) claimSideName(side string) {
	for _, known := range d.State.Sides(true) {
		if known != side && engine.SameName(known, side) {
			d.renameSide(known, side)
		}
	}
	if !d.State.BySide(d.Rules) {
		return
	}
	for i := range d.State.Combatants {
		if c := d.State.Combatants[i]; c.Hidden && engine.SameName(c.Name, side) {
			d.renameHidden(c, d.unusedName(c.Name))
		}
	}
}

// takenByAnotherKind reports whether a newcomer's name belongs to another kind of combatant: only NPCs of the same type
// may share one.
func (d *decider) takenByAnotherKind(m engine.Combatant) bool {
	for i := range d.State.Combatants {
		c := &d.State.Combatants[i]
		u := d.State.Unit(c.Unit)
		sameName := engine.SameName(c.Name, m.Type) || !d.State.BySide(d.Rules) && engine.SameName(u.Name, m.Type)
		if (m.Hidden || !c.Hidden) && sameName && (c.Kind == engine.PC || !engine.SameName(c.Type, m.Type)) {
			return true
		}
	}
	return false
}

// newcomerNames returns count unused names: the base alone for a single newcomer, otherwise numbered from the next free
// number.
func (d *decider) newcomerNames(base string, count int, joining *engine.Unit, hidden bool) ([]string, error) {
	highest := d.highestNumber(base, hidden)
	if count == 1 && highest == 0 && (joining == nil || d.State.BySide(d.Rules)) && !d.nameInUse(base, hidden, 0) {
		return []string{base}, nil
	}
	if highest == 0 && (joining != nil && !d.State.BySide(d.Rules) || d.hasCombatantNamed(base, hidden)) {
		highest = 1 // the existing one counts as number 1
	}
	names := make([]string, count)
	for i := range names {
		names[i] = fmt.Sprintf("%s %d", base, highest+1+i)
		if n := utf8.RuneCountInString(names[i]); n > engine.MaxName {
			return nil, engine.Refuse(engine.Invalid, reason.NameLong, engine.Args{Name: names[i], Count: n, High: engine.MaxName})
		}
		if err := d.requireUnusedName(names[i], hidden, 0); err != nil {
			return nil, err
		}
	}
	return names, nil
}

// hasCombatantNamed reports whether a combatant has exactly this name.
func (d *decider) hasCombatantNamed(name string, hidden bool) bool {
	return slices.ContainsFunc(d.State.Combatants, func(c engine.Combatant) bool { return (hidden || !c.Hidden) && engine.SameName(c.Name, name) })
}

// groupName returns the name of a new unit of like NPCs: their type, with their stats or side in brackets if another
// unit already has it (TO-4). It returns "" if none is free.
func (d *decider) groupName(m engine.Combatant) string {
	names := []string{m.Type}
	if values := d.State.AlikeValues(d.Rules, &m); len(values) > 0 {
		names = append(names, fmt.Sprintf("%s (%s)", m.Type, values[0]), fmt.Sprintf("%s (%s)", m.Type, strings.Join(values, "/")))
	}
	for _, name := range append(names, fmt.Sprintf("%s (%s)", m.Type, m.Side)) {
		if !d.nameInUse(name, m.Hidden, 0) && engine.CheckName(name) == nil {
			return name
		}
	}
	if m.Hidden { // it may have been renamed to a numbered name
		return d.unusedName(m.Type)
	}
	return ""
}

// sideOrDefault returns the side given, or the default if none was.
func (d *decider) sideOrDefault(given, fallback string, hidden bool) (string, error) {
	if strings.TrimSpace(given) == "" {
		return fallback, nil
	}
	return d.sideName(given, hidden)
}

// notice saves a notice for the GM. What the GM does needs none: the reply already says it.
func (d *decider) notice(n engine.Notice) {
	if !d.isGM() {
		d.Emit(engine.Noticed{Notice: n})
	}
}
