package sandbox

import (
	"fmt"
	"slices"
	"time"
)

// change runs a change of the world under the lock and wakes who waits.
func (s *Server) change(do func(*world) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.touch(TopicWorld)
	if err := do(s.world); err != nil {
		return fmt.Errorf("sandbox: %w", err)
	}
	return nil
}

func (w *world) needChannel(ref string) (*channel, error) {
	c := w.findChannel(ref)
	if c == nil {
		return nil, fmt.Errorf("there is no channel %q", ref)
	}
	return c, nil
}

func (w *world) needMember(guildRef, userRef string) (*guild, *member, error) {
	g, u := w.findGuild(guildRef), w.findUser(userRef)
	if g == nil || u == nil || g.members[u.id] == nil {
		return nil, nil, fmt.Errorf("there is no %q in guild %q", userRef, guildRef)
	}
	return g, g.members[u.id], nil
}

// AddUser adds a person to the first guild and returns its ID.
func (s *Server) AddUser(name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := s.world.addUser(name)
	g := s.world.findGuild("")
	m := s.world.join(g, u.id, s.now())
	for _, id := range g.channels {
		s.reshow(s.world.channels[id])
	}
	data := s.world.memberJSON(m)
	data["guild_id"] = g.id
	s.dispatch(g.id, intentGuildMembers, "GUILD_MEMBER_ADD", data)
	s.touch(TopicWorld)
	return u.id
}

// RemoveUser has a person leave the first guild, or be thrown out of it. What the user wrote stays.
func (s *Server) RemoveUser(user string) error {
	return s.change(func(w *world) error {
		g, m, err := w.needMember("", user)
		if err != nil || m.userID == w.bot.id || m.userID == g.ownerID {
			return fmt.Errorf("there is no %q that can leave", user)
		}
		delete(g.members, m.userID)
		s.dispatch(g.id, intentGuildMembers, "GUILD_MEMBER_REMOVE", object{"guild_id": g.id, "user": w.users[m.userID].json()})
		return nil
	})
}

// Outage makes a guild (empty for the first) unavailable to the bot for a moment: it is told so, and then that the guild
// is there again.
func (s *Server) Outage(guild string) error {
	return s.change(func(w *world) error {
		g := w.findGuild(guild)
		if !w.hasBot(g) {
			return fmt.Errorf("the bot is in no guild %q", guild)
		}
		s.dispatch(g.id, intentGuilds, "GUILD_DELETE", object{"id": g.id, "unavailable": true})
		s.announceGuild(g)
		return nil
	})
}

// AddGuild adds a guild with the bot, an owner and a channel, and lets all present users join it. It returns its ID.
func (s *Server) AddGuild(name, owner, channel string) (string, error) {
	id := ""
	err := s.change(func(w *world) error {
		who := w.findUser(owner)
		if who == nil {
			return fmt.Errorf("there is no user %q", owner)
		}
		g := w.addGuild(name, who.id, s.now())
		for _, userID := range w.userOrder {
			if g.members[userID] == nil {
				w.join(g, userID, s.now())
			}
		}
		w.addChannel(g, channel)
		id = g.id
		s.announceGuild(g)
		return nil
	})
	return id, err
}

// announceGuild tells the sessions of a guild that the bot is in.
func (s *Server) announceGuild(g *guild) {
	for _, ss := range s.sessions {
		if ss.covers(g.id) && ss.intents&intentGuilds != 0 {
			ss.record("GUILD_CREATE", s.world.gatewayGuild(g, ss.intents&intentGuildMembers != 0))
		}
	}
}

// AddChannel adds a text channel to a guild (name or ID, empty for the first) and returns its ID.
func (s *Server) AddChannel(guild, name string) (string, error) {
	id := ""
	err := s.change(func(w *world) error {
		g := w.findGuild(guild)
		if g == nil {
			return fmt.Errorf("there is no guild %q", guild)
		}
		c := w.addChannel(g, name)
		id = c.id
		s.dispatch(g.id, intentGuilds, "CHANNEL_CREATE", w.channelJSON(c))
		return nil
	})
	return id, err
}

// AddThread opens a thread in a channel and returns its ID.
func (s *Server) AddThread(parent, name string) (string, error) {
	id := ""
	err := s.change(func(w *world) error {
		c, err := w.needChannel(parent)
		if err != nil || c.kind != typeText {
			return fmt.Errorf("there is no channel %q for a thread", parent)
		}
		th := w.addThread(c, name, s.now())
		id = th.id
		s.dispatch(th.guildID, intentGuilds, "THREAD_CREATE", w.channelJSON(th))
		return nil
	})
	return id, err
}

// ArchiveThread archives a thread, or locks it as well; ArchiveThread(thread, false, false) opens it again.
func (s *Server) ArchiveThread(thread string, archived, locked bool) error {
	return s.change(func(w *world) error {
		c, err := w.needChannel(thread)
		if err != nil || !c.isThread() {
			return fmt.Errorf("there is no thread %q", thread)
		}
		c.archived, c.locked = archived, locked
		s.dispatch(c.guildID, intentGuilds, "THREAD_UPDATE", w.channelJSON(c))
		return nil
	})
}

// DeleteChannel deletes a channel with its threads, or a thread.
func (s *Server) DeleteChannel(channel string) error {
	return s.change(func(w *world) error {
		c, err := w.needChannel(channel)
		if err != nil || c.guildID == "" {
			return fmt.Errorf("there is no channel %q to delete", channel)
		}
		for _, id := range w.guilds[c.guildID].channels {
			if th := w.channels[id]; th.parentID == c.id {
				th.deleted = true
			}
		}
		c.deleted = true
		if c.isThread() {
			s.dispatch(c.guildID, intentGuilds, "THREAD_DELETE", object{"id": c.id, "guild_id": c.guildID,
				"parent_id": c.parentID, "type": c.kind})
			return nil
		}
		s.dispatch(c.guildID, intentGuilds, "CHANNEL_DELETE", w.channelJSON(c))
		return nil
	})
}

