package monster

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"

	"roundel/engine/ruleset"
)

// Choice is a kind of foe that an encounter can be built with (MO-28).
type Choice struct {
	Value  string // what is typed for it; see [Named.Value]
	Name   string
	Rating string
	Worth  *int

	words []string // of its name, what it is and its tags, in lower case
}

func choice(m *Monster) Choice {
	return Choice{Value: m.Name, Name: m.Name, Rating: m.Rating, Worth: m.Worth, words: wordsOf(strings.Join(append([]string{m.Name, m.Is}, m.Tags...), " "))}
}

// choices returns the book's monsters as choices, in order. The whole book is read once, which takes some milliseconds; only the choices are
// kept in memory.
func (b *Book) choices() []Choice {
	b.rated.Do(func() {
		for n := 0; n*BlockSize < len(b.Index().Names); n++ {
			var block []Monster
			if err := b.read(BlockFile(n), &block); err != nil {
				panic(fmt.Sprintf("monster: the embedded book %s: %v", b.Key, err)) // the tests read all of it
			}
			for i := range block {
				b.all = append(b.all, choice(&block[i]))
			}
		}
	})
	return b.all
}

// Choices returns the kinds that an encounter can be built with: a server's own, then those of each book. Of several with the same name, only
// the first counts.
func Choices(own []Monster, from []*Book) []Choice {
	var out []Choice
	seen := map[string]bool{}
	add := func(list []Choice) {
		for _, c := range list {
			if key := strings.ToLower(c.Name); !seen[key] {
				seen[key] = true
				out = append(out, c)
			}
		}
	}
	for i := range own {
		add([]Choice{choice(&own[i])})
	}
	for _, b := range from {
		add(b.choices())
	}
	return out
}

// Themed returns the choices that match a theme: each word of it must be the beginning of a word of the kind's name, its description or its
// tags. A comma means "or" (MO-28). An empty theme matches everything.
func Themed(all []Choice, theme string) []Choice {
	var themes [][]string
	for either := range strings.SplitSeq(theme, ",") {
		if words := wordsOf(either); len(words) > 0 {
			themes = append(themes, words)
		}
	}
	if len(themes) == 0 {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(c Choice) bool {
		fits := func(words []string) bool {
			return !slices.ContainsFunc(words, func(word string) bool {
				return !slices.ContainsFunc(c.words, func(full string) bool { return strings.HasPrefix(full, word) })
			})
		}
		return !slices.ContainsFunc(themes, fits)
	})
}

// Wish describes the encounter that somebody wants (MO-28).
type Wish struct {
	Rules *ruleset.Difficulty
	Label ruleset.Label // of a budget, or what is below or beyond all of them
	Party []int         // levels
	Most  int           // heads, at least 1
	Kinds int           // 1 to 4
	Seed  uint64
}

// Picked is a number of foes of one kind.
type Picked struct {
	Choice
	Count int
}

// Judged returns the foes one by one, for the difficulty of the fight to be judged.
func Judged(foes []Picked) []ruleset.RatedFoe {
	var out []ruleset.RatedFoe
	for _, p := range foes {
		out = append(out, slices.Repeat([]ruleset.RatedFoe{{Name: p.Name, Rating: p.Rating, Worth: p.Worth}}, p.Count)...)
	}
	return out
}

// Build returns foes for an encounter of exactly the label wished for, the most dangerous kind first, or nil if there are none. The same wish
// and choices always give the same foes (MO-28, MO-29).
func Build(w Wish, all []Choice) []Picked {
	for _, b := range builders(w, all) {
		if out := b.build(); out != nil {
			return out
		}
	}
	return nil
}

// builders returns what looks for foes, one after the other until one has found some.
func builders(w Wish, all []Choice) []*builder {
	var near, any []priced
	for _, c := range all {
		worth, known, above := w.Rules.WorthOf(ruleset.RatedFoe{Name: c.Name, Rating: c.Rating, Worth: c.Worth}, w.Party)
		if !known || worth < 1 {
			continue
		}
		any = append(any, priced{c, worth})
		if !above {
			near = append(near, priced{c, worth})
		}
	}
	// Foes that are above the ruleset's scale are far more dangerous than their worth suggests, so they are used only if nothing else will do.
	var out []*builder
	for _, kinds := range [][]priced{near, any} {
		if len(out) == 0 || len(near) < len(any) {
			out = append(out, &builder{Wish: w, rng: rand.New(rand.NewPCG(w.Seed, uint64(len(kinds)))), classes: classesOf(kinds)})
		}
	}
	return out
}

// priced is a kind and what it is worth against the party.
type priced struct {
	Choice
	worth int
}

// class holds the kinds of the same worth, by name.
type class struct {
	worth int
	kinds []Choice
}

