package engine

import (
	"maps"
	"slices"

	"roundel/engine/dice"
	"roundel/engine/ruleset"
)

// poolEvents lists the events of pools.
func poolEvents() []codec {
	return []codec{
		{"pool-reserved", 1, PoolReserved{}},
		{"pools-back", 1, PoolsBack{}},
		{"pool-lapsed", 1, PoolLapsed{}},
		{"pool-rolled", 1, PoolRolled{}},
	}
}

// PoolReserved sets how much of a pool a combatant holds back for reactions (FT-6).
type PoolReserved struct {
	Combatant CombatantID `json:"combatant"`
	Pool      string      `json:"pool"`
	Reserved  int         `json:"reserved"` // the total now held back
	Left      int         `json:"left"`     // left to spend
}

func (e PoolReserved) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil {
		use := c.Pools[e.Pool]
		use.Reserved = e.Reserved
		c.setPool(e.Pool, use)
		s.recordAct(c)
	}
}

func (e PoolReserved) seen(v Sight) (Event, bool) { return shownIf(v.knows(e.Combatant), e) }

// PoolUse is what a combatant has used of a pool since it was last full (RS-40 to RS-44).
type PoolUse struct {
	Spent    int    `json:"spent,omitempty"`
	Reserved int    `json:"reserved,omitempty"` // held back for reactions (FT-6)
	Turn     TurnID `json:"turn,omitempty"`     // in which it was last spent
	Taken    int    `json:"taken,omitempty"`    // by conditions when the pool came back; below 0: given (RS-43)
	Ahead    int    `json:"ahead,omitempty"`    // the round in which some was spent ahead of the turn that it belongs to (RI-6)
	Lapsed   int    `json:"lapsed,omitempty"`   // taken by effects that have since ended (FT-8)

	Quiet     int    `json:"quiet,omitempty"`      // the part of Spent that only the GM knows of, for abilities (MO-19); in a view of others: 0
	QuietTurn TurnID `json:"quiet_turn,omitempty"` // the turn in which that was last spent
}

// SpentIn reports whether this turn is the last one in which some of the pool was spent, openly or quietly.
func (u PoolUse) SpentIn(turn TurnID) bool {
	return turn != 0 && (u.Turn == turn || u.QuietTurn == turn)
}

// Shown returns what everyone but the GM and the combatant's owner knows of it.
func (u PoolUse) Shown() PoolUse {
	u.Spent, u.Quiet, u.QuietTurn = u.Spent-u.Quiet, 0, 0
	return u
}

// PoolSpend is an amount of a pool that something costs.
type PoolSpend struct {
	Pool     string `json:"pool"`
	N        int    `json:"n"`
	Reserved bool   `json:"reserved,omitempty"` // from what was held back (FT-7)
	Ahead    int    `json:"ahead,omitempty"`    // taken from the turn that is still to come in that round (RI-6)
}

// PoolCount returns the size of a combatant's full pool before conditions, or 0 if the pool isn't counted.
func (s *State) PoolCount(c *Combatant, p *ruleset.Pool) int {
	if !p.Counted() {
		return 0
	}
	return max(0, p.Count.Value(s.CombatantValues(c, Facts{})))
}

// PoolLeft returns how much of a counted pool a combatant can still spend: what it came back with, changed by what effects give or take
// immediately (FT-4), less what was spent, held back, or taken by effects that have ended since. It is never negative.
func (s *State) PoolLeft(c *Combatant, p *ruleset.Pool) int {
	use := c.Pools[p.Key]
	of := max(0, s.PoolCount(c, p)-use.Taken)
	if p.Priced {
		for _, e := range s.EffectsOn(c) {
			of += e.Ticks
		}
	}
	return max(0, of-use.Spent-use.Reserved-use.Lapsed)
}

// Taken returns how much the conditions on a combatant take from a pool when it comes back (RS-43, RS-65). If negative, they add to it.
func (s *State) Taken(rs *ruleset.Ruleset, c *Combatant, p *ruleset.Pool) int {
	n := 0
	for i := range s.Effects {
		e := &s.Effects[i]
		if !s.On(e, c) {
			continue
		}
		condition := rs.Condition(e.Name)
		for k := 0; condition != nil && k < len(condition.Takes); k++ {
			if t := condition.Takes[k]; t.Pool == p.Key && condition.Level {
				n += t.N * e.Level
			} else if t.Pool == p.Key {
				n += t.N
			}
		}
	}
	return n
}

// spend pays costs from pools. What is held back isn't touched, unless a cost says so.
func (c *Combatant) spend(costs []PoolSpend, turn TurnID) {
	for _, cost := range costs {
		use := c.Pools[cost.Pool]
		if cost.Ahead > 0 {
			use.Ahead = cost.Ahead
			c.setPool(cost.Pool, use)
			continue
		}
		use.Turn = turn
		if cost.Reserved {
			use.Reserved = max(0, use.Reserved-cost.N)
		}
		use.Spent += cost.N
		if use.Spent < 0 {
			use.Spent = 0
		}
		c.setPool(cost.Pool, use)
	}
}

// spendQuietly pays costs from pools without anyone but the GM learning of it.
func (c *Combatant) spendQuietly(costs []PoolSpend, turn TurnID) {
	for _, cost := range costs {
		use := c.Pools[cost.Pool]
		use.Spent, use.Quiet, use.QuietTurn = use.Spent+cost.N, use.Quiet+cost.N, turn
		c.setPool(cost.Pool, use)
	}
}

