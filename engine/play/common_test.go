package play_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// everyRuleset runs a test under each ruleset, with seeded dice and a fight of anna's PC Knight and two Goblins.
func everyRuleset(t *testing.T, test func(t *testing.T, f *fight)) {
	for _, rs := range ruleset.Seeds() {
		t.Run(rs.Name, func(t *testing.T) {
			f := start(t, rs.Name)
			f.dice = dice.Seeded(7)
			f.by(anna, play.Join{Name: "Knight", Stats: rs.Template(false)})
			f.gm(play.Add{Name: "Goblin", Count: 2, Stats: rs.Template(true)})
			test(t, f)
		})
	}
}

// skipTo ends turns until it is the combatant's turn.
func (f *fight) skipTo(name string) {
	f.t.Helper()
	for range 2 * len(f.s.Combatants) {
		for _, c := range f.s.ActiveMembers() {
			if c.Name == name {
				return
			}
		}
		f.next(1)
	}
	f.t.Fatalf("it is never %s's turn: %s", name, f.order())
}

func TestCO1OneEncounter(t *testing.T) {
	everyRuleset(t, func(t *testing.T, f *fight) {
		f.refused(anna, play.Start{Name: "Second", Ruleset: f.rs.Name}, engine.NotNow, reason.FightExists)
		for _, cmd := range []play.Command{play.Roll{}, play.Next{}, play.End{}, play.HP{Target: "Knight", Amount: "-1"}} {
			if _, err := play.Decide(nil, f.rs, cmd, play.Input{}); err == nil || err.(*engine.Error).Code != engine.NoEncounter {
				t.Fatalf("%#v without a fight: %v", cmd, err)
			}
		}
	})
}

func TestCO2Phases(t *testing.T) {
	everyRuleset(t, func(t *testing.T, f *fight) {
		if f.s.Phase != engine.Setup || f.s.Round != 0 {
			t.Fatalf("phase %s, round %d", f.s.Phase, f.s.Round)
		}
		f.refused(theGM, play.Next{}, engine.NotNow, reason.NotRolled)
		f.refused(anna, play.Roll{}, engine.NotAllowed)
		f.gm(play.Roll{})
		if f.s.Phase != engine.Running || f.s.Round != 1 {
			t.Fatalf("phase %s, round %d", f.s.Phase, f.s.Round)
		}
		f.refused(anna, play.End{}, engine.NotAllowed)
		f.gm(play.End{})
		if f.s.Phase != engine.Ended || len(f.s.Active) != 0 {
			t.Fatalf("phase %s, active %v", f.s.Phase, f.s.Active)
		}
	})
}

func TestCO3OnceARound(t *testing.T) {
	everyRuleset(t, func(t *testing.T, f *fight) {
		f.gm(play.Roll{})
		acted := map[engine.UnitID]bool{}
		for f.s.Round == 1 {
			u := f.s.Active[0]
			if acted[u] {
				t.Fatalf("%s acts twice in round 1", f.s.Unit(u).Name)
			}
			acted[u] = true
			f.next(1)
		}
		if len(acted) != len(f.s.Units) {
			t.Fatalf("%d of %d units acted", len(acted), len(f.s.Units))
		}
	})
}

func TestCO4Joiners(t *testing.T) {
	f := knightAndGoblins(t)
	f.next(1) // the goblins act, at 19
	f.dice = script(t, 20, 1)
	f.by(ben, play.Join{Name: "Monk", Stats: "init 5"}) // 25: above, waits
	f.by(ben, play.Join{Name: "Bard", Stats: "init 5"}) // 6: below, acts this round
	f.wantOrder("Monk 25*, Knight 21*, Goblin 19, Bard 6")
	f.wantTurns("1: Goblin 1, Goblin 2, Goblin 3", "1: Bard", "2: Monk")
	f.next(1)
	f.dice = script(t, 6, 2, 5) // ties with the active Knight at 21; party rolls 2, foes 5
	f.gm(play.Add{Name: "Orc", Stats: "init 15"})
	f.wantOrder("Monk 25*, Orc 21*, Knight 21, Goblin 19, Bard 6")
}

