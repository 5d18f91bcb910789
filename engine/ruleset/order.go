package ruleset

import (
	"slices"

	"roundel/engine/formula"
)

// Shape is what decides who is next.
type Shape string

// The shapes of order. A fight plays each by a file of its own in engine/play.
const (
	Score Shape = "score" // the highest number
	Cards Shape = "cards" // a card each
	Pick  Shape = "pick"  // somebody chooses
	Draw  Shape = "draw"  // a token out of a bag
	Ticks Shape = "clock" // the lowest tick
)

// Order says how the turn order is decided (RS-20 to RS-26).
type Order struct {
	Shape    Shape
	Roll     *formula.Formula // of a unit: of its first member, unless sides are units
	SideRoll *formula.Formula // of a side where sides are units; nil: Roll
	Low      bool             // the lowest score acts first (RS-22)
	Again    Again
	Turns    *formula.Formula // places of a unit, each with a turn (RS-21); nil: one
	Ties     []Tie            // each is applied to what the ones before it left level (RS-23)
	TieDie   int              // sides of the die for what all of them leave level
	Reroll   bool             // the GM can roll the whole order again in mid-fight (ST-7)
	Phases   []string         // what each turn goes through, one after the other (RS-25); empty: it has none

	Passes int  // Score: all scores fall by it after a pass, and whoever is above 0 acts again (RS-26); 0: there is one pass
	Slots  bool // Score: each place belongs to the side, whose members choose who takes it (RS-27)

	Deck    Deck             // Cards
	Next    Next             // Pick: who can follow
	Chooser Chooser          // Pick: who says who follows
	Repeat  bool             // Pick: whoever has acted can be picked again, and the GM ends the round (RS-32)
	Tokens  *formula.Formula // Draw: how many a combatant has in the bag (RS-36)
	Lots    Lots             // Draw: whose turn a token is
	Ends    int              // Draw: tokens in the bag that end the round
	Cost    *formula.Formula // Ticks: what a turn costs in which nothing says what it costs (RS-38); nil: 1
}

// Deck is what an order by cards deals (RS-28 to RS-30).
type Deck struct {
	French    bool // 52 cards, and Jokers
	Jokers    int
	Low, High int              // otherwise: the numbers on the cards
	Deal      *formula.Formula // how many a place is dealt, of which the best counts; nil: 1
	Lowest    *formula.Formula // not 0: the worst counts; nil: 0
	Redraw    *formula.Formula // not 0 of a card: another is dealt instead; nil: 0
	Shuffle   Shuffle
}

// Shuffle is when dealt cards go back into the deck (RS-30).
type Shuffle string

// When the deck is shuffled: before every round, before the round after one in which a joker was dealt, when no card is left.
const (
	EveryRound Shuffle = "every round"
	AfterJoker Shuffle = "after joker"
	WhenEmpty  Shuffle = "when empty"
)

// Next is who can follow in an order by choice (RS-32).
type Next string

// Who can follow: anyone with a turn left, the next side, the same side while it has one.
const (
	Anyone    Next = "any"
	OtherSide Next = "other side"
	SameSide  Next = "same side"
)

// Chooser is who chooses at an open turn (RS-34).
type Chooser string

// The choosers: the owner of whoever acted last, the owners of candidates of one side, the owners of all candidates, the GM.
const (
	ByActor  Chooser = "actor"
	BySide   Chooser = "side"
	ByAnyone Chooser = "anyone"
	OnlyGM   Chooser = "gm"
)

// Lots is whose turn a token out of the bag is (RS-36).
type Lots string

// Whose turn a token is: that of its unit, that of its unit or of any NPC for an NPC's token, that of any unit of its side.
const (
	OwnLots  Lots = "own"
	NPCLots  Lots = "npc"
	SideLots Lots = "side"
)

// Opens reports whether there are turns that nobody has until somebody chooses (RS-34).
func (o *Order) Opens() bool {
	return o.Slots || o.Shape == Pick || o.Shape == Draw && o.Lots != OwnLots
}

// HandsOn reports whether whoever ends their turn can name who is next.
func (o *Order) HandsOn() bool { return o.Opens() && o.Shape != Draw }

// Scored reports whether each unit has a place by its score.
func (o *Order) Scored() bool { return o.Shape != Pick && o.Shape != Draw }

// Again is when the order is made again (RS-20).
type Again string

// When the order is made again: never, at the start of every round, when the GM rolls for the next one.
const (
	OnceAFight Again = "fight"
	EachRound  Again = "round"
	OnAsking   Again = "ask"
)

// Tie is one rule for units with the same score (RS-23).
type Tie struct {
	Kind TieKind
	By   *formula.Formula // ByValue: the higher goes first; ByDice: each rolls, again while equal
	Side bool             // ByValue and ByDice: of each tied side; all units of a side then stand together (TO-2)
}

// TieKind says what decides a tie.
type TieKind string

// The kinds of tie rules: units with a PC first, units without one first, a number, a roll; the owners of tied PCs on one side choose
// (TO-3); the GM places them; as they joined; at once.
const (
	PCsFirst  TieKind = "pc"
	NPCsFirst TieKind = "npc"
	ByValue   TieKind = "value"
	ByDice    TieKind = "dice"
	Choose    TieKind = "choose"
	ByGM      TieKind = "gm"
	AsJoined  TieKind = "joined"
	Together  TieKind = "together"
)

// Wait is how a unit can let others go first (RS-45).
type Wait string

// The ways of waiting: none; to the bottom of the round; the same for one unit of each side (TO-6); out of the order and back after
// somebody's turn (RS-46); the same over rounds (RS-47); changing places with a later unit (RS-48).
const (
	NoWait         Wait = ""
	Bottom         Wait = "bottom"
	BottomOnceSide Wait = "bottom, one a side"
	Rejoin         Wait = "rejoin"
	Hold           Wait = "hold"
	Swap           Wait = "swap"
)

// ActsLast reports whether units can go to the bottom of the round with /init last.
func (w Wait) ActsLast() bool { return w == Bottom || w == BottomOnceSide }

// Delays reports whether units can leave their place with /init delay.
func (w Wait) Delays() bool { return w == Rejoin || w == Hold || w == Swap }

// Surprise is what it means to be surprised.
type Surprise struct {
	Kind          SurpriseKind
	Sneak, Notice string // LateRoll: the stats of the contest, each a whole bonus (RI-3)
	Awareness     string // LostRound: the stat that people look at for a test (ST-8)
}

// SurpriseKind is one way of handling surprise (RS-50).
type SurpriseKind string

// The kinds of surprise: there is none; the surprised lose round 1 (ST-9); they roll in round 2 (RI-4); everyone else gets a free round
// before the roll (CS-5); ambushers named by the GM get free turns after it (TO-12); only the initiative roll changes; their first turn
// is lost; everyone else has one action before round 1.
const (
	NoSurprise  SurpriseKind = ""
	LostRound   SurpriseKind = "lost round"
	LateRoll    SurpriseKind = "late roll"
	FreeRound   SurpriseKind = "free round"
	AmbushTurns SurpriseKind = "ambush turns"
	WorseRoll   SurpriseKind = "roll"
	LostTurn    SurpriseKind = "lost turn"
	OneAction   SurpriseKind = "one action"
)

// Marks reports whether the GM names who is surprised, before initiative is rolled.
func (k SurpriseKind) Marks() bool { return k != NoSurprise && k != AmbushTurns }

// PlayersChoose reports whether the owners of tied PCs choose their order (TO-3).
func (o *Order) PlayersChoose() bool {
	return slices.ContainsFunc(o.Ties, func(t Tie) bool { return t.Kind == Choose })
}
