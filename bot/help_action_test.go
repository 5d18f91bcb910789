package bot

import (
	"strings"
	"testing"
	"unicode/utf8"

	"roundel/bot/words"
	"roundel/engine/rules"
)

// maxMessage is the number of characters that Discord takes in one message.
const maxMessage = 2000

// TestHelpFitsAMessage checks that every topic, and every ruleset's steps, fit one message and name only existing commands.
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
	for _, rs := range rules.All() {
		for _, word := range slashes(words.RulesHelp(rs)) {
			if in, known := has[word]; known && !in[rs.Name] {
				t.Errorf("the help of %s names /%s, which it doesn't have", rs.Name, word)
			}
		}
	}
}
