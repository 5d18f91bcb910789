package bot

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"roundel/engine/ruleset"
)

// Rulesets of no game, with what the bundled ones lack: every way of waiting, of surprise and of making the order again, ties that act
// together, and conditions, checks and pools of every kind.
const (
	// holders hold their turns, lose their first one when surprised, and all of them roll when they are down.
	holders = `roundel: 1
name: holders
title: Holders
stats:
  init: {is: Initiative, need: all}
  ac: {is: Armor Class}
units: {alike: [init]}
order: {by: score, roll: d20 + init, ties: [pc, d20]}
wait: hold
surprise: lost turn
turn:
  action: 2
  boon: {count: npc, when: after others' turns}
  legendary: {count: 2 * npc, when: after others' turns}
  parry: {count: 1, when: others' turns}
  breath: {count: 1, back: {roll: d6, needs: 4}}
durations: start of source's turn
save: {roll: d20 + bonus, needs: dc}
conditions:
  Rising: {level: yes, most: 4, fades: start of turn}
  Sinking: {level: yes, most: 4, fades: end of turn, damage: yes}
  Tired: {level: yes, most: 9, takes: {action: 1, breath: -1}, fades: spent, no reactions: yes}
  Focus: {one: yes, breaks: [down, skip], check: {at: damage, roll: d20, needs: 5 + damage, ends: fail}}
  Burning: {damage: yes, check: {at: start, roll: d20, needs: 12, passes: 2, fails: 2, becomes: Ashen}}
  Ashen: {initiative: -2}
  Asleep: {skip: yes, lasts: 2 rounds}
down:
  who: all
  at: start
  roll: d20
  needs: 10
  passes: 2
  fails: 2
  on 20: up at 2 hp
  hit: 1
  massive: yes
  states: [falling, steady, gone]
events:
  Quake: {score: 12}
  Tide: {score: 5, every: 2, first: 2}
attack: {form: d20 critical, costs: action, bonus: init}
`
	// swappers roll every round, low first, and those that are level act together.
	swappers = `roundel: 1
name: swappers
title: Swappers
stats:
  init: {is: Initiative, need: all}
  ac: {is: Armor Class}
units: {alike: [init]}
order: {by: score, roll: d6 + init, best: low, again: round, ties: together}
wait: swap
surprise: one action
turn:
  action: {count: 1, also: spare}
  spare: {count: 1, back: round}
  legendary: {count: 2 * npc, when: after others' turns, back: round}
durations: end of round
conditions:
  Slowed: {takes: {action: 1}, check: {at: end, roll: d20, needs: 11}}
  Bound: {no reactions: yes, check: {at: start, roll: d20, needs: 11}}
  Hasty: {initiative: -3}
events:
  Quake: {score: 4}
counters:
  heat: {each round: members, of: side}
  pulse: {from: 2, each round: 1, secret: yes}
`
	// askers wait for the GM's roll before each round, and come back from waiting.
	askers = `roundel: 1
name: askers
title: Askers
round: 1 min
stats:
  init: {is: Initiative, need: all}
  ac: {is: Armor Class}
units: {alike: [init]}
order: {by: score, roll: 2d6 + init, again: ask, ties: [init, gm]}
wait: rejoin
surprise: roll
turn: {action: 2, reaction: {count: 1, when: any time}, luck: {count: 2, when: any time, back: fight}}
durations: end of source's turn
conditions:
  Marked: {lasts: end of source's next turn}
  Guarded: {lasts: start of source's turn}
  Shaken: {level: yes, fades: end of turn}
  Torn: {damage: yes, check: {at: end, roll: d6, needs: 5, fails: 2, becomes: Shaken}}
down: {who: all, at: start, level: yes, roll: d20, needs: 10 + level, degrees: yes, hit: 1, fails: 3, states: [dying, out, dead]}
attack: {form: d20 degrees, costs: action, bonus: init}
`
	// sworn are sides that act together, and can come back from waiting.
	sworn = `roundel: 1
name: sworn
title: Sworn
stats:
  init: {is: Initiative, need: all}
  ac: {is: Armor Class}
units: side
order: {by: score, roll: d6, again: round, ties: [together]}
wait: rejoin
surprise: lost turn
turn: {action: 1, legendary: {count: npc, when: after others' turns}}
conditions:
  Dazed: {skip: yes, check: {at: end, roll: d20, needs: 11}}
events:
  Quake: {score: 3}
counters:
  nerve: {from: 5, each round: -1, of: side}
  luck: {from: 1, to: 3, of: pc}
`
	// joiners act together with whoever is level, once a fight, and come back from waiting.
	joiners = `roundel: 1
name: joiners
title: Joiners
stats:
  init: {is: Initiative, need: all}
  ac: {is: Armor Class}
order: {by: score, roll: d6 + init, ties: [pc, together], reroll: yes}
wait: rejoin
surprise: one action
turn: {action: 1, legendary: {count: npc, when: after others' turns}}
durations: end of source's turn
conditions:
  Dazed: {skip: yes, check: {at: end, roll: d20, needs: 11}}
  Chained: {check: {at: damage, roll: d20, needs: damage, ends: fail}}
`
	// gaspers roll for their actions, and conditions drop by what they take from those.
	gaspers = `roundel: 1
name: gaspers
title: Gaspers
stats:
  init: {is: Initiative, need: all}
  ac: {is: Armor Class}
  con: {is: Constitution}
  legendary: {is: legendary actions}
order: {by: score, roll: d20 + init, ties: [pc, d20]}
turn: {action: {count: 2, back: {roll: d6, needs: 1}}, reaction: {count: 1, when: any time}}
conditions:
  Choked: {level: yes, takes: {action: 1}, fades: spent}
attack: {form: d20 critical, costs: action, bonus: init}
`
)

