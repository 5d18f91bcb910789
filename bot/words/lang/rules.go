package lang

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// pluralRule is a plural category and when it counts: any of its conditions, each with all of its relations. It is written as in CLDR, as
// in "n % 10 = 2..4 and n % 100 != 12..14". Only whole numbers are counted here, so i is n, and v is 0.
type pluralRule struct {
	category string
	any      [][]relation
}

type relation struct {
	mod    int
	not    bool
	ranges [][2]int
}

func parsePlural(category, text string) (pluralRule, error) {
	r := pluralRule{category: category}
	for or := range strings.SplitSeq(text, " or ") {
		var all []relation
		for and := range strings.SplitSeq(or, " and ") {
			rel, err := parseRelation(and)
			if err != nil {
				return r, err
			}
			all = append(all, rel)
		}
		r.any = append(r.any, all)
	}
	return r, nil
}

func parseRelation(text string) (relation, error) {
	var rel relation
	left, right, is := strings.Cut(text, "=")
	left, rel.not = strings.CutSuffix(left, "!")
	operand, mod, hasMod := strings.Cut(left, "%")
	if hasMod {
		rel.mod, _ = strconv.Atoi(strings.TrimSpace(mod)) // 0 is refused below
	}
	if operand = strings.TrimSpace(operand); !is || operand != "n" && operand != "i" || hasMod && rel.mod < 1 {
		return rel, fmt.Errorf("%q is not a rule such as n %% 10 = 2..4", text)
	}
	for part := range strings.SplitSeq(right, ",") {
		low, high, wide := strings.Cut(strings.TrimSpace(part), "..")
		if !wide {
			high = low
		}
		a, err1 := strconv.Atoi(low)
		b, err2 := strconv.Atoi(high)
		if err1 != nil || err2 != nil {
			return rel, fmt.Errorf("%q is not a number or a range", part)
		}
		rel.ranges = append(rel.ranges, [2]int{a, b})
	}
	return rel, nil
}

func (r pluralRule) fits(n int) bool {
	return slices.ContainsFunc(r.any, func(all []relation) bool {
		return !slices.ContainsFunc(all, func(rel relation) bool { return !rel.fits(n) })
	})
}

func (r relation) fits(n int) bool {
	if r.mod > 0 {
		n %= r.mod
	}
	return r.not != slices.ContainsFunc(r.ranges, func(span [2]int) bool { return n >= span[0] && n <= span[1] })
}

// ending is one rule of a form or a class: what a name begins or ends with, and what becomes of it. The first that fits counts.
type ending struct {
	Part   string   `yaml:"part"`   // the word that is meant: first or last; empty: the whole name
	Next   []string `yaml:"next"`   // what the second word has to be; #: a number
	Starts []string `yaml:"starts"` // what it begins with
	Ends   []string `yaml:"ends"`   // what it ends with
	Words  []string `yaml:"words"`  // what it is
	But    []string `yaml:"but"`    // what it must not end with
	Stem   int      `yaml:"stem"`   // the least number of bytes before Ends
	Latin  bool     `yaml:"latin"`  // only names that end in a small letter from a to z
	Exact  bool     `yaml:"exact"`  // capital letters count

	Cut    int    `yaml:"cut"`    // bytes to drop at the end
	Before string `yaml:"before"` // what is added in front
	Add    string `yaml:"add"`    // what is added at the end
	Is     string `yaml:"is"`     // the class
}

func (e *ending) fits(name string) bool {
	if e.Part != "" || e.Next != nil {
		words := strings.Fields(name)
		switch {
		case len(words) == 0:
			return false
		case e.Next != nil && (len(words) < 2 || !slices.ContainsFunc(e.Next, func(next string) bool {
			return strings.EqualFold(words[1], next) || next == "#" && strings.Trim(words[1], "0123456789") == ""
		})):
			return false
		case e.Part == "first":
			name = words[0]
		case e.Part == "last":
			name = words[len(words)-1]
		}
	}
	if last, _ := utf8.DecodeLastRuneInString(name); e.Latin && (last < 'a' || last > 'z') {
		return false
	}
	if slices.ContainsFunc(e.But, func(but string) bool { return endsIn(name, but, false) }) {
		return false
	}
	return e.Starts == nil && e.Ends == nil && e.Words == nil ||
		slices.ContainsFunc(e.Starts, func(start string) bool { return len(name) >= len(start) && e.equal(name[:len(start)], start) }) ||
		slices.ContainsFunc(e.Ends, func(end string) bool { return len(name) >= len(end)+e.Stem && endsIn(name, end, e.Exact) }) ||
		slices.ContainsFunc(e.Words, func(word string) bool { return e.equal(name, word) })
}

func (e *ending) equal(a, b string) bool {
	return a == b || !e.Exact && strings.EqualFold(a, b)
}

func endsIn(name, end string, exact bool) bool {
	return strings.HasSuffix(name, end) || !exact && len(name) >= len(end) && strings.EqualFold(name[len(name)-len(end):], end)
}

// form returns a name in a form of the language, or "" if it has none.
func form(rules []ending, name string) string {
	for i := range rules {
		if e := &rules[i]; e.fits(name) {
			return e.Before + name[:max(0, len(name)-e.Cut)] + e.Add
		}
	}
	return ""
}

func startsLower(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	return unicode.IsLower(first)
}
