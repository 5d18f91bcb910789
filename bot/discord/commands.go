package discord

import "github.com/bwmarrin/discordgo"

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
)

// The permission bits that the bot needs to show a fight, see [Request].Rights.
const (
	Administrator      = discordgo.PermissionAdministrator
	ViewChannel        = discordgo.PermissionViewChannel
	SendMessages       = discordgo.PermissionSendMessages
	SendInThreads      = discordgo.PermissionSendMessagesInThreads
	ReadMessageHistory = discordgo.PermissionReadMessageHistory
)
