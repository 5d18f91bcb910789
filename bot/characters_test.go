package bot

import (
	"strings"
	"testing"
	"time"
)

// want runs a command and checks that the reply contains these words.
func (tb *table) want(who, line string, words ...string) {
	tb.t.Helper()
	got := tb.do(who, line)
	for _, w := range words {
		if !strings.Contains(got.Text, w) {
			tb.t.Fatalf("%s: %s\nreplied %q, want %q in it", who, line, got.Text, w)
		}
	}
}

func TestCharacters(t *testing.T) {
	tb := newTable(t)
	tb.want("Anna", "/character list", "no saved characters")
	tb.want("Anna", "/character save name:Knight stats:init 15, agility 42, hp 30 weapon:Sword, melee, 1d8, shock 2/AC 13", "Saved", "init 15, agility 42, hp 30", "Sword")
	tb.want("Anna", "/character save name:knight stats:init 16", "init 16", "Sword")
	tb.want("Anna", "/character save name:Monk stats:moves 3", "moves")
	tb.want("Anna", "/character save name:Monk weapon:Staff", "damage")
	tb.want("Anna", "/character save name:a,b stats:init 3", "comma")
	tb.want("Anna", "/character show", "knight", "init 16")
	tb.want("Ben", "/character show name:Knight", "no saved character called")
	tb.want("Anna", "/character delete name:Monk", "no saved character called")
	tb.want("Anna", "/character delete name:KNIGHT", "deleted")
	tb.want("Anna", "/character list", "no saved characters")
}

// TestCR1SavedStats: stats are saved if they can be played with: hit points from 0 on, and other stats within the range of a ruleset that has them.
func TestCR1SavedStats(t *testing.T) {
	tb := newTable(t)
	for _, stats := range []string{"hp -1", "hp -1/20", "ac 99999", "init 15, ac -1000001", "agility -1"} {
		tb.want("Anna", "/character save name:Knight stats:"+stats, "must be from")
		tb.want("Admin", "/monster save name:Ogre stats:"+stats, "must be from")
	}
	tb.want("Anna", "/character list", "no saved characters")
	tb.want("Anna", "/character save name:Knight stats:hp 0/20, ac 30, dex -2", "hp 0/20, ac 30, dex -2")
	tb.want("Admin", "/monster save name:Ogre stats:hp 20, ac 30, dex -2", "Ogre")
}

func TestJoinWithASavedCharacter(t *testing.T) {
	tb := newTable(t)
	tb.want("Anna", "/character save name:Knight stats:init 15, agility 42, hp 30")
	tb.want("GM", "/init start")
	tb.want("Ben", "/init join", "no saved character")
	tb.want("Anna", "/init join", "Knight", "has joined")
	c := tb.state().Combatants[0]
	if c.Stats["init"] != 15 || len(c.Stats) != 1 || c.MaxHP != 30 {
		t.Fatalf("joined with %+v", c)
	}
	tb.want("GM", "/init remove name:Knight")
	tb.want("Anna", "/init join name:knight stats:init 3", "has joined")
	if c := tb.state().Combatants[0]; c.Stats["init"] != 3 || c.MaxHP != 30 {
		t.Fatalf("joined with %+v", c)
	}
	tb.want("GM", "/init remove name:Knight")
	if got := tb.press("Anna", tb.button("Join")); got.Form != nil || !strings.Contains(got.Text, "Knight") {
		t.Fatalf("with the button: %+v", got)
	}
	if got := tb.press("Ben", tb.button("Join")); got.Form == nil {
		t.Fatalf("without a saved character: %+v", got)
	}
	tb.want("Ben", "/character save name:Poet stats:agility 30")
	if got := tb.press("Ben", tb.button("Join")); got.Form == nil || got.Form.Inputs[0].Value != "Poet" {
		t.Fatalf("with stats of another ruleset: %+v", got)
	}
}

// TestSavedStatsOfAnotherRuleset checks that a saved character joins with the stats that the fight's ruleset has, and that the reply
// says which were left out or missing.
func TestSavedStatsOfAnotherRuleset(t *testing.T) {
	tb := newTable(t)
	tb.want("Anna", "/character save name:Knight stats:init 15 agility 42 ws=30 hp 25/30", "init 15, agility 42, ws 30, hp 25/30")
	tb.want("Ben", "/character save name:Poet stats:agility 30, hp 9")
	tb.want("Cleo", "/character save name:Elf stats:init 3")
	tb.want("GM", "/init start ruleset:turn-order")
	tb.want("Anna", "/init join", "has joined.\nLeft out, because Turn Order doesn't use them: agility 42, ws 30.")
	if c := tb.state().Combatants[0]; len(c.Stats) != 1 || c.Stats["init"] != 15 || c.HP != 25 || c.MaxHP != 30 {
		t.Fatalf("joined with %+v", c)
	}
	got := tb.do("Ben", "/init join")
	if want := `Your saved character Poet has no init, which Turn Order needs. Give it in the stats option of /init join, like "init 1, hp 10".`; !got.Ephemeral || got.Text != want {
		t.Errorf("got %q, want %q", got.Text, want)
	}
	tb.want("Ben", "/init join stats:init 4", "Left out, because Turn Order doesn't use it: agility 30.")
	if got := tb.do("Cleo", "/init join"); strings.Contains(got.Text, "Left out") {
		t.Errorf("nothing was left out: %q", got.Text)
	}
	tb.want("GM", "/init remove name:Knight")
	if got := tb.press("Anna", tb.button("Join")); !strings.Contains(got.Text, "Left out, because Turn Order doesn't use them: agility 42, ws 30.") {
		t.Errorf("with the button: %+v", got)
	}
	tb.want("Ben", "/init join name:Bard", "Turn Order needs init. Write the stats option like")
}

