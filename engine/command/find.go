package command

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"roundel/engine"
)

// find looks a name up for the actor: a combatant, or else a unit. What the actor may not see is not found.
func (d *decider) find(name string) (match, error) {
	name = strings.TrimSpace(name)
	for i := range d.s.Combatants {
		c := &d.s.Combatants[i]
		if engine.SameName(c.Name, name) && d.viewer.Knows(c) {
			return match{who: []*engine.Combatant{c}}, nil
		}
	}
	for i := range d.s.Units {
		u := &d.s.Units[i]
		if !engine.SameName(u.Name, name) {
			continue
		}
		known := slices.DeleteFunc(d.s.Members(u.ID), func(c *engine.Combatant) bool { return !d.viewer.Knows(c) })
		if len(known) > 0 {
			return match{u.ID, known}, nil
		}
	}
	if name == "" {
		return match{}, engine.Refuse(engine.Invalid, engine.ReasonNoName, engine.Args{})
	}
	return match{}, engine.UnknownName(d.s.View(d.viewer), name)
}

// needOwnPlace refuses a hidden member that shares its place with others whom everybody sees: what is done with the place
// would show.
func (d *decider) refuseHiddenInGroup(named ...match) error {
	for _, f := range named {
		if c := f.who[0]; f.unit == 0 && c.Hidden && !d.s.Hidden(c.Unit) {
			return engine.Refuse(engine.Invalid, engine.ReasonHiddenInGroup, engine.Args{Name: c.Name, Other: d.s.Unit(c.Unit).Name})
		}
	}
	return nil
}

