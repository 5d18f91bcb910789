package store

import (
	"context"
	"database/sql"

	"roundel/snowflake"
)

// cell is one stored value that is read and replaced as a whole. Its table has one row for each server, or for each user in a
// server.
type cell struct {
	table string
	guild snowflake.Guild
	user  snowflake.User // empty: the value is the whole server's
}

func charactersOf(guild snowflake.Guild, user snowflake.User) cell {
	return cell{"characters", guild, user}
}

func preferencesOf(guild snowflake.Guild, user snowflake.User) cell {
	return cell{"preferences", guild, user}
}

func settingsOf(guild snowflake.Guild) cell { return cell{"settings", guild, ""} }
func monstersOf(guild snowflake.Guild) cell { return cell{"monsters", guild, ""} }
func preparedOf(guild snowflake.Guild) cell { return cell{"prepared", guild, ""} }

// key returns the condition that finds the row, and its arguments.
func (c cell) key() (where string, args []any) {
	if c.user == "" {
		return " WHERE guild = $1", []any{c.guild}
	}
	return ` WHERE guild = $1 AND "user" = $2`, []any{c.guild, c.user}
}

// lock is the name that whoever changes the value locks.
func (c cell) lock() string { return c.table + " " + string(c.guild) + " " + string(c.user) }

// get reads the value. It is nil if there is none.
func (c cell) get(t *Tx) (data []byte, err error) {
	where, args := c.key()
	_, err = t.Get("SELECT data FROM "+c.table+where, args, &data)
	return data, err
}

// set replaces the value. Nil deletes it.
func (c cell) set(t *Tx, data []byte) error {
	where, args := c.key()
	switch {
	case data == nil:
		return t.Exec("DELETE FROM "+c.table+where, args...)
	case c.user == "":
		return t.Exec("INSERT INTO "+c.table+" (guild, data) VALUES ($1, $2) ON CONFLICT (guild) DO UPDATE SET data = excluded.data", c.guild, data)
	}
	return t.Exec("INSERT INTO "+c.table+` (guild, "user", data) VALUES ($1, $2, $3) ON CONFLICT (guild, "user") DO UPDATE SET data = excluded.data`,
		c.guild, c.user, data)
}

// Characters returns the characters a user has saved in a server, or nil.
func (s *Store) Characters(ctx context.Context, guild snowflake.Guild, user snowflake.User) ([]byte, error) {
	return s.lookup(ctx, charactersOf(guild, user))
}

// CharactersIn returns the characters that people have saved in a server.
func (s *Store) CharactersIn(ctx context.Context, guild snowflake.Guild) (map[snowflake.User][]byte, error) {
	out := map[snowflake.User][]byte{}
	err := s.query(ctx).Each(`SELECT "user", data FROM characters WHERE guild = $1`, []any{guild}, func(rows *sql.Rows) error {
		var user snowflake.User
		var data []byte
		err := rows.Scan(&user, &data)
		out[user] = data
		return err
	})
	if err != nil {
		return nil, s.readError(err)
	}
	return out, nil
}

// AmendCharacters changes the characters a user has saved in a server. fn gets the stored value (nil if there is none)
// and returns the new value and the answer, which is kept with the interaction as in [Store.Update]. A nil next deletes
// the value. Errors are those of Update; after any of them nothing has changed.
func (s *Store) AmendCharacters(ctx context.Context, guild snowflake.Guild, user snowflake.User, interaction string,
	fn func(data []byte) (next, answer []byte, err error)) (answer []byte, again bool, err error) {
	return s.amend(ctx, charactersOf(guild, user), interaction, fn)
}

// Preferences returns what a user prefers in a server, or nil if nothing is stored.
func (s *Store) Preferences(ctx context.Context, guild snowflake.Guild, user snowflake.User) ([]byte, error) {
	return s.lookup(ctx, preferencesOf(guild, user))
}

