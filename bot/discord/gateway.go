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
)

// keepConnected holds a link to the gateway until ctx ends, or until Discord refuses the bot for good, which may be the
// cause of ctx's end.
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

func (s *Session) logFatal(fatal *FatalError) error {
	s.cfg.Log.Error().Str("error", s.secret.err(fatal.Err)).Msg(fatal.Text)
	return fatal
}

// supervisor is what is kept between links.
type supervisor struct {
	s        *Session
	resume   resumePoint // where to take up; zero: identify anew
	failures int         // links and questions in a row that led to nothing that lasted

	identified time.Time // when this process last sent an IDENTIFY
}

// gatewayInfo is the answer to GET /gateway/bot.
type gatewayInfo struct {
	URL   string `json:"url"`
	Limit struct {
		Total      int   `json:"total"`
		Remaining  int   `json:"remaining"`
		ResetAfter int64 `json:"reset_after"` // milliseconds
	} `json:"session_start_limit"`
}

// address is where to connect. It returns when connecting is due: Discord counts IDENTIFYs and resets the token of a bot
// that needs too many.
func (g *supervisor) address(ctx context.Context) (string, error) {
	if g.resume.Session != "" && g.resume.URL != "" && g.failures <= 1 { // the first try after a loss
		return g.resume.URL, nil
	}
	var info gatewayInfo
	err := g.s.rest.do(ctx, call{method: "GET", route: "/gateway/bot", safe: true}, &info)
	var refusal *APIError
	if errors.As(err, &refusal) && refusal.Status == http.StatusNotFound { // an API proxy that knows only the plain one
		err = g.s.rest.do(ctx, call{method: "GET", route: "/gateway", safe: true}, &info)
	}
	switch {
	case errors.Is(err, ErrUnauthorized):
		return "", refusedToken(err)
	case err != nil:
		return "", err
	case info.URL == "":
		return "", errors.New("GET /gateway/bot: the answer names no address")
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

// once opens a link and waits for its end.
func (g *supervisor) connectOnce(ctx context.Context, address string) error {
	if g.resume.Session == "" {
		g.identified = time.Now()
	}
	g.s.cfg.Watch.connecting(g.resume.Session != "")
	return g.assess(g.s.connect(ctx, address, g.resume))
}

// judge draws the lesson from a link that has ended.
func (g *supervisor) assess(l *link) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	g.resume = l.reached
	if !l.ready.IsZero() && time.Since(l.ready) > g.s.pace.settled {
		g.failures = 0
	}
	if text, fatal := fatalCodes(l.code); fatal {
		return &FatalError{Text: text, Err: fmt.Errorf("the gateway closed with code %d", l.code)}
	}
	if errors.Is(l.err, errInvalid) || l.code == 4007 || l.code == 4009 {
		g.resume = resumePoint{}
	}
	if l.code != 0 {
		return fmt.Errorf("the gateway closed with code %d", l.code)
	}
	return l.err
}

// pause is how long to wait before the next link.
func (g *supervisor) pause(err error) time.Duration {
	p := g.s.pace
	pause := min(p.backoff<<min(g.failures, 10), p.backoffMax)
	g.failures++
	pause = pause/2 + rand.N(pause/2+1)
	if errors.Is(err, errInvalid) || errors.Is(err, errRetry) {
		pause = max(pause, p.invalid+rand.N(4*p.invalid+1))
	}
	return pause
}

func refusedToken(err error) *FatalError {
	return &FatalError{Text: "Discord does not accept the bot token; copy a new one from the Bot page of the developer portal.", Err: err}
}

// fatalCodes says what the host has to do about a close code after which connecting again is useless.
func fatalCodes(code int) (string, bool) {
	switch code {
	case 4004:
		return refusedToken(nil).Text, true
	case 4010:
		return "Discord does not accept the shard this bot asks for; it needs a newer version.", true
	case 4011:
		return "The bot is in more servers than one connection may serve; leave some, Roundel does not shard yet.", true
	case 4012:
		return "Discord no longer speaks the gateway version of this bot; it needs a newer version.", true
	case 4013, 4014:
		return "Discord does not accept the intents this bot asks for; it needs a newer version.", true
	}
	return "", false
}

// resumeKey names the fact that holds the place: another bot or another Discord finds nothing under its own.
func (s *Session) resumeKey() string {
	sum := sha256.Sum256([]byte(s.cfg.APIURL + " " + s.cfg.Token))
	return "gateway:" + hex.EncodeToString(sum[:8])
}

// recall is the place that was saved, or none.
func (s *Session) loadResumePoint(ctx context.Context) resumePoint {
	var at resumePoint
	if text := s.fact(ctx, s.resumeKey()); text != "" {
		if err := json.Unmarshal([]byte(text), &at); err != nil {
			s.cfg.Log.Warn().Msg("the saved place in the gateway's events makes no sense; starting anew")
			return resumePoint{}
		}
	}
	return at
}

// save keeps the place up to which nothing is left to do: after a crash Discord sends again what came behind it, and
// what of that was done already is not done twice. It tells whether it did.
func (s *Session) saveResumePoint(at resumePoint) bool {
	if s.cfg.Facts == nil {
		return false
	}
	at.Seq = s.unhandled.handledUpTo(at.Seq)
	text, err := json.Marshal(at)
	if err != nil {
		s.cfg.Log.Error().Err(err).Msg("cannot write down the place in the gateway's events") // three plain fields: cannot be
		return false
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	s.putFact(ctx, s.resumeKey(), string(text))
	return true
}

// unhandled are the events about which something is left to do.
type unhandled struct {
	mu   sync.Mutex
	open map[int64]bool
}

// begin unhandled an event. One without a number cannot be asked for again.
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

func (u *unhandled) remove(seq int64) {
	u.mu.Lock()
	defer u.mu.Unlock()
	delete(u.open, seq)
}

// low is the last event up to seq before which, itself included, nothing is left to do. Marks of a session that is gone
// may lower it, which costs a few events sent again.
func (u *unhandled) handledUpTo(seq int64) int64 {
	u.mu.Lock()
	defer u.mu.Unlock()
	for open := range u.open {
		seq = min(seq, open-1)
	}
	return seq
}

// becameReady tells the world, unless the link is gone again; l.mu is not held.
func (s *Session) announceReady(l *link, event string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err != nil {
		return
	}
	s.ready.Store(true)
	s.cfg.Log.Info().Str("event", event).Dur("heartbeat", l.interval).Msg("the gateway is ready")
	if s.cfg.OnReady != nil {
		s.hooks.Go(func() { s.queue.guard(func() { s.cfg.OnReady(s.router.work) }) })
	}
}
