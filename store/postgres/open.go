package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
)

// connections is the size of the pool. A process sends few statements at a time, since its writers share their commits.
const connections = 8

// DB is a connected database with this release's schema.
type DB struct {
	pool   *pgxpool.Pool
	sql    *sql.DB // over the same pool
	config *pgx.ConnConfig
	secret secret
	log    func(format string, args ...any)
	watch  watch
}

// Connect connects to the database at address, checks the settings of its server and upgrades it to this release's schema. The address is
// a URL that begins with postgres:// or postgresql://, or just "postgres:" to take it from PGHOST, PGPASSFILE and the like. It calls log
// with what the host should know.
//
// Connect fails within 10 seconds if the server can't be reached. It fails without changing the database if the server could lose commits
// that it has acknowledged, if it only reads, if it is behind a pooler that spreads a session over several connections, or if a newer release wrote
// the database.
func Connect(ctx context.Context, address string, log func(format string, args ...any)) (_ *DB, err error) {
	config, err := parse(address)
	if err != nil {
		return nil, err
	}
	return dialled(ctx, config, log, (*DB).upgrade)
}

// patient connects for a tool of the host, which may wait for whatever it reads from or writes to. schema is called last.
func patient(ctx context.Context, address string, log func(format string, args ...any), schema func(*DB, context.Context) error) (*DB, error) {
	config, err := parse(address)
	if err != nil {
		return nil, err
	}
	for _, limit := range []string{"statement_timeout", "idle_in_transaction_session_timeout", "tcp_user_timeout"} {
		delete(config.ConnConfig.RuntimeParams, limit)
	}
	return dialled(ctx, config, log, schema)
}

// dialled connects, checks the server and calls schema.
func dialled(ctx context.Context, config *pgxpool.Config, log func(format string, args ...any), schema func(*DB, context.Context) error) (_ *DB, err error) {
	db := &DB{config: config.ConnConfig.Copy(), secret: secretOf(&config.ConnConfig.Config)}
	db.log = func(format string, args ...any) {
		log("%s", db.secret.hide(fmt.Errorf(format, args...)).Error())
	}
	defer func() { err = db.secret.hide(err) }()
	config.AfterConnect = db.look
	if db.pool, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return nil, fmt.Errorf("postgres: %w", err)
	}
	db.sql = stdlib.OpenDBFromPool(db.pool)
	if err := db.inspect(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	if err := schema(db, ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	db.watch.begin()
	return db, nil
}

// Close closes all connections. Claims must be closed first.
func (db *DB) Close() error {
	err := db.sql.Close()
	db.pool.Close()
	return err
}

// inspect checks that commits are safe on this server and that sessions are.
func (db *DB) inspect(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	first, err := db.pool.Acquire(ctx)
	if err != nil {
		return unreached(err)
	}
	defer first.Release()
	server, err := readServer(ctx, first)
	if err != nil {
		return err
	}
	if err := server.check(); err != nil {
		return err
	}
	second, err := db.pool.Acquire(ctx)
	if err != nil {
		return unreached(err)
	}
	defer second.Release()
	return checkSessions(ctx, first, second)
}

// withoutPrimary says what to do about an address that leads only to a standby.
const withoutPrimary = "put the primary's address in its place, or list the addresses of all servers"

// unreached says why there is no connection.
func unreached(err error) error {
	var answer *pgconn.PgError
	switch {
	case errors.Is(err, errReadOnly):
		return fmt.Errorf("%w; "+withoutPrimary+": %w", errReadOnly, err)
	case errors.As(err, &answer) && strings.Contains(answer.Message, "startup parameter"):
		return fmt.Errorf("%w: %w", errPooled, err)
	case errors.As(err, &answer) && (answer.Code == "28P01" || answer.Code == "28000"):
		return fmt.Errorf("postgres: the database server rejects the user or the password; check both in the address: %w", err)
	case errors.As(err, &answer) && answer.Code == "3D000":
		return fmt.Errorf("postgres: there is no such database on the server; create it with createdb, with the encoding UTF8: %w", err)
	case errors.As(err, &answer) && answer.Code == "57P03":
		return fmt.Errorf("%w yet, because it is starting or stopping; try again in a moment: %w", errUnreached, err)
	default:
		return fmt.Errorf("%w; check the address, and that the server runs: %w", errUnreached, err)
	}
}

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
