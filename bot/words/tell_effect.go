package words

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"roundel/engine"
)

// effect tells of effects and hit points.
func (t *teller) effect(e engine.Event) string {
	switch e := e.(type) {
	case engine.EffectAdded:
		if on := t.target(&e.Effect); on != "" && e.Effect.Activity {
			return fmt.Sprintf("%s begins a long activity: %s, %s.", on, Plain(e.Effect.Name), t.span(e.Effect.Remaining)) + t.replaced(e)
		} else if on != "" {
			return fmt.Sprintf("%s on %s%s.", Plain(e.Effect.Name), on, lead(": ", effectDetails(&e.Effect))) + t.replaced(e)
		}
	case engine.EffectEnded:
		if on := t.target(&e.Effect); on != "" {
			switch {
			case e.Effect.Activity && e.ByHand:
				return fmt.Sprintf("%s breaks off: %s.", on, Plain(e.Effect.Name))
			case e.Effect.Activity:
				return fmt.Sprintf("%s is finished with: %s.", on, Plain(e.Effect.Name))
			case e.ByHand:
				return fmt.Sprintf("%s is taken off %s.", Plain(e.Effect.Name), on)
			}
			return fmt.Sprintf("%s on %s is over.", Plain(e.Effect.Name), on)
		}
	case engine.HPChanged:
		return t.hitPoints(e)
	case engine.DownPicked:
		return t.of(e.Combatant, "%s is %s.", t.name(e.Combatant), Plain(e.State))
	}
	return ""
}

// replaced says which effect of the same name went for a new one, and what is lost with it.
func (t *teller) replaced(e engine.EffectAdded) string {
	if e.Replaced == 0 {
		return ""
	}
	old := t.before().Effect(e.Replaced)
	if old == nil {
		return ""
	}
	left := untilWords(old)
	switch old.Until {
	case engine.UntilOwnTurns, engine.UntilRounds:
		left += " left"
	case engine.UntilRemoved:
		left = "until removed"
	}
	return fmt.Sprintf(" Replaces %s (%s).", Plain(old.Name), left+lead(", ", whatItDoes(old)))
}

func isRound(e engine.Event) bool {
	_, is := e.(engine.RoundBegan)
	return is
}

func (t *teller) target(e *engine.Effect) string {
	if e.Unit != 0 {
		return t.unit(e.Unit)
	}
	return t.name(e.Target)
}

// lead puts something before words, if there are any.
func lead(before, words string) string {
	if words == "" {
		return ""
	}
	return before + words
}

// effectDetails says how long an effect lasts and what it does.
func effectDetails(e *engine.Effect) string {
	until, does := untilWords(e), whatItDoes(e)
	if until == "" {
		return does
	}
	return until + lead(", ", does)
}

// whatItDoes is what an effect does, as one may say it: what was typed of it has been through [plain].
func whatItDoes(e *engine.Effect) string {
	var parts []string
	add := func(ok bool, format string, args ...any) {
		if ok {
			parts = append(parts, fmt.Sprintf(format, args...))
		}
	}
	add(e.Skip, "loses its turns")
	add(e.Damage != "", "%s damage a turn", Plain(e.Damage))
	add(e.Initiative != 0, "initiative %+d", e.Initiative)
	add(e.Ticks != 0, "ticks %+d", e.Ticks)
	add(e.NoReactions, "no reactions")
	add(e.Note != "", "%s", Plain(e.Note))
	return strings.Join(parts, ", ")
}

func untilWords(e *engine.Effect) string {
	switch e.Until {
	case engine.UntilEndOfTurn:
		return "until the end of its turn"
	case engine.UntilEndOfThisTurn:
		return "until the end of this turn"
	case engine.UntilEndOfRound:
		return "until the end of the round"
	case engine.UntilOwnTurns, engine.UntilRounds:
		return rounds(e.Remaining)
	case engine.UntilFight:
		return "for the whole fight"
	}
	return ""
}

