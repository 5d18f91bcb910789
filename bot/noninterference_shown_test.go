package bot

import "testing"

// The tables of these scripts differ only in numbers that are kept from others (NU-36): hit points, soak, what absorbs, and what somebody
// resists. Text in [square brackets] is what they are at one table, text in {curly braces} what they are at the other. Nobody who may not know the
// numbers may be able to tell the tables apart.

// TestNU36NonInterferenceOfNumbers checks that nobody but the GM and the owner can tell fights apart that differ only in such numbers.
func TestNU36NonInterferenceOfNumbers(t *testing.T) {
	playEach(t, scriptsOfNumbers(), twinsOf)
}

// warded have a ward that takes damage before hit points do and doesn't count as damage, which calls for checks.
const warded = `roundel: 1
name: warded
title: Warded
stats:
  init: {is: Initiative, need: all}
order: {by: score, roll: d20 + init}
absorbs: {ward: {is: a ward}}
conditions:
  Focus: {check: {at: damage, roll: d20, needs: 5 + damage, ends: fail}}
  Frail: {check: {at: damage, roll: d20, needs: damage, passes: 2, fails: 3, becomes: Broken}}
  Broken: {skip: yes}
`

// shownTurns are blows, healing and turns that nobody goes down from.
const shownTurns = `
GM: /init roll
Anna: /damage target:Ogre amount:3
Anna: /damage target:Ogre, Wolf amount:2d6+1 half:Wolf
Anna: /heal target:Ogre amount:2
GM: /damage target:Ogre amount:4
GM: /hp target:Ogre amount:-2
GM: /effect add target:Ogre name:Burning duration:3 rounds damage:1
Anna: press End turn
pass
pass
GM: /init undo
GM: /init redo
pass
Anna: /init list
GM: /heal target:Ogre amount:1d4
GM: /init export
Anna: /init log
`

// wardedTurns are damage to an Ogre with these hit points that has to keep its focus.
func wardedTurns(ogre string) string {
	return `
GM: /init start name:Bridge ruleset:$ruleset
Anna: /init join name:Knight stats:init 5, hp 30 roll:7
GM: /init add name:Wolf stats:init 4, hp 60 roll:2
GM: /init add name:Ogre stats:init 3, ` + ogre + ` roll:5
GM: /init roll
GM: /effect add target:Ogre name:Focus
GM: /effect add target:Ogre name:Frail
Anna: /damage target:Ogre amount:5
Anna: /effect save target:Ogre name:Focus
[GM: /init list]{GM: /effect save target:Ogre name:Focus roll:19}
Anna: /damage target:Ogre amount:9
GM: /heal target:Ogre amount:3 pool:ward
GM: /effect add target:Ogre name:Hex duration:3 rounds damage:4
Anna: press More…
Anna: press End turn
pass
pass
Anna: press More…
Anna: /effect list
Anna: /init list
GM: /effect save target:Ogre name:Focus roll:1
Anna: /init log
GM: /init undo
GM: /init undo
`
}

// giftTurns are effects that bring an Ogre with these hit points something that absorbs, which it may have more of.
func giftTurns(ogre string) string {
	return `
GM: /init start name:Bridge ruleset:$ruleset
Anna: /init join name:Knight stats:$s, hp 30 roll:7
GM: /init add name:Wolf stats:$other, hp 60 roll:2
GM: /init add name:Ogre stats:$s, ` + ogre + ` roll:5
GM: /init roll
GM: /effect add target:Ogre name:Aid duration:2 rounds changes:$absorb 5
Anna: /damage target:Ogre amount:3
GM: /effect add target:Ogre, Wolf name:Shield changes:$absorb 12
GM: /heal target:Ogre amount:2 pool:$absorb
Anna: /damage target:Ogre, Wolf amount:4
GM: /effect remove target:Ogre name:Shield
Anna: press End turn
pass
pass
Anna: press End turn
pass
pass
GM: /init undo
GM: /init redo
Anna: /effect list
Anna: /init list
Anna: /init log
`
}

// restedTurns are rests of two with these hit points.
func restedTurns(wolf, ogre, amount string) string {
	return `
GM: /init start name:Bridge ruleset:$ruleset
Anna: /init join name:Knight stats:$s, hp 12/30 roll:7
GM: /init add name:Wolf stats:$other, hp ` + wolf + ` roll:2
GM: /init add name:Ogre stats:$s, hp ` + ogre + ` roll:5
GM: /init roll
GM: /rest kind:short rest names:Ogre, Knight amount:` + amount + `
GM: /rest kind:long rest names:Ogre, Wolf
GM: /init undo
GM: /init redo
GM: /rest kind:long rest names:Ogre, Wolf, Knight
Anna: /init list
Anna: /init log
`
}

