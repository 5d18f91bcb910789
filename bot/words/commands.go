package words

import "maps"

// Descriptions are the texts that Discord shows while somebody types a command. Each has 1 to 100 characters.
type Descriptions struct {
	Groups   map[string]string // by the first word of commands that have subcommands: "init"
	Commands map[string]string // by path: "init start"
	Options  map[string]string // by path and name, "init start name"; or by name alone, for every command without its own text
	Choices  map[string]string // by option and value: "leaving flee"
}

// Describe returns the descriptions of all commands.
func Describe() Descriptions {
	commands := commandTexts()
	maps.Copy(commands, preparingTexts())
	return Descriptions{Groups: groupTexts(), Commands: commands, Options: optionTexts(), Choices: choiceTexts()}
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

// ForGMs returns the description of a command that only GMs may use.
func ForGMs(text string) string { return "GM: " + text }

// ForManagers returns the description of a command that only members with Manage Server may use.
func ForManagers(text string) string { return "Manage Server: " + text }

func groupTexts() map[string]string {
	return map[string]string{
		"act":       "Act on your turn, and react outside it",
		"character": "Your saved characters",
		"counter":   "The ruleset's counters, such as an escalation die",
		"effect":    "Stuns, poisons, blessings and other effects",
		"init":      "The fight in this channel: combatants, initiative and turn order",
		"encounter": "GM: foes that this server has saved for later fights",
		"monster":   "GM: this server's monsters, and those that come with the bot",
		"party":     "GM: this channel's usual party, which /init start party:True invites",
		"roundel":   "Server settings, and the data the bot stores about you",
		"ruleset":   "The rulesets that this server can use, including its own",
		"surprise":  "Surprise and ambushes",
	}
}

func commandTexts() map[string]string {
	return map[string]string{
		"act define":    "set what an activity costs in this fight",
		"act disengage": "End melee with an opponent",
		"act do":        "Do something: spend ticks or an action",
		"act engage":    "Enter melee with an opponent",
		"act forget":    "remove a predefined activity from this fight",
		"act long":      "Start an activity that takes minutes or hours",
		"act move":      "Use a move action",
		"act react":     "React during someone else's turn",
		"act reserve":   "Reserve up to 2 ticks for reactions",
		"act use":       "Use a reaction, a legendary action or anything else that the ruleset counts",
		"attack":        "Attack someone",
		"morale":        "make a Morale check for NPCs",

		"character delete": "Delete a saved character",
		"character list":   "List your saved characters",
		"character save":   "Save a character so you can join fights with one tap",
		"character show":   "Show a saved character",

		"counter add":   "Add to a counter, or subtract from it",
		"counter list":  "List the counters in this fight",
		"counter set":   "Set a counter",
		"effect add":    "Put an effect on one or more combatants",
		"effect level":  "Change the level of an effect",
		"effect list":   "List the effects in this fight",
		"effect remove": "Remove an effect",
		"effect save":   "Roll to end or keep an effect, or for someone at 0 hit points",
		"damage":        "Deal damage to one or more combatants",
		"heal":          "Heal one or more combatants",
		"hp":            "Correct or set hit points",
		"next":          "End the current turn",

		"init add":    "add NPCs to the fight",
		"init blow":   "Roll with the blow: -10 initiative in your next round",
		"init edit":   "change a combatant",
		"init end":    "end the fight (asks you to confirm)",
		"init export": "export the whole fight as encounter.json",
		"init join":   "Add your character to the fight",
		"init delay":  "Let others go first: delay, hold your turn, or change places",
		"init event":  "add a fixed entry to the turn order, such as a lair action",
		"init last":   "Act last this round",
		"init list":   "Show the turn order",
		"init log":    "Show what has happened so far, with all dice rolls",
		"init pause":  "pause the fight",
		"init place":  "Move someone right before another combatant with the same score",
		"init take":   "Come back from waiting and take your turn",
		"init redo":   "redo the last undo, or several at once",
		"init remove": "Remove a combatant or a group from the fight",
		"init reroll": "roll initiative again in the middle of a fight",
		"init resume": "resume a paused fight",
		"init roll":   "roll initiative for everyone who has none yet, and begin",
		"init scene":  "set the scene",
		"init start":  "Start a fight in this channel, with you as the GM",
		"init undo":   "undo the last change, or go back to an earlier step",

		"help":          "What you can do now, the rules of this channel's fight, and how to use the bot",
		"roll":          "Roll dice",
		"roundel data":  "Get everything the bot stores about you as a file only you can see",
		"roundel erase": "Delete your saved characters in all servers (asks you to confirm)",

		"roundel settings": "change this server's defaults; without options, show them",

		"surprise alert":   "mark who is on alert and can't be surprised",
		"surprise ambush":  "choose who ambushes and acts before round 1",
		"surprise clear":   "remove surprise, or reveal an ambush before it happens",
		"surprise contest": "settle an ambush with Sneak against Notice",
		"surprise set":     "mark who is surprised",
		"surprise side":    "mark a whole side as surprised",
		"surprise test":    "ask for Awareness tests against surprise",
	}
}

// preparingTexts are of the commands for what is prepared before fights.
func preparingTexts() map[string]string {
	return map[string]string{
		"encounter delete": "delete a saved encounter",
		"encounter export": "get a saved encounter as a file that can be shared and imported",
		"encounter import": "add an encounter from a file",
		"encounter list":   "list this server's saved encounters",
		"encounter load":   "add a saved encounter to this fight",
		"encounter save":   "save the foes of this fight, or foes that you type",
		"encounter show":   "show a saved encounter",
		"monster add":      "add monsters from a file",
		"monster delete":   "delete one of this server's own monsters",
		"monster list":     "list this server's own monsters",
		"monster save":     "save a monster that you type, or a combatant from this fight",
		"monster show":     "show a monster",
		"party delete":     "forget this channel's usual party",
		"party save":       "keep this fight's players as the channel's usual party",
		"party show":       "show this channel's usual party",
		"ruleset add":      "add a ruleset file of your own",
		"ruleset list":     "List the rulesets that this server can use",
		"ruleset remove":   "remove one of this server's own rulesets",
		"ruleset show":     "Show a ruleset's file",
	}
}

// choiceTexts has no topics of help: those have titles of their own.
func choiceTexts() map[string]string {
	return map[string]string{
		"attribute best":    "Whichever is better",
		"attribute dex":     "Dexterity",
		"attribute str":     "Strength",
		"edge advantage":    "Advantage: the higher of two d20",
		"edge disadvantage": "Disadvantage: the lower of two d20",
		"damage confirm":    "Waits until the GM applies it",
		"damage gm":         "Only the GM can enter it",
		"damage players":    "Applied at once",
		"on_others confirm": "Waits until the GM applies it",
		"on_others gm":      "Only the GM can enter it",
		"on_others players": "Applied at once",
		"hp average":        "The monsters' own hit points",
		"hp roll":           "Roll everyone's hit dice",
		"leaving flee":      "Flee",
		"leaving withdraw":  "Fighting Withdrawal",
		"range melee":       "Melee",
		"range ranged":      "Ranged",
		"terrain rough":     "Rough: climbing, swimming, rubble",
	}
}

// CommonEffects returns names to propose for an effect.
func CommonEffects() []string {
	return []string{"Stunned", "Poisoned", "Burning", "Prone", "Blessed", "Slowed"}
}

// optionTexts describes the options of all commands.
func optionTexts() map[string]string {
	out := sharedOptions()
	for _, more := range []map[string]string{actionOptions(), fightOptions(), otherOptions()} {
		maps.Copy(out, more)
	}
	return out
}

// sharedOptions are for every command with an option of that name.
func sharedOptions() map[string]string {
	return map[string]string{
		"activity": "Name of the activity",
		"damage":   "Damage dice, such as 2d6+1",
		"half":     "Which of the targets take half, separated by commas",
		"name":     "Name of the combatant",
		"names":    "Combatants, separated by commas",
		"roll":     "What your own die shows, without bonuses; if left out, the bot rolls",
		"rolls":    "Results of your own dice, such as: Knight 6, Goblin 12",
		"target":   "Combatants, separated by commas",
		"who":      "Who acts; if left out, whoever's turn it is",
	}
}

// actionOptions are for what combatants do.
func actionOptions() map[string]string {
	return map[string]string{
		"act define ticks":     "Its cost in ticks",
		"act disengage target": "The opponent",
		"act do main":          "It also takes the main action of this round, as some instant actions do",
		"act do once":          "An ability that works only once per scene",
		"act do ticks":         "What it costs; if left out, the predefined cost, or 1",
		"act do type":          "What it takes, such as main, move or action; if left out, the first that a turn has",
		"act engage target":    "The opponent",
		"act long duration":    "How long it takes, such as 30 s, 10 min, 1 h 30 min, 2 days or 5 rounds",
		"act long ticks":       "What it costs of your turn besides; if left out, nothing",
		"act move leaving":     "How you leave melee",
		"act move terrain":     "What you move through",
		"act react ticks":      "How many reserved ticks it takes; if left out, the predefined cost, or 1",
		"act react who":        "Who reacts",
		"act reserve ticks":    "How many ticks",
		"act use amount":       "How much of it; if left out, 1",
		"act use pool":         "What is used, such as reaction or legendary",
		"act use who":          "Who uses it; if left out, whoever's turn it is, or the only one who has it",

		"attack attribute":    "Modifier to use; if left out, Dexterity at range and the better one in melee",
		"attack circumstance": "half-cover, full-cover, target-prone-near, prepared and others, separated by commas",
		"attack damage_roll":  "What your damage dice show, without the plus",
		"attack edge":         "A second d20: the higher counts with advantage, the lower with disadvantage",
		"attack free":         "A free attack: out of turn, costs no action",
		"attack hit":          "Your total bonus to hit, instead of the one the bot works out",
		"attack modifier":     "Added to the attack roll",
		"attack range":        "Melee or ranged; if left out, the weapon's own range, or melee",
		"attack roll":         "What your d20 or d100 shows",
		"attack shock":        "Shock damage and the highest AC it affects, such as 2/AC 15",
		"attack target":       "Who you attack",
		"attack trauma":       "Trauma Die and rating, such as 1d8/x3",
		"attack trauma_roll":  "What your Trauma Die shows",
		"attack weapon":       "A saved weapon, Punch, or a new one such as: Knife, melee, 1d4, shock 1/AC 15",
		"morale roll":         "The total of your 2d6, if you rolled them yourself",
		"morale who":          "Who checks, separated by commas",
	}
}

// otherOptions are for effects, hit points, saved characters, dice and the bot itself.
func otherOptions() map[string]string {
	return map[string]string{
		"character delete name": "Name of the character",
		"character save name":   "Name of the character",
		"character save stats":  "Stats for any ruleset, such as: init 15, agility 42, hp 30",
		"character save weapon": "For example: Laser pistol, ranged, 1d6, attribute dex, shock 1/AC 15",
		"character show name":   "Name of the character; if left out, the one you saved last",

		"counter add amount":      "How much to add; a negative number subtracts",
		"counter add name":        "Name of the counter",
		"counter add who":         "Whose counter: a combatant or a side; if left out, whoever's turn it is",
		"counter set name":        "Name of the counter",
		"counter set value":       "Its new value",
		"counter set who":         "Whose counter: a combatant or a side; if left out, whoever's turn it is",
		"effect add bonus":        "Added to the target's roll against the effect",
		"effect add damage":       "Damage at the end of each of the target's turns: a number or dice",
		"effect add dc":           "The total that the target's roll must reach to end the effect",
		"effect add duration":     "2 rounds, end of turn, end of round, 10 min or fight; if left out, until removed",
		"effect add initiative":   "Change to the initiative score while the effect lasts",
		"effect add level":        "Level of the effect, if it has levels; if left out, 1",
		"effect add name":         "Name of the effect",
		"effect add no_reactions": "The target can't react while the effect lasts",
		"effect add note":         "A reminder shown with the effect",
		"effect add skip":         "Targets lose their turns (a stun)",
		"effect add source":       "Who causes it; if left out, the active combatant",
		"effect add ticks":        "Change to the ticks per turn while the effect lasts",
		"effect add with":         "An effect on the source, such as Concentrating; this one ends with it",
		"effect level amount":     "+1, -1 or =3; at 0 the effect ends",
		"effect level name":       "Name of the effect",
		"effect level target":     "Whose effect",
		"effect list target":      "Whose effects; if left out, everyone's",
		"effect remove name":      "Name of the effect",
		"effect remove target":    "Who loses the effect",
		"effect save name":        "The effect, or the state at 0 hit points; can be left out if only one roll is due",
		"effect save roll":        "The total your dice show, without bonuses; if left out, the bot rolls",
		"effect save target":      "Whose roll it is",
		"damage amount":           "A number or dice, such as 5 or 2d6+1; rolled once for all targets",
		"damage none":             "Which of the targets take nothing, separated by commas",
		"heal amount":             "A number or dice, such as 5 or 2d6+1; rolled once for all targets",
		"hp amount":               "=12 sets hit points, +3 adds, -5 or -2d6 takes away",
		"next who":                "Whose turn to end, if several combatants are active",
		"next to":                 "Who acts next, if the ruleset lets somebody choose",

		"help topic":               "What you need help with",
		"roll dice":                "Dice, such as 2d6+1, d20-2 or 4d6kh3",
		"roll reason":              "What the roll is for",
		"roll secret":              "Show the result only to you and the GM",
		"encounter delete name":    "Name of the encounter",
		"encounter export name":    "Name of the encounter",
		"encounter import file":    "A file from /encounter export, or one you have written (YAML); at most 256 KB",
		"encounter import replace": "Replace the saved encounter of the same name",
		"encounter load hp":        "roll rolls everyone's hit dice; if left out, as the encounter says",
		"encounter load name":      "Name of the encounter",
		"encounter save foes":      "3 Goblin, 1 Ogre hidden; at round 4: 2 Wolf (if left out, the foes of this fight)",
		"encounter save name":      "Name of the encounter; typed foes are added to what it has",
		"encounter save replace":   "Replace the saved encounter of the same name",
		"encounter save round":     "The round in which the typed foes come; if left out, at once",
		"encounter show name":      "Name of the encounter",
		"monster add file":         "YAML, or JSON from Open5e, 5e.tools, Improved Initiative or Foundry VTT; at most 1 MB",
		"monster add replace":      "Replace the server's own monsters of the same names",
		"monster delete name":      "One of this server's own monsters",
		"monster save attacks":     "Separated by semicolons: Bite, hit 4, 1d6+2; Bow, ranged, hit 4, 1d8+2",
		"monster save from":        "A combatant in this fight; what you type takes precedence",
		"monster save hit_dice":    "Dice for its hit points, such as 2d6+2",
		"monster save name":        "Name of the monster",
		"monster save stats":       "Stats for any ruleset, such as: init 2, ac 15, hp 7",
		"monster show name":        "Name of the monster",
		"ruleset add file":         "A text file (YAML) of at most 32 KB; /ruleset show has examples",
		"ruleset add replace":      "Replace the server's own ruleset of the same name",
		"ruleset remove name":      "One of this server's own rulesets",
		"ruleset show name":        "The name or title of a ruleset, or of your game",

		"roundel settings activities": "For rulesets with ticks: activities and their cost, such as: Strike 2, Aim 1 (none clears them)",
		"roundel settings damage":     "An older name of on_others",
		"roundel settings gm_role":    "A role whose members are GMs of every fight",
		"roundel settings group":      "rounds-initiative: fights begin with group initiative unless /init start says otherwise",
		"roundel settings no_role":    "Remove the GM role",
		"roundel settings on_others":  "What happens when players enter damage, healing or effects for others on their turn",
		"roundel settings ping_gm":    "Ping the GM on NPC turns",
		"roundel settings reminder":   "Remind the player once after this many minutes; 0 turns it off",
		"roundel settings ruleset":    "The ruleset for fights that don't choose one: its name, or your game",
	}
}

// fightOptions are for setting up a fight and steering it.
func fightOptions() map[string]string {
	return map[string]string{
		"init add count":        "How many",
		"init add hidden":       "Hide them from the players until you reveal them",
		"init add hp":           "A number, or roll for each one's hit dice; if left out, the monster's own hit points",
		"init add monster":      "A monster that fills in name, stats, hit points and attacks",
		"init add name":         "What to call them; several are numbered, such as Goblin 1 to Goblin 3",
		"init add owner":        "The player they belong to, for a player's minions",
		"init add separate":     "Give each its own place in the turn order",
		"init add side":         "The side they are on; if left out, foes",
		"init add stats":        "Stats of each one, such as: init 7, hp 5",
		"init blow name":        "The same as who",
		"init blow who":         "Who; if left out, your combatant",
		"init delay name":       "Who; if left out, your combatant",
		"init delay with":       "Who takes your place, if the ruleset lets you change places",
		"init event every":      "How often it is due, in rounds; if left out, every round",
		"init event first":      "The first round in which it is due; if left out, as soon as its place comes",
		"init event name":       "Name of the event",
		"init event note":       "Shown when its turn comes",
		"init event score":      "Its place in the turn order, below everyone else with this score",
		"init take name":        "Who; if left out, your waiting combatant",
		"init edit hidden":      "Hide them from the players, or reveal them",
		"init edit owner":       "The player who owns them from now on",
		"init edit rename":      "New name",
		"init edit score":       "New initiative score",
		"init edit side":        "The side to move them to",
		"init edit stats":       "Stats to change, such as: init 9",
		"init join name":        "Your character's name; if left out, the character you saved last",
		"init join side":        "Your character's side; if left out, party",
		"init join stats":       "The stats your ruleset needs, such as: init 15, hp 30",
		"init last name":        "The same as who",
		"init last who":         "Who; if left out, your combatant",
		"init place before":     "The combatant to go before",
		"init place dispute":    "The players disagree: all who are tied roll 1d6 instead",
		"init place rolls":      "For a dispute: what your own dice show, such as: Knight 4, Elf 2",
		"init place name":       "The combatant to move",
		"init redo to":          "Redo up to and including this step; if left out, only the last undo",
		"init last rolls":       "If others act last too: what your own dice show, such as: Knight 4, Orc 2",
		"init roll ties":        "If there is a tie: what your own dice show, such as: Knight 4, Orc 2",
		"init reroll ties":      "If there is a tie: what your own dice show, such as: Knight 4, Orc 2",
		"init reroll tests":     "Roll the Awareness tests that haven't been made",
		"init roll tests":       "Roll the Awareness tests that haven't been made",
		"init reroll surprised": "Who is surprised, separated by commas",
		"init scene text":       "The description that everyone reads",
		"init start encounter":  "GM: a saved encounter to load into the fight at once",
		"init start group":      "rounds-initiative: each side rolls once and acts together; if left out, as the server's settings say",
		"init start name":       "What to call the fight",
		"init start party":      "Invite the channel's usual party, or everyone with a saved character that fits",
		"init start ruleset":    "The turn order rules, or your game; if left out, the server's default",
		"init undo to":          "Undo everything after this step; if left out, only the last change",

		"surprise ambush hidden":     "Hide them from the other side until they act: foes from the players, the party from the foes",
		"surprise contest ambushers": "Who lies in wait, separated by commas",
		"surprise contest rolls":     "Results of your own 2d6, such as: Thief 7, Guard 9",
		"surprise contest targets":   "Who might notice, separated by commas",
		"surprise set confirm":       "Their guard is truly down: surprise player characters too",
		"surprise side side":         "Name of the side",
		"surprise test target":       "What a d100 must not exceed: 40, or Seer 40, Guard 30; if left out, each one's awareness",
	}
}
