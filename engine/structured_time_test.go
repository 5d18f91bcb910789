package engine_test

import (
	"strings"
	"testing"

	"roundel/engine"
)

const st = "structured-time"

// guardAndCultists is a Guard of anna's at 13 and two cultists as one unit at 9, before /init roll.
func guardAndCultists(t *testing.T, results ...int) *fight {
	f := start(t, st, results...)
	f.pc("Guard", "agility 47, ws 35, bs 41, hp 12", 9)
	f.npc("Cultist", 2, "agility 39, ws 30, hp 8", 6)
	return f
}

func TestST1RoundOfFiveSeconds(t *testing.T) {
	f := guardAndCultists(t)
	f.gm(engine.Roll{})
	f.turns("1: Guard", "1: Cultist 1, Cultist 2", "2: Guard")
	f.wantClock(5)
	f.next(4)
	f.wantClock(15)
}

func TestST2AgilityBonus(t *testing.T) {
	for _, row := range []struct {
		stats string
		score int // with a natural 3
	}{
		{"agility 42", 7}, {"agility 100", 13}, {"agility 9", 3}, {"agility 0", 3}, {"agility 109", 13},
		{"agility 42, agility_bonus 8", 11}, {"agility_bonus 5", 8}, {"agility 60, agility_bonus -2", 1},
	} {
		t.Run(row.stats, func(t *testing.T) {
			f := start(t, st, 3)
			f.by(anna, engine.Join{Name: "Guard", Stats: row.stats})
			f.gm(engine.Roll{})
			f.wantScore("Guard", 3, row.score, row.score)
			f.refused(theGM, engine.Roll{}, engine.NotNow)
		})
	}
	f := start(t, st)
	f.refused(anna, engine.Join{Name: "Guard", Stats: "ws 40"}, engine.Invalid, engine.ReasonStatsMissing, "agility")
	f.refused(anna, engine.Join{Name: "Guard", Stats: "agility 40", Roll: roll(11)}, engine.Invalid, engine.Args{Dice: "d10", Low: 1, High: 10, Count: 11})
}

func TestST3GroupsAndSingleRolls(t *testing.T) {
	f := start(t, st, 8, 2, 6) // the cultists, then each hound
	f.gm(engine.Add{Name: "Cultist", Count: 4, Stats: "agility 31"}, engine.Add{Name: "Hound", Count: 2, Stats: "agility 55", Separate: true}, engine.Roll{})
	f.wantOrder("Hound 2 11, Cultist 11, Hound 1 7") // the tie of 11 goes to agility 55
}

func TestST4Ties(t *testing.T) {
	f := start(t, st, 4, 4, 7, 2)
	f.by(anna, engine.Join{Name: "Slow", Stats: "agility 40", Roll: roll(6)}, engine.Join{Name: "Swift", Stats: "agility 49", Roll: roll(6)})
	f.gm(engine.Add{Name: "Rogue", Stats: "agility 40", Roll: roll(6)}, engine.Roll{})
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
	// A higher characteristic given later moves nobody (ST-5, CO-14).
	f.gm(engine.Edit{Name: "Rogue", Stats: "agility 90"})
	f.wantOrder("Swift 10, Slow 10, Rogue 10")
}

func TestST5OrderStays(t *testing.T) {
	f := guardAndCultists(t)
	f.gm(engine.Roll{})
	for range 4 {
		f.wantActive(strings.Replace("R: Guard", "R", string(rune('0'+f.s.Round)), 1))
		f.next(2)
		f.wantOrder("Guard 13, Cultist 9")
	}
}

func TestST6Newcomers(t *testing.T) {
	f := guardAndCultists(t, 3)
	f.gm(engine.Roll{})
	f.by(ben, engine.Join{Name: "Medic", Stats: "agility 70"}) // 10: below the active Guard
	f.turns("1: Guard", "1: Medic", "1: Cultist 1, Cultist 2")
	f.dice = script(t, 10)
	f.by(ben, engine.Join{Name: "Scout", Stats: "agility 50"}) // 15: above, waits
	f.wantOrder("Scout 15*, Guard 13*, Medic 10*, Cultist 9")
	f.turns("1: Cultist 1, Cultist 2", "2: Scout")
}

