package engine

import (
	"roundel/engine/dice"
	"roundel/engine/ruleset"
)

// SaveState is the progress of the checks of a combatant that is down, under a ruleset with [ruleset.Down] (RS-68).
type SaveState struct {
	Passes int  `json:"passes,omitempty"`
	Fails  int  `json:"fails,omitempty"`
	Level  int  `json:"level,omitempty"` // if the ruleset has a level instead of counts
	Due    bool `json:"due,omitempty"`
}

// DownStates returns the states that the GM can choose for a combatant at 0 hit points (CO-12, CS-13).
func DownStates() []string { return []string{"dead", "mortally wounded", "unconscious", "stunned"} }

// Undecided returns the combatants at 0 hit points for whom the GM hasn't chosen a state yet (CO-12). The pointers point into s.
func (s *State) Undecided() []*Combatant {
	var out []*Combatant
	for i := range s.Combatants {
		if c := &s.Combatants[i]; !c.Standing() && c.Down == "" {
			out = append(out, c)
		}
	}
	return out
}

// Saving reports whether a combatant is down in the state in which it rolls at the start of its turns (RS-68).
func (c *Combatant) Saving(rs *ruleset.Ruleset) bool {
	return rs.Down != nil && c.Saves != nil && c.Down == rs.Down.First
}

// SaveDice returns the dice of the next check of a combatant that is down, and the total that passes (RS-68).
func (s *State) SaveDice(rs *ruleset.Ruleset, c *Combatant) (roll dice.Expr, needs int) {
	down := rs.Down
	facts := Facts{Edge: s.CheckChanges(rs, down.Saves, down.Roll, c).Edge()}
	if c.Saves != nil {
		facts.Level = c.Saves.Level
	}
	values := s.CombatantValues(c, facts)
	return down.Roll.Fill(values), down.Needs.Value(values)
}

// getUp clears what only applies at 0 hit points, once a combatant has more.
func (c *Combatant) getUp() {
	if c.HP > 0 {
		c.Down, c.Saves = "", nil
	}
}

// downEvents lists the events of combatants at 0 hit points.
func downEvents() []codec {
	return []codec{
		{"down-picked", 1, DownPicked{}},
		{"down-changed", 1, DownChanged{}},
		{"save-due", 1, SaveDue{}},
		{"saved", 1, Saved{}},
	}
}

// DownChanged gives a combatant at 0 hit points one of the ruleset's states for that (RS-68).
type DownChanged struct {
	Combatant CombatantID `json:"combatant"`
	State     string      `json:"state"`
	Saves     SaveState   `json:"saves"`
	Hit       int         `json:"hit,omitempty"`     // fails caused by damage while down; 0: it has just gone down
	Massive   bool        `json:"massive,omitempty"` // caused by damage of its full hit points below 0
}

func (e DownChanged) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil {
		saves := e.Saves
		c.Down, c.Saves = e.State, &saves
	}
}

func (e DownChanged) seen(v Sight) (Event, bool) { return shownIf(v.knows(e.Combatant), e) }

// SaveDue makes the check of a combatant that is down due, because its turn has begun (RS-68).
type SaveDue struct {
	Combatant CombatantID `json:"combatant"`
}

func (e SaveDue) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil && c.Saves != nil {
		saves := *c.Saves
		saves.Due = true
		c.Saves = &saves
	}
}

func (e SaveDue) seen(v Sight) (Event, bool) { return shownIf(v.knows(e.Combatant), e) }

// Saved is a check of a combatant that is down (RS-68). If it gets up, an [HPChanged] follows.
type Saved struct {
	Combatant CombatantID `json:"combatant"`
	Label     string      `json:"label,omitempty"` // what the ruleset calls the check
	Roll      dice.Result `json:"roll"`
	Mods      []Mod       `json:"mods,omitempty"` // this and the next two as in [Checked]
	Edges     []EdgeOf    `json:"edges,omitempty"`
	FailsBy   string      `json:"fails_by,omitempty"`
	Needs     int         `json:"needs"` // the total that passes
	Passed    bool        `json:"passed,omitempty"`
	Counts    int         `json:"counts"` // how many passes, fails or levels it counts as
	State     string      `json:"state"`  // the state afterwards
	Saves     SaveState   `json:"saves"`
	Up        bool        `json:"up,omitempty"`
}

func (e Saved) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil && c.Saves != nil {
		saves := e.Saves
		c.Down, c.Saves = e.State, &saves
	}
}

func (e Saved) seen(v Sight) (Event, bool) { return shownIf(v.knows(e.Combatant), e) }

// DownPicked sets the state of a combatant at 0 hit points, as chosen by the GM (CO-12).
type DownPicked struct {
	Combatant CombatantID `json:"combatant"`
	State     string      `json:"state"`
}

func (e DownPicked) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil {
		c.Down, c.Saves = e.State, nil
	}
}

func (e DownPicked) seen(v Sight) (Event, bool) { return shownIf(v.knows(e.Combatant), e) }
