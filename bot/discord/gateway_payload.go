package discord

import (
	"bytes"
	"encoding/json"
	"errors"
)

// Gateway opcodes.
const (
	opDispatch  = 0
	opHeartbeat = 1 // Discord wants one now
	opReconnect = 7
	opInvalid   = 9
	opHello     = 10
	opAck       = 11
)

// payload is a gateway payload, Discord's name for a message with the fields op, t, s and d. Its JSON is decoded once: d
// goes straight into the type that its opcode and event call for, see newData.
type payload struct {
	op    int
	event string // t: the name of a dispatched event
	seq   int64  // s

	data    any   // d, as newData makes it
	dataErr error // why d could not be decoded; data then holds as much as could be
}

var (
	errNotObject = errors.New("the payload is not a JSON object")
	errNoOpcode  = errors.New("the payload has no opcode")
)

// parsePayload parses a gateway payload. An error means that it is not one; data of an unexpected shape is not an error
// here, see payload.dataErr.
func parsePayload(raw []byte) (*payload, error) {
	var op, event, seq, data []byte
	err := splitObject(raw, func(name, value []byte) {
		switch string(name) {
		case "op":
			op = value
		case "t":
			event = value
		case "s":
			seq = value
		case "d":
			data = value
		}
	})
	if err != nil {
		return nil, err
	}
	p, opcode := &payload{}, (*int)(nil)
	if err := errors.Join(decodeField(op, &opcode), decodeField(event, &p.event), decodeField(seq, &p.seq)); err != nil {
		return nil, err
	}
	if opcode == nil {
		return nil, errNoOpcode
	}
	p.op = *opcode
	p.data = p.newData()
	p.dataErr = json.Unmarshal(data, p.data)
	return p, nil
}

// decodeField decodes a field that may be missing.
func decodeField(value []byte, into any) error {
	if value == nil {
		return nil
	}
	return json.Unmarshal(value, into)
}

// splitObject calls field with each name (without its quotes) and value of a JSON object. It finds where values end, and
// leaves it to their decoding whether they are valid.
func splitObject(raw []byte, field func(name, value []byte)) error {
	rest, ok := bytes.CutPrefix(trimSpace(raw), []byte("{"))
	for first := true; ok; first = false {
		rest = trimSpace(rest)
		if end, found := bytes.CutPrefix(rest, []byte("}")); found && first {
			rest = end
			break
		}
		n := valueLength(rest)
		if n < 2 || rest[0] != '"' {
			return errNotObject
		}
		name := rest[1 : n-1]
		if rest, ok = bytes.CutPrefix(trimSpace(rest[n:]), []byte(":")); !ok {
			return errNotObject
		}
		rest = trimSpace(rest)
		if n = valueLength(rest); n == 0 {
			return errNotObject
		}
		field(name, rest[:n])
		rest = trimSpace(rest[n:])
		if end, found := bytes.CutPrefix(rest, []byte("}")); found {
			rest = end
			break
		}
		rest, ok = bytes.CutPrefix(rest, []byte(","))
	}
	if !ok || len(trimSpace(rest)) > 0 {
		return errNotObject
	}
	return nil
}

func trimSpace(raw []byte) []byte { return bytes.TrimLeft(raw, " \t\r\n") }

// valueLength returns the length of the JSON value at the start of raw, 0 if it does not end.
func valueLength(raw []byte) int {
	depth, quoted := 0, false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			if quoted = !quoted; !quoted && depth == 0 {
				return i + 1
			}
		case quoted:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth == 0 {
				return i + 1
			} else if depth < 0 {
				return i // the end of a number or a word
			}
		case depth == 0 && (c == ',' || c == ':' || c == ' ' || c == '\t' || c == '\r' || c == '\n'):
			return i
		}
	}
	return 0
}

// ignored skips data that is not needed.
type ignored struct{}

// UnmarshalJSON skips the value.
func (*ignored) UnmarshalJSON([]byte) error { return nil }

// newData returns a pointer to what d is decoded into, given op and t.
func (p *payload) newData() any {
	switch {
	case p.op == opHello:
		return &helloData{}
	case p.op == opInvalid:
		return new(bool) // whether the session can be resumed
	case p.op != opDispatch:
		return &ignored{}
	case p.event == "INTERACTION_CREATE":
		return &interaction{}
	case p.event == "READY":
		return &readyData{}
	case isServerEvent(p.event):
		return &serverEvent{kind: p.event}
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
