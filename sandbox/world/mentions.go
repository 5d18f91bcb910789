package world

import (
	"fmt"
	"regexp"
	"slices"
)

// allowedMentions is the allowed_mentions object of a request.
type allowedMentions struct {
	parse        []string
	users, roles []string
	replied      bool
}

// mentions are the mentions in a message that count.
type mentions struct {
	Users, Roles []string
	Everyone     bool
}

// parseAllowed checks allowed_mentions. It returns nil if the request has none.
func parseAllowed(n Node) *allowedMentions {
	if !n.Given() || !n.IsObject() {
		return nil
	}
	allowed := &allowedMentions{replied: n.At("replied_user").Flag()}
	for _, item := range n.At("parse").List(0, 3) {
		kind := item.text(20)
		if !slices.Contains([]string{"users", "roles", "everyone"}, kind) {
			item.Fail("BASE_TYPE_CHOICES", "Value must be one of ('users', 'roles', 'everyone').")
		}
		if slices.Contains(allowed.parse, kind) {
			item.Fail("SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value")
		}
		allowed.parse = append(allowed.parse, kind)
	}
	for _, list := range []struct {
		name string
		into *[]string
	}{{"users", &allowed.users}, {"roles", &allowed.roles}} {
		for _, item := range n.At(list.name).List(0, 100) {
			id := item.ID()
			if slices.Contains(*list.into, id) {
				item.Fail("SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value")
			}
			*list.into = append(*list.into, id)
		}
		if len(*list.into) > 0 && slices.Contains(allowed.parse, list.name) {
			n.Fail("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
				fmt.Sprintf("parse:[\"%s\"] and %s: [ids...] are mutually exclusive.", list.name, list.name))
		}
	}
	return allowed
}

// lets reports whether a mention of one kind counts.
func (a *allowedMentions) lets(kind, id string, listed []string) bool {
	return slices.Contains(a.parse, kind) || slices.Contains(listed, id)
}

// VisibleText returns the text in which mentions count: the content and the text displays, but not the embeds.
func (m *Message) VisibleText() string {
	text := m.Content
	Walk(m.Components, func(part object) {
		if KindOf(part) == CompText {
			text += "\n" + TextOf(part, "content")
		}
	})
	return text
}

// What Discord takes for a mention in a text.
var (
	userMention     = regexp.MustCompile(`<@!?(\d+)>`)
	roleMention     = regexp.MustCompile(`<@&(\d+)>`)
	everyoneMention = regexp.MustCompile(`@(everyone|here)\b`)
)

// MentionsIn finds the mentions in a message that count: those allowed, or by default all in a channel message but only
// users in an answer to an interaction. The author of a replied-to message counts if the request asks for that.
func (w *World) MentionsIn(m *Message, allowed *allowedMentions) mentions {
	if allowed == nil {
		allowed = &allowedMentions{parse: []string{"users", "roles", "everyone"}}
		if m.Interaction != nil {
			allowed.parse = []string{"users"}
		}
	}
	text := m.VisibleText()
	found := mentions{}
	if target := w.Messages[TextOf(m.Reply, "message_id")]; target != nil && m.Kind == MessageReply && allowed.replied {
		found.Users = append(found.Users, target.AuthorID)
	}
	for _, hit := range userMention.FindAllStringSubmatch(text, -1) {
		known := w.Users[hit[1]] != nil && !slices.Contains(found.Users, hit[1])
		if known && allowed.lets("users", hit[1], allowed.users) {
			found.Users = append(found.Users, hit[1])
		}
	}
	c := w.Channels[m.ChannelID]
	mayEveryone := w.Permissions(c, m.AuthorID)&PermMentionEveryone != 0
	if g := w.Guilds[c.GuildID]; g != nil {
		for _, hit := range roleMention.FindAllStringSubmatch(text, -1) {
			r := g.Roles[hit[1]]
			if r != nil && (r.Mentionable || mayEveryone) && allowed.lets("roles", r.ID, allowed.roles) &&
				!slices.Contains(found.Roles, r.ID) {
				found.Roles = append(found.Roles, r.ID)
			}
		}
	}
	everyone := everyoneMention.MatchString(text)
	found.Everyone = everyone && mayEveryone && slices.Contains(allowed.parse, "everyone")
	return found
}

// Pings returns the users whom a new message notifies: those mentioned who can see the channel, except its author. A
// silent or ephemeral message notifies nobody.
func (w *World) Pings(m *Message) []string {
	if m.OnlyFor != "" || m.Has(FlagSilent) {
		return nil
	}
	c := w.Channels[m.ChannelID]
	g := w.Guilds[c.GuildID]
	var pinged []string
	for _, id := range w.Audience(c) {
		hit := m.Mentions.Everyone || slices.Contains(m.Mentions.Users, id)
		for _, roleID := range m.Mentions.Roles {
			hit = hit || g != nil && g.Members[id] != nil && slices.Contains(g.Members[id].Roles, roleID)
		}
		if hit && id != m.AuthorID {
			pinged = append(pinged, id)
		}
	}
	return pinged
}
