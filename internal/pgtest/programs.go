package pgtest

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
)

// programs returns the folder with PostgreSQL's programs. Without them it skips the test, or fails it on CI.
func programs(tb testing.TB) string {
	tb.Helper()
	if found, err := exec.LookPath("initdb"); err == nil {
		if found, err = filepath.EvalSymlinks(found); err != nil { // a link to the folder with the others
			tb.Fatal(err)
		}
		return filepath.Dir(found)
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil {
		tb.Fatal(err)
	}
	newest, version := "", 0
	for _, path := range found {
		number, err := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path))))
		if err == nil && number > version {
			newest, version = filepath.Dir(path), number
		}
	}
	if newest != "" {
		return newest
	}
	const missing = "PostgreSQL is not installed: there is no initdb in PATH or /usr/lib/postgresql; install Debian's package postgresql"
	if os.Getenv("CI") == "true" {
		tb.Fatal(missing)
	}
	tb.Skip(missing)
	return ""
}

// account returns the user that PostgreSQL must run as, or nil for the current one. It refuses to run as root.
func account() (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	postgres, err := user.Lookup("postgres")
	if err != nil {
		return nil, fmt.Errorf("pgtest: PostgreSQL does not run as root: %w", err)
	}
	uid, err := strconv.ParseUint(postgres.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(postgres.Gid, 10, 32)
	if err != nil {
		return nil, err
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
}

// program returns a command that runs one of PostgreSQL's programs as the right user. The kernel kills it when the test binary dies.
func (c *Cluster) program(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(c.bin, name), args...)
	cmd.Dir = c.dir
	cmd.Env = append(os.Environ(), "LC_ALL=C", "TZ=UTC")
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: c.as, Pdeathsig: syscall.SIGKILL, Setpgid: true}
	return cmd
}

// run runs one of PostgreSQL's programs to its end.
func (c *Cluster) run(tb testing.TB, name string, args ...string) {
	tb.Helper()
	if out, err := c.program(name, args...).CombinedOutput(); err != nil {
		tb.Fatalf("%s: %v\n%s", name, err, out)
	}
}
