package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"
	"github.com/gorilla/websocket"

	"roundel/sandbox"
	"roundel/sandbox/page"
)

// puppet is a bot that is controlled by the test.
type puppet struct {
	t   *testing.T
	srv *sandbox.Server
	ws  *websocket.Conn
}

// newPuppet connects a puppet and registers its commands.
func newPuppet(t *testing.T, commands string) *puppet {
	t.Helper()
	srv, err := sandbox.Start(sandbox.Config{AnswerWithin: patience, HeartbeatInterval: time.Hour}) // a puppet sends no heartbeats
	if err != nil {
		t.Fatal(err)
	}
	srv.Handle(page.Handlers(srv, page.Config{}))
	t.Cleanup(func() { srv.Close() })
	p := &puppet{t: t, srv: srv}
	ws, response, err := websocket.DefaultDialer.DialContext(t.Context(), strings.Replace(srv.URL(), "http://", "ws://", 1)+"/gateway?v=10", nil)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	p.ws = ws
	t.Cleanup(func() { ws.Close() })
	hello := fmt.Sprintf(`{"op":2,"d":{"token":%q,"properties":{},"intents":0}}`, srv.Token())
	if err := ws.WriteMessage(websocket.TextMessage, []byte(hello)); err != nil {
		t.Fatal(err)
	}
	p.send(http.MethodPut, "/applications/"+srv.BotID()+"/commands", commands)
	return p
}

// send makes a REST request and fails unless it is accepted. It returns the ID in the answer, if there is one.
func (p *puppet) send(method, path, body string) string {
	p.t.Helper()
	request, err := http.NewRequestWithContext(p.t.Context(), method, p.srv.URL()+"/api/v10"+path, strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	request.Header = http.Header{"Authorization": {"Bot " + p.srv.Token()}, "Content-Type": {"application/json"}, "User-Agent": {"DiscordBot (x, 1)"}}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		p.t.Fatal(err)
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode >= http.StatusBadRequest {
		p.t.Fatalf("%s %s: %s: %v %v %s", method, path, response.Status, err, p.srv.Violations(), data)
	}
	var made struct{ ID string }
	if json.Unmarshal(data, &made) != nil {
		return "" // a list, or nothing
	}
	return made.ID
}

// heard waits for the next interaction, answers it and returns its data.
func (p *puppet) heard(answer string) map[string]any {
	p.t.Helper()
	if err := p.ws.SetReadDeadline(time.Now().Add(patience)); err != nil {
		p.t.Fatal(err)
	}
	for {
		var event struct {
			Type string `json:"t"`
			Data struct {
				ID, Token string
				Data      map[string]any
			} `json:"d"`
		}
		_, frame, err := p.ws.ReadMessage()
		if err == nil {
			err = json.Unmarshal(frame, &event)
		}
		if _, other := err.(*json.UnmarshalTypeError); err != nil && !other {
			p.t.Fatal(err)
		}
		if event.Type == "INTERACTION_CREATE" {
			p.send(http.MethodPost, "/interactions/"+event.Data.ID+"/"+event.Data.Token+"/callback", answer)
			return event.Data.Data
		}
	}
}

const thanks = `{"type":4,"data":{"content":"Thank you","allowed_mentions":{"parse":[]}}}`

// values returns the values of a submitted form by custom ID.
func values(data map[string]any) map[string]string {
	out := map[string]string{}
	rows, _ := data["components"].([]any)
	for _, item := range rows {
		field, _ := item.(map[string]any)["component"].(map[string]any)
		value, one := field["value"]
		if !one {
			value = field["values"]
		}
		out[fmt.Sprint(field["custom_id"])] = fmt.Sprint(value)
	}
	return out
}

// TestFormsInTheBrowser fills in every kind of form field.
func TestFormsInTheBrowser(t *testing.T) {
	notInBrief(t)
	t.Parallel()
	bot := newPuppet(t, `[{"name":"go","description":"d"}]`)
	w := newBrowser(t, bot.srv.URL()).open(t, "Anna", "fight")
	field := func(label, more string) string {
		return `{"type":18,"label":"` + label + `","description":"about ` + label + `","component":{"custom_id":"` + label + `",` + more + `}}`
	}
	options := `"options":[{"label":"One","value":"1"},{"label":"Two","value":"2","description":"the second"},{"label":"Three","value":"3","default":true}]`
	w.line("/go")
	bot.heard(`{"type":9,"data":{"custom_id":"f","title":"Everything","components":[` + strings.Join([]string{
		field("side", `"type":3,"required":false,`+strings.Replace(options, `,"default":true`, "", 1)),
		field("people", `"type":5,"max_values":3`),
		field("class", `"type":21,`+options),
		field("days", `"type":22,`+options),
		field("ready", `"type":23`)}, ",") + `]}}`)
	w.sees("Everything", "about side", "the second")
	w.click("option", "@Anna")
	w.click("option", "@Ben")
	w.click("radio", "Two")
	w.click("checkbox", "One")
	w.click("checkbox", "ready")
	w.press("Submit")
	anna, ben := bot.srv.User("Anna").ID(), bot.srv.User("Ben").ID()
	got := values(bot.heard(thanks))
	for id, want := range map[string]string{"side": "[]", "people": "[" + anna + " " + ben + "]", "class": "2", "days": "[1 3]", "ready": "true"} {
		if got[id] != want {
			t.Errorf("%s is %s, want %s", id, got[id], want)
		}
	}
	w.sees("Thank you")
}

// attach chooses files in a file input.
func (w *window) attach(selector string, files ...string) {
	w.t.Helper()
	w.until("the input "+selector, func() bool { return script[bool](w, "Boolean(document.querySelector(`"+selector+"`))") })
	document := call(w, dom.GetDocument, dom.GetDocumentParams{})
	found := call(w, dom.QuerySelector, dom.QuerySelectorParams{NodeID: document.Root.NodeID, Selector: selector})
	call(w, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: files, NodeID: found.NodeID})
}

