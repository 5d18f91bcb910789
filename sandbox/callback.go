package sandbox

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"time"

	"roundel/sandbox/world"
)

// Interaction callback types.
const (
	callbackPong        = 1
	callbackMessage     = 4
	callbackDefer       = 5
	callbackDeferUpdate = 6
	callbackUpdate      = 7
	callbackChoices     = 8
	callbackModal       = 9
)

// interactionCallback handles the first answer to an interaction.
func (s *Server) interactionCallback(c *call) reply {
	it := s.interactions[c.vars["interaction"]]
	if it == nil || it.token != c.vars["token"] {
		return unknownInteraction()
	}
	f := &world.Form{}
	n := f.Root(c.body)
	kind := n.At("type").Choice(1, 4, 5, 6, 7, 8, 9)
	out := s.acceptCallback(c, it, kind, f)
	it.answers = append(it.answers, Answer{Type: kind, Status: out.status, Code: out.code,
		Body: slices.Clone(c.raw), At: time.Now()})
	return out
}

func (s *Server) acceptCallback(c *call, it *interaction, kind int64, f *world.Form) reply {
	switch {
	case it.answered:
		out := alreadyAcknowledged()
		out.provoked = it.disturbed
		repeats := slices.ContainsFunc(it.answers, func(a Answer) bool { return a.Status < 300 && bytes.Equal(a.Body, c.raw) })
		out.again = again{of: it, allowed: it.redelivered, earlier: [2]exchange{it.answeredIn, it.refusedIn}, givenUp: repeats && it.answeredIn.givenUp()}
		it.refusedIn = exchangeOf(c.request.Context())
		return out
	case it.expired, s.now().Sub(it.sent) > max(s.cfg.AnswerWithin, s.cfg.TokenLife):
		out := unknownInteraction()
		out.provoked = it.disturbed
		return out
	}
	n := f.Root(c.body)
	if f.Failed() {
		return invalidForm(f)
	}
	if !slices.Contains(it.allowedCallbacks(), kind) {
		n.At("type").Fail("INTERACTION_APPLICATION_INVALID_CALLBACK_TYPE",
			fmt.Sprintf("Callback type %d cannot answer an interaction of type %d", kind, it.Kind))
		return invalidForm(f)
	}
	data := n.At("data")
	if kind != callbackDefer && kind != callbackDeferUpdate && !data.Given() {
		data.Required()
		return invalidForm(f)
	}
	if refusal := s.answerWith(c, it, kind, data); refusal != nil {
		return *refusal
	}
	it.answered, it.answerType, it.answeredIn = true, kind, exchangeOf(c.request.Context())
	it.timer.Stop()
	if c.request.URL.Query().Get("with_response") == "true" {
		return answer(s.callbackResponse(it))
	}
	return noContent()
}

// allowedCallbacks returns the callback types that fit the interaction's kind.
func (it *interaction) allowedCallbacks() []int64 {
	switch it.Kind {
	case world.KindCommand:
		return []int64{callbackMessage, callbackDefer, callbackModal}
	case world.KindComplete:
		return []int64{callbackChoices}
	case world.KindModal:
		if it.MessageID == "" {
			return []int64{callbackMessage, callbackDefer}
		}
		return []int64{callbackMessage, callbackDefer, callbackDeferUpdate, callbackUpdate}
	}
	return []int64{callbackMessage, callbackDefer, callbackDeferUpdate, callbackUpdate, callbackModal}
}

// answerWith carries out a callback of a fitting type. It returns the refusal if the data is invalid.
func (s *Server) answerWith(c *call, it *interaction, kind int64, data world.Node) *reply {
	switch kind {
	case callbackMessage:
		return s.replyWith(c, it, data)
	case callbackDefer:
		return s.deferReply(c, it, data)
	case callbackDeferUpdate:
		it.Original = s.origin(it)
		return nil
	case callbackUpdate:
		m := s.origin(it)
		if m == nil {
			refusal := unknownMessage()
			return &refusal
		}
		if refusal := s.refuseSealed(m); refusal != nil {
			return refusal
		}
		it.Original = m
		return s.editWith(c, m, data)
	case callbackChoices:
		it.choices = s.parseAnswerChoices(it, data.At("choices"))
		if refusal := formRefusal(data.Form); refusal != nil {
			return refusal
		}
		s.recordSeen([]string{it.UserID}, string(world.Encode(it.choices)))
		return nil
	default:
		it.modal = world.ParseModal(data)
		if refusal := formRefusal(data.Form); refusal != nil {
			return refusal
		}
		s.recordSeen([]string{it.UserID}, string(world.Encode(it.modal)))
		return nil
	}
}

