package postgres

import (
	"context"
	"errors"
	"testing"
	"time"

	"roundel/engine"
	"roundel/internal/pgtest"
	"roundel/store"
)

// addSetting appends to the settings of a server.
func addSetting(data []byte) (next, answer []byte, err error) {
	return append(data, 'x'), []byte("added"), nil
}

// TestTheStoreGoesOnAfterAnOutage checks that whatever is asked for while the server is down fails, and is known not to have been done, and
// that the same store works again once the server is back.
func TestTheStoreGoesOnAfterAnOutage(t *testing.T) {
	t.Parallel()
	c := pgtest.Start(t)
	db := connect(t, c.URL(t))
	s := store.New(db.base(100 * time.Millisecond))
	update(t, s, "1", "1", appendTo("/start", nil))
	if err := c.Kill(); err != nil {
		t.Fatal(err)
	}
	for db.pool.Stat().TotalConns() > 0 { // what is sent on a connection of before is in doubt
		if _, err := s.Load(t.Context(), store.SettingsOf("500")); !errors.Is(err, store.ErrUnavailable) {
			t.Fatal(err)
		}
	}
	do := appendTo("/do", engine.SceneSet{Text: "dawn"})
	refusal := errors.New("refused")
	for _, asked := range []struct {
		what string
		do   func() error
	}{
		{"a value", func() error { _, err := s.Load(t.Context(), store.SettingsOf("500")); return err }},
		{"a display", func() error { _, _, err := s.Display(t.Context(), "1"); return err }},
		{"a fight", func() error { return s.Read(t.Context(), "1", func(engine.Journal) error { return nil }) }},
		{"a change of a fight in the cache", func() error { _, _, err := s.Update(t.Context(), "1", "2", do); return err }},
		{"a refusal", func() error {
			_, _, err := s.Update(t.Context(), "1", "3", func(engine.Journal) ([]byte, error) { return nil, refusal })
			return err
		}},
		{"the start of a fight", func() error { _, _, err := s.Update(t.Context(), "2", "4", appendTo("/start", nil)); return err }},
		{"settings", func() error { _, _, err := s.Amend(t.Context(), store.SettingsOf("500"), "5", addSetting); return err }},
		{"a probe", func() error { return s.Ping(t.Context()) }},
	} {
		if err := asked.do(); !errors.Is(err, store.ErrUnavailable) || errors.Is(err, store.ErrUnknown) {
			t.Errorf("%s: %v", asked.what, err)
		}
	}
	c.Restart(t)
	if got := update(t, s, "1", "2", do); got != "2" || commandsOf(t, s, "1")["/do"] != 1 {
		t.Errorf("answered %q, and the log has %v", got, commandsOf(t, s, "1"))
	}
	update(t, s, "2", "4", appendTo("/start", nil))
	if answer, again, err := s.Amend(t.Context(), store.SettingsOf("500"), "5", addSetting); string(answer) != "added" || again || err != nil {
		t.Errorf("settings: %q, %v, %v", answer, again, err)
	}
}

// TestReadsEndWithTheirContext checks that a read that the server does not answer is given up with its context.
func TestReadsEndWithTheirContext(t *testing.T) {
	t.Parallel()
	db, _, p := proxied(t)
	s := db.Store()
	update(t, s, "1", "1", appendTo("/start", nil))
	p.Cut()
	defer p.Heal()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond) // by then, all of them wait
	defer cancel()
	ended := map[string]chan error{}
	for what, read := range map[string]func() error{
		"a value": func() error { _, err := s.Load(ctx, store.SettingsOf("500")); return err },
		"a fight": func() error { return s.Read(ctx, "1", func(engine.Journal) error { return nil }) },
		"a fight that is not in the cache, to change it": func() error {
			_, _, err := s.Update(ctx, "2", "2", appendTo("/start", nil))
			return err
		},
	} {
		err := make(chan error, 1)
		ended[what] = err
		go func() { err <- read() }()
	}
	for what, err := range ended {
		select {
		case err := <-err:
			if !errors.Is(err, store.ErrUnavailable) || errors.Is(err, store.ErrUnknown) {
				t.Errorf("%s: %v", what, err)
			}
		case <-time.After(soon):
			t.Errorf("%s: it still waits", what)
		}
	}
}

