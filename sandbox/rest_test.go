package sandbox_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"roundel/internal/smallbot"
	"roundel/sandbox"
	"roundel/sandbox/limits"
	"roundel/sandbox/world"
)

// raw sends one request as a bot would, and returns the status, the decoded body and the headers.
func raw(t *testing.T, srv *sandbox.Server, method, path, body string) (int, map[string]any, http.Header) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, srv.URL()+"/api/v9"+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bot "+srv.Token())
	request.Header.Set("User-Agent", "DiscordBot (https://example.org, 1)")
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	var decoded any
	if len(data) > 0 {
		if err := json.NewDecoder(bytes.NewReader(data)).Decode(&decoded); err != nil {
			t.Fatalf("%s %s answered %q", method, path, data)
		}
	}
	out, isObject := decoded.(map[string]any)
	if !isObject {
		out = map[string]any{"list": decoded}
	}
	return response.StatusCode, out, response.Header
}

// faultAt returns the code of the first fault under a path of a 50035 body, or "".
func faultAt(body map[string]any, path string) string {
	at, ok := body["errors"].(map[string]any)
	for _, step := range strings.Split(path, ".") {
		if path == "" || !ok {
			break
		}
		at, ok = at[step].(map[string]any)
	}
	list, ok := at["_errors"].([]any)
	if !ok || len(list) == 0 {
		return ""
	}
	return fmt.Sprint(list[0].(map[string]any)["code"])
}

func long(n int) string { return strings.Repeat("x", n) }

func many(n int, one string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = strings.ReplaceAll(one, "#", fmt.Sprint(i))
	}
	return "[" + strings.Join(parts, ",") + "]"
}

const quiet = `"allowed_mentions":{"parse":[]}`

