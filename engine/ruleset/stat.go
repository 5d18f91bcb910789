package ruleset

import (
	"slices"
	"strconv"
	"strings"

	"roundel/engine/formula"
	"roundel/engine/strictyaml"
)

// Stat is a stat that a combatant can have, apart from hp.
type Stat struct {
	Key      string // as typed: "init"
	Is       string // what it is, for /help
	Min, Max int    // the allowed range, inclusive
	Default  int    // what formulas see if it isn't given
	PC, NPC  bool   // whether PCs and NPCs need it
	Or       []string
}

func (r *reader) statsKey(k *strictyaml.Keys) {
	stat := strictyaml.Or(strictyaml.Text(0, MaxBytes), r.statKeys(&Stat{}).Spec())
	stat.What = "what the stat is, or a mapping with the keys is, from, to, default, need and or"
	k.Add("stats", "[the stats](#stats) of combatants; `hp` is always there",
		strictyaml.Spec{Names: &strictyaml.Named{Of: "a stat", About: "the stat, as it is typed", Spec: stat, Most: 40, Pattern: keyPattern, Length: strictyaml.MaxKey,
			What: "at most 24 small letters, digits and underscores, with a letter first"}, What: "a mapping of stats, such as init: Initiative"},
		r.readStats)
}

func (r *reader) statKeys(st *Stat) *strictyaml.Keys {
	k := strictyaml.NewKeys("a stat")
	k.Text("is", "what the stat is, for `/help`", &st.Is, strictyaml.Text(0, MaxBytes))
	k.Number("from", "the lowest value; default: -1000", &st.Min, -maxStat, maxStat)
	k.Number("to", "the highest value; default: 1000", &st.Max, -maxStat, maxStat)
	k.Number("default", "what formulas see if the stat isn't given; default: 0", &st.Default, -1000000, 1000000)
	k.Add("need", "who needs it: player characters, NPCs, all, or none (default)", strictyaml.Words("pc", "npc", "all", "none"), func(n *strictyaml.Node) {
		st.PC, st.NPC = n.Text == "pc" || n.Text == "all", n.Text == "npc" || n.Text == "all"
	})
	k.Texts("or", "stats of which one will do instead", &st.Or, strictyaml.ListOf(strictyaml.Pattern(keyPattern, "the key of a stat"), 40, "one stat or a list of stats"))
	return k
}

func (r *reader) readStats(n *strictyaml.Node) {
	for _, e := range n.Entries {
		st := Stat{Key: e.Key.Text, Min: -1000, Max: 1000}
		if e.Value.Kind == strictyaml.Scalar {
			st.Is = e.Value.Text
		}
		r.statKeys(&st).Read(e.Value)
		r.shown(st.Is)
		if st.Min > st.Max {
			r.Problem(e.Key, "%s: from is %d, more than to, which is %d", e.Key.Text, st.Min, st.Max)
		}
		if formula.Reserved(st.Key) {
			r.Problem(e.Key, "%s: this word has a meaning in every formula; choose another name for the stat", st.Key)
		}
		r.rs.Stats = append(r.rs.Stats, st)
		r.stats = append(r.stats, formula.Stat{Name: st.Key, Default: st.Default})
	}
	for _, e := range n.Entries {
		for _, other := range e.Value.Get("or").List() {
			switch {
			case other.Kind != strictyaml.Scalar:
			case other.Text == e.Key.Text:
				r.Problem(other, "or: a stat can't stand in for itself")
			default:
				r.statExists(other, "or")
			}
		}
	}
}

// statExists reports a name that isn't a stat.
func (r *reader) statExists(n *strictyaml.Node, key string) {
	if !r.isStat(n.Text) {
		r.Problem(n, "%s: %s is not a stat of this ruleset%s", key, strictyaml.Quote(n.Text), strictyaml.Meant(n.Text, r.statNames()))
	}
}

func (r *reader) isStat(key string) bool { return slices.Contains(r.statNames(), key) }

func (r *reader) statNames() []string {
	return each(r.stats, func(st *formula.Stat) string { return st.Name })
}

// Stat returns the stat with that key, and whether the ruleset has one.
func (r *Ruleset) Stat(key string) (Stat, bool) {
	if st := first(r.Stats, func(st *Stat) bool { return st.Key == key }); st != nil {
		return *st, true
	}
	return Stat{}, false
}

// Knows reports whether a key can be typed as a stat under the ruleset. Every ruleset knows hp.
func (r *Ruleset) Knows(key string) bool { return slices.Contains(r.StatKeys(), key) }

// StatKeys returns all keys that can be typed as stats under the ruleset: its stats, hp, and absorbs.
func (r *Ruleset) StatKeys() []string {
	keys := each(r.Stats, func(st *Stat) string { return st.Key })
	return append(append(keys, "hp"), r.AbsorbKeys()...)
}

// Template returns an example of a list of stats with hp and everything that an NPC or a PC needs: "init 1, hp 10".
func (r *Ruleset) Template(npc bool) string {
	var out []string
	for _, st := range r.Stats {
		if npc && st.NPC || !npc && st.PC {
			out = append(out, st.Key+" "+strconv.Itoa(max(st.Min, min(st.Max, 1))))
		}
	}
	return strings.Join(append(out, "hp 10"), ", ")
}
