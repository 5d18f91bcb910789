package bot

import (
	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/snowflake"

	"roundel/engine"
)

// canShow refuses a fight in a channel where the bot couldn't show it.
func canShow(r *discord.Request) error {
	if r.Guild == "" {
		return words.New(engine.NotNow, words.StartInServer())
	}
	if r.Sealed {
		return words.New(engine.NotNow, words.StartSealed())
	}
	if missing := missingPermissions(r); len(missing) > 0 {
		return words.New(engine.NotNow, words.StartLacking(missing))
	}
	return nil
}

// cantShow returns a line that says why the bot can no longer show a fight in its channel, or nothing. The bot still takes
// commands, because replies need no permission.
func cantShow(r *discord.Request) []string {
	if r.Guild == "" {
		return nil
	}
	if r.Sealed {
		return []string{words.SealedNow}
	}
	if missing := missingPermissions(r); len(missing) > 0 {
		return []string{words.LackingNow(missing)}
	}
	return nil
}

// missingPermissions names the permissions that the bot needs to show a fight but doesn't have in the request's channel.
func missingPermissions(r *discord.Request) []string {
	if r.Rights&discord.Administrator != 0 {
		return nil
	}
	var missing []string
	type right struct {
		bits int64
		name string
	}
	speak := right{discord.SendMessages, words.SendMessages}
	if r.Thread {
		speak = right{discord.SendInThreads, words.SendInThreads}
	}
	for _, need := range []right{{discord.ViewChannel, words.ViewChannel}, speak,
		{discord.ReadMessageHistory, words.ReadMessageHistory}} {
		if r.Rights&need.bits == 0 {
			missing = append(missing, need.name)
		}
	}
	return missing
}

// These limits protect the bot's host, in addition to those of the engine (combatants, effects, names) and of the queue
// (waiting requests).
const (
	MaxFights     = 250     // open fights per server
	MaxEntries    = 100_000 // log entries per fight, enough for about 1,000 rounds with many combatants
	MaxAttachment = 8 << 20 // bytes of files per reply; Discord accepts 10 MiB
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
	if size <= MaxAttachment {
		return nil
	}
	return words.New(engine.NotNow, words.FileTooLarge(size>>20))
}

// anotherFight refuses a fight in a server that already has the maximum number of open fights.
func anotherFight(j engine.Journal, server snowflake.Guild) error {
	n, err := j.OpenCount(server)
	if err != nil || n < MaxFights {
		return err
	}
	return words.New(engine.NotNow, words.TooManyFights(n))
}

// room refuses n entries if the fight's log has no room for them. The entry that ends the fight is always accepted.
func room(j engine.Journal, n int, events []engine.Event) error {
	if j.NextSeq()+int64(n) <= MaxEntries+1 {
		return nil
	}
	for _, e := range events {
		if _, ends := e.(engine.EncounterEnded); ends {
			return nil
		}
	}
	return words.New(engine.NotNow, words.LogFull(MaxEntries))
}
