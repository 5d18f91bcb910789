package play_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"roundel/engine/view"
	"roundel/snowflake"
)

// counting begins a fight under a file with these counters: Anna's Kay, the GM's Orc.
func counting(t *testing.T, counters ...string) *fight {
	t.Helper()
	text := "roundel: 1\nname: tally\ntitle: Tally\nstats:\n  init: {is: Initiative, need: all}\n  grit: {is: Grit}\n" +
		"units: {alike: [init]}\norder: {by: score, roll: d20 + init}\n"
	if len(counters) > 0 {
		text += "counters:\n  " + strings.Join(counters, "\n  ") + "\n"
	}
	rs, err := ruleset.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	f := startWith(t, rs, play.Start{Name: "Test", Ruleset: rs.Name})
	f.pc("Kay", "init 5, hp 9, grit 3", 15)
	f.npc("Orc", 1, "init 0, hp 9, grit 2", 1)
	return f
}

// wantCounters compares the counters of the export: "fear 3, hero points Kay 1".
func (f *fight) wantCounters(want string) {
	f.t.Helper()
	var out struct {
		Counters []struct {
			Name, Of, Who string
			Value         int
		}
	}
	if err := json.Unmarshal([]byte(f.export()), &out); err != nil {
		f.t.Fatal(err)
	}
	var got []string
	for _, c := range out.Counters {
		got = append(got, strings.Join(strings.Fields(fmt.Sprintf("%s %s %d", c.Name, c.Who, c.Value)), " "))
	}
	if text := strings.Join(got, ", "); text != want {
		f.t.Fatalf("the counters are %q, want %q", text, want)
	}
}

func set(name string, n int, who string) play.Command {
	return play.CounterSet{Name: name, Value: n, Who: who}
}

func add(name string, n int, who string) play.Command {
	return play.CounterAdd{Name: name, Amount: n, Who: who}
}

// TestRS70Escalation: worked example 18, the bundled file: 0 in round 1, 3 in round 4, at most 6.
func TestRS70Escalation(t *testing.T) {
	f := start(t, "escalation")
	f.pc("Kay", "init 5, hp 9", 15)
	f.wantCounters("")
	f.refused(theGM, set("escalation die", 2, ""), engine.NotNow, reason.CountersLater)
	f.gm(play.Roll{})
	for round := 1; round <= 9; round++ {
		f.wantCounters(fmt.Sprintf("escalation die %d", min(round-1, 6)))
		f.next(1)
	}
	f.gm(set("Escalation  DIE", 1, ""))
	f.wantCounters("escalation die 1")
	f.next(1)
	f.wantCounters("escalation die 2")
}

// TestRS70Formulas: what a counter begins at and what a round adds follow the fight, and stay within the bounds.
func TestRS70Formulas(t *testing.T) {
	f := counting(t, "malice: {from: heroes, each round: round + heroes, of: gm}", "luck: {from: total(grit), least: 2, to: 4, of: fight}",
		"morale: {from: 10, each round: -members, least: 3, of: side}", "will: {from: grit * 2, each round: pc, of: combatant}", "debt: {least: -5, each round: -2}")
	f.gm(play.Roll{})
	f.wantCounters("malice 1, luck 4, morale party 10, morale foes 10, will Kay 6, will Orc 4, debt 0")
	f.by(ben, play.Join{Name: "Bo", Stats: "init 1, hp 5, grit 1", Roll: roll(5)})
	f.wantCounters("malice 1, luck 4, morale party 10, morale foes 10, will Kay 6, will Orc 4, will Bo 2, debt 0")
	f.next(3)
	f.wantActive("2: Kay")
	f.wantCounters("malice 5, luck 4, morale party 8, morale foes 9, will Kay 7, will Orc 4, will Bo 3, debt -2") // 2 + 2 heroes
	f.gm(play.HP{Target: "Bo", Amount: "=0"})
	f.next(2)
	f.wantActive("3: Kay")
	f.wantCounters("malice 9, luck 4, morale party 7, morale foes 8, will Kay 8, will Orc 4, will Bo 4, debt -4") // 3 + the one who stands
	f.gm(play.Remove{Name: "Bo"}, play.Remove{Name: "Orc"}, play.Add{Name: "Elf", Side: "wood", Stats: "init 1, hp 5", Roll: roll(2)})
	f.wantCounters("malice 9, luck 4, morale party 7, morale wood 10, will Kay 8, will Elf 0, debt -4")
	f.gm(play.Edit{Name: "Elf", Side: "foes"})
	f.wantCounters("malice 9, luck 4, morale party 7, morale foes 10, will Kay 8, will Elf 0, debt -4")
}

