package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// server is what a server says about itself.
type server struct {
	version                  int
	commit, encoding         string
	standby, defaultReadOnly string
	isolation                string
	unsafe                   string // which of its settings for durability is not safe, and what to do; empty: none
}

// querier is a connection.
type querier interface {
	QueryRow(ctx context.Context, query string, args ...any) pgx.Row
	Exec(ctx context.Context, query string, args ...any) (pgconn.CommandTag, error)
}

// durable is a setting and the value that it must have. All of them are on or off. found says that it has the other value, and remedy
// continues that sentence.
type durable struct{ name, safe, found, remedy string }

// durability are the settings of a server without which it could lose what it has acknowledged, or damage it without saying so. A server
// that does not have one of them is fine. All methods of wal_sync_method are safe as long as fsync is on.
var durability = []durable{
	{"fsync", "on", "fsync is off", "so a power failure would destroy the database; set fsync = on in postgresql.conf, and run sync on the server's machine"},
	{"full_page_writes", "on", "full_page_writes is off", "so a power failure could destroy the database; set full_page_writes = on in postgresql.conf"},
	{"data_sync_retry", "off", "data_sync_retry is on", "so the server would go on after a failed write, without what it could not write; set data_sync_retry = off in postgresql.conf"},
	{"zero_damaged_pages", "off", "zero_damaged_pages is on", "so damaged pages would be emptied; set zero_damaged_pages = off"},
	{"ignore_checksum_failure", "off", "ignore_checksum_failure is on", "so damaged pages would be read as if they were whole; set ignore_checksum_failure = off"},
	{"ignore_invalid_pages", "off", "ignore_invalid_pages is on", "so the server would skip changes to damaged pages when it starts after a crash; set ignore_invalid_pages = off in postgresql.conf"},
}

// durably is the SQL condition that a transaction with something to store has to evaluate before it commits. It is always true, or it
// makes the transaction fail with an error that unsafeSetting recognises, if the server could lose the commit as its settings are now.
//
// It also fixes synchronous_commit for the transaction, so that no change of the settings can get in between: to what it is set to, or to
// on if it is off or local. With off, a commit is acknowledged before it is on disk, and with local before a synchronous standby has it.
var durably = func() string {
	var cases strings.Builder
	for _, d := range durability {
		fmt.Fprintf(&cases, " WHEN current_setting('%s', true) <> '%s' THEN '%s'", d.name, d.safe, d.found)
	}
	return `set_config('synchronous_commit', CASE` + cases.String() + `
		WHEN current_setting('synchronous_commit') IN ('off', 'local') THEN 'on' ELSE current_setting('synchronous_commit') END, true) <> ''`
}()

// unsafeSetting returns which setting is not safe, and what to do, if an error is the refusal of durably.
func unsafeSetting(err *pgconn.PgError) (text string, ok bool) {
	if err.Code != "22023" { // invalid_parameter_value
		return "", false
	}
	for _, d := range durability {
		if strings.Contains(err.Message, d.found) {
			return d.found + ", " + d.remedy, true
		}
	}
	return "", false
}

func readServer(ctx context.Context, q querier) (server, error) {
	var s server
	var names, values []string
	for _, d := range durability {
		names = append(names, d.name)
	}
	err := q.QueryRow(ctx, `SELECT current_setting('server_version_num')::int, current_setting('synchronous_commit'), current_setting('server_encoding'),
		pg_is_in_recovery()::text, current_setting('default_transaction_read_only'), current_setting('transaction_isolation'),
		ARRAY(SELECT coalesce(current_setting(name, true), '') FROM unnest($1::text[]) WITH ORDINALITY AS n(name, i) ORDER BY i)`, names).
		Scan(&s.version, &s.commit, &s.encoding, &s.standby, &s.defaultReadOnly, &s.isolation, &values)
	if err != nil {
		return s, fmt.Errorf("postgres: read the settings of the server: %w", named(err))
	}
	for i, d := range durability {
		if s.unsafe == "" && values[i] != "" && values[i] != d.safe {
			s.unsafe = d.found + ", " + d.remedy
		}
	}
	return s, nil
}

