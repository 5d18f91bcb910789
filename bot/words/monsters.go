package words

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/monster"
	"roundel/engine/ruleset"
	"roundel/engine/statblock"
)

// HelpOnMonsters says where monsters come from, with the books' credits.
func HelpOnMonsters(l *lang.Language, books []*monster.Book) string {
	lines := []string{l.Line("monster.help")}
	for _, b := range books {
		lines = append(lines, "-# "+b.Index().Credit)
	}
	return strings.Join(lines, "\n")
}

// plainMonster returns a monster that has no stat block: hit points, stats, attacks and saves.
func plainMonster(l *lang.Language, m *monster.Monster) string {
	lines := []string{l.Line("monster.name", lang.Name("name", m.Name))}
	hp := m.HP
	if m.HitDice != "" {
		hp = m.AverageHP()
	}
	if m.HitDice != "" || hp > 0 {
		lines = append(lines, l.Line("monster.hit-points", lang.Int("n", hp), lang.Text("dice", m.HitDice)))
	}
	if stats := statTexts(m, ownStats(m)); len(stats) > 0 {
		lines = append(lines, l.Line("list.stats", lang.Listed("stats", stats)))
	}
	if m.Resistances != "" {
		lines = append(lines, l.Line("monster.resistances", lang.Mixed("text", m.Resistances)))
	}
	for i := range m.Attacks {
		lines = append(lines, l.Line("monster.attack", lang.Part("attack", attackOf(&m.Attacks[i]))))
	}
	lines = append(lines, PreparedLines(l, m.Saves)...)
	if m.Recharges {
		lines = append(lines, l.Line("monster.recharges"))
	}
	if book := m.Source(); book != nil {
		lines = append(lines, "-# "+book.Index().Credit)
	}
	return strings.Join(lines, "\n")
}

// ownStats returns the keys of the stats, without derived ones that equal the stat they derive from.
func ownStats(m *monster.Monster) []string {
	return slices.DeleteFunc(m.StatKeys(), func(key string) bool {
		base, _, derived := strings.Cut(key, "_")
		n, has := m.Stats[base]
		return derived && has && n == m.Stats[key]
	})
}

// statTexts returns stats as people read them: "str 16".
func statTexts(m *monster.Monster, keys []string) []string {
	out := make([]string, len(keys))
	for i, key := range keys {
		out[i] = fmt.Sprintf("%s %d", key, m.Stats[key])
	}
	return out
}

// PreparedLines lists the saves kept with a character or a monster; in English, as they are typed.
func PreparedLines(l *lang.Language, all []engine.Prepared) []string {
	out := make([]string, len(all))
	for i, p := range all {
		var lasts, pool lang.Phrase
		if p.Duration != "" {
			lasts = durationTyped(p.Duration)
		}
		if p.Pool != "" {
			pool = lang.P("list.pool", pooled(ruleset.PoolKey(p.Pool), p.Pool, 1))
		}
		out[i] = l.Line("monster.prepared", lang.Name("name", p.Name), lang.Text("save", p.Save), lang.Int("dc", p.DC), lang.Mixed("amount", p.Amount),
			lang.Flag("half", p.Success == string(ruleset.TakesHalf)), lang.Flag("nothing", p.Success == string(ruleset.TakesNone)),
			lang.Mixed("effect", p.Effect), lang.Part("lasts", lasts), lang.Flag("repeat", p.Repeat), lang.Part("pool", pool))
	}
	return out
}

// attackOf returns an attack as people read it: "Bite: melee, +4 to hit, 1d6+2 piercing".
func attackOf(a *monster.Attack) lang.Phrase { return attack(a.Weapon(), a.Kind == monster.Either) }

// attack returns a saved weapon as people read it: "Bite, melee, hit 4, 1d6+2, type piercing" is "Bite: melee, +4 to hit, 1d6+2 piercing".
// Saved weapons are melee or ranged; either says that this one is both.
func attack(weapon string, either bool) lang.Phrase {
	name, rest, _ := strings.Cut(weapon, ",")
	return lang.P("monster.weapon", lang.Name("name", strings.TrimSpace(name)), lang.Parts("parts", attackParts(rest, either)))
}

// AboutAttack says what an attack of a combatant's sheet does, without its name, for a menu: "melee, +17 to hit, 2d10+6 bludgeoning".
func AboutAttack(l *lang.Language, sheet *engine.Sheet, weapon string) string {
	name, rest, _ := strings.Cut(weapon, ",")
	var out []string
	for _, part := range attackParts(rest, sheet.Either(strings.TrimSpace(name))) {
		out = append(out, l.Say(part))
	}
	return Unformatted(strings.Join(out, ", "))
}

