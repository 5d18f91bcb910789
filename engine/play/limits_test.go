package play_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

func TestFightLimits(t *testing.T) {
	f := start(t, to)
	f.dice = dice.Seeded(1)
	f.refused(theGM, play.Add{Name: "Rat", Count: 51, Stats: "init 1"}, engine.Invalid, engine.Args{Low: 1, High: 50})
	f.refused(theGM, play.Add{Name: "Rat", Count: -1, Stats: "init 1"}, engine.Invalid)
	for i := range 4 {
		f.gm(play.Add{Name: fmt.Sprintf("Rat%d", i), Count: 50, Stats: "init 1"})
	}
	f.refused(anna, play.Join{Name: "Knight", Stats: "init 1"}, engine.NotNow, reason.TooManyCombatants, engine.Args{High: 200})
	for i := range 200 {
		f.gm(play.EffectAdd{Target: "Rat0 1", Name: fmt.Sprintf("E%d", i)})
	}
	f.refused(theGM, play.EffectAdd{Target: "Rat0 2", Name: "One more"}, engine.NotNow, reason.TooManyEffects, engine.Args{High: 200})
	f.gm(play.Roll{})
	f.next(4)
	if f.s.Round != 2 {
		t.Fatalf("round %d after four groups have acted", f.s.Round)
	}
}

func TestLongActivitiesCountAsEffects(t *testing.T) {
	f := pilotAndDrones(t)
	for i := range 200 {
		f.gm(play.EffectAdd{Target: "Drone", Name: fmt.Sprintf("E%d", i)})
	}
	f.refused(anna, play.Long{Activity: "Dig", Duration: "1 h", Who: "Pilot"}, engine.NotNow)
	for i := range 100 {
		f.gm(play.Define{Activity: fmt.Sprintf("A%d", i), Ticks: 1})
	}
	f.refused(theGM, play.Define{Activity: "one more", Ticks: 1}, engine.NotNow, reason.TooManyActivities, engine.Args{High: 100})
	f.gm(play.Define{Activity: "a7", Ticks: 2})
}

func TestTextLimits(t *testing.T) {
	f := pilotAndDrones(t)
	long := strings.Repeat("é", 1501)
	for _, cmd := range []play.Command{
		play.Scene{Text: long}, play.EffectAdd{Target: "Drone", Name: long[:102]}, play.EffectAdd{Target: "Drone", Name: "X", Note: long[:402]},
		play.EffectAdd{Target: "Drone", Name: "X\nY"}, play.EffectAdd{Target: "Drone"}, play.Define{Activity: long[:162], Ticks: 1},
		play.Long{Activity: long[:102], Duration: "1 h", Who: "Drone"}, play.EffectAdd{Target: "Drone", Name: "X", Initiative: 101}, play.EffectAdd{Target: "Drone", Name: "X", Ticks: -101},
		play.Scene{Text: "\xff"}, play.EffectAdd{Target: "Drone", Name: "\xff"},
	} {
		f.refused(theGM, cmd, engine.Invalid)
	}
	f.gm(play.Scene{Text: long[:3000]}, play.EffectAdd{Target: "Drone", Name: long[:100], Note: long[:400]})
	if _, err := play.Decide(nil, f.rs, play.Start{Name: strings.Repeat("x", 81)}, play.Input{}); err == nil {
		t.Error("a fight with a name of 81 characters was started")
	}
}

func TestCodecRefusesInvalidData(t *testing.T) {
	codec := engine.New()
	for name, data := range map[string]string{
		"not JSON": `{`, "unknown event": `[{"t":"paused/99","d":{}}]`, "wrong field": `[{"t":"scene-set/1","d":{"text":5}}]`, "an object": `{"t":"paused/1"}`,
	} {
		if events, err := codec.DecodeEvents([]byte(data)); err == nil {
			t.Errorf("%s was decoded as %v", name, events)
		}
	}
	empty, err := codec.EncodeState(&engine.State{})
	if err != nil {
		t.Fatal(err)
	}
	damaged := regexp.MustCompile(`"state":.*`).ReplaceAllString(string(empty), `"state":{"round":"x"}}`)
	if _, _, err := codec.DecodeState([]byte(damaged)); err == nil {
		t.Error("a damaged state was decoded")
	}
	if _, _, err := codec.DecodeState([]byte(`nonsense`)); err == nil {
		t.Error("nonsense was decoded")
	}
	for _, other := range []string{`{"version":1,"state":{}}`, `{"version":3,"state":{}}`, `{"version":7,"state":{}}`} {
		if s, ok, err := codec.DecodeState([]byte(other)); ok || err != nil || s != nil {
			t.Errorf("a state from another release: %v, %v, %v", s, ok, err)
		}
	}
	if _, err := codec.EncodeEvents([]engine.Event{nil}); err == nil {
		t.Error("a nil event was encoded")
	}
}

func TestRulesetsByName(t *testing.T) {
	for _, rs := range ruleset.Seeds() {
		if got, ok := ruleset.ByName(rs.Name); !ok || got.Title != rs.Title {
			t.Errorf("%s: %v, %v", rs.Name, got, ok)
		}
	}
	if _, ok := ruleset.ByName("chess"); ok {
		t.Error("found a ruleset called chess")
	}
	if _, ok := ruleset.ByName(ruleset.Default); !ok {
		t.Error("the default ruleset does not exist")
	}
}

func TestST4TiesWithTypedBonus(t *testing.T) {
	f := start(t, st)
	f.pc("Slow", "agility 39", 6)                     // 9
	f.pc("Drilled", "agility 30, agility_bonus 5", 4) // 9, and the lower characteristic
	f.pc("Bare", "agility_bonus 4", 5)                // 9; this bonus counts as agility 40
	f.gm(play.Add{Name: "Cultist", Count: 2, Stats: "agility 30, agility_bonus 5", Roll: roll(1)}, play.Roll{})
	f.wantOrder("Bare 9, Slow 9, Drilled 9, Cultist 6")
}
