package world

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Option types of application commands.
const (
	optSubcommand  = 1
	optGroup       = 2
	OptString      = 3
	OptInteger     = 4
	OptBoolean     = 5
	OptUser        = 6
	OptChannel     = 7
	OptRole        = 8
	OptMentionable = 9
	OptNumber      = 10
	OptAttachment  = 11
)

// Types of application commands: those that are typed, those in the Apps menu of a user or a message, and the one that launches the
// application's Activity.
const (
	CommandChat    = 1
	CommandUser    = 2
	CommandMessage = 3
	CommandEntry   = 4
)

// commandSize is the limit on the characters of a command's names, descriptions and choice values together.
const commandSize = 8000

// Command is a registered application command.
type Command struct {
	ID, Version, GuildID string
	Kind                 int64
	Name, Description    string
	// Names and Descriptions are the translations.
	Names, Descriptions Texts
	Options             []*Option
	// Permissions are the permissions a member needs to see the command; nil means none.
	Permissions *uint64
	InDM        bool
	extra       object
}

// Option is an option, a subcommand or a group of a command.
type Option struct {
	Kind              int64
	Name, Description string
	// Names and Descriptions are the translations.
	Names, Descriptions Texts
	Required, Complete  bool
	Choices             []choice
	least, most         *float64
	shortest, longest   *int64
	ChannelTypes        []int64
	Options             []*Option
}

type choice struct {
	Name  string
	Names Texts
	Value any
}

// ParseCommand reads and checks one command of a request body.
func ParseCommand(n Node) *Command {
	cmd := &Command{Kind: CommandChat, InDM: true, extra: object{}}
	if !n.IsObject() {
		return cmd
	}
	if n.At("type").Given() {
		cmd.Kind = n.At("type").Choice(CommandChat, CommandUser, CommandMessage, CommandEntry)
	}
	cmd.Name = n.At("name").Words(1, 32)
	checkName(n.At("name"), cmd.Name, cmd.Kind == CommandChat)
	cmd.Names = n.At("name_localizations").Translations(32, func(n Node, name string) { checkName(n, name, cmd.Kind == CommandChat) })
	cmd.Descriptions = n.At("description_localizations").Translations(100, nil)
	switch description := n.At("description"); {
	case cmd.Kind == CommandChat:
		cmd.Description = description.Words(1, 100)
	case cmd.Kind == CommandEntry:
		cmd.Description = description.text(100)
		if handler := n.At("handler"); handler.Given() {
			cmd.extra["handler"] = handler.Choice(1, 2)
		}
	case description.text(100) != "" || len(cmd.Descriptions) > 0:
		description.Fail("APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID",
			"Context menu commands cannot have description")
	}
	if cmd.Kind != CommandChat && len(n.At("options").List(0, 25)) > 0 {
		n.At("options").Fail("APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_INVALID", "Context menu commands cannot have options")
	} else {
		cmd.Options = parseOptions(n.At("options"), 0)
	}
	cmd.parseAccess(n)
	if size := cmd.size(); size > commandSize {
		n.Fail("APPLICATION_COMMAND_TOO_LARGE", fmt.Sprintf("Command exceeds maximum size (%d)", commandSize))
	}
	return cmd
}

// parseAccess reads who may use the command, and where.
func (cmd *Command) parseAccess(n Node) {
	if access := n.At("default_member_permissions"); access.Given() {
		bits, err := strconv.ParseUint(fmt.Sprint(access.Value), 10, 64)
		if err != nil {
			access.Fail("NUMBER_TYPE_COERCE", fmt.Sprintf("Value %q is not int.", fmt.Sprint(access.Value)))
		}
		cmd.Permissions = &bits
	}
	if dm := n.At("dm_permission"); dm.Given() {
		cmd.InDM = dm.Flag()
	}
	if contexts := n.At("contexts"); contexts.Given() {
		cmd.InDM = false
		for _, context := range contexts.List(1, 3) {
			cmd.InDM = context.Choice(0, 1, 2) == 1 || cmd.InDM
		}
		cmd.extra["contexts"] = contexts.Value
	}
	for _, kind := range n.At("integration_types").List(0, 2) {
		kind.Choice(0, 1)
	}
	if n.At("nsfw").Given() {
		cmd.extra["nsfw"] = n.At("nsfw").Flag()
	}
}

