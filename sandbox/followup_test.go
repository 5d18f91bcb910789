package sandbox_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"roundel/internal/smallbot"
	"roundel/sandbox"
	"roundel/sandbox/limits"
)

// button is a row with the button "Go".
const button = `"components":[{"type":1,"components":[{"type":2,"style":1,"label":"Go","custom_id":"go"}]}]`

// press presses Go on the answer to an interaction.
func (s stage) press(user string, it *sandbox.Interaction) *sandbox.Interaction {
	s.t.Helper()
	pressed, err := s.srv.User(user).Press(it.Response().Message.ID, "Go")
	if err != nil {
		s.t.Fatal(err)
	}
	return pressed
}

// seen lists the texts that a user can see in fight.
func (s stage) seen(user string) []string {
	s.t.Helper()
	all, err := s.srv.Messages("fight", user)
	if err != nil {
		s.t.Fatal(err)
	}
	var texts []string
	for _, m := range all {
		texts = append(texts, m.Text)
	}
	return texts
}

// hooks are all requests that carry an interaction's token, except its callback.
func hooks(id string) [][2]string {
	return [][2]string{{"POST", ""}, {"GET", "/messages/@original"}, {"PATCH", "/messages/@original"}, {"GET", "/messages/" + id},
		{"PATCH", "/messages/" + id}, {"DELETE", "/messages/" + id}, {"DELETE", "/messages/@original"}}
}

func bodyOf(method string) string {
	if method == "POST" || method == "PATCH" {
		return `{"content":"x",` + quiet + `}`
	}
	return ""
}

// TestTokenLivesFor15Minutes checks that everything works with a token until then, and nothing afterwards.
func TestTokenLivesFor15Minutes(t *testing.T) {
	s := newStage(t, sandbox.Config{})
	it, unanswered := s.command("GM", "/go"), s.command("GM", "/go")
	s.answer(it, hello)
	_, more := s.hook(it, "POST", "", `{"content":"more",`+quiet+`}`)
	id := more["id"].(string)
	s.srv.Advance(14*time.Minute + 50*time.Second)
	for _, one := range hooks(id)[:5] { // without the deletions
		if status, body := s.hook(it, one[0], one[1], bodyOf(one[0])); status != 200 {
			t.Errorf("%v got %d %v", one, status, body)
		}
	}
	s.srv.Advance(time.Minute)
	for _, one := range hooks(id) {
		status, body := s.hook(it, one[0], one[1], bodyOf(one[0]))
		s.want(status, body, 401, 50027)
	}
	status, body := s.answer(unanswered, hello)
	s.want(status, body, 404, 10062)
	if got := s.seen("Anna"); !slices.Equal(got, []string{"x", "x", "x"}) {
		t.Errorf("Anna sees %q", got)
	}
}

// TestFollowUpsNeedAnAnswer checks that there is nothing to follow up before the first answer, and nothing to edit
// without its message.
func TestFollowUpsNeedAnAnswer(t *testing.T) {
	s := newStage(t, sandbox.Config{AnswerWithin: 50 * time.Millisecond})
	it := s.command("GM", "/go")
	if _, err := it.Wait(smallbot.Soon(t)); err != nil {
		t.Fatal(err)
	}
	for _, one := range hooks("1") { // it is too late for the first answer, too
		status, body := s.hook(it, one[0], one[1], bodyOf(one[0]))
		s.want(status, body, 404, 10015)
	}

	s = stage{t, another(t, sandbox.Config{AnswerWithin: smallbot.Patience}), nil}
	raw(t, s.srv, "PUT", "/applications/"+s.srv.BotID()+"/commands", `[{"name":"go","description":"d"}]`)
	it = s.command("GM", "/go")
	for _, one := range hooks("1") {
		status, body := s.hook(it, one[0], one[1], bodyOf(one[0]))
		s.want(status, body, 404, 10015)
	}
	s.answer(it, aForm)
	for _, one := range hooks("1")[1:] {
		status, body := s.hook(it, one[0], one[1], bodyOf(one[0]))
		s.want(status, body, 404, 10008)
	}
	it = s.command("GM", "/go")
	s.answer(it, hello)
	if status, body := s.hook(it, "DELETE", "/messages/@original", ""); status != 204 {
		t.Errorf("deleting got %d %v", status, body)
	}
	for _, one := range hooks("1")[1:] {
		status, body := s.hook(it, one[0], one[1], bodyOf(one[0]))
		s.want(status, body, 404, 10008)
	}
	if status, body := s.hook(it, "POST", "", bodyOf("POST")); status != 200 {
		t.Errorf("a follow-up after the first answer was deleted got %d %v", status, body)
	}
	smallbot.NoViolations(t, s.srv, 10015, 10008)
}

