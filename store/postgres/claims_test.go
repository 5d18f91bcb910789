package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"roundel/claims"
	"roundel/internal/pgtest"
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
	t.Parallel()
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
	t.Parallel()
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
	t.Parallel()
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
	a.session.polled = time.Now().Add(-brisk().dead)
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
	t.Parallel()
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
	t.Parallel()
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
	t.Parallel()
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
	t.Parallel()
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
	t.Parallel()
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
	t.Parallel()
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

// locks returns how many locks the sessions of a database hold for a kind of claim.
func (m member) locks(kind claims.Kind) (n int) {
	m.t.Helper()
	err := m.db.pool.QueryRow(m.t.Context(), `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1
		AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND classid::bigint >> 24 = $1`, int(kind)).Scan(&n)
	if err != nil {
		m.t.Fatal(err)
	}
	return n
}

// keeps fails if claims are lost.
func (m member) keeps(lost <-chan struct{}) {
	m.t.Helper()
	select {
	case <-lost:
		m.t.Fatal("the claims are lost")
	default:
	}
}

// TestAnyNumberOfChannels checks that any number of channels get their turn although the server has fewer locks than that: a process claims
// no more than leaves room for the others' claims and commits, and one more whenever it gives one back.
func TestAnyNumberOfChannels(t *testing.T) {
	t.Parallel()
	channels := 5000 // two and a half times as many as there is room for
	if *deep {
		channels = 20_000
	}
	address := pgtest.Start(t).URL(t)
	a, _ := join(t, address, usual())
	b, _ := join(t, address, usual())
	a.await("two members", func() bool { return a.Members() == 2 && b.Members() == 2 })
	lostA, lostB := a.Lost(), b.Lost()
	channel := func(i int) int64 { return 1_100_000_000_000_000_000 + int64(i)<<22 }
	for _, who := range []struct {
		member
		from int
	}{{a, 0}, {b, channels}} {
		first, waited := 0, 0 // the first that is still claimed, and how many had to wait
		for i := range channels {
			got, err := who.Try(t.Context(), claims.Channel, channel(who.from+i))
			if errors.Is(err, errFull) {
				if waited++; i-first < 1000 {
					t.Fatalf("only %d channels at once", i-first)
				}
				for range 1000 {
					who.Release(claims.Channel, channel(who.from+first))
					first++
				}
				got, err = who.Try(t.Context(), claims.Channel, channel(who.from+i))
			}
			if err != nil || !got {
				t.Fatalf("claim %d: %v, %v", i, got, err)
			}
		}
		if waited == 0 {
			t.Error("there is no limit")
		}
		a.try(channel(who.from+channels-1), who.member == a)
		b.try(channel(who.from+channels-1), who.member == b)
	}
	if got, err := a.Try(t.Context(), claims.Chore, claims.Pruning); err != nil || !got {
		t.Errorf("a chore: %v, %v", got, err)
	}
	update(t, b.db.Store(), "1", "1", appendTo("/start", nil))
	t.Logf("%d locks at once", a.locks(claims.Channel))
	a.keeps(lostA)
	b.keeps(lostB)
}

// TestNoChannelWaitsForAnother checks that a process can show its channels while another one keeps claiming many others.
func TestNoChannelWaitsForAnother(t *testing.T) {
	address := shared.Cluster(t).URL(t)
	a, _ := join(t, address, usual())
	b, _ := join(t, address, usual())
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 600 {
		a.try(1_100_000_000_000_000_000+rnd.Int64N(1<<57), true)
		b.try(1_100_000_000_000_000_000+rnd.Int64N(1<<57), true)
	}
}

// TestTheReleaseBeforeSharesClaims checks that a process of the release before, which locks the kind of a claim in the upper 8 bits and its key in
// the lower 56, and one of this release never have the same.
func TestTheReleaseBeforeSharesClaims(t *testing.T) {
	t.Parallel()
	address := shared.Cluster(t).URL(t)
	a, _ := join(t, address, usual())
	before := bare(t, address)
	const mine, others = 1_100_000_000_004_194_304, 1_100_000_000_008_388_608
	kinds := []claims.Kind{claims.Shard, claims.Channel, claims.Chore, claims.Extra, claims.Bucket}
	for i, kind := range kinds {
		lock := func(key int64) (got bool) {
			err := before.QueryRow(t.Context(), "SELECT pg_try_advisory_lock($1)", int64(i+1)<<56|key&(1<<56-1)).Scan(&got)
			if err != nil {
				t.Fatal(err)
			}
			return got
		}
		if !lock(others) {
			t.Errorf("kind %d: the release before cannot claim what is free", kind)
		}
		for key, want := range map[int64]bool{mine: true, others: false} {
			if got, err := a.Try(t.Context(), kind, key); err != nil || got != want {
				t.Errorf("kind %d, key %d: claimed %v, %v; want %v", kind, key, got, err, want)
			}
		}
		if lock(mine) {
			t.Errorf("kind %d: both have claimed it", kind)
		}
	}
}

