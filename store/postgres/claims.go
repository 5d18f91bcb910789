package postgres

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"roundel/claims"
)

// pace is how often processes look after each other.
type pace struct {
	poll time.Duration // the longest time until a lost session is noticed
	beat time.Duration // the shortest time between two beats that are stored
	dead time.Duration // how long a process must be silent before others take over
}

// usual leaves 2 of 10 seconds between a hang and its takeover for the poll that notices it and the claim itself.
func usual() pace { return pace{poll: time.Second, beat: 2 * time.Second, dead: 8 * time.Second} }

// checkEvery is how often the settings of the server are read.
const checkEvery = time.Minute

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

	// Only whoever has the turn uses the fields below.
	checked time.Time // when the settings of the server were last read
	unwell  string    // why the last poll failed; empty: it did not

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

// memberKind is the kind of the lock that a process holds as long as its session lasts. Package claims has no such kind.
const memberKind claims.Kind = 'm'

// lockKey returns the key of an advisory lock: the kind in the upper 8 bits, the lower 56 bits of the key below. IDs of Discord that agree in those
// were made exactly a multiple of 199 days apart. If two channels do, one process has to show both, or one channel has to wait. Nothing worse
// happens.
//
// The keys must stay as they are: the processes of two releases share a database during an upgrade.
func lockKey(kind claims.Kind, key int64) int64 {
	const low = 1<<56 - 1
	return int64(uint64(kind)<<56 | uint64(key)&low)
}

// errApart means that there is no session right now, so the holders of claims are unknown.
var errApart = errors.New("postgres: not connected; claims can be made again once it is")

