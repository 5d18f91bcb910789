package discord_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"roundel/bot/discord"
	"roundel/sandbox"
)

// TestFormInputs fills in radio buttons, checkboxes and an upload (CR-70), and sends them as they are.
func TestFormInputs(t *testing.T) {
	r := play(t, sandbox.Config{}, config{}, func(_ context.Context, req *discord.Request) (*discord.Reply, error) {
		if req.Kind == discord.Filled {
			return &discord.Reply{Text: fmt.Sprintf("edge=%s also=%s hidden=%s secret=%s file=%s", req.Fields["edge"], req.Fields["also"], req.Fields["hidden"],
				req.Fields["secret"], req.Attachments["file"].Name)}, nil
		}
		edges := offer(12)
		edges[1].Picked = true
		return &discord.Reply{Form: &discord.Form{ID: "filled", Title: "A form", Inputs: []discord.Input{
			{ID: "edge", Label: "Edge", Required: true, Radio: &discord.Menu{Options: edges}},
			{ID: "also", Label: "Also", Checks: &discord.Menu{Options: offer(3)}},
			{ID: "hidden", Label: "Hidden", Check: true},
			{ID: "secret", Label: "Secret", Check: true, Value: "true"},
			{ID: "file", Label: "File", File: []string{".json", ".yaml"}}}}}, nil
	})
	r.ready()
	anna := r.srv.User("Anna")
	submit := func(values map[string]string) string {
		t.Helper()
		opened := r.enter("/do it what:x")
		form := r.wait(opened).Modal
		if form == nil || len(form.Fields) != 5 || len(form.Fields[0].Menu.Options) != 10 || form.Fields[1].Required {
			t.Fatalf("%+v", form)
		}
		sent, err := anna.Submit(opened, values)
		if err != nil {
			return err.Error()
		}
		return r.wait(sent).Text()
	}
	if got := submit(nil); got != "edge=2 also= hidden=false secret=true file=" {
		t.Error(got)
	}
	file, err := anna.Attach("mira.json", []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	if got := submit(map[string]string{"Edge": "Goblin 3", "Also": "Goblin 1\nGoblin 3", "Hidden": "yes", "Secret": "no", "File": file}); got != "edge=3 also=1,3 hidden=true secret=false file=mira.json" {
		t.Error(got)
	}
	picture, err := anna.Attach("mira.png", []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	if got := submit(map[string]string{"File": picture}); got != `sandbox: field "File" takes .json, .yaml files, not mira.png` {
		t.Error(got)
	}
	r.faultless()
}

// TestCR72EntryPointInVain: if Discord refuses the list twice, the session says so, and does not try again by itself.
func TestCR72EntryPointInVain(t *testing.T) {
	r := play(t, sandbox.Config{}, config{Config: discord.Config{Facts: &memory{}}}, echo)
	r.ready()
	r.srv.Fail(sandbox.Fault{Method: "PUT", Path: "/applications/*/commands", Status: 400, Body: `{"code":50240,"message":"no"}`, Times: 2})
	if err := r.s.RegisterCommands(r.soon(), "", commands().([]any)[:1]); !errors.Is(err, discord.ErrEntryPoint) {
		t.Error(err)
	}
	if err := r.s.RegisterCommands(r.soon(), "", commands().([]any)[:1]); err != nil { // the fault is over, after two calls
		t.Error(err)
	}
}

// TestCR72RegisteredCommandsUnknown: commands are registered even if Discord, or an API proxy, doesn't say which ones already are. An Entry Point
// command still stays.
func TestCR72RegisteredCommandsUnknown(t *testing.T) {
	for _, status := range []int{404, 405, 500} {
		t.Run(strconv.Itoa(status), func(t *testing.T) {
			facts := &memory{}
			r := play(t, sandbox.Config{}, config{Config: discord.Config{Facts: facts}}, echo)
			r.ready()
			r.registered(facts)
			r.srv.Fail(sandbox.Fault{Method: "GET", Path: "/applications/*/commands", Status: status, Body: `{"code":0,"message":"no"}`, Times: -1})
			if err := r.s.RegisterCommands(r.soon(), "", commands().([]any)[:1]); err != nil {
				t.Error(err)
			}
			r.srv.Fail(sandbox.Fault{Method: "PUT", Path: "/applications/*/commands", Status: 400, Body: `{"code":50240,"message":"no"}`, Times: -1})
			if err := r.s.RegisterCommands(r.soon(), "", commands()); discord.Code(err) != 0 || err == nil || !strings.Contains(err.Error(), "GET") {
				t.Errorf("the list lacks a command that is not known: %v", err)
			}
			if n := r.srv.Count("PUT /applications/{application}/commands"); n != 2 {
				t.Errorf("%d lists were taken, want the first one and the one after it", n)
			}
		})
	}
}

// TestCR71AppsMenu: what a command of an Apps menu is used on comes along: a member, or a message with everything that there is to read.
func TestCR71AppsMenu(t *testing.T) {
	r := play(t, sandbox.Config{}, config{}, func(_ context.Context, req *discord.Request) (*discord.Reply, error) {
		text := req.Path + " " + string(req.Target)
		if req.Quoted != nil {
			text += string(req.Quoted.ID) + " " + strings.Join(req.Quoted.Texts, "; ")
		}
		return &discord.Reply{Text: text}, nil
	})
	r.ready()
	list := []*discord.Command{{Name: "do", Description: "d"}, {Type: discord.UserCommand, Name: "Show it", Contexts: discord.InServers()},
		{Type: discord.MessageCommand, Name: "Read it", Contexts: discord.InServers()}}
	if err := r.s.RegisterCommands(r.soon(), "", list); err != nil {
		t.Fatal(err)
	}
	anna := r.srv.User("Anna")
	it, err := anna.OnUser("fight", "Show it", "Ben")
	if err != nil {
		t.Fatal(err)
	}
	if got := r.wait(it).Text(); got != "Show it "+r.srv.User("Ben").ID() {
		t.Error(got)
	}
	id, err := r.srv.User("Ben").Say("fight", "takes 9")
	if err != nil {
		t.Fatal(err)
	}
	if it, err = anna.OnMessage(id, "Read it"); err != nil {
		t.Fatal(err)
	}
	if got := r.wait(it).Text(); got != "Read it "+id+" takes 9" {
		t.Error(got)
	}
	if _, err := r.srv.User("Ben").OnUser("@Ben", "Show it", "Anna"); err == nil {
		t.Error("it can be used outside of servers")
	}
	r.faultless()
}
