package bot

import (
	"context"
	"encoding/json"
	"slices"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/store"
)

// maxAttempts is how many requests of a server are noted at most. The oldest are forgotten first.
const maxAttempts = 20

// Attempt runs what might end the process, such as trying out a file that somebody has written. The request is noted in the server's settings until
// run has returned. If it is delivered again after a crash, it is refused instead of ending the process once more, and the refusal is
// stored as its answer. Files of monsters and encounters need no note: they are only read, and no file makes that take much.
func (k savedKeeper) Attempt(ctx context.Context, r *discord.Request, run func() (*discord.Reply, error)) (reply *discord.Reply, err error) {
	crashed := false
	_, _, err = k.amendAttempts(ctx, r, "", func(noted []string) ([]string, []byte, error) {
		if crashed = slices.Contains(noted, r.ID); crashed {
			return noted, nil, nil
		}
		return append(noted, r.ID), nil, nil
	})
	if err != nil {
		return nil, err
	}
	defer func() { // whatever happens but the end of the process
		_, _, failed := k.amendAttempts(context.WithoutCancel(ctx), r, "", func(noted []string) ([]string, []byte, error) {
			return slices.DeleteFunc(noted, func(id string) bool { return id == r.ID }), nil, nil
		})
		if failed != nil && err == nil {
			reply, err = nil, failed // what was stored is sent
		}
	}()
	if !crashed {
		return run()
	}
	data, _, err := k.amendAttempts(ctx, r, r.ID, func(noted []string) ([]string, []byte, error) {
		answer, err := json.Marshal(&discord.Reply{Ephemeral: true, Refused: true, Text: words.EndedTheBot()})
		return noted, answer, err
	})
	if err != nil {
		return nil, err
	}
	return storedReply(data)
}

// amendAttempts changes which requests of the server are noted. An answer is stored under the interaction, if there is one.
func (k savedKeeper) amendAttempts(ctx context.Context, r *discord.Request, interaction string, change func(noted []string) (left []string, answer []byte, err error)) ([]byte, bool, error) {
	return k.Store.Amend(ctx, store.SettingsOf(r.Guild), interaction, func(data []byte) (next, answer []byte, err error) {
		conf, err := DecodeSettings(r.Guild, data)
		if err != nil {
			return nil, nil, err
		}
		if conf.Attempts, answer, err = change(conf.Attempts); err != nil {
			return nil, nil, err
		}
		conf.Attempts = conf.Attempts[max(0, len(conf.Attempts)-maxAttempts):]
		next, err = json.Marshal(conf)
		return next, answer, err
	})
}
