package words

// The permissions that the bot needs to show a fight, by their names in Discord.
const (
	ViewChannel        = "View Channel"
	SendMessages       = "Send Messages"
	SendInThreads      = "Send Messages in Threads"
	ReadMessageHistory = "Read Message History"
)

// SealedNow says that a fight's thread was archived and locked while the fight was running.
const SealedNow = "This thread is archived and locked. Until a moderator unlocks it, the tracker and pings are paused and only you see this answer."

// LackingNow says which permissions the bot has lost while a fight was running.
func LackingNow(missing []string) string {
	return "The bot no longer has " + And(missing) + " here. Until that is restored, the tracker and pings are paused."
}
