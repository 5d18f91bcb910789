package bot

import "testing"

// TestNU21NonInterference checks that hidden ones are for all others as if they were not in a command that asks for saves.
func TestNU21NonInterference(t *testing.T) {
	playEach(t, scriptsOfSaves(), func(t *testing.T, sc script, ruleset string) []leak { return duelOf(t, sc, ruleset, sc.parse(ruleset)) })
}

// scriptsOfSaves have hidden ones among those who save, and as the source (NU-21).
func scriptsOfSaves() []script {
	return []script{
		{name: "hidden in an area", rulesets: "five-e-2014 five-e-2024", lines: opening + goblin + zorn + `
GM: /save target:Knight, Goblin{, Zorn} save:dex dc:12 amount:2d6 name:Trap rolls:Knight 4, Goblin 9{, Zorn 3}{ source:Zorn}
{GM: /save target:Zorn save:con dc:12 amount:4 effect:Frightened rolls:Zorn 2}
GM: /init roll
Anna: /save target:Goblin, Elf save:dex dc:12 amount:2d6 name:Burst effect:Frightened repeat:true
{GM: /save target:Zorn save:wis dc:12 effect:Stunned duration:1 round}
Ben: /effect save target:Elf roll:7
GM: /save target:foes{, Dark}, Knight save:dex dc:15 amount:8 name:Fireball effect:Prone success:none
Anna: /effect save target:Knight roll:3
GM: /init undo
GM: press Roll for the rest
Anna: /next
{GM: /save target:Dark save:dex dc:15 amount:99}
Ben: /next
GM: /save target:party{, Zorn} save:con dc:9 advantage:Elf modifier:Knight 2{, Zorn 9} name:Gas effect:Poisoned
{GM: /init remove name:Zorn}
Anna: /effect save target:Knight roll:12
GM: /init pause
Ben: /effect save target:Elf roll:2
`},
		{name: "hidden minions are asked", owner: "GM", rulesets: "five-e-2014", lines: opening + goblin + `
{GM: /init add name:Zorn stats:$s, hp 9 roll:6 owner:@GM hidden:true}
GM: /init roll
{GM: /save target:Zorn save:dex dc:12 amount:4}
GM: /save target:Knight{, Zorn} save:dex dc:12 amount:5 name:Trap
Anna: /effect save target:Knight roll:12
GM: /save target:Knight{, Zorn} save:dex dc:30 effect:Frightened
GM: press Roll for the rest
Anna: /next
`},
		{name: "four results", rulesets: "three-actions", lines: opening + goblin + zorn + `
GM: /init roll
GM: /save target:Goblin, Knight{, Zorn} save:ref dc:15 amount:2d6 effect:Frightened 2 effect_critical:Prone effect_success:Clumsy rolls:Goblin 1, Knight 20{, Zorn 1}
Anna: /save target:Goblin save:will dc:12 amount:3
Anna: /next
`},
		{name: "waiting for the GM", settings: `{"damage":"confirm"}`, rulesets: "five-e-2014", lines: opening + goblin + zorn + `
{GM: /save target:Zorn save:dex dc:3 amount:1}
GM: /init roll
Anna: /save target:Goblin, Elf save:dex dc:12 amount:2d6 effect:Frightened with:Concentrating
GM: press Apply
Ben: /effect save target:Elf roll:2
`},
	}
}
