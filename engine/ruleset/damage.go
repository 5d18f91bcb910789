package ruleset

import (
	"regexp"
	"slices"
	"strings"

	"roundel/engine/strictyaml"
)

// Damage lists the kinds of damage, and what resistances do with them (NU-3). It is never changed once it has been read.
type Damage struct {
	Kinds   []string // such as "fire"
	Groups  []DamageGroup
	Marks   []string     // other properties, such as "magical"
	Words   []DamageWord // in the order in which they apply
	RoundUp bool         // halves are rounded up, not down
}

// DamageGroup is a name for several kinds.
type DamageGroup struct {
	Name  string
	Kinds []string
}

// DamageWord is a word that people type before kinds of damage, and what it does.
type DamageWord struct {
	Word string
	Does WordDoes
}

// WordDoes says what a word of [Damage] does to a part of an amount.
type WordDoes string

// Set it to 0, subtract or add a number, halve it, double it.
const (
	DoesNone   WordDoes = "none"
	DoesMinus  WordDoes = "minus"
	DoesPlus   WordDoes = "plus"
	DoesHalf   WordDoes = "half"
	DoesDouble WordDoes = "double"
)

// Counted reports whether names under a word that does this need a number.
func (w WordDoes) Counted() bool { return w == DoesMinus || w == DoesPlus }

// Words with a special meaning in resistances.
const (
	AllDamage   = "all"     // damage of every kind, or of none
	NothingElse = "nothing" // replaces the names: there are none
	ExceptOf    = "except"  // what follows is excluded
)

// Half returns half of an amount, rounded as the ruleset says. d may be nil.
func (d *Damage) Half(n int) int {
	if d != nil && d.RoundUp {
		n++
	}
	return n / 2
}

// Does returns what a word does, or "" if there is no such word.
func (d *Damage) Does(word string) WordDoes {
	for _, w := range d.Words {
		if w.Word == word {
			return w.Does
		}
	}
	return ""
}

// words returns the words in the order of the file.
func (d *Damage) words() []string {
	if d == nil {
		return nil
	}
	out := make([]string, len(d.Words))
	for i, w := range d.Words {
		out[i] = w.Word
	}
	return out
}

// begins reports whether a text begins with one of the words.
func (d *Damage) begins(text string) bool { return longest(d.words(), strings.Fields(text)) > 0 }

// Names returns what can follow an amount: kinds and marks. A nil d has none.
func (d *Damage) Names() []string {
	if d == nil {
		return nil
	}
	return slices.Concat(d.Kinds, d.Marks)
}

// group returns the kinds of a group, or nil.
func (d *Damage) group(name string) []string {
	for _, g := range d.Groups {
		if g.Name == name {
			return g.Kinds
		}
	}
	return nil
}

// resistible returns what can follow a word: kinds, groups, marks and "all".
func (d *Damage) resistible() []string {
	out := slices.Clone(d.Kinds)
	for _, g := range d.Groups {
		out = append(out, g.Name)
	}
	return append(append(out, d.Marks...), AllDamage)
}

// Typed returns what can appear in resistances besides conditions: names of damage, words, "nothing" and "except". A nil d has none (NU-6).
func (d *Damage) Typed() []string {
	if d == nil {
		return nil
	}
	return append(append(d.resistible(), d.words()...), NothingElse, ExceptOf)
}

// Resistible returns what can appear in resistances: words, names of damage and conditions. Without kinds of damage, that is nothing (NU-6).
func (rs *Ruleset) Resistible() []string {
	out := rs.Damage.Typed()
	if out == nil {
		return nil
	}
	for _, c := range rs.Conditions {
		out = append(out, c.Name)
	}
	return out
}

var damageName = regexp.MustCompile(`^[a-z][a-z -]{0,23}$`)

// damageKey adds the key for kinds of damage (NU-3).
func (r *reader) damageKey(k *strictyaml.Keys) {
	k.Add("damage", "[kinds of damage](#damage) and what combatants make of them", r.damageKeys(&Damage{}).Spec(), func(n *strictyaml.Node) {
		d := &Damage{}
		r.damageKeys(d).Read(n)
		r.rs.Damage = d
		r.shown(append(d.resistible(), d.words()...)...)
		r.damageNames(n)
		if len(d.Kinds) == 0 || len(d.Words) == 0 {
			n.Kind = strictyaml.Broken // already reported; what it allows is unknown
		}
	})
}

