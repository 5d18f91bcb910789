package engine

import (
	"maps"
	"slices"
	"strings"
)

// actionEvents lists the events of activities.
func actionEvents() []codec {
	return []codec{
		{"activity-defined", 1, ActivityDefined{}},
		{"acted", 2, Acted{}},
	}
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
	Left      int         `json:"left,omitempty"`      // left of the pool afterwards; for a reaction paid from a reserve, left of the reserve
	Metres    int         `json:"metres,omitempty"`    // distance moved (RI-7)
	Ticks     *int        `json:"ticks,omitempty"`     // what it adds to the cost of the turn on the clock (RS-38)
	Instead   int         `json:"instead,omitempty"`   // the predefined cost, if another one was typed (FT-5)
	Narrative bool        `json:"narrative,omitempty"` // done while there is no order: costs and changes nothing (FT-10)
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
