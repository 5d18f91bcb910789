package play_test

import (
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
)

const ri = "rounds-initiative"

// station returns a fight before /init roll: anna's Kay (dex 1) and ben's Bo (dex 0) against a Guard and a Dog.
func station(t *testing.T, results ...int) *fight { return stationWith(t, false, results...) }

func stationWith(t *testing.T, group bool, results ...int) *fight {
	t.Helper()
	f := start(t, ri)
	if group {
		f = startWith(t, f.rs, play.Start{Name: "Test", Ruleset: ri, Group: true})
	}
	f.dice = script(t, results...)
	f.by(anna, play.Join{Name: "Kay", Stats: "dex 1, notice 1, sneak 2, hp 10, ac 13"})
	f.by(ben, play.Join{Name: "Bo", Stats: "dex 0, hp 8, ac 10"})
	f.gm(play.Add{Name: "Guard", Stats: "attack 2, hp 6, ac 14, notice 2"}, play.Add{Name: "Dog", Stats: "dex 3, hp 4, ac 12"})
	return f
}

func TestRI1EveryoneRolls(t *testing.T) {
	f := station(t)
	f.gm(play.Roll{Rolls: "Kay 5, Bo 5, Guard 5, Dog 1"})
	f.wantOrder("Kay 6, Bo 5, Guard 5, Dog 4") // the PC wins the tie
	f.wantTurns("1: Kay", "1: Bo", "1: Guard", "1: Dog", "2: Kay")
	f.wantClock(6)
}

func TestRI1Ties(t *testing.T) {
	f := station(t)
	f.gm(play.Add{Name: "Cat", Stats: "dex 0"})
	f.dice = script(t, 3, 7, 5, 1)
	f.gm(play.Roll{Rolls: "Kay 4, Bo 5, Guard 5, Cat 5, Dog 1"})
	f.wantOrder("Bo 5, Kay 5, Guard 5, Cat 5, Dog 4") // PCs roll 3 and 7, NPCs 5 and 1; PCs go first
	f.refused(anna, play.Place{Name: "Kay", Before: "Bo"}, engine.NotAllowed)
	f.refused(theGM, play.Add{Name: "Rat", Count: 2, Stats: "dex 0", Roll: roll(3)}, engine.Invalid)
	f.refused(theGM, play.Add{Name: "Rat", Stats: "dex 0", Roll: roll(9)}, engine.Invalid, engine.Args{Dice: "d8", Low: 1, High: 8, Count: 9})
}

func TestRI2GroupInitiative(t *testing.T) {
	f := stationWith(t, true)
	f.gm(play.Add{Name: "Ally", Stats: "dex 9", Side: "party"}) // an NPC ally's bonus does not count
	f.refused(theGM, play.Roll{Rolls: "Kay 3"}, engine.Invalid, reason.RollsTogether, engine.Args{Name: "Kay", Other: "party"})
	f.gm(play.Roll{Rolls: "party 3, foes 4"})
	f.wantOrder("party 4, foes 4") // Kay's 1; a bare die for the NPCs, the Dog's 3 unused; PCs win the tie
	f.wantActive("1: Kay, Bo, Ally")
	f.by(ben, play.Next{})
	f.gm(play.Next{Who: "Ally"})
	f.by(anna, play.Next{})
	f.wantTurns("1: Guard, Dog", "2: Kay, Bo, Ally")
	f.by(ben, play.Join{Name: "Late", Stats: "dex 5"}) // a joiner changes no score and waits
	f.wantOrder("party 4, foes 4")
	f.wantActive("2: Kay, Bo, Ally")
}

func TestRI2OnlyWhenChosen(t *testing.T) {
	everyRuleset(t, func(t *testing.T, f *fight) {
		_, err := play.Decide(nil, f.rs, play.Start{Name: "x", Group: true}, play.Input{})
		if refused := err != nil; refused != (f.rs.Name != ri) {
			t.Fatalf("group initiative: %v", err)
		}
	})
}

