package engine

import (
	"maps"
	"slices"

	"roundel/engine/ruleset"
	"roundel/snowflake"
)

// rosterEvents lists the events of who is in the fight, and as what.
func rosterEvents() []codec {
	return []codec{
		{"unit-formed", 1, UnitFormed{}},
		{"unit-dropped", 1, UnitDropped{}},
		{"combatant-added", 1, CombatantAdded{}},
		{"combatant-renamed", 1, CombatantRenamed{}},
		{"unit-renamed", 1, UnitRenamed{}},
		{"stats-changed", 1, StatsChanged{}},
		{"stats-assumed", 1, StatsAssumed{}},
		{"side-changed", 1, SideChanged{}},
		{"unit-changed", 1, UnitChanged{}},
		{"unit-rekeyed", 1, UnitRekeyed{}},
		{"owner-changed", 1, OwnerChanged{}},
		{"hidden-changed", 1, HiddenChanged{}},
		{"combatant-removed", 1, CombatantRemoved{}},
	}
}

// UnitFormed adds an empty unit to the encounter.
type UnitFormed struct {
	Unit UnitForm `json:"unit"`
}

func (e UnitFormed) apply(s *State) {
	s.Units = append(s.Units, Unit(e.Unit))
	s.noteID(int(e.Unit.ID))
}

func (UnitFormed) seen(Sight) (Event, bool) { return nil, true } // shown once it has a member that they know

// UnitDropped removes a unit that has no members left.
type UnitDropped struct {
	Unit  UnitID `json:"unit"`
	Name  string `json:"name"`
	Slots bool   `json:"slots,omitempty"` // its places stay as slots of its side (RS-27)
}

func (e UnitDropped) apply(s *State) {
	if e.Slots {
		s.keepSlots(e.Unit)
	}
	s.setPlaces(e.Unit, nil)
	s.Units = slices.DeleteFunc(s.Units, func(u Unit) bool { return u.ID == e.Unit })
	s.unitLeft(e.Unit, e.Slots)
}

func (e UnitDropped) seen(v Sight) (Event, bool) { return shownIf(v.knowsUnit(e.Unit), e) }

// CombatantAdded adds a combatant to the encounter, in the unit that Combatant.Unit names.
type CombatantAdded struct {
	Combatant Combatant `json:"combatant"`
	Late      bool      `json:"late,omitempty"` // joined after initiative was rolled (CO-4)
}

func (e CombatantAdded) apply(s *State) {
	s.Combatants = append(s.Combatants, e.Combatant)
	s.noteID(int(e.Combatant.ID))
}

func (e CombatantAdded) seen(v Sight) (Event, bool) { return shownIf(v.knows(e.Combatant.ID), e) }

func (e CombatantAdded) blurred(o Outcome, to snowflake.User) Event {
	o.State.Blur(&e.Combatant, to)
	return e
}

// CombatantRenamed changes a combatant's name. If its unit has the same name, a UnitRenamed follows.
type CombatantRenamed struct {
	Combatant CombatantID `json:"combatant"`
	From      string      `json:"from"`
	To        string      `json:"to"`
	Real      string      `json:"real,omitempty"`     // To is a mask, and this is the name behind it (NU-33); in a view: empty, except in the GM's
	Revealed  bool        `json:"revealed,omitempty"` // From was a mask, and To is the name that everyone knows from now on (NU-34)
}

func (e CombatantRenamed) apply(s *State) {
	c := s.Combatant(e.Combatant)
	if c == nil {
		return
	}
	c.Name = e.To
	switch {
	case e.Real != "":
		c.RealName = e.Real
	case e.Revealed || SameName(c.RealName, e.To):
		c.RealName = ""
	}
}

func (e CombatantRenamed) seen(v Sight) (Event, bool) { return shownIf(v.knows(e.Combatant), e) }

// blurred leaves out the name behind a mask.
func (e CombatantRenamed) blurred(Outcome, snowflake.User) Event {
	e.Real = ""
	return e
}

// UnitRenamed changes a unit's name, also in the results typed for it.
type UnitRenamed struct {
	Unit UnitID `json:"unit"`
	From string `json:"from"`
	To   string `json:"to"`
}

func (e UnitRenamed) apply(s *State) {
	if u := s.Unit(e.Unit); u != nil {
		u.Name = e.To
	}
	s.namePlaces(e.Unit)
	for i := range s.Rolls {
		if SameName(s.Rolls[i].Name, e.From) {
			s.Rolls[i].Name = e.To
		}
	}
}

func (e UnitRenamed) seen(v Sight) (Event, bool) { return shownIf(v.knowsUnit(e.Unit), e) }

