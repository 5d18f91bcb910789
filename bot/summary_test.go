package bot

import (
	"reflect"
	"strings"
	"testing"

	"roundel/bot/discord"
)

func TestSummary(t *testing.T) {
	tb := newTable(t)
	tb.want("GM", "/init start name:Bridge ruleset:rounds-initiative")
	tb.want("Anna", "/init join name:Knight stats:dex 1, level 3, skill 1, ac 15, hp 20 roll:8")
	tb.want("GM", "/init add name:Goblin stats:ac 12, hp 5, attack 1 roll:3")
	tb.want("GM", "/init add name:Spy stats:hp 9 roll:2 hidden:true")
	tb.want("GM", "/init roll", "Next: Knight")
	tb.want("Anna", "/attack target:Goblin damage:1d6 roll:15 damage_roll:2", "Hit")
	tb.want("Anna", "/next", "Next: Goblin")
	tb.want("GM", "/hp target:Knight amount:-4", "16/20")
	tb.want("GM", "/init undo", "Undone")
	tb.want("GM", "/hp target:Knight amount:-7", "13/20")
	tb.want("GM", "/heal target:Knight amount:9", "heals 7")
	tb.want("GM", "/heal target:Goblin amount:4", "heals 4 and is now unhurt")
	tb.want("GM", "/next")
	tb.want("GM", "/next", "Round 2")
	tb.want("Anna", "/attack target:Goblin damage:1d6 roll:15 damage_roll:5", "down")
	tb.do("GM", "/init end")
	got := tb.press("GM", tb.button("End the fight")).Text
	for _, want := range []string{"**Bridge** is over", "\n2 rounds (0:06 in the fight), ", "Still standing (1): Knight 20/20.", "At 0 hit points (1): Goblin down.",
		"               dealt taken healed felled\nKnight             9     7      7      1\nGoblin             7     9      4      0\n", "Longest turn: "} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing:\n%s", want, got)
		}
	}
	if strings.Contains(got, "Spy") {
		t.Errorf("it shows a hidden combatant:\n%s", got)
	}
	if len(tb.last.Files) != 1 || tb.last.Files[0].Name != "fight.png" {
		t.Fatalf("it has the files %v", tb.last.Files)
	}
	const alt = "Chart of the hit points of 2 combatants over 2 rounds. Went down: Goblin in round 2. Standing at the end: Knight 20/20."
	if got := tb.last.Files[0].Description; got != alt {
		t.Errorf("the alt text is\n%s\nwant\n%s", got, alt)
	}
}

// TestSummaryOfOneThatRejoins: a character that leaves and rejoins has one row, with all that it did. Foes of one name are not the same.
func TestSummaryOfOneThatRejoins(t *testing.T) {
	tb := newTable(t)
	tb.want("GM", "/init start name:Bridge ruleset:turn-order")
	tb.want("Anna", "/init join name:Knight stats:init 3, hp 20 roll:8")
	tb.want("GM", "/init add name:Goblin stats:init 1, hp 7 roll:2")
	tb.want("GM", "/init roll")
	tb.want("Anna", "/damage target:Goblin amount:3")
	tb.want("GM", "/damage target:Knight amount:6")
	tb.want("GM", "/init remove name:Goblin")
	tb.want("GM", "/init add name:Goblin stats:init 1, hp 7 roll:2")
	tb.want("Anna", "/init remove name:Knight", "has left")
	tb.want("Anna", "/init join name:knight stats:init 3, hp 20", "kept")
	tb.want("GM", "/damage target:Knight amount:1")
	tb.do("GM", "/init end")
	got := tb.press("GM", tb.button("End the fight")).Text
	if want := "felled\nKnight             3     7      0      0\nGoblin             1     0      0      0\nGoblin             0     3      0      0\n```"; !strings.Contains(got, want) {
		t.Errorf("%q is missing:\n%s", want, got)
	}
}

