package engine

import (
	"cmp"

	"roundel/engine/ruleset"
)

// difficultyEvents lists the events of how hard a fight is.
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
	for _, id := range e.Combatants {
		if c := s.Combatant(id); c != nil {
			c.Rating = e.To
		}
	}
}

func (RatingSet) seen(Sight) (Event, bool) { return nil, false }
func (RatingSet) hides() bool              { return true }

// Rated returns what a combatant brings into the sum of a fight: the rating that the GM typed, or else those of its stat block.
func (s *State) Rated(c *Combatant) ruleset.RatedFoe {
	out := ruleset.RatedFoe{Name: cmp.Or(c.RealName, c.Name), Rating: c.Rating}
	if b := s.BlockOf(c); b != nil && c.Rating == "" {
		out.Rating, out.Worth = b.Rating, b.Worth
	}
	return out
}

// Weighed returns the foes of a fight that count for how hard it is (MO-24): the GM's NPCs of any side but the party that fit, hidden ones too.
func (s *State) Weighed(fits func(c *Combatant) bool) []ruleset.RatedFoe {
	var out []ruleset.RatedFoe
	for i := range s.Combatants {
		if c := &s.Combatants[i]; c.IsFoe() && fits(c) {
			out = append(out, s.Rated(c))
		}
	}
	return out
}

// IsFoe reports whether a combatant is one of the GM's NPCs, of any side but the party.
func (c *Combatant) IsFoe() bool { return c.Kind == NPC && c.Owner == "" && !SameName(c.Side, Party) }

// Heroes returns the player characters of the party.
func (s *State) Heroes() []*Combatant {
	var out []*Combatant
	for i := range s.Combatants {
		if c := &s.Combatants[i]; c.Kind == PC && SameName(c.Side, Party) {
			out = append(out, c)
		}
	}
	return out
}

// LevelOf returns a combatant's level by the ruleset's formula. 0: it has none (MO-25).
func (s *State) LevelOf(rs *ruleset.Ruleset, c *Combatant) int {
	if rs.Difficulty == nil {
		return 0
	}
	return max(0, min(ruleset.MaxLevel, rs.Difficulty.Party.Value(s.CombatantValues(c, Facts{}))))
}

// Levels returns the levels of the player characters of the party, and the names of those who have none. Of an empty party, both are empty.
func (s *State) Levels(rs *ruleset.Ruleset) (levels []int, without []string) {
	for _, c := range s.Heroes() {
		if level := s.LevelOf(rs, c); level > 0 {
			levels = append(levels, level)
		} else {
			without = append(without, c.Name)
		}
	}
	return levels, without
}

// Slain reports whether a combatant is down in the last state there is, from which nobody gets up (MO-27).
func (c *Combatant) Slain(rs *ruleset.Ruleset) bool {
	return !c.Standing() && (c.Down == DownStates()[0] || rs.Down != nil && c.Down == rs.Down.Last)
}

// XP is what foes were worth to a party (MO-27).
type XP struct {
	Worth   int      // of all foes that count, however many they were
	Heads   int      // among whom it is split
	Each    int      // what each gets
	Unrated []string // foes that count and whose worth isn't known, each name once
}

// XP returns what the foes that are down were worth; with all, those that stand, too. living: only player characters that aren't dead get something. levels
// are those of the party; they count as its heads where the fight has no player characters.
func (s *State) XP(rs *ruleset.Ruleset, levels []int, all, living bool) XP {
	counts := func(c *Combatant) bool { return all || !c.Standing() }
	j := rs.Difficulty.Judge(levels, s.Weighed(counts))
	out := XP{Worth: j.Worth, Heads: len(levels), Unrated: j.Unrated}
	if heroes := s.Heroes(); len(heroes) > 0 {
		out.Heads = count(heroes, func(c *Combatant) bool { return !living || !c.Slain(rs) })
	}
	out.Each = rs.Difficulty.Each(out.Worth, out.Heads)
	return out
}
