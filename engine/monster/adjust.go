package monster

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/formula"
	"roundel/engine/ruleset"
)

// Adjusted returns the monster made stronger or weaker (MO-31): its rating, the stats it has, its attacks, the damage and difficulty of its
// abilities, and its hit points. How much its hit points change depends on the original rating. Each number stays within the limits of a file.
func (m *Monster) Adjusted(a *ruleset.Adjustment) *Monster {
	out := *m
	out.Adjust, out.Rating = a.Word, a.Rated(m.Rating)
	out.Stats = maps.Clone(m.Stats)
	for _, change := range a.Stats {
		if n, has := out.Stats[change.Key]; has {
			out.Stats[change.Key] = within(-MaxStat, n+change.N, MaxStat)
		}
	}
	out.Attacks = slices.Clone(m.Attacks)
	for i := range out.Attacks {
		attack := &out.Attacks[i]
		if attack.Bonus != nil {
			bonus := within(-MaxBonus, *attack.Bonus+a.Hit, MaxBonus)
			attack.Bonus = &bonus
		}
		attack.Damage = moreDamage(attack.Damage, a.Damage)
	}
	out.Abilities = slices.Clone(m.Abilities)
	for i := range out.Abilities {
		ability := &out.Abilities[i]
		if ability.Save != nil {
			ability.Save = &Save{ability.Save.Stat, within(0, ability.Save.DC+a.DC, MaxDC)}
		}
		ability.Damage = moreDamage(ability.Damage, a.Damage)
	}
	out.Saves = slices.Clone(m.Saves)
	for i := range out.Saves {
		p := &out.Saves[i]
		p.DC = within(0, p.DC+a.DC, MaxDC)
		if p.Amount != "" {
			var parts []string
			for _, d := range moreDamage(dealt(p.Amount), a.Damage) {
				parts = append(parts, d.String())
			}
			p.Amount = strings.Join(parts, " + ")
		}
	}
	if hp := m.AverageHP(); hp > 0 {
		out.HP = within(1, hp+a.HitPoints(m.Rating), engine.MaxHP)
	}
	if m.HitDice != "" {
		out.HitDice = moreDice(m.HitDice, a.HitPoints(m.Rating))
	}
	return &out
}

// within returns the number in a range that is nearest to n.
func within(low, n, high int) int { return max(low, min(n, high)) }

// moreDamage returns damage with a number added to its first part.
func moreDamage(parts []Damage, n int) []Damage {
	if len(parts) == 0 {
		return parts
	}
	out := slices.Clone(parts)
	out[0].Dice = moreDice(out[0].Dice, n)
	return out
}

// moreDice returns dice with a number added: "2d6+4" and 2 give "2d6+6". It returns text unchanged if it isn't dice, or if the result wouldn't be.
func moreDice(text string, n int) string {
	more := plusNumber(text, n)
	if _, err := dice.Parse(more); err != nil {
		return text
	}
	return more
}

func plusNumber(text string, n int) string {
	x, err := dice.Parse(text)
	if err != nil {
		return text
	}
	counted, number := formula.Split(x)
	rolled := counted.String()
	number += n
	switch {
	case rolled == "" || rolled == "0":
		return strconv.Itoa(max(0, number))
	case number > 0:
		return rolled + "+" + strconv.Itoa(number)
	case number < 0:
		return rolled + strconv.Itoa(number)
	}
	return rolled
}
