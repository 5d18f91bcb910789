package words

import (
	"fmt"
	"strings"

	"roundel/engine"
	"roundel/snowflake"

	"roundel/bot/words/lang"
)

// This file has the refusals that the engine has no reason for: a command or button that no longer exists, a channel that
// doesn't fit, a limit that is reached, a form that can't be read, a failure. testdata/refusals_bot.txt shows them all.

// UnknownCommand refuses a command that a newer release has removed.
func UnknownCommand() string {
	return "This command no longer exists. Restart Discord, then use /help to find the new one."
}

// UnknownButton refuses a button that an older release put on its messages.
func UnknownButton() string {
	return "This button is from an older version of the bot. Use a command, or the buttons of a newer message."
}

// UnknownForm refuses to open a form again that this release doesn't have.
func UnknownForm() string {
	return "This form is from an older version of the bot. Use a command instead."
}

// FormOfSomeoneElse refuses to open a form again for somebody who hasn't filled it in.
func FormOfSomeoneElse() string {
	return "That form was filled in by someone else. Use a command or a button of the card instead."
}

// UnknownTopic refuses a topic of /help that doesn't exist.
func UnknownTopic(topic string) string {
	return "There's no help on " + Quoted(topic) + ". Choose a topic from the list."
}

// EarlierTurn refuses a button of an earlier turn and says whose turn it is in the state, which is the asker's view.
func EarlierTurn(l *lang.Language, s *engine.State) string {
	now := engine.Args{GMActs: s.GMActs(), Turn: s.ActiveNames()}
	if s.Open != nil {
		return "That button belongs to an earlier turn. Nobody has the turn yet; the latest card says who chooses."
	}
	return "That button belongs to an earlier turn. " + l.Say(turnNow(now))
}

// EarlierFight refuses the button that would have ended an earlier fight of the channel.
func EarlierFight() string {
	return "That button belongs to an earlier fight. Use /init end to end this one."
}

// EarlierScreen refuses a button of a GM screen that shows an earlier fight.
func EarlierScreen() string {
	return "That screen belongs to an earlier fight. Use /init list to open this one's."
}

// NotTheGM refuses to ping anyone but the one who started the fight.
func NotTheGM(gm snowflake.User) string {
	return "NPC turns can only ping " + Mention(gm) + ", who started this fight. Only they can change that."
}

// FightWentOn refuses to end a fight because something else happened in it at the same time.
func FightWentOn() string {
	return "Something else happened while the fight was ending, so it's still open. Use /init end again."
}

// NoOneNeedsState refuses to choose a state when no one at 0 hit points lacks one.
func NoOneNeedsState() string {
	return "Nobody at 0 hit points needs a state. There's nothing to choose."
}

// NoOneToSurprise refuses to confirm the surprise of combatants who have all left.
func NoOneToSurprise() string {
	return "They're no longer in this fight, so there's nobody to surprise."
}

// StartInServer refuses a fight in a direct message.
func StartInServer() string {
	return "A fight can't be started in direct messages. Start it in a server channel, where the players are."
}

// StartSealed refuses a fight in a thread that is archived and locked.
func StartSealed() string {
	return "This thread is archived and locked. Ask a moderator to unlock it, then start the fight again."
}

// StartLacking refuses a fight where the bot lacks permissions.
func StartLacking(missing []string) string {
	if len(missing) == 1 {
		return "The bot needs the " + missing[0] + " permission in this channel. Grant it, then start the fight again."
	}
	return "The bot needs the " + And(missing) + " permissions in this channel. Grant them, then start the fight again."
}

// UnknownRuleset refuses a ruleset that doesn't exist. near are the names of those that may be meant.
func UnknownRuleset(typed string, near []string) string {
	text := "There's no ruleset called " + Quoted(typed) + ". "
	if len(near) > 0 {
		return text + "Write " + rulesetNames(near) + ", or choose one from the list."
	}
	return text + "Choose one from the list. To see them all, use /ruleset list."
}

// SeveralRulesets refuses a title or game that several rulesets have.
func SeveralRulesets(typed string, which []string) string {
	return fmt.Sprintf("There are %d rulesets for %s. Write %s.", len(which), Quoted(typed), rulesetNames(which))
}

