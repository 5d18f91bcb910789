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

// Topics are all topics of /help, the rules of the fight first.
func Topics() []Topic {
	out := []Topic{{"rules", "The rules of this fight"}}
	for _, h := range helpTexts() {
		out = append(out, Topic{h.topic, h.title})
	}
	return out
}

// HelpOn explains a topic other than the rules of the fight; ok is false when there is none of that key.
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
		{"start", "Starting a fight", "/init start opens the fight in this channel; you are its GM.\n" +
			"Players: /init join name stats, or the Join button.\n" +
			"GM: /init add name count stats, or the Add NPCs button. A stat that NPCs need and are not given is 0.\n" +
			"GM: /init roll begins round 1. Real dice? Give what they show in the option roll or rolls."},
		{"turns", "Turns", "End your turn with the End turn button or /next. A button counts for its turn only.\n" +
			"/init list shows the order, /init log what happened.\n" +
			"GM: /init undo takes back the last change, as often as needed; /init redo does it again.\n" +
			"GM: /init pause and /init resume; /init end asks first."},
		{"effects", "Effects", "/effect add target name duration. Durations: 2 rounds (of the target's own turns), end of turn, " +
			"end of this turn, end of round, fight; with a clock also 10 min or 1 h.\n" +
			"damage falls at the end of each own turn, skip loses the turns (a stun).\n/effect remove takes one off, /effect list shows them."},
		{"hp", "Hit points", "/hp target amount: -5 or -2d6 is damage, +3 heals, =12 sets. It is a sum: -1d8-2 takes 1d8 and 2 away. " +
			"Several targets: Goblin 1, Goblin 2; " +
			"half names those who take half.\nNumbers of the GM's combatants are for the GM alone; the others read unhurt, hurt, bloodied, critical, down."},
		{"surprise", "Surprise and hiding", "What surprise does, and which commands settle it, is in the rules of the fight: /help.\n" +
			"It is settled before /init roll; /surprise clear takes it back until then.\n" +
			"/init add with hidden, or /init edit, hides from the players whatever the GM wants hidden."},
		{"actions", "Actions and attacks", "/act do, /act move, /act reserve and /act react are what you do in your turn and out of it; /help says which " +
			"of them your rules have.\n/attack target works an attack out: dice are rolled, or typed in roll, damage_roll and trauma_roll.\n" +
			"A weapon may be written in one: Laser pistol, ranged, 1d6, attribute dex, shock 1/AC 15. Punch is built in.\n" +
			"modifier adds to the roll, hit replaces the whole bonus, free is an attack out of turn.\n" +
			"Without who it is for the one whose turn it is."},
		{"dice", "Dice", "/roll 2d6+1, d20-2, 4d6kh3, d%. secret shows the result to you and, in the log, to the GM."},
	}
}

// RulesHelp is a fight under the ruleset step by step, with the commands of each step.
func RulesHelp(rs *engine.Ruleset) string {
	lines := []string{"**A fight under " + rs.Title + "**",
		"1. **Who is in it.** `/init start` opens it, and you are its GM. Players: `/init join`. GM: `/init add`."}
	for i, step := range rs.Help {
		lines = append(lines, fmt.Sprintf("%d. %s", i+2, step))
	}
	lines = append(lines, "Stats: "+strings.Join(rs.StatKeys(), ", ")+"; like: "+rs.Template(false)+".",
		"Hit points: `/hp`. A mistake: `/init undo`.")
	return strings.Join(lines, "\n")
}
