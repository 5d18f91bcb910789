package bot

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/ruleset"
)

// vocabulary is what a ruleset's file calls damage, resistances and conditions, and what readers of languages see for it. They can type either (WO-15).
type vocabulary struct {
	rs      *ruleset.Ruleset
	readers []*lang.Language
	damage  forms // of what can follow an amount, once it is needed
}

// wording puts what was typed in translation into the form of the ruleset's file.
type wording func(v *vocabulary, text string) string

// fightVocabulary returns the vocabulary of the fight's ruleset, for the asker and for what everyone reads.
func (tx *transaction) fightVocabulary() *vocabulary {
	return &vocabulary{rs: tx.rs, readers: []*lang.Language{tx.own, tx.all}}
}

// savedVocabularies are those of all rulesets for which something is saved. It is kept in the form of a file, as fights read nothing that is saved in
// translation. A text that a ruleset can read as typed is kept. Otherwise, all of its names are those of one ruleset: the first that can read the whole
// text, or if there is none, of weapons the one that can read the most amounts.
type savedVocabularies []*vocabulary

func vocabulariesOf(rules []*ruleset.Ruleset, l *lang.Language) savedVocabularies {
	out := make(savedVocabularies, len(rules))
	for i, rs := range rules {
		out[i] = &vocabulary{rs: rs, readers: []*lang.Language{words.Under(l, rs)}}
	}
	return out
}

// likelyRulesets returns all of the server's rulesets. The one of the channel's fight goes first, then the one of new fights: what is saved is most likely
// typed for these.
func (b *Bot) likelyRulesets(ctx context.Context, r *discord.Request) ([]*ruleset.Ruleset, error) {
	server, err := b.rulesets.forServer(ctx, r.Guild)
	if err != nil {
		return nil, err
	}
	preset, err := b.preset(ctx, r)
	if err != nil {
		return nil, err
	}
	var here *ruleset.Ruleset
	_, err = b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) { here = tx.rs; return nil, nil })
	if err != nil && !errors.Is(err, card.ErrUnreadable) && !errors.Is(err, engine.ErrNewer) { // these don't keep anybody from saving a character
		return nil, err
	}
	var out []*ruleset.Ruleset
	for _, rs := range append([]*ruleset.Ruleset{here, preset}, server.all()...) {
		if rs != nil && !slices.ContainsFunc(out, func(x *ruleset.Ruleset) bool { return x.Hash == rs.Hash }) {
			out = append(out, rs)
		}
	}
	return out, nil
}

// stats returns what [play.SavedResistances] needs: stats in the form of a ruleset's file.
func (all savedVocabularies) stats(text string) func(rs *ruleset.Ruleset) string {
	return func(rs *ruleset.Ruleset) string {
		return all[slices.IndexFunc(all, func(v *vocabulary) bool { return v.rs == rs })].stats(text)
	}
}

// weapons returns weapons, separated by semicolons, with their damage in the form of a file.
func (all savedVocabularies) weapons(text string) string {
	out, most := text, -1
	for _, v := range all {
		kept := v.weapons(text)
		if kept == text {
			continue
		}
		if most < 0 {
			for _, v := range all {
				most = max(most, v.amountsRead(text))
			}
		}
		if n := v.amountsRead(kept); n > most {
			out, most = kept, n
		}
	}
	return out
}

// amount returns an amount of damage in the form of a file.
func (all savedVocabularies) amount(text string) string {
	if slices.ContainsFunc(all, func(v *vocabulary) bool { return v.reads(text) }) {
		return text
	}
	for _, v := range all {
		if kept := v.amount(text); v.reads(kept) {
			return kept
		}
	}
	return text
}

// forms maps what can be typed, in lower case, to the file's name.
type forms struct {
	names   map[string]meaning
	longest int // of what can be typed, in bytes
}

// meaning is the name that a word stands for. The name is empty if it could be several.
type meaning struct {
	name string
	rank int // lower ranks take precedence
}

// forms returns the forms of names of these kinds. File names take precedence, then the readers' languages, then the file's other translations. Ambiguous
// words are left out; earlier kinds take precedence.
func (v *vocabulary) forms(kinds ...[]string) forms {
	out, rank := forms{names: make(map[string]meaning, (2+len(v.rs.Words))*len(slices.Concat(kinds...)))}, 0
	add := func(typed, name string) {
		if typed == "" {
			return
		}
		typed = strings.ToLower(typed)
		switch has, is := out.names[typed]; {
		case !is || has.name == "" && has.rank < rank:
			out.names[typed], out.longest = meaning{name, rank}, max(out.longest, len(typed))
		case has.rank == rank && has.name != name:
			out.names[typed] = meaning{"", rank}
		}
	}
	each := func(fn func(name string)) {
		for _, kind := range kinds {
			rank++
			for _, name := range kind {
				fn(name)
			}
		}
	}
	each(func(name string) { add(name, name) })
	for _, l := range v.readers {
		each(func(name string) { add(l.Term(name), name) })
	}
	each(func(name string) {
		for _, words := range v.rs.Words {
			add(words[name]["other"], name)
		}
	})
	return out
}

// amount returns an amount of damage with its kinds and marks as in the file.
func (v *vocabulary) amount(text string) string {
	if v.damage.names == nil {
		v.damage = v.forms(v.rs.Damage.Names())
	}
	return rewritten(text, v.damage, nil)
}

