package publish

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"net/http"
	"runtime/debug"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/engine"
)

// Poster is the part of Discord that the publisher needs; errors may have a [Code].
type Poster interface {
	Send(ctx context.Context, channel discord.ChannelID, m discord.Message) (discord.MessageID, error)
	Edit(ctx context.Context, channel discord.ChannelID, id discord.MessageID, m discord.Message) error
	Delete(ctx context.Context, channel discord.ChannelID, id discord.MessageID) error
	Pin(ctx context.Context, channel discord.ChannelID, id discord.MessageID) error
	Exists(ctx context.Context, channel discord.ChannelID, id discord.MessageID) (bool, error)
	Present(ctx context.Context, channel discord.ChannelID, user discord.UserID) (bool, error) // whether the user is in the channel's server
}

// Publisher keeps the tracker message of every fight current and announces each new turn. It works behind the replies,
// from what is stored: a restart, a rate limit or an outage only delays it, and several changes become one edit.
type Publisher struct {
	parts Parts
	pace  publishPace

	mu     sync.Mutex
	orders map[engine.ChannelID]order
	busy   map[engine.ChannelID]*errand
	recent map[engine.ChannelID]*watched // trackers that are looked after
	drawn  map[engine.ChannelID]drawing  // what the trackers of open fights show, as far as it was sent since the start
	closed bool
	wg     sync.WaitGroup
	ctx    context.Context
	stop   context.CancelFunc

	quitting chan struct{} // closed when the publisher closes: nothing is looked after any more
	quit     func()
}

// errand is a channel that is being worked on.
type errand struct {
	again bool
	wake  chan struct{} // has room for one: something changed while the errand rests
}

// publishPace holds the waits, so that tests need not sit them out.
type publishPace struct {
	gather   time.Duration // after one showing, for further changes
	retry    time.Duration // first wait after a failure; doubles
	retryMax time.Duration
	call     time.Duration // limit of one call
	look     time.Duration // limit of asking who is in the server, before a turn is announced
	tick     time.Duration // how often reminders and lost trackers are looked for
}

// Parts is what a [Publisher] is made of. All are required.
type Parts struct {
	Store   Store
	Rules   func(name string) (*engine.Ruleset, error)
	Discord Poster
	Log     zerolog.Logger
	Now     func() time.Time
	Turns   *Turns
	Members *Members
}

// Store keeps what has been shown of fights, and lets their states be read.
type Store interface {
	// Read runs fn on the present state; the journal takes no changes.
	Read(ctx context.Context, ch engine.ChannelID, fn func(j engine.Journal) error) error
	// Display is how far the channel's latest encounter has been shown; false when it never had one.
	Display(ctx context.Context, ch engine.ChannelID) (Display, bool, error)
	// Behind lists the encounters of which something still has to be shown: those of one channel, or of all.
	Behind(ctx context.Context, ch engine.ChannelID) ([]Display, error)
	// Due lists the open encounters whose turn is to be reminded of by now.
	Due(ctx context.Context, now time.Time) ([]Display, error)
	// SaveDisplay keeps Board, BoardSeq, Announced, Announcement and Remind of an encounter, in place of those of was; when
	// these are not what is stored, the error is ErrOutdated.
	SaveDisplay(ctx context.Context, was, next Display) error
}

// New makes a Publisher. It works from the first [Publisher.Changed] until [Publisher.Close].
func New(parts Parts) *Publisher {
	ctx, stop := context.WithCancel(context.Background())
	p := &Publisher{parts: parts, ctx: ctx, stop: stop, orders: map[engine.ChannelID]order{},
		busy: map[engine.ChannelID]*errand{}, recent: map[engine.ChannelID]*watched{}, drawn: map[engine.ChannelID]drawing{},
		pace: publishPace{gather: time.Second, retry: time.Second, retryMax: 8 * time.Second, call: 10 * time.Second,
			look: time.Second, tick: time.Second}}
	p.quitting = make(chan struct{})
	p.quit = sync.OnceFunc(func() { close(p.quitting) })
	p.wg.Go(p.lookAfter)
	return p
}

