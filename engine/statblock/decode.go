package statblock

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
)

const (
	// MaxValues is the maximum number of values in a file: objects, lists, texts and so on, those of JSON in texts included.
	MaxValues = 100_000
	// maxNested is how deep the values of a file may be nested.
	maxNested = 100
)

// decoder builds the values of one file and of the JSON in its texts. It stops before they take much memory.
type decoder struct {
	left int // values that may still be built
	full bool
}

// decode returns the only value of a text. The error is [ErrTooComplex], or anything else if the text is not JSON.
func (d *decoder) decode(text string) (any, error) {
	from := json.NewDecoder(strings.NewReader(text))
	v, err := d.value(from, 0)
	if err != nil {
		d.full = d.full || errors.Is(err, ErrTooComplex)
		return nil, err
	}
	if _, err := from.Token(); !errors.Is(err, io.EOF) {
		return nil, ErrNotJSON
	}
	return v, nil
}

// value returns the next value.
func (d *decoder) value(from *json.Decoder, depth int) (any, error) {
	token, err := from.Token()
	if err != nil {
		return nil, err
	}
	d.left--
	if d.left < 0 || depth > maxNested {
		return nil, ErrTooComplex
	}
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
		_, err := from.Token()
		return list, err
	case json.Delim('{'):
		out := map[string]any{}
		for from.More() {
			key, err := from.Token()
			if err != nil {
				return nil, err
			}
			name, ok := key.(string)
			if !ok {
				return nil, ErrNotJSON
			}
			if out[name], err = d.value(from, depth+1); err != nil {
				return nil, err
			}
		}
		_, err := from.Token()
		return out, err
	}
	return token, nil
}