func TestST7Reestablish(t *testing.T) {
	f := guardAndCultists(t)
	f.refused(theGM, engine.Reroll{}, engine.NotNow)
	f.gm(engine.Roll{}, engine.EffectAdd{Target: "Guard", Name: "Smoke", Duration: "end of round"},
		engine.EffectAdd{Target: "Guard", Name: "Aim", Duration: "end of this turn"},
		engine.EffectAdd{Target: "Cultist", Name: "Drug", Initiative: 3, Duration: "fight"})
	f.refused(anna, engine.Reroll{}, engine.NotAllowed)
	f.refused(theGM, engine.Reroll{Rolls: "Guard 11"}, engine.Invalid)
	f.refused(theGM, engine.Reroll{Rolls: "Cultist 1 5"}, engine.Invalid)
	f.gm(engine.Reroll{Rolls: "Guard 2, cultist 7", Surprised: "Cultist 1"})
	cut := lastOf[engine.OrderCleared](f)
	if len(cut) != 1 || len(cut[0].Waiting) != 2 {
		t.Fatalf("who had not acted: %+v", cut)
	}
	f.wantClock(5)
	f.wantEffects("Drug on Cultist 0")
	f.wantOrder("Cultist 13/10, Guard 6")
	f.wantActive("2: Cultist 2") // the other one loses its turn in the new Surprised round
	f.refused(theGM, engine.React{Activity: "dodge", Who: "Cultist 1"}, engine.NotNow, engine.ReasonSurprised)
	f.turns("2: Cultist 2", "2: Guard", "3: Cultist 1, Cultist 2")
	f.next(1)
	f.gm(engine.Reroll{Rolls: "Guard 5, Cultist 5"})
	if cut := lastOf[engine.OrderCleared](f); len(cut[0].Waiting) != 1 {
		t.Fatalf("only the Guard had not acted: %+v", cut)
	}
	f.wantActive("4: Cultist 1, Cultist 2")
}

func TestST7OnlyThere(t *testing.T) {
	everyRuleset(t, func(t *testing.T, f *fight) {
		f.gm(engine.Roll{})
		f.refused(anna, engine.Reroll{}, engine.NotAllowed)
		if f.rs.Name != st {
			f.refused(theGM, engine.Reroll{}, engine.NotInRules)
		}
	})
}

func TestST8SurpriseAtTheBeginning(t *testing.T) {
	f := guardAndCultists(t)
	f.refused(anna, engine.SurpriseSet{Names: "Cultist 1"}, engine.NotAllowed)
	f.gm(engine.SurpriseSet{Names: "Guard, Cultist"}, engine.SurpriseClear{Names: "Guard"}, engine.SurpriseSide{Side: "FOES"})
	if f.who("Guard").Surprised || !f.who("Cultist 1").Surprised || !f.who("Cultist 2").Surprised {
		t.Fatal("the wrong ones are surprised")
	}
	f.refused(theGM, engine.SurpriseSide{Side: "wolves"}, engine.NotFound)
	f.refused(theGM, engine.SurpriseAlert{Names: "Guard"}, engine.NotInRules)
	f.gm(engine.Roll{})
	f.refused(theGM, engine.SurpriseSet{Names: "Guard"}, engine.NotNow)
	f.refused(theGM, engine.SurpriseAsk{Names: "Guard", Target: 40}, engine.NotNow)
}

func TestST8AwarenessTests(t *testing.T) {
	f := guardAndCultists(t, 41)
	f.by(ben, engine.Join{Name: "Medic", Stats: "agility 30", Roll: roll(1)})
	for _, bad := range []int{0, 101, -5} {
		f.refused(theGM, engine.SurpriseAsk{Names: "Guard", Target: bad}, engine.Invalid, engine.ReasonTestTarget, engine.Args{Low: 1, High: 100})
	}
	f.refused(anna, engine.SurpriseAsk{Names: "Guard", Target: 40}, engine.NotAllowed)
	f.gm(engine.SurpriseAsk{Names: "Guard, Medic, Cultist", Target: 40})
	guard, medic := f.who("Guard").ID, f.who("Medic").ID
	f.refused(anna, engine.SurpriseAnswer{ID: guard, Roll: roll(101)}, engine.Invalid, engine.Args{Dice: "d100", Low: 1, High: 100, Count: 101})
	f.refused(anna, engine.SurpriseAnswer{ID: guard, Roll: roll(0)}, engine.Invalid)
	f.refused(ben, engine.SurpriseAnswer{ID: guard}, engine.NotAllowed)
	f.by(anna, engine.SurpriseAnswer{ID: guard, Roll: roll(40)}) // the target itself passes
	f.by(ben, engine.SurpriseAnswer{ID: medic})                  // 41 fails
	f.gm(engine.SurpriseAnswer{ID: f.who("Cultist 1").ID, Roll: roll(100)})
	if f.who("Guard").Surprised || !f.who("Medic").Surprised || !f.who("Cultist 1").Surprised || f.who("Cultist 2").Surprised {
		t.Fatal("the wrong ones are surprised")
	}
	f.refused(anna, engine.SurpriseAnswer{ID: guard, Roll: roll(99)}, engine.NotNow) // answered
	f.gm(engine.Roll{})
	f.refused(theGM, engine.SurpriseAnswer{ID: f.who("Cultist 2").ID}, engine.NotNow) // too late
}

