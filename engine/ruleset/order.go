package ruleset

import (
	"roundel/engine/formula"
	"roundel/engine/strictyaml"
)

// Shape says how it is decided who is next.
type Shape string

// The shapes of order. What they do is in engine/play, in shape.go and shape_*.go.
const (
	Score Shape = "score" // the highest number
	Cards Shape = "cards" // a card each
	Pick  Shape = "pick"  // someone chooses
	Draw  Shape = "draw"  // a token from a bag
	Ticks Shape = "clock" // the lowest tick
)

// Order says how the turn order is decided (RS-20 to RS-26).
type Order struct {
	Shape    Shape
	Roll     *formula.Formula // a unit's: its first member's, unless sides are units
	SideRoll *formula.Formula // a side's, if sides are units; nil: Roll
	Low      bool             // the lowest score acts first (RS-22)
	Again    Again
	Turns    *formula.Formula // places of a unit, each with a turn (RS-21); nil: one
	Ties     []Tie            // each applies to what the ones before leave tied (RS-23)
	TieDie   int              // sides of the die for ties that none of them decides
	Reroll   bool             // the GM can roll a new order during the fight (ST-7)
	Phases   []string         // what each turn goes through (RS-25); empty: nothing

	Passes int  // Score: how much all scores drop after a pass; units still above 0 act again (RS-26); 0: one pass
	Slots  bool // Score: places belong to sides, whose members choose who takes each (RS-27)

	Deck    Deck             // Cards
	Next    Next             // Pick: who can follow
	Chooser Chooser          // Pick: who says who follows
	Repeat  bool             // Pick: units that have acted can be picked again, and the GM ends the round (RS-32)
	Tokens  *formula.Formula // Draw: how many a combatant puts into the bag (RS-36)
	Lots    Lots             // Draw: whose turn a token is
	Ends    int              // Draw: tokens in the bag that end the round
	Cost    *formula.Formula // Ticks: the default cost of a turn (RS-38); nil: 1
}

// Next says who can follow in an order by choice (RS-32).
type Next string

// Anyone with a turn left, the next side, or the same side while it has one.
const (
	Anyone    Next = "any"
	OtherSide Next = "other side"
	SameSide  Next = "same side"
)

// Chooser says who chooses who takes an open turn (RS-34).
type Chooser string

// The choosers: the owner of whoever acted last, the owners of candidates on one side, the owners of all candidates, or the GM.
const (
	ByActor  Chooser = "actor"
	BySide   Chooser = "side"
	ByAnyone Chooser = "anyone"
	OnlyGM   Chooser = "gm"
)

// Lots says whose turn a token from the bag is (RS-36).
type Lots string

// The token's unit's; for an NPC's token, any NPC's; or that of any unit on its side.
const (
	OwnLots  Lots = "own"
	NPCLots  Lots = "npc"
	SideLots Lots = "side"
)

// Opens reports whether turns can be open until someone takes them (RS-34).
func (o *Order) Opens() bool {
	return o.Slots || o.Shape == Pick || o.Shape == Draw && o.Lots != OwnLots
}

// HandsOn reports whether whoever ends their turn can name who is next.
func (o *Order) HandsOn() bool { return o.Opens() && o.Shape != Draw }

// Scored reports whether each unit has a place by its score.
func (o *Order) Scored() bool { return o.Shape != Pick && o.Shape != Draw }

// Again says when a new order is made (RS-20).
type Again string

// Never, at the start of every round, or when the GM rolls for it.
const (
	OnceAFight Again = "fight"
	EachRound  Again = "round"
	OnAsking   Again = "ask"
)

func (r *reader) orderKey(k *strictyaml.Keys) {
	forms := map[string]*strictyaml.Keys{}
	for _, shape := range []Shape{Score, Cards, Pick, Draw, Ticks} {
		forms[string(shape)] = r.orderKeys(&Order{}, shape)
	}
	k.Add("order", "[who acts when](#order)", strictyaml.Spec{By: "by", Of: "an order", Forms: forms, What: "a mapping such as {by: score, roll: d20}"},
		func(n *strictyaml.Node) {
			o := &r.rs.Order
			if by := n.Get("by"); by != nil && forms[by.Text] != nil {
				o.Shape = Shape(by.Text)
			}
			o.Again, o.Low = OnceAFight, o.Shape == Ticks
			r.orderKeys(o, o.Shape).Read(n)
			o.TieDie = tieDie(o)
			r.checkSideRoll(n)
			if o.Shape == Ticks {
				r.Only(r.Root, "a clock has no rounds", "round")
			}
		}).Must()
}