// namePattern is the pattern from Discord's documentation for the names of chat commands and options. It takes long to
// compile, and a bot that starts registers a thousand names.
var namePattern = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

func checkName(n Node, name string, chat bool) {
	if name == "" || !chat {
		return
	}
	if !namePattern.MatchString(name) || name != strings.ToLower(name) {
		n.Fail("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
	}
}

// parseOptions reads a list of options. Depth 0 is the command's own list, 1 is inside a group, 2 inside a subcommand.
func parseOptions(n Node, depth int) []*Option {
	var options []*Option
	optional, nested := false, 0
	for _, item := range n.List(0, 25) {
		o := parseOption(item, depth)
		if slices.ContainsFunc(options, func(other *Option) bool { return o.Name != "" && clash(o.Name, o.Names, other.Name, other.Names) }) {
			item.At("name").Fail("APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option name already exists")
		}
		options = append(options, o)
		if o.Required && optional {
			n.Fail("APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
				"Required options must be placed before non-required options")
		}
		optional = optional || !o.Required
		if o.Nests() {
			nested++
		}
	}
	if nested > 0 && nested < len(options) {
		n.Fail("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
			"Sub-command and sub-command group option types are mutually exclusive to all other types")
	}
	return options
}

// Nests reports whether the option is a subcommand or a group.
func (o *Option) Nests() bool { return o.Kind == optSubcommand || o.Kind == optGroup }

func parseOption(n Node, depth int) *Option {
	o := &Option{}
	if !n.IsObject() {
		return o
	}
	o.Kind = n.At("type").Choice(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)
	o.Name = n.At("name").Words(1, 32)
	checkName(n.At("name"), o.Name, true)
	o.Names = n.At("name_localizations").Translations(32, func(n Node, name string) { checkName(n, name, true) })
	o.Description = n.At("description").Words(1, 100)
	o.Descriptions = n.At("description_localizations").Translations(100, nil)
	o.Required = n.At("required").Flag()
	o.Complete = n.At("autocomplete").Flag()
	o.parseNested(n, depth)
	o.parseLimits(n)
	o.Choices = o.parseChoices(n.At("choices"))
	switch {
	case o.Complete && len(o.Choices) > 0:
		n.At("autocomplete").Fail("APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID",
			"Autocomplete cannot be used together with choices")
	case o.Complete && o.Kind != OptString && o.Kind != OptInteger && o.Kind != OptNumber:
		n.At("autocomplete").Fail("APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_INVALID_TYPE",
			"Autocomplete is available for strings, integers and numbers only")
	}
	return o
}

func (o *Option) parseNested(n Node, depth int) {
	nested := n.At("options")
	switch {
	case o.Kind == optGroup && depth > 0, o.Kind == optSubcommand && depth > 1:
		n.At("type").Fail("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-commands cannot be nested any deeper")
	case o.Nests():
		next := depth + 1
		if o.Kind == optSubcommand {
			next = 2
		}
		o.Options = parseOptions(nested, next)
		for i, inner := range o.Options {
			if o.Kind == optGroup && inner.Kind != optSubcommand || o.Kind == optSubcommand && inner.Nests() {
				nested.At(strconv.Itoa(i)).Fail("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
					"Options of a sub-command group are sub-commands, and those of a sub-command are values")
			}
		}
	case len(nested.List(0, 25)) > 0:
		nested.Fail("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Only sub-commands and groups have options")
	}
}

// parseLimits reads the bounds of numbers, the lengths of strings and the types of channels.
func (o *Option) parseLimits(n Node) {
	for key, into := range map[string]**float64{"min_value": &o.least, "max_value": &o.most} {
		bound, given := n.At(key).Number()
		if !given {
			continue
		}
		if o.Kind != OptInteger && o.Kind != OptNumber {
			n.At(key).Fail("APPLICATION_COMMAND_OPTION_MIN_MAX_INVALID", "Only integers and numbers have a "+key)
		}
		*into = &bound
	}
	for key, into := range map[string]**int64{"min_length": &o.shortest, "max_length": &o.longest} {
		length, given := n.At(key).Whole(0, 6000)
		if !given {
			continue
		}
		if o.Kind != OptString || key == "max_length" && length < 1 {
			n.At(key).Fail("APPLICATION_COMMAND_OPTION_MIN_MAX_LENGTH_INVALID", "Only strings have a "+key+", of 1 or more")
		}
		*into = &length
	}
	if o.least != nil && o.most != nil && *o.least > *o.most || o.shortest != nil && o.longest != nil && *o.shortest > *o.longest {
		n.Fail("APPLICATION_COMMAND_OPTION_MIN_MAX_INVALID", "The minimum is above the maximum")
	}
	for _, kind := range n.At("channel_types").List(0, 20) {
		if o.Kind != OptChannel {
			n.At("channel_types").Fail("APPLICATION_COMMAND_OPTION_CHANNEL_TYPES_INVALID", "Only channels have channel_types")
			return
		}
		o.ChannelTypes = append(o.ChannelTypes, kind.Choice(0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16))
	}
}

func (o *Option) parseChoices(n Node) []choice {
	var choices []choice
	for _, item := range n.List(0, 25) {
		if !item.IsObject() {
			continue
		}
		c := choice{Name: item.At("name").Words(1, 100), Names: item.At("name_localizations").Translations(100, nil), Value: item.At("value").Value}
		if slices.ContainsFunc(choices, func(other choice) bool {
			return clash(c.Name, c.Names, other.Name, other.Names) || fmt.Sprint(c.Value) == fmt.Sprint(other.Value)
		}) {
			item.Fail("APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", "Option choice name already exists")
		}
		switch o.Kind {
		case OptString:
			item.At("value").Words(1, 100)
		case OptInteger:
			if !item.At("value").Given() {
				item.At("value").Required()
			}
			item.At("value").Whole(-1<<53, 1<<53)
		case OptNumber:
			item.At("value").Number()
		default:
			n.Fail("APPLICATION_COMMAND_OPTION_CHOICES_INVALID", "Options of this type have no choices")
			return nil
		}
		choices = append(choices, c)
	}
	return choices
}

// Clashes reports whether another command of the same type has the same name in some locale.
func (cmd *Command) Clashes(other *Command) bool {
	return cmd.Kind == other.Kind && clash(cmd.Name, cmd.Names, other.Name, other.Names)
}

// size counts the characters that Discord limits: names, descriptions and choice values, each in its longest translation.
func (cmd *Command) size() int {
	return cmd.Names.longest(cmd.Name) + cmd.Descriptions.longest(cmd.Description) + optionSize(cmd.Options)
}

func optionSize(options []*Option) int {
	size := 0
	for _, o := range options {
		size += o.Names.longest(o.Name) + o.Descriptions.longest(o.Description) + optionSize(o.Options)
		for _, c := range o.Choices {
			size += c.Names.longest(c.Name) + utf8.RuneCountInString(fmt.Sprint(c.Value))
		}
	}
	return size
}

// CommandJSON is the command as Discord returns it: absent fields of the command are filled in, and false ones of an
// option are left out. With a locale, it has its texts in that locale in place of all translations.
func (w *World) CommandJSON(cmd *Command, locale string) object {
	out := object{"id": cmd.ID, "application_id": w.AppID, "version": cmd.Version, "type": cmd.Kind,
		"name": cmd.Name, "description": cmd.Description, "default_member_permissions": nil,
		"nsfw": false, "integration_types": []any{0}}
	if locale == "" {
		out["name_localizations"], out["description_localizations"] = nil, nil
	}
	translate(out, "name", cmd.Names, locale)
	translate(out, "description", cmd.Descriptions, locale)
	if cmd.Permissions != nil {
		out["default_member_permissions"] = PermText(*cmd.Permissions)
	}
	if cmd.GuildID == "" {
		out["dm_permission"], out["contexts"] = cmd.InDM, nil
	}
	maps.Copy(out, cmd.extra)
	if cmd.GuildID != "" { // where it can be used is kept of commands everywhere only
		out["guild_id"] = cmd.GuildID
		delete(out, "contexts")
		delete(out, "integration_types")
	}
	if len(cmd.Options) > 0 {
		out["options"] = optionsJSON(cmd.Options, locale)
	}
	return out
}

// translate adds the translations of a text to a command, an option or a choice, or with a locale only that translation.
func translate(out object, key string, texts Texts, locale string) {
	translated, found := texts.In(locale)
	SetWhen(out, key+"_localizations", locale == "" && texts != nil, texts)
	SetWhen(out, key+"_localized", locale != "" && found, translated)
}

// ShownOptions lists options as a client in a locale shows them. Their names, which people type, stay.
func ShownOptions(options []*Option, locale string) []any {
	list := optionsJSON(options, locale)
	for i, o := range options {
		out := list[i].(object)
		out["description"] = o.Descriptions.Or(locale, o.Description)
		for j, c := range o.Choices {
			out["choices"].([]any)[j].(object)["name"] = c.Shown(locale)
		}
	}
	return list
}

// Shown returns the choice's name as a client in a locale shows it.
func (c choice) Shown(locale string) string { return c.Names.Or(locale, c.Name) }

// optionsJSON lists options as Discord returns them.
func optionsJSON(options []*Option, locale string) []any {
	list := []any{}
	for _, o := range options {
		out := object{"type": o.Kind, "name": o.Name, "description": o.Description}
		translate(out, "name", o.Names, locale)
		translate(out, "description", o.Descriptions, locale)
		SetWhen(out, "required", o.Required, true)
		SetWhen(out, "autocomplete", o.Complete, true)
		SetWhen(out, "min_value", o.least != nil, o.least)
		SetWhen(out, "max_value", o.most != nil, o.most)
		SetWhen(out, "min_length", o.shortest != nil, o.shortest)
		SetWhen(out, "max_length", o.longest != nil, o.longest)
		SetWhen(out, "channel_types", len(o.ChannelTypes) > 0, o.ChannelTypes)
		SetWhen(out, "options", len(o.Options) > 0, optionsJSON(o.Options, locale))
		choices := []any{}
		for _, c := range o.Choices {
			one := object{"name": c.Name, "value": c.Value}
			translate(one, "name", c.Names, locale)
			choices = append(choices, one)
		}
		SetWhen(out, "choices", len(choices) > 0, choices)
		list = append(list, out)
	}
	return list
}

// SetWhen sets a member of an object if the condition holds.
func SetWhen(out object, key string, when bool, value any) {
	if when {
		out[key] = value
	}
}

// CheckText returns the value of a text option, or an error if Discord's client would not send it.
func (o *Option) CheckText(text string) (any, error) {
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

// CheckNumber returns the value of a number option, or an error if Discord's client would not send it.
func (o *Option) CheckNumber(text string) (any, error) {
	number, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil || math.IsNaN(number) || strings.ContainsFunc(text, unicode.IsLetter):
		return nil, fmt.Errorf("%q is not a number", text)
	case o.Kind == OptInteger && number != math.Trunc(number):
		return nil, fmt.Errorf("%q is not a whole number", text)
	case math.Abs(number) > 1<<53:
		return nil, fmt.Errorf("%s is out of Discord's range", text)
	case o.least != nil && number < *o.least:
		return nil, fmt.Errorf("%s is below %g", text, *o.least)
	case o.most != nil && number > *o.most:
		return nil, fmt.Errorf("%s is above %g", text, *o.most)
	case o.Kind == OptInteger:
		return json.Number(strconv.FormatInt(int64(number), 10)), nil
	}
	return number, nil
}
