package engine

import (
	"slices"

	"roundel/engine/dice"
	"roundel/engine/ruleset"
)

// SaveState holds how the checks of a combatant that is down stand, under a ruleset with [ruleset.Down] (RS-68).
type SaveState struct {
	Passes int  `json:"passes,omitempty"`
	Fails  int  `json:"fails,omitempty"`
	Level  int  `json:"level,omitempty"` // where the ruleset has a level instead of counts
	Due    bool `json:"due,omitempty"`
}

// CheckUnder returns the check that the effect has under a ruleset (RS-66): its condition's own, or the one of every effect with a
// difficulty. It returns nil if there is none.
func (e *Effect) CheckUnder(rs *ruleset.Ruleset) *ruleset.Check {
	var check *ruleset.Check
	if c := rs.Condition(e.Name); c != nil {
		check = c.Check
	}
	if check == nil && e.HasDC {
		check = rs.Save
	}
	if check == nil || check.NeedsDC && !e.HasDC {
		return nil
	}
	return check
}

// Bearer returns the combatant whose numbers the checks of an effect use: its target, or the first visible member of a group that has
// one effect for all (RS-69). It returns nil when no one is left.
func (s *State) Bearer(e *Effect) *Combatant {
	if e.Unit == 0 {
		return s.Combatant(e.Target)
	}
	if members := s.VisibleMembers(e.Unit); len(members) > 0 {
		return members[0]
	}
	return nil
}

// CheckDice returns what the next roll of an effect's check is, and the total at which it passes.
func (s *State) CheckDice(check *ruleset.Check, e *Effect) (roll dice.Expr, needs int) {
	c := s.Bearer(e)
	if c == nil {
		return nil, 0
	}
	facts := Facts{DC: e.DC, Bonus: e.Bonus, Level: e.Level}
	if e.Check != nil && len(e.Check.Damage) > 0 {
		facts.Damage = e.Check.Damage[0]
	}
	values := s.CombatantValues(c, facts)
	return check.Roll.Fill(values), check.Needs.Value(values)
}

// SaveDice is the same as [State.CheckDice] for the check of a combatant that is down (RS-68).
func (s *State) SaveDice(down *ruleset.Down, c *Combatant) (roll dice.Expr, needs int) {
	facts := Facts{}
	if c.Saves != nil {
		facts.Level = c.Saves.Level
	}
	values := s.CombatantValues(c, facts)
	return down.Roll.Fill(values), down.Needs.Value(values)
}

// checkEvents lists the events of checks.
func checkEvents() []codec {
	return []codec{
		{"check-due", 1, CheckDue{}},
		{"checked", 1, Checked{}},
		{"down-changed", 1, DownChanged{}},
		{"save-due", 1, SaveDue{}},
		{"saved", 1, Saved{}},
	}
}

// CheckDue makes a check of an effect due. One that damage causes comes after those that are due already; any other takes the place of
// the one before (RS-66).
type CheckDue struct {
	Effect EffectID `json:"effect"`
	Damage int      `json:"damage,omitempty"` // 0: it is not damage that causes it
}

func (e CheckDue) apply(s *State) {
	f := s.Effect(e.Effect)
	if f == nil {
		return
	}
	next := CheckState{}
	if f.Check != nil {
		next = *f.Check
	}
	if e.Damage > 0 {
		next.Damage = append(slices.Clone(next.Damage), e.Damage)
	}
	next.Due = max(1, len(next.Damage))
	f.Check = &next
}

func (e CheckDue) seen(v Sight) (Event, bool) { return shownIf(v.knowsEffect(e.Effect), e) }

// Checked is the roll of an effect's check (RS-66). If the effect ends by it, an [EffectEnded] follows.
type Checked struct {
	Effect EffectID    `json:"effect"`
	Roll   dice.Result `json:"roll"`
	Needs  int         `json:"needs"` // the total at which it passes
	Passed bool        `json:"passed,omitempty"`
	State  CheckState  `json:"state"` // where the check stands afterwards
	Ends   bool        `json:"ends,omitempty"`
	// Becomes is the condition that takes the effect's place; an [EffectAdded] follows.
	Becomes string `json:"becomes,omitempty"`
}

func (e Checked) apply(s *State) {
	if f := s.Effect(e.Effect); f != nil {
		state := e.State
		f.Check = &state
	}
}

func (e Checked) seen(v Sight) (Event, bool) { return shownIf(v.knowsEffect(e.Effect), e) }

// DownChanged gives a combatant at 0 hit points the state that the ruleset has for it (RS-68).
type DownChanged struct {
	Combatant CombatantID `json:"combatant"`
	State     string      `json:"state"`
	Saves     SaveState   `json:"saves"`
	Hit       int         `json:"hit,omitempty"`     // fails that damage while down counted; 0: it has just gone down
	Massive   bool        `json:"massive,omitempty"` // because of damage of its full hit points beyond 0
}

func (e DownChanged) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil {
		saves := e.Saves
		c.Down, c.Saves = e.State, &saves
	}
}

func (e DownChanged) seen(v Sight) (Event, bool) { return shownIf(v.knows(e.Combatant), e) }

// SaveDue makes the check of a combatant that is down due: its turn has begun (RS-68).
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

// Saved is the roll of a combatant that is down (RS-68). If it gets up by it, an [HPChanged] follows.
type Saved struct {
	Combatant CombatantID `json:"combatant"`
	Label     string      `json:"label,omitempty"` // what the ruleset calls such a check
	Roll      dice.Result `json:"roll"`
	Needs     int         `json:"needs"` // the total at which it passes
	Passed    bool        `json:"passed,omitempty"`
	Counts    int         `json:"counts"` // how many passes or fails it is, or levels
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
