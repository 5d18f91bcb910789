package words

import (
	"slices"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/ruleset"
)

// buttonLength is the maximum length of a button's label.
const buttonLength = 80

// MostDue is the maximum number of due checks that a card names.
const MostDue = 4

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

// Label returns the label of the check's button. If it is not the only one, it says whose it is.
func (c DueCheck) Label(l *lang.Language, only bool) string {
	label := lang.P("list.part", lang.Part("part", saveLabel(c.rs)))
	whose := named(c.Who.Name)
	if c.Effect != nil {
		label = lang.P("check.button", lang.Flag("keeps", c.keeps()))
		whose = lang.P("check.whose", lang.Name("who", c.s.TargetName(c.Effect)), effectName("effect", c.rs, c.Effect.Name))
	}
	if only {
		return l.Label("list.part", lang.Part("part", label))
	}
	return lang.Clip(l.Label("check.button-of", lang.Part("button", label), lang.Part("whose", whose)), buttonLength)
}

// keeps reports whether the check of an effect keeps it, rather than ends it.
func (c DueCheck) keeps() bool { return c.Effect.CheckUnder(c.rs).Keeps }

// saveLabel returns a ruleset's name for the checks of combatants that are down.
func saveLabel(rs *ruleset.Ruleset) lang.Phrase {
	if rs.Down == nil || rs.Down.Label == "" {
		return lang.P("check.save")
	}
	return term(rs.Down.Label)
}

// Say says whose check is due, what it is for and what to roll: "Orc: roll to end Paralyzed (1d20+2, 14 or more)."
func (c DueCheck) Say(l *lang.Language) string {
	if c.Effect == nil {
		expr, needs := c.s.SaveDice(c.rs, c.Who)
		return l.Line("check.save-due", lang.Name("who", c.Who.Name), lang.Part("save", saveLabel(c.rs)), lang.Name("dice", expr.String()), lang.Int("needs", needs))
	}
	roll, needs := checkRoll(c.s, c.rs, c.Effect)
	return l.Line("check.due", lang.Name("who", c.s.TargetName(c.Effect)), lang.Flag("keeps", c.keeps()), effectName("effect", c.rs, c.Effect.Name),
		lang.Name("dice", roll), lang.Int("needs", needs), lang.Int("more", c.Effect.Check.Due-1))
}

// checkRoll returns the dice of an effect's check and the total that passes. Where the dice are the GM's alone, it returns the name of the save.
func checkRoll(s *engine.State, rs *ruleset.Ruleset, e *engine.Effect) (roll string, needs int) {
	expr, needs := s.CheckDice(rs, e.CheckUnder(rs), e)
	if e.Blurred {
		return rs.SaveName(e.Save), needs
	}
	return expr.String(), needs
}

// KeptChecks returns what only the GM reads of checks: the rolls by which the GM's combatants repeat saves (NU-21).
func KeptChecks(l *lang.Language, rs *ruleset.Ruleset, done engine.Outcome) []string {
	var out []string
	for _, e := range done.Events {
		c, is := e.(engine.Checked)
		if !is || c.FailsBy != "" || !done.KeepsRoll(c) {
			continue
		}
		s := done.State
		if s.Effect(c.Effect) == nil {
			s = done.Before
		}
		out = append(out, (&teller{fight: fight{l, s, rs}}).checked(c))
	}
	return out
}

// dueLines returns what a card says about the checks that are due.
func (f fight) dueLines() []string {
	var out []string
	all := DueChecks(f.s, f.rs)
	for i, c := range all {
		if i == MostDue {
			out = append(out, f.l.Line("check.more", lang.N("n", len(all)-i)))
			break
		}
		out = append(out, c.Say(f.l))
	}
	return append(out, f.owedSaves()...)
}

// FormArgs returns the arguments of the texts of the form that asks for the dice.
func (c DueCheck) FormArgs() []lang.Arg {
	args := []lang.Arg{lang.Part("save", saveLabel(c.rs)), lang.Name("who", c.Who.Name)}
	expr, needs := dice.Expr(nil), 0
	if c.Effect == nil {
		expr, needs = c.s.SaveDice(c.rs, c.Who)
	} else {
		args = []lang.Arg{effectName("effect", c.rs, c.Effect.Name), lang.Name("who", c.s.TargetName(c.Effect))}
		expr, needs = c.s.CheckDice(c.rs, c.Effect.CheckUnder(c.rs), c.Effect)
	}
	return append(args, lang.Text("dice", expr.String()), lang.Int("needs", needs))
}

