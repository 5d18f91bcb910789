package sandbox

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// typed is a command as a user typed it: which one, the path to the subcommand, and the options by name.
type typed struct {
	userID  string
	command *command
	path    []*option
	leaf    []*option
	values  []typedValue
}

type typedValue struct {
	option *option
	text   string
}

// name is the command with its group and subcommand, as "init add".
func (t typed) name() string {
	name := t.command.name
	for _, step := range t.path {
		name += " " + step.name
	}
	return name
}

// readLine reads a command as users type it: /init add name:Goblin count:3. A value reaches to the next known option;
// in quotes it may contain anything.
func (s *Server) readLine(c *channel, line string) (typed, error) {
	words := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "/"))
	name, rest, _ := strings.Cut(words, " ")
	t := typed{command: s.findCommand(c.guildID, name)}
	if t.command == nil {
		return t, fmt.Errorf("there is no command /%s here", name)
	}
	t.leaf = t.command.options
	for len(t.leaf) > 0 && t.leaf[0].nests() {
		name, after, _ := strings.Cut(strings.TrimSpace(rest), " ")
		i := slices.IndexFunc(t.leaf, func(o *option) bool { return o.name == name })
		if i < 0 {
			return t, fmt.Errorf("/%s has no subcommand %q", t.name(), name)
		}
		t.path, t.leaf, rest = append(t.path, t.leaf[i]), t.leaf[i].options, after
	}
	return t, t.readValues(rest)
}

// readValues splits "name:Goblin count:3" at the options that the command knows.
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
			return fmt.Errorf("/%s: option %s is given twice", t.name(), o.name)
		}
		t.values = append(t.values, typedValue{o, value})
		at = end
	}
}

// optionAt returns the option whose "name:" stands at a place, and where its value begins.
func (t *typed) optionAt(text string, at int) (*option, int) {
	for _, o := range t.leaf {
		if strings.HasPrefix(text[at:], o.name+":") {
			return o, at + len(o.name) + 1
		}
	}
	return nil, 0
}

// readValue returns the value that begins at a place and where it ends.
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
		names[i] = o.name
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// data builds the interaction's data: the options nested below group and subcommand, and what they resolve to. With a
// focused option it is that of an autocomplete, which checks nothing.
func (t typed) data(s *Server, c *channel, focused string) (object, error) {
	resolved := object{}
	options := []any{}
	for _, v := range t.values {
		if v.option.name == focused {
			continue
		}
		value, err := s.convert(c, t.userID, v, resolved)
		if err != nil && focused == "" {
			return nil, fmt.Errorf("/%s: %s: %w", t.name(), v.option.name, err)
		}
		if err == nil {
			options = append(options, object{"name": v.option.name, "type": v.option.kind, "value": value})
		}
	}
	for _, o := range t.leaf {
		given := slices.ContainsFunc(t.values, func(v typedValue) bool { return v.option == o })
		if o.required && !given && focused == "" {
			return nil, fmt.Errorf("/%s: option %s is required", t.name(), o.name)
		}
		if o.name == focused {
			options = append(options, object{"name": o.name, "type": o.kind, "value": t.text(o), "focused": true})
		}
	}
	for _, step := range slices.Backward(t.path) {
		options = []any{object{"name": step.name, "type": step.kind, "options": options}}
	}
	out := object{"id": t.command.id, "name": t.command.name, "type": t.command.kind, "options": options}
	setWhen(out, "guild_id", t.command.guildID != "", t.command.guildID)
	setWhen(out, "resolved", len(resolved) > 0, resolved)
	return out, nil
}

func (t typed) text(o *option) string {
	for _, v := range t.values {
		if v.option == o {
			return v.text
		}
	}
	return ""
}

