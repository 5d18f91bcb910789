package sandbox

import "net/http"

// createThread opens a thread, on a message when the route names one. Without one it is private unless the body says
// otherwise.
func (s *Server) createThread(c *call) reply {
	parent, refusal := s.place(c, 0)
	var m *message
	if refusal == nil && c.vars["message"] != "" {
		_, m, refusal = s.placeMessage(c, 0)
	}
	if refusal != nil {
		return *refusal
	}
	f := &form{}
	n := f.root(c.body)
	kind := threadKind(n, m)
	name := n.at("name").words(1, 100)
	if n.at("auto_archive_duration").given() {
		n.at("auto_archive_duration").choice(60, 1440, 4320, 10080)
	}
	n.at("rate_limit_per_user").whole(0, 21600)
	need := PermCreatePublicThreads
	if kind == typePrivateThread {
		need = PermCreatePrivateThreads
	}
	switch {
	case f.failed():
		return invalidForm(f)
	case parent.kind != typeText || kind == typeNewsThread:
		return refuse(http.StatusBadRequest, 50024, "Cannot execute action on this channel type")
	case s.world.permissions(parent, s.world.bot.id)&need == 0:
		return missingPermissions()
	case m != nil && s.world.channels[m.id] != nil:
		return refuse(http.StatusBadRequest, 160004, "A thread has already been created for this message")
	}
	return created(s.world.channelJSON(s.openThread(parent, m, name, kind)))
}

// threadKind is the type of thread that a body asks for.
func threadKind(n node, m *message) int {
	switch {
	case m != nil:
		return typePublicThread
	case n.at("type").given():
		return int(n.at("type").choice(typeNewsThread, typePublicThread, typePrivateThread))
	}
	return typePrivateThread
}

// openThread makes a thread of the bot's. One on a message has its ID, and the message the flag for it; a public one without
// a message is told of in its channel.
func (s *Server) openThread(parent *channel, m *message, name string, kind int) *channel {
	id := s.world.ids.next(s.now())
	if m != nil {
		id = m.id
	}
	th := s.world.addThreadID(parent, id, name, s.now())
	th.kind, th.owner, th.invited = kind, s.world.bot.id, map[string]bool{s.world.bot.id: true}
	s.dispatch(th.guildID, intentGuilds, "THREAD_CREATE", s.world.channelJSON(th))
	switch {
	case m != nil:
		m.flags |= flagThread
		s.dispatchMessage("MESSAGE_UPDATE", m)
	case kind == typePublicThread:
		s.post(&message{id: s.world.ids.next(s.now()), channelID: parent.id, authorID: s.world.bot.id, kind: messageThread,
			content: name, created: s.now(), reply: object{"type": 0, "channel_id": th.id, "guild_id": th.guildID}})
	}
	s.touch(TopicWorld)
	return th
}

// invite lets those who are mentioned in a private thread, and see its channel, into it.
func (s *Server) invite(c *channel, m *message) {
	if c.kind != typePrivateThread {
		return
	}
	for _, id := range m.mentions.users {
		if !c.invited[id] && s.world.canSee(s.world.channels[c.parentID], id) {
			c.invited[id] = true
			s.reshow(c)
			s.touch(TopicWorld)
		}
	}
}
