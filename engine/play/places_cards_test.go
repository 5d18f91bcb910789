package play_test

import (
	"slices"
	"testing"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

// TestRS21Cards: each place has a card of its own, typed or dealt, in the bundled file.
func TestRS21Cards(t *testing.T) {
	f := start(t, "cards-of-ten", 5)
	f.by(anna, play.Join{Name: "Anna"})
	f.gm(play.Add{Name: "Ogre", Stats: "ferocity 3"})
	f.refused(theGM, play.Roll{Rolls: "Ogre 9/3/1/2"}, engine.Invalid, reason.TooManyResults, engine.Args{Name: "Ogre", Count: 4, High: 3})
	f.refused(theGM, play.Roll{Rolls: "Ogre 9/3/9"}, engine.Invalid, reason.CardGone)
	f.refused(theGM, play.Roll{Rolls: "Ogre 9/3, Anna 3"}, engine.Invalid, reason.CardGone)
	f.refused(theGM, play.Roll{Rolls: "Ogre 9/11"}, engine.Invalid, reason.NoSuchCard)
	f.refused(theGM, play.Roll{Rolls: "Ogre 9/"}, engine.Invalid, reason.CardPair)
	f.gm(play.Roll{Rolls: "Ogre 9/3, Anna 4"}) // of 1 2 5 6 7 8 10 the fifth is the 7
	f.wantShown("Ogre 3, Anna 4, Ogre 7, Ogre 9")
	f.wantRows("Ogre/2 3, Anna/1 4, Ogre/3 7, Ogre/1 9")
	f.wantExport(`"deck_left": 6`, `"place": 3`, `"shown": "7"`)
	f.gm(play.Roll{Rolls: "Ogre 1/2/3"})
	f.wantExport(`"Ogre": "1/2/3"`)
	f.refused(theGM, play.Roll{Rolls: "Anna 2"}, engine.Invalid, reason.CardGone)
	f.dice = script(t, 1)
	f.wantTurns("1: Ogre", "1: Anna", "1: Ogre", "1: Ogre", "2: Ogre")
	f.wantShown("Ogre 1, Ogre 2, Ogre 3, Anna 4")
}

// TestRS21CardsHeld: of the cards typed for the next round, those that can't be dealt then are left out, and those of turns that are gone.
func TestRS21CardsHeld(t *testing.T) {
	f := start(t, "cards-of-ten", 8, 1, 1)
	f.by(anna, play.Join{Name: "Anna"})
	f.gm(play.Add{Name: "Ogre", Stats: "ferocity 2"}, play.Roll{Rolls: "Ogre 9/3"})
	f.wantShown("Ogre 3, Ogre 9, Anna 10")
	f.gm(play.Roll{Rolls: "Ogre 6/5"}, play.Edit{Name: "Ogre", Stats: "ferocity 1"})
	f.next(3)
	f.wantShown("Anna 1, Ogre 6")
}

// TestRS21CardsSwap: a turn changes cards with one place of another, which has the turn (RS-48).
func TestRS21CardsSwap(t *testing.T) {
	f := start(t, "cards-of-ten")
	f.by(anna, play.Join{Name: "Anna", Stats: "ferocity 2"})
	f.gm(play.Add{Name: "Ogre", Stats: "ferocity 2"}, play.Roll{Rolls: "Anna 2/8, Ogre 9/5"})
	f.wantShown("Anna 2, Ogre 5, Anna 8, Ogre 9")
	f.refused(theGM, play.Delay{With: "Anna"}, engine.NotNow, reason.SwapLater)
	f.gm(play.Delay{With: "Ogre/1"})
	f.wantShown("Ogre 2, Ogre 5, Anna 8, Anna 9")
	f.wantRows("Ogre/1 2, Ogre/2 5, Anna/2 8, Anna/1 9")
	f.wantTurns("1: Ogre", "1: Ogre", "1: Anna", "1: Anna")
	f.wantExport(`"deck_left": 6`)
}

// TestRS21CardsJoining: who comes in mid-round is dealt a card for each turn; who comes back has the cards it had.
func TestRS21CardsJoining(t *testing.T) {
	f := start(t, "cards-of-ten", 1, 7)
	f.gm(play.Add{Name: "Ogre"}, play.Add{Name: "Wolf"}, play.Roll{Rolls: "Ogre 4, Wolf 6"})
	f.by(anna, play.Join{Name: "Anna", Stats: "ferocity 2"})
	f.wantRows("Anna/1 1*, Ogre/1 4, Wolf/1 6, Anna/2 10")
	f.wantExport(`"deck_left": 6`)
	f.by(anna, play.Remove{Name: "Anna"})
	f.wantExport(`"deck_left": 6`)
	f.by(anna, play.Join{Name: "Anna", Stats: "ferocity 2"})
	f.wantShown("Anna 1, Ogre 4, Wolf 6, Anna 10")
	f.wantExport(`"deck_left": 6`)
}

// TestRS21CardsRunOut: the deck is shuffled without the cards in front of places; where even then none is left, places stand at the end in
// order of joining.
func TestRS21CardsRunOut(t *testing.T) {
	f := dealt(t, cardRules(t, "deck: 1-4, again: round, turns: extra + 1, shuffle: when empty"), 1, 1, 1, 1)
	f.gm(play.Add{Name: "A", Stats: "extra 1"}, play.Add{Name: "B", Stats: "extra 3"}, play.Add{Name: "C"}, play.Roll{})
	f.wantShown("B 4, B 3, A 2, A 1, B –, B –, C –")
	f.wantExport(`"deck_left": 0`)
	f.wantTurns("1: B", "1: B", "1: A", "1: A", "1: B", "1: B", "1: C")
}

// TestRS21CardsDeal: dealing several, the worst, and again go by place; the number of turns may change.
func TestRS21CardsDeal(t *testing.T) {
	f := dealt(t, cardRules(t, "deck: 1-30, turns: 2, deal: 2, lowest: bad, redraw: quick and card < 3, again: round"), 10, 20, 5, 4, 1, 1, 1, 1, 1, 1)
	f.gm(play.Add{Name: "A", Stats: "bad 1"}, play.Add{Name: "B", Stats: "quick 1"}, play.Roll{})
	f.wantShown("A 10, B 8, B 6, A 4")
	e := lastOf[engine.CardDealt](f)
	if len(e) != 4 || e[0].Card != 10 || e[1].Card != 4 || len(e[2].Aside) != 2 || e[2].Card != 6 {
		t.Errorf("%+v", e)
	}
}

// TestRS24CardsReroll: a new deal gives each place another card, and takes back what was dealt.
func TestRS24CardsReroll(t *testing.T) {
	f := dealt(t, cardRules(t, "deck: french + 1 joker, turns: extra + 1, reroll: yes"), 1, 1, 1)
	f.gm(play.Add{Name: "A", Stats: "extra 2"}, play.Add{Name: "B"}, play.Roll{Rolls: "A KS/9H/X, B 2C"})
	f.wantShown("A Joker, A K♠, A 9♥, B 2♣")
	f.gm(play.Reroll{Rolls: "A 10c/JC"})
	f.wantShown("A J♣, A 10♣, B 2♦, A 2♣")
	f.wantExport(`"deck_left": 49`, `"shown": "J♣"`)
}

// TestRS21CardsHold: who holds a turn keeps its card alone and is dealt nothing in the next round (RS-47).
func TestRS21CardsHold(t *testing.T) {
	f := dealt(t, cardRules(t, "deck: 1-10, turns: extra + 1, again: round", "wait: hold"), 1, 1, 1, 1)
	f.gm(play.Add{Name: "A", Stats: "extra 1"}, play.Add{Name: "B"}, play.Roll{Rolls: "A 9/8, B 5"}, play.Delay{})
	f.wantTurns("1: B", "2: B")
	f.wantExport(`"deck_left": 8`)
	f.gm(play.Take{Name: "A"})
	f.wantTurns("2: A", "2: B", "3: B", "3: A", "3: A")
	f.wantShown("B 3, A 2, A 1")
}

// TestRS21CardsHidden: others see nothing of the cards of a hidden unit, which are in the deck for them.
func TestRS21CardsHidden(t *testing.T) {
	f := dealt(t, cardRules(t, "deck: 1-10, turns: extra + 1, again: round", "wait: swap"), 7, 2, 2)
	f.by(anna, play.Join{Name: "Anna"})
	f.gm(play.Add{Name: "Ogre", Stats: "extra 1", Hidden: true}, play.Roll{Rolls: "Ogre 9/7"})
	f.wantShown("Ogre 9, Anna 7, Ogre 2") // the 7 is in the deck for Anna, so the Ogre has another
	viewer := view.ViewerOf(f.s, engine.Actor{User: anna})
	if seen := view.State(f.s, viewer); len(seen.Further) > 0 || len(seen.HiddenOut) > 0 || !slices.Equal(seen.Out, []ruleset.Card{7}) {
		t.Errorf("%+v", seen)
	}
}

// TestRS21CardsUndo: a step that is undone gives back the cards of every place.
func TestRS21CardsUndo(t *testing.T) {
	f := start(t, "cards-of-ten")
	f.dice = dice.Seeded(7)
	f.by(anna, play.Join{Name: "Anna", Stats: "ferocity 2"})
	f.gm(play.Add{Name: "Ogre", Stats: "ferocity 4"}, play.Roll{})
	before, shown := f.export(), f.shown()
	was := f.s
	f.next(7)
	f.s = was
	if f.export() != before || f.shown() != shown {
		t.Errorf("%s", f.export())
	}
}
