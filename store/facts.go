package store

import (
	"context"
	"database/sql"
	"time"

	"roundel/engine"
)

// remembered is the minimum time for which an interaction is remembered. Discord does not redeliver one after that.
const remembered = 24 * time.Hour

// pruneBatch is the number of interactions deleted in one step of [Store.Prune], so that commands can run in between.
const pruneBatch = 500

// Get returns the fact stored under key, or nil.
func (s *Store) Get(ctx context.Context, key string) ([]byte, error) {
	return s.lookup(ctx, cell{get: "SELECT value FROM facts WHERE key = ?", key: []any{factKey(key)}})
}

// Put stores a fact and replaces any earlier one with the same key. Errors are those of [Store.Update].
func (s *Store) Put(ctx context.Context, key string, value []byte) error {
	return s.write(ctx, func(w *work) error {
		return w.exec("INSERT INTO facts (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
			factKey(key), blob(value))
	})
}

// Ping writes a probe value. If it returns nil, commands can be stored. Errors are those of [Store.Update].
func (s *Store) Ping(ctx context.Context) error {
	return s.Put(ctx, "store.probe", []byte(s.now().UTC().Format(time.RFC3339Nano)))
}

// Prune deletes interactions older than before, but never any younger than a day. It goes through them in the order of
// their IDs, which increase with time, and stops at the first recent ones. Errors are those of [Store.Update]; earlier
// steps stay done.
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

// One step of [Store.PruneFights] deletes at most this many fights, and starts no further fight once it would exceed this
// many entries.
const (
	fightBatch = 10
	entryBatch = 5000
)

// PruneFights deletes fights that ended before the given time, with their logs and with the texts of rulesets that nothing
// else refers to, and returns the number of fights deleted.
// Errors are those of [Store.Update]; earlier steps stay done.
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

// deleteLog is the statement that deletes the log of an encounter.
const deleteLog = `WITH RECURSIVE way(id) AS (
	SELECT tail FROM encounters WHERE id = ?
	UNION ALL
	SELECT prev FROM way CROSS JOIN entries ON entries.id = way.id WHERE prev > 0
) DELETE FROM entries WHERE id IN way`

// pruneFights is one step of [Store.PruneFights] and returns the number of fights it deleted.
func (t *work) pruneFights(before time.Time) (int, error) {
	type fight struct {
		id, entries int64
		ch          engine.ChannelID
		text        string
	}
	var old []fight
	err := t.each("SELECT id, last, channel, coalesce(text_hash, '') FROM encounters WHERE ended = 1 AND ended_at < ? LIMIT ?",
		[]any{before.UnixMilli(), fightBatch}, func(rows *sql.Rows) error {
			var f fight
			err := rows.Scan(&f.id, &f.entries, &f.ch, &f.text)
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
		t.w.cache.drop(f.ch)
		for _, query := range []string{deleteLog, "DELETE FROM participants WHERE encounter = ?", "DELETE FROM encounters WHERE id = ?"} {
			if err := t.exec(query, f.id); err != nil {
				return 0, err
			}
		}
		if err := t.dropText(f.text); err != nil {
			return 0, err
		}
	}
	return len(old), nil
}
