package bot

import (
	"encoding/json"
	"strings"
	"testing"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"

	"roundel/engine/view"
)

// secrets returns texts that no player may ever see: a hidden combatant's name, and hit points of the GM's combatants.
func secrets() []string { return []string{"Zorn", "7771", "7772", "7773", "7774"} }

// everything returns all that players can currently see: the card, and the replies to what each player can
// ask.
func (tb *table) everything() string {
	tb.t.Helper()
	var b strings.Builder
	show := func(v any) {
		data, err := json.Marshal(v)
		if err != nil {
			tb.t.Fatal(err)
		}
		b.Write(data)
		if r, ok := v.(*discord.Reply); ok {
			for _, f := range r.Files {
				b.Write(f.Data)
			}
		}
	}
	if s := tb.state(); s != nil {
		show(card.Card(lang.English(), view.State(s, view.Viewer{}), tb.rules(), nil))
		if s.Turn != 0 {
			show(card.Card(lang.English(), view.State(s, view.Viewer{}), tb.rules(), nil))
		}
	}
	for _, line := range []string{"/init list", "/init log", "/effect list", "/init export", "/effect list target:Zorn",
		"/hp target:Zorn amount:-1", "/next who:Zorn", "/init last name:Zorn", "/effect add target:Zorn name:x"} {
		if r := tb.do("Ben", line); !strings.Contains(line, "Zorn") {
			show(r)
		} else if !r.Ephemeral {
			tb.t.Errorf("%s: %s", line, r.Text)
		}
	}
	for path, cmd := range tb.bot.commands {
		for _, o := range cmd.options {
			r := tb.request("Ben", discord.Completing)
			r.Path, r.Focused, r.Options = path, o.name, map[string]string{}
			show(tb.handle(r))
		}
	}
	return b.String()
}

// TestHiddenStaysHidden plays a fight with a hidden combatant and checks everything that players see after each step.
func TestHiddenStaysHidden(t *testing.T) {
	for _, ruleset := range []string{"turn-order", "structured-time", "flow-of-time", "combat-sequence", "rounds-initiative"} {
		t.Run(ruleset, func(t *testing.T) { playHidden(t, ruleset) })
	}
}

func playHidden(t *testing.T, ruleset string) {
	tb := newTable(t)
	stats := map[string]string{"turn-order": "init 5", "structured-time": "agility 30, awareness 30, ws 30",
		"flow-of-time": "finesse 3, cognition 2", "combat-sequence": "dex 1, ac 12, morale 7", "rounds-initiative": "dex 1, ac 12, morale 7"}[ruleset]
	tb.do("GM", "/init start ruleset:"+ruleset)
	tb.do("Anna", "/init join name:Knight stats:"+stats+", hp 30")
	tb.do("Ben", "/init join name:Elf stats:"+stats+", hp 20")
	tb.do("GM", "/init add name:Goblin count:2 stats:"+stats+", hp 7771 side:raiders")
	for _, line := range []string{
		"/init add name:Zorn stats:" + stats + ", hp 7772 hidden:true side:dark",
		"/surprise set names:Zorn",
		"/init edit name:Zorn stats:hp 7773", "/init edit name:Goblin 1 stats:hp 7774",
		"/init roll", "/next", "/hp target:Zorn amount:-5", "/effect add target:Zorn name:Venom duration:2 rounds damage:1",
		"/next", "/hp target:Goblin 1, Zorn amount:-3", "/init last name:Zorn", "/next", "/init undo", "/init redo",
		"/init pause", "/init resume", "/next", "/next", "/next", "/next", "/hp target:Zorn amount:=0", "/next", "/next",
		"/morale who:Zorn", "/act do activity:wait type:instant who:Zorn", "/init edit name:Zorn rename:Zornix",
		"/init undo", "/init undo", "/init remove name:Zorn", "/init undo", "/init remove name:Zorn"} {
		for range 40 {
			tb.dice.Results = append(tb.dice.Results, 1+len(tb.dice.Results)%6)
		}
		got := tb.do("GM", line)
		seen := tb.everything()
		if !got.Ephemeral {
			seen += got.Text
			for _, row := range got.Buttons {
				for _, button := range row {
					seen += button.Label
				}
			}
		}
		for _, word := range append(secrets(), "Venom") {
			if strings.Contains(seen, word) {
				t.Fatalf("after %s, others see %q:\n%s", line, word, around(seen, word))
			}
		}
	}
}

