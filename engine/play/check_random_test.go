package play_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/ruleset"
	"roundel/snowflake"
)

// TestRS66RandomChecks plays random commands with checks and combatants that go down: a check that is due stays so until it is rolled,
// the next moment takes its place or its effect is gone, and a replay of the log gives the same states, which is what undo relies on.
func TestRS66RandomChecks(t *testing.T) {
	bleeding := readText(t, bleedingRules)
	for _, rs := range []*ruleset.Ruleset{readText(t, checkRules), bleeding} {
		t.Run(rs.Name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) { playChecks(rt, rs) })
		})
	}
}

// bleedingRules has counts for everybody at 0 hit points, and checks at every moment.
const bleedingRules = `
roundel: 1
name: bleeding-test
title: Bleeding
stats: {init: Initiative}
units: {alike: [init]}
order: {by: score, roll: d20 + init, ties: [gm]}
save: {roll: d20 + bonus, needs: dc}
conditions:
  Waking: {skip: yes, check: {at: start, roll: d6, needs: 5}}
  Focused: {check: {at: damage, roll: d20, needs: "max(10, damage / 2)", ends: fail}}
  Turning: {check: {roll: d10, needs: 6, passes: 2, fails: 2, becomes: Waking}}
down: {who: all, roll: d20, needs: 10, passes: 2, fails: 2, on 1: two fails, on 20: up at 2 hp, hit: 1, massive: yes, states: [bleeding, still, gone]}
`

func playChecks(rt *rapid.T, rs *ruleset.Ruleset) {
	codec := engine.New()
	roller := dice.Seeded(rapid.Uint64().Draw(rt, "seed"))
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	var state *engine.State
	var log []step
	do := func(n int, cmd play.Command, user snowflake.User) {
		now = now.Add(time.Second)
		before := state
		out, err := play.Decide(state, rs, cmd, play.Input{Actor: engine.Actor{User: user}, Now: now, Turn: engine.TurnID(n + 1), Dice: roller})
		if err != nil {
			checkRefusal(rt, err)
			return
		}
		state = out.State
		log = append(log, step{out.Events, exported(rt, rs, state)})
		checkState(rt, rs, state)
		checkStages(rt, out)
		checkNoneLost(rt, before, out)
	}
	do(0, play.Start{Name: "Random", Ruleset: rs.Name}, theGM)
	do(1, play.Join{Name: "Ann", Stats: "init 3, hp 9"}, anna)
	do(2, play.Join{Name: "Bob", Stats: "init 2, hp 5"}, anna)
	do(3, play.Add{Name: "Rat", Count: 2, Stats: "init 0, hp 4"}, theGM)
	do(4, play.Add{Name: "Owl", Count: 1, Stats: "init 0, hp 4", Hidden: true}, theGM)
	do(5, play.Roll{}, theGM)
	for n := range rapid.IntRange(5, 60).Draw(rt, "length") {
		do(n+6, drawCheck(newDraw(rt, rs, state)), rapid.SampledFrom([]snowflake.User{theGM, theGM, anna}).Draw(rt, "user"))
	}
	replay(rt, codec, rs, log, state)
}

func drawCheck(d draw) play.Command {
	switch d.n("command", 0, 9) {
	case 0, 1:
		return play.EffectAdd{Target: d.name("target"), Name: d.of("effect", "Waking", "Focused", "Turning", "Slow"), DC: d.maybe("dc", 0, 20),
			Skip: d.flag("skip"), Duration: d.duration(), Damage: d.of("damage", "", "", "1d4")}
	case 2, 3, 4:
		return play.EffectSave{Target: d.name("target"), Name: d.of("effect", "", "", "Waking", "Focused", "Turning", "Slow", "bleeding"), Roll: d.maybe("roll", 1, 20)}
	case 5, 6:
		return play.HP{Target: d.name("target"), Amount: d.of("amount", "-2", "-9", "+3", "=0", "-30")}
	case 7:
		return d.setup()
	}
	return play.Next{}
}

// checkNoneLost checks that what was due before a command is due after it, unless it was rolled or is over.
func checkNoneLost(rt *rapid.T, before *engine.State, out engine.Outcome) {
	if before == nil {
		return
	}
	rolled := map[engine.EffectID]int{}
	saved := map[engine.CombatantID]bool{}
	for _, e := range out.Events {
		switch e := e.(type) {
		case engine.Checked:
			rolled[e.Effect]++
		case engine.Saved:
			saved[e.Combatant] = true
		case engine.DownChanged:
			saved[e.Combatant] = saved[e.Combatant] || e.State != "bleeding"
		case engine.DownPicked:
			saved[e.Combatant] = true
		}
	}
	for i := range before.Effects {
		was := &before.Effects[i]
		is := out.State.Effect(was.ID)
		if was.Check == nil || is == nil {
			continue
		}
		if is.Check == nil || is.Check.Due < was.Check.Due-rolled[was.ID] {
			rt.Fatalf("a check of %s was due and isn't any more: %+v, then %+v", was.Name, was.Check, is.Check)
		}
	}
	for i := range before.Combatants {
		was := &before.Combatants[i]
		is := out.State.Combatant(was.ID)
		if was.Saves != nil && was.Saves.Due && is != nil && !is.Standing() && !saved[was.ID] && (is.Saves == nil || !is.Saves.Due) && stayedDown(out.Events, was.ID) {
			rt.Fatalf("the check of %s was due and isn't any more: %+v", was.Name, is.Saves)
		}
	}
}

// stayedDown reports whether no change of hit points got a combatant up.
func stayedDown(events []engine.Event, id engine.CombatantID) bool {
	for _, e := range events {
		if change, is := e.(engine.HPChanged); is && change.Combatant == id && change.To > 0 {
			return false
		}
	}
	return true
}
