package bot

import (
	"roundel/bot/discord"
	"roundel/bot/words/refusal"
	"roundel/engine"
)

// These limits protect the bot's host, in addition to those of the engine (combatants, effects, names) and of the queue
// (waiting requests).
const (
	maxFights     = 250     // open fights per server
	maxEntries    = 100_000 // log entries per fight, enough for about 1,000 rounds with many combatants
	maxAttachment = 8 << 20 // bytes of files per reply; Discord accepts 10 MiB
)

// checkFiles refuses a reply with more bytes of files than Discord accepts.
func checkFiles(reply *discord.Reply) error {
	if reply == nil {
		return nil
	}
	size := 0
	for _, f := range reply.Files {
		size += len(f.Data)
	}
	if size <= maxAttachment {
		return nil
	}
	return refuse(engine.NotNow, refusal.FileTooLarge(size>>20))
}

// anotherFight refuses a fight in a server that already has the maximum number of open fights.
func anotherFight(j engine.Journal, server engine.GuildID) error {
	n, err := j.OpenCount(server)
	if err != nil || n < maxFights {
		return err
	}
	return refuse(engine.NotNow, refusal.TooManyFights(n))
}

// room refuses n entries if the fight's log has no room for them. The entry that ends the fight is always accepted.
func room(j engine.Journal, n int, events []engine.Event) error {
	if j.NextSeq()+int64(n) <= maxEntries+1 {
		return nil
	}
	for _, e := range events {
		if _, ends := e.(engine.EncounterEnded); ends {
			return nil
		}
	}
	return refuse(engine.NotNow, refusal.LogFull(maxEntries))
}
