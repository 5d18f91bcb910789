package world

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

// Stamp writes a time as Discord does. The zero time becomes null.
func Stamp(at time.Time) any {
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

// JSON is the user as Discord shows it.
func (u *User) JSON() object {
	out := object{"id": u.ID, "username": u.Username, "global_name": orNull(u.globalName), "discriminator": "0",
		"avatar": nil, "public_flags": 0, "flags": 0, "banner": nil, "accent_color": nil,
		"avatar_decoration_data": nil, "collectibles": nil, "primary_guild": nil}
	if u.Bot {
		out["bot"], out["discriminator"] = true, "0001"
	}
	SetWhen(out, "discriminator", u.Webhook, "0000")
	return out
}

// JSON is a member without its user, as messages carry it.
func (m *Member) JSON() object {
	return object{"nick": orNull(m.Nick), "avatar": nil, "banner": nil, "roles": List(m.Roles),
		"joined_at": Stamp(m.joined), "premium_since": nil, "deaf": false, "mute": false, "flags": 0, "pending": false,
		"communication_disabled_until": nil}
}

// MemberJSON is a member together with its user.
func (w *World) MemberJSON(m *Member) object {
	out := m.JSON()
	out["user"] = w.Users[m.UserID].JSON()
	return out
}

// JSON is the role as Discord shows it.
func (r *role) JSON() object {
	return object{"id": r.ID, "name": r.Name, "permissions": PermText(r.permissions), "position": r.position,
		"color": 0, "colors": object{"primary_color": 0, "secondary_color": nil, "tertiary_color": nil},
		"hoist": false, "managed": r.Managed, "mentionable": r.Mentionable, "icon": nil, "unicode_emoji": nil, "flags": 0}
}

// ChannelJSON is a channel, thread or direct message as Discord shows it.
func (w *World) ChannelJSON(c *Channel) object {
	out := object{"id": c.ID, "type": c.Kind, "flags": 0, "last_message_id": orNull(c.LastMessage)}
	if !c.LastPin.IsZero() {
		out["last_pin_timestamp"] = Stamp(c.LastPin)
	}
	if c.Kind == TypeDM {
		out["recipients"] = []any{w.Users[c.Recipient].JSON()}
		return out
	}
	out["guild_id"], out["name"], out["parent_id"] = c.GuildID, c.Name, orNull(c.ParentID)
	out["rate_limit_per_user"] = 0
	if c.IsThread() {
		w.threadFields(c, out)
		return out
	}
	out["position"], out["nsfw"], out["topic"] = c.position, false, nil
	out["permission_overwrites"] = c.overwriteJSON()
	return out
}

func (w *World) threadFields(c *Channel, out object) {
	out["owner_id"] = w.Guilds[c.GuildID].OwnerID
	SetWhen(out, "owner_id", c.Owner != "", c.Owner)
	out["message_count"], out["member_count"], out["total_message_sent"] = len(c.Messages), 1, len(c.Messages)
	out["thread_metadata"] = object{"archived": c.Archived, "locked": c.Locked, "auto_archive_duration": 4320,
		"archive_timestamp": Stamp(c.created), "create_timestamp": Stamp(c.created)}
}

// overwriteJSON shows the exact permissions of single members as overwrites with the allow and deny that produce them.
func (c *Channel) overwriteJSON() []any {
	list := []any{}
	for id, bits := range c.Overwrites {
		list = append(list, object{"id": id, "type": 1, "allow": PermText(bits), "deny": PermText(PermAll &^ bits)})
	}
	slices.SortFunc(list, func(a, b any) int { return compareText(a.(object)["id"], b.(object)["id"]) })
	return list
}

// compareText compares two strings held as any, for sorting JSON objects by a member.
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

// GuildJSON is a guild as GET /guilds/{id} shows it.
func (w *World) GuildJSON(g *Guild) object {
	return object{"id": g.ID, "name": g.Name, "icon": nil, "description": nil, "home_header": nil, "splash": nil,
		"discovery_splash": nil, "features": g.Features(), "banner": nil, "owner_id": g.OwnerID, "application_id": nil,
		"region": "deprecated", "afk_channel_id": nil, "afk_timeout": 300, "system_channel_id": nil,
		"system_channel_flags": 0, "widget_enabled": false, "widget_channel_id": nil, "verification_level": 0,
		"roles": g.RoleJSON(), "default_message_notifications": 0, "mfa_level": 0, "explicit_content_filter": 0,
		"max_presences": nil, "max_members": 500000, "max_stage_video_channel_users": 50,
		"max_video_channel_users": 25, "vanity_url_code": nil, "premium_tier": 0, "premium_subscription_count": 0,
		"preferred_locale": g.Locale, "rules_channel_id": nil, "safety_alerts_channel_id": nil,
		"public_updates_channel_id": nil, "premium_progress_bar_enabled": false, "nsfw": false, "nsfw_level": 0,
		"emojis": []any{}, "stickers": []any{}, "incidents_data": nil}
}

// Features lists those of the guild's features that the stand-in uses.
func (g *Guild) Features() []any {
	if g.Community {
		return []any{"COMMUNITY"}
	}
	return []any{}
}

// RoleJSON lists the guild's roles as Discord shows them, lowest first.
func (g *Guild) RoleJSON() []any {
	roles := make([]*role, 0, len(g.Roles))
	for _, r := range g.Roles {
		roles = append(roles, r)
	}
	slices.SortFunc(roles, func(a, b *role) int { return a.position - b.position })
	list := make([]any, len(roles))
	for i, r := range roles {
		list[i] = r.JSON()
	}
	return list
}

// GatewayGuild is a guild as GUILD_CREATE shows it to the bot: with its channels, the active threads the bot can see,
// and either all members or only the bot.
func (w *World) GatewayGuild(g *Guild, allMembers bool) object {
	out := w.GuildJSON(g)
	channels, threads := []any{}, []any{}
	for _, id := range g.Channels {
		c := w.Channels[id]
		switch {
		case c.Deleted:
		case !c.IsThread():
			channels = append(channels, w.ChannelJSON(c))
		case w.CanSee(c, w.Bot.ID) && !c.Archived:
			threads = append(threads, w.ChannelJSON(c))
		}
	}
	members := []any{}
	for _, id := range slices.Concat([]string{w.Bot.ID}, w.UserIDs, w.OtherIDs) {
		if m := g.Members[id]; m != nil && (allMembers || id == w.Bot.ID) {
			members = append(members, w.MemberJSON(m))
		}
	}
	extra := object{"channels": channels, "threads": threads, "members": members, "member_count": len(g.Members),
		"large": false, "unavailable": false, "joined_at": Stamp(g.botJoined), "voice_states": []any{},
		"presences": []any{}, "stage_instances": []any{}, "guild_scheduled_events": []any{}, "soundboard_sounds": []any{},
		"version": g.botJoined.UnixMilli()}
	for key, value := range extra {
		out[key] = value
	}
	return out
}

// Application is the bot's application as Discord shows it.
func (w *World) Application() object {
	return object{"id": w.AppID, "name": w.Bot.Username, "icon": nil, "description": "", "type": nil, "bot": w.Bot.JSON(),
		"bot_public": true, "bot_require_code_grant": false, "verify_key": w.VerifyKey, "flags": 0, "flags_new": "0",
		"redirect_uris": []any{}, "interactions_endpoint_url": nil, "role_connections_verification_url": nil,
		"owner": w.Users[w.UserIDs[0]].JSON(), "approximate_guild_count": len(w.Guilds),
		"approximate_user_install_count": 0, "approximate_user_authorization_count": 0, "explicit_content_filter": 0,
		"team": nil, "eligible_oauth2_scopes": []any{}, "summary": ""}
}

// Encode returns the JSON of a value made here, which can always be encoded.
func Encode(value any) []byte {
	data, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("sandbox: cannot encode %T: %v", value, err))
	}
	return data
}
