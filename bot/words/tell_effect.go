package words

import (
	"slices"
	"time"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/ruleset"
)

// effect renders effects and long activities.
func (t *teller) effect(e engine.Event) string {
	switch e := e.(type) {
	case engine.EffectAdded:
		on, ok := t.target("who", &e.Effect)
		if ok && e.Effect.Activity {
			return lang.Together(t.l.Line("effect.long-starts", on, lang.Name("activity", e.Effect.Name), lang.Part("time", t.span(e.Effect.Remaining)),
				lang.Part("takes", t.besidesTime())), t.replaced(e))
		} else if ok {
			told := t.notes.once(t.rs, e.Effect)
			line := t.l.Line("effect.put", lang.Part("puts", putOn(t.s, t.rs, &told, on)))
			if EndsThisTurn(t.s, &e.Effect) {
				line = lang.Together(line, t.notes.fresh("", t.l.Line("effect.ends-this-turn")))
			}
			return lang.Together(line, t.notes.fresh(e.Effect.Name, t.checkAhead(&e.Effect, "each")), t.replaced(e))
		}
	case engine.EffectResisted:
		return t.aboutAll(e.Combatants, "effect.resisted", effectName("effect", t.rs, e.Name))
	case engine.EffectEnded:
		if on, ok := t.target("who", &e.Effect); ok {
			name := effectName("effect", t.rs, e.Effect.Name)
			if e.Effect.Activity {
				name = lang.Name("effect", e.Effect.Name)
			}
			switch {
			case e.Effect.Activity:
				return t.l.Line("effect.long-ends", on, lang.Flag("by_hand", e.ByHand), name)
			case e.ByHand:
				return t.l.Line("effect.removed", on, name)
			}
			return t.l.Line("effect.over", on, name)
		}
	case engine.EffectLevelSet:
		if f := t.s.Effect(e.Effect); f != nil {
			if on, ok := t.target("who", f); ok {
				return t.l.Line("effect.level-set", on, effectName("effect", t.rs, f.Name), lang.Flag("rises", e.Level > e.From), lang.Int("level", e.Level))
			}
		}
	}
	return ""
}

// replaced says which effect of the same name the new one replaces, and what is lost with it.
func (t *teller) replaced(e engine.EffectAdded) string {
	if e.Replaced == 0 {
		return ""
	}
	old := t.before().Effect(e.Replaced)
	if old == nil {
		return ""
	}
	told := t.notes.once(t.rs, *old)
	return t.l.Line("effect.replaces", effectName("effect", t.rs, old.Name), lang.Int("level", old.Level), lang.Parts("details", effectDetails(t.before(), t.rs, &told, "their")))
}

// effectName returns the name of an effect, or of whatever else changes rolls, as an argument: a text of the ruleset's file if the file brings it,
// else what somebody typed (WO-15).
func effectName(key string, rs *ruleset.Ruleset, name string) lang.Arg {
	return ofFile(key, name, rs.Brings(name))
}

// ofFile returns text as an argument: as a text of the ruleset's file if there is true, else as what somebody typed, which is the same in
// all languages (WO-15).
func ofFile(key, text string, there bool) lang.Arg {
	if there {
		return lang.Term(key, text)
	}
	return lang.Name(key, text)
}

// target returns an effect's target as an argument; ok is false if the view has no such target.
func (t *teller) target(key string, e *engine.Effect) (who lang.Arg, ok bool) {
	if e.Unit != 0 {
		u := t.findUnit(e.Unit)
		if u == nil {
			return who, false
		}
		return unitArg(key, t.s, t.rs, u), true
	}
	c, ok := t.who(e.Target)
	if !ok {
		return who, false
	}
	return lang.Name(key, c.Name), true
}