// damageKeys returns the keys of damage.
func (r *reader) damageKeys(d *Damage) *strictyaml.Keys {
	const what = "at most 24 small letters, hyphens and spaces, with a letter first"
	name := strictyaml.Pattern(damageName, what)
	k := strictyaml.NewKeys("damage")
	some := func(n *strictyaml.Node, key string) {
		if (n.Kind == strictyaml.List || n.Kind == strictyaml.Mapping) && len(n.Items)+len(n.Entries) == 0 {
			r.Problem(n, "%s: there must be at least one", key)
		}
	}
	k.Texts("kinds", "what damage is, such as `fire`", &d.Kinds, strictyaml.ListOf(name, 40, "a kind of damage or a list of at most 40")).Must().
		Then(func(n *strictyaml.Node) { some(n, "kinds") })
	k.Texts("marks", "what damage is besides, such as `magical`", &d.Marks, strictyaml.ListOf(name, 20, "a mark or a list of at most 20"))
	group := strictyaml.ListOf(name, 40, "a kind of damage or a list of kinds")
	k.Add("groups", "names for several kinds", strictyaml.Spec{Names: &strictyaml.Named{Of: "a group", About: "the group, and its kinds", Spec: group, Most: 10,
		Pattern: damageName, Length: strictyaml.MaxKey, What: what}, What: "a mapping of groups to their kinds, such as physical: [piercing, slashing]"}, func(n *strictyaml.Node) {
		for _, e := range n.Entries {
			for _, item := range e.Value.List() {
				if item.Kind == strictyaml.Scalar && !slices.Contains(d.Kinds, item.Text) {
					r.Problem(item, "groups: %s is not one of kinds%s", strictyaml.Quote(item.Text), strictyaml.Meant(item.Text, d.Kinds))
				}
			}
			some(e.Value, e.Key.Text)
			d.Groups = append(d.Groups, DamageGroup{e.Key.Text, e.Value.Texts()})
		}
	})
	does := strictyaml.Words(string(DoesNone), string(DoesMinus), string(DoesPlus), string(DoesHalf), string(DoesDouble))
	k.Add("words", "what people type before kinds among the stats, and what it makes of these: `none`, `half` or `double`; under `minus` and `plus`, a number stands after each. They are applied in this order",
		strictyaml.Spec{Names: &strictyaml.Named{Of: "a word", About: "the word, and what it does", Spec: does, Most: 8, Pattern: damageName, Length: strictyaml.MaxKey, What: what},
			What: "a mapping of words to what they do, such as resist: half"}, func(n *strictyaml.Node) {
			some(n, "words")
			for _, e := range n.Entries {
				d.Words = append(d.Words, DamageWord{e.Key.Text, WordDoes(e.Value.Text)})
			}
		}).Must()
	k.Add("round", "how halves are rounded: `down` (default) or `up`", strictyaml.Words("down", "up"), func(n *strictyaml.Node) { d.RoundUp = n.Text == "up" })
	return k
}

// damageNames refuses names of damage that already mean something else (NU-3).
func (r *reader) damageNames(n *strictyaml.Node) {
	taken := map[string]string{AllDamage: "has a meaning of its own here", "and": "has a meaning of its own here", ExceptOf: "has a meaning of its own here",
		NothingElse: "has a meaning of its own here", "hp": "is a stat"}
	for _, st := range r.stats {
		taken[st.Name] = "is a stat"
	}
	for _, key := range r.rs.AbsorbKeys() {
		taken[key] = "absorbs damage"
	}
	check := func(key string, item *strictyaml.Node) {
		if item.Kind != strictyaml.Scalar {
			return
		}
		name := item.Text
		if why := taken[name]; why != "" && !(key == "words" && r.isStat(name) && why == "is a stat") {
			r.Problem(item, "%s: %s %s; choose another name", key, strictyaml.Quote(name), why)
		} else if strings.Join(strings.Fields(name), " ") != name {
			r.Problem(item, "%s: write %s with single spaces", key, strictyaml.Quote(name))
		}
		taken[name] = "is there already"
	}
	for _, key := range []string{"kinds", "marks"} {
		for _, item := range n.Get(key).List() {
			check(key, item)
		}
	}
	for _, key := range []string{"groups", "words"} {
		if at := n.Get(key); at != nil {
			for _, e := range at.Entries {
				check(key, e.Key)
			}
		}
	}
}
