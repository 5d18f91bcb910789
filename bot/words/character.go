package words

import (
	"strings"
)

// Character shows a saved character.
func Character(name, stats, weapon string) string {
	text := "**" + Text(name) + "**"
	if stats != "" {
		text += ": " + Text(stats)
	}
	if weapon != "" {
		text += "\nWeapon: " + Text(weapon)
	}
	return text
}

// CharacterSaved shows a character that was saved.
func CharacterSaved(name, stats, weapon string) string {
	return "Saved.\n" + Character(name, stats, weapon)
}

// CharacterDeleted says that a saved character was deleted.
func CharacterDeleted(name string) string {
	return "**" + Text(name) + "** has been deleted from your saved characters. It stays in the fights it has joined."
}

// UserData comes with the file of everything that is stored about a user; whole: all of their commands are in it.
func UserData(whole bool) string {
	text := "This file contains what the bot stores about you: your saved characters, your preferences and the commands you used in fights."
	if !whole {
		text += " There are too many commands for one file, so the oldest are missing; ask whoever hosts the bot for those."
	}
	return text
}

// AskErase asks whether to delete a user's characters and preferences; Erased says that they were.
const (
	AskErase = "Delete your saved characters and preferences in all servers? This can't be undone. " +
		"Fights keep your Discord user ID, because their logs can't be read without it."
	Erased = "Your saved characters and preferences have been deleted in all servers."
)

// StatsLeftOut says which stats of a saved character the fight's ruleset doesn't have.
func StatsLeftOut(ruleset string, stats []string) string {
	return "Left out, because " + Text(ruleset) + " doesn't use " + map[bool]string{true: "it", false: "them"}[len(stats) == 1] +
		": " + Text(strings.Join(stats, ", ")) + "."
}
