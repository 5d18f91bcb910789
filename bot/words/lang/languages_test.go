package lang

import (
	"strconv"
	"strings"
	"testing"
)

// TestWO18PluralRules checks rules written as in CLDR, some of them copied from there, against its samples for whole numbers.
func TestWO18PluralRules(t *testing.T) {
	for rules, samples := range map[string]string{
		"one:n = 1":           "one 1; other 0 2 21",
		"one:n = 0..1":        "one 0 1; other 2 21",
		"one:i = 1 and v = 0": "one 1; other 0 2 21",
		"one:i = 0,1|many:e = 0 and i != 0 and i % 1000000 = 0 and v = 0 or e != 0..5":                                                                                                    "one 0 1; many 1000000; other 2 1000",
		"one:v = 0 and i % 10 = 1 and i % 100 != 11|few:v = 0 and i % 10 = 2..4 and i % 100 != 12..14|many:v = 0 and i % 10 = 0 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 11..14": "one 1 21 101; few 2 24 103; many 0 5 11 12 19 111",
		"one:n % 10 = 1 and n % 100 != 11..19|few:n % 10 = 2..9 and n % 100 != 11..19|many:f != 0":                                                                                        "one 1 21; few 2 9 22; other 0 10 11 20",
		"one:n = 1 or t != 0 and i = 0,1": "one 1; other 0 2",
		"one:n % 10 = 1 and n % 100 != 11|few:n % 10 = 2..4 and n % 100 != 12..14|many:n % 10 = 0 or n % 10 = 5..9 or n % 100 = 11..14": "one 1 21 101; few 2 24 103; many 0 5 11 12 19 111",
		"one:n = 1|few:n % 10 = 2..4 and n % 100 != 12..14|many:n != 1 and n % 10 = 0..1 or n % 10 = 5..9 or n % 100 = 12..14":          "one 1; few 2 22; many 0 5 11 12 21",
		"one:n % 10 = 1 and n % 100 != 11..19|few:n % 10 = 2..9 and n % 100 != 11..19":                                                  "one 1 21; few 2 9 22; other 0 10 11 20",
	} {
		l := &Language{}
		for part := range strings.SplitSeq(rules, "|") {
			category, text, _ := strings.Cut(part, ":")
			r, err := parsePlural(category, text)
			if err != nil {
				t.Fatal(err)
			}
			l.plurals = append(l.plurals, r)
		}
		for part := range strings.SplitSeq(samples, "; ") {
			words := strings.Fields(part)
			for _, text := range words[1:] {
				n, err := strconv.Atoi(text)
				if err != nil {
					t.Fatal(err)
				}
				if got := l.category(n); got != words[0] {
					t.Errorf("%s: %d is %s, want %s", rules, n, got, words[0])
				}
			}
		}
	}
}

func TestBrokenTexts(t *testing.T) {
	for _, text := range []string{"n", "n = x", "m = 1", "n % 0 = 1", "n > 3"} {
		if _, err := parsePlural("one", text); err == nil {
			t.Errorf("the plural rule %q is accepted", text)
		}
	}
	for _, text := range []string{"{", "{who", "}", "{who, plural, one {x}}", "{who, plural one {x} other {y}}", "{who, plural, =a {x} other {y}}", "{, x}", "'{who"} {
		if _, err := parse(text); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}
