package words

import (
	"slices"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/ruleset"
)

// waits renders how waiting, rolls for the next round and interrupted turns change the order.
func (t *teller) waits(e engine.Event) string {
	switch e := e.(type) {
	case engine.RollAwaited:
		return t.l.Line("wait.roll-awaited")
	case engine.RollsKept:
		return t.keptRolls(e)
	case engine.UnitDelayed:
		return t.aboutSide(e.Unit, "wait.delays", lang.Flag("hold", e.Hold), lang.Part("button", lang.P("button.take")))
	case engine.WaitOver:
		if e.Acted {
			return t.aboutSide(e.Unit, "wait.hold-over")
		}
		return t.aboutSide(e.Unit, "wait.delay-over")
	case engine.PlaceTaken:
		return t.taken(e)
	case engine.PlacesSwapped:
		if with := t.findUnit(e.With); with != nil {
			return t.aboutSide(e.Unit, "wait.swap", unitArg("with", t.s, t.rs, with))
		}
	case engine.TurnResumed:
		if !t.seen || !t.s.GMActs() {
			t.onCard(t.l.Say(turnIs("turn.now", t.s, t.rs)), "")
		}
	}
	return ""
}

// keptRolls renders the results that are kept for the next round.
func (t *teller) keptRolls(e engine.RollsKept) string {
	if !e.Next || len(e.Rolls) == 0 {
		return ""
	}
	var rolls []lang.Phrase
	for _, r := range e.Rolls {
		rolls = append(rolls, lang.P("wait.kept-roll", t.called("who", r.Name), lang.Text("roll", r.Shown())))
	}
	return t.l.Line("wait.kept", lang.Parts("rolls", rolls))
}

// taken renders the return of a unit. It says where the unit now stands unless that would name somebody hidden.
func (t *teller) taken(e engine.PlaceTaken) string {
	before, after := lang.Name("before", ""), lang.Name("after", "")
	if u := t.findUnit(e.Before); u != nil {
		before = unitArg("before", t.s, t.rs, u)
	}
	if u := t.findUnit(e.After); u != nil {
		before, after = lang.Name("before", ""), unitArg("after", t.s, t.rs, u)
	}
	return t.aboutSide(e.Unit, "wait.back", before, after)
}

// nobodysTurn says why nobody has the turn.
func nobodysTurn(s *engine.State) lang.Phrase {
	switch {
	case s.Awaits:
		return lang.P("wait.roll-awaited")
	case slices.ContainsFunc(s.Units, func(u engine.Unit) bool { return u.Stage == engine.Holding }):
		return lang.P("wait.everyone-holds")
	case len(s.Combatants) == 0:
		return lang.P("refusal.nobody-active")
	}
	return lang.P("wait.nobody")
}

// howToWait says how a player whose turn it is can let others go first, or nothing.
func howToWait(rs *ruleset.Ruleset) lang.Phrase {
	button := lang.Part("button", lang.P("button.delay"))
	switch rs.Wait {
	case ruleset.Rejoin:
		return lang.P("wait.how-to-rejoin", button)
	case ruleset.Hold:
		return lang.P("wait.how-to-hold", button)
	case ruleset.Swap:
		return lang.P("wait.how-to-swap", button)
	}
	return lang.Phrase{}
}
