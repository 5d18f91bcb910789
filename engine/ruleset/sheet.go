package ruleset

import (
	"regexp"
	"slices"

	"roundel/engine/formula"
	"roundel/engine/strictyaml"
)

// Sheet says which stats a game takes from a character's sheet, and how it rolls checks (CR-30, CR-31).
type Sheet struct {
	Stats []SheetStat      // in the order of the file
	Check *formula.Formula // a roll that uses the name modifier or, with Under, doesn't; nil: the sheet says what is rolled
	Under bool             // a total at or below the number passes
	Names []string         // names of numbers that sheets don't usually have
}

// SheetStat says where a stat comes from.
type SheetStat struct {
	Stat string
	From *formula.Formula // a number that uses the names of the sheet
}

// sheetNamePattern matches names of sheets' numbers (CR-2).
var sheetNamePattern = regexp.MustCompile(`^[a-z][a-z0-9_]{0,39}$`)

// lorePattern matches names of lore skills, which people make up.
var lorePattern = regexp.MustCompile(`[a-z][a-z0-9_]*_lore`)

// sheetNames returns the names of numbers that sheets usually have (CR-3), except skills that end in _lore.
func sheetNames() []string {
	return []string{
		"hp", "level", "ac", "init", "speed", "proficiency", "spell_attack", "spell_dc", "class_dc", "str", "dex", "con", "int", "wis", "cha",
		"str_save", "dex_save", "con_save", "int_save", "wis_save", "cha_save", "fortitude", "reflex", "will",
		"acrobatics", "animal_handling", "arcana", "athletics", "crafting", "deception", "diplomacy", "history", "insight", "intimidation", "investigation", "medicine",
		"nature", "occultism", "perception", "performance", "persuasion", "religion", "sleight_of_hand", "society", "stealth", "survival", "thievery",
	}
}

// SheetValues are the numbers of a sheet, as formulas see them.
type SheetValues func(name string) (value int, has bool)

// Fact returns 0: sheets have no facts. It implements [formula.Values].
func (SheetValues) Fact(string) int { return 0 }

// Members returns 1. It implements [formula.Values].
func (SheetValues) Members() int { return 1 }

// Stat returns a number of the sheet. It implements [formula.Values].
func (v SheetValues) Stat(_ int, name string) (value int, given bool) { return v(name) }

// PC returns true: sheets are those of player characters. It implements [formula.Values].
func (SheetValues) PC(int) bool { return true }

// StatValue is a stat and its number.
type StatValue struct {
	Stat  string
	Value int
}

// From returns the stats that a sheet gives, in the order of the file, and separately those that are out of range. A line gives nothing if the
// sheet lacks one of the names that it uses outside has (CR-30). A nil s gives nothing.
func (s *Sheet) From(rs *Ruleset, sheet SheetValues) (given, beyond []StatValue) {
	if s == nil {
		return nil, nil
	}
	for _, line := range s.Stats {
		lacks := func(name string) bool { _, has := sheet(name); return !has }
		if slices.ContainsFunc(line.From.Valued(), lacks) {
			continue
		}
		v := StatValue{line.Stat, line.From.Value(sheet)}
		if st, ok := rs.Stat(line.Stat); ok && v.Value >= st.Min && v.Value <= st.Max {
			given = append(given, v)
		} else {
			beyond = append(beyond, v)
		}
	}
	return given, beyond
}

func (r *reader) sheetKey(k *strictyaml.Keys) {
	k.Add("sheet", "[what characters' sheets give](#sheets), and how checks are rolled", r.sheetKeys(&Sheet{}).Spec(), func(n *strictyaml.Node) {
		s := &Sheet{}
		r.sheetKeys(s).Read(n)
		check := n.Get("check")
		switch {
		case s.Check == nil:
		case !s.Check.Rolls():
			r.Problem(check, "check: this must have dice in it")
		case s.Under && len(s.Check.Facts()) > 0:
			r.Problem(check, "check: with under, a roll has no modifier")
		case !s.Under && len(s.Check.Facts()) == 0:
			r.Problem(check, "check: this must have modifier in it, such as d20 + modifier")
		}
		if s.Under && check == nil {
			r.Problem(n.Get("under"), "under: this needs the key check")
		}
		r.rs.Sheet = s
	})
}

// sheetKeys returns the keys for sheets (CR-30, CR-31).
func (r *reader) sheetKeys(s *Sheet) *strictyaml.Keys {
	k := strictyaml.NewKeys("sheet")
	k.Texts("names", "names of numbers that `stats` uses and sheets don't usually have",
		&s.Names, strictyaml.ListOf(strictyaml.Pattern(sheetNamePattern, "at most 40 small letters, digits and underscores, with a letter first"), 40, "one name or a list of at most 40")).
		Then(func(n *strictyaml.Node) {
			r.distinct(n, "names")
			for _, item := range n.List() {
				if item.Text != "hp" && formula.Reserved(item.Text) {
					r.Problem(item, "names: %s has a meaning in every formula; choose another name", item.Text)
				}
			}
		})
	k.Add("stats", "what stats of this file are, as numbers over the names of sheets; a line with a name that the sheet lacks, outside `has`, gives nothing; `hp` needs no line",
		strictyaml.Spec{Names: &strictyaml.Named{Of: "a stat", About: "the stat, and the number", Spec: numberForm(), Most: 40,
			Pattern: keyPattern, Length: strictyaml.MaxKey, What: "the key of a stat"}, What: "a mapping of stats to numbers, such as init: perception"},
		func(n *strictyaml.Node) {
			for _, e := range n.Entries {
				r.statExists(e.Key, "stats")
				if e.Value.Kind == strictyaml.Broken {
					continue
				}
				names := append(sheetNames(), s.Names...)
				names = append(names, lorePattern.FindAllString(e.Value.Text, -1)...)
				if f := r.parse(e.Value, e.Key.Text, e.Value.Text, scope{number: true, sheet: names}); f != nil {
					s.Stats = append(s.Stats, SheetStat{e.Key.Text, f})
				}
			}
		})
	r.roll(k, "check", "what a check rolls, with the name `modifier`; without it, what the sheet says", &s.Check, scope{sheet: []string{}, also: []string{"modifier"}})
	k.YesNo("under", "a total at or below the number that was asked for passes; `check` then has no `modifier`, and advantage keeps the lower die", &s.Under)
	return k
}
