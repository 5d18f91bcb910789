package discord

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"roundel/bot/discord/gateway"
)

// fleet is the shards that this process listens to: its share of a number of shards. After a change of that number it also has
// shards of the number before: their sessions are resumed and kept until the new ones are all ready, so that nothing is missed.
// Discord allows both at once and sends interactions to both.
type fleet struct {
	s        *Session
	number   int           // of all shards, those of other processes included
	identify time.Time     // no IDENTIFY may be sent before
	complete chan struct{} // closed once all shards have been ready
	lost     <-chan struct{}
	fenced   atomic.Bool // another process has claimed one of the shards, so nothing is stored any more
	links    sync.WaitGroup
	shares   map[int]*Share // by number of shards; changed only before run
	logged   string         // why not everything could be claimed

	mu       sync.Mutex // held while complete is closed, and while retiring begins
	shards   map[int]*shard
	old      []*shard    // of the number before; it does not grow while they are retiring
	looked   bool        // what can be claimed has been claimed at least once
	retiring atomic.Bool // the old ones are being given up
}

// newFleet returns a fleet. The sessions that it resumes are those of the fleet before in this process, nil if there was none,
// and those that are stored.
func (s *Session) newFleet(ctx context.Context, number int, before *fleet) *fleet {
	f := &fleet{s: s, number: number, complete: make(chan struct{}), shards: map[int]*shard{}, shares: map[int]*Share{}}
	if before == nil {
		f.lost = s.cfg.Claims.Lost()
		if known, _ := s.knownShards(ctx); known > 0 {
			f.shares[known] = NewShare(s.cfg.Claims, known)
		}
	} else {
		f.adopt(before)
	}
	if f.shares[number] == nil {
		f.shares[number] = NewShare(s.cfg.Claims, number)
	}
	s.identifies.scale(number)
	f.gain(ctx)
	s.fleet.Store(f)
	return f
}

// adopt takes over what the fleet before has claimed.
func (f *fleet) adopt(before *fleet) {
	f.lost, f.shares = before.lost, before.shares
	for _, sh := range before.all() {
		sh.fleet, sh.old = f, nil
		if sh.of == f.number {
			f.shards[sh.number] = sh
			if sh.refused { // it would be again
				sh.resume = gateway.Point{}
			}
		} else if !f.addOld(sh) {
			f.shares[sh.of].Release(sh.number)
		}
		sh.refused = false
	}
}

// addOld adds a shard of the number before, unless it has no session.
func (f *fleet) addOld(sh *shard) bool {
	if sh.resume.Session == "" {
		return false
	}
	sh.old = &oldShard{replayed: make(chan struct{})}
	f.old = append(f.old, sh)
	return true
}

// all returns all shards.
func (f *fleet) all() []*shard {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append(slices.Clone(f.old), slices.SortedFunc(maps.Values(f.shards), func(a, b *shard) int { return a.number - b.number })...)
}

// gain claims what this process may have besides, and returns it.
func (f *fleet) gain(ctx context.Context) (gained []*shard) {
	looked := true
	for _, of := range slices.Sorted(maps.Keys(f.shares)) {
		if f.retiring.Load() && of != f.number {
			continue
		}
		numbers, err := f.shares[of].Grow(ctx)
		for _, number := range numbers {
			sh := &shard{s: f.s, fleet: f, number: number, of: of}
			failed := sh.load(ctx)
			if failed != nil {
				err = failed
			}
			if failed != nil && f.s.shared || !f.add(sh) { // alone, a new session is better than none
				f.shares[of].Release(number)
				continue
			}
			gained = append(gained, sh)
		}
		if err != nil && ctx.Err() == nil && err.Error() != f.logged {
			f.logged = err.Error()
			f.s.cfg.Log.Warn().Str("error", f.s.secret.err(err)).Msg("cannot find out which shards to connect, or where to resume them")
		}
		looked = looked && (err == nil || !f.s.shared)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.looked = f.looked || looked
	return gained
}

// add adds a shard that has been claimed, and reports whether it is needed.
func (f *fleet) add(sh *shard) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if sh.of != f.number {
		return !f.retiring.Load() && f.addOld(sh)
	}
	f.shards[sh.number] = sh
	return true
}

// run keeps the shards connected until ctx ends or one of them cannot go on. It returns why that one cannot.
func (f *fleet) run(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer f.links.Wait()
	defer stop(nil)
	all := f.all()
	if f.number > 1 || len(f.old) > 0 {
		f.s.cfg.Log.Info().Int("shards", f.number).Int("claimed", len(f.shards)).Int("before", len(f.old)).Msg("connecting the shards")
	}
	for _, sh := range all {
		f.connect(ctx, sh, stop)
	}
	f.links.Go(func() {
		if f.handedOver(ctx) {
			f.retire(ctx)
		}
	})
	tick := time.NewTicker(f.s.pace.share)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-f.lost:
			f.outlast(ctx)
			stop(errLost)
		case <-tick.C:
			f.look(ctx, stop)
		}
	}
}

// outlast waits until claims can be made again, however long that takes. Meanwhile the links stay open: while the database is down, no process
// can claim the shards, and what people ask for is done late, or they are told that it was not. If only this process is cut off, the others
// resume the sessions, and Discord closes the links.
func (f *fleet) outlast(ctx context.Context) {
	for isClosed(f.s.cfg.Claims.Lost()) && sleep(ctx, f.s.pace.share/10) == nil {
	}
}

