package sandbox_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"time"

	"roundel/internal/smallbot"
	"roundel/sandbox"
	"roundel/sandbox/client"
)

// stage is a sandbox with a silent bot: the tests answer interactions themselves.
type stage struct {
	t   *testing.T
	srv *sandbox.Server
	bot *gateway
}

func newStage(t *testing.T, cfg sandbox.Config) stage {
	t.Helper()
	srv := start(t, cfg)
	bot, _, _ := ready(t, srv)
	raw(t, srv, "PUT", "/applications/"+srv.BotID()+"/commands",
		`[{"name":"go","description":"d"},{"name":"pick","description":"d","options":[{"type":3,"name":"who","description":"d","autocomplete":true}]}]`)
	return stage{t, srv, bot}
}

func (s stage) command(user, line string) *sandbox.Interaction {
	s.t.Helper()
	it, err := s.srv.User(user).Command("fight", line)
	if err != nil {
		s.t.Fatal(err)
	}
	return it
}

// answer sends a callback and returns the status and the body.
func (s stage) answer(it *sandbox.Interaction, body string) (int, map[string]any) {
	s.t.Helper()
	status, got, _ := raw(s.t, s.srv, "POST", "/interactions/"+it.ID+"/"+it.Token()+"/callback", body)
	return status, got
}

// hook sends a follow-up request.
func (s stage) hook(it *sandbox.Interaction, method, rest, body string) (int, map[string]any) {
	s.t.Helper()
	status, got, _ := raw(s.t, s.srv, method, "/webhooks/"+s.srv.BotID()+"/"+it.Token()+rest, body)
	return status, got
}

func (s stage) want(status int, body map[string]any, wantStatus, wantCode int) {
	s.t.Helper()
	code, _ := body["code"].(float64)
	if status != wantStatus || int(code) != wantCode {
		s.t.Errorf("got %d %v, want %d and code %d", status, body, wantStatus, wantCode)
	}
}

const (
	hello    = `{"type":4,"data":{"content":"hello","components":[{"type":1,"components":[{"type":2,"style":1,"label":"b","custom_id":"b"}]}],` + quiet + `}}`
	aForm    = `{"type":9,"data":{"custom_id":"f","title":"t","components":[{"type":1,"components":[{"type":4,"style":1,"custom_id":"i","label":"l"}]}]}}`
	deferred = `{"type":5,"data":{"flags":64}}`
)

func TestCallbackTypesFitTheInteraction(t *testing.T) {
	s := newStage(t, sandbox.Config{})
	bodies := map[int]string{4: hello, 5: `{"type":5}`, 6: `{"type":6}`, 7: `{"type":7,"data":{"content":"x"}}`,
		8: `{"type":8,"data":{"choices":[]}}`, 9: aForm}
	origin := s.command("GM", "/go")
	s.answer(origin, hello)
	press := func() *sandbox.Interaction {
		it, err := s.srv.User("GM").Press(origin.Response().Message.ID, "b")
		if err != nil {
			t.Fatal(err)
		}
		return it
	}
	submit := func(opened *sandbox.Interaction) *sandbox.Interaction {
		s.answer(opened, aForm)
		it, err := s.srv.User("GM").Submit(opened, map[string]string{"l": "v"})
		if err != nil {
			t.Fatal(err)
		}
		return it
	}
	for name, one := range map[string]struct {
		act  func() *sandbox.Interaction
		fits string
	}{
		"command":         {func() *sandbox.Interaction { return s.command("GM", "/go") }, "459"},
		"button":          {press, "45679"},
		"form of command": {func() *sandbox.Interaction { return submit(s.command("GM", "/go")) }, "45"},
		"form of button":  {func() *sandbox.Interaction { return submit(press()) }, "4567"},
	} {
		for kind := 4; kind <= 9; kind++ {
			t.Run(fmt.Sprintf("%s %d", name, kind), func(t *testing.T) {
				status, body := s.answer(one.act(), bodies[kind])
				if fits := strings.Contains(one.fits, fmt.Sprint(kind)); fits && status != 204 || !fits && body["code"] != 50035.0 {
					t.Errorf("got %d %v", status, body)
				}
			})
		}
	}
}

func TestSecondAnswerIsRefused(t *testing.T) {
	s := newStage(t, sandbox.Config{})
	it := s.command("GM", "/go")
	s.answer(it, hello)
	status, body := s.answer(it, hello)
	s.want(status, body, 400, 40060)
	status, body, _ = raw(t, s.srv, "POST", "/interactions/"+it.ID+"/wrong/callback", hello)
	s.want(status, body, 404, 10062)
}

