package discord

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"github.com/rs/zerolog"
)

const (
	handlerLimit  = 30 * time.Second // for one request
	completeLimit = 2 * time.Second  // for autocomplete, which cannot be deferred
	answerWithin  = 3 * time.Second  // from arrival; Discord drops the interaction then
	tooMuchText   = "Too much at once here; try again in a moment."
	restartText   = "Roundel is restarting; try again in a moment."
	formLateText  = "That took too long to open a form. Nothing was changed; try again."
	doneText      = "Done."
)

// router takes interactions as they come, has them handled in the order of their channel, and answers.
type router struct {
	cfg      Config
	rest     *rest
	queue    *queue
	work     context.Context // ends when what is in flight is cut off
	secret   redactor
	patience time.Duration // how long a channel waits for an answer to be sent before its next request is handled
}

// accept takes one interaction. It returns at once: discordgo calls it in the goroutine that reads the gateway. Replayed
// ones are those that Discord sends again after a RESUME. Done is called once there is nothing left to do about it.
func (r *router) accept(in *interaction, decodeErr error, arrived time.Time, replayed bool, done func()) {
	defer func() {
		if value := recover(); value != nil {
			r.cfg.Log.Error().Str("panic", r.secret.clean(panicText(value))).Bytes("stack", debug.Stack()).
				Msg("an interaction could not be taken")
			done()
		}
	}()
	t := in.ticket()
	req, err := in.request(decodeErr)
	if err != nil {
		r.cfg.Log.Warn().Str("error", r.secret.err(err)).Str("interaction", t.id).Msg("an interaction was not understood")
		if t.id == "" || t.token == "" || t.app == "" {
			done()
			return
		}
		r.turnAway(newAnswer(r, &Request{ID: t.id}, t, arrived, done), "This version of Roundel does not know that.")
		return
	}
	r.cfg.Clock.Heard(req.Sent, arrived, replayed)
	req.Arrived = r.cfg.Clock.At(arrived)
	a := newAnswer(r, req, t, arrived, done)
	if req.Kind == Completing {
		if err := r.queue.putUnordered(func() { r.complete(a) }); err != nil {
			r.cfg.Log.Debug().Str("error", err.Error()).Msg("left out an autocomplete")
			a.abandon()
		}
		return
	}
	a.startTimer()
	switch err := r.queue.put(req.Channel, func() { r.serve(a, replayed) }); {
	case errors.Is(err, errClosed):
		r.turnAway(a, restartText)
	case err != nil:
		r.turnAway(a, tooMuchText)
	}
}

// turnAway answers a request that is not handled. When too many are turned away at once it does not even do that.
func (r *router) turnAway(a *answer, text string) {
	a.timer.Stop()
	err := r.queue.putUnordered(func() {
		reply := &Reply{Text: text, Ephemeral: true}
		if a.req.Kind == Completing {
			reply = &Reply{}
		}
		r.logRequest(a, time.Now(), "turned away", "", a.finish(reply))
	})
	if err != nil {
		r.cfg.Log.Warn().Str("channel", string(a.req.Channel)).Msg("turned a request away without an answer")
		a.abandon()
	}
}

// serve handles one request of a channel's line. Its answer is usually sent before the channel's next request is
// handled, so that answers stand in order; one that takes long, for a rate limit, holds nobody up.
func (r *router) serve(a *answer, replayed bool) {
	begun := time.Now()
	if replayed && a.deferNow() != nil && a.expired() {
		r.logRequest(a, begun, "too late", "", nil) // Discord has told the user that it failed: doing it now would surprise
		a.abandon()
		return
	}
	reply, outcome, code := r.handle(a.req, handlerLimit)
	sent := make(chan struct{})
	r.queue.detach(func() {
		defer close(sent)
		r.logRequest(a, begun, outcome, code, a.finish(reply))
	})
	timer := time.NewTimer(r.patience)
	defer timer.Stop()
	select {
	case <-sent:
	case <-timer.C:
	}
	if reply != nil && reply.After != nil {
		reply.After()
	}
}

// complete answers an autocomplete. It changes nothing, so it waits for nothing.
func (r *router) complete(a *answer) {
	begun := time.Now()
	reply, outcome, code := r.handle(a.req, completeLimit)
	if outcome != "ok" || reply == nil {
		reply = &Reply{}
	}
	r.logRequest(a, begun, outcome, code, a.finish(reply))
}

