package play_test

import (
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
)

const to = "turn-order"

// knightAndGoblins returns worked example 1: the Knight at 21, and three goblins in one unit at 19.
func knightAndGoblins(t *testing.T, results ...int) *fight {
	f := start(t, to, results...)
	f.pc("Knight", "init 15, hp 30", 6)
	f.npc("Goblin", 3, "init 7, hp 5", 12)
	f.gm(play.Roll{})
	return f
}

func TestExample1(t *testing.T) {
	f := knightAndGoblins(t)
	f.wantOrder("Knight 21, Goblin 19")
	f.wantTurns("1: Knight", "1: Goblin 1, Goblin 2, Goblin 3", "2: Knight")
}

func TestExample2(t *testing.T) {
	f := knightAndGoblins(t)
	f.next(1)
	f.gm(play.EffectAdd{Target: "Knight", Name: "Weakened", Initiative: -3, Duration: "1 round"})
	f.wantOrder("Goblin 19, Knight 18/21*")
	f.wantTurns("1: Goblin 1, Goblin 2, Goblin 3", "2: Goblin 1, Goblin 2, Goblin 3", "2: Knight", "3: Knight", "3: Goblin 1, Goblin 2, Goblin 3")
	f.wantOrder("Knight 21*, Goblin 19")
}

func TestExample3(t *testing.T) {
	stunned := []play.Command{
		play.EffectAdd{Target: "Shaman", Name: "Stunned", Skip: true, Duration: "1 round"},
		play.EffectAdd{Target: "Shaman", Name: "Burning", Damage: "2", Duration: "3 rounds"},
	}
	t.Run("above the enemy", func(t *testing.T) {
		f := start(t, to)
		f.pc("Shaman", "init 10, hp 20", 15)
		f.npc("Enemy", 1, "init 10", 5)
		f.gm(play.Roll{})
		f.next(1)
		f.gm(stunned...)
		f.wantHP("Shaman", 20)
		f.next(1) // the Shaman's turn in round 2 is lost: the stun ends, 2 damage falls
		f.wantActive("2: Enemy")
		f.wantHP("Shaman", 18)
		f.wantEffects("Burning on Shaman 2")
		f.wantTurns("2: Enemy", "3: Shaman", "3: Enemy")
		f.wantHP("Shaman", 16)
		f.wantTurns("3: Enemy", "4: Shaman", "4: Enemy")
		f.wantHP("Shaman", 14)
		f.wantEffects("")
	})
	t.Run("below the enemy", func(t *testing.T) {
		f := start(t, to)
		f.pc("Shaman", "init 10, hp 20", 5)
		f.npc("Enemy", 1, "init 10", 15)
		f.gm(play.Roll{})
		f.gm(stunned...)
		f.next(1) // the Shaman's turn in round 1 is lost
		f.wantActive("2: Enemy")
		f.wantHP("Shaman", 18)
		f.wantTurns("2: Enemy", "2: Shaman", "3: Enemy", "3: Shaman", "4: Enemy")
		f.wantHP("Shaman", 14)
		f.wantEffects("")
	})
}

func TestExample4(t *testing.T) {
	f := start(t, to)
	f.pc("Ranger", "init 16", 10)
	f.pc("Thief", "init 11", 10)
	f.pc("Marksman", "init 6", 10)
	f.npc("Goblin", 3, "init 7", 10)
	f.gm(play.SurpriseAmbush{Names: "Ranger, Thief, Marksman"}, play.Roll{})
	if f.s.Phase != engine.Ambush {
		t.Fatalf("phase is %s", f.s.Phase)
	}
	f.wantTurns("0: Ranger", "0: Thief", "0: Marksman", "1: Ranger", "1: Thief", "1: Goblin 1, Goblin 2, Goblin 3", "1: Marksman", "2: Ranger")
	if f.combatant("Ranger").Ambusher {
		t.Fatal("the ambush is over, but the Ranger is still an ambusher")
	}
}

func TestTO1Score(t *testing.T) {
	f := start(t, to, 20, 1)
	f.by(anna, play.Join{Name: "Knight", Stats: "init 15"})
	f.gm(play.Add{Name: "Ogre", Stats: "init -2"}, play.Roll{})
	f.wantOrder("Knight 35, Ogre -1")
	f.refused(theGM, play.Roll{}, engine.NotNow)
}

