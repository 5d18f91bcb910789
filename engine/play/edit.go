package play

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"roundel/engine"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"roundel/snowflake"
)

// Edit changes a combatant; Score changes its unit (CO-14). If ID is set, it is used instead of Name.
type Edit struct {
	Name          string
	ID            engine.CombatantID
	Rename, Stats string
	As            string // a mask: the name by which everyone but the GM knows it from now on (NU-33)
	Reveal        bool   // replaces the mask by its real name, or by Rename (NU-34)
	Side          string
	Score         *int
	Owner         *snowflake.User // empty for the GM
	Hidden        *bool
	HPShown       string // an [engine.HPShown], or [ShownAsServer] for the fight's preference (NU-31)
	Rating        string // a challenge rating or a level (MO-24)
}

// ShownAsServer makes a combatant's hit points be shown as the server's settings said when the fight began.
const ShownAsServer = "server"

// hpShown parses a way to show hit points.
func hpShown(typed string) (engine.HPShown, error) {
	switch shown := engine.HPShown(strings.ToLower(strings.TrimSpace(typed))); shown {
	case "", ShownAsServer:
		return "", nil
	case engine.HPNumbers, engine.HPWords, engine.HPBar, engine.HPNothing:
		return shown, nil
	}
	return "", engine.Refuse(engine.Invalid, reason.HPShown, engine.Args{Text: typed})
}

func (c Edit) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	f, err := c.whom(d)
	if err != nil {
		return err
	}
	if c.Rename == "" && c.As == "" && !c.Reveal && c.Stats == "" && c.Side == "" && c.Score == nil && c.Owner == nil && c.Hidden == nil && c.HPShown == "" && c.Rating == "" {
		return engine.Refuse(engine.Invalid, reason.NothingToEdit, engine.Args{})
	}
	if c.Stats != "" || c.Side != "" || c.Score != nil || c.Owner != nil || c.HPShown != "" || c.Rating != "" {
		if err := refuseEvent(f.who...); err != nil {
			return err
		}
	}
	if err := c.checkMask(f.who); err != nil {
		return err
	}
	// Score and rename apply to the named unit, so they come before the steps that may move its members to another. Hiding comes first and
	// revealing last, so that everything in between stays hidden.
	who, unit := combatantIDs(f.who), cmp.Or(f.unit, f.who[0].Unit)
	for _, step := range []func(*decider, match, []engine.CombatantID, engine.UnitID) error{
		c.hide, c.shownAs, c.rating, c.score, c.rename, c.stats, c.side, c.owner, c.show} {
		if err := step(d, f, who, unit); err != nil {
			return err
		}
	}
	d.settleTies()
	return nil
}

// whom returns the targets: a combatant, the members of a unit, or a group that shares no unit.
func (c Edit) whom(d *decider) (match, error) {
	f, _, err := d.chosenPlace(c.ID, c.Name)
	if group, other := d.findGroup(c.Name); err != nil && c.ID == 0 && other == nil {
		return group, nil
	}
	return f, err
}

// maxScore limits a typed score.
const maxScore = 1000

// score corrects a rolled score (CO-14).
func (c Edit) score(d *decider, f match, _ []engine.CombatantID, _ engine.UnitID) error {
	if c.Score == nil {
		return nil
	}
	if f.several() {
		return c.scoreEach(d, f)
	}
	one := d.namedAlone(f)
	if err := d.refuseHiddenInGroup(f); err != nil && one == nil {
		return err
	}
	if !d.Rules.Order.Scored() {
		return d.notInRules(reason.NoPlaces)
	}
	_, u, err := d.chosenPlace(c.ID, c.Name)
	if err != nil {
		return err
	}
	if !u.Rolled {
		return engine.Refuse(engine.NotNow, reason.UnitNotRolled, engine.Args{Name: u.Name})
	}
	if *c.Score < -maxScore || *c.Score > maxScore {
		return engine.Refuse(engine.Invalid, reason.ScoreRange, engine.Args{Low: -maxScore, High: maxScore})
	}
	units := []engine.UnitID{u.ID}
	if one != nil && d.sharesPlace(one) && hasScore(u, *c.Score) {
		return nil // it would return to its group at once
	}
	if one != nil {
		units[0] = d.standApart(one.ID).ID
	}
	for _, apart := range d.State.Apart(u.ID) {
		if one == nil {
			units = append(units, apart.ID)
		}
	}
	for _, id := range units {
		d.setScore(id, *c.Score)
	}
	return nil
}

