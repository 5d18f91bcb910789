package play

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"roundel/engine"
	"roundel/engine/formula"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"roundel/snowflake"
)

// Limits on the combatants of one fight and of one /init add.
const (
	maxCombatants = 200
	maxCount      = 50
)

// Join adds the actor's character.
type Join struct {
	Name   string
	Stats  string
	Roll   *int
	Side   string
	Given  []string // the keys of those stats that were typed now; the others are saved with the character
	Weapon string   // saved weapons, one per line
	Saves  string   // prepared saves, one per line

	Sheet *engine.Sheet // nil: it has none

	Saved   *engine.SavedAs // the saved character that it is (NU-28), or nil
	Carried *engine.Carried // what the character carries from its last fight, or nil
}

func (c Join) decide(d *decider) error {
	name := engine.CleanName(c.Name)
	if strings.TrimSpace(c.Name) == "" {
		return engine.Refuse(engine.Invalid, reason.NoSavedCharacter, engine.Args{Example: d.Rules.Template(false)})
	}
	if err := engine.CheckName(name); err != nil {
		return err
	}
	if err := d.requireUnusedName(name, false, 0); err != nil {
		return err
	}
	side, err := d.sideOrDefault(c.Side, engine.Party, false)
	if err != nil {
		return err
	}
	st, err := d.newcomerStats(c.Stats, engine.PC, 1, false)
	if err != nil {
		return err
	}
	m := engine.Combatant{Name: name, Kind: engine.PC, Side: side, Owner: d.actor.User, Weapon: c.Weapon, Prepared: c.Saves, Saved: c.Saved, Sheet: c.Sheet, Given: c.Given}
	d.setStats(&m, st)
	d.bring(&m, c.Carried)
	if err := d.checkJoinRoll(c.Roll, &m, 1, true); err != nil {
		return err
	}
	if err := d.returns(name, c.Roll); err != nil {
		return err
	}
	d.claimSideName(side)
	d.claimNames(name)
	unit := d.addCombatant(m, "", name)
	d.joined()
	d.rollForNewcomers(unit, c.Roll)
	return nil
}

// returns checks whether the actor's character rejoins. If so, it keeps its roll, so that nobody can leave to roll again. A typed result
// replaces the roll only during setup.
func (d *decider) returns(name string, roll *int) error {
	left := d.State.LeftRoll(d.actor.User, name)
	switch {
	case left == nil || d.State.Phase == engine.Setup && roll != nil:
		return nil
	case roll != nil:
		return engine.Refuse(engine.NotNow, reason.KeepsRoll, engine.Args{Name: name, Count: left.Natural})
	}
	kept := *left
	d.Returning = &kept
	return nil
}

// newcomerStats parses the stats of newcomers, and checks that none are missing and that there is room in the fight. Hidden and visible
// combatants are counted separately.
func (d *decider) newcomerStats(text string, kind engine.Kind, count int, hidden bool) (Stats, error) {
	st, err := ParseStats(text, d.Rules)
	if err != nil {
		return st, err
	}
	for i := range d.State.Combatants {
		if d.State.Combatants[i].Hidden == hidden {
			count++
		}
	}
	if count > maxCombatants {
		return st, engine.Refuse(engine.NotNow, reason.TooManyCombatants, engine.Args{High: maxCombatants})
	}
	if err := d.checkAmounts(st, d.hitDice != nil); err != nil {
		return st, err
	}
	return st, d.completeStats(st, kind)
}

// checkJoinRoll checks a natural result typed on joining. With together, all newcomers make one roll.
func (d *decider) checkJoinRoll(roll *int, m *engine.Combatant, count int, together bool) error {
	switch {
	case roll == nil:
		return nil
	case !d.Rules.Order.Scored() && d.Rules.Order.Roll == nil:
		return engine.Refuse(engine.Invalid, reason.NoDice, engine.Args{})
	case !d.Rules.Order.Scored(), d.State.BySide(d.Rules) && d.State.Phase == engine.Setup:
		return engine.Refuse(engine.Invalid, reason.SideRolls, engine.Args{})
	case d.State.BySide(d.Rules) && d.unitByKey(d.unitKey(m), m.Hidden) != nil:
		return engine.Refuse(engine.Invalid, reason.SideThere, engine.Args{})
	case d.State.BySide(d.Rules): // a side that joins later rolls as it joins (CO-4)
		together = true
	}
	switch {
	case count > 1 && !together:
		return engine.Refuse(engine.Invalid, reason.EachRolls, engine.Args{})
	case d.Rules.Order.Shape == ruleset.Cards:
		return d.checkJoinCard(*roll)
	}
	counted, _ := formula.Split(d.State.InitiativeRoll(d.Rules).Fill(d.State.CombatantValues(m, engine.Facts{})))
	return checkRoll(*roll, counted, "")
}

