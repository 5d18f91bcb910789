package ruleset

import (
	"slices"
	"strings"
	"testing"
)

// mild is a part of a file with difficulty, in which rest is put after the other keys.
func mild(rest string) string {
	return "stats: {level: x, ac: y}\ndifficulty: {rated: CR, party: level, worth: {0: 10, 1/4: 50, 2: 450}, budgets: {easy: [25, 50], hard: 60}" + rest + "}"
}

// TestMO24Keys reads the key difficulty, and refuses what contradicts itself.
func TestMO24Keys(t *testing.T) {
	d := mustRead(t, file(mild(", below: trivial, many: {3: 2, 2: 1.5}, few: {below: 3, above: 5, ends: [0.5, 10]}, award: 4, "+
		"adjust: {elite: {rating: 1, stats: {ac: 2}, hit: 2, damage: 3, dc: 4, hp: {5: 20, -1: 10}}}"))).Difficulty
	if d.Rated != "CR" || d.Outside != "trivial" || d.Within || d.Difference || d.Award != 4 || d.Worth[2] != 50 || d.Worth[16] != 450 {
		t.Errorf("%+v", d)
	}
	if want := []Many{{1, 10}, {2, 15}, {3, 20}}; !slices.Equal(d.Many, want) || *d.Few != (Few{3, 5, [2]Tenths{5, 100}}) {
		t.Errorf("%v, %v", d.Many, d.Few)
	}
	if easy, hard := d.Budgets[0], d.Budgets[1]; easy.at(1) != 25 || easy.at(2) != 50 || easy.at(20) != 50 || hard.at(1) != 60 || hard.at(20) != 60 {
		t.Errorf("%v", d.Budgets)
	}
	if a := d.Adjustment("Elite"); a == nil || a.Rating != 1 || a.Stats[0] != (StatChange{"ac", 2}) || a.Hit != 2 || a.Damage != 3 || a.DC != 4 || a.HP[0] != (HPChange{-8, 10}) {
		t.Errorf("%+v", a)
	}
	refused(t, []refusal{
		{"difficulty: {party: 3}", []string{
			"4:13: rated: this key is missing in difficulty; it is one line of at most 20 characters",
			"4:13: worth: this key is missing in difficulty; it is a mapping of 1 to 60 ratings to what they are worth, such as {1/4: 50, 1: 200}",
			"4:13: budgets: this key is missing in difficulty; it is a mapping of 2 to 6 difficulties to budgets, such as {easy: 10, hard: 20}"}},
		{"difficulty: {rated: CR, party: levle, worth: {}, budgets: {easy: 1}}", []string{
			`4:32: party: "levle" is not a stat of this ruleset; add it to the stats, or use pc, npc, round, members or surprised`,
			"4:46: worth: there must be at least one rating", "4:59: budgets: there must be at least two difficulties"}},
		{"difficulty: {rated: CR, party: 31, worth: {1/3: 5, 41: 6, 2: x}, budgets: {easy: [3, 2, 4], hard: [3, 3], Easy: 5}}", []string{
			"4:32: party: must be a number from 0 to 30, not 31",
			"4:44: 1/3: the name of a rating or a difference must be a whole number such as 3 or -1, or 1/8, 1/4 or 1/2",
			"4:52: worth: 41 is not a rating; one is a whole number from -1 to 40, or 1/8, 1/4 or 1/2", `4:62: 2: must be a whole number from 0 to 1000000, not "x"`,
			"4:86: easy: budgets must rise with the level; 2 comes after 3",
			"4:93: hard: its budget at level 1 must be above that of easy, which is 3; write the easiest first",
			"4:107: Easy: this name is already in line 4, and case does not matter"}},
		{mild(", beyond: deadly, few: {below: 6, above: 5, ends: [0.5]}"), []string{
			"5:109: beyond: this is only for label: within; otherwise write below", "5:125: few: this needs the key many",
			"5:130: few: below is 6, more than above, which is 5", "5:157: ends: the list can have 2 items, not 1"}},
		{mild(", label: within, below: Easy, many: {0: 1, 2: 1.55}"), []string{
			"5:124: below: this is only for label: reached; with label: within, write beyond", `5:131: below: "Easy" is one of the budgets; choose another word`,
			"5:144: 0: the name of a number of foes must be a whole number from 1 to 999", `5:153: 2: must be a number from 0.1 to 10 with at most one decimal, not "1.55"`}},
		{mild(", adjust: {hidden: {stats: {dex: 1}, hp: {41: 3}}}"), []string{
			"5:118: adjust: hidden after a foe has a meaning of its own; choose another word", `5:135: stats: "dex" is not a stat of this ruleset`,
			"5:149: hp: 41 is not a rating; one is a whole number from -1 to 40, or 1/8, 1/4 or 1/2"}},
	})
}

func TestMO24Ratings(t *testing.T) {
	for text, want := range map[string]Rating{"-1": -8, "0": 0, "1/8": 1, "1/4": 2, "1/2": 4, "1": 8, "40": 320} {
		if got, ok := ParseRating(text); !ok || got != want || got.String() != text {
			t.Errorf("%s: %d, %v, %s", text, got, ok, got)
		}
	}
	for _, text := range []string{"", "-2", "41", "1/3", "+1", "1.5", "CR 2"} {
		if got, ok := ParseRating(text); ok {
			t.Errorf("%q: %d", text, got)
		}
	}
}

