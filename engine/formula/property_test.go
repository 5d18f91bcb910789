package formula_test

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"roundel/engine/formula"
)

// written is a generated formula: its text, and the number it should give.
type written struct {
	text  string
	value int
}

// writer generates number formulas by the grammar of RS-10, and calculates their values without a tree.
type writer struct {
	t *rapid.T
	u *unit
}

// cut keeps a number within the limits of RS-12.
func cut(n float64) int { return int(math.Max(-1e6, math.Min(1e6, n))) }

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// space returns the text between a sign and an operand.
func (w writer) space() string {
	return rapid.SampledFrom([]string{"", " ", "  "}).Draw(w.t, "space")
}

// choose reports whether to use a rule of the grammar that nests.
func (w writer) choose(depth int, rule string) bool {
	return depth > 0 && rapid.IntRange(0, 2).Draw(w.t, rule) == 0
}

func (w writer) formula(depth int) written {
	a := w.or(depth)
	if !w.choose(depth, "if") {
		return a
	}
	condition, b := w.or(depth-1), w.formula(depth-1)
	text := a.text + " if " + condition.text + " else " + b.text
	if condition.value != 0 {
		return written{text, a.value}
	}
	return written{text, b.value}
}

func (w writer) or(depth int) written {
	a := w.and(depth)
	for w.choose(depth, "or") {
		b := w.and(depth - 1)
		a = written{a.text + " or " + b.text, bit(a.value != 0 || b.value != 0)}
	}
	return a
}

func (w writer) and(depth int) written {
	a := w.not(depth)
	for w.choose(depth, "and") {
		b := w.not(depth - 1)
		a = written{a.text + " and " + b.text, bit(a.value != 0 && b.value != 0)}
	}
	return a
}

func (w writer) not(depth int) written {
	if w.choose(depth, "not") {
		a := w.not(depth - 1)
		return written{"not " + a.text, bit(a.value == 0)}
	}
	return w.compare(depth)
}

func (w writer) compare(depth int) written {
	a := w.sum(depth)
	if !w.choose(depth, "compare") {
		return a
	}
	b := w.sum(depth - 1)
	sign := rapid.SampledFrom([]string{"<", "<=", ">", ">=", "==", "!="}).Draw(w.t, "sign")
	holds := map[string]bool{"<": a.value < b.value, "<=": a.value <= b.value, ">": a.value > b.value, ">=": a.value >= b.value, "==": a.value == b.value, "!=": a.value != b.value}[sign]
	return written{a.text + w.space() + sign + w.space() + b.text, bit(holds)}
}

func (w writer) sum(depth int) written {
	a := w.product(depth)
	for w.choose(depth, "sum") {
		b := w.product(depth - 1)
		if rapid.Bool().Draw(w.t, "plus") {
			a = written{a.text + w.space() + "+" + w.space() + b.text, cut(float64(a.value) + float64(b.value))}
		} else {
			a = written{a.text + w.space() + "-" + w.space() + b.text, cut(float64(a.value) - float64(b.value))}
		}
	}
	return a
}

func (w writer) product(depth int) written {
	a := w.unary(depth)
	for w.choose(depth, "product") {
		b := w.unary(depth - 1)
		if rapid.Bool().Draw(w.t, "times") {
			a = written{a.text + w.space() + "*" + w.space() + b.text, cut(float64(a.value) * float64(b.value))}
			continue
		}
		text, value := a.text+w.space()+"/"+w.space()+b.text, 0
		if b.value != 0 {
			value = cut(math.Floor(float64(a.value) / float64(b.value)))
		}
		a = written{text, value}
	}
	return a
}

func (w writer) unary(depth int) written {
	if w.choose(depth, "minus") {
		a := w.unary(depth - 1)
		return written{"-" + w.space() + a.text, -a.value}
	}
	return w.atom(depth)
}

func (w writer) atom(depth int) written {
	if w.choose(depth, "bracket") {
		a := w.formula(depth - 1)
		return written{"(" + w.space() + a.text + w.space() + ")", a.value}
	}
	if w.choose(depth, "function") {
		a, b := w.formula(depth-1), w.formula(depth-1)
		return rapid.SampledFrom([]written{
			{"min(" + a.text + "," + b.text + ")", min(a.value, b.value)},
			{"max(" + a.text + ", " + b.text + ")", max(a.value, b.value)},
			{"abs(" + a.text + ")", max(a.value, -a.value)},
		}).Draw(w.t, "call")
	}
	return rapid.SampledFrom([]written{{"0", 0}, {"1", 1}, {"3", 3}, {"007", 7}, {"900000", 900000},
		{"dex", w.u.members[0].stats["dex"]}, {"init", w.u.members[0].stats["init"]}, {"round", w.u.facts["round"]}}).Draw(w.t, "value")
}

// TestRS10Grammar checks the precedence of all operators, the arithmetic of RS-12, and that the normal form is the same formula.
func TestRS10Grammar(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.IntRange(-20, 20)
		u := one(map[string]int{"dex": number.Draw(t, "dex"), "init": number.Draw(t, "init")})
		u.facts = map[string]int{"round": number.Draw(t, "round")}
		w := writer{t, u}.formula(4)
		if len(w.text) > formula.MaxLength {
			t.Skip("too long")
		}
		f, err := formula.Parse(w.text, anywhere)
		if err != nil {
			t.Fatalf("%s: %v", w.text, err)
		}
		if got := f.Value(u); got != w.value {
			t.Fatalf("%s = %d, want %d; it is taken as %s", w.text, got, w.value, f)
		}
		sameAgain(t, f, w.text)
	})
}

// sameAgain checks that the normal form of f parses as f.
func sameAgain(t interface {
	Helper()
	Fatalf(format string, args ...any)
}, f *formula.Formula, text string) {
	t.Helper()
	again, err := formula.Parse(f.String(), anywhere)
	if err != nil || !formula.Same(f, again) || again.String() != f.String() {
		t.Fatalf("%s is written as %s, which parses as %s: %v", text, f, again, err)
	}
}

func TestNormalForm(t *testing.T) {
	for text, want := range map[string]string{
		"((1+2))*3":                    "(1 + 2) * 3",
		"1+(2*3)":                      "1 + 2 * 3",
		"1-(2-3)-(4-5)":                "1 - (2 - 3) - (4 - 5)",
		"dex-(-init)":                  "dex - -init",
		"-(1+2)":                       "-(1 + 2)",
		"-(-dex)":                      "--dex",
		"(dex<3)==(2<1)":               "(dex < 3) == (2 < 1)",
		"not(dex)or(init and(1 or 2))": "not dex or init and (1 or 2)",
		"not(dex==1)":                  "not dex == 1",
		"(1 if(dex)else(2))if(init)else(1 if 2 else 3)":        "(1 if dex else 2) if init else 1 if 2 else 3",
		"1d20 + 04d6kh03-1d4kl1":                               "d20 + 4d6kh3 - d4kl1",
		"max( 1,(2) ,abs( 3 ))":                                "max(1, 2, abs(3))",
		"best( (dex),init )":                                   "best(dex, init)",
		strings.Repeat("1+", 99) + "10":                        strings.Repeat("1+", 99) + "10", // too long with spaces
		strings.Repeat("1+", 84) + "1 if(dex)else(not(2)or 3)": strings.Repeat("1+", 84) + "1 if dex else not 2 or 3",
	} {
		f := parse(t, text, anywhere)
		if f.String() != want {
			t.Errorf("%s is written as %s, want %s", text, f, want)
		}
		sameAgain(t, f, text)
	}
}
