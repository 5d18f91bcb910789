package play_test

import (
	"errors"
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

// watch ends the test process if what it is called for doesn't end, before that fills the memory. The result is to be called at the end.
func watch(what string) (over func() bool) {
	return time.AfterFunc(time.Minute, func() { panic("this doesn't end: " + what) }).Stop
}

// TestRS23TogetherWithoutScores: under orders without scores, which earlier releases took with "together", everyone has their own turn, and a
// turn that is lost is over.
func TestRS23TogetherWithoutScores(t *testing.T) {
	for name, order := range map[string]string{
		"draw":         "order: {by: draw, ties: together, tokens: 1}",
		"draw, ambush": "order: {by: draw, ties: [pc, together], tokens: 2}\nsurprise: one action",
		"pick":         "order: {by: pick, ties: together}",
		"pick, roll":   "order: {by: pick, roll: d6, next: other side, who: side, ties: together}",
		"pick, repeat": "order: {by: pick, repeat: yes, ties: together}\nsurprise: ambush turns",
	} {
		t.Run(name, func(t *testing.T) {
			text := []byte("roundel: 1\nname: together\ntitle: Together\n" + order + "\n")
			if _, err := ruleset.Read(text); err == nil {
				t.Error("the file is taken")
			}
			rs, err := ruleset.ReadStored(text)
			if err != nil {
				t.Fatal(err)
			}
			defer watch(order)()
			f := startWith(t, rs, play.Start{Name: "Together"})
			f.dice = dice.Seeded(1)
			f.by(anna, play.Join{Name: "Anna", Stats: "hp 9"})
			f.gm(play.Add{Name: "Orc", Count: 3, Stats: "hp 9"}, play.Roll{})
			for _, name := range []string{"Orc 1", "Orc 2"} {
				f.gm(play.EffectAdd{Target: name, Name: "Stunned", Skip: true, Duration: "3 rounds"})
			}
			acted := map[string]bool{}
			for n := 0; f.s.Round < 3 && n < 40; n++ {
				if f.s.Open != nil {
					f.gm(play.Take{Name: f.s.Candidates()[n%len(f.s.Candidates())].Name})
				}
				acted[fmt.Sprint(f.s.ActiveNames())] = true
				if f.rs.Order.Repeat && n%6 == 5 {
					f.gm(play.Next{To: play.EndOfRound})
				} else {
					f.gm(play.Next{})
				}
			}
			if f.s.Round < 3 || !acted["[Anna]"] || !acted["[Orc 3]"] || acted["[Orc 1]"] {
				t.Errorf("round %d, turns of %v", f.s.Round, acted)
			}
		})
	}
}

// TestTheLargestFights: in the largest fights that there can be, under files that ask for as much as they can, every command is done or
// refused within its budget, and the GM can go on. With -rapid.checks 100, that goes on for longer,
// and under all of the files instead of two.
func TestTheLargestFights(t *testing.T) {
	for name, lines := range map[string]string{
		"together":      "order: {by: score, roll: d2, turns: 10, ties: together}",
		"turns":         "order: {by: score, roll: d20, turns: 10}",
		"one side":      "order: {by: score, roll: d1, ties: 100d1}",
		"passes":        "order: {by: score, roll: d6 + 900000, passes: 1}",
		"slots, passes": "order: {by: score, roll: d6 + 900000, passes: 1, slots: yes}",
		"draw":          "order: {by: draw, tokens: 20}",
		"pick":          "order: {by: pick, turns: 10}",
		"clock":         "order: {by: clock, roll: 100d1000, cost: 1}",
		"cards":         "order: {by: cards, deck: 1-3, deal: 10, redraw: 1, again: round, turns: 10, shuffle: when empty}",
	} {
		if checks() < 100 && name != "together" && name != "cards" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			rs, err := ruleset.Read([]byte("roundel: 1\nname: heavy\ntitle: Heavy\n" + lines + "\n"))
			if err != nil {
				t.Fatal(err)
			}
			defer watch(lines)()
			f := startWith(t, rs, play.Start{Name: "Heavy"})
			f.dice = dice.Seeded(1)
			for i := range 4 {
				f.gm(play.Add{Name: fmt.Sprintf("Rat%d", i), Count: 50, Side: []string{"a", "b"}[i%2], Separate: true})
			}
			var names []string
			for _, c := range f.s.Combatants[:199] {
				names = append(names, c.Name)
			}
			f.gm(play.EffectAdd{Target: strings.Join(names, ", "), Name: "Stunned", Skip: true, Duration: "9 rounds"})
			f.gm(play.Roll{})
			f.gm(play.EffectAdd{Target: f.s.Combatants[199].Name, Name: "Stunned", Skip: true, Duration: "9 rounds"})
			most := 0
			for n := range max(2, checks()/16) {
				turn := f.s.Turn
				cmd := goOn(rs, f.s)
				out, err := play.Decide(f.s, rs, cmd, play.Input{Actor: engine.Actor{User: theGM}, Turn: engine.TurnID(5000 + n), Dice: f.dice})
				if err != nil {
					t.Fatalf("%#v: %v", cmd, err)
				}
				if f.s = out.State; f.s.Turn == turn {
					t.Errorf("%#v: nothing goes on", cmd)
				}
				most = max(most, len(out.Events))
			}
			if most > 20_000 {
				t.Errorf("one command has written %d events", most)
			}
			_, err = play.Decide(f.s, rs, play.Next{To: play.EndOfRound}, play.Input{Actor: engine.Actor{User: theGM}, Turn: 9000, Dice: f.dice})
			var why *engine.Error
			if err != nil && !errors.As(err, &why) {
				t.Error(err)
			}
		})
	}
}

// TestAnOverrunIsAnError: a command that is out of budget fails, and does nothing.
func TestAnOverrunIsAnError(t *testing.T) {
	rs, err := ruleset.Read([]byte("roundel: 1\nname: heavy\ntitle: Heavy\norder: {by: score, roll: 100d1000}\n"))
	if err != nil {
		t.Fatal(err)
	}
	f := startWith(t, rs, play.Start{Name: "Heavy"})
	f.gm(play.Add{Name: "Rat", Count: 2, Separate: true})
	f.refused(theGM, play.Next{}, engine.NotNow, reason.NotRolled)
	defer watch("a command that is out of budget")()
	fight := play.Fight{State: f.s.Clone(), Rules: rs, Dice: dice.Seeded(1)}
	overrun := func() (err error) {
		defer play.CatchOverrun(&err)
		for {
			fight.RollUnit(fight.State.Units[0].ID)
		}
	}
	var over *play.Overrun
	if err := overrun(); !errors.As(err, &over) {
		t.Errorf("the error is %v", err)
	}
	if n := len(fight.Events); n < 10_000 || n > 100_000 {
		t.Errorf("%d events fit into the budget", n)
	}
}
