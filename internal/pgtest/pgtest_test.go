package pgtest_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"roundel/internal/pgtest"
)

// put stores a number in a table that it creates first.
func put(t *testing.T, url string) {
	t.Helper()
	change(t, url, "CREATE TABLE kept (n bigint); INSERT INTO kept VALUES (7)")
}

// change runs statements in a database.
func change(t *testing.T, url, statements string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(t.Context(), statements); err != nil {
		t.Fatal(err)
	}
}

// get returns that number.
func get(t *testing.T, url string) int {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	var n int
	if err := conn.QueryRow(t.Context(), "SELECT n FROM kept").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestKilledClusterKeepsItsData checks that a cluster that was killed starts again with what was committed.
func TestKilledClusterKeepsItsData(t *testing.T) {
	t.Parallel()
	c := pgtest.Start(t)
	url := c.URL(t)
	put(t, url)
	if err := c.Kill(); err != nil {
		t.Fatal(err)
	}
	if conn, err := pgx.Connect(t.Context(), url); err == nil {
		conn.Close(t.Context())
		t.Fatal("the killed server takes connections")
	}
	c.Restart(t)
	if n := get(t, url); n != 7 {
		t.Errorf("got %d, want 7", n)
	}
}

// TestDatabasesAreCopiesOfThePrepared checks that what is prepared is in every later database, and that these are separate.
func TestDatabasesAreCopiesOfThePrepared(t *testing.T) {
	t.Parallel()
	c := pgtest.Start(t)
	c.Prepare(t, func(url string) error {
		put(t, url)
		return nil
	})
	first, second := c.URL(t), c.URL(t)
	change(t, first, "DELETE FROM kept; INSERT INTO kept VALUES (8)")
	for url, want := range map[string]int{first: 8, second: 7, c.URL(t): 7} {
		if n := get(t, url); n != want {
			t.Errorf("%s: got %d, want %d", url, n, want)
		}
	}
}

// TestStandbyTakesOver checks that a promoted standby has everything that the killed primary had acknowledged, and takes writes.
func TestStandbyTakesOver(t *testing.T) {
	t.Parallel()
	c := pgtest.Start(t)
	s := c.Standby(t)
	url := c.URL(t)
	put(t, url)
	if err := c.Kill(); err != nil {
		t.Fatal(err)
	}
	s.Promote(t)
	if n := get(t, strings.Replace(url, c.Address(), s.Address(), 1)); n != 7 {
		t.Errorf("got %d, want 7", n)
	}
	s.Exec(t, "CREATE TABLE further (n bigint)")
}

// TestClusterDiesWithTheTests checks that a killed test binary leaves no server behind. The test starts itself as the binary to kill.
func TestClusterDiesWithTheTests(t *testing.T) {
	t.Parallel()
	const asked = "PGTEST_WAIT_TO_BE_KILLED"
	if os.Getenv(asked) != "" {
		c := pgtest.Start(t)
		fmt.Println("at", c.Address(), c.Socket())
		select {}
	}
	pgtest.Start(t) // skips without PostgreSQL
	cmd := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), asked+"=1")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var address, folder string
	if _, err := fmt.Fscanf(out, "at %s %s", &address, &folder); err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(folder)
	conn, err := pgx.Connect(t.Context(), "postgres://postgres@"+address+"/postgres?sslmode=disable")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // killed
	// The session ends by itself once the server does.
	if _, err := conn.Exec(t.Context(), "SELECT pg_sleep(60)"); err == nil {
		t.Error("the server outlived the tests")
	}
}

// TestNoMemoryStays checks that what a server shares between its processes is among its data, so that a killed server leaves no shared memory
// behind.
func TestNoMemoryStays(t *testing.T) {
	t.Parallel()
	c := pgtest.Start(t)
	conn, err := pgx.Connect(t.Context(), c.URL(t))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	var process int
	if err := conn.QueryRow(t.Context(), "SELECT pg_backend_pid()").Scan(&process); err != nil {
		t.Fatal(err)
	}
	maps, err := os.ReadFile(fmt.Sprintf("/proc/%d/maps", process))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(maps), c.Socket()+"/data/pg_dynshmem/") || strings.Contains(string(maps), "/PostgreSQL.") {
		t.Errorf("%s", maps)
	}
}
