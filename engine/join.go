package engine

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// The most that one encounter, and one /init add, take in.
const (
	maxCombatants = 200
	maxCount      = 50
)

func (c Join) decide(d *decider) error {
	name := strings.TrimSpace(c.Name)
	if name == "" {
		return Refuse(Invalid, "You have no saved character to join with; give name and stats, like %q.", d.rs.Template(false))
	}
	if err := checkName(name); err != nil {
		return err
	}
	if err := d.checkFree(name, 0); err != nil {
		return err
	}
	side, err := d.sideOr(c.Side, Party)
	if err != nil {
		return err
	}
	st, err := d.newcomerStats(c.Stats, PC, 1)
	if err != nil {
		return err
	}
	if err := d.checkRoll(c.Roll, 1, true); err != nil {
		return err
	}
	m := Combatant{Name: name, Kind: PC, Side: side, Owner: d.in.Actor.User, Weapon: c.Weapon}
	m.take(st)
	d.enroll(d.admit(m, "", name), c.Roll)
	return nil
}

// take gives the combatant its stats at joining; soak is a pool of its own.
func (c *Combatant) take(st stats) {
	c.Stats, c.HasHP, c.HP, c.MaxHP, c.Soak = st.values, st.hasHP, st.hp, st.hp, st.values["soak"]
}

func (d *decider) sideOr(given, standard string) (string, error) {
	if strings.TrimSpace(given) == "" {
		return standard, nil
	}
	return d.sideName(given)
}

// newcomerStats reads the stats of those who come in and checks that nothing is missing and there is room.
func (d *decider) newcomerStats(text string, kind Kind, count int) (stats, error) {
	st, err := d.parseStats(text)
	if err != nil {
		return st, err
	}
	if len(d.s.Combatants)+count > maxCombatants {
		return st, Refuse(NotNow, "A fight holds %d combatants; remove some with /init remove first.", maxCombatants)
	}
	return st, d.missing(st.values, kind)
}

// checkRoll checks a natural result typed at joining. together: all who come in roll once.
func (d *decider) checkRoll(roll *int, count int, together bool) error {
	switch {
	case roll == nil:
		return nil
	case d.rs.BySide(d.s):
		return Refuse(Invalid, "A side rolls as a whole; type its result in the option rolls of /init roll, like %q.", "party 6, foes 3")
	case count > 1 && !together:
		return Refuse(Invalid, "Each of them rolls; type the results in the option rolls of /init roll, like %q.", "Goblin 1 6, Goblin 2 3")
	}
	return checkDie(*roll, d.rs.Die, "")
}

func (c Add) decide(d *decider) error {
	if err := d.needGM(); err != nil {
		return err
	}
	base, count := strings.TrimSpace(c.Name), max(c.Count, 1)
	if err := checkName(base); err != nil {
		return err
	}
	if c.Count < 0 || count > maxCount {
		return Refuse(Invalid, "The count goes from 1 to %d; add more in a second command.", maxCount)
	}
	side, err := d.sideOr(c.Side, d.ownersSide(c.Owner))
	if err != nil {
		return err
	}
	st, err := d.newcomerStats(c.Stats, NPC, count)
	if err != nil {
		return err
	}
	m := Combatant{Type: base, Kind: NPC, Side: side, Owner: c.Owner, Separate: c.Separate, Hidden: c.Hidden}
	m.take(st)
	key := d.unitKey(&m)
	if err := d.checkRoll(c.Roll, count, key != ""); err != nil {
		return err
	}
	return c.addAll(d, m, key, count)
}

// ownersSide is the side of a player's first combatant, for minions; foes for the GM's NPCs.
func (d *decider) ownersSide(owner UserID) string {
	if owner == "" {
		return Foes
	}
	for i := range d.s.Combatants {
		if c := &d.s.Combatants[i]; c.Owner == owner {
			return c.Side
		}
	}
	return Party
}

// addAll names the newcomers and lets them in.
func (c Add) addAll(d *decider, m Combatant, key string, count int) error {
	unit := d.unitByKey(key)
	if unit != nil && c.Roll != nil && (unit.Rolled || d.s.Phase != Setup) {
		return Refuse(Invalid, "They join %s, which has rolled already; leave roll out.", unit.Name)
	}
	base := m.Type
	if key != "" && !d.rs.BySide(d.s) {
		if unit != nil {
			base = unit.Name
		} else if base = d.groupName(m); base == "" {
			return Refuse(Invalid, "The name %q is not free in this fight; choose another.", m.Type)
		}
	}
	names, err := d.newNames(base, count, unit)
	if err != nil {
		return err
	}
	if unit != nil && !d.rs.BySide(d.s) {
		d.numberFirst(unit)
	}
	var units []UnitID
	for _, name := range names {
		m.Name = name
		unitName := name
		if key != "" {
			unitName = base
		}
		units = append(units, d.admit(m, key, unitName))
	}
	for _, id := range slices.Compact(units) {
		d.enroll(id, c.Roll)
	}
	return nil
}

