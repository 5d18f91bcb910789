package play

import (
	"slices"

	"roundel/engine"
	"roundel/engine/ruleset"
)

// clock is the order by ticks: the unit at the lowest tick acts, and its activities move it on (RS-38). There are no rounds: the whole fight
// is round 1. Units roll for their first tick as for a score.
type clock struct{ score }

func (c clock) next() step {
	c.free()
	u := c.nextUnit()
	at := 0
	if u != nil {
		at = c.State.OrderScore(c.Rules, u.ID)
	}
	if d, due := c.nextDelayed(); d != nil && (u == nil || due < at) {
		c.moveOn(d) // its turn is lost
		return step{again: true}
	}
	if u == nil {
		return step{}
	}
	hidden := c.State.Hidden(u.ID)
	if at <= c.State.Now(hidden) {
		return step{unit: u}
	}
	c.emit(engine.ClockReached{Tick: at, Hidden: hidden})
	c.endEffects(func(e *engine.Effect) bool {
		return e.Until == engine.UntilTicks && e.Tick <= c.State.Now(c.onHidden(e))
	})
	return step{again: true}
}

// onHidden reports whether an effect is on someone hidden.
func (f *fight) onHidden(e *engine.Effect) bool {
	if c := f.State.Combatant(e.Target); c != nil {
		return c.Hidden
	}
	return f.State.Hidden(e.Unit)
}

// free lets units act again that only count as having acted because their members acted in another unit before they came to this one.
func (c clock) free() {
	for _, u := range slices.Clone(c.State.Units) {
		waits := u.Waits() || slices.ContainsFunc(c.State.Interrupted, func(i engine.Interruption) bool { return slices.Contains(i.Units, u.ID) })
		if u.Rolled && !waits && !u.IsEvent() && (u.Acted() || slices.ContainsFunc(c.State.Members(u.ID), func(m *engine.Combatant) bool { return m.Acted })) {
			c.emit(engine.TicksPassed{Unit: u.ID, Base: u.Base + u.Moved + u.Shift, Came: u.Came})
		}
	}
}

// nextDelayed returns the waiting unit whose next turn would come first if it hadn't waited (RS-46), and the tick of that turn.
func (c clock) nextDelayed() (unit *engine.Unit, tick int) {
	for i := range c.State.Units {
		u := &c.State.Units[i]
		if u.Stage != engine.Delaying || !u.Acted() || len(c.State.Members(u.ID)) == 0 {
			continue
		}
		if due := c.State.OrderScore(c.Rules, u.ID) + c.turnCost(u.ID); unit == nil || due < tick {
			unit, tick = u, due
		}
	}
	return unit, tick
}

// turnOver moves a unit on by the cost of its turn.
func (c clock) turnOver(unit engine.UnitID) {
	if u := c.State.Unit(unit); u != nil && c.State.Phase == engine.Running && !u.IsEvent() {
		c.moveOn(u)
	}
}

func (c clock) moveOn(u *engine.Unit) {
	cost, known := c.State.TurnTicks(u.ID)
	if !known {
		cost = c.turnCost(u.ID)
	}
	c.emit(engine.TicksPassed{Unit: u.ID, Cost: cost, Base: u.Base + u.Moved + u.Shift + cost, Came: c.arrival(u.ID)})
}

// turnCost returns how many ticks a turn costs by default.
func (f *fight) turnCost(unit engine.UnitID) int {
	if f.Rules.Order.Cost == nil {
		return 1
	}
	return max(1, f.Rules.Order.Cost.Value(f.State.UnitValues(unit)))
}

// tickToKeep returns the tick of the next turn of a unit that leaves, or 0 without a clock.
func (f *fight) tickToKeep(u *engine.Unit) int {
	if f.Rules.Order.Shape != ruleset.Ticks {
		return 0
	}
	at := u.Base + u.Moved + u.Shift
	if f.State.IsActive(u.ID) || u.Acted() {
		at += f.turnCost(u.ID)
	}
	return at
}

// arrival returns the arrival number of a unit that comes to a tick. Units whose turns end together share one.
func (f *fight) arrival(unit engine.UnitID) int {
	hidden := f.State.Hidden(unit)
	for _, other := range f.ending {
		if o := f.State.Unit(other); other != unit && o != nil && f.arrived[other] && f.State.Hidden(other) == hidden {
			return o.Came
		}
	}
	f.arrived[unit] = true
	return f.State.NextArrival(hidden)
}

// endTogether records whose turns end at the same time.
func (f *fight) endTogether(units ...engine.UnitID) {
	f.ending, f.arrived = units, map[engine.UnitID]bool{}
}
