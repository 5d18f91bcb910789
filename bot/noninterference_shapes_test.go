package bot

import (
	"slices"
	"testing"

	"roundel/engine"
	"roundel/engine/ruleset"
)

// Rulesets of no game with shapes of order that the bundled ones lack.
const (
	// repeaters have two turns a round each, at places of their own, and can come back from waiting.
	repeaters = `roundel: 1
name: repeaters
title: Repeaters
stats:
  init: {is: Initiative, need: all}
units: {alike: [init]}
order: {by: score, roll: d20 + init, turns: 2 if npc else 1 + init / 2, ties: [pc, d20]}
wait: rejoin
turn: {action: 1}
`
	// dwindlers share the slots of their sides, and those above 5 act again.
	dwindlers = `roundel: 1
name: dwindlers
title: Dwindlers
stats:
  init: {is: Initiative, need: all}
units: {alike: []}
order: {by: score, roll: 2d6 + init, slots: yes, passes: 5, again: round, ties: [pc, joined]}
turn: {action: 1}
`
	// steppers go through two phases, together with whoever is level, and can come back from waiting.
	steppers = `roundel: 1
name: steppers
title: Steppers
stats:
  init: {is: Initiative, need: all}
units: {alike: []}
order: {by: score, roll: d6 + init, ties: together, phases: [move, act]}
wait: rejoin
turn: {action: 1}
`
	// drawers draw tokens of their sides.
	drawers = `roundel: 1
name: drawers
title: Drawers
stats:
  init: {is: Initiative, need: all}
units: {alike: [init]}
order: {by: draw, tokens: 1 + npc, pool: side, ends: 1}
turn: {action: 1}
`
	// dealers are dealt two cards of very few.
	dealers = `roundel: 1
name: dealers
title: Dealers
stats:
  init: {is: Initiative, need: all}
units: {alike: [init]}
order: {by: cards, deck: 1-9, deal: 2, redraw: card <= 2, again: round, shuffle: when empty, ties: joined}
wait: hold
turn: {action: 1}
`
	// leaders go on with one side as long as it has anyone left.
	leaders = `roundel: 1
name: leaders
title: Leaders
stats:
  init: {is: Initiative, need: all}
units: {alike: []}
order: {by: pick, next: same side, who: side, roll: d6 + pc, ties: pc}
turn: {action: 1}
`
	// tickers are on a clock, and can come back from waiting.
	tickers = `roundel: 1
name: tickers
title: Tickers
stats:
  init: {is: Initiative, need: all}
units: {alike: [init]}
order: {by: clock, roll: d6 + init, cost: 2 + init}
wait: rejoin
turn:
  ticks: {count: any, priced: yes}
`
)

// shaped are the rulesets whose shape of order is not that of one score.
func shaped() []string {
	return []string{"popcorn", "spotlight", "alternating", "token-bag", "action-cards", "cards-of-ten", "tick-clock", "passes", "slots", "sides-d6",
		"repeaters", "dwindlers", "steppers", "drawers", "dealers", "leaders", "tickers"}
}

// shapedStats returns stats that suit everyone under such a ruleset; other ones make a different type of NPC.
func shapedStats(ruleset string, other bool) string {
	of, ok := map[string][2]string{"token-bag": {"tokens 1", "tokens 2"}, "action-cards": {"level_headed 0", "level_headed 1, quick 1"},
		"cards-of-ten": {"ferocity 1", "ferocity 1"}, "tick-clock": {"init 3", "init 5"}, "passes": {"reaction 5, intuition 3", "reaction 7, intuition 6, ini_dice 2"},
		"slots": {"successes 2, advantages 1", "successes 3"}, "sides-d6": {"morale 7", "morale 9"}, "popcorn": {}, "spotlight": {}, "alternating": {}}[ruleset]
	if !ok && slices.Contains(shaped(), ruleset) {
		of = [2]string{"init 2", "init 3"}
	}
	if other {
		return of[1]
	}
	return of[0]
}

