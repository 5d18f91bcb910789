package sandbox

import (
	"slices"
	"time"
)

// oldAge is the age from which on Discord limits a message's edits.
const oldAge = time.Hour

// glimpse is something that some users could see at some time.
type glimpse struct {
	users []string
	text  string
}

// witness records what users were shown, for leak tests.
func (s *Server) witness(users []string, text string) {
	s.history = append(s.history, glimpse{users, text})
}

// viewers are the users to whom a message is shown now.
func (s *Server) viewers(m *message) []string {
	if m.onlyFor != "" {
		return []string{m.onlyFor}
	}
	return s.world.audience(s.world.channels[m.channelID])
}

// show records what a message looks like now, in Discord's JSON, as plain text, and its files.
func (s *Server) show(m *message) {
	raw := encode(object{"content": m.content, "embeds": s.shownEmbeds(m), "components": m.components})
	text := string(raw) + "\n" + flatten(m) + "\n"
	for _, file := range m.attachments {
		text += file.name + "\n" + string(file.data) + "\n"
	}
	s.witness(s.viewers(m), text)
}

// reshow records the messages of a channel for users who may see it only now.
func (s *Server) reshow(c *channel) {
	for _, m := range c.messages {
		if m.onlyFor == "" {
			s.show(m)
		}
	}
}

// post puts a new message into its channel, notifies whom it mentions and tells the bot's sessions. One that everybody
// sees opens an archived thread.
func (s *Server) post(m *message) {
	c := s.world.channels[m.channelID]
	c.messages = append(c.messages, m)
	s.world.messages[m.id] = m
	if m.onlyFor == "" {
		c.lastMessage = m.id
		s.unarchive(c)
	}
	s.invite(c, m)
	m.pinged = s.world.pings(m)
	s.show(m)
	s.dispatchMessage("MESSAGE_CREATE", m)
	s.notify()
}

func (s *Server) unarchive(c *channel) {
	if !c.archived {
		return
	}
	c.archived = false
	s.dispatch(c.guildID, intentGuilds, "THREAD_UPDATE", s.world.channelJSON(c))
}

// dispatchMessage sends a message's event to the sessions with the intent for it. Ephemeral messages cause none.
func (s *Server) dispatchMessage(name string, m *message) {
	s.revisions[m.channelID]++
	if m.onlyFor != "" {
		return
	}
	c := s.world.channels[m.channelID]
	g := s.world.guilds[c.guildID]
	if g != nil && !s.world.canSee(c, s.world.bot.id) {
		return
	}
	data := object{"id": m.id, "channel_id": m.channelID}
	if name != "MESSAGE_DELETE" {
		data = s.messageJSON(m, false)
	}
	intent := int64(intentDirectMessages)
	if g != nil {
		intent, data["guild_id"] = intentGuildMessages, g.id
		if author := g.members[m.authorID]; author != nil && name != "MESSAGE_DELETE" {
			data["member"] = author.json()
		}
	}
	s.dispatch(c.guildID, intent, name, data)
}

// editWith changes a message as a body says. Nothing changes when the body is refused.
func (s *Server) editWith(c *call, m *message, n node) *reply {
	d := parseDraft(n, c.files, m)
	if refusal := formRefusal(n.form); refusal != nil {
		return refusal
	}
	return s.edit(m, d, n)
}

// edit puts a checked draft onto a message.
func (s *Server) edit(m *message, d draft, n node) *reply {
	next := *m
	next.past = slices.Clone(m.past)
	if !s.apply(d, &next) {
		refusal := emptyMessage()
		return &refusal
	}
	if next.has(flagV2) && (next.content != "" || len(next.embeds) > 0) {
		n.at("content").fail("MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
			"The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
		return formRefusal(n.form)
	}
	if m.has(flagLoading) {
		next.flags &^= flagLoading
	} else {
		next.edited = s.now()
	}
	if d.content != nil || d.components != nil {
		next.mentions = s.world.mentionsIn(&next, d.allowed)
	}
	*m = next
	s.show(m)
	s.dispatchMessage("MESSAGE_UPDATE", m)
	s.notify()
	return nil
}

// checkMentions warns about a new text of the bot's that comes without explicit allowed_mentions.
func (s *Server) checkMentions(c *call, d draft, m *message) {
	if d.allowed == nil && m.visibleText() != "" && m.authorID == s.world.bot.id {
		s.warn(c, "message text without explicit allowed_mentions")
	}
}

// remove deletes a message.
func (s *Server) remove(m *message) {
	c := s.world.channels[m.channelID]
	m.deleted = true
	c.messages = slices.DeleteFunc(c.messages, func(other *message) bool { return other == m })
	s.dispatchMessage("MESSAGE_DELETE", m)
	s.notify()
}

// tooOld counts an edit of an old message and returns how long to wait when there were too many.
func (s *Server) tooOld(m *message) time.Duration {
	now := s.now()
	if now.Sub(m.created) < oldAge {
		return 0
	}
	m.oldEdits = slices.DeleteFunc(m.oldEdits, func(at time.Time) bool { return now.Sub(at) > time.Minute })
	if len(m.oldEdits) >= s.cfg.OldEdits {
		return time.Minute - now.Sub(m.oldEdits[0])
	}
	m.oldEdits = append(m.oldEdits, now)
	return 0
}

// apply puts a draft onto a message and reports whether anything is left to see.
func (s *Server) apply(d draft, m *message) bool {
	if d.flags != nil {
		settable := int64(flagSuppressEmbeds | flagV2)
		m.flags = m.flags&^flagSuppressEmbeds | *d.flags&settable
	}
	if d.content != nil {
		m.content = *d.content
	}
	if d.embeds != nil {
		m.embeds = *d.embeds
	}
	if d.components != nil {
		m.past = append(m.past, m.components)
		m.components = *d.components
		m.lastComponent = 0
		numberComponents(m.components, &m.lastComponent)
	}
	s.applyFiles(d, m)
	if m.has(flagV2) {
		return len(m.components) > 0
	}
	return m.content != "" || len(m.embeds) > 0 || len(m.attachments) > 0 || len(m.components) > 0
}

// applyFiles keeps the attachments that the draft names, or all when it names none, and adds the uploaded ones.
func (s *Server) applyFiles(d draft, m *message) {
	if d.attachments != nil {
		m.attachments = slices.DeleteFunc(slices.Clone(m.attachments), func(a *attachment) bool {
			return !d.names(a.id)
		})
	}
	for _, file := range d.files {
		name, description := d.nameOf(file)
		made := &attachment{id: s.world.ids.next(s.now()), name: name, contentType: contentType(name), description: description,
			data: file.data, channelID: m.channelID, onlyFor: m.onlyFor}
		m.attachments = append(m.attachments, made)
		s.uploads[made.id] = made
	}
}
