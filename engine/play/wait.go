package play

import (
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// Delay takes the active unit out of the order (RS-46, RS-47), or swaps its place with another's (RS-48). Without Name, it is the actor's own.
type Delay struct{ Name, With string }

func (c Delay) decide(d *decider) error {
	missing := reason.NoDelay
	if d.Rules.Wait.ActsLast() {
		missing = reason.LastInstead
	}
	u, _, err := d.unitForOrderCommand(c.Name, d.Rules.Wait.Delays() && !d.Rules.Order.Slots, missing)
	if err == nil {
		err = d.requireIdleTurn(u)
	}
	if err != nil {
		return err
	}
	switch with := strings.TrimSpace(c.With); {
	case with != "" && d.Rules.Wait != ruleset.Swap:
		return d.notInRules(reason.NoSwap)
	case with != "":
		return d.swap(u, with)
	case d.Rules.Wait == ruleset.Swap:
		return engine.Refuse(engine.Invalid, reason.SwapWith, engine.Args{Names: d.later(u)})
	case d.Rules.Wait == ruleset.Hold: // in the middle of its turn (RS-47)
		d.emit(engine.UnitDelayed{Unit: u.ID, Hold: true})
	default: // its turn ends now, but it can still act (RS-46)
		id := u.ID
		for _, c := range d.State.MemberIDs(id) {
			if d.State.MayAct(d.State.Combatant(c)) {
				d.turnEnds(d.turnOf(c))
			}
		}
		d.turnEnds(d.unitTurn(id))
		d.endThisTurnEffectsIfAlone(id)
		d.emit(engine.UnitDelayed{Unit: id})
	}
	d.leftTurn()
	return nil
}

// requireIdleTurn refuses a unit that doesn't have the turn, or has done something in it (RS-46).
func (d *decider) requireIdleTurn(u *engine.Unit) error {
	if err := d.requireRound(); err != nil {
		return err
	}
	seen := !d.State.HiddenTurn || d.State.Hidden(u.ID) // otherwise, the rest of the turn is hidden, so it looks over to everyone else
	switch {
	case d.State.Phase != engine.Running:
		return engine.Refuse(engine.NotNow, reason.DelayEarly, engine.Args{})
	case u.Waits():
		return engine.Refuse(engine.NotNow, reason.WaitsAlready, engine.Args{Name: u.Name})
	case !d.State.IsActive(u.ID), !seen:
		return engine.Refuse(engine.NotNow, reason.NotTurnOf, d.withTurn(engine.Args{Name: u.Name}))
	case !d.State.DidNothing(u.ID):
		return engine.Refuse(engine.NotNow, reason.DelayActed, engine.Args{Name: u.Name})
	}
	return d.requireAble(u)
}

// requireAble refuses a unit in which nobody can act any more.
func (d *decider) requireAble(u *engine.Unit) error {
	if slices.ContainsFunc(d.State.VisibleMembers(u.ID), func(c *engine.Combatant) bool { return d.State.MayAct(c) && d.canAct(c) }) {
		return nil
	}
	return engine.Refuse(engine.NotNow, reason.WaitUnable, engine.Args{Name: u.Name})
}

// later returns the names of the units that a unit can swap places with: those later in the order that haven't acted and that the actor can
// see.
func (d *decider) later(u *engine.Unit) []string {
	var out []string
	order := d.State.Order(d.Rules)
	i := slices.IndexFunc(order, func(other *engine.Unit) bool { return other.ID == u.ID })
	for _, other := range order[i+1:] {
		if d.canSwap(u, other) && !slices.Contains(out, other.Name) {
			out = append(out, other.Name)
		}
	}
	return out
}

// canSwap reports whether a unit can swap places with a later one. A hidden one and a visible one can't: the hidden one would give itself
// away.
func (d *decider) canSwap(u, later *engine.Unit) bool {
	return later.Rolled && !later.Acted() && !later.IsEvent() && !d.State.IsActive(later.MainID()) && !d.State.Main(later).Waits() &&
		d.State.Hidden(u.ID) == d.State.Hidden(later.ID)
}

// swap swaps the active unit's place with that of a later one, which gets the turn (RS-48).
func (d *decider) swap(u *engine.Unit, name string) error {
	f, with, err := d.findPlace(name)
	if err != nil {
		return err
	}
	if err := d.refuseHiddenInGroup(f); err != nil {
		return err
	}
	u = d.State.Playing(u)
	order := d.State.Order(d.Rules)
	at := func(id engine.UnitID) int {
		return slices.IndexFunc(order, func(o *engine.Unit) bool { return o.ID == id })
	}
	if at(with.ID) <= at(u.ID) || !d.canSwap(u, with) {
		return engine.Refuse(engine.NotNow, reason.SwapLater, engine.Args{Name: with.Name, Names: d.later(u)})
	}
	apart := d.State.Score(d.Rules, with) - d.State.Score(d.Rules, u)
	later := with.ID
	d.endThisTurnEffectsIfAlone(u.MainID())
	d.emit(engine.PlacesSwapped{Unit: u.ID, With: later, Moved: u.Moved + apart, Shift: with.Shift, WithMoved: with.Moved - apart, WithShift: u.Shift})
	if len(d.State.Active) == 0 {
		d.giveTurn(d.State.Unit(later), false)
	}
	d.leftTurn()
	return nil
}

// Take takes an open turn (RS-34), or brings a waiting unit back. Without Name, it is for the actor's own unit.
type Take struct {
	Name string
	Moment
}

func (c Take) decide(d *decider) error {
	if err := d.requirePlayer(); err != nil {
		return err
	}
	if d.State.Open != nil || d.Rules.Order.Opens() && !d.Rules.Wait.Delays() {
		return c.takeOpen(d)
	}
	u, err := d.waitingUnit(c.Name)
	switch {
	case d.Rules.Wait != ruleset.Rejoin && d.Rules.Wait != ruleset.Hold && !isNotAllowed(err):
		return d.notInRules(reason.NoTake)
	case err != nil:
		return err
	}
	if err := d.requireRound(); err != nil {
		return err
	}
	if !u.Waits() {
		return engine.Refuse(engine.NotNow, reason.NotWaiting, engine.Args{Name: u.Name})
	}
	if err := d.requireAble(u); err != nil {
		return err
	}
	d.comeBack(u.ID)
	return nil
}

// waitingUnit returns the unit named or, without a name, the actor's only waiting unit. For the GM, any waiting unit counts.
func (d *decider) waitingUnit(name string) (*engine.Unit, error) {
	if strings.TrimSpace(name) != "" {
		u, _, err := d.namedOrOwnUnit(name)
		return u, err
	}
	var mine, all []engine.UnitID
	for _, u := range d.State.Units {
		if !u.Waits() {
			continue
		}
		all = append(all, u.ID)
		if d.ownsMember(u.ID) {
			mine = append(mine, u.ID)
		}
	}
	if len(mine) == 0 && d.isGM() {
		mine = all
	}
	if len(mine) != 1 {
		u, _, err := d.namedOrOwnUnit(name)
		return u, err
	}
	return d.State.Unit(mine[0]), d.requireOwner(reason.NotYoursToPlay, d.State.Members(mine[0])...)
}

// requireNotWaiting refuses to let a waiting combatant spend anything out of turn (RS-46).
func (d *decider) requireNotWaiting(m *engine.Combatant) error {
	if !d.State.Unit(m.Unit).Waits() {
		return nil
	}
	return engine.Refuse(engine.NotNow, reason.WaitsOut, engine.Args{Name: m.Name})
}

// withdrawTurn takes the turn from an active unit that acts later in the round (TO-6).
func (f *fight) withdrawTurn(id engine.UnitID) {
	f.takeTurnFrom(id)
	if len(f.State.Active) == 0 {
		f.settleTies() // effects that lasted until the end of the turn may have changed scores
		f.advance()
		f.settleTies()
		return
	}
	f.leftTurn()
}

// takeTurnFrom takes the turn from a unit, if it has it.
func (f *fight) takeTurnFrom(id engine.UnitID) {
	if f.State.IsActive(id) {
		f.endThisTurnEffectsIfAlone(id)
		f.emit(engine.TurnWithdrawn{Unit: id})
	}
}

// leftTurn continues after a unit has left the turn.
func (f *fight) leftTurn() {
	if len(f.State.ActiveMembers()) == 0 {
		f.endTurnIfDone()
	}
	f.settleTies()
}

// comeBack brings a waiting unit back (RS-46, RS-47). Its turn begins or resumes at once if it holds its turn, or if the active unit has done
// nothing yet; otherwise, it comes next.
func (f *fight) comeBack(id engine.UnitID) {
	u := f.State.Unit(id)
	hold, held := u.Stage == engine.Holding, u.Held()
	at, below := f.meets(id, hold)
	place := f.State.Playing(u).ID
	f.emit(f.placeAt(place, at, below))
	if !below {
		if len(f.State.Active) > 0 {
			f.emit(engine.TurnInterrupted{})
		}
		if hold {
			f.goOnWith(id, held)
		} else {
			f.giveTurn(f.State.Unit(place), false)
		}
	}
	f.leftTurn()
}

// goOnWith resumes the turn that a unit held.
func (f *fight) goOnWith(id engine.UnitID, held engine.TurnID) {
	if has, _ := f.loseTurns(id, false); !has {
		f.endEffectsOfTurn(held)
		f.endTogether(id)
		f.endUnitTurn(engine.TurnEnded{Unit: id, Place: f.State.Unit(id).Playing, Lost: true})
		return
	}
	units := []engine.UnitID{id}
	f.emit(engine.TurnResumed{Units: units, Turn: held, At: f.Now, Hidden: f.onlyHiddenAct(units), Phase: f.State.Unit(id).HeldAt})
}

// meets returns the unit at whose place a waiting one comes back: the active one or, if those are hidden from it, the next. below means after
// that unit's turn. 0 means that the waiting unit keeps its own place.
func (f *fight) meets(id engine.UnitID, hold bool) (at engine.UnitID, below bool) {
	unseen := func(u engine.UnitID) bool {
		return !f.State.Hidden(id) && (f.State.Hidden(u) || f.State.HiddenTurn && f.State.IsActive(f.State.MainID(u)))
	}
	var active []engine.UnitID
	for _, u := range f.State.Order(f.Rules) {
		if f.State.PlaceActive(u) && !unseen(u.ID) {
			active = append(active, u.ID)
		}
	}
	switch {
	case len(active) == 0:
		return f.nextFor(id, unseen), false
	case hold || !slices.ContainsFunc(active, func(u engine.UnitID) bool { return !f.State.DidNothing(u) }):
		return active[0], false
	}
	return active[len(active)-1], true
}

// nextFor returns the unit that would have the turn if there were none that the waiting one can't see: the next in the order or, if places
// last and everyone else has acted, the first of the next round. It returns 0 if there is none, or if the waiting unit's own place comes
// first.
func (f *fight) nextFor(id engine.UnitID, unseen func(engine.UnitID) bool) engine.UnitID {
	for _, u := range f.State.Order(f.Rules) {
		if u.MainID() != id && u.Rolled && !u.Acted() && !f.State.Main(u).Waits() && !unseen(u.ID) && slices.ContainsFunc(f.State.VisibleMembers(u.ID), f.keepsTurn) {
			return u.ID
		}
	}
	if !f.orderLasts() {
		return 0
	}
	for _, u := range f.State.NextRound(f.Rules).Order(f.Rules) {
		main := f.State.Main(u)
		switch {
		case main.ID == id && main.Stage == engine.Delaying:
			return 0
		case main.ID != id && u.Rolled && main.Stage != engine.Holding && !unseen(u.ID) && slices.ContainsFunc(f.State.VisibleMembers(u.ID), f.keepsTurn):
			return u.ID
		}
	}
	return 0
}

// placeAt returns the event that gives a unit the place right before another or, with below, right after it.
func (f *fight) placeAt(id, at engine.UnitID, below bool) engine.PlaceTaken {
	u, other := f.State.Unit(id), f.State.Unit(at)
	e := engine.PlaceTaken{Unit: id, Moved: u.Moved, Shift: u.Shift}
	if other == nil {
		return e
	}
	if below {
		e.After = at
	} else {
		e.Before = at
	}
	apart := f.State.Score(f.Rules, other) - f.State.Score(f.Rules, u)
	e.Shift = other.Shift
	if u.Rolled {
		e.Moved += apart
	} else {
		e.Base = apart
	}
	after, score := false, f.State.OrderScore(f.Rules, at)
	for _, p := range f.State.Ranked(f.Rules) {
		if p.Score != score || p.Unit.ID == id || p.Unit.IsEvent() {
			continue
		}
		after = after || p.Unit.ID == at && !below
		if after {
			e.Below = append(e.Below, p.Unit.ID)
		} else {
			e.Above = append(e.Above, p.Unit.ID)
		}
		after = after || p.Unit.ID == at
	}
	return e
}

// resumeTurn resumes the turn that was interrupted last, and reports whether there was one. The turn ends if nobody in it can act any more.
func (f *fight) resumeTurn() bool {
	n := len(f.State.Interrupted)
	if n == 0 {
		return false
	}
	was := f.State.Interrupted[n-1]
	if len(was.Units) == 0 {
		f.endEffectsOfTurn(was.Turn)
	}
	f.emit(engine.TurnResumed{Units: was.Units, Turn: was.Turn, At: f.Now, Hidden: was.Hidden, Phase: was.Phase, Over: was.Hidden})
	if len(was.Units) > 0 && len(f.State.ActiveMembers()) == 0 {
		f.endTurn()
	}
	return true
}

// withdrawTurns takes the turn from everyone who has it or whose turn is interrupted.
func (f *fight) withdrawTurns() {
	f.closeTurn()
	f.endEffectsOfTurn(f.State.Turn)
	for _, u := range slices.Clone(f.State.Active) {
		f.emit(engine.TurnWithdrawn{Unit: u})
	}
	for _, was := range f.State.Interrupted {
		f.endEffectsOfTurn(was.Turn)
	}
}

// endEffectsOfHeld ends the effects that last until the end of a held turn, if nobody has or holds that turn any more.
func (f *fight) endEffectsOfHeld(turn engine.TurnID) {
	interrupted := slices.ContainsFunc(f.State.Interrupted, func(i engine.Interruption) bool { return i.Turn == turn })
	held := slices.ContainsFunc(f.State.Units, func(u engine.Unit) bool { return u.Held() == turn })
	if turn != f.State.Turn && !interrupted && !held {
		f.endEffectsOfTurn(turn)
	}
}

// nobodyLeft reports whether no later round would give anyone a turn, because everyone holds theirs or has left. Events alone don't make a
// round.
func (f *fight) nobodyLeft() bool {
	if f.Rules.Order.Shape == ruleset.Draw && f.inBag() == 0 {
		return true
	}
	acted := func(u *engine.Unit) bool { return u.Acted() && !u.IsEvent() }
	if f.Rules.Order.Passes > 0 && f.State.Pass < 2 && !slices.ContainsFunc(f.State.Order(f.Rules), acted) {
		return true // nobody has a score above 0
	}
	return !slices.ContainsFunc(f.State.Units, func(u engine.Unit) bool {
		return u.Stage != engine.Holding && !u.IsEvent() && !u.NoPlace && len(f.State.Members(u.ID)) > 0
	})
}

// endBrokenHolds makes units that hold their turn, but can't act any more, count as having acted this round (RS-47).
func (f *fight) endBrokenHolds() {
	if f.Rules.Wait != ruleset.Hold {
		return
	}
	for _, u := range slices.Clone(f.State.Units) {
		if u.Stage != engine.Holding || slices.ContainsFunc(f.State.VisibleMembers(u.ID), f.canAct) {
			continue
		}
		f.emit(engine.WaitOver{Unit: u.ID, Acted: true})
		for _, id := range f.State.MemberIDs(u.ID) {
			f.turnEnds(f.turnOf(id))
		}
		f.turnEnds(f.unitTurn(u.ID))
		f.endEffectsOfHeld(u.Held())
		f.endTogether(u.ID)
		f.shape().turnOver(u.ID)
	}
	f.goOn()
}
