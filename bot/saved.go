package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/strictyaml"
	"roundel/store"
)

// Decode reads a stored value. Where nothing is stored, or what is can't be read, it is the zero value of its type.
func Decode[T any](data []byte) (T, error) {
	var out, none T
	if len(data) == 0 {
		return none, nil
	}
	if err := json.Unmarshal(data, &out); err != nil {
		return none, fmt.Errorf("stored %T: %w", none, err)
	}
	return out, nil
}

// Loader loads what servers and users have saved, see [Store].
type Loader interface {
	Load(ctx context.Context, c store.Cell) ([]byte, error)
}

// load returns a stored value.
func load[T any](ctx context.Context, st Loader, c store.Cell) (T, error) {
	data, err := st.Load(ctx, c)
	if err != nil {
		var none T
		return none, err
	}
	value, err := Decode[T](data)
	if err != nil {
		return value, fmt.Errorf("%s: %w", c, err)
	}
	return value, nil
}

// amending returns what [Store] needs to change a stored value and to store the answer that fn returns.
func amending[T any](fn func(value *T) (answer []byte, err error)) func(data []byte) (next, answer []byte, err error) {
	return func(data []byte) (next, answer []byte, err error) {
		value, err := Decode[T](data)
		if err != nil {
			return nil, nil, err
		}
		if answer, err = fn(&value); err != nil {
			return nil, nil, err
		}
		next, err = json.Marshal(value)
		return next, answer, err
	}
}

// loadForGM returns a list of a server, or nothing to those who are neither members with Manage Server nor have the GM role.
func loadForGM[T any](ctx context.Context, b *Bot, r *discord.Request, c store.Cell) ([]T, error) {
	actor, _, err := b.actor(ctx, r)
	if err != nil || r.Guild == "" || !actor.Manager {
		return nil, err
	}
	return load[[]T](ctx, b.store, c)
}

// amend changes a stored value and stores the reply, whose language is l. A refusal is stored too, and leaves the value unchanged. A list that
// has become nil is deleted.
func amend[T any](ctx context.Context, b *Bot, r *discord.Request, l *lang.Language, c store.Cell, fn func(value *T) (*discord.Reply, error)) (*discord.Reply, error) {
	return keepReply(l, func(keep keeping) ([]byte, bool, error) {
		return b.store.Amend(ctx, c, r.ID, func(data []byte) (next, answer []byte, err error) {
			value, err := Decode[T](data)
			if err != nil {
				return nil, nil, err
			}
			reply, why := fn(&value)
			if answer, err = keep(reply, why); err != nil || why != nil {
				return data, answer, err
			}
			if next, err = json.Marshal(value); string(next) == "null" {
				next = nil
			}
			return next, answer, err
		})
	})
}

// amendList is [amend] for a list, which is deleted if it has become empty.
func amendList[T any](ctx context.Context, b *Bot, r *discord.Request, l *lang.Language, c store.Cell, fn func(have []T) ([]T, *discord.Reply, error)) (*discord.Reply, error) {
	return amend(ctx, b, r, l, c, func(list *[]T) (reply *discord.Reply, err error) {
		if *list, reply, err = fn(*list); len(*list) == 0 {
			*list = nil
		}
		return reply, err
	})
}

// keeping returns a reply as it is stored; for a refusal, which comes as an error, its reply.
type keeping func(reply *discord.Reply, why error) ([]byte, error)

// keepReply runs a transaction that stores its reply, and returns that. A request that is delivered twice gets the same reply.
func keepReply(l *lang.Language, change func(keep keeping) (answer []byte, again bool, err error)) (*discord.Reply, error) {
	refused := false
	data, _, err := change(func(reply *discord.Reply, why error) ([]byte, error) {
		if refusal, is := errors.AsType[*words.Refused](why); is {
			reply = privately(refusal.In(l))
			reply.Refused = true
		} else if why != nil {
			return nil, why
		}
		refused = reply.Refused
		return json.Marshal(reply)
	})
	if err != nil {
		return nil, err
	}
	reply := new(discord.Reply)
	if err := json.Unmarshal(data, reply); err != nil {
		return nil, fmt.Errorf("stored reply: %w", err)
	}
	reply.Refused = refused
	return reply, nil
}

// namesOf returns the names of what is in a list.
func namesOf[T any](list []T, name func(T) string) []string {
	out := make([]string, len(list))
	for i, one := range list {
		out[i] = name(one)
	}
	return out
}

// sortedBy returns a list sorted by name.
func sortedBy[T any](list []T, name func(T) string) []T {
	slices.SortFunc(list, func(a, b T) int {
		x, y := name(a), name(b)
		return cmp.Or(strings.Compare(strings.ToLower(x), strings.ToLower(y)), strings.Compare(x, y))
	})
	return list
}

// nearest returns the name that is most similar to what was typed, or "" if none is similar.
func nearest(names []string, typed string) string {
	best, least := "", 0
	if len(typed) > 100 {
		return ""
	}
	for _, name := range names {
		if off, alike := engine.Likeness(typed, name); alike && (best == "" || off < least) {
			best, least = name, off
		}
	}
	return best
}

// notFetched returns the refusal for a file that could not be downloaded, or any other error as it is. tooLarge is the text for a file that is
// too large.
func notFetched(err error, tooLarge lang.Phrase) error {
	why, is := errors.AsType[*discord.Error](err)
	if !is {
		return err
	}
	switch why.Problem {
	case discord.NotDiscord:
		return refuse(engine.Invalid, lang.P("bot.file-not-discord"))
	case discord.TooLarge:
		return refuse(engine.Invalid, tooLarge)
	case discord.Gone:
		return refuse(engine.NotFound, lang.P("bot.file-gone"))
	}
	return refuse(engine.NotNow, lang.P("bot.file-not-fetched"))
}

// faulty replies with everything that is wrong with a file (RS-4); what is ruleset or file.
func faulty(l *lang.Language, what string, problems strictyaml.Problems) *discord.Reply {
	text, file := words.Problems(l, what, problems)
	reply := withFile(text, "problems.txt", file)
	reply.Refused = true
	return reply
}

// userData sends users what is stored about them.
func (b *Bot) userData(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	if !b.rate.allow("", r.User, 1, b.now()) {
		return nil, refuse(engine.NotNow, lang.P("bot.data-too-soon"))
	}
	data, whole, err := b.store.UserData(ctx, r.User)
	if err != nil {
		return nil, err
	}
	return &discord.Reply{Ephemeral: true, Text: b.reader(ctx, r).Line("character.data", lang.Flag("whole", whole)),
		Files: []discord.File{{Name: "roundel-data.json", Type: "application/json", Data: data}}}, nil
}

func (b *Bot) askErase(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	l := b.reader(ctx, r)
	return &discord.Reply{Ephemeral: true, Text: l.Line("character.ask-erase"),
		Buttons: [][]discord.Button{{card.Button(l, discord.Danger, "erase")}}}, nil
}

// erase deletes what is stored about a user.
func (b *Bot) erase(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	if err := b.store.EraseUser(ctx, r.User); err != nil {
		return nil, err
	}
	return privately(b.reader(ctx, r).Line("character.erased")), nil
}