// ownRulesets returns the texts of the rulesets above, and of tally.
func ownRulesets() []string {
	return []string{tally, holders, swappers, askers, sworn, joiners,
		repeaters, dwindlers, steppers, drawers, dealers, leaders, tickers, warded, gaspers}
}

// niRules returns the bundled rulesets and those of the tests.
func niRules(t testing.TB) ruleset.Library {
	t.Helper()
	own, err := readOwn()
	if err != nil {
		t.Fatal(err)
	}
	lib := ruleset.Bundled()
	lib.List = append(lib.List, own...)
	return lib
}

// readOwn returns the rulesets of the tests, which are read once.
var readOwn = sync.OnceValues(func() (list []*ruleset.Ruleset, err error) {
	for _, text := range ownRulesets() {
		rs, err := ruleset.Read([]byte(text))
		if err != nil {
			return nil, err
		}
		list = append(list, rs)
	}
	return list, nil
})

// filed are the rulesets beside the first five that random scripts are played under.
func filed() []string {
	return append([]string{"five-e-2014", "five-e-2024", "three-actions", "escalation", "static-dex", "d6-who-begins", "tally", "holders", "swappers",
		"askers", "sworn", "joiners"}, shaped()...)
}

// linesOf returns lines with what a ruleset has: pools, waits, conditions, checks, events, counters and attacks.
func linesOf(rs *ruleset.Ruleset) []string {
	out := []string{"{GM: /effect remove target:$h1 name:Venom}", "GM: /attack who:$v3 target:Elf damage:1d4", "Anna: /attack target:$v3 damage:1d6 edge:advantage"}
	if len(rs.Turn) > 0 {
		out = append(out, "Anna: /act do activity:Aim", "Ben: /act do activity:Aim", "GM: /act do activity:Aim who:$v3", "{GM: /act do activity:Aim who:$h1}")
	}
	for i := range rs.Turn {
		p := rs.Turn[i].Words()
		out = append(out, "Anna: /act use pool:"+p, "GM: /act use who:$v3 pool:"+p, "{GM: /act use who:$h1 pool:"+p+"}", "{GM: /act use who:$h2 pool:"+p+"}")
	}
	if rs.Attack.Counts() {
		out = append(out, "Anna: /attack target:$v3 damage:1d6", "GM: /attack who:$v3 target:Knight damage:1d6", "{GM: /attack who:Knight target:$h1 damage:1d4 free:true}")
	}
	out = append(out, linesOfWaits(rs.Wait)...)
	out = append(out, linesOfChecks(rs)...)
	if rs.Saves != nil {
		out = append(out, linesOfNumbers()...)
	}
	for _, e := range rs.Events {
		out = append(out, "GM: /init event name:"+e.Name, "GM: /init remove name:"+e.Name)
	}
	if len(rs.Events) > 0 {
		out = append(out, "GM: /init event name:Storm score:9 every:2")
	}
	for i := range rs.Counters {
		out = append(out, linesOfCounter(&rs.Counters[i])...)
	}
	out = append(out, linesOfOrder(&rs.Order)...)
	if rs.Order.Again != ruleset.OnceAFight && rs.Order.Shape != ruleset.Cards {
		out = append(out, "GM: /init roll", "GM: /init roll", "GM: /init roll rolls:Knight 3")
	}
	return out
}

