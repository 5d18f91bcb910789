package sandbox

import (
	"fmt"
	"regexp"
	"slices"
)

// allowedMentions is the allowed_mentions of a request.
type allowedMentions struct {
	parse        []string
	users, roles []string
	replied      bool
}

// mentions are those of a message that its author let count.
type mentions struct {
	users, roles []string
	everyone     bool
}

// parseAllowed checks allowed_mentions; nil means that the request has none.
func parseAllowed(n node) *allowedMentions {
	if !n.given() || !n.isObject() {
		return nil
	}
	allowed := &allowedMentions{replied: n.at("replied_user").flag()}
	for _, item := range n.at("parse").list(0, 3) {
		kind := item.text(20)
		if !slices.Contains([]string{"users", "roles", "everyone"}, kind) {
			item.fail("BASE_TYPE_CHOICES", "Value must be one of ('users', 'roles', 'everyone').")
		}
		if slices.Contains(allowed.parse, kind) {
			item.fail("SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value")
		}
		allowed.parse = append(allowed.parse, kind)
	}
	for _, list := range []struct {
		name string
		into *[]string
	}{{"users", &allowed.users}, {"roles", &allowed.roles}} {
		for _, item := range n.at(list.name).list(0, 100) {
			id := item.id()
			if slices.Contains(*list.into, id) {
				item.fail("SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value")
			}
			*list.into = append(*list.into, id)
		}
		if len(*list.into) > 0 && slices.Contains(allowed.parse, list.name) {
			n.fail("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
				fmt.Sprintf("parse:[\"%s\"] and %s: [ids...] are mutually exclusive.", list.name, list.name))
		}
	}
	return allowed
}

// lets reports whether a mention of one kind counts.
func (a *allowedMentions) lets(kind, id string, listed []string) bool {
	return slices.Contains(a.parse, kind) || slices.Contains(listed, id)
}

// visibleText is all of a message's text in which mentions count: the content and the text displays, not the embeds.
func (m *message) visibleText() string {
	text := m.content
	walk(m.components, func(part object) {
		if kindOf(part) == compText {
			text += "\n" + textOf(part, "content")
		}
	})
	return text
}

// mentionsIn finds the mentions of a message that count: those allowed, or by default all in a channel message and
// users only in an answer to an interaction. Whom a reply answers is mentioned if that is asked for.
func (w *world) mentionsIn(m *message, allowed *allowedMentions) mentions {
	if allowed == nil {
		allowed = &allowedMentions{parse: []string{"users", "roles", "everyone"}}
		if m.interaction != nil {
			allowed.parse = []string{"users"}
		}
	}
	text := m.visibleText()
	found := mentions{}
	if target := w.messages[textOf(m.reply, "message_id")]; target != nil && m.kind == messageReply && allowed.replied {
		found.users = append(found.users, target.authorID)
	}
	for _, hit := range regexp.MustCompile(`<@!?(\d+)>`).FindAllStringSubmatch(text, -1) {
		known := w.users[hit[1]] != nil && !slices.Contains(found.users, hit[1])
		if known && allowed.lets("users", hit[1], allowed.users) {
			found.users = append(found.users, hit[1])
		}
	}
	c := w.channels[m.channelID]
	mayEveryone := w.permissions(c, m.authorID)&PermMentionEveryone != 0
	if g := w.guilds[c.guildID]; g != nil {
		for _, hit := range regexp.MustCompile(`<@&(\d+)>`).FindAllStringSubmatch(text, -1) {
			r := g.roles[hit[1]]
			if r != nil && (r.mentionable || mayEveryone) && allowed.lets("roles", r.id, allowed.roles) &&
				!slices.Contains(found.roles, r.id) {
				found.roles = append(found.roles, r.id)
			}
		}
	}
	everyone := regexp.MustCompile(`@(everyone|here)\b`).MatchString(text)
	found.everyone = everyone && mayEveryone && slices.Contains(allowed.parse, "everyone")
	return found
}

// pings are the users that a new message notifies: those mentioned who see the channel, never its author, and nobody
// when it is silent or ephemeral.
func (w *world) pings(m *message) []string {
	if m.onlyFor != "" || m.has(flagSilent) {
		return nil
	}
	c := w.channels[m.channelID]
	g := w.guilds[c.guildID]
	var pinged []string
	for _, id := range w.audience(c) {
		hit := m.mentions.everyone || slices.Contains(m.mentions.users, id)
		for _, roleID := range m.mentions.roles {
			hit = hit || g != nil && g.members[id] != nil && slices.Contains(g.members[id].roles, roleID)
		}
		if hit && id != m.authorID {
			pinged = append(pinged, id)
		}
	}
	return pinged
}
