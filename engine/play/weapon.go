package play

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// The attributes that a weapon can name, as typed.
const (
	strength  = "str"
	dexterity = "dex"
)

// weapon is what an attack is made with: a saved weapon, changed by the command's options.
type weapon struct {
	name      string
	ranged    bool
	damage    ruleset.Amount // names are as typed, until a ruleset has read them
	typed     bool           // the damage was typed for this attack, so unknown names are refused
	attribute string         // "str", "dex", "best" or empty
	shock     int
	shockAC   int // 0 if it has no Shock
	traumaDie int // 0 if it has no Trauma Die
	traumaMod int // added to the Trauma Die
	rating    int
	hit       *int
	modifier  int
	punch     bool   // adds the skill to damage (CS-11, RI-10)
	skill     string // the stat of its skill, if it names one (RI-9)
	kind      string // the type of its damage, only for people
}

var (
	skillPattern  = regexp.MustCompile(`^[a-z][a-z0-9_]{0,23}$`)
	shockPattern  = regexp.MustCompile(`(?i)^(\d{1,3})\s*(?:points?)?\s*/\s*ac\s*(\d{1,3})$`)
	traumaPattern = regexp.MustCompile(`(?i)^1?d(\d{1,3})\s*(?:([+−-])\s*(\d{1,2}))?\s*/\s*x\s*(\d{1,2})$`)
)

// CheckWeapon refuses a weapon that can't be used for attacks. A valid one is "Laser pistol, ranged, 1d6, attribute dex, shock 1/AC 15".
// Errors are *[engine.Error] with code Invalid.
func CheckWeapon(text string) error {
	w, err := parseWeapon(text)
	if err == nil && w.damage.Dice == nil && !w.punch {
		err = engine.Refuse(engine.Invalid, reason.WeaponDamage, engine.Args{})
	}
	return err
}

// Ranged reports whether a saved weapon only works at range. One that can't be read doesn't.
func Ranged(text string) bool {
	w, err := parseWeapon(text)
	return err == nil && w.ranged
}

// parseWeapon parses a saved weapon, like "Laser pistol, ranged, 1d6, attribute dex, shock 1/AC 15".
func parseWeapon(text string) (weapon, error) {
	parts := strings.Split(text, ",")
	w := weapon{name: strings.TrimSpace(parts[0])}
	if err := engine.CheckText(w.name, 50, reason.WeaponName); err != nil {
		return w, err
	}
	w.punch = engine.SameName(w.name, "Punch")
	for _, part := range parts[1:] {
		if err := w.setOption(strings.TrimSpace(part)); err != nil {
			return w, err
		}
	}
	return w, nil
}

func (w *weapon) setOption(text string) error {
	key, value, _ := strings.Cut(text, " ")
	value = strings.TrimSpace(value)
	switch strings.ToLower(key) {
	case "":
		return nil
	case "type":
		w.kind = value
		return nil
	case "melee", "ranged":
		return w.setRange(key)
	case "attribute":
		return w.setAttribute(value)
	case "skill":
		w.skill = strings.ToLower(value)
		if !skillPattern.MatchString(w.skill) {
			return engine.Refuse(engine.Invalid, reason.SkillForm, engine.Args{Text: value})
		}
		return nil
	case "shock":
		return w.setShock(value)
	case "trauma":
		return w.setTrauma(value)
	case "damage":
		return w.setDamage(value)
	case "range":
		return w.setRange(value)
	case "hit", "modifier":
		n, err := strconv.Atoi(value)
		if err != nil || max(n, -n) > maxBonus {
			return engine.Refuse(engine.Invalid, reason.WeaponNumber, engine.Args{Text: value, Option: strings.ToLower(key), Low: -maxBonus, High: maxBonus})
		}
		if strings.EqualFold(key, "hit") {
			w.hit = &n
		} else {
			w.modifier = n
		}
		return nil
	}
	if had := w.damage.Dice != nil; had {
		if err := w.setDamage(text); err != nil || w.damage.Names != nil { // a second amount, or something like "80 feet"
			return damageForm(text)
		}
		return nil
	}
	return w.setDamage(text)
}

// amount returns the damage with the names as the ruleset knows them (NU-4).
func (w *weapon) amount(rs *ruleset.Ruleset) (ruleset.Amount, error) {
	if w.damage.Dice == nil {
		return w.damage, nil
	}
	read := rs.Damage.ParseSavedAmount
	if w.typed {
		read = rs.Damage.ParseAmount
	}
	a, err := read(w.damage.String())
	if err != nil {
		return a, unknownKind(err, rs)
	}
	if rs.Damage == nil {
		a.Names = nil
	}
	return a.Typed(rs.Damage.TypeNames(w.kind)), nil
}

func damageForm(text string) error {
	return engine.Refuse(engine.Invalid, reason.DamageForm, engine.Args{Text: strings.TrimSpace(text)})
}

func (w *weapon) setRange(text string) error {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "melee":
		w.ranged = false
	case "ranged":
		w.ranged = true
	default:
		return engine.Refuse(engine.Invalid, reason.Range, engine.Args{Text: text, Names: []string{"melee", "ranged"}})
	}
	return nil
}

func (w *weapon) setAttribute(text string) error {
	w.attribute = strings.ToLower(strings.TrimSpace(text))
	if known := []string{strength, dexterity, "best"}; !slices.Contains(known, w.attribute) {
		return engine.Refuse(engine.Invalid, reason.Attribute, engine.Args{Text: text, Names: known})
	}
	return nil
}

func (w *weapon) setDamage(text string) error {
	amount, err := (*ruleset.Damage)(nil).ParseSavedAmount(text)
	if err != nil {
		return damageForm(text)
	}
	w.damage = amount
	return nil
}

