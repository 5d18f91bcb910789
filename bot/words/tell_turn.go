package words

import (
	"fmt"
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/ruleset"
)

// turn renders turns and rounds.
func (t *teller) turn(e engine.Event) string {
	switch e := e.(type) {
	case engine.TurnBegan:
		t.began(e)
	case engine.TurnOpened:
		if slices.ContainsFunc(t.rest, func(later engine.Event) bool { _, begins := later.(engine.TurnBegan); return begins }) {
			return "" // somebody was chosen at once
		}
		t.onCard(openTurn(t.s), "")
	case engine.MemberActed:
		t.onCard(t.acted(e), "")
	case engine.TurnEnded:
		if name := t.unit(e.Unit); name != "" && !e.Lost && len(t.s.Members(e.Unit)) != 1 {
			side, _ := t.sideOf(e.Unit)
			t.onCard(opening(Possessive(side))+" turn is over.", "")
		}
	case engine.TurnLost:
		return t.lost(e)
	case engine.TurnRegained:
		if name := t.name(e.Combatant); name != "" {
			return name + " is up again and can still act this turn."
		}
	case engine.RoundBegan:
		if t.rs.Order.Shape == ruleset.Ticks {
			t.onCard("**The clock starts.**", "")
			return ""
		}
		later := t.rollsLater(e)
		t.onCard(fmt.Sprintf("**%s** begins%s.", roundName(t.s, t.rs, e.Round), Clock(t.rs, t.s, " at "))+later, strings.TrimSpace(later))
	case engine.PassBegan:
		t.onCard(fmt.Sprintf("**Pass %d** begins.", e.Pass), "")
	case engine.PhaseBegan:
		t.onCard(fmt.Sprintf("Next phase: **%s**.", Text(t.s.PhaseName(t.rs))), "")
	case engine.PhaseDone:
		return t.phaseDone(e)
	case engine.SlotPassed:
		if u := t.findUnit(e.Place); u != nil {
			return "Nobody from " + TheSide(u.Side) + " is left for this slot, so it's skipped."
		}
	case engine.AmbushBegan:
		return t.ambush(e)
	case engine.Paused:
		return "Fight paused. The GM can continue it with /init resume."
	case engine.Resumed:
		return "Fight resumed. " + TurnIs("Now: ", t.s, t.rs)
	}
	return ""
}

func (t *teller) began(e engine.TurnBegan) {
	lost, notes := t.forfeits(e), t.eventNotes(e)
	t.onCard(lost+TurnIs("Next: ", t.s, t.rs)+notes, strings.TrimSpace(lost+notes))
}

// eventNotes returns the notes of the events whose turn begins, a line each.
func (t *teller) eventNotes(e engine.TurnBegan) string {
	text := ""
	for _, id := range e.Units {
		if u := t.s.Unit(id); u != nil && u.Note != "" {
			text += "\n" + Text(u.Name) + ": " + Text(u.Note)
		}
	}
	return text
}

// rollsLater says who is surprised and has yet to roll (RI-4).
func (t *teller) rollsLater(e engine.RoundBegan) string {
	if t.rs.Surprise.Kind != ruleset.LateRoll || e.Round != 1 {
		return ""
	}
	var names []string
	for i := range t.s.Combatants {
		c := &t.s.Combatants[i]
		if u := t.s.Unit(c.Unit); u != nil && !u.Rolled && c.Surprised {
			names = append(names, Text(c.Name))
		}
	}
	return about(names, "\n"+And(names)+verb(names, " is", " are")+" surprised: instant actions only until round 2.")
}

// phaseDone tells who is done with a phase of the turn, and who isn't (RS-25).
func (t *teller) phaseDone(e engine.PhaseDone) string {
	var done, waits []string
	for _, id := range e.Combatants {
		if c := t.s.Combatant(id); c != nil {
			done = append(done, Text(c.Name))
		}
	}
	for _, c := range t.s.PhaseWaitsFor() {
		waits = append(waits, Text(c.Name))
	}
	are := map[bool]string{true: "is", false: "are"}[len(done) == 1]
	return fmt.Sprintf("%s %s done with %s. Still to come: %s.", several(done), are, Text(t.s.PhaseName(t.rs)), several(waits))
}

// TheGMActs is what everyone reads of a turn of hidden combatants.
const TheGMActs = "The GM acts."

