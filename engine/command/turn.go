package command

import (
	"slices"
	"strings"
	"time"

	"roundel/engine"
)

// next is the highest-placed unit that has not acted and has somebody to act (CO-3), or nil.
func (d *decider) next() *engine.Unit {
	for _, u := range d.rs.Order(d.s) {
		if u.Rolled && !u.Acted && slices.ContainsFunc(d.s.Members(u.ID), d.s.MayAct) {
			return u
		}
	}
	return nil
}

// advance gives the turn to the next unit that can act, over the end of the round where need be. Turns that are lost
// pass on the way. Where a whole round passes like that, the next unit gets the turn all the same, so that it waits
// for the GM (CO-12), unless somebody's turns come back soon.
func (d *decider) advance() {
	for lost := 0; len(d.s.Active) == 0; {
		u := d.next()
		switch {
		case u != nil:
			rounds := lost / max(1, len(d.rs.Ranked(d.s)))
			if !d.takeTurn(u, rounds > maxPassing || rounds > 0 && !d.comesBack()) {
				lost++
			}
		case d.s.Phase == engine.Ambush:
			d.endAmbush()
		case len(d.s.Combatants) == 0:
			return
		default:
			d.endRound()
			d.beginRound(d.s.Round + 1)
		}
	}
}

// maxPassing is how many rounds pass by themselves while all turns in them are lost.
const maxPassing = 10

// comesBack tells whether somebody who loses turns now stands and will be free before that.
func (d *decider) comesBack() bool {
	return slices.ContainsFunc(d.s.Combatants, func(c engine.Combatant) bool {
		stays := slices.ContainsFunc(d.s.EffectsOn(&c), func(e *engine.Effect) bool {
			long := e.Until == engine.UntilOwnTurns && e.Remaining > maxPassing
			return e.Skip && (long || e.Permanent() || e.Until == engine.UntilRounds)
		})
		return c.Standing() && !stays
	})
}

// takeTurn gives a unit the turn, or lets it pass when all its members lose theirs. forced: it has it in any case.
func (d *decider) takeTurn(u *engine.Unit, forced bool) bool {
	id := u.ID
	members := slices.DeleteFunc(d.s.Members(id), func(c *engine.Combatant) bool { return !d.s.MayAct(c) })
	able := slices.ContainsFunc(members, func(c *engine.Combatant) bool { _, _, lost := d.loses(c); return !lost })
	surprise, open := false, slices.ContainsFunc(members, func(c *engine.Combatant) bool { return !c.Hidden })
	if able || !forced {
		for _, member := range combatantIDs(members) {
			c := d.s.Combatant(member)
			why, effect, lost := d.loses(c)
			if !lost {
				continue
			}
			d.emit(engine.TurnLost{Combatant: member, Why: why, Effect: effect})
			surprise = surprise || why == engine.LostToSurprise
			if why != engine.LostToSurprise { // ST-12: a turn lost to surprise is no turn
				d.turnOver(member)
			}
		}
	}
	if able || forced {
		d.beginTurn(id, open && !surprise)
		return true
	}
	if !surprise {
		d.unitOver(id)
	}
	d.emit(engine.TurnEnded{Unit: id, Lost: true})
	return false
}

// beginTurn gives a unit the turn. Where all its members in view have lost theirs, it is over for them: counts says
// whether it counts for the effects on the unit.
func (d *decider) beginTurn(id engine.UnitID, counts bool) {
	hidden := !d.s.Hidden(id) && !slices.ContainsFunc(d.s.Members(id), func(c *engine.Combatant) bool { return !c.Hidden && d.s.MayAct(c) })
	if hidden && counts {
		d.unitOver(id)
	}
	d.emit(engine.TurnBegan{Units: []engine.UnitID{id}, Turn: d.in.Turn, At: d.in.Now, Hidden: hidden})
	d.remindOfMorale(id, hidden)
}

