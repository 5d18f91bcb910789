package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// interaction is one of Discord's, as far as we read it. It holds no pointers: what Discord leaves out, or what a later
// Discord adds, is empty here and fails nothing.
type interaction struct {
	ID      string `json:"id"`
	App     string `json:"application_id"`
	Type    int    `json:"type"`
	Token   string `json:"token"`
	Guild   string `json:"guild_id"`
	Channel string `json:"channel_id"`
	Where   struct {
		ID       string
		Type     discordgo.ChannelType
		Metadata struct{ Archived, Locked bool } `json:"thread_metadata"`
	} `json:"channel"`
	Member struct {
		User   user     `json:"user"`
		Nick   string   `json:"nick"`
		Roles  []string `json:"roles"`
		Rights string   `json:"permissions"`
	} `json:"member"`
	User    user   `json:"user"`
	Rights  string `json:"app_permissions"`
	Message struct {
		ID    string `json:"id"`
		Flags int64  `json:"flags"`
	} `json:"message"`
	Data struct {
		Name       string     `json:"name"`
		Options    []option   `json:"options"`
		CustomID   string     `json:"custom_id"`
		Values     []string   `json:"values"`
		Components []formPart `json:"components"`
	} `json:"data"`
}

type user struct {
	ID       string `json:"id"`
	Username string `json:"username"`
	Global   string `json:"global_name"`
}

type option struct {
	Name    string      `json:"name"`
	Type    int         `json:"type"`
	Value   optionValue `json:"value"`
	Focused bool        `json:"focused"`
	Options []option    `json:"options"`
}

// optionValue is an option's value as text: a string as it is, numbers and booleans as JSON writes them.
type optionValue string

// UnmarshalJSON reads the value.
func (v *optionValue) UnmarshalJSON(raw []byte) error {
	if raw[0] == '"' || raw[0] == 'n' { // null leaves it empty
		return json.Unmarshal(raw, (*string)(v))
	}
	*v = optionValue(raw)
	return nil
}

// formPart is a row, a label or an input: which one shows in what it holds.
type formPart struct {
	CustomID   string     `json:"custom_id"`
	Value      string     `json:"value"`
	Values     []string   `json:"values"`
	Components []formPart `json:"components"`
	Component  *formPart  `json:"component"`
}

// ticket is what an answer needs besides the request.
type ticket struct {
	id, token, app string
	ephemeral      bool // pressed on a message that only the presser sees
}

// ticket returns what is needed to answer the interaction, as far as it could be decoded.
func (in *interaction) ticket() ticket {
	return ticket{id: in.ID, token: in.Token, app: in.App, ephemeral: in.Message.Flags&flagEphemeral != 0}
}

// request returns the interaction in our words. decodeErr is why it could not be decoded, if it could not.
func (in *interaction) request(decodeErr error) (*Request, error) {
	if decodeErr != nil {
		return nil, fmt.Errorf("bot: an interaction makes no sense: %w", decodeErr)
	}
	if in.ID == "" || in.Token == "" || in.App == "" {
		return nil, errors.New("bot: an interaction has no ID, token or application")
	}
	r := &Request{ID: in.ID, Sent: sentAt(in.ID), Guild: in.Guild, Message: in.Message.ID,
		Channel: ChannelID(in.Channel), Roles: in.Member.Roles, Rights: bits(in.Rights)}
	if r.Channel == "" {
		r.Channel = ChannelID(in.Where.ID)
	}
	if in.Rights == "" {
		r.Rights = discordgo.PermissionAll // not told: whatever is missing shows when it is needed
	}
	r.Thread = in.Where.Type >= discordgo.ChannelTypeGuildNewsThread && in.Where.Type <= discordgo.ChannelTypeGuildPrivateThread
	r.Sealed = in.Where.Metadata.Archived && in.Where.Metadata.Locked &&
		r.Rights&(discordgo.PermissionManageThreads|discordgo.PermissionAdministrator) == 0
	who := in.Member.User
	if who.ID == "" {
		who = in.User
	}
	r.User, r.Name = UserID(who.ID), firstOf(in.Member.Nick, who.Global, who.Username, "somebody")
	r.Manager = bits(in.Member.Rights)&(discordgo.PermissionManageGuild|discordgo.PermissionAdministrator) != 0
	if r.User == "" || r.Channel == "" {
		return nil, errors.New("bot: an interaction has no user or no channel")
	}
	return r, r.fill(in)
}

// fill reads what depends on the type.
func (r *Request) fill(in *interaction) error {
	switch discordgo.InteractionType(in.Type) {
	case discordgo.InteractionApplicationCommand:
		r.Kind = Typed
		r.command(in)
	case discordgo.InteractionApplicationCommandAutocomplete:
		r.Kind = Completing
		r.command(in)
	case discordgo.InteractionMessageComponent:
		r.Kind, r.Path = Pressed, in.Data.CustomID
		r.Fields = map[string]string{}
		if len(in.Data.Values) > 0 {
			r.Fields["values"] = strings.Join(in.Data.Values, ",")
		}
	case discordgo.InteractionModalSubmit:
		r.Kind, r.Path = Filled, in.Data.CustomID
		r.Fields = map[string]string{}
		collect(in.Data.Components, r.Fields)
	default:
		return fmt.Errorf("bot: interactions of type %d are unknown", in.Type)
	}
	return nil
}

// command reads path and options. Subcommands are options that hold options.
func (r *Request) command(in *interaction) {
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
}

func collect(parts []formPart, fields map[string]string) {
	for _, p := range parts {
		if p.CustomID != "" {
			fields[p.CustomID] = p.Value
			if len(p.Values) > 0 {
				fields[p.CustomID] = strings.Join(p.Values, ",")
			}
		}
		collect(p.Components, fields)
		if p.Component != nil {
			collect([]formPart{*p.Component}, fields)
		}
	}
}

// sentAt is when Discord made an ID: milliseconds since 2015 above the lowest 22 bits. It is zero for what is no ID.
func sentAt(id string) time.Time {
	const epoch = 1420070400000
	n, err := strconv.ParseUint(id, 10, 64)
	if err != nil {
		return time.Time{}
	}
	return time.UnixMilli(int64(n>>22) + epoch).UTC()
}

// bits reads a permission set, empty when there is none or none that can be read.
func bits(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0
	}
	return n
}

func firstOf(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}