func TestDeferredAnswer(t *testing.T) {
	s := newStage(t, sandbox.Config{})
	it := s.command("GM", "/go")
	status, body := s.hook(it, "PATCH", "/messages/@original", `{"content":"early"}`)
	s.want(status, body, 404, 10015)
	s.answer(it, deferred)
	if got := it.Response(); got.Message == nil || !got.Message.Thinking || !got.Ephemeral {
		t.Errorf("a deferral shows %+v", got.Message)
	}
	if status, body = s.hook(it, "PATCH", "/messages/@original", `{"content":"done `+s.srv.User("Anna").Mention()+`","allowed_mentions":{"parse":["users"]}}`); status != 200 {
		t.Errorf("got %d %v", status, body)
	}
	got, err := it.Wait(smallbot.Soon(t))
	if err != nil || got.Text() != "done @Anna" || !got.Ephemeral || got.Message.Edited || len(got.Message.Pinged) != 0 {
		t.Errorf("got %+v, %v", got.Message, err)
	}
	status, body = s.hook(it, "POST", "", `{"content":"more","flags":64,`+quiet+`}`)
	if status != 200 || len(it.Response().FollowUps) != 1 {
		t.Errorf("a follow-up got %d %v", status, body)
	}
	if status, body = s.hook(it, "DELETE", "/messages/"+body["id"].(string), ""); status != 204 {
		t.Errorf("deleting got %d %v", status, body)
	}
	s.srv.Advance(16 * time.Minute)
	status, body = s.hook(it, "PATCH", "/messages/@original", `{"content":"late"}`)
	s.want(status, body, 401, 50027)
	smallbot.NoViolations(t, s.srv, 10015, 50027)
}

func TestFirstFollowUpFillsTheDeferral(t *testing.T) {
	s := newStage(t, sandbox.Config{})
	it := s.command("GM", "/go")
	s.answer(it, `{"type":5}`)
	_, body := s.hook(it, "POST", "", `{"content":"x",`+quiet+`}`)
	if got := it.Response(); got.Message.ID != body["id"] || got.Message.Thinking || len(got.FollowUps) != 0 {
		t.Errorf("got %+v, want the deferred message filled in", got)
	}
}

func TestWithResponse(t *testing.T) {
	s := newStage(t, sandbox.Config{})
	it := s.command("GM", "/go")
	status, body, _ := raw(t, s.srv, "POST", "/interactions/"+it.ID+"/"+it.Token()+"/callback?with_response=true", hello)
	head, _ := body["interaction"].(map[string]any)
	resource, _ := body["resource"].(map[string]any)
	if status != 200 || head["response_message_id"] != it.Response().Message.ID || resource["message"] == nil {
		t.Errorf("got %d %v", status, body)
	}
	it = s.command("GM", "/go")
	_, body, _ = raw(t, s.srv, "POST", "/interactions/"+it.ID+"/"+it.Token()+"/callback?with_response=true", deferred)
	head, _ = body["interaction"].(map[string]any)
	if head["response_message_id"] != it.Response().Message.ID || head["response_message_loading"] != true || body["resource"] != nil {
		t.Errorf("a deferral got %v", body)
	}
}

func TestChoicesAndForms(t *testing.T) {
	s := newStage(t, sandbox.Config{})
	form := func(rest string) string { return `{"type":9,"data":{"custom_id":"f","title":"t",` + rest + `}}` }
	input := `{"type":4,"style":1,"custom_id":"i#","label":"l"}`
	for name, one := range map[string]struct{ body, at, code string }{
		"title":       {strings.Replace(aForm, `"t"`, `"`+long(46)+`"`, 1), "data.title", "BASE_TYPE_BAD_LENGTH"},
		"no custom":   {strings.Replace(aForm, `"custom_id":"f"`, `"custom_id":""`, 1), "data.custom_id", "BASE_TYPE_REQUIRED"},
		"rows":        {form(`"components":` + many(6, `{"type":1,"components":[`+input+`]}`)), "data.components", "BASE_TYPE_BAD_LENGTH"},
		"two in row":  {form(`"components":[{"type":1,"components":` + many(2, input) + `}]`), "data.components.0.components", "BASE_TYPE_BAD_LENGTH"},
		"label":       {strings.Replace(aForm, `"l"`, `"`+long(46)+`"`, 1), "data.components.0.components.0.label", "BASE_TYPE_BAD_LENGTH"},
		"value":       {strings.Replace(aForm, `"label"`, `"value":"`+long(4001)+`","label"`, 1), "data.components.0.components.0.value", "BASE_TYPE_MAX_LENGTH"},
		"select":      {form(`"components":[{"type":1,"components":[{"type":3,"custom_id":"a","options":[{"label":"a","value":"a"}]}]}]`), "data.components.0.components.0.type", "BASE_TYPE_CHOICES"},
		"same IDs":    {form(`"components":` + many(2, `{"type":1,"components":[{"type":4,"style":1,"custom_id":"i","label":"l"}]}`)), "data.components.1.components.0.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"},
		"long answer": {`{"type":4,"data":{"content":"` + long(2001) + `"}}`, "data.content", "BASE_TYPE_MAX_LENGTH"},
		"no data":     {`{"type":4}`, "data", "BASE_TYPE_REQUIRED"},
		"no type":     {`{}`, "type", "BASE_TYPE_REQUIRED"},
	} {
		t.Run(name, func(t *testing.T) {
			status, body := s.answer(s.command("GM", "/go"), one.body)
			if got := faultAt(body, one.at); status != 400 || body["code"] != 50035.0 || got != one.code {
				t.Errorf("got %d %v, want %s at %s", status, body, one.code, one.at)
			}
		})
	}
	label := form(`"components":[{"type":18,"label":"Side","component":{"type":3,"custom_id":"side","options":[{"label":"party","value":"p"},{"label":"foes","value":"f"}]}}]`)
	it := s.command("GM", "/go")
	if status, body := s.answer(it, label); status != 204 {
		t.Fatalf("a form with a select got %d %v", status, body)
	}
	if _, err := s.srv.User("GM").Submit(it, map[string]string{"Side": "foes"}); err != nil {
		t.Error(err)
	}
	if _, err := s.srv.User("GM").Submit(it, map[string]string{"Side": "others"}); err == nil {
		t.Error("a choice that was not offered was sent")
	}
}

