package bot

import (
	"fmt"
	"slices"
	"strings"

	"roundel/engine"
)

// action tells of what combatants do in and out of their turns.
func (t *teller) action(e engine.Event) string {
	switch e := e.(type) {
	case engine.Acted:
		return t.did(e)
	case engine.TicksReserved:
		return t.of(e.Combatant, "%s holds back %s for reactions, %d left.", t.name(e.Combatant), ticks(e.Reserved), e.Left)
	case engine.Engaged:
		return t.pair(e.A, e.B, "%s and %s are in melee.")
	case engine.Disengaged:
		return t.pair(e.A, e.B, "%s and %s are in melee no more.")
	case engine.Fled:
		names := t.names(e.Attackers)
		if t.name(e.Combatant) == "" || len(names) == 0 {
			return ""
		}
		return fmt.Sprintf("%s leaves melee: a free attack for %s.", t.name(e.Combatant), listed(names))
	case engine.Attacked:
		return t.attack(e)
	case engine.MoraleDue:
		if name := t.unit(e.Unit); name != "" {
			return name + " has taken losses; the GM can check Morale with /morale."
		}
	case engine.MoraleChecked:
		return t.morale(e)
	case engine.ActivityDefined:
		if e.Ticks == 0 {
			return plain(e.Name) + " is no predefined activity any more."
		}
		return fmt.Sprintf("%s costs %s now.", plain(e.Name), ticks(e.Ticks))
	}
	return ""
}

func (t *teller) pair(a, b engine.CombatantID, format string) string {
	if t.name(a) == "" || t.name(b) == "" {
		return ""
	}
	return fmt.Sprintf(format, t.name(a), t.name(b))
}

func ticks(n int) string {
	if n == 1 {
		return "1 tick"
	}
	return fmt.Sprintf("%d ticks", n)
}

func (t *teller) did(e engine.Acted) string {
	var notes []string
	add := func(ok bool, format string, args ...any) {
		if ok {
			notes = append(notes, fmt.Sprintf(format, args...))
		}
	}
	add(e.Reaction, "reaction")
	add(e.Type != "", "%s", e.Type)
	add(e.Move && e.Main, "in the main action's place")
	add(e.Metres > 0, "%d m", e.Metres)
	add(e.Ticks > 0 && !e.Reaction, "%s, %d left", ticks(e.Ticks), e.Left)
	add(e.Ticks > 0 && e.Reaction, "%s held back still", ticks(e.Left))
	add(e.Once, "once per scene")
	return t.of(e.Combatant, "%s: %s%s.", t.name(e.Combatant), plain(e.Activity), parens(strings.Join(notes, ", ")))
}

// attack tells an attack with all its dice. Armor Class and Trauma Target stay the GM's.
func (t *teller) attack(e engine.Attacked) string {
	attacker, target := t.name(e.Attacker), t.name(e.Target)
	if attacker == "" || target == "" {
		return ""
	}
	line := fmt.Sprintf("%s attacks %s%s: ", attacker, target, parens(e.Weapon))
	typed := ""
	if e.Typed {
		typed = ", typed"
	}
	if e.Die == 100 {
		line += fmt.Sprintf("d100 (%d%s) against %d%s", e.Natural, typed, e.Total, parens(mods(e.Mods)))
	} else {
		line += fmt.Sprintf("d%d (%d%s)%s = **%d**", e.Die, e.Natural, typed, lead(" ", mods(e.Mods)), e.Total)
	}
	line += map[bool]string{true: ", a hit", false: ", a miss"}[e.Hit]
	if tr := e.Trauma; tr != nil {
		line += fmt.Sprintf("; Trauma d%d (%d)", tr.Die, tr.Roll)
		if tr.Traumatic {
			line += fmt.Sprintf(", traumatic, ×%d", tr.Rating)
		}
	}
	if e.Damage != nil {
		line += "; damage " + plain(e.Damage.String()) + lead(" ", mods(e.DamageMods))
	}
	switch {
	case e.Immune:
		line += "; the armor lets nothing through"
	case e.Shock:
		line += fmt.Sprintf("; Shock, %d", e.Dealt)
	}
	return line + "."
}

// mods shows modifiers by name: "+2 attack −1 dex".
func mods(list []engine.Mod) string {
	var out []string
	for _, m := range list {
		out = append(out, strings.ReplaceAll(fmt.Sprintf("%+d %s", m.N, m.Name), "-", "−"))
	}
	return strings.Join(out, " ")
}

func (t *teller) morale(e engine.MoraleChecked) string {
	broken := t.names(e.Broken)
	held := t.names(slices.DeleteFunc(slices.Clone(e.Who), func(id engine.CombatantID) bool { return slices.Contains(e.Broken, id) }))
	if len(broken)+len(held) == 0 {
		return ""
	}
	line := "Morale " + plain(e.Roll.String()) + "."
	line += about(broken, " Broken: "+listed(broken)+".")
	return line + about(held, " Holding: "+listed(held)+".")
}

// tests tells of Awareness tests and contests before the fight.
func (t *teller) tests(e engine.Event) string {
	switch e := e.(type) {
	case engine.TestsAsked:
		names := t.names(e.Who)
		return about(names, fmt.Sprintf("Awareness test, %d or less on d100: %s.", e.Target, listed(names)))
	case engine.TestAnswered:
		result := "failed"
		if e.Roll <= e.Target {
			result = "passed"
		}
		typed := ""
		if e.Typed {
			typed = ", typed"
		}
		return t.of(e.Who, "%s: d100 (%d%s) against %d, %s.", t.name(e.Who), e.Roll, typed, e.Target, result)
	case engine.Contested:
		return t.contest(e)
	case engine.OrderCleared:
		names, _ := t.units(e.Waiting)
		return about(names, "The round is cut off; not acted in it: "+listed(names)+".")
	}
	return ""
}

func (t *teller) contest(e engine.Contested) string {
	targets := t.contestRolls(e.Targets)
	if len(targets) == 0 {
		return ""
	}
	line := "Noticing: " + strings.Join(targets, "; ") + "."
	if ambushers := t.contestRolls(e.Ambushers); len(ambushers) == len(e.Ambushers) {
		line = "Sneaking: " + strings.Join(ambushers, "; ") + ".\n" + line
	}
	surprised := t.names(e.Surprised)
	if len(surprised) == 0 {
		return line + "\nNobody is surprised."
	}
	return line + "\nSurprised: " + listed(surprised) + "."
}

func (t *teller) contestRolls(rolls []engine.ContestRoll) []string {
	var out []string
	for _, r := range rolls {
		if name := t.name(r.Who); name != "" {
			out = append(out, fmt.Sprintf("%s %s %+d = **%d**", name, plain(r.Roll.String()), r.Bonus, r.Total))
		}
	}
	return out
}
