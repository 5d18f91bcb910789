package bot

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"roundel/bot/discord"
	"roundel/bot/words"
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
		text := lang.English().Label(id)
		if n := utf8.RuneCountInString(text); n < 1 || n > maxDescription {
			t.Errorf("%s has %d characters: %q", id, n, text)
		}
		return text
	}
	for path, rt := range newTable(t).bot.commands {
		if rt.on != 0 { // it has a name and no description (CR-71)
			continue
		}
		if group, _, nested := strings.Cut(path, " "); nested {
			uses("command." + group)
		}
		begins := map[who]string{anyone: "", rulesetUser: "", settingsUser: "", rulesetAdmin: "Manage Server: ", settingsAdmin: "Manage Server: "}
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

// threeLanguages returns English, German with the same texts, and French without any.
func threeLanguages() []*lang.Language {
	de := *lang.English()
	de.Tag = "de"
	return []*lang.Language{lang.English(), &de, {Tag: "fr"}}
}

// TestWO9 checks that what commands, groups and options do and what choices are called is registered in every language but English that has
// the text, and that nothing else is translated: people type the same in all languages.
func TestWO9(t *testing.T) {
	data, err := json.Marshal(commandsIn(threeLanguages()))
	if err != nil {
		t.Fatal(err)
	}
	var list []any
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	translated := 0
	var visit func(at string, isChoice bool, all []any)
	visit = func(at string, isChoice bool, all []any) {
		for _, one := range all {
			what := one.(map[string]any)
			path := at + " " + what["name"].(string)
			text, texts, never := what["description"], what["description_localizations"], what["name_localizations"]
			if isChoice {
				text, texts, never = what["name"], never, texts
			}
			if kind, typed := what["type"].(float64); at == "" && typed && discord.CommandKind(kind) != discord.ChatCommand {
				if text != nil && text != "" || texts != nil || never != nil {
					t.Errorf("%s in an Apps menu has a description or translations: %v", path, what)
				}
				continue
			}
			if want := map[string]any{"de": text}; !reflect.DeepEqual(texts, want) || never != nil {
				t.Errorf("%s is %v in other languages, want %v; and %v is never translated", path, texts, want, never)
			}
			translated++
			for _, inner := range []string{"options", "choices"} {
				if more, is := what[inner].([]any); is {
					visit(path, inner == "choices", more)
				}
			}
		}
	}
	visit("", false, list)
	if translated < 300 {
		t.Errorf("only %d texts are translated", translated)
	}
	if again, err := json.Marshal(commandsIn(threeLanguages())); err != nil || !bytes.Equal(data, again) {
		t.Errorf("the same commands differ: %v", err)
	}
}

// TestWO18Commands checks that a command may have 8,000 characters, counting the longest translation of each text, and that choices of an
// option have different names in every language.
func TestWO18Commands(t *testing.T) {
	if err := CheckCommands(threeLanguages()); err != nil {
		t.Fatal(err)
	}
	list := commandsIn(threeLanguages())
	start := list[0].Options[0]
	all := &discord.CommandOption{Name: list[0].Name, Description: list[0].Description, Options: list[0].Options}
	room := maxCommand - commandSize(all) + utf8.RuneCountInString(start.Description)
	start.DescriptionLocalizations["hu"] = strings.Repeat("ű", room)
	start.DescriptionLocalizations["ja"] = strings.Repeat("x", room-1)
	if problems := checkCommands(list); problems != nil {
		t.Errorf("8,000 characters: %v", problems)
	}
	start.DescriptionLocalizations["hu"] += "ű"
	if problems := checkCommands(list); len(problems) != 1 || !strings.HasPrefix(problems[0].Error(), "the texts of /init and its options have 8001 characters") {
		t.Errorf("8,001 characters: %v", problems)
	}
	start.DescriptionLocalizations["hu"] = "x"
	for _, cmd := range list {
		if cmd.Name == "attack" {
			for _, o := range cmd.Options {
				if o.Name == "range" {
					o.Choices[1].NameLocalizations["de"] = o.Choices[0].NameLocalizations["de"]
				}
			}
		}
	}
	want := "in the language de, melee and ranged of /attack range have the same name; change one"
	if problems := checkCommands(list); len(problems) != 1 || problems[0].Error() != want {
		t.Errorf("%v, want %s", problems, want)
	}
}

// TestWO8 checks that suggested durations are named in the asker's language and found by that, and that their values stay English.
func TestWO8(t *testing.T) {
	set, problems := lang.Bundled().With([]lang.File{{Name: "hu.yaml", Source: []byte("language: hu\nplurals: {one: n = 1}\ntexts:\n  duration:\n" +
		"    round: \"{n, plural, one {# Runde} other {# Runden}}\"\n    end-of-turn: Ende des Zugs\n")}})
	if problems != nil {
		t.Fatal(problems)
	}
	l := set.Of("hu")
	tb := fight(t)
	tb.bot.languages = set
	ask := func(input string) []discord.Choice {
		r := tb.command("GM", "/effect add target:Elf name:x duration:"+input)
		r.Kind, r.Focused, r.Locale = discord.Completing, "duration", "hu"
		return tb.handle(r).Choices
	}
	for input, want := range map[string]discord.Choice{"2": {Name: "2 Runden", Value: "2 rounds"}, "Ende d": {Name: "Ende des Zugs", Value: "end of turn"},
		"end of tu": {Name: "Ende des Zugs", Value: "end of turn"}} {
		if got := ask(input); len(got) == 0 || got[0] != want {
			t.Errorf("%q: %v, want %v first", input, got, want)
		}
	}
	for _, value := range []string{"1 round", "3 rounds", "10 min", "1 h", "5 s", "2 d", "fight", "start of source's turn", "end of source's next turn"} {
		if got := words.DurationName(lang.English(), value); got != value {
			t.Errorf("%s is called %s", value, got)
		}
	}
	if got := words.DurationName(l, "fight"); got != "fight" {
		t.Errorf("a text that is missing is %s", got)
	}
}

// TestWO16CommandsInTheHostsEnglish: a host's English file replaces what commands show.
func TestWO16CommandsInTheHostsEnglish(t *testing.T) {
	set, problems := lang.Bundled().With([]lang.File{{Name: "our.yaml", Source: []byte("language: en\ntexts: {command: {next: Pass the baton}}\n")}})
	if problems != nil {
		t.Fatal(problems)
	}
	for _, cmd := range commandsIn(set.All()) {
		if cmd.Name == "next" && cmd.Description != "Pass the baton" || cmd.Type == discord.ChatCommand && cmd.Description == "" {
			t.Errorf("/%s: %q", cmd.Name, cmd.Description)
		}
	}
}
