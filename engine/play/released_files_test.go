package play_test

import (
	"roundel/engine"
	"roundel/engine/play"
)

// ownRules and askRules are rulesets that somebody uploaded, for the recorded logs.
const ownRules = `roundel: 1
name: house-yard
title: House Yard
round: 10 s
stats: {nerve: {is: how calm you are, need: all}}
units: {alike: [nerve]}
order: {by: score, roll: 2d6 + nerve, again: round, ties: [pc, nerve, d20], reroll: yes}
wait: hold
surprise: lost turn
turn: {main: 2, move: {count: 1, also: main, metres: 5}, dodge: {count: 1, when: others' turns, back: round}, luck: {count: 1, when: any time, back: {roll: d6, needs: 5}}}
durations: start of source's turn
save: {roll: d12 + bonus, needs: dc}
conditions:
  Rattled: {level: yes, fades: end of turn, takes: {main: 1}}
  Burning: {damage: yes, check: {at: end, roll: d6, needs: 6, passes: 2}}
  Chilled: {check: {at: end, roll: d6, needs: 4, fails: 2, becomes: Frozen}}
  Frozen: {skip: yes, lasts: end of source's turn}
  Concentrating: {one: yes, breaks: [down, skip], check: {at: damage, roll: d20, needs: damage, ends: fail}}
counters: {alarm: {from: 1, each round: 1, to: 9}, grudge: {of: gm, to: 5, secret: yes}, luck points: {from: 1, to: 3, of: pc}}
events: {Bell: {score: 12, every: 2, note: the guards come}}
down: {who: all, roll: d6, needs: 4, passes: 2, fails: 2, hit: 1, states: [bleeding, stable, dead]}
`

const askRules = `roundel: 1
name: house-cards
title: House Cards
stats: {nerve: {is: how calm you are, from: 0, to: 9}}
order: {by: score, roll: d10, best: low, again: ask, ties: [nerve, together]}
wait: swap
durations: end of round
`

// playFiles plays on with what files of rulesets can have: events, counters, pools, checks, levels, effects that depend on their source,
// waiting, and saves of those who are down. What the ruleset lacks is refused.
func playFiles(f *fight, playing func(...play.Command)) {
	for i := range f.rs.Counters {
		playing(play.CounterSet{Name: f.rs.Counters[i].Name, Value: 2, Who: "Knight"}, play.CounterAdd{Name: f.rs.Counters[i].Name, Amount: 2})
	}
	for i := range f.rs.Turn {
		playing(play.Use{Pool: f.rs.Turn[i].Key, Who: "Dog"}, play.Use{Pool: f.rs.Turn[i].Key})
	}
	playing(play.AddEvent{Name: "Quake", Score: roll(5), Every: roll(2), First: roll(f.s.Round + 1), Note: "the ground shakes"},
		play.AddEvent{Name: "Lair action"}, play.AddEvent{Name: "Bell"},
		play.EffectAdd{Target: "Cat", Name: "Concentrating", Source: "Cat"},
		play.EffectAdd{Target: "Dog", Name: "Poisoned", Source: "Cat", DC: roll(9), Bonus: roll(1), With: "Concentrating", Duration: "2 rounds, end of source's turn"},
		play.EffectAdd{Target: "Dog", Name: "Frightened", Source: "Cat", Level: roll(2)},
		play.EffectAdd{Target: "Dog", Name: "Slowed", Source: "Cat", Level: roll(1), Duration: "end of source's next turn"},
		play.EffectAdd{Target: "Dog", Name: "Rattled", Source: "Cat", Level: roll(2)})
	for _, name := range []string{"Persistent damage", "Ongoing damage", "Burning", "Chilled", "Save ends", "Marked"} {
		playing(play.EffectAdd{Target: "Dog", Name: name, Damage: "1d2", Source: "Wolf", Duration: "3 rounds, start of source's turn"})
	}
	playing(play.HP{Target: "Cat", Amount: "-1"}, play.EffectSave{Target: "Cat", Roll: roll(12)}, play.HP{Target: "Cat", Amount: "-1"},
		play.HP{Target: "Monk, Knight", Amount: "=4"}, play.HP{Target: "Monk", Amount: "-5"}, play.Next{})
	if f.s.Awaits {
		playing(play.Roll{})
	}
	waiting := activeName(f)
	for _, other := range []string{"", "Knight", "Monk", "Dog", "Cat", "Boss"} {
		playing(play.Delay{Name: waiting, With: other})
	}
	playing(play.PingGM{On: true}, play.Note{ID: f.combatant("Knight").ID, Text: "nine lives"}, play.Next{}, play.Take{Name: waiting}, play.Next{})
	for range 2 * len(f.s.Units) {
		playing(play.Next{})
		if f.s.Awaits {
			playing(play.Roll{})
		}
		for i := range f.s.Effects {
			if e := f.s.Effects[i]; e.Check != nil && e.Check.Due > 0 && f.s.Round%2 == 0 {
				playing(play.EffectSave{Target: f.s.TargetName(&e), Name: e.Name})
				break
			}
		}
		if m := f.combatant("Monk"); m.Saves != nil && m.Saves.Due {
			playing(play.EffectSave{Target: "Monk", Roll: roll(3)})
		}
	}
	playing(play.EffectAdd{Target: "Knight", Name: "Cursed", Source: "Wolf", Duration: "end of source's turn"}, play.Remove{Name: "Wolf"},
		play.EffectLevel{Target: "Dog", Name: "Frightened", Amount: "+1"}, play.HP{Target: "Knight", Amount: "-99"})
	for range len(f.s.Units) - 1 {
		playing(play.Next{})
	}
	if running := f.s.Phase == engine.Running; running && len(f.s.ActiveMembers()) > 0 {
		playing(play.Delay{Name: activeName(f)})
	}
}
