package ruleset

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"roundel/engine/formula"
	"roundel/engine/strictyaml"
)

// Difficulty is what foes are worth and what a party can handle: the key `difficulty`.
type Difficulty struct {
	Rated      string           // the name of ratings: "CR"
	Party      *formula.Formula // a character's level; 0: none
	Difference bool             // Worth is by the rating minus the party's level
	Worth      map[Rating]int   // by rating or difference
	Budgets    []Budget         // the easiest first
	Within     bool             // the label is the easiest whose budget isn't exceeded; otherwise, the hardest whose budget is reached
	Outside    string           // the word for less than the first budget or, with Within, more than the last; empty: none
	Many       []Many           // how the number of foes multiplies the worth, the lowest number first
	Few        *Few             // nil: the number of characters doesn't matter
	Award      int              // each character gets the worth times this, divided by the number of characters
	Adjust     []Adjustment
}

// Budget is what a party can handle at one difficulty.
type Budget struct {
	Label string
	Each  []int // per character, by level from 1; the last is also for higher levels
}

// at returns the budget for a character of a level.
func (b *Budget) at(level int) int { return b.Each[max(0, min(level, len(b.Each))-1)] }

// Tenths is a factor in tenths: 15 is 1.5.
type Tenths int

// String returns the factor as people write it: "1.5", "2".
func (t Tenths) String() string {
	if t%10 == 0 {
		return strconv.Itoa(int(t / 10))
	}
	return strconv.Itoa(int(t/10)) + "." + strconv.Itoa(int(t%10))
}

// Many is the factor that applies from this number of foes on.
type Many struct {
	From  int
	Times Tenths
}

// Few says how the number of characters shifts the step in [Difficulty.Many]: fewer than Below one up, more than Above one down. Ends are the
// factors below the first step and above the last.
type Few struct {
	Below, Above int
	Ends         [2]Tenths
}

const (
	maxLabel  = 20
	maxWorth  = 1000000
	maxBudget = 1000000
	MaxLevel  = 30 // of a character
)

var (
	ratingKeyPattern = regexp.MustCompile(`^(0|-?[1-9][0-9]?|1/8|1/4|1/2)$`)
	wholeKeyPattern  = regexp.MustCompile(`^([1-9][0-9]{0,2})$`)
	adjustPattern    = regexp.MustCompile(`^[a-z][a-z-]{0,19}$`)
)

// factorForm returns the form of factors.
func factorForm() strictyaml.Spec { return strictyaml.Decimal(1, 100) }

// factor reads a factor. Invalid ones have already been refused.
func factor(text string) Tenths {
	n, _ := strictyaml.Tenths(text)
	return Tenths(n)
}

func ratingKeys(of, about string, spec strictyaml.Spec, most int, what string) strictyaml.Spec {
	return strictyaml.Spec{Names: &strictyaml.Named{Of: of, About: about, Spec: spec, Most: most, Pattern: ratingKeyPattern, Length: 4,
		What: "a whole number such as 3 or -1, or 1/8, 1/4 or 1/2"}, What: what}
}

func (r *reader) difficultyKey(k *strictyaml.Keys) {
	k.Add("difficulty", "[how hard a fight is](#difficulty): what foes are worth, and what a party can take", r.difficultyKeys(&Difficulty{}).Spec(), func(n *strictyaml.Node) {
		d := &Difficulty{Award: 1}
		r.difficultyKeys(d).Read(n)
		r.checkDifficulty(n, d)
		r.rs.Difficulty = d
	})
}

