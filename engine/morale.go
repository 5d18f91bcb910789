package engine

import "roundel/engine/dice"

// moraleEvents lists the events of Morale.
func moraleEvents() []codec {
	return []codec{
		{"morale-due", 1, MoraleDue{}},
		{"morale-checked", 1, MoraleChecked{}},
	}
}

// countLoss counts a combatant that has just gone down, for its unit's next reminder.
func (s *State) countLoss(c *Combatant, from int) {
	u := s.Unit(c.Unit)
	switch {
	case u == nil || from <= 0 || c.HP != 0:
	case c.Hidden:
		u.HiddenLosses++
	default:
		u.Losses++
	}
}

// MoraleDue reminds the GM that a side has taken losses (CS-8).
type MoraleDue struct {
	Unit   UnitID `json:"unit"`
	Hidden bool   `json:"hidden,omitempty"` // only hidden members were lost
}

func (e MoraleDue) apply(s *State) {
	u := s.Unit(e.Unit)
	if u == nil {
		return
	}
	u.HiddenLosses = 0
	if !e.Hidden {
		u.Losses = 0
	}
}

func (e MoraleDue) seen(v Sight) (Event, bool) { return shownIf(v.knowsUnit(e.Unit) && !e.Hidden, e) }

// MoraleChecked is a Morale check (CS-8): everyone whose Morale score is below the roll breaks.
type MoraleChecked struct {
	Who    []CombatantID `json:"who"`
	Roll   dice.Result   `json:"roll"`
	Broken []CombatantID `json:"broken,omitempty"`
}

func (MoraleChecked) apply(*State) {}

func (e MoraleChecked) seen(v Sight) (Event, bool) {
	e.Broken = v.who(e.Broken)
	return about(v, &e, &e.Who)
}
