package play_test

import (
	"testing"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/view"
)

// beast is a stat block with abilities of all kinds.
func beast() *engine.Block {
	b := engine.Block{Monster: "Beast", Abilities: []engine.Ability{
		{Name: "Breath", As: engine.AsAction, Recharge: &engine.Recharge{Needs: 5}, Save: &engine.Prepared{Name: "Breath", Save: "dex", DC: 15, Amount: "2d6 fire", Success: "half"}},
		{Name: "Roar", As: engine.AsBonus, Uses: 3},
		{Name: "Leap", As: engine.AsBonus, Uses: 1, Per: engine.PerTurn},
		{Name: "Howl", As: engine.AsTrait, Uses: 2, Per: engine.PerRound},
		{Name: "Rake", As: engine.AsAction, Uses: 1, Attack: "Claw"},
		{Name: "Tail", As: engine.AsLegendary, Costs: 2, Attack: "Claw"},
		{Name: "Banish", As: engine.AsAction, Save: &engine.Prepared{Name: "Banish", Save: "fort", DC: 12}, Unsaved: true},
		{Name: "Web", As: engine.AsTrait, Recharge: &engine.Recharge{Roll: "d8", Needs: 7}},
	}}
	return b.Keyed()
}

func withBeast(t *testing.T) *fight {
	f := start(t, "five-e-2014")
	f.gm(play.Add{Name: "Beast", Stats: "init 0, hp 90, ac 15, legendary 3", Roll: roll(18), Weapons: "Claw, melee, hit 5, 2d6", Block: beast()})
	f.by(anna, play.Join{Name: "Knight", Stats: "init 0, hp 60, dex 1, ac 12", Roll: roll(12)})
	f.gm(play.Roll{})
	f.dice = dice.Seeded(1)
	return f
}

// uses returns how many uses of an ability Beast has left.
func (f *fight) uses(ability string) int {
	c := f.combatant("Beast")
	left, _ := c.UsesLeft(engine.FindAbility(f.s.Abilities(c), ability))
	return left
}

// poolsLeft returns how many of a pool Beast has left, as the GM knows it and as others do.
func (f *fight) poolsLeft(key string) (gm, others int) {
	seen := view.State(f.s, view.Viewer{})
	return f.s.PoolLeft(f.combatant("Beast"), f.rs.Pool(key)), seen.PoolLeft(seen.Combatant(f.combatant("Beast").ID), f.rs.Pool(key))
}

// TestMO10Costs: an ability costs its pool and one use; those come back with turns and rounds, or not in this fight. Others learn nothing of it.
func TestMO10Costs(t *testing.T) {
	f := withBeast(t)
	use := func(name string) play.UseAbility { return play.UseAbility{Who: f.combatant("Beast").ID, Ability: name} }
	f.gm(use("Roar"))
	if gm, others := f.poolsLeft("bonus"); f.uses("roar") != 2 || gm != 0 || others != 1 {
		t.Errorf("%d left, %d %d", f.uses("roar"), gm, others)
	}
	f.refused(theGM, use("Leap"), engine.NotNow, reason.PoolUsed)
	f.gm(use("Howl"), use("Howl"))
	f.refused(theGM, use("Howl"), engine.NotNow, reason.NoUses, engine.Args{Name: "Beast", Text: "Howl", High: 2, Option: "round"})
	f.refused(anna, use("Roar"), engine.NotAllowed, reason.GMOnly)
	f.refused(theGM, use("Sneeze"), engine.NotFound, reason.UnknownAbility)
	f.next(1)
	f.refused(theGM, use("Roar"), engine.NotNow)
	f.dice = dice.Script() // nothing has to recharge, so that nothing is rolled
	f.next(1)
	if f.uses("Howl") != 2 || f.uses("Roar") != 2 {
		t.Errorf("%d %d", f.uses("Howl"), f.uses("Roar"))
	}
	f.gm(use("Leap"))
	f.next(2)
	if gm, others := f.poolsLeft("bonus"); f.uses("Leap") != 1 || gm != 1 || others != 1 {
		t.Errorf("%d, %d %d", f.uses("Leap"), gm, others)
	}
}

