package engine

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxName is the length of a combatant's name in code points, a group member's number included.
const MaxName = 32

// SameName compares names as the bot does everywhere: without case.
func SameName(a, b string) bool { return strings.EqualFold(a, b) }

// CheckName refuses what no combatant can be called: empty, too long, with commas, line breaks or control characters.
// The error is an *[Error] with code Invalid.
func CheckName(name string) error { return checkName(name) }

// checkName wants a usable name, trimmed.
func checkName(name string) error {
	n := utf8.RuneCountInString(name)
	switch {
	case n == 0 || strings.TrimFunc(name, invisible) == "":
		return Refuse(Invalid, "A name needs at least one visible character; give one.")
	case n > MaxName:
		return Refuse(Invalid, "A name has at most %d characters, and this one has %d; shorten it.", MaxName, n)
	case strings.Contains(name, ","):
		return Refuse(Invalid, "A name cannot have a comma, which separates names in lists; leave it out.")
	case !utf8.ValidString(name) || strings.ContainsFunc(name, forbidden):
		return Refuse(Invalid, "A name cannot have line breaks or control characters; leave them out.")
	}
	return nil
}

func forbidden(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }

func invisible(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) }

// checkText wants a short text on one line.
func checkText(text string, most int, what string) error {
	n := utf8.RuneCountInString(text)
	if n == 0 || n > most || !utf8.ValidString(text) || strings.ContainsFunc(text, forbidden) {
		return Refuse(Invalid, "%s has 1 to %d characters on one line; change it.", what, most)
	}
	return nil
}

// splitNames reads a comma-separated list, without empty parts and repetitions.
func splitNames(list string) []string {
	var out []string
	for part := range strings.SplitSeq(list, ",") {
		part = strings.TrimSpace(part)
		if part != "" && !slices.ContainsFunc(out, func(o string) bool { return SameName(o, part) }) {
			out = append(out, part)
		}
	}
	return out
}

// found is what a name stands for.
type found struct {
	unit UnitID       // set when a group or side was named as a whole (CO-13)
	who  []*Combatant // never empty
}

// find looks a name up for the actor: a combatant, or else a unit. What the actor may not see is not found.
func (d *decider) find(name string) (found, error) {
	name = strings.TrimSpace(name)
	for i := range d.s.Combatants {
		c := &d.s.Combatants[i]
		if SameName(c.Name, name) && d.s.Sees(c, d.in.Actor) {
			return found{who: []*Combatant{c}}, nil
		}
	}
	for i := range d.s.Units {
		u := &d.s.Units[i]
		if !SameName(u.Name, name) {
			continue
		}
		seen := slices.DeleteFunc(d.s.Members(u.ID), func(c *Combatant) bool { return !d.s.Sees(c, d.in.Actor) })
		if len(seen) > 0 {
			return found{u.ID, seen}, nil
		}
	}
	if name == "" {
		return found{}, Refuse(Invalid, "A name is missing; /init list shows the names.")
	}
	if d.isGM() {
		return found{}, Refuse(NotFound, "There is nobody called %q in this fight; /init list shows the names.", name)
	}
	// Others do not read a name back that may be hidden from them.
	return found{}, Refuse(NotFound, "There is nobody of that name in this fight; /init list shows the names.")
}