// checkJoinCard checks the number of a card typed on joining (RS-31).
func (d *decider) checkJoinCard(n int) error {
	text := strconv.Itoa(n)
	if d.Rules.Order.Deck.French {
		return engine.Refuse(engine.Invalid, reason.CardsTyped, engine.Args{Example: ruleset.Example(&d.Rules.Order.Deck)})
	}
	card, ok := ruleset.Parse(text, &d.Rules.Order.Deck)
	if !ok {
		return d.noSuchCard(text)
	}
	if d.cardGone(0, card, false, nil) {
		return engine.Refuse(engine.Invalid, reason.CardGone, engine.Args{Text: text})
	}
	return nil
}

// Add adds Count NPCs; 0 means 1.
type Add struct {
	Name             string
	As               string // a mask: the name by which everyone but the GM knows them (NU-33); empty: none
	Count            int
	Stats            string
	HitDice          string        // rolled for each one's hit points; empty: they are in Stats
	Weapons          string        // saved weapons, one per line
	Saves            string        // prepared saves, one per line
	Block            *engine.Block // nil: they have none
	Roll             *int
	Side             string
	Separate, Hidden bool
	Owner            snowflake.User
	HPShown          string // see [Edit]; empty: the fight's preference
}

func (c Add) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	count := max(c.Count, 1)
	if err := engine.CheckName(c.Name); err != nil {
		return err
	}
	base, real, err := c.mask()
	if err != nil {
		return err
	}
	if c.Count < 0 || count > maxCount {
		return engine.Refuse(engine.Invalid, reason.AddCount, engine.Args{Low: 1, High: maxCount})
	}
	side, err := d.sideOrDefault(c.Side, d.ownersSide(c.Owner), c.Hidden)
	if err != nil {
		return err
	}
	if d.hitDice, err = parseHitDice(c.HitDice); err != nil {
		return err
	}
	st, err := d.newcomerStats(c.Stats, engine.NPC, count, c.Hidden)
	if err != nil {
		return err
	}
	shown, err := hpShown(c.HPShown)
	if err != nil {
		return err
	}
	m := engine.Combatant{Type: base, RealName: real, Kind: engine.NPC, Side: side, Owner: c.Owner, Separate: c.Separate, Hidden: c.Hidden, Weapon: c.Weapons, Prepared: c.Saves,
		HPShown: shown, Block: d.keepBlock(c.Block)}
	d.setStats(&m, st)
	key := d.unitKey(&m)
	if err := d.checkJoinRoll(c.Roll, &m, count, key != ""); err != nil {
		return err
	}
	return c.nameAndAdd(d, m, key, count)
}

// ownersSide returns the side of a player's first combatant, which the player's minions join. For the GM's NPCs, it returns the foes.
func (d *decider) ownersSide(owner snowflake.User) string {
	if owner == "" {
		return engine.Foes
	}
	for i := range d.State.Combatants {
		if c := &d.State.Combatants[i]; c.Owner == owner {
			return c.Side
		}
	}
	return engine.Party
}

// nameAndAdd names the newcomers and adds them.
func (c Add) nameAndAdd(d *decider, m engine.Combatant, key string, count int) error {
	unit := d.unitByKey(key, m.Hidden)
	if unit != nil && c.Roll != nil && (unit.Rolled || d.State.Phase != engine.Setup) {
		return engine.Refuse(engine.Invalid, reason.GroupRolled, engine.Args{Name: unit.Name})
	}
	if d.takenByAnotherKind(m) {
		return engine.Refuse(engine.Invalid, reason.NameTaken, engine.Args{Name: m.Type})
	}
	base := m.Type
	grouped := key != "" && !d.State.BySide(d.Rules)
	if grouped && unit != nil {
		base = unit.Name
	} else if grouped {
		base = d.groupName(m)
		if base == "" {
			return engine.Refuse(engine.Invalid, reason.NameTaken, engine.Args{Name: m.Type})
		}
	}
	names, err := d.newcomerNames(base, count, unit, m.Hidden)
	if err != nil {
		return err
	}
	c.addNamed(d, m, key, base, names, grouped)
	return nil
}