// fight is an encounter that was worked out by hand.
type fight struct {
	party   string // "4x5 1x4"
	foes    string // "3x2": three of rating 2; "1x?": one without a rating
	worth   int
	counted int
	label   string
	unrated string
	above   string
}

func levelsOf(t *testing.T, text string) (party []int) {
	t.Helper()
	for _, f := range foesOf(t, text) {
		level, ok := ParseRating(f.Rating)
		if !ok {
			t.Fatal(text)
		}
		party = append(party, int(level/wholeRating))
	}
	return party
}

// foesOf reads foes such as "3x2 1x?=300": those after "=" have that worth of their own. The name of each is its rating.
func foesOf(t *testing.T, text string) (out []RatedFoe) {
	t.Helper()
	for part := range strings.FieldsSeq(text) {
		count, rest, _ := strings.Cut(part, "x")
		rating, worth, own := strings.Cut(rest, "=")
		foe := RatedFoe{Name: rating, Rating: strings.TrimPrefix(rating, "?")}
		if own {
			w := whole(t, worth)
			foe.Worth = &w
		}
		out = append(out, slices.Repeat([]RatedFoe{foe}, whole(t, count))...)
	}
	return out
}

func whole(t *testing.T, text string) (n int) {
	t.Helper()
	for _, c := range text {
		if c < '0' || c > '9' {
			t.Fatal(text)
		}
		n = n*10 + int(c-'0')
	}
	return n
}

func judged(t *testing.T, name string, fights []fight) {
	t.Helper()
	rs, ok := ByName(name)
	if !ok {
		t.Fatal(name)
	}
	for _, f := range fights {
		j := rs.Difficulty.Judge(levelsOf(t, f.party), foesOf(t, f.foes))
		label, _ := rs.Difficulty.Word(j.Label)
		if j.Worth != f.worth || j.Counted != f.counted || label != f.label || strings.Join(j.Unrated, " ") != f.unrated || strings.Join(j.Above, " ") != f.above {
			t.Errorf("%s, %s for %s: %s, %d, counted as %d, %v, %v; want %+v; budgets %v", name, f.foes, f.party, label, j.Worth, j.Counted, j.Unrated, j.Above, f, j.Budgets)
		}
	}
}

// TestMO24Thresholds: fights worked out by hand with the thresholds and multipliers of five-e-2014 (MO-24, MO-26, worked examples 1 and 10).
func TestMO24Thresholds(t *testing.T) {
	judged(t, "five-e-2014", []fight{
		{"4x5", "3x2", 1350, 2700, "medium", "", ""},                     // x2; easy 1000, medium 2000, hard 3000, deadly 4400
		{"6x5", "3x2", 1350, 2025, "easy", "", ""},                       // x1.5: one step less for six; 1500, 3000
		{"2x5", "3x2", 1350, 3375, "deadly", "", ""},                     // x2.5: one step more for two; deadly 2200
		{"6x5", "1x2", 450, 225, "trivial", "", ""},                      // x0.5: below the first step; easy 1500
		{"4x3", "6x1/4 1x2", 750, 1875, "deadly", "", ""},                // x2.5; 300, 600, 900, 1600
		{"4x3", "5x1/4 1x2", 700, 1400, "hard", "", ""},                  // x2
		{"1x1", "15x0", 150, 750, "deadly", "", ""},                      // x5: beyond the last step; deadly 100
		{"4x1", "1x1/4", 50, 50, "trivial", "", ""},                      // x1; easy 100
		{"4x15 1x16", "1x17", 18000, 18000, "medium", "", ""},            // 7200, 14400, 22000, 32800
		{"3x4", "1x3 1x1/4", 750, 1125, "hard", "", ""},                  // x1.5; exactly hard, 1125; deadly 1500
		{"3x2", "2x1/2 1x?", 200, 400, "medium", "?", ""},                // x2 for three heads, one of which counts for nothing; 150, 300, 450
		{"4x5", "1x40 1x-1 1x30", 155000, 310000, "deadly", "40 -1", ""}, // the table goes from 0 to 30
		{"4x5", "1x?=2000", 2000, 2000, "medium", "", ""},                // a worth of its own
		{"5x20", "7x1/8", 175, 437, "trivial", "", ""},                   // x2.5, rounded down
		{"1x30", "1x21", 33000, 49500, "deadly", "", ""},                 // levels above the list count as its last; x1.5
		{"4x5", "", 0, 0, "trivial", "", ""},                             // nobody is there
	})
}

