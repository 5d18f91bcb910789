package ruleset

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strconv"
	"strings"

	"roundel/engine/formula"

	"roundel/engine/strictyaml"
)

// Read reads a ruleset file. The error is of type [Problems], and lists everything that is wrong with it. A ruleset that is returned can be
// played: nothing in it fails later (RS-5).
func Read(text []byte) (*Ruleset, error) { return (&reader{}).whole(text) }

// ReadStored reads a ruleset that a server or a fight has. It takes everything that [Read] has ever taken, so that fights go on after an
// upgrade: what is refused only since then does nothing.
func ReadStored(text []byte) (*Ruleset, error) { return (&reader{stored: true}).whole(text) }

func (r *reader) whole(text []byte) (*Ruleset, error) {
	r.read(text)
	if len(r.Problems) > 0 {
		return nil, strictyaml.Sorted(r.Problems)
	}
	return r.rs, nil
}

// reader turns the nodes of a file into a ruleset, and reports what the structure alone doesn't show: names that mean nothing, formulas,
// and keys that contradict each other.
type reader struct {
	strictyaml.Reader
	rs     *Ruleset
	shape  Shape // "" if it is not known
	stats  []formula.Stat
	stored bool // it was read before, perhaps by an earlier release
}

// read reads a file as far as possible.
func read(text []byte) *reader {
	r := &reader{}
	r.read(text)
	return r
}

func (r *reader) read(text []byte) {
	sum := sha256.Sum256(text)
	r.rs = &Ruleset{Text: slices.Clone(text), Hash: hex.EncodeToString(sum[:])}
	if !r.Open(text, aRuleset(), fileKeys()) {
		return
	}
	r.about()
	r.readStats()
	r.readUnits()
	r.readOrder()
	r.readTurn()
	r.readEffects()
	r.readDown()
	r.readCounters()
	r.readEvents()
	r.readMechanics()
	r.noRounds()
	r.readAlone()
}

// newProblem reports what earlier releases took. It must do nothing where a ruleset that was stored then has it.
func (r *reader) newProblem(n *strictyaml.Node, format string, args ...any) {
	if !r.stored {
		r.Problem(n, format, args...)
	}
}

// scope says what a formula may contain where it stands.
type scope struct {
	number bool
	side   bool     // the unit is a side
	also   []string // facts that are known only here
	from   int      // the range of a number that is the same for everyone
	to     int      // 0: there is no range
}

// formula parses the formula of a key. It returns nil if there is none or it is wrong.
func (r *reader) formula(n *strictyaml.Node, key string, sc scope) *formula.Formula {
	v := n.Get(key)
	if v == nil || v.Kind != strictyaml.Scalar {
		return nil
	}
	return r.parse(v, key, v.Text, sc)
}

// parse parses a formula that is the beginning of a scalar, and reports its problems where they stand in the file (RS-4).
func (r *reader) parse(v *strictyaml.Node, key, text string, sc scope) *formula.Formula {
	f, err := formula.Parse(text, formula.Scope{Stats: r.stats, Also: sc.also, Number: sc.number, Side: sc.side})
	if err == nil {
		r.inRange(v, key, f, sc)
		return f
	}
	var problems formula.Problems
	if !errors.As(err, &problems) {
		r.Problem(v, "%s: %v", key, err)
		return nil
	}
	for _, fault := range problems {
		r.ProblemIn(v, fault.Column-1, "%s: %s", key, fault.Text)
	}
	return nil
}

// inRange checks a formula whose value is always the same.
func (r *reader) inRange(v *strictyaml.Node, key string, f *formula.Formula, sc scope) {
	if sc.to == 0 || f.Rolls() || len(f.Stats())+len(f.Facts()) > 0 {
		return
	}
	if n := f.Value(nil); n < sc.from || n > sc.to {
		r.Problem(v, "%s: must be a number from %d to %d, not %d", key, sc.from, sc.to, n)
	}
}

// about reads what says which game it is.
func (r *reader) about() {
	r.rs.Name, r.rs.Title, r.rs.Credit = r.Text(r.Root, "name"), r.Text(r.Root, "title"), r.Text(r.Root, "credit")
	r.rs.Fits, r.rs.Help = r.Texts(r.Root.Get("fits")), r.Texts(r.Root.Get("help"))
	length := r.Text(r.Root, "round")
	if length == "" {
		return
	}
	digits := length[:len(length)-len(strings.TrimLeft(length, "0123456789"))]
	n, err := strconv.Atoi(digits)
	if err != nil {
		return // the structure has been refused
	}
	switch strings.TrimSpace(length[len(digits):]) {
	case "min":
		n *= 60
	case "h":
		n *= 3600
	}
	r.rs.RoundSeconds = n
	if n > MaxHours*3600 {
		r.Problem(r.Root.Get("round"), "round: a round can last at most %d h", MaxHours)
	}
}

