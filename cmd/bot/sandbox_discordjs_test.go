package main

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"roundel/sandbox"
)

// TestDiscordJSWorksWithTheSandbox: discord.js, which shares no code with the bot, connects to the sandbox, registers a
// command, answers interactions, and resumes after a drop. All bodies are checked against Discord's API description.
func TestDiscordJSWorksWithTheSandbox(t *testing.T) {
	t.Parallel()
	node, err := exec.LookPath("node")
	if err != nil {
		needed(t, "there is no Node here")
	}
	modules := nodeModules(t, "discord.js")
	srv, err := sandbox.Start(sandbox.Config{Exchanged: newJudge(t).exchanged(), AnswerWithin: patience})
	if err != nil {
		t.Fatal(err)
	}
	defer srv.Close()
	printed := startNode(t, node, modules, srv)
	printed("ready as")
	ctx, cancel := context.WithTimeout(t.Context(), 2*patience)
	defer cancel()
	play := func(text string) {
		t.Helper()
		anna := srv.User("Anna")
		offered, err := anna.Complete(ctx, "fight", "/ping text:"+text, "text")
		if err != nil || len(offered) != 1 || offered[0].Name != text+"!" {
			t.Errorf("offered %v, %v", offered, err)
		}
		got, err := anna.Do(ctx, "fight", "/ping text:"+text)
		if err != nil || got.Text() != "pong "+text+" for Anna" {
			t.Fatalf("got %q, %v", got.Text(), err)
		}
		it, err := anna.Press(got.Message.ID, "Again")
		if err != nil {
			t.Fatal(err)
		}
		if pressed, err := it.Wait(ctx); err != nil || pressed.Text() != "pressed" {
			t.Errorf("pressing got %q, %v", pressed.Text(), err)
		}
	}
	play("hello")
	srv.DropGateway()
	printed("resumed")
	if srv.Resumes() != 1 || srv.Identifies() != 1 {
		t.Errorf("%d resumes and %d identifies", srv.Resumes(), srv.Identifies())
	}
	play("again")
	id, err := srv.User("Ben").Say("fight", "a word")
	if err != nil {
		t.Fatal(err)
	}
	heard := func(want string, it *sandbox.Interaction, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		if got, err := it.Wait(ctx); err != nil || got.Text() != want {
			t.Errorf("got %q, %v, want %q", got.Text(), err, want)
		}
	}
	it, err := srv.User("Anna").OnMessage(id, "Quote")
	heard("Ben said a word", it, err)
	it, err = srv.User("Anna").OnUser("fight", "Greet", "Ben")
	heard("hello Ben, true", it, err)
	deleted := func() bool { return srv.Count("DELETE /channels/{channel}/messages/{message}") == 2 }
	if err := srv.Await(ctx, deleted); err != nil {
		t.Error("discord.js did not delete its own messages")
	}
	for _, v := range append(srv.Violations(), srv.Warnings()...) {
		t.Errorf("a violation or warning: %s", v)
	}
}

// startNode starts the client and returns a function that waits for a line of its output.
func startNode(t *testing.T, node, modules string, srv *sandbox.Server) (printed func(string)) {
	t.Helper()
	cmd := exec.Command(node, filepath.Join("testdata", "discordjs.cjs"))
	cmd.Env = append(os.Environ(), "NODE_PATH="+modules, "SANDBOX="+srv.URL(), "TOKEN="+srv.Token())
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := make(chan string, 100)
	go func() {
		defer close(lines)
		for scanner := bufio.NewScanner(stdout); scanner.Scan(); {
			lines <- scanner.Text()
		}
	}()
	t.Cleanup(func() {
		stdin.Close()
		killer := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
		defer killer.Stop()
		for line := range lines {
			t.Logf("discord.js: %s", line)
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("discord.js ended with %v", err)
		}
	})
	return func(want string) {
		t.Helper()
		deadline := time.After(patience)
		for {
			select {
			case line, open := <-lines:
				if strings.HasPrefix(line, want) {
					return
				}
				if !open || strings.HasPrefix(line, "error") {
					t.Fatalf("discord.js: %q instead of %q", line, want)
				}
			case <-deadline:
				t.Fatalf("discord.js never printed %q", want)
			}
		}
	}
}
