package play_test

import (
	"testing"

	"pgregory.net/rapid"

	"roundel/engine/ruleset"
)

// TestRandomPools plays random commands under rulesets with every kind of pool and of surprise, as [TestRandomSequences] does.
func TestRandomPools(t *testing.T) {
	const all = "turn:\n  action: {count: 2, also: spare}\n  spare: {count: 1, back: round}\n  legendary: {count: 3, when: after others' turns}\n" +
		"  luck: {count: 2, when: any time, back: fight}\n  breath: {count: 1, back: {roll: d6, needs: 4}}\n  parry: {count: 1, when: others' turns, back: own turn}\n  talk: any\n" +
		"conditions:\n  A: {takes: {action: 1, legendary: -1}}\n  B: {takes: {action: 3, breath: 1}, no reactions: yes}\n"
	for _, kind := range []string{"lost turn", "one action", "roll"} {
		t.Run(kind, func(t *testing.T) {
			rs, err := ruleset.Read([]byte("roundel: 1\nname: pools\ntitle: Pools\nstats:\n  init: {is: Initiative, from: -10, to: 50, need: all}\nunits: {alike: [init]}\n" +
				"order: {by: score, roll: d20 + init, ties: [pc, d20]}\nsurprise: " + kind + "\n" + all))
			if err != nil {
				t.Fatal(err)
			}
			rapid.Check(t, func(rt *rapid.T) { playRandom(rt, rs, false) })
		})
	}
	for _, name := range []string{"five-e-2014", "five-e-2024", "three-actions", "escalation"} {
		t.Run(name, func(t *testing.T) {
			rs, _ := ruleset.ByName(name)
			rapid.Check(t, func(rt *rapid.T) { playRandom(rt, rs, false) })
		})
	}
}
