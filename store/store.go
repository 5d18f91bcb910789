// Package store keeps encounters in one SQLite file.
//
// What [Store.Update] has returned is on the disk and stays there through a kill or a power cut; what it refused left
// no trace. An interaction delivered twice is answered twice and done once. The log of a fight is only ever added to:
// undo and redo move along it, and the present state is kept beside it, so that the cost of a command does not grow
// with the fight.
//
// One of those who write does it for all: it takes what waits into one transaction, a savepoint each, and answers after
// the commit.
// Reads go beside it and see what is committed.
package store

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"roundel/engine"
)

// Store is an open database. It is safe for concurrent use. Make one with [Open].
type Store struct {
	lock    *os.File
	writeDB *sql.DB
	readDB  *sql.DB
	conn    *sql.Conn // of writeDB, the writer's
	writer  *writer
	codec   *engine.Codec
	cache   *cache
	warmed  warmed
	now     func() time.Time

	closing chan struct{} // closed when nothing new is taken
	fatal   chan error

	closeOnce sync.Once
	closeErr  error
}

// Update runs fn inside one transaction on the channel's encounter and stores what it answers with the interaction's
// ID. When that ID is stored already fn is not run: the stored answer comes back and again is true. The ID is one of
// Discord's numbers; an empty one is not remembered.
//
// An error of fn comes back as it is, and everything fn did is undone; a panic comes back as a [*PanicError]. Other
// errors: the context's when it ended before fn was begun (afterwards it has no effect), [ErrFull], [ErrUnknown],
// [ErrClosed]. fn runs while others wait, perhaps in another goroutine: it must be quick, must not call the store, and
// must not keep j. It may be run again from its beginning, when what it did was undone.
func (s *Store) Update(ctx context.Context, ch engine.ChannelID, interaction string,
	fn func(j engine.Journal) (answer []byte, err error)) (answer []byte, again bool, err error) {
	id, err := interactionID(interaction)
	if err != nil {
		return nil, false, err
	}
	for try := 0; ; try++ {
		err = s.write(ctx, func(w *work) (err error) {
			w.patient = try == coldTries
			answer, again, err = s.update(w, ch, id, fn)
			return err
		})
		if err == nil {
			return answer, again, nil
		}
		at, cold := isCold(err)
		if !cold {
			return nil, false, err
		}
		if err := s.warm(ctx, ch, at); err != nil {
			return nil, false, err
		}
	}
}

func (s *Store) update(w *work, ch engine.ChannelID, id int64, fn func(j engine.Journal) ([]byte, error)) (answer []byte, again bool, err error) {
	if answer, again, err = w.answered(id); again || err != nil {
		return answer, again, err
	}
	j, err := s.journal(&w.tx, ch, w)
	if err != nil {
		return nil, false, err
	}
	if answer, err = fn(j); err != nil {
		return nil, false, err
	}
	if err := j.flush(); err != nil {
		return nil, false, err
	}
	return answer, false, w.answer(id, s.now(), answer)
}

// Read runs fn on the channel's encounter as it was last committed. Append, Undo and Redo of the journal return
// [ErrReadOnly]. An error of fn comes back as it is. fn must not keep j.
func (s *Store) Read(ctx context.Context, ch engine.ChannelID, fn func(j engine.Journal) error) error {
	return s.read(ctx, ch, func(j *journal) error { return fn(j) })
}

func (s *Store) read(ctx context.Context, ch engine.ChannelID, fn func(j *journal) error) error {
	return s.reading(ctx, func(t *tx) error {
		j, err := s.journal(t, ch, nil)
		if err != nil {
			return err
		}
		return fn(j)
	})
}

// reading runs fn in a transaction of the read pool.
func (s *Store) reading(ctx context.Context, fn func(t *tx) error) (err error) {
	dbtx, err := s.readDB.BeginTx(ctx, nil)
	if err != nil {
		return s.readError(classed(err))
	}
	t := &tx{ctx: ctx, q: dbtx}
	defer func() {
		t.broken = errOver
		if endErr := dbtx.Rollback(); err == nil && !errors.Is(endErr, sql.ErrTxDone) {
			err = classed(endErr)
		}
	}()
	if err := fn(t); err != nil {
		return err
	}
	return t.broken
}

// Log runs fn on the channel's latest encounter, an ended one included, as it was last committed, with its whole log.
// Errors are those of Read. fn must not keep l.
func (s *Store) Log(ctx context.Context, ch engine.ChannelID, fn func(l engine.Log) error) error {
	return s.read(ctx, ch, func(j *journal) error { return fn(j) })
}

// Fatal delivers the fault after which the store takes nothing more: a commit that failed, or a disk or a file that
// cannot be trusted. The process should stop and be started again. At most one error comes.
func (s *Store) Fatal() <-chan error { return s.fatal }

// Close finishes what was taken up and what waits, moves the write-ahead log into the database and lets go of it.
// Closing twice is harmless and returns the same.
func (s *Store) Close() error {
	s.closeOnce.Do(func() {
		close(s.closing)
		s.writer.close()
		s.closeErr = s.release()
	})
	return s.closeErr
}

// release closes whatever is open, the write connection last so that it can empty the write-ahead log.
func (s *Store) release() error {
	var errs []error
	if s.readDB != nil {
		errs = append(errs, s.readDB.Close())
	}
	if s.writer != nil {
		errs = append(errs, s.writer.unprepare())
	}
	if s.conn != nil {
		errs = append(errs, s.checkpoint(), s.conn.Close())
	}
	if s.writeDB != nil {
		errs = append(errs, s.writeDB.Close())
	}
	// Let go by name: a process that was just being started may hold a copy of the file for another moment.
	return errors.Join(append(errs, unix.Flock(int(s.lock.Fd()), unix.LOCK_UN), s.lock.Close())...)
}

func (s *Store) checkpoint() error {
	_, err := s.conn.ExecContext(context.Background(), "PRAGMA wal_checkpoint(TRUNCATE)")
	return classed(err)
}

// readError tells a closed store from other errors of the read pool.
func (s *Store) readError(err error) error {
	select {
	case <-s.closing:
		return ErrClosed
	default:
		return err
	}
}

// blob is b as a value that is not NULL.
func blob(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}
