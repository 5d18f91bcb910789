package engine

import (
	"slices"
	"strconv"
	"strings"

	"roundel/engine/dice"
	"roundel/engine/ruleset"
)

// initiativeEvents lists the events of scores and places in the order.
func initiativeEvents() []codec {
	return []codec{
		{"initiative-rolled", 1, InitiativeRolled{}},
		{"initiative-held", 1, InitiativeHeld{}},
		{"score-set", 1, ScoreSet{}},
		{"placed", 1, Placed{}},
		{"rolls-kept", 1, RollsKept{}},
		{"order-cleared", 1, OrderCleared{}},
	}
}

// InitiativeRolled gives a unit its original score: Natural + Bonus.
type InitiativeRolled struct {
	Unit    UnitID       `json:"unit"`
	Die     int          `json:"die"`             // number of sides, if it is a single die
	Natural int          `json:"natural"`         // sum of the dice that count (RS-14)
	Bonus   int          `json:"bonus"`           // the number added
	Roll    *dice.Result `json:"roll,omitempty"`  // the dice, unless it is a single die; nil too if there are none
	Typed   bool         `json:"typed,omitempty"` // typed in from real dice (CO-7)
	Kept    bool         `json:"kept,omitempty"`  // rolled before its character left the fight and rejoined
	Start   int          `json:"start,omitempty"` // under a clock: the tick it counts from
	Came    int          `json:"came,omitempty"`  // under a clock: see [Unit.Came]

	Stated bool `json:"stated,omitempty"` // only the total was given; Natural is the rest after Bonus (CR-59)
}

func (e InitiativeRolled) apply(s *State) {
	if u := s.Unit(e.Unit); u != nil {
		u.Rolled, u.Natural, u.Base, u.Stated = true, e.Natural, e.Natural+e.Bonus+e.Start, e.Stated
		s.dropRoll(u.Name)
		s.come(u, e.Came)
	}
}

func (e InitiativeRolled) seen(v Sight) (Event, bool) { return shownIf(v.knowsUnit(e.Unit), e) }

// dropRoll drops the result typed for a unit once it is used.
func (s *State) dropRoll(name string) {
	s.Rolls = slices.DeleteFunc(s.Rolls, func(r NamedRoll) bool { return SameName(r.Name, name) })
}

// InitiativeHeld removes the score of a unit that turns out to roll in round 2 (RI-4). It keeps the result typed on joining for that
// roll.
type InitiativeHeld struct {
	Unit    UnitID `json:"unit"`
	Natural int    `json:"natural"`
}

func (e InitiativeHeld) apply(s *State) {
	if u := s.Unit(e.Unit); u != nil {
		s.holdRoll(u, e.Natural)
		u.Rolled, u.Natural, u.Base, u.Card = false, 0, 0, ruleset.None
	}
}

func (e InitiativeHeld) seen(v Sight) (Event, bool) { return shownIf(v.knowsUnit(e.Unit), e) }

// ScoreSet corrects a unit's original score (CO-14) and returns it to the place that the score gives.
type ScoreSet struct {
	Unit UnitID `json:"unit"`
	From int    `json:"from"`
	To   int    `json:"to"`
	Came int    `json:"came,omitempty"` // under a clock: see [Unit.Came]

	Stated  bool `json:"stated,omitempty"`  // as in InitiativeRolled
	Natural int  `json:"natural,omitempty"` // with Stated: what the total leaves for the dice
}

func (e ScoreSet) apply(s *State) {
	if u := s.Unit(e.Unit); u != nil {
		if e.Stated {
			u.Stated, u.Natural = true, e.Natural
		}
		u.Rolled, u.Base, u.Shift, u.Moved, u.Card = true, e.To, 0, 0, ruleset.None
		s.come(u, e.Came)
	}
}

func (e ScoreSet) seen(v Sight) (Event, bool) { return shownIf(v.knowsUnit(e.Unit), e) }

// Placed moves a unit directly before another in the order (TO-3).
type Placed struct {
	Unit   UnitID   `json:"unit"`
	Before UnitID   `json:"before"`
	Shift  int      `json:"shift,omitempty"` // the unit's new shift
	Above  []UnitID `json:"above,omitempty"` // units with the same score that stay above it
	Below  []UnitID `json:"below,omitempty"` // units with the same score that are now below it, Before first
}

