package engine

import (
	"maps"
	"slices"
	"strings"

	"roundel/engine/dice"
)

// actionEvents lists the events of activities and Morale.
func actionEvents() []codec {
	return []codec{
		{"morale-due", 1, MoraleDue{}},
		{"morale-checked", 1, MoraleChecked{}},
		{"activity-defined", 1, ActivityDefined{}},
		{"acted", 2, Acted{}},
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
	if u.HiddenLosses = 0; !e.Hidden {
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
	all := len(e.Who)
	e.Who, e.Broken = v.who(e.Who), v.who(e.Broken)
	return some(len(e.Who), all, e)
}

// ActivityDefined sets the cost of a predefined activity, or deletes the activity if Ticks is 0 (FT-5).
type ActivityDefined struct {
	Name  string `json:"name"`
	Ticks int    `json:"ticks"`
}

func (e ActivityDefined) apply(s *State) {
	all := maps.Clone(s.Activities)
	if all == nil {
		all = map[string]int{}
	}
	if e.Ticks == 0 {
		delete(all, strings.ToLower(e.Name))
	} else {
		all[strings.ToLower(e.Name)] = e.Ticks
	}
	s.Activities = all
}

func (e ActivityDefined) seen(Sight) (Event, bool) { return e, true }

// Acted is an activity of a combatant, and what it cost.
type Acted struct {
	Combatant CombatantID `json:"combatant"`
	Activity  string      `json:"activity"`
	Pool      string      `json:"pool,omitempty"`      // what it was meant to take
	Costs     []PoolSpend `json:"costs,omitempty"`     // what it took; nothing if the pool isn't counted
	Once      bool        `json:"once,omitempty"`      // works once per scene (CS-4)
	Reaction  bool        `json:"reaction,omitempty"`  // out of turn (FT-7, ST-9)
	Left      int         `json:"left,omitempty"`      // left of the pool afterwards; of a reaction out of a reserve, left of that
	Metres    int         `json:"metres,omitempty"`    // distance moved (RI-7)
	Ticks     *int        `json:"ticks,omitempty"`     // how far it takes the turn on the clock (RS-38)
	Instead   int         `json:"instead,omitempty"`   // the predefined cost, if another one was typed (FT-5)
	Narrative bool        `json:"narrative,omitempty"` // while there is no order: it costs nothing and changes nothing (FT-10)
}

func (e Acted) apply(s *State) {
	c := s.Combatant(e.Combatant)
	if c == nil || e.Narrative {
		return
	}
	c.spend(e.Costs, s.Turn)
	s.recordAct(c)
	c.addTicks(e.Ticks)
	if e.Once {
		c.Once = append(slices.Clone(c.Once), strings.ToLower(e.Activity))
	}
}

func (e Acted) seen(v Sight) (Event, bool) { return shownIf(v.knows(e.Combatant), e) }
