package words

import (
	"fmt"
	"strings"
	"unicode/utf16"

	"roundel/engine"
)

// longest is how much of a text goes into one message, with room for a last line.
const longest = 1900

// Lines joins lines into one message; what does not fit is in the log.
func Lines(lines []string) string {
	var b strings.Builder
	for i, line := range lines {
		if length(b.String())+length(line)+1 > longest {
			fmt.Fprintf(&b, "… and %d more lines; /init log has them all.", len(lines)-i)
			return b.String()
		}
		b.WriteString(line + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// length counts UTF-16 units, as Discord may at worst.
func length(text string) int {
	n := 0
	for _, r := range text {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}

// Notice says what a player's command did among hidden ones.
func Notice(s *engine.State, n engine.Notice) string {
	name := func(id engine.CombatantID) string {
		if c := s.Combatant(id); c != nil {
			return Plain(c.Name)
		}
		return "somebody who is gone"
	}
	switch n.Kind {
	case engine.NoticeRenamed:
		return fmt.Sprintf("A player took the name %s, so the hidden one is now called %s.", Plain(n.From), Plain(n.To))
	case engine.NoticeSlipped:
		return fmt.Sprintf("%s moved. It is in melee with the hidden %s, which its player does not know; "+
			"/act disengage parts them.", name(n.Who), name(n.By))
	}
	return fmt.Sprintf("%s fled from melee with the hidden %s too: a free attack for %[2]s.", name(n.Who), name(n.By))
}
