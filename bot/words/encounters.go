package words

import (
	"fmt"
	"strings"

	"roundel/engine/monster"
)

// Encounter lists the foes of a saved encounter, wave by wave. If that is too long for a message, file is the list as plain text.
func Encounter(e *monster.Encounter) (text, file string) {
	lines := []string{"**" + Text(e.Name) + "** (" + Counted(e.Heads(), "foe") + ")"}
	for _, w := range e.Waves {
		when := "At once"
		if w.Round > 0 {
			when = fmt.Sprintf("At round %d", w.Round)
		}
		list := make([]string, len(w.Foes))
		for i := range w.Foes {
			list[i] = foe(&w.Foes[i])
		}
		lines = append(lines, when+": "+strings.Join(list, ", "))
	}
	all := strings.Join(lines, "\n")
	if Length(all) <= mostMissed {
		return all, ""
	}
	return lines[0] + "\nThe foes are in the attached file.", Unformatted(all)
}

// foe names foes of one kind: "Goblin ×3 (hidden)".
func foe(f *monster.Foe) string {
	text := Text(f.Kind())
	if f.Count > 1 {
		text += fmt.Sprintf(" ×%d", f.Count)
	}
	var more []string
	if f.Name != "" {
		more = append(more, "called "+Text(f.Name))
	}
	switch {
	case f.RollHP:
		more = append(more, "hit points rolled")
	case f.Own != nil && f.Own.HP > 0:
		more = append(more, Counted(f.Own.HP, "hit point"))
	}
	for _, g := range f.Stats {
		more = append(more, Text(g.String()))
	}
	if f.Side != "" {
		more = append(more, "side "+Text(f.Side))
	}
	if f.Hidden {
		more = append(more, "hidden")
	}
	if f.Separate {
		more = append(more, "separate")
	}
	if len(more) == 0 {
		return text
	}
	return text + " (" + strings.Join(more, ", ") + ")"
}

// EncounterSaved shows an encounter that was saved.
func EncounterSaved(e *monster.Encounter) string {
	text, file := Encounter(e)
	if file != "" {
		text = "**" + Text(e.Name) + "** (" + Counted(e.Heads(), "foe") + ")"
	}
	return "Saved. Load it into a fight with " + typed("/encounter load name:"+Visible(e.Name)) + ".\n" + text
}

// EncounterDeleted says that an encounter was deleted.
func EncounterDeleted(name string) string {
	return "**" + Text(name) + "** has been deleted from this server's saved encounters. Fights it was loaded into keep its foes."
}

// EncounterAttached comes with the file of an encounter.
func EncounterAttached(name string) string {
	return "**" + Text(name) + "** is in the attached file. `/encounter import` reads it, here or in another server."
}

// EncounterList lists a server's saved encounters. If that is too long for a message, file is the list as plain text.
func EncounterList(list []monster.Encounter) (text, file string) {
	if len(list) == 0 {
		return "This server has no saved encounters. Save the foes of a fight with `/encounter save`, or type them in its foes option.", ""
	}
	lines := []string{fmt.Sprintf("**This server's saved encounters** (%d):", len(list))}
	for i := range list {
		e := &list[i]
		line := "- " + Text(e.Name) + ": " + Counted(e.Heads(), "foe")
		if n := len(e.Waves); n > 1 {
			line += " in " + Counted(n, "wave")
		}
		lines = append(lines, line)
	}
	all := strings.Join(lines, "\n")
	if Length(all) <= mostMissed {
		return all, ""
	}
	return lines[0] + " the names are in the attached file.", Unformatted(all)
}
