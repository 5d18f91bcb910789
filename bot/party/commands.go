package party

import (
	"context"
	"encoding/json"
	"fmt"

	"roundel/bot/discord"
	"roundel/bot/words/keep"
	"roundel/bot/words/refusal"
	"roundel/engine"
	"roundel/engine/reason"
)

// Check refuses whoever may not see or change a channel's usual party: during a fight anyone but its GM, otherwise anyone but members with
// Manage Server or the server's GM role.
func Check(s *engine.State, actor engine.Actor) error {
	if s != nil && engine.MayGM(s, actor) || s == nil && actor.Manager {
		return nil
	}
	if s != nil {
		return &engine.Error{Code: engine.NotAllowed, Reason: reason.GMOnly, GM: s.GM}
	}
	return refusal.New(engine.NotAllowed, refusal.PartyForGMs())
}

// Save makes the players of a fight the usual party of its channel.
func (k *Keeper) Save(ctx context.Context, r *discord.Request, s *engine.State) (*discord.Reply, error) {
	users := Players(s)
	if len(users) == 0 {
		return nil, refusal.New(engine.NotNow, refusal.NoPlayers())
	}
	return k.set(ctx, r, users, keep.PartySaved(users))
}

// Show shows the usual party of a channel.
func (k *Keeper) Show(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	users, err := k.Store.Party(ctx, engine.ChannelID(r.Channel))
	if err != nil {
		return nil, err
	}
	return &discord.Reply{Ephemeral: true, Text: keep.Party(users)}, nil
}

// Delete deletes the usual party of a channel.
func (k *Keeper) Delete(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	return k.set(ctx, r, nil, keep.PartyDeleted)
}

// set replaces the usual party and stores the reply. A request that is delivered again gets the same reply.
func (k *Keeper) set(ctx context.Context, r *discord.Request, users []engine.UserID, text string) (*discord.Reply, error) {
	answer, err := json.Marshal(&discord.Reply{Ephemeral: true, Text: text})
	if err != nil {
		return nil, err
	}
	kept, _, err := k.Store.SetParty(ctx, engine.GuildID(r.Guild), engine.ChannelID(r.Channel), users, r.ID, answer)
	if err != nil {
		return nil, err
	}
	reply := new(discord.Reply)
	if err := json.Unmarshal(kept, reply); err != nil {
		return nil, fmt.Errorf("party: stored reply: %w", err)
	}
	return reply, nil
}