// handle calls the handler and turns its error or panic into a reply. Outcome is ok, refused or error; code the
// refusal's or the error's reference.
func (r *router) handle(req *Request, limit time.Duration) (reply *Reply, outcome, code string) {
	ctx, cancel := context.WithTimeout(r.work, limit)
	defer cancel()
	reply, err := r.call(ctx, req)
	var refusal Refusal
	switch {
	case err == nil && reply == nil && !acknowledges(req):
		return &Reply{Text: doneText, Ephemeral: true}, "ok", ""
	case err == nil:
		return reply, "ok", ""
	case errors.As(err, &refusal):
		return r.errorReply(err, ""), "refused", refusal.Refused()
	}
	ref := reference()
	line := r.cfg.Log.Error().Str("ref", ref).Str("command", commandName(req)).Str("channel", string(req.Channel)).
		Str("error", r.secret.err(err))
	var crash interface{ Trace() []byte }
	if errors.As(err, &crash) {
		line = line.Bytes("stack", crash.Trace())
	}
	line.Msg("a command failed")
	return r.errorReply(err, ref), "error", ref
}

// panicError is a handler's panic. One inside a transaction is the store's, and has a Trace too.
type panicError struct {
	value any
	stack []byte
}

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v", e.value) }
func (e *panicError) Trace() []byte { return e.stack }

func (r *router) call(ctx context.Context, req *Request) (reply *Reply, err error) {
	defer func() {
		if value := recover(); value != nil {
			reply, err = nil, &panicError{value, debug.Stack()}
		}
	}()
	return r.cfg.Handler(ctx, req)
}

// explain is the reply to an error; should even that fail, a plain one.
func (r *router) errorReply(err error, ref string) (reply *Reply) {
	defer func() {
		if value := recover(); value != nil || reply == nil {
			reply = plainErrorReply(err, ref)
		}
	}()
	return r.cfg.ErrorReply(err, ref)
}

// deferQuietly asks the command side whether an answer that takes long is only for the asker.
func (r *router) deferEphemeral(req *Request) (quiet bool) {
	defer func() {
		if recover() != nil {
			quiet = true
		}
	}()
	return r.cfg.DeferEphemeral(req)
}

func plainErrorReply(err error, ref string) *Reply {
	var refusal Refusal
	if errors.As(err, &refusal) {
		return &Reply{Text: refusal.Error(), Ephemeral: true}
	}
	return &Reply{Text: "Something went wrong inside Roundel. Try again; if it stays so, give the host this number: " + ref + ".",
		Ephemeral: true}
}

// acknowledges tells whether a request may be answered with nothing: a press, or a form opened by one.
func acknowledges(req *Request) bool {
	return req.Kind == Pressed || req.Kind == Filled && req.Message != "" || req.Kind == Completing
}

// note writes the one line of a request. It names no option's value: a custom ID is cut at its first colon.
func (r *router) logRequest(a *answer, begun time.Time, outcome, code string, failed error) {
	seen := outcome
	if failed != nil {
		seen = "unanswered"
	}
	r.cfg.Watch.answered(a.req.Kind, seen, time.Since(a.arrived))
	level := zerolog.InfoLevel
	if a.req.Kind == Completing {
		level = zerolog.DebugLevel
	}
	line := r.cfg.Log.WithLevel(level)
	if failed != nil {
		line = r.cfg.Log.Warn().Str("answer", r.secret.err(failed))
	}
	if code != "" {
		line = line.Str("code", code)
	}
	line.Str("command", commandName(a.req)).Str("channel", string(a.req.Channel)).Str("user", string(a.req.User)).
		Dur("waited", begun.Sub(a.arrived)).Dur("took", time.Since(begun)).Str("outcome", outcome).Msg("request")
}

// name is a request's path without what may follow a colon in a custom ID.
func commandName(req *Request) string {
	head, _, _ := strings.Cut(req.Path, ":")
	return head
}

// reference is a short random number under which an error is found in the log.
func reference() string {
	raw := make([]byte, 4)
	rand.Read(raw) // never fails: see crypto/rand
	return hex.EncodeToString(raw)
}
