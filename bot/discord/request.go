package discord

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"roundel/snowflake"
)

// Kind is how the user made a request.
type Kind int

// The kinds of requests.
const (
	Typed      Kind = iota // a slash command
	Pressed                // a button or a select
	Filled                 // a submitted form
	Completing             // autocomplete: answer with Reply.Choices
)

// Request is an interaction, decoded.
type Request struct {
	Kind    Kind
	ID      string    // of the interaction; a replayed one has the same
	Sent    time.Time // when Discord created it, to the millisecond; zero if the ID doesn't say
	Arrived time.Time // when it reached this process, by the bot's clock

	Channel             snowflake.Channel
	Guild               snowflake.Guild // empty in a DM
	Thread              bool            // the channel is a thread
	Sealed              bool            // the channel is an archived, locked thread that the bot may not open: only ephemeral replies work
	User                snowflake.User
	Name                string   // the user's display name
	Manager             bool     // has Manage Server
	Roles               []string // IDs of the user's roles
	Locale, GuildLocale string   // the languages of the user's client and of the server, as Discord calls them; empty: not known
	Rights              int64    // the bot's own permission bits in the channel

	Path    string            // of a command: "init start"; of a button or form: its custom ID
	Options map[string]string // Typed, Completing: values as text, by name; booleans are "true" or "false", users and attachments their IDs
	Focused string            // Completing: the option being typed
	Fields  map[string]string // Filled: values by custom ID of the input; Pressed: a select's "values"; several are joined by ","; of a checkbox "true" or "false"
	Message snowflake.Message // Pressed, and Filled if a button opened the form: the ID of the button's message

	// Target is the member on whom a user command is used. Quoted is the message on which a message command is used, or whose button was
	// pressed; of that, Quoted has the content only. Nil: none.
	Target snowflake.User
	Quoted *Quoted

	// Attachments are the files of a Typed or Filled request, by the name of the option or input; the files themselves have to be fetched. Each
	// attachment in Options or Fields is here. A request that has any is handled alongside its channel's queue, because fetching may take
	// long, and only a few are handled at a time.
	Attachments map[string]Attachment
}

// Quoted is a message that a request is about. Texts are all there is to read in it: the content, the parts of its embeds, and the texts
// among its components. A field of an embed is one text: its name stands before its first line, and before each other line with a number.
type Quoted struct {
	ID    snowflake.Message
	Texts []string
}

// interaction holds the fields we read of a Discord interaction. Except in forms it has no pointers: a field that Discord
// leaves out is empty, and one that is added later is ignored.
type interaction struct {
	ID      string            `json:"id"`
	App     string            `json:"application_id"`
	Type    int               `json:"type"`
	Token   string            `json:"token"`
	Guild   snowflake.Guild   `json:"guild_id"`
	Channel snowflake.Channel `json:"channel_id"`
	Where   struct {
		ID       snowflake.Channel
		Type     discordgo.ChannelType
		Metadata struct{ Archived, Locked bool } `json:"thread_metadata"`
	} `json:"channel"`
	Member struct {
		User   user     `json:"user"`
		Nick   string   `json:"nick"`
		Roles  []string `json:"roles"`
		Rights string   `json:"permissions"`
	} `json:"member"`
	User        user   `json:"user"`
	Rights      string `json:"app_permissions"`
	Locale      string `json:"locale"`
	GuildLocale string `json:"guild_locale"`
	Message     struct {
		ID      snowflake.Message `json:"id"`
		Flags   int64             `json:"flags"`
		Content string            `json:"content"`
	} `json:"message"`
	Data struct {
		Type       int        `json:"type"`
		Target     string     `json:"target_id"`
		Name       string     `json:"name"`
		Options    []option   `json:"options"`
		CustomID   string     `json:"custom_id"`
		Values     []string   `json:"values"`
		Components []formPart `json:"components"`
		Resolved   struct {
			Attachments map[string]Attachment `json:"attachments"`
			Messages    map[string]quotation  `json:"messages"`
		} `json:"resolved"`
	} `json:"data"`
}

