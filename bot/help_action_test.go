package bot

import (
	"strings"
	"testing"
	"unicode/utf8"

	"roundel/bot/words"
	"roundel/engine/rules"
)

// maxMessage is the maximum length of a message.
const maxMessage = 2000

// TestHelpFitsAMessage checks the length of every topic and of the steps under every ruleset, and that they mention only
// commands that exist.
func TestHelpFitsAMessage(t *testing.T) {
	for _, rs := range rules.All() {
		tb := newTable(t)
		tb.do("GM", "/init start ruleset:"+rs.Name)
		topics := []string{"/help"}
		for _, c := range helpTopics() {
			topics = append(topics, "/help topic:"+c.Value)
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

// slashes returns the commands that a text mentions in backticks, like "init roll".
func slashes(text string) []string {
	var out []string
	for i, part := range strings.Split(text, "`") {
		if i%2 == 1 && strings.HasPrefix(part, "/") {
			out = append(out, part[1:])
		}
	}
	return out
}

// TestHelpOfAFightMentionsOnlyWhatItHas checks that no step mentions a command that the ruleset refuses.
func TestHelpOfAFightMentionsOnlyWhatItHas(t *testing.T) {
	has := whatRulesetsHave()
	for _, rs := range rules.All() {
		for _, word := range slashes(words.RulesHelp(rs)) {
			if in, known := has[word]; known && !in[rs.Name] {
				t.Errorf("the help on %s mentions /%s, which the ruleset refuses", rs.Name, word)
			}
		}
	}
}
