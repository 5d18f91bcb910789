package engine

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

// Blur hides what players may not know of a visible combatant: the GM's note, the exact hit points of the GM's combatants, and a
// surprise by hidden combatants that has not taken effect yet.
func (c *Combatant) Blur() {
	c.Note = ""
	if c.Unnoticed {
		c.Surprised = false
	}
	if c.Owner != "" || !c.HasHP {
		return
	}
	c.HP, c.MaxHP, c.Soak, c.Blurred = blurredHP(c.HP, c.MaxHP), blurredMax, min(c.Soak, 1), true
}

// ofPlayer reports whether a combatant is a player's, after the outcome or, if it is gone then, before it.
func (o Outcome) ofPlayer(id CombatantID) bool {
	c := o.State.Combatant(id)
	if c == nil && o.Before != nil {
		c = o.Before.Combatant(id)
	}
	return c != nil && c.Owner != ""
}
