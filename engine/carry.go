package engine

import (
	"cmp"
	"maps"
	"slices"

	"roundel/engine/ruleset"
	"roundel/snowflake"
)

// SavedAs identifies the saved character that a combatant joined from. The character keeps what the combatant carries, even if the combatant
// is renamed or given to someone else.
type SavedAs struct {
	Server snowflake.Guild `json:"server"`
	User   snowflake.User  `json:"user"`
	Name   string          `json:"name"`
	First  int64           `json:"first,omitempty"` // when it was first saved, in milliseconds; tells it from one saved under the same name after it was deleted

	Joined string `json:"joined,omitempty"` // differs for each combatant that joins from the character, in any fight
}

// Carried is what a saved character takes from one fight to the next (NU-28).
type Carried struct {
	HP      *int           `json:"hp,omitempty"`      // nil: it had none, or the hit points were typed
	MaxHP   int            `json:"hp_max,omitempty"`  // its maximum, used on joining unless another is saved or typed
	Absorbs map[string]int `json:"absorbs,omitempty"` // by the ruleset's keys, including zeros
	Pools   map[string]int `json:"pools,omitempty"`   // spent from the pools that rests bring back
}

// Is reports whether two combatants joined from the same character.
func (a *SavedAs) Is(b *SavedAs) bool {
	return a.Server == b.Server && a.User == b.User && a.First == b.First && SameName(a.Name, b.Name)
}

// Same reports whether both carry the same. nil carries nothing.
func (c *Carried) Same(other *Carried) bool {
	if c == nil || other == nil {
		return c == other
	}
	sameHP := c.HP == nil && other.HP == nil || c.HP != nil && other.HP != nil && *c.HP == *other.HP
	return sameHP && c.MaxHP == other.MaxHP && maps.Equal(c.Absorbs, other.Absorbs) && maps.Equal(c.Pools, other.Pools)
}

// CarriedOf returns what a combatant would keep if it left the fight now. What effects gave doesn't count.
func (s *State) CarriedOf(rs *ruleset.Ruleset, c *Combatant) Carried {
	var out Carried
	if c.HasHP {
		hp := c.HP
		out.HP, out.MaxHP, out.Absorbs = &hp, c.MaxHP, map[string]int{}
		for _, key := range rs.AbsorbKeys() {
			n := c.Absorbs[key].N
			for _, part := range c.Absorbs[key].Of {
				n -= part.N
			}
			out.Absorbs[key] = n
		}
	}
	for i := range rs.Turn {
		if p := &rs.Turn[i]; p.Counted() && p.Back.At == ruleset.BackRest && c.Pools[p.Key].Spent > 0 {
			if out.Pools == nil {
				out.Pools = map[string]int{}
			}
			out.Pools[p.Key] = c.Pools[p.Key].Spent
		}
	}
	return out
}

// Over returns what a character carries after a fight that it left with c, if it carried old before (nil: nothing). What the fight's ruleset
// doesn't know stays as in old.
func (c Carried) Over(rs *ruleset.Ruleset, old *Carried) Carried {
	if old == nil {
		return c
	}
	out := Carried{HP: c.HP, MaxHP: c.MaxHP, Absorbs: maps.Clone(old.Absorbs), Pools: maps.Clone(old.Pools)}
	if c.HP == nil {
		out.HP, out.MaxHP = old.HP, old.MaxHP
	}
	maps.DeleteFunc(out.Pools, func(key string, _ int) bool { p := rs.Pool(key); return p != nil && p.Back.At == ruleset.BackRest })
	out.Absorbs, out.Pools = with(out.Absorbs, c.Absorbs), with(out.Pools, c.Pools)
	return out
}

// with merges more into all, which may be nil.
func with(all, more map[string]int) map[string]int {
	if all == nil {
		return maps.Clone(more)
	}
	maps.Copy(all, more)
	return all
}

// JoinedFrom returns the combatants of a log's latest fight that joined from saved characters, as they were when they left or at the end, in
// the order in which they joined. last is the fight's last state, or nil if there never was a fight.
func JoinedFrom(l Log) (joined []Combatant, last *State, err error) {
	for e, err := range l.All() {
		if err != nil {
			return nil, nil, err
		}
		if e.Kind != Did || e.Undone {
			continue
		}
		if last == nil {
			last = &State{}
		}
		for _, event := range e.Events {
			if gone, is := event.(CombatantRemoved); is {
				if c := last.Combatant(gone.Combatant); c != nil && c.Saved != nil {
					joined = append(joined, *c)
				}
			}
			event.apply(last)
		}
	}
	for i := 0; last != nil && i < len(last.Combatants); i++ {
		if c := &last.Combatants[i]; c.Saved != nil {
			joined = append(joined, *c)
		}
	}
	slices.SortFunc(joined, func(a, b Combatant) int { return cmp.Compare(a.ID, b.ID) })
	return joined, last, nil
}

// Rested returns what is carried after a rest under a ruleset (NU-30). hp is the new number of hit points, or nil if they don't change. What
// the ruleset doesn't know stays as it was.
func (c Carried) Rested(rs *ruleset.Ruleset, rest *ruleset.Rest, hp *int) Carried {
	out := Carried{HP: c.HP, MaxHP: c.MaxHP, Absorbs: maps.Clone(c.Absorbs), Pools: maps.Clone(c.Pools)}
	if c.HP != nil && hp != nil {
		out.HP = hp
	}
	for _, key := range rest.Empties {
		if _, carried := out.Absorbs[key]; carried {
			out.Absorbs[key] = 0
		}
	}
	maps.DeleteFunc(out.Pools, func(key string, _ int) bool {
		p := rs.Pool(key)
		return p != nil && slices.Contains(p.Back.Rests, rest.Name)
	})
	return out
}
