package command

import (
	"slices"
	"strings"
	"unicode/utf8"

	"roundel/engine"
)

func (c Edit) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	f, err := d.findChosen(c.ID, c.Name)
	if err != nil {
		return err
	}
	if c.Rename == "" && c.Stats == "" && c.Side == "" && c.Score == nil && c.Owner == nil && c.Hidden == nil {
		return engine.Refuse(engine.Invalid, engine.ReasonNothingToEdit, engine.Args{})
	}
	// Score and rename apply to the unit that was named, so they precede the steps that may move its members to another.
	// Hiding comes first and showing last, so that everything in between stays hidden.
	who, unit := combatantIDs(f.who), f.who[0].Unit
	for _, step := range []func(*decider, match, []engine.CombatantID, engine.UnitID) error{
		c.hide, c.score, c.rename, c.stats, c.side, c.owner, c.show} {
		if err := step(d, f, who, unit); err != nil {
			return err
		}
	}
	d.settleTies()
	return nil
}

// maxScore limits a typed score.
const maxScore = 1000

// score corrects a rolled score (CO-14).
func (c Edit) score(d *decider, f match, _ []engine.CombatantID, unit engine.UnitID) error {
	if c.Score == nil {
		return nil
	}
	if err := d.refuseHiddenInGroup(f); err != nil {
		return err
	}
	u := d.s.Unit(unit)
	if !u.Rolled {
		return engine.Refuse(engine.NotNow, engine.ReasonUnitNotRolled, engine.Args{Name: u.Name})
	}
	if *c.Score < -maxScore || *c.Score > maxScore {
		return engine.Refuse(engine.Invalid, engine.ReasonScoreRange, engine.Args{Low: -maxScore, High: maxScore})
	}
	d.forgetUnitTies(unit)
	d.emit(engine.ScoreSet{Unit: unit, From: u.Base, To: *c.Score})
	return nil
}

// stats changes the stats given and leaves the others alone. Units that have rolled keep their members (CO-14).
func (c Edit) stats(d *decider, f match, who []engine.CombatantID, _ engine.UnitID) error {
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
		d.emit(engine.StatsChanged{Combatant: id, Stats: mergeStats(m.Stats, st.values), Changed: strings.Join(st.given, ", "), Soak: soak})
		if st.hasHP {
			m = d.s.Combatant(id)
			d.emit(engine.HPChanged{Combatant: id, Amount: st.hp, Set: true, Tracked: true, From: m.HP, To: st.hp, Max: st.maxHP, Soak: m.Soak})
		}
	}
	if d.s.Phase == engine.Setup { // units that have rolled stay as they are (CO-14)
		d.regroup(slices.DeleteFunc(slices.Clone(who), func(id engine.CombatantID) bool { return d.s.Unit(d.s.Combatant(id).Unit).Rolled }))
	}
	return nil
}

func (c Edit) side(d *decider, _ match, who []engine.CombatantID, _ engine.UnitID) error {
	if strings.TrimSpace(c.Side) == "" {
		return nil
	}
	side, err := d.sideName(c.Side, d.s.Combatant(who[0]).Hidden)
	if err != nil {
		return err
	}
	if !d.s.Combatant(who[0]).Hidden {
		d.claimSideName(side)
	}
	for _, id := range who {
		d.changeSide(id, side)
	}
	d.regroup(who)
	return nil
}

// changeSide moves a combatant to another side. Its unit's settled ties are dropped (TO-2), unless sides are units.
func (d *decider) changeSide(id engine.CombatantID, side string) {
	m := d.s.Combatant(id)
	if m.Side == side {
		return
	}
	if shared := m.Hidden && !d.s.Hidden(m.Unit); !d.rs.BySide(d.s) && !shared { // a hidden member doesn't affect its unit's place
		d.forgetUnitTies(m.Unit)
	}
	d.emit(engine.SideChanged{Combatant: id, From: m.Side, To: side})
	d.surpriseNewcomers(side, []engine.CombatantID{id})
}

func (c Edit) owner(d *decider, _ match, who []engine.CombatantID, _ engine.UnitID) error {
	if c.Owner == nil {
		return nil
	}
	for _, id := range who {
		m := d.s.Combatant(id)
		if *c.Owner != "" && c.Side == "" && m.Kind == engine.NPC && m.Owner == "" && m.Side == engine.Foes {
			d.changeSide(id, d.ownersSide(*c.Owner)) // a player's minion joins its owner's side (TO-2)
		}
		d.emit(engine.OwnerChanged{Combatant: id, Owner: *c.Owner})
	}
	d.regroup(who)
	return nil
}

func (c Edit) hide(d *decider, _ match, who []engine.CombatantID, _ engine.UnitID) error {
	if c.Hidden != nil && *c.Hidden {
		d.emit(engine.HiddenChanged{Combatants: who, Hidden: true})
	}
	return nil
}

func (c Edit) show(d *decider, _ match, who []engine.CombatantID, _ engine.UnitID) error {
	if c.Hidden != nil && !*c.Hidden {
		d.reveal(who)
	}
	return nil
}

// reveal makes hidden combatants visible.
func (d *decider) reveal(who []engine.CombatantID) {
	d.emit(engine.HiddenChanged{Combatants: who})
	if d.s.Phase == engine.Setup {
		d.mergeIntoLikeUnits(who)
	}
}

// rename renames a combatant, or a group along with its numbered members.
func (c Edit) rename(d *decider, f match, who []engine.CombatantID, unit engine.UnitID) error {
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
		if err := d.claimNameFor(name, m); err != nil {
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

// renameGroup renames a unit, and each member whose name starts with the unit's old name.
func (d *decider) renameGroup(unit engine.UnitID, old, name string) error {
	hidden := d.s.Hidden(unit)
	if !engine.SameName(old, name) {
		if err := d.requireUnusedName(name, hidden, 0); err != nil {
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
		if err := d.requireUnusedName(to, hidden, m.ID); err != nil {
			return err
		}
		names = append(names, to)
	}
	if !hidden && !engine.SameName(old, name) {
		d.claimNames(names...)
	}
	d.emit(engine.UnitRenamed{Unit: unit, From: old, To: name})
	for _, id := range combatantIDs(d.s.Members(unit)) {
		m := d.s.Combatant(id)
		to, is := numbered(m)
		if !is {
			continue
		}
		if m.Hidden && !hidden && (utf8.RuneCountInString(to) > engine.MaxName || d.nameInUse(to, true, id)) {
			to = d.unusedName(to, names...)
		}
		d.emit(engine.CombatantRenamed{Combatant: id, From: m.Name, To: to})
	}
	return nil
}

func (c Remove) decide(d *decider) error {
	if err := d.requirePlayer(); err != nil {
		return err
	}
	f, err := d.find(c.Name)
	if err != nil {
		return err
	}
	who := f.who
	if err := d.requireOwner(engine.ReasonNotYoursToChange, who...); err != nil {
		return err
	}
	unit := *d.s.Unit(who[0].Unit)
	active := d.s.IsActive(unit.ID)
	for _, m := range slices.Clone(combatantIDs(who)) {
		d.forgetTiesOfTarget(m)
		c := d.s.Combatant(m)
		d.emit(engine.CombatantRemoved{Combatant: m, Name: c.Name, Left: d.rollToKeep(c)})
	}
	d.dropUnitIfEmpty(unit)
	if active && d.s.Phase != engine.Setup {
		d.endTurnIfDone()
	}
	d.settleTies()
	return nil
}
