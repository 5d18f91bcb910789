package loosejson

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// ErrTooComplex is the error for a file with too many values, or with values that are nested too deep.
var ErrTooComplex = errors.New("loosejson: there are too many values, or they are nested too deep")

// SyntaxError is the error for a text that isn't JSON. Line and Column count from 1, columns in characters.
type SyntaxError struct{ Line, Column int }

// Error returns the error for logs.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("loosejson: not JSON at line %d, column %d", e.Line, e.Column)
}

// Decoder builds the values of a file, and of JSON inside its texts. It stops before they take much memory.
type Decoder struct {
	Values int // how many more values may be built: objects, lists, texts and so on
	Deep   int // values nested deeper than this become nil
	Most   int // values nested deeper than this are an error; at least Deep
	Full   bool
}

// Decode returns the only value in a text: an [Object], a list of type []any, a string, a [json.Number], a bool or nil. A byte order mark is
// skipped. If a key is repeated, its last value counts. The error is [ErrTooComplex], which also sets Full, or a *[SyntaxError].
func (d *Decoder) Decode(text string) (any, error) {
	text = strings.TrimPrefix(text, "\ufeff")
	from := json.NewDecoder(strings.NewReader(text))
	from.UseNumber()
	v, err := d.value(from, 0)
	if err == nil {
		if _, more := from.Token(); errors.Is(more, io.EOF) {
			return v, nil
		}
	}
	if errors.Is(err, ErrTooComplex) {
		d.Full = true
		return nil, err
	}
	return nil, at(text, offset(text))
}

// offset returns the byte at which a text stops being JSON.
func offset(text string) int {
	var whole json.RawMessage
	var syntax *json.SyntaxError
	if err := json.Unmarshal([]byte(text), &whole); !errors.As(err, &syntax) || strings.HasPrefix(syntax.Error(), "unexpected end") {
		return len(text)
	}
	return int(syntax.Offset) - 1 // the last byte read was wrong
}

// at returns the error for a position in a text.
func at(text string, offset int) *SyntaxError {
	before := text[:min(max(offset, 0), len(text))]
	line := strings.LastIndexByte(before, '\n') + 1
	return &SyntaxError{strings.Count(before, "\n") + 1, utf8.RuneCountInString(before[line:]) + 1}
}

// value returns the next value.
func (d *Decoder) value(from *json.Decoder, depth int) (any, error) {
	token, err := from.Token()
	if err != nil {
		return nil, err
	}
	d.Values--
	if d.Values < 0 || depth > d.Most {
		return nil, ErrTooComplex
	}
	var out any = token
	switch token {
	case json.Delim('['):
		list := []any{}
		for from.More() {
			one, err := d.value(from, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, one)
		}
		_, err = from.Token()
		out = list
	case json.Delim('{'):
		object := Object{}
		for from.More() {
			key, err := from.Token()
			if err != nil {
				return nil, err
			}
			name, ok := key.(string)
			if !ok {
				return nil, errors.New("loosejson: a key must be a text")
			}
			if object[name], err = d.value(from, depth+1); err != nil {
				return nil, err
			}
		}
		_, err = from.Token()
		out = object
	}
	if depth > d.Deep {
		return nil, err
	}
	return out, err
}