func TestCO5Removing(t *testing.T) {
	everyRuleset(t, func(t *testing.T, f *fight) {
		f.gm(play.Add{Name: "Wolf", Stats: f.rs.Template(true)})
		f.gm(play.Roll{})
		f.skipTo("Knight")
		turn, order := f.s.Turn, f.order()
		f.refused(ben, play.Remove{Name: "Wolf"}, engine.NotAllowed)
		f.refused(anna, play.Remove{Name: "Wolf"}, engine.NotAllowed)
		f.gm(play.Remove{Name: "Wolf"})
		if f.s.Turn != turn {
			t.Fatalf("the turn changed: %s, then %s", order, f.order())
		}
		f.by(anna, play.Remove{Name: "Knight"})
		if f.s.Turn == turn || len(f.s.ActiveMembers()) == 0 {
			t.Fatalf("the next turn did not begin: %s", f.active())
		}
		f.gm(play.Remove{Name: "Goblin 1"}, play.Remove{Name: "Goblin 2"})
		if len(f.s.Active) != 0 || len(f.s.Units) != 0 {
			t.Fatalf("no one is left, but active is %v", f.s.Active)
		}
		f.gm(play.Add{Name: "Ogre", Stats: f.rs.Template(true)})
		f.skipTo("Ogre")
	})
}

func TestCO6RoundsAndClock(t *testing.T) {
	everyRuleset(t, func(t *testing.T, f *fight) {
		f.gm(play.Roll{}, play.EffectAdd{Target: "Knight", Name: "Dazzled", Duration: "end of round"})
		for f.s.Round == 1 {
			f.wantEffects("Dazzled on Knight 0")
			f.next(1)
		}
		f.wantEffects("")
		if f.s.Elapsed != f.rs.RoundSeconds {
			t.Fatalf("the clock shows %d s after a round of %d s", f.s.Elapsed, f.rs.RoundSeconds)
		}
		if shown := !strings.Contains(f.export(), `"elapsed_seconds": null`); shown != (f.rs.RoundSeconds > 0) {
			t.Fatalf("clock shown: %v", shown)
		}
	})
}

func TestCO7TypedRolls(t *testing.T) {
	f := start(t, to)
	f.refused(anna, play.Join{Name: "Knight", Stats: "init 15", Roll: roll(21)}, engine.Invalid, engine.Args{Dice: "d20", Low: 1, High: 20, Count: 21})
	f.refused(anna, play.Join{Name: "Knight", Stats: "init 15", Roll: roll(0)}, engine.Invalid)
	f.pc("Knight", "init 15", 6)
	f.gm(play.Add{Name: "Goblin", Count: 3, Stats: "init 7"}, play.Add{Name: "Wolf", Count: 2, Separate: true, Stats: "init 1"})
	for _, bad := range []string{"Goblin 21", "Goblin", "Nobody 3", "Goblin 3, goblin 4", "Goblin 1 4", "Knight 3", "Goblin x"} {
		f.refused(theGM, play.Roll{Rolls: bad}, refusalCode(t, f, play.Roll{Rolls: bad}))
	}
	f.gm(play.Roll{Rolls: "goblin 12, Wolf 1: 9, Wolf 2 = 3"})
	f.wantOrder("Knight 21, Goblin 19, Wolf 1 10, Wolf 2 4")
	f.refused(theGM, play.Add{Name: "Bat", Count: 2, Separate: true, Stats: "init 1", Roll: roll(3)}, engine.Invalid, reason.EachRolls)
}

// refusalCode returns the code a command is refused with.
func refusalCode(t *testing.T, f *fight, cmd play.Command) engine.Code {
	t.Helper()
	err := f.do(theGM, cmd)
	if err == nil {
		t.Fatalf("%#v was not refused", cmd)
	}
	return err.(*engine.Error).Code
}