// difficultyKeys returns the keys of difficulty (MO-24 to MO-31).
func (r *reader) difficultyKeys(d *Difficulty) *strictyaml.Keys {
	k := strictyaml.NewKeys("difficulty")
	k.Text("rated", "what a rating is called, such as CR", &d.Rated, strictyaml.Text(1, maxLabel)).Must().Then(r.shows)
	r.number(k, "party", "a character's level; 0 is none", &d.Party, scope{from: 0, to: MaxLevel}).Must()
	k.Add("compare", "what `worth` goes by: a foe's `rating` (default), or the `difference` between it and the party's average level", strictyaml.Words("rating", "difference"),
		func(n *strictyaml.Node) { d.Difference = n.Text == "difference" })
	k.Add("worth", "what a foe is worth, by its rating or by the difference",
		ratingKeys("a rating or a difference", "the rating or the difference, and what a foe of it is worth", strictyaml.Number(0, maxWorth), 60,
			"a mapping of 1 to 60 ratings to what they are worth, such as {1/4: 50, 1: 200}"),
		func(n *strictyaml.Node) {
			d.Worth = map[Rating]int{}
			for _, e := range n.Entries {
				rating, known := parseDifference(e.Key.Text)
				if worth, err := strconv.Atoi(e.Value.Text); err == nil && known {
					d.Worth[rating] = worth
				}
				if _, is := ParseRating(e.Key.Text); known && !is && !d.Difference {
					r.Problem(e.Key, "worth: %s is not a rating; one is a whole number from -1 to 40, or 1/8, 1/4 or 1/2", e.Key.Text)
				}
			}
			if len(n.Entries) == 0 {
				r.Problem(n, "worth: there must be at least one rating")
			}
		}).Must()
	k.Add("budgets", "what a party can take of each difficulty, the easiest first, per character: a number, or a list by level, whose last goes on",
		strictyaml.Spec{Names: &strictyaml.Named{Of: "a difficulty", About: "the difficulty, as it is shown and typed, and its budget", Most: 6, Length: maxLabel, Fold: true,
			Spec: strictyaml.ListOf(strictyaml.Number(0, maxBudget), MaxLevel, "a whole number from 0 to 1000000 or a list of at most 30"), What: "a text of at most 20 characters"},
			What: "a mapping of 2 to 6 difficulties to budgets, such as {easy: 10, hard: 20}"}, func(n *strictyaml.Node) { r.budgets(n, d) }).Must()
	k.Add("label", "which difficulty a fight has: `reached` (default), the hardest whose budget is reached, or `within`, the easiest whose budget is not exceeded",
		strictyaml.Words("reached", "within"), func(n *strictyaml.Node) { d.Within = n.Text == "within" })
	outside := func(n *strictyaml.Node) { d.Outside = n.Text }
	k.Add("below", "the word for less than the first budget, with `label: reached`", strictyaml.Text(1, maxLabel), outside).Then(r.shows)
	k.Add("beyond", "the word for more than the last budget, with `label: within`", strictyaml.Text(1, maxLabel), outside).Then(r.shows)
	k.Add("many", "what the worth is multiplied by, from so many foes on; what each gets is not",
		strictyaml.Spec{Names: &strictyaml.Named{Of: "a number of foes", About: "from so many foes on, and the factor", Spec: factorForm(), Most: 20, Pattern: wholeKeyPattern, Length: 3,
			What: "a whole number from 1 to 999"}, What: "a mapping of numbers of foes to factors, such as {1: 1, 2: 1.5}"},
		func(n *strictyaml.Node) {
			for _, e := range n.Entries {
				if from, err := strconv.Atoi(e.Key.Text); err == nil {
					d.Many = append(d.Many, Many{from, factor(e.Value.Text)})
				}
			}
			slices.SortFunc(d.Many, func(a, b Many) int { return a.From - b.From })
			if len(d.Many) > 0 && d.Many[0].From > 1 {
				d.Many = slices.Insert(d.Many, 0, Many{1, 10})
			}
		})
	k.Add("few", "how the number of characters moves the step of `many`", r.fewKeys(&Few{}).Spec(), func(n *strictyaml.Node) {
		d.Few = &Few{}
		r.fewKeys(d.Few).Read(n)
	})
	k.Number("award", "each gets the worth of the foes times this, divided by the number of heads; default: 1", &d.Award, 1, 100)
	k.Add("adjust", "words that make foes stronger or weaker",
		strictyaml.Spec{Names: &strictyaml.Named{Of: "an adjustment", About: "the word, as it is typed, and what it adds", Spec: r.adjustKeys(&Adjustment{}).Spec(), Most: 4, Pattern: adjustPattern,
			Length: maxLabel, What: "at most 20 small letters and hyphens, with a letter first"}, What: "a mapping of at most 4 words, such as elite: {rating: 1}"},
		func(n *strictyaml.Node) {
			for _, e := range n.Mappings() {
				a := Adjustment{Word: e.Key.Text}
				r.adjustKeys(&a).Read(e.Value)
				if slices.Contains([]string{"hidden", "separate", "roll"}, a.Word) {
					r.Problem(e.Key, "adjust: %s after a foe has a meaning of its own; choose another word", a.Word)
				}
				d.Adjust = append(d.Adjust, a)
				r.shown(a.Word)
			}
		})
	return k
}

// fewKeys returns the keys of few.
func (r *reader) fewKeys(f *Few) *strictyaml.Keys {
	k := strictyaml.NewKeys("few")
	k.Number("below", "fewer characters than this: the next higher step of `many`", &f.Below, 1, 20).Must()
	k.Number("above", "more characters than this: the next lower step", &f.Above, 1, 20).Must()
	ends := strictyaml.ListOf(factorForm(), 2, "a list of two factors, such as [0.5, 5]")
	ends.List.Min = 2
	k.Add("ends", "the factors below the first step and above the last", ends, func(n *strictyaml.Node) {
		for i, item := range n.List() {
			if i < len(f.Ends) {
				f.Ends[i] = factor(item.Text)
			}
		}
	}).Must()
	return k
}

