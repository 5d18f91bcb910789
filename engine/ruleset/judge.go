package ruleset

import (
	"maps"
	"math"
	"slices"
	"strings"
)

// RatedFoe is a foe as it counts for the difficulty.
type RatedFoe struct {
	Name   string // used to report that it doesn't count
	Rating string // empty: unknown
	Worth  *int   // overrides what the ruleset says about its rating
}

// Label is the difficulty of a fight: an index of [Difficulty.Budgets], -1 if below the first, or the number of budgets if beyond the last.
type Label int

// Judgement is the difficulty of a fight for a party, and why.
type Judgement struct {
	Label   Label
	Worth   int // of all foes together
	Times   Tenths
	Counted int      // Worth after applying the factor for the number of foes
	Foes    int      // how many foes there are
	Unrated []string // foes without a known worth, each name once
	Above   []string // foes so far above the party that they count with the highest difference, each name once
	Party   []int    // levels, the highest first
	Budgets []int    // of the party, in the order of [Difficulty.Budgets]
}

// WorthOf returns what a foe is worth to a party. known is false if its rating doesn't count; above is true if it counts with the highest
// difference (MO-24).
func (d *Difficulty) WorthOf(f RatedFoe, party []int) (worth int, known, above bool) {
	if f.Worth != nil {
		return *f.Worth, true, false
	}
	rating, ok := ParseRating(f.Rating)
	if !ok || d.Difference && len(party) == 0 {
		return 0, false, false
	}
	if !d.Difference {
		worth, known = d.Worth[rating]
		return worth, known, false
	}
	rating -= Rating(average(party)) * wholeRating
	lowest, highest := d.span()
	switch {
	case rating < lowest:
		return 0, true, false
	case rating > highest:
		return d.Worth[highest], true, true
	}
	worth, known = d.Worth[rating]
	return worth, known, false
}

// span returns the lowest and the highest difference with a worth.
func (d *Difficulty) span() (lowest, highest Rating) {
	keys := slices.Collect(maps.Keys(d.Worth))
	return slices.Min(keys), slices.Max(keys)
}

// Ratings returns the ratings that foes can have: those in Worth or, if differences count, all whole ones.
func (d *Difficulty) Ratings() []string {
	list := slices.Collect(maps.Keys(d.Worth))
	if d.Difference {
		list = nil
		for r := -wholeRating; r <= 25*wholeRating; r += wholeRating {
			list = append(list, r)
		}
	}
	slices.Sort(list)
	out := make([]string, len(list))
	for i, r := range list {
		out[i] = r.String()
	}
	return out
}

// average returns the average level of a party, rounded to the nearest; halves are rounded up.
func average(party []int) int {
	sum := 0
	for _, level := range party {
		sum += level
	}
	return (2*sum + len(party)) / (2 * len(party))
}

// Judge returns the difficulty of these foes for a party with these levels, of which there must be at least one (MO-24, MO-26).
func (d *Difficulty) Judge(party []int, foes []RatedFoe) Judgement {
	j := Judgement{Foes: len(foes), Party: slices.Clone(party), Budgets: make([]int, len(d.Budgets))}
	slices.SortFunc(j.Party, func(a, b int) int { return b - a })
	for _, f := range foes {
		worth, known, above := d.WorthOf(f, party)
		j.Worth += worth
		if !known && !slices.Contains(j.Unrated, f.Name) {
			j.Unrated = append(j.Unrated, f.Name)
		}
		if above && !slices.Contains(j.Above, f.Name) {
			j.Above = append(j.Above, f.Name)
		}
	}
	j.Times = d.Times(len(foes), len(party))
	j.Counted = j.Worth * int(j.Times) / 10
	for i := range d.Budgets {
		for _, level := range party {
			j.Budgets[i] += d.Budgets[i].at(level)
		}
	}
	j.Label = d.labelOf(j.Counted, j.Budgets)
	return j
}

// labelOf returns the label for a total.
func (d *Difficulty) labelOf(counted int, budgets []int) Label {
	n := 0
	for _, budget := range budgets {
		if d.Within && counted > budget || !d.Within && counted >= budget {
			n++
		}
	}
	if d.Within {
		return Label(n)
	}
	return Label(n - 1)
}

// Times returns the factor for this many foes and characters.
func (d *Difficulty) Times(foes, party int) Tenths {
	if len(d.Many) == 0 {
		return 10
	}
	step := 0
	for i, m := range d.Many {
		if m.From <= foes {
			step = i
		}
	}
	if f := d.Few; f != nil {
		switch {
		case party < f.Below:
			step++
		case party > f.Above:
			step--
		}
		if step < 0 {
			return f.Ends[0]
		}
		if step >= len(d.Many) {
			return f.Ends[1]
		}
	}
	return d.Many[step].Times
}

// Span returns the lowest and highest totals with a label. high is [math.MaxInt] if there is no limit.
func (d *Difficulty) Span(l Label, party []int) (low, high int) {
	of := func(i Label) (sum int) {
		for _, level := range party {
			sum += d.Budgets[i].at(level)
		}
		return sum
	}
	last := Label(len(d.Budgets) - 1)
	switch {
	case l < 0:
		return 0, of(0) - 1
	case l > last:
		return of(last) + 1, math.MaxInt
	case d.Within && l == 0:
		return 0, of(0)
	case d.Within:
		return of(l-1) + 1, of(l)
	case l == last:
		return of(l), math.MaxInt
	}
	return of(l), of(l+1) - 1
}

// Word returns the file's word for a label. ok is false if it has none for less than the first or more than the last budget.
func (d *Difficulty) Word(l Label) (word string, ok bool) {
	if l >= 0 && int(l) < len(d.Budgets) {
		return d.Budgets[l].Label, true
	}
	return d.Outside, d.Outside != ""
}

// OutsideLabel returns the label for less than the first or more than the last budget.
func (d *Difficulty) OutsideLabel() Label {
	if d.Within {
		return Label(len(d.Budgets))
	}
	return -1
}

// LabelText returns the word for a label, for other programs.
func (d *Difficulty) LabelText(l Label) string {
	word, ok := d.Word(l)
	switch {
	case ok:
		return word
	case l < 0:
		return "below " + d.Budgets[0].Label
	}
	return "beyond " + d.Budgets[len(d.Budgets)-1].Label
}

// FindLabel returns the label of the budget with that name.
func (d *Difficulty) FindLabel(word string) (Label, bool) {
	word = strings.Join(strings.Fields(word), " ")
	i := slices.IndexFunc(d.Budgets, func(b Budget) bool { return strings.EqualFold(b.Label, word) })
	return Label(i), i >= 0
}

// Each returns each character's share of what foes were worth, rounded down (MO-27). It is 0 if there are no characters.
func (d *Difficulty) Each(worth, heads int) int {
	if heads < 1 {
		return 0
	}
	return worth * d.Award / heads
}
