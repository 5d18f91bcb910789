package words

import (
	"fmt"
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/ruleset"
)

// rollAwaited is what people read between two rounds, if the GM rolls for the next.
const rollAwaited = "The round is over. The GM starts the next one with /init roll."

// waits renders what waiting, rolls for a next round and interrupted turns do to the order.
func (t *teller) waits(e engine.Event) string {
	switch e := e.(type) {
	case engine.RollAwaited:
		return rollAwaited
	case engine.RollsKept:
		return t.keptRolls(e)
	case engine.UnitDelayed:
		name, many := t.sideOf(e.Unit)
		what := map[bool]string{false: " delays", true: " delay"}
		if e.Hold {
			what = map[bool]string{false: " holds", true: " hold"}
		}
		return said(name, opening(name)+what[many]+". To come back, press "+ButtonTake+" or use /init take.")
	case engine.WaitOver:
		name, _ := t.sideOf(e.Unit)
		if e.Acted {
			return said(name, opening(name)+" can no longer hold and counts as having acted this round.")
		}
		return said(name, opening(Possessive(name))+" delayed turn is lost.")
	case engine.PlaceTaken:
		return t.taken(e)
	case engine.PlacesSwapped:
		name, with := t.unit(e.Unit), t.unit(e.With)
		return said(with, fmt.Sprintf("%s changes places with %s.", name, with))
	case engine.TurnResumed:
		if !t.seen || !t.s.GMActs() {
			t.onCard(TurnIs(t.l, "turn.now", t.s, t.rs), "")
		}
	}
	return ""
}

// said returns a sentence about somebody whom the viewer may know.
func said(name, sentence string) string {
	if name == "" {
		return ""
	}
	return sentence
}

// keptRolls renders the results that are kept for the next round.
func (t *teller) keptRolls(e engine.RollsKept) string {
	if !e.Next || len(e.Rolls) == 0 {
		return ""
	}
	var rolls []string
	for _, r := range e.Rolls {
		rolls = append(rolls, Text(r.Name)+" "+r.Shown())
	}
	return "Kept for the next round: " + strings.Join(rolls, ", ") + "."
}

// taken renders the return of a unit. Where it stands is told unless that would name somebody hidden.
func (t *teller) taken(e engine.PlaceTaken) string {
	name := t.unit(e.Unit)
	place := ""
	if before := t.unit(e.Before); before != "" {
		place = ", right before " + before
	}
	if after := t.unit(e.After); after != "" {
		place = ", right after " + after
	}
	return said(name, name+" comes back"+place+".")
}

// blowBy returns what a blow does to the score: "−10".
func blowBy(rs *ruleset.Ruleset) string {
	if n := rs.BlowChange(); n > 0 {
		return fmt.Sprintf("+%d", n)
	}
	return fmt.Sprintf("−%d", -rs.BlowChange())
}

// nobodysTurn says why nobody has the turn.
func nobodysTurn(s *engine.State) string {
	switch {
	case s.Awaits:
		return rollAwaited
	case slices.ContainsFunc(s.Units, func(u engine.Unit) bool { return u.Stage == engine.Holding }):
		return "Everyone is holding. To act, use /init take; the GM starts the next round with /next."
	}
	return "It's nobody's turn."
}

// howToWait says how a player whose turn it is can let others go first, or nothing.
func howToWait(rs *ruleset.Ruleset) string {
	switch rs.Wait {
	case ruleset.Rejoin:
		return "To act later this round instead, press **" + ButtonDelay + "** or use `/init delay` before you do anything, and come back with `/init take`."
	case ruleset.Hold:
		return "To hold your turn, press **" + ButtonDelay + "** or use `/init delay` before you do anything; `/init take` interrupts whoever is acting."
	case ruleset.Swap:
		return "To trade places with someone later in the order, press **" + ButtonDelay + "**, or type `/init delay with:` and a name."
	}
	return ""
}
