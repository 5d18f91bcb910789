package roundel_test

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"roundel/engine/monster"
	"roundel/engine/ruleset"
)

// update writes the generated parts of the docs: the transcripts and the list of licenses.
var update = flag.Bool("update", false, "write the generated parts of the docs; check the diff afterwards")

// docs returns the paths of all documents.
func docs(t *testing.T) []string {
	t.Helper()
	out := []string{"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"}
	for _, pattern := range []string{"docs/*.md", "docs/rulesets/*.md"} {
		more, err := filepath.Glob(pattern)
		if err != nil || len(more) < 4 {
			t.Fatal(more, err)
		}
		out = append(out, more...)
	}
	return out
}

// TestDocsTranscripts checks the block after each comment <!-- transcript: FILE | FIRST LINE | LAST COMMAND -->. It must be the
// part of the file from that line to the reply to that command, without comments and scripted dice. Its fence has four
// backticks because a card contains a fence of three.
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
		t.Errorf("found only %d transcripts in the docs", found)
	}
}

// cut returns the part of a transcript from the line first to the reply to the next command equal to last.
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
		return "", fmt.Errorf("there is no line %q after %q", last, first)
	}
	return out.String(), nil
}

// keepMade fails if a file differs from the generated text. With -update, it writes the file instead.
func keepMade(t *testing.T, name, text, made string) {
	t.Helper()
	switch {
	case text == made:
	case *update:
		t.Logf("wrote %s; check the diff", name)
		if err := os.WriteFile(name, []byte(made), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s is out of date; run go test . -run TestDocs -update", name)
	}
}

// TestDocsLinks checks that relative links point to existing files and headings, and that paths in backticks exist.
func TestDocsLinks(t *testing.T) {
	paths := regexp.MustCompile("`((?:deploy|docs|bot|cmd|engine|store|migrations|sandbox)/[\\w./-]+)`")
	for _, name := range docs(t) {
		text := read(t, name)
		for _, m := range regexp.MustCompile(`\]\(([^)\s]+)\)`).FindAllStringSubmatch(text, -1) {
			if !strings.HasPrefix(m[1], "https://") {
				checkLink(t, name, m[1])
			}
		}
		for _, m := range paths.FindAllStringSubmatch(text, -1) {
			if _, err := os.Stat(m[1]); err != nil && !strings.Contains(m[1], "NNNNN") {
				t.Errorf("%s names the path %s: %v", name, m[1], err)
			}
		}
	}
}

// checkLink fails if a relative link on a page points to a missing file or heading.
func checkLink(t *testing.T, page, link string) {
	t.Helper()
	target, anchor, _ := strings.Cut(link, "#")
	file := page
	if target != "" {
		file = filepath.Join(filepath.Dir(page), target)
	}
	if _, err := os.Stat(file); err != nil {
		t.Errorf("%s links to %s: %v", page, link, err)
	} else if anchor != "" && !slices.Contains(anchors(read(t, file)), anchor) {
		t.Errorf("%s links to %s, but there is no such heading", page, link)
	}
}

// TestDocsPictures checks that every picture is shown in some document and is smaller than 1 MB.
func TestDocsPictures(t *testing.T) {
	var all strings.Builder
	for _, name := range docs(t) {
		all.WriteString(read(t, name))
	}
	pictures, err := filepath.Glob("docs/images/*")
	if err != nil || len(pictures) == 0 {
		t.Fatal(pictures, err)
	}
	for _, name := range pictures {
		if info, err := os.Stat(name); err != nil || info.Size() >= 1_000_000 {
			t.Errorf("%s must exist and be smaller than 1 MB: %v", name, err)
		}
		if !strings.Contains(all.String(), "images/"+filepath.Base(name)+")") {
			t.Errorf("no document shows %s", name)
		}
	}
}

// anchors returns the link anchors of a document's headings.
func anchors(text string) []string {
	var out []string
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(text, -1) {
		plain := regexp.MustCompile(`[^\p{L}\p{N} -]`).ReplaceAllString(strings.ToLower(m[1]), "")
		out = append(out, strings.ReplaceAll(plain, " ", "-"))
	}
	return out
}

// TestDocsCommands checks the command lines in the docs, in order. Roundel commands that don't need Discord really run, on a
// database with a fight in it. For other Roundel commands, those for PostgreSQL and those that ask other servers, it runs --help, and for go commands --help or a dry run. Files that
// other commands name must exist.
func TestDocsCommands(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	roundel := filepath.Join(dir, "roundel")
	command(t, ".", nil, "go", "build", "-ldflags=-s -w", "-o", roundel, "./cmd/bot")
	play := exec.Command(roundel, "sandbox", "--db", filepath.Join(dir, "data/roundel.db"), "--script", "-")
	play.Stdin = strings.NewReader("GM: /init start name:Bridge fight\nAnna: /init join name:Knight stats:init 15 roll:6\nwait\n")
	if out, err := play.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	ran, helped := 0, map[string]bool{}
	for _, name := range docs(t) {
		for _, m := range regexp.MustCompile("(?s)\n *```sh\n(.*?)\n *```").FindAllStringSubmatch(read(t, name), -1) {
			for line := range strings.SplitSeq(strings.ReplaceAll(m[1], " | ", "\n"), "\n") {
				env, words := assignments(strings.Fields(strings.TrimSpace(line)))
				if len(words) == 0 {
					continue
				}
				ran++
				switch words[0] {
				case "roundel":
					runDocs(t, dir, roundel, env, words[1:])
				case "go":
					dryGo(t, roundel, words)
				default:
					filesThere(t, name, words)
				}
			}
		}
		for _, m := range regexp.MustCompile("`roundel ([a-z]+)[^`]*`").FindAllStringSubmatch(read(t, name), -1) {
			if !helped[m[1]] {
				helped[m[1]] = true
				command(t, dir, nil, roundel, m[1], "--help")
			}
		}
		for _, m := range regexp.MustCompile("`(go (?:run|test) [^`]*)`").FindAllStringSubmatch(read(t, name), -1) {
			ran++
			dryGo(t, roundel, strings.Fields(m[1]))
		}
	}
	if ran < 12 {
		t.Errorf("found only %d command lines in the docs", ran)
	}
}

// assignments separates leading NAME=value words from the command.
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
	elsewhere := slices.Contains(args, "--check") || slices.ContainsFunc(env, func(e string) bool { return strings.HasPrefix(e, "ROUNDEL_DB=postgres:") })
	if elsewhere || !slices.Contains([]string{"backup", "check", "restore", "export", "import", "version", "invite"}, args[0]) {
		args = []string{args[0], "--help"}
	}
	command(t, dir, env, roundel, args...)
}

