package view

import (
	"strconv"
	"strings"

	"roundel/engine"
	"roundel/engine/ruleset"
)

// askedSaves are saves of which some are due (NU-14).
type askedSaves struct {
	Name    string            `json:"name"`
	Save    string            `json:"save"` // the stat
	DC      int               `json:"dc"`
	Success ruleset.SaveShare `json:"success"` // what a success takes
	Effect  string            `json:"effect"`  // that comes with a failure
	Source  string            `json:"source"`
	Due     []string          `json:"due"`
	Parts   []part            `json:"parts"` // of the damage
}

// part is the part of damage that has its own names.
type part struct {
	Names  []string `json:"names"`
	Amount int      `json:"amount"`
}

// leveled returns an effect's name with its level, the way people type it.
func leveled(e *engine.Effect) string {
	if e.Level == 0 {
		return e.Name
	}
	return e.Name + " " + strconv.Itoa(e.Level)
}

// exportSavesDue returns the saves of which some are due.
func exportSavesDue(s *engine.State, rs *ruleset.Ruleset) []askedSaves {
	out := make([]askedSaves, len(s.AskedSaves))
	for i, a := range s.AskedSaves {
		row := askedSaves{Name: a.Name, Save: a.Stat, DC: a.DC, Success: a.ShareOf(rs, ruleset.SaveSuccess, false), Due: []string{}, Parts: []part{}}
		if c := s.Combatant(a.Source); c != nil {
			row.Source = c.Name
		}
		for _, t := range a.Due {
			if c := s.Combatant(t.Who); c != nil {
				row.Due = append(row.Due, c.Name)
			}
		}
		var effects []string
		for _, e := range a.Effects {
			if e.On == ruleset.SaveFailure {
				effects = append(effects, leveled(&e.Effect))
			}
		}
		row.Effect = strings.Join(effects, " + ")
		for _, p := range a.Parts {
			row.Parts = append(row.Parts, part{Names: append([]string{}, p.Names...), Amount: p.Amount})
		}
		if a.Deals && a.Parts == nil {
			row.Parts = append(row.Parts, part{Names: []string{}, Amount: a.Amount})
		}
		out[i] = row
	}
	return out
}
