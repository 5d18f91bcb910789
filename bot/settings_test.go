package bot

import (
	"fmt"
	"roundel/store"
	"strings"
	"testing"
)

// TestSettingsOfTwoManagers checks that what another manager saves between a command and its transaction isn't lost.
func TestSettingsOfTwoManagers(t *testing.T) {
	tb := newTable(t)
	tb.store.before = func() { tb.want("Admin", "/roundel settings reminder:30", "Saved", "30 min") }
	tb.want("Admin", "/roundel settings ping_gm:true", "Saved", "30 min", "Ping the GM on NPC turns: yes")
	tb.want("Admin", "/roundel settings", "30 min", "Ping the GM on NPC turns: yes")
}

// TestSettingsAnswerOnce checks that a command that is delivered twice gets the same reply and changes nothing the second
// time.
func TestSettingsAnswerOnce(t *testing.T) {
	tb := newTable(t)
	r := tb.command("Admin", "/roundel settings reminder:30")
	first := tb.handle(r)
	tb.want("Admin", "/roundel settings reminder:5", "5 min")
	if again := tb.handle(r); again.Text != first.Text || !again.Ephemeral {
		t.Errorf("%+v, first %+v", again, first)
	}
	tb.want("Admin", "/roundel settings", "5 min")
}

// TestSettingsOfActivities checks that activities that Flow of Time would refuse when a fight starts are refused as
// settings (FT-5).
func TestSettingsOfActivities(t *testing.T) {
	tb := newTable(t)
	tb.want("Admin", "/roundel settings ruleset:flow-of-time activities:Aim 1", "Saved")
	for text, want := range map[string]string{
		"Strike 2abc": `"Strike 2abc" isn't an activity with 1 to 20 ticks`,
		"Strike 0":    "1 to 20 ticks",
		"Strike 21":   "1 to 20 ticks",
		"Strike":      "1 to 20 ticks",
		"2":           "1 to 20 ticks",
		" 2":          "1 to 20 ticks",
		"Aim 1, " + strings.Repeat("x", 81) + " 2": "must be 1 to 80 characters long",
		"Aim\x07 2": "on one line",
	} {
		got := tb.do("Admin", "/roundel settings activities:"+text)
		tb.wants(got, true, want, "like: Strike 2, Aim 1.")
		if strings.Contains(got.Text, "Saved") || !sentence(got.Text) {
			t.Errorf("%q: %s", text, got.Text)
		}
	}
	tb.want("Admin", "/roundel settings", "activities: Aim 1")
	tb.want("Admin", "/roundel settings activities:Aim 1, "+strings.Repeat("x", 80)+" = 20", "Saved")
	tb.want("Admin", "/roundel settings activities:Aim 1, Strike 2, aim 3", "activities: Strike 2, aim 3\n")
	tb.want("GM", "/init start", "Flow of Time")
}

// TestStoredActivitiesThatAreRefused checks that a fight starts without such activities and that the settings list them.
func TestStoredActivitiesThatAreRefused(t *testing.T) {
	tb := newTable(t)
	tb.store.settings[store.SettingsOf("1").String()] = fmt.Appendf(nil, `{"ruleset":"flow-of-time","activities":[{"name":"Aim","ticks":1},{"name":%q,"ticks":2},{"name":"Hide","ticks":99}]}`,
		strings.Repeat("x", 81))
	tb.want("Admin", "/roundel settings", "Flow of Time can't use Hide 99, xxx", "Set the activities again")
	tb.want("GM", "/init start", "Flow of Time")
	if got := tb.state().Activities; len(got) != 1 || got["aim"] != 1 {
		t.Errorf("predefined: %v", got)
	}
}

// TestRI2GroupByDefault: a server's fights begin with group initiative where their ruleset leaves that to the GM, who can say otherwise for
// one fight. Fights that have begun stay as they are.
func TestRI2GroupByDefault(t *testing.T) {
	tb := newTable(t)
	tb.want("GM", "/roundel settings group:true", "Manage Server")
	for _, row := range []struct {
		set, start string
		want       bool
	}{
		{"", "ruleset:rounds-initiative", false},
		{"group:true", "ruleset:rounds-initiative", true},
		{"reminder:5", "ruleset:rounds-initiative", true},
		{"", "ruleset:rounds-initiative group:false", false},
		{"", "ruleset:combat-sequence", false}, // its sides roll anyway
		{"", "ruleset:turn-order", false},
		{"group:false", "ruleset:rounds-initiative", false},
		{"", "ruleset:rounds-initiative group:true", true},
	} {
		if row.set != "" {
			tb.want("Admin", "/roundel settings "+row.set, "Saved")
		}
		tb.want("GM", "/init start name:Test "+row.start, "**Test** begins")
		if got := tb.state().Group; got != row.want {
			t.Errorf("%+v: %v", row, got)
		}
		tb.press("GM", tb.do("GM", "/init end").Buttons[0][0].ID)
	}
}
