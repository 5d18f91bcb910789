package roundel_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestReadmeTranscript wants every line of the README's fight to stand, in that order, in the transcript that is played
// as a test.
func TestReadmeTranscript(t *testing.T) {
	text := read(t, "README.md")
	m := regexp.MustCompile("(?s)<!-- transcript: (\\S+) -->\n```text\n(.*?)```").FindStringSubmatch(text)
	if m == nil {
		t.Fatal("the README shows no transcript")
	}
	rest := read(t, m[1])
	for line := range strings.Lines(m[2]) {
		at := strings.Index(rest, line)
		if at < 0 {
			t.Fatalf("%s does not have this line, or not there: %q", m[1], line)
		}
		rest = rest[at+len(line):]
	}
}

// TestReadmeNamesWhatIsThere wants the paths, benchmarks and fuzz targets that the README names to exist.
func TestReadmeNamesWhatIsThere(t *testing.T) {
	text := read(t, "README.md")
	for _, name := range []string{"docs/rules.md", "engine/rules", "bot/testdata/transcripts", ".ci/run", "cmd/bot", "migrations"} {
		if _, err := os.Stat(name); err != nil || !strings.Contains(text, name) {
			t.Errorf("the README and the tree differ on %s: %v", name, err)
		}
	}
	for _, m := range regexp.MustCompile(`-fuzz (\w+)`).FindAllStringSubmatch(text, -1) {
		found := false
		for _, src := range sources(t) {
			found = found || strings.HasPrefix(src.dir, "engine") && strings.Contains(read(t, src.name), "func "+m[1]+"(")
		}
		if !found {
			t.Errorf("the README names %s, which no test file has", m[1])
		}
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
