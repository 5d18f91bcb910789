package play

import (
	"slices"

	"roundel/engine"
	"roundel/engine/reason"
)

// Policy says what becomes of damage, healing and effects that a player enters for combatants that aren't the player's own. For
// their own, players always decide themselves, as with [HP].
type Policy string

// The policies.
const (
	PlayersDeal Policy = ""        // it is applied at once
	GMConfirms  Policy = "confirm" // it waits until the GM applies it
	GMDeals     Policy = "gm"      // it is refused
)

// Damage deals a number or dice, rolled once for all targets. Half names the targets that take half, None those that
// take nothing. Players says what becomes of a player's damage to others' combatants.
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
	case !slices.ContainsFunc(p.Shares, func(share engine.DamageShare) bool { return d.State.Combatant(share.Combatant) != nil }):
		return engine.Refuse(engine.NotNow, reason.Gone, engine.Args{})
	}
	proposal := *p
	d.Emit(engine.ProposalApplied{ID: c.ID})
	d.deal(proposal)
	return nil
}

// applyEffects puts the effects of a proposal on all targets that are still in the fight. It refuses those that were meant for a turn
// that is over.
func (d *decider) applyEffects(p engine.Proposal) error {
	effects := slices.DeleteFunc(slices.Clone(p.Effects), func(e engine.Effect) bool { return d.State.TargetName(&e) == "" })
	if len(effects) == 0 {
		return engine.Refuse(engine.NotNow, reason.Gone, engine.Args{})
	}
	for i := range effects {
		e := &effects[i]
		turnOver := e.Until == engine.UntilEndOfThisTurn && e.Turn != d.State.Turn
		if turnOver || e.With != 0 && d.State.Effect(e.With) == nil || e.Until.OfSource() && d.State.SourceName(e) == "" {
			return engine.Refuse(engine.NotNow, reason.ProposalLate, engine.Args{})
		}
	}
	if err := d.requireRoomForEffects(len(effects)); err != nil {
		return err
	}
	d.Emit(engine.ProposalApplied{ID: p.ID})
	for _, e := range effects {
		d.AddEffect(e)
	}
	d.SettleTies()
	return nil
}

// requireDealer refuses damage, healing and effects to anyone but the GM, a user who owns all of the targets (own is true for
// both), and, if the policy lets players, the owner of a visible active combatant. ofGM and notYours are the reasons.
func (d *decider) requireDealer(players Policy, who []*engine.Combatant, ofGM, notYours reason.Reason) (own bool, err error) {
	if d.isGM() || !slices.ContainsFunc(who, func(m *engine.Combatant) bool { return !engine.Owns(m, d.actor) }) {
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

// activeDealers returns the active combatants that may have dealt what the actor enters: the actor's own, or for a GM who
// owns none of them, all. Hidden ones count only if there is no visible one, so that they change nothing for the others.
func (d *decider) activeDealers() []*engine.Combatant {
	active := d.State.ActiveMembers()
	own := slices.DeleteFunc(slices.Clone(active), func(c *engine.Combatant) bool { return !engine.Owns(c, d.actor) })
	if len(own) > 0 || !d.isGM() {
		active = own
	}
	visible := slices.DeleteFunc(slices.Clone(active), func(c *engine.Combatant) bool { return c.Hidden })
	if len(visible) > 0 {
		return visible
	}
	return active
}

// dealer returns the combatant to whom damage is booked that the actor enters: the only one that may have dealt it, unless it
// is the target itself. It returns 0 for nobody.
func (d *decider) dealer(target engine.CombatantID) engine.CombatantID {
	if active := d.activeDealers(); len(active) == 1 && active[0].ID != target {
		return active[0].ID
	}
	return 0
}