func TestST9SurprisedRound(t *testing.T) {
	f := guardAndCultists(t)
	f.gm(engine.SurpriseSet{Names: "Guard"}, engine.Roll{})
	f.wantScore("Guard", 9, 13, 13) // rolls as normal
	f.wantActive("1: Cultist 1, Cultist 2")
	if !f.who("Guard").Acted || !f.who("Guard").Surprised {
		t.Fatal("the Guard is to lose its turn")
	}
	f.refused(anna, engine.React{Activity: "dodge"}, engine.NotNow, engine.ReasonSurprised)
	f.refused(anna, engine.Strike{Target: "Cultist 1", Free: true}, engine.NotNow, engine.ReasonSurprised)
	f.gm(engine.React{Activity: "parry", Who: "Cultist 2"})
	f.next(1)
	f.wantActive("2: Guard") // recovers and acts at the place it rolled
	f.by(anna, engine.React{Activity: "dodge"})
	f.turns("2: Guard", "2: Cultist 1, Cultist 2", "3: Guard")
}

func TestST9GroupPartlySurprised(t *testing.T) {
	f := guardAndCultists(t)
	f.gm(engine.SurpriseSet{Names: "Cultist 1"}, engine.Roll{})
	f.turns("1: Guard", "1: Cultist 2", "2: Guard", "2: Cultist 1, Cultist 2")
}

func TestST9EverybodySurprised(t *testing.T) {
	f := guardAndCultists(t)
	f.gm(engine.SurpriseSet{Names: "Guard, Cultist"}, engine.Roll{})
	f.wantActive("2: Guard")
	f.wantClock(5)
}

func TestST9BonusAgainstTheSurprised(t *testing.T) {
	f := guardAndCultists(t)
	f.gm(engine.SurpriseSet{Names: "Cultist 1"}, engine.Roll{})
	for _, row := range []struct {
		cmd   engine.Strike
		total int
		hit   bool
	}{
		{engine.Strike{Target: "Cultist 1", Roll: roll(65)}, 65, true},  // ws 35 + 30
		{engine.Strike{Target: "Cultist 1", Roll: roll(66)}, 65, false}, // one more misses
		{engine.Strike{Target: "Cultist 1", Range: "ranged", Roll: roll(71)}, 71, true},
		{engine.Strike{Target: "Cultist 1", Modifier: -20, Roll: roll(46)}, 45, false},
		{engine.Strike{Target: "Cultist 1", Hit: roll(50), Roll: roll(80)}, 80, true},
		{engine.Strike{Target: "Cultist 2", Roll: roll(35)}, 35, true}, // not surprised
		{engine.Strike{Target: "Cultist 2", Roll: roll(36)}, 35, false},
	} {
		e := f.strike(anna, row.cmd)
		if e.Total != row.total || e.Hit != row.hit || e.Die != 100 {
			t.Errorf("%+v: total %d, hit %v, want %d, %v", row.cmd, e.Total, e.Hit, row.total, row.hit)
		}
	}
	f.strike(anna, engine.Strike{Target: "Cultist 1", Damage: "1d10+3", Roll: roll(1), DamageRoll: roll(2)})
	f.wantHP("Cultist 1", 3)
	f.refused(anna, engine.Strike{Target: "Cultist 1", Roll: roll(101)}, engine.Invalid)
	f.refused(anna, engine.Strike{Target: "Cultist 1", Damage: "1d10", Roll: roll(99), DamageRoll: roll(11)}, engine.Invalid)
	f.refused(anna, engine.Strike{Target: "Cultist 1", Roll: roll(1), DamageRoll: roll(4)}, engine.Invalid, engine.ReasonNoDamageDice)
	f.next(2)
	if e := f.strike(anna, engine.Strike{Target: "Cultist 1", Roll: roll(36)}); e.Hit {
		t.Error("the bonus outlasts the Surprised round")
	}
	f.next(1)
	f.refused(theGM, engine.Strike{Who: "Cultist 1", Target: "Guard", Range: "ranged"}, engine.NotNow, engine.Args{Name: "Cultist 1", Stat: "bs", Example: "bs 35"})
}

func TestST10NoSurprisedRound(t *testing.T) {
	f := guardAndCultists(t)
	f.gm(engine.SurpriseSet{Names: "Cultist"}, engine.SurpriseClear{Names: "Cultist"}, engine.Roll{})
	f.turns("1: Guard", "1: Cultist 1, Cultist 2", "2: Guard")
}