// TestMO11Recharge: what is spent is rolled for at the start of the own turn, with its own die, also of what was spent without a word.
func TestMO11Recharge(t *testing.T) {
	f := withBeast(t)
	f.gm(play.Save{Use: "Breath", Target: "Knight", Rolls: "Knight 2"}, play.UseAbility{Who: f.combatant("Beast").ID, Ability: "Web"})
	f.next(1)
	f.dice = dice.Script(4, 7)
	f.next(1)
	var rolled []engine.PoolRolled
	for _, e := range f.last {
		if r, is := e.(engine.PoolRolled); is {
			rolled = append(rolled, r)
		}
	}
	if len(rolled) != 2 || rolled[0].Ability != "Breath" || rolled[0].Back || rolled[0].Needs != 5 || rolled[1].Roll.Expr != "1d8" || !rolled[1].Back || f.uses("Breath") != 0 || f.uses("Web") != 1 {
		t.Errorf("%+v", rolled)
	}
	for _, e := range rolled {
		if parts, whole := engine.Seen(e, engine.Sight{Before: f.s, After: f.s}); len(parts) != 0 || whole || !engine.Hides(e) || !engine.Aside(e) {
			t.Errorf("others see %+v", parts)
		}
	}
}

// TestMO12Uses: /act use takes an ability of the GM's combatants for its GM, and SetUses corrects the number of uses.
func TestMO12Uses(t *testing.T) {
	f := withBeast(t)
	f.gm(play.Use{Pool: "breath", Who: "Beast"})
	if gm, others := f.poolsLeft("action"); f.uses("Breath") != 0 || gm != 0 || others != 1 || len(lastOf[engine.SavesCalled](f)) != 0 {
		t.Errorf("%d, %d %d", f.uses("Breath"), gm, others)
	}
	f.refused(theGM, play.Use{Pool: "Howl", Who: "Beast", Amount: roll(2)}, engine.Invalid, reason.OneUse)
	f.refused(anna, play.Use{Pool: "Howl", Who: "Knight"}, engine.NotInRules, reason.UnknownPool)
	f.refused(theGM, play.Use{Pool: "Howl", Who: "Knight"}, engine.NotInRules, reason.UnknownPool)
	f.gm(play.SetUses{Name: "Beast", Ability: "breath", Left: roll(1)})
	if f.uses("Breath") != 1 {
		t.Error(f.uses("Breath"))
	}
	f.gm(play.SetUses{Name: "Beast", Ability: "Roar", Left: roll(0)})
	f.refused(theGM, play.SetUses{Name: "Beast", Ability: "Roar", Left: roll(4)}, engine.Invalid, reason.CheckNumber)
	f.refused(theGM, play.SetUses{Name: "Beast", Ability: "Tail", Left: roll(1)}, engine.NotFound, reason.UnknownAbility)
	f.refused(theGM, play.SetUses{Name: "Knight", Ability: "Roar", Left: roll(1)}, engine.NotFound, reason.UnknownAbility)
	f.refused(anna, play.SetUses{Name: "Beast", Ability: "Roar", Left: roll(1)}, engine.NotAllowed, reason.GMOnly)
}