// formRefusal is the answer to a form with faults, or nil.
func formRefusal(f *world.Form) *reply {
	if !f.Failed() {
		return nil
	}
	out := invalidForm(f)
	return &out
}

// replyWith creates the message that answers an interaction.
func (s *Server) replyWith(c *call, it *interaction, data world.Node) *reply {
	m, refusal := s.followUp(c, it, data, 0)
	if refusal == nil {
		it.Original = m
	}
	return refusal
}

// deferReply creates the "thinking…" message, which a later edit fills.
func (s *Server) deferReply(c *call, it *interaction, data world.Node) *reply {
	flags, given := data.At("flags").Whole(0, 1<<31-1)
	if given && flags&^world.FlagEphemeral != 0 {
		s.warn(c, "a deferral accepts only the ephemeral flag; send other flags with the edit")
	}
	if refusal := formRefusal(data.Form); refusal != nil {
		return refusal
	}
	m := s.interactionMessage(it)
	m.Flags = world.FlagLoading | flags&world.FlagEphemeral
	if m.Has(world.FlagEphemeral) {
		m.OnlyFor = it.UserID
	}
	if refusal := s.refuseSealed(m); refusal != nil {
		return refusal
	}
	it.deferred, it.Original = true, m
	it.Messages = append(it.Messages, m)
	s.post(m)
	return nil
}

// refuseSealed refuses a public message in a sealed thread. A message that only one user can see is not part of the
// thread.
func (s *Server) refuseSealed(m *world.Message) *reply {
	if m.OnlyFor != "" || !s.sealed(s.world.Channels[m.ChannelID]) {
		return nil
	}
	refusal := threadArchived()
	return &refusal
}

// interactionMessage begins a message that answers or follows up an interaction.
func (s *Server) interactionMessage(it *interaction) *world.Message {
	m := &world.Message{ID: s.world.IDs.Next(s.now()), ChannelID: it.channelID, AuthorID: s.world.Bot.ID, Interaction: &it.Trigger,
		Created: s.now()}
	if it.TargetUser != "" || it.TargetMessage != "" {
		m.Kind = world.MessageApps
	} else if it.Kind == world.KindCommand {
		m.Kind = world.MessageCommand
	} else if it.MessageID != "" {
		m.Kind = world.MessageReply
		m.Reply = object{"type": 0, "channel_id": it.channelID, "message_id": it.MessageID}
		world.SetWhen(m.Reply, "guild_id", it.GuildID != "", it.GuildID)
	}
	return m
}

// followUp makes a message from a body, with the given flags added.
func (s *Server) followUp(c *call, it *interaction, data world.Node, flags int64) (*world.Message, *reply) {
	d := world.ParseDraft(data, c.files, nil)
	if refusal := formRefusal(data.Form); refusal != nil {
		return nil, refusal
	}
	m := s.interactionMessage(it)
	m.Flags = flags
	if d.Flags != nil {
		m.Flags |= *d.Flags & (world.FlagEphemeral | world.FlagSilent)
	}
	if m.Has(world.FlagEphemeral) {
		m.OnlyFor = it.UserID
	}
	if !s.apply(d, m) {
		refusal := emptyMessage()
		return nil, &refusal
	}
	if refusal := s.refuseSealed(m); refusal != nil {
		return nil, refusal
	}
	s.checkMentions(c, d, m)
	m.Mentions = s.world.MentionsIn(m, d.Allowed)
	it.Messages = append(it.Messages, m)
	s.post(m)
	return m, nil
}

