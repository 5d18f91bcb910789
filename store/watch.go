package store

import (
	"context"
	"database/sql"
)

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
