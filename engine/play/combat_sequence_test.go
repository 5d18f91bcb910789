package play_test

import (
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
)

const cs = "combat-sequence"

// raid returns a fight before /init roll: anna's Ace and ben's Doc against two Thugs.
func raid(t *testing.T, results ...int) *fight {
	f := start(t, cs, results...)
	f.by(anna, play.Join{Name: "Ace", Stats: "dex 2, str 1, attack 1, skill 1, hp 14, ac 13"})
	f.by(ben, play.Join{Name: "Doc", Stats: "dex -1, hp 9, ac 11"})
	f.gm(play.Add{Name: "Thug", Count: 2, Stats: "dex 1, attack 1, hp 6, ac 12, morale 8"})
	return f
}

func TestCS1SidesRoll(t *testing.T) {
	f := raid(t)
	f.refused(ben, play.Join{Name: "Kit", Stats: "dex 1", Roll: roll(3)}, engine.Invalid, reason.SideRolls)
	f.refused(theGM, play.Roll{Rolls: "Ace 5"}, engine.Invalid, engine.Args{Name: "Ace", Other: "party"})
	f.refused(theGM, play.Roll{Rolls: "party 9"}, engine.Invalid, engine.Args{Name: "party", Dice: "d8", Low: 1, High: 8, Count: 9})
	f.gm(play.Roll{Rolls: "party 3, foes 6"})
	f.wantOrder("foes 7, party 5") // the best Dexterity of the side
	f.wantScore("Doc", 3, 5, 5)
}

// TestCS1SideThatJoins: a side that joins in mid-fight rolls as it joins, typed or not. In the free round the die holds for the roll after it.
func TestCS1SideThatJoins(t *testing.T) {
	f := raid(t)
	f.gm(play.Roll{Rolls: "party 2, foes 7"})
	f.refused(theGM, play.Add{Name: "Cop", Side: "cops", Roll: roll(9)}, engine.Invalid, reason.DiceRange, engine.Args{Dice: "d8", Low: 1, High: 8, Count: 9})
	f.gm(play.Add{Name: "Cop", Count: 2, Side: "cops", Stats: "dex 2", Roll: roll(3)})
	f.wantOrder("foes 8, cops 5, party 4")
	f.refused(theGM, play.Add{Name: "Dog", Side: "cops", Roll: roll(4)}, engine.Invalid, reason.SideThere)
	f.refused("300", play.Join{Name: "Kit", Stats: "dex 1", Roll: roll(4)}, engine.Invalid, reason.SideThere)
	f.by("300", play.Join{Name: "Kit", Side: "kin", Stats: "dex 1", Roll: roll(8)})
	f.wantOrder("kin 9*, foes 8, cops 5, party 4") // above the active side, so that it waits
	f = raid(t)
	f.gm(play.SurpriseSide{Side: "foes"}, play.Roll{Rolls: "party 2, foes 7"}, play.Add{Name: "Cop", Side: "cops", Stats: "dex 2", Roll: roll(3)})
	f.wantOrder("party ?, foes ?, cops ?*")
	f.next(1)
	f.wantOrder("foes 8, cops 5, party 4")
}

func TestCS1PCsWinTies(t *testing.T) {
	f := raid(t)
	f.gm(play.Add{Name: "Rat", Stats: "dex 0", Side: "rats"}, play.Add{Name: "Cat", Stats: "dex 3", Side: "cats"})
	f.by(anna, play.Join{Name: "Stray", Stats: "dex 0", Side: "cats"})
	f.dice = script(t, 2, 7, 5, 5, 1, 8) // party and cats; then foes and rats: 5 and 5, then 1 and 8
	f.gm(play.Roll{Rolls: "party 4, foes 5, rats 6, cats 3"})
	f.wantOrder("cats 6, party 6, rats 6, foes 6")
	for _, tie := range lastOf[engine.TieSettled](f) {
		if tie.Die != 8 {
			t.Errorf("ties roll a d%d", tie.Die)
		}
	}
	// A PC who joins the foes later moves no side.
	f.gm(play.Edit{Name: "Stray", Side: "foes"})
	f.wantOrder("cats 6, party 6, rats 6, foes 6")
}

