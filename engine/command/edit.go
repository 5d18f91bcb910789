package command

import (
	"slices"
	"strings"
	"unicode/utf8"

	"roundel/engine"
)

func (c Edit) decide(d *decider) error {
	if err := d.needGM(); err != nil {
		return err
	}
	f, err := d.find(c.Name)
	if err != nil {
		return err
	}
	if c.Rename == "" && c.Stats == "" && c.Side == "" && c.Score == nil && c.Owner == nil && c.Hidden == nil {
		return engine.Refuse(engine.Invalid, engine.ReasonNothingToEdit, engine.Args{})
	}
	// Score and rename are about the unit that was named, so they go before what may put its members into another one.
	// Whoever is hidden is hidden before the rest happens, and whoever is shown is shown after it.
	who, unit := combatantIDs(f.who), f.who[0].Unit
	for _, step := range []func(*decider, found, []engine.CombatantID, engine.UnitID) error{
		c.hide, c.score, c.rename, c.stats, c.side, c.owner, c.show} {
		if err := step(d, f, who, unit); err != nil {
			return err
		}
	}
	d.settle()
	return nil
}

// maxScore bounds a score that is typed.
const maxScore = 1000

// score corrects what was rolled (CO-14).
func (c Edit) score(d *decider, f found, _ []engine.CombatantID, unit engine.UnitID) error {
	if c.Score == nil {
		return nil
	}
	if err := d.needOwnPlace(f); err != nil {
		return err
	}
	u := d.s.Unit(unit)
	if !u.Rolled {
		return engine.Refuse(engine.NotNow, engine.ReasonUnitNotRolled, engine.Args{Name: u.Name})
	}
	if *c.Score < -maxScore || *c.Score > maxScore {
		return engine.Refuse(engine.Invalid, engine.ReasonScoreRange, engine.Args{Low: -maxScore, High: maxScore})
	}
	d.forgetTiesOf(unit)
	d.emit(engine.ScoreSet{Unit: unit, From: u.Base, To: *c.Score})
	return nil
}

func (c Edit) stats(d *decider, f found, who []engine.CombatantID, _ engine.UnitID) error {
	if strings.TrimSpace(c.Stats) == "" {
		return nil
	}
	st, err := d.parseStats(c.Stats)
	if err != nil {
		return err
	}
	for _, id := range who {
		m := d.s.Combatant(id)
		soak := m.Soak
		if n, ok := st.values["soak"]; ok {
			soak = n
		}
		d.emit(engine.StatsChanged{Combatant: id, Stats: merged(m.Stats, st.values), Changed: strings.Join(st.given, ", "), Soak: soak})
		if st.hasHP {
			m = d.s.Combatant(id)
			d.emit(engine.HPChanged{Combatant: id, Amount: st.hp, Set: true, Tracked: true, From: m.HP, To: st.hp, Max: st.hp, Soak: m.Soak})
		}
	}
	if d.s.Phase == engine.Setup { // what has rolled stays as it is (CO-14)
		d.regroup(slices.DeleteFunc(slices.Clone(who), func(id engine.CombatantID) bool { return d.s.Unit(d.s.Combatant(id).Unit).Rolled }))
	}
	return nil
}

func (c Edit) side(d *decider, _ found, who []engine.CombatantID, _ engine.UnitID) error {
	if strings.TrimSpace(c.Side) == "" {
		return nil
	}
	side, err := d.sideName(c.Side, d.s.Combatant(who[0]).Hidden)
	if err != nil {
		return err
	}
	if !d.s.Combatant(who[0]).Hidden {
		d.spellSide(side)
	}
	for _, id := range who {
		d.changeSide(id, side)
	}
	d.regroup(who)
	return nil
}

// changeSide moves a combatant to a side; where sides have no places, its unit ties anew (TO-2).
func (d *decider) changeSide(id engine.CombatantID, side string) {
	m := d.s.Combatant(id)
	if m.Side == side {
		return
	}
	if shared := m.Hidden && !d.s.Hidden(m.Unit); !d.rs.BySide(d.s) && !shared { // a hidden member leaves its unit's place alone
		d.forgetTiesOf(m.Unit)
	}
	d.emit(engine.SideChanged{Combatant: id, From: m.Side, To: side})
	d.surpriseNewcomers(side, []engine.CombatantID{id})
}

func (c Edit) owner(d *decider, _ found, who []engine.CombatantID, _ engine.UnitID) error {
	if c.Owner == nil {
		return nil
	}
	for _, id := range who {
		m := d.s.Combatant(id)
		if *c.Owner != "" && c.Side == "" && m.Kind == engine.NPC && m.Owner == "" && m.Side == engine.Foes {
			d.changeSide(id, d.ownersSide(*c.Owner)) // a player's minion is on its owner's side (TO-2)
		}
		d.emit(engine.OwnerChanged{Combatant: id, Owner: *c.Owner})
	}
	d.regroup(who)
	return nil
}

