// Command bot runs Roundel, a Discord bot that keeps the turn order of tabletop fights.
//
//	             settings (environment)
//	                      │
//	Discord ◀──▶ discord.Session ──▶ bot.Bot ──▶ store.Store ──▶ data/roundel.db
//	                      ▲              │
//	                      └─ Publisher ◀─┘        /healthz, /readyz, /metrics
//
// The program only connects the packages: it reads the settings, opens the database, runs the bot until a signal or a
// fault ends it, and closes everything again. Without a subcommand it runs the bot; roundel --help lists the others, such
// as backup, check and sandbox. The sandbox runs the bot against a local stand-in for Discord:
//
//	go run ./cmd/bot sandbox
//
// It exits with status 0 if it succeeded, 1 if it failed, and 2 if the command line or a setting is wrong. Errors go to
// standard error, one line each, and never contain the token.
package main
