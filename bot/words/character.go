package words

// Character shows a saved character.
func Character(name, stats, weapon string) string {
	text := "**" + Plain(name) + "**"
	if stats != "" {
		text += ": " + Plain(stats)
	}
	if weapon != "" {
		text += "\nWeapon: " + Plain(weapon)
	}
	return text
}

// CharacterSaved shows a character that was saved.
func CharacterSaved(name, stats, weapon string) string {
	return "Saved.\n" + Character(name, stats, weapon)
}

// CharacterDeleted says that a saved character was deleted.
func CharacterDeleted(name string) string {
	return "**" + Plain(name) + "** has been deleted from your saved characters. Fights that it has joined keep it."
}
