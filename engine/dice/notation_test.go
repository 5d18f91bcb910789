package dice_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"roundel/engine/dice"
)

// TestCR50 rolls the notation of CR-50 to CR-53 with dice that were rolled by hand.
func TestCR50(t *testing.T) {
	for _, row := range []struct {
		text    string
		results []int
		total   int
		written string
		shown   string
	}{
		// The worked examples 5 and 6.
		{"4d6d1", []int{2, 6, 1, 5}, 13, "4d6dl1", "4d6dl1 (2, 6, ~~1~~, 5) = 13"},
		{"3d6!", []int{6, 2, 5, 6, 3}, 22, "3d6!", "3d6! (6, 2, 5, 6, 3) = 22"},
		{"2d6!!", []int{6, 4, 3}, 13, "2d6!!", "2d6!! (6 + 3, 4) = 13"},
		{"2d6!!kh1", []int{6, 4, 3}, 9, "2d6!!kh1", "2d6!!kh1 (6 + 3, ~~4~~) = 9"},
		{"6d10t8f1", []int{8, 10, 1, 7, 9, 3}, 2, "6d10t>=8f<=1", "6d10t>=8f<=1 (8, 10, 1, 7, 9, 3) = 2"},
		{"4d6ro<=2", []int{1, 5, 6, 3, 2}, 16, "4d6ro<=2", "4d6ro<=2 (~~1~~ 2, 5, 6, 3) = 16"},
		{"-7/2", nil, -4, "-7 / 2", "-7 / 2 = -4"},
		{"3d6mi2", []int{1, 4, 6}, 12, "3d6mi2", "3d6mi2 (1 → 2, 4, 6) = 12"},
		{"d20 + 2d6 adv", []int{3, 17, 2, 5}, 24, "2d20kh1 + 2d6", "2d20kh1 (~~3~~, 17) + 2d6 (2, 5) = 24"},
		{"d20+3 DIS", []int{3, 17}, 6, "2d20kl1 + 3", "2d20kl1 (3, ~~17~~) + 3 = 6"},

		// Each mod, other ways to write it, and the order of CR-51.
		{"2D20 K1", []int{4, 13}, 13, "2d20kh1", "2d20kh1 (~~4~~, 13) = 13"},
		{"2d20kl", []int{4, 13}, 4, "2d20kl1", "2d20kl1 (4, ~~13~~) = 4"},
		{"4d6pl", []int{3, 3, 4, 5}, 12, "4d6dl1", "4d6dl1 (~~3~~, 3, 4, 5) = 12"},
		{"4d6ph2", []int{3, 3, 4, 5}, 6, "4d6dh2", "4d6dh2 (3, 3, ~~4~~, ~~5~~) = 6"},
		{"5d6dl1dh1", []int{1, 2, 3, 4, 6}, 9, "5d6dl1dh1", "5d6dl1dh1 (~~1~~, 2, 3, 4, ~~6~~) = 9"},
		{"4d6kh1dl1", []int{3, 3, 4, 5}, 5, "4d6dl1kh1", "4d6dl1kh1 (~~3~~, ~~3~~, ~~4~~, 5) = 5"},
		{"2d6rr1", []int{1, 4, 1, 1, 5}, 9, "2d6rr=1", "2d6rr=1 (~~1~~ ~~1~~ ~~1~~ 5, 4) = 9"},
		{"2d6ro1", []int{1, 4, 1}, 5, "2d6ro=1", "2d6ro=1 (~~1~~ 1, 4) = 5"},
		{"2d6!o", []int{6, 1, 6}, 13, "2d6!o", "2d6!o (6, 1, 6) = 13"},
		{"2d6e5", []int{5, 1, 2}, 8, "2d6!>=5", "2d6!>=5 (5, 1, 2) = 8"},
		{"2d6ie", []int{5, 6, 2}, 13, "2d6!", "2d6! (5, 6, 2) = 13"},
		{"2d6e6", []int{6, 1, 6, 2}, 15, "2d6!>=6", "2d6!>=6 (6, 1, 6, 2) = 15"},
		{"1d6!=1", []int{1, 3}, 4, "1d6!=1", "1d6!=1 (1, 3) = 4"},
		{"2d6!ro1", []int{1, 2, 6, 3}, 11, "2d6ro=1!", "2d6ro=1! (~~1~~ 6, 2, 3) = 11"},
		{"3d6ma5mi2", []int{1, 6, 4}, 11, "3d6mi2ma5", "3d6mi2ma5 (1 → 2, 6 → 5, 4) = 11"},
		{"4dF", []int{1, 2, 3, 3}, 1, "4dF", "4dF (-1, 0, 1, 1) = 1"},
		{"2d6mi1000000", []int{1, 2}, 1000000, "2d6mi1000000", "2d6mi1000000 (1 → 1000000, 2 → 1000000) = 1000000"},
		{"dF+1", []int{1}, 0, "1dF + 1", "1dF (-1) + 1 = 0"},
		{"3d10t8", []int{8, 10, 7}, 2, "3d10t>=8", "3d10t>=8 (8, 10, 7) = 2"},
		{"3d10t<3", []int{2, 3, 1}, 2, "3d10t<3", "3d10t<3 (2, 3, 1) = 2"},
		{"4d10kh2t8", []int{8, 9, 10, 1}, 2, "4d10kh2t>=8", "4d10kh2t>=8 (~~8~~, 9, 10, ~~1~~) = 2"},

		// Sums, products, brackets, labels and signs.
		{"(2d6 + 3) × 2", []int{3, 4}, 20, "(2d6 + 3) × 2", "(2d6 (3, 4) + 3) × 2 = 20"},
		{"7÷2", nil, 3, "7 / 2", "7 / 2 = 3"},
		{"7/(0)", nil, 0, "7 / (0)", "7 / (0) = 0"},
		{"d6−2", []int{1}, -1, "1d6 - 2", "1d6 (1) - 2 = -1"},
		{"2*-3", nil, -6, "2 × -3", "2 × -3 = -6"},
		{"1+2*3", nil, 7, "1 + 2 × 3", "1 + 2 × 3 = 7"},
		{"10-3-2", nil, 5, "10 - 3 - 2", "10 - 3 - 2 = 5"},
		{"1d8 [Cold fire] + 2 [Magic]", []int{5}, 7, "1d8 [Cold fire] + 2 [Magic]", "1d8 (5) [Cold fire] + 2 [Magic] = 7"},
		{"1000000*1000000", nil, 1000000, "1000000 × 1000000", "1000000 × 1000000 = 1000000"},
	} {
		t.Run("CR-50 "+row.text, func(t *testing.T) {
			n, err := dice.ParseNotation(row.text, dice.All)
			if err != nil {
				t.Fatal(err)
			}
			script := dice.Script(row.results...)
			r := n.Roll(script)
			if r.Total != row.total || n.String() != row.written || r.Expr != row.written || r.String() != row.shown {
				t.Errorf("%q is %q and rolls %q, want %q and %q", row.text, n, r, row.written, row.shown)
			}
			if len(script.Results) > 0 {
				t.Errorf("%d dice were not rolled", len(script.Results))
			}
			again, err := dice.ParseNotation(n.String(), dice.All)
			if err != nil || again.String() != n.String() {
				t.Errorf("%q is read as %q: %v", n, again, err)
			}
		})
	}
}

