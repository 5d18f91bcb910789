package discord

import (
	"net/url"
	"strconv"

	"github.com/bwmarrin/discordgo"
)

// permissionPin is Discord's Pin Messages, which is younger than discordgo.
const permissionPin = 1 << 51

// Permissions are the bits that the bot needs in a channel: to see it, to write there and in its threads, to find its
// own tracker again, and to pin that when a server asks for it. Answers to commands need none.
const Permissions int64 = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages |
	discordgo.PermissionSendMessagesInThreads | discordgo.PermissionReadMessageHistory | permissionPin

// InviteURL is the page on which somebody with Manage Server adds the bot to a server, with [Permissions] and no more.
func InviteURL(application string) string {
	q := url.Values{"client_id": {application}, "scope": {"bot applications.commands"},
		"permissions": {strconv.FormatInt(Permissions, 10)}}
	return discordRoot + "/oauth2/authorize?" + q.Encode()
}
