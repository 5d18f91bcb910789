package bot

import (
	"slices"
	"strings"
	"testing"
)

// TestNonInterference checks that everything users other than the GM and the owner can get is the same as if hidden
// combatants weren't there, except that on their turns "the GM acts".
func TestNonInterference(t *testing.T) {
	scripts := slices.Concat(scriptsOfTurns(), scriptsOfNames(), scriptsOfOrder(), scriptsOfActions(), scriptsOfChanges())
	playEach(t, scripts, func(t *testing.T, sc script, ruleset string) []leak { return duelOf(t, sc, ruleset, sc.parse(ruleset)) })
}

// playEach plays each script under its rulesets, or without -deep every sixth script under one of them, and fails if the tables differ.
func playEach(t *testing.T, scripts []script, play func(t *testing.T, sc script, ruleset string) []leak) {
	t.Helper()
	for i, sc := range scripts {
		if !*deep && i%6 != 0 || raceDetector && i%10 != 0 { // they don't run in parallel anyway, so a few are enough to detect races
			continue
		}
		under := sc.under()
		if !*deep {
			under = under[i/6%len(under):][:1]
		}
		t.Run(strings.ReplaceAll(sc.name, " ", "-"), func(t *testing.T) {
			t.Parallel()
			for _, ruleset := range under {
				t.Run(ruleset, func(t *testing.T) {
					if found := play(t, sc, ruleset); len(found) > 0 {
						t.Errorf("%s", report(found))
					}
				})
			}
		})
	}
}

// playSampled plays a script of which only some of the questions are asked after each line.
func playSampled(t *testing.T, sc script, ruleset string) []leak {
	t.Helper()
	sc.sampled = true
	return duelOf(t, sc, ruleset, sc.parse(ruleset))
}

func (sc script) under() []string {
	if sc.rulesets == "" {
		return []string{"turn-order", "structured-time", "flow-of-time", "combat-sequence", "rounds-initiative"}
	}
	return strings.Fields(sc.rulesets)
}

const (
	// opening starts a fight with Anna's Knight and Ben's Elf, before initiative is rolled; goblin adds a third combatant.
	opening = `
GM: /init start name:Bridge ruleset:$ruleset
Anna: /init join name:Knight stats:$s, hp 30 roll:7
Ben: /init join name:Elf stats:$s, hp 20 roll:5
`
	goblin = "GM: /init add name:Goblin stats:$s, hp 8 roll:3\n"

	// zorn hides; it is first, in the middle or last in the order.
	zornFirst = "{GM: /init add name:Zorn stats:$s, hp 9 roll:8 side:Dark hidden:true}\n"
	zorn      = "{GM: /init add name:Zorn stats:$s, hp 9 roll:6 side:Dark hidden:true}\n"
	zornLast  = "{GM: /init add name:Zorn stats:$s, hp 9 roll:2 side:Dark hidden:true}\n"

	sidesFirst = "party 6, foes 3{, Dark 8}"
	sides      = "party 6, foes 3{, Dark 5}"
	sidesLast  = "party 6, foes 3{, Dark 1}"

	// rounds plays two of them, with commands and with buttons.
	rounds2 = `
Anna: /next
Ben: press End turn
GM: /next
GM: press End turn
Ben: /next
GM: /next
`
	effects = `
GM: /effect add target:Knight name:Bless duration:end of round
GM: /effect add target:Elf name:Burning duration:2 rounds damage:1
`
	actions = "combat-sequence rounds-initiative"
)

