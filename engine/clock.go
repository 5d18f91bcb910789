package engine

// Clock is where a clock of ticks stands (RS-38).
type Clock struct {
	Tick       int `json:"tick,omitempty"`        // of the latest visible turn
	HiddenTick int `json:"hidden_tick,omitempty"` // of the latest hidden turn
	Arrivals   int `json:"arrivals,omitempty"`    // how many times a visible unit has come to a tick
}

// Now returns the current tick for hidden units, or for everyone.
func (s *State) Now(hidden bool) int {
	if hidden {
		return max(s.Tick, s.HiddenTick)
	}
	return s.Tick
}

// clockEvents lists the events of a clock of ticks.
func clockEvents() []codec {
	return []codec{
		{"clock-reached", 1, ClockReached{}},
		{"ticks-passed", 1, TicksPassed{}},
	}
}

// ClockReached moves the clock on.
type ClockReached struct {
	Tick   int  `json:"tick"`
	Hidden bool `json:"hidden,omitempty"` // for hidden units only
}

func (e ClockReached) apply(s *State) {
	if e.Hidden {
		s.HiddenTick = e.Tick
	} else {
		s.Tick = e.Tick
	}
}

func (e ClockReached) seen(Sight) (Event, bool) { return shownIf(!e.Hidden, e) }

// TicksPassed moves a unit on after its turn. It has another turn when the clock reaches its new tick.
type TicksPassed struct {
	Unit UnitID `json:"unit"`
	Cost int    `json:"cost"`
	Base int    `json:"base"` // its tick, before modifiers
	Came int    `json:"came,omitempty"`
}

func (e TicksPassed) apply(s *State) {
	u := s.Unit(e.Unit)
	if u == nil {
		return
	}
	s.come(u, e.Came)
	u.Base, u.Moved, u.Shift = e.Base, 0, 0
	u.moveOn()
	for i := range s.Combatants {
		if c := &s.Combatants[i]; c.Unit == e.Unit {
			c.Acted, c.Cost = false, nil
		}
	}
	if e.Cost > 0 {
		s.dropTies(e.Unit)
	}
	for i := range s.Departed {
		if m := &s.Departed[i]; m.Group == e.Unit {
			m.Passed = false
		}
	}
}

func (e TicksPassed) seen(v Sight) (Event, bool) { return shownIf(v.knowsUnit(e.Unit), e) }

// NextArrival returns the arrival number of a unit that comes to a tick now: see [Unit.Came]. Hidden units have numbers of their own, so that
// they don't affect the others.
func (s *State) NextArrival(hidden bool) int {
	if hidden {
		return 2*s.Arrivals + 1
	}
	return 2*s.Arrivals + 2
}

// come records a unit's arrival at its tick.
func (s *State) come(u *Unit, number int) {
	u.Came, s.Arrivals = number, max(s.Arrivals, number/2)
}

// comeWith gives a unit the arrival number of another, if that exists.
func (s *State) comeWith(u *Unit, other UnitID) {
	if o := s.Unit(other); o != nil {
		u.Came = o.Came
	}
}

// addTicks adds to the cost of a combatant's turn; nil adds nothing.
func (c *Combatant) addTicks(n *int) {
	if n == nil {
		return
	}
	sum := *n
	if c.Cost != nil {
		sum += *c.Cost
	}
	c.Cost = &sum
}

// TurnTicks returns how many ticks a unit has spent on its turn so far: as many as the member that has spent most. ok is false if none has
// spent any.
func (s *State) TurnTicks(id UnitID) (n int, ok bool) {
	for i := range s.Combatants {
		if c := &s.Combatants[i]; c.Unit == id && c.Cost != nil {
			n, ok = max(n, *c.Cost), true
		}
	}
	return n, ok
}
