package command

import (
	"slices"
	"strings"
	"time"

	"roundel/engine"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"roundel/engine/turns"
	"roundel/engine/views"
)

// withTurn adds whose turn it is, as far as the actor may know, to a refusal's arguments.
func (d *decider) withTurn(args engine.Args) engine.Args {
	seen := views.State(d.State, d.viewer)
	args.Turn, args.GMActs = seen.ActiveNames(), seen.GMActs()
	return args
}

// isOwned reports whether a player owns a combatant.
func isOwned(c *engine.Combatant) bool { return c.Owner != "" }

func (c Next) decide(d *decider) error {
	if err := d.requireOrder(); err != nil {
		return err
	}
	if c.stale(d.State) {
		return engine.Refuse(engine.Stale, reason.TurnOver, d.withTurn(engine.Args{}))
	}
	if d.State.Open != nil {
		return c.handOver(d)
	}
	unseen := c.withoutHidden(d)
	active := d.State.ActiveMembers()
	mine := slices.DeleteFunc(slices.Clone(active), func(m *engine.Combatant) bool { return !d.isGM() && !engine.Owns(m, d.actor) })
	if len(active) == 0 {
		return c.passRound(d)
	}
	if len(mine) == 0 {
		return d.notAllowed(reason.NotYourTurn, d.withTurn(engine.Args{Owned: slices.ContainsFunc(views.State(d.State, d.viewer).ActiveMembers(), isOwned)}))
	}
	if d.State.TurnPhase+1 < len(d.Rules.Order.Phases) && d.State.Phase == engine.Running {
		return c.endPhase(d, active, mine)
	}
	ending, err := c.ending(d, active, mine)
	if err == nil {
		err = c.lookAhead(d)
	}
	if err != nil {
		return err
	}
	for _, id := range turns.CombatantIDs(ending) {
		d.EndMemberTurn(id)
	}
	d.EndTurnIfDone()
	d.SettleTies()
	if strings.TrimSpace(c.To) != "" {
		return c.handOn(d, unseen)
	}
	return nil
}

// endPhase ends a phase of the turn for the one named, for everyone active if the GM says so, or for all that a player owns. The next
// phase begins when everyone is done with this one (RS-25).
func (c Next) endPhase(d *decider, active, mine []*engine.Combatant) error {
	done := mine
	if c.ID != 0 || strings.TrimSpace(c.Who) != "" {
		var err error
		if done, err = c.ending(d, active, mine); err != nil {
			return err
		}
	}
	if err := c.lookAhead(d); err != nil {
		return err
	}
	if strings.TrimSpace(c.To) != "" {
		return engine.Refuse(engine.NotNow, reason.PhaseFirst, engine.Args{Text: d.State.PhaseName(d.Rules)})
	}
	done = slices.DeleteFunc(slices.Clone(done), func(m *engine.Combatant) bool { return slices.Contains(d.State.Ready, m.ID) })
	waits := slices.DeleteFunc(d.State.PhaseWaitsFor(), func(m *engine.Combatant) bool { return slices.Contains(done, m) })
	switch {
	case len(waits) == 0:
		d.Emit(engine.PhaseBegan{Phase: d.State.TurnPhase + 1})
		return nil
	case len(done) == 0:
		args := engine.Args{Text: d.State.PhaseName(d.Rules)}
		for _, m := range waits {
			if d.viewer.Knows(m) {
				args.Names = append(args.Names, m.Name)
			}
		}
		return engine.Refuse(engine.NotNow, reason.PhaseDone, args)
	}
	d.Emit(engine.PhaseDone{Combatants: turns.CombatantIDs(done)})
	return nil
}

// passRound lets the GM end a round in which nobody is left to act because everyone holds their turn (RS-47), or has none (RS-21,
// RS-26), or nobody has tokens.
func (c Next) passRound(d *decider) error {
	left := slices.ContainsFunc(d.State.Units, func(u engine.Unit) bool { return !u.IsEvent() })
	switch err := d.requireRound(); {
	case err != nil:
		return err
	case !left, d.Rules.Order.Shape == ruleset.Ticks:
		return engine.Refuse(engine.NotNow, reason.NobodyActive, engine.Args{})
	case !d.isGM():
		return d.notAllowed(reason.NotYourTurn, engine.Args{})
	}
	if !strings.EqualFold(strings.TrimSpace(c.To), EndOfRound) { // it ends anyway
		if err := c.lookAhead(d); err != nil {
			return err
		}
	}
	d.NextRound()
	d.Advance()
	d.SettleTies()
	return d.requireToken()
}

// stale reports whether the command was meant for an earlier turn (CO-10).
func (c Moment) stale(s *engine.State) bool {
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
		who := d.State.Combatant(c.ID)
		if who == nil || !slices.Contains(active, who) {
			return nil, engine.Refuse(engine.Stale, reason.ActedAlready, d.withTurn(engine.Args{}))
		}
		return []*engine.Combatant{who}, d.requireOwner(reason.NotYoursToPlay, who)
	case strings.TrimSpace(c.Who) != "":
		f, err := d.find(c.Who)
		if err != nil {
			return nil, err
		}
		if err := d.requireOwner(reason.NotYoursToPlay, f.who...); err != nil {
			return nil, err
		}
		who := slices.DeleteFunc(f.who, func(m *engine.Combatant) bool { return !slices.Contains(active, m) })
		if len(who) == 0 {
			return nil, engine.Refuse(engine.NotNow, reason.NotTurnOf, d.withTurn(engine.Args{Name: strings.TrimSpace(c.Who)}))
		}
		return who, nil
	case d.isGM():
		return active, nil
	case len(mine) > 1:
		return nil, &engine.Error{Code: engine.Choose, Reason: reason.ChooseTurn, Choices: turns.CombatantIDs(mine)}
	}
	return mine, nil
}
