package monster

import (
	"slices"

	"roundel/engine"
	"roundel/engine/ruleset"
	"roundel/engine/strictyaml"
)

// rechargePool is the pool in which the game's rulesets count abilities that recharge. A stat with the same name says on which results they
// do.
const rechargePool = "recharge"

// Prepared returns the saves that a monster owned by a player asks others for (NU-20): its saved ones, and those of its actions and bonus
// actions while there is room.
func (m *Monster) Prepared() []engine.Prepared { return m.asks(true) }

// asks returns the saves that a monster asks others for. With pool, abilities that recharge spend the pool for that; without, they have uses (MO-10).
func (m *Monster) asks(pool bool) []engine.Prepared {
	out := slices.Clone(m.Saves)
	for i := range m.Abilities {
		a := &m.Abilities[i]
		known := slices.ContainsFunc(out, func(p engine.Prepared) bool { return engine.SameName(p.Name, a.Name) })
		if a.Save == nil || a.Kind() != engine.AsAction && a.Kind() != engine.AsBonus || known || len(out) >= engine.MaxPrepared {
			continue
		}
		p, _ := a.prepared()
		if pool && a.Recharge != nil && m.recharge() > 0 {
			p.Pool = rechargePool
		}
		out = append(out, p)
	}
	return out
}

// recharge returns the lowest result of a d6 on which the abilities recharge. It returns 0 if none do, or if they differ.
func (m *Monster) recharge() int {
	needs := 0
	for i := range m.Abilities {
		switch r := m.Abilities[i].Recharge; {
		case r == nil:
		case r.Roll != "" && r.Roll != "d6" && r.Roll != "1d6", needs != 0 && needs != r.Needs:
			return 0
		default:
			needs = r.Needs
		}
	}
	return needs
}

// LeftOut returns, in words, which parts of the saves that a monster asks others for a ruleset doesn't have. owned says whether it joins as a
// player's: the GM's has a stat block, which counts uses under any ruleset.
func (m *Monster) LeftOut(rs *ruleset.Ruleset, owned bool) []string {
	_, out := engine.FittingSaves(m.asks(owned), rs)
	return out
}

func savesList() strictyaml.Spec {
	return strictyaml.ListOf(strictyaml.Text(1, 500), engine.MaxPrepared, "a list of at most 12 saves, such as - Fire Breath, save dex, dc 21, 18d6 fire, pool recharge")
}

// saves returns the saves that a monster asks others for.
func (r *reader) saves(n *strictyaml.Node) []engine.Prepared {
	var out []engine.Prepared
	for _, item := range n.List() {
		if item.Kind != strictyaml.Scalar {
			continue
		}
		switch one, err := engine.ParsePrepared(item.Text); {
		case err != nil || len(one) != 1:
			r.Problem(item, "saves: must be a save such as Fire Breath, save dex, dc 21, 18d6 fire, pool recharge, not %s", strictyaml.Quote(item.Text))
		case slices.ContainsFunc(out, func(p engine.Prepared) bool { return engine.SameName(p.Name, one[0].Name) }):
			r.Problem(item, "saves: there are two saves called %s; give each a name of its own", strictyaml.Clip(one[0].Name))
		default:
			out = append(out, one[0])
		}
	}
	return out
}
