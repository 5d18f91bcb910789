package bot

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/ruleset"
)

// TestBoardFits checks in every ruleset that the card of 50 combatants and 60 effects stays within Discord's limits: one
// message, 40 columns, with the active combatants shown and the rest counted. It builds as many fights in each as -seeds says.
func TestBoardFits(t *testing.T) {
	checkSeeds(t)
	for _, rs := range ruleset.Seeds() {
		t.Run(rs.Name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) { crowd(t, rt, rs) })
		})
	}
}

// crowd builds a large random fight and checks its card.
func crowd(t *testing.T, rt *rapid.T, rs *ruleset.Ruleset) {
	tb := newTable(t)
	tb.bot.dice = dice.Seeded(rapid.Uint64().Draw(rt, "dice"))
	say := func(who, path string, options map[string]string) {
		r := tb.request(who, discord.Typed)
		r.Path, r.Options = path, options
		tb.handle(r)
	}
	say("GM", "init start", map[string]string{"name": strings.Repeat("W", 80), "ruleset": rs.Name})
	base := rapid.SampledFrom([]string{"x", "名名名", "😀 wolf", "A name of twenty-nine letters", "`*_~|"})
	for i := range 50 {
		say("GM", "init add", map[string]string{"name": fmt.Sprintf("%s%d", base.Draw(rt, "name"), i), "stats": rs.Template(true),
			"hidden": fmt.Sprint(rapid.IntRange(0, 9).Draw(rt, "hidden") == 0)})
	}
	say("GM", "init roll", nil)
	s := tb.state()
	if len(s.Combatants) != 50 {
		rt.Fatalf("%d combatants", len(s.Combatants))
	}
	for i := range 60 {
		who := s.Combatants[rapid.IntRange(0, 49).Draw(rt, "target")].Name
		say("GM", "effect add", map[string]string{"target": who, "name": fmt.Sprintf("Effect %d %s", i, strings.Repeat("y", rapid.IntRange(0, 30).Draw(rt, "length"))),
			"duration": "fight"})
	}
	for range 3 {
		lookAt(rt, card.Card(lang.English(), tb.public(), tb.rules(), nil), tb.state(), rs)
		say("GM", "next", nil)
	}
}

var folded = regexp.MustCompile(`… and (\d+) more( rows?)?`)

func lookAt(rt *rapid.T, m discord.Message, s *engine.State, rs *ruleset.Ruleset) {
	if discord.Length(m.Text) > discord.MaxContentV2 || len(m.Buttons) > 5 {
		rt.Fatalf("%d characters, %d rows of buttons:\n%s", discord.Length(m.Text), len(m.Buttons), m.Text)
	}
	_, box, _ := strings.Cut(m.Text, "```")
	box, _, _ = strings.Cut(box, "```")
	shown, folds := 0, 0
	for _, row := range strings.Split(strings.Trim(box, "`\n"), "\n") {
		if lang.Columns(row) > words.BoardWidth {
			rt.Fatalf("%d columns: %s", lang.Columns(row), row)
		}
		if f := folded.FindStringSubmatch(row); f == nil && len(row) > 4 && !strings.HasPrefix(row, "     ") {
			shown++
		} else if f != nil && f[2] == "" {
			n, err := strconv.Atoi(f[1])
			if err != nil {
				rt.Fatal(err)
			}
			folds += n
		}
	}
	units := 0
	for _, u := range s.Order(rs) {
		if !s.Hidden(u.ID) {
			units++
		}
	}
	if !s.BySide(rs) && shown+folds != units {
		rt.Fatalf("%d units shown and %d counted, out of %d:\n%s", shown, folds, units, m.Text)
	}
	if public := len(s.Active) > 0 && !s.Hidden(s.Active[0]); public && !strings.Contains(m.Text, "\n>") {
		rt.Fatalf("it doesn't show whose turn it is:\n%s", m.Text)
	}
}

// TestEffectsOfAUnitStandUnderItsName checks that a unit's effects stand above its members: below them they would look like
// the last member's.
func TestEffectsOfAUnitStandUnderItsName(t *testing.T) {
	tb := newTable(t)
	tb.want("GM", "/init start", "begins")
	tb.want("GM", "/init add name:Goblin count:2 stats:init 7, hp 7 roll:12", "Goblin 2")
	tb.want("GM", "/effect add target:Goblin name:Afraid duration:2 rounds initiative:-3", "Goblin is Afraid")
	tb.want("GM", "/effect add target:Goblin 2 name:Stunned duration:1 round skip:true", "Goblin 2 is Stunned")
	text := words.Board(lang.English(), tb.public(), tb.rules(), words.BoardLength)
	at := -1
	for _, word := range []string{"Goblin ×2", "Afraid (2 rounds)", "Goblin 1", "Goblin 2", "Stunned (skips 1 turn)"} {
		next := strings.Index(text, word)
		if next < at || next < 0 {
			t.Fatalf("%q is in the wrong place:\n%s", word, text)
		}
		at = next
	}
}

// TestTO4EffectsOfTheGroup: a member that stands apart shows the effects of its group, which are on it too.
func TestTO4EffectsOfTheGroup(t *testing.T) {
	tb := newTable(t)
	tb.want("GM", "/init start", "begins")
	tb.want("GM", "/init add name:Goblin count:3 stats:init 7, hp 7 roll:12", "Goblin 3")
	tb.want("GM", "/init roll", "Round 1")
	tb.want("GM", "/effect add target:Goblin name:Dazed duration:3 rounds skip:true", "is Dazed")
	tb.want("GM", "/effect add target:Goblin 3 name:Quick duration:1 round initiative:-4", "apart")
	text := words.Board(lang.English(), tb.public(), tb.rules(), words.BoardLength)
	if apart := text[strings.Index(text, "15 Goblin 3"):]; !strings.Contains(apart, "Dazed (skips 2 turns)\n") || !strings.Contains(apart, "Quick") || strings.Count(text, "Dazed") != 2 {
		t.Fatal(text)
	}
}

// TestCS6SideShowsMainActions: while a side acts, it shows whose main action is used, however it was, and that of nobody whose turn it isn't.
func TestCS6SideShowsMainActions(t *testing.T) {
	tb := newTable(t)
	for _, line := range []string{"GM: /init start ruleset:combat-sequence", "Anna: /init join name:Knight stats:dex 1, hp 9", "Ben: /init join name:Thief stats:dex 1, hp 9",
		"GM: /init add name:Goblin count:2 stats:hp 5, ac 9", "GM: /init roll rolls:party 8, foes 1"} {
		who, command, _ := strings.Cut(line, ": ")
		tb.want(who, command)
	}
	used := func(want string) {
		t.Helper()
		var got []string
		for row := range strings.Lines(words.Board(lang.English(), tb.public(), tb.rules(), words.BoardLength)) {
			if name, _, is := strings.Cut(row, " · main used "); is {
				got = append(got, strings.TrimSpace(name))
			}
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("used by %q, not %q", got, want)
		}
	}
	used("")
	tb.do("Anna", "/act move")
	tb.do("Ben", "/act do activity:Duck type:instant")
	used("")
	tb.do("Anna", "/act do activity:Parry type:instant main:true")
	used("Knight")
	tb.do("Ben", "/attack target:Goblin 1 damage:1d4 roll:9 damage_roll:1")
	used("Knight, Thief")
	tb.do("Anna", "/next")
	used("Thief")
	tb.do("Ben", "/next")
	used("")
	tb.do("GM", "/act do who:Goblin 2 activity:Howl")
	used("Goblin 2")
}
