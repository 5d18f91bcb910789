package play

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/reason"
	"roundel/engine/view"
)

// find looks up a name that has to mean one combatant or one unit. It doesn't find what the actor may not see.
func (d *decider) find(name string) (match, error) {
	f, err := d.findGroup(name)
	if err == nil && f.several() {
		return match{}, f.refuseSeveral(name)
	}
	return f, err
}

// findGroup is like find, but a group's name also stands for members that don't share a unit.
func (d *decider) findGroup(name string) (match, error) {
	name = strings.TrimSpace(name)
	if unit, who := d.State.Named(name, d.viewer.Knows); len(who) > 0 {
		return match{unit, who}, nil
	}
	if name == "" {
		return match{}, engine.Refuse(engine.Invalid, reason.NoName, engine.Args{})
	}
	return match{}, engine.UnknownName(view.State(d.State, d.viewer), name)
}

// findChosen returns the combatant chosen with a button or, if id is 0, what the name refers to.
func (d *decider) findChosen(id engine.CombatantID, name string) (match, error) {
	if id == 0 {
		return d.find(name)
	}
	c := d.State.Combatant(id)
	if c == nil || !d.viewer.Knows(c) {
		return match{}, engine.Refuse(engine.NotFound, reason.Gone, engine.Args{})
	}
	return match{who: []*engine.Combatant{c}}, nil
}

// refuseHiddenInGroup refuses a hidden member of a visible unit: moving the unit's place would give it away.
func (d *decider) refuseHiddenInGroup(named ...match) error {
	for _, f := range named {
		for _, c := range f.who {
			if f.unit == 0 && c.Hidden && !d.State.Hidden(c.Unit) {
				return engine.Refuse(engine.Invalid, reason.HiddenInGroup, engine.Args{Name: c.Name, Other: d.State.Unit(c.Unit).Name})
			}
		}
	}
	return nil
}

