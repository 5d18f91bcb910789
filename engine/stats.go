package engine

import (
	"slices"
	"strconv"
	"strings"
)

// Knows reports whether the ruleset has a stat with that key. All rulesets know hp.
func (r *Ruleset) Knows(key string) bool { return slices.Contains(r.StatKeys(), key) }

// StatKeys returns the keys of all stats in the ruleset, hp last.
func (r *Ruleset) StatKeys() []string {
	var out []string
	for _, st := range r.Stats {
		out = append(out, st.Key)
	}
	return append(out, "hp")
}

// Template returns an example of the stats option with hp and every stat that an NPC or a PC needs: "init 1, hp 10".
func (r *Ruleset) Template(npc bool) string {
	var out []string
	for _, st := range r.Stats {
		if npc && st.NPC || !npc && st.PC {
			out = append(out, st.Key+" "+strconv.Itoa(max(st.Min, min(st.Max, 1))))
		}
	}
	return strings.Join(append(out, "hp 10"), ", ")
}
