package view

import (
	"roundel/engine"
	"roundel/engine/ruleset"
)

// openTurn is a turn that nobody has yet (RS-34).
type openTurn struct {
	Chooser    ruleset.Chooser `json:"chooser"`
	By         []string        `json:"by"` // the unit or side that chooses; empty: the GM, or anyone who can take it
	Candidates []string        `json:"candidates"`
}

// bag lists the tokens that have not been drawn yet (RS-36).
type bag struct {
	Ends   int            `json:"ends"`
	Tokens map[string]int `json:"tokens"` // by unit, or by what several share: npc, or the side
}

func exportOpen(s *engine.State) *openTurn {
	if s.Open == nil {
		return nil
	}
	out := &openTurn{Chooser: s.Open.Chooser, By: []string{}, Candidates: []string{}}
	if u := s.Unit(s.Open.By); s.Open.Chooser == ruleset.ByActor && u != nil {
		out.By = append(out.By, u.Name)
	}
	if s.Open.Chooser == ruleset.BySide && s.Open.Side != "" {
		out.By = append(out.By, s.Open.Side)
	}
	for _, u := range s.Candidates() {
		out.Candidates = append(out.Candidates, u.Name)
	}
	return out
}

func exportBag(s *engine.State, rs *ruleset.Ruleset) *bag {
	if s.Bag == nil {
		return nil
	}
	out := &bag{Ends: s.Bag.Ends, Tokens: map[string]int{}}
	for _, lot := range s.Lots(rs) {
		out.Tokens[lot.Name] = lot.Left
	}
	return out
}
