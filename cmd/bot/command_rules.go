package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"

	"roundel/engine/rules"
)

const rulesMore = `
  rules check FILE…   print what is wrong with ruleset files, and nothing else, as FILE:LINE:COLUMN: sentence
  rules show NAME     print the file of a ruleset that comes with the bot
  rules list          print the names of the rulesets that come with the bot
  rules schema        print the JSON schema of ruleset files, for editors`

// manyArguments is the most files that can be checked at once.
const manyArguments = 10000

// rulesCommands returns the command for people who write rulesets.
func rulesCommands() []subcommand {
	cmd := subcommand{name: "rules", args: "COMMAND", least: 1, most: manyArguments, about: "check ruleset files, or print those that come with the bot",
		more: rulesMore}
	cmd.run = func(_ context.Context, c *invocation) error { return c.runRules(cmd) }
	return []subcommand{cmd}
}

// runRules runs one of the commands of rules.
func (c *invocation) runRules(cmd subcommand) error {
	what, args := c.args[0], c.args[1:]
	switch {
	case what == "check" && len(args) == 0:
		return cmd.misused("check needs a FILE")
	case what == "check":
		return c.checkRules(args)
	case what == "show" && len(args) == 0:
		return cmd.misused("show needs a NAME")
	case what == "show" && len(args) > 1:
		return cmd.misused("unexpected argument %q", args[1])
	case what == "show":
		return c.showRules(args[0])
	case (what == "list" || what == "schema") && len(args) > 0:
		return cmd.misused("unexpected argument %q", args[0])
	case what == "list":
		return c.listRules()
	case what == "schema":
		_, err := c.stdout.Write(rules.Schema())
		return err
	}
	return cmd.misused("unknown command %q", what)
}

// listRules prints the names of the rulesets that come with the bot.
func (c *invocation) listRules() error {
	for _, rs := range rules.Bundled().List {
		if err := c.say("%s", rs.Name); err != nil {
			return err
		}
	}
	return nil
}

// checkRules prints what is wrong with ruleset files (RS-81).
func (c *invocation) checkRules(names []string) error {
	faulty := 0
	for _, name := range names {
		problems := checkRulesFile(name)
		if len(problems) > 0 {
			faulty++
		}
		for _, p := range problems {
			if err := c.say("%s", rules.FileProblem{File: name, Problem: p}); err != nil {
				return err
			}
		}
	}
	if faulty > 0 {
		return fmt.Errorf("roundel rules check: %d of %d files cannot be played", faulty, len(names))
	}
	return nil
}

// checkRulesFile returns what is wrong with a ruleset file. A file that can't be opened has one problem.
func checkRulesFile(name string) rules.Problems {
	text, err := readSmall(name, rules.MaxBytes)
	if err != nil {
		return rules.Unreadable(err)
	}
	var problems rules.Problems
	if _, err := rules.Read(text); errors.As(err, &problems) {
		return problems
	} else if err != nil {
		return rules.Unreadable(err)
	}
	return nil
}

// showRules prints the file of a ruleset that comes with the bot, byte for byte.
func (c *invocation) showRules(name string) error {
	bundled := rules.Bundled()
	if rs, ok := bundled.Find(name); ok {
		_, err := c.stdout.Write(rs.Text)
		return err
	}
	if near := bundled.Nearest(name); near != "" {
		return fmt.Errorf("roundel rules show: there is no ruleset %q; is %q meant?", name, near)
	}
	return fmt.Errorf("roundel rules show: there is no ruleset %q; roundel rules list prints their names", name)
}

// readSmall returns the contents of a file, or one byte more than the limit if it has more. It doesn't wait for anyone to open the other end of a
// pipe, and not long for what comes through it.
func readSmall(name string, limit int64) ([]byte, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := f.SetReadDeadline(time.Now().Add(pipeWait)); err != nil && !errors.Is(err, os.ErrNoDeadline) { // regular files have none
		return nil, err
	}
	return io.ReadAll(io.LimitReader(f, limit+1))
}

// pipeWait is the longest time to read a file that is a pipe.
const pipeWait = 5 * time.Second

// readRules reads the host's rulesets, which every server has. The error joins one line for each problem (RS-82).
func (s *settings) readRules() error {
	if s.Rules == "" {
		return nil
	}
	var faults []error
	list, problems := rules.Bundled().ReadFolder(os.DirFS(s.Rules))
	for _, p := range problems {
		p.File = filepath.Join(s.Rules, p.File)
		faults = append(faults, errors.New(p.String()))
	}
	s.rules = list
	return errors.Join(faults...)
}
