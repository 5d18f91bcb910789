package lang

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// pluralRule is a plural category and when it applies: if all relations of any of its conditions hold. It is written as in CLDR: "n % 10 =
// 2..4 and n % 100 != 12..14". Only whole numbers are counted here, so i is n, and the other operands, which count decimals, are 0.
type pluralRule struct {
	category string
	any      [][]relation
}

type relation struct {
	none   bool // the operand is 0 for whole numbers
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
	operand = strings.TrimSpace(operand)
	rel.none = slices.Contains([]string{"v", "w", "f", "t", "c", "e"}, operand)
	if !is || operand != "n" && operand != "i" && !rel.none || hasMod && rel.mod < 1 {
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
	if r.none {
		n = 0
	}
	if r.mod > 0 {
		n %= r.mod
	}
	return r.not != slices.ContainsFunc(r.ranges, func(span [2]int) bool { return n >= span[0] && n <= span[1] })
}

// ending is one rule of a form or a class: what a name begins or ends with, and what becomes of it. The first rule that fits applies.
type ending struct {
	part   string   // the word to look at: first, last, or head: the first word if the second one is in next, else the last; empty: the whole name
	next   []string // #: a number
	starts []string // what it begins with
	ends   []string // what it ends with
	words  []string // the whole of it
	but    []string // what it must not end with
	stem   int      // minimum number of characters before ends
	latin  bool     // only names that end in a small letter from a to z
	exact  bool     // case-sensitive

	cut    int    // characters to drop at the end
	before string // what is added in front
	add    string // what is added at the end
	is     string // the class
}

func (e *ending) fits(name string) bool {
	var words []string // none: the rule is for the whole name
	if e.part != "" {
		words = strings.Fields(name)
	}
	if len(words) > 0 {
		first := e.part == "first" || e.part == "head" && len(words) > 1 && slices.ContainsFunc(e.next, func(next string) bool {
			return strings.EqualFold(words[1], next) || next == "#" && strings.Trim(words[1], "0123456789") == ""
		})
		name = words[len(words)-1]
		if first {
			name = words[0]
		}
	}
	if last, _ := utf8.DecodeLastRuneInString(name); e.latin && (last < 'a' || last > 'z') {
		return false
	}
	if slices.ContainsFunc(e.but, func(but string) bool { return endsIn(name, but, false) }) {
		return false
	}
	return e.starts == nil && e.ends == nil && e.words == nil ||
		slices.ContainsFunc(e.starts, func(start string) bool { return len(name) >= len(start) && e.equal(name[:len(start)], start) }) ||
		slices.ContainsFunc(e.ends, func(end string) bool {
			return endsIn(name, end, e.exact) && (e.stem == 0 || utf8.RuneCountInString(name[:len(name)-len(end)]) >= e.stem)
		}) ||
		slices.ContainsFunc(e.words, func(word string) bool { return e.equal(name, word) })
}

func (e *ending) equal(a, b string) bool {
	return a == b || !e.exact && strings.EqualFold(a, b)
}

func endsIn(name, end string, exact bool) bool {
	return strings.HasSuffix(name, end) || !exact && len(name) >= len(end) && strings.EqualFold(name[len(name)-len(end):], end)
}

// form returns a name in a form of the language, or "" if it has none.
func form(rules []ending, name string) string {
	for i := range rules {
		if e := &rules[i]; e.fits(name) {
			for range e.cut {
				_, n := utf8.DecodeLastRuneInString(name)
				name = name[:len(name)-n]
			}
			return e.before + name + e.add
		}
	}
	return ""
}

func startsLower(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	return unicode.IsLower(first)
}
