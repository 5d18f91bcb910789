package ruleset

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"roundel/engine/formula"
	"roundel/engine/strictyaml"
)

// Resistance is how a combatant reacts to damage with one name. Immunities and weaknesses are resistances too (NU-6).
type Resistance struct {
	Word   string   `json:"word"` // of the ruleset
	Of     string   `json:"of"`   // a kind, a group, a mark, or "all"; under a word for none, also the name of a condition
	N      int      `json:"n,omitempty"`
	Except []string `json:"except,omitempty"` // kinds, groups and marks
}

// MaxResistances is the maximum number of a combatant's own resistances (NU-6).
const MaxResistances = 40

// MaxResisted limits the number of a resistance.
const MaxResisted = 1000

// TypedResistances is the resistances in a text.
type TypedResistances struct {
	Words []string // the words typed, even before `nothing`
	All   []Resistance
}

// String returns the resistances as they are typed: "resist cold; immune nothing".
func (t TypedResistances) String() string {
	var out []string
	if len(t.All) > 0 {
		out = append(out, ResistancesText(t.All))
	}
	for _, word := range t.Words {
		if !slices.ContainsFunc(t.All, func(r Resistance) bool { return r.Word == word }) {
			out = append(out, word+" "+NothingElse)
		}
	}
	return strings.Join(out, "; ")
}

// Over returns base with all resistances replaced whose words were typed (NU-6).
func (t TypedResistances) Over(base []Resistance) []Resistance {
	if t.Words == nil {
		return base
	}
	kept := slices.DeleteFunc(slices.Clone(base), func(r Resistance) bool { return slices.Contains(t.Words, r.Word) })
	return append(kept, t.All...)
}

// ResistanceError says what is wrong with typed resistances.
type ResistanceError struct {
	Fault ResistanceFault
	Word  string   // the word they follow, or "except"
	Text  string   // what is wrong
	Known []string // for UnknownResisted: the valid names
}

// ResistanceFault says what is wrong with typed resistances.
type ResistanceFault string

// The faults of typed resistances.
const (
	UnknownResisted ResistanceFault = "unknown"   // there is no such name
	NumberMissing   ResistanceFault = "number"    // the word needs a number after each name
	NumberTooMuch   ResistanceFault = "no-number" // no number is allowed
	NumberRange     ResistanceFault = "range"     // not from 1 to 1000
	NothingResisted ResistanceFault = "empty"     // no name follows
)

// Error returns the error for logs.
func (e *ResistanceError) Error() string {
	return fmt.Sprintf("ruleset: resistance: %s: %s %q", e.Fault, e.Word, e.Text)
}

// Fits reports whether a resistance applies to a part with these names (NU-7).
func (d *Damage) Fits(r *Resistance, names []string) bool {
	has := func(name string) bool {
		return slices.Contains(names, name) || slices.ContainsFunc(d.group(name), func(kind string) bool { return slices.Contains(names, kind) })
	}
	return (r.Of == AllDamage || has(r.Of)) && !slices.ContainsFunc(r.Except, has)
}

// resistToken matches the words, numbers and separators in a list of stats.
var resistToken = regexp.MustCompile(`[^\s,;=:+]+|[,;=:+]`)

var gluedNumber = regexp.MustCompile(`[+-]\d+$`)

// resistScanner finds resistances among stats.
type resistScanner struct {
	rs     *Ruleset
	words  []string // of the file
	tokens []string // words and separators, as typed
	at     [][]int  // their positions in the text
	most   int      // words in the name of a condition

	fits bool     // what the ruleset doesn't know is left out instead of refused
	left []string // what was left out
}

// TakeResistances removes the resistances from a list of stats (NU-6). rest is what is left of the text. The error is a *[ResistanceError].
func (r *Ruleset) TakeResistances(text string) (rest string, out TypedResistances, err error) {
	if r.Damage == nil {
		return text, out, nil
	}
	return (&resistScanner{rs: r}).take(text)
}

// FitResistances returns the saved resistances that the ruleset knows, and the others as they were saved.
func (r *Ruleset) FitResistances(text string) (fit []Resistance, left []string) {
	for part := range strings.SplitSeq(text, ";") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		if r.Damage == nil || !r.Damage.begins(part) {
			left = append(left, part)
			continue
		}
		s := &resistScanner{rs: r, fits: true}
		rest, typed, _ := s.take(part) // it refuses nothing
		fit, left = append(fit, typed.All...), append(left, s.left...)
		rest = strings.Trim(rest, ",; ")
		if rest != "" {
			left = append(left, rest)
		}
	}
	return fit, left
}

