package store

import (
	"context"
	"time"
)

// remembered is the minimum time for which an interaction is remembered. Discord does not redeliver one after that.
const remembered = 24 * time.Hour

// pruneBatch is the number of interactions deleted in one step of [Store.Prune], so that commands can run in between.
const pruneBatch = 500

// Prune deletes interactions older than before, but never any younger than a day. It goes through them in the order of
// their IDs, which increase with time, and stops at the first recent ones. Errors are those of [Store.Update]; earlier
// steps stay done.
func (s *Store) Prune(ctx context.Context, before time.Time) error {
	if latest := s.now().Add(-remembered); before.After(latest) {
		before = latest
	}
	for {
		var n int64
		err := s.transact(ctx, func(t *Tx) (err error) {
			n, err = t.Affect("DELETE FROM interactions WHERE id IN (SELECT id FROM interactions ORDER BY id LIMIT $1) AND at < $2",
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
		found, deleted := 0, 0
		err := s.transact(ctx, func(t *Tx) (err error) {
			found, deleted, err = t.pruneFights(before)
			return err
		})
		if err != nil || found == 0 {
			return fights, err
		}
		fights += deleted
	}
}

// pruneFights is one step of [Store.PruneFights]. It returns how many fights it found, and how many of them it deleted: another process may
// have been faster.
func (t *Tx) pruneFights(before time.Time) (found, deleted int, err error) {
	type fight struct {
		id, entries int64
		text        string
	}
	old, err := Select(t, "SELECT id, last, coalesce(text_hash, '') FROM encounters WHERE ended = 1 AND ended_at < $1 LIMIT $2",
		[]any{before.UnixMilli(), fightBatch}, func(f *fight) []any { return []any{&f.id, &f.entries, &f.text} })
	if err != nil {
		return 0, 0, err
	}
	entries := int64(0)
	for i, f := range old {
		entries += f.entries
		if i > 0 && entries > entryBatch {
			break
		}
		if err := t.Delete(t, f.id); err != nil {
			return 0, 0, err
		}
		if err := t.Exec("DELETE FROM participants WHERE encounter = $1", f.id); err != nil {
			return 0, 0, err
		}
		n, err := t.Affect("DELETE FROM encounters WHERE id = $1", f.id)
		if err != nil {
			return 0, 0, err
		}
		deleted += int(n)
		if err := t.dropText(f.text); err != nil {
			return 0, 0, err
		}
	}
	return len(old), deleted, nil
}
