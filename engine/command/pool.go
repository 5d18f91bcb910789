package command

import (
	"slices"

	"roundel/engine"
	"roundel/engine/ruleset"
)

// requireNow refuses spending a pool when it may not be spent (RS-41).
func (d *decider) requireNow(m *engine.Combatant, p *ruleset.Pool) error {
	if p.When != ruleset.OwnTurn {
		if err := d.requireNotWaiting(m); err != nil {
			return err
		}
	}
	switch p.When {
	case ruleset.OwnTurn:
		return d.requireTurn(m)
	case ruleset.AnyTime:
		if err := d.requireOrder(); err != nil || !p.Counted() || slices.Contains(d.State.ActiveMembers(), m) {
			return err
		}
		return d.requireCanReact(m)
	}
	if err := d.requireOrder(); err != nil {
		return err
	}
	if err := d.requireCanReact(m); err != nil {
		return err
	}
	if p.Counted() && slices.Contains(d.State.ActiveMembers(), m) {
		return engine.Refuse(engine.NotNow, engine.ReasonReactOwnTurn, engine.Args{Name: m.Name})
	}
	if p.When == ruleset.AfterOthersTurns && !d.State.OtherJustActed(m.Unit) {
		return engine.Refuse(engine.NotNow, engine.ReasonNotAfterTurn, engine.Args{Name: m.Name, Pool: p.Key})
	}
	if p.When == ruleset.AfterOthersTurns && m.Pools[p.Key].Turn == d.State.Turn {
		return engine.Refuse(engine.NotNow, engine.ReasonOnceATurn, engine.Args{Name: m.Name, Pool: p.Key})
	}
	return nil
}

// costs returns what spending so many of a pool takes: what is left of it, then of the pool that stands in for it (RI-6). It returns
// nothing for a pool that isn't counted, and refuses what is more than is left.
func (d *decider) costs(m *engine.Combatant, p *ruleset.Pool, amount int, activity string) ([]engine.PoolSpend, error) {
	var out []engine.PoolSpend
	need := amount
	for q := p; q != nil && need > 0; q = d.Rules.Pool(q.Also) {
		if !q.Counted() {
			return out, nil
		}
		if take := min(need, d.State.PoolLeft(m, q)); take > 0 {
			out = append(out, engine.PoolSpend{Pool: q.Key, N: take})
			need -= take
		}
	}
	if need == 0 {
		return out, nil
	}
	args := engine.Args{Name: m.Name, Pool: p.Key, Other: p.Also, Text: activity, Count: amount, Left: amount - need}
	if p.Priced || amount > 1 {
		return nil, engine.Refuse(engine.NotNow, engine.ReasonTooFewLeft, args)
	}
	args.High = d.State.PoolCount(m, p)
	for i := range d.Rules.Turn {
		if other := &d.Rules.Turn[i]; !other.Counted() && !other.OutOfTurn() {
			args.Names = append(args.Names, other.Key)
		}
	}
	return nil, engine.Refuse(engine.NotNow, engine.ReasonPoolUsed, args)
}

// spend sets what an activity costs, and what is left of the pool.
func (d *decider) spend(m *engine.Combatant, p *ruleset.Pool, amount int, e *engine.Acted) error {
	e.Pool = p.Key
	costs, err := d.costs(m, p, amount, e.Activity)
	if err != nil {
		return err
	}
	e.Costs = costs
	if e.Left = d.State.PoolLeft(m, p); p.Counted() {
		e.Left = max(0, e.Left-amount)
	}
	return nil
}