// CatchUp shows everything that was not shown before a restart.
func (p *Publisher) CatchUp(ctx context.Context) error {
	behind, err := p.parts.Store.Behind(ctx, "")
	if err != nil {
		return fmt.Errorf("what is still to be shown: %w", err)
	}
	for _, d := range behind {
		p.Changed(d.Channel)
	}
	return nil
}

// Changed says that a channel's fight has changed. It returns at once.
func (p *Publisher) Changed(ch engine.ChannelID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return
	}
	p.watch(ch)
	if e, ok := p.busy[ch]; ok {
		e.again = true
		select {
		case e.wake <- struct{}{}:
		default:
		}
		return
	}
	p.busy[ch] = &errand{wake: make(chan struct{}, 1)}
	p.wg.Go(func() { p.work(ch) })
}

// Close stops, after as much of grace as it takes to show what is left; the rest is shown after the next start.
func (p *Publisher) Close(grace time.Duration) {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	p.quit()
	timer := time.AfterFunc(grace, p.stop)
	p.wg.Wait()
	timer.Stop()
	p.stop()
}

// work shows a channel until nothing is left to show, or trying again cannot help before the next change.
func (p *Publisher) work(ch engine.ChannelID) {
	wait := p.pace.retry
	var last string
	for {
		err := p.show(ch, true)
		pause := p.pace.gather
		if err != nil && p.ctx.Err() == nil && err.Error() != last {
			last = err.Error()
			p.parts.Log.Warn().Str("channel", string(ch)).Str("error", discord.Redact(last)).Msg("a fight could not be shown")
		}
		if passing(err) {
			pause, wait = wait, min(2*wait, p.pace.retryMax)
		} else {
			wait = p.pace.retry
		}
		if p.finished(ch, passing(err), true) || !p.rest(ch, pause, err == nil) || p.finished(ch, passing(err), false) {
			return
		}
	}
}

// rest waits between two edits of the tracker. A new turn is announced meanwhile, unless Discord fails just now.
func (p *Publisher) rest(ch engine.ChannelID, pause time.Duration, announce bool) bool {
	p.mu.Lock()
	wake := p.busy[ch].wake
	p.mu.Unlock()
	timer := time.NewTimer(pause)
	defer timer.Stop()
	for {
		select {
		case <-p.ctx.Done():
			return false
		case <-timer.C:
			return true
		case <-wake:
			if announce {
				announce = p.show(ch, false) == nil // what fails is tried again, and logged, after the rest
			}
		}
	}
}

// finished takes the channel out of work, unless there is a reason to go on. Early: before the pause that gathers
// changes, which a closed publisher does without.
func (p *Publisher) finished(ch engine.ChannelID, more, early bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	e := p.busy[ch]
	if early && !p.closed || e.again || more {
		e.again = e.again && early
		return false
	}
	delete(p.busy, ch)
	return true
}

// stuckError is a fault of ours: trying again cannot help.
type stuckError struct{ error }

// stuck turns a panic into an error; call it deferred.
func stuck(err *error) {
	if value := recover(); value != nil {
		*err = stuckError{fmt.Errorf("panic: %v\n%s", value, debug.Stack())}
	}
}

// passing tells errors that may be gone in a moment from those that stay until something is changed.
func passing(err error) bool {
	var refusal *discord.APIError
	var stuck stuckError
	switch {
	case err == nil, errors.Is(err, discord.ErrUnauthorized), errors.As(err, &stuck):
		return false
	case errors.As(err, &refusal):
		return refusal.Status == http.StatusTooManyRequests || refusal.Status >= 500
	}
	return true
}

// show brings one channel up to date, or without all only announces its turn.
func (p *Publisher) show(ch engine.ChannelID, all bool) (err error) {
	defer stuck(&err)
	for {
		if err := p.showPresent(p.ctx, ch, all); !errors.Is(err, ErrOutdated) {
			return err
		}
	}
}

