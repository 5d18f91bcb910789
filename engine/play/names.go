package play

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"roundel/engine"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// Roster gives access to the names in a fight: of its combatants, units and sides.
type Roster struct {
	State *engine.State
	Rules *ruleset.Ruleset
}

// InUse reports whether a unit or a combatant other than except has this name. For something visible (hidden is false), only visible names
// count, because hidden combatants give theirs up.
func (r Roster) InUse(name string, hidden bool, except engine.CombatantID) bool {
	for i := range r.State.Combatants {
		if c := &r.State.Combatants[i]; c.ID != except && (hidden || !c.Hidden) && engine.SameName(c.Name, name) {
			return true
		}
	}
	for i := range r.State.Units {
		u := &r.State.Units[i]
		if !engine.SameName(u.Name, name) || !hidden && r.State.Hidden(u.ID) {
			continue
		}
		members := r.State.Members(u.ID)
		if r.State.BySide(r.Rules) || len(members) != 1 || members[0].ID != except {
			return true
		}
	}
	return r.State.BySide(r.Rules) && (engine.SameName(name, engine.Party) || engine.SameName(name, engine.Foes))
}

// RequireUnused refuses a name that is in use; see [Roster.InUse].
func (r Roster) RequireUnused(name string, hidden bool, except engine.CombatantID) error {
	if r.InUse(name, hidden, except) {
		return engine.Refuse(engine.Invalid, reason.NameTaken, engine.Args{Name: name})
	}
	return nil
}

// Unused returns base with the lowest number that makes it unused and different from all names given.
func (r Roster) Unused(base string, given ...string) string {
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
		if name := strings.TrimSpace(string(stem)) + number; !r.InUse(name, true, 0) && !isGiven(name) {
			return name
		}
	}
}

