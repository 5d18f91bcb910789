package main

import (
	"path/filepath"
	"strings"
	"testing"

	"roundel/bot/words/lang"
)

// languagesOutput runs roundel languages and returns its exit status and what it prints to each output.
func languagesOutput(t *testing.T, environment []string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	out, errs := &output{}, &output{}
	err := run(t.Context(), append([]string{"languages"}, args...), environment, out, errs)
	return status(err), out.String(), errs.String()
}

// TestWO17Check: roundel languages check prints nothing, or problems with their places.
func TestWO17Check(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	good := writeFile(t, dir, "good.yaml", "language: hu\ntexts: {turn: {gm-acts: Rajta!}}\n")
	bad := writeFile(t, dir, "bad.yaml", "language: fr\ntexts:\n  turn:\n    over: \"Le tour de {wer}\"\n    nxt: x\n")
	again := writeFile(t, dir, "again.yaml", "language: hu\n")
	missing := filepath.Join(dir, "missing.yaml")
	if code, out, errs := languagesOutput(t, nil, "check", good); code != 0 || out+errs != "" {
		t.Errorf("a good file: status %d\n%s%s", code, out, errs)
	}
	want := bad + ":4:23: turn.over: wer is not an argument of the English text; it has who\n" +
		bad + ":5:5: turn.nxt: English has no such text; is \"next\" meant?\n" +
		again + ":1:11: language: hu is the language of " + good + " too; put all texts of a language into one file\n" +
		missing + ":1:1: this file can't be read: no such file or directory\n"
	if code, out, errs := languagesOutput(t, nil, "check", good, bad, again, missing); code != 1 || out != want || errs != "roundel languages check: 3 of 4 files can't be used\n" {
		t.Errorf("bad files: status %d\n%s%swant\n%s", code, out, errs, want)
	}
}

// TestWO17Misused: wrong use of roundel languages has the exit status 2, and prints nothing to standard output.
func TestWO17Misused(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{}, {"check"}, {"show"}, {"show", "en", "de"}, {"show", "xx"}, {"list", "x"}, {"missing"}, {"missing", "xx"},
		{"pseudo"}, {"pseudo", "en-US"}, {"translate"}, append([]string{"check"}, make([]string, lang.MaxFiles+1)...)} {
		if code, out, errs := languagesOutput(t, nil, args...); code != 2 || out != "" || !strings.Contains(errs, "see roundel languages --help") {
			t.Errorf("%q: status %d\n%s%s", args, code, out, errs)
		}
	}
	if code, _, errs := languagesOutput(t, []string{"ROUNDEL_LANGUAGES=" + filepath.Join(t.TempDir(), "no")}, "list"); code != 2 || !strings.Contains(errs, "ROUNDEL_LANGUAGES cannot be read; name a folder") ||
		!strings.Contains(errs, "no such file or directory") {
		t.Errorf("status %d\n%s", code, errs)
	}
}

// TestWO17Show: what show and pseudo print has no problems, and the bot starts with it as it is.
func TestWO17Show(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	_, list, _ := languagesOutput(t, nil, "list")
	if !strings.HasPrefix(list, "en     English\n") {
		t.Errorf("the list is %q", list)
	}
	for line := range strings.Lines(list) {
		tag, _, _ := strings.Cut(line, " ")
		code, out, _ := languagesOutput(t, nil, "show", tag)
		if code != 0 || out != readTop(t, "bot/words/lang/languages/"+tag+".yaml") {
			t.Errorf("%s: status %d, or not the file byte for byte", tag, code)
		}
		writeFile(t, dir, tag+".yaml", out)
	}
	if _, out, _ := languagesOutput(t, nil, "show", "en"); !strings.Contains(out, "# ") {
		t.Error("English has no comments")
	}
	code, out, _ := languagesOutput(t, nil, "pseudo", "hu")
	if code != 0 || !strings.Contains(out, "language: hu\n") {
		t.Errorf("status %d\n%.300s", code, out)
	}
	file := writeFile(t, dir, "pseudo.yaml", out)
	if code, out, errs := languagesOutput(t, nil, "check", file); code != 0 || out+errs != "" {
		t.Errorf("status %d\n%s%s", code, out, errs)
	}
	here := []string{"ROUNDEL_LANGUAGES=" + dir, "DISCORD_TOKEN=x"}
	if s, err := readSettings(here); err != nil || !s.languages.Has("hu") {
		t.Fatal(err)
	}
	if _, again, _ := languagesOutput(t, here, "list"); strings.Replace(again, "hu     Éñĝľïšĥ\n", "", 1) != list || len(again) <= len(list) {
		t.Errorf("with the folder the list is %q", again)
	}
	if _, shown, _ := languagesOutput(t, here, "show", "hu"); shown != out {
		t.Errorf("a host's file is shown as %.300q", shown)
	}
	for _, tag := range []string{"en", "hu"} {
		if code, out, _ := languagesOutput(t, here, "missing", tag); code != 0 || out != "" {
			t.Errorf("%s lacks, with status %d:\n%s", tag, code, out)
		}
	}
}