func scriptsOfTurns() []script {
	return []script{
		{name: "nobody is hidden", lines: opening + goblin + "GM: /init roll $sides\n" + rounds2},
		{name: "one acts first", sides: sidesFirst, lines: opening + goblin + zornFirst + "GM: /init roll $sides\n" + rounds2},
		{name: "names almost right", sides: sides, lines: opening + goblin + zorn + `
Anna: /hp target:Zor amount:-1
Anna: /hp target:Goblim amount:-1
Anna: /damage target:Zor amount:1
Anna: /heal target:Goblin amount:1
Ben: /effect add target:Zorm name:Glow
Ben: /effect list target:Zorro
GM: /init roll $sides
Anna: /init last name:Dar
Anna: /damage target:Goblin, Zorm amount:1
Anna: /damage target:Goblin amount:1 half:Zor none:zo
Anna: /act do activity:Wave who:zo
` + rounds2},
		{name: "one acts in between", sides: sides, lines: opening + goblin + zorn + "GM: /init roll $sides\n" + rounds2},
		{name: "one acts last", sides: sidesLast, lines: opening + goblin + zornLast + "GM: /init roll $sides\n" + rounds2},
		{name: "two act one after the other", sides: "party 6, foes 3{, Dark 5, Night 4}", lines: opening + goblin + zorn +
			"{GM: /init add name:Yrsa stats:$other, hp 9 roll:4 side:Night hidden:true}\nGM: /init roll $sides\n" + rounds2},
		{name: "the last visible member leaves a side in its turn", rulesets: "combat-sequence", sides: "party 3, foes 6",
			lines: opening + goblin + "{GM: /init add name:Zorn stats:$s, hp 9 side:foes hidden:true}\n" +
				"GM: /init roll $sides\nGM: /init edit name:Goblin side:Night\n"},
		{name: "one is there before anybody", sides: sides, lines: `
GM: /init start name:Bridge ruleset:$ruleset
` + zorn + `
Anna: /init join name:Knight stats:$s, hp 30 roll:7
GM: /init scene text:A bridge.
GM: /init add name:Goblin stats:$s, hp 8 roll:3
GM: /init roll $sides
`},
		{name: "the GM is pinged", settings: `{"ping_gm":true}`, sides: sides, lines: opening + goblin + zorn + "GM: /init roll $sides\n" + rounds2},
		{name: "reminders", settings: `{"reminder":5}`, sides: sidesFirst, lines: opening + goblin + zornFirst + `
GM: /init roll $sides
wait 6m
Anna: /next
{GM: /hp target:Zorn amount:-1}
wait 6m
Ben: /next
wait 6m
`},
		{name: "one does things in its turn", sides: sides, lines: opening + goblin + zorn + `
GM: /init roll $sides
Anna: /next
{GM: /hp target:Zorn amount:-2}
{GM: /effect add target:Zorn name:Venom duration:end of this turn}
Ben: /next
{GM: /effect add target:Zorn name:Venom duration:2 rounds damage:1}
{GM: /act do activity:Lurk who:Zorn}
GM: /next
Anna: /next
Ben: /next
GM: /next
`},
		{name: "pause and resume", sides: sides, lines: opening + goblin + zorn + `
GM: /init roll $sides
GM: /init pause
{GM: /hp target:Zorn amount:-2}
GM: /init resume
Anna: /next
GM: /init pause
GM: /init resume
Ben: /next
`},
		{name: "undo and redo", sides: sides, lines: opening + goblin + zorn + `
GM: /init roll $sides
{GM: /hp target:Zorn amount:-2}
{GM: /init undo}
{GM: /init redo}
Anna: /next
Ben: /next
GM: /hp target:Goblin amount:-2
GM: /init undo
GM: /init undo
GM: /init undo
GM: /init redo
GM: /init redo
Ben: /next
GM: press Undo
`},
		{name: "undo and redo to a step", sides: sides, lines: opening + goblin + zorn + `
GM: /init roll $sides
{GM: /hp target:Zorn amount:-2}
Anna: /next
{GM: /effect add target:Zorn name:Venom duration:2 rounds damage:1}
Ben: /next
GM: /hp target:Goblin amount:-2
{GM: /hp target:Zorn amount:-2}
GM: /hp target:Knight, Goblin{, Zorn} amount:-1
GM: /init undo to:$3
GM: /init redo to:$2
GM: /init undo to:$2
GM: /init redo to:$3
{GM: /hp target:Zorn amount:-2}
GM: /next
GM: /init undo to:$4
Anna: /next
GM: /init undo to:$1
`},
		{name: "undo and redo to a step before one was there", sides: sides, lines: opening + goblin + `
GM: /hp target:Elf amount:-2
` + zorn + `
GM: /hp target:Goblin amount:-2
{GM: /init edit name:Zorn rename:Zornix}
GM: /init roll $sides
Anna: /next
GM: /init undo to:$3
GM: /init redo to:$3
GM: /init undo to:$4
GM: /init redo to:$2
`},
		{name: "one change is taken back later", sides: sides, lines: opening + goblin + zorn + `
GM: /init roll $sides
wait 2m
{GM: /hp target:Zorn amount:-2}
{GM: /init undo}
{GM: /init redo}
Anna: /next
`},
		{name: "an effect ends with the round", sides: sidesLast, lines: opening + goblin + zornLast + "GM: /init roll $sides" + effects + rounds2},
		{name: "an effect ends before one acts", sides: sidesFirst, lines: opening + goblin + zornFirst + "GM: /init roll $sides" + effects + rounds2},
		{name: "one loses its turns", sides: sides, lines: opening + goblin + zorn + `
GM: /init roll $sides
{GM: /effect add target:Zorn name:Stun duration:1 round skip:true}
GM: /effect add target:Elf name:Stun duration:1 round skip:true
Anna: /next
GM: /next
Anna: /next
Ben: /next
GM: /next
`},
		{name: "an owned one", owner: "Ben", lines: opening + goblin + `
{GM: /init add name:Owl stats:$s, hp 4 roll:4 owner:Ben hidden:true}
GM: /init roll $sides
Anna: /next
Ben: /next who:Elf
{Ben: /damage target:Goblin amount:1}
{Ben: /damage target:Owl amount:1}
{Ben: /next}
GM: /next
{Ben: /hp target:Owl amount:-1}
{Ben: /effect add target:Owl name:Bless duration:1 round}
Anna: /next
Ben: /next who:Elf
`},
		{name: "WO-12, a hidden side among Germans", speaks: "de en-US", rulesets: "combat-sequence", sides: "party 3{, Dark 8}", lines: opening + zorn + `
GM: /init roll $sides
Anna: /next
GM: /next
Anna: /next
`},
		{name: "a free round", rulesets: "combat-sequence", sides: "{Dark 8}", lines: opening + goblin + zorn + `
GM: /surprise side side:foes
GM: /init roll
Anna: /next
Ben: /next
GM: /next
`},
		{name: "an ambush of hidden ones", rulesets: "turn-order", lines: opening + goblin + zorn + `
{GM: /surprise ambush names:Zorn}
GM: /init roll
Anna: /next
Ben: /next
`},
		{name: "an ambush of hidden and visible ones", rulesets: "turn-order", lines: opening + goblin + zorn + `
GM: /surprise ambush names:Elf{, Zorn}
GM: /init roll
Ben: /next
Anna: /next
Ben: /next
`},
		{name: "an ambush of a hidden member", rulesets: "turn-order", lines: opening + goblin + `
{GM: /init add name:Goblin stats:$s, hp 8 hidden:true}
GM: /surprise ambush names:Elf{, $h1}
GM: /init roll
GM: /init add name:Goblin stats:$s, hp 8
Ben: /next
Anna: /next
Ben: /next
GM: /next
`},
		{name: "an ambush of a hidden member first", rulesets: "turn-order", lines: opening + `
GM: /init add name:Goblin stats:$s, hp 8 roll:9
{GM: /init add name:Goblin stats:$s, hp 8 hidden:true}
GM: /surprise ambush names:Elf{, $h1}
GM: /init roll
GM: /init add name:Goblin stats:$s, hp 8
Ben: /next
GM: /next
Anna: /next
`},
		{name: "an ambush that is discovered", rulesets: "turn-order", lines: opening + goblin + zorn + `
{GM: /surprise ambush names:Zorn}
{GM: /surprise clear names:Zorn}
GM: /init roll
`},
	}
}