// TestMO24Budgets: fights worked out by hand with the budgets of five-e-2024 (worked example 2).
func TestMO24Budgets(t *testing.T) {
	judged(t, "five-e-2024", []fight{
		{"4x5", "3x2", 1350, 1350, "low", "", ""},                 // 2000, 3000, 4400
		{"5x3", "2x2 9x1/8", 1125, 1125, "moderate", "", ""},      // exactly 225 x 5
		{"5x3", "2x2 10x1/8", 1150, 1150, "high", "", ""},         // one more
		{"1x1", "1x2", 450, 450, "beyond high", "", ""},           // 100
		{"4x5", "1x9", 5000, 5000, "beyond high", "", ""},         // 4400
		{"4x1", "1x1", 200, 200, "low", "", ""},                   // exactly 200
		{"4x1", "1x1 1x1/8", 225, 225, "moderate", "", ""},        // 300
		{"4x20", "1x24", 62000, 62000, "high", "", ""},            // 25600, 52800, 88000
		{"4x5 1x4", "2x5", 3600, 3600, "high", "", ""},            // 2250, 3375, 4900
		{"4x1", "1x?=300", 300, 300, "moderate", "", ""},          // a worth of its own
		{"4x1", "2x?", 0, 0, "low", "?", ""},                      // nothing is known of them
		{"2x11 1x7", "1x8 1x10 10x0", 9900, 9900, "high", "", ""}, // 1900, 2900, 4100 each, and 750, 1300, 1700: exactly 9900
	})
}

// TestMO24Differences: fights worked out by hand with the differences of three-actions (worked example 3).
func TestMO24Differences(t *testing.T) {
	judged(t, "three-actions", []fight{
		{"4x3", "2x3", 80, 80, "moderate", "", ""},           // 40, 60, 80, 120, 160
		{"4x3", "1x3 1x4", 100, 100, "severe", "", ""},       // one is elite
		{"4x3", "1x9", 160, 160, "extreme", "", "9"},         // six above: counts as four above
		{"4x3", "1x-1", 10, 10, "trivial", "", ""},           // four below
		{"4x5", "7x0", 0, 0, "trivial", "", ""},              // five below: worth nothing
		{"4x1", "4x-1", 80, 80, "moderate", "", ""},          // two below, 20 each
		{"5x2", "1x4", 80, 80, "moderate", "", ""},           // 50, 75, 100
		{"3x3 1x4", "1x3", 40, 40, "trivial", "", ""},        // 3.25 is 3
		{"2x3 2x4", "1x5", 60, 60, "low", "", ""},            // 3.5 is 4
		{"4x10", "2x13", 240, 240, "beyond extreme", "", ""}, // 120 each
		{"4x1", "1x1/2 1x1", 40, 40, "trivial", "1/2", ""},   // half a level below has no worth
		{"1x1", "1x2 1x?=7", 67, 67, "beyond extreme", "", ""},
	})
}

// TestMO26Judgement checks all that a judgement says.
func TestMO26Judgement(t *testing.T) {
	rs, _ := ByName("five-e-2014")
	j := rs.Difficulty.Judge([]int{4, 5, 5}, foesOf(t, "3x2 1x? 1x?"))
	if j.Foes != 5 || j.Times != 20 || !slices.Equal(j.Party, []int{5, 5, 4}) || !slices.Equal(j.Budgets, []int{625, 1250, 1875, 2700}) || !slices.Equal(j.Unrated, []string{"?"}) {
		t.Errorf("%+v", j)
	}
	if l, ok := rs.Difficulty.FindLabel(" Hard "); !ok || l != 2 {
		t.Errorf("%d, %v", l, ok)
	}
	if _, ok := rs.Difficulty.FindLabel("trivial"); ok {
		t.Error("what is below all budgets can't be asked for")
	}
}

// TestMO27Each: worked examples 3 and 8.
func TestMO27Each(t *testing.T) {
	for _, row := range []struct {
		rules              string
		worth, heads, want int
	}{{"three-actions", 80, 4, 80}, {"three-actions", 80, 5, 64}, {"five-e-2014", 900, 4, 225}, {"five-e-2014", 900, 3, 300}, {"five-e-2024", 100, 3, 33}, {"five-e-2014", 900, 0, 0}} {
		rs, _ := ByName(row.rules)
		if got := rs.Difficulty.Each(row.worth, row.heads); got != row.want {
			t.Errorf("%+v: %d", row, got)
		}
	}
}

// TestMO31Rating: what an adjustment adds to the rating, and what hit points it adds at which.
func TestMO31Rating(t *testing.T) {
	rs, _ := ByName("three-actions")
	elite, weak := rs.Difficulty.Adjustment("elite"), rs.Difficulty.Adjustment("weak")
	for rating, want := range map[string][4]any{
		"3": {"4", 15, "2", -15}, "-1": {"0", 10, "-1", -10}, "1": {"2", 10, "0", -10}, "2": {"3", 15, "1", -10}, "19": {"20", 20, "18", -20}, "20": {"21", 30, "19", -20},
		"21": {"22", 30, "20", -30}, "40": {"40", 30, "39", -30}, "1/2": {"1", 10, "-1", -10}, "": {"", 0, "", 0},
	} {
		if got := [4]any{elite.Rated(rating), elite.HitPoints(rating), weak.Rated(rating), weak.HitPoints(rating)}; got != want {
			t.Errorf("%q: %v, want %v", rating, got, want)
		}
	}
}