// TestAFullTableOfLocksRefusesOneClaim checks that a claim for which the server has no room is not made, and that nothing else is lost.
func TestAFullTableOfLocksRefusesOneClaim(t *testing.T) {
	t.Parallel()
	address := pgtest.Start(t, "max_locks_per_transaction=10").URL(t)
	a, _ := join(t, address, brisk())
	b, _ := join(t, address, brisk())
	a.try(1, true)
	lost, made := a.Lost(), 0
	for ; made < 100_000; made++ {
		if got, err := a.Try(t.Context(), claims.Bucket, int64(made)); err != nil {
			if got {
				t.Errorf("claimed, and %v", err)
			}
			break
		}
	}
	if made == 100_000 {
		t.Fatal("the table of locks is never full")
	}
	a.keeps(lost)
	if got, _ := b.Try(t.Context(), claims.Channel, 1); got { // with the table of locks full, it can't find out why
		t.Error("the other process can claim it")
	}
	for i := range made {
		a.Release(claims.Bucket, int64(i))
	}
	a.try(2, true)
	a.keeps(lost)
}

// TestAFullServerLosesNoClaims checks that processes keep what they have claimed for as long as the server's disk is full, and afterwards, when
// all of them have been unable to say that they are alive, and that they can claim more all the time.
func TestAFullServerLosesNoClaims(t *testing.T) {
	t.Parallel()
	address := shared.Cluster(t).URL(t)
	a, _ := join(t, address, brisk())
	b, _ := join(t, address, brisk())
	a.try(1, true)
	b.try(2, true)
	a.await("two members", func() bool { return a.Members() == 2 && b.Members() == 2 })
	lostA, lostB := a.Lost(), b.Lost()
	conn := bare(t, address)
	run(t, conn, "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION USING ERRCODE = ''53100'', MESSAGE = ''could not extend file''; END'")
	run(t, conn, "CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE OR DELETE ON members FOR EACH STATEMENT EXECUTE FUNCTION full_disk()")
	silent := func() (longest float64) {
		if err := conn.QueryRow(t.Context(), "SELECT extract(epoch FROM max(clock_timestamp() - beat))::float8 FROM members").Scan(&longest); err != nil {
			t.Fatal(err)
		}
		return longest
	}
	a.await("beats that are too old", func() bool {
		a.keeps(lostA)
		b.keeps(lostB)
		return silent() > 2*a.pace.dead.Seconds()
	})
	b.try(1, false)
	a.try(3, true)
	if a.Members() != 2 || b.Members() != 2 {
		t.Errorf("%d and %d members, want 2", a.Members(), b.Members())
	}
	run(t, conn, "DROP TRIGGER full_disk ON members")
	a.await("new beats", func() bool { return silent() < a.pace.dead.Seconds()/2 })
	for end := time.Now().Add(2 * a.pace.dead); time.Now().Before(end); <-time.After(a.pace.poll) {
		a.keeps(lostA)
		b.keeps(lostB)
	}
	b.try(3, false)
}

// TestTheDatabasesClockIsSet checks that when the database's clock is set back, the claims of a process that is dead become free all the same,
// and that when it is set forward, those of the living stay theirs. A clock that is set back makes all stored beats lie in the future, and
// one that is set forward makes them old.
func TestTheDatabasesClockIsSet(t *testing.T) {
	t.Parallel()
	address := shared.Cluster(t).URL(t)
	a, silence := join(t, address, brisk())
	b, _ := join(t, address, brisk())
	c, _ := join(t, address, brisk())
	a.try(1, true)
	b.try(2, true)
	c.try(3, true)
	b.await("three members", func() bool { return b.Members() == 3 && c.Members() == 3 })
	lostB, lostC := b.Lost(), c.Lost()
	conn := bare(t, address)
	for range 20 {
		run(t, conn, "UPDATE members SET beat = beat - interval '1 hour'")
		for end := time.Now().Add(2 * b.pace.poll); time.Now().Before(end); <-time.After(b.pace.poll / 5) {
			b.keeps(lostB)
			c.keeps(lostC)
		}
	}
	silence()
	start := time.Now()
	run(t, conn, "UPDATE members SET beat = beat + interval '1 hour'")
	b.awaitClaim(1)
	if took := time.Since(start); took > 10*b.pace.dead {
		t.Errorf("free after %v", took)
	}
	b.keeps(lostB)
	c.keeps(lostC)
	b.await("two members", func() bool { return b.Members() == 2 && c.Members() == 2 })
}