func TestCS1NegativeAndMissingDexterity(t *testing.T) {
	f := start(t, cs)
	f.by(anna, play.Join{Name: "Doc", Stats: "dex -2"})
	f.gm(play.Add{Name: "Crate", Stats: "hp 3"}, play.Roll{Rolls: "party 1, foes 1"})
	f.wantOrder("foes 1, party -1")
}

func TestCS2MembersInAnyOrder(t *testing.T) {
	f := raid(t)
	f.gm(play.Roll{Rolls: "party 8, foes 1"})
	f.wantActive("1: Ace, Doc")
	f.by(ben, play.Next{})
	f.refused(ben, play.Next{}, engine.NotAllowed)
	f.wantActive("1: Ace")
	f.by(anna, play.Next{})
	f.gm(play.Next{Who: "Thug 2"})
	f.wantActive("1: Thug 1")
	f.refused(anna, play.Next{}, engine.NotAllowed)
	f.gm(play.Next{}, play.Next{}) // the rest of the side's phase, then the whole party's
	f.wantActive("2: Thug 1, Thug 2")
}

// TestCS2UpAgain: whoever was down or stunned when the phase of the side began, and is up again in it, can still act in it. What is on it has
// counted that turn already.
func TestCS2UpAgain(t *testing.T) {
	f := raid(t)
	f.gm(play.Roll{Rolls: "party 8, foes 1"})
	f.next(1)
	f.gm(play.HP{Target: "Doc", Amount: "-9"}, play.EffectAdd{Target: "Doc", Name: "Bleeding", Damage: "1", Duration: "3 rounds"})
	f.next(1)
	f.wantActive("2: Ace")
	f.by(anna, play.HP{Target: "Ace", Amount: "-1"})
	f.gm(play.HP{Target: "Doc", Amount: "+4"})
	f.wantActive("2: Ace, Doc")
	f.gm(play.EffectAdd{Target: "Doc", Name: "Blessed", Duration: "1 round"}, play.HP{Target: "Doc", Amount: "-9"}, play.HP{Target: "Doc", Amount: "+4"})
	f.wantActive("2: Ace, Doc")
	f.by(ben, play.Do{Activity: "shoot"}, play.Next{})
	f.wantActive("2: Ace") // once
	f.wantEffects("Bleeding on Doc 2")
	f.wantHP("Doc", 4)
	f.gm(play.HP{Target: "Doc", Amount: "-9"}, play.HP{Target: "Doc", Amount: "+4"})
	f.refused(ben, play.Do{Activity: "shoot"}, engine.NotNow) // nobody acts twice
	f.by(anna, play.Next{})
	f.wantTurns("2: Thug 1, Thug 2", "3: Ace, Doc")
	f.by(ben, play.Next{})
	f.wantEffects("Bleeding on Doc 1")
}

// TestCS2UpAgainAfterAStun: a stun that is taken off gives the turn back. One whose time is up with the lost turn doesn't.
func TestCS2UpAgainAfterAStun(t *testing.T) {
	f := raid(t)
	f.gm(play.Add{Name: "Cat", Side: "party", Stats: "hp 5"}, play.Roll{Rolls: "party 8, foes 1"},
		play.EffectAdd{Target: "Cat", Name: "Held", Skip: true, Source: "Ace", Duration: "end of source's next turn"})
	f.next(1)
	f.gm(play.EffectAdd{Target: "Doc", Name: "Stunned", Skip: true, Duration: "1 round"}, play.EffectAdd{Target: "Doc", Name: "Frozen", Skip: true})
	f.next(1)
	f.wantActive("2: Ace")
	f.wantEffects("Held on Cat 0, Frozen on Doc 0")
	f.by(anna, play.Next{})
	f.wantActive("2: Cat") // the stun ended with the turn of the last one who could act
	f.gm(play.EffectRemove{Target: "Doc", Name: "Frozen"})
	f.wantActive("2: Doc, Cat")
	f.next(1)
	f.wantActive("2: Thug 1, Thug 2")
	f.gm(play.EffectAdd{Target: "Doc", Name: "Stunned", Skip: true, Duration: "1 round"})
	f.next(1)
	f.wantActive("3: Ace, Cat")
	f.wantEffects("")
	f.next(1)
	f.gm(play.HP{Target: "Doc", Amount: "-9"}, play.HP{Target: "Ace", Amount: "-99"}, play.HP{Target: "Cat", Amount: "-9"})
	f.next(1)
	f.wantActive("4: Thug 1, Thug 2") // a side of which nobody is up has no phase
}

