package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"roundel/bot/discord/gateway"
	"roundel/claims"
)

// shard is one of the bot's sessions at the gateway. Discord sends it the events of the servers that belong to its number; those
// without a server belong to number 0. It opens one link after another, and holds what outlives them.
type shard struct {
	s          *Session
	fleet      *fleet
	number, of int
	old        *oldShard // the number of shards is being replaced: the shard is resumed, but never starts a session; nil: it is not

	state     atomic.Int32 // a shardState
	unhandled unhandled
	resume    gateway.Point // where to resume; zero: identify
	saved     gateway.Point // the resume point that is stored, or just being stored
	storing   sync.Mutex    // held meanwhile
	failed    atomic.Bool   // it could not be stored
	known     string        // the session of the one that was stored when this process last read or stored it; storing is held
	due       time.Time     // when the next one may be stored
	turn      *identifyTurn // for the next IDENTIFY; nil: the shard resumes, or waits
	busy      atomic.Int64  // when it began to handle the current event, in Unix milliseconds; 0: there is none
	hangUp    func()        // ends what keeps it connected
	ended     chan struct{} // closed once nothing keeps it connected any more

	refused  bool // Discord has closed the last link because of the number of shards
	failures int  // consecutive links that did not become ready, including failed requests for the address
	losses   int  // consecutive links that became ready, but did not last
	inVain   int  // links that Discord closed as they resumed the session, since one last became ready
}

// oldShard is the additional state of a shard that is being replaced.
type oldShard struct {
	once     sync.Once
	replayed chan struct{} // closed once Discord has sent what the shard missed, or will not
}

// caughtUp records that Discord has sent what the shard missed, or will not.
func (o *oldShard) caughtUp() { o.once.Do(func() { close(o.replayed) }) }

type shardState int32

const (
	shardWaiting shardState = iota
	shardConnecting
	shardReady
	shardGoing // let go of before it began to connect
)

// log returns the logger of the shard. That of a single one does not name it.
func (sh *shard) log() *zerolog.Logger {
	if sh.of == 1 && sh.old == nil {
		return &sh.s.cfg.Log
	}
	log := sh.s.cfg.Log.With().Int("shard", sh.number).Int("of", sh.of).Logger()
	return &log
}

// keepConnected keeps the shard connected until ctx ends. It returns an error if Discord rejects the bot for good, and
// errRecount if it does not accept the number of shards.
func (sh *shard) keepConnected(ctx context.Context) error {
	defer sh.save()
	for first := true; ctx.Err() == nil && (sh.old == nil || sh.resume.Session != ""); first = false {
		pause, err := sh.connectIfMine(ctx, first)
		if ctx.Err() != nil {
			break
		}
		var fatal *FatalError
		if errors.As(err, &fatal) || errors.Is(err, errRecount) || errors.Is(err, errLost) {
			return err
		}
		if err := sh.s.retryLater(ctx, *sh.log(), err, pause); err != nil {
			break
		}
	}
	return nil
}

// connectIfMine opens a link and waits until it ends, as connectOnce does. If there are several processes, it makes sure before
// each link but the first that no other has claimed the shard: the two would keep ending each other's links. While that is not known, there
// is no link.
func (sh *shard) connectIfMine(ctx context.Context, first bool) (time.Duration, error) {
	if sh.s.shared && !first {
		if sh.fleet.isLost() { // the fleet starts over once claims can be made
			<-ctx.Done()
			return 0, ctx.Err()
		}
		mine, err := sh.s.cfg.Claims.Try(ctx, claims.Shard, claims.ShardKey(sh.number, sh.of))
		if err != nil {
			return sh.s.pace.share, err
		}
		if !mine {
			sh.fleet.fenced.Store(true)
			return 0, errLost
		}
	}
	return sh.connectOnce(ctx)
}

// connectOnce opens a link and waits until it ends. It returns why it ended, and how long to wait before the next.
func (sh *shard) connectOnce(ctx context.Context) (time.Duration, error) {
	address, err := sh.address(ctx)
	if err != nil {
		return sh.pause(err, time.Time{}), err
	}
	defer func() {
		sh.turn.release()
		sh.turn = nil
	}()
	if !sh.state.CompareAndSwap(int32(shardWaiting), int32(shardConnecting)) { // it is being let go of
		<-ctx.Done()
		return 0, ctx.Err()
	}
	s := sh.s
	if connecting := s.cfg.Metrics.Connecting; connecting != nil {
		connecting(sh.resume.Session != "")
	}
	link := gateway.Connect(ctx, gateway.Config{Token: s.cfg.Token, Address: address, Shard: sh.number, Shards: sh.of, Resume: sh.handled(),
		Final: s.cfg.Facts == nil, Log: *sh.log(), Clean: s.secret.clean, ReadyWithin: s.pace.ready, ResumedWithin: s.pace.resume,
		CheckEvery: s.pace.check}, sh)
	err = sh.assess(link)
	return sh.pause(err, link.ReadySince()), err
}

