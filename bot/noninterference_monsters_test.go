package bot

import "testing"

// TestNonInterferenceOfMonsters: others see of a monster what they see of an NPC that was typed with the same numbers, whatever else the GM
// knows of it; and hidden monsters, rolled hit points and what a server has saved leave no trace.
func TestNonInterferenceOfMonsters(t *testing.T) {
	const ogre = "[GM: /init add name:Ogre stats:init -1, ac 11, con 3, hp 59 roll:9]{GM: /init add monster:Ogre roll:9}\n"
	for _, sc := range []script{
		{name: "a visible monster", lines: opening + ogre + `
GM: /init roll
Anna: /attack target:Ogre damage:1d6 roll:12 damage_roll:2 hit:5
Anna: /next
GM: /attack target:Knight weapon:Club, 1d8 roll:4 hit:6
Anna: /attack target:Elf who:Ogre weapon:Greatclub
Ben: /init list
GM: /next
Ben: /next
GM: /init undo
GM: /init undo
GM: /init redo
GM: /hp target:Ogre amount:-40
GM: /init remove name:Ogre
`},
		{name: "a hidden monster with rolled hit points", lines: opening + goblin + `
{GM: /init add monster:Adult Red Dragon name:Zorn roll:6 side:Dark hidden:true hp:roll}
GM: /init add name:Bat count:2 stats:init 9 roll:1
GM: /init roll
GM: /next
{GM: /act use pool:legendary who:Zorn}
Anna: /next
Ben: /next
{GM: /next}
GM: /next
GM: /init undo
`},
		{name: "monsters of the server", lines: opening + goblin + `
{Admin: /monster save name:Zorn stats:init 3, ac 17, hp 77 hit_dice:2d8 attacks:Claw, hit 9, 2d6}
{Admin: /monster list}
{Admin: /init add monster:Zorn count:2 roll:5 side:Dark hidden:true hp:roll}
{Admin: /monster save name:Goblin King from:Goblin}
Anna: /monster list
Anna: /monster show name:Zorn
Anna: /monster delete name:Zorn
Anna: /monster save name:Zorn stats:init 1
Anna: /init add monster:Zorn
GM: /init roll
Anna: /next
{GM: /next}
Ben: /next
{Admin: /monster delete name:Zorn}
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
