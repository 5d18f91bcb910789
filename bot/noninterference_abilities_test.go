package bot

import "testing"

// TestMO1NonInterference: a foe's abilities, their costs and uses, and what is rolled for them are the GM's alone. What it does to
// others is told as if it had been typed.
func TestMO1NonInterference(t *testing.T) {
	const dragon = "[GM: /init add name:Dragon stats:init 0, ac 19, hp 256 roll:19]{GM: /init add monster:Adult Red Dragon name:Dragon roll:19}\n"
	const deva = "[GM: /init add name:Deva stats:init 4, ac 17, hp 136 roll:19]{GM: /init add monster:Deva roll:19}\n"
	const spider = "[GM: /init add name:Spider stats:init 3, ac 14, hp 26 roll:12]{GM: /init add monster:Giant Spider name:Spider roll:12}\n"
	for _, sc := range []script{
		{name: "a breath that recharges", lines: opening + dragon + `
GM: /init roll
[GM: /save target:Knight, Elf save:dex dc:21 amount:18d6 fire success:half name:Fire Breath]{GM: /save use:Fire Breath target:Knight, Elf}
Anna: /act use pool:Fire Breath who:Dragon
Anna: /act use pool:Fire Breath
Anna: /monster uses name:Dragon ability:Fire Breath left:1
Ben: /init list
GM: /next
Anna: /next
Ben: /next
GM: /attack target:Knight weapon:Claw, 2d6 roll:4 hit:6
GM: /next
Anna: /next
Ben: /next
{GM: /monster uses name:Dragon ability:Fire Breath left:1}
GM: /init undo
GM: /init undo
GM: /init redo
Anna: /init list
GM: /next
Ben: /init log
`},
		{name: "an ability without a word, and corrected uses", lines: opening + deva + `
GM: /init roll
{GM: /act use pool:Healing Touch}
Anna: /act use pool:Healing Touch who:Deva
Ben: /init list
Anna: /attack target:Deva damage:1d6 roll:12 damage_roll:2 hit:5 free:true
{GM: /monster uses name:Deva ability:Healing Touch left:1}
{GM: /init undo}
{GM: /init redo}
Anna: /init list
GM: /next
{GM: /act use pool:Healing Touch who:Deva}
Anna: /next
Ben: /next
{GM: /act use pool:Healing Touch}
GM: /init edit name:Deva rename:Angel
{GM: /monster uses name:Angel ability:Healing Touch left:2}
GM: /next
Anna: /init log
GM: /init remove name:Angel
`},
		{name: "a legendary action and an attack that recharges", lines: opening + dragon + spider + `
GM: /init roll
GM: /next
GM: /next
[GM: /save target:Knight save:dex dc:22 amount:2d6+8 bludgeoning success:none effect:Prone name:Wing Attack source:Dragon]{GM: /save use:Wing Attack source:Dragon target:Knight}
Anna: /init list
Anna: /next
{GM: /monster uses name:Dragon ability:Fire Breath left:0}
Ben: /next
GM: /next
`},
	} {
		t.Run(sc.name, func(t *testing.T) {
			t.Parallel()
			if found := duelOf(t, sc, "five-e-2014", sc.parse("five-e-2014")); len(found) > 0 {
				t.Errorf("%s", report(found))
			}
		})
	}
}

// TestMO19NonInterference: what an ability has spent in secret comes back in secret: no condition drops because of it, and a roll is shown only for
// what others know to be spent (RS-42, RS-65).
func TestMO19NonInterference(t *testing.T) {
	const begin = "GM: /init start name:Bridge ruleset:gaspers\nAnna: /init join name:Knight stats:init 1, hp 30 roll:7\nBen: /init join name:Elf stats:init 1, hp 20 roll:5\n" +
		"[GM: /init add name:Deva stats:init 4, ac 17, hp 136 roll:19]{GM: /init add monster:Deva roll:19}\nGM: /init roll\n"
	const round = "GM: /next\nBen: /init list\nAnna: /next\nAnna: /init list\nBen: /next\nBen: /init list\n"
	const quietly = "{GM: /act use pool:Healing Touch}\n"
	for name, lines := range map[string]string{
		"a condition":           "GM: /effect add target:Deva name:Choked level:1\n" + quietly + quietly + round + round,
		"a condition that left": "GM: /act use pool:action\nGM: /effect add target:Deva name:Choked level:1\n" + quietly + round + quietly + "GM: /effect remove target:Deva name:Choked\n" + round + round,
		"one of two actions":    "GM: /act use pool:action\nGM: /effect add target:Deva name:Choked level:1\n" + quietly + round + round + "GM: /init log\n",
	} {
		sc := script{name: name, lines: begin + lines}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if found := duelOf(t, sc, "gaspers", sc.parse("gaspers")); len(found) > 0 {
				t.Errorf("%s", report(found))
			}
		})
	}
}
