package words

import (
	"slices"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/monster"
	"roundel/engine/ruleset"
)

// LevelGroup is the number of characters of one level.
type LevelGroup struct{ Count, Level int }

// ByLevel groups the levels of a party, the highest first.
func ByLevel(levels []int) []LevelGroup {
	levels = slices.Clone(levels)
	slices.SortFunc(levels, func(a, b int) int { return b - a })
	var out []LevelGroup
	for _, level := range levels {
		if n := len(out); n > 0 && out[n-1].Level == level {
			out[n-1].Count++
		} else {
			out = append(out, LevelGroup{1, level})
		}
	}
	return out
}

// Difficulty says how hard a fight is, and why (MO-26). l is the reader's language under the ruleset.
func Difficulty(l *lang.Language, d *ruleset.Difficulty, j ruleset.Judgement) string {
	budgets := make([]lang.Phrase, len(j.Budgets))
	for i, n := range j.Budgets {
		budgets[i] = lang.P("difficulty.budget", lang.Term("label", d.Budgets[i].Label), lang.N("n", n))
	}
	text := l.Line("difficulty.line", labelOf(l, "label", d, j.Label), lang.Part("party", party(j.Party)), lang.N("foes", j.Foes), lang.N("worth", j.Worth),
		lang.Flag("multiplied", j.Times != 10), lang.N("counted", j.Counted), lang.Parts("budgets", budgets))
	if len(j.Unrated) > 0 {
		text = lang.Together(text, l.Line("difficulty.unrated", lang.Term("rated", d.Rated), lang.Listed("names", j.Unrated)))
	}
	if len(j.Above) > 0 {
		text = lang.Together(text, l.Line("difficulty.above", lang.Listed("names", j.Above)))
	}
	return text
}

// party returns the levels of a party: "4 at level 5 and 1 at level 4".
func party(levels []int) lang.Phrase {
	groups := ByLevel(levels)
	list := make([]lang.Phrase, len(groups))
	for i, g := range groups {
		list[i] = lang.P("difficulty.level", lang.N("n", g.Count), lang.N("level", g.Level))
	}
	return lang.P("difficulty.party", lang.Parts("groups", list))
}

// labelOf returns what a label is called, as an argument of a text.
func labelOf(l *lang.Language, key string, d *ruleset.Difficulty, label ruleset.Label) lang.Arg {
	if word, ok := d.Word(label); ok {
		return lang.Term(key, word)
	}
	end, below := d.Budgets[0].Label, label < 0
	if !below {
		end = d.Budgets[len(d.Budgets)-1].Label
	}
	return lang.Text(key, l.Label("difficulty.outside", lang.Flag("below", below), lang.Term("label", end)))
}

// Experience returns what the GM reads about experience: what foes were worth and what each character gets (MO-27). all: standing foes
// count, too. living: only those still alive get any.
func Experience(l *lang.Language, xp engine.XP, all, living bool) string {
	text := l.Line("difficulty.xp", lang.Flag("all", all), lang.N("worth", xp.Worth), lang.N("each", xp.Each), lang.N("heads", xp.Heads), lang.Flag("living", living))
	if len(xp.Unrated) > 0 {
		text = lang.Together(text, l.Line("difficulty.xp-unrated", lang.Listed("names", xp.Unrated)))
	}
	return text
}

// Label returns what a difficulty is called.
func Label(l *lang.Language, text string) string {
	return l.Label("list.name", lang.Term("name", text))
}

// Suggestion names suggested foes, with the seed that gives the same again (MO-28).
func Suggestion(l *lang.Language, foes []monster.Picked, seed int) string {
	list := make([]lang.Phrase, len(foes))
	for i, p := range foes {
		list[i] = lang.P("encounter.foe", lang.Name("name", p.Name), lang.Int("count", p.Count), lang.Parts("notes", nil))
	}
	return l.Line("difficulty.suggestion", lang.Parts("foes", list), lang.Int("seed", seed))
}
