package sandbox

import (
	"net/http"
	"time"

	"roundel/sandbox/gateway"
	"roundel/sandbox/world"
)

// routes lists every REST endpoint.
func routes() []*route {
	table := []route{
		{method: "GET", pattern: "/gateway", handle: (*Server).getGateway, open: true},
		{method: "GET", pattern: "/gateway/bot", handle: (*Server).getGatewayBot},
		{method: "GET", pattern: "/users/@me", handle: (*Server).getSelf},
		{method: "POST", pattern: "/users/@me/channels", handle: (*Server).createDM},
		{method: "GET", pattern: "/users/{user}", handle: (*Server).getUser},
		{method: "GET", pattern: "/applications/@me", handle: (*Server).getApplication},
		{method: "GET", pattern: "/oauth2/applications/@me", handle: (*Server).getApplication},
		{method: "GET", pattern: "/applications/{application}/commands", handle: (*Server).listCommands},
		{method: "PUT", pattern: "/applications/{application}/commands", handle: (*Server).overwriteCommands},
		{method: "POST", pattern: "/applications/{application}/commands", handle: (*Server).createCommand},
		{method: "GET", pattern: "/applications/{application}/commands/{command}", handle: (*Server).getCommand},
		{method: "PATCH", pattern: "/applications/{application}/commands/{command}", handle: (*Server).editCommand},
		{method: "DELETE", pattern: "/applications/{application}/commands/{command}", handle: (*Server).deleteCommand},
		{method: "GET", pattern: "/applications/{application}/guilds/{guild}/commands", handle: (*Server).listCommands},
		{method: "PUT", pattern: "/applications/{application}/guilds/{guild}/commands", handle: (*Server).overwriteCommands},
		{method: "POST", pattern: "/applications/{application}/guilds/{guild}/commands", handle: (*Server).createCommand},
		{method: "GET", pattern: "/applications/{application}/guilds/{guild}/commands/{command}", handle: (*Server).getCommand},
		{method: "PATCH", pattern: "/applications/{application}/guilds/{guild}/commands/{command}", handle: (*Server).editCommand},
		{method: "DELETE", pattern: "/applications/{application}/guilds/{guild}/commands/{command}", handle: (*Server).deleteCommand},
		{method: "POST", pattern: "/interactions/{interaction}/{token}/callback", handle: (*Server).interactionCallback, open: true},
		{method: "POST", pattern: "/webhooks/{application}/{token}", handle: (*Server).createFollowUp, open: true},
		{method: "GET", pattern: "/webhooks/{application}/{token}/messages/{message}", handle: (*Server).getFollowUp, open: true},
		{method: "PATCH", pattern: "/webhooks/{application}/{token}/messages/{message}", handle: (*Server).editFollowUp, open: true},
		{method: "DELETE", pattern: "/webhooks/{application}/{token}/messages/{message}", handle: (*Server).deleteFollowUp, open: true},
		{method: "GET", pattern: "/channels/{channel}", handle: (*Server).getChannel},
		{method: "POST", pattern: "/channels/{channel}/typing", handle: (*Server).typing},
		{method: "POST", pattern: "/channels/{channel}/threads", handle: (*Server).createThread},
		{method: "GET", pattern: "/channels/{channel}/messages", handle: (*Server).listMessages},
		{method: "POST", pattern: "/channels/{channel}/messages", handle: (*Server).createMessage},
		{method: "GET", pattern: "/channels/{channel}/messages/pins", handle: (*Server).listPins},
		{method: "PUT", pattern: "/channels/{channel}/messages/pins/{message}", handle: (*Server).pin},
		{method: "DELETE", pattern: "/channels/{channel}/messages/pins/{message}", handle: (*Server).unpin},
		{method: "GET", pattern: "/channels/{channel}/messages/{message}", handle: (*Server).getMessage},
		{method: "PATCH", pattern: "/channels/{channel}/messages/{message}", handle: (*Server).editMessage},
		{method: "DELETE", pattern: "/channels/{channel}/messages/{message}", handle: (*Server).deleteMessage},
		{method: "POST", pattern: "/channels/{channel}/messages/{message}/threads", handle: (*Server).createThread},
		{method: "GET", pattern: "/channels/{channel}/pins", handle: (*Server).listPinsOld},
		{method: "PUT", pattern: "/channels/{channel}/pins/{message}", handle: (*Server).pin},
		{method: "DELETE", pattern: "/channels/{channel}/pins/{message}", handle: (*Server).unpin},
		{method: "GET", pattern: "/guilds/{guild}", handle: (*Server).getGuild},
		{method: "GET", pattern: "/guilds/{guild}/channels", handle: (*Server).listChannels},
		{method: "GET", pattern: "/guilds/{guild}/roles", handle: (*Server).listRoles},
		{method: "GET", pattern: "/guilds/{guild}/threads/active", handle: (*Server).listThreads},
		{method: "GET", pattern: "/guilds/{guild}/members/{user}", handle: (*Server).getMember},
	}
	list := make([]*route, len(table))
	for i := range table {
		table[i].segments = splitPath(table[i].pattern)
		list[i] = &table[i]
	}
	return list
}