func TestRI3Contest(t *testing.T) {
	f := station(t)
	f.refused(anna, play.SurpriseContest{Ambushers: "Kay", Targets: "Guard"}, engine.NotAllowed)
	f.refused(theGM, play.SurpriseContest{Ambushers: "Kay", Targets: "Guard, Kay"}, engine.Invalid)
	for _, bad := range []string{"Kay 1", "Kay 13", "Dog 7", "Kay", "Kay 3, kay 4", "Kay 3/4"} {
		f.refused(theGM, play.SurpriseContest{Ambushers: "Kay", Targets: "Guard", Rolls: bad}, engine.Invalid)
	}
	// Kay has 7+2 and Bo 8, so 8 counts. The Guard's 6+2 wins the tie; the Dog's 7 fails.
	f.gm(play.SurpriseContest{Ambushers: "Kay, Bo", Targets: "Guard, Dog", Rolls: "Kay 7, Bo 8, Guard 6, Dog 7"})
	if f.combatant("Guard").Surprised || !f.combatant("Dog").Surprised {
		t.Fatalf("%+v", lastOf[engine.Contested](f))
	}
	// The bot rolls two dice each. A PC who fails needs no confirmation.
	f = station(t, 6, 5, 4, 4)
	f.gm(play.SurpriseContest{Ambushers: "Dog", Targets: "Kay"})
	e := lastOf[engine.Contested](f)[0]
	if e.Ambushers[0].Total != 11 || e.Targets[0].Total != 9 || !f.combatant("Kay").Surprised {
		t.Fatalf("%+v", e)
	}
}

func TestRI4SurprisedRollInRound2(t *testing.T) {
	f := station(t, 6)
	f.gm(play.SurpriseSet{Names: "Dog, Guard"}, play.Roll{Rolls: "Kay 4, Bo 1, Guard 2"})
	f.wantOrder("Kay 5, Bo 1, Guard ?, Dog ?")
	f.wantActive("1: Kay")
	f.gm(play.Do{Activity: "growl", Type: "instant", Who: "Dog"})
	f.refused(theGM, play.Do{Activity: "bite", Who: "Dog"}, engine.NotNow, reason.OnlyInstant)
	f.refused(theGM, play.Strike{Who: "Dog", Target: "Bo", Damage: "1d4", Free: true}, engine.NotNow, reason.Surprised)
	f.refused(theGM, play.FromMessage{Message: "9", Use: play.AsInitiative, Target: "Dog", Number: 7}, engine.NotNow, reason.OnlyInstant)
	f.gm(play.EffectAdd{Target: "Dog", Name: "Hurt", Damage: "1", Duration: "1 round"})
	f.next(2)
	f.wantOrder("Dog 9, Kay 5, Guard 2, Bo 1") // the Dog rolls 6; the Guard's 2 was typed earlier
	f.wantTurns("2: Dog", "2: Kay", "2: Guard", "2: Bo", "3: Dog")
	if f.combatant("Dog").Surprised {
		t.Fatal("still surprised after round 1")
	}
	f.wantHP("Dog", 3)
}

func TestRI4TypedAtJoining(t *testing.T) {
	f := start(t, ri)
	f.pc("Kay", "dex 1", 8)
	f.gm(play.Add{Name: "Dog", Stats: "dex 3", Roll: roll(7)}, play.SurpriseSet{Names: "Dog"}, play.Roll{})
	f.wantOrder("Kay 9, Dog ?")
	f.gm(play.Edit{Name: "Dog", Rename: "Wolf"})
	f.next(1)
	f.wantOrder("Wolf 10, Kay 9") // its 7 was kept
	f.wantActive("2: Wolf")
}

func TestRI4UnderGroupInitiative(t *testing.T) {
	f := stationWith(t, true)
	f.gm(play.SurpriseSide{Side: "foes"}, play.Roll{Rolls: "party 1, foes 8"})
	f.wantOrder("party 2, foes ?")
	f.wantTurns("1: Kay, Bo", "2: Guard, Dog", "2: Kay, Bo")
	f.wantOrder("foes 8*, party 2")
	f = stationWith(t, true)
	f.gm(play.SurpriseSet{Names: "Dog"}, play.Roll{Rolls: "party 1, foes 8"})
	f.wantTurns("1: Guard", "1: Kay, Bo", "2: Guard, Dog") // the surprised part of the side loses its turns
}

func TestRI4EveryoneSurprised(t *testing.T) {
	f := station(t, 1, 1, 8, 1)
	f.gm(play.SurpriseSet{Names: "Kay, Bo, Guard, Dog", Confirm: true}, play.Roll{})
	f.wantActive("2: Guard")
	f.wantClock(6)
}

