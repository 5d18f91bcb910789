package bot

import "testing"

// tally is a ruleset with a counter of every kind, and attacks with degrees of success.
const tally = `roundel: 1
name: tally
title: Tally
stats:
  init: {is: Initiative, need: all}
  ac: {is: Armor Class}
  grit: {is: Grit}
units: {alike: [init]}
order: {by: score, roll: d20 + init, ties: joined}
turn: {action: 3}
attack: {form: d20 degrees, costs: action}
counters:
  fear: {from: heroes, each round: heroes + total(grit) + members, of: gm}
  morale: {from: total(grit), each round: members, of: side}
  wounds: {from: grit, each round: heroes, of: combatant}
  luck: {from: 1, to: 3, of: pc}
  doom: {from: 1, each round: 1 + total(grit), secret: yes}
`

// TestNonInterferenceOfCounters: RS-70, what others see of counters does not depend on hidden combatants, and what a counter stands at
// does not either when somebody visible comes to their side (RS-74: nor do attacks).
func TestNonInterferenceOfCounters(t *testing.T) {
	for _, sc := range []script{
		{name: "rounds", rulesets: "tally", lines: opening + goblin + zorn + `
GM: /init roll
GM: /counter add name:fear amount:2
GM: /counter set name:morale value:9 who:party
{GM: /counter add name:wounds amount:2 who:Zorn}
Anna: /counter add name:luck amount:1
Anna: /next
{GM: /next}
Ben: /next
GM: /next
GM: /counter add name:wounds amount:-1 who:Goblin
GM: /init undo
GM: /hp target:Elf amount:=0
Anna: /next
{GM: /next}
GM: /next
`},
		{name: "sides", rulesets: "tally", lines: opening + goblin + zorn + `
GM: /init roll
Anna: /next
{GM: /next}
GM: /init add name:Bat stats:$s, hp 9 side:Dark roll:1
GM: /counter add name:morale amount:1 who:Dark
GM: /init remove name:Bat
GM: /init add name:Cat stats:$s, hp 9 side:Dark roll:1
GM: /init edit name:Cat side:foes
GM: /init undo
`},
		{name: "attacks", rulesets: "tally", lines: opening + goblin + zornLast + `
GM: /init roll
Anna: /attack target:Goblin damage:1d6 roll:12 damage_roll:2
Anna: /attack target:Goblin damage:1d6 roll:12 damage_roll:2 circumstance:agile
Anna: /attack target:Goblin damage:1d6 roll:12 damage_roll:2
Anna: /next
Ben: /next
GM: /next
{GM: /next}
Anna: /attack target:Goblin damage:1d6 roll:12 damage_roll:2
`},
	} {
		t.Run(sc.name, func(t *testing.T) {
			t.Parallel()
			if found := duelOf(t, sc, "tally", sc.parse("tally")); len(found) > 0 {
				t.Errorf("%s", report(found))
			}
		})
	}
}
