package ruleset

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"roundel/engine/formula"
	"roundel/engine/strictyaml"
)

// Change is one thing that an effect changes while it lasts: part of a condition in the file, or typed with an effect (NU-22).
type Change struct {
	Key   ChangeKey
	Of    string           // the range of attacks, or the stat of saves; empty: all
	Text  string           // the value as written
	Value *formula.Formula // for everything that is added; for an edge: above 0 advantage, below 0 disadvantage
	Deals Amount           // for ChangesDeals
	Fail  bool             // for ChangesSaveEdge: the saves fail without a roll
	Stats []string         // for ChangesEvades

	Resists []Resistance // for ChangesResists
}

// ChangeKey says what is changed.
type ChangeKey string

// The keys of changes, as in a file and as typed.
const (
	ChangesAttack   ChangeKey = "attack"
	ChangesAC       ChangeKey = "ac"
	ChangesEdge     ChangeKey = "edge"
	ChangesAttacked ChangeKey = "attacked"
	ChangesCritical ChangeKey = "critical"
	ChangesDeals    ChangeKey = "deals"
	ChangesSaves    ChangeKey = "saves"
	ChangesSaveEdge ChangeKey = "save edge"
	ChangesEvades   ChangeKey = "evades"
	ChangesResists  ChangeKey = "resists" // typed without the key
)

// in returns the key of a ruleset file that says what a change can name.
func (k ChangeKey) in() string {
	switch k {
	case ChangesSaves, ChangesSaveEdge, ChangesEvades:
		return "saves"
	case ChangesResists:
		return "damage"
	}
	return "attack"
}

// The ranges of attacks, and the words for edges.
const (
	melee        = "melee"
	ranged       = "ranged"
	advantage    = "advantage"
	disadvantage = "disadvantage"
	fail         = "fail"
)

// Name returns what is changed, as typed: "attack", "attacked melee".
func (c Change) Name() string { return strings.TrimSpace(string(c.Key) + " " + c.Of) }

// Melee reports whether a change of [ChangesCritical] is only for hits in melee.
func (c Change) Melee() bool { return c.Text == melee }

// ByRange reports whether a change depends on whether an attack is ranged.
func (c Change) ByRange() bool {
	return c.Key == ChangesAttacked && c.Of != "" || c.Key == ChangesCritical && c.Melee()
}

// maxChange limits the numbers in changes, like typed modifiers.
const maxChange = 1000

// MaxChanges is the maximum length of an effect's typed changes, in characters.
const MaxChanges = 200

// changeRow describes one key of changes, for files and for typed changes.
type changeRow struct {
	key   ChangeKey
	about string
	spec  strictyaml.Spec
	needs string                     // what the ruleset must have for it
	has   func(rs *Ruleset) bool     // reports whether the ruleset has that
	of    func(rs *Ruleset) []string // the words allowed after the key; nil: none
	set   func(p *changeParser, c *Change) []formula.Problem
}

