package command

import (
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/attack"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

func (c Strike) decide(d *decider) error {
	m, err := d.performer(c.Who, d.Rules.Attack.Form != ruleset.NoAttack, reason.NoAttacks)
	if err != nil {
		return err
	}
	t, err := c.target(d, m)
	if err != nil {
		return err
	}
	if c.Due {
		if err := CheckFreeAttack(d.State, m.ID, t.ID); err != nil {
			return err
		}
	}
	a := c.attack(d, m, t)
	if err := a.Check(); err != nil {
		return err
	}
	if err := c.requireNow(d, m); err != nil {
		return err
	}
	var costs []engine.PoolSpend
	if p := d.Rules.Pool(d.Rules.Attack.Takes(d.State.AttacksMade(m))); p != nil && !c.Free {
		if costs, err = d.costs(m, p, 1, a.WeaponName()); err != nil {
			return err
		}
	}
	e, err := a.Resolve()
	if err != nil {
		return err
	}
	e.Free, e.Costs = c.Free, costs
	c.apply(d, m, t, e)
	return nil
}

// attack returns the attack with its options.
func (c Strike) attack(d *decider, m, t *engine.Combatant) *attack.Attack {
	a := &attack.Attack{Attacker: m, Target: t, State: d.State, Rules: d.Rules, Dice: d.Roller(m.Hidden || t.Hidden), Options: attack.Options{
		Weapon: c.Weapon, Attribute: c.Attribute, Range: c.Range, Hit: c.Hit, Damage: c.Damage, Shock: c.Shock, Trauma: c.Trauma,
		Circumstance: c.Circumstance, Edge: c.Edge, Modifier: c.Modifier, Roll: c.Roll, DamageRoll: c.DamageRoll, TraumaRoll: c.TraumaRoll}}
	if d.Rules.Attack.Counts() && !c.Free {
		a.Nth = d.State.AttacksMade(m) + 1
	}
	return a
}

func (c Strike) target(d *decider, m *engine.Combatant) (*engine.Combatant, error) {
	f, err := d.find(c.Target)
	if err == nil {
		err = refuseEvent(f.who...)
	}
	if err != nil {
		return nil, err
	}
	if len(f.who) > 1 {
		return nil, engine.Refuse(engine.Invalid, reason.Several, engine.Args{Text: strings.TrimSpace(c.Target), Name: f.who[0].Name})
	}
	if f.who[0].ID == m.ID {
		return nil, engine.Refuse(engine.Invalid, reason.SelfAttack, engine.Args{Name: m.Name})
	}
	return f.who[0], nil
}

// requireNow refuses an attack that is not allowed now.
func (c Strike) requireNow(d *decider, m *engine.Combatant) error {
	if c.Free {
		return d.requireCanAct(m)
	}
	return d.requireTurn(m)
}

// requireCanAct refuses a combatant who is surprised or down, and so can't make a free attack.
func (d *decider) requireCanAct(m *engine.Combatant) error {
	if err := d.requireOrder(); err != nil {
		return err
	}
	switch {
	case m.Surprised:
		return d.surprised(m)
	case !m.Standing():
		return engine.Refuse(engine.NotNow, reason.NoHPLeft, engine.Args{Name: m.Name})
	}
	return nil
}

// apply emits the attack and what follows from it: damage, and melee between attacker and target.
func (c Strike) apply(d *decider, m, t *engine.Combatant, e engine.Attacked) {
	attacker, target := m.ID, t.ID
	enemies, hidden := m.Side != t.Side, m.Hidden
	if hidden {
		d.Emit(engine.HiddenChanged{Combatants: []engine.CombatantID{attacker}}) // attacking reveals it
	}
	d.EndConcealment(attacker)
	if d.Rules.Attack.Form == ruleset.ShockAttack && !t.Hidden { // what is done to somebody hidden changes nothing that others see
		if e.Wields = engine.MeleeWeapons; e.Ranged {
			e.Wields = engine.RangedWeapons
		}
	}
	d.Emit(e)
	if e.Dealt > 0 {
		d.ChangeHP(engine.HPChanged{Combatant: target, Amount: -e.Dealt})
	}
	if hidden {
		d.SettleTies()
	}
	if d.Rules.Attack.Melee() && !e.Ranged && !e.Free && enemies && d.State.Combatant(target).Standing() {
		d.engage(attacker, target)
	}
}

// engage puts an attacker into melee with its target. If the target attacked it first, the melee becomes mutual.
func (d *decider) engage(attacker, target engine.CombatantID) {
	switch {
	case d.State.Engages(attacker, target):
	case d.State.Engages(target, attacker):
		d.Emit(engine.Engaged{A: attacker, B: target, Mutual: true})
	default:
		d.Emit(engine.Engaged{A: attacker, B: target})
	}
}

// CheckFreeAttack refuses a free attack that no flight gave the attacker, or that has already been made or has lapsed.
func CheckFreeAttack(s *engine.State, attacker, target engine.CombatantID) error {
	i := slices.IndexFunc(s.FreeAttacks, func(f engine.FreeAttack) bool { return f.Attacker == attacker && f.Target == target })
	switch {
	case i < 0:
		return engine.Refuse(engine.NotNow, reason.FreeAttackOver, engine.Args{})
	case s.FreeAttacks[i].Made:
		return engine.Refuse(engine.NotNow, reason.FreeAttackMade, engine.Args{})
	}
	return nil
}
