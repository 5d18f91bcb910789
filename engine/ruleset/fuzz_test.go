package ruleset

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"roundel/engine/strictyaml"
)

// nasty returns files of up to 32 KB that try to take a lot of time or memory.
func nasty() map[string]string {
	fill := func(before, part, after string) string {
		n := (MaxBytes - len(before) - len(after)) / len(part)
		return before + strings.Repeat(part, n) + after
	}
	var conditions strings.Builder
	for i := range 60 {
		fmt.Fprintf(&conditions, "  Condition %d: {level: yes, takes: {action: 1}, fades: spent, breaks: [Condition 1, down], note: '%s',\n"+
			"    check: {roll: d20 + best(init) + (2 if has(init) else 3 * level), needs: 'max(10, min(dc, damage / 2)) + %s1', fails: 2, becomes: Condition 0}}\n",
			i, strings.Repeat("n", 100), strings.Repeat("1 + ", 30))
	}
	var names, or strings.Builder
	for i := range 12 {
		fmt.Fprintf(&names, "  %s%02d: {breaks: [%s]}\n", strings.Repeat("n", 48), i, strings.Repeat(strings.Repeat("n", 46)+"xyzz, ", 50)+"n")
	}
	for i := range 40 {
		fmt.Fprintf(&or, "  %s%02d: {or: [%s]}\n", strings.Repeat("n", 22), i, strings.Repeat(strings.Repeat("n", 20)+"xyzz, ", 29)+"n")
	}
	return map[string]string{
		"near conditions":   head + "order: {by: score, roll: d20}\nconditions:\n" + names.String(),
		"near stats":        head + "order: {by: score, roll: d20}\nstats:\n" + or.String(),
		"flow lists":        fill(head+"help: ", "[", ""),
		"flow mappings":     fill(head+"help: ", "{a: ", ""),
		"block lists":       fill(head+"help: ", "- ", ""),
		"long list":         fill(head+"help: [", "a,", "a]"),
		"long mapping":      fill(head+"conditions: {", "a: {}, ", "}"),
		"quotes":            fill(head+"help: \"", `\U0001F3B2`, `"`),
		"aliases":           fill(head+"help: &a [x]\nfits: [", "*a,", "*a]"),
		"anchors":           fill(head+"fits: [", "&a x,", "x]"),
		"references":        fill(head+"a: &a [x]\n", "b: &a [*a,*a,*a]\n", ""),
		"unknown keys":      fill(head, "a: b\n", ""),
		"plain lines":       fill(head+"help: ", "a\n ", "b\n"),
		"formula":           fill(head+"order: {by: score, roll: ", "(", "}"),
		"long formula":      fill(head+"order: {by: score, roll: ", "1 + ", "1}"),
		"ties":              fill(head+"order: {by: score, roll: d20, ties: [", "x + y,", "x]}"),
		"documents":         fill(head, "---\n", ""),
		"comments":          fill(head, "#\n", ""),
		"tags":              fill(head+"fits: [", "!!str x,", "x]"),
		"question marks":    fill(head, "? ", "a"),
		"keys":              fill(head, "a", ": b"),
		"broken conditions": fill(head+"conditions:\n", "  ? - x\n", ""),
		"stats":             fill(head+"stats: {", "init: {or: [a,b]}, ", "}"),
		"breaks":            fill(head+"conditions: {A: {breaks: [", "Condition,", "A]}}"),
		"conditions":        head + "order: {by: score, roll: d20}\nstats: {init: x}\nturn: {action: 1}\nconditions:\n" + conditions.String(),
	}
}

func TestRS1NastyFiles(t *testing.T) {
	for name, text := range nasty() {
		if len(text) > MaxBytes || len(text) < 20000 {
			t.Errorf("%s has %d bytes", name, len(text))
		}
		checkRead(t, []byte(text))
		if _, err := Read([]byte(text)); (err == nil) != (name == "conditions") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// checkRead checks what holds for the problems of every file.
func checkRead(t *testing.T, text []byte) {
	t.Helper()
	rs, err := Read(text)
	if err == nil {
		if rs == nil || rs.Order.Roll == nil && rs.Order.Scored() && rs.Order.Deck.Shuffle == "" || rs.Hash == "" {
			t.Fatalf("taken, and not complete: %+v", rs)
		}
		return
	}
	var problems strictyaml.Problems
	if !errors.As(err, &problems) || len(problems) == 0 || len(problems) > strictyaml.MaxProblems+1 || rs != nil {
		t.Fatalf("%T %v", err, err)
	}
	if !slices.IsSortedFunc(problems, func(a, b strictyaml.Problem) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Column - b.Column
	}) {
		t.Fatalf("not sorted:\n%v", err)
	}
	lines := linesOf(strings.TrimPrefix(strings.ToValidUTF8(string(text), "?"), "\ufeff"))
	for _, p := range problems {
		if p.Line < 1 || p.Line > len(lines) || p.Column < 1 || p.Column > utf8.RuneCountInString(lines[p.Line-1])+1 {
			t.Fatalf("%s is not in the file", p)
		}
		if p.Text == "" || strings.ContainsAny(p.Text, "\n\r") || len(p.Text) > 1000 {
			t.Fatalf("not one sentence: %q", p.Text)
		}
	}
}

// linesOf splits a text where YAML does.
func linesOf(text string) []string {
	return regexp.MustCompile("\r\n|[\n\r\u0085\u2028\u2029]").Split(text, -1)
}

// FuzzRead: no file makes the loader panic, and every problem is one sentence at a position in the file.
func FuzzRead(f *testing.F) {
	for _, name := range Names() {
		text, err := files.ReadFile(name + ".yaml")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	for _, text := range nasty() {
		f.Add([]byte(text[:2000]))
	}
	for _, part := range strings.Split(structures, "\n") {
		f.Add([]byte(file(part)))
	}
	for _, text := range []string{"", "\ufeff", "a: \"\\x", head + "order: {by: score, roll: \"\\", "%TAG ! a\n---\n!x", file("turn: {ac\n\n  tion: some}"), file("morale: >\n\n  2d6\n  + x\n"), "\x00", "\xff\xfe", "? ? ?", "\r\r\n\u2028- \u0085"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) { checkRead(t, text) })
}

func BenchmarkRead(b *testing.B) {
	for _, name := range Names() {
		text, err := files.ReadFile(name + ".yaml")
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) { benchmarkRead(b, text) })
	}
}

// BenchmarkReadNasty measures files that try to take a lot of time or memory.
func BenchmarkReadNasty(b *testing.B) {
	for name, text := range nasty() {
		b.Run(name, func(b *testing.B) { benchmarkRead(b, []byte(text)) })
	}
}

func benchmarkRead(b *testing.B, text []byte) {
	b.ReportAllocs()
	for b.Loop() {
		read(text, false)
	}
}
