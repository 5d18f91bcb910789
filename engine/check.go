package engine

import (
	"slices"

	"roundel/engine/dice"
	"roundel/engine/ruleset"
)

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

// checkEvents lists the events of checks.
func checkEvents() []codec {
	return []codec{
		{"check-due", 1, CheckDue{}},
		{"checked", 1, Checked{}},
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
