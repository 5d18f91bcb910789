package engine

import (
	"strings"
	"time"
)

// earlier is an event as an earlier release wrote it.
type earlier interface{ upgrade() Event }

// earlierCodec is a version of an event that is only read.
type earlierCodec struct {
	name    string
	version int
	event   earlier // the zero value
}

// earlierEvents lists the events that earlier releases wrote in another form.
func earlierEvents() []earlierCodec {
	return []earlierCodec{
		{"turn-began", 1, turnBegan1{}},
		{"turn-lost", 1, turnLost1{}},
		{"acted", 1, acted1{}},
		{"ticks-reserved", 1, ticksReserved1{}},
		{"attacked", 1, attacked1{}},
	}
}

// Before pools had names, a turn had either ticks (FT-4), or a main action and a move (CS-6), and all of it came back when the turn began.
type (
	turnBegan1 struct {
		Units  []UnitID  `json:"units"`
		Turn   TurnID    `json:"turn"`
		At     time.Time `json:"at"`
		Hidden bool      `json:"hidden,omitempty"`
	}
	turnLost1 struct {
		Combatant CombatantID `json:"combatant"`
		Why       Loss        `json:"why"`
		Effect    string      `json:"effect,omitempty"`
	}
	acted1 struct {
		Combatant CombatantID `json:"combatant"`
		Activity  string      `json:"activity"`
		Type      string      `json:"type,omitempty"`
		Ticks     int         `json:"ticks,omitempty"`
		Main      bool        `json:"main,omitempty"`
		Move      bool        `json:"move,omitempty"`
		Once      bool        `json:"once,omitempty"`
		Reaction  bool        `json:"reaction,omitempty"`
		Left      int         `json:"left,omitempty"`
		Metres    int         `json:"metres,omitempty"`
	}
	ticksReserved1 struct {
		Combatant CombatantID `json:"combatant"`
		Reserved  int         `json:"reserved"`
		Left      int         `json:"left"`
	}
	attacked1 struct {
		Attacked
		Main bool `json:"main,omitempty"`
	}
)

// The pools that earlier releases had.
const (
	ticksPool1 = "ticks"
	mainPool1  = "main"
	movePool1  = "move"
)

func (e turnBegan1) upgrade() Event {
	return TurnBegan{Units: e.Units, Turn: e.Turn, At: e.At, Hidden: e.Hidden, Fresh: true}
}

func (e turnLost1) upgrade() Event {
	return TurnLost{Combatant: e.Combatant, Why: e.Why, Effect: e.Effect, Fresh: true}
}

func (e acted1) upgrade() Event {
	out := Acted{Combatant: e.Combatant, Activity: e.Activity, Pool: strings.ReplaceAll(e.Type, "-", "_"), Once: e.Once, Reaction: e.Reaction,
		Left: e.Left, Metres: e.Metres}
	if e.Ticks > 0 || e.Left > 0 {
		out.Pool = ticksPool1
	}
	if e.Ticks > 0 {
		out.Costs = []PoolSpend{{Pool: ticksPool1, N: e.Ticks, Reserved: e.Reaction}}
	}
	switch {
	case e.Main:
		out.Costs = []PoolSpend{{Pool: mainPool1, N: 1}}
	case e.Move:
		out.Costs = []PoolSpend{{Pool: movePool1, N: 1}}
	}
	return out
}

func (e ticksReserved1) upgrade() Event {
	return PoolReserved{Combatant: e.Combatant, Pool: ticksPool1, Reserved: e.Reserved, Left: e.Left}
}

func (e attacked1) upgrade() Event {
	if e.Main {
		e.Attacked.Costs = []PoolSpend{{Pool: mainPool1, N: 1}}
	}
	return e.Attacked
}
