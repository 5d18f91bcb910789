package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"roundel/sandbox"
)

// builtVersion is the version of the built program, which .ci/run builds too.
const builtVersion = "0.0.0"

// buildFolder holds the program that built has built, until the tests are over.
var buildFolder string

// build builds the program once for all tests.
var build = sync.OnceValues(func() (string, error) {
	if dir := os.Getenv(releaseName); dir != "" {
		return filepath.Join(dir, "roundel-linux-"+runtime.GOARCH), nil
	}
	var err error
	if buildFolder, err = os.MkdirTemp("", "roundel"); err != nil {
		return "", err
	}
	program := filepath.Join(buildFolder, "roundel")
	version := "-X main.version=" + builtVersion
	if out, err := exec.Command("go", "build", "-ldflags", version, "-o", program, ".").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return program, nil
})

// built returns the path of the program as hosts run it: that of a release in CI, or else one built from this folder.
func built(t *testing.T) string {
	t.Helper()
	program, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return program
}

// newBuiltTable returns a table whose bot is the built program with these settings. It has not been started yet.
func newBuiltTable(t *testing.T, env ...string) *processTable {
	t.Helper()
	tb := emptyProcessTable(t, sandbox.Config{})
	tb.program, tb.env = built(t), env
	return tb
}

// command runs a command of the built program with the table's settings, and returns its exit status and what it printed.
func (tb *processTable) command(args ...string) (int, string) {
	tb.t.Helper()
	cmd := exec.Command(built(tb.t), args...)
	cmd.Env = append(os.Environ(), append([]string{"DISCORD_TOKEN=" + tb.srv.Token(), "DISCORD_API_URL=" + tb.srv.URL(), "ROUNDEL_DB=" + tb.db}, tb.env...)...)
	out, err := cmd.CombinedOutput()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		tb.t.Fatalf("roundel %s: %v", strings.Join(args, " "), err)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}
