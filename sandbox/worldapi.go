package sandbox

import (
	"fmt"
	"slices"
	"time"

	"roundel/sandbox/gateway"
	"roundel/sandbox/world"
)

// change runs a change of the world under the lock and wakes those waiting for changes.
func (s *Server) change(do func(*world.World) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.touch(TopicWorld)
	if err := do(s.world); err != nil {
		return fmt.Errorf("sandbox: %w", err)
	}
	return nil
}

// AddUser adds a person to the first guild and returns the user's ID.
func (s *Server) AddUser(name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := s.world.AddUser(name)
	g := s.world.FindGuild("")
	m := s.world.Join(g, u.ID, s.now())
	for _, id := range g.Channels {
		s.reshow(s.world.Channels[id])
	}
	data := s.world.MemberJSON(m)
	data["guild_id"] = g.ID
	s.gateway.Dispatch(g.ID, gateway.IntentGuildMembers, "GUILD_MEMBER_ADD", data)
	s.touch(TopicWorld)
	return u.ID
}

// RemoveUser removes a person from the first guild, as if they had left or been kicked. Their messages stay.
func (s *Server) RemoveUser(user string) error {
	return s.change(func(w *world.World) error {
		g, m, err := w.NeedMember("", user)
		if err != nil || m.UserID == w.Bot.ID || m.UserID == g.OwnerID {
			return fmt.Errorf("there is no member %q who can leave", user)
		}
		delete(g.Members, m.UserID)
		s.gateway.Dispatch(g.ID, gateway.IntentGuildMembers, "GUILD_MEMBER_REMOVE", object{"guild_id": g.ID, "user": w.Users[m.UserID].JSON()})
		return nil
	})
}

// Outage makes a guild (empty for the first) unavailable for a moment: the bot hears that it is unavailable, and then
// that it is back.
func (s *Server) Outage(guild string) error {
	return s.change(func(w *world.World) error {
		g := w.FindGuild(guild)
		if !w.HasBot(g) {
			return fmt.Errorf("the bot is not in a guild %q", guild)
		}
		s.gateway.Dispatch(g.ID, gateway.IntentGuilds, "GUILD_DELETE", object{"id": g.ID, "unavailable": true})
		s.gateway.AnnounceGuild(g)
		return nil
	})
}

// AddGuild adds a guild with the bot, an owner and a channel. All current users join it. It returns the guild's ID.
func (s *Server) AddGuild(name, owner, channel string) (string, error) {
	id := ""
	err := s.change(func(w *world.World) error {
		who := w.FindUser(owner)
		if who == nil {
			return fmt.Errorf("there is no user %q", owner)
		}
		g := w.AddGuild(name, who.ID, s.now())
		for _, userID := range w.UserIDs {
			if g.Members[userID] == nil {
				w.Join(g, userID, s.now())
			}
		}
		w.AddChannel(g, channel)
		id = g.ID
		s.gateway.AnnounceGuild(g)
		return nil
	})
	return id, err
}

// AddChannel adds a text channel to a guild (name or ID, empty for the first) and returns its ID.
func (s *Server) AddChannel(guild, name string) (string, error) {
	return s.addChannel(guild, name, (*world.World).AddChannel)
}

func (s *Server) addChannel(guild, name string, add func(*world.World, *world.Guild, string) *world.Channel) (string, error) {
	id := ""
	err := s.change(func(w *world.World) error {
		g := w.FindGuild(guild)
		if g == nil {
			return fmt.Errorf("there is no guild %q", guild)
		}
		c := add(w, g, name)
		id = c.ID
		s.gateway.Dispatch(g.ID, gateway.IntentGuilds, "CHANNEL_CREATE", w.ChannelJSON(c))
		return nil
	})
	return id, err
}

// AddAnnouncements adds an announcement channel to a guild (name or ID, empty for the first) and returns its ID.
func (s *Server) AddAnnouncements(guild, name string) (string, error) {
	return s.addChannel(guild, name, (*world.World).AddNews)
}

// AddThread opens a thread in a channel and returns its ID.
func (s *Server) AddThread(parent, name string) (string, error) {
	id := ""
	err := s.change(func(w *world.World) error {
		c, err := w.NeedChannel(parent)
		if err != nil || c.OpenThreads() < 0 {
			return fmt.Errorf("there is no text channel %q for a thread", parent)
		}
		th := w.AddThread(c, name, s.now())
		id = th.ID
		s.gateway.Dispatch(th.GuildID, gateway.IntentGuilds, "THREAD_CREATE", w.ChannelJSON(th))
		return nil
	})
	return id, err
}

