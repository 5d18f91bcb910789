package ruleset

import (
	"roundel/engine/strictyaml"
)

// readTurn reads what a turn has (RS-40 to RS-44).
func (r *reader) readTurn() {
	turn := r.Root.Get("turn")
	if turn == nil {
		return
	}
	stored := map[string]string{}
	for _, e := range turn.Entries {
		if other, twice := stored[PoolKey(e.Key.Text)]; twice {
			r.Problem(e.Key, "%s: typed, this is the same as %s; choose another name", e.Key.Text, other)
		}
		stored[PoolKey(e.Key.Text)] = e.Key.Text
		r.rs.Turn = append(r.rs.Turn, r.pool(e))
	}
	r.checkAlso(turn)
	r.single(turn, "reserve", func(p *Pool) bool { return p.Reserve > 0 })
	r.single(turn, "priced", func(p *Pool) bool { return p.Priced })
}

func (r *reader) pool(e strictyaml.Entry) Pool {
	p := Pool{Key: e.Key.Text, When: OwnTurn, Back: Back{At: BackOwnTurn}}
	n, v, key := e.Value, e.Value.Get("count"), "count"
	if n.Kind == strictyaml.Scalar {
		v, key = n, e.Key.Text
	}
	if v != nil && v.Kind == strictyaml.Scalar && v.Text != "any" {
		p.Count = r.parse(v, key, v.Text, scope{number: true, to: 1000000})
	}
	if n.Kind != strictyaml.Mapping {
		return p
	}
	p.Also, p.When = r.Text(n, "also"), When(r.Word(n, "when", string(OwnTurn)))
	p.Reserve, p.Metres, p.Priced = r.Number(n, "reserve", 0), r.Number(n, "metres", 0), r.Yes(n, "priced")
	r.back(n, &p)
	if p.Reserve > 0 && v != nil && v.Text == "any" {
		r.Problem(r.KeyOf(n, "reserve"), "reserve: a pool that is not counted has nothing to hold back; give count a number")
	}
	return p
}

// back reads when a pool is full again (RS-42).
func (r *reader) back(n *strictyaml.Node, p *Pool) {
	v := n.Get("back")
	if v == nil || v.Kind == strictyaml.Broken {
		return
	}
	if v.Kind == strictyaml.Scalar {
		p.Back.At = BackAt(v.Text)
		if r.shape == Ticks && p.Back.At == BackRound {
			r.Problem(v, "back: a clock has no rounds; write own turn or fight")
		}
		return
	}
	p.Back = Back{At: Recharge, Roll: r.formula(v, "roll", scope{}), Needs: r.formula(v, "needs", scope{number: true})}
}

// checkAlso checks the pools that stand in for others: they exist, and none stands in for itself in the end.
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

// poolExists reports whether there is such a pool, and refuses the name if not.
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

// single refuses a key that more than one pool has, because a command that uses it names no pool.
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
