package publish

import (
	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/engine"
)

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
	row := append(turnButtons(s, rs), button(words.ButtonEffect, "effect", discord.Secondary), button(words.ButtonDamage, "damage", discord.Secondary))
	out := [][]discord.Button{row}
	if rs.Reactions {
		out = append(out, []discord.Button{button(words.ButtonReact, "react", discord.Secondary)})
	}
	return append(out, append(joining, control...))
}

// turnButtons returns the buttons for the players whose turn it is.
func turnButtons(s *engine.State, rs *engine.Ruleset) []discord.Button {
	row := []discord.Button{{Label: words.ButtonEndTurn, ID: discord.CustomID("next", TurnArg(s.Turn)), Style: discord.Primary}}
	if rs.ActLast && s.Phase == engine.Running {
		row = append(row, discord.Button{Label: words.ButtonActLast, ID: discord.CustomID("last", TurnArg(s.Turn))})
	}
	if rs.Budget == engine.Ticks {
		row = append(row, discord.Button{Label: words.ButtonReserve, ID: discord.CustomID("reserve", TurnArg(s.Turn))})
	}
	return row
}
