package world

import "strconv"

// Permission bits that matter to a bot that talks in channels, as Discord numbers them.
const (
	PermCreateInvite         uint64 = 1 << 0
	PermAdministrator        uint64 = 1 << 3
	PermManageGuild          uint64 = 1 << 5
	PermAddReactions         uint64 = 1 << 6
	PermViewChannel          uint64 = 1 << 10
	PermSendMessages         uint64 = 1 << 11
	PermManageMessages       uint64 = 1 << 13
	PermEmbedLinks           uint64 = 1 << 14
	PermAttachFiles          uint64 = 1 << 15
	PermReadMessageHistory   uint64 = 1 << 16
	PermMentionEveryone      uint64 = 1 << 17
	PermUseExternalEmojis    uint64 = 1 << 18
	PermUseApplicationCmds   uint64 = 1 << 31
	PermManageThreads        uint64 = 1 << 34
	PermCreatePublicThreads  uint64 = 1 << 35
	PermCreatePrivateThreads uint64 = 1 << 36
	PermSendInThreads        uint64 = 1 << 38
	PermPinMessages          uint64 = 1 << 51
)

// PermMember is what everybody in a sandbox guild may do. PermBot is what the bot's own role adds to that.
const (
	PermMember = PermCreateInvite | PermAddReactions | PermViewChannel | PermSendMessages | PermEmbedLinks |
		PermAttachFiles | PermReadMessageHistory | PermUseExternalEmojis | PermUseApplicationCmds |
		PermCreatePublicThreads | PermSendInThreads
	PermBot = PermPinMessages
)

const (
	// PermAll is every permission: that of owners and administrators.
	PermAll uint64 = 1<<53 - 1
	// permDM is what everyone may do in a direct message.
	permDM = PermAddReactions | PermViewChannel | PermSendMessages | PermEmbedLinks | PermAttachFiles |
		PermReadMessageHistory | PermUseExternalEmojis | PermPinMessages | PermUseApplicationCmds
)

// PermText writes permissions as Discord's JSON does: a decimal number in a string.
func PermText(bits uint64) string { return strconv.FormatUint(bits, 10) }

// guildPermissions returns a member's permissions in the guild, before any channel overwrites.
func (w *World) guildPermissions(g *Guild, userID string) uint64 {
	m := g.Members[userID]
	if m == nil {
		return 0
	}
	bits := g.Roles[g.ID].permissions
	for _, id := range m.Roles {
		if r := g.Roles[id]; r != nil {
			bits |= r.permissions
		}
	}
	if g.OwnerID == userID || bits&PermAdministrator != 0 {
		return PermAll
	}
	return bits
}

// Permissions returns what a user may do in a channel, or 0 for users who are neither members nor webhooks. A thread has its parent's
// permissions; a private thread is visible only to users who were invited or can manage threads.
func (w *World) Permissions(c *Channel, userID string) uint64 {
	if c.GuildID == "" {
		if c.Recipient == userID || userID == w.Bot.ID {
			return permDM
		}
		return 0
	}
	g := w.Guilds[c.GuildID]
	if u := w.Users[userID]; u != nil && u.Webhook {
		return PermMember
	}
	bits := w.guildPermissions(g, userID)
	if bits == PermAll {
		return bits
	}
	parent := c
	if c.IsThread() {
		parent = w.Channels[c.ParentID]
	}
	if own, ok := parent.Overwrites[userID]; ok && g.Members[userID] != nil {
		bits = own
	}
	if bits&PermViewChannel == 0 || c.Kind == TypePrivateThread && !c.Invited[userID] && bits&PermManageThreads == 0 {
		return 0
	}
	return bits
}

// CanSee reports whether a user can see a channel.
func (w *World) CanSee(c *Channel, userID string) bool {
	return w.Permissions(c, userID)&PermViewChannel != 0
}

// CanSend reports whether a user may send messages in a channel or thread.
func (w *World) CanSend(c *Channel, userID string) bool {
	need := PermSendMessages
	if c.IsThread() {
		need = PermSendInThreads
	}
	return w.Permissions(c, userID)&need != 0
}