func around(text, word string) string {
	i := strings.Index(text, word)
	return text[max(0, i-200):min(len(text), i+100)]
}

// TestOwnersSeeTheirHiddenCombatants checks that a player's own hidden minion is suggested to that player only.
func TestOwnersSeeTheirHiddenCombatants(t *testing.T) {
	tb := fight(t)
	tb.do("GM", "/init edit name:Owl hidden:true")
	for who, want := range map[string]bool{"Ben": true, "GM": true, "Anna": false} {
		r := tb.request(who, discord.Completing)
		r.Path, r.Focused, r.Options = "hp", "target", map[string]string{"target": "Knight, ow"}
		if got := tb.handle(r).Choices; (len(got) == 1 && got[0].Value == "Knight, Owl") != want {
			t.Errorf("%s gets the suggestions %v", who, got)
		}
		if got := tb.do(who, "/init list").Text; strings.Contains(got, "Owl") != want {
			t.Errorf("%s sees %s", who, got)
		}
	}
}

// TestHitPointsAreNumbersOnlyForTheGM checks that players see the hit points of the GM's combatants as words.
func TestHitPointsAreNumbersOnlyForTheGM(t *testing.T) {
	tb := fight(t)
	tb.wants(tb.do("GM", "/hp target:Goblin 1 amount:=7771"), false, "Goblin 1 is now unhurt.")
	tb.wants(tb.do("GM", "/hp target:Goblin 1 amount:-5000"), false, "takes 5000 damage and is now bloodied")
	if got := tb.do("GM", "/init list").Text; !strings.Contains(got, "2771/7771") {
		t.Errorf("the GM sees %s", got)
	}
	for word, hp := range map[string][2]int{"unhurt": {8, 8}, "hurt": {7, 8}, "bloodied": {4, 8}, "critical": {2, 8}, "down": {0, 8}} {
		if got := words.Band(lang.English(), hp[0], hp[1]); got != word {
			t.Errorf("%v is %s, not %s", hp, got, word)
		}
	}
}

func TestAutocomplete(t *testing.T) {
	tb := fight(t)
	tb.do("GM", "/effect add target:Knight name:Blessed")
	for _, c := range []struct {
		who, path, option, typed string
		others                   map[string]string
		want                     string
	}{
		{"Anna", "hp", "target", "GOB", nil, "Goblin 1|Goblin 2|Goblin 3|Goblin"},
		{"Anna", "hp", "target", "goblin 1, goblin 2, gob", nil, "goblin 1, goblin 2, Goblin 3|goblin 1, goblin 2, Goblin"},
		{"Anna", "next", "who", "", nil, "Knight"},
		{"Ben", "next", "who", "", nil, ""},
		{"Anna", "init join", "side", "pa", nil, "party"},
		{"Anna", "init join", "stats", "", nil, "init 1, hp 10"},
		{"Anna", "init join", "stats", "init 3, ", nil, "init 3, hp"},
		{"Anna", "effect remove", "name", "", map[string]string{"target": "knight"}, "Blessed"},
		{"Anna", "effect remove", "name", "", map[string]string{"target": "Elf"}, ""},
		{"Anna", "effect add", "duration", "4", nil, "4 rounds"},
	} {
		r := tb.request(c.who, discord.Completing)
		r.Path, r.Focused, r.Options = c.path, c.option, map[string]string{c.option: c.typed}
		for k, v := range c.others {
			r.Options[k] = v
		}
		var got []string
		for _, choice := range tb.handle(r).Choices {
			got = append(got, choice.Value)
		}
		if strings.Join(got, "|") != c.want {
			t.Errorf("/%s %s:%s suggests %s, want %s", c.path, c.option, c.typed, strings.Join(got, "|"), c.want)
		}
	}
}

