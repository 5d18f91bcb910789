package play_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

// cardRules begin a file with an order by cards.
func cardRules(t *testing.T, order string, lines ...string) *ruleset.Ruleset {
	t.Helper()
	rs, err := ruleset.Read([]byte("roundel: 1\nname: deal\ntitle: Deal\nstats:\n  extra: {is: more cards}\n  bad: {is: the worst counts}\n  quick: {is: low cards are replaced}\n" +
		"order: {by: cards, " + order + "}\n" + strings.Join(lines, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// dealt begins a fight under such a file. The dice show the results given: the place of each card among those left in the deck.
func dealt(t *testing.T, rs *ruleset.Ruleset, results ...int) *fight {
	t.Helper()
	return startWith(t, rs, play.Start{Name: "Test", Ruleset: rs.Name}, results...)
}

// shown returns the order as name and card.
func (f *fight) shown() string {
	var out []string
	for _, u := range f.s.Order(f.rs) {
		out = append(out, u.Name+" "+u.Card.String())
	}
	return strings.Join(out, ", ")
}

func (f *fight) wantShown(want string) {
	f.t.Helper()
	if got := f.shown(); got != want {
		f.t.Fatalf("the cards are %s, want %s", got, want)
	}
}

func (f *fight) wantExport(wants ...string) {
	f.t.Helper()
	for _, want := range wants {
		if got := f.export(); !strings.Contains(got, want) {
			f.t.Fatalf("the export lacks %s:\n%s", want, got)
		}
	}
}

// TestRS28Cards is worked example 11: order and scores of French cards.
func TestRS28Cards(t *testing.T) {
	rs, _ := ruleset.ByName("action-cards")
	f := dealt(t, rs)
	f.by(anna, play.Join{Name: "Anna"})
	f.by(ben, play.Join{Name: "Ben"})
	f.gm(play.Add{Name: "Orc"}, play.Roll{Rolls: "Anna K♥, Orc KS, Ben Joker"})
	f.wantShown("Ben Joker, Orc K♠, Anna K♥")
	f.wantActive("1: Ben")
	f.wantExport(`"shown": "K♥"`, `"score": 60`, `"score": 55`, `"score": 54`, `"original_score": 54`, `"deck_left": 51`, `"natural": null`, `"round": 1`)
	for name, want := range map[string]struct{ score, rank int }{"2♣": {8, 2}, "A♠": {59, 14}, "10♦": {41, 10}, "J♥": {46, 11}, "Joker": {60, 15}} {
		card, ok := ruleset.Parse(name, &ruleset.Deck{French: true, Jokers: 1})
		if !ok || card.Score() != want.score || card.Rank() != want.rank || card.String() != name {
			t.Errorf("%s: %v, %d, %d, %s", name, ok, card.Score(), card.Rank(), card)
		}
	}
}

// TestRS28TiedJokers: two jokers are level, and the list of ties decides.
func TestRS28TiedJokers(t *testing.T) {
	f := dealt(t, cardRules(t, "deck: french + 2 jokers, ties: npc"))
	f.by(anna, play.Join{Name: "Anna"})
	f.gm(play.Add{Name: "Orc"}, play.Add{Name: "Wolf"}, play.Roll{Rolls: "Anna X, Orc 2C, Wolf joker"})
	f.wantShown("Wolf Joker, Anna Joker, Orc 2♣")
	rs, _ := ruleset.ByName("action-cards")
	f = dealt(t, rs)
	f.gm(play.Add{Name: "Orc"}, play.Add{Name: "Wolf"})
	f.by(anna, play.Join{Name: "Anna"})
	f.gm(play.Roll{Rolls: "Anna X, Orc 2C, Wolf joker"})
	f.wantShown("Wolf Joker, Anna Joker, Orc 2♣")
}

// TestRS29DealLowestRedraw: how many cards are dealt, which counts, and which are put aside.
func TestRS29DealLowestRedraw(t *testing.T) {
	rs := cardRules(t, "deck: french, deal: 1 + extra, lowest: bad, redraw: quick and card <= 5")
	// Positions in a full deck, sorted by score: 4♦ is 10, 9♣ is 29 and, without 4♦, 28.
	f := dealt(t, rs, 10, 28, 10, 28-1, 1, 1, 50-4)
	f.gm(play.Add{Name: "Head", Stats: "extra 1"}, play.Add{Name: "Slow", Stats: "extra 1, bad 1"}, play.Add{Name: "Quick", Stats: "quick 1"}, play.Roll{})
	e := lastOf[engine.CardDealt](f)
	if e[0].Card.String() != "9♣" || fmt.Sprint(e[0].Cards) != "[4♦ 9♣]" || e[0].Aside != nil {
		t.Errorf("Head: %+v", e[0])
	}
	if e[1].Card.String() != "4♥" || fmt.Sprint(e[1].Cards) != "[4♥ 9♦]" {
		t.Errorf("Slow: %+v", e[1])
	}
	if e[2].Card != e[2].Cards[0] || fmt.Sprint(e[2].Aside) != "[2♣ 2♦]" {
		t.Errorf("Quick: %+v", e[2])
	}
	f.wantExport(`"deck_left": 45`)
	low := dealt(t, cardRules(t, "deck: 1-10, best: low, deal: 3, lowest: bad"), 5, 1, 8, 4, 1, 1)
	low.gm(play.Add{Name: "Best"}, play.Add{Name: "Worst", Stats: "bad 1"}, play.Roll{})
	low.wantShown("Best 1, Worst 6") // 5 1 10, then of 2 3 4 6 7 8 9 the 6, the 2 and the 3
}

// TestRS29RedrawEnds: where every card is put aside, the deck is gone through once.
func TestRS29RedrawEnds(t *testing.T) {
	f := dealt(t, cardRules(t, "deck: 1-4, redraw: card > 0"), 1, 1, 1, 1)
	f.gm(play.Add{Name: "Orc"}, play.Roll{})
	f.wantShown("Orc 4")
	if e := lastOf[engine.CardDealt](f)[0]; fmt.Sprint(e.Aside, e.Cards) != "[1 2 3] [4]" {
		t.Errorf("%+v", e)
	}
}

// TestRS30Shuffle: when the cards go back, and that none is left.
func TestRS30Shuffle(t *testing.T) {
	deal := func(shuffle string, want ...int) {
		t.Helper()
		f := dealt(t, cardRules(t, "deck: french + 1 joker, again: round, shuffle: "+shuffle))
		f.dice = dice.Seeded(4)
		f.gm(play.Add{Name: "Orc"}, play.Add{Name: "Wolf"}, play.Roll{Rolls: "Orc 2C, Wolf 3C"})
		for i, left := range want {
			f.wantExport(fmt.Sprintf(`"deck_left": %d,`, left))
			if i == 1 {
				f.gm(play.Roll{Rolls: "Orc Joker"})
			} else {
				f.gm(play.Roll{Rolls: fmt.Sprintf("Orc %dS, Wolf %dH", i+2, i+2)})
			}
			f.next(2)
		}
	}
	deal("every round", 51, 51, 51, 51)
	deal("when empty", 51, 49, 47, 45)
	deal("after joker", 51, 49, 47, 51) // the joker is dealt in the third round
	f := dealt(t, cardRules(t, "deck: 1-3, again: round, ties: npc"), 1, 1, 1)
	f.gm(play.Add{Name: "A"}, play.Add{Name: "B"}, play.Add{Name: "C"}, play.Add{Name: "D"})
	f.by(anna, play.Join{Name: "E"})
	f.gm(play.Roll{})
	f.wantShown("C 3, B 2, A 1, D –, E –")
	f.wantExport(`"shown": "–"`, `"deck_left": 0`)
	f.dice = script(t, 3, 2, 1) // and again
	f.next(5)
	f.wantShown("A 3, B 2, C 1, D –, E –")
	f.wantActive("2: A")
}

// TestRS30RunsOut: in mid-deal the deck is what is not in front of anyone.
func TestRS30RunsOut(t *testing.T) {
	f := dealt(t, cardRules(t, "deck: 1-5, again: round, shuffle: when empty"), 1, 1, 3, 2, 1, 1, 1)
	f.gm(play.Add{Name: "A"}, play.Add{Name: "B"}, play.Roll{})
	f.wantShown("B 2, A 1")
	f.next(2)
	f.wantShown("A 5, B 4")
	f.next(2) // 3 is left for A; then 1, 2, 4 and 5 are shuffled
	f.wantShown("A 3, B 1")
	if e := lastOf[engine.CardsShuffled](f); len(e) != 1 || fmt.Sprint(e[0].Stay) != "[3]" {
		t.Errorf("%+v", e)
	}
	f.gm(play.Add{Name: "C"}) // dealt at once
	f.wantShown("A 3, C 2, B 1")
}

// TestRS31TypedCards: what can be typed, and what is refused.
func TestRS31TypedCards(t *testing.T) {
	f := dealt(t, cardRules(t, "deck: french + 1 joker, again: round"), 1, 1)
	f.gm(play.Add{Name: "Orc"}, play.Add{Name: "Wolf"}, play.Add{Name: "Bear 2"})
	f.refused(theGM, play.Roll{Rolls: "Orc 9C, Wolf c9"}, engine.Invalid, reason.CardGone)
	f.refused(theGM, play.Roll{Rolls: "Orc X, Wolf Joker"}, engine.Invalid, reason.CardGone, "Joker")
	for _, bad := range []string{"1S", "11H", "7", "KX", "K", "♥", "KHH"} {
		f.refused(theGM, play.Roll{Rolls: "Orc " + bad}, engine.Invalid, reason.NoSuchCard)
	}
	f.refused(theGM, play.Roll{Rolls: "KS"}, engine.Invalid, reason.CardPair)
	f.refused(theGM, play.Roll{Rolls: "Orc KS, Orc KD"}, engine.Invalid, reason.TwoResults)
	f.refused(anna, play.Join{Name: "Anna", Roll: roll(7)}, engine.Invalid, reason.CardsTyped)
	f.gm(play.Roll{Rolls: "Orc 10c, Wolf: ♥️k, Bear 2 = TS"})
	f.wantShown("Wolf K♥, Bear 2 10♠, Orc 10♣")
	f.gm(play.Roll{Rolls: "Wolf 2H"})
	f.refused(theGM, play.Roll{Rolls: "Orc 2h"}, engine.Invalid, reason.CardGone)
	f.gm(play.Roll{Rolls: "Wolf 3H"}, play.Roll{Rolls: "Orc 2h"})
	f.wantExport(`"Wolf": "3♥"`, `"Orc": "2♥"`)
	f.dice = script(t, 50)
	f.next(3)
	f.wantExport(`"held_rolls": {}`)
	if !strings.Contains(f.shown(), "Wolf 3♥, Orc 2♥") {
		t.Errorf("%s", f.shown())
	}
	stays := dealt(t, cardRules(t, "deck: french, again: round, shuffle: when empty"), 1)
	stays.gm(play.Add{Name: "Orc"}, play.Roll{})
	stays.refused(theGM, play.Roll{Rolls: "Orc 2C"}, engine.Invalid, reason.CardGone)
}

// TestRS31Numbers: in a deck of numbers, the option roll is a card.
func TestRS31Numbers(t *testing.T) {
	f := dealt(t, cardRules(t, "deck: 3-12, best: low"), 1)
	f.by(anna, play.Join{Name: "Anna", Roll: roll(7)})
	f.refused(ben, play.Join{Name: "Ben", Roll: roll(7)}, engine.Invalid, reason.CardGone, "7")
	f.refused(ben, play.Join{Name: "Ben", Roll: roll(2)}, engine.Invalid, reason.NoSuchCard)
	f.by(ben, play.Join{Name: "Ben", Roll: roll(12)})
	f.gm(play.Add{Name: "Orc"}, play.Roll{})
	f.wantShown("Orc 3, Anna 7, Ben 12")
	f.wantExport(`"natural": 7`, `"shown": "12"`)
	f.gm(play.Add{Name: "Bat", Roll: roll(5)})
	f.wantShown("Orc 3, Bat 5, Anna 7, Ben 12")
	f.gm(play.Remove{Name: "Anna"})
	f.by(anna, play.Join{Name: "Anna"})
	f.wantShown("Orc 3, Bat 5, Anna 7, Ben 12") // she keeps her card
}

// TestRS48SwapCards is worked example 12.
func TestRS48SwapCards(t *testing.T) {
	f := dealt(t, cardRules(t, "deck: 1-10, best: low, again: round", "wait: swap"), 4, 5, 6)
	f.by(anna, play.Join{Name: "Anna", Roll: roll(2)})
	f.by(ben, play.Join{Name: "Ben", Roll: roll(7)})
	f.gm(play.Add{Name: "Ogre", Roll: roll(5)}, play.Roll{})
	f.wantShown("Anna 2, Ogre 5, Ben 7")
	f.by(anna, play.Delay{With: "Ben"})
	f.wantShown("Ben 2, Ogre 5, Anna 7")
	f.wantTurns("1: Ben", "1: Ogre", "1: Anna", "2: Anna")
	f.wantShown("Anna 4, Ben 6, Ogre 8") // round 2 is dealt again
}

// TestRS47HoldCards is worked example 22: who holds over rounds is dealt nothing.
func TestRS47HoldCards(t *testing.T) {
	rs, _ := ruleset.ByName("action-cards")
	f := dealt(t, rs, 1, 1, 1)
	f.by(anna, play.Join{Name: "Anna"})
	f.gm(play.Add{Name: "Orc"}, play.Roll{Rolls: "Anna K♥, Orc 9♠"})
	f.by(anna, play.Delay{})
	f.wantActive("1: Orc")
	f.next(1)
	f.wantActive("2: Orc")
	if e := lastOf[engine.CardDealt](f); f.s.Round != 2 || len(e) != 1 || f.s.Unit(e[0].Unit).Name != "Orc" {
		t.Fatalf("round %d: %+v", f.s.Round, e)
	}
	f.by(anna, play.Take{})
	f.wantActive("2: Anna")
	f.by(anna, play.Next{})
	f.wantActive("2: Orc")
	f.next(1)
	if e := lastOf[engine.CardDealt](f); f.s.Round != 3 || len(e) != 2 {
		t.Fatalf("round %d: %+v", f.s.Round, e)
	}
}

// TestRS30HeldCardStaysOut: a card held over a round is not in the deck, and can't be typed.
func TestRS30HeldCardStaysOut(t *testing.T) {
	f := dealt(t, cardRules(t, "deck: 1-3, again: round", "wait: hold"), 2)
	f.gm(play.Add{Name: "A"}, play.Add{Name: "B"}, play.Roll{Rolls: "A 3, B 1"})
	f.gm(play.Delay{})
	f.refused(theGM, play.Roll{Rolls: "B 3"}, engine.Invalid, reason.CardGone)
	f.next(1) // 1 and 2 are in the deck
	if u := f.s.Unit(f.combatant("B").Unit); u.Card != 2 {
		t.Errorf("%+v", u)
	}
	f.wantExport(`"deck_left": 1`)
}

// TestRS29Fair: over many deals, 100,000 of them with -rapid.checks 100, every card of the deck comes as often as the others, within what chance allows.
func TestRS29Fair(t *testing.T) {
	for _, deck := range []string{"french + 2 jokers", "1-10"} {
		rs := cardRules(t, "deck: "+deck+", again: round, shuffle: when empty")
		f := dealt(t, rs)
		f.dice = dice.Seeded(11)
		for i := range 4 {
			f.gm(play.Add{Name: fmt.Sprintf("N%d", i)})
		}
		f.gm(play.Roll{})
		counts, n, roller := map[ruleset.Card]int{}, 0, dice.Seeded(7)
		s := f.s
		for turn := engine.TurnID(100); n < 1000*checks(); turn++ {
			out, err := play.Decide(s, rs, play.Next{}, play.Input{Actor: engine.Actor{User: theGM}, Turn: turn, Dice: roller})
			if err != nil {
				t.Fatal(err)
			}
			s = out.State
			for _, e := range out.Events {
				if e, is := e.(engine.CardDealt); is {
					counts[e.Card], n = counts[e.Card]+1, n+1
				}
			}
		}
		full := ruleset.Full(&rs.Order.Deck)
		sum := 0.0
		for c, got := range counts {
			want := float64(n) * float64(full.Count(c)) / float64(full.Len())
			sum += (float64(got) - want) * (float64(got) - want) / want
		}
		kinds := len(counts)
		// Dealing without replacement spreads less than chance alone, so the quantile for one in a thousand is generous.
		if most := map[string]float64{"french + 2 jokers": 90.6, "1-10": 27.9}[deck]; sum > most {
			t.Errorf("%s: chi-square %.1f for %d cards", deck, sum, kinds)
		}
		if want := map[string]int{"french + 2 jokers": 53, "1-10": 10}[deck]; kinds != want {
			t.Errorf("%s: %d different cards", deck, kinds)
		}
	}
}

// TestRS29FairFirst: the card of the first deal is uniform, with a shuffle before each round, and so is the second.
func TestRS29FairFirst(t *testing.T) {
	rs := cardRules(t, "deck: 1-8, again: round")
	f := dealt(t, rs)
	f.dice = dice.Seeded(3)
	f.gm(play.Add{Name: "A"}, play.Add{Name: "B"}, play.Roll{})
	var pairs [9][9]int
	n, s, roller := 0, f.s, dice.Seeded(5)
	for turn := engine.TurnID(100); n < 500*checks(); turn++ {
		out, err := play.Decide(s, rs, play.Next{}, play.Input{Actor: engine.Actor{User: theGM}, Turn: turn, Dice: roller})
		if err != nil {
			t.Fatal(err)
		}
		s = out.State
		var got []ruleset.Card
		for _, e := range out.Events {
			if e, is := e.(engine.CardDealt); is {
				got = append(got, e.Card)
			}
		}
		if len(got) == 2 {
			pairs[got[0]][got[1]]++
			n++
		}
	}
	sum := 0.0
	for a := 1; a <= 8; a++ {
		for b := 1; b <= 8; b++ {
			want := float64(n) / 56
			if a == b {
				if pairs[a][b] > 0 {
					t.Errorf("card %d was dealt twice", a)
				}
				continue
			}
			sum += (float64(pairs[a][b]) - want) * (float64(pairs[a][b]) - want) / want
		}
	}
	if sum > 93.2 { // one in a thousand with 55 degrees of freedom
		t.Errorf("chi-square %.1f", sum)
	}
}

// TestRS29Hidden: visible units are dealt the same cards whether or not there is a hidden one, in all rounds, and no card twice.
func TestRS29Hidden(t *testing.T) {
	for _, order := range []string{"deck: 1-7, again: round, shuffle: when empty", "deck: french + 2 jokers, again: round, shuffle: after joker", "deck: 1-9, again: round, redraw: card < 4"} {
		rs := cardRules(t, order)
		play := func(hidden bool) string {
			f := dealt(t, rs)
			var out []string
			turn := engine.TurnID(50)
			open, secret := dice.Seeded(21), dice.Seeded(22)
			do := func(cmd play.Command) {
				turn++
				got, err := play.Decide(f.s, rs, cmd, play.Input{Actor: engine.Actor{User: theGM}, Turn: turn, Dice: open, HiddenDice: secret})
				if err != nil {
					t.Fatal(err)
				}
				checkState(t, rs, got.State)
				f.s = got.State
				for _, e := range view.Of(got, view.Viewer{}).Events {
					switch e := e.(type) {
					case engine.CardDealt:
						out = append(out, fmt.Sprint(f.s.Unit(e.Unit).Name, e.Cards, e.Aside))
					case engine.CardsShuffled:
						out = append(out, fmt.Sprint("shuffled", e.Stay))
					}
				}
			}
			do(play.Add{Name: "A"})
			do(play.Add{Name: "B"})
			if hidden {
				do(play.Add{Name: "X", Hidden: true})
				do(play.Add{Name: "Y", Hidden: true})
			}
			do(play.Roll{})
			for range 400 {
				do(play.Next{})
				if f.s.Round == 20 && !slices.ContainsFunc(f.s.Combatants, func(c engine.Combatant) bool { return c.Name == "C" }) {
					do(play.Add{Name: "C"})
				}
				if f.s.Round == 60 {
					break
				}
			}
			return strings.Join(out, "\n")
		}
		if a, b := play(false), play(true); a != b {
			t.Errorf("%s: hidden units change what others are dealt:\n%s\n\n%s", order, a, b)
		}
	}
}

// checkCards checks that no card is in front of two units, and that every card is somewhere.
func checkCards(rs *ruleset.Ruleset, s *engine.State) string {
	if rs.Order.Shape != ruleset.Cards {
		return ""
	}
	full := ruleset.Full(&rs.Order.Deck)
	for _, c := range append(s.Hands(false), s.Hands(true)...) {
		if full.Count(c) == 0 {
			return fmt.Sprintf("the card %s is in front of two units, or is not of the deck", c)
		}
		full.Remove(c)
		if !slices.Contains(s.Out, c) && !slices.Contains(s.HiddenOut, c) {
			return fmt.Sprintf("the card %s is in front of a unit and in the deck", c)
		}
	}
	for _, list := range [][]ruleset.Card{s.Out, s.HiddenOut} {
		full = ruleset.Full(&rs.Order.Deck)
		for _, c := range list {
			if full.Count(c) == 0 {
				return fmt.Sprintf("the card %s is out twice", c)
			}
			full.Remove(c)
		}
	}
	return ""
}

// TestRS30RunsOutBetweenTwoCards: the deck may run out between two cards of one place.
func TestRS30RunsOutBetweenTwoCards(t *testing.T) {
	f := dealt(t, cardRules(t, "deck: 1-5, again: round, shuffle: when empty, deal: 2"), 1, 1, 3, 2, 1, 2)
	f.gm(play.Add{Name: "A"}, play.Roll{})
	f.wantShown("A 2") // 1 and 2
	f.next(1)
	f.wantShown("A 5") // 5 and 4
	f.next(1)          // 3, and of 1, 2, 4 and 5 the second
	f.wantShown("A 3")
	f.wantExport(`"deck_left": 3`)
}

// TestRS30KeptCardFromHidden: the card of somebody who has left lies aside. If a hidden unit has been dealt it meanwhile, it is dealt another
// when that one comes back with it.
func TestRS30KeptCardFromHidden(t *testing.T) {
	f := dealt(t, cardRules(t, "deck: 1-4, shuffle: when empty"), 1, 1, 1)
	f.by(anna, play.Join{Name: "Anna", Roll: roll(1)})
	f.gm(play.Add{Name: "Orc", Roll: roll(4)}, play.Roll{}, play.Remove{Name: "Anna"})
	for _, name := range []string{"X", "Y", "Z"} {
		f.gm(play.Add{Name: name, Hidden: true})
	}
	f.wantShown("Orc 4, Y 3, X 2, Z 1")
	f.by(anna, play.Join{Name: "Anna"})
	f.wantShown("Orc 4, Y 3, X 2, Anna 1, Z –")

	f = dealt(t, cardRules(t, "deck: 1-4, shuffle: when empty"), 1, 1)
	f.by(anna, play.Join{Name: "Anna", Roll: roll(1)})
	f.gm(play.Add{Name: "Orc", Roll: roll(4)}, play.Roll{}, play.Remove{Name: "Anna"}, play.Add{Name: "X", Hidden: true})
	f.by(anna, play.Join{Name: "Anna"})
	f.wantShown("Orc 4, X 2, Anna 1") // nobody else has the card
}

// TestRS30NoCardAtScoreZero: a unit without a card stands below one whose score is 0, and is not tied with it.
func TestRS30NoCardAtScoreZero(t *testing.T) {
	f := dealt(t, cardRules(t, "deck: 1-2, ties: joined", "wait: hold"))
	f.gm(play.Add{Name: "A", Roll: roll(2)}, play.Add{Name: "B", Roll: roll(1)}, play.Add{Name: "C"}, play.Roll{})
	f.wantShown("A 2, B 1, C –")
	f.gm(play.Edit{Name: "A", Score: roll(0)}, play.Edit{Name: "B", Score: roll(0)}, play.Delay{})
	f.wantActive("1: B")
	f.gm(play.Take{Name: "A"})
	f.wantTurns("1: A", "1: B", "1: C", "2: A", "2: B", "2: C")
}
