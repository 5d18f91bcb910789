package words_test

import (
	"strings"
	"testing"

	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine/ruleset"
	"roundel/engine/strictyaml"
	"roundel/engine/view"
)

// TestLinesOfLines: joining further what has been shortened keeps as much of it as fits, and points to the log once.
func TestLinesOfLines(t *testing.T) {
	line := strings.Repeat("x", 99)
	many := make([]string, 100)
	for i := range many {
		many[i] = line
	}
	once := words.Lines(lang.English(), many)
	code := "```\n" + strings.Repeat(line+"\n", 30) + "```"
	for _, c := range []struct {
		lines []string
		kept  int
		end   string
	}{
		{many, 19, "x\n… and more; see /init log."},
		{[]string{once}, 19, "x\n… and more; see /init log."},
		{[]string{"Only you see this:", once}, 18, "x\n… and more; see /init log."},
		{[]string{line, once}, 19, "x\n… and more; see /init log."},
		{[]string{once, line}, 19, "x\n… and more; see /init log."},
		{[]string{"List:", code}, 18, "x\n```\n… and more; see /init log."},
	} {
		got := words.Lines(lang.English(), c.lines)
		if strings.Count(got, line) != c.kept || !strings.HasSuffix(got, c.end) || strings.Count(got, "/init log") != 1 || words.Length(got) > 2000 {
			t.Errorf("%d: %s", words.Length(got), got)
		}
	}
	if got := words.Lines(lang.English(), []string{"", "a", "", "b"}); got != "\na\n\nb" {
		t.Errorf("%q", got)
	}
}

// TestProblemsInAFile: what is wrong with a file that somebody else has written is shown without what reverses or hides text, in a message and in
// an attached file.
func TestProblemsInAFile(t *testing.T) {
	for _, n := range []int{1, 20} {
		all := make(strictyaml.Problems, n)
		for i := range all {
			all[i] = strictyaml.Problem{Line: 1, Column: 2, Text: strings.Repeat("a", 90) + "\u202eevil\u2066\x1b[31m"}
		}
		text, file := words.Problems(lang.English(), "ruleset", all)
		if (file != "") != (n > 1) || !strings.Contains(text+file, "evil") {
			t.Fatalf("%d problems: %q, %q", n, text, file)
		}
		if strings.ContainsAny(text+file, "\u202e\u2066\x1b") {
			t.Errorf("%d problems: %q, %q", n, text, file)
		}
	}
}

// TestRS9HelpKeepsItsSteps: what doesn't fit one message are the lists of what a ruleset has, not the steps of its fights, and a file has all.
func TestRS9HelpKeepsItsSteps(t *testing.T) {
	const most = 1950 // characters
	for _, rs := range ruleset.Bundled().List {
		for _, l := range lang.Bundled().All() {
			steps := words.RulesHelp(l, rs)
			text, file := words.HelpOnRules(l, rs)
			if rest := l.Line("help.rules-in-file"); words.Length(steps)+words.Length(rest) < most && !strings.HasPrefix(text, steps) || file != "" && !strings.HasSuffix(text, rest) {
				t.Errorf("%s in %s: %s", rs.Name, l.Tag, text)
			}
			if now := words.Help(l, nil, rs, view.Viewer{}); words.Length(now) > most || words.Length(steps) < 1500 && !strings.Contains(now, steps) {
				t.Errorf("%s in %s: %s", rs.Name, l.Tag, now)
			}
			if last := words.Facts(l, rs); file != "" && len(last) > 0 && !strings.Contains(file, words.Unformatted(last[len(last)-1])) {
				t.Errorf("%s in %s: the file lacks %s", rs.Name, l.Tag, last[len(last)-1])
			}
		}
	}
}
