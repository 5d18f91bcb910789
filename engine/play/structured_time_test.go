package play_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
)

const st = "structured-time"

// guardAndCultists returns a fight before /init roll: anna's Guard at 13, and two cultists in one unit at 9.
func guardAndCultists(t *testing.T, results ...int) *fight {
	f := start(t, st, results...)
	f.pc("Guard", "agility 47, ws 35, bs 41, hp 12", 9)
	f.npc("Cultist", 2, "agility 39, ws 30, hp 8", 6)
	return f
}

func TestST1RoundOfFiveSeconds(t *testing.T) {
	f := guardAndCultists(t)
	f.gm(play.Roll{})
	f.wantTurns("1: Guard", "1: Cultist 1, Cultist 2", "2: Guard")
	f.wantClock(5)
	f.next(4)
	f.wantClock(15)
}

func TestST2AgilityBonus(t *testing.T) {
	for _, row := range []struct {
		stats string
		score int // for a natural 3
	}{
		{"agility 42", 7}, {"agility 100", 13}, {"agility 9", 3}, {"agility 0", 3}, {"agility 109", 13},
		{"agility 42, agility_bonus 8", 11}, {"agility_bonus 5", 8}, {"agility 60, agility_bonus -2", 1},
	} {
		t.Run(row.stats, func(t *testing.T) {
			f := start(t, st, 3)
			f.by(anna, play.Join{Name: "Guard", Stats: row.stats})
			f.gm(play.Roll{})
			f.wantScore("Guard", 3, row.score, row.score)
			f.refused(theGM, play.Roll{}, engine.NotNow)
		})
	}
	f := start(t, st)
	f.refused(anna, play.Join{Name: "Guard", Stats: "ws 40"}, engine.Invalid, reason.StatsMissing, "[agility|agility_bonus]")
	f.refused(anna, play.Join{Name: "Guard", Stats: "agility 40", Roll: roll(11)}, engine.Invalid, engine.Args{Dice: "d10", Low: 1, High: 10, Count: 11})
}

func TestST3GroupsAndSingleRolls(t *testing.T) {
	f := start(t, st, 8, 2, 6) // the cultists, then each hound
	f.gm(play.Add{Name: "Cultist", Count: 4, Stats: "agility 31"}, play.Add{Name: "Hound", Count: 2, Stats: "agility 55", Separate: true}, play.Roll{})
	f.wantOrder("Hound 2 11, Cultist 11, Hound 1 7") // agility 55 wins the tie at 11
}

func TestST4Ties(t *testing.T) {
	f := start(t, st, 4, 4, 7, 2)
	f.by(anna, play.Join{Name: "Slow", Stats: "agility 40", Roll: roll(6)}, play.Join{Name: "Swift", Stats: "agility 49", Roll: roll(6)})
	f.gm(play.Add{Name: "Rogue", Stats: "agility 40", Roll: roll(6)}, play.Roll{})
	f.wantOrder("Swift 10, Slow 10, Rogue 10") // 4 and 4 again, then 7 and 2
	var dice []engine.TieRoll
	for _, e := range lastOf[engine.TieSettled](f) {
		if e.Die != 10 {
			t.Errorf("ties roll a d%d", e.Die)
		}
		dice = append(dice, e.Rolls...)
	}
	if len(dice) != 2 || len(dice[0].Faces) != 2 || len(dice[1].Faces) != 2 {
		t.Fatalf("roll-off %+v", dice)
	}
	// A later change of the characteristic moves no one (ST-5, CO-14).
	f.gm(play.Edit{Name: "Rogue", Stats: "agility 90"})
	f.wantOrder("Swift 10, Slow 10, Rogue 10")
}

func TestST5OrderStays(t *testing.T) {
	f := guardAndCultists(t)
	f.gm(play.Roll{})
	for range 4 {
		f.wantActive(strings.Replace("R: Guard", "R", string(rune('0'+f.s.Round)), 1))
		f.next(2)
		f.wantOrder("Guard 13, Cultist 9")
	}
}

