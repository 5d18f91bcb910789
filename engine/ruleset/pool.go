package ruleset

import (
	"slices"
	"strings"

	"roundel/engine/formula"
	"roundel/engine/strictyaml"
)

// Pool is something that a combatant has a number of and spends: actions, ticks, reactions (RS-40).
type Pool struct {
	Key     string
	Count   *formula.Formula // nil: not counted
	Also    string           // the pool that pays when this one is empty (RI-6)
	When    When
	Back    Back
	Reserve int  // how many can be held back for reactions (FT-6)
	Metres  int  // distance of one move; 0: not tracked (RI-7)
	Priced  bool // activities need a defined or typed cost (FT-5)
}

// When says when a pool can be spent (RS-41).
type When string

// On the combatant's own turn, at any time, on others' turns, or right after another unit's turn.
const (
	OwnTurn          When = "own turn"
	AnyTime          When = "any time"
	OthersTurns      When = "others' turns"
	AfterOthersTurns When = "after others' turns"
)

// Back says when a pool is full again (RS-42).
type Back struct {
	At    BackAt
	Rests []string         // BackRest: the names of the rests that refill it (NU-29)
	Roll  *formula.Formula // Recharge: rolled at the start of the turn while the pool is spent
	Needs *formula.Formula // Recharge: the total that refills it
}

// BackAt is a moment at which a pool is refilled.
type BackAt string

// At the start of the combatant's turns, at the start of rounds, never, by a roll, or after rests.
const (
	BackOwnTurn BackAt = "own turn"
	BackRound   BackAt = "round"
	BackNever   BackAt = "fight"
	Recharge    BackAt = "recharge"
	BackRest    BackAt = "rest"
)

// Counted reports whether the pool has a limit.
func (p *Pool) Counted() bool { return p.Count != nil }

// OutOfTurn reports whether the pool is meant to be spent while others act.
func (p *Pool) OutOfTurn() bool {
	return p.When == OthersTurns || p.When == AfterOthersTurns || p.Reserve > 0
}

// Words returns the pool's name as people read it: "on turn" for on_turn.
func (p *Pool) Words() string { return strings.ReplaceAll(p.Key, "_", " ") }

// Typed returns the pool's name as it is typed: "on-turn" for on_turn.
func (p *Pool) Typed() string { return strings.ReplaceAll(p.Key, "_", "-") }

// Pool returns the pool with that key, or nil.
func (r *Ruleset) Pool(key string) *Pool {
	return r.PoolWhere(func(p *Pool) bool { return p.Key == key || PoolKey(p.Key) == key })
}

// PoolWhere returns the first pool for which is returns true, or nil.
func (r *Ruleset) PoolWhere(is func(p *Pool) bool) *Pool {
	return first(r.Turn, is)
}

// PoolKey returns the stored form of a pool's name: "-", "_" and blanks are the same, and case doesn't matter.
func PoolKey(typed string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(typed), func(r rune) bool { return r == '-' || r == '_' || r == ' ' }), "_")
}

// DefaultPool returns the pool that pays for an activity if none is named: the first one for one's own turn, or nil.
func (r *Ruleset) DefaultPool() *Pool {
	return r.PoolWhere(func(p *Pool) bool { return p.When == OwnTurn })
}

// PricedPool returns the pool whose activities have prices (FT-5), or nil.
func (r *Ruleset) PricedPool() *Pool {
	return r.PoolWhere(func(p *Pool) bool { return p.Priced })
}

// ReservePool returns the pool that can be held back for reactions (FT-6), or nil.
func (r *Ruleset) ReservePool() *Pool {
	return r.PoolWhere(func(p *Pool) bool { return p.Reserve > 0 })
}

// ReactionPool returns the pool that /act react spends: one for others' turns, or one with a reserve; or nil.
func (r *Ruleset) ReactionPool() *Pool {
	if p := r.PoolWhere(func(p *Pool) bool { return p.When == OthersTurns }); p != nil {
		return p
	}
	return r.ReservePool()
}