// span is a number of rounds and how long they are: "5 rounds, 1:00".
func (t *teller) span(n int) string {
	return rounds(n) + " or " + duration(time.Duration(n*t.rs.RoundSeconds)*time.Second)
}

func rounds(n int) string {
	if n == 1 {
		return "1 round"
	}
	return fmt.Sprintf("%d rounds", n)
}

// hitPoints tells of damage, healing or a new value. Values of the GM's combatants are words for all but the GM.
func (t *teller) hitPoints(e engine.HPChanged) string {
	c, ok := t.who(e.Combatant)
	if !ok {
		return ""
	}
	name, numbers := Plain(c.Name), !e.Blurred
	if e.Set {
		return fmt.Sprintf("%s is at %s now.", name, standing(e, numbers))
	}
	line := name + " " + dealt(e, numbers)
	if e.Cause != "" {
		line = Plain(e.Cause) + ": " + line
	}
	if e.Roll != nil && len(e.Roll.Dice) > 0 {
		line += " (" + Plain(e.Roll.String()) + ")"
	}
	if e.Soaked > 0 && numbers {
		line += fmt.Sprintf(", armor takes %d of it", e.Soaked)
	} else if e.Soaked > 0 {
		line += ", armor takes some of it"
	}
	if !e.Tracked {
		return line + "; no hit points are kept."
	}
	return line + ": " + standing(e, numbers) + "."
}

// dealt is "takes 5 damage" or "heals 3", halves counted. Who may know the numbers reads what was really healed, which
// tells how much was missing.
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
	return fmt.Sprintf("takes %d damage%s", n, half)
}

func standing(e engine.HPChanged, numbers bool) string {
	switch {
	case e.To <= 0:
		return "down"
	case numbers:
		return ratio(e.To, e.Max)
	}
	return Band(e.To, e.Max)
}

// state tells of surprise, ambush, stats nobody gave, and dice.
func (t *teller) state(e engine.Event) string {
	switch e := e.(type) {
	case engine.SurpriseChanged:
		names := t.names(slices.DeleteFunc(slices.Clone(e.Combatants), func(id engine.CombatantID) bool {
			c := t.before().Combatant(id)
			return c != nil && c.Surprised == e.Surprised // it was so before
		}))
		if e.Surprised {
			return about(names, "Surprised: "+And(names)+".")
		}
		line := "No longer surprised: " + And(names) + "."
		if t.rs.Surprise == engine.FreeRound && t.before().Phase == engine.Setup && slices.ContainsFunc(t.rest, isRound) {
			line += " Only a side surprised as a whole gives a free round."
		}
		return about(names, line)
	case engine.AmbushSet:
		names := t.names(e.Combatants)
		if e.Ambusher {
			return about(names, "In ambush: "+And(names)+".")
		}
		return about(names, "The ambush is discovered: "+And(names)+".")
	case engine.StatsAssumed:
		return about(t.names(e.Combatants), "No "+strings.Join(e.Stats, " or ")+" given: +0.")
	case engine.AlertChanged:
		names := t.names(e.Combatants)
		if e.Alert {
			return about(names, "On alert: "+And(names)+".")
		}
		return about(names, "No longer on alert: "+And(names)+".")
	case engine.DiceRolled:
		return DiceRoll(e)
	}
	return ""
}

// DiceRoll shows a roll with all its dice: "@Ann rolls 2d6+1 (4, 3) = **8** for the door".
func DiceRoll(e engine.DiceRolled) string {
	line := Mention(e.By) + " rolls " + Plain(e.Roll.String())
	if e.Reason != "" {
		line += " for " + Plain(e.Reason)
	}
	if e.Secret {
		line += " (secret)"
	}
	return line + "."
}

// EffectLine is an effect in a list: whose it is, and how long it lasts.
func EffectLine(c *engine.Combatant, e *engine.Effect) string {
	return fmt.Sprintf("%s: %s%s", Plain(c.Name), Plain(e.Name), lead(", ", effectDetails(e)))
}
