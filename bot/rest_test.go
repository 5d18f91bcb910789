package bot

import (
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"
	"testing"

	"roundel/bot/discord"
	"roundel/engine"
)

const campFile = `roundel: 1
name: camp
title: Camp
stats: {init: Initiative}
order: {by: score, roll: d20 + init}
absorbs: {temp: {is: temporary hit points, counts: yes}}
rests: {nap: {hp: d8}, night: {hp: full, empties: temp}}
turn:
  action: 1
  spells: {count: 3, when: any time, back: night}
  ki: {count: 2, when: any time, back: [nap, night]}
`

// camped ends a fight under campFile with Anna's Knight at 12/30 +5 with one ki and one spell spent, and Ben's Mira, who left it at 4/20. In between,
// the lines are typed.
func camped(t *testing.T, lines ...string) *table {
	t.Helper()
	tb, files := withUploads(t)
	tb.handle(tb.upload(files, "Admin", campFile))
	tb.want("Admin", "/roundel settings carry:keep", "Saved")
	tb.want("Anna", "/character save name:Knight stats:init 0, hp 30", "Saved")
	tb.want("Ben", "/character save name:Mira stats:init 0, hp 20", "Saved")
	tb.do("GM", "/init start ruleset:camp")
	tb.want("Anna", "/init join", "has joined")
	tb.want("Ben", "/init join", "has joined")
	tb.want("GM", "/init roll rolls:Knight 18, Mira 9", "Round 1")
	tb.want("GM", "/hp target:Knight amount:=12", "12/30")
	tb.want("GM", "/heal target:Knight amount:5 pool:temp", "+5")
	tb.want("Anna", "/act use pool:ki who:Knight", "ki")
	tb.want("Anna", "/act use pool:spells who:Knight", "spell")
	tb.do("GM", "/hp target:Mira amount:=4")
	tb.want("GM", "/init remove name:Mira", "has left")
	for _, line := range lines {
		who, line, _ := strings.Cut(line, ": ")
		tb.do(who, line)
	}
	tb.press("GM", tb.do("GM", "/init end").Buttons[0][0].ID)
	return tb
}

// wantMira checks what Ben's Mira carries.
func (tb *table) wantMira(want string) {
	tb.t.Helper()
	if _, got, _ := strings.Cut(tb.do("Ben", "/character show name:Mira").Text, "From its last fight: "); got != want {
		tb.t.Errorf("it carries %q, want %q", got, want)
	}
}

// TestNU30BetweenFights: a rest between fights changes what the asker's characters carry: hit points as the rest says, and the pools that come back by
// it. The reply says what was.
func TestNU30BetweenFights(t *testing.T) {
	tb := camped(t)
	tb.wantCarried("hp 12, temp 5, ki -1, spells -1")
	tb.roll(6)
	tb.wants(tb.do("Anna", "/rest kind:nap"), false, "Nap: Knight.", "18/30 +5", "Knight has all ki again.", "Before: Knight 12/30 +5 (spells 2/3, ki 1/2).")
	tb.wants(tb.do("Anna", "/dice"), true, "1 roll, mean 6.00") // CR-61
	tb.wantCarried("hp 18, temp 5, spells -1")
	tb.wantMira("hp 4, temp 0")
	tb.want("Anna", "/rest kind:night names:knight, Knight", "Knight has all spells again.", "Before: Knight 18/30 +5 (spells 2/3).")
	tb.wantCarried("hp 30, temp 0")
	tb.want("Anna", "/rest kind:night", "As before: Knight 30/30.")
	tb.do("GM", "/init start ruleset:camp")
	tb.want("Anna", "/rest kind:night", "Only <@100> can do that.") // in a fight, it is the GM's
	tb.want("Anna", "/init join", "has joined")
	if got := tb.rowOf("Anna", "Knight"); got != "30/30" {
		t.Error(got)
	}
}

