package postgres

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"roundel/engine"
	"roundel/internal/pgtest"
	"roundel/store"
)

// TestTheStandbyIsWaitedFor checks what happens to commits while the synchronous standby is stopped.
func TestTheStandbyIsWaitedFor(t *testing.T) {
	t.Parallel()
	c := pgtest.Start(t)
	url := c.URL(t)
	s := connect(t, url).Store()
	update(t, s, "1", "1", appendTo("/start", nil))
	standby := c.Standby(t)
	t.Run("asked for again", func(t *testing.T) { givenUp(t, c, standby, url) })
	t.Run("found by another", func(t *testing.T) { foundAgain(t, standby, url) })
	count := commandsOf(t, s, "1")
	data, err := s.Load(t.Context(), store.SettingsOf("500"))
	if count["/given up"] != 1 || count["/found"] != 1 || string(data) != "xx" || err != nil {
		t.Errorf("the log has %v, and the settings are %q, %v", count, data, err)
	}
}

// stop stops the standby until the test is over, or restart is called.
func stop(t *testing.T, standby *pgtest.Cluster) (restart func()) {
	t.Helper()
	if err := standby.Stop(); err != nil {
		t.Fatal(err)
	}
	restart = sync.OnceFunc(func() { standby.Restart(t) })
	t.Cleanup(restart) // before those that close the stores, whose commits wait for it
	return restart
}

// both has a store change a fight and settings, and reports when each is done.
func both(ctx context.Context, s *store.Store, command, id, settingsID string) (done chan error) {
	done = make(chan error, 2)
	go func() {
		_, _, err := s.Update(ctx, "1", id, appendTo(command, engine.SceneSet{Text: "dawn"}))
		done <- err
	}()
	go func() {
		_, _, err := s.Amend(ctx, store.SettingsOf("500"), settingsID, addSetting)
		done <- err
	}()
	return done
}

// givenUp checks that a commit that waits is never cancelled, not even when its caller has given up, the store is being closed, or the time for a statement
// is over. Cancelled, it would be there without being on the standby.
func givenUp(t *testing.T, c, standby *pgtest.Cluster, url string) {
	config, err := parse(url)
	if err != nil {
		t.Fatal(err)
	}
	config.ConnConfig.RuntimeParams["statement_timeout"] = "500ms"
	db, err := dialled(t.Context(), config, t.Logf, (*DB).asItIs)
	if err != nil {
		t.Fatal(err)
	}
	s, conn := db.Store(), bare(t, url)
	restart := stop(t, standby)
	ctx, giveUp := context.WithCancel(t.Context())
	done := both(ctx, s, "/given up", "2", "3")
	awaitWaiting(t, conn, 2, done)
	giveUp()
	for range 2 {
		if err := <-done; !errors.Is(err, store.ErrUnknown) {
			t.Errorf("it is unknown yet, but the answer is %v", err)
		}
	}
	closed := make(chan error, 1)
	go func() { closed <- s.Close() }()
	for !errors.Is(s.Alive(t.Context()), store.ErrClosed) {
		awaitWaiting(t, conn, 2, closed)
	}
	if _, _, err := s.Update(t.Context(), "1", "4", appendTo("/late", nil)); !errors.Is(err, store.ErrClosed) {
		t.Errorf("an update of a store that is being closed: %v", err)
	}
	awaitWaiting(t, conn, 2, closed)
	restart()
	if err := <-closed; err != nil {
		t.Error(err)
	}
	if log := c.Log(); strings.Contains(log, "canceling") {
		t.Errorf("the server was told to give up:\n%s", log)
	}
}

// foundAgain ends the sessions of commits that wait. What they have committed is there, but it is acknowledged only once the standby has it, by
// whichever process finds it.
func foundAgain(t *testing.T, standby *pgtest.Cluster, url string) {
	one, other, conn := connect(t, url).Store(), connect(t, url).Store(), bare(t, url)
	restart := stop(t, standby)
	done := both(t.Context(), one, "/found", "5", "6")
	awaitWaiting(t, conn, 2, done)
	run(t, conn, "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
	awaitWaiting(t, conn, 2, done)
	otherDone := both(t.Context(), other, "/found", "5", "6")
	awaitWaiting(t, conn, 4, otherDone)
	restart()
	for range 2 {
		if err := errors.Join(<-done, <-otherDone); err != nil {
			t.Error(err)
		}
	}
}

// TestAnUnsafeStandbyTakesOver checks that a standby that is promoted while the bot is running acknowledges nothing as long as it could lose
// it, that what the primary had acknowledged is there, and that everything goes on by itself once the settings are right.
func TestAnUnsafeStandbyTakesOver(t *testing.T) {
	t.Parallel()
	for name, setting := range map[string]string{"several hosts in the address": "data_sync_retry", "an address that leads to another server": "fsync"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := durability[slices.IndexFunc(durability, func(d durable) bool { return d.name == setting })]
			primary := pgtest.Start(t)
			url := primary.URL(t)
			standby := primary.Standby(t)
			p := pgtest.NewProxy(t, primary)
			host := p.Address()
			if strings.HasPrefix(name, "several") {
				host = primary.Address() + "," + standby.Address()
			}
			told := &notes{}
			db, err := Connect(t.Context(), through(t, url, host), told.log)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { db.Close() })
			s := db.Store()
			update(t, s, "1", "1", appendTo("/start", nil))
			set(t, standby, d.name, map[string]string{"on": "off", "off": "on"}[d.safe])
			standby.Restart(t)
			storesAll(t, s, 1, "before") // and waits for the standby
			if err := primary.Kill(); err != nil {
				t.Fatal(err)
			}
			standby.Promote(t)
			p.LeadTo(standby)
			await(t, "a refusal", func() bool { return errors.Is(s.Ping(t.Context()), store.ErrUnsafe) })
			refusesAll(t, s, 2, d.found, "after the promotion")
			await(t, "a line in the log", func() bool { return told.has(d.found) })
			setAnyway(t, standby, d.name, d.safe)
			await(t, "the end of the refusals", func() bool { return s.Ping(t.Context()) == nil })
			storesAll(t, s, 3, "once the settings are right")
			if err := standby.Kill(); err != nil {
				t.Fatal(err)
			}
			standby.Restart(t)
			count := commandsOf(t, connect(t, through(t, url, standby.Address())).Store(), "1")
			if count["/do 1"] != 1 || count["/do 2"] != 0 || count["/do 3"] != 1 {
				t.Errorf("the log has %v", count)
			}
		})
	}
}
