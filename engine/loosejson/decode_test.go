package loosejson_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"roundel/engine/loosejson"
)

// plain returns a value with objects as encoding/json makes them.
func plain(v any) any {
	switch v := v.(type) {
	case loosejson.Object:
		out := map[string]any{}
		for key, one := range v {
			out[key] = plain(one)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, one := range v {
			out[i] = plain(one)
		}
		return out
	}
	return v
}

// FuzzDecode: a text that isn't too complex is decoded as encoding/json does it.
func FuzzDecode(f *testing.F) {
	for _, text := range []string{"", " ", "null", "1 2", "[1,]", "[,1]", "[1 2]", "[}", "{]", `{"a":1,}`, `{"a" 1}`, `{"a":1 "b":2}`, `{1:2}`, `{"a":1,"a":[2]}`, `{"a":}`,
		`[[],{},"",0,-1.5e3,1e999,true,false,null]`, "\"\xff\\ud800\"", `{"a":{"b":[{"c":"d"}]}}x`, `[`, `{`, `{"a"`, `"`, `]`, "[]", "01", `{"é":"\u00e9"}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var want any
		d := json.NewDecoder(strings.NewReader(text))
		d.UseNumber()
		wrong := d.Decode(&want)
		if wrong == nil && !json.Valid([]byte(text)) {
			wrong = errors.New("more than one value")
		}
		got, err := (&loosejson.Decoder{Values: 10_000, Deep: 100, Most: 100}).Decode(text)
		if errors.Is(err, loosejson.ErrTooComplex) || strings.HasPrefix(text, "\ufeff") {
			return
		}
		if (err == nil) != (wrong == nil) || err == nil && !reflect.DeepEqual(plain(got), want) {
			t.Errorf("%q: got %#v and %v, want %#v and %v", text, got, err, want, wrong)
		}
	})
}

// TestDecodeLimits: what is nested too deep is skipped, and far too deep or too much is refused before it is built.
func TestDecodeLimits(t *testing.T) {
	nested := func(n int) string { return strings.Repeat(`{"a":`, n) + "1" + strings.Repeat("}", n) }
	for text, want := range map[string]error{nested(20): nil, nested(21): loosejson.ErrTooComplex, "[" + strings.Repeat("0,", 98) + "0]": nil,
		"[" + strings.Repeat("0,", 99) + "0]": loosejson.ErrTooComplex, "\ufeff{}": nil} {
		if _, err := (&loosejson.Decoder{Values: 100, Deep: 5, Most: 20}).Decode(text); !errors.Is(err, want) {
			t.Errorf("%.40s: %v", text, err)
		}
	}
	v, err := (&loosejson.Decoder{Values: 100, Deep: 3, Most: 20}).Decode(`{"a":{"b":{"c":{"d":1},"e":2}},"f":3}`)
	if want := (loosejson.Object{"a": loosejson.Object{"b": loosejson.Object{"c": loosejson.Object{"d": nil}, "e": json.Number("2")}}, "f": json.Number("3")}); err != nil || !reflect.DeepEqual(v, want) {
		t.Errorf("%#v %v", v, err)
	}
}

// TestSyntaxErrors: they say where.
func TestSyntaxErrors(t *testing.T) {
	for text, want := range map[string]loosejson.SyntaxError{"": {1, 1}, "{": {1, 2}, "{\n \"é\": x}": {2, 7}, "{} {}": {1, 4}, "[1,\n2,\n]": {3, 1}, "{\"a\":1\n": {2, 1}, `{1:2}`: {1, 2}} {
		_, err := (&loosejson.Decoder{Values: 100, Deep: 9, Most: 9}).Decode(text)
		var got *loosejson.SyntaxError
		if !errors.As(err, &got) || *got != want {
			t.Errorf("%q: %+v, want %+v", text, err, want)
		}
	}
}

// TestObject: paths lead to values, and to nothing where there is none.
func TestObject(t *testing.T) {
	v, err := (&loosejson.Decoder{Values: 100, Deep: 9, Most: 9}).Decode(`{"a":{"n":5,"s":"+7","m":"−2","f":1.5,"big":1e12,"huge":1e999,"t":true},"list":[1,{"x":1},"y"],"none":[],"null":null}`)
	if err != nil {
		t.Fatal(err)
	}
	o := v.(loosejson.Object)
	for path, want := range map[string]int{"a.n": 5, "a.s": 7, "a.m": -2} {
		if n, ok := o.Int(path); !ok || n != want {
			t.Errorf("%s: %d %v", path, n, ok)
		}
	}
	for _, path := range []string{"a.f", "a.big", "a.huge", "a.t", "a", "b.c", "a.n.x", "null", ""} {
		if n, ok := o.Int(path); ok {
			t.Errorf("%s: %d", path, n)
		}
	}
	if !o.Bool("a.t") || len(o.List("list")) != 1 || len(o.Texts("list")) != 1 || o.At("a.b") != nil || o.Text("a.s") != "+7" {
		t.Errorf("%v", o)
	}
	deep := loosejson.Object{"a": loosejson.Object{"b": loosejson.Object{"c": "x"}, "d": loosejson.Object{"e": json.Number("0"), "f": []any{loosejson.Object{}}}, "g": "y", "h": loosejson.Object{"i": "z"}}, "j": loosejson.Object{"k": true}}
	for want, patterns := range map[string][]string{"": {"*"}, "a.b,a.g": {"a.h", "j"}, "a.h.i": {"a.*.c", "a.g", "j.k"}, "a.b.c,a.g,a.h.i,j": {"a.*.x"}, "a,j": nil, "a.g,a.h,j.k": {"a.b", "j.k.l"}} {
		if got := strings.Join(deep.UnreadPaths(patterns, 10), ","); got != want {
			t.Errorf("%q leave %s unread, want %s", patterns, got, want)
		}
	}
	if got := deep.UnreadPaths(nil, 1); !reflect.DeepEqual(got, []string{"a"}) {
		t.Errorf("at most one: %v", got)
	}
	if got := o.Unread(func(key string) bool { return key == "a" }); !reflect.DeepEqual(got, []string{"list"}) {
		t.Errorf("%v", got)
	}
}