// DefaultRulesetGone refuses a fight under the server's default ruleset, which has been removed.
func DefaultRulesetGone(name string) string {
	return "This server's default ruleset, " + Text(name) + ", has been removed. Choose another with the ruleset option of /init start, " +
		"or set another default with /roundel settings."
}

// RulesetsInServer refuses /ruleset in direct messages.
func RulesetsInServer() string {
	return "Rulesets belong to a server. Use /ruleset list in a server channel."
}

// RulesetsForManagers refuses to add or remove rulesets.
func RulesetsForManagers() string {
	return "Only members with the Manage Server permission can add or remove rulesets."
}

// RulesetTooLarge refuses a ruleset file that is too large.
func RulesetTooLarge(limit int) string {
	return fmt.Sprintf("The file is too large. A ruleset can be at most %s bytes long. Shorten it and try again.", Grouped(limit))
}

// EndedTheBot refuses a request whose file was being tried out when the bot ended.
func EndedTheBot() string {
	return "The bot stopped while it was trying out this file. Nothing has changed. Check the file, then attach it again."
}

// FileNotFetched refuses a file that did not arrive from Discord.
func FileNotFetched() string {
	return "The file couldn't be downloaded from Discord. Nothing has changed. Try again in a moment."
}

// FileGone refuses a file that Discord no longer has.
func FileGone() string { return "Discord no longer has this file. Attach it again." }

// FileNotDiscord refuses a file with an address that the bot doesn't download from.
func FileNotDiscord() string {
	return "This file isn't on Discord's own servers, so it wasn't downloaded. Attach the file to the command itself."
}

// RulesetNameTaken refuses the name of a ruleset that every server has.
func RulesetNameTaken(name string) string {
	return "The name " + Text(name) + " is taken by a ruleset that every server has. Choose another name in the file."
}

// RulesetExists refuses to replace a ruleset without being told to.
func RulesetExists(name string) string {
	return "This server already has a ruleset called " + Text(name) + ". To replace it, use replace:true. Fights keep the ruleset they started with."
}

// TooManyRulesets refuses another ruleset.
func TooManyRulesets(n int) string {
	return fmt.Sprintf("This server already has %d rulesets of its own, and can't have more. Remove one with /ruleset remove.", n)
}

// NotOwnRuleset refuses to remove a ruleset that isn't the server's own. own are the names of those that are.
func NotOwnRuleset(typed string, own []string) string {
	text := "This server has no ruleset of its own called " + Quoted(typed) + ". "
	if len(own) == 0 {
		return text + "To add one, use /ruleset add."
	}
	return text + "Its own: " + Text(strings.Join(own, ", ")) + "."
}

// OneName refuses two options of a command that mean the same.
func OneName(option, other string) string {
	return "The options " + option + " and " + other + " mean the same thing. Use only one of them."
}

// NotAMember refuses a user, given in an option, who has left the server.
func NotAMember(option string) string {
	return "The user in the " + Text(option) + " option isn't in this server. Choose a member."
}

// NotAWholeNumber refuses a text in a form's field for a number.
func NotAWholeNumber(text string) string {
	return Quoted(text) + " isn't a whole number. Write it in digits, like 2."
}

// NotInWeapon refuses a part of a weapon that is written out in a form. parts shows what it can have.
func NotInWeapon(text, parts string) string {
	return Quoted(text) + " is one damage too many. Write the weapon like " + parts + "."
}

// NoNPCs refuses the form for NPCs without a line in it.
func NoNPCs() string {
	return "There's nobody to add. Write one line for each kind of NPC, like: 3 Goblin, init 7, hp 5."
}

// NotInEffect refuses a part of the form for effects that isn't something effects have. parts shows what they can have under the ruleset.
func NotInEffect(text, parts string) string {
	return Quoted(text) + " can't be added to an effect. Write one or more of these, separated by commas: " + parts + "."
}

// TwiceInEffect refuses a form for effects in which something is given twice.
func TwiceInEffect(key string) string {
	return Quoted(key) + " is there twice. Give it only once."
}

