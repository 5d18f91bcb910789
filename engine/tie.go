package engine

import (
	"slices"

	"roundel/engine/ruleset"
)

// Tie is a settled tie: whenever their scores are equal, Above goes before Below (TO-2, CO-8).
type Tie struct {
	Above    UnitID `json:"above"`
	Below    UnitID `json:"below"`
	Together bool   `json:"together,omitempty"` // they act at once (RS-23)
	Moved    UnitID `json:"moved,omitempty"`    // the one that was given this place by a command (TO-3, RS-46, RS-48); 0: neither
}

// Pair returns the two units of a tie and their order, and nothing else.
func (t Tie) Pair() Tie { return Tie{Above: t.Above, Below: t.Below} }

// tieEvents lists the events of ties.
func tieEvents() []codec {
	return []codec{
		{"tie-settled", 1, TieSettled{}},
		{"ties-forgotten", 1, TiesForgotten{}},
		{"ties-open", 1, TiesOpen{}},
		{"tie-chosen", 1, TieChosen{}},
	}
}

// dropTies forgets how the ties of a unit were settled.
func (s *State) dropTies(id UnitID) {
	s.Ties = slices.DeleteFunc(s.Ties, func(t Tie) bool { return t.Above == id || t.Below == id })
}

// TieSettled settles the order of units with the same score. Rolls is empty if no dice were needed.
type TieSettled struct {
	Order []UnitID  `json:"order"`
	Die   int       `json:"die,omitempty"`
	Rolls []TieRoll `json:"rolls,omitempty"`

	Hidden   bool       `json:"hidden,omitempty"`   // only settles the places of hidden units; the order of the others doesn't change
	Together [][]UnitID `json:"together,omitempty"` // groups of units that act at once (RS-23)
}

// TieRoll is one participant's dice in a roll-off, and the units they count for.
type TieRoll struct {
	Units []UnitID `json:"units"`
	Side  string   `json:"side,omitempty"`  // set if a side rolled (TO-2)
	Faces []int    `json:"faces"`           // one per round of the roll-off
	Typed int      `json:"typed,omitempty"` // how many of the faces were typed in from real dice, the first ones (CO-7)
}

func (e TieSettled) apply(s *State) {
	group := map[UnitID]int{}
	for i, units := range e.Together {
		for _, id := range units {
			group[id] = i + 1
		}
	}
	ties := tieIndex{s, make(map[[2]UnitID]int, len(s.Ties))}
	for i, t := range slices.Backward(s.Ties) {
		ties.at[unordered(t)] = i
	}
	for i, above := range e.Order {
		for _, below := range e.Order[i+1:] {
			ties.set(Tie{Above: above, Below: below, Together: group[above] != 0 && group[above] == group[below]})
		}
	}
}

// seen hides ties that only settle the places of hidden units. In logs of the first releases, hidden units rolled along with the others; their
// dice would give them away, so those rolls are left out.
func (e TieSettled) seen(v Sight) (Event, bool) {
	rolls := len(e.Rolls)
	whole := keep(&e.Order, v.knowsUnit)
	e.Rolls, e.Together = v.rolls(e.Rolls), slices.Clone(e.Together)
	for i := range e.Together {
		e.Together[i] = v.units(e.Together[i])
	}
	if e.Hidden || len(e.Order) < 2 {
		return nil, false
	}
	if len(e.Rolls) < rolls {
		e.Rolls = nil
	}
	return e, whole
}

// tieIndex finds the tie between two units without searching all of them, as there can be many.
type tieIndex struct {
	s  *State
	at map[[2]UnitID]int
}

// set settles a tie, replacing an earlier one between its units. If their order stays, it stays a command's.
func (x tieIndex) set(tie Tie) {
	key := unordered(tie)
	if i, known := x.at[key]; known {
		if old := x.s.Ties[i]; old.Above == tie.Above {
			tie.Moved = old.Moved
		}
		x.s.Ties[i] = tie
		return
	}
	x.at[key] = len(x.s.Ties)
	x.s.Ties = append(x.s.Ties, tie)
}

// unordered returns the two units of a tie, the lower ID first.
func unordered(t Tie) [2]UnitID { return [2]UnitID{min(t.Above, t.Below), max(t.Above, t.Below)} }

func (s *State) setTie(tie Tie) {
	for i, t := range s.Ties {
		if unordered(t) == unordered(tie) {
			s.Ties[i] = tie
			return
		}
	}
	s.Ties = append(s.Ties, tie)
}

// TiesForgotten drops a unit's settled ties because its score has changed permanently (TO-2).
type TiesForgotten struct {
	Unit UnitID `json:"unit"`
}

func (e TiesForgotten) apply(s *State) {
	s.dropTies(e.Unit)
}

func (e TiesForgotten) seen(v Sight) (Event, bool) { return shownIf(v.knowsUnit(e.Unit), e) }

// TiesOpen replaces the ties whose players may still say who goes first (TO-3). Until they do, the units act in the order given.
type TiesOpen struct {
	Open [][]UnitID `json:"open,omitempty"`
}

func (e TiesOpen) apply(s *State)         { s.OpenTies = e.Open }
func (TiesOpen) seen(Sight) (Event, bool) { return nil, true } // the card asks the players

// TieChosen says which unit of an open tie goes first, and which follow. A [Placed] follows if that changes the order, and a [TiesOpen] if any
// ties are still open.
type TieChosen struct {
	First UnitID   `json:"first"`
	Then  []UnitID `json:"then"`
}

func (TieChosen) apply(*State) {}

func (e TieChosen) seen(v Sight) (Event, bool) {
	whole := keep(&e.Then, v.knowsUnit)
	if !v.knowsUnit(e.First) || len(e.Then) == 0 {
		return nil, false
	}
	return e, whole
}

// TheyChoose reports whether players choose between two units with the same score: both have player characters and are on one side, and no
// earlier rule decides (TO-3).
func (s *State) TheyChoose(rs *ruleset.Ruleset, a, b *Unit) bool {
	for _, t := range rs.Order.Ties {
		if t.Kind == ruleset.Choose {
			return a.Side == b.Side && s.hasPC(a.ID) && s.hasPC(b.ID)
		}
		if c, decided := s.aboveBy(t, a, b); c != 0 || decided {
			return false
		}
	}
	return false
}

// OpenTie returns the open tie that a unit is in, or nil.
func (s *State) OpenTie(id UnitID) []UnitID {
	for _, tied := range s.OpenTies {
		if slices.Contains(tied, id) {
			return tied
		}
	}
	return nil
}