// MovePool returns the pool that /act move spends: the one with a distance, or the one called "move"; or nil.
func (r *Ruleset) MovePool() *Pool {
	if p := r.PoolWhere(func(p *Pool) bool { return p.Metres > 0 }); p != nil {
		return p
	}
	return r.Pool("move")
}

// Amounts reports whether an activity can cost more than one of a pool.
func (r *Ruleset) Amounts() bool {
	return r.PoolWhere(func(p *Pool) bool { return p.Priced || p.Counted() && p.Count.String() != "1" }) != nil
}

func (r *reader) turnKey(k *strictyaml.Keys) {
	pool := strictyaml.Or(strictyaml.Formula("a count"), r.poolKeys(&Pool{}).Spec())
	pool.What = "a number, any, or a mapping with the keys count, also, when, back, reserve, metres and priced"
	k.Add("turn", "[the pools](#turn) of a turn; without it, nothing is counted",
		strictyaml.Spec{Names: &strictyaml.Named{Of: "a pool", About: "the pool, as it is typed; `-`, `_` and a space are the same when typed", Spec: pool, Most: 12,
			Pattern: keyPattern, Length: strictyaml.MaxKey, What: "at most 24 small letters, digits and underscores, with a letter first"},
			What: "a mapping of pools to counts, such as action: 1"},
		r.readTurn)
}

func (r *reader) poolKeys(p *Pool) *strictyaml.Keys {
	k := strictyaml.NewKeys("a pool")
	k.Add("count", "how many; `any`: it isn't counted", strictyaml.Formula("a number, a formula for one, or any"),
		func(n *strictyaml.Node) { r.readCount(n, "count", p) }).Must()
	k.Text("also", "the pool that pays when this one is empty", &p.Also, strictyaml.Pattern(keyPattern, "the key of another pool"))
	strictyaml.Choice(k, "when", "when it may be spent: on one's own turn (default), at any time, on others' turns, or in the turn right after somebody else's",
		&p.When, OwnTurn, AnyTime, OthersTurns, AfterOthersTurns)
	r.backKey(k, p)
	k.Number("reserve", "how many may be kept for reactions", &p.Reserve, 0, maxCount)
	k.Number("metres", "how far one of it goes, over open ground", &p.Metres, 0, 1000)
	k.YesNo("priced", "whether every activity needs a cost, defined by the GM or typed", &p.Priced)
	return k
}

// readCount reads the size of a pool.
func (r *reader) readCount(n *strictyaml.Node, key string, p *Pool) {
	if n.Text != "any" {
		p.Count = r.parse(n, key, n.Text, scope{number: true, to: 1000000, words: []string{"any"}})
	}
}

// backKey adds the key for when a pool is full again (RS-42).
func (r *reader) backKey(k *strictyaml.Keys, p *Pool) {
	recharge := strictyaml.NewKeys("a recharge")
	r.roll(recharge, "roll", "what is rolled", &p.Back.Roll, scope{}).Must()
	r.number(recharge, "needs", "the total that makes it full", &p.Back.Needs, scope{}).Must()
	form := strictyaml.Or(strictyaml.ListOf(strictyaml.Text(1, strictyaml.MaxKey), 4, ""), recharge.Spec())
	form.What = "own turn, round, fight, a rest or a list of rests, or a mapping with the keys roll and needs"
	k.Add("back", "when it is full again: at the start of one's own turn (default), at the start of a round, never in this `fight`, after "+
		"[rests](#rests), or after [a roll](#pools-that-come-back-by-a-roll)", form, func(n *strictyaml.Node) {
		if n.Kind == strictyaml.Mapping {
			p.Back.At = Recharge
			recharge.Read(n)
			return
		}
		at := BackAt(n.Text)
		if n.Kind != strictyaml.Scalar || at != BackOwnTurn && at != BackRound && at != BackNever {
			p.Back.At = BackRest
			r.backRests(n, p)
			return
		}
		p.Back.At = at
		if r.rs.Order.Shape == Ticks && p.Back.At == BackRound {
			r.Problem(n, "back: a clock has no rounds; write own turn or fight")
		}
	})
}

