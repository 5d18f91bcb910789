package pgtest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"roundel/internal/testmain"
)

// patience is how long a test waits for PostgreSQL before it fails. Nothing takes nearly as long.
const patience = 2 * time.Minute

// Cluster is one PostgreSQL server with its data. Its methods must not be called concurrently, except for [Cluster.URL].
type Cluster struct {
	bin, dir string
	port     int
	as       *syscall.Credential
	settings []string
	made     atomic.Int64 // databases
	template string       // the database that others are copies of; "": an empty one

	server *exec.Cmd // nil while it does not run
	ended  chan struct{}
	log    logLines
}

// Start makes a cluster and starts it, with further settings such as "fsync=off". It ends with the test.
func Start(tb testing.TB, settings ...string) *Cluster {
	tb.Helper()
	c := create(tb, settings)
	tb.Cleanup(func() { c.remove() })
	archive, err := fresh()
	if err != nil {
		tb.Fatal(err)
	}
	if _, err := c.run(archive, "tar", "-x"); err != nil {
		tb.Fatal(err)
	}
	c.start(tb)
	return c
}

// fresh returns the archived data of a new cluster, which every cluster of the test binary begins with.
var fresh = sync.OnceValues(func() (archive []byte, err error) {
	c := &Cluster{}
	if c.bin, err = find(); err != nil {
		return nil, err
	}
	if err := c.place(); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(c.dir)) }()
	if _, err := c.run(nil, "initdb", "--pgdata=data", "--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--wal-segsize=1",
		"--no-sync"); err != nil {
		return nil, err
	}
	return c.run(nil, "tar", "-c", "data")
})

// place makes the folder of a cluster for the user that PostgreSQL runs as.
func (c *Cluster) place() (err error) {
	if c.as, err = account(); err != nil {
		return err
	}
	if c.dir, err = os.MkdirTemp(testmain.Folder(), "pgtest-"); err != nil || c.as == nil { // not a test's own folder, because the user postgres cannot enter that
		return err
	}
	return os.Chown(c.dir, int(c.as.Uid), int(c.as.Gid))
}

// create makes the folder of a cluster and chooses its port.
func create(tb testing.TB, settings []string) *Cluster {
	tb.Helper()
	c := &Cluster{bin: programs(tb), settings: settings}
	if err := c.place(); err != nil {
		tb.Fatal(err)
	}
	var free net.Listener
	err := errors.New("no port was tried")
	for tries := 0; err != nil && tries < 100; tries++ {
		c.port = 10_000 + rand.IntN(22_000) // below those that outgoing connections get, which could take it while the server is down
		free, err = net.Listen("tcp", c.Address())
	}
	if err == nil {
		err = free.Close()
	}
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

// start starts the server and waits until it takes connections.
func (c *Cluster) start(tb testing.TB) {
	tb.Helper()
	args := []string{"-D", "data", "-k", c.dir, "-p", strconv.Itoa(c.port), "-c", "listen_addresses=127.0.0.1",
		"-c", "shared_buffers=16MB", "-c", "max_connections=100", "-c", "max_wal_size=256MB", "-c", "hot_standby=on",
		"-c", "dynamic_shared_memory_type=mmap"} // files among the data, which are deleted with it even if the server is killed
	for _, setting := range c.settings {
		args = append(args, "-c", setting)
	}
	c.server = c.program("postgres", args...)
	out, err := c.server.StderrPipe()
	if err != nil {
		tb.Fatal(err)
	}
	if err := c.server.Start(); err != nil {
		tb.Fatal(err)
	}
	ready := make(chan struct{})
	c.ended = make(chan struct{})
	go func() {
		defer close(c.ended) // all processes of the server are gone once none holds the other end
		c.log.read(out, "ready to accept", ready)
	}()
	select {
	case <-ready:
	case <-c.ended:
		tb.Fatalf("the server does not start:\n%s", c.Log())
	case <-time.After(patience):
		tb.Fatalf("the server is not ready:\n%s", c.Log())
	}
}

// Log returns what the server has logged.
func (c *Cluster) Log() string { return c.log.String() }

// Address returns the host and the port of the server.
func (c *Cluster) Address() string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(c.port)) }