// putOn says what a new effect does to its target, who: "Ana is Slowed for 1 round: −3 initiative".
func putOn(s *engine.State, rs *ruleset.Ruleset, e *engine.Effect, who lang.Arg) lang.Phrase {
	does, lost := whatItDoes(rs, e, "each"), 0
	var lasts lang.Phrase
	switch {
	case EndsThisTurn(s, e):
		lasts = lang.P("effect.this-turn")
		if e.Skip {
			does = does[1:]
		}
	case countsTurns(e):
		lost, does = turnsLost(s, e), does[1:]
	case e.Until.Counted():
		lasts = lang.P("effect.for", lang.N("rounds", e.Remaining), lang.Part("counted", countedAt(s, e)))
	default:
		lasts = lasting(s, e, "their")
	}
	return lang.P("effect.puts", who, effectName("effect", rs, e.Name), lang.Int("level", e.Level), lang.N("lost", lost), lang.Part("lasts", lasts),
		lang.Part("with", endsWith(s, rs, e)), lang.Parts("does", does))
}

// countsTurns reports whether an effect takes a known number of turns from its target.
func countsTurns(e *engine.Effect) bool { return e.Until == engine.UntilOwnTurns && e.Skip }

// turnsLost returns how many turns such an effect still takes. A turn that its target is taking now counts as a round, but isn't lost.
func turnsLost(s *engine.State, e *engine.Effect) int {
	if s.CountsThisTurn(e) {
		return e.Remaining - 1
	}
	return e.Remaining
}

// EndsThisTurn reports whether an effect of one round ends with the current turn, because its target is taking it (CO-11).
func EndsThisTurn(s *engine.State, e *engine.Effect) bool {
	return e.Remaining == 1 && s.CountsThisTurn(e)
}

// tagWidth is the number of columns for an effect on the board, in the rows below its target.
const tagWidth = BoardWidth - 7

// effectTag returns an effect for the board: "Poisoned (2 rounds)", "Stunned (skips 1 turn)". If it is too long, only the name is cut.
func (f fight) effectTag(e *engine.Effect) string {
	var about lang.Phrase
	switch {
	case e.Skip && EndsThisTurn(f.s, e):
		about = lang.P("effect.tag-this-turn")
	case countsTurns(e):
		about = lang.P("effect.skips-some", lang.N("turns", turnsLost(f.s, e)))
	case e.Skip && e.Remaining > 0:
		about = lang.P("effect.tag-skips", lang.N("rounds", e.Remaining))
	case e.Skip:
		about = lang.P("effect.skips")
	case e.Remaining > 0:
		about = lang.P("effect.rounds", lang.N("rounds", e.Remaining))
	case e.Until == engine.UntilTicks:
		about = lasting(f.s, e, "")
	}
	rest := f.l.Label("effect.tag", lang.Int("level", e.Level), lang.Part("about", about))
	return lang.Fit(boxed(f.l.Label("list.name", effectName("name", f.rs, e.Name))), tagWidth-lang.Columns(rest)) + rest
}

// effectDetails returns what an effect does and how long it still lasts: "1d4 damage at the end of your turn, 2 rounds left". turn is the
// word for the target's turn: your, their, this or each.
func effectDetails(s *engine.State, rs *ruleset.Ruleset, e *engine.Effect, turn string) []lang.Phrase {
	parts := whatItDoes(rs, e, turn)
	if countsTurns(e) {
		parts[0] = lang.P("effect.skips-some", lang.N("turns", turnsLost(s, e)))
		if EndsThisTurn(s, e) {
			parts[0] = lang.P("effect.this-turn")
		}
		return parts
	}
	last := lasting(s, e, turn)
	if e.Until.Counted() {
		last = lang.P("effect.rounds-left", lang.N("rounds", e.Remaining), lang.Part("counted", countedAt(s, e)))
	}
	for _, more := range []lang.Phrase{last, endsWith(s, rs, e)} {
		at := len(parts)
		if e.Note != "" {
			at--
		}
		if more.Is() {
			parts = slices.Insert(parts, at, more)
		}
	}
	return parts
}

// whatItDoes returns what an effect does: the loss of turns first, its note last.
func whatItDoes(rs *ruleset.Ruleset, e *engine.Effect, turn string) []lang.Phrase {
	var parts []lang.Phrase
	add := func(ok bool, id string, args ...lang.Arg) {
		if ok {
			parts = append(parts, lang.P(id, args...))
		}
	}
	add(e.Skip, "effect.skips")
	add(e.Changes != "", "effect.changes", lang.MixedOf("changes", e.Changes, rs.Resistible()))
	add(e.Damage != "", "effect.damage", lang.Mixed("damage", e.Damage), lang.Text("turn", turn))
	add(e.Initiative != 0, "effect.initiative", lang.Int("n", e.Initiative))
	add(e.Ticks != 0, "effect.ticks", lang.Int("n", e.Ticks), lang.Int("count", max(e.Ticks, -e.Ticks)))
	add(e.NoReactions, "effect.no-reactions")
	c := rs.Condition(e.Name)
	add(e.Note != "", "list.name", ofFile("name", e.Note, c != nil && c.Note == e.Note))
	return parts
}