// TestCR52 tries what is refused, and what to write in its place.
func TestCR52(t *testing.T) {
	for _, row := range []struct {
		text    string
		fault   dice.Fault
		part    string
		instead string
	}{
		{"4d6r2", dice.Ambiguous, "4d6r2", "4d6ro<=2, 4d6rr=2"},
		{"6d10>7", dice.Ambiguous, "6d10>7", "6d10t7"},
		{"6d10>=7+1", dice.Ambiguous, "6d10>=7", "6d10t7"},
		{"6d10<=3", dice.Ambiguous, "6d10<=3", "6d10t<=3"},
		{"2d6rr<=6", dice.EveryFace, "2d6rr<=6", ""},
		{"2d6!1", dice.EveryFace, "2d6!1", ""},
		{"d1!", dice.EveryFace, "d1!", ""},
		{"4dF!>=-1", dice.EveryFace, "4df!>=-1", ""},
		{"2d6dl1dh1", dice.KeepCount, "2d6dl1dh1", ""},
		{"2d6d2", dice.KeepCount, "2d6d2", ""},
		{"2d6kh3", dice.KeepCount, "2d6kh3", ""},
		{"2d6kh1kl1", dice.ModTwice, "kl1", ""},
		{"2d6rr1ro2", dice.ModTwice, "ro2", ""},
		{"2d6!!e6", dice.ModTwice, "e6", ""},
		{"101d6", dice.DiceCount, "101d6", ""},
		{"60d6+41d6", dice.TooManyDice, "60d6+41d6", ""},
		{"1d1001", dice.DieSides, "1d1001", ""},
		{"0#d6", dice.Times, "0#", ""},
		{"11#d6", dice.Times, "11#", ""},
		{"2d6 adv", dice.NoEdge, "2d6 adv", ""},
		{"2d20kh1 dis", dice.NoEdge, "2d20kh1 dis", ""},
		{"2d6 + (3", dice.NotNotation, "2d6 + (3", ""},
		{"2d6)", dice.NotNotation, ")", ""},
		{"2d6mi", dice.NotNotation, "mi", ""},
		{"1 [fire", dice.NotNotation, "1 [fire", ""},
	} {
		n, err := dice.ParseNotation(row.text, dice.All)
		var e *dice.Error
		if !errors.As(err, &e) {
			t.Errorf("%q is read as %q, want %s", row.text, n, row.fault)
			continue
		}
		if e.Fault != row.fault || e.Text != row.part || e.Instead != row.instead {
			t.Errorf("%q: %s %q, instead %q; want %s %q, instead %q", row.text, e.Fault, e.Text, e.Instead, row.fault, row.part, row.instead)
		}
	}
	for text, allow := range map[string]dice.Allow{"d20 adv": dice.Amounts, "2#d6": dice.Amounts, "str": dice.Amounts, "2*3": dice.Mods, "(2)": 0, "2d6!": dice.Products} {
		if n, err := dice.ParseNotation(text, allow); err == nil {
			t.Errorf("%q is read as %q though a part of it is switched off", text, n)
		}
	}
}

