package client

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"roundel/sandbox/world"
)

// Line is a slash command as a user typed it: the command, the path to the subcommand, and the values of its options.
type Line struct {
	command *world.Command
	path    []*world.Option
	leaf    []*world.Option
	values  []typedValue
}

type typedValue struct {
	option *world.Option
	text   string
}

// Name returns the command with its group and subcommand, such as "init add".
func (l Line) Name() string {
	name := l.command.Name
	for _, step := range l.path {
		name += " " + step.Name
	}
	return name
}

// shown is the name as people see it: that of a slash command begins with a slash.
func (l Line) shown() string {
	if l.command.Kind == world.CommandChat {
		return "/" + l.Name()
	}
	return l.Name()
}

// LineOf returns the line of a command without subcommand or options.
func LineOf(cmd *world.Command) Line { return Line{command: cmd} }

// ReadLine reads a command as users type it: /init add name:Goblin count:3. A value ends where the next known option
// begins; in quotes it may contain anything. Find returns the command that a name stands for, or nil.
func ReadLine(line string, find func(name string) *world.Command) (Line, error) {
	words := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "/"))
	name, rest, _ := strings.Cut(words, " ")
	l := Line{command: find(name)}
	if l.command == nil {
		return l, fmt.Errorf("there is no command /%s here", name)
	}
	l.leaf = l.command.Options
	for len(l.leaf) > 0 && l.leaf[0].Nests() {
		name, after, _ := strings.Cut(strings.TrimSpace(rest), " ")
		i := slices.IndexFunc(l.leaf, func(o *world.Option) bool { return o.Name == name })
		if i < 0 {
			return l, fmt.Errorf("/%s has no subcommand %q", l.Name(), name)
		}
		l.path, l.leaf, rest = append(l.path, l.leaf[i]), l.leaf[i].Options, after
	}
	return l, l.readValues(rest)
}

// readValues splits "name:Goblin count:3" at the command's options.
func (l *Line) readValues(rest string) error {
	at := 0
	for {
		for at < len(rest) && (rest[at] == ' ' || rest[at] == '\n') {
			at++
		}
		if at >= len(rest) {
			return nil
		}
		o, start := l.optionAt(rest, at)
		if o == nil {
			word, _, _ := strings.Cut(rest[at:], " ")
			return fmt.Errorf("/%s has no option %q; it has %s", l.Name(), word, l.optionNames())
		}
		value, end := l.readValue(rest, start)
		if slices.ContainsFunc(l.values, func(v typedValue) bool { return v.option == o }) {
			return fmt.Errorf("/%s: option %s appears twice", l.Name(), o.Name)
		}
		l.values = append(l.values, typedValue{o, value})
		at = end
	}
}

// optionAt returns the option whose "name:" is at a position, and where its value begins.
func (l *Line) optionAt(text string, at int) (*world.Option, int) {
	for _, o := range l.leaf {
		if strings.HasPrefix(text[at:], o.Name+":") {
			return o, at + len(o.Name) + 1
		}
	}
	return nil, 0
}

// readValue returns the value that begins at a position, and where it ends.
func (l *Line) readValue(text string, start int) (string, int) {
	for start < len(text) && text[start] == ' ' {
		start++
	}
	if strings.HasPrefix(text[start:], `"`) {
		if end := strings.Index(text[start+1:], `"`); end >= 0 {
			after := start + 1 + end + 1
			if after == len(text) || text[after] == ' ' {
				return text[start+1 : after-1], after
			}
		}
	}
	for at := start; at < len(text); at++ {
		o, _ := l.optionAt(text, at)
		if o != nil && (at == start || text[at-1] == ' ' || text[at-1] == '\n') {
			return strings.TrimSpace(text[start:at]), at
		}
	}
	return strings.TrimSpace(text[start:]), len(text)
}

