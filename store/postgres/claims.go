package postgres

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"roundel/claims"
)

// pace is how often processes look after each other.
type pace struct {
	poll time.Duration // the longest time until a lost session is noticed
	beat time.Duration // the shortest time between two beats that are stored
	dead time.Duration // others take over from a process that has been silent for so long
}

// usual leaves 2 of 10 seconds between a hang and its takeover for the poll that notices it and the claim itself.
func usual() pace { return pace{poll: time.Second, beat: 2 * time.Second, dead: 8 * time.Second} }

// lookEvery is how often the settings of the server are read.
const lookEvery = time.Minute

// patience is how long a statement on the session of the claims may take, and how long ago the last one may have been. It is shorter than
// dead by a poll and the age of a stored beat, so that a process that was cut off or stopped knows it before the others take over.
func (p pace) patience() time.Duration { return p.dead * 5 / 8 }

// Claims is the [claims.Claims] of processes that share a database. Use [DB.Claims].
type Claims struct {
	db    *DB
	pace  pace
	stop  context.CancelFunc
	ended chan struct{} // closed when run has returned

	beaten  atomic.Int64 // nanoseconds from start to the last Beat
	start   time.Time
	wake    chan struct{} // Beat was called
	members atomic.Int64
	leaving atomic.Bool
	soon    chan struct{} // the next poll is due at once

	turn chan struct{} // holds a value while a statement runs on the session

	// Only who has the turn uses the fields below.
	looked time.Time // when the settings of the server were last read
	unwell string    // why the last poll failed; empty: it did not

	mu      sync.Mutex
	session *session                 // nil while there is none
	held    map[int64]map[thing]bool // what is claimed, by the lock that stands for it
	lost    chan struct{}
}

// thing is something that can be claimed.
type thing struct {
	kind claims.Kind
	key  int64
}

var (
	_ claims.Claims = (*Claims)(nil)
	_ claims.Leaver = (*Claims)(nil)
)

// Claims starts taking part in sharing out the work. The caller must close it before the database.
func (db *DB) Claims(ctx context.Context) (*Claims, error) { return db.claims(ctx, usual()) }

func (db *DB) claims(ctx context.Context, p pace) (*Claims, error) {
	c := &Claims{
		db: db, pace: p, ended: make(chan struct{}),
		start: time.Now(), wake: make(chan struct{}, 1), soon: make(chan struct{}, 1),
		turn: make(chan struct{}, 1), held: map[int64]map[thing]bool{}, lost: make(chan struct{}),
	}
	s, err := c.connect(ctx, 0)
	if err != nil {
		return nil, db.secret.hide(err)
	}
	c.session = s
	c.poll(s) // to know at once how many there are
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	c.stop = stop
	go c.run(running, s)
	return c, nil
}

// memberKind is the kind of the lock that a process holds as long as its session lasts. It is none of package claims.
const memberKind claims.Kind = 'm'

// slots is how many locks stand for all channels. A server has room for 64 locks for each connection that it allows, which all its sessions
// share, so about 7,800 as it is installed, and for 25 connections still 3,000. The rest is for the shards and for what the statements of
// commits lock. So the slots suffice for any number of channels and processes. Two channels may have the same slot: then one process has to
// show both, or one waits.
const slots = 2048

// lockKey returns the key of an advisory lock: the kind in the upper 8 bits, below it the slot of a channel, or the lower 56 bits of any
// other key.
func lockKey(kind claims.Kind, key int64) int64 {
	const low = 1<<56 - 1
	if kind == claims.Channel {
		key = slotOf(key)
	}
	return int64(uint64(kind)<<56 | uint64(key)&low)
}

// slotOf returns the slot of a channel. It mixes all bits of the ID, because IDs of Discord are alike in their lower ones.
func slotOf(channel int64) int64 {
	const golden = 0x9e3779b97f4a7c15 // 2^64 divided by the golden ratio
	return int64(uint64(channel) * golden >> 32 % slots)
}

// errApart means that there is no session right now, so no one can say who has what.
var errApart = errors.New("postgres: not connected; claims can be made again once it is")

