package sandbox

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"roundel/sandbox/world"
)

// routeChannel finds the channel of a route and checks that the bot can see it and has the needed permissions there.
func (s *Server) routeChannel(c *call, need uint64) (*world.Channel, *reply) {
	refusal := unknownChannel()
	ch := s.world.Channels[c.vars["channel"]]
	if ch == nil || ch.Deleted {
		return nil, &refusal
	}
	bits := s.world.Permissions(ch, s.world.Bot.ID)
	switch {
	case bits&world.PermViewChannel == 0:
		refusal = missingAccess()
	case bits&need != need:
		refusal = missingPermissions()
	default:
		return ch, nil
	}
	return nil, &refusal
}

// immutable refuses to change messages of an archived thread. Only a new message, or someone who can manage threads,
// reopens it.
func immutable(ch *world.Channel) *reply {
	if !ch.Archived {
		return nil
	}
	refusal := threadArchived()
	return &refusal
}

// sealed reports whether a thread is archived and locked and the bot may not reopen it, so that nothing can be posted
// there.
func (s *Server) sealed(ch *world.Channel) bool {
	return ch.Archived && ch.Locked && s.world.Permissions(ch, s.world.Bot.ID)&world.PermManageThreads == 0
}

// routeMessage finds the message of a route. Ephemeral messages are not found.
func (s *Server) routeMessage(c *call, need uint64) (*world.Channel, *world.Message, *reply) {
	ch, refusal := s.routeChannel(c, need)
	if refusal != nil {
		return nil, nil, refusal
	}
	m := s.world.Messages[c.vars["message"]]
	if m == nil || m.Deleted || m.ChannelID != ch.ID || m.OnlyFor != "" {
		unknown := unknownMessage()
		return nil, nil, &unknown
	}
	return ch, m, nil
}

func (s *Server) createMessage(c *call) reply {
	ch, refusal := s.routeChannel(c, 0)
	if refusal != nil {
		return *refusal
	}
	if !s.world.CanSend(ch, s.world.Bot.ID) {
		return missingPermissions()
	}
	f := &world.Form{}
	n := f.Root(c.body)
	d := world.ParseDraft(n, c.files, nil)
	m := &world.Message{ID: s.world.IDs.Next(s.now()), ChannelID: ch.ID, AuthorID: s.world.Bot.ID, Created: s.now(), Nonce: d.Nonce}
	s.refer(m, ch, d.Reference)
	if f.Failed() {
		return invalidForm(f)
	}
	if refusal := s.mayShow(ch, d); refusal != nil {
		return *refusal
	}
	if s.sealed(ch) {
		return threadArchived()
	}
	if d.Flags != nil && *d.Flags&world.FlagEphemeral != 0 {
		s.warn(c, "only answers to interactions can be ephemeral; the flag is ignored and everybody sees the message")
	}
	if d.Flags != nil {
		m.Flags = *d.Flags & world.FlagSilent
	}
	if before := ch.Nonces[fmt.Sprint(d.Nonce)]; d.Enforce && d.Nonce != nil && before != nil && !before.Deleted {
		return answer(s.messageJSON(before, false))
	}
	if !s.apply(d, m) {
		return emptyMessage()
	}
	s.checkMentions(c, d, m)
	m.Mentions = s.world.MentionsIn(m, d.Allowed)
	if d.Nonce != nil {
		ch.Nonces[fmt.Sprint(d.Nonce)] = m
	}
	s.post(m)
	return answer(s.messageJSON(m, false))
}

// refer makes a message a reply to another one.
func (s *Server) refer(m *world.Message, ch *world.Channel, reference world.Node) {
	if !reference.Given() || !reference.IsObject() {
		return
	}
	id := reference.At("message_id").ID()
	target := s.world.Messages[id]
	if target == nil || target.Deleted || target.ChannelID != ch.ID {
		strict := reference.At("fail_if_not_exists")
		if !strict.Given() || strict.Flag() {
			reference.Fail("REPLIES_UNKNOWN_MESSAGE", "Unknown message")
		}
		return
	}
	m.Kind = world.MessageReply
	m.Reply = object{"type": 0, "message_id": id, "channel_id": ch.ID}
	world.SetWhen(m.Reply, "guild_id", ch.GuildID != "", ch.GuildID)
}

// mayShow checks the permissions for embeds and files.
func (s *Server) mayShow(ch *world.Channel, d world.Draft) *reply {
	bits := s.world.Permissions(ch, s.world.Bot.ID)
	refusal := missingPermissions()
	if d.Embeds != nil && len(*d.Embeds) > 0 && bits&world.PermEmbedLinks == 0 || len(d.Files) > 0 && bits&world.PermAttachFiles == 0 {
		return &refusal
	}
	return nil
}

func (s *Server) getMessage(c *call) reply {
	_, m, refusal := s.routeMessage(c, world.PermReadMessageHistory)
	if refusal != nil {
		return *refusal
	}
	return answer(s.messageJSON(m, false))
}

func (s *Server) editMessage(c *call) reply {
	ch, m, refusal := s.routeMessage(c, 0)
	if refusal != nil {
		return *refusal
	}
	if m.AuthorID != s.world.Bot.ID {
		return refuse(http.StatusForbidden, 50005, "Cannot edit a message authored by another user")
	}
	if refusal := immutable(ch); refusal != nil {
		return *refusal
	}
	if wait := s.tooOld(m); wait > 0 {
		return tooManyOldEdits(wait)
	}
	f := &world.Form{}
	n := f.Root(c.body)
	d := world.ParseDraft(n, c.files, m)
	refusal = formRefusal(f)
	if refusal == nil {
		refusal = s.mayShow(ch, d)
	}
	if refusal == nil {
		refusal = s.edit(m, d, n)
	}
	if refusal != nil {
		return *refusal
	}
	return answer(s.messageJSON(m, false))
}

func (s *Server) deleteMessage(c *call) reply {
	ch, m, refusal := s.routeMessage(c, 0)
	if refusal != nil {
		return *refusal
	}
	if m.AuthorID != s.world.Bot.ID && s.world.Permissions(ch, s.world.Bot.ID)&world.PermManageMessages == 0 {
		return missingPermissions()
	}
	if refusal := immutable(ch); refusal != nil {
		return *refusal
	}
	s.remove(m)
	return noContent()
}

// listMessages returns up to limit messages, newest first.
func (s *Server) listMessages(c *call) reply {
	ch, refusal := s.routeChannel(c, 0)
	if refusal != nil {
		return *refusal
	}
	query := c.request.URL.Query()
	limit := 50
	if text := query.Get("limit"); text != "" {
		number, err := strconv.Atoi(text)
		if err != nil || number < 1 || number > 100 {
			f := &world.Form{}
			f.Root(nil, "limit").Fail("NUMBER_TYPE_MAX", "int value should be between 1 and 100.")
			return invalidForm(f)
		}
		limit = number
	}
	if around, before, after := query.Has("around"), query.Has("before"), query.Has("after"); around && before || around && after || before && after {
		s.warn(c, "before, after and around cannot be combined")
	}
	out := []any{}
	if s.world.Permissions(ch, s.world.Bot.ID)&world.PermReadMessageHistory == 0 {
		return answer(out)
	}
	found := ch.Around(query, limit)
	slices.Reverse(found)
	for _, m := range found {
		out = append(out, s.messageJSON(m, false))
	}
	return answer(out)
}