// addNamed adds the newcomers under these names. If they form a group, its unit is called base.
func (c Add) addNamed(d *decider, m engine.Combatant, key, base string, names []string, grouped bool) {
	if !m.Hidden {
		if unit := d.unitByKey(key, false); unit != nil && grouped {
			d.numberFirst(unit, m.RealName)
		}
		d.claimSideName(m.Side)
		d.claimNames(append(slices.Clone(names), base)...)
	}
	var units []engine.UnitID
	var rolls []engine.DiceRolled
	var real []string
	if m.RealName != "" {
		real = d.realNames(m.RealName, len(names))
	}
	for i, name := range names {
		m.Name = name
		if real != nil {
			m.RealName = real[i]
		}
		unitName := name
		if key != "" {
			unitName = base
		}
		roll := d.rollHP(&m)
		units = append(units, d.addCombatant(m, key, unitName))
		if roll != nil {
			roll.HPOf = d.State.Combatants[len(d.State.Combatants)-1].ID
			rolls = append(rolls, *roll)
		}
	}
	for _, roll := range rolls {
		d.emit(roll)
	}
	d.joined()
	for _, id := range slices.Compact(units) {
		d.rollForNewcomers(id, c.Roll)
	}
}

// rollHP gives a newcomer the hit points that its dice show, at least 1, and returns the roll. Without dice, it does nothing. Only the GM
// learns the result for the GM's combatants.
func (d *decider) rollHP(m *engine.Combatant) *engine.DiceRolled {
	if d.hitDice == nil {
		return nil
	}
	roll := d.hitDice.Roll(d.rollerFor(m, m.Hidden))
	m.HasHP, m.HP = true, min(max(roll.Total, 1), engine.MaxHP)
	m.MaxHP = m.HP
	return &engine.DiceRolled{By: d.actor.User, Roll: roll, Secret: m.Hidden || m.Owner == ""}
}

// numberFirst renames a single "Goblin" to "Goblin 1" when others join it, so that "Goblin" means the group. If it has the newcomers' real
// name, that is numbered as well.
func (d *decider) numberFirst(u *engine.Unit, real string) {
	members := d.State.VisibleMembers(u.ID)
	first := u.Name + " 1"
	if len(members) != 1 || !engine.SameName(members[0].Name, u.Name) || d.nameInUse(first, false, 0) || utf8.RuneCountInString(first) > engine.MaxName {
		return
	}
	d.claimNames(first)
	e := engine.CombatantRenamed{Combatant: members[0].ID, From: members[0].Name, To: first}
	if numbered := real + " 1"; real != "" && engine.SameName(members[0].RealName, real) && utf8.RuneCountInString(numbered) <= engine.MaxName {
		e.Real = numbered
	}
	d.emit(e)
}

// addCombatant adds a combatant to its unit, which it forms if necessary, and returns the unit.
func (d *decider) addCombatant(m engine.Combatant, key, unitName string) engine.UnitID {
	late := d.State.Phase != engine.Setup
	if key == "" {
		key = d.unitKey(&m)
	}
	bySide := d.State.BySide(d.Rules)
	unit := d.unitByKey(key, m.Hidden)
	if unit == nil {
		u := engine.Unit{ID: engine.UnitID(d.newID(m.Hidden)), Name: unitName, Side: m.Side, Key: key}
		if bySide {
			u.Name = m.Side
			if d.State.FreeRound {
				u.Place = engine.PlacePast
			}
		} else if r := d.Returning; r != nil && r.Acted && r.Round == d.State.Round && d.State.Phase == engine.Running && d.Rules.Order.Shape != ruleset.Ticks { // CO-3
			u.Place = engine.PlaceMissed
		}
		d.emit(engine.UnitFormed{Unit: engine.UnitForm(u)})
		unit = d.State.Unit(u.ID)
	}
	// A newcomer to a unit that is acting, has acted or was passed over waits for the next round.
	m.Acted = late && (d.State.IsActive(unit.ID) || unit.Acted() && !d.State.HasPlaceLeft(unit.ID) || d.passedOver(unit.ID, m.Hidden)) && !d.onlyHiddenMembersAct(unit.ID, m.Hidden)
	id := unit.ID
	m.ID, m.Unit, m.Added = engine.CombatantID(d.newID(m.Hidden)), id, d.Now.UnixMilli()
	d.emit(engine.CombatantAdded{Combatant: m, Late: late})
	d.goDown(m.ID, 0, 0) // RS-68: it may have joined with 0 hit points
	if bySide {
		d.mergeHiddenSide(id, key)
	}
	return id
}

