package play

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"roundel/engine"
	"roundel/engine/reason"
)

// nameInUse reports whether a unit or a combatant other than except has this name. For something visible (hidden is false), only visible names
// count, because hidden combatants give theirs up.
func (f *fight) nameInUse(name string, hidden bool, except engine.CombatantID) bool {
	for i := range f.State.Combatants {
		if c := &f.State.Combatants[i]; c.ID != except && (hidden || !c.Hidden) && engine.SameName(c.Name, name) {
			return true
		}
	}
	for i := range f.State.Units {
		u := &f.State.Units[i]
		if !engine.SameName(u.Name, name) || !hidden && f.State.Hidden(u.ID) {
			continue
		}
		members := f.State.Members(u.ID)
		if f.State.BySide(f.Rules) || len(members) != 1 || members[0].ID != except {
			return true
		}
	}
	return f.State.BySide(f.Rules) && (engine.SameName(name, engine.Party) || engine.SameName(name, engine.Foes))
}

// requireUnusedName refuses a name that is in use; see [fight.nameInUse].
func (f *fight) requireUnusedName(name string, hidden bool, except engine.CombatantID) error {
	if f.nameInUse(name, hidden, except) {
		return engine.Refuse(engine.Invalid, reason.NameTaken, engine.Args{Name: name})
	}
	return nil
}

// unusedName returns base with the lowest number that makes it unused and different from all names given.
func (f *fight) unusedName(base string, given ...string) string {
	isGiven := func(name string) bool {
		return slices.ContainsFunc(given, func(other string) bool { return engine.SameName(other, name) })
	}
	if stem, numbered := engine.Numbered(base); numbered {
		base = stem // "Goblin 2" becomes "Goblin 3"
	}
	for n := 2; ; n++ {
		number := " " + strconv.Itoa(n)
		stem := []rune(base)
		stem = stem[:min(len(stem), engine.MaxName-len(number))]
		if name := strings.TrimSpace(string(stem)) + number; !f.nameInUse(name, true, 0) && !isGiven(name) {
			return name
		}
	}
}

