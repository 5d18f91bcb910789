package bot

import (
	"context"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/engine"
)

// helpTopics returns the choices of /help.
func helpTopics() []discord.Choice {
	var out []discord.Choice
	for _, h := range words.Topics() {
		out = append(out, discord.Choice{Name: h.Title, Value: h.Key})
	}
	return out
}

// help explains a topic; without one, what the asker can do now and how a fight works under the channel's ruleset.
func help(ctx context.Context, b *Bot, r *discord.Request) (*discord.Reply, error) {
	return b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		rs, err := tx.ruleset()
		if err != nil {
			return nil, err
		}
		topic := options(r.Options).text("topic")
		if topic == "" {
			text := words.Help(tx.seen(), rs, engine.ViewerOf(tx.j.State(), tx.actor))
			return &discord.Reply{Ephemeral: true, Text: text}, nil
		}
		if topic == "rules" {
			return &discord.Reply{Ephemeral: true, Text: words.RulesHelp(rs) + "\n" + words.MoreHelp}, nil
		}
		if text, ok := words.HelpOn(topic); ok {
			return &discord.Reply{Ephemeral: true, Text: text}, nil
		}
		return nil, refuse(engine.NotFound, words.UnknownTopic(topic))
	})
}
