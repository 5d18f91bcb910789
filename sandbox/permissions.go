package sandbox

import "strconv"

// Permission bits that matter to a bot that talks in channels, as Discord numbers them.
const (
	PermCreateInvite         uint64 = 1 << 0
	PermAdministrator        uint64 = 1 << 3
	PermManageChannels       uint64 = 1 << 4
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
	PermManageRoles          uint64 = 1 << 28
	PermUseApplicationCmds   uint64 = 1 << 31
	PermManageThreads        uint64 = 1 << 34
	PermCreatePublicThreads  uint64 = 1 << 35
	PermCreatePrivateThreads uint64 = 1 << 36
	PermSendInThreads        uint64 = 1 << 38
	PermPinMessages          uint64 = 1 << 51
)

// PermMember is what everybody in a sandbox guild may do, and PermBot what the bot's own role adds to it.
const (
	PermMember = PermCreateInvite | PermAddReactions | PermViewChannel | PermSendMessages | PermEmbedLinks |
		PermAttachFiles | PermReadMessageHistory | PermUseExternalEmojis | PermUseApplicationCmds |
		PermCreatePublicThreads | PermSendInThreads
	PermBot = PermPinMessages
)

const (
	permAll uint64 = 1<<53 - 1
	// permDM is what everyone may do in a direct message.
	permDM = PermAddReactions | PermViewChannel | PermSendMessages | PermEmbedLinks | PermAttachFiles |
		PermReadMessageHistory | PermUseExternalEmojis | PermPinMessages | PermUseApplicationCmds
)

func permText(bits uint64) string { return strconv.FormatUint(bits, 10) }

// guildPermissions are a member's permissions in the guild, before any channel's own.
func (w *world) guildPermissions(g *guild, userID string) uint64 {
	m := g.members[userID]
	if m == nil {
		return 0
	}
	bits := g.roles[g.id].permissions
	for _, id := range m.roles {
		if r := g.roles[id]; r != nil {
			bits |= r.permissions
		}
	}
	if g.ownerID == userID || bits&PermAdministrator != 0 {
		return permAll
	}
	return bits
}

// permissions are what a user may do in a channel; zero where the user is not a member. A thread has its parent's,
// a private one only for who is invited or manages threads.
func (w *world) permissions(c *channel, userID string) uint64 {
	if c.guildID == "" {
		if c.recipient == userID || userID == w.bot.id {
			return permDM
		}
		return 0
	}
	g := w.guilds[c.guildID]
	bits := w.guildPermissions(g, userID)
	if bits == permAll {
		return bits
	}
	place := c
	if c.isThread() {
		place = w.channels[c.parentID]
	}
	if own, ok := place.overwrites[userID]; ok && g.members[userID] != nil {
		bits = own
	}
	if bits&PermViewChannel == 0 || c.kind == typePrivateThread && !c.invited[userID] && bits&PermManageThreads == 0 {
		return 0
	}
	return bits
}

// canSee reports whether a user sees a channel at all.
func (w *world) canSee(c *channel, userID string) bool {
	return w.permissions(c, userID)&PermViewChannel != 0
}

// canSend reports whether a user may write in a channel, or in a thread.
func (w *world) canSend(c *channel, userID string) bool {
	need := PermSendMessages
	if c.isThread() {
		need = PermSendInThreads
	}
	return w.permissions(c, userID)&need != 0
}