// findAll looks up a list of names. A group's name stands for its members. Each combatant is returned once.
func (d *decider) findAll(list string) ([]*engine.Combatant, error) {
	named, err := d.findEach(list)
	var out []*engine.Combatant
	for _, c := range everyone(named) {
		if !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	return out, err
}

// findEach looks up a list of names, none of which may be that of an event in the order.
func (d *decider) findEach(list string) ([]match, error) {
	names := Names(list)
	if len(names) == 0 {
		return nil, engine.Refuse(engine.Invalid, reason.NoName, engine.Args{})
	}
	var out []match
	for _, name := range names {
		f, err := d.findGroup(name)
		if err != nil {
			return nil, err
		}
		if err := refuseEvent(f.who...); err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}

// everyone returns the combatants that several names refer to.
func everyone(named []match) []*engine.Combatant {
	var out []*engine.Combatant
	for _, t := range named {
		out = append(out, t.who...)
	}
	return out
}

// combatants returns the combatants for which is returns true, in the order in which they joined.
func (f *fight) combatants(is func(c *engine.Combatant) bool) []*engine.Combatant {
	var out []*engine.Combatant
	for i := range f.State.Combatants {
		if c := &f.State.Combatants[i]; is(c) {
			out = append(out, c)
		}
	}
	return out
}

// namedAlone returns the group member that was named by itself, if it can be moved alone (TO-4), or nil for the whole unit.
func (d *decider) namedAlone(f match) *engine.Combatant {
	if u := d.State.Unit(f.who[0].Unit); f.unit == 0 && d.Rules.Units.Alone && u.Key != "" && u.Home == 0 {
		return f.who[0]
	}
	return nil
}

// namedOrOwnUnit returns the unit named, and its member if only that was named. Without a name, it returns the actor's only unit, or the
// active one if there are several. For a GM who owns none, it returns the active unit.
func (d *decider) namedOrOwnUnit(name string) (*engine.Unit, *engine.Combatant, error) {
	if strings.TrimSpace(name) != "" {
		f, err := d.find(name)
		if err != nil {
			return nil, nil, err
		}
		if err := d.requireOwner(reason.NotYoursToPlay, f.who...); err != nil {
			return nil, nil, err
		}
		u := d.State.Unit(cmp.Or(f.unit, f.who[0].Unit))
		if c := d.namedAlone(f); c != nil {
			return u, c, nil
		}
		if err := d.refuseHiddenInGroup(f); err != nil {
			return nil, nil, err
		}
		return u, nil, d.requireOwner(reason.NotYoursToPlay, d.State.GroupMembers(u.ID)...)
	}
	var own []engine.UnitID
	for i := range d.State.Combatants {
		if c := &d.State.Combatants[i]; d.owns(c) && !slices.Contains(own, c.Unit) {
			own = append(own, c.Unit)
		}
	}
	if active := filter(own, d.State.IsActive); len(active) == 1 {
		own = active
	}
	if len(own) == 0 && d.isGM() {
		own = d.State.Active
	}
	own = filter(own, func(u engine.UnitID) bool { return !slices.Contains(own, d.State.Unit(u).Home) }) // it moves with its group
	if len(own) != 1 {
		return nil, nil, engine.Refuse(engine.Invalid, reason.SayWho, engine.Args{Option: "who"})
	}
	return d.State.Unit(own[0]), nil, d.requireOwner(reason.NotYoursToPlay, d.State.Members(own[0])...)
}

// match is what a name refers to.
type match struct {
	unit engine.UnitID       // set if a unit was named as a whole (CO-13)
	who  []*engine.Combatant // never empty; several without a unit are a group that shares none
}

// several reports whether the name means a group that shares no unit.
func (f match) several() bool { return f.unit == 0 && len(f.who) > 1 }

// refuseSeveral refuses a typed name that means several combatants where only one will do.
func (f match) refuseSeveral(typed string) error {
	return engine.Refuse(engine.Invalid, reason.Several, engine.Args{Text: strings.TrimSpace(typed), Name: f.who[0].Name})
}

// performer returns the combatant that a command of /act or /attack is for: the one named, or else the actor's active one, or else the actor's
// only one. It first checks permission, then whether the ruleset supports the command, then whether the name is clear.
func (d *decider) performer(name string, supported bool, why reason.Reason) (*engine.Combatant, error) {
	if err := d.requirePlayer(); err != nil {
		return nil, err
	}
	if strings.TrimSpace(name) != "" {
		f, err := d.findGroup(name)
		if err != nil {
			return nil, err
		}
		if err := d.requireOwner(reason.NotYoursToPlay, f.who...); err != nil {
			return nil, err
		}
		if !supported {
			return nil, d.notInRules(why)
		}
		if err := refuseEvent(f.who...); err != nil {
			return nil, err
		}
		if len(f.who) > 1 {
			return nil, f.refuseSeveral(name)
		}
		return f.who[0], nil
	}
	if !supported {
		return nil, d.notInRules(why)
	}
	own := d.State.ActiveMembers()
	mine := filter(own, d.owns)
	if len(mine) > 0 || !d.isGM() {
		own = mine
	}
	if len(own) == 0 {
		own = d.combatants(d.owns)
	}
	if len(own) != 1 {
		return nil, engine.Refuse(engine.Invalid, reason.SayWho, engine.Args{Option: "who"})
	}
	return own[0], refuseEvent(own[0])
}

// owns reports whether a combatant is the actor's own.
func (d *decider) owns(c *engine.Combatant) bool { return engine.Owns(c, d.actor) }

// ownsMember reports whether a member of the unit is the actor's own.
func (d *decider) ownsMember(id engine.UnitID) bool {
	return slices.ContainsFunc(d.State.Members(id), d.owns)
}

func (d *decider) isGM() bool { return engine.MayGM(d.State, d.actor) }

// requireGM refuses anyone but the GM.
func (d *decider) requireGM() error {
	if d.isGM() {
		return nil
	}
	return d.notAllowed(reason.GMOnly, engine.Args{})
}

// notAllowed returns a refusal for lack of permission. It includes the GM.
func (d *decider) notAllowed(why reason.Reason, args engine.Args) error {
	return &engine.Error{Code: engine.NotAllowed, Reason: why, Args: args, GM: d.State.GM}
}

// requireOwner refuses anyone but the GM or a user who owns all of these combatants that the actor knows of. The reason is
// [reason.NotYoursToChange] or [reason.NotYoursToPlay].
func (d *decider) requireOwner(why reason.Reason, who ...*engine.Combatant) error {
	if d.isGM() {
		return nil
	}
	known := filter(who, d.viewer.Knows)
	i := slices.IndexFunc(known, func(c *engine.Combatant) bool { return !d.owns(c) })
	if i < 0 && len(known) > 0 {
		return nil
	}
	if i < 0 {
		return d.notAllowed(reason.GMOnly, engine.Args{})
	}
	return d.notAllowed(why, engine.Args{Name: known[i].Name, Owned: known[i].Owner != ""})
}

// requirePlayer refuses anyone but the GM or a user who owns at least one combatant. Call it before looking up names, so that outsiders learn
// nothing about them.
func (d *decider) requirePlayer() error {
	if d.isGM() {
		return nil
	}
	if len(d.combatants(d.owns)) > 0 {
		return nil
	}
	return d.notAllowed(reason.NotInFight, engine.Args{})
}

// requireOrder refuses a command while there is no initiative order yet, or while the fight is paused.
func (d *decider) requireOrder() error {
	switch {
	case d.State.Phase == engine.Setup:
		return engine.Refuse(engine.NotNow, reason.NotRolled, engine.Args{})
	case d.State.Paused:
		return engine.Refuse(engine.NotNow, reason.Paused, engine.Args{})
	}
	return nil
}

// requireRound refuses commands that need a running round: like [decider.requireOrder], and also while the next round waits for the GM's roll.
func (d *decider) requireRound() error {
	if err := d.requireOrder(); err != nil {
		return err
	}
	if d.State.Awaits {
		return engine.Refuse(engine.NotNow, reason.RollAwaited, engine.Args{})
	}
	return nil
}

// notInRules returns a refusal for something the ruleset doesn't have.
func (d *decider) notInRules(why reason.Reason) error {
	return engine.Refuse(engine.NotInRules, why, engine.Args{Ruleset: d.Rules.Title})
}

// isNotAllowed reports whether an error is a refusal for lack of permission, which takes precedence over all others.
func isNotAllowed(err error) bool {
	var refusal *engine.Error
	return errors.As(err, &refusal) && refusal.Code == engine.NotAllowed
}
