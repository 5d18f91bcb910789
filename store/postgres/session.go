package postgres

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// lockApplication is how the sessions of claims are named, to tell them from others before one is ended.
const lockApplication = "roundel claims"

// session is a connection that holds advisory locks. One statement runs on it at a time.
type session struct {
	id      int64 // of its row in members, and the key of the lock that it holds all the time
	conn    *pgx.Conn
	room    int            // for how many locks the server has room, for all its sessions
	seen    time.Time      // when the last poll that succeeded was sent
	stored  time.Duration  // which beat is in its row, as Claims.beaten
	wrote   time.Time      // when that was written
	leaving bool           // the others know that the process is going to end
	others  map[int64]beat // of the other members, by their id
}

// beat is when a member last said that it is alive, by the database's clock, and when this process first read that, by its own.
type beat struct{ at, read time.Time }

// isDead reports whether a member has said nothing for so long that the others take over from it. age is that time by the database's clock.
// That clock may be set: a member that has just said something is alive even if that seems to be long ago, and one that says nothing is dead
// even if its last beat seems to be in the future.
func (b beat) isDead(age, dead time.Duration) bool {
	unchanged := time.Since(b.read)
	return unchanged > dead || age > dead && unchanged > dead/2
}

// connect makes a session and its row in members. It ends the session before it, which may still hold locks if the network failed, and looks at
// the settings of the server.
func (c *Claims) connect(ctx context.Context, before int64) (_ *session, err error) {
	config := c.db.config.Copy()
	config.RuntimeParams["application_name"] = lockApplication
	config.RuntimeParams["synchronous_commit"] = "off" // a beat must not wait for the disk or a standby, and its loss does no harm
	s := &session{id: newMember(), others: map[int64]beat{}}
	if s.conn, err = pgx.ConnectConfig(ctx, config); err != nil { // which takes a while if hosts before the right one do not answer
		return nil, unreached(err)
	}
	now := time.Now()
	s.seen, s.wrote, s.stored = now, now, time.Duration(c.beaten.Load())
	ctx, cancel := context.WithTimeout(ctx, c.pace.patience())
	defer cancel()
	defer func() {
		if err != nil {
			s.hangUp()
		}
	}()
	if err := c.db.look(ctx, s.conn); err != nil {
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

// newMember returns a random key for the lock of a member.
func newMember() int64 {
	var random [8]byte
	_, _ = rand.Read(random[:]) // never fails
	return lockKey(memberKind, int64(binary.BigEndian.Uint64(random[:])))
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

// found is what a poll has found.
type found struct{ members, evicted int }

// errTaken means that the others have taken over from this process.
var errTaken = errors.New("this process was silent for too long, and the others have taken over")

// poll stores the last beat, counts the members and takes from those that are dead. After an error that leaves the session as it is, the others may
// have been refused the same, so none of them is dead until it has been silent for a while once more.
func (s *session) poll(beaten, silent time.Duration, leaving bool, p pace) (f found, err error) {
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
		ids, beats, err := s.look(ctx, p.dead, &f.members)
		if err != nil || len(ids) == 0 {
			return err
		}
		f.evicted, err = evict(ctx, s.conn, ids, beats)
		return err
	})
	if err != nil {
		clear(s.others)
	}
	return f, err
}

// look counts the members that are alive, without those that are leaving, and returns the dead ones with their last beats.
func (s *session) look(ctx context.Context, dead time.Duration, members *int) (ids []int64, beats []*time.Time, err error) {
	rows, err := s.conn.Query(ctx, `SELECT m.id, m.beat, (extract(epoch FROM clock_timestamp() - m.beat) * 1000000)::bigint, m.leaving, EXISTS (
			SELECT 1 FROM pg_locks l WHERE l.pid = m.pid AND l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
				AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
				AND (l.classid::bigint << 32 | l.objid::bigint) = m.id)
		FROM members m`)
	if err != nil {
		return nil, nil, err
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
			*members++
		}
		mine = mine || here && id == s.id
		return nil
	})
	if err == nil && !mine {
		err = errTaken
	}
	return ids, beats, err
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

// evict ends the sessions of members that have not stored a later beat than the one given, nil if it does not matter. It deletes their rows and
// returns how many sessions it has ended. The row of a session that is gone already is only deleted. Roundel's processes use the same role,
// which may end its own sessions.
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
