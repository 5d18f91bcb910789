package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"roundel/engine"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/snowflake"
	"roundel/store"
)

// savedStore holds what servers and users have saved outside of fights, each as JSON.
type savedStore interface {
	// Load returns a value, or nil if nothing was saved. Amend changes it in a transaction and stores the answer under the interaction's ID.
	// If there already is an answer under that ID, it doesn't run fn but returns that answer, with again set. With an empty interaction, no
	// answer is stored.
	Load(ctx context.Context, c store.Cell) ([]byte, error)
	Amend(ctx context.Context, c store.Cell, interaction string,
		fn func(data []byte) (next, answer []byte, err error)) (answer []byte, again bool, err error)
	// UserData returns what is stored about a user, as JSON; whole is false if the oldest commands were left out. EraseUser
	// deletes whatever can be deleted.
	UserData(ctx context.Context, user snowflake.User) (data []byte, whole bool, err error)
	EraseUser(ctx context.Context, user snowflake.User) error
}

// savedKeeper answers the commands for what is saved.
type savedKeeper struct{ Store savedStore }

// storedReply returns the reply that was stored with a request.
func storedReply(data []byte) (*discord.Reply, error) {
	reply := new(discord.Reply)
	if err := json.Unmarshal(data, reply); err != nil {
		return nil, fmt.Errorf("stored reply: %w", err)
	}
	return reply, nil
}

// UserData sends users what is stored about them.
func (k savedKeeper) UserData(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	data, whole, err := k.Store.UserData(ctx, r.User)
	if err != nil {
		return nil, err
	}
	return &discord.Reply{Ephemeral: true, Text: words.UserData(whole),
		Files: []discord.File{{Name: "roundel-data.json", Type: "application/json", Data: data}}}, nil
}

// Erase deletes what is stored about a user.
func (k savedKeeper) Erase(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	if err := k.Store.EraseUser(ctx, r.User); err != nil {
		return nil, err
	}
	return &discord.Reply{Ephemeral: true, Text: words.Erased}, nil
}

// preferences are what a user prefers in a server.
type preferences struct {
	PingGM *bool `json:"ping_gm,omitempty"` // on NPC turns; nil: as the server's settings say
}

func readPreferences(data []byte) (out preferences, err error) {
	if len(data) == 0 {
		return out, nil
	}
	if err := json.Unmarshal(data, &out); err != nil {
		return out, fmt.Errorf("preferences: %w", err)
	}
	return out, nil
}

// CheckPreferences returns an error if stored preferences can't be read.
func CheckPreferences(data []byte) error {
	_, err := readPreferences(data)
	return err
}

// PingsGM reports whether NPC turns mention the user in a fight that they start.
func (k savedKeeper) PingsGM(ctx context.Context, r *discord.Request, conf Settings) (bool, error) {
	data, err := k.Store.Load(ctx, store.PreferencesOf(r.Guild, r.User))
	if err != nil {
		return false, err
	}
	prefers, err := readPreferences(data)
	if err != nil || prefers.PingGM == nil {
		return conf.PingGM, err
	}
	return *prefers.PingGM, nil
}

// PreferPings stores whether NPC turns mention the user in fights that they start. It stores no answer, because another
// change of the same request does.
func (k savedKeeper) PreferPings(ctx context.Context, r *discord.Request, on bool) error {
	_, _, err := k.Store.Amend(ctx, store.PreferencesOf(r.Guild, r.User), "", func(data []byte) (next, answer []byte, err error) {
		prefers, err := readPreferences(data)
		if err != nil {
			return nil, nil, err
		}
		prefers.PingGM = &on
		next, err = json.Marshal(prefers)
		return next, nil, err
	})
	return err
}

// userData sends users what is stored about them.
func (b *Bot) userData(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	if !b.rate.AllowData(r.User, b.now()) {
		return nil, refuse(engine.NotNow, words.DataTooSoon())
	}
	return b.saved.UserData(ctx, r)
}

func askErase(context.Context, *discord.Request) (*discord.Reply, error) {
	return &discord.Reply{Ephemeral: true, Text: words.AskErase,
		Buttons: [][]discord.Button{{{Label: words.ButtonErase, ID: "erase", Style: discord.Danger}}}}, nil
}
