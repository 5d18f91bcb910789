// Package bot is what commands, buttons and forms do. A [Bot] answers one request at a time:
//
//	discord.Request ──▶ route ──▶ handler ──▶ command.Command ──▶ store.Update: command.Decide ──▶ engine.Outcome
//	discord.Reply   ◀── words ◀── engine.View: the outcome, as everybody may know it, and as the asker alone may
//	Publisher       ──▶ tracker, announcements, reminders: from what is stored, after the reply
//
// Commands are rows of the tables in table_*.go, buttons and forms those of pressTable. What people read is made in
// tell*.go, board.go, log.go and summary.go, from a view and from nothing else. How Discord is reached is package
// discord's.
package bot
