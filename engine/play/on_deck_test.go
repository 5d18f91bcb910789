package play_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/snowflake"
)

// onDeckRules are rulesets in which turns are lost, scores change and effects end in different ways.
var onDeckRules = []string{
	scoreOnce + "units: {alike: [init], alone: yes}\nwait: bottom, one a side\nblow: -10\n",
	scoreOnce + "wait: rejoin\nblow: -5\nsave: {roll: d20 + bonus, needs: dc}\ndown: {states: [dying, stable, dead], at: start, roll: d20, needs: 10, passes: 3, fails: 3}\nsurprise: lost turn\n" +
		"conditions: {Dazed: {level: yes, most: 3, fades: start of turn, skip: yes}, Frozen: {level: yes, most: 3, fades: end of turn, skip: yes}, Focused: {}}\n",
	"order: {by: score, roll: d20 + init, turns: 2}\nsurprise: lost round\nround: 6 s\n",
	"order: {by: score, roll: d20 + init, passes: 8}\n",
}

// TestTO7OnDeckDown: somebody who is down and saves rolls with the blow too, and somebody who will lose the turn isn't on deck.
func TestTO7OnDeckDown(t *testing.T) {
	t.Parallel()
	f := inFile(t, onDeckRules[1])
	f.by(anna, play.Join{Name: "Anna", Stats: "hp 20", Roll: roll(18)})
	f.by(ben, play.Join{Name: "Ben", Stats: "hp 20", Roll: roll(20)})
	f.npc("Orc", 1, "hp 20", 5)
	onDeck := func(want string) {
		t.Helper()
		if u, in := f.s.OnDeck(f.rs); u == nil || fmt.Sprint(in.Round, ": ", u.Name) != want {
			t.Errorf("%+v, want %s", u, want)
		}
	}
	f.gm(play.Roll{}, play.RollWithBlow{Name: "Ben"}, play.HP{Target: "Ben", Amount: "=0"})
	f.next(2)
	f.wantActive("1: Orc")
	onDeck("2: Anna")
	f.gm(play.EffectAdd{Target: "Anna", Name: "Held", Skip: true, Duration: "1 round"})
	onDeck("2: Ben")
	f.next(1)
	f.wantActive("2: Ben")
}

// TestNU37OnDeckActs plays random commands without damage. Whoever [engine.State.OnDeck] names has the turn once the current one ends, unless on the way a tie
// had to be settled, or members of a group left it for a place of their own or came back.
func TestNU37OnDeckActs(t *testing.T) {
	t.Parallel()
	turns := 0
	rapid.Check(t, func(rt *rapid.T) { turns += playOnDeck(rt) })
	t.Logf("%d turns", turns)
	if turns == 0 {
		t.Error("no turn was foreseen")
	}
}

// playOnDeck plays one fight and returns how many turns were foreseen in it.
func playOnDeck(rt *rapid.T) int {
	rs := readRules(rt, rapid.SampledFrom(onDeckRules).Draw(rt, "rules"))
	f, foreseen := newRandomFight(rt, rs), 0
	do := func(user snowflake.User, cmd play.Command) {
		before := f.state
		events := f.do(user, cmd)
		_, ends := cmd.(play.Next)
		unforeseen := slices.ContainsFunc(events, func(e engine.Event) bool {
			switch e.(type) {
			case engine.TieSettled, engine.MemberLeft, engine.MemberBack, engine.GroupInherited:
				return true
			}
			return false
		})
		if ends && events != nil && before.Turn != 0 && !unforeseen {
			if u, in := before.OnDeck(rs); u != nil {
				foreseen++
				want, got := fmt.Sprint(in.Round, in.Main(u).ID), ""
				for _, id := range f.state.Active {
					got += fmt.Sprint(f.state.Round, id)
				}
				if got != want {
					rt.Fatalf("on deck is %s %s, but it's %s after\n%s\n%+v", want, u.Name, got, f.played(), events)
				}
			}
		}
	}
	do(theGM, play.Start{Name: "Random", Ruleset: rs.Name})
	do(anna, play.Join{Name: "Anna", Stats: "init 5, hp 20"})
	do(ben, play.Join{Name: "Ben", Stats: "init 3, hp 20"})
	do(theGM, play.Add{Name: "Goblin", Count: 3, Stats: "init 4, hp 20"})
	do(theGM, play.Add{Name: "Ogre", Stats: "init -3, hp 20"})
	if rapid.Bool().Draw(rt, "surprised") {
		do(theGM, play.SurpriseSet{Names: "Ben, Goblin"})
	}
	do(theGM, play.Roll{})
	for range rapid.IntRange(10, 60).Draw(rt, "length") {
		do(theGM, onDeckMoves(rt, f.state))
	}
	return foreseen
}

// onDeckMoves returns a random command that changes who acts next or ends the turn.
func onDeckMoves(rt *rapid.T, s *engine.State) play.Command {
	draw := func(label string, of ...string) string { return rapid.SampledFrom(of).Draw(rt, label) }
	names := []string{"Anna", "Ben", "Ogre", "Goblin 1", "Goblin 2", "Goblin 3", "Goblin"}
	name := draw("name", names...)
	switch rapid.IntRange(0, 14).Draw(rt, "command") {
	case 0:
		return play.Last{Name: name}
	case 1:
		return play.RollWithBlow{Name: name}
	case 2, 3, 4:
		return play.EffectAdd{Target: name, Name: draw("effect", "A", "B"), Skip: rapid.IntRange(0, 3).Draw(rt, "skip") > 0, Source: draw("source", names...),
			Initiative: rapid.SampledFrom([]int{0, 0, -7, 3}).Draw(rt, "change"), With: draw("with", "", "", "A"),
			Duration: draw("duration", "1 round", "2 rounds", "3 rounds", "end of round", "end of turn", "end of this turn", "start of turn", "end of next turn", "fight",
				"start of source's turn", "end of source's turn", "end of source's next turn", "2 rounds, start of source's turn", "2 rounds, end of source's turn",
				"2 rounds, end of round", "2 rounds, start of target's turn")}
	case 5:
		level := rapid.IntRange(1, 3).Draw(rt, "level")
		return play.EffectAdd{Target: name, Name: draw("condition", "Dazed", "Frozen"), Level: &level, Duration: "fight"}
	case 6:
		return play.EffectRemove{Target: name, Name: draw("effect", "A", "B")}
	case 7:
		return play.HP{Target: name, Amount: draw("hp", "=0", "=5")}
	case 8:
		return play.Delay{Name: name}
	case 9:
		return play.Take{Name: name}
	}
	return play.Next{}
}