func TestST6Newcomers(t *testing.T) {
	f := guardAndCultists(t, 3)
	f.gm(play.Roll{})
	f.by(ben, play.Join{Name: "Medic", Stats: "agility 70"}) // 10: below the active Guard
	f.wantTurns("1: Guard", "1: Medic", "1: Cultist 1, Cultist 2")
	f.dice = script(t, 10)
	f.by(ben, play.Join{Name: "Scout", Stats: "agility 50"}) // 15: above, waits
	f.wantOrder("Scout 15*, Guard 13*, Medic 10*, Cultist 9")
	f.wantTurns("1: Cultist 1, Cultist 2", "2: Scout")
}

func TestST7Reestablish(t *testing.T) {
	f := guardAndCultists(t)
	f.refused(theGM, play.Reroll{}, engine.NotNow)
	f.gm(play.Roll{}, play.EffectAdd{Target: "Guard", Name: "Smoke", Duration: "end of round"},
		play.EffectAdd{Target: "Guard", Name: "Aim", Duration: "end of this turn"},
		play.EffectAdd{Target: "Cultist", Name: "Drug", Initiative: 3, Duration: "fight"})
	f.refused(anna, play.Reroll{}, engine.NotAllowed)
	f.refused(theGM, play.Reroll{Rolls: "Guard 11"}, engine.Invalid)
	f.refused(theGM, play.Reroll{Rolls: "Cultist 1 5"}, engine.Invalid)
	f.gm(play.Reroll{Rolls: "Guard 2, cultist 7", Surprised: "Cultist 1"})
	cut := lastOf[engine.OrderCleared](f)
	if len(cut) != 1 || len(cut[0].Waiting) != 2 {
		t.Fatalf("the units that had not acted: %+v", cut)
	}
	f.wantClock(5)
	f.wantEffects("Drug on Cultist 0")
	f.wantOrder("Cultist 13/10, Guard 6")
	f.wantActive("2: Cultist 2") // the other cultist loses its turn in the new Surprised round
	f.refused(theGM, play.React{Activity: "dodge", Who: "Cultist 1"}, engine.NotNow, reason.Surprised)
	f.wantTurns("2: Cultist 2", "2: Guard", "3: Cultist 1, Cultist 2")
	f.next(1)
	f.gm(play.Reroll{Rolls: "Guard 5, Cultist 5"})
	if cut := lastOf[engine.OrderCleared](f); len(cut[0].Waiting) != 1 {
		t.Fatalf("want only the Guard among those that had not acted: %+v", cut)
	}
	f.wantActive("4: Cultist 1, Cultist 2")
}

func TestST7OnlyInStructuredTime(t *testing.T) {
	everyRuleset(t, func(t *testing.T, f *fight) {
		f.gm(play.Roll{})
		f.refused(anna, play.Reroll{}, engine.NotAllowed)
		if f.rs.Name != st {
			f.refused(theGM, play.Reroll{}, engine.NotInRules)
		}
	})
}

func TestST8SurpriseAtTheStart(t *testing.T) {
	f := guardAndCultists(t)
	f.refused(anna, play.SurpriseSet{Names: "Cultist 1"}, engine.NotAllowed)
	f.gm(play.SurpriseSet{Names: "Guard, Cultist"}, play.SurpriseClear{Names: "Guard"}, play.SurpriseSide{Side: "FOES"})
	if f.combatant("Guard").Surprised || !f.combatant("Cultist 1").Surprised || !f.combatant("Cultist 2").Surprised {
		t.Fatal("the wrong combatants are surprised")
	}
	if f.gm(play.SurpriseSet{Names: "Cultist"}); len(f.last) > 0 {
		t.Errorf("surprised already: %+v", f.last)
	}
	f.refused(theGM, play.SurpriseSide{Side: "wolves"}, engine.NotFound)
	f.refused(theGM, play.SurpriseAlert{Names: "Guard"}, engine.NotInRules)
	f.gm(play.Roll{}, play.End{})
	f.refused(theGM, play.SurpriseSet{Names: "Guard"}, engine.NotNow, reason.SurpriseOver)
	f.refused(theGM, play.SurpriseAsk{Names: "Guard", Target: "40"}, engine.NotNow, reason.SurpriseOver)
}

