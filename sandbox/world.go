package sandbox

import (
	"slices"
	"strings"
	"time"
)

// Channel types, as Discord numbers them.
const (
	typeText          = 0
	typeDM            = 1
	typeNewsThread    = 10
	typePublicThread  = 11
	typePrivateThread = 12
)

type user struct {
	id, username, globalName string
	bot                      bool
}

type role struct {
	id, name    string
	permissions uint64
	position    int
	mentionable bool
	managed     bool
}

type member struct {
	userID, nick string
	roles        []string
	joined       time.Time
}

type guild struct {
	id, name, ownerID string
	roles             map[string]*role
	members           map[string]*member
	channels          []string
	botJoined         time.Time
}

// channel is a text channel, a thread (parentID) or a direct message with the bot (recipient).
type channel struct {
	id, guildID, parentID, name, recipient string
	// owner is the user who opened a thread, empty for the guild's owner; invited are those who see a private one.
	owner            string
	invited          map[string]bool
	kind, position   int
	archived, locked bool
	deleted          bool
	created          time.Time
	lastMessage      string
	lastPin          time.Time
	// overwrites holds, by user, the exact permissions in this channel where they differ from the guild's.
	overwrites map[string]uint64
	messages   []*message
	nonces     map[string]*message
}

func (c *channel) isThread() bool { return c.kind == typePublicThread || c.kind == typePrivateThread }

// world is the people and the places. It knows nothing of connections.
type world struct {
	ids      idSource
	bot      *user
	appID    string
	users    map[string]*user
	guilds   map[string]*guild
	channels map[string]*channel
	// order lists user, guild and channel IDs in the order they were made.
	userOrder, guildOrder, channelOrder []string
	// messages finds a message by ID in all channels, deleted ones too.
	messages map[string]*message
}

// newWorld makes the guild "The Table" with its channels and people, and a direct message with each of them.
func newWorld(botName string, now time.Time) *world {
	w := &world{users: map[string]*user{}, guilds: map[string]*guild{}, channels: map[string]*channel{},
		messages: map[string]*message{}}
	w.appID = w.ids.permanent()
	w.bot = &user{id: w.appID, username: botName, bot: true}
	w.users[w.bot.id] = w.bot
	admin := w.addUser("Admin")
	g := w.addGuild("The Table", admin.id, now)
	for _, name := range []string{"GM", "Anna", "Ben", "Cleo"} {
		w.join(g, w.addUser(name).id, now)
	}
	fight := w.addChannel(g, "fight")
	w.addChannel(g, "tavern")
	w.addThread(fight, "side-quest", now)
	for _, id := range w.userOrder {
		w.openDM(id)
	}
	return w
}

func (w *world) addUser(name string) *user { return w.addUserID(w.ids.permanent(), name) }

func (w *world) addUserID(id, name string) *user {
	u := &user{id: id, username: strings.ToLower(strings.ReplaceAll(name, " ", "_")), globalName: name}
	w.users[u.id] = u
	w.userOrder = append(w.userOrder, u.id)
	return u
}

// addGuild makes a guild with the bot, its managed role and the owner, who has a role with Manage Server as well.
func (w *world) addGuild(name, ownerID string, now time.Time) *guild {
	g := &guild{id: w.ids.permanent(), name: name, ownerID: ownerID, roles: map[string]*role{},
		members: map[string]*member{}}
	g.roles[g.id] = &role{id: g.id, name: "@everyone", permissions: PermMember}
	w.guilds[g.id] = g
	w.guildOrder = append(w.guildOrder, g.id)
	staff := w.addRole(g, "Staff", PermManageGuild)
	w.join(g, ownerID, now).roles = []string{staff.id}
	w.admitBot(g, now)
	return g
}

func (w *world) admitBot(g *guild, now time.Time) {
	managed := w.addRole(g, w.bot.username, PermBot)
	managed.managed = true
	w.join(g, w.bot.id, now).roles = []string{managed.id}
	g.botJoined = now
}

func (w *world) addRole(g *guild, name string, permissions uint64) *role {
	r := &role{id: w.ids.permanent(), name: name, permissions: permissions, position: len(g.roles)}
	g.roles[r.id] = r
	return r
}

func (w *world) join(g *guild, userID string, now time.Time) *member {
	m := &member{userID: userID, joined: now}
	g.members[userID] = m
	return m
}