// NotInAttack refuses a part of the form for attacks that an attack under the ruleset doesn't have. parts shows what it can have.
func NotInAttack(text, parts string) string {
	return Quoted(text) + " can't be added to an attack. Write one or more of these, separated by commas: " + parts + "."
}

// NobodyToAttack refuses an attack while nobody else is in the fight, as far as the asker knows.
func NobodyToAttack() string {
	return "There's nobody to attack. Wait until somebody else is in the fight."
}

// NobodyHere refuses a button that needs combatants when the asker knows of none.
func NobodyHere() string {
	return "Nobody is in this fight yet. Press Join, or ask the GM to add foes."
}

// NobodyChosen refuses a form whose menu was left empty although it needs a choice.
func NobodyChosen() string {
	return "Nobody was chosen. Try again and choose somebody from the menu."
}

// NoCharacters answers a command that needs a saved character when the user has none.
func NoCharacters() string {
	return "You have no saved characters in this server. Save one with /character save."
}

// UnknownCharacter refuses a name that none of the user's saved characters has.
func UnknownCharacter(name string) string {
	return "You have no saved character called " + Quoted(name) + " in this server. /character list shows yours."
}

// SavedLacksStats refuses to join with a saved character that lacks stats which the fight's ruleset needs.
func SavedLacksStats(name string, missing *engine.Error) string {
	return "Your saved character " + Text(name) + " has no " + Or(missing.Names) + ", which " + Text(missing.Ruleset) +
		" needs. Give it in the stats option of /init join, like " + Quoted(missing.Example) + "."
}

// TooManyCharacters refuses to save one more character.
func TooManyCharacters(most int) string {
	return fmt.Sprintf("You already have %s saved characters in this server, and that's the limit. Delete one with /character delete first.", Grouped(most))
}

// StatInNoRuleset refuses to save a stat that no ruleset has.
func StatInNoRuleset(key string) string {
	return "No ruleset has a stat called " + Quoted(key) + ". /help topic:rules lists the stats."
}

// SettingsInServer refuses server settings in a direct message.
func SettingsInServer() string {
	return "These settings belong to a server. Use the command in one of its channels."
}

// SettingsForManagers refuses server settings to users who can't manage the server.
func SettingsForManagers() string {
	return "Only members with Manage Server can change the settings. Ask one of them."
}

// activityExample shows how predefined activities are written.
const activityExample = "Write activities like: Strike 2, Aim 1."

// NoActivityChosen refuses a form in which nothing was chosen to do.
func NoActivityChosen() string {
	return "You haven't said what you do. Choose a predefined activity, or type what you do."
}

// NotAnActivity refuses a part of the setting for activities.
func NotAnActivity(text string) string {
	return Quoted(text) + " isn't an activity with 1 to 20 ticks. " + activityExample
}

// UnusableActivity refuses an activity that a ruleset refuses, and says why.
func UnusableActivity(l *lang.Language, ruleset, activity string, why *engine.Error) string {
	return Text(ruleset) + " can't use " + Quoted(activity) + ". " + Of(l, why) + " " + activityExample
}

// TooManyServerActivities refuses more predefined activities than a server can have.
func TooManyServerActivities(most int) string {
	return fmt.Sprintf("A server can have at most %s predefined activities. Give fewer.", Grouped(most))
}

// DataTooSoon refuses a second file of a user's data within a minute.
func DataTooSoon() string {
	return "You can get this file only once a minute. Try again in a minute."
}

// TooFast refuses a request that came after too many others within a minute.
func TooFast(perMinute int) string {
	return fmt.Sprintf("You're sending commands too fast (limit: %s per minute), so nothing was changed. Try again in a few seconds.", Grouped(perMinute))
}

// TooManyFights refuses one more fight in a server.
func TooManyFights(open int) string {
	return fmt.Sprintf("This server already has %s open fights, and that's the limit. End one that's over with /init end in its channel, then start this one again.", Grouped(open))
}

// LogFull refuses a change that a fight's log has no room for.
func LogFull(most int) string {
	return fmt.Sprintf("This fight's log is full (at most %s entries). End the fight with /init end, then start another.", Grouped(most))
}