func TestAutocomplete(t *testing.T) {
	s := newStage(t, sandbox.Config{})
	type result struct {
		choices []client.Choice
		err     error
	}
	done := make(chan result, 1)
	go func() {
		choices, err := s.srv.User("GM").Complete(smallbot.Soon(t), "fight", "/pick who:x", "who")
		done <- result{choices, err}
	}()
	var asked struct{ ID, Token string }
	if p := s.bot.next(); p.Type != "INTERACTION_CREATE" || json.Unmarshal(p.Data, &asked) != nil {
		t.Fatalf("got %s %s", p.Type, p.Data)
	}
	path := "/interactions/" + asked.ID + "/" + asked.Token + "/callback"
	offer := func(choices string) (int, map[string]any) {
		status, body, _ := raw(t, s.srv, "POST", path, `{"type":8,"data":{"choices":`+choices+`}}`)
		return status, body
	}
	for at, choices := range map[string]string{
		"data.choices":         many(26, `{"name":"n","value":"v"}`),
		"data.choices.0.name":  `[{"name":"` + long(101) + `","value":"v"}]`,
		"data.choices.0.value": `[{"name":"n","value":"` + long(101) + `"}]`,
	} {
		if status, body := offer(choices); status != 400 || faultAt(body, at) == "" {
			t.Errorf("%s got %d %v", at, status, body)
		}
	}
	if status, body := offer(many(25, `{"name":"n#","value":"v#"}`)); status != 204 {
		t.Errorf("got %d %v", status, body)
	}
	if got := <-done; got.err != nil || len(got.choices) != 25 || got.choices[24].Value != "v24" {
		t.Errorf("got %+v", got)
	}
}

func TestFilesAndV2(t *testing.T) {
	s := newStage(t, sandbox.Config{})
	it := s.command("GM", "/go")
	var body bytes.Buffer
	parts := multipart.NewWriter(&body)
	payload := `{"type":4,"data":{"flags":32832,"attachments":[{"id":"0","description":"all of it"}],"components":[{"type":17,"components":[{"type":10,"content":"# Log"},{"type":13,"file":{"url":"attachment://log.txt"}}]}]}}`
	if err := parts.WriteField("payload_json", payload); err != nil {
		t.Fatal(err)
	}
	file, err := parts.CreateFormFile("files[0]", "log.txt")
	if err == nil {
		_, err = io.WriteString(file, "round 1")
	}
	if err != nil || parts.Close() != nil {
		t.Fatal(err)
	}
	address := s.srv.URL() + "/api/v9/interactions/" + it.ID + "/" + it.Token() + "/callback"
	request, err := http.NewRequestWithContext(t.Context(), "POST", address, &body)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", parts.FormDataContentType())
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	got := it.Response()
	if response.StatusCode != 204 || !got.Ephemeral || got.Text() != "# Log" || string(got.Message.Files[0].Data) != "round 1" {
		t.Fatalf("got %s and %+v", response.Status, got.Message)
	}
	download, err := http.Get(got.Message.Files[0].URL)
	if err != nil {
		t.Fatal(err)
	}
	defer download.Body.Close()
	if data, err := io.ReadAll(download.Body); err != nil || string(data) != "round 1" {
		t.Errorf("downloaded %q, %v", data, err)
	}
	if !strings.Contains(s.srv.Seen("GM"), "round 1") || strings.Contains(s.srv.Seen("Anna"), "round 1") {
		t.Error("an ephemeral file must be visible only to its user")
	}
	status, refused := s.hook(it, "PATCH", "/messages/@original", `{"flags":4}`)
	if got := faultAt(refused, "flags"); status != 400 || got != "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG" {
		t.Errorf("removing V2 got %d %v", status, refused)
	}
	if status, refused = s.hook(it, "PATCH", "/messages/@original", `{"content":"x"}`); status != 400 {
		t.Errorf("content on V2 got %d %v", status, refused)
	}
}
