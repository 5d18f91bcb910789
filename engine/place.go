package engine

import (
	"cmp"
	"slices"

	"roundel/engine/ruleset"
)

// MainID returns the unit that a place belongs to (RS-21). For a unit's first or only place, that is the unit itself.
func (u *Unit) MainID() UnitID { return cmp.Or(u.Of, u.ID) }

// MainID returns the unit that the place with this ID belongs to.
func (s *State) MainID(id UnitID) UnitID {
	for i := range s.Further {
		if s.Further[i].ID == id {
			return s.Further[i].MainID()
		}
	}
	return id
}

// Main returns the unit that a place belongs to. The pointer points into s.
func (s *State) Main(u *Unit) *Unit {
	if u.Of == 0 {
		return u
	}
	if main := s.Unit(u.Of); main != nil {
		return main
	}
	return u
}

// Result returns what was rolled for a place or, in an order by cards, the number of its card. See [NamedRoll.More].
func (u *Unit) Result() int {
	if u.Card != ruleset.None {
		return int(u.Card)
	}
	return u.Natural
}

// PlacesOf returns the places of a unit, itself first, or nil while it has no turns. The pointers point into s.
func (s *State) PlacesOf(id UnitID) []*Unit {
	main := s.Unit(id)
	if main == nil || main.NoPlace {
		return nil
	}
	out := []*Unit{main}
	for i := range s.Further {
		if s.Further[i].Of == id {
			out = append(out, &s.Further[i])
		}
	}
	return out
}

// Playing returns the place whose turn a unit has or waits with, usually the unit itself. The pointer points into s.
func (s *State) Playing(u *Unit) *Unit {
	if u.Playing != 0 {
		if p := s.Unit(u.Playing); p != nil {
			return p
		}
	}
	return u
}

// PlaceActive reports whether a unit has its turn at this place.
func (s *State) PlaceActive(place *Unit) bool {
	return slices.ContainsFunc(s.Active, func(id UnitID) bool {
		u := s.Unit(id)
		return u != nil && cmp.Or(u.Playing, u.ID) == place.ID
	})
}

// HasPlaceLeft reports whether a unit has a place at which it hasn't acted this round. Before round 1, each unit has one turn.
func (s *State) HasPlaceLeft(id UnitID) bool {
	if len(s.Further) == 0 {
		u := s.Unit(id)
		return u != nil && !u.NoPlace && !u.Acted()
	}
	if s.Phase == Ambush {
		return !slices.ContainsFunc(s.PlacesOf(id), func(p *Unit) bool { return p.Acted() })
	}
	return slices.ContainsFunc(s.PlacesOf(id), func(p *Unit) bool { return !p.Acted() })
}

// place returns a place by its index: first the units, then their further places.
func (s *State) place(i int) *Unit {
	if i < len(s.Units) {
		return &s.Units[i]
	}
	return &s.Further[i-len(s.Units)]
}

// joinedFirst compares units by the order in which they joined.
func joinedFirst(a, b *Unit) int {
	return cmp.Or(cmp.Compare(a.MainID(), b.MainID()), cmp.Compare(a.ID, b.ID))
}

// membersActed updates whether the members of a unit can still act this round.
func (s *State) membersActed(id UnitID) {
	acted := !s.HasPlaceLeft(id)
	if u := s.Unit(id); u != nil && u.Taken > 0 {
		acted = u.Taken >= len(s.PlacesOf(id))
	}
	for i := range s.Combatants {
		if s.Combatants[i].Unit == id {
			s.Combatants[i].Acted = acted
		}
	}
}

// placeEvents lists the events of places, passes and phases.
func placeEvents() []codec {
	return []codec{
		{"places-set", 1, PlacesSet{}},
		{"slot-passed", 1, SlotPassed{}},
		{"pass-began", 1, PassBegan{}},
		{"phase-done", 1, PhaseDone{}},
		{"phase-began", 1, PhaseBegan{}},
	}
}

// PlacesSet changes how many places a unit has (RS-21).
type PlacesSet struct {
	Unit    UnitID     `json:"unit"`
	Further []UnitForm `json:"further,omitempty"` // all places after the first; those it already has stay as they are
	None    bool       `json:"none,omitempty"`    // it has no place at all
}

func (e PlacesSet) apply(s *State) {
	if u := s.Unit(e.Unit); u != nil {
		u.NoPlace = e.None
		s.setPlaces(e.Unit, e.Further)
		s.namePlaces(e.Unit)
	}
}

// seen shows nothing: the rolls for the places show them.
func (e PlacesSet) seen(v Sight) (Event, bool) { return nil, v.knowsUnit(e.Unit) }

// setPlaces replaces a unit's further places by those in the list. Places that it already has stay as they are.
func (s *State) setPlaces(id UnitID, further []UnitForm) {
	if len(s.Further)+len(further) == 0 {
		return
	}
	gone := func(p UnitID) bool {
		return s.MainID(p) == id && p != id && !slices.ContainsFunc(further, func(f UnitForm) bool { return f.ID == p })
	}
	s.Ties = slices.DeleteFunc(s.Ties, func(t Tie) bool { return gone(t.Above) || gone(t.Below) })
	s.Further = slices.DeleteFunc(s.Further, func(u Unit) bool { return gone(u.ID) })
	for _, f := range further {
		if !slices.ContainsFunc(s.Further, func(u Unit) bool { return u.ID == f.ID }) {
			f.Of = id
			s.Further = append(s.Further, Unit(f))
			s.noteID(int(f.ID))
		}
	}
}