// backRests reads the rests that refill a pool (NU-29).
func (r *reader) backRests(n *strictyaml.Node, p *Pool) {
	moments := []string{string(BackOwnTurn), string(BackRound), string(BackNever)}
	for _, item := range n.List() {
		switch {
		case item.Kind != strictyaml.Scalar:
		case slices.Contains(r.rs.RestNames(), item.Text):
			p.Back.Rests = append(p.Back.Rests, item.Text)
		case n.Kind == strictyaml.Scalar:
			known := append(moments, r.rs.RestNames()...)
			r.Problem(item, "back: must be %s, not %s%s", strictyaml.Either(known), strictyaml.Quote(item.Text), strictyaml.Meant(item.Text, known))
		default:
			r.Problem(item, "back: %s is not a rest of this ruleset%s", strictyaml.Quote(item.Text), strictyaml.Meant(item.Text, r.rs.RestNames()))
		}
	}
}

// readTurn reads the pools of a turn (RS-40 to RS-44).
func (r *reader) readTurn(turn *strictyaml.Node) {
	stored := map[string]string{}
	for _, e := range turn.Entries {
		if other, twice := stored[PoolKey(e.Key.Text)]; twice {
			r.Problem(e.Key, "%s: typed, this is the same as %s; choose another name", e.Key.Text, other)
		}
		stored[PoolKey(e.Key.Text)] = e.Key.Text
		p := Pool{Key: e.Key.Text, When: OwnTurn, Back: Back{At: BackOwnTurn}}
		if e.Value.Kind == strictyaml.Scalar {
			r.readCount(e.Value, p.Key, &p)
		}
		r.poolKeys(&p).Read(e.Value)
		if count := e.Value.Get("count"); p.Reserve > 0 && count != nil && count.Text == "any" {
			r.Problem(r.KeyOf(e.Value, "reserve"), "reserve: a pool that is not counted has nothing to hold back; give count a number")
		}
		r.rs.Turn = append(r.rs.Turn, p)
		r.shown(p.Key)
	}
	r.checkAlso(turn)
	r.single(turn, "reserve", func(p *Pool) bool { return p.Reserve > 0 })
	r.single(turn, "priced", func(p *Pool) bool { return p.Priced })
}

// checkAlso checks the pools that pay for others: they must exist, and the chain must not lead back to the first.
func (r *reader) checkAlso(turn *strictyaml.Node) {
	for _, e := range turn.Entries {
		v := e.Value.Get("also")
		if v == nil || v.Kind != strictyaml.Scalar {
			continue
		}
		if !r.poolExists(v, "also", v.Text) {
			continue
		}
		at := v.Text
		for range r.rs.Turn {
			if at == e.Key.Text {
				r.Problem(v, "also: %s leads back to %s; no pool can stand in for itself", v.Text, e.Key.Text)
				break
			}
			if next := r.rs.Pool(at); next != nil {
				at = next.Also
			}
		}
	}
}

// poolExists reports whether there is such a pool. If not, it reports the name.
func (r *reader) poolExists(v *strictyaml.Node, key, name string) bool {
	if r.rs.Pool(name) != nil {
		return true
	}
	more := strictyaml.Meant(name, r.pools())
	switch {
	case more != "":
	case len(r.rs.Turn) == 0:
		more = "; add it to turn"
	default:
		more = "; there are " + strictyaml.And(r.pools())
	}
	r.Problem(v, "%s: %s is not a pool of this ruleset%s", key, strictyaml.Quote(name), more)
	return false
}

func (r *reader) pools() []string {
	var out []string
	for _, p := range r.rs.Turn {
		out = append(out, p.Key)
	}
	return out
}

// single refuses a key that more than one pool has, because commands that use it don't name a pool.
func (r *reader) single(turn *strictyaml.Node, key string, has func(*Pool) bool) {
	first := ""
	for i, e := range turn.Entries {
		if !has(&r.rs.Turn[i]) {
			continue
		}
		if first != "" {
			r.Problem(r.KeyOf(e.Value, key), "%s: only one pool can have this, and %s has it already", key, first)
			continue
		}
		first = e.Key.Text
	}
}
