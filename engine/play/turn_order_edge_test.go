package play_test

import (
	"errors"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
)

func TestTO2ResultHoldsThroughTemporaryChanges(t *testing.T) {
	f := start(t, to, 2, 5) // party 2, foes 5
	f.pc("Knight", "init 0", 15)
	f.npc("Ogre", 1, "init 0", 15)
	f.pc("Monk", "init 0", 18)
	f.npc("Wolf", 1, "init 0", 17)
	f.gm(play.Roll{})
	f.wantOrder("Monk 18, Wolf 17, Ogre 15, Knight 15")
	// The Monk reaches their score for two rounds. Its side lost this tie, and among the PCs the Knight joined first.
	f.gm(play.EffectAdd{Target: "Monk", Name: "Slow", Initiative: -3, Duration: "2 rounds"})
	f.wantOrder("Wolf 17, Ogre 15, Knight 15, Monk 15/18")
	// So does the Wolf, on the winning side. Only those two roll.
	f.dice = script(t, 6, 1)
	f.gm(play.EffectAdd{Target: "Wolf", Name: "Slow", Initiative: -2, Duration: "2 rounds"})
	f.wantOrder("Wolf 15/17, Ogre 15, Knight 15, Monk 15/18")
	f.dice = script(t) // no dice from here on
	for f.s.Round < 4 {
		f.next(1)
	}
	f.wantOrder("Monk 18, Wolf 17, Ogre 15, Knight 15")
	// A permanent change makes a new tie of all units.
	f.dice = script(t, 6, 1)
	f.gm(play.EffectAdd{Target: "Monk", Name: "Curse", Initiative: -3, Duration: "fight"})
	f.wantOrder("Wolf 17, Knight 15, Monk 15/18, Ogre 15")
	score := 15
	f.dice = script(t, 1, 6, 4, 2) // so does an edited score: the sides, then Ogre and Wolf
	f.gm(play.Edit{Name: "Wolf", Score: &score})
	f.wantOrder("Ogre 15, Wolf 15, Knight 15, Monk 15/18")
}

func TestTO2MoreSides(t *testing.T) {
	f := start(t, to, 3, 3, 6, 1, 4) // party 3, foes 3, wolves 6; party 1, foes 4
	f.pc("Knight", "init 0", 9)
	f.npc("Ogre", 1, "init 0", 9)
	f.gm(play.Add{Name: "Wolf", Stats: "init 0", Side: "wolves", Roll: roll(9)}, play.Roll{})
	f.wantOrder("Wolf 9, Ogre 9, Knight 9")
}

func TestTO2OwnersSide(t *testing.T) {
	f := start(t, to)
	f.by(anna, play.Join{Name: "Witch", Stats: "init 3", Side: "coven"})
	f.gm(play.Add{Name: "Goblin", Stats: "init 2"}, play.Add{Name: "Ogre", Stats: "init 2", Side: "hill"})
	owner := anna
	f.gm(play.Edit{Name: "Goblin", Owner: &owner}, play.Edit{Name: "Ogre", Owner: &owner})
	if f.combatant("Goblin").Side != "coven" || f.combatant("Ogre").Side != "hill" {
		t.Fatalf("sides %s and %s", f.combatant("Goblin").Side, f.combatant("Ogre").Side)
	}
	f.gm(play.Add{Name: "Rat", Stats: "init 1"}, play.Edit{Name: "Rat", Owner: &owner, Side: "rats"})
	if f.combatant("Rat").Side != "rats" {
		t.Fatalf("the side is %s", f.combatant("Rat").Side)
	}
}

