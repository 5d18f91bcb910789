package bot

import (
	"slices"
	"strconv"
	"strings"

	"roundel/bot/words"
	"roundel/engine"
	"roundel/engine/play"
)

// addPartsToEffect reads what is added to an effect in a line: "level 2, dc 14, with Concentrating, source Orc". Each thing may be there once.
// parts shows what can be there, for refusals.
func addPartsToEffect(cmd *play.EffectAdd, line, parts string) error {
	var given []string
	for part := range strings.SplitSeq(line, ",") {
		list := strings.Fields(part)
		if len(list) == 0 {
			continue
		}
		key, value := effectKey(list)
		switch {
		case !addToEffect(cmd, key, value):
			return words.New(engine.Invalid, words.NotInEffect(strings.Join(list, " "), parts))
		case slices.Contains(given, key):
			return words.New(engine.Invalid, words.TwiceInEffect(key))
		}
		given = append(given, key)
	}
	return nil
}

// effectKey splits one part into what is given and its value.
func effectKey(words []string) (key, value string) {
	if all := strings.ToLower(strings.Join(words, " ")); all == "no reactions" || all == "no_reactions" {
		return "no reactions", ""
	}
	return strings.ToLower(words[0]), strings.Join(words[1:], " ")
}

// addToEffect adds one thing to an effect, and reports whether effects have it.
func addToEffect(cmd *play.EffectAdd, key, value string) bool {
	switch key {
	case "skip":
		cmd.Skip = true
		return value == ""
	case "no reactions":
		cmd.NoReactions = true
		return true
	case "damage":
		cmd.Damage = strings.ToLower(value)
		return value != ""
	case "with":
		cmd.With = value
		return value != ""
	case "source":
		cmd.Source = value
		return value != ""
	}
	n, err := strconv.Atoi(strings.ReplaceAll(value, "−", "-"))
	switch key {
	case "initiative":
		cmd.Initiative = n
	case "ticks":
		cmd.Ticks = n
	case "level":
		cmd.Level = &n
	case "dc":
		cmd.DC = &n
	case "bonus":
		cmd.Bonus = &n
	default:
		return false
	}
	return err == nil
}
