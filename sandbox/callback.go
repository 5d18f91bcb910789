package sandbox

import (
	"fmt"
	"net/http"
	"slices"
	"time"
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

// interactionCallback is the first answer to an interaction.
func (s *Server) interactionCallback(c *call) reply {
	it := s.interactions[c.vars["interaction"]]
	if it == nil || it.token != c.vars["token"] {
		return unknownInteraction()
	}
	f := &form{}
	n := f.root(c.body)
	kind := n.at("type").choice(1, 4, 5, 6, 7, 8, 9)
	out := s.acceptCallback(c, it, kind, f)
	it.answers = append(it.answers, Answer{Type: kind, Status: out.status, Code: out.code,
		Body: slices.Clone(c.raw), At: time.Now()})
	return out
}

func (s *Server) acceptCallback(c *call, it *interaction, kind int64, f *form) reply {
	switch {
	case it.answered:
		out := alreadyAcknowledged()
		out.provoked = it.redelivered || it.disturbed
		out.first = it.answeredOn
		return out
	case it.expired, s.now().Sub(it.sent) > max(s.cfg.AnswerWithin, s.cfg.TokenLife):
		out := unknownInteraction()
		out.provoked = it.disturbed
		return out
	}
	n := f.root(c.body)
	if f.failed() {
		return invalidForm(f)
	}
	if !slices.Contains(it.allowedCallbacks(), kind) {
		n.at("type").fail("INTERACTION_APPLICATION_INVALID_CALLBACK_TYPE",
			fmt.Sprintf("Callback type %d does not answer an interaction of type %d", kind, it.kind))
		return invalidForm(f)
	}
	data := n.at("data")
	if kind != callbackDefer && kind != callbackDeferUpdate && !data.given() {
		data.required()
		return invalidForm(f)
	}
	if refusal := s.answerWith(c, it, kind, data); refusal != nil {
		return *refusal
	}
	it.answered, it.answerType, it.answeredOn = true, kind, connectionOf(c.request.Context())
	it.timer.Stop()
	if c.request.URL.Query().Get("with_response") == "true" {
		return answer(s.callbackResponse(it))
	}
	return noContent()
}

// allowedCallbacks are the callback types that fit the interaction's kind.
func (it *interaction) allowedCallbacks() []int64 {
	switch it.kind {
	case kindCommand:
		return []int64{callbackMessage, callbackDefer, callbackModal}
	case kindComplete:
		return []int64{callbackChoices}
	case kindModal:
		if it.messageID == "" {
			return []int64{callbackMessage, callbackDefer}
		}
		return []int64{callbackMessage, callbackDefer, callbackDeferUpdate, callbackUpdate}
	}
	return []int64{callbackMessage, callbackDefer, callbackDeferUpdate, callbackUpdate, callbackModal}
}

// answerWith carries out a callback that fits; it returns the refusal when its data does not.
func (s *Server) answerWith(c *call, it *interaction, kind int64, data node) *reply {
	switch kind {
	case callbackMessage:
		return s.replyWith(c, it, data)
	case callbackDefer:
		return s.deferReply(c, it, data)
	case callbackDeferUpdate:
		it.original = s.origin(it)
		return nil
	case callbackUpdate:
		m := s.origin(it)
		if m == nil {
			refusal := unknownMessage()
			return &refusal
		}
		if refusal := s.closedTo(m); refusal != nil {
			return refusal
		}
		it.original = m
		return s.editWith(c, m, data)
	case callbackChoices:
		it.choices = s.parseAnswerChoices(it, data.at("choices"))
		if refusal := formRefusal(data.form); refusal != nil {
			return refusal
		}
		s.witness([]string{it.userID}, string(encode(it.choices)))
		return nil
	default:
		it.modal = parseModal(data)
		if refusal := formRefusal(data.form); refusal != nil {
			return refusal
		}
		s.witness([]string{it.userID}, string(encode(it.modal)))
		return nil
	}
}

// refusal is the answer to a form with faults, nil for one without.
func formRefusal(f *form) *reply {
	if !f.failed() {
		return nil
	}
	out := invalidForm(f)
	return &out
}

// replyWith makes the message that answers an interaction.
func (s *Server) replyWith(c *call, it *interaction, data node) *reply {
	m, refusal := s.followUp(c, it, data, 0)
	if refusal == nil {
		it.original = m
	}
	return refusal
}

// deferReply makes the "thinking…" message that a later edit fills.
func (s *Server) deferReply(c *call, it *interaction, data node) *reply {
	flags, given := data.at("flags").whole(0, 1<<31-1)
	if given && flags&^flagEphemeral != 0 {
		s.warn(c, "a deferral takes the ephemeral flag only; any other has to come with the edit")
	}
	if refusal := formRefusal(data.form); refusal != nil {
		return refusal
	}
	m := s.interactionMessage(it)
	m.flags = flagLoading | flags&flagEphemeral
	if m.has(flagEphemeral) {
		m.onlyFor = it.userID
	}
	if refusal := s.closedTo(m); refusal != nil {
		return refusal
	}
	it.deferred, it.original = true, m
	it.messages = append(it.messages, m)
	s.post(m)
	return nil
}

// closedTo refuses a message that everybody would see in a thread where nothing can be posted. What only one user sees
// is no message of the thread.
func (s *Server) closedTo(m *message) *reply {
	if m.onlyFor != "" || !s.sealed(s.world.channels[m.channelID]) {
		return nil
	}
	refusal := threadArchived()
	return &refusal
}

// interactionMessage begins a message that answers or follows up an interaction.
func (s *Server) interactionMessage(it *interaction) *message {
	m := &message{id: s.world.ids.next(s.now()), channelID: it.channelID, authorID: s.world.bot.id, interaction: &it.trigger,
		created: s.now()}
	if it.kind == kindCommand {
		m.kind = messageCommand
	} else if it.messageID != "" {
		m.kind = messageReply
		m.reply = object{"type": 0, "channel_id": it.channelID, "message_id": it.messageID}
		setWhen(m.reply, "guild_id", it.guildID != "", it.guildID)
	}
	return m
}

// followUp makes a message from a body; flags are those it has in any case.
func (s *Server) followUp(c *call, it *interaction, data node, flags int64) (*message, *reply) {
	d := parseDraft(data, c.files, nil)
	if refusal := formRefusal(data.form); refusal != nil {
		return nil, refusal
	}
	m := s.interactionMessage(it)
	m.flags = flags
	if d.flags != nil {
		m.flags |= *d.flags & (flagEphemeral | flagSilent)
	}
	if m.has(flagEphemeral) {
		m.onlyFor = it.userID
	}
	if !s.apply(d, m) {
		refusal := emptyMessage()
		return nil, &refusal
	}
	if refusal := s.closedTo(m); refusal != nil {
		return nil, refusal
	}
	s.checkMentions(c, d, m)
	m.mentions = s.world.mentionsIn(m, d.allowed)
	it.messages = append(it.messages, m)
	s.post(m)
	return m, nil
}

// parseAnswerChoices checks the answer to an autocomplete.
func (s *Server) parseAnswerChoices(it *interaction, n node) []any {
	if !n.given() {
		n.required()
	}
	out := []any{}
	focused := it.focused()
	for _, item := range n.list(0, 25) {
		if !item.isObject() {
			continue
		}
		one := object{"name": item.at("name").words(1, 100), "value": item.at("value").value}
		switch {
		case !item.at("value").given():
			item.at("value").required()
		case focused == nil || focused.kind == optString:
			if _, isText := item.at("value").value.(string); !isText {
				item.at("value").fail("STRING_TYPE_CONVERT", "Could not interpret the value as string.")
			}
			item.at("value").words(1, 100)
		case focused.kind == optInteger:
			item.at("value").whole(-1<<53, 1<<53)
		default:
			item.at("value").number()
		}
		out = append(out, one)
	}
	return out
}

// callbackResponse is the body of a callback that was asked to answer with_response.
func (s *Server) callbackResponse(it *interaction) object {
	head := object{"id": it.id, "type": it.kind, "channel_id": it.channelID, "response_message_loading": it.deferred,
		"response_message_ephemeral": it.original != nil && it.original.has(flagEphemeral)}
	setWhen(head, "guild_id", it.guildID != "", it.guildID)
	out := object{"interaction": head}
	setWhen(head, "response_message_id", it.original != nil && it.answerType != callbackDeferUpdate, it.originalID())
	if it.answerType == callbackMessage || it.answerType == callbackUpdate {
		out["resource"] = object{"type": it.answerType, "message": s.messageJSON(it.original, true)}
	}
	return out
}

// followUpMessage finds the message that a follow-up route names: the first answer, or one of the later ones.
func (s *Server) followUpMessage(c *call) (*interaction, *message, *reply) {
	it, refusal := s.byToken(c)
	if refusal != nil {
		return nil, nil, refusal
	}
	var m *message
	if id := c.vars["message"]; id == "@original" {
		m = it.original
	} else {
		for _, sent := range append(slices.Clone(it.messages), it.original) {
			if sent != nil && sent.id == id {
				m = sent
			}
		}
	}
	if m == nil || m.deleted {
		unknown := unknownMessage()
		unknown.provoked = it.redelivered
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
		refusal = s.closedTo(m)
	}
	if refusal != nil {
		return *refusal
	}
	f := &form{}
	if refusal = s.editWith(c, m, f.root(c.body)); refusal != nil {
		return *refusal
	}
	if m == it.original {
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
	if m == it.original {
		it.deferred = false
	}
	return noContent()
}

// createFollowUp sends one more message. The first one after a deferral takes the place of the "thinking…" message.
func (s *Server) createFollowUp(c *call) reply {
	it, refusal := s.byToken(c)
	if refusal != nil {
		return *refusal
	}
	f := &form{}
	m := it.original
	if it.deferred && m != nil && !m.deleted {
		refusal = s.editWith(c, m, f.root(c.body))
	} else {
		m, refusal = s.followUp(c, it, f.root(c.body), 0)
	}
	if refusal != nil {
		return *refusal
	}
	it.deferred = false
	return reply{status: http.StatusOK, body: s.messageJSON(m, true)}
}
