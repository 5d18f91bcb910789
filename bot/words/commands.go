package words

// Descriptions are the texts that Discord shows while somebody types a command. Each has 1 to 100 characters.
type Descriptions struct {
	Groups   map[string]string // by the first word of commands that have subcommands: "init"
	Commands map[string]string // by path: "init start"
	Options  map[string]string // by path and name, "init start name"; or by name alone, for every command without its own text
	Choices  map[string]string // by option and value: "leaving flee"
}

// Describe returns the descriptions of all commands.
func Describe() Descriptions {
	return Descriptions{Groups: groupTexts(), Commands: commandTexts(), Options: optionTexts(), Choices: choiceTexts()}
}

// Option describes an option of the command with that path.
func (d Descriptions) Option(path, name string) string {
	if own, ok := d.Options[path+" "+name]; ok {
		return own
	}
	return d.Options[name]
}

// Choice names a choice of an option. The same option has the same choices in every command.
func (d Descriptions) Choice(option, value string) string { return d.Choices[option+" "+value] }

func groupTexts() map[string]string {
	return map[string]string{
		"act":       "Act on your turn, and react outside it",
		"character": "Your saved characters",
		"effect":    "Stuns, poisons, blessings and other effects",
		"init":      "The fight in this channel: combatants, initiative and turn order",
		"roundel":   "Server settings, and the data the bot stores about you",
		"surprise":  "Surprise and ambushes",
	}
}

func commandTexts() map[string]string {
	return map[string]string{
		"act define":    "GM: set what an activity costs in this fight",
		"act disengage": "End melee with an opponent",
		"act do":        "Do something: spend ticks or an action",
		"act engage":    "Enter melee with an opponent",
		"act forget":    "GM: remove a predefined activity from this fight",
		"act long":      "Start an activity that takes minutes or hours",
		"act move":      "Use a move action",
		"act react":     "React on someone else's turn",
		"act reserve":   "Reserve up to 2 ticks for reactions",
		"attack":        "Attack someone",
		"morale":        "GM: make a Morale check for NPCs",

		"character delete": "Delete a saved character",
		"character list":   "List your saved characters",
		"character save":   "Save a character so you can join fights with one tap",
		"character show":   "Show a saved character",

		"effect add":    "Put an effect on one or more combatants",
		"effect list":   "List the effects in this fight",
		"effect remove": "Remove an effect",
		"hp":            "Deal damage, heal, or set hit points",
		"next":          "End the current turn",

		"init add":    "GM: add NPCs to the fight",
		"init blow":   "Roll with the blow: -10 initiative on your next round",
		"init edit":   "GM: change a combatant",
		"init end":    "GM: end the fight (asks you to confirm)",
		"init export": "GM: export the whole fight as encounter.json",
		"init join":   "Add your character to the fight",
		"init last":   "Act last this round",
		"init list":   "Show the turn order",
		"init log":    "Show what has happened so far, with all dice rolls",
		"init pause":  "GM: pause the fight",
		"init place":  "Move someone directly before another combatant with the same score",
		"init redo":   "GM: redo the last undo",
		"init remove": "Remove a combatant or a group from the fight",
		"init reroll": "GM: roll initiative again in mid-fight",
		"init resume": "GM: resume a paused fight",
		"init roll":   "GM: roll initiative for everyone who has none yet, and begin",
		"init scene":  "GM: set the scene",
		"init start":  "Start a fight in this channel, with you as the GM",
		"init undo":   "GM: undo the last change",

		"help":             "How to use the bot, and the rules of this channel's fight",
		"roll":             "Roll dice",
		"roundel data":     "Get everything the bot stores about you as a file only you can see",
		"roundel erase":    "Delete your saved characters in all servers (asks you to confirm)",
		"roundel settings": "Manage Server: change this server's defaults; without options, show them",

		"surprise alert":   "GM: mark who is on alert and can't be surprised",
		"surprise ambush":  "GM: choose who ambushes and acts before round 1",
		"surprise clear":   "GM: remove surprise, or reveal an ambush before it happens",
		"surprise contest": "GM: settle an ambush with Sneak against Notice",
		"surprise set":     "GM: mark who is surprised",
		"surprise side":    "GM: mark a whole side as surprised",
		"surprise test":    "GM: ask for Awareness tests against surprise",
	}
}

// choiceTexts has no rulesets and no topics of help: those have titles of their own.
func choiceTexts() map[string]string {
	return map[string]string{
		"attribute best":   "Whichever is better",
		"attribute dex":    "Dexterity",
		"attribute str":    "Strength",
		"leaving flee":     "Flee",
		"leaving withdraw": "Fighting Withdrawal",
		"range melee":      "Melee",
		"range ranged":     "Ranged",
		"terrain rough":    "Rough: climbing, swimming, rubble",
		"type instant":     "Instant action",
		"type main":        "Main action",
		"type move":        "Move action",
		"type on-turn":     "On-turn action",
	}
}

// CommonEffects returns names to propose for an effect.
func CommonEffects() []string {
	return []string{"Stunned", "Poisoned", "Burning", "Prone", "Blessed", "Slowed"}
}
