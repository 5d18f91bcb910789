package view

import (
	"roundel/engine"
)

// Blurred hit points, out of blurredMax. There is one number for each word that people read instead.
const (
	blurredMax  = 8
	blurredHurt = 6
	blurredHalf = 3
	blurredLow  = 1
)

// blurredHP returns hit points that give away only one of five words: all, more than half, more than a quarter, less, none.
func blurredHP(hp, most int) int {
	switch {
	case hp <= 0:
		return 0
	case hp >= most:
		return blurredMax
	case hp*2 > most:
		return blurredHurt
	case hp*4 > most:
		return blurredHalf
	}
	return blurredLow
}

// blur hides what players may not know of a visible combatant: the GM's note, the exact hit points of the GM's combatants, and a
// surprise by hidden combatants that has not taken effect yet.
func blur(c *engine.Combatant) {
	c.Note = ""
	if c.Unnoticed {
		c.Surprised = false
	}
	if c.Owner != "" || !c.HasHP {
		return
	}
	c.HP, c.MaxHP, c.Soak, c.Blurred = blurredHP(c.HP, c.MaxHP), blurredMax, min(c.Soak, 1), true
}

// blur returns the event without exact hit points and stats of the GM's combatants.
func blurEvent(e engine.Event, o engine.Outcome) engine.Event {
	players := func(id engine.CombatantID) bool {
		c := o.State.Combatant(id)
		if c == nil && o.Before != nil {
			c = o.Before.Combatant(id)
		}
		return c != nil && c.Owner != ""
	}
	switch e := e.(type) {
	case engine.CombatantAdded:
		blur(&e.Combatant)
		return e
	case engine.CombatantRemoved:
		e.Left = nil
		return e
	case engine.HPChanged:
		if !players(e.Combatant) {
			e.From, e.To, e.Max = blurredHP(e.From, e.Max), blurredHP(e.To, e.Max), blurredMax
			e.Soaked, e.Soak, e.Blurred = min(e.Soaked, 1), min(e.Soak, 1), true
		}
		return e
	case engine.StatsChanged:
		if !players(e.Combatant) {
			e.Changed, e.Blurred = "", e.Changed != ""
			e.Soak = min(e.Soak, 1)
		}
		return e
	}
	return e
}
