package command

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"roundel/engine"
)

// The most that one encounter, and one /init add, take in.
const (
	maxCombatants = 200
	maxCount      = 50
)

func (c Join) decide(d *decider) error {
	name := engine.CleanName(c.Name)
	if strings.TrimSpace(c.Name) == "" {
		return engine.Refuse(engine.Invalid, engine.ReasonNoSavedCharacter, engine.Args{Example: d.rs.Template(false)})
	}
	if err := engine.CheckName(name); err != nil {
		return err
	}
	if err := d.needFreeName(name, false, 0); err != nil {
		return err
	}
	side, err := d.sideOr(c.Side, engine.Party, false)
	if err != nil {
		return err
	}
	st, err := d.newcomerStats(c.Stats, engine.PC, 1, false)
	if err != nil {
		return err
	}
	if err := d.checkRoll(c.Roll, 1, true); err != nil {
		return err
	}
	m := engine.Combatant{Name: name, Kind: engine.PC, Side: side, Owner: d.in.Actor.User, Weapon: c.Weapon}
	giveStats(&m, st)
	d.spellSide(side)
	d.makeWay(name)
	d.enroll(d.admit(m, "", name), c.Roll)
	return nil
}

func (d *decider) sideOr(given, standard string, hidden bool) (string, error) {
	if strings.TrimSpace(given) == "" {
		return standard, nil
	}
	return d.sideName(given, hidden)
}

// newcomerStats reads the stats of those who come in and checks that nothing is missing and there is room: hidden ones and
// those whom everybody sees are counted by themselves.
func (d *decider) newcomerStats(text string, kind engine.Kind, count int, hidden bool) (stats, error) {
	st, err := d.parseStats(text)
	if err != nil {
		return st, err
	}
	for i := range d.s.Combatants {
		if d.s.Combatants[i].Hidden == hidden {
			count++
		}
	}
	if count > maxCombatants {
		return st, engine.Refuse(engine.NotNow, engine.ReasonTooManyCombatants, engine.Args{High: maxCombatants})
	}
	return st, d.missing(st.values, kind)
}

// checkRoll checks a natural result typed at joining. together: all who come in roll once.
func (d *decider) checkRoll(roll *int, count int, together bool) error {
	switch {
	case roll == nil:
		return nil
	case d.rs.BySide(d.s):
		return engine.Refuse(engine.Invalid, engine.ReasonSideRolls, engine.Args{})
	case count > 1 && !together:
		return engine.Refuse(engine.Invalid, engine.ReasonEachRolls, engine.Args{})
	}
	return checkDie(*roll, d.rs.Die, "")
}

func (c Add) decide(d *decider) error {
	if err := d.needGM(); err != nil {
		return err
	}
	base, count := engine.CleanName(c.Name), max(c.Count, 1)
	if err := engine.CheckName(base); err != nil {
		return err
	}
	if c.Count < 0 || count > maxCount {
		return engine.Refuse(engine.Invalid, engine.ReasonAddCount, engine.Args{Low: 1, High: maxCount})
	}
	side, err := d.sideOr(c.Side, d.ownersSide(c.Owner), c.Hidden)
	if err != nil {
		return err
	}
	st, err := d.newcomerStats(c.Stats, engine.NPC, count, c.Hidden)
	if err != nil {
		return err
	}
	m := engine.Combatant{Type: base, Kind: engine.NPC, Side: side, Owner: c.Owner, Separate: c.Separate, Hidden: c.Hidden}
	giveStats(&m, st)
	key := d.unitKey(&m)
	if err := d.checkRoll(c.Roll, count, key != ""); err != nil {
		return err
	}
	return c.addAll(d, m, key, count)
}

// ownersSide is the side of a player's first combatant, for minions; foes for the GM's NPCs.
func (d *decider) ownersSide(owner engine.UserID) string {
	if owner == "" {
		return engine.Foes
	}
	for i := range d.s.Combatants {
		if c := &d.s.Combatants[i]; c.Owner == owner {
			return c.Side
		}
	}
	return engine.Party
}

