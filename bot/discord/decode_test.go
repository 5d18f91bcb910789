package discord

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"roundel/bot/discord/gateway"
	"roundel/snowflake"
	"slices"
	"strings"
	"testing"
)

// TestDecodeSurvivesAnyValue replaces each field of an interaction by values of other types: it is decoded or refused.
func TestDecodeSurvivesAnyValue(t *testing.T) {
	whole := []byte(`{"id":"1","application_id":"2","token":"t","type":5,"guild_id":"3","channel_id":"4","app_permissions":"8",
		"channel":{"id":"4","type":11,"thread_metadata":{"archived":true,"locked":false}},"user":{"id":"5"},
		"member":{"user":{"id":"5","username":"u","global_name":"g"},"nick":"n","roles":["6"],"permissions":"32"},
		"message":{"id":"7","flags":64},"data":{"name":"do","custom_id":"f:1","values":["x"],
			"options":[{"name":"it","type":1,"options":[{"name":"what","type":3,"value":"x","focused":true},{"name":"file","type":11,"value":"8"}]}],
			"resolved":{"attachments":{"8":{"id":"8","filename":"a.yaml","size":10,"url":"https://cdn.discordapp.com/a","content_type":"t","ephemeral":true}}},
			"components":[{"type":1,"components":[{"type":4,"custom_id":"a","value":"A"}]},{"type":18,"component":{"type":3,"custom_id":"b","values":["x"]}}]}}`)
	var tree any
	if err := json.Unmarshal(whole, &tree); err != nil {
		t.Fatal(err)
	}
	n, files := 0, 0
	spoil(tree, func() {
		for _, kind := range []float64{2, 3, 4, 5, 99} {
			if all, ok := tree.(map[string]any); ok {
				if _, given := all["type"].(float64); given {
					all["type"] = kind
				}
			}
			raw, err := json.Marshal(tree)
			if err != nil {
				t.Fatal(err)
			}
			r, _, err := decode(raw)
			if err == nil && (r == nil || r.User == "" || r.Channel == "") {
				t.Errorf("%s: %+v", raw, r)
			}
			if err == nil && len(r.Attachments) > 0 {
				files++
			}
			n++
		}
	})
	for _, raw := range []string{``, `null`, `[]`, `"x"`, `{`, `7`} {
		if _, _, err := decode([]byte(raw)); err == nil {
			t.Errorf("%q was decoded as an interaction", raw)
		}
	}
	if n < 500 || files < 100 {
		t.Errorf("only %d variants were tried, %d of them with a file", n, files)
	}
}

// spoil calls try with each value in a JSON tree replaced by values of other types.
func spoil(tree any, try func()) {
	others := []any{nil, []any{}, []any{nil}, map[string]any{}, "x", 5.0, true}
	switch at := tree.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(at)) {
			kept := at[key]
			for _, other := range others {
				at[key] = other
				try()
			}
			at[key] = kept
			spoil(kept, try)
		}
	case []any:
		for i, kept := range at {
			for _, other := range others {
				at[i] = other
				try()
			}
			at[i] = kept
			spoil(kept, try)
		}
	}
}

// TestAttachmentWithoutDescription checks that a handler never gets a file's ID without its address.
func TestAttachmentWithoutDescription(t *testing.T) {
	const whole = `{"id":"1","application_id":"2","token":"t","type":2,"channel_id":"4","user":{"id":"5"},"data":{"name":"rules","options":[
		{"name":"file","type":11,"value":"8"}],"resolved":{"attachments":{"8":{"id":"8","filename":"a.yaml","size":10,"url":"u"}}}}}`
	r, _, err := decode([]byte(whole))
	if err != nil || r.Attachments["file"].Name != "a.yaml" || r.Options["file"] != "8" {
		t.Errorf("got %+v, %v", r, err)
	}
	for _, from := range []string{`"8":{`, `"attachments"`, `"resolved"`} {
		if r, _, err := decode([]byte(strings.Replace(whole, from, `"9`+from[1:], 1))); err == nil {
			t.Errorf("without %s: got %+v", from, r)
		}
	}
	if r, _, err := decode([]byte(strings.NewReplacer(`"type":2`, `"type":4`, `"resolved"`, `"x"`).Replace(whole))); err != nil || len(r.Attachments) > 0 {
		t.Errorf("autocomplete: got %+v, %v", r, err)
	}
}

