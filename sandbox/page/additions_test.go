package page_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"roundel/sandbox"
	"roundel/sandbox/page"
)

// TestAdditionsAreKept checks that additions keep their IDs at the next start, and that nothing else gets these IDs.
func TestAdditionsAreKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "table")
	ids := map[string]string{}
	add := func(srv *sandbox.Server, kind, name, channel string) {
		t.Helper()
		status, got := ask(t, srv, "/sandbox/add", body{"kind": kind, "name": name, "channel": channel})
		if status != 200 {
			t.Fatalf("%s: %v", name, got)
		}
		ids[name] = got["id"].(string)
	}
	first := start(t, sandbox.Config{Additions: file}, page.Config{})
	add(first, "user", "Dora", "")
	add(first, "channel", "cellar", "")
	add(first, "thread", "below", ids["cellar"])
	for _, wrong := range []body{{"kind": "user", "name": "dora"}, {"kind": "channel", "name": " "}, {"kind": "channel", "name": "fight"},
		{"kind": "user", "name": strings.Repeat("x", 33)}, {"kind": "thread", "name": "lost", "channel": "none"}, {"kind": "user", "name": "a\nb"}} {
		if status, got := ask(t, first, "/sandbox/add", wrong); status != 400 {
			t.Errorf("%v was added: %v", wrong, got)
		}
	}
	second := another(t, sandbox.Config{Additions: file}, page.Config{})
	if second.User("Dora").ID() != ids["Dora"] || second.ChannelID("cellar") != ids["cellar"] || second.ChannelID("below") != ids["below"] {
		t.Errorf("the second start has other IDs than %v", ids)
	}
	if second.ChannelID("side-quest") != first.ChannelID("side-quest") || second.ChannelID("@Dora") == "" {
		t.Error("the built-in world has other IDs")
	}
	if _, err := second.User("Dora").Say("below", "hello"); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(file, []byte("nonsense\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := sandbox.Start(sandbox.Config{Additions: file}); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("a damaged file got %v", err)
	}
}
