package client

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"roundel/sandbox/world"
)

// typed is a command as a user typed it: the command, the path to the subcommand, and the values of its options.
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

// name returns the command with its group and subcommand, such as "init add".
func (t Line) Name() string {
	name := t.command.Name
	for _, step := range t.path {
		name += " " + step.Name
	}
	return name
}

// lineOf is a command without subcommand or options.
func LineOf(cmd *world.Command) Line { return Line{command: cmd} }

// readLine reads a command as users type it: /init add name:Goblin count:3. A value ends where the next known option
// begins; in quotes it may contain anything.
func ReadLine(line string, find func(name string) *world.Command) (Line, error) {
	words := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "/"))
	name, rest, _ := strings.Cut(words, " ")
	t := Line{command: find(name)}
	if t.command == nil {
		return t, fmt.Errorf("there is no command /%s here", name)
	}
	t.leaf = t.command.Options
	for len(t.leaf) > 0 && t.leaf[0].Nests() {
		name, after, _ := strings.Cut(strings.TrimSpace(rest), " ")
		i := slices.IndexFunc(t.leaf, func(o *world.Option) bool { return o.Name == name })
		if i < 0 {
			return t, fmt.Errorf("/%s has no subcommand %q", t.Name(), name)
		}
		t.path, t.leaf, rest = append(t.path, t.leaf[i]), t.leaf[i].Options, after
	}
	return t, t.readValues(rest)
}

// readValues splits "name:Goblin count:3" at the command's options.
func (t *Line) readValues(rest string) error {
	at := 0
	for {
		for at < len(rest) && (rest[at] == ' ' || rest[at] == '\n') {
			at++
		}
		if at >= len(rest) {
			return nil
		}
		o, start := t.optionAt(rest, at)
		if o == nil {
			word, _, _ := strings.Cut(rest[at:], " ")
			return fmt.Errorf("/%s has no option %q; it has %s", t.Name(), word, t.optionNames())
		}
		value, end := t.readValue(rest, start)
		if slices.ContainsFunc(t.values, func(v typedValue) bool { return v.option == o }) {
			return fmt.Errorf("/%s: option %s appears twice", t.Name(), o.Name)
		}
		t.values = append(t.values, typedValue{o, value})
		at = end
	}
}

// optionAt returns the option whose "name:" is at a position, and where its value begins.
func (t *Line) optionAt(text string, at int) (*world.Option, int) {
	for _, o := range t.leaf {
		if strings.HasPrefix(text[at:], o.Name+":") {
			return o, at + len(o.Name) + 1
		}
	}
	return nil, 0
}

// readValue returns the value that begins at a position, and where it ends.
func (t *Line) readValue(text string, start int) (string, int) {
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
		o, _ := t.optionAt(text, at)
		if o != nil && (at == start || text[at-1] == ' ' || text[at-1] == '\n') {
			return strings.TrimSpace(text[start:at]), at
		}
	}
	return strings.TrimSpace(text[start:]), len(text)
}

func (t *Line) optionNames() string {
	names := make([]string, len(t.leaf))
	for i, o := range t.leaf {
		names[i] = o.Name
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// data builds the interaction's data: the options, nested in group and subcommand, and the objects they resolve to.
// With a focused option it is the data of an autocomplete, for which nothing is checked.
func (sc Scope) Data(t Line, focused string) (object, error) {
	resolved := object{}
	options := []any{}
	for _, v := range t.values {
		if v.option.Name == focused {
			continue
		}
		value, err := sc.convert(v, resolved)
		if err != nil && focused == "" {
			return nil, fmt.Errorf("/%s: %s: %w", t.Name(), v.option.Name, err)
		}
		if err == nil {
			options = append(options, object{"name": v.option.Name, "type": v.option.Kind, "value": value})
		}
	}
	for _, o := range t.leaf {
		given := slices.ContainsFunc(t.values, func(v typedValue) bool { return v.option == o })
		if o.Required && !given && focused == "" {
			return nil, fmt.Errorf("/%s: option %s is required", t.Name(), o.Name)
		}
		if o.Name == focused {
			options = append(options, object{"name": o.Name, "type": o.Kind, "value": t.text(o), "focused": true})
		}
	}
	for _, step := range slices.Backward(t.path) {
		options = []any{object{"name": step.Name, "type": step.Kind, "options": options}}
	}
	out := object{"id": t.command.ID, "name": t.command.Name, "type": t.command.Kind, "options": options}
	world.SetWhen(out, "guild_id", t.command.GuildID != "", t.command.GuildID)
	world.SetWhen(out, "resolved", len(resolved) > 0, resolved)
	return out, nil
}

func (t Line) text(o *world.Option) string {
	for _, v := range t.values {
		if v.option == o {
			return v.text
		}
	}
	return ""
}

// set fills in options by name.
func (t *Line) Set(options map[string]string) error {
	for _, key := range slices.Sorted(maps.Keys(options)) {
		i := slices.IndexFunc(t.leaf, func(o *world.Option) bool { return o.Name == key })
		if i < 0 {
			return fmt.Errorf("/%s has no option %q; it has %s", t.Name(), key, t.optionNames())
		}
		t.values = append(t.values, typedValue{t.leaf[i], options[key]})
	}
	return nil
}

// attach replaces the values of file options by what upload returns for them: the IDs of uploaded files.
func (t *Line) Attach(upload func(text string) (string, error)) error {
	for i, v := range t.values {
		if v.option.Kind != world.OptAttachment {
			continue
		}
		id, err := upload(v.text)
		if err != nil {
			return fmt.Errorf("/%s: %s: %w", t.Name(), v.option.Name, err)
		}
		t.values[i].text = id
	}
	return nil
}

// completes reports whether the command has an option of that name with autocomplete.
func (t *Line) Completes(option string) bool {
	return slices.ContainsFunc(t.leaf, func(o *world.Option) bool { return o.Name == option && o.Complete })
}

// mayUse returns why Discord's client would not offer a command to a user in a channel, or nil.
func (t Line) MayUse(w *world.World, who *world.User, c *world.Channel) error {
	bits, need := w.Permissions(c, who.ID), t.command.Permissions
	switch {
	case bits&world.PermUseApplicationCmds == 0:
		return fmt.Errorf("sandbox: %s may not use commands in %s", who.Username, c.Name)
	case c.GuildID == "" && !t.command.InDM:
		return fmt.Errorf("sandbox: /%s is not available in direct messages", t.Name())
	case c.GuildID != "" && need != nil && bits != world.PermAll && (bits&*need != *need || *need == 0):
		return fmt.Errorf("sandbox: /%s is hidden from %s", t.Name(), who.Username)
	}
	return nil
}

// commandsIn lists what can be typed of a command, each subcommand on its own: its name, description and options.
func CommandsIn(cmd *world.Command) []any {
	return leaves(LineOf(cmd), cmd.Options, cmd.Description)
}

// leaves lists the commands and subcommands that can be typed.
func leaves(t Line, options []*world.Option, description string) []any {
	if len(options) == 0 || !options[0].Nests() {
		return []any{object{"name": t.Name(), "description": description, "options": world.OptionsJSON(options)}}
	}
	out := []any{}
	for _, o := range options {
		inner := t
		inner.path = append(slices.Clone(t.path), o)
		out = append(out, leaves(inner, o.Options, o.Description)...)
	}
	return out
}
