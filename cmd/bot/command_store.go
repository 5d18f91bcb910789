package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"roundel/store"
)

// storeCommands work on the database, which ROUNDEL_DB names.
func storeCommands() []command {
	return []command{
		{name: "backup", args: "FILE", least: 1, most: 1, about: "write a checked copy of the database to FILE", run: backUp,
			more: "The bot may be running. FILE must not be there yet, and is there only when the copy is whole and sound."},
		{name: "restore", args: "FILE", least: 1, most: 1, about: "put a backup in the place of the database", run: restore,
			more: "The backup is checked first. The bot must not be running.",
			flags: func(set *flag.FlagSet, c *invocation) {
				set.BoolVar(&c.force, "force", false, "move the database that is there aside; without it nothing is replaced")
			}},
		{name: "check", args: "[FILE]", most: 1, about: "read the whole database, or a backup, and tell whether it is sound", run: checkDB,
			more: "The bot may be running. Every event of every fight must load and fold to the states that are stored. Nothing is changed."},
		{name: "export", args: "FILE", least: 1, most: 1, about: "write all fights to FILE as lines of JSON; - is standard output", run: export,
			more: "The bot may be running. Servers' settings and saved characters are in it too. FILE must not be there yet."},
		{name: "import", args: "FILE", least: 1, most: 1, about: "read what export wrote into an empty database; - is standard input", run: importFile,
			more: "The bot must not be running. All of it is taken in, or nothing."},
	}
}

func backUp(ctx context.Context, c *invocation) error {
	db, err := c.database()
	if err != nil {
		return err
	}
	r, err := store.BackUpVerified(ctx, db, c.args[0])
	if err != nil {
		return err
	}
	return c.say("%s is a sound copy of %s: %s.", c.args[0], db, r)
}

func restore(ctx context.Context, c *invocation) error {
	db, err := c.database()
	if err != nil {
		return err
	}
	r, kept, err := store.Restore(ctx, c.args[0], db, c.force)
	switch {
	case errors.Is(err, store.ErrExists):
		return fmt.Errorf("%w; --force moves it aside, ROUNDEL_DB names another place", err)
	case err != nil:
		return err
	}
	if kept != "" {
		if err := c.say("The database that was there is kept as %s.", kept); err != nil {
			return err
		}
	}
	return c.say("%s is restored from %s: %s.", db, c.args[0], r)
}

func checkDB(ctx context.Context, c *invocation) error {
	db, err := c.database()
	if err != nil {
		return err
	}
	if len(c.args) == 1 {
		db = c.args[0]
	}
	r, err := store.Check(ctx, db)
	if err != nil {
		return err
	}
	if err := c.say("%s: %s", db, r); err != nil {
		return err
	}
	if r.Skipped > 0 {
		if err := c.say("%d states are of another release's form; they are folded from the log when they are needed.", r.Skipped); err != nil {
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
	return errors.Join(append(faults, fmt.Errorf("%s is not sound; roundel restore puts a backup in its place", db))...)
}

func export(ctx context.Context, c *invocation) (err error) {
	db, err := c.database()
	if err != nil {
		return err
	}
	if c.args[0] == "-" {
		_, err := store.Export(ctx, db, c.stdout)
		return err
	}
	f, err := os.OpenFile(c.args[0], os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("the archive cannot be made: %w", err)
	}
	n, err := store.Export(ctx, db, f)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return errors.Join(err, os.Remove(c.args[0])) // half an archive is none
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
		f, err := os.Open(c.args[0])
		if err != nil {
			return fmt.Errorf("the archive cannot be read: %w", err)
		}
		defer f.Close()
		from = f
	}
	n, err := store.Import(ctx, db, from, func(format string, args ...any) { fmt.Fprintf(c.stderr, format+"\n", args...) })
	if err != nil {
		return err
	}
	return c.say("%s now holds %s.", db, n)
}

// database is the path that ROUNDEL_DB names; the other settings need not be right.
func (c *invocation) database() (string, error) {
	s, err := parseSettings(c.environment)
	if err != nil {
		return "", exit{2, err}
	}
	return s.DB, nil
}
