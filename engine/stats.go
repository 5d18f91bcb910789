package engine

import (
	"slices"
	"strconv"
	"strings"
)

// Knows tells whether the ruleset has a stat of that key.
func (r *Ruleset) Knows(key string) bool { return slices.Contains(r.StatKeys(), key) }

// StatKeys returns the keys the ruleset knows, hp last.
func (r *Ruleset) StatKeys() []string {
	var out []string
	for _, st := range r.Stats {
		out = append(out, st.Key)
	}
	return append(out, "hp")
}

// Template is an example of the stats option with what is required, and hp.
func (r *Ruleset) Template(npc bool) string {
	var out []string
	for _, st := range r.Stats {
		if npc && st.NPC || !npc && st.PC {
			out = append(out, st.Key+" "+strconv.Itoa(max(st.Min, min(st.Max, 1))))
		}
	}
	return strings.Join(append(out, "hp 10"), ", ")
}
