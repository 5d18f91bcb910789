package gateway

import (
	"bytes"
	"encoding/json"
	"errors"
)

// Gateway opcodes.
const (
	opDispatch  = 0
	opHeartbeat = 1 // Discord wants one now
	opIdentify  = 2
	opResume    = 6
	opReconnect = 7
	opInvalid   = 9
	opHello     = 10
	opAck       = 11
)

// Payload is a gateway payload, Discord's name for a message with the fields op, t, s and d. Its JSON is decoded once: d
// goes straight into the type that its opcode and event call for.
type Payload struct {
	Op    int
	Event string // t: the name of a dispatched event
	Seq   int64  // s

	Data    any   // d, as [Owner.Data] makes it
	DataErr error // why d could not be decoded; Data then holds as much as could be
}

var (
	errNotObject = errors.New("the payload is not a JSON object")
	errNotArray  = errors.New("the value is not a JSON array")
	errNoOpcode  = errors.New("the payload has no opcode")
)

// Parse parses a gateway payload. data returns a pointer to what the data of an event are decoded into, nil for events that
// are not needed. Parse returns an error if raw is not a payload. Data that are missing or have an unexpected type are not an
// error here, see Payload.DataErr.
func Parse(raw []byte, data func(event string) any) (*Payload, error) {
	null := []byte("null") // which decodes into nothing, as a field that is missing should
	op, event, seq, d := null, null, null, []byte(nil)
	err := SplitObject(raw, func(name, value []byte) error {
		switch string(name) {
		case "op":
			op = value
		case "t":
			event = value
		case "s":
			seq = value
		case "d":
			d = value
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	p, opcode := &Payload{}, (*int)(nil)
	if err := errors.Join(json.Unmarshal(op, &opcode), json.Unmarshal(event, &p.Event), json.Unmarshal(seq, &p.Seq)); err != nil {
		return nil, err
	}
	if opcode == nil {
		return nil, errNoOpcode
	}
	p.Op = *opcode
	p.Data = p.newData(data)
	p.DataErr = decodeData(d, p.Data)
	if _, notJSON := errors.AsType[*json.SyntaxError](p.DataErr); notJSON && d != nil {
		return nil, p.DataErr
	}
	return p, nil
}

// Fields is a target for data of which only a few fields are needed. The data of a server may be 100 KB, and at its start
// a bot gets those of all its servers.
type Fields interface {
	// Field is called with each field: its name, without its quotes, and its value. Whether that is valid shows when it is decoded.
	Field(name, value []byte) error
}

// decodeData decodes the data of a payload.
func decodeData(d []byte, into any) error {
	fields, ok := into.(Fields)
	if !ok {
		return json.Unmarshal(d, into)
	}
	err := SplitObject(d, fields.Field)
	if errors.Is(err, errNotObject) {
		return errors.Join(json.Unmarshal(d, &ignored{}), err) // the first says if it is not JSON at all
	}
	return err
}

// SplitObject calls field with each name (without its quotes) and value of a JSON object, and returns its first error. It only
// finds where values end; whether they are valid is checked when they are decoded.
func SplitObject(raw []byte, field func(name, value []byte) error) error {
	rest, err := cutObject(raw, field)
	if err == nil && len(trimSpace(rest)) > 0 {
		return errNotObject
	}
	return err
}

// cutObject splits the object at the start of raw, and returns what comes after it.
func cutObject(raw []byte, field func(name, value []byte) error) (rest []byte, err error) {
	rest, more := cutByte(raw, '{')
	if !more {
		return rest, errNotObject
	}
	if end, empty := cutByte(rest, '}'); empty {
		return end, nil
	}
	for {
		name, afterName := cutValue(rest)
		afterColon, colon := cutByte(afterName, ':')
		value, afterValue := cutValue(afterColon)
		if len(name) < 2 || name[0] != '"' || !colon || len(value) == 0 {
			return rest, errNotObject
		}
		if err := field(name[1:len(name)-1], value); err != nil {
			return rest, err
		}
		rest, more = cutByte(afterValue, ',')
		if !more {
			end, closed := cutByte(afterValue, '}')
			if !closed {
				return rest, errNotObject
			}
			return end, nil
		}
	}
}

// SplitObjects calls field with each name and value of each object in a JSON array; null is an empty one. It checks as little as
// [SplitObject].
func SplitObjects(raw []byte, field func(name, value []byte) error) error {
	if string(raw) == "null" {
		return nil
	}
	rest, more := cutByte(raw, '[')
	if !more {
		return errNotArray
	}
	if end, empty := cutByte(rest, ']'); empty {
		rest, more = end, false
	}
	for more {
		after, err := cutObject(rest, field)
		if errors.Is(err, errNotObject) && bytes.HasPrefix(trimSpace(rest), []byte("null")) {
			after, err = trimSpace(rest)[len("null"):], nil
		}
		if err != nil {
			return err
		}
		rest, more = cutByte(after, ',')
		if !more {
			end, closed := cutByte(after, ']')
			if !closed {
				return errNotArray
			}
			rest = end
		}
	}
	if len(trimSpace(rest)) > 0 {
		return errNotArray
	}
	return nil
}

func trimSpace(raw []byte) []byte { return bytes.TrimLeft(raw, " \t\r\n") }

// cutByte returns raw without white space and the byte after it, and reports whether that byte was there.
func cutByte(raw []byte, b byte) (rest []byte, found bool) {
	rest = trimSpace(raw)
	if len(rest) == 0 || rest[0] != b {
		return rest, false
	}
	return rest[1:], true
}

// cutValue returns the JSON value after white space, empty if there is none that ends, and what comes after it.
func cutValue(raw []byte) (value, rest []byte) {
	raw = trimSpace(raw)
	n := valueLength(raw)
	return raw[:n], raw[n:]
}

// valueLength returns the length of the JSON value at the start of raw, 0 if it does not end.
func valueLength(raw []byte) int {
	depth := 0
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '"':
			n := stringLength(raw[i:])
			if n == 0 {
				return 0
			}
			i += n - 1
			if depth == 0 {
				return i + 1
			}
		case '{', '[':
			depth++
		case '}', ']':
			depth--
			if depth == 0 {
				return i + 1
			} else if depth < 0 {
				return i // the end of a number or a word
			}
		case ',', ':', ' ', '\t', '\r', '\n':
			if depth == 0 {
				return i
			}
		}
	}
	return 0
}

// stringLength returns the length of the JSON string at the start of raw, 0 if it does not end.
func stringLength(raw []byte) int {
	for i := 1; i < len(raw); i++ {
		switch raw[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return 0
}

// ignored skips data that is not needed.
type ignored struct{}

// UnmarshalJSON skips the value.
func (*ignored) UnmarshalJSON([]byte) error { return nil }

// newData returns a pointer to what d is decoded into, given op and t.
func (p *Payload) newData(data func(event string) any) any {
	switch {
	case p.Op == opHello:
		return &helloData{}
	case p.Op == opInvalid:
		return new(bool) // whether the session can be resumed
	case p.Op == opDispatch && p.Event == "READY":
		return &readyData{}
	case p.Op == opDispatch:
		if into := data(p.Event); into != nil {
			return into
		}
	}
	return &ignored{}
}

type helloData struct {
	Interval int64 `json:"heartbeat_interval"` // milliseconds
}

type readyData struct {
	Session string `json:"session_id"`
	URL     string `json:"resume_gateway_url"`
	App     struct {
		ID string `json:"id"`
	} `json:"application"`
}

type identifyData struct {
	Token      string           `json:"token"`
	Properties clientProperties `json:"properties"`
	Shard      [2]int           `json:"shard"` // its number, and the number of shards
	Intents    int              `json:"intents"`
}

type clientProperties struct {
	OS      string `json:"os"`
	Browser string `json:"browser"` // the library
	Device  string `json:"device"`  // the library too
}

type resumeData struct {
	Token   string `json:"token"`
	Session string `json:"session_id"`
	Seq     int64  `json:"seq"`
}
