package discord

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// answer is what Discord has been told about one interaction. It is told once: at first, or to wait and then in full.
type answer struct {
	r     *router
	req   *Request
	t     ticket
	timer *time.Timer
	done  func() // called at the end

	arrived time.Time // by the machine's clock

	mu        sync.Mutex
	finished  bool
	deferred  bool  // Discord was told to wait, or had been answered before
	ephemeral bool  // deferred for the asker only
	deferErr  error // why deferring failed
}

type response struct {
	Type  int    `json:"type"`
	Data  any    `json:"data,omitempty"`
	files []File // of Data
}

const (
	typeMessage     = int(discordgo.InteractionResponseChannelMessageWithSource)
	typeDefer       = int(discordgo.InteractionResponseDeferredChannelMessageWithSource)
	typeAcknowledge = int(discordgo.InteractionResponseDeferredMessageUpdate)
	typeUpdate      = int(discordgo.InteractionResponseUpdateMessage)
	typeChoices     = int(discordgo.InteractionApplicationCommandAutocompleteResult)
	typeForm        = int(discordgo.InteractionResponseModal)
)

// promptBytes is the most that the files of a first answer may hold: what a slow line carries in half a second.
const promptBytes = 64 << 10

// wait returns the first answer that defers the real one.
func deferral(ephemeral bool) response {
	body := struct {
		Flags int `json:"flags,omitempty"`
	}{}
	if ephemeral {
		body.Flags = flagEphemeral
	}
	return response{Type: typeDefer, Data: body}
}

func newAnswer(r *router, req *Request, t ticket, arrived time.Time, done func()) *answer {
	a := &answer{r: r, req: req, t: t, done: done, arrived: arrived}
	a.timer = time.AfterFunc(time.Hour, func() { // started by start
		r.queue.guard(func() { a.deferOnTimer() })
	})
	a.timer.Stop()
	return a
}

// start begins the time after which Discord is told to wait, also while the request still stands in line.
func (a *answer) startTimer() { a.timer.Reset(a.r.cfg.DeferAfter - time.Since(a.arrived)) }

func (a *answer) deferOnTimer() {
	if err := a.deferNow(); err != nil {
		a.r.cfg.Log.Warn().Str("interaction", a.req.ID).Str("error", a.r.secret.err(err)).Msg("could not defer an answer")
	}
}

// deferNow tells Discord to wait, unless it has been told something.
func (a *answer) deferNow() error {
	ephemeral := a.req.Sealed || a.r.deferEphemeral(a.req)
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.finished || a.deferred {
		return nil
	}
	a.deferErr = a.callback(deferral(ephemeral))
	if Code(a.deferErr) == codeAcknowledged {
		a.deferErr = nil // before a restart, or on an earlier delivery
	}
	a.deferred, a.ephemeral = a.deferErr == nil, ephemeral
	return a.deferErr
}

// lost tells whether the interaction cannot be answered any more.
func (a *answer) expired() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	code := Code(a.deferErr)
	return code == codeUnknownInteract || code == CodeUnknownWebhook
}

// drop gives up on the answer.
func (a *answer) abandon() {
	defer a.done()
	a.timer.Stop()
	a.mu.Lock()
	defer a.mu.Unlock()
	a.finished = true
}

// finish sends the reply, and then what of it is for the asker alone. A nil reply takes note and shows nothing.
func (a *answer) finish(reply *Reply) error {
	defer a.done()
	a.timer.Stop()
	a.mu.Lock()
	defer a.mu.Unlock()
	a.finished = true
	err := a.send(reply)
	if err != nil || reply == nil || reply.Alone == nil {
		return err
	}
	alone := *reply.Alone
	alone.Ephemeral = true
	return a.followUp(&alone)
}

// send sends the reply itself.
func (a *answer) send(reply *Reply) error {
	if reply != nil && a.req.Sealed {
		alone := *reply
		alone.Ephemeral, alone.Update = true, false
		reply = &alone
	}
	if a.deferred {
		return a.finishDeferred(reply)
	}
	if bulky(reply) {
		return a.sendLater(reply)
	}
	err := a.callback(a.initialResponse(reply))
	if Code(err) == codeAcknowledged && a.req.Kind != Completing && reply != nil && reply.Form == nil {
		return a.editOriginal(reply) // answered on an earlier delivery, perhaps only with "wait"
	}
	return err
}

