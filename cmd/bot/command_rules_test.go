package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"roundel/engine/rules"
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
		if want := readTop(t, "engine/rules/"+name+".yaml"); code != 0 || out != want {
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
	fails(t, []string{"DISCORD_TOKEN=x", "ROUNDEL_RULES=" + file("no")}, 2, file("no")+":1:1: this folder can't be read: no such file or directory")
	if _, problems := rules.Bundled().ReadFolder(os.DirFS(file("b.yaml"))); len(problems) != 1 {
		t.Errorf("a file in place of the folder: %v", problems)
	}
}
