package play

import (
	"maps"
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/formula"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

// Numbers are the numbers of one combatant, which dice can name (CR-42, CR-54).
type Numbers struct {
	Of     *engine.Combatant
	values map[string]int
}

// NumbersOf returns the numbers that dice mean: those of who, if that is given, or else of the actor's active combatant or its only one in the fight
// (CR-42). Its stats are its numbers, and hp its maximum.
func NumbersOf(s *engine.State, rs *ruleset.Ruleset, actor engine.Actor, who string) (Numbers, error) {
	d := &decider{Fight: &Fight{State: s.Clone(), Rules: rs}, actor: actor, viewer: view.ViewerOf(s, actor)}
	c, err := d.performer(who, true, "")
	if err != nil {
		return Numbers{}, err
	}
	n := Numbers{Of: c, values: map[string]int{}}
	for key, value := range c.Stats {
		n.values[sameName(key)] = value
	}
	if c.HasHP {
		n.values["hp"] = c.MaxHP
	}
	return n, nil
}

// Value returns the number of that name. Case, spaces, hyphens and underscores don't matter (CR-2).
func (n Numbers) Value(name string) (value int, known bool) {
	value, known = n.values[sameName(name)]
	return value, known
}

// Nearest returns the name that is most like one that isn't known, or "".
func (n Numbers) Nearest(name string) string {
	return formula.Nearest(sameName(name), slices.Collect(maps.Keys(n.values)))
}

// sameName returns a name as all ways to write it are compared (CR-2).
func sameName(name string) string {
	return strings.NewReplacer(" ", "", "-", "", "_", "").Replace(strings.ToLower(name))
}
