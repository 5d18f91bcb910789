package words

import (
	"fmt"
	"slices"
	"strings"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/ruleset"
)

// turn renders turns and rounds.
func (t *teller) turn(e engine.Event) string {
	switch e := e.(type) {
	case engine.TurnBegan:
		lost, notes := t.forfeits(e), t.eventNotes(e)
		if !t.seen || !t.s.GMActs() || lost+notes != "" {
			t.onCard(lost+t.l.Say(turnIs("turn.next", t.s, t.rs))+notes, strings.TrimSpace(lost+notes))
		}
	case engine.TurnOpened:
		if slices.ContainsFunc(t.rest, is[engine.TurnBegan]) {
			return "" // somebody was chosen at once
		}
		t.onCard(t.l.Say(openTurn(t.s)), "")
	case engine.MemberActed:
		t.onCard(t.acted(e), "")
	case engine.TurnEnded:
		if u := t.findUnit(e.Unit); u != nil && !e.Lost && len(t.s.Members(e.Unit)) != 1 {
			t.onCard(t.l.Line("turn.over", unitArg("who", t.s, t.rs, u)), "")
		}
	case engine.TurnLost:
		return t.lost(e)
	case engine.TurnRegained:
		if c, ok := t.who(e.Combatant); ok {
			return t.l.Line("turn.regained", lang.Name("who", c.Name))
		}
	case engine.RoundBegan:
		if t.rs.Order.Shape == ruleset.Ticks {
			t.onCard(t.l.Line("turn.clock-starts"), "")
			return ""
		}
		later := t.rollsLater(e)
		t.flush()
		t.rounds = append(t.rounds, len(t.lines))
		t.onCard(t.l.Line("turn.round-begins", lang.Part("round", roundName("turn.", t.s, t.rs, e.Round)), lang.Text("clock", Clock(t.rs, t.s)))+later, strings.TrimSpace(later))
	case engine.PassBegan:
		t.onCard(t.l.Line("turn.pass-begins", lang.Int("n", e.Pass)), "")
	case engine.PhaseBegan:
		t.onCard(t.l.Line("turn.phase-next", lang.Term("phase", t.s.PhaseName(t.rs))), "")
	case engine.PhaseDone:
		return t.phaseDone(e)
	case engine.SlotPassed:
		if u := t.findUnit(e.Place); u != nil {
			return t.l.Line("turn.slot-passed", lang.Side("side", u.Side))
		}
	case engine.AmbushBegan:
		return t.l.Line(ambush(e))
	case engine.Paused:
		return t.l.Line("turn.paused", t.over())
	case engine.LanguageSet:
		return t.l.Line("turn.language", lang.Text("language", e.To))
	case engine.Resumed:
		return t.l.Line("turn.resumed", lang.Part("now", turnIs("turn.now", t.s, t.rs)))
	}
	return ""
}

// unitArg returns a unit as an argument: a side, where sides act, or a name.
func unitArg(key string, s *engine.State, rs *ruleset.Ruleset, u *engine.Unit) lang.Arg {
	if isSide(s, rs, u) {
		return lang.Side(key, u.Name)
	}
	return lang.Name(key, u.Name)
}

// isSide reports whether a unit is a side, rather than an event between sides (RS-71).
func isSide(s *engine.State, rs *ruleset.Ruleset, u *engine.Unit) bool {
	return s.BySide(rs) && !u.IsEvent()
}

// unitName returns the name of a unit standing on its own.
func unitName(s *engine.State, rs *ruleset.Ruleset, u *engine.Unit) lang.Phrase {
	if isSide(s, rs, u) {
		return bareSide(u.Name)
	}
	return named(u.Name)
}

// eventNotes returns the notes of the order's events whose turn begins, a line each.
func (t *teller) eventNotes(e engine.TurnBegan) string {
	text := ""
	for _, id := range e.Units {
		if u := t.s.Unit(id); u != nil && u.Note != "" {
			event := t.rs.Event(u.Name)
			text += "\n" + t.l.Line("turn.event-note", lang.Name("name", u.Name), ofFile("note", u.Note, event != nil && event.Note == u.Note))
		}
	}
	return text
}

