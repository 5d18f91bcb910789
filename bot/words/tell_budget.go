package words

import (
	"fmt"
	"slices"

	"roundel/engine"
)

// leftOver returns which actions of the turn are left (CS-6, RI-6).
func (t *teller) leftOver(e engine.Acted) string {
	c := t.s.Combatant(e.Combatant)
	if c == nil || e.Type != engine.MainAction && e.Type != engine.MoveAction || slices.ContainsFunc(t.rest, isActed) {
		return ""
	}
	return " Left: " + actionsLeft(c) + "."
}

func isActed(e engine.Event) bool {
	_, is := e.(engine.Acted)
	return is
}

// ticksNow returns what the active combatant can spend (FT-4): ", 4 ticks".
func ticksNow(s *engine.State, rs *engine.Ruleset) string {
	if rs.Budget != engine.Ticks || len(s.Active) != 1 {
		return ""
	}
	members := s.Members(s.Active[0])
	if len(members) != 1 {
		return ""
	}
	return ", " + ticks(s.TicksLeft(members[0]))
}

// budgetNow returns what is left of the current turn if only one combatant has it: ", 2 ticks" or ", left: a move".
func budgetNow(s *engine.State, rs *engine.Ruleset) string {
	active := s.ActiveMembers()
	if rs.Budget != engine.Actions || len(active) != 1 {
		return ticksNow(s, rs)
	}
	return ", left: " + actionsLeft(active[0])
}

// forfeits tells what is left of a combatant's last turn and lost as its next one begins (FT-8).
func (t *teller) forfeits(e engine.TurnBegan) string {
	if t.rs.Budget != engine.Ticks {
		return ""
	}
	text := ""
	for _, unit := range e.Units {
		for _, c := range t.s.Members(unit) {
			was := t.before().Combatant(c.ID)
			if was == nil || was.Spent+was.Reserved == 0 {
				continue // had no turn yet, or did nothing in it
			}
			var lost []string
			if left := t.before().TicksLeft(was); left > 0 {
				lost = append(lost, counted(left, "unspent tick"))
			}
			if was.Reserved > 0 {
				lost = append(lost, counted(was.Reserved, "reserved tick"))
			}
			if len(lost) > 0 {
				text += fmt.Sprintf("%s loses %s.\n", Plain(c.Name), And(lost))
			}
		}
	}
	return text
}

// actionsLeft returns which actions a combatant has left in its turn (CS-6, RI-6).
func actionsLeft(c *engine.Combatant) string {
	switch {
	case c.Main && c.Moves == 0:
		return "a move"
	case !c.Main && c.Moves == 0:
		return "main action and move"
	case !c.Main:
		return "main action or a second move"
	}
	return "on-turn actions only"
}