func TestAutocompleteOfManyAndLong(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start")
	tb.do("GM", "/init add name:Very long name of a goblin count:20 stats:init 1 roll:4")
	r := tb.request("Anna", discord.Completing)
	r.Path, r.Focused, r.Options = "hp", "target", map[string]string{"target": ""}
	if got := tb.handle(r).Choices; len(got) != 21 {
		t.Errorf("%d choices", len(got))
	}
	r.Options["target"] = strings.Repeat("Very long name of a goblin 9, ", 3)
	for _, c := range tb.handle(r).Choices {
		if discord.Length(c.Value) > 100 || discord.Length(c.Name) > 100 {
			t.Errorf("%q", c.Value)
		}
	}
}

func TestPlain(t *testing.T) {
	for in, want := range map[string]string{
		"Goblin 1": "Goblin 1", "Half-Orc": "Half-Orc", "*bold* _x_ ~~s~~ `c` |y|": `\*bold\* \_x\_ \~\~s\~\~ \` + "`c\\` " + `\|y\|`,
		"@everyone": `\@everyone`, "<@123>": `\<\@123>`, "# Title": `\# Title`, "- item": `\- item`, "> quote": `\> quote`,
		"a\u200bb\u202ec\u2066": "abc", "https://x.y": `https\://x.y`, "[a](b)": `\[a\](b)`, "a\nb": "a b",
		"👩\u200d🚀": "👩\u200d🚀", "x\u200dy": "xy",
	} {
		if got := lang.Escape(in); got != want {
			t.Errorf("plain(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestNamesPingNoOne checks that mentions and markdown in names are shown literally everywhere.
func TestNamesPingNoOne(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start")
	r := tb.command("Anna", "/init join name:x stats:init 1 roll:3")
	r.Options["name"] = "<@100> **`@everyone`**"
	got := tb.handle(r)
	if strings.Contains(got.Text, "<@100>") || strings.Contains(got.Text, "**`") || len(got.Mentions) != 0 {
		t.Errorf("%+v", got)
	}
	tb.do("GM", "/init roll")
	m := card.Card(lang.English(), tb.public(), tb.rules(), nil)
	parts := strings.Split(m.Text, "```") // names are literal in the middle one
	if len(parts) != 3 || strings.Contains(parts[0]+parts[2], "<@100>") || len(m.Mentions) != 1 || m.Mentions[0] != "101" {
		t.Errorf("%+v", m)
	}
}

// TestHiddenTurnEndedByItsOwner checks that the reply isn't public, because it would reveal who has a hidden combatant.
func TestHiddenTurnEndedByItsOwner(t *testing.T) {
	for _, line := range []string{"/next", "/next who:Owl", "/init last name:Owl", "/init remove name:Owl"} {
		t.Run(line, func(t *testing.T) {
			tb := newTable(t)
			tb.do("GM", "/init start")
			tb.do("Anna", "/init join name:Knight stats:init 5 roll:9")
			tb.do("Ben", "/init join name:Elf stats:init 5 roll:3")
			tb.do("GM", "/init add name:Owl stats:init 5 roll:6 hidden:true owner:102")
			tb.do("GM", "/init roll")
			if got := tb.do("Anna", "/next"); got.Ephemeral || got.Text != "Knight's turn is over.\nThe GM acts." {
				t.Errorf("Anna ends her turn: %+v", got)
			}
			if got := tb.do("Ben", line); !got.Ephemeral || !strings.Contains(got.Text, "Owl") || !strings.Contains(got.Text, "Next: Elf.") || got.Alone != nil {
				t.Errorf("Ben ends the owl's turn: %+v", got)
			}
			if got := tb.do("Ben", "/next"); got.Ephemeral || !strings.Contains(got.Text, "Elf's turn is over.") {
				t.Errorf("Ben ends the elf's turn: %+v", got)
			}
		})
	}
}