func TestCO8RollOffsGoBothWays(t *testing.T) {
	for _, rs := range ruleset.Seeds() {
		t.Run(rs.Name, func(t *testing.T) {
			first := map[string]int{}
			for seed := range uint64(40) {
				f := start(t, rs.Name)
				f.dice = dice.Seeded(seed)
				f.gm(play.Add{Name: "Wolf", Stats: rs.Template(true), Side: "wolves"}, play.Add{Name: "Bear", Stats: rs.Template(true), Side: "bears"})
				rolls := "Wolf 3, Bear 3"
				if f.s.BySide(rs) {
					rolls = "wolves 3, bears 3"
				}
				f.gm(play.Roll{Rolls: rolls})
				ties := lastOf[engine.TieSettled](f)
				if len(ties) != 1 || len(ties[0].Rolls) != 2 {
					t.Fatalf("no roll-off: %+v", f.last)
				}
				first[f.s.Order(f.rs)[0].Side]++
				for _, u := range f.s.Units {
					if u.Natural != 3 {
						t.Fatal("a roll-off changed a score")
					}
				}
			}
			if len(first) != 2 {
				t.Fatalf("in 40 ties, only %v went first", first)
			}
		})
	}
}

func TestCO10TwoPressesEndOneTurn(t *testing.T) {
	everyRuleset(t, func(t *testing.T, f *fight) {
		f.gm(play.Roll{})
		turn, began := f.s.Turn, f.s.TurnBegan
		f.gm(play.Next{Moment: play.Moment{Turn: turn, Sent: began.Add(-time.Hour)}}) // a button belongs to its turn, whenever it is pressed
		f.refused(theGM, play.Next{Moment: play.Moment{Turn: turn}}, engine.Stale)
		f.refused(anna, play.Next{Moment: play.Moment{Turn: turn}}, engine.Stale)
		began = f.s.TurnBegan
		f.refused(theGM, play.Next{Moment: play.Moment{Sent: began.Add(-time.Millisecond)}}, engine.Stale)
		f.refused(theGM, play.Next{Moment: play.Moment{Sent: began, Arrived: began.Add(-1)}}, engine.Stale)
		shown := began.Add(5 * time.Millisecond)
		f.refused(theGM, play.Next{Moment: play.Moment{Sent: began.Add(time.Millisecond), Arrived: shown.Add(time.Second), Shown: shown}}, engine.Stale)
		f.gm(play.Next{Moment: play.Moment{Sent: shown, Arrived: shown.Add(1), Shown: shown}})
	})
}

func TestCO10Permission(t *testing.T) {
	everyRuleset(t, func(t *testing.T, f *fight) {
		f.by(ben, play.Join{Name: "Monk", Stats: f.rs.Template(false), Side: "monks"})
		f.gm(play.Roll{})
		f.skipTo("Knight")
		f.refused(ben, play.Next{}, engine.NotAllowed)
		f.refused(other, play.Next{}, engine.NotAllowed)
		f.refused(ben, play.Next{Who: "Knight"}, engine.NotAllowed)
		f.by(anna, play.Next{})
	})
}

func TestCO11Durations(t *testing.T) {
	everyRuleset(t, func(t *testing.T, f *fight) {
		f.refused(theGM, play.EffectAdd{Target: "Knight", Name: "X", Duration: "end of this turn"}, engine.NotNow)
		f.gm(play.Roll{})
		f.skipTo("Knight")
		for _, bad := range []string{"soon", "0 rounds", "-1 rounds", "2 weeks", "5000 rounds"} {
			f.refused(theGM, play.EffectAdd{Target: "Knight", Name: "X", Duration: bad}, engine.Invalid)
		}
		for name, duration := range map[string]string{"Turn": "end of turn", "This": "end of this turn", "One": "1 round", "Two": "2 rounds", "Fight": "fight", "Ever": ""} {
			f.gm(play.EffectAdd{Target: "Knight", Name: name, Duration: duration})
		}
		f.gm(play.EffectAdd{Target: "Goblin 1", Name: "Theirs", Duration: "end of this turn"})
		f.next(1) // the Knight's turn, or the whole phase of its side
		left := map[string]bool{}
		for _, e := range f.s.Effects {
			left[e.Name] = true
		}
		if len(left) != 3 || !left["Two"] || !left["Fight"] || !left["Ever"] {
			t.Fatalf("effects left: %v", left)
		}
		f.skipTo("Knight")
		f.next(1)
		if len(f.s.Effects) != 2 {
			t.Fatalf("effects left: %s", f.effects())
		}
	})
}

