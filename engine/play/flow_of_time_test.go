package play_test

import (
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
)

const ft = "flow-of-time"

// pilotAndDrones returns a fight in the turn of anna's Pilot at 17, with her level 0 Clerk at 12 and a Drone at 9.
func pilotAndDrones(t *testing.T, results ...int) *fight {
	f := start(t, ft, results...)
	f.pc("Pilot", "finesse 3, cognition 5", 12)
	f.pc("Clerk", "finesse 2, cognition -1, level 0", 10)
	f.npc("Drone", 1, "cognition 1, level 3", 8)
	f.gm(play.Roll{})
	return f
}

// left returns how many of a pool a combatant can still spend.
func (f *fight) left(name, pool string) int {
	f.t.Helper()
	return f.s.PoolLeft(f.combatant(name), f.rs.Pool(pool))
}

// wantTicks checks how many ticks a combatant has left and reserved.
func (f *fight) wantTicks(name string, left, reserved int) {
	f.t.Helper()
	c := f.combatant(name)
	if got, held := f.left(name, "ticks"), c.Pools["ticks"].Reserved; got != left || held != reserved {
		f.t.Fatalf("%s has %d ticks left and %d reserved, want %d and %d", name, got, held, left, reserved)
	}
}

func do(activity string, ticks int) play.Do { return play.Do{Activity: activity, Ticks: &ticks} }

func TestFT1Initiative(t *testing.T) {
	f := pilotAndDrones(t)
	f.wantScore("Pilot", 12, 17, 17)
	f.wantScore("Clerk", 10, 12, 12)
	f.wantScore("Drone", 8, 9, 9)
	f.wantTurns("1: Pilot", "1: Clerk", "1: Drone", "2: Pilot")
	f = start(t, ft, 20, 1)
	f.by(anna, play.Join{Name: "Grim", Stats: "finesse -4, cognition -2"}) // the higher one counts, even below 0
	f.by(anna, play.Join{Name: "Bright", Stats: "cognition -3"})
	f.gm(play.Roll{})
	f.wantOrder("Grim 18, Bright -2")
	f.refused(anna, play.Join{Name: "Nil", Stats: "level 2"}, engine.Invalid, reason.StatsMissing, "[finesse|cognition]")
	f.refused(anna, play.Join{Name: "Nil", Stats: "finesse 2", Roll: roll(21)}, engine.Invalid)
	f.refused(theGM, play.Add{Name: "Bot", Count: 2, Stats: "finesse 2", Roll: roll(2)}, engine.Invalid, reason.EachRolls)
}

func TestFT2TiesRollABareD20(t *testing.T) {
	f := start(t, ft, 14, 14, 6, 20, 3) // A and B roll again, C is last
	for _, name := range []string{"Ada", "Bea", "Cal"} {
		f.pc(name, "finesse 4", 10)
	}
	f.gm(play.Roll{})
	f.wantOrder("Ada 14, Bea 14, Cal 14")
	ties := lastOf[engine.TieSettled](f)
	if len(ties) != 1 || ties[0].Die != 20 || len(ties[0].Rolls) != 3 || len(ties[0].Rolls[0].Faces) != 2 || len(ties[0].Rolls[2].Faces) != 1 {
		t.Fatalf("roll-off %+v", ties)
	}
	f = start(t, ft, 2, 19)
	f.pc("Ada", "finesse 90", 5) // only the bare die decides, not a characteristic
	f.npc("Bot", 1, "finesse 90", 5)
	f.gm(play.Roll{})
	f.wantOrder("Bot 95, Ada 95")
}

func TestFT3RoundOfTwelveSeconds(t *testing.T) {
	f := pilotAndDrones(t)
	f.next(3)
	f.wantClock(12)
	f.next(6)
	f.wantClock(36)
}

func TestFT4TicksPerRound(t *testing.T) {
	f := pilotAndDrones(t)
	f.wantTicks("Pilot", 4, 0) // no level means level 1
	f.wantTicks("Clerk", 3, 0)
	f.wantTicks("Drone", 4, 0)
	f.gm(play.EffectAdd{Target: "Pilot", Name: "Slow", Ticks: -1}, play.EffectAdd{Target: "Clerk", Name: "Fast", Ticks: 2})
	f.wantTicks("Pilot", 3, 0)
	f.wantTicks("Clerk", 5, 0)
	f.by(anna, do("shoot", 2))
	f.wantTicks("Pilot", 1, 0)
	f.gm(play.EffectAdd{Target: "Pilot", Name: "Frozen", Ticks: -5}) // never below 0
	f.wantTicks("Pilot", 0, 0)
	f.refused(anna, do("duck", 1), engine.NotNow, engine.Args{Name: "Pilot", Text: "duck", Pool: "ticks", Count: 1})
	f.gm(play.EffectRemove{Target: "Clerk", Name: "Fast"})
	f.wantTicks("Clerk", 3, 0)
	f.gm(play.Edit{Name: "Drone", Stats: "level 0"})
	f.wantTicks("Drone", 3, 0)
}

