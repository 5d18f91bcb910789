package play

import (
	"errors"
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// Limits on activities.
const (
	maxCost       = 20  // ticks that an activity costs
	maxActivities = 100 // predefined in one fight
)

// requireTurn refuses a combatant that isn't active, or that has gone down during its turn (CO-12).
func (d *decider) requireTurn(c *engine.Combatant) error {
	if err := d.requireOrder(); err != nil {
		return err
	}
	if c.Surprised && d.Rules.Surprise.Kind == ruleset.LateRoll && d.State.Round == 1 {
		return engine.Refuse(engine.NotNow, reason.OnlyInstant, engine.Args{Name: c.Name})
	}
	if !slices.Contains(d.State.ActiveMembers(), c) {
		return engine.Refuse(engine.NotNow, reason.NotTurnOf, d.withTurn(engine.Args{Name: c.Name}))
	}
	if !c.Standing() {
		return engine.Refuse(engine.NotNow, reason.NoHPLeft, engine.Args{Name: c.Name})
	}
	return nil
}

func parseActivityName(text string) (string, error) {
	text = strings.TrimSpace(text)
	return text, engine.CheckText(text, 80, reason.ActivityName)
}

// Do carries out an activity. It spends Ticks (FT-5) or an action of Type (CS-6, RI-6). Without Who, the actor's active combatant does it.
type Do struct {
	Activity string
	Ticks    *int
	Type     string
	Once     bool
	Main     bool // also takes the round's main action (RI-6)
	Who      string
}

func (c Do) decide(d *decider) error {
	m, err := d.performer(c.Who, true, "")
	if err != nil {
		return err
	}
	name, err := parseActivityName(c.Activity)
	if err != nil {
		return err
	}
	e := engine.Acted{Combatant: m.ID, Activity: name}
	if d.narrative() {
		return c.narrate(d, m, e)
	}
	if c.Once {
		if !d.Rules.Once {
			return d.notInRules(reason.NoOnce)
		}
		e.Once = true
	}
	if slices.Contains(m.Once, strings.ToLower(name)) {
		return engine.Refuse(engine.NotNow, reason.OnceUsed, engine.Args{Name: m.Name, Text: name})
	}
	if d.Rules.Attack.Melee() && engine.SameName(name, engine.Withdrawal) {
		return c.withdraw(d, m, e)
	}
	if err := c.pay(d, m, &e); err != nil {
		return err
	}
	d.emit(e)
	return nil
}

// narrative reports whether there is no order in a ruleset whose activities cost time. Activities are then logged, and cost nothing (FT-10).
func (d *decider) narrative() bool {
	return d.Rules.PricedPool() != nil && (d.State.Phase == engine.Setup || d.State.Paused)
}

// narrate logs an activity while there is no order.
func (c Do) narrate(d *decider, m *engine.Combatant, e engine.Acted) error {
	if _, err := c.pool(d); err != nil {
		return err
	}
	if !m.Standing() {
		return engine.Refuse(engine.NotNow, reason.NoHPLeft, engine.Args{Name: m.Name})
	}
	switch {
	case c.Main:
		return d.notInRules(reason.NoMain)
	case c.Once:
		return d.notInRules(reason.NoOnce)
	case c.Ticks != nil:
		if err := checkCost(*c.Ticks, 0, d.Rules.PricedPool().Key); err != nil {
			return err
		}
	}
	e.Narrative = true
	d.emit(e)
	return nil
}

// withdraw leaves melee with a Fighting Withdrawal that was typed as an activity. The move itself is made later.
func (c Do) withdraw(d *decider, m *engine.Combatant, e engine.Acted) error {
	p, err := c.pool(d)
	if err != nil {
		return err
	}
	if main := d.Rules.Pool(d.Rules.Attack.Costs); main != nil && p != main {
		return engine.Refuse(engine.Invalid, reason.ActionType, engine.Args{Text: c.Type, Names: []string{main.Typed()}})
	}
	if err := d.requireTurn(m); err != nil {
		return err
	}
	foes, unseen := d.foesInMelee(m.ID)
	if len(foes) == 0 {
		return engine.Refuse(engine.NotNow, reason.NotInMelee, engine.Args{Name: m.Name})
	}
	e.Activity = engine.Withdrawal
	if p != nil && slices.ContainsFunc(foes, func(id engine.CombatantID) bool { return d.getsFreeAttack(id, m.ID) }) {
		if err := d.spend(m, p, 1, &e); err != nil {
			return err
		}
	}
	d.emit(e)
	for _, foe := range foes {
		d.emit(engine.Disengaged{A: m.ID, B: foe})
	}
	d.leaveHiddenFoes(m.ID, "withdraw", unseen)
	return nil
}

// pay pays for the activity.
func (c Do) pay(d *decider, m *engine.Combatant, e *engine.Acted) error {
	p, err := c.pool(d)
	if err != nil {
		return err
	}
	if p == nil && c.Main {
		return d.notInRules(reason.NoMain)
	}
	if p == nil { // nothing is counted (ST-13)
		if c.Ticks != nil {
			if err := checkCost(*c.Ticks, 0, "ticks"); err != nil {
				return err
			}
			e.Ticks = d.takesTicks(m, *c.Ticks)
		}
		return d.requireTurn(m)
	}
	if err := d.requireNow(m, p); err != nil {
		return err
	}
	if c.Main {
		return d.spendMain(m, p, e)
	}
	amount := 1
	switch {
	case p.Priced:
		amount, err = d.price(p, c.Ticks, e)
	case c.Ticks != nil:
		amount = *c.Ticks
		err = checkCost(amount, 1, p.Key)
	}
	if err != nil {
		return err
	}
	if p.Priced || c.Ticks != nil && d.Rules.PricedPool() == nil {
		e.Ticks = d.takesTicks(m, amount)
	}
	return d.spend(m, p, amount, e)
}

// checkCost refuses a typed cost of an activity that is out of range.
func checkCost(n, least int, pool string) error {
	if n < least || n > maxCost {
		return engine.Refuse(engine.Invalid, reason.TickCost, engine.Args{Low: least, High: maxCost, Pool: pool})
	}
	return nil
}

// price returns what an activity costs: what was typed, or else its predefined cost. Only the GM can make it cost none of a counted pool
// (FT-5).
func (d *decider) price(p *ruleset.Pool, typed *int, e *engine.Acted) (int, error) {
	cost, known := d.State.Activities[strings.ToLower(e.Activity)]
	switch {
	case typed == nil && !known:
		return 0, engine.Refuse(engine.Invalid, reason.UnknownActivity, engine.Args{Text: e.Activity})
	case typed == nil:
		return cost, nil
	case *typed == 0 && p.Counted() && !d.isGM():
		return 0, d.notAllowed(reason.FreeOfGM, engine.Args{Text: e.Activity, Pool: p.Key})
	}
	if err := checkCost(*typed, 0, p.Key); err != nil {
		return 0, err
	}
	if known && cost != *typed {
		e.Instead = cost
	}
	return *typed, nil
}

// takesTicks returns the ticks that something adds to the active combatant's turn on a clock (RS-38), or nil if there is no clock or it isn't
// the combatant's turn.
func (d *decider) takesTicks(m *engine.Combatant, n int) *int {
	if d.Rules.Order.Shape != ruleset.Ticks || !d.State.IsActive(m.Unit) {
		return nil
	}
	return &n
}

// pool returns the pool that the activity is paid from, or nil if there is none.
func (c Do) pool(d *decider) (*ruleset.Pool, error) {
	typed := strings.TrimSpace(c.Type)
	if c.Ticks != nil && !d.Rules.Amounts() && d.Rules.Order.Shape != ruleset.Ticks {
		return nil, d.notInRules(reason.NoTicks)
	}
	if typed == "" {
		return d.Rules.DefaultPool(), nil
	}
	if p := d.Rules.Pool(ruleset.PoolKey(typed)); p != nil && forActivities(p) {
		return p, nil
	}
	names := d.poolNames(forActivities)
	if first := d.Rules.PoolWhere(forActivities); first == nil || len(names) == 1 && first.Priced {
		return nil, d.notInRules(reason.NoActionTypes)
	}
	return nil, engine.Refuse(engine.Invalid, reason.ActionType, engine.Args{Text: c.Type, Names: names})
}

// forActivities reports whether activities can be paid from a pool: any pool except an uncounted one for others' turns.
func forActivities(p *ruleset.Pool) bool { return p.When != ruleset.OthersTurns || p.Counted() }

// Reserve holds ticks back for reactions (FT-6). Without Who, the actor's active combatant does it.
type Reserve struct {
	Ticks int
	Who   string
}

func (c Reserve) decide(d *decider) error {
	p := d.Rules.ReservePool()
	m, err := d.performer(c.Who, p != nil, reason.NoTicks)
	if err != nil {
		return err
	}
	if err := d.requireTurn(m); err != nil {
		return err
	}
	if first := &d.Rules.Turn[0]; d.State.OneAction && p != first {
		return engine.Refuse(engine.NotNow, reason.OnlyFirstPool, engine.Args{Name: m.Name, Pool: first.Key})
	}
	left, held := d.State.PoolLeft(m, p), m.Pools[p.Key].Reserved
	switch {
	case c.Ticks < 1 || held+c.Ticks > p.Reserve:
		return engine.Refuse(engine.Invalid, reason.ReserveLimit, engine.Args{Name: m.Name, Pool: p.Key, High: p.Reserve, Left: held})
	case c.Ticks > left:
		return engine.Refuse(engine.NotNow, reason.TooFewToReserve, engine.Args{Name: m.Name, Pool: p.Key, Count: c.Ticks, Left: left})
	}
	d.emit(engine.PoolReserved{Combatant: m.ID, Pool: p.Key, Reserved: held + c.Ticks, Left: left - c.Ticks})
	return nil
}

// React makes a reaction (FT-7, ST-9). If reactions are paid from a reserve, it costs Ticks, or else its predefined cost, or else 1. Without
// Who, the actor's active combatant makes it.
type React struct {
	Activity string
	Ticks    *int
	Who      string
}

func (c React) decide(d *decider) error {
	p := d.Rules.ReactionPool()
	m, err := d.performer(c.Who, p != nil, reason.NoReactions)
	if err != nil {
		return d.namePools(err)
	}
	if err := d.requireOrder(); err != nil {
		return err
	}
	name, err := parseActivityName(c.Activity)
	if err != nil {
		return err
	}
	if err := d.requireCanReact(m); err != nil {
		return err
	}
	e := engine.Acted{Combatant: m.ID, Activity: name, Reaction: true}
	if c.Ticks != nil && p.Reserve == 0 {
		return d.notInRules(reason.NoTicks)
	}
	if p.Reserve > 0 {
		err = d.spendReserve(m, p, c.Ticks, &e)
	} else {
		err = d.requireNow(m, p)
		if err == nil {
			err = d.spend(m, p, 1, &e)
		}
	}
	if err != nil {
		return err
	}
	d.emit(e)
	return nil
}

// namePools adds the pools that can be spent out of turn to the refusal of a reaction under a ruleset without a pool for reactions (RS-85).
func (d *decider) namePools(err error) error {
	var refusal *engine.Error
	if !errors.As(err, &refusal) || refusal.Code != engine.NotInRules {
		return err
	}
	names := d.poolNames(func(p *ruleset.Pool) bool { return p.Counted() && p.When != ruleset.OwnTurn })
	if names == nil {
		return err
	}
	return engine.Refuse(engine.NotInRules, reason.ReactionPools, engine.Args{Ruleset: d.Rules.Title, Names: names})
}

// spendReserve pays a reaction from what was held back (FT-7): what was typed, or else the predefined cost, or else 1.
func (d *decider) spendReserve(m *engine.Combatant, p *ruleset.Pool, typed *int, e *engine.Acted) error {
	if slices.Contains(d.State.ActiveMembers(), m) {
		return engine.Refuse(engine.NotNow, reason.ReactOwnTurn, engine.Args{Name: m.Name})
	}
	held := m.Pools[p.Key].Reserved
	if held == 0 {
		return engine.Refuse(engine.NotNow, reason.NothingReserved, engine.Args{Name: m.Name, Pool: p.Key})
	}
	cost, known := d.State.Activities[strings.ToLower(e.Activity)]
	known = known && p.Priced
	amount := 1
	switch {
	case typed != nil:
		amount = *typed
		if known && cost != amount {
			e.Instead = cost
		}
	case known:
		amount = cost
	}
	if err := checkCost(amount, 1, p.Key); err != nil {
		return err
	}
	if amount > held {
		return engine.Refuse(engine.NotNow, reason.TooFewReserved,
			engine.Args{Name: m.Name, Text: e.Activity, Pool: p.Key, Count: amount, Left: held})
	}
	e.Pool, e.Costs, e.Left = p.Key, []engine.PoolSpend{{Pool: p.Key, N: amount, Reserved: true}}, held-amount
	return nil
}

// requireCanReact refuses a combatant that is surprised (ST-9), down, or under an effect that prevents reactions.
func (d *decider) requireCanReact(m *engine.Combatant) error {
	if err := d.requireNotWaiting(m); err != nil {
		return err
	}
	if m.Surprised {
		return d.refuseSurprised(m)
	}
	if !m.Standing() {
		return engine.Refuse(engine.NotNow, reason.NoHPLeft, engine.Args{Name: m.Name})
	}
	for _, e := range d.State.EffectsOn(m) {
		if e.NoReactions {
			return d.refuseReaction(m, e)
		}
	}
	return nil
}

// refuseReaction refuses a reaction because of an effect.
func (d *decider) refuseReaction(m *engine.Combatant, e *engine.Effect) error {
	return engine.Refuse(engine.NotNow, reason.NoReactionsNow, engine.Args{Name: m.Name, Other: e.Name, Condition: d.Rules.Condition(e.Name) != nil})
}

// refuseSurprised refuses a combatant that is surprised, and says until when.
func (d *decider) refuseSurprised(m *engine.Combatant) error {
	why := reason.Surprised
	switch d.Rules.Surprise.Kind {
	case ruleset.LostTurn:
		why = reason.SurprisedTurn
	case ruleset.OneAction:
		why = reason.SurprisedAmbush
	}
	return engine.Refuse(engine.NotNow, why, engine.Args{Name: m.Name})
}

// Move makes a move action. Leaving is "withdraw", "flee" or empty; Terrain is "rough" or empty. Without Who, the actor's active combatant
// moves.
type Move struct{ Leaving, Terrain, Who string }

func (c Move) decide(d *decider) error {
	p := d.Rules.MovePool()
	m, err := d.performer(c.Who, p != nil, reason.NoMoves)
	if err != nil {
		return err
	}
	if err := d.requireTurn(m); err != nil {
		return err
	}
	e := engine.Acted{Combatant: m.ID, Activity: "move", Metres: p.Metres}
	if err := c.applyTerrain(d, &e); err != nil {
		return err
	}
	if err := d.spend(m, p, 1, &e); err != nil {
		return err
	}
	foes, unseen := d.foesInMelee(m.ID)
	leaving := strings.ToLower(strings.TrimSpace(c.Leaving))
	switch {
	case leaving == "":
		if slices.ContainsFunc(foes, func(id engine.CombatantID) bool { return d.State.Combatant(id).Standing() }) {
			foes = nil // a step within the melee; if all foes are down, the move leaves them
		}
		d.emit(e)
	case leaving != "withdraw" && leaving != "flee":
		return engine.Refuse(engine.Invalid, reason.Leaving, engine.Args{Text: c.Leaving, Names: []string{"withdraw", "flee"}})
	case len(foes) == 0:
		return engine.Refuse(engine.NotNow, reason.NotInMelee, engine.Args{Name: m.Name})
	default:
		if err := d.leaveMelee(m, e, leaving, foes); err != nil {
			return err
		}
	}
	for _, foe := range foes {
		d.emit(engine.Disengaged{A: m.ID, B: foe})
	}
	d.leaveHiddenFoes(m.ID, leaving, unseen)
	return nil
}

// applyTerrain halves the distance over rough ground (RI-7).
func (c Move) applyTerrain(d *decider, e *engine.Acted) error {
	switch strings.ToLower(strings.TrimSpace(c.Terrain)) {
	case "":
	case "rough":
		if e.Metres == 0 {
			return d.notInRules(reason.NoTerrain)
		}
		e.Metres /= 2
	default:
		return engine.Refuse(engine.Invalid, reason.Terrain, engine.Args{Text: c.Terrain, Names: []string{"rough"}})
	}
	return nil
}

// Long begins a long activity (FT-9), which may cost Ticks as well. Without Who, the actor's active combatant does it.
type Long struct {
	Activity, Duration string
	Ticks              *int
	Who                string
}

func (c Long) decide(d *decider) error {
	p := d.Rules.PricedPool()
	m, err := d.performer(c.Who, p != nil, reason.NoLongActivities)
	if err != nil {
		return err
	}
	if !d.narrative() {
		if err := d.requireOrder(); err != nil {
			return err
		}
	}
	name, err := parseActivityName(c.Activity)
	if err != nil {
		return err
	}
	if err := engine.CheckText(name, 50, reason.ActivityName); err != nil {
		return err
	}
	duration, err := d.parseLong(c.Duration)
	if err != nil {
		return err
	}
	if err := d.requireRoomForEffects(1); err != nil {
		return err
	}
	if err := c.pay(d, m, p, name); err != nil {
		return err
	}
	e := engine.Effect{Target: m.ID, Name: name, Activity: true}
	if d.Rules.Order.Shape != ruleset.Ticks { // a clock has no rounds: its own turns count instead
		duration.Clock = ruleset.RoundsEnd
	}
	d.setDuration(&e, duration)
	d.addEffect(e)
	return nil
}

// pay spends the ticks that the activity costs at once, if any. While there is no order, it costs none (FT-10).
func (c Long) pay(d *decider, m *engine.Combatant, p *ruleset.Pool, name string) error {
	if c.Ticks == nil {
		return nil
	}
	e := engine.Acted{Combatant: m.ID, Activity: name}
	amount, err := d.price(p, c.Ticks, &e)
	if err != nil || d.narrative() {
		return err
	}
	if err := d.requireNow(m, p); err != nil {
		return err
	}
	e.Ticks = d.takesTicks(m, amount)
	if err := d.spend(m, p, amount, &e); err != nil {
		return err
	}
	d.emit(e)
	return nil
}

// parseLong parses the duration of a long activity (FT-9).
func (d *decider) parseLong(text string) (ruleset.Duration, error) {
	out, err := ruleset.ParseDuration(text)
	switch {
	case errors.Is(err, ruleset.ErrRounds):
		return out, engine.Refuse(engine.Invalid, reason.LongRounds, engine.Args{High: ruleset.MaxRounds})
	case errors.Is(err, ruleset.ErrHours):
		return out, engine.Refuse(engine.Invalid, reason.LongHours, engine.Args{High: ruleset.MaxHours})
	case err != nil, out.End != ruleset.Counted && out.End != ruleset.Ticked, out.Clock != "":
		return out, engine.Refuse(engine.Invalid, reason.LongDuration, engine.Args{})
	}
	return d.parseDuration(text)
}

// Define sets the cost of a predefined activity (FT-5).
type Define struct {
	Activity string
	Ticks    int
}

func (c Define) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	if d.Rules.PricedPool() == nil {
		return d.notInRules(reason.NoActivities)
	}
	name, err := parseActivityName(c.Activity)
	if err != nil {
		return err
	}
	if err := checkCost(c.Ticks, 1, d.Rules.PricedPool().Key); err != nil {
		return err
	}
	if _, known := d.State.Activities[strings.ToLower(name)]; !known && len(d.State.Activities) >= maxActivities {
		return engine.Refuse(engine.NotNow, reason.TooManyActivities, engine.Args{High: maxActivities})
	}
	d.emit(engine.ActivityDefined{Name: name, Ticks: c.Ticks})
	return nil
}

// Forget deletes a predefined activity (FT-5).
type Forget struct{ Activity string }

func (c Forget) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	if d.Rules.PricedPool() == nil {
		return d.notInRules(reason.NoActivities)
	}
	name := strings.TrimSpace(c.Activity)
	if _, known := d.State.Activities[strings.ToLower(name)]; !known {
		return engine.Refuse(engine.NotFound, reason.NothingToForget, engine.Args{Text: name})
	}
	d.emit(engine.ActivityDefined{Name: name})
	return nil
}