// bulky reports whether a reply's files may take too long for a first answer.
func bulky(reply *Reply) bool {
	if reply == nil {
		return false
	}
	size := 0
	for _, f := range reply.message().Files {
		size += len(f.Data)
	}
	return size > promptBytes
}

// sendLater defers the answer and then sends the reply, which has 15 minutes to arrive.
func (a *answer) sendLater(reply *Reply) error {
	promise := deferral(reply.Ephemeral)
	if reply.Update && a.req.Message != "" {
		promise = response{Type: typeAcknowledge}
	}
	if err := a.callback(promise); err != nil && Code(err) != codeAcknowledged { // that: on an earlier delivery
		return err
	}
	return a.editOriginal(reply)
}

// first is the reply as a first answer.
func (a *answer) initialResponse(reply *Reply) response {
	switch {
	case a.req.Kind == Completing:
		return response{Type: typeChoices, Data: choices(reply.Choices)}
	case reply == nil:
		return response{Type: typeAcknowledge}
	case reply.Form != nil:
		return response{Type: typeForm, Data: reply.Form.body()}
	}
	m := reply.message()
	if reply.Update && a.req.Message != "" {
		return response{Type: typeUpdate, Data: editedMessage(m), files: m.Files}
	}
	body := newMessage(m)
	if reply.Ephemeral {
		body.Flags |= flagEphemeral
	}
	return response{Type: typeMessage, Data: body, files: m.Files}
}

// callback sends a first answer within the 3 s from arrival; who comes later still tries, once or twice.
func (a *answer) callback(resp response) error {
	limit := max(time.Until(a.arrived.Add(answerWithin)), time.Second)
	ctx, cancel := context.WithTimeout(a.r.work, limit)
	defer cancel()
	return a.r.rest.do(ctx, call{method: "POST", route: "/interactions/" + a.t.id + "/%s/callback", secret: a.t.token,
		body: resp, files: resp.files, safe: true, hurry: true}, nil)
}

// settle sends the reply after Discord was told to wait.
func (a *answer) finishDeferred(reply *Reply) error {
	switch {
	case reply == nil:
		return a.deleteOriginal()
	case reply.Form != nil:
		reply = &Reply{Text: formLateText, Ephemeral: true}
	case reply.Update && a.req.Message != "" && !a.t.ephemeral:
		route := messageRoute(string(a.req.Channel), a.req.Message)
		m := reply.message()
		err := a.r.rest.do(a.r.work, call{method: "PATCH", route: route, bucket: messageRoute(string(a.req.Channel), ":id"),
			body: editedMessage(m), files: m.Files, safe: true}, nil)
		return errors.Join(err, a.deleteOriginal())
	}
	if reply.Ephemeral == a.ephemeral {
		return a.editOriginal(reply)
	}
	// What was deferred keeps its visibility for ever, and a follow-up would take its place.
	if err := a.deleteOriginal(); err != nil {
		return err
	}
	return a.followUp(reply)
}

// followUp sends one more message under the interaction, after its first answer.
func (a *answer) followUp(reply *Reply) error {
	m := reply.message()
	body := newMessage(m)
	if reply.Ephemeral {
		body.Flags |= flagEphemeral
	}
	return a.r.rest.do(a.r.work, call{method: "POST", route: "/webhooks/" + a.t.app + "/%s?wait=true", secret: a.t.token,
		body: body, files: m.Files}, nil)
}

func (a *answer) editOriginal(reply *Reply) error {
	m := reply.message()
	return a.r.rest.do(a.r.work, call{method: "PATCH", route: a.original(), secret: a.t.token,
		body: editedMessage(m), files: m.Files, safe: true}, nil)
}

func (a *answer) deleteOriginal() error {
	err := a.r.rest.do(a.r.work, call{method: "DELETE", route: a.original(), secret: a.t.token, safe: true}, nil)
	if Code(err) == CodeUnknownMessage {
		return nil
	}
	return err
}

func (a *answer) original() string { return "/webhooks/" + a.t.app + "/%s/messages/@original" }