// Try claims something; see [claims.Claims].
func (c *Claims) Try(ctx context.Context, kind claims.Kind, key int64) (bool, error) {
	lock, what := lockKey(kind, key), thing{kind, key}
	if s, held := c.join(lock, what); s == nil {
		return false, errApart
	} else if held {
		return true, nil
	}
	select {
	case c.turn <- struct{}{}:
		defer func() { <-c.turn }()
	case <-ctx.Done():
		return false, ctx.Err()
	}
	s, held := c.join(lock, what)
	switch {
	case s == nil:
		return false, errApart
	case held:
		return true, nil
	}
	got, err := s.tryLock(lock, c.pace.patience())
	if err != nil {
		c.failed(s, err)
		return false, c.db.secret.hide(fmt.Errorf("postgres: claim: %w", err))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.session != s { // lost meanwhile
		return false, errApart
	}
	if got {
		c.held[lock] = map[thing]bool{what: true}
	}
	return got, nil
}

// join returns the session, or nil if there is none. If it holds a lock already, it makes that stand for something more and returns true.
func (c *Claims) join(lock int64, what thing) (s *session, held bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.currentLocked() == nil || c.held[lock] == nil {
		return c.session, false
	}
	c.held[lock][what] = true
	return c.session, true
}

// current returns the session, or nil if there is none. A process that was stopped for a while finds out here that the others have taken over:
// a session that has not answered for so long is lost. The clock goes on while a process is stopped.
func (c *Claims) current() *session {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.currentLocked()
}

func (c *Claims) currentLocked() *session {
	if c.session != nil && time.Since(c.session.seen) > c.pace.patience() {
		c.loseLocked(errors.New("it was silent for too long"))
	}
	return c.session
}

// Release gives something back; see [claims.Claims].
func (c *Claims) Release(kind claims.Kind, key int64) {
	lock := lockKey(kind, key)
	c.turn <- struct{}{}
	defer func() { <-c.turn }()
	s := c.leftBy(lock, thing{kind, key})
	if s == nil {
		return
	}
	if err := s.unlock(lock, c.pace.patience()); err != nil {
		c.lose(s, err) // else the others could never have it
	}
}

// leftBy notes that something is no longer claimed. It returns the session if its lock stands for nothing else, so that it has to be given back.
func (c *Claims) leftBy(lock int64, what thing) *session {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.currentLocked() == nil || !c.held[lock][what] {
		return nil
	}
	delete(c.held[lock], what)
	if len(c.held[lock]) > 0 {
		return nil
	}
	delete(c.held, lock)
	return c.session
}

// Lost returns a channel that is closed when all claims are lost; see [claims.Claims].
func (c *Claims) Lost() <-chan struct{} {
	c.current() // may find that they are
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lost
}

// failed ends a session if it is lost. One that has only refused a statement, because the server's disk or its table of locks is full, keeps
// what it holds.
func (c *Claims) failed(s *session, why error) {
	if s.conn.IsClosed() || errors.Is(why, errTaken) {
		c.lose(s, why)
	}
}

// lose ends a session with all its claims, unless that has happened already.
func (c *Claims) lose(s *session, why error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.session == s {
		c.loseLocked(why)
	}
}

func (c *Claims) loseLocked(why error) {
	s := c.session
	c.session, c.held = nil, map[int64]map[thing]bool{}
	s.hangUp()
	close(c.lost)
	c.db.log("postgres: all claims are lost, because the session that held them has ended: %w; connecting again", why)
}

// Members returns how many processes are alive; see [claims.Claims].
func (c *Claims) Members() int { return int(max(1, c.members.Load())) }

// Beat says that this process is alive; see [claims.Claims].
func (c *Claims) Beat() {
	c.beaten.Store(int64(time.Since(c.start)))
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// silent returns the time since the last Beat.
func (c *Claims) silent() time.Duration { return time.Since(c.start) - time.Duration(c.beaten.Load()) }

// Leave tells the others that this process takes no more shards: see [claims.Leaver].
func (c *Claims) Leave() {
	c.leaving.Store(true)
	select {
	case c.soon <- struct{}{}:
	default:
	}
}

// Close gives everything back and ends the session.
func (c *Claims) Close() {
	c.stop()
	<-c.ended
}

// run polls the session, and connects again when it is lost, until Close.
func (c *Claims) run(ctx context.Context, last *session) {
	defer close(c.ended)
	ticker := time.NewTicker(c.pace.poll)
	defer ticker.Stop()
	for {
		c.mu.Lock()
		s := c.session
		lost := c.lost
		c.mu.Unlock()
		if s == nil {
			if s = c.reconnect(ctx, last); s == nil {
				return
			}
			continue
		}
		last = s
		select {
		case <-ctx.Done():
			c.leave(s)
			return
		case <-lost:
		case <-ticker.C:
			c.poll(s)
		case <-c.soon:
			c.poll(s)
		}
	}
}

// poll shows that the session is there, stores the last beat, counts the members and takes from those that are silent.
func (c *Claims) poll(s *session) {
	c.turn <- struct{}{}
	defer func() { <-c.turn }()
	if c.current() != s {
		return
	}
	asked := time.Now()
	found, err := s.poll(time.Duration(c.beaten.Load()), c.silent(), c.leaving.Load(), c.pace)
	if err != nil {
		c.failed(s, err)
	}
	if c.unwell = c.noted(err); s.conn.IsClosed() {
		return
	}
	c.mu.Lock()
	s.seen = asked
	c.mu.Unlock()
	if err != nil {
		return
	}
	if found.evicted > 0 {
		c.db.log("postgres: %d other processes were silent for %v, so what they had claimed is free now", found.evicted, c.pace.dead)
	}
	c.members.Store(int64(found.members))
	if asked.Sub(c.looked) > lookEvery {
		c.looked = asked
		if err := s.within(c.pace.patience(), func(ctx context.Context) error { return c.db.look(ctx, s.conn) }); err != nil {
			c.failed(s, err)
		}
	}
}

// noted logs why the claims cannot be looked after, if that has not been logged already, and returns it.
func (c *Claims) noted(err error) string {
	if err == nil {
		return ""
	}
	if err.Error() != c.unwell {
		c.db.log("postgres: the claims are kept, but the server refuses to note that this process is alive: %w", named(err))
	}
	return err.Error()
}

// reconnect makes a new session, waiting longer after each failure. A process that is silent itself waits for its own next beat, since the
// others would take from it again. It returns nil once ctx has ended.
func (c *Claims) reconnect(ctx context.Context, last *session) *session {
	pause := c.pace.poll / 8
	for {
		for c.silent() > c.pace.dead {
			select {
			case <-ctx.Done():
				return nil
			case <-c.wake:
			}
		}
		s, err := c.connect(ctx, last.id)
		if err == nil {
			c.mu.Lock()
			c.session, c.lost = s, make(chan struct{})
			c.mu.Unlock()
			c.db.log("postgres: connected again; claims can be made")
			return s
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
		pause = min(2*pause, 2*c.pace.poll)
	}
}

// leave ends the session in an orderly way.
func (c *Claims) leave(s *session) {
	c.turn <- struct{}{}
	defer func() { <-c.turn }()
	if err := s.leave(c.pace.patience()); err != nil {
		c.db.log("postgres: the claims were not given back in an orderly way: %w", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.session == s {
		c.session, c.held = nil, map[int64]map[thing]bool{}
		close(c.lost)
	}
}