// address returns the address to connect to, once the shard may connect: Discord limits IDENTIFYs, and resets the token of a
// bot that sends too many.
func (sh *shard) address(ctx context.Context) (string, error) {
	if sh.resume.Session != "" && sh.resume.URL != "" && sh.failures == 0 { // the first attempt after a loss
		return sh.resume.URL, nil
	}
	if sh.resume.Session == "" {
		if err := sleep(ctx, time.Until(sh.fleet.identify)); err != nil {
			return "", err
		}
	}
	info, err := sh.s.gateway.ask(ctx)
	var fatal *FatalError
	if err != nil && sh.resume.Session != "" && sh.resume.URL != "" && !errors.As(err, &fatal) && ctx.Err() == nil {
		return sh.resume.URL, nil // the API may be down longer than the gateway
	}
	if err != nil {
		return "", err
	}
	if sh.resume.Session == "" {
		sh.turn, err = sh.s.identifies.wait(ctx, sh.number, info)
	}
	return info.URL, err
}

// resumeTries is how many links in a row Discord may close as they resume a session before the session is given up. Together they take about
// ten seconds. Discord also closes such links, with 4003, if it has invalidated the session.
const resumeTries = 5

// assess decides, after a link has ended, what the next one resumes. It returns why the link ended.
func (sh *shard) assess(l *gateway.Link) error {
	if at := l.Reached(); at.Session != sh.resume.Session || at.Seq > sh.resume.Seq {
		sh.resume = at
	}
	code, err := l.End()
	if fatal := fatalClose(code); fatal != nil {
		return fatal
	}
	switch {
	case !l.ReadySince().IsZero():
		sh.inVain = 0
	case code != 0 && sh.resume.Session != "":
		sh.inVain++
	}
	if errors.Is(err, gateway.ErrInvalid) || code == 4007 || code == 4009 || sh.inVain == resumeTries {
		sh.resume, sh.inVain = gateway.Point{}, 0
	}
	sh.refused = code == 4010 || code == 4011
	if sh.refused {
		return fmt.Errorf("%w: the gateway closed with code %d", errRecount, code)
	}
	if code != 0 {
		return fmt.Errorf("the gateway closed with code %d", code)
	}
	return err
}

// fatalClose returns the error for a close code after which reconnecting is useless, or nil for other codes.
func fatalClose(code int) *FatalError {
	closed := fmt.Errorf("the gateway closed with code %d", code)
	switch code {
	case 4004:
		return refusedToken(closed)
	case 4012:
		return &FatalError{Text: "Discord no longer supports this bot's gateway version; it needs a newer version.", Err: closed}
	case 4013, 4014:
		return &FatalError{Text: "Discord does not accept the intents this bot asks for; it needs a newer version.", Err: closed}
	}
	return nil
}

func refusedToken(err error) *FatalError {
	return &FatalError{Text: "Discord does not accept the bot token; copy a new one from the Bot page of the developer portal.", Err: err}
}

// promptLosses is the number of links that may be lost soon after they became ready before the pauses grow.
const promptLosses = 5

// pause returns how long to wait before the next link. ready is when the last one became ready, zero if it never did. If
// Discord asks a link to reconnect, the next one resumes at once: what people do meanwhile has to be answered within seconds.
func (sh *shard) pause(err error, ready time.Time) time.Duration {
	p := sh.s.pace
	steps := sh.failures
	switch {
	case ready.IsZero():
		sh.failures++
	case time.Since(ready) > p.stable:
		sh.failures, sh.losses, steps = 0, 1, 0
	default:
		sh.failures = 0
		sh.losses++
		steps = max(0, sh.losses-promptLosses)
	}
	if errors.Is(err, gateway.ErrReconnect) && !ready.IsZero() && steps == 0 {
		return 0
	}
	pause := p.after(steps)
	if errors.Is(err, gateway.ErrInvalid) || errors.Is(err, gateway.ErrRetry) {
		pause = max(pause, p.invalid+rand.N(4*p.invalid+1))
	}
	return pause
}

// Data returns a pointer to what the data of an event are decoded into, nil for events that are not needed.
func (*shard) Data(event string) any {
	switch event {
	case "INTERACTION_CREATE":
		return &interaction{}
	case "GUILD_CREATE", "GUILD_DELETE", "CHANNEL_DELETE", "THREAD_DELETE":
		return &serverEvent{kind: event}
	}
	return nil
}

// Identifying records an IDENTIFY that is about to be sent.
func (sh *shard) Identifying() error { return sh.turn.use() }

