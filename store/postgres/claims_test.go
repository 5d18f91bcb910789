package postgres

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"roundel/claims"
	"roundel/store/postgres/pgtest"
)

// soon is how long a test waits for something that takes much less.
const soon = time.Minute

// brisk is a pace for tests.
func brisk() pace {
	return pace{poll: 50 * time.Millisecond, beat: 100 * time.Millisecond, dead: 2 * time.Second}
}

// member is a process of a test.
type member struct {
	*Claims
	t *testing.T
}

// join adds a process that is alive until the test ends or silence is called.
func join(t *testing.T, address string, p pace) (m member, silence func()) {
	t.Helper()
	db := connect(t, address)
	c, err := db.claims(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	alive, silence := context.WithCancel(t.Context())
	go func() {
		ticker := time.NewTicker(p.poll)
		defer ticker.Stop()
		for {
			select {
			case <-alive.Done():
				return
			case <-ticker.C:
				c.Beat()
			}
		}
	}()
	return member{c, t}, silence
}

// try claims a channel, or wants it to be refused.
func (m member) try(key int64, want bool) {
	m.t.Helper()
	got, err := m.Try(m.t.Context(), claims.Channel, key)
	if err != nil || got != want {
		m.t.Errorf("channel %d: claimed %v, %v; want %v", key, got, err, want)
	}
}

// awaitClaim claims a channel as soon as it is free, and returns how long that took.
func (m member) awaitClaim(key int64) time.Duration {
	m.t.Helper()
	start := time.Now()
	m.await(fmt.Sprintf("channel %d", key), func() bool {
		got, err := m.Try(m.t.Context(), claims.Channel, key)
		return err == nil && got
	})
	return time.Since(start)
}

// await asks until something is so.
func (m member) await(what string, so func() bool) {
	m.t.Helper()
	ticker := time.NewTicker(5 * time.Millisecond)
	defer ticker.Stop()
	for deadline := time.After(soon); !so(); {
		select {
		case <-ticker.C:
		case <-deadline:
			m.t.Fatalf("still waiting for %s", what)
		}
	}
}

// awaitLost waits until a process has lost its claims.
func (m member) awaitLost(lost <-chan struct{}) {
	m.t.Helper()
	select {
	case <-lost:
	case <-time.After(soon):
		m.t.Fatal("the claims are not lost")
	}
}

// kick ends the session of the claims, as an administrator can.
func (m member) kick() {
	m.t.Helper()
	m.mu.Lock()
	pid := m.session.conn.PgConn().PID()
	m.mu.Unlock()
	if _, err := m.db.pool.Exec(m.t.Context(), "SELECT pg_terminate_backend($1)", pid); err != nil {
		m.t.Fatal(err)
	}
}

// TestClaimsAreShared checks that what one process has is refused to the other until it is given back.
func TestClaimsAreShared(t *testing.T) {
	address := shared.Cluster(t).URL(t)
	a, _ := join(t, address, brisk())
	b, _ := join(t, address, brisk())
	a.try(1, true)
	a.try(1, true)
	b.try(1, false)
	b.try(2, true)
	if got, err := b.Try(t.Context(), claims.Chore, 1); err != nil || !got {
		t.Errorf("the chore with the number of the channel: %v, %v", got, err)
	}
	b.Release(claims.Channel, 1) // not its own
	b.try(1, false)
	a.Release(claims.Channel, 1)
	b.try(1, true)
	a.try(1, false)
	a.await("two members", func() bool { return a.Members() == 2 && b.Members() == 2 })
	b.Close()
	a.try(1, true)
	a.try(2, true)
	a.await("one member", func() bool { return a.Members() == 1 })
	var rows int
	if err := a.db.pool.QueryRow(t.Context(), "SELECT count(*) FROM members").Scan(&rows); err != nil || rows != 1 {
		t.Errorf("%d members, %v; want 1", rows, err)
	}
}

// TestEndedSessionLosesClaims checks that a process whose session is ended loses everything, hears of it, and can claim again.
func TestEndedSessionLosesClaims(t *testing.T) {
	address := shared.Cluster(t).URL(t)
	a, _ := join(t, address, brisk())
	b, _ := join(t, address, brisk())
	a.try(1, true)
	lost := a.Lost()
	a.kick()
	b.awaitClaim(1)
	a.awaitLost(lost)
	a.awaitClaim(2)
	a.try(1, false)
	select {
	case <-a.Lost():
		t.Error("the new claims are lost too")
	default:
	}
}

// TestLostLastsUntilClaimsCanBeMade checks that a process which is cut off goes on to hear that its claims are lost until it can make others.
func TestLostLastsUntilClaimsCanBeMade(t *testing.T) {
	c := shared.Cluster(t)
	p := pgtest.NewProxy(t, c)
	a, _ := join(t, through(t, c.URL(t), p.Address()), brisk())
	lost := a.Lost()
	p.Cut()
	a.awaitLost(lost)
	select {
	case <-a.Lost():
	default:
		t.Error("nothing is lost, but nothing can be claimed")
	}
	p.Heal()
	a.awaitClaim(1)
	select {
	case <-a.Lost():
		t.Error("the new claims are lost too")
	default:
	}
}

// TestSilentProcessIsTakenFrom checks, at the true pace, that a process that stops saying that it is alive loses its claims to another
// within 10 seconds and hears of it, and takes part again once it is alive.
func TestSilentProcessIsTakenFrom(t *testing.T) {
	t.Parallel()
	address := shared.Cluster(t).URL(t)
	a, silence := join(t, address, usual())
	b, _ := join(t, address, usual())
	a.try(1, true)
	lost := a.Lost()
	silence()
	if took := b.awaitClaim(1); took > 10*time.Second {
		t.Errorf("the takeover took %v; it must take 10 s at most", took)
	}
	a.awaitLost(lost)
	if got, err := a.Try(t.Context(), claims.Channel, 2); err == nil {
		t.Errorf("the silent process can claim: %v", got)
	}
	a.Beat()
	a.awaitClaim(2)
	a.try(1, false)
}

// TestStoppedProcessFindsOut checks that a process that was stopped for too long does not act by its claims before it has lost them. A
// process that is stopped neither polls nor answers; here its poll is held up, and the time of its last one set back.
func TestStoppedProcessFindsOut(t *testing.T) {
	address := shared.Cluster(t).URL(t)
	a, _ := join(t, address, brisk())
	a.try(1, true)
	lost := a.Lost()
	a.turn <- struct{}{}
	a.mu.Lock()
	a.session.seen = time.Now().Add(-brisk().dead)
	a.mu.Unlock()
	if got, err := a.Try(t.Context(), claims.Channel, 1); err == nil || got {
		t.Errorf("claimed %v, %v after it was stopped", got, err)
	}
	select {
	case <-lost:
	default:
		t.Error("it does not know that its claims are lost")
	}
	<-a.turn
	a.awaitClaim(1)
}

// TestCutNetwork checks that a process that is cut off loses its claims and hears of it, that another gets them, and that it takes part again
// once the network is back.
func TestCutNetwork(t *testing.T) {
	c := shared.Cluster(t)
	address := c.URL(t)
	p := pgtest.NewProxy(t, c)
	a, _ := join(t, through(t, address, p.Address()), brisk())
	b, _ := join(t, address, brisk())
	a.try(1, true)
	lost := a.Lost()
	p.Cut()
	a.awaitLost(lost)
	b.try(1, false) // the server still holds the lock: a gave up first
	b.awaitClaim(1)
	p.Heal()
	a.awaitClaim(2)
	a.try(1, false)
}

// TestResetNetwork checks that claims are free at once when a connection breaks and both ends know.
func TestResetNetwork(t *testing.T) {
	c := shared.Cluster(t)
	address := c.URL(t)
	p := pgtest.NewProxy(t, c)
	a, _ := join(t, through(t, address, p.Address()), brisk())
	a.try(1, true)
	lost := a.Lost()
	p.Reset()
	a.awaitLost(lost)
	a.awaitClaim(1)
}

// TestRestartedServer checks that all claims are lost when the server restarts, and can be had again afterwards.
func TestRestartedServer(t *testing.T) {
	c := pgtest.Start(t)
	address := c.URL(t)
	a, _ := join(t, address, brisk())
	b, _ := join(t, address, brisk())
	a.try(1, true)
	b.try(2, true)
	lostA, lostB := a.Lost(), b.Lost()
	if err := c.Kill(); err != nil {
		t.Fatal(err)
	}
	a.awaitLost(lostA)
	b.awaitLost(lostB)
	if got, err := a.Try(t.Context(), claims.Channel, 1); err == nil {
		t.Errorf("claimed without a server: %v", got)
	}
	c.Restart(t)
	b.awaitClaim(1)
	a.awaitClaim(2)
	a.await("two members", func() bool { return a.Members() == 2 })
}

// TestClaimsNeedNoStandby checks that claims are kept, and can be made again, while commits wait for a standby that is gone: what members
// say about themselves need not outlast the server.
func TestClaimsNeedNoStandby(t *testing.T) {
	c := pgtest.Start(t)
	a, _ := join(t, c.URL(t), brisk())
	a.try(1, true)
	lost := a.Lost()
	c.Exec(t, "ALTER SYSTEM SET synchronous_standby_names = 'gone'")
	c.Exec(t, "SELECT pg_reload_conf()")
	beat := func() (at time.Time) {
		if err := a.db.pool.QueryRow(t.Context(), "SELECT max(beat) FROM members").Scan(&at); err != nil {
			t.Fatal(err)
		}
		return at
	}
	start := beat()
	a.await("later beats", func() bool {
		select {
		case <-lost:
			t.Fatal("the claims are lost")
		default:
		}
		return beat().Sub(start) > a.pace.dead
	})
	a.kick()
	a.awaitLost(lost)
	a.awaitClaim(2)
}

// TestOtherSessionsAreSpared checks that no session is ended that merely has the number of a dead process's.
func TestOtherSessionsAreSpared(t *testing.T) {
	address := shared.Cluster(t).URL(t)
	a, _ := join(t, address, brisk())
	conn, err := a.db.pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	_, err = conn.Exec(t.Context(), `INSERT INTO members (id, pid, started, beat)
		SELECT 7, pid, backend_start, now() - interval '1 hour' FROM pg_stat_activity WHERE pid = pg_backend_pid()`)
	if err != nil {
		t.Fatal(err)
	}
	a.await("the row to go", func() bool {
		var rows int
		if err := a.db.pool.QueryRow(t.Context(), "SELECT count(*) FROM members WHERE id = 7").Scan(&rows); err != nil {
			t.Fatal(err)
		}
		return rows == 0
	})
	if err := conn.Ping(t.Context()); err != nil {
		t.Errorf("the session was ended: %v", err)
	}
}

// TestIdentifiesAreApart checks that no two IDENTIFYs of three processes are too close in a bucket, by the database's clock, and that
// buckets don't wait for each other.
func TestIdentifiesAreApart(t *testing.T) {
	const every = 100 * time.Millisecond
	address := shared.Cluster(t).URL(t)
	var members []member
	for range 3 {
		m, _ := join(t, address, brisk())
		members = append(members, m)
	}
	pool := members[0].db.pool
	for _, statement := range []string{
		"CREATE TABLE sent (bucket bigint, at timestamptz)",
		"CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO sent VALUES (NEW.bucket, NEW.at); RETURN NEW; END'",
		"CREATE TRIGGER note AFTER INSERT OR UPDATE ON buckets FOR EACH ROW EXECUTE FUNCTION note()",
	} {
		if _, err := pool.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	var running sync.WaitGroup
	for _, m := range members {
		running.Go(func() {
			for range 4 {
				if err := m.Identify(t.Context(), 1, every); err != nil {
					t.Error(err)
				}
			}
		})
	}
	running.Wait()
	if err := members[0].Identify(t.Context(), 1, time.Microsecond); err != nil { // by now it is free
		t.Error(err)
	}
	if err := members[0].Identify(t.Context(), 2, time.Hour); err != nil {
		t.Error(err)
	}
	var sent int
	var closest float64
	err := pool.QueryRow(t.Context(), `SELECT count(*), extract(epoch FROM min(gap) FILTER (WHERE n <= 12))::float8
		FROM (SELECT at - lag(at) OVER (ORDER BY at) AS gap, row_number() OVER (ORDER BY at) AS n FROM sent WHERE bucket = 1) AS gaps`).
		Scan(&sent, &closest)
	if err != nil || sent != 13 || closest < every.Seconds() {
		t.Errorf("%d IDENTIFYs, %v s apart at least, %v; want 13, %v s", sent, closest, err, every.Seconds())
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := members[1].Identify(ctx, 2, time.Hour); err == nil {
		t.Error("the second IDENTIFY in bucket 2 did not wait")
	}
}

// TestClockThatWasAhead checks that a stored time that lies ahead, as after a failover to a server with a slower clock, delays an IDENTIFY
// by no more than usual.
func TestClockThatWasAhead(t *testing.T) {
	a, _ := join(t, shared.Cluster(t).URL(t), brisk())
	if _, err := a.db.pool.Exec(t.Context(), "INSERT INTO buckets VALUES (1, now() + interval '1 day')"); err != nil {
		t.Fatal(err)
	}
	wait, err := a.db.identify(t.Context(), 1, time.Second)
	if err != nil || wait <= 0 || wait > time.Second {
		t.Errorf("wait %v, %v; want at most 1s", wait, err)
	}
}

// TestKeysOfLocks checks that kinds and keys don't run into each other.
func TestKeysOfLocks(t *testing.T) {
	seen := map[int64]bool{}
	for _, kind := range []claims.Kind{claims.Shard, claims.Channel, claims.Chore, memberKind} {
		for _, key := range []int64{0, 1, claims.ShardKey(0, 1), 1<<56 - 1} {
			lock := lockKey(kind, key)
			if seen[lock] {
				t.Errorf("kind %d, key %d: the lock is that of another", kind, key)
			}
			seen[lock] = true
		}
	}
}

// TestOneThatLeavesKeepsItsClaims checks that a process that is going to end no longer counts for the others, but for itself, and keeps
// what it has until it gives it back.
func TestOneThatLeavesKeepsItsClaims(t *testing.T) {
	address := shared.Cluster(t).URL(t)
	a, _ := join(t, address, brisk())
	b, _ := join(t, address, brisk())
	a.try(1, true)
	a.await("two members", func() bool { return a.Members() == 2 && b.Members() == 2 })
	a.Leave()
	b.await("one member", func() bool { return b.Members() == 1 })
	if n := a.Members(); n != 2 {
		t.Errorf("the one that leaves counts %d members", n)
	}
	b.try(1, false)
	a.try(2, true)
	a.Release(claims.Channel, 1)
	b.try(1, true)
}
