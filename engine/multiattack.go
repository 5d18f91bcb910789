package engine

import "slices"

// multiattackEvents lists the events of multiattacks.
func multiattackEvents() []codec {
	return []codec{
		{"multiattack-opened", 1, MultiattackOpened{}},
		{"multiattack-used", 1, MultiattackUsed{}},
	}
}

// Multiattack is the rest of a multiattack: the attacks and abilities left of one action (MO-21). It lapses when the turn ends. Only the GM
// may know of it.
type Multiattack struct {
	Turn TurnID `json:"turn"`
	Left []Step `json:"left"` // used-up parts stay, with N = 0
}

// MultiattackOf returns the multiattack that a combatant has begun in the current turn, or nil.
func (s *State) MultiattackOf(c *Combatant) *Multiattack {
	if c.Multiattack == nil || s.Turn == 0 || c.Multiattack.Turn != s.Turn {
		return nil
	}
	return c.Multiattack
}

// Part returns the index of a part that has a use of this attack or ability left: part number of (counted from 1) if it has, or else the first.
// It returns -1 if there is none, as in a nil multiattack.
func (m *Multiattack) Part(name string, of int) int {
	if m == nil {
		return -1
	}
	first := -1
	for i, part := range m.Left {
		if part.N == 0 || !slices.ContainsFunc(part.Of, func(of string) bool { return SameName(of, name) }) {
			continue
		}
		if of == i+1 {
			return i
		}
		if first < 0 {
			first = i
		}
	}
	return first
}

// MultiattackOpened begins a multiattack, which costs the same as an attack.
type MultiattackOpened struct {
	Combatant CombatantID `json:"combatant"`
	Left      []Step      `json:"left"`
	Costs     []PoolSpend `json:"costs,omitempty"`
}

func (e MultiattackOpened) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil {
		c.spendQuietly(e.Costs, s.Turn)
		c.Multiattack = &Multiattack{Turn: s.Turn, Left: slices.Clone(e.Left)}
	}
}

func (MultiattackOpened) seen(Sight) (Event, bool) { return nil, false }
func (MultiattackOpened) hides() bool              { return true }

// MultiattackUsed takes one use from a part of a multiattack.
type MultiattackUsed struct {
	Combatant CombatantID `json:"combatant"`
	Part      int         `json:"part"`           // its index
	Open      string      `json:"open,omitempty"` // the pool whose cost others learn of now, because they see an attack
}

func (e MultiattackUsed) apply(s *State) {
	c := s.Combatant(e.Combatant)
	if c == nil || c.Multiattack == nil || e.Part < 0 || e.Part >= len(c.Multiattack.Left) {
		return
	}
	m := *c.Multiattack
	m.Left = slices.Clone(m.Left)
	m.Left[e.Part].N = max(0, m.Left[e.Part].N-1)
	c.Multiattack = &m
	if use := c.Pools[e.Open]; e.Open != "" && use.Quiet > 0 {
		use.Quiet, use.Turn = use.Quiet-1, s.Turn
		c.setPool(e.Open, use)
	}
}

func (MultiattackUsed) seen(Sight) (Event, bool) { return nil, true }
func (MultiattackUsed) hides() bool              { return true }
