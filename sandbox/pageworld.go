package sandbox

import (
	"net/http"
	"strings"
)

// recentPings is how many pings of a channel the page is told of.
const recentPings = 50

// pageWorld lists the users, the channels that one of them sees and what is new there, and whether the bot is there.
func (s *Server) pageWorld(_ *http.Request, a ask) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := s.world
	users, channels, demos := []any{}, []any{}, []any{}
	for _, id := range w.userOrder {
		users = append(users, object{"id": id, "name": w.displayName(w.guildOrder[0], id)})
	}
	who := w.findUser(a.User)
	for _, id := range w.channelOrder {
		if c := w.channels[id]; !c.deleted && who != nil && w.canSee(c, who.id) {
			channels = append(channels, s.pageChannel(c, who))
		}
	}
	for _, d := range s.cfg.Demos {
		demos = append(demos, object{"name": d.Name, "title": d.Title})
	}
	return object{"users": users, "channels": channels, "names": s.pageNames(who), "demos": demos, "connected": s.connected(),
		"bot": object{"id": w.bot.id, "name": w.bot.username}}, nil
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