// TestNU30WhoRests: between fights, players name their own characters that carry something, whoever can be the GM also those that joined the channel's
// last fight, even if they have left it or are called something else by then.
func TestNU30WhoRests(t *testing.T) {
	tb := camped(t, "GM: /init edit name:Knight rename:Sir Aldric owner:@Ben")
	tb.want("Ben", "/rest kind:night names:Knight", `Nobody called "Knight" can rest here. Choose Mira.`)
	tb.want("Anna", "/rest kind:night names:Mira", `Nobody called "Mira" can rest here. Choose Knight.`)
	tb.want("Anna", "/rest kind:night names:party", "Between fights, only a GM can let the party rest.")
	tb.want("Cleo", "/rest kind:night names:Mira", "None of your characters is hurt or carries anything")
	tb.want("GM", "/rest kind:night", "None of your characters is hurt or carries anything")
	tb.want("Admin", "/rest kind:night names:Mria", "Choose Knight or Mira.")
	tb.wantCarried("hp 12, temp 5, ki -1, spells -1")
	tb.want("Admin", "/rest kind:night names:Sir Aldric", "Night: Knight.", "30/30", "Before: Knight 12/30 +5")
	tb.wantMira("hp 4, temp 0")
	tb.want("GM", "/rest kind:night names:party", "Night: Knight and Mira.", "20/20", "Before: Knight 30/30 and Mira 4/20.")
	tb.wantMira("hp 20, temp 0")
	tb.want("Cleo", "/character save name:Bard stats:init 0, hp 9", "Saved")
	tb.want("GM", "/rest kind:night names:Bard", "Choose Knight or Mira.") // has never joined
	tb.want("Admin", "/roundel settings carry:full", "Saved")
	tb.want("Anna", "/rest kind:night", "carry:keep")
	tb.want("Anna", "/character delete name:Knight", "deleted")
	tb.want("Ben", "/character delete name:Mira", "deleted")
	tb.want("Admin", "/roundel settings carry:keep", "Saved")
	tb.want("GM", "/rest kind:night names:party", "No character from this channel's last fight is hurt or carries anything")
}

// TestNU30WhatOthersSee: a rest between fights shows hit points to others as the last fight did, and nothing of who was hidden. Owners and whoever can be
// the GM get to know the rest alone.
func TestNU30WhatOthersSee(t *testing.T) {
	tb := camped(t, "Ben: /init join", "GM: /init edit name:Knight hp_shown:words", "GM: /init edit name:Mira hidden:true")
	tb.roll(6, 3)
	r := tb.do("GM", "/rest kind:nap names:party")
	tb.wants(r, false, "Nap: Knight.", "Before: Knight bloodied (spells 2/3, ki 1/2).")
	tb.wants(r.Alone, true, "Nap: Knight and Mira.", "18/30", "Before: Knight 12/30 +5 (spells 2/3, ki 1/2) and Mira 4/20.")
	for _, secret := range []string{"12", "18", "Mira"} {
		if strings.Contains(r.Text, secret) {
			t.Errorf("others read %q", r.Text)
		}
	}
	tb.wants(tb.do("Ben", "/rest kind:night"), true, "Night: Mira.", "20/20")
	r = tb.do("Anna", "/rest kind:night")
	tb.wants(r, false, "Night: Knight.")
	tb.wants(r.Alone, true, "30/30", "Before: Knight 18/30 +5 (spells 2/3).")
}

// TestNU30Hurt: a character that is hurt as it was saved or imported rests, too, before it has been in a fight. One that is unhurt has nothing to rest from.
func TestNU30Hurt(t *testing.T) {
	tb := camped(t)
	files := uploads{}
	tb.bot.rulesets.Files = files
	tb.reroute()
	tb.handle(tb.sheetFile(files, "Cleo", own("hp: 106"), "name:Bard"))
	tb.want("Cleo", "/rest kind:night", "None of your characters is hurt or carries anything from its last fight", "/character show")
	tb.want("Cleo", "/rest kind:night names:Bard", "None of your characters is hurt")
	if got := valuesOf(tb.suggested("Cleo", "rest", "names", "")); got != "" {
		t.Errorf("suggested are %s", got)
	}
	tb.handle(tb.sheetFile(files, "Cleo", own("hp: 20/106")))
	tb.want("Cleo", "/rest kind:night names:Bard", "Choose Mira.")
	if got := valuesOf(tb.suggested("Cleo", "rest", "names", "")); got != "Mira" {
		t.Errorf("suggested are %s", got)
	}
	tb.roll(6)
	tb.wants(tb.do("Cleo", "/rest kind:nap"), false, "Nap: Mira.", "26/106", "Before: Mira 20/106.")
	tb.want("Cleo", "/character show", "From its last fight: hp 26\n")
	tb.want("Cleo", "/rest kind:night", "Before: Mira 26/106.")
	tb.want("Cleo", "/character show", "From its last fight: hp 106\n")
	tb.want("Cleo", "/character save name:Mira stats:hp 7/106", "Saved")
	tb.want("Cleo", "/rest kind:night names:Mira", "Before: Mira 7/106.")
	tb.do("GM", "/init start ruleset:camp")
	tb.want("Cleo", "/init join stats:init 0", "has joined")
	if got := tb.rowOf("Cleo", "Mira"); got != "106/106" {
		t.Error(got)
	}
}

