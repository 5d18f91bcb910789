package sandbox

import (
	"fmt"
	"slices"
	"strings"

	"roundel/sandbox/world"
)

// typed is a command as a user typed it: the command, the path to the subcommand, and the values of its options.
type typed struct {
	userID  string
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
func (t typed) name() string {
	name := t.command.Name
	for _, step := range t.path {
		name += " " + step.Name
	}
	return name
}

// readLine reads a command as users type it: /init add name:Goblin count:3. A value ends where the next known option
// begins; in quotes it may contain anything.
func (s *Server) readLine(c *world.Channel, line string) (typed, error) {
	words := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "/"))
	name, rest, _ := strings.Cut(words, " ")
	t := typed{command: s.findCommand(c.GuildID, name)}
	if t.command == nil {
		return t, fmt.Errorf("there is no command /%s here", name)
	}
	t.leaf = t.command.Options
	for len(t.leaf) > 0 && t.leaf[0].Nests() {
		name, after, _ := strings.Cut(strings.TrimSpace(rest), " ")
		i := slices.IndexFunc(t.leaf, func(o *world.Option) bool { return o.Name == name })
		if i < 0 {
			return t, fmt.Errorf("/%s has no subcommand %q", t.name(), name)
		}
		t.path, t.leaf, rest = append(t.path, t.leaf[i]), t.leaf[i].Options, after
	}
	return t, t.readValues(rest)
}

// readValues splits "name:Goblin count:3" at the command's options.
func (t *typed) readValues(rest string) error {
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
			return fmt.Errorf("/%s has no option %q; it has %s", t.name(), word, t.optionNames())
		}
		value, end := t.readValue(rest, start)
		if slices.ContainsFunc(t.values, func(v typedValue) bool { return v.option == o }) {
			return fmt.Errorf("/%s: option %s appears twice", t.name(), o.Name)
		}
		t.values = append(t.values, typedValue{o, value})
		at = end
	}
}

// optionAt returns the option whose "name:" is at a position, and where its value begins.
func (t *typed) optionAt(text string, at int) (*world.Option, int) {
	for _, o := range t.leaf {
		if strings.HasPrefix(text[at:], o.Name+":") {
			return o, at + len(o.Name) + 1
		}
	}
	return nil, 0
}

// readValue returns the value that begins at a position, and where it ends.
func (t *typed) readValue(text string, start int) (string, int) {
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

func (t *typed) optionNames() string {
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
func (t typed) data(s *Server, c *world.Channel, focused string) (object, error) {
	resolved := object{}
	options := []any{}
	for _, v := range t.values {
		if v.option.Name == focused {
			continue
		}
		value, err := s.convert(c, t.userID, v, resolved)
		if err != nil && focused == "" {
			return nil, fmt.Errorf("/%s: %s: %w", t.name(), v.option.Name, err)
		}
		if err == nil {
			options = append(options, object{"name": v.option.Name, "type": v.option.Kind, "value": value})
		}
	}
	for _, o := range t.leaf {
		given := slices.ContainsFunc(t.values, func(v typedValue) bool { return v.option == o })
		if o.Required && !given && focused == "" {
			return nil, fmt.Errorf("/%s: option %s is required", t.name(), o.Name)
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

func (t typed) text(o *world.Option) string {
	for _, v := range t.values {
		if v.option == o {
			return v.text
		}
	}
	return ""
}

// convert turns the text of an option into its value, as Discord's client would, or returns why it cannot be sent.
func (s *Server) convert(c *world.Channel, userID string, v typedValue, resolved object) (any, error) {
	o := v.option
	if len(o.Choices) > 0 {
		for _, one := range o.Choices {
			if one.Name == v.text || fmt.Sprint(one.Value) == v.text {
				return one.Value, nil
			}
		}
		return nil, fmt.Errorf("%q is not one of the choices", v.text)
	}
	switch o.Kind {
	case world.OptString:
		return o.CheckText(v.text)
	case world.OptInteger, world.OptNumber:
		return o.CheckNumber(v.text)
	case world.OptBoolean:
		switch strings.ToLower(v.text) {
		case "true", "yes":
			return true, nil
		case "false", "no":
			return false, nil
		}
		return nil, fmt.Errorf("%q is neither true nor false", v.text)
	case world.OptUser, world.OptRole, world.OptMentionable, world.OptChannel:
		return s.resolve(c, o, v.text, resolved)
	case world.OptAttachment:
		return v.text, s.resolveFile(userID, v.text, resolved)
	}
	return nil, fmt.Errorf("options of type %d are not supported here", o.Kind)
}

// resolve finds the user, role or channel of an option and adds it to the resolved objects.
func (s *Server) resolve(c *world.Channel, o *world.Option, text string, resolved object) (any, error) {
	add := func(kind, id string, value object) any {
		if resolved[kind] == nil {
			resolved[kind] = object{}
		}
		resolved[kind].(object)[id] = value
		return id
	}
	g := s.world.Guilds[c.GuildID]
	if o.Kind == world.OptChannel {
		target := s.world.FindChannel(text)
		if target == nil || target.GuildID != c.GuildID || len(o.ChannelTypes) > 0 && !slices.Contains(o.ChannelTypes, int64(target.Kind)) {
			return nil, fmt.Errorf("there is no such channel %q", text)
		}
		return add("channels", target.ID, s.world.ChannelJSON(target)), nil
	}
	if o.Kind != world.OptUser && g != nil {
		if r := g.FindRole(text); r != nil {
			return add("roles", r.ID, r.JSON()), nil
		}
	}
	u := s.world.FindUser(text)
	if u == nil || o.Kind == world.OptRole {
		return nil, fmt.Errorf("there is no user or role called %q", text)
	}
	if g != nil && g.Members[u.ID] != nil {
		member := g.Members[u.ID].JSON()
		delete(member, "deaf")
		delete(member, "mute")
		member["permissions"] = world.PermText(s.world.Permissions(c, u.ID))
		add("members", u.ID, member)
	}
	return add("users", u.ID, u.JSON()), nil
}

// focused returns the option that an autocomplete is about, or nil.
func (it *interaction) focused() *world.Option {
	data, ok := it.payload["data"].(object)
	if !ok {
		return nil
	}
	return findFocused(data["options"])
}

func findFocused(list any) *world.Option {
	options, ok := list.([]any)
	if !ok {
		return nil
	}
	for _, item := range options {
		one := item.(object)
		if one["focused"] == true {
			return &world.Option{Kind: world.WholeOf(one["type"])}
		}
		if found := findFocused(one["options"]); found != nil {
			return found
		}
	}
	return nil
}
