package words

import (
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/snowflake"
)

// This file has the refusals that the engine has no reason for: a command or button that no longer exists, a channel that
// doesn't fit, a limit that is reached, a form that can't be read, a failure. testdata/refusals_bot.txt shows them all.

// UnknownCommand refuses a command that a newer release has removed.
func UnknownCommand() lang.Phrase {
	return lang.P("bot.unknown-command")
}

// UnknownButton refuses a button that an older release put on its messages.
func UnknownButton() lang.Phrase {
	return lang.P("bot.unknown-button")
}

// UnknownForm refuses to open a form again that this release doesn't have.
func UnknownForm() lang.Phrase {
	return lang.P("bot.unknown-form")
}

// FormOfSomeoneElse refuses to open a form again for somebody who hasn't filled it in.
func FormOfSomeoneElse() lang.Phrase {
	return lang.P("bot.form-of-someone-else")
}

// UnknownTopic refuses a topic of /help that doesn't exist.
func UnknownTopic(topic string) lang.Phrase {
	return lang.P("bot.unknown-topic", lang.Quoted("topic", topic))
}

// EarlierTurn refuses a button of an earlier turn and says whose turn it is in the state, which is the asker's view.
func EarlierTurn(s *engine.State) lang.Phrase {
	if s.Open != nil {
		return lang.P("bot.earlier-turn-open")
	}
	return lang.P("bot.earlier-turn", lang.Part("turn", turnNow(engine.Args{GMActs: s.GMActs(), Turn: s.ActiveNames()})))
}

// EarlierFight refuses the button that would have ended an earlier fight of the channel.
func EarlierFight() lang.Phrase {
	return lang.P("bot.earlier-fight")
}

// EarlierScreen refuses a button of a GM screen that shows an earlier fight.
func EarlierScreen() lang.Phrase {
	return lang.P("bot.earlier-screen")
}

// NotTheGM refuses to ping anyone but the one who started the fight.
func NotTheGM(gm snowflake.User) lang.Phrase {
	return lang.P("bot.not-the-gm", lang.Text("gm", Mention(gm)))
}

// FightWentOn refuses to end a fight because something else happened in it at the same time.
func FightWentOn() lang.Phrase {
	return lang.P("bot.fight-went-on")
}

// NoOneNeedsState refuses to choose a state when no one at 0 hit points lacks one.
func NoOneNeedsState() lang.Phrase {
	return lang.P("bot.no-one-needs-state")
}

// NoOneToSurprise refuses to confirm the surprise of combatants who have all left.
func NoOneToSurprise() lang.Phrase {
	return lang.P("bot.no-one-to-surprise")
}

// StartInServer refuses a fight in a direct message.
func StartInServer() lang.Phrase {
	return lang.P("bot.start-in-server")
}

// StartSealed refuses a fight in a thread that is archived and locked.
func StartSealed() lang.Phrase {
	return lang.P("bot.start-sealed")
}

// StartLacking refuses a fight where the bot lacks permissions.
func StartLacking(missing []string) lang.Phrase {
	return lang.P("bot.start-lacking", lang.All("missing", missing))
}

// UnknownRuleset refuses a ruleset that doesn't exist. near are the names of those that may be meant.
func UnknownRuleset(typed string, near []string) lang.Phrase {
	return lang.P("bot.unknown-ruleset", lang.Quoted("typed", typed), lang.Part("near", rulesetNames(near)))
}

// SeveralRulesets refuses a title or game that several rulesets have.
func SeveralRulesets(typed string, which []string) lang.Phrase {
	return lang.P("bot.several-rulesets", lang.Int("n", len(which)), lang.Quoted("typed", typed), lang.Part("which", rulesetNames(which)))
}

// DefaultRulesetGone refuses a fight under the server's default ruleset, which has been removed.
func DefaultRulesetGone(name string) lang.Phrase {
	return lang.P("bot.default-ruleset-gone", lang.Name("name", name))
}

// RulesetsInServer refuses /ruleset in direct messages.
func RulesetsInServer() lang.Phrase {
	return lang.P("bot.rulesets-in-server")
}

// RulesetsForManagers refuses to add or remove rulesets.
func RulesetsForManagers() lang.Phrase {
	return lang.P("bot.rulesets-for-managers")
}

// RulesetTooLarge refuses a ruleset file that is too large.
func RulesetTooLarge(limit int) lang.Phrase {
	return lang.P("bot.ruleset-too-large", lang.N("limit", limit))
}

// EndedTheBot refuses a request whose file was being tried out when the bot ended.
func EndedTheBot() lang.Phrase {
	return lang.P("bot.ended-the-bot")
}