// rollsLater says who is surprised and will roll later (RI-4).
func (t *teller) rollsLater(e engine.RoundBegan) string {
	if t.rs.Surprise.Kind != ruleset.LateRoll || e.Round != 1 {
		return ""
	}
	var names []string
	for i := range t.s.Combatants {
		c := &t.s.Combatants[i]
		if u := t.s.Unit(c.Unit); u != nil && !u.Rolled && c.Surprised {
			names = append(names, c.Name)
		}
	}
	if names == nil {
		return ""
	}
	return "\n" + t.l.Line("turn.rolls-later", lang.All("who", names))
}

// phaseDone says who is done with a phase of the turn, and who isn't (RS-25).
func (t *teller) phaseDone(e engine.PhaseDone) string {
	var done, waits []string
	for _, id := range e.Combatants {
		if c := t.s.Combatant(id); c != nil {
			done = append(done, c.Name)
		}
	}
	for _, c := range t.s.PhaseWaitsFor() {
		waits = append(waits, c.Name)
	}
	return t.l.Line("turn.phase-done", lang.Names("who", done), lang.Term("phase", t.s.PhaseName(t.rs)), lang.Names("waits", waits))
}

// turnIs says whose turn it is in a view, with one of these texts: "turn.next" or "turn.now"; or why nobody has the turn.
func turnIs(id string, s *engine.State, rs *ruleset.Ruleset) lang.Phrase {
	switch {
	case s.Turn == 0:
		return nobodysTurn(s)
	case s.GMActs():
		return lang.P("turn.gm-acts")
	case s.Open != nil:
		return openTurn(s)
	}
	return lang.P(id, whoseTurn(s, rs), lang.Part("left", ticksNow(s, rs)))
}

// unseen reports whether a view shows nothing of a turn but that the GM acts.
func unseen(s *engine.State) bool {
	return s.GMActs() && !slices.ContainsFunc(s.Active, func(id engine.UnitID) bool { return s.Unit(id) != nil && len(s.Members(id)) > 0 })
}

// whoseTurn returns the active units of a view: "Knight" or "Goblin (Goblin 1 and Goblin 2)", or that the GM acts.
func whoseTurn(s *engine.State, rs *ruleset.Ruleset) lang.Arg {
	var out []lang.Phrase
	active := s.ActiveMembers()
	for _, id := range s.Active {
		u, members := s.Unit(id), s.Members(id)
		if u == nil || len(members) == 0 {
			continue
		}
		var waiting []string // who may take their turn now
		for _, c := range members {
			if slices.Contains(active, c) {
				waiting = append(waiting, c.Name)
			}
		}
		if (len(members) > 1 || isSide(s, rs, u)) && len(waiting) > 0 {
			out = append(out, lang.P("turn.unit", lang.Part("name", unitName(s, rs, u)), lang.Names("members", waiting)))
		} else {
			out = append(out, unitName(s, rs, u))
		}
	}
	switch {
	case len(out) == 0 && s.GMActs():
		out = append(out, lang.P("turn.gm-acts-within"))
	case len(out) == 0:
		out = append(out, lang.P("turn.nobody"))
	}
	return lang.AllParts("whose", out)
}

// acted renders the end of one member's turn, unless the turn of its group or side ends with it: that is rendered instead.
func (t *teller) acted(e engine.MemberActed) string {
	c, ok := t.who(e.Combatant)
	if !ok || len(t.s.Members(c.Unit)) != 1 && slices.ContainsFunc(t.rest, func(later engine.Event) bool {
		ended, is := later.(engine.TurnEnded)
		return is && ended.Unit == c.Unit
	}) {
		return ""
	}
	return t.l.Line("turn.over", lang.Name("who", c.Name))
}

func (t *teller) lost(e engine.TurnLost) string {
	if c, ok := t.who(e.Combatant); ok {
		t.idle = append(t.idle, c.Name)
	}
	if len(t.rest) > 0 {
		if next, is := t.rest[0].(engine.TurnLost); is && next.Why == e.Why && next.Effect == e.Effect {
			return "" // told with the next one
		}
	}
	names := t.idle
	t.idle = nil
	if len(names) == 0 {
		return ""
	}
	why := map[engine.Loss]lang.Phrase{engine.LostToEffect: t.effectPart(e.Effect), engine.LostToDown: lang.P("turn.why-down"),
		engine.LostToSurprise: lang.P("turn.why-surprised")}
	return t.l.Line("turn.loses", lang.Names("who", names), lang.Part("why", why[e.Why]))
}

