package words

import (
	"fmt"
	"strings"
	"unicode/utf16"

	"roundel/engine"
)

// longest is how many characters of a text go into one message; it leaves room for a last line.
const longest = 1900

// Lines joins lines into one message. If some do not fit, the last line points to the log.
func Lines(lines []string) string {
	var b strings.Builder
	for i, line := range lines {
		if length(b.String())+length(line)+1 > longest {
			b.WriteString("… and " + counted(len(lines)-i, "more line") + "; see /init log.")
			return b.String()
		}
		b.WriteString(line + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// length returns the number of UTF-16 units, the strictest way Discord may count.
func length(text string) int {
	n := 0
	for _, r := range text {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}

// Notice tells the GM what a player's command did to hidden combatants.
func Notice(s *engine.State, n engine.Notice) string {
	name := func(id engine.CombatantID) string {
		if c := s.Combatant(id); c != nil {
			return Plain(c.Name)
		}
		return "someone who has left"
	}
	switch n.Kind {
	case engine.NoticeRenamed:
		return fmt.Sprintf("A player took the name %s, so your hidden combatant is now called %s.", Plain(n.From), Plain(n.To))
	case engine.NoticeSlipped:
		return fmt.Sprintf("%s moved while in melee with the hidden %s, which the player doesn't know about. "+
			"Separate them with /act disengage.", name(n.Who), name(n.By))
	}
	return fmt.Sprintf("%s also fled from the hidden %s: %[2]s gets a free attack.", name(n.Who), name(n.By))
}