func (l *Line) optionNames() string {
	names := make([]string, len(l.leaf))
	for i, o := range l.leaf {
		names[i] = o.Name
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// Data builds the interaction's data: the options, nested in group and subcommand, and the objects they resolve to.
// With a focused option it is the data of an autocomplete, for which nothing is checked.
func (sc Scope) Data(l Line, focused string) (object, error) {
	resolved := object{}
	options := []any{}
	for _, v := range l.values {
		if v.option.Name == focused {
			continue
		}
		value, err := sc.convert(v, resolved)
		if err != nil && focused == "" {
			return nil, fmt.Errorf("/%s: %s: %w", l.Name(), v.option.Name, err)
		}
		if err == nil {
			options = append(options, object{"name": v.option.Name, "type": v.option.Kind, "value": value})
		}
	}
	for _, o := range l.leaf {
		given := slices.ContainsFunc(l.values, func(v typedValue) bool { return v.option == o })
		if o.Required && !given && focused == "" {
			return nil, fmt.Errorf("/%s: option %s is required", l.Name(), o.Name)
		}
		if o.Name == focused {
			options = append(options, object{"name": o.Name, "type": o.Kind, "value": l.text(o), "focused": true})
		}
	}
	for _, step := range slices.Backward(l.path) {
		options = []any{object{"name": step.Name, "type": step.Kind, "options": options}}
	}
	out := object{"id": l.command.ID, "name": l.command.Name, "type": l.command.Kind, "options": options}
	world.SetWhen(out, "guild_id", l.command.GuildID != "", l.command.GuildID)
	world.SetWhen(out, "resolved", len(resolved) > 0, resolved)
	return out, nil
}

func (l Line) text(o *world.Option) string {
	for _, v := range l.values {
		if v.option == o {
			return v.text
		}
	}
	return ""
}

// Set fills in options by name.
func (l *Line) Set(options map[string]string) error {
	for _, key := range slices.Sorted(maps.Keys(options)) {
		i := slices.IndexFunc(l.leaf, func(o *world.Option) bool { return o.Name == key })
		if i < 0 {
			return fmt.Errorf("/%s has no option %q; it has %s", l.Name(), key, l.optionNames())
		}
		l.values = append(l.values, typedValue{l.leaf[i], options[key]})
	}
	return nil
}

// Attach uploads the files that the line names and puts their IDs in their place.
func (l *Line) Attach(upload func(text string) (string, error)) error {
	for i, v := range l.values {
		if v.option.Kind != world.OptAttachment {
			continue
		}
		id, err := upload(v.text)
		if err != nil {
			return fmt.Errorf("/%s: %s: %w", l.Name(), v.option.Name, err)
		}
		l.values[i].text = id
	}
	return nil
}

// Completes reports whether the command has an option of that name with autocomplete.
func (l *Line) Completes(option string) bool {
	return slices.ContainsFunc(l.leaf, func(o *world.Option) bool { return o.Name == option && o.Complete })
}

// MayUse returns why Discord's client would not offer a command to a user in a channel, or nil.
func (l Line) MayUse(w *world.World, who *world.User, c *world.Channel) error {
	bits, need := w.Permissions(c, who.ID), l.command.Permissions
	switch {
	case bits&world.PermUseApplicationCmds == 0:
		return fmt.Errorf("sandbox: %s may not use commands in %s", who.Username, c.Name)
	case c.GuildID == "" && !l.command.InDM:
		return fmt.Errorf("sandbox: %s is not available in direct messages", l.shown())
	case c.GuildID != "" && need != nil && bits != world.PermAll && (bits&*need != *need || *need == 0):
		return fmt.Errorf("sandbox: %s is hidden from %s", l.shown(), who.Username)
	}
	return nil
}

// CommandsIn lists the ways to type a command, each subcommand on its own: name, description and options, as a client in a locale shows
// them.
func CommandsIn(cmd *world.Command, locale string) []any {
	return leaves(LineOf(cmd), cmd.Options, cmd.Descriptions.Or(locale, cmd.Description), locale)
}

// leaves lists the commands and subcommands that can be typed.
func leaves(l Line, options []*world.Option, description, locale string) []any {
	if len(options) == 0 || !options[0].Nests() {
		return []any{object{"name": l.Name(), "description": description, "options": world.ShownOptions(options, locale)}}
	}
	out := []any{}
	for _, o := range options {
		inner := l
		inner.path = append(slices.Clone(l.path), o)
		out = append(out, leaves(inner, o.Options, o.Descriptions.Or(locale, o.Description), locale)...)
	}
	return out
}
