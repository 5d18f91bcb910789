package words

import (
	"fmt"
	"strings"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/ruleset"
)

// The buttons of checks that end or keep an effect.
const (
	buttonRollToEnd  = "Roll to end it"
	buttonRollToKeep = "Roll to keep it"
)

// buttonLength is the maximum length of a button's label.
const buttonLength = 80

// mostDue is the maximum number of due checks that a card names.
const mostDue = 4

// DueCheck is a check that is due: of an effect or, if that is nil, of a combatant that is down.
type DueCheck struct {
	Effect *engine.Effect
	Who    *engine.Combatant
	rs     *ruleset.Ruleset
	s      *engine.State
}

// DueChecks returns the checks that are due in a view: first of those who are down, the ones with the turn before others, then of
// effects.
func DueChecks(s *engine.State, rs *ruleset.Ruleset) []DueCheck {
	var out []DueCheck
	for _, active := range []bool{true, false} {
		for i := range s.Combatants {
			if c := &s.Combatants[i]; rs.Down != nil && c.Saves != nil && c.Saves.Due && s.IsActive(c.Unit) == active {
				out = append(out, DueCheck{Who: c, rs: rs, s: s})
			}
		}
	}
	for i := range s.Effects {
		e := &s.Effects[i]
		if who := s.Bearer(e); who != nil && e.Check != nil && e.Check.Due > 0 && e.CheckUnder(rs) != nil {
			out = append(out, DueCheck{Effect: e, Who: who, rs: rs, s: s})
		}
	}
	return out
}

// saving reports whether a combatant is down in the state in which it rolls at the starts of its turns.
func saving(rs *ruleset.Ruleset, c *engine.Combatant) bool {
	return rs.Down != nil && c.Saves != nil && c.Down == rs.Down.First
}

// Label returns the label of the check's button. If it is not the only one, it says whose it is.
func (c DueCheck) Label(only bool) string {
	label, whose := saveLabel(c.rs), Visible(c.Who.Name)
	if c.Effect != nil {
		label, whose = buttonRollToEnd, Visible(c.s.TargetName(c.Effect))+", "+Visible(c.Effect.Name)
		if c.Effect.CheckUnder(c.rs).Keeps {
			label = buttonRollToKeep
		}
	}
	if only {
		return label
	}
	return Clip(label+": "+whose, buttonLength)
}

// saveLabel returns a ruleset's name for the checks of combatants that are down.
func saveLabel(rs *ruleset.Ruleset) string {
	if rs.Down == nil || rs.Down.Label == "" {
		return "Death save"
	}
	return Visible(rs.Down.Label)
}

// line says whose check is due, what it is for and what to roll: "Orc: roll to end Paralyzed (1d20+2, 14 or more)."
func (c DueCheck) line() string {
	if c.Effect == nil {
		expr, needs := c.s.SaveDice(c.rs.Down, c.Who)
		return fmt.Sprintf("%s: %s %s.", Text(c.Who.Name), Text(saveLabel(c.rs)), goal(expr, needs))
	}
	check := c.Effect.CheckUnder(c.rs)
	expr, needs := c.s.CheckDice(check, c.Effect)
	to := "end"
	if check.Keeps {
		to = "keep"
	}
	line := fmt.Sprintf("%s: roll to %s %s %s", Text(c.s.TargetName(c.Effect)), to, Text(c.Effect.Name), goal(expr, needs))
	if n := c.Effect.Check.Due; n > 1 {
		line += fmt.Sprintf(", and %d more", n-1)
	}
	return line + "."
}

// goal returns what to roll and the total that passes: "(1d20+2, 14 or more)".
func goal(expr dice.Expr, needs int) string {
	return fmt.Sprintf("(%s, %d or more)", Text(expr.String()), needs)
}

// dueLines returns what a card says about the checks that are due.
func dueLines(s *engine.State, rs *ruleset.Ruleset) []string {
	var out []string
	all := DueChecks(s, rs)
	for i, c := range all {
		if i == mostDue {
			return append(out, "… and "+Counted(len(all)-i, "more check")+"; see /effect list.")
		}
		out = append(out, c.line())
	}
	return out
}

// MostDue returns those of the checks that are due for which a card has room.
func MostDue(s *engine.State, rs *ruleset.Ruleset) []DueCheck {
	all := DueChecks(s, rs)
	return all[:min(len(all), mostDue)]
}

