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

	"github.com/rs/zerolog"

	"roundel/bot/discord/gateway"
	"roundel/claims"
)

// MostShards is the largest number of shards that is accepted.
const MostShards = 10_000

// Shards says how many shards a session listens to, and how many of them are in which state. Those of other processes do not count.
type Shards struct {
	Ready      int   // connected and sending events
	Connecting int   // connecting, identifying or resuming
	Waiting    int   // waiting for their turn to identify, or to try again
	Down       []int // the numbers of those that are not ready, in order
}

// Of returns the number of the shards, 0 while it is not known or other processes have all.
func (n Shards) Of() int { return n.Ready + n.Connecting + n.Waiting }

// Shards returns the state of the session's shards.
func (s *Session) Shards() Shards {
	if f := s.fleet.Load(); f != nil {
		return f.count()
	}
	return Shards{}
}

// Ready reports whether all of this process's shards are connected and sending events, and nothing suggests that Discord refuses the
// token. A process is ready, too, if others have all shards.
func (s *Session) Ready() bool {
	f := s.fleet.Load()
	if f == nil || s.rest.check.doubted() {
		return false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.claimed && !f.isLost() && countShards(f.shards).Down == nil
}

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
			s.cfg.Log.Warn().Str("error", s.secret.err(fatal.Err)).Msg("Discord refuses the bot, so it stops")
			return fatal
		}
		if ctx.Err() != nil {
			return nil
		}
		if errors.Is(err, errLost) {
			s.cfg.Log.Warn().Msg("the claims on this process's shards are lost; claiming shards again")
			f.release()
			apart := func() bool { return isClosed(s.cfg.Claims.Lost()) }
			wait := !isClosed(f.lost) || apart() // otherwise, the fleet has waited
			f, refused = nil, 0
			for ; wait; wait = apart() {
				if sleep(ctx, s.pace.share) != nil {
					return nil
				}
			}
			continue
		}
		s.cfg.Log.Warn().Int("shards", number).Str("error", s.secret.err(err)).Msg("asking Discord for the number of shards again")
		s.gateway.forget()
		if errors.Is(err, errFollow) {
			refused = 0
			continue
		}
		refused = number
		if f != nil && f.isComplete() {
			again = 0 // it was the right number for a while
		}
	}
}

// retryLater logs an error, and waits before the next attempt.
func (s *Session) retryLater(ctx context.Context, log zerolog.Logger, err error, pause time.Duration) error {
	log.Warn().Str("error", s.secret.err(err)).Dur("pause", pause).Msg("the gateway is not connected; trying again")
	return sleep(ctx, pause)
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

// aim returns the number of shards that all processes use or will use, 0 if there is none, or no other process. All change over to it: the
// shards of another number would get each event as well, and the old ones are let go of only once the new ones are complete.
func (s *Session) aim(ctx context.Context) int {
	if !s.shared {
		return 0
	}
	number, err := strconv.Atoi(s.fact(ctx, s.keys.aim))
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
		s.putFact(ctx, s.keys.shards, strconv.Itoa(before))
	}
	if before != number {
		s.putFact(ctx, s.keys.aim, strconv.Itoa(number))
	}
}

