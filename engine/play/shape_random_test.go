package play_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"roundel/engine/ruleset"
)

// TestRandomShapes plays random commands under orders by choice and by tokens, as [TestRandomSequences] does: the bundled files and others.
func TestRandomShapes(t *testing.T) {
	const stats = "roundel: 1\nname: random\ntitle: Random\nround: 6 s\nonce: yes\nstats: {init: {is: Initiative}, ac: {is: Armor Class}, tokens: {is: Tokens, default: 1}}\n" +
		"events: {Lair: {}, Tide: {every: 2, first: 2}}\nturn: {main: 1, move: {count: 1, also: main}, parry: {count: 1, when: any time}}\n" +
		"conditions: {A: {level: yes, fades: end of turn}, B: {skip: yes, lasts: 1 round}, Ill: {check: {roll: d6, needs: 4}}}\n"
	for name, lines := range map[string]string{
		"popcorn": "", "spotlight": "", "token-bag": "", "bundled alternating": "",
		"alternating":          "order: {by: pick, next: other side, who: side, roll: d10 if pc else 5, ties: [npc, joined]}\ncounters: {malice: {from: heroes, each round: round + heroes, of: gm}}",
		"pick, again, sides":   "order: {by: pick, next: same side, who: anyone, roll: d3, again: round, ties: [d4 a side, best(init)]}\nunits: {alike: [init]}\nsurprise: lost turn",
		"pick, sides units":    "order: {by: pick, next: other side, who: side, roll: d4, again: round, best: low, reroll: yes}\nunits: side\nsurprise: free round",
		"pick, ask":            "order: {by: pick, who: gm, roll: d6 + best(init), again: ask, ties: pc}\nsurprise: lost round",
		"pick, down":           "order: {by: pick, next: same side, who: side, reroll: yes}\nsurprise: one action\ndown: {states: [dying, stable, dead], roll: d20, needs: 10, passes: 3, fails: 3}",
		"pick, ambush":         "order: {by: pick, reroll: yes}\nsurprise: ambush turns\nunits: {alike: []}",
		"repeat":               "order: {by: pick, who: anyone, repeat: yes, reroll: yes}\nsurprise: lost turn\nunits: {alike: []}\ndown: {who: all, states: [dying, stable, dead], roll: d20, needs: 10, passes: 3, fails: 3}",
		"repeat, other side":   "order: {by: pick, next: other side, who: side, repeat: yes, roll: d6, again: round}\nsurprise: late roll",
		"pick, turns":          "order: {by: pick, next: other side, who: side, roll: d10 if pc else 5, turns: tokens + npc, ties: [npc, joined], reroll: yes}\nsurprise: lost turn",
		"pick, turns, phases":  "order: {by: pick, turns: 2 if npc else 1 + round / 3, phases: [move, act]}\nsurprise: one action\nunits: {alike: []}\ndown: {who: all, states: [dying, stable, dead], roll: d20, needs: 10, passes: 3, fails: 3}",
		"pick, turns of sides": "order: {by: pick, next: same side, who: anyone, turns: members, again: round, roll: d6, phases: [a, b, c]}\nunits: side\nsurprise: free round",
		"pick, turns, none":    "order: {by: pick, who: side, turns: ac / 6 - round / 4, again: ask}\nsurprise: lost round\nunits: {alike: [init]}",
		"repeat, turns":        "order: {by: pick, who: anyone, repeat: yes, turns: 2, phases: [a, b]}\nsurprise: ambush turns",
		"draw":                 "order: {by: draw, tokens: 1 + round / 2}\nunits: {alike: [init]}\nsurprise: lost turn",
		"draw, npc":            "order: {by: draw, tokens: tokens, pool: npc, ends: 2, reroll: yes}\nsurprise: one action\ndown: {who: all, states: [dying, stable, dead], roll: d20, needs: 10, passes: 3, fails: 3}",
		"draw, side, ask":      "order: {by: draw, tokens: 2 if pc else tokens, pool: side, again: ask, ends: 1}\nsurprise: lost round",
		"draw, sides as units": "order: {by: draw, tokens: 1, again: round}\nunits: side\nsurprise: free round",
	} {
		t.Run(name, func(t *testing.T) {
			rs, ok := ruleset.ByName(strings.TrimPrefix(name, "bundled "))
			if lines != "" {
				var err error
				if rs, err = ruleset.Read([]byte(stats + lines)); err != nil {
					t.Fatal(err)
				}
			} else if !ok {
				t.Fatalf("no ruleset is called %s", name)
			}
			rapid.Check(t, func(rt *rapid.T) { playRandom(rt, rs, false) })
		})
	}
}
