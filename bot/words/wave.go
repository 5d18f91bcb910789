package words

import (
	"slices"

	"roundel/bot/words/lang"
	"roundel/engine"
)

// newcomers returns foes that are going to join: "Goblin ×3 (hidden)", "Ogre".
func newcomers(foes []engine.Newcomers) []lang.Phrase {
	out := make([]lang.Phrase, len(foes))
	for i, n := range foes {
		var notes []lang.Phrase
		if n.As != "" {
			notes = append(notes, lang.P("encounter.masked", lang.Name("name", n.As)))
		}
		if n.Hidden {
			notes = append(notes, lang.P("state.hidden"))
		}
		out[i] = lang.P("encounter.foe", lang.Name("name", n.Name), lang.Int("count", max(1, n.Count)), lang.Parts("notes", notes))
	}
	return out
}

// WaveLines lists planned waves.
func WaveLines(l *lang.Language, waves []engine.Wave) []string {
	out := make([]string, len(waves))
	for i, w := range waves {
		if foes := lang.Parts("foes", newcomers(w.Foes)); w.AnyTime {
			out[i] = l.Line("wave.any-time", foes)
		} else {
			out[i] = l.Line("wave.planned", lang.Int("round", w.Round), foes)
		}
	}
	return out
}

// Waves lists the planned waves; those that are due come first.
func Waves(l *lang.Language, s *engine.State) []string {
	due := s.DueWaves()
	later := slices.DeleteFunc(slices.Clone(s.Waves), func(w engine.Wave) bool {
		return !w.AnyTime && slices.ContainsFunc(due, func(d engine.Wave) bool { return d.ID == w.ID })
	})
	return append(WavesDue(l, due), WaveLines(l, later)...)
}

// WavesDue announces planned waves that are due.
func WavesDue(l *lang.Language, waves []engine.Wave) []string {
	var out []string
	for _, w := range waves {
		if !w.AnyTime { // these are listed as planned
			out = append(out, l.Line("wave.due", lang.Name("encounter", w.From), lang.Int("round", w.Round), lang.Parts("foes", newcomers(w.Foes))))
		}
	}
	return out
}
