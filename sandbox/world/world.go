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
	TypeNewsThread    = 10
	TypePublicThread  = 11
	TypePrivateThread = 12
)

type User struct {
	ID, Username, globalName string
	Bot                      bool
}

type role struct {
	ID, Name    string
	permissions uint64
	position    int
	Mentionable bool
	Managed     bool
}

type Member struct {
	UserID, Nick string
	Roles        []string
	joined       time.Time
}

type Guild struct {
	ID, Name, OwnerID string
	Roles             map[string]*role
	Members           map[string]*Member
	Channels          []string
	botJoined         time.Time
}

// Channel is a text channel, a thread (parentID) or a direct message with the bot (recipient).
type Channel struct {
	ID, GuildID, ParentID, Name, Recipient string
	// Owner is the user who opened a thread, empty for the guild's owner; invited are those who see a private one.
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

func (c *Channel) IsThread() bool { return c.Kind == TypePublicThread || c.Kind == TypePrivateThread }

// World is the people and the places. It knows nothing of connections.
type World struct {
	IDs      idSource
	Bot      *User
	AppID    string
	Users    map[string]*User
	Guilds   map[string]*Guild
	Channels map[string]*Channel
	// order lists user, guild and channel IDs in the order they were made.
	UserOrder, GuildOrder, ChannelOrder []string
	// Messages finds a message by ID in all channels, deleted ones too.
	Messages map[string]*Message
}

// New makes the guild "The Table" with its channels and people, and a direct message with each of them.
func New(botName string, now time.Time) *World {
	w := &World{Users: map[string]*User{}, Guilds: map[string]*Guild{}, Channels: map[string]*Channel{},
		Messages: map[string]*Message{}}
	w.AppID = w.IDs.permanent()
	w.Bot = &User{ID: w.AppID, Username: botName, Bot: true}
	w.Users[w.Bot.ID] = w.Bot
	admin := w.AddUser("Admin")
	g := w.AddGuild("The Table", admin.ID, now)
	for _, name := range []string{"GM", "Anna", "Ben", "Cleo"} {
		w.Join(g, w.AddUser(name).ID, now)
	}
	fight := w.AddChannel(g, "fight")
	w.AddChannel(g, "tavern")
	w.AddThread(fight, "side-quest", now)
	for _, id := range w.UserOrder {
		w.OpenDM(id)
	}
	return w
}

func (w *World) AddUser(name string) *User { return w.AddUserID(w.IDs.permanent(), name) }

func (w *World) AddUserID(id, name string) *User {
	u := &User{ID: id, Username: strings.ToLower(strings.ReplaceAll(name, " ", "_")), globalName: name}
	w.Users[u.ID] = u
	w.UserOrder = append(w.UserOrder, u.ID)
	return u
}

// AddGuild makes a guild with the bot, its managed role and the owner, who has a role with Manage Server as well.
func (w *World) AddGuild(name, ownerID string, now time.Time) *Guild {
	g := &Guild{ID: w.IDs.permanent(), Name: name, OwnerID: ownerID, Roles: map[string]*role{},
		Members: map[string]*Member{}}
	g.Roles[g.ID] = &role{ID: g.ID, Name: "@everyone", permissions: PermMember}
	w.Guilds[g.ID] = g
	w.GuildOrder = append(w.GuildOrder, g.ID)
	staff := w.AddRole(g, "Staff", PermManageGuild)
	w.Join(g, ownerID, now).Roles = []string{staff.ID}
	w.AdmitBot(g, now)
	return g
}

func (w *World) AdmitBot(g *Guild, now time.Time) {
	managed := w.AddRole(g, w.Bot.Username, PermBot)
	managed.Managed = true
	w.Join(g, w.Bot.ID, now).Roles = []string{managed.ID}
	g.botJoined = now
}

func (w *World) AddRole(g *Guild, name string, permissions uint64) *role {
	r := &role{ID: w.IDs.permanent(), Name: name, permissions: permissions, position: len(g.Roles)}
	g.Roles[r.ID] = r
	return r
}

func (w *World) Join(g *Guild, userID string, now time.Time) *Member {
	m := &Member{UserID: userID, joined: now}
	g.Members[userID] = m
	return m
}

func (w *World) AddChannel(g *Guild, name string) *Channel {
	return w.AddChannelID(g, w.IDs.permanent(), name)
}

func (w *World) AddChannelID(g *Guild, id, name string) *Channel {
	c := w.NewChannel(Channel{ID: id, GuildID: g.ID, Name: name, Kind: TypeText, position: len(g.Channels)})
	g.Channels = append(g.Channels, c.ID)
	return c
}

func (w *World) AddThread(parent *Channel, name string, now time.Time) *Channel {
	return w.AddThreadID(parent, w.IDs.permanent(), name, now)
}

func (w *World) AddThreadID(parent *Channel, id, name string, now time.Time) *Channel {
	g := w.Guilds[parent.GuildID]
	c := w.NewChannel(Channel{ID: id, GuildID: g.ID, ParentID: parent.ID, Name: name, Kind: TypePublicThread, created: now})
	g.Channels = append(g.Channels, c.ID)
	return c
}

// OpenDM returns the direct message between the bot and a user.
func (w *World) OpenDM(userID string) *Channel {
	for _, id := range w.ChannelOrder {
		if c := w.Channels[id]; c.Kind == TypeDM && c.Recipient == userID {
			return c
		}
	}
	return w.NewChannel(Channel{Recipient: userID, Kind: TypeDM})
}

// NewChannel makes a channel, with a permanent ID unless it has one.
func (w *World) NewChannel(c Channel) *Channel {
	made := &c
	if made.ID == "" {
		made.ID = w.IDs.permanent()
	}
	made.Overwrites, made.Nonces = map[string]uint64{}, map[string]*Message{}
	w.Channels[made.ID] = made
	w.ChannelOrder = append(w.ChannelOrder, made.ID)
	return made
}

// FindUser returns the user of an ID, a name or a mention.
func (w *World) FindUser(ref string) *User {
	ref = strings.TrimSpace(ref)
	ref = strings.TrimPrefix(strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(ref, "<@"), "!"), ">"), "@")
	if u := w.Users[ref]; u != nil {
		return u
	}
	for _, id := range append(slices.Clone(w.UserOrder), w.Bot.ID) {
		if u := w.Users[id]; strings.EqualFold(u.globalName, ref) || strings.EqualFold(u.Username, ref) {
			return u
		}
	}
	return nil
}

