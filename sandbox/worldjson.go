package sandbox

import (
	"slices"
	"time"
)

// stamp is a time as Discord writes it.
func stamp(at time.Time) any {
	if at.IsZero() {
		return nil
	}
	return at.UTC().Format("2006-01-02T15:04:05.000000-07:00")
}

func orNull(id string) any {
	if id == "" {
		return nil
	}
	return id
}

func (u *user) json() object {
	out := object{"id": u.id, "username": u.username, "global_name": orNull(u.globalName), "discriminator": "0",
		"avatar": nil, "public_flags": 0, "flags": 0, "banner": nil, "accent_color": nil,
		"avatar_decoration_data": nil, "collectibles": nil, "primary_guild": nil}
	if u.bot {
		out["bot"], out["discriminator"] = true, "0001"
	}
	return out
}

// json is a member without its user, as messages carry it.
func (m *member) json() object {
	return object{"nick": orNull(m.nick), "avatar": nil, "banner": nil, "roles": list(m.roles),
		"joined_at": stamp(m.joined), "premium_since": nil, "deaf": false, "mute": false, "flags": 0, "pending": false,
		"communication_disabled_until": nil}
}

func (w *world) memberJSON(m *member) object {
	out := m.json()
	out["user"] = w.users[m.userID].json()
	return out
}

func (r *role) json() object {
	return object{"id": r.id, "name": r.name, "permissions": permText(r.permissions), "position": r.position,
		"color": 0, "colors": object{"primary_color": 0, "secondary_color": nil, "tertiary_color": nil},
		"hoist": false, "managed": r.managed, "mentionable": r.mentionable, "icon": nil, "unicode_emoji": nil, "flags": 0}
}

func (w *world) channelJSON(c *channel) object {
	out := object{"id": c.id, "type": c.kind, "flags": 0, "last_message_id": orNull(c.lastMessage)}
	if !c.lastPin.IsZero() {
		out["last_pin_timestamp"] = stamp(c.lastPin)
	}
	if c.kind == typeDM {
		out["recipients"] = []any{w.users[c.recipient].json()}
		return out
	}
	out["guild_id"], out["name"], out["parent_id"] = c.guildID, c.name, orNull(c.parentID)
	out["rate_limit_per_user"] = 0
	if c.isThread() {
		w.threadFields(c, out)
		return out
	}
	out["position"], out["nsfw"], out["topic"] = c.position, false, nil
	out["permission_overwrites"] = c.overwriteJSON()
	return out
}

func (w *world) threadFields(c *channel, out object) {
	out["owner_id"] = w.guilds[c.guildID].ownerID
	setWhen(out, "owner_id", c.owner != "", c.owner)
	out["message_count"], out["member_count"], out["total_message_sent"] = len(c.messages), 1, len(c.messages)
	out["thread_metadata"] = object{"archived": c.archived, "locked": c.locked, "auto_archive_duration": 4320,
		"archive_timestamp": stamp(c.created), "create_timestamp": stamp(c.created)}
}

// overwriteJSON shows the exact permissions of single members as the allow and deny that lead to them.
func (c *channel) overwriteJSON() []any {
	list := []any{}
	for id, bits := range c.overwrites {
		list = append(list, object{"id": id, "type": 1, "allow": permText(bits), "deny": permText(permAll &^ bits)})
	}
	slices.SortFunc(list, func(a, b any) int { return compareText(a.(object)["id"], b.(object)["id"]) })
	return list
}

func compareText(a, b any) int {
	left, right := a.(string), b.(string)
	switch {
	case left < right:
		return -1
	case left > right:
		return 1
	}
	return 0
}

// guildJSON is a guild as GET /guilds/{id} shows it.
func (w *world) guildJSON(g *guild) object {
	return object{"id": g.id, "name": g.name, "icon": nil, "description": nil, "home_header": nil, "splash": nil,
		"discovery_splash": nil, "features": []any{}, "banner": nil, "owner_id": g.ownerID, "application_id": nil,
		"region": "deprecated", "afk_channel_id": nil, "afk_timeout": 300, "system_channel_id": nil,
		"system_channel_flags": 0, "widget_enabled": false, "widget_channel_id": nil, "verification_level": 0,
		"roles": g.roleJSON(), "default_message_notifications": 0, "mfa_level": 0, "explicit_content_filter": 0,
		"max_presences": nil, "max_members": 500000, "max_stage_video_channel_users": 50,
		"max_video_channel_users": 25, "vanity_url_code": nil, "premium_tier": 0, "premium_subscription_count": 0,
		"preferred_locale": "en-US", "rules_channel_id": nil, "safety_alerts_channel_id": nil,
		"public_updates_channel_id": nil, "premium_progress_bar_enabled": false, "nsfw": false, "nsfw_level": 0,
		"emojis": []any{}, "stickers": []any{}, "incidents_data": nil}
}

func (g *guild) roleJSON() []any {
	roles := make([]*role, 0, len(g.roles))
	for _, r := range g.roles {
		roles = append(roles, r)
	}
	slices.SortFunc(roles, func(a, b *role) int { return a.position - b.position })
	list := make([]any, len(roles))
	for i, r := range roles {
		list[i] = r.json()
	}
	return list
}

// gatewayGuild is a guild as GUILD_CREATE shows it to the bot: the channels and threads it sees, and of the members
// only its own unless it may know all.
func (w *world) gatewayGuild(g *guild, allMembers bool) object {
	out := w.guildJSON(g)
	channels, threads := []any{}, []any{}
	for _, id := range g.channels {
		c := w.channels[id]
		switch {
		case c.deleted:
		case !c.isThread():
			channels = append(channels, w.channelJSON(c))
		case w.canSee(c, w.bot.id) && !c.archived:
			threads = append(threads, w.channelJSON(c))
		}
	}
	members := []any{}
	for _, id := range append([]string{w.bot.id}, w.userOrder...) {
		if m := g.members[id]; m != nil && (allMembers || id == w.bot.id) {
			members = append(members, w.memberJSON(m))
		}
	}
	extra := object{"channels": channels, "threads": threads, "members": members, "member_count": len(g.members),
		"large": false, "unavailable": false, "joined_at": stamp(g.botJoined), "voice_states": []any{},
		"presences": []any{}, "stage_instances": []any{}, "guild_scheduled_events": []any{}, "soundboard_sounds": []any{},
		"version": g.botJoined.UnixMilli()}
	for key, value := range extra {
		out[key] = value
	}
	return out
}

func (w *world) application() object {
	return object{"id": w.appID, "name": w.bot.username, "icon": nil, "description": "", "type": nil, "bot": w.bot.json(),
		"bot_public": true, "bot_require_code_grant": false, "verify_key": "00", "flags": 0, "flags_new": "0",
		"redirect_uris": []any{}, "interactions_endpoint_url": nil, "role_connections_verification_url": nil,
		"owner": w.users[w.userOrder[0]].json(), "approximate_guild_count": len(w.guilds),
		"approximate_user_install_count": 0, "approximate_user_authorization_count": 0, "explicit_content_filter": 0,
		"team": nil, "eligible_oauth2_scopes": []any{}, "summary": ""}
}
