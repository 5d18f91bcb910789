// Package bot implements the slash commands, buttons and forms. A [Bot] answers one request at a time:
//
//	discord.Request ──▶ route ──▶ handler ──▶ play.Command ──▶ store.Update: play.Decide ──▶ engine.Outcome
//	discord.Reply   ◀── words.Tell ◀── view.View: the outcome as everyone may know it, and as the asker may
//
// Slash commands are in the tables of table_*.go; buttons and forms are in pressTable.
// Handlers that need more than one engine command are in do_*.go, press*.go and form.go. Almost all of them run in Bot.change, one
// transaction of the store, or in Bot.look, which changes nothing.
//
// An error that is an [engine.Error] is a refusal: the user reads why, and nothing has changed. [ErrorReply] turns any error into
// a reply.
//
// This package makes decisions but no sentences. Every text that users read comes from package words. Package
// card posts the messages that show a fight in its channel, and package discord talks to Discord.
package bot
