package postgres

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"golang.org/x/sys/unix"
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
	alarm  alarm
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
	config.AfterConnect = db.checkSettings
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
	db.alarm.mu.Lock()
	defer db.alarm.mu.Unlock()
	db.alarm.on = true
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

// unreached returns an error that says why there is no connection, and what to do.
func unreached(err error) error {
	var answer *pgconn.PgError
	switch {
	case errors.Is(err, errReadOnly):
		return fmt.Errorf("%w; "+withoutPrimary+": %w", errReadOnly, err)
	case errors.As(err, &answer) && strings.Contains(answer.Message, "startup parameter"):
		return fmt.Errorf("%w: %w", errPooled, err)
	case errors.As(err, &answer) && (answer.Code == "28P01" || answer.Code == "28000"):
		return fmt.Errorf("postgres: the database server rejects the user or the password; check both: %w", err)
	case errors.As(err, &answer) && answer.Code == "3D000":
		return fmt.Errorf("postgres: there is no such database on the server; create it with createdb, with the encoding UTF8: %w", err)
	case errors.As(err, &answer) && answer.Code == "57P03":
		return fmt.Errorf("%w yet, because it is starting or stopping; try again in a moment: %w", errUnreached, err)
	case isUntrusted(err), answer == nil && strings.Contains(err.Error(), "server refused TLS connection"): // pgconn has no error value for it
		return fmt.Errorf("%w with the TLS that sslmode requires; turn on TLS on the server, and check its certificate, sslmode and sslrootcert: %w", errUnreached, err)
	default:
		return fmt.Errorf("%w; check the address, and that the server runs: %w", errUnreached, err)
	}
}

// isUntrusted reports whether err says that the server's certificate isn't accepted. With sslmode=verify-ca, and with require and an sslrootcert,
// pgconn checks the certificate itself, so the errors of crypto/x509 aren't wrapped.
func isUntrusted(err error) bool {
	_, verification := errors.AsType[*tls.CertificateVerificationError](err)
	_, authority := errors.AsType[x509.UnknownAuthorityError](err)
	_, invalid := errors.AsType[x509.CertificateInvalidError](err)
	_, host := errors.AsType[x509.HostnameError](err)
	return verification || authority || invalid || host
}

// How soon a broken network is noticed. The client and the server both give up 6 seconds after the last sign of the other, before the 8
// seconds after which other processes take over.
const (
	dialTimeout    = 5 * time.Second
	silence        = 6 * time.Second // the connection breaks after data has gone unacknowledged for this long
	probeIdle      = 2 * time.Second
	probeInterval  = 2 * time.Second
	probeCount     = 2
	connectTimeout = 10 * time.Second // for all that Connect does before the migrations
)

// IsAddress reports whether a setting names a PostgreSQL database.
func IsAddress(address string) bool {
	return address == "postgres:" || strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://")
}

// Name returns what to call the database at an address, as a noun that may be shown: without a user, a password or options.
func Name(address string) string {
	config, err := parse(address)
	if err != nil {
		return "a database on a PostgreSQL server"
	}
	c := config.ConnConfig
	if c.Database == "" {
		return "the user's own database on the PostgreSQL server " + c.Host
	}
	return fmt.Sprintf("%s on the PostgreSQL server %s", c.Database, c.Host)
}

// CheckAddress returns an error if an address can't be that of a database. Its text holds no part of the address. Files that the address or the
// environment names are left to [Connect]: they may not be there yet.
func CheckAddress(address string) error {
	_, err := parse(address)
	if errors.Is(err, errFile) {
		return nil
	}
	return err
}

// errFile says that an address cannot be read because of a file that it, or the environment, names.
var errFile = errors.New("postgres: the address of the database names a file that cannot be used; check sslrootcert, sslcert, sslkey and service, or PGSSLROOTCERT and the like")

// needsFile reports whether an address that pgx refuses with err names files, and nothing else is wrong with it as far as that shows.
func needsFile(text string, err error) bool {
	var refused *pgconn.ParseConfigError
	if errors.As(err, &refused) && refused.Unwrap() != nil {
		switch why := refused.Unwrap().Error(); {
		case strings.HasPrefix(why, "failed to read service file: "), strings.HasPrefix(why, "unable to find service: "):
			return true
		case why == `both "sslcert" and "sslkey" are required`:
			return false
		}
	}
	switch {
	case text == "":
		text = "postgres:///?"
	case strings.Contains(text, "?"):
		text += "&"
	default:
		text += "?"
	}
	_, err = pgxpool.ParseConfig(text + "sslrootcert=&sslcert=&sslkey=")
	return err == nil
}

// libpqOptions returns the options of an address whose values may have an @. An @ in any other option may be the one before the host, after a password
// with a question mark in it.
func libpqOptions() []string {
	return []string{"user", "password", "sslpassword", "passfile", "sslrootcert", "sslcert", "sslkey", "service", "servicefile", "krbspn", "application_name", "options", "search_path"}
}

