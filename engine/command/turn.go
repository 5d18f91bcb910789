package command

import (
	"slices"
	"strings"
	"time"

	"roundel/engine"
)

// nextUnit returns the highest-placed unit that has not acted and has a member who may act (CO-3), or nil.
func (d *decider) nextUnit() *engine.Unit {
	for _, u := range d.rs.Order(d.s) {
		if u.Rolled && !u.Acted && slices.ContainsFunc(d.s.Members(u.ID), d.s.MayAct) {
			return u
		}
	}
	return nil
}

// advance gives the turn to the next unit that can act, beginning new rounds as needed. Lost turns are skipped. After a
// whole round of lost turns, the next unit gets the turn anyway and waits for the GM (CO-12), unless someone recovers
// soon.
func (d *decider) advance() {
	for lost := 0; len(d.s.Active) == 0; {
		u := d.nextUnit()
		switch {
		case u != nil:
			rounds := lost / max(1, len(d.rs.Ranked(d.s)))
			if !d.giveTurn(u, rounds > maxSkippedRounds || rounds > 0 && !d.someoneRecoversSoon()) {
				lost++
			}
		case d.s.Phase == engine.Ambush:
			d.endAmbush()
		case len(d.s.Combatants) == 0:
			return
		default:
			d.endRound()
			d.beginRound(d.s.Round + 1)
		}
	}
}

// maxSkippedRounds is the maximum number of rounds skipped in a row because every turn in them is lost.
const maxSkippedRounds = 10

// someoneRecoversSoon reports whether a standing combatant will stop losing turns within maxSkippedRounds.
func (d *decider) someoneRecoversSoon() bool {
	return slices.ContainsFunc(d.s.Combatants, func(c engine.Combatant) bool {
		stays := slices.ContainsFunc(d.s.EffectsOn(&c), func(e *engine.Effect) bool {
			long := e.Until == engine.UntilOwnTurns && e.Remaining > maxSkippedRounds
			return e.Skip && (long || e.Permanent() || e.Until == engine.UntilRounds)
		})
		return c.Standing() && !stays
	})
}

// giveTurn gives a unit the turn, or skips it if all its members lose theirs. It reports whether the unit has the turn;
// with forced it always does.
func (d *decider) giveTurn(u *engine.Unit, forced bool) bool {
	id := u.ID
	members := slices.DeleteFunc(d.s.Members(id), func(c *engine.Combatant) bool { return !d.s.MayAct(c) })
	able := slices.ContainsFunc(members, func(c *engine.Combatant) bool { _, _, lost := d.turnLoss(c); return !lost })
	surprise, anyVisible := false, slices.ContainsFunc(members, func(c *engine.Combatant) bool { return !c.Hidden })
	if able || !forced {
		for _, member := range combatantIDs(members) {
			c := d.s.Combatant(member)
			why, effect, lost := d.turnLoss(c)
			if !lost {
				continue
			}
			d.emit(engine.TurnLost{Combatant: member, Why: why, Effect: effect})
			surprise = surprise || why == engine.LostToSurprise
			if why != engine.LostToSurprise { // ST-12: a turn lost to surprise doesn't count as a turn
				d.countMemberTurn(member)
			}
		}
	}
	if able || forced {
		d.beginTurn(id, anyVisible && !surprise)
		return true
	}
	if !surprise {
		d.countUnitTurn(id)
	}
	d.emit(engine.TurnEnded{Unit: id, Lost: true})
	return false
}

// beginTurn gives a unit the turn. If all its visible members have lost theirs, the turn is already over for the
// players; counts says whether it then counts for the effects on the unit.
func (d *decider) beginTurn(id engine.UnitID, counts bool) {
	hidden := !d.s.Hidden(id) && !slices.ContainsFunc(d.s.Members(id), func(c *engine.Combatant) bool { return !c.Hidden && d.s.MayAct(c) })
	if hidden && counts {
		d.countUnitTurn(id)
	}
	d.emit(engine.TurnBegan{Units: []engine.UnitID{id}, Turn: d.in.Turn, At: d.in.Now, Hidden: hidden})
	d.remindOfMorale(id, hidden)
}

// turnLoss reports whether a combatant loses its turn, and why.
func (d *decider) turnLoss(c *engine.Combatant) (why engine.Loss, effect string, lost bool) {
	if c.Surprised {
		return engine.LostToSurprise, "", true
	}
	for _, e := range d.s.EffectsOn(c) {
		if e.Skip {
			return engine.LostToEffect, e.Name, true
		}
	}
	if !c.Standing() {
		return engine.LostToDown, "", true
	}
	return "", "", false
}

// endMemberTurn ends one combatant's turn: its effects count (TO-11), and it stops lurking (TO-12).
func (d *decider) endMemberTurn(id engine.CombatantID) {
	d.emit(engine.MemberActed{Combatant: id})
	d.countMemberTurn(id)
	if c := d.s.Combatant(id); c != nil && c.Lurking {
		d.emit(engine.HiddenChanged{Combatants: []engine.CombatantID{id}})
	}
}

// endTurnIfDone ends the turn of the active units once no member is left to act, and gives it to the next unit.
func (d *decider) endTurnIfDone() {
	if len(d.s.ActiveMembers()) > 0 {
		d.updateHiddenTurn()
		return
	}
	units := slices.Clone(d.s.Active)
	for _, u := range units {
		if !d.s.HiddenTurn || d.s.Hidden(u) {
			d.countUnitTurn(u)
		}
	}
	d.endThisTurnEffects()
	for _, u := range units {
		d.emit(engine.TurnEnded{Unit: u})
	}
	d.settleTies()
	d.advance()
}

