package sandbox

import (
	"slices"
	"time"

	"roundel/sandbox/client"
	"roundel/sandbox/gateway"
	"roundel/sandbox/world"
)

// oldAge is the age from which Discord limits the edits of a message.
const oldAge = time.Hour

// seenText is something that some users were able to see at some time.
type seenText struct {
	users []string
	text  string
	// channel and sight are set if it is something that happened to a message: see Server.Timeline.
	channel, sight string
}

// recordSeen keeps what users were shown, for tests that look for leaks.
func (s *Server) recordSeen(users []string, text string) {
	s.history = append(s.history, seenText{users: users, text: text})
}

// viewers returns the users who can see a message now.
func (s *Server) viewers(m *world.Message) []string {
	if m.OnlyFor != "" {
		return []string{m.OnlyFor}
	}
	return s.world.Audience(s.world.Channels[m.ChannelID])
}

// show records what a message looks like now: Discord's JSON, the plain text, and its files.
func (s *Server) show(m *world.Message) {
	raw := world.Encode(object{"content": m.Content, "embeds": s.shownEmbeds(m), "components": m.Components})
	text := string(raw) + "\n" + client.Text(m) + "\n"
	for _, file := range m.Attachments {
		text += file.Name + "\n" + string(file.Data) + "\n"
	}
	s.recordSeen(s.viewers(m), text)
}

// happened records what happens to a message, for Timeline. A message that awaits the bot's answer names the command and its user, as
// Discord's client does.
func (s *Server) happened(sign string, m *world.Message) {
	shown := s.view(m)
	text := shown.Text
	if shown.Thinking {
		text = shown.User + " used " + shown.Command + ": thinking…"
	}
	for _, b := range shown.Buttons {
		text += "\n[" + b.Label + "]"
	}
	s.history = append(s.history, seenText{users: s.viewers(m), text: text, channel: m.ChannelID, sight: sign + " " + text})
}

// reshow records the messages of a channel again, for users who have just gained access.
func (s *Server) reshow(c *world.Channel) {
	for _, m := range c.Messages {
		if m.OnlyFor == "" {
			s.show(m)
		}
	}
}

// post adds a new message to its channel, notifies the users it mentions and sends the event to the bot's sessions. A
// message that everybody can see reopens an archived thread.
func (s *Server) post(m *world.Message) {
	c := s.world.Channels[m.ChannelID]
	c.Messages = append(c.Messages, m)
	s.world.Messages[m.ID] = m
	if m.OnlyFor == "" {
		c.LastMessage = m.ID
		s.unarchive(c)
	}
	s.invite(c, m)
	m.Pinged = s.world.Pings(m)
	s.show(m)
	s.happened("+", m)
	s.dispatchMessage("MESSAGE_CREATE", m)
	s.notify()
}

func (s *Server) unarchive(c *world.Channel) {
	if !c.Archived {
		return
	}
	c.Archived = false
	s.gateway.Dispatch(c.GuildID, gateway.IntentGuilds, "THREAD_UPDATE", s.world.ChannelJSON(c))
}

// dispatchMessage sends a message's event to the sessions with the right intent. Ephemeral messages cause no events.
func (s *Server) dispatchMessage(name string, m *world.Message) {
	s.revisions[m.ChannelID]++
	if m.OnlyFor != "" {
		return
	}
	c := s.world.Channels[m.ChannelID]
	g := s.world.Guilds[c.GuildID]
	if g != nil && !s.world.CanSee(c, s.world.Bot.ID) {
		return
	}
	data := object{"id": m.ID, "channel_id": m.ChannelID}
	if name != "MESSAGE_DELETE" {
		data = s.messageJSON(m, false)
	}
	intent := int64(gateway.IntentDirectMessages)
	if g != nil {
		intent, data["guild_id"] = gateway.IntentGuildMessages, g.ID
		if author := g.Members[m.AuthorID]; author != nil && name != "MESSAGE_DELETE" {
			data["member"] = author.JSON()
		}
	}
	s.gateway.Dispatch(c.GuildID, intent, name, data)
}

