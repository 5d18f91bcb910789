// Package bot implements the slash commands, buttons and forms. A [Bot] answers one request at a time:
//
//	discord.Request ──▶ route ──▶ play.Command ──▶ store.Update: play.Decide ──▶ engine.Outcome
//	discord.Reply   ◀── words.Tell ◀── view.View: the outcome as everyone may know it, and as the asker may
//
// Everything that people can ask for is in one table, in routes.go: commands with their options, buttons, menus and forms, each with who
// may use it and what it does. Almost everything runs in Bot.change, one transaction of the store, or in Bot.look, which changes nothing;
// both let the route decide first whether the asker may.
//
// An error that is an [engine.Error] is a refusal: the user reads why, and nothing has changed. [ErrorReply] turns any error into
// a reply.
//
// This package makes decisions but no sentences. Every text that users read comes from package words. Package
// card posts the messages that show a fight in its channel, and package discord talks to Discord.
package bot
