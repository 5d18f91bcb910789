package roundel_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestReadmeTranscript checks that every line of the README's fight is in the transcript that the tests play, in the same order.
func TestReadmeTranscript(t *testing.T) {
	text := read(t, "README.md")
	m := regexp.MustCompile("(?s)<!-- transcript: (\\S+) -->\n```text\n(.*?)```").FindStringSubmatch(text)
	if m == nil {
		t.Fatal("the README has no transcript")
	}
	rest := read(t, m[1])
	for line := range strings.Lines(m[2]) {
		at := strings.Index(rest, line)
		if at < 0 {
			t.Fatalf("%s doesn't have this line, or not in this order: %q", m[1], line)
		}
		rest = rest[at+len(line):]
	}
}

// TestReadmeNamesPaths checks that the README names the most important paths and that they exist.
func TestReadmeNamesPaths(t *testing.T) {
	text := read(t, "README.md")
	for _, name := range []string{"docs/rules.md", "docs/players.md", "docs/gm.md", "docs/faq.md", "docs/hosting.md", "engine/ruleset",
		"bot/testdata/transcripts", ".ci/run", "cmd/bot", "migrations"} {
		if _, err := os.Stat(name); err != nil || !strings.Contains(text, name) {
			t.Errorf("the README must name %s, and it must exist: %v", name, err)
		}
	}
}

// TestDocsFuzzTargets checks that the fuzz targets named in the docs exist.
func TestDocsFuzzTargets(t *testing.T) {
	var tests strings.Builder
	for _, src := range sources(t) {
		if isTest(src.name) {
			tests.WriteString(read(t, src.name))
		}
	}
	found := 0
	for _, doc := range docs(t) {
		for _, m := range regexp.MustCompile(`-fuzz (\w+)`).FindAllStringSubmatch(read(t, doc), -1) {
			found++
			if !strings.Contains(tests.String(), "func "+m[1]+"(") {
				t.Errorf("%s names %s, but no test file has it", doc, m[1])
			}
		}
	}
	if found == 0 {
		t.Error("the docs name no fuzz target")
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
