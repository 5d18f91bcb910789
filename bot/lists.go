package bot

import (
	"encoding/json"
	"errors"
	"fmt"

	"roundel/bot/discord"

	"roundel/bot/words"

	"roundel/engine"
	"roundel/engine/rules"
)

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

// privately returns a reply that only the asker sees.
func privately(text string) *discord.Reply { return &discord.Reply{Ephemeral: true, Text: text} }

// withFile returns a reply that only the asker sees, with a text file unless that is empty.
func withFile(text, name, file string) *discord.Reply {
	reply := privately(text)
	if file != "" {
		reply.Files = []discord.File{{Name: name, Type: "text/plain; charset=utf-8", Data: []byte(file + "\n")}}
	}
	return reply
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
func faulty(what string, problems rules.Problems) *discord.Reply {
	list := make([]words.Problem, len(problems))
	for i, p := range problems {
		list[i] = words.Problem(p)
	}
	text, file := words.Problems(what, list)
	reply := withFile(text, "problems.txt", file)
	reply.Refused = true
	return reply
}