// TestWoundedOnJoining checks "hp 45/60" wherever stats are typed, and stats without commas.
func TestWoundedOnJoining(t *testing.T) {
	tb := newTable(t)
	tb.want("GM", "/init start")
	tb.want("Anna", "/init join name:Knight stats:init 15 hp 45/60")
	tb.want("GM", "/init add name:Ogre stats:init=2 hp:10/40")
	for _, c := range tb.state().Combatants {
		if hp := map[string]int{"Knight": 45, "Ogre": 10}[c.Name]; c.HP != hp || c.MaxHP != map[string]int{"Knight": 60, "Ogre": 40}[c.Name] {
			t.Errorf("%s has %d of %d", c.Name, c.HP, c.MaxHP)
		}
	}
	tb.want("Anna", "/init list", "45/60", "critical")
	tb.want("GM", "/init edit name:Knight stats:hp 20/50", "Knight now has hp 20/50.", "Knight is now at 20/50.")
	for _, line := range []string{"/init join name:Elf stats:init 1 hp 60/45", "/character save name:Elf stats:hp 60/45"} {
		if got := tb.do("Ben", line); !got.Ephemeral || got.Text != "60 hit points is more than the maximum of 45. Write the current number first, like hp 45/60." {
			t.Errorf("%s: %+v", line, got)
		}
	}
	tb.want("GM", "/init edit name:Knight stats:hp 60/45", "more than the maximum")
	if got := tb.do("Ben", "/init list"); strings.Contains(got.Text, "10/40") {
		t.Errorf("a player reads the GM's hit points: %s", got.Text)
	}
}

func TestSettings(t *testing.T) {
	tb := newTable(t)
	tb.want("GM", "/roundel settings ruleset:flow-of-time", "Manage Server")
	tb.want("Admin", "/roundel settings activities:Strike", "Strike 2, Aim 1")
	tb.want("Admin", "/roundel settings ruleset:flow-of-time activities:Strike 2, Aim 1 reminder:30 ping_gm:true", "flow-of-time", "Strike 2", "30 min")
	tb.want("Admin", "/roundel settings", "flow-of-time", "Aim 1")
	tb.want("GM", "/init start", "Flow of Time")
	if got := tb.state().Activities; got["strike"] != 2 || got["aim"] != 1 {
		t.Fatalf("predefined: %v", got)
	}
	tb.want("Admin", "/roundel settings activities:none reminder:0", "activities: none", "Turn reminder: off")
}

func TestDataAndErase(t *testing.T) {
	tb := newTable(t)
	tb.want("Anna", "/character save name:Knight stats:init 15")
	tb.want("Ben", "/character save name:Monk stats:init 15")
	if got := tb.do("Anna", "/roundel data"); !got.Ephemeral || len(got.Files) != 1 || !strings.Contains(string(got.Files[0].Data), "101") {
		t.Fatalf("%+v", got)
	}
	asked := tb.do("Anna", "/roundel erase")
	tb.want("Anna", "/character list", "Knight")
	if got := tb.press("Anna", asked.Buttons[0][0].ID); !got.Ephemeral || !strings.Contains(got.Text, "deleted") {
		t.Fatalf("%+v", got)
	}
	tb.want("Anna", "/character list", "no saved characters")
	tb.want("Ben", "/character list", "Monk")
}

// TestDataIsGivenOnceAMinute checks the limit for each user across channels, and that the reply says when the file is
// incomplete.
func TestDataIsGivenOnceAMinute(t *testing.T) {
	tb := newTable(t)
	tb.want("Anna", "/roundel data", "what the bot stores about you")
	r := tb.command("Anna", "/roundel data")
	r.Channel = "2"
	if got := tb.handle(r); len(got.Files) != 0 || !got.Ephemeral || !strings.Contains(got.Text, "Try again in a minute") {
		t.Errorf("asked again: %+v", got)
	}
	if tb.store.looked != 1 {
		t.Errorf("the data was requested %d times", tb.store.looked)
	}
	tb.store.much = true
	tb.want("Ben", "/roundel data", "the oldest are missing")
	tb.now = tb.now.Add(time.Minute)
	tb.want("Anna", "/roundel data", "the oldest are missing")
}

// TestPermissionLostDuringAFight checks that commands still work and that replies say which permission is missing.
func TestPermissionLostDuringAFight(t *testing.T) {
	tb := newTable(t)
	tb.want("GM", "/init start")
	r := tb.command("Anna", "/init join name:Knight stats:init 3, hp 9")
	r.Rights = 0
	got := tb.handle(r)
	if len(tb.state().Combatants) != 1 || !strings.Contains(got.Text, "Knight") || !strings.Contains(got.Text, "no longer has View Channel, Send Messages") {
		t.Fatalf("%+v", got)
	}
	if got := tb.do("GM", "/hp target:Knight amount:-1"); strings.Contains(got.Text, "no longer has") {
		t.Fatalf("%+v", got)
	}
}