// ambush returns the ID of the text about an ambush.
func ambush(e engine.AmbushBegan) string {
	switch {
	case e.Free:
		return "turn.ambush-free"
	case e.OneAction:
		return "turn.ambush-one-action"
	}
	return "turn.ambush"
}

// roundNow names the round or, where a clock of ticks decides who is next, the tick. section is the section of the texts to use.
func roundNow(section string, s *engine.State, rs *ruleset.Ruleset) lang.Phrase {
	switch {
	case rs.Order.Shape == ruleset.Ticks:
		return lang.P(section+"tick", lang.Int("n", s.Now(false)))
	case rs.Order.Passes > 0 && s.Round > 0:
		return lang.P(section+"round-pass", lang.Int("n", s.Round), lang.Int("pass", max(1, s.Pass)))
	}
	return roundName(section, s, rs, s.Round)
}

// roundName names a round. One in which somebody loses a turn to surprise is a Surprised round (ST-9).
func roundName(section string, s *engine.State, rs *ruleset.Ruleset, n int) lang.Phrase {
	surprised := rs.Surprise.Kind == ruleset.LostRound && slices.ContainsFunc(s.Combatants, func(c engine.Combatant) bool { return c.Surprised })
	return lang.P(section+"round", lang.Int("n", n), lang.Flag("surprised", surprised))
}

// isRoundMade reports whether an event begins a round, or waits for the roll that begins it.
func isRoundMade(e engine.Event) bool {
	return is[engine.RollAwaited](e) || is[engine.RoundBegan](e)
}

// Clock returns the time in the fight, such as "1:05", or nothing if the ruleset gives rounds no length.
func Clock(rs *ruleset.Ruleset, s *engine.State) string {
	if rs.RoundSeconds == 0 {
		return ""
	}
	return fmt.Sprintf("%d:%02d", s.Elapsed/60, s.Elapsed%60)
}

// since returns when the current turn began, as a Discord timestamp: "2 hours ago".
func since(s *engine.State) string { return fmt.Sprintf("<t:%d:R>", s.TurnBegan.Unix()) }

// openTurn says in one line who picks the next combatant, and from which ones.
func openTurn(s *engine.State) lang.Phrase {
	var names []string
	for _, u := range s.Candidates() {
		names = append(names, u.Name)
	}
	among := lang.Names("among", names)
	switch by := s.Unit(s.Open.By); {
	case s.Open.Chooser == ruleset.BySide:
		return lang.P("open.side", lang.Side("side", s.Open.Side), among)
	case s.Open.Chooser == ruleset.ByAnyone:
		return lang.P("open.anyone", among)
	case s.Open.Chooser == ruleset.ByActor && by != nil && slices.ContainsFunc(s.Members(by.ID), func(c *engine.Combatant) bool { return c.Owner != "" }):
		return lang.P("open.actor", lang.Name("who", by.Name), among)
	}
	return lang.P("open.gm", among)
}

// openHint says how the open turn is taken.
func openHint(s *engine.State) lang.Phrase {
	switch s.Open.Chooser {
	case ruleset.BySide, ruleset.ByAnyone:
		return lang.P("open.to-take", lang.Part("button", lang.P("button.take")))
	}
	return lang.P("open.to-hand-over", lang.Part("button", lang.P("button.hand")))
}

// waits renders how waiting, rolls for the next round and interrupted turns change the order.
func (t *teller) waits(e engine.Event) string {
	switch e := e.(type) {
	case engine.RollAwaited:
		return t.l.Line("wait.roll-awaited", t.over())
	case engine.RollsKept:
		return t.keptRolls(e)
	case engine.UnitDelayed:
		return t.aboutSide(e.Unit, "wait.delays", lang.Flag("hold", e.Hold), lang.Part("button", lang.P("button.take")), t.over())
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
		return lang.P("wait.roll-awaited", lang.Flag("undone", false))
	case slices.ContainsFunc(s.Units, func(u engine.Unit) bool { return u.Stage == engine.Holding }):
		return lang.P("wait.everyone-holds")
	case combatants(s) == 0:
		return lang.P("refusal.nobody-active")
	}
	return lang.P("wait.nobody")
}

// combatants returns how many combatants a view shows. Events of the order don't count.
func combatants(s *engine.State) int {
	n := 0
	for i := range s.Combatants {
		if s.Combatants[i].Kind != engine.AnEvent {
			n++
		}
	}
	return n
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
