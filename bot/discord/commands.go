package discord

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// Discord's types for commands and their options, for [Session.RegisterCommands].
type (
	Command       = discordgo.ApplicationCommand
	CommandOption = discordgo.ApplicationCommandOption
	CommandChoice = discordgo.ApplicationCommandOptionChoice
	OptionKind    = discordgo.ApplicationCommandOptionType
)

// ChatCommand is the type of slash commands.
const ChatCommand = discordgo.ChatApplicationCommand

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

// The permission bits that the bot needs to show a fight, see [Request].Rights.
const (
	Administrator      = discordgo.PermissionAdministrator
	ViewChannel        = discordgo.PermissionViewChannel
	SendMessages       = discordgo.PermissionSendMessages
	SendInThreads      = discordgo.PermissionSendMessagesInThreads
	ReadMessageHistory = discordgo.PermissionReadMessageHistory
)

// Permissions are the permission bits the bot needs in a channel: to see it, to post there and in its threads, and to
// find its own cards. Answers to commands need none.
const Permissions int64 = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages |
	discordgo.PermissionSendMessagesInThreads | discordgo.PermissionReadMessageHistory

// InviteURL returns the address of the page on which someone with Manage Server can add the bot to a server with exactly [Permissions].
func InviteURL(application string) string {
	q := url.Values{"client_id": {application}, "scope": {"bot applications.commands"},
		"permissions": {strconv.FormatInt(Permissions, 10)}}
	return discordRoot + "/oauth2/authorize?" + q.Encode()
}

// CustomID returns the custom ID of a button or a form: a verb and its arguments. No part may contain a colon.
func CustomID(parts ...string) string {
	return strings.Join(parts, ":")
}

// SplitID splits a custom ID made by CustomID.
func SplitID(id string) (verb string, args []string) {
	parts := strings.Split(id, ":")
	return parts[0], parts[1:]
}

// NumberArg returns the argument of a custom ID at an index as a number, or -1 if it isn't one.
func NumberArg(args []string, i int) int {
	if i >= len(args) {
		return -1
	}
	n, err := strconv.Atoi(args[i])
	if err != nil {
		return -1
	}
	return n
}
