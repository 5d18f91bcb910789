package bot

import (
	"strings"
	"testing"

	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

const (
	st = "structured-time"
	ft = "flow-of-time"
	cs = "combat-sequence"
	ri = "rounds-initiative"
	to = "turn-order"
)

func among(names ...string) map[string]bool {
	out := map[string]bool{}
	for _, n := range names {
		out[n] = true
	}
	return out
}

// whatRulesetsHave returns the rulesets that have what a command does; every ruleset has the other commands.
func whatRulesetsHave() map[string]map[string]bool {
	return map[string]map[string]bool{
		"init last":        among(to),         // TO-6
		"init blow":        among(to),         // TO-7
		"init reroll":      among(st),         // ST-7
		"surprise set":     among(st, cs, ri), // ST-8, CS-5, RI-5
		"surprise side":    among(st, cs, ri),
		"surprise clear":   among(st, cs, ri, to),
		"surprise alert":   among(cs),     // CS-5
		"surprise test":    among(st),     // ST-8
		"surprise contest": among(ri),     // RI-3
		"surprise ambush":  among(to),     // TO-12
		"act reserve":      among(ft),     // FT-6
		"act react":        among(st, ft), // ST-9, FT-7
		"act move":         among(cs, ri), // CS-6, RI-6
		"act engage":       among(cs, ri), // CS-7, RI-8
		"act disengage":    among(cs, ri),
		"act long":         among(ft), // FT-9
		"act define":       among(ft), // FT-5
		"act forget":       among(ft),
		"attack":           among(st, cs, ri), // ST-9, CS-9, RI-9
		"morale":           among(cs),         // CS-8
	}
}

// exampleCommands returns one example of each command, for a fight with Anna's Hero and the GM's Orcs.
func exampleCommands() map[string]string {
	return map[string]string{
		"init last": "", "init blow": "", "init reroll": "",
		"surprise set": "names:Orc 1 confirm:true", "surprise side": "side:foes", "surprise clear": "names:Orc 1", "surprise alert": "names:Orc 1",
		"surprise test": "names:Hero target:40", "surprise contest": "ambushers:Hero targets:Orc 1", "surprise ambush": "names:Orc 1",
		"act reserve": "ticks:1", "act react": "activity:Dodge", "act move": "", "act engage": "target:Orc 1", "act disengage": "target:Orc 1",
		"act long": "activity:Dig duration:10 min", "act define": "activity:Dig ticks:2", "act forget": "activity:Dig",
		"attack": "target:Orc 1 damage:1d6", "morale": "who:Orc 1",
	}
}

func fightUnder(t *testing.T, ruleset string) *table {
	t.Helper()
	tb := newTable(t)
	tb.do("GM", "/init start ruleset:"+ruleset)
	stats := map[string]string{st: "agility 40, ws 30", ft: "finesse 3", cs: "dex 1, ac 12, morale 7", ri: "dex 1, ac 12", to: "init 9"}[ruleset]
	tb.wants(tb.do("Anna", "/init join name:Hero stats:"+stats), false, "Hero")
	tb.wants(tb.do("GM", "/init add name:Orc count:2 stats:"+stats), false, "Orc 1")
	return tb
}

// begin rolls initiative; the Hero is first.
func (tb *table) begin() {
	tb.t.Helper()
	tb.dice.Results = []int{8, 2, 1}
	tb.wants(tb.do("GM", "/init roll"), false, "**Round 1** begins")
}

// TestActionRefusedIfNotInRuleset checks each command under each ruleset: the refusal says so and names a command to use instead,
// and nothing has changed, whether or not the fight has begun. Both the GM and a player with her own combatant ask.
func TestActionRefusedIfNotInRuleset(t *testing.T) {
	for path, in := range whatRulesetsHave() {
		for _, rs := range ruleset.Seeds() {
			for _, running := range []bool{false, true} {
				tb := fightUnder(t, rs.Name)
				if running {
					tb.begin()
				}
				tb.dice.Results = []int{5, 2, 1, 4, 3, 6, 1, 2, 3, 4}
				before := tb.snapshot()
				got := tb.do("GM", strings.TrimSpace("/"+path+" "+exampleCommands()[path]))
				refused := strings.HasPrefix(got.Text, rs.Title+" ")
				if refused == in[rs.Name] {
					t.Errorf("/%s under %s, running %v: %q", path, rs.Name, running, got.Text)
				}
				if refused {
					if !got.Ephemeral || len(got.Buttons) > 0 || tb.snapshot() != before || !sentence(got.Text) || !strings.Contains(got.Text, " /") {
						t.Errorf("/%s under %s: %+v", path, rs.Name, got)
					}
				}
			}
		}
	}
}

// snapshot returns the fight as text, to check whether anything has changed.
func (tb *table) snapshot() string {
	return words.Board(lang.English(), tb.state(), tb.rules(), words.BoardLength) + strings.Join(tb.history(view.Viewer{GM: true}), "\n")
}

// sentence reports whether a refusal is one line that ends with a full stop.
func sentence(text string) bool {
	return strings.HasSuffix(text, ".") && !strings.Contains(text, "\n") && !strings.Contains(strings.ToLower(text), "invalid")
}

// TestActionPermissionComesFirst checks that users who may not do something aren't told whether the ruleset has it.
func TestActionPermissionComesFirst(t *testing.T) {
	for path := range whatRulesetsHave() {
		for _, rs := range ruleset.Seeds() {
			tb := fightUnder(t, rs.Name)
			got := tb.do("Ben", strings.TrimSpace("/"+path+" "+exampleCommands()[path]))
			if !got.Ephemeral || !strings.Contains(got.Text, "Only <@100> ") || !sentence(got.Text) {
				t.Errorf("/%s under %s: %q", path, rs.Name, got.Text)
			}
			// A player can't act for anyone else's combatant either.
			if strings.HasPrefix(path, "act ") && path != "act define" && path != "act forget" || path == "attack" {
				got = tb.do("Anna", "/"+path+" "+exampleCommands()[path]+" who:Orc 2")
				if !got.Ephemeral || !strings.Contains(got.Text, "Only <@100> can act for Orc 2.") {
					t.Errorf("/%s for another's, under %s: %q", path, rs.Name, got.Text)
				}
			}
		}
	}
}

// TestActionOptionsOfOtherRulesets checks that an option the ruleset doesn't have changes nothing.
func TestActionOptionsOfOtherRulesets(t *testing.T) {
	for _, c := range []struct {
		line string
		in   map[string]bool
	}{
		{"/act do activity:Run ticks:1", among(ft)},
		{"/act do activity:Run type:main", among(cs, ri)},
		{"/act do activity:Run ticks:1 once:true", among()}, // FT has ticks, but nothing that works once per scene
		{"/act do activity:Run once:true", among(cs)},
		{"/act move terrain:rough", among(ri)},
		{"/attack target:Orc 1 damage:1d6 roll:2 circumstance:prepared", among(ri)},
		{"/attack target:Orc 1 damage:1d6 roll:2 trauma:1d6/x2", among(cs)},
		{"/attack target:Orc 1 damage:1d6 roll:2 shock:1/AC 10", among(cs, ri)},
		{"/attack target:Orc 1 damage:1d6 roll:2 attribute:dex", among(cs, ri)},
		{"/effect add target:Hero name:Slow ticks:-1", among(ft)},
		{"/effect add target:Hero name:Slow duration:10 min", among(st, ft, cs, ri)},
	} {
		for _, rs := range ruleset.Seeds() {
			tb := fightUnder(t, rs.Name)
			if rs.Name == cs {
				tb.do("GM", "/init edit name:Orc 1 stats:trauma_target 6")
			}
			tb.begin()
			tb.dice.Results = []int{1}
			before := tb.snapshot()
			got := tb.do("Anna", c.line)
			if ok := !got.Ephemeral; ok != c.in[rs.Name] || !ok && (tb.snapshot() != before || !sentence(got.Text)) {
				t.Errorf("%s under %s: %q", c.line, rs.Name, got.Text)
			}
		}
	}
}
