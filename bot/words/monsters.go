package words

import (
	"fmt"
	"strconv"
	"strings"

	"roundel/bot/words/lang"
	"roundel/engine/monster"
	"roundel/engine/statblock"
)

// Monster shows what is known of a monster. credit is where it comes from, or empty.
func Monster(l *lang.Language, m *monster.Monster, credit string) string {
	lines := []string{l.Line("monster.name", lang.Name("name", m.Name))}
	hp := m.HP
	if m.HitDice != "" {
		hp = m.AverageHP()
	}
	if m.HitDice != "" || hp > 0 {
		lines = append(lines, l.Line("monster.hit-points", lang.Int("n", hp), lang.Text("dice", m.HitDice)))
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
		lines = append(lines, l.Line("list.stats", lang.Listed("stats", stats)))
	}
	for i := range m.Attacks {
		lines = append(lines, l.Line("monster.attack", lang.Part("attack", attack(m.Attacks[i].Weapon()))))
	}
	if m.Recharges {
		lines = append(lines, l.Line("monster.recharges"))
	}
	if credit != "" {
		lines = append(lines, "-# "+credit)
	}
	return strings.Join(lines, "\n")
}

// attack returns a saved weapon as people read it: "Bite, melee, hit 4, 1d6+2, type piercing" is "Bite: melee, +4 to hit, 1d6+2 piercing".
func attack(weapon string) lang.Phrase {
	name, rest, _ := strings.Cut(weapon, ",")
	var parts []lang.Phrase
	for part := range strings.SplitSeq(rest, ",") {
		part = strings.TrimSpace(part)
		key, value, _ := strings.Cut(part, " ")
		n, err := strconv.Atoi(value)
		switch last := len(parts) - 1; {
		case strings.EqualFold(key, "type") && last >= 0:
			parts[last] = lang.P("monster.typed", lang.Part("damage", parts[last]), lang.Name("type", value))
		case strings.EqualFold(key, "hit") && err == nil:
			parts = append(parts, lang.P("monster.to-hit", lang.Int("n", n)))
		case part != "":
			parts = append(parts, lang.P("list.name", lang.Name("name", part)))
		}
	}
	return lang.P("monster.weapon", lang.Name("name", strings.TrimSpace(name)), lang.Parts("parts", parts))
}

// MonsterSaved shows a monster that was saved. fits are the titles of the rulesets that know all of its stats.
func MonsterSaved(l *lang.Language, m *monster.Monster, fits []string) string {
	const most = 4
	var shown []lang.Phrase
	for _, title := range fits[:min(most, len(fits))] {
		shown = append(shown, lang.P("monster.name", lang.Term("name", title)))
	}
	if rest := len(fits) - len(shown); rest > 0 {
		shown = append(shown, lang.P("monster.more-fits", lang.N("n", rest)))
	}
	return l.Line("monster.saved", lang.Text("command", typed("/init add monster:"+Visible(m.Name))), lang.AllParts("fits", shown)) + "\n" + Monster(l, m, "")
}

// typed shows a command as it is typed, even if names in it have backticks.
func typed(command string) string {
	if strings.Contains(command, "`") {
		return "`` " + command + " ``"
	}
	return "`" + command + "`"
}

// mostMissed is the maximum length of what was left out of a file in a message; longer texts are in a file.
const mostMissed = 1500

// mostFile is the maximum size of such a file, because it is stored with the answer.
const mostFile = 16 << 10

// MonstersAdded says which monsters of a file were added, and what of it was left out. If that is too long for a message, file is all of it
// as plain text.
func MonstersAdded(l *lang.Language, names []string, missed []statblock.Missed) (text, file string) {
	added := lang.P("monster.added", lang.Listed("names", names))
	if len(names) == 0 {
		added = lang.P("monster.added-none")
	} else if Length(l.Say(added)) > mostMissed/3 {
		added = lang.P("monster.added-many", lang.N("n", len(names)))
	}
	out := strings.Join(MissedOf(l, missed), "\n")
	switch text = l.Say(added); {
	case out == "":
		return text, ""
	case Length(text)+Length(out) <= mostMissed:
		return l.Line("monster.left-out", lang.Part("added", added)) + "\n" + out, ""
	}
	return l.Line("monster.left-out-attached", lang.Part("added", added)), text + "\n\n" + cut(l, Unformatted(out))
}

// cut shortens the text of a file to what may be stored, between two parts, and says so.
func cut(l *lang.Language, text string) string {
	if len(text) <= mostFile {
		return text
	}
	at := strings.LastIndexAny(text[:mostFile], ",\n") // parts and names are much shorter
	return text[:at] + "\n\n" + l.Line("monster.cut-off")
}

// MissedOf lists what was not understood, a line for each monster.
func MissedOf(l *lang.Language, missed []statblock.Missed) []string {
	var names []string
	parts := map[string][]lang.Phrase{}
	for _, m := range missed {
		if parts[m.Monster] == nil {
			names = append(names, m.Monster)
		}
		part := lang.P("list.name", lang.Name("name", m.Name))
		if m.Part != statblock.Action && m.Part != statblock.MoreAttacks {
			part = lang.P("monster.missed-" + string(m.Part))
		}
		parts[m.Monster] = append(parts[m.Monster], part)
	}
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = l.Line("monster.missed", lang.Name("name", Visible(name)), lang.Parts("parts", parts[name]))
	}
	return out
}

// MonsterList lists a server's monsters by name, and says how many come with the bot. If that is too long for a message, file is the list as
// plain text.
func MonsterList(l *lang.Language, names []string, bundled *monster.Book) (text, file string) {
	included := lang.Part("included", lang.P("monster.included", lang.Int("n", len(bundled.Monsters)), lang.Term("book", bundled.Title)))
	if len(names) == 0 {
		return l.Line("monster.list-empty", included), ""
	}
	if text = l.Line("monster.list", lang.Int("n", len(names)), lang.Listed("names", names), included); Length(text) <= mostMissed {
		return text, ""
	}
	return l.Line("monster.list-attached", lang.Int("n", len(names)), included), strings.Join(names, "\n")
}