// TestMO19Attacks: an attack by an ability costs what that costs. Others see one that costs what attacks do as such an attack, any other as a free one.
func TestMO19Attacks(t *testing.T) {
	f := withBeast(t)
	f.gm(play.Strike{Target: "Knight", Weapon: "Claw", Use: "rake", Roll: roll(1)})
	if gm, others := f.poolsLeft("action"); f.uses("Rake") != 0 || gm != 0 || others != 0 || lastOf[engine.Attacked](f)[0].Free {
		t.Errorf("%d, %d %d", f.uses("Rake"), gm, others)
	}
	f.refused(theGM, play.Strike{Target: "Knight", Weapon: "Claw", Use: "Rake"}, engine.NotNow, reason.NoUses)
	f.refused(theGM, play.Strike{Target: "Knight", Weapon: "Claw", Use: "Roar"}, engine.NotFound, reason.UnknownAbility)
	f.refused(theGM, play.Strike{Target: "Knight", Weapon: "Punch", Use: "Tail"}, engine.NotFound, reason.UnknownAbility)
	f.refused(theGM, play.Strike{Target: "Knight", Weapon: "Claw", Use: "Tail"}, engine.NotNow, reason.ReactOwnTurn)
	f.refused(anna, play.Strike{Who: "Knight", Target: "Beast", Weapon: "Punch", Use: "Tail"}, engine.NotAllowed, reason.GMOnly)
	f.by(anna, play.Join{Name: "Bard", Stats: "init 0, hp 60, ac 12", Roll: roll(5)})
	f.next(2)
	f.gm(play.Strike{Who: "Beast", Target: "Knight", Weapon: "Claw", Use: "Tail", Roll: roll(1)})
	if gm, others := f.poolsLeft("legendary"); gm != 1 || others != 3 || !lastOf[engine.Attacked](f)[0].Free {
		t.Errorf("%d %d", gm, others)
	}
	f.refused(theGM, play.Strike{Who: "Beast", Target: "Knight", Weapon: "Claw", Use: "Tail", Roll: roll(1)}, engine.NotNow, reason.OnceATurn)
}

// TestMO20Saves: what an area save costs is spent with it, in one step, or not at all; a save that the ruleset lacks is for the GM to read.
func TestMO20Saves(t *testing.T) {
	f := withBeast(t)
	f.refused(theGM, play.Save{Use: "Breath", Target: "Nobody"}, engine.NotFound)
	if f.uses("Breath") != 1 {
		t.Error("a refused save has spent a use")
	}
	f.gm(play.Save{Use: "Breath", Target: "Knight", Rolls: "Knight 2"})
	called := lastOf[engine.SavesCalled](f)[0]
	if gm, others := f.poolsLeft("action"); f.uses("Breath") != 0 || gm != 0 || others != 1 || called.Source != f.combatant("Beast").ID || called.Success != "half" {
		t.Errorf("%d, %d %d, %+v", f.uses("Breath"), gm, others, called)
	}
	f.refused(theGM, play.Save{Use: "Breath", Target: "Knight"}, engine.NotNow, reason.NoUses)
	f.gm(play.SetUses{Name: "Beast", Ability: "Breath", Left: roll(1)})
	f.refused(theGM, play.Save{Use: "Breath", Target: "Knight"}, engine.NotNow, reason.PoolUsed)
	f.refused(theGM, play.Save{Use: "Banish", Target: "Knight"}, engine.NotFound, reason.UnknownPrepared)
	f.next(2)
	f.gm(play.UseAbility{Who: f.combatant("Beast").ID, Ability: "Banish"})
}

// TestMO10Ticks: on a clock, an ability takes its turn on by what it costs of a pool with prices (RS-38).
func TestMO10Ticks(t *testing.T) {
	rs := clockRules(t, plainClock, "turn: {action: {count: any, priced: yes}}")
	f := startWith(t, rs, play.Start{Name: "Test", Ruleset: rs.Name})
	block := engine.Block{Monster: "Brute", Abilities: []engine.Ability{{Name: "Roar", As: engine.AsAction, Costs: 7}, {Name: "Duck", As: engine.AsTrait, Uses: 1}}}
	f.gm(play.Add{Name: "Brute", Stats: "init 1", Block: block.Keyed()})
	f.by(anna, play.Join{Name: "Anna", Stats: "init 2"})
	f.gm(play.Roll{})
	id := f.combatant("Brute").ID
	f.gm(play.UseAbility{Who: id, Ability: "Duck"}, play.UseAbility{Who: id, Ability: "Roar"})
	if n, ok := f.s.TurnTicks(f.combatant("Brute").Unit); !ok || n != 7 {
		t.Errorf("%d ticks, %t", n, ok)
	}
	f.gm(play.Next{})
	f.wantStands("2: Anna 2, Brute 8")
}