func changeRows() []changeRow {
	edge := strictyaml.Formula("advantage, disadvantage or a number")
	byRange := strictyaml.NewKeys("attacked")
	byRange.Add(melee, "attacks in melee", edge, nil)
	byRange.Add(ranged, "attacks at range", edge, nil)
	attacks, d20 := func(rs *Ruleset) bool { return rs.Attack.Form != NoAttack }, func(rs *Ruleset) bool { return rs.Attack.Form == CriticalAttack }
	saves, saveStats := func(rs *Ruleset) bool { return rs.Saves != nil }, func(rs *Ruleset) []string { return rs.Saves.Stats() }
	saveEdge := strictyaml.Formula("advantage, disadvantage, fail or a number")
	bySave := func(s strictyaml.Spec) strictyaml.Spec {
		return strictyaml.Spec{Names: &strictyaml.Named{Of: "a stat", About: "the stat saved with", Spec: s, Most: 12, Pattern: keyPattern, Length: strictyaml.MaxKey,
			What: "the key of a stat"}, What: "a mapping of stats to such values"}
	}
	return []changeRow{
		{ChangesAttack, "a number or a roll that is added to its attack rolls; under `d100 under`, to the target number", rollForm(), "attack", attacks, nil, (*changeParser).roll},
		{ChangesAC, "a number that is added to what an attack on it has to reach; under `d100 under`, it is taken from the target number", numberForm(), "attack", attacks, nil, (*changeParser).number},
		{ChangesEdge, "how it attacks: at `advantage`, at `disadvantage`, or as a number says, above 0 or below", edge, "attack: {form: d20 critical}", d20, nil, (*changeParser).edge},
		{ChangesAttacked, "how it is attacked: the same, also for attacks in `melee` and `ranged` ones by themselves", strictyaml.Or(edge, byRange.Spec()), "attack: {form: d20 critical}", d20,
			func(*Ruleset) []string { return []string{melee, ranged} }, (*changeParser).edge},
		{ChangesCritical, "whether hits on it are critical: `yes`, or only those in `melee`", strictyaml.Words("yes", melee), "attack: {form: d20 critical}", d20, nil, (*changeParser).critical},
		{ChangesDeals, "an amount of damage that its hits deal besides, such as 1d6", strictyaml.Text(1, 100), "attack", attacks, nil, (*changeParser).amount},
		{ChangesSaves, "a number or a roll that is added to its saves, or to those with one stat", strictyaml.Or(rollForm(), bySave(rollForm())), "saves", saves, saveStats, (*changeParser).roll},
		{ChangesSaveEdge, "how it saves, as `edge`, also with one stat; `fail`: its saves fail by themselves", strictyaml.Or(saveEdge, bySave(saveEdge)), "edge in the roll of saves",
			func(rs *Ruleset) bool { return rs.Saves.HasEdge() }, saveStats, (*changeParser).edge},
		{ChangesEvades, "stats with which a success takes nothing of the damage, and a failure what a success would",
			strictyaml.ListOf(strictyaml.Pattern(keyPattern, "the key of a stat"), 12, "a stat or a list of stats"), "saves", saves, nil, (*changeParser).evades},
		{ChangesResists, "resistances that it has, as they are typed among the stats", strictyaml.Text(1, MaxChanges), "damage", func(rs *Ruleset) bool { return rs.Damage != nil }, nil,
			(*changeParser).resists},
	}
}

// typedRows returns the rows of what can be typed with an effect: those of files, and the absorbs that an effect can give.
func typedRows(rs *Ruleset) []changeRow {
	rows := changeRows()
	for i := range rs.Absorbs {
		rows = append(rows, changeRow{ChangeKey(rs.Absorbs[i].Key), "", numberForm(), "absorbs", func(*Ruleset) bool { return true }, nil, (*changeParser).gift})
	}
	return rows
}

func changeRowOf(key string) *changeRow {
	rows := changeRows()
	if i := slices.IndexFunc(rows, func(row changeRow) bool { return string(row.key) == key }); i >= 0 {
		return &rows[i]
	}
	return nil
}

// changeParser reads the values of changes under a ruleset.
type changeParser struct {
	rs    *Ruleset
	stats []formula.Stat
}

func (p *changeParser) parse(c *Change, number bool, words ...string) []formula.Problem {
	f, err := formula.Parse(c.Text, formula.Scope{Stats: p.stats, Also: []string{"level"}, Words: words, Number: number})
	if problems, is := err.(formula.Problems); is {
		return problems
	}
	c.Value = f
	if !f.Rolls() && len(f.Stats())+len(f.Facts()) == 0 && max(f.Value(nil), -f.Value(nil)) > maxChange {
		return formula.Problems{{Column: 1, Text: fmt.Sprintf("must be a number from %d to %d, not %d", -maxChange, maxChange, f.Value(nil))}}
	}
	return nil
}

