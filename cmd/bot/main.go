// Command bot runs Roundel, a Discord bot that keeps the turn order of tabletop fights.
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

// exit is an error that says with which status the process ends.
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

// status is the exit status an error stands for: 0 done, 1 it failed, 2 the command line or a setting is wrong.
func status(err error) int {
	if err == nil {
		return 0
	}
	if e, ok := err.(exit); ok {
		return e.status
	}
	return 1
}

// run is the whole program. It has told about its error, on stderr, before it returns one.
func run(ctx context.Context, args, environment []string, stdout, stderr io.Writer) error {
	name := "run"
	if len(args) > 0 && args[0] != "run" && strings.HasPrefix(args[0], "-") && !isHelp(args[0]) {
		args = append([]string{"run"}, args...) // an option of run, which is then refused by name
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
		return tell(environment, stderr, exit{2, fmt.Errorf("roundel: unknown command %q; roundel --help shows what there is", name)})
	}
	c := &invocation{environment: environment, stdout: stdout, stderr: stderr}
	if err := cmd.parse(c, args); errors.Is(err, errHelp) {
		_, err := io.WriteString(stdout, cmd.usage())
		return err
	} else if err != nil {
		return tell(environment, stderr, err)
	}
	if cmd.name == "run" {
		return runBot(ctx, environment, stderr, realOutside()) // it has a log, and tells there
	}
	return tell(environment, stderr, cmd.run(ctx, c))
}

func isHelp(arg string) bool { return arg == "-h" || arg == "-help" || arg == "--help" }

// tell reports an error, if there is one, and returns it.
func tell(environment []string, stderr io.Writer, err error) error {
	if err != nil {
		report(environment, stderr, err)
	}
	return err
}