// TestSummaryOfTheHidden: the summary leaves out who is hidden at the end, even if everyone saw what it did before, and has the name of who was revealed.
// The damage of an effect isn't the last attacker's.
func TestSummaryOfTheHidden(t *testing.T) {
	for _, revealed := range []bool{false, true} {
		tb := newTable(t)
		tb.want("GM", "/init start name:Bridge ruleset:rounds-initiative")
		tb.want("Anna", "/init join name:Knight stats:dex 1, level 3, skill 1, ac 15, hp 20 roll:8")
		tb.want("GM", "/init add name:Spy stats:hp 9, ac 12, attack 1 roll:3")
		tb.want("GM", "/init add name:Goblin stats:ac 12, hp 15, attack 1 roll:2")
		if revealed {
			tb.want("GM", "/init add name:Ghost stats:hp 9, ac 12, attack 1 roll:1 hidden:true")
		}
		tb.want("GM", "/effect add target:Goblin name:Burning damage:1")
		tb.want("GM", "/init roll", "Next: Knight")
		tb.want("Anna", "/attack target:Goblin damage:1d6 roll:15 damage_roll:2", "Hit")
		tb.want("Anna", "/next", "Next: Spy")
		tb.want("GM", "/damage target:Knight amount:3")
		tb.want("GM", "/next", "Next: Goblin")
		tb.want("GM", "/next", "Goblin takes 1 damage")
		if revealed {
			tb.want("GM", "/init edit name:Ghost hidden:false", "Ghost")
			tb.want("GM", "/damage target:Ghost amount:2")
		}
		tb.want("GM", "/init edit name:Spy hidden:true")
		tb.do("GM", "/init end")
		got := tb.press("GM", tb.button("End the fight")).Text
		want := []string{"Knight             3     3      0      0\n", "Goblin             0     4      0      0\n"}
		if revealed {
			want = append(want, "Ghost              0     2      0      0\n")
		}
		for _, row := range want {
			if !strings.Contains(got, row) {
				t.Errorf("revealed %t: %q is missing:\n%s", revealed, row, got)
			}
		}
		if strings.Contains(got, "Spy") {
			t.Errorf("revealed %t: it shows a hidden combatant:\n%s", revealed, got)
		}
	}
}

// TestSummaryIsDrawnAgain: the picture isn't stored with the answer. If the press is delivered again, it gets the same one.
func TestSummaryIsDrawnAgain(t *testing.T) {
	tb := newTable(t)
	tb.want("GM", "/init start name:Bridge ruleset:turn-order")
	tb.want("Anna", "/init join name:Knight stats:init 3, hp 20 roll:8")
	tb.want("GM", "/init add name:Goblin stats:init 1, hp 7 roll:2")
	tb.want("GM", "/init roll")
	tb.want("GM", "/damage target:Knight amount:6")
	tb.want("GM", "/next")
	tb.want("GM", "/next", "Round 2")
	tb.want("GM", "/damage target:Goblin amount:9", "down")
	tb.do("GM", "/init end")
	press := tb.request("GM", discord.Pressed)
	press.Path = tb.button("End the fight")
	first := tb.handle(press)
	data, found, err := tb.store.Answer(t.Context(), press.ID)
	if err != nil || !found || len(first.Files) != 1 || len(data) > 2000 {
		t.Fatalf("%d files, %d bytes are stored, %v", len(first.Files), len(data), err)
	}
	again := tb.handle(press)
	if !reflect.DeepEqual(again, first) {
		t.Errorf("%+v\n%+v", again, first)
	}
	if recalled, found, err := tb.bot.Recall(t.Context(), press); err != nil || !found || !reflect.DeepEqual(recalled.Files, first.Files) {
		t.Errorf("%+v, %v", recalled, err)
	}
	tb.want("GM", "/init start name:Next ruleset:turn-order")
	if later := tb.handle(press); later.Text != first.Text || len(later.Files) > 0 {
		t.Errorf("after the next fight has begun: %+v", later)
	}
}

