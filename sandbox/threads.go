package sandbox

import (
	"net/http"

	"roundel/sandbox/gateway"
	"roundel/sandbox/world"
)

// createThread opens a thread, on a message if the route names one. Without a message it is private unless the body
// says otherwise.
func (s *Server) createThread(c *call) reply {
	parent, refusal := s.routeChannel(c, 0)
	var m *world.Message
	if refusal == nil && c.vars["message"] != "" {
		_, m, refusal = s.routeMessage(c, 0)
	}
	if refusal != nil {
		return *refusal
	}
	f := &world.Form{}
	n := f.Root(c.body)
	kind := threadKind(n, parent, m)
	name := n.At("name").Words(1, 100)
	if n.At("auto_archive_duration").Given() {
		n.At("auto_archive_duration").Choice(60, 1440, 4320, 10080)
	}
	n.At("rate_limit_per_user").Whole(0, 21600)
	need := world.PermCreatePublicThreads
	if kind == world.TypePrivateThread {
		need = world.PermCreatePrivateThreads
	}
	switch {
	case f.Failed():
		return invalidForm(f)
	case !parent.MayHold(kind):
		return refuse(http.StatusBadRequest, 50024, "Cannot execute action on this channel type")
	case s.world.Permissions(parent, s.world.Bot.ID)&need == 0:
		return missingPermissions()
	case m != nil && s.world.Channels[m.ID] != nil:
		return refuse(http.StatusBadRequest, 160004, "A thread has already been created for this message")
	}
	return created(s.world.ChannelJSON(s.openThread(parent, m, name, kind)))
}

// threadKind returns the type of thread that a body asks for. On a message it is what the channel has.
func threadKind(n world.Node, parent *world.Channel, m *world.Message) int {
	switch {
	case m != nil:
		return parent.OpenThreads()
	case n.At("type").Given():
		return int(n.At("type").Choice(world.TypeNewsThread, world.TypePublicThread, world.TypePrivateThread))
	}
	return world.TypePrivateThread
}

// openThread makes a thread owned by the bot. A thread on a message shares the message's ID, and the message gets a
// flag. A thread without a message that everybody can see is announced in its channel.
func (s *Server) openThread(parent *world.Channel, m *world.Message, name string, kind int) *world.Channel {
	id := s.world.IDs.Next(s.now())
	if m != nil {
		id = m.ID
	}
	th := s.world.AddThreadID(parent, id, name, s.now())
	th.Kind, th.Owner, th.Invited = kind, s.world.Bot.ID, map[string]bool{s.world.Bot.ID: true}
	s.gateway.Dispatch(th.GuildID, gateway.IntentGuilds, "THREAD_CREATE", s.world.ChannelJSON(th))
	switch {
	case m != nil:
		m.Flags |= world.FlagThread
		s.dispatchMessage("MESSAGE_UPDATE", m)
	case kind != world.TypePrivateThread:
		s.post(&world.Message{ID: s.world.IDs.Next(s.now()), ChannelID: parent.ID, AuthorID: s.world.Bot.ID, Kind: world.MessageThread,
			Content: name, Created: s.now(), Reply: object{"type": 0, "channel_id": th.ID, "guild_id": th.GuildID}})
	}
	s.touch(TopicWorld)
	return th
}

// invite adds the users whom a message mentions to a private thread, if they can see its channel.
func (s *Server) invite(c *world.Channel, m *world.Message) {
	if c.Kind != world.TypePrivateThread {
		return
	}
	for _, id := range m.Mentions.Users {
		if !c.Invited[id] && s.world.CanSee(s.world.Channels[c.ParentID], id) {
			c.Invited[id] = true
			s.reshow(c)
			s.touch(TopicWorld)
		}
	}
}
