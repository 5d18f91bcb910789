package engine

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"roundel/engine/dice"
	"roundel/snowflake"
)

// Sheet is a character's sheet as it was when the character joined (CR-15, CR-45). Names are those of CR-3. It is never changed.
type Sheet struct {
	Format  string         `json:"format"` // the format of the file it was read from: "pathbuilder"
	Numbers map[string]int `json:"numbers,omitempty"`
	Saves   map[string]int `json:"saves,omitempty"`
	Skills  map[string]int `json:"skills,omitempty"`
	Attacks []SheetAttack  `json:"attacks,omitempty"`
	Rolls   []SheetRoll    `json:"rolls,omitempty"`
	Check   string         `json:"check,omitempty"` // a roll that uses the name modifier; empty: only the ruleset may say what is rolled
	Defence SheetDefences  `json:"defences,omitzero"`
}

// SheetAttack is an attack as a sheet shows it. Attacks themselves are made with the combatant's weapon.
type SheetAttack struct {
	Name   string   `json:"name"`
	Kind   string   `json:"kind"` // melee, ranged, or melee or ranged
	Bonus  int      `json:"bonus"`
	Damage []string `json:"damage"` // "1d8+4 piercing"
}

// SheetRoll is a named roll of a sheet.
type SheetRoll struct {
	Name string `json:"name"`
	Dice string `json:"dice"`
}

// SheetDefences are only shown, never used in calculations.
type SheetDefences struct {
	Resists []string `json:"resists,omitempty"`
	Immune  []string `json:"immune,omitempty"`
	Weak    []string `json:"weak,omitempty"`
}

// Number returns a number, save or skill of the sheet. A nil sheet has none.
func (s *Sheet) Number(name string) (n int, has bool) {
	if s == nil {
		return 0, false
	}
	for _, part := range []map[string]int{s.Saves, s.Skills, s.Numbers} {
		if n, has = part[name]; has {
			return n, true
		}
	}
	return 0, false
}

// Has reports whether the sheet has an attack of that name. A nil sheet has none.
func (s *Sheet) Has(attack string) bool {
	return s != nil && slices.ContainsFunc(s.Attacks, func(a SheetAttack) bool { return SameName(a.Name, attack) })
}

// Same reports whether two sheets, which may be nil, say the same.
func (s *Sheet) Same(other *Sheet) bool {
	var texts [2]string
	for i, sheet := range []*Sheet{s, other} {
		text, err := json.Marshal(sheet)
		if err != nil {
			panic(fmt.Sprintf("engine: a sheet can't be written: %v", err)) // can't happen: it holds only texts and numbers
		}
		texts[i] = string(text)
	}
	return texts[0] == texts[1]
}

// Either reports whether the sheet has an attack of that name that is made up close or from a distance. A nil sheet has none.
func (s *Sheet) Either(attack string) bool {
	return s != nil && slices.ContainsFunc(s.Attacks, func(a SheetAttack) bool { return SameName(a.Name, attack) && a.Kind == "melee or ranged" })
}

// Names returns the names of the saves, skills and numbers, each sorted.
func (s *Sheet) Names() (saves, skills, numbers []string) {
	return slices.Sorted(maps.Keys(s.Saves)), slices.Sorted(maps.Keys(s.Skills)), slices.Sorted(maps.Keys(s.Numbers))
}

// sheetEvents lists the events of characters' sheets.
func sheetEvents() []codec {
	return []codec{
		{"sheet-updated", 1, SheetUpdated{}},
		{"check-rolled", 1, CheckRolled{}},
	}
}

// SheetUpdated replaces a combatant's sheet by its character's current one, along with what depends on it apart from hit points (CR-15).
type SheetUpdated struct {
	Combatant CombatantID    `json:"combatant"`
	Sheet     *Sheet         `json:"sheet"`
	Stats     map[string]int `json:"stats,omitempty"`
	Weapon    string         `json:"weapon,omitempty"`
	Soak      *int           `json:"soak,omitempty"` // the armor's soak after it was renewed; nil: unchanged

	Blurred bool `json:"-"` // in a view of those who may not read the sheet: only the fact that it was updated
}

func (e SheetUpdated) apply(s *State) {
	c := s.Combatant(e.Combatant)
	if c == nil || e.Blurred {
		return
	}
	c.Sheet, c.Stats, c.Weapon = e.Sheet, e.Stats, e.Weapon
	if e.Soak != nil {
		c.Soak = *e.Soak
	}
}

func (e SheetUpdated) seen(v Sight) (Event, bool) {
	if c := v.After.Combatant(e.Combatant); c != nil && c.Owner != "" && c.Owner == v.User {
		return e, true
	}
	if !v.knows(e.Combatant) {
		return nil, false
	}
	return SheetUpdated{Combatant: e.Combatant, Blurred: true}, false
}

func (SheetUpdated) hides() bool { return true }

// CheckRolled is a check with a number of a sheet (CR-41). It changes nothing and is only logged.
type CheckRolled struct {
	By     snowflake.User `json:"by"`
	Who    CombatantID    `json:"who,omitempty"`  // 0: a saved character called Name that isn't in the fight
	Name   string         `json:"name,omitempty"` // of the character that was rolled for
	What   string         `json:"what"`           // the name of the number
	Roll   dice.Result    `json:"roll"`
	Added  *dice.Result   `json:"added,omitempty"` // the modifier's dice where Roll doesn't show them: after a typed roll they are in its total, with Under in Needs
	Needs  *int           `json:"needs,omitempty"` // the total that passes; nil: unknown
	Under  bool           `json:"under,omitempty"` // a total at or below Needs passes
	Passed bool           `json:"passed,omitempty"`
	Secret bool           `json:"secret,omitempty"` // shown only to By and the GM
}

func (CheckRolled) apply(*State) {}

func (e CheckRolled) seen(v Sight) (Event, bool) {
	return shownIf((e.Who == 0 || v.knows(e.Who)) && (!e.Secret || v.User == e.By), e)
}

func (e CheckRolled) hides() bool { return e.Secret }
