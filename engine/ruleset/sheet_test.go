package ruleset

import (
	"slices"
	"testing"
)

// sheetOf returns the numbers of a sheet.
func sheetOf(numbers map[string]int) SheetValues {
	return func(name string) (int, bool) { n, has := numbers[name]; return n, has }
}

// TestCR30Table fills in a table: example 6, names that sheets lack, and what is beyond the range of its stat.
func TestCR30Table(t *testing.T) {
	rs := mustRead(t, file("stats: {agility: x, init: {to: 20}, edge: x, top: x, lore: x, most: x}\nsheet: {stats: {agility: 40 + 5 * dex, init: perception, edge: 1 if has(wary) else 0,"+
		" top: \"max(str, dex)\", lore: forest_lore + level, most: hp}, names: [wary]}"))
	for _, row := range []struct {
		sheet         map[string]int
		given, beyond []StatValue
	}{
		{map[string]int{}, []StatValue{{"edge", 0}}, nil},
		{map[string]int{"dex": 3}, []StatValue{{"agility", 55}, {"edge", 0}}, nil},
		{map[string]int{"dex": 3, "str": 5, "wary": 0, "agility": 7}, []StatValue{{"agility", 55}, {"edge", 1}, {"top", 5}}, nil},
		{map[string]int{"perception": 20, "forest_lore": 9, "level": 2, "hp": 31}, []StatValue{{"init", 20}, {"edge", 0}, {"lore", 11}, {"most", 31}}, nil},
		{map[string]int{"perception": 21, "init": 4}, []StatValue{{"edge", 0}}, []StatValue{{"init", 21}}},
	} {
		given, beyond := rs.Sheet.From(rs, sheetOf(row.sheet))
		if !slices.Equal(given, row.given) || !slices.Equal(beyond, row.beyond) {
			t.Errorf("%v gives %v, beyond %v; want %v, %v", row.sheet, given, beyond, row.given, row.beyond)
		}
	}
	if given, beyond := (*Sheet)(nil).From(rs, sheetOf(map[string]int{"dex": 3})); given != nil || beyond != nil {
		t.Errorf("without a table, a sheet gives %v, %v", given, beyond)
	}
}

// TestCR30Refusals refuses names that sheets are not known to have, and stats that the file lacks.
func TestCR30Refusals(t *testing.T) {
	refused(t, []refusal{
		{"stats: {init: x}\nsheet: {stats: {init: wary, hp: 3, into: 4}}", []string{
			`5:23: init: "wary" is no number that sheets usually have; add it to names`, `5:29: stats: "hp" is not a stat of this ruleset`,
			`5:36: stats: "into" is not a stat of this ruleset; is "init" meant?`}},
		{"stats: {init: x}\nsheet: {stats: {init: stealht + round + pc}}", []string{`5:23: init: "stealht" is no number of sheets; is "stealth" meant?`,
			`5:33: init: "round" is no number that sheets usually have; add it to names`, `5:41: init: "pc" is no number of sheets; is "ac" meant?`}},
		{"stats: {init: x}\nsheet: {stats: {init: d20 + dex}}", []string{"5:23: init: a number is needed here, known before any dice are rolled; remove the dice"}},
		{"sheet: {names: [wary, round, Wary, wary]}", []string{"4:23: names: round has a meaning in every formula; choose another name",
			`4:30: names: must be at most 40 small letters, digits and underscores, with a letter first, not "Wary"`, `4:36: names: "wary" is there twice; each must have a name of its own`}},
	})
}

// TestCR31Check reads what checks roll.
func TestCR31Check(t *testing.T) {
	if rs := mustRead(t, file("sheet: {check: 3d6 + modifier / 2}")); rs.Sheet.Under || rs.Sheet.Check.String() != "3d6 + modifier / 2" {
		t.Errorf("%+v", rs.Sheet)
	}
	if rs := mustRead(t, file("sheet: {check: d100, under: yes}")); !rs.Sheet.Under || rs.Sheet.Check.String() != "d100" {
		t.Errorf("%+v", rs.Sheet)
	}
	refused(t, []refusal{
		{"sheet: {check: 5 + modifier}", []string{"4:16: check: this must have dice in it"}},
		{"sheet: {check: d20 + 1}", []string{"4:16: check: this must have modifier in it, such as d20 + modifier"}},
		{"sheet: {check: d100 + modifier, under: yes}", []string{"4:16: check: with under, a roll has no modifier"}},
		{"sheet: {under: yes}", []string{"4:16: under: this needs the key check"}},
		{"sheet: {check: d20 + modifer}", []string{`4:22: check: "modifer" is no number of sheets; is "modifier" meant?`}},
		{"stats: {init: x}\nsheet: {check: d20 + modifier + init}", []string{`5:33: check: "init" means nothing here; there are dice, numbers and modifier`}},
	})
}

// TestCR32Bundled: which of the bundled files have a table, and that no other has one.
func TestCR32Bundled(t *testing.T) {
	five := []StatValue{{"init", 4}, {"ac", 17}, {"con", 6}}
	want := map[string][]StatValue{"five-e-2014": five, "five-e-2024": five, "three-actions": {{"init", 13}, {"ac", 17}}, "turn-order": {{"init", 4}}}
	for _, rs := range Bundled().List {
		given, _ := rs.Sheet.From(rs, sheetOf(map[string]int{"init": 4, "ac": 17, "con": 3, "con_save": 6, "perception": 13, "level": 5, "dex": 4}))
		if !slices.Equal(given, want[rs.Name]) || (rs.Sheet != nil) != (want[rs.Name] != nil) {
			t.Errorf("%s gives %v, want %v", rs.Name, given, want[rs.Name])
		}
		if rs.Sheet != nil && (rs.Sheet.Check.String() != "d20 + modifier" || rs.Sheet.Under) {
			t.Errorf("%s: checks roll %s", rs.Name, rs.Sheet.Check)
		}
	}
}
