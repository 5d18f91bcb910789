package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"roundel/snowflake"
)

// person is the data stored about one user.
type person struct {
	User        string          `json:"user"`
	Characters  []savedByServer `json:"characters"`
	Preferences []savedByServer `json:"preferences"`
	Parties     []party         `json:"parties"`
	Commands    []givenCommand  `json:"commands"`
	Older       bool            `json:"older_commands_left_out,omitempty"`
}

// savedByServer is one value that is stored per user and server.
type savedByServer struct {
	Server string          `json:"server"`
	Data   json.RawMessage `json:"data"`
}

// party is a channel whose usual party a user belongs to.
type party struct {
	Server  string `json:"server"`
	Channel string `json:"channel"`
}

type givenCommand struct {
	Channel   string    `json:"channel"`
	Encounter int64     `json:"encounter"`
	At        time.Time `json:"at"`
	Command   string    `json:"command"`
}

// The limits of [Store.UserData]. The whole log of a fight is scanned, so no further fight is read after maxScanned
// entries.
const (
	maxCommands = 10_000
	maxText     = 1 << 20 // bytes of commands
	maxScanned  = 100_000 // entries
)

const (
	savedByUser     = `SELECT guild, data FROM characters WHERE "user" = $1 ORDER BY guild`
	preferredByUser = `SELECT guild, data FROM preferences WHERE "user" = $1 ORDER BY guild`

	partiesOfUser = `SELECT guild, channel FROM parties WHERE "user" = $1 ORDER BY guild, channel`

	eraseCharacters  = `DELETE FROM characters WHERE "user" = $1`
	erasePreferences = `DELETE FROM preferences WHERE "user" = $1`
	eraseFromParties = `DELETE FROM parties WHERE "user" = $1`

	fightsOfUser = `SELECT id, last, channel FROM encounters
		WHERE id IN (SELECT encounter FROM participants WHERE "user" = $1) ORDER BY id DESC LIMIT $2`
)

// UserQueries returns the statements that have to find a user's rows by an index, in every database.
func UserQueries() []string {
	return []string{savedByUser, preferredByUser, partiesOfUser, fightsOfUser, eraseCharacters, erasePreferences, eraseFromParties}
}

// UserData returns the data stored about a user as JSON: the saved characters and the preferences by server, the
// usual parties, and the commands given in fights, the oldest first. whole is false if there are older commands that were left out. Answers to interactions, which
// are kept for two days by the interaction's ID alone, are not included: they do not say which user they belong to.
func (s *Store) UserData(ctx context.Context, user snowflake.User) (data []byte, whole bool, err error) {
	out := person{User: string(user), Commands: []givenCommand{}}
	err = s.reading(ctx, func(t *Tx) (err error) {
		if out.Characters, err = out.saved(t, savedByUser); err != nil {
			return err
		}
		if out.Preferences, err = out.saved(t, preferredByUser); err != nil {
			return err
		}
		if out.Parties, err = out.readParties(t); err != nil {
			return err
		}
		return out.readCommands(t)
	})
	if err != nil {
		return nil, false, err
	}
	if data, err = json.MarshalIndent(out, "", "  "); err != nil {
		return nil, false, fmt.Errorf("store: data of user %s: %w", user, err)
	}
	return data, !out.Older, nil
}

// saved returns what a query finds for the user, which is an empty list if there is nothing.
func (p *person) saved(t *Tx, query string) ([]savedByServer, error) {
	out := []savedByServer{}
	err := t.Each(query, []any{p.User}, func(rows *sql.Rows) error {
		var one savedByServer
		var data []byte
		err := rows.Scan(&one.Server, &data)
		one.Data = data
		out = append(out, one)
		return err
	})
	return out, err
}

// readParties returns the channels whose usual party the user belongs to.
func (p *person) readParties(t *Tx) ([]party, error) {
	out := []party{}
	err := t.Each(partiesOfUser, []any{p.User}, func(rows *sql.Rows) error {
		var one party
		err := rows.Scan(&one.Server, &one.Channel)
		out = append(out, one)
		return err
	})
	return out, err
}

// readCommands reads the commands of the user's latest fights, the newest first, and reverses them.
func (p *person) readCommands(t *Tx) error {
	type fight struct {
		id, entries int64
		channel     string
	}
	var fights []fight
	err := t.Each(fightsOfUser, []any{p.User, maxCommands + 1}, func(rows *sql.Rows) error {
		var f fight
		err := rows.Scan(&f.id, &f.entries, &f.channel)
		fights = append(fights, f)
		return err
	})
	if err != nil {
		return err
	}
	scanned, text := int64(0), 0
	for i, f := range fights {
		if scanned += f.entries; p.Older || i > 0 && scanned > maxScanned {
			p.Older = true
			break
		}
		err := t.Commands(t, f.id, snowflake.User(p.User), maxCommands+1-len(p.Commands), func(rows *sql.Rows) error {
			var at int64
			c := givenCommand{Channel: f.channel, Encounter: f.id}
			err := rows.Scan(&at, &c.Command)
			c.At, text = millis(at), text+len(c.Command)
			if len(p.Commands) >= maxCommands || text > maxText {
				p.Older = true
			} else {
				p.Commands = append(p.Commands, c)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	slices.Reverse(p.Commands)
	return nil
}

// EraseUser deletes the saved characters and the preferences of a user in all servers, and takes the user out of all usual parties. The user's Discord ID stays in the logs of fights,
// because a log with entries removed would not fold to the fight that was played. Errors are those of [Store.Update].
//
// It waits for changes of what it deletes that are under way, perhaps in another process: they would store again what they have read before.
func (s *Store) EraseUser(ctx context.Context, user snowflake.User) error {
	return s.transact(ctx, func(t *Tx) error {
		if err := t.lockSaved(user); err != nil {
			return err
		}
		for _, statement := range []string{eraseCharacters, erasePreferences, eraseFromParties} {
			if err := t.Exec(statement, user); err != nil {
				return err
			}
		}
		return nil
	})
}

// lockSaved locks the saved characters and the preferences of a user, always in the same order.
func (t *Tx) lockSaved(user snowflake.User) error {
	var locks []string
	for _, saved := range []struct {
		query string
		in    func(snowflake.Guild, snowflake.User) Cell
	}{{savedByUser, CharactersOf}, {preferredByUser, PreferencesOf}} {
		err := t.Each(saved.query, []any{user}, func(rows *sql.Rows) error {
			var guild snowflake.Guild
			err := rows.Scan(&guild, new([]byte))
			locks = append(locks, saved.in(guild, user).String())
			return err
		})
		if err != nil {
			return err
		}
	}
	for _, name := range locks {
		if err := t.Lock(t, name); err != nil {
			return err
		}
	}
	return nil
}
