package store

import (
	"context"
	"database/sql"
	"time"
)

// Watch has fn told of every commit: how long it took and how many writes shared it. It is called while others wait, so
// it must return at once. A later call replaces an earlier one.
func (s *Store) Watch(fn func(took time.Duration, writes int)) { s.writer.watch.Store(&fn) }

// watched tells whoever watches of a commit.
func (w *writer) watched(took time.Duration, writes int) {
	if fn := w.watch.Load(); fn != nil {
		(*fn)(took, writes)
	}
}

// Alive returns nil when the writer takes up work and ends it, whether or not the disk has room: nothing is written.
// Errors are those of [Store.Update].
func (s *Store) Alive(ctx context.Context) error {
	return s.write(ctx, func(*work) error { return nil })
}

// Phases counts the encounters: in setup, running (an ambush included), paused, ended.
func (s *Store) Phases(ctx context.Context) (map[string]int, error) {
	out := map[string]int{"setup": 0, "running": 0, "paused": 0, "ended": 0}
	t := &tx{ctx: ctx, q: s.readDB}
	err := t.each(`SELECT CASE WHEN ended = 1 THEN 'ended' WHEN paused = 1 THEN 'paused' WHEN turn = 0 THEN 'setup'
		ELSE 'running' END AS phase, count(*) FROM encounters GROUP BY phase`, nil, func(rows *sql.Rows) error {
		var phase string
		var n int
		err := rows.Scan(&phase, &n)
		out[phase] = n
		return err
	})
	if err != nil {
		return nil, s.readError(err)
	}
	return out, nil
}