func (p *changeParser) roll(c *Change) []formula.Problem   { return p.parse(c, false) }
func (p *changeParser) number(c *Change) []formula.Problem { return p.parse(c, true) }

// gift reads how much of an absorb an effect gives.
func (p *changeParser) gift(c *Change) []formula.Problem {
	problems := p.parse(c, true)
	if problems == nil && len(c.Value.Stats())+len(c.Value.Facts()) == 0 && c.Value.Value(nil) < 1 {
		return formula.Problems{{Column: 1, Text: fmt.Sprintf("must be a number from 1 to %d, not %d", maxChange, c.Value.Value(nil))}}
	}
	return problems
}

func (p *changeParser) edge(c *Change) []formula.Problem {
	said, words := *c, []string{advantage, disadvantage}
	if c.Key == ChangesSaveEdge {
		words = append(words, fail)
	}
	switch c.Text {
	case advantage:
		said.Text = "1"
	case disadvantage:
		said.Text = "-1"
	case fail:
		if c.Key == ChangesSaveEdge {
			c.Fail = true
			return nil
		}
	}
	problems := p.parse(&said, true, words...)
	c.Value = said.Value
	return problems
}

func (p *changeParser) critical(c *Change) []formula.Problem {
	if c.Text == "yes" || c.Text == melee {
		return nil
	}
	return formula.Problems{{Column: 1, Text: "must be yes or melee"}}
}

func (p *changeParser) evades(c *Change) []formula.Problem {
	known := p.rs.Saves.Stats()
	for _, stat := range strings.Fields(c.Text) {
		if !slices.Contains(known, stat) {
			return formula.Problems{{Column: 1, Text: strictyaml.Quote(stat) + " is not a save of this ruleset" + strictyaml.Meant(stat, known)}}
		}
		c.Stats = append(c.Stats, stat)
	}
	return nil
}

func (p *changeParser) amount(c *Change) []formula.Problem {
	amount, err := p.rs.Damage.ParseAmount(c.Text)
	if fault, is := err.(*AmountError); is && fault.Known != nil {
		return formula.Problems{{Column: 1, Text: fmt.Sprintf("%s is not a kind or a mark of damage%s", strictyaml.Quote(fault.Text), strictyaml.Meant(fault.Text, fault.Known))}}
	} else if err == nil {
		if _, most := amount.Dice.Range(); most >= 1 {
			c.Deals = amount
			return nil
		}
	}
	return formula.Problems{{Column: 1, Text: fmt.Sprintf("%s is not an amount of damage; write one such as 1d6", strictyaml.Quote(c.Text))}}
}

// changeKeys adds the keys for what a condition changes. They are read last, because what is allowed depends on keys that come later.
func (r *reader) changeKeys(k *strictyaml.Keys, c *Condition) {
	for _, row := range changeRows() {
		k.Add(string(row.key), row.about, row.spec, nil)
	}
	k.Add("also", "conditions of which it has everything that this table says about changes of rolls",
		strictyaml.ListOf(strictyaml.Text(1, strictyaml.MaxKey), 12, "the name of a condition or a list of names"), nil)
	k.Text("type", "of the numbers of one type, only the highest bonus and the lowest penalty count", &c.Type, strictyaml.Text(1, strictyaml.MaxKey))
}