// oldest is the oldest version of PostgreSQL that is supported, as server_version_num has it.
const oldest = 15_00_00

// check returns what is wrong with a server and what to do.
//
// Of the values of synchronous_commit, off and local are refused: with off, a commit is acknowledged before it is on disk, and with local
// before a synchronous standby has it. With on, remote_apply and remote_write, it is on this server's disk, and the standby has it at
// least in memory: then it is lost only if both machines fail at once. Without a standby, those three mean the same.
func (s server) check() error {
	switch {
	case s.version < oldest:
		return fmt.Errorf("postgres: the server is PostgreSQL %d, and Roundel needs 15 or newer; upgrade the server", s.version/10000)
	case s.standby == "true":
		return fmt.Errorf("%w; "+withoutPrimary, errReadOnly)
	case s.defaultReadOnly == "on":
		return errors.New("postgres: default_transaction_read_only is on, so nothing can be saved; turn it off for this database and user")
	case s.unsafe != "":
		return errors.New("postgres: " + s.unsafe)
	case s.commit == "off" || s.commit == "local":
		return fmt.Errorf("postgres: synchronous_commit is %s, so commands that were answered could be lost; set synchronous_commit = on", s.commit)
	case s.encoding != "UTF8":
		return fmt.Errorf("postgres: the encoding of the database is %s; create it again with the encoding UTF8", s.encoding)
	case s.isolation != "read committed":
		return fmt.Errorf("postgres: transactions are %s instead of read committed; remove default_transaction_isolation from the address", s.isolation)
	}
	return nil
}

// errPooled means that what is connected to is not a server.
var errPooled = errors.New("postgres: there is a connection pooler in front of the server that does not keep sessions; connect to the server itself, or set pool_mode = session in the pooler")

// checkSessions checks that each connection has a session of its own. A pooler in transaction mode gives the session of a connection to
// the next one that begins a transaction; what was set in it is then seen by the wrong connection.
func checkSessions(ctx context.Context, first, second querier) error {
	var before, after, others int
	var mark string
	if err := first.QueryRow(ctx, `SELECT pg_backend_pid(), set_config('roundel.session', 'first', false)`).Scan(&before, &mark); err != nil {
		return fmt.Errorf("postgres: check the session: %w", named(err))
	}
	if _, err := second.Exec(ctx, "BEGIN"); err != nil {
		return fmt.Errorf("postgres: check the session: %w", named(err))
	}
	err := second.QueryRow(ctx, `SELECT pg_backend_pid()`).Scan(&others)
	if err == nil {
		err = first.QueryRow(ctx, `SELECT pg_backend_pid(), coalesce(current_setting('roundel.session', true), '')`).Scan(&after, &mark)
	}
	_, ended := second.Exec(ctx, "ROLLBACK")
	if err := errors.Join(err, ended); err != nil {
		return fmt.Errorf("postgres: check the session: %w", named(err))
	}
	if before != after || before == others || mark != "first" {
		return errPooled
	}
	return nil
}

// alarm says once in the log that the server has become unsafe, and once that it is safe again. A server is looked at over each new
// connection, and once a minute over that of the claims.
type alarm struct {
	mu     sync.Mutex
	on     bool   // what is found is logged; before that, Connect refuses an unsafe server
	unsafe string // what was found last; empty: nothing
}

// checkSettings reads the settings of the server that a connection leads to and logs what has changed. It fails only if they cannot be read.
func (db *DB) checkSettings(ctx context.Context, conn *pgx.Conn) error {
	server, err := readServer(ctx, conn)
	if err != nil {
		return err
	}
	server.commit = "on" // whatever it is, durably makes it safe
	db.alarm.mu.Lock()
	defer db.alarm.mu.Unlock()
	found := ""
	if err := server.check(); err != nil {
		found = err.Error()
	}
	if !db.alarm.on || found == db.alarm.unsafe {
		return nil
	}
	db.alarm.unsafe = found
	if found == "" {
		db.log("postgres: the settings of the database server are as they must be again")
	} else {
		db.log("%w. The bot goes on, and saves nothing that the server could lose", errors.New(found))
	}
	return nil
}
