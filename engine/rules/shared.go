package rules

import "roundel/engine"

// best returns the highest value that any member has for any of these stats, or 0 if no member has one.
func best(members []*engine.Combatant, keys ...string) int {
	highest, found := 0, false
	for _, c := range members {
		for _, key := range keys {
			if n, has := c.Stats[key]; has && (!found || n > highest) {
				highest, found = n, true
			}
		}
	}
	return highest
}

// hasPC reports whether any member of the unit is a player character.
func hasPC(s *engine.State, u *engine.Unit) bool {
	for i := range s.Combatants {
		if c := &s.Combatants[i]; c.Unit == u.ID && c.Kind == engine.PC {
			return true
		}
	}
	return false
}

// pcsFirst lets units with a PC win ties against units without one.
func pcsFirst(s *engine.State, a, b *engine.Unit) int {
	switch pa, pb := hasPC(s, a), hasPC(s, b); {
	case pa && !pb:
		return -1
	case pb && !pa:
		return 1
	}
	return 0
}

// combatStats returns the stats for d20 attacks, which combat-sequence and rounds-initiative share.
func combatStats() []engine.Stat {
	return []engine.Stat{
		{Key: "dex", Min: -10, Max: 20, PC: true}, // Dexterity modifier
		{Key: "str", Min: -10, Max: 20},           // Strength modifier
		{Key: "level", Min: 0, Max: 100},          // character level
		{Key: "attack", Min: -20, Max: 50},        // base attack bonus
		{Key: "skill", Min: -5, Max: 20},          // level of the combat skill
		{Key: "sneak", Min: -20, Max: 50},         // total Dex/Sneak bonus
		{Key: "notice", Min: -20, Max: 50},        // total Wis/Notice bonus
		{Key: "morale", Min: 2, Max: 12},          // Morale score of an NPC
		{Key: "ac", Min: 0, Max: 100},             // Armor Class
		{Key: "ac_ranged", Min: 0, Max: 100},      // Armor Class against ranged attacks, if different
		{Key: "soak", Min: 0, Max: 1000},          // damage that armor absorbs
		{Key: "trauma_target", Min: 1, Max: 100},  // Trauma Target
	}
}
