package store

import (
	"context"
	"database/sql"
	"time"
)

// Observe calls fn after every commit with the time it took and the number of writes that shared it. Other writers wait
// while fn runs, so it must return at once. A later call of Observe replaces an earlier one.
func (s *Store) Observe(fn func(took time.Duration, writes int)) { s.queue.observer.Store(&fn) }

// Alive returns nil if this process can still write, as far as it can tell without the disk or the network. Errors are
// those of [Store.Update].
func (s *Store) Alive(ctx context.Context) error {
	if err := s.enter(); err != nil {
		return err
	}
	defer s.leave()
	return s.base.Alive(ctx)
}

// Phases returns the number of encounters in each phase: setup, running (including an ambush), paused, ended.
func (s *Store) Phases(ctx context.Context) (map[string]int, error) {
	out := map[string]int{"setup": 0, "running": 0, "paused": 0, "ended": 0}
	t := s.query(ctx)
	err := t.Each(`SELECT CASE WHEN ended = 1 THEN 'ended' WHEN paused = 1 THEN 'paused' WHEN turn = 0 THEN 'setup'
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