func TestTO3DisputeKeepsTheOthers(t *testing.T) {
	f := start(t, to, 6, 2, 1, 1, 5, 3)
	for _, name := range []string{"Ann", "Bob", "Cid"} {
		f.pc(name, "init 0", 12)
	}
	f.gm(play.Roll{})
	f.wantOrder("Ann 12, Bob 12, Cid 12") // as they joined
	f.by(anna, play.Place{Name: "Ann", Before: "Cid", Dispute: true})
	f.wantOrder("Ann 12, Bob 12, Cid 12") // all three roll: 6, 2, 1
	f.by(anna, play.Place{Name: "Ann", Before: "Cid", Dispute: true})
	f.wantOrder("Bob 12, Cid 12, Ann 12") // 1, 5, 3
	f.by(anna, play.Place{Name: "Cid", Before: "Bob"})
	f.wantOrder("Cid 12, Bob 12, Ann 12")
	f.refused(anna, play.Place{Name: "Bob", Before: "bob"}, engine.Invalid)
}

func TestTO3PlayersChooseOnlyAmongTheirOwn(t *testing.T) {
	f := start(t, to, 1, 6, 4, 1)
	f.pc("Ann", "init 0", 12)
	f.npc("Ogre", 1, "init 0", 12)
	f.gm(play.Add{Name: "Pet", Stats: "init 0", Owner: anna, Roll: roll(12)}, play.Roll{})
	f.wantOrder("Ogre 12, Ann 12, Pet 12")
	f.refused(anna, play.Place{Name: "Ann", Before: "Ogre"}, engine.NotAllowed)
	f.refused(anna, play.Place{Name: "Pet", Before: "Ann"}, engine.NotAllowed) // the Pet isn't a PC
	f.gm(play.Place{Name: "Ann", Before: "Ogre"})
	f.wantOrder("Ann 12, Ogre 12, Pet 12")
}

func TestTO4RolledGroupsStay(t *testing.T) {
	f := start(t, to)
	f.npc("Goblin", 3, "init 7", 12)
	f.gm(play.Edit{Name: "Goblin 2", Stats: "init 9"}) // after their roll
	f.gm(play.Roll{})
	f.wantOrder("Goblin 19")
	f.wantActive("1: Goblin 1, Goblin 2, Goblin 3")
}

func TestTO4NewcomersToAGroup(t *testing.T) {
	f := start(t, to)
	f.pc("Knight", "init 0", 20)
	f.npc("Goblin", 2, "init 7", 5)
	f.gm(play.Roll{}, play.Add{Name: "GOBLIN", Stats: "init 7"}) // the group has yet to act
	f.wantTurns("1: Knight", "1: Goblin 1, Goblin 2, Goblin 3")
	f.gm(play.Next{Who: "Goblin 1"}, play.Add{Name: "Goblin", Count: 2, Stats: "init 7"})
	f.wantActive("1: Goblin 2, Goblin 3") // they wait
	f.next(2)
	f.wantActive("2: Goblin 1, Goblin 2, Goblin 3, Goblin 4, Goblin 5")
	f.dice = script(t, 1)
	f.gm(play.Add{Name: "Goblin", Stats: "init 9", Side: "party"})
	f.wantOrder("Knight 20*, Goblin 12, Goblin (9) 10")
	f.wantTurns("2: Goblin 1, Goblin 2, Goblin 3, Goblin 4, Goblin 5", "2: Goblin (9)", "3: Knight")
}

func TestTO6GroupsAndStuns(t *testing.T) {
	f := start(t, to, 2, 5)
	f.npc("Goblin", 2, "init 7", 12)
	f.pc("Knight", "init 0", 18)
	f.gm(play.Add{Name: "Wolf", Stats: "init 0", Side: "wolves", Roll: roll(1)},
		play.EffectAdd{Target: "Goblin 1", Name: "Held", Skip: true, Duration: "1 round"}, play.Roll{})
	f.wantActive("1: Goblin 2")
	f.gm(play.Last{Name: "Goblin"}) // none of them has acted
	f.wantTurns("1: Knight", "1: Wolf", "1: Goblin 2", "2: Goblin 1, Goblin 2")
	f.gm(play.Next{Who: "Goblin 2"})
	f.refused(theGM, play.Last{Name: "Goblin"}, engine.NotNow, reason.LastActed)
	f.next(1)
	f.by(anna, play.Last{})
	f.wantActive("2: Wolf")
	f.gm(play.Last{}) // the active unit, of another side: 2 for the Wolf, 5 for the Knight
	f.wantOrder("Goblin 19*, Knight 18, Wolf 1")
	f.wantActive("2: Knight")
	f.gm(play.Remove{Name: "Knight"})
	f.pc2(t, "Squire", 18)
	f.wantActive("2: Wolf")
	f.refused(theGM, play.Last{Name: "Squire"}, engine.NotNow) // it is above the active unit, so it waits
}