// TestOptionValues checks that options keep the text that was sent, whatever their type.
func TestOptionValues(t *testing.T) {
	for value, want := range map[string]string{`"a \"b\" \u00e4"`: `a "b" ä`, `12345678901234567890`: "12345678901234567890",
		`1.50`: "1.50", `true`: "true", `null`: "", `""`: ""} {
		r, _, err := decode(fmt.Appendf(nil, `{"id":"1","application_id":"2","token":"t","type":2,"channel_id":"4","user":{"id":"5"},
			"data":{"name":"do","options":[{"name":"it","type":3,"value":%s}]}}`, value))
		if err != nil || r.Options["it"] != want {
			t.Errorf("%s: %+v, %v, want %q", value, r, err, want)
		}
	}
}

// TestServerEventFields checks that an event about a server is read as encoding/json would, whatever the fields that are not needed,
// and that fields of the wrong type are reported.
func TestServerEventFields(t *testing.T) {
	parse := func(data string) (*serverEvent, error) {
		p, err := gateway.Parse(fmt.Appendf(nil, `{"op":0,"s":1,"t":"GUILD_CREATE","d":%s}`, data), (*shard)(nil).Data)
		if err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		return p.Data.(*serverEvent), p.DataErr
	}
	want := serverEvent{kind: "GUILD_CREATE", ID: "1", Guild: "2", Joined: "3", Unavailable: true, Channels: []snowflake.Channel{"4", "5", "6"}}
	for _, data := range []string{
		`{"id":"1","guild_id":"2","joined_at":"3","unavailable":true,"channels":[{"id":"4"},{"name":"]\"}","id":"5"},null,{}],"threads":[{"id":"6"}]}`,
		` { "members" : [ {"id":"7","user":{"id":"8"}} ] , "channels" : [ {"parent":{"id":"9"},"id":"4"} , { "id" : "5" } , { "id" : null } ] ,
			"threads":[{"id":"6"}],"unavailable":true,"joined_at":"3","guild_id":"2","id":"\u0031" } `,
	} {
		if got, err := parse(data); err != nil || !reflect.DeepEqual(*got, want) {
			t.Errorf("%s:\n%+v, %v", data, got, err)
		}
	}
	if got, err := parse(`{"id":null,"joined_at":null,"channels":null,"threads":[]}`); err != nil || got.ID != "" || got.Channels != nil {
		t.Errorf("empty fields: %+v, %v", got, err)
	}
	for _, data := range []string{`null`, `[]`, `"x"`, `7`, `{"id":1}`, `{"channels":{}}`, `{"channels":[1]}`, `{"channels":[{"id":4}]}`, `{"unavailable":"no"}`} {
		if got, err := parse(data); err == nil {
			t.Errorf("%s: %+v", data, got)
		}
	}
}

// TestCR58Fields: each line of a field that has a number says what the field is called.
func TestCR58Fields(t *testing.T) {
	var q quotation
	if err := json.Unmarshal([]byte(`{"content":"hello","embeds":[{"title":"Maul","fields":[{"name":"Damage","value":"2d10 (4, 9)\n\nof that\n= 13\nfire 2"},{"name":"To hit","value":"17"}]}]}`), &q); err != nil {
		t.Fatal(err)
	}
	want := []string{"hello", "Maul", "Damage: 2d10 (4, 9)\n\nof that\nDamage: = 13\nDamage: fire 2", "To hit: 17"}
	if got := q.texts(); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
