package bot

import (
	"context"
	"strings"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/engine"
)

// logLength is the maximum length of a log that is sent as a message rather than as a file.
const logLength = 1800

// showLog shows everything that has happened, with dice, as far as the asker may know it. After the end of a fight it shows that
// one until the next begins.
func showLog(ctx context.Context, b *Bot, r *discord.Request) (*discord.Reply, error) {
	actor, _, err := b.actor(ctx, r)
	if err != nil {
		return nil, err
	}
	var reply *discord.Reply
	err = b.store.Log(ctx, engine.ChannelID(r.Channel), func(l engine.Log) error {
		s, err := engine.Latest(l)
		switch {
		case err != nil:
			return err
		case s == nil:
			return noFight()
		}
		rs, err := b.ruleset(s.Ruleset)
		if err != nil {
			return err
		}
		viewer := engine.ViewerOf(s, actor)
		lines, err := words.History(l.All(), rs, viewer)
		if err != nil {
			return err
		}
		text := strings.Join(lines, "\n")
		if discord.Length(text) <= logLength {
			reply = &discord.Reply{Ephemeral: true, Text: text}
			return nil
		}
		reply = &discord.Reply{Ephemeral: true, Text: words.LogAttached(s.Name),
			Files: []discord.File{textFile("log.txt", words.Unmarked(words.Named(text, s.View(viewer))))}}
		return nil
	})
	return reply, err
}
