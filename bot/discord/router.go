package discord

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/rs/zerolog"
)

const (
	handlerLimit  = 30 * time.Second // for one request
	completeLimit = 2 * time.Second  // for autocomplete, which cannot be deferred
	recallLimit   = 2 * time.Second  // for finding out whether a request was carried out
	recallWithin  = 10 * time.Second // from arrival, the same, if it has not been tried to carry it out: as long as a handler would wait for the store
	askAgain      = 10               // how many times as long as between connections it takes until Discord is asked again what it has received
	answerWithin  = 3 * time.Second  // from arrival; then Discord gives up on the interaction
)

// router receives interactions, has those of a channel handled in order, and answers them.
type router struct {
	cfg      Config
	host     Host // from Run on
	rest     *rest
	queue    *queue
	work     context.Context // ends when requests in flight are cut off
	secret   redactor
	patience time.Duration // how long the channel's next request waits for an answer to be sent
	shared   bool          // other processes may be sent the same requests
	pace     pace
}

// arrival is an interaction as it arrived.
type arrival struct {
	in        *interaction
	decodeErr error // the error from decoding it, if any
	at        time.Time
	replayed  bool   // Discord sent it after a RESUME, or another process may have been sent it
	door      *door  // the HTTP request that brought it; nil: it came from the gateway
	done      func() // called once it has been handled completely
}

// accept queues an interaction. It returns at once, because it is called in the goroutine that reads the gateway.
func (r *router) accept(got arrival) {
	defer func() {
		if value := recover(); value != nil {
			r.cfg.Log.Error().Str("panic", r.secret.clean(panicText(value))).Bytes("stack", debug.Stack()).
				Msg("accepting an interaction panicked")
			got.done()
		}
	}()
	t := got.in.ticket()
	req, err := got.in.request(got.decodeErr)
	if err != nil {
		r.cfg.Log.Warn().Str("error", r.secret.err(err)).Str("interaction", t.id).Msg("an interaction was not understood")
		if t.id == "" || t.token == "" || t.app == "" {
			got.done()
			return
		}
		r.turnAway(newAnswer(r, &Request{ID: t.id}, t, got), r.host.Texts.NotUnderstood)
		return
	}
	r.cfg.Clock.Observe(req.Sent, got.at, got.replayed)
	req.Arrived = r.cfg.Clock.At(got.at)
	a := newAnswer(r, req, t, got)
	if req.Kind == Completing {
		if err := r.queue.putUnordered(func() { r.complete(a) }); err != nil {
			r.cfg.Log.Debug().Str("error", err.Error()).Msg("dropped an autocomplete request")
			a.abandon()
		}
		return
	}
	a.startTimer()
	switch err := r.enqueue(req, func() { r.serve(a) }); {
	case errors.Is(err, errClosed):
		a.timer.Stop() // Discord, or whoever passes on its HTTP requests, will send it to the next process
		got.door.end(http.StatusServiceUnavailable)
	case err != nil:
		r.turnAway(a, r.host.Texts.Busy)
	}
}

// enqueue has a request handled in its channel's queue, or alongside it if its handler may have to fetch a file first.
func (r *router) enqueue(req *Request, job func()) error {
	if len(req.Attachments) > 0 {
		return r.queue.putAlongside(job)
	}
	return r.queue.put(req.Channel, job)
}

// serve handles one request, from a channel's queue or alongside it. The answer is usually sent before the channel's next request is
// handled, so that answers appear in order, but one that takes long because of a rate limit does not hold up the channel.
func (r *router) serve(a *answer) {
	started := time.Now()
	if a.replayed && r.settled(a, started) {
		return
	}
	reply, outcome, code := r.handle(a.req, handlerLimit)
	r.deliver(a, started, reply, outcome, code)
}

// deliver sends a reply, and waits for that as long as the channel's next request may wait.
func (r *router) deliver(a *answer, started time.Time, reply *Reply, outcome, code string) {
	idle := outcome == "error" || reply != nil && reply.Refused
	sent := make(chan struct{})
	r.queue.detach(func() {
		defer close(sent)
		r.logRequest(a, started, outcome, code, a.finish(reply, idle))
	})
	timer := time.NewTimer(r.patience)
	defer timer.Stop()
	select {
	case <-sent:
	case <-timer.C:
	}
	if reply != nil && reply.After != nil {
		reply.After(a.via(reply))
	}
}