// editWith edits a message according to a request body. A refused body changes nothing.
func (s *Server) editWith(c *call, m *world.Message, n world.Node) *reply {
	d := world.ParseDraft(n, c.files, m)
	if refusal := formRefusal(n.Form); refusal != nil {
		return refusal
	}
	return s.edit(m, d, n)
}

// edit applies a checked draft to a message and sends the event.
func (s *Server) edit(m *world.Message, d world.Draft, n world.Node) *reply {
	next := *m
	next.Past = slices.Clone(m.Past)
	if !s.apply(d, &next) {
		refusal := emptyMessage()
		return &refusal
	}
	if next.Has(world.FlagV2) && (next.Content != "" || len(next.Embeds) > 0) {
		n.At("content").Fail("MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
			"The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
		return formRefusal(n.Form)
	}
	if m.Has(world.FlagLoading) {
		next.Flags &^= world.FlagLoading
	} else {
		next.Edited = s.now()
	}
	if d.Content != nil || d.Components != nil {
		next.Mentions = s.world.MentionsIn(&next, d.Allowed)
	}
	*m = next
	s.show(m)
	s.happened("~", m)
	s.dispatchMessage("MESSAGE_UPDATE", m)
	s.notify()
	return nil
}

// checkMentions warns about a new text of the bot's without explicit allowed_mentions.
func (s *Server) checkMentions(c *call, d world.Draft, m *world.Message) {
	if d.Allowed == nil && m.VisibleText() != "" && m.AuthorID == s.world.Bot.ID {
		s.warn(c, "message text without explicit allowed_mentions")
	}
}

// remove deletes a message.
func (s *Server) remove(m *world.Message) {
	c := s.world.Channels[m.ChannelID]
	m.Deleted = true
	s.happened("-", m)
	c.Messages = slices.DeleteFunc(c.Messages, func(other *world.Message) bool { return other == m })
	s.dispatchMessage("MESSAGE_DELETE", m)
	s.notify()
}

// tooOld counts an edit of an old message and returns how long to wait if there were too many.
func (s *Server) tooOld(m *world.Message) time.Duration {
	now := s.now()
	if now.Sub(m.Created) < oldAge {
		return 0
	}
	m.OldEdits = slices.DeleteFunc(m.OldEdits, func(at time.Time) bool { return now.Sub(at) > time.Minute })
	if len(m.OldEdits) >= s.cfg.OldEdits {
		return time.Minute - now.Sub(m.OldEdits[0])
	}
	m.OldEdits = append(m.OldEdits, now)
	return 0
}

// apply applies a draft to a message and reports whether the message still has any content.
func (s *Server) apply(d world.Draft, m *world.Message) bool {
	if d.Flags != nil {
		settable := int64(world.FlagSuppressEmbeds | world.FlagV2)
		m.Flags = m.Flags&^world.FlagSuppressEmbeds | *d.Flags&settable
	}
	if d.Content != nil {
		m.Content = *d.Content
	}
	if d.Embeds != nil {
		m.Embeds = *d.Embeds
	}
	if d.Components != nil {
		m.Past = append(m.Past, m.Components)
		m.Components = *d.Components
		m.LastComponent = 0
		world.NumberComponents(m.Components, &m.LastComponent)
	}
	s.applyFiles(d, m)
	if m.Has(world.FlagV2) {
		return len(m.Components) > 0
	}
	return m.Content != "" || len(m.Embeds) > 0 || len(m.Attachments) > 0 || len(m.Components) > 0
}

// applyFiles keeps the attachments that the draft lists, or all of them if it has no list, and adds the uploaded ones.
func (s *Server) applyFiles(d world.Draft, m *world.Message) {
	if d.Attachments != nil {
		m.Attachments = slices.DeleteFunc(slices.Clone(m.Attachments), func(a *world.Attachment) bool {
			return !d.Names(a.ID)
		})
	}
	for _, file := range d.Files {
		name, description := d.NameOf(file)
		made := &world.Attachment{ID: s.world.IDs.Next(s.now()), Name: name, ContentType: world.ContentType(name), Description: description,
			Data: file.Data, ChannelID: m.ChannelID, OnlyFor: m.OnlyFor}
		m.Attachments = append(m.Attachments, made)
		s.uploads[made.ID] = made
	}
}