// TestCR52Extra explodes without end: 100 dice are added, and it says so.
func TestCR52Extra(t *testing.T) {
	n, err := dice.ParseNotation("2d6!5 + d6ro6", dice.All)
	if err != nil {
		t.Fatal(err)
	}
	r := n.Roll(sixes{})
	if got := len(r.Parts[0].Dice) + len(r.Parts[2].Dice[0].Faces); !r.Stopped || got != 103 || r.Total != 102*6+6 {
		t.Errorf("%d dice, total %d, stopped %v; want 103 dice, which stop", got, r.Total, r.Stopped)
	}
	if r := n.Roll(dice.Script(1, 2, 3)); r.Stopped {
		t.Error("a roll without explosions is stopped")
	}
}

type sixes struct{}

func (sixes) Roll(int) int { return 6 }

// TestCR53 gives advantage by option.
func TestCR53(t *testing.T) {
	n, err := dice.ParseNotation("2d6 + d20 + d8", dice.All)
	if err != nil {
		t.Fatal(err)
	}
	for e, want := range map[int]string{0: "2d6 + 1d20 + 1d8", 1: "2d6 + 2d20kh1 + 1d8", -1: "2d6 + 2d20kl1 + 1d8"} {
		got, err := n.WithEdge(e)
		if err != nil || got.String() != want {
			t.Errorf("edge %d: %v %v, want %s", e, got, err, want)
		}
	}
	twice, err := dice.ParseNotation("d20 adv", dice.All)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := twice.WithEdge(-1); err == nil {
		t.Errorf("advantage and disadvantage at once give %s", got)
	}
}

// TestCR54Names fills in names.
func TestCR54Names(t *testing.T) {
	n, err := dice.ParseNotation("d20 + Sleight of Hand + dex - dex + 2df", dice.All)
	if err != nil {
		t.Fatal(err)
	}
	if got := n.Names(); !slices.Equal(got, []string{"sleightofhand", "dex"}) {
		t.Errorf("names %q", got)
	}
	known := map[string]int{"sleightofhand": 7, "dex": -2}
	filled, err := n.Fill(func(name string) (int, bool) { v, ok := known[name]; return v, ok })
	if err != nil || filled.String() != "1d20 + 7 + -2 - -2 + 2dF" {
		t.Errorf("filled in: %v, %v", filled, err)
	}
	var e *dice.Error
	if _, err := n.Fill(func(string) (int, bool) { return 0, false }); !errors.As(err, &e) || e.Fault != dice.UnknownName || e.Text != "sleightofhand" {
		t.Errorf("an unknown name: %v", err)
	}
}

// FuzzParseNotation checks that what is read is written so that it is read as the same, and that every roll ends, with the faces that its dice have.
func FuzzParseNotation(f *testing.F) {
	for _, seed := range []string{"2d6+1", "4d6d1", "3#d20adv", "6d10t8f1", "4dF", "(1d6!!5+2)*-3[x]/2", "d%ro<=50mi3ma90dl1", "2d6rr=1", "stealth + d20 dis", "−×÷", "e", "dd1", "100d6!"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := dice.ParseNotation(text, dice.All)
		var e *dice.Error
		if err != nil {
			if !errors.As(err, &e) || e.Text == "" && strings.TrimSpace(text) != "" {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		again, err := dice.ParseNotation(n.String(), dice.All)
		if err != nil || again.String() != n.String() {
			t.Fatalf("%q is written %q, which is read as %q: %v", text, n, again, err)
		}
		n, err = n.Fill(func(name string) (int, bool) { return len(name) - 5, true })
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(uint64(len(text)), 1))
		r := n.Roll(dice.Seeded(rng.Uint64()))
		if r.Total > dice.MaxConst || r.Total < -dice.MaxConst {
			t.Fatalf("%q comes to %d", text, r.Total)
		}
		thrown := 0
		for _, part := range r.Parts {
			low, high := 1, part.Sides
			if part.Sides == 0 {
				low, high = -1, 1
			}
			for _, die := range part.Dice {
				for _, face := range die.Faces {
					if thrown++; face < low || face > high {
						t.Fatalf("%q shows %d on %s", text, face, part.Text)
					}
				}
			}
		}
		if thrown > dice.MaxDice+dice.MaxExtra+1 {
			t.Fatalf("%q throws %d dice", text, thrown)
		}
	})
}
