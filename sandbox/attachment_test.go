package sandbox_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"roundel/internal/smallbot"
	"roundel/sandbox"
	"roundel/sandbox/play"
)

// parts is a multipart body: a JSON part and files by name, in order.
func parts(t *testing.T, payload string, files ...string) (string, *bytes.Buffer) {
	t.Helper()
	var body bytes.Buffer
	writer := multipart.NewWriter(&body)
	if err := writer.WriteField("payload_json", payload); err != nil {
		t.Fatal(err)
	}
	for i, name := range files {
		part, err := writer.CreatePart(textproto.MIMEHeader{"Content-Type": {"application/octet-stream"},
			"Content-Disposition": {fmt.Sprintf(`form-data; name="files[%d]"; filename=%q`, i, name)}})
		if err == nil {
			_, err = io.WriteString(part, "this is "+name)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	return writer.FormDataContentType(), &body
}

// upload sends a JSON body with files.
func upload(t *testing.T, srv *sandbox.Server, method, path, payload string, files ...string) (int, map[string]any) {
	t.Helper()
	kind, body := parts(t, payload, files...)
	request, err := http.NewRequestWithContext(t.Context(), method, srv.URL()+"/api/v9"+path, body)
	if err != nil {
		t.Fatal(err)
	}
	request.Header = http.Header{"Authorization": {"Bot " + srv.Token()}, "User-Agent": {"DiscordBot (x, 1)"}, "Content-Type": {kind}}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	out := map[string]any{}
	if err := json.NewDecoder(response.Body).Decode(&out); err != nil && response.StatusCode != http.StatusNoContent {
		t.Fatal(err)
	}
	return response.StatusCode, out
}

// dig follows keys and indexes into JSON.
func dig(value any, path string) any {
	for _, step := range strings.Split(path, ".") {
		switch part := value.(type) {
		case map[string]any:
			value = part[step]
		case []any:
			value = nil
			var at int
			if n, _ := fmt.Sscan(step, &at); n == 1 && at < len(part) {
				value = part[at]
			}
		default:
			return nil
		}
	}
	return value
}

// TestFileURLs checks that a message shows URLs where it refers to its own files.
func TestFileURLs(t *testing.T) {
	srv := start(t, sandbox.Config{})
	path := "/channels/" + srv.ChannelID("fight") + "/messages"
	status, v2 := upload(t, srv, "POST", path, `{"flags":32768,"components":[{"type":17,"components":[
		{"type":13,"file":{"url":"attachment://log.txt"}},
		{"type":12,"items":[{"media":{"url":"attachment://map.png"}},{"media":{"url":"https://a.org/b.png"}}]},
		{"type":9,"components":[{"type":10,"content":"x"}],"accessory":{"type":11,"media":{"url":"attachment://face.gif"}}}]}],
		"attachments":[{"id":0,"filename":"log.txt"}],`+quiet+`}`, "other.txt", "map.png", "face.gif")
	if status != 200 {
		t.Fatalf("got %d %v", status, v2)
	}
	for i, one := range []struct{ name, at, kind string }{
		{"log.txt", "components.0.components.0.file", "text/plain; charset=utf-8"}, {"map.png", "components.0.components.1.items.0.media", "image/png"},
		{"face.gif", "components.0.components.2.accessory.media", "image/gif"},
	} {
		file, media := dig(v2, fmt.Sprintf("attachments.%d", i)), dig(v2, one.at)
		if dig(file, "filename") != one.name || dig(media, "url") != dig(file, "url") || dig(media, "proxy_url") != dig(file, "proxy_url") ||
			dig(media, "attachment_id") != dig(file, "id") || dig(media, "content_type") != one.kind || dig(file, "content_type") != one.kind {
			t.Errorf("%s is %v, but the component shows %v", one.name, file, media)
		}
	}
	if file := dig(v2, "components.0.components.0"); dig(file, "name") != "log.txt" || dig(file, "size") != float64(len("this is other.txt")) {
		t.Errorf("the file is %v", file)
	}
	if media := dig(v2, "components.0.components.1.items.1.media"); dig(media, "url") != "https://a.org/b.png" || dig(media, "attachment_id") != nil {
		t.Errorf("a picture from elsewhere is %v", media)
	}
	if _, again, _ := raw(t, srv, "GET", path+"/"+v2["id"].(string), ""); fmt.Sprint(again["components"]) != fmt.Sprint(v2["components"]) {
		t.Errorf("read again, it is %v", again)
	}

	status, old := upload(t, srv, "POST", path, `{"embeds":[{"title":"x","image":{"url":"attachment://map.png"},"thumbnail":{"url":"https://a.org/b.png"},
		"author":{"name":"n","url":"https://a.org","icon_url":"attachment://face.gif"},"footer":{"text":"f","icon_url":"https://a.org/c.png"}}],`+quiet+`}`, "map.png", "face.gif")
	for at, want := range map[string]any{"image.url": dig(old, "attachments.0.url"), "image.proxy_url": dig(old, "attachments.0.url"),
		"thumbnail.url": "https://a.org/b.png", "author.icon_url": dig(old, "attachments.1.url"), "author.url": "https://a.org", "footer.icon_url": "https://a.org/c.png"} {
		if got := dig(old, "embeds.0."+at); status != 200 || want == nil || got != want {
			t.Errorf("%s is %v, want %v", at, got, want)
		}
	}
	smallbot.NoViolations(t, srv)
}

// TestAltTexts checks that a file keeps its description, which users see, and that a description can have 1,024 characters.
func TestAltTexts(t *testing.T) {
	srv := start(t, sandbox.Config{})
	path := "/channels/" + srv.ChannelID("fight") + "/messages"
	body := func(alt string) string {
		return `{"content":"x","attachments":[{"id":0,"filename":"map.png","description":"` + alt + `"}],` + quiet + `}`
	}
	alt := strings.Repeat("é", 1024)
	status, got := upload(t, srv, "POST", path, body(alt), "map.png")
	if status != 200 || dig(got, "attachments.0.description") != alt {
		t.Errorf("got %d %v", status, got)
	}
	seen, err := srv.Messages("fight", "Anna")
	if err != nil || len(seen) != 1 || seen[0].Files[0].Description != alt {
		t.Errorf("users see %v, %v", seen, err)
	}
	status, got = upload(t, srv, "POST", path, body(alt+"é"), "map.png")
	if status != 400 || dig(got, "errors.attachments.0.description") == nil {
		t.Errorf("1,025 characters got %d %v", status, got)
	}
}

// TestMissingFiles checks that references to missing files are refused everywhere.
func TestMissingFiles(t *testing.T) {
	srv := start(t, sandbox.Config{})
	path := "/channels/" + srv.ChannelID("fight") + "/messages"
	for at, body := range map[string]string{
		"embeds.0.image.url":       `{"embeds":[{"title":"x","image":{"url":"attachment://b.png"}}]}`,
		"embeds.0.thumbnail.url":   `{"embeds":[{"title":"x","thumbnail":{"url":"attachment://b.png"}}]}`,
		"embeds.0.author.icon_url": `{"embeds":[{"author":{"name":"x","icon_url":"attachment://b.png"}}]}`,
		"embeds.0.footer.icon_url": `{"embeds":[{"footer":{"text":"x","icon_url":"attachment://b.png"}}]}`,
		"attachments.1":            `{"content":"x","attachments":[{"id":0},{"id":1}]}`,
	} {
		status, got := upload(t, srv, "POST", path, body, "a.png")
		want := map[bool]string{true: "ATTACHMENT_NOT_FOUND", false: "URL_TYPE_INVALID_SCHEME"}[at == "attachments.1"]
		if status != 400 || faultAt(got, at) != want {
			t.Errorf("%s: got %d %v", at, status, got)
		}
	}
	_, made := upload(t, srv, "POST", path, `{"content":"x",`+quiet+`}`, "a.png")
	edit := path + "/" + made["id"].(string)
	keep := fmt.Sprintf(`"attachments":[{"id":%q}]`, dig(made, "attachments.0.id"))
	for body, want := range map[string]int{
		`{"embeds":[{"image":{"url":"attachment://a.png"}}],` + keep + `}`:       200,
		`{"embeds":[{"image":{"url":"attachment://a.png"}}]}`:                    200, // without the list, all are kept
		`{"embeds":[{"image":{"url":"attachment://a.png"}}],"attachments":[]}`:   400,
		`{"content":"y","attachments":[{"id":"1"}]}`:                             400,
		`{"embeds":[{"image":{"url":"attachment://other.png"}}],"content":"z"}`:  400,
		`{"flags":4,"embeds":[{"title":"t","image":{"url":"https://a.org/b"}}]}`: 200,
	} {
		if status, got, _ := raw(t, srv, "PATCH", edit, body); status != want {
			t.Errorf("%s got %d %v", body, status, got)
		}
	}
}

// TestContentTypes checks that the type comes from the file's name, whatever the uploader says.
func TestContentTypes(t *testing.T) {
	srv := start(t, sandbox.Config{})
	types := map[string]any{"a.txt": "text/plain; charset=utf-8", "a.JSON": "application/json; charset=utf-8", "a.png": "image/png", "a.unknown": nil, "txt": nil}
	for name, want := range types {
		_, got := upload(t, srv, "POST", "/channels/"+srv.ChannelID("fight")+"/messages", `{`+quiet+`}`, name)
		if kind := dig(got, "attachments.0.content_type"); kind != want {
			t.Errorf("%s has the type %v, want %v", name, kind, want)
		}
	}
}

// TestSuppressedEmbeds checks that suppressed embeds are hidden until they are shown again.
func TestSuppressedEmbeds(t *testing.T) {
	srv := start(t, sandbox.Config{})
	path := "/channels/" + srv.ChannelID("fight") + "/messages"
	id := sent(t, srv, `{"content":"x","flags":4,"embeds":[{"title":"hush"}],`+quiet+`}`)
	shown := func(want bool) {
		t.Helper()
		_, got, _ := raw(t, srv, "GET", path+"/"+id, "")
		seen, err := srv.Messages("fight", "Anna")
		if err != nil {
			t.Fatal(err)
		}
		if (dig(got, "embeds.0.title") == "hush") != want || strings.Contains(seen[0].Text, "hush") != want || (len(seen[0].Embeds) > 0) != want {
			t.Errorf("shown: want %t; the bot gets %v, Anna sees %+v", want, got["embeds"], seen[0])
		}
	}
	shown(false)
	if strings.Contains(srv.Seen("Anna"), "hush") {
		t.Error("Anna has seen a suppressed embed")
	}
	raw(t, srv, "PATCH", path+"/"+id, `{"flags":0}`)
	shown(true)
	raw(t, srv, "PATCH", path+"/"+id, `{"flags":4}`)
	shown(false)
	smallbot.NoViolations(t, srv)
}

// filed is a stage with a command that takes a file, and optionally another one.
func filed(t *testing.T) stage {
	t.Helper()
	s := newStage(t, sandbox.Config{})
	raw(t, s.srv, "PUT", "/applications/"+s.srv.BotID()+"/commands", `[{"name":"go","description":"d"},{"name":"rules","description":"d","options":[{"type":1,"name":"add","description":"d",
		"options":[{"type":11,"name":"file","description":"d","required":true},{"type":3,"name":"note","description":"d"},{"type":11,"name":"more","description":"d"}]}]}]`)
	return s
}

// heard is an interaction as the bot receives it.
type heard struct {
	ID, Token string
	Data      map[string]any
}

// nextInteraction returns the next interaction that the bot receives.
func (s stage) nextInteraction() heard {
	s.t.Helper()
	for {
		if p := s.bot.next(); p.Type == "INTERACTION_CREATE" {
			var got heard
			if err := json.Unmarshal(p.Data, &got); err != nil {
				s.t.Fatal(err)
			}
			return got
		}
	}
}

// read downloads a file as a bot would.
func read(t *testing.T, address string) (int, string) {
	t.Helper()
	response, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(data)
}

// TestFilesAsOptions checks that the bot gets Discord's description of a file and can download it.
func TestFilesAsOptions(t *testing.T) {
	s := filed(t)
	gm := s.srv.User("GM")
	id, err := gm.Attach("house rules.yaml", []byte("dice: 1d20"))
	if err != nil {
		t.Fatal(err)
	}
	more, err := gm.Attach("folder/map.png", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, run := range []func() error{
		func() error {
			_, err := gm.Command("fight", "/rules add file:"+id+" note:plain more:"+more)
			return err
		},
		func() error {
			_, err := gm.Invoke("fight", "rules add", map[string]string{"file": id, "more": more})
			return err
		},
	} {
		if err := run(); err != nil {
			t.Fatal(err)
		}
		data := s.nextInteraction().Data
		if value := dig(data, "options.0.options.0"); dig(value, "type") != 11.0 || dig(value, "name") != "file" || dig(value, "value") != id {
			t.Errorf("the option is %v", value)
		}
		file, other := dig(data, "resolved.attachments."+id), dig(data, "resolved.attachments."+more)
		for key, want := range map[string]any{"id": id, "filename": "house_rules.yaml", "size": 10.0, "content_type": "application/x-yaml; charset=utf-8",
			"ephemeral": true, "proxy_url": dig(file, "url")} {
			if got := dig(file, key); got != want || want == nil {
				t.Errorf("%s is %v, want %v", key, got, want)
			}
		}
		if status, text := read(t, fmt.Sprint(dig(file, "url"))); status != 200 || text != "dice: 1d20" {
			t.Errorf("reading got %d %q", status, text)
		}
		if dig(other, "filename") != "map.png" || dig(other, "content_type") != "image/png" || dig(other, "size") != 0.0 {
			t.Errorf("the other file is %v", other)
		}
	}
	smallbot.NoViolations(t, s.srv)
}

// TestFilesAsServed checks the headers of a download.
func TestFilesAsServed(t *testing.T) {
	srv := start(t, sandbox.Config{})
	for name, want := range map[string]string{"a.yaml": "application/x-yaml; charset=utf-8", "a.unknown": "application/octet-stream"} {
		_, made := upload(t, srv, "POST", "/channels/"+srv.ChannelID("fight")+"/messages", `{`+quiet+`}`, name)
		response, err := http.Head(fmt.Sprint(dig(made, "attachments.0.url")))
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if got := response.Header.Get("Content-Type"); response.StatusCode != 200 || got != want || response.ContentLength != int64(len("this is "+name)) {
			t.Errorf("%s: got %s, %s and %d bytes", name, response.Status, got, response.ContentLength)
		}
	}
}

// TestFilesThatCannotBeSent checks that the client refuses files that it cannot send.
func TestFilesThatCannotBeSent(t *testing.T) {
	s := filed(t)
	gm, anna := s.srv.User("GM"), s.srv.User("Anna")
	id, err := gm.Attach("a.txt", []byte("mine"))
	if err != nil {
		t.Fatal(err)
	}
	for name, try := range map[string]func() error{
		"none":            func() error { _, err := gm.Command("fight", "/rules add note:x"); return err },
		"no upload":       func() error { _, err := gm.Command("fight", "/rules add file:a.txt"); return err },
		"another's":       func() error { _, err := anna.Command("fight", "/rules add file:"+id); return err },
		"without a name":  func() error { _, err := gm.Attach("", []byte("x")); return err },
		"long name":       func() error { _, err := gm.Attach(long(300), []byte("x")); return err },
		"above 10 MiB":    func() error { _, err := gm.Attach("a.txt", make([]byte, 10<<20+1)); return err },
		"nobody's":        func() error { _, err := s.srv.User("Nobody").Attach("a.txt", nil); return err },
		"a file of a bot": func() error { _, err := s.srv.User("Roundel").Attach("a.txt", nil); return err },
	} {
		if try() == nil {
			t.Errorf("%s: the command was sent", name)
		}
	}
	if _, err := gm.Attach("a.txt", make([]byte, 10<<20)); err != nil {
		t.Errorf("10 MiB: %v", err)
	}
}

// TestFileURLsExpire checks that a file's URL is valid for a day, and that nobody can forge one.
func TestFileURLsExpire(t *testing.T) {
	s := filed(t)
	id, err := s.srv.User("GM").Attach("a.txt", []byte("x"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.srv.User("GM").Command("fight", "/rules add file:"+id); err != nil {
		t.Fatal(err)
	}
	given := fmt.Sprint(dig(s.nextInteraction().Data, "resolved.attachments."+id+".url"))
	_, made := upload(t, s.srv, "POST", "/channels/"+s.srv.ChannelID("fight")+"/messages", `{`+quiet+`}`, "b.txt")
	posted := fmt.Sprint(dig(made, "attachments.0.url"))
	address, err := url.Parse(given)
	if err != nil || address.Query().Get("is") == "" || !strings.Contains(address.Path, "/ephemeral-attachments/") || !strings.Contains(posted, "/attachments/") {
		t.Fatalf("the URLs are %s and %s, %v", given, posted, err)
	}
	later := strings.Replace(given, "ex="+address.Query().Get("ex"), "ex=ffffffff", 1)
	plain, _, _ := strings.Cut(given, "?")
	expect := func(when string, want map[string]int) {
		t.Helper()
		for address, status := range want {
			if got, _ := read(t, address); got != status {
				t.Errorf("%s: %s got %d, want %d", when, address, got, status)
			}
		}
	}
	expect("at once", map[string]int{given: 200, posted: 200, later: 404, plain: 404, strings.Replace(given, "/"+id+"/", "/1/", 1): 404,
		strings.Replace(given, "/"+s.srv.BotID()+"/", "/1/", 1): 404, strings.Replace(given, "/a.txt?", "/b.txt?", 1): 404})
	s.srv.Advance(23 * time.Hour)
	expect("after 23 h", map[string]int{given: 200, posted: 200})
	s.srv.Advance(3 * time.Hour)
	expect("after 26 h", map[string]int{given: 404, posted: 404})
	if _, text := read(t, given); strings.TrimSpace(text) != "This content is no longer available." {
		t.Errorf("an expired URL says %q", text)
	}
	_, again, _ := raw(t, s.srv, "GET", "/channels/"+s.srv.ChannelID("fight")+"/messages/"+made["id"].(string), "")
	expect("read again", map[string]int{fmt.Sprint(dig(again, "attachments.0.url")): 200})
}

// TestFilesInForms checks file uploads in forms.
func TestFilesInForms(t *testing.T) {
	s := filed(t)
	gm := s.srv.User("GM")
	var ids []string
	for _, name := range []string{"a.txt", "b.txt", "c.txt"} {
		id, err := gm.Attach(name, []byte(name))
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	one, two := labelled("Field", `{"type":19,"custom_id":"i"}`), labelled("Field", `{"type":19,"custom_id":"i","required":false,"max_values":2}`)
	for name, test := range map[string]struct{ form, value, want string }{
		"one":            {one, ids[0], "[" + ids[0] + "]"},
		"none":           {one, "", "sandbox: "},
		"too many":       {one, ids[0] + "\n" + ids[1], "sandbox: "},
		"two":            {two, ids[0] + "\n" + ids[1], "[" + ids[0] + " " + ids[1] + "]"},
		"optional":       {two, "", "[]"},
		"three of two":   {two, strings.Join(ids, "\n"), "sandbox: "},
		"never uploaded": {two, "1", "sandbox: "},
	} {
		data, err := s.submitted(formOf(test.form), map[string]string{"Field": test.value})
		if err != nil || test.want == "sandbox: " {
			if err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("%s: %v, %v", name, data, err)
			}
			continue
		}
		if got := fmt.Sprint(input(data)["values"]); got != test.want {
			t.Errorf("%s: got %s, want %s", name, got, test.want)
		}
		if test.value != "" && dig(data, "resolved.attachments."+ids[0]+".filename") != "a.txt" {
			t.Errorf("%s: resolved is %v", name, data["resolved"])
		}
	}
}

// TestScriptWithFiles checks that a script can name files with @, in commands and in forms.
func TestScriptWithFiles(t *testing.T) {
	s := filed(t)
	received := make(chan map[string]any, 4)
	go func() {
		defer close(received)
		form := formOf(labelled("Field", `{"type":19,"custom_id":"i","max_values":2}`))
		for _, answer := range []string{hello, strings.Replace(hello, "hello", "hello again", 1), form, hello} {
			var event struct {
				Type string `json:"t"`
				Data heard  `json:"d"`
			}
			for event.Type != "INTERACTION_CREATE" {
				_, frame, err := s.bot.ws.ReadMessage()
				if err != nil || json.Unmarshal(frame, &event) != nil && event.Type == "INTERACTION_CREATE" {
					t.Error(err)
					return
				}
			}
			received <- event.Data.Data
			response, err := http.Post(s.srv.URL()+"/api/v10/interactions/"+event.Data.ID+"/"+event.Data.Token+"/callback", "application/json", strings.NewReader(answer))
			if err != nil {
				t.Error(err)
				return
			}
			response.Body.Close()
		}
	}()
	read := func(name string) ([]byte, error) {
		if !strings.HasPrefix(name, "here/") {
			return nil, fmt.Errorf("there is no %s", name)
		}
		return []byte("this is " + name), nil
	}
	script := "GM: /rules add file:@here/house rules.yaml note:@all\nGM: /go\nGM: [b] Field = @here/a.txt / @here/b.txt"
	if err := (play.Script{Text: script, Open: read}).Play(smallbot.Soon(t), s.srv); err != nil {
		t.Fatal(err)
	}
	var names []string
	for data := range received {
		files, _ := dig(data, "resolved.attachments").(map[string]any)
		for _, id := range slices.Sorted(maps.Keys(files)) {
			names = append(names, fmt.Sprint(dig(files[id], "filename"), dig(files[id], "size")))
		}
	}
	if want := []string{"house_rules.yaml29", "a.txt18", "b.txt18"}; !slices.Equal(names, want) {
		t.Errorf("the bot got %q, want %q", names, want)
	}
	for line, why := range map[string]string{
		"GM: /rules add file:@away/x.yaml": "there is no away/x.yaml",
		"GM: /rules add file:here/x.yaml":  "write @ and its path",
	} {
		if err := (play.Script{Text: line, Open: read}).Play(smallbot.Soon(t), s.srv); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v", line, err)
		}
	}
	if err := (play.Script{Text: "GM: /rules add file:@here/x.yaml"}).Play(smallbot.Soon(t), s.srv); err == nil || !strings.Contains(err.Error(), "may not read files here") {
		t.Errorf("a script that may not read files: %v", err)
	}
}