// showPresent shows what is stored now, and returns [ErrOutdated] when that has changed meanwhile. A turn that cannot be
// announced does not hold up the tracker.
func (p *Publisher) showPresent(ctx context.Context, ch engine.ChannelID, all bool) error {
	d, ok, err := p.parts.Store.Display(ctx, ch)
	if err != nil || !ok {
		return err
	}
	if d.Board == "" {
		if err := p.closeOlder(ctx, d); err != nil {
			return err
		}
	}
	if done, err := p.carryOut(ctx, &d); done || err != nil {
		return err
	}
	if !d.Behind() {
		return nil
	}
	err = p.catchUp(ctx, &d, all)
	if discord.Code(err) == discord.CodeUnknownChannel {
		return p.leave(ctx, d)
	}
	return err
}

// catchUp announces the turn of a fight, and with all shows its tracker.
func (p *Publisher) catchUp(ctx context.Context, d *Display, all bool) error {
	var s *engine.State
	err := p.parts.Store.Read(ctx, d.Channel, func(j engine.Journal) error { s = j.State(); return nil })
	if err != nil {
		return err
	}
	var rs *engine.Ruleset
	if s != nil {
		if rs, err = p.parts.Rules(s.Ruleset); err != nil {
			return stuckError{err}
		}
		s = s.View(engine.Viewer{})
	}
	first := p.announce(ctx, d, s, rs)
	if !all {
		return first
	}
	if second := p.track(ctx, d, s, rs); passing(second) || first == nil {
		return second
	}
	return first
}

// announce posts the present turn, once: a repetition after a crash carries the same nonce.
func (p *Publisher) announce(ctx context.Context, d *Display, s *engine.State, rs *engine.Ruleset) error {
	if s == nil {
		return nil
	}
	lead := p.lead(d.Channel, s)
	if s.Turn == 0 || s.Paused {
		return p.sayBack(ctx, d, s, rs, lead)
	}
	if d.Announced == s.Turn {
		return nil
	}
	left := p.absent(ctx, d.Channel, players(s, nil))
	m := Announcement(s, rs, left, p.parts.Turns.EndingsFor(d.Channel, s)...)
	m.Text = words.Clip(lead+m.Text, discord.MaxContent)
	m.Nonce = nonce("turn", d.Encounter, int64(s.Turn), d.Announcement)
	id, err := p.send(ctx, d.Channel, m)
	if err != nil {
		return err
	}
	p.carriedOut(d.Channel)
	remind := int64(0)
	if s.Remind > 0 && len(m.Mentions) > 0 {
		remind = p.parts.Now().Add(time.Duration(s.Remind) * time.Minute).UnixMilli()
	}
	return p.save(ctx, d, func(d *Display) bool {
		d.Announced, d.Announcement, d.Remind = s.Turn, id, remind
		return true
	})
}

// save applies change to d and stores the result. If something else was stored since d was read, it reads that and applies
// change to it instead. change returns false when there is nothing left to do.
func (p *Publisher) save(ctx context.Context, d *Display, change func(d *Display) bool) error {
	for {
		next := *d
		if !change(&next) {
			return nil
		}
		err := p.parts.Store.SaveDisplay(ctx, *d, next)
		if err == nil {
			*d = next
		}
		if !errors.Is(err, ErrOutdated) {
			return err
		}
		now, ok, failed := p.parts.Store.Display(ctx, d.Channel)
		switch {
		case failed != nil:
			return failed
		case !ok || now.Encounter != d.Encounter:
			return err // the next fight has begun; it is shown from the beginning
		}
		// Seq and Turn stay as they were read before the state, because that state is what is being shown.
		d.Board, d.BoardSeq, d.Announced, d.Announcement, d.Remind = now.Board, now.BoardSeq, now.Announced, now.Announcement, now.Remind
	}
}

