package words

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"roundel/bot/words/plain"
	"roundel/engine"
	"roundel/engine/ruleset"
)

// effect renders effects and hit points.
func (t *teller) effect(e engine.Event) string {
	switch e := e.(type) {
	case engine.EffectAdded:
		if on, many := t.target(&e.Effect); on != "" && e.Effect.Activity {
			return fmt.Sprintf("%s starts a long activity: %s, %s.", opening(on), plain.Text(e.Effect.Name), t.span(e.Effect.Remaining)) + t.replaced(e)
		} else if on != "" {
			return opening(on) + " " + putOn(&e.Effect, many) + "." + t.replaced(e)
		}
	case engine.EffectEnded:
		if on, _ := t.target(&e.Effect); on != "" {
			switch {
			case e.Effect.Activity && e.ByHand:
				return fmt.Sprintf("%s stops: %s.", opening(on), plain.Text(e.Effect.Name))
			case e.Effect.Activity:
				return fmt.Sprintf("%s has finished: %s.", opening(on), plain.Text(e.Effect.Name))
			case e.ByHand:
				return fmt.Sprintf("%s has been removed from %s.", plain.Text(e.Effect.Name), on)
			}
			return fmt.Sprintf("%s has ended on %s.", plain.Text(e.Effect.Name), on)
		}
	case engine.HPChanged:
		if t.i < t.toldTo {
			return ""
		}
		if run := t.damageRun(e); len(run) > 1 {
			return t.severalTakes(run)
		}
		return t.hitPoints(e)
	case engine.DamageProposed:
		return t.proposed(e)
	case engine.DownPicked:
		return t.of(e.Combatant, "%s is %s.", t.name(e.Combatant), plain.Text(e.State))
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
	details := effectDetails(old, theirTurn)
	if details == "" {
		details = "until removed"
	}
	return fmt.Sprintf(" It replaces %s (%s).", plain.Text(old.Name), details)
}

func isRound(e engine.Event) bool {
	_, is := e.(engine.RoundBegan)
	return is
}

// target returns an effect's target as part of a sentence; many: it takes a plural verb.
func (t *teller) target(e *engine.Effect) (name string, many bool) {
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
func putOn(e *engine.Effect, many bool) string {
	does, lasts := whatItDoes(e, "each turn"), ""
	line := bears(e.Name, many)
	switch {
	case countsTurns(e):
		line += map[bool]string{false: " and loses ", true: " and lose "}[many] + plain.Counted(e.Remaining, "turn")
		does = does[1:]
	case e.Until == engine.UntilOwnTurns || e.Until == engine.UntilRounds:
		lasts = "for " + rounds(e.Remaining)
	default:
		lasts = lasting(e, theirTurn)
	}
	return line + prefixed(" ", lasts) + prefixed(": ", strings.Join(does, ", "))
}

// countsTurns reports whether an effect takes a known number of turns from its target.
func countsTurns(e *engine.Effect) bool { return e.Until == engine.UntilOwnTurns && e.Skip }

// tagWidth is the number of columns for an effect on the board, in the rows below its target.
const tagWidth = BoardWidth - 7

// effectTag returns an effect for the board: "Poisoned (2 rounds)", "Stunned (skips 1 turn)". A name that is too long is cut,
// the words after it are not.
func effectTag(e *engine.Effect) string {
	about := ""
	switch {
	case countsTurns(e):
		about = plain.Parens("skips " + plain.Counted(e.Remaining, "turn"))
	case e.Skip && e.Remaining > 0:
		about = plain.Parens("skips turns, " + rounds(e.Remaining))
	case e.Skip:
		about = plain.Parens("skips turns")
	case e.Remaining > 0:
		about = plain.Parens(rounds(e.Remaining))
	}
	return fit(plain.Boxed(e.Name), tagWidth-Columns(about)) + about
}

// effectDetails returns what an effect does and how long it still lasts: "1d4 damage at the end of your turn, 2 rounds left".
// turn is what its target's turn is called there.
func effectDetails(e *engine.Effect, turn string) string {
	parts := whatItDoes(e, turn)
	if countsTurns(e) {
		parts[0] = "skips " + plain.Counted(e.Remaining, "turn")
		return strings.Join(parts, ", ")
	}
	last := lasting(e, turn)
	if e.Until == engine.UntilOwnTurns || e.Until == engine.UntilRounds {
		last = rounds(e.Remaining) + " left"
	}
	if last != "" {
		at := len(parts)
		if e.Note != "" {
			at--
		}
		parts = slices.Insert(parts, at, last)
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
	add(e.Damage != "", "%s damage at the end of %s", plain.Text(e.Damage), turn)
	add(e.Initiative != 0, "%s initiative", plain.Signed(e.Initiative))
	if one := e.Ticks == 1 || e.Ticks == -1; one {
		add(true, "%s tick", plain.Signed(e.Ticks))
	}
	add(e.Ticks > 1 || e.Ticks < -1, "%s ticks", plain.Signed(e.Ticks))
	add(e.NoReactions, "no reactions")
	add(e.Note != "", "%s", plain.Text(e.Note))
	return parts
}

// lasting returns how long an effect lasts if it counts no rounds.
func lasting(e *engine.Effect, turn string) string {
	switch e.Until {
	case engine.UntilEndOfTurn:
		return "until the end of " + turn
	case engine.UntilEndOfThisTurn:
		return "until the end of this turn"
	case engine.UntilEndOfRound:
		return "until the end of the round"
	case engine.UntilFight:
		return "for the whole fight"
	}
	return ""
}

// span returns how long a number of rounds lasts: "1 min (5 rounds)".
func (t *teller) span(n int) string {
	return duration(time.Duration(n*t.rs.RoundSeconds)*time.Second) + " (" + rounds(n) + ")"
}

// hitPoints renders damage, healing or a new value. Hit points of the GM's combatants are words to everyone but the GM.
func (t *teller) hitPoints(e engine.HPChanged) string {
	c, ok := t.who(e.Combatant)
	if !ok {
		return ""
	}
	name, numbers := plain.Text(c.Name), !e.Blurred
	switch {
	case e.Set && e.To > 0 && numbers:
		return fmt.Sprintf("%s is now at %s.", name, ratio(e.To, e.Max))
	case e.Set:
		return fmt.Sprintf("%s is now %s.", name, Band(e.To, e.Max))
	}
	line := name + " " + dealt(e, numbers)
	if e.None {
		line = name + " takes nothing"
	}
	if e.Roll != nil && len(e.Roll.Dice) > 0 {
		line += " (" + plain.Text(e.Roll.String()) + ")"
	}
	switch {
	case e.Soaked > 0 && numbers:
		line += fmt.Sprintf(", %d absorbed by armor", e.Soaked)
	case e.Soaked > 0:
		line += ", some absorbed by armor"
	}
	comma := ""
	if e.Half || e.Soaked > 0 {
		comma = ","
	}
	switch {
	case e.None:
		return line + "."
	case !e.Tracked:
		return line + "; hit points aren't tracked."
	case e.To <= 0:
		return line + comma + " and is down."
	case numbers:
		return line + ": " + ratio(e.To, e.Max) + "."
	}
	return line + comma + " and is now " + Band(e.To, e.Max) + "."
}

// dealt returns "takes 5 damage from Burning" or "heals 3", after halving. Viewers who may know the numbers read what was
// really healed, which shows how much was missing.
func dealt(e engine.HPChanged, numbers bool) string {
	n, half := e.Amount, ""
	if n < 0 {
		n = -n
	}
	if e.Half {
		n, half = n/2, fmt.Sprintf(", half of %d", n)
	}
	if gained := e.To - e.From; e.Amount > 0 && numbers && e.Tracked && gained < n {
		return fmt.Sprintf("heals %d", gained)
	}
	if e.Amount > 0 {
		return fmt.Sprintf("heals %d%s", n, half)
	}
	return fmt.Sprintf("takes %d damage%s%s", n, prefixed(" from ", plain.Text(e.Cause)), half)
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
			return about(names, plain.And(names)+verb(names, " is", " are")+" surprised.")
		}
		if t.rs.Surprise.Kind == ruleset.WorseRoll && slices.ContainsFunc(t.rest, isRound) {
			return "" // it goes with the roll, which shows it
		}
		line := plain.And(names) + verb(names, " is", " are") + " no longer surprised."
		if t.rs.Surprise.Kind == ruleset.FreeRound && t.before().Phase == engine.Setup && slices.ContainsFunc(t.rest, isRound) {
			line += " There's a free round only if a whole side is surprised."
		}
		return about(names, line)
	case engine.AmbushSet:
		names := t.names(e.Combatants)
		if e.Ambusher {
			return about(names, plain.And(names)+verb(names, " is", " are")+" lying in ambush.")
		}
		return about(names, "Ambush discovered: "+plain.And(names)+".")
	case engine.StatsAssumed:
		return about(t.names(e.Combatants), "No "+strings.Join(e.Stats, " or ")+" given, so it counts as +0.")
	case engine.AlertChanged:
		names := t.names(e.Combatants)
		if e.Alert {
			return about(names, plain.And(names)+verb(names, " is", " are")+" on alert.")
		}
		return about(names, plain.And(names)+verb(names, " is", " are")+" no longer on alert.")
	case engine.DiceRolled:
		return DiceRoll(e)
	}
	return ""
}

// DiceRoll returns a roll with all its dice: "@Ann rolls 2d6+1 (4, 3) = **8** for the door".
func DiceRoll(e engine.DiceRolled) string {
	line := plain.Mention(e.By) + " rolls " + plain.Text(e.Roll.String())
	if e.Reason != "" {
		line += " for " + plain.Text(e.Reason)
	}
	if e.Secret {
		line += " (secret)"
	}
	return line + "."
}

// EffectLine returns an effect in a list: whose it is, what it does and how long it lasts.
func EffectLine(c *engine.Combatant, e *engine.Effect) string {
	return fmt.Sprintf("%s: %s%s", plain.Text(c.Name), plain.Text(e.Name), prefixed(", ", effectDetails(e, theirTurn)))
}
