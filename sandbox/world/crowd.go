package world

import (
	"strconv"
	"time"
)

// AddCrowd adds n small guilds, "Server 2" and so on, each with the bot, an owner and one channel ("hall-2" in "Server 2"). The
// IDs follow each other by one millisecond, so that any number of shards gets an even share, and they are the same at every
// start. It returns the guilds.
func (w *World) AddCrowd(n int, ownerID string, now time.Time) []*Guild {
	first := IDTime(w.GuildIDs[0]).UnixMilli()
	added := make([]*Guild, n)
	for i := range added {
		w.IDs.crowd++
		milli, number := first+w.IDs.crowd, strconv.Itoa(len(w.GuildIDs)+1)
		g := &Guild{ID: formatID(milli, 4, 0), Name: "Server " + number, OwnerID: ownerID, Locale: DefaultLocale, botJoined: now}
		managed := &role{ID: formatID(milli, 4, 1), Name: w.Bot.Username, permissions: PermBot, position: 1, Managed: true}
		g.Roles = map[string]*role{g.ID: {ID: g.ID, Name: "@everyone", permissions: PermMember}, managed.ID: managed}
		g.Members = map[string]*Member{w.Bot.ID: {UserID: w.Bot.ID, Roles: []string{managed.ID}, joined: now},
			ownerID: {UserID: ownerID, joined: now}}
		w.Guilds[g.ID] = g
		w.GuildIDs = append(w.GuildIDs, g.ID)
		w.AddChannelID(g, formatID(milli, 4, 2), "hall-"+number)
		added[i] = g
	}
	return added
}
