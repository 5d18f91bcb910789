package sandbox

import (
	"slices"
	"strings"
)

// recentPings is how many pings of a channel the page is told of.
const recentPings = 50

// Overview lists the users, the channels that one of them sees and what is new there, and whether the bot is there.
func (s *Server) Overview(user string) map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := s.world
	users, channels := []any{}, []any{}
	for _, id := range w.userOrder {
		users = append(users, object{"id": id, "name": w.displayName(w.guildOrder[0], id)})
	}
	who := w.findUser(user)
	for _, id := range w.channelOrder {
		if c := w.channels[id]; !c.deleted && who != nil && w.canSee(c, who.id) {
			channels = append(channels, s.pageChannel(c, who))
		}
	}
	return object{"users": users, "channels": channels, "names": s.pageNames(who), "connected": s.connected(),
		"bot": object{"id": w.bot.id, "name": w.bot.username}}
}

// pageChannel is a channel as a user sees it in the list, with its latest message and those that pinged the user.
func (s *Server) pageChannel(c *channel, who *user) object {
	w := s.world
	out := object{"id": c.id, "name": c.name, "kind": c.kind, "guild": "", "parent": c.parentID, "archived": c.archived}
	if c.kind == typeDM {
		out["name"] = w.bot.username
	} else {
		out["guild"] = w.guilds[c.guildID].name
	}
	last, pings := "", []any{}
	for _, m := range c.messages {
		if m.onlyFor != "" && m.onlyFor != who.id {
			continue
		}
		last = m.id
		for _, id := range m.pinged {
			if id == who.id {
				pings = append(pings, m.id)
			}
		}
	}
	out["last"], out["pings"] = last, pings[max(0, len(pings)-recentPings):]
	return out
}

// pageNames are what the IDs in mentions are called: users, the channels that one sees, roles.
func (s *Server) pageNames(who *user) object {
	w := s.world
	users, channels, roles := object{}, object{}, object{}
	for id := range w.users {
		users[id] = "@" + w.displayName(w.guildOrder[0], id)
	}
	for id, c := range w.channels {
		if !c.deleted && who != nil && w.canSee(c, who.id) {
			channels[id] = "#" + c.name
		}
	}
	for _, g := range w.guilds {
		for id, r := range g.roles {
			roles[id] = "@" + strings.TrimPrefix(r.name, "@")
		}
	}
	return object{"users": users, "channels": channels, "roles": roles}
}

// CommandsFor lists what a user can type in a channel, each subcommand as a line of its own.
func (s *Server) CommandsFor(user, channel string) ([]any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	who, c, err := s.User(user).enter(channel)
	if err != nil {
		return nil, err
	}
	out := []any{}
	for _, cmd := range s.commands {
		t := typed{command: cmd}
		if cmd.kind == 1 && s.findCommand(c.guildID, cmd.name) == cmd && s.mayUse(who, c, t) == nil {
			out = append(out, leaves(t, cmd.options, cmd.description)...)
		}
	}
	slices.SortFunc(out, func(x, y any) int { return compareText(x.(object)["name"], y.(object)["name"]) })
	return out, nil
}

// leaves lists the commands and subcommands that can be typed.
func leaves(t typed, options []*option, description string) []any {
	if len(options) == 0 || !options[0].nests() {
		return []any{object{"name": t.name(), "description": description, "options": optionsJSON(options)}}
	}
	out := []any{}
	for _, o := range options {
		inner := t
		inner.path = append(slices.Clone(t.path), o)
		out = append(out, leaves(inner, o.options, o.description)...)
	}
	return out
}
