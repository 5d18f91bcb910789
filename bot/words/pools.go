package words

import (
	"slices"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/ruleset"
)

// inTurnPools returns the pools that belong to a turn: those for it alone, and counted ones for any time.
func inTurnPools(rs *ruleset.Ruleset) []*ruleset.Pool {
	var out []*ruleset.Pool
	for i := range rs.Turn {
		if p := &rs.Turn[i]; p.When == ruleset.OwnTurn || p.When == ruleset.AnyTime && p.Counted() {
			out = append(out, p)
		}
	}
	return out
}

// turnPools returns the pools that belong to the current turn: in an ambush before round 1, perhaps only the first (RS-50).
func turnPools(s *engine.State, rs *ruleset.Ruleset) []*ruleset.Pool {
	if s.OneAction && len(rs.Turn) > 0 {
		return []*ruleset.Pool{&rs.Turn[0]}
	}
	return inTurnPools(rs)
}

// pricedTurn reports whether a turn is counted in one pool whose activities have prices (FT-4).
func pricedTurn(rs *ruleset.Ruleset) bool {
	pools := inTurnPools(rs)
	return len(pools) == 1 && pools[0].Priced && pools[0].Counted()
}

// hasActions reports whether a turn has pools other than a single priced one.
func hasActions(rs *ruleset.Ruleset) bool { return len(inTurnPools(rs)) > 0 && !pricedTurn(rs) }

// counted reports whether a turn has counted pools other than a single priced one.
func counted(rs *ruleset.Ruleset) bool {
	return !pricedTurn(rs) && slices.ContainsFunc(inTurnPools(rs), (*ruleset.Pool).Counted)
}

// ticks returns how much the active combatant can spend of a priced pool (FT-4). A combatant that is down can't spend anything (CO-12).
func ticks(s *engine.State, rs *ruleset.Ruleset) (n int, ok bool) {
	if !pricedTurn(rs) || len(s.Active) != 1 {
		return 0, false
	}
	members := s.Members(s.Active[0])
	if len(members) != 1 || members[0].Kind == engine.AnEvent || !members[0].Standing() {
		return 0, false
	}
	return s.PoolLeft(members[0], rs.PricedPool()), true
}

// ticksNow returns [ticks] as a phrase: "4 ticks".
func ticksNow(s *engine.State, rs *ruleset.Ruleset) lang.Phrase {
	if n, ok := ticks(s, rs); ok {
		return lang.P("left.count", lang.Pool("pool", rs.PricedPool().Key, n))
	}
	return lang.Phrase{}
}

// spender returns the only combatant that has the turn, or nil if several have it, it is down (CO-12), or the turn has nothing to count but ticks.
func spender(s *engine.State, rs *ruleset.Ruleset) *engine.Combatant {
	active := s.ActiveMembers()
	if len(active) != 1 || active[0].Kind == engine.AnEvent || !active[0].Standing() || !hasActions(rs) || !counted(rs) && !s.OneAction {
		return nil
	}
	return active[0]
}

// budgetNow says what can still be spent in the current turn: "2 ticks" or "left: a move".
func budgetNow(s *engine.State, rs *ruleset.Ruleset) lang.Phrase {
	if c := spender(s, rs); c != nil {
		return lang.P("left.now", lang.Part("pools", poolsLeft(s, rs, c)))
	}
	return ticksNow(s, rs)
}

// poolsLeft returns what a combatant has left of its turn (CS-6, RI-6): "main action and move".
func poolsLeft(s *engine.State, rs *ruleset.Ruleset, c *engine.Combatant) lang.Phrase {
	var left, free []lang.Phrase
	single := "" // the key of the last pool in left if only one of it is left
	for _, p := range turnPools(s, rs) {
		n, noun := s.PoolLeft(c, p), lang.PoolNoun("pool", p.Key)
		switch {
		case c.Owner == "" && isAside(p): // the GM knows: see aside
		case !p.Counted() && s.OneAction && c.Did == s.Turn:
		case !p.Counted() && s.OneAction:
			left, single = append(left, lang.P("left.one", noun)), p.Key
		case !p.Counted():
			free = append(free, lang.P("left.some", noun))
		case n > 0:
			what := lang.P("left.one", noun)
			single = p.Key
			if n > 1 {
				what, single = lang.P("left.count", lang.Pool("pool", p.Key, n)), ""
			}
			if seconds := standsInFor(s, rs, c, p); seconds != nil && !s.OneAction {
				what, single = lang.P("left.or-second", lang.Part("what", what), lang.AllParts("pools", seconds)), ""
			}
			left = append(left, what)
		}
	}
	switch {
	case len(left) == 1 && single != "":
		return lang.P("left.single", lang.PoolNoun("pool", single))
	case len(left) > 0:
		return lang.P("left.list", lang.AllParts("pools", left))
	case len(free) > 0:
		return lang.P("left.only", lang.AllParts("pools", free))
	}
	return lang.P("left.nothing")
}