// knownShards returns the number of shards of the last complete fleet, 0 if there was none, and whether it is stored. That of a
// single shard need not be.
func (s *Session) knownShards(ctx context.Context) (number int, stored bool) {
	if number, err := strconv.Atoi(s.fact(ctx, s.keys.shards)); err == nil && number > 0 && number <= MostShards {
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
	shares   map[int]*share // by number of shards; changed only before run
	logged   string         // why not everything could be claimed

	mu       sync.Mutex // held while complete is closed, and while retiring begins
	shards   map[int]*shard
	old      []*shard    // of the number before; it does not grow while they are retiring
	claimed  bool        // what can be claimed has been claimed at least once
	retiring atomic.Bool // the old ones are being given up
}

// newFleet returns a fleet. It resumes the sessions of before, which is this process's previous fleet (nil: none),
// and those that are stored.
func (s *Session) newFleet(ctx context.Context, number int, before *fleet) *fleet {
	f := &fleet{s: s, number: number, complete: make(chan struct{}), shards: map[int]*shard{}, shares: map[int]*share{}}
	if before == nil {
		f.lost = s.cfg.Claims.Lost()
		if known, _ := s.knownShards(ctx); known > 0 {
			f.shares[known] = newShare(s.cfg.Claims, known)
		}
	} else {
		f.adopt(before)
	}
	if f.shares[number] == nil {
		f.shares[number] = newShare(s.cfg.Claims, number)
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
			f.shares[sh.of].release(sh.number)
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

// gain claims the shards that this process may have in addition, and returns them.
func (f *fleet) gain(ctx context.Context) (gained []*shard) {
	claimed := true
	for _, of := range slices.Sorted(maps.Keys(f.shares)) {
		if f.retiring.Load() && of != f.number {
			continue
		}
		numbers, err := f.shares[of].grow(ctx)
		for _, number := range numbers {
			sh := &shard{s: f.s, fleet: f, number: number, of: of}
			failed := sh.load(ctx)
			if failed != nil {
				err = failed
			} else {
				sh.remember()
			}
			if failed != nil && f.s.shared || !f.add(sh) { // alone, a new session is better than none
				f.shares[of].release(number)
				continue
			}
			gained = append(gained, sh)
		}
		if err != nil && ctx.Err() == nil && err.Error() != f.logged {
			f.logged = err.Error()
			f.s.cfg.Log.Warn().Str("error", f.s.secret.err(err)).Msg("cannot find out which shards to connect, or where to resume them")
		}
		claimed = claimed && (err == nil || !f.s.shared)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.claimed = f.claimed || claimed
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
			// The links stay open until claims can be made again, however long that takes. While the database is down, no process can
			// claim the shards, and what people ask for is done late, or they are told that it was not. If only this process is cut
			// off, the others resume the sessions, and Discord closes the links.
			for isClosed(f.s.cfg.Claims.Lost()) && sleep(ctx, f.s.pace.share/10) == nil {
			}
			stop(errLost)
		case <-tick.C:
			f.balance(ctx, stop)
		}
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
		if err != nil && (sh.old == nil || errors.Is(err, errLost)) { // an old one may end for any other reason: the new ones replace it
			stop(err)
		}
	})
}

// balance claims the shards that this process may have in addition, or lets go of one if it has too many. If all processes change over to
// another number of shards, it stops the fleet.
func (f *fleet) balance(ctx context.Context, stop func(error)) {
	if !f.s.shared {
		return
	}
	for _, sh := range f.gain(ctx) {
		f.connect(ctx, sh, stop)
	}
	if number, ok := f.shares[f.number].letGo(f.canLetGo); ok {
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

// canLetGo reports whether a shard is not connecting right now: if it has sent an IDENTIFY, the next process would have to send another. One that
// was waiting does not connect any more.
func (f *fleet) canLetGo(number int) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	state := &f.shards[number].state
	return state.CompareAndSwap(int32(shardWaiting), int32(shardGoing)) || state.Load() == int32(shardReady)
}

// letGo hands a shard over to another process: it hangs up, so that Discord keeps new events for that process.
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

// handOver waits for the events that came over a shard that has been hung up, and then gives the shard back. It waits for a second at most,
// because people wait for answers to newer events; Discord sends the unfinished ones to the next process as well.
func (f *fleet) handOver(sh *shard) {
	limited, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if sh.unhandled.wait(limited) != nil {
		sh.log().Info().Msg("not everything that came over a shard has been handled; the next process gets it as well")
	}
	sh.save()
	if !f.isLost() {
		f.shares[sh.of].release(sh.number)
	}
}

// isLost reports whether other processes may have claimed the shards.
func (f *fleet) isLost() bool {
	f.s.cfg.Claims.Lost() // may find that they are
	return isClosed(f.lost) || f.fenced.Load()
}

// becameReady is called each time a shard has become ready. If there are other processes, balance finds out about theirs.
func (f *fleet) becameReady() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.s.shared && !f.isComplete() && countShards(f.shards).Ready == f.number {
		close(f.complete)
	}
}

// isComplete reports whether all shards have been ready.
func (f *fleet) isComplete() bool { return isClosed(f.complete) }

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
	f.forgetOld(ctx)
}

