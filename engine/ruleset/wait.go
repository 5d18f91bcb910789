package ruleset

import "roundel/engine/strictyaml"

// Wait says how a unit can let others go first (RS-45).
type Wait string

// The ways of waiting: none; to the bottom of the round; the same for one unit on each side (TO-6); out of the order until after someone's
// turn (RS-46); the same, even over rounds (RS-47); swapping places with a later unit (RS-48).
const (
	NoWait         Wait = ""
	Bottom         Wait = "bottom"
	BottomOnceSide Wait = "bottom, one a side"
	Rejoin         Wait = "rejoin"
	Hold           Wait = "hold"
	Swap           Wait = "swap"
)

// ActsLast reports whether units can go to the bottom of the round with /init last.
func (w Wait) ActsLast() bool { return w == Bottom || w == BottomOnceSide }

// Delays reports whether units can leave their place with /init delay.
func (w Wait) Delays() bool { return w == Rejoin || w == Hold || w == Swap }

// waitKeys adds the keys for turns that are put off, by their owner or by a blow.
func (r *reader) waitKeys(k *strictyaml.Keys) {
	rs := r.rs
	// placed refuses a key if units have no place in the order.
	placed := func(key, verb string) {
		if o := &rs.Order; o.Shape != "" && !o.Scored() {
			r.Only(r.Root, "only units with a place in the order can "+verb+", and here they have none; leave this key out", key)
		}
	}
	strictyaml.Choice(k, "wait", "how a turn can be put off: `bottom` any number on a side act last in the round; `\"bottom, one a side\"` one of each side; "+
		"`rejoin` leave the order and come back after another turn; `hold` wait, even over rounds, and cut in; `swap` change places with someone later",
		&rs.Wait, Bottom, BottomOnceSide, Rejoin, Hold, Swap).Then(func(n *strictyaml.Node) {
		placed("wait", "wait")
		if rs.Order.Shape == Ticks && rs.Wait.ActsLast() {
			r.Problem(n, "wait: a clock has no rounds to be last in; write rejoin, hold or swap")
		}
	})
	k.Number("blow", "rolling with the blow: this is added to the score in the next round with a turn", &rs.Blow, -100, -1).Then(func(*strictyaml.Node) {
		placed("blow", "lose it")
		r.onlyWithRounds(r.Root, "blow")
	})
}

// BlowChange returns what is added to the score in the round after a blow (TO-7). It always makes the unit act later.
func (r *Ruleset) BlowChange() int {
	if r.Order.Low {
		return -r.Blow
	}
	return r.Blow
}