// onlyHiddenMembersAct reports whether a unit acts in an ambush only through hidden members. A visible newcomer doesn't have to wait for them,
// because nobody can tell.
func (d *decider) onlyHiddenMembersAct(id engine.UnitID, hidden bool) bool {
	return d.State.Phase == engine.Ambush && !d.State.FreeRound && !hidden &&
		!slices.ContainsFunc(d.State.VisibleMembers(id), d.State.ActsInAmbush)
}

// rollForNewcomers finishes joining for a unit. It rolls initiative if a result was typed or there is already an order (CO-4).
func (d *decider) rollForNewcomers(id engine.UnitID, roll *int) {
	late := d.State.Phase != engine.Setup
	if d.State.FreeRound && roll != nil { // kept for the roll after the free round (CS-5)
		d.emit(engine.RollsKept{Rolls: append(slices.Clone(d.State.Rolls), engine.NamedRoll{Name: d.State.Unit(id).Name, Natural: *roll})})
	}
	u := d.State.Unit(id)
	if u.Rolled || u.Stage == engine.Holding || roll == nil && d.Returning == nil && (!late || d.State.Awaits) || d.State.FreeRound {
		return // who holds gets no score meanwhile, whoever joins it (RS-47)
	}
	var typed *engine.NamedRoll
	if roll != nil {
		typed = &engine.NamedRoll{Natural: *roll}
	}
	d.placeUnit(id, typed)
	if late {
		d.placeLateUnit(id)
	}
}

// newcomers returns the combatants that this command has added. All are on one side.
func (d *decider) newcomers() []engine.CombatantID {
	var who []engine.CombatantID
	for _, e := range d.Events {
		if added, is := e.(engine.CombatantAdded); is {
			who = append(who, added.Combatant.ID)
		}
	}
	return who
}

// completeStats refuses a player character without the stats that the ruleset needs. For an NPC, they are set to 0, which is reported later.
func (d *decider) completeStats(st Stats, kind engine.Kind) error {
	missing := st.Missing(d.Rules, kind)
	switch {
	case len(missing) == 0:
		return nil
	case kind == engine.NPC:
		for _, key := range missing {
			st.Values[key] = 0
		}
		d.assumedStats = missing
		return nil
	}
	return engine.Refuse(engine.Invalid, reason.StatsMissing, engine.Args{Ruleset: d.Rules.Title, Names: st.lacks(d.Rules), Example: d.Rules.Template(false)})
}

// setStats gives a new combatant its stats and amounts. Soak is a stat that also gets used up.
func (d *decider) setStats(c *engine.Combatant, st Stats) {
	c.Resists, c.Stats, c.Soak = st.Resists.All, st.Values, st.Values[d.Rules.Attack.Stats.Soak]
	for _, a := range amounts(d.Rules) {
		typed, is := st.Amounts[a.key]
		switch {
		case is:
			a.join(d, c, &typed)
		case !a.needsHP || c.HasHP || d.hitDice != nil:
			a.join(d, c, nil)
		}
	}
}

// rollToKeep returns what a player's character keeps in case it rejoins, or nil. Hidden ones keep nothing, as if they had never been there.
func (f *fight) rollToKeep(c *engine.Combatant) *engine.LeftRoll {
	u := f.State.Unit(c.Unit)
	o := &f.Rules.Order
	if c.Kind != engine.PC || c.Hidden || !u.Rolled && (o.Scored() || f.State.Phase != engine.Running || o.Repeat) {
		return nil
	}
	acted := c.Acted || u.Acted() || f.State.IsActive(u.ID) || o.Shape == ruleset.Draw && u.Stage == engine.Finished
	left := &engine.LeftRoll{Owner: c.Owner, Name: c.Name, Natural: u.Natural, Stated: u.Stated, Round: f.State.Round, Acted: acted, Card: u.Card, Tick: f.tickToKeep(u)}
	for i, p := range f.State.PlacesOf(u.ID) {
		if i > 0 && p.Rolled {
			left.More = append(left.More, p.Result())
		}
		left.Acted = left.Acted || p.Acted()
	}
	return left
}

