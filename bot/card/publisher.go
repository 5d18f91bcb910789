package card

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"roundel/bot/discord"
	"roundel/bot/words/lang"
	"roundel/claims"
	"roundel/engine"
	"roundel/engine/ruleset"
	"roundel/snowflake"
	"roundel/store"
)

// Poster is the part of Discord that the publisher needs. [discord.Code] returns the code of its errors.
type Poster interface {
	Send(ctx context.Context, channel snowflake.Channel, m discord.Message) (snowflake.Message, error)
	Edit(ctx context.Context, channel snowflake.Channel, id snowflake.Message, m discord.Message) error
	Delete(ctx context.Context, channel snowflake.Channel, id snowflake.Message) error
	// Present reports whether a user is a member of the channel's server.
	Present(ctx context.Context, channel snowflake.Channel, user snowflake.User) (bool, error)
}

// Store reads fights and keeps what has been shown of them.
type Store interface {
	// Read calls fn with the current state in a journal that is read-only.
	Read(ctx context.Context, ch snowflake.Channel, fn func(j engine.Journal) error) error
	// Display returns what has been shown of the channel's latest encounter; false if it never had one.
	Display(ctx context.Context, ch snowflake.Channel) (store.Display, bool, error)
	// Behind lists the encounters of a channel of which something still has to be shown, or of all channels if ch is empty.
	Behind(ctx context.Context, ch snowflake.Channel) ([]store.Display, error)
	// Due lists the open encounters whose reminder is due and that are not paused.
	Due(ctx context.Context, now time.Time) ([]store.Display, error)
	// SaveDisplay stores the fields Card, CardSeq, Announced, Shown and Remind of next if those of was are the stored
	// ones; otherwise it returns [store.ErrOutdated].
	SaveDisplay(ctx context.Context, was, next store.Display) error
}

// Parts is what a [Publisher] needs. All fields but Claims, Languages and OnDeck are required.
type Parts struct {
	Store     Store
	Languages *lang.Set                                                            // nil: those that come with the bot
	Rules     func(ctx context.Context, s *engine.State) (*ruleset.Ruleset, error) // may ask the store
	Discord   Poster
	Log       zerolog.Logger
	Now       func() time.Time
	Turns     *Turns
	Members   *Members
	OnDeck    OnDeck        // nil: nobody wants that
	Claims    claims.Claims // which of several processes shows what; nil: this process is the only one
}

// OnDeck returns which of the users want to be mentioned when they are on deck, in fights of a server (NU-37). It may ask the store.
type OnDeck func(ctx context.Context, server snowflake.Guild, users []snowflake.User) ([]snowflake.User, error)

// Publisher posts a card for each turn of every fight, keeps it up to date, and sends reminders. It works from the stored
// state: a restart, a rate limit or an outage only delays it, and several changes become one edit. Where it can, it lets
// the answer to a request carry a card, or sends it with the answer's token, because neither counts toward the bot's global
// rate limit.
type Publisher struct {
	parts  Parts
	shared bool // there may be other processes

	mu       sync.Mutex
	memories map[snowflake.Channel]*memory

	wg      sync.WaitGroup
	ctx     context.Context // cancelled when work in progress is cut off
	stop    context.CancelFunc
	closing context.Context // cancelled when Close is called; ends the reminders
	close   context.CancelFunc
}

// worker is the goroutine that shows one channel.
type worker struct {
	again bool          // the fight changed since the worker last read it
	wake  chan struct{} // wakes the worker from a pause; has a capacity of one
}

// The publisher's waiting times and timeouts.
const (
	gatherFor    = time.Second      // between two edits of a card, to gather changes
	retryAfter   = time.Second      // before the first retry; then it doubles
	retryMax     = 8 * time.Second  // at most
	callLimit    = 10 * time.Second // of a call to Discord
	tokenLimit   = 3 * time.Second  // of a call with an interaction's token, before the ordinary way is tried
	membersLimit = time.Second      // of asking who is in the server before a card is posted
	remindEvery  = 20 * time.Second // between two looks for reminders that are due, and before the first retry of one; then it doubles
	remindMax    = 10 * time.Minute // at most
	sweepEvery   = 4 * time.Second  // between two searches for fights that no process shows
)

// New returns a Publisher. Call [Publisher.Close] to stop it.
func New(parts Parts) *Publisher {
	if parts.Claims == nil {
		parts.Claims = claims.NewAlone()
	}
	parts.Languages = cmp.Or(parts.Languages, lang.Bundled())
	_, alone := parts.Claims.(*claims.Alone)
	p := &Publisher{parts: parts, memories: map[snowflake.Channel]*memory{}, shared: !alone}
	p.ctx, p.stop = context.WithCancel(context.Background())
	p.closing, p.close = context.WithCancel(context.Background())
	p.wg.Go(p.runReminders)
	if p.shared {
		p.wg.Go(p.runSweeps)
	}
	return p
}

// CatchUp shows everything that was not shown before a restart.
func (p *Publisher) CatchUp(ctx context.Context) error {
	behind, err := p.parts.Store.Behind(ctx, "")
	if err != nil {
		return fmt.Errorf("list the fights with changes to show: %w", err)
	}
	p.beginCatchUp(behind)
	return nil
}

// beginCatchUp shows channels in the background that a process may have been showing when it ended.
func (p *Publisher) beginCatchUp(behind []store.Display) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, d := range behind {
		p.remember(d.Channel).interrupted(d)
	}
	if p.closing.Err() == nil && len(behind) > 0 {
		p.wg.Go(func() { p.catchUp(behind) })
	}
}

