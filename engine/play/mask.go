package play

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"roundel/engine"
	"roundel/engine/reason"
)

// A mask replaces the name of a combatant, whose real name only the GM knows (NU-33). It is simply the combatant's name; the real one only
// matters for what the GM reads, and for revealing it.

// realNames returns the real names of masked newcomers: base for a single one if no NPC has that name, otherwise base with the next free
// numbers. Only the GM reads them, so a name in use is only refused when it is revealed.
func (f *fight) realNames(base string, count int) []string {
	highest, there := 0, false
	for i := range f.State.Combatants {
		c := &f.State.Combatants[i]
		if c.Kind != engine.NPC {
			continue
		}
		for _, name := range []string{c.Name, c.RealName} {
			there = there || engine.SameName(name, base)
			if stem, is := engine.Numbered(name); is && engine.SameName(stem, base) {
				if n, err := strconv.Atoi(name[len(stem)+1:]); err == nil {
					highest = max(highest, n)
				}
			}
		}
	}
	if count == 1 && highest == 0 && !there {
		return []string{base}
	}
	if there {
		highest = max(highest, 1)
	}
	out := make([]string, count)
	for i := range out {
		number := " " + strconv.Itoa(highest+1+i)
		stem := []rune(base)
		out[i] = strings.TrimSpace(string(stem[:min(len(stem), engine.MaxName-len(number))])) + number
	}
	return out
}

// mask returns the mask of newcomers and their real name. real is empty without a mask.
func (c Add) mask() (mask, real string, err error) {
	mask, real = engine.CleanName(c.As), engine.CleanName(c.Name)
	if strings.TrimSpace(c.As) == "" || engine.SameName(mask, real) {
		return real, "", nil
	}
	if c.Owner != "" {
		return "", "", engine.Refuse(engine.Invalid, reason.MaskOfPlayer, engine.Args{})
	}
	return mask, real, engine.CheckName(mask)
}

// checkMask refuses changes to masks that aren't possible.
func (c Edit) checkMask(who []*engine.Combatant) error {
	masked := func(m *engine.Combatant) bool { return m.RealName != "" }
	gms := func(m *engine.Combatant) bool { return masked(m) || m.Kind == engine.NPC && m.Owner == "" }
	switch {
	case c.As != "" && (c.Rename != "" || c.Reveal):
		return engine.Refuse(engine.Invalid, reason.MaskOrName, engine.Args{})
	case c.Reveal && !slices.ContainsFunc(who, masked):
		return engine.Refuse(engine.NotNow, reason.NoMask, engine.Args{Name: who[0].Name})
	case c.As != "" && slices.ContainsFunc(who, func(m *engine.Combatant) bool { return !gms(m) }):
		return engine.Refuse(engine.Invalid, reason.MaskOfPlayer, engine.Args{})
	}
	return nil
}

// reveal gives masked combatants their real names (NU-34). It reveals only those that were named, not the others of their group.
func (c Edit) reveal(d *decider, f match, who []engine.CombatantID, unit engine.UnitID) error {
	if !c.Reveal {
		return nil
	}
	var err error
	if f.unit == 0 && !f.several() {
		err = c.renameOne(d, who[0], unit, d.State.Combatant(who[0]).RealName)
	} else {
		err = c.revealGroup(d, who, f.unit)
	}
	var refusal *engine.Error
	if errors.As(err, &refusal) { // a real name can only be in use: everything else was checked when it was given
		return engine.Refuse(engine.Invalid, reason.RealNameTaken, refusal.Args)
	}
	return err
}

// revealGroup gives each member its own real name. If all are then numbered under one name, their unit gets that name.
func (c Edit) revealGroup(d *decider, who []engine.CombatantID, unit engine.UnitID) error {
	base, alike := "", true
	for _, id := range who {
		stem, is := engine.Numbered(d.State.Combatant(id).RealName)
		alike, base = alike && is && (base == "" || engine.SameName(stem, base)), stem
	}
	real := func(m *engine.Combatant) (string, bool) { return m.RealName, m.RealName != "" }
	if unit == 0 || !alike || d.State.BySide(d.Rules) {
		return c.renameGroup(d, 0, who, "", base, real)
	}
	if err := d.requireUnusedName(base, d.State.Hidden(unit), 0); err != nil {
		return err
	}
	return c.renameGroup(d, unit, who, d.State.Unit(unit).Name, base, real)
}

// renamed returns the event that renames a combatant. With a mask, the real name is kept. A masked combatant that gets its real name is revealed.
func (c Edit) renamed(m *engine.Combatant, to string) engine.CombatantRenamed {
	e := engine.CombatantRenamed{Combatant: m.ID, From: m.Name, To: to, Revealed: m.RealName != "" && (c.Reveal || engine.SameName(m.RealName, to))}
	if c.As != "" && m.RealName == "" && !engine.SameName(m.Name, to) {
		e.Real = m.Name
	}
	return e
}