// highestNumber returns the highest N among the names "base N", or 0.
func (r Roster) highestNumber(base string, hidden bool) int {
	most := 0
	for i := range r.State.Combatants {
		c := &r.State.Combatants[i]
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

// Side returns the existing spelling of a side's name, or checks a new name. A hidden combatant (hidden is true) may use any side, a visible
// one only visible sides. If each side is a unit, a side can't have a combatant's name.
func (r Roster) Side(name string, hidden bool) (string, error) {
	name = engine.CleanName(name)
	for _, known := range r.State.Sides(hidden) {
		if engine.SameName(known, name) {
			return known, nil
		}
	}
	if err := engine.CheckName(name); err != nil {
		return "", err
	}
	if !r.State.BySide(r.Rules) {
		return name, nil
	}
	for i := range r.State.Combatants {
		if c := &r.State.Combatants[i]; (hidden || !c.Hidden) && engine.SameName(c.Name, name) {
			return "", engine.Refuse(engine.Invalid, reason.NameTaken, engine.Args{Name: name})
		}
	}
	return name, nil
}

// TakenByAnotherKind reports whether a newcomer's name belongs to another kind of combatant. Only NPCs of the same type may share one.
func (r Roster) TakenByAnotherKind(m engine.Combatant) bool {
	for i := range r.State.Combatants {
		c := &r.State.Combatants[i]
		u := r.State.Unit(c.Unit)
		sameName := engine.SameName(c.Name, m.Type) || !r.State.BySide(r.Rules) && engine.SameName(u.Name, m.Type)
		if (m.Hidden || !c.Hidden) && sameName && (c.Kind == engine.PC || !engine.SameName(c.Type, m.Type)) {
			return true
		}
	}
	return false
}

// Newcomers returns count unused names: base alone for a single newcomer, otherwise base with the next free numbers.
func (r Roster) Newcomers(base string, count int, joining *engine.Unit, hidden bool) ([]string, error) {
	highest := r.highestNumber(base, hidden)
	if count == 1 && highest == 0 && (joining == nil || r.State.BySide(r.Rules)) && !r.InUse(base, hidden, 0) {
		return []string{base}, nil
	}
	if highest == 0 && (joining != nil && !r.State.BySide(r.Rules) || r.Has(base, hidden)) {
		highest = 1 // the existing one counts as number 1
	}
	names := make([]string, count)
	for i := range names {
		names[i] = fmt.Sprintf("%s %d", base, highest+1+i)
		if n := utf8.RuneCountInString(names[i]); n > engine.MaxName {
			return nil, engine.Refuse(engine.Invalid, reason.NameLong, engine.Args{Name: names[i], Count: n, High: engine.MaxName})
		}
		if err := r.RequireUnused(names[i], hidden, 0); err != nil {
			return nil, err
		}
	}
	return names, nil
}

// Has reports whether a combatant has this name.
func (r Roster) Has(name string, hidden bool) bool {
	return slices.ContainsFunc(r.State.Combatants, func(c engine.Combatant) bool { return (hidden || !c.Hidden) && engine.SameName(c.Name, name) })
}

// Group returns the name of a new unit of similar NPCs: their type, with their stats or side in brackets if another unit already has it
// (TO-4). It returns "" if none is free.
func (r Roster) Group(m engine.Combatant) string {
	names := []string{m.Type}
	if values := r.State.AlikeValues(r.Rules, &m); len(values) > 0 {
		names = append(names, fmt.Sprintf("%s (%s)", m.Type, values[0]), fmt.Sprintf("%s (%s)", m.Type, strings.Join(values, "/")))
	}
	for _, name := range append(names, fmt.Sprintf("%s (%s)", m.Type, m.Side)) {
		if !r.InUse(name, m.Hidden, 0) && engine.CheckName(name) == nil {
			return name
		}
	}
	if m.Hidden { // so that a hidden group always gets a name
		return r.Unused(m.Type)
	}
	return ""
}

// claimNames frees these names for something visible: it renames the hidden combatants, units and sides that have them, and notifies the GM.
func (d *decider) claimNames(names ...string) {
	for _, name := range names {
		for i := range d.State.Combatants {
			if c := d.State.Combatants[i]; c.Hidden && engine.SameName(c.Name, name) {
				d.renameHidden(c, d.roster().Unused(c.Name, names...))
			}
		}
		for i := range d.State.Units {
			u := d.State.Units[i]
			switch {
			case !engine.SameName(u.Name, name) || !d.State.Hidden(u.ID):
			case d.State.BySide(d.Rules):
				d.renameSide(u.Side, d.roster().Unused(u.Side, names...))
			default:
				d.Emit(engine.UnitRenamed{Unit: u.ID, From: u.Name, To: d.roster().Unused(u.Name, names...)})
			}
		}
	}
}

// claimNameFor refuses a new name for a combatant if it is in use; otherwise it claims the name. See [Roster.InUse].
func (d *decider) claimNameFor(name string, c *engine.Combatant) error {
	if err := d.roster().RequireUnused(name, c.Hidden, c.ID); err != nil || c.Hidden {
		return err
	}
	if !engine.SameName(name, c.Name) {
		d.claimNames(name)
	}
	return nil
}

// renameHidden renames a hidden combatant, and its unit if it is the only member.
func (d *decider) renameHidden(c engine.Combatant, to string) {
	d.Emit(engine.CombatantRenamed{Combatant: c.ID, From: c.Name, To: to})
	if u := d.State.Unit(c.Unit); !d.State.BySide(d.Rules) && engine.SameName(u.Name, c.Name) && len(d.State.Members(u.ID)) == 1 {
		d.Emit(engine.UnitRenamed{Unit: u.ID, From: u.Name, To: to})
	}
	d.notice(engine.Notice{Kind: engine.NoticeRenamed, Who: c.ID, From: c.Name, To: to})
}

// renameSide renames a side of hidden combatants and units.
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
			d.renameHidden(c, d.roster().Unused(c.Name))
		}
	}
}

// sideOrDefault returns the side given, or else the default.
func (d *decider) sideOrDefault(given, fallback string, hidden bool) (string, error) {
	if strings.TrimSpace(given) == "" {
		return fallback, nil
	}
	return d.roster().Side(given, hidden)
}