// handle calls the handler and turns an error or panic into a reply. outcome is "ok", "refused" or "error"; code is the
// refusal's code or the reference number of the error. If the handler failed after the request was carried out, it has succeeded.
func (r *router) handle(req *Request, limit time.Duration) (reply *Reply, outcome, code string) {
	ctx, cancel := context.WithTimeout(r.work, limit)
	defer cancel()
	reply, err := r.call(ctx, req)
	var refusal Refusal
	switch {
	case err == nil && reply == nil && !acknowledges(req):
		return &Reply{Text: r.host.Texts.Done, Ephemeral: true}, "ok", ""
	case err == nil:
		return reply, "ok", ""
	case errors.As(err, &refusal):
		return r.errorReply(err, ""), "refused", refusal.Refused()
	}
	if req.Kind != Completing {
		again, found, lost := r.recall(req, recallLimit)
		if found {
			r.logFailure(req, err, "")
			return again, "ok", ""
		}
		if lost != nil {
			err = fmt.Errorf("%w: %w: %v", err, ErrInDoubt, lost)
		}
	}
	reply, code = r.fail(req, err)
	return reply, "error", code
}

// call calls the handler and turns its panic into an error.
func (r *router) call(ctx context.Context, req *Request) (reply *Reply, err error) {
	defer func() {
		if value := recover(); value != nil {
			reply, err = nil, &panicError{value, debug.Stack()}
		}
	}()
	return r.host.Handle(ctx, req)
}

// errorReply returns the reply to an error, or Texts.Failed if Host.ErrorReply panics or returns nil.
func (r *router) errorReply(err error, ref string) (reply *Reply) {
	defer func() {
		if value := recover(); value != nil || reply == nil {
			reply = &Reply{Text: r.host.Texts.Failed(ref), Ephemeral: true}
		}
	}()
	return r.host.ErrorReply(err, ref)
}

// fail logs an error and returns the reply to it and its reference number.
func (r *router) fail(req *Request, err error) (reply *Reply, ref string) {
	ref = reference()
	r.logFailure(req, err, ref)
	return r.errorReply(err, ref), ref
}

// complete answers an autocomplete request.
func (r *router) complete(a *answer) {
	started := time.Now()
	reply, outcome, code := r.handle(a.req, completeLimit)
	if outcome != "ok" || reply == nil {
		reply = &Reply{}
	}
	r.logRequest(a, started, outcome, code, a.finish(reply, true))
}

// turnAway answers a request that will not be handled. If too many are turned away at the same time, some get no answer.
func (r *router) turnAway(a *answer, text string) {
	a.timer.Stop()
	err := r.queue.putUnordered(func() {
		started, reply := time.Now(), &Reply{Text: text, Ephemeral: true}
		switch {
		case a.req.Kind == Completing:
			reply = &Reply{}
		case a.replayed && r.settled(a, started):
			return
		}
		r.logRequest(a, started, "turned away", "", a.finish(reply, true))
	})
	if err != nil {
		r.cfg.Log.Warn().Str("channel", string(a.req.Channel)).Msg("turned a request away without an answer")
		a.abandon()
	}
}

// settled deals with a request that may have been delivered before, and reports whether nothing is left to do. What was carried out is
// answered again, with the reply that was stored. What was answered otherwise was not carried out, and the user knows: they may have
// repeated it, so it is left alone. Only if nobody has told the user anything is there something left to do.
func (r *router) settled(a *answer, started time.Time) bool {
	before, late := a.claim()
	if late { // Discord has told the user that it failed, so doing it now would be a surprise
		r.leave(a, started, "too late")
		return true
	}
	if before == untold {
		r.queue.detach(func() { r.ask(a, started) })
		return true
	}
	reply, found, err := r.recall(a.req, max(recallLimit, recallWithin-time.Since(a.arrived)))
	if !found && err != nil {
		before = a.lookAgain() // another process may have carried it out and answered meanwhile
	}
	switch {
	case found:
		r.deliver(a, started, reply, "repeated", "")
	case before == answered:
		r.leave(a, started, "answered before")
	case before == untold:
		r.queue.detach(func() { r.ask(a, started) })
	case err != nil:
		failed, code := r.fail(a.req, fmt.Errorf("%w: %v", ErrInDoubt, err))
		r.deliver(a, started, failed, "error", code)
	default:
		return false
	}
	return true
}

