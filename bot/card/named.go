package card

import (
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"roundel/engine"
)

// What the custom IDs of buttons and forms and the values of menus name by a number, they name together with a check of what it is. After an
// undo, something else can get the number, and a button that somebody still sees must not act for that (MO-18).
//
// A combatant that an earlier release added has no check, and neither have that release's buttons for it. They never act for a combatant
// that was added since.

// checkSize is the number of values of a check: it has at most 4 characters.
const checkSize = 36 * 36 * 36 * 36

// checkOf returns a check of a text, for a custom ID.
func checkOf(text string) string {
	h := fnv.New32a()
	h.Write([]byte(text))
	return strconv.FormatUint(uint64(h.Sum32()%checkSize), 36)
}

// CombatantArg names a combatant in a custom ID or the value of an option: at most 9 characters, none of which is a colon, a full stop or a
// comma.
func CombatantArg(c *engine.Combatant) string {
	if c.Added == 0 {
		return strconv.Itoa(int(c.ID))
	}
	return strconv.FormatInt(int64(c.ID), 36) + "+" + checkOf(strconv.FormatInt(c.Added, 36))
}

// CombatantNamed returns the combatant of a state that a text made by [CombatantArg] names; nil: it isn't in the state, whoever has its ID now.
func CombatantNamed(s *engine.State, arg string) *engine.Combatant {
	number, _, checked := strings.Cut(arg, "+")
	base := 10
	if checked {
		base = 36
	}
	id, err := strconv.ParseInt(number, base, 32)
	if err != nil {
		return nil
	}
	if c := s.Combatant(engine.CombatantID(id)); c != nil && CombatantArg(c) == arg {
		return c
	}
	return nil
}

// CombatantsArg names several combatants in a custom ID, those with IDs in a row as a range: "3-9.14+mf3k9q2a". After the plus sign is when
// the last of them was added.
func CombatantsArg(who []*engine.Combatant) string {
	var parts []string
	var added int64
	for i := 0; i < len(who); {
		n := 1
		for i+n < len(who) && who[i+n].ID == who[i].ID+engine.CombatantID(n) {
			n++
		}
		part := strconv.FormatInt(int64(who[i].ID), 36)
		if n > 1 {
			part += "-" + strconv.FormatInt(int64(who[i+n-1].ID), 36)
		}
		for _, c := range who[i : i+n] {
			added = max(added, c.Added)
		}
		parts = append(parts, part)
		i += n
	}
	list := strings.Join(parts, ".")
	if added == 0 {
		return list
	}
	return list + "+" + strconv.FormatInt(added, 36)
}

// CombatantsNamed returns those combatants of a state that a text made by [CombatantsArg] names. Undo takes the last ones away first, so one
// that has got the ID of another since was added later than all of them.
func CombatantsNamed(s *engine.State, arg string) []*engine.Combatant {
	list, last, checked := strings.Cut(arg, "+")
	added, err := int64(0), error(nil)
	if checked {
		added, err = strconv.ParseInt(last, 36, 64)
	}
	if err != nil {
		return nil
	}
	var out []*engine.Combatant
	for part := range strings.SplitSeq(list, ".") {
		first, last, ranged := strings.Cut(part, "-")
		from, err := strconv.ParseInt(first, 36, 32)
		if err != nil {
			continue
		}
		to := from
		if n, err := strconv.ParseInt(last, 36, 32); ranged && err == nil {
			to = min(n, from+menuSize)
		}
		for id := from; id <= to; id++ {
			if c := s.Combatant(engine.CombatantID(id)); c != nil && c.Added <= added {
				out = append(out, c)
			}
		}
	}
	return out
}

// UnitArg names a unit in a custom ID or the value of an option, with a check of its name. It has no colon.
func UnitArg(u *engine.Unit) string {
	return strconv.Itoa(int(u.ID)) + "+" + checkOf(u.Name)
}

// UnitNamed returns the unit of a state that a text made by [UnitArg] names; nil: it is gone or has another name. Those of earlier releases
// are the ID alone, and name units with nobody who was added since.
func UnitNamed(s *engine.State, arg string) *engine.Unit {
	number, _, checked := strings.Cut(arg, "+")
	id, err := strconv.ParseInt(number, 10, 32)
	if err != nil {
		return nil
	}
	u := s.Unit(engine.UnitID(id))
	switch {
	case u == nil, checked && UnitArg(u) != arg:
		return nil
	case !checked && slices.ContainsFunc(s.Members(u.ID), func(c *engine.Combatant) bool { return c.Added != 0 }):
		return nil
	}
	return u
}

// AbilityArg names an ability in a custom ID or the value of an option, by its index among those of its combatant and a check of its name. It has no colon or
// full stop.
func AbilityArg(all []engine.Ability, i int) string {
	return strconv.Itoa(i) + "+" + checkOf(all[i].Name)
}

// AbilityNamed returns the index of the ability that a text made by [AbilityArg] names, or false if that is no longer there or elsewhere in the list.
func AbilityNamed(all []engine.Ability, arg string) (i int, ok bool) {
	number, _, _ := strings.Cut(arg, "+")
	i, err := strconv.Atoi(number)
	return i, err == nil && i >= 0 && i < len(all) && AbilityArg(all, i) == arg
}