func TestFT5SpendingTicks(t *testing.T) {
	f := pilotAndDrones(t)
	f.refused(anna, play.Do{Activity: "Shoot"}, engine.Invalid, reason.UnknownActivity)
	f.refused(anna, play.Define{Activity: "Shoot", Ticks: 2}, engine.NotAllowed)
	f.refused(theGM, play.Define{Activity: "Shoot", Ticks: 0}, engine.Invalid)
	f.gm(play.Define{Activity: "Shoot", Ticks: 3})
	f.by(anna, play.Do{Activity: "shoot"})
	f.wantTicks("Pilot", 1, 0)
	f.refused(anna, play.Do{Activity: "SHOOT"}, engine.NotNow, engine.Args{Name: "Pilot", Text: "SHOOT", Pool: "ticks", Count: 3, Left: 1})
	f.by(anna, do("shoot", 1)) // a typed cost overrides the predefined one
	f.wantTicks("Pilot", 0, 0)
	f.refused(anna, do("shout", 0), engine.NotAllowed, reason.FreeOfGM)
	f.gm(play.Do{Activity: "shout", Ticks: roll(0), Who: "Pilot"})
	f.wantTicks("Pilot", 0, 0)
	f.refused(anna, do("shout", -1), engine.Invalid)
	f.refused(anna, do("shout", 1), engine.NotNow)
	f.refused(anna, play.Do{Activity: "x", Ticks: roll(1), Who: "Clerk"}, engine.NotNow, reason.NotTurnOf)
	f.refused(anna, play.Do{Activity: "x", Ticks: roll(1), Who: "Drone"}, engine.NotAllowed)
	f.refused(anna, play.Do{Activity: "x", Type: "main"}, engine.NotInRules)
	f.gm(play.Define{Activity: "shoot", Ticks: 1}, play.Forget{Activity: "SHOOT"})
	f.refused(theGM, play.Forget{Activity: "shoot"}, engine.NotFound)
	f.next(1)
	f.refused(anna, play.Do{Activity: "shoot"}, engine.Invalid)
}

// Another cost than the predefined one is recorded next to it.
func TestFT5AnotherCostThanThePredefinedOne(t *testing.T) {
	f := pilotAndDrones(t)
	f.gm(play.Define{Activity: "Shoot", Ticks: 3})
	last := func() engine.Acted {
		t.Helper()
		all := lastOf[engine.Acted](f)
		if len(all) != 1 {
			t.Fatalf("%d activities", len(all))
		}
		return all[0]
	}
	f.by(anna, do("SHOOT", 1))
	if e := last(); e.Instead != 3 || e.Costs[0].N != 1 {
		t.Fatalf("%+v", e)
	}
	f.by(anna, do("dodge", 1))
	if e := last(); e.Instead != 0 {
		t.Fatalf("an improvised activity instead of %d", e.Instead)
	}
	f.by(anna, play.Reserve{Ticks: 2})
	f.next(1)
	f.by(anna, do("shoot", 3))
	if e := last(); e.Instead != 0 {
		t.Fatalf("the predefined cost instead of %d", e.Instead)
	}
	f.by(anna, play.React{Activity: "shoot", Ticks: roll(2), Who: "Pilot"})
	if e := last(); e.Instead != 3 || !e.Reaction {
		t.Fatalf("%+v", e)
	}
}

func TestFT6Reserving(t *testing.T) {
	f := pilotAndDrones(t)
	for _, bad := range []int{0, 3, -1} {
		f.refused(anna, play.Reserve{Ticks: bad}, engine.Invalid, reason.ReserveLimit, engine.Args{Name: "Pilot", Pool: "ticks", High: 2})
	}
	f.by(anna, play.Reserve{Ticks: 1})
	f.wantTicks("Pilot", 3, 1)
	f.refused(anna, play.Reserve{Ticks: 2}, engine.Invalid)
	f.by(anna, play.Reserve{Ticks: 1})
	f.wantTicks("Pilot", 2, 2)
	f.refused(anna, do("run", 3), engine.NotNow, reason.TooFewLeft, engine.Args{Name: "Pilot", Text: "run", Pool: "ticks", Count: 3, Left: 2})
	f.refused(anna, play.Reserve{Ticks: 1, Who: "Clerk"}, engine.NotNow, reason.NotTurnOf)
	f.next(1)
	f.by(anna, do("file", 2))
	f.refused(anna, play.Reserve{Ticks: 2}, engine.NotNow, reason.TooFewToReserve, "Left=\"1\"")
	f.by(anna, play.Reserve{Ticks: 1})
	f.wantTicks("Clerk", 0, 1)
}

