package plain_test

import (
	"strings"
	"testing"

	"roundel/bot/words/plain"
)

// TestLinesOfLines: joining further what has been shortened keeps as much of it as fits, and counts what is missing once.
func TestLinesOfLines(t *testing.T) {
	line := strings.Repeat("x", 99)
	many := make([]string, 100)
	for i := range many {
		many[i] = line
	}
	once := plain.Lines(many)
	if strings.Count(once, line) != 19 || !strings.HasSuffix(once, "\n… and 81 more lines; see /init log.") {
		t.Errorf("%s", once)
	}
	for _, again := range []string{plain.Lines([]string{once}), plain.Lines([]string{"Only you see this:", once})} {
		if strings.Count(again, line) != 19 || !strings.HasSuffix(again, "\n… and 81 more lines; see /init log.") || plain.Length(again) > 2000 {
			t.Errorf("%d: %s", plain.Length(again), again)
		}
	}
	if got := plain.Lines([]string{line, once}); strings.Count(got, line) != 19 || !strings.HasSuffix(got, "\n… and 82 more lines; see /init log.") {
		t.Errorf("%s", got)
	}
	code := "```\n" + strings.Repeat(line+"\n", 30) + "```"
	if got := plain.Lines([]string{"List:", code}); strings.Count(got, line) != 18 || !strings.HasSuffix(got, "x\n```\n… and 13 more lines; see /init log.") {
		t.Errorf("%s", got)
	}
	if got := plain.Lines([]string{"", "a", "", "b"}); got != "\na\n\nb" {
		t.Errorf("%q", got)
	}
}
