package roundel_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// update writes the parts of the docs that are made: cuts of transcripts, the list of licences.
var update = flag.Bool("update", false, "write the made parts of the docs anew; read the difference")

func docs(t *testing.T) []string {
	t.Helper()
	out := []string{"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"}
	more, err := filepath.Glob("docs/*.md")
	if err != nil || len(more) < 4 {
		t.Fatal(more, err)
	}
	return append(out, more...)
}

// TestDocsTranscripts: under a comment <!-- transcript: FILE | FIRST LINE | LAST COMMAND --> stands what the played file
// has from that line to what comes back to that command, without its comments and scripted dice. The fence is of four
// ticks: a tracker has one of three.
func TestDocsTranscripts(t *testing.T) {
	shown := regexp.MustCompile("(?s)<!-- transcript: (\\S+) \\| ([^\n]*?) \\| ([^\n]*?) -->\n````text\n(.*?)````")
	found := 0
	for _, name := range docs(t) {
		text := read(t, name)
		made := shown.ReplaceAllStringFunc(text, func(block string) string {
			found++
			m := shown.FindStringSubmatch(block)
			want, err := cut(read(t, m[1]), m[2], m[3])
			if err != nil {
				t.Errorf("%s: %s: %v", name, m[1], err)
			}
			return strings.TrimSuffix(block, m[4]+"````") + want + "````"
		})
		keepMade(t, name, text, made)
	}
	if found < 6 {
		t.Errorf("the docs show %d transcripts", found)
	}
}

// cut is a transcript from a line on to what comes back to the first such command behind it.
func cut(text, first, last string) (string, error) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	from := slices.Index(lines, first)
	if from < 0 {
		return "", fmt.Errorf("there is no line %q", first)
	}
	var out strings.Builder
	over := false
	for _, line := range lines[from:] {
		if over && !strings.HasPrefix(line, "  ") {
			return out.String(), nil
		}
		over = over || line == last
		if !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "dice:") {
			out.WriteString(line + "\n")
		}
	}
	if !over {
		return "", fmt.Errorf("there is no line %q behind %q", last, first)
	}
	return out.String(), nil
}

// keepMade wants a file to be what was made, or writes it.
func keepMade(t *testing.T, name, text, made string) {
	t.Helper()
	switch {
	case text == made:
	case *update:
		t.Logf("%s is written anew; read the difference", name)
		if err := os.WriteFile(name, []byte(made), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s is out of date; go test . -run TestDocs -update writes it", name)
	}
}

// TestDocsLinks: what the docs point at is there.
func TestDocsLinks(t *testing.T) {
	for _, name := range docs(t) {
		text := read(t, name)
		for _, m := range regexp.MustCompile(`\]\(([^)\s]+)\)`).FindAllStringSubmatch(text, -1) {
			target, anchor, _ := strings.Cut(m[1], "#")
			if strings.HasPrefix(target, "https://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(name), target)); target != "" && err != nil {
				t.Errorf("%s points at %s: %v", name, m[1], err)
			}
			if target == "" && !slices.Contains(anchors(text), anchor) {
				t.Errorf("%s points at its part %s, which it does not have", name, m[1])
			}
		}
		for _, m := range regexp.MustCompile("`((?:deploy|docs|bot|cmd|engine|store|migrations|sandbox)/[\\w./-]+)`").FindAllStringSubmatch(text, -1) {
			if _, err := os.Stat(m[1]); err != nil && !strings.Contains(m[1], "NNNNN") {
				t.Errorf("%s names %s: %v", name, m[1], err)
			}
		}
	}
}

// anchors are the headings of a text as links name them.
func anchors(text string) []string {
	var out []string
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(text, -1) {
		plain := regexp.MustCompile(`[^\p{L}\p{N} -]`).ReplaceAllString(strings.ToLower(m[1]), "")
		out = append(out, strings.ReplaceAll(plain, " ", "-"))
	}
	return out
}

// TestDocsCommands runs the command lines in the docs, in their order: those of roundel that need no Discord for real, on
// a database in which a fight was played; the others, and those of go, as far as their help or a dry run goes. Of all
// others the files they name must be there.
func TestDocsCommands(t *testing.T) {
	dir := t.TempDir()
	roundel := filepath.Join(dir, "roundel")
	command(t, ".", nil, "go", "build", "-o", roundel, "./cmd/bot")
	play := exec.Command(roundel, "sandbox", "--db", filepath.Join(dir, "data/roundel.db"), "--script", "-")
	play.Stdin = strings.NewReader("GM: /init start name:Bridge fight\nAnna: /init join name:Knight stats:init 15 roll:6\nwait\n")
	if out, err := play.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	ran := 0
	for _, name := range docs(t) {
		for _, m := range regexp.MustCompile("(?s)\n *```sh\n(.*?)\n *```").FindAllStringSubmatch(read(t, name), -1) {
			for line := range strings.Lines(m[1]) {
				env, words := assignments(strings.Fields(strings.TrimSpace(line)))
				if len(words) == 0 {
					continue
				}
				ran++
				switch words[0] {
				case "roundel":
					runDocs(t, dir, roundel, env, words[1:])
				case "go":
					dryGo(t, words)
				default:
					filesThere(t, name, words)
				}
			}
		}
		for _, m := range regexp.MustCompile("`roundel ([a-z]+)[^`]*`").FindAllStringSubmatch(read(t, name), -1) {
			command(t, dir, nil, roundel, m[1], "--help")
		}
	}
	if ran < 12 {
		t.Errorf("only %d command lines found", ran)
	}
}

// assignments parts NAME=value words from the command behind them.
func assignments(words []string) (env, rest []string) {
	for i, w := range words {
		if !regexp.MustCompile(`^[A-Z_]+=`).MatchString(w) {
			return env, words[i:]
		}
		env = append(env, w)
	}
	return env, nil
}

func runDocs(t *testing.T, dir, roundel string, env, args []string) {
	t.Helper()
	if !slices.Contains([]string{"backup", "check", "restore", "export", "import", "version", "invite"}, args[0]) {
		args = []string{args[0], "--help"}
	}
	command(t, dir, env, roundel, args...)
}

// dryGo looks whether a command of go could be run: a program by its help, tests by their names and flags.
func dryGo(t *testing.T, words []string) {
	t.Helper()
	switch words[1] {
	case "run":
		command(t, ".", nil, "go", append(words[1:], "--help")...)
	case "test":
		args, names := []string{"test", "-list", "."}, []string{}
		for i := 2; i < len(words); i++ {
			switch words[i] {
			case "-run", "-fuzz", "-bench", "-fuzztime":
				i++
				names = append(names, words[i])
			default:
				if words[i] != "./..." { // CI does
					args = append(args, words[i])
				}
			}
		}
		out := command(t, ".", nil, "go", args...)
		for _, name := range names {
			if strings.HasPrefix(name, "Test") && !strings.Contains(out, name) || strings.HasPrefix(name, "Fuzz") && !strings.Contains(out, name) {
				t.Errorf("go test has no %s:\n%s", name, out)
			}
		}
	default:
		t.Errorf("nobody tries %q", strings.Join(words, " "))
	}
}

func filesThere(t *testing.T, doc string, words []string) {
	t.Helper()
	for _, w := range words {
		if strings.HasPrefix(w, "deploy/") {
			if _, err := os.Stat(w); err != nil {
				t.Errorf("%s: %v", doc, err)
			}
		}
	}
}

func command(t *testing.T, dir string, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%s %s: %v\n%s", filepath.Base(name), strings.Join(args, " "), err, out)
	}
	return string(out)
}

