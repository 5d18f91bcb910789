package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"roundel/snowflake"
)

// Cell names a value that is read and replaced as a whole, as JSON. Its table has one row for each server, or for each user in a server.
type Cell struct {
	table string
	guild snowflake.Guild
	user  snowflake.User // empty: the value is the whole server's
}

// CharactersOf names the characters that a user has saved in a server.
func CharactersOf(guild snowflake.Guild, user snowflake.User) Cell {
	return Cell{"characters", guild, user}
}

// PreferencesOf names what a user prefers in a server.
func PreferencesOf(guild snowflake.Guild, user snowflake.User) Cell {
	return Cell{"preferences", guild, user}
}

// RollsOf names the named rolls of a user in a server, what the user can roll again, and how often each face came up.
func RollsOf(guild snowflake.Guild, user snowflake.User) Cell { return Cell{"rolls", guild, user} }

// SettingsOf names the settings of a server.
func SettingsOf(guild snowflake.Guild) Cell { return Cell{"settings", guild, ""} }

// MonstersOf names the monsters of a server.
func MonstersOf(guild snowflake.Guild) Cell { return Cell{"monsters", guild, ""} }

// EncountersOf names the saved encounters of a server.
func EncountersOf(guild snowflake.Guild) Cell { return Cell{"prepared", guild, ""} }

// key returns the condition that finds the row, and its arguments.
func (c Cell) key() (where string, args []any) {
	if c.user == "" {
		return " WHERE guild = $1", []any{c.guild}
	}
	return ` WHERE guild = $1 AND "user" = $2`, []any{c.guild, c.user}
}

// String returns the value's unique name, which transactions lock before they change it.
func (c Cell) String() string { return c.table + " " + string(c.guild) + " " + string(c.user) }

// get reads the value. It is nil if there is none.
func (c Cell) get(t *Tx) (data []byte, err error) {
	where, args := c.key()
	_, err = t.Get("SELECT data FROM "+c.table+where, args, &data)
	return data, err
}

// set replaces the value. Nil deletes it.
func (c Cell) set(t *Tx, data []byte) error {
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

// Load returns a value, or nil if nothing is stored.
func (s *Store) Load(ctx context.Context, c Cell) ([]byte, error) {
	data, err := c.get(s.query(ctx))
	return data, s.readError(err)
}

// Amend changes a value. fn gets the stored value (nil if there is none) and returns the new value and the answer, which is kept with the
// interaction as in [Store.Update]. A nil next deletes the value. Errors are those of Update; after any of them nothing has changed.
func (s *Store) Amend(ctx context.Context, c Cell, interaction string,
	fn func(data []byte) (next, answer []byte, err error)) (answer []byte, again bool, err error) {
	return s.AmendAll(ctx, []Cell{c}, interaction, func(data [][]byte) ([][]byte, []byte, error) {
		next, answer, err := fn(data[0])
		return [][]byte{next}, answer, err
	})
}

// AmendAll is Amend for several values, different from each other, which change together. fn gets and returns them in the order of the cells, of
// which there is at least one.
func (s *Store) AmendAll(ctx context.Context, cells []Cell, interaction string,
	fn func(data [][]byte) (next [][]byte, answer []byte, err error)) (answer []byte, again bool, err error) {
	locks := make([]string, len(cells))
	for i, c := range cells {
		locks[i] = c.String()
	}
	slices.Sort(locks) // in the same order as all transactions
	return s.once(ctx, locks[0], interaction, func(t *Tx) ([]byte, error) {
		data := make([][]byte, len(cells))
		for _, lock := range locks[1:] {
			if err := t.Lock(t, lock); err != nil {
				return nil, err
			}
		}
		for i, c := range cells {
			var err error
			if data[i], err = c.get(t); err != nil {
				return nil, err
			}
		}
		next, answer, err := fn(data)
		if err != nil {
			return nil, err
		}
		for i, c := range cells {
			if err := c.set(t, next[i]); err != nil {
				return nil, err
			}
		}
		return answer, nil
	})
}

// CharactersIn returns the characters that people have saved in a server.
func (s *Store) CharactersIn(ctx context.Context, guild snowflake.Guild) (map[snowflake.User][]byte, error) {
	return s.savedIn(ctx, "characters", guild)
}

// RollsIn returns what is kept of the dice of people and fights in a server.
func (s *Store) RollsIn(ctx context.Context, guild snowflake.Guild) (map[snowflake.User][]byte, error) {
	return s.savedIn(ctx, "rolls", guild)
}

func (s *Store) savedIn(ctx context.Context, table string, guild snowflake.Guild) (map[snowflake.User][]byte, error) {
	out := map[snowflake.User][]byte{}
	err := s.query(ctx).Each(`SELECT "user", data FROM `+table+` WHERE guild = $1`, []any{guild}, func(rows *sql.Rows) error {
		var user snowflake.User
		var data []byte
		err := rows.Scan(&user, &data)
		out[user] = data
		return err
	})
	return out, s.readError(err)
}

// Party returns the usual party of a channel, sorted, or nil if it has none.
func (s *Store) Party(ctx context.Context, channel snowflake.Channel) ([]snowflake.User, error) {
	out, err := Select(s.query(ctx), `SELECT "user" FROM parties WHERE channel = $1 ORDER BY "user"`, []any{channel}, Only[snowflake.User])
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

// Get returns the fact stored under key, or nil.
func (s *Store) Get(ctx context.Context, key string) ([]byte, error) {
	var value []byte
	_, err := s.query(ctx).Get("SELECT value FROM facts WHERE key = $1", []any{FactKey(key)}, &value)
	return value, s.readError(err)
}

// Put stores a fact and replaces any earlier one with the same key. Errors are those of [Store.Update].
func (s *Store) Put(ctx context.Context, key string, value []byte) error {
	return s.transact(ctx, func(t *Tx) error {
		return t.Exec("INSERT INTO facts (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
			FactKey(key), Blob(value))
	})
}

// Ping writes a probe value. If it returns nil, commands can be stored. Errors are those of [Store.Update].
func (s *Store) Ping(ctx context.Context) error {
	return s.Put(ctx, "store.probe", []byte(s.now().UTC().Format(time.RFC3339Nano)))
}

// schemeEnd appears in every key that holds an address.
const schemeEnd = "://"

// FactKey returns the key under which a fact is stored. Hosts put passwords into addresses, so a key that contains an
// address is stored as a hash, computed without the user name and the password.
func FactKey(key string) string {
	before, address, ok := strings.Cut(key, schemeEnd)
	if !ok {
		return key
	}
	kind, _, _ := strings.Cut(before, ":")
	sum := sha256.Sum256([]byte(before + schemeEnd + withoutUser(address)))
	return kind + "#" + hex.EncodeToString(sum[:16])
}

// withoutUser strips the user name and the password from an address that starts after its scheme.
func withoutUser(address string) string {
	host, path := address, ""
	if end := strings.IndexAny(address, "/?#"); end >= 0 {
		host, path = address[:end], address[end:]
	}
	return host[strings.LastIndex(host, "@")+1:] + path
}

// HasUser reports whether the address in a key has a user name, and so perhaps a password.
func HasUser(key string) bool {
	_, address, _ := strings.Cut(key, schemeEnd)
	return withoutUser(address) != address
}
