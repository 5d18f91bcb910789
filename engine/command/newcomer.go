package command

import (
	"slices"

	"roundel/engine"
)

// welcome does what follows from combatants joining, once for all who join by one command.
func (d *decider) afterJoining() {
	var who []engine.CombatantID
	side := ""
	for _, e := range d.events {
		if added, is := e.(engine.CombatantAdded); is {
			who, side = append(who, added.Combatant.ID), added.Combatant.Side
		}
	}
	if d.assumedStats != nil {
		d.emit(engine.StatsAssumed{Combatants: who, Stats: d.assumedStats})
		d.assumedStats = nil
	}
	d.surpriseNewcomers(side, who)
}

// surpriseNewcomers surprises those who have come to a side that is surprised as a whole, so that it still is (CS-5).
// One on alert is not, and keeps the side out of it.
func (d *decider) surpriseNewcomers(side string, newcomers []engine.CombatantID) {
	if d.rs.Surprise != engine.FreeRound || d.s.Phase != engine.Setup {
		return
	}
	caught := false
	open := slices.ContainsFunc(newcomers, func(id engine.CombatantID) bool { return !d.s.Combatant(id).Hidden })
	var fresh []engine.CombatantID
	for i := range d.s.Combatants {
		c := &d.s.Combatants[i]
		switch came := slices.Contains(newcomers, c.ID); {
		case c.Side != side, c.Hidden && open: // those whom everybody sees go by those whom everybody sees
		case c.Alert, !came && !c.Surprised:
			return
		case !came:
			caught = true
		case !c.Surprised:
			fresh = append(fresh, c.ID)
		}
	}
	if caught && fresh != nil {
		d.emit(engine.SurpriseChanged{Combatants: fresh, Surprised: true})
	}
}