// addAll names the newcomers and lets them in.
func (c Add) addAll(d *decider, m engine.Combatant, key string, count int) error {
	unit := d.unitByKey(key, m.Hidden)
	if unit != nil && c.Roll != nil && (unit.Rolled || d.s.Phase != engine.Setup) {
		return engine.Refuse(engine.Invalid, engine.ReasonGroupRolled, engine.Args{Name: unit.Name})
	}
	if d.strange(m) {
		return engine.Refuse(engine.Invalid, engine.ReasonNameTaken, engine.Args{Name: m.Type})
	}
	base := m.Type
	grouped := key != "" && !d.rs.BySide(d.s)
	if grouped && unit != nil {
		base = unit.Name
	} else if grouped {
		if base = d.groupName(m); base == "" {
			return engine.Refuse(engine.Invalid, engine.ReasonNameTaken, engine.Args{Name: m.Type})
		}
	}
	names, err := d.newNames(base, count, unit, m.Hidden)
	if err != nil {
		return err
	}
	c.enter(d, m, key, base, names, grouped)
	return nil
}

// enter lets the newcomers in under their names; base is their unit's where they are a group.
func (c Add) enter(d *decider, m engine.Combatant, key, base string, names []string, grouped bool) {
	if !m.Hidden {
		if unit := d.unitByKey(key, false); unit != nil && grouped {
			d.numberFirst(unit)
		}
		d.spellSide(m.Side)
		d.makeWay(append(slices.Clone(names), base)...)
	}
	var units []engine.UnitID
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
}

// strange reports whether the name of newcomers is that of somebody of another kind: only like NPCs share one.
func (d *decider) strange(m engine.Combatant) bool {
	for i := range d.s.Combatants {
		c := &d.s.Combatants[i]
		u := d.s.Unit(c.Unit)
		bears := engine.SameName(c.Name, m.Type) || !d.rs.BySide(d.s) && engine.SameName(u.Name, m.Type)
		if (m.Hidden || !c.Hidden) && bears && (c.Kind == engine.PC || !engine.SameName(c.Type, m.Type)) {
			return true
		}
	}
	return false
}

// unitKey is what a combatant shares with the others of its unit; empty when it is a unit of its own.
func (d *decider) unitKey(c *engine.Combatant) string {
	if d.rs.BySide(d.s) {
		return "side|" + strings.ToLower(c.Side)
	}
	if c.Kind == engine.PC || c.Separate || d.rs.GroupKey == nil {
		return ""
	}
	return strings.Join([]string{strings.ToLower(c.Type), strings.ToLower(c.Side), string(c.Owner), d.rs.GroupKey(c)}, "|")
}

// unitByKey returns the unit that newcomers of that key join. Those whom everybody sees join none that is hidden as a
// whole: they roll and have a place as if it were not there. Before sides have rolled there is nothing to see of that.
func (d *decider) unitByKey(key string, hidden bool) *engine.Unit {
	if key == "" {
		return nil
	}
	hidden = hidden || d.rs.BySide(d.s) && (d.s.Phase == engine.Setup || d.s.FreeRound)
	for i := range d.s.Units {
		if u := &d.s.Units[i]; u.Key == key && (hidden || !d.s.Hidden(u.ID)) {
			return u
		}
	}
	return nil
}

// groupName is the name of a new unit of like NPCs: their type, with what sets them apart where another unit has it
// already (TO-4). Empty: none is free.
func (d *decider) groupName(m engine.Combatant) string {
	for _, name := range []string{m.Type, fmt.Sprintf("%s (%s)", m.Type, d.rs.GroupKey(&m)), fmt.Sprintf("%s (%s)", m.Type, m.Side)} {
		if !d.inUse(name, m.Hidden, 0) && engine.CheckName(name) == nil {
			return name
		}
	}
	if m.Hidden { // one that made way for others has a number
		return d.freeName(m.Type)
	}
	return ""
}