// forgetOld waits until every event from the old shards has been handled, then stores the new number of shards and forgets the old sessions.
// It does neither if ctx ends first.
func (f *fleet) forgetOld(ctx context.Context) {
	for _, sh := range f.old {
		if sh.unhandled.wait(ctx) != nil {
			return
		}
	}
	if known, stored := f.s.knownShards(ctx); known != f.number || f.number > 1 && !stored {
		f.s.putFact(ctx, f.s.keys.shards, strconv.Itoa(f.number))
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
			mine.releaseAll()
		}
	}
	if f.number > 1 {
		f.s.cfg.Log.Info().Int("shards", f.number).Msg("all shards are ready")
	}
}

// release gives all shards back.
func (f *fleet) release() {
	for _, mine := range f.shares {
		mine.releaseAll()
	}
}

// all returns all shards.
func (f *fleet) all() []*shard {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append(slices.Clone(f.old), slices.SortedFunc(maps.Values(f.shards), func(a, b *shard) int { return a.number - b.number })...)
}

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

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// share is the shards that this process has of a number of shards. It is safe for concurrent use.
type share struct {
	claims claims.Claims
	of     int

	mu    sync.Mutex
	held  map[int]bool
	going map[int]bool // let go of, but not released yet
	extra int          // which claim on one shard more than others have; -1: none
}

// newShare returns the share of a process that has none of the shards yet.
func newShare(c claims.Claims, of int) *share {
	return &share{claims: c, of: of, held: map[int]bool{}, going: map[int]bool{}, extra: -1}
}

// grow claims free shards until this process has as many as it may, and returns those it has claimed, also with an error.
func (s *share) grow(ctx context.Context) ([]int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	each, rest := s.split()
	if s.extra >= rest {
		s.dropExtra()
	}
	gained, err := s.claim(ctx, each)
	if err != nil || len(s.held) < each {
		return gained, err
	}
	for i := 0; i < rest && s.extra < 0; i++ {
		mine, err := s.claims.Try(ctx, claims.Extra, claims.ShardKey(i, s.of))
		if err != nil {
			return gained, err
		}
		if mine {
			s.extra = i
		}
	}
	if s.extra >= 0 {
		var more []int
		more, err = s.claim(ctx, each+1)
		gained = append(gained, more...)
		if len(s.held) <= each {
			s.dropExtra()
		}
	}
	return gained, err
}

// split returns how many shards each process may have, and how many of the processes may have one more.
func (s *share) split() (each, rest int) {
	members := max(s.claims.Members(), 1)
	return s.of / members, s.of % members
}

// claim claims free shards until this process holds most, the limit given. s.mu must be held.
func (s *share) claim(ctx context.Context, most int) (gained []int, err error) {
	for n := 0; n < s.of && len(s.held) < most; n++ {
		if s.held[n] || s.going[n] {
			continue
		}
		mine, err := s.claims.Try(ctx, claims.Shard, claims.ShardKey(n, s.of))
		if err != nil {
			return gained, err
		}
		if mine {
			s.held[n] = true
			gained = append(gained, n)
		}
	}
	return gained, nil
}

// dropExtra gives back the claim on one shard more. s.mu must be held.
func (s *share) dropExtra() {
	if s.extra >= 0 {
		s.claims.Release(claims.Extra, claims.ShardKey(s.extra, s.of))
		s.extra = -1
	}
}

// letGo picks a shard to give up if this process has too many, and may allows one. The caller must release it once it is idle.
func (s *share) letGo(may func(number int) bool) (number int, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	most, _ := s.split()
	if s.extra >= 0 {
		most++
	}
	if len(s.held) <= most {
		return 0, false
	}
	for _, number := range slices.Backward(slices.Sorted(maps.Keys(s.held))) {
		if may(number) {
			delete(s.held, number)
			s.going[number] = true
			return number, true
		}
	}
	return 0, false
}

// release gives a shard back.
func (s *share) release(number int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.held, number)
	delete(s.going, number)
	s.claims.Release(claims.Shard, claims.ShardKey(number, s.of))
	if each, _ := s.split(); len(s.held) <= each {
		s.dropExtra()
	}
}

// releaseAll gives all shards back.
func (s *share) releaseAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, list := range []map[int]bool{s.held, s.going} {
		for number := range list {
			s.claims.Release(claims.Shard, claims.ShardKey(number, s.of))
		}
		clear(list)
	}
	s.dropExtra()
}

// beat tells other processes that this one is alive until ctx ends, but not while it is stuck.
func beat(ctx context.Context, c claims.Claims, every time.Duration, stuck func() bool) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		if !stuck() {
			c.Beat()
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
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
