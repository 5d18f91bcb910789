package sandbox_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"roundel/internal/smallbot"
	"roundel/sandbox"
	"roundel/sandbox/world"
)

// apps registers a user command and a message command next to /go.
func (s stage) apps() {
	s.t.Helper()
	status, body, _ := raw(s.t, s.srv, "PUT", "/applications/"+s.srv.BotID()+"/commands",
		`[{"name":"go","description":"d"},{"type":2,"name":"Show character"},{"type":3,"name":"Quote this"},{"type":3,"name":"go"},
		{"type":2,"name":"Ban","default_member_permissions":"32","dm_permission":false}]`)
	if status != http.StatusOK {
		s.t.Fatal(status, body)
	}
}

// data returns the data of the next interaction, as the bot gets it.
func (s stage) data() map[string]any {
	s.t.Helper()
	for {
		p := s.bot.next()
		var got struct {
			Type int
			Data map[string]any
		}
		if p.Type != "INTERACTION_CREATE" {
			continue
		}
		if err := json.Unmarshal(p.Data, &got); err != nil || got.Type != 2 {
			s.t.Fatalf("got %s, %v", p.Data, err)
		}
		return got.Data
	}
}

// TestUserCommands uses a command of a user's Apps menu. The bot gets the target with its member, and the answer names it.
func TestUserCommands(t *testing.T) {
	s := newStage(t, sandbox.Config{})
	s.apps()
	anna := s.srv.User("Anna").ID()
	it, err := s.srv.User("GM").OnUser("fight", "Show character", "Anna")
	if err != nil {
		t.Fatal(err)
	}
	data := s.data()
	resolved := data["resolved"].(map[string]any)
	user := resolved["users"].(map[string]any)[anna].(map[string]any)
	member := resolved["members"].(map[string]any)[anna].(map[string]any)
	if data["name"] != "Show character" || data["type"] != 2.0 || data["target_id"] != anna || data["id"] == nil || data["options"] != nil ||
		user["username"] != "anna" || member["permissions"] == nil || member["user"] != nil {
		t.Errorf("the bot got %v", data)
	}
	if status, body := s.answer(it, `{"type":4,"data":{"content":"Knight",`+quiet+`}}`); status != http.StatusNoContent {
		t.Fatal(status, body)
	}
	_, message := s.hook(it, "GET", "/messages/@original", "")
	about := message["interaction_metadata"].(map[string]any)
	if message["type"] != 23.0 || about["target_user"].(map[string]any)["id"] != anna || about["name"] != "Show character" || about["target_message_id"] != nil {
		t.Errorf("the answer is %v", message)
	}
	if got := it.Response().Message; got == nil || got.Text != "Knight" || !got.App || got.Command != "Show character" {
		t.Errorf("the GM sees %+v", got)
	}
	if err := s.srv.RemoveUser("Anna"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.srv.User("GM").OnUser("fight", "Show character", "Anna"); err != nil {
		t.Fatal(err)
	}
	if resolved := s.data()["resolved"].(map[string]any); resolved["users"] == nil || resolved["members"] != nil {
		t.Errorf("somebody who has left resolves to %v", resolved)
	}
	if _, err := s.srv.User("Ben").OnUser("@Ben", "Show character", s.srv.BotID()); err != nil {
		t.Error("on the bot in a direct message:", err)
	}
	smallbot.NoViolations(t, s.srv)
}

// TestMessageCommands uses a command of a message's Apps menu. The bot may read the message even without the intent for that.
func TestMessageCommands(t *testing.T) {
	s := newStage(t, sandbox.Config{})
	s.apps()
	id, err := s.srv.User("Ben").Say("fight", "I am a Knight")
	if err != nil {
		t.Fatal(err)
	}
	it, err := s.srv.User("Anna").OnMessage(id, "Quote this")
	if err != nil {
		t.Fatal(err)
	}
	data := s.data()
	target := data["resolved"].(map[string]any)["messages"].(map[string]any)[id].(map[string]any)
	if data["name"] != "Quote this" || data["type"] != 3.0 || data["target_id"] != id || target["content"] != "I am a Knight" || target["id"] != id {
		t.Errorf("the bot got %v", data)
	}
	const form = `{"type":9,"data":{"custom_id":"f","title":"Why?","components":[{"type":1,"components":[{"type":4,"style":1,"custom_id":"i","label":"Why"}]}]}}`
	if status, body := s.answer(it, form); status != http.StatusNoContent {
		t.Fatal(status, body)
	}
	sent, err := s.srv.User("Anna").Submit(it, map[string]string{"Why": "well said"})
	if err != nil {
		t.Fatal(err)
	}
	if status, body := s.answer(sent, `{"type":4,"data":{"content":"quoted",`+quiet+`}}`); status != http.StatusNoContent {
		t.Fatal(status, body)
	}
	_, message := s.hook(sent, "GET", "/messages/@original", "")
	about := message["interaction_metadata"].(map[string]any)["triggering_interaction_metadata"].(map[string]any)
	if about["target_message_id"] != id || about["target_user"] != nil {
		t.Errorf("the answer is %v", message)
	}
	if _, err := s.srv.User("Anna").OnMessage(message["id"].(string), "go"); err != nil {
		t.Error("on the bot's message, with a name that a slash command has too:", err)
	}
	smallbot.NoViolations(t, s.srv)
}

// TestAppsThatCannotBeUsed checks what Discord's client does not offer.
func TestAppsThatCannotBeUsed(t *testing.T) {
	s := newStage(t, sandbox.Config{})
	s.apps()
	id, err := s.srv.User("Ben").Say("fight", "hello")
	if err != nil {
		t.Fatal(err)
	}
	anna := s.srv.User("Anna")
	for name, use := range map[string]func() error{
		"unknown":             func() error { _, err := anna.OnUser("fight", "Nope", "Ben"); return err },
		"of a message":        func() error { _, err := anna.OnUser("fight", "Quote this", "Ben"); return err },
		"of a user":           func() error { _, err := anna.OnMessage(id, "Show character"); return err },
		"typed":               func() error { _, err := anna.Command("fight", "/Show character"); return err },
		"without permission":  func() error { _, err := anna.OnUser("fight", "Ban", "Ben"); return err },
		"not for messages":    func() error { _, err := s.srv.User("Admin").OnUser("@Admin", "Ban", "Ben"); return err },
		"nobody":              func() error { _, err := anna.OnUser("fight", "Show character", "Godot"); return err },
		"a message elsewhere": func() error { _, err := anna.OnMessage("1", "Quote this"); return err },
	} {
		if err := use(); err == nil || strings.Contains(err.Error(), "/Ban") {
			t.Errorf("%s: got %v", name, err)
		}
	}
	list := func(user, channel string) string {
		t.Helper()
		all, err := s.srv.AppsFor(user, channel)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, one := range all {
			names = append(names, one.Name)
		}
		return strings.Join(names, ", ")
	}
	if got := list("Anna", "fight"); got != "Quote this, go, Show character" {
		t.Errorf("Anna is offered %s", got)
	}
	if got := list("Admin", "fight"); got != "Quote this, go, Ban, Show character" {
		t.Errorf("Admin is offered %s", got)
	}
	if err := s.srv.SetPermissions("fight", "Anna", world.PermViewChannel); err != nil {
		t.Fatal(err)
	}
	if got := list("Anna", "fight"); got != "" {
		t.Errorf("without permission for commands Anna is offered %s", got)
	}
	smallbot.NoViolations(t, s.srv)
}

// TestNumberOfApps: Discord allows 15 commands of users and 15 of messages alongside 100 slash commands.
func TestNumberOfApps(t *testing.T) {
	srv := start(t, sandbox.Config{})
	path := "/applications/" + srv.BotID() + "/commands"
	for _, kind := range []string{"2", "3"} {
		if status, body, _ := raw(t, srv, "PUT", path, many(16, `{"type":`+kind+`,"name":"C #"}`)); status != 400 || body["code"] != 30032.0 {
			t.Errorf("16 of type %s at once got %d %v", kind, status, body)
		}
	}
	full := strings.TrimSuffix(many(100, `{"name":"c#","description":"d"}`), "]") + "," + strings.Trim(many(15, `{"type":2,"name":"C #"}`), "[]") + "," +
		strings.TrimPrefix(many(14, `{"type":3,"name":"C #"}`), "[")
	if status, body, _ := raw(t, srv, "PUT", path, full); status != 200 {
		t.Fatalf("129 commands got %d %v", status, body)
	}
	for _, one := range []struct {
		body   string
		status int
	}{{`{"type":2,"name":"D"}`, 400}, {`{"type":3,"name":"D"}`, 201}, {`{"type":3,"name":"E"}`, 400}, {`{"type":3,"name":"D"}`, 200}, {`{"name":"d","description":"d"}`, 400}} {
		if status, body, _ := raw(t, srv, "POST", path, one.body); status != one.status || status == 400 && body["code"] != 30032.0 {
			t.Errorf("%s got %d %v, want %d", one.body, status, body, one.status)
		}
	}
}

// TestNameOfTheCommand: a message names its command without the slash that people see.
func TestNameOfTheCommand(t *testing.T) {
	s := newStage(t, sandbox.Config{})
	it := s.command("GM", "/go")
	s.answer(it, `{"type":4,"data":{"content":"x",`+quiet+`}}`)
	_, message := s.hook(it, "GET", "/messages/@original", "")
	if message["interaction"].(map[string]any)["name"] != "go" || message["interaction_metadata"].(map[string]any)["name"] != "go" || message["type"] != 20.0 {
		t.Errorf("the message is %v", message)
	}
	if got := it.Response().Message.Command; got != "/go" {
		t.Errorf("people see %q", got)
	}
}
