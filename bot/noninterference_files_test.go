package bot

import (
	"slices"
	"testing"
)

// TestNonInterferenceOfFiles: what rulesets have that came as files shows no hidden combatants either: checks, ways to wait, pools, events,
// kinds of surprise, ties that act together, conditions and attacks.
func TestNonInterferenceOfFiles(t *testing.T) {
	playEach(t, slices.Concat(scriptsOfEffects(), scriptsOfWaits(), scriptsOfPools()), playSampled)
}

// yrsa is a second hidden combatant, of another side.
const yrsa = "{GM: /init add name:Yrsa stats:$s, hp 9 roll:4 side:Night hidden:true}\n"

func scriptsOfEffects() []script {
	return []script{
		{name: "saves end effects", rulesets: "five-e-2014 three-actions holders", lines: opening + goblin + zorn + `
GM: /init roll
GM: /effect add target:Knight name:Slowed dc:14 bonus:2 duration:until removed{ source:Zorn}
{GM: /effect add target:Zorn name:Slowed dc:14 source:Knight}
{GM: /effect add target:Zorn name:Blurred dc:30 source:Zorn}
Anna: /next
{GM: /effect save target:Zorn name:Slowed roll:3}
{GM: /next}
{GM: /effect save target:Zorn}
Anna: /effect save target:Knight roll:5
Ben: /next
GM: /effect add target:Goblin name:Slowed dc:14 duration:until removed
GM: /next
GM: /effect save target:Goblin roll:9
Anna: /next
Anna: press Roll to end it: roll=17
Ben: /next
GM: /next
GM: /init undo
`},
		{name: "effects change rolls", rulesets: "five-e-2014 three-actions", lines: opening + goblin + zorn + `
GM: /init roll
GM: /effect add target:Knight name:Blessed changes:attack d4, saves d4 duration:until removed{ source:Zorn}
{GM: /effect add target:Zorn name:Cursed changes:attack -2, ac -2, deals 1d6, saves -1 source:Knight}
{GM: /effect add target:Zorn name:Unconscious}
GM: /effect add target:Goblin name:Prone
Anna: /attack target:Goblin hit:9 damage:1d8 roll:14 damage_roll:3 free:true
{GM: /attack who:Knight target:Zorn hit:9 damage:1d8 free:true}
GM: /effect add target:Knight name:Held dc:12 bonus:2
Anna: /effect list
Anna: /next
Anna: press Roll to end it: roll=9
Ben: /next
GM: /effect add target:Goblin name:Odd changes:attack
GM: /init undo
`},
		{name: "damage tests concentration", rulesets: "five-e-2014 holders", lines: opening + goblin + zorn + `
GM: /init roll
GM: /effect add target:Knight name:$focus source:Knight
GM: /effect add target:Goblin name:Grip source:Knight with:$focus
{GM: /effect add target:Zorn name:Chill source:Knight with:$focus}
{GM: /effect add target:Zorn name:$focus source:Zorn}
{GM: /effect add target:Zorn name:Gloom source:Zorn with:$focus}
GM: /hp target:Knight{, Zorn} amount:-3
Anna: /effect save target:Knight roll:19
{GM: /effect save target:Zorn roll:1}
GM: /damage target:Knight{, Zorn} amount:5
Anna: /effect save target:Knight roll:1
GM: /init undo
Anna: press Roll to keep it: roll=1
Anna: /next
{GM: /hp target:Zorn amount:-50}
Ben: /next
GM: /hp target:Knight amount:=0
`},
		{name: "effects that end with others", rulesets: "turn-order structured-time flow-of-time", lines: opening + goblin + zornLast + `
GM: /init roll
{GM: /effect add target:Zorn name:Focus duration:fight}
{GM: /effect add target:Zorn name:Haste duration:fight source:Zorn with:Focus}
GM: /effect add target:Elf name:Burning duration:1 round damage:1
GM: /effect add target:Elf name:Poison duration:1 round damage:2
Anna: /next
Ben: /next
GM: /next
`},
		{name: "death saves", rulesets: "five-e-2014 three-actions holders", lines: opening + goblin + zorn + `
GM: /init roll
GM: /hp target:Knight{, Zorn} amount:=0
Anna: /next
{GM: /effect save target:Zorn}
Ben: /next
GM: /next
Anna: /effect save target:Knight roll:12
{GM: /hp target:Zorn amount:-50}
Ben: /next
GM: /hp target:Knight amount:-2
GM: /next
Anna: press Death save: roll=20
Anna: press Recovery check: roll=20
GM: /hp target:Goblin{, Zorn} amount:-400
GM: /heal target:Knight{, Zorn} amount:3
Anna: /next
Ben: /next
`},
		{name: "one condition becomes another", rulesets: "holders", lines: opening + goblin + zorn + `
GM: /init roll
GM: /effect add target:Elf name:Burning damage:1 source:Goblin
{GM: /effect add target:Zorn name:Burning damage:1 source:Goblin}
{GM: /effect save target:Zorn roll:1}
Anna: /next
{GM: /effect save target:Zorn roll:1}
GM: /effect save target:Elf roll:1
Ben: /next
GM: /next
GM: /init roll
GM: /effect save target:Elf roll:1
Anna: /next
Ben: /next
`},
		{name: "levels that fall", rulesets: "holders three-actions", lines: opening + goblin + zorn + `
GM: /init roll
GM: /effect add target:Elf name:$level level:3 damage:1
{GM: /effect add target:Zorn name:$level level:2 damage:1 source:Elf}
{GM: /effect add target:Zorn name:$spent level:4 source:Elf}
GM: /effect add target:Goblin name:$spent level:2
Anna: /next
Ben: /next
{GM: /effect level target:Zorn name:$spent amount:+2}
GM: /effect level target:Elf name:$level amount:+2
GM: /next
Anna: /next
Ben: /next
GM: /next
`},
		{name: "a hidden source is removed", rulesets: "three-actions holders", lines: opening + goblin + zorn + yrsa + `
GM: /init roll
{GM: /effect add target:Zorn name:Glow duration:2 rounds source:Yrsa}
{GM: /effect add target:Zorn name:Grim duration:start of source's turn source:Elf}
GM: /effect add target:Knight name:Glow duration:2 rounds source:Goblin
{GM: /init remove name:Yrsa}
{GM: /init undo}
{GM: /init remove name:Yrsa}
Anna: /next
GM: /init remove name:Goblin
Ben: /next
Anna: /next
{GM: /init remove name:Zorn}
Ben: /next
Anna: /next
`},
		// Whoever attacks comes into view, so hidden ones don't.
		{name: "attacks on hidden ones", rulesets: "five-e-2014 three-actions", lines: opening + goblin + zorn + yrsa + `
GM: /init roll
Anna: /attack target:Goblin damage:1d6 hit:1 roll:20 damage_roll:3
{GM: /attack who:Knight target:Zorn damage:1d6 roll:20 damage_roll:3 free:true}
Anna: /attack target:Zorn damage:1d6 hit:1
Anna: /next
Ben: /attack target:Goblin damage:1d6 hit:3 edge:disadvantage
{GM: /attack who:Elf target:Yrsa damage:1d6 roll:1 free:true}
Ben: /next
GM: /attack target:Knight damage:1d6 hit:3 roll:1
GM: /next
`},
	}
}