// remindOfMorale tells the GM when a side of NPCs begins its phase after losses (CS-8). Losses that others see wait for a
// phase that they see begin.
func (d *decider) remindOfMorale(id engine.UnitID, hidden bool) {
	pcs := slices.ContainsFunc(d.s.Members(id), func(c *engine.Combatant) bool { return c.Kind == engine.PC })
	u := d.s.Unit(id)
	if hidden = hidden || u.Losses == 0; d.rs.Morale && !pcs && (u.HiddenLosses > 0 || !hidden) {
		d.emit(engine.MoraleDue{Unit: id, Hidden: hidden})
	}
}

// loses tells whether and why a combatant's turn passes without it.
func (d *decider) loses(c *engine.Combatant) (why engine.Loss, effect string, lost bool) {
	if c.Surprised {
		return engine.LostToSurprise, "", true
	}
	for _, e := range d.s.EffectsOn(c) {
		if e.Skip {
			return engine.LostToEffect, e.Name, true
		}
	}
	if !c.Standing() {
		return engine.LostToDown, "", true
	}
	return "", "", false
}

func combatantIDs(who []*engine.Combatant) []engine.CombatantID {
	out := make([]engine.CombatantID, len(who))
	for i, c := range who {
		out[i] = c.ID
	}
	return out
}

// memberEnds ends one combatant's turn: its effects count (TO-11), and it lurks no more (TO-12).
func (d *decider) memberEnds(id engine.CombatantID) {
	d.emit(engine.MemberActed{Combatant: id})
	d.turnOver(id)
	if c := d.s.Combatant(id); c != nil && c.Lurking {
		d.emit(engine.HiddenChanged{Combatants: []engine.CombatantID{id}})
	}
}

// finish ends the turn of the active units when nobody in them is left to act, and passes it on.
func (d *decider) finish() {
	if len(d.s.ActiveMembers()) > 0 {
		d.seeTurn()
		return
	}
	units := slices.Clone(d.s.Active)
	for _, u := range units {
		if !d.s.HiddenTurn || d.s.Hidden(u) {
			d.unitOver(u)
		}
	}
	d.endOfThisTurn()
	for _, u := range units {
		d.emit(engine.TurnEnded{Unit: u})
	}
	d.settle()
	d.advance()
}

// seeTurn ends the turn for everybody but the GM when of those who have it only hidden ones can still act: what counts at
// its end counts then, as if they were not there. It comes back when somebody in view can act after all.
func (d *decider) seeTurn() {
	open, hidden := false, false
	for _, c := range d.s.ActiveMembers() {
		open, hidden = open || !c.Hidden, hidden || c.Hidden
	}
	switch {
	case d.s.HiddenTurn && open:
		d.emit(engine.TurnSeen{})
	case !d.s.HiddenTurn && !open && hidden && slices.ContainsFunc(d.s.Active, func(u engine.UnitID) bool { return !d.s.Hidden(u) }):
		for _, u := range slices.Clone(d.s.Active) {
			if !d.s.Hidden(u) {
				d.unitOver(u)
			}
		}
		d.endOfThisTurn()
		d.emit(engine.TurnSeen{Hidden: true})
	}
}

// endOfThisTurn ends the effects that last until the end of the turn now running.
func (d *decider) endOfThisTurn() {
	for _, e := range slices.Clone(d.s.Effects) {
		if e.Until == engine.UntilEndOfThisTurn && e.Turn == d.s.Turn {
			d.emit(engine.EffectEnded{Effect: e})
		}
	}
}

// endRound ends what lasts for the round and moves the clock (CO-6).
func (d *decider) endRound() {
	d.emit(engine.RoundEnded{Round: d.s.Round, Elapsed: d.s.Elapsed + d.rs.RoundSeconds})
	d.endOfRound()
	for i := range d.s.Units {
		if u := d.s.Units[i]; u.Blow == engine.BlowActive {
			d.emit(engine.BlowOver{Unit: u.ID, Pending: u.BlowDue || !u.HadTurn})
		}
	}
	d.endSurprise()
}

