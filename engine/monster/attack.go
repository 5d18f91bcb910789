package monster

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/ruleset"
)

// Kind says whether an attack is made up close or from a distance.
type Kind string

// The kinds of attacks. Melee is the default.
const (
	Melee  Kind = "melee"
	Ranged Kind = "ranged"
	Either Kind = "melee or ranged"
)

// Attack is one attack of a monster.
type Attack struct {
	Name   string   `json:"name"`
	Kind   Kind     `json:"kind,omitempty"`
	Bonus  *int     `json:"bonus,omitempty"` // the whole bonus to hit; nil if the ruleset works it out
	Damage []Damage `json:"damage,omitempty"`
	Reach  int      `json:"reach,omitempty"`
	Range  int      `json:"range,omitempty"`
	Text   string   `json:"text,omitempty"` // what else it does, one line, shown as written
	More   string   `json:"more,omitempty"` // other options of a saved weapon: "attribute dex, shock 2/AC 15"
}

// Damage is one part of an attack's damage: the dice, and the type of damage, which may be empty.
type Damage struct{ Dice, Type string }

// MarshalText returns the damage as people write it: "2d6+2 slashing".
func (d Damage) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads what MarshalText writes. It accepts any text; see [ParseDamage].
func (d *Damage) UnmarshalText(text []byte) error {
	*d = splitDamage(string(text))
	return nil
}

// String returns the damage as people write it.
func (d Damage) String() string { return strings.TrimSpace(d.Dice + " " + d.Type) }

// splitDamage splits dice from the words after them.
func splitDamage(text string) Damage {
	words := strings.Fields(text)
	cut := slices.IndexFunc(words, func(w string) bool { return !strings.ContainsAny(w, "0123456789+-−%") })
	if cut < 0 {
		cut = len(words)
	}
	return Damage{strings.Join(words[:cut], ""), strings.Join(words[cut:], " ")}
}

// ParseDamage reads one part of an attack's damage, such as "2d6+2 slashing". It reports whether the text is valid.
func ParseDamage(text string) (d Damage, ok bool) {
	d = splitDamage(text)
	expr, err := dice.Parse(d.Dice)
	if err != nil || strings.ContainsAny(d.Type, ",;\n") {
		return Damage{}, false
	}
	d.Dice = expr.String()
	return d, true
}

// dice returns the dice of all parts added together, or "0" if there are none.
func (a *Attack) dice() string {
	out := make([]string, len(a.Damage))
	for i, d := range a.Damage {
		out[i] = d.Dice
	}
	if len(out) == 0 {
		return "0"
	}
	return strings.ReplaceAll(strings.Join(out, "+"), "+-", "-")
}

// amount returns the damage of an attack with several parts, each with its type: "2d10+8 piercing + 2d6 fire". ok is false if there is only
// one part, or if a part has no type or one that can't follow dice.
func (a *Attack) amount() (text string, ok bool) {
	if len(a.Damage) < 2 {
		return "", false
	}
	out := make([]string, len(a.Damage))
	for i, d := range a.Damage {
		out[i] = d.String()
		if d.Type == "" {
			return "", false
		}
	}
	text = strings.ReplaceAll(strings.Join(out, " + "), "+ -", "- ")
	amount, err := (*ruleset.Damage)(nil).ParseSavedAmount(text)
	return text, err == nil && amount.Names != nil
}

// types returns the types of damage: "piercing + fire".
func (a *Attack) types() string {
	var out []string
	for _, d := range a.Damage {
		if d.Type != "" {
			out = append(out, d.Type)
		}
	}
	return strings.Join(out, " + ")
}

// Weapon returns the attack as a saved weapon: "Bite, melee, hit 14, 2d10+8 piercing + 2d6 fire".
func (a *Attack) Weapon() string {
	parts := []string{a.Name}
	if a.Kind == Ranged {
		parts = append(parts, string(Ranged))
	} else {
		parts = append(parts, string(Melee))
	}
	if a.Bonus != nil {
		parts = append(parts, option("hit", strconv.Itoa(*a.Bonus)))
	}
	if amount, ok := a.amount(); ok {
		parts = append(parts, amount)
	} else {
		parts = append(parts, a.dice())
		if a.types() != "" {
			parts = append(parts, option("type", a.types()))
		}
	}
	if a.More != "" {
		parts = append(parts, a.More)
	}
	return strings.Join(parts, ", ")
}

// option returns an option of a weapon as people type it, such as "hit 14".
func option(key, value string) string { return key + " " + value }

// ParseWeapon reads a saved weapon as an attack. Errors are *[engine.Error].
func ParseWeapon(text string) (Attack, error) {
	text = strings.TrimSpace(text)
	if err := play.CheckWeapon(text); err != nil {
		return Attack{}, err
	}
	parts := strings.Split(text, ",")
	a := Attack{Name: strings.TrimSpace(parts[0]), Kind: Melee}
	if play.Ranged(text) {
		a.Kind = Ranged
	}
	var more []string
	kind := ""
	for _, part := range parts[1:] {
		part = strings.Join(strings.Fields(part), " ")
		key, value, _ := strings.Cut(strings.ToLower(part), " ")
		n, err := strconv.Atoi(value)
		switch {
		case part == "" || key == "melee" || key == "ranged" || key == "range":
		case key == "hit" && err == nil:
			a.Bonus = &n
		case key == "type":
			kind = strings.TrimSpace(part[len(key):])
		case key == "damage":
			a.Damage = dealt(value)
		default:
			if d := dealt(part); d != nil {
				a.Damage = d
			} else {
				more = append(more, part)
			}
		}
	}
	if len(a.Damage) > 0 && a.Damage[0].Type == "" {
		a.Damage[0].Type = kind
	}
	a.More = strings.Join(more, ", ")
	return a, nil
}

// dealt splits an amount of damage into its parts, each with the names written after it. It returns nil if the text isn't an amount.
func dealt(text string) []Damage {
	amount, err := (*ruleset.Damage)(nil).ParseSavedAmount(text)
	if err != nil {
		return nil
	}
	var out []Damage
	for _, p := range amount.Parts() {
		out = append(out, Damage{p.Dice.String(), strings.Join(p.Names, " ")})
	}
	return out
}

// MaxDamage is the maximum length of one part of an attack's damage, including its type, in characters.
const MaxDamage = 100

// Fits reports whether the parts of an attack's damage are short enough for a file.
func (a *Attack) Fits() bool {
	return !slices.ContainsFunc(a.Damage, func(d Damage) bool { return utf8.RuneCountInString(d.String()) > MaxDamage })
}

// Check refuses an attack that can't be written as a weapon. Errors are *[engine.Error].
func (a *Attack) Check() error { return play.CheckWeapon(a.Weapon()) }

// ParseWeapons reads weapons separated by semicolons. Errors are *[engine.Error].
func ParseWeapons(text string) ([]Attack, error) {
	var out []Attack
	for part := range strings.SplitSeq(text, ";") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		a, err := ParseWeapon(part)
		if err != nil {
			return nil, err
		}
		out = slices.DeleteFunc(out, func(b Attack) bool { return engine.SameName(a.Name, b.Name) })
		out = append(out, a)
	}
	return out, nil
}