// linesOfOrder returns lines with what belongs to the shape of a ruleset's order.
func linesOfOrder(o *ruleset.Order) []string {
	var out []string
	if o.Opens() {
		for range 3 {
			out = append(out, "Anna: /init take", "Ben: /init take", "GM: /init take name:$v3", "GM: /next to:$v3", "GM: /next to:Elf", "GM: press Take the turn",
				"GM: /next{ to:$h1}", "GM: /next{ to:$h2}")
		}
		out = append(out, "Anna: /next to:Elf", "Anna: /next to:$v3", "Ben: /next to:Knight", "Ben: /next to:$v3", "Anna: press Take the turn", "GM: /next to:$v4",
			"GM: /next to:end of round", "Ben: press Hand over to: to_more=Knight", "GM: press Hand over to: to_more=$v3")
	}
	switch o.Shape {
	case ruleset.Cards:
		for _, card := range [][2]string{{"3", "7"}, {"8", "3"}} {
			if o.Deck.French {
				card[0], card[1] = card[0]+"H", card[1]+"H"
			}
			out = append(out, "GM: /init roll rolls:Knight "+card[0], "GM: /init roll rolls:Elf "+card[0]+"{, $h1 "+card[1]+"}", "{GM: /init roll rolls:$h1 "+card[0]+"}")
		}
		if o.Deck.Jokers > 0 {
			out = append(out, "GM: /init roll rolls:Elf Joker", "{GM: /init roll rolls:$h1 Joker}")
		}
	case ruleset.Ticks:
		out = append(out, "Anna: /act do activity:Aim ticks:7", "Ben: /act do activity:Aim ticks:2", "GM: /act do activity:Aim ticks:1 who:$v3",
			"{GM: /act do activity:Aim ticks:9 who:$h1}", "{GM: /act do activity:Aim ticks:1 who:$h2}", "GM: /effect add target:Elf name:Haze duration:6 ticks",
			"{GM: /effect add target:$h1 name:Haze duration:4 ticks}", "{GM: /init edit name:$u1 score:4}", "GM: /init edit name:Elf score:12")
	case ruleset.Draw:
		out = append(out, "GM: /next to:end of round", "GM: /next to:npc", "GM: /next to:foes", "GM: /next to:party", "GM: /next{ to:$h1}")
	}
	for range len(o.Phases) {
		out = append(out, "Anna: /next", "Ben: /next", "GM: /next", "GM: /next who:$v3", "GM: /next who:Elf")
	}
	return out
}

// accepted reports whether a table would accept a command.
func (st *seat) accepted(line string) bool {
	_, r := st.tried().play(line)
	return r != nil && !r.Refused
}

// ofGM returns how many of the GM's units can take the open turn.
func (st *seat) ofGM() int {
	s := st.state()
	return len(slices.DeleteFunc(s.Candidates(), func(u *engine.Unit) bool {
		return !slices.ContainsFunc(s.Members(u.ID), func(c *engine.Combatant) bool { return c.Owner == "" })
	}))
}

// passing returns the line with which the GM goes on while only hidden combatants can act: at an open turn, the first one takes it.
func (st *seat) passing() string {
	s := st.state()
	if s == nil || s.Open == nil {
		return "GM: /next"
	}
	can := slices.DeleteFunc(s.Candidates(), func(u *engine.Unit) bool { return !s.Hidden(u.ID) })
	if len(can) == 0 {
		return "GM: /next to:end of round"
	}
	return "GM: /next to:" + s.Members(can[0].ID)[0].Name
}

// TestNonInterferenceOfShapes: nor do the turns that somebody chooses, cards, tokens, ticks, passes, slots and phases show hidden combatants.
func TestNonInterferenceOfShapes(t *testing.T) {
	playEach(t, scriptsOfShapes(), playSampled)
}

func scriptsOfShapes() []script {
	return slices.Concat(scriptsOfChoice(), scriptsOfPlaces(), scriptsOfChance())
}

