package view

import (
	"roundel/engine"
	"roundel/engine/ruleset"
)

// check is the JSON form of a check that ends or keeps an effect.
type check struct {
	Due    int  `json:"due"` // how many rolls are due
	DC     *int `json:"dc"`  // null where none was typed
	Passes int  `json:"passes"`
	Fails  int  `json:"fails"`
}

// saves are the death saves, or the like, of a combatant that is down.
type saves struct {
	Passes int  `json:"passes"`
	Fails  int  `json:"fails"`
	Level  *int `json:"level"` // null where the ruleset counts instead
	Due    bool `json:"due"`
}

func exportCheck(rs *ruleset.Ruleset, e *engine.Effect) *check {
	if e.CheckUnder(rs) == nil {
		return nil
	}
	out := &check{}
	if e.HasDC {
		out.DC = &e.DC
	}
	if c := e.Check; c != nil {
		out.Due, out.Passes, out.Fails = c.Due, c.Passes, c.Fails
	}
	return out
}

func exportSaves(rs *ruleset.Ruleset, c *engine.Combatant) *saves {
	if c.Saves == nil {
		return nil
	}
	out := &saves{Passes: c.Saves.Passes, Fails: c.Saves.Fails, Due: c.Saves.Due}
	if rs.Down != nil && rs.Down.Level {
		out.Level = &c.Saves.Level
	}
	return out
}
