package statblock

import (
	"regexp"
	"strconv"
	"strings"

	"roundel/engine/monster"
)

// The phrases in which stat blocks of the game write attacks and counts.
var (
	attackPhrase    = regexp.MustCompile(`(?i)\b(melee or ranged|melee|ranged)(?: weapon| spell)? attack(?: roll)?:\s*([+−-]?\d{1,3})\b`)
	hitPhrase       = regexp.MustCompile(`(?i)\bhit(?: or miss)?:\s*`)
	damagePhrase    = regexp.MustCompile(`(?i)^(?:\d{1,5}\s*\(([^()]{1,40})\)|(\d{1,5}))\s+([a-z]{3,20})\s+damage`)
	plusPhrase      = regexp.MustCompile(`(?i)^,?\s*(?:plus|and)\s+`)
	legendaryPhrase = regexp.MustCompile(`(?i)\b(\d)\s+legendary actions\b`)
	resistPhrase    = regexp.MustCompile(`(?i)^legendary resistance\s*\((\d)\s*/\s*day`)
	rechargePhrase  = regexp.MustCompile(`(?i)\(recharge\s+([2-6])(?:\s*[-–—]\s*6)?\)`)
)

// parseAttack reads the text of an attack: "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 5 (1d6 + 2) slashing damage." It
// reports whether the text is an attack. An attack without damage has an effect that the text describes.
func parseAttack(text string) (a monster.Attack, ok bool) {
	m := attackPhrase.FindStringSubmatch(text)
	if m == nil {
		return a, false
	}
	bonus, ok := whole(m[2])
	if !ok {
		return a, false
	}
	a.Kind, a.Bonus = monster.Kind(strings.ToLower(m[1])), &bonus
	if at := hitPhrase.FindStringIndex(text); at != nil {
		a.Damage = parseDamage(text[at[1]:])
	}
	return a, true
}

// parseDamage reads the damage at the beginning of a text, part by part: "5 (1d6 + 2) slashing damage plus 3 (1d6) fire damage".
func parseDamage(text string) []monster.Damage {
	var out []monster.Damage
	for {
		m := damagePhrase.FindStringSubmatch(text)
		if m == nil {
			return out
		}
		notation := m[1] + m[2]
		d, ok := monster.ParseDamage(strings.ReplaceAll(notation, " ", "") + " " + strings.ToLower(m[3]))
		if !ok || len(out) == 6 {
			return out
		}
		out, text = append(out, d), text[len(m[0]):]
		plus := plusPhrase.FindString(text)
		if plus == "" {
			return out
		}
		text = text[len(plus):]
	}
}

// ability is a named ability of a stat block.
type ability struct{ name, text string }

// traits reads what the names of abilities say: legendary resistances, and the results on which abilities recharge.
func (b *block) traits(all []ability) {
	for _, a := range all {
		if m := resistPhrase.FindStringSubmatch(a.name); m != nil {
			n, _ := strconv.Atoi(m[1]) // one digit
			b.stat("resist", n)
		}
		if m := rechargePhrase.FindStringSubmatch(a.name); m != nil {
			n, _ := strconv.Atoi(m[1]) // one digit
			b.recharges[n] = true
		}
	}
}

// attacks reads the attacks among abilities, and notes the others as missed.
func (b *block) attacks(all []ability) {
	b.traits(all)
	for _, one := range all {
		a, ok := parseAttack(one.text)
		if !ok {
			b.miss(Action, one.name)
			continue
		}
		a.Name = one.name
		b.attack(a)
	}
}

// legendary reads the number of legendary actions from the text that introduces them.
func (b *block) legendary(some bool, text string) {
	if m := legendaryPhrase.FindStringSubmatch(text); m != nil {
		n, _ := strconv.Atoi(m[1]) // one digit
		b.stat("legendary", n)
	} else if some {
		b.miss(Legendary, "")
	}
}
