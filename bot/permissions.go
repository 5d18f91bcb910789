package bot

import (
	"roundel/bot/discord"
	"roundel/bot/words/lang"
	"roundel/engine"
)

// canShow refuses a fight in a channel where the bot couldn't show it.
func canShow(r *discord.Request) error {
	if r.Guild == "" {
		return refuse(engine.NotNow, lang.P("bot.start-in-server"))
	}
	if r.Sealed {
		return refuse(engine.NotNow, lang.P("bot.start-sealed"))
	}
	if missing := missingPermissions(r); len(missing) > 0 {
		return refuse(engine.NotNow, lang.P("bot.start-lacking", lang.AllParts("missing", missing)))
	}
	return nil
}

// cantShow returns a line that says why the bot can no longer show a fight in its channel, or nothing. The bot still takes
// commands, because replies need no permission.
func cantShow(l *lang.Language, r *discord.Request) string {
	if r.Guild == "" {
		return ""
	}
	if r.Sealed {
		return l.Line("answer.sealed")
	}
	if missing := missingPermissions(r); len(missing) > 0 {
		return l.Line("answer.lacking", lang.AllParts("missing", missing))
	}
	return ""
}

// missingPermissions names the permissions that the bot needs to show a fight but doesn't have in the request's channel.
func missingPermissions(r *discord.Request) []lang.Phrase {
	if r.Rights&discord.Administrator != 0 {
		return nil
	}
	var missing []lang.Phrase
	type right struct {
		bits int64
		name string
	}
	speak := right{discord.SendMessages, "permission.send-messages"}
	if r.Thread {
		speak = right{discord.SendInThreads, "permission.send-messages-in-threads"}
	}
	for _, need := range []right{{discord.ViewChannel, "permission.view-channel"}, speak,
		{discord.ReadMessageHistory, "permission.read-message-history"}} {
		if r.Rights&need.bits == 0 {
			missing = append(missing, lang.P(need.name))
		}
	}
	return missing
}
