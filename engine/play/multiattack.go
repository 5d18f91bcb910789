package play

import (
	"strings"

	"roundel/engine"
	"roundel/engine/reason"
)

// Multiattack begins a multiattack of one of the GM's combatants. It costs as much as an attack (MO-21).
type Multiattack struct{ ID engine.CombatantID }

func (c Multiattack) decide(d *decider) error {
	m, err := d.gmsOwn(c.ID)
	if err != nil {
		return err
	}
	b := d.State.BlockOf(m)
	if b == nil || b.Multiattack == "" {
		return engine.Refuse(engine.NotFound, reason.NoMultiattack, engine.Args{Name: m.Name})
	}
	if err := d.requireTurn(m); err != nil {
		return err
	}
	if d.State.MultiattackOf(m) != nil {
		return engine.Refuse(engine.NotNow, reason.MultiattackTwice, engine.Args{Name: m.Name})
	}
	e := engine.MultiattackOpened{Combatant: m.ID, Left: b.Steps()}
	if p := d.Rules.Pool(d.Rules.Attack.Takes(d.State.AttacksMade(m))); p != nil {
		if e.Costs, err = d.costs(m, p, 1, ""); err != nil {
			return err
		}
	}
	d.emit(e)
	return nil
}

// MultiattackAll makes all remaining attacks of a multiattack against one target: part by part, and in each part the first attack named.
// It stops when the target goes down (MO-21).
type MultiattackAll struct {
	ID     engine.CombatantID
	Target string
}

func (c MultiattackAll) decide(d *decider) error {
	m, err := d.gmsOwn(c.ID)
	if err != nil {
		return err
	}
	row := d.State.MultiattackOf(m)
	if row == nil {
		return engine.Refuse(engine.NotNow, reason.MultiattackOver, engine.Args{Name: m.Name})
	}
	t, err := Strike{Target: c.Target}.target(d, m)
	if err != nil {
		return err
	}
	target, made := t.ID, 0
	for i, part := range row.Left {
		weapon := firstAttack(m, part)
		for range part.N {
			if t := d.State.Combatant(target); weapon == "" || made > 0 && (t == nil || !t.Standing()) {
				break
			}
			if err := (Strike{Who: m.Name, Target: c.Target, Weapon: weapon, Row: Row(i + 1)}).decide(d); err != nil {
				return err
			}
			made++
		}
	}
	if made == 0 {
		return engine.Refuse(engine.NotNow, reason.MultiattackOver, engine.Args{Name: m.Name})
	}
	return nil
}

// firstAttack returns the first name in a part that is an attack of the combatant, or "" if all are abilities.
func firstAttack(m *engine.Combatant, part engine.Step) string {
	for _, name := range part.Of {
		for _, weapon := range Weapons(m) {
			if own, _, _ := strings.Cut(weapon, ","); engine.SameName(strings.TrimSpace(own), name) {
				return name
			}
		}
	}
	return ""
}

// Row says whether an attack or ability is part of its user's multiattack, and of which part, counted from 1 (MO-21). 0 means of none.
type Row int

// AnyPart is the first part of a multiattack that has a use left.
const AnyPart Row = -1

// rowPart returns the part of a combatant's multiattack that has this attack or ability left, or refuses it.
func (d *decider) rowPart(m *engine.Combatant, name string, of Row) (int, error) {
	row := d.State.MultiattackOf(m)
	if i := row.Part(name, int(of)); i >= 0 {
		return i, nil
	}
	args := engine.Args{Name: m.Name, Text: name}
	if row != nil {
		for _, part := range row.Left {
			for range part.N {
				args.Names = append(args.Names, part.Of...)
			}
		}
	}
	return 0, engine.Refuse(engine.NotNow, reason.MultiattackOver, args)
}

// useRow uses up an ability in a combatant's multiattack, if row is set.
func (d *decider) useRow(id engine.CombatantID, name string, row Row) error {
	if row == 0 {
		return nil
	}
	part, err := d.rowPart(d.State.Combatant(id), name, row)
	if err == nil {
		d.emit(engine.MultiattackUsed{Combatant: id, Part: part})
	}
	return err
}

// gmsOwn returns the GM's combatant with that ID, and refuses any other.
func (d *decider) gmsOwn(id engine.CombatantID) (*engine.Combatant, error) {
	if err := d.requireGM(); err != nil {
		return nil, err
	}
	m := d.State.Combatant(id)
	if m == nil || m.Owner != "" {
		return nil, engine.Refuse(engine.NotFound, reason.Gone, engine.Args{})
	}
	return m, nil
}