func TestST11StepsAndScene(t *testing.T) {
	f := guardAndCultists(t)
	f.refused(anna, engine.Scene{Text: "A shrine."}, engine.NotAllowed)
	f.refused(theGM, engine.Scene{Text: "  "}, engine.Invalid)
	f.gm(engine.SurpriseSet{Names: "Guard"}, engine.Scene{Text: "A shrine, candles, smoke."}, engine.Roll{})
	if f.s.Scene != "A shrine, candles, smoke." {
		t.Fatalf("the scene is %q", f.s.Scene)
	}
}

func TestST12EndOfTurnAndOfRound(t *testing.T) {
	f := guardAndCultists(t)
	f.gm(engine.Roll{})
	f.gm(engine.EffectAdd{Target: "Cultist 1", Name: "Braced", Duration: "end of turn"},
		engine.EffectAdd{Target: "Cultist 1", Name: "Lit", Duration: "end of this turn"},
		engine.EffectAdd{Target: "Guard", Name: "Smoke", Duration: "end of round"})
	f.next(1)
	f.wantEffects("Braced on Cultist 1 0, Smoke on Guard 0")
	f.gm(engine.Next{Who: "Cultist 2"})
	f.wantEffects("Braced on Cultist 1 0, Smoke on Guard 0")
	f.gm(engine.EffectAdd{Target: "Guard", Name: "Shaken", Duration: "end of turn"})
	f.gm(engine.Next{Who: "Cultist 1"})
	f.wantEffects("Shaken on Guard 0") // its next own turn
	f.next(1)
	f.wantEffects("")
}

func TestST12TurnLostToSurpriseIsNoTurn(t *testing.T) {
	f := guardAndCultists(t)
	f.gm(engine.SurpriseSet{Names: "Guard, Cultist 1"}, engine.EffectAdd{Target: "Guard", Name: "Braced", Duration: "end of turn"},
		engine.EffectAdd{Target: "Guard", Name: "Bleeding", Damage: "2", Duration: "2 rounds"},
		engine.EffectAdd{Target: "Cultist 1", Name: "Stunned", Skip: true, Duration: "1 round"}, engine.Roll{})
	f.next(1)
	f.wantActive("2: Guard")
	f.wantHP("Guard", 12)
	f.wantEffects("Braced on Guard 0, Bleeding on Guard 2, Stunned on Cultist 1 1")
	f.next(1)
	f.wantHP("Guard", 10)
	f.wantActive("2: Cultist 2") // the stun counts only now
	f.wantEffects("Bleeding on Guard 1")
}

func TestST12GroupLostToSurprise(t *testing.T) {
	f := guardAndCultists(t)
	f.gm(engine.SurpriseSet{Names: "Cultist"}, engine.EffectAdd{Target: "Cultist", Name: "Acid", Damage: "2", Duration: "1 round"}, engine.Roll{})
	f.next(1)
	f.wantActive("2: Guard")
	f.wantEffects("Acid on Cultist 1") // one effect on the unit, whose turn was none
	f.next(2)
	f.wantEffects("")
	f.wantHP("Cultist 2", 6)
}

func TestST13ActionsInAnyOrder(t *testing.T) {
	f := guardAndCultists(t)
	f.refused(anna, engine.Do{Activity: "aim"}, engine.NotNow)
	f.gm(engine.Roll{})
	for _, activity := range []string{"aim", "fire", "aim", "take cover"} {
		f.by(anna, engine.Do{Activity: activity})
		if acted := lastOf[engine.Acted](f); len(acted) != 1 || acted[0].Activity != activity {
			t.Fatalf("%s is not logged as typed: %+v", activity, f.last)
		}
	}
	f.wantActive("1: Guard")
	f.refused(theGM, engine.Do{Activity: "chant", Who: "Cultist 1"}, engine.NotNow, engine.ReasonNotTurnOf)
	f.refused(anna, engine.Do{Activity: "aim", Ticks: roll(1)}, engine.NotInRules)
	f.refused(anna, engine.Do{Activity: "aim", Type: "main"}, engine.NotInRules)
	f.refused(anna, engine.Do{Activity: "aim", Once: true}, engine.NotInRules)
}

func TestST14Ends(t *testing.T) {
	f := guardAndCultists(t)
	f.gm(engine.Roll{})
	f.next(5)
	f.refused(anna, engine.End{}, engine.NotAllowed)
	f.gm(engine.End{})
	if f.s.Phase != engine.Ended || f.active() != "3: " {
		t.Fatalf("phase %s, active %s", f.s.Phase, f.active())
	}
}