func TestRI5PCsNeedConfirmation(t *testing.T) {
	f := station(t)
	f.refused(theGM, play.SurpriseSet{Names: "Dog, Kay"}, engine.Confirm, engine.Args{Names: []string{"Kay"}})
	f.refused(theGM, play.SurpriseSide{Side: "party"}, engine.Confirm)
	if f.combatant("Dog").Surprised || f.combatant("Kay").Surprised {
		t.Fatal("surprised without confirmation")
	}
	f.gm(play.SurpriseSet{Names: "Dog"}, play.SurpriseSet{Names: "Kay", Confirm: true})
	if !f.combatant("Dog").Surprised || !f.combatant("Kay").Surprised {
		t.Fatal("not surprised")
	}
	f.refused(anna, play.SurpriseSet{Names: "Kay", Confirm: true}, engine.NotAllowed)
	f.refused(theGM, play.SurpriseAmbush{Names: "Kay"}, engine.NotInRules)
}

func TestRI6Actions(t *testing.T) {
	f := station(t)
	f.gm(play.Roll{Rolls: "Kay 8, Bo 5, Guard 3, Dog 1"})
	f.by(anna, play.Move{}, play.Move{}) // the second uses the main action
	f.refused(anna, play.Move{}, engine.NotNow, reason.PoolUsed)
	f.refused(anna, play.Do{Activity: "shoot"}, engine.NotNow, reason.PoolUsed)
	f.refused(anna, play.Strike{Target: "Dog", Damage: "1d6"}, engine.NotNow, reason.PoolUsed)
	f.by(anna, play.Do{Activity: "drop", Type: "on-turn"}, play.Do{Activity: "shout", Type: "on-turn"})
	f.by(ben, play.Do{Activity: "shield", Type: "instant"})
	f.next(1)
	f.by(ben, play.Strike{Target: "Dog", Damage: "1d6", Range: "ranged", Roll: roll(2)}, play.Move{})
	f.refused(ben, play.Move{}, engine.NotNow)
	f.refused(ben, play.Do{Activity: "x", Once: true}, engine.NotInRules)
}

func TestRI7Metres(t *testing.T) {
	f := station(t)
	f.gm(play.Roll{Rolls: "Kay 8, Bo 5, Guard 3, Dog 1"})
	f.refused(anna, play.Move{Terrain: "lava"}, engine.Invalid)
	for want, terrain := range map[int]string{10: "", 5: "Rough"} {
		f.by(anna, play.Move{Terrain: terrain})
		if e := lastOf[engine.Acted](f)[0]; e.Metres != want || e.Pool != "move" {
			t.Errorf("a move over %q ground: %+v", terrain, e)
		}
	}
}

func TestRI8LeavingMelee(t *testing.T) {
	f := station(t)
	f.by(ben, play.Join{Name: "Sniper", Stats: "dex 0, ac 10", Weapon: "Rifle, ranged, 1d10"})
	f.gm(play.Roll{Rolls: "Kay 8, Bo 5, Guard 3, Dog 1, Sniper 6"})
	f.by(anna, play.Strike{Target: "Guard", Damage: "1d6", Range: "ranged", Roll: roll(2)})
	if len(f.s.Engaged) != 0 {
		t.Fatal("a ranged attack started a melee")
	}
	f.by(anna, play.Engage{Target: "Guard", Who: "Kay"}, play.Engage{Target: "Dog", Who: "Kay"})
	f.refused(anna, play.Move{Leaving: "withdraw"}, engine.NotNow) // no main action left
	f.gm(play.Disengage{Target: "Dog", Who: "Kay"})
	f.refused(anna, play.Disengage{Target: "Dog", Who: "Kay"}, engine.NotNow)
	f.by(anna, play.Move{Leaving: "flee"})
	if fled := lastOf[engine.Fled](f); len(fled) != 1 || len(fled[0].Attackers) != 1 || fled[0].Attackers[0] != f.combatant("Guard").ID {
		t.Fatalf("%+v", fled)
	}
	// A combatant with only a ranged weapon that is attacked in melee gets no free attack.
	f.next(4)
	f.wantActive("1: Guard")
	f.gm(play.Strike{Target: "Sniper", Damage: "1d6", Roll: roll(1)}, play.Engage{Target: "Bo", Who: "Guard"}, play.Move{Leaving: "flee"})
	if fled := lastOf[engine.Fled](f); len(fled) != 1 || len(fled[0].Attackers) != 1 || fled[0].Attackers[0] != f.combatant("Bo").ID {
		t.Fatalf("%+v", fled)
	}
}