// dryGo checks that a go command could run: it asks a program for its help, and looks for the names and flags of tests in their source.
func dryGo(t *testing.T, roundel string, words []string) {
	t.Helper()
	at := slices.Index(words, "./cmd/bot")
	switch {
	case words[1] == "test":
		dryTest(t, words[2:])
	case words[1] == "run" && (at == 2 || at == 3 && words[2] == "-v"):
		command(t, ".", nil, roundel, append(slices.Clone(words[at+1:]), "--help")...)
	default:
		t.Errorf("this test can't check %q", strings.Join(words, " "))
	}
}

// dryTest checks that the packages have the tests that the arguments of go test ask for, and the flags.
func dryTest(t *testing.T, args []string) {
	t.Helper()
	var source strings.Builder
	flags := flag.NewFlagSet("go test", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	ask := map[string]*string{}
	for name, kind := range map[string]string{"run": "Test", "fuzz": "Fuzz", "bench": "Benchmark"} {
		ask[kind] = flags.String(name, "", "")
	}
	flags.Bool("v", false, "")
	flags.Int("parallel", 0, "")
	flags.Duration("timeout", 0, "")
	flags.Duration("fuzztime", 0, "")
	flags.String("fuzzminimizetime", "", "")
	for ; len(args) > 0 && strings.HasPrefix(args[0], "."); args = args[1:] {
		if folder, all := strings.CutSuffix(args[0], "/..."); all {
			if _, err := os.Stat(folder); err != nil {
				t.Error(err)
			}
			continue
		}
		files, err := filepath.Glob(filepath.Join(args[0], "*_test.go"))
		if err != nil || len(files) == 0 {
			t.Errorf("%s has no tests: %v", args[0], err)
		}
		for _, name := range files {
			source.WriteString(read(t, name))
		}
	}
	for _, m := range regexp.MustCompile(`flag\.(Bool|Int|String)\("([a-z.]+)", `).FindAllStringSubmatch(source.String(), -1) {
		switch m[1] {
		case "Bool":
			flags.Bool(m[2], false, "")
		case "Int":
			flags.Int(m[2], 0, "")
		case "String":
			flags.String(m[2], "", "")
		}
	}
	if strings.Contains(source.String(), `"pgregory.net/rapid"`) {
		flags.Int("rapid.checks", 0, "")
	}
	if err := flags.Parse(args); err != nil || flags.NArg() > 0 {
		t.Errorf("go test can't read %q: %v", strings.Join(args, " "), err)
	}
	for kind, wanted := range ask {
		if pattern := strings.ReplaceAll(strings.Trim(*wanted, "'"), `\|`, "|"); pattern != "" && pattern != "xxx" && !slices.ContainsFunc(
			regexp.MustCompile(`(?m)^func (`+kind+`\w+)\(`).FindAllStringSubmatch(source.String(), -1),
			func(m []string) bool { return regexp.MustCompile(pattern).MatchString(m[1]) }) {
			t.Errorf("no test is called %s: go test %s", pattern, strings.Join(args, " "))
		}
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

// TestDocsLicences checks that docs/licences.md lists every module linked into the program, with its license.
func TestDocsLicences(t *testing.T) {
	out := command(t, ".", nil, "go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}", "./cmd/bot")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	slices.Sort(lines)
	lines = slices.Compact(lines)
	var rows bytes.Buffer
	for _, line := range lines {
		part := strings.Fields(line)
		if len(part) != 3 {
			t.Fatalf("%q is not a module", line)
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

const licencesHead = "# Licenses\n\nRoundel is under the MIT license. These modules are linked into the program. `go test . -run TestDocs -update` generates this list.\n\n" +
	"| module | version | license |\n| --- | --- | --- |\n"

const licencesTail = `
The program also contains the Go standard library (BSD-3-Clause) and SQLite (public domain), which comes with ` + "`go-sqlite3`" + `. The
static build made by ` + "`deploy/build.sh`" + ` contains the GNU C library (LGPL-2.1-or-later); run the script again to relink Roundel with
another version of it. The font Liberation Sans, which comes with ` + "`go-fonts/liberation`" + `, is under the SIL Open Font License 1.1.

The rulesets ` + "`five-e-2014` and `five-e-2024`" + ` and the monsters that come with the bot contain material from the System Reference Documents 5.1
and 5.2 (CC-BY-4.0). The attributions are in [NOTICE](../NOTICE) and in the files themselves.
`

// TestNotice: NOTICE has the attribution of every bundled ruleset that has one and of the monsters, word for word, and no other.
func TestNotice(t *testing.T) {
	words := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	notice, credited := words(read(t, "NOTICE")), 0
	for _, rs := range ruleset.Bundled().List {
		if rs.Credit == "" {
			continue
		}
		credited++
		if !strings.Contains(notice, rs.Name+" "+words(rs.Credit)) {
			t.Errorf("NOTICE lacks the attribution of %s: %s", rs.Name, rs.Credit)
		}
	}
	for _, book := range monster.Books() {
		credited++
		if where := "The monsters in engine/monster/" + book.Key + ".zip and engine/monster/generate/" + book.Key + ".json "; !strings.Contains(notice, where+words(book.Index().Credit)) {
			t.Errorf("NOTICE lacks the attribution of the monsters of %s: %s", book.Key, book.Index().Credit)
		}
	}
	if credited != 4 || strings.Count(notice, "This work includes material") != credited {
		t.Errorf("there are %d attributions:\n%s", credited, notice)
	}
}

// licence returns the name of a module's license, recognized by the text of its license file.
func licence(t *testing.T, module, dir string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "LICEN[CS]E*"))
	if err != nil || len(files) == 0 {
		t.Errorf("%s has no license file", module)
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
		t.Errorf("%s has a license that this test doesn't know: %.200s", module, text)
		return "?"
	}
	return known[at].name
}
