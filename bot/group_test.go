package bot

import (
	"strings"
	"testing"

	"roundel/bot/discord"
)

// TestGroupNamesAreOffered: autocompletion and the menu of Damage have the name of a group whose members share no unit, as long as the
// person who asks sees several of them.
func TestGroupNamesAreOffered(t *testing.T) {
	tb := newTable(t)
	tb.roll(1, 2, 3, 4)
	for _, line := range []string{"GM: /init start ruleset:flow-of-time", "Anna: /init join name:Knight stats:finesse 3, cognition 1, hp 30 roll:20",
		"GM: /init add name:Goblin count:2 stats:finesse 0, cognition 0, hp 8", "GM: /init add name:Owl count:2 stats:finesse 0, cognition 0, hp 8 hidden:true",
		"GM: /init edit name:Goblin 2 hidden:true", "GM: /init roll"} {
		who, what, _ := strings.Cut(line, ": ")
		tb.do(who, what)
	}
	completed := func(who string) string {
		r := tb.request(who, discord.Completing)
		r.Path, r.Focused, r.Options = "damage", "target", map[string]string{"target": ""}
		var names []string
		for _, c := range tb.handle(r).Choices {
			names = append(names, c.Value)
		}
		return strings.Join(names, ", ")
	}
	menu := func() string { return strings.Join(offered(tb.opened("Anna", "damage"), "target"), ", ") }
	check := func(got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s, want\n%s", got, want)
		}
	}
	check(completed("Anna"), "Knight, Goblin 1")
	check(completed("GM"), "Knight, Goblin 1, Goblin 2, Owl 1, Owl 2, Goblin, Owl")
	check(menu(), "Goblin 1, Knight")
	tb.do("GM", "/init edit name:Goblin hidden:false")
	check(completed("Anna"), "Knight, Goblin 1, Goblin 2, Goblin")
	check(menu(), "Goblin, Goblin 1, Goblin 2, Knight")
	tb.wants(tb.do("Anna", "/damage target:Owl amount:1"), true, "Nobody in this fight has that name. /init list shows the names.")
}
