package sandbox_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"strings"
	"testing"

	"roundel/sandbox"
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

// TestFilesAreLinked: where a message names its own files, Discord shows their addresses.
func TestFilesAreLinked(t *testing.T) {
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
			t.Errorf("%s is %v, in its place is %v", one.name, file, media)
		}
	}
	if file := dig(v2, "components.0.components.0"); dig(file, "name") != "log.txt" || dig(file, "size") != float64(len("this is other.txt")) {
		t.Errorf("the file is %v", file)
	}
	if media := dig(v2, "components.0.components.1.items.1.media"); dig(media, "url") != "https://a.org/b.png" || dig(media, "attachment_id") != nil {
		t.Errorf("what is elsewhere is %v", media)
	}
	if _, again, _ := raw(t, srv, "GET", path+"/"+v2["id"].(string), ""); fmt.Sprint(again["components"]) != fmt.Sprint(v2["components"]) {
		t.Errorf("read again it is %v", again)
	}

	status, old := upload(t, srv, "POST", path, `{"embeds":[{"title":"x","image":{"url":"attachment://map.png"},"thumbnail":{"url":"https://a.org/b.png"},
		"author":{"name":"n","url":"https://a.org","icon_url":"attachment://face.gif"},"footer":{"text":"f","icon_url":"https://a.org/c.png"}}],`+quiet+`}`, "map.png", "face.gif")
	for at, want := range map[string]any{"image.url": dig(old, "attachments.0.url"), "image.proxy_url": dig(old, "attachments.0.url"),
		"thumbnail.url": "https://a.org/b.png", "author.icon_url": dig(old, "attachments.1.url"), "author.url": "https://a.org", "footer.icon_url": "https://a.org/c.png"} {
		if got := dig(old, "embeds.0."+at); status != 200 || want == nil || got != want {
			t.Errorf("%s is %v, want %v", at, got, want)
		}
	}
	noViolations(t, srv)
}

// TestFilesThatAreMissing are refused wherever they are named.
func TestFilesThatAreMissing(t *testing.T) {
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
		`{"embeds":[{"image":{"url":"attachment://a.png"}}]}`:                    200, // without the list all are kept
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

// TestContentTypes: Discord goes by a file's name, whatever the uploader says.
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

// TestSuppressedEmbeds are shown to nobody until they are let out again.
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
		t.Error("Anna has seen it")
	}
	raw(t, srv, "PATCH", path+"/"+id, `{"flags":0}`)
	shown(true)
	raw(t, srv, "PATCH", path+"/"+id, `{"flags":4}`)
	shown(false)
	noViolations(t, srv)
}
