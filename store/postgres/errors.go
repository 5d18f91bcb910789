package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"roundel/store"
)

// The errors that callers branch on. They are returned wrapped.
var (
	errReadOnly  = errors.New("postgres: the database server only reads; it is a standby")
	errUnreached = errors.New("postgres: the database server cannot be reached")
)

// class is what an error of PostgreSQL means for the sender of the statement.
type class int

const (
	other            class = iota // the statement failed, and will fail again
	again                         // rolled back because of another transaction: run the transaction again
	duplicate                     // a row with this key is there already; another writer may have been first
	missing                       // the row referred to is gone; another writer may have deleted it
	locked                        // rolled back after waiting too long for a lock
	tooLong                       // rolled back after running too long
	notSent                       // the connection failed before the server had the statement: nothing happened
	unknown                       // the connection failed afterwards: what was asked for may have happened
	full                          // rolled back because the server's disk is full
	readOnly                      // the server has become a standby, or has not yet become the primary
	damaged                       // the server found damaged data
	transactionEnded              // the transaction was idle for too long, or had failed before: rolled back
	risky                         // rolled back because the server could lose it: see durably
)

// byState classifies SQLSTATEs, and byGroup their first two characters where the whole is not listed.
//
// 58030, an I/O error, is not listed on purpose: the server rolls the transaction back and says so. If it fails to write its log, it
// crashes instead, which is a lost connection.
var byState = map[string]class{
	"40001": again,            // serialization_failure
	"40P01": again,            // deadlock_detected
	"23505": duplicate,        // unique_violation
	"23503": missing,          // foreign_key_violation
	"55P03": locked,           // lock_not_available
	"57014": tooLong,          // query_canceled
	"57P01": unknown,          // admin_shutdown; also for a commit that was waiting for the standby
	"57P02": unknown,          // crash_shutdown
	"57P03": notSent,          // cannot_connect_now
	"57P05": unknown,          // idle_session_timeout
	"53300": notSent,          // too_many_connections
	"25P02": transactionEnded, // in_failed_sql_transaction
	"25P03": transactionEnded, // idle_in_transaction_session_timeout
	"40003": unknown,          // statement_completion_unknown
	"53100": full,             // disk_full
	"25006": readOnly,         // read_only_sql_transaction
	"XX001": damaged,          // data_corrupted
	"XX002": damaged,          // index_corrupted
}

var byGroup = map[string]class{
	"08": unknown, // connection exceptions
}

// classOf classifies an error of pgx, also through database/sql.
func classOf(err error) class {
	if answer, is := errors.AsType[*pgconn.PgError](err); is {
		if _, ok := unsafeSetting(answer); ok {
			return risky
		}
		if c, ok := byState[answer.Code]; ok {
			return c
		}
		if len(answer.Code) == 5 {
			return byGroup[answer.Code[:2]]
		}
		return other
	}
	var connecting *pgconn.ConnectError
	var network net.Error
	switch {
	case err == nil:
		return other
	case errors.As(err, &connecting), pgconn.SafeToRetry(err), errors.Is(err, driver.ErrBadConn):
		return notSent
	case errors.As(err, &network), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.ErrClosedPipe),
		errors.Is(err, net.ErrClosed), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded),
		strings.HasSuffix(err.Error(), "conn closed"): // pgconn has no value for it
		return unknown
	default:
		return other
	}
}

// named joins an error with the one that callers branch on.
func named(err error) error {
	var name error
	switch classOf(err) {
	case full:
		name = store.ErrFull
	case readOnly:
		name = errReadOnly
	case damaged:
		name = store.ErrDamaged
	case notSent:
		name = errUnreached
	case risky:
		var answer *pgconn.PgError
		errors.As(err, &answer)
		text, _ := unsafeSetting(answer)
		return fmt.Errorf("%w: %s: %w", store.ErrUnsafe, text, err)
	default:
		return err
	}
	return fmt.Errorf("%w: %w", name, err)
}

// inDoubt reports whether a commit that failed with this error may have been done. pgx reports a connection that broke during a COMMIT with the
// error of the next use, "conn closed", which claims that nothing was sent; so only the server itself and a failure to connect are believed.
func inDoubt(err error) bool {
	var answer *pgconn.PgError
	var connecting *pgconn.ConnectError
	switch {
	case errors.As(err, &answer):
		return classOf(err) == unknown
	case errors.As(err, &connecting):
		return false
	}
	return isLost(err)
}

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

// isConflict reports whether a transaction failed because of another one, so that it can be run again.
func isConflict(err error) bool {
	switch classOf(err) {
	case again, duplicate, missing, locked, transactionEnded:
		return true
	}
	return false
}
