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
	"roundel/engine/codec"
)

// Store is an open database. It is safe for concurrent use. Make one with [Open].
type Store struct {
	lock    *os.File
	writeDB *sql.DB
	readDB  *sql.DB
	conn    *sql.Conn // of writeDB, the writer's
	writer  *writer
	codec   *codec.Codec
	cache   *cache
	warmed  warmed
	now     func() time.Time

	closing chan struct{} // closed when the store accepts nothing more
	fatal   chan error

	closeOnce sync.Once
	closeErr  error
}

// UseClock makes the store take the current time from now instead of the machine's clock. Call it before any other
// method.
func (s *Store) UseClock(now func() time.Time) { s.now = now }

// Update runs fn in one transaction on the channel's encounter and stores the answer that fn returns under the
// interaction's ID. If that ID is already stored, Update does not run fn, but returns the stored answer with again set to
// true. The ID is one of Discord's numbers; an empty ID is not stored.
//
// If fn returns an error, everything fn did is rolled back, and Update returns the same error; a panic is returned as a
// [*PanicError]. Other errors are the context's, if it ended before fn was started (later it has no effect), [ErrFull],
// [ErrUnknown] and [ErrClosed]. Other writers wait while fn runs, perhaps in another goroutine: it must be quick, must
// not call the store, and must not keep j. It may be rolled back and run again from the beginning.
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

// Read runs fn on the last committed state of the channel's encounter. Append, Undo and Redo of the journal return
// [ErrReadOnly]. An error of fn is returned unchanged. fn must not keep j.
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

// Log runs fn on the last committed log of the channel's latest encounter, which may have ended. Errors are those of
// Read. fn must not keep l.
func (s *Store) Log(ctx context.Context, ch engine.ChannelID, fn func(l engine.Log) error) error {
	return s.read(ctx, ch, func(j *journal) error { return fn(j) })
}

// Fatal delivers the fault after which the store accepts nothing more: a commit that failed, or a disk or file that
// cannot be trusted. The process should stop and be restarted. The channel delivers at most one error.
func (s *Store) Fatal() <-chan error { return s.fatal }

// Close finishes all queued jobs, moves the write-ahead log into the database and closes it. Closing twice is harmless
// and returns the same error.
func (s *Store) Close() error {
	s.closeOnce.Do(func() {
		close(s.closing)
		s.writer.close()
		s.closeErr = s.release()
	})
	return s.closeErr
}

// release closes whatever is open and releases the lock. The write connection is closed last, so that it can empty the
// write-ahead log.
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
	// Unlock explicitly: a child process that is just being started may still hold a copy of the file descriptor.
	return errors.Join(append(errs, unix.Flock(int(s.lock.Fd()), unix.LOCK_UN), s.lock.Close())...)
}

// checkpoint moves the contents of the write-ahead log into the database.
func (s *Store) checkpoint() error {
	_, err := s.conn.ExecContext(context.Background(), "PRAGMA wal_checkpoint(TRUNCATE)")
	return classed(err)
}

// readError returns an error of the read pool, or [ErrClosed] if the store is closed.
func (s *Store) readError(err error) error {
	select {
	case <-s.closing:
		return ErrClosed
	default:
		return err
	}
}

// blob returns b as a value that is not NULL.
func blob(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}
