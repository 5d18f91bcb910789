package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"roundel/engine"
)

// cell is one stored value that is read and replaced as a whole.
type cell struct {
	get, put, drop string // statements; put takes the value after the key
	key            []any
}

func charactersOf(guild engine.GuildID, user engine.UserID) cell {
	return cell{"SELECT data FROM characters WHERE guild = ? AND user = ?",
		"INSERT INTO characters (guild, user, data) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET data = excluded.data",
		"DELETE FROM characters WHERE guild = ? AND user = ?", []any{guild, user}}
}

func preferencesOf(guild engine.GuildID, user engine.UserID) cell {
	return cell{"SELECT data FROM preferences WHERE guild = ? AND user = ?",
		"INSERT INTO preferences (guild, user, data) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET data = excluded.data",
		"DELETE FROM preferences WHERE guild = ? AND user = ?", []any{guild, user}}
}

func settingsOf(guild engine.GuildID) cell {
	return cell{"SELECT data FROM settings WHERE guild = ?",
		"INSERT INTO settings (guild, data) VALUES (?, ?) ON CONFLICT DO UPDATE SET data = excluded.data",
		"DELETE FROM settings WHERE guild = ?", []any{guild}}
}

func monstersOf(guild engine.GuildID) cell {
	return cell{"SELECT data FROM monsters WHERE guild = ?",
		"INSERT INTO monsters (guild, data) VALUES (?, ?) ON CONFLICT DO UPDATE SET data = excluded.data",
		"DELETE FROM monsters WHERE guild = ?", []any{guild}}
}

func preparedOf(guild engine.GuildID) cell {
	return cell{"SELECT data FROM prepared WHERE guild = ?",
		"INSERT INTO prepared (guild, data) VALUES (?, ?) ON CONFLICT DO UPDATE SET data = excluded.data",
		"DELETE FROM prepared WHERE guild = ?", []any{guild}}
}

// Characters returns the characters a user has saved in a server, or nil.
func (s *Store) Characters(ctx context.Context, guild engine.GuildID, user engine.UserID) ([]byte, error) {
	return s.lookup(ctx, charactersOf(guild, user))
}

