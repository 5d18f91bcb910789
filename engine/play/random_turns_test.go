package play_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/ruleset"
	"roundel/snowflake"
)

// randomFight is a fight in which a test plays random commands. The dice are random, too.
type randomFight struct {
	rt    *rapid.T
	rs    *ruleset.Ruleset
	dice  dice.Roller
	state *engine.State
	done  []play.Command // those that weren't refused
	n     int            // how many commands there were, with those that were refused
}

func newRandomFight(rt *rapid.T, rs *ruleset.Ruleset) *randomFight {
	return &randomFight{rt: rt, rs: rs, dice: dice.Seeded(rapid.Uint64().Draw(rt, "seed"))}
}

// do plays a command and returns what happened: nothing if it was refused.
func (f *randomFight) do(user snowflake.User, cmd play.Command) []engine.Event {
	f.n++
	now := time.Date(2026, 1, 1, 0, 0, f.n, 0, time.UTC)
	out, err := play.Decide(f.state, f.rs, cmd, play.Input{Actor: engine.Actor{User: user}, Now: now, Turn: engine.TurnID(f.n), Dice: f.dice})
	if err != nil {
		checkRefusal(f.rt, err)
		return nil
	}
	f.state, f.done = out.State, append(f.done, cmd)
	return out.Events
}

// played lists the commands for a report.
func (f *randomFight) played() string {
	var b strings.Builder
	for _, cmd := range f.done {
		fmt.Fprintf(&b, "%T%+v\n", cmd, cmd)
	}
	return b.String()
}

// TestTO9EveryoneHasOneTurnARound plays random commands that move groups and their members in the order: act last, rolling with the blow,
// effects on scores, corrected scores and places. Whoever is in the fight for a whole round has exactly one turn in it, hidden or not.
func TestTO9EveryoneHasOneTurnARound(t *testing.T) {
	rounds := 0
	rapid.Check(t, func(rt *rapid.T) { rounds += playTurns(rt) })
	t.Logf("%d rounds", rounds)
	if rounds == 0 {
		t.Error("no round was over")
	}
}

// playTurns plays one fight and returns how many rounds were over in it.
func playTurns(rt *rapid.T) int {
	rs, _ := ruleset.Bundled().Find("turn-order")
	f := newRandomFight(rt, rs)
	turns, present := map[engine.CombatantID]int{}, map[engine.CombatantID]bool{}
	rounds := 0
	do := func(user snowflake.User, cmd play.Command) {
		state := f.state
		events := f.do(user, cmd)
		s := engine.Fold(state, nil)
		for _, e := range events {
			if s == nil {
				s = engine.Fold(nil, []engine.Event{e})
			} else {
				engine.Apply(s, e)
			}
			switch e := e.(type) {
			case engine.RoundBegan:
				clear(turns)
				clear(present)
				for _, c := range s.Combatants {
					present[c.ID] = true
				}
			case engine.MemberActed:
				turns[e.Combatant]++
				if turns[e.Combatant] > 1 {
					rt.Fatalf("%s has a second turn in round %d after\n%s", s.Combatant(e.Combatant).Name, s.Round, f.played())
				}
			case engine.RoundEnded:
				rounds++
				for id := range present {
					if c := s.Combatant(id); c != nil && turns[id] != 1 {
						rt.Fatalf("%s has %d turns in round %d after\n%s", c.Name, turns[id], e.Round, f.played())
					}
				}
			}
		}
	}
	do(theGM, play.Start{Name: "Random", Ruleset: rs.Name})
	do(anna, play.Join{Name: "Anna", Stats: "init 5"})
	do(ben, play.Join{Name: "Ben", Stats: "init 3"})
	do(theGM, play.Add{Name: "Goblin", Count: 3, Stats: "init 4"})
	do(theGM, play.Add{Name: "Wolf", Count: 2, Stats: "init 2"})
	if rapid.Bool().Draw(rt, "hidden") {
		do(theGM, play.Add{Name: "Goblin", Stats: "init 4", Hidden: true})
		do(theGM, play.Add{Name: "Ghost", Count: 2, Stats: "init 1", Hidden: true})
	}
	do(theGM, play.Roll{})
	for range rapid.IntRange(10, 60).Draw(rt, "length") {
		do(theGM, moves(rt, f.state))
	}
	return rounds
}

// moves draws a command that moves somebody in the order, or ends a turn.
func moves(rt *rapid.T, s *engine.State) play.Command {
	names := []string{"Goblin", "Wolf"}
	for _, c := range s.Combatants {
		names = append(names, c.Name)
	}
	draw := func(label string, of ...string) string { return rapid.SampledFrom(of).Draw(rt, label) }
	name := draw("name", names...)
	switch rapid.IntRange(0, 13).Draw(rt, "command") {
	case 0:
		return play.Last{Name: name}
	case 1:
		return play.RollWithBlow{Name: name}
	case 2, 3:
		return play.EffectAdd{Target: name, Name: draw("effect", "A", "B"), Initiative: rapid.SampledFrom([]int{-7, -2, -1, 1, 3, 8}).Draw(rt, "change"),
			Duration: draw("duration", "1 round", "2 rounds", "end of round", "end of turn", "end of this turn", "fight")}
	case 4:
		return play.EffectRemove{Target: name, Name: draw("effect", "A", "B")}
	case 5:
		score := rapid.IntRange(0, 25).Draw(rt, "score")
		return play.Edit{Name: name, Score: &score}
	case 6:
		return play.Place{Name: name, Before: draw("before", names...)}
	case 7:
		return play.Add{Name: draw("more", "Goblin", "Wolf", "Orc"), Stats: "init 4"}
	}
	if active := s.ActiveMembers(); len(active) > 0 && rapid.Bool().Draw(rt, "one") {
		return play.Next{Who: rapid.SampledFrom(active).Draw(rt, "who").Name}
	}
	return play.Next{}
}
