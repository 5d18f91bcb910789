package bot

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine/ruleset"
)

// maxMessage is the number of characters that Discord takes in one message.
const maxMessage = 2000

// TestHelpFitsAMessage checks that every topic, and every ruleset's steps, fit one message and name only existing commands.
func TestHelpFitsAMessage(t *testing.T) {
	for _, rs := range ruleset.Seeds() {
		tb := newTable(t)
		tb.do("GM", "/init start ruleset:"+rs.Name)
		topics := []string{"/help"}
		for _, topic := range words.Topics() {
			topics = append(topics, "/help topic:"+topic)
		}
		for _, ask := range topics {
			got := tb.do("Anna", ask)
			if n := utf8.RuneCountInString(got.Text); !got.Ephemeral || n > maxMessage {
				t.Errorf("%s, %s: %d characters, ephemeral %v", rs.Name, ask, n, got.Ephemeral)
			}
			for _, word := range slashes(got.Text) {
				if _, ok := tb.bot.commands[word]; !ok {
					t.Errorf("%s, %s: the command /%s does not exist", rs.Name, ask, word)
				}
			}
		}
		if got := tb.do("Anna", "/help"); !strings.Contains(got.Text, rs.Title) || !strings.Contains(got.Text, "2. **") {
			t.Errorf("%s: no steps in %s", rs.Name, got.Text)
		}
	}
}

// slashes returns the commands that a text names in backticks: "init roll".
func slashes(text string) []string {
	var out []string
	for i, part := range strings.Split(text, "`") {
		if i%2 == 1 && strings.HasPrefix(part, "/") {
			out = append(out, part[1:])
		}
	}
	return out
}

// TestHelpOfAFightOnlyNamesWhatItHas checks that no step names a command that the ruleset refuses.
func TestHelpOfAFightOnlyNamesWhatItHas(t *testing.T) {
	has := whatRulesetsHave()
	for _, rs := range ruleset.Seeds() {
		for _, word := range slashes(words.RulesHelp(lang.English(), rs)) {
			if in, known := has[word]; known && !in[rs.Name] {
				t.Errorf("the help of %s names /%s, which it doesn't have", rs.Name, word)
			}
		}
	}
}

// whatNow returns the part of the reply to /help about what the asker can do now, and checks the reply's form: those lines come
// first and are few, then the rules follow.
func (tb *table) whatNow(who string) string {
	tb.t.Helper()
	got := tb.do(who, "/help")
	head, rest, found := strings.Cut(got.Text, "\n\n")
	now, first := strings.CutPrefix(head, "**What you can do now**\n")
	if n := strings.Count(now, "\n") + 1; !got.Ephemeral || !found || !first || n > 6 || !strings.HasPrefix(rest, "**A fight under ") {
		tb.t.Errorf("%s reads %+v", who, got)
	}
	if n := utf8.RuneCountInString(got.Text); n > maxMessage {
		tb.t.Errorf("%s reads %d characters", who, n)
	}
	has := whatRulesetsHave()
	for _, word := range slashes(got.Text) {
		_, exists := tb.bot.commands[word]
		s := tb.state()
		if in, known := has[word]; !exists || s != nil && known && !in[s.Ruleset] {
			tb.t.Errorf("%s reads about /%s, which isn't there: %s", who, word, now)
		}
	}
	return now
}

// wantNow checks that what somebody can do now says all these words.
func (tb *table) wantNow(who string, words ...string) {
	tb.t.Helper()
	got := tb.whatNow(who)
	for _, w := range words {
		if !strings.Contains(got, w) {
			tb.t.Errorf("%s under %s: %q is missing in\n%s", who, tb.state().Ruleset, w, got)
		}
	}
}

// TestHelpBeginsWithWhatYouCanDoNow checks the first lines of /help for each kind of asker in each phase of a fight.
func TestHelpBeginsWithWhatYouCanDoNow(t *testing.T) {
	tb := newTable(t)
	if got := tb.whatNow("Anna"); !strings.Contains(got, "There's no fight in this channel. `/init start`") {
		t.Error(got)
	}
	tb.do("GM", "/init start ruleset:turn-order")
	tb.wantNow("GM", "Nobody has joined yet.", "`/init add`", "`/init join`")
	tb.wantNow("Anna", "Join with `/init join` or **Join**, and stats like init 1, hp 10.")
	tb.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:6")
	tb.do("Ben", "/init join name:Elf stats:init 3, hp 20 roll:10")
	tb.do("GM", "/init add name:Goblin count:2 stats:init 7, hp 8 roll:12")
	tb.wantNow("GM", "4 combatants so far.", "`/surprise ambush`", "`/init roll`")
	tb.wantNow("Anna", "You're in with Knight. The GM rolls initiative once everyone is in.", "`/init remove`")
	tb.do("GM", "/init roll")
	tb.wantNow("Anna", "It's your turn: Knight.", "`/next` or **End turn**", "`/init last`")
	tb.wantNow("Ben", "Now: Knight.", "Elf's turn is still to come this round.", "`/init last`")
	tb.wantNow("Cleo", "Now: Knight.", "Join with `/init join`", "`/init list`")
	tb.wantNow("GM", "Now: Knight. The player ends the turn, or you do with `/next`.", "`/init undo`")
	tb.do("Anna", "/next")
	tb.wantNow("Anna", "Now: Goblin (Goblin 1 and Goblin 2).", "Knight acts again next round.")
	if got := tb.whatNow("Anna"); strings.Contains(got, "/init last") || strings.Contains(got, "your turn") {
		t.Errorf("Anna has acted: %s", got)
	}
	tb.wantNow("GM", "Now: Goblin (Goblin 1 and Goblin 2). That turn is yours to play.", "`/next`", "`/damage`")
	tb.do("GM", "/hp target:Elf amount:=0")
	tb.wantNow("Ben", "Elf is down and loses every turn until healed.")
	tb.do("GM", "/init pause")
	tb.wantNow("GM", "The fight is paused. Continue it with `/init resume`")
	tb.wantNow("Anna", "The fight is paused. The GM can continue it.")
	tb.wantNow("Cleo", "The fight is paused.", "`/init join`")
	tb.do("GM", "/init resume")
	tb.do("Admin", "/init join name:Monk stats:init 1 roll:2")
	tb.wantNow("Admin", "Now: Goblin", "Monk's turn is still to come this round.") // may act as GM, but plays
	if got := tb.do("Anna", "/help topic:rules"); strings.Contains(got.Text, "What you can do now") {
		t.Errorf("the rules alone: %s", got.Text)
	}

	tb = newTable(t)
	tb.do("GM", "/init start ruleset:five-e-2014")
	tb.do("GM", "/init event name:Lair action")
	tb.wants(tb.do("GM", "/help"), true, "Nobody has joined yet.") // events don't join
	tb.wants(tb.do("GM", "/init list"), true, "Nobody has joined yet.", "Lair action")
	tb.do("GM", "/init add name:Goblin")
	tb.wants(tb.do("GM", "/help"), true, "1 combatant so far.")
}