// scoreEach corrects the scores of all members of a group that shares no unit.
func (c Edit) scoreEach(d *decider, f match) error {
	for _, id := range combatantIDs(f.who) {
		if err := (Edit{ID: id, Score: c.Score}).score(d, match{who: []*engine.Combatant{d.State.Combatant(id)}}, nil, 0); err != nil {
			return err
		}
	}
	return nil
}

// hasScore reports whether a unit has rolled or been given a score, and nothing has moved it to another since.
func hasScore(u *engine.Unit, score int) bool {
	return u.Rolled && u.Base == score && u.Shift == 0 && u.Moved == 0 && u.Card == ruleset.None
}

// setScore corrects a unit's score, unless it has that already and no command has moved the unit since, even among others of that score.
func (d *decider) setScore(id engine.UnitID, score int) {
	u := d.State.Unit(id)
	if hasScore(u, score) && !slices.ContainsFunc(d.State.Ties, func(t engine.Tie) bool { return t.Moved == id }) {
		return
	}
	d.forgetPlaceTies(id)
	e := engine.ScoreSet{Unit: id, From: u.Base, To: score}
	if d.Rules.Order.Shape == ruleset.Ticks {
		e.Came = d.State.NextArrival(d.State.Hidden(id))
	}
	d.emit(e)
}

// stats changes the stats given and leaves the others alone. Units that have rolled keep their members (CO-14).
func (c Edit) stats(d *decider, f match, who []engine.CombatantID, _ engine.UnitID) error {
	if strings.TrimSpace(c.Stats) == "" {
		return nil
	}
	st, err := ParseStats(c.Stats, d.Rules)
	if err != nil {
		return err
	}
	for _, id := range who {
		if err := d.checkAmounts(st, d.State.Combatant(id).HasHP); err != nil {
			return err
		}
	}
	for _, id := range who {
		m := d.State.Combatant(id)
		soak := m.Soak
		if n, ok := st.Values[d.Rules.Attack.Stats.Soak]; ok {
			soak = n
		}
		resists := st.Resists.Over(m.Resists)
		if len(resists) > ruleset.MaxResistances {
			return tooManyResistances()
		}
		e := engine.StatsChanged{Combatant: id, Stats: st.over(m.Stats), Changed: strings.Join(st.Given, ", "), Typed: st.keys(), Soak: soak, Resists: resists, Resisted: st.Resists.String()}
		changes := func(a amount) bool {
			typed, is := st.Amounts[a.key]
			return is && !a.has(d, d.State.Combatant(id), typed)
		}
		if !e.Changes(m) && !slices.ContainsFunc(amounts(d.Rules), changes) {
			continue
		}
		d.emit(e)
		for _, a := range amounts(d.Rules) {
			if changes(a) {
				a.edit(d, id, st.Amounts[a.key])
			}
		}
	}
	if d.State.Phase == engine.Setup { // units that have rolled keep their members (CO-14)
		d.regroup(filter(who, func(id engine.CombatantID) bool { return !d.State.Unit(d.State.Combatant(id).Unit).Rolled }))
	}
	return nil
}