// errFull means that this process holds its share of the channels for which the server's table of locks has room. Half of that room is for all of the
// processes' channels.
var errFull = errors.New("postgres: this process has claimed as many channels as the server's table of locks has room for; the others follow")

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
	case kind == claims.Channel && c.count() >= s.room/2/c.Members(): // the rest of the room is for shards and what commits lock
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
// that the others have taken over: a session that has been silent longer than pace.patience is lost. The clock goes on while a process is stopped.
func (c *Claims) current(lock int64) (*session, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.session != nil && time.Since(c.session.polled) > c.pace.patience() {
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
		c.lose(s, err) // otherwise, no other process could ever have it
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
			s = c.reconnect(ctx, last)
			if s == nil {
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
	members, evicted, err := s.poll(time.Duration(c.beaten.Load()), c.silent(), c.leaving.Load(), c.pace)
	if err != nil {
		c.failed(s, err)
	}
	c.unwell = c.noted(err)
	if s.conn.IsClosed() {
		return
	}
	c.mu.Lock()
	s.polled = asked
	c.mu.Unlock()
	if err != nil {
		return
	}
	if evicted > 0 {
		c.db.log("postgres: other processes were silent for %v, so what they had claimed is free now (%d)", c.pace.dead, evicted)
	}
	c.members.Store(int64(members))
	if asked.Sub(c.checked) > checkEvery {
		c.checked = asked
		if err := s.within(c.pace.patience(), func(ctx context.Context) error { return c.db.checkSettings(ctx, s.conn) }); err != nil {
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

// Identify waits until this process may send an IDENTIFY in a bucket; see [claims.Claims].
//
// The time of a bucket's last IDENTIFY is stored by the database's clock, and only if the one before is long enough ago. So it doesn't
// matter who was killed when: the row holds no later than the IDENTIFY itself. No process books a time in advance, so one that gives up
// delays no other.
func (c *Claims) Identify(ctx context.Context, bucket int, every time.Duration) error {
	for {
		wait, err := c.db.identify(ctx, bucket, every)
		if err != nil {
			return c.db.secret.hide(fmt.Errorf("postgres: wait for an IDENTIFY: %w", named(err)))
		}
		if wait <= 0 {
			return nil
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
		}
	}
}

// identify stores now as the time of a bucket's last IDENTIFY and returns 0, or returns how long to wait before trying again. A stored
// time that lies ahead is of a server whose clock was ahead; no one can say when that was, so it counts as now.
func (db *DB) identify(ctx context.Context, bucket int, every time.Duration) (wait time.Duration, err error) {
	_, err = db.pool.Exec(ctx, `UPDATE buckets SET at = clock_timestamp() WHERE bucket = $1 AND at > clock_timestamp()`, bucket)
	if err != nil {
		return 0, err
	}
	tag, err := db.pool.Exec(ctx, `INSERT INTO buckets AS b (bucket, at) VALUES ($1, clock_timestamp())
		ON CONFLICT (bucket) DO UPDATE SET at = clock_timestamp()
		WHERE b.at <= clock_timestamp() - $2::bigint * interval '1 microsecond'`,
		bucket, every.Microseconds())
	if err != nil || tag.RowsAffected() > 0 {
		return 0, err
	}
	var left int64
	err = db.pool.QueryRow(ctx, `SELECT ceil(extract(epoch FROM at - clock_timestamp()) * 1000000)::bigint + $2::bigint FROM buckets WHERE bucket = $1`,
		bucket, every.Microseconds()).Scan(&left)
	return max(time.Microsecond, time.Duration(left)*time.Microsecond), err
}

// lockApplication is how the sessions of claims are named, to tell them from others before one is ended.
const lockApplication = "roundel claims"

// session is a connection that holds advisory locks. One statement runs on it at a time.
type session struct {
	id      int64 // of its row in members, and the key of the lock that it holds all the time
	conn    *pgx.Conn
	room    int            // the number of locks that the server has room for, over all its sessions
	polled  time.Time      // when the last poll that succeeded was sent
	stored  time.Duration  // the beat that is in its row, as Claims.beaten
	wrote   time.Time      // when that was written
	leaving bool           // the others know that the process is going to end
	others  map[int64]beat // of the other members, by their id
}

// beat is when a member last said that it is alive, by the database's clock, and when this process first read that, by its own.
type beat struct{ at, read time.Time }

// isDead reports whether a member has been silent long enough for others to take over. age is that silence by the database's clock.
// That clock may be set: a member that has just said something is alive even if that seems to be long ago, and one that says nothing is dead
// even if its last beat seems to be in the future.
func (b beat) isDead(age, dead time.Duration) bool {
	unchanged := time.Since(b.read)
	return unchanged > dead || age > dead && unchanged > dead/2
}

// connect makes a session and its row in members. It ends the previous session, which may still hold locks if the network failed, and checks
// the settings of the server.
func (c *Claims) connect(ctx context.Context, before int64) (_ *session, err error) {
	config := c.db.config.Copy()
	config.RuntimeParams["application_name"] = lockApplication
	config.RuntimeParams["synchronous_commit"] = "off" // a beat must not wait for the disk or a standby, and its loss does no harm
	var random [8]byte
	_, _ = rand.Read(random[:]) // never fails
	s := &session{id: lockKey(memberKind, int64(binary.BigEndian.Uint64(random[:]))), others: map[int64]beat{}}
	if s.conn, err = pgx.ConnectConfig(ctx, config); err != nil { // which takes a while if hosts before the right one do not answer
		return nil, unreached(err)
	}
	now := time.Now()
	s.polled, s.wrote, s.stored = now, now, time.Duration(c.beaten.Load())
	ctx, cancel := context.WithTimeout(ctx, c.pace.patience())
	defer cancel()
	defer func() {
		if err != nil {
			s.hangUp()
		}
	}()
	if err := c.db.checkSettings(ctx, s.conn); err != nil {
		return nil, err
	}
	if _, err := evict(ctx, s.conn, []int64{before}, []*time.Time{nil}); err != nil {
		return nil, err
	}
	err = s.conn.QueryRow(ctx, `SELECT current_setting('max_locks_per_transaction')::int
		* (current_setting('max_connections')::int + current_setting('max_prepared_transactions')::int) FROM pg_advisory_lock($1)`, s.id).Scan(&s.room)
	if err != nil {
		return nil, fmt.Errorf("postgres: take part: %w", named(err))
	}
	_, err = s.conn.Exec(ctx, `INSERT INTO members (id, pid, started, beat)
		SELECT $1, pid, backend_start, clock_timestamp() - $2::bigint * interval '1 microsecond'
		FROM pg_stat_activity WHERE pid = pg_backend_pid()`, s.id, c.silent().Microseconds())
	if err != nil {
		return nil, fmt.Errorf("postgres: take part: %w", named(err))
	}
	return s, nil
}

// hangUp closes the connection at once, also while a statement runs on it. The locks are free as soon as the server notices.
func (s *session) hangUp() { _ = s.conn.PgConn().Conn().Close() }

// within runs statements with a deadline. A deadline that passes closes the connection.
func (s *session) within(limit time.Duration, do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return do(ctx)
}

func (s *session) tryLock(key int64, limit time.Duration) (got bool, err error) {
	err = s.within(limit, func(ctx context.Context) error {
		return s.conn.QueryRow(ctx, `SELECT pg_try_advisory_lock($1)`, key).Scan(&got)
	})
	return got, err
}

func (s *session) unlock(key int64, limit time.Duration) error {
	return s.within(limit, func(ctx context.Context) error {
		_, err := s.conn.Exec(ctx, `SELECT pg_advisory_unlock($1)`, key)
		return err
	})
}

// leave deletes the row of the session and closes it.
func (s *session) leave(limit time.Duration) error {
	return s.within(limit, func(ctx context.Context) error {
		_, err := s.conn.Exec(ctx, `DELETE FROM members WHERE id = $1`, s.id)
		_, unlock := s.conn.Exec(ctx, "SELECT pg_advisory_unlock_all()") // the server may take a moment to end the session
		return errors.Join(err, unlock, s.conn.Close(ctx))
	})
}

// errTaken means that the others have taken over from this process.
var errTaken = errors.New("this process was silent for too long, and the others have taken over")

// poll stores the last beat, counts the members and takes from those that are dead. After an error that leaves the session as it is, the others may
// have met the same error, so none of them counts as dead until it has been silent for another while.
func (s *session) poll(beaten, silent time.Duration, leaving bool, p pace) (members, evicted int, err error) {
	err = s.within(p.patience(), func(ctx context.Context) error {
		if leaving && !s.leaving {
			if _, err := s.conn.Exec(ctx, "UPDATE members SET leaving = true WHERE id = $1", s.id); err != nil {
				return err
			}
			s.leaving = true
		}
		if err := s.beat(ctx, beaten, silent, p.beat); err != nil {
			return err
		}
		var ids []int64
		var beats []*time.Time
		if members, ids, beats, err = s.roll(ctx, p.dead); err != nil || len(ids) == 0 {
			return err
		}
		evicted, err = evict(ctx, s.conn, ids, beats)
		return err
	})
	if err != nil {
		clear(s.others)
	}
	return members, evicted, err
}

// roll counts the members that are alive, without those that are leaving, and returns the dead ones with their last beats.
func (s *session) roll(ctx context.Context, dead time.Duration) (members int, ids []int64, beats []*time.Time, err error) {
	rows, err := s.conn.Query(ctx, `SELECT m.id, m.beat, (extract(epoch FROM clock_timestamp() - m.beat) * 1000000)::bigint, m.leaving, EXISTS (
			SELECT 1 FROM pg_locks l WHERE l.pid = m.pid AND l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
				AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
				AND (l.classid::bigint << 32 | l.objid::bigint) = m.id)
		FROM members m`)
	if err != nil {
		return 0, nil, nil, err
	}
	before := s.others
	s.others = make(map[int64]beat, len(before))
	var id, age int64
	var at time.Time
	var leaving, here bool
	mine := false
	_, err = pgx.ForEachRow(rows, []any{&id, &at, &age, &leaving, &here}, func() error {
		gone := false
		if id != s.id {
			b, known := before[id]
			if !known || !b.at.Equal(at) {
				b = beat{at, time.Now()}
			}
			s.others[id] = b
			gone = b.isDead(time.Duration(age)*time.Microsecond, dead)
		}
		switch {
		case gone:
			last := at
			ids, beats = append(ids, id), append(beats, &last)
		case here && (id == s.id || !leaving):
			members++
		}
		mine = mine || here && id == s.id
		return nil
	})
	if err == nil && !mine {
		err = errTaken
	}
	return members, ids, beats, err
}

// beat stores when this process last said that it is alive, silent ago, unless that is stored already or something was stored just now.
func (s *session) beat(ctx context.Context, beaten, silent, every time.Duration) error {
	if beaten == s.stored || time.Since(s.wrote) < every {
		return nil
	}
	_, err := s.conn.Exec(ctx, `UPDATE members SET beat = clock_timestamp() - $2::bigint * interval '1 microsecond' WHERE id = $1`,
		s.id, silent.Microseconds())
	if err == nil {
		s.stored, s.wrote = beaten, time.Now()
	}
	return err
}

// evict ends the sessions of members that have not stored a later beat than the one given; nil: whatever they have stored. It deletes their rows and
// returns how many sessions it has ended. The row of a session that is gone already is only deleted. Roundel's processes use the same role, which may
// end its own sessions.
func evict(ctx context.Context, conn *pgx.Conn, ids []int64, beats []*time.Time) (evicted int, err error) {
	err = conn.QueryRow(ctx, `WITH gone AS (
			DELETE FROM members AS m USING unnest($1::bigint[], $2::timestamptz[]) AS d(id, beat)
			WHERE m.id = d.id AND (d.beat IS NULL OR m.beat = d.beat)
			RETURNING m.pid, m.started
		)
		SELECT count(*) FILTER (WHERE pg_terminate_backend(a.pid))
		FROM gone JOIN pg_stat_activity a ON a.pid = gone.pid AND a.backend_start = gone.started AND a.application_name = $3`,
		ids, beats, lockApplication).Scan(&evicted)
	if err != nil {
		return 0, fmt.Errorf("postgres: take over: %w", named(err))
	}
	return evicted, nil
}
