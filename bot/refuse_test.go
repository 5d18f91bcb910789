package bot

import (
	"os"
	"regexp"
	"testing"
)

// TestRefusalsNameCommandsThereAre: no refusal sends anybody to a command that does not exist.
func TestRefusalsNameCommandsThereAre(t *testing.T) {
	text, err := os.ReadFile("words/testdata/refusals.txt")
	if err != nil {
		t.Fatal(err)
	}
	paths := map[string]bool{"damage": true} // comes together with /heal
	for path := range newTable(t).bot.commands {
		paths[path] = true
	}
	named := regexp.MustCompile(`(?:^|\s)/([a-z]+)(?: ([a-z]+))?`).FindAllStringSubmatch(string(text), -1)
	if len(named) < 20 {
		t.Fatalf("only %d commands are named", len(named))
	}
	for _, m := range named {
		if !paths[m[1]] && !paths[m[1]+" "+m[2]] {
			t.Errorf("there is no command /%s %s", m[1], m[2])
		}
	}
}