func scriptsOfWaits() []script {
	return []script{
		{name: "a hidden one delays", rulesets: "three-actions askers", lines: opening + goblin + zorn + `
GM: /init roll
Anna: /next
{GM: /init delay}
Ben: /next
GM: /act do activity:Snarl who:Goblin
{GM: /init take name:Zorn}
GM: /next
GM: /init roll
Anna: /next
Ben: /next
GM: /next
`},
		// One that comes back in the middle of a visible unit's turn interrupts it: everyone reads that the GM acts and then whose turn goes on, which
		// nobody would read where it isn't. So they come back while the GM acts, or where they are next.
		{name: "a hidden one comes back among visible ones", rulesets: "three-actions holders", lines: opening + goblin + zornFirst + yrsa + `
GM: /init roll
{GM: /init delay name:Zorn}
Anna: /init delay
Ben: /init delay
{GM: /init take name:Zorn}
{GM: /next}
Anna: /init take
Anna: /next
Ben: /init take
Ben: /next
GM: /next
Anna: /next
`},
		{name: "coming back next to hidden ones", rulesets: "escalation askers holders", lines: opening + goblin + zorn + yrsa + `
GM: /init roll
Anna: /init delay
{GM: /act do activity:Lurk who:Zorn}
Anna: /init take
Anna: /next
Ben: /init delay
GM: /act do activity:Snarl who:Goblin
Ben: /init take
GM: /next
Ben: /next
Anna: /next
Ben: /next
GM: /next
`},
		{name: "coming back when the last is hidden", rulesets: "three-actions askers holders", lines: opening + goblin + zornLast + `
GM: /init roll
Anna: /init delay
Ben: /next
GM: /next
GM: /init roll
Anna: /init take
Anna: /next
Ben: /next
GM: /init delay name:Goblin
Anna: /next
GM: /init take name:Goblin
GM: /next
`},
		// Not where units hold their turns: while all visible ones do, the turns of hidden ones make rounds that there aren't without them.
		{name: "everyone visible waits", rulesets: "three-actions", lines: opening + zornLast + `
GM: /init roll
Anna: /init delay
Ben: /init delay
Ben: /init take
Ben: /next
Anna: /init take
Anna: /next
`},
		{name: "changing places", rulesets: "swappers", lines: opening + goblin + zorn + yrsa + `
GM: /init roll rolls:Knight 1, Elf 3, Goblin 5{, Zorn 2, Yrsa 4}
Anna: /init delay with:Zorn
Anna: /init delay with:Goblin
{GM: /init delay name:Zorn with:Yrsa}
GM: /next
Ben: /init delay with:Knight
Anna: /next
Ben: /next
`},
		{name: "hidden ones act together with visible ones", rulesets: "swappers joiners", lines: opening + goblin + zorn + yrsa + `
GM: /init roll rolls:Knight 3, Elf 3, Goblin 3{, Zorn 3, Yrsa 3}
Anna: /next
{GM: /next who:Zorn}
Ben: /next
GM: /next who:Goblin
{GM: /next}
Anna: /act do activity:Aim
{GM: /init remove name:Yrsa}
Anna: /next
Ben: /next
`},
		{name: "sides act together", rulesets: "sworn", lines: opening + goblin + zorn + `
GM: /init roll rolls:party 3, foes 3{, Dark 3}
Anna: /init delay
{GM: /next who:Zorn}
Anna: /init take
Anna: /next
Ben: /next
GM: /next who:Goblin
`},
		{name: "events", rulesets: "five-e-2014 holders swappers", lines: opening + goblin + zorn + `
GM: /init event name:Quake score:12
GM: /init roll
GM: /init event name:Storm score:6 every:2
{GM: /effect add target:Zorn name:Venom duration:2 rounds damage:1}
GM: /next
GM: /next
GM: /next
GM: /init remove name:Quake
GM: /next
GM: /next
GM: /next
`},
	}
}

