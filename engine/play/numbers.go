package play

import (
	"maps"
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/formula"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

// Numbers are a character's numbers, which checks and dice can name (CR-42, CR-54).
type Numbers struct {
	Of    *engine.Combatant // nil: a saved character that isn't in the fight
	Name  string            // of the character
	Sheet *engine.Sheet     // nil: the numbers are its stats

	values   map[string]int // by the names of CR-2
	hpHidden bool           // others aren't shown its hit points as numbers (NU-31)
}

// Secret reports whether a roll with numbers of these names isn't for everyone: they are of a hidden combatant, or one of them is hit points that others
// aren't shown as numbers (CR-42, NU-31).
func (n Numbers) Secret(names ...string) bool {
	return n.Of != nil && (n.Of.Hidden || n.hpHidden && slices.ContainsFunc(names, func(name string) bool { return sameName(name) == "hp" }))
}

// NumbersOf returns the numbers of who or, if that is empty, of the actor's active combatant or only combatant in the fight (CR-42).
func NumbersOf(s *engine.State, rs *ruleset.Ruleset, actor engine.Actor, who string) (Numbers, error) {
	d := &decider{fight: &fight{State: s.Clone(), Rules: rs}, actor: actor, viewer: view.ViewerOf(s, actor)}
	c, err := d.whoseNumbers(who)
	if err != nil {
		return Numbers{}, err
	}
	n := NumbersFrom(c.Name, c.Sheet, c.Stats, 0)
	n.Of = c
	if c.HasHP {
		n.values["hp"] = c.MaxHP
	}
	n.hpHidden = s.Preferences.HPShownOf(c) != engine.HPNumbers
	return n, nil
}

// NumbersFrom returns the numbers of a character: those of its sheet or, without one, its stats. If most is above 0, hp is the maximum of its
// hit points.
func NumbersFrom(name string, sheet *engine.Sheet, stats map[string]int, most int) Numbers {
	n := Numbers{Name: name, Sheet: sheet, values: map[string]int{}}
	if sheet != nil {
		for _, part := range []map[string]int{sheet.Numbers, sheet.Skills, sheet.Saves} {
			maps.Copy(n.values, part)
		}
	} else {
		maps.Copy(n.values, stats)
	}
	if most > 0 {
		n.values["hp"] = most
	}
	return n
}

// whoseNumbers returns the combatant whose numbers are meant. If there could be several, it refuses and lists them.
func (d *decider) whoseNumbers(who string) (*engine.Combatant, error) {
	if strings.TrimSpace(who) != "" {
		return d.performer(who, true, "")
	}
	own, active := d.combatants(d.owns), d.State.ActiveMembers()
	if playing := filter(own, func(c *engine.Combatant) bool { return slices.Contains(active, c) }); len(playing) > 0 {
		own = playing
	}
	switch len(own) {
	case 0:
		return d.performer("", true, "") // the GM's active combatant
	case 1:
		return own[0], nil
	}
	return nil, engine.Refuse(engine.Invalid, reason.SayWhose, engine.Args{Names: combatantNames(own)})
}

func combatantNames(who []*engine.Combatant) []string {
	out := make([]string, len(who))
	for i, c := range who {
		out[i] = c.Name
	}
	return out
}

// Names returns the names of all numbers: saves, then skills, then the others, each sorted.
func (n Numbers) Names() []string {
	if n.Sheet == nil {
		return slices.Sorted(maps.Keys(n.values))
	}
	saves, skills, _ := n.Sheet.Names()
	first := append(saves, skills...)
	rest := slices.DeleteFunc(slices.Sorted(maps.Keys(n.values)), func(name string) bool { return slices.Contains(first, name) })
	return append(first, rest...)
}

// Value returns the number of that name. Case, spaces, hyphens and underscores don't matter (CR-2).
func (n Numbers) Value(name string) (value int, known bool) {
	if value, known = n.values[name]; known {
		return value, true
	}
	for key, value := range n.values {
		if sameName(key) == sameName(name) {
			return value, true
		}
	}
	return 0, false
}

// Roll returns the dice of a named roll of the sheet (CR-54).
func (n Numbers) Roll(name string) (text string, known bool) {
	if n.Sheet == nil {
		return "", false
	}
	for _, r := range n.Sheet.Rolls {
		if engine.SameName(r.Name, strings.TrimSpace(name)) {
			return r.Dice, true
		}
	}
	return "", false
}

// Nearest returns the name closest to an unknown one, or "".
func (n Numbers) Nearest(name string) string {
	near := map[string]string{}
	for key := range n.values {
		near[sameName(key)] = key
	}
	return near[formula.Nearest(sameName(name), slices.Sorted(maps.Keys(near)))]
}

// sameName returns the form in which spellings of a name are compared (CR-2).
func sameName(name string) string {
	return strings.NewReplacer(" ", "", "-", "", "_", "").Replace(strings.ToLower(name))
}
