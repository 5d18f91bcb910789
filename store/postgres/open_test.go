package postgres

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"roundel/engine"
	"roundel/internal/pgtest"
	"roundel/internal/testmain"
	"roundel/migrations"
	"roundel/store"
)

var deep = flag.Bool("deep", false, "the whole contract, and as many channels claimed as a large bot has; .ci/run does that")

// shared is the cluster of all tests that don't stop it.
var shared pgtest.Shared

func TestMain(m *testing.M) {
	if err := testmain.Parallel(4); err != nil {
		panic(err)
	}
	code := m.Run()
	if err := shared.Stop(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = max(code, 1)
	}
	os.Exit(code)
}

// connect connects to a database until the end of the test.
func connect(t *testing.T, address string) *DB {
	t.Helper()
	db, err := Connect(t.Context(), address, t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// refused connects and wants an error that contains a text.
func refused(t *testing.T, address, want string) error {
	t.Helper()
	db, err := Connect(t.Context(), address, func(string, ...any) {})
	if err == nil {
		db.Close()
		t.Fatalf("connected; want an error with %q", want)
	}
	if !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
		t.Errorf("got the error\n%s\nwant one line with %q", err, want)
	}
	return err
}

// through returns the address of a database by way of another host and port.
func through(t *testing.T, address, host string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	u.Host = host
	return u.String()
}

// TestMigrationsAreNeverEdited pins the hash of every released migration. A new migration gets a new line here; an old line never changes.
func TestMigrationsAreNeverEdited(t *testing.T) {
	pinned := map[string]string{
		"00001_roundel.sql": "62bc332c3817d4609ea7b9a8d938888dd3a16d2cd82c6c1a0bee04605a58cfee",
		"00002_rolls.sql":   "8b32b67437d242321140f34c193161af5fc01c9d51e7f2d93fe0e23fb2dd59a3",
	}
	names, err := fs.Glob(migrations.Postgres(), "*")
	if err != nil || len(names) != len(pinned) {
		t.Errorf("%d migrations, %d pinned, %v", len(names), len(pinned), err)
	}
	for _, name := range names {
		data, err := fs.ReadFile(migrations.Postgres(), name)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%x", sha256.Sum256(data)); got != pinned[name] {
			t.Errorf("%s has hash %s, want %s", name, got, pinned[name])
		}
	}
}

// TestManyStartAtOnce checks that processes that start on an empty database at once all get it with the newest schema.
func TestManyStartAtOnce(t *testing.T) {
	t.Parallel()
	address := shared.Cluster(t).URL(t)
	var running sync.WaitGroup
	for range 5 {
		running.Go(func() {
			db, err := Connect(t.Context(), address, t.Logf)
			if err != nil {
				t.Error(err)
				return
			}
			var fights int
			if err := db.sql.QueryRowContext(t.Context(), "SELECT count(*) FROM encounters WHERE ended = $1", 0).Scan(&fights); err != nil {
				t.Error(err)
			}
			if err := db.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	running.Wait()
}

// TestSettingsOfConnections checks that connections have the settings they were asked for.
func TestSettingsOfConnections(t *testing.T) {
	db := connect(t, shared.Cluster(t).URL(t))
	for name, want := range map[string]string{
		"application_name": "roundel", "default_transaction_isolation": "read committed", "statement_timeout": "30s", "lock_timeout": "10s",
		"tcp_user_timeout": "6s", "tcp_keepalives_idle": "2", "tcp_keepalives_interval": "2", "tcp_keepalives_count": "2",
	} {
		var got string
		if err := db.pool.QueryRow(t.Context(), "SHOW "+name).Scan(&got); err != nil || got != want {
			if seconds, ok := strings.CutSuffix(want, "s"); !ok || got != seconds+"000" {
				t.Errorf("%s is %q, want %q: %v", name, got, want, err)
			}
		}
	}
}

// TestUnsafeServersAreRefused checks that servers that could lose acknowledged commits are refused.
func TestUnsafeServersAreRefused(t *testing.T) {
	t.Parallel()
	c := pgtest.Start(t, "fsync=off", "full_page_writes=off", "synchronous_commit=off")
	address := c.URL(t)
	refused(t, address, "fsync is off")
	c = pgtest.Start(t, "full_page_writes=off")
	refused(t, c.URL(t), "full_page_writes is off")
	address = shared.Cluster(t).URL(t)
	refused(t, address+"&synchronous_commit=off", "synchronous_commit is off")
	refused(t, address+"&synchronous_commit=local", "synchronous_commit is local")
	refused(t, address+"&default_transaction_read_only=on", "default_transaction_read_only is on")
	refused(t, address+"&sslmode=require", "cannot be reached with the TLS that sslmode requires")
	for _, safe := range []string{"on", "remote_write", "remote_apply"} {
		connect(t, address+"&synchronous_commit="+safe)
	}
}

// TestUntrustedCertificates: the message about a server's certificate is the same, whichever of sslmode's checks it fails.
func TestUntrustedCertificates(t *testing.T) {
	t.Parallel()
	valid, trusted := certificate(t, time.Now().Add(time.Hour))
	expired, expiredRoot := certificate(t, time.Now().Add(-time.Hour))
	_, other := certificate(t, time.Now().Add(time.Hour))
	for _, c := range []struct {
		served        tls.Certificate
		options, host string
		want          string // what crypto/x509 says
	}{
		{valid, "sslmode=verify-ca&sslrootcert=" + other, "127.0.0.1", "unknown authority"},
		{valid, "sslmode=require&sslrootcert=" + other, "127.0.0.1", "unknown authority"},
		{valid, "sslmode=verify-full&sslrootcert=" + other, "127.0.0.1", "unknown authority"},
		{valid, "sslmode=verify-full&sslrootcert=" + trusted, "localhost", "wanted to match localhost"},
		{expired, "sslmode=verify-ca&sslrootcert=" + expiredRoot, "127.0.0.1", "expired"},
		{expired, "sslmode=verify-full&sslrootcert=" + expiredRoot, "127.0.0.1", "expired"},
	} {
		err := refused(t, fmt.Sprintf("postgres://u@%s:%d/db?%s", c.host, withTLS(t, c.served), c.options),
			"cannot be reached with the TLS that sslmode requires; turn on TLS on the server, and check its certificate, sslmode and sslrootcert: ")
		if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.options, err, c.want)
		}
	}
}

// certificate returns a self-signed certificate for 127.0.0.1, and the name of a file that holds it.
func certificate(t *testing.T, until time.Time) (tls.Certificate, string) {
	t.Helper()
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: rand.Text()}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: until.Add(-24 * time.Hour), NotAfter: until, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature}
	der, err := x509.CreateCertificate(nil, template, template, public, private)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(name, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: private}, name
}

