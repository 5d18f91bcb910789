package bot

import (
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"roundel/bot/words/lang"
)

// maxDescription is the maximum length of the description of a command or option, and of the name of a choice.
const maxDescription = 100

// TestEveryCommandIsDescribed checks that every group, command, option and choice has a text that Discord accepts, that a command's begins with
// who may use it, and that no text is unused.
func TestEveryCommandIsDescribed(t *testing.T) {
	unused := map[string]bool{}
	for section, texts := range englishTexts(t) {
		for name := range texts {
			if section == "command" || section == "option" || section == "choice" {
				unused[section+"."+name] = true
			}
		}
	}
	uses := func(path string) string {
		t.Helper()
		id := textID(path)
		if !lang.English().Has(id) {
			t.Fatalf("there is no text %s", id)
		}
		delete(unused, id)
		text := described(id)
		if n := utf8.RuneCountInString(text); n < 1 || n > maxDescription {
			t.Errorf("%s has %d characters: %q", id, n, text)
		}
		return text
	}
	for path, rt := range newTable(t).bot.commands {
		if group, _, nested := strings.Cut(path, " "); nested {
			uses("command." + group)
		}
		begins := map[who]string{anyone: "", rulesetUser: "", rulesetAdmin: "Manage Server: ", settingsAdmin: "Manage Server: "}
		want, ok := begins[rt.by]
		if !ok {
			want = "GM: "
		}
		text := uses("command." + path)
		if head, _, is := strings.Cut(text, ": "); !strings.HasPrefix(text, want) || want == "" && is && (head == "GM" || head == "Manage Server") {
			t.Errorf("/%s begins with who may use it, want %q: %q", path, want, text)
		}
		for _, o := range rt.options {
			uses(o.describedBy(path))
			for _, value := range o.choices {
				uses("choice." + o.name + "-" + value)
			}
		}
	}
	for id := range unused {
		t.Errorf("nothing uses the text %s", id)
	}
}

// englishTexts returns the English texts as they are written, by section and name.
func englishTexts(t *testing.T) map[string]map[string]string {
	t.Helper()
	data, err := os.ReadFile("words/lang/languages/en.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Texts map[string]map[string]string }
	if err := yaml.Unmarshal(data, &file); err != nil || len(file.Texts) < 20 {
		t.Fatalf("%d sections, %v", len(file.Texts), err)
	}
	return file.Texts
}