// TestCS2UpAgainInTheFreeRound: so it is in the free round.
func TestCS2UpAgainInTheFreeRound(t *testing.T) {
	f := raid(t)
	f.gm(play.SurpriseSide{Side: "foes"}, play.HP{Target: "Doc", Amount: "-9"}, play.Roll{Rolls: "party 8, foes 1"})
	f.wantActive("0: Ace")
	f.gm(play.HP{Target: "Doc", Amount: "+1"})
	f.wantActive("0: Ace, Doc")
	f.by(anna, play.Next{})
	f.wantActive("0: Doc")
	f.by(ben, play.Next{})
	f.wantActive("1: Ace, Doc")
}

// TestCS2UpAgainOnlyInSides: RI-2 has sides too. A turn of one's own that is lost stays lost.
func TestCS2UpAgainOnlyInSides(t *testing.T) {
	for _, group := range []bool{false, true} {
		f := startWith(t, start(t, "rounds-initiative").rs, play.Start{Name: "Test", Ruleset: "rounds-initiative", Group: group})
		f.by(anna, play.Join{Name: "Ace", Stats: "dex 2, hp 9"})
		f.by(ben, play.Join{Name: "Doc", Stats: "dex 1, hp 9"})
		f.gm(play.Add{Name: "Thug", Stats: "hp 5"}, play.HP{Target: "Doc", Amount: "-9"})
		rolls, want := "Ace 1, Doc 8, Thug 1", "1: Ace"
		if group {
			rolls, want = "party 8, foes 1", "1: Ace, Doc"
		}
		f.gm(play.Roll{Rolls: rolls}, play.HP{Target: "Doc", Amount: "+4"})
		f.wantActive(want)
	}
}

// TestCS2UpAgainBesideHidden: while only hidden members of a side are left to act, its phase is over for others, as if there were none.
func TestCS2UpAgainBesideHidden(t *testing.T) {
	f := raid(t)
	f.gm(play.Add{Name: "Ghost", Side: "party", Hidden: true, Stats: "hp 5"}, play.Add{Name: "Imp", Side: "party", Hidden: true, Stats: "hp 5"},
		play.Roll{Rolls: "party 8, foes 1"}, play.HP{Target: "Doc, Imp", Amount: "-9"})
	f.next(2)
	f.wantActive("2: Ace, Ghost")
	f.by(anna, play.Next{})
	f.wantActive("2: Ghost")
	f.gm(play.HP{Target: "Doc", Amount: "+4"})
	f.wantActive("2: Ghost")
	f.gm(play.HP{Target: "Imp", Amount: "+4"})
	f.wantActive("2: Ghost, Imp")
}

func TestCS3SameOrderEveryRound(t *testing.T) {
	f := raid(t)
	f.gm(play.Roll{Rolls: "party 2, foes 8"})
	f.wantTurns("1: Thug 1, Thug 2", "1: Ace, Doc", "2: Thug 1, Thug 2", "2: Ace, Doc", "3: Thug 1, Thug 2")
	f.wantOrder("foes 9, party 4")
	f.wantClock(12)
}

