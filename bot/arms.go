package bot

import (
	"slices"
	"strings"

	"roundel/bot/discord"

	"roundel/bot/words"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/ruleset"
)

// Punch is the built-in weapon. The next two stand for a skill test without a weapon, and OtherWeapon for a weapon that is only its
// damage dice. NoEdge stands for neither edge, because a menu can't have empty values.
const (
	Punch       = "Punch"
	MeleeSkill  = "~melee"
	RangedSkill = "~ranged"
	OtherWeapon = "~other"
	NoEdge      = "normal"
)

// weaponOptions returns the weapons that these combatants have, the first one picked.
func weaponOptions(who []*engine.Combatant, rs *ruleset.Ruleset) []discord.Option {
	var out []discord.Option
	add := func(weapons []string) {
		for _, weapon := range weapons {
			name, about := split(weapon)
			if name != "" && !slices.ContainsFunc(out, func(o discord.Option) bool { return engine.SameName(o.Value, name) }) {
				out = append(out, discord.Option{Label: words.Visible(name), Value: name, About: words.Visible(about)})
			}
		}
	}
	for _, c := range who {
		add(play.Weapons(c))
	}
	if len(out) == 0 && rs.Attack.Form == ruleset.SkillTest {
		out = append(out, discord.Option{Label: words.MeleeWeapon, Value: MeleeSkill, About: words.AboutSkill(rs.Attack.Stats.Melee)},
			discord.Option{Label: words.RangedWeapon, Value: RangedSkill, About: words.AboutSkill(rs.Attack.Stats.Ranged)})
	}
	for _, c := range who {
		add(c.Typed)
	}
	out = out[:min(len(out), mostOptions-1)]
	if !slices.ContainsFunc(out, func(o discord.Option) bool { return engine.SameName(o.Value, Punch) }) {
		out = append(out, discord.Option{Label: Punch, Value: Punch})
	}
	out[0].Picked = true
	return out
}

// split splits a saved weapon into its name and the rest.
func split(weapon string) (name, about string) {
	name, about, _ = strings.Cut(weapon, ",")
	return strings.TrimSpace(name), strings.TrimSpace(about)
}

// weaponNames returns the names of a combatant's saved weapons.
func weaponNames(c *engine.Combatant) []string {
	var out []string
	for _, weapon := range play.Weapons(c) {
		name, _ := split(weapon)
		out = append(out, name)
	}
	return out
}

// Pick selects one option of a menu, if the menu has it, and deselects all others.
func pickOption(options []discord.Option, value string) {
	for i := range options {
		options[i].Picked = options[i].Value == value
	}
}

// edgeOptions returns the edges that an attack can have (RS-73), the usual one picked.
func edgeOptions() []discord.Option {
	return []discord.Option{{Label: words.NoEdge, Value: NoEdge, Picked: true},
		{Label: words.Edge(engine.Advantage), Value: string(engine.Advantage)},
		{Label: words.Edge(engine.Disadvantage), Value: string(engine.Disadvantage)}}
}

// freeAttackOptions returns the weapons for a free attack, the first one picked: the saved ones that aren't ranged, one whose dice are typed,
// and Punch. Free attacks are melee attacks.
func freeAttackOptions(c *engine.Combatant) []discord.Option {
	var out []discord.Option
	for _, weapon := range play.Arms(c) {
		name, _ := split(weapon)
		if name != "" && !play.Ranged(weapon) && !engine.SameName(name, Punch) && len(out) < mostOptions-2 {
			out = append(out, discord.Option{Label: words.Visible(name), Value: name})
		}
	}
	out = append(out, discord.Option{Label: words.OtherWeapon, Value: OtherWeapon, About: words.AboutOtherWeapon}, discord.Option{Label: Punch, Value: Punch})
	out[0].Picked = true
	return out
}
