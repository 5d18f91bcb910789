package ruleset

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"roundel/engine/formula"
	"roundel/engine/strictyaml"
)

// Deck says which cards are dealt, and how (RS-28 to RS-30).
type Deck struct {
	French    bool // 52 cards, plus Jokers
	Jokers    int
	Low, High int              // if not French: the numbers on the cards
	Deal      *formula.Formula // how many cards a place is dealt, of which the best counts; nil: 1
	Lowest    *formula.Formula // not 0: the worst card counts; nil: 0
	Redraw    *formula.Formula // not 0 for a card: it is replaced; nil: 0
	Shuffle   Shuffle
}

// Shuffle says when dealt cards go back into the deck (RS-30).
type Shuffle string

// When the deck is shuffled: before every round, before the round after one in which a Joker was dealt, or when no card is left.
const (
	EveryRound Shuffle = "every round"
	AfterJoker Shuffle = "after joker"
	WhenEmpty  Shuffle = "when empty"
)

var deckPattern = regexp.MustCompile(`^(french( *\+ *(1 joker|2 jokers))?|\d{1,3} *- *\d{1,3})$`)

// deckKeys adds the keys that say what an order by cards deals.
func (r *reader) deckKeys(k *strictyaml.Keys, d *Deck, side bool) {
	deck := ""
	d.Shuffle = EveryRound
	k.Add("deck", "the cards", strictyaml.Pattern(deckPattern, "french, french + 1 joker, french + 2 jokers, or numbers such as 1-10"), func(n *strictyaml.Node) {
		deck = n.Text
		low, high, numbers := strings.Cut(deck, "-")
		switch {
		case numbers:
			a, errA := strconv.Atoi(strings.TrimSpace(low))
			b, errB := strconv.Atoi(strings.TrimSpace(high))
			if errA != nil || errB != nil || a < 1 || b > 100 || a > b {
				r.Problem(n, "deck: the numbers must be from 1 to 100, and the lower one first, not %s", deck)
			}
			d.Low, d.High = a, b
		case strings.Contains(deck, "2 jokers"):
			d.French, d.Jokers = true, 2
		case strings.Contains(deck, "1 joker"):
			d.French, d.Jokers = true, 1
		default:
			d.French = true
		}
	}).Must()
	r.number(k, "deal", "how many cards each gets, of which the best counts; default: 1", &d.Deal, scope{side: side, from: 1, to: 10})
	r.number(k, "lowest", "if this isn't 0, the worst card counts", &d.Lowest, scope{side: side})
	r.number(k, "redraw", "while this is true of the `card`, it is replaced", &d.Redraw, scope{side: side, also: []string{"card"}})
	strictyaml.Choice(k, "shuffle", "when cards go back into the deck; default: `every round`", &d.Shuffle, EveryRound, AfterJoker, WhenEmpty).Then(func(n *strictyaml.Node) {
		if d.Shuffle == AfterJoker && deck != "" && !strings.Contains(deck, "joker") {
			r.Problem(n, "shuffle: this deck has no jokers; write every round or when empty")
		}
	})
}

// Card is one card: the number on it, or one of a French deck. Cards are written as text: K♥, Joker, 7.
type Card int

// Special cards.
const (
	None  Card = 0  // not dealt
	Blank Card = -1 // no card was left to deal
	Joker Card = french + 60
)

const (
	french  Card = 100 // offset of the cards of a French deck, whose scores are added to it
	highest      = int(Joker)
	ranks        = "  23456789TJQKA"
	suits        = "♣♦♥♠"
)

// Score returns a card's value in the order: its number or, in a French deck, rank times four plus suit (RS-28).
func (c Card) Score() int {
	switch {
	case c > french:
		return int(c - french)
	case c < 0:
		return 0
	}
	return int(c)
}

// Rank returns a card's value in formulas: its number or rank (RS-28).
func (c Card) Rank() int {
	if c > french {
		return int(c-french) / 4
	}
	return c.Score()
}

