package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"roundel/bot"
	"roundel/bot/words/lang"
	"roundel/engine/ruleset"
	"roundel/engine/strictyaml"
)

const languagesMore = `
  languages list          print the tags and names of the languages that the bot speaks
  languages show TAG      print the file of a language, to copy and translate
  languages check FILE…   print what is wrong with files of languages, and nothing else, as FILE:LINE:COLUMN: sentence
  languages missing TAG   print the texts that a language lacks, and that are therefore in English
  languages pseudo TAG    print a file in which English has marks on every letter, to find what can't be translated`

// readLanguages reads the host's languages. The error joins one line for each problem (WO-16).
func (s *settings) readLanguages() (err error) {
	s.languages = lang.Bundled()
	if s.Languages == "" {
		return nil
	}
	if err := checkFolder("ROUNDEL_LANGUAGES", s.Languages); err != nil {
		return err
	}
	files, err := lang.Files(os.DirFS(s.Languages))
	if err != nil {
		return err
	}
	for i := range files {
		files[i].Name = filepath.Join(s.Languages, files[i].Name)
	}
	set, problems := withFiles(files)
	var faults []error
	for _, p := range problems {
		faults = append(faults, errors.New(p.String()))
	}
	if problems == nil {
		s.languages = set
	}
	return errors.Join(faults...)
}

// withFiles returns the bundled languages with those of these files, or what is wrong with the files. If Discord would refuse the commands
// with them, that is the problem of the first file with which it would.
func withFiles(files []lang.File) (*lang.Set, []strictyaml.FileProblem) {
	set, problems := lang.Bundled().With(files)
	if problems != nil || bot.CheckCommands(set.All()) == nil {
		return set, problems
	}
	for i, f := range files {
		set, _ := lang.Bundled().With(files[:i+1])
		if err := bot.CheckCommands(set.All()); err != nil {
			for _, line := range lines(err) {
				problems = append(problems, strictyaml.FileProblem{File: f.Name, Problem: strictyaml.Problem{Line: 1, Column: 1, Text: line}})
			}
			break
		}
	}
	return nil, problems
}

// languageCommands returns the command for people who translate.
func languageCommands() []subcommand {
	cmd := subcommand{name: "languages", args: "COMMAND", least: 1, most: 1 + lang.MaxFiles, about: "check files of languages, or print them",
		more: languagesMore}
	cmd.run = func(_ context.Context, c *invocation) error { return c.runLanguages(cmd) }
	return []subcommand{cmd}
}

// runLanguages runs one of the commands of languages.
func (c *invocation) runLanguages(cmd subcommand) error {
	what, args := c.args[0], c.args[1:]
	needs := map[string]string{"list": "", "show": "TAG", "check": "FILE", "missing": "TAG", "pseudo": "TAG"}
	need, known := needs[what]
	switch {
	case !known:
		return cmd.misused("unknown command %q", what)
	case need != "" && len(args) == 0:
		return cmd.misused("%s needs a %s", what, need)
	case need == "" && len(args) > 0:
		return cmd.misused("unexpected argument %q", args[0])
	case need == "TAG" && len(args) > 1:
		return cmd.misused("unexpected argument %q", args[1])
	case what == "check":
		return c.checkLanguages(args)
	case what == "pseudo":
		return c.pseudoLanguage(cmd, args[0])
	}
	s, err := parseSettings(c.environment)
	if err == nil {
		err = s.readLanguages()
	}
	switch set := s.languages; {
	case err != nil:
		return exit{2, err}
	case what == "list":
		for _, l := range set.All() {
			if err := c.say("%-6s %s", l.Tag, l.Title); err != nil {
				return err
			}
		}
		return nil
	case !set.Has(args[0]):
		return cmd.misused("there is no language %q; roundel languages list prints their tags", args[0])
	case what == "show":
		_, err := c.stdout.Write(set.Source(args[0]))
		return err
	default:
		for _, text := range set.Of(args[0]).Missing(bundledTexts()) {
			if err := c.say("%s", text); err != nil {
				return err
			}
		}
		return nil
	}
}

// checkLanguages prints what is wrong with files of languages (WO-18).
func (c *invocation) checkLanguages(names []string) error {
	var files []lang.File
	for _, name := range names {
		source, err := readSmall(name, lang.MaxBytes)
		files = append(files, lang.File{Name: name, Source: source, Err: err})
	}
	_, problems := withFiles(files)
	faulty := map[string]bool{}
	for _, p := range problems {
		faulty[p.File] = true
		if err := c.say("%s", p); err != nil {
			return err
		}
	}
	if len(faulty) > 0 {
		return fmt.Errorf("roundel languages check: %d of %d files can't be used", len(faulty), len(names))
	}
	return nil
}

// pseudoLanguage prints the file of a pseudo-language.
func (c *invocation) pseudoLanguage(cmd subcommand, tag string) error {
	if !lang.Known(tag) {
		return cmd.misused("%q is not a tag that Discord has; write one such as hu or pt-BR", tag)
	}
	_, err := c.stdout.Write(lang.Pseudo{Tag: tag, Rules: bundledTexts()}.File())
	return err
}

// bundledTexts returns the texts of the rulesets that come with the bot, each once.
func bundledTexts() []string {
	var out []string
	for _, rs := range ruleset.Bundled().List {
		out = append(out, rs.Texts()...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