func TestFT7Reactions(t *testing.T) {
	f := pilotAndDrones(t)
	f.by(anna, play.Reserve{Ticks: 2})
	f.refused(anna, play.React{Activity: "dodge"}, engine.NotNow, reason.ReactOwnTurn) // its own turn
	f.next(1)
	turn := f.s.Turn
	f.by(anna, play.React{Activity: "dodge", Who: "Pilot"})
	f.wantTicks("Pilot", 2, 1)
	f.by(anna, play.React{Activity: "dodge", Who: "Pilot"})
	f.wantTicks("Pilot", 2, 0)
	f.refused(anna, play.React{Activity: "dodge", Who: "Pilot"}, engine.NotNow, reason.NothingReserved)
	if f.s.Turn != turn {
		t.Fatal("a reaction ended the turn")
	}
	f.wantActive("1: Clerk")
	f.refused(theGM, play.React{Activity: "dodge", Who: "Drone"}, engine.NotNow) // has nothing reserved
	f.by(anna, play.Reserve{Ticks: 1, Who: "Clerk"})
	f.next(1)
	f.gm(play.EffectAdd{Target: "Clerk", Name: "Dazed", NoReactions: true, Duration: "1 round"})
	f.refused(anna, play.React{Activity: "dodge", Who: "Clerk"}, engine.NotNow, reason.NoReactionsNow, engine.Args{Name: "Clerk", Other: "Dazed"})
	f.gm(play.EffectRemove{Target: "Clerk", Name: "Dazed"}, play.Pause{})
	f.refused(anna, play.React{Activity: "dodge", Who: "Clerk"}, engine.NotNow, reason.Paused)
	f.gm(play.Resume{})
	f.by(anna, play.React{Activity: "dodge", Who: "Clerk"})
	f.wantTurns("1: Drone", "2: Pilot", "2: Clerk")
}

// A reaction takes one reserved tick, its predefined cost, or what is typed, up to what is reserved.
func TestFT7ReactionsThatCostTwo(t *testing.T) {
	f := pilotAndDrones(t)
	f.gm(play.Define{Activity: "Counter", Ticks: 2})
	f.by(anna, play.Reserve{Ticks: 2})
	f.next(1)
	for _, bad := range []int{0, -1, 21} {
		f.refused(anna, play.React{Activity: "dodge", Ticks: roll(bad), Who: "Pilot"}, engine.Invalid, reason.TickCost)
	}
	f.refused(anna, play.React{Activity: "dodge", Ticks: roll(3), Who: "Pilot"}, engine.NotNow, reason.TooFewReserved,
		engine.Args{Name: "Pilot", Text: "dodge", Pool: "ticks", Count: 3, Left: 2})
	f.by(anna, play.React{Activity: "dodge", Ticks: roll(2), Who: "Pilot"})
	f.wantTicks("Pilot", 2, 0)
	f.by(anna, play.Reserve{Ticks: 1, Who: "Clerk"})
	f.next(1)
	f.refused(anna, play.React{Activity: "counter", Who: "Clerk"}, engine.NotNow, reason.TooFewReserved)
	f.by(anna, play.React{Activity: "counter", Ticks: roll(1), Who: "Clerk"})
	f.wantTicks("Clerk", 2, 0)
	f.next(1)
	f.by(anna, play.Reserve{Ticks: 2})
	f.next(1)
	f.by(anna, play.React{Activity: "counter", Who: "Pilot"})
	f.wantTicks("Pilot", 2, 0)
}

func TestFT8Forfeited(t *testing.T) {
	f := pilotAndDrones(t)
	f.by(anna, do("shoot", 1), play.Reserve{Ticks: 2})
	f.next(1)
	f.wantTicks("Pilot", 1, 2) // kept until its next turn
	f.next(1)
	f.by(anna, play.React{Activity: "dodge", Who: "Pilot"})
	f.wantTicks("Pilot", 1, 1)
	f.next(1)
	f.wantActive("2: Pilot")
	f.wantTicks("Pilot", 4, 0)
	f.by(anna, play.Reserve{Ticks: 2})
	f.gm(play.EffectAdd{Target: "Pilot", Name: "Stunned", Skip: true, Duration: "2 rounds"})
	f.next(3) // its turn in round 3 is lost; the reserved ticks lapsed when it began
	f.wantActive("3: Clerk")
	f.wantTicks("Pilot", 4, 0)
	f.refused(anna, play.React{Activity: "dodge", Who: "Pilot"}, engine.NotNow)
}

