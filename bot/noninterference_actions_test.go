package bot

func scriptsOfActions() []script {
	return []script{
		{name: "the summary", sides: sides, lines: opening + goblin + zorn + `
GM: /init roll $sides
{GM: /hp target:Zorn amount:-5}
Anna: /next
{GM: /hp target:Zorn amount:-4}
Ben: /next
GM: /hp target:Knight amount:-3
`},
		{name: "engaged by one", rulesets: actions, sides: sides, lines: opening + goblin + zorn + `
GM: /init roll $sides
{GM: /act engage target:Knight who:Zorn}
Anna: /act move leaving:withdraw
`},
		{name: "fleeing from one", rulesets: actions, sides: sides, lines: opening + goblin + zorn + `
GM: /init roll $sides
{GM: /act engage target:Knight who:Zorn}
GM: /act engage target:Knight who:Goblin
Anna: /act move leaving:flee
GM: press Free attack: Goblin: damage=1d4; roll=15; damage_roll=2
`},
		{name: "moving next to a hidden combatant", rulesets: actions, sides: sides, lines: opening + goblin + zorn + `
GM: /init roll $sides
{GM: /act engage target:Knight who:Zorn}
Anna: /act move
Anna: /act move
{GM: /act disengage target:Knight who:Zorn}
Anna: /next
`},
		{name: "one attacks and is seen by it", rulesets: "rounds-initiative", noLog: true, lines: opening + goblin + zorn + `
GM: /init roll $sides
[GM: /init add name:Zorn stats:$s, hp 9 roll:6 side:Dark]{GM: /attack who:Zorn target:Knight range:ranged free:true damage:1d4 roll:1}
Anna: /next
GM: /next
`},
		{name: "one is attacked", rulesets: "structured-time " + actions, sides: sides, lines: opening + goblin + zorn + `
GM: /init roll $sides
{GM: /attack who:Knight target:Zorn hit:20 damage:1d4 roll:10 damage_roll:3 free:true}
Anna: /attack target:Goblin hit:20 damage:1d4 roll:10 damage_roll:3
Anna: /next
`},
		{name: "damage over several", sides: sides, lines: opening + goblin + zorn + `
GM: /init roll $sides
GM: /hp target:Goblin{, Zorn} amount:-3
GM: /hp target:Knight, Goblin{, Zorn} amount:-1d4 half:Knight{, Zorn}
GM: /hp target:{Zorn, }Goblin amount:-50
GM: press What became of them?: Dead
Anna: /next
Ben: /next
`},
		{name: "players deal damage", sides: sides, lines: opening + goblin + zorn + `
Anna: /damage target:Goblin amount:1
GM: /init roll $sides
Anna: /damage target:Goblin, Elf amount:1d4 half:Elf
GM: /damage target:Knight, Goblin{, Zorn} amount:1d4 half:Knight{, Zorn}
GM: /damage target:{Zorn, }Goblin, Elf amount:2 none:Elf{, Zorn}
{GM: /damage target:Zorn amount:2d4}
{GM: /heal target:Zorn amount:1d4}
Anna: /heal target:Elf amount:1d4
Ben: /damage target:Goblin amount:1
Anna: /next
Anna: /damage target:Goblin amount:1
`},
		{name: "the GM applies damage", settings: `{"damage":"confirm"}`, sides: sides, lines: opening + goblin + zorn + `
GM: /init add name:Wolf stats:$s, hp 8 roll:2
GM: /init roll $sides
Anna: /damage target:Goblin, Wolf amount:1d4
GM: press Apply
GM: press Apply
Anna: /damage target:Goblin, Wolf amount:1d4 half:Wolf
{GM: /damage target:Zorn amount:1}
GM: press Apply
Anna: /next
`},
		{name: "many fall", rulesets: "turn-order", lines: opening + `
GM: /init add name:Rat count:4 stats:$s, hp 1 roll:3
{GM: /init add name:Bat count:4 stats:$s, hp 1 roll:2 hidden:true}
GM: /init roll
GM: /hp target:Rat{, Bat} amount:-2
GM: /init undo
GM: /hp target:Rat, Elf{, Bat} amount:-50
`},
		{name: "one goes down", sides: sides, lines: opening + goblin + zorn + `
GM: /init roll $sides
{GM: /hp target:Zorn amount:-50}
{GM: press What became of them?: Dead}
` + rounds2 + `
{GM: /hp target:Zorn amount:+3}
Anna: /next
Ben: /next
`},
		{name: "the GM screen", sides: sides, lines: opening + goblin + zorn + `
{GM: /init list}
{GM: press Choose a combatant: Knight}
{GM: press Note: note=afraid of fire}
GM: /init roll $sides
{GM: /init list}
{GM: press Choose a combatant: Zorn}
{GM: press Note: note=flees at half}
{GM: press Refresh}
Anna: /damage target:Goblin amount:50
GM: /init scene text:Night
GM: press What became of them?: Stunned
GM: /init list
GM: press Ping me on NPC turns
{GM: /hp target:Zorn amount:-50}
{GM: press What became of them?: Dead}
Anna: /next
Ben: /next
GM: /init undo
Ben: /next
`},
		{name: "losses and morale", rulesets: actions, lines: opening + `
GM: /init add name:Orc count:2 stats:$s, hp 8
{GM: /init add name:Orc stats:$s, hp 8 hidden:true}
GM: /init roll $sides
{GM: /hp target:$h1 amount:-50}
Anna: /next
Ben: /next
{GM: /morale who:$h1}
GM: /morale who:Orc 1{, $h1} roll:9
GM: /hp target:Orc 2 amount:-50
GM: /next
`},
		{name: "ticks", rulesets: "flow-of-time", lines: opening + goblin + zorn + `
GM: /act define activity:Strike ticks:2
GM: /init roll
Anna: /act do activity:Strike
Anna: /act reserve ticks:1
Anna: /next
{GM: /act do activity:Strike who:Zorn}
{GM: /act reserve ticks:2 who:Zorn}
{GM: /act long activity:Dig duration:1 min who:Zorn}
{GM: /effect add target:Zorn name:Slow ticks:-1 duration:2 rounds}
Ben: /next
{GM: /act react activity:Dodge who:Zorn}
Anna: /act react activity:Dodge
GM: /next
Anna: /next
Ben: /next
GM: /next
`},
		{name: "surprise of one", rulesets: "structured-time rounds-initiative combat-sequence", lines: opening + goblin + `
{GM: /init add name:Zorn stats:$s, hp 9 roll:6 hidden:true}
{GM: /surprise set names:Zorn}
GM: /init roll $sides
` + rounds2},
		{name: "surprise of several", rulesets: "structured-time rounds-initiative", lines: opening + goblin + zorn + `
GM: /surprise set names:Goblin{, Zorn}
{GM: /surprise clear names:Zorn}
{GM: /surprise set names:Zorn}
GM: /init roll
` + rounds2},
		{name: "one is tested", rulesets: "structured-time", lines: opening + goblin + zorn + `
GM: /surprise test names:Knight{, Zorn} target:40
Anna: press Test: Knight: roll=55
{GM: /surprise test names:Zorn target:40}
GM: /init roll tests:True
GM: /surprise test names:Knight{, Zorn} target:40
{GM: /surprise set names:Zorn}
Anna: press Test: Knight: roll=55
GM: /surprise set names:Goblin{, Zorn}
GM: /init reroll tests:True
Anna: /next
Ben: /next
GM: /next
`},
		{name: "one is tested against its own number", rulesets: "structured-time", lines: opening + goblin + zorn + `
GM: /init edit name:Knight stats:awareness 40
GM: /init edit name:Goblin stats:awareness 30
{GM: /init edit name:Zorn stats:awareness 40}
GM: /surprise test names:{Zorn, }Knight, Goblin
Anna: press Test: Knight: roll=55
{GM: /surprise test target:Zorn 30}
{GM: /surprise clear names:Zorn}
GM: /surprise clear names:Goblin{, Zorn}
GM: /init roll
`},
		{name: "one is alert", rulesets: "combat-sequence", lines: opening + goblin + `
{GM: /init add name:Zorn stats:$s, hp 9 side:party hidden:true}
{GM: /surprise alert names:Zorn}
GM: /surprise side side:foes
GM: /init roll
Anna: /next
Ben: /next
`},
		{name: "a contest with one", rulesets: "rounds-initiative", lines: opening + goblin + zorn + `
{GM: /surprise contest ambushers:Zorn targets:Knight, Elf rolls:Zorn 2, Knight 12, Elf 12}
`},
		{name: "a contest that one wins", rulesets: "rounds-initiative", lines: opening + goblin + zorn + `
{GM: /surprise contest ambushers:Zorn targets:Knight, Elf rolls:Zorn 12, Knight 2, Elf 12}
`},
		{name: "a contest of several", rulesets: "rounds-initiative", lines: opening + goblin + zorn + `
GM: /surprise contest ambushers:Goblin targets:Knight{, Zorn} rolls:Goblin 9, Knight 4{, Zorn 3}
GM: /init roll
`},
	}
}

