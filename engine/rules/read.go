package rules

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"roundel/engine/formula"
	"roundel/engine/ruleset"
)

// Read reads a ruleset file. The error is of type [Problems], and lists everything that is wrong with it. A ruleset that is returned can be
// played: nothing in it fails later (RS-5).
func Read(text []byte) (*ruleset.Ruleset, error) { return (&reader{}).whole(text) }

// ReadStored reads a ruleset that a server or a fight has. It takes everything that [Read] has ever taken, so that fights go on after an
// upgrade: what is refused only since then does nothing.
func ReadStored(text []byte) (*ruleset.Ruleset, error) { return (&reader{stored: true}).whole(text) }

func (r *reader) whole(text []byte) (*ruleset.Ruleset, error) {
	r.read(text)
	if len(r.problems) > 0 {
		return nil, sorted(r.problems)
	}
	return r.rs, nil
}

// reader turns the nodes of a file into a ruleset, and reports what the structure alone doesn't show: names that mean nothing, formulas,
// and keys that contradict each other.
type reader struct {
	*source
	rs       *ruleset.Ruleset
	root     *node
	shape    ruleset.Shape // "" if it is not known
	stats    []formula.Stat
	problems []Problem
	stored   bool // it was read before, perhaps by an earlier release
}

// read reads a file as far as possible.
func read(text []byte) *reader {
	r := &reader{}
	r.read(text)
	return r
}