// TestFollowUpMentions checks that follow-ups notify only the users that they may, and that edits and ephemeral ones do not.
func TestFollowUpMentions(t *testing.T) {
	s := newStage(t, sandbox.Config{})
	role := s.srv.AddRole("Players", 0, true)
	if err := s.srv.SetRoles("Ben", "Players"); err != nil {
		t.Fatal(err)
	}
	text := `"content":"` + s.srv.User("Anna").Mention() + ` <@&` + role + `> @everyone"`
	for name, one := range map[string]struct {
		first, then string
		pinged      []string
	}{
		"nothing said":          {hello, `{` + text + `}`, []string{"Anna"}}, // the default of interactions
		"nobody":                {hello, `{` + text + `,` + quiet + `}`, nil},
		"users":                 {hello, `{` + text + `,"allowed_mentions":{"parse":["users"]}}`, []string{"Anna"}},
		"roles":                 {hello, `{` + text + `,"allowed_mentions":{"parse":["roles"]}}`, []string{"Ben"}},
		"everyone, not allowed": {hello, `{` + text + `,"allowed_mentions":{"parse":["everyone"]}}`, nil},
		"ephemeral":             {hello, `{` + text + `,"flags":64,"allowed_mentions":{"parse":["users"]}}`, nil},
		"silent":                {hello, `{` + text + `,"flags":4096,"allowed_mentions":{"parse":["users"]}}`, nil},
		"fills a deferral":      {`{"type":5}`, `{` + text + `,"allowed_mentions":{"parse":["users"]}}`, nil},
	} {
		it := s.command("GM", "/go")
		s.answer(it, one.first)
		status, body := s.hook(it, "POST", "", one.then)
		var pinged []string
		for _, m := range append(it.Response().FollowUps, *it.Response().Message) {
			pinged = append(pinged, m.Pinged...)
		}
		if status != 200 || !slices.Equal(pinged, one.pinged) {
			t.Errorf("%s: %d %v; pinged %v, want %v", name, status, body, pinged, one.pinged)
		}
		before := len(s.srv.Pings("Anna"))
		for _, path := range []string{"/messages/@original", "/messages/" + body["id"].(string)} {
			s.hook(it, "PATCH", path, `{`+text+`,"allowed_mentions":{"parse":["users","roles"]}}`)
		}
		if got := len(s.srv.Pings("Anna")); got != before {
			t.Errorf("%s: an edit pinged", name)
		}
	}
}

// TestDeferralKeepsItsAudience checks that the deferral decides who can see the answer, whatever flags come later.
func TestDeferralKeepsItsAudience(t *testing.T) {
	s := newStage(t, sandbox.Config{})
	for i, one := range []struct {
		deferral, filling string
		public            bool
	}{
		{`{"type":5}`, `{"content":"0","flags":64,` + quiet + `}`, true},
		{deferred, `{"content":"1",` + quiet + `}`, false},
	} {
		for _, path := range []string{"", "/messages/@original"} {
			it := s.command("GM", "/go")
			s.answer(it, one.deferral)
			method := map[string]string{"": "POST", "/messages/@original": "PATCH"}[path]
			if status, body := s.hook(it, method, path, one.filling); status != 200 || body["id"] != it.Response().Message.ID {
				t.Errorf("%s %s got %d %v", method, path, status, body)
			}
			if got := slices.Contains(s.seen("Anna"), fmt.Sprint(i)); got != one.public {
				t.Errorf("%s after %s: Anna can see it: %t", method, one.deferral, got)
			}
		}
	}
}