// setPool replaces the map, so that clones of the state keep their own.
func (c *Combatant) setPool(key string, use PoolUse) {
	c.Pools = maps.Clone(c.Pools)
	c.putPool(key, use)
}

// SetSpent sets what was spent of a pool by a combatant that hasn't joined yet. In a fight, only events change it.
func (c *Combatant) SetSpent(key string, n int) { c.setPool(key, PoolUse{Spent: n}) }

// putPool changes the map in place. No clone of the state may share it.
func (c *Combatant) putPool(key string, use PoolUse) {
	switch {
	case use == (PoolUse{}):
		delete(c.Pools, key)
	case c.Pools == nil:
		c.Pools = map[string]PoolUse{key: use}
	default:
		c.Pools[key] = use
	}
	if len(c.Pools) == 0 {
		c.Pools = nil
	}
}

// PoolsBack makes pools full again (RS-42).
type PoolsBack struct {
	Combatant CombatantID `json:"combatant"`
	Pools     []PoolBack  `json:"pools"`
	Rest      string      `json:"rest,omitempty"` // the rest that refilled them, by its name in the ruleset (NU-29)
}

// PoolBack is one pool that is full again.
type PoolBack struct {
	Pool  string `json:"pool"`
	Taken int    `json:"taken,omitempty"` // by conditions (RS-43)
	Spent int    `json:"spent,omitempty"` // already spent out of turn when it came back (RI-6)
	Quiet bool   `json:"quiet,omitempty"` // only the GM knew that it wasn't full
}

func (e PoolsBack) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil {
		c.Pools = maps.Clone(c.Pools)
		for _, b := range e.Pools {
			c.putPool(b.Pool, PoolUse{Taken: b.Taken, Spent: b.Spent})
		}
	}
}

func (e PoolsBack) hides() bool { return slices.ContainsFunc(e.Pools, PoolBack.quiet) }

// seen leaves out pools that only the GM knew weren't full.
func (e PoolsBack) seen(v Sight) (Event, bool) {
	if e.hides() {
		e.Pools = slices.DeleteFunc(slices.Clone(e.Pools), PoolBack.quiet)
		if len(e.Pools) == 0 {
			return nil, true
		}
	}
	return shownIf(v.knows(e.Combatant), e)
}

func (b PoolBack) quiet() bool { return b.Quiet || IsUsesPool(b.Pool) }

// PoolLapsed records how much of a pool an effect took that has just ended. The pool doesn't get that back until it is next refilled (FT-8).
type PoolLapsed struct {
	Combatant CombatantID `json:"combatant"`
	Pool      string      `json:"pool"`
	N         int         `json:"n"`
}

func (e PoolLapsed) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil {
		use := c.Pools[e.Pool]
		use.Lapsed += e.N
		c.setPool(e.Pool, use)
	}
}

func (e PoolLapsed) seen(v Sight) (Event, bool) { return shownIf(v.knows(e.Combatant), e) }

// PoolRolled is a roll for a spent pool (RS-42), which is refilled if the roll is high enough.
type PoolRolled struct {
	Combatant CombatantID `json:"combatant"`
	Pool      string      `json:"pool"`
	Roll      dice.Result `json:"roll"`
	Needs     int         `json:"needs"`
	Back      bool        `json:"back,omitempty"`
	Taken     int         `json:"taken,omitempty"` // by conditions, as in [PoolBack]
	Quiet     bool        `json:"quiet,omitempty"` // only the GM knew that it wasn't full
	Keeps     bool        `json:"keeps,omitempty"` // if Back, the pool becomes what everyone else knows of it, and Taken is ignored

	Ability string `json:"ability,omitempty"` // the ability whose uses the pool counts (MO-11); only the GM is told
}

func (e PoolRolled) apply(s *State) {
	c := s.Combatant(e.Combatant)
	switch {
	case c == nil || !e.Back:
	case e.Keeps:
		c.setPool(e.Pool, c.Pools[e.Pool].Shown())
	default:
		c.setPool(e.Pool, PoolUse{Taken: e.Taken})
	}
}

func (e PoolRolled) hides() bool { return e.Quiet || e.Ability != "" }

func (e PoolRolled) seen(v Sight) (Event, bool) {
	return shownIf(!e.hides() && v.knows(e.Combatant), e)
}

func (e PoolRolled) aside() bool { return e.hides() }

// emptyPools clears what combatants have used of their pools, as every turn did before pools had names.
func (s *State) emptyPools(these func(c *Combatant) bool) {
	for i := range s.Combatants {
		if c := &s.Combatants[i]; these(c) {
			c.Pools = nil
		}
	}
}

// shownPools returns pools as a user other than the GM sees them: without the uses of abilities and, unless the combatant is the user's own, without what
// abilities have cost. A player who was given a monster in its turn must know what it can still do in it.
func shownPools(pools map[string]PoolUse, own bool) map[string]PoolUse {
	shown := func(use PoolUse) PoolUse {
		if own {
			return use
		}
		return use.Shown()
	}
	hides := false
	for key, use := range pools {
		hides = hides || IsUsesPool(key) || use != shown(use)
	}
	if !hides {
		return pools
	}
	var out map[string]PoolUse
	for key, use := range pools {
		use = shown(use)
		if !IsUsesPool(key) && use != (PoolUse{}) {
			if out == nil {
				out = map[string]PoolUse{}
			}
			out[key] = use
		}
	}
	return out
}