// TestRS70ByHand: who may change which counter, and that it stops at its bounds.
func TestRS70ByHand(t *testing.T) {
	f := counting(t, "fear: {to: 12, of: gm}", "hero points: {from: 1, to: 3, of: pc}", "wounds: {of: combatant}", "morale: {from: 5, of: side}",
		"doom: {secret: yes}", "taint: {of: pc, secret: yes}")
	f.gm(play.Roll{})
	stops := func(user snowflake.User, cmd play.Command, from, to, asked int) {
		t.Helper()
		f.by(user, cmd)
		if e := lastOf[engine.CountersSet](f); len(e) != 1 || e[0].Cause != engine.CounterHand || len(e[0].Changes) != 1 ||
			e[0].Changes[0].From != from || e[0].Changes[0].To != to || e[0].Changes[0].Asked != asked {
			t.Fatalf("%+v", e)
		}
	}
	stops(theGM, set("fear", 5, ""), 0, 5, 5)
	stops(theGM, add("FEAR", 99, ""), 5, 12, 104)
	stops(theGM, add("fear", -20, ""), 12, 0, -8)
	stops(theGM, add("fear", math.MinInt, ""), 0, 0, -2000000)
	stops(anna, add("hero points", -1, ""), 1, 0, 0)
	stops(anna, set("hero points", 9, "Kay"), 0, 3, 9)
	stops(anna, add("wounds", 2, ""), 0, 2, 2)
	stops(theGM, add("wounds", 4, "Orc"), 0, 4, 4)
	stops(theGM, add("morale", -2, "Foes"), 5, 3, 3)
	stops(theGM, add("morale", -2, "Orc"), 3, 1, 1)
	stops(theGM, set("doom", 7, ""), 0, 7, 7)
	stops(theGM, set("taint", 2, "Kay"), 0, 2, 2)
	f.wantCounters("fear 0, hero points Kay 3, wounds Kay 2, wounds Orc 4, morale party 5, morale foes 1, doom 7, taint Kay 2")

	f.refused(ben, add("fear", 1, ""), engine.NotAllowed, reason.NotInFight)
	f.refused(ben, add("hope", 1, ""), engine.NotAllowed, reason.NotInFight)
	f.refused(anna, add("fear", 1, ""), engine.NotAllowed, reason.GMOnly)
	f.refused(anna, add("morale", 1, "party"), engine.NotAllowed, reason.GMOnly)
	f.refused(anna, add("doom", 1, ""), engine.NotAllowed, reason.GMOnly)
	f.refused(anna, add("taint", 1, "Kay"), engine.NotAllowed, reason.GMOnly)
	f.refused(anna, add("wounds", 1, "Orc"), engine.NotAllowed, reason.NotYoursToPlay)
	f.refused(anna, add("hope", 1, ""), engine.NotInRules, reason.UnknownCounter, "[fear hero points wounds morale]")
	f.refused(theGM, add("hope", 1, ""), engine.NotInRules, reason.UnknownCounter, "doom taint")
	f.refused(theGM, add("hero points", 1, "Orc"), engine.Invalid, reason.CounterOfPCs)
	f.refused(theGM, add("fear", 1, "Orc"), engine.Invalid, reason.CounterOfAll)
	f.refused(theGM, add("morale", 1, ""), engine.Invalid, reason.SayWho)
	f.refused(theGM, add("morale", 1, "wolves"), engine.NotFound, reason.UnknownName)
	f.refused(theGM, add("wounds", 1, "Wolf"), engine.NotFound, reason.UnknownName)

	f = counting(t)
	f.refused(theGM, add("fear", 1, ""), engine.NotInRules, reason.NoCounters, engine.Args{Ruleset: "Tally"})
}