// withTLS returns the port of a server that offers TLS the way PostgreSQL does and hangs up after the handshake.
func withTLS(t *testing.T, served tls.Certificate) int {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return // the test has ended
			}
			request := make([]byte, 8)
			if _, err := io.ReadFull(conn, request); err == nil {
				if _, err := conn.Write([]byte("S")); err == nil {
					_ = tls.Server(conn, &tls.Config{Certificates: []tls.Certificate{served}}).Handshake() // the client says what is wrong
				}
			}
			conn.Close()
		}
	}()
	return listener.Addr().(*net.TCPAddr).Port
}

// TestEncodingIsRefused checks that a database that cannot hold all texts is refused.
func TestEncodingIsRefused(t *testing.T) {
	c := shared.Cluster(t)
	c.Exec(t, "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
	refused(t, c.Database("latin"), "encoding of the database is LATIN1")
}

// TestOldServersAreRefused checks the sentence for a server that is too old.
func TestOldServersAreRefused(t *testing.T) {
	s := server{version: 14_00_11, commit: "on", encoding: "UTF8", standby: "false", defaultReadOnly: "off", isolation: "read committed"}
	if err := s.check(); err == nil || !strings.Contains(err.Error(), "the server is PostgreSQL 14, and Roundel needs 15 or newer") {
		t.Error(err)
	}
	s.version = 15_00_00
	if err := s.check(); err != nil {
		t.Error(err)
	}
}

// TestStandbyIsRefused checks that a standby is refused, and is accepted once it is the primary.
func TestStandbyIsRefused(t *testing.T) {
	t.Parallel()
	c := pgtest.Start(t)
	address := c.URL(t) // before the standby, which may be behind
	s := c.Standby(t)
	connect(t, address)
	if err := refused(t, through(t, address, s.Address()), "it is a standby"); !errors.Is(err, errReadOnly) {
		t.Error(err)
	}
	if err := c.Kill(); err != nil {
		t.Fatal(err)
	}
	s.Promote(t)
	connect(t, through(t, address, s.Address()))
}

// TestThePrimaryIsFoundAmongSeveral checks that of several servers in the address the one that takes writes is used, without any option:
// when the bot starts, and after the primary was down for a while, so that only the standby took connections.
func TestThePrimaryIsFoundAmongSeveral(t *testing.T) {
	t.Parallel()
	primary := pgtest.Start(t)
	url := primary.URL(t) // before the standby, which may be behind
	standby := primary.Standby(t)
	for n, order := range []string{standby.Address() + "," + primary.Address(), primary.Address() + "," + standby.Address()} {
		db := connect(t, through(t, url, order))
		s := store.New(db.base(100 * time.Millisecond))
		change := func(id int) error {
			_, _, err := s.Update(t.Context(), "1", fmt.Sprint(100*n+id), appendTo("/do", engine.SceneSet{Text: "dawn"}))
			return err
		}
		if n == 0 {
			update(t, s, "1", "1", appendTo("/start", nil))
		}
		if err := primary.Kill(); err != nil {
			t.Fatal(err)
		}
		for range 10 {
			if _, err := s.Load(t.Context(), store.SettingsOf("500")); !errors.Is(err, store.ErrUnavailable) {
				t.Errorf("without a primary: %v", err)
			}
		}
		primary.Restart(t)
		if err := change(10); err != nil {
			t.Errorf("with the primary again: %v", err)
		}
	}
}

// TestNewerSchemaIsRefused checks that a database that a newer release wrote is left alone, and so is one of another program.
func TestNewerSchemaIsRefused(t *testing.T) {
	t.Parallel()
	address := shared.Cluster(t).URL(t)
	db := connect(t, address)
	if _, err := db.pool.Exec(t.Context(), "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, true)"); err != nil {
		t.Fatal(err)
	}
	if err := refused(t, address, "it has schema 99"); !errors.Is(err, store.ErrNewer) {
		t.Error(err)
	}
	foreign := shared.Cluster(t).URL(t)
	conn, err := pgx.Connect(t.Context(), foreign)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(t.Context(), "CREATE TABLE theirs (n bigint)"); err != nil {
		t.Fatal(err)
	}
	refused(t, foreign, "tables of another program")
}

// TestNoPasswordIsShown checks that errors about connections don't contain the password.
func TestNoPasswordIsShown(t *testing.T) {
	c := shared.Cluster(t)
	t.Setenv("PGHOST", "127.0.0.1")
	t.Setenv("PGPORT", "1")
	for address, want := range map[string]string{
		"postgres://u:s3cr%2Ft@127.0.0.1:1/db":                               "cannot be reached",
		"postgres://u:s3cr%2Ft@" + c.Address() + "/s3cr%2Ft?sslmode=disable": "database server",
		"postgres://u:s3cr/t@127.0.0.1:port/db":                              "cannot be read",
		"postgres://u:x@s3cr@127.0.0.1/db":                                   "cannot be read",
		"postgres://u:12/s3cr@127.0.0.1/db":                                  "cannot be read",
		"postgres://u:12?s3cr@127.0.0.1/db":                                  "cannot be read",
		"postgres://u:12#s3cr@127.0.0.1/db":                                  "cannot be read",
		"postgres://u:12?a=s3cr@127.0.0.1/db":                                "cannot be read",
		"postgres://u:12/s3cr?y=z@127.0.0.1/db":                              "cannot be read",
		"postgres://u:s3cr%zzt@127.0.0.1/db":                                 "cannot be read",
		"postgres://u:s3crt@127.0.0.1/db?sslmode=wrong":                      "cannot be read",
		"host=127.0.0.1 password=s3crt":                                      "must begin with postgres://",
		"mysql://u:s3crt@127.0.0.1/db":                                       "must begin with postgres://",
	} {
		if err := refused(t, address, want); strings.Contains(err.Error(), "s3cr") {
			t.Errorf("the error shows the password: %v", err)
		}
	}
	for address, want := range map[string]string{"postgres://u:x@s3cr@127.0.0.1/db": "a database on a PostgreSQL server", "postgres://u:12/s3cr?y=z@h/db": "a database on a PostgreSQL server",
		"postgres://u@h": "the user's own database on the PostgreSQL server h", "postgres://h:5432/db?user=a@b&password=s3@cr": "db on the PostgreSQL server h",
		"postgres://h:5432/db?application_name=a@b": "db on the PostgreSQL server h", "postgres://h:5432/db?sslmode=disable&options=-c%20role%3Da@b&krbspn=postgres/h@REALM": "db on the PostgreSQL server h",
		"postgres://u:12?a=s3cr@127.0.0.1/db": "a database on a PostgreSQL server", "postgres://u:12?s3cr@127.0.0.1/db?options=a@b": "a database on a PostgreSQL server",
		"postgres://u@h:5432/db?application_name=a@b": "db on the PostgreSQL server h", "postgres://[::1]/db?application_name=a@b": "db on the PostgreSQL server ::1"} {
		if got := Name(address); got != want {
			t.Errorf("%s is shown as %q, want %q", address, got, want)
		}
	}
	t.Setenv("PGPASSWORD", "s3cr/t")
	if err := refused(t, "postgres:", "cannot be reached"); strings.Contains(err.Error(), "s3cr") {
		t.Errorf("the error shows the password: %v", err)
	}
}

// TestFilesOfAnAddress: an address is right even if a file that it names isn't there yet, or isn't complete; only connecting needs the file. What
// else is wrong with it is found without the files.
func TestFilesOfAnAddress(t *testing.T) {
	dir := t.TempDir()
	half := filepath.Join(dir, "half.pem")
	if err := os.WriteFile(half, []byte("-----BEGIN"), 0o600); err != nil {
		t.Fatal(err)
	}
	missing := filepath.Join(dir, "missing")
	check := func(address, path string) {
		t.Helper()
		if err := CheckAddress(address); err != nil {
			t.Errorf("%s: %v", address, err)
		}
		err := refused(t, address, "names a file that cannot be used")
		if strings.Contains(err.Error(), "s3cr") || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", address, err)
		}
	}
	check("postgres://u:s3cr@h/db?sslmode=verify-full&sslrootcert="+missing, missing)
	check("postgres://u:s3cr@h/db?sslrootcert="+half, "")
	check("postgres://u:s3cr@h/db?sslcert="+missing+"&sslkey="+missing, missing)
	check("postgres://u:s3cr@h/db?service=one&servicefile="+missing, "")
	check("postgres://u:s3cr@h/db?service=one&servicefile="+half, "")
	for _, address := range []string{"postgres://u:s3cr@h/db?sslmode=wrong&sslcert=" + missing + "&sslkey=" + missing, "postgres://u:s3cr@h:99999/db?sslrootcert=" + missing,
		"postgres://u:12/s3cr?y=z@h/db&sslrootcert=" + missing, "postgres://u:s3cr@h/db?sslcert=" + missing} {
		if err := CheckAddress(address); err == nil || strings.Contains(err.Error(), "s3cr") || !strings.Contains(err.Error(), "write it as") {
			t.Errorf("%s: %v", address, err)
		}
	}
	t.Setenv("PGHOST", "h")
	t.Setenv("PGSSLROOTCERT", missing)
	check("postgres:", missing)
	check("postgres://u:s3cr@h/db", missing)
	t.Setenv("PGPORT", "wrong")
	if err := CheckAddress("postgres:"); err == nil || !strings.Contains(err.Error(), "PGPORT") {
		t.Error(err)
	}
}