// weaponDamage matches the parts of a weapon that have kinds of damage: "2d6 fire", "damage 5 cold", "type piercing".
var weaponDamage = regexp.MustCompile(`(?i)^\s*(?:(damage|type)\s|[+-]?\s*\d|d\s*[\d%])`)

// eachAmount returns weapons, separated by semicolons, with fn applied to the parts that have kinds of damage. A weapon without a comma is only a name.
func eachAmount(weapons string, fn func(part string) string) string {
	all := strings.Split(weapons, ";")
	for i, weapon := range all {
		parts := strings.Split(weapon, ",")
		for j := 1; j < len(parts); j++ {
			if weaponDamage.MatchString(parts[j]) {
				parts[j] = fn(parts[j])
			}
		}
		all[i] = strings.Join(parts, ",")
	}
	return strings.Join(all, ";")
}

// weapons returns weapons with their damage as in the file.
func (v *vocabulary) weapons(text string) string { return eachAmount(text, v.amount) }

// amountsRead returns the number of parts of weapons that have kinds of damage, all of which the ruleset knows.
func (v *vocabulary) amountsRead(weapons string) (n int) {
	eachAmount(weapons, func(part string) string {
		if v.reads(part) {
			n++
		}
		return part
	})
	return n
}

// reads reports whether the ruleset knows all kinds of damage in an amount or in such a part of a weapon.
func (v *vocabulary) reads(part string) bool {
	if m := weaponDamage.FindStringSubmatch(part); m != nil && m[1] != "" {
		part = part[len(m[0]):]
		if strings.EqualFold(m[1], "type") {
			part = "1 " + part
		}
	}
	_, err := v.rs.Damage.ParseAmount(part)
	return err == nil
}

// stats returns stats with the resistances as in the file, and the conditions that somebody can't have (NU-27). Everything else is as it was typed: what a
// language calls a kind of damage can be a stat of another ruleset.
func (v *vocabulary) stats(text string) string {
	if v.rs.Damage == nil {
		return text
	}
	var words []string
	for _, w := range v.rs.Damage.Words {
		words = append(words, w.Word)
	}
	return v.resistances(text, v.forms(words))
}

// changes returns changes of an effect with the resistances and the damage as in the file.
func (v *vocabulary) changes(text string) string {
	if v.rs.Damage == nil {
		return text
	}
	return v.resistances(text, v.listed(v.rs.Damage.Typed()))
}

// listed returns the forms in a list of resistances, which the key of a stat ends.
func (v *vocabulary) listed(kinds ...[]string) forms {
	out := v.forms(kinds...)
	for _, key := range v.rs.StatKeys() {
		out.names[key], out.longest = meaning{name: key}, max(out.longest, len(key))
	}
	return out
}

// resistances returns a text with each list of resistances in it as in the file. outside are the forms between lists.
func (v *vocabulary) resistances(text string, outside forms) string {
	damage, keys := v.rs.Damage.Typed(), v.rs.StatKeys()
	list := sync.OnceValue(func() forms { return v.listed(damage) })
	immune := sync.OnceValue(func() forms { return v.listed(v.rs.Resistible()[len(damage):], damage) })
	return rewritten(text, outside, func(name string, now forms) forms {
		switch does := v.rs.Damage.Does(name); {
		case does == ruleset.DoesNone:
			return immune()
		case does != "" || name == ruleset.ExceptOf:
			return list()
		case name == ";" || slices.Contains(keys, name):
			return outside
		}
		return now
	})
}

// rewritten returns a text with each of the names in it in the form of the file. after returns the forms that count after a name or a semicolon. If it is
// nil, they are always the same. Otherwise the text is a list, in which a Japanese comma is one.
func rewritten(text string, now forms, after func(name string, now forms) forms) string {
	var b strings.Builder
	for begins := true; text != ""; {
		if begins {
			if typed, name := now.at(text); typed != "" {
				if strings.EqualFold(typed, name) {
					name = typed
				}
				b.WriteString(name)
				text, begins = text[len(typed):], false
				if after != nil {
					now = after(strings.ToLower(name), now)
				}
				continue
			}
		}
		r, n := utf8.DecodeRuneInString(text)
		switch {
		case after != nil && r == '、':
			b.WriteByte(',')
		case after != nil && r == ';':
			now = after(";", now)
			fallthrough
		default:
			b.WriteString(text[:n])
		}
		text, begins = text[n:], separates(r)
	}
	return b.String()
}

// at returns the longest of the names that a text begins with, as it was typed and in the form of the file. A space in a form matches any run of spaces.
func (f forms) at(text string) (typed, name string) {
	var lower []byte
	for i, r := range text {
		if len(lower) > f.longest {
			return typed, name
		}
		if meant := f.names[string(lower)].name; meant != "" && endsName(text[i:]) {
			typed, name = text[:i], meant
		}
		if !unicode.IsSpace(r) {
			lower = utf8.AppendRune(lower, unicode.ToLower(r))
		} else if i > 0 && lower[len(lower)-1] != ' ' {
			lower = append(lower, ' ')
		} else if i == 0 {
			return "", ""
		}
	}
	if meant := f.names[string(lower)].name; meant != "" {
		typed, name = text, meant
	}
	return typed, name
}

// glued matches a further term of an amount that follows a name without a space.
var glued = regexp.MustCompile(`^[-−]\s*(?:\d|d\s*[\d%])`)

func endsName(rest string) bool {
	r, _ := utf8.DecodeRuneInString(rest)
	return rest == "" || separates(r) || glued.MatchString(rest)
}

// separates reports whether names can stand next to the character.
func separates(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;:=+、", r) }
