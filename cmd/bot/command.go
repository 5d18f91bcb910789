package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
)

// command is one thing the program does.
type command struct {
	name  string
	args  string // what follows the options, in words
	least int    // how many arguments there must be
	most  int    // and may be
	about string // one line, for the list
	more  string // what else its help says
	flags func(set *flag.FlagSet, c *invocation)
	run   func(ctx context.Context, c *invocation) error
}

// invocation is one use of a command.
type invocation struct {
	args           []string
	environment    []string
	stdout, stderr io.Writer

	force, ready bool
	guild, id    string
}

// say writes a line of the outcome.
func (c *invocation) say(format string, args ...any) error {
	_, err := fmt.Fprintf(c.stdout, format+"\n", args...)
	return err
}

// commands is all there is, in the order of the help.
func commands() []command {
	return append([]command{
		{name: "run", about: "run the bot until it is told to stop (the default)",
			more: "It needs DISCORD_TOKEN or DISCORD_TOKEN_FILE. SIGTERM and SIGINT stop it within 10 seconds: what is in flight is finished."},
		{name: "sandbox", about: "run it against a local stand-in for Discord, with a page to play on"},
	}, append(storeCommands(), hostCommands()...)...)
}

func find(name string) (command, bool) {
	for _, cmd := range commands() {
		if cmd.name == name {
			return cmd, true
		}
	}
	return command{}, false
}

const settingsHelp = `Settings come from the environment:

  DISCORD_TOKEN, DISCORD_TOKEN_FILE   the bot token, or a file that holds it
  DISCORD_API_URL                     root of the Discord API, for a proxy
  DISCORD_GUILD_ID                    register the commands in this one server
  ROUNDEL_DB                          the SQLite file (data/roundel.db)
  ROUNDEL_HTTP_ADDR                   address for /healthz, /readyz and /metrics; empty: off
  ROUNDEL_LOG_LEVEL                   debug, info, warn or error (info)
  ROUNDEL_LOG_FORMAT                  console or json
  ROUNDEL_COMMANDS_PER_MINUTE         of one user in one channel; 0: any number (6000)
  ROUNDEL_KEEP_DAYS                   delete fights that ended so many days ago; 0: never (0)
`

const statusHelp = "Exit status: 0 done, 1 it failed, 2 the command line or a setting is wrong.\n"

// help tells about all commands or about one.
func help(args, environment []string, stdout, stderr io.Writer) error {
	if len(args) == 1 && !isHelp(args[0]) {
		return run(context.Background(), []string{args[0], "--help"}, environment, stdout, stderr)
	}
	if len(args) > 1 {
		return tell(environment, stderr, exit{2, errors.New("roundel help takes one command, or none")})
	}
	var out strings.Builder
	out.WriteString("Roundel keeps the turn order of tabletop fights in Discord channels.\n\n")
	for _, cmd := range commands() {
		fmt.Fprintf(&out, "  roundel %-13s %s\n", strings.TrimSpace(cmd.name+" "+cmd.args), cmd.about)
	}
	out.WriteString("\nroundel COMMAND --help tells more of each.\n\n" + settingsHelp + "\n" + statusHelp)
	_, err := io.WriteString(stdout, out.String())
	return err
}

// usage is the help of one command.
func (cmd command) usage() string {
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

func (cmd command) flagSet(c *invocation) *flag.FlagSet {
	set := flag.NewFlagSet(cmd.name, flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.Usage = func() {}
	if cmd.flags != nil {
		cmd.flags(set, c)
	}
	return set
}

var errHelp = errors.New("help was asked for")

// parse reads options and arguments, in any order.
func (cmd command) parse(c *invocation, args []string) error {
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
	case n < cmd.least:
		return cmd.misused("%s is missing", cmd.args)
	}
	return nil
}

func (cmd command) misused(format string, args ...any) error {
	return exit{2, fmt.Errorf("roundel %s: %w; roundel %s --help shows how it is used", cmd.name, fmt.Errorf(format, args...), cmd.name)}
}