// TestRS70Hidden: what others see of counters does not depend on hidden combatants, and secret counters are the GM's alone.
func TestRS70Hidden(t *testing.T) {
	shown := func(f *fight) string {
		f.t.Helper()
		var out []string
		view := view.State(f.s, view.Viewer{User: ben})
		for i := range f.rs.Counters {
			for _, v := range view.CountersOf(f.rs.Counters[i].Name) {
				out = append(out, fmt.Sprint(v.Name, " ", view.CounterOwner(v.CounterID), " ", v.N))
			}
		}
		return strings.Join(out, ", ")
	}
	play := func(hidden bool) (seen []string) {
		f := counting(t, "malice: {from: heroes, each round: heroes + total(grit) + members}", "morale: {from: 5, each round: 1, of: side}",
			"wounds: {from: 1, of: combatant}", "doom: {from: 1, each round: 1, secret: yes}")
		step := func(cmds ...play.Command) {
			f.t.Helper()
			f.gm(cmds...)
			seen = append(seen, shown(f))
		}
		if hidden {
			f.gm(play.Add{Name: "Spy", Stats: "init 0, hp 5, grit 9", Roll: roll(8), Side: "dark", Hidden: true})
			f.by(other, play.Join{Name: "Eve", Stats: "init -9, hp 5, grit 9", Roll: roll(1)})
			yes := true
			f.gm(play.Edit{Name: "Eve", Hidden: &yes})
		}
		step(play.Roll{})
		step(play.Next{Who: "Kay"})
		for f.s.Round < 3 {
			f.gm(play.Next{})
		}
		step(play.CounterSet{Name: "morale", Value: 2, Who: "foes"})
		step(play.Add{Name: "Bat", Stats: "init 0, hp 5, grit 1", Roll: roll(12), Side: "dark"}) // as everyone sees it, the side begins now
		if hidden {
			f.refused(anna, play.CounterAdd{Name: "wounds", Amount: 1, Who: "Spy"}, engine.NotFound)
		}
		step(set("morale", 1, "dark"))
		step(play.Remove{Name: "Bat"})
		step(play.Add{Name: "Cat", Stats: "init 0, hp 5, grit 1", Roll: roll(13), Side: "dark"})
		return seen
	}
	with, without := play(true), play(false)
	for i := range without {
		if with[i] != without[i] {
			t.Errorf("step %d: with hidden combatants\n%s\nwithout\n%s", i, with[i], without[i])
		}
		if strings.Contains(without[i], "doom") || !strings.Contains(without[i], "malice") {
			t.Errorf("step %d: %s", i, without[i])
		}
	}
}

// TestRS70ViewOfEvents: a secret counter leaves no trace in what others are told, also while nobody is hidden.
func TestRS70ViewOfEvents(t *testing.T) {
	f := counting(t, "doom: {from: 1, each round: 1, secret: yes}", "fear: {each round: 1}")
	do := func(cmd play.Command) (view.View, view.View) {
		t.Helper()
		out, err := play.Decide(f.s, f.rs, cmd, play.Input{Actor: engine.Actor{User: theGM}, Turn: f.turn + 1, Now: f.now, Dice: f.dice})
		if err != nil {
			t.Fatal(err)
		}
		f.turn, f.s = f.turn+1, out.State
		return view.Of(out, view.Viewer{User: anna}), view.Of(out, view.Viewer{GM: true})
	}
	for _, step := range []struct {
		cmd     play.Command
		changes int
	}{{play.Roll{}, 1}, {play.Next{}, 0}, {play.Next{}, 1}, {set("doom", 5, ""), 0}, {set("fear", 5, ""), 1}} {
		seen, all := do(step.cmd)
		n := 0
		for i, e := range seen.Events {
			if set, is := e.(engine.CountersSet); is {
				n += len(set.Changes)
			}
			for _, v := range seen.At(i + 1).Counters {
				if v.Secret {
					t.Fatalf("%#v shows %+v", step.cmd, v)
				}
			}
		}
		for i := range all.Events {
			_ = all.At(i + 1)
		}
		if n != step.changes || len(seen.State.Counters) > 1 {
			t.Errorf("%#v: %d changes are seen, %+v", step.cmd, n, seen.State.Counters)
		}
	}
}