func (e Placed) apply(s *State) {
	u := s.Unit(e.Unit)
	if u == nil {
		return
	}
	u.Shift = e.Shift
	s.comeWith(u, e.Before)
	s.setPlace(e.Unit, e.Above, e.Below)
}

func (e Placed) seen(v Sight) (Event, bool) {
	if !v.knowsUnit(e.Unit) || !v.knowsUnit(e.Before) {
		return nil, false
	}
	above, below := keep(&e.Above, v.knowsUnit), keep(&e.Below, v.knowsUnit)
	return e, above && below
}

// setPlace settles the place that a unit was given among others of its score.
func (s *State) setPlace(id UnitID, above, below []UnitID) {
	for _, other := range above {
		s.setTie(Tie{Above: other, Below: id, Moved: id})
	}
	for _, other := range below {
		s.setTie(Tie{Above: id, Below: other, Moved: id})
	}
}

// NamedRoll is a die result typed in for a unit, a side or a combatant (CO-7).
type NamedRoll struct {
	Name    string       `json:"name"`
	Natural int          `json:"natural"`
	Card    ruleset.Card `json:"card,omitempty"` // used instead in orders by cards
	More    []int        `json:"more,omitempty"` // for further places of the unit (RS-21); cards as their numbers
}

// Cards returns the cards that were typed, one for each place.
func (r *NamedRoll) Cards() []ruleset.Card {
	out := make([]ruleset.Card, 0, 1+len(r.More))
	out = append(out, r.Card)
	if r.Card == ruleset.None {
		out[0] = ruleset.Card(r.Natural) // a card typed as a plain number
	}
	for _, n := range r.More {
		out = append(out, ruleset.Card(n))
	}
	return out
}

// Results returns the results that were typed, one for each place.
func (r *NamedRoll) Results() []int { return append([]int{r.Natural}, r.More...) }

// Shown returns the results as they are typed: "9" or, for several places, "9/3".
func (r *NamedRoll) Shown() string {
	var out []string
	switch {
	case r.Card != ruleset.None:
		for _, c := range r.Cards() {
			out = append(out, c.String())
		}
	default:
		for _, n := range r.Results() {
			out = append(out, strconv.Itoa(n))
		}
	}
	return strings.Join(out, "/")
}

// RollsKept keeps typed results for a later roll: those typed before a free round (CS-5), or during a round for the next one (RS-20).
type RollsKept struct {
	Rolls []NamedRoll `json:"rolls"`
	Next  bool        `json:"next,omitempty"` // for the next round
}

func (e RollsKept) apply(s *State) { s.Rolls = slices.Clone(e.Rolls) }

// seen hides results kept for the roll after a free round.
func (e RollsKept) seen(v Sight) (Event, bool) {
	if !e.Next {
		return nil, true
	}
	all := len(e.Rolls)
	e.Rolls = slices.DeleteFunc(slices.Clone(e.Rolls), func(r NamedRoll) bool {
		return !slices.ContainsFunc(v.After.Units, func(u Unit) bool { return SameName(u.Name, r.Name) }) &&
			(len(v.After.Begin) == 0 || !v.After.HasSide(r.Name))
	})
	return some(len(e.Rolls), all, e)
}

// OrderCleared removes all scores before initiative is rolled again (ST-7).
type OrderCleared struct {
	Waiting []UnitID `json:"waiting,omitempty"` // units that had not acted yet in the interrupted round
}

func (e OrderCleared) apply(s *State) {
	s.Ties, s.OpenTies, s.Left, s.Begin, s.JokerDealt, s.HiddenJoker = nil, nil, nil, nil, false, false
	s.Further = slices.DeleteFunc(s.Further, func(u Unit) bool { return u.Slot })
	for i := range len(s.Units) + len(s.Further) {
		if u := s.place(i); !u.IsEvent() {
			u.Rolled, u.Natural, u.Base, u.Shift, u.Moved = false, 0, 0, 0, 0
			s.discard(u)
		}
	}
	for i := range s.Departed {
		s.Departed[i].Placed = false
	}
}

func (e OrderCleared) seen(v Sight) (Event, bool) {
	whole := keep(&e.Waiting, v.knowsUnit)
	return e, whole
}

// discard takes away a place's card, unless the turn at that place is held.
func (s *State) discard(place *Unit) {
	if main := s.Main(place); main.Stage != Holding || s.Playing(main).ID != place.ID {
		place.Card = ruleset.None
	}
}
