package bot

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"roundel/bot/discord"
	"roundel/bot/words"
)

// handler answers a slash command.
type handler func(ctx context.Context, b *Bot, r *discord.Request) (*discord.Reply, error)

// slashCommand is one slash command: its options and its handler. Package words has its description.
type slashCommand struct {
	path    string // "init start"; a path of one word is a command without subcommands
	options []param
	run     handler
}

// param is one option of a command.
type param struct {
	name     string
	kind     discord.OptionKind // zero: text
	required bool
	choices  []discord.Choice // package words names those without a name
	min, max int              // of whole numbers (both 0: no limits); for texts, max is the number of characters
	complete completer        // autocomplete; nil: none
	offer    offerer          // autocomplete that needs no fight; nil: none
}

const (
	asWhole = discord.WholeOption
	asFlag  = discord.FlagOption
	asUser  = discord.UserOption
	asRole  = discord.RoleOption
	asFile  = discord.AttachmentOption
)

// commandLine returns a command and its options as one line, for the log.
func commandLine(r *discord.Request) string {
	parts := []string{"/" + r.Path}
	names := make([]string, 0, len(r.Options))
	for name := range r.Options {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		parts = append(parts, name+":"+r.Options[name])
	}
	return strings.Join(parts, " ")
}

// commandTable returns all commands in the order they are registered.
func commandTable() []slashCommand {
	return slices.Concat(setupCommands(), surpriseCommands(), fightCommands(), turnCommands(), effectCommands(), actionCommands(), counterCommands(), orderCommands(),
		characterCommands(), settingsCommands(), otherCommands(), rulesetCommands(), monsterCommands(), encounterCommands(), partyCommands())
}

func indexCommands(table []slashCommand) (map[string]*slashCommand, error) {
	out := map[string]*slashCommand{}
	for i := range table {
		cmd := &table[i]
		if _, twice := out[cmd.path]; twice {
			return nil, fmt.Errorf("command %q is in the table twice", cmd.path)
		}
		if cmd.run == nil {
			return nil, fmt.Errorf("command %q has no handler", cmd.path)
		}
		out[cmd.path] = cmd
	}
	return out, nil
}

// Commands returns all commands for a bulk overwrite. They require no default permissions.
func (b *Bot) Commands() []*discord.Command {
	var out []*discord.Command
	byName := map[string]*discord.Command{}
	about := words.Describe()
	for _, cmd := range commandTable() {
		name, sub, nested := strings.Cut(cmd.path, " ")
		top, ok := byName[name]
		if !ok {
			top = &discord.Command{Type: discord.ChatCommand, Name: name, Description: about.Commands[cmd.path]}
			if nested {
				top.Description = about.Groups[name]
			}
			byName[name] = top
			out = append(out, top)
		}
		if !nested {
			top.Options = cmd.specs(about)
			continue
		}
		top.Options = append(top.Options, &discord.CommandOption{
			Type: discord.SubCommandOption, Name: sub, Description: about.Commands[cmd.path], Options: cmd.specs(about)})
	}
	return out
}

func (cmd *slashCommand) specs(about words.Descriptions) []*discord.CommandOption {
	var out []*discord.CommandOption
	for _, o := range cmd.options {
		spec := o.spec()
		spec.Description = about.Option(cmd.path, o.name)
		for _, c := range o.choices {
			spec.Choices = append(spec.Choices, &discord.CommandChoice{Name: cmp.Or(c.Name, about.Choice(o.name, c.Value)), Value: c.Value})
		}
		out = append(out, spec)
	}
	return out
}

func (o param) spec() *discord.CommandOption {
	spec := &discord.CommandOption{Type: o.kind, Name: o.name, Required: o.required, Autocomplete: o.complete != nil || o.offer != nil}
	if spec.Type == 0 {
		spec.Type = discord.TextOption
		spec.MaxLength = o.max
	} else if o.min != 0 || o.max != 0 {
		low := float64(o.min)
		spec.MinValue, spec.MaxValue = &low, float64(o.max)
	}
	return spec
}

// values returns choices that package words names.
func values(list ...string) []discord.Choice {
	out := make([]discord.Choice, len(list))
	for i, value := range list {
		out[i].Value = value
	}
	return out
}
