package bot

import (
	"context"

	"roundel/bot/discord"
	"roundel/engine"
)

// pressMore shows a user what else there is to do: to a GM the GM's panel, to anyone else what they can do now.
func pressMore(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
	return pressPanel(ctx, b, r, args)
}

var _ engine.Phase
