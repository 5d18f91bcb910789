package discord

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"roundel/snowflake"
)

func body(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestBodies(t *testing.T) {
	const nobody = `"allowed_mentions":{"parse":[],"users":[]}`
	for name, c := range map[string]struct{ got, want string }{
		"plain":             {body(t, newMessage(Message{Text: "x"})), `{"content":"x","components":[],` + nobody + `}`},
		"edit to none":      {body(t, editedMessage(Message{})), `{"content":"","components":[],` + nobody + `,"attachments":[]}`},
		"edit without text": {body(t, editedMessage(Message{KeepText: true})), `{"components":[],` + nobody + `}`},
		"nonce": {body(t, newMessage(Message{Text: "x", Nonce: "n"})),
			`{"content":"x","components":[],` + nobody + `,"nonce":"n","enforce_nonce":true}`},
		"alt text": {body(t, attachments([]File{{Name: "a.png", Description: "A chart"}, {Name: "b.txt"}})),
			`[{"id":"0","filename":"a.png","description":"A chart"},{"id":"1","filename":"b.txt"}]`},
		"mentions": {body(t, mention([]snowflake.User{"1", "", "2", "1"})), `{"parse":[],"users":["1","2"]}`},
		"choices":  {body(t, choices([]Choice{{"", "v"}, {"n", ""}, {"n", "v"}})), `{"choices":[{"name":"n","value":"v"}]}`},
		"buttons": {body(t, rows([][]Button{{}, {{Label: "L", ID: "i", Style: Danger, Disabled: true}}})),
			`[{"type":1,"components":[{"type":2,"custom_id":"i","style":4,"label":"L","disabled":true}]}]`},
		"button of a later release": {body(t, rows([][]Button{{{Label: "L", ID: "i", Style: 99}, {Label: "M", ID: "j", Style: -1}}})),
			`[{"type":1,"components":[{"type":2,"custom_id":"i","style":2,"label":"L"},{"type":2,"custom_id":"j","style":2,"label":"M"}]}]`},
		"V2": {body(t, newMessage(Message{Text: "x", V2: true})),
			`{"flags":32768,"components":[{"type":17,"components":[{"type":10,"content":"x"}]}],` + nobody + `}`},
		"V2 with empty lines": {body(t, inBox("a\n\n\n\nb\n\n", nil, nil)),
			`{"type":17,"components":[{"type":10,"content":"a"},{"type":14},{"type":10,"content":"b"}]}`},
		"form": {body(t, (&Form{ID: "f", Title: "T", Inputs: []Input{{ID: "a", Label: "A"}}}).body()),
			`{"custom_id":"f","title":"T","components":[{"type":18,"label":"A","component":{"type":4,"custom_id":"a","style":1,"required":false}}]}`},
		"select": {body(t, rows([][]Button{{{Label: "Whom?", ID: "i", Menu: &Menu{Least: 1, Most: 9, Options: []Option{{Label: "A", Value: "1", About: "hurt"}, {Label: "B", Value: "2", Picked: true}}}}}})),
			`[{"type":1,"components":[{"type":3,"custom_id":"i","placeholder":"Whom?","options":[{"label":"A","value":"1","description":"hurt"},` +
				`{"label":"B","value":"2","default":true}],"min_values":1,"max_values":2}]}]`},
		"select in a form": {body(t, (&Form{ID: "f", Title: "T", Inputs: []Input{{ID: "a", Label: "A", Help: "H", Hint: "P", Menu: &Menu{Options: []Option{{Label: "B", Value: "2"}}}}}}).body()),
			`{"custom_id":"f","title":"T","components":[{"type":18,"label":"A","description":"H","component":{"type":3,"custom_id":"a","placeholder":"P","required":false,` +
				`"options":[{"label":"B","value":"2"}],"min_values":0,"max_values":1}}]}`},
		"required select in a form": {body(t, (&Form{ID: "f", Title: "T", Inputs: []Input{{ID: "a", Label: "A", Required: true, Menu: &Menu{Most: 3, Options: []Option{{Label: "B", Value: "2"}, {Label: "C", Value: "3"}}}}}}).body()),
			`{"custom_id":"f","title":"T","components":[{"type":18,"label":"A","component":{"type":3,"custom_id":"a","required":true,` +
				`"options":[{"label":"B","value":"2"},{"label":"C","value":"3"}],"min_values":1,"max_values":2}}]}`},
	} {
		if c.got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", name, c.got, c.want)
		}
	}
}

