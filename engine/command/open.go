package command

import (
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/ruleset"
)

// requireChoice refuses a name for who comes next under rulesets in which nobody chooses that.
func (c Next) requireChoice(d *decider) error {
	if strings.TrimSpace(c.To) == "" || d.Rules.Order.Opens() {
		return nil
	}
	return d.notInRules(engine.ReasonNobodyChooses)
}

// handOver gives the open turn to the unit that was named (RS-34).
func (c Next) handOver(d *decider) error {
	to := strings.TrimSpace(c.To)
	switch err := d.requireRound(); {
	case err != nil:
		return err
	case to == "":
		return engine.Refuse(engine.NotNow, engine.ReasonTurnOpen, d.choice())
	case strings.EqualFold(to, EndOfRound):
		return d.endOpenRound()
	}
	return d.giveOpenTurn(to)
}

// handOn gives the turn after the one that has just ended to the unit that was named.
func (c Next) handOn(d *decider) error {
	to := strings.TrimSpace(c.To)
	switch {
	case d.State.Open != nil && strings.EqualFold(to, EndOfRound):
		return d.endOpenRound()
	case d.State.Open != nil:
		return d.giveOpenTurn(to)
	}
	f, err := d.find(to)
	if err == nil && !d.State.IsActive(f.who[0].Unit) { // the only candidate has the turn at once
		err = engine.Refuse(engine.NotNow, engine.ReasonNoCandidate, engine.Args{Name: f.who[0].Name, Names: d.State.View(d.viewer).ActiveNames()})
	}
	return err
}

// endOpenRound ends a round that only the GM ends (RS-32).
func (d *decider) endOpenRound() error {
	switch {
	case !d.isGM():
		return d.notAllowed(engine.ReasonGMOnly, engine.Args{})
	case !d.Rules.Order.Repeat:
		return d.notInRules(engine.ReasonRoundEndsItself)
	}
	d.NextRound()
	d.Advance()
	d.SettleTies()
	return nil
}

// giveOpenTurn gives the open turn to a candidate, if the actor may choose that one.
func (d *decider) giveOpenTurn(name string) error {
	f, err := d.find(name)
	if err != nil {
		return err
	}
	if err := d.refuseHiddenInGroup(f); err != nil {
		return err
	}
	u := d.State.Unit(f.who[0].Unit)
	if !d.mayGive(u) {
		return d.notAllowed(engine.ReasonNotYourChoice, d.choice())
	}
	if !slices.Contains(d.State.Candidates(), u) {
		return engine.Refuse(engine.NotNow, engine.ReasonNoCandidate, engine.Args{Name: u.Name, Names: d.choice().Names})
	}
	d.TakeTurn(u.ID)
	return nil
}

// choice describes the open turn as the actor may know it: its candidates in Names and, in Other, the unit or side that chooses.
func (d *decider) choice() engine.Args {
	var args engine.Args
	seen := d.State.View(d.viewer)
	for _, u := range seen.Candidates() {
		args.Names = append(args.Names, u.Name)
	}
	if seen.Open == nil {
		return args
	}
	switch seen.Open.Chooser {
	case ruleset.ByActor:
		if by := seen.Unit(seen.Open.By); by != nil {
			args.Other = by.Name
		}
	case ruleset.BySide:
		args.Other = seen.Open.Side
	}
	return args
}

// mayGive reports whether the actor may give the open turn to a unit (RS-34).
func (d *decider) mayGive(u *engine.Unit) bool {
	owns := func(id engine.UnitID) bool {
		return slices.ContainsFunc(d.State.Members(id), func(c *engine.Combatant) bool { return engine.Owns(c, d.actor) })
	}
	switch open := d.State.Open; {
	case d.isGM():
		return true
	case open.Chooser == ruleset.ByActor:
		return open.By != 0 && owns(open.By)
	case open.Chooser == ruleset.OnlyGM:
		return false
	}
	return owns(u.ID)
}

// takeOpen takes the open turn for a candidate that the actor owns, or for the GM (RS-34).
func (c Take) takeOpen(d *decider) error {
	if err := d.requireRound(); err != nil {
		return err
	}
	if c.stale(d.State) || d.State.Open == nil {
		return engine.Refuse(engine.Stale, engine.ReasonTurnTaken, d.withTurn(engine.Args{}))
	}
	if name := strings.TrimSpace(c.Name); name != "" {
		return d.giveOpenTurn(name)
	}
	var mine []*engine.Unit
	for _, u := range d.State.Candidates() {
		if d.mayGive(u) && slices.ContainsFunc(d.State.Members(u.ID), func(m *engine.Combatant) bool { return engine.Owns(m, d.actor) || d.isGM() && m.Owner == "" }) {
			mine = append(mine, u)
		}
	}
	switch len(mine) {
	case 0:
		return d.notAllowed(engine.ReasonNotYourChoice, d.choice())
	case 1:
		d.TakeTurn(mine[0].ID)
		return nil
	}
	var names []string
	for _, u := range mine {
		names = append(names, u.Name)
	}
	return engine.Refuse(engine.Invalid, engine.ReasonSayWhoTakes, engine.Args{Names: names})
}