// connect keeps a shard connected until ctx ends or its hangUp is called.
func (f *fleet) connect(ctx context.Context, sh *shard, stop func(error)) {
	ctx, sh.hangUp = context.WithCancel(ctx)
	sh.ended = make(chan struct{})
	f.links.Go(func() {
		defer close(sh.ended)
		defer sh.hangUp()
		err := sh.keepConnected(ctx)
		if sh.old != nil {
			sh.old.caughtUp()
		}
		if err != nil && (sh.old == nil || errors.Is(err, errLost)) { // why else an old one ends does not matter: the new ones replace it
			stop(err)
		}
	})
}

// look claims what this process may have besides, and lets go of one shard if it has too many.
func (f *fleet) look(ctx context.Context, stop func(error)) {
	if !f.s.shared {
		return
	}
	for _, sh := range f.gain(ctx) {
		f.connect(ctx, sh, stop)
	}
	if number, ok := f.shares[f.number].LetGo(f.settled); ok {
		f.letGo(ctx, number)
	}
	if aim := f.s.aim(ctx); aim > 0 && aim != f.number && ctx.Err() == nil {
		stop(errFollow)
		return
	}
	if !f.isComplete() && f.allStored(ctx) {
		f.mu.Lock()
		defer f.mu.Unlock()
		close(f.complete)
	}
}

// settled reports whether a shard is not just connecting: if it has sent an IDENTIFY, the next process would have to send another.
func (f *fleet) settled(number int) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return shardState(f.shards[number].state.Load()) != shardConnecting
}

// letGo hands a shard over to another process: it hangs up, so that Discord keeps what comes from now on.
func (f *fleet) letGo(ctx context.Context, number int) {
	f.mu.Lock()
	sh := f.shards[number]
	delete(f.shards, number)
	f.mu.Unlock()
	sh.log().Info().Msg("letting go of a shard, because there is another process")
	sh.hangUp()
	f.links.Go(func() {
		<-sh.ended
		f.handOver(sh)
	})
}

// handOver finishes what came over a shard that has been hung up, and then gives the shard back. What takes longer than a second is
// sent to the next process as well: people wait for the answers to what came since.
func (f *fleet) handOver(sh *shard) {
	limited, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if sh.unhandled.wait(limited) != nil {
		sh.log().Info().Msg("not everything that came over a shard has been handled; the next process gets it as well")
	}
	sh.save()
	if !f.isLost() {
		f.shares[sh.of].Release(sh.number)
	}
}

// allStored reports whether each shard has a session that is stored, also those of other processes.
func (f *fleet) allStored(ctx context.Context) bool {
	if f.count().Down != nil {
		return false
	}
	for number := range f.number {
		sh := &shard{s: f.s, number: number, of: f.number}
		if err := sh.load(ctx); err != nil || sh.resume.Session == "" {
			return false
		}
	}
	return true
}

// isLost reports whether other processes may have claimed the shards.
func (f *fleet) isLost() bool {
	f.s.cfg.Claims.Lost() // may find that they are
	return isClosed(f.lost) || f.fenced.Load()
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// handedOver waits until all shards have been ready, and the old ones have been sent what they missed. It returns false if ctx ends first.
func (f *fleet) handedOver(ctx context.Context) bool {
	select {
	case <-f.complete:
	case <-ctx.Done():
		return false
	}
	for waited := 0; ; waited++ {
		f.mu.Lock()
		if waited == len(f.old) {
			f.retiring.Store(true)
			f.mu.Unlock()
			return true
		}
		old := f.old[waited]
		f.mu.Unlock()
		select {
		case <-old.old.replayed:
		case <-ctx.Done():
			return false
		}
	}
}

// retire gives up the shards of the number before.
func (f *fleet) retire(ctx context.Context) {
	for _, sh := range f.old {
		sh.hangUp()
	}
	for _, sh := range f.old {
		<-sh.ended
	}
	f.settle(ctx)
}

// settle stores the number of shards, and forgets the sessions of the number before once what came over them has been handled.
// It does neither if ctx ends first.
func (f *fleet) settle(ctx context.Context) {
	for _, sh := range f.old {
		if sh.unhandled.wait(ctx) != nil {
			return
		}
	}
	if known, stored := f.s.knownShards(ctx); known != f.number || f.number > 1 && !stored {
		f.s.putFact(ctx, f.s.shardsKey(), strconv.Itoa(f.number))
	}
	for _, sh := range f.old {
		sh.resume = gateway.Point{}
		sh.storeNow(sh.resume)
	}
	f.mu.Lock()
	f.old = nil
	f.mu.Unlock()
	for of, mine := range f.shares {
		if of != f.number {
			mine.ReleaseAll()
		}
	}
	if f.number > 1 {
		f.s.cfg.Log.Info().Int("shards", f.number).Msg("all shards are ready")
	}
}

// isComplete reports whether all shards have been ready.
func (f *fleet) isComplete() bool { return isClosed(f.complete) }

// becameReady is called each time a shard has become ready. If there are other processes, look finds out about theirs.
func (f *fleet) becameReady() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.s.shared && !f.isComplete() && countShards(f.shards).Ready == f.number {
		close(f.complete)
	}
}

// release gives all shards back.
func (f *fleet) release() {
	for _, mine := range f.shares {
		mine.ReleaseAll()
	}
}

// stuckAfter is how long handling an event may take before the process counts as stuck. It takes no time at all, because
// requests are only queued, and a beat that is left out by mistake does no harm. Others take over 8 s after the last one, 10 s after a hang.
const stuckAfter = time.Second / 2

// stuck reports whether a shard has been handling the same event for long.
func (s *Session) stuck() bool {
	f := s.fleet.Load()
	return f != nil && slices.ContainsFunc(f.all(), func(sh *shard) bool {
		since := sh.busy.Load()
		return since > 0 && time.Since(time.UnixMilli(since)) > stuckAfter
	})
}