func TestTextsAreShortened(t *testing.T) {
	more := func() string { return "more" }
	if text, file := shorten(strings.Repeat("x", MaxContent), more); file != nil || len(text) != MaxContent {
		t.Error("a text of the maximum length was shortened")
	}
	for _, long := range []string{strings.Repeat("x", MaxContent+1), strings.Repeat("😀", 1001), strings.Repeat("line\n", 500)} {
		text, file := shorten(long, more)
		if file == nil || string(file.Data) != long || Length(text) > MaxContent || !strings.HasPrefix(long, text[:300]) ||
			!strings.HasSuffix(text, "\nmore") {
			t.Errorf("%.20q: %d characters, file %v", long, Length(text), file != nil)
		}
	}
	if got := cut("äöüß", 3); got != "äö…" {
		t.Error(got)
	}
}

// TestWO2FullText: below the beginning of a long reply stands a line for everyone, or for the asker if only they see it.
func TestWO2FullText(t *testing.T) {
	a := &answer{req: &Request{}, s: &Session{host: Host{FullText: func(_ *Request, everyone bool) string {
		return map[bool]string{true: "for all", false: "for one"}[everyone]
	}}}}
	long := strings.Repeat("x", MaxContent+1)
	if got := a.message(&Reply{Text: long}); !strings.HasSuffix(got.Text, "\nfor all") || len(got.Files) != 1 {
		t.Errorf("everyone reads %.9q… with %d files", got.Text, len(got.Files))
	}
	if got := a.message(&Reply{Text: long, Ephemeral: true}); !strings.HasSuffix(got.Text, "\nfor one") || len(got.Files) != 1 {
		t.Errorf("the asker reads %.9q… with %d files", got.Text, len(got.Files))
	}
}

func TestDecodeCommand(t *testing.T) {
	raw := `{"id":"1420070400000","application_id":"2","token":"t","type":2,"guild_id":"3","channel":{"id":"4","type":99},
		"member":{"user":{"id":"5","username":"u","global_name":null},"nick":null,"roles":["6"],"permissions":"32"},"app_permissions":"8",
		"data":{"name":"init","options":[{"type":2,"name":"deep","options":[{"type":1,"name":"add","options":[
			{"type":10,"name":"n","value":1.5},{"type":5,"name":"b","value":false},{"type":3,"name":"s","value":"a,b","focused":true}]}]}]}}`
	r, in, err := decode([]byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	if r.Path != "init deep add" || fmt.Sprint(r.Options) != "map[b:false n:1.5 s:a,b]" || r.Focused != "s" || r.Channel != "4" ||
		!r.Manager || r.Rights != 8 || r.Name != "u" || r.User != "5" || r.Guild != "3" || in.Token != "t" {
		t.Errorf("%+v", r)
	}
	if want := time.UnixMilli(1420070400000 + 1420070400000>>22).UTC(); !r.Sent.Equal(want) {
		t.Errorf("sent %v, want %v", r.Sent, want)
	}
}

func TestDecodeFormsWithRowsAndLabels(t *testing.T) {
	raw := `{"id":"1","application_id":"2","token":"t","type":5,"channel_id":"4","user":{"id":"5","username":"u"},"data":{"custom_id":"f:1",
		"components":[{"type":1,"components":[{"type":4,"custom_id":"a","value":"A"}]},
			{"type":18,"component":{"type":3,"custom_id":"b","values":["x","y"]}},{"type":10}]}}`
	r, _, err := decode([]byte(raw))
	if err != nil || r.Kind != Filled || r.Path != "f:1" || fmt.Sprint(r.Fields) != "map[a:A b:x,y]" {
		t.Errorf("%v %+v", err, r)
	}
}

// TestComponentsOfLongTexts: however many empty lines a text has, the message has at most the 40 components that Discord accepts.
func TestComponentsOfLongTexts(t *testing.T) {
	var row []Button
	for range 5 {
		row = append(row, Button{Label: "L", ID: "i"})
	}
	m := newMessage(Message{Text: strings.Repeat("a\n\n", 500), V2: true, Buttons: [][]Button{row, row, row, row}})
	if n := strings.Count(body(t, m.Components), `"type":`); n > 40 {
		t.Errorf("%d components", n)
	}
}
