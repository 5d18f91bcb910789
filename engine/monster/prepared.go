package monster

import (
	"regexp"
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/ruleset"
	"roundel/engine/strictyaml"
)

// rechargePool is the pool in which the game's rulesets count abilities that recharge. A stat with the same name says on which results they
// do.
const rechargePool = "recharge"

// Prepared returns the saves that a monster owned by a player asks others for (NU-20): its saved ones, and those of its actions and bonus
// actions while there is room.
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

// LeftOut returns, in words, which parts of the saves that a monster asks others for a ruleset doesn't have.
func (m *Monster) LeftOut(rs *ruleset.Ruleset) []string {
	_, out := engine.FittingSaves(m.Prepared(), rs)
	return out
}

// conditions are the names of the conditions, as a part of a pattern.
const conditions = `(blinded|charmed|deafened|frightened|grappled|incapacitated|paralyzed|petrified|poisoned|prone|restrained|stunned|unconscious)`

// These patterns match what a text plainly says that a failed save brings: a condition, a condition in the words of texts that have its target
// repeat the save, and that it does.
var (
	failed = regexp.MustCompile(`(?i)\b(?:or|and) (?:become|be knocked|be) ` + conditions + `\b( for 1 minute)?`)
	has    = regexp.MustCompile(`(?i)\bthe ` + conditions + ` condition\b( for 1 minute)?`)
	again  = regexp.MustCompile(`(?i)\brepeats? (?:the|its) (?:save|saving throw) at the end of each of its turns\b|\bat the end of each of its turns, (?:the|a) (?:target|creature) (?:can repeat|repeats) the (?:save|saving throw)\b`)
	most   = regexp.MustCompile(`(?i)\bAfter 1 minute, it succeeds automatically\b`)
)

// brings sets the condition that a failed save brings, how long it lasts, and whether the save is repeated at the end of each own turn, if the
// text says so plainly and names only one condition: "or become frightened for 1 minute. A creature can repeat the saving throw at the end of
// each of its turns". Otherwise it sets nothing.
func brings(text string, save *engine.Prepared) {
	repeat := again.MatchString(text)
	found := failed.FindAllStringSubmatch(text, -1)
	if len(found) == 0 && repeat {
		found = has.FindAllStringSubmatch(text, -1)
	}
	if len(found) != 1 {
		return
	}
	save.Effect, save.Repeat = strings.ToUpper(found[0][1][:1])+strings.ToLower(found[0][1][1:]), repeat
	if found[0][2] != "" || most.MatchString(text) {
		save.Duration = "1 min"
	}
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