func TestTO2TiesBetweenSides(t *testing.T) {
	f := start(t, to, 3, 3, 2, 5) // party and foes roll 3 each, then 2 and 5
	f.pc("Knight", "init 10", 9)
	f.pc("Monk", "init 9", 10)
	f.npc("Ogre", 1, "init 9", 10)
	f.gm(play.Roll{})
	f.wantOrder("Ogre 19, Knight 19, Monk 19")
	rolls := lastOf[engine.TieSettled](f)
	if len(rolls) != 1 || len(rolls[0].Rolls) != 2 || len(rolls[0].Rolls[0].Faces) != 2 {
		t.Fatalf("roll-off %+v", rolls)
	}
	// The result holds through a temporary change, without another roll: the script is empty.
	f.gm(play.EffectAdd{Target: "Ogre", Name: "Slow", Initiative: -5, Duration: "1 round"})
	f.wantOrder("Knight 19, Monk 19, Ogre 14/19")
	f.next(3)
	f.wantOrder("Ogre 19, Knight 19, Monk 19")
	// A permanent change, even when reversed, makes a new tie.
	f.dice = script(t, 6, 1)
	f.gm(play.EffectAdd{Target: "Ogre", Name: "Curse", Initiative: -1})
	f.gm(play.EffectRemove{Target: "Ogre", Name: "Curse"})
	f.wantOrder("Knight 19, Monk 19, Ogre 19")
	// So does a newcomer.
	f.dice = script(t, 10, 1, 6, 2, 5) // its d20, then the sides, then Ogre and Wolf of one side
	f.gm(play.Add{Name: "Wolf", Stats: "init 9"})
	f.wantOrder("Wolf 19*, Ogre 19, Knight 19, Monk 19") // it is placed above the active Ogre, so it waits
	if got := lastOf[engine.TieSettled](f); len(got) != 1 {
		t.Fatalf("want a roll-off with the newcomer: %+v", f.last)
	}
}

func TestTO2MinionIsOnItsOwnersSide(t *testing.T) {
	f := start(t, to)
	f.by(anna, play.Join{Name: "Witch", Stats: "init 3", Side: "coven"})
	f.gm(play.Add{Name: "Raven", Stats: "init 2", Owner: anna}, play.Add{Name: "Cat", Stats: "init 2", Owner: anna, Side: "cats"},
		play.Add{Name: "Dog", Stats: "init 2", Owner: ben})
	for name, side := range map[string]string{"Raven": "coven", "Cat": "cats", "Dog": "party"} {
		if got := f.combatant(name).Side; got != side {
			t.Errorf("%s is on side %s, want %s", name, got, side)
		}
	}
}

func TestTO3TiedPCsChoose(t *testing.T) {
	f := start(t, to, 5, 2)
	f.pc("Knight", "init 10", 9)
	f.by(ben, play.Join{Name: "Monk", Stats: "init 9", Roll: roll(10)})
	f.by(ben, play.Join{Name: "Bard", Stats: "init 1", Roll: roll(10)})
	f.gm(play.Roll{})
	f.wantOrder("Knight 19, Monk 19, Bard 11")
	f.refused(other, play.Place{Name: "Monk", Before: "Knight"}, engine.NotAllowed)
	f.refused(ben, play.Place{Name: "Bard", Before: "Knight"}, engine.NotAllowed)
	f.by(ben, play.Place{Name: "Monk", Before: "Knight"})
	f.wantOrder("Monk 19, Knight 19, Bard 11")
	f.by(anna, play.Place{Name: "Knight", Before: "Monk", Dispute: true}) // 2 against 5
	f.wantOrder("Monk 19, Knight 19, Bard 11")
	f.refused(theGM, play.Place{Name: "Bard", Before: "Monk", Dispute: true}, engine.Invalid)
	f.gm(play.Place{Name: "Bard", Before: "Monk"}) // the GM may choose any place; the score stays
	f.wantOrder("Bard 11, Monk 19, Knight 19")
}

func TestTO4Groups(t *testing.T) {
	f := start(t, to)
	f.gm(play.Add{Name: "Goblin", Stats: "init 7", Roll: roll(12)})
	f.gm(play.Add{Name: "goblin", Count: 2, Stats: "init 7"})
	f.combatant("Goblin 1")
	f.combatant("Goblin 3")
	f.gm(play.Add{Name: "Goblin", Count: 2, Stats: "init 9", Roll: roll(1)}, play.Add{Name: "Wolf", Count: 2, Stats: "init 7", Separate: true})
	f.dice = script(t, 5, 4)
	f.gm(play.Roll{})
	f.wantOrder("Goblin 19, Wolf 1 12, Wolf 2 11, Goblin (9) 10")
	f.wantActive("1: Goblin 1, Goblin 2, Goblin 3")
	// More of the same kind join the unit at its score. It is acting, so they wait.
	f.gm(play.Add{Name: "Goblin", Stats: "init 7"})
	f.wantActive("1: Goblin 1, Goblin 2, Goblin 3")
	f.refused(theGM, play.Add{Name: "Goblin", Stats: "init 7", Roll: roll(3)}, engine.Invalid)
	f.next(4)
	f.wantActive("2: Goblin 1, Goblin 2, Goblin 3, Goblin 4")
	// An initiative effect on a member affects that member alone.
	f.gm(play.EffectAdd{Target: "Goblin 2", Name: "Slow", Initiative: -6, Duration: "2 rounds"})
	f.wantOrder("Goblin 19, Goblin 2 13/19, Wolf 1 12, Wolf 2 11, Goblin (9) 10")
}