func TestCO11MinutesAreRounds(t *testing.T) {
	everyRuleset(t, func(t *testing.T, f *fight) {
		cmd := play.EffectAdd{Target: "Knight", Name: "Blessed", Duration: "1 min"}
		if f.rs.RoundSeconds == 0 {
			f.refused(theGM, cmd, engine.NotInRules)
			return
		}
		f.gm(cmd)
		f.wantEffects(fmt.Sprintf("Blessed on Knight %d", 60/f.rs.RoundSeconds))
	})
}

// TestCO12NothingIsDoneWhileDown: whoever goes down in its own turn does nothing more in it but instant actions, and acts again once it is healed.
func TestCO12NothingIsDoneWhileDown(t *testing.T) {
	f := raid(t)
	f.gm(play.Roll{Rolls: "party 8, foes 1"}, play.HP{Target: "Doc", Amount: "-9"})
	for _, cmd := range []play.Command{play.Do{Activity: "Look"}, play.Do{Activity: "Look", Type: "on-turn"}, play.Move{}} {
		f.refused(ben, cmd, engine.NotNow, reason.NoHPLeft, engine.Args{Name: "Doc"})
	}
	f.by(ben, play.Do{Activity: "Second wind", Type: "instant"}) // for which it may not be too late
	f.gm(play.HP{Target: "Doc", Amount: "+1"})
	f.by(ben, play.Do{Activity: "Look"}, play.Move{}, play.Next{})
}

func TestCO12Down(t *testing.T) {
	f := knightAndGoblins(t)
	f.gm(play.HP{Target: "Knight", Amount: "-40"})
	f.wantHP("Knight", 0)
	f.wantActive("1: Knight") // the active combatant's turn is not skipped
	f.refused(anna, play.PickDown{ID: f.combatant("Knight").ID, State: "dead"}, engine.NotAllowed)
	f.refused(theGM, play.PickDown{ID: f.combatant("Knight").ID, State: "asleep"}, engine.Invalid)
	f.gm(play.PickDown{ID: f.combatant("Knight").ID, State: "unconscious"})
	f.gm(play.EffectAdd{Target: "Knight", Name: "Burning", Damage: "1", Duration: "3 rounds"})
	f.next(2) // round 2: the Knight's turn is skipped and counts for the effect
	f.wantActive("2: Goblin 1, Goblin 2, Goblin 3")
	f.wantEffects("Burning on Knight 1")
	if lost := lastOf[engine.TurnLost](f); len(lost) != 1 || lost[0].Why != engine.LostToDown {
		t.Fatalf("lost turns: %+v", lost)
	}
	f.by(anna, play.HP{Target: "Knight", Amount: "+3"})
	if c := f.combatant("Knight"); c.HP != 3 || c.Down != "" {
		t.Fatalf("healed: %+v", c)
	}
	f.wantTurns("2: Goblin 1, Goblin 2, Goblin 3", "3: Knight")
}

func TestCO12EveryoneDown(t *testing.T) {
	everyRuleset(t, func(t *testing.T, f *fight) {
		f.gm(play.Roll{}, play.HP{Target: "Knight, Goblin 1, Goblin 2", Amount: "-99"})
		for range 3 {
			round := f.s.Round
			f.next(1)
			if len(f.s.ActiveMembers()) == 0 || f.s.Round > round+2 {
				t.Fatalf("round %d after %d, active %s", f.s.Round, round, f.active())
			}
		}
	})
}

func TestCO13GroupNames(t *testing.T) {
	f := knightAndGoblins(t)
	f.gm(play.EffectAdd{Target: "goblin", Name: "Fear", Damage: "1", Duration: "1 round"})
	f.wantEffects("Fear on Goblin 1") // one effect, one round left
	f.gm(play.HP{Target: "Goblin, Knight", Amount: "-2", Half: "Goblin 2"})
	f.wantHP("Goblin 1", 3)
	f.wantHP("Goblin 2", 4)
	f.wantHP("Knight", 28)
	f.next(2)
	f.wantEffects("")
	f.wantHP("Goblin 3", 2)
	f.gm(play.Remove{Name: "Goblin"})
	f.wantOrder("Knight 21")
}

