package play

import (
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
	d.Emit(e)
	hp, is := st.Amounts["hp"]
	if !is {
		return nil
	}
	m = d.State.Combatant(m.ID)
	most := max(hp.Value, hp.Most)
	changed := engine.HPChanged{Combatant: m.ID, Amount: min(m.HP, most), Set: true, Plain: true, Tracked: true, From: m.HP, Max: most, Soak: m.Soak, Absorbs: m.AbsorbsAll()}
	switch {
	case !m.HasHP:
		changed.Amount = hp.Value
	case m.HP >= m.MaxHP:
		changed.Amount = most
	}
	changed.To = changed.Amount
	if !m.HasHP || changed.To != m.HP || most != m.MaxHP {
		d.Emit(changed)
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