// readChanges reads what conditions change (NU-22, NU-24).
func (r *reader) readChanges() {
	n := r.Root.Get("conditions")
	if n == nil || n.Kind != strictyaml.Mapping {
		return
	}
	p := &changeParser{rs: r.rs, stats: r.stats}
	for i, e := range n.Entries {
		c, typed := &r.rs.Conditions[i], false
		for _, part := range e.Value.Entries {
			row := changeRowOf(part.Key.Text)
			switch {
			case part.Value.Kind == strictyaml.Broken:
			case part.Key.Text == "also":
				for _, item := range part.Value.List() {
					if name := r.conditionExists(item, "also"); name == c.Name {
						r.Problem(item, "also: a condition can't bring itself")
					} else if name != "" {
						c.Also = append(c.Also, name)
					}
				}
			case row == nil, r.broken(row.key.in()):
			case !row.has(r.rs):
				r.Problem(part.Key, "%s: this needs %s", row.key, row.needs)
			default:
				typed = true
				r.readChange(p, c, row, "", part.Value)
			}
		}
		if v := e.Value.Get("type"); v != nil && !typed {
			r.Problem(r.KeyOf(e.Value, "type"), "type: there is no number that it is the type of")
		}
		r.rs.ByRange = r.rs.ByRange || slices.ContainsFunc(c.Changes, Change.ByRange)
		r.rs.ConditionsChange = r.rs.ConditionsChange || c.Changes != nil || c.Also != nil
	}
}

// broken reports whether a key of the file has already been refused.
func (r *reader) broken(key string) bool {
	return r.Root.Refused(key)
}

func (r *reader) readChange(p *changeParser, c *Condition, row *changeRow, of string, n *strictyaml.Node) {
	if n.Kind == strictyaml.Mapping {
		for _, e := range n.Entries {
			if row.of != nil && row.key != ChangesAttacked && !slices.Contains(row.of(r.rs), e.Key.Text) {
				r.Problem(e.Key, "%s: %s is not a save of this ruleset%s", row.key, strictyaml.Quote(e.Key.Text), strictyaml.Meant(e.Key.Text, row.of(r.rs)))
				continue
			}
			r.readChange(p, c, row, e.Key.Text, e.Value)
		}
		return
	}
	if n.Kind == strictyaml.List {
		for _, item := range n.List() {
			r.readChange(p, c, row, of, item)
		}
		return
	}
	if n.Kind != strictyaml.Scalar {
		return
	}
	change := Change{Key: row.key, Of: of, Text: n.Text}
	for _, fault := range row.set(p, &change) {
		r.ProblemIn(n, fault.Column-1, "%s: %s", row.key, fault.Text)
	}
	c.Changes = append(c.Changes, change)
}

// ChangeError says what is wrong with an effect's typed changes.
type ChangeError struct {
	Part  string   // what was typed
	Key   string   // what it would change; empty: nothing that effects can change
	Needs bool     // the ruleset has nothing that this could change
	Twice bool     // it was already typed
	Can   []string // what effects can change under the ruleset
}

// Error returns the error for logs.
func (e *ChangeError) Error() string {
	return fmt.Sprintf("ruleset: %q can't be changed by an effect", e.Part)
}

// CanChange returns what effects can change under the ruleset, as typed.
func (r *Ruleset) CanChange() []string {
	var out []string
	for _, row := range typedRows(r) {
		switch {
		case !row.has(r):
		case row.key == ChangesResists:
			out = append(out, r.Damage.words()...)
		default:
			out = append(out, string(row.key))
		}
	}
	return out
}

