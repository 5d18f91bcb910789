package dice

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// pool is a term of dice and what is done with them (CR-50, CR-51). The order of its fields is that in which it is done, however it was written.
type pool struct {
	count, sides int
	fate         bool // sides are -1, 0 and 1
	reroll       match
	once         bool // rerolled once
	explode      match
	compound     bool // explosions add to the die itself
	single       bool // what an explosion adds doesn't explode
	least, most  bound
	low, high    int // how many of the lowest and highest are dropped
	keep         int // how many of the highest are kept, or of the lowest if it is negative; 0: all
	hit, miss    match
}

// match is a condition on a face. Without a sign there is none.
type match struct {
	sign string // one of "=", "<", ">", "<=", ">="
	n    int
}

func (m match) given() bool { return m.sign != "" }

func (m match) String() string { return m.sign + strconv.Itoa(m.n) }

// of reports whether a face matches.
func (m match) of(face int) bool {
	switch c := cmp.Compare(face, m.n); m.sign {
	case "=":
		return c == 0
	case "<":
		return c < 0
	case ">":
		return c > 0
	case "<=":
		return c <= 0
	case ">=":
		return c >= 0
	}
	return false
}

// bound is a least or highest value, if it is given.
type bound struct {
	given bool
	n     int
}

// isModified reports whether something stands after the dice.
func (p pool) isModified() bool {
	return p != pool{count: p.count, sides: p.sides, fate: p.fate}
}

// faces returns the lowest and the highest face.
func (p pool) faces() (low, high int) {
	if p.fate {
		return -1, 1
	}
	return 1, p.sides
}

// every reports whether all faces match.
func (p pool) every(m match) bool {
	low, high := p.faces()
	for face := low; face <= high; face++ {
		if !m.of(face) {
			return false
		}
	}
	return true
}

// readPool reads a term of dice at the beginning of a text without spaces, and returns what follows it: [COUNT] "d" (SIDES | "%" | "F") { mod }.
func readPool(text string, allow Allow) (p pool, rest string, err *Error) {
	end := strings.IndexAny(text, "+-*/()[]")
	if end < 0 {
		end = len(text)
	}
	whole := text[:end]
	count, rest, _ := strings.Cut(text, "d")
	ok := true
	if p.count = 1; count != "" {
		if p.count, ok = number(count, 1, MaxDice); !ok {
			return p, "", fault(DiceCount, whole)
		}
	}
	switch {
	case strings.HasPrefix(rest, "%"):
		p.sides, rest = 100, rest[1:]
	case strings.HasPrefix(rest, "f") && allow&Mods != 0:
		p.sides, p.fate, rest = 3, true, rest[1:]
	default:
		n := digits(rest)
		if p.sides, ok = number(rest[:n], 1, MaxSides); !ok {
			return p, "", fault(DieSides, whole)
		}
		rest = rest[n:]
	}
	for {
		mod, is := modOf(rest, allow)
		if !is || allow&formulas != 0 && mod.sign == "k" {
			break
		}
		before := rest
		if allow&Mods == 0 && digits(rest[len(mod.sign):]) == 0 {
			return p, rest, fault(KeepCount, whole) // plain notation says how many it keeps
		}
		if rest, err = mod.read(&p, rest[len(mod.sign):]); err != nil {
			err.Text = whole
			if err.Fault == NotNotation || err.Fault == ModTwice {
				err.Text = before[:min(len(before), len(mod.sign)+1)]
			}
			return p, rest, err
		}
	}
	if allow&Mods != 0 {
		if instead := p.elsewhere(rest); instead != "" {
			return p, "", &Error{Fault: Ambiguous, Text: whole, Instead: instead}
		}
	}
	return p, rest, p.check(text[:len(text)-len(rest)])
}

// elsewhere returns what to write in place of a notation on whose meaning other bots disagree (CR-52), and "" if there is none.
func (p pool) elsewhere(rest string) string {
	dice := p
	dice.hit, dice.miss = match{}, match{}
	if after, is := strings.CutPrefix(rest, "r"); is {
		_, after = readSign(after)
		if n := after[:digits(after)]; n != "" {
			return fmt.Sprintf("%sro<=%s, %[1]srr=%[2]s", dice, n)
		}
	}
	if sign, after := readSign(rest); sign != "" {
		if n := after[:digits(after)]; n != "" {
			return fmt.Sprintf("%st%s%s", dice, strings.TrimPrefix(strings.TrimPrefix(sign, ">="), ">"), n)
		}
	}
	return ""
}