// checks renders checks, and the states of combatants that are down.
func (t *teller) checks(e engine.Event) string {
	switch e := e.(type) {
	case engine.CheckDue:
		fails := func(next engine.Event) bool {
			c, is := next.(engine.Checked)
			return is && c.Effect == e.Effect && c.FailsBy != ""
		}
		if f := t.s.Effect(e.Effect); f != nil && !slices.ContainsFunc(t.rest, fails) && t.s.Bearer(f) != nil && f.CheckUnder(t.rs) != nil {
			t.onCard(DueCheck{Effect: f, Who: t.s.Bearer(f), rs: t.rs, s: t.s}.Say(t.l), "")
		}
	case engine.SaveDue:
		fails := func(next engine.Event) bool {
			s, is := next.(engine.Saved)
			return is && s.Combatant == e.Combatant && s.FailsBy != ""
		}
		if c := t.s.Combatant(e.Combatant); c != nil && t.rs.Down != nil && !slices.ContainsFunc(t.rest, fails) { // nobody has to roll for it
			t.onCard(DueCheck{Who: c, rs: t.rs, s: t.s}.Say(t.l), "")
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

// checked renders the roll of an effect's check. The end of the effect, and whatever replaces it, are events of their own.
func (t *teller) checked(e engine.Checked) string {
	f := t.s.Effect(e.Effect)
	if f == nil {
		return ""
	}
	on, ok := t.target("who", f)
	if !ok {
		return ""
	}
	check := f.CheckUnder(t.rs)
	args := []lang.Arg{on, lang.Flag("keeps", check != nil && check.Keeps), effectName("effect", t.rs, f.Name), lang.Flag("passed", e.Passed), lang.Flag("ends", e.Ends),
		lang.Parts("tally", successes(t.rs, f, e.State))}
	switch {
	case e.FailsBy != "":
		return t.l.Line("check.fails", append(args, effectName("by", t.rs, e.FailsBy))...)
	case e.Blurred:
		return t.l.Line("check.result", args...)
	}
	return t.l.Line("check.rolled", append(args, lang.Part("dice", thrownDice(e.Roll)), lang.Sentences("mods", t.mods(e.Mods)),
		lang.Part("why", t.why(engine.TotalEdge(e.Edges), e.Edges, nil)), lang.Int("total", e.Roll.Total+added(e.Mods)), lang.Int("needs", e.Needs))...)
}

// successes returns the tally of a check that takes more than one roll: "1 of 2 successes", "0 of 3 failures".
func successes(rs *ruleset.Ruleset, f *engine.Effect, state engine.CheckState) []lang.Phrase {
	check := f.CheckUnder(rs)
	if check == nil {
		return nil
	}
	var parts []lang.Phrase
	if check.Passes > 1 && !check.Keeps {
		parts = append(parts, lang.P("check.successes", lang.Int("n", state.Passes), lang.Int("of", check.Passes)))
	}
	if fails := max(check.Fails, map[bool]int{true: check.Passes}[check.Keeps]); fails > 1 {
		parts = append(parts, lang.P("check.failures", lang.Int("n", state.Fails), lang.Int("of", fails)))
	}
	return parts
}

// downChanged tells what going down, or damage while down, leads to.
func (t *teller) downChanged(e engine.DownChanged) string {
	state := lang.Part("state", savesState(t.rs, e.State, e.Saves))
	switch {
	case e.Massive:
		return t.about(e.Combatant, "check.massive", state)
	case e.Hit > 0:
		failures := e.Hit
		if e.Saves.Level > 0 {
			failures = 0
		}
		return t.about(e.Combatant, "check.hit-while-down", lang.N("failures", failures), state)
	}
	return t.about(e.Combatant, "damage.state", state)
}

// savesState returns a state at 0 hit points with its counts or its level: "dying (1 of 3 successes, 2 of 3 failures)", "dying 2".
func savesState(rs *ruleset.Ruleset, state string, saves engine.SaveState) lang.Phrase {
	d := rs.Down
	if d == nil || state != d.First {
		return downState(state)
	}
	level := 0
	var parts []lang.Phrase
	if d.Level {
		level = saves.Level
	} else if saves.Passes+saves.Fails > 0 {
		parts = append(parts, lang.P("check.successes", lang.Int("n", saves.Passes), lang.Int("of", d.Passes)))
		if d.Fails > 0 {
			parts = append(parts, lang.P("check.failures", lang.Int("n", saves.Fails), lang.Int("of", d.Fails)))
		}
	}
	return lang.P("check.state", lang.Part("state", downState(state)), lang.Flag("has_level", d.Level), lang.Int("level", level), lang.Parts("tally", parts))
}

// saved tells the roll of a combatant that is down.
func (t *teller) saved(e engine.Saved) string {
	if e.FailsBy != "" {
		return t.about(e.Combatant, "check.save-fails", lang.Part("save", saveLabel(t.rs)), effectName("by", t.rs, e.FailsBy), lang.Part("state", savesState(t.rs, e.State, e.Saves)))
	}
	return t.about(e.Combatant, "check.saved", lang.Part("save", saveLabel(t.rs)), lang.Part("dice", thrownDice(e.Roll)),
		lang.Sentences("mods", t.mods(e.Mods)), lang.Part("why", t.why(engine.TotalEdge(e.Edges), e.Edges, nil)), lang.Int("total", e.Roll.Total+added(e.Mods)),
		lang.Int("needs", e.Needs), lang.Flag("passed", e.Passed), lang.Flag("up", e.Up), lang.Int("counts", e.Counts), lang.Part("state", savesState(t.rs, e.State, e.Saves)))
}

// saveLine returns the line for a combatant that is down in a list of effects, or "".
func saveLine(l *lang.Language, rs *ruleset.Ruleset, c *engine.Combatant) string {
	if c.Saves == nil || c.Standing() {
		return ""
	}
	return l.Line("check.listed", lang.Name("who", c.Name), lang.Part("state", savesState(rs, c.Down, *c.Saves)), lang.Flag("due", c.Saves.Due),
		lang.Part("save", saveLabel(rs)))
}

// checkAhead says when an effect's check comes and what it takes: "At the end of your turn, 14 or more on 1d20+2 ends it." turn is the word
// for the target's turn: your, their, this or each.
func (f fight) checkAhead(e *engine.Effect, turn string) string {
	check := e.CheckUnder(f.rs)
	if check == nil || f.s.Bearer(e) == nil {
		return ""
	}
	keeps := lang.Flag("keeps", check.Keeps)
	if check.At == ruleset.AtDamage {
		return f.l.Line("check.at-damage", keeps)
	}
	when := "start"
	switch {
	case e.Damage != "" && check.At == ruleset.AtEnd:
		when = "after" // the damage comes first, as has just been said
	case check.At == ruleset.AtEnd:
		when = "end"
	}
	roll, needs := checkRoll(f.s, f.rs, e)
	return f.l.Line("check.ahead", lang.Text("when", when), lang.Text("turn", turn), lang.Int("needs", needs), lang.Name("dice", roll), keeps)
}

// checkStatus returns what a list of effects says about an effect's check: "; 14 or more on 1d20+2 ends it, due now".
func checkStatus(s *engine.State, rs *ruleset.Ruleset, e *engine.Effect) lang.Phrase {
	check := e.CheckUnder(rs)
	if check == nil || s.Bearer(e) == nil {
		return lang.Phrase{}
	}
	roll, needs := checkRoll(s, rs, e)
	state := engine.CheckState{}
	if e.Check != nil {
		state = *e.Check
	}
	if state.Due == 0 && check.At == ruleset.AtDamage && slices.Contains(check.Needs.Facts(), "damage") {
		return lang.P("check.at-damage-listed", lang.Flag("keeps", check.Keeps)) // what it needs depends on the damage
	}
	return lang.P("check.status", lang.Int("needs", needs), lang.Name("dice", roll), lang.Flag("keeps", check.Keeps), lang.Parts("tally", successes(rs, e, state)),
		lang.Int("due", state.Due))
}

// added returns the sum of modifiers.
func added(mods []engine.Mod) int {
	total := 0
	for _, m := range mods {
		total += m.N
	}
	return total
}
