package play_test

import (
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// surprised begins a fight under a kind of surprise, in which these are surprised.
func surprised(t *testing.T, kind, lines, who, names string, results ...int) *fight {
	t.Helper()
	f := poolFight(t, "surprise: "+kind+"\n"+lines, who, results...)
	f.gm(play.SurpriseSet{Names: names})
	return f
}

// TestRS50Roll is example 2 of the contract: the surprised roll with disadvantage, and that is all.
func TestRS50Roll(t *testing.T) {
	rs, _ := ruleset.ByName("five-e-2024")
	f := startWith(t, rs, play.Start{Name: "Test", Ruleset: rs.Name}, 7, 15)
	f.by(anna, play.Join{Name: "Anna", Stats: "init 2"})
	f.by(ben, play.Join{Name: "Ben", Stats: "init 1"})
	f.gm(play.Add{Name: "Orc", Stats: "init 0"})
	f.gm(play.SurpriseSet{Names: "Anna, Orc"}, play.SurpriseClear{Names: "Orc"})
	f.refused(theGM, play.Roll{Rolls: "Anna 21, Ben 3"}, engine.Invalid, reason.DiceRange, "2d20kl1")
	f.gm(play.Roll{Rolls: "Anna 5, Ben 3"})
	f.wantScore("Anna", 5, 7, 7)
	if f.combatant("Anna").Surprised {
		t.Fatal("the mark goes with the roll")
	}
	f.wantTurns("1: Anna", "1: Orc", "1: Ben")
	f.by(anna, use("reaction", ""))
}

// TestRS50RollAgain: a new order may surprise again, and then too the mark goes with the roll.
func TestRS50RollAgain(t *testing.T) {
	rs, err := ruleset.Read([]byte("roundel: 1\nname: again\ntitle: Again\norder: {by: score, roll: 2d20kl1 if surprised else d20, reroll: yes}\nsurprise: roll\n"))
	if err != nil {
		t.Fatal(err)
	}
	f := startWith(t, rs, play.Start{Name: "Test", Ruleset: "again"}, 9, 5, 17, 3, 12)
	f.gm(play.Add{Name: "Anna"}, play.Add{Name: "Orc"}, play.Roll{})
	f.wantActive("1: Anna")
	f.gm(play.Reroll{Surprised: "Anna"})
	f.wantActive("2: Orc")
	f.wantScore("Anna", 3, 3, 3)
	if f.combatant("Anna").Surprised {
		t.Fatal("still surprised")
	}
}

// TestRS50LateRollAgain: whom a new order surprises rolls when the next round begins, as after a surprised first round (RI-4).
func TestRS50LateRollAgain(t *testing.T) {
	rs, err := ruleset.Read([]byte("roundel: 1\nname: again\ntitle: Again\norder: {by: score, roll: d20, reroll: yes}\nsurprise: late roll\n"))
	if err != nil {
		t.Fatal(err)
	}
	f := startWith(t, rs, play.Start{Name: "Test", Ruleset: "again"}, 9, 5, 17, 3, 12)
	f.gm(play.Add{Name: "Anna"}, play.Add{Name: "Orc"}, play.Add{Name: "Bat"}, play.Roll{Rolls: "Bat 2"})
	f.wantActive("1: Anna")
	f.gm(play.Reroll{Surprised: "Anna"})
	f.wantOrder("Orc 17, Bat 3, Anna ?")
	f.wantTurns("2: Orc", "2: Bat", "3: Orc")
	f.wantOrder("Orc 17, Anna 12, Bat 3")
}

// TestTO12JoiningAHiddenSide: a player's character joins a side whose hidden members lie in ambush. They lose their turn, so the ambush is
// over.
func TestTO12JoiningAHiddenSide(t *testing.T) {
	rs, err := ruleset.Read([]byte("roundel: 1\nname: again\ntitle: Again\nunits: side\norder: {by: score, roll: d20}\nsurprise: ambush turns\n"))
	if err != nil {
		t.Fatal(err)
	}
	f := startWith(t, rs, play.Start{Name: "Test", Ruleset: "again"}, 9, 5, 17)
	f.gm(play.Add{Name: "Orc", Side: "party"}, play.Add{Name: "Goblin"}, play.SurpriseAmbush{Names: "Orc", Hidden: true}, play.Roll{})
	f.wantActive("0: Orc")
	f.by(anna, play.Join{Name: "Anna"})
	f.wantActive("1: Orc, Anna")
}

// TestRS50SurpriseAgain: only where surprise is settled with the roll or after it can a new order surprise.
func TestRS50SurpriseAgain(t *testing.T) {
	for kind, want := range map[string]reason.Reason{"none": reason.NoSurprise, "ambush turns": reason.OnlyAmbush, "free round": reason.SurpriseOver,
		"one action": reason.SurpriseOver, "lost turn": "", "lost round": ""} {
		rs, err := ruleset.Read([]byte("roundel: 1\nname: again\ntitle: Again\norder: {by: score, roll: d20, reroll: yes}\nsurprise: " + kind + "\n"))
		if err != nil {
			t.Fatal(err)
		}
		f := startWith(t, rs, play.Start{Name: "Test", Ruleset: "again"}, 9, 5, 9, 5)
		f.gm(play.Add{Name: "Anna"}, play.Add{Name: "Orc"}, play.Roll{})
		cmd := play.Reroll{Surprised: "Anna"}
		if want == "" {
			f.gm(cmd)
			f.wantActive("2: Orc")
			continue
		}
		code := engine.NotInRules
		if want == reason.SurpriseOver {
			code = engine.NotNow
		}
		f.refused(theGM, cmd, code, want)
	}
}

// TestRS50LostTurn is the other half of example 2: Anna loses her first turn and may react afterwards, and it counts for durations.
func TestRS50LostTurn(t *testing.T) {
	rs, _ := ruleset.ByName("five-e-2014")
	f := startWith(t, rs, play.Start{Name: "Test", Ruleset: rs.Name})
	f.by(anna, play.Join{Name: "Anna", Stats: "init 0"})
	f.gm(play.Add{Name: "Orc", Stats: "init 0"}, play.Add{Name: "Wolf", Stats: "init 0"}, play.SurpriseSet{Names: "Anna"})
	f.gm(play.Roll{Rolls: "Anna 15, Orc 18, Wolf 4"}, play.EffectAdd{Target: "Anna", Name: "Dazed", Duration: "end of turn"})
	f.wantActive("1: Orc")
	f.refused(anna, use("reaction", ""), engine.NotNow, reason.SurprisedTurn)
	f.next(1)
	f.wantActive("1: Wolf")
	f.wantEffects("")
	f.by(anna, use("reaction", ""))
	f.wantTurns("1: Wolf", "2: Orc", "2: Anna")
}

// TestRS50LostTurnComesLate: the first turn is lost when it comes, in whatever round that is.
func TestRS50LostTurnComesLate(t *testing.T) {
	f := surprised(t, "lost turn", "wait: bottom\nturn: {action: 1, reaction: {count: 1, when: any time}}\n", "Anna 20, Ben 15, Cleo 10", "Ben, Cleo")
	f.gm(play.Roll{}, play.Last{Name: "Ben"})
	f.wantActive("1: Anna")
	f.next(1)
	f.wantActive("2: Anna") // Cleo's and then Ben's turn are lost
	for _, name := range []string{"Ben", "Cleo"} {
		if f.combatant(name).Surprised {
			t.Fatal(name)
		}
	}

	f = surprised(t, "lost turn", "", "Anna 20, Ben 15", "Ben")
	f.gm(play.Roll{}, play.Edit{Name: "Ben", Score: roll(30)})
	f.wantTurns("1: Anna", "2: Ben") // round 1 went on, so his turn was still to come: it was lost then
}

// TestRS50LostTurnOfAGroup: the surprised members of a group lose their turn, the others act.
func TestRS50LostTurnOfAGroup(t *testing.T) {
	rs, _ := ruleset.ByName("five-e-2014")
	f := startWith(t, rs, play.Start{Name: "Test", Ruleset: rs.Name})
	f.by(anna, play.Join{Name: "Anna", Stats: "init 0"})
	f.gm(play.Add{Name: "Goblin", Count: 3, Stats: "init 0"}, play.SurpriseSet{Names: "Goblin 1, Goblin 3"})
	f.gm(play.Roll{Rolls: "Goblin 15, Anna 8"})
	f.wantActive("1: Goblin 2")
	if got := lastOf[engine.SurpriseChanged](f); len(got) != 1 || len(got[0].Combatants) != 2 || got[0].Surprised {
		t.Fatalf("%+v", got)
	}
	f.wantTurns("1: Goblin 2", "1: Anna", "2: Goblin 1, Goblin 2, Goblin 3")
}

// TestRS50OneAction is example 25: Orc 18 is surprised; Anna and Ben have one action each before round 1.
func TestRS50OneAction(t *testing.T) {
	lines := "turn:\n  action: 3\n  move: 1\n  talk: any\n  reaction: {count: 1, when: any time}\n"
	f := surprised(t, "one action", lines, "Orc 18, Anna 17, Ben 3", "Orc")
	f.gm(play.Roll{})
	if f.s.Phase != engine.Ambush {
		t.Fatal(f.s.Phase)
	}
	f.wantActive("0: Anna")
	f.wantLeft("Anna", "action", "1/3")
	only := engine.Args{Name: "Anna", Pool: "action"}
	f.refused(anna, play.Move{}, engine.NotNow, reason.OnlyFirstPool, only)
	f.refused(anna, play.Do{Activity: "shout", Type: "talk"}, engine.NotNow, reason.OnlyFirstPool, only)
	f.refused(anna, use("reaction", ""), engine.NotNow, reason.OnlyFirstPool)
	f.refused(theGM, use("reaction", "Orc"), engine.NotNow, reason.SurprisedAmbush)
	f.refused(anna, play.Do{Activity: "dash", Ticks: roll(2)}, engine.NotNow, reason.TooFewLeft)
	f.by(anna, play.Do{Activity: "shoot"})
	f.refused(anna, play.Do{Activity: "shoot"}, engine.NotNow, reason.PoolUsed)
	f.next(1)
	f.wantActive("0: Ben")
	if !f.combatant("Orc").Surprised {
		t.Fatal("not surprised any more")
	}
	f.next(1)
	f.wantTurns("1: Orc", "1: Anna", "1: Ben", "2: Orc")
	f.wantLeft("Anna", "action", "3/3")
}

// TestRS50OneActionForAll: without anybody surprised, or with everybody, round 1 begins at once.
func TestRS50OneActionForAll(t *testing.T) {
	f := poolFight(t, "surprise: one action\nturn: {action: 1}\n", "Orc 18, Anna 17")
	f.gm(play.Roll{})
	f.wantActive("1: Orc")
	f = surprised(t, "one action", "turn: {action: 1}\n", "Orc 18, Anna 17", "Orc, Anna")
	f.gm(play.Roll{})
	f.wantActive("1: Orc")
	if f.combatant("Orc").Surprised || f.combatant("Anna").Surprised {
		t.Fatal("still surprised")
	}
}

// TestRS50OneActionNewcomer: who joins before round 1 isn't surprised and has one action too, unless its place has passed (CO-4).
func TestRS50OneActionNewcomer(t *testing.T) {
	f := surprised(t, "one action", "turn: {action: 2}\n", "Orc 18, Anna 17", "Orc")
	f.gm(play.Roll{}, play.Add{Name: "Cat", Stats: "init 0", Roll: roll(5)}, play.Add{Name: "Dog", Stats: "init 0", Roll: roll(19)})
	f.next(1)
	f.wantActive("0: Cat")
	f.wantLeft("Cat", "action", "1/2")
	f.wantTurns("0: Cat", "1: Dog", "1: Orc")
}

// TestRS50Commands: which commands of /surprise there are for each kind.
func TestRS50Commands(t *testing.T) {
	for kind, marks := range map[string]bool{"none": false, "lost round": true, "late roll": true, "free round": true, "ambush turns": false,
		"roll": true, "lost turn": true, "one action": true} {
		f := poolFight(t, "surprise: "+kind+"\n", "Orc 18, Anna 17")
		set, side, clear := f.do(theGM, play.SurpriseSet{Names: "Orc", Confirm: true}), f.do(theGM, play.SurpriseSide{Side: "foes"}), f.do(theGM, play.SurpriseClear{Names: "Orc"})
		if marks != (set == nil) || marks != (side == nil) || marks != (clear == nil) {
			t.Errorf("%s: set %v, side %v, clear %v", kind, set, side, clear)
		}
		for name, cmd := range map[string]play.Command{"lost round": play.SurpriseAsk{Names: "Orc", Target: "50"}, "late roll": play.SurpriseContest{Ambushers: "Anna", Targets: "Orc"},
			"free round": play.SurpriseAlert{Names: "Orc"}, "ambush turns": play.SurpriseAmbush{Names: "Orc"}} {
			f.dice = script(t, 1, 2, 3, 4)
			if err := f.do(theGM, cmd); (err == nil) != (name == kind) {
				t.Errorf("%s: %T: %v", kind, cmd, err)
			}
		}
	}
}