// fileTexts returns the texts of an interaction's files by name.
func (p *puppet) fileTexts(data map[string]any) map[string]string {
	p.t.Helper()
	texts := map[string]string{}
	resolved, _ := data["resolved"].(map[string]any)
	files, _ := resolved["attachments"].(map[string]any)
	for _, item := range files {
		file := item.(map[string]any)
		texts[file["filename"].(string)] = asked(p.t, file["url"].(string))
	}
	return texts
}

// TestFilesInTheBrowser attaches files to a command and to a form.
func TestFilesInTheBrowser(t *testing.T) {
	notInBrief(t)
	t.Parallel()
	dir := t.TempDir()
	var files []string
	for _, name := range []string{"house rules.yaml", "b.txt"} {
		files = append(files, filepath.Join(dir, name))
		if err := os.WriteFile(files[len(files)-1], []byte("this is "+name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	bot := newPuppet(t, `[{"name":"rules","description":"d","options":[{"type":11,"name":"file","description":"The rules","required":true},
		{"type":3,"name":"note","description":"A note"}]}]`)
	w := newBrowser(t, bot.srv.URL()).open(t, "Anna", "fight")
	w.keys("/rules ")
	w.sees("file (required) – The rules")
	w.press("Send")
	w.sees("file is required.")
	w.attach("#option-file", files[0])
	w.click("combobox", "Add an option")
	w.keys("note:spicy\r")
	data := bot.heard(`{"type":9,"data":{"custom_id":"f","title":"More","components":[{"type":18,"label":"Maps","component":{"type":19,"custom_id":"maps","max_values":2,"file_types":["image",".yaml",".txt"]}}]}}`)
	if got := bot.fileTexts(data); len(got) != 1 || got["house_rules.yaml"] != "this is house rules.yaml" {
		t.Errorf("the command has the files %q", got)
	}
	w.sees("More", "Maps")
	w.until("the kinds of files", func() bool {
		return script[string](w, `document.querySelector("#form input[type=file]").accept`) == "image/*,.yaml,.txt"
	})
	w.attach("#form input[type=file]", files...)
	w.press("Submit")
	if got := bot.fileTexts(bot.heard(thanks)); len(got) != 2 || got["b.txt"] != "this is b.txt" {
		t.Errorf("the form has the files %q", got)
	}
	w.sees("Thank you")

	w.click("combobox", "Message or command")
	call(w, input.InsertText, input.InsertTextParams{Text: "/rules file:rules.yaml note:mild"}) // pasted
	w.keys("\r")
	w.sees("Choose a file for file.")
	big := filepath.Join(dir, "big.bin")
	if err := os.WriteFile(big, make([]byte, 10<<20+1), 0o600); err != nil {
		t.Fatal(err)
	}
	w.attach("#option-file", big)
	w.press("Send")
	w.sees("big.bin is larger than 10 MiB")
	w.until("the file to be there still", func() bool { return script[int](w, `document.querySelector("#option-file")?.files.length ?? 0`) == 1 })
}