// Handle handles an event.
func (sh *shard) Handle(event *gateway.Payload, replayed bool, connected time.Time) {
	sh.busy.Store(time.Now().UnixMilli())
	defer sh.busy.Store(0)
	if event.Event == "READY" {
		sh.unhandled.restart()
	}
	done, ok := sh.unhandled.add(event.Seq)
	if !ok {
		return
	}
	switch data := event.Data.(type) {
	case *interaction:
		if handled, ok := sh.s.deliveries.first(data.ID, done); ok {
			taken := replayed || sh.s.shared && sh.fleet.isLost() // another process may have had it
			sh.s.accept(arrival{in: data, decodeErr: event.DataErr, arrived: time.Now(), replayed: taken, done: handled})
		}
	case *serverEvent:
		data.connectedAt = connected
		sh.s.takeServerEvent(data, event.DataErr, done)
	default:
		done()
	}
}

// Ready marks the shard as ready. When it is the only one, it calls Host.Ready.
func (sh *shard) Ready(event, app string, heartbeat time.Duration) {
	s := sh.s
	s.setApplication(app)
	sh.turn.answered()
	sh.state.Store(int32(shardReady))
	sh.log().Info().Str("event", event).Dur("heartbeat", heartbeat).Msg("the gateway is ready")
	if s.connected.Add(1) == 1 {
		s.hooks.Go(func() { s.queue.guard(func() { s.host.Ready(s.work) }) })
	}
	if sh.old != nil {
		sh.old.caughtUp()
	}
	sh.fleet.becameReady()
}

// Reached stores the resume point from time to time, and that of a new session at once. The gateway is not read meanwhile, so it does
// not wait for the point of a session that is stored already.
func (sh *shard) Reached(at gateway.Point) {
	at.Seq = sh.Handled(at.Seq)
	if at.Session != sh.saved.Session {
		sh.storeNow(at)
	} else if now := time.Now(); (at != sh.saved || sh.failed.Load()) && now.After(sh.due) && sh.storing.TryLock() {
		sh.saved, sh.due = at, now.Add(sh.s.pace.save)
		go func() { sh.store(at); sh.storing.Unlock() }()
	}
}

// Handled returns the highest sequence number ≤ seq up to which every event has been handled.
func (sh *shard) Handled(seq int64) int64 { return sh.unhandled.handledUpTo(seq) }

// Ended marks the shard as not ready.
func (sh *shard) Ended() {
	if sh.state.Swap(int32(shardWaiting)) == int32(shardReady) {
		sh.s.connected.Add(-1)
	}
}

// key returns the key of the fact that holds the resume point. That of a single shard is the session's.
func (sh *shard) key() string {
	if sh.of == 1 {
		return sh.s.keys.resume
	}
	return fmt.Sprintf("%s:%d/%d", sh.s.keys.resume, sh.number, sh.of)
}

// load reads the stored resume point.
func (sh *shard) load(ctx context.Context) error {
	text, err := sh.s.readFact(ctx, sh.key())
	if err != nil || text == "" {
		return err
	}
	if err := json.Unmarshal([]byte(text), &sh.resume); err != nil {
		sh.log().Warn().Msg("cannot read the saved resume point of the gateway session; starting a new session")
		sh.resume = gateway.Point{}
	}
	sh.saved, sh.known = sh.resume, sh.resume.Session
	return nil
}

// remember moves the resume point to that of a session which this process could not store because it had lost its claims, unless another process
// has stored one since. Without it, a session that began just before could not be resumed, and what Discord has kept for it would be lost. In the
// stored session, the stored point is the better one: what could not be handled since is sent again.
func (sh *shard) remember() {
	kept, ok := sh.s.kept.take(sh.key())
	if ok && kept.at.Session != sh.known && kept.instead == sh.known {
		sh.resume = kept.at
	}
}

// handled returns the resume point, moved back to the last event up to which everything has been handled. Like a heartbeat, a RESUME confirms
// what comes before it; after a crash, Discord replays everything after it. Deduplication makes the replay harmless.
func (sh *shard) handled() gateway.Point {
	at := sh.resume
	if at.Session != "" {
		at.Seq = sh.Handled(at.Seq)
	}
	return at
}

// save stores the resume point. No link may be open.
func (sh *shard) save() { sh.storeNow(sh.handled()) }

// storeNow stores a resume point, unless it is stored already, after the one that is just being stored.
func (sh *shard) storeNow(at gateway.Point) {
	sh.storing.Lock()
	defer sh.storing.Unlock()
	if at != sh.saved || sh.failed.Load() {
		sh.saved, sh.due = at, time.Now().Add(sh.s.pace.save)
		sh.store(at)
	}
}

