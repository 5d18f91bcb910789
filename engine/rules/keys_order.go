package rules

import "roundel/engine/ruleset"

// shapes returns all shapes of order.
func shapes() []ruleset.Shape {
	return []ruleset.Shape{ruleset.Score, ruleset.Cards, ruleset.Pick, ruleset.Draw, ruleset.Ticks}
}

// orderSpec returns what is allowed under order, by shape (RS-20 to RS-38).
func orderSpec() spec {
	forms := map[string]*keys{}
	for _, shape := range shapes() {
		forms[string(shape)] = &keys{"an order by " + string(shape), append(sharedKeys(shape), shapeKeys(shape)...)}
	}
	return spec{by: "by", forms: forms, what: "a mapping such as {by: score, roll: d20}"}
}

// sharedKeys returns the keys of every shape, of which a clock has only some.
func sharedKeys(shape ruleset.Shape) []key {
	out := []key{
		{"by", words(string(shape)), true},
		{"ties", listOf(formulaOf("a rule for ties"), 8, "a rule for ties or a list of at most 8, such as [pc, d8]"), false},
	}
	if shape == ruleset.Ticks {
		return out
	}
	phases := spec{list: &items{of: text(1, maxKey), min: 2, max: 8}, what: "a list of 2 to 8 names"}
	return append(out,
		key{"again", words("fight", "round", "ask"), false},
		key{"turns", numberFormula(), false},
		key{"phases", phases, false},
		key{"reroll", yesNo(), false},
	)
}

// shapeKeys returns the keys that one shape has.
func shapeKeys(shape ruleset.Shape) []key {
	best := key{"best", words("high", "low"), false}
	switch shape {
	case ruleset.Score:
		return []key{{"roll", roll(), true}, {"side roll", roll(), false}, best,
			{"passes", number(1, maxStat), false}, {"slots", yesNo(), false}}
	case ruleset.Cards:
		deck := pattern(deckPattern, "french, french + 1 joker, french + 2 jokers, or numbers such as 1-10")
		return []key{{"deck", deck, true}, {"deal", numberFormula(), false}, {"lowest", numberFormula(), false}, {"redraw", numberFormula(), false},
			{"shuffle", words("every round", "after joker", "when empty"), false}, best}
	case ruleset.Pick:
		return []key{{"next", words("any", "other side", "same side"), false}, {"who", words("actor", "side", "anyone", "gm"), false},
			{"repeat", yesNo(), false}, {"roll", roll(), false}, best}
	case ruleset.Draw:
		return []key{{"tokens", numberFormula(), true}, {"pool", words("own", "npc", "side"), false}, {"ends", number(0, 3), false}}
	case ruleset.Ticks:
		return []key{{"roll", roll(), true}, {"cost", numberFormula(), false}}
	}
	return nil
}
