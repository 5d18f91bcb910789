package words

import (
	"roundel/engine/ruleset"
)

const (
	Done      = "Done."                        // Done answers a change that has nothing to show.
	Unchanged = "There was nothing to change." // Unchanged answers a command that changes nothing.
	OnlyYou   = "Only you see this:"           // OnlyYou comes before what the asker alone is told.
	NoEffects = "There are no effects."        // NoEffects answers /effect list.
)

// AskEnd asks whether to end a fight.
func AskEnd(name string) string { return "End **" + Text(name) + "**? It can't be reopened." }

// LogAttached comes with a log that is too long for a message.
func LogAttached(name string) string {
	return "The log of **" + Text(name) + "** is in the attached file."
}

// ExportAttached comes with a fight as a file.
const ExportAttached = "The whole fight is in the attached file, including everything hidden from the players."

// Steps guides the GM of a new fight to the first turn (ST-11).
func Steps(rs *ruleset.Ruleset) string {
	text := "GM: add NPCs with /init add, "
	if rs.Surprise.Kind != ruleset.NoSurprise {
		text += "use /surprise if anyone is caught off guard, "
	}
	return text + "describe the scene with /init scene, then begin with /init roll."
}

// The permissions that the bot needs to show a fight, by their names in Discord.
const (
	ViewChannel        = "View Channel"
	SendMessages       = "Send Messages"
	SendInThreads      = "Send Messages in Threads"
	ReadMessageHistory = "Read Message History"
)

// SealedNow says that a fight's thread was archived and locked while the fight was running.
const SealedNow = "This thread is archived and locked. Until a moderator unlocks it, the card and pings are paused, and only you see this reply."

// LackingNow says which permissions the bot has lost while a fight was running.
func LackingNow(missing []string) string {
	return "The bot no longer has " + And(missing) + " here. Until that is restored, the card and pings are paused."
}

// What the connection to Discord answers when package bot cannot.
const (
	TooBusy       = "Too many commands came in at once, so nothing was changed. Try again in a moment."
	NotUnderstood = "This version of Roundel can't read that, so nothing was changed. Reload Discord (Ctrl+R) and try again."
	FormTooLate   = "The form took too long to open, and nothing was changed. Try again."
)

// FullTextAttached is the last line of a message that is only the beginning of a longer text.
const FullTextAttached = "… the full text is in the attached file."

// ErrorFallback answers a command that failed if no better sentence can be found. ref is its reference number in the log, or
// empty if the command was refused.
func ErrorFallback(ref string) string {
	if ref == "" {
		return "That can't be done right now, and nothing was changed."
	}
	return "Something went wrong inside Roundel. Try again; if it keeps happening, give whoever hosts the bot this number: " + ref + "."
}
