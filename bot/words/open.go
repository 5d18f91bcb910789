package words

import (
	"slices"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/ruleset"
)

// openTurn says in one line who picks the next combatant, and from which ones.
func openTurn(s *engine.State) lang.Phrase {
	var names []string
	for _, u := range s.Candidates() {
		names = append(names, u.Name)
	}
	among := lang.Names("among", names)
	switch by := s.Unit(s.Open.By); {
	case s.Open.Chooser == ruleset.BySide:
		return lang.P("open.side", lang.Side("side", s.Open.Side), among)
	case s.Open.Chooser == ruleset.ByAnyone:
		return lang.P("open.anyone", among)
	case s.Open.Chooser == ruleset.ByActor && by != nil && slices.ContainsFunc(s.Members(by.ID), func(c *engine.Combatant) bool { return c.Owner != "" }):
		return lang.P("open.actor", lang.Name("who", by.Name), among)
	}
	return lang.P("open.gm", among)
}

// openHint says how the open turn is taken.
func openHint(s *engine.State) lang.Phrase {
	switch s.Open.Chooser {
	case ruleset.BySide, ruleset.ByAnyone:
		return lang.P("open.to-take", lang.Part("button", lang.P("button.take")))
	}
	return lang.P("open.to-hand-over", lang.Part("button", lang.P("button.hand")))
}