// String returns the card as it is shown.
func (c Card) String() string {
	switch {
	case c == None:
		return ""
	case c == Blank:
		return "–"
	case c == Joker:
		return "Joker"
	case c > french:
		rank := ranks[c.Rank() : c.Rank()+1]
		if rank == "T" {
			rank = "10"
		}
		return rank + string([]rune(suits)[c.Score()%4])
	}
	return strconv.Itoa(int(c))
}

// MarshalText implements [encoding.TextMarshaler].
func (c Card) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (c *Card) UnmarshalText(text []byte) error {
	s := string(text)
	switch n, err := strconv.Atoi(s); {
	case s == "":
		*c = None
	case s == Blank.String():
		*c = Blank
	case err == nil && n > 0 && n <= int(french):
		*c = Card(n)
	default:
		card, ok := frenchCard(s)
		if !ok {
			return fmt.Errorf("cards: %q", s)
		}
		*c = card
	}
	return nil
}

// Parse returns the card typed for a deck. ok is false if the deck has no such card (RS-31).
func Parse(text string, d *Deck) (Card, bool) {
	text = strings.TrimSpace(text)
	if !d.French {
		n, err := strconv.Atoi(text)
		return Card(n), err == nil && n >= d.Low && n <= d.High
	}
	card, ok := frenchCard(text)
	return card, ok && (card != Joker || d.Jokers > 0)
}

// frenchCard reads rank and suit in either order: K♥, KH, kh, 10C, TC; or Joker or X.
func frenchCard(text string) (Card, bool) {
	text = strings.ToUpper(text)
	if text == "JOKER" || text == "X" {
		return Joker, true
	}
	runes := []rune(strings.ReplaceAll(strings.ReplaceAll(text, "\ufe0f", ""), "10", "T"))
	if len(runes) != 2 {
		return None, false
	}
	for _, pair := range [][2]rune{{runes[0], runes[1]}, {runes[1], runes[0]}} {
		rank, suit := strings.IndexRune(ranks, pair[0]), suitOf(pair[1])
		if rank > 1 && suit >= 0 {
			return french + Card(rank*4+suit), true
		}
	}
	return None, false
}

// suitOf returns the number of a suit, or -1.
func suitOf(r rune) int {
	for _, letters := range []string{suits, "♧♢♡♤", "CDHS"} {
		for i, suit := range []rune(letters) {
			if r == suit {
				return i
			}
		}
	}
	return -1
}

// Pile is an unordered set of cards.
type Pile struct {
	count [highest + 1]int8
	n     int
}

// Full returns all cards of a deck.
func Full(d *Deck) Pile {
	var p Pile
	if !d.French {
		for c := d.Low; c <= d.High; c++ {
			p.add(Card(c))
		}
		return p
	}
	for c := french + 8; c < Joker; c++ {
		p.add(c)
	}
	for range d.Jokers {
		p.add(Joker)
	}
	return p
}

// add puts a card into the pile.
func (p *Pile) add(c Card) {
	p.count[c]++
	p.n++
}

// Remove takes cards out of the pile. Cards that it doesn't contain are ignored.
func (p *Pile) Remove(all ...Card) {
	for _, c := range all {
		if p.Count(c) > 0 {
			p.count[c]--
			p.n--
		}
	}
}

// Len returns the number of cards.
func (p *Pile) Len() int { return p.n }

// Count returns how many copies of a card there are.
func (p *Pile) Count(c Card) int {
	if c <= None || int(c) > highest {
		return 0
	}
	return int(p.count[c])
}

// At returns the i-th card of the pile by score, from 0.
func (p *Pile) At(i int) Card {
	for c := range p.count {
		if i < int(p.count[c]) {
			return Card(c)
		}
		i -= int(p.count[c])
	}
	return None
}

// Example returns examples of how cards of a deck are typed.
func Example(deck *Deck) string {
	if deck.French {
		return "K♥, KH, 10C"
	}
	return strconv.Itoa(deck.Low) + " – " + strconv.Itoa(deck.High)
}