// TestST8OpenTestsAreAskedAbout: initiative is rolled once everyone has made the test, or the GM has the bot roll for those who haven't.
func TestST8OpenTestsAreAskedAbout(t *testing.T) {
	f := guardAndCultists(t, 41, 12, 40)
	f.gm(play.SurpriseAsk{Names: "Guard, Cultist", Target: "40"})
	f.by(anna, play.SurpriseAnswer{ID: f.combatant("Guard").ID, Roll: roll(40)})
	f.refused(anna, play.Roll{}, engine.NotAllowed)
	f.refused(theGM, play.Roll{Rolls: "Guard 99"}, engine.NotNow)
	f.refused(theGM, play.Roll{}, engine.Confirm, reason.OpenTests, engine.Args{Names: []string{"Cultist 1", "Cultist 2"}})
	f.gm(play.Roll{Tests: true})
	if answered := lastOf[engine.TestAnswered](f); len(answered) != 2 || answered[0].Roll != 41 || answered[1].Roll != 12 || answered[0].Typed {
		t.Fatalf("answered: %+v", answered)
	}
	f.wantTests("")
	f.wantTurns("1: Guard", "1: Cultist 2", "2: Guard")
}

// TestST8TestsOfEarlierReleases: tests that were still open when an earlier release rolled initiative stay unanswered.
func TestST8TestsOfEarlierReleases(t *testing.T) {
	f := guardAndCultists(t)
	f.gm(play.Roll{})
	guard := f.combatant("Guard").ID
	f.s = engine.Fold(f.s, []engine.Event{engine.TestsAsked{Who: []engine.CombatantID{guard}, Target: 40}})
	f.refused(anna, play.SurpriseAnswer{ID: guard}, engine.NotNow, reason.TestOver)
	f.refused(theGM, play.SurpriseClear{Names: "Guard"}, engine.NotNow, reason.NotSurprised)
	f.gm(play.Reroll{Rolls: "Guard 5, Cultist 5"})
}

// TestST7SurpriseBeforeANewOrder: the GM settles surprise before everyone rolls again. Until then it changes nothing.
func TestST7SurpriseBeforeANewOrder(t *testing.T) {
	f := guardAndCultists(t)
	f.gm(play.SurpriseSet{Names: "Cultist 1"}, play.Roll{})
	f.refused(anna, play.SurpriseSet{Names: "Guard"}, engine.NotAllowed)
	f.gm(play.SurpriseSet{Names: "Guard, Cultist 2"}, play.SurpriseSide{Side: "foes"}, play.SurpriseClear{Names: "Cultist 2"})
	if guard := f.combatant("Guard"); guard.Surprised || !guard.SurpriseDue || f.combatant("Cultist 2").SurpriseDue {
		t.Fatalf("the marks: %+v", f.s.Combatants)
	}
	f.refused(theGM, play.SurpriseClear{Names: "Cultist 2"}, engine.NotNow, reason.NotSurprised)
	f.wantTurns("1: Guard", "1: Cultist 2", "2: Guard", "2: Cultist 1, Cultist 2")
	f.gm(play.Reroll{Rolls: "Guard 10, Cultist 9"})
	f.wantActive("3: Cultist 2")
	if guard := f.combatant("Guard"); !guard.Surprised || guard.SurpriseDue || !f.combatant("Cultist 1").Surprised {
		t.Fatalf("nobody new is surprised: %+v", f.s.Combatants)
	}
	f.wantTurns("3: Cultist 2", "4: Guard", "4: Cultist 1, Cultist 2")
	f.gm(play.Reroll{Rolls: "Guard 10, Cultist 9"})
	f.wantActive("5: Guard")
}

