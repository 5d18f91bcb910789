package words

import (
	"fmt"
	"strings"

	"roundel/engine/ruleset"
)

// mostNote is the number of characters of a note or an explanation that is shown in a list of many.
const mostNote = 90

// Facts returns what a ruleset has, a line each: its stats, pools, conditions, and how to wait (RS-9).
func Facts(rs *ruleset.Ruleset) []string {
	var out []string
	for _, st := range rs.Stats {
		if st.Is != "" {
			out = append(out, "`"+st.Key+"`: "+short(st.Is)+".")
		}
	}
	if len(rs.Turn) > 0 {
		list := make([]string, len(rs.Turn))
		for i := range rs.Turn {
			list[i] = pool(&rs.Turn[i])
		}
		out = append(out, "Each turn has: "+strings.Join(list, "; ")+".")
	}
	for _, c := range rs.Conditions {
		out = append(out, condition(c))
	}
	if w := waitRule(rs.Wait); w != "" {
		out = append(out, w)
	}
	return append(out, moments(rs)...)
}

// short returns a text of a file as it is shown in a list: without a full stop, and shortened.
func short(text string) string {
	return Text(Clip(strings.TrimRight(text, ". "), mostNote))
}

// pool returns a pool with what it is for: "reaction 1 (others' turns)".
func pool(p *ruleset.Pool) string {
	text := p.Words()
	if p.Counted() {
		text += " " + Text(p.Count.String())
	} else {
		text += ", any number"
	}
	var more []string
	if p.When != ruleset.OwnTurn {
		more = append(more, string(p.When))
	}
	switch p.Back.At {
	case ruleset.BackRound:
		more = append(more, "back each round")
	case ruleset.BackNever:
		more = append(more, "once per fight")
	case ruleset.Recharge:
		more = append(more, "back on "+Text(p.Back.Needs.String())+" or more on "+Text(p.Back.Roll.String()))
	}
	if p.Reserve > 0 {
		more = append(more, fmt.Sprintf("up to %d kept for reactions", p.Reserve))
	}
	if len(more) > 0 {
		text += " (" + strings.Join(more, ", ") + ")"
	}
	return text
}

// condition returns a condition with its note and what it does.
func condition(c ruleset.Condition) string {
	var does []string
	if c.Skip {
		does = append(does, "loses turns")
	}
	if c.NoReactions {
		does = append(does, "no reactions")
	}
	if c.Level {
		does = append(does, "has a level")
	}
	if c.Lasts != "" {
		does = append(does, "lasts "+Text(c.Lasts))
	}
	if c.Note != "" {
		does = append(does, short(c.Note))
	}
	text := "**" + Text(c.Name) + "**"
	if len(does) > 0 {
		text += ": " + strings.Join(does, "; ")
	}
	return text + "."
}

// waiting says how to let others go first, or nothing.
func waitRule(w ruleset.Wait) string {
	switch w {
	case ruleset.Bottom:
		return "Waiting: `/init last` moves you to the end of the round."
	case ruleset.BottomOnceSide:
		return "Waiting: `/init last` moves one combatant from each side to the end of the round."
	case ruleset.Rejoin:
		return "Waiting: leave the order, and come back after anyone's turn."
	case ruleset.Hold:
		return "Waiting: hold your turn, even across rounds, and take it whenever you like."
	case ruleset.Swap:
		return "Waiting: change places with someone who hasn't acted yet."
	}
	return ""
}

// moments lists counters and events by name.
func moments(rs *ruleset.Ruleset) []string {
	var out, counters, events []string
	for _, c := range rs.Counters {
		counters = append(counters, Text(c.Name))
	}
	for _, e := range rs.Events {
		events = append(events, Text(e.Name))
	}
	if len(counters) > 0 {
		out = append(out, "Counters: "+strings.Join(counters, ", ")+".")
	}
	if len(events) > 0 {
		out = append(out, "Events: "+strings.Join(events, ", ")+".")
	}
	return out
}