// pc2 makes anna join with another character, without a bonus.
func (f *fight) pc2(t *testing.T, name string, natural int) {
	t.Helper()
	f.by(anna, play.Join{Name: name, Stats: "init 0", Roll: &natural})
}

func TestTO6OnlyInRounds(t *testing.T) {
	f := start(t, to)
	f.pc("Knight", "init 0", 12)
	f.npc("Ogre", 1, "init 0", 5)
	f.refused(anna, play.Last{}, engine.NotNow)
	f.gm(play.SurpriseAmbush{Names: "Knight"}, play.Roll{})
	f.refused(anna, play.Last{}, engine.NotNow, reason.LastEarly)
	f.next(1)
	f.by(anna, play.Last{})
	f.wantTurns("1: Ogre", "1: Knight", "2: Knight")
}

func TestTO7SecondBlowWhileTheFirstApplies(t *testing.T) {
	f := knightAndGoblins(t)
	f.by(anna, play.RollWithBlow{})
	f.next(2)
	f.wantOrder("Goblin 19, Knight 11/21")
	f.by(anna, play.RollWithBlow{Name: "Knight"}) // for the round after
	f.refused(anna, play.RollWithBlow{Name: "Knight"}, engine.NotNow)
	f.next(2)
	f.wantOrder("Goblin 19, Knight 11/21")
	f.next(2)
	f.wantOrder("Knight 21, Goblin 19")
	f.gm(play.RollWithBlow{Name: "Goblin"}) // a group as a whole
	f.next(2)
	f.wantOrder("Knight 21, Goblin 9/19")
}

func TestTO7TenPoints(t *testing.T) {
	f := start(t, to, 6, 1)
	f.pc("Knight", "init 15", 6)
	f.npc("Goblin", 1, "init 7", 4)
	f.npc("Rat", 1, "init 1", 9)
	f.gm(play.Roll{}, play.RollWithBlow{Name: "Knight"})
	f.next(3)
	f.wantOrder("Knight 11/21, Goblin 11, Rat 10") // exactly ten less makes a tie, which the party wins
}

func TestTO13ModifierLeavesWithItsMember(t *testing.T) {
	f := start(t, to, 2, 5)
	f.pc("Knight", "init 0", 15)
	f.npc("Goblin", 2, "init 7", 8)
	f.gm(play.Roll{})
	f.wantOrder("Goblin 15, Knight 15") // 2 for the party, 5 for the foes
	f.gm(play.EffectAdd{Target: "Goblin 2", Name: "Curse", Initiative: -2})
	f.wantOrder("Goblin 15, Knight 15, Goblin 2 13/15")
	f.gm(play.Remove{Name: "Goblin 2"}) // the others' tie is as settled
	f.wantOrder("Goblin 15, Knight 15")
}

func TestTO7DeclaredInAnAmbush(t *testing.T) {
	f := start(t, to)
	f.pc("Knight", "init 10", 9)
	f.npc("Ogre", 1, "init 10", 5)
	f.gm(play.SurpriseAmbush{Names: "Knight"}, play.Roll{})
	f.by(anna, play.RollWithBlow{})
	f.wantTurns("0: Knight", "1: Ogre", "1: Knight", "2: Knight")
}

func TestTO11StunnedRoundsPass(t *testing.T) {
	f := knightAndGoblins(t)
	f.gm(play.EffectAdd{Target: "Knight, Goblin", Name: "Stunned", Skip: true, Duration: "3 rounds"},
		play.EffectAdd{Target: "Knight", Name: "Acid", Damage: "1", Duration: "fight"})
	f.next(1) // the Knight's current turn is the first of its three; the goblins lose rounds 1, 2 and 3
	f.wantActive("4: Knight")
	f.wantHP("Knight", 27)
	f.wantEffects("Acid on Knight 0")
	f.gm(play.EffectAdd{Target: "Knight, Goblin", Name: "Stone", Skip: true}) // permanent, so someone gets a turn and waits for the GM
	f.next(1)
	if len(f.s.ActiveMembers()) == 0 || f.s.Round > 5 {
		t.Fatalf("active %s", f.active())
	}
}

