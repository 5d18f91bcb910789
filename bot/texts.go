package bot

import (
	"roundel/bot/discord"
	"roundel/bot/words"
)

// Texts returns the sentences that a session shows when it cannot ask the bot.
func Texts() discord.Texts {
	return discord.Texts{Busy: words.TooBusy, Restarting: words.Restarting, NotUnderstood: words.NotUnderstood,
		FormTooLate: words.FormTooLate, Done: words.Done, FullText: words.FullTextAttached, Failed: words.ErrorFallback}
}
