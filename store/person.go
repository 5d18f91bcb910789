package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"
)

// person is what is stored of one user.
type person struct {
	User       string            `json:"user"`
	Characters []savedCharacters `json:"characters"`
	Commands   []givenCommand    `json:"commands"`
}

type savedCharacters struct {
	Server string          `json:"server"`
	Data   json.RawMessage `json:"data"`
}

type givenCommand struct {
	Channel   string    `json:"channel"`
	Encounter int64     `json:"encounter"`
	At        time.Time `json:"at"`
	Command   string    `json:"command"`
}

// UserData returns as JSON what is stored of a user: the saved characters, by server, and the commands given in fights.
// Answers to interactions, which are kept for two days under the interaction's ID alone, cannot be told apart by user.
func (s *Store) UserData(ctx context.Context, user string) ([]byte, error) {
	out := person{User: user, Characters: []savedCharacters{}, Commands: []givenCommand{}}
	t := &tx{ctx: ctx, q: s.readDB}
	err := t.each("SELECT guild, data FROM characters WHERE user = ? ORDER BY guild", []any{user}, func(rows *sql.Rows) error {
		var c savedCharacters
		var data []byte
		err := rows.Scan(&c.Server, &data)
		c.Data = data
		out.Characters = append(out.Characters, c)
		return err
	})
	if err != nil {
		return nil, s.readError(err)
	}
	err = t.each(`SELECT channel, encounter, at, command FROM entries JOIN encounters ON encounters.id = encounter
		WHERE by_user = ? ORDER BY encounter, seq`, []any{user}, func(rows *sql.Rows) error {
		var c givenCommand
		var at int64
		err := rows.Scan(&c.Channel, &c.Encounter, &at, &c.Command)
		c.At = millis(at)
		out.Commands = append(out.Commands, c)
		return err
	})
	if err != nil {
		return nil, s.readError(err)
	}
	data, err := json.MarshalIndent(out, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("store: what is stored of user %s: %w", user, err)
	}
	return data, nil
}

// EraseUser deletes the saved characters of a user in all servers. In the logs of fights the user stays, as the number
// that Discord gave: a log from which somebody was cut would not fold to the fight that was played. Errors are those of
// [Store.Update].
func (s *Store) EraseUser(ctx context.Context, user string) error {
	return s.write(ctx, func(w *work) error {
		return w.exec("DELETE FROM characters WHERE user = ?", user)
	})
}
