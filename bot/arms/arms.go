package arms

import (
	"slices"
	"strings"

	"roundel/bot/discord"
	"roundel/bot/menu"
	"roundel/bot/words/form"
	"roundel/bot/words/plain"
	"roundel/engine"
	"roundel/engine/ruleset"
)

// Punch is the built-in weapon. The next two stand for a test of a skill without a weapon, and OtherWeapon for one that is only its damage
// dice. NoEdge is the choice of neither edge, as a menu has no empty values.
const (
	Punch       = "Punch"
	MeleeSkill  = "~melee"
	RangedSkill = "~ranged"
	OtherWeapon = "~other"
	NoEdge      = "normal"
)

// Weapons returns the weapons that these combatants have, the first one picked.
func Weapons(who []*engine.Combatant, rs *ruleset.Ruleset) []discord.Option {
	var out []discord.Option
	for _, c := range who {
		name, about, _ := strings.Cut(c.Weapon, ",")
		name = strings.TrimSpace(name)
		if name != "" && !slices.ContainsFunc(out, func(o discord.Option) bool { return engine.SameName(o.Value, name) }) {
			out = append(out, discord.Option{Label: plain.Visible(name), Value: name, About: plain.Visible(strings.TrimSpace(about))})
		}
	}
	if len(out) == 0 && rs.Attack.Form == ruleset.SkillTest {
		out = append(out, discord.Option{Label: form.MeleeWeapon, Value: MeleeSkill, About: form.AboutSkill(rs.Attack.Stats.Melee)},
			discord.Option{Label: form.RangedWeapon, Value: RangedSkill, About: form.AboutSkill(rs.Attack.Stats.Ranged)})
	}
	if !slices.ContainsFunc(out, func(o discord.Option) bool { return engine.SameName(o.Value, Punch) }) {
		out = append(out[:min(len(out), menu.Most-1)], discord.Option{Label: Punch, Value: Punch})
	}
	out[0].Picked = true
	return out
}

// Edges returns the Edges that an attack can have (RS-73), the usual one picked.
func Edges() []discord.Option {
	return []discord.Option{{Label: form.NoEdge, Value: NoEdge, Picked: true},
		{Label: form.Edge(engine.Advantage), Value: string(engine.Advantage)},
		{Label: form.Edge(engine.Disadvantage), Value: string(engine.Disadvantage)}}
}

// ForFreeAttack returns the weapons for a free attack, the first one picked: a saved weapon unless it is ranged, one whose dice are typed,
// and Punch. Free attacks are melee attacks.
func ForFreeAttack(saved string) []discord.Option {
	var out []discord.Option
	parts := strings.Split(saved, ",")
	ranged := slices.ContainsFunc(parts[1:], func(part string) bool {
		word := strings.Fields(part)
		return len(word) > 0 && strings.EqualFold(word[len(word)-1], "ranged")
	})
	if name := strings.TrimSpace(parts[0]); name != "" && !ranged && !engine.SameName(name, Punch) {
		out = append(out, discord.Option{Label: plain.Visible(name), Value: name})
	}
	out = append(out, discord.Option{Label: form.OtherWeapon, Value: OtherWeapon, About: form.AboutOtherWeapon}, discord.Option{Label: Punch, Value: Punch})
	out[0].Picked = true
	return out
}