// findAll looks up a list of names. A group named as a whole gives its members; nobody is in it twice.
func (d *decider) findAll(list string) ([]*engine.Combatant, error) {
	names := splitNames(list)
	if len(names) == 0 {
		return nil, engine.Refuse(engine.Invalid, engine.ReasonNoName, engine.Args{})
	}
	var out []*engine.Combatant
	for _, name := range names {
		f, err := d.find(name)
		if err != nil {
			return nil, err
		}
		for _, c := range f.who {
			if !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	return out, nil
}

// unitOfActor is the unit that a command without a name means: the GM's is the active one, a player's the own one.
func (d *decider) namedOrOwnUnit(name string) (*engine.Unit, error) {
	if strings.TrimSpace(name) != "" {
		f, err := d.find(name)
		if err != nil {
			return nil, err
		}
		if err := d.requireOwner(engine.ReasonNotYoursToPlay, f.who...); err != nil {
			return nil, err
		}
		if err := d.refuseHiddenInGroup(f); err != nil {
			return nil, err
		}
		u := d.s.Unit(f.who[0].Unit)
		return u, d.requireOwner(engine.ReasonNotYoursToPlay, d.s.Members(u.ID)...)
	}
	var own []engine.UnitID
	for i := range d.s.Combatants {
		if c := &d.s.Combatants[i]; engine.Owns(c, d.in.Actor) && !slices.Contains(own, c.Unit) {
			own = append(own, c.Unit)
		}
	}
	if active := slices.DeleteFunc(slices.Clone(own), func(u engine.UnitID) bool { return !d.s.IsActive(u) }); len(active) == 1 {
		own = active
	}
	if len(own) == 0 && d.isGM() {
		own = d.s.Active
	}
	if len(own) != 1 {
		return nil, engine.Refuse(engine.Invalid, engine.ReasonSayWho, engine.Args{Option: "name"})
	}
	return d.s.Unit(own[0]), d.requireOwner(engine.ReasonNotYoursToPlay, d.s.Members(own[0])...)
}

// inUse reports whether a name is in use by a combatant or a unit, except by the combatant given. For a newcomer that
// others see, only what others see counts: hidden ones make way.
func (d *decider) nameInUse(name string, hidden bool, except engine.CombatantID) bool {
	for i := range d.s.Combatants {
		if c := &d.s.Combatants[i]; c.ID != except && (hidden || !c.Hidden) && engine.SameName(c.Name, name) {
			return true
		}
	}
	for i := range d.s.Units {
		u := &d.s.Units[i]
		if !engine.SameName(u.Name, name) || !hidden && d.s.Hidden(u.ID) {
			continue
		}
		members := d.s.Members(u.ID)
		if d.rs.BySide(d.s) || len(members) != 1 || members[0].ID != except {
			return true
		}
	}
	return d.rs.BySide(d.s) && (engine.SameName(name, engine.Party) || engine.SameName(name, engine.Foes))
}

// needFreeName wants a name that nobody has, in the eyes of those who see the one that is to bear it.
func (d *decider) requireUnusedName(name string, hidden bool, except engine.CombatantID) error {
	if d.nameInUse(name, hidden, except) {
		return engine.Refuse(engine.Invalid, engine.ReasonNameTaken, engine.Args{Name: name})
	}
	return nil
}

// makeWay gives hidden combatants, units and sides that bear one of these names another one, for somebody whom everybody
// sees is called so now. The GM is told.
func (d *decider) claimNames(names ...string) {
	for _, name := range names {
		for i := range d.s.Combatants {
			if c := d.s.Combatants[i]; c.Hidden && engine.SameName(c.Name, name) {
				d.renameHidden(c, d.unusedName(c.Name, names...))
			}
		}
		for i := range d.s.Units {
			u := d.s.Units[i]
			switch {
			case !engine.SameName(u.Name, name) || !d.s.Hidden(u.ID):
			case d.rs.BySide(d.s):
				d.renameSide(u.Side, d.unusedName(u.Side, names...))
			default:
				d.emit(engine.UnitRenamed{Unit: u.ID, From: u.Name, To: d.unusedName(u.Name, names...)})
			}
		}
	}
}

// moveAside renames a hidden combatant, and the unit that it is alone.
func (d *decider) renameHidden(c engine.Combatant, to string) {
	d.emit(engine.CombatantRenamed{Combatant: c.ID, From: c.Name, To: to})
	if u := d.s.Unit(c.Unit); !d.rs.BySide(d.s) && engine.SameName(u.Name, c.Name) && len(d.s.Members(u.ID)) == 1 {
		d.emit(engine.UnitRenamed{Unit: u.ID, From: u.Name, To: to})
	}
	d.notice(engine.Notice{Kind: engine.NoticeRenamed, Who: c.ID, From: c.Name, To: to})
}

// notice keeps something for the GM to be told. What the GM brings about is told with it.
func (d *decider) notice(n engine.Notice) {
	if !d.isGM() {
		d.emit(engine.Noticed{Notice: n})
	}
}

// freeName returns a name like base that is free for everybody, and is none of those given.
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

// renameSide writes the side of hidden combatants in another way.
func (d *decider) renameSide(from, to string) {
	for i := range d.s.Combatants {
		if c := d.s.Combatants[i]; c.Hidden && c.Side == from {
			d.emit(engine.SideChanged{Combatant: c.ID, From: from, To: to})
		}
	}
	for i := range d.s.Units {
		u := d.s.Units[i]
		if u.Side != from || !d.s.Hidden(u.ID) {
			continue
		}
		if members := d.s.Members(u.ID); u.Key != "" {
			u.Key = d.unitKey(members[0])
		}
		d.emit(engine.UnitRekeyed{Unit: u.ID, Key: u.Key, Side: to})
		if d.rs.BySide(d.s) {
			d.emit(engine.UnitRenamed{Unit: u.ID, From: u.Name, To: to})
		}
	}
}

// numbered returns the highest number that a name "base N" bears.
func (d *decider) highestNumber(base string, hidden bool) int {
	most := 0
	for i := range d.s.Combatants {
		c := &d.s.Combatants[i]
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

// sideName returns a side as it is spelled already, or checks a new one; hidden for somebody hidden, who goes by all
// sides and not only by those that others see. A combatant cannot share a side's name where sides are units.
func (d *decider) sideName(name string, hidden bool) (string, error) {
	name = engine.CleanName(name)
	for _, known := range d.s.Sides(hidden) {
		if engine.SameName(known, name) {
			return known, nil
		}
	}
	if err := engine.CheckName(name); err != nil {
		return "", err
	}
	if !d.rs.BySide(d.s) {
		return name, nil
	}
	for i := range d.s.Combatants {
		if c := &d.s.Combatants[i]; (hidden || !c.Hidden) && engine.SameName(c.Name, name) {
			return "", engine.Refuse(engine.Invalid, engine.ReasonNameTaken, engine.Args{Name: name})
		}
	}
	return name, nil
}

// spellSide has hidden ones follow the spelling of a side that others see now, and hidden combatants of that name make way
// for it.
func (d *decider) claimSideName(side string) {
	for _, known := range d.s.Sides(true) {
		if known != side && engine.SameName(known, side) {
			d.renameSide(known, side)
		}
	}
	if !d.rs.BySide(d.s) {
		return
	}
	for i := range d.s.Combatants {
		if c := d.s.Combatants[i]; c.Hidden && engine.SameName(c.Name, side) {
			d.renameHidden(c, d.unusedName(c.Name))
		}
	}
}

// match is what a name stands for.
type match struct {
	unit engine.UnitID       // set when a group or side was named as a whole (CO-13)
	who  []*engine.Combatant // never empty
}

// checkText wants a short text on one line. Others are refused with the reason.
func checkText(text string, most int, reason engine.Reason) error {
	n := utf8.RuneCountInString(text)
	if n == 0 || n > most || !utf8.ValidString(text) || strings.ContainsFunc(text, engine.Forbidden) {
		return engine.Refuse(engine.Invalid, reason, engine.Args{Low: 1, High: most})
	}
	return nil
}

// splitNames reads a comma-separated list, without empty parts and repetitions.
func splitNames(list string) []string {
	var out []string
	for part := range strings.SplitSeq(list, ",") {
		part = strings.TrimSpace(part)
		if part != "" && !slices.ContainsFunc(out, func(o string) bool { return engine.SameName(o, part) }) {
			out = append(out, part)
		}
	}
	return out
}