// check refuses what a term can't do with its dice.
func (p pool) check(whole string) *Error {
	switch {
	case p.low+p.high >= p.count || p.keep > p.count || p.keep < -p.count:
		return fault(KeepCount, whole)
	case p.reroll.given() && p.every(p.reroll) || p.explode.given() && p.every(p.explode):
		return fault(EveryFace, whole)
	}
	return nil
}

// mod is something that can be done with dice: how it is written, and how what follows its sign is read.
type mod struct {
	sign  string
	plain bool // known to [Parse], too
	read  modReader
}

// modReader reads what follows the sign of a mod, and returns the rest. The text of its error is left to readPool.
type modReader func(p *pool, text string) (rest string, err *Error)

// mods are all mods, each after those that begin with it (CR-50).
var mods = [...]mod{
	{"kh", true, some(kept, +1)},
	{"kl", true, some(kept, -1)},
	{"k", true, some(kept, +1)},
	{"dl", false, some(lowest, +1)},
	{"dh", false, some(highest, +1)},
	{"d", false, some(lowest, +1)},
	{"pl", false, some(lowest, +1)},
	{"ph", false, some(highest, +1)},
	{"rr", false, matching("=", rerolled, nothing)},
	{"ro", false, matching("=", rerolled, func(p *pool) { p.once = true })},
	{"!!", false, exploding(func(p *pool) { p.compound = true })},
	{"!o", false, exploding(func(p *pool) { p.single = true })},
	{"!", false, exploding(nothing)},
	{"ie", false, exploding(nothing)},
	{"e", false, exploding(nothing)},
	{"mi", false, limit(func(p *pool) *bound { return &p.least })},
	{"ma", false, limit(func(p *pool) *bound { return &p.most })},
	{"t", false, matching(">=", func(p *pool) *match { return &p.hit }, nothing)},
	{"f", false, matching("<=", func(p *pool) *match { return &p.miss }, nothing)},
}

// modOf returns the mod that a text begins with, if it is one.
func modOf(text string, allow Allow) (mod, bool) {
	for _, m := range mods {
		if strings.HasPrefix(text, m.sign) && (m.plain || allow&Mods != 0) {
			return m, true
		}
	}
	return mod{}, false
}

func kept(p *pool) *int       { return &p.keep }
func lowest(p *pool) *int     { return &p.low }
func highest(p *pool) *int    { return &p.high }
func rerolled(p *pool) *match { return &p.reroll }
func nothing(*pool)           {}

func twice() *Error { return &Error{Fault: ModTwice} }

// some reads how many dice are kept or dropped; without a number it is 1.
func some(which func(*pool) *int, sign int) modReader {
	return func(p *pool, text string) (string, *Error) {
		if *which(p) != 0 {
			return text, twice()
		}
		n, ok, end := 1, true, digits(text)
		if end > 0 {
			n, ok = number(text[:end], 1, MaxDice)
		}
		if !ok {
			return text[end:], &Error{Fault: KeepCount}
		}
		*which(p) = sign * n
		return text[end:], nil
	}
}

// readSign reads a sign that compares, if there is one.
func readSign(text string) (sign, rest string) {
	for _, sign := range []string{"<=", ">=", "=", "<", ">"} {
		if rest, is := strings.CutPrefix(text, sign); is {
			return sign, rest
		}
	}
	return "", text
}

// readMatch reads [ cmp ] N, where the sign is otherwise if there is none. Without N there is no match.
func readMatch(text, otherwise string) (m match, rest string, err *Error) {
	sign, n := readSign(text)
	negative := false
	if sign != "" {
		n, negative = strings.CutPrefix(n, "-")
	}
	end := digits(n)
	value, ok := number(n[:end], 0, MaxConst)
	switch {
	case end == 0 && sign == "":
		return m, text, nil
	case !ok:
		return m, "", &Error{Fault: NotNotation}
	case negative:
		value = -value
	}
	return match{cmp.Or(sign, otherwise), value}, n[end:], nil
}

// matching reads a match that has to be there.
func matching(otherwise string, which func(*pool) *match, also func(*pool)) modReader {
	return func(p *pool, text string) (string, *Error) {
		if which(p).given() {
			return text, twice()
		}
		m, rest, err := readMatch(text, otherwise)
		if err == nil && !m.given() {
			err = &Error{Fault: NotNotation}
		}
		*which(p) = m
		also(p)
		return rest, err
	}
}