// StatsChanged replaces a combatant's stats after an edit.
type StatsChanged struct {
	Combatant CombatantID    `json:"combatant"`
	Stats     map[string]int `json:"stats"`
	Changed   string         `json:"changed"`         // the stats that were given, as typed: "init 15, ac 12"
	Typed     []string       `json:"typed,omitempty"` // their keys, including unchanged ones; none in views and in earlier events
	Soak      int            `json:"soak,omitempty"`  // soak left after the edit (CS-13)

	Resists  []ruleset.Resistance `json:"resists,omitempty"`  // all its resistances after the edit
	Resisted string               `json:"resisted,omitempty"` // the resistances that were given, as typed

	Blurred bool `json:"-"` // in a view: Changed was removed and Soak is not the real number
}

func (e StatsChanged) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil {
		e.change(c)
	}
}

func (e StatsChanged) change(c *Combatant) {
	if c.Kind == PC {
		c.Given = slices.Clone(c.Given)
		c.Given = append(c.Given, e.Typed...)
		for key, n := range e.Stats {
			if had, is := c.Stats[key]; !is || had != n {
				c.Given = append(c.Given, key)
			}
		}
		slices.Sort(c.Given)
		c.Given = slices.Compact(c.Given)
	}
	c.Stats, c.Soak, c.Resists = e.Stats, e.Soak, e.Resists
}

// Changes reports whether the edit changes a combatant. The order of resistances doesn't matter.
func (e StatsChanged) Changes(c *Combatant) bool {
	after := *c
	e.change(&after)
	lacked := func(key string) bool { return !slices.Contains(c.Given, key) }
	return !maps.Equal(after.Stats, c.Stats) || after.Soak != c.Soak || !ruleset.SameResistances(after.Resists, c.Resists) || slices.ContainsFunc(after.Given, lacked)
}

// hides: besides the GM, only its owner may know what a combatant resists (NU-9).
func (e StatsChanged) hides() bool { return e.Resisted != "" }

func (e StatsChanged) seen(v Sight) (Event, bool) {
	if c := v.After.Combatant(e.Combatant); e.Resisted == "" || c != nil && c.Owner != "" && c.Owner == v.User {
		return shownIf(v.knows(e.Combatant), e)
	}
	e.Resists, e.Resisted = nil, ""
	if e.Changed == "" || !v.knows(e.Combatant) {
		return nil, false
	}
	return e, false
}

// blurred leaves out what was typed, resistances for everyone but the owner (NU-9), and hit points that the user may not see.
func (e StatsChanged) blurred(o Outcome, to snowflake.User) Event {
	e.Typed = nil
	if c := o.combatant(e.Combatant); c == nil || c.Owner == "" || c.Owner != to {
		e.Resists = nil
	}
	shown := o.hpShownTo(e.Combatant, to)
	if !o.ofPlayer(e.Combatant) || shown != HPNumbers { // hit points may be among them
		e.Changed, e.Blurred = "", e.Changed != ""
	}
	if shown != HPNumbers {
		e.Soak = shown.some(e.Soak)
	}
	return e
}

// StatsAssumed lists stats that new NPCs need but weren't given, so they are 0. It changes nothing, because the CombatantAdded already has
// them.
type StatsAssumed struct {
	Combatants []CombatantID `json:"combatants"`
	Stats      []string      `json:"stats"`
}

func (StatsAssumed) apply(*State) {}

func (e StatsAssumed) seen(v Sight) (Event, bool) { return about(v, &e, &e.Combatants) }

// SideChanged moves a combatant to another side. A separate event changes its unit.
type SideChanged struct {
	Combatant CombatantID `json:"combatant"`
	From      string      `json:"from"`
	To        string      `json:"to"`
}

func (e SideChanged) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil {
		c.Side = e.To
	}
	s.shown()
}

func (e SideChanged) seen(v Sight) (Event, bool) { return shownIf(v.knows(e.Combatant), e) }

// UnitChanged moves a combatant to another unit.
type UnitChanged struct {
	Combatant CombatantID `json:"combatant"`
	Unit      UnitID      `json:"unit"`
	Acted     bool        `json:"acted,omitempty"` // can't act any more this round
	Unscored  bool        `json:"apart,omitempty"` // it is hidden and the unit visible, so its effects don't change the unit's score
}

func (e UnitChanged) apply(s *State) {
	c := s.Combatant(e.Combatant)
	if c == nil {
		return
	}
	c.Unit, c.Acted = e.Unit, e.Acted
	for i := range s.Effects {
		if f := &s.Effects[i]; e.Unscored && f.Target == e.Combatant {
			f.Unscored = true
		}
	}
}

func (e UnitChanged) seen(v Sight) (Event, bool) { return shownIf(v.knows(e.Combatant), e) }

// UnitRekeyed changes the key and side of a unit whose only member has changed.
type UnitRekeyed struct {
	Unit UnitID `json:"unit"`
	Key  string `json:"key,omitempty"`
	Side string `json:"side"`

	Leaves bool `json:"leaves,omitempty"` // it no longer belongs to the group that it stood apart from
}

