package monster

import (
	"regexp"
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/ruleset"
	"roundel/engine/strictyaml"
)

// rechargePool is the pool in which rulesets for the game count what recharges. Its stat, of the same name, says on which results.
const rechargePool = "recharge"

// Prepared returns the saves that a player's monster asks others for (NU-20): those saved as such, and its abilities that are actions with a save, as far
// as there is room.
func (m *Monster) Prepared() []engine.Prepared {
	out := slices.Clone(m.Saves)
	for i := range m.Abilities {
		a := &m.Abilities[i]
		known := slices.ContainsFunc(out, func(p engine.Prepared) bool { return engine.SameName(p.Name, a.Name) })
		if a.Save == nil || a.Kind() != engine.AsAction && a.Kind() != engine.AsBonus || known || len(out) >= engine.MaxPrepared {
			continue
		}
		p, _ := a.prepared()
		if m.recharge() > 0 && a.Recharge != nil {
			p.Pool = rechargePool
		}
		out = append(out, p)
	}
	return out
}

// recharge returns the result of a d6 on which the abilities recharge; 0: none do, or not all on the same.
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

// LeftOut returns what a ruleset lacks of the saves that a monster asks others for, as people read it.
func (m *Monster) LeftOut(rs *ruleset.Ruleset) []string {
	_, out := engine.FittingSaves(m.Prepared(), rs)
	return out
}

// failed matches what a failed save brings where a text says it plainly.
var failed = regexp.MustCompile(`(?i)\b(?:or|and) (?:become|be knocked|be) (blinded|charmed|deafened|frightened|grappled|incapacitated|paralyzed|petrified|poisoned|prone|restrained|stunned|unconscious)\b( for 1 minute)?`)

// Brings returns the condition that a failed save brings, and how long that lasts, if a text says plainly that it is this one: "or become frightened for
// 1 minute". Both are as [engine.Prepared] has them, and empty if the text doesn't say it.
func Brings(text string) (effect, duration string) {
	found := failed.FindAllStringSubmatch(text, -1)
	if len(found) != 1 {
		return "", ""
	}
	effect = strings.ToUpper(found[0][1][:1]) + strings.ToLower(found[0][1][1:])
	if found[0][2] != "" {
		duration = "1 min"
	}
	return effect, duration
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
