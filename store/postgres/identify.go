package postgres

import (
	"context"
	"fmt"
	"time"
)

// Identify waits until this process may send an IDENTIFY in a bucket; see [claims.Claims].
//
// The time of a bucket's last IDENTIFY is stored by the database's clock, and only if the one before is long enough ago. So it doesn't
// matter who was killed when: the row holds no later than the IDENTIFY itself. No process books a time in advance, so one that gives up
// delays no other.
func (c *Claims) Identify(ctx context.Context, bucket int, every time.Duration) error {
	for {
		wait, err := c.db.identify(ctx, bucket, every)
		if err != nil {
			return c.db.secret.hide(fmt.Errorf("postgres: wait for an IDENTIFY: %w", named(err)))
		}
		if wait <= 0 {
			return nil
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
		}
	}
}

// identify stores now as the time of a bucket's last IDENTIFY and returns 0, or returns how long to wait before trying again. A stored
// time that lies ahead is of a server whose clock was ahead; no one can say when that was, so it counts as now.
func (db *DB) identify(ctx context.Context, bucket int, every time.Duration) (wait time.Duration, err error) {
	_, err = db.pool.Exec(ctx, `UPDATE buckets SET at = clock_timestamp() WHERE bucket = $1 AND at > clock_timestamp()`, bucket)
	if err != nil {
		return 0, err
	}
	tag, err := db.pool.Exec(ctx, `INSERT INTO buckets AS b (bucket, at) VALUES ($1, clock_timestamp())
		ON CONFLICT (bucket) DO UPDATE SET at = clock_timestamp()
		WHERE b.at <= clock_timestamp() - $2::bigint * interval '1 microsecond'`,
		bucket, every.Microseconds())
	if err != nil || tag.RowsAffected() > 0 {
		return 0, err
	}
	var left int64
	err = db.pool.QueryRow(ctx, `SELECT ceil(extract(epoch FROM at - clock_timestamp()) * 1000000)::bigint + $2::bigint FROM buckets WHERE bucket = $1`,
		bucket, every.Microseconds()).Scan(&left)
	return max(time.Microsecond, time.Duration(left)*time.Microsecond), err
}