// Socket returns the folder of the server's socket.
func (c *Cluster) Socket() string { return c.dir }

// Database returns the address of a database by its name.
func (c *Cluster) Database(name string) string {
	return fmt.Sprintf("postgres://postgres@%s/%s?sslmode=disable", c.Address(), name)
}

// Prepare creates a database and fills it with fill, which gets its address and must close its connections. From now on, [Cluster.URL]
// creates copies of it, which is much faster than filling each one.
func (c *Cluster) Prepare(tb testing.TB, fill func(url string) error) {
	tb.Helper()
	if err := fill(c.URL(tb)); err != nil {
		tb.Fatal(err)
	}
	c.template = fmt.Sprintf("test%d", c.made.Load())
}

// URL creates a database and returns its address. The database is empty, or a copy of what [Cluster.Prepare] has prepared.
func (c *Cluster) URL(tb testing.TB) string {
	tb.Helper()
	name := fmt.Sprintf("test%d", c.made.Add(1))
	create := "CREATE DATABASE " + name
	if c.template != "" {
		create += " TEMPLATE " + c.template
	}
	c.Exec(tb, create)
	return c.Database(name)
}

// Exec runs a statement as the owner of the cluster, outside the databases of the tests.
func (c *Cluster) Exec(tb testing.TB, statement string) {
	tb.Helper()
	c.with(tb, func(ctx context.Context, conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, statement)
		return err
	})
}

func (c *Cluster) with(tb testing.TB, do func(context.Context, *pgx.Conn) error) {
	tb.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	conn, err := pgx.Connect(ctx, c.Database("postgres"))
	if err != nil {
		tb.Fatal(err)
	}
	if err := errors.Join(do(ctx, conn), conn.Close(ctx)); err != nil {
		tb.Fatal(err)
	}
}

// Kill ends all processes of the server with SIGKILL and waits until they are gone.
func (c *Cluster) Kill() error {
	if c.server == nil {
		return nil
	}
	pid := c.server.Process.Pid
	children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	errs := []error{err, c.server.Process.Kill()} // the parent first, as it would start others
	for _, child := range strings.Fields(string(children)) {
		number, err := strconv.Atoi(child)
		if err != nil {
			return err
		}
		if err := syscall.Kill(number, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
			errs = append(errs, err)
		}
	}
	return errors.Join(append(errs, c.wait())...)
}

// Stop shuts the server down; its connections are ended.
func (c *Cluster) Stop() error {
	if c.server == nil {
		return nil
	}
	return errors.Join(c.server.Process.Signal(syscall.SIGINT), c.wait())
}

func (c *Cluster) wait() error {
	select {
	case <-c.ended:
	case <-time.After(patience):
		return fmt.Errorf("pgtest: the server does not end:\n%s", c.Log())
	}
	var exit *exec.ExitError
	if err := c.server.Wait(); err != nil && !errors.As(err, &exit) {
		return err
	}
	c.server = nil
	return nil
}

// Restart starts the server again, shutting it down first if it runs.
func (c *Cluster) Restart(tb testing.TB) {
	tb.Helper()
	if err := c.Stop(); err != nil {
		tb.Fatal(err)
	}
	c.start(tb)
}

// remove kills the server and deletes its data.
func (c *Cluster) remove() error { return errors.Join(c.Kill(), c.forgetMemory(), os.RemoveAll(c.dir)) }

