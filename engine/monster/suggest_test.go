package monster

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"roundel/engine/ruleset"
)

var deep = flag.Bool("deep", false, "build as many encounters as a release needs")

// rules returns a ruleset that comes with the bot.
func rules(t *testing.T, name string) *ruleset.Ruleset {
	t.Helper()
	rs, ok := ruleset.ByName(name)
	if !ok {
		t.Fatal(name)
	}
	return rs
}

func told(foes []Picked) string {
	var out []string
	for _, p := range foes {
		out = append(out, fmt.Sprintf("%d %s", p.Count, p.Value))
	}
	return strings.Join(out, ", ")
}

// levelled are monsters of all levels, as a server that plays three-actions may have them.
func levelled() []Monster {
	var out []Monster
	for level := -1; level <= 25; level++ {
		for _, kind := range []string{"Brute", "Mage"} {
			out = append(out, Monster{Name: fmt.Sprintf("%s %d", kind, level), Rating: fmt.Sprint(level), Is: "test humanoid", Tags: []string{"band"}})
		}
	}
	return out
}

// TestMO28Budgets: what is suggested has exactly the label that was asked for, never something over its budget, within the limits, for many seeds of many parties.
func TestMO28Budgets(t *testing.T) {
	seeds := uint64(400)
	if *deep {
		seeds = 10_000
	}
	parties := [][]int{{5, 5, 5, 5}, {1}, {3, 3, 3}, {20, 20, 20, 20, 20, 20}, {11, 10, 9, 2}, {7, 7}}
	for name, own := range map[string][]Monster{"five-e-2014": nil, "five-e-2024": nil, "three-actions": levelled()} {
		rs := rules(t, name)
		all, found := Choices(own, BooksFor(rs)), 0
		for seed := range seeds {
			w := Wish{Rules: rs.Difficulty, Label: ruleset.Label(seed % uint64(len(rs.Difficulty.Budgets))), Party: parties[seed/7%uint64(len(parties))],
				Most: 1 + int(seed/3%12), Kinds: 1 + int(seed/5%4), Seed: seed}
			foes := Build(w, all)
			if foes == nil {
				continue
			}
			found++
			j := w.Rules.Judge(w.Party, Judged(foes))
			_, high := w.Rules.Span(w.Label, w.Party)
			if j.Label != w.Label || j.Counted > high || j.Foes > w.Most || len(foes) > w.Kinds || len(j.Unrated) > 0 {
				t.Fatalf("%s, %+v: %s, %+v", name, w, told(foes), j)
			}
			for i, p := range foes {
				if worth, _, _ := w.Rules.WorthOf(Judged(foes[i : i+1])[0], w.Party); worth < 1 || p.Count < 1 || slices.ContainsFunc(foes[:i], func(q Picked) bool { return q.Value == p.Value }) {
					t.Fatalf("%s, %+v: %s", name, w, told(foes))
				}
			}
		}
		if found < int(seeds)/2 {
			t.Errorf("%s: only %d of %d wishes could be met", name, found, seeds)
		}
	}
}