// classesOf groups the kinds by worth, the lowest first.
func classesOf(kinds []priced) []class {
	slices.SortStableFunc(kinds, func(a, b priced) int {
		return cmp.Or(cmp.Compare(a.worth, b.worth), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Value, b.Value))
	})
	var out []class
	for _, k := range kinds {
		if len(out) == 0 || out[len(out)-1].worth != k.worth {
			out = append(out, class{worth: k.worth})
		}
		last := &out[len(out)-1]
		last.kinds = append(last.kinds, k.Choice)
	}
	return out
}

// builder looks for foes. For one or two kinds, it counts all solutions without listing them, and picks one. For more kinds, it picks the
// first ones at random and looks for the last two in that way.
type builder struct {
	Wish
	rng     *rand.Rand
	classes []class
	order   []int // in which a search tries classes
	work    int   // steps that a search may still take
}

const (
	// maxWork limits the search for three or four kinds when there is no solution with one or two. It is twice what the books need, and takes less than a
	// second with whatever ruleset and monsters a server has.
	maxWork = 5_000_000
	// someWork limits it when there are such solutions, but no more than fewAnswers.
	someWork   = 1_000_000
	fewAnswers = 40
)

// span is a range of worths.
type span struct{ low, high int }

// spanOf returns the range in which the total worth of that many foes must be; ok is false if there is none.
func (b *builder) spanOf(heads int) (s span, ok bool) {
	times := int(b.Rules.Times(heads, len(b.Party)))
	low, high := b.Rules.Span(b.Label, b.Party)
	s.low = (low*10 + times - 1) / times
	s.high = math.MaxInt
	if high < math.MaxInt/10-1 {
		s.high = ((high+1)*10 - 1) / times
	}
	return s, s.low <= s.high
}

// less returns the range that is left for the others when some foes are worth that much.
func (s span) less(worth int) span {
	s.low -= worth
	if s.high != math.MaxInt {
		s.high -= worth
	}
	return s
}

// way is a combination of a number of foes and a number of kinds that has solutions.
type way struct {
	heads, kinds int
	span         span
	weight       int
}

// maxWeight keeps numbers of foes with many solutions from crowding out the others.
const maxWeight = 60

func (b *builder) build() []Picked {
	if len(b.classes) == 0 {
		return nil
	}
	var ways []way
	total, answers := 0, 0
	for heads := 1; heads <= b.Most; heads++ {
		s, ok := b.spanOf(heads)
		if !ok {
			continue
		}
		near := 1
		if heads <= 2*len(b.Party) { // fights against about as many as the party are the usual ones
			near = 3
		}
		for kinds := 1; kinds <= min(2, b.Kinds, heads); kinds++ {
			if n := b.count(heads, kinds, s); n > 0 {
				w := way{heads, kinds, s, near * min(n, maxWeight)}
				ways, total, answers = append(ways, w), total+w.weight, answers+n
			}
		}
	}
	if total == 0 {
		return b.search(maxWork)
	}
	n := b.rng.IntN(total)
	chosen := ways[slices.IndexFunc(ways, func(w way) bool { n -= w.weight; return n < 0 })]
	if b.Kinds > 2 && b.rng.IntN(2) == 0 {
		for n := 0; n < 8 && chosen.heads > 2; n++ {
			if out := b.more(chosen.heads, chosen.span, 2+b.rng.IntN(min(b.Kinds, chosen.heads)-1)); out != nil {
				return sorted(out)
			}
		}
		if answers <= fewAnswers {
			if out := b.search(someWork); out != nil {
				return out
			}
		}
	}
	return sorted(b.pick(chosen.heads, chosen.kinds, chosen.span, b.rng.IntN(b.count(chosen.heads, chosen.kinds, chosen.span))))
}

// more picks foes of at least three kinds, the first ones at random. It returns nil if nothing fits with them.
func (b *builder) more(heads int, s span, kinds int) []Picked {
	if kinds <= 2 {
		n := b.count(heads, kinds, s)
		if n == 0 {
			return nil
		}
		return b.pick(heads, kinds, s, b.rng.IntN(n))
	}
	c := b.rng.IntN(len(b.classes))
	if len(b.classes[c].kinds) == 0 {
		return nil
	}
	first := Picked{b.classes[c].kinds[b.rng.IntN(len(b.classes[c].kinds))], 1 + b.rng.IntN(heads-kinds+1)}
	rest := b.without(c, first.Value)
	out := rest.more(heads-first.Count, s.less(first.Count*b.classes[c].worth), kinds-1)
	if out == nil {
		return nil
	}
	return append(out, first)
}

