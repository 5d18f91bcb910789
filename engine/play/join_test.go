package play_test

import (
	"reflect"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// TestCO4NPCsWithoutStats: an NPC gets 0 for each required stat that was not given, and an event lists them. Player
// characters must have all required stats.
func TestCO4NPCsWithoutStats(t *testing.T) {
	for ruleset, want := range map[string]string{"turn-order": "init", "structured-time": "agility", "flow-of-time": "finesse or cognition",
		"combat-sequence": "", "rounds-initiative": ""} {
		f := start(t, ruleset, 1, 2, 3, 4, 5, 6)
		f.gm(play.Add{Name: "Goblin", Count: 2, Stats: "hp 5"})
		var got []string
		for _, e := range lastOf[engine.StatsAssumed](f) {
			got = append(got, strings.Join(e.Stats, " or "))
			if len(e.Combatants) != 2 {
				t.Errorf("%s: %+v", ruleset, e)
			}
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%s: %q, want %q", ruleset, got, want)
		}
		goblin := f.combatant("Goblin 1")
		for _, key := range strings.Fields(strings.ReplaceAll(want, " or ", " ")) {
			if n, has := goblin.Stats[key]; n != 0 || !has {
				t.Errorf("%s: %v", ruleset, goblin.Stats)
			}
		}
		f.gm(play.Roll{})
		if u := f.s.Unit(goblin.Unit); u.Base != u.Natural {
			t.Errorf("%s: %+v", ruleset, u)
		}
		f.gm(play.Add{Name: "Wolf", Stats: f.rs.Template(true)})
		if len(lastOf[engine.StatsAssumed](f)) != 0 {
			t.Errorf("%s: stats were assumed although all were given: %+v", ruleset, f.last)
		}
		f.refused(anna, play.Join{Name: "Knight"}, engine.Invalid, reason.StatsMissing)
	}
}

// TestFT1OneOfTwoStatsIsEnough: if either of two stats is enough and one is given, the other is not assumed.
func TestFT1OneOfTwoStatsIsEnough(t *testing.T) {
	for ruleset, stats := range map[string]string{"flow-of-time": "cognition -3", "structured-time": "agility_bonus 2"} {
		f := start(t, ruleset)
		f.gm(play.Add{Name: "Drone", Stats: stats})
		if key, _, _ := strings.Cut(stats, " "); len(f.combatant("Drone").Stats) != 1 || f.combatant("Drone").Stats[key] == 0 {
			t.Errorf("%s: %v", ruleset, f.combatant("Drone").Stats)
		}
	}
}

// TestTO4AssumedStatsAreAlike: NPCs without a stat and NPCs with 0 form one group.
func TestTO4AssumedStatsAreAlike(t *testing.T) {
	rs, _ := ruleset.ByName("turn-order")
	f := startWith(t, rs, play.Start{Name: "Test"})
	f.gm(play.Add{Name: "Rat", Stats: "init 0"}, play.Add{Name: "Rat"})
	a, b := f.s.Combatants[0], f.s.Combatants[1]
	if a.Unit != b.Unit || !reflect.DeepEqual(a.Stats, b.Stats) {
		t.Errorf("%+v and %+v", a, b)
	}
}