// CheckForm asks for the dice of a check.
func CheckForm(c DueCheck) FormText {
	title, expr, needs := saveLabel(c.rs)+": "+Visible(c.Who.Name), dice.Expr(nil), 0
	if c.Effect == nil {
		expr, needs = c.s.SaveDice(c.rs.Down, c.Who)
	} else {
		title = Visible(c.Effect.Name) + ": " + Visible(c.s.TargetName(c.Effect))
		expr, needs = c.s.CheckDice(c.Effect.CheckUnder(c.rs), c.Effect)
	}
	return FormText{Title: Clip(title, LabelLength), Inputs: map[string]InputText{
		"roll": {Label: "What the dice show", Help: Clip(fmt.Sprintf("%s; a total of %d or more passes", expr.String(), needs), HintLength),
			Hint: BotRolls},
	}}
}

// checks renders checks, and the states of combatants that are down.
func (t *teller) checks(e engine.Event) string {
	switch e := e.(type) {
	case engine.CheckDue:
		if f := t.s.Effect(e.Effect); f != nil && t.s.Bearer(f) != nil && f.CheckUnder(t.rs) != nil {
			t.onCard(DueCheck{Effect: f, Who: t.s.Bearer(f), rs: t.rs, s: t.s}.line(), "")
		}
	case engine.SaveDue:
		if c := t.s.Combatant(e.Combatant); c != nil && t.rs.Down != nil {
			t.onCard(DueCheck{Who: c, rs: t.rs, s: t.s}.line(), "")
		}
	case engine.Checked:
		return t.checked(e)
	case engine.DownChanged:
		return t.downChanged(e)
	case engine.Saved:
		return t.saved(e)
	}
	return ""
}

// checked renders the roll of an effect's check. What ends or takes its place is an event of its own.
func (t *teller) checked(e engine.Checked) string {
	f := t.s.Effect(e.Effect)
	if f == nil {
		return ""
	}
	on, _ := t.target(f)
	to := "end"
	if check := f.CheckUnder(t.rs); check != nil && check.Keeps {
		to = "keep"
	}
	line := fmt.Sprintf("%s rolls to %s %s: %s, %s.", opening(on), to, Text(f.Name), threw(e.Roll), verdict(e.Needs, e.Passed))
	if e.Ends {
		return line
	}
	return line + " It stays" + t.tally(f, e.State) + "."
}

// threw returns the roll of a check with what the dice showed: "1d20+2 (5, typed) = 7".
func threw(r dice.Result) string { return fmt.Sprintf("%s = %d", Text(thrownDice(r)), r.Total) }

// verdict says what was needed and whether it was reached.
func verdict(needs int, passed bool) string {
	if passed {
		return fmt.Sprintf("needs %d: passed", needs)
	}
	return fmt.Sprintf("needs %d: failed", needs)
}

// tally returns where a check stands that takes more than one roll: " (1 of 2 successes, 0 of 3 failures)".
func (t *teller) tally(f *engine.Effect, state engine.CheckState) string {
	check := f.CheckUnder(t.rs)
	if check == nil {
		return ""
	}
	var parts []string
	if check.Passes > 1 && !check.Keeps {
		parts = append(parts, fmt.Sprintf("%d of %d successes", state.Passes, check.Passes))
	}
	if fails := max(check.Fails, map[bool]int{true: check.Passes}[check.Keeps]); fails > 1 {
		parts = append(parts, fmt.Sprintf("%d of %d failures", state.Fails, fails))
	}
	return Parens(strings.Join(parts, ", "))
}

// downChanged renders what going down, or damage while down, leads to.
func (t *teller) downChanged(e engine.DownChanged) string {
	name, state := t.name(e.Combatant), t.downState(e.State, e.Saves)
	switch {
	case name == "":
		return ""
	case e.Massive:
		return fmt.Sprintf("%s is %s: too much damage beyond 0 hit points.", name, state)
	case e.Hit > 0 && e.Saves.Level == 0:
		return fmt.Sprintf("%s is hit while down: %s, %s.", name, Counted(e.Hit, "failure"), state)
	case e.Hit > 0:
		return fmt.Sprintf("%s is hit while down: %s.", name, state)
	}
	return fmt.Sprintf("%s is %s.", name, state)
}

