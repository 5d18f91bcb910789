package statblock

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/loosejson"
	"roundel/engine/monster"
)

// abilities returns the six abilities in the order of a stat block.
func abilities() []string { return []string{"str", "dex", "con", "int", "wis", "cha"} }

// modifier returns the modifier of an ability's score, and whether there is a score.
func modifier(score any) (int, bool) {
	n, ok := loosejson.Whole(score)
	return int(math.Floor(float64(n-10) / 2)), ok
}

// stat sets a stat.
func (b *block) stat(key string, n int) {
	if b.m.Stats == nil {
		b.m.Stats = map[string]int{}
	}
	if n >= -monster.MaxStat && n <= monster.MaxStat {
		b.m.Stats[key] = n
	}
}

// statFrom returns a function for a row that sets a stat if the value is a whole number.
func statFrom(key string) func(b *block, v any) {
	return func(b *block, v any) {
		if n, ok := loosejson.Whole(v); ok {
			b.stat(key, n)
		}
	}
}

// countFrom is like statFrom, for numbers that mean nothing if they are 0.
func countFrom(key string) func(b *block, v any) {
	return func(b *block, v any) {
		if n, ok := loosejson.Whole(v); ok && n > 0 {
			b.stat(key, n)
		}
	}
}

// name sets the name.
func (b *block) name(v any) {
	text, _ := v.(string)
	b.m.Name = engine.CleanName(oneLine(text))
}

// hitPoints sets the hit points.
func (b *block) hitPoints(v any) {
	if n, ok := loosejson.Whole(v); ok && n > 0 && n <= engine.MaxHP {
		b.m.HP = n
	} else {
		b.miss(HitPoints, "")
	}
}

// hitDice sets the hit dice, which may be in parentheses.
func (b *block) hitDice(v any) {
	if loosejson.Empty(v) {
		return
	}
	text, _ := v.(string)
	text = strings.Trim(strings.TrimSpace(text), "()")
	if expr, err := dice.Parse(text); err == nil && expr.HasDice() {
		b.m.HitDice = expr.String()
	} else {
		b.miss(HitDice, "")
	}
}

// maxAC is the highest Armor Class that is believed.
const maxAC = 100

// armorClass sets the Armor Class from a number, an object with a number, or the first of a list of either.
func (b *block) armorClass(v any) {
	if list, ok := v.([]any); ok && len(list) > 0 {
		v = list[0]
	}
	if o, ok := v.(loosejson.Object); ok {
		v = cmp.Or(o.Get("ac"), o.Get("value"), o.Get("Value"))
	}
	if n, ok := loosejson.Whole(v); ok && n >= 0 && n <= maxAC {
		b.stat("ac", n)
	} else {
		b.miss(ArmorClass, "")
	}
}

// ability sets an ability's modifier, and its save, which is the same unless it has its own bonus.
func (b *block) ability(key string, mod int, save any) {
	b.stat(key+"_mod", mod)
	switch n, ok := loosejson.Whole(save); {
	case ok:
		b.stat(key, n)
	case loosejson.Empty(save):
		b.stat(key, mod)
	}
}

// initiative sets the initiative modifier to the Dexterity modifier plus more. It is missed if Dexterity is not known.
func (b *block) initiative(more int) {
	if mod, ok := b.m.Stats["dex_mod"]; ok {
		b.stat("init", mod+more)
	} else {
		b.miss(Initiative, "")
	}
}

// rating sets the challenge rating or level, which may be written as a fraction, a decimal number or a text.
func (b *block) rating(v any) {
	text := loosejson.Number(v)
	if short, ok := map[string]string{"0.125": "1/8", "0.25": "1/4", "0.5": "1/2"}[text]; ok {
		text = short
	}
	if n, err := strconv.ParseFloat(text, 64); err == nil && n == math.Trunc(n) && math.Abs(n) < 100 {
		text = strconv.Itoa(int(n))
	}
	switch {
	case monster.Rated(text):
		b.m.Rating = text
	case v != nil && text != "—" && text != "Unknown":
		b.miss(Rating, "")
	}
}

