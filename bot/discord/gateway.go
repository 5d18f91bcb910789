package discord

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"roundel/bot/discord/gateway"
)

// keepConnected keeps the session connected to the gateway until ctx ends or Discord rejects the bot for good, which may
// also be the reason why ctx ended.
func (s *Session) keepConnected(ctx context.Context) error {
	g := &supervisor{s: s, resume: s.loadResumePoint(ctx)}
	s.identifies.load(ctx)
	defer func() { s.saveResumePoint(g.resume) }()
	for ctx.Err() == nil {
		address, err := g.address(ctx)
		if err == nil {
			err = g.connectOnce(ctx, address)
		}
		if ctx.Err() != nil {
			break
		}
		var fatal *FatalError
		if errors.As(err, &fatal) {
			return s.logFatal(fatal)
		}
		pause := g.pause(err)
		s.cfg.Log.Warn().Str("error", s.secret.err(err)).Dur("pause", pause).Msg("the gateway is not connected; trying again")
		if err := sleep(ctx, pause); err != nil {
			break
		}
	}
	var fatal *FatalError
	if errors.As(context.Cause(ctx), &fatal) {
		return s.logFatal(fatal)
	}
	return nil
}

// logFatal logs and returns a fatal error.
func (s *Session) logFatal(fatal *FatalError) error {
	s.cfg.Log.Error().Str("error", s.secret.err(fatal.Err)).Msg(fatal.Text)
	return fatal
}

// supervisor opens one link after another and holds what outlives them.
type supervisor struct {
	s        *Session
	resume   gateway.Point // where to resume; zero: identify
	failures int           // consecutive links that failed or did not last, including failed requests for the address

	identified time.Time // when this process last sent an IDENTIFY

	saved gateway.Point // the resume point that was saved last
	due   time.Time     // when the next one may be saved
}

// gatewayInfo is the response to GET /gateway/bot.
type gatewayInfo struct {
	URL   string `json:"url"`
	Limit struct {
		Total      int   `json:"total"`
		Remaining  int   `json:"remaining"`
		ResetAfter int64 `json:"reset_after"` // milliseconds
	} `json:"session_start_limit"`
}

// address returns the address to connect to, once the bot may connect: Discord limits IDENTIFYs, and resets the token of a
// bot that sends too many.
func (g *supervisor) address(ctx context.Context) (string, error) {
	if g.resume.Session != "" && g.resume.URL != "" && g.failures <= 1 { // the first attempt after a loss
		return g.resume.URL, nil
	}
	var info gatewayInfo
	err := g.s.rest.do(ctx, call{method: "GET", route: "/gateway/bot", safe: true}, &info)
	var refusal *APIError
	if errors.As(err, &refusal) && refusal.Status == http.StatusNotFound { // an API proxy that has only the plain route
		err = g.s.rest.do(ctx, call{method: "GET", route: "/gateway", safe: true}, &info)
	}
	switch {
	case errors.Is(err, ErrUnauthorized):
		return "", refusedToken(err)
	case err != nil:
		return "", err
	case info.URL == "":
		return "", errors.New("GET /gateway/bot: the response has no address")
	}
	if g.resume.Session != "" {
		return info.URL, nil
	}
	wait, why := g.s.identifies.pause(info, g.s.pace.identify)
	if wait > 0 {
		g.s.cfg.Log.Warn().Dur("pause", wait).Int("left", info.Limit.Remaining).
			Time("until", g.s.cfg.Clock.Now().Add(wait)).Msg(why)
	}
	return info.URL, sleep(ctx, max(wait, time.Until(g.identified.Add(g.s.pace.identify))))
}

// connectOnce opens a link and waits until it ends.
func (g *supervisor) connectOnce(ctx context.Context, address string) error {
	if g.resume.Session == "" {
		g.identified = time.Now()
	}
	g.s.cfg.Metrics.connecting(g.resume.Session != "")
	s := g.s
	g.saved, g.due = g.resume, time.Now()
	link := gateway.Connect(ctx, gateway.Config{Token: s.cfg.Token, Address: address, Resume: g.resume, Final: s.cfg.Facts == nil,
		Log: s.cfg.Log, Clean: s.secret.clean, ReadyWithin: s.pace.ready, ResumedWithin: s.pace.resume, CheckEvery: s.pace.check}, g)
	s.hooks.Go(link.Wait) // only the end of Run waits for it
	return g.assess(link)
}

// assess decides, after a link has ended, what the next one resumes. It returns why the link ended.
func (g *supervisor) assess(l *gateway.Link) error {
	g.resume = l.Reached()
	if since := l.ReadySince(); !since.IsZero() && time.Since(since) > g.s.pace.settled {
		g.failures = 0
	}
	code, err := l.End()
	if fatal := fatalClose(code); fatal != nil {
		return fatal
	}
	if errors.Is(err, gateway.ErrInvalid) || code == 4007 || code == 4009 {
		g.resume = gateway.Point{}
	}
	if code != 0 {
		return fmt.Errorf("the gateway closed with code %d", code)
	}
	return err
}

// pause returns how long to wait before the next link.
func (g *supervisor) pause(err error) time.Duration {
	p := g.s.pace
	pause := min(p.backoff<<min(g.failures, 10), p.backoffMax)
	g.failures++
	pause = pause/2 + rand.N(pause/2+1)
	if errors.Is(err, gateway.ErrInvalid) || errors.Is(err, gateway.ErrRetry) {
		pause = max(pause, p.invalid+rand.N(4*p.invalid+1))
	}
	return pause
}

