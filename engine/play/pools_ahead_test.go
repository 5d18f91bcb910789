package play_test

import (
	"testing"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/reason"
)

// aheadFight begins a fight in which Anna acts before Ben, who can spend his main action ahead of his turn.
func aheadFight(t *testing.T, main string) *fight {
	f := inFile(t, "order: {by: score, roll: d30, reroll: yes}\nturn: {move: "+main+", quick: {count: any, when: any time}}\n"+
		"attack: {form: d20 critical, costs: move, against: 10}\nconditions: {Slow: {takes: {move: 1}}}\n")
	f.dice = dice.Seeded(1)
	f.by(anna, play.Join{Name: "Anna", Roll: roll(20)})
	f.by(ben, play.Join{Name: "Ben", Roll: roll(10)})
	f.gm(play.Roll{})
	f.wantActive("1: Anna")
	return f
}

// TestRI6AheadOfATurnWithNone: of an action that a condition takes away, none is spent ahead.
func TestRI6AheadOfATurnWithNone(t *testing.T) {
	f := aheadFight(t, "1")
	f.by(ben, play.Do{Activity: "Total Defense", Type: "quick", Main: true})
	f.gm(play.EffectAdd{Target: "Ben", Name: "Slow"})
	f.next(1)
	f.wantActive("1: Ben")
	if use := f.combatant("Ben").Pools["move"]; use.Spent != 0 || f.left("Ben", "move") != 0 {
		t.Errorf("%+v, %d left", use, f.left("Ben", "move"))
	}
	f.next(1)
	f.gm(play.EffectRemove{Target: "Ben", Name: "Slow"})
	f.next(1)
	f.wantActive("2: Ben")
	f.by(ben, play.Do{Activity: "run", Type: "move"})
}

// TestRI6AheadOfARound: an action that comes back with the round is there before the turn, and is spent at once.
func TestRI6AheadOfARound(t *testing.T) {
	f := aheadFight(t, "{count: 1, back: round}")
	f.by(ben, play.Do{Activity: "Total Defense", Type: "quick", Main: true})
	f.refused(ben, play.Do{Activity: "Total Defense", Type: "quick", Main: true}, engine.NotNow, reason.PoolUsed)
	f.next(1)
	f.refused(ben, play.Do{Activity: "run", Type: "move"}, engine.NotNow, reason.PoolUsed)
	f.next(1)
	f.next(1)
	f.by(ben, play.Do{Activity: "run", Type: "move"})
}

// TestRS40FewerThanSpent: if a count falls below what is spent of it, nothing is left, and what is spent stays so when it rises again.
func TestRS40FewerThanSpent(t *testing.T) {
	f := aheadFight(t, "init")
	f.gm(play.Edit{Name: "Anna", Stats: "init 2"})
	f.by(anna, play.Do{Activity: "run", Type: "move"})
	f.gm(play.Edit{Name: "Anna", Stats: "init 0"})
	f.refused(anna, play.Do{Activity: "run", Type: "move"}, engine.NotNow, reason.PoolUsed)
	f.gm(play.Edit{Name: "Anna", Stats: "init 2"})
	f.by(anna, play.Do{Activity: "run", Type: "move"})
	f.refused(anna, play.Do{Activity: "run", Type: "move"}, engine.NotNow, reason.PoolUsed)
}
