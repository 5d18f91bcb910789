package bot

import (
	"os"
	"regexp"
	"testing"
)

// TestRefusalsNameExistingCommands checks that no refusal sends users to a command that doesn't exist.
func TestRefusalsNameExistingCommands(t *testing.T) {
	var text []byte
	for _, name := range []string{"words/testdata/refusals.txt", "words/testdata/refusals_bot.txt"} {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, data...)
	}
	paths := map[string]bool{}
	for path := range newTable(t).bot.commands {
		paths[path] = true
	}
	named := regexp.MustCompile(`(?:^|\s)/([a-z]+)(?: ([a-z]+))?`).FindAllStringSubmatch(string(text), -1)
	if len(named) < 20 {
		t.Fatalf("only %d commands are mentioned", len(named))
	}
	for _, m := range named {
		if !paths[m[1]] && !paths[m[1]+" "+m[2]] {
			t.Errorf("the command /%s %s doesn't exist", m[1], m[2])
		}
	}
}