// keepSlots turns the places of a unit that is leaving into slots of its side (RS-27).
func (s *State) keepSlots(id UnitID) {
	for _, p := range s.PlacesOf(id) {
		slot := Unit{ID: p.ID, Name: p.Name, Side: p.Side, Slot: true, Rolled: p.Rolled, Natural: p.Natural, Base: p.Base, Shift: p.Shift,
			Moved: p.Moved, Place: p.Place}
		if p.Of == 0 {
			s.Further = append(s.Further, slot)
		} else {
			*p = slot
		}
	}
}

// SlotPassed skips a slot that nobody is left to take (RS-27).
type SlotPassed struct {
	Place UnitID `json:"place"`
}

func (e SlotPassed) apply(s *State) {
	if u := s.Unit(e.Place); u != nil {
		u.Pass()
	}
}

func (e SlotPassed) seen(v Sight) (Event, bool) { return shownIf(v.knowsUnit(e.Place), e) }

// namePlaces gives the further places of a unit its name and side.
func (s *State) namePlaces(id UnitID) {
	for i := range s.Further {
		if u, main := &s.Further[i], s.Unit(id); u.Of == id && main != nil {
			u.Name, u.Side = main.Name, main.Side
		}
	}
}

// holdRoll keeps a typed result until the place rolls.
func (s *State) holdRoll(u *Unit, natural int) {
	for i := range s.Rolls {
		if r := &s.Rolls[i]; u.Of != 0 && SameName(r.Name, u.Name) {
			r.More = append(slices.Clone(r.More), natural)
			return
		}
	}
	s.Rolls = append(s.Rolls, NamedRoll{Name: u.Name, Natural: natural})
}

// Fallen returns how much a place's score has dropped in this round's passes (RS-26). An event's score never drops.
func (s *State) Fallen(rs *ruleset.Ruleset, u *Unit) int {
	if s.Pass < 2 || u.IsEvent() {
		return 0
	}
	return (s.Pass - 1) * rs.Order.Passes
}

// SitsOut reports whether a place has no turn in this pass (RS-26).
func (s *State) SitsOut(rs *ruleset.Ruleset, u *Unit) bool {
	return rs.Order.Passes > 0 && s.Phase == Running && !u.IsEvent() && s.Score(rs, u) <= 0
}

// PassBegan lowers all scores. Everyone still above 0 can act again in this round (RS-26).
type PassBegan struct {
	Pass   int      `json:"pass"`
	Out    []UnitID `json:"out,omitempty"`    // places that are at 0 or below
	Hidden bool     `json:"hidden,omitempty"` // only hidden units can act
}

func (e PassBegan) apply(s *State) {
	s.Pass = e.Pass
	if e.Hidden {
		s.HiddenPasses++
	}
	for i := range len(s.Units) + len(s.Further) {
		if u := s.place(i); !u.IsEvent() {
			u.Place, u.Last, u.Taken = PlaceAhead, 0, 0
			if slices.Contains(e.Out, u.ID) {
				u.Pass()
			}
		}
	}
	for i := range s.Units {
		if u := &s.Units[i]; !u.IsEvent() {
			s.membersActed(u.ID)
		}
	}
}

func (e PassBegan) seen(v Sight) (Event, bool) {
	whole := keep(&e.Out, v.knowsUnit)
	if e.Hidden && v.After.Pass != e.Pass {
		return nil, false
	}
	return e, whole
}

// PhaseDone records that combatants are done with a phase of the turn (RS-25).
type PhaseDone struct {
	Combatants []CombatantID `json:"combatants"`
}

func (e PhaseDone) apply(s *State) { s.Ready = append(slices.Clone(s.Ready), e.Combatants...) }

func (e PhaseDone) seen(v Sight) (Event, bool) { return about(v, &e, &e.Combatants) }

// PhaseBegan begins the next phase of the current turn (RS-25).
type PhaseBegan struct {
	Phase int `json:"phase"` // from 0
}

func (e PhaseBegan) apply(s *State)             { s.TurnPhase, s.Ready = e.Phase, nil }
func (e PhaseBegan) seen(v Sight) (Event, bool) { return shownIf(len(v.After.Active) > 0, e) }

// PhaseName returns the name of the phase that the current turn is in, or "" if there is none.
func (s *State) PhaseName(rs *ruleset.Ruleset) string {
	if s.Turn == 0 || s.Phase != Running || s.Open != nil || s.TurnPhase >= len(rs.Order.Phases) {
		return ""
	}
	return rs.Order.Phases[s.TurnPhase]
}

// PhaseWaitsFor returns the combatants that have to be done before the current phase ends: the active units' members that can act, or only the
// visible ones if there are any. The pointers point into s.
func (s *State) PhaseWaitsFor() []*Combatant {
	waits := slices.DeleteFunc(s.ActiveMembers(), func(c *Combatant) bool { return !c.Standing() || slices.Contains(s.Ready, c.ID) })
	if visible := slices.DeleteFunc(slices.Clone(s.ActiveMembers()), func(c *Combatant) bool { return c.Hidden }); len(visible) > 0 {
		waits = slices.DeleteFunc(waits, func(c *Combatant) bool { return c.Hidden })
	}
	return waits
}
