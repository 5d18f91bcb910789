package statblock

import (
	"regexp"
	"strconv"
	"strings"

	"roundel/engine/loosejson"
	"roundel/engine/monster"
)

// The phrases that stat blocks use for attacks, saves and counts (MO-34).
var (
	attackPhrase    = regexp.MustCompile(`(?i)\b(melee or ranged|melee|ranged)(?: weapon| spell)? attack(?: roll)?:\s*([+−-]?\d{1,3})\b`)
	hitNote         = regexp.MustCompile(`(?i)\battack(?: roll)?:\s*[+−-]?\d{1,3}\s*(?:to hit\s*)?\(([^()]{3,150})\)`)
	hitPhrase       = regexp.MustCompile(`(?i)\bhit(?: or miss)?:\s*`)
	diceDamage      = regexp.MustCompile(`(?i)\b\d{1,5}\s*\([^()]{1,40}\)\s+[a-z]{3,20}\s+damage`) // where "Hit:" is left out
	damagePhrase    = regexp.MustCompile(`(?i)^(?:\d{1,5}\s*\(([^()]{1,40})\)|\(?(\d{0,3}d\d{1,4}(?:\s*[+−–-]\s*\d{1,4})?)\)?|(\d{1,5}))\s+([a-z]{3,20})\s+damage`)
	plusPhrase      = regexp.MustCompile(`(?i)^,?\s*(?:plus|and)\s+`)
	conditionPhrase = regexp.MustCompile(`(?i)^,?\s*(?:if|when|while|unless|against|to (?:a|any|each))\b`)
	reachPhrase     = regexp.MustCompile(`(?i)\breach\s+(\d{1,4})\s*(?:ft|feet)`)
	rangePhrase     = regexp.MustCompile(`(?i)\brange\s+(\d{1,4})(?:/\d{1,5})?\s*(?:ft|feet)`)
	legendaryPhrase = regexp.MustCompile(`(?i)\b(\d)\s+legendary actions?\b`)

	savePhrase  = regexp.MustCompile(`(?i)\bDC (\d{1,2}) (str|dex|con|int|wis|cha)[a-z]* saving throw|\b(str|dex|con|int|wis|cha)[a-z]* saving throw: DC (\d{1,2})\b`)
	damageWord  = regexp.MustCompile(`(?i)\bdamage\b`)
	takesPhrase = regexp.MustCompile(`(?i)\b(?:taking|takes|take|failure:)\s+`)
	halfPhrase  = regexp.MustCompile(`(?i)\b(?:(by|to|of)\s+(?:only\s+)?)?half (?:as much\b|(?:of )?(?:(?:the|this|that) )?(?:(its|his|her|their|any) |[a-z]{3,20} )?damage\b(\s+(?:dealt|done))?)`)
	halfAlone   = regexp.MustCompile(`(?i)` + // "half" without "damage" after it
		`(?:\bsucce(?:eds?|ss(?:ful (?:save|saving throw|one))?)[,:]?(?:\s+(?:it|they|(?:the|an?|each) [a-z]+))?(?:\s+takes?)?|\bdamage,? or)\s+(?:only\s+)?half(?:\s*(?:[.,;:!(]|$)|\s+(?:and|but)\b)|` +
		`(?:\b(?:takes?|taking|and|or|but)|[,;:])\s+(?:only\s+)?half\s+(?:on|if|with)\b[^.,;]{0,20}\b(?:succe|save)|` +
		`\bsucce[^.;]{0,30}\b(?:the|this|that) damage is (?:halved|reduced (?:by|to) half)\b`)
	eitherSave = regexp.MustCompile(`(?i)\b(?:strength|dexterity|constitution|intelligence|wisdom|charisma) or $`)
	areaPhrase = regexp.MustCompile(`(?i)\b(\d{1,4})-(?:foot|ft\.?)[- ](cone|line|cube|emanation|radius)\b`)
	eachPhrase = regexp.MustCompile(`(?i)\b(?:each|every|all|any)\b[^.]{0,30}\b(?:creature|target|enem|foe)`)
	onePhrase  = regexp.MustCompile(`(?i)\b(?:one|a|an|the|that|another)\s+(?:\w+\s+){0,2}(?:creature|target|humanoid|beast|enemy|foe)\b`)
)

