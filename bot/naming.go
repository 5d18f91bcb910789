package bot

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/ruleset"
)

// naming is a kind of names that the bot shows in the reader's language. They can also be typed in that language, and are kept in one form (WO-15).
type naming struct {
	values func(tx *transaction) []string                                 // as they are kept
	given  func(tx *transaction) []string                                 // what people have called something of the kind, which takes precedence; nil: nothing
	called func(tx *transaction, l *lang.Language, value string) []string // what a value can be called, the name to suggest first
	meant  func(tx *transaction, typed string) []string                   // what the asker means by a name that only the asker knows; nil: nothing
}

// The kinds of names.
var (
	effectNames = &naming{ // only the file's conditions and common effects have words in languages; others are called what people call them
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
	checkNames = &naming{ // effects with a check, and states at 0 hit points
		values: func(tx *transaction) []string { return append(effectNames.values(tx), tx.downStates()...) },
		given:  effectNames.given,
		called: func(tx *transaction, l *lang.Language, value string) []string {
			if slices.Contains(tx.downStates(), value) {
				return []string{words.DownStateName(l, value)}
			}
			return effectNames.called(tx, l, value)
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
	absorbNames = &naming{
		values: func(tx *transaction) []string { return tx.rs.AbsorbKeys() },
		called: func(tx *transaction, l *lang.Language, value string) []string {
			if a := tx.rs.Absorb(value); a != nil {
				return []string{value, l.Term(a.Words())}
			}
			return nil
		},
	}
	restNames = &naming{
		values: func(tx *transaction) []string { return tx.rs.RestNames() },
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
	// whom is anyone or anything in the order, or a side.
	whom = &naming{
		values: func(tx *transaction) []string {
			out := []string{engine.Party, engine.Foes}
			for _, e := range tx.rs.Events {
				out = append(out, e.Name)
			}
			for _, name := range tx.names() {
				if tx.own.Called(name) != name || tx.all.Called(name) != name {
					out = append(out, name)
				}
			}
			return out
		},
		given: (*transaction).names,
		called: func(tx *transaction, l *lang.Language, value string) []string {
			switch {
			case value == engine.Party, value == engine.Foes:
				return []string{l.Label("list.bare-side", lang.Side("side", value), lang.Name("name", value)), l.Label("list.name", lang.Side("name", value))}
			case value == play.EndOfRound:
				return []string{words.DurationName(l, value)}
			case tx.rs != nil && tx.rs.Event(value) != nil:
				return term(tx, l, value)
			}
			return []string{tx.calledBoth(l, value)}
		},
		meant: (*transaction).unmasked,
	}
	// sideNames is whom without the names that only the GM knows.
	sideNames = &naming{values: whom.values, given: whom.given, called: whom.called}
)

func term(_ *transaction, l *lang.Language, value string) []string { return []string{l.Term(value)} }

// suggest suggests names in the asker's language. It finds them by that or by the form in which they are kept.
func (tx *transaction) suggest(of *naming, before, input string, values []string) []discord.Choice {
	return suggestAs(before, input, values, func(value string) string { return of.called(tx, tx.own, value)[0] })
}

// complete suggests all names of a kind that the fight's ruleset has.
func (of *naming) complete(tx *transaction, input string) []discord.Choice {
	if tx.rs == nil {
		return nil
	}
	return tx.suggest(of, "", input, of.values(tx))
}

// kept returns a name in the form in which the fight keeps it, if it was typed as the asker or the fight's readers see it.
func (tx *transaction) kept(of *naming, typed string) string {
	values := of.values(tx)
	same := func(name string) bool { return engine.SameName(name, typed) }
	if slices.ContainsFunc(values, same) {
		return typed
	}
	if of.given != nil && tx.j != nil && slices.ContainsFunc(of.given(tx), same) {
		return typed
	}
	i := slices.IndexFunc(values, func(value string) bool {
		return slices.ContainsFunc(of.called(tx, tx.own, value), same) || slices.ContainsFunc(of.called(tx, tx.all, value), same)
	})
	if i >= 0 {
		return values[i]
	}
	if of.meant != nil {
		if names := of.meant(tx, strings.TrimSpace(typed)); len(names) > 0 {
			return strings.Join(names, ", ")
		}
	}
	return typed
}

// calledBoth returns what a name is called in a language: for a masked combatant both names, if the asker knows them (NU-33).
func (tx *transaction) calledBoth(l *lang.Language, name string) string {
	for _, c := range tx.combatants() {
		if c.Name == name && c.RealName != "" {
			return words.Called(l, c)
		}
	}
	return l.Called(name)
}

// unmasked returns the masks of those that the asker, as the GM, knows by a name (NU-33): of one combatant, of a whole group, or of several. A number
// after a slash means one of several turns.
func (tx *transaction) unmasked(typed string) []string {
	s := tx.seen()
	if s == nil || typed == "" || s.HasSide(typed) {
		return nil
	}
	place := ""
	who := s.Masked(typed)
	if i := strings.LastIndexByte(typed, '/'); who == nil && i > 0 {
		who, place = s.Masked(strings.TrimSpace(typed[:i])), typed[i:]
	}
	var names []string
	if who == nil { // both names, as they are shown
		who = slices.DeleteFunc(tx.combatants(), func(c *engine.Combatant) bool {
			return c.RealName == "" || !engine.SameName(words.Called(tx.own, c), typed)
		})
	}
	for _, c := range who {
		names = append(names, c.Name+place)
	}
	if len(who) < 2 {
		return names
	}
	groups := s.NumberedGroups()
	if u := s.Unit(who[0].Unit); u != nil {
		groups = append(groups, u.Name)
	}
	for _, group := range groups {
		if _, members := s.Named(group, func(*engine.Combatant) bool { return true }); len(members) == len(who) &&
			!slices.ContainsFunc(who, func(c *engine.Combatant) bool { return !slices.Contains(members, c) }) {
			return []string{group + place}
		}
	}
	return names
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
			if text == "" {
				continue
			}
			if now := tx.keptOption(o, text); now != text {
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

// keptOption returns what was typed for an option with its names in the form in which the fight keeps them.
func (tx *transaction) keptOption(o option, text string) string {
	switch {
	case o.words != nil:
		return o.words(tx.fightVocabulary(), text)
	case o.of == nil:
		return text
	}
	parts, between := []string{text}, ""
	switch {
	case o.levels:
		between = "+"
	case o.of == whom: // whose names have no commas
		between = ","
	}
	if between != "" {
		parts = strings.Split(text, between)
	}
	for i, part := range parts {
		switch name, score, both := cutLast(part); {
		case o.levels:
			parts[i] = tx.keptLevel(o.of, strings.TrimSpace(part))
		case o.dice && both:
			parts[i] = tx.kept(o.of, name) + score
		default:
			parts[i] = tx.kept(o.of, part)
		}
	}
	return strings.Join(parts, between)
}

// keptLevel is [transaction.kept] for a name that a level may follow, as in "Frightened 3".
func (tx *transaction) keptLevel(of *naming, typed string) string {
	if whole := tx.kept(of, typed); whole != typed {
		return whole
	}
	name, level, both := cutLast(typed)
	if _, err := strconv.Atoi(strings.TrimSpace(level)); err != nil || !both {
		return typed
	}
	return tx.kept(of, name) + level
}

// keptIn returns what a line in a form says for an option of a command, with its names in the form in which the fight keeps them: as if the command had
// been typed.
func (tx *transaction) keptIn(command, option, value string) string {
	for _, o := range tx.b.commands[command].options {
		if o.name == option {
			return tx.keptOption(o, value)
		}
	}
	return value
}

// keptPrepared returns a prepared save that was typed outside of fights, with its names as in the first ruleset that knows them, whether they were typed in
// the ruleset's words or in the reader's (WO-15).
func keptPrepared(vocabularies savedVocabularies, p engine.Prepared) engine.Prepared {
	for _, name := range []struct {
		text *string
		option
	}{{&p.Save, option{of: saveNames}}, {&p.Effect, option{of: effectNames, levels: true}}, {&p.Pool, option{of: poolNames}}} {
		for _, v := range vocabularies {
			tx := &transaction{rs: v.rs, own: v.readers[0], all: v.readers[0]}
			if kept := tx.keptOption(name.option, *name.text); kept != *name.text {
				*name.text = kept
				break
			}
		}
	}
	p.Amount = vocabularies.amount(p.Amount)
	return p
}

// cutLast splits a name from what was rolled for it, as in "Goblin 12" and "Goblin: 12". The latter begins with what stands between them.
func cutLast(text string) (name, score string, both bool) {
	text = strings.TrimSpace(text)
	name = strings.TrimRight(text[:strings.LastIndexAny(text, " =:")+1], " =:")
	return name, text[len(name):], name != ""
}
