package bot

import (
	"fmt"
	"slices"

	"roundel/engine"
)

// boardMessage is the tracker: the order for everybody, with buttons for what people do most.
func boardMessage(s *engine.State, rs *engine.Ruleset) Message {
	return Message{Text: board(s, rs, viewer{}, boardLength), Buttons: boardButtons(s, rs), V2: true}
}

// closedMessage is what the tracker of an ended fight becomes.
func closedMessage() Message {
	return Message{Text: "This fight is over. /init start begins another.", V2: true}
}

// boardButtons belong to the present turn: their custom IDs carry it.
func boardButtons(s *engine.State, rs *engine.Ruleset) [][]Button {
	turn := turnText(s.Turn)
	button := func(label, verb string, style Style) Button {
		return Button{Label: label, ID: joinID(verb, turn), Style: style}
	}
	people := []Button{button("Join", "join", Secondary), button("Add NPCs", "add", Secondary)}
	steer := []Button{button("Undo", "undo", Secondary), button("GM panel", "panel", Secondary)}
	switch {
	case s.Phase == engine.Setup:
		people[0].Style = Primary
		return [][]Button{append(people, button("Roll initiative", "roll", Success)), steer}
	case s.Paused:
		return [][]Button{append([]Button{button("Resume", "resume", Primary)}, people...), steer}
	}
	row := append(turnButtons("next", s, rs), button("Effect", "effect", Secondary), button("Damage", "damage", Secondary))
	out := [][]Button{row}
	if rs.Reactions {
		out = append(out, []Button{button("React", "react", Secondary)})
	}
	return append(out, append(people, steer...))
}

// turnButtons are for whose turn it is.
func turnButtons(end string, s *engine.State, rs *engine.Ruleset) []Button {
	row := []Button{{Label: "End turn", ID: joinID(end, turnText(s.Turn)), Style: Primary}}
	if rs.ActLast && s.Phase == engine.Running {
		row = append(row, Button{Label: "Act last", ID: joinID("last", turnText(s.Turn))})
	}
	if rs.Budget == engine.Ticks {
		row = append(row, Button{Label: "Reserve", ID: joinID("reserve", turnText(s.Turn))})
	}
	return row
}

// announcement tells of a new turn and pings the players who have somebody active, nobody else.
func announcement(s *engine.State, rs *engine.Ruleset) Message {
	when := "Before round 1"
	if s.Round > 0 {
		when = fmt.Sprintf("Round %d", s.Round)
	}
	m := Message{Mentions: players(s), Buttons: [][]Button{turnButtons("done", s, rs)}}
	whose := whoseTurn(s, rs, viewer{}, nil)
	if whose == gmActs {
		m.Text = when + " · The GM acts."
	} else {
		m.Text = when + " · Turn: **" + whose + "**" + ticksNow(s, rs, viewer{})
	}
	for _, player := range m.Mentions {
		m.Text += " " + at(player)
	}
	if next := onDeck(s, rs); next != "" {
		m.Text += "\nOn deck: " + next
	}
	return m
}

// players are the owners of those who may act now, hidden ones left out, and the GM where that was wished.
func players(s *engine.State) []string {
	var out []string
	for _, c := range s.ActiveMembers() {
		owner := string(c.Owner)
		if owner == "" && s.PingGM {
			owner = string(s.GM)
		} else if c.Hidden {
			owner = ""
		}
		if owner != "" && !slices.Contains(out, owner) {
			out = append(out, owner)
		}
	}
	return out
}

// onDeck is the unit that acts next as far as everybody may know, or nothing.
func onDeck(s *engine.State, rs *engine.Ruleset) string {
	ready := func(u *engine.Unit) bool {
		return u.Rolled && !s.IsActive(u.ID) && slices.ContainsFunc(viewer{}.members(s, u.ID), func(c *engine.Combatant) bool {
			return c.Standing() && (s.Phase != engine.Ambush || s.FreeRound || c.Ambusher)
		})
	}
	order := rs.Order(s)
	for _, u := range order {
		if !u.Acted && ready(u) {
			return plain(u.Name)
		}
	}
	if s.Phase != engine.Running {
		return ""
	}
	for _, u := range order {
		if ready(u) {
			return fmt.Sprintf("%s, in round %d", plain(u.Name), s.Round+1)
		}
	}
	return ""
}
