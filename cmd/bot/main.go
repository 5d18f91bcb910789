// Command bot runs Roundel, a Discord bot that keeps the turn order of tabletop fights.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
)

const usage = `Roundel keeps the turn order of tabletop fights in Discord channels.

  bot            run the bot; DISCORD_TOKEN or DISCORD_TOKEN_FILE is required
  bot sandbox    run it against a local stand-in for Discord, with a page to play on;
                 bot sandbox --help tells more
  bot --help     this text

Settings come from the environment:

  DISCORD_TOKEN, DISCORD_TOKEN_FILE   the bot token, or a file that holds it
  DISCORD_API_URL                     root of the Discord API, for a proxy
  DISCORD_GUILD_ID                    register the commands in this one server
  ROUNDEL_DB                          the SQLite file (data/roundel.db)
  ROUNDEL_HTTP_ADDR                   address for /healthz, /readyz and /metrics; empty: off
  ROUNDEL_LOG_LEVEL                   debug, info, warn or error (info)
  ROUNDEL_LOG_FORMAT                  console or json
`

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

// status is the exit status an error stands for.
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
	if len(args) > 0 && args[0] == "sandbox" {
		return runSandbox(ctx, args[1:], environment, stdout, stderr)
	}
	name := "run"
	if len(args) > 0 {
		name = args[0]
	}
	switch {
	case len(args) > 1:
		name = strings.Join(args, " ") // no subcommand takes arguments
	case name == "-h" || name == "--help" || name == "help":
		_, err := io.WriteString(stdout, usage)
		return err
	}
	if name == "run" {
		return runBot(ctx, environment, stderr)
	}
	err := exit{2, fmt.Errorf("unknown command %q; bot --help shows what there is", name)}
	report(environment, stderr, err)
	return err
}