// parseAnswerChoices checks the answer to an autocomplete.
func (s *Server) parseAnswerChoices(it *interaction, n world.Node) []any {
	if !n.Given() {
		n.Required()
	}
	out := []any{}
	focused := it.focused()
	for _, item := range n.List(0, 25) {
		if !item.IsObject() {
			continue
		}
		one := object{"name": item.At("name").Words(1, 100), "value": item.At("value").Value}
		if shown, ok := item.At("name_localizations").Translations(100, nil).In(s.world.Users[it.UserID].Locale); ok {
			one["name"] = shown
		}
		switch {
		case !item.At("value").Given():
			item.At("value").Required()
		case focused == nil || focused.Kind == world.OptString:
			if _, isText := item.At("value").Value.(string); !isText {
				item.At("value").Fail("STRING_TYPE_CONVERT", "Could not interpret the value as string.")
			}
			item.At("value").Words(1, 100)
		case focused.Kind == world.OptInteger:
			item.At("value").Whole(-1<<53, 1<<53)
		default:
			item.At("value").Number()
		}
		out = append(out, one)
	}
	return out
}

// callbackResponse is the answer to a callback with with_response=true.
func (s *Server) callbackResponse(it *interaction) object {
	head := object{"id": it.ID, "type": it.Kind, "channel_id": it.channelID, "response_message_loading": it.deferred,
		"response_message_ephemeral": it.Original != nil && it.Original.Has(world.FlagEphemeral)}
	world.SetWhen(head, "guild_id", it.GuildID != "", it.GuildID)
	out := object{"interaction": head}
	world.SetWhen(head, "response_message_id", it.Original != nil && it.answerType != callbackDeferUpdate, it.OriginalID())
	if it.answerType == callbackMessage || it.answerType == callbackUpdate {
		out["resource"] = object{"type": it.answerType, "message": s.messageJSON(it.Original, true)}
	}
	return out
}

// followUpMessage finds the message of a follow-up route: the first answer or a later one.
func (s *Server) followUpMessage(c *call) (*interaction, *world.Message, *reply) {
	it, refusal := s.byToken(c)
	if refusal != nil {
		return nil, nil, refusal
	}
	var m *world.Message
	if id := c.vars["message"]; id == "@original" {
		m = it.Original
	} else {
		for _, sent := range append(slices.Clone(it.Messages), it.Original) {
			if sent != nil && sent.ID == id {
				m = sent
			}
		}
	}
	if m == nil || m.Deleted {
		unknown := unknownMessage()
		unknown.provoked = it.redelivered > 0
		return nil, nil, &unknown
	}
	return it, m, nil
}

func (s *Server) getFollowUp(c *call) reply {
	_, m, refusal := s.followUpMessage(c)
	if refusal != nil {
		return *refusal
	}
	return answer(s.messageJSON(m, true))
}

func (s *Server) editFollowUp(c *call) reply {
	it, m, refusal := s.followUpMessage(c)
	if refusal == nil {
		refusal = s.refuseSealed(m)
	}
	if refusal != nil {
		return *refusal
	}
	f := &world.Form{}
	refusal = s.editWith(c, m, f.Root(c.body))
	if refusal != nil {
		return *refusal
	}
	if m == it.Original {
		it.deferred = false
	}
	return answer(s.messageJSON(m, true))
}

func (s *Server) deleteFollowUp(c *call) reply {
	it, m, refusal := s.followUpMessage(c)
	if refusal != nil {
		return *refusal
	}
	s.remove(m)
	if m == it.Original {
		it.deferred = false
	}
	return noContent()
}

// createFollowUp sends another message. The first one after a deferral replaces the "thinking…" message.
func (s *Server) createFollowUp(c *call) reply {
	it, refusal := s.byToken(c)
	if refusal != nil {
		return *refusal
	}
	f := &world.Form{}
	m := it.Original
	if it.deferred && m != nil && !m.Deleted {
		refusal = s.editWith(c, m, f.Root(c.body))
	} else {
		m, refusal = s.followUp(c, it, f.Root(c.body), 0)
	}
	if refusal != nil {
		return *refusal
	}
	it.deferred = false
	return reply{status: http.StatusOK, body: s.messageJSON(m, true)}
}
