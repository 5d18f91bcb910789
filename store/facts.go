package store

import (
	"context"
	"database/sql"
	"time"

	"roundel/engine"
)

// remembered is how long an interaction is remembered at the least: Discord delivers none again after that.
const remembered = 24 * time.Hour

// pruneBatch is how many interactions one step of [Store.Prune] deletes, so that commands get their turn between.
const pruneBatch = 500

// Get returns the fact stored under key, or nil.
func (s *Store) Get(ctx context.Context, key string) ([]byte, error) {
	return s.lookup(ctx, cell{get: "SELECT value FROM facts WHERE key = ?", key: []any{factKey(key)}})
}

// Put stores a fact, in place of the one that was there. Errors are those of [Store.Update].
func (s *Store) Put(ctx context.Context, key string, value []byte) error {
	return s.write(ctx, func(w *work) error {
		return w.exec("INSERT INTO facts (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
			factKey(key), blob(value))
	})
}

// Ping writes something, so that nil means commands can be stored. Errors are those of [Store.Update].
func (s *Store) Ping(ctx context.Context) error {
	return s.Put(ctx, "store.probe", []byte(s.now().UTC().Format(time.RFC3339Nano)))
}

// Prune forgets interactions older than before, and none younger than a day whatever it says. It goes by their IDs,
// which rise with time, and ends at the first that are young. Errors are those of [Store.Update]; what was forgotten
// until then stays forgotten.
func (s *Store) Prune(ctx context.Context, before time.Time) error {
	if latest := s.now().Add(-remembered); before.After(latest) {
		before = latest
	}
	for {
		var n int64
		err := s.write(ctx, func(w *work) (err error) {
			n, err = w.change("DELETE FROM interactions WHERE id IN (SELECT id FROM interactions ORDER BY id LIMIT ?) AND at < ?",
				pruneBatch, before.UnixMilli())
			return err
		})
		if err != nil || n < pruneBatch {
			return err
		}
	}
}

// One step of [Store.PruneFights] deletes so many fights, or fewer when they have so many entries.
const (
	fightBatch = 10
	entryBatch = 5000
)

// PruneFights deletes fights that ended before a time, with their logs, and returns how many those were. Errors are
// those of [Store.Update]; what was deleted until then stays deleted.
func (s *Store) PruneFights(ctx context.Context, before time.Time) (fights int, err error) {
	for {
		n := 0
		err := s.write(ctx, func(w *work) (err error) {
			n, err = w.pruneFights(before)
			return err
		})
		if err != nil || n == 0 {
			return fights, err
		}
		fights += n
	}
}

// deleteLog deletes the log of an encounter.
const deleteLog = `WITH RECURSIVE way(id) AS (
	SELECT tail FROM encounters WHERE id = ?
	UNION ALL
	SELECT prev FROM way CROSS JOIN entries ON entries.id = way.id WHERE prev > 0
) DELETE FROM entries WHERE id IN way`

func (t *work) pruneFights(before time.Time) (int, error) {
	type fight struct {
		id, entries int64
		ch          engine.ChannelID
	}
	var old []fight
	err := t.each("SELECT id, last, channel FROM encounters WHERE ended = 1 AND ended_at < ? LIMIT ?",
		[]any{before.UnixMilli(), fightBatch}, func(rows *sql.Rows) error {
			var f fight
			err := rows.Scan(&f.id, &f.entries, &f.ch)
			old = append(old, f)
			return err
		})
	if err != nil {
		return 0, err
	}
	entries := int64(0)
	for i, f := range old {
		if entries += f.entries; i > 0 && entries > entryBatch {
			return i, nil
		}
		delete(t.w.known, f.ch)
		for _, query := range []string{deleteLog, "DELETE FROM participants WHERE encounter = ?", "DELETE FROM encounters WHERE id = ?"} {
			if err := t.exec(query, f.id); err != nil {
				return 0, err
			}
		}
	}
	return len(old), nil
}
