package formula_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"roundel/engine/dice"
	"roundel/engine/formula"
)

// everything is a scope with all that a formula can contain.
func everything() formula.Scope {
	s := bundled{}.scope()
	s.Also, s.Number = []string{"dc", "bonus", "damage", "card", "heroes"}, false
	return s
}

// seeds adds the bundled formulas and some others, valid and not, each with a seed for the values.
func seeds(f *testing.F, add func(text string)) {
	f.Helper()
	for _, b := range bundledFormulas(f) {
		add(b.text)
	}
	for _, text := range []string{"", "d", "2d", "d%", "1 if", "not - not", "((", "))", "best(dex,", "dice(dex, 1000000) + 99d6", "1/0", "-1000000*-1000000*dex",
		"1 < 2 < 3", "d20 − 1", "4d6kh3 - 2d4kl1 - (d6 if pc else dice(level, init))", "1\n+\t1", "\xff", "ＤＥＸ", "not(a)or(b)", "----d6", "0d0kh0", strings.Repeat("Ⰰ", 200)} {
		add(text)
	}
}

// FuzzParse checks that a text is refused with problems inside it, or is a formula that String writes in a form that parses as the same
// formula.
func FuzzParse(f *testing.F) {
	seeds(f, func(text string) { f.Add(text, false, false) })
	f.Fuzz(func(t *testing.T, text string, number, side bool) {
		scope := everything()
		scope.Number, scope.Side = number, side
		x, err := formula.Parse(text, scope)
		if err != nil {
			checkProblems(t, text, err)
			return
		}
		written := x.String()
		again, err := formula.Parse(written, scope)
		if err != nil {
			t.Fatalf("%q is written as %q, which is refused: %v", text, written, err)
		}
		if !formula.Same(x, again) || again.String() != written {
			t.Fatalf("%q is written as %q, which is a different formula: %q", text, written, again)
		}
		if number && x.Rolls() {
			t.Fatalf("%q is taken for a number", text)
		}
	})
}

// checkProblems checks the error of a text that was refused.
func checkProblems(t *testing.T, text string, err error) {
	t.Helper()
	var problems formula.Problems
	if !errors.As(err, &problems) || len(problems) == 0 {
		t.Fatalf("%q: %v", text, err)
	}
	last := 1
	for _, p := range problems {
		if p.Column < last || p.Column > utf8.RuneCountInString(text)+1 || p.Text == "" || len(p.Text) > 400 {
			t.Fatalf("%q: column %d is wrong, or the problem is too long: %s", text, p.Column, p.Text)
		}
		last = p.Column
	}
}

// FuzzEval checks that a formula gives numbers within the limits, the same ones each time, and valid dice notation, for any unit.
func FuzzEval(f *testing.F) {
	seeds(f, func(text string) { f.Add(text, uint64(len(text))) })
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		x, err := formula.Parse(text, everything())
		if err != nil {
			return
		}
		u := randomUnit(seed)
		value, expr := x.Value(u), x.Fill(u)
		if value < -formula.MaxNumber || value > formula.MaxNumber || value != x.Value(u) || expr.String() != x.Fill(u).String() {
			t.Fatalf("%q gives %d and %s", text, value, expr)
		}
		parsed, err := dice.Parse(expr.String())
		if err != nil || parsed.String() != expr.String() {
			t.Fatalf("%q is filled in as %q, which parses as %q: %v", text, expr, parsed, err)
		}
		counted, number := formula.Split(expr)
		if number != value || counted.HasDice() != expr.HasDice() || expr.HasDice() && !x.Rolls() {
			t.Fatalf("%q gives %d and %s: %s and %d", text, value, expr, counted, number)
		}
		low, high := expr.Range()
		if r := expr.Roll(dice.Seeded(seed)); r.Total < low || r.Total > high {
			t.Fatalf("%s rolled %d, outside %d to %d", expr, r.Total, low, high)
		}
	})
}

// randomUnit returns a unit with random members, stats and facts, some of them huge.
func randomUnit(seed uint64) *unit {
	rng := rand.New(rand.NewPCG(seed, 0))
	value := func() int {
		switch rng.IntN(4) {
		case 0:
			return rng.IntN(3) - 1
		case 1:
			return int(rng.Uint64())
		}
		return rng.IntN(41) - 20
	}
	u := &unit{facts: map[string]int{}}
	for _, name := range append([]string{"pc", "npc", "round", "members", "surprised"}, everything().Also...) {
		u.facts[name] = value()
	}
	for range rng.IntN(4) {
		m := member{rng.IntN(2) == 0, map[string]int{}}
		for _, s := range everything().Stats {
			if rng.IntN(3) > 0 {
				m.stats[s.Name] = value()
			}
		}
		u.members = append(u.members, m)
	}
	return u
}