// is sets the description of the monster from its size and type.
func (b *block) is(size, kind string) {
	text := strings.ToLower(plain(size + " " + kind))
	text = strings.TrimSpace(text)
	if text != "" {
		b.m.Is = clip(capital(text), 60)
	}
}

// tags adds words to find the monster by.
func (b *block) tags(words []string) {
	for _, word := range words {
		word = strings.ToLower(oneLine(word))
		if word != "" && len([]rune(word)) <= 24 && len(b.m.Tags) < 8 && !slices.Contains(b.m.Tags, word) {
			b.m.Tags = append(b.m.Tags, word)
		}
	}
}

// lineFrom returns a function for a row that sets a field which is only shown, from a text or a list of texts.
func lineFrom(field func(m *monster.Monster) *string) func(b *block, v any) {
	return func(b *block, v any) {
		if text := plain(listed(v)); text != "" {
			*field(&b.m) = clip(text, 120)
		}
	}
}

func speedOf(m *monster.Monster) *string     { return &m.Speed }
func sensesOf(m *monster.Monster) *string    { return &m.Senses }
func languagesOf(m *monster.Monster) *string { return &m.Languages }

// listed returns a text, or the texts of a list separated by commas.
func listed(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case []any:
		return strings.Join(loosejson.Object{"": v}.Texts(""), ", ")
	}
	return ""
}

// resistible matches a word for what a monster can resist.
var resistible = regexp.MustCompile(`^\pL[\pL' -]{1,22}\pL$`)

// conditional matches words for more than one kind of damage, or for damage under a condition.
var conditional = regexp.MustCompile(`^all$| (?:from|and|except|while|if|in|that|with) |magical`)

// resistances adds what the monster resists, is immune to or is vulnerable to; word says which. A text may list several, separated by commas.
// Anything with a condition is missed, and so is anything that isn't a text.
func (b *block) resistances(word string, v any) {
	var names []string
	add := func(text string) {
		for part := range strings.SplitSeq(text, ";") {
			var plainly []string
			for name := range strings.SplitSeq(part, ",") {
				name = strings.TrimSpace(name)
				name = strings.ToLower(strings.TrimPrefix(name, "and "))
				if resistible.MatchString(name) && !conditional.MatchString(name) {
					plainly = append(plainly, name)
				} else if name != "" {
					plainly = nil
					b.miss(Resistance, word+" "+part)
					break
				}
			}
			names = append(names, plainly...)
		}
	}
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
	}
	for _, one := range list {
		switch one := one.(type) {
		case nil:
		case string:
			add(one)
		case loosejson.Object:
			if text := one.Text("name"); text != "" {
				add(text)
			} else {
				b.noted(word, one)
			}
		default:
			b.miss(Resistance, word)
		}
	}
	b.resisted(word, names)
}

// noted reports an object's resistances, with its note, as missed, and those of the objects inside it.
func (b *block) noted(word string, o loosejson.Object) {
	names := []string{word}
	for _, key := range []string{"resist", "immune", "vulnerable", "conditionImmune"} {
		names = append(names, strings.Join(o.Texts(key), ", "))
		for _, inside := range o.List(key) {
			b.noted(word, inside)
		}
	}
	names = append(names, o.Text("preNote"), o.Text("note"), o.Text("special"))
	b.miss(Resistance, strings.Join(names, " "))
}

// resisted adds names to the monster's resistances under a word.
func (b *block) resisted(word string, names []string) {
	var out []string
	for _, name := range names {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	if len(out) == 0 {
		return
	}
	text := word + " " + strings.Join(out, ", ")
	if strings.HasPrefix(strings.TrimSpace(lastOf(b.m.Resistances)), word+" ") {
		text = b.m.Resistances + ", " + strings.Join(out, ", ")
	} else if b.m.Resistances != "" {
		text = b.m.Resistances + "; " + text
	}
	if len([]rune(text)) > monster.MaxText {
		b.miss(Resistance, word)
		return
	}
	b.m.Resistances = text
}

// lastOf returns the last part of some resistances.
func lastOf(text string) string { return text[strings.LastIndex(text, ";")+1:] }

// resistFrom returns a function for a row that adds resistances under a word.
func resistFrom(word string) func(b *block, v any) {
	return func(b *block, v any) { b.resistances(word, v) }
}
