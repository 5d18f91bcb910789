package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"roundel/engine"
	"roundel/snowflake"
	"roundel/store"
)

const channel = snowflake.Channel("100")

// epoch is the time at which the fights of these tests begin.
var epoch = time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC)

// notes collects the lines that Open logs.
type notes struct {
	mu    sync.Mutex
	lines []string
}

func (n *notes) log(format string, args ...any) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.lines = append(n.lines, fmt.Sprintf(format, args...))
}

func (n *notes) String() string { return strings.Join(n.lines, "\n") }

// file returns a path for the test's own database.
func file(t testing.TB) string { return filepath.Join(t.TempDir(), "data", "roundel.db") }

func mustOpen(t testing.TB, path string) *store.Store {
	t.Helper()
	s, err := Open(t.Context(), path, (&notes{}).log)
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	t.Cleanup(func() { mustClose(t, s) })
	return s
}

func mustClose(t testing.TB, s *store.Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
}

func started(name string) engine.Event {
	return engine.EncounterStarted{Name: name, Ruleset: "test", GM: "gm"}
}

func scene(format string, args ...any) engine.Event {
	return engine.SceneSet{Text: fmt.Sprintf(format, args...)}
}

func mustUpdate(t testing.TB, s *store.Store, id string, fn func(engine.Journal) ([]byte, error)) string {
	t.Helper()
	answer, again, err := s.Update(context.Background(), channel, id, fn)
	if err != nil || again {
		t.Fatalf("update %q: again %v, %v", id, again, err)
	}
	return string(answer)
}

// state returns the state that a reader sees.
func state(t testing.TB, s *store.Store) *engine.State {
	t.Helper()
	var out *engine.State
	err := s.Read(context.Background(), channel, func(j engine.Journal) error {
		out = j.State()
		return nil
	})
	if err != nil {
		t.Fatalf("read: %v", err)
	}
	return out
}

func entries(t testing.TB, s *store.Store) []engine.Entry {
	t.Helper()
	var out []engine.Entry
	err := s.Log(context.Background(), channel, func(l engine.Log) (err error) {
		out, err = all(l)
		return err
	})
	if err != nil {
		t.Fatalf("read: %v", err)
	}
	return out
}

// all returns a whole log.
func all(l engine.Log) (out []engine.Entry, err error) {
	for e, err := range l.All() {
		if err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	return out, nil
}

func wantScene(t testing.TB, s *store.Store, want string) {
	t.Helper()
	if got := state(t, s); got == nil || got.Scene != want {
		t.Fatalf("state is %+v, want the scene %q", got, want)
	}
}

func wantError(t testing.TB, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("got %v, want %v", err, want)
	}
}

// saveSettings replaces the settings of a server.
func saveSettings(t testing.TB, s *store.Store, guild snowflake.Guild, data string) {
	t.Helper()
	if _, _, err := s.Amend(context.Background(), store.SettingsOf(guild), "", func([]byte) ([]byte, []byte, error) { return []byte(data), nil, nil }); err != nil {
		t.Fatal(err)
	}
}

// reader returns the connections that a store reads with.
func reader(s *store.Store) *sql.DB { return s.Base().(*base).readDB }