// exploding reads when dice explode: without a match on their highest face.
func exploding(also func(*pool)) modReader {
	return func(p *pool, text string) (string, *Error) {
		if p.explode.given() {
			return text, twice()
		}
		m, rest, err := readMatch(text, ">=")
		if !m.given() {
			_, high := p.faces()
			m = match{"=", high}
		}
		p.explode = m
		also(p)
		return rest, err
	}
}

// limit reads the least or the most that a die counts as.
func limit(which func(*pool) *bound) modReader {
	return func(p *pool, text string) (string, *Error) {
		if which(p).given {
			return text, twice()
		}
		end := digits(text)
		n, ok := number(text[:end], 0, MaxConst)
		if !ok {
			return "", &Error{Fault: NotNotation}
		}
		*which(p) = bound{true, n}
		return text[end:], nil
	}
}

// String returns the term as [ParseNotation] reads it, in the order in which things are done.
func (p pool) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%dd", p.count)
	if p.fate {
		b.WriteString("F")
	} else {
		b.WriteString(strconv.Itoa(p.sides))
	}
	part := func(given bool, format string, args ...any) {
		if given {
			fmt.Fprintf(&b, format, args...)
		}
	}
	part(p.reroll.given() && !p.once, "rr%s", p.reroll)
	part(p.reroll.given() && p.once, "ro%s", p.reroll)
	if _, high := p.faces(); p.explode.given() {
		b.WriteString("!")
		part(p.compound, "!")
		part(p.single, "o")
		part(p.explode != match{"=", high}, "%s", p.explode)
	}
	part(p.least.given, "mi%d", p.least.n)
	part(p.most.given, "ma%d", p.most.n)
	part(p.low > 0, "dl%d", p.low)
	part(p.high > 0, "dh%d", p.high)
	part(p.keep > 0, "kh%d", p.keep)
	part(p.keep < 0, "kl%d", -p.keep)
	part(p.hit.given(), "t%s", p.hit)
	part(p.miss.given(), "f%s", p.miss)
	return b.String()
}

// thrower rolls dice and remembers them.
type thrower struct {
	r       Roller
	left    int // dice that explosions and rerolls may still add
	stopped bool
	thrown  []Part
}

// die rolls one die.
func (t *thrower) die(p pool) int {
	face := t.r.Roll(p.sides)
	if p.fate {
		face -= 2
	}
	return face
}

// more reports whether another die may be added.
func (t *thrower) more() bool {
	if t.left == 0 {
		t.stopped = true
		return false
	}
	t.left--
	return true
}

// throw rolls the dice of a term, does with them what it says in the order of CR-51, and returns what it comes to.
func (t *thrower) throw(p pool) int {
	all := make([]Die, p.count)
	for i := range all {
		all[i].Faces = []int{t.die(p)}
	}
	last := func(d *Die) int { return d.Faces[len(d.Faces)-1] }
	for i := range all {
		for d := &all[i]; p.reroll.of(last(d)) && (!p.once || d.Rerolled == 0) && t.more(); {
			d.Faces = append(d.Faces, t.die(p))
			d.Rerolled++
		}
	}
	for i := 0; i < p.count; i++ {
		for d := &all[i]; p.explode.of(last(d)) && t.more(); {
			face := t.die(p)
			if p.compound {
				d.Faces = append(d.Faces, face)
			} else {
				all = append(all, Die{Faces: []int{face}})
				d = &all[len(all)-1]
			}
			if p.single {
				break
			}
		}
	}
	for i := range all {
		d := &all[i]
		for _, face := range d.Faces[d.Rerolled:] {
			d.Value += face
		}
		if p.least.given {
			d.Value = max(d.Value, p.least.n)
		}
		if p.most.given {
			d.Value = min(d.Value, p.most.n)
		}
	}
	order := make([]*Die, len(all))
	for i := range all {
		order[i] = &all[i]
	}
	slices.SortStableFunc(order, func(a, b *Die) int { return a.Value - b.Value })
	order = order[p.low : len(order)-p.high]
	switch {
	case p.keep > 0:
		order = order[max(0, len(order)-p.keep):]
	case p.keep < 0:
		order = order[:min(len(order), -p.keep)]
	}
	total := 0
	for i := range all {
		d := &all[i]
		switch d.Dropped = !slices.Contains(order, d); {
		case d.Dropped:
		case !p.hit.given() && !p.miss.given():
			total += d.Value
		default:
			if p.hit.of(d.Value) {
				total++
			}
			if p.miss.of(d.Value) {
				total--
			}
		}
	}
	part := Part{Text: p.String(), Sides: p.sides, Dice: all}
	if p.fate {
		part.Sides = 0
	}
	t.thrown = append(t.thrown, part)
	return total
}