// FindChannel returns the channel of an ID, a mention, a name, or "@name" for that user's direct message. Deleted
// channels are not found.
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
	for _, id := range w.ChannelOrder {
		if c := w.Channels[id]; c.Name != "" && strings.EqualFold(c.Name, ref) && !c.Deleted {
			return c
		}
	}
	return nil
}

// FindGuild returns the guild of an ID or a name; the empty text means the first one.
func (w *World) FindGuild(ref string) *Guild {
	for _, id := range w.GuildOrder {
		if g := w.Guilds[id]; ref == "" || g.ID == ref || strings.EqualFold(g.Name, ref) {
			return g
		}
	}
	return nil
}

// FindRole returns the role of an ID, a mention or a name in a guild.
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

// Audience lists the people who see a channel now, in the order they were added.
func (w *World) Audience(c *Channel) []string {
	var seeing []string
	for _, id := range w.UserOrder {
		if w.CanSee(c, id) {
			seeing = append(seeing, id)
		}
	}
	return seeing
}

// DisplayName is what others read above a user's messages in a guild.
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

func (w *World) NeedChannel(ref string) (*Channel, error) {
	c := w.FindChannel(ref)
	if c == nil {
		return nil, fmt.Errorf("there is no channel %q", ref)
	}
	return c, nil
}

func (w *World) NeedMember(guildRef, userRef string) (*Guild, *Member, error) {
	g, u := w.FindGuild(guildRef), w.FindUser(userRef)
	if g == nil || u == nil || g.Members[u.ID] == nil {
		return nil, nil, fmt.Errorf("there is no %q in guild %q", userRef, guildRef)
	}
	return g, g.Members[u.ID], nil
}
