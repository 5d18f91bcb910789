package ruleset

import (
	"slices"

	"roundel/engine/formula"
	"roundel/engine/strictyaml"
)

// Check is a roll that ends an effect or keeps it going (RS-66).
type Check struct {
	At      CheckAt
	Roll    *formula.Formula
	Needs   *formula.Formula // the total that passes
	Keeps   bool             // failing ends the effect, and passing keeps it
	Passes  int              // total number of passes that end it; with Keeps, of fails, equal to Fails if that is above 0
	Fails   int              // total number of fails that turn it into Becomes; 0: none do
	Becomes string
	Saves   string // which changes of saves count for it (NU-25): those for all saves ([SavesAll]), or also those with this stat
	NeedsDC bool   // Roll or Needs uses dc, so there is no check unless one is typed
}

// CheckAt is the moment at which a check is due.
type CheckAt string

// The moments: the end or start of the target's turn, or damage.
const (
	AtEnd    CheckAt = "end"
	AtStart  CheckAt = "start"
	AtDamage CheckAt = "damage"
)

func (r *reader) saveKey(k *strictyaml.Keys) {
	k.Add("save", "[the check](#checks) of every effect that is put on with `dc` and has none of its own", r.checkKeys(&Check{}).Spec(),
		func(n *strictyaml.Node) { r.rs.Save = r.readCheck(n) }).Last() // it can name a condition
}

// checkKeys returns the keys of a check (RS-66).
func (r *reader) checkKeys(c *Check) *strictyaml.Keys {
	facts := scope{also: []string{"dc", "bonus", "level", "damage"}}
	k := strictyaml.NewKeys("a check")
	strictyaml.Choice(k, "at", "when it is due: at the `end` (default) or `start` of its target's turn, or after `damage`", &c.At, AtEnd, AtStart, AtDamage)
	r.savedWith(k, &c.Saves)
	k.Add("roll", "what is rolled", rollForm(), func(n *strictyaml.Node) {
		c.Roll = r.parse(n, "roll", n.Text, scope{also: saveFacts(c.Saves, facts.also...)})
	}).Must()
	r.number(k, "needs", "the total that passes", &c.Needs, facts).Must()
	k.Add("ends", "whether the effect ends with a pass (default) or with a fail", strictyaml.Words("pass", "fail"),
		func(n *strictyaml.Node) { c.Keeps = n.Text == "fail" })
	k.Number("passes", "how many passes end it; default: 1", &c.Passes, 1, maxCount)
	k.Number("fails", "how many fails there can be", &c.Fails, 1, maxCount)
	k.Add("becomes", "the condition that takes its place after that many fails", strictyaml.Text(1, strictyaml.MaxKey),
		func(n *strictyaml.Node) { c.Becomes = r.conditionExists(n, "becomes") })
	return k
}

func (r *reader) readCheck(n *strictyaml.Node) *Check {
	c := &Check{At: AtEnd, Passes: 1}
	r.checkKeys(c).Read(n)
	if c.Keeps && c.Fails > 0 {
		c.Passes = c.Fails // the last of the fails ends it
	}
	if c.Roll != nil && c.Needs != nil {
		c.NeedsDC = slices.Contains(append(c.Roll.Facts(), c.Needs.Facts()...), "dc")
	}
	if v := n.Get("becomes"); v != nil && v.Kind == strictyaml.Scalar && !n.Has("fails") {
		r.Problem(r.KeyOf(n, "becomes"), "becomes: this takes its place after so many fails; add fails")
	}
	return c
}