// orderKeys returns the keys of an order of this shape (RS-20 to RS-38). For an unknown shape, it returns the keys that can be checked anyway.
func (r *reader) orderKeys(o *Order, shape Shape) *strictyaml.Keys {
	sides := r.sideUnits()
	k := strictyaml.NewKeys("an order by " + string(shape))
	k.Add("by", "the kind of order: `score` the best number; `cards` a card each; `pick` somebody chooses; `draw` a token from a bag; `clock` the lowest tick",
		strictyaml.Words(string(shape)), nil).Must()
	r.tiesKey(k, o)
	if shape != Ticks {
		strictyaml.Choice(k, "again", "when the order is rolled again: never (`fight`, default), every `round`, or when the GM asks (`ask`)", &o.Again, OnceAFight, EachRound, OnAsking)
		r.number(k, "turns", "how many places a unit has, 0 to 10; default: 1", &o.Turns, scope{side: sides, to: 10})
		k.Texts("phases", "parts that each turn goes through, by name", &o.Phases,
			strictyaml.Spec{List: &strictyaml.Items{Of: strictyaml.Text(1, strictyaml.MaxKey), Min: 2, Max: 8}, What: "a list of 2 to 8 names"}).
			Then(func(n *strictyaml.Node) { r.distinct(n, "phases") }).Then(r.shows)
		k.YesNo("reroll", "whether the GM may roll a new order with `/init reroll`", &o.Reroll)
	}
	roll := func() *strictyaml.Key {
		return r.roll(k, "roll", "what each unit rolls; under `pick`, what each side rolls to begin; under `clock`, the tick to begin at",
			&o.Roll, scope{side: r.rs.Units.Side || shape == Pick})
	}
	sideRoll := func() {
		r.roll(k, "side roll", "what a side rolls under `units: each or side`, if its members' stats can't be in `roll`", &o.SideRoll, scope{side: true})
	}
	best := func() {
		k.Add("best", "whether the highest or the lowest goes first; default: `high`", strictyaml.Words("high", "low"),
			func(n *strictyaml.Node) { o.Low = n.Text == "low" })
	}
	switch shape {
	case Score:
		roll().Must()
		sideRoll()
		best()
		k.Number("passes", "after everyone has acted, scores fall by this, and anyone still above 0 acts again", &o.Passes, 1, maxStat)
		k.YesNo("slots", "whether the places belong to the sides", &o.Slots)
	case Cards:
		r.deckKeys(k, &o.Deck, sides)
		best()
	case Pick:
		o.Next, o.Chooser = Anyone, ByActor
		strictyaml.Choice(k, "next", "who may be chosen; default: `any`", &o.Next, Anyone, OtherSide, SameSide)
		strictyaml.Choice(k, "who", "who chooses; default: `actor`, the owner of whoever acted last", &o.Chooser, ByActor, BySide, ByAnyone, OnlyGM)
		k.YesNo("repeat", "whether turns aren't used up", &o.Repeat)
		roll()
		best()
	case Draw:
		o.Lots = OwnLots
		r.number(k, "tokens", "how many tokens each combatant puts into the bag, 0 to 20", &o.Tokens, scope{to: 20}).Must()
		strictyaml.Choice(k, "pool", "whose tokens they are: its own (default), all NPCs' together, or its side's", &o.Lots, OwnLots, NPCLots, SideLots)
		k.Number("ends", "how many tokens end the round; default: 0", &o.Ends, 0, 3)
	case Ticks:
		roll().Must()
		r.number(k, "cost", "how many ticks a turn costs if nothing else is said; default: 1", &o.Cost, scope{side: sides, from: 1, to: formula.MaxNumber})
	default:
		roll()
		sideRoll()
		best()
	}
	return k
}

// sideUnits reports whether a side can have a place in the order, or turns of its own. Stats must then be inside functions (RS-13).
func (r *reader) sideUnits() bool { return r.rs.Units.Side || r.rs.Units.SideOption }

// checkSideRoll requires a roll for sides if the GM can choose that sides are units, and refuses one otherwise.
func (r *reader) checkSideRoll(n *strictyaml.Node) {
	o, v := &r.rs.Order, n.Get("roll")
	if !r.rs.Units.SideOption {
		o.SideRoll = nil
		r.Only(n, "this is only for units: each or side, where the GM chooses; what every unit rolls is roll", "side roll")
		return
	}
	if n.Has("side roll") || o.Shape != Score || v == nil || v.Kind != strictyaml.Scalar || o.Roll == nil {
		return
	}
	if _, err := formula.Parse(v.Text, formula.Scope{Stats: r.stats, Side: true}); err != nil {
		r.Problem(n, "side roll: this key is missing; with units: each or side it is what a side rolls, such as d20 + best(%s)", o.Roll.Stats()[0])
	}
}