// TestWhatIsFoundIsReadAgain checks that a process that finds the answer of a lost commit does not hold its own roll for the one that is
// stored: another process may have been given the same interaction.
func TestWhatIsFoundIsReadAgain(t *testing.T) {
	t.Parallel()
	c := shared.Cluster(t)
	p := pgtest.NewProxy(t, c)
	url := c.URL(t)
	one, other := connect(t, through(t, url, p.Address())).Store(), connect(t, url).Store()
	roll := func(scene string) func(engine.Journal) ([]byte, error) {
		return func(j engine.Journal) ([]byte, error) {
			_, err := appendTo("/do", engine.SceneSet{Text: scene})(j)
			return []byte("rolled"), err
		}
	}
	update(t, one, "1", "1", appendTo("/start", nil))
	update(t, one, "1", "2", func(j engine.Journal) ([]byte, error) {
		update(t, other, "1", "2", roll("dawn"))
		p.Reset()
		return roll("dusk")(j)
	})
	got := update(t, one, "1", "3", func(j engine.Journal) ([]byte, error) { return []byte(j.State().Scene), nil })
	if got != "dawn" || commandsOf(t, one, "1")["/do"] != 1 {
		t.Errorf("the scene is %q, and the log has %v", got, commandsOf(t, one, "1"))
	}
}

// TestADoubtRemains checks that a commit whose answer is lost is not said to have failed if the server gives up what is tried again, a
// statement or a transaction.
func TestADoubtRemains(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		lock, answer string
		do           func(ctx context.Context, s *store.Store) error
	}{
		"statement": {"SELECT 1 FROM encounters FOR UPDATE", "SELECT 2\x00", func(ctx context.Context, s *store.Store) error {
			_, _, err := s.Update(ctx, "1", "7", appendTo("/do", engine.SceneSet{Text: "dawn"}))
			return err
		}},
		"transaction": {"SELECT 1 FROM settings FOR UPDATE", "COMMIT", func(ctx context.Context, s *store.Store) error {
			_, _, err := s.Amend(ctx, store.SettingsOf("500"), "7", addSetting)
			return err
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := shared.Cluster(t)
			p := pgtest.NewProxy(t, c)
			url := c.URL(t)
			s := connect(t, through(t, url, p.Address())).Store()
			update(t, s, "1", "1", appendTo("/start", nil))
			if _, _, err := s.Amend(t.Context(), store.SettingsOf("500"), "2", addSetting); err != nil {
				t.Fatal(err)
			}
			row, table, conn := bare(t, url), bare(t, url), bare(t, url)
			run(t, row, "BEGIN")
			run(t, row, test.lock)
			p.LoseAnswer(test.answer)
			done := make(chan error, 1)
			go func() { done <- test.do(t.Context(), s) }()
			awaitWaiting(t, conn, 1, done)
			run(t, table, "BEGIN")
			locked := make(chan error, 1)
			go func() { // waits until the first try is committed, and makes the second one wait
				_, err := table.Exec(t.Context(), "LOCK TABLE interactions")
				locked <- err
			}()
			awaitWaiting(t, conn, 2, done)
			run(t, row, "ROLLBACK")
			if err := <-locked; err != nil {
				t.Fatal(err)
			}
			awaitWaiting(t, conn, 1, done)
			run(t, conn, "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
			if err := <-done; !errors.Is(err, store.ErrUnknown) {
				t.Errorf("it was done, and the answer is %v", err)
			}
			run(t, table, "ROLLBACK")
			if _, again, err := s.Update(t.Context(), "3", "7", func(engine.Journal) ([]byte, error) { return nil, nil }); !again || err != nil {
				t.Errorf("asked again: %v, %v", again, err)
			}
		})
	}
}
