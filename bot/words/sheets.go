package words

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"roundel/bot/words/lang"
	"roundel/engine/sheet"
)

// mostLeft is the maximum number of lines in a message about what was left out of a sheet (CR-11).
const mostLeft = 10

// SheetImported says that a character was imported from a file, and what was left out. again: the file's sheet has replaced that of a
// character with the same name. What doesn't fit the message is in file, as plain text.
func SheetImported(l *lang.Language, s *sheet.Sheet, left []sheet.Left, again bool) (text, file string) {
	lines := []string{l.Line("character.imported", lang.Flag("again", again), lang.Name("name", s.Name), lang.Part("format", formatOf(s))), l.Say(sheetCounts(s))}
	out := leftOut(l, left)
	if len(out) == 0 {
		return Lines(l, lines), ""
	}
	lines = append(lines, l.Line("character.left"))
	shown, size := 0, 0
	for shown < min(len(out), mostLeft) && size+Length(out[shown]) < mostMissed { // escaping makes lines longer
		size += Length(out[shown])
		shown++
	}
	lines = append(lines, out[:shown]...)
	if rest := out[shown:]; len(rest) > 0 {
		lines = append(lines, l.Line("character.left-more", lang.N("n", len(rest))))
		file = cut(l, Unformatted(strings.Join(rest, "\n")))
	}
	return Lines(l, lines), file
}

// leftOut returns a line for each thing that was left out of a sheet, with the reason.
func leftOut(l *lang.Language, left []sheet.Left) []string {
	out := make([]string, len(left))
	for i, one := range left {
		if one.By == one.What {
			one.By = ""
		}
		out[i] = l.Line("character.left-"+string(one.Why), lang.Name("name", NumberName(one.What)), lang.Name("by", NumberName(one.By)))
	}
	return out
}

// NumberName returns how the name of a number, a save or a skill is shown (CR-2): "sleight_of_hand" is "Sleight of hand". Abbreviations
// such as ac, and anything that isn't such a name, stay as they are.
func NumberName(key string) string {
	if !sheet.IsKey(key) || len(key) <= 3 {
		return key
	}
	return lang.Capital(strings.ReplaceAll(key, "_", " "))
}

// formatOf names the source of a sheet.
func formatOf(s *sheet.Sheet) lang.Phrase { return lang.P("character.from-" + string(s.Format)) }

// hitPointsOf says how many hit points a sheet has, or nothing if it has none.
func hitPointsOf(s *sheet.Sheet) lang.Phrase {
	if s.MaxHP == 0 {
		return lang.Phrase{}
	}
	now := s.MaxHP
	if s.HP != nil {
		now = *s.HP
	}
	return lang.P("character.hit-points", lang.Int("now", now), lang.Int("most", s.MaxHP))
}

// sheetCounts says what a sheet has: hit points, and how many numbers, saves, skills and attacks.
func sheetCounts(s *sheet.Sheet) lang.Phrase {
	return lang.P("character.counts", lang.Part("hp", hitPointsOf(s)), lang.N("numbers", len(s.Numbers)), lang.N("saves", len(s.Saves)), lang.N("skills", len(s.Skills)),
		lang.N("attacks", len(s.Attacks)))
}

// SheetLine says in a line where a sheet comes from and what it has.
func SheetLine(l *lang.Language, s *sheet.Sheet) string {
	return l.Line("character.sheet", lang.Part("format", formatOf(s)), lang.Part("counts", sheetCounts(s)))
}

// SheetLines shows what [SheetLine] counts.
func SheetLines(l *lang.Language, s *sheet.Sheet) []string {
	var lines []string
	list := func(what string, names []string) {
		if len(names) > 0 {
			lines = append(lines, l.Line("character."+what, lang.Listed("names", names)))
		}
	}
	list("numbers", numbered(s.Numbers, "%s %d"))
	list("saves", numbered(s.Saves, "%s %+d"))
	list("skills", numbered(s.Skills, "%s %+d"))
	stats := make([]string, len(s.Stats))
	for i, g := range s.Stats {
		stats[i] = g.String()
	}
	if len(stats) > 0 {
		lines = append(lines, l.Line("list.stats", lang.Listed("stats", stats)))
	}
	for i := range s.Attacks {
		lines = append(lines, l.Line("monster.attack", lang.Part("attack", attackOf(&s.Attacks[i]))))
	}
	rolls := make([]string, len(s.Rolls))
	for i, roll := range s.Rolls {
		rolls[i] = roll.Name + ": " + roll.Dice
	}
	list("rolls", rolls)
	list("resists", s.Defence.Resists)
	list("immune", s.Defence.Immune)
	list("weak", s.Defence.Weak)
	return lines
}

// numbered returns numbers sorted by name.
func numbered(of map[string]int, form string) []string {
	var out []string
	for _, key := range slices.Sorted(maps.Keys(of)) {
		out = append(out, fmt.Sprintf(form, NumberName(key), of[key]))
	}
	return out
}
