package dice_test

import (
	"math"
	"testing"

	"roundel/engine/dice"
)

// TestCR63 judges the worked example 10 and values of printed tables of the chi-square distribution.
func TestCR63(t *testing.T) {
	f := dice.Judge([]int{8, 12, 9, 11, 14, 6})
	if f.Rolls != 60 || math.Round(f.Mean*100) != 348 || f.Expected != 3.5 || math.Round(f.ChiSquare*10) != 42 || math.Round(f.P*100) != 52 || f.Enough() != 30 {
		t.Errorf("example 10: %+v", f)
	}
	if f := dice.Judge(make([]int, 20)); f.Rolls != 0 || f.P != 1 || f.Enough() != 100 {
		t.Errorf("no rolls: %+v", f)
	}
	// Two faces, ten rolls apart: chi-square is 100 / n, so each table value has its counts.
	for _, row := range []struct {
		sides  int
		chi, p float64
	}{
		{2, 3.841, 0.05}, {2, 10.828, 0.001}, {4, 7.815, 0.05}, {4, 16.266, 0.001}, {6, 11.070, 0.05}, {6, 20.515, 0.001}, {8, 14.067, 0.05},
		{10, 16.919, 0.05}, {10, 27.877, 0.001}, {12, 19.675, 0.05}, {20, 30.144, 0.05}, {20, 43.820, 0.001}, {20, 11.651, 0.9}, {100, 123.225, 0.05}, {100, 148.230, 0.001},
	} {
		if got := dice.TailOf(row.sides, row.chi); math.Abs(got-row.p) > row.p*0.003 {
			t.Errorf("d%d, chi-square %.3f: p is %.5f, the table says %g", row.sides, row.chi, got, row.p)
		}
	}
}

// TestCR63FairSeries throws 10,000 fair series: about 0.1 % of them are very unusual, and 5 % are not fair-looking.
func TestCR63FairSeries(t *testing.T) {
	const series = 10_000
	unusual, uneven := 0, 0
	for seed := range uint64(series) {
		r, counts := dice.Seeded(seed), make([]int, 20)
		for range 400 {
			counts[r.Roll(20)-1]++
		}
		switch f := dice.Judge(counts); {
		case f.P < 0.001:
			unusual++
		case f.P < 0.05:
			uneven++
		}
	}
	if unusual < 2 || unusual > 25 || uneven < 400 || uneven > 580 {
		t.Errorf("of 10,000 fair series %d are very unusual and %d uneven; expected are 10 and 490", unusual, uneven)
	}
}
