package play

import (
	"maps"
	"strings"

	"roundel/engine"
	"roundel/engine/reason"
)

// UpdateSheet gives the actor's combatant of that name its character's current sheet, with its stats, weapons and maximum hit points (CR-15).
// A combatant that is unhurt stays so; any other keeps its hit points, up to the new maximum. Its scores don't change, nor does what was
// typed in the fight.
type UpdateSheet struct {
	Name   string
	Sheet  *engine.Sheet
	Stats  string // as typed, with hp
	Weapon string // one per line
}

func (c UpdateSheet) decide(d *decider) error {
	m := OwnNamed(d.State, d.actor, c.Name)
	if m == nil {
		return engine.Refuse(engine.NotFound, reason.NotYourCharacter, engine.Args{Text: strings.TrimSpace(c.Name)})
	}
	st, err := ParseStats(c.Stats, d.Rules)
	if err != nil {
		return err
	}
	for _, key := range m.Given {
		delete(st.Values, key)
		delete(st.Amounts, key)
		if n, is := m.Stats[key]; is {
			st.Values[key] = n
		}
	}
	if err := d.completeStats(st, engine.PC); err != nil {
		return err
	}
	e := engine.SheetUpdated{Combatant: m.ID, Sheet: c.Sheet, Stats: st.Values, Weapon: c.Weapon}
	if n := st.Values[d.Rules.Attack.Stats.Soak]; n != m.Stats[d.Rules.Attack.Stats.Soak] {
		e.Soak = &n
	}
	hp, is := st.Amounts["hp"]
	changed := engine.HPChanged{Combatant: m.ID, Set: true, Plain: true, Tracked: true, From: m.HP, Max: max(hp.Value, hp.Most)}
	switch {
	case !m.HasHP:
		changed.Amount = hp.Value
	case m.HP >= m.MaxHP:
		changed.Amount = changed.Max
	default:
		changed.Amount = min(m.HP, changed.Max)
	}
	changed.To = changed.Amount
	heals := is && (!m.HasHP || changed.To != m.HP || changed.Max != m.MaxHP)
	if heals || e.Soak != nil || !e.Sheet.Same(m.Sheet) || !maps.Equal(e.Stats, m.Stats) || e.Weapon != m.Weapon {
		d.emit(e)
	}
	if heals {
		m = d.State.Combatant(m.ID)
		changed.Soak, changed.Absorbs = m.Soak, m.AbsorbsAll()
		d.emit(changed)
		d.hpChanged(changed)
	}
	return nil
}

// OwnNamed returns the actor's combatant of that name, or nil.
func OwnNamed(s *engine.State, actor engine.Actor, name string) *engine.Combatant {
	for i := range s.Combatants {
		if c := &s.Combatants[i]; engine.Owns(c, actor) && engine.SameName(c.Name, name) {
			return c
		}
	}
	return nil
}
