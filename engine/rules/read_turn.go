package rules

import (
	"roundel/engine/ruleset"
)

// readTurn reads what a turn has (RS-40 to RS-44).
func (r *reader) readTurn() {
	turn := r.root.get("turn")
	if turn == nil {
		return
	}
	stored := map[string]string{}
	for _, e := range turn.entries {
		if other, twice := stored[ruleset.PoolKey(e.key.text)]; twice {
			r.problem(e.key, "%s: typed, this is the same as %s; choose another name", e.key.text, other)
		}
		stored[ruleset.PoolKey(e.key.text)] = e.key.text
		r.rs.Turn = append(r.rs.Turn, r.pool(e))
	}
	r.checkAlso(turn)
	r.single(turn, "reserve", func(p *ruleset.Pool) bool { return p.Reserve > 0 })
	r.single(turn, "priced", func(p *ruleset.Pool) bool { return p.Priced })
}

func (r *reader) pool(e entry) ruleset.Pool {
	p := ruleset.Pool{Key: e.key.text, When: ruleset.OwnTurn, Back: ruleset.Back{At: ruleset.BackOwnTurn}}
	n, v, key := e.value, e.value.get("count"), "count"
	if n.kind == scalar {
		v, key = n, e.key.text
	}
	if v != nil && v.kind == scalar && v.text != "any" {
		p.Count = r.parse(v, key, v.text, scope{number: true, to: 1000000})
	}
	if n.kind != mapping {
		return p
	}
	p.Also, p.When = r.text(n, "also"), ruleset.When(r.word(n, "when", string(ruleset.OwnTurn)))
	p.Reserve, p.Metres, p.Priced = r.number(n, "reserve", 0), r.number(n, "metres", 0), r.yes(n, "priced")
	r.back(n, &p)
	if p.Reserve > 0 && v != nil && v.text == "any" {
		r.problem(r.keyOf(n, "reserve"), "reserve: a pool that is not counted has nothing to hold back; give count a number")
	}
	return p
}

// back reads when a pool is full again (RS-42).
func (r *reader) back(n *node, p *ruleset.Pool) {
	v := n.get("back")
	if v == nil || v.kind == broken {
		return
	}
	if v.kind == scalar {
		p.Back.At = ruleset.BackAt(v.text)
		if r.shape == ruleset.Ticks && p.Back.At == ruleset.BackRound {
			r.problem(v, "back: a clock has no rounds; write own turn or fight")
		}
		return
	}
	p.Back = ruleset.Back{At: ruleset.Recharge, Roll: r.formula(v, "roll", scope{}), Needs: r.formula(v, "needs", scope{number: true})}
}

// checkAlso checks the pools that stand in for others: they exist, and none stands in for itself in the end.
func (r *reader) checkAlso(turn *node) {
	for _, e := range turn.entries {
		v := e.value.get("also")
		if v == nil || v.kind != scalar {
			continue
		}
		if !r.poolExists(v, "also", v.text) {
			continue
		}
		at := v.text
		for range r.rs.Turn {
			if at == e.key.text {
				r.problem(v, "also: %s leads back to %s; no pool can stand in for itself", v.text, e.key.text)
				break
			}
			if next := r.rs.Pool(at); next != nil {
				at = next.Also
			}
		}
	}
}

// poolExists reports whether there is such a pool, and refuses the name if not.
func (r *reader) poolExists(v *node, key, name string) bool {
	if r.rs.Pool(name) != nil {
		return true
	}
	more := meant(name, r.pools())
	switch {
	case more != "":
	case len(r.rs.Turn) == 0:
		more = "; add it to turn"
	default:
		more = "; there are " + and(r.pools())
	}
	r.problem(v, "%s: %s is not a pool of this ruleset%s", key, quote(name), more)
	return false
}

func (r *reader) pools() []string {
	var out []string
	for _, p := range r.rs.Turn {
		out = append(out, p.Key)
	}
	return out
}

// single refuses a key that more than one pool has, because a command that uses it names no pool.
func (r *reader) single(turn *node, key string, has func(*ruleset.Pool) bool) {
	first := ""
	for i, e := range turn.entries {
		if !has(&r.rs.Turn[i]) {
			continue
		}
		if first != "" {
			r.problem(r.keyOf(e.value, key), "%s: only one pool can have this, and %s has it already", key, first)
			continue
		}
		first = e.key.text
	}
}
