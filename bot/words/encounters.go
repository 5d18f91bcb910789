package words

import (
	"strings"

	"roundel/bot/words/lang"
	"roundel/engine/monster"
)

// Encounter lists the foes of a saved encounter, wave by wave. If that is too long for a message, file is the list as plain text.
func Encounter(l *lang.Language, e *monster.Encounter) (text, file string) {
	lines := []string{l.Say(encounterName(e))}
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
	return lang.P("encounter.name", lang.Name("name", e.Name), lang.N("foes", e.Heads()))
}

// foe names foes of one kind: "Goblin ×3 (hidden)".
func foe(f *monster.Foe) lang.Phrase {
	var notes []lang.Phrase
	if f.Name != "" {
		notes = append(notes, lang.P("encounter.called", lang.Name("name", f.Name)))
	}
	switch {
	case f.RollHP:
		notes = append(notes, lang.P("encounter.rolled"))
	case f.Own != nil && f.Own.HP > 0:
		notes = append(notes, lang.P("encounter.hit-points", lang.N("n", f.Own.HP)))
	}
	for _, g := range f.Stats {
		notes = append(notes, lang.P("list.name", lang.Name("name", g.String())))
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

// EncounterSaved shows an encounter that was saved.
func EncounterSaved(l *lang.Language, e *monster.Encounter) string {
	text, file := Encounter(l, e)
	if file != "" {
		text = l.Say(encounterName(e))
	}
	return l.Line("encounter.saved", lang.Text("command", typed("/encounter load name:"+Visible(e.Name))), lang.Text("encounter", text))
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
		lines = append(lines, l.Line("encounter.listed", lang.Name("name", e.Name), lang.N("foes", e.Heads()), lang.N("waves", len(e.Waves))))
	}
	all := strings.Join(lines, "\n")
	if Length(all) <= mostMissed {
		return all, ""
	}
	return head(true), Unformatted(all)
}
