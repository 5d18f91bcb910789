package pgtest

import (
	"bytes"
	"errors"
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
	bin, err := find()
	switch {
	case errors.Is(err, errMissing) && os.Getenv("CI") != "true":
		tb.Skip(err)
	case err != nil:
		tb.Fatal(err)
	}
	return bin
}

var errMissing = errors.New("PostgreSQL is not installed: there is no initdb in PATH or /usr/lib/postgresql; install Debian's package postgresql")

// find returns the folder with PostgreSQL's programs.
func find() (bin string, err error) {
	if found, err := exec.LookPath("initdb"); err == nil {
		found, err = filepath.EvalSymlinks(found) // a link to the folder with the others
		return filepath.Dir(found), err
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil {
		return "", err
	}
	version := 0
	for _, path := range found {
		number, err := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path))))
		if err == nil && number > version {
			bin, version = filepath.Dir(path), number
		}
	}
	if bin == "" {
		return "", errMissing
	}
	return bin, nil
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
	path := filepath.Join(c.bin, name)
	if name == "tar" {
		path = name // not one of PostgreSQL's
	}
	cmd := exec.Command(path, args...)
	cmd.Dir = c.dir
	cmd.Env = append(os.Environ(), "LC_ALL=C", "TZ=UTC")
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: c.as, Pdeathsig: syscall.SIGKILL, Setpgid: true}
	return cmd
}

// run runs one of these programs to its end with the given input and returns its output.
func (c *Cluster) run(input []byte, name string, args ...string) (output []byte, err error) {
	cmd := c.program(name, args...)
	var said bytes.Buffer
	cmd.Stdin, cmd.Stderr = bytes.NewReader(input), &said
	if output, err = cmd.Output(); err != nil {
		return nil, fmt.Errorf("pgtest: %s: %w\n%s", name, err, &said)
	}
	return output, nil
}
