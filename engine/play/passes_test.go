package play_test

import (
	"testing"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

// TestRS26Passes is worked example 15.
func TestRS26Passes(t *testing.T) {
	f := inFile(t, "order: {by: score, roll: d30, passes: 10}\n")
	f.people(23, 14, 9)
	f.gm(play.Roll{})
	f.wantExport(`"pass": 1`)
	f.wantTurns("1: Anna", "1: Orc", "1: Ben", "1: Anna")
	f.wantExport(`"pass": 2`, `"original_score": 23`, `"score": 13`, `"score": -1`)
	f.wantRows("Anna/1 13, Orc/1 4, Ben/1 -1*")
	f.wantTurns("1: Anna", "1: Orc", "1: Anna")
	f.wantExport(`"pass": 3`, `"score": 3`)
	f.wantTurns("1: Anna", "2: Anna", "2: Orc")
	f.wantExport(`"pass": 1`, `"score": 23`)
}

// TestRS26AtZero: who is at 0 sits out, whatever brought it there; events act in the first pass; one turn of the round is counted.
func TestRS26AtZero(t *testing.T) {
	f := inFile(t, "order: {by: score, roll: d30, passes: 5}\nevents: {Lair: {score: 20}}\n")
	f.people(12, 10, 7)
	f.gm(play.AddEvent{Name: "Lair"}, play.Roll{})
	f.wantTurns("1: Lair", "1: Anna")
	f.gm(play.EffectAdd{Target: "Ben", Name: "Hurt", Initiative: -7}, play.EffectAdd{Target: "Anna", Name: "Burning", Damage: "1", Duration: "2 rounds"})
	f.wantTurns("1: Anna", "1: Orc", "1: Anna", "1: Orc")
	f.wantEffects("Hurt on Ben 0, Burning on Anna 1")
	f.gm(play.EffectAdd{Target: "Orc", Name: "Quick", Initiative: 6})
	f.wantTurns("1: Orc", "1: Orc", "1: Anna", "1: Orc", "2: Lair")
	f.gm(play.EffectRemove{Target: "Ben", Name: "Hurt"})
	f.wantTurns("2: Lair", "2: Orc", "2: Anna", "2: Ben")
}

// TestRS26File plays the bundled file.
func TestRS26File(t *testing.T) {
	f := start(t, "passes", 1, 1, 6)
	f.by(anna, play.Join{Name: "Anna", Stats: "reaction 5, intuition 4, ini_dice 2"})
	f.gm(play.Add{Name: "Orc", Stats: "reaction 3, intuition 2"}, play.Roll{Rolls: "Anna 10, Orc 5"})
	f.wantTurns("1: Anna", "1: Orc", "1: Anna") // the Orc is at 0
	f.next(1)
	f.wantRows("Anna/1 11, Orc/1 11")
}

// TestRS26NobodyAboveZero: a round in which nobody is above 0 waits for the GM.
func TestRS26NobodyAboveZero(t *testing.T) {
	f := inFile(t, "order: {by: score, roll: init, passes: 5}\n")
	f.by(anna, play.Join{Name: "Anna", Stats: "init 0"})
	f.gm(play.Roll{})
	f.wantActive("1: ")
	f.gm(play.Next{})
	f.wantActive("2: ")
	f.gm(play.Add{Name: "Orc", Stats: "init 3"})
	f.wantActive("2: Orc")
}

// TestRS26AboveZeroAfterAll: if nobody is above 0, whoever then comes above it has the turn, however they do; who stays there has none to lose.
func TestRS26AboveZeroAfterAll(t *testing.T) {
	for order, active := range map[string]string{
		"passes: 1":                          "2: Orc",
		"passes: 1, slots: yes":              "2: ",
		"passes: 1, slots: yes, turns: 2":    "2: ",
		"passes: 1, again: round, ties: npc": "2: Orc",
	} {
		for name, raise := range map[string]play.Command{
			"effect": play.EffectAdd{Target: "Orc", Name: "Quick", Initiative: 1},
			"score":  play.Edit{Name: "Orc", Score: roll(1)},
			"end":    play.EffectRemove{Target: "Orc", Name: "Slow"},
		} {
			t.Run(order+", "+name, func(t *testing.T) {
				f := inFile(t, "order: {by: score, roll: init, "+order+"}\n")
				f.dice = dice.Seeded(1)
				f.by(anna, play.Join{Name: "Anna", Stats: "init 0"})
				f.gm(play.Add{Name: "Orc", Stats: "init 0"})
				if name == "end" {
					f.gm(play.Edit{Name: "Orc", Stats: "init 1"}, play.EffectAdd{Target: "Orc", Name: "Slow", Initiative: -1})
				}
				f.gm(play.Roll{})
				f.wantActive("1: ")
				f.gm(play.EffectAdd{Target: "Anna", Name: "Stunned", Skip: true})
				f.wantActive("1: ")
				f.gm(play.Next{})
				f.wantActive("2: ")
				if f.s.Open != nil {
					t.Fatal("a turn is open to nobody")
				}
				f.gm(raise)
				f.wantActive(active)
				if f.s.Open != nil {
					f.gm(play.Take{Name: "Orc"})
				}
				f.wantActive("2: Orc")
			})
		}
	}
}

// TestRS26AllWhoActedHaveLeft: in a later pass, everyone who acted in the first one leaves, and somebody new has no pass left in this round.
func TestRS26AllWhoActedHaveLeft(t *testing.T) {
	f := inFile(t, "order: {by: score, roll: init, passes: 5}\n")
	f.by(anna, play.Join{Name: "Anna", Stats: "init 12"})
	f.gm(play.Roll{})
	f.next(1)
	f.wantActive("1: Anna")
	f.by(anna, play.Remove{Name: "Anna"})
	f.gm(play.Add{Name: "Orc", Stats: "init 3"})
	f.wantActive("2: Orc")
}

// TestRS26Hidden: a pass of hidden units alone looks to others as if the pass before it went on.
func TestRS26Hidden(t *testing.T) {
	f := inFile(t, "order: {by: score, roll: d30, passes: 10}\n")
	f.pc("Anna", "", 9)
	f.gm(play.Add{Name: "Ghost", Roll: roll(25), Hidden: true}, play.Roll{})
	f.wantTurns("1: Ghost", "1: Anna")
	before := f.s
	f.gm(play.Next{})
	f.wantActive("1: Ghost")
	seen := view.State(f.s, view.ViewerOf(f.s, engine.Actor{User: anna}))
	for _, e := range view.Of(engine.Outcome{Before: before, Events: f.last, State: f.s}, view.Viewer{User: anna}).Events {
		if _, begins := e.(engine.PassBegan); begins {
			t.Errorf("others are told of %+v", e)
		}
	}
	if f.s.Pass != 2 || seen.Pass != 0 || seen.HiddenPasses != 0 || !seen.GMActs() || seen.Score(f.rs, &seen.Units[0]) != 9 {
		t.Errorf("%+v", seen)
	}
}

// TestRS23TogetherAtPlaces: a further place acts at once with whoever has its score, whatever the unit's first place has.
func TestRS23TogetherAtPlaces(t *testing.T) {
	f := inFile(t, "order: {by: score, roll: d20, turns: 2, ties: together}\n")
	f.by(anna, play.Join{Name: "Anna"})
	f.gm(play.Add{Name: "Orc"}, play.Roll{Rolls: "Anna 18/7, Orc 7/2"})
	f.wantTurns("1: Anna", "1: Anna, Orc", "1: Orc", "2: Anna")
}

// TestRS25Phases is worked example 23.
func TestRS25Phases(t *testing.T) {
	f := start(t, "sides-d6", 3, 2)
	f.by(anna, play.Join{Name: "Anna"})
	f.gm(play.Add{Name: "Orc", Stats: "morale 7"}, play.Roll{Rolls: "party 4, foes 4"})
	for _, phase := range []string{"morale", "movement", "missiles", "magic", "melee"} {
		f.wantActive("1: Anna, Orc")
		f.wantExport(`"turn_phase": "` + phase + `"`)
		f.gm(play.Next{})
	}
	if f.s.Round != 2 {
		t.Fatalf("round %d", f.s.Round)
	}
	f.wantExport(`"turn_phase": "morale"`)
}

// TestRS25Owners: a phase is over when the owners of all standing members say so, or the GM; the start and end of a turn come once.
func TestRS25Owners(t *testing.T) {
	rs, err := ruleset.Read([]byte("roundel: 1\nname: sides\ntitle: Sides\nunits: side\norder: {by: score, roll: d6, phases: [move, fight]}\nturn: {action: 1}\n"))
	if err != nil {
		t.Fatal(err)
	}
	f := startWith(t, rs, play.Start{Name: "Test"})
	f.by(anna, play.Join{Name: "Anna", Stats: "hp 9"}, play.Join{Name: "Cat", Stats: "hp 5"})
	f.by(ben, play.Join{Name: "Ben"})
	f.gm(play.Add{Name: "Orc"}, play.Roll{Rolls: "party 4, foes 3"})
	f.by(anna, play.Next{})
	f.wantExport(`"turn_phase": "move"`)
	f.refused(anna, play.Next{}, engine.NotNow, reason.PhaseDone)
	f.gm(play.Do{Activity: "Run", Who: "Ben"})
	f.by(ben, play.Next{})
	f.wantExport(`"turn_phase": "fight"`)
	f.wantActive("1: Anna, Cat, Ben")
	f.refused(theGM, play.Do{Activity: "Run", Who: "Ben"}, engine.NotNow) // the turn is the same
	f.by(ben, play.Next{})
	f.wantActive("1: Anna, Cat")
	f.gm(play.Next{})
	f.wantActive("1: Orc")
	f.wantExport(`"turn_phase": "move"`)
	f.refused(anna, play.Next{}, engine.NotAllowed)
	f.next(2)
	f.gm(play.HP{Target: "Cat", Amount: "-9"}, play.HP{Target: "Anna", Amount: "-9"})
	f.by(ben, play.Next{}) // who is down isn't asked
	f.wantExport(`"turn_phase": "fight"`)
}

// TestRS25Holding: a turn that is held or interrupted goes on in its phase.
func TestRS25Holding(t *testing.T) {
	f := inFile(t, "order: {by: score, roll: d20, phases: [a, b, c]}\nwait: hold\n")
	f.people(18, 9, 5)
	f.gm(play.Roll{}, play.Next{}, play.Delay{}, play.Next{}) // Anna holds in phase b, the Orc is in b
	f.wantExport(`"turn_phase": "b"`)
	f.gm(play.Next{}, play.Take{Name: "Anna"})
	f.wantExport(`"turn_phase": "b"`)
	f.wantActive("1: Anna")
	f.next(2)
	f.wantActive("1: Orc")
	f.wantExport(`"turn_phase": "c"`)
	f.next(1)
	f.wantActive("1: Ben")
	f.wantExport(`"turn_phase": "a"`)
}