// TestNU30Once: a rest that Discord delivers twice is carried out once, and answered alike, also if a fight has begun since.
func TestNU30Once(t *testing.T) {
	tb := camped(t)
	tb.roll(6)
	request := tb.command("Anna", "/rest kind:nap")
	first := tb.handle(request)
	tb.wants(tb.handle(request), false, first.Text)
	tb.do("GM", "/init start ruleset:camp")
	tb.wants(tb.handle(request), false, first.Text)
	tb.wantCarried("hp 18, temp 5, spells -1")
}

// TestNU30Left: who has left the last fight rests as it was seen there before: hidden from others if it was, with hit points shown as they were.
func TestNU30Left(t *testing.T) {
	for edit, public := range map[string]string{"hidden:true": "Nap: Knight.", "hp_shown:nothing": "Nap: Knight and Mira.", "hp_shown:words": "Nap: Knight and Mira."} {
		t.Run(edit, func(t *testing.T) {
			tb := camped(t, "Ben: /init join", "GM: /init edit name:Mira "+edit, "GM: /init remove name:Mira")
			tb.roll(6, 3)
			r := tb.do("GM", "/rest kind:nap names:party")
			tb.wants(r, false, public, "Knight heals 6")
			tb.wants(r.Alone, true, "Nap: Knight and Mira.", "Mira heals 3 (1d8 (3) = 3): 7/20.", "Mira 4/20.")
			for _, secret := range []string{"4/20", "7/20"} {
				if strings.Contains(r.Text, secret) {
					t.Errorf("others read %q", r.Text)
				}
			}
			if hidden := edit == "hidden:true"; hidden == strings.Contains(r.Text, "Mira") {
				t.Errorf("others read %q", r.Text)
			}
		})
	}
}

// TestNU30DeliveredAgain: a rest that Discord delivers again is answered as it was the first time, whatever has become possible or impossible since.
func TestNU30DeliveredAgain(t *testing.T) {
	tb := camped(t)
	tb.do("GM", "/init start ruleset:camp")
	tb.want("Anna", "/init join", "has joined")
	tb.roll(3)
	inFight := tb.command("GM", "/rest kind:nap")
	first := tb.handle(inFight)
	tb.wants(first, false, "15/30 +5")
	tb.press("GM", tb.do("GM", "/init end").Buttons[0][0].ID)
	tb.want("Admin", "/roundel settings carry:full", "Saved")
	tb.wants(tb.handle(inFight), false, first.Text)
	refused := tb.command("Anna", "/rest kind:night")
	tb.wants(tb.handle(refused), true, "carry:keep")
	tb.want("Admin", "/roundel settings carry:keep", "Saved")
	tb.wants(tb.handle(refused), true, "carry:keep")
	tb.wantCarried("hp 15, temp 5, spells -1")
}

// TestNU30ManyRest: all 50 characters of a user rest at once, and those of two users that are called the same, each with its own.
func TestNU30ManyRest(t *testing.T) {
	tb := camped(t)
	tb.do("GM", "/init start ruleset:camp")
	for i := range maxCharacters - 1 {
		tb.want("Anna", fmt.Sprintf("/character save name:A page called %d stats:init 0, hp %d", i, 60+i), "Saved")
		tb.want("Anna", fmt.Sprintf("/init join name:A page called %d", i), "has joined")
	}
	tb.want("Ben", "/character save name:Knight stats:init 0, hp 22", "Saved")
	tb.want("Ben", "/init join name:Knight", "has joined")
	tb.do("GM", "/init edit name:Knight rename:Paul")
	tb.want("Anna", "/init join name:Knight", "has joined")
	for i := range tb.state().Combatants {
		tb.do("GM", fmt.Sprintf("/hp target:%s amount:-7", tb.state().Combatants[i].Name))
	}
	tb.press("GM", tb.do("GM", "/init end").Buttons[0][0].ID)
	tb.roll(slices.Repeat([]int{2}, maxCharacters+1)...)
	tb.wants(tb.do("Anna", "/rest kind:nap"), false, "Knight is at 12/30.", "A page called 48 is at 103/108.")
	tb.wants(tb.do("GM", "/rest kind:night names:Knight"), false, "Night: Knight and Knight.", "Before: Knight 12/30 (spells 2/3) and Knight 15/22.")
	tb.wants(tb.do("GM", "/rest kind:night names:party"), false, "Before: Knight 30/30, A page called 0 55/60,", "A page called 48 103/108 and Knight 22/22.")
	tb.wantCarried("hp 30, temp 0")
}

