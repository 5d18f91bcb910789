package client

import (
	"maps"
	"slices"
	"strings"

	"roundel/sandbox/world"
)

// recentPings is the maximum number of pings per channel in the overview.
const recentPings = 50

// Overview returns what a client shows around the messages: the users (after the people, the other bots and webhooks), the channels that one of them can see and what is new there, the
// names behind IDs, the bot, the languages to choose from, and the first server's language, which is empty unless it is a Community server.
func Overview(w *world.World, user string) map[string]any {
	users, channels := []any{}, []any{}
	for _, id := range slices.Concat(w.UserIDs, w.OtherIDs) {
		users = append(users, object{"id": id, "name": w.DisplayName(w.GuildIDs[0], id), "locale": w.Users[id].Locale, "other": slices.Contains(w.OtherIDs, id)})
	}
	who := w.FindUser(user)
	for _, id := range w.ChannelIDs {
		if c := w.Channels[id]; !c.Deleted && who != nil && w.CanSee(c, who.ID) {
			channels = append(channels, listed(w, c, who))
		}
	}
	locales := []any{}
	for _, tag := range slices.Sorted(maps.Keys(world.Locales)) {
		locales = append(locales, object{"tag": tag, "title": world.Locales[tag]})
	}
	community := ""
	if first := w.Guilds[w.GuildIDs[0]]; first.Community {
		community = first.Locale
	}
	return object{"users": users, "channels": channels, "names": namesFor(w, who),
		"bot": object{"id": w.Bot.ID, "name": w.Bot.Username}, "locales": locales, "community": community}
}

// listed is a channel in a user's list, with its latest message and those that pinged the user.
func listed(w *world.World, c *world.Channel, who *world.User) object {
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

// namesFor maps the IDs in mentions to names: users, the channels the user can see, and roles.
func namesFor(w *world.World, who *world.User) object {
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
