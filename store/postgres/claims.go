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
	session *session       // nil while there is none
	held    map[int64]bool // the locks of what is claimed
	lost    chan struct{}
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
		turn: make(chan struct{}, 1), held: map[int64]bool{}, lost: make(chan struct{}),
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

// lockKey returns the key of an advisory lock: the kind in the upper 8 bits, the lower 56 bits of the key below. IDs of Discord that agree
// in those were made exactly a multiple of 199 days apart. If two channels do, one process has to show both, or one waits; no more.
//
// The keys must stay as they are: the processes of two releases share a database during an upgrade.
func lockKey(kind claims.Kind, key int64) int64 {
	const low = 1<<56 - 1
	return int64(uint64(kind)<<56 | uint64(key)&low)
}

// errApart means that there is no session right now, so no one can say who has what.
var errApart = errors.New("postgres: not connected; claims can be made again once it is")

// errFull means that this process shows so many channels right now that one more would have to wait for one of them.
var errFull = errors.New("postgres: this process has claimed as many channels as the server's table of locks has room for; the others follow")

// most returns how many claims a process may have before it may not claim another channel. Half of the room for locks is for all of the
// processes' channels; the rest is for the shards and for what the statements of commits lock.
func (c *Claims) most(s *session) int { return s.room / 2 / c.Members() }

// Try claims something; see [claims.Claims].
func (c *Claims) Try(ctx context.Context, kind claims.Kind, key int64) (bool, error) {
	lock := lockKey(kind, key)
	if s, held := c.current(lock); s == nil {
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
	s, held := c.current(lock)
	switch {
	case s == nil:
		return false, errApart
	case held:
		return true, nil
	case kind == claims.Channel && c.count() >= c.most(s):
		return false, errFull
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
		c.held[lock] = true
	}
	return got, nil
}

// current returns the session, or nil if there is none, and whether it holds a lock. A process that was stopped for a while finds out here
// that the others have taken over: a session that has not answered for so long is lost. The clock goes on while a process is stopped.
func (c *Claims) current(lock int64) (*session, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.session != nil && time.Since(c.session.seen) > c.pace.patience() {
		c.loseLocked(errors.New("it was silent for too long"))
	}
	return c.session, c.session != nil && c.held[lock]
}

// count returns how many claims this process has.
func (c *Claims) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.held)
}

// Release gives something back; see [claims.Claims].
func (c *Claims) Release(kind claims.Kind, key int64) {
	lock := lockKey(kind, key)
	c.turn <- struct{}{}
	defer func() { <-c.turn }()
	s, held := c.current(lock)
	if !held {
		return
	}
	c.mu.Lock()
	delete(c.held, lock)
	c.mu.Unlock()
	if err := s.unlock(lock, c.pace.patience()); err != nil {
		c.lose(s, err) // else the others could never have it
	}
}

// Lost returns a channel that is closed when all claims are lost; see [claims.Claims].
func (c *Claims) Lost() <-chan struct{} {
	c.current(0) // may find that they are
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
	c.session, c.held = nil, map[int64]bool{}
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
	if now, _ := c.current(0); now != s {
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
		c.session, c.held = nil, map[int64]bool{}
		close(c.lost)
	}
}
