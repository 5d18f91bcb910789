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
	seen    time.Time     // when the last poll that succeeded was sent
	stored  time.Duration // which beat is in its row, as Claims.beaten
	wrote   time.Time     // when that was written
	leaving bool          // the others know that the process is going to end
}

// connect makes a session and its row in members. It ends the session before it, which may still hold locks if the network failed.
func (c *Claims) connect(ctx context.Context, before int64) (_ *session, err error) {
	ctx, cancel := context.WithTimeout(ctx, c.pace.patience())
	defer cancel()
	config := c.db.config.Copy()
	config.RuntimeParams["application_name"] = lockApplication
	config.RuntimeParams["synchronous_commit"] = "off" // a beat must not wait for the disk or a standby, and its loss does no harm
	now := time.Now()
	s := &session{id: newMember(), seen: now, wrote: now, stored: time.Duration(c.beaten.Load())}
	if s.conn, err = pgx.ConnectConfig(ctx, config); err != nil {
		return nil, unreached(err)
	}
	defer func() {
		if err != nil {
			s.hangUp()
		}
	}()
	if _, err := evict(ctx, s.conn, s.id, before, c.pace.dead); err != nil {
		return nil, err
	}
	if _, err := s.conn.Exec(ctx, `SELECT pg_advisory_lock($1)`, s.id); err != nil {
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

// poll stores the last beat, counts the members and takes from those that are silent. It fails if the session is lost.
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
		var mine bool
		err := s.conn.QueryRow(ctx, `SELECT count(*) FILTER (WHERE m.beat > clock_timestamp() - $2::bigint * interval '1 microsecond' AND (m.id = $1 OR NOT m.leaving)),
				coalesce(bool_or(m.id = $1), false)
			FROM members m JOIN pg_locks l ON l.pid = m.pid AND l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
				AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
				AND (l.classid::bigint << 32 | l.objid::bigint) = m.id`, s.id, p.dead.Microseconds()).Scan(&f.members, &mine)
		if err == nil && !mine {
			err = errTaken
		}
		if err != nil {
			return err
		}
		f.evicted, err = evict(ctx, s.conn, s.id, 0, p.dead)
		return err
	})
	return f, err
}

// beat stores when this process last said that it is alive, silent ago, unless that is stored already or something was stored just now.
func (s *session) beat(ctx context.Context, beaten, silent, every time.Duration) error {
	if beaten == s.stored || time.Since(s.wrote) < every {
		return nil
	}
	_, err := s.conn.Exec(ctx, `UPDATE members SET beat = clock_timestamp() - $2::bigint * interval '1 microsecond' WHERE id = $1`,
		s.id, silent.Microseconds())
	s.stored, s.wrote = beaten, time.Now()
	return err
}

// evict ends the sessions of members that have been silent for longer than dead, and that of the member before. It deletes their rows and
// returns how many sessions it has ended. The row of a session that is gone already is only deleted. Roundel's processes use the same role,
// which may end its own sessions.
func evict(ctx context.Context, conn *pgx.Conn, self, before int64, dead time.Duration) (evicted int, err error) {
	err = conn.QueryRow(ctx, `WITH gone AS (
			DELETE FROM members
			WHERE id <> $1 AND (id = $2 OR beat < clock_timestamp() - $3::bigint * interval '1 microsecond')
			RETURNING pid, started
		)
		SELECT count(*) FILTER (WHERE pg_terminate_backend(a.pid))
		FROM gone JOIN pg_stat_activity a ON a.pid = gone.pid AND a.backend_start = gone.started AND a.application_name = $4`,
		self, before, dead.Microseconds(), lockApplication).Scan(&evicted)
	if err != nil {
		return 0, fmt.Errorf("postgres: take over: %w", named(err))
	}
	return evicted, nil
}