func (c Edit) hide(d *decider, _ found, who []engine.CombatantID, _ engine.UnitID) error {
	if c.Hidden != nil && *c.Hidden {
		d.emit(engine.HiddenChanged{Combatants: who, Hidden: true})
	}
	return nil
}

func (c Edit) show(d *decider, _ found, who []engine.CombatantID, _ engine.UnitID) error {
	if c.Hidden != nil && !*c.Hidden {
		d.reveal(who)
	}
	return nil
}

// reveal brings hidden combatants into view.
func (d *decider) reveal(who []engine.CombatantID) {
	d.emit(engine.HiddenChanged{Combatants: who})
	if d.s.Phase == engine.Setup {
		d.joinAlike(who)
	}
}

// joinAlike puts combatants who came into view before the roll into the unit of others like them (TO-4).
func (d *decider) joinAlike(who []engine.CombatantID) {
	for _, id := range who {
		old := *d.s.Unit(d.s.Combatant(id).Unit)
		for _, u := range slices.Clone(d.s.Units) {
			if u.ID != old.ID && u.Key != "" && u.Key == old.Key && !u.Rolled && !old.Rolled && !d.s.Hidden(u.ID) {
				d.emit(engine.UnitChanged{Combatant: id, Unit: u.ID})
				d.leave(old)
				break
			}
		}
	}
}

// rename gives a combatant, or a group with its numbered members, another name.
func (c Edit) rename(d *decider, f found, who []engine.CombatantID, unit engine.UnitID) error {
	name := engine.CleanName(c.Rename)
	if strings.TrimSpace(c.Rename) == "" {
		return nil
	}
	if f.unit != 0 && d.rs.BySide(d.s) {
		return engine.Refuse(engine.Invalid, engine.ReasonSideRename, engine.Args{})
	}
	if err := engine.CheckName(name); err != nil {
		return err
	}
	u := d.s.Unit(unit)
	old := u.Name
	if f.unit == 0 {
		m := d.s.Combatant(who[0])
		if err := d.freeFor(name, m); err != nil {
			return err
		}
		single := engine.SameName(old, d.s.Combatant(who[0]).Name)
		d.emit(engine.CombatantRenamed{Combatant: who[0], From: d.s.Combatant(who[0]).Name, To: name})
		if single {
			d.emit(engine.UnitRenamed{Unit: unit, From: old, To: name})
		}
		return nil
	}
	return d.renameGroup(unit, old, name)
}

func (d *decider) renameGroup(unit engine.UnitID, old, name string) error {
	hidden := d.s.Hidden(unit)
	if !engine.SameName(old, name) {
		if err := d.needFreeName(name, hidden, 0); err != nil {
			return err
		}
	}
	numbered := func(m *engine.Combatant) (to string, is bool) {
		if len(m.Name) <= len(old) || !engine.SameName(m.Name[:len(old)], old) {
			return "", false
		}
		return name + m.Name[len(old):], true
	}
	names := []string{name}
	for _, m := range d.s.Members(unit) {
		to, is := numbered(m)
		if !is || m.Hidden && !hidden {
			continue
		}
		if utf8.RuneCountInString(to) > engine.MaxName {
			return engine.Refuse(engine.Invalid, engine.ReasonNameLong, engine.Args{Name: to, Count: utf8.RuneCountInString(to), High: engine.MaxName})
		}
		if err := d.needFreeName(to, hidden, m.ID); err != nil {
			return err
		}
		names = append(names, to)
	}
	if !hidden && !engine.SameName(old, name) {
		d.makeWay(names...)
	}
	d.emit(engine.UnitRenamed{Unit: unit, From: old, To: name})
	for _, id := range combatantIDs(d.s.Members(unit)) {
		m := d.s.Combatant(id)
		to, is := numbered(m)
		if !is {
			continue
		}
		if m.Hidden && !hidden && (utf8.RuneCountInString(to) > engine.MaxName || d.inUse(to, true, id)) {
			to = d.freeName(to, names...)
		}
		d.emit(engine.CombatantRenamed{Combatant: id, From: m.Name, To: to})
	}
	return nil
}

// freeFor wants a new name for a combatant that is free in the eyes of those who see it, and has hidden ones make way.
func (d *decider) freeFor(name string, c *engine.Combatant) error {
	if err := d.needFreeName(name, c.Hidden, c.ID); err != nil || c.Hidden {
		return err
	}
	if !engine.SameName(name, c.Name) {
		d.makeWay(name)
	}
	return nil
}