func (w *world) addChannel(g *guild, name string) *channel {
	return w.addChannelID(g, w.ids.permanent(), name)
}

func (w *world) addChannelID(g *guild, id, name string) *channel {
	c := w.newChannel(channel{id: id, guildID: g.id, name: name, kind: typeText, position: len(g.channels)})
	g.channels = append(g.channels, c.id)
	return c
}

func (w *world) addThread(parent *channel, name string, now time.Time) *channel {
	return w.addThreadID(parent, w.ids.permanent(), name, now)
}

func (w *world) addThreadID(parent *channel, id, name string, now time.Time) *channel {
	g := w.guilds[parent.guildID]
	c := w.newChannel(channel{id: id, guildID: g.id, parentID: parent.id, name: name, kind: typePublicThread, created: now})
	g.channels = append(g.channels, c.id)
	return c
}

// openDM returns the direct message between the bot and a user.
func (w *world) openDM(userID string) *channel {
	for _, id := range w.channelOrder {
		if c := w.channels[id]; c.kind == typeDM && c.recipient == userID {
			return c
		}
	}
	return w.newChannel(channel{recipient: userID, kind: typeDM})
}

// newChannel makes a channel, with a permanent ID unless it has one.
func (w *world) newChannel(c channel) *channel {
	made := &c
	if made.id == "" {
		made.id = w.ids.permanent()
	}
	made.overwrites, made.nonces = map[string]uint64{}, map[string]*message{}
	w.channels[made.id] = made
	w.channelOrder = append(w.channelOrder, made.id)
	return made
}

// findUser returns the user of an ID, a name or a mention.
func (w *world) findUser(ref string) *user {
	ref = strings.TrimSpace(ref)
	ref = strings.TrimPrefix(strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(ref, "<@"), "!"), ">"), "@")
	if u := w.users[ref]; u != nil {
		return u
	}
	for _, id := range append(slices.Clone(w.userOrder), w.bot.id) {
		if u := w.users[id]; strings.EqualFold(u.globalName, ref) || strings.EqualFold(u.username, ref) {
			return u
		}
	}
	return nil
}

// findChannel returns the channel of an ID, a mention, a name, or "@name" for that user's direct message. Deleted
// channels are not found.
func (w *world) findChannel(ref string) *channel {
	ref = strings.TrimSpace(ref)
	if who, ok := strings.CutPrefix(ref, "@"); ok {
		if u := w.findUser(who); u != nil {
			return w.openDM(u.id)
		}
		return nil
	}
	ref = strings.TrimPrefix(strings.TrimSuffix(strings.TrimPrefix(ref, "<#"), ">"), "#")
	if c := w.channels[ref]; c != nil && !c.deleted {
		return c
	}
	for _, id := range w.channelOrder {
		if c := w.channels[id]; c.name != "" && strings.EqualFold(c.name, ref) && !c.deleted {
			return c
		}
	}
	return nil
}

// findGuild returns the guild of an ID or a name; the empty text means the first one.
func (w *world) findGuild(ref string) *guild {
	for _, id := range w.guildOrder {
		if g := w.guilds[id]; ref == "" || g.id == ref || strings.EqualFold(g.name, ref) {
			return g
		}
	}
	return nil
}

// findRole returns the role of an ID, a mention or a name in a guild.
func (g *guild) findRole(ref string) *role {
	ref = strings.TrimPrefix(strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(ref), "<@&"), ">"), "@")
	for _, r := range g.roles {
		if r.id == ref || strings.EqualFold(strings.TrimPrefix(r.name, "@"), ref) {
			return r
		}
	}
	return nil
}

// hasBot reports whether the bot is a member of the guild.
func (w *world) hasBot(g *guild) bool { return g != nil && g.members[w.bot.id] != nil }

// audience lists the people who see a channel now, in the order they were added.
func (w *world) audience(c *channel) []string {
	var seeing []string
	for _, id := range w.userOrder {
		if w.canSee(c, id) {
			seeing = append(seeing, id)
		}
	}
	return seeing
}

// displayName is what others read above a user's messages in a guild.
func (w *world) displayName(guildID, userID string) string {
	if g := w.guilds[guildID]; g != nil {
		if m := g.members[userID]; m != nil && m.nick != "" {
			return m.nick
		}
	}
	u := w.users[userID]
	if u == nil {
		return "unknown-user"
	}
	if u.globalName != "" {
		return u.globalName
	}
	return u.username
}
