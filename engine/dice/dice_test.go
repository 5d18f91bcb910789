package dice_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"roundel/engine/dice"
)

// chiSquare returns the chi-square value of n rolls: how far the counts are from uniform.
func chiSquare(counts []int, n int) float64 {
	expected := float64(n) / float64(len(counts))
	sum := 0.0
	for _, c := range counts {
		sum += (float64(c) - expected) * (float64(c) - expected) / expected
	}
	return sum
}

// critical returns the chi-square value that a fair die with that many sides exceeds in one of a thousand series. It uses Wilson and
// Hilferty's approximation, which is at most 2% above the tables for 3 or more degrees of freedom.
func critical(sides int) float64 {
	const z = 3.0902 // the normal distribution exceeds this with probability 0.001
	df := float64(sides - 1)
	v := 2 / (9 * df)
	return df * math.Pow(1-v+z*math.Sqrt(v), 3)
}

// series rolls a die n times and returns its chi-square value.
func series(t *testing.T, r dice.Roller, sides, n int) float64 {
	t.Helper()
	counts := make([]int, sides)
	for range n {
		face := r.Roll(sides)
		if face < 1 || face > sides {
			t.Fatalf("a d%d rolled %d", sides, face)
		}
		counts[face-1]++
	}
	return chiSquare(counts, n)
}

// suspect reports whether a roller fails two series in a row, and returns the last chi-square value. A fair die fails one series in
// 1,000, so it fails twice in a row once in 1,000,000 runs; with seven dice, one run of the tests in about 140,000 fails by chance. A
// die that is off by a few per cent on one face fails every series of 100,000 rolls.
func suspect(t *testing.T, r dice.Roller, sides, n int) (bool, float64) {
	t.Helper()
	first := series(t, r, sides, n)
	if first <= critical(sides) {
		return false, first
	}
	second := series(t, r, sides, n)
	return second > critical(sides), second
}

func TestCO7FairDice(t *testing.T) {
	for _, sides := range []int{4, 6, 8, 10, 12, 20, 100} {
		t.Run(fmt.Sprintf("CO-7 d%d", sides), func(t *testing.T) {
			if bad, chi := suspect(t, dice.NewFair(), sides, 100_000); bad {
				t.Errorf("two series of 100,000 rolls are not uniform: chi-square is %.1f, want at most %.1f", chi, critical(sides))
			}
		})
	}
}

// loaded shows its highest face on every 50th roll, in addition to the times it comes up by chance.
type loaded struct {
	fair dice.Roller
	n    int
}

func (l *loaded) Roll(sides int) int {
	if l.n++; l.n%50 == 0 {
		return sides
	}
	return l.fair.Roll(sides)
}

// modulo has the classic bug: it takes six random bits modulo the number of sides.
type modulo struct{ fair dice.Roller }

func (m modulo) Roll(sides int) int { return (m.fair.Roll(64)-1)%sides + 1 }

func TestSuspectFindsUnfairDice(t *testing.T) {
	for _, sides := range []int{6, 10, 12, 20, 100} {
		if bad, chi := suspect(t, &loaded{fair: dice.Seeded(1)}, sides, 100_000); !bad {
			t.Errorf("a loaded d%d passes with chi-square %.1f", sides, chi)
		}
	}
	for _, sides := range []int{10, 12, 20, 100} {
		if bad, chi := suspect(t, modulo{dice.Seeded(1)}, sides, 100_000); !bad {
			t.Errorf("a modulo d%d passes with chi-square %.1f", sides, chi)
		}
	}
}

func TestCritical(t *testing.T) {
	for sides, want := range map[int]float64{4: 16.266, 6: 20.515, 8: 24.322, 10: 27.877, 12: 31.264, 20: 43.820, 100: 148.230} {
		if got := critical(sides); got < want*0.995 || got > want*1.02 {
			t.Errorf("d%d: got %.2f, the table says %.2f", sides, got, want)
		}
	}
}

func TestFairRollersDiffer(t *testing.T) {
	rolls := func(r dice.Roller) string {
		var b strings.Builder
		for range 20 {
			fmt.Fprint(&b, r.Roll(1000), " ")
		}
		return b.String()
	}
	if a, b := rolls(dice.NewFair()), rolls(dice.NewFair()); a == b {
		t.Error("two new rollers give the same results")
	}
	if a, b := rolls(dice.Seeded(5)), rolls(dice.Seeded(5)); a != b {
		t.Error("the same seed gives different results")
	}
	if a, b := rolls(dice.Seeded(5)), rolls(dice.Seeded(6)); a == b {
		t.Error("different seeds give the same results")
	}
}

func TestScripted(t *testing.T) {
	s := dice.Script(3, 6)
	if s.Roll(6) != 3 || s.Roll(6) != 6 {
		t.Error("the results are not the scripted ones")
	}
	for name, r := range map[string]dice.Roller{"used up": s, "too high": dice.Script(7), "zero": dice.Script(0)} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			r.Roll(6)
		}()
	}
}