// regroup puts combatants whose stats, side or owner changed into the unit they belong to now (TO-4, CS-1). Before the
// roll like ones come together; after it a member that no longer fits becomes a unit of its own at the score it had.
func (d *decider) regroup(who []engine.CombatantID) {
	for _, id := range who {
		c := d.s.Combatant(id)
		old := *d.s.Unit(c.Unit)
		key := d.unitKey(c)
		if key == old.Key && (key != "" || c.Side == old.Side) {
			continue
		}
		to := d.unitByKey(key, c.Hidden)
		stays := func(m *engine.Combatant) bool { return (c.Hidden || !m.Hidden) && d.unitKey(m) != key }
		whole := !slices.ContainsFunc(d.s.Members(old.ID), stays)
		switch {
		case to != nil && (d.s.Phase == engine.Setup || d.rs.BySide(d.s)):
			waits := d.s.Phase != engine.Setup && (c.Acted || to.Acted || d.s.IsActive(to.ID))
			d.takesChange(id)
			d.emit(engine.UnitChanged{Combatant: id, Unit: to.ID, Acted: waits, Unscored: c.Hidden && !d.s.Hidden(to.ID)})
			d.takesChange(id)
			d.leave(old)
		case whole && !d.rs.BySide(d.s):
			d.emit(engine.UnitRekeyed{Unit: old.ID, Key: key, Side: c.Side})
			d.leaveBehind(old, key)
		default:
			d.splitOff(c, old, key)
			d.leave(old)
		}
	}
	if d.s.Phase == engine.Running || d.s.Phase == engine.Ambush {
		d.settle()
		if len(d.s.Active) == 0 || len(d.s.ActiveMembers()) == 0 {
			d.finish()
		}
	}
}

// leaveBehind gives the hidden members that are no longer like those in view a unit of their own: the others keep theirs.
func (d *decider) leaveBehind(old engine.Unit, key string) {
	var to engine.UnitID
	for _, id := range combatantIDs(d.s.Members(old.ID)) {
		c := d.s.Combatant(id)
		switch own := d.unitKey(c); {
		case own == key:
		case to != 0 && own == old.Key:
			d.emit(engine.UnitChanged{Combatant: id, Unit: to, Acted: c.Acted})
		default:
			d.splitOff(c, old, own)
			to = d.s.Combatant(id).Unit
		}
	}
}

// takesChange makes the ties of a unit new when a member leaves it, or comes, with a lasting change of its score.
func (d *decider) takesChange(id engine.CombatantID) {
	for _, e := range slices.Clone(d.s.Effects) {
		if e.Target == id {
			d.forgetTies(&e)
		}
	}
}

// splitOff gives a combatant a unit of its own with the old one's score.
func (d *decider) splitOff(c *engine.Combatant, old engine.Unit, key string) {
	id, acted := c.ID, c.Acted
	u := old
	u.ID, u.Key, u.Side, u.Acted = engine.UnitID(d.newID(c.Hidden)), key, c.Side, acted || old.Acted
	u.Name, u.Last, u.Waits = c.Name, 0, false
	if d.rs.BySide(d.s) {
		u.Name, u.Rolled, u.Natural, u.Base, u.Shift = c.Side, false, 0, 0, 0
	} else if name := d.groupName(*c); c.Kind == engine.NPC && name != "" && key != "" {
		u.Name = name
	}
	if !c.Hidden && !d.rs.BySide(d.s) {
		d.makeWay(u.Name)
	}
	d.emit(engine.UnitFormed{Unit: u})
	d.takesChange(id)
	d.emit(engine.UnitChanged{Combatant: id, Unit: u.ID, Acted: acted})
	if d.rs.BySide(d.s) {
		d.joinSide(u.ID, key)
	}
	d.renew(u.ID)
	if d.s.Phase == engine.Running && !u.Rolled {
		d.rollUnit(u.ID, nil)
		d.insert(u.ID)
	}
}

// leave drops a unit that the last member has left.
func (d *decider) leave(old engine.Unit) {
	if len(d.s.Members(old.ID)) > 0 {
		return
	}
	if d.s.IsActive(old.ID) {
		d.endOfThisTurnIfLast(old.ID)
		d.emit(engine.TurnWithdrawn{Unit: old.ID})
	}
	d.emit(engine.UnitDropped{Unit: old.ID, Name: old.Name})
}

// endOfThisTurnIfLast ends the effects of the running turn when the unit that leaves is the only one that has it.
func (d *decider) endOfThisTurnIfLast(id engine.UnitID) {
	if len(d.s.Active) == 1 && d.s.IsActive(id) {
		d.endOfThisTurn()
	}
}

func (c Remove) decide(d *decider) error {
	if err := d.needPlayer(); err != nil {
		return err
	}
	f, err := d.find(c.Name)
	if err != nil {
		return err
	}
	who := f.who
	if err := d.needOwner(engine.ReasonNotYoursToChange, who...); err != nil {
		return err
	}
	unit := *d.s.Unit(who[0].Unit)
	active := d.s.IsActive(unit.ID)
	for _, m := range slices.Clone(combatantIDs(who)) {
		d.takesChange(m)
		d.emit(engine.CombatantRemoved{Combatant: m, Name: d.s.Combatant(m).Name})
	}
	d.leave(unit)
	if active && d.s.Phase != engine.Setup {
		d.finish()
	}
	d.settle()
	return nil
}
