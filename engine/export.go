package engine

import "encoding/json"

// exported is encounter.json, version 1. Fields may be added, never renamed.
type exported struct {
	Version    int                 `json:"version"`
	Name       string              `json:"name"`
	Ruleset    string              `json:"ruleset"`
	Phase      Phase               `json:"phase"`
	Paused     bool                `json:"paused"`
	Round      int                 `json:"round"`
	Elapsed    *int                `json:"elapsed_seconds"` // null without a clock
	GM         UserID              `json:"gm"`
	Active     []string            `json:"active"`
	Order      []exportedUnit      `json:"order"`
	Combatants []exportedCombatant `json:"combatants"`
	Effects    []exportedEffect    `json:"effects"`
}

type exportedUnit struct {
	Unit     string   `json:"unit"`
	Members  []string `json:"members"`
	Score    *int     `json:"score"`
	Original *int     `json:"original_score"`
	Acted    bool     `json:"acted"`
}

type exportedCombatant struct {
	Name      string         `json:"name"`
	Kind      Kind           `json:"kind"`
	Side      string         `json:"side"`
	Owner     *UserID        `json:"owner"` // null: the GM's
	Unit      string         `json:"unit"`
	Stats     map[string]int `json:"stats"`
	Natural   *int           `json:"natural"`
	Score     *int           `json:"score"`
	Original  *int           `json:"original_score"`
	Acted     bool           `json:"acted"`
	Surprised bool           `json:"surprised"`
	Hidden    bool           `json:"hidden"`
	Alert     bool           `json:"alert"`
	Ambusher  bool           `json:"ambusher"`
	Blow      Blow           `json:"blow"`
	Last      bool           `json:"last"`
	Down      string         `json:"down"`
	HP        *int           `json:"hp"`
	MaxHP     *int           `json:"hp_max"`
	TicksLeft *int           `json:"ticks_left"` // null without ticks
	Reserved  *int           `json:"ticks_reserved"`
}

type exportedEffect struct {
	Target    string `json:"target"`
	Name      string `json:"name"`
	Until     Until  `json:"until"`
	Remaining *int   `json:"remaining"` // null unless turns or rounds are counted
}

// Export writes encounter.json, with everything that is hidden. The same state gives the same bytes.
func Export(s *State, rs *Ruleset) ([]byte, error) {
	out := exported{Version: 1, Name: s.Name, Ruleset: s.Ruleset, Phase: s.Phase, Paused: s.Paused, Round: s.Round,
		GM: s.GM, Active: []string{}, Order: []exportedUnit{}, Combatants: []exportedCombatant{}, Effects: []exportedEffect{}}
	if rs.RoundSeconds > 0 {
		out.Elapsed = &s.Elapsed
	}
	for _, c := range s.ActiveMembers() {
		out.Active = append(out.Active, c.Name)
	}
	for _, u := range rs.Order(s) {
		row := exportedUnit{Unit: u.Name, Members: []string{}, Acted: u.Acted}
		row.Score, row.Original = s.scores(u)
		for _, c := range s.Members(u.ID) {
			row.Members = append(row.Members, c.Name)
		}
		out.Order = append(out.Order, row)
	}
	for i := range s.Combatants {
		out.Combatants = append(out.Combatants, s.exportCombatant(rs, &s.Combatants[i]))
	}
	for i := range s.Effects {
		out.Effects = append(out.Effects, s.exportEffect(&s.Effects[i]))
	}
	return json.MarshalIndent(out, "", "  ")
}

func (s *State) scores(u *Unit) (score, original *int) {
	if !u.Rolled {
		return nil, nil
	}
	now := s.Score(u)
	return &now, &u.Base
}

func (s *State) exportCombatant(rs *Ruleset, c *Combatant) exportedCombatant {
	out := exportedCombatant{Name: c.Name, Kind: c.Kind, Side: c.Side, Stats: c.Stats, Acted: c.Acted,
		Surprised: c.Surprised, Hidden: c.Hidden, Alert: c.Alert, Ambusher: c.Ambusher, Down: c.Down}
	if out.Stats == nil {
		out.Stats = map[string]int{}
	}
	if c.Owner != "" {
		out.Owner = &c.Owner
	}
	if c.HasHP {
		out.HP, out.MaxHP = &c.HP, &c.MaxHP
	}
	if u := s.Unit(c.Unit); u != nil {
		out.Unit, out.Blow, out.Last = u.Name, u.Blow, u.Last > 0
		out.Score, out.Original = s.scores(u)
		if u.Rolled {
			out.Natural = &u.Natural
		}
	}
	if rs.Budget == Ticks {
		left := s.TicksLeft(c)
		out.TicksLeft, out.Reserved = &left, &c.Reserved
	}
	return out
}

func (s *State) exportEffect(e *Effect) exportedEffect {
	out := exportedEffect{Target: s.TargetName(e), Name: e.Name, Until: e.Until}
	if e.Until == UntilOwnTurns || e.Until == UntilRounds {
		out.Remaining = &e.Remaining
	}
	return out
}

// TargetName is the name of the combatant or unit an effect is on.
func (s *State) TargetName(e *Effect) string {
	if u := s.Unit(e.Unit); e.Unit != 0 && u != nil {
		return u.Name
	}
	if c := s.Combatant(e.Target); c != nil {
		return c.Name
	}
	return ""
}

// TicksLeft is what a combatant can still spend: the budget under the present effects less what was spent and
// reserved, never below 0 (FT-4).
func (s *State) TicksLeft(c *Combatant) int {
	budget := 4
	if level, given := c.Stats["level"]; given && level < 1 {
		budget = 3
	}
	for _, e := range s.EffectsOn(c) {
		budget += e.Ticks
	}
	return max(0, budget-c.Spent-c.Reserved)
}