// forgetMemory removes the segment of shared memory that a killed server leaves behind. A machine has room for a few thousand of them.
func (c *Cluster) forgetMemory() error {
	state, err := os.ReadFile(filepath.Join(c.dir, "data", "postmaster.pid"))
	if errors.Is(err, fs.ErrNotExist) { // it was shut down
		return nil
	}
	lines := strings.Split(string(state), "\n")
	if err != nil || len(lines) < 7 {
		return err
	}
	segment := strings.Fields(lines[6]) // its key and its ID
	if len(segment) != 2 {
		return nil // there was none yet
	}
	id, err := strconv.Atoi(segment[1])
	if err != nil {
		return err
	}
	const remove = 0                                                                                                       // IPC_RMID
	if _, _, errno := syscall.Syscall(syscall.SYS_SHMCTL, uintptr(id), remove, 0); errno != 0 && errno != syscall.EINVAL { // EINVAL: it is gone
		return fmt.Errorf("pgtest: the shared memory %d stays: %w", id, errno)
	}
	return nil
}

// Standby adds a synchronous standby: from now on the server acknowledges a commit once the standby has it too. The standby ends with the
// test.
func (c *Cluster) Standby(tb testing.TB) *Cluster {
	tb.Helper()
	s := create(tb, c.settings)
	tb.Cleanup(func() { s.remove() })
	s.Follow(tb, c)
	return s
}

// Follow makes this server, which must not be running, the synchronous standby of another. It keeps its address and loses its data.
func (c *Cluster) Follow(tb testing.TB, primary *Cluster) {
	tb.Helper()
	data := filepath.Join(c.dir, "data")
	if err := os.RemoveAll(data); err != nil {
		tb.Fatal(err)
	}
	if _, err := c.run(nil, "pg_basebackup", "--write-recovery-conf", "--pgdata="+data, "--checkpoint=fast", "--no-sync",
		"--host=127.0.0.1", "--port="+strconv.Itoa(primary.port), "--username=postgres"); err != nil {
		tb.Fatal(err)
	}
	c.start(tb)
	primary.Exec(tb, "ALTER SYSTEM SET synchronous_standby_names = '*'") // after the copy, so that the standby asks for none itself
	primary.Exec(tb, "SELECT pg_reload_conf()")
	primary.with(tb, func(ctx context.Context, conn *pgx.Conn) error {
		for synchronous := 0; synchronous == 0; {
			err := conn.QueryRow(ctx, `SELECT count(*), pg_sleep(0.01) FROM pg_stat_replication WHERE sync_state = 'sync'`).Scan(&synchronous, nil)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// Promote makes a standby the server that takes writes.
func (c *Cluster) Promote(tb testing.TB) {
	tb.Helper()
	c.Exec(tb, "SELECT pg_promote(true)")
}

// Shared is a cluster for all tests of a package. The zero value is ready to use. A package holds one and calls Stop in its TestMain, after
// the tests.
type Shared struct {
	mu      sync.Mutex
	cluster *Cluster
}

// Cluster returns the cluster, starting it first if it does not run. Tests must not stop it or change its settings.
func (s *Shared) Cluster(tb testing.TB) *Cluster {
	tb.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cluster == nil {
		s.cluster = Start(kept{tb})
	}
	return s.cluster
}

// Stop ends the cluster and deletes its data.
func (s *Shared) Stop() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cluster == nil {
		return nil
	}
	return s.cluster.remove()
}

// kept is a test whose cleanup does nothing, so that the cluster outlives it.
type kept struct{ testing.TB }

// Cleanup does nothing.
func (kept) Cleanup(func()) {}

// logLines is what a server has logged.
type logLines struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *logLines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// read keeps lines until the end, and closes found at the first that contains text.
func (l *logLines) read(from io.Reader, text string, found chan<- struct{}) {
	lines := bufio.NewReader(from)
	for {
		line, err := lines.ReadString('\n')
		l.mu.Lock()
		l.text.WriteString(line)
		l.mu.Unlock()
		if found != nil && strings.Contains(line, text) {
			close(found)
			found = nil
		}
		if err != nil {
			return
		}
	}
}
