package formula_test

import (
	"math"
	"testing"

	"roundel/engine/dice"
	"roundel/engine/formula"
)

func TestRS12Numbers(t *testing.T) {
	for text, want := range map[string]int{
		"-7 / 2": -4, "7 / -2": -4, "7 / 2": 3, "-7 / -2": 3, "-8 / 2": -4, "5 / 0": 0, "0 / 0": 0, "010": 10,
		"1 + 2 * 3": 7, "(1 + 2) * 3": 9, "10 - 4 - 3": 3, "100 / 10 / 3": 3, "--5": 5, "-2 * -3": 6, "2 - -3": 5,
		"2 < 3": 1, "3 < 2": 0, "2 <= 2": 1, "3 > 3": 0, "3 >= 3": 1, "2 == 2": 1, "2 != 2": 0,
		"2 and 3": 1, "2 and 0": 0, "0 or 7": 1, "0 or 0": 0, "not 0": 1, "not 5": 0, "not not 5": 1, "not 1 == 2": 1, "0 and 0 or 1": 1, "1 or 1 and 0": 1,
		"1 if -1 else 2": 1, "1 if 0 else 2": 2, "1 if 0 else 2 if 0 else 3": 3, "1 if 1 else 2 + 10": 1, "(1 if 1 else 2) + 10": 11, "1 if (0 if 1 else 1) else 2": 2,
		"min(3, -1, 2)": -1, "max(3, -1, 2)": 3, "max(4)": 4, "abs(-4)": 4, "abs(4)": 4, "max(10, 27 / 2)": 13,
		"1000000 + 1": 1000000, "-1000000 - 1": -1000000, "1000000 * 1000000": 1000000, "1000000 * -1000000": -1000000, "1000000 + 1000000 - 1000000": 0, "-1000000 / -1": 1000000,
	} {
		f := parse(t, text, formula.Scope{Number: true})
		if got := f.Value(nil); got != want {
			t.Errorf("%s = %d, want %d", text, got, want)
		}
		if x := f.Fill(nil); x.HasDice() || x.Roll(nil).Total != want {
			t.Errorf("%s is filled in as %s", text, x)
		}
	}
}

func TestRS12ValuesAreCut(t *testing.T) {
	huge := &unit{facts: map[string]int{"round": math.MaxInt}, members: []member{{true, map[string]int{"dex": math.MinInt}}, {true, map[string]int{"dex": math.MinInt}}}}
	for text, want := range map[string]int{"round": 1000000, "dex": -1000000, "total(dex)": -1000000, "worst(dex)": -1000000, "round * round": 1000000, "-dex": 1000000,
		"abs(dex)": 1000000, "dex / -1": 1000000} {
		if got := parse(t, text, anywhere).Value(huge); got != want {
			t.Errorf("%s = %d, want %d", text, got, want)
		}
	}
}

