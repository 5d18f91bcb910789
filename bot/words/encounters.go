package words

import (
	"cmp"
	"slices"
	"strings"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/monster"
)

// Encounter lists the foes of a saved encounter, wave by wave. If that is too long for a message, file is the list as plain text.
func Encounter(l *lang.Language, e *monster.Encounter) (text, file string) {
	lines := []string{l.Say(encounterName(e))}
	if e.Table != nil {
		for i := range e.Table.Rows {
			row := &e.Table.Rows[i]
			lines = append(lines, l.Line("encounter.table-row", lang.Int("from", row.From), lang.Flag("several", row.To > row.From), lang.Int("to", row.To),
				lang.Part("what", tableGives(row.Foes+row.Named, row.Note))))
		}
	}
	for _, w := range e.Waves {
		list := make([]lang.Phrase, len(w.Foes))
		for i := range w.Foes {
			list[i] = foe(&w.Foes[i])
		}
		lines = append(lines, l.Line("encounter.wave", lang.Int("round", w.Round), lang.Parts("foes", list)))
	}
	all := strings.Join(lines, "\n")
	if Length(all) <= mostMissed {
		return all, ""
	}
	return l.Line("encounter.attached", lang.Part("encounter", encounterName(e))), Unformatted(all)
}

// encounterName returns the name of an encounter and how many foes it has.
func encounterName(e *monster.Encounter) lang.Phrase {
	if e.Table != nil {
		return lang.P("encounter.table", lang.Name("name", e.Name), lang.Text("dice", e.Table.Dice))
	}
	return lang.P("encounter.name", lang.Name("name", e.Name), lang.N("foes", e.Heads()))
}

// tableGives says what a row of a random table gives: foes or a name, or nothing if text is empty.
func tableGives(text, note string) lang.Phrase {
	what := lang.P("encounter.table-row-nothing")
	if text != "" {
		what = named(text)
	}
	if note != "" {
		what = lang.P("encounter.table-note", lang.Part("what", what), lang.Name("note", note))
	}
	return what
}

// Rolled says what rolling on random tables gave, a line for each table (MO-32).
func Rolled(l *lang.Language, rolled []monster.Rolled) []string {
	out := make([]string, len(rolled))
	for i, r := range rolled {
		out[i] = l.Line("encounter.table-rolled", lang.Name("table", r.Table), lang.Text("dice", r.Dice), lang.Int("result", r.Result), lang.Flag("typed", r.Typed),
			lang.Part("what", tableGives(r.Foes+r.Named, r.Note)))
	}
	return out
}

// foe names foes of one kind: "Goblin ×3 (hidden)".
func foe(f *monster.Foe) lang.Phrase {
	var notes []lang.Phrase
	if f.Name != "" {
		notes = append(notes, lang.P("encounter.called", lang.Name("name", f.Name)))
	}
	if f.As != "" {
		notes = append(notes, lang.P("encounter.masked", lang.Name("name", f.As)))
	}
	word := f.Adjust
	if f.Own != nil {
		word = cmp.Or(word, f.Own.Adjust)
	}
	if word != "" {
		notes = append(notes, adjustment(word))
	}
	switch {
	case f.RollHP:
		notes = append(notes, lang.P("encounter.rolled"))
	case f.Own != nil && f.Own.HP > 0:
		notes = append(notes, lang.P("encounter.hit-points", lang.N("n", f.Own.HP)))
	}
	for _, g := range f.Stats {
		notes = append(notes, named(g.String()))
	}
	if f.Side != "" {
		notes = append(notes, lang.P("encounter.side", lang.Part("side", bareSide(f.Side))))
	}
	if f.Hidden {
		notes = append(notes, lang.P("state.hidden"))
	}
	if f.Separate {
		notes = append(notes, lang.P("encounter.separate"))
	}
	return lang.P("encounter.foe", lang.Name("name", f.Kind()), lang.Int("count", max(1, f.Count)), lang.Parts("notes", notes))
}