// endOfRound ends the effects of the round and counts the long activities down (FT-9).
func (d *decider) endOfRound() {
	for _, e := range slices.Clone(d.s.Effects) {
		switch {
		case e.Until == engine.UntilEndOfRound, e.Until == engine.UntilRounds && e.Remaining <= 1:
			d.emit(engine.EffectEnded{Effect: e})
		case e.Until == engine.UntilRounds:
			d.emit(engine.EffectTicked{Effect: e.ID, Remaining: e.Remaining - 1})
		}
	}
}

// beginRound starts a round: blows show (TO-7) and late rolls are made (RI-4).
func (d *decider) beginRound(n int) {
	d.emit(engine.RoundBegan{Round: n})
	for i := range d.s.Units {
		u := d.s.Units[i]
		able := slices.ContainsFunc(d.s.VisibleMembers(u.ID), func(c *engine.Combatant) bool { _, _, lost := d.loses(c); return !lost })
		if u.Blow == engine.BlowPending && able {
			d.emit(engine.BlowShown{Unit: u.ID})
		}
	}
	d.rollLate()
	d.settle()
}

// whose adds to a refusal whose turn it is, as far as the actor may know.
func (d *decider) whose(args engine.Args) engine.Args {
	seen := d.s.View(d.viewer)
	args.Turn, args.GMActs = seen.ActiveNames(), seen.GMActs()
	return args
}

func (c Next) decide(d *decider) error {
	if err := d.needOrder(); err != nil {
		return err
	}
	if c.stale(d.s) {
		return engine.Refuse(engine.Stale, engine.ReasonTurnOver, d.whose(engine.Args{}))
	}
	active := d.s.ActiveMembers()
	mine := slices.DeleteFunc(slices.Clone(active), func(m *engine.Combatant) bool { return !d.isGM() && !engine.Owns(m, d.in.Actor) })
	if len(active) == 0 {
		return engine.Refuse(engine.NotNow, engine.ReasonNobodyActive, engine.Args{})
	}
	if len(mine) == 0 {
		return d.notAllowed(engine.ReasonNotYourTurn, d.whose(engine.Args{}))
	}
	ending, err := c.ending(d, active, mine)
	if err != nil {
		return err
	}
	for _, id := range combatantIDs(ending) {
		d.memberEnds(id)
	}
	d.finish()
	d.settle()
	return nil
}

// stale tells whether the command was meant for an earlier turn (CO-10).
func (c Next) stale(s *engine.State) bool {
	if c.Turn != 0 {
		return c.Turn != s.Turn
	}
	before := func(t, began time.Time) bool { return !t.IsZero() && t.Before(began) }
	began, ms := s.TurnCountsFrom(), time.Millisecond
	return before(c.Sent, began.Truncate(ms)) || before(c.Sent, c.Shown.Truncate(ms)) ||
		before(c.Arrived, began) || before(c.Arrived, c.Shown)
}

// ending picks those whose turn ends: the one named or chosen, the whole unit for the GM, a player's only active one.
func (c Next) ending(d *decider, active, mine []*engine.Combatant) ([]*engine.Combatant, error) {
	switch {
	case c.ID != 0:
		who := d.s.Combatant(c.ID)
		if who == nil || !slices.Contains(active, who) {
			return nil, engine.Refuse(engine.Stale, engine.ReasonActedAlready, d.whose(engine.Args{}))
		}
		return []*engine.Combatant{who}, d.needOwner(engine.ReasonNotYoursToPlay, who)
	case strings.TrimSpace(c.Who) != "":
		f, err := d.find(c.Who)
		if err != nil {
			return nil, err
		}
		if err := d.needOwner(engine.ReasonNotYoursToPlay, f.who...); err != nil {
			return nil, err
		}
		who := slices.DeleteFunc(f.who, func(m *engine.Combatant) bool { return !slices.Contains(active, m) })
		if len(who) == 0 {
			return nil, engine.Refuse(engine.NotNow, engine.ReasonNotTurnOf, d.whose(engine.Args{Name: strings.TrimSpace(c.Who)}))
		}
		return who, nil
	case d.isGM():
		return active, nil
	case len(mine) > 1:
		return nil, &engine.Error{Code: engine.Choose, Reason: engine.ReasonChooseTurn, Choices: combatantIDs(mine)}
	}
	return mine, nil
}

