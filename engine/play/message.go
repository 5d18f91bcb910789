package play

import (
	"strconv"

	"roundel/engine"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"roundel/snowflake"
)

// MessageUse is what a message's number is used for (CR-57).
type MessageUse string

// The uses, in the order in which they are offered.
const (
	AsDamage     MessageUse = "damage"
	AsHealing    MessageUse = "healing"
	AsInitiative MessageUse = "initiative"
	AsAttack     MessageUse = "attack"
)

// FromMessage applies a number from a message (CR-57 to CR-60). Half is for damage; Who is the attacker, for an attack.
type FromMessage struct {
	Message snowflake.Message
	Number  int
	Use     MessageUse
	Target  string // names; a single one, except for damage and healing
	Half    bool
	Who     string
	Players Policy
}

func (c FromMessage) decide(d *decider) error {
	if c.Number < 0 || c.Number > engine.MaxHP {
		return engine.Refuse(engine.Invalid, reason.MessageNumber, engine.Args{Low: 0, High: engine.MaxHP})
	}
	if d.State.Paused {
		return engine.Refuse(engine.NotNow, reason.Paused, engine.Args{})
	}
	if c.Half && c.Use != AsDamage {
		return engine.Refuse(engine.Invalid, reason.HalfOfOther, engine.Args{})
	}
	switch c.Use {
	case AsHealing:
		return c.deal(d, 1)
	case AsInitiative:
		return c.score(d)
	case AsAttack:
		return c.attack(d)
	}
	return c.deal(d, -1)
}

// applied says which message what follows comes from, and the proposal in which it waits for the GM; 0: it doesn't.
func (d *decider) applied(from snowflake.Message, waits engine.ProposalID, who ...*engine.Combatant) {
	d.emit(engine.MessageApplied{Message: from, To: combatantIDs(who), Waits: waits})
}

// deal deals damage or heals.
func (c FromMessage) deal(d *decider, sign int) error {
	deal := dealing{target: c.Target, amount: strconv.Itoa(c.Number), sign: sign, players: c.Players, message: c.Message}
	if c.Half {
		deal.half = c.Target
	}
	return deal.decide(d)
}

// score sets the score of a combatant with a place of its own. Players can only set one that isn't there yet. It has to be a score that the
// combatant's roll can give.
func (c FromMessage) score(d *decider) error {
	if err := d.requirePlayer(); err != nil {
		return err
	}
	m, err := c.single(d)
	if err != nil {
		return err
	}
	if err := d.requireOwner(reason.NotYoursToPlay, m); err != nil {
		return err
	}
	if order := &d.Rules.Order; order.Shape != ruleset.Score && order.Shape != ruleset.Ticks || order.Slots || d.State.BySide(d.Rules) {
		return d.notInRules(reason.NoTotals)
	}
	u := d.State.Unit(m.Unit)
	switch {
	case len(d.State.GroupMembers(u.ID)) > 1 || u.Home != 0:
		return engine.Refuse(engine.Invalid, reason.RollsTogether, engine.Args{Name: m.Name, Other: u.Name})
	case len(d.State.PlacesOf(u.ID)) > 1 || d.turnsPerRound(u.ID) != 1:
		return d.notInRules(reason.NoTotals)
	case u.Rolled && !d.isGM():
		return engine.Refuse(engine.NotNow, reason.HasScore, engine.Args{Name: m.Name})
	case !u.Rolled && d.State.Phase != engine.Setup && d.rollsLate(u): // it rolls in round 2 (RI-4)
		return engine.Refuse(engine.NotNow, reason.OnlyInstant, engine.Args{Name: m.Name})
	}
	counted, number := d.initiativeDice(u.ID)
	low, high := counted.Range()
	if total := c.Number - number; total < low || total > high {
		return engine.Refuse(engine.Invalid, reason.TotalRange, engine.Args{Name: m.Name, Low: low + number, High: high + number, Count: c.Number})
	}
	d.applied(c.Message, 0, m)
	if u.Rolled {
		d.forgetPlaceTies(u.ID)
		e := engine.ScoreSet{Unit: u.ID, From: u.Base, To: c.Number, Stated: true, Natural: c.Number - number}
		if d.Rules.Order.Shape == ruleset.Ticks {
			if d.State.Phase == engine.Running { // it counts from the current tick, as when joining
				e.To += d.State.Now(d.State.Hidden(u.ID))
			}
			e.Came = d.State.NextArrival(d.State.Hidden(u.ID))
		}
		d.emit(e)
	} else {
		e := engine.InitiativeRolled{Unit: u.ID, Natural: c.Number - number, Bonus: number, Typed: true, Stated: true}
		d.startOnClock(&e)
		d.emit(e)
	}
	d.settleTies()
	return nil
}

// attack decides an attack by its total alone. It costs what an attack costs; damage is dealt with another command.
func (c FromMessage) attack(d *decider) error {
	supported := formOf(d.Rules.Attack.Form) != nil && d.Rules.Attack.Form != ruleset.SkillTest
	m, err := d.performer(c.Who, supported, reason.NoAttackTotals)
	if err != nil {
		return err
	}
	if _, err := c.single(d); err != nil {
		return err
	}
	strike := Strike{Target: c.Target}
	t, err := strike.target(d, m)
	if err != nil {
		return err
	}
	if err := d.requireTurn(m); err != nil {
		return err
	}
	a := strike.attack(d, m, t)
	var costs []engine.PoolSpend
	if p := d.Rules.Pool(d.Rules.Attack.Takes(d.State.AttacksMade(m))); p != nil {
		if costs, err = d.costs(m, p, 1, ""); err != nil {
			return err
		}
	}
	e := engine.Attacked{Attacker: m.ID, Target: t.ID, Nth: a.Nth, Costs: costs, Total: c.Number, Stated: true}
	if err := a.judge(&e); err != nil {
		return err
	}
	d.applied(c.Message, 0, t)
	strike.apply(d, m, t, e)
	return nil
}

// single returns the only combatant named.
func (c FromMessage) single(d *decider) (*engine.Combatant, error) {
	who, err := d.findAll(c.Target)
	if err == nil && len(who) > 1 {
		err = engine.Refuse(engine.Invalid, reason.OneOnly, engine.Args{})
	}
	if err != nil {
		return nil, err
	}
	return who[0], nil
}

// judge decides whether an attack hits of which only the total is known.
func (a *attack) judge(e *engine.Attacked) error {
	a.changes = a.State.AttackChanges(a.Rules, a.Attacker, a.Target, false)
	against := a.against
	if form := a.Rules.Attack.Form; form == ruleset.TraumaAttack || form == ruleset.ShockAttack {
		against = a.armorClass
	}
	ac, err := against()
	if err != nil {
		return err
	}
	e.AC, e.ACMods = ac+sum(a.changes.AC), a.changes.AC
	e.Hit = e.Total >= e.AC
	if a.Rules.Attack.Form == ruleset.DegreesAttack {
		e.Degree = attackDegrees()[degree(e.Total-e.AC, 0, true)]
		e.Critical = e.Degree == engine.CriticalSuccess
	}
	return nil
}
