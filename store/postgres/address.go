package postgres

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sys/unix"
)

// How soon a broken network is noticed. The client and the server both give up 6 seconds after the last sign of the other, before the 8
// seconds after which other processes take over.
const (
	dialTimeout    = 5 * time.Second
	silence        = 6 * time.Second // data that is not acknowledged for so long breaks the connection
	probeIdle      = 2 * time.Second
	probeInterval  = 2 * time.Second
	probeCount     = 2
	connectTimeout = 10 * time.Second // for all that Connect does before the migrations
)

// IsAddress reports whether a setting names a PostgreSQL database.
func IsAddress(address string) bool {
	return address == "postgres:" || strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://")
}

// Name returns an address as it may be shown: without a user, a password or options.
func Name(address string) string {
	config, err := parse(address)
	if err != nil {
		return "of PostgreSQL"
	}
	c := config.ConnConfig
	return fmt.Sprintf("%s on the PostgreSQL server %s", c.Database, c.Host)
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
	if err != nil { // its text may hold the address with the password
		if address == "postgres:" {
			return nil, errors.New("postgres: the PG… environment variables cannot be read; check PGPORT, PGSSLMODE, PGSERVICE and the files that they name")
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
		"tcp_user_timeout":                    milliseconds(silence),
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

func milliseconds(d time.Duration) string { return fmt.Sprint(d.Milliseconds()) }

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