// AmendPreferences changes what a user prefers in a server in the same way as [Store.AmendCharacters].
func (s *Store) AmendPreferences(ctx context.Context, guild snowflake.Guild, user snowflake.User, interaction string,
	fn func(data []byte) (next, answer []byte, err error)) (answer []byte, again bool, err error) {
	return s.amend(ctx, preferencesOf(guild, user), interaction, fn)
}

// Settings returns the settings of a server, or nil if it has none.
func (s *Store) Settings(ctx context.Context, guild snowflake.Guild) ([]byte, error) {
	return s.lookup(ctx, settingsOf(guild))
}

// AmendSettings changes the settings of a server in the same way as [Store.AmendCharacters].
func (s *Store) AmendSettings(ctx context.Context, guild snowflake.Guild, interaction string,
	fn func(data []byte) (next, answer []byte, err error)) (answer []byte, again bool, err error) {
	return s.amend(ctx, settingsOf(guild), interaction, fn)
}

// Monsters returns the monsters of a server, or nil if it has none.
func (s *Store) Monsters(ctx context.Context, guild snowflake.Guild) ([]byte, error) {
	return s.lookup(ctx, monstersOf(guild))
}

// AmendMonsters changes the monsters of a server in the same way as [Store.AmendCharacters].
func (s *Store) AmendMonsters(ctx context.Context, guild snowflake.Guild, interaction string,
	fn func(data []byte) (next, answer []byte, err error)) (answer []byte, again bool, err error) {
	return s.amend(ctx, monstersOf(guild), interaction, fn)
}

// Encounters returns the saved encounters of a server, or nil if it has none.
func (s *Store) Encounters(ctx context.Context, guild snowflake.Guild) ([]byte, error) {
	return s.lookup(ctx, preparedOf(guild))
}

// AmendEncounters changes the saved encounters of a server in the same way as [Store.AmendCharacters].
func (s *Store) AmendEncounters(ctx context.Context, guild snowflake.Guild, interaction string,
	fn func(data []byte) (next, answer []byte, err error)) (answer []byte, again bool, err error) {
	return s.amend(ctx, preparedOf(guild), interaction, fn)
}

// lookup reads a value and returns nil if there is none.
func (s *Store) lookup(ctx context.Context, c cell) ([]byte, error) {
	data, err := c.get(s.query(ctx))
	if err != nil {
		return nil, s.readError(err)
	}
	return data, nil
}

func (s *Store) amend(ctx context.Context, c cell, interaction string,
	fn func(data []byte) (next, answer []byte, err error)) (answer []byte, again bool, err error) {
	return s.once(ctx, c.lock(), interaction, func(t *Tx) ([]byte, error) {
		data, err := c.get(t)
		if err != nil {
			return nil, err
		}
		next, answer, err := fn(data)
		if err != nil {
			return nil, err
		}
		return answer, c.set(t, next)
	})
}

// Party returns the usual party of a channel, sorted, or nil if it has none.
func (s *Store) Party(ctx context.Context, channel snowflake.Channel) ([]snowflake.User, error) {
	var out []snowflake.User
	err := s.query(ctx).Each(`SELECT "user" FROM parties WHERE channel = $1 ORDER BY "user"`, []any{channel}, func(rows *sql.Rows) error {
		var user snowflake.User
		err := rows.Scan(&user)
		out = append(out, user)
		return err
	})
	return out, s.readError(err)
}

// SetParty replaces the usual party of a channel; without users, it deletes it. The answer is kept with the interaction as in [Store.Update].
// If there already is an answer under that ID, nothing is changed, and that answer is returned with again set.
func (s *Store) SetParty(ctx context.Context, guild snowflake.Guild, channel snowflake.Channel, users []snowflake.User,
	interaction string, answer []byte) (kept []byte, again bool, err error) {
	return s.once(ctx, "party:"+string(channel), interaction, func(t *Tx) ([]byte, error) {
		if err := t.Exec("DELETE FROM parties WHERE channel = $1", channel); err != nil {
			return nil, err
		}
		for _, user := range users {
			if err := t.Exec(`INSERT INTO parties (channel, "user", guild) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, channel, user, guild); err != nil {
				return nil, err
			}
		}
		return answer, nil
	})
}