// FileTooLarge refuses a file that Discord wouldn't take.
func FileTooLarge(megabytes int) string {
	return fmt.Sprintf("The file is %d MB, and Discord takes at most 10 MB. Whoever hosts the bot can export everything with `roundel export`.", megabytes)
}

// CheckOver refuses to roll a check that is no longer due.
func CheckOver() string {
	return "That roll is no longer due. /effect list shows the ones that are."
}

// EffectGone refuses to remove an effect that has ended.
func EffectGone() string {
	return "That effect is no longer there, so nothing was removed. Press More… again to see what's left."
}

// MonstersInServer refuses to manage monsters in a direct message.
func MonstersInServer() string {
	return "Monsters belong to a server. Use /monster list in a server channel."
}

// MonstersForGMs refuses somebody who may not see or change a server's monsters.
func MonstersForGMs() string {
	return "Only members with the Manage Server permission or the server's GM role can use this server's monsters. /roundel settings sets the role."
}

// PartyForGMs refuses somebody who may not see or change the usual party of a channel without a fight.
func PartyForGMs() string {
	return "Only members with the Manage Server permission or the server's GM role can see or change the usual party while there's no fight here. During a fight, its GM can."
}

// NoPlayers refuses to keep the players of a fight that has none.
func NoPlayers() string {
	return "Nobody has joined this fight yet, so there's no party to keep. Try again once your players are in."
}

// MonstersTooLarge refuses a file of monsters that is too large.
func MonstersTooLarge(limit int) string {
	return fmt.Sprintf("The file is too large. A file of monsters can be at most %s bytes long. Split it and try again.", Grouped(limit))
}

// MonstersTooComplex refuses a file of monsters that would take too much memory.
func MonstersTooComplex(most int) string {
	return fmt.Sprintf("The file has too many values. A file of monsters can have at most %s, not nested too deeply. Split it and try again.", Grouped(most))
}

// NotMonsters refuses a file without monsters.
func NotMonsters() string {
	return "There are no monsters in this file that the bot can read. It reads YAML as the guide describes it, and JSON from Open5e, 5e.tools, Improved Initiative and Foundry VTT."
}

// TooManyMonsters refuses to keep more monsters than a server can have.
func TooManyMonsters(most int) string {
	return fmt.Sprintf("A server can have at most %s monsters of its own. Delete some with /monster delete first.", Grouped(most))
}

// MonstersExist refuses to replace monsters without being asked to.
func MonstersExist(names []string) string {
	if len(names) > 5 {
		return "This server already has " + Text(strings.Join(names[:5], ", ")) + " and " + Grouped(len(names)-5) + " more. To replace them, use /monster add with replace:true."
	}
	return "This server already has " + Text(strings.Join(names, ", ")) + ". To replace what it has, use /monster add with replace:true."
}

// UnknownMonster refuses the name of a monster that isn't there. near is a similar name, or empty.
func UnknownMonster(name, near string) string {
	text := "There's no monster called " + Quoted(name) + " for this ruleset."
	if near != "" {
		return text + " Did you mean " + Text(near) + "?"
	}
	return text + " Choose one from the list, or save your own with /monster save."
}

// NotOwnMonster refuses to show or delete a monster that isn't there.
func NotOwnMonster(name string) string {
	return "This server has no monster called " + Quoted(name) + ". /monster list shows the ones it has."
}

// NothingToSave refuses to save a monster that nothing is known about.
func NothingToSave() string {
	return "There's nothing to save yet. Give stats and attacks, or choose a combatant of this fight with the from option."
}

// TooManyAttacks refuses a monster with more attacks than it can have.
func TooManyAttacks(most int) string {
	return fmt.Sprintf("A monster can have at most %d attacks.", most)
}

// NoNameOrMonster refuses to add nobody.
func NoNameOrMonster() string { return "Give a name, or choose a monster." }

// HPNeedsMonster refuses to roll hit dice that nobody knows.
func HPNeedsMonster() string {
	return "Only monsters have hit dice. Choose one with the monster option, or give hit points in stats, such as hp 7."
}

// NoHitDice refuses to roll the hit dice of a monster that has none.
func NoHitDice(name string) string {
	return Text(name) + " has no hit dice to roll. Leave out the hp option to use its hit points."
}