// attackParts returns the parts of a weapon after its name.
func attackParts(rest string, either bool) (parts []lang.Phrase) {
	for part := range strings.SplitSeq(rest, ",") {
		part = strings.TrimSpace(part)
		key, value, _ := strings.Cut(part, " ")
		n, err := strconv.Atoi(value)
		switch last := len(parts) - 1; {
		case strings.EqualFold(key, "type") && last >= 0:
			parts[last] = lang.P("monster.typed", lang.Part("damage", parts[last]), lang.Mixed("type", value))
		case strings.EqualFold(key, "hit") && err == nil:
			parts = append(parts, lang.P("monster.to-hit", lang.Int("n", n)))
		case part == string(monster.Melee) && either:
			parts = append(parts, lang.P("monster.either"))
		case part == string(monster.Melee) || part == string(monster.Ranged):
			parts = append(parts, lang.P("monster."+part))
		case part != "" && part != "0": // an attack without damage has the dice 0
			parts = append(parts, lang.P("list.name", lang.Mixed("name", part)))
		}
	}
	return parts
}

// MonsterSaved shows a monster that was saved. fits are the titles of the rulesets that have all of its stats.
func MonsterSaved(l *lang.Language, m *monster.Monster, fits []string) string {
	const most = 4
	var shown []lang.Phrase
	for _, title := range fits[:min(most, len(fits))] {
		shown = append(shown, lang.P("monster.name", lang.Term("name", title)))
	}
	if rest := len(fits) - len(shown); rest > 0 {
		shown = append(shown, lang.P("monster.more-fits", lang.N("n", rest)))
	}
	block, _ := Block{Kind: m}.Text(l, mostMissed)
	return l.Line("monster.saved", lang.Text("command", typed("/init add monster:"+lang.Visible(m.Name))), lang.AllParts("fits", shown)) + "\n" + block
}

// typed shows a command as code, even if names in it have backticks.
func typed(command string) string {
	if strings.Contains(command, "`") {
		return "`` " + command + " ``"
	}
	return "`" + command + "`"
}

// mostMissed is the maximum length of a list in a message; longer ones become a file.
const mostMissed = 1500

// mostFile is the maximum size of such a file, which is stored with the answer.
const mostFile = 16 << 10

// MonstersAdded says which monsters of a file were added, and what was left out. If that is too long for a message, file is all of it as
// plain text.
func MonstersAdded(l *lang.Language, names []string, missed []statblock.Missed) (text, file string) {
	added := lang.P("monster.added", lang.Listed("names", names))
	if len(names) == 0 {
		added = lang.P("monster.added-none")
	} else if Length(l.Say(added)) > mostMissed/3 {
		added = lang.P("monster.added-many", lang.N("n", len(names)))
	}
	out := strings.Join(missedOf(l, missed), "\n")
	switch text = l.Say(added); {
	case out == "":
		return text, ""
	case Length(text)+Length(out) <= mostMissed:
		return l.Line("monster.left-out", lang.Part("added", added)) + "\n" + out, ""
	}
	return l.Line("monster.left-out-attached", lang.Part("added", added)), text + "\n\n" + cut(l, Unformatted(out))
}

// cut shortens the text of a file to what may be stored, at the end of a part or a name, and says so.
func cut(l *lang.Language, text string) string {
	if len(text) <= mostFile {
		return text
	}
	at := strings.LastIndexAny(text[:mostFile], ",\n") // parts and names are much shorter
	return text[:at] + "\n\n" + l.Line("monster.cut-off")
}

// missedOf lists what was not understood, a line for each monster.
func missedOf(l *lang.Language, missed []statblock.Missed) []string {
	var names []string
	parts := map[string][]lang.Phrase{}
	for _, m := range missed {
		if parts[m.Monster] == nil {
			names = append(names, m.Monster)
		}
		part := named(m.Name)
		switch m.Part {
		case statblock.Action, statblock.MoreAttacks:
		case statblock.Resistance, statblock.Uses, statblock.Save, statblock.Entry:
			part = lang.P("monster.missed-"+string(m.Part), lang.Name("name", m.Name))
		default:
			part = lang.P("monster.missed-" + string(m.Part))
		}
		parts[m.Monster] = append(parts[m.Monster], part)
	}
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = l.Line("monster.missed", lang.Name("name", lang.Visible(name)), lang.Parts("parts", parts[name]))
	}
	return out
}

// MonsterList lists a server's monsters by name, and says how many come with the bot and in which books. If that is too long for a message,
// file is the list as plain text.
func MonsterList(l *lang.Language, names []string, books []*monster.Book) (text, file string) {
	var each []lang.Phrase
	for _, b := range books {
		each = append(each, lang.P("monster.book", lang.Int("n", len(b.Index().Names)), lang.Term("book", b.Index().Title)))
	}
	included := lang.Part("included", lang.P("monster.included", lang.AllParts("books", each)))
	if len(names) == 0 {
		return l.Line("monster.list-empty", included), ""
	}
	if text = l.Line("monster.list", lang.Int("n", len(names)), lang.Listed("names", names), included); Length(text) <= mostMissed {
		return text, ""
	}
	return l.Line("monster.list-attached", lang.Int("n", len(names)), included), strings.Join(names, "\n")
}
