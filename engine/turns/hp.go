package turns

import (
	"slices"

	"roundel/engine"
)

// ChangeHP completes and emits one change of hit points. The caller sets Combatant, Amount, Set, Half, None, Roll, Cause and By;
// ChangeHP applies half, soak and the limits.
func (f *Fight) ChangeHP(e engine.HPChanged) {
	c := f.State.Combatant(e.Combatant)
	e.Tracked, e.From, e.Max, e.Soak = c.HasHP || e.Set, c.HP, c.MaxHP, c.Soak
	amount := e.Amount
	if e.Half {
		amount /= 2
	}
	switch {
	case e.Set:
		e.To, e.Max = amount, max(c.MaxHP, amount)
	case amount < 0:
		e.Soaked = min(c.Soak, -amount)
		e.Soak -= e.Soaked
		e.To = max(0, c.HP+amount+e.Soaked)
	default:
		e.To = min(c.MaxHP, c.HP+amount)
	}
	f.Emit(e)
	f.AfterHP(e)
}

// remindOfMorale reminds the GM of Morale when a side of NPCs begins its phase after losses (CS-8). The reminder of
// visible losses waits for a phase that players see begin.
func (f *Fight) remindOfMorale(id engine.UnitID, hidden bool) {
	pcs := slices.ContainsFunc(f.State.Members(id), func(c *engine.Combatant) bool { return c.Kind == engine.PC })
	u := f.State.Unit(id)
	if hidden = hidden || u.Losses == 0; f.Rules.Morale.Roll != nil && !pcs && (u.HiddenLosses > 0 || !hidden) {
		f.Emit(engine.MoraleDue{Unit: id, Hidden: hidden})
	}
}