func (s *Server) getGateway(*call) reply { return answer(object{"url": s.gatewayURL()}) }

func (s *Server) getGatewayBot(*call) reply {
	left, reset := s.gateway.StartsLeft()
	return answer(object{"url": s.gatewayURL(), "shards": s.recommended(), "session_start_limit": object{
		"total": s.cfg.IdentifyLimit, "remaining": left, "reset_after": reset.Milliseconds(), "max_concurrency": s.cfg.MaxConcurrency}})
}

func (s *Server) getSelf(*call) reply {
	out := s.world.Bot.JSON()
	out["mfa_enabled"], out["locale"], out["verified"], out["email"] = true, "en-US", true, nil
	delete(out, "email")
	return answer(out)
}

func (s *Server) getApplication(*call) reply { return answer(s.world.Application()) }

func (s *Server) getUser(c *call) reply {
	u := s.world.Users[c.vars["user"]]
	if u == nil {
		return unknownUser()
	}
	return answer(u.JSON())
}

func (s *Server) createDM(c *call) reply {
	f := &world.Form{}
	n := f.Root(c.body).At("recipient_id")
	if !n.Given() {
		n.Required()
	}
	id := n.ID()
	if f.Failed() {
		return invalidForm(f)
	}
	u := s.world.Users[id]
	if u == nil {
		return unknownUser()
	}
	if u.Bot {
		return refuse(http.StatusBadRequest, 50007, "Cannot send messages to this user")
	}
	return answer(s.world.ChannelJSON(s.world.OpenDM(id)))
}

func (s *Server) getChannel(c *call) reply {
	ch, refusal := s.routeChannel(c, 0)
	if refusal != nil {
		return *refusal
	}
	return answer(s.world.ChannelJSON(ch))
}

func (s *Server) typing(c *call) reply {
	ch, refusal := s.routeChannel(c, 0)
	if refusal != nil {
		return *refusal
	}
	if !s.world.CanSend(ch, s.world.Bot.ID) {
		return missingPermissions()
	}
	return noContent()
}

// routeGuild finds the guild of a route. Guilds without the bot are not found.
func (s *Server) routeGuild(c *call) (*world.Guild, *reply) {
	g := s.world.Guilds[c.vars["guild"]]
	refusal := unknownGuild()
	if !s.world.HasBot(g) {
		return nil, &refusal
	}
	return g, nil
}

func (s *Server) getGuild(c *call) reply {
	g, refusal := s.routeGuild(c)
	if refusal != nil {
		return *refusal
	}
	return answer(s.world.GuildJSON(g))
}

func (s *Server) listChannels(c *call) reply { return s.guildChannels(c, false) }
func (s *Server) listThreads(c *call) reply  { return s.guildChannels(c, true) }

