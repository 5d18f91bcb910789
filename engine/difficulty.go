package engine

import (
	"cmp"

	"roundel/engine/ruleset"
)

// difficultyEvents lists the events about the difficulty of a fight.
func difficultyEvents() []codec {
	return []codec{
		{"rating-set", 1, RatingSet{}},
	}
}

// RatingSet gives foes a rating or corrects it (MO-24). Only the GM learns of it.
type RatingSet struct {
	Combatants []CombatantID `json:"combatants"`
	To         string        `json:"to"`
}

func (e RatingSet) apply(s *State) {
	s.change(e.Combatants, func(c *Combatant) { c.Rating = e.To })
}

func (RatingSet) seen(Sight) (Event, bool) { return nil, false }
func (RatingSet) hides() bool              { return true }

// Rated returns a combatant as it counts for the difficulty: with the rating that the GM typed, or else with that of its stat block.
func (s *State) Rated(c *Combatant) ruleset.RatedFoe {
	out := ruleset.RatedFoe{Name: cmp.Or(c.RealName, c.Name), Rating: c.Rating}
	if b := s.BlockOf(c); b != nil && c.Rating == "" {
		out.Rating, out.Worth = b.Rating, b.Worth
	}
	return out
}

// Weighed returns the foes that count for the difficulty (MO-24): the GM's NPCs of any side except the party for which fits returns true,
// including hidden ones.
func (s *State) Weighed(fits func(c *Combatant) bool) []ruleset.RatedFoe {
	var out []ruleset.RatedFoe
	for i := range s.Combatants {
		if c := &s.Combatants[i]; c.isFoe() && fits(c) {
			out = append(out, s.Rated(c))
		}
	}
	return out
}

// isFoe reports whether a combatant is one of the GM's NPCs, on any side except the party.
func (c *Combatant) isFoe() bool { return c.Kind == NPC && c.Owner == "" && !SameName(c.Side, Party) }

// heroes returns the player characters of the party.
func (s *State) heroes() []*Combatant {
	var out []*Combatant
	for i := range s.Combatants {
		if c := &s.Combatants[i]; c.Kind == PC && SameName(c.Side, Party) {
			out = append(out, c)
		}
	}
	return out
}

// LevelOf returns a combatant's level by the ruleset's formula, or 0 if it has none (MO-25).
func (s *State) LevelOf(rs *ruleset.Ruleset, c *Combatant) int {
	if rs.Difficulty == nil {
		return 0
	}
	return max(0, min(ruleset.MaxLevel, rs.Difficulty.Party.Value(s.CombatantValues(c, Facts{}))))
}

// Levels returns the levels of the party's player characters, and the names of those without one. Both are empty if the party is.
func (s *State) Levels(rs *ruleset.Ruleset) (levels []int, without []string) {
	for _, c := range s.heroes() {
		if level := s.LevelOf(rs, c); level > 0 {
			levels = append(levels, level)
		} else {
			without = append(without, c.Name)
		}
	}
	return levels, without
}

// slain reports whether a combatant is in the last state at 0 hit points, which it can't recover from (MO-27).
func (c *Combatant) slain(rs *ruleset.Ruleset) bool {
	return !c.Standing() && (c.Down == DownStates()[0] || rs.Down != nil && c.Down == rs.Down.Last)
}

// XP is what foes were worth to a party (MO-27).
type XP struct {
	Worth   int      // of all foes that count
	Heads   int      // how many share it
	Each    int      // each one's share
	Unrated []string // the names of foes that count but whose worth isn't known, each once
}

// XP returns what the fallen foes were worth, or all foes if all is set. With living, player characters that are dead get no share. levels are
// the party's levels; if the fight has no player characters, there are as many shares as levels.
func (s *State) XP(rs *ruleset.Ruleset, levels []int, all, living bool) XP {
	counts := func(c *Combatant) bool { return all || !c.Standing() }
	j := rs.Difficulty.Judge(levels, s.Weighed(counts))
	out := XP{Worth: j.Worth, Heads: len(levels), Unrated: j.Unrated}
	if heroes := s.heroes(); len(heroes) > 0 {
		out.Heads = count(heroes, func(c *Combatant) bool { return !living || !c.slain(rs) })
	}
	out.Each = rs.Difficulty.Each(out.Worth, out.Heads)
	return out
}