func TestTO4StatChangedBeforeTheRoll(t *testing.T) {
	f := start(t, to, 10, 10)
	f.gm(play.Add{Name: "Goblin", Count: 3, Stats: "init 7"}, play.Edit{Name: "Goblin 2", Stats: "init 9"}, play.Roll{})
	f.wantOrder("Goblin (9) 19, Goblin 17")
	f.wantActive("1: Goblin 2")
	// After the roll a changed stat changes nothing (CO-14).
	f.gm(play.Edit{Name: "Goblin 3", Stats: "init 9"})
	f.wantOrder("Goblin (9) 19, Goblin 17")
}

func TestTO5Round(t *testing.T) {
	f := knightAndGoblins(t)
	f.gm(play.EffectAdd{Target: "Goblin 2", Name: "Held", Skip: true, Duration: "1 round"})
	f.wantTurns("1: Knight", "1: Goblin 1, Goblin 3", "2: Knight", "2: Goblin 1, Goblin 2, Goblin 3")
}

func TestTO6ActLast(t *testing.T) {
	f := start(t, to, 4, 4, 2, 6)
	f.pc("Knight", "init 15", 6)
	f.pc("Monk", "init 5", 5)
	f.npc("Goblin", 2, "init 7", 12)
	f.npc("Wolf", 1, "init 1", 1)
	f.gm(play.Roll{})
	f.refused(other, play.Last{Name: "Knight"}, engine.NotAllowed)
	f.by(anna, play.Last{Name: "Knight"}) // the active unit moves to the end
	f.wantOrder("Goblin 19, Monk 10, Wolf 2, Knight 21")
	f.wantActive("1: Goblin 1, Goblin 2")
	f.refused(anna, play.Last{Name: "Monk"}, engine.NotNow)
	f.gm(play.Last{Name: "Goblin"}) // a roll-off: 4 and 4, then 2 for the goblins and 6 for the Knight
	f.wantOrder("Monk 10, Wolf 2, Knight 21, Goblin 19")
	f.wantTurns("1: Monk", "1: Wolf", "1: Knight", "1: Goblin 1, Goblin 2", "2: Knight")
	f.wantOrder("Knight 21, Goblin 19, Monk 10, Wolf 2")
	f.next(1)
	f.refused(anna, play.Last{Name: "Knight"}, engine.NotNow, reason.LastActed)
}

// TestTO6NobodyActsLastWhileDown: who is down can't act last, nor takes that place from the others of the side.
func TestTO6NobodyActsLastWhileDown(t *testing.T) {
	f := start(t, to)
	f.pc("Knight", "init 15, hp 5", 6)
	f.npc("Goblin", 2, "init 7, hp 5", 12)
	f.npc("Wolf", 1, "init 1, hp 5", 1)
	f.gm(play.Roll{}, play.Damage{Target: "Wolf, Goblin 1", Amount: "9"})
	f.refused(theGM, play.Last{Name: "Wolf"}, engine.NotNow, reason.WaitUnable)
	f.refused(theGM, play.Last{Name: "Goblin 1"}, engine.NotNow, reason.WaitUnable)
	f.gm(play.Last{Name: "Goblin"})
	f.wantOrder("Knight 21, Wolf 2, Goblin 19")
}

func TestTO7RollingWithTheBlow(t *testing.T) {
	f := knightAndGoblins(t)
	f.by(anna, play.RollWithBlow{})
	f.refused(anna, play.RollWithBlow{}, engine.NotNow)
	f.wantOrder("Knight 21, Goblin 19")
	f.next(2)
	f.wantOrder("Goblin 19, Knight 11/21")
	f.next(2)
	f.wantOrder("Knight 21, Goblin 19")
}

