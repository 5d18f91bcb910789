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

// TestNU36Checks: a check that damage caused is kept from those to whom it would tell how much reached hit points: those who aren't shown them at all
// and, where something may have taken some of it, those who aren't shown numbers. All other checks are shown. It counts for units, too.
func TestNU36Checks(t *testing.T) {
	s := &State{Units: []Unit{{ID: 1}}, Combatants: []Combatant{{ID: 2, Unit: 1, HasHP: true, HP: 5, MaxHP: 9}}}
	for _, c := range []struct {
		shown        HPShown
		hurt, inside bool
		kept         bool
	}{
		{HPNothing, true, false, true}, {HPNothing, true, true, true}, {HPNothing, false, false, false},
		{HPWords, true, false, false}, {HPWords, true, true, true}, {HPWords, false, true, false},
		{HPBar, true, false, false}, {HPBar, true, true, true}, {HPNumbers, true, true, false},
	} {
		s.Combatants[0].HPShown = c.shown
		check := &CheckState{Due: 1, Hurt: c.hurt, Inside: c.inside}
		for _, e := range []Effect{{ID: 3, Target: 2, Check: check}, {ID: 3, Unit: 1, Check: check}} {
			seen := s.SeenChecks([]Effect{e}, "")
			if kept := seen[0].Check == nil; kept != c.kept {
				t.Errorf("%+v, on unit %d: kept %t", c, e.Unit, kept)
			}
		}
	}
}

// TestNU21Numbers: the numbers of a save that is repeated are kept from others if its bearer is the GM's, or if they know of none. Those of other
// checks aren't.
func TestNU21Numbers(t *testing.T) {
	s := &State{Units: []Unit{{ID: 1}}, Combatants: []Combatant{{ID: 2, Unit: 1}, {ID: 3, Unit: 1, Owner: "anna"}, {ID: 4, Unit: 5, Hidden: true}}}
	for _, c := range []struct {
		e    Effect
		kept bool
	}{
		{Effect{Target: 2, Bonus: 4, Save: "dex"}, true}, {Effect{Target: 3, Bonus: 4, Save: "dex"}, false}, {Effect{Target: 2, Bonus: 4}, false},
		{Effect{Unit: 1, Bonus: 4, Save: "dex"}, true}, {Effect{Unit: 5, Bonus: 4, Save: "dex"}, true}, {Effect{Unit: 5, Bonus: 4}, false},
	} {
		seen := s.SeenChecks([]Effect{c.e}, "anna")[0]
		if kept := seen.Blurred && seen.Bonus == 0; kept != c.kept || !kept && seen.Bonus != 4 {
			t.Errorf("%+v: %+v", c, seen)
		}
	}
}
