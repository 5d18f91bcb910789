package play

import (
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/formula"
	"roundel/engine/reason"
)

// withPrepared fills in what wasn't typed from a prepared save (NU-20). Without the option use, it changes nothing.
func (c Save) withPrepared(d *decider) (Save, error) {
	if strings.TrimSpace(c.Use) == "" {
		return c, nil
	}
	m, a, err := c.prepared(d)
	if err != nil {
		return c, err
	}
	p := a.Save
	if a.As != "" {
		c.user, c.ability = m.ID, &a
	}
	typed := func(text string) bool { return strings.TrimSpace(text) != "" }
	c.Source, c.saved = m.Name, !typed(c.Amount)
	for _, option := range []struct {
		name  string
		into  *string
		saved string
	}{{"save", &c.Save, p.Save}, {"amount", &c.Amount, p.Amount}, {"success", &c.Success, p.Success}, {"effect", &c.Effect, p.Effect}, {"name", &c.Name, p.Name},
		{"pool", &c.Pool, p.Pool}} {
		if !typed(*option.into) && !slices.Contains(c.Cleared, option.name) {
			*option.into = option.saved
		}
	}
	if c.DC == nil {
		c.DC = &p.DC
	}
	if typed(c.Effect) || typed(c.EffectSuccess) || typed(c.EffectCritical) {
		if !typed(c.Duration) && !slices.Contains(c.Cleared, "duration") {
			c.Duration = p.Duration
		}
		c.Repeat = c.Repeat || p.Repeat && !slices.Contains(c.Cleared, "repeat")
	}
	return c, nil
}

// prepared finds the save by its name: the source's or, if there is none, one of the actor's active combatants', or else one of any that the
// actor acts for.
func (c Save) prepared(d *decider) (*engine.Combatant, engine.Ability, error) {
	name := strings.TrimSpace(c.Use)
	var pools [][]*engine.Combatant
	if strings.TrimSpace(c.Source) != "" {
		f, err := d.findGroup(c.Source)
		if err != nil {
			return nil, engine.Ability{}, err
		}
		if err := d.requireOwner(reason.NotYoursToPlay, f.who...); err != nil {
			return nil, engine.Ability{}, err
		}
		pools = [][]*engine.Combatant{f.who}
	} else {
		all := d.combatants(func(m *engine.Combatant) bool { return d.isGM() || d.owns(m) })
		active := d.State.ActiveMembers()
		pools = [][]*engine.Combatant{filter(all, func(m *engine.Combatant) bool { return slices.Contains(active, m) }), all}
	}
	var known []string
	for _, who := range pools {
		var of []*engine.Combatant
		var found engine.Ability
		for _, m := range who {
			for _, a := range d.State.Abilities(m) {
				if !a.Saves() {
					continue
				}
				known = append(known, a.Name)
				if engine.SameName(a.Name, name) {
					of, found = append(of, m), a
				}
			}
		}
		switch len(of) {
		case 0:
			continue
		case 1:
			return of[0], found, nil
		}
		return nil, found, engine.Refuse(engine.Invalid, reason.SayWho, engine.Args{Option: "source"})
	}
	slices.Sort(known)
	return nil, engine.Ability{}, engine.Refuse(engine.NotFound, reason.UnknownPrepared,
		engine.Args{Text: name, Names: slices.Compact(known), Near: formula.Nearest(name, known)})
}
