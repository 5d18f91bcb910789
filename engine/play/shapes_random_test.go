package play_test

import (
	"testing"

	"pgregory.net/rapid"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/ruleset"
)

// shapeRules reads a file with an order of one shape, and much else.
func shapeRules(t testing.TB, lines string) *ruleset.Ruleset {
	t.Helper()
	rs, err := ruleset.Read([]byte("roundel: 1\nname: random\ntitle: Random\nonce: yes\nmorale: 2d6\nstats: {init: {is: Initiative}, ac: {is: Armor Class}, morale: {is: Morale}}\n" +
		"turn: {main: 1, move: {count: 1, also: main}, parry: {count: 1, when: any time}}\n" + lines))
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// TestRandomSequencesOfCards plays random commands under orders by cards (RS-28 to RS-31).
func TestRandomSequencesOfCards(t *testing.T) {
	const events = "events: {Lair: {}, Tide: {every: 2, first: 2}}\nround: 6 s\n"
	files := map[string]*ruleset.Ruleset{}
	for name, lines := range map[string]string{
		"hold, few":           "order: {by: cards, deck: 1-4, again: round, shuffle: when empty, reroll: yes}\nwait: hold\nunits: {alike: []}",
		"hold, jokers":        "order: {by: cards, deck: french + 2 jokers, again: round, shuffle: after joker, deal: 1 + pc, redraw: card < 4, ties: [pc, d6]}\nwait: hold",
		"swap, low":           "order: {by: cards, deck: 1-9, best: low, again: round, lowest: pc, deal: 2, reroll: yes}\nwait: swap\nunits: {alike: []}\nblow: -2",
		"once, rejoin":        "order: {by: cards, deck: 2-12, shuffle: when empty, reroll: yes}\nwait: rejoin\nsurprise: lost round",
		"ask, sides":          "order: {by: cards, deck: 1-3, again: ask, ties: joined}\nunits: side\nsurprise: free round",
		"ask, last, late":     "order: {by: cards, deck: french, again: ask}\nwait: bottom, one a side\nsurprise: late roll",
		"once, one action":    "order: {by: cards, deck: french + 1 joker}\nsurprise: one action\nwait: hold",
		"turns, swap":         "order: {by: cards, deck: 1-9, best: low, again: round, turns: 2 if npc else 1 + round / 3}\nwait: swap\nunits: {alike: []}",
		"turns, few, phases":  "order: {by: cards, deck: 1-5, shuffle: when empty, turns: ac / 6, phases: [move, act], reroll: yes}\nwait: hold\nsurprise: lost turn",
		"turns, jokers":       "order: {by: cards, deck: french + 2 jokers, again: round, shuffle: after joker, turns: 3 - round, redraw: card < 4, ties: [pc, d6]}\nwait: rejoin\nsurprise: one action",
		"turns, sides":        "order: {by: cards, deck: 1-6, again: ask, turns: members, ties: together}\nunits: side\nsurprise: free round\nwait: bottom",
		"turns, deal":         "order: {by: cards, deck: french + 1 joker, turns: 2, deal: 1 + pc, lowest: npc, reroll: yes, shuffle: when empty}\nwait: hold\nsurprise: late roll\nunits: {alike: [init]}",
		"after joker, ambush": "order: {by: cards, deck: french + 1 joker, again: round, shuffle: after joker, redraw: card > 9, ties: together}\nwait: swap\nsurprise: ambush turns",
	} {
		files[name] = shapeRules(t, events+lines)
	}
	files["action-cards"], _ = ruleset.ByName("action-cards")
	files["cards-of-ten"], _ = ruleset.ByName("cards-of-ten")
	for name, rs := range files {
		t.Run(name, func(t *testing.T) { rapid.Check(t, func(rt *rapid.T) { playRandom(rt, rs, false) }) })
	}
}

// TestRandomSequencesOfClocks plays random commands under clocks (RS-38): nobody is left without a turn, and all of the fight is round 1.
func TestRandomSequencesOfClocks(t *testing.T) {
	files := map[string]*ruleset.Ruleset{}
	for name, lines := range map[string]string{
		"plain":    "order: {by: clock, roll: d6}\nunits: {alike: [init]}",
		"rejoin":   "order: {by: clock, roll: d4 + init, cost: 3 if pc else 2, ties: [npc, gm]}\nwait: rejoin\nsurprise: lost turn",
		"hold":     "order: {by: clock, roll: d8, cost: members, ties: choose}\nwait: hold\nunits: {alike: []}\nsurprise: ambush turns",
		"swap":     "order: {by: clock, roll: d3, cost: 4, ties: [d6 a side, choose]}\nwait: swap\nsurprise: one action",
		"together": "order: {by: clock, roll: d2, cost: 2, ties: together}\nwait: rejoin\nsurprise: free round",
		"sides":    "order: {by: clock, roll: d6, cost: 3}\nunits: side\nwait: hold",
	} {
		files[name] = shapeRules(t, lines)
	}
	files["tick-clock"], _ = ruleset.ByName("tick-clock")
	for name, rs := range files {
		t.Run(name, func(t *testing.T) { rapid.Check(t, func(rt *rapid.T) { playRandom(rt, rs, false) }) })
	}
}

// checkClock checks that the clock does not go back, and that all of the fight is round 1 (RS-38).
func checkClock(rt *rapid.T, before, after *engine.State) {
	if after.Round > 1 || after.Now(true) < before.Now(true) {
		rt.Fatalf("round %d, tick %d after %d", after.Round, after.Now(true), before.Now(true))
	}
}

// everyoneActs checks that everybody who stands and loses no turns has one before long, or holds it.
func everyoneActs(rt *rapid.T, rs *ruleset.Ruleset, s *engine.State, roller dice.Roller) {
	if s.Phase != engine.Running || len(s.Combatants) == 0 {
		return
	}
	if s.Paused {
		s = engine.Fold(s, []engine.Event{engine.Resumed{}})
	}
	farthest, acted := s.Now(true), map[engine.CombatantID]bool{}
	for i := range s.Units {
		farthest = max(farthest, s.OrderScore(rs, s.Units[i].ID))
	}
	for i := range s.Effects {
		farthest += max(s.Effects[i].Initiative, -s.Effects[i].Initiative) // as they end, places change
	}
	for n := 0; s.Now(true) <= farthest+5 && n < 5000; n++ {
		for _, c := range s.ActiveMembers() {
			acted[c.ID] = true
		}
		out, err := play.Decide(s, rs, play.Next{}, play.Input{Actor: engine.Actor{User: s.GM}, Turn: engine.TurnID(10000 + n), Dice: roller})
		if err != nil {
			if !allHold(s) {
				rt.Fatalf("the next turn: %v", err)
			}
			return
		}
		s = out.State
		for _, e := range out.Events {
			if lost, is := e.(engine.TurnLost); is {
				acted[lost.Combatant] = true
			}
		}
		checkState(rt, rs, s)
		checkStages(rt, out)
	}
	if s.Now(true) <= farthest {
		rt.Fatalf("the clock stands still at %d", s.Now(true))
	}
	for i := range s.Combatants {
		c := &s.Combatants[i]
		if !acted[c.ID] && s.Able(c) && s.Unit(c.Unit).Stage != engine.Holding {
			rt.Fatalf("%s has had no turn: %+v\n%+v\ntick %d", c.Name, c, s.Unit(c.Unit), s.Now(true))
		}
	}
}

// TestRS29UndoAndRestart: whatever happens, undoing steps and reading the state again gives back every card, over random sequences.
func TestRS29UndoAndRestart(t *testing.T) {
	rs := shapeRules(t, "round: 6 s\norder: {by: cards, deck: french + 2 jokers, again: round, shuffle: after joker, deal: 1 + pc}\nwait: hold")
	rapid.Check(t, func(rt *rapid.T) {
		codec, roller := engine.New(), dice.Seeded(rapid.Uint64().Draw(rt, "seed"))
		var states []*engine.State
		s := engine.Fold(nil, mustDecide(rt, nil, rs, play.Start{Name: "Random"}, play.Input{Actor: engine.Actor{User: theGM}}))
		for turn := range 40 {
			if len(states) > 0 && rapid.IntRange(0, 4).Draw(rt, "undo") == 0 {
				s, states = states[len(states)-1], states[:len(states)-1]
			}
			again, ok, err := codec.DecodeState([]byte(encode(rt, codec, s)))
			if err != nil || !ok {
				rt.Fatalf("%v, %v", ok, err)
			}
			out, err := play.Decide(again, rs, newDraw(rt, rs, s).command(), play.Input{Actor: engine.Actor{User: theGM}, Turn: engine.TurnID(turn + 1), Dice: roller})
			if err != nil {
				continue
			}
			states, s = append(states, s), out.State
			checkState(rt, rs, s)
			full, hidden := ruleset.Full(&rs.Order.Deck), len(s.HiddenOut)
			full.Remove(s.Out...)
			full.Remove(s.HiddenOut...)
			if full.Len()+len(s.Out)+hidden != 54 {
				rt.Fatalf("%d in the deck, %d out, %d out and hidden", full.Len(), len(s.Out), hidden)
			}
		}
	})
}
