package discord

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/rs/zerolog"
)

// MostShards is the largest number of shards that is accepted.
const MostShards = 10_000

var (
	// errRecount means that Discord does not accept the number of shards, because the bot is now in more servers.
	errRecount = errors.New("discord does not accept the number of shards")
	// errFollow means that another process has begun to use another number of shards.
	errFollow = errors.New("another process uses another number of shards")
	// errLost means that other processes may have claimed the shards of this one.
	errLost = errors.New("this process can no longer say which shards are its own")
)

// keepConnected keeps all shards connected until ctx ends or Discord rejects the bot for good, which may also be the reason
// why ctx ended. If Discord no longer accepts their number, it starts over with the number that Discord says.
func (s *Session) keepConnected(ctx context.Context) error {
	s.identifies.load(ctx)
	var f *fleet
	refused := 0 // the number that Discord has just refused
	for again := 0; ; again++ {
		number, err := s.countShards(ctx, refused)
		if err == nil {
			s.aimAt(ctx, number)
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
		if errors.Is(err, errLost) {
			s.cfg.Log.Warn().Msg("the claims on this process's shards are lost; claiming shards again")
			f.release()
			apart := func() bool { return isClosed(s.cfg.Claims.Lost()) }
			wait := !isClosed(f.lost) || apart() // else the fleet has waited
			f, refused = nil, 0
			for ; wait; wait = apart() {
				if sleep(ctx, s.pace.share) != nil {
					return nil
				}
			}
			continue
		}
		s.cfg.Log.Warn().Int("shards", number).Str("error", s.secret.err(err)).Msg("asking Discord for the number of shards again")
		if s.gateway.forget(); errors.Is(err, errFollow) {
			refused = 0
			continue
		}
		if refused = number; f.isComplete() {
			again = 0 // it was the right number for a while
		}
	}
}

// countShards returns the number of shards: what Discord says, or a larger number that the settings ask for. refused is the
// number that Discord has just refused, 0 if there is none. While Discord does not say, the sessions that can be resumed keep their
// number, for which Discord need not be asked.
func (s *Session) countShards(ctx context.Context, refused int) (int, error) {
	for failures := 0; ; failures++ {
		info, err := s.gateway.ask(ctx)
		if err == nil {
			number := s.chooseShards(max(info.Shards, 1), refused > 0)
			if aim := s.aim(ctx); aim > number && aim != refused && s.cfg.Claims.Members() > 1 {
				number = aim
			}
			return number, nil
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

// aimKey returns the key of the fact that holds the number of shards that all processes use or will use. All change over to it: the
// shards of another number would get each event as well, and the old ones are let go of only once the new ones are complete.
func (s *Session) aimKey() string { return "aim" + s.resumeKey() }

// aim returns the number of shards that all processes use, 0 if there is none, or no other process.
func (s *Session) aim(ctx context.Context) int {
	if !s.shared {
		return 0
	}
	number, err := strconv.Atoi(s.fact(ctx, s.aimKey()))
	if err != nil || number < 0 || number > MostShards {
		return 0
	}
	return number
}

// aimAt tells other processes which number of shards to use.
func (s *Session) aimAt(ctx context.Context, number int) {
	if !s.shared {
		return
	}
	before := s.aim(ctx)
	if known, _ := s.knownShards(ctx); known == 0 && before > 0 && before != number { // the shards before were never complete
		s.putFact(ctx, s.shardsKey(), strconv.Itoa(before))
	}
	if before != number {
		s.putFact(ctx, s.aimKey(), strconv.Itoa(number))
	}
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
	if err := single.load(ctx); err != nil {
		s.cfg.Log.Warn().Str("error", s.secret.err(err)).Msg("cannot read a stored fact")
	}
	if single.resume.Session != "" {
		return 1, false
	}
	return 0, false
}

// Shards says how many shards a session listens to, and how many of them are in which state. Those of other processes do not count.
type Shards struct {
	Ready      int   // connected and sending events
	Connecting int   // connecting, identifying or resuming
	Waiting    int   // waiting for their turn to identify, or to try again
	Down       []int // the numbers of those that are not ready, in order
}

// Of returns the number of the shards, 0 while it is not known or other processes have all.
func (n Shards) Of() int { return n.Ready + n.Connecting + n.Waiting }

func (f *fleet) count() Shards {
	f.mu.Lock()
	defer f.mu.Unlock()
	return countShards(f.shards)
}

// countShards counts shards by state.
func countShards(shards map[int]*shard) Shards {
	var n Shards
	for _, number := range slices.Sorted(maps.Keys(shards)) {
		sh := shards[number]
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

// isReady reports whether this process has claimed its share of the shards, which may be none, and all of them are ready.
func (f *fleet) isReady() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.looked && !f.isLost() && countShards(f.shards).Down == nil
}

// Ready reports whether all of this process's shards are connected and sending events, and nothing suggests that Discord refuses the
// token. A process is ready, too, if others have all shards.
func (s *Session) Ready() bool {
	f := s.fleet.Load()
	return f != nil && f.isReady() && !s.rest.check.doubted()
}

// retryLater logs an error, and waits before the next attempt.
func (s *Session) retryLater(ctx context.Context, log zerolog.Logger, err error, pause time.Duration) error {
	log.Warn().Str("error", s.secret.err(err)).Dur("pause", pause).Msg("the gateway is not connected; trying again")
	return sleep(ctx, pause)
}