// TestDocsLicences: docs/licences.md lists every module that is linked into the program, with its licence.
func TestDocsLicences(t *testing.T) {
	out := command(t, ".", nil, "go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}", "./cmd/bot")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	slices.Sort(lines)
	lines = slices.Compact(lines)
	var rows bytes.Buffer
	for _, line := range lines {
		part := strings.Fields(line)
		if len(part) != 3 {
			t.Fatalf("%q is no module", line)
		}
		fmt.Fprintf(&rows, "| `%s` | %s | %s |\n", part[0], part[1], licence(t, part[0], part[2]))
	}
	const name = "docs/licences.md"
	text := ""
	if data, err := os.ReadFile(name); err == nil {
		text = string(data)
	}
	keepMade(t, name, text, licencesHead+rows.String()+licencesTail)
}

const licencesHead = "# Licences\n\nRoundel is under the MIT licence. This is what is linked into the program; `go test . -run TestDocs -update` makes the list.\n\n" +
	"| module | version | licence |\n| --- | --- | --- |\n"

const licencesTail = `
Besides: the Go standard library (BSD-3-Clause); SQLite, which ` + "`go-sqlite3`" + ` brings along (public domain); and in the static
build of ` + "`deploy/build.sh`" + ` the GNU C library (LGPL-2.1-or-later), with which anybody can link it anew by that script.
`

// licence tells a module's licence by the words of its file.
func licence(t *testing.T, module, dir string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "LICEN[CS]E*"))
	if err != nil || len(files) == 0 {
		t.Errorf("%s has no licence", module)
		return "none"
	}
	text := strings.Join(strings.Fields(read(t, files[0])), " ")
	known := []struct{ words, name string }{
		{"Apache License", "Apache-2.0"},
		{"Mozilla Public License", "MPL-2.0"},
		{"Permission is hereby granted, free of charge", "MIT"},
		{"Neither the name", "BSD-3-Clause"},
		{"may be used to endorse or promote", "BSD-3-Clause"},
		{"Redistribution and use in source and binary forms", "BSD-2-Clause"},
		{"Permission to use, copy, modify, and/or distribute", "ISC"},
	}
	at := slices.IndexFunc(known, func(k struct{ words, name string }) bool { return strings.Contains(text, k.words) })
	if at < 0 {
		t.Errorf("%s: no known licence: %.200s", module, text)
		return "?"
	}
	return known[at].name
}
