package engine

// What comes with an event by itself, moment by moment. Each function is a moment that several events bring, and its lines are all that happens to
// the state then; a line is a mechanic's own, and stands in the mechanic's file. Whoever adds a mechanic adds its lines here. What leads to
// further events is in package play, which has the same list for those.

// left is when a combatant has left the fight (CO-5).
func (s *State) left(id CombatantID) {
	s.dropEffectsOf(id, 0) // those on it; those that it caused forget it (RS-63)
	s.dropMelee(id)        // CS-7, RI-8
	s.dropTest(id)         // ST-8
	s.dropCounters()       // RS-70
}

// unitLeft is when the last member of a unit has left it. With slots, its places stay as slots of its side (RS-27).
func (s *State) unitLeft(id UnitID, slots bool) {
	s.dropEffectsOf(0, id)
	s.dropInterrupted(id) // RS-46
	if !slots {
		s.dropTies(id) // TO-2
	}
	if s.IsActive(id) {
		s.withdraw(id)
	}
}

// shown is when combatants were hidden or revealed, or have come to another side: others know of other sides.
func (s *State) shown() {
	s.dropCounters() // RS-70
}

// turnOver is when a combatant's turn is over: it has had it, lost it or gives it up to wait.
func (s *State) turnOver(id CombatantID) {
	s.dropFreeAttacksBy(id) // CS-7, RI-8
}

// hpChanged is when a combatant's hit points have changed.
func (s *State) hpChanged(c *Combatant, from int) {
	s.countLoss(c, from) // CS-8
	c.getUp()            // CO-12, RS-68
}