// standsInFor returns the used-up pools that a combatant could spend again by giving up this one (RI-6): "move" for a main action.
func standsInFor(s *engine.State, rs *ruleset.Ruleset, c *engine.Combatant, p *ruleset.Pool) []lang.Phrase {
	var out []lang.Phrase
	for _, q := range inTurnPools(rs) {
		if payer(s, rs, c, q) == p && q != p && s.PoolCount(c, q) > 0 {
			out = append(out, lang.P("left.one", lang.PoolNoun("pool", q.Key)))
		}
	}
	return out
}

// payer returns the pool that pays for the next use of p: the first one that has something left (RI-6), starting with p itself, or nil.
func payer(s *engine.State, rs *ruleset.Ruleset, c *engine.Combatant, p *ruleset.Pool) *ruleset.Pool {
	for p != nil && p.Counted() && s.PoolLeft(c, p) == 0 {
		p = rs.Pool(p.Also)
	}
	return p
}

// unusedTurn reports whether a combatant has spent nothing of its turn yet.
func unusedTurn(s *engine.State, rs *ruleset.Ruleset, c *engine.Combatant) bool {
	return !(s.OneAction && c.Did == s.Turn) && !slices.ContainsFunc(inTurnPools(rs), func(p *ruleset.Pool) bool { return c.Pools[p.Key].Spent > 0 })
}

// usedUp reports whether a combatant has spent all of a counted pool.
func usedUp(s *engine.State, c *engine.Combatant, p *ruleset.Pool) bool {
	return p != nil && p.Counted() && c.Pools[p.Key].Spent > 0 && s.PoolLeft(c, p) == 0
}

// has returns what a turn has, for the whole table or for one combatant: "a main action, a move and on-turn actions".
func has(s *engine.State, rs *ruleset.Ruleset, c *engine.Combatant) lang.Arg {
	var out []lang.Phrase
	for _, p := range turnPools(s, rs) {
		n, noun := s.PoolCount(c, p)-c.Pools[p.Key].Taken, lang.PoolNoun("pool", p.Key)
		switch {
		case !p.Counted() && s.OneAction, p.Counted() && n == 1:
			out = append(out, lang.P("left.single", noun))
		case !p.Counted():
			out = append(out, lang.P("left.some", noun))
		case n > 1:
			out = append(out, lang.P("left.count", lang.Pool("pool", p.Key, n)))
		}
	}
	return lang.AllParts("pools", out)
}

// trades returns a phrase for each pool that a combatant can give up for another (RI-6).
func trades(s *engine.State, rs *ruleset.Ruleset, c *engine.Combatant) []lang.Phrase {
	var out []lang.Phrase
	for _, p := range inTurnPools(rs) {
		if also := payer(s, rs, c, rs.Pool(p.Also)); also != nil && s.PoolLeft(c, p) > 0 {
			out = append(out, lang.P("left.trade", lang.PoolNoun("for", also.Key), lang.PoolNoun("pool", p.Key)))
		}
	}
	return out
}

// CanReact reports whether a combatant has what a reaction takes: something held back, or a reaction left.
func CanReact(s *engine.State, rs *ruleset.Ruleset, c *engine.Combatant) bool {
	p := rs.ReactionPool()
	switch {
	case p == nil || s.OneAction || c.Kind == engine.AnEvent || outOfTurnBarred(s, c, p):
		return false
	case p.Reserve > 0:
		return c.Pools[p.Key].Reserved > 0
	}
	return !p.Counted() || s.PoolLeft(c, p) > 0
}

// outOfTurnBarred reports whether a combatant is kept from spending a pool while others act (RS-41).
func outOfTurnBarred(s *engine.State, c *engine.Combatant, p *ruleset.Pool) bool {
	if u := s.Unit(c.Unit); u != nil && u.Waits() {
		return true
	}
	return c.Surprised || !c.Standing() || slices.ContainsFunc(s.EffectsOn(c), func(e *engine.Effect) bool { return e.NoReactions || e.Skip && p.Counted() })
}

// ForUse returns the key of a pool that is spent with /act use rather than /act do or /act react, or "" if the ruleset has none.
func ForUse(rs *ruleset.Ruleset) string {
	if p := rs.PoolWhere(forUse); p != nil {
		return p.Key
	}
	return ""
}