// DeleteMessage deletes a message as a moderator would by hand.
func (s *Server) DeleteMessage(id string) error {
	return s.change(func(w *world) error {
		m := w.messages[id]
		if m == nil || m.deleted {
			return fmt.Errorf("there is no message %q", id)
		}
		s.remove(m)
		return nil
	})
}

// Unpin unpins a message as a moderator would by hand.
func (s *Server) Unpin(id string) error {
	return s.change(func(w *world) error {
		m := w.messages[id]
		if m == nil || m.deleted || m.pinned.IsZero() {
			return fmt.Errorf("there is no pinned message %q", id)
		}
		m.pinned = time.Time{}
		s.pinsChanged(w.channels[m.channelID], m)
		return nil
	})
}

// AddRole adds a role to the first guild and returns its ID.
func (s *Server) AddRole(name string, permissions uint64, mentionable bool) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.world.findGuild("")
	r := s.world.addRole(g, name, permissions)
	r.mentionable = mentionable
	s.dispatch(g.id, intentGuilds, "GUILD_ROLE_CREATE", object{"guild_id": g.id, "role": r.json()})
	s.touch(TopicWorld)
	return r.id
}

// SetRoles gives a member of the first guild exactly these roles, by name or ID.
func (s *Server) SetRoles(user string, roles ...string) error {
	return s.change(func(w *world) error {
		g, m, err := w.needMember("", user)
		if err != nil {
			return err
		}
		ids := []string{}
		for _, ref := range roles {
			r := g.findRole(ref)
			if r == nil {
				return fmt.Errorf("there is no role %q", ref)
			}
			ids = append(ids, r.id)
		}
		m.roles = ids
		for _, id := range g.channels {
			s.reshow(w.channels[id])
		}
		s.memberChanged(g, m)
		return nil
	})
}

// SetNick sets what a member is called in the first guild.
func (s *Server) SetNick(user, nick string) error {
	return s.change(func(w *world) error {
		g, m, err := w.needMember("", user)
		if err != nil {
			return err
		}
		m.nick = nick
		s.memberChanged(g, m)
		return nil
	})
}

func (s *Server) memberChanged(g *guild, m *member) {
	data := s.world.memberJSON(m)
	data["guild_id"] = g.id
	intent := int64(intentGuildMembers)
	if m.userID == s.world.bot.id {
		intent = intentGuilds
	}
	s.dispatch(g.id, intent, "GUILD_MEMBER_UPDATE", data)
}

// SetPermissions sets what a user may do in a channel, exactly, whatever its roles say. See the Perm constants.
func (s *Server) SetPermissions(channel, user string, bits uint64) error {
	return s.change(func(w *world) error {
		c, err := w.needChannel(channel)
		u := w.findUser(user)
		if err != nil || u == nil || c.guildID == "" || c.isThread() {
			return fmt.Errorf("there is no channel %q with a user %q", channel, user)
		}
		c.overwrites[u.id] = bits
		s.reshow(c)
		s.dispatch(c.guildID, intentGuilds, "CHANNEL_UPDATE", w.channelJSON(c))
		return nil
	})
}

// SetBotPermissions sets what the bot may do in a channel, exactly.
func (s *Server) SetBotPermissions(channel string, bits uint64) error {
	s.mu.Lock()
	id := s.world.bot.id
	s.mu.Unlock()
	return s.SetPermissions(channel, id, bits)
}

// ResetPermissions lets roles decide again what a user, or the bot by its name, may do in a channel.
func (s *Server) ResetPermissions(channel, user string) error {
	return s.change(func(w *world) error {
		c, err := w.needChannel(channel)
		u := w.findUser(user)
		if err != nil || u == nil {
			return fmt.Errorf("there is no channel %q with a user %q", channel, user)
		}
		delete(c.overwrites, u.id)
		s.reshow(c)
		s.dispatch(c.guildID, intentGuilds, "CHANNEL_UPDATE", w.channelJSON(c))
		return nil
	})
}

// KickBot removes the bot from a guild (empty for the first): its commands there are gone.
func (s *Server) KickBot(guild string) error {
	return s.change(func(w *world) error {
		g := w.findGuild(guild)
		if !w.hasBot(g) {
			return fmt.Errorf("the bot is in no guild %q", guild)
		}
		delete(g.members, w.bot.id)
		for id, r := range g.roles {
			if r.managed {
				delete(g.roles, id)
			}
		}
		s.commands = slices.DeleteFunc(s.commands, func(cmd *command) bool { return cmd.guildID == g.id })
		s.dispatch(g.id, intentGuilds, "GUILD_DELETE", object{"id": g.id})
		return nil
	})
}

// InviteBot adds the bot to a guild again.
func (s *Server) InviteBot(guild string) error {
	return s.change(func(w *world) error {
		g := w.findGuild(guild)
		if g == nil || w.hasBot(g) {
			return fmt.Errorf("there is no guild %q without the bot", guild)
		}
		w.admitBot(g, s.now())
		s.announceGuild(g)
		return nil
	})
}

// ChannelID is the ID of a channel by its name, empty when there is none.
func (s *Server) ChannelID(channel string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.world.findChannel(channel); c != nil {
		return c.id
	}
	return ""
}

// GuildID is the ID of a guild by its name, empty when there is none; the empty name is the first guild.
func (s *Server) GuildID(guild string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if g := s.world.findGuild(guild); g != nil {
		return g.id
	}
	return ""
}

// BotID is the ID of the bot's user and application.
func (s *Server) BotID() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.world.bot.id
}
