package words

// DiskFull answers a command that couldn't be stored.
func DiskFull() string {
	return "The bot's disk is full, so nothing was changed. Tell whoever hosts the bot, and try again once there's room."
}

// NoDatabase answers a command that couldn't be stored because the bot can't reach its database.
func NoDatabase() string {
	return "The bot can't reach its database right now, so nothing was changed. Try again in a minute."
}

// UnsafeDatabase answers a command that wasn't stored because the settings of the database server are such that it could be lost again.
func UnsafeDatabase() string {
	return "The bot's database isn't set up safely and could lose that again, so nothing was changed. Tell whoever hosts the bot, and try again once it's fixed."
}

// MaybeSaved answers a command of which it isn't known whether it was stored; the bot's log has details under ref.
func MaybeSaved(ref string) string {
	return "The bot's database failed at that moment, so that may or may not have been saved. Check /init list in a minute before trying again (reference " + ref + ")."
}

// NewerFight answers a command in a fight with which a newer release has gone on.
func NewerFight() string {
	return "A newer version of the bot has continued this fight, and this one can't, so nothing was changed. Try again once the upgrade is done."
}

// RulesUnreadable answers a command in a fight whose ruleset can't be read from the database; the bot's log has details under ref.
func RulesUnreadable(ref string) string {
	return "The bot can't read the rules that this fight began with, so nothing was changed. Tell whoever hosts the bot (reference " + ref + ")."
}

// Failed answers a command that failed in another way and changed nothing; the bot's log has details under ref.
func Failed(ref string) string {
	return "Something went wrong (reference " + ref + "), and nothing was changed. Try again."
}
