package sandbox

import (
	"fmt"
	"slices"
	"strings"

	"roundel/sandbox/client"
	"roundel/sandbox/world"
)

// view returns a message as users see it.
func (s *Server) view(m *world.Message) client.Message {
	w := s.world
	c := w.Channels[m.ChannelID]
	out := client.Message{ID: m.ID, ChannelID: m.ChannelID, Author: w.DisplayName(c.GuildID, m.AuthorID), AuthorID: m.AuthorID,
		FromBot: m.AuthorID == w.Bot.ID, Other: m.AuthorID != w.Bot.ID && w.Users[m.AuthorID].Bot, Webhook: w.Users[m.AuthorID].Webhook, Text: client.WithNames(w, c.GuildID, client.Text(m)), Content: m.Content, Embeds: s.shownEmbeds(m),
		Components: s.shownComponents(m), Ephemeral: m.OnlyFor != "", Thinking: m.Has(world.FlagLoading),
		Pinned: !m.Pinned.IsZero(), Edited: !m.Edited.IsZero(), PinNotice: m.Kind == world.MessagePin, Created: m.Created,
		Buttons: client.ButtonsOf(m.Components), Menus: client.MenusOf(m.Components), Files: []client.File{}, Pinged: []string{}}
	for _, a := range m.Attachments {
		out.Files = append(out.Files, client.File{ID: a.ID, Name: a.Name, URL: s.attachmentURL(a), Data: a.Data, Size: len(a.Data), Description: a.Description})
	}
	for _, id := range m.Pinged {
		out.Pinged = append(out.Pinged, w.DisplayName(c.GuildID, id))
	}
	if m.Interaction != nil {
		out.App = m.Kind == world.MessageApps
		out.Command, out.User = m.Interaction.Name, w.DisplayName(c.GuildID, m.Interaction.UserID)
	}
	return out
}

// Messages lists what a user can see in a channel now, oldest first, including that user's ephemeral messages. Channel
// and user are IDs or names; "@Anna" is Anna's direct message with the bot.
func (s *Server) Messages(channel, asUser string) ([]client.Message, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, u := s.world.FindChannel(channel), s.world.FindUser(asUser)
	switch {
	case c == nil:
		return nil, fmt.Errorf("sandbox: there is no channel %q", channel)
	case u == nil:
		return nil, fmt.Errorf("sandbox: there is no user %q", asUser)
	case !s.world.CanSee(c, u.ID):
		return nil, nil
	}
	out := []client.Message{}
	for _, m := range c.Messages {
		if m.OnlyFor == "" || m.OnlyFor == u.ID {
			out = append(out, s.view(m))
		}
	}
	return out, nil
}

// Pings lists the messages that notified a user, oldest first, including deleted ones.
func (s *Server) Pings(user string) []client.Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := s.world.FindUser(user)
	var out []client.Message
	for _, m := range s.world.Messages {
		if u != nil && slices.Contains(m.Pinged, u.ID) {
			out = append(out, s.view(m))
		}
	}
	slices.SortFunc(out, func(a, b client.Message) int {
		if world.LessID(a.ID, b.ID) {
			return -1
		}
		return 1
	})
	return out
}

// Seen returns every byte that a user could have seen so far: each version of each message in the channels the user can
// see, the user's ephemeral messages, the choices and forms offered to the user, and all files.
func (s *Server) Seen(user string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := s.world.FindUser(user)
	var all strings.Builder
	for _, one := range s.history {
		if u != nil && slices.Contains(one.users, u.ID) {
			all.WriteString(one.text)
			all.WriteByte('\n')
		}
	}
	return all.String()
}

// Timeline lists what a user could see happen to the messages of a channel so far, oldest first: "+ text" when one appeared, "~ text" when
// it changed, and "- text" when it was deleted. That includes messages which only said that the bot is thinking.
func (s *Server) Timeline(channel, user string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, u := s.world.FindChannel(channel), s.world.FindUser(user)
	var all []string
	for _, one := range s.history {
		if c != nil && u != nil && one.sight != "" && one.channel == c.ID && slices.Contains(one.users, u.ID) {
			all = append(all, one.sight)
		}
	}
	return all
}

// Public lists the messages of a channel that everybody can see, except notices of pins.
func (s *Server) Public(channel string) []client.Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []client.Message
	if c := s.world.FindChannel(channel); c != nil {
		for _, m := range c.Messages {
			if m.OnlyFor == "" && m.Kind != world.MessagePin {
				all = append(all, s.view(m))
			}
		}
	}
	return all
}

// Overview returns what the page shows around the messages, and whether the bot is connected. See client.Overview.
func (s *Server) Overview(user string) map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := client.Overview(s.world, user)
	out["connected"] = s.gateway.Connected()
	return out
}

// CommandsFor lists what a user can type in a channel, each subcommand on its own: the commands by name, and the
// subcommands in the bot's order. Another bot or a webhook has none.
func (s *Server) CommandsFor(user, channel string) ([]any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := []any{}
	if s.world.IsOther(user) {
		return out, nil
	}
	who, c, err := s.User(user).enter(channel)
	if err != nil {
		return nil, err
	}
	for _, cmd := range s.usable(who, c, world.CommandChat) {
		out = append(out, client.CommandsIn(cmd, who.Locale)...)
	}
	return out, nil
}

// AppsFor lists the commands in the Apps menus of users and messages that a user can use in a channel, by name. Another bot or a webhook has none.
func (s *Server) AppsFor(user, channel string) ([]client.AppCommand, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := []client.AppCommand{}
	if s.world.IsOther(user) {
		return out, nil
	}
	who, c, err := s.User(user).enter(channel)
	if err != nil {
		return nil, err
	}
	for _, kind := range []int64{world.CommandMessage, world.CommandUser} {
		for _, cmd := range s.usable(who, c, kind) {
			out = append(out, client.AppCommand{Name: cmd.Name, OfMessage: kind == world.CommandMessage})
		}
	}
	return out, nil
}

// usable lists the commands of a type that a user can use in a channel, by name.
func (s *Server) usable(who *world.User, c *world.Channel, kind int64) []*world.Command {
	list := slices.DeleteFunc(slices.Clone(s.commands), func(cmd *world.Command) bool {
		return cmd.Kind != kind || s.findCommand(c.GuildID, cmd.Name, kind) != cmd || client.LineOf(cmd).MayUse(s.world, who, c) != nil
	})
	slices.SortFunc(list, func(x, y *world.Command) int { return strings.Compare(x.Name, y.Name) })
	return list
}
