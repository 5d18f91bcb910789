package engine

// Blow is the state of "rolling with the blow" (TO-7).
type Blow string

// The states of a blow: none; declared for the next round in which the unit has a turn; lowering the score this round; lowering it, with a
// second one declared. The first three also appear in encounter.json.
const (
	NoBlow      Blow = ""
	BlowPending Blow = "pending"
	BlowActive  Blow = "active"
	BlowTwice   Blow = "twice"
)

// Lowers reports whether a blow lowers the score this round.
func (b Blow) Lowers() bool { return b == BlowActive || b == BlowTwice }

// Pending reports whether a blow is declared for a later round.
func (b Blow) Pending() bool { return b == BlowPending || b == BlowTwice }

// blowEvents lists the events of rolling with the blow.
func blowEvents() []codec {
	return []codec{
		{"blow-declared", 1, BlowDeclared{}},
		{"blow-shown", 1, BlowShown{}},
		{"blow-over", 1, BlowOver{}},
	}
}

// BlowDeclared records that a unit rolls with the blow (TO-7): its score will drop in the next round in which it has a turn.
type BlowDeclared struct {
	Unit      UnitID      `json:"unit"`
	Combatant CombatantID `json:"combatant,omitempty"` // the member that does it alone (TO-4); 0: the whole unit
}

func (e BlowDeclared) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil {
		c.BlowDue = true
	} else if u := s.Unit(e.Unit); u != nil {
		if u.Blow.Lowers() {
			u.Blow = BlowTwice
		} else {
			u.Blow = BlowPending
		}
	}
}

func (e BlowDeclared) seen(v Sight) (Event, bool) {
	return shownIf(v.knowsUnit(e.Unit) && (e.Combatant == 0 || v.knows(e.Combatant)), e)
}

// BlowShown lowers the unit's score for the round that is starting (TO-7).
type BlowShown struct {
	Unit      UnitID      `json:"unit"`
	Combatant CombatantID `json:"combatant,omitempty"` // the member that declared it alone
}

func (e BlowShown) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil {
		c.BlowDue = false
	}
	if u := s.Unit(e.Unit); u != nil && !u.Blow.Lowers() {
		u.Blow = BlowActive
	}
}

func (e BlowShown) seen(v Sight) (Event, bool) {
	e.Combatant = v.whom(e.Combatant)
	return shownIf(v.knowsUnit(e.Unit), e)
}

// BlowOver restores the unit's score at the end of the round (TO-7). Pending means that the score drops again in its next round,
// because the unit had no turn or has rolled with a second blow.
type BlowOver struct {
	Unit    UnitID `json:"unit"`
	Pending bool   `json:"pending,omitempty"`
}

func (e BlowOver) apply(s *State) {
	if u := s.Unit(e.Unit); u != nil {
		u.Blow = NoBlow
		if e.Pending {
			u.Blow = BlowPending
		}
	}
}

// After returns what a blow that lowers the score becomes when the round ends. hadTurn says whether its unit had a turn in the round.
func (b Blow) After(hadTurn bool) Blow {
	if b.Pending() || !hadTurn {
		return BlowPending
	}
	return NoBlow
}

func (e BlowOver) seen(v Sight) (Event, bool) { return shownIf(v.knowsUnit(e.Unit), e) }