// adjustKeys returns the keys of an adjustment (MO-31).
func (r *reader) adjustKeys(a *Adjustment) *strictyaml.Keys {
	k := strictyaml.NewKeys("an adjustment")
	k.Number("rating", "what is added to the rating", &a.Rating, -40, 40)
	k.Add("stats", "what is added to stats", strictyaml.Spec{Names: &strictyaml.Named{Of: "a stat", About: "the stat, and what is added to it", Spec: strictyaml.Number(-100, 100), Most: 20,
		Pattern: keyPattern, Length: strictyaml.MaxKey, What: "the key of a stat"}, What: "a mapping of stats to numbers, such as {ac: 2}"},
		func(n *strictyaml.Node) {
			for _, e := range n.Entries {
				r.statExists(e.Key, "stats")
				if v, err := strconv.Atoi(e.Value.Text); err == nil {
					a.Stats = append(a.Stats, StatChange{e.Key.Text, v})
				}
			}
		})
	k.Number("hit", "what is added to attack rolls", &a.Hit, -100, 100)
	k.Number("damage", "what is added to the damage of each attack and ability", &a.Damage, -100, 100)
	k.Number("dc", "what is added to the difficulty of saves", &a.DC, -100, 100)
	k.Add("hp", "what is added to hit points, by the rating before; the last that is not above it counts",
		ratingKeys("a rating", "from this rating on, and what is added", strictyaml.Number(-1000, 1000), 42, "a mapping of ratings to numbers, such as {1: 10, 5: 20}"),
		func(n *strictyaml.Node) {
			for _, e := range n.Entries {
				from, ok := ParseRating(e.Key.Text)
				if _, known := parseDifference(e.Key.Text); known && !ok {
					r.Problem(e.Key, "hp: %s is not a rating; one is a whole number from -1 to 40, or 1/8, 1/4 or 1/2", e.Key.Text)
				}
				if v, err := strconv.Atoi(e.Value.Text); err == nil {
					a.HP = append(a.HP, HPChange{from, v})
				}
			}
			slices.SortFunc(a.HP, func(x, y HPChange) int { return int(x.From - y.From) })
		})
	return k
}

// budgets reads the budgets. Each must rise with the level, and be above that of the easier difficulty.
func (r *reader) budgets(n *strictyaml.Node, d *Difficulty) {
	for _, e := range n.Entries {
		b := Budget{Label: strings.Join(strings.Fields(e.Key.Text), " ")}
		for i, item := range e.Value.List() {
			v, err := strconv.Atoi(item.Text)
			if err != nil {
				continue // already refused
			}
			if i > 0 && len(b.Each) == i && v < b.Each[i-1] {
				r.Problem(item, "%s: budgets must rise with the level; %d comes after %d", b.Label, v, b.Each[i-1])
			}
			b.Each = append(b.Each, v)
		}
		if len(b.Each) == 0 {
			if e.Value.Kind == strictyaml.List && len(e.Value.Items) == 0 {
				r.Problem(e.Value, "%s: there must be at least one budget", b.Label)
			}
			continue
		}
		if last := len(d.Budgets) - 1; last >= 0 {
			easier := &d.Budgets[last]
			for level := 1; level <= max(len(b.Each), len(easier.Each)); level++ {
				if b.at(level) <= easier.at(level) {
					r.Problem(e.Key, "%s: its budget at level %d must be above that of %s, which is %d; write the easiest first", b.Label, level, easier.Label, easier.at(level))
					break
				}
			}
		}
		d.Budgets = append(d.Budgets, b)
		r.shown(b.Label)
	}
	if len(n.Entries) < 2 {
		r.Problem(n, "budgets: there must be at least two difficulties")
	}
}

// checkDifficulty reports keys that contradict each other.
func (r *reader) checkDifficulty(n *strictyaml.Node, d *Difficulty) {
	if d.Within {
		r.Only(n, "this is only for label: reached; with label: within, write beyond", "below")
	} else {
		r.Only(n, "this is only for label: within; otherwise write below", "beyond")
	}
	if many := n.Get("many"); many == nil || many.Kind == strictyaml.Mapping && len(many.Entries) == 0 {
		r.Only(n, "this needs the key many", "few")
	}
	if f := d.Few; f != nil && f.Below > f.Above && f.Above > 0 {
		r.Problem(n.Get("few"), "few: below is %d, more than above, which is %d", f.Below, f.Above)
	}
	for _, b := range d.Budgets {
		if strings.EqualFold(b.Label, d.Outside) {
			for _, key := range []string{"below", "beyond"} {
				if at := n.Get(key); at != nil {
					r.Problem(at, "%s: %s is one of the budgets; choose another word", key, strictyaml.Quote(at.Text))
				}
			}
		}
	}
}
