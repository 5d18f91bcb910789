package words

import (
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/ruleset"
)

// AbilityLines returns the lines about abilities that only the GM reads: the uses and rolls that nobody else is shown, unless anyway says
// they are told with everything else, and what the GM needs to know of used abilities that do nothing by themselves (MO-11, MO-19).
func AbilityLines(l *lang.Language, rs *ruleset.Ruleset, done engine.Outcome, anyway bool) []string {
	s := calledBoth(l, done.State)
	t := &teller{l: l, rs: rs, s: s}
	var out []string
	for _, e := range done.Events {
		if !anyway && engine.Aside(e) {
			out = append(out, t.action(e))
		}
		used, is := e.(engine.AbilityUsed)
		if c := s.Combatant(used.Combatant); is && c != nil {
			if a := engine.FindAbility(s.Abilities(c), used.Ability); a != nil && a.Attack == "" && !a.Saves() {
				out = append(out, abilityText(l, a))
			}
		}
	}
	return out
}

// ability renders the events of abilities: a use, and a number of uses that was set.
func (t *teller) ability(e engine.Event) string {
	switch e := e.(type) {
	case engine.AbilityUsed:
		var ticks lang.Phrase
		if e.Ticks != nil {
			ticks = lang.P("act.ticks", lang.N("n", *e.Ticks))
		}
		return t.about(e.Combatant, "ability.used", lang.Name("ability", e.Ability), lang.Part("ticks", ticks), lang.N("left", e.Left), lang.N("of", e.Of))
	case engine.UsesSet:
		return t.about(e.Combatant, "ability.set", lang.Name("ability", e.Ability), lang.N("left", e.Left), lang.N("of", e.Of))
	}
	return ""
}

// abilityText returns what the GM needs to know of an ability: what its targets save against where the ruleset has no such save, and its text.
func abilityText(l *lang.Language, a *engine.Ability) string {
	var facts []lang.Phrase
	fact := func(text string) {
		if text != "" {
			facts = append(facts, named(text))
		}
	}
	if a.Save != nil {
		facts = append(facts, lang.P("monster.save", lang.Text("stat", a.Save.Save), lang.N("dc", a.Save.DC), lang.Flag("half", a.Save.Success == string(ruleset.TakesHalf))))
		fact(a.Save.Amount)
	}
	fact(a.Area)
	if a.One {
		facts = append(facts, lang.P("monster.one"))
	}
	if len(facts) == 0 && a.Text == "" {
		return ""
	}
	return l.Line("monster.ability", lang.Name("name", a.Name), lang.Parts("facts", facts), lang.Name("text", a.Text))
}
