package words

import (
	"fmt"
	"strconv"
	"strings"

	"roundel/engine"
	"roundel/engine/dice"
)

// attack renders an attack with all its dice, a line for each roll. Armor Class and Trauma Target are for the GM alone.
func (t *teller) attack(e engine.Attacked) string {
	attacker, target := t.name(e.Attacker), t.name(e.Target)
	if attacker == "" || target == "" {
		return ""
	}
	lines := []string{fmt.Sprintf("%s attacks %s%s: %s. %s.", attacker, target, Parens(attackNotes(e)), attackRoll(e), hitWord(e, t.rs.Attack.NoNaturals))}
	if tr := e.Trauma; tr != nil {
		line := fmt.Sprintf("Trauma Die d%d (%d%s)", tr.Die, tr.Roll, thrown(tr.Typed))
		if tr.Mod != 0 {
			line += fmt.Sprintf(" %s = **%d**", Signed(tr.Mod), tr.Roll+tr.Mod)
		}
		if tr.Traumatic {
			lines = append(lines, fmt.Sprintf("%s: Traumatic Hit, damage ×%d.", line, tr.Rating))
		} else {
			lines = append(lines, line+": no Traumatic Hit.")
		}
	}
	if e.Damage != nil {
		lines = append(lines, "Damage "+damageRoll(e)+".")
	}
	switch {
	case e.Immune && (e.Hit || e.ShockBase > 0):
		lines = append(lines, "No damage gets through the armor.")
	case e.Shock && e.Hit:
		lines = append(lines, "Shock deals more: "+shockSum(e)+".")
	case e.Shock:
		lines = append(lines, "Shock still deals "+shockSum(e)+".")
	}
	return strings.Join(lines, "\n")
}

func attackNotes(e engine.Attacked) string {
	var notes []string
	if e.Free {
		notes = append(notes, "free attack")
	}
	if e.Weapon != "" {
		notes = append(notes, Text(e.Weapon))
	}
	return strings.Join(notes, ", ")
}

// thrown marks a die that was rolled at the table.
func thrown(is bool) string {
	if is {
		return ", typed"
	}
	return ""
}

// attackRoll returns "d20 (12) +1 attack bonus +2 Dex = **15**", "2d20kh1 (17, 4) +5 attack bonus = **22**", or for a test "d100 (55)
// against **65** (…)".
func attackRoll(e engine.Attacked) string {
	die := fmt.Sprintf("%s (%s%s)", attackDice(e), attackFaces(e), thrown(e.Typed))
	if e.Die == 100 {
		return fmt.Sprintf("%s against **%d** (%s)", die, e.Total, mods(e.Mods))
	}
	return fmt.Sprintf("%s%s = **%d**", die, prefixed(" ", mods(e.Mods)), e.Total)
}

// attackDice returns the dice of an attack in dice notation.
func attackDice(e engine.Attacked) string {
	switch e.Edge {
	case engine.Advantage:
		return fmt.Sprintf("2d%dkh1", e.Die)
	case engine.Disadvantage:
		return fmt.Sprintf("2d%dkl1", e.Die)
	}
	return fmt.Sprintf("d%d", e.Die)
}

// attackFaces returns what the dice of an attack showed, in the order rolled.
func attackFaces(e engine.Attacked) string {
	if len(e.Faces) == 0 {
		return strconv.Itoa(e.Natural)
	}
	faces := make([]string, len(e.Faces))
	for i, face := range e.Faces {
		faces[i] = strconv.Itoa(face)
	}
	return strings.Join(faces, ", ")
}

// hitWord says whether an attack hits, how well, and which natural result decided that, unless only the total does.
func hitWord(e engine.Attacked, onlyTotal bool) string {
	word := map[bool]string{true: "Hit", false: "Miss"}[e.Hit]
	switch {
	case e.Degree != "":
		word = Capital(string(e.Degree))
	case e.Critical:
		word = "Critical hit"
	}
	if e.Die == 20 && !onlyTotal && (e.Natural == 1 || e.Natural == 20 || e.Critical && e.Degree == "") {
		word += fmt.Sprintf(" (natural %d)", e.Natural)
	}
	return word
}

// damageRoll returns the dice of a hit with everything added: "1d6 (4) +1 Dex = 5, ×3 = **15**".
func damageRoll(e engine.Attacked) string {
	total := e.Damage.Total
	for _, m := range e.DamageMods {
		total += m.N
	}
	line := Text(thrownDice(*e.Damage)) + prefixed(" ", mods(e.DamageMods))
	if e.Extra != nil {
		line, total = line+" + "+Text(thrownDice(*e.Extra)), total+e.Extra.Total
	}
	total = max(0, total)
	times := e.Times
	if e.Trauma != nil && e.Trauma.Traumatic {
		times = e.Trauma.Rating
	}
	if times > 0 {
		return fmt.Sprintf("%s = %d, ×%d = **%d**", line, total, times, total*times)
	}
	return fmt.Sprintf("%s = **%d**", line, total)
}

// thrownDice returns an expression with what its dice showed, rolled by the bot or at the table: "2d6+1 (4, 3)".
func thrownDice(r dice.Result) string {
	expr, err := dice.Parse(r.Expr)
	if !r.Typed || err != nil {
		return strings.TrimSuffix(r.String(), fmt.Sprintf(" = %d", r.Total))
	}
	shown := r.Total
	for _, term := range expr {
		switch {
		case term.Sides > 0:
		case term.Neg:
			shown += term.N
		default:
			shown -= term.N
		}
	}
	return fmt.Sprintf("%s (%d, typed)", r.Expr, shown)
}

// shockSum returns "2 +1 Dex = **3**"; under RI-11 a negative modifier takes nothing off.
func shockSum(e engine.Attacked) string {
	if len(e.ShockMods) == 0 {
		return fmt.Sprintf("**%d**", e.Dealt)
	}
	line := fmt.Sprintf("%d %s = **%d**", e.ShockBase, mods(e.ShockMods), e.Dealt)
	if sum := e.ShockBase + e.ShockMods[0].N; sum < e.Dealt && e.Dealt > 0 {
		line += " (the minimum)"
	}
	return line
}

// mods returns modifiers by name: "+2 attack bonus −1 Dex".
func mods(list []engine.Mod) string {
	words := map[string]string{"attack": "attack bonus", "dex": "Dex", "str": "Str", "ws": "Weapon Skill", "bs": "Ballistic Skill",
		"punch": "Punch", "stab": "Stab", "shoot": "Shoot", "given": "to hit"}
	var out []string
	for _, m := range list {
		name := m.Name
		if word, ok := words[name]; ok {
			name = word
		}
		out = append(out, Signed(m.N)+" "+name)
	}
	return strings.Join(out, " ")
}