// savesAgain are saves of an Ogre that it repeats at the ends of its turns: their results are told, but not its bonus (NU-21).
func savesAgain() string {
	return `
GM: /init start name:Bridge ruleset:$ruleset
Anna: /init join name:Knight stats:$s, hp 30 roll:7
GM: /init add name:Wolf stats:$other, hp 60 roll:2
GM: /init add name:Ogre stats:$s, hp 60, $save [2]{6} roll:5
GM: /init roll
GM: /save target:Ogre save:$save dc:20 effect:Frightened repeat:true duration:fight rolls:Ogre 3
Anna: /effect list
Anna: /init list
pass
pass
pass
Anna: press More…
pass
GM: /effect save target:Ogre name:Frightened roll:[9]{5}
GM: /init undo
GM: /init redo
pass
pass
pass
pass
GM: /effect save target:Ogre name:Frightened roll:[18]{14}
Anna: /save target:Ogre save:$save dc:30 effect:Slow + Held repeat:true
Anna: /effect list
GM: /effect remove target:Ogre name:Held
Anna: /init log
`
}

func scriptsOfNumbers() []script {
	const five = "five-e-2014 five-e-2024"
	return []script{
		{name: "words", rulesets: "turn-order structured-time three-actions", lines: `
GM: /init start name:Bridge ruleset:$ruleset
Anna: /init join name:Knight stats:$s, hp 30 roll:7
GM: /init add name:Wolf stats:$other, hp [60]{64} roll:2
GM: /init add name:Ogre stats:$s, hp [200]{203} roll:5
` + shownTurns},
		{name: "a bar", rulesets: "turn-order flow-of-time five-e-2014", settings: `{"hp_foes":"bar"}`, lines: `
GM: /init start name:Bridge ruleset:$ruleset
Anna: /init join name:Knight stats:$s, hp 30 roll:7
GM: /init add name:Wolf stats:$other, hp [950]{953} roll:2
GM: /init add name:Ogre stats:$s, hp [950]{956} roll:5
` + shownTurns},
		{name: "nothing", rulesets: "turn-order structured-time flow-of-time rounds-initiative three-actions", settings: `{"hp_foes":"nothing"}`, lines: `
GM: /init start name:Bridge ruleset:$ruleset
Anna: /init join name:Knight stats:$s, hp 30 roll:7
GM: /init add name:Wolf stats:$other, hp [20]{90} roll:2
GM: /init add name:Ogre stats:$s, hp [40/90]{70} roll:5
` + shownTurns + `
GM: /hp target:Ogre amount:=[12]{55}
GM: /init edit name:Wolf stats:hp [17]{300}
GM: /damage target:Ogre amount:300
GM: /heal target:Ogre amount:30
GM: /init edit name:Wolf hp_shown:bar
`},
		{name: "nothing of one", rulesets: "turn-order structured-time combat-sequence", lines: `
GM: /init start name:Bridge ruleset:$ruleset
Anna: /init join name:Knight stats:$s, hp 30 roll:7
GM: /init add name:Wolf stats:$other, hp 60 roll:2
GM: /init add name:Ogre stats:$s, hp [40/90]{70} roll:5 hp_shown:nothing
GM: /init roll $sides
Anna: /damage target:Ogre amount:3
GM: /damage target:Ogre, Wolf amount:2d6
GM: /heal target:Ogre amount:1d4
GM: /init undo
pass
Anna: /init log
`},
		{name: "armor", rulesets: "combat-sequence rounds-initiative", settings: `{"hp_foes":"nothing"}`, lines: `
GM: /init start name:Bridge ruleset:$ruleset
Anna: /init join name:Knight stats:$s, hp 30, attack 3, skill 1 roll:7
GM: /init add name:Wolf stats:$other, hp 60 roll:2
GM: /init add name:Ogre stats:$s, hp [90, soak 4]{70} roll:5
GM: /init roll $sides
Anna: /attack target:Ogre hit:9 damage:1d8 roll:15 damage_roll:6
GM: /damage target:Ogre amount:5
GM: /damage target:Ogre, Wolf amount:6 half:Ogre
GM: /init edit name:Ogre stats:soak [5]{3}
Anna: /init log
`},
		{name: "checks and what absorbs", rulesets: five, settings: `{"hp_foes":"nothing"}`, lines: `
GM: /init start name:Bridge ruleset:$ruleset
Anna: /init join name:Knight stats:$s, hp 30 roll:7
GM: /init add name:Wolf stats:$other, hp 60 roll:2
GM: /init add name:Ogre stats:$s, hp [90, temp 40]{70} roll:5
GM: /init roll
GM: /effect add target:Ogre name:Concentrating
Anna: /damage target:Ogre amount:30
Anna: /effect save target:Ogre
GM: /effect save target:Ogre roll:19
GM: /damage target:Ogre amount:24
GM: /heal target:Ogre amount:3 pool:temp
Anna: press More…
pass
pass
GM: /effect save target:Ogre roll:1
Anna: /effect list
Anna: /init log
`},
		{name: "checks after a ward", rulesets: "warded", settings: `{"hp_foes":"nothing"}`, lines: wardedTurns("hp [90, ward 8]{70}")},
		{name: "checks after a ward in words", rulesets: "warded", lines: wardedTurns("hp [150/200, ward 8]{153/203}")},
		{name: "checks after a ward in bars", rulesets: "warded", settings: `{"hp_foes":"bar"}`, lines: wardedTurns("hp [500/950, ward 8]{513/953}")},
		{name: "gifts of effects in words", rulesets: five + " warded", lines: giftTurns("hp [150/200, $absorb 9]{153/203}")},
		{name: "gifts of effects in bars", rulesets: five + " warded", settings: `{"hp_foes":"bar"}`, lines: giftTurns("hp [500/950]{513/953, $absorb 4}")},
		{name: "gifts of effects and nothing", rulesets: five + " warded three-actions", settings: `{"hp_foes":"nothing"}`, lines: giftTurns("hp [90]{70/80, $absorb 9}")},
		{name: "resistances", rulesets: five, settings: `{"hp_foes":"nothing"}`, lines: `
GM: /init start name:Bridge ruleset:$ruleset
Anna: /init join name:Knight stats:$s, hp 30 roll:7
GM: /init add name:Wolf stats:$other, hp 60 roll:2
GM: /init add name:Ogre stats:$s, hp [300, resist fire, immune cold]{270, vulnerable slashing} roll:5
GM: /init roll
GM: /effect add target:Ogre name:Concentrating
Anna: /damage target:Ogre amount:30 fire
Anna: /damage target:Ogre, Wolf amount:8 cold + 5 slashing half:Wolf
Anna: /attack target:Ogre hit:9 damage:1d8 slashing roll:15 damage_roll:6
GM: /save target:Ogre save:dex dc:15 amount:24 fire rolls:Ogre 3 now:true
Anna: /init list
Anna: /init log
`},
		{name: "saves made again", rulesets: five + " three-actions", lines: savesAgain()},
		{name: "rests", rulesets: five, settings: `{"hp_foes":"nothing"}`, lines: restedTurns("[60]{20/64}", "[90]{30/70, temp 9}", "90")},
		{name: "rests in words", rulesets: five, lines: restedTurns("[40/60]{60/64}", "[150/200, temp 5]{153/203}", "9")},
		{name: "rests in bars", rulesets: five, settings: `{"hp_foes":"bar"}`, lines: restedTurns("[500/950, temp 3]{503/953}", "[500/950]{505/956}", "9")},
		{name: "of players", rulesets: "turn-order five-e-2014", settings: `{"hp_players":"nothing","hp_foes":"nothing"}`, owner: "Anna", lines: `
GM: /init start name:Bridge ruleset:$ruleset
Anna: /init join name:Knight stats:$s, hp [30]{300/900} roll:7
Ben: /init join name:Elf stats:$other, hp 40 roll:4
GM: /init add name:Ogre stats:$s, hp 90 roll:2
GM: /init roll
GM: /damage target:Knight, Elf amount:7
Anna: /heal target:Knight amount:20
Anna: /hp target:Knight amount:-3
GM: /effect add target:Knight name:Burning duration:2 rounds damage:1
pass
pass
GM: /init undo
pass
Anna: /hp target:Knight amount:=[4]{20}
Cleo: /init log
`},
	}
}
