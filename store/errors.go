package store

import (
	"errors"
	"fmt"

	"github.com/mattn/go-sqlite3"
)

// The errors that callers branch on. They are returned wrapped.
var (
	// ErrUnknown means that the commit failed, so the change may or may not be stored. Retrying with the same
	// interaction ID after a restart is safe. The store accepts nothing more; see [Store.Fatal].
	ErrUnknown = errors.New("store: the outcome is unknown")
	// ErrFull means that the disk is full. The change was rolled back; the store works again once there is room.
	ErrFull = errors.New("store: the disk is full")
	// ErrClosed means that the store was closed, or stopped by a fault, before the change was started.
	ErrClosed = errors.New("store: closed")
	// ErrInUse means that another process has the database open.
	ErrInUse = errors.New("store: the database is in use")
	// ErrDamaged means that the database file cannot be trusted. It was not changed.
	ErrDamaged = errors.New("store: the database is damaged")
	// ErrNewer means that a newer release wrote the database. It was not changed.
	ErrNewer = errors.New("store: the database is newer than this release")
	// ErrReadOnly means that a journal passed by [Store.Read] cannot be written.
	ErrReadOnly = errors.New("store: this journal is read-only")

	// errOver means that a journal was used after the function that received it had returned.
	errOver = errors.New("store: this journal's transaction is over")
)

// PanicError is a panic of a function passed to [Store.Update]. Everything the function had done was rolled back.
type PanicError struct {
	Value any
	Stack []byte
}

// Error returns a text with the value the function panicked with.
func (e *PanicError) Error() string { return fmt.Sprintf("store: panic in an update: %v", e.Value) }

// Trace returns the stack at the panic.
func (e *PanicError) Trace() []byte { return e.Stack }

// Unwrap returns the value if it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// classed wraps an error of SQLite in the error that callers branch on.
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

// isFault reports whether the process must stop after an error, because the file or the disk cannot be trusted.
func isFault(err error) bool {
	return isCode(err, sqlite3.ErrIoErr, sqlite3.ErrCorrupt, sqlite3.ErrNotADB)
}

// isCode reports whether err is an error of SQLite with one of the codes.
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
