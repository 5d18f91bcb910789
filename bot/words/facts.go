package words

import (
	"strings"

	"roundel/bot/words/lang"
	"roundel/engine/ruleset"
)

// mostNote is the number of characters of a note or an explanation that is shown in a list of many.
const mostNote = 90

// Facts returns what a ruleset has, a line each: its stats, pools, conditions, and how to wait (RS-9).
func Facts(l *lang.Language, rs *ruleset.Ruleset) []string {
	var out []string
	for _, st := range rs.Stats {
		if st.Is != "" {
			out = append(out, l.Line("facts.stat", lang.Text("stat", st.Key), lang.Brief("is", st.Is, mostNote)))
		}
	}
	var pools []lang.Phrase
	for i := range rs.Turn {
		pools = append(pools, pool(&rs.Turn[i]))
	}
	if len(pools) > 0 {
		out = append(out, l.Line("facts.turn", lang.Part("pools", chained(pools))))
	}
	for _, c := range rs.Conditions {
		out = append(out, l.Line("facts.condition", lang.Term("condition", c.Name), lang.Part("does", chained(does(c)))))
	}
	if rs.Wait != ruleset.NoWait {
		wait, _, oneASide := strings.Cut(string(rs.Wait), ",")
		out = append(out, l.Line("facts.wait", lang.Text("wait", wait), lang.Flag("one_a_side", oneASide)))
	}
	var counters, events []lang.Phrase
	for _, c := range rs.Counters {
		counters = append(counters, lang.P("list.name", lang.Term("name", c.Name)))
	}
	for _, e := range rs.Events {
		events = append(events, lang.P("list.name", lang.Term("name", e.Name)))
	}
	if len(counters) > 0 {
		out = append(out, l.Line("facts.counters", lang.Parts("counters", counters)))
	}
	if len(events) > 0 {
		out = append(out, l.Line("facts.events", lang.Parts("events", events)))
	}
	return out
}

// chained returns phrases with semicolons between them, as they have commas of their own.
func chained(all []lang.Phrase) lang.Phrase {
	var out lang.Phrase
	for i, p := range all {
		if i == 0 {
			out = p
		} else {
			out = lang.P("list.chain", lang.Part("first", out), lang.Part("then", p))
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
	case ruleset.Recharge:
		notes = append(notes, lang.P("facts.recharge", lang.Name("needs", p.Back.Needs.String()), lang.Name("dice", p.Back.Roll.String())))
	}
	if p.Reserve > 0 {
		notes = append(notes, lang.P("facts.reserve", lang.Int("n", p.Reserve)))
	}
	count := ""
	if p.Counted() {
		count = p.Count.String()
	}
	return lang.P("facts.pool", lang.PoolName("pool", p.Key, p.Words()), lang.Name("count", count), lang.Parts("notes", notes))
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
		out = append(out, lang.P("facts.lasts", lang.Name("duration", c.Lasts)))
	}
	if c.Note != "" {
		out = append(out, lang.P("list.name", lang.Brief("name", c.Note, mostNote)))
	}
	return out
}