// TestEphemeralFollowUps checks that only one user can see them, and that only the interaction's token finds them.
func TestEphemeralFollowUps(t *testing.T) {
	s := newStage(t, sandbox.Config{})
	it := s.command("GM", "/go")
	s.answer(it, hello)
	_, body := s.hook(it, "POST", "", `{"content":"psst",`+button+`,"flags":64,`+quiet+`}`)
	id := body["id"].(string)
	if flags, _ := body["flags"].(float64); int(flags)&64 == 0 {
		t.Errorf("the follow-up is %v", body)
	}
	if !slices.Equal(s.seen("GM"), []string{"hello", "psst"}) || !slices.Equal(s.seen("Anna"), []string{"hello"}) {
		t.Errorf("the GM sees %q, Anna %q", s.seen("GM"), s.seen("Anna"))
	}
	if strings.Contains(s.srv.Seen("Anna"), "psst") || !strings.Contains(s.srv.Seen("GM"), "psst") {
		t.Error("it was shown to the wrong user")
	}
	if _, err := s.srv.User("Anna").Press(id, "Go"); err == nil {
		t.Error("Anna pressed a button that she cannot see")
	}
	channel := "/channels/" + s.srv.ChannelID("fight") + "/messages"
	for _, method := range []string{"GET", "PATCH", "DELETE"} {
		status, body, _ := raw(t, s.srv, method, channel+"/"+id, bodyOf(method))
		s.want(status, body, 404, 10008)
	}
	if _, list, _ := raw(t, s.srv, "GET", channel, ""); strings.Contains(fmt.Sprint(list), "psst") {
		t.Errorf("the channel lists %v", list)
	}
	if status, body := s.hook(it, "PATCH", "/messages/"+id, `{"content":"psst!","flags":0,`+quiet+`}`); status != 200 {
		t.Errorf("editing got %d %v", status, body)
	}
	if strings.Contains(s.srv.Seen("Anna"), "psst!") {
		t.Error("an edit made it public")
	}
	pressed, err := s.srv.User("GM").Press(id, "Go")
	if err != nil {
		t.Fatal(err)
	}
	if status, body := s.answer(pressed, `{"type":7,"data":{"content":"done","components":[],`+quiet+`}}`); status != 204 {
		t.Errorf("updating it got %d %v", status, body)
	}
	if strings.Contains(s.srv.Seen("Anna"), "done") || !slices.Equal(s.seen("GM"), []string{"hello", "done"}) {
		t.Errorf("the wrong users can see the update: %q", s.seen("GM"))
	}
	smallbot.NoViolations(t, s.srv, 10008)
}

// TestEphemeralMessagesCauseNoEvents checks that the gateway announces public follow-ups but not ephemeral ones.
func TestEphemeralMessagesCauseNoEvents(t *testing.T) {
	srv := start(t, sandbox.Config{})
	g := dial(t, srv, "/?v=10&encoding=json")
	g.next()
	g.send(identifyText(srv.Token(), 1<<9)) // messages, but no guild events
	if p := g.next(); p.Type != "READY" {
		t.Fatalf("got %s", p.Type)
	}
	s := stage{t, srv, g}
	raw(t, srv, "PUT", "/applications/"+srv.BotID()+"/commands", `[{"name":"go","description":"d"}]`)
	it := s.command("GM", "/go")
	s.answer(it, deferred)
	for i := range 3 {
		s.hook(it, "POST", "", fmt.Sprintf(`{"content":"%d","flags":%d,%s}`, i, 64*((i+1)%2), quiet)) // only the second is public
	}
	s.hook(it, "POST", "", `{"content":"last",`+quiet+`}`)
	for _, want := range []string{"INTERACTION_CREATE ", "MESSAGE_CREATE 1", "MESSAGE_CREATE last"} {
		p := g.next()
		var m struct{ Content string }
		if err := json.Unmarshal(p.Data, &m); err != nil || p.Type+" "+m.Content != want {
			t.Errorf("got %s %q, want %s", p.Type, m.Content, want)
		}
	}
}

// TestUpdateAnswers checks that type 7 changes the button's message: the given fields and nothing else.
func TestUpdateAnswers(t *testing.T) {
	s := newStage(t, sandbox.Config{})
	it := s.command("GM", "/go")
	s.answer(it, `{"type":4,"data":{"content":"first","embeds":[{"title":"kept"}],`+button+`,`+quiet+`}}`)
	before := *it.Response().Message
	anna := `"content":"` + s.srv.User("Anna").Mention() + `","allowed_mentions":{"parse":["users"]}`

	pressed := s.press("Ben", it)
	if status, body := s.answer(pressed, `{"type":7,"data":{"flags":64,`+anna+`}}`); status != 204 {
		t.Fatalf("got %d %v", status, body)
	}
	after := *it.Response().Message
	if after.ID != before.ID || after.Content != s.srv.User("Anna").Mention() || len(after.Embeds) != 1 || len(after.Buttons) != 1 ||
		after.Ephemeral || !after.Edited || after.User != "GM" || len(after.Pinged) != 0 {
		t.Errorf("it became %+v", after)
	}
	if got := pressed.Response(); got.Message.ID != before.ID || len(got.FollowUps) != 0 || got.Type != 7 {
		t.Errorf("Ben gets %+v", got)
	}
	if _, body := s.hook(pressed, "GET", "/messages/@original", ""); body["id"] != before.ID {
		t.Errorf("the original is %v", body)
	}
	_, body := s.hook(pressed, "POST", "", `{"content":"more",`+quiet+`}`)
	if body["id"] == before.ID || len(pressed.Response().FollowUps) != 1 || len(s.seen("Cleo")) != 2 {
		t.Errorf("a follow-up of an update is %v", body)
	}
	pressed = s.press("Ben", it)
	s.answer(pressed, `{"type":6}`)
	s.hook(pressed, "PATCH", "/messages/@original", `{"content":"later","embeds":[],"components":[],`+quiet+`}`)
	if got := it.Response().Message; got.Text != "later" || len(got.Buttons)+len(got.Embeds) != 0 {
		t.Errorf("after a deferred update it is %+v", got)
	}

	it = s.command("GM", "/go")
	s.answer(it, `{"type":4,"data":{"content":"short",`+button+`,`+quiet+`}}`)
	pressed = s.press("Ben", it)
	if err := s.srv.DeleteMessage(it.Response().Message.ID); err != nil {
		t.Fatal(err)
	}
	status, body := s.answer(pressed, `{"type":7,"data":{"content":"x"}}`)
	s.want(status, body, 404, 10008)
	smallbot.NoViolations(t, s.srv, 10008)
}

