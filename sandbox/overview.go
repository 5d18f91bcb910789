package sandbox

import (
	"slices"
	"strings"

	"roundel/sandbox/client"
	"roundel/sandbox/world"
)

// recentPings is the maximum number of pings per channel in the overview.
const recentPings = 50

// Overview returns what the page shows around the messages: the users, the channels that one of them can see and what
// is new there, the names behind IDs, and whether the bot is connected.
func (s *Server) Overview(user string) map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := s.world
	users, channels := []any{}, []any{}
	for _, id := range w.UserIDs {
		users = append(users, object{"id": id, "name": w.DisplayName(w.GuildIDs[0], id)})
	}
	who := w.FindUser(user)
	for _, id := range w.ChannelIDs {
		if c := w.Channels[id]; !c.Deleted && who != nil && w.CanSee(c, who.ID) {
			channels = append(channels, s.pageChannel(c, who))
		}
	}
	return object{"users": users, "channels": channels, "names": s.pageNames(who), "connected": s.gateway.Connected(),
		"bot": object{"id": w.Bot.ID, "name": w.Bot.Username}}
}

// pageChannel is a channel in a user's list, with its latest message and those that pinged the user.
func (s *Server) pageChannel(c *world.Channel, who *world.User) object {
	w := s.world
	out := object{"id": c.ID, "name": c.Name, "kind": c.Kind, "guild": "", "parent": c.ParentID, "archived": c.Archived}
	if c.Kind == world.TypeDM {
		out["name"] = w.Bot.Username
	} else {
		out["guild"] = w.Guilds[c.GuildID].Name
	}
	last, pings := "", []any{}
	for _, m := range c.Messages {
		if m.OnlyFor != "" && m.OnlyFor != who.ID {
			continue
		}
		last = m.ID
		for _, id := range m.Pinged {
			if id == who.ID {
				pings = append(pings, m.ID)
			}
		}
	}
	out["last"], out["pings"] = last, pings[max(0, len(pings)-recentPings):]
	return out
}

// pageNames maps the IDs in mentions to names: users, the channels the user can see, and roles.
func (s *Server) pageNames(who *world.User) object {
	w := s.world
	users, channels, roles := object{}, object{}, object{}
	for id := range w.Users {
		users[id] = "@" + w.DisplayName(w.GuildIDs[0], id)
	}
	for id, c := range w.Channels {
		if !c.Deleted && who != nil && w.CanSee(c, who.ID) {
			channels[id] = "#" + c.Name
		}
	}
	for _, g := range w.Guilds {
		for id, r := range g.Roles {
			roles[id] = "@" + strings.TrimPrefix(r.Name, "@")
		}
	}
	return object{"users": users, "channels": channels, "roles": roles}
}

// CommandsFor lists what a user can type in a channel, each subcommand on its own.
func (s *Server) CommandsFor(user, channel string) ([]any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	who, c, err := s.User(user).enter(channel)
	if err != nil {
		return nil, err
	}
	out := []any{}
	for _, cmd := range s.commands {
		if cmd.Kind == 1 && s.findCommand(c.GuildID, cmd.Name) == cmd && client.LineOf(cmd).MayUse(s.world, who, c) == nil {
			out = append(out, client.CommandsIn(cmd)...)
		}
	}
	slices.SortFunc(out, func(x, y any) int { return world.CompareText(x.(object)["name"], y.(object)["name"]) })
	return out, nil
}