// FileNotFetched refuses a file that did not arrive from Discord.
func FileNotFetched() lang.Phrase {
	return lang.P("bot.file-not-fetched")
}

// FileGone refuses a file that Discord no longer has.
func FileGone() lang.Phrase {
	return lang.P("bot.file-gone")
}

// FileNotDiscord refuses a file with an address that the bot doesn't download from.
func FileNotDiscord() lang.Phrase {
	return lang.P("bot.file-not-discord")
}

// RulesetNameTaken refuses the name of a ruleset that every server has.
func RulesetNameTaken(name string) lang.Phrase {
	return lang.P("bot.ruleset-name-taken", lang.Name("name", name))
}

// RulesetExists refuses to replace a ruleset without being told to.
func RulesetExists(name string) lang.Phrase {
	return lang.P("bot.ruleset-exists", lang.Name("name", name))
}

// TooManyRulesets refuses another ruleset.
func TooManyRulesets(n int) lang.Phrase {
	return lang.P("bot.too-many-rulesets", lang.Int("n", n))
}

// NotOwnRuleset refuses to remove a ruleset that isn't the server's own. own are the names of those that are.
func NotOwnRuleset(typed string, own []string) lang.Phrase {
	return lang.P("bot.not-own-ruleset", lang.Quoted("typed", typed), lang.Parts("own", nameParts(own)))
}

// OneName refuses two options of a command that mean the same.
func OneName(option, other string) lang.Phrase {
	return lang.P("bot.one-name", lang.Text("option", option), lang.Text("other", other))
}

// NotAMember refuses a user, given in an option, who has left the server.
func NotAMember(option string) lang.Phrase {
	return lang.P("bot.not-a-member", lang.Name("option", option))
}

// NotAWholeNumber refuses a text in a form's field for a number.
func NotAWholeNumber(text string) lang.Phrase {
	return lang.P("bot.not-a-whole-number", lang.Quoted("text", text))
}

// NotInWeapon refuses a part of a weapon that is written out in a form. parts shows what it can have.
func NotInWeapon(text, parts string) lang.Phrase {
	return lang.P("bot.not-in-weapon", lang.Quoted("text", text), lang.Text("parts", parts))
}

// NoNPCs refuses the form for NPCs without a line in it.
func NoNPCs() lang.Phrase {
	return lang.P("bot.no-npcs")
}

// NotInEffect refuses a part of the form for effects that isn't something effects have. parts shows what they can have under the ruleset.
func NotInEffect(text, parts string) lang.Phrase {
	return lang.P("bot.not-in-effect", lang.Quoted("text", text), lang.Text("parts", parts))
}

// TwiceInEffect refuses a form for effects in which something is given twice.
func TwiceInEffect(key string) lang.Phrase {
	return lang.P("bot.twice-in-effect", lang.Quoted("key", key))
}

// NotInAttack refuses a part of the form for attacks that an attack under the ruleset doesn't have. parts shows what it can have.
func NotInAttack(text, parts string) lang.Phrase {
	return lang.P("bot.not-in-attack", lang.Quoted("text", text), lang.Text("parts", parts))
}

// NobodyToAttack refuses an attack while nobody else is in the fight, as far as the asker knows.
func NobodyToAttack() lang.Phrase {
	return lang.P("bot.nobody-to-attack")
}

// NobodyHere refuses a button that needs combatants when the asker knows of none.
func NobodyHere() lang.Phrase {
	return lang.P("bot.nobody-here")
}

// NobodyChosen refuses a form whose menu was left empty although it needs a choice.
func NobodyChosen() lang.Phrase {
	return lang.P("bot.nobody-chosen")
}

// NoCharacters answers a command that needs a saved character when the user has none.
func NoCharacters() lang.Phrase {
	return lang.P("bot.no-characters")
}

// UnknownCharacter refuses a name that none of the user's saved characters has.
func UnknownCharacter(name string) lang.Phrase {
	return lang.P("bot.unknown-character", lang.Quoted("name", name))
}

// SavedLacksStats refuses to join with a saved character that lacks stats which the fight's ruleset needs.
func SavedLacksStats(name string, missing *engine.Error) lang.Phrase {
	return lang.P("bot.saved-lacks-stats", lang.Name("name", name), lang.All("missing", missing.Names), lang.Name("ruleset", missing.Ruleset),
		lang.Quoted("example", missing.Example))
}

// TooManyCharacters refuses to save one more character.
func TooManyCharacters(most int) lang.Phrase {
	return lang.P("bot.too-many-characters", lang.N("most", most))
}