func refusedToken(err error) *FatalError {
	return &FatalError{Text: "Discord does not accept the bot token; copy a new one from the Bot page of the developer portal.", Err: err}
}

// fatalClose returns the error for a close code after which reconnecting is useless, or nil for other codes.
func fatalClose(code int) *FatalError {
	closed := fmt.Errorf("the gateway closed with code %d", code)
	switch code {
	case 4004:
		return refusedToken(closed)
	case 4010:
		return &FatalError{Text: "Discord does not accept the shard this bot asks for; it needs a newer version.", Err: closed}
	case 4011:
		return &FatalError{Text: "The bot is in more servers than one connection may serve; remove it from some, because Roundel does not support sharding yet.", Err: closed}
	case 4012:
		return &FatalError{Text: "Discord no longer supports this bot's gateway version; it needs a newer version.", Err: closed}
	case 4013, 4014:
		return &FatalError{Text: "Discord does not accept the intents this bot asks for; it needs a newer version.", Err: closed}
	}
	return nil
}

// resumeKey returns the key of the fact that holds the resume point. It differs for every token and API address.
func (s *Session) resumeKey() string {
	sum := sha256.Sum256([]byte(s.cfg.APIURL + " " + s.cfg.Token))
	return "gateway:" + hex.EncodeToString(sum[:8])
}

// loadResumePoint returns the saved resume point, or a zero one.
func (s *Session) loadResumePoint(ctx context.Context) gateway.Point {
	var at gateway.Point
	if text := s.fact(ctx, s.resumeKey()); text != "" {
		if err := json.Unmarshal([]byte(text), &at); err != nil {
			s.cfg.Log.Warn().Msg("cannot read the saved resume point of the gateway session; starting a new session")
			return gateway.Point{}
		}
	}
	return at
}

// saveResumePoint persists the resume point, moved back to the last event up to which everything has been handled. After a
// crash Discord replays everything after it; deduplication makes the replay harmless. It reports whether it tried to save it.
func (s *Session) saveResumePoint(at gateway.Point) bool {
	if s.cfg.Facts == nil {
		return false
	}
	at.Seq = s.unhandled.handledUpTo(at.Seq)
	text, err := json.Marshal(at)
	if err != nil {
		s.cfg.Log.Error().Err(err).Msg("cannot encode the resume point of the gateway session") // cannot happen with three plain fields
		return false
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	s.putFact(ctx, s.resumeKey(), string(text))
	return true
}

// unhandled is the set of events that have been received but not handled completely.
type unhandled struct {
	mu   sync.Mutex
	open map[int64]bool
}

// add adds an event. One without a sequence number is left out, because Discord cannot replay it.
func (u *unhandled) add(seq int64) {
	if seq <= 0 {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.open == nil {
		u.open = map[int64]bool{}
	}
	u.open[seq] = true
}

// remove removes an event that has been handled.
func (u *unhandled) remove(seq int64) {
	u.mu.Lock()
	defer u.mu.Unlock()
	delete(u.open, seq)
}

// handledUpTo returns the highest sequence number ≤ seq up to which every event has been handled. Events of an earlier
// session may lower it, which only makes Discord replay a few more events.
func (u *unhandled) handledUpTo(seq int64) int64 {
	u.mu.Lock()
	defer u.mu.Unlock()
	for open := range u.open {
		seq = min(seq, open-1)
	}
	return seq
}

// Data returns a pointer to what the data of an event are decoded into, nil for events that are not needed.
func (g *supervisor) Data(event string) any { return newData(event) }

// newData returns what Data does.
func newData(event string) any {
	switch {
	case event == "INTERACTION_CREATE":
		return &interaction{}
	case isServerEvent(event):
		return &serverEvent{kind: event}
	}
	return nil
}

// Identifying records an IDENTIFY that is about to be sent.
func (g *supervisor) Identifying() { g.s.identifies.record() }

// Handle handles an event.
func (g *supervisor) Handle(event *gateway.Payload, replayed bool, connected time.Time) {
	s := g.s
	s.unhandled.add(event.Seq)
	done := func() { s.unhandled.remove(event.Seq) }
	switch data := event.Data.(type) {
	case *interaction:
		s.router.accept(data, event.DataErr, time.Now(), replayed, done)
	case *serverEvent:
		data.connectedAt = connected
		s.takeServerEvent(data, event.DataErr, done)
	default:
		done()
	}
}

// Ready marks the session as ready and calls Host.Ready.
func (g *supervisor) Ready(event, app string, heartbeat time.Duration) {
	s := g.s
	s.setApplication(app)
	s.ready.Store(true)
	s.cfg.Log.Info().Str("event", event).Dur("heartbeat", heartbeat).Msg("the gateway is ready")
	s.hooks.Go(func() { s.queue.guard(func() { s.host.Ready(s.router.work) }) })
}

// Reached saves the resume point from time to time.
func (g *supervisor) Reached(at gateway.Point) {
	at.Seq = g.s.unhandled.handledUpTo(at.Seq)
	if now := time.Now(); at != g.saved && now.After(g.due) && g.s.saveResumePoint(at) {
		g.saved, g.due = at, now.Add(g.s.pace.save)
	}
}

// Ended marks the session as not ready.
func (g *supervisor) Ended() { g.s.ready.Store(false) }
