package bot

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"roundel/bot/discord"
	"roundel/bot/words/lang"
	"roundel/engine/play"
)

// TestCommandsFitDiscord checks Discord's limits, and that the commands require no default permissions.
func TestCommandsFitDiscord(t *testing.T) {
	name := regexp.MustCompile(`^[-_'\p{L}\p{N}]{1,32}$`)
	all := lang.Bundled().All()
	if err := CheckCommands(all); err != nil { // 8,000 characters, counting the longest translation of each text
		t.Error(err)
	}
	specs := commandsIn(all[:1])
	data, err := json.Marshal(specs)
	if err != nil || strings.Contains(string(data), "default_member_permissions") {
		t.Errorf("%v: %s", err, data)
	}
	for _, cmd := range specs {
		data, err := json.Marshal(cmd)
		if cmd.Type != discord.ChatCommand { // in an Apps menu, with a name as it is read and no description (CR-71)
			if n := utf8.RuneCountInString(cmd.Name); err != nil || n < 1 || n > 32 || cmd.Description != "" || len(cmd.Options) > 0 {
				t.Errorf("%s: %s, %v", cmd.Name, data, err)
			}
			continue
		}
		if err != nil || !name.MatchString(cmd.Name) || cmd.Description == "" {
			t.Errorf("%s: %s, %v", cmd.Name, data, err)
		}
		size := len(cmd.Name) + len(cmd.Description)
		for _, sub := range cmd.Options {
			size += len(sub.Name) + len(sub.Description)
			optional := false
			for _, o := range sub.Options {
				size += len(o.Name) + len(o.Description)
				if n := utf8.RuneCountInString(o.Description); !name.MatchString(o.Name) || n < 1 || n > 100 || len(o.Choices) > 25 {
					t.Errorf("%s %s %s: %q", cmd.Name, sub.Name, o.Name, o.Description)
				}
				if o.Required && optional {
					t.Errorf("%s %s %s: a required option after an optional one", cmd.Name, sub.Name, o.Name)
				}
				optional = optional || !o.Required
			}
			if n := utf8.RuneCountInString(sub.Description); n < 1 || n > 100 || len(sub.Options) > 25 {
				t.Errorf("%s %s: %q", cmd.Name, sub.Name, sub.Description)
			}
		}
		if size > 8000 {
			t.Errorf("%s has %d characters", cmd.Name, size)
		}
	}
}

// TestNamesAutocomplete checks that every option for combatants, sides, effects, weapons or stats has autocomplete.
func TestNamesAutocomplete(t *testing.T) {
	names := []string{"names", "target", "targets", "ambushers", "who", "before", "side", "stats", "weapon", "half", "none", "surprised"}
	for path, cmd := range newTable(t).bot.commands {
		for _, o := range cmd.options {
			named := slices.Contains(names, o.name) || o.name == "name" && path != "init start" && path != "init join" && path != "save"
			if o.kind == 0 && named && o.complete == nil && o.offer == nil {
				t.Errorf("/%s: %s does not autocomplete", path, o.name)
			}
		}
	}
}

// TestWhoActsHasOneName checks that every command has an option "who" for the acting combatant, and that its old name still works.
func TestWhoActsHasOneName(t *testing.T) {
	for _, path := range []string{"init last", "init blow"} {
		for _, option := range []string{"name", "who"} {
			tb := fight(t)
			if got := tb.do("GM", "/"+path+" "+option+":Elf"); got.Ephemeral || !strings.Contains(got.Text, "Elf ") {
				t.Errorf("/%s %s: %+v", path, option, got)
			}
		}
		tb := fight(t)
		before := tb.snapshot()
		got := tb.do("GM", "/"+path+" name:Elf who:Knight")
		if !got.Ephemeral || got.Text != "The options name and who mean the same thing. Use only one of them." || tb.snapshot() != before {
			t.Errorf("/%s with both: %+v", path, got)
		}
	}
}

// TestRoutesAreChecked checks that a path or verb that is in the table twice is found, and so is an option for which the command has no
// field.
func TestRoutesAreChecked(t *testing.T) {
	table := slices.Concat(newTable(t).bot.routes()...)
	odd := route{path: "odd", play: play.Pause{}, options: []option{{name: "name"}}}
	for what, more := range map[string]route{"a command": {path: "next"}, "a button": {verb: "next"}, "an option": odd} {
		if _, _, err := indexRoutes([][]route{table, {more}}); err == nil {
			t.Errorf("%s was accepted", what)
		}
	}
	for _, rt := range table {
		doors := 0
		for _, does := range []bool{rt.play != nil, rt.change != nil, rt.look != nil, rt.run != nil, rt.form != nil && !rt.reopens()} {
			if does {
				doors++
			}
		}
		if rt.fill != nil && rt.play == nil {
			t.Errorf("%s: there is no command to fill in", rt.verb)
		}
		if doors != 1 || (rt.path == "") == (rt.verb == "") || (rt.verb == "") != (rt.as == "") {
			t.Errorf("%q %q does %d things, or is not counted", rt.path, rt.verb, doors)
		}
	}
}

func TestUnknownPathsAreAnswered(t *testing.T) {
	tb := newTable(t)
	for _, kind := range []discord.Kind{discord.Typed, discord.Pressed, discord.Filled} {
		r := tb.request("Anna", kind)
		r.Path = "of an older release:1"
		if got := tb.handle(r); !got.Ephemeral || got.Text == "" {
			t.Errorf("%v: %+v", kind, got)
		}
	}
	r := tb.request("Anna", discord.Completing)
	r.Path, r.Focused = "nothing", "name"
	if got := tb.handle(r); len(got.Choices) != 0 || got.Text != "" {
		t.Errorf("completing: %+v", got)
	}
}

// A fight that nobody gives a name has one in its own language, and keeps it.
func TestFightWithoutName(t *testing.T) {
	for locale, name := range map[string]string{"en-US": "Fight", "de": "Kampf", "ja": "戦闘"} {
		tb := newTable(t)
		tb.guildLocale = locale
		tb.do("GM", "/init start name:  ")
		if got := tb.state().Name; got != name {
			t.Errorf("in a server in %s, a fight is called %q, want %q", locale, got, name)
		}
		tb.do("GM", "/init language to:fr")
		if got := tb.state().Name; got != name {
			t.Errorf("in French, the fight is called %q, want still %q", got, name)
		}
	}
}
