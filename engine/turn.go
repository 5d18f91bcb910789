package engine

import (
	"slices"
	"strings"
	"time"
)

// next is the highest-placed unit that has not acted and has somebody to act (CO-3), or nil.
func (d *decider) next() *Unit {
	for _, u := range d.rs.Order(d.s) {
		if u.Rolled && !u.Acted && slices.ContainsFunc(d.s.Members(u.ID), d.s.mayAct) {
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
			rounds := lost / max(1, len(d.rs.ranked(d.s)))
			if !d.takeTurn(u, rounds > maxPassing || rounds > 0 && !d.comesBack()) {
				lost++
			}
		case d.s.Phase == Ambush:
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
	return slices.ContainsFunc(d.s.Combatants, func(c Combatant) bool {
		stays := slices.ContainsFunc(d.s.EffectsOn(&c), func(e *Effect) bool {
			long := e.Until == UntilOwnTurns && e.Remaining > maxPassing
			return e.Skip && (long || e.permanent() || e.Until == UntilRounds)
		})
		return c.Standing() && !stays
	})
}

// takeTurn gives a unit the turn, or lets it pass when all its members lose theirs. forced: it has it in any case.
func (d *decider) takeTurn(u *Unit, forced bool) bool {
	id := u.ID
	members := slices.DeleteFunc(d.s.Members(id), func(c *Combatant) bool { return !d.s.mayAct(c) })
	able := slices.ContainsFunc(members, func(c *Combatant) bool { _, _, lost := d.loses(c); return !lost })
	surprise, open := false, slices.ContainsFunc(members, func(c *Combatant) bool { return !c.Hidden })
	if able || !forced {
		for _, member := range combatantIDs(members) {
			c := d.s.Combatant(member)
			why, effect, lost := d.loses(c)
			if !lost {
				continue
			}
			d.emit(TurnLost{member, why, effect})
			surprise = surprise || why == LostToSurprise
			if why != LostToSurprise { // ST-12: a turn lost to surprise is no turn
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
	d.emit(TurnEnded{id, true})
	return false
}

// beginTurn gives a unit the turn. Where all its members in view have lost theirs, it is over for them: counts says
// whether it counts for the effects on the unit.
func (d *decider) beginTurn(id UnitID, counts bool) {
	hidden := !d.s.Hidden(id) && !slices.ContainsFunc(d.s.Members(id), func(c *Combatant) bool { return !c.Hidden && d.s.mayAct(c) })
	if hidden && counts {
		d.unitOver(id)
	}
	d.emit(TurnBegan{[]UnitID{id}, d.in.Turn, d.in.Now, hidden})
	d.remindOfMorale(id, hidden)
}

// remindOfMorale tells the GM when a side of NPCs begins its phase after losses (CS-8). Losses that others see wait for a
// phase that they see begin.
func (d *decider) remindOfMorale(id UnitID, hidden bool) {
	pcs := slices.ContainsFunc(d.s.Members(id), func(c *Combatant) bool { return c.Kind == PC })
	u := d.s.Unit(id)
	if hidden = hidden || u.Losses == 0; d.rs.Morale && !pcs && (u.HiddenLosses > 0 || !hidden) {
		d.emit(MoraleDue{id, hidden})
	}
}

// loses tells whether and why a combatant's turn passes without it.
func (d *decider) loses(c *Combatant) (why Loss, effect string, lost bool) {
	if c.Surprised {
		return LostToSurprise, "", true
	}
	for _, e := range d.s.EffectsOn(c) {
		if e.Skip {
			return LostToEffect, e.Name, true
		}
	}
	if !c.Standing() {
		return LostToDown, "", true
	}
	return "", "", false
}

func combatantIDs(who []*Combatant) []CombatantID {
	out := make([]CombatantID, len(who))
	for i, c := range who {
		out[i] = c.ID
	}
	return out
}

// memberEnds ends one combatant's turn: its effects count (TO-11), and it lurks no more (TO-12).
func (d *decider) memberEnds(id CombatantID) {
	d.emit(MemberActed{id})
	d.turnOver(id)
	if c := d.s.Combatant(id); c != nil && c.Lurking {
		d.emit(HiddenChanged{Combatants: []CombatantID{id}})
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
		d.emit(TurnEnded{Unit: u})
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
		d.emit(TurnSeen{})
	case !d.s.HiddenTurn && !open && hidden && slices.ContainsFunc(d.s.Active, func(u UnitID) bool { return !d.s.Hidden(u) }):
		for _, u := range slices.Clone(d.s.Active) {
			if !d.s.Hidden(u) {
				d.unitOver(u)
			}
		}
		d.endOfThisTurn()
		d.emit(TurnSeen{Hidden: true})
	}
}

// endOfThisTurn ends the effects that last until the end of the turn now running.
func (d *decider) endOfThisTurn() {
	for _, e := range slices.Clone(d.s.Effects) {
		if e.Until == UntilEndOfThisTurn && e.Turn == d.s.Turn {
			d.emit(EffectEnded{Effect: e})
		}
	}
}

// endRound ends what lasts for the round and moves the clock (CO-6).
func (d *decider) endRound() {
	d.emit(RoundEnded{d.s.Round, d.s.Elapsed + d.rs.RoundSeconds})
	d.endOfRound()
	for i := range d.s.Units {
		if u := d.s.Units[i]; u.Blow == BlowActive {
			d.emit(BlowOver{u.ID, u.BlowDue || !u.Took})
		}
	}
	d.endSurprise()
}

// endOfRound ends the effects of the round and counts the long activities down (FT-9).
func (d *decider) endOfRound() {
	for _, e := range slices.Clone(d.s.Effects) {
		switch {
		case e.Until == UntilEndOfRound, e.Until == UntilRounds && e.Remaining <= 1:
			d.emit(EffectEnded{Effect: e})
		case e.Until == UntilRounds:
			d.emit(EffectTicked{e.ID, e.Remaining - 1})
		}
	}
}

// beginRound starts a round: blows show (TO-7) and late rolls are made (RI-4).
func (d *decider) beginRound(n int) {
	d.emit(RoundBegan{n})
	for i := range d.s.Units {
		u := d.s.Units[i]
		able := slices.ContainsFunc(d.s.shown(u.ID), func(c *Combatant) bool { _, _, lost := d.loses(c); return !lost })
		if u.Blow == BlowPending && able {
			d.emit(BlowShown{u.ID})
		}
	}
	d.rollLate()
	d.settle()
}

// whose adds to a refusal whose turn it is, as far as the actor may know.
func (d *decider) whose(args Args) Args {
	seen := d.s.View(d.viewer)
	args.Turn, args.GMActs = seen.activeNames(), seen.GMActs()
	return args
}

func (c Next) decide(d *decider) error {
	if err := d.needOrder(); err != nil {
		return err
	}
	if c.stale(d.s) {
		return Refuse(Stale, ReasonTurnOver, d.whose(Args{}))
	}
	active := d.s.ActiveMembers()
	mine := slices.DeleteFunc(slices.Clone(active), func(m *Combatant) bool { return !d.isGM() && !Owns(m, d.in.Actor) })
	if len(active) == 0 {
		return Refuse(NotNow, ReasonNobodyActive, Args{})
	}
	if len(mine) == 0 {
		return d.notAllowed(ReasonNotYourTurn, d.whose(Args{}))
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
func (c Next) stale(s *State) bool {
	if c.Turn != 0 {
		return c.Turn != s.Turn
	}
	before := func(t, began time.Time) bool { return !t.IsZero() && t.Before(began) }
	began, ms := s.Counted(), time.Millisecond
	return before(c.Sent, began.Truncate(ms)) || before(c.Sent, c.Shown.Truncate(ms)) ||
		before(c.Arrived, began) || before(c.Arrived, c.Shown)
}

// ending picks those whose turn ends: the one named or chosen, the whole unit for the GM, a player's only active one.
func (c Next) ending(d *decider, active, mine []*Combatant) ([]*Combatant, error) {
	switch {
	case c.ID != 0:
		who := d.s.Combatant(c.ID)
		if who == nil || !slices.Contains(active, who) {
			return nil, Refuse(Stale, ReasonActedAlready, d.whose(Args{}))
		}
		return []*Combatant{who}, d.needOwner(ReasonNotYoursToPlay, who)
	case strings.TrimSpace(c.Who) != "":
		f, err := d.find(c.Who)
		if err != nil {
			return nil, err
		}
		if err := d.needOwner(ReasonNotYoursToPlay, f.who...); err != nil {
			return nil, err
		}
		who := slices.DeleteFunc(f.who, func(m *Combatant) bool { return !slices.Contains(active, m) })
		if len(who) == 0 {
			return nil, Refuse(NotNow, ReasonNotTurnOf, d.whose(Args{Name: strings.TrimSpace(c.Who)}))
		}
		return who, nil
	case d.isGM():
		return active, nil
	case len(mine) > 1:
		return nil, &Error{Code: Choose, Reason: ReasonChooseTurn, Choices: combatantIDs(mine)}
	}
	return mine, nil
}

func (c Last) decide(d *decider) error {
	u, err := d.orderUnit(c.Name, d.rs.ActLast, ReasonNoActLast)
	if err != nil {
		return err
	}
	if d.s.Phase != Running {
		return Refuse(NotNow, ReasonLastEarly, Args{})
	}
	if u.Last > 0 {
		return Refuse(NotNow, ReasonLastAlready, Args{Name: u.Name})
	}
	if u.Acted || u.Took {
		return Refuse(NotNow, ReasonLastActed, Args{Name: u.Name})
	}
	for _, other := range d.s.Units {
		if other.Last > 0 && other.Side == u.Side && (d.s.Hidden(u.ID) || !d.s.Hidden(other.ID)) {
			return Refuse(NotNow, ReasonLastTaken, Args{Name: u.Side, Yours: !d.isGM()})
		}
	}
	d.actLast(u.ID)
	return nil
}

// orderUnit is the unit that last and blow are for, after the checks they share: who may, whether the ruleset has it,
// whether there is an order.
func (d *decider) orderUnit(name string, has bool, what Reason) (*Unit, error) {
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
func (d *decider) actLast(id UnitID) {
	var ahead, open, hidden []UnitID
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
	e := ActsLast{Unit: id, Order: ahead}
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
		d.emit(TurnWithdrawn{id})
		d.advance()
		d.settle()
	}
}

// rollOffLast orders those who act last by a die each, the one who chose it now first to roll.
func (d *decider) rollOffLast(e *ActsLast, open []UnitID) {
	i := slices.Index(open, e.Unit)
	open = slices.Insert(slices.Delete(open, i, i+1), 0, e.Unit)
	rank, faces := d.contest(len(open), d.rs.TieDie, false)
	e.Die = d.rs.TieDie
	for i, u := range open {
		e.Rolls = append(e.Rolls, TieRoll{Units: []UnitID{u}, Faces: faces[i]})
	}
	for _, i := range rank {
		e.Order = append(e.Order, open[i])
	}
}

func (c RollWithBlow) decide(d *decider) error {
	u, err := d.orderUnit(c.Name, d.rs.Blow, ReasonNoBlow)
	if err != nil {
		return err
	}
	if u.Blow == BlowPending || u.BlowDue {
		return Refuse(NotNow, ReasonBlowAlready, Args{Name: u.Name})
	}
	d.emit(BlowDeclared{u.ID})
	return nil
}