// TestMO29Equal: equal wishes have equal answers, whatever was read and built before, and the order in which a server's monsters stand doesn't matter.
func TestMO29Equal(t *testing.T) {
	rs := rules(t, "five-e-2014")
	own := []Monster{{Name: "Mud Ape", Rating: "1", Is: "Large beast"}, {Name: "Ash Ape", Rating: "1", Is: "Large beast"}, {Name: "Goblin", Rating: "3", Is: "Small humanoid"}}
	back := slices.Clone(own)
	slices.Reverse(back)
	for seed := range uint64(50) {
		w := Wish{Rules: rs.Difficulty, Label: 1, Party: []int{4, 4, 4}, Most: 6, Kinds: 3, Seed: seed}
		if a, b := told(Build(w, Choices(own, BooksFor(rs)))), told(Build(w, Choices(back, BooksFor(rs)))); a != b || a == "" {
			t.Errorf("seed %d: %q and %q", seed, a, b)
		}
	}
	// It is the same in every process: what is written here was written by another.
	w := Wish{Rules: rs.Difficulty, Label: 2, Party: []int{5, 5, 5, 5}, Most: 8, Kinds: 2, Seed: 7}
	if got, want := told(Build(w, Choices(nil, BooksFor(rs)))), "2 Nightmare, 1 Satyr"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestMO29Different: among 20 seeds there are at least 5 different answers, where there are 20 possible ones, even if these are all of one kind or number.
func TestMO29Different(t *testing.T) {
	rs := rules(t, "five-e-2014")
	twenty := make([]Monster, 20)
	for i := range twenty {
		twenty[i] = Monster{Name: fmt.Sprint("Ape ", i), Rating: "2"}
	}
	for _, row := range []struct {
		name        string
		own         []Monster
		theme       string
		most, kinds int
		label       ruleset.Label
	}{{"all", nil, "", 8, 2, 1}, {"one kind of twenty", twenty, "ape", 3, 1, 1}, {"two kinds, no more than two heads", nil, "", 2, 2, 3}, {"undead", nil, "undead", 8, 2, 2}, {"four", nil, "", 12, 4, 3}} {
		seen := map[string]bool{}
		for seed := range uint64(20) {
			seen[told(Build(Wish{Rules: rs.Difficulty, Label: row.label, Party: []int{5, 5, 5, 5}, Most: row.most, Kinds: row.kinds, Seed: seed}, Themed(Choices(row.own, BooksFor(rs)), row.theme)))] = true
		}
		if len(seen) < 5 || seen[""] {
			t.Errorf("%s: %d answers: %v", row.name, len(seen), seen)
		}
	}
}

// TestMO28Possible: whether there is an answer is found out exactly, also where only three or four kinds will do.
func TestMO28Possible(t *testing.T) {
	worths := func(list ...int) (out []Choice) {
		for i, w := range list {
			out = append(out, Choice{Value: fmt.Sprint(i), Name: fmt.Sprint(i), Worth: &w})
		}
		return out
	}
	d := &ruleset.Difficulty{Within: true, Budgets: []ruleset.Budget{{Label: "none", Each: []int{99}}, {Label: "exact", Each: []int{100}}, {Label: "more", Each: []int{101}}}, Award: 1}
	for _, row := range []struct {
		kinds       []Choice
		most, limit int
		possible    bool
	}{
		{worths(60, 30, 10), 3, 3, true}, {worths(60, 30, 10), 3, 2, false}, {worths(41, 33, 19, 7), 4, 4, true}, {worths(41, 33, 19, 7), 4, 3, false},
		{worths(99, 3), 50, 4, false}, {worths(50), 2, 1, true}, {worths(50), 1, 4, false}, {worths(0, 100), 9, 4, true}, {nil, 5, 4, false},
	} {
		w := Wish{Rules: d, Label: 1, Party: []int{1}, Most: row.most, Kinds: row.limit, Seed: 3}
		out := Build(w, row.kinds)
		if sum := d.Judge(w.Party, Judged(out)).Worth; (out != nil) != row.possible || out != nil && sum != 100 {
			t.Errorf("%d heads of %d kinds: %q", row.most, row.limit, told(out))
		}
	}
}

// everyAnswer returns all foes that a wish allows, as [told] has them, by trying all of them out.
func everyAnswer(w Wish, all []Choice) map[string]bool {
	out := map[string]bool{}
	var foes []Picked
	var more func(from, heads int)
	more = func(from, heads int) {
		if j := w.Rules.Judge(w.Party, Judged(foes)); len(foes) > 0 && j.Label == w.Label {
			out[told(sorted(slices.Clone(foes)))] = true
		}
		for i := from; i < len(all) && len(foes) < w.Kinds; i++ {
			if *all[i].Worth < 1 {
				continue
			}
			for n := 1; n <= w.Most-heads; n++ {
				foes = append(foes, Picked{all[i], n})
				more(i+1, heads+n)
				foes = foes[:len(foes)-1]
			}
		}
	}
	more(0, 0)
	return out
}

// smallTable returns a random table of a few kinds, and a wish for it that few foes fulfil.
func smallTable(rng *rand.Rand) (Wish, []Choice) {
	var all []Choice
	for i := range 2 + rng.IntN(5) {
		worth := rng.IntN(60)
		all = append(all, Choice{Value: fmt.Sprint(i), Name: fmt.Sprint(i), Worth: &worth})
	}
	d := &ruleset.Difficulty{Within: rng.IntN(2) == 0, Award: 1}
	from := rng.IntN(150)
	for i := range 2 + rng.IntN(3) {
		d.Budgets = append(d.Budgets, ruleset.Budget{Label: fmt.Sprint(i), Each: []int{from}})
		from += 1 + rng.IntN(4)
	}
	if rng.IntN(2) == 0 {
		d.Many = []ruleset.Many{{From: 1, Times: 10}, {From: 2 + rng.IntN(2), Times: 15}, {From: 5, Times: ruleset.Tenths(17 + rng.IntN(20))}}
		d.Few = &ruleset.Few{Below: 2, Above: 2, Ends: [2]ruleset.Tenths{5, 50}}
	}
	return Wish{Rules: d, Label: ruleset.Label(rng.IntN(len(d.Budgets))), Party: slices.Repeat([]int{1}, 1+rng.IntN(3)), Most: 1 + rng.IntN(6), Kinds: 1 + rng.IntN(4)}, all
}

// TestMO28EveryTable: of small tables, all foes that there are have been tried out: one of them is suggested wherever there is one, and nothing else. Where
// there are 20, 20 seeds give at least 5 (MO-29), also if all of them need three or four kinds.
func TestMO28EveryTable(t *testing.T) {
	tables := 1500
	if *deep {
		tables = 20_000
	}
	many, none := 0, 0
	for n := range tables {
		w, all := smallTable(rand.New(rand.NewPCG(uint64(n), 28)))
		possible := everyAnswer(w, all)
		seen := map[string]bool{}
		for seed := range uint64(20) {
			w.Seed = seed
			foes := told(Build(w, all))
			if foes != "" && !possible[foes] || foes == "" && len(possible) > 0 {
				t.Fatalf("table %d, %+v: %q, where there are %d", n, w, foes, len(possible))
			}
			seen[foes] = true
		}
		switch {
		case len(possible) == 0:
			none++
		case len(possible) >= 20:
			many++
			if len(seen) < 5 {
				t.Errorf("table %d, %+v: %d of %d answers: %v", n, w, len(seen), len(possible), seen)
			}
		}
	}
	if none < tables/20 || many < tables/20 {
		t.Errorf("%d tables without an answer, %d with many", none, many)
	}
}

// TestMO29ManyKinds: seeds give different answers also where only three or four kinds will do, of different worths or of the same.
func TestMO29ManyKinds(t *testing.T) {
	for _, row := range []struct{ groups, step, each int }{{3, 16, 7}, {4, 16, 10}, {3, 0, 0}, {4, 0, 0}} {
		var all []Choice
		sum := row.step * row.each
		for group := range row.groups {
			sum += 1 << group
			for i := range 6 { // no fewer than one of each group add up to the sum
				worth := row.step*i + 1<<group
				all = append(all, Choice{Value: fmt.Sprint(group, " ", i), Name: fmt.Sprint(group, " ", i), Worth: &worth})
			}
		}
		d := &ruleset.Difficulty{Within: true, Award: 1}
		for _, each := range []int{sum - 1, sum, sum + 1} {
			d.Budgets = append(d.Budgets, ruleset.Budget{Label: fmt.Sprint(each), Each: []int{each}})
		}
		w := Wish{Rules: d, Label: 1, Party: []int{1}, Most: row.groups, Kinds: row.groups}
		possible, seen := everyAnswer(w, all), map[string]bool{}
		for w.Seed = range uint64(20) {
			seen[told(Build(w, all))] = true
		}
		if row.step > 0 && (len(possible) < 20 || strings.Count(fmt.Sprint(possible), ",") != (row.groups-1)*len(possible)) || len(seen) < 5 || seen[""] {
			t.Errorf("%+v: %d of %d answers: %v", row, len(seen), len(possible), seen)
		}
	}
}

// TestMO28LimitLosesNothing: whatever of the books is suggested for parties as people play them, with every word of the books as a theme, no search for three
// or four kinds ends before all of them have been tried out.
func TestMO28LimitLosesNothing(t *testing.T) {
	sizes, levels, mosts, every := []int{1, 4}, []int{1, 3, 5, 11, 20}, []int{3, 8, 50}, 7
	if *deep {
		sizes, levels, mosts, every = []int{1, 2, 3, 4, 5, 6, 8}, []int{1, 2, 3, 4, 5, 7, 9, 11, 13, 15, 17, 20}, []int{3, 4, 5, 6, 8, 10, 12, 16, 24, 50}, 1
	}
	searches, most, found := 0, 0, 0
	for _, name := range []string{"five-e-2014", "five-e-2024", "three-actions"} {
		rs := rules(t, name)
		var own []Monster
		if name == "three-actions" {
			own = levelled()
		}
		all := Choices(own, BooksFor(rs))
		themes := map[string][]Choice{}
		for _, c := range all {
			for _, word := range c.words {
				themes[word] = nil
			}
		}
		words := append(slices.Sorted(maps.Keys(themes)), "")
		for i, theme := range words {
			if i%every != 0 && theme != "" {
				continue
			}
			kinds := Themed(all, theme)
			for _, size := range sizes {
				for _, level := range levels {
					for _, m := range mosts {
						for label := range rs.Difficulty.Budgets {
							w := Wish{Rules: rs.Difficulty, Label: ruleset.Label(label), Party: slices.Repeat([]int{level}, size), Most: m, Kinds: 4, Seed: uint64(i)}
							for _, b := range builders(w, kinds) {
								b.work = maxWork
								out := b.build()
								if out != nil {
									found++
									break
								}
								if b.order != nil { // it has searched, and found none
									searches++
									if b.work <= 0 {
										t.Errorf("%s, %q, %+v: the search has given up", name, theme, w)
									}
									most = max(most, maxWork-b.work)
								}
							}
						}
					}
				}
			}
		}
	}
	t.Logf("%d searches of at most %d steps, %d answers", searches, most, found)
	if searches == 0 || found == 0 {
		t.Error("nothing was searched for or found")
	}
}

// TestMO28Bounded: a table that is made to keep the search busy, with many worths and no answer, takes no more steps than the limit.
func TestMO28Bounded(t *testing.T) {
	var all []Choice
	for i := range 200 {
		worth := 1000 + 10*i
		all = append(all, Choice{Value: fmt.Sprint(i), Name: fmt.Sprint(i), Worth: &worth})
	}
	d := &ruleset.Difficulty{Within: true, Award: 1, Budgets: []ruleset.Budget{{Label: "under", Each: []int{50_001}}, {Label: "exact", Each: []int{50_002}}}}
	b := builders(Wish{Rules: d, Label: 1, Party: []int{1}, Most: 50, Kinds: 4, Seed: 3}, all)[0]
	if out := b.build(); out != nil || b.work > 0 || b.work < -200*50 {
		t.Errorf("%q, %d steps left", told(out), b.work)
	}
}

// TestMO28Themes: each word begins a word of the name, of what it is or of its tags; a comma is "or".
func TestMO28Themes(t *testing.T) {
	all := Choices([]Monster{{Name: "Mud Ape", Rating: "1", Is: "Large beast", Tags: []string{"swamp"}}}, Books())
	for theme, want := range map[string]bool{"": true, "ape": true, "MUD": true, "large be": true, "swa ap": true, "goblin, beast": true, "pe": false, "ape goblin": false, ", ,": true, "zzz": false} {
		if got := slices.ContainsFunc(Themed(all, theme), func(c Choice) bool { return c.Name == "Mud Ape" }); got != want {
			t.Errorf("%q: %v", theme, got)
		}
	}
	if n := len(Themed(all, "dragon")); n < 40 || n > 120 {
		t.Errorf("%d dragons", n)
	}
	seen := map[string]bool{}
	for _, c := range all {
		if seen[c.Name] {
			t.Errorf("%s is there twice", c.Name)
		}
		seen[c.Name] = true
	}
}

// TestMO28Cheap: all kinds of a book are read once, and not again: that would take an allocation for each of their abilities and more.
func TestMO28Cheap(t *testing.T) {
	all := Choices(nil, Books())
	if n := testing.AllocsPerRun(10, func() { Choices(nil, Books()) }); n > 2*float64(len(all)) {
		t.Errorf("%v allocations for %d kinds", n, len(all))
	}
}

func BenchmarkBuild(b *testing.B) {
	rs, _ := ruleset.ByName("five-e-2024")
	all := Choices(nil, BooksFor(rs))
	for b.Loop() {
		Build(Wish{Rules: rs.Difficulty, Label: 2, Party: []int{9, 9, 9, 9}, Most: 50, Kinds: 4, Seed: 5}, all)
	}
}