// TestNU30StatsTheRulesetRefuses: a character rests with what it has, even if it could not join as it is saved.
func TestNU30StatsTheRulesetRefuses(t *testing.T) {
	tb := camped(t)
	tb.want("Anna", "/character save name:Knight stats:agility 42", "hp 12, temp 5")
	tb.want("Anna", "/rest kind:night", "30/30", "Before: Knight 12/30 +5")
	tb.wantCarried("hp 30, temp 0")
	tb.do("GM", "/init start ruleset:camp")
	tb.want("Anna", "/init join stats:init 2", "has joined")
	if got := tb.rowOf("Anna", "Knight"); got != "30/30" {
		t.Errorf("it joins with %q", got)
	}
}

// TestNU30Suggestions: the rests of the latest fight's ruleset are suggested, and the asker's characters that carry something; to whoever can act as GM,
// also those that joined that fight, and the party.
func TestNU30Suggestions(t *testing.T) {
	tb := camped(t)
	offered := func(who, option, typed string) string {
		r := tb.request(who, discord.Completing)
		r.Path, r.Options, r.Focused = "rest", map[string]string{option: typed}, option
		var out []string
		for _, c := range tb.handle(r).Choices {
			out = append(out, c.Value)
		}
		return strings.Join(out, "; ")
	}
	tb.want("Anna", "/character save name:Poet stats:init 0", "Saved")
	for _, got := range [][2]string{{offered("Anna", "kind", ""), "nap; night"}, {offered("Anna", "kind", "ni"), "night"}, {offered("Anna", "names", ""), "Knight"},
		{offered("Anna", "names", "Knight, "), ""}, {offered("Cleo", "names", ""), ""}, {offered("GM", "names", ""), "Knight; Mira; party"},
		{offered("Admin", "names", "Knight, P"), "Knight, party"}} {
		if got[0] != got[1] {
			t.Errorf("%q is suggested, want %q", got[0], got[1])
		}
	}
	tb.do("GM", "/init start ruleset:five-e-2014")
	if got := offered("Anna", "kind", ""); got != "short rest; long rest" {
		t.Error(got)
	}
	if s := tb.state(); s == nil || s.Phase != engine.Setup {
		t.Error("a suggestion changed the fight")
	}
}

// countedLog counts the entries that are read from a log.
type countedLog struct {
	engine.Log
	read *int
}

func (l countedLog) All() iter.Seq2[engine.Entry, error] {
	return func(yield func(engine.Entry, error) bool) {
		for e, err := range l.Log.All() {
			*l.read++
			if !yield(e, err) {
				return
			}
		}
	}
}

// TestNU30LogIsReadOnce: who joined a fight that is over isn't read from its log with each key that is pressed while names are suggested.
func TestNU30LogIsReadOnce(t *testing.T) {
	t.Parallel()
	tb := camped(t)
	read := func() (n int) {
		t.Helper()
		err := tb.store.Log(t.Context(), testChannel, func(l engine.Log) error {
			joined, last, err := tb.bot.joined.from(testChannel, countedLog{l, &n})
			if err != nil {
				return err
			}
			wantJoined, wantLast, err := engine.JoinedFrom(l)
			if !reflect.DeepEqual(joined, wantJoined) || !reflect.DeepEqual(last, wantLast) {
				t.Errorf("%+v joined, in the end %+v\nwant %+v and %+v", joined, last, wantJoined, wantLast)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	whole := 1 + len(tb.store.fight(testChannel).entries)
	for i, want := range []int{whole, 1, 1} {
		if n := read(); n != want {
			t.Errorf("%d: %d entries are read, want %d", i, n, want)
		}
	}
	tb.do("GM", "/init start ruleset:five-e-2014")
	tb.want("Anna", "/init join name:Knight", "has joined")
	for range 2 { // it can still change
		if n := read(); n != 1+len(tb.store.fight(testChannel).entries) {
			t.Errorf("%d entries of a fight that goes on are read", n)
		}
	}
	tb.press("GM", tb.do("GM", "/init end").Buttons[0][0].ID)
	if n, again := read(), read(); n == 1 || again != 1 {
		t.Errorf("%d entries of the next fight are read, then %d", n, again)
	}
}
