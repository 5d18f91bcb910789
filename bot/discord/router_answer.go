package discord

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// answer is the answer to an interaction: either sent at once, or deferred and then sent.
type answer struct {
	r     *router
	req   *Request
	t     ticket
	timer *time.Timer
	done  func() // called at the end

	arrived time.Time // by the machine's clock

	mu        sync.Mutex
	finished  bool
	deferred  bool  // the answer was deferred, or Discord had received one before
	ephemeral bool  // it was deferred as an ephemeral one
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

// promptBytes is the maximum size of the files of an answer that is sent at once: what a slow line uploads in half a second.
const promptBytes = 64 << 10

// deferral returns the response that defers an answer.
func deferral(ephemeral bool) response {
	body := struct {
		Flags int `json:"flags,omitempty"`
	}{}
	if ephemeral {
		body.Flags = flagEphemeral
	}
	return response{Type: typeDefer, Data: body}
}

// newAnswer returns an answer whose timer is not running yet.
func newAnswer(r *router, req *Request, t ticket, arrived time.Time, done func()) *answer {
	a := &answer{r: r, req: req, t: t, done: done, arrived: arrived}
	a.timer = time.AfterFunc(time.Hour, func() { // see startTimer
		r.queue.guard(func() { a.deferOnTimer() })
	})
	a.timer.Stop()
	return a
}

// startTimer starts the timer that defers the answer, even if the request is still queued by then.
func (a *answer) startTimer() { a.timer.Reset(a.r.cfg.DeferAfter - time.Since(a.arrived)) }

// deferOnTimer defers the answer and logs a failure.
func (a *answer) deferOnTimer() {
	if err := a.deferNow(); err != nil {
		a.r.cfg.Log.Warn().Str("interaction", a.req.ID).Str("error", a.r.secret.err(err)).Msg("could not defer an answer")
	}
}

// deferNow defers the answer unless it was sent or deferred already.
func (a *answer) deferNow() error {
	ephemeral := a.req.Sealed || a.r.deferEphemeral(a.req)
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.finished || a.deferred {
		return nil
	}
	a.deferErr = a.callback(deferral(ephemeral))
	if Code(a.deferErr) == codeAcknowledged {
		a.deferErr = nil // answered before a restart, or when it was first delivered
	}
	a.deferred, a.ephemeral = a.deferErr == nil, ephemeral
	return a.deferErr
}

// expired reports whether deferring failed because the interaction can no longer be answered.
func (a *answer) expired() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	code := Code(a.deferErr)
	return code == codeUnknownInteract || code == CodeUnknownWebhook
}

// abandon ends the answer without sending it.
func (a *answer) abandon() {
	defer a.done()
	a.timer.Stop()
	a.mu.Lock()
	defer a.mu.Unlock()
	a.finished = true
}

// finish sends the reply and then its Alone part. A nil reply acknowledges the interaction and shows nothing.
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

// send sends the reply without its Alone part.
func (a *answer) send(reply *Reply) error {
	if reply != nil && a.req.Sealed {
		alone := *reply
		alone.Ephemeral, alone.Update = true, false
		reply = &alone
	}
	if a.deferred {
		return a.finishDeferred(reply)
	}
	if a.bulky(reply) {
		return a.sendLater(reply)
	}
	err := a.callback(a.initialResponse(reply))
	if Code(err) == codeAcknowledged && a.req.Kind != Completing && reply != nil && reply.Form == nil {
		return a.editOriginal(reply) // answered when it was first delivered, perhaps only deferred
	}
	return err
}

// bulky reports whether a reply's files may take too long to upload within answerWithin.
func (a *answer) bulky(reply *Reply) bool {
	if reply == nil {
		return false
	}
	size := 0
	for _, f := range a.message(reply).Files {
		size += len(f.Data)
	}
	return size > promptBytes
}