// ParseChanges reads an effect's changes as typed: "attack d4, attacked melee advantage". The error is a *[ChangeError] or, if
// resistances or kinds of damage are wrong, a *[ResistanceError] or an *[AmountError].
func (r *Ruleset) ParseChanges(text string) ([]Change, error) {
	var out []Change
	p := &changeParser{rs: r}
	for _, st := range r.Stats {
		p.stats = append(p.stats, formula.Stat{Name: st.Key, Default: st.Default})
	}
	for _, part := range splitChanges(strings.ToLower(strings.ReplaceAll(text, "−", "-"))) {
		part = r.withStats(part)
		c, row := changeTyped(r, part)
		last := len(out) - 1
		if row == nil && last >= 0 && out[last].Key == ChangesEvades {
			if stat, known := r.SaveStat(part); known { // evades dex, con
				out[last].Text += " " + stat
				out[last].Stats = append(out[last].Stats, stat)
				continue
			}
		}
		if row == nil && (r.Damage.begins(part) || last >= 0 && out[last].Key == ChangesResists) { // resist fire, cold
			c, row = Change{Key: ChangesResists, Text: part}, changeRowOf(string(ChangesResists))
			if at := slices.IndexFunc(out, func(other Change) bool { return other.Key == ChangesResists }); at >= 0 {
				c.Text = out[at].Text + ", " + part
				out = slices.Delete(out, at, at+1)
			}
		}
		fault := &ChangeError{Part: part, Key: c.Name(), Can: r.CanChange()}
		switch {
		case row == nil:
			return nil, fault
		case !row.has(r):
			fault.Needs = true
			return nil, fault
		case slices.ContainsFunc(out, func(other Change) bool { return other.Name() == c.Name() }):
			fault.Twice = true
			return nil, fault
		case c.Text == "" || len(row.set(p, &c)) > 0:
			return nil, cmp.Or(r.damageFault(c), error(fault))
		}
		out = append(out, c)
	}
	return out, nil
}

// damageFault returns what is wrong with the resistances or the kinds of damage in a typed change, or nil if something else is wrong.
func (r *Ruleset) damageFault(c Change) error {
	switch c.Key {
	case ChangesResists:
		_, err := r.parseResistances(c.Text)
		if fault, is := err.(*ResistanceError); is && fault.Word != "" {
			return err
		}
	case ChangesDeals:
		_, err := r.Damage.ParseAmount(c.Text)
		if fault, is := err.(*AmountError); is && fault.Known != nil {
			return err
		}
	}
	return nil
}

// withStats replaces names of saves by their stats in a typed change: "saves Dexterity 2" becomes "saves dex 2".
func (r *Ruleset) withStats(part string) string {
	words := strings.Fields(part)
	if !slices.ContainsFunc([]ChangeKey{ChangesSaves, ChangesSaveEdge, ChangesEvades}, func(key ChangeKey) bool { return strings.HasPrefix(part, string(key)+" ") }) {
		return part
	}
	for i := range words {
		if stat, known := r.SaveStat(words[i]); known {
			words[i] = stat
		}
	}
	return strings.Join(words, " ")
}

// changeTyped returns the change that is typed, with its value still to be read, and its row; nil if it isn't one.
func changeTyped(rs *Ruleset, part string) (Change, *changeRow) {
	rows, best := typedRows(rs), -1
	for i, row := range rows {
		if (part == string(row.key) || strings.HasPrefix(part, string(row.key)+" ")) && (best < 0 || len(row.key) > len(rows[best].key)) {
			best = i
		}
	}
	if best < 0 || rows[best].key == ChangesResists { // typed without its key
		return Change{}, nil
	}
	row := &rows[best]
	c := Change{Key: row.key, Text: strings.TrimSpace(strings.TrimPrefix(part, string(row.key)))}
	if of, rest, more := strings.Cut(c.Text, " "); more && row.of != nil && slices.Contains(row.of(rs), of) {
		c.Of, c.Text = of, strings.TrimSpace(rest)
	}
	c.Text = strings.TrimSpace(strings.TrimPrefix(c.Text, "+"))
	return c, row
}

// splitChanges splits a text at its commas, except those in brackets.
func splitChanges(text string) []string {
	var out []string
	depth, from := 0, 0
	add := func(part string) {
		part = strings.Join(strings.Fields(part), " ")
		if part != "" {
			out = append(out, part)
		}
	}
	for i, c := range text {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == ',' && depth <= 0:
			add(text[from:i])
			from = i + 1
		}
	}
	add(text[from:])
	return out
}

// ChangesText returns changes as typed.
func ChangesText(list []Change) string {
	out := make([]string, len(list))
	for i, c := range list {
		out[i] = c.Name() + " " + c.Text
		if c.Key == ChangesResists {
			out[i] = c.Text
		}
	}
	return strings.Join(out, ", ")
}
