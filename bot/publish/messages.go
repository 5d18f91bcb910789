package publish

import (
	"slices"
	"strconv"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/engine"
)

// BoardMessage returns the tracker: the order in a view, with buttons for the most common actions.
func BoardMessage(s *engine.State, rs *engine.Ruleset) discord.Message {
	return discord.Message{Text: words.Board(s, rs, words.BoardLength), Buttons: boardButtons(s, rs), V2: true}
}

// closedMessage returns the tracker of a fight that has ended.
func closedMessage() discord.Message {
	return discord.Message{Text: words.FightOver, V2: true}
}

// boardButtons returns the tracker's buttons. Their custom IDs contain the current turn.
func boardButtons(s *engine.State, rs *engine.Ruleset) [][]discord.Button {
	turn := TurnArg(s.Turn)
	button := func(label, verb string, style discord.Style) discord.Button {
		return discord.Button{Label: label, ID: discord.CustomID(verb, turn), Style: style}
	}
	joining := []discord.Button{button(words.ButtonJoin, "join", discord.Secondary), button(words.ButtonAdd, "add", discord.Secondary)}
	control := []discord.Button{button(words.ButtonUndo, "undo", discord.Secondary), button(words.ButtonPanel, "panel", discord.Secondary)}
	switch {
	case s.Phase == engine.Setup:
		joining[0].Style = discord.Primary
		return [][]discord.Button{append(joining, button(words.ButtonRoll, "roll", discord.Success)), control}
	case s.Paused:
		return [][]discord.Button{append([]discord.Button{button(words.ButtonResume, "resume", discord.Primary)}, joining...), control}
	}
	row := append(turnButtons("next", s, rs), button(words.ButtonEffect, "effect", discord.Secondary), button(words.ButtonDamage, "damage", discord.Secondary))
	out := [][]discord.Button{row}
	if rs.Reactions {
		out = append(out, []discord.Button{button(words.ButtonReact, "react", discord.Secondary)})
	}
	return append(out, append(joining, control...))
}

// turnButtons returns the buttons for the players whose turn it is. end is the verb of the button that ends the turn.
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

// Announcement returns the message that announces the current turn of a view. It pings only the players whose turn it is.
func Announcement(s *engine.State, rs *engine.Ruleset, left []engine.UserID, ended ...string) discord.Message {
	who := players(s, left)
	m := discord.Message{Mentions: pings(who), Buttons: [][]discord.Button{turnButtons("done", s, rs)}}
	m.Text = words.Clip(words.Announcement(s, rs, who, left, ended), discord.MaxContent)
	return m
}

// Reminder returns the message that reminds of the current turn. It pings the same players as the announcement.
func Reminder(s *engine.State, rs *engine.Ruleset, left []engine.UserID) discord.Message {
	who := players(s, left)
	m := discord.Message{Mentions: pings(who)}
	m.Text = words.Clip(words.Reminder(s, rs, who, left), discord.MaxContent)
	return m
}

// players returns the owners of the active combatants of a view. If the GM wants to be pinged, the GM stands in for owners
// who have left the server, and for combatants without an owner.
func players(s *engine.State, left []engine.UserID) []engine.UserID {
	var out []engine.UserID
	ping := func(user engine.UserID) {
		if user != "" && !slices.Contains(left, user) && !slices.Contains(out, user) {
			out = append(out, user)
		}
	}
	for _, c := range s.ActiveMembers() {
		owner := c.Owner
		if (owner == "" || slices.Contains(left, owner)) && s.PingGM {
			owner = s.GM
		}
		ping(owner)
	}
	if s.GMActs() && s.PingGM {
		ping(s.GM)
	}
	return out
}

// pings returns users as a message mentions them.
func pings(users []engine.UserID) []discord.UserID {
	var out []discord.UserID
	for _, id := range users {
		out = append(out, discord.UserID(id))
	}
	return out
}

// TurnArg returns a turn's ID as it is written in custom IDs.
func TurnArg(t engine.TurnID) string { return strconv.FormatInt(int64(t), 36) }
