package words

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/ruleset"
)

// effect renders effects.
func (t *teller) effect(e engine.Event) string {
	switch e := e.(type) {
	case engine.EffectAdded:
		if on, many := t.target(&e.Effect); on != "" && e.Effect.Activity {
			return fmt.Sprintf("%s starts a long activity: %s, %s.", opening(on), Text(e.Effect.Name), t.span(e.Effect.Remaining)+t.besidesTime()) + t.replaced(e)
		} else if on != "" {
			told := t.notes.once(t.rs, e.Effect)
			line := opening(on) + " " + putOn(t.s, &told, many) + "."
			if EndsThisTurn(t.s, &e.Effect) {
				line += t.notes.fresh(" 1 round ends with this turn; it takes 2 rounds to reach the next one.")
			}
			return line + t.notes.fresh(checkAhead(t.s, t.rs, &e.Effect, "each turn")) + t.replaced(e)
		}
	case engine.EffectEnded:
		if on, many := t.target(&e.Effect); on != "" {
			switch {
			case e.Effect.Activity && e.ByHand:
				return fmt.Sprintf("%s stops: %s.", opening(on), Text(e.Effect.Name))
			case e.Effect.Activity:
				return fmt.Sprintf("%s has finished: %s.", opening(on), Text(e.Effect.Name))
			case e.ByHand:
				return fmt.Sprintf("%s has been removed from %s.", Text(e.Effect.Name), on)
			}
			return opening(on) + " " + nowWithout(e.Effect.Name, many) + "."
		}
	case engine.EffectLevelSet:
		if on, _ := t.target(t.s.Effect(e.Effect)); on != "" {
			way := map[bool]string{false: "falls", true: "rises"}[e.Level > e.From]
			return fmt.Sprintf("%s on %s %s to %d.", Text(t.s.Effect(e.Effect).Name), on, way, e.Level)
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
	details := effectDetails(t.before(), &told, theirTurn)
	if details == "" {
		details = "until removed"
	}
	return fmt.Sprintf(" It replaces %s (%s).", Text(old.Name)+level(old), details)
}

// target returns an effect's target as part of a sentence; many: it takes a plural verb.
func (t *teller) target(e *engine.Effect) (name string, many bool) {
	if e == nil {
		return "", false
	}
	if e.Unit != 0 {
		return t.sideOf(e.Unit)
	}
	return t.name(e.Target), false
}

// prefixed puts something before words, if there are any.
func prefixed(before, words string) string {
	if words == "" {
		return ""
	}
	return before + words
}

// theirTurn is the target's turn where a sentence isn't addressed to anyone.
const theirTurn = "their turn"

// putOn returns what a new effect makes of its target: "is Slowed for 1 round: −3 initiative".
func putOn(s *engine.State, e *engine.Effect, many bool) string {
	does, lasts := whatItDoes(e, "each turn"), ""
	line := bears(e.Name, many) + level(e)
	switch {
	case EndsThisTurn(s, e):
		if lasts = "until the end of this turn"; e.Skip {
			does = does[1:]
		}
	case countsTurns(e):
		line += map[bool]string{false: " and loses ", true: " and lose "}[many] + Counted(turnsLost(s, e), "turn")
		does = does[1:]
	case e.Until.Counted():
		lasts = "for " + rounds(e.Remaining) + countedAt(s, e)
	default:
		lasts = lasting(s, e, theirTurn)
	}
	if with := endsWith(s, e); with != "" {
		lasts = strings.TrimPrefix(lasts+", or "+with, ", or ")
	}
	return line + prefixed(" ", lasts) + prefixed(": ", strings.Join(does, ", "))
}

// countsTurns reports whether an effect takes a known number of turns from its target.
func countsTurns(e *engine.Effect) bool { return e.Until == engine.UntilOwnTurns && e.Skip }

// turnsLost returns how many turns such an effect still takes. A turn that its target is taking counts as a round, but isn't lost.
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

// effectTag returns an effect for the board: "Poisoned (2 rounds)", "Stunned (skips 1 turn)". A name that is too long is cut,
// the words after it are not.
func effectTag(s *engine.State, e *engine.Effect) string {
	about := ""
	switch {
	case e.Skip && EndsThisTurn(s, e):
		about = Parens("this turn")
	case countsTurns(e):
		about = Parens("skips " + Counted(turnsLost(s, e), "turn"))
	case e.Skip && e.Remaining > 0:
		about = Parens("skips turns, " + rounds(e.Remaining))
	case e.Skip:
		about = Parens("skips turns")
	case e.Remaining > 0:
		about = Parens(rounds(e.Remaining))
	}
	about = level(e) + about
	return Fit(Boxed(e.Name), tagWidth-Columns(about)) + about
}

// effectDetails returns what an effect does and how long it still lasts: "1d4 damage at the end of your turn, 2 rounds left".
// turn is what its target's turn is called there.
func effectDetails(s *engine.State, e *engine.Effect, turn string) string {
	parts := whatItDoes(e, turn)
	if countsTurns(e) {
		if parts[0] = "skips " + Counted(turnsLost(s, e), "turn"); EndsThisTurn(s, e) {
			parts[0] = "until the end of this turn"
		}
		return strings.Join(parts, ", ")
	}
	last := lasting(s, e, turn)
	if e.Until.Counted() {
		last = rounds(e.Remaining) + " left" + countedAt(s, e)
	}
	for _, more := range []string{last, endsWith(s, e)} {
		at := len(parts)
		if e.Note != "" {
			at--
		}
		if more != "" {
			parts = slices.Insert(parts, at, more)
		}
	}
	return strings.Join(parts, ", ")
}

// whatItDoes returns what an effect does: the loss of turns first, its note last. Text that people typed has been through
// [Plain].
func whatItDoes(e *engine.Effect, turn string) []string {
	var parts []string
	add := func(ok bool, format string, args ...any) {
		if ok {
			parts = append(parts, fmt.Sprintf(format, args...))
		}
	}
	add(e.Skip, "skips turns")
	add(e.Damage != "", "%s damage at the end of %s", Text(e.Damage), turn)
	add(e.Initiative != 0, "%s initiative", Signed(e.Initiative))
	if one := e.Ticks == 1 || e.Ticks == -1; one {
		add(true, "%s tick", Signed(e.Ticks))
	}
	add(e.Ticks > 1 || e.Ticks < -1, "%s ticks", Signed(e.Ticks))
	add(e.NoReactions, "no reactions")
	add(e.Note != "", "%s", Text(e.Note))
	return parts
}

// lasting returns how long an effect lasts if it counts no rounds.
func lasting(s *engine.State, e *engine.Effect, turn string) string {
	put := e.Turn != 0 && e.Turn == s.Turn // in this turn, the end of which doesn't count
	switch e.Until {
	case engine.UntilEndOfTurn:
		return "until the end of " + turn
	case engine.UntilEndOfThisTurn:
		return "until the end of this turn"
	case engine.UntilEndOfRound:
		return "until the end of the round"
	case engine.UntilFight:
		return "for the whole fight"
	case engine.UntilStartOfTurn:
		return "until the start of " + nextTurn(turn)
	case engine.UntilEndOfNextTurn:
		if !put && turn != theirTurn {
			return "until the end of " + turn
		}
		return "until the end of " + nextTurn(turn)
	case engine.UntilStartOfSourceTurn:
		return "until the start of " + sources(s, e) + " next turn"
	case engine.UntilEndOfSourceTurn:
		if put {
			return "until the end of " + sources(s, e) + " next turn"
		}
		return "until the end of " + sources(s, e) + " turn"
	}
	return ""
}

// nextTurn returns "your next turn" for "your turn".
func nextTurn(turn string) string {
	if turn == "this turn" {
		return "their next turn"
	}
	return strings.Replace(turn, " turn", " next turn", 1)
}

// countedAt returns when an effect's rounds are counted, if not at the ends of its target's turns: " (start of Anna's turn)".
func countedAt(s *engine.State, e *engine.Effect) string {
	switch e.Until {
	case engine.UntilOwnStarts:
		return " (start of " + theirTurn + ")"
	case engine.UntilSourceStarts:
		return " (start of " + sources(s, e) + " turn)"
	case engine.UntilSourceEnds:
		return " (end of " + sources(s, e) + " turn)"
	}
	return ""
}

// sources returns whose turns an effect depends on: "Anna's".
func sources(s *engine.State, e *engine.Effect) string {
	if u := s.Unit(e.SourceUnit); e.SourceUnit != 0 && u != nil && u.Name == u.Side {
		return Possessive(TheSide(u.Name))
	}
	return Possessive(Text(s.SourceName(e)))
}

// endsWith returns which other effect an effect ends with: "until Anna's Concentrating ends".
func endsWith(s *engine.State, e *engine.Effect) string {
	with := s.Effect(e.With)
	if e.With == 0 || with == nil {
		return ""
	}
	return "until " + Possessive(Text(s.TargetName(with))) + " " + Text(with.Name) + " ends"
}

// level returns the level of an effect that has one, to follow its name.
func level(e *engine.Effect) string {
	if e.Level == 0 {
		return ""
	}
	return " " + strconv.Itoa(e.Level)
}

// notes remembers which conditions' notes have been told, so that a text tells each once. Notes that people typed are always told.
type notes []string

// once returns the effect without its note if that is the file's and has been told.
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

// fresh returns what a message is to say, if it hasn't said it yet.
func (n *notes) fresh(text string) string {
	if slices.Contains(*n, text) {
		return ""
	}
	*n = append(*n, text)
	return text
}

// span returns how long a number of rounds lasts: "1 min (5 rounds)".
func (t *teller) span(n int) string {
	return Duration(time.Duration(n*t.rs.RoundSeconds)*time.Second) + " (" + rounds(n) + ")"
}

// noFreeRound says why there is no free round although somebody was surprised (CS-5).
func noFreeRound(s *engine.State) string {
	if slices.ContainsFunc(s.Units, func(u engine.Unit) bool {
		return !u.IsEvent() && slices.ContainsFunc(s.VisibleMembers(u.ID), func(c *engine.Combatant) bool { return !c.Surprised })
	}) {
		return "There's a free round only if a whole side is surprised."
	}
	return "Every side was surprised, so there's no free round for anyone."
}

// state renders surprise, ambushes, stats that were not given, and dice.
func (t *teller) state(e engine.Event) string {
	switch e := e.(type) {
	case engine.SurpriseChanged:
		names := t.names(slices.DeleteFunc(slices.Clone(e.Combatants), func(id engine.CombatantID) bool {
			c := t.before().Combatant(id)
			return c != nil && c.Surprised == e.Surprised // unchanged
		}))
		if e.Surprised {
			return about(names, And(names)+verb(names, " is", " are")+" surprised.")
		}
		if t.rs.Surprise.Kind == ruleset.WorseRoll && slices.ContainsFunc(t.rest, isRound) {
			return "" // it goes with the roll, which shows it
		}
		line := And(names) + verb(names, " is", " are") + " no longer surprised."
		if t.rs.Surprise.Kind == ruleset.FreeRound && t.before().Phase == engine.Setup && slices.ContainsFunc(t.rest, isRound) {
			line += " " + noFreeRound(t.before())
		}
		return about(names, line)
	case engine.SurpriseDue:
		names := t.names(slices.DeleteFunc(slices.Clone(e.Combatants), func(id engine.CombatantID) bool {
			c := t.before().Combatant(id)
			return c != nil && c.SurpriseDue == e.Due // unchanged
		}))
		if e.Due {
			return about(names, And(names)+" will be surprised when the GM rolls a new order with /init reroll.")
		}
		return about(names, And(names)+" won't be surprised when the GM rolls a new order.")
	case engine.AmbushSet:
		names := t.names(e.Combatants)
		if e.Ambusher {
			return about(names, And(names)+verb(names, " is", " are")+" lying in ambush.")
		}
		return about(names, "Ambush discovered: "+And(names)+".")
	case engine.ConcealedChanged:
		names := t.names(e.Combatants)
		return about(names, And(names)+verb(names, " is", " are")+map[bool]string{true: "", false: " no longer"}[e.Concealed]+" hidden from the enemy.")
	case engine.StatsAssumed:
		return about(t.names(e.Combatants), "No "+strings.Join(e.Stats, " or ")+" given, so it counts as +0.")
	case engine.AlertChanged:
		names := t.names(e.Combatants)
		if e.Alert {
			return about(names, And(names)+verb(names, " is", " are")+" on alert.")
		}
		return about(names, And(names)+verb(names, " is", " are")+" no longer on alert.")
	case engine.DiceRolled:
		if name := t.name(e.HPOf); name != "" {
			return Possessive(name) + " hit points: " + Text(e.Roll.String()) + "."
		}
		return DiceRoll(e)
	}
	return ""
}

// DiceRoll returns a roll with all its dice: "@Ann rolls 2d6+1 (4, 3) = **8** for the door".
func DiceRoll(e engine.DiceRolled) string {
	line := Mention(e.By) + " rolls " + Text(e.Roll.String())
	if e.Reason != "" {
		line += " for " + Text(e.Reason)
	}
	if e.Secret {
		line += " (secret)"
	}
	return line + "."
}

// EffectLines returns the effects on combatants, a line each: whose it is, what it does and how long it lasts.
func EffectLines(l *lang.Language, s *engine.State, rs *ruleset.Ruleset, who []*engine.Combatant) []string {
	var out []string
	var told notes
	for _, c := range who {
		if line := saveLine(l, rs, c); line != "" {
			out = append(out, line)
		}
		for _, e := range s.EffectsOn(c) {
			e := told.once(rs, *e)
			out = append(out, fmt.Sprintf("%s: %s%s", Text(c.Name), Text(e.Name)+level(&e), prefixed(", ", effectDetails(s, &e, theirTurn))+checkStatus(l, s, rs, &e)))
		}
	}
	return out
}
