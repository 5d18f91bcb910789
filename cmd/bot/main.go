package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr)
	stop()
	os.Exit(status(err))
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
		from := realOutside()
		from.greets = true
		return runBot(ctx, environment, stderr, from) // reports errors in its own log
	}
	return reported(environment, stderr, cmd.run(ctx, c))
}

func isHelp(arg string) bool { return arg == "-h" || arg == "-help" || arg == "--help" }

// exit is an error with the exit status of the process.
type exit struct {
	status int
	error
}

func (e exit) Unwrap() error { return e.error }

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

// reported reports an error, if there is one, and returns it.
func reported(environment []string, stderr io.Writer, err error) error {
	if err != nil {
		report(environment, stderr, err)
	}
	return err
}

// subcommand is a subcommand of the program.
type subcommand struct {
	name  string
	args  string // the arguments after the options, as the help shows them
	least int    // the minimum number of arguments
	most  int    // the maximum number of arguments
	about string // one line for the list of commands
	more  string // the rest of its help
	flags func(set *flag.FlagSet, c *invocation)
	run   func(ctx context.Context, c *invocation) error
}

// invocation is one call of a command.
type invocation struct {
	args           []string
	environment    []string
	stdout, stderr io.Writer

	force, ready bool
	guild, id    string
	channels     []string
	feed         string
}

// say prints a line to standard output.
func (c *invocation) say(format string, args ...any) error {
	_, err := fmt.Fprintf(c.stdout, format+"\n", args...)
	return err
}

// commands returns all commands in the order of the help.
func commands() []subcommand {
	return append([]subcommand{
		{name: "run", about: "run the bot until it is stopped (the default)",
			more: "Needs DISCORD_TOKEN or DISCORD_TOKEN_FILE. On SIGTERM or SIGINT it finishes the commands in flight and stops within 10 seconds."},
		{name: "sandbox", about: "run the bot against a local stand-in for Discord, with a page to play on"},
	}, slices.Concat(storeCommands(), hostCommands(), rulesCommands(), languageCommands())...)
}

// find returns the command of that name, and whether there is one.
func find(name string) (subcommand, bool) {
	for _, cmd := range commands() {
		if cmd.name == name {
			return cmd, true
		}
	}
	return subcommand{}, false
}

const settingsHelp = `Settings come from the environment:

  DISCORD_TOKEN, DISCORD_TOKEN_FILE   the bot token, or a file that holds it
  DISCORD_API_URL                     root of the Discord API, for a proxy
  DISCORD_GUILD_ID                    register the commands in this server only
  ROUNDEL_DB                          the SQLite file, or postgres://USER:PASSWORD@HOST/NAME (data/roundel.db)
  ROUNDEL_HTTP_ADDR                   address of /healthz, /readyz and /metrics; empty: off
  ROUNDEL_LOG_LEVEL                   debug, info, warn or error (info)
  ROUNDEL_LOG_FORMAT                  console or json
  ROUNDEL_COMMANDS_PER_MINUTE         limit for one user in one channel; 0: no limit (6000)
  ROUNDEL_KEEP_DAYS                   delete fights this many days after they end; 0: never (0)
  ROUNDEL_RULES                       a folder of ruleset files for every server
  ROUNDEL_LANGUAGES                   a folder of language files, to add languages or change texts
  ROUNDEL_SHARDS                      number of connections to Discord; empty: as many as Discord recommends
  ROUNDEL_INTERACTIONS_ADDR           address of /interactions, for interactions by HTTP; empty: off
  ROUNDEL_BACKUP_DIR                  a folder for regular backups of an SQLite file; empty: off
  ROUNDEL_BACKUP_EVERY                time between two of them (24h)
  ROUNDEL_BACKUP_KEEP                 number of them to keep (7)
`

const statusHelp = "Exit status: 0 if it succeeded, 1 if it failed, 2 if the command line or a setting is wrong.\n"

// help prints the help of the program or of one command.
func help(args, environment []string, stdout, stderr io.Writer) error {
	if len(args) == 1 && !isHelp(args[0]) {
		return run(context.Background(), []string{args[0], "--help"}, environment, stdout, stderr)
	}
	if len(args) > 1 {
		return reported(environment, stderr, exit{2, errors.New("roundel help takes at most one command")})
	}
	var out strings.Builder
	out.WriteString("Roundel keeps the turn order of tabletop fights in Discord channels.\n\n")
	for _, cmd := range commands() {
		fmt.Fprintf(&out, "  roundel %-13s %s\n", strings.TrimSpace(cmd.name+" "+cmd.args), cmd.about)
	}
	out.WriteString("\nFor more about a command: roundel COMMAND --help\n\n" + settingsHelp + "\n" + statusHelp)
	_, err := io.WriteString(stdout, out.String())
	return err
}

// usage returns the help of one command.
func (cmd subcommand) usage() string {
	var out, options strings.Builder
	cmd.flagSet(&invocation{}).VisitAll(func(f *flag.Flag) {
		value, text := flag.UnquoteUsage(f)
		fmt.Fprintf(&options, "  --%-14s %s\n", strings.TrimSpace(f.Name+" "+value), text)
	})
	line := "roundel " + cmd.name
	if options.Len() > 0 {
		line += " [OPTIONS]"
	}
	fmt.Fprintf(&out, "%s\n\n%s.\n", strings.TrimSpace(line+" "+cmd.args), strings.ToUpper(cmd.about[:1])+cmd.about[1:])
	if cmd.more != "" {
		out.WriteString(cmd.more + "\n")
	}
	if options.Len() > 0 {
		out.WriteString("\n" + options.String())
	}
	return out.String() + "\n" + statusHelp
}

// flagSet returns the command's options, which are stored in c.
func (cmd subcommand) flagSet(c *invocation) *flag.FlagSet {
	set := flag.NewFlagSet(cmd.name, flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.Usage = func() {}
	if cmd.flags != nil {
		cmd.flags(set, c)
	}
	return set
}

var errHelp = errors.New("help requested")

// parse reads options and arguments, which may come in any order.
func (cmd subcommand) parse(c *invocation, args []string) error {
	set := cmd.flagSet(c)
	for {
		switch err := set.Parse(args); {
		case errors.Is(err, flag.ErrHelp):
			return errHelp
		case err != nil:
			return cmd.misused("%w", err)
		}
		if set.NArg() == 0 {
			break
		}
		c.args, args = append(c.args, set.Arg(0)), set.Args()[1:]
	}
	switch n := len(c.args); {
	case n > cmd.most:
		return cmd.misused("unexpected argument %q", c.args[cmd.most])
	case n < cmd.least, slices.Contains(c.args, ""):
		return cmd.misused("%s is missing", cmd.args)
	}
	return nil
}

// misused returns an error about a wrong command line.
func (cmd subcommand) misused(format string, args ...any) error {
	return exit{2, fmt.Errorf("roundel %s: %w; see roundel %s --help", cmd.name, fmt.Errorf(format, args...), cmd.name)}
}
