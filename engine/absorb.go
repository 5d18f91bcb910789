package engine

import (
	"maps"
	"slices"

	"roundel/engine/dice"
	"roundel/snowflake"
)

// Absorb is an amount of something that takes damage before hit points do (NU-11).
type Absorb struct {
	N  int          `json:"n"`            // above 0
	Of []AbsorbPart `json:"of,omitempty"` // the parts that effects gave, which end with them; replaced, never changed
}

// AbsorbPart is the unused rest of what one effect gave.
type AbsorbPart struct {
	Effect EffectID `json:"effect"`
	N      int      `json:"n"`
}

// Absorbed is the damage that one of a combatant's absorbs has taken.
type Absorbed struct {
	Key    string `json:"key"`
	N      int    `json:"n"`
	Counts bool   `json:"counts,omitempty"` // still counts as damage taken (NU-12)
}

// absorbEvents lists the events of absorbs.
func absorbEvents() []codec {
	return []codec{
		{"absorb-set", 1, AbsorbSet{}},
	}
}

// AbsorbSet changes one of a combatant's absorbs. Amount is what was given (above 0) or taken away (below 0), before halving and the limits;
// with Set, it is the new value.
type AbsorbSet struct {
	Combatant CombatantID  `json:"combatant"`
	Key       string       `json:"key"`
	Amount    int          `json:"amount"`
	Set       bool         `json:"set,omitempty"`
	Half      bool         `json:"half,omitempty"`
	Replaces  bool         `json:"replaces,omitempty"` // replaces all there was, whoever gave it; otherwise that stays as a part
	From      int          `json:"from"`
	To        int          `json:"to"`
	HP        int          `json:"hp"` // the combatant's hit points, which don't change
	Max       int          `json:"max"`
	Absorbs   int          `json:"absorbs"` // the total of all its absorbs afterwards
	Roll      *dice.Result `json:"roll,omitempty"`
	Effect    EffectID     `json:"effect,omitempty"` // the effect that gives it or, with Ends, that gave it
	Cause     string       `json:"cause,omitempty"`  // that effect's name
	Ends      bool         `json:"ends,omitempty"`   // what was left of that part is taken away
	Rest      bool         `json:"rest,omitempty"`   // a rest emptied it (NU-30)
	Blurred   HPShown      `json:"-"`                // in a view: From, To, HP, Max and Absorbs are not the real numbers
}

func (e AbsorbSet) apply(s *State) {
	c := s.Combatant(e.Combatant)
	switch {
	case c == nil:
	case e.Ends:
		a := c.Absorbs[e.Key]
		a.N, a.Of = e.To, slices.DeleteFunc(slices.Clone(a.Of), func(p AbsorbPart) bool { return p.Effect == e.Effect })
		c.putAbsorb(e.Key, a)
	case e.To < e.From:
		c.absorb(e.Key, e.From-e.To)
	default:
		a := Absorb{N: e.To}
		if !e.Replaces {
			a.Of = slices.Clone(c.Absorbs[e.Key].Of)
		}
		if e.Effect != 0 && e.To > e.From {
			part := AbsorbPart{Effect: e.Effect, N: e.To}
			if !e.Replaces {
				part.N -= e.From
			}
			a.Of = append(a.Of, part)
		}
		c.putAbsorb(e.Key, a)
	}
}

// hides: losing some to a rest or an ended effect reveals that there was some.
func (e AbsorbSet) hides() bool { return e.Rest || e.Ends }

func (e AbsorbSet) seen(v Sight) (Event, bool) {
	if c := v.After.Combatant(e.Combatant); (e.Rest || e.Ends) && c != nil && c.Blurred != "" {
		return nil, false
	}
	if !e.Ends && v.Before.Effect(e.Effect) == nil && v.After.Effect(e.Effect) == nil {
		e.Effect, e.Cause = 0, ""
	}
	return shownIf(v.knows(e.Combatant), e)
}

func (e AbsorbSet) blurred(o Outcome, to snowflake.User) Event {
	if shown := o.hpShownTo(e.Combatant, to); shown != HPNumbers {
		e.From, e.To, e.HP, e.Max, e.Absorbs, e.Blurred = 0, 0, 0, 0, 0, shown
	}
	return e
}

// AbsorbsAll returns the total of a combatant's absorbs.
func (c *Combatant) AbsorbsAll() int {
	n := 0
	for _, a := range c.Absorbs {
		n += a.N
	}
	return n
}

// absorb takes n away, starting with what effects gave, because that ends before the rest does.
func (c *Combatant) absorb(key string, n int) {
	a := c.Absorbs[key]
	a.N -= n
	of := a.Of
	a.Of = nil
	for _, part := range of {
		took := min(n, part.N)
		n -= took
		part.N -= took
		if part.N > 0 {
			a.Of = append(a.Of, part)
		}
	}
	c.putAbsorb(key, a)
}

// Part returns the unused rest of what an effect gave.
func (a Absorb) Part(of EffectID) int {
	if i := slices.IndexFunc(a.Of, func(p AbsorbPart) bool { return p.Effect == of }); i >= 0 {
		return a.Of[i].N
	}
	return 0
}

// passAbsorbs hands the unused rest of what one effect gave to another effect.
func (c *Combatant) passAbsorbs(from, to EffectID) {
	for _, key := range slices.Sorted(maps.Keys(c.Absorbs)) {
		a := c.Absorbs[key]
		if i := slices.IndexFunc(a.Of, func(p AbsorbPart) bool { return p.Effect == from }); i >= 0 {
			a.Of = slices.Clone(a.Of)
			a.Of[i].Effect = to
			c.putAbsorb(key, a)
		}
	}
}

// SetAbsorb sets an absorb of a combatant that hasn't joined yet. In a fight, only events change it.
func (c *Combatant) SetAbsorb(key string, n int) { c.putAbsorb(key, Absorb{N: n}) }

// putAbsorb replaces the map, so that clones of the state keep theirs.
func (c *Combatant) putAbsorb(key string, a Absorb) {
	c.Absorbs = maps.Clone(c.Absorbs)
	switch {
	case a.N <= 0:
		delete(c.Absorbs, key)
	case c.Absorbs == nil:
		c.Absorbs = map[string]Absorb{key: a}
	default:
		c.Absorbs[key] = a
	}
	if len(c.Absorbs) == 0 {
		c.Absorbs = nil
	}
}