// ArchiveThread archives a thread and may lock it too. ArchiveThread(thread, false, false) reopens it.
func (s *Server) ArchiveThread(thread string, archived, locked bool) error {
	return s.change(func(w *world.World) error {
		c, err := w.NeedChannel(thread)
		if err != nil || !c.IsThread() {
			return fmt.Errorf("there is no thread %q", thread)
		}
		c.Archived, c.Locked = archived, locked
		s.gateway.Dispatch(c.GuildID, gateway.IntentGuilds, "THREAD_UPDATE", w.ChannelJSON(c))
		return nil
	})
}

// DeleteChannel deletes a thread, or a channel with its threads.
func (s *Server) DeleteChannel(channel string) error {
	return s.change(func(w *world.World) error {
		c, err := w.NeedChannel(channel)
		if err != nil || c.GuildID == "" {
			return fmt.Errorf("there is no channel %q to delete", channel)
		}
		for _, id := range w.Guilds[c.GuildID].Channels {
			if th := w.Channels[id]; th.ParentID == c.ID {
				th.Deleted = true
			}
		}
		c.Deleted = true
		if c.IsThread() {
			s.gateway.Dispatch(c.GuildID, gateway.IntentGuilds, "THREAD_DELETE", object{"id": c.ID, "guild_id": c.GuildID,
				"parent_id": c.ParentID, "type": c.Kind})
			return nil
		}
		s.gateway.Dispatch(c.GuildID, gateway.IntentGuilds, "CHANNEL_DELETE", w.ChannelJSON(c))
		return nil
	})
}

// DeleteMessage deletes a message as a moderator would.
func (s *Server) DeleteMessage(id string) error {
	return s.change(func(w *world.World) error {
		m := w.Messages[id]
		if m == nil || m.Deleted {
			return fmt.Errorf("there is no message %q", id)
		}
		s.remove(m)
		return nil
	})
}

// Unpin unpins a message as a moderator would.
func (s *Server) Unpin(id string) error {
	return s.change(func(w *world.World) error {
		m := w.Messages[id]
		if m == nil || m.Deleted || m.Pinned.IsZero() {
			return fmt.Errorf("there is no pinned message %q", id)
		}
		m.Pinned = time.Time{}
		s.pinsChanged(w.Channels[m.ChannelID], m)
		return nil
	})
}

// AddRole adds a role to the first guild and returns its ID.
func (s *Server) AddRole(name string, permissions uint64, mentionable bool) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.world.FindGuild("")
	r := s.world.AddRole(g, name, permissions)
	r.Mentionable = mentionable
	s.gateway.Dispatch(g.ID, gateway.IntentGuilds, "GUILD_ROLE_CREATE", object{"guild_id": g.ID, "role": r.JSON()})
	s.touch(TopicWorld)
	return r.ID
}

// SetRoles gives a member of the first guild exactly these roles, by name or ID.
func (s *Server) SetRoles(user string, roles ...string) error {
	return s.change(func(w *world.World) error {
		g, m, err := w.NeedMember("", user)
		if err != nil {
			return err
		}
		ids := []string{}
		for _, ref := range roles {
			r := g.FindRole(ref)
			if r == nil {
				return fmt.Errorf("there is no role %q", ref)
			}
			ids = append(ids, r.ID)
		}
		m.Roles = ids
		for _, id := range g.Channels {
			s.reshow(w.Channels[id])
		}
		s.memberChanged(g, m)
		return nil
	})
}

// SetNick sets a member's nickname in the first guild.
func (s *Server) SetNick(user, nick string) error {
	return s.change(func(w *world.World) error {
		g, m, err := w.NeedMember("", user)
		if err != nil {
			return err
		}
		m.Nick = nick
		s.memberChanged(g, m)
		return nil
	})
}

// SetLocale sets the language of a user's client. Interactions carry it as "locale".
func (s *Server) SetLocale(user, locale string) error {
	return s.change(func(w *world.World) error {
		u := w.FindUser(user)
		if u == nil || u.Bot || world.Locales[locale] == "" {
			return fmt.Errorf("there is no user %q, or no locale %q", user, locale)
		}
		u.Locale = locale
		s.touch(TopicCommands)
		return nil
	})
}

