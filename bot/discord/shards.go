package discord

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"roundel/bot/discord/gateway"
)

// MostShards is the largest number of shards that is accepted.
const MostShards = 10_000

// errRecount means that Discord does not accept the number of shards, because the bot is now in more servers.
var errRecount = errors.New("discord does not accept the number of shards")

// keepConnected keeps all shards connected until ctx ends or Discord rejects the bot for good, which may also be the reason
// why ctx ended. If Discord no longer accepts their number, it starts over with the number that Discord says.
func (s *Session) keepConnected(ctx context.Context) error {
	s.identifies.load(ctx)
	var f *fleet
	refused := 0 // the number that Discord has just refused
	for again := 0; ; again++ {
		number, err := s.countShards(ctx, refused)
		if err == nil {
			f = s.newFleet(ctx, number, f)
			if number == refused { // Discord's answer has not caught up yet
				f.identify = time.Now().Add(min(s.pace.identify<<min(again-1, 10), longestRowPause))
			}
			err = f.run(ctx)
		}
		var fatal *FatalError
		if errors.As(err, &fatal) || errors.As(context.Cause(ctx), &fatal) {
			s.cfg.Log.Error().Str("error", s.secret.err(fatal.Err)).Msg(fatal.Text)
			return fatal
		}
		if ctx.Err() != nil {
			return nil
		}
		s.cfg.Log.Warn().Int("shards", number).Str("error", s.secret.err(err)).Msg("asking Discord for the number of shards again")
		if refused = number; f.isComplete() {
			again = 0 // it was the right number for a while
		}
		s.gateway.forget()
	}
}

// countShards returns the number of shards: what Discord says, or a larger number that the settings ask for. refused is the
// number that Discord has just refused, 0 if there is none. While Discord does not say, the sessions that can be resumed keep their
// number, for which Discord need not be asked.
func (s *Session) countShards(ctx context.Context, refused int) (int, error) {
	for failures := 0; ; failures++ {
		info, err := s.gateway.ask(ctx)
		if err == nil {
			return s.chooseShards(max(info.Shards, 1), refused > 0), nil
		}
		var fatal *FatalError
		if errors.As(err, &fatal) || ctx.Err() != nil {
			return 0, err
		}
		known := refused
		if known == 0 {
			known, _ = s.knownShards(ctx)
		}
		if known > 0 {
			s.cfg.Log.Warn().Int("shards", known).Str("error", s.secret.err(err)).Msg("Discord did not say how many shards the bot needs; resuming as many as before")
			return known, nil
		}
		if err := s.retryLater(ctx, s.cfg.Log, err, s.pace.after(failures)); err != nil {
			return 0, err
		}
	}
}

// chooseShards returns the number of shards, given the one that Discord says.
func (s *Session) chooseShards(said int, refused bool) int {
	wish := s.cfg.Shards
	if wish > said && !refused {
		return wish
	}
	if wish != 0 && wish != said {
		s.cfg.Log.Warn().Int("wanted", wish).Int("shards", said).Msg("Discord does not accept the number of shards in the settings; using the number it says")
	}
	return said
}

// shardsKey returns the key of the fact that holds the number of shards of the last complete fleet.
func (s *Session) shardsKey() string { return "shards" + s.resumeKey() }

// knownShards returns the number of shards of the last complete fleet, 0 if there was none, and whether it is stored. That of a
// single shard need not be.
func (s *Session) knownShards(ctx context.Context) (number int, stored bool) {
	if number, err := strconv.Atoi(s.fact(ctx, s.shardsKey())); err == nil && number > 0 && number <= MostShards {
		return number, true
	}
	single := shard{s: s, of: 1}
	if single.load(ctx); single.resume.Session != "" {
		return 1, false
	}
	return 0, false
}

// fleet is all shards of a number of shards. After a change of that number it also has the shards of the number before: their
// sessions are resumed and kept until the new ones are all ready, so that nothing is missed. Discord allows both at once and
// sends interactions to both.
type fleet struct {
	s        *Session
	shards   []*shard
	old      []*shard      // of the number before
	identify time.Time     // no IDENTIFY may be sent before
	complete chan struct{} // closed once all shards have been ready
	mu       sync.Mutex    // held while complete is closed
}

// newFleet returns a fleet. The sessions that it resumes are those of the fleet before in this process, nil if there was none,
// else those that are stored.
func (s *Session) newFleet(ctx context.Context, number int, before *fleet) *fleet {
	f := &fleet{s: s, shards: make([]*shard, number), complete: make(chan struct{})}
	for _, sh := range s.resumable(ctx, number, before) {
		sh.fleet, sh.old = f, nil
		if sh.of == number {
			f.shards[sh.number] = sh
			if sh.refused { // it would be again
				sh.resume = gateway.Point{}
			}
		} else if sh.resume.Session != "" {
			sh.old = &oldShard{replayed: make(chan struct{})}
			f.old = append(f.old, sh)
			s.deliveries.watch()
		}
		sh.refused = false
	}
	for i, sh := range f.shards {
		if sh == nil {
			f.shards[i] = &shard{s: s, fleet: f, number: i, of: number}
		}
	}
	s.identifies.scale(number)
	s.fleet.Store(f)
	return f
}