// What an effect took is not unspent, and the end of the effect doesn't give it back. The next turn has everything again.
func TestFT8WhatAnEffectTookIsNotUnspent(t *testing.T) {
	f := pilotAndDrones(t)
	f.gm(play.EffectAdd{Target: "Pilot", Name: "Slow", Ticks: -2, Duration: "1 round"})
	f.by(anna, do("shoot", 2))
	f.wantTicks("Pilot", 0, 0)
	f.next(1)
	f.wantEffects("")
	f.wantTicks("Pilot", 0, 0)
	f.by(anna, do("file", 1))
	f.gm(play.EffectAdd{Target: "Clerk", Name: "Slow", Ticks: -1}, play.EffectAdd{Target: "Clerk", Name: "Frozen", Ticks: -5})
	f.gm(play.EffectRemove{Target: "Clerk", Name: "Frozen"}) // took what was left: 1
	f.wantTicks("Clerk", 0, 0)
	f.gm(play.EffectRemove{Target: "Clerk", Name: "Slow"})
	f.wantTicks("Clerk", 0, 0)
	f.gm(play.EffectAdd{Target: "Drone", Name: "Slow", Ticks: -3})
	f.gm(play.EffectAdd{Target: "Drone", Name: "Slow", Ticks: -1}) // in its place
	f.wantTicks("Drone", 3, 0)
	f.gm(play.EffectRemove{Target: "Drone", Name: "Slow"})
	f.next(1)
	f.wantTicks("Drone", 4, 0) // before its turn, it is of no account
	f.next(1)
	f.wantActive("2: Pilot")
	f.wantTicks("Pilot", 4, 0)
	f.next(1)
	f.wantTicks("Clerk", 3, 0)
}

func TestFT9LongActivities(t *testing.T) {
	f := pilotAndDrones(t)
	f.by(anna, play.Long{Activity: "Hotwire", Duration: "1 min", Who: "Pilot"})
	f.wantEffects("Hotwire on Pilot 5")
	f.by(anna, play.Long{Activity: "Dig", Duration: "2 h", Who: "Clerk"}, do("shoot", 4))
	f.refused(theGM, play.Long{Activity: "Dig", Duration: "end of turn", Who: "Drone"}, engine.Invalid, reason.LongDuration)
	f.refused(anna, play.Long{Activity: "Dig", Duration: "1 min", Who: "Drone"}, engine.NotAllowed)
	f.next(2)
	f.wantEffects("Hotwire on Pilot 5, Dig on Clerk 600")
	f.next(1) // the end of round 1
	f.wantEffects("Hotwire on Pilot 4, Dig on Clerk 599")
	f.by(anna, play.EffectRemove{Target: "Clerk", Name: "dig"})
	f.gm(play.EffectAdd{Target: "Pilot", Name: "Shield", Duration: "1 min"})
	f.wantEffects("Hotwire on Pilot 4, Shield on Pilot 5")
	f.next(9)
	f.wantEffects("Hotwire on Pilot 1, Shield on Pilot 2")
	f.next(2)
	f.wantEffects("Hotwire on Pilot 1, Shield on Pilot 1")
	f.next(1)
	f.wantEffects("Shield on Pilot 1")
}

// A long activity takes conventional time, ticks of the turn besides, or both.
func TestFT9LongActivitiesWithTicks(t *testing.T) {
	f := pilotAndDrones(t)
	f.by(anna, play.Long{Activity: "Hotwire", Duration: "1 h 30 min", Ticks: roll(3)})
	f.wantEffects("Hotwire on Pilot 450")
	f.wantTicks("Pilot", 1, 0)
	f.refused(anna, play.Long{Activity: "Dig", Duration: "30 s", Ticks: roll(2)}, engine.NotNow, reason.TooFewLeft)
	f.refused(anna, play.Long{Activity: "Dig", Duration: "30 s", Ticks: roll(21)}, engine.Invalid, reason.TickCost)
	f.refused(anna, play.Long{Activity: "Dig", Duration: "30 s", Ticks: roll(1), Who: "Clerk"}, engine.NotNow, reason.NotTurnOf)
	f.wantEffects("Hotwire on Pilot 450")
	f.by(anna, play.Long{Activity: "Dig", Duration: "30 s", Who: "Clerk"}) // without ticks, in anyone's turn
	f.gm(play.Long{Activity: "Scan", Duration: "1.5 h", Who: "Drone"})
	f.wantEffects("Hotwire on Pilot 450, Dig on Clerk 3, Scan on Drone 450")
	for text, why := range map[string]reason.Reason{"soon": reason.LongDuration, "fight": reason.LongDuration, "": reason.LongDuration,
		"end of this turn": reason.LongDuration, "2 rounds, end of round": reason.LongDuration, "8 days": reason.LongHours, "1001 rounds": reason.LongRounds} {
		f.refused(anna, play.Long{Activity: "Nap", Duration: text, Who: "Pilot"}, engine.Invalid, why)
	}
}