// TestLimitsPerToken checks that requests with an interaction's token are limited per token and exempt from the global
// limit.
func TestLimitsPerToken(t *testing.T) {
	const followUps, edits = "POST /webhooks/{application}/{token}", "PATCH /webhooks/{application}/{token}/messages/{message}"
	for _, route := range []string{followUps, edits} {
		if limit := limits.Discord().Routes[route]; limit.N == 0 || limit.Per > time.Minute {
			t.Errorf("%s has no limit: %v", route, limit)
		}
	}
	s := newStage(t, sandbox.Config{Limits: &limits.Limits{Other: limits.Limit{N: 100, Per: time.Hour}, Global: limits.Limit{N: 3, Per: time.Hour},
		Routes: map[string]limits.Limit{followUps: {N: 2, Per: time.Hour}, edits: {N: 1, Per: time.Hour}}}})
	for raised := 0; raised < 429; { // the stage itself has made some requests
		raised, _, _ = raw(t, s.srv, "GET", "/users/@me", "")
	}
	for range 2 {
		it := s.command("GM", "/go")
		status, body, header := raw(t, s.srv, "POST", "/interactions/"+it.ID+"/"+it.Token()+"/callback", hello)
		if status != 204 || header.Get("X-RateLimit-Limit") != "" {
			t.Fatalf("the callback got %d %v %v", status, body, header)
		}
		path := "/webhooks/" + s.srv.BotID() + "/" + it.Token()
		for i, one := range []struct {
			method, rest     string
			status           int
			limit, remaining string
		}{{"POST", "", 200, "2", "1"}, {"POST", "", 200, "2", "0"}, {"POST", "", 429, "2", "0"}, {"PATCH", "/messages/@original", 200, "1", "0"},
			{"PATCH", "/messages/@original", 429, "1", "0"}, {"GET", "/messages/@original", 200, "100", "99"}} {
			status, body, header := raw(t, s.srv, one.method, path+one.rest, bodyOf(one.method))
			scope := map[int]string{429: "user"}[status]
			if status != one.status || header.Get("X-RateLimit-Limit") != one.limit || header.Get("X-RateLimit-Remaining") != one.remaining ||
				header.Get("X-RateLimit-Scope") != scope || header.Get("X-RateLimit-Global") != "" {
				t.Errorf("request %d got %d %v %v", i, status, body, header)
			}
			if status == 429 && body["global"] != false {
				t.Errorf("request %d was limited with %v", i, body)
			}
		}
	}
	if status, _, _ := raw(t, s.srv, "GET", "/users/@me", ""); status != 429 {
		t.Errorf("the global limit has ended: %d", status)
	}
}

// TestManyFollowUps checks that a bot installed in a guild is exempt from the limit of 5 follow-ups for user
// installations.
func TestManyFollowUps(t *testing.T) {
	s := newStage(t, sandbox.Config{})
	for _, where := range []string{"fight", "@GM"} {
		it, err := s.srv.User("GM").Command(where, "/go")
		if err != nil {
			t.Fatal(err)
		}
		s.answer(it, hello)
		for i := range 7 {
			status, body := s.hook(it, "POST", "", `{"content":"x",`+quiet+`}`)
			about, _ := body["interaction_metadata"].(map[string]any)
			owners, _ := about["authorizing_integration_owners"].(map[string]any)
			if _, installed := owners["0"]; status != 200 || !installed || about["original_response_message_id"] != it.Response().Message.ID {
				t.Errorf("%s: follow-up %d got %d %v", where, i, status, body)
			}
		}
		if _, body := s.hook(it, "GET", "/messages/@original", ""); strings.Contains(fmt.Sprint(body), "original_response_message_id") {
			t.Errorf("the first answer follows itself up: %v", body)
		}
	}
}
