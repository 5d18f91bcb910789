package command_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"roundel/engine"
	"roundel/engine/rules"
	"roundel/engine/ruleset"
)

// TestRandomSequencesOfAttacksAndCounters plays random commands under files with attacks against a number and counters of every kind
// (RS-70, RS-73, RS-74).
func TestRandomSequencesOfAttacksAndCounters(t *testing.T) {
	for _, attack := range []string{"{form: d20 critical, costs: action, critical: 17}", "{form: d20 critical, doubles: total, against: 10 + ac / 2}",
		"{form: d20 degrees, costs: action}", "{form: d20 degrees, doubles: dice, costs: quick}"} {
		rs, err := rules.Read([]byte(d20Rules(attack) + "counters:\n  fear: {from: heroes, each round: heroes + round, to: 9, of: gm}\n" +
			"  morale: {from: 9, each round: -members, of: side}\n  wounds: {from: ac, each round: pc, of: combatant, secret: yes}\n  luck: {from: 1, to: 3, of: pc}\n"))
		if err != nil {
			t.Fatal(err)
		}
		t.Run(attack, func(t *testing.T) { rapid.Check(t, func(rt *rapid.T) { playRandom(rt, rs, false) }) })
	}
}

// checkCounters checks that every counter there should be is there once, within its bounds, and no other.
func checkCounters(rs *ruleset.Ruleset, s *engine.State) string {
	values := map[engine.CounterID]int{}
	for _, v := range s.Counters {
		if _, twice := values[v.CounterID]; twice {
			return fmt.Sprintf("two counters %+v", v.CounterID)
		}
		values[v.CounterID] = v.N
	}
	want := 0
	for i := range rs.Counters {
		c := &rs.Counters[i]
		for _, id := range s.CounterIDs(c) {
			want++
			if n, has := values[id]; s.Phase == engine.Running && (!has || n < c.Least || n > c.To) {
				return fmt.Sprintf("%+v is %d, %v", id, n, has)
			}
		}
	}
	if len(values) > want || s.Phase == engine.Setup && len(values) > 0 {
		return fmt.Sprintf("%d counters instead of %d: %+v", len(values), want, s.Counters)
	}
	return ""
}
