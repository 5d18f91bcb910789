package discord

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/rs/zerolog"
)

// How long each step of a request may take.
const (
	deferAfter    = 1500 * time.Millisecond // from arrival until the answer is deferred, unless Config.DeferAfter says otherwise
	answerWithin  = 3 * time.Second         // from arrival; then Discord gives up on the interaction
	handlerLimit  = 30 * time.Second
	completeLimit = 2 * time.Second  // the handler's limit for autocomplete, which cannot be deferred
	recallLimit   = 2 * time.Second  // to find out whether a request was carried out
	recallWithin  = 10 * time.Second // from arrival, the same for a request that this process has not tried: as long as a handler would wait for the store
	askAgain      = 10               // how many reconnect pauses to wait before asking Discord again what it has received
)

// arrival is an interaction as it arrived.
type arrival struct {
	in        *interaction
	decodeErr error         // the error from decoding it, if any
	arrived   time.Time     // by the machine's clock
	replayed  bool          // it may have been delivered before: Discord sent it after a RESUME, or another process may have been sent it
	http      *httpResponse // the response to the HTTP request that brought it; nil: it came from the gateway
	done      func()        // called once it has been handled completely, but not if it was cut off
}

// oldestSent is the age up to which the time in an interaction's ID is believed. It is long, because a process that was suspended for hours still
// finds in its socket what was sent before.
const oldestSent = 24 * time.Hour

// accept queues an interaction in its channel, or alongside the queue if the handler may have to fetch a file first. It returns at
// once, because it is called in the goroutine that reads the gateway.
func (s *Session) accept(got arrival) {
	defer func() {
		if value := recover(); value != nil {
			s.cfg.Log.Error().Str("panic", s.secret.clean(fmt.Sprint(value))).Bytes("stack", debug.Stack()).
				Msg("accepting an interaction panicked")
			got.done()
		}
	}()
	req, err := got.in.request(got.decodeErr)
	if err != nil {
		s.cfg.Log.Warn().Str("error", s.secret.err(err)).Str("interaction", got.in.ID).Msg("an interaction was not understood")
		if !got.in.isAnswerable() {
			got.done()
			return
		}
		req := &Request{ID: got.in.ID, Channel: got.in.Channel, Locale: got.in.Locale}
		s.turnAway(newAnswer(s, req, got), s.host.Texts(req).NotUnderstood)
		return
	}
	if now := s.rest.now(got.arrived); !now.IsZero() && now.Sub(req.Sent) > oldestSent {
		req.Sent = time.Time{} // too old to be real, going by the dates of Discord's responses
	}
	s.cfg.Clock.observe(req.Sent, got.arrived, got.replayed)
	req.Arrived = s.cfg.Clock.At(got.arrived)
	a := newAnswer(s, req, got)
	if req.Kind == Completing {
		if err := s.queue.putUnordered(func() { s.complete(a) }); err != nil {
			s.cfg.Log.Debug().Str("error", err.Error()).Msg("dropped an autocomplete request")
			if errors.Is(err, errClosed) {
				a.leave()
			}
			a.abandon()
		}
		return
	}
	a.timer.Reset(s.cfg.DeferAfter - time.Since(a.arrived)) // even if the request is still queued by then
	serve := func() { s.serve(a) }
	if len(req.Attachments) > 0 {
		err = s.queue.putAlongside(serve)
	} else {
		err = s.queue.put(req.Channel, serve)
	}
	switch {
	case errors.Is(err, errClosed):
		a.leave()
	case err != nil:
		s.turnAway(a, s.host.Texts(req).Busy)
	}
}

// serve handles one request, from a channel's queue or alongside it.
func (s *Session) serve(a *answer) {
	started := time.Now()
	if a.replayed && s.settled(a, started) {
		return
	}
	reply, outcome, ref := s.handle(a.req, handlerLimit)
	s.deliver(a, started, reply, outcome, ref)
}

