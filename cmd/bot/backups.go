package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"roundel/store/sqlite"
)

// leastEvery is the shortest time between two backups that the settings can ask for.
const leastEvery = time.Second

// backupRetry is the time after which a backup that failed is tried again, unless backups are more frequent than that.
const backupRetry = 10 * time.Minute

// backups copies an SQLite database regularly while the bot runs.
type backups struct {
	shelf
	every time.Duration
	keep  int // how many backups stay
	now   func() time.Time
	log   zerolog.Logger

	last    atomic.Int64 // when the newest backup was made, in Unix milliseconds; 0: there is none
	failing bool         // the last attempt failed
}

// newBackups returns the backups that the settings ask for, or nil.
func newBackups(cfg settings, now func() time.Time, log zerolog.Logger) *backups {
	db, ok := databaseAt(cfg.DB).(file)
	if cfg.BackupDir == "" || !ok {
		return nil
	}
	return &backups{shelf: shelf{dir: cfg.BackupDir, db: string(db)}, every: cfg.BackupEvery, keep: cfg.BackupKeep, now: now, log: log}
}

// start makes backups until stop is called, which waits for one in progress to be given up.
func (b *backups) start(ctx context.Context) (stop func()) {
	if b == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() { b.run(ctx) })
	return func() {
		cancel()
		running.Wait()
	}
}

// run makes a backup whenever the newest one is old enough. While backups fail, it warns once.
func (b *backups) run(ctx context.Context) {
	for pause := time.Duration(0); ; {
		// Once the clock has been set back, backups that were made while it was ahead no longer count.
		if _, err := b.look(); err != nil && !errors.Is(err, fs.ErrNotExist) {
			b.fails(err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(min(max(pause, b.due()), time.Hour)):
		}
		if b.due() > 0 { // not yet, or the clock was corrected
			continue
		}
		name, err := b.backUp(ctx)
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			b.fails(err)
			pause = min(b.every, backupRetry)
			continue
		}
		pause, b.failing = 0, false
		b.log.Info().Str("file", name).Msg("made a backup of the database")
	}
}

// fails logs that backups fail, unless that has been logged since the last one that succeeded.
func (b *backups) fails(err error) {
	if !b.failing {
		b.log.Warn().Str("error", words(err)).Msg("the database could not be backed up; the earlier backups stay, and the bot tries again")
	}
	b.failing = true
}

// due returns how long it is until the next backup.
func (b *backups) due() time.Duration {
	return max(0, time.UnixMilli(b.last.Load()).Add(b.every).Sub(b.now()))
}

// look returns all backups, oldest first, and notes when the newest one was made. If the folder can't be read, what was noted stays.
func (b *backups) look() ([]saved, error) {
	list, err := b.list(b.now())
	switch {
	case len(list) > 0:
		b.last.Store(list[len(list)-1].made.UnixMilli())
	case err == nil || errors.Is(err, fs.ErrNotExist):
		b.last.Store(0)
	}
	return list, err
}

// backUp makes a backup, deletes the oldest ones beyond those to keep, and returns the path of the new one.
func (b *backups) backUp(ctx context.Context) (string, error) {
	if err := os.MkdirAll(b.dir, 0o700); err != nil {
		return "", fmt.Errorf("create the folder of the backups: %w", err)
	}
	left, err := b.find(".db" + sqlite.Partial) // by a process that was killed
	for _, part := range left {
		err = errors.Join(err, os.Remove(part.path))
	}
	if err != nil {
		return "", err
	}
	to := filepath.Join(b.dir, b.stem()+b.now().UTC().Format(stamp)+".db")
	if err := sqlite.BackUpSparing(ctx, b.db, to); err != nil {
		return "", err
	}
	list, err := b.look()
	for _, old := range list[:max(0, len(list)-b.keep)] {
		err = errors.Join(err, os.Remove(old.path))
	}
	if err != nil {
		b.log.Warn().Str("error", words(err)).Msg("an old backup could not be deleted")
	}
	return to, nil
}

// shelf is the folder of the backups of a database. Other files may be there too.
type shelf struct{ dir, db string }

// saved is a backup in a shelf.
type saved struct {
	path string
	made time.Time
}

// stamp is how the names of backups say when they were made, in UTC.
const stamp = "20060102T150405.000"

// stem returns what the names of all backups begin with.
func (s shelf) stem() string {
	return strings.TrimSuffix(filepath.Base(s.db), ".db") + "-"
}

// list returns the backups that were made until now, oldest first. Those from later don't count, because the clock was wrong when they were
// made, or is now.
func (s shelf) list(now time.Time) ([]saved, error) {
	list, err := s.find(".db")
	return slices.DeleteFunc(list, func(b saved) bool { return b.made.After(now) }), err
}

// find returns the files whose names are those of backups but have this ending, oldest first.
func (s shelf) find(ending string) ([]saved, error) {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return nil, err
	}
	var out []saved
	for _, e := range entries {
		rest, ours := strings.CutPrefix(e.Name(), s.stem())
		when, ended := strings.CutSuffix(rest, ending)
		made, err := time.Parse(stamp, when)
		if ours && ended && err == nil && e.Type().IsRegular() {
			out = append(out, saved{filepath.Join(s.dir, e.Name()), made})
		}
	}
	slices.SortFunc(out, func(a, b saved) int { return a.made.Compare(b.made) })
	return out, nil
}
