package sandbox_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"roundel/sandbox"
	"roundel/sandbox/page"
	"roundel/sandbox/play"
)

func TestPlayScript(t *testing.T) {
	srv := start(t, sandbox.Config{})
	serve(t, srv, table(t))
	var out strings.Builder
	err := play.Script{Channel: "tavern", Out: &out, Text: `# all there is
GM: /init add name:Goblin count:3
Anna: [Join] Name = Bo
Anna: hello

channel fight
Ben: /say mode:Quiet
wait
channel tavern
wait Bo joined
`}.Play(soon(t), srv)
	want := `# all there is
GM: /init add name:Goblin count:3
  added name=Goblin count=3 by @GM
  [Join]
Anna: [Join] Name = Bo
  Bo joined
Anna: hello

channel fight
Ben: /say mode:Quiet
  (only Ben) said quiet
wait
channel tavern
wait Bo joined
`
	if err != nil || out.String() != want {
		t.Errorf("%v\n got: %s\nwant: %s", err, out.String(), want)
	}
	noViolations(t, srv)
}

func TestPlayStopsAtTheFirstError(t *testing.T) {
	srv := start(t, sandbox.Config{AnswerWithin: 100 * time.Millisecond})
	answering(t, srv)
	srv.Fail(sandbox.Fault{Path: "/interactions/**", Cut: true, Times: -1})
	for text, why := range map[string]string{
		"GM: /init end\nGM: hello": "line 1: GM: /init end: no answer: " + sandbox.NoAnswer,
		"# x\nchannel nowhere":     `line 2: channel nowhere: there is no channel "nowhere"`,
		"GM: [Join":                "the ] after the button is missing",
		"\nwait Godot":             `line 2: wait Godot: no message contains "Godot"`,
	} {
		if err := (play.Script{Text: text}).Play(soon(t), srv); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%q: got %v, want %s", text, err, why)
		}
	}
}

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
	first := start(t, sandbox.Config{Additions: file})
	add(first, "user", "Dora", "")
	add(first, "channel", "cellar", "")
	add(first, "thread", "below", ids["cellar"])
	for _, wrong := range []body{{"kind": "user", "name": "dora"}, {"kind": "channel", "name": " "}, {"kind": "channel", "name": "fight"},
		{"kind": "user", "name": strings.Repeat("x", 33)}, {"kind": "thread", "name": "lost", "channel": "none"}, {"kind": "user", "name": "a\nb"}} {
		if status, got := ask(t, first, "/sandbox/add", wrong); status != 400 {
			t.Errorf("%v was added: %v", wrong, got)
		}
	}
	second := another(t, sandbox.Config{Additions: file})
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

// another starts a further sandbox.
func another(t *testing.T, cfg sandbox.Config) *sandbox.Server {
	t.Helper()
	srv, err := sandbox.Start(cfg)
	if err != nil {
		t.Fatal(err)
	}
	srv.Handle(page.Handlers(srv, page.Config{}))
	t.Cleanup(func() { srv.Close() })
	return srv
}

// TestFaultPanel causes every fault that the page offers, and checks that the bot still answers after each.
func TestFaultPanel(t *testing.T) {
	restarted := errors.New("not yet")
	srv := startWith(t, sandbox.Config{}, page.Config{Restart: func() error { restarted = nil; return nil }})
	answering(t, srv)
	bring := func(name string, seconds int) {
		t.Helper()
		if status, got := ask(t, srv, "/sandbox/fault", body{"name": name, "seconds": seconds}); status != 200 {
			t.Errorf("%s: %v", name, got)
		}
	}
	isOn := func() bool {
		_, now := ask(t, srv, "/sandbox/faults", nil)
		return len(now["on"].([]any)) > 0
	}
	_, state := ask(t, srv, "/sandbox/faults", nil)
	for _, item := range state["faults"].([]any) {
		name, sessions := item.(body)["name"].(string), srv.Resumes()+srv.Identifies()
		bring(name, 600)
		if item.(body)["lasting"] == true {
			if !isOn() {
				t.Errorf("%s is not on", name)
			}
			bring("clear", 0)
			if isOn() {
				t.Errorf("%s was not cleared", name)
			}
			bring(name, 1)
			if err := srv.Await(soon(t), func() bool { return !isOn() }); err != nil {
				t.Errorf("%s does not end on its own: %v", name, err)
			}
		}
		if name == "silence" { // a careful bot notices on its own; this one needs a drop
			srv.DropGateway()
		}
		if slices.Contains([]string{"drop", "refuse", "reconnect", "silence"}, name) {
			comesBack(t, srv, sessions)
		}
		t.Run("after "+name, func(t *testing.T) { isDone(t, srv, "GM", "fight") })
	}
	if restarted != nil {
		t.Error("the bot was not restarted")
	}
	for _, wrong := range []body{{"name": "nothing"}, {"name": "429"}, {"name": "delay", "seconds": 601}} {
		if status, _ := ask(t, srv, "/sandbox/fault", wrong); status != 400 {
			t.Errorf("%v was accepted", wrong)
		}
	}
	if status, _ := ask(t, another(t, sandbox.Config{}), "/sandbox/fault", body{"name": "restart"}); status != 400 {
		t.Error("a bot that the sandbox did not start was restarted")
	}
}

// TestDemo plays a demo twice, each time in a new channel.
func TestDemo(t *testing.T) {
	srv := startWith(t, sandbox.Config{}, page.Config{Demos: []page.Demo{{Name: "small", Title: "Small", Script: "GM: /init add name:Orc\nAnna: [Join] Name = Bo"}}})
	serve(t, srv, table(t))
	for _, name := range []string{"small", "small-2"} {
		status, got := ask(t, srv, "/sandbox/demo", body{"name": "small"})
		if status != 200 || got["id"] != srv.ChannelID(name) {
			t.Fatalf("got %d %v", status, got)
		}
		if seen, err := srv.Messages(name, "Ben"); err != nil || len(seen) != 1 || seen[0].Text != "Bo joined" {
			t.Errorf("Ben sees %v, %v", seen, err)
		}
	}
	if status, _ := ask(t, srv, "/sandbox/demo", body{"name": "none"}); status != 400 {
		t.Error("an unknown demo was accepted")
	}
}
