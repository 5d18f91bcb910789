package command

import (
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"roundel/engine/turns"
	"roundel/engine/views"
)

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
	case d.Rules.Wait == ruleset.Hold:
		d.Hold(u.ID)
	default:
		d.Delay(u.ID)
	}
	return nil
}

// requireIdleTurn refuses a unit that doesn't have the turn or has done something in it (RS-46).
func (d *decider) requireIdleTurn(u *engine.Unit) error {
	if err := d.requireRound(); err != nil {
		return err
	}
	seen := !d.State.HiddenTurn || d.State.Hidden(u.ID) // what is left of the turn is hidden, so for others it is over
	switch {
	case d.State.Phase != engine.Running:
		return engine.Refuse(engine.NotNow, reason.DelayEarly, engine.Args{})
	case u.Waiting != engine.NotWaiting:
		return engine.Refuse(engine.NotNow, reason.WaitsAlready, engine.Args{Name: u.Name})
	case !d.State.IsActive(u.ID), !seen:
		return engine.Refuse(engine.NotNow, reason.NotTurnOf, d.withTurn(engine.Args{Name: u.Name}))
	case !d.State.DidNothing(u.ID):
		return engine.Refuse(engine.NotNow, reason.DelayActed, engine.Args{Name: u.Name})
	}
	return d.requireAble(u)
}

// requireAble refuses a unit in which nobody is left who can act.
func (d *decider) requireAble(u *engine.Unit) error {
	if slices.ContainsFunc(d.State.VisibleMembers(u.ID), func(c *engine.Combatant) bool { return d.State.MayAct(c) && c.Standing() && d.CanAct(c) }) {
		return nil
	}
	return engine.Refuse(engine.NotNow, reason.WaitUnable, engine.Args{Name: u.Name})
}

// later returns the names of the units that the actor can see with which a unit can change places: they stand later and have not acted.
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

// canSwap reports whether a unit can change places with one that stands later. With a visible one, a hidden one would give itself away.
func (d *decider) canSwap(u, later *engine.Unit) bool {
	return later.Rolled && !later.Acted && !later.IsEvent() && !d.State.IsActive(later.MainID()) && d.State.Main(later).Waiting == engine.NotWaiting &&
		d.State.Hidden(u.ID) == d.State.Hidden(later.ID)
}

// swap lets a unit change places with a later one (RS-48).
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
	d.Swap(u.ID, with.ID)
	return nil
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
	if u.Waiting == engine.NotWaiting {
		return engine.Refuse(engine.NotNow, reason.NotWaiting, engine.Args{Name: u.Name})
	}
	if err := d.requireAble(u); err != nil {
		return err
	}
	d.Take(u.ID)
	return nil
}