func scriptsOfChoice() []script {
	return []script{
		{name: "a hidden one can take an open turn", rulesets: "popcorn", lines: opening + goblin + zorn + `
GM: /init roll
GM: /next to:Knight
Anna: press Hand over to: to_more=Goblin
GM: /next{ to:Zorn}
Ben: /init take
GM: /next to:Elf
Ben: /next to:Knight
GM: /next
Anna: /next
GM: /next to:Goblin
`},
		{name: "a single candidate beside a hidden one", rulesets: "popcorn", lines: opening + zorn + yrsa + `
GM: /init roll
Anna: /init take
GM: /next to:Knight
Anna: /next
Ben: /next
GM: /init remove name:Elf
Anna: /init take
`},
		{name: "only hidden ones are left to choose from", rulesets: "spotlight leaders", lines: opening + goblin + zorn + yrsa + `
GM: /init roll
GM: /next to:Knight
Anna: /next to:Elf
GM: /next
GM: /init undo
GM: /next to:end of round
`},
		{name: "a hidden one leaves at an open turn", rulesets: "spotlight leaders", lines: opening + goblin + zorn + yrsa + `
GM: /init roll
{GM: /init remove name:Zorn}
Anna: /init take
Ben: /init take
GM: /init remove name:Goblin
{GM: /effect add target:Yrsa name:Stun duration:1 round skip:true}
Anna: /next
Ben: /next
GM: /init undo
`},
		{name: "one hides at an open turn", rulesets: "spotlight alternating", noLog: true, noEnd: true, lines: opening + goblin + `
GM: /init add name:Owl stats:$s, hp 8 side:foes
GM: /init roll
[GM: /init remove name:Owl]{GM: /init edit name:Owl hidden:true}
Anna: /init take
Anna: /next to:Elf
GM: /next to:Goblin
Ben: /next
GM: /next
`},
		{name: "one is shown at an open turn", rulesets: "spotlight leaders", noLog: true, lines: opening + goblin + zorn + `
GM: /init roll
[GM: /init add name:Zorn stats:$s, hp 9 side:Dark]{GM: /init edit name:Zorn hidden:false}
Anna: /init take
Anna: /next
GM: /next to:Zorn
GM: /next
`},
		{name: "a side comes to be at an open turn", rulesets: "alternating leaders", lines: opening + goblin + `
GM: /init roll
GM: /init edit name:Goblin side:Night
{GM: /init add name:Zorn stats:$s, hp 9 side:Dark hidden:true}
{GM: /init add name:Yrsa stats:$s, hp 9 side:NIGHT hidden:true}
Cleo: /init join name:Newt side:dark stats:$s, hp 5
Anna: /init take
Anna: /next
`},
		{name: "a side rolls what hidden ones have rolled", rulesets: "leaders", lines: opening + goblin + `
{GM: /init add name:Ant stats:$s, hp 9 side:Ants hidden:true}
{GM: /init add name:Bat stats:$s, hp 9 side:Bats hidden:true}
{GM: /init add name:Cat stats:$s, hp 9 side:Cats hidden:true}
{GM: /init add name:Dog stats:$s, hp 9 side:Dogs hidden:true}
{GM: /init add name:Fox stats:$s, hp 9 side:Foxes hidden:true}
{GM: /init add name:Pig stats:$s, hp 9 side:Pigs hidden:true}
GM: /init roll rolls:party 6, foes 5{, Ants 1, Bats 2, Cats 3, Dogs 4, Foxes 5, Pigs 6}
GM: /init add name:Orc stats:$s, hp 8 side:Orcs
GM: /init add name:Imp stats:$s, hp 8 side:Imps
`},
		{name: "one of a group is hidden when the turn is handed on", rulesets: "popcorn leaders", lines: opening + `
GM: /init add name:Owl stats:$s, hp 8 owner:Ben side:party
{GM: /init add name:Owl stats:$s, hp 9 hidden:true side:party}
GM: /init roll
GM: /next to:Owl
Ben: /next to:Elf
Ben: /next to:Owl
Ben: /next to:Knight
Anna: /next to:Knight
Anna: /next to:Owl
`},
		{name: "a side that begins is hidden", rulesets: "alternating leaders", lines: opening + goblin + zorn + yrsa + `
GM: /init roll rolls:party 3{, Dark 6}
GM: /init take
Anna: /init take
GM: /next
Ben: /init take
Ben: /next
Anna: /next
`},
	}
}

