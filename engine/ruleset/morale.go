package ruleset

import (
	"roundel/engine/dice"
	"roundel/engine/strictyaml"
)

// Morale is a Morale check (CS-8).
type Morale struct {
	Roll dice.Expr // a result above the stat breaks; nil: there are no Morale checks
	Stat string
}

func (r *reader) moraleKey(k *strictyaml.Keys) {
	k.Add("morale", "the roll of a Morale check, compared with the stat `morale`", strictyaml.Formula("a roll such as 2d6"), func(n *strictyaml.Node) {
		f := r.parse(n, "morale", n.Text, scope{})
		switch {
		case f == nil:
		case !f.Rolls() || len(f.Stats())+len(f.Facts()) > 0:
			r.Problem(n, "morale: must be a roll of dice and numbers alone, such as 2d6")
		default:
			r.rs.Morale = builtInMorale(f.Fill(nil))
		}
	})
}