// track makes the tracker show the present state; a lost one is posted anew.
func (p *Publisher) track(ctx context.Context, d *Display, s *engine.State, rs *engine.Ruleset) error {
	if d.BoardSeq >= d.Seq {
		return nil
	}
	m := closedMessage()
	if s != nil {
		m = BoardMessage(s, rs)
	}
	old, board, fresh := d.Board, d.Board, d.Board == ""
	drawn := drawnAs(m)
	same := !fresh && d.BoardSeq > 0 && p.drawing(d.Channel) == drawing{d.Board, drawn}
	if !same {
		p.drew(d.Channel, drawing{}, false) // whether an edit that fails was made is not known
	}
	if !fresh && !same {
		err := p.edit(ctx, d.Channel, d.Board, m)
		switch discord.Code(err) {
		case discord.CodeUnknownMessage, discord.CodeOldEdits, discord.CodeThreadArchived: // a new message opens the thread
			fresh = true
		default:
			if err != nil {
				return err
			}
		}
	}
	if fresh && s != nil {
		m.Nonce = nonce("board", d.Encounter, d.Seq, d.Board)
		id, err := p.send(ctx, d.Channel, m)
		if err != nil {
			return err
		}
		board = id
	}
	p.drew(d.Channel, drawing{board, drawn}, s != nil)
	err := p.save(ctx, d, func(d *Display) bool {
		d.Board, d.BoardSeq = board, d.Seq
		return true
	})
	if err != nil {
		return err
	}
	if fresh && old != "" && s != nil {
		p.remove(ctx, d.Channel, old)
	}
	if fresh && s != nil && s.Pin {
		return p.pin(ctx, d, old == "")
	}
	return nil
}

// drawing is a message and a hash of what it shows. A change of which nothing is seen edits nothing: an edit would tell
// that something happened.
type drawing struct {
	message string
	hash    uint64
}

func drawnAs(m discord.Message) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%q %q", m.Text, fmt.Sprint(m.Buttons))
	return h.Sum64()
}

func (p *Publisher) drawing(ch engine.ChannelID) drawing {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.drawn[ch]
}

func (p *Publisher) drew(ch engine.ChannelID, what drawing, open bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if open {
		p.drawn[ch] = what
	} else {
		delete(p.drawn, ch)
	}
}

// pin pins a fresh tracker. Where that may not be, the first one says so, and nothing is held up.
func (p *Publisher) pin(ctx context.Context, d *Display, first bool) error {
	limited, cancel := context.WithTimeout(ctx, p.pace.call)
	defer cancel()
	err := p.parts.Discord.Pin(limited, discord.ChannelID(d.Channel), discord.MessageID(d.Board))
	if err == nil || passing(err) || !first {
		return nil // a tracker that is not pinned works as well
	}
	_, err = p.send(ctx, d.Channel, discord.Message{Text: words.NotPinned(discord.Code(err) == discord.CodePinLimit), Nonce: nonce("pin", d.Encounter, 0, "")})
	return err
}

// remove deletes a tracker that another one has replaced. That it stays is no harm: its buttons say so.
func (p *Publisher) remove(ctx context.Context, ch engine.ChannelID, id string) {
	ctx, cancel := context.WithTimeout(ctx, p.pace.call)
	defer cancel()
	if err := p.parts.Discord.Delete(ctx, discord.ChannelID(ch), discord.MessageID(id)); err != nil {
		p.parts.Log.Debug().Str("channel", string(ch)).Str("error", discord.Redact(err.Error())).Msg("an old tracker stays")
	}
}

// closeOlder closes the trackers of earlier fights in the channel that ended without having been shown.
func (p *Publisher) closeOlder(ctx context.Context, latest Display) error {
	behind, err := p.parts.Store.Behind(ctx, latest.Channel)
	if err != nil {
		return err
	}
	for _, d := range behind {
		if d.Encounter == latest.Encounter {
			continue
		}
		err := p.track(ctx, &d, nil, nil)
		if discord.Code(err) == discord.CodeUnknownChannel {
			err = p.leave(ctx, d)
		}
		if passing(err) {
			return err
		}
	}
	return nil
}

func (p *Publisher) send(ctx context.Context, ch engine.ChannelID, m discord.Message) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, p.pace.call)
	defer cancel()
	id, err := p.parts.Discord.Send(ctx, discord.ChannelID(ch), m)
	return string(id), err
}

func (p *Publisher) edit(ctx context.Context, ch engine.ChannelID, id string, m discord.Message) error {
	ctx, cancel := context.WithTimeout(ctx, p.pace.call)
	defer cancel()
	return p.parts.Discord.Edit(ctx, discord.ChannelID(ch), discord.MessageID(id), m)
}

// nonce is the same for the same thing to say, and another for everything else.
func nonce(what string, encounter, n int64, after string) string {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %d %d %s", what, encounter, n, after)
	return fmt.Sprintf("%s-%016x", what, h.Sum64())
}
