package words

import (
	"slices"

	"roundel/bot/words/lang"
	"roundel/engine"
)

// Called returns what a combatant is called in a menu or a suggestion. The GM reads both names of a masked one: "Assassin (as A shrouded
// figure)" (NU-33). Others' views don't have the real one.
func Called(l *lang.Language, c *engine.Combatant) string {
	if c.RealName == "" {
		return lang.Visible(l.Called(c.Name))
	}
	return l.Label("gm.masked", lang.Name("name", c.RealName), lang.Name("mask", c.Name))
}

// calledBoth returns a state for what only the GM reads: masked combatants are called by both of their names. s is not changed.
func calledBoth(l *lang.Language, s *engine.State) *engine.State {
	masked := func(c engine.Combatant) bool { return c.RealName != "" }
	if s == nil || !slices.ContainsFunc(s.Combatants, masked) {
		return s
	}
	out := *s
	out.Combatants, out.Units, out.Further = slices.Clone(s.Combatants), slices.Clone(s.Units), slices.Clone(s.Further)
	for i := range out.Combatants {
		c := &out.Combatants[i]
		both := Called(l, c)
		for _, units := range [][]engine.Unit{out.Units, out.Further} {
			for j := range units {
				if u := &units[j]; u.MainID() == c.Unit && engine.SameName(u.Name, c.Name) {
					u.Name = both
				}
			}
		}
		c.Name, c.RealName = both, ""
	}
	return &out
}