func (r *reader) read(text []byte) {
	sum := sha256.Sum256(text)
	r.rs = &ruleset.Ruleset{Text: slices.Clone(text), Hash: hex.EncodeToString(sum[:])}
	if !r.open(text, aRuleset(), fileKeys()) {
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

// open reads a file into nodes and checks their structure. It reports whether there is anything left to read.
func (r *reader) open(text []byte, kind fileKind, keys spec) bool {
	t := &tree{fileKind: kind}
	r.root = t.parse(text)
	r.source, r.problems = t.source, t.problems
	if r.root == nil {
		return false
	}
	if r.root.kind != mapping {
		if r.root.kind != broken {
			r.problem(r.root, "the file must be a mapping of keys to values that begins with roundel: 1")
		}
		return false
	}
	if !r.format() {
		return false
	}
	var c checker
	c.check(r.root, "the file", keys)
	r.problems = append(r.problems, c.problems...)
	return true
}

// format checks the first key, and reports whether the file has the format that this bot reads (RS-2).
func (r *reader) format() bool {
	if len(r.root.entries) == 0 {
		r.problem(r.root, "roundel: this key must be the first of the file; write roundel: 1")
		return false
	}
	version := r.root.get("roundel")
	if version == nil || version.kind != scalar {
		return true // a key that is missing or broken is reported with the others
	}
	if first := r.root.entries[0].key; first.text != "roundel" {
		r.problem(r.keyOf(r.root, "roundel"), "roundel: this key must be the first of the file; move it before %s", clip(first.text))
	}
	if version.text != "" && strings.Trim(version.text, "0123456789") == "" && strings.TrimLeft(version.text, "0") != "1" {
		r.problem(version, "roundel: this bot reads format 1, not %s", clip(version.text))
		return false
	}
	return true
}

func (r *reader) problem(n *node, format string, args ...any) {
	r.problems = append(r.problems, Problem{n.line, n.column, fmt.Sprintf(format, args...)})
}

// newProblem reports what earlier releases took. It must do nothing where a ruleset that was stored then has it.
func (r *reader) newProblem(n *node, format string, args ...any) {
	if !r.stored {
		r.problem(n, format, args...)
	}
}

// keyOf returns the node of a key that is there.
func (r *reader) keyOf(n *node, key string) *node {
	for _, e := range n.entries {
		if e.key.text == key {
			return e.key
		}
	}
	return n
}

// only refuses keys that do nothing there, with the reason.
func (r *reader) only(n *node, reason string, keys ...string) {
	for _, key := range keys {
		if v := n.get(key); v != nil && v.kind != broken && v.text != "no" {
			r.problem(r.keyOf(n, key), "%s: %s", key, reason)
		}
	}
}

// text returns the text of a scalar, or "" if there is none.
func (r *reader) text(n *node, key string) string {
	if v := n.get(key); v != nil && v.kind == scalar {
		return v.text
	}
	return ""
}

// word returns one of the words of a key, or another if it is not there.
func (r *reader) word(n *node, key, otherwise string) string {
	if text := straight(r.text(n, key)); text != "" {
		return text
	}
	return otherwise
}

func (r *reader) yes(n *node, key string) bool { return r.text(n, key) == "yes" }

// number returns a whole number, or another if the key is not there.
func (r *reader) number(n *node, key string, otherwise int) int {
	if v, err := strconv.Atoi(r.text(n, key)); err == nil {
		return v
	}
	return otherwise
}

// texts returns a list of texts.
func (r *reader) texts(n *node) []string {
	var out []string
	for _, item := range n.list() {
		if item.kind == scalar && item.text != "" {
			out = append(out, item.text)
		}
	}
	return out
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
func (r *reader) formula(n *node, key string, sc scope) *formula.Formula {
	v := n.get(key)
	if v == nil || v.kind != scalar {
		return nil
	}
	return r.parse(v, key, v.text, sc)
}

// parse parses a formula that is the beginning of a scalar, and reports its problems where they stand in the file (RS-4).
func (r *reader) parse(v *node, key, text string, sc scope) *formula.Formula {
	f, err := formula.Parse(text, formula.Scope{Stats: r.stats, Also: sc.also, Number: sc.number, Side: sc.side})
	if err == nil {
		r.inRange(v, key, f, sc)
		return f
	}
	var problems formula.Problems
	if !errors.As(err, &problems) {
		r.problem(v, "%s: %v", key, err)
		return nil
	}
	leading := utf8.RuneCountInString(v.yaml.Value) - utf8.RuneCountInString(strings.TrimLeftFunc(v.yaml.Value, isSpace))
	for _, fault := range problems {
		line, column := r.locate(v.yaml, leading+fault.Column-1)
		r.problems = append(r.problems, Problem{line, column, key + ": " + fault.Text})
	}
	return nil
}

// isSpace reports whether [strings.TrimSpace] removes a character.
func isSpace(r rune) bool { return strings.TrimSpace(string(r)) == "" }

// inRange checks a formula whose value is always the same.
func (r *reader) inRange(v *node, key string, f *formula.Formula, sc scope) {
	if sc.to == 0 || f.Rolls() || len(f.Stats())+len(f.Facts()) > 0 {
		return
	}
	if n := f.Value(nil); n < sc.from || n > sc.to {
		r.problem(v, "%s: must be a number from %d to %d, not %d", key, sc.from, sc.to, n)
	}
}

// about reads what says which game it is.
func (r *reader) about() {
	r.rs.Name, r.rs.Title, r.rs.Credit = r.text(r.root, "name"), r.text(r.root, "title"), r.text(r.root, "credit")
	r.rs.Fits, r.rs.Help = r.texts(r.root.get("fits")), r.texts(r.root.get("help"))
	length := r.text(r.root, "round")
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
	if n > ruleset.MaxHours*3600 {
		r.problem(r.root.get("round"), "round: a round can last at most %d h", ruleset.MaxHours)
	}
}

// readStats reads the stats first, because formulas use them.
func (r *reader) readStats() {
	stats := r.root.get("stats")
	if stats == nil {
		return
	}
	for _, e := range stats.entries {
		st := r.stat(e)
		r.rs.Stats = append(r.rs.Stats, st)
		r.stats = append(r.stats, formula.Stat{Name: st.Key, Default: st.Default})
		if formula.Reserved(st.Key) {
			r.problem(e.key, "%s: this word has a meaning in every formula; choose another name for the stat", st.Key)
		}
	}
	for _, e := range stats.entries {
		for _, other := range e.value.get("or").list() {
			switch {
			case other.kind != scalar:
			case other.text == e.key.text:
				r.problem(other, "or: a stat can't stand in for itself")
			case !r.isStat(other.text):
				r.problem(other, "or: %s is not a stat of this ruleset%s", quote(other.text), meant(other.text, r.statKeys()))
			}
		}
	}
}

func (r *reader) stat(e entry) ruleset.Stat {
	n, st := e.value, ruleset.Stat{Key: e.key.text}
	if n.kind == scalar {
		st.Is = n.text
		n = nil
	} else {
		st.Is = r.text(n, "is")
	}
	st.Min, st.Max, st.Default = r.number(n, "from", -1000), r.number(n, "to", 1000), r.number(n, "default", 0)
	if st.Min > st.Max {
		r.problem(e.key, "%s: from is %d, more than to, which is %d", e.key.text, st.Min, st.Max)
	}
	need := r.text(n, "need")
	st.PC, st.NPC = need == "pc" || need == "all", need == "npc" || need == "all"
	if n != nil {
		st.Or = r.texts(n.get("or"))
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
	units, o := r.root.get("units"), &r.rs.Order
	if r.rs.Units.Alone = r.yes(units, "alone"); !r.rs.Units.Alone {
		return
	}
	wait, kind := r.rs.Wait, r.rs.Surprise.Kind
	switch {
	case r.shape != ruleset.Score:
		r.problem(r.keyOf(units, "alone"), "alone: only an order by score has this")
	case o.Turns != nil || o.Passes > 0 || o.Slots || o.Phases != nil || o.Reroll || o.Again != ruleset.OnceAFight || slices.ContainsFunc(o.Ties, func(t ruleset.Tie) bool { return t.Kind == ruleset.Together }):
		r.problem(r.keyOf(units, "alone"), "alone: this needs one roll for the whole fight and one turn a round, without turns, passes, slots, phases, again, reroll or together")
	case wait.Delays():
		r.problem(r.keyOf(units, "alone"), "alone: this doesn't go with wait: %s; write bottom, or bottom, one a side", wait)
	case kind == ruleset.FreeRound || kind == ruleset.LateRoll || kind == ruleset.WorseRoll || kind == ruleset.OneAction:
		r.problem(r.keyOf(units, "alone"), "alone: this doesn't go with surprise: %s", kind)
	}
}

func (r *reader) readUnits() {
	units := r.root.get("units")
	switch r.text(r.root, "units") {
	case "side":
		r.rs.Units.Side = true
	case "each or side":
		r.rs.Units.SideOption = true
	}
	if alike := units.get("alike"); alike != nil && alike.kind != broken {
		r.rs.Units.Alike = true
		for _, item := range alike.list() {
			if f := r.parse(item, "alike", item.text, scope{number: true}); item.kind == scalar && f != nil {
				r.rs.Units.Same = append(r.rs.Units.Same, f)
			}
		}
	}
}
