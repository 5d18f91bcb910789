package engine

import (
	"slices"

	"roundel/engine/dice"
	"roundel/engine/ruleset"
	"roundel/snowflake"
)

// CheckUnder returns the effect's check under a ruleset (RS-66), or nil if there is none. It is the condition's own or, for any other effect
// with a difficulty, the ruleset's general one. Effects that are saved against again always use the general one (NU-18).
func (e *Effect) CheckUnder(rs *ruleset.Ruleset) *ruleset.Check {
	var check *ruleset.Check
	if c := rs.Condition(e.Name); c != nil && e.Save == "" {
		check = c.Check
	}
	if check == nil && e.HasDC {
		check = rs.Save
	}
	if check == nil || check.NeedsDC && !e.HasDC {
		return nil
	}
	if e.Save != "" && check.Saves != "" {
		again := *check
		again.Saves = e.Save
		return &again
	}
	return check
}

// Bearer returns the combatant whose numbers the effect's checks use: its target, or the first visible member of a group that shares the
// effect (RS-69). It returns nil if no one is left.
func (s *State) Bearer(e *Effect) *Combatant {
	if e.Unit == 0 {
		return s.Combatant(e.Target)
	}
	if members := s.VisibleMembers(e.Unit); len(members) > 0 {
		return members[0]
	}
	return nil
}

// CheckDice returns the dice of the effect's next check, and the total that passes.
func (s *State) CheckDice(rs *ruleset.Ruleset, check *ruleset.Check, e *Effect) (roll dice.Expr, needs int) {
	c := s.Bearer(e)
	if c == nil {
		return nil, 0
	}
	facts := Facts{DC: e.DC, Bonus: e.Bonus, Level: e.Level}
	if e.Check != nil && len(e.Check.Damage) > 0 {
		facts.Damage = e.Check.Damage[0]
	}
	facts.Edge = s.CheckChanges(rs, check.Saves, check.Roll, c).Edge()
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

// CheckDue makes an effect's check due. A check caused by damage is added to those already due; any other replaces the one before (RS-66).
type CheckDue struct {
	Effect EffectID `json:"effect"`
	Damage int      `json:"damage,omitempty"` // 0: damage didn't cause it
	Inside bool     `json:"inside,omitempty"` // see [CheckState]
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
		next.Damage, next.Hurt, next.Inside = append(slices.Clone(next.Damage), e.Damage), true, e.Inside
	}
	next.Due = max(1, len(next.Damage))
	f.Check = &next
}

func (e CheckDue) seen(v Sight) (Event, bool) {
	return shownIf(v.knowsEffect(e.Effect) && !(e.Damage > 0 && v.keepsCheck(e.Effect, e.Inside)), e)
}
func (e CheckDue) hides() bool { return e.Damage > 0 }

// Checked is the roll of an effect's check (RS-66). If the effect ends by it, an [EffectEnded] follows.
type Checked struct {
	Effect  EffectID    `json:"effect"`
	Roll    dice.Result `json:"roll"`
	Mods    []Mod       `json:"mods,omitempty"`     // what effects add to the roll (NU-25)
	Edges   []EdgeOf    `json:"edges,omitempty"`    // the effects that give it advantage or disadvantage
	FailsBy string      `json:"fails_by,omitempty"` // the effect that makes it fail without a roll
	Needs   int         `json:"needs"`              // the total that passes
	Passed  bool        `json:"passed,omitempty"`
	State   CheckState  `json:"state"` // afterwards
	Ends    bool        `json:"ends,omitempty"`
	// Becomes is the condition that takes the effect's place; an [EffectAdded] follows.
	Becomes string `json:"becomes,omitempty"`

	Blurred bool `json:"-"` // in a view: the roll isn't shown
}

func (e Checked) apply(s *State) {
	if f := s.Effect(e.Effect); f != nil {
		state := e.State
		f.Check = &state
	}
}

func (e Checked) seen(v Sight) (Event, bool) {
	return shownIf(v.knowsEffect(e.Effect) && !(e.State.Hurt && v.keepsCheck(e.Effect, e.State.Inside)), e)
}
func (e Checked) hides() bool { return e.State.Hurt }

func (e Checked) blurred(o Outcome, _ snowflake.User) Event {
	f := o.State.Effect(e.Effect)
	if f == nil && o.Before != nil {
		f = o.Before.Effect(e.Effect)
	}
	if f == nil || !keepsRepeat(f, o.combatant(f.Target)) {
		return e
	}
	return Checked{Effect: e.Effect, FailsBy: e.FailsBy, Passed: e.Passed, State: e.State, Ends: e.Ends, Becomes: e.Becomes, Blurred: true}
}

// KeepsRoll reports whether the roll of a check is the GM's alone (NU-21).
func (o Outcome) KeepsRoll(e Checked) bool {
	blurred, is := e.blurred(o, "").(Checked)
	return is && blurred.Blurred
}

// keepsCheck reports whether a check that damage caused must be kept from them: see [State.KeepsHurt].
func (v Sight) keepsCheck(id EffectID, inside bool) bool {
	e, s := v.Before.Effect(id), v.Before
	if e == nil {
		e, s = v.After.Effect(id), v.After
	}
	return e != nil && s.KeepsHurt(e, inside, v.User)
}
