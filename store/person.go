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
	Rolls       []savedByServer `json:"rolls"`
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

// savedTable is a table with one value for each user in a server.
type savedTable struct {
	table string
	cell  func(snowflake.Guild, snowflake.User) Cell
	in    func(*person) *[]savedByServer
}

// savedTables returns the tables with values of users. Their values are locked in this order.
func savedTables() []savedTable {
	return []savedTable{
		{"characters", CharactersOf, func(p *person) *[]savedByServer { return &p.Characters }},
		{"preferences", PreferencesOf, func(p *person) *[]savedByServer { return &p.Preferences }},
		{"rolls", RollsOf, func(p *person) *[]savedByServer { return &p.Rolls }},
	}
}

// ofUser returns the query for a user's values.
func (s savedTable) ofUser() string {
	return `SELECT guild, data FROM ` + s.table + ` WHERE "user" = $1 ORDER BY guild`
}

// erase returns the statement that deletes a user's values.
func (s savedTable) erase() string { return `DELETE FROM ` + s.table + ` WHERE "user" = $1` }

const (
	partiesOfUser = `SELECT guild, channel FROM parties WHERE "user" = $1 ORDER BY guild, channel`

	eraseFromParties = `DELETE FROM parties WHERE "user" = $1`

	fightsOfUser = `SELECT id, last, channel FROM encounters
		WHERE id IN (SELECT encounter FROM participants WHERE "user" = $1) ORDER BY id DESC LIMIT $2`
)

// UserQueries returns the statements that have to find a user's rows by an index, in every database.
func UserQueries() []string {
	out := []string{partiesOfUser, fightsOfUser, eraseFromParties}
	for _, saved := range savedTables() {
		out = append(out, saved.ofUser(), saved.erase())
	}
	return out
}

// UserData returns the data stored about a user as JSON: the saved characters, the preferences and the dice by server, the
// usual parties, and the commands given in fights, the oldest first. whole is false if there are older commands that were left out. Answers
// to interactions are not included: they are kept for two days by the interaction's ID alone, and do not say which user they belong to.
func (s *Store) UserData(ctx context.Context, user snowflake.User) (data []byte, whole bool, err error) {
	out := person{User: string(user), Commands: []givenCommand{}}
	err = s.reading(ctx, func(t *Tx) (err error) {
		for _, saved := range savedTables() {
			if *saved.in(&out), err = savedByUser(t, saved.ofUser(), out.User); err != nil {
				return err
			}
		}
		parties, err := Select(t, partiesOfUser, []any{out.User}, func(p *party) []any { return []any{&p.Server, &p.Channel} })
		if err != nil {
			return err
		}
		out.Parties = append([]party{}, parties...)
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

// savedByUser returns what a query finds for a user, which is an empty list if there is nothing.
func savedByUser(t *Tx, query, user string) ([]savedByServer, error) {
	list, err := Select(t, query, []any{user}, func(s *savedByServer) []any { return []any{&s.Server, (*[]byte)(&s.Data)} })
	return append([]savedByServer{}, list...), err
}

// readCommands reads the commands of the user's latest fights, the newest first, and reverses them.
func (p *person) readCommands(t *Tx) error {
	type fight struct {
		id, entries int64
		channel     string
	}
	fights, err := Select(t, fightsOfUser, []any{p.User, maxCommands + 1}, func(f *fight) []any { return []any{&f.id, &f.entries, &f.channel} })
	if err != nil {
		return err
	}
	scanned, text := int64(0), 0
	for i, f := range fights {
		scanned += f.entries
		if p.Older || i > 0 && scanned > maxScanned {
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

// EraseUser deletes the saved characters, the preferences and the dice of a user in all servers, and takes the user out of all usual parties. The
// user's Discord ID stays in the logs of fights, because a log with entries removed would not fold to the fight that was played. Errors are
// those of [Store.Update].
//
// It first waits for changes of the same data that are under way, perhaps in another process: they would store again what they had read.
func (s *Store) EraseUser(ctx context.Context, user snowflake.User) error {
	return s.transact(ctx, func(t *Tx) error {
		if err := t.lockSaved(user); err != nil {
			return err
		}
		for _, saved := range savedTables() {
			if err := t.Exec(saved.erase(), user); err != nil {
				return err
			}
		}
		return t.Exec(eraseFromParties, user)
	})
}

// lockSaved locks what is saved for a user, always in the same order.
func (t *Tx) lockSaved(user snowflake.User) error {
	var cells []Cell
	for _, saved := range savedTables() {
		all, err := savedByUser(t, saved.ofUser(), string(user))
		if err != nil {
			return err
		}
		for _, one := range all {
			cells = append(cells, saved.cell(snowflake.Guild(one.Server), user))
		}
	}
	for _, c := range cells {
		if err := t.Lock(t, c.String()); err != nil {
			return err
		}
	}
	return nil
}
