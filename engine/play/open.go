package play

import (
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

// Open turns, which someone has to give to a unit (RS-34), and what is typed for whoever comes next.

// offer opens a turn for someone to choose who takes it. If the unit was already named, or is the only one that can, it gets the turn.
func (f *fight) offer(open engine.OpenTurn) step {
	can := f.offered(&open)
	if u := f.State.Unit(f.State.Promised); u != nil && slices.Contains(can, u) {
		return step{unit: u}
	}
	if open.Single && len(can) == 1 {
		return step{unit: can[0]}
	}
	return step{open: &open}
}

// offered returns the units that can take an open turn: hidden ones only if the turn is for hidden units.
func (f *fight) offered(open *engine.OpenTurn) []*engine.Unit {
	return slices.DeleteFunc(f.State.CanTake(*open), func(u *engine.Unit) bool { return f.State.Hidden(u.ID) != open.Hidden })
}

// takeTurn gives the open turn to one of its candidates.
func (f *fight) takeTurn(id engine.UnitID) {
	f.endEffectsOfTurn(f.State.Turn) // effects added while it was open
	f.slot = f.State.Open.Slot
	if !f.giveTurn(f.State.Unit(id), false) {
		f.slot = 0
		f.closeTurn()
		f.advance()
	}
	f.settleTies()
}

// closeTurn closes an open turn that nobody took.
func (f *fight) closeTurn() {
	if f.State.Open != nil {
		f.endEffectsOfTurn(f.State.Turn)
		f.emit(engine.OpenTurnClosed{})
	}
}

// updateOpenTurn continues if an open turn needs no choice any more, because someone left, went down, lost their turns or was hidden: at most
// one unit can take it, or it was for hidden units only and others can act again.
func (f *fight) updateOpenTurn() {
	for f.State.Open != nil {
		open := *f.State.Open
		can := f.offered(&open)
		switch {
		case open.Single && len(can) == 1:
			f.takeTurn(can[0].ID)
		case len(can) == 0 || open.Hidden && f.shape().turnForOthers():
			f.closeTurn()
			f.advance()
			f.settleTies()
		default:
			return
		}
	}
}

// ahead is what the GM typed for the next step: whose token was drawn from a real bag (RS-36), or that the round ends.
type ahead struct {
	End     bool
	Unit    engine.UnitID // whose token it is, or who gets the turn for a token of its lot
	Lot     string        // the shared lot, if nobody in particular was named
	Text    string        // as typed; empty for the end of the round
	Missing bool          // set if there was no such token in the bag
}

// lookAhead reads what was typed for who comes next: a token drawn from a real bag, or the end of the round. Other orders don't allow that.
func (c Next) lookAhead(d *decider) error {
	end, o := strings.EqualFold(c.To, EndOfRound), &d.Rules.Order
	switch {
	case c.To == "":
		return nil
	case !o.Opens() && o.Shape != ruleset.Draw:
		return d.notInRules(reason.NobodyChooses)
	case !end && o.Shape != ruleset.Draw:
		return nil // see handOn
	case !d.isGM():
		return d.notAllowed(reason.GMOnly, engine.Args{})
	case end && o.Shape != ruleset.Draw && !o.Repeat:
		return d.notInRules(reason.RoundEndsItself)
	case end:
		d.Ahead = &ahead{End: true}
		return nil
	}
	f, err := d.find(c.To)
	lot := slices.ContainsFunc(d.State.Combatants, func(m engine.Combatant) bool { return engine.SameName(d.State.SharedLot(d.Rules, &m), c.To) })
	switch {
	case lot && (err != nil || f.unit == 0 && !engine.SameName(f.who[0].Name, c.To)):
		d.Ahead = &ahead{Lot: c.To, Text: c.To}
		return nil
	case err == nil:
		d.Ahead = &ahead{Unit: f.who[0].Unit, Text: c.To}
		if err := refuseEvent(f.who...); err != nil {
			return err
		}
		return d.refuseHiddenInGroup(f)
	}
	return err
}

// handOver gives the open turn to the unit named (RS-34).
func (c Next) handOver(d *decider) error {
	if err := d.requireRound(); err != nil {
		return err
	}
	switch {
	case view.State(d.State, d.viewer).Open == nil: // it is for hidden units only
		return d.notAllowed(reason.NotYourTurn, d.withTurn(engine.Args{}))
	case c.To == "":
		return engine.Refuse(engine.NotNow, reason.TurnOpen, view.State(d.State, d.viewer).Choice())
	case !strings.EqualFold(c.To, EndOfRound):
		return d.giveOpenTurn(c.To)
	}
	if err := c.lookAhead(d); err != nil {
		return err
	}
	d.closeTurn()
	d.Ahead = &ahead{End: true}
	d.advance()
	d.settleTies()
	return d.requireToken()
}

// handOn gives the next turn to the unit named. If it is now hidden units' turn, the unit gets the turn after theirs. unseen is why the
// turn couldn't be handed on if there were no hidden combatants, or nil.
func (c Next) handOn(d *decider, unseen error) error {
	if f, err := d.find(c.To); err == nil && d.Rules.Order.HandsOn() && view.State(d.State, view.Viewer{}).GMActs() && !d.State.Hidden(f.who[0].Unit) {
		if unseen == nil {
			d.emit(engine.TurnPromised{Unit: f.who[0].Unit})
		}
		return unseen
	}
	switch {
	case d.Rules.Order.Shape == ruleset.Draw, strings.EqualFold(c.To, EndOfRound):
		return d.requireToken()
	case d.State.Open != nil:
		return d.giveOpenTurn(c.To)
	}
	f, err := d.find(c.To)
	if err == nil && !d.State.IsActive(f.who[0].Unit) { // the only candidate gets the turn at once
		err = engine.Refuse(engine.NotNow, reason.NoCandidate, engine.Args{Name: f.who[0].Name, Names: view.State(d.State, d.viewer).ActiveNames()})
	}
	return err
}

// requireToken refuses a token that wasn't in the bag, or to end a round that can't end yet.
func (d *decider) requireToken() error {
	switch {
	case d.Ahead == nil:
		return nil
	case d.Ahead.Missing:
		return engine.Refuse(engine.NotNow, reason.NoToken, engine.Args{Text: d.Ahead.Text})
	}
	return engine.Refuse(engine.NotNow, reason.TurnGoesOn, engine.Args{Names: view.State(d.State, d.viewer).ActiveNames()})
}

// giveOpenTurn gives the open turn to a candidate, if the actor may choose it.
func (d *decider) giveOpenTurn(name string) error {
	f, err := d.find(name)
	if err != nil {
		return err
	}
	if err := d.refuseHiddenInGroup(f); err != nil {
		return err
	}
	u := d.State.Unit(f.who[0].Unit)
	if !d.mayGive(u) {
		return d.notAllowed(reason.NotYourChoice, view.State(d.State, d.viewer).Choice())
	}
	if !slices.Contains(d.State.Candidates(), u) {
		return engine.Refuse(engine.NotNow, reason.NoCandidate, engine.Args{Name: u.Name, Names: view.State(d.State, d.viewer).Choice().Names})
	}
	d.takeTurn(u.ID)
	return nil
}

// mayGive reports whether the actor may give the open turn to a unit (RS-34).
func (d *decider) mayGive(u *engine.Unit) bool {
	switch open := d.State.Open; {
	case d.isGM():
		return true
	case open.Chooser == ruleset.ByActor:
		return open.By != 0 && d.ownsMember(open.By)
	case open.Chooser == ruleset.OnlyGM:
		return false
	}
	return d.ownsMember(u.ID)
}

// takeOpen takes the open turn for a candidate that the actor owns, or for the GM (RS-34).
func (c Take) takeOpen(d *decider) error {
	if err := d.requireRound(); err != nil {
		return err
	}
	if c.stale(d.State) || view.State(d.State, d.viewer).Open == nil {
		return engine.Refuse(engine.Stale, reason.TurnTaken, d.withTurn(engine.Args{}))
	}
	if name := strings.TrimSpace(c.Name); name != "" {
		return d.giveOpenTurn(name)
	}
	var mine []*engine.Unit
	for _, u := range d.State.Candidates() {
		if d.mayGive(u) && slices.ContainsFunc(d.State.Members(u.ID), func(m *engine.Combatant) bool { return d.owns(m) || d.isGM() && m.Owner == "" }) {
			mine = append(mine, u)
		}
	}
	switch len(mine) {
	case 0:
		return d.notAllowed(reason.NotYourChoice, view.State(d.State, d.viewer).Choice())
	case 1:
		d.takeTurn(mine[0].ID)
		return nil
	}
	var names []string
	for _, u := range mine {
		names = append(names, u.Name)
	}
	return engine.Refuse(engine.Invalid, reason.SayWhoTakes, engine.Args{Names: names})
}