func TestRS13Names(t *testing.T) {
	u := &unit{
		facts: map[string]int{"pc": 1, "npc": 0, "round": 3, "members": 2, "surprised": 1, "dc": 15, "level": 2, "damage": 27},
		members: []member{
			{true, map[string]int{"con": 4, "level": 9}},
			{false, map[string]int{"dex": 7, "con": -2}},
			{true, map[string]int{"dex": -1}},
		},
	}
	none := &unit{}
	scope := formula.Scope{
		Stats: []formula.Stat{{Name: "dex"}, {Name: "con"}, {Name: "level"}, {Name: "turns", Default: 5}},
		Also:  []string{"dc", "level", "damage"},
	}
	for _, row := range []struct {
		text        string
		value, none int
	}{
		{"con", 4, 0},         // the first member's
		{"dex", 0, 0},         // which has none
		{"turns", 5, 5},       // the default
		{"best(turns)", 0, 0}, // functions see only what was given
		{"has(turns)", 0, 0},
		{"best(dex)", 7, 0},
		{"worst(dex)", -1, 0},
		{"worst(dex, con)", -2, 0},
		{"best_pc(dex)", -1, 0},
		{"best_pc(dex, con)", 4, 0},
		{"total(dex)", 6, 0},
		{"total(dex, con)", 8, 0},
		{"has(dex)", 1, 0},
		{"has(turns, con)", 1, 0},
		{"best(level)", 9, 0}, // only a stat can stand there
	} {
		if got := parse(t, row.text, scope).Value(u); got != row.value {
			t.Errorf("%s = %d, want %d", row.text, got, row.value)
		}
		if got := parse(t, row.text, scope).Value(none); got != row.none {
			t.Errorf("%s = %d without members, want %d", row.text, got, row.none)
		}
	}
	for text, want := range map[string]int{"pc": 1, "npc": 0, "round": 3, "members": 2, "surprised": 1, "dc": 15,
		"level":                        2, // the effect's, not the stat
		"max(10, min(30, damage / 2))": 13} {
		if got := parse(t, text, scope).Value(u); got != want {
			t.Errorf("%s = %d, want %d", text, got, want)
		}
	}
	side := formula.Scope{Stats: stats("dex"), Side: true}
	if got := parse(t, "best(dex) + members", side).Value(u); got != 9 {
		t.Errorf("the side has %d, want 9", got)
	}
}

// TestWorkedExamples fills in formulas of the bundled rulesets.
func TestWorkedExamples(t *testing.T) {
	const five = "(2d20kh1 if edge > surprised else 2d20kl1 if edge < surprised else d20) + init"
	surprised := func(u *unit, n int) *unit { u.facts = map[string]int{"surprised": n}; return u }
	for _, row := range []struct {
		name, text string
		unit       *unit
		want       string
	}{
		{"RS-14 example 1", "(2d20kh1 if edge > 0 else d20) + init", one(map[string]int{"init": 3, "edge": 1}), "2d20kh1+3"},
		{"RS-14 no modifier", "d20 + init", one(nil), "1d20"},
		{"RS-14 negative modifier", "d20 + init", one(map[string]int{"init": -2}), "1d20-2"},
		{"RS-13 example 2", five, surprised(one(map[string]int{"init": 2}), 1), "2d20kl1+2"},
		{"RS-13 example 2 with edge", five, surprised(one(map[string]int{"init": 2, "edge": 1}), 1), "1d20+2"},
		{"RS-13 example 2 not surprised", five, surprised(one(map[string]int{"init": 2, "edge": 1}), 0), "2d20kh1+2"},
		{"RS-13 flow of time", "d20 + best(finesse, cognition)", one(map[string]int{"cognition": -3}), "1d20-3"},
		{"RS-13 structured time", "d10 + (agility_bonus if has(agility_bonus) else agility / 10)", one(map[string]int{"agility": 47}), "1d10+4"},
		{"RS-13 passes", "reaction + intuition + dice(ini_dice, 6)", one(map[string]int{"reaction": 5, "intuition": 4, "ini_dice": 3}), "3d6+9"},
		{"RS-11 party", "d6 if pc else 3", &unit{facts: map[string]int{"pc": 1}}, "1d6"},
		{"RS-11 foes", "d6 if pc else 3", &unit{facts: map[string]int{"pc": 0}}, "3"},
		{"RS-11 subtracted dice", "10 - (d6 - 2d4) - init", one(map[string]int{"init": 4}), "6-1d6+2d4"},
		{"RS-11 negative number", "-(d6 + 1) - 3", one(nil), "-1d6-4"},
		{"RS-11 negative dice", "-d6", one(nil), "-1d6"},
		{"RS-13 no dice", "dice(init, 6) + 2", one(nil), "2"},
		{"RS-13 negative count", "dice(0 - 5, 6)", one(nil), "0"},
		{"RS-13 no sides", "dice(5, init)", one(nil), "0"},
		{"RS-13 more dice than a roll has", "dice(1000, 2000) - 4d6 + dice(2, 8)", one(nil), "96d1000-4d6"},
		{"RS-13 as many dice as fit", "dice(60, 6) + 2d4 + dice(60, 8)", one(nil), "60d6+2d4+38d8"},
		{"RS-12 number", "dex + 50 * gun", one(map[string]int{"dex": 60, "gun": 1}), "110"},
		{"RS-12 negative", "0 - dex", one(map[string]int{"dex": 60}), "-60"},
		{"RS-12 clamped beside dice", "1000000 + d6 + 1000000", one(nil), "1d6+1000000"},
	} {
		t.Run(row.name, func(t *testing.T) {
			scope := formula.Scope{Stats: stats("init", "edge", "finesse", "cognition", "agility", "agility_bonus", "reaction", "intuition", "ini_dice", "dex", "gun")}
			if got := parse(t, row.text, scope).Fill(row.unit).String(); got != row.want {
				t.Errorf("%s is filled in as %s, want %s", row.text, got, row.want)
			}
		})
	}
}

