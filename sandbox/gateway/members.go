package gateway

import (
	"encoding/json"
	"slices"
	"strings"

	"roundel/sandbox/world"
)

// mostMembers is the maximum number of members returned for a request by name or ID, mostNonce the maximum length of
// its nonce, chunkSize the maximum number of members in one event.
const (
	mostMembers = 100
	mostNonce   = 32
	chunkSize   = 1000
)

// membersRequest is REQUEST GUILD MEMBERS (op 8).
type membersRequest struct {
	Guild string          `json:"guild_id"`
	Query *string         `json:"query"`
	Limit *int            `json:"limit"`
	Users json.RawMessage `json:"user_ids"`
	Nonce string          `json:"nonce"`
	// Presences asks for the presences of the members too.
	Presences bool `json:"presences"`
}

// requestMembers answers op 8: the members whose names begin with the query, or those with the IDs. The full list requires the
// GUILD_MEMBERS intent, and presences the GUILD_PRESENCES intent.
func (gw *Gateway) requestMembers(l *link, data json.RawMessage) {
	var ask membersRequest
	err := json.Unmarshal(data, &ask)
	ids, valid := ask.ids()
	byName := ask.Query != nil
	if err != nil || !valid || byName == (ids != nil) || byName && (ask.Limit == nil || *ask.Limit < 0) {
		gw.refuse(l, 4002, "Error while decoding payload: guild_id, and either query with limit or user_ids")
		return
	}
	g := gw.world.Guilds[ask.Guild]
	if !gw.world.HasBot(g) || !l.session.covers(g.ID) {
		gw.host.Violate("GATEWAY", 0, "asked for the members of a guild that the session does not cover")
		return
	}
	if ask.Presences && l.session.intents&intentPresences == 0 {
		gw.host.Violate("GATEWAY", 0, "asked for presences without the GUILD_PRESENCES intent")
		return
	}
	everybody := byName && *ask.Query == "" && l.session.intents&IntentGuildMembers != 0
	if byName && *ask.Query == "" && !everybody {
		gw.host.Violate("GATEWAY", 0, "asked for all members without the GUILD_MEMBERS intent")
		return
	}
	var members, missing []any
	if byName {
		most := *ask.Limit
		if !everybody && (most == 0 || most > mostMembers) {
			most = mostMembers
		}
		members = gw.membersNamed(g, *ask.Query, most)
	} else {
		members, missing = gw.membersWith(g, ids[:min(len(ids), mostMembers)])
	}
	chunks := max(1, (len(members)+chunkSize-1)/chunkSize)
	for i := range chunks {
		chunk := object{"guild_id": g.ID, "chunk_index": i, "chunk_count": chunks,
			"members": members[i*chunkSize : min(len(members), (i+1)*chunkSize)]}
		world.SetWhen(chunk, "not_found", missing != nil, missing)
		world.SetWhen(chunk, "presences", ask.Presences, []any{})
		world.SetWhen(chunk, "nonce", ask.Nonce != "" && len(ask.Nonce) <= mostNonce, ask.Nonce)
		l.session.record("GUILD_MEMBERS_CHUNK", chunk)
	}
}

// ids returns the users asked for by ID, given as one string or a list; nil if there are none. It also reports whether
// they are valid.
func (ask membersRequest) ids() ([]string, bool) {
	var one string
	var list []string
	switch {
	case len(ask.Users) == 0 || string(ask.Users) == "null":
		return nil, true
	case json.Unmarshal(ask.Users, &one) == nil:
		return []string{one}, world.IsID(one)
	case json.Unmarshal(ask.Users, &list) == nil:
		return append([]string{}, list...), !slices.ContainsFunc(list, func(id string) bool { return !world.IsID(id) })
	}
	return nil, false
}

// membersNamed lists up to most members (0 for all) whose name or nick begins with a text.
func (gw *Gateway) membersNamed(g *world.Guild, text string, most int) []any {
	found := []any{}
	begins := func(name string) bool { return strings.HasPrefix(strings.ToLower(name), strings.ToLower(text)) }
	for _, id := range slices.Concat([]string{gw.world.Bot.ID}, gw.world.UserIDs, gw.world.OtherIDs) {
		m, u := g.Members[id], gw.world.Users[id]
		if m != nil && (begins(u.Username) || begins(m.Nick)) && (most == 0 || len(found) < most) {
			found = append(found, gw.world.MemberJSON(m))
		}
	}
	return found
}

// membersWith lists the members with the IDs, and the IDs that belong to no member.
func (gw *Gateway) membersWith(g *world.Guild, ids []string) (found, missing []any) {
	found, missing = []any{}, []any{}
	for _, id := range ids {
		if m := g.Members[id]; m != nil {
			found = append(found, gw.world.MemberJSON(m))
		} else {
			missing = append(missing, id)
		}
	}
	return found, missing
}
