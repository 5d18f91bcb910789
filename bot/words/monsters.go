package words

import (
	"fmt"
	"strings"

	"roundel/engine/monster"
	"roundel/engine/statblock"
)

// Monster shows what is known of a monster. credit is where it comes from, or empty.
func Monster(m *monster.Monster, credit string) string {
	lines := []string{"**" + Text(m.Name) + "**"}
	switch {
	case m.HitDice != "":
		lines = append(lines, fmt.Sprintf("Hit points: %d (%s)", m.AverageHP(), m.HitDice))
	case m.HP > 0:
		lines = append(lines, fmt.Sprintf("Hit points: %d", m.HP))
	}
	var stats []string
	for _, key := range m.StatKeys() {
		base, _, derived := strings.Cut(key, "_")
		if n, has := m.Stats[base]; derived && has && n == m.Stats[key] {
			continue // it says nothing more
		}
		stats = append(stats, fmt.Sprintf("%s %d", key, m.Stats[key]))
	}
	if len(stats) > 0 {
		lines = append(lines, "Stats: "+Text(strings.Join(stats, ", ")))
	}
	for i := range m.Attacks {
		lines = append(lines, "- "+Text(Attack(m.Attacks[i].Weapon())))
	}
	if m.Recharges {
		lines = append(lines, "Some of its abilities recharge. When you add it, give the lowest result that brings them back, such as `stats:recharge 5`.")
	}
	if credit != "" {
		lines = append(lines, "-# "+credit)
	}
	return strings.Join(lines, "\n")
}

// MonsterSaved shows a monster that was saved. fits are the titles of the rulesets that know all of its stats.
func MonsterSaved(m *monster.Monster, fits []string) string {
	return "Saved. Add it to a fight with " + typed("/init add monster:"+Visible(m.Name)) + ". " + madeFor(fits) + "\n" + Monster(m, "")
}

// madeFor says for which rulesets a monster's stats are.
func madeFor(titles []string) string {
	const most = 4
	shown := make([]string, min(most, len(titles)))
	for i := range shown {
		shown[i] = "**" + Text(titles[i]) + "**"
	}
	switch rest := len(titles) - len(shown); {
	case len(titles) == 0:
		return "No single ruleset has all of its stats; each uses those that it knows."
	case rest == 1:
		return "Its stats are for " + several(append(shown, "1 other ruleset")) + "."
	case rest > 1:
		return "Its stats are for " + several(append(shown, fmt.Sprintf("%d other rulesets", rest))) + "."
	}
	return "Its stats are for " + several(shown) + "."
}

// typed shows a command as it is typed, even if names in it have backticks.
func typed(command string) string {
	if strings.Contains(command, "`") {
		return "`` " + command + " ``"
	}
	return "`" + command + "`"
}

// MonsterDeleted says that a monster was deleted.
func MonsterDeleted(name string) string {
	return "**" + Text(name) + "** has been deleted from this server's monsters. It stays in the fights it has joined."
}

// mostMissed is the maximum length of what was left out of a file in a message; longer texts are in a file.
const mostMissed = 1500

// mostFile is the maximum size of such a file, because it is stored with the answer.
const mostFile = 16 << 10

// MonstersAdded says which monsters of a file were added, and what of it was left out. If that is too long for a message, file is all of it
// as plain text.
func MonstersAdded(names []string, missed []statblock.Missed) (text, file string) {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = Text(name)
	}
	text = "Added " + Counted(len(names), "monster") + "."
	if shown := strings.Join(list, ", "); len(list) == 0 {
		text = "No monsters have been added."
	} else if Length(shown) <= mostMissed/3 {
		text = "Added: " + shown + "."
	}
	out := MissedOf(missed)
	if len(out) == 0 {
		return text, ""
	}
	all := strings.Join(out, "\n")
	if Length(text)+Length(all) > mostMissed {
		return text + " What was left out is in the attached file.", text + "\n\n" + cut(Unformatted(all))
	}
	return text + "\nLeft out, because fights don't use it or the file isn't clear about it:\n" + all, ""
}

// cut shortens the text of a file to what may be stored, between two parts, and says so.
func cut(text string) string {
	if len(text) <= mostFile {
		return text
	}
	at := strings.LastIndexAny(text[:mostFile], ",\n") // parts and names are much shorter
	return text[:at] + "\n\nThis list is cut off here, because it is too long. Split the file that you added to see the rest."
}

// MissedOf lists what was not understood, a line for each monster.
func MissedOf(missed []statblock.Missed) []string {
	var names []string
	parts := map[string][]string{}
	for _, m := range missed {
		if parts[m.Monster] == nil {
			names = append(names, m.Monster)
		}
		parts[m.Monster] = append(parts[m.Monster], missedPart(m))
	}
	out := make([]string, len(names))
	for i, name := range names {
		shown := Text(name)
		if shown == "" {
			shown = "A monster without a name"
		}
		out[i] = shown + ": " + strings.Join(parts[name], ", ")
	}
	return out
}

// missedPart names a part of a monster.
func missedPart(m statblock.Missed) string {
	switch m.Part {
	case statblock.Whole:
		return "all of it; a name has at most 32 characters and no commas"
	case statblock.Twice:
		return "one of two with this name"
	case statblock.Copied:
		return "all of it; it is a copy of another monster, so its numbers aren't in the file"
	case statblock.HitPoints:
		return "hit points"
	case statblock.HitDice:
		return "hit dice"
	case statblock.ArmorClass:
		return "Armor Class"
	case statblock.Initiative:
		return "initiative"
	case statblock.Legendary:
		return "how many legendary actions it has"
	case statblock.Recharge:
		return "recharge, which isn't the same for all abilities"
	}
	return Text(m.Name)
}

// MonsterList lists a server's monsters by name, and says how many come with the bot. If that is too long for a message, file is the list as
// plain text.
func MonsterList(names []string, bundled *monster.Book) (text, file string) {
	included := fmt.Sprintf("Included with Roundel: %d monsters from %s, for rulesets that use their stats.", len(bundled.Monsters), bundled.Title)
	if len(names) == 0 {
		return "This server has no monsters of its own. Save one with `/monster save`, or add a file with `/monster add`.\n" + included, ""
	}
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = Text(name)
	}
	head := fmt.Sprintf("**This server's own** (%d): ", len(names))
	if text = head + strings.Join(list, ", ") + ".\n" + included; Length(text) <= mostMissed {
		return text, ""
	}
	return head + "the names are in the attached file.\n" + included, strings.Join(names, "\n")
}

// MonsterHelp is what /help says about monsters. credit is where those that come with the bot are from.
func MonsterHelp(credit string) string {
	return "**Monsters**\nMonsters are for GMs; players see none of this. This server's own monsters are for members with Manage Server or the server's GM role.\n" +
		"/init add with the monster option fills in name, hit points, stats and attacks; what you type yourself takes precedence. " +
		"With roll in the hp option, each one's hit dice are rolled, and only you see the results.\n" +
		"/monster save keeps a monster of your own, typed or from a combatant of this fight. /monster add reads a file: YAML as the guide " +
		"describes it, or JSON from Open5e, 5e.tools, Improved Initiative or Foundry VTT. To see or remove what you have, use /monster list, /monster show and /monster delete.\n" +
		"/encounter save keeps all foes of a fight, or foes that you type, for later fights; waves can join in later rounds. " +
		"/encounter load and /init start with the encounter option add them to a fight.\n" +
		"On a monster's turn, the GM screen and your private messages have a button for each attack.\n-# " + credit
}
