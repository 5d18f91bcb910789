package engine

import "testing"

// TestNU32PlacesOfABar: ten at full, else a tenth each, rounded down, and at least one above 0.
func TestNU32PlacesOfABar(t *testing.T) {
	for _, c := range []struct{ hp, most, want int }{{0, 30, 0}, {-3, 30, 0}, {1, 30, 1}, {2, 30, 1}, {5, 30, 1}, {6, 30, 2}, {12, 30, 4}, {14, 30, 4}, {29, 30, 9}, {30, 30, 10},
		{1, 1, 10}, {1, 2, 5}, {99_999, 100_000, 9}, {100_000, 100_000, 10}, {40, 30, 10}} {
		if got := BarHP(c.hp, c.most); got != c.want {
			t.Errorf("%d of %d fill %d places, want %d", c.hp, c.most, got, c.want)
		}
	}
}