func scriptsOfPools() []script {
	return []script{
		{name: "pools after the turns of others", rulesets: "five-e-2014 holders", lines: opening +
			"GM: /init add name:Dragon stats:init 2, ac 12, legendary 2, hp 50 roll:3\n" + zorn + `
{GM: /init add name:Yrsa stats:init 2, ac 12, legendary 2, hp 9 roll:1 side:Night hidden:true}
GM: /init roll
Anna: /next
GM: /act use pool:legendary who:Dragon
{GM: /act use pool:legendary who:Yrsa}
GM: /act use pool:legendary who:Dragon
Ben: /next
{GM: /act use pool:legendary who:Yrsa}
GM: /next
Anna: /next
GM: /act use pool:legendary who:Dragon
Ben: /next
`},
		{name: "a pool after the turns of others is a player's", rulesets: "five-e-2014", lines: `
GM: /init start name:Bridge ruleset:$ruleset
Anna: /init join name:Knight stats:init 2, ac 12, legendary 2, hp 30 roll:7
GM: /init add name:Goblin stats:$s, hp 8 roll:3
` + zornFirst + zornLast + `
GM: /init roll
Anna: /act use pool:legendary
Anna: /next
Anna: /act use pool:legendary
GM: /next
Anna: /next
GM: /effect add target:Goblin name:Stunned
Anna: /act use pool:legendary
`},
		{name: "pools that a roll brings back", rulesets: "five-e-2014 holders", lines: opening + goblin + zorn + `
GM: /init roll
{GM: /act use pool:$breath who:Zorn}
Anna: /act use pool:$breath
Anna: /next
{GM: /act use pool:$breath who:Zorn}
Ben: /next
GM: /next
Anna: /next
Ben: /next
`},
		{name: "the surprised lose a turn", rulesets: "five-e-2014 holders sworn", lines: opening + goblin + zorn + `
GM: /surprise set names:Knight{, Zorn}
{GM: /surprise set names:Zorn}
GM: /init roll
Ben: /next
GM: /next
Anna: /next
Ben: /next
`},
		{name: "the surprised roll worse", rulesets: "five-e-2024 askers", lines: opening + `
GM: /init add name:Goblin stats:$s, hp 8
{GM: /init add name:Zorn stats:$s, hp 9 side:Dark hidden:true}
GM: /surprise set names:Goblin{, Zorn}
GM: /init roll
Anna: /next
Ben: /next
GM: /next
`},
		{name: "one action before round 1", rulesets: "swappers joiners", lines: opening + goblin + zorn + yrsa + `
GM: /surprise set names:Goblin{, Zorn}
GM: /init roll
Anna: /act do activity:Aim
Anna: /next
Ben: /next
Anna: /next
Ben: /next
`},
		{name: "one action for hidden ones alone", rulesets: "swappers joiners", lines: opening + goblin + zorn + `
{GM: /surprise set names:Zorn}
GM: /init roll
Anna: /next
Ben: /next
`},
		{name: "counters of each kind", rulesets: "tally swappers sworn three-actions escalation", lines: opening + goblin + zorn + yrsa + `
GM: /init roll
Anna: /next
Ben: /next
GM: /counter add name:pulse amount:2
GM: /counter add name:doom amount:2
GM: /counter add name:heat amount:2 who:party
{GM: /counter add name:heat amount:2 who:Dark}
{GM: /counter add name:nerve amount:-2 who:Night}
Anna: /counter add name:luck amount:1
Anna: /counter add name:hero points amount:1
GM: /counter add name:escalation die amount:1
GM: /next
Anna: /next
{GM: /init remove name:Yrsa}
Ben: /next
GM: /next
`},
		{name: "a side that was hidden before", rulesets: "d6-who-begins sworn combat-sequence", lines: opening + goblin + `
{GM: /init add name:Zorn stats:$s, hp 9 side:Night hidden:true}
GM: /init add name:Orc stats:$s, hp 8 side:Pack
GM: /init add name:Owl stats:$s, hp 8 side:Night
GM: /init roll
Anna: /next
Ben: /next
GM: /next
`},
	}
}