func scriptsOfNames() []script {
	return []script{
		{name: "one more of a name", lines: opening + goblin + `
{GM: /init add name:Goblin stats:$s, hp 8 hidden:true}
GM: /init roll $sides
`},
		{name: "more of a name that hides", lines: opening + `
{GM: /init add name:Goblin stats:$s, hp 8 roll:3 hidden:true}
GM: /init add name:Goblin stats:$s, hp 8
GM: /init add name:Goblin stats:$s, hp 8
GM: /init roll $sides
`},
		{name: "more of another score", lines: opening + `
{GM: /init add name:Goblin stats:$other, hp 8 hidden:true}
GM: /init add name:Goblin count:2 stats:$s, hp 8
`},
		{name: "several of a name", lines: opening + `
{GM: /init add name:Goblin count:3 stats:$s, hp 8 hidden:true}
GM: /init add name:Goblin stats:$s, hp 8
GM: /init add name:Goblin count:2 stats:$s, hp 8 separate:true
{GM: /init add name:Goblin stats:$s, hp 8 separate:true hidden:true}
GM: /init add name:Goblin count:2 stats:$other, hp 8
`},
		{name: "joining with a hidden name", sides: sides, lines: opening + zorn + `
Cleo: /init join name:Zorn stats:$s, hp 5 roll:4
Cleo: press Join: name=zorn 1; stats=$s, hp 5
GM: /init roll
`},
		{name: "joining with a hidden group's name", rulesets: "turn-order structured-time", lines: opening + `
{GM: /init add name:Wolf count:2 stats:$s, hp 5 roll:2 hidden:true}
Cleo: /init join name:Wolf stats:$s, hp 5 roll:4
Cleo: /init join name:Wolf 1 stats:$s, hp 5 roll:4
`},
		{name: "joining with a hidden side's name", lines: opening + zorn + `
Cleo: /init join name:Dark stats:$s, hp 5 roll:4
`},
		{name: "joining on a hidden side", lines: opening + zorn + `
Cleo: /init join name:Newt side:dark stats:$s, hp 5 roll:4
GM: /init add name:Imp side:DARK stats:$s, hp 5 roll:1
`},
		{name: "renames", sides: sides, lines: opening + goblin + zorn + `
{GM: /init edit name:Zorn rename:Zornix}
GM: /init roll $sides
{GM: /init edit name:Zornix rename:Ghoul}
GM: /init edit name:Goblin rename:Gob
Anna: /next
`},
		{name: "a group is renamed", rulesets: "turn-order structured-time", lines: opening + `
GM: /init add name:Ogre count:2 stats:$s, hp 8 roll:3
{GM: /init add name:Ogre stats:$s, hp 8 hidden:true}
GM: /init edit name:Ogre rename:Troll
GM: /init edit name:Troll stats:hp 6
GM: /init roll
`},
		{name: "late joiners", sides: sides, lines: opening + goblin + `
GM: /init roll
{GM: /init add name:Zorn stats:$other, hp 9 side:Dark hidden:true}
GM: /init add name:Wolf stats:$s, hp 5
Anna: /next
{GM: /init add name:Wolf stats:$s, hp 5 hidden:true}
Cleo: /init join name:Newt stats:$s, hp 5
GM: /init add name:Wolf stats:$s, hp 5
Ben: /next
GM: /next
`},
		{name: "players leave and join again", sides: sides, lines: opening + goblin + zorn + `
Anna: /init remove name:Knight
Anna: /init join name:Knight stats:$other, hp 30
GM: /init roll $sides
Anna: /init remove name:Knight
{GM: /init edit name:Zorn side:party}
Ben: /init remove name:Elf
Anna: /init join name:Knight stats:$s, hp 30
GM: /next
Ben: /init join name:Elf stats:$s, hp 20
GM: /init undo
Ben: /init join name:Elf stats:$s, hp 20
` + rounds2},
		{name: "a form adds one", sides: sides, lines: opening + goblin + `
{GM: press Add foes: lines=2 Zorn, $s, hp 9; side=Dark; hidden=yes}
GM: press Add foes: lines=Wolf, $s, hp 9; side=Pack
`},
		{name: "a crowd", rulesets: "turn-order", lines: opening + `
{GM: /init add name:Rat count:50 stats:init 1 hidden:true roll:1}
{GM: /init add name:Bat count:50 stats:init 1 hidden:true roll:1}
{GM: /init add name:Cat count:50 stats:init 1 hidden:true roll:1}
{GM: /init add name:Bug count:48 stats:init 1 hidden:true roll:1}
Cleo: /init join name:Newt stats:$s roll:4
`},
	}
}