func forUse(p *ruleset.Pool) bool {
	return p.Counted() && (p.When == ruleset.AnyTime || p.When == ruleset.AfterOthersTurns)
}

// CanUse returns the pools for /act use that a combatant could spend now.
func CanUse(s *engine.State, rs *ruleset.Ruleset, c *engine.Combatant) []*ruleset.Pool {
	if s.Phase == engine.Setup || s.Phase == engine.Ended || s.Paused || s.OneAction || c.Kind == engine.AnEvent {
		return nil
	}
	var out []*ruleset.Pool
	active := slices.ContainsFunc(s.ActiveMembers(), func(a *engine.Combatant) bool { return a.ID == c.ID })
	for i := range rs.Turn {
		p := &rs.Turn[i]
		after := p.When == ruleset.AfterOthersTurns
		switch {
		case !forUse(p) || s.PoolLeft(c, p) == 0, active && after, !active && outOfTurnBarred(s, c, p):
		case after && (!s.OtherJustActed(c.Unit) || c.Pools[p.Key].SpentIn(s.Turn)):
		default:
			out = append(out, p)
		}
	}
	return out
}

// aside returns, for the GM, what a combatant has left of pools for others' turns that don't refill each turn: "legendary 2/3".
func (f fight) aside(c *engine.Combatant) []string {
	if c.Kind == engine.AnEvent {
		return nil
	}
	var out []string
	for i := range f.rs.Turn {
		p := &f.rs.Turn[i]
		if of := f.s.PoolCount(c, p); of > 0 && isAside(p) {
			out = append(out, f.l.Label("left.aside", pooled(p.Key, p.Words(), of), lang.Int("n", f.s.PoolLeft(c, p)), lang.Int("of", of)))
		}
	}
	return out
}

func isAside(p *ruleset.Pool) bool {
	return p.When != ruleset.OwnTurn && (p.When == ruleset.AfterOthersTurns || p.Back.At != ruleset.BackOwnTurn)
}

// instantPool returns the pool that can be spent at any time as often as its owner likes (CS-6), or nil.
func instantPool(rs *ruleset.Ruleset) *ruleset.Pool {
	return rs.PoolWhere(func(p *ruleset.Pool) bool { return p.When == ruleset.AnyTime && !p.Counted() })
}

// keeps returns how many can be held back for reactions (FT-6), as an argument; 0 if none can.
func keeps(rs *ruleset.Ruleset) lang.Arg {
	if p := rs.ReservePool(); p != nil {
		return lang.Pool("keeps", p.Key, p.Reserve)
	}
	return lang.Pool("keeps", "", 0)
}

// forfeits renders what a unit's members had left of their last turn and lose as the next one begins (FT-8), for logs of earlier releases.
func (t *teller) forfeits(e engine.TurnBegan) string {
	if !e.Fresh {
		return ""
	}
	text := ""
	for _, unit := range e.Units {
		for _, c := range t.s.Members(unit) {
			if line := t.forfeit(c.ID); line != "" {
				text += line + "\n"
			}
		}
	}
	return text
}

// poolsBack renders what comes back after a rest, or what a combatant loses as its turn begins. Nothing is said if the turn is lost.
func (t *teller) poolsBack(e engine.PoolsBack) string {
	if e.Rest != "" {
		var pools []lang.Phrase
		for _, back := range e.Pools {
			if p := t.rs.Pool(back.Pool); p != nil {
				pools = append(pools, lang.P("left.one", pooled(p.Key, p.Words(), 2)))
			}
		}
		return t.about(e.Combatant, "rest.pools", lang.AllParts("pools", pools))
	}
	begins := slices.ContainsFunc(t.rest, func(next engine.Event) bool {
		began, is := next.(engine.TurnBegan)
		c := t.s.Combatant(e.Combatant)
		return is && c != nil && slices.Contains(began.Units, c.Unit)
	})
	if !begins {
		return ""
	}
	return t.forfeit(e.Combatant)
}

// forfeit renders what one combatant loses (FT-8).
func (t *teller) forfeit(id engine.CombatantID) string {
	p := t.rs.ReservePool()
	if p == nil {
		return ""
	}
	was := t.before().Combatant(id)
	if was == nil || was.Pools[p.Key].Spent+was.Pools[p.Key].Reserved == 0 {
		return "" // had no turn yet, or did nothing in it
	}
	var lost []lang.Phrase
	if left := t.before().PoolLeft(was, p); left > 0 {
		lost = append(lost, lang.P("left.unspent", lang.Pool("pool", p.Key, left), lang.N("n", left)))
	}
	if held := was.Pools[p.Key].Reserved; held > 0 {
		lost = append(lost, lang.P("left.reserved", lang.Pool("pool", p.Key, held), lang.N("n", held)))
	}
	if lost == nil {
		return ""
	}
	return t.l.Line("left.loses", lang.Name("who", was.Name), lang.AllParts("lost", lost))
}

