package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/engine"
	"roundel/engine/strictyaml"
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

// listChange changes a stored value: it returns the new value, or nil to delete it, and the answer to the request.
type listChange = func(data []byte) (next, answer []byte, err error)

// DecodeList reads a stored list.
func DecodeList[T any](data []byte) ([]T, error) {
	if len(data) == 0 {
		return nil, nil
	}
	var out []T
	if err := json.Unmarshal(data, &out); err != nil {
		return nil, fmt.Errorf("lists: %w", err)
	}
	return out, nil
}

// amendList changes a stored list and stores the reply. A refusal is stored too, and leaves the list unchanged. A request that is delivered
// twice gets the same reply.
func amendList[T any](store func(change listChange) (answer []byte, again bool, err error), fn func(have []T) ([]T, *discord.Reply, error)) (*discord.Reply, error) {
	refused := false
	data, _, err := store(func(data []byte) (next, answer []byte, err error) {
		have, err := DecodeList[T](data)
		if err != nil {
			return nil, nil, err
		}
		list, reply, err := fn(have)
		var why *words.Refused
		switch {
		case errors.As(err, &why):
			reply = privately(why.Text)
			reply.Refused, refused = true, true
			next = data
		case err != nil:
			return nil, nil, err
		case len(list) > 0:
			if next, err = json.Marshal(list); err != nil {
				return nil, nil, err
			}
		}
		answer, err = json.Marshal(reply)
		return next, answer, err
	})
	if err != nil {
		return nil, err
	}
	reply := new(discord.Reply)
	if err := json.Unmarshal(data, reply); err != nil {
		return nil, fmt.Errorf("lists: stored reply: %w", err)
	}
	reply.Refused = refused
	return reply, nil
}

// storedReply returns the reply that was stored with a request.
func storedReply(data []byte) (*discord.Reply, error) {
	reply := new(discord.Reply)
	if err := json.Unmarshal(data, reply); err != nil {
		return nil, fmt.Errorf("stored reply: %w", err)
	}
	return reply, nil
}

// notFetched returns the refusal for a file that could not be downloaded, or any other error as it is. tooLarge is the text for a file that is
// too large.
func notFetched(err error, tooLarge string) error {
	var why *discord.Error
	if !errors.As(err, &why) {
		return err
	}
	switch why.Problem {
	case discord.NotDiscord:
		return words.New(engine.Invalid, words.FileNotDiscord())
	case discord.TooLarge:
		return words.New(engine.Invalid, tooLarge)
	case discord.Gone:
		return words.New(engine.NotFound, words.FileGone())
	}
	return words.New(engine.NotNow, words.FileNotFetched())
}

// faulty replies with everything that is wrong with a file (RS-4). what is what the file holds, as the sentence calls it.
func faulty(what string, problems strictyaml.Problems) *discord.Reply {
	list := make([]words.Problem, len(problems))
	for i, p := range problems {
		list[i] = words.Problem(p)
	}
	text, file := words.Problems(what, list)
	reply := withFile(text, "problems.txt", file)
	reply.Refused = true
	return reply
}

// userData sends users what is stored about them.
func (b *Bot) userData(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	if !b.rate.AllowData(r.User, b.now()) {
		return nil, refuse(engine.NotNow, words.DataTooSoon())
	}
	return b.saved.UserData(ctx, r)
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

func askErase(context.Context, *discord.Request) (*discord.Reply, error) {
	return &discord.Reply{Ephemeral: true, Text: words.AskErase,
		Buttons: [][]discord.Button{{{Label: words.ButtonErase, ID: "erase", Style: discord.Danger}}}}, nil
}

// Erase deletes what is stored about a user.
func (k savedKeeper) Erase(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	if err := k.Store.EraseUser(ctx, r.User); err != nil {
		return nil, err
	}
	return &discord.Reply{Ephemeral: true, Text: words.Erased}, nil
}