func scriptsOfPlaces() []script {
	return []script{
		{name: "a hidden one has several turns", rulesets: "repeaters cards-of-ten", lines: opening + `
GM: /init add name:Goblin stats:$other, hp 8
{GM: /init add name:Zorn stats:$other, hp 9 side:Dark hidden:true}
{GM: /init add name:Goblin stats:$other, hp 9 hidden:true}
GM: /init roll
GM: /next
GM: /next
GM: /init edit name:Goblin stats:$s
{GM: /init edit name:Zorn stats:$s}
GM: /next
GM: /next
{GM: /init remove name:Zorn}
GM: /next
GM: /next
`},
		{name: "a hidden slot of a side with visible members", rulesets: "slots dwindlers", lines: opening + goblin + `
{GM: /init add name:Zorn stats:$other, hp 9 hidden:true}
{GM: /init add name:Owl stats:$other, hp 9 side:party hidden:true}
GM: /init roll
Anna: /init take
GM: /init take name:Goblin
GM: /next
Anna: /next
{GM: /init remove name:Zorn}
Ben: /init take
Ben: /next
GM: /next
GM: /hp target:Goblin amount:-50
Anna: /init take
Anna: /next
`},
		{name: "a slot is handed on", rulesets: "slots dwindlers", lines: opening + goblin + `
{GM: /init add name:Zorn stats:$s, hp 9 hidden:true}
{GM: /init add name:Yrsa stats:$s, hp 9 side:Night hidden:true}
GM: /init roll
Anna: /init take
Anna: /next to:Elf
Ben: /next to:Goblin
GM: /next to:Goblin
GM: /next to:Knight
Anna: /next to:Elf
Ben: /next to:Knight
Ben: /next to:Elf
`},
		{name: "a visible slot is left to hidden ones", rulesets: "dwindlers", lines: opening + goblin + `
GM: /init add name:Orc stats:$s, hp 8
{GM: /init add name:Zorn stats:$s, hp 9 hidden:true}
GM: /init roll
GM: /init remove name:Goblin
Anna: /init take
Anna: /next
GM: /init remove name:Orc
Ben: /next
GM: /init undo
GM: /next
`},
		{name: "a pass in which only hidden ones act", rulesets: "passes", lines: opening + goblin + `
{GM: /init add name:Zorn stats:reaction 25, intuition 5, hp 9 hidden:true}
GM: /init roll
GM: /next
GM: /next
GM: /init undo
GM: /next
GM: /next
GM: /next
GM: /next
GM: /next
`},
		{name: "phases wait for no hidden member", rulesets: "sides-d6 steppers", lines: opening + goblin + `
{GM: /init add name:Owl stats:$s, hp 9 side:party hidden:true}
{GM: /init add name:Goblin stats:$s, hp 9 hidden:true}
{GM: /init add name:Zorn stats:$s, hp 9 side:Dark hidden:true}
GM: /init roll
Anna: /next
Ben: /next
GM: /next who:Goblin
Anna: /next
{GM: /next who:Owl}
Ben: /next
GM: /next
GM: /init undo
{GM: /init remove name:Owl}
Anna: /next
Ben: /next
GM: /next
GM: /next
GM: /next
GM: /next
`},
		{name: "waiting in a phase", rulesets: "steppers", lines: opening + goblin + zorn + `
GM: /init roll
Anna: /next
Anna: /init delay
Ben: /next
GM: /next
Anna: /init take
Anna: /next
Anna: /next
GM: /next
`},
	}
}

func scriptsOfChance() []script {
	return []script{
		{name: "hidden ones have cards", rulesets: "action-cards dealers", lines: opening + goblin + zorn + yrsa + `
GM: /init roll
Anna: /next
{GM: /init add name:Imp stats:$other, hp 9 side:Dark hidden:true}
GM: /init add name:Wolf stats:$other, hp 5
Ben: /next
Cleo: /init join name:Newt stats:$s, hp 5
GM: /next
GM: /next
{GM: /init remove name:Zorn}
GM: /next
GM: /next
Anna: /init remove name:Knight
Anna: /init join name:Knight stats:$s, hp 30
GM: /next
GM: /next
`},
		{name: "a hidden one has a joker", rulesets: "action-cards", lines: opening + goblin + zorn + yrsa + `
GM: /init roll rolls:Knight KH, Elf 4C{, Zorn Joker, Yrsa 4D}
Anna: /next
GM: /next
GM: /next
GM: /init roll rolls:Goblin KH{, Zorn KC}
Ben: /next
GM: /next
GM: /next
`},
		{name: "a hidden one has the card that is typed", rulesets: "action-cards", lines: opening + goblin + zorn + `
GM: /init roll{ rolls:Zorn KH}
{GM: /init roll rolls:Zorn QH}
GM: /init roll rolls:Knight 9H
GM: /next
GM: /next
GM: /next
GM: /next
`},
		{name: "hidden tokens", rulesets: "token-bag drawers", lines: opening + goblin + zorn + yrsa + `
{GM: /init add name:Spy stats:$s, hp 9 side:party hidden:true}
{GM: /init add name:Orc stats:$other, hp 9 hidden:true}
GM: /init roll
GM: /next
GM: press Take the turn
Anna: /init take
Ben: /init take
GM: /next
{GM: /init remove name:Yrsa}
GM: /next to:end of round
GM: /next
GM: /init add name:Wolf stats:$other, hp 5
GM: /init take name:Goblin
GM: /next
GM: /next{ to:Zorn}
GM: /init remove name:Goblin
GM: /next
`},
		{name: "hidden ticks", rulesets: "tickers", lines: opening + goblin + zornFirst + yrsa + `
GM: /init roll
{GM: /act do activity:Aim ticks:1 who:Zorn}
Anna: /act do activity:Aim ticks:7
Anna: /next
GM: /effect add target:Elf name:Haze duration:6 ticks
{GM: /effect add target:Zorn name:Haze duration:4 ticks}
GM: /next
{GM: /init edit name:Yrsa score:9}
GM: /init edit name:Elf score:9
GM: /next
GM: /init add name:Wolf stats:$s, hp 5
GM: /next
{GM: /init remove name:Zorn}
GM: /next
GM: /next
`},
	}
}