func TestFT10NarrativeTime(t *testing.T) {
	f := pilotAndDrones(t)
	f.by(anna, do("shoot", 1), play.Reserve{Ticks: 1})
	f.gm(play.EffectAdd{Target: "Pilot", Name: "Lit", Duration: "end of this turn"})
	before := f.export()
	f.refused(anna, play.Pause{}, engine.NotAllowed)
	f.gm(play.Pause{}, play.Resume{})
	if f.export() != before {
		t.Fatal("pausing changed something")
	}
	f.gm(play.Pause{})
	f.refused(theGM, play.Pause{}, engine.NotNow)
	for _, cmd := range []play.Command{play.Next{}, play.Reserve{Ticks: 1}, play.React{Activity: "x"}} {
		f.refused(anna, cmd, engine.NotNow, reason.Paused)
	}
	f.gm(play.HP{Target: "Drone", Amount: "=4"}, play.HP{Target: "Drone", Amount: "-4"}) // hit points can change while paused
	f.refused(anna, play.Resume{}, engine.NotAllowed)
	f.gm(play.Edit{Name: "Drone", Stats: "hp 0"}, play.Resume{})
	f.wantTicks("Pilot", 2, 1)
	f.wantEffects("Lit on Pilot 0")
	f.wantTurns("1: Pilot", "1: Clerk", "2: Pilot") // the Drone is down
}

// During the normal narration, entities perform activities when they see fit: that is noted, and costs nothing.
func TestFT10ActivitiesInNarrativeTime(t *testing.T) {
	f := start(t, ft, 12, 10, 8)
	f.pc("Pilot", "finesse 3, cognition 5, hp 3", 12)
	f.npc("Drone", 1, "cognition 1", 8)
	noted := func(cmd play.Command) {
		t.Helper()
		before := f.export()
		f.by(anna, cmd)
		if all := lastOf[engine.Acted](f); len(all) != 1 || !all[0].Narrative || all[0].Costs != nil || all[0].Instead != 0 {
			t.Fatalf("%+v", all)
		}
		if f.export() != before {
			t.Fatal("an activity in narrative time changed something")
		}
	}
	noted(play.Do{Activity: "Look around"})
	noted(do("Look around", 3))
	noted(do("Look around", 0))
	f.refused(anna, do("Look", 21), engine.Invalid, reason.TickCost)
	f.refused(anna, play.Do{Activity: "Look", Type: "main"}, engine.NotInRules)
	f.refused(anna, play.Do{Activity: "Look", Who: "Drone"}, engine.NotAllowed)
	f.refused(anna, play.React{Activity: "Look"}, engine.NotNow, reason.NotRolled)
	f.by(anna, play.Long{Activity: "Read", Duration: "1 min", Ticks: roll(3)})
	f.wantEffects("Read on Pilot 5")
	f.gm(play.Roll{})
	f.wantTicks("Pilot", 4, 0)
	f.by(anna, do("shoot", 3))
	f.gm(play.Define{Activity: "Shoot", Ticks: 2}, play.Pause{})
	noted(do("shoot", 4))
	f.by(anna, play.Long{Activity: "Rest", Duration: "2 days"})
	f.gm(play.HP{Target: "Pilot", Amount: "=0"})
	f.refused(anna, play.Do{Activity: "Look"}, engine.NotNow, reason.NoHPLeft)
	f.gm(play.HP{Target: "Pilot", Amount: "=3"}, play.Resume{})
	f.wantTicks("Pilot", 1, 0)

	f = start(t, "turn-order", 12, 8) // where activities cost nothing, there are none without turns
	f.pc("Knight", "init 1", 12)
	f.refused(anna, play.Do{Activity: "Look"}, engine.NotNow, reason.NotRolled)
}
