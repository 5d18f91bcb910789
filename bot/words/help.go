package words

import (
	"fmt"
	"strings"

	"roundel/engine"
)

// helpText is one topic of /help.
type helpText struct{ topic, title, text string }

// Topic is a topic of /help: its key in the command, and its title.
type Topic struct{ Key, Title string }

// Topics returns all topics of /help, starting with the rules of the fight.
func Topics() []Topic {
	out := []Topic{{"rules", "The rules of this fight"}}
	for _, h := range helpTexts() {
		out = append(out, Topic{h.topic, h.title})
	}
	return out
}

// HelpOn returns the help on a topic other than the rules of the fight; ok is false if there is no topic with that key.
func HelpOn(key string) (text string, ok bool) {
	for _, h := range helpTexts() {
		if h.topic == key {
			return "**" + h.title + "**\n" + h.text, true
		}
	}
	return "", false
}

func helpTexts() []helpText {
	return []helpText{
		{"start", "Starting a fight", "/init start opens a fight in this channel and makes you its GM.\n" +
			"Players: join with /init join name stats, or the Join button.\n" +
			"GM: add NPCs with /init add name count stats, or the Add foes button. NPC stats you leave out count as 0.\n" +
			"GM: start round 1 with /init roll. Rolling real dice? Enter the results in the roll or rolls option."},
		{"turns", "Turns", "End your turn with the End turn button or /next. A button only works during its own turn.\n" +
			"/init list shows the order; /init log shows what happened, even after the end.\n" +
			"GM: /init undo undoes the last change, as many times as you need; /init redo redoes it. With the to option, both can go several steps at once.\n" +
			"GM: /init pause and /init resume pause and resume the fight. /init end asks you to confirm, then ends the fight."},
		{"effects", "Effects", "Add one with /effect add target name duration. Durations: 2 rounds (the target's own turns), end of turn, " +
			"end of this turn, end of round, fight; if the ruleset has a clock, also 10 min or 1 h.\n" +
			"damage is dealt at the end of each of the target's turns; skip makes the target lose its turns (a stun).\n" +
			"Remove one with /effect remove; see them all with /effect list."},
		{"hp", "Hit points", "/damage target amount deals damage, /heal target amount heals: 5, 2d6 or 1d8+2. " +
			"For several targets, list them: Goblin 1, Goblin 2. Use half for those who take half, none for those who take nothing. " +
			"Players can use both on their own turn.\n" +
			"/hp target amount corrects hit points: =12 sets, +3 adds, -5 takes away. Dice work too: -1d8-2 takes away 1d8 + 2.\n" +
			"Only the GM sees numbers for the GM's combatants; everyone else reads unhurt, hurt, bloodied, critical or down."},
		{"surprise", "Surprise and hiding", "Surprise works differently in each ruleset; /help explains yours.\n" +
			"Set it before /init roll; until then, /surprise clear removes it.\n" +
			"GM: to hide a combatant from the players, use the hidden option of /init add or /init edit."},
		{"actions", "Actions and attacks", "On your turn use /act do, /act move and /act reserve; between turns, /act react. " +
			"/help says which of these your ruleset has.\n" +
			"/attack target rolls an attack. Rolling real dice? Enter the results in roll, damage_roll and trauma_roll.\n" +
			"You can write a weapon in one go: Laser pistol, ranged, 1d6, attribute dex, shock 1/AC 15. Punch is built in.\n" +
			"modifier adds to the roll, hit replaces the whole bonus, and free makes it an attack out of turn.\n" +
			"If you leave out who, the active combatant acts."},
		{"dice", "Dice", "/roll 2d6+1, d20-2, 4d6kh3, d%. With secret, only you see the result, and the GM in the log."},
	}
}

// RulesHelp returns a fight under the ruleset step by step, with the commands for each step.
func RulesHelp(rs *engine.Ruleset) string {
	lines := []string{"**A fight under " + rs.Title + "**",
		"1. **Joining.** `/init start` opens the fight and makes you its GM. Players: `/init join`. GM: `/init add`."}
	for i, step := range RulesetSteps(rs.Name) {
		lines = append(lines, fmt.Sprintf("%d. %s", i+2, step))
	}
	lines = append(lines, "Stats: "+strings.Join(rs.StatKeys(), ", ")+". Example: "+rs.Template(false)+".",
		"Hit points: `/damage`, `/heal`, `/hp`. Made a mistake? `/init undo`.")
	return strings.Join(lines, "\n")
}
