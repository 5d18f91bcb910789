package ruleset

import (
	"maps"
	"math"
	"slices"
	"strings"
)

// RatedFoe is what a foe brings into the sum of a fight.
type RatedFoe struct {
	Name   string // by which it is named if it doesn't count
	Rating string // empty: unknown
	Worth  *int   // in place of what the ruleset says of its rating
}

// Label is how hard a fight is. From 0 it is a place in [Difficulty.Budgets]; -1 is below the first, and the number of budgets beyond the last.
type Label int

// Judgement is how hard a fight is for a party, and why.
type Judgement struct {
	Label   Label
	Worth   int // of all foes together
	Times   Tenths
	Counted int      // what the number of foes made of Worth
	Foes    int      // heads
	Unrated []string // foes without a known worth, each name once
	Above   []string // foes so far above the party that they count as the highest difference, each name once
	Party   []int    // levels, the highest first
	Budgets []int    // of the party, in the order of [Difficulty.Budgets]
}

// WorthOf returns what a foe is worth to a party. known: it has a rating that counts. above: it counts only as the highest difference (MO-24).
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
	rating -= Rating(average(party)) * One
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

// Ratings returns the ratings that foes can have: those of Worth or, where differences count, all whole ones.
func (d *Difficulty) Ratings() []string {
	list := slices.Collect(maps.Keys(d.Worth))
	if d.Difference {
		list = nil
		for r := -One; r <= 25*One; r += One {
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

// average returns the average level of a party, rounded to the nearest, halves up.
func average(party []int) int {
	sum := 0
	for _, level := range party {
		sum += level
	}
	return (2*sum + len(party)) / (2 * len(party))
}

// Judge returns how hard a fight against these foes is for a party of these levels, of which there is at least one (MO-24, MO-26).
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
			j.Budgets[i] += d.Budgets[i].At(level)
		}
	}
	j.Label = d.labelOf(j.Counted, j.Budgets)
	return j
}

// labelOf returns the label of what foes count as.
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

// Times returns what the worth of so many foes is multiplied by for so many characters.
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

// Span returns from what to what foes count that have a label of a budget: high is [math.MaxInt] where nothing is too much.
func (d *Difficulty) Span(l Label, party []int) (low, high int) {
	of := func(i Label) (sum int) {
		for _, level := range party {
			sum += d.Budgets[i].At(level)
		}
		return sum
	}
	last := Label(len(d.Budgets) - 1)
	switch {
	case d.Within && l == 0:
		return 0, of(0)
	case d.Within:
		return of(l-1) + 1, of(l)
	case l == last:
		return of(l), math.MaxInt
	}
	return of(l), of(l+1) - 1
}

// Word returns what a label is called in the file. ok is false where the file has no word for what is below its first budget or beyond its last.
func (d *Difficulty) Word(l Label) (word string, ok bool) {
	if l >= 0 && int(l) < len(d.Budgets) {
		return d.Budgets[l].Label, true
	}
	return d.Outside, d.Outside != ""
}

// LabelText returns what a label is called, as other programs read it.
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

// FindLabel returns the label of a budget that is called so.
func (d *Difficulty) FindLabel(word string) (Label, bool) {
	word = strings.Join(strings.Fields(word), " ")
	i := slices.IndexFunc(d.Budgets, func(b Budget) bool { return strings.EqualFold(b.Label, word) })
	return Label(i), i >= 0
}

// Each returns what each of so many heads gets for foes that were worth so much, rounded down (MO-27). Without heads it is 0.
func (d *Difficulty) Each(worth, heads int) int {
	if heads < 1 {
		return 0
	}
	return worth * d.Award / heads
}