// newNames gives count free names: the base alone for a single newcomer, else numbered on.
func (d *decider) newNames(base string, count int, joining *engine.Unit, hidden bool) ([]string, error) {
	highest := d.numbered(base, hidden)
	if count == 1 && highest == 0 && (joining == nil || d.rs.BySide(d.s)) && !d.inUse(base, hidden, 0) {
		return []string{base}, nil
	}
	if highest == 0 && (joining != nil && !d.rs.BySide(d.s) || d.bears(base, hidden)) {
		highest = 1 // the one that is there already counts as the first
	}
	names := make([]string, count)
	for i := range names {
		names[i] = fmt.Sprintf("%s %d", base, highest+1+i)
		if n := utf8.RuneCountInString(names[i]); n > engine.MaxName {
			return nil, engine.Refuse(engine.Invalid, engine.ReasonNameLong, engine.Args{Name: names[i], Count: n, High: engine.MaxName})
		}
		if err := d.needFreeName(names[i], hidden, 0); err != nil {
			return nil, err
		}
	}
	return names, nil
}

// bears reports whether a combatant has exactly that name.
func (d *decider) bears(name string, hidden bool) bool {
	return slices.ContainsFunc(d.s.Combatants, func(c engine.Combatant) bool { return (hidden || !c.Hidden) && engine.SameName(c.Name, name) })
}

// numberFirst gives the single "Goblin" of a unit the number 1 when more come, so that the name is the group's.
func (d *decider) numberFirst(u *engine.Unit) {
	members := d.s.VisibleMembers(u.ID)
	first := u.Name + " 1"
	if len(members) != 1 || !engine.SameName(members[0].Name, u.Name) || d.inUse(first, false, 0) || utf8.RuneCountInString(first) > engine.MaxName {
		return
	}
	d.makeWay(first)
	d.emit(engine.CombatantRenamed{Combatant: members[0].ID, From: members[0].Name, To: first})
}

// admit lets one combatant in, into its unit or a new one, and returns the unit.
func (d *decider) admit(m engine.Combatant, key, unitName string) engine.UnitID {
	late := d.s.Phase != engine.Setup
	if key == "" {
		key = d.unitKey(&m)
	}
	bySide := d.rs.BySide(d.s)
	unit := d.unitByKey(key, m.Hidden)
	if unit == nil {
		u := engine.Unit{ID: engine.UnitID(d.newID(m.Hidden)), Name: unitName, Side: m.Side, Key: key}
		if bySide {
			u.Name, u.Acted = m.Side, d.s.FreeRound
		}
		d.emit(engine.UnitFormed{Unit: u})
		unit = d.s.Unit(u.ID)
	}
	m.Acted = late && (d.s.IsActive(unit.ID) || unit.Acted) && !d.onlyHiddenAmbush(unit.ID, m.Hidden) // waits for the next round
	id := unit.ID
	m.ID, m.Unit = engine.CombatantID(d.newID(m.Hidden)), id
	d.emit(engine.CombatantAdded{Combatant: m, Late: late})
	if bySide {
		d.joinSide(id, key)
	}
	return id
}

// onlyHiddenAmbush reports whether a unit acts in the ambush only by members that a newcomer in view does not know of.
func (d *decider) onlyHiddenAmbush(id engine.UnitID, hidden bool) bool {
	return d.s.Phase == engine.Ambush && !d.s.FreeRound && !hidden &&
		!slices.ContainsFunc(d.s.VisibleMembers(id), func(c *engine.Combatant) bool { return c.Ambusher })
}

// joinSide moves the hidden ones of a side to the unit that its first visible member has formed.
func (d *decider) joinSide(to engine.UnitID, key string) {
	for _, u := range slices.Clone(d.s.Units) {
		if u.Key != key || u.ID == to {
			continue
		}
		for _, id := range combatantIDs(d.s.Members(u.ID)) {
			d.emit(engine.UnitChanged{Combatant: id, Unit: to, Acted: true, Unscored: true})
		}
		d.leave(u)
	}
}

// enroll rolls for a unit that newcomers formed, where the result was typed or the order is made already (CO-4).
func (d *decider) enroll(id engine.UnitID, roll *int) {
	d.welcome()
	late := d.s.Phase != engine.Setup
	if d.s.Unit(id).Rolled || roll == nil && !late || d.s.FreeRound {
		return
	}
	d.rollUnit(id, roll)
	if late {
		d.insert(id)
	}
}

// insert finds a newcomer its place: a tie is settled first; above the active unit it waits for the next round (CO-4).
func (d *decider) insert(id engine.UnitID) {
	d.renew(id)
	d.settle()
	if d.s.Phase != engine.Running {
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
			d.emit(engine.UnitWaits{Unit: id})
			return
		}
	}
}