func (c Last) decide(d *decider) error {
	u, err := d.orderUnit(c.Name, d.rs.ActLast, engine.ReasonNoActLast)
	if err != nil {
		return err
	}
	if d.s.Phase != engine.Running {
		return engine.Refuse(engine.NotNow, engine.ReasonLastEarly, engine.Args{})
	}
	if u.Last > 0 {
		return engine.Refuse(engine.NotNow, engine.ReasonLastAlready, engine.Args{Name: u.Name})
	}
	if u.Acted || u.HadTurn {
		return engine.Refuse(engine.NotNow, engine.ReasonLastActed, engine.Args{Name: u.Name})
	}
	for _, other := range d.s.Units {
		if other.Last > 0 && other.Side == u.Side && (d.s.Hidden(u.ID) || !d.s.Hidden(other.ID)) {
			return engine.Refuse(engine.NotNow, engine.ReasonLastTaken, engine.Args{Name: u.Side, Yours: !d.isGM()})
		}
	}
	d.actLast(u.ID)
	return nil
}

// orderUnit is the unit that last and blow are for, after the checks they share: who may, whether the ruleset has it,
// whether there is an order.
func (d *decider) orderUnit(name string, has bool, what engine.Reason) (*engine.Unit, error) {
	if err := d.needPlayer(); err != nil {
		return nil, err
	}
	u, err := d.unitOfActor(name)
	switch {
	case !has && !notAllowed(err):
		return nil, d.notInRules(what)
	case err != nil:
		return nil, err
	}
	return u, d.needOrder()
}

// actLast puts a unit at the bottom, after a roll-off with the others that are there and have not begun (TO-6). Hidden
// ones do not roll: they go below the others.
func (d *decider) actLast(id engine.UnitID) {
	var ahead, open, hidden []engine.UnitID
	for _, u := range d.rs.Order(d.s) {
		switch {
		case u.Last == 0 && u.ID != id:
		case u.ID != id && (u.Acted || d.s.IsActive(u.ID)):
			ahead = append(ahead, u.ID)
		case d.s.Hidden(u.ID):
			hidden = append(hidden, u.ID)
		default:
			open = append(open, u.ID)
		}
	}
	e := engine.ActsLast{Unit: id, Order: ahead}
	if d.s.Hidden(id) || len(open) < 2 {
		e.Order = append(e.Order, open...)
	} else {
		d.rollOffLast(&e, open)
	}
	e.Order = append(e.Order, hidden...)
	active := d.s.IsActive(id)
	d.emit(e)
	if active {
		d.endOfThisTurn()
		d.emit(engine.TurnWithdrawn{Unit: id})
		d.advance()
		d.settle()
	}
}

// rollOffLast orders those who act last by a die each, the one who chose it now first to roll.
func (d *decider) rollOffLast(e *engine.ActsLast, open []engine.UnitID) {
	i := slices.Index(open, e.Unit)
	open = slices.Insert(slices.Delete(open, i, i+1), 0, e.Unit)
	rank, faces := d.contest(len(open), d.rs.TieDie, false)
	e.Die = d.rs.TieDie
	for i, u := range open {
		e.Rolls = append(e.Rolls, engine.TieRoll{Units: []engine.UnitID{u}, Faces: faces[i]})
	}
	for _, i := range rank {
		e.Order = append(e.Order, open[i])
	}
}

func (c RollWithBlow) decide(d *decider) error {
	u, err := d.orderUnit(c.Name, d.rs.Blow, engine.ReasonNoBlow)
	if err != nil {
		return err
	}
	if u.Blow == engine.BlowPending || u.BlowDue {
		return engine.Refuse(engine.NotNow, engine.ReasonBlowAlready, engine.Args{Name: u.Name})
	}
	d.emit(engine.BlowDeclared{Unit: u.ID})
	return nil
}