// TestEnvironment checks that "postgres:" takes the address from the environment.
func TestEnvironment(t *testing.T) {
	c := shared.Cluster(t)
	u, err := url.Parse(c.URL(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PGHOST", c.Socket())
	t.Setenv("PGPORT", u.Port())
	t.Setenv("PGUSER", "postgres")
	t.Setenv("PGDATABASE", strings.Trim(u.Path, "/"))
	connect(t, "postgres:")
}

// TestUnreachable checks that a server that doesn't answer is given up, not waited for until the test ends.
func TestUnreachable(t *testing.T) {
	t.Parallel()
	c := shared.Cluster(t)
	p := pgtest.NewProxy(t, c)
	p.Cut()
	err := refused(t, through(t, c.Database("postgres"), p.Address()), "cannot be reached; check the address")
	if !errors.Is(err, errUnreached) {
		t.Error(err)
	}
}

// pooled are connections of a pooler in transaction mode: each statement outside a transaction goes to whichever session is free.
type pooled struct {
	sessions []*pgx.Conn
	busy     *int // the session in a transaction; -1: none
	mine     bool // this connection began it
}

func (p *pooled) session() *pgx.Conn {
	if p.mine {
		return p.sessions[*p.busy]
	}
	return p.sessions[*p.busy+1]
}

func (p *pooled) QueryRow(ctx context.Context, query string, args ...any) pgx.Row {
	return p.session().QueryRow(ctx, query, args...)
}

func (p *pooled) Exec(ctx context.Context, query string, args ...any) (pgconn.CommandTag, error) {
	if query == "BEGIN" {
		*p.busy, p.mine = 0, true
	}
	return p.session().Exec(ctx, query, args...)
}

// TestPoolerIsRefused checks that a pooler in transaction mode is noticed.
func TestPoolerIsRefused(t *testing.T) {
	address := shared.Cluster(t).URL(t)
	var sessions []*pgx.Conn
	for range 2 {
		conn, err := pgx.Connect(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(context.Background())
		sessions = append(sessions, conn)
	}
	busy := -1
	err := checkSessions(t.Context(), &pooled{sessions: sessions, busy: &busy}, &pooled{sessions: sessions, busy: &busy})
	if !errors.Is(err, errPooled) {
		t.Errorf("got %v, want %v", err, errPooled)
	}
	if err := checkSessions(t.Context(), sessions[0], sessions[1]); err != nil {
		t.Error(err)
	}
	if err := unreached(&pgconn.PgError{Code: "08P01", Message: "unsupported startup parameter: statement_timeout"}); !errors.Is(err, errPooled) {
		t.Error(err)
	}
}
