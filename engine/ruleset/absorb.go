package ruleset

import (
	"cmp"
	"slices"
	"strings"

	"roundel/engine/formula"
	"roundel/engine/strictyaml"
)

// Absorb is something that takes damage before hit points do, such as temporary hit points (NU-11).
type Absorb struct {
	Key    string
	Is     string           // what it is, for people
	Stacks bool             // what is given is added; otherwise, the higher of old and new counts
	Counts bool             // what it absorbs counts as damage taken (NU-12)
	From   *formula.Formula // what a combatant joins with; nil: 0
	To     *formula.Formula // the most that a combatant can have; nil: [MaxAbsorb]
}

// MaxAbsorb is the most that a combatant can have of an absorb.
const MaxAbsorb = 100000

// Words returns the absorb's name as people read it: what the file calls it, or else its key.
func (a *Absorb) Words() string { return cmp.Or(a.Is, strings.ReplaceAll(a.Key, "_", " ")) }

// Absorb returns the absorb with that key, or with that name as people read it; or nil.
func (r *Ruleset) Absorb(name string) *Absorb {
	return first(r.Absorbs, func(a *Absorb) bool {
		return a.Key == PoolKey(name) || a.Is != "" && strings.EqualFold(a.Is, strings.TrimSpace(name))
	})
}

// TakesInside reports whether something can take damage that isn't reported as damage taken: armor, or an absorb that doesn't count (NU-12).
func (r *Ruleset) TakesInside() bool {
	return r.Attack.Stats.Soak != "" || slices.ContainsFunc(r.Absorbs, func(a Absorb) bool { return !a.Counts })
}

// AbsorbKeys returns the keys of all absorbs, in the order in which they take damage.
func (r *Ruleset) AbsorbKeys() []string {
	return each(r.Absorbs, func(a *Absorb) string { return a.Key })
}

func (r *reader) absorbsKey(k *strictyaml.Keys) {
	k.Add("absorbs", "[what takes damage](#absorbs) before hit points do, in this order",
		strictyaml.Spec{Names: &strictyaml.Named{Of: "something that absorbs", About: "what absorbs, as it is typed", Spec: r.absorbKeys(&Absorb{}).Spec(), Most: 4,
			Pattern: keyPattern, Length: strictyaml.MaxKey, What: "at most 24 small letters, digits and underscores, with a letter first"},
			What: "a mapping of what absorbs, such as temp: {is: temporary hit points}"}, r.readAbsorbs)
}

// absorbKeys returns the keys of an absorb (NU-11, NU-12).
func (r *reader) absorbKeys(a *Absorb) *strictyaml.Keys {
	k := strictyaml.NewKeys("something that absorbs")
	k.Text("is", "what it is, as in `Mira gets 8 temporary hit points`; default: its name", &a.Is, strictyaml.Text(1, 60))
	k.YesNo("stacks", "whether more is added to what is there; otherwise the higher of both holds", &a.Stacks)
	k.YesNo("counts", "whether what it absorbs is damage taken, for checks `at: damage` and for `hit`", &a.Counts)
	r.number(k, "from", "what a combatant with hit points joins with; default: 0", &a.From, scope{to: MaxAbsorb})
	r.number(k, "to", "the most that a combatant can have; default: 100000", &a.To, scope{from: 1, to: MaxAbsorb})
	return k
}

func (r *reader) readAbsorbs(n *strictyaml.Node) {
	for _, e := range n.Entries {
		a := Absorb{Key: e.Key.Text}
		r.absorbKeys(&a).Read(e.Value)
		switch {
		case a.Key == "hp" || r.isStat(a.Key):
			r.Problem(e.Key, "%s: this is a stat already; choose another name", a.Key)
		case slices.ContainsFunc(changeRows(), func(row changeRow) bool { return string(row.key) == a.Key }):
			r.Problem(e.Key, "%s: an effect can change something that is called so; choose another name", a.Key)
		default:
			r.rs.Absorbs = append(r.rs.Absorbs, a)
			r.shown(a.Words())
		}
	}
}