// handle calls the handler and turns an error or panic into a reply. outcome is "ok" or "error"; ref is the reference number of the error. If the
// handler failed after the request was carried out, it has succeeded.
func (s *Session) handle(req *Request, limit time.Duration) (reply *Reply, outcome, ref string) {
	s.rememberGuild(req.Channel, req.Guild)
	ctx, cancel := context.WithTimeout(s.work, limit)
	defer cancel()
	err := caught(func() (err error) {
		reply, err = s.host.Handle(ctx, req)
		return err
	})
	switch {
	case err == nil && reply == nil && !acknowledges(req):
		return &Reply{Text: s.host.Texts(req).Done, Ephemeral: true}, "ok", ""
	case err == nil:
		return reply, "ok", ""
	}
	if req.Kind != Completing {
		again, found, lost := s.recall(req, recallLimit)
		if found {
			s.logFailure(req, err, "")
			return again, "ok", ""
		}
		if lost != nil {
			err = fmt.Errorf("%w: %w: %v", err, ErrInDoubt, lost)
		}
	}
	reply, ref = s.fail(req, err)
	return reply, "error", ref
}

// acknowledges reports whether a request may be answered without showing anything: a press, a form opened by one, or autocomplete.
func acknowledges(req *Request) bool {
	return req.Kind == Pressed || req.Kind == Filled && req.Message != "" || req.Kind == Completing
}

// deliver sends a reply. The channel's next request is handled after that, so that answers appear in order, but does not wait
// long: a rate limit must not hold up the channel.
func (s *Session) deliver(a *answer, started time.Time, reply *Reply, outcome, ref string) {
	idle := outcome == "error" || reply != nil && reply.Refused
	sent := make(chan struct{})
	s.queue.detach(func() {
		defer close(sent)
		s.logRequest(a, started, outcome, ref, a.finish(reply, idle))
	})
	timer := time.NewTimer(s.pace.answer)
	defer timer.Stop()
	select {
	case <-sent:
	case <-timer.C:
	}
	if reply != nil && reply.After != nil {
		reply.After(a.via(reply))
	}
}

// complete answers an autocomplete request. An error just offers no choices.
func (s *Session) complete(a *answer) {
	started := time.Now()
	reply, outcome, ref := s.handle(a.req, completeLimit)
	if outcome != "ok" || reply == nil {
		reply = &Reply{}
	}
	s.logRequest(a, started, outcome, ref, a.finish(reply, true))
}

// leave leaves a request to the next process, because the session stops: Discord, or whoever passes on its HTTP requests, sends it there.
func (a *answer) leave() {
	a.timer.Stop()
	a.http.end(http.StatusServiceUnavailable)
}

// turnAway answers a request that will not be handled. If too many are turned away at the same time, some get no answer.
func (s *Session) turnAway(a *answer, text string) {
	a.timer.Stop()
	err := s.queue.putUnordered(func() {
		started, reply := time.Now(), &Reply{Text: text, Ephemeral: true}
		switch {
		case a.req.Kind == Completing:
			reply = &Reply{}
		case a.replayed && s.settled(a, started):
			return
		}
		s.logRequest(a, started, "turned away", "", a.finish(reply, true))
	})
	switch {
	case errors.Is(err, errClosed):
		a.leave()
	case err != nil:
		s.cfg.Log.Warn().Str("channel", string(a.req.Channel)).Msg("turned a request away without an answer")
		a.abandon()
	}
}

// settled deals with a request that may have been delivered before, and reports whether nothing is left to do. What was carried out is
// answered again, with the reply that was stored. What was answered otherwise was not carried out, and the user knows: they may have
// repeated it, so it is left alone. Only if nobody has told the user anything is there something left to do.
func (s *Session) settled(a *answer, started time.Time) bool {
	before, late := a.claim()
	if late { // Discord has told the user that it failed, so doing it now would be a surprise
		s.leave(a, started, "too late")
		return true
	}
	if before == untold {
		s.queue.detach(func() { s.settleLater(a, started) })
		return true
	}
	reply, found, err := s.recall(a.req, max(recallLimit, recallWithin-time.Since(a.arrived)))
	if !found && err != nil {
		before = a.standingNow() // another process may have carried it out and answered meanwhile
	}
	switch {
	case found:
		s.deliver(a, started, reply, "repeated", "")
	case before == answered:
		s.leave(a, started, "answered before")
	case before == untold:
		s.queue.detach(func() { s.settleLater(a, started) })
	case err != nil:
		failed, ref := s.fail(a.req, fmt.Errorf("%w: %v", ErrInDoubt, err))
		s.deliver(a, started, failed, "error", ref)
	default:
		return false
	}
	return true
}

