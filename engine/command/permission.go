package command

import (
	"errors"
	"slices"

	"roundel/engine"
)

func (d *decider) isGM() bool { return engine.MayGM(d.s, d.in.Actor) }

// requireGM refuses anyone but the GM.
func (d *decider) requireGM() error {
	if d.isGM() {
		return nil
	}
	return d.notAllowed(engine.ReasonGMOnly, engine.Args{})
}

// notAllowed returns a refusal for lack of permission, which names the GM.
func (d *decider) notAllowed(reason engine.Reason, args engine.Args) error {
	return &engine.Error{Code: engine.NotAllowed, Reason: reason, Args: args, GM: d.s.GM}
}

// requireOwner refuses anyone but the GM or a user who owns all of these combatants, ignoring those the actor doesn't
// know of. The reason is ReasonNotYoursToChange or ReasonNotYoursToPlay.
func (d *decider) requireOwner(reason engine.Reason, who ...*engine.Combatant) error {
	if d.isGM() {
		return nil
	}
	known := slices.DeleteFunc(slices.Clone(who), func(c *engine.Combatant) bool { return !d.viewer.Knows(c) })
	i := slices.IndexFunc(known, func(c *engine.Combatant) bool { return !engine.Owns(c, d.in.Actor) })
	if i < 0 && len(known) > 0 {
		return nil
	}
	if i < 0 {
		return d.notAllowed(engine.ReasonGMOnly, engine.Args{})
	}
	return d.notAllowed(reason, engine.Args{Name: known[i].Name, Owned: known[i].Owner != ""})
}

// requirePlayer refuses anyone but the GM or a user who owns at least one combatant. Call it before looking names up, so
// that outsiders learn nothing about them.
func (d *decider) requirePlayer() error {
	if d.isGM() {
		return nil
	}
	for i := range d.s.Combatants {
		if engine.Owns(&d.s.Combatants[i], d.in.Actor) {
			return nil
		}
	}
	return d.notAllowed(engine.ReasonNotInFight, engine.Args{})
}

// requireOrder refuses a command while there is no initiative order yet, or while the fight is paused.
func (d *decider) requireOrder() error {
	switch {
	case d.s.Phase == engine.Setup:
		return engine.Refuse(engine.NotNow, engine.ReasonNotRolled, engine.Args{})
	case d.s.Paused:
		return engine.Refuse(engine.NotNow, engine.ReasonPaused, engine.Args{})
	}
	return nil
}

// notInRules returns a refusal for something the ruleset doesn't have.
func (d *decider) notInRules(reason engine.Reason) error {
	return engine.Refuse(engine.NotInRules, reason, engine.Args{Ruleset: d.rs.Title})
}

// isNotAllowed reports whether an error is a refusal for lack of permission. Such a refusal takes precedence over all
// others.
func isNotAllowed(err error) bool {
	var refusal *engine.Error
	return errors.As(err, &refusal) && refusal.Code == engine.NotAllowed
}