func TestExpressions(t *testing.T) {
	for _, row := range []struct {
		text      string
		results   []int
		total     int
		low, high int
		shown     string // the notation
		result    string // the roll
	}{
		{"2d6+1", []int{4, 3}, 8, 3, 13, "2d6+1", "2d6+1 (4, 3) = 8"},
		{" 2 D6 + 1 ", []int{1, 1}, 3, 3, 13, "2d6+1", "2d6+1 (1, 1) = 3"},
		{"d20", []int{20}, 20, 1, 20, "1d20", "1d20 (20) = 20"},
		{"d%", []int{77}, 77, 1, 100, "1d100", "1d100 (77) = 77"},
		{"5", nil, 5, 5, 5, "5", "5"},
		{"-3", nil, -3, -3, -3, "-3", "-3"},
		{"+4", nil, 4, 4, 4, "4", "4"},
		{"0", nil, 0, 0, 0, "0", "0"},
		{"d6-2", []int{1}, -1, -1, 4, "1d6-2", "1d6-2 (1) = -1"},
		{"d6−2", []int{5}, 3, -1, 4, "1d6-2", "1d6-2 (5) = 3"}, // a real minus sign
		{"4d6kh3", []int{2, 6, 1, 5}, 13, 3, 18, "4d6kh3", "4d6kh3 (2, 6, 1, 5) = 13"},
		{"2d20kl1", []int{14, 3}, 3, 1, 20, "2d20kl1", "2d20kl1 (14, 3) = 3"},
		{"4d6k3", []int{2, 6, 1, 5}, 13, 3, 18, "4d6kh3", "4d6kh3 (2, 6, 1, 5) = 13"},
		{"2d6-1d4+3-1", []int{6, 6, 4}, 10, 0, 13, "2d6-1d4+3-1", "2d6-1d4+3-1 (6, 6 | 4) = 10"},
		{"1d1", []int{1}, 1, 1, 1, "1d1", "1d1 (1) = 1"},
	} {
		t.Run(row.text, func(t *testing.T) {
			x, err := dice.Parse(row.text)
			if err != nil {
				t.Fatal(err)
			}
			r := x.Roll(dice.Script(row.results...))
			low, high := x.Range()
			if r.Total != row.total || low != row.low || high != row.high {
				t.Errorf("total %d in %d to %d, want %d in %d to %d", r.Total, low, high, row.total, row.low, row.high)
			}
			if x.String() != row.shown || r.Expr != row.shown || r.String() != row.result {
				t.Errorf("written as %q and %q, want %q and %q", x, r, row.shown, row.result)
			}
			if x.HasDice() != (len(row.results) > 0) {
				t.Errorf("HasDice returns %v", x.HasDice())
			}
		})
	}
	if got := (dice.Result{Expr: "2d6+1", Total: 9, Typed: true}).String(); got != "2d6+1 (typed) = 9" {
		t.Errorf("a typed result is written as %q", got)
	}
}

func TestInvalidNotation(t *testing.T) {
	for _, text := range []string{"", " ", "d", "2d", "d0", "0d6", "x", "2d6+", "+", "--1", "2d6++1", "2d6*2", "1.5", "101d6", "60d6+41d6", "1d1001", "1000001",
		"4d6kh5", "4d6kh0", "4d6kh", "4d6k", "4d6khl2", "4d6kkh2", "dd6", "2d6d6", "1d6kh1kh1", "٣d6", strings.Repeat("1+", 20) + "1"} {
		x, err := dice.Parse(text)
		if err == nil {
			t.Errorf("%q is parsed as %s, want an error", text, x)
			continue
		}
		var fault *dice.Error
		if !errors.As(err, &fault) || fault.Fault == "" || len(err.Error()) > 200 {
			t.Errorf("%q: the error is %v, want a short *dice.Error with a fault", text, err)
		}
	}
	for text, want := range map[string]dice.Fault{"x": dice.NotNotation, "101d6": dice.DiceCount, "60d6+41d6": dice.TooManyDice,
		strings.Repeat("1+", 20) + "1": dice.TooManyDice, "1d1001": dice.DieSides, "4d6kh5": dice.KeepCount} {
		var fault *dice.Error
		if _, err := dice.Parse(text); !errors.As(err, &fault) || fault.Fault != want {
			t.Errorf("%q: the error is %v, want %s", text, err, want)
		}
	}
	for _, text := range []string{"100d1000", "1000000", strings.Repeat("1+", 19) + "1", "50d6+50d6"} {
		if _, err := dice.Parse(text); err != nil {
			t.Errorf("%q is at the limit, but: %v", text, err)
		}
	}
}

// FuzzParse checks that an expression that parses can be written, parsed again to the same expression, and rolled within its range.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"2d6+1", "d%", "4d6kh3-2", "-3", "1d6kl1+2d8", "+", "d", "100d1000", "1+1+1", "2d6 1", "−1", "khl"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		x, err := dice.Parse(text)
		if err != nil {
			var fault *dice.Error
			if !errors.As(err, &fault) {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		again, err := dice.Parse(x.String())
		if err != nil || again.String() != x.String() {
			t.Fatalf("%q is written as %q, which parses as %q: %v", text, x, again, err)
		}
		low, high := x.Range()
		if r := x.Roll(dice.Seeded(uint64(len(text)))); r.Total < low || r.Total > high {
			t.Fatalf("%s rolled %d, outside %d to %d", x, r.Total, low, high)
		}
	})
}
