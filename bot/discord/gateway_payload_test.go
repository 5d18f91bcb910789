package discord

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestPayloadFieldsInAnyOrder checks that op, t, s and d are read the same in every order, with and without white space.
func TestPayloadFieldsInAnyOrder(t *testing.T) {
	fields := []string{`"op":0`, `"t":"CHANNEL_DELETE"`, `"s":7`, `"d":{"id":"1]\"}","guild_id":"2","channels":[{"id":"3"}]}`, `"x":["}",{}]`}
	want := &serverEvent{kind: "CHANNEL_DELETE", ID: `1]"}`, Guild: "2", Channels: []listedChannel{{ID: "3"}}}
	for range fields {
		fields = append(fields[1:], fields[0])
		for _, reverse := range []bool{false, true} {
			list := slices.Clone(fields)
			if reverse {
				slices.Reverse(list)
			}
			for _, space := range []string{"", " \t\r\n "} {
				raw := space + "{" + space + strings.Join(list, space+","+space) + space + "}" + space
				raw = strings.ReplaceAll(raw, `":`, `"`+space+":"+space)
				p, err := parsePayload([]byte(raw))
				if err != nil || p.op != 0 || p.event != "CHANNEL_DELETE" || p.seq != 7 || p.dataErr != nil || !reflect.DeepEqual(p.data, want) {
					t.Errorf("%s\ngot %+v, %v", raw, p, err)
				}
			}
		}
	}
}

// TestPayloadAgreesWithJSON changes each byte of some payloads, and truncates them at each: whatever encoding/json reads,
// parsePayload reads the same, and a truncated payload is refused.
func TestPayloadAgreesWithJSON(t *testing.T) {
	for _, whole := range []string{
		`{"t":"GUILD_DELETE","s":2,"op":0,"d":{"id":"1","unavailable":true}}`,
		`{"op":10,"d":{"heartbeat_interval":41250},"s":null,"t":null}`,
		`{"d":true,"op":9,"x":[1,{"a":"\"}"}]} `,
		`{"op":0,"t":"RESUMED"}`, `{"op":1,"d":5,"s":-1}`, `{}`, `null`, `[]`, `"op"`, ``, `{"op":11}{}`, `{"op":11},`, `{"op":"0"}`, `{"op":0,"s":"x"}`,
	} {
		agrees(t, whole)
		for i := range len(whole) {
			if _, err := parsePayload([]byte(whole[:i])); err == nil && !json.Valid([]byte(whole[:i])) {
				t.Errorf("the truncated payload %q was accepted", whole[:i])
			}
			for _, b := range []byte("{}[]\",:\\0t x\x00") {
				agrees(t, whole[:i]+string(b)+whole[i+1:])
			}
		}
	}
}

// TestPayloadWithBrokenData checks that data which are not JSON make the whole payload invalid, also those of events that are
// not handled, and that data of the wrong type, or none, do not.
func TestPayloadWithBrokenData(t *testing.T) {
	for _, event := range []string{"INTERACTION_CREATE", "GUILD_CREATE", "READY", "TYPING_START"} {
		for data, valid := range map[string]bool{`{"id":}`: false, `[}`: false, `tru`: false, `{"id":"1" "x":2}`: false, `"\x"`: false,
			`null`: true, `[]`: true, `{"id":7}`: true, `"x"`: true} {
			p, err := parsePayload(fmt.Appendf(nil, `{"t":%q,"s":3,"op":0,"d":%s}`, event, data))
			if valid != (err == nil) || valid && p.seq != 3 {
				t.Errorf("%s with %s: %v", event, data, err)
			}
		}
		if p, err := parsePayload(fmt.Appendf(nil, `{"t":%q,"s":3,"op":0}`, event)); err != nil || p.dataErr == nil {
			t.Errorf("%s without data: %v", event, err)
		}
	}
}

// agrees compares parsePayload with encoding/json on one input.
func agrees(t *testing.T, raw string) {
	t.Helper()
	p, err := parsePayload([]byte(raw))
	fields := map[string]json.RawMessage{} // a map, because names are matched exactly
	if json.Unmarshal([]byte(raw), &fields) != nil {
		return // parsePayload does not look into fields that are not needed
	}
	var op *int
	var event string
	var seq int64
	bad := fields == nil
	for name, into := range map[string]any{"op": &op, "t": &event, "s": &seq} {
		if value, given := fields[name]; given && json.Unmarshal(value, into) != nil {
			bad = true
		}
	}
	if bad = bad || op == nil; bad != (err != nil) {
		t.Errorf("%s: %v", raw, err)
	} else if err == nil && (p.op != *op || p.event != event || p.seq != seq) {
		t.Errorf("%s: got %+v", raw, p)
	} else if err == nil {
		want := p.newData()
		wantErr := json.Unmarshal(fields["d"], want)
		if !reflect.DeepEqual(p.data, want) || fmt.Sprint(p.dataErr) != fmt.Sprint(wantErr) {
			t.Errorf("%s: data %+v, %v, want %+v, %v", raw, p.data, p.dataErr, want, wantErr)
		}
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
