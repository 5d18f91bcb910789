package words

import "roundel/bot/words/lang"

// DiskFull answers a command that couldn't be stored.
func DiskFull() lang.Phrase {
	return lang.P("bot.disk-full")
}

// NoDatabase answers a command that couldn't be stored because the bot can't reach its database.
func NoDatabase() lang.Phrase {
	return lang.P("bot.no-database")
}

// UnsafeDatabase answers a command that wasn't stored because the settings of the database server are such that it could be lost again.
func UnsafeDatabase() lang.Phrase {
	return lang.P("bot.unsafe-database")
}

// MaybeSaved answers a command of which it isn't known whether it was stored; the bot's log has details under ref.
func MaybeSaved(ref string) lang.Phrase {
	return lang.P("bot.maybe-saved", lang.Text("ref", ref))
}

// NewerFight answers a command in a fight with which a newer release has gone on.
func NewerFight() lang.Phrase {
	return lang.P("bot.newer-fight")
}

// RulesUnreadable answers a command in a fight whose ruleset can't be read from the database; the bot's log has details under ref.
func RulesUnreadable(ref string) lang.Phrase {
	return lang.P("bot.rules-unreadable", lang.Text("ref", ref))
}

// Failed answers a command that failed in another way and changed nothing; the bot's log has details under ref.
func Failed(ref string) lang.Phrase {
	return lang.P("bot.failed", lang.Text("ref", ref))
}