func linesOfWaits(wait ruleset.Wait) []string {
	switch {
	case wait == ruleset.Swap:
		return []string{"Anna: /init delay with:$v3", "Ben: /init delay with:Knight", "GM: /init delay name:$v3 with:Elf", "GM: /init delay name:$v3 with:$v4",
			"{GM: /init delay name:$u1 with:$h2}", "{GM: /init delay name:$h2 with:$h1}"}
	case wait.Delays():
		var out []string
		for range 2 { // they are what it is about; the GM has to say who delays where a hidden one acts together with a visible one
			out = append(out, "Anna: /init delay", "Ben: /init delay", "GM: /init delay name:$v3", "{GM: /init delay name:$u1}",
				"Anna: /init take", "Ben: /init take", "GM: /init take name:$v3", "{GM: /init take name:$u1}", "{GM: /init take name:$h2}")
		}
		return out
	case wait.ActsLast():
		return []string{"Anna: /init last", "{GM: /init last name:$u1}"}
	}
	return nil
}

func linesOfChecks(rs *ruleset.Ruleset) []string {
	var out []string
	for i := range rs.Conditions {
		c := &rs.Conditions[i]
		if c.Check == nil && !c.Level && !c.One && c.Takes == nil && !c.Skip && c.Lasts == "" && !c.NoReactions && len(c.Breaks.Conditions) == 0 {
			continue // it only has a name
		}
		more := " name:" + c.Name
		if c.Damage {
			more += " damage:1d4"
		}
		if c.Level {
			more += " level:2"
			out = append(out, "GM: /effect level target:Elf amount:+1 name:"+c.Name, "{GM: /effect level target:$h1 amount:-1 name:"+c.Name+"}")
		}
		out = append(out, "GM: /effect add target:Elf source:$v3"+more, "GM: /effect add target:$v3 source:Knight"+more, "{GM: /effect add target:$h1 source:Elf"+more+"}")
		if c.Check != nil || rs.Save != nil {
			out = append(out, "GM: /effect save target:Elf name:"+c.Name, "{GM: /effect save target:$h1 name:"+c.Name+"}")
		}
		if c.One {
			out = append(out, "GM: /effect add target:Knight source:Knight"+more, "GM: /effect add target:Knight source:Knight"+more+"\n{GM: /effect add target:$h1 name:Grip source:Knight with:"+c.Name+"}",
				"GM: /effect add target:$v3 name:Grip source:Knight with:"+c.Name, "{GM: /effect add target:$h2 name:Grip source:$h1 with:"+c.Name+"}")
		}
	}
	if rs.Save != nil {
		out = append(out, "GM: /effect add target:Knight name:Hold dc:15 bonus:2 source:$v3 duration:2 rounds", "{GM: /effect add target:$h1 name:Hold dc:15 source:Knight}",
			"GM: /effect save target:Knight name:Hold roll:15", "{GM: /effect save target:$h1 name:Hold}")
	}
	if rs.Down != nil || len(out) > 0 {
		out = append(out, "Anna: /effect save target:Knight", "Ben: /effect save target:Elf", "GM: /effect save target:$v3", "{GM: /effect save target:$h1}")
	}
	if rs.Down != nil {
		out = append(out, "GM: /hp target:Knight amount:=0", "GM: /hp target:$v3 amount:=0", "{GM: /hp target:$h1 amount:=0}", "GM: /hp target:Knight amount:-2",
			"GM: /hp target:Elf{, $h1} amount:=0", "GM: /heal target:Knight{, $h1} amount:3")
	}
	return out
}

func linesOfCounter(c *ruleset.Counter) []string {
	add := "/counter add amount:1 name:" + c.Name
	switch c.Of {
	case ruleset.OfSide:
		return []string{"GM: " + add + " who:party", "{GM: " + add + " who:Dark}"}
	case ruleset.OfPC:
		return []string{"Anna: " + add, "GM: " + add + " who:Elf"}
	case ruleset.OfCombatant:
		return []string{"GM: " + add + " who:$v3", "{GM: " + add + " who:$h1}", "Anna: " + add + " who:Knight"}
	}
	return []string{"GM: " + add}
}

// filedLines returns the lines of a ruleset's own mechanics.
func filedLines(t testing.TB, name string) []string {
	t.Helper()
	lib := niRules(t)
	i := slices.IndexFunc(lib.List, func(rs *ruleset.Ruleset) bool { return rs.Name == name })
	if i < 0 {
		t.Fatal("no ruleset ", name)
	}
	return linesOf(lib.List[i])
}

// named returns what something is called under the rulesets of the tests or, for those of a known game, there.
func named(ruleset, own, known string) string {
	if strings.HasPrefix(ruleset, "five-e") || ruleset == "three-actions" {
		return known
	}
	return own
}

// rolledFor reports whether the dice of initiative are those of a unit, so that a roll can be typed when somebody joins.
func rolledFor(name string) bool {
	return !slices.Contains([]string{"combat-sequence", "d6-who-begins", "sworn", "static-dex", "popcorn", "spotlight", "alternating", "token-bag", "action-cards", "cards-of-ten",
		"sides-d6", "slots", "drawers", "leaders", "dealers"}, name)
}