// convert turns the text of an option into its value, as Discord's client would, or says why it cannot be sent.
func (s *Server) convert(c *channel, userID string, v typedValue, resolved object) (any, error) {
	o := v.option
	if len(o.choices) > 0 {
		for _, one := range o.choices {
			if one.name == v.text || fmt.Sprint(one.value) == v.text {
				return one.value, nil
			}
		}
		return nil, fmt.Errorf("%q is none of the choices", v.text)
	}
	switch o.kind {
	case optString:
		return o.checkText(v.text)
	case optInteger, optNumber:
		return o.checkNumber(v.text)
	case optBoolean:
		switch strings.ToLower(v.text) {
		case "true", "yes":
			return true, nil
		case "false", "no":
			return false, nil
		}
		return nil, fmt.Errorf("%q is neither true nor false", v.text)
	case optUser, optRole, optMentionable, optChannel:
		return s.resolve(c, o, v.text, resolved)
	case optAttachment:
		return v.text, s.give(userID, v.text, resolved)
	}
	return nil, fmt.Errorf("options of type %d cannot be typed here", o.kind)
}

func (o *option) checkText(text string) (any, error) {
	length := int64(utf8.RuneCountInString(text))
	switch {
	case length == 0:
		return nil, fmt.Errorf("is empty")
	case length > 6000, o.longest != nil && length > *o.longest:
		return nil, fmt.Errorf("has %d characters, too many", length)
	case o.shortest != nil && length < *o.shortest:
		return nil, fmt.Errorf("has %d characters, too few", length)
	}
	return text, nil
}

func (o *option) checkNumber(text string) (any, error) {
	number, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil || math.IsNaN(number) || strings.ContainsFunc(text, unicode.IsLetter):
		return nil, fmt.Errorf("%q is no number", text)
	case o.kind == optInteger && number != math.Trunc(number):
		return nil, fmt.Errorf("%q is no whole number", text)
	case math.Abs(number) > 1<<53:
		return nil, fmt.Errorf("%s is out of Discord's range", text)
	case o.least != nil && number < *o.least:
		return nil, fmt.Errorf("%s is below %g", text, *o.least)
	case o.most != nil && number > *o.most:
		return nil, fmt.Errorf("%s is above %g", text, *o.most)
	case o.kind == optInteger:
		return json.Number(strconv.FormatInt(int64(number), 10)), nil
	}
	return number, nil
}

// resolve finds the user, role or channel of an option and adds it to the resolved objects.
func (s *Server) resolve(c *channel, o *option, text string, resolved object) (any, error) {
	add := func(kind, id string, value object) any {
		if resolved[kind] == nil {
			resolved[kind] = object{}
		}
		resolved[kind].(object)[id] = value
		return id
	}
	g := s.world.guilds[c.guildID]
	if o.kind == optChannel {
		target := s.world.findChannel(text)
		if target == nil || target.guildID != c.guildID || len(o.channelTypes) > 0 && !slices.Contains(o.channelTypes, int64(target.kind)) {
			return nil, fmt.Errorf("there is no such channel %q", text)
		}
		return add("channels", target.id, s.world.channelJSON(target)), nil
	}
	if o.kind != optUser && g != nil {
		if r := g.findRole(text); r != nil {
			return add("roles", r.id, r.json()), nil
		}
	}
	u := s.world.findUser(text)
	if u == nil || o.kind == optRole {
		return nil, fmt.Errorf("there is nobody called %q", text)
	}
	if g != nil && g.members[u.id] != nil {
		member := g.members[u.id].json()
		delete(member, "deaf")
		delete(member, "mute")
		member["permissions"] = permText(s.world.permissions(c, u.id))
		add("members", u.id, member)
	}
	return add("users", u.id, u.json()), nil
}

// focused is the option that an autocomplete asks about, nil when it is unknown.
func (it *interaction) focused() *option {
	data, ok := it.payload["data"].(object)
	if !ok {
		return nil
	}
	return findFocused(data["options"])
}

func findFocused(list any) *option {
	options, ok := list.([]any)
	if !ok {
		return nil
	}
	for _, item := range options {
		one := item.(object)
		if one["focused"] == true {
			return &option{kind: wholeOf(one["type"])}
		}
		if found := findFocused(one["options"]); found != nil {
			return found
		}
	}
	return nil
}