func TestCS4OncePerScene(t *testing.T) {
	f := raid(t)
	f.gm(play.Roll{Rolls: "party 8, foes 1"})
	f.by(anna, play.Do{Activity: "Killing Blow", Type: "instant", Once: true})
	f.refused(anna, play.Do{Activity: "killing blow", Type: "instant", Once: true}, engine.NotNow, reason.OnceUsed)
	f.refused(anna, play.Do{Activity: "KILLING BLOW", Type: "instant"}, engine.NotNow) // in any spelling and as any type
	f.by(ben, play.Do{Activity: "Killing Blow", Type: "on-turn", Once: true})          // tracked per combatant
	f.next(6)
	f.refused(anna, play.Do{Activity: "Killing Blow", Type: "instant", Once: true}, engine.NotNow)
	f.by(anna, play.Do{Activity: "taunt", Type: "instant"}, play.Do{Activity: "taunt", Type: "instant"})
}

func TestCS5FreeRound(t *testing.T) {
	f := raid(t)
	f.gm(play.Add{Name: "Cop", Stats: "dex 4", Side: "cops"})
	f.gm(play.SurpriseSide{Side: "foes"})
	f.gm(play.Roll{Rolls: "party 2, foes 7"})
	if f.s.Phase != engine.Ambush || f.s.Round != 0 {
		t.Fatalf("phase %s, round %d", f.s.Phase, f.s.Round)
	}
	f.wantOrder("party ?, foes ?, cops ?") // no one has rolled yet
	f.wantActive("0: Ace, Doc, Cop")       // all members of the unsurprised sides
	f.by(ben, play.Next{})
	f.gm(play.Next{Who: "Cop"})
	f.wantActive("0: Ace")
	f.by(anna, play.Do{Activity: "shove"})
	f.refused(anna, play.Do{Activity: "shove"}, engine.NotNow)
	f.wantClock(0)
	f.dice = script(t, 1) // for the cops; the other results were typed
	f.by(anna, play.Next{})
	f.wantOrder("foes 8, cops 5, party 4")
	f.wantClock(0)
	f.wantTurns("1: Thug 1, Thug 2", "1: Cop", "1: Ace, Doc", "2: Thug 1, Thug 2")
	if f.combatant("Thug 1").Surprised {
		t.Fatal("still surprised after the free round")
	}
}

func TestCS5OnlyWholeSides(t *testing.T) {
	f := raid(t)
	f.gm(play.SurpriseSet{Names: "Thug 1"}, play.Roll{Rolls: "party 2, foes 7"})
	f.wantActive("1: Thug 1, Thug 2") // no free round, and no one loses a turn
	f = raid(t)
	f.gm(play.SurpriseSet{Names: "foes, Doc, Ace"}, play.Roll{Rolls: "party 2, foes 7"})
	f.wantActive("1: Thug 1, Thug 2") // everyone is surprised, so no one is left to act for free
	f = raid(t)
	f.gm(play.SurpriseSet{Names: "Thug 1, Thug 2, Doc"}, play.Roll{})
	f.wantActive("0: Ace, Doc") // Doc's side is not surprised as a whole
}

func TestCS5AlertPreventsSurprise(t *testing.T) {
	f := raid(t)
	f.gm(play.SurpriseSide{Side: "foes"}, play.SurpriseAlert{Names: "Thug 2"})
	if f.combatant("Thug 1").Surprised || !f.combatant("Thug 2").Alert {
		t.Fatal("surprised on a side with someone on alert")
	}
	f.refused(theGM, play.SurpriseSide{Side: "foes"}, engine.NotNow, reason.OnAlert, engine.Args{Name: "foes"})
	f.refused(theGM, play.SurpriseSet{Names: "Thug 1"}, engine.NotNow, reason.OnAlert, engine.Args{Name: "foes"})
	f.refused(anna, play.SurpriseAlert{Names: "Ace"}, engine.NotAllowed)
	f.gm(play.SurpriseClear{Names: "Thug 2"}, play.SurpriseSide{Side: "foes"}, play.Roll{})
	f.wantActive("0: Ace, Doc")
	f.refused(theGM, play.SurpriseAlert{Names: "Thug 1"}, engine.NotNow)
}