func (s *Server) guildChannels(c *call, threads bool) reply {
	g, refusal := s.routeGuild(c)
	if refusal != nil {
		return *refusal
	}
	out := []any{}
	for _, id := range g.Channels {
		if ch := s.world.Channels[id]; !ch.Deleted && !ch.Archived && ch.IsThread() == threads {
			out = append(out, s.world.ChannelJSON(ch))
		}
	}
	if threads {
		return answer(object{"threads": out, "members": []any{}, "has_more": false})
	}
	return answer(out)
}

func (s *Server) listRoles(c *call) reply {
	g, refusal := s.routeGuild(c)
	if refusal != nil {
		return *refusal
	}
	return answer(g.RoleJSON())
}

func (s *Server) getMember(c *call) reply {
	g, refusal := s.routeGuild(c)
	if refusal != nil {
		return *refusal
	}
	m := g.Members[c.vars["user"]]
	if m == nil {
		return unknownMember()
	}
	return answer(s.world.MemberJSON(m))
}

func (s *Server) listPinsOld(c *call) reply {
	ch, refusal := s.routeChannel(c, world.PermReadMessageHistory)
	if refusal != nil {
		return *refusal
	}
	out := []any{}
	for _, m := range ch.Pins() {
		out = append(out, s.messageJSON(m, false))
	}
	return answer(out)
}

func (s *Server) listPins(c *call) reply {
	ch, refusal := s.routeChannel(c, world.PermReadMessageHistory)
	if refusal != nil {
		return *refusal
	}
	out := []any{}
	pinned := ch.Pins()
	for _, m := range pinned[:min(50, len(pinned))] {
		out = append(out, object{"pinned_at": world.Stamp(m.Pinned), "message": s.messageJSON(m, false)})
	}
	return answer(object{"items": out, "has_more": len(pinned) > 50})
}

// pin pins a message and posts the notice that Discord would post.
func (s *Server) pin(c *call) reply {
	ch, m, refusal := s.routeMessage(c, world.PermPinMessages)
	switch {
	case refusal != nil:
		return *refusal
	case ch.Archived:
		return threadArchived()
	case m.Kind == world.MessagePin:
		return refuse(http.StatusBadRequest, 50021, "Cannot execute action on a system message")
	case !m.Pinned.IsZero():
		return noContent()
	case len(ch.Pins()) >= s.cfg.PinLimit:
		return refuse(http.StatusBadRequest, 30003, "Maximum number of pins reached (250)")
	}
	m.Pinned = s.now()
	ch.LastPin = m.Pinned
	notice := &world.Message{ID: s.world.IDs.Next(s.now()), ChannelID: ch.ID, AuthorID: s.world.Bot.ID, Kind: world.MessagePin,
		Created: s.now(), Reply: object{"type": 0, "message_id": m.ID, "channel_id": ch.ID}}
	s.post(notice)
	s.pinsChanged(ch, m)
	return noContent()
}

func (s *Server) unpin(c *call) reply {
	ch, m, refusal := s.routeMessage(c, world.PermPinMessages)
	if refusal == nil {
		refusal = immutable(ch)
	}
	if refusal != nil {
		return *refusal
	}
	if !m.Pinned.IsZero() {
		m.Pinned = time.Time{}
		s.pinsChanged(ch, m)
	}
	return noContent()
}

func (s *Server) pinsChanged(ch *world.Channel, m *world.Message) {
	data := object{"channel_id": ch.ID, "last_pin_timestamp": world.Stamp(ch.LastPin)}
	world.SetWhen(data, "guild_id", ch.GuildID != "", ch.GuildID)
	s.gateway.Dispatch(ch.GuildID, gateway.IntentGuilds, "CHANNEL_PINS_UPDATE", data)
	s.dispatchMessage("MESSAGE_UPDATE", m)
	s.notify()
}