func TestRS14TypedRolls(t *testing.T) {
	for _, row := range []struct {
		text, counted     string
		low, high, number int
	}{
		{"2d20kh1 + 3", "2d20kh1", 1, 20, 3},
		{"4d6 + 7", "4d6", 4, 24, 7},
		{"10 - d6 + d4 - 2", "-1d6+1d4", -5, 3, 8},
		{"5 - 7", "", 0, 0, -2},
	} {
		counted, number := formula.Split(parse(t, row.text, formula.Scope{}).Fill(nil))
		low, high := counted.Range()
		if counted.String() != row.counted || low != row.low || high != row.high || number != row.number || counted.HasDice() != (row.counted != "") {
			t.Errorf("%s: %s shows %d to %d, plus %d", row.text, counted, low, high, number)
		}
	}
}

// TestRS14FillIsNew checks that an expression can be changed without changing what the formula gives next.
func TestRS14FillIsNew(t *testing.T) {
	f := parse(t, "d20 + d6 + 3", formula.Scope{})
	f.Fill(nil)[0] = dice.Term{N: 9}
	if got := f.Fill(nil).String(); got != "1d20+1d6+3" {
		t.Errorf("the formula now gives %s", got)
	}
}

// long is a number formula with every kind of name and operation.
const long = "max(10, damage / 2) + total(dex, con) * 2 if has(dex) and not surprised or round >= 3 else best_pc(dex) - abs(worst(con) - 7)"

func longFormula(t testing.TB) (*formula.Formula, *unit) {
	u := &unit{
		facts:   map[string]int{"surprised": 0, "round": 2, "damage": 27},
		members: []member{{true, map[string]int{"dex": 3, "con": 1}}, {false, map[string]int{"dex": 5}}},
	}
	return parse(t, long, formula.Scope{Stats: stats("dex", "con"), Also: []string{"damage"}, Number: true}), u
}

func TestValueAllocatesNothing(t *testing.T) {
	f, u := longFormula(t)
	if got := f.Value(u); got != 31 {
		t.Fatalf("the value is %d, want 31", got)
	}
	if n := testing.AllocsPerRun(100, func() { f.Value(u) }); n != 0 {
		t.Errorf("evaluating a number allocates %v times", n)
	}
}

func BenchmarkValue(b *testing.B) {
	f, u := longFormula(b)
	b.ReportAllocs()
	for b.Loop() {
		f.Value(u)
	}
}

func BenchmarkFill(b *testing.B) {
	f := parse(b, "(2d20kh1 if edge > 0 else d20) + init", formula.Scope{Stats: stats("init", "edge")})
	u := one(map[string]int{"init": 3, "edge": 1})
	b.ReportAllocs()
	for b.Loop() {
		f.Fill(u)
	}
}
