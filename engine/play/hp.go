package play

import (
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/reason"
)

// HP corrects hit points by "-5", "+3" or dice with a sign, or sets them to "=12". Half names the targets that take half.
type HP struct{ Target, Amount, Half string }

func (c HP) decide(d *decider) error {
	if err := d.requirePlayer(); err != nil {
		return err
	}
	who, err := d.findAll(c.Target)
	if err != nil {
		return err
	}
	if err := d.requireOwner(reason.NotYoursToChange, who...); err != nil {
		return err
	}
	sign, expr, err := Amount(c.Amount)
	if err != nil {
		return err
	}
	if sign == 0 && strings.TrimSpace(c.Half) != "" {
		return engine.Refuse(engine.Invalid, reason.HalfSet, engine.Args{})
	}
	half, err := d.someOf(who, c.Half, reason.HalfNotTarget)
	if err != nil {
		return err
	}
	if sign != 0 {
		if err := requireHP(who); err != nil {
			return err
		}
	}
	roll := expr.Roll(d.rollerOf(who))
	amount := max(0, roll.Total)
	if sign == 0 && amount > engine.MaxHP {
		return TooManyHP()
	}
	for _, m := range who {
		e := engine.HPChanged{Combatant: m.ID, Amount: sign * amount, Set: sign == 0, Half: slices.Contains(half, m)}
		if e.Set {
			e.Amount = amount
		}
		if expr.HasDice() {
			e.Roll = &roll
		}
		if sign < 0 {
			e.Booked, e.By = true, d.dealer(m.ID)
		}
		d.ChangeHP(e)
	}
	return nil
}

// rollerOf returns the dice for one roll that is about all of these combatants. The roll is hidden if all of them are.
func (d *decider) rollerOf(who []*engine.Combatant) dice.Roller {
	return d.Roller(!slices.ContainsFunc(who, func(m *engine.Combatant) bool { return !m.Hidden }))
}

// requireHP refuses combatants whose hit points are not tracked.
func requireHP(who []*engine.Combatant) error {
	for _, m := range who {
		if !m.HasHP {
			return engine.Refuse(engine.NotNow, reason.NoHP, engine.Args{Name: m.Name})
		}
	}
	return nil
}

// someOf looks up the names of those among the targets who take half or nothing. It refuses others with the given reason.
func (d *decider) someOf(who []*engine.Combatant, names string, why reason.Reason) ([]*engine.Combatant, error) {
	if strings.TrimSpace(names) == "" {
		return nil, nil
	}
	some, err := d.findAll(names)
	if err != nil {
		return nil, err
	}
	for _, m := range some {
		if !slices.Contains(who, m) {
			return nil, engine.Refuse(engine.Invalid, why, engine.Args{Name: m.Name})
		}
	}
	return some, nil
}

// ChangeHP completes and emits one change of hit points. The caller sets Combatant, Amount, Set, Half, None, Roll, Cause and By;
// ChangeHP applies half, soak and the limits.
func (f *Fight) ChangeHP(e engine.HPChanged) {
	c := f.State.Combatant(e.Combatant)
	e.Tracked, e.From, e.Max, e.Soak = c.HasHP || e.Set, c.HP, c.MaxHP, c.Soak
	amount := e.Amount
	if e.Half {
		amount /= 2
	}
	switch {
	case e.Set:
		e.To, e.Max = amount, max(c.MaxHP, amount)
	case amount < 0:
		e.Soaked = min(c.Soak, -amount)
		e.Soak -= e.Soaked
		e.To = max(0, c.HP+amount+e.Soaked)
	default:
		e.To = min(c.MaxHP, c.HP+amount)
	}
	f.Emit(e)
	f.hpChanged(e)
}
