package play_test

import (
	"strconv"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// downFight begins a fight under a bundled ruleset: Ana 20, Orc 10.
func downFight(t *testing.T, name string, results ...int) *fight {
	t.Helper()
	rs, ok := ruleset.ByName(name)
	if !ok {
		t.Fatal(name)
	}
	f := startWith(t, rs, play.Start{Name: "Test", Ruleset: name}, results...)
	f.pc("Ana", "init 2, hp 20", 18)
	f.npc("Orc", 1, "init 0, hp 30", 10)
	f.gm(play.Roll{})
	f.wantActive("1: Ana")
	return f
}

// wantDown checks a combatant's state and its counts.
func (f *fight) wantDown(name, state string, passes, fails int, due bool) {
	f.t.Helper()
	c := f.combatant(name)
	want := engine.SaveState{Passes: passes, Fails: fails, Due: due}
	if c.Down != state || c.Saves == nil || *c.Saves != want {
		f.t.Fatalf("%s is %q with %+v, want %q with %+v", name, c.Down, c.Saves, state, want)
	}
}

func (f *fight) wantLevel(name, state string, level int) {
	f.t.Helper()
	if c := f.combatant(name); c.Down != state || c.Saves == nil || c.Saves.Level != level {
		f.t.Fatalf("%s is %q with %+v, want %q at level %d", name, c.Down, c.Saves, state, level)
	}
}

func TestRS68DeathSaves(t *testing.T) { // worked example 8
	for _, name := range []string{"five-e-2014", "five-e-2024"} {
		f := downFight(t, name)
		f.gm(play.Next{}, play.HP{Target: "Ana", Amount: "-21"})
		f.wantDown("Ana", "dying", 0, 0, false)
		if len(f.s.Undecided()) > 0 || len(f.s.Notices) > 0 {
			t.Fatal("the GM is asked for a state")
		}
		f.refused(anna, play.EffectSave{Target: "Ana"}, engine.NotNow, reason.NoCheckDue)
		f.refused(anna, save("Ana", "dying", 5), engine.NotNow, reason.CheckNotDue, engine.Args{Name: "Ana", Text: "dying", Down: "dying"})
		f.next(1)
		f.wantActive("2: Ana") // the turn is not lost
		f.wantDown("Ana", "dying", 0, 0, true)
		f.refused(anna, play.Do{Activity: "stab"}, engine.NotNow, reason.NoHPLeft)
		f.refused(anna, play.Use{Pool: "reaction"}, engine.NotNow, reason.NoHPLeft)
		f.by(anna, save("Ana", "", 9))
		f.wantActive("2: Orc") // and passes on
		f.wantDown("Ana", "dying", 0, 1, false)
		f.next(1)
		f.by(anna, save("Ana", "Dying", 1))
		f.wantDown("Ana", "dead", 0, 3, false)
		f.wantTurns("3: Orc", "4: Orc") // dead: turns pass
	}
}

func TestRS68Stable(t *testing.T) { // worked example 8
	f := downFight(t, "five-e-2014")
	f.gm(play.Next{}, play.HP{Target: "Ana", Amount: "=0"})
	for i, n := range []int{10, 15, 12} {
		f.next(1)
		f.by(anna, save("Ana", "", n))
		if i < 2 {
			f.wantDown("Ana", "dying", i+1, 0, false)
		}
	}
	f.wantDown("Ana", "stable", 3, 0, false)
	f.wantTurns("4: Orc", "5: Orc")
	f.gm(play.HP{Target: "Ana", Amount: "-3"})
	f.wantDown("Ana", "dying", 0, 1, false)
	f.wantTurns("5: Orc", "6: Ana")
	f.by(anna, save("Ana", "", 20))
	f.wantHP("Ana", 1)
	if c := f.combatant("Ana"); c.Down != "" || c.Saves != nil || c.MaxHP != 20 {
		t.Fatalf("%+v", c)
	}
	f.wantActive("6: Ana") // her turn goes on
	f.by(anna, play.Do{Activity: "stab"})
	f.refused(theGM, save("Ana", "dying", 20), engine.NotFound, reason.UnknownEffect)
}

func TestRS68NextWithTheCheckOpen(t *testing.T) {
	f := downFight(t, "five-e-2014", 11)
	f.gm(play.Next{}, play.HP{Target: "Ana", Amount: "-20"}, play.Next{})
	f.by(anna, play.Next{})
	f.wantActive("2: Orc")
	f.wantDown("Ana", "dying", 0, 0, true)
	if got := f.export(); !strings.Contains(got, `"saves": {
        "passes": 0,
        "fails": 0,
        "level": null,
        "due": true
      }`) || !strings.Contains(got, `"saves": null`) {
		t.Fatal(got)
	}
	f.by(anna, play.EffectSave{Target: "Ana"}) // late, rolled by the bot
	f.wantActive("2: Orc")
	f.wantDown("Ana", "dying", 1, 0, false)
	f.next(1)
	f.gm(play.Heal{Target: "Ana", Amount: "4"})
	f.wantActive("3: Ana")
	if c := f.combatant("Ana"); c.Saves != nil || c.Down != "" {
		t.Fatalf("healing has not cleared %+v", c.Saves)
	}
}

func TestRS68HitsWhileDown(t *testing.T) {
	f := downFight(t, "five-e-2014")
	f.gm(play.Next{}, play.HP{Target: "Ana", Amount: "-39"}) // 19 beyond 0
	f.wantDown("Ana", "dying", 0, 0, false)
	f.gm(play.HP{Target: "Ana", Amount: "-19"}, play.Next{}, play.HP{Target: "Ana", Amount: "-1"})
	f.wantDown("Ana", "dying", 0, 2, true)
	f.gm(play.HP{Target: "Ana", Amount: "-1"})
	f.wantDown("Ana", "dead", 0, 3, false)
	f.wantActive("2: Ana") // CO-12: waits for /next
	f.gm(play.HP{Target: "Ana", Amount: "-1"}, play.Heal{Target: "Ana", Amount: "30"}, play.HP{Target: "Ana", Amount: "-40"})
	f.wantDown("Ana", "dead", 0, 0, false) // massive
	f.gm(play.HP{Target: "Ana", Amount: "+1"}, play.HP{Target: "Ana", Amount: "=0"}, play.HP{Target: "Ana", Amount: "-20"})
	f.wantDown("Ana", "dead", 0, 1, false)
}

func TestRS68OthersAreTheGMs(t *testing.T) {
	f := downFight(t, "five-e-2014")
	f.gm(play.HP{Target: "Orc", Amount: "-99"})
	if c := f.combatant("Orc"); c.Down != "" || c.Saves != nil || len(f.s.Undecided()) != 1 {
		t.Fatalf("%+v", c)
	}
	f.gm(play.PickDown{ID: f.combatant("Orc").ID, State: "unconscious"}, play.HP{Target: "Ana", Amount: "-20"},
		play.PickDown{ID: f.combatant("Ana").ID, State: "mortally wounded"}, play.HP{Target: "Ana", Amount: "-1"})
	if c := f.combatant("Ana"); c.Down != "mortally wounded" || c.Saves != nil {
		t.Fatalf("%+v", c)
	}
	f.wantTurns("1: Ana", "2: Orc")
}

func TestRS68RecoveryChecks(t *testing.T) { // worked example 27
	f := downFight(t, "three-actions")
	f.gm(play.Next{}, play.HP{Target: "Ana", Amount: "-25"}, play.Next{})
	f.wantLevel("Ana", "dying", 1)
	f.by(anna, save("Ana", "", 10))
	if e := lastOf[engine.Saved](f)[0]; e.Needs != 11 || e.Label != "Recovery check" {
		t.Fatalf("%+v", e)
	}
	f.wantLevel("Ana", "dying", 2)
	f.next(1)
	f.by(anna, save("Ana", "", 20))
	if e := lastOf[engine.Saved](f)[0]; e.Needs != 12 || e.Counts != 2 || !e.Passed {
		t.Fatalf("%+v", e)
	}
	f.wantLevel("Ana", "unconscious", 0)
	f.wantTurns("3: Orc", "4: Orc")
	f.gm(play.HP{Target: "Ana", Amount: "-2"}, play.HP{Target: "Ana", Amount: "-2"})
	f.wantLevel("Ana", "dying", 2)
	f.next(1)
	f.by(anna, save("Ana", "", 2)) // 10 below 12: two levels
	f.wantLevel("Ana", "dead", 4)
	if got := f.export(); !strings.Contains(got, `"level": 4`) {
		t.Fatal(got)
	}
}

// downRules has a level that a success lowers by one, for everybody.
const downRules = `
roundel: 1
name: down-test
title: Down
stats:
  init: {is: Initiative}
  luck: {is: Luck}
order: {by: score, roll: d20 + init, ties: [gm]}
units: side
down: {who: all, level: yes, roll: d20 + luck, needs: 8 + level, degrees: yes, fails: 5, hit: 2, on 1: two fails, on 20: up at 7 hp, label: Fate,
  states: [bleeding, asleep, gone]}
`

func TestRS68DegreesAndSides(t *testing.T) {
	text := strings.ReplaceAll(downRules, "d20 + init", "d20 + best(init)")
	for _, row := range []struct {
		luck, natural int
		state         string
		level, hp     int
	}{{0, 8, "bleeding", 2, 0}, {0, 9, "asleep", 0, 0}, {12, 1, "bleeding", 3, 0}, {-9, 8, "bleeding", 3, 0}, {0, 1, "bleeding", 3, 0}, {-20, 20, "", 0, 5}} {
		rs := readText(t, strings.ReplaceAll(text, "is: Luck", "is: Luck, from: -50, to: 50"))
		f := startWith(t, rs, play.Start{Name: "Test", Ruleset: rs.Name}, 15, 5)
		f.by(anna, play.Join{Name: "Ana", Stats: "init 1, hp 5"}, play.Join{Name: "Bo", Stats: "hp 5"})
		f.gm(play.Edit{Name: "Ana", Stats: "luck " + strconv.Itoa(row.luck)}, play.Add{Name: "Orc", Stats: "hp 9"}, play.Roll{})
		f.wantActive("1: Ana, Bo")
		f.gm(play.HP{Target: "Ana, Orc", Amount: "-9"}, play.Next{})
		f.wantLevel("Orc", "bleeding", 1)
		f.wantActive("1: Orc") // its side has the turn, for the check
		f.next(1)
		f.wantActive("2: Ana, Bo")
		f.by(anna, save("Ana", "", row.natural))
		if c := f.combatant("Ana"); c.Down != row.state || c.HP != row.hp || c.Saves != nil && c.Saves.Level != row.level {
			t.Errorf("luck %d, a %d: %+v, %+v", row.luck, row.natural, c, c.Saves)
		}
		if row.hp == 0 {
			f.wantActive("2: Bo") // the others of the side go on
		}
	}
}

func TestRS68DeathSaveOfTheStunned(t *testing.T) {
	f := downFight(t, "five-e-2014")
	f.gm(play.EffectAdd{Target: "Ana", Name: "Unconscious", Skip: true}, play.HP{Target: "Ana", Amount: "-20"}, play.Next{}, play.Next{})
	f.wantActive("2: Ana")
	f.gm(play.Pause{})
	f.refused(anna, save("Ana", "", 9), engine.NotNow, reason.Paused)
	f.gm(play.Resume{})
	f.by(anna, save("Ana", "", 9))
	f.wantActive("2: Orc")
}

func TestRS68JoinsDown(t *testing.T) {
	f := downFight(t, "five-e-2014")
	f.by(anna, play.Join{Name: "Bea", Stats: "init 1, hp 0/9", Roll: roll(4)})
	f.wantDown("Bea", "dying", 0, 0, false)
	f.gm(play.Edit{Name: "Ana", Stats: "hp 0"})
	f.wantDown("Ana", "dying", 0, 0, false)
	f.wantTurns("1: Ana", "1: Orc", "1: Bea")
}