// CanUseAbility reports whether a combatant could use an ability of its stat block now: it has a use left, and the combatant can pay its
// cost.
func CanUseAbility(s *engine.State, rs *ruleset.Ruleset, c *engine.Combatant, a *engine.Ability) bool {
	if left, of := c.UsesLeft(a); of > 0 && left == 0 || s.Phase != engine.Running && s.Phase != engine.Ambush || s.Paused || !c.Standing() {
		return false
	}
	own := s.IsActive(c.Unit) && s.MayAct(c)
	p := rs.Pool(string(a.As))
	switch {
	case a.As == engine.AsTrait || a.As == "":
		return true
	case p == nil && a.As == engine.AsLegendary:
		return !own
	case p == nil:
		return own || a.As == engine.AsReaction
	case s.OneAction && p != &rs.Turn[0]:
		return false
	}
	switch p.When {
	case ruleset.OwnTurn:
		return own && affords(s, rs, c, p, max(1, a.Costs))
	case ruleset.AnyTime:
		return (own || !outOfTurnBarred(s, c, p)) && affords(s, rs, c, p, max(1, a.Costs))
	}
	return !own && !outOfTurnBarred(s, c, p) && affords(s, rs, c, p, max(1, a.Costs)) &&
		(p.When != ruleset.AfterOthersTurns || s.OtherJustActed(c.Unit) && !c.Pools[p.Key].SpentIn(s.Turn))
}

// CanPayAttack reports whether a combatant can pay for its next attack, possibly with a substitute (RI-6).
func CanPayAttack(s *engine.State, rs *ruleset.Ruleset, c *engine.Combatant) bool {
	p := rs.Pool(rs.Attack.Takes(s.AttacksMade(c)))
	if p != nil && s.OneAction {
		return p == &rs.Turn[0] && (p.Counted() && s.PoolLeft(c, p) > 0 || !p.Counted() && c.Did != s.Turn)
	}
	return p == nil || affords(s, rs, c, p, 1)
}

// affords reports whether a pool and its substitutes have n left together.
func affords(s *engine.State, rs *ruleset.Ruleset, c *engine.Combatant, p *ruleset.Pool, n int) bool {
	for q := p; q != nil && n > 0; q = rs.Pool(q.Also) {
		if !q.Counted() {
			return true
		}
		n -= s.PoolLeft(c, q)
	}
	return n <= 0
}

// MayLegend returns the GM's combatants that may take a legendary action now, as another's turn has just ended (MO-22): those with
// legendary actions in their stat block and a pool for them.
func MayLegend(s *engine.State, rs *ruleset.Ruleset) []*engine.Combatant {
	p := rs.Pool(string(engine.AsLegendary))
	if p == nil || p.When != ruleset.AfterOthersTurns || s.Paused || s.Phase != engine.Running {
		return nil
	}
	var out []*engine.Combatant
	for i := range s.Combatants {
		c := &s.Combatants[i]
		b := s.BlockOf(c)
		if b == nil || s.PoolCount(c, p) == 0 || outOfTurnBarred(s, c, p) || s.IsActive(c.Unit) || !s.OtherJustActed(c.Unit) {
			continue
		}
		if slices.ContainsFunc(b.Abilities, func(a engine.Ability) bool { return a.As == engine.AsLegendary }) {
			out = append(out, c)
		}
	}
	return out
}

// LegendaryLine says what a combatant has left for legendary actions, and which of them cost more than one.
func LegendaryLine(l *lang.Language, s *engine.State, rs *ruleset.Ruleset, c *engine.Combatant) string {
	p := rs.Pool(string(engine.AsLegendary))
	var costs []lang.Phrase
	for _, a := range s.Abilities(c) {
		if a.As == engine.AsLegendary && a.Costs > 1 {
			costs = append(costs, lang.P("block.legendary-costs", lang.Name("name", a.Name), lang.Int("n", a.Costs)))
		}
	}
	return l.Line("block.legendary", lang.Name("who", Called(l, c)), lang.Int("n", s.PoolLeft(c, p)), lang.Int("of", s.PoolCount(c, p)), lang.Parts("costs", costs))
}