func TestCS5DurationsAndJoiners(t *testing.T) {
	f := raid(t, 8, 1)
	f.gm(play.SurpriseSide{Side: "foes"}, play.EffectAdd{Target: "Ace", Name: "Rage", Duration: "2 rounds"},
		play.EffectAdd{Target: "Thug 1", Name: "Stunned", Skip: true, Duration: "1 round"}, play.Roll{})
	f.by(ben, play.Join{Name: "Kit", Stats: "dex 0"}) // joins the acting side, so he waits
	f.wantActive("0: Ace, Doc")
	f.next(1)
	f.wantEffects("Rage on Ace 1, Stunned on Thug 1 1") // a turn in the free round counts; not having one doesn't
	f.wantTurns("1: Ace, Doc, Kit", "1: Thug 2", "2: Ace, Doc, Kit")
	f.wantEffects("")
}

func TestCS5StunnedFreeSide(t *testing.T) {
	f := raid(t, 8, 1)
	f.gm(play.SurpriseSide{Side: "foes"}, play.EffectAdd{Target: "party", Name: "Gas", Skip: true, Duration: "1 round"}, play.Roll{})
	f.wantActive("1: Ace, Doc") // the free round was skipped
	f.wantEffects("")
}

func TestCS6Actions(t *testing.T) {
	for _, row := range []struct {
		name    string
		before  []string
		then    string
		refused bool
	}{
		{"two main actions", []string{"main"}, "main", true},
		{"main is the default", []string{""}, "main", true},
		{"main and move", []string{"main"}, "move", false},
		{"no second move in place of the main action", []string{"move"}, "move", true},
		{"a main action after the move", []string{"move"}, "main", false},
		{"any number of on-turn actions", []string{"main", "move", "on-turn", "on-turn"}, "on-turn", false},
		{"instant actions at any time", []string{"main", "move", "instant"}, "Instant", false},
	} {
		t.Run("CS-6 "+row.name, func(t *testing.T) {
			f := raid(t)
			f.gm(play.Roll{Rolls: "party 8, foes 1"})
			for _, kind := range row.before {
				f.by(anna, play.Do{Activity: "act", Type: kind})
			}
			if row.refused {
				f.refused(anna, play.Do{Activity: "act", Type: row.then}, engine.NotNow)
				return
			}
			f.by(anna, play.Do{Activity: "act", Type: row.then})
		})
	}
	f := raid(t)
	f.refused(anna, play.Do{Activity: "x", Type: "instant"}, engine.NotNow) // no fight yet
	f.gm(play.Roll{Rolls: "party 1, foes 8"})
	f.by(anna, play.Do{Activity: "duck", Type: "instant"}) // in someone else's turn
	f.refused(anna, play.Do{Activity: "run", Type: "on-turn"}, engine.NotNow, reason.NotTurnOf)
	f.refused(anna, play.Do{Activity: "run", Type: "jump"}, engine.Invalid, reason.ActionType, "on-turn")
	f.refused(anna, play.Do{Activity: "run", Ticks: roll(1)}, engine.NotInRules)
	f.refused(theGM, play.Move{Who: "Thug 1", Terrain: "rough"}, engine.NotInRules) // terrain is only in RI-7
	f.next(1)
	f.by(anna, play.Do{Activity: "shoot"}, play.Next{})
	f.next(2)
	f.by(anna, play.Do{Activity: "shoot"}) // a new turn, a new main action
}