func TestCO14EditedScore(t *testing.T) {
	f := knightAndGoblins(t)
	score := 25
	f.gm(play.EffectAdd{Target: "Goblin", Name: "Slow", Initiative: -2, Duration: "fight"})
	f.refused(anna, play.Edit{Name: "Knight", Score: &score}, engine.NotAllowed)
	f.gm(play.Edit{Name: "Goblin", Score: &score}, play.Edit{Name: "Knight", Stats: "init 1"})
	f.wantOrder("Goblin 23/25, Knight 21")
}

func TestHPAmounts(t *testing.T) {
	f := knightAndGoblins(t, 2, 3)
	for _, bad := range []string{"", "x", "--5", "=-5", "-", "5d", "=100001"} {
		f.refused(theGM, play.HP{Target: "Knight", Amount: bad}, engine.Invalid)
	}
	f.by(anna, play.HP{Target: "Knight", Amount: "-2d6"})
	f.wantHP("Knight", 25)
	f.by(anna, play.HP{Target: "Knight", Amount: "+99"})
	f.wantHP("Knight", 30)
	f.by(anna, play.HP{Target: "Knight", Amount: "=12"})
	f.wantHP("Knight", 12)
	for _, bare := range []string{"14", "2d6", "1d8+2"} {
		f.refused(anna, play.HP{Target: "Knight", Amount: bare}, engine.Invalid, reason.HPSign, engine.Args{Text: bare})
	}
	f.wantHP("Knight", 12)
	f.refused(anna, play.HP{Target: "Goblin 1", Amount: "-1"}, engine.NotAllowed)
	f.refused(other, play.HP{Target: "Goblin 1", Amount: "-1"}, engine.NotAllowed)
	f.refused(theGM, play.HP{Target: "Goblin 1", Amount: "-1", Half: "Knight"}, engine.Invalid)
}

// TestHPArithmetic: an amount is a signed sum, so -1d8-2 subtracts 1d8 and 2. Damage never heals, and healing never hurts.
func TestHPArithmetic(t *testing.T) {
	for _, row := range []struct {
		amount string
		dice   []int
		want   int // hit points, from 20 of 30
		shown  string
	}{
		{"-1d8-2", []int{5}, 13, "1d8+2 (5) = 7"}, {"−1d8−2", []int{5}, 13, "1d8+2 (5) = 7"}, {"-2d6+1", []int{3, 4}, 14, "2d6-1 (3, 4) = 6"},
		{"- 2 - 1d4", []int{3}, 15, "2+1d4 (3) = 5"}, {"-1d4+3", []int{1}, 20, "1d4-3 (1) = -2"}, {"+1d8-2", []int{5}, 23, "1d8-2 (5) = 3"},
		{"+1d8-2", []int{1}, 20, "1d8-2 (1) = -1"}, {"-5", nil, 15, ""}, {"-5-3", nil, 12, ""}, {"+5-3", nil, 22, ""}, {"=1d4+10", []int{2}, 12, "1d4+10 (2) = 12"},
		{"-100000", nil, 0, ""}, {"+99", nil, 30, ""},
	} {
		f := knightAndGoblins(t)
		f.gm(play.HP{Target: "Knight", Amount: "=20"})
		f.dice = script(t, row.dice...)
		f.gm(play.HP{Target: "Knight", Amount: row.amount})
		f.wantHP("Knight", row.want)
		shown := ""
		if r := lastOf[engine.HPChanged](f)[0].Roll; r != nil {
			shown = r.String()
		}
		if shown != row.shown {
			t.Errorf("%s is shown as %q, want %q", row.amount, shown, row.shown)
		}
	}
	f := knightAndGoblins(t)
	for _, big := range []string{"=100001", "=1000000000", "+1000001", "-99999999999999999999", "+ 10000000"} {
		f.refused(theGM, play.HP{Target: "Knight", Amount: big}, engine.Invalid, reason.TooManyHP, engine.Args{High: 100_000})
	}
	f.gm(play.HP{Target: "Knight", Amount: "=100000"})
	for _, odd := range []string{"--5", "+-5", "=+-5", "- -5", "-", "+", "="} {
		f.refused(theGM, play.HP{Target: "Knight", Amount: odd}, engine.Invalid, reason.HPAmount, engine.Args{Text: odd})
	}
}

