package world

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Channel types, as Discord numbers them.
const (
	TypeText          = 0
	TypeDM            = 1
	TypeNews          = 5
	TypeNewsThread    = 10
	TypePublicThread  = 11
	TypePrivateThread = 12
)

// User is a person, the bot, another bot or a webhook. Discord calls webhooks bots too.
type User struct {
	ID, Username, globalName string
	Bot, Webhook             bool
	// Locale is the language of the user's client.
	Locale string
}

// role is a role of a guild.
type role struct {
	ID, Name    string
	permissions uint64
	position    int
	Mentionable bool
	Managed     bool
}

// Member is a user's membership of a guild.
type Member struct {
	UserID, Nick string
	Roles        []string
	joined       time.Time
}

// Guild is a Discord server. Roles and Members are by ID; the role with the guild's own ID is @everyone.
type Guild struct {
	ID, Name, OwnerID string
	// Locale is the server's language. Only Community servers can choose one.
	Locale    string
	Community bool
	Roles     map[string]*role
	Members   map[string]*Member
	Channels  []string
	botJoined time.Time
}

// Channel is a text channel, an announcement channel, a thread (which has a ParentID) or a direct message with the bot (which has a Recipient).
type Channel struct {
	ID, GuildID, ParentID, Name, Recipient string
	// Owner is the user who opened a thread, empty for the guild's owner. Invited holds the users who can see a private
	// thread.
	Owner            string
	Invited          map[string]bool
	Kind, position   int
	Archived, Locked bool
	Deleted          bool
	created          time.Time
	LastMessage      string
	LastPin          time.Time
	// Overwrites holds, by user, the exact permissions in this channel where they differ from the guild's.
	Overwrites map[string]uint64
	Messages   []*Message
	Nonces     map[string]*Message
}

// IsThread reports whether the channel is a thread.
func (c *Channel) IsThread() bool {
	return c.Kind == TypeNewsThread || c.Kind == TypePublicThread || c.Kind == TypePrivateThread
}

// MayHold reports whether a channel can have threads of a type: announcement threads are in announcement channels, the others in
// text channels.
func (c *Channel) MayHold(kind int) bool {
	return kind >= 0 && kind == c.OpenThreads() || kind == TypePrivateThread && c.Kind == TypeText
}

// OpenThreads returns the type of a channel's public threads, or -1 if it cannot have any.
func (c *Channel) OpenThreads() int {
	switch c.Kind {
	case TypeText:
		return TypePublicThread
	case TypeNews:
		return TypeNewsThread
	}
	return -1
}

// World holds the guilds, channels, people and messages. It knows nothing about connections, and it needs a lock around
// it.
type World struct {
	IDs       idSource
	Bot       *User
	AppID     string
	VerifyKey string // the public key that checks the signatures of interactions
	Users     map[string]*User
	Guilds    map[string]*Guild
	Channels  map[string]*Channel
	// UserIDs lists the people, OtherIDs the other bots and the webhooks, GuildIDs and ChannelIDs the rest, all oldest first.
	UserIDs, OtherIDs, GuildIDs, ChannelIDs []string
	// Messages holds the messages of all channels by ID, including deleted ones.
	Messages map[string]*Message
}

// New creates the guild "The Table" with its channels and people, and a direct message with each of them.
func New(botName string, now time.Time) *World {
	w := &World{Users: map[string]*User{}, Guilds: map[string]*Guild{}, Channels: map[string]*Channel{},
		Messages: map[string]*Message{}}
	w.AppID = w.IDs.permanent()
	w.Bot = &User{ID: w.AppID, Username: botName, Bot: true, Locale: DefaultLocale}
	w.Users[w.Bot.ID] = w.Bot
	admin := w.AddUser("Admin")
	g := w.AddGuild("The Table", admin.ID, now)
	for _, name := range []string{"GM", "Anna", "Ben", "Cleo"} {
		w.Join(g, w.AddUser(name).ID, now)
	}
	fight := w.AddChannel(g, "fight")
	w.AddChannel(g, "tavern")
	w.AddThread(fight, "side-quest", now)
	for _, id := range w.UserIDs {
		w.OpenDM(id)
	}
	return w
}

// AddUser adds a person with the next permanent ID.
func (w *World) AddUser(name string) *User { return w.AddUserID(w.IDs.permanent(), name) }

