package play

import "roundel/engine"

// critical is a d20 against a number of the target; a high natural result hits and doubles the damage (RS-73).
type critical struct{}

func (critical) has() Has { return Has{Edge: true, Damage: true} }

func (critical) resolve(a *Attack, e *engine.Attacked) error {
	if err := a.rollAgainst(e); err != nil {
		return err
	}
	e.Critical = e.Natural != 1 && e.Natural >= a.Rules.Attack.Critical
	e.Hit = e.Critical || e.Natural != 1 && e.Total >= e.AC
	return a.deal(e)
}
