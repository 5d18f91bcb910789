package play_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"slices"
	"testing"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/ruleset"

	"roundel/engine/view"
	"roundel/snowflake"
)

var record = flag.Bool("record", false, "write "+newestLog+", which must not exist: recorded logs are never changed")

// newestLog is the recording that -record writes. v1 has the five rulesets of the first release, by their names; v2 has a fight under the
// text of each ruleset.
const newestLog = "testdata/old/v2.json"

// releasedFight is a fight recorded with an earlier release: its log, and its export at the end.
type releasedFight struct {
	Ruleset string          `json:"ruleset"`
	Text    string          `json:"text,omitempty"` // of the ruleset, as it was; empty: it is found by its name
	Events  json.RawMessage `json:"events"`
	Export  json.RawMessage `json:"export"`
}

// TestReleasedLogs replays logs from earlier releases and compares the result. It fails if a change makes stored fights
// unreadable or different.
func TestReleasedLogs(t *testing.T) {
	if *record {
		recordLogs(t)
	}
	for _, file := range []string{"v1", "v2"} {
		data, err := os.ReadFile("testdata/old/" + file + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var fights []releasedFight
		if err := json.Unmarshal(data, &fights); err != nil {
			t.Fatal(err)
		}
		for _, rs := range ruleset.Seeds() {
			if !slices.ContainsFunc(fights, func(old releasedFight) bool { return old.Ruleset == rs.Name }) {
				t.Errorf("%s has no fight under %s", file, rs.Name)
			}
		}
		for _, old := range fights {
			t.Run(file+"/"+old.Ruleset, func(t *testing.T) { replayReleased(t, old) })
		}
	}
}

func replayReleased(t *testing.T, old releasedFight) {
	rs, ok := ruleset.ByName(old.Ruleset)
	if old.Text != "" {
		var err error
		if rs, err = ruleset.Read([]byte(old.Text)); err != nil {
			t.Fatal(err)
		}
	} else if !ok {
		t.Fatal("the ruleset no longer exists")
	}
	events, err := engine.New().DecodeEvents(old.Events)
	if err != nil {
		t.Fatal(err)
	}
	s := engine.Fold(nil, events)
	checkState(t, rs, s)
	wantJSON(t, s, rs, old.Export)
	if old.Text != "" && s.Text != rs.Hash {
		t.Errorf("the fight is under the text %s, not %s", s.Text, rs.Hash)
	}
}

// wantJSON compares the export with a recorded one. Fields that only the export has are ignored: releases may add fields.
func wantJSON(t *testing.T, s *engine.State, rs *ruleset.Ruleset, recorded []byte) {
	t.Helper()
	data, err := view.JSON(s, rs)
	if err != nil {
		t.Fatal(err)
	}
	var got, want any
	if json.Unmarshal(data, &got) != nil || json.Unmarshal(recorded, &want) != nil {
		t.Fatal("not JSON")
	}
	if missing := firstMissing(got, want, "export"); missing != "" {
		t.Errorf("%s differs from the recording:\n%s", missing, data)
	}
}

// firstMissing returns the path of the first value of want that got lacks or has changed, or "".
func firstMissing(got, want any, at string) string {
	switch want := want.(type) {
	case map[string]any:
		have, ok := got.(map[string]any)
		for key, value := range want {
			if !ok {
				return at
			}
			if missing := firstMissing(have[key], value, at+"."+key); missing != "" {
				return missing
			}
		}
	case []any:
		have, ok := got.([]any)
		if !ok || len(have) != len(want) {
			return at
		}
		for i := range want {
			if missing := firstMissing(have[i], want[i], at); missing != "" {
				return missing
			}
		}
	default:
		if got != want {
			return at
		}
	}
	return ""
}

func TestFirstMissing(t *testing.T) {
	var a, b any
	for _, row := range []struct {
		got, want string
		same      bool
	}{
		{`{"a": 1, "b": [1, {"c": null}]}`, `{"b": [1, {"c": null}]}`, true}, {`{"a": 1}`, `{"a": 2}`, false}, {`{"a": [1]}`, `{"a": [1, 2]}`, false},
		{`{"a": [{"b": "x"}]}`, `{"a": [{"b": "y"}]}`, false}, {`{}`, `{"a": 0}`, false}, {`[]`, `{"a": 0}`, false},
	} {
		if json.Unmarshal([]byte(row.got), &a) != nil || json.Unmarshal([]byte(row.want), &b) != nil {
			t.Fatal("not JSON")
		}
		if got := firstMissing(a, b, "top"); (got == "") != row.same {
			t.Errorf("%s against %s: %q", row.got, row.want, got)
		}
		a, b = nil, nil
	}
}

func recordLogs(t *testing.T) {
	t.Helper()
	if _, err := os.Stat(newestLog); err == nil {
		t.Fatalf("%s exists; never overwrite a recorded log, give a new one a new name", newestLog)
	}
	codec := engine.New()
	list := ruleset.Bundled().List
	for _, text := range []string{ownRules, askRules} {
		own, err := ruleset.Read([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, own)
	}
	var out bytes.Buffer
	for _, rs := range list {
		log := playReleasedFight(t, rs)
		events, err := codec.EncodeEvents(log)
		if err != nil {
			t.Fatal(err)
		}
		end, err := view.JSON(engine.Fold(nil, log), rs)
		if err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(releasedFight{rs.Name, string(rs.Text), events, end})
		if err != nil {
			t.Fatal(err)
		}
		out.WriteString(",\n" + string(data))
	}
	if err := os.WriteFile(newestLog, []byte("["+out.String()[1:]+"\n]\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}

// playReleasedFight plays a fight with as many kinds of events as the ruleset allows, and returns its log.
func playReleasedFight(t *testing.T, rs *ruleset.Ruleset) []engine.Event {
	t.Helper()
	f := startWith(t, rs, play.Start{Name: "Bridge", Ruleset: rs.Name})
	log := f.last
	f.dice = dice.Seeded(11)
	playing := func(user snowflake.User, cmds ...play.Command) {
		for _, cmd := range cmds {
			if err := f.do(user, cmd); err == nil { // commands that the ruleset lacks are refused
				log = append(log, f.last...)
			}
		}
	}
	owner, hidden, score := ben, true, 9
	playing(anna, play.Join{Name: "Knight", Stats: rs.Template(false) + fuzzStats(rs), Weapon: "Axe, 1d6+1, shock 2/AC 15, trauma 1d8/x2"})
	playing(ben, play.Join{Name: "Monk", Stats: rs.Template(false) + fuzzStats(rs)})
	playing(theGM, play.Add{Name: "Goblin", Count: 3, Stats: rs.Template(true) + fuzzStats(rs)}, play.Add{Name: "Dog", Stats: rs.Template(true) + fuzzStats(rs)},
		play.Add{Name: "Cat", Stats: rs.Template(true), Roll: roll(3)},
		play.Edit{Name: "Dog", Owner: &owner}, play.Edit{Name: "Goblin 3", Rename: "Boss", Hidden: &hidden, Stats: "hp 20"}, play.Scene{Text: "A bridge in fog."},
		play.SurpriseAsk{Names: "Monk", Target: "50"}, play.SurpriseContest{Ambushers: "Boss", Targets: "Monk, Dog"}, play.SurpriseAmbush{Names: "Boss", Hidden: true},
		play.SurpriseAlert{Names: "Knight"}, play.Define{Activity: "Shoot", Ticks: 2})
	if len(f.s.Tests) > 0 {
		playing(ben, play.SurpriseAnswer{ID: f.combatant("Monk").ID})
	}
	if rs.Surprise.Kind != ruleset.AmbushTurns {
		playing(theGM, play.SurpriseSide{Side: "foes"})
	}
	playing(theGM, play.Roll{})
	playing(theGM, play.EffectAdd{Target: "Knight, Boss", Name: "Acid", Damage: "1d4", Initiative: -2, Duration: "2 rounds"},
		play.EffectAdd{Target: "Dog", Name: "Held", Skip: true, Duration: "1 round"}, play.EffectAdd{Target: "Monk", Name: "Blessed", Duration: "end of round"},
		play.Pause{}, play.Resume{}, play.Reserve{Ticks: 1, Who: activeName(f)}, play.Do{Activity: "shout", Ticks: ticksOf(rs), Who: activeName(f)},
		play.Last{Name: activeName(f)}, play.RollWithBlow{Name: "Monk"})
	for range 4 {
		playing(theGM, play.Next{})
		if f.s.Awaits {
			playing(theGM, play.Roll{})
		}
	}
	attacker := activeName(f)
	playing(theGM, play.Last{}, play.Edit{Name: "Goblin 2", Stats: "morale 8"}, play.Morale{Who: "Goblin 2", Roll: roll(9)}, play.Strike{Who: attacker, Target: targetOf(attacker), Weapon: "Axe, 1d6+1, shock 2/AC 15", Hit: roll(60), Roll: roll(12)}, play.Move{Who: attacker, Leaving: "flee"},
		play.Add{Name: "Wolf", Stats: rs.Template(true)}, play.HP{Target: "Monk", Amount: "-99"}, play.PickDown{ID: f.combatant("Monk").ID, State: "unconscious"},
		play.Edit{Name: "Knight", Score: &score}, play.Edit{Name: "Knight", Side: "kings"}, play.Place{Name: "Wolf", Before: "Knight"},
		play.Long{Activity: "Dig", Duration: "1 min", Who: "Knight"}, play.Reroll{Surprised: "Wolf"}, play.Next{}, play.Next{}, play.Remove{Name: "Goblin 1"},
		play.EffectRemove{Target: "Knight", Name: "Acid"}, play.HP{Target: "Goblin 2", Amount: "-99"}, play.Next{}, play.Next{}, play.Next{})
	playFiles(f, func(cmds ...play.Command) { playing(theGM, cmds...) })
	playing(ben, play.Damage{Target: "Dog, Boss", Amount: "2", Players: play.GMConfirms})
	if n := len(f.s.Proposals); n > 0 {
		playing(theGM, play.ApplyProposal{ID: f.s.Proposals[n-1].ID})
	}
	return log
}

func activeName(f *fight) string { return f.s.ActiveMembers()[0].Name }

func targetOf(attacker string) string {
	if attacker == "Knight" {
		return "Boss"
	}
	return "Knight"
}

func ticksOf(rs *ruleset.Ruleset) *int {
	if rs.PricedPool() != nil {
		return roll(1)
	}
	return nil
}