func TestTO7StunnedRoundDoesNotUseItUp(t *testing.T) {
	f := knightAndGoblins(t)
	f.by(anna, play.RollWithBlow{Name: "knight"})
	f.next(1)
	f.gm(play.EffectAdd{Target: "Knight", Name: "Stunned", Skip: true, Duration: "1 round"})
	f.next(1) // round 2: the Knight is stunned, so the blow neither applies nor is used up
	f.wantActive("2: Goblin 1, Goblin 2, Goblin 3")
	f.wantOrder("Knight 21*, Goblin 19")
	f.next(1)
	f.wantOrder("Goblin 19, Knight 11/21")
	// If the stun comes while it applies, it lasts to the end of the round, still unused.
	f.gm(play.EffectAdd{Target: "Knight", Name: "Stunned", Skip: true, Duration: "1 round"})
	f.wantOrder("Goblin 19, Knight 11/21")
	f.next(1)
	f.wantActive("4: Goblin 1, Goblin 2, Goblin 3")
	f.wantOrder("Goblin 19, Knight 11/21")
	f.next(2)
	f.wantActive("5: Knight")
	f.wantOrder("Knight 21, Goblin 19")
}

func TestTO8ScoresAndOriginals(t *testing.T) {
	f := knightAndGoblins(t)
	f.gm(play.EffectAdd{Target: "Goblin", Name: "Haste", Initiative: 5, Duration: "2 rounds"})
	f.wantOrder("Goblin 24/19, Knight 21")
	f.gm(play.EffectAdd{Target: "Knight", Name: "Rage", Initiative: 10, Duration: "fight"})
	f.wantOrder("Knight 31/21, Goblin 24/19")
}

func TestTO9NoSecondTurn(t *testing.T) {
	f := knightAndGoblins(t)
	f.next(1)
	f.gm(play.EffectAdd{Target: "Knight", Name: "Slow", Initiative: -9, Duration: "fight"})
	f.wantTurns("1: Goblin 1, Goblin 2, Goblin 3", "2: Goblin 1, Goblin 2, Goblin 3", "2: Knight", "3: Goblin 1, Goblin 2, Goblin 3")
}

func TestTO10HighestThatHasNotActed(t *testing.T) {
	f := start(t, to)
	f.pc("Ann", "init 0", 20)
	f.pc("Bob", "init 0", 15)
	f.pc("Cid", "init 0", 10)
	f.gm(play.Roll{})
	f.gm(play.EffectAdd{Target: "Cid", Name: "Haste", Initiative: 9, Duration: "1 round"})
	f.wantTurns("1: Ann", "1: Cid", "1: Bob", "2: Ann", "2: Bob", "2: Cid")
}

func TestTO11OwnTurns(t *testing.T) {
	f := knightAndGoblins(t)
	f.gm(play.EffectAdd{Target: "Knight", Name: "Poison", Damage: "1d4", Duration: "2 rounds"})
	f.dice = script(t, 3, 4)
	f.next(1) // on the active unit, the current turn is the first
	f.wantHP("Knight", 27)
	f.wantEffects("Poison on Knight 1")
	f.next(2)
	f.wantHP("Knight", 23)
	f.wantEffects("")
}

func TestTO12HiddenAndDiscovered(t *testing.T) {
	f := start(t, to)
	f.pc("Ranger", "init 16", 10)
	f.npc("Goblin", 2, "init 7", 10)
	f.gm(play.SurpriseAmbush{Names: "goblin 2", Hidden: true})
	f.refused(anna, play.SurpriseAmbush{Names: "Ranger"}, engine.NotAllowed)
	if !f.combatant("Goblin 2").Hidden {
		t.Fatal("the ambusher is not hidden")
	}
	f.refused(anna, play.EffectAdd{Target: "Goblin 2", Name: "Seen"}, engine.NotFound)
	f.gm(play.SurpriseClear{Names: "Goblin 2"})
	if c := f.combatant("Goblin 2"); c.Hidden || c.Ambusher {
		t.Fatal("discovered, but still an ambusher")
	}
	f.gm(play.SurpriseAmbush{Names: "Goblin 2", Hidden: true}, play.Roll{})
	f.wantActive("0: Goblin 2") // one member named by itself
	f.refused(theGM, play.SurpriseAmbush{Names: "Ranger"}, engine.NotNow)
	f.next(1)
	if f.combatant("Goblin 2").Hidden {
		t.Fatal("it has acted, but is still hidden")
	}
	f.wantTurns("1: Ranger", "1: Goblin 1, Goblin 2", "2: Ranger")
}

func TestTO13ModifierEndsWithItsEffect(t *testing.T) {
	f := knightAndGoblins(t)
	f.gm(play.EffectAdd{Target: "Knight", Name: "Slow", Initiative: -9})
	f.wantOrder("Goblin 19, Knight 12/21")
	f.gm(play.EffectRemove{Target: "knight", Name: "slow"})
	f.wantOrder("Knight 21, Goblin 19")
	f.refused(theGM, play.EffectRemove{Target: "Knight", Name: "Slow"}, engine.NotFound)
}
