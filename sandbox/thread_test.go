package sandbox_test

import (
	"slices"
	"strings"
	"testing"

	"roundel/internal/smallbot"
	"roundel/sandbox"
	"roundel/sandbox/world"
)

// TestArchivedThread checks that messages of an archived thread cannot be changed until a new message reopens it, and
// that a locked thread stays archived.
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
		t.Errorf("a message did not reopen the thread: %d %v", status, body)
	}
	if status, body, _ := raw(t, s.srv, "PATCH", old, `{"content":"changed",`+quiet+`}`); status != 200 {
		t.Errorf("in the reopened thread, got %d %v", status, body)
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
		t.Errorf("an ephemeral answer is not part of the thread, but got %d %v", status, body)
	}
	shut("POST", thread, `{"content":"here",`+quiet+`}`)
	if err := s.srv.SetBotPermissions("fight", world.PermMember|world.PermManageThreads); err != nil {
		t.Fatal(err)
	}
	if status, body := post(); status != 200 {
		t.Errorf("a bot that can manage threads did not reopen it: %d %v", status, body)
	}
	smallbot.NoViolations(t, s.srv, 50083)
}

// TestMemberLeaves checks that someone who has left the guild is not found there and sees nothing, and that mentioning
// them is harmless.
func TestMemberLeaves(t *testing.T) {
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
		t.Error("someone left who cannot leave")
	}
	status, body, _ := raw(t, srv, "GET", "/guilds/"+srv.GuildID("")+"/members/"+anna.ID(), "")
	if status != 404 || body["code"] != 10007.0 {
		t.Errorf("%d %v", status, body)
	}
	if _, err := anna.Say("fight", "hello?"); err == nil {
		t.Error("a user who has left can still post")
	}
	status, body, _ = raw(t, srv, "POST", "/channels/"+srv.ChannelID("fight")+"/messages",
		`{"content":"<@`+anna.ID()+`>","allowed_mentions":{"users":["`+anna.ID()+`"]}}`)
	seen, err := srv.Messages("fight", "Ben")
	if status != 200 || err != nil || len(seen) != 1 || slices.Contains(seen[0].Pinged, "Anna") {
		t.Errorf("%d %v; %+v, %v", status, body, seen, err)
	}
	smallbot.NoViolations(t, srv, 10007)
}

// TestThreadOnAMessage checks that such a thread has the message's ID and can be opened only once, and that the message
// shows it.
func TestThreadOnAMessage(t *testing.T) {
	s := newStage(t, sandbox.Config{})
	fight := "/channels/" + s.srv.ChannelID("fight")
	id := sent(t, s.srv, `{"content":"x",`+quiet+`}`)
	status, body, _ := raw(t, s.srv, "POST", fight+"/messages/"+id+"/threads", `{"name":"aside"}`)
	if status != 201 || body["id"] != id || body["type"] != 11.0 || body["owner_id"] != s.srv.BotID() || s.srv.ChannelID("aside") != id {
		t.Fatalf("got %d %v", status, body)
	}
	if p := s.bot.next(); p.Type != "THREAD_CREATE" {
		t.Errorf("got %s", p.Type)
	}
	_, message, _ := raw(t, s.srv, "GET", fight+"/messages/"+id, "")
	thread, _ := message["thread"].(map[string]any)
	if flags, _ := message["flags"].(float64); int(flags)&32 == 0 || thread["id"] != id || message["edited_timestamp"] != nil {
		t.Errorf("the message is %v", message)
	}
	status, body, _ = raw(t, s.srv, "POST", fight+"/messages/"+id+"/threads", `{"name":"again"}`)
	s.want(status, body, 400, 160004)
	status, inside, _ := raw(t, s.srv, "POST", "/channels/"+id+"/messages", `{"content":"inside",`+quiet+`}`)
	if status != 200 || inside["channel_id"] != id {
		t.Errorf("a message in it got %d %v", status, inside)
	}
	status, body, _ = raw(t, s.srv, "POST", "/channels/"+id+"/messages/"+inside["id"].(string)+"/threads", `{"name":"deeper"}`)
	s.want(status, body, 400, 50024)
	if status, body, _ := raw(t, s.srv, "PATCH", fight+"/messages/"+id, `{"content":"y","flags":4,`+quiet+`}`); status != 200 || int(body["flags"].(float64)) != 36 {
		t.Errorf("an edit got %d %v", status, body)
	}
	smallbot.NoViolations(t, s.srv, 160004, 50024)
}