func (c Edit) side(d *decider, _ match, who []engine.CombatantID, _ engine.UnitID) error {
	if strings.TrimSpace(c.Side) == "" {
		return nil
	}
	side, err := d.sideName(c.Side, d.State.Combatant(who[0]).Hidden)
	if err != nil {
		return err
	}
	if !d.State.Combatant(who[0]).Hidden {
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
	m := d.State.Combatant(id)
	if m.Side == side {
		return
	}
	if shared := m.Hidden && !d.State.Hidden(m.Unit); !d.State.BySide(d.Rules) && !shared { // a hidden member doesn't affect its unit's place
		d.forgetUnitTies(m.Unit)
	}
	d.emit(engine.SideChanged{Combatant: id, From: m.Side, To: side})
	d.surpriseNewcomers([]engine.CombatantID{id}) // CS-5
}

func (c Edit) owner(d *decider, _ match, who []engine.CombatantID, _ engine.UnitID) error {
	if c.Owner == nil {
		return nil
	}
	for _, id := range who {
		m := d.State.Combatant(id)
		if *c.Owner != "" && c.Side == "" && m.Kind == engine.NPC && m.Owner == "" && m.Side == engine.Foes {
			d.changeSide(id, d.ownersSide(*c.Owner)) // a player's minion joins its owner's side (TO-2)
		}
		if m.Owner != *c.Owner {
			d.emit(engine.OwnerChanged{Combatant: id, Owner: *c.Owner})
		}
	}
	d.regroup(who)
	return nil
}

func (c Edit) hide(d *decider, _ match, who []engine.CombatantID, _ engine.UnitID) error {
	if c.Hidden == nil || !*c.Hidden {
		return nil
	}
	if seen := filter(who, func(id engine.CombatantID) bool { return !d.State.Combatant(id).Hidden }); len(seen) > 0 {
		d.emit(engine.HiddenChanged{Combatants: seen, Hidden: true})
	}
	return nil
}

// shownAs sets how others see the hit points of those that aren't shown like this already.
func (c Edit) shownAs(d *decider, _ match, who []engine.CombatantID, _ engine.UnitID) error {
	to, err := hpShown(c.HPShown)
	if err != nil {
		return err
	}
	changed := filter(who, func(id engine.CombatantID) bool { return d.State.Combatant(id).HPShown != to })
	if c.HPShown != "" && len(changed) > 0 {
		d.emit(engine.HPShownChanged{Combatants: changed, To: to})
	}
	return nil
}

func (c Edit) show(d *decider, _ match, who []engine.CombatantID, _ engine.UnitID) error {
	if c.Hidden == nil || *c.Hidden {
		return nil
	}
	if hidden := filter(who, func(id engine.CombatantID) bool { return d.State.Combatant(id).Hidden }); len(hidden) > 0 {
		d.reveal(hidden)
	}
	d.endConcealment(who...)
	return nil
}

// rename renames a combatant, or a group together with its numbered members. If one is masked, its mask is renamed.
func (c Edit) rename(d *decider, f match, who []engine.CombatantID, unit engine.UnitID) error {
	typed := cmp.Or(c.As, c.Rename)
	name := engine.CleanName(typed)
	if strings.TrimSpace(typed) == "" {
		return c.reveal(d, f, who, unit)
	}
	if f.unit != 0 && d.State.BySide(d.Rules) {
		return engine.Refuse(engine.Invalid, reason.SideRename, engine.Args{})
	}
	if err := engine.CheckName(name); err != nil {
		return err
	}
	u := d.State.Unit(unit)
	old := u.Name
	if f.several() {
		base, _ := d.State.Combatant(who[0]).Numbered()
		return c.renameGroup(d, 0, who, base, name, numberedUnder(base, name))
	}
	if f.unit == 0 {
		return c.renameOne(d, who[0], unit, name)
	}
	if !engine.SameName(old, name) {
		if err := d.requireUnusedName(name, d.State.Hidden(unit), 0); err != nil {
			return err
		}
	}
	return c.renameGroup(d, unit, combatantIDs(d.State.GroupMembers(unit)), old, name, numberedUnder(old, name))
}

// renameOne renames a combatant, and its unit if that has the same name.
func (c Edit) renameOne(d *decider, id engine.CombatantID, unit engine.UnitID, name string) error {
	if err := d.claimNameFor(name, d.State.Combatant(id)); err != nil {
		return err
	}
	m := d.State.Combatant(id)
	single := engine.SameName(d.State.Unit(unit).Name, m.Name)
	c.renameMember(d, m, name)
	if single {
		d.renameUnit(unit, name)
	}
	return nil
}

// newName returns the new name of a group member. is is false if it keeps its name.
type newName func(m *engine.Combatant) (to string, is bool)

// numberedUnder renames members whose name starts with the old one.
func numberedUnder(old, name string) newName {
	return func(m *engine.Combatant) (string, bool) {
		if len(m.Name) <= len(old) || !engine.SameName(m.Name[:len(old)], old) {
			return "", false
		}
		return name + m.Name[len(old):], true
	}
}

// renameGroup renames a unit, if it isn't 0, and all combatants that get a new name.
func (c Edit) renameGroup(d *decider, unit engine.UnitID, who []engine.CombatantID, old, name string, renames newName) error {
	hidden := !slices.ContainsFunc(who, func(id engine.CombatantID) bool { return !d.State.Combatant(id).Hidden })
	var names []string
	if unit != 0 {
		names, hidden = append(names, name), d.State.Hidden(unit)
	}
	for _, id := range who {
		m := d.State.Combatant(id)
		to, is := renames(m)
		if !is || m.Hidden && !hidden {
			continue
		}
		if utf8.RuneCountInString(to) > engine.MaxName {
			return engine.Refuse(engine.Invalid, reason.NameLong, engine.Args{Name: to, Count: utf8.RuneCountInString(to), High: engine.MaxName})
		}
		if err := d.requireUnusedName(to, hidden, m.ID); err != nil {
			return err
		}
		names = append(names, to)
	}
	if !hidden && !engine.SameName(old, name) {
		d.claimNames(names...)
	}
	if unit != 0 {
		d.renameUnit(unit, name)
	}
	for _, id := range who {
		m := d.State.Combatant(id)
		to, is := renames(m)
		if !is {
			continue
		}
		if m.Hidden && !hidden && (utf8.RuneCountInString(to) > engine.MaxName || d.nameInUse(to, true, id)) {
			to = d.unusedName(to, names...)
		}
		from := m.Name
		c.renameMember(d, m, to)
		if m.Unit != unit && engine.SameName(d.State.Unit(m.Unit).Name, from) {
			d.renameUnit(m.Unit, to)
		}
	}
	return nil
}

// renameMember renames a combatant that isn't called that already, or reveals that this is its real name.
func (c Edit) renameMember(d *decider, m *engine.Combatant, to string) {
	if e := c.renamed(m, to); e.From != e.To || e.Revealed {
		d.emit(e)
	}
}

// renameUnit renames a unit that isn't called that already.
func (d *decider) renameUnit(id engine.UnitID, to string) {
	if from := d.State.Unit(id).Name; from != to {
		d.emit(engine.UnitRenamed{Unit: id, From: from, To: to})
	}
}

// Remove removes a combatant or a whole unit from the fight (CO-5).
type Remove struct{ Name string }

func (c Remove) decide(d *decider) error {
	if err := d.requirePlayer(); err != nil {
		return err
	}
	f, err := d.findGroup(c.Name)
	if err != nil {
		return err
	}
	who := f.who
	if err := d.requireOwner(reason.NotYoursToChange, who...); err != nil {
		return err
	}
	active := false
	ids := combatantIDs(who)
	for len(ids) > 0 { // members that stand apart from a group are units of their own
		id := d.State.Combatant(ids[0]).Unit
		of := filter(ids, func(m engine.CombatantID) bool { return d.State.Combatant(m).Unit == id })
		ids = slices.DeleteFunc(ids, func(m engine.CombatantID) bool { return slices.Contains(of, m) })
		active = active || d.State.IsActive(id)
		d.leave(of)
	}
	if active && d.State.Phase != engine.Setup {
		d.endTurnIfDone()
	}
	d.settleTies()
	return nil
}

// rating sets the challenge rating or level of foes (MO-24).
func (c Edit) rating(d *decider, _ match, who []engine.CombatantID, _ engine.UnitID) error {
	typed := strings.TrimSpace(c.Rating)
	if typed == "" {
		return nil
	}
	if _, ok := ruleset.ParseRating(typed); !ok {
		return engine.Refuse(engine.Invalid, reason.Rating, engine.Args{Text: typed})
	}
	for _, id := range who {
		if m := d.State.Combatant(id); m.Kind != engine.NPC || m.Owner != "" {
			return engine.Refuse(engine.Invalid, reason.RatingOf, engine.Args{Name: m.Name})
		}
	}
	changed := filter(who, func(id engine.CombatantID) bool { return d.State.Combatant(id).Rating != typed })
	if len(changed) > 0 {
		d.emit(engine.RatingSet{Combatants: changed, To: typed})
	}
	return nil
}
