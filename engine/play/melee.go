package play

import (
	"slices"

	"roundel/engine"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// foesInMelee returns the combatants in melee with this one, split by whether the actor knows of them.
func (d *decider) foesInMelee(id engine.CombatantID) (known, unseen []engine.CombatantID) {
	for _, foe := range d.engagedWith(id) {
		if d.viewer.Knows(d.State.Combatant(foe)) {
			known = append(known, foe)
		} else {
			unseen = append(unseen, foe)
		}
	}
	return known, unseen
}

// leaveHiddenFoes applies a move to foes in melee that the player doesn't know of. A plain move doesn't end the melee with them, and the GM is
// notified. Withdrawing and fleeing end it; fleeing also gives them free attacks.
func (d *decider) leaveHiddenFoes(mover engine.CombatantID, leaving string, unseen []engine.CombatantID) {
	for _, foe := range unseen {
		switch {
		case leaving == "":
			d.notice(engine.Notice{Kind: engine.NoticeSlipped, Who: mover, By: foe})
			continue
		case leaving == "flee" && d.getsFreeAttack(foe, mover):
			d.emit(engine.FreeAttacksDue{Target: mover, Attackers: []engine.CombatantID{foe}})
			d.notice(engine.Notice{Kind: engine.NoticeFled, Who: mover, By: foe})
		}
		d.emit(engine.Disengaged{A: mover, B: foe})
	}
}

// leaveMelee moves a combatant out of melee: with a Fighting Withdrawal, or with free attacks for the foes that can make them. If none can,
// leaving costs nothing.
func (d *decider) leaveMelee(m *engine.Combatant, e engine.Acted, how string, foes []engine.CombatantID) error {
	able := filter(foes, func(id engine.CombatantID) bool { return d.getsFreeAttack(id, m.ID) })
	switch {
	case len(able) == 0:
		d.emit(e)
	case how == "withdraw":
		return d.fightingWithdrawal(m, e)
	default:
		d.emit(e)
		d.emit(engine.Fled{Combatant: m.ID, Attackers: able})
		d.emit(engine.FreeAttacksDue{Target: m.ID, Attackers: able})
	}
	return nil
}

// fightingWithdrawal makes a Fighting Withdrawal, which costs as much as an attack.
func (d *decider) fightingWithdrawal(m *engine.Combatant, move engine.Acted) error {
	e := engine.Acted{Combatant: m.ID, Activity: engine.Withdrawal}
	if p := d.Rules.Pool(d.Rules.Attack.Costs); p != nil {
		if err := d.spend(m, p, 1, &e); err != nil {
			return err
		}
		if slices.ContainsFunc(move.Costs, func(c engine.PoolSpend) bool { return c.Pool == p.Key }) {
			return engine.Refuse(engine.NotNow, reason.WithdrawMain, engine.Args{Name: m.Name, Pool: p.Key})
		}
	}
	d.emit(e)
	d.emit(move)
	return nil
}

// getsFreeAttack reports whether a combatant gets a free attack on someone who flees from melee with it. It doesn't if it can't act or,
// under RI-8, if it has only ranged weapons and hasn't attacked in that melee.
func (d *decider) getsFreeAttack(id, mover engine.CombatantID) bool {
	c := d.State.Combatant(id)
	return d.canAct(c) && (d.Rules.Attack.Form != ruleset.ShockAttack || !wieldsRanged(c) || d.State.Engages(id, mover))
}

// wieldsRanged reports whether a combatant wields only ranged weapons, judging by its saved weapons or, without any, by how it has attacked.
func wieldsRanged(c *engine.Combatant) bool {
	saved := Weapons(c)
	if len(saved) == 0 {
		return c.Wields == engine.RangedWeapons
	}
	return !slices.ContainsFunc(saved, func(text string) bool { return !Ranged(text) })
}

// engagedWith returns the combatants in melee with this one.
func (d *decider) engagedWith(id engine.CombatantID) []engine.CombatantID {
	var out []engine.CombatantID
	for _, g := range d.State.Engaged {
		switch id {
		case g.A:
			out = append(out, g.B)
		case g.B:
			out = append(out, g.A)
		}
	}
	return out
}

// meleePair returns the two combatants that an Engage or Disengage is for.
func (d *decider) meleePair(who, target string) (a, b *engine.Combatant, err error) {
	if a, err = d.performer(who, d.Rules.Attack.Melee(), reason.NoMelee); err != nil {
		return nil, nil, err
	}
	f, err := d.findGroup(target)
	if err == nil {
		err = refuseEvent(f.who...)
	}
	if err != nil {
		return nil, nil, err
	}
	if len(f.who) > 1 || f.who[0].ID == a.ID {
		return nil, nil, engine.Refuse(engine.Invalid, reason.MeleeTarget, engine.Args{})
	}
	return a, f.who[0], nil
}

// Engage begins a melee between two combatants. Without Who, the first is the actor's active one.
type Engage struct{ Target, Who string }

func (c Engage) decide(d *decider) error {
	a, b, err := d.meleePair(c.Who, c.Target)
	if err != nil {
		return err
	}
	if a.Side == b.Side {
		return engine.Refuse(engine.Invalid, reason.SameSide, engine.Args{Name: a.Name, Other: b.Name})
	}
	if slices.Contains(d.engagedWith(a.ID), b.ID) {
		return engine.Refuse(engine.NotNow, reason.AlreadyInMelee, engine.Args{Name: a.Name, Other: b.Name})
	}
	d.emit(engine.Engaged{A: a.ID, B: b.ID})
	return nil
}

// Disengage ends a melee between two combatants. Without Who, the first is the actor's active one.
type Disengage struct{ Target, Who string }

func (c Disengage) decide(d *decider) error {
	a, b, err := d.meleePair(c.Who, c.Target)
	if err != nil {
		return err
	}
	if !slices.Contains(d.engagedWith(a.ID), b.ID) {
		return engine.Refuse(engine.NotNow, reason.NotInMeleeWith, engine.Args{Name: a.Name, Other: b.Name})
	}
	if !d.isGM() && b.Standing() { // the player would have to pay for leaving (CS-7, RI-8)
		return d.notAllowed(reason.DisengageOfGM, engine.Args{Name: a.Name, Other: b.Name})
	}
	d.emit(engine.Disengaged{A: a.ID, B: b.ID})
	return nil
}

// engage puts an attacker into melee with its target. If the target attacked it first, the melee becomes mutual.
func (d *decider) engage(attacker, target engine.CombatantID) {
	switch {
	case d.State.Engages(attacker, target):
	case d.State.Engages(target, attacker):
		d.emit(engine.Engaged{A: attacker, B: target, Mutual: true})
	default:
		d.emit(engine.Engaged{A: attacker, B: target})
	}
}

// CheckFreeAttack refuses a free attack that the attacker doesn't have, has already made, or has let lapse.
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