// StatInNoRuleset refuses to save a stat that no ruleset has.
func StatInNoRuleset(key string) lang.Phrase {
	return lang.P("bot.stat-in-no-ruleset", lang.Quoted("key", key))
}

// SettingsInServer refuses server settings in a direct message.
func SettingsInServer() lang.Phrase {
	return lang.P("bot.settings-in-server")
}

// SettingsForManagers refuses server settings to users who can't manage the server.
func SettingsForManagers() lang.Phrase {
	return lang.P("bot.settings-for-managers")
}

// NoActivityChosen refuses a form in which nothing was chosen to do.
func NoActivityChosen() lang.Phrase {
	return lang.P("bot.no-activity-chosen")
}

// NotAnActivity refuses a part of the setting for activities.
func NotAnActivity(text string) lang.Phrase {
	return lang.P("bot.not-an-activity", lang.Quoted("text", text))
}

// UnusableActivity refuses an activity that a ruleset refuses, and says why.
func UnusableActivity(ruleset, activity string, why *engine.Error) lang.Phrase {
	return lang.P("bot.unusable-activity", lang.Name("ruleset", ruleset), lang.Quoted("activity", activity), lang.Part("why", refusal(why)))
}

// TooManyServerActivities refuses more predefined activities than a server can have.
func TooManyServerActivities(most int) lang.Phrase {
	return lang.P("bot.too-many-server-activities", lang.N("most", most))
}

// DataTooSoon refuses a second file of a user's data within a minute.
func DataTooSoon() lang.Phrase {
	return lang.P("bot.data-too-soon")
}

// TooFast refuses a request that came after too many others within a minute.
func TooFast(perMinute int) lang.Phrase {
	return lang.P("bot.too-fast", lang.N("per_minute", perMinute))
}

// TooManyFights refuses one more fight in a server.
func TooManyFights(open int) lang.Phrase {
	return lang.P("bot.too-many-fights", lang.N("open", open))
}

// LogFull refuses a change that a fight's log has no room for.
func LogFull(most int) lang.Phrase {
	return lang.P("bot.log-full", lang.N("most", most))
}

// FileTooLarge refuses a file that Discord wouldn't take.
func FileTooLarge(megabytes int) lang.Phrase {
	return lang.P("bot.file-too-large", lang.Int("megabytes", megabytes))
}

// CheckOver refuses to roll a check that is no longer due.
func CheckOver() lang.Phrase {
	return lang.P("bot.check-over")
}

// EffectGone refuses to remove an effect that has ended.
func EffectGone() lang.Phrase {
	return lang.P("bot.effect-gone")
}

// MonstersInServer refuses to manage monsters in a direct message.
func MonstersInServer() lang.Phrase {
	return lang.P("bot.monsters-in-server")
}

// MonstersForGMs refuses somebody who may not see or change a server's monsters.
func MonstersForGMs() lang.Phrase {
	return lang.P("bot.monsters-for-g-ms")
}

// PartyForGMs refuses somebody who may not see or change the usual party of a channel without a fight.
func PartyForGMs() lang.Phrase {
	return lang.P("bot.party-for-g-ms")
}

// NoPlayers refuses to keep the players of a fight that has none.
func NoPlayers() lang.Phrase {
	return lang.P("bot.no-players")
}

// MonstersTooLarge refuses a file of monsters that is too large.
func MonstersTooLarge(limit int) lang.Phrase {
	return lang.P("bot.monsters-too-large", lang.N("limit", limit))
}

// MonstersTooComplex refuses a file of monsters that would take too much memory.
func MonstersTooComplex(most int) lang.Phrase {
	return lang.P("bot.monsters-too-complex", lang.N("most", most))
}

// NotMonsters refuses a file without monsters.
func NotMonsters() lang.Phrase {
	return lang.P("bot.not-monsters")
}

// TooManyMonsters refuses to keep more monsters than a server can have.
func TooManyMonsters(most int) lang.Phrase {
	return lang.P("bot.too-many-monsters", lang.N("most", most))
}

// MonstersExist refuses to replace monsters without being asked to.
func MonstersExist(names []string) lang.Phrase {
	if more := len(names) - mostNamed; more > 0 {
		return lang.P("bot.more-monsters-exist", lang.Parts("names", nameParts(names[:mostNamed])), lang.N("more", more))
	}
	return lang.P("bot.monsters-exist", lang.Parts("names", nameParts(names)))
}

// UnknownMonster refuses the name of a monster that isn't there. near is a similar name, or empty.
func UnknownMonster(name, near string) lang.Phrase {
	return lang.P("bot.unknown-monster", lang.Quoted("name", name), lang.Name("near", near))
}

