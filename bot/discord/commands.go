package discord

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"roundel/snowflake"
)

// Discord's types for commands and their options, for [Session.RegisterCommands].
type (
	Command       = discordgo.ApplicationCommand
	CommandOption = discordgo.ApplicationCommandOption
	CommandChoice = discordgo.ApplicationCommandOptionChoice
	CommandKind   = discordgo.ApplicationCommandType
	OptionKind    = discordgo.ApplicationCommandOptionType

	// Translations are a text of a command in other languages than English, by Discord's locale.
	Translations = map[Locale]string
	Locale       = discordgo.Locale
)

// The types of commands: slash commands, and those in the Apps menus of members and of messages.
const (
	ChatCommand    = discordgo.ChatApplicationCommand
	UserCommand    = discordgo.UserApplicationCommand
	MessageCommand = discordgo.MessageApplicationCommand
)

// InServers returns the Contexts of a command that can only be used in servers.
func InServers() *[]discordgo.InteractionContextType {
	return &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild}
}

// The types of command options.
const (
	SubCommandOption = discordgo.ApplicationCommandOptionSubCommand
	TextOption       = discordgo.ApplicationCommandOptionString
	WholeOption      = discordgo.ApplicationCommandOptionInteger
	FlagOption       = discordgo.ApplicationCommandOptionBoolean
	UserOption       = discordgo.ApplicationCommandOptionUser
	RoleOption       = discordgo.ApplicationCommandOptionRole
	AttachmentOption = discordgo.ApplicationCommandOptionAttachment
)

// ErrEntryPoint means that Discord refuses every list of commands: it wants its Entry Point command in it, and doesn't show it. The commands that are
// registered stay.
var ErrEntryPoint = errors.New("discord wants its Entry Point command in the list of commands, and doesn't show it; the registered commands stay as they are")

// RegisterCommands replaces the bot's commands by body, a list of application commands: in one server, or everywhere if guild is empty. A
// hash of the list is kept in the facts. A list that has not changed is not sent again, unless Discord's commands differ from it, as
// [Session.Compare] compares them. An Entry Point command stays (CR-72); if Discord can't be convinced of that, the error is [ErrEntryPoint].
func (s *Session) RegisterCommands(ctx context.Context, guild snowflake.Guild, body any) error {
	list, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("bot: the commands: %w", err)
	}
	route, err := s.commandsRoute(ctx, guild)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(list)
	hash, key := hex.EncodeToString(sum[:]), "commands:"+s.cfg.APIURL+route
	if s.fact(ctx, key) == hash { // if it can't be found out whether they are still registered, registering again does no harm
		if have, err := s.Compare(ctx, guild, body); err == nil && len(have.Missing)+len(have.Changed)+len(have.Other) == 0 {
			return nil
		}
	}
	for again := range 2 { // somebody may switch Activities on between the two calls
		put := call{method: "PUT", route: route, body: json.RawMessage(list), safe: true}
		if guild == "" || again > 0 {
			full, err := s.withEntryPoint(ctx, route, list)
			switch {
			case err == nil:
				put.body = full
			case again > 0, errors.Is(err, ErrUnauthorized), ctx.Err() != nil:
				return err
			default: // if there is an Entry Point command, Discord refuses a list without it
				s.cfg.Log.Warn().Str("error", s.secret.err(err)).Msg("cannot ask Discord which commands are registered; registering all of them")
			}
		}
		err = s.rest.do(ctx, put, nil)
		var refused *APIError
		switch {
		case err == nil:
			s.putFact(ctx, key, hash)
			return nil
		case !errors.As(err, &refused) || refused.Code != entryPointMissing:
			return err
		}
	}
	return fmt.Errorf("%w: %w", ErrEntryPoint, err)
}

// commandsRoute returns the route of the bot's commands in one server, or everywhere if guild is empty.
func (s *Session) commandsRoute(ctx context.Context, guild snowflake.Guild) (string, error) {
	app, err := s.ApplicationID(ctx)
	if err != nil {
		return "", err
	}
	if guild != "" {
		return "/applications/" + app + "/guilds/" + string(guild) + "/commands", nil
	}
	return "/applications/" + app + "/commands", nil
}

// Discord adds an Entry Point command to an application with Activities. A list that replaces all commands must have it.
const (
	entryPoint        = 4     // the type of that command
	entryPointMissing = 50240 // the code of Discord's refusal of a list without it
)

