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

// PoolReserved sets how many of a pool a combatant holds back for reactions (FT-6).
type PoolReserved struct {
	Combatant CombatantID `json:"combatant"`
	Pool      string      `json:"pool"`
	Reserved  int         `json:"reserved"` // total number now held back
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

// PoolUse is what a combatant has used of a pool since that was last full (RS-40 to RS-44).
type PoolUse struct {
	Spent    int    `json:"spent,omitempty"`
	Reserved int    `json:"reserved,omitempty"` // held back for reactions (FT-6)
	Turn     TurnID `json:"turn,omitempty"`     // in which it was last spent
	Taken    int    `json:"taken,omitempty"`    // by conditions when the pool came back; below 0: given (RS-43)
	Ahead    int    `json:"ahead,omitempty"`    // the round in which one was spent before the turn that it is of (RI-6)
	Lapsed   int    `json:"lapsed,omitempty"`   // taken by effects that have ended since (FT-8)

	Quiet     int    `json:"quiet,omitempty"`      // how much of Spent only the GM knows of: what abilities have cost (MO-19); in a view: 0
	QuietTurn TurnID `json:"quiet_turn,omitempty"` // in which that was last spent
}

// LastTurn returns the turn in which some was last spent.
func (u PoolUse) LastTurn() TurnID { return max(u.Turn, u.QuietTurn) }

// Shown returns what others than the GM know of it.
func (u PoolUse) Shown() PoolUse {
	u.Spent, u.Quiet, u.QuietTurn = u.Spent-u.Quiet, 0, 0
	return u
}

// PoolSpend is a part of a pool that something costs.
type PoolSpend struct {
	Pool     string `json:"pool"`
	N        int    `json:"n"`
	Reserved bool   `json:"reserved,omitempty"` // out of what was held back (FT-7)
	Ahead    int    `json:"ahead,omitempty"`    // of the turn that is still to come in that round (RI-6)
}

// PoolCount returns how many a combatant has of a pool when it is full, before conditions. It is 0 for a pool that is not counted.
func (s *State) PoolCount(c *Combatant, p *ruleset.Pool) int {
	if !p.Counted() {
		return 0
	}
	return max(0, p.Count.Value(s.CombatantValues(c, Facts{})))
}

// PoolLeft returns how many of a counted pool a combatant can still spend: what came back, with what effects give or take at once
// (FT-4), without what is spent and held back, and what effects took that have ended since. It is never negative.
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

// Taken returns how many of a pool the conditions on a combatant take away when it comes back (RS-43, RS-65). Below 0 they give some.
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

// spend takes parts of pools, not below what is held back.
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

// spendQuietly takes parts of pools, of which nobody but the GM learns.
func (c *Combatant) spendQuietly(costs []PoolSpend, turn TurnID) {
	for _, cost := range costs {
		use := c.Pools[cost.Pool]
		use.Spent, use.Quiet, use.QuietTurn = use.Spent+cost.N, use.Quiet+cost.N, turn
		c.setPool(cost.Pool, use)
	}
}

// setPool replaces the map, so that clones of the state keep theirs.
func (c *Combatant) setPool(key string, use PoolUse) {
	c.Pools = maps.Clone(c.Pools)
	c.putPool(key, use)
}

// SetSpent sets what a combatant has spent of a pool, as no event does: before it joins.
func (c *Combatant) SetSpent(key string, n int) { c.setPool(key, PoolUse{Spent: n}) }

// putPool changes the map, which no clone of the state may have.
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
	Rest      string      `json:"rest,omitempty"` // the rest that brings them back, by its name in the ruleset (NU-29)
}

// PoolBack is one pool that is full again.
type PoolBack struct {
	Pool  string `json:"pool"`
	Taken int    `json:"taken,omitempty"` // by conditions (RS-43)
	Spent int    `json:"spent,omitempty"` // out of turn, before it came back (RI-6)
	Quiet bool   `json:"quiet,omitempty"` // nobody but the GM knew that it wasn't full
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

// seen leaves out the pools of which only the GM knew that they weren't full. Nobody is told of those.
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

// PoolLapsed notes how much of a pool an effect had taken that has just ended. Its end doesn't give that back: the pool is full again when
// it next comes back (FT-8).
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

// PoolRolled is a roll for a spent pool (RS-42): it is full again if the roll is high enough.
type PoolRolled struct {
	Combatant CombatantID `json:"combatant"`
	Pool      string      `json:"pool"`
	Roll      dice.Result `json:"roll"`
	Needs     int         `json:"needs"`
	Back      bool        `json:"back,omitempty"`
	Taken     int         `json:"taken,omitempty"` // by conditions, as in [PoolBack]
	Quiet     bool        `json:"quiet,omitempty"` // nobody but the GM knew that it wasn't full

	Ability string `json:"ability,omitempty"` // the one whose uses the pool counts (MO-11); only the GM is told
}

func (e PoolRolled) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil && e.Back {
		c.setPool(e.Pool, PoolUse{Taken: e.Taken})
	}
}

func (e PoolRolled) hides() bool { return e.Quiet || e.Ability != "" }

func (e PoolRolled) seen(v Sight) (Event, bool) {
	return shownIf(!e.hides() && v.knows(e.Combatant), e)
}

func (e PoolRolled) aside() bool { return e.hides() }

// emptyPools forgets what combatants have used of their pools, as turns did before pools had names.
func (s *State) emptyPools(these func(c *Combatant) bool) {
	for i := range s.Combatants {
		if c := &s.Combatants[i]; these(c) {
			c.Pools = nil
		}
	}
}
