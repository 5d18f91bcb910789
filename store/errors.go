package store

import (
	"errors"
	"fmt"

	"github.com/mattn/go-sqlite3"
)

// The errors callers branch on; they come wrapped.
var (
	// ErrUnknown: the commit failed, so what was asked for may be stored or may not. Asking again with the same
	// interaction ID after a restart is safe. The store takes nothing more; see [Store.Fatal].
	ErrUnknown = errors.New("store: the outcome is unknown")
	// ErrFull: the disk is full. What was asked for was rolled back; the store works again once there is room.
	ErrFull = errors.New("store: the disk is full")
	// ErrClosed: the store is closed or stopped by a fault, and what was asked for was not begun.
	ErrClosed = errors.New("store: closed")
	// ErrInUse: another process has the database open.
	ErrInUse = errors.New("store: the database is in use")
	// ErrDamaged: the database file cannot be trusted. It was left as it is.
	ErrDamaged = errors.New("store: the database is damaged")
	// ErrNewer: a newer release wrote the database. It was left as it is.
	ErrNewer = errors.New("store: the database is newer than this release")
	// ErrReadOnly: a journal given by Read cannot be written.
	ErrReadOnly = errors.New("store: this journal is read-only")

	// errOver: a journal was kept and used after the function it was given to.
	errOver = errors.New("store: this journal's transaction is over")
)

// PanicError is a panic of a function given to [Store.Update]; what the function had done was rolled back.
type PanicError struct {
	Value any
	Stack []byte
}

// Error names the value the function panicked with.
func (e *PanicError) Error() string { return fmt.Sprintf("store: panic in an update: %v", e.Value) }

// Trace returns the stack at the panic.
func (e *PanicError) Trace() []byte { return e.Stack }

// Unwrap returns the value when it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// classed gives an error of SQLite the sentinel callers branch on.
func classed(err error) error {
	switch {
	case err == nil:
		return nil
	case isCode(err, sqlite3.ErrFull):
		return fmt.Errorf("%w: %w", ErrFull, err)
	case isCode(err, sqlite3.ErrCorrupt, sqlite3.ErrNotADB):
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	default:
		return fmt.Errorf("store: %w", err)
	}
}

// isFault tells errors after which the process must not go on: the file or the disk below it cannot be trusted.
func isFault(err error) bool {
	return isCode(err, sqlite3.ErrIoErr, sqlite3.ErrCorrupt, sqlite3.ErrNotADB)
}

func isCode(err error, codes ...sqlite3.ErrNo) bool {
	var e sqlite3.Error
	if !errors.As(err, &e) {
		return false
	}
	for _, c := range codes {
		if e.Code == c {
			return true
		}
	}
	return false
}