// TestST7TestsBeforeANewOrder: Awareness tests in the midst of a fight are for the new order, which waits for them.
func TestST7TestsBeforeANewOrder(t *testing.T) {
	f := guardAndCultists(t, 90)
	f.gm(play.Roll{}, play.SurpriseAsk{Names: "Guard, Cultist", Target: "40"})
	f.by(anna, play.SurpriseAnswer{ID: f.combatant("Guard").ID, Roll: roll(41)})
	f.gm(play.SurpriseAnswer{ID: f.combatant("Cultist 2").ID, Roll: roll(40)})
	if guard := f.combatant("Guard"); guard.Surprised || !guard.SurpriseDue {
		t.Fatalf("the Guard: %+v", guard)
	}
	f.refused(theGM, play.Reroll{}, engine.Confirm, reason.OpenTests, engine.Args{Names: []string{"Cultist 1"}})
	f.gm(play.Reroll{Rolls: "Guard 10, Cultist 9", Tests: true})
	f.wantActive("2: Cultist 2")
	f.wantTurns("2: Cultist 2", "3: Guard")
}

func TestST8AwarenessTests(t *testing.T) {
	f := guardAndCultists(t, 41)
	f.by(ben, play.Join{Name: "Medic", Stats: "agility 30", Roll: roll(1)})
	for _, bad := range []string{"0", "101", "-5", "Guard 0", "40, Guard 101"} {
		f.refused(theGM, play.SurpriseAsk{Names: "Guard", Target: bad}, engine.Invalid, reason.TestTarget, engine.Args{Low: 1, High: 100})
	}
	f.refused(anna, play.SurpriseAsk{Names: "Guard", Target: "40"}, engine.NotAllowed)
	f.gm(play.SurpriseAsk{Names: "Guard, Medic, Cultist", Target: "40"})
	guard, medic := f.combatant("Guard").ID, f.combatant("Medic").ID
	f.refused(anna, play.SurpriseAnswer{ID: guard, Roll: roll(101)}, engine.Invalid, engine.Args{Dice: "d100", Low: 1, High: 100, Count: 101})
	f.refused(anna, play.SurpriseAnswer{ID: guard, Roll: roll(0)}, engine.Invalid)
	f.refused(ben, play.SurpriseAnswer{ID: guard}, engine.NotAllowed)
	f.by(anna, play.SurpriseAnswer{ID: guard, Roll: roll(40)}) // exactly the target number passes
	f.by(ben, play.SurpriseAnswer{ID: medic})                  // 41 fails
	f.gm(play.SurpriseAnswer{ID: f.combatant("Cultist 1").ID, Roll: roll(100)})
	if f.combatant("Guard").Surprised || !f.combatant("Medic").Surprised || !f.combatant("Cultist 1").Surprised || f.combatant("Cultist 2").Surprised {
		t.Fatal("the wrong combatants are surprised")
	}
	f.refused(anna, play.SurpriseAnswer{ID: guard, Roll: roll(99)}, engine.NotNow) // answered
	f.gm(play.SurpriseClear{Names: "Cultist 2"}, play.Roll{})
	f.refused(theGM, play.SurpriseAnswer{ID: f.combatant("Cultist 2").ID}, engine.NotNow) // called off
}

// TestST8AwarenessIsTheTarget: a test without a target number is against the Awareness of the one who makes it.
func TestST8AwarenessIsTheTarget(t *testing.T) {
	f := start(t, st)
	f.pc("Guard", "agility 47, awareness 38", 9)
	f.npc("Cultist", 2, "agility 39, awareness 25", 6)
	f.npc("Hound", 1, "agility 50", 1)
	f.refused(theGM, play.SurpriseAsk{Names: "Guard, Hound"}, engine.NotNow, reason.LackAwareness, engine.Args{Names: []string{"Hound"}, Stat: "awareness"})
	f.refused(theGM, play.SurpriseAsk{}, engine.Invalid, reason.NoName)
	f.gm(play.SurpriseAsk{Names: "Guard, Cultist"})
	f.wantTests("Cultist 1 25, Cultist 2 25, Guard 38")
	if asked := lastOf[engine.TestsAsked](f); len(asked) != 2 || asked[0].Target != 38 || asked[1].Target != 25 || len(asked[1].Who) != 2 {
		t.Fatalf("asked: %+v", asked)
	}
	f.by(anna, play.SurpriseAnswer{ID: f.combatant("Guard").ID, Roll: roll(39)})
	f.gm(play.SurpriseAnswer{ID: f.combatant("Cultist 1").ID, Roll: roll(25)})
	if !f.combatant("Guard").Surprised || f.combatant("Cultist 1").Surprised {
		t.Fatal("the tests are against other numbers")
	}
	f.gm(play.Edit{Name: "Guard", Stats: "awareness 70"}, play.SurpriseAsk{Names: "Guard"})
	f.wantTests("Cultist 2 25, Guard 70")
}

