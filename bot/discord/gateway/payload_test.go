package gateway

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// event is what the tests decode events into.
type event struct {
	ID       string
	Guild    string `json:"guild_id"`
	Channels []struct{ ID string }
}

// fewFields is what the tests decode large events into.
type fewFields struct{ ID string }

func (f *fewFields) Field(name, value []byte) error {
	if string(name) == "id" {
		return json.Unmarshal(value, &f.ID)
	}
	return nil
}

// data returns a pointer to an event, or nil for events that are not handled.
func data(name string) any {
	switch name {
	case "TYPING_START":
		return nil
	case "GUILD_CREATE":
		return &fewFields{}
	}
	return &event{}
}

// TestPayloadFieldsInAnyOrder checks that op, t, s and d are read the same in every order, with and without white space.
func TestPayloadFieldsInAnyOrder(t *testing.T) {
	fields := []string{`"op":0`, `"t":"CHANNEL_DELETE"`, `"s":7`, `"d":{"id":"1]\"}","guild_id":"2","channels":[{"id":"3"}]}`, `"x":["}",{}]`}
	want := &event{ID: `1]"}`, Guild: "2", Channels: []struct{ ID string }{{"3"}}}
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
				p, err := Parse([]byte(raw), data)
				if err != nil || p.Op != 0 || p.Event != "CHANNEL_DELETE" || p.Seq != 7 || p.DataErr != nil || !reflect.DeepEqual(p.Data, want) {
					t.Errorf("%s\ngot %+v, %v", raw, p, err)
				}
			}
		}
	}
}

// TestPayloadAgreesWithJSON changes each byte of some payloads, and truncates them at each: whatever encoding/json reads,
// Parse reads the same, and a truncated payload is refused.
func TestPayloadAgreesWithJSON(t *testing.T) {
	for _, whole := range []string{
		`{"t":"GUILD_DELETE","s":2,"op":0,"d":{"id":"1","unavailable":true}}`,
		`{"op":10,"d":{"heartbeat_interval":41250},"s":null,"t":null}`,
		`{"d":true,"op":9,"x":[1,{"a":"\"}"}]} `,
		`{"op":0,"t":"RESUMED"}`, `{"op":1,"d":5,"s":-1}`, `{}`, `null`, `[]`, `"op"`, ``, `{"op":11}{}`, `{"op":11},`, `{"op":"0"}`, `{"op":0,"s":"x"}`,
	} {
		agrees(t, whole)
		for i := range len(whole) {
			if _, err := Parse([]byte(whole[:i]), data); err == nil && !json.Valid([]byte(whole[:i])) {
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
	for _, name := range []string{"INTERACTION_CREATE", "GUILD_CREATE", "READY", "TYPING_START"} {
		for value, valid := range map[string]bool{`{"id":}`: false, `[}`: false, `tru`: false, `{"id":"1" "x":2}`: false, `"\x"`: false,
			`null`: true, `[]`: true, `{"id":7}`: true, `"x"`: true} {
			p, err := Parse(fmt.Appendf(nil, `{"t":%q,"s":3,"op":0,"d":%s}`, name, value), data)
			if valid != (err == nil) || valid && p.Seq != 3 {
				t.Errorf("%s with %s: %v", name, value, err)
			}
		}
		if p, err := Parse(fmt.Appendf(nil, `{"t":%q,"s":3,"op":0}`, name), data); err != nil || p.DataErr == nil {
			t.Errorf("%s without data: %v", name, err)
		}
	}
}

// agrees compares Parse with encoding/json on one input.
func agrees(t *testing.T, raw string) {
	t.Helper()
	p, err := Parse([]byte(raw), data)
	fields := map[string]json.RawMessage{} // a map, because names are matched exactly
	if json.Unmarshal([]byte(raw), &fields) != nil {
		return // Parse does not look into fields that are not needed
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
	} else if err == nil && (p.Op != *op || p.Event != event || p.Seq != seq) {
		t.Errorf("%s: got %+v", raw, p)
	} else if err == nil {
		want := p.newData(data)
		wantErr := json.Unmarshal(fields["d"], want)
		if !reflect.DeepEqual(p.Data, want) || fmt.Sprint(p.DataErr) != fmt.Sprint(wantErr) {
			t.Errorf("%s: data %+v, %v, want %+v, %v", raw, p.Data, p.DataErr, want, wantErr)
		}
	}
}