func TestCS7LeavingMelee(t *testing.T) {
	f := raid(t)
	f.gm(play.Roll{Rolls: "party 8, foes 1"})
	f.by(anna, play.Strike{Target: "Thug 1", Damage: "1d4", Roll: roll(2)}) // a melee attack puts the two in melee
	f.gm(play.Engage{Who: "Thug 2", Target: "Ace"}, play.Engage{Who: "Thug 2", Target: "Doc"})
	f.refused(anna, play.Engage{Who: "Ace", Target: "Thug 1"}, engine.NotNow)
	f.refused(anna, play.Engage{Who: "Ace", Target: "Doc"}, engine.Invalid)
	f.by(anna, play.Move{})
	if len(lastOf[engine.Fled](f)) != 0 || len(f.s.Engaged) != 3 {
		t.Fatalf("a move within the melee: %+v", f.last)
	}
	f.refused(ben, play.Move{Leaving: "hop"}, engine.Invalid, reason.Leaving, "withdraw")
	f.by(ben, play.Move{Leaving: "withdraw"})
	if len(lastOf[engine.Fled](f)) != 0 || f.left("Doc", "main") != 0 || f.left("Doc", "move") != 0 || len(f.s.Engaged) != 2 {
		t.Fatalf("a Fighting Withdrawal: %+v", f.last)
	}
	f.next(2)
	f.by(anna, play.Move{Leaving: "flee"})
	fled := lastOf[engine.Fled](f)
	if len(fled) != 1 || len(fled[0].Attackers) != 2 || len(f.s.Engaged) != 0 || f.left("Ace", "main") != 1 {
		t.Fatalf("fled: %+v", f.last)
	}
	// The free attacks cost nothing, are made out of turn and don't start a melee again.
	e := f.strike(theGM, play.Strike{Who: "Thug 1", Target: "Ace", Damage: "1d4", Free: true, Roll: roll(3)})
	if e.Costs != nil || f.left("Thug 1", "main") != 1 || len(f.s.Engaged) != 0 {
		t.Fatalf("a free attack: %+v", e)
	}
	f.next(2)
	f.refused(anna, play.Move{Leaving: "flee"}, engine.NotNow, reason.NotInMelee)
	f.refused(theGM, play.Strike{Who: "Thug 1", Target: "Ace", Damage: "1d4"}, engine.NotNow, reason.NotTurnOf)
}

func TestCS7DownedGetNoFreeAttack(t *testing.T) {
	f := raid(t)
	f.gm(play.Roll{Rolls: "party 8, foes 1"}, play.Engage{Who: "Ace", Target: "Thug 1"}, play.Engage{Who: "Ace", Target: "Thug 2"},
		play.HP{Target: "Thug 1", Amount: "-6"})
	f.by(anna, play.Do{Activity: "reload"})
	f.refused(anna, play.Move{Leaving: "withdraw"}, engine.NotNow, reason.PoolUsed)
	f.by(anna, play.Move{Leaving: "flee"})
	if fled := lastOf[engine.Fled](f); len(fled) != 1 || len(fled[0].Attackers) != 1 || fled[0].Attackers[0] != f.combatant("Thug 2").ID {
		t.Fatalf("fled: %+v", fled)
	}
	f.refused(theGM, play.Strike{Who: "Thug 1", Target: "Ace", Damage: "1d4", Free: true}, engine.NotNow, reason.NoHPLeft)
}

