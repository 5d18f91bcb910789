package rules

import "roundel/engine"

// best returns a bonus: the highest of these stats over all members that have one, 0 when none has.
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

// pcs reports whether the unit has a player character among its members.
func pcs(s *engine.State, u *engine.Unit) bool {
	for i := range s.Combatants {
		if c := &s.Combatants[i]; c.Unit == u.ID && c.Kind == engine.PC {
			return true
		}
	}
	return false
}

// pcsFirst lets units with a PC win ties against those without.
func pcsFirst(s *engine.State, a, b *engine.Unit) int {
	switch pa, pb := pcs(s, a), pcs(s, b); {
	case pa && !pb:
		return -1
	case pb && !pa:
		return 1
	}
	return 0
}

// combatStats are the stats of attacks by d20, shared by combat-sequence and rounds-initiative.
func combatStats() []engine.Stat {
	return []engine.Stat{
		{Key: "dex", Min: -10, Max: 20, PC: true}, // Dexterity modifier
		{Key: "str", Min: -10, Max: 20},           // Strength modifier
		{Key: "level", Min: 0, Max: 100},          // character level
		{Key: "attack", Min: -20, Max: 50},        // base attack bonus
		{Key: "skill", Min: -5, Max: 20},          // level of the combat skill
		{Key: "sneak", Min: -20, Max: 50},         // whole Dex/Sneak bonus
		{Key: "notice", Min: -20, Max: 50},        // whole Wis/Notice bonus
		{Key: "morale", Min: 2, Max: 12},          // Morale score of an NPC
		{Key: "ac", Min: 0, Max: 100},             // Armor Class
		{Key: "ac_ranged", Min: 0, Max: 100},      // Armor Class against ranged attacks, where it differs
		{Key: "soak", Min: 0, Max: 1000},          // damage that armor takes before the wearer
		{Key: "trauma_target", Min: 1, Max: 100},  // Trauma Target
	}
}
