package engine

import (
	"slices"

	"roundel/engine/ruleset"
)

// Dealt says where the cards of an order by cards are; all others are in the deck. Cards of hidden units are listed separately, because for
// everyone else they are still in the deck.
type Dealt struct {
	Out         []ruleset.Card `json:"out,omitempty"` // in front of units, or put aside until the deck is shuffled
	HiddenOut   []ruleset.Card `json:"hidden_out,omitempty"`
	JokerDealt  bool           `json:"joker_dealt,omitempty"`
	HiddenJoker bool           `json:"hidden_joker,omitempty"`
}

// cardEvents lists the events of an order by cards.
func cardEvents() []codec {
	return []codec{
		{"card-dealt", 1, CardDealt{}},
		{"cards-shuffled", 1, CardsShuffled{}},
		{"card-yielded", 1, CardYielded{}},
	}
}

// CardDealt gives a unit its card (RS-29).
type CardDealt struct {
	Unit   UnitID         `json:"unit"`
	Card   ruleset.Card   `json:"card"`            // the one that counts; [ruleset.Blank]: none was left
	Cards  []ruleset.Card `json:"cards,omitempty"` // all that were dealt to it
	Aside  []ruleset.Card `json:"aside,omitempty"` // dealt, but replaced by others
	Typed  bool           `json:"typed,omitempty"`
	Kept   bool           `json:"kept,omitempty"` // dealt before its character left the fight and rejoined
	Hidden bool           `json:"hidden,omitempty"`
}

func (e CardDealt) apply(s *State) {
	all := slices.Concat(e.Cards, e.Aside)
	joker := slices.Contains(all, ruleset.Joker)
	if e.Hidden {
		s.HiddenOut, s.HiddenJoker = append(s.HiddenOut, all...), s.HiddenJoker || joker
	} else {
		s.Out, s.JokerDealt = append(s.Out, all...), s.JokerDealt || joker
	}
	if u := s.Unit(e.Unit); u != nil {
		u.Rolled, u.Card, u.Natural, u.Base = true, e.Card, e.Card.Score(), e.Card.Score()
		s.dropRoll(u.Name)
	}
}

func (e CardDealt) seen(v Sight) (Event, bool) { return shownIf(v.knowsUnit(e.Unit), e) }

// CardsShuffled shuffles all cards back into the deck except those in Stay (RS-30). It applies either to the visible units' cards or to the
// hidden ones'.
type CardsShuffled struct {
	Stay   []ruleset.Card `json:"stay,omitempty"`
	Hidden bool           `json:"hidden,omitempty"`
}

func (e CardsShuffled) apply(s *State) {
	if e.Hidden {
		s.HiddenOut = slices.Clone(e.Stay)
	} else {
		s.Out = slices.Clone(e.Stay)
	}
}

func (e CardsShuffled) seen(Sight) (Event, bool) { return shownIf(!e.Hidden, e) }

// CardYielded takes a card from a hidden unit, or from what hidden units put aside, because a visible unit is dealt it.
type CardYielded struct {
	Unit UnitID       `json:"unit,omitempty"`
	Card ruleset.Card `json:"card"`
}

func (e CardYielded) apply(s *State) {
	s.HiddenOut = without(s.HiddenOut, e.Card)
	if u := s.Unit(e.Unit); u != nil {
		u.Rolled, u.Natural, u.Base, u.Card = false, 0, 0, ruleset.None
	}
}

func (CardYielded) seen(Sight) (Event, bool) { return nil, true }

// without returns the list without one such card.
func without(list []ruleset.Card, c ruleset.Card) []ruleset.Card {
	if i := slices.Index(list, c); i >= 0 {
		return slices.Delete(slices.Clone(list), i, i+1)
	}
	return list
}

// Hands returns the cards that hidden or visible units have in front of them.
func (s *State) Hands(hidden bool) []ruleset.Card {
	var out []ruleset.Card
	for i := range len(s.Units) + len(s.Further) {
		if u := s.place(i); u.Card > ruleset.None && s.Hidden(u.ID) == hidden {
			out = append(out, u.Card)
		}
	}
	return out
}

// hiddenHands returns the places of hidden units that have a card.
func (s *State) hiddenHands() []UnitID {
	var out []UnitID
	for i := range len(s.Units) + len(s.Further) {
		if u := s.place(i); u.Card > ruleset.None && s.Hidden(u.ID) {
			out = append(out, u.ID)
		}
	}
	return out
}

// showCards moves the cards of units that are no longer hidden to the cards that everyone knows are out.
func (s *State) showCards(were []UnitID) {
	for _, id := range were {
		u := s.Unit(id)
		if u == nil || s.Hidden(id) || !slices.Contains(s.HiddenOut, u.Card) {
			continue
		}
		s.HiddenOut = without(s.HiddenOut, u.Card)
		aside := slices.Clone(s.Out)
		for _, c := range without(s.Hands(false), u.Card) {
			aside = without(aside, c)
		}
		if !slices.Contains(aside, u.Card) { // otherwise it came from the visible units' discards
			s.Out = append(s.Out, u.Card)
		}
	}
}
