package bot

import "testing"

// TestMO1BlocksNonInterference: who presses the buttons of a stat block, of a multiattack's row or of legendary actions tells others what the same
// would have told them, had it been typed.
func TestMO1BlocksNonInterference(t *testing.T) {
	const dragon = "[GM: /init add name:Dragon stats:init 0, ac 19, hp 256 roll:19]{GM: /init add monster:Adult Red Dragon name:Dragon roll:19}\n"
	const (
		bite = "weapon:Bite, melee, hit 14, 2d10+8 piercing + 2d6 fire"
		claw = "weapon:Claw, melee, hit 14, 2d6+8 slashing"
		tail = "weapon:Tail, melee, hit 14, 2d8+8 bludgeoning"
		fear = "/save target:Knight save:wis dc:19 name:Frightful Presence effect:Frightened duration:10 rounds source:Dragon"
		wing = "/save target:Elf save:dex dc:22 amount:2d6+8 bludgeoning success:none effect:Prone name:Wing Attack source:Dragon"
	)
	for _, sc := range []script{
		{name: "a block shown, and its attacks", lines: opening + dragon + `
GM: /init roll
{GM: /monster show name:Dragon}
Anna: /monster show name:Dragon
Ben: /monster show name:Adult Red Dragon
[GM: /attack target:Knight ` + claw + `]{GM: press Claw: target=Knight; weapon=Claw}
Anna: /init list
GM: /init undo
GM: /init redo
{GM: /monster show name:Dragon}
[GM: /attack target:Elf ` + tail + `]{GM: press Tail: target=Elf; weapon=Tail}
GM: /next
{GM: /init list}
Anna: /next
Ben: /next
Anna: /init log
`},
		{name: "a multiattack", lines: opening + dragon + `
GM: /init roll
{GM: /monster show name:Dragon}
{GM: press Multiattack}
Ben: /init list
{back}
{GM: /init redo}
{GM: /monster show name:Dragon}
[GM: ` + fear + `]{GM: press Frightful Presence (1): target=Knight}
[GM: /attack target:Elf ` + claw + `]{GM: press Claw (2): target=Elf; weapon=Claw}
Anna: /init list
GM: /init undo
GM: /init redo
{GM: /monster show name:Dragon}
[GM: /attack target:Elf ` + bite + `]{GM: press Bite (1): target=Elf; weapon=Bite}
[GM: /attack target:Knight ` + claw + `]{GM: press All at one target: target=Knight}
GM: /next
Anna: /next
GM: /init undo
Anna: /next
Ben: /next
{GM: /monster show name:Dragon}
{GM: press Multiattack}
GM: /next
Anna: /init log
`},
		{name: "a multiattack of which nothing is made", lines: opening + dragon + `
GM: /init roll
{GM: /monster show name:Dragon}
{GM: press Multiattack}
Anna: /init list
GM: /next
Anna: /next
Ben: /next
{GM: /monster show name:Dragon}
{GM: press Multiattack}
GM: /init undo
{GM: press Multiattack}
GM: /init list
GM: /init log
`},
		{name: "legendary actions", lines: opening + dragon + `
GM: /init roll
GM: /next
GM: /next
{GM: /init list}
[GM: ` + wing + `]{GM: press Wing Attack: target=Elf}
{GM: press Tail Attack}
Anna: /init list
{GM: /init list}
Ben: /next
{GM: press Detect}
GM: /next
GM: /next
{GM: /init list}
{GM: press Detect}
Ben: /init list
{GM: press Pass}
Ben: /next
Anna: /init log
`},
		{name: "reactions", lines: opening + "[GM: /init add name:Brute stats:init 2, ac 16, hp 112 roll:19]{GM: /init add monster:Gladiator name:Brute roll:19}\n" + `
GM: /init roll
{GM: /init list}
GM: /next
{GM: /init list}
Anna: /attack target:Brute damage:1d6 roll:12 damage_roll:2 hit:5
{GM: press Reactions: Parry · Brute}
{GM: press Reactions: Parry · Brute}
Anna: /init list
GM: /init undo
Anna: /next
{GM: /monster show name:Brute}
{GM: press Parry}
{back}
Ben: /next
Anna: /init log
`},
		{name: "the block of a hidden foe", lines: opening + `
{GM: /init add monster:Adult Red Dragon name:Zorn roll:19 hidden:true side:Dark}
GM: /init roll
{GM: /monster show name:Zorn}
{GM: press Multiattack}
{GM: press Detect}
{GM: /next}
Anna: /next
{GM: /init list}
{GM: press Detect}
Ben: /next
{GM: /monster show name:Zorn}
{GM: press Multiattack}
{back}
Anna: /init list
Anna: /next
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