// resumable returns the shards whose sessions may be resumed.
func (s *Session) resumable(ctx context.Context, number int, before *fleet) []*shard {
	if before != nil {
		return slices.Concat(before.old, before.shards)
	}
	var out []*shard
	known, _ := s.knownShards(ctx)
	for _, of := range slices.Compact([]int{known, number}) {
		for i := range of {
			sh := &shard{s: s, number: i, of: of}
			sh.load(ctx)
			out = append(out, sh)
		}
	}
	return out
}

// run keeps the shards connected until ctx ends or one of them cannot go on. It returns why that one cannot.
func (f *fleet) run(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	if len(f.shards) > 1 || len(f.old) > 0 {
		f.s.cfg.Log.Info().Int("shards", len(f.shards)).Int("before", len(f.old)).Msg("connecting the shards")
	}
	var current, old sync.WaitGroup
	oldCtx, retire := context.WithCancel(ctx)
	defer retire()
	for _, sh := range f.old {
		old.Go(func() {
			defer sh.old.caughtUp()
			sh.keepConnected(oldCtx) // why it ends does not matter: the new ones replace it
		})
	}
	for _, sh := range f.shards {
		current.Go(func() {
			if err := sh.keepConnected(ctx); err != nil {
				stop(err)
			}
		})
	}
	if f.handedOver(ctx) {
		retire()
		old.Wait()
		f.settle(ctx)
	}
	current.Wait()
	old.Wait()
	return context.Cause(ctx)
}

// handedOver waits until all shards have been ready, and the old ones have been sent what they missed. It returns false if ctx
// ends first.
func (f *fleet) handedOver(ctx context.Context) bool {
	for _, sh := range f.old {
		select {
		case <-sh.old.replayed:
		case <-ctx.Done():
			return false
		}
	}
	select {
	case <-f.complete:
		return true
	case <-ctx.Done():
		return false
	}
}

// settle stores the number of shards, and forgets the sessions of the number before once what came over them has been handled.
// It does neither if ctx ends first.
func (f *fleet) settle(ctx context.Context) {
	for _, sh := range f.old {
		if sh.unhandled.wait(ctx) != nil {
			return
		}
	}
	number := len(f.shards)
	if known, stored := f.s.knownShards(ctx); known != number || number > 1 && !stored {
		f.s.putFact(ctx, f.s.shardsKey(), strconv.Itoa(number))
	}
	for _, sh := range f.old {
		sh.forget()
	}
	if number > 1 {
		f.s.cfg.Log.Info().Int("shards", number).Msg("all shards are ready")
	}
}

// isComplete reports whether all shards have been ready.
func (f *fleet) isComplete() bool {
	select {
	case <-f.complete:
		return true
	default:
		return false
	}
}

// becameReady is called each time a shard has become ready.
func (f *fleet) becameReady() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.isComplete() && f.count().Ready == len(f.shards) {
		close(f.complete)
	}
}

// save saves all resume points.
func (f *fleet) save() {
	for _, sh := range slices.Concat(f.old, f.shards) {
		sh.save()
	}
}

// Shards says how many shards a session has, and how many of them are in which state.
type Shards struct {
	Ready      int   // connected and sending events
	Connecting int   // connecting, identifying or resuming
	Waiting    int   // waiting for their turn to identify, or to try again
	Down       []int // the numbers of those that are not ready
}

// Of returns the number of all shards, 0 while it is not known.
func (n Shards) Of() int { return n.Ready + n.Connecting + n.Waiting }

func (f *fleet) count() Shards {
	var n Shards
	for _, sh := range f.shards {
		state := shardState(sh.state.Load())
		switch state {
		case shardReady:
			n.Ready++
		case shardConnecting:
			n.Connecting++
		default:
			n.Waiting++
		}
		if state != shardReady {
			n.Down = append(n.Down, sh.number)
		}
	}
	return n
}

// Shards returns the state of the session's shards.
func (s *Session) Shards() Shards {
	if f := s.fleet.Load(); f != nil {
		return f.count()
	}
	return Shards{}
}

// Ready reports whether all shards are connected and sending events, and nothing suggests that Discord refuses the token.
func (s *Session) Ready() bool {
	n := s.Shards()
	return n.Ready > 0 && len(n.Down) == 0 && !s.rest.check.doubted()
}

// retryLater logs an error, and waits before the next attempt.
func (s *Session) retryLater(ctx context.Context, log zerolog.Logger, err error, pause time.Duration) error {
	log.Warn().Str("error", s.secret.err(err)).Dur("pause", pause).Msg("the gateway is not connected; trying again")
	return sleep(ctx, pause)
}
