package loosejson

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Object is a JSON object. Its methods take paths of keys with dots between them, such as "system.details.cr", and return zero values for
// anything that is missing or has another form. A nil Object is empty.
type Object map[string]any

// Get returns the value at a path, or nil.
func (o Object) Get(path string) any {
	for {
		key, rest, more := strings.Cut(path, ".")
		v := o[key]
		if !more {
			return v
		}
		next, ok := v.(Object)
		if !ok {
			return nil
		}
		o, path = next, rest
	}
}

// At returns the object at a path, or nil.
func (o Object) At(path string) Object {
	v, _ := o.Get(path).(Object)
	return v
}

// Text returns the text at a path.
func (o Object) Text(path string) string {
	v, _ := o.Get(path).(string)
	return v
}

// Int returns the whole number at a path; see [Whole].
func (o Object) Int(path string) (int, bool) { return Whole(o.Get(path)) }

// Bool reports whether the value at a path is true.
func (o Object) Bool(path string) bool {
	v, _ := o.Get(path).(bool)
	return v
}

// List returns the objects in the list at a path. What isn't an object is left out.
func (o Object) List(path string) []Object { return Objects(o.Get(path)) }

// Texts returns the texts in the list at a path, or the single text there. What isn't a text is left out.
func (o Object) Texts(path string) []string {
	if text := o.Text(path); text != "" {
		return []string{text}
	}
	all, _ := o.Get(path).([]any)
	var out []string
	for _, one := range all {
		if one, ok := one.(string); ok {
			out = append(out, one)
		}
	}
	return out
}

// Unread returns, sorted, the keys that aren't known and have a value that isn't [Empty].
func (o Object) Unread(known func(key string) bool) []string {
	var out []string
	for key, v := range o {
		if !known(key) && !Empty(v) {
			out = append(out, key)
		}
	}
	slices.Sort(out)
	return out
}

// UnreadPaths is like Unread, for keys at any depth. It returns at most most paths, sorted: those that no pattern covers. A pattern is a path
// in which * stands for any key, and covers everything below it. Zero counts as empty too, and so do lists and objects in which everything is
// empty.
func (o Object) UnreadPaths(patterns []string, most int) []string {
	parsed := make([][]string, len(patterns))
	for i, p := range patterns {
		parsed[i] = strings.Split(p, ".")
	}
	var out []string
	o.unread("", parsed, most, &out)
	return out
}

func (o Object) unread(path string, patterns [][]string, most int, out *[]string) {
	for _, key := range slices.Sorted(maps.Keys(o)) {
		var below [][]string
		reached := false
		for _, p := range patterns {
			if p[0] == key || p[0] == "*" {
				reached = reached || len(p) == 1
				below = append(below, p[1:])
			}
		}
		inside, nested := o[key].(Object)
		switch {
		case len(*out) == most:
			return
		case reached || hollow(o[key]):
		case nested && below != nil:
			inside.unread(path+key+".", below, most, out)
		default:
			*out = append(*out, path+key)
		}
	}
}

// hollow reports whether a value is empty, or has only empty values in it at any depth.
func hollow(v any) bool {
	switch v := v.(type) {
	case []any:
		return !slices.ContainsFunc(v, func(one any) bool { return !hollow(one) })
	case Object:
		for _, one := range v {
			if !hollow(one) {
				return false
			}
		}
		return true
	case json.Number:
		f, err := v.Float64()
		return err == nil && f == 0
	}
	return Empty(v)
}

// Empty reports whether a value is null, false, or an empty text, list or object.
func Empty(v any) bool {
	switch v := v.(type) {
	case string:
		return strings.TrimSpace(v) == ""
	case []any:
		return len(v) == 0
	case Object:
		return len(v) == 0
	}
	return v == nil || v == false
}

// Objects returns the objects in a list; it returns none if the value isn't a list.
func Objects(v any) []Object {
	all, _ := v.([]any)
	var out []Object
	for _, one := range all {
		if one, ok := one.(Object); ok {
			out = append(out, one)
		}
	}
	return out
}

// maxWhole limits the size of whole numbers.
const maxWhole = 1_000_000_000

// Whole returns a whole number, which may be written as a text: 5, 5.0, "5", "+5". ok is false for anything else, and for numbers of a billion
// or more.
func Whole(v any) (n int, ok bool) {
	switch v := v.(type) {
	case json.Number:
		f, err := v.Float64()
		if err == nil && f > -maxWhole && f < maxWhole && f == float64(int(f)) {
			return int(f), true
		}
	case string:
		n, err := strconv.Atoi(strings.TrimPrefix(strings.ReplaceAll(strings.TrimSpace(v), "−", "-"), "+"))
		return n, err == nil && n > -maxWhole && n < maxWhole
	}
	return 0, false
}

// Number returns a number as it is written, such as "0.5", or a text without surrounding spaces. For anything else it returns "".
func Number(v any) string {
	switch v := v.(type) {
	case json.Number:
		return v.String()
	case string:
		return strings.TrimSpace(v)
	}
	return ""
}