// TestHelpInATurnFitsTheRuleset checks what a player whose turn it is, and one who waits, read under each ruleset.
func TestHelpInATurnFitsTheRuleset(t *testing.T) {
	for ruleset, c := range map[string]struct{ active, waiting []string }{
		st: {[]string{"`/act do`", "`/attack`"}, []string{"You can react now: `/act react`."}},
		ft: {[]string{"Hero, 4 ticks.", "`/act reserve`"}, nil},
		cs: {[]string{"Hero, left: main action and move.", "`/act move`", "`/attack`"}, []string{"instant action"}},
		ri: {[]string{"Hero, left: main action and move.", "`/act move`", "`/attack`"}, []string{"instant action"}},
		to: {[]string{"**Act last**", "`/damage`"}, []string{"Now: Orc"}},
	} {
		tb := fightUnder(t, ruleset)
		tb.wantNow("GM", "3 combatants so far.")
		tb.begin()
		tb.wantNow("Anna", c.active...)
		tb.wantNow("Ben", "Join with `/init join`")
		if ruleset == ft {
			if got := tb.whatNow("Anna"); strings.Contains(got, "You can react") {
				t.Errorf("in the own turn: %s", got)
			}
			tb.do("Anna", "/act reserve ticks:1")
			c.waiting = []string{"You can react now: `/act react`."}
		}
		tb.do("Anna", "/next")
		tb.wantNow("Anna", append(c.waiting, "Hero acts again next round.")...)
		tb.wantNow("GM", "That turn is yours to play.")
	}
}

// TestHelpHidesTheHidden checks that what players can do now doesn't depend on hidden combatants, and that an ambush and a hidden turn
// show as the asker may know them.
func TestHelpHidesTheHidden(t *testing.T) {
	play := func(hidden bool) *table {
		tb := newTable(t)
		tb.do("GM", "/init start ruleset:turn-order")
		tb.do("Anna", "/init join name:Knight stats:init 15 roll:6")
		tb.do("GM", "/init add name:Orc stats:init 7 roll:2")
		if hidden {
			tb.do("GM", "/init add name:Zorn hidden:true stats:init 9 roll:20")
		}
		return tb
	}
	with, without := play(true), play(false)
	for _, who := range []string{"Anna", "Cleo"} {
		if got, want := with.whatNow(who), without.whatNow(who); got != want {
			t.Errorf("during setup %s reads %q, want %q", who, got, want)
		}
	}
	with.wantNow("GM", "3 combatants so far.")
	with.do("GM", "/init roll")
	without.do("GM", "/init roll")
	with.wantNow("GM", "Now: Zorn. That turn is yours to play.")
	with.wantNow("Anna", "The GM acts.", "Knight's turn is still to come this round.")
	with.do("GM", "/next")
	for _, who := range []string{"Anna", "Cleo"} {
		if got, want := with.whatNow(who), without.whatNow(who); got != want {
			t.Errorf("%s reads %q, want %q", who, got, want)
		}
	}
	ambush := play(false)
	ambush.do("GM", "/surprise ambush names:Orc")
	ambush.do("GM", "/init roll")
	ambush.wantNow("Anna", "Now: Orc.", "Knight acts from round 1 on.")
}

// TestHelpIsCutAtALine checks that rules which don't fit one message after long names end at a line, with where to read the rest.
func TestHelpIsCutAtALine(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start ruleset:rounds-initiative group:true")
	tb.do("Anna", "/init join name:Hero stats:dex 1")
	for _, c := range "ABCDEF" {
		tb.do("GM", "/init add name:"+strings.Repeat(string(c), 31))
	}
	tb.roll(1, 8)
	tb.do("GM", "/init roll")
	tb.whatNow("GM")
	got := tb.do("GM", "/help").Text
	lines := strings.Split(got, "\n")
	whole := strings.Split(words.RulesHelp(lang.English(), tb.rules()), "\n")
	if last := lines[len(lines)-1]; last != "For the rest of the rules, use /help with the topic: The rules of this fight." {
		t.Fatalf("the help ends with %q", last)
	}
	if last := lines[len(lines)-2]; !slices.Contains(whole, last) || last == whole[len(whole)-1] {
		t.Errorf("the rules end with %q", last)
	}
	if rules := tb.do("GM", "/help topic:rules").Text; !strings.Contains(rules, whole[len(whole)-1]) {
		t.Errorf("the topic has %s", rules)
	}
}
