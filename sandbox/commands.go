package sandbox

import (
	"fmt"
	"maps"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Option types of application commands.
const (
	optSubcommand  = 1
	optGroup       = 2
	optString      = 3
	optInteger     = 4
	optBoolean     = 5
	optUser        = 6
	optChannel     = 7
	optRole        = 8
	optMentionable = 9
	optNumber      = 10
	optAttachment  = 11
)

// commandSize is how many characters names, descriptions and choice values of one command have in all.
const commandSize = 8000

// command is one registered application command.
type command struct {
	id, version, guildID string
	kind                 int64
	name, description    string
	options              []*option
	// permissions are the member permissions a user needs to see it; nil for none.
	permissions *uint64
	inDM        bool
	extra       object
}

type option struct {
	kind               int64
	name, description  string
	required, complete bool
	choices            []choice
	least, most        *float64
	shortest, longest  *int64
	channelTypes       []int64
	options            []*option
}

type choice struct {
	name  string
	value any
}

// parseCommand reads and checks one command of a request body.
func parseCommand(n node) *command {
	cmd := &command{kind: 1, inDM: true, extra: object{}}
	if !n.isObject() {
		return cmd
	}
	if n.at("type").given() {
		cmd.kind = n.at("type").choice(1, 2, 3)
	}
	cmd.name = n.at("name").words(1, 32)
	checkName(n.at("name"), cmd.name, cmd.kind == 1)
	switch description := n.at("description"); {
	case cmd.kind == 1:
		cmd.description = description.words(1, 100)
	case description.text(100) != "":
		description.fail("APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID",
			"Context menu commands cannot have description")
	}
	if cmd.kind != 1 && len(n.at("options").list(0, 25)) > 0 {
		n.at("options").fail("APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_INVALID", "Context menu commands cannot have options")
	} else {
		cmd.options = parseOptions(n.at("options"), 0)
	}
	cmd.parseAccess(n)
	if size := cmd.size(); size > commandSize {
		n.fail("APPLICATION_COMMAND_TOO_LARGE", fmt.Sprintf("Command exceeds maximum size (%d)", commandSize))
	}
	return cmd
}

// parseAccess reads who may use the command, where.
func (cmd *command) parseAccess(n node) {
	if access := n.at("default_member_permissions"); access.given() {
		bits, err := strconv.ParseUint(fmt.Sprint(access.value), 10, 64)
		if err != nil {
			access.fail("NUMBER_TYPE_COERCE", fmt.Sprintf("Value %q is not int.", fmt.Sprint(access.value)))
		}
		cmd.permissions = &bits
	}
	if dm := n.at("dm_permission"); dm.given() {
		cmd.inDM = dm.flag()
	}
	if contexts := n.at("contexts"); contexts.given() {
		cmd.inDM = false
		for _, context := range contexts.list(1, 3) {
			cmd.inDM = context.choice(0, 1, 2) == 1 || cmd.inDM
		}
		cmd.extra["contexts"] = contexts.value
	}
	for _, kind := range n.at("integration_types").list(0, 2) {
		kind.choice(0, 1)
	}
	for _, key := range []string{"name_localizations", "description_localizations", "nsfw"} {
		if n.at(key).given() {
			cmd.extra[key] = n.at(key).value
		}
	}
}

// namePattern returns the pattern Discord prints for the names of chat commands and options.
func namePattern() *regexp.Regexp {
	return regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)
}