// TestRI6InstantForTheMainAction: an Instant action can cost the main action of the round, out of turn too.
func TestRI6InstantForTheMainAction(t *testing.T) {
	f := station(t)
	f.gm(play.Roll{Rolls: "Kay 8, Bo 5, Guard 3, Dog 1"})
	defend := play.Do{Activity: "Total Defense", Type: "instant", Main: true}
	f.by(ben, defend) // before his turn: it is that turn's
	f.refused(ben, defend, engine.NotNow, reason.MainAhead)
	f.by(ben, play.Do{Activity: "shout", Type: "instant"})
	f.by(anna, defend)
	if f.left("Kay", "main") != 0 {
		t.Errorf("%+v", f.combatant("Kay").Pools)
	}
	f.refused(anna, play.Do{Activity: "shoot"}, engine.NotNow, reason.PoolUsed)
	f.next(1)
	f.wantActive("1: Bo")
	f.refused(ben, play.Do{Activity: "shoot"}, engine.NotNow, reason.PoolUsed)
	f.by(ben, play.Move{})
	f.refused(ben, play.Move{}, engine.NotNow) // no second move in its place
	f.next(3)
	f.wantActive("2: Kay")
	f.by(anna, play.Do{Activity: "shoot"}) // a new round
	f.next(1)
	f.by(ben, play.Do{Activity: "aim"})
	f.next(1)
	f.refused(ben, defend, engine.NotNow, reason.PoolUsed) // after a turn in which it was used
	f.refused(anna, play.Do{Activity: "x", Main: true, Type: "on-turn"}, engine.NotNow, reason.NotTurnOf)
	o := start(t, "turn-order")
	o.by(anna, play.Join{Name: "Kay", Stats: "init 3"})
	o.gm(play.Roll{Rolls: "Kay 8"})
	if err := o.do(anna, play.Do{Activity: "x", Main: true}); err == nil {
		t.Error("a main action under Turn Order")
	}
}

// TestRI6AheadOnlyForItsRound: what was spent ahead of a turn that never came is forgotten with the round.
func TestRI6AheadOnlyForItsRound(t *testing.T) {
	f := station(t)
	f.gm(play.Roll{Rolls: "Kay 8, Bo 5, Guard 3, Dog 1"}, play.EffectAdd{Target: "Bo", Name: "Stunned", Skip: true, Duration: "1 round"})
	f.by(ben, play.Do{Activity: "Total Defense", Type: "instant", Main: true})
	f.next(1)
	f.wantActive("1: Dog")
	f.next(3)
	f.wantActive("2: Bo")
	f.by(ben, play.Do{Activity: "shoot"})
}

// TestRI8AnEnemyThatHasOnlyShot wields ranged weapons: leaving it draws no free attack, unless it has struck or has a melee weapon.
func TestRI8AnEnemyThatHasOnlyShot(t *testing.T) {
	flees := func(f *fight) int {
		f.t.Helper()
		f.by(anna, play.Engage{Target: "Guard"}, play.Move{Leaving: "flee"})
		if fled := lastOf[engine.Fled](f); len(fled) > 0 {
			return len(fled[0].Attackers)
		}
		return 0
	}
	f := station(t)
	f.gm(play.Roll{Rolls: "Guard 8, Kay 5, Bo 3, Dog 1"}, play.Edit{Name: "Kay", Stats: "ac 10"})
	f.strike(theGM, with(ranged(2, 1), func(c *play.Strike) { c.Target, c.Who = "Kay", "Guard" }))
	f.next(1)
	if n := flees(f); n != 0 {
		t.Errorf("%d free attacks of one who has only shot", n)
	}
	f.next(3)
	f.wantActive("2: Guard")
	f.strike(theGM, with(melee(2, 1), func(c *play.Strike) { c.Target, c.Who = "Bo", "Guard" }))
	f.next(1)
	if n := flees(f); n != 1 {
		t.Errorf("%d free attacks of one who has struck", n)
	}
}