func scriptsOfOrder() []script {
	return []script{
		{name: "two characters tie with one", rulesets: "turn-order structured-time flow-of-time rounds-initiative", lines: `
GM: /init start name:Bridge ruleset:$ruleset
Anna: /init join name:Knight stats:$s roll:6
Ben: /init join name:Elf stats:$s roll:6
` + zorn + "GM: /init roll\n"},
		{name: "one ties by the sheet", rulesets: "turn-order structured-time flow-of-time rounds-initiative", lines: `
GM: /init start name:Bridge ruleset:$ruleset
Anna: /init join name:Knight stats:$other roll:4
GM: /init add name:Elf stats:$s roll:6
` + zorn + "GM: /init roll\nGM: /init edit name:Knight score:9\nGM: /init edit name:Elf score:9\n"},
		{name: "two tie above another score", rulesets: "turn-order", lines: `
GM: /init start name:Bridge ruleset:$ruleset
Anna: /init join name:Knight stats:init 5 roll:10
GM: /init add name:Elf stats:init 5 roll:10
{GM: /init add name:Zot stats:init 10 roll:5 hidden:true}
GM: /init roll
`},
		{name: "a tie of three", sides: "party 6, foes 6{, Dark 6}", lines: opening + `
GM: /init add name:Goblin stats:$s, hp 8 roll:6
GM: /init add name:Orc stats:$s, hp 8 roll:6
` + zorn + `
GM: /init roll $sides
`},
		{name: "a hidden member leaves its group", rulesets: "turn-order", lines: opening + `
GM: /init add name:Goblin count:2 stats:$s, hp 8 roll:6
{GM: /init add name:Goblin count:2 stats:$s, hp 8 hidden:true}
GM: /init roll
{GM: /effect add target:$h1 name:Slow initiative:-2 duration:1 round}
{GM: /init last who:$h2}
Anna: /next
GM: /next
Ben: /next
{GM: /next}
{GM: /next}
{GM: /init blow who:$h1}
{GM: /init edit name:$h2 score:20}
Anna: /next
GM: /next
Ben: /next
Ben: /init list
`},
		{name: "members leave the group of a hidden one", rulesets: "turn-order", lines: opening + `
GM: /init add name:Goblin count:2 stats:$s, hp 8 roll:6
{GM: /init add name:Goblin stats:$s, hp 8 hidden:true}
GM: /init roll
GM: /effect add target:Goblin 1 name:Slow initiative:-2 duration:1 round
GM: /effect add target:Goblin 2 name:Fast initiative:3
GM: /effect remove target:Goblin 2 name:Fast
GM: /init blow who:Goblin 2
Anna: /next
GM: /next
Ben: /next
GM: /next
Ben: /init list
GM: /init remove name:Goblin 2
GM: /init add name:Goblin stats:$s, hp 8
Ben: /init list
GM: /init undo
Ben: /init log
`},
		{name: "an effect makes a tie", rulesets: "turn-order structured-time flow-of-time rounds-initiative", lines: opening + `
GM: /init add name:Goblin stats:$s, hp 8 roll:6
` + zorn + `
GM: /init roll
GM: /effect add target:Knight name:Slow initiative:-1 duration:2 rounds
GM: /effect add target:Elf name:Fast initiative:1 duration:fight
Anna: /next
Ben: /next
`},
		{name: "a score makes a tie", rulesets: "turn-order structured-time flow-of-time rounds-initiative", lines: opening + goblin + zorn + `
GM: /init roll
GM: /init edit name:Goblin score:9
{GM: /init edit name:Zorn score:9}
GM: /init edit name:Elf score:9
GM: /init place name:Goblin before:Elf
`},
		{name: "acting last", rulesets: "turn-order", lines: opening + goblin + `
{GM: /init add name:Owl stats:$s, hp 9 roll:8 side:party hidden:true}
GM: /init roll
{GM: /init last name:Owl}
Anna: /init last
Ben: /next
GM: /next
Anna: /next
`},
		{name: "acting last with one of another side", rulesets: "turn-order", lines: opening + goblin + zorn + `
GM: /init roll
{GM: /init last name:Zorn}
Anna: /init last
Ben: /next
GM: /init last
Anna: /next
`},
		{name: "rolling with the blow", rulesets: "turn-order", lines: opening + goblin + zorn + `
GM: /init roll
{GM: /init blow name:Zorn}
Anna: /init blow
` + rounds2},
		{name: "initiative is rolled again", rulesets: "structured-time", lines: opening + goblin + zorn + `
GM: /init roll
Anna: /next
GM: /init reroll rolls:Knight 3, Elf 7, Goblin 5{, Zorn 9}
Ben: /next
GM: /next
`},
		{name: "the best of a side", rulesets: "combat-sequence", sides: "party 6, foes 5", lines: opening + goblin + `
{GM: /init add name:Orc stats:$other, hp 8 hidden:true}
GM: /init roll $sides
`},
		{name: "a member of a group", rulesets: "turn-order structured-time", lines: opening + `
GM: /init add name:Ogre count:2 stats:$s, hp 8 roll:6
{GM: /init add name:Ogre stats:$s, hp 8 hidden:true}
GM: /init roll
Anna: /next
GM: /next who:Ogre 1
GM: /next who:Ogre 2
Ben: /next
GM: /effect add target:Ogre name:Fear duration:1 round
Anna: /next
GM: /next
`},
		{name: "an initiative effect on a member", rulesets: "turn-order structured-time", lines: opening + `
GM: /init add name:Ogre count:2 stats:$s, hp 8 roll:6
{GM: /init add name:Ogre stats:$s, hp 8 hidden:true}
GM: /init roll
{GM: /effect add target:$h1 name:Slow initiative:-5 duration:2 rounds}
Anna: /next
`},
		{name: "a group with one member left", rulesets: "turn-order structured-time", lines: opening + `
GM: /init add name:Ogre stats:$s, hp 8 roll:6
{GM: /init add name:Ogre stats:$s, hp 8 hidden:true}
GM: /init roll
GM: /init remove name:$v3
Anna: /next
GM: /init add name:Ogre stats:$s, hp 8
Ben: /next
`},
		{name: "a member of a side", rulesets: "combat-sequence", lines: opening + goblin + `
{GM: /init add name:Spy stats:$s, hp 8 side:party hidden:true}
{GM: /init add name:Orc stats:$s, hp 8 hidden:true}
GM: /init roll $sides
Anna: /next
Ben: /next
GM: /next who:Goblin
Ben: /next
Anna: /next
GM: /next
`},
		{name: "a member of a side by group initiative", rulesets: "rounds-initiative", lines: `
GM: /init start name:Bridge ruleset:$ruleset group:true
Anna: /init join name:Knight stats:$s, hp 30
GM: /init add name:Goblin stats:$s, hp 8
{GM: /init add name:Spy stats:$s, hp 8 side:party hidden:true}
{GM: /init add name:Orc stats:$s, hp 8 hidden:true}
{GM: /init add name:Zorn stats:$s, hp 8 side:Dark hidden:true}
GM: /init roll rolls:party 6, foes 3{, Dark 5}
Anna: /next
GM: /next who:Goblin
Anna: /next
`},
	}
}