// store stores a resume point, or keeps it in memory if another process may have claimed the shard: its point must not move back. A write that is
// in flight when the claims are lost may still move it back, until the other process writes its own, a second later at most.
func (sh *shard) store(at gateway.Point) {
	if sh.fleet != nil && sh.fleet.isLost() {
		sh.s.kept.put(sh.key(), keptPoint{at: at, instead: sh.known})
		return
	}
	text, err := json.Marshal(at)
	if err != nil {
		sh.log().Error().Err(err).Msg("cannot encode the resume point of the gateway session") // cannot happen with three plain fields
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	stored := sh.s.putFact(ctx, sh.key(), string(text))
	sh.failed.Store(!stored)
	if stored {
		sh.known = at.Session
	}
}

// keptPoints are the resume points that this process could not store because it had lost its claims, by the key of the fact.
type keptPoints struct {
	mu    sync.Mutex
	byKey map[string]keptPoint
}

// keptPoint is a resume point that was not stored.
type keptPoint struct {
	at      gateway.Point
	instead string // the session of the one that was stored
}

func (k *keptPoints) put(key string, point keptPoint) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.byKey == nil {
		k.byKey = map[string]keptPoint{}
	}
	k.byKey[key] = point
}

// take returns a point and forgets it.
func (k *keptPoints) take(key string) (point keptPoint, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	point, ok = k.byKey[key]
	delete(k.byKey, key)
	return point, ok
}

// unhandled is the set of a session's events that have been received but not handled completely.
type unhandled struct {
	mu   sync.Mutex
	open map[int64]bool
	none chan struct{} // closed once open is empty; nil: nobody waits for that
}

// restart empties the set for the events of a new session. Discord cannot replay those of the session before.
func (u *unhandled) restart() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.open = nil
	u.removed()
}

// add adds an event and returns a function that removes it, which must be called once the event has been handled. An event
// without a sequence number is left out, because Discord cannot replay it. ok is false if the event is in the set already, received over an
// earlier link.
func (u *unhandled) add(seq int64) (handled func(), ok bool) {
	if seq <= 0 {
		return func() {}, true
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.open == nil {
		u.open = map[int64]bool{}
	}
	open := u.open // a later session has a set of its own
	if open[seq] {
		return nil, false
	}
	open[seq] = true
	return func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		delete(open, seq)
		u.removed()
	}, true
}

// removed wakes the callers of wait if the set is empty. u.mu must be held.
func (u *unhandled) removed() {
	if len(u.open) == 0 && u.none != nil {
		close(u.none)
		u.none = nil
	}
}

// wait waits until the set is empty. It returns an error if ctx ends first.
func (u *unhandled) wait(ctx context.Context) error {
	u.mu.Lock()
	if len(u.open) == 0 {
		u.mu.Unlock()
		return nil
	}
	if u.none == nil {
		u.none = make(chan struct{})
	}
	none := u.none
	u.mu.Unlock()
	select {
	case <-none:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// handledUpTo returns the highest sequence number ≤ seq up to which every event has been handled.
func (u *unhandled) handledUpTo(seq int64) int64 {
	u.mu.Lock()
	defer u.mu.Unlock()
	for open := range u.open {
		seq = min(seq, open-1)
	}
	return seq
}

// mostDeliveries is the number of interactions that are remembered for certain; at most twice as many are.
const mostDeliveries = 10_000

// deliveries are the latest interactions that this process has received. It may receive one again: over the sessions of two numbers of shards
// while that number changes, and after it has resumed a session at a point that it could not store in time. None is handled twice,
// whatever came of it: what was refused is not carried out later.
type deliveries struct {
	mu     sync.Mutex
	recent map[string]*delivery
	older  map[string]*delivery // those before; they are forgotten when recent is full
}

// delivery is an interaction that was received at least once.
type delivery struct {
	handled bool
	waiting []func() // the later deliveries, which have been handled when the first has
}

// first reports whether an interaction is delivered for the first time. If it is, it must be handled, and then the function that is
// returned must be called. If not, done is called once the first one has been handled: after a crash before that, Discord may
// have only this session to deliver it again.
func (d *deliveries) first(interaction string, done func()) (handled func(), ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if interaction == "" {
		return done, true
	}
	before := d.recent[interaction]
	if before == nil {
		before = d.older[interaction]
	}
	switch {
	case before == nil:
	case before.handled:
		done()
		return nil, false
	default:
		before.waiting = append(before.waiting, done)
		return nil, false
	}
	if d.recent == nil || len(d.recent) >= mostDeliveries {
		d.recent, d.older = map[string]*delivery{}, d.recent
	}
	now := &delivery{waiting: []func(){done}}
	d.recent[interaction] = now
	return func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		for _, done := range now.waiting {
			done()
		}
		now.handled, now.waiting = true, nil
	}, true
}
