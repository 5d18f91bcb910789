package bot

import (
	"maps"
	"slices"
	"testing"
	"unicode/utf8"

	"roundel/bot/words"
)

// maxDescription is the maximum length of the description of a command or option, and of the name of a choice.
const maxDescription = 100

// TestEveryCommandIsDescribed checks that every group, command, option and choice has a description that Discord accepts,
// and that no description is unused.
func TestEveryCommandIsDescribed(t *testing.T) {
	about := words.Describe()
	unused := map[string]map[string]string{"group": maps.Clone(about.Groups), "command": maps.Clone(about.Commands),
		"option": maps.Clone(about.Options), "choice": maps.Clone(about.Choices)}
	fits := func(what, text string) {
		t.Helper()
		if n := utf8.RuneCountInString(text); n < 1 || n > maxDescription {
			t.Errorf("%s has a description of %d characters: %q", what, n, text)
		}
	}
	for _, cmd := range newTable(t).bot.commands {
		delete(unused["command"], cmd.path)
		for _, o := range cmd.options {
			key := cmd.path + " " + o.name
			if _, own := about.Options[key]; !own {
				key = o.name
			}
			delete(unused["option"], key)
			for _, c := range o.choices {
				if c.Name == "" {
					delete(unused["choice"], o.name+" "+c.Value)
				}
			}
		}
	}
	for _, cmd := range newTable(t).bot.Commands() {
		fits("/"+cmd.Name, cmd.Description)
		delete(unused["group"], cmd.Name)
		for _, o := range cmd.Options {
			fits("/"+cmd.Name+" "+o.Name, o.Description)
			for _, c := range o.Choices {
				fits("/"+cmd.Name+" "+o.Name+" "+c.Name, c.Name)
			}
			for _, inner := range o.Options {
				fits("/"+cmd.Name+" "+o.Name+" "+inner.Name, inner.Description)
				for _, c := range inner.Choices {
					fits("/"+cmd.Name+" "+o.Name+" "+inner.Name, c.Name)
				}
			}
		}
	}
	for kind, left := range unused {
		for _, key := range slices.Sorted(maps.Keys(left)) {
			t.Errorf("the description of the %s %q is unused", kind, key)
		}
	}
}
