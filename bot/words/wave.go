package words

import (
	"fmt"
	"slices"
	"strings"

	"roundel/engine"
)

// newcomers lists foes that are to join: "Goblin ×3 (hidden), Ogre".
func newcomers(foes []engine.Newcomers) string {
	out := make([]string, len(foes))
	for i, n := range foes {
		out[i] = Text(n.Name)
		if n.Count > 1 {
			out[i] += fmt.Sprintf(" ×%d", n.Count)
		}
		if n.Hidden {
			out[i] += " (hidden)"
		}
	}
	return strings.Join(out, ", ")
}

// WaveLines lists planned waves.
func WaveLines(waves []engine.Wave) []string {
	out := make([]string, len(waves))
	for i, w := range waves {
		if w.AnyTime {
			out[i] = "Planned for whenever you like: " + newcomers(w.Foes) + ". This ruleset has no rounds, so the bot won't announce them."
		} else {
			out[i] = fmt.Sprintf("Planned for round %d: %s.", w.Round, newcomers(w.Foes))
		}
	}
	return out
}

// Waves lists the planned waves, those that are due first.
func Waves(s *engine.State) []string {
	due := s.DueWaves()
	later := slices.DeleteFunc(slices.Clone(s.Waves), func(w engine.Wave) bool {
		return !w.AnyTime && slices.ContainsFunc(due, func(d engine.Wave) bool { return d.ID == w.ID })
	})
	return append(WavesDue(due), WaveLines(later)...)
}

// WavesDue announces planned waves that are due.
func WavesDue(waves []engine.Wave) []string {
	var out []string
	for _, w := range waves {
		if !w.AnyTime { // the line of its plan says so
			out = append(out, fmt.Sprintf("%s, round %d: %s. Bring them in?", Text(w.From), w.Round, newcomers(w.Foes)))
		}
	}
	return out
}

// ButtonBringInOf labels the button that brings in one of several waves.
func ButtonBringInOf(w engine.Wave) string { return fmt.Sprintf("%s (%d)", ButtonBringIn, w.Round) }