// AddUserID adds a person with a given ID.
func (w *World) AddUserID(id, name string) *User {
	u := &User{ID: id, Username: strings.ToLower(strings.ReplaceAll(name, " ", "_")), globalName: name, Locale: DefaultLocale}
	w.Users[u.ID] = u
	w.UserIDs = append(w.UserIDs, u.ID)
	return u
}

// AddBot adds another bot to the first guild, with the next permanent ID.
func (w *World) AddBot(name string, now time.Time) *Member {
	u := w.addOther(&User{Username: name, Bot: true})
	return w.Join(w.FindGuild(""), u.ID, now)
}

// AddWebhook adds a webhook, with the next permanent ID. It is not a member of the guild, and posts in all its channels.
func (w *World) AddWebhook(name string) *User {
	return w.addOther(&User{Username: name, Bot: true, Webhook: true})
}

func (w *World) addOther(u *User) *User {
	u.ID, u.Locale = w.IDs.permanent(), DefaultLocale
	w.Users[u.ID] = u
	w.OtherIDs = append(w.OtherIDs, u.ID)
	return u
}

// AddGuild adds a guild with the bot, the bot's managed role, and the owner, who also has a role with Manage Server.
func (w *World) AddGuild(name, ownerID string, now time.Time) *Guild {
	g := &Guild{ID: w.IDs.permanent(), Name: name, OwnerID: ownerID, Locale: DefaultLocale, Roles: map[string]*role{},
		Members: map[string]*Member{}}
	g.Roles[g.ID] = &role{ID: g.ID, Name: "@everyone", permissions: PermMember}
	w.Guilds[g.ID] = g
	w.GuildIDs = append(w.GuildIDs, g.ID)
	staff := w.AddRole(g, "Staff", PermManageGuild)
	w.Join(g, ownerID, now).Roles = []string{staff.ID}
	w.AdmitBot(g, now)
	return g
}

// AdmitBot makes the bot a member of a guild, with its managed role.
func (w *World) AdmitBot(g *Guild, now time.Time) {
	managed := w.AddRole(g, w.Bot.Username, PermBot)
	managed.Managed = true
	w.Join(g, w.Bot.ID, now).Roles = []string{managed.ID}
	g.botJoined = now
}

// AddRole adds a role to a guild, above the existing ones.
func (w *World) AddRole(g *Guild, name string, permissions uint64) *role {
	r := &role{ID: w.IDs.permanent(), Name: name, permissions: permissions, position: len(g.Roles)}
	g.Roles[r.ID] = r
	return r
}

// Join makes a user a member of a guild.
func (w *World) Join(g *Guild, userID string, now time.Time) *Member {
	m := &Member{UserID: userID, joined: now}
	g.Members[userID] = m
	return m
}

// AddChannel adds a text channel with the next permanent ID.
func (w *World) AddChannel(g *Guild, name string) *Channel {
	return w.AddChannelID(g, w.IDs.permanent(), name)
}

// AddChannelID adds a text channel with a given ID.
func (w *World) AddChannelID(g *Guild, id, name string) *Channel {
	c := w.NewChannel(Channel{ID: id, GuildID: g.ID, Name: name, Kind: TypeText, position: len(g.Channels)})
	g.Channels = append(g.Channels, c.ID)
	return c
}

// AddNews adds an announcement channel with the next permanent ID.
func (w *World) AddNews(g *Guild, name string) *Channel {
	c := w.AddChannel(g, name)
	c.Kind = TypeNews
	return c
}

// AddThread adds a thread that everybody can see, with the next permanent ID.
func (w *World) AddThread(parent *Channel, name string, now time.Time) *Channel {
	return w.AddThreadID(parent, w.IDs.permanent(), name, now)
}

// AddThreadID adds a thread that everybody can see, with a given ID.
func (w *World) AddThreadID(parent *Channel, id, name string, now time.Time) *Channel {
	g := w.Guilds[parent.GuildID]
	c := w.NewChannel(Channel{ID: id, GuildID: g.ID, ParentID: parent.ID, Name: name, Kind: parent.OpenThreads(), created: now})
	g.Channels = append(g.Channels, c.ID)
	return c
}

// OpenDM returns the direct message between the bot and a user, creating it if there is none.
func (w *World) OpenDM(userID string) *Channel {
	for _, id := range w.ChannelIDs {
		if c := w.Channels[id]; c.Kind == TypeDM && c.Recipient == userID {
			return c
		}
	}
	return w.NewChannel(Channel{Recipient: userID, Kind: TypeDM})
}

