package bot

import (
	"maps"
	"strings"
	"testing"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words/lang"
)

// effectTable is a fight of Anna 18, Orc 12 and Ben 5, with Anna active.
func effectTable(t *testing.T, ruleset string) *table {
	t.Helper()
	tb := newTable(t)
	tb.do("GM", "/init start ruleset:"+ruleset)
	tb.do("Anna", "/init join name:Anna stats:init 0, hp 30 roll:18")
	tb.do("GM", "/init add name:Orc stats:init 0, hp 30 roll:12")
	tb.do("GM", "/init add name:Ben stats:init 0, hp 30 roll:5")
	tb.do("GM", "/init roll")
	return tb
}

func TestRS60WordsOfDurations(t *testing.T) {
	for _, c := range []struct{ options, put, list string }{
		{"duration:start of turn", "Orc is Dazed until the start of their next turn.", "Orc: Dazed, until the start of their next turn"},
		{"duration:end of next turn", "Orc is Dazed until the end of their next turn.", "Orc: Dazed, until the end of their next turn"},
		{"duration:start of source's turn", "Orc is Dazed until the start of Anna's next turn.", "Orc: Dazed, until the start of Anna's next turn"},
		{"duration:end of source's turn", "Orc is Dazed until the end of Anna's turn.", "Orc: Dazed, until the end of Anna's turn"},
		{"duration:end of source's next turn", "Orc is Dazed until the end of Anna's next turn.", "Orc: Dazed, until the end of Anna's next turn"},
		{"duration:2 rounds", "Orc is Dazed for 2 rounds (start of Anna's turn).", "Orc: Dazed, 2 rounds left (start of Anna's turn)"},
		{"duration:1 round source:Ben", "Orc is Dazed for 1 round (start of Ben's turn).", "Orc: Dazed, 1 round left (start of Ben's turn)"},
		{"duration:3 rounds, end of source's turn", "Orc is Dazed for 3 rounds (end of Anna's turn).", "Orc: Dazed, 3 rounds left (end of Anna's turn)"},
		{"duration:2 rounds, start of target's turn", "Orc is Dazed for 2 rounds (start of their turn).", "Orc: Dazed, 2 rounds left (start of their turn)"},
		{"duration:2 rounds, end of round", "Orc is Dazed for 2 rounds.", "Orc: Dazed, 2 rounds left"},
		{"duration:2 rounds, end of target's turn", "Orc is Dazed for 2 rounds.", "Orc: Dazed, 2 rounds left"},
	} {
		tb := effectTable(t, "three-actions")
		tb.wants(tb.do("GM", "/effect add target:Orc name:Dazed "+c.options), false, c.put)
		if got := tb.do("Anna", "/effect list").Text; got != c.list {
			t.Errorf("%s: the list is %q, want %q", c.options, got, c.list)
		}
	}
}

func TestRS65WordsOfConditions(t *testing.T) {
	tb := effectTable(t, "three-actions")
	tb.wants(tb.do("GM", "/effect add target:Orc, Ben name:frightened level:2"), false,
		"Orc is Frightened 2: minus its level on checks and DCs.\nBen is Frightened 2.")
	if got, want := tb.do("Anna", "/effect list").Text, "Orc: Frightened 2, minus its level on checks and DCs\nBen: Frightened 2"; got != want {
		t.Errorf("the list is %q, want %q", got, want)
	}
	tb.wants(tb.do("GM", "/effect level target:Orc name:Frightened amount:+1"), false, "Frightened on Orc rises to 3.")
	tb.wants(tb.do("Anna", "/next"), false)
	if card := card.Card(lang.English(), tb.public(), tb.rules(), nil).Text; !strings.Contains(card, "Frightened 3: minus its level on checks and DCs.") {
		t.Errorf("the card is\n%s", card)
	}
	tb.wants(tb.do("GM", "/next"), false, "Frightened on Orc falls to 2.")
	tb.wants(tb.do("GM", "/effect level target:Orc name:Frightened amount:=0"), false, "Frightened has been removed from Orc.")
	tb.wants(tb.do("GM", "/effect add target:Ben name:Frightened"), false, "Ben is Frightened 2", "It replaces Frightened 2 (until removed).")
	tb.wants(tb.do("GM", "/effect add target:Ben name:Paralyzed skip:false"), false, "Ben is Paralyzed: no reactions.")
}

