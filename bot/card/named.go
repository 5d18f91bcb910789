package card

import (
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"roundel/engine"
)

// Custom IDs and menu values that name something by a number also contain a check (a short hash) of what it is. After an
// undo, something else can get the number, and a button that somebody still sees must not act for that (MO-18).
//
// A combatant that an earlier release added has no check, and neither have that release's buttons for it. Those never act for a combatant
// that was added since.

// TurnArg returns a turn's ID as it is written in custom IDs.
func TurnArg(t engine.TurnID) string { return strconv.FormatInt(int64(t), 36) }

// checkSize is the number of possible checks, which have at most 4 characters.
const checkSize = 36 * 36 * 36 * 36

// checkOf returns a check of a text, for a custom ID.
func checkOf(text string) string {
	h := fnv.New32a()
	h.Write([]byte(text))
	return strconv.FormatUint(uint64(h.Sum32()%checkSize), 36)
}

// CombatantArg names a combatant in a custom ID or the value of an option, in some 9 characters, none of which is a colon, a full stop or a
// comma.
func CombatantArg(c *engine.Combatant) string {
	if c.Added == 0 {
		return strconv.Itoa(int(c.ID))
	}
	return strconv.FormatInt(int64(c.ID), 36) + "+" + checkOf(strconv.FormatInt(c.Added, 36))
}

// CombatantNamed returns the combatant of a state that a text made by [CombatantArg] names, or nil if it is gone, even if another has its ID now.
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

// KindArg names the kind of a combatant in a custom ID, by its unit and its stat block, for buttons that act for all of the kind, whoever of
// them is still there. It has no colon, full stop, comma or asterisk.
func KindArg(c *engine.Combatant) string {
	return strconv.FormatInt(int64(c.Unit), 36) + "+" + checkOf(c.Block)
}

// CombatantsArg names several combatants in a custom ID, consecutive IDs as a range: "3-9.14+mf3k9q2a". After the plus sign is the time at
// which the newest of them was added.
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
	return strings.Join(parts, ".") + "+" + strconv.FormatInt(added, 36)
}

// CombatantsNamed returns the combatants of a state that a text made by [CombatantsArg] names. An earlier release's list has no time, and
// its IDs are in base. Undo removes the newest first, so a combatant that has another's ID was added later than all of them.
func CombatantsNamed(s *engine.State, arg string, base int) []*engine.Combatant {
	list, last, checked := strings.Cut(arg, "+")
	added, err := int64(0), error(nil)
	if checked {
		base = 36
		added, err = strconv.ParseInt(last, 36, 64)
	}
	if err != nil {
		return nil
	}
	var out []*engine.Combatant
	for part := range strings.SplitSeq(list, ".") {
		first, last, ranged := strings.Cut(part, "-")
		from, err := strconv.ParseInt(first, base, 32)
		if err != nil {
			continue
		}
		to := from
		if n, err := strconv.ParseInt(last, base, 32); ranged && err == nil {
			to = n
		}
		for i := range s.Combatants {
			if c := &s.Combatants[i]; int64(c.ID) >= from && int64(c.ID) <= to && c.Added <= added {
				out = append(out, c)
			}
		}
	}
	return out
}

// unitArg names a unit of what everyone sees, with a check of its name and of when its first member was added. It has no colon or full stop.
func unitArg(s *engine.State, u *engine.Unit) string {
	var added int64
	if all := s.Members(u.ID); len(all) > 0 {
		added = all[0].Added
	}
	return strconv.Itoa(int(u.ID)) + "+" + checkOf(strconv.FormatInt(added, 36)+u.Name)
}

// TieArg names a unit of a tie in a custom ID or the value of an option, with a check of who is tied. s is what everyone sees.
func TieArg(s *engine.State, tied []engine.UnitID, u *engine.Unit) string {
	var all []string
	for _, id := range tied {
		all = append(all, unitArg(s, s.Unit(id)))
	}
	return unitArg(s, u) + "." + checkOf(strings.Join(all, "."))
}

// TieNamed returns the unit that a text made by [TieArg] names, and the tie that it is in: nil if that is over or others are tied now. A nil
// unit is gone or has another name. Texts of earlier releases are the ID alone, and name units without members that were added since.
func TieNamed(s *engine.State, arg string) (u *engine.Unit, tied []engine.UnitID) {
	number, _, checked := strings.Cut(arg, "+")
	id, err := strconv.ParseInt(number, 10, 32)
	if err != nil {
		return nil, nil
	}
	u = s.Unit(engine.UnitID(id))
	own, _, _ := strings.Cut(arg, ".")
	switch {
	case u == nil, checked && unitArg(s, u) != own:
		return nil, nil
	case !checked && slices.ContainsFunc(s.Members(u.ID), func(c *engine.Combatant) bool { return c.Added != 0 }):
		return nil, nil
	}
	if tied = s.OpenTie(u.ID); checked && TieArg(s, tied, u) != arg {
		return u, nil
	}
	return u, tied
}

// AbilityArg names an ability in a custom ID or the value of an option, by its index among those of its combatant and a check of its name. It has no colon or
// full stop.
func AbilityArg(all []engine.Ability, i int) string {
	return strconv.Itoa(i) + "+" + checkOf(all[i].Name)
}

// AbilityNamed returns the index of the ability of a combatant that a text made by [AbilityArg] names, or false if it is gone or has moved in the
// list. Texts of earlier releases are the index alone, and name abilities of combatants that those added.
func AbilityNamed(c *engine.Combatant, all []engine.Ability, arg string) (i int, ok bool) {
	number, _, checked := strings.Cut(arg, "+")
	i, err := strconv.Atoi(number)
	if err != nil || i < 0 || i >= len(all) {
		return 0, false
	}
	return i, checked && AbilityArg(all, i) == arg || !checked && c.Added == 0
}
