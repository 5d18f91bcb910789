package sheet

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/monster"
	"roundel/engine/strictyaml"
)

// own reads the bot's own file of a character.
type own struct {
	strictyaml.Reader
	s     *Sheet
	named bool // the character gets a name other than the file's
}

// readOwn reads the bot's own file (CR-24). Only its first two keys are required.
func readOwn(text []byte, name string) (*Sheet, []Left, error) {
	r := &own{named: name != "", s: &Sheet{Format: Roundel, Numbers: map[string]int{}, Saves: map[string]int{}, Skills: map[string]int{}}}
	k := r.keys()
	if r.Open(text, strictyaml.File{What: k.Of, Most: monster.MaxBytes, Marks: monster.MaxBytes / 4}, k.Spec()) {
		k.Read(r.Root)
		r.twice()
		if n := len(r.s.Numbers) + len(r.s.Saves) + len(r.s.Skills); n > MaxNumbers {
			r.Problem(r.Root, "numbers, saves and skills: there can be at most %d together, not %d", MaxNumbers, n)
		}
	}
	if len(r.Problems) > 0 {
		return nil, nil, strictyaml.Sorted(r.Problems)
	}
	r.s.Name = engine.CleanName(clean(cmp.Or(name, r.s.Name)))
	if engine.CheckName(r.s.Name) != nil {
		return nil, nil, ErrName
	}
	return r.s, nil, nil
}

// Keys returns every key that the bot's own file of a character can have.
func Keys() strictyaml.Spec { return (&own{s: &Sheet{}}).keys().Spec() }

var hpPattern = regexp.MustCompile(`^\d{1,6}(\s*/\s*\d{1,6})?$`)

func (r *own) keys() *strictyaml.Keys {
	k := strictyaml.NewKeys("a character")
	k.Format()
	k.Text("character", "the name", &r.s.Name, strictyaml.Text(1, 100)).Then(func(n *strictyaml.Node) {
		if !r.named && engine.CheckName(n.Text) != nil {
			r.Problem(n, "character: a name has at most %d characters that can be seen, and no commas; change it, or type another one in the option name", engine.MaxName)
		}
	}).Must()
	k.Add("hp", "hit points: present and maximum, such as 31/38, or only the maximum", strictyaml.Pattern(hpPattern, "a whole number such as 38, or two such as 31/38"), r.hp)
	k.Add("numbers", "numbers by name, such as level, ac and the modifiers str to cha", numbersBy("a number"), r.into(&r.s.Numbers))
	k.Add("saves", "bonuses of saves by name, such as dex_save or reflex", numbersBy("a save"), r.into(&r.s.Saves))
	k.Add("skills", "bonuses of skills by name, such as stealth", numbersBy("a skill"), r.into(&r.s.Skills))
	k.Add("stats", "own stats, by the keys of rulesets", numbersBy("a stat"), func(n *strictyaml.Node) {
		for _, e := range n.Entries {
			if v, err := strconv.Atoi(e.Value.Text); err == nil {
				r.s.Stats = append(r.s.Stats, engine.StatPair{Key: e.Key.Text, Value: v})
			}
		}
	})
	k.Add("attacks", "attacks", strictyaml.ListOf(r.attackKeys(&monster.Attack{}).Spec(), MaxAttacks, "a list of at most 20 attacks"), r.attacks)
	rolls := strictyaml.Spec{Names: &strictyaml.Named{Of: "a roll", About: "its name, and the dice", Spec: strictyaml.Text(1, 200), Most: MaxRolls, Length: 32,
		What: "at most 32 characters", Fold: true}, What: "a mapping of names to dice, such as {Sneak attack: 3d6}"}
	k.Add("rolls", "named rolls, with names of the numbers above", rolls, r.rolls)
	k.Add("defences", "what it resists, is immune to, and is weak to; shown only", r.defenceKeys().Spec(), func(n *strictyaml.Node) { r.defenceKeys().Read(n) })
	k.Text("check", "what is rolled for checks, with the name modifier", &r.s.Check, strictyaml.Text(1, 100)).Then(func(n *strictyaml.Node) {
		roll, err := dice.ParseNotation(n.Text, dice.Products|dice.Mods|dice.Names)
		if err != nil || !roll.HasDice() || !slices.Equal(roll.Names(), []string{"modifier"}) {
			r.Problem(n, "check: must be a roll with the name modifier, such as d20 + modifier, not %s", strictyaml.Quote(n.Text))
		}
	})
	return k
}

// numbersBy returns what a mapping of names to numbers takes. of says what one of them is.
func numbersBy(of string) strictyaml.Spec {
	return strictyaml.Spec{Names: &strictyaml.Named{Of: of, About: "the name, and the number", Spec: strictyaml.Number(-MaxValue, MaxValue), Most: MaxNumbers, Pattern: keyPattern, Length: 40,
		What: "at most 40 small letters, digits and underscores, with a letter first"}, What: "a mapping of names to whole numbers, such as {stealth: 10}"}
}