func checkName(n node, name string, chat bool) {
	if name == "" || !chat {
		return
	}
	if !namePattern().MatchString(name) || name != strings.ToLower(name) {
		n.fail("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
	}
}

// parseOptions reads a list of options. Depth 0 is the command's own, 1 within a group or subcommand, 2 within a
// subcommand of a group.
func parseOptions(n node, depth int) []*option {
	var options []*option
	names := map[string]bool{}
	optional, nested := false, 0
	for _, item := range n.list(0, 25) {
		o := parseOption(item, depth)
		options = append(options, o)
		if names[o.name] && o.name != "" {
			item.at("name").fail("APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option name already exists")
		}
		names[o.name] = true
		if o.required && optional {
			n.fail("APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
				"Required options must be placed before non-required options")
		}
		optional = optional || !o.required
		if o.nests() {
			nested++
		}
	}
	if nested > 0 && nested < len(options) {
		n.fail("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
			"Sub-command and sub-command group option types are mutually exclusive to all other types")
	}
	return options
}

func (o *option) nests() bool { return o.kind == optSubcommand || o.kind == optGroup }

func parseOption(n node, depth int) *option {
	o := &option{}
	if !n.isObject() {
		return o
	}
	o.kind = n.at("type").choice(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)
	o.name = n.at("name").words(1, 32)
	checkName(n.at("name"), o.name, true)
	o.description = n.at("description").words(1, 100)
	o.required = n.at("required").flag()
	o.complete = n.at("autocomplete").flag()
	o.parseNested(n, depth)
	o.parseLimits(n)
	o.choices = o.parseChoices(n.at("choices"))
	switch {
	case o.complete && len(o.choices) > 0:
		n.at("autocomplete").fail("APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID",
			"Autocomplete cannot be used together with choices")
	case o.complete && o.kind != optString && o.kind != optInteger && o.kind != optNumber:
		n.at("autocomplete").fail("APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_INVALID_TYPE",
			"Autocomplete is available for strings, integers and numbers only")
	}
	return o
}

func (o *option) parseNested(n node, depth int) {
	nested := n.at("options")
	switch {
	case o.kind == optGroup && depth > 0, o.kind == optSubcommand && depth > 1:
		n.at("type").fail("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-commands cannot be nested any deeper")
	case o.nests():
		next := depth + 1
		if o.kind == optSubcommand {
			next = 2
		}
		o.options = parseOptions(nested, next)
		for i, inner := range o.options {
			if o.kind == optGroup && inner.kind != optSubcommand || o.kind == optSubcommand && inner.nests() {
				nested.at(strconv.Itoa(i)).fail("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
					"Options of a sub-command group are sub-commands, and those of a sub-command are values")
			}
		}
	case len(nested.list(0, 25)) > 0:
		nested.fail("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Only sub-commands and groups have options")
	}
}

// parseLimits reads the bounds of numbers, the lengths of strings and the types of channels.
func (o *option) parseLimits(n node) {
	for key, into := range map[string]**float64{"min_value": &o.least, "max_value": &o.most} {
		bound, given := n.at(key).number()
		if !given {
			continue
		}
		if o.kind != optInteger && o.kind != optNumber {
			n.at(key).fail("APPLICATION_COMMAND_OPTION_MIN_MAX_INVALID", "Only integers and numbers have a "+key)
		}
		*into = &bound
	}
	for key, into := range map[string]**int64{"min_length": &o.shortest, "max_length": &o.longest} {
		length, given := n.at(key).whole(0, 6000)
		if !given {
			continue
		}
		if o.kind != optString || key == "max_length" && length < 1 {
			n.at(key).fail("APPLICATION_COMMAND_OPTION_MIN_MAX_LENGTH_INVALID", "Only strings have a "+key+", of 1 or more")
		}
		*into = &length
	}
	if o.least != nil && o.most != nil && *o.least > *o.most || o.shortest != nil && o.longest != nil && *o.shortest > *o.longest {
		n.fail("APPLICATION_COMMAND_OPTION_MIN_MAX_INVALID", "The minimum is above the maximum")
	}
	for _, kind := range n.at("channel_types").list(0, 20) {
		if o.kind != optChannel {
			n.at("channel_types").fail("APPLICATION_COMMAND_OPTION_CHANNEL_TYPES_INVALID", "Only channels have channel_types")
			return
		}
		o.channelTypes = append(o.channelTypes, kind.choice(0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16))
	}
}

func (o *option) parseChoices(n node) []choice {
	var choices []choice
	names, values := map[string]bool{}, map[string]bool{}
	for _, item := range n.list(0, 25) {
		if !item.isObject() {
			continue
		}
		c := choice{name: item.at("name").words(1, 100), value: item.at("value").value}
		if names[c.name] || values[fmt.Sprint(c.value)] {
			item.fail("APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", "Option choice name already exists")
		}
		names[c.name], values[fmt.Sprint(c.value)] = true, true
		switch o.kind {
		case optString:
			item.at("value").words(1, 100)
		case optInteger:
			if !item.at("value").given() {
				item.at("value").required()
			}
			item.at("value").whole(-1<<53, 1<<53)
		case optNumber:
			item.at("value").number()
		default:
			n.fail("APPLICATION_COMMAND_OPTION_CHOICES_INVALID", "Options of this type have no choices")
			return nil
		}
		choices = append(choices, c)
	}
	return choices
}

// size counts the characters that Discord limits: names, descriptions and the values of choices.
func (cmd *command) size() int {
	return utf8.RuneCountInString(cmd.name) + utf8.RuneCountInString(cmd.description) + optionSize(cmd.options)
}

func optionSize(options []*option) int {
	size := 0
	for _, o := range options {
		size += utf8.RuneCountInString(o.name) + utf8.RuneCountInString(o.description) + optionSize(o.options)
		for _, c := range o.choices {
			size += utf8.RuneCountInString(c.name) + utf8.RuneCountInString(fmt.Sprint(c.value))
		}
	}
	return size
}

// json is the command as Discord returns it: what was left out is filled in, what is false in an option is left out.
func (w *world) commandJSON(cmd *command) object {
	out := object{"id": cmd.id, "application_id": w.appID, "version": cmd.version, "type": cmd.kind,
		"name": cmd.name, "description": cmd.description, "default_member_permissions": nil,
		"name_localizations": nil, "description_localizations": nil, "nsfw": false, "integration_types": []any{0}}
	if cmd.permissions != nil {
		out["default_member_permissions"] = permText(*cmd.permissions)
	}
	if cmd.guildID != "" {
		out["guild_id"] = cmd.guildID
	} else {
		out["dm_permission"], out["contexts"] = cmd.inDM, nil
	}
	maps.Copy(out, cmd.extra)
	if len(cmd.options) > 0 {
		out["options"] = optionsJSON(cmd.options)
	}
	return out
}

func optionsJSON(options []*option) []any {
	list := []any{}
	for _, o := range options {
		out := object{"type": o.kind, "name": o.name, "description": o.description}
		setWhen(out, "required", o.required, true)
		setWhen(out, "autocomplete", o.complete, true)
		setWhen(out, "min_value", o.least != nil, o.least)
		setWhen(out, "max_value", o.most != nil, o.most)
		setWhen(out, "min_length", o.shortest != nil, o.shortest)
		setWhen(out, "max_length", o.longest != nil, o.longest)
		setWhen(out, "channel_types", len(o.channelTypes) > 0, o.channelTypes)
		setWhen(out, "options", len(o.options) > 0, optionsJSON(o.options))
		choices := []any{}
		for _, c := range o.choices {
			choices = append(choices, object{"name": c.name, "value": c.value})
		}
		setWhen(out, "choices", len(choices) > 0, choices)
		list = append(list, out)
	}
	return list
}

func setWhen(out object, key string, when bool, value any) {
	if when {
		out[key] = value
	}
}
