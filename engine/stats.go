package engine

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"roundel/engine/reason"
)

// MaxHP is the highest number of hit points that a combatant can have.
const MaxHP = 100_000

// StatPair is one pair in a list of stats.
type StatPair struct {
	Key   string // lower case
	Value int
	Most  int // hp: the maximum, if given: "hp 45/60"
}

// String returns the pair as it is typed: "init 15", "hp 45/60".
func (g StatPair) String() string {
	text := g.Key + " " + strconv.Itoa(g.Value)
	if g.Most > 0 {
		text += "/" + strconv.Itoa(g.Most)
	}
	return text
}

// statPattern matches a pair and the separator after it: "init 15", "hp=45/60", "dex: -1".
var statPattern = regexp.MustCompile(`^([^\s,=:+/-]+)(?:(?:\s*[=:]\s*|\s+)([+-]?\d+)|([+-]\d+))(?:\s*/\s*(\d+))?([\s,]|$)`)

// ParseStats parses a list of stats into pairs, separated by commas, blanks or both: "init 15, hp 45/60". It doesn't check the keys, which
// depend on the ruleset. example is what refusals suggest. Errors are *[Error] with code Invalid.
func ParseStats(text, example string) ([]StatPair, error) {
	var out []StatPair
	text = strings.ReplaceAll(text, "−", "-")
	for {
		text = strings.TrimLeft(text, ", \t\r\n")
		if text == "" {
			return out, nil
		}
		m := statPattern.FindStringSubmatch(text)
		if m == nil || m[4] != "" && !strings.EqualFold(m[1], "hp") {
			part, _, _ := strings.Cut(text, ",")
			return nil, Refuse(Invalid, reason.StatForm, Args{Text: strings.TrimSpace(part), Example: example})
		}
		pair, err := statPair(strings.ToLower(m[1]), m[2]+m[3], m[4])
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(out, func(g StatPair) bool { return g.Key == pair.Key }) {
			return nil, Refuse(Invalid, reason.StatTwice, Args{Stat: pair.Key})
		}
		out, text = append(out, pair), text[len(m[0]):]
	}
}

// statPair returns the pair of a key and its digits. most is the maximum of hit points, or empty.
func statPair(key, value, most string) (StatPair, error) {
	n, err := strconv.Atoi(value)
	limit, limitErr := 0, error(nil)
	if most != "" {
		limit, limitErr = strconv.Atoi(most)
	}
	switch {
	case key == "hp" && (n > MaxHP || limit > MaxHP): // including numbers too long for an int
		return StatPair{}, Refuse(Invalid, reason.TooManyHP, Args{High: MaxHP})
	case err != nil || limitErr != nil: // the pattern allows only digits, so the number is too long
		return StatPair{}, Refuse(Invalid, reason.StatDigits, Args{Stat: key})
	case key == "hp" && n < 0:
		return StatPair{}, Refuse(Invalid, reason.StatRange, Args{Stat: key, High: MaxHP, Count: n})
	case most != "" && n > limit:
		return StatPair{}, Refuse(Invalid, reason.HPOverMax, Args{Count: n, High: limit})
	}
	return StatPair{key, n, limit}, nil
}