// misread reports whether an address has a special character in the user or the password that isn't percent-encoded, so that a part of them would be
// taken for the host, the database or an option, and shown.
func misread(address string) bool {
	_, rest, _ := strings.Cut(address, "://")
	rest, options, _ := strings.Cut(rest, "?")
	hosts, database, _ := strings.Cut(rest, "/")
	if strings.Contains(address, "#") || strings.Count(hosts, "@") > 1 || strings.Contains(database, "@") {
		return true
	}
	afterIPv6 := hosts[strings.LastIndex(hosts, "]")+1:]
	unnamed := strings.Contains(afterIPv6, ":") && !strings.Contains(hosts, "@") // the hosts may be a user and the beginning of a password
	for option := range strings.SplitSeq(options, "&") {
		name, value, _ := strings.Cut(option, "=")
		if strings.ContainsAny(name, "@/:") || unnamed && !slices.Contains(libpqOptions(), name) && strings.Contains(value, "@") {
			return true
		}
	}
	return false
}

// parse reads the address of a database. "postgres:" takes everything from PGHOST, PGPASSFILE and so on.
func parse(address string) (*pgxpool.Config, error) {
	if !IsAddress(address) {
		return nil, errors.New("postgres: the address of the database must begin with postgres:// or postgresql://, or be postgres: to use PGHOST, PGUSER and so on")
	}
	text := address
	if address == "postgres:" {
		text = ""
	}
	config, err := pgxpool.ParseConfig(text)
	switch {
	case misread(address):
		err = errors.New("a part of the password is in the wrong place")
	case err != nil && needsFile(text, err):
		var file *fs.PathError
		if errors.As(err, &file) {
			return nil, fmt.Errorf("%w: %w", errFile, file)
		}
		return nil, errFile
	}
	if err != nil { // its text may hold the address with the password
		if address == "postgres:" {
			return nil, errors.New("postgres: the PG… environment variables cannot be read; check PGPORT, PGSSLMODE and the others")
		}
		return nil, errors.New("postgres: the address of the database cannot be read; write it as postgres://user:password@host:5432/name, with special characters in the password percent-encoded, and check the options after the question mark")
	}
	c := config.ConnConfig
	c.ConnectTimeout = dialTimeout
	c.DialFunc = dial
	for name, value := range map[string]string{
		"application_name":                    "roundel",
		"client_encoding":                     "UTF8",
		"default_transaction_isolation":       "read committed",
		"statement_timeout":                   "30s",
		"plan_cache_mode":                     "force_generic_plan", // planning the statement of a small batch takes longer than running it
		"lock_timeout":                        "10s",
		"idle_in_transaction_session_timeout": "10s", // a process that is stopped must not block the others by the rows it has locked
		"tcp_user_timeout":                    fmt.Sprint(silence.Milliseconds()),
		"tcp_keepalives_idle":                 seconds(probeIdle),
		"tcp_keepalives_interval":             seconds(probeInterval),
		"tcp_keepalives_count":                fmt.Sprint(probeCount),
	} {
		c.RuntimeParams[name] = value
	}
	if c.ValidateConnect == nil { // the address has no target_session_attrs
		c.ValidateConnect = refuseStandby
	}
	config.MaxConns = connections
	return config, nil
}

// refuseStandby makes pgx try the next host of the address if a server is a standby. Otherwise, connections that were made while the primary
// was down would lead to the standby for as long as they last.
func refuseStandby(_ context.Context, conn *pgconn.PgConn) error {
	if conn.ParameterStatus("in_hot_standby") == "on" {
		return errReadOnly
	}
	return nil
}

func seconds(d time.Duration) string { return fmt.Sprint(int(d.Seconds())) }

// dial connects to the server, and makes the kernel notice within seconds when the server is gone.
func dial(ctx context.Context, network, address string) (net.Conn, error) {
	d := net.Dialer{
		Timeout:         dialTimeout,
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: probeIdle, Interval: probeInterval, Count: probeCount},
	}
	if strings.HasPrefix(network, "tcp") {
		d.Control = func(_, _ string, raw syscall.RawConn) error {
			var failed error
			err := raw.Control(func(fd uintptr) {
				failed = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(silence.Milliseconds()))
			})
			return errors.Join(err, failed)
		}
	}
	return d.DialContext(ctx, network, address)
}

// A secret is what must not appear in errors and logs: a password as it is, and as it is written in an address.
type secret []string

// secretOf returns the passwords with which a configuration may connect.
func secretOf(config *pgconn.Config) secret {
	var s secret
	for _, password := range []string{config.Password, os.Getenv("PGPASSWORD")} {
		if password != "" {
			s = append(s, password, url.QueryEscape(password), url.PathEscape(password), url.UserPassword("", password).String()[1:])
		}
	}
	return s
}

// hide returns an error without the secret in its text, all in one line. It unwraps to the original.
func (s secret) hide(err error) error {
	if err == nil {
		return nil
	}
	text := strings.Join(strings.Fields(err.Error()), " ")
	for _, word := range s {
		text = strings.ReplaceAll(text, word, "…")
	}
	if text == err.Error() {
		return err
	}
	return &hidden{text: text, err: err}
}

// hidden is an error whose text held a secret.
type hidden struct {
	text string
	err  error
}

func (h *hidden) Error() string { return h.text }

func (h *hidden) Unwrap() error { return h.err }