func scriptsOfChanges() []script {
	return []script{
		{name: "nothing that is seen", sides: sides, lines: opening + goblin + zorn + `
{GM: /init edit name:Zorn stats:hp 12}
{GM: /surprise clear names:Zorn}
GM: /init roll $sides
{GM: /init edit name:Zorn stats:hp 13}
{GM: /effect add target:Zorn name:Venom duration:2 rounds damage:1}
{GM: /effect remove target:Zorn name:Venom}
{GM: /hp target:Zorn amount:=3}
{GM: /init edit name:Zorn hidden:true}
{GM: /init log}
Anna: /next
`},
		{name: "one is removed", sides: sides, lines: opening + goblin + zorn + `
GM: /init roll $sides
{GM: /init remove name:Zorn}
{GM: /init undo}
Anna: /next
Ben: /next
{GM: /init remove name:Zorn}
GM: /next
`},
		{name: "one is removed in its turn", sides: sides, rulesets: "turn-order structured-time flow-of-time rounds-initiative", lines: opening + goblin + zorn + `
GM: /init roll $sides
Anna: /next
{GM: /init remove name:Zorn}
Ben: /next
GM: /next
`},
		{name: "one changes sides", sides: sides, lines: opening + goblin + zorn + `
{GM: /init edit name:Zorn side:Night}
{GM: /init edit name:Zorn side:Dark}
GM: /init roll $sides
{GM: /init edit name:Zorn side:foes}
Anna: /next
Ben: /next
GM: /next who:Goblin
`},
		{name: "one is shown", sides: "party 6, foes 3, Dark 5", noLog: true, lines: opening + goblin + zorn + `
[GM: /init add name:Zorn stats:$s, hp 9 roll:6 side:Dark]{GM: /init edit name:Zorn hidden:false}
GM: /init roll $sides
Anna: /next
`},
		{name: "one is shown and hides again", sides: sides, noLog: true, lines: opening + goblin + zorn + `
[GM: /init add name:Zorn stats:$s, hp 9 roll:6 side:Dark]{GM: /init edit name:Zorn hidden:false}
[GM: /init remove name:Zorn]{GM: /init edit name:Zorn hidden:true}
Cleo: /init join name:Newt stats:$s, hp 5 roll:4
GM: /init roll
`},
		{name: "a member hides", sides: sides, noLog: true, lines: opening + `
GM: /init add name:Goblin count:3 stats:$s, hp 8
[GM: /init remove name:Goblin 2]{GM: /init edit name:Goblin 2 hidden:true}
GM: /init roll
GM: /init add name:Goblin stats:$s, hp 8
`},
		{name: "stats make a group", rulesets: "turn-order structured-time", lines: opening + goblin + `
{GM: /init add name:Goblin stats:$other, hp 8 roll:2 hidden:true}
{GM: /init edit name:$h1 stats:$s}
{GM: /init edit name:$h1 stats:$other}
GM: /init roll
Anna: /next
`},
		{name: "the side of one in a group changes", rulesets: "turn-order structured-time", lines: opening + `
GM: /init add name:Ogre stats:$s, hp 8 roll:6
{GM: /init add name:Ogre count:2 stats:$s, hp 8 hidden:true}
GM: /init edit name:Ogre side:Night
GM: /init roll
{GM: /init add name:Ogre stats:$s, hp 8 side:Night hidden:true}
GM: /init edit name:Ogre side:foes
Anna: /next
GM: /next
`},
		{name: "the stats of one in a group change", rulesets: "turn-order structured-time", lines: opening + `
GM: /init add name:Ogre stats:$s, hp 8
{GM: /init add name:Ogre stats:$s, hp 8 hidden:true}
GM: /init edit name:Ogre stats:$other
GM: /init add name:Ogre stats:$s, hp 8
GM: /init roll
Anna: /next
`},
		{name: "the owner of one in a group changes", rulesets: "turn-order structured-time", lines: opening + `
GM: /init add name:Ogre stats:$s, hp 8
{GM: /init add name:Ogre stats:$s, hp 8 hidden:true}
GM: /init edit name:Ogre owner:Ben
GM: /init roll
Anna: /next
GM: /init edit name:Ogre owner:Anna
`},
		{name: "a group takes a hidden name", rulesets: "turn-order structured-time", lines: opening + `
GM: /init add name:Ogre count:2 stats:$s, hp 8
{GM: /init add name:Ogre count:2 stats:$s, hp 8 hidden:true}
` + zorn + `
GM: /init edit name:Ogre rename:Zorn
GM: /init edit name:Zorn rename:Abcdefghijklmnopqrstuvwxyz Abc
GM: /init roll
`},
		{name: "one is left of a side that is down", rulesets: actions, lines: opening + `
GM: /init add name:Orc count:2 stats:$s, hp 8
{GM: /init add name:Orc stats:$s, hp 8 hidden:true}
GM: /init roll $sides
GM: /next
GM: /hp target:Orc 1, Orc 2 amount:-50
GM: /next
GM: /next
GM: /hp target:Orc 1 amount:=5
GM: /next
GM: /next
GM: /next
`},
		{name: "a group that is down rolls with a blow", rulesets: "turn-order", lines: opening + `
GM: /init add name:Ogre count:2 stats:$s, hp 8 roll:6
{GM: /init add name:Ogre stats:$s, hp 8 hidden:true}
GM: /init roll
GM: /init blow name:Ogre
GM: /next
GM: /hp target:Ogre 1, Ogre 2 amount:-50
GM: /next
GM: /next
GM: /hp target:Ogre 1 amount:=3
GM: /next
GM: /next
`},
	}
}
