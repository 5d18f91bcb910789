package bot

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine/ruleset"
)

// vocabulary is what rulesets' files call damage, resistances and conditions, and what readers of languages see for it. They can type either (WO-15).
type vocabulary struct {
	rules   []*ruleset.Ruleset
	readers func(rs *ruleset.Ruleset) []*lang.Language
}

// wording puts what was typed in translation into the form of the rulesets' files.
type wording func(v vocabulary, text string) string

// ofFight is the vocabulary of the fight's ruleset, for the asker and for what everyone reads.
func (tx *transaction) ofFight() vocabulary {
	return vocabulary{[]*ruleset.Ruleset{tx.rs}, func(*ruleset.Ruleset) []*lang.Language { return []*lang.Language{tx.own, tx.all} }}
}

// ofServer is the vocabulary for what is typed outside of fights, for any of the rulesets.
func ofServer(rules []*ruleset.Ruleset, l *lang.Language) vocabulary {
	return vocabulary{rules, func(rs *ruleset.Ruleset) []*lang.Language { return []*lang.Language{words.Under(l, rs)} }}
}

// forms returns the file's form of everything that can be typed for names of these kinds, by the latter in small letters. The form of any of the files goes
// first, then the readers' languages, then all that a file has words for. What could mean several names of a kind means none of them. Of several kinds, the
// first goes first.
func (v vocabulary) forms(kinds ...func(*ruleset.Ruleset) []string) map[string]string {
	out := map[string]string{}
	add := func(rs *ruleset.Ruleset, called func(name string) []string) {
		for _, kind := range kinds {
			meant := map[string]string{}
			for _, name := range kind(rs) {
				for _, typed := range called(name) {
					typed = strings.ToLower(typed)
					if other, is := meant[typed]; is && other != name {
						meant[typed] = ""
					} else {
						meant[typed] = name
					}
				}
			}
			for typed, name := range meant {
				if typed != "" && name != "" && out[typed] == "" {
					out[typed] = name
				}
			}
		}
	}
	for _, rs := range v.rules {
		add(rs, func(name string) []string { return []string{name} })
	}
	for _, rs := range v.rules {
		for _, l := range v.readers(rs) {
			add(rs, func(name string) []string { return []string{l.Term(name)} })
		}
		add(rs, func(name string) (called []string) {
			for _, words := range rs.Words {
				called = append(called, words[name]["other"])
			}
			return called
		})
	}
	return out
}

// amount returns an amount of damage with its kinds and marks as in the file.
func (v vocabulary) amount(text string) string {
	names := func(rs *ruleset.Ruleset) []string { return rs.Damage.Names() }
	return rewritten(text, v.forms(names), nil)
}

// weaponDamage matches the parts of a weapon that have kinds of damage: "2d6 fire", "damage 5 cold", "type piercing".
var weaponDamage = regexp.MustCompile(`(?i)^\s*(?:(?:damage|type)\s|[+-]?\s*\d|d\s*[\d%])`)

// weapons returns weapons, separated by semicolons, with their damage as in the file. A weapon without a comma is only a name.
func (v vocabulary) weapons(text string) string {
	all := strings.Split(text, ";")
	for i, weapon := range all {
		parts := strings.Split(weapon, ",")
		for j := 1; j < len(parts); j++ {
			if weaponDamage.MatchString(parts[j]) {
				parts[j] = v.amount(parts[j])
			}
		}
		all[i] = strings.Join(parts, ",")
	}
	return strings.Join(all, ";")
}

// stats returns stats or changes with the resistances as in the file, and the conditions that somebody can't have (NU-27).
func (v vocabulary) stats(text string) string {
	damage := func(rs *ruleset.Ruleset) []string { return rs.Damage.Typed() }
	conditions := func(rs *ruleset.Ruleset) []string { return rs.Resistible()[len(rs.Damage.Typed()):] }
	others, immune := v.forms(damage), v.forms(conditions, damage)
	immunity := map[string]bool{ruleset.ExceptOf: false} // whether conditions can stand after the word
	for _, rs := range v.rules {
		for _, key := range rs.StatKeys() {
			others[key], immune[key] = key, key
		}
		if rs.Damage == nil {
			continue
		}
		for _, w := range rs.Damage.Words {
			immunity[w.Word] = immunity[w.Word] || w.Does == ruleset.DoesNone
		}
	}
	return rewritten(text, others, func(name string) map[string]string {
		switch can, is := immunity[name]; {
		case can:
			return immune
		case is:
			return others
		}
		return nil
	})
}

// rewritten returns a text with each of the names in it in the form of the file. after returns the forms that count after a name; nil: the same as before.
func rewritten(text string, forms map[string]string, after func(name string) map[string]string) string {
	var b strings.Builder
	for begins := true; text != ""; {
		if typed, name := nameAt(text, forms); begins && typed != "" {
			if strings.EqualFold(typed, name) {
				name = typed
			}
			b.WriteString(name)
			text, begins = text[len(typed):], false
			if after != nil {
				if next := after(strings.ToLower(name)); next != nil {
					forms = next
				}
			}
			continue
		}
		r, n := utf8.DecodeRuneInString(text)
		b.WriteString(text[:n])
		text, begins = text[n:], separates(r)
	}
	return b.String()
}

// nameAt returns the longest of the names that a text begins with, as it was typed and in the form of the file.
func nameAt(text string, forms map[string]string) (typed, name string) {
	for form, meant := range forms {
		if rest, is := cutFold(text, form); is && endsName(rest) && len(text)-len(rest) > len(typed) {
			typed, name = text[:len(text)-len(rest)], meant
		}
	}
	return typed, name
}

// cutFold returns a text without the prefix, in which letters are small and a space stands for any number of them.
func cutFold(text, prefix string) (rest string, is bool) {
	for _, want := range prefix {
		r, n := utf8.DecodeRuneInString(text)
		if want == ' ' {
			n = len(text) - len(strings.TrimLeftFunc(text, unicode.IsSpace))
			r = ' '
		}
		if n == 0 || unicode.ToLower(r) != want {
			return "", false
		}
		text = text[n:]
	}
	return text, true
}

// glued matches a further term of an amount that follows a name without a space.
var glued = regexp.MustCompile(`^[-−]\s*(?:\d|d\s*[\d%])`)

func endsName(rest string) bool {
	r, _ := utf8.DecodeRuneInString(rest)
	return rest == "" || separates(r) || glued.MatchString(rest)
}

// separates reports whether names can stand next to the character.
func separates(r rune) bool { return unicode.IsSpace(r) || slices.Contains([]rune(",;:=+"), r) }