// into returns a function that reads numbers by name.
func (r *own) into(out *map[string]int) func(n *strictyaml.Node) {
	return func(n *strictyaml.Node) {
		for _, e := range n.Entries {
			if !IsKey(e.Key.Text) && keyPattern.MatchString(e.Key.Text) {
				r.Problem(e.Key, "%s: this word means something else in rolls; choose another name", e.Key.Text)
			}
			if v, err := strconv.Atoi(e.Value.Text); err == nil && *out != nil {
				(*out)[e.Key.Text] = v
			}
		}
	}
}

// twice reports names that stand for two numbers, and hit points among the stats.
func (r *own) twice() {
	of := map[string]string{}
	for _, key := range []string{"numbers", "saves", "skills", "stats"} {
		n := r.Root.Get(key)
		if n == nil {
			continue
		}
		for _, e := range n.Entries {
			switch before := of[e.Key.Text]; {
			case key == "stats" && e.Key.Text == "hp":
				r.Problem(e.Key, "stats: write hit points as the key hp, above")
			case key == "stats": // these have names of their own
			case before != "":
				r.Problem(e.Key, "%s: this name is among the %s, too; give each a name of its own", strictyaml.Clip(e.Key.Text), before)
			default:
				of[e.Key.Text] = key
			}
		}
	}
}

func (r *own) hp(n *strictyaml.Node) {
	first, second, both := strings.Cut(n.Text, "/")
	now, err := strconv.Atoi(strings.TrimSpace(first))
	most := now
	if err == nil && both {
		most, err = strconv.Atoi(strings.TrimSpace(second))
	}
	switch {
	case err != nil || most < 1 || most > engine.MaxHP:
		r.Problem(n, "hp: the maximum must be from 1 to %d", engine.MaxHP)
	case now > most:
		r.Problem(n, "hp: %d is more than the maximum of %d; write present and maximum, such as 31/38", now, most)
	default:
		if r.s.MaxHP = most; both {
			r.s.HP = &now
		}
	}
}

func (r *own) attackKeys(a *monster.Attack) *strictyaml.Keys {
	k := strictyaml.NewKeys("an attack")
	k.Text("name", "what it is called", &a.Name, strictyaml.Text(1, 50)).Then(func(n *strictyaml.Node) {
		if strings.ContainsAny(n.Text, ",;") {
			r.Problem(n, "name: the name of an attack can't have commas or semicolons")
		}
	}).Must()
	strictyaml.Choice(k, "kind", "how far it reaches; default: `melee`", &a.Kind, monster.Melee, monster.Ranged, monster.Either)
	k.Add("bonus", "the whole bonus to hit", strictyaml.Number(-MaxValue, MaxValue), func(n *strictyaml.Node) {
		if v, err := strconv.Atoi(n.Text); err == nil {
			a.Bonus = &v
		}
	}).Must()
	k.Add("damage", "its damage, each part with its type", strictyaml.ListOf(strictyaml.Text(1, monster.MaxDamage), MaxParts, "dice such as 1d8+4 piercing, or a list of at most 6"), func(n *strictyaml.Node) {
		for _, item := range n.List() {
			d, ok := monster.ParseDamage(item.Text)
			if !ok && item.Kind == strictyaml.Scalar {
				r.Problem(item, "damage: must be dice with the type of damage after them, such as 1d8+4 piercing, not %s", strictyaml.Quote(item.Text))
			}
			a.Damage = append(a.Damage, d)
		}
	})
	return k
}

func (r *own) attacks(n *strictyaml.Node) {
	for _, item := range n.List() {
		if item.Kind != strictyaml.Mapping {
			continue
		}
		before := len(r.Problems)
		a := monster.Attack{Kind: monster.Melee}
		r.attackKeys(&a).Read(item)
		a.Name = clean(a.Name)
		switch name := item.Get("name"); {
		case name == nil: // reported already
		case slices.ContainsFunc(r.s.Attacks, func(b monster.Attack) bool { return engine.SameName(a.Name, b.Name) }):
			r.Problem(name, "name: there are two attacks called %s; give each a name of its own", strictyaml.Clip(a.Name))
		case len(r.Problems) == before && a.Check() != nil:
			r.Problem(item, "an attack like this can't be made; %s has to be shorter and without line breaks", strictyaml.Clip(a.Name))
		}
		r.s.Attacks = append(r.s.Attacks, a)
	}
}