// updateHiddenTurn ends the turn for everyone but the GM once only hidden members of the active units can still act.
// Effects that count at the end of a turn count then, as if the hidden members didn't exist. If a visible member can act
// after all, the turn is shown again.
func (d *decider) updateHiddenTurn() {
	visible, hidden := false, false
	for _, c := range d.s.ActiveMembers() {
		visible, hidden = visible || !c.Hidden, hidden || c.Hidden
	}
	switch {
	case d.s.HiddenTurn && visible:
		d.emit(engine.TurnSeen{})
	case !d.s.HiddenTurn && !visible && hidden && slices.ContainsFunc(d.s.Active, func(u engine.UnitID) bool { return !d.s.Hidden(u) }):
		for _, u := range slices.Clone(d.s.Active) {
			if !d.s.Hidden(u) {
				d.countUnitTurn(u)
			}
		}
		d.endThisTurnEffects()
		d.emit(engine.TurnSeen{Hidden: true})
	}
}

// endRound ends what lasts for the round and advances the clock (CO-6).
func (d *decider) endRound() {
	d.emit(engine.RoundEnded{Round: d.s.Round, Elapsed: d.s.Elapsed + d.rs.RoundSeconds})
	d.endRoundEffects()
	for i := range d.s.Units {
		if u := d.s.Units[i]; u.Blow == engine.BlowActive {
			d.emit(engine.BlowOver{Unit: u.ID, Pending: u.BlowDue || !u.HadTurn})
		}
	}
	d.endSurprise()
}

// beginRound begins a round: rolling with the blow takes effect (TO-7) and late rolls are made (RI-4).
func (d *decider) beginRound(n int) {
	d.emit(engine.RoundBegan{Round: n})
	for i := range d.s.Units {
		u := d.s.Units[i]
		able := slices.ContainsFunc(d.s.VisibleMembers(u.ID), func(c *engine.Combatant) bool { _, _, lost := d.turnLoss(c); return !lost })
		if u.Blow == engine.BlowPending && able {
			d.emit(engine.BlowShown{Unit: u.ID})
		}
	}
	d.rollLate()
	d.settleTies()
}

// withTurn adds whose turn it is, as far as the actor may know, to a refusal's arguments.
func (d *decider) withTurn(args engine.Args) engine.Args {
	seen := d.s.View(d.viewer)
	args.Turn, args.GMActs = seen.ActiveNames(), seen.GMActs()
	return args
}

// isOwned reports whether a player owns a combatant.
func isOwned(c *engine.Combatant) bool { return c.Owner != "" }

func (c Next) decide(d *decider) error {
	if err := d.requireOrder(); err != nil {
		return err
	}
	if c.stale(d.s) {
		return engine.Refuse(engine.Stale, engine.ReasonTurnOver, d.withTurn(engine.Args{}))
	}
	active := d.s.ActiveMembers()
	mine := slices.DeleteFunc(slices.Clone(active), func(m *engine.Combatant) bool { return !d.isGM() && !engine.Owns(m, d.in.Actor) })
	if len(active) == 0 {
		return engine.Refuse(engine.NotNow, engine.ReasonNobodyActive, engine.Args{})
	}
	if len(mine) == 0 {
		return d.notAllowed(engine.ReasonNotYourTurn, d.withTurn(engine.Args{Owned: slices.ContainsFunc(d.s.View(d.viewer).ActiveMembers(), isOwned)}))
	}
	ending, err := c.ending(d, active, mine)
	if err != nil {
		return err
	}
	for _, id := range combatantIDs(ending) {
		d.endMemberTurn(id)
	}
	d.endTurnIfDone()
	d.settleTies()
	return nil
}

// stale reports whether the command was meant for an earlier turn (CO-10).
func (c Next) stale(s *engine.State) bool {
	if c.Turn != 0 {
		return c.Turn != s.Turn
	}
	before := func(t, began time.Time) bool { return !t.IsZero() && t.Before(began) }
	began, ms := s.TurnCountsFrom(), time.Millisecond
	return before(c.Sent, began.Truncate(ms)) || before(c.Sent, c.Shown.Truncate(ms)) ||
		before(c.Arrived, began) || before(c.Arrived, c.Shown)
}

// ending returns the combatants whose turn ends: the one named or chosen, everyone active for the GM, or a player's only
// active combatant.
func (c Next) ending(d *decider, active, mine []*engine.Combatant) ([]*engine.Combatant, error) {
	switch {
	case c.ID != 0:
		who := d.s.Combatant(c.ID)
		if who == nil || !slices.Contains(active, who) {
			return nil, engine.Refuse(engine.Stale, engine.ReasonActedAlready, d.withTurn(engine.Args{}))
		}
		return []*engine.Combatant{who}, d.requireOwner(engine.ReasonNotYoursToPlay, who)
	case strings.TrimSpace(c.Who) != "":
		f, err := d.find(c.Who)
		if err != nil {
			return nil, err
		}
		if err := d.requireOwner(engine.ReasonNotYoursToPlay, f.who...); err != nil {
			return nil, err
		}
		who := slices.DeleteFunc(f.who, func(m *engine.Combatant) bool { return !slices.Contains(active, m) })
		if len(who) == 0 {
			return nil, engine.Refuse(engine.NotNow, engine.ReasonNotTurnOf, d.withTurn(engine.Args{Name: strings.TrimSpace(c.Who)}))
		}
		return who, nil
	case d.isGM():
		return active, nil
	case len(mine) > 1:
		return nil, &engine.Error{Code: engine.Choose, Reason: engine.ReasonChooseTurn, Choices: combatantIDs(mine)}
	}
	return mine, nil
}
