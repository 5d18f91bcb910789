package bot

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"roundel/bot/discord"
)

// contract returns all commands with their options; optional ones are in brackets.
func contract() []string {
	return []string{
		"/init start [name] [ruleset] [group] [encounter] [party]", "/init join [name] [stats] [roll] [side]",
		"/init add [name] [count] [stats] [roll] [side] [separate] [hidden] [owner] [monster] [hp]", "/init scene text", "/init roll [rolls] [tests]",
		"/init list", "/init edit name [rename] [stats] [side] [score] [owner] [hidden]", "/init remove name",
		"/init place name [before] [dispute] [rolls]", "/init last [name] [who]", "/init blow [name] [who]", "/init reroll [surprised] [rolls] [tests]",
		"/init pause", "/init resume", "/init undo [to]", "/init redo [to]", "/init log", "/init export", "/init end",
		"/surprise set names [confirm]", "/surprise side side", "/surprise clear names", "/surprise alert names",
		"/surprise test [names] [target]", "/surprise contest ambushers targets [rolls]", "/surprise ambush names [hidden]",
		"/next [who] [to]",
		"/effect add target name [duration] [damage] [initiative] [ticks] [skip] [no_reactions] [note] [source] [level] [dc] [bonus] [with]", "/effect level target name amount",
		"/effect remove target name", "/effect list [target]", "/effect save target [name] [roll]",
		"/act do activity [ticks] [type] [once] [main] [who]", "/act reserve ticks [who]", "/act react activity [ticks] [who]",
		"/act move [leaving] [terrain] [who]", "/act engage target [who]", "/act disengage target [who]",
		"/act long activity duration [ticks] [who]", "/act define activity ticks", "/act forget activity",
		"/attack target [who] [weapon] [attribute] [hit] [damage] [shock] [trauma] [range] [circumstance] [modifier] [free] [roll] [damage_roll] [trauma_roll] [edge]",
		"/counter set name value [who]", "/counter add name amount [who]", "/counter list",
		"/hp target amount [half]", "/damage target amount [half] [none]", "/heal target amount", "/morale who [roll]", "/roll dice [reason] [secret]", "/help [topic]",
		"/ruleset add file [replace]", "/ruleset list", "/ruleset show name", "/ruleset remove name",
		"/monster save name [stats] [attacks] [hit_dice] [from]", "/monster add file [replace]", "/monster list", "/monster show name", "/monster delete name",
		"/encounter save name [foes] [round] [replace]", "/encounter load name [hp]", "/encounter list", "/encounter show name", "/encounter delete name",
		"/encounter export name", "/encounter import file [replace]",
		"/party save", "/party show", "/party delete",
	}
}

func TestCommandsMatchTheContract(t *testing.T) {
	commands := newTable(t).bot.commands
	for _, line := range contract() {
		words := strings.Fields(strings.TrimPrefix(line, "/"))
		cmd := commands[words[0]]
		if cmd == nil && len(words) > 1 {
			cmd = commands[words[0]+" "+words[1]]
			words = words[1:]
		}
		if cmd == nil {
			t.Errorf("%s is missing", line)
			continue
		}
		var has []string
		for _, o := range cmd.options {
			if o.required {
				has = append(has, o.name)
			} else {
				has = append(has, "["+o.name+"]")
			}
		}
		if !slices.Equal(has, words[1:]) {
			t.Errorf("%s has the options %v", line, has)
		}
	}
}

// TestCommandsFitDiscord checks Discord's limits, and that the commands require no default permissions.
func TestCommandsFitDiscord(t *testing.T) {
	name := regexp.MustCompile(`^[-_'\p{L}\p{N}]{1,32}$`)
	specs := newTable(t).bot.Commands()
	data, err := json.Marshal(specs)
	if err != nil || strings.Contains(string(data), "default_member_permissions") {
		t.Errorf("%v: %s", err, data)
	}
	for _, cmd := range specs {
		data, err := json.Marshal(cmd)
		if err != nil || len(data) > 16000 || !name.MatchString(cmd.Name) || cmd.Description == "" {
			t.Errorf("%s: %d bytes, %v", cmd.Name, len(data), err)
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
			named := slices.Contains(names, o.name) || o.name == "name" && path != "init start" && path != "init join"
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

func TestTablesRefuseDuplicates(t *testing.T) {
	table := commandTable()
	if _, err := indexCommands(append(table, table[0])); err == nil {
		t.Error("a command that is in the table twice was accepted")
	}
	if _, err := indexPresses(append(pressTable(), pressTable()[0])); err == nil {
		t.Error("a button that is in the table twice was accepted")
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