// TestSummaryWithoutPicture checks that a fight without hit points ends without a picture.
func TestSummaryWithoutPicture(t *testing.T) {
	tb := newTable(t)
	tb.want("GM", "/init start name:Bridge")
	tb.want("Anna", "/init join name:Knight stats:init 3 roll:8")
	tb.want("GM", "/init roll")
	tb.want("GM", "/next", "Round 2")
	tb.do("GM", "/init end")
	if got := tb.press("GM", tb.button("End the fight")); len(got.Files) > 0 || !strings.Contains(got.Text, "is over") {
		t.Errorf("got %+v", got)
	}
}

// TestEndCountsWhatCameLast checks that the summary includes changes made while the log was being read, and that it is the
// same if the press is delivered twice.
func TestEndCountsWhatCameLast(t *testing.T) {
	tb := fight(t)
	tb.do("GM", "/init end")
	r := tb.request("GM", discord.Pressed)
	r.Path = tb.button("End the fight")
	tb.store.before = func() { tb.do("GM", "/hp target:Goblin 1 amount:-8") }
	first := tb.handle(r)
	tb.wants(first, false, "**Bridge** is over", "Knight             8     0      0      1", "Goblin 1           0     8      0      0")
	again := tb.handle(r)
	if first.Refused = false; again.Text != first.Text || again.Text == "" {
		t.Errorf("the second delivery says\n%s\nthe first said\n%s", again.Text, first.Text)
	}
	if len(first.Files) != 1 || !strings.Contains(first.Files[0].Description, "Went down: Goblin 1 in round 1.") || !reflect.DeepEqual(again.Files, first.Files) {
		t.Errorf("the second delivery has the files %v, the first had %v", again.Files, first.Files)
	}
}

// TestEndGivesUpOnAFightThatGoesOn checks that /init end is refused, with what to do, if the fight keeps changing.
func TestEndGivesUpOnAFightThatGoesOn(t *testing.T) {
	tb := fight(t)
	tb.do("GM", "/init end")
	var more func()
	more = func() {
		tb.do("GM", "/hp target:Goblin 1 amount:-1")
		tb.store.before = more
	}
	r := tb.request("GM", discord.Pressed)
	r.Path, tb.store.before = tb.button("End the fight"), more
	tb.wants(tb.handle(r), true, "Use /init end again")
	if tb.state() == nil {
		t.Error("the fight ended")
	}
}

// TestLastPictureIsKept: everyone who reads the log of a fight that is over gets the picture that was drawn at its end. Another fight's is
// drawn again.
func TestLastPictureIsKept(t *testing.T) {
	tb := newTable(t)
	fought := func(name, damage string) []byte {
		tb.want("GM", "/init start name:"+name+" ruleset:turn-order")
		tb.want("Anna", "/init join name:Knight stats:init 3, hp 20 roll:8")
		tb.want("GM", "/init roll")
		tb.want("GM", "/damage target:Knight amount:"+damage)
		tb.want("GM", "/next", "Round 2")
		tb.do("GM", "/init end")
		return tb.press("GM", tb.button("End the fight")).Files[0].Data
	}
	first := fought("Bridge", "6")
	for _, who := range []string{"GM", "Anna", "Ben"} {
		if got := tb.do(who, "/init log").Alone.Files[0].Data; &got[0] != &first[0] {
			t.Errorf("%s's picture was drawn again", who)
		}
	}
	for _, damage := range []string{"6", "7"} {
		if next := fought("Bridge", damage); reflect.DeepEqual(next, first) != (damage == "6") {
			t.Errorf("a fight with %s damage has the picture of one with 6: %t", damage, damage != "6")
		}
	}
	if next := fought("Ford", "6"); reflect.DeepEqual(next, first) {
		t.Error("a fight with another name has the same picture")
	}
}
