package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"roundel/bot"
	"roundel/claims"
	"roundel/engine/monster"
	"roundel/store"
	"roundel/store/postgres"
	"roundel/store/sqlite"
)

// storage is what ROUNDEL_DB names. Its text may be shown: it holds no password.
type storage interface {
	fmt.Stringer
	// open opens the database for the bot. closed closes it.
	open(ctx context.Context, log logf) (st *store.Store, shared claims.Claims, closed func() error, err error)
	check(ctx context.Context) (store.Report, error)
	look(ctx context.Context) (store.Overview, error) // this process must not have it open
	export(ctx context.Context, to io.Writer) (store.Counts, error)
	fill(ctx context.Context, from io.Reader, log logf) (store.Counts, error)
}

// logf logs what a host should know.
type logf = func(format string, args ...any)

// databaseAt returns the database that a setting names: an SQLite file or an address of a PostgreSQL server.
func databaseAt(setting string) storage {
	if postgres.IsAddress(setting) {
		return server{setting}
	}
	return file(setting)
}

// schemeless matches the address of a server whose postgres: was forgotten: a user, a password and a host.
var schemeless = regexp.MustCompile(`^(//)?[^/@]*:[^@]*@`)

// foreign matches other notations for a database: a host with a port, libpq's keywords, and what SQLite's own tools accept.
var foreign = regexp.MustCompile(`^([\w.-]+:\d+/|(host|hostaddr|port|user|dbname|service)=|file:|:memory:)`)

// checkDatabase refuses a setting that was meant as an address: taken for the path of an SQLite file, it would start with an empty
// database, and its password would be shown. name is what the setting is called.
func checkDatabase(name, setting string) error {
	lower := strings.ToLower(setting)
	switch {
	case postgres.IsAddress(setting):
		if err := postgres.CheckAddress(setting); err != nil {
			return fmt.Errorf("%s is not a valid address of a database: %w", name, err)
		}
		return nil
	case strings.Contains(lower, "://"), strings.Contains(lower, "password="), strings.HasPrefix(lower, "postgres:"), strings.HasPrefix(lower, "postgresql:"),
		schemeless.MatchString(setting), foreign.MatchString(lower) && !exists(setting):
		return fmt.Errorf("%s is not a valid address of a database; write it as postgres://user:password@host:5432/name, or as the path of an SQLite file", name)
	}
	return checkPath(name, setting)
}

// checkPath refuses a path at which a file or folder would be created under a name that wasn't meant. Earlier releases created it, so an existing
// one may be used.
func checkPath(name, path string) error {
	if strings.HasPrefix(path, "~") && !exists(path) {
		return fmt.Errorf("%s begins with ~, which only a shell expands; write the whole path", name)
	}
	return nil
}

// exists reports whether there is a file or a folder with exactly that path.
func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// ambiguous returns a warning for each path in the settings that is used although it looks as if something else was meant. It says how to write it.
func ambiguous(s settings) []string {
	var out []string
	for _, p := range []struct{ name, path string }{{"ROUNDEL_DB", s.DB}, {"ROUNDEL_BACKUP_DIR", s.BackupDir}} {
		if (strings.HasPrefix(p.path, "~") || foreign.MatchString(strings.ToLower(p.path))) && exists(p.path) {
			out = append(out, fmt.Sprintf("%s is taken literally, as a path; write it as ./%s", p.name, p.path))
		}
	}
	return out
}

// file is an SQLite file, which one process uses at a time.
type file string

func (f file) String() string { return string(f) }

func (f file) open(ctx context.Context, log logf) (*store.Store, claims.Claims, func() error, error) {
	st, err := sqlite.Open(ctx, string(f), log)
	if err != nil {
		return nil, nil, nil, err
	}
	return st, claims.NewAlone(), st.Close, nil
}

func (f file) check(ctx context.Context) (store.Report, error) {
	return sqlite.Check(ctx, string(f), readable)
}

func (f file) look(ctx context.Context) (store.Overview, error) {
	return sqlite.Look(ctx, string(f))
}

func (f file) export(ctx context.Context, to io.Writer) (store.Counts, error) {
	return sqlite.Export(ctx, string(f), to)
}

func (f file) fill(ctx context.Context, from io.Reader, log logf) (store.Counts, error) {
	return sqlite.Import(ctx, string(f), from, readable, log)
}

// server is a database of a PostgreSQL server, which several processes may share.
type server struct{ address string }

func (s server) String() string { return postgres.Name(s.address) }

func (s server) open(ctx context.Context, log logf) (*store.Store, claims.Claims, func() error, error) {
	db, err := postgres.Connect(ctx, s.address, log)
	if err != nil {
		return nil, nil, nil, err
	}
	shared, err := db.Claims(ctx)
	if err != nil {
		return nil, nil, nil, errors.Join(err, db.Close())
	}
	st := db.Store()
	return st, shared, func() error {
		shared.Close()
		return st.Close()
	}, nil
}

func (s server) check(ctx context.Context) (store.Report, error) {
	return postgres.Check(ctx, s.address, readable)
}

func (s server) look(ctx context.Context) (store.Overview, error) {
	return postgres.Look(ctx, s.address)
}

func (s server) export(ctx context.Context, to io.Writer) (store.Counts, error) {
	return postgres.Export(ctx, s.address, to)
}

func (s server) fill(ctx context.Context, from io.Reader, log logf) (store.Counts, error) {
	return postgres.Import(ctx, s.address, from, readable, log)
}

// readable returns an error if the bot can't read what is kept in a row of a table.
func readable(table string, data []byte) error {
	read := map[string]func(data []byte) error{
		"settings":    decodes[bot.Settings],
		"characters":  decodes[[]bot.Character],
		"preferences": decodes[bot.Preferences],
		"rolls":       decodes[bot.Rolls],
		"monsters":    decodes[[]monster.Monster],
		"prepared":    decodes[[]monster.Encounter],
	}[table]
	if read == nil {
		return fmt.Errorf("this release doesn't know %s", table)
	}
	return read(data)
}

// decodes returns an error if stored data isn't a value of a type.
func decodes[T any](data []byte) error {
	_, err := bot.Decode[T](data)
	return err
}