// TestStatsTooBig: a number with too many digits is still a number.
func TestStatsTooBig(t *testing.T) {
	f := start(t, to)
	for _, big := range []string{"hp 100001", "hp 1000000", "hp=999999999999999999999999"} {
		f.refused(theGM, play.Add{Name: "Ogre", Stats: "init 1, " + big}, engine.Invalid, reason.TooManyHP, engine.Args{High: 100_000})
	}
	f.refused(theGM, play.Add{Name: "Ogre", Stats: "init 10000000"}, engine.Invalid, engine.Args{Stat: "init", Low: -20, High: 99, Count: 10_000_000})
	f.refused(theGM, play.Add{Name: "Ogre", Stats: "init -99999999999999999999"}, engine.Invalid, reason.StatDigits, engine.Args{Stat: "init"})
	f.refused(theGM, play.Add{Name: "Ogre", Stats: "hp -99999999999999999999"}, engine.Invalid, reason.StatDigits, engine.Args{Stat: "hp"})
	f.gm(play.Add{Name: "Ogre", Stats: "init 1, hp 100000"})
}

func TestNames(t *testing.T) {
	f := start(t, to)
	for _, bad := range []string{"a,b", "a\nb", strings.Repeat("x", 33), "\u200b", "a\x00b"} {
		f.refused(anna, play.Join{Name: bad, Stats: "init 1"}, engine.Invalid)
	}
	f.refused(theGM, play.Add{Name: strings.Repeat("x", 31), Count: 2, Stats: "init 1"}, engine.Invalid)
	f.by(anna, play.Join{Name: strings.Repeat("é", 32), Stats: "init 1"}, play.Join{Name: "Ægir", Stats: "init=1"})
	f.refused(ben, play.Join{Name: "ÆGIR", Stats: "init 1"}, engine.Invalid)
	f.refused(ben, play.Join{Name: "Bo", Stats: "agility 40"}, engine.Invalid, reason.UnknownStat, engine.Args{Ruleset: "Turn Order", Stat: "agility", Names: []string{"init", "hp"}})
	f.refused(ben, play.Join{Name: "Bo", Stats: "hp 40"}, engine.Invalid, reason.StatsMissing, "init")
	f.by(ben, play.Join{Name: "Bo", Stats: "init:3, hp=40"})
	f.wantHP("Bo", 40)
}

func TestNextOfOneMember(t *testing.T) {
	f := start(t, to)
	f.pc("Knight", "init 15", 6)
	f.gm(play.Add{Name: "Hound", Count: 3, Stats: "init 7", Owner: anna, Roll: roll(20)}, play.Roll{})
	f.wantActive("1: Hound 1, Hound 2, Hound 3")
	f.refused(anna, play.Next{}, engine.Choose)
	f.by(anna, play.Next{Who: "hound 2"})
	f.wantActive("1: Hound 1, Hound 3")
	f.refused(anna, play.Next{Who: "Hound 2"}, engine.NotNow)
	f.refused(anna, play.Next{ID: f.combatant("Hound 2").ID, Moment: play.Moment{Turn: f.s.Turn}}, engine.Stale)
	f.by(anna, play.Next{ID: f.combatant("Hound 1").ID, Moment: play.Moment{Turn: f.s.Turn}}, play.Next{})
	f.wantActive("1: Knight")
}

func TestPause(t *testing.T) {
	everyRuleset(t, func(t *testing.T, f *fight) {
		f.refused(theGM, play.Pause{}, engine.NotNow)
		f.gm(play.Roll{})
		before := f.export()
		f.refused(anna, play.Pause{}, engine.NotAllowed)
		f.gm(play.Pause{})
		f.refused(theGM, play.Next{}, engine.NotNow, reason.Paused)
		f.gm(play.Resume{})
		if f.export() != before {
			t.Fatal("pausing changed something")
		}
		f.refused(theGM, play.Resume{}, engine.NotNow)
	})
}