func TestCS8Morale(t *testing.T) {
	f := raid(t, 6, 3)
	f.gm(play.Roll{Rolls: "party 8, foes 1"})
	f.next(1)
	if due := lastOf[engine.MoraleDue](f); len(due) != 0 {
		t.Fatal("reminded without losses")
	}
	f.next(1)
	f.gm(play.HP{Target: "Thug 1", Amount: "-9"}, play.HP{Target: "Ace", Amount: "-99"})
	f.next(1)
	if due := lastOf[engine.MoraleDue](f); len(due) != 1 || f.s.Unit(due[0].Unit).Name != "foes" {
		t.Fatalf("no reminder after losses: %+v", f.last)
	}
	f.next(1)
	if due := lastOf[engine.MoraleDue](f); len(due) != 0 {
		t.Fatal("a reminder for a side of PCs")
	}
	f.next(1)
	if due := lastOf[engine.MoraleDue](f); len(due) != 0 {
		t.Fatal("reminded again without new losses")
	}
	f.refused(anna, play.Morale{Who: "Thug 2"}, engine.NotAllowed)
	f.refused(theGM, play.Morale{Who: "party"}, engine.NotInRules, reason.MoralePC)
	for _, bad := range []int{1, 13} {
		f.refused(theGM, play.Morale{Who: "Thug 2", Roll: roll(bad)}, engine.Invalid, engine.Args{Dice: "2d6", Low: 2, High: 12, Count: bad})
	}
	for natural, broken := range map[int]int{8: 0, 9: 1, 2: 0, 12: 1} {
		f.gm(play.Morale{Who: "foes", Roll: roll(natural)})
		if e := lastOf[engine.MoraleChecked](f)[0]; len(e.Who) != 1 || len(e.Broken) != broken {
			t.Errorf("a %d against 8: %+v", natural, e)
		}
	}
	f.gm(play.Morale{Who: "Thug 2"}) // 6 and 3 are more than 8
	if e := lastOf[engine.MoraleChecked](f)[0]; e.Roll.Total != 9 || len(e.Broken) != 1 {
		t.Errorf("rolled: %+v", e)
	}
	f.gm(play.Add{Name: "Dog", Stats: "dex 0"})
	f.refused(theGM, play.Morale{Who: "Dog"}, engine.NotNow, engine.Args{Name: "Dog", Stat: "morale", Example: "morale 8"})
}

// TestCS7SteppingOut: somebody who is in melee doesn't get out of it for nothing: the GM alone says that a melee is over.
func TestCS7SteppingOut(t *testing.T) {
	f := raid(t)
	f.gm(play.Roll{Rolls: "party 8, foes 1"})
	f.by(anna, play.Engage{Target: "Thug 1"}, play.Engage{Target: "Thug 2"})
	f.refused(anna, play.Disengage{Target: "Thug 1"}, engine.NotAllowed, reason.DisengageOfGM, engine.Args{Name: "Ace", Other: "Thug 1"})
	f.gm(play.Disengage{Who: "Thug 1", Target: "Ace"}, play.HP{Target: "Thug 2", Amount: "-9"})
	f.by(anna, play.Disengage{Target: "Thug 2"}) // nobody is left to strike
	if len(f.s.Engaged) != 0 {
		t.Errorf("%+v", f.s.Engaged)
	}
}

// TestCS7WithdrawalTyped: a Fighting Withdrawal that is typed as an activity is one.
func TestCS7WithdrawalTyped(t *testing.T) {
	f := raid(t)
	f.gm(play.Roll{Rolls: "party 8, foes 1"})
	f.refused(anna, play.Do{Activity: "Fighting Withdrawal"}, engine.NotNow, reason.NotInMelee)
	f.by(anna, play.Engage{Target: "Thug 1"}, play.Engage{Target: "Thug 2"})
	f.refused(anna, play.Do{Activity: "fighting withdrawal", Type: "instant"}, engine.Invalid, reason.ActionType, "main")
	f.by(anna, play.Do{Activity: "fighting withdrawal"})
	if f.left("Ace", "main") != 0 || f.left("Ace", "move") != 1 || len(f.s.Engaged) != 0 || len(lastOf[engine.Fled](f)) != 0 {
		t.Fatalf("%+v", f.last)
	}
	f.by(anna, play.Move{})
	f.next(2)
	f.gm(play.HP{Target: "Thug 2", Amount: "-9"})
	f.by(anna, play.Engage{Target: "Thug 2"}, play.Do{Activity: "Fighting Withdrawal"})
	if f.left("Ace", "main") != 1 || len(f.s.Engaged) != 0 { // leaving costs nothing if no foe can strike
		t.Fatalf("%+v", f.last)
	}
}