// TestWO17Missing: roundel languages missing prints the texts of a host's language that are in English.
func TestWO17Missing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeFile(t, dir, "hu.yaml", "language: hu\ntexts: {turn: {gm-acts: Rajta!}}\nrules: {Prone: Fekvő}\n")
	code, out, _ := languagesOutput(t, []string{"ROUNDEL_LANGUAGES=" + dir}, "missing", "hu")
	if code != 0 || !strings.Contains(out, "\nturn.over\n") || strings.Contains(out, "\nturn.gm-acts\n") || !strings.Contains(out, "\nrules: Stunned\n") || strings.Contains(out, "rules: Prone\n") {
		t.Errorf("status %d\n%.2000s", code, out)
	}
}

// TestWO17MissingOne: German lacks nothing but the credits of two rulesets, whose words their license gives. A language that has all of German
// but one sentence lacks that, too.
func TestWO17MissingOne(t *testing.T) {
	t.Parallel()
	code, credits, _ := languagesOutput(t, nil, "missing", "de")
	if code != 0 || strings.Count(credits, "\n") != 2 || strings.Count(credits, "rules: This work includes material") != 2 {
		t.Errorf("German lacks, with status %d:\n%s", code, credits)
	}
	_, german, _ := languagesOutput(t, nil, "show", "de")
	before, after, is := strings.Cut(german, "\n  damage:\n    one: ")
	_, after, more := strings.Cut(after, "\n")
	if !is || !more {
		t.Fatalf("the German file begins with %.300q", german)
	}
	dir := t.TempDir()
	writeFile(t, dir, "hu.yaml", strings.Replace(before, "language: de", "language: hu", 1)+"\n  damage:\n"+after)
	if code, out, _ := languagesOutput(t, []string{"ROUNDEL_LANGUAGES=" + dir}, "missing", "hu"); code != 0 || out != "damage.one\n"+credits {
		t.Errorf("status %d\n%.2000s", code, out)
	}
}

// TestWO16Folder: the host's languages are read at the start. A file that is wrong stops it, with all problems.
func TestWO16Folder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeFile(t, dir, "notes.txt", "no language")
	writeFile(t, dir, "hu.yaml", "language: hu\ntexts: {turn: {gm-acts: Rajta!}}\n")
	writeFile(t, dir, "our.yaml", "language: en\ntexts: {turn: {gm-acts: The DM is acting.}}\n")
	here := []string{"ROUNDEL_LANGUAGES=" + dir, "DISCORD_TOKEN=x"}
	s, err := readSettings(here)
	if err != nil {
		t.Fatal(err)
	}
	for tag, want := range map[string]string{"hu": "Rajta!", "en": "The DM is acting."} {
		if got := s.languages.Of(tag).Line("turn.gm-acts"); got != want {
			t.Errorf("%s says %q, want %q", tag, got, want)
		}
	}
	bad := writeFile(t, dir, "bad.yaml", "language: hu\ntexts: {turn: {ovr: x}}\n")
	other := writeFile(t, dir, "worse.yaml", "texts: [\n")
	if code, out := roundel(t, here); code != 2 || !strings.Contains(out, bad+":2:16: turn.ovr: ") || !strings.Contains(out, other+":2:1: ") ||
		!strings.Contains(out, filepath.Join(dir, "hu.yaml")+":1:11: language: hu is the language of "+bad+" too") {
		t.Errorf("status %d\n%s", code, out)
	}
}

// TestWO18Commands: a language whose texts make a command larger than Discord allows is refused, by check and at the start.
func TestWO18Commands(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	_, english, _ := languagesOutput(t, nil, "show", "en")
	var options, commands strings.Builder
	into := &options
	for line := range strings.Lines(english) {
		name, _, _ := strings.Cut(strings.TrimSpace(line), ":")
		switch {
		case line == "  command:\n":
			into = &commands
		case line == "  option:\n":
			into = &options
		case strings.HasPrefix(line, "  ") && !strings.HasPrefix(line, "   "):
			into = nil
		case into != nil && strings.HasPrefix(line, "    ") && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz-") == "":
			into.WriteString("    " + name + ": " + strings.Repeat("m", 100) + "\n")
		}
	}
	good := writeFile(t, dir, "fr.yaml", "language: fr\ntexts:\n  command:\n"+commands.String())
	bad := writeFile(t, dir, "hu.yaml", "language: hu\ntexts:\n  command:\n"+commands.String()+"  option:\n"+options.String())
	want := bad + ":1:1: the texts of /init and its options have "
	if code, out, _ := languagesOutput(t, nil, "check", good, bad); code != 1 || !strings.HasPrefix(out, want) || !strings.HasSuffix(out, "but can have 8000; shorten some\n") {
		t.Errorf("status %d\n%s", code, out)
	}
	if code, out := roundel(t, []string{"ROUNDEL_LANGUAGES=" + dir, "DISCORD_TOKEN=x"}); code != 2 || !strings.HasPrefix(out, want) {
		t.Errorf("status %d\n%s", code, out)
	}
}
