package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"

	"roundel/store"
	"roundel/store/sqlite"
)

// storeCommands returns the commands that work on the database in ROUNDEL_DB.
func storeCommands() []subcommand {
	return []subcommand{
		{name: "backup", args: "FILE", least: 1, most: 1, about: "write a checked copy of the database to FILE", run: backUp,
			more: "The bot may be running. FILE must not exist yet, and appears only once the copy is complete and sound."},
		{name: "restore", args: "FILE", least: 1, most: 1, about: "replace the database with a backup", run: restore,
			more: "The backup is checked first. The bot must not be running.",
			flags: func(set *flag.FlagSet, c *invocation) {
				set.BoolVar(&c.force, "force", false, "move an existing database aside; without it nothing is replaced")
			}},
		{name: "check", args: "[FILE]", most: 1, about: "check whether the whole database, or a backup, is sound", run: checkDB,
			more: "The bot may be running. Every event of every fight must load, replaying each fight must give its stored state, and\nthe text of every ruleset must be there, unchanged. The database is not changed."},
		{name: "export", args: "FILE", least: 1, most: 1, about: "write all fights to FILE as lines of JSON; - is standard output", run: export,
			more: "The bot may be running. The file also contains what servers and users have saved. FILE must not exist yet."},
		{name: "import", args: "FILE", least: 1, most: 1, about: "import a file written by export into an empty database; - is standard input", run: importFile,
			more: "The bot must not be running. On any error, nothing is imported."},
	}
}

func backUp(ctx context.Context, c *invocation) error {
	db, err := c.file()
	if err != nil {
		return err
	}
	r, err := sqlite.BackUpVerified(ctx, db, c.args[0], readable)
	if errors.Is(err, store.ErrDamaged) {
		return fmt.Errorf("%w; restore an earlier backup with roundel restore", err)
	}
	if err != nil {
		return err
	}
	return c.say("%s is a sound copy of %s: %s.", c.args[0], db, r)
}

func restore(ctx context.Context, c *invocation) error {
	db, err := c.file()
	if err != nil {
		return err
	}
	r, kept, err := sqlite.Restore(ctx, c.args[0], db, c.force, readable)
	switch {
	case errors.Is(err, store.ErrExists):
		return fmt.Errorf("%w; add --force to move it aside, or set ROUNDEL_DB to another path", err)
	case err != nil:
		return err
	}
	if kept != "" {
		if err := c.say("The previous database is kept as %s.", kept); err != nil {
			return err
		}
	}
	return c.say("%s was restored from %s: %s.", db, c.args[0], r)
}

func checkDB(ctx context.Context, c *invocation) error {
	db, err := c.database()
	if err != nil {
		return err
	}
	if len(c.args) == 1 {
		if db, err = parseDatabase("FILE", c.args[0]); err != nil {
			return err
		}
	}
	r, err := db.check(ctx)
	if err != nil {
		return err
	}
	if err := c.say("%s: %s", db, r); err != nil {
		return err
	}
	if r.Skipped > 0 {
		if err := c.say("Stored states in another release's format: %d. The bot computes them from the log when it needs them.", r.Skipped); err != nil {
			return err
		}
	}
	if r.Sound() {
		return c.say("sound")
	}
	var faults []error
	for _, f := range r.Faults {
		faults = append(faults, errors.New(f))
	}
	if _, ok := db.(file); !ok {
		return errors.Join(append(faults, fmt.Errorf("%s is not sound; replace it with a backup", db))...)
	}
	return errors.Join(append(faults, fmt.Errorf("%s is not sound; replace it with a backup using roundel restore", db))...)
}

func export(ctx context.Context, c *invocation) (err error) {
	db, err := c.database()
	if err != nil {
		return err
	}
	if c.args[0] == "-" {
		_, err := db.export(ctx, c.stdout)
		return err
	}
	f, err := os.OpenFile(c.args[0], os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s already exists; choose another name for the archive", c.args[0])
	}
	if err != nil {
		return fmt.Errorf("cannot create the archive; choose a folder that exists and can be written to: %w", err)
	}
	n, err := db.export(ctx, f)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return errors.Join(err, os.Remove(c.args[0])) // do not leave half an archive behind
	}
	return c.say("%s holds %s.", c.args[0], n)
}

func importFile(ctx context.Context, c *invocation) error {
	db, err := c.database()
	if err != nil {
		return err
	}
	var from io.Reader = os.Stdin
	if c.args[0] != "-" {
		f, err := openArchive(ctx, c.args[0])
		switch {
		case ctx.Err() != nil && errors.Is(err, ctx.Err()): // nothing is wrong with the archive
			return err
		case err != nil:
			return fmt.Errorf("cannot read the archive; give the file that roundel export wrote: %w", err)
		}
		defer f.Close()
		from = f
	}
	n, err := db.fill(ctx, &untilStopped{ctx: ctx, from: from}, func(format string, args ...any) { fmt.Fprintf(c.stderr, format+"\n", args...) })
	if errors.Is(err, store.ErrExists) {
		return fmt.Errorf("%w; set ROUNDEL_DB to a new file, or to a new database on the server", err)
	}
	if err != nil {
		return err
	}
	return c.say("%s now holds %s.", db, n)
}

// openArchive opens an archive. Opening a pipe waits for the program that writes to it, or until ctx ends.
func openArchive(ctx context.Context, name string) (*os.File, error) {
	if info, err := os.Stat(name); err != nil {
		return nil, err
	} else if info.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New("is a folder")}
	}
	return waited(ctx, func() (*os.File, error) { return os.Open(name) })
}

// untilStopped reads until ctx ends, even if nothing comes from a terminal or a pipe.
type untilStopped struct {
	ctx  context.Context
	from io.Reader
	buf  []byte
}

func (u *untilStopped) Read(p []byte) (int, error) {
	if len(u.buf) == 0 {
		buf, err := waited(u.ctx, func() ([]byte, error) {
			buf := make([]byte, 64<<10)
			n, err := u.from.Read(buf)
			if n > 0 {
				err = nil // it comes again
			}
			return buf[:n], err
		})
		if err != nil {
			return 0, err
		}
		u.buf = buf
	}
	n := copy(p, u.buf)
	u.buf = u.buf[n:]
	return n, nil
}

// waited returns what do returns or, if ctx ends before, that error. Then do may go on in the background until the process ends.
func waited[T any](ctx context.Context, do func() (T, error)) (T, error) {
	type result struct {
		v   T
		err error
	}
	done := make(chan result, 1)
	go func() {
		v, err := do()
		done <- result{v, err}
	}()
	select {
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	case r := <-done:
		return r.v, r.err
	}
}

// database returns the database that ROUNDEL_DB names. It does not check the other settings, such as the token.
func (c *invocation) database() (storage, error) {
	s, err := parseSettings(c.environment)
	if err != nil {
		return nil, exit{2, err}
	}
	return parseDatabase("ROUNDEL_DB", s.DB)
}

// parseDatabase returns the database of a setting or an argument, which has that name.
func parseDatabase(name, value string) (storage, error) {
	if err := checkDatabase(name, value); err != nil {
		return nil, exit{2, err}
	}
	return databaseAt(value), nil
}

// file returns the SQLite file that ROUNDEL_DB names, for what works on a file only.
func (c *invocation) file() (string, error) {
	db, err := c.database()
	if err != nil {
		return "", err
	}
	f, ok := db.(file)
	if !ok {
		return "", exit{2, errors.New("backup and restore are for SQLite files; use pg_dump and pg_restore for PostgreSQL, or roundel export")}
	}
	return string(f), nil
}
