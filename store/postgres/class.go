package postgres

import (
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"

	"roundel/store"
)

// classed wraps an error in the one that callers branch on.
func classed(err error) error {
	switch {
	case err == nil:
		return nil
	case isLost(err):
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	return fmt.Errorf("store: %w", named(err))
}

// isLost reports whether an error says that the connection was lost or that the server takes no writes. What was under way may have been done
// or not.
func isLost(err error) bool {
	c := classOf(err)
	return c == notSent || c == unknown || c == readOnly
}

// isServers reports whether an error comes from the server or from the way there.
func isServers(err error) bool { return isLost(err) || errors.As(err, new(*pgconn.PgError)) }

// isConflict reports whether a transaction failed because of another one, so that it can be run again.
func isConflict(err error) bool {
	switch classOf(err) {
	case again, duplicate, missing, locked, transactionEnded:
		return true
	}
	return false
}