// TurnIs returns whose turn it is in a view, as a sentence that starts with prefix.
func TurnIs(prefix string, s *engine.State, rs *ruleset.Ruleset) string {
	if s.GMActs() {
		return TheGMActs
	}
	if s.Open != nil {
		return openTurn(s)
	}
	return prefix + whoseTurn(s, rs) + ticksNow(s, rs) + "."
}

// gmActs is all that others read in a hidden unit's turn.
const gmActs = "the GM acts"

// whoseTurn returns the active units of a view, "Knight" or "Goblin (Goblin 1 and Goblin 2)", or gmActs.
func whoseTurn(s *engine.State, rs *ruleset.Ruleset) string {
	var out []string
	for _, id := range s.Active {
		u := s.Unit(id)
		members := s.Members(id)
		if u == nil || len(members) == 0 {
			continue
		}
		name := Text(u.Name)
		if waiting := stillToAct(s, members); len(members) > 1 || s.BySide(rs) {
			if len(waiting) > 0 {
				name += " (" + several(waiting) + ")"
			}
		}
		out = append(out, name)
	}
	switch {
	case len(out) > 0:
		return And(out)
	case s.GMActs():
		return gmActs
	}
	return "nobody"
}

// stillToAct returns the names of the members who may take their turn now.
func stillToAct(s *engine.State, members []*engine.Combatant) []string {
	var out []string
	active := s.ActiveMembers()
	for _, c := range members {
		if slices.ContainsFunc(active, func(a *engine.Combatant) bool { return a.ID == c.ID }) {
			out = append(out, Text(c.Name))
		}
	}
	return out
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
	return Possessive(Text(c.Name)) + " turn is over."
}

func (t *teller) lost(e engine.TurnLost) string {
	if name := t.name(e.Combatant); name != "" {
		t.idle = append(t.idle, name)
	}
	if len(t.rest) > 0 {
		if next, is := t.rest[0].(engine.TurnLost); is && next.Why == e.Why && next.Effect == e.Effect {
			return "" // told with the next one
		}
	}
	names := t.idle
	t.idle = nil
	why := map[engine.Loss]string{engine.LostToEffect: Text(e.Effect), engine.LostToDown: "down",
		engine.LostToSurprise: "surprised"}
	return about(names, fmt.Sprintf("%s%s (%s).", several(names), verb(names, " loses this turn", " lose this turn"), why[e.Why]))
}

func (t *teller) ambush(e engine.AmbushBegan) string {
	if e.Free {
		return "Free round! Everyone who isn't surprised acts before initiative is rolled."
	}
	if e.OneAction {
		return "Surprise! Everyone who isn't surprised takes one action before round 1."
	}
	return "Ambush! Each ambusher takes a turn before round 1."
}

// roundNow names the round or, where a clock of ticks says who is next, the tick.
func roundNow(s *engine.State, rs *ruleset.Ruleset) string {
	if rs.Order.Shape == ruleset.Ticks {
		return fmt.Sprintf("Tick %d", s.Now(false))
	}
	if rs.Order.Passes > 0 && s.Round > 0 {
		return fmt.Sprintf("Round %d, pass %d", s.Round, max(1, s.Pass))
	}
	return roundName(s, rs, s.Round)
}

// roundName names a round. One in which somebody loses a turn to surprise is a Surprised round (ST-9).
func roundName(s *engine.State, rs *ruleset.Ruleset, n int) string {
	name := fmt.Sprintf("Round %d", n)
	if rs.Surprise.Kind == ruleset.LostRound && slices.ContainsFunc(s.Combatants, func(c engine.Combatant) bool { return c.Surprised }) {
		name += " (Surprised round)"
	}
	return name
}

func isRound(e engine.Event) bool {
	_, is := e.(engine.RoundBegan)
	return is
}

// isRoundMade reports whether an event begins a round, or leaves that to a roll.
func isRoundMade(e engine.Event) bool {
	_, awaited := e.(engine.RollAwaited)
	return awaited || isRound(e)
}

// Clock returns the time in the fight after a prefix, such as " (1:05", or nothing if the ruleset gives rounds no length.
func Clock(rs *ruleset.Ruleset, s *engine.State, prefix string) string {
	if rs.RoundSeconds == 0 {
		return ""
	}
	return fmt.Sprintf("%s%d:%02d", prefix, s.Elapsed/60, s.Elapsed%60)
}

// since returns when the current turn began, as a Discord timestamp: "2 hours ago".
func since(s *engine.State) string { return fmt.Sprintf("<t:%d:R>", s.TurnBegan.Unix()) }
