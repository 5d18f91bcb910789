package bot

import (
	"maps"
	"slices"
	"strings"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/ruleset"
)

// naming is a kind of names that the bot shows in the reader's language. They can be typed in that form, too, and are kept in their own (WO-15).
type naming struct {
	values func(tx *transaction) []string                                 // as they are kept
	given  func(tx *transaction) []string                                 // what people have called something of the kind, which goes before; nil: nothing
	called func(tx *transaction, l *lang.Language, value string) []string // what a value can be called, the name to suggest first
}

// The kinds of names.
var (
	effectNames = &naming{ // only the file's conditions have words in languages; other effects are called what people call them
		values: (*transaction).conditions,
		given: func(tx *transaction) []string {
			var out []string
			for _, e := range tx.shown() {
				out = append(out, e.Name)
			}
			return out
		},
		called: func(tx *transaction, l *lang.Language, value string) []string {
			if tx.rs != nil && tx.rs.Condition(value) != nil || slices.Contains(words.CommonEffects(), value) {
				return term(tx, l, value)
			}
			return []string{value}
		},
	}
	counterNames = &naming{
		values: func(tx *transaction) []string {
			var out []string
			for _, c := range tx.rs.Counters {
				out = append(out, c.Name)
			}
			return out
		},
		called: term,
	}
	poolNames = &naming{
		values: func(tx *transaction) []string {
			var out []string
			for _, p := range tx.rs.Turn {
				out = append(out, p.Typed())
			}
			return out
		},
		called: func(_ *transaction, l *lang.Language, value string) []string {
			key := ruleset.PoolKey(value)
			if l.Tag == "en" && l.Term(key) == key {
				return []string{value}
			}
			return []string{l.Noun(key, 1), l.Noun(key, 2), l.Term(key)}
		},
	}
	// whom is anyone or anything in the order, and a side.
	whom = &naming{
		values: func(tx *transaction) []string {
			out := []string{engine.Party, engine.Foes}
			for _, e := range tx.rs.Events {
				out = append(out, e.Name)
			}
			return out
		},
		given: (*transaction).names,
		called: func(tx *transaction, l *lang.Language, value string) []string {
			switch {
			case value == engine.Party, value == engine.Foes:
				return []string{l.Label("list.bare-side", lang.Side("side", value), lang.Name("name", value)), l.Label("list.name", lang.Side("name", value))}
			case value == play.EndOfRound:
				return []string{durationName(l, value)}
			case tx.rs != nil && tx.rs.Event(value) != nil:
				return term(tx, l, value)
			}
			return []string{value}
		},
	}
)

func term(_ *transaction, l *lang.Language, value string) []string { return []string{l.Term(value)} }

// suggest suggests names in the asker's language. It finds them by either form.
func (tx *transaction) suggest(of *naming, before, input string, values []string) []discord.Choice {
	return suggestAs(before, input, values, func(value string) string { return of.called(tx, tx.own, value)[0] })
}

// kept returns a name in the form in which the fight keeps it, if it was typed as the asker or the fight's readers see it.
func (tx *transaction) kept(of *naming, typed string) string {
	values := of.values(tx)
	same := func(name string) bool { return engine.SameName(name, typed) }
	if slices.ContainsFunc(values, same) {
		return typed
	}
	i := slices.IndexFunc(values, func(value string) bool {
		return slices.ContainsFunc(of.called(tx, tx.own, value), same) || slices.ContainsFunc(of.called(tx, tx.all, value), same)
	})
	if i < 0 || of.given != nil && slices.ContainsFunc(of.given(tx), same) {
		return typed
	}
	return values[i]
}

// keepNames puts the names that were typed into the form in which the fight keeps them.
func (tx *transaction) keepNames() {
	if tx.rs == nil || tx.route == nil || tx.r.Kind == discord.Completing {
		return
	}
	given, was := Options(nil), tx.given()
	for _, o := range tx.route.options {
		for _, name := range []string{o.name, o.name + "_more"} {
			text := was[name]
			if o.of == nil || text == "" {
				continue
			}
			parts := []string{text}
			if o.of == whom { // whose names have no commas
				parts = strings.Split(text, ",")
			}
			for i, part := range parts {
				if name, score, both := cutLast(part); o.dice && both {
					parts[i] = tx.kept(o.of, name) + " " + score
				} else {
					parts[i] = tx.kept(o.of, part)
				}
			}
			if now := strings.Join(parts, ","); now != text {
				if given == nil {
					given = maps.Clone(was)
				}
				given[name] = now
			}
		}
	}
	if given == nil {
		return
	}
	r := *tx.r
	if r.Kind == discord.Typed {
		r.Options = given
	} else {
		r.Fields = given
	}
	tx.r = &r
}

// cutLast splits a text before its last word.
func cutLast(text string) (before, last string, both bool) {
	text = strings.TrimSpace(text)
	i := strings.LastIndexByte(text, ' ')
	return text[:max(i, 0)], text[i+1:], i > 0
}
