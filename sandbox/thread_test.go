package sandbox_test

import (
	"slices"
	"testing"

	"roundel/sandbox"
)

// TestArchivedThread: its messages stay as they are until a new one opens it, and a locked one stays shut.
func TestArchivedThread(t *testing.T) {
	s := newStage(t, sandbox.Config{})
	thread := "/channels/" + s.srv.ChannelID("side-quest") + "/messages"
	post := func() (int, map[string]any) {
		status, body, _ := raw(t, s.srv, "POST", thread, `{"content":"here",`+quiet+`}`)
		return status, body
	}
	archive := func(locked bool) {
		t.Helper()
		if err := s.srv.ArchiveThread("side-quest", true, locked); err != nil {
			t.Fatal(err)
		}
	}
	_, body := post()
	old := thread + "/" + body["id"].(string)
	shut := func(method, path, sent string) {
		t.Helper()
		status, body, _ := raw(t, s.srv, method, path, sent)
		s.want(status, body, 400, 50083)
	}
	archive(false)
	shut("PATCH", old, `{"content":"changed"}`)
	shut("DELETE", old, "")
	shut("PUT", thread+"/pins/"+body["id"].(string), "")
	if status, body := post(); status != 200 {
		t.Errorf("a message does not open the thread: %d %v", status, body)
	}
	if status, body, _ := raw(t, s.srv, "PATCH", old, `{"content":"changed",`+quiet+`}`); status != 200 {
		t.Errorf("the thread is open: %d %v", status, body)
	}

	archive(true)
	shut("POST", thread, `{"content":"here",`+quiet+`}`)
	it, err := s.srv.User("Anna").Command("side-quest", "/go")
	if err != nil {
		t.Fatal(err)
	}
	status, body := s.answer(it, `{"type":4,"data":{"content":"done",`+quiet+`}}`)
	s.want(status, body, 400, 50083)
	if status, body := s.answer(it, `{"type":4,"data":{"content":"done","flags":64,`+quiet+`}}`); status != 204 {
		t.Errorf("an ephemeral answer is no message of the thread: %d %v", status, body)
	}
	shut("POST", thread, `{"content":"here",`+quiet+`}`)
	if err := s.srv.SetBotPermissions("fight", sandbox.PermMember|sandbox.PermManageThreads); err != nil {
		t.Fatal(err)
	}
	if status, body := post(); status != 200 {
		t.Errorf("who manages threads opens it: %d %v", status, body)
	}
	noViolations(t, s.srv, 50083)
}

// TestSomebodyLeaves: who is out of the guild is found there no more, sees nothing, and a mention of theirs is harmless.
func TestSomebodyLeaves(t *testing.T) {
	srv := start(t, sandbox.Config{})
	bot := newBot(t, srv)
	anna := srv.User("Anna")
	if _, err := bot.GuildMember(srv.GuildID(""), anna.ID()); err != nil {
		t.Fatal(err)
	}
	if err := srv.RemoveUser("Anna"); err != nil {
		t.Fatal(err)
	}
	if srv.RemoveUser("Anna") == nil || srv.RemoveUser("Admin") == nil {
		t.Error("somebody left who cannot")
	}
	status, body, _ := raw(t, srv, "GET", "/guilds/"+srv.GuildID("")+"/members/"+anna.ID(), "")
	if status != 404 || body["code"] != 10007.0 {
		t.Errorf("%d %v", status, body)
	}
	if _, err := anna.Say("fight", "hello?"); err == nil {
		t.Error("who left still talks")
	}
	status, body, _ = raw(t, srv, "POST", "/channels/"+srv.ChannelID("fight")+"/messages",
		`{"content":"<@`+anna.ID()+`>","allowed_mentions":{"users":["`+anna.ID()+`"]}}`)
	seen, err := srv.Messages("fight", "Ben")
	if status != 200 || err != nil || len(seen) != 1 || slices.Contains(seen[0].Pinged, "Anna") {
		t.Errorf("%d %v; %+v, %v", status, body, seen, err)
	}
	noViolations(t, srv, 10007)
}
