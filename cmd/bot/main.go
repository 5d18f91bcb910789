package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
)

// exit is an error with the exit status of the process.
type exit struct {
	status int
	error
}

func (e exit) Unwrap() error { return e.error }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr)
	stop()
	os.Exit(status(err))
}

// status returns the exit status for an error: 0 without one, 1 if the program failed, 2 if the command line or a setting
// is wrong.
func status(err error) int {
	if err == nil {
		return 0
	}
	if e, ok := err.(exit); ok {
		return e.status
	}
	return 1
}

// run is the whole program. It reports an error on stderr before it returns it.
func run(ctx context.Context, args, environment []string, stdout, stderr io.Writer) error {
	name := "run"
	if len(args) > 0 && args[0] != "run" && strings.HasPrefix(args[0], "-") && !isHelp(args[0]) {
		args = append([]string{"run"}, args...) // an option of run, which refuses it by name
	}
	if len(args) > 0 {
		name, args = args[0], args[1:]
	}
	if isHelp(name) || name == "help" {
		return help(args, environment, stdout, stderr)
	}
	if name == "sandbox" {
		return runSandbox(ctx, args, environment, stdout, stderr)
	}
	cmd, ok := find(name)
	if !ok {
		return reported(environment, stderr, exit{2, fmt.Errorf("roundel: unknown command %q; see roundel --help", name)})
	}
	c := &invocation{environment: environment, stdout: stdout, stderr: stderr}
	if err := cmd.parse(c, args); errors.Is(err, errHelp) {
		_, err := io.WriteString(stdout, cmd.usage())
		return err
	} else if err != nil {
		return reported(environment, stderr, err)
	}
	if cmd.name == "run" {
		return runBot(ctx, environment, stderr, realOutside()) // reports errors in its own log
	}
	return reported(environment, stderr, cmd.run(ctx, c))
}

func isHelp(arg string) bool { return arg == "-h" || arg == "-help" || arg == "--help" }

// reported reports an error, if there is one, and returns it.
func reported(environment []string, stderr io.Writer, err error) error {
	if err != nil {
		report(environment, stderr, err)
	}
	return err
}
