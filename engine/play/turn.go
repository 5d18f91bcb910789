package play

import (
	"slices"
	"strings"
	"time"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

// Next ends a turn. To names who takes the next one, if someone has to choose (RS-34), or is [EndOfRound].
type Next struct {
	Who string
	ID  engine.CombatantID // the combatant chosen with a button, instead of Who
	To  string
	Moment
}

// EndOfRound is typed instead of a name to end the round (RS-32, RS-36).
const EndOfRound = "end of round"

// Moment says when a command for one turn was given. If that turn is over, the command is refused as stale (CO-10). Turn is the turn that the
// pressed button belongs to, or 0 for a typed command.
type Moment struct {
	Turn engine.TurnID
	// Sent is when a typed command was created, by the sender's clock in whole milliseconds. Arrived is when it reached
	// the bot. Shown is when the current turn was first shown to anyone, if known: until then, no one can mean it. Zero
	// times are not checked.
	Sent, Arrived, Shown time.Time
}

func (c Next) decide(d *decider) error {
	c.Who, c.To = strings.TrimSpace(c.Who), strings.TrimSpace(c.To)
	if err := d.requireOrder(); err != nil {
		return err
	}
	if c.stale(d.State) {
		return engine.Refuse(engine.Stale, reason.TurnOver, d.withTurn(engine.Args{}))
	}
	if d.State.Open != nil {
		return c.handOver(d)
	}
	var unseen error // why the turn couldn't be handed on if there were no hidden combatants
	if c.To != "" && d.Rules.Order.HandsOn() && d.State.HasHidden() {
		_, unseen = Decide(view.State(d.State, view.Viewer{}), d.Rules, c, Input{Actor: d.actor, Now: d.Now, Turn: d.NextTurn, Dice: dice.Seeded(1)})
	}
	active := d.State.ActiveMembers()
	mine := filter(active, func(m *engine.Combatant) bool { return d.isGM() || d.owns(m) })
	if len(active) == 0 {
		return c.passRound(d)
	}
	if len(mine) == 0 {
		players := slices.ContainsFunc(view.State(d.State, d.viewer).ActiveMembers(), func(m *engine.Combatant) bool { return m.Owner != "" })
		return d.notAllowed(reason.NotYourTurn, d.withTurn(engine.Args{Owned: players}))
	}
	if d.State.TurnPhase+1 < len(d.Rules.Order.Phases) && d.State.Phase == engine.Running {
		return c.endPhase(d, active, mine)
	}
	ending, err := c.ending(d, active, mine)
	if err == nil {
		err = c.lookAhead(d)
	}
	if err != nil {
		return err
	}
	for _, id := range combatantIDs(ending) {
		d.endMemberTurn(id)
	}
	d.endTurnIfDone()
	d.settleTies()
	if c.To != "" {
		return c.handOn(d, unseen)
	}
	return nil
}

// endPhase ends a phase of the turn for whoever is named, for everyone active if the GM does it, or for all that a player owns. The next phase
// begins once everyone is done (RS-25).
func (c Next) endPhase(d *decider, active, mine []*engine.Combatant) error {
	done := mine
	if c.ID != 0 || c.Who != "" {
		var err error
		if done, err = c.ending(d, active, mine); err != nil {
			return err
		}
	}
	if err := c.lookAhead(d); err != nil {
		return err
	}
	if c.To != "" {
		return engine.Refuse(engine.NotNow, reason.PhaseFirst, engine.Args{Text: d.State.PhaseName(d.Rules)})
	}
	done = filter(done, func(m *engine.Combatant) bool { return !slices.Contains(d.State.Ready, m.ID) })
	waits := slices.DeleteFunc(d.State.PhaseWaitsFor(), func(m *engine.Combatant) bool { return slices.Contains(done, m) })
	switch {
	case len(waits) == 0:
		d.emit(engine.PhaseBegan{Phase: d.State.TurnPhase + 1})
		return nil
	case len(done) == 0:
		args := engine.Args{Text: d.State.PhaseName(d.Rules)}
		for _, m := range waits {
			if d.viewer.Knows(m) {
				args.Names = append(args.Names, m.Name)
			}
		}
		return engine.Refuse(engine.NotNow, reason.PhaseDone, args)
	}
	d.emit(engine.PhaseDone{Combatants: combatantIDs(done)})
	return nil
}

// passRound lets the GM end a round in which nobody is left to act, because everyone holds their turn (RS-47) or has none (RS-21, RS-26), or
// nobody has tokens.
func (c Next) passRound(d *decider) error {
	left := slices.ContainsFunc(d.State.Units, func(u engine.Unit) bool { return !u.IsEvent() })
	switch err := d.requireRound(); {
	case err != nil:
		return err
	case !left, d.Rules.Order.Shape == ruleset.Ticks:
		return engine.Refuse(engine.NotNow, reason.NobodyActive, engine.Args{})
	case !d.isGM():
		return d.notAllowed(reason.NotYourTurn, engine.Args{})
	}
	if !strings.EqualFold(c.To, EndOfRound) { // it ends anyway
		if err := c.lookAhead(d); err != nil {
			return err
		}
	}
	d.nextRound()
	d.advance()
	d.settleTies()
	return d.requireToken()
}

// stale reports whether the command was meant for an earlier turn (CO-10).
func (c Moment) stale(s *engine.State) bool {
	if c.Turn != 0 {
		return c.Turn != s.Turn
	}
	before := func(t, began time.Time) bool { return !t.IsZero() && t.Before(began) }
	began, ms := s.TurnCountsFrom(), time.Millisecond
	return before(c.Sent, began.Truncate(ms)) || before(c.Sent, c.Shown.Truncate(ms)) ||
		before(c.Arrived, began) || before(c.Arrived, c.Shown)
}

// withTurn adds whose turn it is to a refusal's arguments, if the actor may know.
func (d *decider) withTurn(args engine.Args) engine.Args {
	seen := view.State(d.State, d.viewer)
	args.Turn, args.GMActs = seen.ActiveNames(), seen.GMActs()
	return args
}

// ending returns the combatants whose turn ends: the one named or chosen, everyone active if the GM does it, or a player's only active
// combatant.
func (c Next) ending(d *decider, active, mine []*engine.Combatant) ([]*engine.Combatant, error) {
	switch {
	case c.ID != 0:
		who := d.State.Combatant(c.ID)
		if who == nil || !slices.Contains(active, who) {
			return nil, engine.Refuse(engine.Stale, reason.ActedAlready, d.withTurn(engine.Args{}))
		}
		return []*engine.Combatant{who}, d.requireOwner(reason.NotYoursToPlay, who)
	case c.Who != "":
		f, err := d.findGroup(c.Who)
		if err != nil {
			return nil, err
		}
		if err := d.requireOwner(reason.NotYoursToPlay, f.who...); err != nil {
			return nil, err
		}
		who := slices.DeleteFunc(f.who, func(m *engine.Combatant) bool { return !slices.Contains(active, m) })
		if len(who) == 0 {
			return nil, engine.Refuse(engine.NotNow, reason.NotTurnOf, d.withTurn(engine.Args{Name: c.Who}))
		}
		return who, nil
	case d.isGM():
		return active, nil
	case len(mine) > 1:
		return nil, &engine.Error{Code: engine.Choose, Reason: reason.ChooseTurn, Choices: combatantIDs(mine)}
	}
	return mine, nil
}

// hasTurnLeft reports whether a unit is in the order and has a member that may act.
func (f *fight) hasTurnLeft(u *engine.Unit) bool {
	return !u.Acted() && f.State.Main(u).Stage != engine.Holding && slices.ContainsFunc(f.State.Members(u.ID), f.State.MayAct)
}

// advance gives the turn to the next unit that can act, beginning new rounds as needed. Lost turns are skipped. After a whole round of lost
// turns, the next unit gets the turn anyway, which is then up to the GM (CO-12), unless someone recovers soon. Nobody gets the turn if
// everyone holds theirs, while a turn is open, or until the GM rolls for the next round. Advance panics with an [*Overrun] if a step changes
// nothing, because it would repeat forever, or if the command exceeds its budget.
func (f *fight) advance() {
	before := -1
	for lost := 0; len(f.State.Active) == 0 && f.State.Open == nil && !f.State.Awaits; {
		if len(f.Events) == before {
			panic(&Overrun{Stuck: true, Events: before})
		}
		before = len(f.Events)
		f.work(f.stepWork())
		if f.resumeTurn() {
			continue
		}
		var next step
		if f.State.Phase == engine.Ambush { // turns before round 1 go by place in every shape
			next.unit = f.nextUnit()
		} else {
			next = f.shape().next()
		}
		if next.unit != nil && f.passDeparted(next.unit) {
			continue // the order may have changed
		}
		switch {
		case next.unit != nil:
			rounds := 0
			if lost > 0 {
				rounds = lost / max(1, f.places())
			}
			if !f.giveTurn(next.unit, rounds > maxSkippedRounds || rounds > 0 && !f.someoneRecoversSoon() || f.worked > patience) {
				lost++
			}
		case next.open != nil:
			f.emit(engine.TurnOpened{Open: *next.open, Turn: f.NextTurn, At: f.Now}) // RS-34
		case next.again:
		case f.State.Phase == engine.Ambush:
			f.endAmbush()
		case f.nobodyLeft(), f.Rules.Order.Shape == ruleset.Ticks:
			return
		default:
			f.nextRound()
		}
	}
}

// goOn gives the turn to someone who can have it now, if nobody has it.
func (f *fight) goOn() {
	if f.State.Phase == engine.Running && len(f.State.Active) == 0 && f.State.Open == nil && !f.State.Awaits {
		f.advance()
		f.settleTies()
	}
}

// places returns the number of turns in a round.
func (f *fight) places() int {
	switch {
	case f.Rules.Order.Scored():
		return len(f.State.Ranked(f.Rules))
	case f.Rules.Order.Shape == ruleset.Draw:
		return f.inBag()
	}
	return len(f.State.Order(f.Rules))
}

// nextRound ends the round and begins the next, or leaves that until the GM rolls (RS-20).
func (f *fight) nextRound() {
	f.roundEnds()
	if f.Rules.Order.Again == ruleset.OnAsking {
		f.emit(engine.RollAwaited{})
		f.clearOrder(nil)
		return
	}
	f.roundBegins(f.State.Round+1, f.Rules.Order.Again == ruleset.EachRound)
}

// someoneRecoversSoon reports whether a standing combatant will stop losing turns within maxSkippedRounds.
func (f *fight) someoneRecoversSoon() bool {
	return slices.ContainsFunc(f.State.Combatants, func(c engine.Combatant) bool {
		stays := slices.ContainsFunc(f.State.EffectsOn(&c), func(e *engine.Effect) bool {
			return e.Skip && (e.Permanent() || e.Until.Counted() && e.Remaining > maxSkippedRounds)
		})
		return c.Standing() && !stays && c.Kind != engine.AnEvent && f.State.Unit(c.Unit).Stage != engine.Holding
	})
}

// giveTurn gives the turn to a unit, at one of its places, and to those that act together with it. Units whose members all lose their turns
// are skipped. It reports whether anyone has the turn; with forced, someone always does.
func (f *fight) giveTurn(u *engine.Unit, forced bool) bool {
	begun := len(f.Events)
	if u.Acted() { // at its first place
		all := f.State.PlacesOf(u.ID)
		if next := slices.IndexFunc(all, func(p *engine.Unit) bool { return !p.Acted() }); next >= 0 {
			u = all[next]
		}
	}
	group := f.actingWith(u.ID)
	places := map[engine.UnitID]engine.UnitID{} // the place of each unit that doesn't act at its first
	for i, p := range group {
		main := f.State.MainID(p)
		if main != p {
			places[main] = p
		}
		group[i] = main
	}
	f.endTogether(group...)
	for _, id := range group {
		if u := f.State.Main(f.State.Unit(id)); u.Stage == engine.Delaying { // it has a new turn at another of its places (RS-46)
			f.emit(engine.WaitOver{Unit: u.ID})
		}
		f.unitTurnComes(id)
	}
	forced = forced && !slices.ContainsFunc(group, f.able)
	var having, counting []engine.UnitID
	for _, id := range group {
		has, counts := f.loseTurns(id, forced)
		switch {
		case has:
			having = append(having, id)
			if counts {
				counting = append(counting, id)
			}
		default:
			f.endUnitTurn(engine.TurnEnded{Unit: id, Place: places[id], Lost: true})
		}
	}
	if len(having) > 0 {
		f.beginTurn(having, counting, places, begun)
	}
	return len(having) > 0
}

// actingWith returns the tied units that act together with a unit whose turn it is, itself included (RS-23), in order. Visible units form the
// same group whether or not there are hidden ones among them.
func (f *fight) actingWith(id engine.UnitID) []engine.UnitID {
	if !engine.ActTogether(f.Rules) {
		return []engine.UnitID{id}
	}
	var waiting []engine.UnitID // this unit, and later ones with its score that may act
	last, score := f.State.Unit(id).Last, f.State.OrderScore(f.Rules, id)
	for _, p := range f.State.Ranked(f.Rules) {
		u := p.Unit
		if u.ID == id || len(waiting) > 0 && p.Score == score && u.Last == last && f.hasTurnLeft(u) {
			waiting = append(waiting, u.ID)
		}
	}
	if len(waiting) == 0 {
		return []engine.UnitID{id} // it has no score
	}
	first := id
	if f.State.Hidden(id) {
		i := slices.IndexFunc(waiting, func(u engine.UnitID) bool { return !f.State.Hidden(u) })
		if i < 0 || !f.State.ActsWith(id, waiting[i]) {
			return f.joinedBy([]engine.UnitID{id}, waiting, true)
		}
		first = waiting[i]
	}
	group := f.joinedBy([]engine.UnitID{first}, waiting, false)
	group = f.joinedBy(group, waiting, true)
	if !slices.Contains(group, id) { // it is hidden, and acts together with some of the visible ones but not with all
		return f.joinedBy([]engine.UnitID{id}, waiting, true)
	}
	return slices.DeleteFunc(waiting, func(u engine.UnitID) bool { return !slices.Contains(group, u) })
}

// joinedBy adds waiting units that act together with the whole group, up to the first that doesn't: either visible ones, as if there were no
// others, or hidden ones.
func (f *fight) joinedBy(group, waiting []engine.UnitID, hidden bool) []engine.UnitID {
	for _, id := range waiting {
		switch {
		case slices.Contains(group, id), f.State.Hidden(id) && !hidden:
		case f.State.Hidden(id) != hidden: // it goes before any hidden ones that follow
			return group
		case slices.ContainsFunc(group, func(other engine.UnitID) bool { return !f.State.ActsWith(other, id) }):
			return group
		default:
			group = append(group, id)
		}
	}
	return group
}

// able reports whether a unit has a member that may act and doesn't lose its turn.
func (f *fight) able(id engine.UnitID) bool {
	return slices.ContainsFunc(f.State.Members(id), func(c *engine.Combatant) bool { return f.State.HasTurn(f.Rules, c) })
}

// loseTurns takes the turns of the members of a unit that lose them. has reports whether the unit still has a turn; with forced, it always
// does. counts reports whether that turn counts for the effects on the unit, even if only hidden members are left to act.
func (f *fight) loseTurns(id engine.UnitID, forced bool) (has, counts bool) {
	members := slices.DeleteFunc(f.State.MemberIDs(id), func(m engine.CombatantID) bool { return !f.State.MayAct(f.State.Combatant(m)) })
	able := f.able(id)
	var over []engine.CombatantID // members whose surprise ends with the turn they lose (RS-50)
	surprise, anyVisible := false, slices.ContainsFunc(members, func(m engine.CombatantID) bool { return !f.State.Combatant(m).Hidden })
	if able || !forced {
		for _, member := range members {
			c := f.State.Combatant(member)
			why, effect := f.State.ComingLoss(f.Rules, c)
			if why == "" {
				continue
			}
			f.emit(engine.TurnLost{Combatant: member, Why: why, Effect: effect})
			turn := f.turnOf(member)
			turn.passed = !f.isTurn(why)
			f.turnBegins(turn)
			surprise = surprise || turn.passed
			if !turn.passed {
				f.turnEnds(f.turnOf(member))
			}
			if why == engine.LostToSurprise && f.isTurn(why) {
				over = append(over, member)
			}
		}
		if over != nil {
			f.endSurpriseOf(func(c *engine.Combatant) bool { return slices.Contains(over, c.ID) })
		}
	}
	if able || forced {
		return true, anyVisible && !surprise
	}
	if !surprise {
		f.turnBegins(f.unitTurn(id))
		f.turnEnds(f.unitTurn(id))
	}
	return false, false
}

// beginTurn gives units the turn. If all their visible members have lost theirs, the turn is already over for the players, and counts for the
// effects on the units in counting. places has the place of each unit that doesn't act at its first, and begun the number of events before the first turn was lost.
func (f *fight) beginTurn(ids, counting []engine.UnitID, places map[engine.UnitID]engine.UnitID, begun int) {
	hidden := f.onlyHiddenAct(ids)
	for _, id := range ids {
		if hidden && slices.Contains(counting, id) {
			f.turnEnds(f.unitTurn(id))
		}
	}
	for _, id := range ids {
		f.unitTurnBegins(id)
	}
	e := engine.TurnBegan{Units: ids, Turn: f.NextTurn, At: f.Now, Hidden: hidden, Slot: f.slot, Lost: f.mayRegain(ids, begun)}
	f.slot = 0
	for _, id := range ids {
		if p := places[id]; p != 0 {
			e.Places = append(e.Places, p)
		}
	}
	if u := f.State.Unit(ids[0]); f.Rules.Order.Shape == ruleset.Pick && f.State.Phase == engine.Running && !hidden && !f.State.Hidden(u.ID) {
		e.Side = u.Side
	}
	f.emit(e)
	f.dry = 0
	for _, id := range ids {
		f.remindOfMorale(id, hidden && !f.State.Hidden(id)) // CS-8
	}
}

// mayRegain returns the members of the sides whose turn begins that have lost it, in the events since begun, to an effect or to being down,
// and still can't act. A side's members act in any order, so they can act after all if they are up again before the others have finished
// (CS-2).
func (f *fight) mayRegain(sides []engine.UnitID, begun int) []engine.CombatantID {
	var out []engine.CombatantID
	for _, e := range f.Events[begun:] {
		lost, is := e.(engine.TurnLost)
		if !is || !f.State.BySide(f.Rules) || lost.Why == engine.LostToSurprise {
			continue
		}
		if c := f.State.Combatant(lost.Combatant); slices.Contains(sides, c.Unit) && !f.canAct(c) {
			out = append(out, lost.Combatant)
		}
	}
	return out
}

// regainTurns gives turns back to combatants that lost them and are up again while others on their side act (CS-2). If only hidden members of
// the side are left to act, the turn is over for the others.
func (f *fight) regainTurns() {
	s := f.State
	for i := range s.Combatants {
		c := &s.Combatants[i]
		if lost := c.Lost != 0 && c.Lost == s.Turn; lost && c.Acted && s.IsActive(c.Unit) && (c.Hidden || !s.HiddenTurn) && f.canAct(c) {
			f.emit(engine.TurnRegained{Combatant: c.ID})
		}
	}
}

// onlyHiddenAct reports whether only hidden members of these units can act, although one of the units isn't hidden as a whole.
func (f *fight) onlyHiddenAct(ids []engine.UnitID) bool {
	visible := func(id engine.UnitID) bool {
		return slices.ContainsFunc(f.State.Members(id), func(c *engine.Combatant) bool { return !c.Hidden && f.State.MayAct(c) })
	}
	return slices.ContainsFunc(ids, func(id engine.UnitID) bool { return !f.State.Hidden(id) }) && !slices.ContainsFunc(ids, visible)
}

// isTurn reports whether a lost turn counts as a turn. One lost to a surprised round doesn't (ST-12); one lost to surprise itself does
// (RS-50).
func (f *fight) isTurn(why engine.Loss) bool {
	return why != engine.LostToSurprise || f.Rules.Surprise.Kind == ruleset.LostTurn
}

// unitTurnComes begins the turns of a unit and of its members that may act, before lost turns are determined. A turn that was withdrawn or
// delayed resumes instead (RS-46).
func (f *fight) unitTurnComes(id engine.UnitID) {
	if f.State.Unit(id).Resumes() {
		return
	}
	counts, seen := true, f.State.Hidden(id)
	for _, member := range f.State.MemberIDs(id) {
		c := f.State.Combatant(member)
		if !f.State.MayAct(c) {
			continue
		}
		seen = seen || !c.Hidden
		if c.Surprised && !f.isTurn(engine.LostToSurprise) {
			counts = false
			continue
		}
		f.turnComes(f.turnOf(member))
	}
	if counts && seen {
		f.turnComes(f.unitTurn(id))
	}
}

// unitTurnBegins carries out the rest of the start of the turns of a unit and its members.
func (f *fight) unitTurnBegins(id engine.UnitID) {
	if f.State.Unit(id).Resumes() {
		return
	}
	for _, member := range f.State.MemberIDs(id) {
		if f.State.MayAct(f.State.Combatant(member)) {
			f.turnBegins(f.turnOf(member))
		} else { // it has lost its turn, or waits for the next round
			f.poolsBack(member, ruleset.BackOwnTurn)
		}
	}
	f.turnBegins(f.unitTurn(id))
}

// canAct reports whether a combatant is neither down nor loses its turns.
func (f *fight) canAct(c *engine.Combatant) bool { return c.Standing() && f.keepsTurn(c) }

// keepsTurn reports whether a combatant doesn't lose its turn.
func (f *fight) keepsTurn(c *engine.Combatant) bool { return f.State.KeepsTurn(f.Rules, c) }

// endTurnIfDone ends the turn of the active units once no member is left to act, and gives it to the next unit.
func (f *fight) endTurnIfDone() {
	f.regainTurns()
	if len(f.State.ActiveMembers()) > 0 {
		f.updateHiddenTurn()
		return
	}
	f.endTurn()
	f.settleTies()
	f.advance()
}

// seenTurn returns the turn that others see, or 0 if there is none.
func seenTurn(s *engine.State) engine.TurnID {
	if s == nil || s.HiddenTurn || !slices.ContainsFunc(s.Active, func(u engine.UnitID) bool { return !s.Hidden(u) }) {
		return 0
	}
	return s.Turn
}

// updateHiddenTurn ends the turn for everyone but the GM once only hidden members of the active units can still act or are left. Effects that
// count at the end of a turn count then, as if the hidden members didn't exist. The rest of the turn has its own ID and start, so that it
// looks like a hidden unit's turn. If a visible member can act after all, the turn is shown again.
func (f *fight) updateHiddenTurn() {
	visible, hidden := false, false
	for _, c := range f.State.ActiveMembers() {
		visible, hidden = visible || !c.Hidden, hidden || c.Hidden
	}
	switch {
	case f.State.HiddenTurn && visible:
		f.emit(engine.TurnSeen{})
	case !f.State.HiddenTurn && !visible && hidden && (seenTurn(f.State) != 0 || f.justEmptied()):
		for _, u := range slices.Clone(f.State.Active) {
			if !f.State.Hidden(u) {
				f.turnEnds(f.unitTurn(u))
			}
		}
		f.endEffectsOfTurn(f.State.Turn)
		f.emit(engine.TurnSeen{Hidden: true, Turn: f.NextTurn, At: f.Now})
	}
}

// justEmptied reports whether the command removed the last visible members of the active units.
func (f *fight) justEmptied() bool {
	return f.State.Turn != 0 && f.State.Turn == f.seenTurn && !f.State.HiddenTurn && seenTurn(f.State) == 0
}

// maxSkippedRounds is the maximum number of rounds skipped in a row because every turn in them is lost.
const maxSkippedRounds = 10