// ask asks Discord what the user was told about a request that may have been delivered before, until it says. What was not carried out until
// then is not carried out any more, because others of the channel have been meanwhile; if the user was told nothing, they are told that.
func (r *router) ask(a *answer, started time.Time) {
	for failures := 0; ; failures++ {
		if sleep(r.work, askAgain*r.pace.after(failures)) != nil {
			return // the session has ended; the next process gets the request again
		}
		switch before := a.lookAgain(); {
		case before == untold && a.token("").Live():
			continue
		case before == untold:
			r.leave(a, started, "too late")
			return
		}
		reply, found, err := r.recall(a.req, recallLimit)
		outcome, code := "repeated", ""
		if !found {
			outcome = "error"
			cause := errUntold
			if err != nil {
				cause = fmt.Errorf("%w: %v", ErrInDoubt, err)
			}
			reply, code = r.fail(a.req, cause)
		}
		r.logRequest(a, started, outcome, code, a.finish(reply, !found))
		return
	}
}

// leave ends a request without doing or saying anything.
func (r *router) leave(a *answer, started time.Time, outcome string) {
	r.logRequest(a, started, outcome, "", nil)
	a.abandon()
}

// ErrInDoubt means that a request may have been carried out: an earlier delivery of it, or the part of the handler that failed
// afterwards, may have stored something, and the host cannot be asked.
var ErrInDoubt = errors.New("bot: unknown whether a request was carried out")

// recall returns what Host.Recall does, or an error if it panics or takes too long.
func (r *router) recall(req *Request, limit time.Duration) (reply *Reply, found bool, err error) {
	defer func() {
		if value := recover(); value != nil {
			reply, found, err = nil, false, &panicError{value, debug.Stack()}
		}
	}()
	ctx, cancel := context.WithTimeout(r.work, limit)
	defer cancel()
	return r.host.Recall(ctx, req)
}

// panicError is a panic of a handler. The store has an error like it, also with a Trace, for panics in a transaction.
type panicError struct {
	value any
	stack []byte
}

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v", e.value) }

func (e *panicError) Trace() []byte { return e.stack }

// acknowledges reports whether a request may be answered without showing anything: a press, a form opened by one, or autocomplete.
func acknowledges(req *Request) bool {
	return req.Kind == Pressed || req.Kind == Filled && req.Message != "" || req.Kind == Completing
}

// logFailure logs the error of a handler. ref is empty if the user is not told.
func (r *router) logFailure(req *Request, err error, ref string) {
	line := r.cfg.Log.Error().Str("ref", ref).Str("command", commandName(req)).Str("channel", string(req.Channel)).
		Str("error", r.secret.err(err))
	var crash interface{ Trace() []byte }
	if errors.As(err, &crash) {
		line = line.Bytes("stack", crash.Trace())
	}
	line.Msg("a command failed")
}

// logRequest logs and counts a request. The line contains no values of options, and custom IDs only up to the first colon.
func (r *router) logRequest(a *answer, started time.Time, outcome, code string, failed error) {
	seen := outcome
	if failed != nil {
		seen = "unanswered"
	}
	r.cfg.Metrics.answered(a.req.Kind, seen, time.Since(a.arrived))
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
		Dur("waited", started.Sub(a.arrived)).Dur("took", time.Since(started)).Str("outcome", outcome).Msg("request")
}

// commandName returns a request's path, of a custom ID only the part before the first colon.
func commandName(req *Request) string {
	head, _, _ := strings.Cut(req.Path, ":")
	return head
}

// reference returns a short random number that identifies an error in the log.
func reference() string {
	raw := make([]byte, 4)
	rand.Read(raw) // never fails: see crypto/rand
	return hex.EncodeToString(raw)
}