func (w *weapon) setShock(text string) error {
	m := shockPattern.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		return engine.Refuse(engine.Invalid, reason.ShockForm, engine.Args{Text: strings.TrimSpace(text)})
	}
	w.shock, _ = strconv.Atoi(m[1]) // at most three digits, so it always fits
	w.shockAC, _ = strconv.Atoi(m[2])
	return nil
}

func (w *weapon) setTrauma(text string) error {
	m := traumaPattern.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		return engine.Refuse(engine.Invalid, reason.TraumaForm, engine.Args{Text: strings.TrimSpace(text)})
	}
	w.traumaDie, _ = strconv.Atoi(m[1])
	w.traumaMod, _ = strconv.Atoi(m[3])
	if m[2] != "" && m[2] != "+" {
		w.traumaMod = -w.traumaMod
	}
	w.rating, _ = strconv.Atoi(m[4])
	if w.traumaDie < 2 || w.rating < 1 {
		return engine.Refuse(engine.Invalid, reason.TraumaForm, engine.Args{Text: strings.TrimSpace(text)})
	}
	return nil
}

// text returns the weapon in the form that parseWeapon reads.
func (w *weapon) text() string {
	parts := []string{w.name}
	add := func(is bool, format string, args ...any) {
		if is {
			parts = append(parts, fmt.Sprintf(format, args...))
		}
	}
	add(w.ranged, "ranged")
	add(w.damage.Dice != nil, "%v", w.damage)
	add(w.attribute != "", "attribute %s", w.attribute)
	add(w.shockAC != 0, "shock %d/AC %d", w.shock, w.shockAC)
	add(w.traumaDie != 0 && w.traumaMod == 0, "trauma d%d/x%d", w.traumaDie, w.rating)
	add(w.traumaDie != 0 && w.traumaMod != 0, "trauma d%d%+d/x%d", w.traumaDie, w.traumaMod, w.rating)
	add(w.skill != "", "skill %s", w.skill)
	if w.hit != nil {
		add(true, "hit %d", *w.hit)
	}
	add(w.modifier != 0, "modifier %d", w.modifier)
	add(w.kind != "", "type %s", w.kind)
	return strings.Join(parts, ", ")
}

// toRemember returns the weapon of an attack if the command spelled it out, so that its name is enough next time. It returns "" if the weapon
// is saved, built in, or was only named.
func (a *attack) toRemember() string {
	if !strings.Contains(a.Weapon, ",") && a.Damage == "" || a.weapon.name == "" || engine.SameName(a.weapon.name, "Punch") {
		return ""
	}
	for _, saved := range Weapons(a.Attacker) {
		if name, _, _ := strings.Cut(saved, ","); engine.SameName(strings.TrimSpace(name), a.weapon.name) {
			return ""
		}
	}
	w := a.weapon
	w.modifier -= a.Modifier // that was for this attack only
	text := w.text()
	if _, err := parseWeapon(text); err != nil || slices.Contains(a.Attacker.Typed, text) {
		return ""
	}
	return text
}

// Arms returns the weapons that a combatant can name: the saved ones, then those typed in this fight.
func Arms(c *engine.Combatant) []string { return append(Weapons(c), c.Typed...) }

// Weapons returns a combatant's saved weapons, as typed.
func Weapons(c *engine.Combatant) []string {
	var out []string
	for line := range strings.Lines(c.Weapon) {
		line = strings.TrimSpace(line)
		if line != "" {
			out = append(out, line)
		}
	}
	return out
}

// readWeapon returns the weapon of the attack, changed by the command's options.
func (a *attack) readWeapon() (weapon, error) {
	w, err := a.baseWeapon()
	if err != nil {
		return w, err
	}
	for _, part := range []struct {
		text string
		set  func(string) error
	}{{a.Range, w.setRange}, {a.Attribute, w.setAttribute}, {a.Damage, w.setDamage}, {a.Shock, w.setShock}, {a.Trauma, w.setTrauma}} {
		if strings.TrimSpace(part.text) != "" {
			if err := part.set(part.text); err != nil {
				return w, err
			}
		}
	}
	w.typed = w.typed || strings.TrimSpace(a.Damage) != ""
	if a.Hit != nil {
		w.hit = a.Hit
	}
	w.modifier += a.Modifier
	return w, nil
}

// baseWeapon returns the weapon before the command's options: Punch, one that the combatant has saved, one typed earlier in the fight, or one
// spelled out in the command. Without a name, it is the first saved weapon.
func (a *attack) baseWeapon() (weapon, error) {
	name := strings.TrimSpace(a.Weapon)
	for i, text := range Weapons(a.Attacker) {
		saved, err := parseWeapon(text)
		meant := name != "" && engine.SameName(name, saved.name) || name == "" && i == 0 && a.Damage == ""
		if !meant {
			continue
		}
		if a.Damage != "" {
			err = nil
		}
		return saved, err
	}
	for _, text := range a.Attacker.Typed {
		if w, err := parseWeapon(text); a.Damage == "" && engine.SameName(name, w.name) {
			return w, err
		}
	}
	switch {
	case name == "":
		return weapon{}, nil
	case strings.Contains(name, ","):
		w, err := parseWeapon(name)
		w.typed = true
		return w, err
	case engine.SameName(name, "Punch"):
		return weapon{name: "Punch", punch: true, damage: ruleset.Amount{Dice: dice.Expr{{N: 1, Sides: 2}}}}, nil
	case a.Damage != "":
		return weapon{name: name}, nil
	}
	return weapon{}, engine.Refuse(engine.NotFound, reason.UnknownWeapon, engine.Args{Name: a.Attacker.Name, Text: name})
}