func (s *resistScanner) take(text string) (rest string, out TypedResistances, err error) {
	s.words, s.at = s.rs.Damage.words(), resistToken.FindAllStringIndex(text, -1)
	for _, at := range s.at {
		s.tokens = append(s.tokens, text[at[0]:at[1]])
	}
	for i := range s.rs.Conditions {
		s.most = max(s.most, len(strings.Fields(s.rs.Conditions[i].Name)))
	}
	var left strings.Builder
	from := 0 // start of the text not yet copied
	for i := 0; i < len(s.tokens); {
		word, n := s.word(i)
		if n == 0 {
			i++
			continue
		}
		left.WriteString(strings.TrimRight(text[from:s.at[i][0]], "; \t\r\n") + ",")
		end, list, err := s.list(word, i+n)
		if err != nil {
			return "", TypedResistances{}, err
		}
		if !slices.Contains(out.Words, word) {
			out.Words = append(out.Words, word)
		}
		for _, one := range list {
			if !slices.ContainsFunc(out.All, one.same) {
				out.All = append(out.All, one)
			}
		}
		i, from = end, len(text)
		if end < len(s.at) {
			from = s.at[end][0]
		}
	}
	return left.String() + text[from:], out, nil
}

func (r Resistance) same(other Resistance) bool {
	return r.Word == other.Word && r.Of == other.Of && r.N == other.N && slices.Equal(r.Except, other.Except)
}

// SameResistances reports whether two lists hold the same resistances, in any order.
func SameResistances(a, b []Resistance) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(r Resistance) bool { return !slices.ContainsFunc(b, r.same) })
}

// token returns the token at i, or "".
func (s *resistScanner) token(i int) string {
	if i < len(s.tokens) {
		return s.tokens[i]
	}
	return ""
}

// word returns the file's word that begins at i, and its number of tokens; 0 if there is none, or if it is the key of a stat with a number.
func (s *resistScanner) word(i int) (string, int) {
	n := longest(s.words, s.tokens[i:])
	if n == 0 {
		return "", 0
	}
	word := strings.ToLower(strings.Join(s.tokens[i:i+n], " "))
	next := i + n
	for s.token(next) == "=" || s.token(next) == ":" || s.token(next) == "+" {
		next++
	}
	if _, err := strconv.Atoi(strings.ReplaceAll(s.token(next), "−", "-")); err == nil && s.rs.Knows(word) {
		return "", 0
	}
	return word, n
}

// key reports whether the token at i is the key of a stat.
func (s *resistScanner) key(i int) bool {
	return s.rs.Knows(strings.ToLower(gluedNumber.ReplaceAllString(strings.ReplaceAll(s.token(i), "−", "-"), "")))
}

// ends reports whether a list of names ends before i.
func (s *resistScanner) ends(i int) bool {
	if i >= len(s.tokens) || s.tokens[i] == ";" || s.key(i) {
		return true
	}
	_, n := s.word(i)
	return n > 0
}

// separates reports whether the token at i separates names.
func (s *resistScanner) separates(i int) bool {
	return s.token(i) == "," || s.token(i) == "+" || strings.EqualFold(s.token(i), "and")
}

// list reads what follows a word, from token i on, and returns where it ends.
func (s *resistScanner) list(word string, i int) (end int, out []Resistance, err error) {
	does := s.rs.Damage.Does(word)
	known := s.rs.Damage.resistible()
	var except []string
	excepting, nothing := false, false
	left := len(s.left) // before this list
	fault := func(what ResistanceFault, text string) (int, []Resistance, error) {
		after := word
		if excepting && what != NothingResisted {
			after = ExceptOf
		}
		return 0, nil, &ResistanceError{Fault: what, Word: after, Text: text, Known: known}
	}
	for s.token(i) == ":" || s.token(i) == "=" {
		i++
	}
	for !s.ends(i) {
		switch {
		case s.separates(i):
			i++
			continue
		case strings.EqualFold(s.token(i), ExceptOf) && len(out) > 0:
			excepting = true
			known = slices.DeleteFunc(known, func(name string) bool { return name == AllDamage })
			i++
			continue
		case strings.EqualFold(s.token(i), ExceptOf) && len(s.left) > left: // all that it belongs to is left out
			from := i
			for !s.ends(i) {
				i++
			}
			s.left[len(s.left)-1] += " " + strings.ReplaceAll(strings.Join(s.tokens[from:i], " "), " ,", ",")
			continue
		case strings.EqualFold(s.token(i), NothingElse) && len(out) == 0:
			nothing = true
			i++
			continue
		}
		name, n := s.name(known, does == DoesNone && !excepting, i)
		if n == 0 || nothing {
			end, text := s.unknown(i)
			if !s.fits {
				return fault(UnknownResisted, text)
			}
			_, number := s.number(end)
			s.left = append(s.left, word+" "+strings.Join(s.tokens[i:end+number], " "))
			i = end + number
			continue
		}
		from := i
		i += n
		number, numbers := s.number(i)
		counted, err := strconv.Atoi(number)
		if ok := does.Counted() && !excepting && numbers > 0 && err == nil && counted >= 1 && counted <= MaxResisted ||
			(!does.Counted() || excepting) && numbers == 0; !ok && s.fits {
			s.left = append(s.left, word+" "+strings.Join(s.tokens[from:i+numbers], " "))
			i += numbers
			continue
		}
		switch {
		case excepting:
			except = append(except, name)
		case does.Counted() && numbers == 0:
			return fault(NumberMissing, name)
		default:
			out = append(out, Resistance{Word: word, Of: name})
		}
		if numbers == 0 {
			continue
		}
		if excepting || !does.Counted() {
			return fault(NumberTooMuch, name)
		}
		if err != nil || counted < 1 || counted > MaxResisted {
			return fault(NumberRange, name)
		}
		out[len(out)-1].N = counted
		i += numbers
	}
	if (len(out) == 0 && !nothing || excepting && except == nil) && !s.fits {
		return fault(NothingResisted, "")
	}
	for k := range out {
		out[k].Except = except
	}
	if s.token(i) == ";" {
		i++
	}
	return i, out, nil
}

