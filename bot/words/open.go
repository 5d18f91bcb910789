package words

import (
	"fmt"
	"slices"

	"roundel/engine"
	"roundel/engine/ruleset"
)

// openTurn returns one line that says who picks the next combatant, and from which ones.
func openTurn(s *engine.State) string {
	var names []string
	for _, u := range s.Candidates() {
		names = append(names, Text(u.Name))
	}
	among := anyOf(names)
	switch by := s.Unit(s.Open.By); {
	case s.Open.Chooser == ruleset.BySide:
		return fmt.Sprintf("Next: %s. %s can take the turn.", TheSide(s.Open.Side), among)
	case s.Open.Chooser == ruleset.ByAnyone:
		return "Anyone can go next: " + among + "."
	case s.Open.Chooser == ruleset.ByActor && by != nil && slices.ContainsFunc(s.Members(by.ID), func(c *engine.Combatant) bool { return c.Owner != "" }):
		return fmt.Sprintf("%s picks who goes next: %s.", Text(by.Name), among)
	}
	return "The GM picks who goes next: " + among + "."
}

// openHint says how the open turn is taken.
func openHint(s *engine.State) string {
	switch s.Open.Chooser {
	case ruleset.BySide, ruleset.ByAnyone:
		return "To act, press **" + ButtonTake + "** or type /init take."
	}
	return "To choose, press **" + ButtonHandOver + "** or type /next to: and a name."
}