// TestST8TargetsByName: each one can have a target number of its own; one without a name is for everyone else.
func TestST8TargetsByName(t *testing.T) {
	f := start(t, st)
	f.pc("Guard", "agility 47, awareness 38", 9)
	f.npc("Cultist", 2, "agility 39, awareness 25", 6)
	f.npc("Hound", 1, "agility 50", 1)
	for text, want := range map[string]string{
		"Cultist 30, guard: 45":           "Cultist 1 30, Cultist 2 30, Guard 45",
		"Guard 45":                        "Guard 45",
		"Cultist 1 30, Guard=45, Hound 7": "Cultist 1 30, Guard 45, Hound 7",
		"Cultist 30, Cultist 2 40":        "Cultist 1 30, Cultist 2 40",
	} {
		f.gm(play.SurpriseAsk{Target: text})
		f.wantTests(want)
		f.gm(play.SurpriseClear{Names: "Guard, Cultist, Hound"})
	}
	f.gm(play.SurpriseAsk{Names: "Guard, Cultist, Hound", Target: "40, Cultist 2 10"})
	f.wantTests("Cultist 1 40, Cultist 2 10, Guard 40, Hound 40")
	f.gm(play.SurpriseAsk{Names: "Guard, Cultist", Target: "Cultist 2 10"})
	f.wantTests("Cultist 1 25, Cultist 2 10, Guard 38, Hound 40") // the later one counts
	f.refused(theGM, play.SurpriseAsk{Target: "40"}, engine.Invalid, reason.NoName)
	f.refused(theGM, play.SurpriseAsk{Target: "Guard forty"}, engine.Invalid, reason.TargetForm, "Guard forty")
	f.refused(theGM, play.SurpriseAsk{Names: "Guard", Target: "40, 50"}, engine.Invalid, reason.TargetForm, "50")
	f.refused(theGM, play.SurpriseAsk{Target: "Guard 40, guard 50"}, engine.Invalid, reason.TwoTargets, "guard")
	f.refused(theGM, play.SurpriseAsk{Target: "Gard 40"}, engine.NotFound, "Gard")
}

// TestST8CalledOff: /surprise clear calls open tests off.
func TestST8CalledOff(t *testing.T) {
	f := guardAndCultists(t)
	f.gm(play.SurpriseAsk{Names: "Guard, Cultist", Target: "40"}, play.SurpriseClear{Names: "Cultist 1, Guard"})
	f.wantTests("Cultist 2 40")
	f.refused(anna, play.SurpriseAnswer{ID: f.combatant("Guard").ID}, engine.NotNow, reason.TestOver)
	f.refused(theGM, play.SurpriseClear{Names: "Guard"}, engine.NotNow, reason.NotSurprised)
}

// wantTests checks who has yet to make a test against which number.
func (f *fight) wantTests(want string) {
	f.t.Helper()
	var got []string
	for _, open := range f.s.Tests {
		got = append(got, fmt.Sprintf("%s %d", f.s.Combatant(open.Who).Name, open.Target))
	}
	slices.Sort(got)
	if text := strings.Join(got, ", "); text != want {
		f.t.Fatalf("open tests: %s, want %s", text, want)
	}
}

func TestST9SurprisedRound(t *testing.T) {
	f := guardAndCultists(t)
	f.gm(play.SurpriseSet{Names: "Guard"}, play.Roll{})
	f.wantScore("Guard", 9, 13, 13) // rolls as usual
	f.wantActive("1: Cultist 1, Cultist 2")
	if !f.combatant("Guard").Acted || !f.combatant("Guard").Surprised {
		t.Fatal("the Guard did not lose its turn")
	}
	f.refused(anna, play.React{Activity: "dodge"}, engine.NotNow, reason.Surprised)
	f.refused(anna, play.Strike{Target: "Cultist 1", Free: true}, engine.NotNow, reason.Surprised)
	f.next(1)
	f.wantActive("2: Guard") // recovers and acts in the place it rolled
	f.gm(play.React{Activity: "parry", Who: "Cultist 2"})
	f.wantTurns("2: Guard", "2: Cultist 1, Cultist 2", "3: Guard")
}

