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

// Damage deals a number or dice, rolled once for all targets. Half names the targets that take half, None those that
// take nothing. Players says what happens to damage that a player deals to others' combatants.
type Damage struct {
	Target, Amount, Half, None string
	Players                    Policy
}

func (c Damage) decide(d *decider) error {
	return dealing{target: c.Target, amount: c.Amount, half: c.Half, none: c.None, sign: -1, players: c.Players}.decide(d)
}

// Heal is the same as Damage for healing.
type Heal struct {
	Target, Amount, Half string
	Players              Policy
}

func (c Heal) decide(d *decider) error {
	return dealing{target: c.Target, amount: c.Amount, half: c.Half, sign: 1, players: c.Players}.decide(d)
}

// dealing is damage (sign is -1) or healing (+1).
type dealing struct {
	target, amount, half, none string

	sign    int
	players Policy
}

func (c dealing) decide(d *decider) error {
	if err := d.requirePlayer(); err != nil {
		return err
	}
	who, err := d.findAll(c.target)
	if err != nil {
		return err
	}
	own, err := d.requireDealer(c.players, who, reason.DamageOfGM, reason.NotYourDamage)
	if err != nil {
		return err
	}
	expr, err := PlainAmount(c.amount)
	if err != nil {
		return err
	}
	shares, err := c.shares(d, who)
	if err != nil {
		return err
	}
	roll := expr.Roll(d.rollerOf(who))
	p := engine.Proposal{ID: engine.ProposalID(d.NextTurn), Amount: c.sign * max(0, roll.Total), By: d.dealer(0), Shares: shares}
	if expr.HasDice() {
		p.Roll = &roll
	}
	if c.players == GMConfirms && !own {
		d.Emit(engine.DamageProposed{Proposal: p})
		return nil
	}
	d.deal(p)
	return nil
}

// shares returns what each target takes, and refuses a target without hit points unless it takes nothing.
func (c dealing) shares(d *decider, who []*engine.Combatant) ([]engine.DamageShare, error) {
	half, err := d.someOf(who, c.half, reason.HalfNotTarget)
	if err != nil {
		return nil, err
	}
	none, err := d.someOf(who, c.none, reason.NoneNotTarget)
	if err != nil {
		return nil, err
	}
	var out []engine.DamageShare
	for _, m := range who {
		share := engine.DamageShare{Combatant: m.ID, Half: slices.Contains(half, m), None: slices.Contains(none, m)}
		if share.Half && share.None {
			return nil, engine.Refuse(engine.Invalid, reason.HalfAndNone, engine.Args{Name: m.Name})
		}
		if !share.None {
			if err := requireHP([]*engine.Combatant{m}); err != nil {
				return nil, err
			}
		}
		out = append(out, share)
	}
	return out, nil
}

// deal changes the hit points of all targets that are still in the fight.
func (d *decider) deal(p engine.Proposal) {
	for _, share := range p.Shares {
		m := d.State.Combatant(share.Combatant)
		if m == nil {
			continue
		}
		e := engine.HPChanged{Combatant: m.ID, Amount: p.Amount, Half: share.Half, None: share.None, Roll: p.Roll}
		if share.None {
			e.Amount = 0
		} else if p.Amount < 0 {
			e.Booked = true
			if p.By != m.ID && d.State.Combatant(p.By) != nil {
				e.By = p.By
			}
		}
		d.ChangeHP(e)
	}
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
