package play

import (
	"slices"

	"roundel/engine"
)

// agile is the circumstance that takes the lower penalties of further attacks (RS-74).
const agile = "agile"

// degrees is a d20 against a number of the target, with four degrees of success and penalties for further attacks of a turn (RS-74).
type degreesOf struct{}

func (degreesOf) has() Has { return Has{Circumstances: []string{agile}, Damage: true} }

func (degreesOf) resolve(a *Attack, e *engine.Attacked) error {
	if err := a.rollAgainst(e, again(a)...); err != nil {
		return err
	}
	switch penalties := a.Rules.Attack.Again; {
	case !a.circumstances[agile]:
	case len(penalties) < 2 || slices.Equal(penalties, a.Rules.Attack.Agile):
		e.Idle = append(e.Idle, engine.Idle{What: agile, Why: engine.IdleInRules})
	case a.Nth < 2:
		e.Idle = append(e.Idle, engine.Idle{What: agile, Why: engine.IdleFirst})
	}
	all := []engine.Degree{engine.CriticalFailure, engine.Failure, engine.Success, engine.CriticalSuccess}
	reached := 1
	switch {
	case e.Total >= e.AC+10:
		reached = 3
	case e.Total >= e.AC:
		reached = 2
	case e.Total <= e.AC-10:
		reached = 0
	}
	switch e.Natural {
	case 20:
		reached++
	case 1:
		reached--
	}
	e.Degree = all[max(0, min(len(all)-1, reached))]
	e.Critical = e.Degree == engine.CriticalSuccess
	e.Hit = e.Critical || e.Degree == engine.Success
	return a.deal(e)
}

// again returns the penalty for an attack that is not the first of its turn.
func again(a *Attack) []engine.Mod {
	penalties, name := a.Rules.Attack.Again, ""
	if a.circumstances[agile] {
		penalties, name = a.Rules.Attack.Agile, ", agile"
	}
	switch {
	case a.Nth < 2 || len(penalties) < 2:
		return nil
	case a.Nth == 2:
		return []engine.Mod{{Name: "second attack" + name, N: penalties[0]}}
	case a.Nth == 3:
		return []engine.Mod{{Name: "third attack" + name, N: penalties[1]}}
	}
	return []engine.Mod{{Name: "later attack" + name, N: penalties[1]}}
}
