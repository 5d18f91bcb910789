package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"roundel/engine/ruleset"
)

const goodRules = "roundel: 1\nname: duel\ntitle: Duel\norder: {by: score, roll: d20}\n"

// writeFile writes a file into a folder and returns its path.
func writeFile(t *testing.T, dir, name, text string) string {
	t.Helper()
	file := filepath.Join(dir, name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// rulesOutput runs roundel rules and returns its exit status and what it prints to each output.
func rulesOutput(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	out, errs := &output{}, &output{}
	err := run(t.Context(), append([]string{"rules"}, args...), nil, out, errs)
	return status(err), out.String(), errs.String()
}

func TestRS81RulesCheck(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	good := writeFile(t, dir, "good.yaml", goodRules)
	bad := writeFile(t, dir, "bad.yaml", "roundel: 1\nname: duel\ntitle: Duel\norder: {by: score, roll: d20 + int}\nstats: {init: Initiative}\nwiat: hold\n")
	missing := filepath.Join(dir, "missing.yaml")
	if code, out, _ := rulesOutput(t, "check", good); code != 0 || out != "" {
		t.Errorf("a good file: status %d\n%s", code, out)
	}
	code, out, errs := rulesOutput(t, "check", good, bad, missing)
	want := bad + ":4:32: roll: \"int\" is no stat of this ruleset; is \"init\" meant?\n" + bad + ":6:1: wiat: this is not a key of a ruleset; is \"wait\" meant?\n" +
		missing + ":1:1: this file can't be read: no such file or directory\n"
	if code != 1 || out != want || errs != "roundel rules check: 2 of 3 files cannot be played\n" {
		t.Errorf("bad files: status %d\n%s%swant\n%s", code, out, errs, want)
	}
	for _, args := range [][]string{{}, {"check"}, {"show"}, {"show", "a", "b"}, {"list", "x"}, {"schema", "x"}, {"prune"}} {
		if code, out, errs := rulesOutput(t, args...); code != 2 || out != "" || !strings.Contains(errs, "see roundel rules --help") {
			t.Errorf("%q: status %d\n%s%s", args, code, out, errs)
		}
	}
}

func TestRS81RulesShow(t *testing.T) {
	t.Parallel()
	code, list, _ := rulesOutput(t, "list")
	names := strings.Fields(list)
	if code != 0 || len(names) < 5 || names[0] != "structured-time" {
		t.Fatalf("status %d\n%s", code, list)
	}
	for _, name := range names {
		code, out, _ := rulesOutput(t, "show", name)
		if want := readTop(t, "engine/ruleset/"+name+".yaml"); code != 0 || out != want {
			t.Errorf("%s: status %d, or not the file byte for byte", name, code)
		}
	}
	if code, out, errs := rulesOutput(t, "show", "turnorder"); code != 1 || out != "" || !strings.Contains(errs, `is "turn-order" meant?`) {
		t.Errorf("status %d\n%s%s", code, out, errs)
	}
	if code, out, _ := rulesOutput(t, "schema"); code != 0 || out != readTop(t, "docs/ruleset.schema.json") {
		t.Errorf("status %d, or not docs/ruleset.schema.json", code)
	}
}

// TestRS82RulesFolder: the files of the folder are read at the start, and all their problems are printed.
func TestRS82RulesFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeFile(t, dir, "b.yaml", goodRules)
	writeFile(t, dir, "notes.txt", "no ruleset")
	s, err := readSettings([]string{"DISCORD_TOKEN=x", "ROUNDEL_RULES=" + dir})
	if err != nil || len(s.rules) != 1 || s.rules[0].Name != "duel" {
		t.Fatalf("%v, %v", s.rules, err)
	}
	if s, err := readSettings([]string{"DISCORD_TOKEN=x"}); err != nil || s.rules != nil {
		t.Errorf("without the setting: %v, %v", s.rules, err)
	}
	file := func(name string) string { return filepath.Join(dir, name) }
	writeFile(t, dir, "a.yaml", strings.Replace(goodRules, "duel", "turn-order", 1))
	writeFile(t, dir, "c.yaml", "name: duel\n")
	want := file("a.yaml") + ":2:7: name: turn-order is the name of a bundled ruleset; choose another\n" +
		file("c.yaml") + ":1:1: roundel: this key is missing in a ruleset; it is 1, the format that this bot reads\n" +
		file("c.yaml") + ":1:1: title: this key is missing in a ruleset; it is one line of at most 60 characters\n" +
		file("c.yaml") + ":1:1: order: this key is missing in a ruleset; it is a mapping such as {by: score, roll: d20}\n" +
		file("c.yaml") + ":1:7: name: duel is the name of the ruleset in b.yaml; choose another\n"
	if code, out := roundel(t, []string{"DISCORD_TOKEN=x", "ROUNDEL_RULES=" + dir}); code != 2 || out != want {
		t.Errorf("status %d\n%swant\n%s", code, out, want)
	}
	fails(t, []string{"DISCORD_TOKEN=x", "ROUNDEL_RULES=" + file("no")}, 2, fmt.Sprintf("ROUNDEL_RULES cannot be read; name a folder that user %d may read: open %s: no such file or directory", os.Getuid(), file("no")))
	if _, problems := ruleset.Bundled().ReadFolder(os.DirFS(file("b.yaml"))); len(problems) != 1 {
		t.Errorf("a file in place of the folder: %v", problems)
	}
}

// TestFilesThatAreNotRegular: a pipe in the folder of rulesets, or as the file with the token, doesn't hang the start, and an endless file is not
// read to its end.
func TestFilesThatAreNotRegular(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe.yaml")
	if err := unix.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	fails(t, []string{"DISCORD_TOKEN=x", "ROUNDEL_RULES=" + dir}, 2, pipe+":1:1: this file can't be read: it is not a regular file")
	fails(t, []string{"DISCORD_TOKEN_FILE=" + pipe}, 2, "DISCORD_TOKEN_FILE: "+pipe+" is empty")
	fails(t, []string{"DISCORD_TOKEN_FILE=" + dir}, 2, fmt.Sprintf("DISCORD_TOKEN_FILE cannot be read; name a file that user %d may read: read %s: is a directory", os.Getuid(), dir))
	fails(t, []string{"DISCORD_TOKEN_FILE=/dev/zero"}, 2, "DISCORD_TOKEN_FILE: /dev/zero is too large to be a bot token")
	fails(t, []string{"DISCORD_TOKEN=x", "ROUNDEL_DB=" + dir}, 1, dir+" is not a regular file")
	if err := os.Remove(pipe); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/dev/zero", filepath.Join(dir, "endless.yaml")); err != nil {
		t.Fatal(err)
	}
	fails(t, []string{"DISCORD_TOKEN=x", "ROUNDEL_RULES=" + dir}, 2, "endless.yaml:1:1: this file can't be read: it is not a regular file")
	if code, out := roundel(t, nil, "rules", "check", "/dev/zero"); code != 1 || !strings.Contains(out, "/dev/zero:1:1: the file is too large; a ruleset can have at most 32768 bytes") {
		t.Errorf("%d: %s", code, out)
	}
	large := filepath.Join(dir, "large.yaml")
	if err := errors.Join(os.Remove(filepath.Join(dir, "endless.yaml")), os.WriteFile(large, nil, 0o600), os.Truncate(large, 1<<30)); err != nil {
		t.Fatal(err)
	}
	fails(t, []string{"DISCORD_TOKEN=x", "ROUNDEL_RULES=" + dir}, 2, large+":1:1: the file is too large; a ruleset can have at most 32768 bytes")
	read, write, err := os.Pipe() // as from a shell: DISCORD_TOKEN_FILE=<(pass show token)
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	if _, err := write.WriteString("abc\n"); err != nil {
		t.Fatal(err)
	}
	if err := write.Close(); err != nil {
		t.Fatal(err)
	}
	s := settings{TokenFile: fmt.Sprintf("/dev/fd/%d", read.Fd())}
	if err := s.readToken(); err != nil || s.Token != "abc" {
		t.Errorf("%q, %v", s.Token, err)
	}
}
