package play

import (
	"maps"
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

// maxAmount is the most that one command can spend of a pool.
const maxAmount = 1000

// Use spends Amount of a pool (default: 1) without saying what for (RS-41). Without Who, the actor's active combatant does it.
type Use struct {
	Pool   string
	Amount *int
	Who    string
}

func (c Use) decide(d *decider) error {
	p := d.Rules.Pool(ruleset.PoolKey(c.Pool))
	m, err := d.performer(c.performer(d, p), true, "")
	if err != nil {
		return err
	}
	if p == nil && d.isGM() {
		if used, err := c.ability(d, m); used || err != nil {
			return err
		}
	}
	if p == nil {
		return d.unknownPool(c.Pool)
	}
	amount := 1
	if c.Amount != nil {
		amount = *c.Amount
	}
	if amount < 1 || amount > maxAmount {
		return engine.Refuse(engine.Invalid, reason.PoolAmount, engine.Args{Low: 1, High: maxAmount})
	}
	if err := d.requireNow(m, p); err != nil {
		return err
	}
	e := engine.Acted{Combatant: m.ID}
	if p.Priced {
		e.Ticks = d.takesTicks(m, amount)
	}
	if err := d.spend(m, p, amount, &e); err != nil {
		return err
	}
	d.emit(e)
	return nil
}

// ability uses an ability instead of a pool, if the combatant has one with that name (MO-12). Only the GM can use it this way.
func (c Use) ability(d *decider, m *engine.Combatant) (used bool, err error) {
	a, err := d.ability(m, c.Pool, func(*engine.Ability) bool { return true })
	switch {
	case err != nil:
		return false, nil
	case c.Amount != nil && *c.Amount != 1:
		return true, engine.Refuse(engine.Invalid, reason.OneUse, engine.Args{Text: a.Name})
	}
	return true, UseAbility{Who: m.ID, Ability: a.Name}.decide(d)
}

// performer returns the name of whoever spends the pool. A pool for others' turns can't be the active combatant's: without a name, it is the
// only one of the actor's combatants that has any of it.
func (c Use) performer(d *decider, p *ruleset.Pool) string {
	if strings.TrimSpace(c.Who) != "" || p == nil || p.When != ruleset.AfterOthersTurns && p.When != ruleset.OthersTurns {
		return c.Who
	}
	name := ""
	for i := range d.State.Combatants {
		m := &d.State.Combatants[i]
		switch {
		case !d.isGM() && !d.owns(m), !p.Counted(), d.State.PoolCount(m, p) == 0:
		case name != "":
			return c.Who
		default:
			name = m.Name
		}
	}
	return name
}

// unknownPool refuses a pool that the ruleset doesn't have, and lists those that it has (RS-85).
func (d *decider) unknownPool(typed string) error {
	names := d.poolNames(func(*ruleset.Pool) bool { return true })
	return engine.Refuse(engine.NotInRules, reason.UnknownPool, engine.Args{Ruleset: d.Rules.Title, Text: strings.TrimSpace(typed), Names: names})
}

// poolNames returns the names of the ruleset's pools for which is returns true, as they are typed.
func (d *decider) poolNames(is func(p *ruleset.Pool) bool) []string {
	var out []string
	for i := range d.Rules.Turn {
		if p := &d.Rules.Turn[i]; is(p) {
			out = append(out, p.Typed())
		}
	}
	return out
}

// requireNow refuses to spend a pool at a time when that isn't possible (RS-41).
func (d *decider) requireNow(m *engine.Combatant, p *ruleset.Pool) error {
	if p.When == ruleset.OwnTurn {
		return d.requireTurn(m)
	}
	if err := d.requireNotWaiting(m); err != nil {
		return err
	}
	if err := d.requireOrder(); err != nil {
		return err
	}
	active := slices.Contains(d.State.ActiveMembers(), m)
	if active && m.Saving(d.Rules) {
		return engine.Refuse(engine.NotNow, reason.NoHPLeft, engine.Args{Name: m.Name})
	}
	if p.When == ruleset.AnyTime {
		if !p.Counted() || active {
			return nil
		}
		return d.requireOutOfTurn(m, p)
	}
	if err := d.requireOutOfTurn(m, p); err != nil {
		return err
	}
	switch after := p.When == ruleset.AfterOthersTurns; {
	case active:
		return engine.Refuse(engine.NotNow, reason.ReactOwnTurn, engine.Args{Name: m.Name, Pool: p.Key})
	case after && !view.State(d.State, d.viewer).OtherJustActed(m.Unit):
		return engine.Refuse(engine.NotNow, reason.NotAfterTurn, engine.Args{Name: m.Name, Pool: p.Key})
	case after && m.Pools[p.Key].SpentIn(d.State.Turn):
		return engine.Refuse(engine.NotNow, reason.OnceATurn, engine.Args{Name: m.Name, Pool: p.Key})
	}
	return nil
}

// requireOutOfTurn refuses a combatant that can't spend anything during others' turns. If it loses its turns, it can't spend counted pools.
func (d *decider) requireOutOfTurn(m *engine.Combatant, p *ruleset.Pool) error {
	if err := d.requireCanReact(m); err != nil || !p.Counted() {
		return err
	}
	for _, e := range d.State.EffectsOn(m) {
		if e.Skip {
			return d.refuseReaction(m, e)
		}
	}
	return nil
}

// costs returns what spending amount of a pool takes: first from the pool, then from those that can be spent instead (RI-6). It returns
// nothing for a pool that isn't counted, and refuses more than there is in total. In a turn with one action, only the first pool can be spent.
func (d *decider) costs(m *engine.Combatant, p *ruleset.Pool, amount int, activity string) ([]engine.PoolSpend, error) {
	if first := &d.Rules.Turn[0]; d.State.OneAction && p != first {
		return nil, engine.Refuse(engine.NotNow, reason.OnlyFirstPool, engine.Args{Name: m.Name, Pool: first.Key})
	}
	if d.State.OneAction && !p.Counted() && m.Did == d.State.Turn {
		return nil, engine.Refuse(engine.NotNow, reason.PoolUsed, engine.Args{Name: m.Name, Pool: p.Key, Text: activity, Count: 1, High: 1})
	}
	var out []engine.PoolSpend
	need := amount
	for q := p; q != nil && need > 0 && (q == p || !d.State.OneAction); q = d.Rules.Pool(q.Also) {
		if !q.Counted() && q.When == ruleset.AfterOthersTurns { // only the turn in which it was spent matters
			return append(out, engine.PoolSpend{Pool: q.Key}), nil
		}
		if !q.Counted() {
			return out, nil
		}
		if take := min(need, d.State.PoolLeft(m, q)); take > 0 {
			out = append(out, engine.PoolSpend{Pool: q.Key, N: take})
			need -= take
		}
	}
	if need == 0 {
		return out, nil
	}
	args := engine.Args{Name: m.Name, Pool: p.Key, Text: activity, Count: amount, Left: amount - need}
	if !d.State.OneAction {
		args.Other = p.Also
	}
	if p.Priced || amount > 1 {
		return nil, engine.Refuse(engine.NotNow, reason.TooFewLeft, args)
	}
	args.High = d.State.PoolCount(m, p)
	for i := range d.Rules.Turn {
		other := &d.Rules.Turn[i]
		left := !other.Counted() || p.When == ruleset.OwnTurn && other.When == ruleset.OwnTurn && d.State.PoolLeft(m, other) > 0
		if left && other != p && !other.OutOfTurn() && !d.State.OneAction {
			args.Names = append(args.Names, other.Key)
		}
	}
	return nil, engine.Refuse(engine.NotNow, reason.PoolUsed, args)
}

// spend sets what an activity costs, and how much of the pool is left afterwards.
func (d *decider) spend(m *engine.Combatant, p *ruleset.Pool, amount int, e *engine.Acted) error {
	e.Pool = p.Key
	costs, err := d.costs(m, p, amount, e.Activity)
	if err != nil {
		return err
	}
	e.Costs = costs
	e.Left = d.State.PoolLeft(m, p)
	if p.Counted() {
		e.Left = max(0, e.Left-amount)
	}
	return nil
}

// spendMain spends from a pool and uses up the combatant's main action for the round. Before the combatant's turn, it takes the main action of
// that turn, if main actions come back with turns.
func (d *decider) spendMain(m *engine.Combatant, p *ruleset.Pool, e *engine.Acted) error {
	main := d.Rules.Pool(d.Rules.Attack.Costs)
	switch {
	case main == nil || !main.Counted():
		return d.notInRules(reason.NoMain)
	case p == main:
		return d.spend(m, p, 1, e)
	}
	if err := d.spend(m, p, 1, e); err != nil {
		return err
	}
	if ahead := d.State.Round; main.Back.At == ruleset.BackOwnTurn && d.State.Phase == engine.Running && !m.Acted && !d.State.IsActive(m.Unit) {
		if m.Pools[main.Key].Ahead == ahead {
			return engine.Refuse(engine.NotNow, reason.MainAhead, engine.Args{Name: m.Name, Pool: main.Key})
		}
		e.Costs = append(e.Costs, engine.PoolSpend{Pool: main.Key, N: 1, Ahead: ahead})
		return nil
	}
	costs, err := d.costs(m, main, 1, e.Activity)
	e.Costs = append(e.Costs, costs...)
	return err
}

// poolsBack refills a combatant's pools that come back at these moments (RS-42).
func (f *fight) poolsBack(id engine.CombatantID, at ...ruleset.BackAt) {
	c := f.State.Combatant(id)
	e := engine.PoolsBack{Combatant: id}
	for i := range f.Rules.Turn {
		p := &f.Rules.Turn[i]
		if !p.Counted() || !slices.Contains(at, p.Back.At) {
			continue
		}
		full := engine.PoolUse{Taken: f.State.Taken(f.Rules, c, p)}
		if ahead := c.Pools[p.Key].Ahead; ahead > 0 && ahead == f.State.Round {
			full.Spent = min(1, max(0, f.State.PoolCount(c, p)-full.Taken)) // 0 if it has none
		}
		if now := c.Pools[p.Key]; now != full {
			e.Pools = append(e.Pools, engine.PoolBack{Pool: p.Key, Taken: full.Taken, Spent: full.Spent, Quiet: now.Shown() == full})
		}
	}
	f.usesBack(c, &e, at...)
	if e.Pools != nil {
		f.emit(e)
	}
}

// lapse is called before an effect ends, and returns a function to call afterwards. Together, they make sure that the end of the effect
// doesn't give back in mid-round what it took from a pool that will refill by itself (FT-8).
func (f *fight) lapse(e *engine.Effect) (after func()) {
	p := f.Rules.PricedPool()
	if e.Ticks >= 0 || p == nil || !p.Counted() || p.Back.At != ruleset.BackOwnTurn && p.Back.At != ruleset.BackRound {
		return func() {}
	}
	left := map[engine.CombatantID]int{}
	for i := range f.State.Combatants {
		if c := &f.State.Combatants[i]; f.State.On(e, c) {
			left[c.ID] = f.State.PoolLeft(c, p)
		}
	}
	return func() {
		for i := range f.State.Combatants {
			c := &f.State.Combatants[i]
			if was, is := left[c.ID]; is && f.State.PoolLeft(c, p) > was {
				f.emit(engine.PoolLapsed{Combatant: c.ID, Pool: p.Key, N: f.State.PoolLeft(c, p) - was})
			}
		}
	}
}

// roundPoolsBack refills the pools that come back at the start of rounds; in round 1, all of them (RS-42).
func (f *fight) roundPoolsBack(round int) {
	at := []ruleset.BackAt{ruleset.BackRound}
	if round == 1 {
		at = append(at, ruleset.BackOwnTurn, ruleset.BackNever, ruleset.Recharge)
	}
	if len(f.State.Blocks) > 0 || slices.ContainsFunc(f.Rules.Turn, func(p ruleset.Pool) bool { return slices.Contains(at, p.Back.At) }) {
		for i := range f.State.Combatants {
			f.poolsBack(f.State.Combatants[i].ID, at...)
		}
		// Pools of turns come back with the first turn anyway.
		cameBack := func(c *engine.Combatant, p *ruleset.Pool) bool {
			return !ownPool(c, p) && slices.Contains(at, p.Back.At)
		}
		for i := range f.State.Combatants {
			f.fadeBySpent(ownTurn{who: f.State.Combatants[i].ID}, cameBack)
		}
		for _, u := range slices.Clone(f.State.Units) {
			f.fadeBySpent(ownTurn{unit: u.ID}, cameBack)
		}
	}
}

// ownPool reports whether a pool comes back with its combatant's turns.
func ownPool(_ *engine.Combatant, p *ruleset.Pool) bool { return p.Back.At == ruleset.BackOwnTurn }

// startPools refills the pools that come back with a combatant's turn. In a turn with one action, there is one of the first pool and nothing
// else (RS-50).
func (f *fight) startPools(t ownTurn) {
	switch {
	case t.who == 0:
	case !f.State.OneAction:
		f.poolsBack(t.who, ruleset.BackOwnTurn)
	case len(f.Rules.Turn) > 0 && f.Rules.Turn[0].Counted():
		c, p := f.State.Combatant(t.who), &f.Rules.Turn[0]
		use := engine.PoolUse{Taken: max(f.State.Taken(f.Rules, c, p), f.State.PoolCount(c, p)-1)}
		if c.Pools[p.Key] != use {
			f.emit(engine.PoolsBack{Combatant: t.who, Pools: []engine.PoolBack{{Pool: p.Key, Taken: use.Taken}}})
		}
	}
}

// recharge rolls for a combatant's spent pools that come back on a roll (RS-42). A unit's turn comes after its members' rolls: conditions on the
// unit as a whole drop then (RS-65).
func (f *fight) recharge(t ownTurn) {
	switch {
	case f.State.OneAction:
		return
	case t.unit != 0:
		f.fadeBySpent(t, f.rechargedIn(t.unit))
		return
	}
	for i := range f.Rules.Turn {
		p := &f.Rules.Turn[i]
		if !p.Counted() || p.Back.At != ruleset.Recharge {
			continue
		}
		c := f.State.Combatant(t.who)
		taken := f.State.Taken(f.Rules, c, p)
		full := f.State.PoolCount(c, p) - taken
		if f.State.PoolLeft(c, p) >= full {
			continue
		}
		v := f.State.CombatantValues(c, engine.Facts{})
		e := engine.PoolRolled{Combatant: c.ID, Pool: p.Key, Needs: p.Back.Needs.Value(v), Taken: taken}
		if use := c.Pools[p.Key]; use.Quiet > 0 { // without what only the GM knows of, there might be nothing to roll for (MO-19)
			shown := *c
			shown.Pools = maps.Clone(c.Pools)
			shown.Pools[p.Key] = use.Shown()
			e.Quiet = f.State.PoolLeft(&shown, p) >= full
			e.Keeps = e.Quiet
		}
		roller := f.rollerFor(c, c.Hidden)
		if e.Quiet {
			roller = f.roller(true) // only the GM sees it
		}
		e.Roll = p.Back.Roll.Fill(v).Roll(roller)
		e.Back = e.Roll.Total >= e.Needs
		f.emit(e)
		if e.Back && !e.Quiet { // a condition that drops would give a quiet roll away
			f.fadeBySpent(t, func(_ *engine.Combatant, q *ruleset.Pool) bool { return q.Key == p.Key })
		}
	}
	f.rechargeAbilities(f.State.Combatant(t.who))
}

// rechargedIn returns a function that reports whether a roll has refilled a member's pool at the start of the unit's present turn.
func (f *fight) rechargedIn(unit engine.UnitID) func(c *engine.Combatant, p *ruleset.Pool) bool {
	begun := 0
	for i, e := range f.Events {
		if over, is := e.(engine.TurnEnded); is && over.Unit == unit {
			begun = i + 1
		}
	}
	return func(c *engine.Combatant, p *ruleset.Pool) bool {
		return slices.ContainsFunc(f.Events[begun:], func(e engine.Event) bool {
			rolled, is := e.(engine.PoolRolled)
			return is && rolled.Back && !rolled.Quiet && rolled.Combatant == c.ID && rolled.Pool == p.Key
		})
	}
}