// downState returns a state at 0 hit points with its counts or its level: "dying (1 of 3 successes, 2 of 3 failures)", "dying 2".
func (t *teller) downState(state string, saves engine.SaveState) string {
	d := t.rs.Down
	if d == nil || state != d.First {
		return Text(state)
	}
	if d.Level {
		return fmt.Sprintf("%s %d", Text(state), saves.Level)
	}
	var parts []string
	if saves.Passes+saves.Fails > 0 {
		parts = append(parts, fmt.Sprintf("%d of %d successes", saves.Passes, d.Passes))
		if d.Fails > 0 {
			parts = append(parts, fmt.Sprintf("%d of %d failures", saves.Fails, d.Fails))
		}
	}
	return Text(state) + Parens(strings.Join(parts, ", "))
}

// saved renders the roll of a combatant that is down.
func (t *teller) saved(e engine.Saved) string {
	name := t.name(e.Combatant)
	if name == "" {
		return ""
	}
	line := fmt.Sprintf("%s, %s: %s, %s. ", name, Text(saveLabel(t.rs)), threw(e.Roll), verdict(e.Needs, e.Passed))
	if e.Up {
		return line + name + " gets up!"
	}
	many := ""
	if e.Counts > 1 {
		many = fmt.Sprintf("That counts as %d. ", e.Counts)
	}
	return line + many + fmt.Sprintf("%s is %s.", name, t.downState(e.State, e.Saves))
}

// saveLine returns the line for a combatant that is down in a list of effects, or "".
func saveLine(l *lang.Language, rs *ruleset.Ruleset, c *engine.Combatant) string {
	if c.Saves == nil || c.Standing() {
		return ""
	}
	line := Text(c.Name) + ": " + (&teller{l: l, rs: rs}).downState(c.Down, *c.Saves)
	if c.Saves.Due {
		line += ", " + Text(saveLabel(rs)) + " due now"
	}
	return line
}

// checkAhead says when an effect's check comes and what it takes: " At the end of your turn, 14 or more on 1d20+2 ends it." turn is what
// the target's turn is called there.
func checkAhead(s *engine.State, rs *ruleset.Ruleset, e *engine.Effect, turn string) string {
	check := e.CheckUnder(rs)
	if check == nil || s.Bearer(e) == nil {
		return ""
	}
	verb := "end"
	if check.Keeps {
		verb = "keep"
	}
	if check.At == ruleset.AtDamage {
		return " Damage calls for a roll to " + verb + " it."
	}
	when := fmt.Sprintf("At the %s of %s", check.At, turn)
	if e.Damage != "" && check.At == ruleset.AtEnd {
		when = "After that" // the damage comes first, as has just been said
	}
	expr, needs := s.CheckDice(check, e)
	return fmt.Sprintf(" %s, %d or more on %s %ss it.", when, needs, Text(expr.String()), verb)
}

// checkStatus returns what a list of effects says about an effect's check: "; 14 or more on 1d20+2 ends it, due now".
func checkStatus(l *lang.Language, s *engine.State, rs *ruleset.Ruleset, e *engine.Effect) string {
	check := e.CheckUnder(rs)
	if check == nil || s.Bearer(e) == nil {
		return ""
	}
	expr, needs := s.CheckDice(check, e)
	does := "ends it"
	if check.Keeps {
		does = "keeps it"
	}
	line := fmt.Sprintf("; %d or more on %s %s", needs, Text(expr.String()), does)
	state := engine.CheckState{}
	if e.Check != nil {
		state = *e.Check
	}
	line += (&teller{l: l, rs: rs}).tally(e, state)
	switch {
	case state.Due > 1:
		line += fmt.Sprintf(", %d rolls due now", state.Due)
	case state.Due == 1:
		line += ", due now"
	}
	return line
}

// saveTag returns where the checks of a combatant that is down stand, for the board.
func saveTag(c *engine.Combatant) string {
	switch {
	case c.Saves == nil || c.Standing():
		return ""
	case c.Saves.Level > 0:
		return fmt.Sprintf("level %d", c.Saves.Level)
	case c.Saves.Passes+c.Saves.Fails > 0:
		passes := map[bool]string{true: "success", false: "successes"}[c.Saves.Passes == 1]
		return fmt.Sprintf("%d %s, %s", c.Saves.Passes, passes, Counted(c.Saves.Fails, "failure"))
	}
	return ""
}