// waitingUnit returns the unit named or, without a name, the actor's only one that waits. For the GM that is any that waits.
func (d *decider) waitingUnit(name string) (*engine.Unit, error) {
	if strings.TrimSpace(name) != "" {
		u, _, err := d.namedOrOwnUnit(name)
		return u, err
	}
	var mine, all []engine.UnitID
	for _, u := range d.State.Units {
		if u.Waiting == engine.NotWaiting {
			continue
		}
		all = append(all, u.ID)
		if slices.ContainsFunc(d.State.Members(u.ID), func(c *engine.Combatant) bool { return engine.Owns(c, d.actor) }) {
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

// requireNotWaiting refuses spending out of turn by a combatant that waits (RS-46).
func (d *decider) requireNotWaiting(m *engine.Combatant) error {
	if d.State.Unit(m.Unit).Waiting == engine.NotWaiting {
		return nil
	}
	return engine.Refuse(engine.NotNow, reason.WaitsOut, engine.Args{Name: m.Name})
}

// lookAhead notes what was typed for who comes next: a token drawn from a real bag, or the end of the round. Elsewhere nobody says that.
func (c Next) lookAhead(d *decider) error {
	to, o := strings.TrimSpace(c.To), &d.Rules.Order
	end := strings.EqualFold(to, EndOfRound)
	switch {
	case to == "":
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
		d.Ahead = &turns.Ahead{End: true}
		return nil
	}
	f, err := d.find(to)
	switch {
	case err == nil:
		d.Ahead = &turns.Ahead{Unit: f.who[0].Unit, Text: to}
		if err := refuseEvent(f.who...); err != nil {
			return err
		}
		return d.refuseHiddenInGroup(f)
	case slices.ContainsFunc(d.State.Combatants, func(c engine.Combatant) bool { return engine.SameName(d.State.SharedLot(d.Rules, &c), to) }):
		d.Ahead = &turns.Ahead{Lot: to, Text: to}
		return nil
	}
	return err
}

// handOver gives the open turn to the unit that was named (RS-34).
func (c Next) handOver(d *decider) error {
	to := strings.TrimSpace(c.To)
	if err := d.requireRound(); err != nil {
		return err
	}
	switch {
	case views.State(d.State, d.viewer).Open == nil: // it is for hidden units alone
		return d.notAllowed(reason.NotYourTurn, d.withTurn(engine.Args{}))
	case to == "":
		return engine.Refuse(engine.NotNow, reason.TurnOpen, views.State(d.State, d.viewer).Choice())
	case !strings.EqualFold(to, EndOfRound):
		return d.giveOpenTurn(to)
	}
	if err := c.lookAhead(d); err != nil {
		return err
	}
	d.CloseRound()
	return d.requireToken()
}

// withoutHidden returns why the turn could not be handed on if there were no hidden combatants. It has to be known before the turn ends.
func (c Next) withoutHidden(d *decider) error {
	if strings.TrimSpace(c.To) == "" || !d.Rules.Order.HandsOn() || !d.State.HasHidden() {
		return nil
	}
	_, err := Decide(views.State(d.State, views.Viewer{}), d.Rules, c, Input{Actor: d.actor, Now: d.Now, Turn: d.NextTurn, Dice: dice.Seeded(1)})
	return err
}

// handOn gives the turn after the one that has just ended to the unit that was named. If only hidden units can act now, it is that one's turn
// after theirs; unseen is what withoutHidden has returned.
func (c Next) handOn(d *decider, unseen error) error {
	to := strings.TrimSpace(c.To)
	if f, err := d.find(to); err == nil && d.Rules.Order.HandsOn() && views.State(d.State, views.Viewer{}).GMActs() && !d.State.Hidden(f.who[0].Unit) {
		if unseen == nil {
			d.Emit(engine.TurnPromised{Unit: f.who[0].Unit})
		}
		return unseen
	}
	switch {
	case d.Rules.Order.Shape == ruleset.Draw, strings.EqualFold(to, EndOfRound):
		return d.requireToken()
	case d.State.Open != nil:
		return d.giveOpenTurn(to)
	}
	f, err := d.find(to)
	if err == nil && !d.State.IsActive(f.who[0].Unit) { // the only candidate has the turn at once
		err = engine.Refuse(engine.NotNow, reason.NoCandidate, engine.Args{Name: f.who[0].Name, Names: views.State(d.State, d.viewer).ActiveNames()})
	}
	return err
}

// requireToken refuses a token that was not in the bag, and the end of a round that can't end yet.
func (d *decider) requireToken() error {
	switch {
	case d.Ahead == nil:
		return nil
	case d.Ahead.Missing:
		return engine.Refuse(engine.NotNow, reason.NoToken, engine.Args{Text: d.Ahead.Text})
	}
	return engine.Refuse(engine.NotNow, reason.TurnGoesOn, engine.Args{Names: views.State(d.State, d.viewer).ActiveNames()})
}

// giveOpenTurn gives the open turn to a candidate, if the actor may choose that one.
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
		return d.notAllowed(reason.NotYourChoice, views.State(d.State, d.viewer).Choice())
	}
	if !slices.Contains(d.State.Candidates(), u) {
		return engine.Refuse(engine.NotNow, reason.NoCandidate, engine.Args{Name: u.Name, Names: views.State(d.State, d.viewer).Choice().Names})
	}
	d.TakeTurn(u.ID)
	return nil
}

// mayGive reports whether the actor may give the open turn to a unit (RS-34).
func (d *decider) mayGive(u *engine.Unit) bool {
	owns := func(id engine.UnitID) bool {
		return slices.ContainsFunc(d.State.Members(id), func(c *engine.Combatant) bool { return engine.Owns(c, d.actor) })
	}
	switch open := d.State.Open; {
	case d.isGM():
		return true
	case open.Chooser == ruleset.ByActor:
		return open.By != 0 && owns(open.By)
	case open.Chooser == ruleset.OnlyGM:
		return false
	}
	return owns(u.ID)
}

// takeOpen takes the open turn for a candidate that the actor owns, or for the GM (RS-34).
func (c Take) takeOpen(d *decider) error {
	if err := d.requireRound(); err != nil {
		return err
	}
	if c.stale(d.State) || views.State(d.State, d.viewer).Open == nil {
		return engine.Refuse(engine.Stale, reason.TurnTaken, d.withTurn(engine.Args{}))
	}
	if name := strings.TrimSpace(c.Name); name != "" {
		return d.giveOpenTurn(name)
	}
	var mine []*engine.Unit
	for _, u := range d.State.Candidates() {
		if d.mayGive(u) && slices.ContainsFunc(d.State.Members(u.ID), func(m *engine.Combatant) bool { return engine.Owns(m, d.actor) || d.isGM() && m.Owner == "" }) {
			mine = append(mine, u)
		}
	}
	switch len(mine) {
	case 0:
		return d.notAllowed(reason.NotYourChoice, views.State(d.State, d.viewer).Choice())
	case 1:
		d.TakeTurn(mine[0].ID)
		return nil
	}
	var names []string
	for _, u := range mine {
		names = append(names, u.Name)
	}
	return engine.Refuse(engine.Invalid, reason.SayWhoTakes, engine.Args{Names: names})
}
