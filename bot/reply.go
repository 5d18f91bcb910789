package bot

import (
	"fmt"
	"strings"

	"roundel/engine"
)

// longest is how much of a text goes into one message, with room for a last line.
const longest = 1900

// tell is the answer to a change: what happened, for everybody. What concerns only what is hidden is told to the asker
// alone.
func (c *deed) tell(rs *engine.Ruleset, before *engine.State, done engine.Outcome) *Reply {
	events, after := done.Events, done.State
	v := viewer{}
	lines := newTeller(before, rs, v).tell(events)
	reply := &Reply{}
	if len(lines) == 0 {
		v, reply.Ephemeral = viewerOf(after, c.actor), true
		lines = newTeller(before, rs, v).tell(events)
	}
	if len(lines) == 0 {
		lines = []string{"Done."}
	}
	reply.Text = fold(append(lines, hindrance(c.r)...))
	reply.Buttons = downButtons(fallen(after, v, events))
	if asked := followUps(after, v, events); len(reply.Buttons)+len(asked) <= maxRows {
		reply.Buttons = append(reply.Buttons, asked...)
	}
	return reply
}

// fold joins lines into one message; what does not fit is in the log.
func fold(lines []string) string {
	var b strings.Builder
	for i, line := range lines {
		if length(b.String())+length(line)+1 > longest {
			fmt.Fprintf(&b, "… and %d more lines; /init log has them all.", len(lines)-i)
			return b.String()
		}
		b.WriteString(line + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// fallen are those whom the events brought to 0 hit points and who are down still, as far as the viewer may know.
func fallen(s *engine.State, v viewer, events []engine.Event) []*engine.Combatant {
	var out []*engine.Combatant
	for _, e := range events {
		change, ok := e.(engine.HPChanged)
		if !ok || !change.Tracked || change.To > 0 || change.From == 0 && !change.Set {
			continue
		}
		if c := s.Combatant(change.Combatant); c != nil && !c.Standing() && c.Down == "" && v.sees(c) {
			out = append(out, c)
		}
	}
	return out
}

// downButtons let the GM pick the state of each who fell, a row each; of more than five, of all at once.
func downButtons(who []*engine.Combatant) [][]Button {
	var out [][]Button
	if len(who) > maxRows {
		return append(out, downRow("all", ""))
	}
	for _, c := range who {
		prefix := ""
		if len(who) > 1 {
			prefix = visible(c.Name) + ": "
		}
		out = append(out, downRow(idText(c.ID), prefix))
	}
	return out
}

// maxRows is how many rows a message has, and how many buttons a row.
const maxRows = 5

func downRow(who, prefix string) []Button {
	var row []Button
	for i, state := range engine.DownStates() {
		label := state
		if prefix == "" {
			label = strings.ToUpper(state[:1]) + state[1:]
		}
		row = append(row, Button{Label: prefix + label, ID: joinID("down", who, numberText(i))})
	}
	return row
}

// chooseButtons ask whose turn ends.
func chooseButtons(s *engine.State, choices []engine.CombatantID) [][]Button {
	var out []Button
	for _, id := range choices {
		if c := s.Combatant(id); c != nil && len(out) < maxRows*maxRows {
			out = append(out, Button{Label: visible(c.Name), ID: joinID("member", turnText(s.Turn), idText(id)), Style: Primary})
		}
	}
	return inRows(out)
}
