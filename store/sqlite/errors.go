package sqlite

import (
	"errors"
	"fmt"

	"github.com/mattn/go-sqlite3"

	"roundel/store"
)

// classed wraps an error of SQLite in the error that callers branch on.
func classed(err error) error {
	switch {
	case err == nil:
		return nil
	case isCode(err, sqlite3.ErrFull):
		return fmt.Errorf("%w: %w", store.ErrFull, err)
	case isCode(err, sqlite3.ErrCorrupt, sqlite3.ErrNotADB):
		return fmt.Errorf("%w: %w", store.ErrDamaged, err)
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