// highestNumber returns the highest N among the names "base N", or 0.
func (f *fight) highestNumber(base string, hidden bool) int {
	most := 0
	for i := range f.State.Combatants {
		c := &f.State.Combatants[i]
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

// sideName returns the existing spelling of a side's name, or checks a new name. A hidden combatant (hidden is true) may use any side, a visible
// one only visible sides. If each side is a unit, a side can't have a combatant's name.
func (f *fight) sideName(name string, hidden bool) (string, error) {
	name = engine.CleanName(name)
	for _, known := range f.State.Sides(hidden) {
		if engine.SameName(known, name) {
			return known, nil
		}
	}
	if err := engine.CheckName(name); err != nil {
		return "", err
	}
	if !f.State.BySide(f.Rules) {
		return name, nil
	}
	for i := range f.State.Combatants {
		if c := &f.State.Combatants[i]; (hidden || !c.Hidden) && engine.SameName(c.Name, name) {
			return "", engine.Refuse(engine.Invalid, reason.NameTaken, engine.Args{Name: name})
		}
	}
	return name, nil
}

// takenByAnotherKind reports whether a newcomer's name belongs to another kind of combatant. Only NPCs of the same type may share one.
func (f *fight) takenByAnotherKind(m engine.Combatant) bool {
	for i := range f.State.Combatants {
		c := &f.State.Combatants[i]
		u := f.State.Unit(c.Unit)
		sameName := engine.SameName(c.Name, m.Type) || !f.State.BySide(f.Rules) && engine.SameName(u.Name, m.Type)
		if (m.Hidden || !c.Hidden) && sameName && (c.Kind == engine.PC || !engine.SameName(c.Type, m.Type)) {
			return true
		}
	}
	return false
}

// newcomerNames returns count unused names: base alone for a single newcomer, otherwise base with the next free numbers.
func (f *fight) newcomerNames(base string, count int, joining *engine.Unit, hidden bool) ([]string, error) {
	highest := f.highestNumber(base, hidden)
	if count == 1 && highest == 0 && (joining == nil || f.State.BySide(f.Rules)) && !f.nameInUse(base, hidden, 0) {
		return []string{base}, nil
	}
	named := func(c engine.Combatant) bool { return (hidden || !c.Hidden) && engine.SameName(c.Name, base) }
	if highest == 0 && (joining != nil && !f.State.BySide(f.Rules) || slices.ContainsFunc(f.State.Combatants, named)) {
		highest = 1 // the existing one counts as number 1
	}
	names := make([]string, count)
	for i := range names {
		names[i] = fmt.Sprintf("%s %d", base, highest+1+i)
		if n := utf8.RuneCountInString(names[i]); n > engine.MaxName {
			return nil, engine.Refuse(engine.Invalid, reason.NameLong, engine.Args{Name: names[i], Count: n, High: engine.MaxName})
		}
		if err := f.requireUnusedName(names[i], hidden, 0); err != nil {
			return nil, err
		}
	}
	return names, nil
}

// groupName returns the name of a new unit of similar NPCs: their type, with their stats or side in brackets if another unit already has it
// (TO-4). It returns "" if none is free.
func (f *fight) groupName(m engine.Combatant) string {
	names := []string{m.Type}
	if values := f.State.AlikeValues(f.Rules, &m); len(values) > 0 {
		names = append(names, fmt.Sprintf("%s (%s)", m.Type, values[0]), fmt.Sprintf("%s (%s)", m.Type, strings.Join(values, "/")))
	}
	for _, name := range append(names, fmt.Sprintf("%s (%s)", m.Type, m.Side)) {
		if !f.nameInUse(name, m.Hidden, 0) && engine.CheckName(name) == nil {
			return name
		}
	}
	if m.Hidden { // so that a hidden group always gets a name
		return f.unusedName(m.Type)
	}
	return ""
}

// claimNames frees these names for something visible: it renames the hidden combatants, units and sides that have them, and notifies the GM.
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
				d.emit(engine.UnitRenamed{Unit: u.ID, From: u.Name, To: d.unusedName(u.Name, names...)})
			}
		}
	}
}

// claimNameFor refuses a new name for a combatant if it is in use; otherwise it claims the name. See [fight.nameInUse].
func (d *decider) claimNameFor(name string, c *engine.Combatant) error {
	if err := d.requireUnusedName(name, c.Hidden, c.ID); err != nil || c.Hidden {
		return err
	}
	if !engine.SameName(name, c.Name) {
		d.claimNames(name)
	}
	return nil
}

// renameHidden renames a hidden combatant, and its unit if it is the only member.
func (d *decider) renameHidden(c engine.Combatant, to string) {
	d.emit(engine.CombatantRenamed{Combatant: c.ID, From: c.Name, To: to})
	if u := d.State.Unit(c.Unit); !d.State.BySide(d.Rules) && engine.SameName(u.Name, c.Name) && len(d.State.Members(u.ID)) == 1 {
		d.emit(engine.UnitRenamed{Unit: u.ID, From: u.Name, To: to})
	}
	d.notice(engine.Notice{Kind: engine.NoticeRenamed, Who: c.ID, From: c.Name, To: to})
}

// renameSide renames a side of hidden combatants and units.
func (d *decider) renameSide(from, to string) {
	for i := range d.State.Combatants {
		if c := d.State.Combatants[i]; c.Hidden && c.Side == from {
			d.emit(engine.SideChanged{Combatant: c.ID, From: from, To: to})
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
		d.emit(engine.UnitRekeyed{Unit: u.ID, Key: u.Key, Side: to})
		if d.State.BySide(d.Rules) {
			d.emit(engine.UnitRenamed{Unit: u.ID, From: u.Name, To: to})
		}
	}
}

// claimSideName applies a visible side's spelling to hidden combatants too, and renames hidden combatants that have its name.
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

// sideOrDefault returns the side given, or else the default.
func (d *decider) sideOrDefault(given, fallback string, hidden bool) (string, error) {
	if strings.TrimSpace(given) == "" {
		return fallback, nil
	}
	return d.sideName(given, hidden)
}
