package words

import (
	"roundel/bot/words/lang"
	"roundel/engine/ruleset"
)

// mostNote is the maximum number of characters shown of a note or an explanation in a list.
const mostNote = 90

// damageFacts says what can follow an amount of damage, and which words about it can be typed among the stats.
func damageFacts(l *lang.Language, d *ruleset.Damage) string {
	var groups, words []string
	for _, g := range d.Groups {
		groups = append(groups, g.Name)
	}
	for _, w := range d.Words {
		words = append(words, w.Word)
	}
	example := ruleset.Resistance{Word: d.Words[0].Word, Of: d.Kinds[0]}
	if d.Words[0].Does.Counted() {
		example.N = 5
	}
	return l.Line("facts.damage", lang.Listed("kinds", d.Kinds), lang.Listed("marks", d.Marks), lang.Listed("groups", groups), lang.Listed("words", words),
		lang.Text("example", ruleset.ResistancesText([]ruleset.Resistance{example})))
}

// chained joins phrases that have commas of their own, two at a time, with the text id.
func chained(id string, all []lang.Phrase) lang.Phrase {
	var out lang.Phrase
	for i, p := range all {
		if i == 0 {
			out = p
		} else {
			out = lang.P(id, lang.Part("first", out), lang.Part("then", p))
		}
	}
	return out
}

// pool returns a pool with what it is for: "reaction 1 (others' turns)".
func pool(p *ruleset.Pool) lang.Phrase {
	var notes []lang.Phrase
	switch p.When {
	case ruleset.AnyTime:
		notes = append(notes, lang.P("facts.any-time"))
	case ruleset.OthersTurns:
		notes = append(notes, lang.P("facts.others-turns"))
	case ruleset.AfterOthersTurns:
		notes = append(notes, lang.P("facts.after-others-turns"))
	}
	switch p.Back.At {
	case ruleset.BackRound:
		notes = append(notes, lang.P("facts.each-round"))
	case ruleset.BackNever:
		notes = append(notes, lang.P("facts.once"))
	case ruleset.BackRest:
		notes = append(notes, lang.P("facts.after-rests", lang.Parts("rests", phrases(p.Back.Rests, term))))
	case ruleset.Recharge:
		notes = append(notes, lang.P("facts.recharge", lang.Name("needs", p.Back.Needs.String()), lang.Name("dice", p.Back.Roll.String())))
	}
	if p.Reserve > 0 {
		notes = append(notes, lang.P("facts.reserve", lang.Int("n", p.Reserve)))
	}
	count, n := "", 2
	if p.Counted() {
		count = p.Count.String()
		if count == "1" {
			n = 1
		}
	}
	return lang.P("facts.pool", pooled(p.Key, p.Words(), n), lang.Name("count", count), lang.Parts("notes", notes))
}

// pooled returns a pool's name standing on its own: in English as the ruleset writes it, in other languages in the form for n.
func pooled(key, written string, n int) lang.Arg {
	return lang.Part("pool", lang.P("list.pool-typed", lang.Text("typed", written), lang.Pool("pool", key, n)))
}

// does returns what a condition does, and its note.
func does(c ruleset.Condition) []lang.Phrase {
	var out []lang.Phrase
	if c.Skip {
		out = append(out, lang.P("facts.skip"))
	}
	if c.NoReactions {
		out = append(out, lang.P("effect.no-reactions"))
	}
	if c.Level {
		out = append(out, lang.P("facts.level"))
	}
	if c.Lasts != "" {
		out = append(out, lang.P("facts.lasts", lang.Part("duration", durationTyped(c.Lasts))))
	}
	if c.Note != "" {
		out = append(out, lang.P("list.name", lang.Brief("name", c.Note, mostNote)))
	}
	return out
}