func TestST9GroupPartlySurprised(t *testing.T) {
	f := guardAndCultists(t)
	f.gm(play.SurpriseSet{Names: "Cultist 1"}, play.Roll{})
	f.wantTurns("1: Guard", "1: Cultist 2", "2: Guard", "2: Cultist 1, Cultist 2")
}

func TestST9EveryoneSurprised(t *testing.T) {
	f := guardAndCultists(t)
	f.gm(play.SurpriseSet{Names: "Guard, Cultist"}, play.Roll{})
	f.wantActive("2: Guard")
	f.wantClock(5)
}

func TestST9BonusAgainstSurprised(t *testing.T) {
	f := guardAndCultists(t)
	f.gm(play.SurpriseSet{Names: "Cultist 1"}, play.Roll{})
	for _, row := range []struct {
		cmd   play.Strike
		total int
		hit   bool
	}{
		{play.Strike{Target: "Cultist 1", Roll: roll(65)}, 65, true},  // ws 35 + 30
		{play.Strike{Target: "Cultist 1", Roll: roll(66)}, 65, false}, // one more misses
		{play.Strike{Target: "Cultist 1", Range: "ranged", Roll: roll(71)}, 71, true},
		{play.Strike{Target: "Cultist 1", Modifier: -20, Roll: roll(46)}, 45, false},
		{play.Strike{Target: "Cultist 1", Hit: roll(50), Roll: roll(80)}, 80, true},
		{play.Strike{Target: "Cultist 2", Roll: roll(35)}, 35, true}, // not surprised
		{play.Strike{Target: "Cultist 2", Roll: roll(36)}, 35, false},
	} {
		e := f.strike(anna, row.cmd)
		if e.Total != row.total || e.Hit != row.hit || e.Die != 100 {
			t.Errorf("%+v: total %d, hit %v, want %d, %v", row.cmd, e.Total, e.Hit, row.total, row.hit)
		}
	}
	f.strike(anna, play.Strike{Target: "Cultist 1", Damage: "1d10+3", Roll: roll(1), DamageRoll: roll(2)})
	f.wantHP("Cultist 1", 3)
	f.refused(anna, play.Strike{Target: "Cultist 1", Roll: roll(101)}, engine.Invalid)
	f.refused(anna, play.Strike{Target: "Cultist 1", Damage: "1d10", Roll: roll(99), DamageRoll: roll(11)}, engine.Invalid)
	f.refused(anna, play.Strike{Target: "Cultist 1", Roll: roll(1), DamageRoll: roll(4)}, engine.Invalid, reason.NoDamageDice)
	f.next(2)
	if e := f.strike(anna, play.Strike{Target: "Cultist 1", Roll: roll(36)}); e.Hit {
		t.Error("the bonus still applies after the Surprised round")
	}
	f.next(1)
	f.refused(theGM, play.Strike{Who: "Cultist 1", Target: "Guard", Range: "ranged"}, engine.NotNow, engine.Args{Name: "Cultist 1", Stat: "bs", Example: "bs 35"})
}

func TestST10NoSurprisedRound(t *testing.T) {
	f := guardAndCultists(t)
	f.gm(play.SurpriseSet{Names: "Cultist"}, play.SurpriseClear{Names: "Cultist"}, play.Roll{})
	f.wantTurns("1: Guard", "1: Cultist 1, Cultist 2", "2: Guard")
}

func TestST11StepsAndScene(t *testing.T) {
	f := guardAndCultists(t)
	f.refused(anna, play.Scene{Text: "A shrine."}, engine.NotAllowed)
	f.refused(theGM, play.Scene{Text: "  "}, engine.Invalid)
	f.gm(play.SurpriseSet{Names: "Guard"}, play.Scene{Text: "A shrine, candles, smoke."}, play.Roll{})
	if f.s.Scene != "A shrine, candles, smoke." {
		t.Fatalf("the scene is %q", f.s.Scene)
	}
}

