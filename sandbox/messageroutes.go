package sandbox

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
)

// place finds the channel of a route and checks that the bot may do what needs the permissions there.
func (s *Server) place(c *call, need uint64) (*channel, *reply) {
	refusal := unknownChannel()
	ch := s.world.channels[c.vars["channel"]]
	if ch == nil || ch.deleted {
		return nil, &refusal
	}
	bits := s.world.permissions(ch, s.world.bot.id)
	switch {
	case bits&PermViewChannel == 0:
		refusal = missingAccess()
	case bits&need != need:
		refusal = missingPermissions()
	default:
		return ch, nil
	}
	return nil, &refusal
}

// immutable refuses what changes a message of an archived thread; only a new message, or whoever manages threads, opens it.
func immutable(ch *channel) *reply {
	if !ch.archived {
		return nil
	}
	refusal := threadArchived()
	return &refusal
}

// sealed reports whether a thread is archived and locked, and the bot may not open it: nothing can be posted there.
func (s *Server) sealed(ch *channel) bool {
	return ch.archived && ch.locked && s.world.permissions(ch, s.world.bot.id)&PermManageThreads == 0
}

// placeMessage finds the message of a route, which may not be an ephemeral one.
func (s *Server) placeMessage(c *call, need uint64) (*channel, *message, *reply) {
	ch, refusal := s.place(c, need)
	if refusal != nil {
		return nil, nil, refusal
	}
	m := s.world.messages[c.vars["message"]]
	if m == nil || m.deleted || m.channelID != ch.id || m.onlyFor != "" {
		unknown := unknownMessage()
		return nil, nil, &unknown
	}
	return ch, m, nil
}

func (s *Server) createMessage(c *call) reply {
	ch, refusal := s.place(c, 0)
	if refusal != nil {
		return *refusal
	}
	if !s.world.canSend(ch, s.world.bot.id) {
		return missingPermissions()
	}
	f := &form{}
	n := f.root(c.body)
	d := parseDraft(n, c.files, nil)
	m := &message{id: s.world.ids.next(s.now()), channelID: ch.id, authorID: s.world.bot.id, created: s.now(), nonce: d.nonce}
	s.refer(m, ch, d.reference)
	if f.failed() {
		return invalidForm(f)
	}
	if refusal := s.mayShow(ch, d); refusal != nil {
		return *refusal
	}
	if s.sealed(ch) {
		return threadArchived()
	}
	if d.flags != nil && *d.flags&flagEphemeral != 0 {
		s.warn(c, "only answers to interactions can be ephemeral: the flag is ignored and everybody sees the message")
	}
	if d.flags != nil {
		m.flags = *d.flags & flagSilent
	}
	if before := ch.nonces[fmt.Sprint(d.nonce)]; d.enforce && d.nonce != nil && before != nil && !before.deleted {
		return answer(s.messageJSON(before, false))
	}
	if !s.apply(d, m) {
		return emptyMessage()
	}
	s.checkMentions(c, d, m)
	m.mentions = s.world.mentionsIn(m, d.allowed)
	if d.nonce != nil {
		ch.nonces[fmt.Sprint(d.nonce)] = m
	}
	s.post(m)
	return answer(s.messageJSON(m, false))
}

// refer makes a message a reply to another one.
func (s *Server) refer(m *message, ch *channel, reference node) {
	if !reference.given() || !reference.isObject() {
		return
	}
	id := reference.at("message_id").id()
	target := s.world.messages[id]
	if target == nil || target.deleted || target.channelID != ch.id {
		strict := reference.at("fail_if_not_exists")
		if !strict.given() || strict.flag() {
			reference.fail("REPLIES_UNKNOWN_MESSAGE", "Unknown message")
		}
		return
	}
	m.kind = messageReply
	m.reply = object{"type": 0, "message_id": id, "channel_id": ch.id}
	setWhen(m.reply, "guild_id", ch.guildID != "", ch.guildID)
}

// mayShow checks the permissions for embeds and files.
func (s *Server) mayShow(ch *channel, d draft) *reply {
	bits := s.world.permissions(ch, s.world.bot.id)
	refusal := missingPermissions()
	if d.embeds != nil && len(*d.embeds) > 0 && bits&PermEmbedLinks == 0 || len(d.files) > 0 && bits&PermAttachFiles == 0 {
		return &refusal
	}
	return nil
}

func (s *Server) getMessage(c *call) reply {
	_, m, refusal := s.placeMessage(c, PermReadMessageHistory)
	if refusal != nil {
		return *refusal
	}
	return answer(s.messageJSON(m, false))
}

func (s *Server) editMessage(c *call) reply {
	ch, m, refusal := s.placeMessage(c, 0)
	if refusal != nil {
		return *refusal
	}
	if m.authorID != s.world.bot.id {
		return refuse(http.StatusForbidden, 50005, "Cannot edit a message authored by another user")
	}
	if refusal := immutable(ch); refusal != nil {
		return *refusal
	}
	if wait := s.tooOld(m); wait > 0 {
		return tooManyOldEdits(wait)
	}
	f := &form{}
	n := f.root(c.body)
	d := parseDraft(n, c.files, m)
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
	ch, m, refusal := s.placeMessage(c, 0)
	if refusal != nil {
		return *refusal
	}
	if m.authorID != s.world.bot.id && s.world.permissions(ch, s.world.bot.id)&PermManageMessages == 0 {
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
	ch, refusal := s.place(c, 0)
	if refusal != nil {
		return *refusal
	}
	query := c.request.URL.Query()
	limit := 50
	if text := query.Get("limit"); text != "" {
		number, err := strconv.Atoi(text)
		if err != nil || number < 1 || number > 100 {
			f := &form{}
			f.root(nil, "limit").fail("NUMBER_TYPE_MAX", "int value should be between 1 and 100.")
			return invalidForm(f)
		}
		limit = number
	}
	if around, before, after := query.Has("around"), query.Has("before"), query.Has("after"); around && before || around && after || before && after {
		s.warn(c, "before, after and around exclude each other")
	}
	out := []any{}
	if s.world.permissions(ch, s.world.bot.id)&PermReadMessageHistory == 0 {
		return answer(out)
	}
	found := ch.around(query, limit)
	slices.Reverse(found)
	for _, m := range found {
		out = append(out, s.messageJSON(m, false))
	}
	return answer(out)
}
