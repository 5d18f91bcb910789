package lang

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"roundel/engine/ruleset"
)

const alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// TestMarks checks that the marked letters of both kinds are different ones, one for each, which have the same case and width.
func TestMarks(t *testing.T) {
	seen := map[rune]bool{}
	for _, p := range []Pseudo{{}, {Second: true}} {
		marked := []rune(p.Mark(alphabet))
		if len(marked) != len(alphabet) {
			t.Fatalf("%q", string(marked))
		}
		for i, r := range marked {
			if seen[r] || r < utf8.RuneSelf || unicode.IsUpper(r) != (i >= 26) || unicode.ToUpper(r) != marked[i%26+26] || Columns(string(r)) != 1 || Visible(string(r)) != string(r) {
				t.Errorf("%c for %c", r, alphabet[i])
			}
			seen[r] = true
		}
	}
}

func TestMark(t *testing.T) {
	for text, want := range map[string]string{
		"Round 3": "Ŕöüñð 3",
		"Use /init start name:Ann, or `/next` now.": "Üšé /init start name:Ann, öŕ `/next` ñöŵ.",
		"Damage and/or heal: /heal, /initiative":    "Ðàɱàĝé àñð/öŕ ĥéàľ: /heal, /ïñïţïàţïṽé",
		"leaving:withdraw or https://example.org/a": "leaving:withdraw öŕ https://example.org/a",
	} {
		if got := (Pseudo{}).Mark(text); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := (Pseudo{Padding: 40}).Mark("abcdefghij"); utf8.RuneCountInString(got) != 14 {
		t.Errorf("%q", got)
	}
}

// TestWO17Pseudo checks that a pseudo-language is a file without problems, in which every text has only marked letters, that padding makes
// it longer, and that it is the same each time.
func TestWO17Pseudo(t *testing.T) {
	size := 0
	for _, p := range []Pseudo{{Tag: "hu"}, {Tag: "hu", Second: true, Padding: 40}} {
		p.Rules = []string{"Prone", "Initiative: roll a `d20`, \"twice\""}
		source := p.File()
		if !bytes.Equal(source, p.File()) {
			t.Error("the file is another one each time")
		}
		s, problems := Bundled().With([]File{{Name: "hu.yaml", Source: source}})
		if problems != nil {
			t.Fatal(problems)
		}
		l, typed := s.Of("hu"), typed()
		if missing := l.Missing(p.Rules); missing != nil {
			t.Errorf("it lacks %q", missing)
		}
		if got := l.Term("Prone"); got != p.Mark("Prone") {
			t.Errorf("a text of a ruleset is %q", got)
		}
		if got, want := l.Line("list.side", Side("side", "party")), p.Mark("The party"); p.Padding == 0 && got != want {
			t.Errorf("%q, want %q", got, want)
		}
		for id := range English().texts {
			eachWord(l.parsed(id), func(text string) {
				if text = typed.ReplaceAllString(code.ReplaceAllString(text, ""), ""); strings.ContainsAny(text, alphabet) && !strings.Contains(text, "`") {
					t.Errorf("%s has unmarked letters: %q", id, text)
				}
			})
		}
		if size *= 5; len(source)*4 < size {
			t.Errorf("with padding it has %d bytes, without %d", len(source), size/5)
		}
		size = len(source)
	}
}

var code = regexp.MustCompile("`[^`]*`")

// eachWord calls fn for the words of a text.
func eachWord(nodes []node, fn func(string)) {
	for _, n := range nodes {
		fn(n.text)
		for _, b := range n.cases {
			eachWord(b.text, fn)
		}
	}
}

// TestWO16WideScript checks that a whole language fits into a file in a script that has three bytes a letter.
func TestWO16WideScript(t *testing.T) {
	var rules []string
	for _, rs := range ruleset.Bundled().List {
		rules = append(rules, rs.Texts()...)
	}
	slices.Sort(rules)
	thai := strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf || !unicode.IsLetter(r) {
			return r
		}
		return 'ฟ'
	}, string(Pseudo{Tag: "th", Rules: slices.Compact(rules)}.File()))
	if len(thai) < 262144 {
		t.Fatalf("%d bytes", len(thai))
	}
	if _, problems := Bundled().With([]File{{Name: "th.yaml", Source: []byte(thai)}}); problems != nil {
		t.Error(problems)
	}
}