// lasting returns how long an effect lasts if it isn't counted in rounds.
func lasting(s *engine.State, e *engine.Effect, turn string) lang.Phrase {
	put := e.Turn != 0 && e.Turn == s.Turn // put on during this turn, whose end doesn't count
	whose := lang.Text("turn", turn)
	switch e.Until {
	case engine.UntilEndOfTurn:
		return lang.P("effect.end-of-turn", whose)
	case engine.UntilEndOfThisTurn:
		return lang.P("effect.this-turn")
	case engine.UntilEndOfRound:
		return lang.P("effect.end-of-round")
	case engine.UntilFight:
		return lang.P("effect.fight")
	case engine.UntilTicks:
		return lang.P("effect.until-tick", lang.Int("tick", e.Tick))
	case engine.UntilStartOfTurn:
		return lang.P("effect.start-of-next-turn", whose)
	case engine.UntilEndOfNextTurn:
		if !put && turn != "their" {
			return lang.P("effect.end-of-turn", whose)
		}
		return lang.P("effect.end-of-next-turn", whose)
	case engine.UntilStartOfSourceTurn:
		return lang.P("effect.start-of-next-turn-of", source(s, e))
	case engine.UntilEndOfSourceTurn:
		if put {
			return lang.P("effect.end-of-next-turn-of", source(s, e))
		}
		return lang.P("effect.end-of-turn-of", source(s, e))
	}
	return lang.Phrase{}
}

// countedAt returns when an effect's rounds are counted, if not at the ends of its target's turns: " (start of Anna's turn)".
func countedAt(s *engine.State, e *engine.Effect) lang.Phrase {
	switch e.Until {
	case engine.UntilOwnStarts:
		return lang.P("effect.own-starts")
	case engine.UntilSourceStarts:
		return lang.P("effect.source-starts", source(s, e))
	case engine.UntilSourceEnds:
		return lang.P("effect.source-ends", source(s, e))
	}
	return lang.Phrase{}
}

// source returns whose turns an effect depends on.
func source(s *engine.State, e *engine.Effect) lang.Arg {
	if u := s.Unit(e.SourceUnit); e.SourceUnit != 0 && u != nil && u.Name == u.Side {
		return lang.Side("source", u.Name)
	}
	return lang.Name("source", s.SourceName(e))
}

// endsWith returns which other effect an effect ends with: "until Anna's Concentrating ends".
func endsWith(s *engine.State, rs *ruleset.Ruleset, e *engine.Effect) lang.Phrase {
	with := s.Effect(e.With)
	if e.With == 0 || with == nil {
		return lang.Phrase{}
	}
	return lang.P("effect.ends-with", lang.Name("who", s.TargetName(with)), effectName("other", rs, with.Name))
}

// notes remembers which conditions' notes have been told, so that a text has each only once. Notes that people typed are always told.
type notes []string

// once returns the effect without its note if the note is the ruleset's and has been told.
func (n *notes) once(rs *ruleset.Ruleset, e engine.Effect) engine.Effect {
	c := rs.Condition(e.Name)
	if c == nil || c.Note != e.Note || e.Note == "" {
		return e
	}
	if slices.Contains(*n, c.Name) {
		e.Note = ""
	} else {
		*n = append(*n, c.Name)
	}
	return e
}

// fresh returns text, or "" if the message has it already about effects of that name; an empty name is for a text about none in particular.
func (n *notes) fresh(effect, text string) string {
	said := effect + "\n" + text
	if slices.Contains(*n, said) {
		return ""
	}
	*n = append(*n, said)
	return text
}

// span returns how long n rounds last: "1 min (5 rounds)".
func (t *teller) span(n int) lang.Phrase {
	return lang.P("effect.span", lang.Part("time", duration(time.Duration(n*t.rs.RoundSeconds)*time.Second)), lang.N("rounds", n))
}

