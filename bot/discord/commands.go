package discord

import "github.com/bwmarrin/discordgo"

// What [Session.RegisterCommands] takes: Discord's own shapes of commands and their options.
type (
	Command       = discordgo.ApplicationCommand
	CommandOption = discordgo.ApplicationCommandOption
	CommandChoice = discordgo.ApplicationCommandOptionChoice
	OptionKind    = discordgo.ApplicationCommandOptionType
)

// ChatCommand is the type of a command that is typed with a slash.
const ChatCommand = discordgo.ChatApplicationCommand

// The kinds of options.
const (
	SubCommandOption = discordgo.ApplicationCommandOptionSubCommand
	TextOption       = discordgo.ApplicationCommandOptionString
	WholeOption      = discordgo.ApplicationCommandOptionInteger
	FlagOption       = discordgo.ApplicationCommandOptionBoolean
	UserOption       = discordgo.ApplicationCommandOptionUser
	RoleOption       = discordgo.ApplicationCommandOptionRole
)

// The permission bits that showing a fight takes, see [Request].Rights.
const (
	Administrator      = discordgo.PermissionAdministrator
	ViewChannel        = discordgo.PermissionViewChannel
	SendMessages       = discordgo.PermissionSendMessages
	SendInThreads      = discordgo.PermissionSendMessagesInThreads
	ReadMessageHistory = discordgo.PermissionReadMessageHistory
)