// TestThreadTypes checks that a thread without a message is private unless a type is given, and that only those invited
// can see a private one.
func TestThreadTypes(t *testing.T) {
	s := newStage(t, sandbox.Config{})
	path := "/channels/" + s.srv.ChannelID("fight") + "/threads"
	status, body, _ := raw(t, s.srv, "POST", path, `{"name":"secret"}`)
	s.want(status, body, 403, 50013)
	if err := s.srv.SetBotPermissions("fight", world.PermMember|world.PermCreatePrivateThreads); err != nil {
		t.Fatal(err)
	}
	for name, one := range map[string]struct {
		body         string
		status, kind int
	}{
		"private by default": {`{"name":"secret"}`, 201, 12},
		"public":             {`{"name":"open","type":11}`, 201, 11},
		"private":            {`{"name":"other","type":12}`, 201, 12},
		"of announcements":   {`{"name":"news","type":10}`, 400, 50024},
		"no thread at all":   {`{"name":"text","type":0}`, 400, 50035},
	} {
		status, body, _ := raw(t, s.srv, "POST", path, one.body)
		got, _ := body["type"].(float64)
		if code, refused := body["code"].(float64); refused {
			got = code
		}
		if status != one.status || int(got) != one.kind {
			t.Errorf("%s got %d %v", name, status, body)
		}
	}
	if seen := s.seen("Anna"); !slices.Equal(seen, []string{"open"}) { // the notice
		t.Errorf("Anna sees %q", seen)
	}
	say := func(who string) error { _, err := s.srv.User(who).Say("secret", "hello"); return err }
	if say("Anna") == nil || say("Admin") != nil {
		t.Error("a private thread must be visible only to those invited and those who can manage threads")
	}
	raw(t, s.srv, "POST", "/channels/"+s.srv.ChannelID("secret")+"/messages",
		`{"content":"`+s.srv.User("Anna").Mention()+`","allowed_mentions":{"parse":["users"]}}`)
	if err := say("Anna"); err != nil || len(s.srv.Pings("Anna")) != 1 || say("Ben") == nil {
		t.Errorf("the mention must invite Anna and nobody else: %v", err)
	}
	if strings.Contains(s.srv.Seen("Ben"), "hello") || !strings.Contains(s.srv.Seen("Anna"), "hello") {
		t.Error("it was shown to the wrong user")
	}
}

// TestAnnouncementThreads checks that announcement channels have threads of type 10, and of no other type.
func TestAnnouncementThreads(t *testing.T) {
	s := newStage(t, sandbox.Config{})
	news, err := s.srv.AddAnnouncements("", "news")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.srv.SetBotPermissions("news", world.PermMember|world.PermCreatePrivateThreads); err != nil {
		t.Fatal(err)
	}
	if status, body, _ := raw(t, s.srv, "GET", "/channels/"+news, ""); status != 200 || body["type"] != 5.0 {
		t.Errorf("the channel is %d %v", status, body)
	}
	path := "/channels/" + news
	for _, sent := range []string{`{"name":"secret"}`, `{"name":"x","type":11}`, `{"name":"x","type":12}`} {
		status, body, _ := raw(t, s.srv, "POST", path+"/threads", sent)
		s.want(status, body, 400, 50024)
	}
	status, body, _ := raw(t, s.srv, "POST", path+"/threads", `{"name":"talk","type":10}`)
	if status != 201 || body["type"] != 10.0 || body["parent_id"] != news {
		t.Errorf("a thread of type 10 got %d %v", status, body)
	}
	_, message, _ := raw(t, s.srv, "POST", path+"/messages", `{"content":"hear, hear",`+quiet+`}`)
	id := message["id"].(string)
	status, body, _ = raw(t, s.srv, "POST", path+"/messages/"+id+"/threads", `{"name":"about it"}`)
	if status != 201 || body["type"] != 10.0 || body["id"] != id {
		t.Errorf("a thread on a message got %d %v", status, body)
	}
	opened, err := s.srv.AddThread("news", "by a user")
	if err != nil {
		t.Fatal(err)
	}
	if _, body, _ := raw(t, s.srv, "GET", "/channels/"+opened, ""); body["type"] != 10.0 || body["thread_metadata"] == nil {
		t.Errorf("a thread of a user is %v", body)
	}
	if _, err := s.srv.User("Anna").Say("about it", "indeed"); err != nil {
		t.Error(err)
	}
	if _, err := s.srv.AddThread("about it", "deeper"); err == nil {
		t.Error("a thread has a thread")
	}
	smallbot.NoViolations(t, s.srv, 50024)
}
