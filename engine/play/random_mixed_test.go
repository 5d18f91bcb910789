package play_test

import (
	"testing"

	"pgregory.net/rapid"

	"roundel/engine/ruleset"
)

// TestRandomMixed plays random commands under files in which waiting, checks, being down, conditions, pools and surprise come together, with
// other numbers than any bundled file has.
func TestRandomMixed(t *testing.T) {
	const head = "roundel: 1\nname: mixed\ntitle: Mixed\nround: 7 s\nstats: {init: {is: Initiative}, ac: {is: Armor Class}, grit: {is: Grit, from: -3, to: 9}}\n"
	const conditions = `
save: {roll: d12 + bonus + grit, needs: dc - 3}
conditions:
  Reeling: {skip: yes, lasts: "1 round, start of source's turn", check: {at: start, roll: d6, needs: 4, fails: 2, becomes: Frozen}}
  Frozen: {skip: yes, lasts: end of source's next turn, breaks: [Burning, down]}
  Burning: {damage: yes, level: yes, most: 3, fades: end of turn, breaks: [Frozen], check: {roll: d8 - level, needs: 5}}
  Focus: {one: yes, breaks: [down, skip], check: {at: damage, roll: d20 + grit, needs: "max(7, damage)", ends: fail}}
  Slow: {level: yes, most: 4, fades: spent, takes: {action: 1}, lasts: 2 rounds}
  Chained: {lasts: start of source's turn, check: {roll: d4, needs: 4, passes: 2, fails: 3, becomes: Chained}}
`
	const pools = "turn: {action: {count: 3, also: spare}, spare: {count: 1, back: {roll: d6, needs: 5}}, parry: {count: 1, when: any time}, boss: {count: 2, when: after others' turns}}\n"
	for name, lines := range map[string]string{
		"rejoin, counts": "order: {by: score, roll: d6 + init, ties: [grit, joined]}\nwait: rejoin\nunits: {alike: []}\nsurprise: lost turn\n" +
			"down: {who: all, roll: d20, needs: 9, passes: 2, fails: 3, on 1: two fails, on 20: up at 2 hp, hit: 2, massive: yes, states: [dying, calm, dead]}",
		"hold, levels, again": "order: {by: score, roll: d6, again: round, best: low, ties: together}\nwait: hold\nunits: {alike: [grit]}\n" +
			"down: {who: all, roll: d20 + grit, needs: 8 + level, fails: 3, level: yes, degrees: yes, hit: 1, states: [dying, calm, dead]}",
		"hold, together": "order: {by: score, roll: d3, ties: [pc, together]}\nwait: hold\nblow: -1\nsurprise: lost turn\n" +
			"down: {roll: d20, needs: 9, fails: 1, passes: 1, states: [dying, calm, dead]}",
		"swap, one action": "order: {by: score, roll: d6 + init, ties: [init a side, d6]}\nwait: swap\nsurprise: one action\ndurations: end of source's turn",
		"bottom, one action": "order: {by: score, roll: d4, reroll: yes, ties: [d6 a side, choose]}\nwait: bottom\nsurprise: one action\nunits: {alike: []}\n" +
			"down: {who: npc, roll: 2d10, needs: 11, passes: 1, fails: 2, states: [dying, calm, dead]}\ndurations: start of source's turn",
		"hold, reroll": "order: {by: score, roll: d6 + init, reroll: yes, best: low, ties: [init, gm]}\nwait: hold\nsurprise: lost turn\nmorale: 2d6\n" +
			"attack: {form: d20 degrees, costs: action, doubles: dice}\ndown: {who: all, roll: d20, needs: 9 + level, fails: 4, level: yes, hit: 1, massive: yes, states: [dying, calm, dead]}",
		"rejoin, ambush": "order: {by: score, roll: d4, reroll: yes, ties: [npc, together]}\nwait: rejoin\nblow: -2\nsurprise: ambush turns\nunits: {alike: []}\n" +
			"attack: {form: d20 critical, costs: action, critical: 18}\ndown: {who: all, roll: d20, needs: 5, fails: 2, passes: 1, on 20: up at 3 hp, states: [dying, calm, dead]}",
		"hold, late roll": "order: {by: score, roll: d6, ties: joined}\nwait: hold\nsurprise: late roll\nunits: {alike: []}",
		"sides, rejoin": "order: {by: score, roll: d6, again: ask, ties: together}\nunits: side\nwait: rejoin\ndurations: start of target's turn\n" +
			"down: {who: all, roll: d20, needs: 11, passes: 3, fails: 3, hit: 1, states: [dying, calm, dead]}",
	} {
		t.Run(name, func(t *testing.T) {
			rs, err := ruleset.Read([]byte(head + lines + conditions + pools))
			if err != nil {
				t.Fatal(err)
			}
			rapid.Check(t, func(rt *rapid.T) { playRandom(rt, rs, false) })
		})
	}
}
