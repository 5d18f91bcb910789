package play

import (
	"strings"

	"roundel/engine"
)

// claimNames frees these names for something visible: it renames the hidden combatants, units and sides that have them,
// and notifies the GM.
func (d *decider) claimNames(names ...string) {
	for _, name := range names {
		for i := range d.State.Combatants {
			if c := d.State.Combatants[i]; c.Hidden && engine.SameName(c.Name, name) {
				d.renameHidden(c, d.roster().Unused(c.Name, names...))
			}
		}
		for i := range d.State.Units {
			u := d.State.Units[i]
			switch {
			case !engine.SameName(u.Name, name) || !d.State.Hidden(u.ID):
			case d.State.BySide(d.Rules):
				d.renameSide(u.Side, d.roster().Unused(u.Side, names...))
			default:
				d.Emit(engine.UnitRenamed{Unit: u.ID, From: u.Name, To: d.roster().Unused(u.Name, names...)})
			}
		}
	}
}

// claimNameFor refuses a new name for a combatant if it is in use, and otherwise claims it; see [Roster.InUse].
func (d *decider) claimNameFor(name string, c *engine.Combatant) error {
	if err := d.roster().RequireUnused(name, c.Hidden, c.ID); err != nil || c.Hidden {
		return err
	}
	if !engine.SameName(name, c.Name) {
		d.claimNames(name)
	}
	return nil
}

// renameHidden renames a hidden combatant, along with its unit if it is the only member.
func (d *decider) renameHidden(c engine.Combatant, to string) {
	d.Emit(engine.CombatantRenamed{Combatant: c.ID, From: c.Name, To: to})
	if u := d.State.Unit(c.Unit); !d.State.BySide(d.Rules) && engine.SameName(u.Name, c.Name) && len(d.State.Members(u.ID)) == 1 {
		d.Emit(engine.UnitRenamed{Unit: u.ID, From: u.Name, To: to})
	}
	d.notice(engine.Notice{Kind: engine.NoticeRenamed, Who: c.ID, From: c.Name, To: to})
}

// renameSide renames a side for its hidden combatants and units.
func (d *decider) renameSide(from, to string) {
	for i := range d.State.Combatants {
		if c := d.State.Combatants[i]; c.Hidden && c.Side == from {
			d.Emit(engine.SideChanged{Combatant: c.ID, From: from, To: to})
		}
	}
	for i := range d.State.Units {
		u := d.State.Units[i]
		if u.Side != from || !d.State.Hidden(u.ID) {
			continue
		}
		if members := d.State.Members(u.ID); u.Key != "" {
			u.Key = d.unitKey(members[0])
		}
		d.Emit(engine.UnitRekeyed{Unit: u.ID, Key: u.Key, Side: to})
		if d.State.BySide(d.Rules) {
			d.Emit(engine.UnitRenamed{Unit: u.ID, From: u.Name, To: to})
		}
	}
}

// claimSideName makes a visible side's spelling apply to hidden combatants too, and renames hidden combatants who have
// its name.
func (d *decider) claimSideName(side string) {
	for _, known := range d.State.Sides(true) {
		if known != side && engine.SameName(known, side) {
			d.renameSide(known, side)
		}
	}
	if !d.State.BySide(d.Rules) {
		return
	}
	for i := range d.State.Combatants {
		if c := d.State.Combatants[i]; c.Hidden && engine.SameName(c.Name, side) {
			d.renameHidden(c, d.roster().Unused(c.Name))
		}
	}
}

// sideOrDefault returns the side given, or the default if none was.
func (d *decider) sideOrDefault(given, fallback string, hidden bool) (string, error) {
	if strings.TrimSpace(given) == "" {
		return fallback, nil
	}
	return d.roster().Side(given, hidden)
}
