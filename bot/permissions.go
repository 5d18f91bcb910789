package bot

import (
	"roundel/bot/discord"
	"roundel/bot/words"
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
		return refuse(engine.NotNow, lang.P("bot.start-lacking", lang.All("missing", missing)))
	}
	return nil
}

// cantShow returns a line that says why the bot can no longer show a fight in its channel, or nothing. The bot still takes
// commands, because replies need no permission.
func cantShow(r *discord.Request) string {
	if r.Guild == "" {
		return ""
	}
	if r.Sealed {
		return words.SealedNow
	}
	if missing := missingPermissions(r); len(missing) > 0 {
		return words.LackingNow(missing)
	}
	return ""
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