func TestTO11DamageNeverHeals(t *testing.T) {
	f := knightAndGoblins(t, 1)
	for _, bad := range []string{"-2", "0", "1d4-4", "x"} {
		f.refused(theGM, play.EffectAdd{Target: "Knight", Name: "Odd", Damage: bad}, engine.Invalid)
	}
	f.gm(play.HP{Target: "Knight", Amount: "=20"}, play.EffectAdd{Target: "Knight", Name: "Odd", Damage: "1d6-3", Duration: "1 round"})
	f.next(1) // 1 - 3
	f.wantHP("Knight", 20)
}

// TestTO11InTheOrderOfEffects: each effect's damage comes with its end, unless one of whoever has the turn ends with an earlier one of them (RS-64).
// What hidden combatants have doesn't show in that order.
func TestTO11InTheOrderOfEffects(t *testing.T) {
	const each, apart = "damage Burning damage Poison", "damage damage Poison Burning"
	for name, row := range map[string]struct {
		before, after []play.Command
		with          string
		want          string
	}{
		"nothing else": {want: each},
		"hidden": {want: each, before: []play.Command{play.Add{Name: "Shade", Stats: "init 0", Hidden: true, Roll: roll(1)},
			play.EffectAdd{Target: "Shade", Name: "Focus"}, play.EffectAdd{Target: "Shade", Name: "Haste", Source: "Shade", With: "Focus"}}},
		"with a hidden one's": {want: each, with: "Focus", before: []play.Command{play.Add{Name: "Shade", Stats: "init 0", Hidden: true, Roll: roll(1)},
			play.EffectAdd{Target: "Shade", Name: "Focus"}}},
		"with a hidden one's, and that with a later one": {want: each + " Focus", with: "Focus", before: []play.Command{
			play.Add{Name: "Shade", Stats: "init 0", Hidden: true, Roll: roll(1)}, play.EffectAdd{Target: "Shade", Name: "Focus"}},
			after: []play.Command{play.EffectAdd{Target: "Shade", Name: "Focus", Source: "Knight", With: "Poison"}}},
		"of its own": {want: apart, after: []play.Command{play.EffectAdd{Target: "Knight", Name: "Burning", Damage: "2", Duration: "2 rounds", Source: "Knight", With: "Poison"}}},
		"of its own, by another's": {want: "damage damage Poison Focus Burning", after: []play.Command{
			play.EffectAdd{Target: "Ogre", Name: "Focus", Duration: "fight", Source: "Knight", With: "Poison"},
			play.EffectAdd{Target: "Knight", Name: "Burning", Damage: "2", Duration: "2 rounds", Source: "Ogre", With: "Focus"}}},
	} {
		t.Run(name, func(t *testing.T) {
			f := start(t, to)
			f.pc("Knight", "init 15, hp 30", 6)
			f.npc("Ogre", 1, "init 0, hp 30", 10)
			f.gm(play.Roll{})
			f.gm(row.before...)
			burning := play.EffectAdd{Target: "Knight", Name: "Burning", Damage: "2", Duration: "1 round"}
			if row.with != "" {
				burning.Source, burning.With = "Shade", row.with
			}
			f.gm(burning, play.EffectAdd{Target: "Knight", Name: "Poison", Damage: "3", Duration: "1 round"})
			f.gm(row.after...)
			f.next(1)
			f.wantHP("Knight", 25)
			var got []string
			for _, e := range f.last {
				switch e := e.(type) {
				case engine.HPChanged:
					got = append(got, "damage")
				case engine.EffectEnded:
					got = append(got, e.Effect.Name)
				}
			}
			if strings.Join(got, " ") != row.want {
				t.Errorf("the order is %q, want %q", got, row.want)
			}
		})
	}
}

