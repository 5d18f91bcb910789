package engine

import (
	"slices"

	"roundel/engine/ruleset"
)

// Bag holds the tokens that have not been drawn yet (RS-36).
type Bag struct {
	Ends   int      `json:"ends,omitempty"`
	Tokens []Tokens `json:"tokens,omitempty"` // in the order in which the combatants joined
}

// Tokens are the tokens of one combatant.
type Tokens struct {
	Who    CombatantID `json:"who"`
	Of     int         `json:"of"`               // how many it put in
	Left   int         `json:"left"`             // how many of them are still in the bag
	Lot    string      `json:"lot,omitempty"`    // the lot that they share with others' tokens; empty: its unit's own
	Hidden bool        `json:"hidden,omitempty"` // drawn separately, so that they don't change the odds of the others
}

// tokenEvents lists the events of an order by tokens.
func tokenEvents() []codec {
	return []codec{
		{"bag-changed", 1, BagChanged{}},
		{"token-drawn", 1, TokenDrawn{}},
	}
}

// BagChanged sets what is in the bag: a round has begun, or someone came or went (RS-36, RS-37). Filled is set for a new round.
type BagChanged struct {
	Bag    Bag  `json:"bag"`
	Filled bool `json:"filled,omitempty"`
}

func (e BagChanged) apply(s *State) {
	bag := e.Bag
	s.Bag = &bag
}

func (e BagChanged) seen(v Sight) (Event, bool) {
	whole := keep(&e.Bag.Tokens, func(t Tokens) bool { return v.knows(t.Who) })
	if b := v.Before.Bag; !e.Filled && b != nil && b.Ends == e.Bag.Ends && slices.Equal(b.Tokens, e.Bag.Tokens) {
		return nil, whole // nothing that they can see has changed
	}
	return e, whole
}

// TokenDrawn takes a token out of the bag. The first end token closes the round (RS-36).
type TokenDrawn struct {
	Who   CombatantID `json:"who,omitempty"` // whose token it is; 0: an end token
	Typed bool        `json:"typed,omitempty"`
}

func (e TokenDrawn) apply(s *State) {
	if s.Bag == nil {
		return
	}
	bag := Bag{Ends: s.Bag.Ends, Tokens: slices.Clone(s.Bag.Tokens)}
	s.Bag = &bag
	if e.Who == 0 {
		bag.Ends, s.Closing = max(0, bag.Ends-1), true
		return
	}
	for i := range bag.Tokens {
		if t := &bag.Tokens[i]; t.Who == e.Who {
			t.Left = max(0, t.Left-1)
		}
	}
}

func (e TokenDrawn) seen(v Sight) (Event, bool) { return shownIf(e.Who == 0 || v.knows(e.Who), e) }

// SharedLot returns the name of the lot that a combatant's tokens share with others, each of whom can act for any of them, or "" if they are
// its unit's own (RS-36).
func (s *State) SharedLot(rs *ruleset.Ruleset, c *Combatant) string {
	switch {
	case rs.Order.Lots == ruleset.NPCLots && c.Kind == NPC:
		return npcLot
	case rs.Order.Lots == ruleset.SideLots:
		return c.Side
	}
	return ""
}

// LotOf returns the name of the lot that a combatant's tokens are in: a shared one, or its unit's.
func (s *State) LotOf(rs *ruleset.Ruleset, c *Combatant) string {
	if lot := s.SharedLot(rs, c); lot != "" {
		return lot
	}
	return s.Unit(c.Unit).Name
}

// SharesLot reports whether one combatant can act for a token of another.
func (s *State) SharesLot(rs *ruleset.Ruleset, a, b *Combatant) bool {
	lot := s.SharedLot(rs, a)
	return lot != "" && lot == s.SharedLot(rs, b)
}

// npcLot is the name of the lot that all NPCs share.
const npcLot = "npc"

// Lots returns the tokens in the bag by lot, in the order in which the combatants joined. In a view, only those of known combatants count.
func (s *State) Lots(rs *ruleset.Ruleset) []Lot {
	var out []Lot
	if s.Bag == nil {
		return nil
	}
	for _, t := range s.Bag.Tokens {
		c := s.Combatant(t.Who)
		if c == nil {
			continue
		}
		name := s.LotOf(rs, c)
		i := slices.IndexFunc(out, func(l Lot) bool { return SameName(l.Name, name) })
		if i < 0 {
			i, out = len(out), append(out, Lot{Name: name})
		}
		out[i].Left += t.Left
		out[i].Of += t.Of
	}
	return out
}

// Lot is a set of interchangeable tokens.
type Lot struct {
	Name     string
	Left, Of int
}