func (r *own) rolls(n *strictyaml.Node) {
	for _, e := range n.Entries {
		if e.Value.Kind != strictyaml.Scalar {
			continue
		}
		if _, err := dice.ParseNotation(e.Value.Text, dice.All); err != nil {
			r.Problem(e.Value, "%s: must be a roll such as 3d6 or d10 + level, not %s", strictyaml.Clip(e.Key.Text), strictyaml.Quote(e.Value.Text))
		}
		if _, err := dice.Parse(e.Key.Text); err == nil {
			r.Problem(e.Key, "%s: the name of a roll can't be dice itself", strictyaml.Clip(e.Key.Text))
		}
		r.s.Rolls = append(r.s.Rolls, Roll{clean(e.Key.Text), clean(e.Value.Text)})
	}
}

func (r *own) defenceKeys() *strictyaml.Keys {
	k := strictyaml.NewKeys("defences")
	list := strictyaml.ListOf(strictyaml.Text(1, 60), maxListed, "a list of at most 40 texts, such as [fire]")
	texts := func(name, about string, into *[]string) {
		k.Add(name, about, list, func(n *strictyaml.Node) {
			for _, text := range n.Texts() {
				*into = append(*into, clean(text))
			}
		})
	}
	texts("resists", "what it resists", &r.s.Defence.Resists)
	texts("immune", "what it is immune to", &r.s.Defence.Immune)
	texts("weak", "what it is weak to", &r.s.Defence.Weak)
	return k
}

// Write returns a sheet as a file that [Read] reads as the same sheet, but for where it came from.
func Write(s *Sheet) []byte {
	lines := []string{"roundel: 1", "character: " + quoted(s.Name)}
	switch {
	case s.MaxHP > 0 && s.HP != nil:
		lines = append(lines, fmt.Sprintf("hp: %d/%d", *s.HP, s.MaxHP))
	case s.MaxHP > 0:
		lines = append(lines, fmt.Sprintf("hp: %d", s.MaxHP))
	}
	mapping := func(key string, m map[string]int) {
		var out []string
		for _, name := range sorted(m) {
			out = append(out, fmt.Sprintf("%s: %d", quoted(name), m[name]))
		}
		if len(out) > 0 {
			lines = append(lines, key+": {"+strings.Join(out, ", ")+"}")
		}
	}
	mapping("numbers", s.Numbers)
	mapping("saves", s.Saves)
	mapping("skills", s.Skills)
	if len(s.Stats) > 0 {
		out := make([]string, len(s.Stats))
		for i, g := range s.Stats {
			out[i] = fmt.Sprintf("%s: %d", quoted(g.Key), g.Value)
		}
		lines = append(lines, "stats: {"+strings.Join(out, ", ")+"}")
	}
	if len(s.Attacks) > 0 {
		lines = append(lines, "attacks:")
		for _, a := range s.Attacks {
			line := "  - {name: " + quoted(a.Name)
			if a.Kind != "" {
				line += ", kind: " + string(a.Kind)
			}
			if a.Bonus != nil {
				line += fmt.Sprintf(", bonus: %d", *a.Bonus)
			}
			if len(a.Damage) > 0 {
				var parts []string
				for _, d := range a.Damage {
					parts = append(parts, quoted(d.String()))
				}
				line += ", damage: [" + strings.Join(parts, ", ") + "]"
			}
			lines = append(lines, line+"}")
		}
	}
	if len(s.Rolls) > 0 {
		lines = append(lines, "rolls:")
		for _, roll := range s.Rolls {
			lines = append(lines, "  "+quoted(roll.Name)+": "+quoted(roll.Dice))
		}
	}
	var defences []string
	for _, list := range []struct {
		key string
		of  []string
	}{{"resists", s.Defence.Resists}, {"immune", s.Defence.Immune}, {"weak", s.Defence.Weak}} {
		var out []string
		for _, text := range list.of {
			out = append(out, quoted(text))
		}
		if len(out) > 0 {
			defences = append(defences, list.key+": ["+strings.Join(out, ", ")+"]")
		}
	}
	if len(defences) > 0 {
		lines = append(lines, "defences: {"+strings.Join(defences, ", ")+"}")
	}
	if s.Check != "" {
		lines = append(lines, "check: "+quoted(s.Check))
	}
	return []byte(strings.Join(lines, "\n") + "\n")
}

// plainWord matches texts that mean themselves in YAML without quotes.
var plainWord = regexp.MustCompile(`^[a-z][a-z_]*$`)

// quoted returns a text as a scalar of YAML.
func quoted(text string) string {
	if plainWord.MatchString(text) && !slices.Contains([]string{"y", "n", "yes", "no", "true", "false", "on", "off", "null"}, text) {
		return text
	}
	var out strings.Builder
	out.WriteByte('"')
	for _, c := range text {
		switch {
		case c == '"' || c == '\\':
			out.WriteByte('\\')
			out.WriteRune(c)
		case c < 0x20 || c == 0x7f || c == utf8.RuneError:
			fmt.Fprintf(&out, `\u%04x`, c)
		default:
			out.WriteRune(c)
		}
	}
	out.WriteByte('"')
	return out.String()
}
