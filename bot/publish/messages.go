package publish

import (
	"slices"
	"strconv"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/engine"
)

// BoardMessage is the tracker: the order as a view has it, with buttons for what people do most.
func BoardMessage(s *engine.State, rs *engine.Ruleset) discord.Message {
	return discord.Message{Text: words.Board(s, rs, words.BoardLength), Buttons: boardButtons(s, rs), V2: true}
}

// closedMessage is what the tracker of an ended fight becomes.
func closedMessage() discord.Message {
	return discord.Message{Text: words.FightOver, V2: true}
}

// boardButtons belong to the present turn: their custom IDs carry it.
func boardButtons(s *engine.State, rs *engine.Ruleset) [][]discord.Button {
	turn := TurnArg(s.Turn)
	button := func(label, verb string, style discord.Style) discord.Button {
		return discord.Button{Label: label, ID: discord.CustomID(verb, turn), Style: style}
	}
	people := []discord.Button{button(words.ButtonJoin, "join", discord.Secondary), button(words.ButtonAdd, "add", discord.Secondary)}
	steer := []discord.Button{button(words.ButtonUndo, "undo", discord.Secondary), button(words.ButtonPanel, "panel", discord.Secondary)}
	switch {
	case s.Phase == engine.Setup:
		people[0].Style = discord.Primary
		return [][]discord.Button{append(people, button(words.ButtonRoll, "roll", discord.Success)), steer}
	case s.Paused:
		return [][]discord.Button{append([]discord.Button{button(words.ButtonResume, "resume", discord.Primary)}, people...), steer}
	}
	row := append(turnButtons("next", s, rs), button(words.ButtonEffect, "effect", discord.Secondary), button(words.ButtonDamage, "damage", discord.Secondary))
	out := [][]discord.Button{row}
	if rs.Reactions {
		out = append(out, []discord.Button{button(words.ButtonReact, "react", discord.Secondary)})
	}
	return append(out, append(people, steer...))
}

// turnButtons are for whose turn it is.
func turnButtons(end string, s *engine.State, rs *engine.Ruleset) []discord.Button {
	row := []discord.Button{{Label: words.ButtonEndTurn, ID: discord.CustomID(end, TurnArg(s.Turn)), Style: discord.Primary}}
	if rs.ActLast && s.Phase == engine.Running {
		row = append(row, discord.Button{Label: words.ButtonActLast, ID: discord.CustomID("last", TurnArg(s.Turn))})
	}
	if rs.Budget == engine.Ticks {
		row = append(row, discord.Button{Label: words.ButtonReserve, ID: discord.CustomID("reserve", TurnArg(s.Turn))})
	}
	return row
}

// announcement is the message of a new turn in a view. It pings the players who have somebody active, nobody else.
func Announcement(s *engine.State, rs *engine.Ruleset, left []string, ended ...string) discord.Message {
	m := discord.Message{Mentions: players(s, left), Buttons: [][]discord.Button{turnButtons("done", s, rs)}}
	m.Text = words.Clip(words.Announcement(s, rs, m.Mentions, left, ended), discord.MaxContent)
	return m
}

// reminder says whose turn it still is, and pings those as the announcement did.
func Reminder(s *engine.State, rs *engine.Ruleset, left []string) discord.Message {
	m := discord.Message{Mentions: players(s, left)}
	m.Text = words.Clip(words.Reminder(s, rs, m.Mentions, left), discord.MaxContent)
	return m
}

// players are the owners of those in a view who may act now, and the GM where that was wished. For those who have left the
// server the GM acts.
func players(s *engine.State, left []string) []string {
	var out []string
	ping := func(user string) {
		if user != "" && !slices.Contains(left, user) && !slices.Contains(out, user) {
			out = append(out, user)
		}
	}
	for _, c := range s.ActiveMembers() {
		owner := string(c.Owner)
		if (owner == "" || slices.Contains(left, owner)) && s.PingGM {
			owner = string(s.GM)
		}
		ping(owner)
	}
	if s.GMActs() && s.PingGM {
		ping(string(s.GM))
	}
	return out
}

// TurnArg is a turn as custom IDs carry it.
func TurnArg(t engine.TurnID) string { return strconv.FormatInt(int64(t), 36) }
