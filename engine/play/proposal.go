package play

import (
	"slices"

	"roundel/engine"
	"roundel/engine/reason"
)

// Policy says what happens to damage, healing and effects that a player enters for others' combatants. For their own, players always decide
// themselves, as with [HP].
type Policy string

// The policies.
const (
	PlayersDeal Policy = ""        // applied at once
	GMConfirms  Policy = "confirm" // kept until the GM applies it
	GMDeals     Policy = "gm"      // refused
)

// ApplyProposal applies what a player proposed under [GMConfirms].
type ApplyProposal struct{ ID engine.ProposalID }

func (c ApplyProposal) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	p := d.State.Proposal(c.ID)
	switch {
	case p == nil:
		return engine.Refuse(engine.NotNow, reason.ProposalOver, engine.Args{})
	case p.Effects != nil:
		return d.applyEffects(*p)
	case p.Saves != nil:
		return d.applySaves(*p)
	case !slices.ContainsFunc(p.Shares, func(share engine.DamageShare) bool { return d.State.Combatant(share.Combatant) != nil }):
		return engine.Refuse(engine.NotNow, reason.Gone, engine.Args{})
	}
	proposal := *p
	d.emit(engine.ProposalApplied{ID: c.ID})
	d.deal(proposal)
	return nil
}

// applyEffects puts the effects of a proposal on all targets that are still in the fight. It refuses effects that were meant for a turn that
// is over.
func (d *decider) applyEffects(p engine.Proposal) error {
	effects := filter(p.Effects, func(e engine.Effect) bool { return d.State.TargetName(&e) != "" })
	if len(effects) == 0 {
		return engine.Refuse(engine.NotNow, reason.Gone, engine.Args{})
	}
	for i := range effects {
		e := &effects[i]
		turnOver := e.Until == engine.UntilEndOfThisTurn && e.Turn != d.State.Turn
		if turnOver || e.With != 0 && d.State.Effect(e.With) == nil || e.Until.OfSource() && d.State.SourceName(e) == "" {
			return engine.Refuse(engine.NotNow, reason.ProposalLate, engine.Args{})
		}
		d.forgetSource(e)
	}
	var able []engine.Effect
	var immune []*engine.Combatant
	for _, e := range effects {
		target := match{unit: e.Unit, who: d.State.GroupMembers(e.Unit)}
		if e.Unit == 0 {
			target.who = []*engine.Combatant{d.State.Combatant(e.Target)}
		}
		targets, not := d.withoutImmune([]match{target}, e.Name)
		immune = append(immune, not...)
		for _, t := range targets {
			able = append(able, t.put(e))
		}
	}
	effects = able
	if len(effects) == 0 {
		return d.refuseImmune(immune, p.Effects[0].Name)
	}
	if err := d.requireRoomForEffects(len(effects)); err != nil {
		return err
	}
	d.emit(engine.ProposalApplied{ID: p.ID})
	if len(immune) > 0 {
		d.emit(engine.EffectResisted{Combatants: combatantIDs(immune), Name: effects[0].Name})
	}
	for _, e := range effects {
		d.addEffect(e)
	}
	d.settleTies()
	return nil
}

// requireDealer refuses damage, healing and effects by anyone except the GM, a user who owns all targets (own is true for both) and, if the
// policy permits, the owner of a visible active combatant. ofGM and notYours are the reasons.
func (d *decider) requireDealer(players Policy, who []*engine.Combatant, ofGM, notYours reason.Reason) (own bool, err error) {
	if d.isGM() || !slices.ContainsFunc(who, func(m *engine.Combatant) bool { return !d.owns(m) }) {
		return true, nil
	}
	if players == GMDeals {
		return false, d.notAllowed(ofGM, engine.Args{})
	}
	active := d.activeDealers()
	switch {
	case len(active) == 0:
		return false, d.notAllowed(notYours, d.withTurn(engine.Args{}))
	case active[0].Hidden:
		return false, engine.Refuse(engine.NotNow, reason.HiddenDealer, engine.Args{Name: active[0].Name})
	case d.State.Paused:
		return false, engine.Refuse(engine.NotNow, reason.Paused, engine.Args{})
	}
	return false, nil
}

// activeDealers returns the active combatants that may have dealt what the actor enters: the actor's own or, for a GM who owns none of them,
// all. Hidden ones only count if there is no visible one, so that they make no difference for others.
func (d *decider) activeDealers() []*engine.Combatant {
	active := d.State.ActiveMembers()
	own := filter(active, d.owns)
	if len(own) > 0 || !d.isGM() {
		active = own
	}
	visible := filter(active, func(c *engine.Combatant) bool { return !c.Hidden })
	if len(visible) > 0 {
		return visible
	}
	return active
}

// dealer returns the combatant that counts as the dealer of damage: the only one that may have dealt it, unless that is the target. It returns
// 0 for nobody.
func (d *decider) dealer(target engine.CombatantID) engine.CombatantID {
	if active := d.activeDealers(); len(active) == 1 && active[0].ID != target {
		return active[0].ID
	}
	return 0
}
