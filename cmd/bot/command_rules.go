package main

import (
	"context"
	"errors"
	"fmt"

	"roundel/engine/ruleset"
	"roundel/engine/strictyaml"
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
		_, err := c.stdout.Write(ruleset.Schema())
		return err
	}
	return cmd.misused("unknown command %q", what)
}

// listRules prints the names of the rulesets that come with the bot.
func (c *invocation) listRules() error {
	for _, rs := range ruleset.Bundled().List {
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
			if err := c.say("%s", strictyaml.FileProblem{File: name, Problem: p}); err != nil {
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
func checkRulesFile(name string) strictyaml.Problems {
	text, err := readSmall(name, ruleset.MaxBytes)
	if err != nil {
		return strictyaml.Unreadable("file", err)
	}
	var problems strictyaml.Problems
	if _, err := ruleset.Read(text); errors.As(err, &problems) {
		return problems
	} else if err != nil {
		return strictyaml.Unreadable("file", err)
	}
	return nil
}

// showRules prints the file of a ruleset that comes with the bot, byte for byte.
func (c *invocation) showRules(name string) error {
	bundled := ruleset.Bundled()
	if rs, ok := bundled.Find(name); ok {
		_, err := c.stdout.Write(rs.Text)
		return err
	}
	if near := bundled.Nearest(name); near != "" {
		return fmt.Errorf("roundel rules show: there is no ruleset %q; is %q meant?", name, near)
	}
	return fmt.Errorf("roundel rules show: there is no ruleset %q; roundel rules list prints their names", name)
}