func TestST12EndOfTurnAndOfRound(t *testing.T) {
	f := guardAndCultists(t)
	f.gm(play.Roll{})
	f.gm(play.EffectAdd{Target: "Cultist 1", Name: "Braced", Duration: "end of turn"},
		play.EffectAdd{Target: "Cultist 1", Name: "Lit", Duration: "end of this turn"},
		play.EffectAdd{Target: "Guard", Name: "Smoke", Duration: "end of round"})
	f.next(1)
	f.wantEffects("Braced on Cultist 1 0, Smoke on Guard 0")
	f.gm(play.Next{Who: "Cultist 2"})
	f.wantEffects("Braced on Cultist 1 0, Smoke on Guard 0")
	f.gm(play.EffectAdd{Target: "Guard", Name: "Shaken", Duration: "end of turn"})
	f.gm(play.Next{Who: "Cultist 1"})
	f.wantEffects("Shaken on Guard 0") // its next own turn
	f.next(1)
	f.wantEffects("")
}

func TestST12TurnLostToSurpriseDoesNotCount(t *testing.T) {
	f := guardAndCultists(t)
	f.gm(play.SurpriseSet{Names: "Guard, Cultist 1"}, play.EffectAdd{Target: "Guard", Name: "Braced", Duration: "end of turn"},
		play.EffectAdd{Target: "Guard", Name: "Bleeding", Damage: "2", Duration: "2 rounds"},
		play.EffectAdd{Target: "Cultist 1", Name: "Stunned", Skip: true, Duration: "1 round"}, play.Roll{})
	f.next(1)
	f.wantActive("2: Guard")
	f.wantHP("Guard", 12)
	f.wantEffects("Braced on Guard 0, Bleeding on Guard 2, Stunned on Cultist 1 1")
	f.next(1)
	f.wantHP("Guard", 10)
	f.wantActive("2: Cultist 2") // the stun only counts down now
	f.wantEffects("Bleeding on Guard 1")
}

func TestST12GroupLostToSurprise(t *testing.T) {
	f := guardAndCultists(t)
	f.gm(play.SurpriseSet{Names: "Cultist"}, play.EffectAdd{Target: "Cultist", Name: "Acid", Damage: "2", Duration: "1 round"}, play.Roll{})
	f.next(1)
	f.wantActive("2: Guard")
	f.wantEffects("Acid on Cultist 1") // one effect on the unit, whose turn didn't count
	f.next(2)
	f.wantEffects("")
	f.wantHP("Cultist 2", 6)
}

func TestST13ActionsInAnyOrder(t *testing.T) {
	f := guardAndCultists(t)
	f.refused(anna, play.Do{Activity: "aim"}, engine.NotNow)
	f.gm(play.Roll{})
	for _, activity := range []string{"aim", "fire", "aim", "take cover"} {
		f.by(anna, play.Do{Activity: activity})
		if acted := lastOf[engine.Acted](f); len(acted) != 1 || acted[0].Activity != activity {
			t.Fatalf("%s is not logged as typed: %+v", activity, f.last)
		}
	}
	f.wantActive("1: Guard")
	f.refused(theGM, play.Do{Activity: "chant", Who: "Cultist 1"}, engine.NotNow, reason.NotTurnOf)
	f.refused(anna, play.Do{Activity: "aim", Ticks: roll(1)}, engine.NotInRules)
	f.refused(anna, play.Do{Activity: "aim", Type: "main"}, engine.NotInRules)
	f.refused(anna, play.Do{Activity: "aim", Once: true}, engine.NotInRules)
}

func TestST14End(t *testing.T) {
	f := guardAndCultists(t)
	f.gm(play.Roll{})
	f.next(5)
	f.refused(anna, play.End{}, engine.NotAllowed)
	f.gm(play.End{})
	if f.s.Phase != engine.Ended || f.active() != "3: " {
		t.Fatalf("phase %s, active %s", f.s.Phase, f.active())
	}
}