// SetCommunity makes a guild (name or ID, empty for the first) a Community server with a language, or, for an empty locale, a server like
// most, whose language is always English, US. Interactions carry it as "guild_locale".
func (s *Server) SetCommunity(guild, locale string) error {
	return s.change(func(w *world.World) error {
		g := w.FindGuild(guild)
		if g == nil || locale != "" && world.Locales[locale] == "" {
			return fmt.Errorf("there is no guild %q, or no locale %q", guild, locale)
		}
		g.Community, g.Locale = locale != "", world.DefaultLocale
		world.SetWhenText(&g.Locale, locale)
		s.gateway.Dispatch(g.ID, gateway.IntentGuilds, "GUILD_UPDATE", w.GuildJSON(g))
		return nil
	})
}

func (s *Server) memberChanged(g *world.Guild, m *world.Member) {
	data := s.world.MemberJSON(m)
	data["guild_id"] = g.ID
	intent := int64(gateway.IntentGuildMembers)
	if m.UserID == s.world.Bot.ID {
		intent = gateway.IntentGuilds
	}
	s.gateway.Dispatch(g.ID, intent, "GUILD_MEMBER_UPDATE", data)
}

// SetPermissions sets exactly what a user may do in a channel, whatever the user's roles say. See world.PermMember and
// the other Perm constants.
func (s *Server) SetPermissions(channel, user string, bits uint64) error {
	return s.change(func(w *world.World) error {
		c, err := w.NeedChannel(channel)
		u := w.FindUser(user)
		if err != nil || u == nil || c.GuildID == "" || c.IsThread() {
			return fmt.Errorf("there is no channel %q with a user %q", channel, user)
		}
		c.Overwrites[u.ID] = bits
		s.reshow(c)
		s.gateway.Dispatch(c.GuildID, gateway.IntentGuilds, "CHANNEL_UPDATE", w.ChannelJSON(c))
		return nil
	})
}

// SetBotPermissions sets exactly what the bot may do in a channel.
func (s *Server) SetBotPermissions(channel string, bits uint64) error {
	s.mu.Lock()
	id := s.world.Bot.ID
	s.mu.Unlock()
	return s.SetPermissions(channel, id, bits)
}

// ResetPermissions undoes SetPermissions for a user, or for the bot by its name: roles decide again.
func (s *Server) ResetPermissions(channel, user string) error {
	return s.change(func(w *world.World) error {
		c, err := w.NeedChannel(channel)
		u := w.FindUser(user)
		if err != nil || u == nil {
			return fmt.Errorf("there is no channel %q with a user %q", channel, user)
		}
		delete(c.Overwrites, u.ID)
		s.reshow(c)
		s.gateway.Dispatch(c.GuildID, gateway.IntentGuilds, "CHANNEL_UPDATE", w.ChannelJSON(c))
		return nil
	})
}

// KickBot removes the bot and its commands from a guild (empty for the first).
func (s *Server) KickBot(guild string) error {
	return s.change(func(w *world.World) error {
		g := w.FindGuild(guild)
		if !w.HasBot(g) {
			return fmt.Errorf("the bot is not in a guild %q", guild)
		}
		delete(g.Members, w.Bot.ID)
		for id, r := range g.Roles {
			if r.Managed {
				delete(g.Roles, id)
			}
		}
		s.commands = slices.DeleteFunc(s.commands, func(cmd *world.Command) bool { return cmd.GuildID == g.ID })
		s.gateway.Dispatch(g.ID, gateway.IntentGuilds, "GUILD_DELETE", object{"id": g.ID})
		return nil
	})
}

// InviteBot adds the bot to a guild again.
func (s *Server) InviteBot(guild string) error {
	return s.change(func(w *world.World) error {
		g := w.FindGuild(guild)
		if g == nil || w.HasBot(g) {
			return fmt.Errorf("there is no guild %q without the bot", guild)
		}
		w.AdmitBot(g, s.now())
		s.gateway.AnnounceGuild(g)
		return nil
	})
}

// ChannelID returns the ID of a channel by its name, or an empty string.
func (s *Server) ChannelID(channel string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.world.FindChannel(channel); c != nil {
		return c.ID
	}
	return ""
}

// GuildID returns the ID of a guild by its name, or an empty string. The empty name is the first guild.
func (s *Server) GuildID(guild string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if g := s.world.FindGuild(guild); g != nil {
		return g.ID
	}
	return ""
}

// BotID returns the ID of the bot's user and application.
func (s *Server) BotID() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.world.Bot.ID
}