// unitKey is what a combatant shares with the others of its unit; empty when it is a unit of its own.
func (d *decider) unitKey(c *Combatant) string {
	if d.rs.BySide(d.s) {
		return "side|" + strings.ToLower(c.Side)
	}
	if c.Kind == PC || c.Separate || d.rs.Alike == nil {
		return ""
	}
	return strings.Join([]string{strings.ToLower(c.Type), strings.ToLower(c.Side), string(c.Owner), d.rs.Alike(c)}, "|")
}

func (d *decider) unitByKey(key string) *Unit {
	if key == "" {
		return nil
	}
	for i := range d.s.Units {
		if d.s.Units[i].Key == key {
			return &d.s.Units[i]
		}
	}
	return nil
}

// groupName is the name of a new unit of like NPCs: their type, with what sets them apart where another unit has it
// already (TO-4). Empty: none is free.
func (d *decider) groupName(m Combatant) string {
	for _, name := range []string{m.Type, fmt.Sprintf("%s (%s)", m.Type, d.rs.Alike(&m)), fmt.Sprintf("%s (%s)", m.Type, m.Side)} {
		if d.checkFree(name, 0) == nil && checkName(name) == nil {
			return name
		}
	}
	return ""
}

// newNames gives count free names: the base alone for a single newcomer, else numbered on.
func (d *decider) newNames(base string, count int, joining *Unit) ([]string, error) {
	highest := d.numbered(base)
	if count == 1 && highest == 0 && (joining == nil || d.rs.BySide(d.s)) && d.checkFree(base, 0) == nil {
		return []string{base}, nil
	}
	if highest == 0 && (joining != nil && !d.rs.BySide(d.s) || d.bears(base)) {
		highest = 1 // the one that is there already counts as the first
	}
	names := make([]string, count)
	for i := range names {
		names[i] = fmt.Sprintf("%s %d", base, highest+1+i)
		if n := utf8.RuneCountInString(names[i]); n > MaxName {
			return nil, Refuse(Invalid, "A name has at most %d characters, and %q has %d; shorten it.", MaxName, names[i], n)
		}
		if err := d.checkFree(names[i], 0); err != nil {
			return nil, err
		}
	}
	return names, nil
}

// bears tells whether a combatant has exactly that name.
func (d *decider) bears(name string) bool {
	for i := range d.s.Combatants {
		if SameName(d.s.Combatants[i].Name, name) {
			return true
		}
	}
	return false
}

// numberFirst gives the single "Goblin" of a unit the number 1 when more come, so that the name is the group's.
func (d *decider) numberFirst(u *Unit) {
	members := d.s.Members(u.ID)
	first := u.Name + " 1"
	if len(members) == 1 && SameName(members[0].Name, u.Name) && !d.taken(first, 0) && utf8.RuneCountInString(first) <= MaxName {
		d.emit(CombatantRenamed{members[0].ID, members[0].Name, first})
	}
}

// admit lets one combatant in, into its unit or a new one, and returns the unit.
func (d *decider) admit(m Combatant, key, unitName string) UnitID {
	late := d.s.Phase != Setup
	if key == "" {
		key = d.unitKey(&m)
	}
	unit := d.unitByKey(key)
	if unit == nil {
		u := Unit{ID: UnitID(d.newID()), Name: unitName, Side: m.Side, Key: key}
		if d.rs.BySide(d.s) {
			u.Name = m.Side
		}
		d.emit(UnitFormed{u})
		unit = d.s.Unit(u.ID)
	} else if late && (d.s.IsActive(unit.ID) || unit.Acted) {
		m.Acted = true // waits for the next round
	}
	id := unit.ID
	m.ID, m.Unit = CombatantID(d.newID()), id
	d.emit(CombatantAdded{m, late})
	return id
}

// enroll rolls for a unit that newcomers formed, where the result was typed or the order is made already (CO-4).
func (d *decider) enroll(id UnitID, roll *int) {
	d.welcome()
	late := d.s.Phase != Setup
	if d.s.Unit(id).Rolled || roll == nil && !late || d.s.FreeRound {
		return
	}
	d.rollUnit(id, roll)
	if late {
		d.insert(id)
	}
}

// insert finds a newcomer its place: a tie is settled first; above the active unit it waits for the next round (CO-4).
func (d *decider) insert(id UnitID) {
	d.renew(id)
	d.settle()
	if d.s.Phase != Running {
		return
	}
	if len(d.s.Active) == 0 {
		d.advance()
		return
	}
	for _, u := range d.rs.Order(d.s) {
		if d.s.IsActive(u.ID) {
			return
		}
		if u.ID == id {
			d.emit(UnitWaits{id})
			return
		}
	}
}