// settleLater asks Discord what the user was told about a request that may have been delivered before, until Discord says. By then other
// requests of the channel have been carried out, so this one no longer is; if the user was told nothing, they are told that.
func (s *Session) settleLater(a *answer, started time.Time) {
	for failures := 0; ; failures++ {
		if sleep(s.work, askAgain*s.pace.after(failures)) != nil {
			return // the session has ended; the next process gets the request again
		}
		if a.standingNow() != untold {
			break
		}
		if !a.token().Live() {
			s.leave(a, started, "too late")
			return
		}
	}
	reply, found, err := s.recall(a.req, recallLimit)
	outcome, ref := "repeated", ""
	if !found {
		outcome = "error"
		cause := errUntold
		if err != nil {
			cause = fmt.Errorf("%w: %v", ErrInDoubt, err)
		}
		reply, ref = s.fail(a.req, cause)
	}
	s.logRequest(a, started, outcome, ref, a.finish(reply, !found))
}

// leave ends a request without doing or saying anything.
func (s *Session) leave(a *answer, started time.Time, outcome string) {
	s.logRequest(a, started, outcome, "", nil)
	a.abandon()
}

// ErrInDoubt means that a request may have been carried out: an earlier delivery of it, or the part of the handler that failed
// afterwards, may have stored something, and the host cannot be asked.
var ErrInDoubt = errors.New("bot: unknown whether a request was carried out")

// recall returns what Host.Recall does, or an error if it panics or takes too long.
func (s *Session) recall(req *Request, limit time.Duration) (reply *Reply, found bool, err error) {
	ctx, cancel := context.WithTimeout(s.work, limit)
	defer cancel()
	err = caught(func() (err error) {
		reply, found, err = s.host.Recall(ctx, req)
		return err
	})
	return reply, found, err
}

// caught calls fn and returns its panic as an error.
func caught(fn func() error) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = &panicError{value, debug.Stack()}
		}
	}()
	return fn()
}

// panicError is a panic of the host. The store has an error like it, also with a Trace, for panics in a transaction.
type panicError struct {
	value any
	stack []byte
}

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v", e.value) }
func (e *panicError) Trace() []byte { return e.stack }

// fail logs an error and returns the reply to it, which is Texts.Failed if Host.ErrorReply panics or returns nil, and its reference number.
func (s *Session) fail(req *Request, err error) (reply *Reply, ref string) {
	raw := make([]byte, 4)
	rand.Read(raw) // never fails: see crypto/rand
	ref = hex.EncodeToString(raw)
	s.logFailure(req, err, ref)
	defer func() {
		if value := recover(); value != nil || reply == nil {
			reply = &Reply{Text: s.host.Texts(req).Failed(ref), Ephemeral: true}
		}
	}()
	return s.host.ErrorReply(req, err, ref), ref
}

// logFailure logs the error of a handler. ref is empty if the user is not told.
func (s *Session) logFailure(req *Request, err error, ref string) {
	command, _ := SplitID(req.Path)
	line := s.cfg.Log.Error().Str("ref", ref).Str("command", command).Str("channel", string(req.Channel)).
		Str("error", s.secret.err(err))
	var crash interface{ Trace() []byte }
	if errors.As(err, &crash) {
		line = line.Bytes("stack", crash.Trace())
	}
	line.Msg("a command failed")
}

// logRequest logs and counts a request. The line contains no values of options, and custom IDs only up to the first colon.
func (s *Session) logRequest(a *answer, started time.Time, outcome, ref string, failed error) {
	counted := outcome
	if failed != nil {
		counted = "unanswered"
	}
	if answered := s.cfg.Metrics.Answered; answered != nil {
		answered([]string{"typed", "pressed", "filled", "completing"}[a.req.Kind], counted, time.Since(a.arrived))
	}
	level := zerolog.InfoLevel
	if a.req.Kind == Completing {
		level = zerolog.DebugLevel
	}
	line := s.cfg.Log.WithLevel(level)
	if failed != nil {
		line = s.cfg.Log.Warn().Str("answer", s.secret.err(failed))
	}
	if ref != "" {
		line = line.Str("code", ref)
	}
	command, _ := SplitID(a.req.Path)
	line.Str("command", command).Str("channel", string(a.req.Channel)).Str("user", string(a.req.User)).
		Dur("waited", started.Sub(a.arrived)).Dur("took", time.Since(started)).Str("outcome", outcome).Msg("request")
}
