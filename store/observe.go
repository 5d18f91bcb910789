package store

import (
	"context"
	"database/sql"
	"time"
)

// Observe calls fn after every commit with the time it took and the number of writes that shared it. Other writers wait
// while fn runs, so it must return at once. A later call of Observe replaces an earlier one.
func (s *Store) Observe(fn func(took time.Duration, writes int)) { s.writer.observer.Store(&fn) }

// observed reports a commit to the observer, if there is one.
func (w *writer) observed(took time.Duration, writes int) {
	if fn := w.observer.Load(); fn != nil {
		(*fn)(took, writes)
	}
}

// Alive returns nil if the writer still runs jobs. It writes nothing, so it also works while the disk is full. Errors are
// those of [Store.Update].
func (s *Store) Alive(ctx context.Context) error {
	return s.write(ctx, func(*work) error { return nil })
}

// Phases returns the number of encounters in each phase: setup, running (including an ambush), paused, ended.
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