// quotation is a message as Discord describes it to a message command.
type quotation struct {
	Content string `json:"content"`
	Embeds  []struct {
		Author      struct{ Name string } `json:"author"`
		Title       string                `json:"title"`
		Description string                `json:"description"`
		Fields      []struct {
			Name  string `json:"name"`
			Value string `json:"value"`
		} `json:"fields"`
	} `json:"embeds"`
	Components []quotedPart `json:"components"`
}

// quotedPart is a component of a message, of which only texts are read.
type quotedPart struct {
	Type       int          `json:"type"`
	Content    string       `json:"content"`
	Components []quotedPart `json:"components"`
}

// texts returns everything there is to read in the message, part by part.
func (q quotation) texts() []string {
	out := []string{q.Content}
	for _, e := range q.Embeds {
		out = append(out, e.Author.Name, e.Title, e.Description)
		for _, f := range e.Fields {
			lines := strings.Split(f.Value, "\n")
			for i, line := range lines {
				if i == 0 || strings.ContainsAny(line, "0123456789") {
					lines[i] = f.Name + ": " + line
				}
			}
			out = append(out, strings.Join(lines, "\n"))
		}
	}
	var walk func(parts []quotedPart)
	walk = func(parts []quotedPart) {
		for _, p := range parts {
			if p.Type == componentText {
				out = append(out, p.Content)
			}
			walk(p.Components)
		}
	}
	walk(q.Components)
	return slices.DeleteFunc(out, func(text string) bool { return text == "" })
}

type user struct {
	ID       snowflake.User `json:"id"`
	Username string         `json:"username"`
	Global   string         `json:"global_name"`
}

type option struct {
	Name    string      `json:"name"`
	Type    int         `json:"type"`
	Value   optionValue `json:"value"`
	Focused bool        `json:"focused"`
	Options []option    `json:"options"`
}

// optionValue is the value of an option as text: a string as it is, a number or boolean as JSON writes it.
type optionValue string

// UnmarshalJSON decodes the value.
func (v *optionValue) UnmarshalJSON(raw []byte) error {
	if raw[0] == '"' || raw[0] == 'n' { // null leaves it empty
		return json.Unmarshal(raw, (*string)(v))
	}
	*v = optionValue(raw)
	return nil
}

// formPart is a row, a label or an input, depending on which fields are set.
type formPart struct {
	Type       int         `json:"type"`
	CustomID   string      `json:"custom_id"`
	Value      optionValue `json:"value"` // a text, true or false, or null
	Values     []string    `json:"values"`
	Components []formPart  `json:"components"`
	Component  *formPart   `json:"component"`
}

// isAnswerable reports whether the interaction has what is needed to answer it.
func (in *interaction) isAnswerable() bool { return in.ID != "" && in.Token != "" && in.App != "" }

// request converts the interaction to a Request. decodeErr is the error from decoding it, if any.
func (in *interaction) request(decodeErr error) (*Request, error) {
	if decodeErr != nil {
		return nil, fmt.Errorf("bot: cannot decode an interaction: %w", decodeErr)
	}
	if !in.isAnswerable() {
		return nil, errors.New("bot: an interaction has no ID, token or application")
	}
	r := &Request{ID: in.ID, Sent: snowflake.Time(in.ID), Guild: in.Guild, Message: in.Message.ID,
		Channel: in.Channel, Roles: in.Member.Roles, Rights: bits(in.Rights),
		Locale: in.Locale, GuildLocale: in.GuildLocale}
	if r.Channel == "" {
		r.Channel = in.Where.ID
	}
	if in.Rights == "" {
		r.Rights = discordgo.PermissionAll // unknown: a missing permission will show when it is needed
	}
	r.Thread = in.Where.Type >= discordgo.ChannelTypeGuildNewsThread && in.Where.Type <= discordgo.ChannelTypeGuildPrivateThread
	r.Sealed = in.Where.Metadata.Archived && in.Where.Metadata.Locked &&
		r.Rights&(discordgo.PermissionManageThreads|discordgo.PermissionAdministrator) == 0
	who := in.Member.User
	if who.ID == "" {
		who = in.User
	}
	r.User, r.Name = who.ID, cmp.Or(in.Member.Nick, who.Global, who.Username)
	r.Manager = bits(in.Member.Rights)&(discordgo.PermissionManageGuild|discordgo.PermissionAdministrator) != 0
	if r.User == "" || r.Channel == "" {
		return nil, errors.New("bot: an interaction has no user or no channel")
	}
	err := r.fill(in)
	return r, err
}

