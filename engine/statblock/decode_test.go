package statblock

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"
)

// FuzzDecode: a text that isn't too complex is decoded as encoding/json does it.
func FuzzDecode(f *testing.F) {
	for _, text := range []string{"", " ", "null", "1 2", "[1,]", "[,1]", "[1 2]", "[}", "{]", `{"a":1,}`, `{"a" 1}`, `{"a":1 "b":2}`, `{1:2}`, `{"a":1,"a":[2]}`, `{"a":}`,
		`[[],{},"",0,-1.5e3,1e999,true,false,null]`, "\"\xff\\ud800\"", `{"a":{"b":[{"c":"d"}]}}x`, `[`, `{`, `{"a"`, `"`, `]`, "\ufeff[]", "01", `{"é":"\u00e9"}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var want any
		wrong := json.Unmarshal([]byte(text), &want)
		got, err := (&decoder{left: MaxValues}).decode(text)
		if errors.Is(err, ErrTooComplex) {
			return
		}
		if (err == nil) != (wrong == nil) || err == nil && !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %#v and %v, want %#v and %v", text, got, err, want, wrong)
		}
	})
}