// parseAttack reads the text of an attack: "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 5 (1d6 + 2) slashing damage." ok is
// false if the text isn't an attack. If an attack deals no damage, its text says what it does.
func parseAttack(text string) (a monster.Attack, ok bool) {
	m := attackPhrase.FindStringSubmatch(text)
	if m == nil {
		return a, false
	}
	bonus, ok := loosejson.Whole(m[2])
	if !ok {
		return a, false
	}
	a.Kind, a.Bonus = monster.Kind(strings.ToLower(m[1])), &bonus
	a.Reach, a.Range = feet(reachPhrase, text), feet(rangePhrase, text)
	rest := ""
	if at := hitPhrase.FindStringIndex(text); at != nil {
		rest = text[at[1]:]
	} else if at := diceDamage.FindStringIndex(text); at != nil {
		rest = text[at[0]:]
	}
	a.Damage, rest = parseDamage(rest)
	var words []string
	if m := hitNote.FindStringSubmatch(text); m != nil { // "+5 (with Advantage if …)"
		words = append(words, capital(m[1])+".")
	}
	if rest = strings.TrimLeft(rest, ".,; "); len(rest) > 1 {
		words = append(words, capital(rest))
	}
	a.Text = strings.Join(words, " ")
	return a, true
}

// feet returns the distance in a phrase, or 0 if the text doesn't have it.
func feet(phrase *regexp.Regexp, text string) int {
	m := phrase.FindStringSubmatch(text)
	if m == nil {
		return 0
	}
	n, _ := strconv.Atoi(m[1]) // four digits at most
	return n
}

// parseDamage reads the damage at the beginning of a text, part by part: "5 (1d6 + 2) slashing damage plus 3 (1d6) fire damage". Damage that
// has a condition is left in the text. rest is what follows.
func parseDamage(text string) (out []monster.Damage, rest string) {
	for next := text; ; {
		m := damagePhrase.FindStringSubmatch(next)
		if m == nil {
			return out, text
		}
		d, ok := monster.ParseDamage(strings.ReplaceAll(m[1]+m[2]+m[3], " ", "") + " " + strings.ToLower(m[4]))
		after := next[len(m[0]):]
		if !ok || len(out) == 6 || conditionPhrase.MatchString(after) {
			return out, text
		}
		out, text = append(out, d), after
		plus := plusPhrase.FindString(text)
		if plus == "" {
			return out, text
		}
		next = text[len(plus):]
	}
}

// parseSave reads the save that an ability asks others for. saves reports whether the text has one. ok is false if it has several, or damage
// that isn't understood; the ability then stays unchanged.
func parseSave(text string, a *monster.Ability) (saves, ok bool) {
	all := savePhrase.FindAllStringSubmatchIndex(text, 2)
	if len(all) == 0 {
		return false, false
	}
	if len(all) > 1 || eitherSave.MatchString(text[:all[0][0]]) {
		return true, false
	}
	m := savePhrase.FindStringSubmatch(text)
	dc, _ := strconv.Atoi(m[1] + m[4]) // two digits at most
	rest := text[all[0][1]:]
	var damage []monster.Damage
	if at := takesPhrase.FindStringIndex(rest); at != nil {
		damage, _ = parseDamage(rest[at[1]:])
	}
	if damage == nil && damageWord.MatchString(rest) {
		return true, false
	}
	a.Save, a.Damage = &monster.Save{Stat: strings.ToLower(m[2] + m[3]), DC: dc}, damage
	a.Half = damage != nil && halves(rest)
	a.Area = areaOf(text)
	a.One = a.Area == "" && one(text)
	return true, true
}

// halves reports whether a text says that a save halves the damage. "Equal to half the damage" and "half the damage dealt to it" don't count.
func halves(text string) bool {
	for _, m := range halfPhrase.FindAllStringSubmatch(text, -1) {
		if strings.Join(m[1:], "") == "" {
			return true
		}
	}
	return halfAlone.MatchString(text)
}

// areaOf returns the area in a text, such as "60-foot cone", or "".
func areaOf(text string) string {
	if m := areaPhrase.FindStringSubmatch(text); m != nil {
		return m[1] + "-foot " + strings.ToLower(m[2])
	}
	return ""
}

// one reports whether a text says that there is only one target.
func one(text string) bool { return !eachPhrase.MatchString(text) && onePhrase.MatchString(text) }