func TestMessageLimits(t *testing.T) {
	srv := start(t, sandbox.Config{})
	button := `{"type":2,"style":1,"label":"b","custom_id":"c#"}`
	row := func(inner string) string { return `{"components":[{"type":1,"components":` + inner + `}]}` }
	v2 := func(inner string) string { return `{"flags":32768,"components":` + inner + `}` }
	text := `{"type":10,"content":"x"}`
	for name, one := range map[string]struct{ body, at, code string }{
		"content":            {`{"content":"` + long(2001) + `"}`, "content", "BASE_TYPE_MAX_LENGTH"},
		"embeds":             {`{"embeds":` + many(11, `{"title":"x"}`) + `}`, "embeds", "BASE_TYPE_MAX_LENGTH"},
		"title":              {`{"embeds":[{"title":"` + long(257) + `"}]}`, "embeds.0.title", "BASE_TYPE_MAX_LENGTH"},
		"description":        {`{"embeds":[{"description":"` + long(4097) + `"}]}`, "embeds.0.description", "BASE_TYPE_MAX_LENGTH"},
		"fields":             {`{"embeds":[{"fields":` + many(26, `{"name":"a","value":"b"}`) + `}]}`, "embeds.0.fields", "BASE_TYPE_MAX_LENGTH"},
		"field name":         {`{"embeds":[{"fields":[{"name":"` + long(257) + `","value":"b"}]}]}`, "embeds.0.fields.0.name", "BASE_TYPE_MAX_LENGTH"},
		"field value":        {`{"embeds":[{"fields":[{"name":"a","value":"` + long(1025) + `"}]}]}`, "embeds.0.fields.0.value", "BASE_TYPE_MAX_LENGTH"},
		"field empty":        {`{"embeds":[{"fields":[{"name":"a","value":" "}]}]}`, "embeds.0.fields.0.value", "BASE_TYPE_REQUIRED"},
		"footer":             {`{"embeds":[{"footer":{"text":"` + long(2049) + `"}}]}`, "embeds.0.footer.text", "BASE_TYPE_MAX_LENGTH"},
		"author":             {`{"embeds":[{"author":{"name":"` + long(257) + `"}}]}`, "embeds.0.author.name", "BASE_TYPE_MAX_LENGTH"},
		"embeds in all":      {`{"embeds":` + many(2, `{"description":"`+long(3001)+`"}`) + `}`, "embeds", "MAX_EMBED_SIZE_EXCEEDED"},
		"embed of nothing":   {`{"embeds":[{}]}`, "embeds.0.description", "BASE_TYPE_REQUIRED"},
		"rows":               {`{"components":` + many(6, `{"type":1,"components":[`+strings.ReplaceAll(button, "#", "#")+`]}`) + `}`, "components", "BASE_TYPE_MAX_LENGTH"},
		"buttons":            {row(many(6, button)), "components.0.components", "BASE_TYPE_BAD_LENGTH"},
		"empty row":          {row(`[]`), "components.0.components", "BASE_TYPE_BAD_LENGTH"},
		"label":              {row(`[{"type":2,"style":1,"label":"` + long(81) + `","custom_id":"a"}]`), "components.0.components.0.label", "BASE_TYPE_MAX_LENGTH"},
		"label missing":      {row(`[{"type":2,"style":1,"custom_id":"a"}]`), "components.0.components.0", "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"},
		"custom ID":          {row(`[{"type":2,"style":1,"label":"a","custom_id":"` + long(101) + `"}]`), "components.0.components.0.custom_id", "BASE_TYPE_BAD_LENGTH"},
		"custom ID missing":  {row(`[{"type":2,"style":1,"label":"a"}]`), "components.0.components.0.custom_id", "BASE_TYPE_REQUIRED"},
		"custom ID twice":    {row(many(2, `{"type":2,"style":1,"label":"a","custom_id":"a"}`)), "components.0.components.1.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"},
		"link and custom ID": {row(`[{"type":2,"style":5,"label":"a","url":"https://a.org","custom_id":"a"}]`), "components.0.components.0.custom_id", "BUTTON_COMPONENT_CUSTOM_ID_AND_URL"},
		"link without URL":   {row(`[{"type":2,"style":5,"label":"a"}]`), "components.0.components.0.url", "BASE_TYPE_REQUIRED"},
		"emoji":              {row(`[{"type":2,"style":1,"emoji":{"name":"smile"},"custom_id":"a"}]`), "components.0.components.0.emoji.name", "COMPONENT_INVALID_EMOJI"},
		"select options":     {row(`[{"type":3,"custom_id":"a","options":` + many(26, `{"label":"a","value":"#"}`) + `}]`), "components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"},
		"select without":     {row(`[{"type":3,"custom_id":"a","options":[]}]`), "components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"},
		"select value twice": {row(`[{"type":3,"custom_id":"a","options":` + many(2, `{"label":"a","value":"v"}`) + `}]`), "components.0.components.0.options.1.value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"},
		"select and button":  {row(`[{"type":6,"custom_id":"a"},{"type":2,"style":1,"label":"a","custom_id":"b"}]`), "components.0.components.1", "COMPONENT_LAYOUT_WIDTH_EXCEEDED"},
		"default of a role":  {row(`[{"type":6,"custom_id":"a","default_values":[{"id":"1","type":"user"}]}]`), "components.0.components.0.default_values.0.type", "BASE_TYPE_CHOICES"},
		"default of channel": {row(`[{"type":7,"custom_id":"a","default_values":[{"id":"1","type":"channel"}]}]`), "components.0.components.0.default_values.0.type", "BASE_TYPE_CHOICES"},
		"default of no ID":   {row(`[{"type":8,"custom_id":"a","default_values":[{"id":"x","type":"channel"}]}]`), "components.0.components.0.default_values.0.id", "NUMBER_TYPE_COERCE"},
		"too many defaults":  {row(`[{"type":5,"custom_id":"a","default_values":` + many(2, `{"id":"1#","type":"user"}`) + `}]`), "components.0.components.0.default_values", "SELECT_COMPONENT_DEFAULT_VALUES_COUNT"},
		"premium label":      {row(`[{"type":2,"style":6,"sku_id":"1","label":"Buy"}]`), "components.0.components.0.label", "BUTTON_COMPONENT_PREMIUM_FIELD_NOT_ALLOWED"},
		"premium custom ID":  {row(`[{"type":2,"style":6,"sku_id":"1","custom_id":"a"}]`), "components.0.components.0.custom_id", "BUTTON_COMPONENT_PREMIUM_FIELD_NOT_ALLOWED"},
		"premium emoji":      {row(`[{"type":2,"style":6,"sku_id":"1","emoji":{"name":"🎲"}}]`), "components.0.components.0.emoji", "BUTTON_COMPONENT_PREMIUM_FIELD_NOT_ALLOWED"},
		"premium URL":        {row(`[{"type":2,"style":6,"sku_id":"1","url":"https://a.org"}]`), "components.0.components.0.url", "BUTTON_COMPONENT_PREMIUM_FIELD_NOT_ALLOWED"},
		"premium of nothing": {row(`[{"type":2,"style":6}]`), "components.0.components.0.sku_id", "BASE_TYPE_REQUIRED"},
		"SKU of a button":    {row(`[{"type":2,"style":1,"label":"a","custom_id":"a","sku_id":"1"}]`), "components.0.components.0.sku_id", "BUTTON_COMPONENT_SKU_ID_NOT_ALLOWED"},
		"V2 type without it": {`{"components":[` + text + `]}`, "components.0.type", "BASE_TYPE_CHOICES"},
		"button outside row": {`{"components":[{"type":2,"style":1,"label":"a","custom_id":"b"}]}`, "components.0.type", "BASE_TYPE_CHOICES"},
		"V2 with content":    {`{"flags":32768,"content":"x","components":[` + text + `]}`, "content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"},
		"V2 with embeds":     {`{"flags":32768,"embeds":[{"title":"x"}],"components":[` + text + `]}`, "embeds", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"},
		"V2 count":           {v2(many(14, `{"type":17,"components":`+many(2, text)+`}`)), "components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"},
		"V2 text":            {v2(many(3, `{"type":10,"content":"`+long(1334)+`"}`)), "components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"},
		"V2 section":         {v2(`[{"type":9,"components":[` + text + `]}]`), "components.0.accessory", "BASE_TYPE_REQUIRED"},
		"V2 nested":          {v2(`[{"type":17,"components":[{"type":17,"components":[` + text + `]}]}]`), "components.0.components.0.type", "BASE_TYPE_CHOICES"},
		"V2 file":            {v2(`[{"type":13,"file":{"url":"attachment://a.txt"}}]`), "components.0.file.url", "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"},
		"mentions exclusive": {`{"content":"x","allowed_mentions":{"parse":["users"],"users":["1"]}}`, "allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"},
		"mentions unknown":   {`{"content":"x","allowed_mentions":{"parse":["all"]}}`, "allowed_mentions.parse.0", "BASE_TYPE_CHOICES"},
		"mentions too many":  {`{"content":"x","allowed_mentions":{"users":` + many(101, `"1#"`) + `}}`, "allowed_mentions.users", "BASE_TYPE_MAX_LENGTH"},
		"reply to nothing":   {`{"content":"x","message_reference":{"message_id":"1"}}`, "message_reference", "REPLIES_UNKNOWN_MESSAGE"},
	} {
		t.Run(name, func(t *testing.T) {
			status, body, _ := raw(t, srv, "POST", "/channels/"+srv.ChannelID("fight")+"/messages", one.body)
			if got := faultAt(body, one.at); status != 400 || body["code"] != 50035.0 || got != one.code {
				t.Errorf("got %d %v, want 400 and %s at %s", status, body, one.code, one.at)
			}
		})
	}
	if seen, err := srv.Messages("fight", "Anna"); err != nil || len(seen) != 0 {
		t.Errorf("a refused message was sent: %v, %v", seen, err)
	}
}

func TestMessagesAtTheLimit(t *testing.T) {
	srv := start(t, sandbox.Config{})
	for _, body := range []string{
		`{"content":"` + long(2000) + `",` + quiet + `}`,
		`{"embeds":` + many(2, `{"description":"`+long(3000)+`"}`) + `,` + quiet + `}`,
		`{"components":` + many(5, `{"type":1,"components":[{"type":2,"style":1,"label":"`+long(80)+`","custom_id":"#`+long(99)+`"}]}`) + `,` + quiet + `}`,
		`{"flags":32768,"components":` + many(2, `{"type":17,"components":`+many(19, `{"type":10,"content":"`+long(100)+`"}`)+`}`) + `,` + quiet + `}`,
	} {
		if status, got, _ := raw(t, srv, "POST", "/channels/"+srv.ChannelID("fight")+"/messages", body); status != 200 {
			t.Errorf("%.60s… got %d %v", body, status, got)
		}
	}
	smallbot.NoViolations(t, srv)
}

func TestRefusals(t *testing.T) {
	srv := start(t, sandbox.Config{})
	fight := "/channels/" + srv.ChannelID("fight")
	said, err := srv.User("Anna").Say("fight", "hello")
	if err != nil {
		t.Fatal(err)
	}
	ours := sent(t, srv, `{"content":"x",`+quiet+`}`)
	for name, one := range map[string]struct {
		method, path, body string
		status, code       int
	}{
		"empty":              {"POST", fight + "/messages", `{}`, 400, 50006},
		"blank":              {"POST", fight + "/messages", `{"content":" \n"}`, 400, 50006},
		"no JSON":            {"POST", fight + "/messages", `{"content":`, 400, 50109},
		"unknown route":      {"GET", "/nothing", "", 404, 0},
		"unknown method":     {"PUT", "/users/@me", "", 405, 0},
		"unknown channel":    {"POST", "/channels/1/messages", `{"content":"x"}`, 404, 10003},
		"unknown message":    {"PATCH", fight + "/messages/1", `{"content":"x"}`, 404, 10008},
		"another's message":  {"PATCH", fight + "/messages/" + said, `{"content":"x"}`, 403, 50005},
		"delete another's":   {"DELETE", fight + "/messages/" + said, "", 403, 50013},
		"edit to nothing":    {"PATCH", fight + "/messages/" + ours, `{"content":""}`, 400, 50006},
		"unknown guild":      {"GET", "/guilds/1", "", 404, 10004},
		"unknown member":     {"GET", "/guilds/" + srv.GuildID("") + "/members/1", "", 404, 10007},
		"unknown user":       {"GET", "/users/1", "", 404, 10013},
		"another's commands": {"GET", "/applications/1/commands", "", 403, 20012},
		"unknown command":    {"GET", "/applications/" + srv.BotID() + "/commands/1", "", 404, 10063},
		"no interaction":     {"POST", "/interactions/1/x/callback", `{"type":4,"data":{"content":"x"}}`, 404, 10062},
		"no webhook":         {"POST", "/webhooks/" + srv.BotID() + "/x", `{"content":"x"}`, 401, 50027},
		"limit of a list":    {"GET", fight + "/messages?limit=101", "", 400, 50035},
	} {
		t.Run(name, func(t *testing.T) {
			status, body, _ := raw(t, srv, one.method, one.path, one.body)
			if status != one.status || body["code"] != float64(one.code) {
				t.Errorf("got %d %v, want %d and code %d", status, body, one.status, one.code)
			}
		})
	}
	if got := len(srv.Violations()); got != 18 {
		t.Errorf("%d violations were recorded, want one for each of 18", got)
	}
}

// sent posts a message to fight and returns its ID.
func sent(t *testing.T, srv *sandbox.Server, body string) string {
	t.Helper()
	status, got, _ := raw(t, srv, "POST", "/channels/"+srv.ChannelID("fight")+"/messages", body)
	if status != 200 {
		t.Fatalf("got %d %v", status, got)
	}
	return got["id"].(string)
}

func TestWrongToken(t *testing.T) {
	srv := start(t, sandbox.Config{Token: "right"})
	request, err := http.NewRequestWithContext(t.Context(), "GET", srv.URL()+"/api/v10/users/@me", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bot wrong")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != 401 {
		t.Errorf("got %s, want 401", response.Status)
	}
}

func TestBotPermissions(t *testing.T) {
	srv := start(t, sandbox.Config{})
	fight := "/channels/" + srv.ChannelID("fight")
	ours := sent(t, srv, `{"content":"x",`+quiet+`}`)
	all := world.PermViewChannel | world.PermSendMessages | world.PermEmbedLinks | world.PermReadMessageHistory | world.PermPinMessages
	for name, one := range map[string]struct {
		lacking            uint64
		method, path, body string
		code               float64
	}{
		"view":    {world.PermViewChannel, "POST", fight + "/messages", `{"content":"x"}`, 50001},
		"send":    {world.PermSendMessages, "POST", fight + "/messages", `{"content":"x"}`, 50013},
		"embed":   {world.PermEmbedLinks, "POST", fight + "/messages", `{"embeds":[{"title":"x"}]}`, 50013},
		"history": {world.PermReadMessageHistory, "GET", fight + "/messages/" + ours, "", 50013},
		"pin":     {world.PermPinMessages, "PUT", fight + "/pins/" + ours, "", 50013},
		"pin new": {world.PermPinMessages, "PUT", fight + "/messages/pins/" + ours, "", 50013},
	} {
		t.Run(name, func(t *testing.T) {
			if err := srv.SetBotPermissions("fight", all&^one.lacking); err != nil {
				t.Fatal(err)
			}
			if status, body, _ := raw(t, srv, one.method, one.path, one.body); status != 403 || body["code"] != one.code {
				t.Errorf("got %d %v, want 403 and %v", status, body, one.code)
			}
		})
	}
	if err := srv.ResetPermissions("fight", srv.BotID()); err != nil {
		t.Fatal(err)
	}
	if status, body, _ := raw(t, srv, "PUT", fight+"/messages/pins/"+ours, ""); status != 204 {
		t.Errorf("pinning got %d %v", status, body)
	}
	if _, body, _ := raw(t, srv, "GET", fight+"/messages/pins", ""); len(body["items"].([]any)) != 1 {
		t.Errorf("pins are %v", body)
	}
}

func TestEditsOfOldMessagesAreLimited(t *testing.T) {
	srv := start(t, sandbox.Config{OldEdits: 2})
	path := "/channels/" + srv.ChannelID("fight") + "/messages/" + sent(t, srv, `{"content":"x",`+quiet+`}`)
	for range 5 {
		if status, _, _ := raw(t, srv, "PATCH", path, `{"content":"young"}`); status != 200 {
			t.Fatalf("an edit of a new message got %d", status)
		}
	}
	srv.Advance(61 * time.Minute)
	for i, want := range []int{200, 200, 429} {
		status, body, header := raw(t, srv, "PATCH", path, `{"content":"old"}`)
		if status != want || want == 429 && (body["code"] != 30046.0 || header.Get("Retry-After") == "") {
			t.Errorf("edit %d got %d %v", i, status, body)
		}
	}
}

func TestPinLimit(t *testing.T) {
	srv := start(t, sandbox.Config{PinLimit: 1})
	for i, want := range []int{204, 400} {
		path := "/channels/" + srv.ChannelID("fight") + "/pins/" + sent(t, srv, `{"content":"x",`+quiet+`}`)
		if status, body, _ := raw(t, srv, "PUT", path, ""); status != want || want == 400 && body["code"] != 30003.0 {
			t.Errorf("pin %d got %d %v", i, status, body)
		}
	}
}

func TestNonceIsEnforced(t *testing.T) {
	srv := start(t, sandbox.Config{})
	body := `{"content":"x","nonce":"turn-7","enforce_nonce":true,` + quiet + `}`
	if first, second := sent(t, srv, body), sent(t, srv, body); first != second {
		t.Errorf("the same nonce made two messages, %s and %s", first, second)
	}
}

func TestPings(t *testing.T) {
	srv := start(t, sandbox.Config{})
	anna, ben := srv.User("Anna").Mention(), srv.User("Ben").Mention()
	id := sent(t, srv, `{"content":"`+anna+` and `+ben+` @everyone","allowed_mentions":{"users":["`+srv.User("Anna").ID()+`"]}}`)
	raw(t, srv, "PATCH", "/channels/"+srv.ChannelID("fight")+"/messages/"+id, `{"content":"`+ben+`","allowed_mentions":{"parse":["users"]}}`)
	for user, want := range map[string]int{"Anna": 1, "Ben": 0, "Cleo": 0} {
		if got := srv.Pings(user); len(got) != want {
			t.Errorf("%s was pinged %d times, want %d", user, len(got), want)
		}
	}
	said, err := srv.User("Cleo").Say("fight", "hm?")
	if err != nil {
		t.Fatal(err)
	}
	for i, replied := range []string{`"parse":[]`, `"parse":[],"replied_user":true`} {
		sent(t, srv, `{"content":"x","message_reference":{"message_id":"`+said+`"},"allowed_mentions":{`+replied+`}}`)
		if got := len(srv.Pings("Cleo")); got != i {
			t.Errorf("a reply with %s: Cleo was pinged %d times", replied, got)
		}
	}
	if _, err := srv.AddChannel("", "secret"); err != nil {
		t.Fatal(err)
	}
	if err := srv.SetPermissions("secret", "Ben", 0); err != nil {
		t.Fatal(err)
	}
	raw(t, srv, "POST", "/channels/"+srv.ChannelID("secret")+"/messages", `{"content":"`+ben+`","allowed_mentions":{"parse":["users"]}}`)
	if got := srv.Pings("Ben"); len(got) != 0 {
		t.Errorf("Ben was pinged in a channel that he cannot see: %v", got)
	}
}

func TestRateLimits(t *testing.T) {
	srv := start(t, sandbox.Config{Limits: &limits.Limits{Other: limits.Limit{N: 2, Per: time.Hour}, Global: limits.Limit{N: 4, Per: time.Hour}}})
	fight, tavern := "/channels/"+srv.ChannelID("fight"), "/channels/"+srv.ChannelID("tavern")
	for i, one := range []struct {
		path      string
		status    int
		remaining string
		scope     string
	}{
		{fight, 200, "1", ""}, {fight, 200, "0", ""}, {fight, 429, "0", "user"}, {tavern, 200, "1", ""},
		{tavern, 200, "0", ""}, {"/users/@me", 429, "", "global"}, {"/gateway", 429, "", "global"},
	} {
		status, body, header := raw(t, srv, "GET", one.path, "")
		if status != one.status || header.Get("X-RateLimit-Remaining") != one.remaining || header.Get("X-RateLimit-Scope") != one.scope {
			t.Errorf("request %d got %d %v %v, want %+v", i, status, body, header, one)
		}
		if status == 429 && (body["retry_after"].(float64) <= 0 || body["global"] != (one.scope == "global") || header.Get("Retry-After") == "") {
			t.Errorf("request %d was limited with %v", i, body)
		}
		global := one.scope == "global"
		if (header.Get("X-RateLimit-Global") == "true") != global {
			t.Errorf("request %d has headers %v", i, header)
		}
		for _, name := range []string{"X-RateLimit-Limit", "X-RateLimit-Bucket", "X-RateLimit-Reset", "X-RateLimit-Reset-After"} {
			if got := header.Get(name); (got == "") != global {
				t.Errorf("request %d has %s %q", i, name, got)
			}
		}
	}
}

// TestGlobalLimit checks Discord's limit: 50 requests per second over all routes.
func TestGlobalLimit(t *testing.T) {
	discord := limits.Discord()
	if discord.Global != (limits.Limit{N: 50, Per: time.Second}) {
		t.Errorf("the global limit is %+v", discord.Global)
	}
	srv := start(t, sandbox.Config{Limits: &limits.Limits{Global: limits.Limit{N: 50, Per: time.Hour}}})
	for i := range 51 {
		path := []string{"/users/@me", "/gateway/bot", "/channels/" + srv.ChannelID("fight")}[i%3]
		status, body, header := raw(t, srv, "GET", path, "")
		if (status == 429) != (i == 50) || header.Get("X-RateLimit-Remaining") == "0" {
			t.Fatalf("request %d got %d %v %v", i, status, body, header)
		}
	}
}

func TestFaults(t *testing.T) {
	srv := start(t, sandbox.Config{})
	srv.Fail(sandbox.Fault{Method: "POST", Path: "/channels/*/messages", Status: 503, After: true})
	path := "/channels/" + srv.ChannelID("fight") + "/messages"
	if status, _, _ := raw(t, srv, "POST", path, `{"content":"x",`+quiet+`}`); status != 503 {
		t.Errorf("got %d, want the fault's 503", status)
	}
	if seen, err := srv.Messages("fight", "Anna"); err != nil || len(seen) != 1 {
		t.Errorf("the request had no effect: %v, %v", seen, err)
	}
	srv.Fail(sandbox.Fault{Path: "/users/**", Cut: true, Times: -1})
	if response, err := http.Get(srv.URL() + "/api/v9/users/@me"); err == nil {
		response.Body.Close()
		t.Error("the connection was not cut")
	}
	srv.ClearFaults()
	if status, _, _ := raw(t, srv, "GET", "/users/@me", ""); status != 200 {
		t.Errorf("got %d after the faults were cleared", status)
	}
	smallbot.NoViolations(t, srv)
}