// search looks for foes of three or four kinds, one kind of each worth after the other, in an order that the seed decides. It gives up after that many steps.
func (b *builder) search(work int) []Picked {
	b.work, b.order = work, b.rng.Perm(len(b.classes))
	for _, c := range b.classes {
		b.rng.Shuffle(len(c.kinds), func(i, j int) { c.kinds[i], c.kinds[j] = c.kinds[j], c.kinds[i] })
	}
	for kinds := 3; kinds <= b.Kinds; kinds++ {
		for _, n := range b.rng.Perm(max(0, b.Most-kinds+1)) {
			if s, ok := b.spanOf(kinds + n); ok {
				if out := b.all(kinds+n, kinds, s); out != nil {
					return sorted(out)
				}
			}
		}
	}
	return nil
}

// all looks for a solution with exactly that many foes and kinds.
func (b *builder) all(heads, kinds int, s span) []Picked {
	if kinds <= 2 {
		b.work -= len(b.classes) * heads
		n := b.count(heads, kinds, s)
		if n == 0 {
			return nil
		}
		return b.pick(heads, kinds, s, b.rng.IntN(n))
	}
	for _, c := range b.order {
		class := b.classes[c]
		if len(class.kinds) == 0 || heads*b.classes[len(b.classes)-1].worth < s.low {
			continue
		}
		for n := 1; n <= heads-kinds+1 && b.work > 0; n++ {
			left := s.less(n * class.worth)
			if left.high < 0 {
				break
			}
			rest := b.without(c, class.kinds[0].Value)
			rest.work = b.work
			out := rest.all(heads-n, kinds-1, left)
			b.work = rest.work
			if out != nil {
				return append(out, Picked{class.kinds[0], n})
			}
		}
	}
	return nil
}

// without returns a builder that lacks one kind of a class.
func (b *builder) without(c int, value string) *builder {
	out := *b
	out.classes = slices.Clone(b.classes)
	out.classes[c].kinds = slices.DeleteFunc(slices.Clone(b.classes[c].kinds), func(k Choice) bool { return k.Value == value })
	return &out
}

// within returns the range of classes, from and up to but not including to, of which that many foes fit the range of worth.
func (b *builder) within(foes int, s span) (from, to int) {
	from = sort.Search(len(b.classes), func(i int) bool { return b.classes[i].worth*foes >= s.low })
	to = from + sort.Search(len(b.classes)-from, func(i int) bool { return b.classes[from+i].worth*foes > s.high })
	return from, to
}

// count returns how many solutions there are with exactly that many foes and kinds. With two kinds, each solution counts twice.
func (b *builder) count(heads, kinds int, s span) int {
	n := 0
	if kinds == 1 {
		from, to := b.within(heads, s)
		for c := from; c < to; c++ {
			n += len(b.classes[c].kinds)
		}
		return n
	}
	b.pairs(heads, s, func(c, _, _, _, others int) bool {
		n += len(b.classes[c].kinds) * others
		return true
	})
	return n
}

// pairs calls each for every way to take first foes from class c and the others from one of the classes from (inclusive) to to (exclusive);
// others is how many kinds those have. It stops when each returns false.
func (b *builder) pairs(heads int, s span, each func(c, first, from, to, others int) bool) {
	before := make([]int, len(b.classes)+1) // how many kinds are in the classes before one
	for c := range b.classes {
		before[c+1] = before[c] + len(b.classes[c].kinds)
	}
	for c := range b.classes {
		for first := 1; first < heads; first++ {
			from, to := b.within(heads-first, s.less(first*b.classes[c].worth))
			others := before[to] - before[from]
			if from <= c && c < to {
				others-- // a kind and itself are one kind
			}
			if others > 0 && !each(c, first, from, to, others) {
				return
			}
		}
	}
}

// pick returns the nth solution, counted from 0.
func (b *builder) pick(heads, kinds int, s span, n int) []Picked {
	if kinds == 1 {
		from, to := b.within(heads, s)
		for c := from; c < to; c++ {
			if n < len(b.classes[c].kinds) {
				return []Picked{{b.classes[c].kinds[n], heads}}
			}
			n -= len(b.classes[c].kinds)
		}
		return nil
	}
	var out []Picked
	b.pairs(heads, s, func(c, first, from, _, others int) bool {
		if all := len(b.classes[c].kinds) * others; n >= all {
			n -= all
			return true
		}
		k := b.classes[c].kinds[n/others]
		rest := b.without(c, k.Value)
		n %= others
		for n >= len(rest.classes[from].kinds) {
			n -= len(rest.classes[from].kinds)
			from++
		}
		out = []Picked{{k, first}, {rest.classes[from].kinds[n], heads - first}}
		return false
	})
	return out
}

// sorted returns foes with the most dangerous kind first.
func sorted(foes []Picked) []Picked {
	slices.SortStableFunc(foes, func(x, y Picked) int {
		a, _ := ruleset.ParseRating(x.Rating)
		b, _ := ruleset.ParseRating(y.Rating)
		return cmp.Or(cmp.Compare(b, a), cmp.Compare(x.Name, y.Name))
	})
	return foes
}