// findAll looks up a list of names. A group named as a whole gives its members; nobody is in it twice.
func (d *decider) findAll(list string) ([]*Combatant, error) {
	names := splitNames(list)
	if len(names) == 0 {
		return nil, Refuse(Invalid, "Names are missing; write them separated by commas, as /init list shows them.")
	}
	var out []*Combatant
	for _, name := range names {
		f, err := d.find(name)
		if err != nil {
			return nil, err
		}
		for _, c := range f.who {
			if !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	return out, nil
}

// unitOfActor is the unit that a command without a name means: the GM's is the active one, a player's the own one.
func (d *decider) unitOfActor(name string) (*Unit, error) {
	if strings.TrimSpace(name) != "" {
		f, err := d.find(name)
		if err != nil {
			return nil, err
		}
		if err := d.needOwner(f.who...); err != nil {
			return nil, err
		}
		u := d.s.Unit(f.who[0].Unit)
		return u, d.needOwner(d.s.Members(u.ID)...)
	}
	var own []UnitID
	for i := range d.s.Combatants {
		if c := &d.s.Combatants[i]; Owns(c, d.in.Actor) && !slices.Contains(own, c.Unit) {
			own = append(own, c.Unit)
		}
	}
	if active := slices.DeleteFunc(slices.Clone(own), func(u UnitID) bool { return !d.s.IsActive(u) }); len(active) == 1 {
		own = active
	}
	if len(own) == 0 && d.isGM() {
		own = d.s.Active
	}
	if len(own) != 1 {
		return nil, Refuse(Invalid, "Say whose: add the option name, as /init list shows it.")
	}
	return d.s.Unit(own[0]), d.needOwner(d.s.Members(own[0])...)
}

// taken tells whether a name is in use by a combatant or a unit, except by the combatant given.
func (d *decider) taken(name string, except CombatantID) bool {
	for i := range d.s.Combatants {
		if c := &d.s.Combatants[i]; c.ID != except && SameName(c.Name, name) {
			return true
		}
	}
	for i := range d.s.Units {
		u := &d.s.Units[i]
		if !SameName(u.Name, name) {
			continue
		}
		members := d.s.Members(u.ID)
		if d.rs.BySide(d.s) || len(members) != 1 || members[0].ID != except {
			return true
		}
	}
	return false
}

func (d *decider) checkFree(name string, except CombatantID) error {
	if d.taken(name, except) || d.rs.BySide(d.s) && (SameName(name, Party) || SameName(name, Foes)) {
		return Refuse(Invalid, "The name %q is not free in this fight; choose another.", name)
	}
	return nil
}

// numbered finds the highest number that a name "base N" bears.
func (d *decider) numbered(base string) int {
	most := 0
	for i := range d.s.Combatants {
		name := d.s.Combatants[i].Name
		cut := strings.LastIndexByte(name, ' ')
		if cut < 0 || !SameName(name[:cut], base) {
			continue
		}
		if n, err := strconv.Atoi(name[cut+1:]); err == nil {
			most = max(most, n)
		}
	}
	return most
}

// sideName gives a side as it is spelled already, or checks a new one. A combatant cannot share a side's name where
// sides are units.
func (d *decider) sideName(name string) (string, error) {
	name = strings.TrimSpace(name)
	for _, known := range d.s.Sides() {
		if SameName(known, name) {
			return known, nil
		}
	}
	if err := checkName(name); err != nil {
		return "", err
	}
	if d.rs.BySide(d.s) {
		for i := range d.s.Combatants {
			if SameName(d.s.Combatants[i].Name, name) {
				return "", Refuse(Invalid, "A combatant is called %q already; choose another name for the side.", name)
			}
		}
	}
	return name, nil
}

// Sides returns party, foes and every other side somebody is on, in that order.
func (s *State) Sides() []string {
	out := []string{Party, Foes}
	for i := range s.Combatants {
		if side := s.Combatants[i].Side; !slices.Contains(out, side) {
			out = append(out, side)
		}
	}
	return out
}

// rollPair is a name and a natural result as typed: "Knight 6", "Goblin 1 = 12", "party: 3".
var rollPair = regexp.MustCompile(`^(.*\S)\s*[\s=:]\s*([+-]?\d{1,6})$`)

// parseRolls reads the rolls option: natural results by name.
func parseRolls(text string) ([]NamedRoll, error) {
	var out []NamedRoll
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		m := rollPair.FindStringSubmatch(part)
		if m == nil {
			return nil, Refuse(Invalid, "%q is no name with a number behind it; write rolls like %q.", part, "Knight 6, Goblin 12")
		}
		n, err := strconv.Atoi(m[2])
		if err != nil {
			return nil, Refuse(Invalid, "%q is no number; write rolls like %q.", m[2], "Knight 6, Goblin 12")
		}
		name := strings.TrimSpace(strings.TrimRight(m[1], "=: "))
		for _, r := range out {
			if SameName(r.Name, name) {
				return nil, Refuse(Invalid, "Two results are given for %s; give each name once.", name)
			}
		}
		out = append(out, NamedRoll{name, n})
	}
	return out, nil
}

func checkDie(n, sides int, whose string) error {
	if n < 1 || n > sides {
		return Refuse(Invalid, "A d%d shows 1 to %d, and %d was typed%s; type what the die shows.", sides, sides, n, whose)
	}
	return nil
}