func (e UnitRekeyed) apply(s *State) {
	if u := s.Unit(e.Unit); u != nil {
		u.Key, u.Side = e.Key, e.Side
		if e.Leaves {
			u.Home = 0
		}
	}
	s.namePlaces(e.Unit)
}

func (e UnitRekeyed) seen(v Sight) (Event, bool) { return shownIf(v.knowsUnit(e.Unit), e) }

// OwnerChanged gives a combatant to a player, or back to the GM.
type OwnerChanged struct {
	Combatant CombatantID    `json:"combatant"`
	Owner     snowflake.User `json:"owner"`
}

func (e OwnerChanged) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil {
		c.Owner = e.Owner
		s.keepSaves(c)
	}
}

func (e OwnerChanged) seen(v Sight) (Event, bool) { return shownIf(v.knows(e.Combatant), e) }

// HiddenChanged hides or reveals combatants.
type HiddenChanged struct {
	Combatants []CombatantID `json:"combatants"`
	Hidden     bool          `json:"hidden"`
	Lurking    bool          `json:"lurking,omitempty"` // only until they act (TO-12)
}

func (e HiddenChanged) apply(s *State) {
	hands := s.hiddenHands()
	for _, id := range e.Combatants {
		if c := s.Combatant(id); c != nil {
			c.Hidden, c.Lurking = e.Hidden, e.Lurking
		}
		for i := range s.Effects {
			if f := &s.Effects[i]; f.Target == id && !e.Hidden {
				f.Unscored = false
			}
		}
	}
	s.shown()
	s.showCards(hands)
}

func (e HiddenChanged) seen(v Sight) (Event, bool) {
	all := len(e.Combatants)
	keep(&e.Combatants, func(id CombatantID) bool { return e.shows(v, id) })
	return some(len(e.Combatants), all, e)
}

// shows reports whether someone may learn that a combatant was hidden or revealed. Those who didn't know it learn that it was revealed. Only
// those who still see it, such as its owner, learn that it was hidden.
func (e HiddenChanged) shows(v Sight, id CombatantID) bool {
	was, is := v.Before.Combatant(id), v.After.Combatant(id)
	return is != nil && (e.Hidden || was == nil || was.Hidden)
}

func (HiddenChanged) hides() bool { return true }

// CombatantRemoved removes a combatant and its effects (CO-5).
type CombatantRemoved struct {
	Combatant CombatantID `json:"combatant"`
	Name      string      `json:"name"`
	Left      *LeftRoll   `json:"left,omitempty"` // lets a player's character keep its roll; in a view: nil
}

func (e CombatantRemoved) apply(s *State) {
	if e.Left != nil {
		s.keepLeft(*e.Left)
	}
	s.keepInMessages(e.Combatant)
	s.Combatants = slices.DeleteFunc(s.Combatants, func(c Combatant) bool { return c.ID == e.Combatant })
	s.left(e.Combatant)
}

func (e CombatantRemoved) seen(v Sight) (Event, bool) { return shownIf(v.knows(e.Combatant), e) }

// blurred leaves out the kept roll.
func (e CombatantRemoved) blurred(Outcome, snowflake.User) Event {
	e.Left = nil
	return e
}

// LeftRoll is the roll of a player's character that has left the fight. If it joins again, it keeps the roll.
type LeftRoll struct {
	Owner   snowflake.User `json:"owner"`
	Name    string         `json:"name"`
	Natural int            `json:"natural"`          // the number on the die
	Stated  bool           `json:"stated,omitempty"` // only the total was given; Natural is the rest (CR-59)
	Round   int            `json:"round"`            // the round in which it left
	Acted   bool           `json:"acted,omitempty"`  // it had its turn in that round
	More    []int          `json:"more,omitempty"`   // the dice of its further places

	Card ruleset.Card `json:"card,omitempty"` // what it was dealt
	Tick int          `json:"tick,omitempty"` // where it stood on the clock
}

// maxLeft is the number of such rolls kept.
const maxLeft = 200

// LeftRoll returns what a user's character with this name rolled before it left the fight, or nil.
func (s *State) LeftRoll(owner snowflake.User, name string) *LeftRoll {
	for i := range s.Left {
		if l := &s.Left[i]; l.Owner == owner && SameName(l.Name, name) {
			return l
		}
	}
	return nil
}

// keepLeft remembers a roll, replacing an earlier one of the same character.
func (s *State) keepLeft(l LeftRoll) {
	s.Left = slices.DeleteFunc(s.Left, func(old LeftRoll) bool { return old.Owner == l.Owner && SameName(old.Name, l.Name) })
	s.Left = append(s.Left, l)
	s.Left = s.Left[max(0, len(s.Left)-maxLeft):]
}