// CharactersIn returns the characters that people have saved in a server.
func (s *Store) CharactersIn(ctx context.Context, guild engine.GuildID) (map[engine.UserID][]byte, error) {
	out := map[engine.UserID][]byte{}
	t := &tx{ctx: ctx, q: s.readDB}
	err := t.each("SELECT user, data FROM characters WHERE guild = ?", []any{guild}, func(rows *sql.Rows) error {
		var user engine.UserID
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
func (s *Store) AmendCharacters(ctx context.Context, guild engine.GuildID, user engine.UserID, interaction string,
	fn func(data []byte) (next, answer []byte, err error)) (answer []byte, again bool, err error) {
	return s.amend(ctx, charactersOf(guild, user), interaction, fn)
}

// Preferences returns what a user prefers in a server, or nil if nothing is stored.
func (s *Store) Preferences(ctx context.Context, guild engine.GuildID, user engine.UserID) ([]byte, error) {
	return s.lookup(ctx, preferencesOf(guild, user))
}

// AmendPreferences changes what a user prefers in a server in the same way as [Store.AmendCharacters].
func (s *Store) AmendPreferences(ctx context.Context, guild engine.GuildID, user engine.UserID, interaction string,
	fn func(data []byte) (next, answer []byte, err error)) (answer []byte, again bool, err error) {
	return s.amend(ctx, preferencesOf(guild, user), interaction, fn)
}

// Settings returns the settings of a server, or nil if it has none.
func (s *Store) Settings(ctx context.Context, guild engine.GuildID) ([]byte, error) {
	return s.lookup(ctx, settingsOf(guild))
}

// AmendSettings changes the settings of a server in the same way as [Store.AmendCharacters].
func (s *Store) AmendSettings(ctx context.Context, guild engine.GuildID, interaction string,
	fn func(data []byte) (next, answer []byte, err error)) (answer []byte, again bool, err error) {
	return s.amend(ctx, settingsOf(guild), interaction, fn)
}

// Monsters returns the monsters of a server, or nil if it has none.
func (s *Store) Monsters(ctx context.Context, guild engine.GuildID) ([]byte, error) {
	return s.lookup(ctx, monstersOf(guild))
}

// AmendMonsters changes the monsters of a server in the same way as [Store.AmendCharacters].
func (s *Store) AmendMonsters(ctx context.Context, guild engine.GuildID, interaction string,
	fn func(data []byte) (next, answer []byte, err error)) (answer []byte, again bool, err error) {
	return s.amend(ctx, monstersOf(guild), interaction, fn)
}

// Encounters returns the saved encounters of a server, or nil if it has none.
func (s *Store) Encounters(ctx context.Context, guild engine.GuildID) ([]byte, error) {
	return s.lookup(ctx, preparedOf(guild))
}

// AmendEncounters changes the saved encounters of a server in the same way as [Store.AmendCharacters].
func (s *Store) AmendEncounters(ctx context.Context, guild engine.GuildID, interaction string,
	fn func(data []byte) (next, answer []byte, err error)) (answer []byte, again bool, err error) {
	return s.amend(ctx, preparedOf(guild), interaction, fn)
}

// lookup reads a value through the read pool and returns nil if there is none.
func (s *Store) lookup(ctx context.Context, c cell) ([]byte, error) {
	var value []byte
	t := &tx{ctx: ctx, q: s.readDB}
	if _, err := t.get(c.get, c.key, &value); err != nil {
		return nil, s.readError(err)
	}
	return value, nil
}

func (s *Store) amend(ctx context.Context, c cell, interaction string,
	fn func(data []byte) (next, answer []byte, err error)) (answer []byte, again bool, err error) {
	return s.once(ctx, interaction, func(w *work) ([]byte, error) {
		var data []byte
		if _, err := w.get(c.get, c.key, &data); err != nil {
			return nil, err
		}
		next, answer, err := fn(data)
		if err != nil {
			return nil, err
		}
		if next == nil {
			return answer, w.exec(c.drop, c.key...)
		}
		return answer, w.exec(c.put, append(slices.Clip(c.key), next)...)
	})
}

// once runs fn in one transaction and stores the answer that fn returns under the interaction's ID. If that ID is already
// stored, once does not run fn, but returns the stored answer with again set to true.
func (s *Store) once(ctx context.Context, interaction string, fn func(*work) (answer []byte, err error)) (answer []byte, again bool, err error) {
	id, err := interactionID(interaction)
	if err != nil {
		return nil, false, err
	}
	err = s.write(ctx, func(w *work) (err error) {
		if answer, again, err = w.answered(id); again || err != nil {
			return err
		}
		if answer, err = fn(w); err != nil {
			return err
		}
		return w.answer(id, s.now(), answer)
	})
	if err != nil {
		return nil, false, err
	}
	return answer, again, nil
}

// Party returns the usual party of a channel, sorted, or nil if it has none.
func (s *Store) Party(ctx context.Context, channel engine.ChannelID) ([]engine.UserID, error) {
	var out []engine.UserID
	t := &tx{ctx: ctx, q: s.readDB}
	err := t.each("SELECT user FROM parties WHERE channel = ? ORDER BY user", []any{channel}, func(rows *sql.Rows) error {
		var user engine.UserID
		err := rows.Scan(&user)
		out = append(out, user)
		return err
	})
	return out, s.readError(err)
}

// SetParty replaces the usual party of a channel; without users, it deletes it. The answer is kept with the interaction as in [Store.Update].
// If there already is an answer under that ID, nothing is changed, and that answer is returned with again set.
func (s *Store) SetParty(ctx context.Context, guild engine.GuildID, channel engine.ChannelID, users []engine.UserID,
	interaction string, answer []byte) (kept []byte, again bool, err error) {
	return s.once(ctx, interaction, func(w *work) ([]byte, error) {
		if err := w.exec("DELETE FROM parties WHERE channel = ?", channel); err != nil {
			return nil, err
		}
		for _, user := range users {
			if err := w.exec("INSERT INTO parties (channel, user, guild) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", channel, user, guild); err != nil {
				return nil, err
			}
		}
		return answer, nil
	})
}

// preparing is the first schema with what GMs prepare.
const preparing = 10

// prepared checks that the monsters and the saved encounters of every server can be read.
func (c *checker) prepared() error {
	if c.report.Schema < preparing {
		return nil
	}
	for _, kept := range []struct{ table, what string }{{"monsters", "monsters"}, {"prepared", "saved encounters"}} {
		query := "SELECT guild FROM " + kept.table + " WHERE NOT json_valid(CAST(data AS TEXT)) ORDER BY guild"
		if err := c.tx().each(query, nil, func(rows *sql.Rows) error {
			var guild string
			err := rows.Scan(&guild)
			if err == nil {
				c.fault("server %s: %v", guild, notJSON(kept.what))
			}
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

// notJSON returns the error for something of a server that cannot be read.
func notJSON(what string) error { return fmt.Errorf("its %s are not JSON", what) }
