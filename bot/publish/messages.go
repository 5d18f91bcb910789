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
