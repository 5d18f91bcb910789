package codec

import (
	"roundel/engine"

	"strings"
	"time"
)

// earlier is an event as an earlier release wrote it.
type earlier interface{ upgrade() engine.Event }

// Before pools had names, a turn had ticks (FT-4), or one main action and moves (CS-6), and everything came back as it began.
type (
	turnBegan1 struct {
		Units  []engine.UnitID `json:"units"`
		Turn   engine.TurnID   `json:"turn"`
		At     time.Time       `json:"at"`
		Hidden bool            `json:"hidden,omitempty"`
	}
	turnLost1 struct {
		Combatant engine.CombatantID `json:"combatant"`
		Why       engine.Loss        `json:"why"`
		Effect    string             `json:"effect,omitempty"`
	}
	acted1 struct {
		Combatant engine.CombatantID `json:"combatant"`
		Activity  string             `json:"activity"`
		Type      string             `json:"type,omitempty"`
		Ticks     int                `json:"ticks,omitempty"`
		Main      bool               `json:"main,omitempty"`
		Move      bool               `json:"move,omitempty"`
		Once      bool               `json:"once,omitempty"`
		Reaction  bool               `json:"reaction,omitempty"`
		Left      int                `json:"left,omitempty"`
		Metres    int                `json:"metres,omitempty"`
	}
	ticksReserved1 struct {
		Combatant engine.CombatantID `json:"combatant"`
		Reserved  int                `json:"reserved"`
		Left      int                `json:"left"`
	}
	attacked1 struct {
		engine.Attacked
		Main bool `json:"main,omitempty"`
	}
)

// The pools that earlier releases had.
const (
	ticksPool1 = "ticks"
	mainPool1  = "main"
	movePool1  = "move"
)

func (e turnBegan1) upgrade() engine.Event {
	return engine.TurnBegan{Units: e.Units, Turn: e.Turn, At: e.At, Hidden: e.Hidden, Fresh: true}
}

func (e turnLost1) upgrade() engine.Event {
	return engine.TurnLost{Combatant: e.Combatant, Why: e.Why, Effect: e.Effect, Fresh: true}
}

func (e acted1) upgrade() engine.Event {
	out := engine.Acted{Combatant: e.Combatant, Activity: e.Activity, Pool: strings.ReplaceAll(e.Type, "-", "_"), Once: e.Once, Reaction: e.Reaction,
		Left: e.Left, Metres: e.Metres}
	if e.Ticks > 0 || e.Left > 0 {
		out.Pool = ticksPool1
	}
	if e.Ticks > 0 {
		out.Costs = []engine.PoolSpend{{Pool: ticksPool1, N: e.Ticks, Reserved: e.Reaction}}
	}
	switch {
	case e.Main:
		out.Costs = []engine.PoolSpend{{Pool: mainPool1, N: 1}}
	case e.Move:
		out.Costs = []engine.PoolSpend{{Pool: movePool1, N: 1}}
	}
	return out
}

func (e ticksReserved1) upgrade() engine.Event {
	return engine.PoolReserved{Combatant: e.Combatant, Pool: ticksPool1, Reserved: e.Reserved, Left: e.Left}
}

func (e attacked1) upgrade() engine.Event {
	if e.Main {
		e.Attacked.Costs = []engine.PoolSpend{{Pool: mainPool1, N: 1}}
	}
	return e.Attacked
}