func TestRS67WordsOfWith(t *testing.T) {
	tb := effectTable(t, "five-e-2014")
	tb.wants(tb.do("GM", "/effect add target:Orc name:Paralyzed with:concentrating duration:1 min"), false, "Anna is Concentrating.",
		"Orc is Paralyzed for 10 rounds (end of Anna's turn), or until Anna's Concentrating ends: skips turns, no reactions, ")
	tb.wants(tb.do("GM", "/effect remove target:Anna name:Concentrating"), false, "Concentrating has been removed from Anna.", "Orc is no longer Paralyzed.")
}

func TestRS65Refusals(t *testing.T) {
	tb := effectTable(t, "five-e-2014")
	for _, c := range []struct{ line, want string }{
		{"/effect add target:Orc name:Prone level:2", `"Prone" has no levels.`},
		{"/effect add target:Orc name:Exhaustion level:7", `The level of "Exhaustion" must be from 1 to 6.`},
		{"/effect add target:Orc name:ongoing damage", `"Ongoing damage" deals damage. Say how much with the damage option, such as 1d6.`},
		{"/effect add target:Orc name:Hexed with:Hex", `Anna has no effect called "Hex". /effect list shows the effects.`},
		{"/effect level target:Orc name:Prone amount:1", `There's no effect called "Prone" there. /effect list shows the effects.`},
	} {
		tb.wants(tb.do("GM", c.line), true, c.want)
	}
}

// What people type is completed by the file's conditions, and by what the source has.
func TestRS67Completion(t *testing.T) {
	tb := effectTable(t, "five-e-2014")
	tb.do("GM", "/effect add target:Orc name:Hexing")
	for _, c := range []struct {
		path, option, typed string
		others              map[string]string
		want, not           string
	}{
		{"effect add", "name", "para", nil, "Paralyzed", "Poisoned"},
		{"effect add", "name", "", nil, "Hexing", "Slowed"},
		{"effect add", "with", "", map[string]string{"source": "Orc"}, "Hexing", ""},
		{"effect add", "with", "c", nil, "Concentrating", "Hexing"},
		{"effect add", "duration", "start", nil, "start of source's turn", ""},
		{"effect level", "name", "h", map[string]string{"target": "Orc"}, "Hexing", ""},
	} {
		r := tb.request("GM", discord.Completing)
		r.Path, r.Focused, r.Options = c.path, c.option, map[string]string{c.option: c.typed}
		maps.Copy(r.Options, c.others)
		got := ""
		for _, choice := range tb.handle(r).Choices {
			got += choice.Value + ", "
		}
		if !strings.Contains(got, c.want) || c.not != "" && strings.Contains(got, c.not) {
			t.Errorf("%s %s:%s: %s", c.path, c.option, c.typed, got)
		}
	}
}

// TestRS61HiddenSourceWords checks that others read nothing about a hidden source, not even when its turns are.
func TestRS61HiddenSourceWords(t *testing.T) {
	tb := effectTable(t, "three-actions")
	tb.do("GM", "/init add name:Lurker stats:init 0, hp 9 roll:9 hidden:true")
	if got := tb.do("GM", "/effect add target:Anna name:Held duration:2 rounds source:Lurker"); !strings.Contains(got.Text, "Anna is Held.") || strings.Contains(got.Text, "Lurker") {
		t.Errorf("the answer is %q", got.Text)
	}
	if got := tb.do("Anna", "/effect list").Text; got != "Anna: Held" {
		t.Errorf("her list is %q", got)
	}
	if got := tb.do("GM", "/effect list").Text; got != "Anna: Held, 2 rounds left (start of Lurker's turn)" {
		t.Errorf("the GM's list is %q", got)
	}
}
