package ruleset

import (
	"roundel/engine/strictyaml"
)

// shapes returns all shapes of order.
func shapes() []Shape {
	return []Shape{Score, Cards, Pick, Draw, Ticks}
}

// orderSpec returns what is allowed under order, by shape (RS-20 to RS-38).
func orderSpec() strictyaml.Spec {
	forms := map[string]*strictyaml.Keys{}
	for _, shape := range shapes() {
		forms[string(shape)] = &strictyaml.Keys{Of: "an order by " + string(shape), All: append(sharedKeys(shape), shapeKeys(shape)...)}
	}
	return strictyaml.Spec{By: "by", Of: "an order", Forms: forms, What: "a mapping such as {by: score, roll: d20}"}
}

// sharedKeys returns the keys of every shape, of which a clock has only some.
func sharedKeys(shape Shape) []strictyaml.Key {
	out := []strictyaml.Key{
		strictyaml.Required("by", strictyaml.Words(string(shape))),
		strictyaml.Optional("ties", strictyaml.ListOf(strictyaml.Formula("a rule for ties"), 8, "a rule for ties or a list of at most 8, such as [pc, d8]")),
	}
	if shape == Ticks {
		return out
	}
	phases := strictyaml.Spec{List: &strictyaml.Items{Of: strictyaml.Text(1, strictyaml.MaxKey), Min: 2, Max: 8}, What: "a list of 2 to 8 names"}
	return append(out,
		strictyaml.Optional("again", strictyaml.Words("fight", "round", "ask")),
		strictyaml.Optional("turns", numberFormula()),
		strictyaml.Optional("phases", phases),
		strictyaml.Optional("reroll", strictyaml.YesNo()),
	)
}

// shapeKeys returns the keys that one shape has.
func shapeKeys(shape Shape) []strictyaml.Key {
	best := strictyaml.Optional("best", strictyaml.Words("high", "low"))
	switch shape {
	case Score:
		return []strictyaml.Key{strictyaml.Required("roll", roll()), strictyaml.Optional("side roll", roll()), best,
			strictyaml.Optional("passes", strictyaml.Number(1, maxStat)), strictyaml.Optional("slots", strictyaml.YesNo())}
	case Cards:
		deck := strictyaml.Pattern(deckPattern, "french, french + 1 joker, french + 2 jokers, or numbers such as 1-10")
		return []strictyaml.Key{strictyaml.Required("deck", deck), strictyaml.Optional("deal", numberFormula()), strictyaml.Optional("lowest", numberFormula()), strictyaml.Optional("redraw", numberFormula()),
			strictyaml.Optional("shuffle", strictyaml.Words("every round", "after joker", "when empty")), best}
	case Pick:
		return []strictyaml.Key{strictyaml.Optional("next", strictyaml.Words("any", "other side", "same side")), strictyaml.Optional("who", strictyaml.Words("actor", "side", "anyone", "gm")),
			strictyaml.Optional("repeat", strictyaml.YesNo()), strictyaml.Optional("roll", roll()), best}
	case Draw:
		return []strictyaml.Key{strictyaml.Required("tokens", numberFormula()), strictyaml.Optional("pool", strictyaml.Words("own", "npc", "side")), strictyaml.Optional("ends", strictyaml.Number(0, 3))}
	case Ticks:
		return []strictyaml.Key{strictyaml.Required("roll", roll()), strictyaml.Optional("cost", numberFormula())}
	}
	return nil
}