// passedOver reports whether a unit stands above the active one without having had a turn, because its members had acted before they came to it
// (CO-4). Hidden members count only for hidden newcomers.
func (f *fight) passedOver(id engine.UnitID, hidden bool) bool {
	members := slices.DeleteFunc(f.State.Members(id), func(m *engine.Combatant) bool { return m.Hidden && !hidden })
	if f.State.Phase != engine.Running || len(f.State.Active) == 0 || !f.Rules.Order.Scored() || f.Rules.Order.Shape == ruleset.Ticks || len(f.State.PlacesOf(id)) > 1 ||
		len(members) == 0 || slices.ContainsFunc(members, func(m *engine.Combatant) bool { return !m.Acted }) {
		return false
	}
	for _, u := range f.State.Order(f.Rules) {
		if f.State.PlaceActive(u) || u.ID == id {
			return u.ID == id && !f.State.PlaceActive(u)
		}
	}
	return false
}

// placeLateUnit gives a unit that rolled late its place in the order, after settling ties. If that is above the active unit, the newcomer
// waits for the next round (CO-4).
func (f *fight) placeLateUnit(id engine.UnitID) {
	for _, p := range f.State.PlacesOf(id) {
		f.recordNewlyPlaced(p.ID)
	}
	f.settleTies()
	if f.State.Phase == engine.Setup || f.State.Awaits {
		return
	}
	slot := engine.UnitID(0)
	if f.State.Open != nil {
		slot = f.State.Open.Slot
	}
	left := func(u engine.UnitID) bool { return len(f.State.Members(u)) == 0 } // it is about to be dropped
	// nobody, or hidden ones that now belong to the late unit
	if len(f.State.ActiveMembers()) == 0 && slot == 0 && !slices.ContainsFunc(f.State.Active, left) {
		f.endTurnIfDone()
		return
	}
	if f.State.Phase == engine.Ambush && !f.State.OneAction {
		return
	}
	if !f.Rules.Order.Scored() || f.Rules.Order.Shape == ruleset.Ticks {
		return // units have no places, or the clock will get to theirs
	}
	// For everyone who sees the late unit, an active unit that has just lost all its visible members is gone.
	justEmptied := f.justEmptied()
	emptied := func(u engine.UnitID) bool { return justEmptied && !f.State.Hidden(id) && f.State.Hidden(u) }
	for _, u := range f.State.Order(f.Rules) {
		if u.ID == slot || f.State.PlaceActive(u) && !emptied(u.MainID()) {
			return
		}
		if u.MainID() == id && !u.Acted() { // otherwise it rejoined after its turn
			f.emit(engine.UnitWaits{Unit: u.ID})
		}
		if u.MainID() == id && len(f.State.Further) == 0 {
			return
		}
	}
}

// bring gives a newcomer what its character carries from its last fight (NU-28), as far as the ruleset has it.
func (d *decider) bring(m *engine.Combatant, carried *engine.Carried) {
	if carried == nil {
		return
	}
	if carried.HP != nil {
		if !m.HasHP && carried.MaxHP > 0 {
			m.HasHP, m.MaxHP = true, carried.MaxHP
		}
		m.HP = min(*carried.HP, m.MaxHP)
	}
	for i := range d.Rules.Absorbs {
		a := &d.Rules.Absorbs[i]
		if n, is := carried.Absorbs[a.Key]; is && m.HasHP {
			m.SetAbsorb(a.Key, min(n, d.mostAbsorbed(m, a)))
		}
	}
	for i := range d.Rules.Turn {
		p := &d.Rules.Turn[i]
		if n := min(carried.Pools[p.Key], d.State.PoolCount(m, p)); n > 0 && len(p.Back.Rests) > 0 {
			m.SetSpent(p.Key, n)
		}
	}
}