// fill sets the fields that depend on the interaction's type.
func (r *Request) fill(in *interaction) error {
	switch discordgo.InteractionType(in.Type) {
	case discordgo.InteractionApplicationCommand:
		r.Kind = Typed
		switch discordgo.ApplicationCommandType(in.Data.Type) {
		case UserCommand:
			r.Target = snowflake.User(in.Data.Target)
		case MessageCommand:
			r.Quoted = &Quoted{ID: snowflake.Message(in.Data.Target), Texts: in.Data.Resolved.Messages[in.Data.Target].texts()}
		}
		for _, o := range r.command(in) {
			if discordgo.ApplicationCommandOptionType(o.Type) != AttachmentOption {
				continue
			}
			if err := r.attach(o.Name, string(o.Value), in.Data.Resolved.Attachments); err != nil {
				return err
			}
		}
	case discordgo.InteractionApplicationCommandAutocomplete:
		r.Kind = Completing
		r.command(in)
	case discordgo.InteractionMessageComponent:
		r.Kind, r.Path = Pressed, in.Data.CustomID
		r.Quoted = &Quoted{ID: in.Message.ID, Texts: []string{in.Message.Content}}
		r.Fields = map[string]string{}
		if len(in.Data.Values) > 0 {
			r.Fields["values"] = strings.Join(in.Data.Values, ",")
		}
	case discordgo.InteractionModalSubmit:
		r.Kind, r.Path = Filled, in.Data.CustomID
		r.Fields = map[string]string{}
		return r.collect(in.Data.Components, in.Data.Resolved.Attachments)
	default:
		return fmt.Errorf("bot: unknown interaction type %d", in.Type)
	}
	return nil
}

// command sets the path and the options, and returns the options that have values. A subcommand is an option that contains options.
func (r *Request) command(in *interaction) []option {
	const subcommand, group = int(discordgo.ApplicationCommandOptionSubCommand), int(discordgo.ApplicationCommandOptionSubCommandGroup)
	r.Path, r.Options = in.Data.Name, map[string]string{}
	options := in.Data.Options
	for len(options) == 1 && (options[0].Type == subcommand || options[0].Type == group) {
		r.Path += " " + options[0].Name
		options = options[0].Options
	}
	for _, o := range options {
		r.Options[o.Name] = string(o.Value)
		if o.Focused {
			r.Focused = o.Name
		}
	}
	return options
}

// attach sets the attachment of an option or an input. One that isn't described is an error.
func (r *Request) attach(name, id string, resolved map[string]Attachment) error {
	file, described := resolved[id]
	if !described {
		return fmt.Errorf("bot: option %q has an attachment without a description", name)
	}
	if r.Attachments == nil {
		r.Attachments = map[string]Attachment{}
	}
	r.Attachments[name] = file
	return nil
}

// collect adds the values of all inputs to the fields, several joined by commas, and the file of an upload to the attachments.
func (r *Request) collect(parts []formPart, resolved map[string]Attachment) error {
	for _, p := range parts {
		if p.CustomID != "" {
			r.Fields[p.CustomID] = string(p.Value)
			if len(p.Values) > 0 {
				r.Fields[p.CustomID] = strings.Join(p.Values, ",")
			}
			if p.Type == componentUpload && len(p.Values) > 0 {
				if err := r.attach(p.CustomID, p.Values[0], resolved); err != nil {
					return err
				}
			}
		}
		inner := p.Components
		if p.Component != nil {
			inner = append(inner, *p.Component)
		}
		if err := r.collect(inner, resolved); err != nil {
			return err
		}
	}
	return nil
}

// bits parses a permission set. It returns 0 if there is none or it is not a number.
func bits(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0
	}
	return n
}