// name returns the name that begins at i, and its number of tokens; 0 if there is none.
func (s *resistScanner) name(known []string, conditions bool, i int) (string, int) {
	if n := longest(known, s.tokens[i:]); n > 0 {
		return strings.ToLower(strings.Join(s.tokens[i:i+n], " ")), n
	}
	if !conditions {
		return "", 0
	}
	for n := min(s.most, len(s.tokens)-i); n > 0; n-- {
		if c := s.rs.Condition(strings.Join(s.tokens[i:i+n], " ")); c != nil {
			return c.Name, n
		}
	}
	return "", 0
}

// number returns the number at i, and its number of tokens, including what introduces it.
func (s *resistScanner) number(i int) (string, int) {
	n := 1
	for s.token(i) == ":" || s.token(i) == "=" {
		i++
		n++
	}
	text := strings.ReplaceAll(s.token(i), "−", "-")
	if text == "" || strings.Trim(text, "-0123456789") != "" {
		return "", 0
	}
	return text, n
}

// unknown returns the text at i that isn't a name, and where it ends.
func (s *resistScanner) unknown(i int) (end int, text string) {
	end = i + 1
	for !s.ends(end) && !s.separates(end) && !strings.EqualFold(s.token(end), ExceptOf) {
		if _, n := s.number(end); n > 0 {
			break
		}
		end++
	}
	return end, strings.Join(s.tokens[i:end], " ")
}

// parseResistances reads resistances without any stats.
func (r *Ruleset) parseResistances(text string) ([]Resistance, error) {
	rest, out, err := r.TakeResistances(text)
	if err != nil {
		return nil, err
	}
	if other := strings.Trim(rest, ",; \t\r\n"); other != "" {
		return nil, &ResistanceError{Fault: UnknownResisted, Text: other, Known: r.Damage.resistible()}
	}
	return out.All, nil
}

// ResistancesText returns resistances as typed: "resist cold, fire; immune physical except magical".
func ResistancesText(list []Resistance) string {
	var b strings.Builder
	for i, one := range list {
		switch {
		case i > 0 && list[i-1].Word == one.Word && slices.Equal(list[i-1].Except, one.Except):
			b.WriteString(", ")
		case i > 0:
			b.WriteString("; " + one.Word + " ")
		default:
			b.WriteString(one.Word + " ")
		}
		b.WriteString(one.Of)
		if one.N > 0 {
			b.WriteString(" " + strconv.Itoa(one.N))
		}
		if next := i + 1; len(one.Except) > 0 && (next == len(list) || list[next].Word != one.Word || !slices.Equal(list[next].Except, one.Except)) {
			b.WriteString(" " + ExceptOf + " " + strings.Join(one.Except, ", "))
		}
	}
	return b.String()
}

// resists reads resistances as the value of a change.
func (p *changeParser) resists(c *Change) []formula.Problem {
	list, err := p.rs.parseResistances(c.Text)
	if err != nil {
		return formula.Problems{{Column: 1, Text: p.resistFault(err)}}
	}
	c.Resists = list
	return nil
}

// resistFault says what is wrong with resistances, for the author of a file.
func (p *changeParser) resistFault(err error) string {
	fault, is := err.(*ResistanceError)
	if !is {
		return err.Error()
	}
	switch text := strictyaml.Quote(fault.Text); fault.Fault {
	case NumberMissing:
		return fmt.Sprintf("after %s there must be a number, as in %s %s 5", text, fault.Word, fault.Text)
	case NumberTooMuch:
		return fmt.Sprintf("there can be no number after %s", text)
	case NumberRange:
		return fmt.Sprintf("the number after %s must be from 1 to %d", text, MaxResisted)
	case NothingResisted:
		return fmt.Sprintf("a name is missing, as in %s %s", fault.Word, fault.Known[0])
	default:
		if fault.Word == "" {
			words := p.rs.Damage.words()
			begins, _, _ := strings.Cut(fault.Text, " ")
			return fmt.Sprintf("%s must begin with one of the words of damage, which are %s%s", text, strictyaml.And(words), strictyaml.Meant(begins, words))
		}
		return fmt.Sprintf("%s is not a kind, a group or a mark of damage%s", text, strictyaml.Meant(fault.Text, fault.Known))
	}
}