// NotOwnMonster refuses to show or delete a monster that isn't there.
func NotOwnMonster(name string) lang.Phrase {
	return lang.P("bot.not-own-monster", lang.Quoted("name", name))
}

// NothingToSave refuses to save a monster that nothing is known about.
func NothingToSave() lang.Phrase {
	return lang.P("bot.nothing-to-save")
}

// TooManyAttacks refuses a monster with more attacks than it can have.
func TooManyAttacks(most int) lang.Phrase {
	return lang.P("bot.too-many-attacks", lang.Int("most", most))
}

// NoNameOrMonster refuses to add nobody.
func NoNameOrMonster() lang.Phrase {
	return lang.P("bot.no-name-or-monster")
}

// HPNeedsMonster refuses to roll hit dice that nobody knows.
func HPNeedsMonster() lang.Phrase {
	return lang.P("bot.hp-needs-monster")
}

// NoHitDice refuses to roll the hit dice of a monster that has none.
func NoHitDice(name string) lang.Phrase {
	return lang.P("bot.no-hit-dice", lang.Name("name", name))
}

// NotHitDice refuses hit dice without dice.
func NotHitDice(text string) lang.Phrase {
	return lang.P("bot.not-hit-dice", lang.Quoted("text", text))
}

// EncountersInServer refuses to manage saved encounters in a direct message.
func EncountersInServer() lang.Phrase {
	return lang.P("bot.encounters-in-server")
}

// EncountersForGMs refuses somebody who may not see or change a server's saved encounters.
func EncountersForGMs() lang.Phrase {
	return lang.P("bot.encounters-for-g-ms")
}

// EncounterTooLarge refuses a file of an encounter that is too large.
func EncounterTooLarge(limit int) lang.Phrase {
	return lang.P("bot.encounter-too-large", lang.N("limit", limit))
}

// TooManyEncounters refuses to save more encounters than a server can have.
func TooManyEncounters(most int) lang.Phrase {
	return lang.P("bot.too-many-encounters", lang.N("most", most))
}

// EncountersFull refuses to save an encounter for which there is no space.
func EncountersFull() lang.Phrase {
	return lang.P("bot.encounters-full")
}

// TooManyFoes refuses an encounter with too many foes.
func TooManyFoes(most, count int) lang.Phrase {
	return lang.P("bot.too-many-foes", lang.Int("most", most), lang.N("count", count))
}

// WaveLimit refuses an encounter with too many waves.
func WaveLimit(most int) lang.Phrase {
	return lang.P("bot.wave-limit", lang.Int("most", most))
}

// EncounterName refuses a name that an encounter can't have.
func EncounterName(most int) lang.Phrase {
	return lang.P("bot.encounter-name", lang.Int("most", most))
}

// EncounterExists refuses to replace an encounter without being asked to.
func EncounterExists(name string) lang.Phrase {
	return lang.P("bot.encounter-exists", lang.Quoted("name", name))
}

// UnknownEncounter refuses the name of an encounter that isn't there. near is a similar name, or empty.
func UnknownEncounter(name, near string) lang.Phrase {
	return lang.P("bot.unknown-encounter", lang.Quoted("name", name), lang.Name("near", near))
}

// NoFightToSave refuses to save the foes of a fight where there is none.
func NoFightToSave() lang.Phrase {
	return lang.P("bot.no-fight-to-save")
}

// NoFoesToSave refuses to save the foes of a fight that has none.
func NoFoesToSave() lang.Phrase {
	return lang.P("bot.no-foes-to-save")
}

// RoundWithoutFoes refuses a round for foes that are not typed.
func RoundWithoutFoes() lang.Phrase {
	return lang.P("bot.round-without-foes")
}

// FoesForm refuses a part of a list of foes that can't be read.
func FoesForm(text string) lang.Phrase {
	return lang.P("bot.foes-form", lang.Quoted("text", text))
}

// FoeCount refuses a number of foes.
func FoeCount(text string, most int) lang.Phrase {
	return lang.P("bot.foe-count", lang.Quoted("text", text), lang.Int("most", most))
}

// WaveRound refuses the round of a wave.
func WaveRound(most int) lang.Phrase {
	return lang.P("bot.wave-round", lang.N("most", most))
}

// UnknownFoe refuses the name of a monster that isn't there. near is a similar name, or empty.
func UnknownFoe(name, near string) lang.Phrase {
	return lang.P("bot.unknown-foe", lang.Quoted("name", name), lang.Name("near", near))
}
