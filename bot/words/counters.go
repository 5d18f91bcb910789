package words

import (
	"slices"
	"strings"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/ruleset"
)

// counters renders changes of counters, one line a counter: "Hero points: Anna 1 → 2, Ben 0 → 1." A counter's first value is only on the
// card.
func (t *teller) counters(set engine.Event) string {
	e, is := set.(engine.CountersSet)
	if !is || e.Cause == engine.CounterBegan {
		return ""
	}
	var lines []string
	for i := range t.rs.Counters {
		c := &t.rs.Counters[i]
		var changes []lang.Phrase
		for _, change := range e.Changes {
			if change.Name == c.Name {
				changes = append(changes, lang.P("counter.change", lang.Part("owner", t.counterOwner(change.CounterID)), lang.Int("from", change.From),
					lang.Int("to", change.To), lang.Text("stopped", stopped(e, change))))
			}
		}
		if len(changes) > 0 {
			lines = append(lines, t.l.Line("counter.changed", lang.Term("counter", c.Name), lang.Some("changes", changes)))
		}
	}
	return strings.Join(lines, "\n")
}

// counterOwner returns whose counter it is, or nothing if everyone shares it.
func (t *teller) counterOwner(id engine.CounterID) lang.Phrase {
	if c, ok := t.who(id.Who); ok && id.Who != 0 {
		return named(c.Name)
	}
	if id.Side == "" {
		return lang.Phrase{}
	}
	return bareSide(id.Side)
}

// stopped returns at which of its bounds a counter has stopped: max, min, or neither.
func stopped(e engine.CountersSet, change engine.CounterChange) string {
	switch {
	case e.Cause != engine.CounterHand || change.Asked == change.To:
		return ""
	case change.Asked > change.To:
		return "max"
	}
	return "min"
}

// phoneLine is the number of characters of a card that a phone shows in one line.
const phoneLine = 40

// countersNow returns the counters of a view for a card, in short lines: those that everyone shares, those of sides, and those of whoever
// has the turn.
func (f fight) countersNow() []string {
	active := f.s.ActiveMembers()
	var out []string
	for i := range f.rs.Counters {
		c := &f.rs.Counters[i]
		values := slices.DeleteFunc(f.s.CountersOf(c.Name), func(v engine.CounterValue) bool {
			return v.Who != 0 && !slices.ContainsFunc(active, func(m *engine.Combatant) bool { return m.ID == v.Who })
		})
		if len(values) == 0 {
			continue
		}
		part := f.l.Say(f.counterValues(c, values, len(active) == 1))
		if last := len(out) - 1; last >= 0 && Length(out[last])+Length(" · "+part) <= phoneLine {
			out[last] += " · " + part
		} else {
			out = append(out, part)
		}
	}
	return out
}

// counterValues returns a counter with its values: "Escalation die 3", "Hero points: Anna 1, Ben 2". The owner's name is left out if it can
// only be one.
func (f fight) counterValues(c *ruleset.Counter, values []engine.CounterValue, one bool) lang.Phrase {
	name := lang.Term("counter", c.Name)
	if len(values) == 1 && values[0].Side == "" && (values[0].Who == 0 || one) {
		return lang.P("counter.value", name, lang.Int("n", values[0].N))
	}
	parts := make([]lang.Phrase, len(values))
	for i, v := range values {
		owner := bareSide(v.Side)
		if v.Side == "" {
			owner = named(f.s.CounterOwner(v.CounterID))
		}
		parts[i] = lang.P("counter.of", lang.Part("owner", owner), lang.Int("n", v.N))
	}
	return lang.P("counter.values", name, lang.Parts("values", parts))
}

// Counters returns all counters of a view, a line each, with their limits: "Hero points: Anna 1, Ben 2 (0 to 3)".
func Counters(l *lang.Language, s *engine.State, rs *ruleset.Ruleset) []string {
	return fight{l, calledBoth(l, s), rs}.counterLines()
}

func (f fight) counterLines() []string {
	var out []string
	for i := range f.rs.Counters {
		c := &f.rs.Counters[i]
		values := f.s.CountersOf(c.Name)
		if len(values) == 0 {
			continue
		}
		out = append(out, f.l.Line("counter.listed", lang.Part("values", f.counterValues(c, values, false)), lang.Int("low", c.Least), lang.Int("high", c.To),
			lang.Flag("secret", c.Secret)))
	}
	return out
}
