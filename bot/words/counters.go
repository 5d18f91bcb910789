package words

import (
	"fmt"
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/ruleset"
)

// counters renders changes of counters, a line for each counter: "Hero points: Anna 1 → 2, Ben 0 → 1." Counters that begin are on the
// card.
func (t *teller) counters(set engine.Event) string {
	e, is := set.(engine.CountersSet)
	if !is || e.Cause == engine.CounterBegan {
		return ""
	}
	var lines []string
	for i := range t.rs.Counters {
		c := &t.rs.Counters[i]
		var parts []string
		for _, change := range e.Changes {
			if change.Name == c.Name {
				parts = append(parts, t.counterOwner(change.CounterID)+fmt.Sprintf("%d → %d", change.From, change.To)+stopped(e, change))
			}
		}
		if len(parts) > 0 {
			lines = append(lines, Text(Capital(c.Name))+": "+several(parts)+".")
		}
	}
	return strings.Join(lines, "\n")
}

// counterOwner returns whose counter it is, with a space after it, or nothing if there is one for all.
func (t *teller) counterOwner(id engine.CounterID) string {
	name := Text(id.Side)
	if id.Who != 0 {
		name = t.name(id.Who)
	}
	if name != "" {
		name += " "
	}
	return name
}

// stopped says that a counter has gone as far as it can.
func stopped(e engine.CountersSet, change engine.CounterChange) string {
	switch {
	case e.Cause != engine.CounterHand || change.Asked == change.To:
		return ""
	case change.Asked > change.To:
		return " (the maximum)"
	}
	return " (the minimum)"
}

// phoneLine is the number of characters of a card that a phone shows in one line.
const phoneLine = 40

// countersNow returns the counters of a view for a card, in short lines: those there is one of for all, those of sides, and those of
// whoever has the turn.
func countersNow(s *engine.State, rs *ruleset.Ruleset) []string {
	active := s.ActiveMembers()
	var out []string
	for i := range rs.Counters {
		c := &rs.Counters[i]
		values := slices.DeleteFunc(s.CountersOf(c.Name), func(v engine.CounterValue) bool {
			return v.Who != 0 && !slices.ContainsFunc(active, func(m *engine.Combatant) bool { return m.ID == v.Who })
		})
		if len(values) == 0 {
			continue
		}
		part := counterValues(s, c, values, len(active) == 1)
		if last := len(out) - 1; last >= 0 && Length(out[last])+Length(" · "+part) <= phoneLine {
			out[last] += " · " + part
		} else {
			out = append(out, part)
		}
	}
	return out
}

// counterValues returns a counter with its values: "Escalation die 3", "Hero points: Anna 1, Ben 2". If there can be only one owner, the
// name is left out.
func counterValues(s *engine.State, c *ruleset.Counter, values []engine.CounterValue, one bool) string {
	name := Text(Capital(c.Name))
	if len(values) == 1 && values[0].Side == "" && (values[0].Who == 0 || one) {
		return fmt.Sprintf("%s %d", name, values[0].N)
	}
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = fmt.Sprintf("%s %d", Text(s.CounterOwner(v.CounterID)), v.N)
	}
	return name + ": " + strings.Join(parts, ", ")
}

// Counters returns all counters of a view, a line each, with how far they go: "Hero points: Anna 1, Ben 2 (0 to 3)".
func Counters(s *engine.State, rs *ruleset.Ruleset) []string {
	var out []string
	for i := range rs.Counters {
		c := &rs.Counters[i]
		values := s.CountersOf(c.Name)
		if len(values) == 0 {
			continue
		}
		bounds := fmt.Sprintf("%d to %d", c.Least, c.To)
		if c.Secret {
			bounds += ", only for the GM"
		}
		out = append(out, counterValues(s, c, values, false)+Parens(bounds))
	}
	return out
}

// NoCounters is the list of counters in a fight without any.
const NoCounters = "There are no counters yet. If the ruleset has any, they start in round 1."
