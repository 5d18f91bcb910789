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

// pcs tells whether the unit has a player character among its members.
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
		{Key: "dex", Help: "Dexterity modifier", Min: -10, Max: 20, PC: true},
		{Key: "str", Help: "Strength modifier", Min: -10, Max: 20},
		{Key: "level", Help: "character level", Min: 0, Max: 100},
		{Key: "attack", Help: "base attack bonus", Min: -20, Max: 50},
		{Key: "skill", Help: "level of the combat skill", Min: -5, Max: 20},
		{Key: "sneak", Help: "whole Dex/Sneak bonus", Min: -20, Max: 50},
		{Key: "notice", Help: "whole Wis/Notice bonus", Min: -20, Max: 50},
		{Key: "morale", Help: "Morale score of an NPC", Min: 2, Max: 12},
		{Key: "ac", Help: "Armor Class", Min: 0, Max: 100},
		{Key: "ac_ranged", Help: "Armor Class against ranged attacks, where it differs", Min: 0, Max: 100},
		{Key: "soak", Help: "damage that armor takes before the wearer", Min: 0, Max: 1000},
		{Key: "trauma_target", Help: "Trauma Target", Min: 1, Max: 100},
	}
}
