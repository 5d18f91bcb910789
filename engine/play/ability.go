package play

import (
	"cmp"
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/formula"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// keepBlock adds a stat block to the fight, unless it is already there, and returns its key. The key of nil is empty.
func (d *decider) keepBlock(b *engine.Block) string {
	if b == nil {
		return ""
	}
	if d.State.Block(b.Key) == nil {
		d.emit(engine.BlockKept{Block: *b})
	}
	return b.Key
}

// UseAbility uses an ability of a combatant's stat block and nothing else: it only pays for it (MO-19).
type UseAbility struct {
	Who     engine.CombatantID
	Ability string
	Row     Row // part of the combatant's multiattack, so it costs nothing but its uses (MO-21)
}

func (c UseAbility) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	m := d.State.Combatant(c.Who)
	if m == nil {
		return engine.Refuse(engine.NotFound, reason.Gone, engine.Args{})
	}
	a, err := d.ability(m, c.Ability, func(*engine.Ability) bool { return true })
	if err != nil {
		return err
	}
	e, err := d.abilityUse(m, a, c.Row)
	if err != nil {
		return err
	}
	d.emit(e)
	return d.useRow(m.ID, a.Name, c.Row)
}

// ability returns the ability of a combatant's stat block with that name, among those for which does returns true. Saves kept with a combatant
// don't count: they have no costs of their own.
func (d *decider) ability(m *engine.Combatant, name string, does func(a *engine.Ability) bool) (*engine.Ability, error) {
	var names []string
	for _, a := range d.State.Abilities(m) {
		if a.As == "" || !does(&a) {
			continue
		}
		if engine.SameName(a.Name, strings.TrimSpace(name)) {
			return &a, nil
		}
		names = append(names, a.Name)
	}
	return nil, engine.Refuse(engine.NotFound, reason.UnknownAbility, engine.Args{Name: m.Name, Text: strings.TrimSpace(name), Names: names, Near: formula.Nearest(name, names)})
}

// abilityPool returns the pool that an ability is paid from, or nil if the ruleset has none.
func (d *decider) abilityPool(a *engine.Ability) *ruleset.Pool {
	if a.As == "" || a.As == engine.AsTrait {
		return nil
	}
	return d.Rules.Pool(string(a.As))
}

// abilityUse returns what using an ability now costs, or refuses it (MO-10, MO-18). With row, it is part of the combatant's multiattack, which has
// already been paid for (MO-21).
func (d *decider) abilityUse(m *engine.Combatant, a *engine.Ability, row Row) (engine.AbilityUsed, error) {
	e := engine.AbilityUsed{Combatant: m.ID, Ability: a.Name}
	e.Left, e.Of = m.UsesLeft(a)
	if e.Of > 0 && e.Left == 0 {
		args := engine.Args{Name: m.Name, Text: a.Name, High: e.Of, Option: string(cmp.Or(a.Per, engine.PerFight))} // Option: what brings uses back
		if a.Recharge != nil {
			args.Option, args.Count = "recharge", a.Recharge.Needs
		}
		return e, engine.Refuse(engine.NotNow, reason.NoUses, args)
	}
	e.Left = max(0, e.Left-1)
	if row != 0 {
		if _, err := d.rowPart(m, a.Name, row); err != nil {
			return e, err
		}
		return e, d.requireTurn(m)
	}
	p := d.abilityPool(a)
	if p == nil {
		return e, nil
	}
	if err := d.requireNow(m, p); err != nil {
		return e, err
	}
	amount := max(1, a.Costs)
	costs, err := d.costs(m, p, amount, a.Name)
	e.Costs = costs
	if p.Priced {
		e.Ticks = d.takesTicks(m, amount)
	}
	return e, err
}

// SetUses corrects how many uses of an ability a combatant has left (MO-12).
type SetUses struct {
	Name, Ability string
	Left          *int
}

func (c SetUses) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	f, err := d.findGroup(c.Name)
	switch {
	case err != nil:
		return err
	case len(f.who) > 1:
		return f.refuseSeveral(c.Name)
	}
	m := f.who[0]
	a, err := d.ability(m, c.Ability, func(a *engine.Ability) bool { return a.Most() > 0 })
	if err != nil {
		return err
	}
	_, of := m.UsesLeft(a)
	if c.Left == nil || *c.Left < 0 || *c.Left > of {
		return engine.Refuse(engine.Invalid, reason.CheckNumber, engine.Args{Option: "left", Low: 0, High: of})
	}
	d.emit(engine.UsesSet{Combatant: m.ID, Ability: a.Name, Left: *c.Left, Of: of})
	return nil
}

// usesBack adds a combatant's abilities whose uses come back at one of these moments to the pools that come back.
func (f *fight) usesBack(c *engine.Combatant, e *engine.PoolsBack, at ...ruleset.BackAt) {
	if len(c.Pools) == 0 {
		return
	}
	moments := map[engine.Per]ruleset.BackAt{engine.PerRound: ruleset.BackRound, engine.PerTurn: ruleset.BackOwnTurn}
	for _, a := range f.State.Abilities(c) {
		moment, comes := moments[a.Per]
		if left, of := c.UsesLeft(&a); comes && left < of && slices.Contains(at, moment) {
			e.Pools = append(e.Pools, engine.PoolBack{Pool: engine.UsesPool(a.Name)})
		}
	}
}

// rechargeAbilities rolls for a combatant's spent abilities that recharge on a roll (MO-11).
func (f *fight) rechargeAbilities(c *engine.Combatant) {
	if len(c.Pools) == 0 {
		return
	}
	for _, a := range f.State.Abilities(c) {
		if left, _ := c.UsesLeft(&a); a.Recharge == nil || left > 0 {
			continue
		}
		expr, err := dice.Parse(cmp.Or(a.Recharge.Roll, "d6"))
		if err != nil { // can't happen: it was checked when the monster was saved
			continue
		}
		e := engine.PoolRolled{Combatant: c.ID, Pool: engine.UsesPool(a.Name), Ability: a.Name, Needs: a.Recharge.Needs, Roll: expr.Roll(f.roller(true))}
		e.Back = e.Roll.Total >= e.Needs
		f.emit(e)
	}
}