func TestTO12TurnsOfTheAmbush(t *testing.T) {
	f := start(t, to)
	f.pc("Ranger", "init 0", 17)
	f.pc("Thief", "init 0", 19)
	f.npc("Goblin", 2, "init 0", 18)
	f.gm(play.SurpriseAmbush{Names: "Ranger, Thief"},
		play.EffectAdd{Target: "Thief", Name: "Held", Skip: true, Duration: "1 round"},
		play.EffectAdd{Target: "Ranger", Name: "Focus", Duration: "1 round"},
		play.EffectAdd{Target: "Goblin", Name: "Fed", Duration: "1 round"}, play.Roll{})
	f.wantActive("0: Ranger") // the Thief loses its turn in the ambush, and the stun ends
	f.refused(theGM, play.Next{Who: "Goblin"}, engine.NotNow)
	f.wantEffects("Focus on Ranger 1, Fed on Goblin 1")
	f.next(1)
	f.wantEffects("Fed on Goblin 1") // the turn in the ambush counted; the goblins had none
	f.wantTurns("1: Thief", "1: Goblin 1, Goblin 2", "1: Ranger", "2: Thief")
	f.wantEffects("")
}

func TestTO12Newcomers(t *testing.T) {
	f := start(t, to, 20)
	f.pc("Ranger", "init 0", 17)
	f.npc("Goblin", 1, "init 0", 12)
	f.gm(play.SurpriseAmbush{Names: "Ranger"}, play.Roll{}, play.Add{Name: "Ogre", Stats: "init 0"})
	f.wantTurns("0: Ranger", "1: Ogre", "1: Ranger", "1: Goblin") // no turn in the ambush, but one in round 1
}

func TestRefusalsNameNothingHidden(t *testing.T) {
	f := start(t, to)
	hide := true
	f.by(anna, play.Join{Name: "Knight", Stats: "init 0, hp 5", Roll: roll(20)})
	f.gm(play.Add{Name: "Goblin", Count: 2, Stats: "init 0, hp 5", Roll: roll(10)}, play.Edit{Name: "Goblin 1", Hidden: &hide},
		play.Add{Name: "Wraith", Stats: "init 0, hp 5", Hidden: true, Roll: roll(3)}, play.Roll{})
	for _, cmd := range []play.Command{
		play.EffectAdd{Target: "Goblin", Name: "x", Players: play.GMDeals}, play.EffectAdd{Target: "Wraith", Name: "x"}, play.EffectRemove{Target: "Goblin", Name: "x"},
		play.HP{Target: "Goblin", Amount: "-1"}, play.HP{Target: "Goblin 1", Amount: "-1"}, play.Remove{Name: "Goblin"}, play.Remove{Name: "Wraith"},
		play.Last{Name: "Goblin"}, play.RollWithBlow{Name: "wraith"}, play.Place{Name: "Goblin", Before: "Knight"}, play.Place{Name: "Knight", Before: "Wraith"},
		play.Do{Activity: "x", Who: "Goblin 1"}, play.Strike{Target: "Wraith", Who: "Knight"}, play.Next{Who: "Wraith"}, play.Engage{Target: "Wraith"},
	} {
		err := f.do(anna, cmd)
		var refusal *engine.Error
		if !errors.As(err, &refusal) {
			t.Fatalf("%#v was not refused", cmd)
		}
		args := refusal.Args
		if refusal.Reason == reason.UnknownName {
			args.Text = "" // as she typed it
		}
		if said := args.String(); strings.Contains(said, "Goblin 1") || strings.Contains(said, "Wraith") {
			t.Errorf("%#v names something hidden: %s", cmd, said)
		}
	}
	f.next(2) // the Wraith's turn
	f.refused(anna, play.Next{}, engine.NotAllowed, engine.Args{GMActs: true})
	f.refused(other, play.Next{Moment: play.Moment{Turn: 1}}, engine.Stale, engine.Args{GMActs: true})
}
