package ruleset

import (
	"slices"

	"roundel/engine/formula"
	"roundel/engine/strictyaml"
)

// Units says who shares a place in the order.
type Units struct {
	Side       bool // each side is one unit (CS-1)
	SideOption bool // the GM can choose that (RI-2)
	// Alike: NPCs of one type, side and owner with equal values of all formulas in Same are one unit (TO-4).
	Alike bool
	Same  []*formula.Formula
	Alone bool // what one member of such a unit does or suffers only moves that member (TO-4)
}

func (r *reader) unitsKey(k *strictyaml.Keys) {
	u := &r.rs.Units
	alike := strictyaml.NewKeys("units")
	alike.Add("alike", "NPCs of one type, side and owner share a place if all of these are equal; `[]`: the type is enough",
		strictyaml.ListOf(numberForm(), 40, "a list of stats and formulas"), func(n *strictyaml.Node) {
			u.Alike = true
			for _, item := range n.List() {
				if f := r.parse(item, "alike", item.Text, scope{number: true}); item.Kind == strictyaml.Scalar && f != nil {
					u.Same = append(u.Same, f)
				}
			}
		}).Must()
	alike.YesNo("alone", "what one member does or suffers moves that member alone: acting last, a blow, an effect on its score, a corrected score; "+
		"only for an order by score that is rolled once, with one turn a round", &u.Alone)

	units := strictyaml.Or(strictyaml.Words("each", "side", "each or side"), alike.Spec())
	units.What = "each, side, each or side, or a mapping such as alike: [init]"
	k.Add("units", "[who shares a place](#units) in the order; default: `each`", units, func(n *strictyaml.Node) {
		u.Side, u.SideOption = n.Text == "side", n.Text == "each or side"
		alike.Read(n)
	})
}

// checkAlone checks whether members of a unit can leave its place for a while (TO-4). The order must be rolled once, and everyone must have
// one turn a round and a fixed place.
func (r *reader) checkAlone() {
	if !r.rs.Units.Alone {
		return
	}
	o, wait, kind := &r.rs.Order, r.rs.Wait, r.rs.Surprise.Kind
	at := r.KeyOf(r.Root.Get("units"), "alone")
	switch {
	case o.Shape != Score:
		r.Problem(at, "alone: only an order by score has this")
	case o.Turns != nil || o.Passes > 0 || o.Slots || o.Phases != nil || o.Reroll || o.Again != OnceAFight || slices.ContainsFunc(o.Ties, func(t Tie) bool { return t.Kind == Together }):
		r.Problem(at, "alone: this needs one roll for the whole fight and one turn a round, without turns, passes, slots, phases, again, reroll or together")
	case wait.Delays():
		r.Problem(at, "alone: this doesn't go with wait: %s; write bottom, or bottom, one a side", wait)
	case kind == FreeRound || kind == LateRoll || kind == WorseRoll || kind == OneAction:
		r.Problem(at, "alone: this doesn't go with surprise: %s", kind)
	}
}