// NotHitDice refuses hit dice without dice.
func NotHitDice(text string) string {
	return Quoted(text) + " isn't dice. Write hit dice such as 2d6+2."
}

// EncountersInServer refuses to manage saved encounters in a direct message.
func EncountersInServer() string {
	return "Saved encounters belong to a server. Use /encounter list in a server channel."
}

// EncountersForGMs refuses somebody who may not see or change a server's saved encounters.
func EncountersForGMs() string {
	return "Only members with the Manage Server permission or the server's GM role can use this server's saved encounters. /roundel settings sets the role."
}

// EncounterTooLarge refuses a file of an encounter that is too large.
func EncounterTooLarge(limit int) string {
	return fmt.Sprintf("The file is too large. A saved encounter can be at most %s bytes long. Save large fights as several encounters.", Grouped(limit))
}

// TooManyEncounters refuses to save more encounters than a server can have.
func TooManyEncounters(most int) string {
	return fmt.Sprintf("A server can have at most %s saved encounters. Delete some with /encounter delete first.", Grouped(most))
}

// EncountersFull refuses to save an encounter for which there is no space.
func EncountersFull() string {
	return "This server's saved encounters take up all the space they're allowed. Delete some with /encounter delete first."
}

// TooManyFoes refuses an encounter with too many foes.
func TooManyFoes(most, count int) string {
	return fmt.Sprintf("A saved encounter can have at most %d foes, and this one would have %s. Save it as several encounters.", most, Grouped(count))
}

// WaveLimit refuses an encounter with too many waves.
func WaveLimit(most int) string {
	return fmt.Sprintf("A saved encounter can have at most %d waves. Save the later ones as another encounter.", most)
}

// EncounterName refuses a name that an encounter can't have.
func EncounterName(most int) string {
	return fmt.Sprintf("The name of an encounter must be one line of 1 to %d characters.", most)
}

// EncounterExists refuses to replace an encounter without being asked to.
func EncounterExists(name string) string {
	return "This server already has an encounter called " + Quoted(name) + ". To replace it, use the command again with replace:true."
}

// UnknownEncounter refuses the name of an encounter that isn't there. near is a similar name, or empty.
func UnknownEncounter(name, near string) string {
	text := "This server has no saved encounter called " + Quoted(name) + "."
	if near != "" {
		return text + " Did you mean " + Text(near) + "?"
	}
	return text + " /encounter list shows the ones it has."
}

// NoFightToSave refuses to save the foes of a fight where there is none.
func NoFightToSave() string {
	return "There's no fight here to save foes from. Type them in the foes option, such as: 3 Goblin, 1 Ogre hidden."
}

// NoFoesToSave refuses to save the foes of a fight that has none.
func NoFoesToSave() string {
	return "This fight has no foes yet. Add some with /init add, or type them in the foes option, such as: 3 Goblin, 1 Ogre hidden."
}

// RoundWithoutFoes refuses a round for foes that are not typed.
func RoundWithoutFoes() string {
	return "The round option works only with the foes option. Type the foes there, such as: 3 Goblin, hidden."
}

// FoesForm refuses a part of a list of foes that can't be read.
func FoesForm(text string) string {
	return Quoted(text) + " isn't a foe. Write a number and the name of a monster, such as: 3 Goblin, 1 Ogre hidden. For a wave, write its round first: at round 4: 2 Wolf."
}

// FoeCount refuses a number of foes.
func FoeCount(text string, most int) string {
	return fmt.Sprintf("%s has too few or too many foes. Write a number from 1 to %d.", Quoted(text), most)
}

// WaveRound refuses the round of a wave.
func WaveRound(most int) string {
	return fmt.Sprintf("The round of a wave must be a whole number from 1 to %s.", Grouped(most))
}

// UnknownFoe refuses the name of a monster that isn't there. near is a similar name, or empty.
func UnknownFoe(name, near string) string {
	text := "There's no monster called " + Quoted(name) + "."
	if near != "" {
		return text + " Did you mean " + Text(near) + "?"
	}
	return text + " Save it first with /monster save."
}
