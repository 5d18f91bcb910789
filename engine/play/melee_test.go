package play_test

import (
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
)

// duel returns a fight of Anna's Kay against Ben's Sniper, who has only a rifle. Kay acts first and has attacked the Sniper.
func duel(t *testing.T) *fight {
	t.Helper()
	f := start(t, ri)
	f.by(anna, play.Join{Name: "Kay", Stats: "dex 0, hp 10, ac 13", Roll: roll(8)})
	f.by(ben, play.Join{Name: "Sniper", Stats: "dex 0, hp 10, ac 13", Weapon: "Rifle, ranged, 1d10", Side: "foes", Roll: roll(4)})
	f.gm(play.Roll{})
	f.by(anna, play.Strike{Target: "Sniper", Damage: "1d6", Roll: roll(1)})
	return f
}

func wantFreeAttacks(f *fight, want int) {
	f.t.Helper()
	if fled := lastOf[engine.Fled](f); want == 0 && len(fled) != 0 || want > 0 && (len(fled) != 1 || len(fled[0].Attackers) != want) {
		f.t.Fatalf("%d free attacks, want %d", len(fled), want)
	}
	if len(f.s.Engaged) != 0 {
		f.t.Fatalf("still in melee: %+v", f.s.Engaged)
	}
}

// TestRI8RangedFighterStrikesBack: a combatant with only a ranged weapon gets no free attack until it attacks in melee itself.
func TestRI8RangedFighterStrikesBack(t *testing.T) {
	f := duel(t)
	f.by(anna, play.Move{Leaving: "flee"}) // the Sniper has not attacked in melee
	wantFreeAttacks(f, 0)

	f = duel(t)
	f.next(1)
	f.by(ben, play.Strike{Target: "Kay", Weapon: "Rifle", Roll: roll(1)}) // a shot
	f.next(1)
	f.by(anna, play.Move{Leaving: "flee"})
	wantFreeAttacks(f, 0)

	f = duel(t)
	f.next(1)
	f.by(ben, play.Strike{Target: "Kay", Weapon: "Punch", Roll: roll(1)})
	f.next(1)
	f.by(anna, play.Strike{Target: "Sniper", Damage: "1d6", Roll: roll(1)})
	if len(f.s.Engaged) != 1 {
		t.Fatalf("in melee twice: %+v", f.s.Engaged)
	}
	f.by(anna, play.Move{Leaving: "flee"})
	wantFreeAttacks(f, 1)
}

// TestRI8LeavingEndsAllMelee: a combatant who leaves foes that are down, by any kind of move, is not in melee with them once
// they are healed.
func TestRI8LeavingEndsAllMelee(t *testing.T) {
	for _, leaving := range []string{"", "flee", "withdraw"} {
		f := duel(t)
		f.gm(play.HP{Target: "Sniper", Amount: "-10"})
		f.by(anna, play.Move{Leaving: leaving})
		wantFreeAttacks(f, 0)
		f.gm(play.HP{Target: "Sniper", Amount: "+5"})
		f.next(2)
		f.refused(anna, play.Move{Leaving: "flee"}, engine.NotNow, reason.NotInMelee)
	}
	// While one of them is standing, a plain move stays within the melee.
	f := duel(t)
	f.gm(play.Add{Name: "Dog", Roll: roll(1)}, play.Engage{Who: "Dog", Target: "Kay"}, play.HP{Target: "Sniper", Amount: "-10"})
	f.by(anna, play.Move{})
	if len(f.s.Engaged) != 2 {
		t.Fatalf("in melee: %+v", f.s.Engaged)
	}
}

// TestCS7OneFreeAttackPerFlight: a free attack can be made once, and lapses with the attacker's next turn.
func TestCS7OneFreeAttackPerFlight(t *testing.T) {
	due := func(who string) play.Strike {
		return play.Strike{Who: who, Target: "Ace", Damage: "1d4", Free: true, Due: true, Roll: roll(2)}
	}
	f := raid(t)
	f.gm(play.Roll{Rolls: "party 8, foes 1"}, play.Engage{Who: "Thug 1", Target: "Ace"}, play.Engage{Who: "Thug 2", Target: "Ace"})
	f.refused(theGM, due("Thug 1"), engine.NotNow, reason.FreeAttackOver)
	f.by(anna, play.Move{Leaving: "flee"})
	f.gm(due("Thug 1"))
	f.refused(theGM, due("Thug 1"), engine.NotNow, reason.FreeAttackMade)
	f.refused(theGM, play.Strike{Who: "Thug 2", Target: "Doc", Damage: "1d4", Free: true, Due: true}, engine.NotNow, reason.FreeAttackOver)
	// Ace's turn is over and Thug 2 is active, which is still in time.
	f.next(1)
	f.wantActive("1: Thug 1, Thug 2")
	before := f.s.Clone()
	f.gm(due("Thug 2"))
	f.s = before
	f.gm(play.Next{Who: "Thug 2"})
	f.refused(theGM, due("Thug 2"), engine.NotNow, reason.FreeAttackOver)
	f.refused(theGM, due("Thug 1"), engine.NotNow, reason.FreeAttackMade)
	f.next(1)
	if len(f.s.FreeAttacks) != 0 {
		t.Fatalf("free attacks left after the attackers' turns: %+v", f.s.FreeAttacks)
	}
	// A later flight gives another one. Without a flight, the GM may still make one.
	f.gm(play.Strike{Who: "Thug 1", Target: "Ace", Damage: "1d4", Free: true, Roll: roll(2)}, play.Engage{Who: "Thug 1", Target: "Ace"})
	f.by(anna, play.Move{Leaving: "flee"})
	f.gm(due("Thug 1"), play.Remove{Name: "Ace"})
	if len(f.s.FreeAttacks) != 0 {
		t.Fatalf("free attacks on a removed combatant: %+v", f.s.FreeAttacks)
	}
}

// TestCS7FreeAttackLapsesWithLostTurn: losing the turn also ends the chance of a free attack.
func TestCS7FreeAttackLapsesWithLostTurn(t *testing.T) {
	f := raid(t)
	f.gm(play.Roll{Rolls: "party 8, foes 1"}, play.Engage{Who: "Thug 1", Target: "Ace"})
	f.by(anna, play.Move{Leaving: "flee"})
	f.gm(play.HP{Target: "Thug 1", Amount: "-6"})
	f.next(1)
	if len(lastOf[engine.TurnLost](f)) != 1 || len(f.s.FreeAttacks) != 0 {
		t.Fatalf("%+v after %+v", f.s.FreeAttacks, f.last)
	}
}