// withEntryPoint returns the list with the Entry Point command that is registered, with its translations.
func (s *Session) withEntryPoint(ctx context.Context, route string, list []byte) (json.RawMessage, error) {
	var all, have []json.RawMessage
	if err := json.Unmarshal(list, &all); err != nil {
		return nil, fmt.Errorf("bot: the commands: %w", err)
	}
	if err := s.rest.do(ctx, call{method: "GET", route: route + "?with_localizations=true", bucket: route, safe: true}, &have); err != nil {
		return nil, err
	}
	for _, one := range have {
		var cmd struct{ Type int }
		if err := json.Unmarshal(one, &cmd); err != nil {
			return nil, fmt.Errorf("bot: a registered command: %w", err)
		}
		if cmd.Type == entryPoint {
			all = append(all, one)
		}
	}
	return json.Marshal(all)
}

// The permission bits that the bot needs to show a fight, see [Request].Rights.
const (
	Administrator      = discordgo.PermissionAdministrator
	ViewChannel        = discordgo.PermissionViewChannel
	SendMessages       = discordgo.PermissionSendMessages
	SendInThreads      = discordgo.PermissionSendMessagesInThreads
	ReadMessageHistory = discordgo.PermissionReadMessageHistory
)

// Permissions are the permission bits the bot needs in a channel: to see it, to post there and in its threads, and to
// find its own cards and late answers. Answers to commands need none.
const Permissions int64 = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages |
	discordgo.PermissionSendMessagesInThreads | discordgo.PermissionReadMessageHistory

// InviteURL returns the address of the page on which someone with Manage Server can add the bot to a server with exactly [Permissions].
func InviteURL(application string) string {
	q := url.Values{"client_id": {application}, "scope": {"bot applications.commands"},
		"permissions": {strconv.FormatInt(Permissions, 10)}}
	return discordRoot + "/oauth2/authorize?" + q.Encode()
}

// Registered says how the commands registered with Discord differ from a list.
type Registered struct {
	Number                  int      // number of registered commands
	Missing, Other, Changed []string // names of commands that aren't registered, aren't in the list, or are registered differently
}

// Compare compares the commands registered in a server, or globally if guild is empty, with a list for [Session.RegisterCommands]: their names,
// English texts and options. It ignores translations and Entry Point commands. In a server, it also ignores where commands can be used, which Discord
// keeps only for global commands.
func (s *Session) Compare(ctx context.Context, guild snowflake.Guild, body any) (r Registered, err error) {
	list, err := json.Marshal(body)
	if err != nil {
		return r, fmt.Errorf("bot: the commands: %w", err)
	}
	route, err := s.commandsRoute(ctx, guild)
	if err != nil {
		return r, err
	}
	var want, have []map[string]any
	if err := json.Unmarshal(list, &want); err != nil {
		return r, fmt.Errorf("bot: the commands: %w", err)
	}
	if err := s.rest.do(ctx, call{method: "GET", route: route, safe: true}, &have); err != nil {
		return r, err
	}
	if guild != "" {
		for _, w := range want {
			delete(w, "contexts")
			delete(w, "integration_types")
		}
	}
	have = slices.DeleteFunc(have, func(c map[string]any) bool { return c["type"] == float64(entryPoint) })
	r.Number = len(have)
	name := func(c map[string]any) string { return fmt.Sprint(c["name"]) }
	for _, w := range want {
		i := slices.IndexFunc(have, func(h map[string]any) bool { return name(h) == name(w) })
		switch {
		case i < 0:
			r.Missing = append(r.Missing, name(w))
		case !holds(have[i], w):
			r.Changed = append(r.Changed, name(w))
		}
	}
	for _, h := range have {
		if !slices.ContainsFunc(want, func(w map[string]any) bool { return name(w) == name(h) }) {
			r.Other = append(r.Other, name(h))
		}
	}
	return r, nil
}

// translated are the keys of translations, which Compare ignores.
var translated = []string{"name_localizations", "description_localizations"}

// holds reports whether have contains everything in want. Discord adds keys of its own, and leaves out values that are false or empty.
func holds(have, want any) bool {
	switch want := want.(type) {
	case map[string]any:
		have, ok := have.(map[string]any)
		for key, value := range want {
			ok = ok && (slices.Contains(translated, key) || holds(have[key], value))
		}
		return ok
	case []any:
		have, _ := have.([]any)
		if len(have) != len(want) {
			return false
		}
		for i := range want {
			if !holds(have[i], want[i]) {
				return false
			}
		}
		return true
	default:
		return have == want || have == nil && (want == nil || reflect.ValueOf(want).IsZero())
	}
}
