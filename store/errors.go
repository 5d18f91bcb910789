package store

import (
	"errors"
	"fmt"
)

// The errors that callers branch on. They are returned wrapped.
var (
	// ErrUnknown means that the commit failed, so the change may or may not be stored. Asking again with the same
	// interaction ID tells.
	ErrUnknown = errors.New("store: the outcome is unknown")
	// ErrFull means that the disk is full. The change was rolled back; the store works again once there is room.
	ErrFull = errors.New("store: the disk is full")
	// ErrUnavailable means that the database cannot be reached. Nothing was changed.
	ErrUnavailable = errors.New("store: the database cannot be reached")
	// ErrUnsafe means that the database's server has settings with which it could lose what it has acknowledged. Nothing was changed;
	// the store works again once they are corrected.
	ErrUnsafe = errors.New("store: the settings of the database server are unsafe")
	// ErrClosed means that the store was closed, or stopped by a fault, before the change was started.
	ErrClosed = errors.New("store: closed")
	// ErrInUse means that another process has the database open.
	ErrInUse = errors.New("store: the database is in use")
	// ErrDamaged means that the database file cannot be trusted. It was not changed.
	ErrDamaged = errors.New("store: the database is damaged")
	// ErrNewer means that a newer release wrote the database. It was not changed.
	ErrNewer = errors.New("store: the database is newer than this release")
	// ErrExists means that there is already a database, and that replacing it was not requested.
	ErrExists = errors.New("store: a database already exists")
	// ErrRestoring means that a restore was interrupted, so that the database may be missing or incomplete.
	ErrRestoring = errors.New("store: a restore was interrupted")
	// ErrReadOnly means that a journal passed by [Store.Read] cannot be written.
	ErrReadOnly = errors.New("store: this journal is read-only")

	// errOver means that a journal was used after the function that received it had returned.
	errOver = errors.New("store: this journal's transaction is over")
)

// PanicError is a panic of a function passed to [Store.Update]. Nothing of what the function had done was stored.
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