// readStats reads the stats first, because formulas use them.
func (r *reader) readStats() {
	stats := r.Root.Get("stats")
	if stats == nil {
		return
	}
	for _, e := range stats.Entries {
		st := r.stat(e)
		r.rs.Stats = append(r.rs.Stats, st)
		r.stats = append(r.stats, formula.Stat{Name: st.Key, Default: st.Default})
		if formula.Reserved(st.Key) {
			r.Problem(e.Key, "%s: this word has a meaning in every formula; choose another name for the stat", st.Key)
		}
	}
	for _, e := range stats.Entries {
		for _, other := range e.Value.Get("or").List() {
			switch {
			case other.Kind != strictyaml.Scalar:
			case other.Text == e.Key.Text:
				r.Problem(other, "or: a stat can't stand in for itself")
			case !r.isStat(other.Text):
				r.Problem(other, "or: %s is not a stat of this ruleset%s", strictyaml.Quote(other.Text), strictyaml.Meant(other.Text, r.statKeys()))
			}
		}
	}
}

func (r *reader) stat(e strictyaml.Entry) Stat {
	n, st := e.Value, Stat{Key: e.Key.Text}
	if n.Kind == strictyaml.Scalar {
		st.Is = n.Text
		n = nil
	} else {
		st.Is = r.Text(n, "is")
	}
	st.Min, st.Max, st.Default = r.Number(n, "from", -1000), r.Number(n, "to", 1000), r.Number(n, "default", 0)
	if st.Min > st.Max {
		r.Problem(e.Key, "%s: from is %d, more than to, which is %d", e.Key.Text, st.Min, st.Max)
	}
	need := r.Text(n, "need")
	st.PC, st.NPC = need == "pc" || need == "all", need == "npc" || need == "all"
	if n != nil {
		st.Or = r.Texts(n.Get("or"))
	}
	return st
}

func (r *reader) isStat(key string) bool { return slices.Contains(r.statKeys(), key) }

func (r *reader) statKeys() []string {
	var out []string
	for _, st := range r.stats {
		out = append(out, st.Name)
	}
	return out
}

// readAlone reads whether a member of a unit can leave its place for a while (TO-4). That is for an order that is rolled once, in which
// everyone has one turn a round and keeps its place.
func (r *reader) readAlone() {
	units, o := r.Root.Get("units"), &r.rs.Order
	if r.rs.Units.Alone = r.Yes(units, "alone"); !r.rs.Units.Alone {
		return
	}
	wait, kind := r.rs.Wait, r.rs.Surprise.Kind
	switch {
	case r.shape != Score:
		r.Problem(r.KeyOf(units, "alone"), "alone: only an order by score has this")
	case o.Turns != nil || o.Passes > 0 || o.Slots || o.Phases != nil || o.Reroll || o.Again != OnceAFight || slices.ContainsFunc(o.Ties, func(t Tie) bool { return t.Kind == Together }):
		r.Problem(r.KeyOf(units, "alone"), "alone: this needs one roll for the whole fight and one turn a round, without turns, passes, slots, phases, again, reroll or together")
	case wait.Delays():
		r.Problem(r.KeyOf(units, "alone"), "alone: this doesn't go with wait: %s; write bottom, or bottom, one a side", wait)
	case kind == FreeRound || kind == LateRoll || kind == WorseRoll || kind == OneAction:
		r.Problem(r.KeyOf(units, "alone"), "alone: this doesn't go with surprise: %s", kind)
	}
}

func (r *reader) readUnits() {
	units := r.Root.Get("units")
	switch r.Text(r.Root, "units") {
	case "side":
		r.rs.Units.Side = true
	case "each or side":
		r.rs.Units.SideOption = true
	}
	if alike := units.Get("alike"); alike != nil && alike.Kind != strictyaml.Broken {
		r.rs.Units.Alike = true
		for _, item := range alike.List() {
			if f := r.parse(item, "alike", item.Text, scope{number: true}); item.Kind == strictyaml.Scalar && f != nil {
				r.rs.Units.Same = append(r.rs.Units.Same, f)
			}
		}
	}
}

// MaxBytes is the size of a ruleset file (RS-1).
const MaxBytes = 32768

// aRuleset returns the kind of the file of one ruleset.
func aRuleset() strictyaml.File { return strictyaml.File{What: "a ruleset", Most: MaxBytes} }
