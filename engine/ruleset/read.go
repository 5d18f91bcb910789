package ruleset

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"regexp"
	"slices"
	"strings"

	"roundel/engine/formula"
	"roundel/engine/strictyaml"
)

// MaxBytes is the maximum size of a ruleset file (RS-1).
const MaxBytes = 32768

// MaxName is the maximum length of the name of a combatant or an event, in code points, including a group member's number.
const MaxName = 32

// The limits of numbers. Scores and modifiers of scores are limited as in commands.
const (
	maxStat     = 100000
	maxScore    = 1000
	maxModifier = 100
	maxCount    = 100 // how many: passes, fails, levels, what is held back
	maxRound    = 10000
)

// Read reads a ruleset file. The error is of type [strictyaml.Problems], and lists everything that is wrong with it. A returned ruleset can be
// played: nothing in it fails later (RS-5).
func Read(text []byte) (*Ruleset, error) { return read(text, false).result() }

// ReadStored reads a ruleset that a server or a fight already uses. It accepts everything that [Read] has ever accepted, so that fights go on
// after an upgrade. What only newer releases refuse has no effect.
func ReadStored(text []byte) (*Ruleset, error) { return read(text, true).result() }

// reader reads a file into a ruleset. First, the file's structure is checked against the keys. Then each key's row reads its value, and
// reports what the structure alone doesn't show: unknown names, wrong formulas, and keys that contradict each other.
type reader struct {
	strictyaml.Reader
	rs     *Ruleset
	stats  []formula.Stat // what formulas can name
	stored bool           // it was accepted before, perhaps by an earlier release
}

// read reads a file, continuing after problems where possible.
func read(text []byte, stored bool) *reader {
	sum := sha256.Sum256(text)
	r := &reader{stored: stored, rs: &Ruleset{Text: slices.Clone(text), Hash: hex.EncodeToString(sum[:]), Durations: TargetsEnd}}
	keys := r.keys()
	if r.Open(text, strictyaml.File{What: keys.Of, Most: MaxBytes, Key: maxText}, keys.Spec()) {
		keys.Read(r.Root)
		r.checkAlone()
		r.readChanges()
	}
	return r
}

func (r *reader) result() (*Ruleset, error) {
	if len(r.Problems) > 0 {
		return nil, strictyaml.Sorted(r.Problems)
	}
	return r.rs, nil
}

var (
	namePattern = regexp.MustCompile(`^[a-z][a-z0-9-]{1,31}$`)
	keyPattern  = regexp.MustCompile(`^[a-z][a-z0-9_]{0,23}$`)
)

// newProblem reports something that earlier releases accepted. In a stored ruleset, it must have no effect.
func (r *reader) newProblem(n *strictyaml.Node, format string, args ...any) {
	if !r.stored {
		r.Problem(n, format, args...)
	}
}

// onlyWithRounds refuses a key that does nothing under a clock, which has no rounds (RS-38).
func (r *reader) onlyWithRounds(n *strictyaml.Node, key string) {
	if r.rs.Order.Shape == Ticks {
		r.Only(n, "a clock has no rounds, so this would never happen", key)
	}
}

// distinct refuses duplicate texts in a list.
func (r *reader) distinct(n *strictyaml.Node, key string) {
	seen := map[string]bool{}
	for _, item := range n.List() {
		if item.Kind != strictyaml.Scalar {
			continue
		}
		text := strings.ToLower(item.Text)
		if seen[text] {
			r.Problem(item, "%s: %s is there twice; each must have a name of its own", key, strictyaml.Quote(item.Text))
		}
		seen[text] = true
	}
}

// scope says what a formula may contain.
type scope struct {
	number bool
	side   bool     // the formula is for a side
	sheet  []string // names of numbers on sheets; with also, the only names allowed (CR-30); nil: it isn't about sheets
	words  []string // what is allowed there instead of the formula
	also   []string // facts that are only known here
	from   int      // the range of a number that is the same for everyone
	to     int      // 0: no range
}

func rollForm() strictyaml.Spec { return strictyaml.Formula("a roll such as d20 + init") }

func numberForm() strictyaml.Spec { return strictyaml.Formula("a number or a formula for one") }

// roll adds a key with a formula that may have dice.
func (r *reader) roll(k *strictyaml.Keys, name, about string, into **formula.Formula, sc scope) *strictyaml.Key {
	return k.Add(name, about, rollForm(), func(n *strictyaml.Node) { *into = r.parse(n, name, n.Text, sc) })
}

// number adds a key with a formula without dice.
func (r *reader) number(k *strictyaml.Keys, name, about string, into **formula.Formula, sc scope) *strictyaml.Key {
	sc.number = true
	return k.Add(name, about, numberForm(), func(n *strictyaml.Node) { *into = r.parse(n, name, n.Text, sc) })
}

// parse parses a formula at the start of a scalar, and reports its problems at their position in the file (RS-4). It returns nil if there are
// any.
func (r *reader) parse(n *strictyaml.Node, key, text string, sc scope) *formula.Formula {
	in := formula.Scope{Stats: r.stats, Also: sc.also, Number: sc.number, Side: sc.side, Words: sc.words}
	if sc.sheet != nil {
		in.Stats, in.Sheet = nil, true
		for _, name := range sc.sheet {
			in.Stats = append(in.Stats, formula.Stat{Name: name})
		}
	}
	f, err := formula.Parse(text, in)
	var problems formula.Problems
	switch {
	case errors.As(err, &problems):
		for _, fault := range problems {
			r.ProblemIn(n, fault.Column-1, "%s: %s", key, fault.Text)
		}
		return nil
	case err != nil:
		r.Problem(n, "%s: %v", key, err)
		return nil
	}
	if same := !f.Rolls() && len(f.Stats())+len(f.Facts()) == 0; same && sc.to != 0 {
		if v := f.Value(nil); v < sc.from || v > sc.to {
			r.Problem(n, "%s: must be a number from %d to %d, not %d", key, sc.from, sc.to, v)
		}
	}
	return f
}
