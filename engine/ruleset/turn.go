package ruleset

import (
	"strings"

	"roundel/engine/formula"
)

// Pool is something that a combatant has so many of and spends: actions, ticks, reactions (RS-40).
type Pool struct {
	Key     string
	Count   *formula.Formula // nil: not counted
	Also    string           // the pool that is spent when this one is out (RI-6)
	When    When
	Back    Back
	Reserve int  // how many can be held back for reactions (FT-6)
	Metres  int  // distance of one move; 0: not tracked (RI-7)
	Priced  bool // what an activity costs has to be defined or typed (FT-5)
}

// When is when a pool can be spent (RS-41).
type When string

// When a pool can be spent: in the combatant's own turn, at any time, in others' turns, right after another unit's turn.
const (
	OwnTurn          When = "own turn"
	AnyTime          When = "any time"
	OthersTurns      When = "others' turns"
	AfterOthersTurns When = "after others' turns"
)

// Back is when a pool is full again (RS-42).
type Back struct {
	At    BackAt
	Roll  *formula.Formula // Recharge: rolled at the start of the turn while the pool is spent
	Needs *formula.Formula // Recharge: the total that makes it full
}

// BackAt is a moment at which a pool is full again.
type BackAt string

// When a pool is full again: at the start of the combatant's turns, at the start of rounds, never, or by a roll.
const (
	BackOwnTurn BackAt = "own turn"
	BackRound   BackAt = "round"
	BackNever   BackAt = "fight"
	Recharge    BackAt = "recharge"
)

// Counted reports whether there are only so many of the pool.
func (p *Pool) Counted() bool { return p.Count != nil }

// OutOfTurn reports whether the pool is there to be spent while others act.
func (p *Pool) OutOfTurn() bool {
	return p.When == OthersTurns || p.When == AfterOthersTurns || p.Reserve > 0
}

// Words returns the pool's name as people read it: "on turn" for on_turn.
func (p *Pool) Words() string { return strings.ReplaceAll(p.Key, "_", " ") }

// Typed returns the pool's name as it is typed: "on-turn" for on_turn.
func (p *Pool) Typed() string { return strings.ReplaceAll(p.Key, "_", "-") }

// Pool returns the pool with that key, or nil.
func (r *Ruleset) Pool(key string) *Pool {
	for i := range r.Turn {
		if r.Turn[i].Key == key || PoolKey(r.Turn[i].Key) == key {
			return &r.Turn[i]
		}
	}
	return nil
}

// PoolKey returns the form in which a pool's name is stored, for a name as typed: "-", "_" and blanks are one, and case does not matter.
func PoolKey(typed string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(typed), func(r rune) bool { return r == '-' || r == '_' || r == ' ' }), "_")
}

// DefaultPool returns the pool that an activity takes if none is named: the first that belongs to the own turn. nil if there is none.
func (r *Ruleset) DefaultPool() *Pool {
	for i := range r.Turn {
		if r.Turn[i].When == OwnTurn {
			return &r.Turn[i]
		}
	}
	return nil
}

// PricedPool returns the pool whose activities have prices (FT-5), or nil.
func (r *Ruleset) PricedPool() *Pool {
	for i := range r.Turn {
		if r.Turn[i].Priced {
			return &r.Turn[i]
		}
	}
	return nil
}

// ReservePool returns the pool of which some can be held back for reactions (FT-6), or nil.
func (r *Ruleset) ReservePool() *Pool {
	for i := range r.Turn {
		if r.Turn[i].Reserve > 0 {
			return &r.Turn[i]
		}
	}
	return nil
}

// ReactionPool returns the pool that /act react takes: one that belongs to others' turns, or one with a reserve. nil if there is none.
func (r *Ruleset) ReactionPool() *Pool {
	for i := range r.Turn {
		if r.Turn[i].When == OthersTurns {
			return &r.Turn[i]
		}
	}
	return r.ReservePool()
}

// MovePool returns the pool that /act move takes: the one with a distance, or the one called "move". nil if there is none.
func (r *Ruleset) MovePool() *Pool {
	for i := range r.Turn {
		if r.Turn[i].Metres > 0 {
			return &r.Turn[i]
		}
	}
	return r.Pool("move")
}

// Amounts reports whether an activity can take more than one of a pool.
func (r *Ruleset) Amounts() bool {
	for i := range r.Turn {
		if p := &r.Turn[i]; p.Priced || p.Counted() && p.Count.String() != "1" {
			return true
		}
	}
	return false
}
