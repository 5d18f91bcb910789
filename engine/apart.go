package engine

import "slices"

// Apart returns the units of a group's members that stand at a place of their own for now (TO-4). The pointers point into s.
func (s *State) Apart(group UnitID) []*Unit {
	var out []*Unit
	for i := range s.Units {
		if u := &s.Units[i]; u.Home == group && group != 0 {
			out = append(out, u)
		}
	}
	return out
}

// GroupMembers returns the members of a unit, then those that stand apart from it. The pointers point into s.
func (s *State) GroupMembers(id UnitID) []*Combatant {
	out := s.Members(id)
	for _, u := range s.Apart(id) {
		out = append(out, s.Members(u.ID)...)
	}
	return out
}

// apartEvents lists the events of members that stand apart from their group.
func apartEvents() []codec {
	return []codec{
		{"member-left", 1, MemberLeft{}},
		{"member-back", 1, MemberBack{}},
		{"group-inherited", 1, GroupInherited{}},
	}
}

// MemberLeft gives a member of a group a place of its own while its score or place differs from the group's (TO-4). It neither gains nor loses
// a turn by this (TO-9).
type MemberLeft struct {
	Combatant CombatantID `json:"combatant"`
	Unit      UnitForm    `json:"unit"`             // its own; Home is the group
	Active    bool        `json:"active,omitempty"` // the group has the turn, and so does the member
}

func (e MemberLeft) apply(s *State) {
	c := s.Combatant(e.Combatant)
	if c == nil {
		return
	}
	home := e.Unit.Home
	for _, t := range slices.Clone(s.Ties) { // its ties are the group's
		switch home {
		case t.Above:
			s.setTie(Tie{Above: e.Unit.ID, Below: t.Below})
		case t.Below:
			s.setTie(Tie{Above: t.Above, Below: e.Unit.ID})
		}
	}
	for _, u := range s.Apart(home) { // it goes after members that left earlier
		s.setTie(Tie{Above: u.ID, Below: e.Unit.ID})
	}
	s.setTie(Tie{Above: home, Below: e.Unit.ID})
	s.Units = append(s.Units, Unit(e.Unit))
	s.noteID(int(e.Unit.ID))
	c.Unit = e.Unit.ID
	for i := range s.Effects {
		if f := &s.Effects[i]; f.Target == c.ID {
			f.Unscored = false
		}
	}
	if e.Active {
		s.Active = append(slices.Clone(s.Active), e.Unit.ID)
	}
}

func (e MemberLeft) seen(v Sight) (Event, bool) {
	if v.After.Unit(e.Unit.Home) == nil {
		e.Unit.Home = 0
	}
	return shownIf(v.knows(e.Combatant), e)
}

// MemberBack returns a member to the place of its group.
type MemberBack struct {
	Combatant CombatantID `json:"combatant"`
	Unit      UnitID      `json:"unit"` // the group
	Unscored  bool        `json:"apart,omitempty"`
}

func (e MemberBack) apply(s *State) {
	c, home := s.Combatant(e.Combatant), s.Unit(e.Unit)
	if c == nil || home == nil {
		return
	}
	id := c.Unit
	if u := s.Unit(id); u != nil {
		home.Losses, home.HiddenLosses = home.Losses+u.Losses, home.HiddenLosses+u.HiddenLosses
		home.HadTurn = home.HadTurn || u.HadTurn && s.IsActive(home.ID)
		c.BlowDue = c.BlowDue || u.Blow == BlowPending && home.Blow != BlowPending
	}
	c.Unit = e.Unit
	for i := range s.Effects {
		if f := &s.Effects[i]; f.Target == c.ID && e.Unscored {
			f.Unscored = true
		}
	}
	s.Units = slices.DeleteFunc(s.Units, func(u Unit) bool { return u.ID == id })
	s.dropTies(id)
	if s.IsActive(id) {
		s.withdraw(id)
	}
}

func (e MemberBack) seen(v Sight) (Event, bool) { return shownIf(v.knows(e.Combatant), e) }

// GroupInherited makes a member that stands apart the group itself, because nobody whom others can see is left at the group's place. Effects
// on the group move to it.
type GroupInherited struct {
	From UnitID `json:"from"`
	To   UnitID `json:"to"`
	Name string `json:"name"` // the new name of the unit at the group's place; To takes over its old name
}

func (e GroupInherited) apply(s *State) {
	from, to := s.Unit(e.From), s.Unit(e.To)
	if from == nil || to == nil {
		return
	}
	to.Home, to.Name, from.Name = 0, from.Name, e.Name
	for _, u := range s.Apart(e.From) {
		u.Home = e.To
	}
	for i := range s.Effects {
		f := &s.Effects[i]
		if f.Unit == e.From {
			f.Unit = e.To
		}
		if f.SourceUnit == e.From {
			f.SourceUnit = e.To
		}
	}
	for i := range s.Departed {
		if s.Departed[i].Group == e.From {
			s.Departed[i].Group = e.To
		}
	}
}

func (e GroupInherited) seen(v Sight) (Event, bool) {
	return shownIf(v.knowsUnit(e.From) && v.knowsUnit(e.To), e)
}

// Groups returns the units that have several members, or that members stand apart from.
func (s *State) Groups() []UnitID {
	several := make([]uint8, s.denseLen())
	count := func(id UnitID, n uint8) {
		i := s.denseIndex(int(id))
		several[i] = min(2, several[i]+n)
	}
	for i := range s.Combatants {
		count(s.Combatants[i].Unit, 1)
	}
	for i := range s.Units {
		if home := s.Units[i].Home; home != 0 {
			count(home, 2)
		}
	}
	var out []UnitID
	for i := range s.Units {
		if u := &s.Units[i]; u.Home == 0 && u.Key != "" && several[s.denseIndex(int(u.ID))] > 1 {
			out = append(out, u.ID)
		}
	}
	return out
}