// noFreeRound says why there is no free round although somebody was surprised (CS-5).
func noFreeRound(l *lang.Language, s *engine.State) string {
	if slices.ContainsFunc(s.Units, func(u engine.Unit) bool {
		return !u.IsEvent() && slices.ContainsFunc(s.VisibleMembers(u.ID), func(c *engine.Combatant) bool { return !c.Surprised })
	}) {
		return l.Line("surprise.free-round-needs-side")
	}
	return l.Line("surprise.no-free-round")
}

// state renders surprise, ambushes, stats that nobody gave, checks and dice.
func (t *teller) state(e engine.Event) string {
	switch e := e.(type) {
	case engine.SurpriseChanged:
		changed := slices.DeleteFunc(slices.Clone(e.Combatants), func(id engine.CombatantID) bool {
			c := t.before().Combatant(id)
			return c != nil && c.Surprised == e.Surprised
		})
		if !e.Surprised && t.rs.Surprise.Kind == ruleset.WorseRoll && slices.ContainsFunc(t.rest, is[engine.RoundBegan]) {
			return "" // the roll settles it and shows it
		}
		line := t.aboutAll(changed, "surprise.set", lang.Flag("surprised", e.Surprised))
		if line != "" && !e.Surprised && t.rs.Surprise.Kind == ruleset.FreeRound && t.before().Phase == engine.Setup && slices.ContainsFunc(t.rest, is[engine.RoundBegan]) {
			line = lang.Together(line, noFreeRound(t.l, t.before()))
		}
		return line
	case engine.SurpriseDue:
		return t.aboutAll(slices.DeleteFunc(slices.Clone(e.Combatants), func(id engine.CombatantID) bool {
			c := t.before().Combatant(id)
			return c != nil && c.SurpriseDue == e.Due // unchanged
		}), "surprise.due", lang.Flag("due", e.Due))
	case engine.AmbushSet:
		if e.Ambusher {
			return t.aboutAll(e.Combatants, "surprise.ambush")
		}
		return t.aboutAll(e.Combatants, "surprise.discovered")
	case engine.ConcealedChanged:
		return t.aboutAll(e.Combatants, "surprise.concealed", lang.Flag("concealed", e.Concealed))
	case engine.StatsAssumed:
		if len(t.plainNames(e.Combatants)) > 0 {
			keys := make([]lang.Phrase, len(e.Stats))
			for i, key := range e.Stats {
				keys[i] = lang.P("list.key", lang.Text("key", key))
			}
			return t.l.Line("surprise.stats-assumed", lang.AllParts("stats", keys))
		}
	case engine.AlertChanged:
		return t.aboutAll(e.Combatants, "surprise.alert", lang.Flag("alert", e.Alert))
	case engine.SheetUpdated:
		return t.about(e.Combatant, "turn.sheet-updated")
	case engine.CheckRolled:
		if e.Who == 0 {
			return Check(t.l, e)
		}
		return t.about(e.Who, "dice.checked", checkArgs(t.l, e)...)
	case engine.DiceRolled:
		if line := t.about(e.HPOf, "dice.hp", lang.Name("roll", e.Roll.String())); line != "" {
			return line
		}
		return t.l.Line("dice.rolled", diceRoll(t.user("who", e.By, ""), e, wholeRoll(t.l, e.Roll))...)
	}
	return ""
}

// EffectLines returns the effects on combatants, a line each: whose it is, what it does and how long it lasts.
func EffectLines(l *lang.Language, s *engine.State, rs *ruleset.Ruleset, who []*engine.Combatant) []string {
	var out []string
	var told notes
	s = calledBoth(l, s)
	for _, c := range who {
		c := s.Combatant(c.ID)
		if line := saveLine(l, rs, c); line != "" {
			out = append(out, line)
		}
		for _, e := range s.EffectsOn(c) {
			e := told.once(rs, *e)
			out = append(out, l.Line("effect.listed", lang.Name("who", c.Name), effectName("effect", rs, e.Name), lang.Int("level", e.Level),
				lang.Parts("details", effectDetails(s, rs, &e, "their")), lang.Part("check", checkStatus(s, rs, &e))))
		}
	}
	return out
}