// Scaled shows an encounter's first foes before and after scaling, each with the line about how hard they are, and says how close that is
// to the label that was wanted (MO-30). If that is too long for a message, file has the foes as plain text. If nothing changed, only before
// is shown.
func Scaled(l *lang.Language, before, after *monster.Encounter, hard [2]string, label string, end monster.ScaleEnd, changed bool) (text, file string) {
	foes := func(e *monster.Encounter, after bool) string {
		now := e.Wave(0)
		list := make([]lang.Phrase, len(now))
		for i := range now {
			list[i] = foe(&now[i])
		}
		return l.Line("difficulty.scaled", lang.Name("name", e.Name), lang.Flag("after", after), lang.Parts("foes", list))
	}
	shown := []string{foes(before, false)}
	lines := []string{shown[0], hard[0]}
	if changed {
		shown = append(shown, foes(after, true))
		lines = append(lines, shown[1], hard[1])
	}
	if end != monster.Scaled || !changed {
		lines = append(lines, l.Line("difficulty.scale-end", lang.Text("end", string(end)), lang.Text("label", label)))
	}
	if all := strings.Join(lines, "\n"); Length(all) <= mostMissed {
		return all, ""
	}
	lines = lines[1:]
	if changed {
		lines = append(lines[:1], lines[2:]...)
	}
	return l.Line("encounter.attached", lang.Part("encounter", encounterName(before))) + "\n" + strings.Join(lines, "\n"), Unformatted(strings.Join(shown, "\n"))
}

// adjustment returns a word that makes foes stronger or weaker. The text has a translation of its own for words that also mean something
// else.
func adjustment(word string) lang.Phrase {
	return lang.P("encounter.adjusted", lang.Text("word", word), lang.Term("name", word))
}

// Adjustment shows a word that makes foes stronger or weaker: "elite".
func Adjustment(l *lang.Language, word string) string { return l.Say(adjustment(word)) }

// EncounterSaved shows an encounter that was saved.
func EncounterSaved(l *lang.Language, e *monster.Encounter) string {
	text, file := Encounter(l, e)
	if file != "" {
		text = l.Say(encounterName(e))
	}
	return l.Line("encounter.saved", lang.Text("command", typed("/encounter load name:"+lang.Visible(e.Name))), lang.Text("encounter", text))
}

// EncounterList lists a server's saved encounters. If that is too long for a message, file is the list as plain text.
func EncounterList(l *lang.Language, list []monster.Encounter) (text, file string) {
	if len(list) == 0 {
		return l.Line("encounter.list-empty"), ""
	}
	head := func(attached bool) string {
		return l.Line("encounter.list", lang.Int("n", len(list)), lang.Flag("attached", attached))
	}
	lines := []string{head(false)}
	for i := range list {
		e := &list[i]
		if e.Table != nil {
			lines = append(lines, l.Line("encounter.table-listed", lang.Name("name", e.Name), lang.Text("dice", e.Table.Dice)))
			continue
		}
		lines = append(lines, l.Line("encounter.listed", lang.Name("name", e.Name), lang.N("foes", e.Heads()), lang.N("waves", len(e.Waves))))
	}
	all := strings.Join(lines, "\n")
	if Length(all) <= mostMissed {
		return all, ""
	}
	return head(true), Unformatted(all)
}

// newcomers returns foes that are going to join a fight: "Goblin ×3 (hidden)", "Ogre (elite)".
func newcomers(s *engine.State, foes []engine.Newcomers) []lang.Phrase {
	out := make([]lang.Phrase, len(foes))
	for i, n := range foes {
		var notes []lang.Phrase
		if n.As != "" {
			notes = append(notes, lang.P("encounter.masked", lang.Name("name", n.As)))
		}
		if b := s.Block(n.Block); b != nil && b.Adjust != "" {
			notes = append(notes, adjustment(b.Adjust))
		}
		if n.Hidden {
			notes = append(notes, lang.P("state.hidden"))
		}
		out[i] = lang.P("encounter.foe", lang.Name("name", n.Name), lang.Int("count", max(1, n.Count)), lang.Parts("notes", notes))
	}
	return out
}

// waveLines lists planned waves of a fight.
func waveLines(l *lang.Language, s *engine.State, waves []engine.Wave) []string {
	out := make([]string, len(waves))
	for i, w := range waves {
		if foes := lang.Parts("foes", newcomers(s, w.Foes)); w.AnyTime {
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
	return append(WavesDue(l, s, due), waveLines(l, s, later)...)
}

// WavesDue announces planned waves of a fight that are due.
func WavesDue(l *lang.Language, s *engine.State, waves []engine.Wave) []string {
	var out []string
	for _, w := range waves {
		if !w.AnyTime { // these are listed as planned
			out = append(out, l.Line("wave.due", lang.Name("encounter", w.From), lang.Int("round", w.Round), lang.Parts("foes", newcomers(s, w.Foes))))
		}
	}
	return out
}