// sendLater defers the answer and then sends the reply, for which Discord allows 15 minutes.
func (a *answer) sendLater(reply *Reply) error {
	promise := deferral(reply.Ephemeral)
	if reply.Update && a.req.Message != "" {
		promise = response{Type: typeAcknowledge}
	}
	if err := a.callback(promise); err != nil && Code(err) != codeAcknowledged { // unless it was when first delivered
		return err
	}
	return a.editOriginal(reply)
}

// initialResponse returns the response that answers an interaction at once.
func (a *answer) initialResponse(reply *Reply) response {
	switch {
	case a.req.Kind == Completing:
		return response{Type: typeChoices, Data: choices(reply.Choices)}
	case reply == nil:
		return response{Type: typeAcknowledge}
	case reply.Form != nil:
		return response{Type: typeForm, Data: reply.Form.body()}
	}
	m := a.message(reply)
	if reply.Update && a.req.Message != "" {
		return response{Type: typeUpdate, Data: editedMessage(m), files: m.Files}
	}
	body := newMessage(m)
	if reply.Ephemeral {
		body.Flags |= flagEphemeral
	}
	return response{Type: typeMessage, Data: body, files: m.Files}
}

// callback sends a first response. It has until answerWithin after arrival, but at least a second.
func (a *answer) callback(resp response) error {
	limit := max(time.Until(a.arrived.Add(answerWithin)), time.Second)
	ctx, cancel := context.WithTimeout(a.r.work, limit)
	defer cancel()
	return a.r.rest.do(ctx, call{method: "POST", route: "/interactions/" + a.t.id + "/%s/callback", secret: a.t.token,
		body: resp, files: resp.files, safe: true, hurry: true}, nil)
}

// finishDeferred sends the reply to an interaction whose answer was deferred.
func (a *answer) finishDeferred(reply *Reply) error {
	switch {
	case reply == nil:
		return a.deleteOriginal()
	case reply.Form != nil:
		reply = &Reply{Text: a.r.host.Texts.FormTooLate, Ephemeral: true}
	case reply.Update && a.req.Message != "" && !a.t.ephemeral:
		route := messageRoute(a.req.Channel, a.req.Message)
		m := a.message(reply)
		err := a.r.rest.do(a.r.work, call{method: "PATCH", route: route, bucket: messageRoute(a.req.Channel, ":id"),
			body: editedMessage(m), files: m.Files, safe: true}, nil)
		return errors.Join(err, a.deleteOriginal())
	}
	if reply.Ephemeral == a.ephemeral {
		return a.editOriginal(reply)
	}
	// A deferred answer cannot change its visibility, and a follow-up would take its place.
	if err := a.deleteOriginal(); err != nil {
		return err
	}
	return a.followUp(reply)
}

// followUp sends another message after the first response.
func (a *answer) followUp(reply *Reply) error {
	m := a.message(reply)
	body := newMessage(m)
	if reply.Ephemeral {
		body.Flags |= flagEphemeral
	}
	return a.r.rest.do(a.r.work, call{method: "POST", route: "/webhooks/" + a.t.app + "/%s?wait=true", secret: a.t.token,
		body: body, files: m.Files}, nil)
}

// editOriginal replaces the first response, or delivers a deferred one.
func (a *answer) editOriginal(reply *Reply) error {
	m := a.message(reply)
	return a.r.rest.do(a.r.work, call{method: "PATCH", route: a.original(), secret: a.t.token,
		body: editedMessage(m), files: m.Files, safe: true}, nil)
}

// deleteOriginal deletes the first response.
func (a *answer) deleteOriginal() error {
	err := a.r.rest.do(a.r.work, call{method: "DELETE", route: a.original(), secret: a.t.token, safe: true}, nil)
	if Code(err) == CodeUnknownMessage {
		return nil
	}
	return err
}

// message returns the message that shows a reply.
func (a *answer) message(reply *Reply) Message { return reply.message(a.r.host.Texts.FullText) }

func (a *answer) original() string { return "/webhooks/" + a.t.app + "/%s/messages/@original" }