// mostCaughtUp is the maximum number of channels that are read and shown at the same time because something was not shown before. Discord accepts
// about as many calls a second.
const mostCaughtUp = 64

// catchUp lets the workers of channels begin. The next one begins once one of those at work has tried to show its channel.
func (p *Publisher) catchUp(behind []store.Display) {
	room := make(chan struct{}, mostCaughtUp)
	for _, d := range behind {
		select {
		case <-p.closing.Done():
			return
		case room <- struct{}{}:
		}
		p.startWorker(d.Channel, nil, true, func() { <-room })
	}
}

// Changed tells the publisher that a channel's fight has changed. via is the token of the request that changed it, whose answer everyone sees;
// nil: there is none. newCard says that the change may call for a new card: otherwise, nothing is read for it in a pause between two edits.
// Changed returns at once.
func (p *Publisher) Changed(ch snowflake.Channel, via *discord.Via, newCard bool) {
	p.startWorker(ch, via, newCard, func() {})
}

// startWorker starts a worker for a channel, or lets the one at work go on. If newCard is true, a pause is interrupted to post a card. tried is called
// after the first attempt to show the channel, or at once if this starts no worker.
func (p *Publisher) startWorker(ch snowflake.Channel, via *discord.Via, newCard bool, tried func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closing.Err() != nil {
		tried()
		return
	}
	m := p.remember(ch)
	m.via = via
	if m.worker != nil {
		m.worker.again = true
		if newCard {
			select {
			case m.worker.wake <- struct{}{}:
			default:
			}
		}
		tried()
		return
	}
	m.worker = &worker{wake: make(chan struct{}, 1)}
	p.wg.Go(func() { p.work(ch, tried) })
}

// Close stops the publisher. It waits up to grace until everything is shown; the rest is shown after the next start.
func (p *Publisher) Close(grace time.Duration) {
	p.mu.Lock()
	p.close()
	p.mu.Unlock() // no work begins after this
	timer := time.AfterFunc(grace, p.stop)
	p.wg.Wait()
	timer.Stop()
	p.stop()
}

// work shows a channel until nothing is left to show, or until a retry could not succeed before the next change.
func (p *Publisher) work(ch snowflake.Channel, tried func()) {
	retry := retryAfter
	var logged string
	for {
		err := p.show(ch, true)
		tried()
		tried = func() {}
		if err != nil && !errors.Is(err, errElsewhere) && p.ctx.Err() == nil && err.Error() != logged {
			logged = err.Error()
			p.parts.Log.Warn().Str("channel", string(ch)).Str("error", discord.Redact(logged)).Msg("a fight could not be shown")
		}
		pause, done := gatherFor, !transient(err)
		if done || errors.Is(err, errElsewhere) {
			retry = retryAfter
		} else {
			pause, retry = retry, min(2*retry, retryMax)
		}
		if done && p.closing.Err() != nil && p.finish(ch) || !p.wait(ch, pause, err) || done && (err != nil || !p.hasNews(ch)) && p.finish(ch) {
			return
		}
		p.withMemory(ch, func(m *memory) { m.worker.again = false })
	}
}

// wait pauses between two edits of the card and reports whether the worker goes on. A turn that begins during the pause gets its card at
// once, unless showing the channel has failed with err: another attempt comes after the pause. When the publisher closes, nothing is left to
// gather, so that ends the pause, unless another attempt could succeed after it.
func (p *Publisher) wait(ch snowflake.Channel, pause time.Duration, err error) bool {
	var wake chan struct{}
	p.withMemory(ch, func(m *memory) { wake = m.worker.wake })
	timer := time.NewTimer(pause)
	defer timer.Stop()
	for {
		var closing <-chan struct{}
		if !transient(err) {
			closing = p.closing.Done()
		}
		select {
		case <-p.ctx.Done():
			return false
		case <-closing:
			return true
		case <-timer.C:
			return true
		case <-wake:
			if err == nil || errors.Is(err, errElsewhere) {
				err = p.show(ch, false)
			}
		}
	}
}

// finish removes the channel's worker if the fight has not changed since the worker last read it, and reports whether it did.
func (p *Publisher) finish(ch snowflake.Channel) (done bool) {
	p.withMemory(ch, func(m *memory) { done = !m.worker.again })
	if !done {
		return false
	}
	p.disown(ch) // while the worker is there: one that starts now would claim the channel, and lose it
	p.withMemory(ch, func(m *memory) {
		done = !m.worker.again
		if done {
			m.worker = nil
		}
	})
	return done
}

// bugError is an error in the program, which a retry would only repeat.
type bugError struct{ error }

// catchPanic turns a panic into a bugError. It must be deferred.
func catchPanic(err *error) {
	if value := recover(); value != nil {
		*err = bugError{fmt.Errorf("panic: %v\n%s", value, debug.Stack())}
	}
}

// transient reports whether a retry may succeed although nothing else changes.
func transient(err error) bool {
	var refusal *discord.APIError
	var bug bugError
	switch {
	case err == nil, errors.Is(err, discord.ErrUnauthorized), errors.As(err, &bug):
		return false
	case errors.As(err, &refusal):
		return refusal.Status == http.StatusTooManyRequests || refusal.Status >= 500
	}
	return true
}