// NewChannel registers a channel, with the next permanent ID unless it already has an ID.
func (w *World) NewChannel(c Channel) *Channel {
	made := &c
	if made.ID == "" {
		made.ID = w.IDs.permanent()
	}
	made.Overwrites, made.Nonces = map[string]uint64{}, map[string]*Message{}
	w.Channels[made.ID] = made
	w.ChannelIDs = append(w.ChannelIDs, made.ID)
	return made
}

// FindUser returns the user with an ID, a name or a mention, or nil.
func (w *World) FindUser(ref string) *User {
	ref = strings.TrimSpace(ref)
	ref = strings.TrimPrefix(strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(ref, "<@"), "!"), ">"), "@")
	if u := w.Users[ref]; u != nil {
		return u
	}
	for _, id := range slices.Concat(w.UserIDs, []string{w.Bot.ID}, w.OtherIDs) {
		if u := w.Users[id]; strings.EqualFold(u.globalName, ref) || strings.EqualFold(u.Username, ref) {
			return u
		}
	}
	return nil
}

// IsOther reports whether a reference is to another bot or a webhook.
func (w *World) IsOther(ref string) bool {
	u := w.FindUser(ref)
	return u != nil && slices.Contains(w.OtherIDs, u.ID)
}

// FindChannel returns the channel with an ID, a mention or a name, or nil; "@name" is that user's direct message.
// Deleted channels are not found.
func (w *World) FindChannel(ref string) *Channel {
	ref = strings.TrimSpace(ref)
	if who, ok := strings.CutPrefix(ref, "@"); ok {
		if u := w.FindUser(who); u != nil {
			return w.OpenDM(u.ID)
		}
		return nil
	}
	ref = strings.TrimPrefix(strings.TrimSuffix(strings.TrimPrefix(ref, "<#"), ">"), "#")
	if c := w.Channels[ref]; c != nil && !c.Deleted {
		return c
	}
	for _, id := range w.ChannelIDs {
		if c := w.Channels[id]; c.Name != "" && strings.EqualFold(c.Name, ref) && !c.Deleted {
			return c
		}
	}
	return nil
}

// FindGuild returns the guild with an ID or a name, or nil. An empty reference means the first guild.
func (w *World) FindGuild(ref string) *Guild {
	for _, id := range w.GuildIDs {
		if g := w.Guilds[id]; ref == "" || g.ID == ref || strings.EqualFold(g.Name, ref) {
			return g
		}
	}
	return nil
}

// FindRole returns the guild's role with an ID, a mention or a name, or nil.
func (g *Guild) FindRole(ref string) *role {
	ref = strings.TrimPrefix(strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(ref), "<@&"), ">"), "@")
	for _, r := range g.Roles {
		if r.ID == ref || strings.EqualFold(strings.TrimPrefix(r.Name, "@"), ref) {
			return r
		}
	}
	return nil
}

// HasBot reports whether the bot is a member of the guild.
func (w *World) HasBot(g *Guild) bool { return g != nil && g.Members[w.Bot.ID] != nil }

// Audience lists the people who can see a channel now, in the order in which they were added.
func (w *World) Audience(c *Channel) []string {
	var seeing []string
	for _, id := range w.UserIDs {
		if w.CanSee(c, id) {
			seeing = append(seeing, id)
		}
	}
	return seeing
}

// DisplayName returns the name shown above a user's messages in a guild.
func (w *World) DisplayName(guildID, userID string) string {
	if g := w.Guilds[guildID]; g != nil {
		if m := g.Members[userID]; m != nil && m.Nick != "" {
			return m.Nick
		}
	}
	u := w.Users[userID]
	if u == nil {
		return "unknown-user"
	}
	if u.globalName != "" {
		return u.globalName
	}
	return u.Username
}

// NeedChannel is FindChannel with an error if there is no such channel.
func (w *World) NeedChannel(ref string) (*Channel, error) {
	c := w.FindChannel(ref)
	if c == nil {
		return nil, fmt.Errorf("there is no channel %q", ref)
	}
	return c, nil
}

// NeedMember returns the guild and the member with these names or IDs, or an error if there is no such member.
func (w *World) NeedMember(guildRef, userRef string) (*Guild, *Member, error) {
	g, u := w.FindGuild(guildRef), w.FindUser(userRef)
	if g == nil || u == nil || g.Members[u.ID] == nil {
		return nil, nil, fmt.Errorf("there is no %q in guild %q", userRef, guildRef)
	}
	return g, g.Members[u.ID], nil
}
