package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"reflect"
)

// codec is one version of one event on disk. If an event's fields change so that old logs can no longer be read, add a new row and move the
// old one to [earlierEvents], with a type that converts it to today's event.
type codec struct {
	name    string
	version int
	event   Event // the zero value
}

// Codec encodes and decodes events and states. The zero value is not usable: create one with [New] and reuse it. It is safe
// for concurrent use.
type Codec struct {
	write map[reflect.Type]string // name/version, as it is stored
	read  map[string]reflect.Type
}

// New returns the codec of this release, which also reads everything that earlier releases wrote. It panics if two events in
// the table have the same name and version.
func New() *Codec {
	c := &Codec{map[reflect.Type]string{}, map[string]reflect.Type{}}
	for _, row := range earlierEvents() {
		c.reads(row.name, row.version, row.event)
	}
	for _, row := range codecs() {
		c.write[reflect.TypeOf(row.event)] = c.reads(row.name, row.version, row.event)
	}
	return c
}

// reads makes the codec read one version of an event as the type of a zero value. It returns the name and version, as they are stored.
func (c *Codec) reads(name string, version int, zero any) string {
	id := fmt.Sprintf("%s/%d", name, version)
	if _, twice := c.read[id]; twice {
		panic("engine: two events named " + id)
	}
	c.read[id] = reflect.TypeOf(zero)
	return id
}

// stored is an event on disk.
type stored struct {
	Type string          `json:"t"` // name/version
	Data json.RawMessage `json:"d"`
}

// EncodeEvents returns events as JSON. It returns an error for an event that is not in the table of codecs.
func (c *Codec) EncodeEvents(events []Event) ([]byte, error) {
	out := append(make([]byte, 0, 128), '[')
	for i, e := range events {
		id, ok := c.write[reflect.TypeOf(e)]
		if !ok {
			return nil, fmt.Errorf("engine: event %T has no codec", e)
		}
		data, err := json.Marshal(e)
		if err != nil {
			return nil, fmt.Errorf("engine: encode %s: %w", id, err)
		}
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, `{"t":"`...) // the same as encoding a stored, without the reflection; names need no escaping
		out = append(append(out, id...), `","d":`...)
		out = append(append(out, data...), '}')
	}
	return append(out, ']'), nil
}

// ErrNewer means that a later release wrote a log. It was not changed.
var ErrNewer = errors.New("engine: this release does not know the event")

// DecodeEvents reads what EncodeEvents of this or an earlier release wrote. It returns [ErrNewer] for an event that only a later
// release knows.
func (c *Codec) DecodeEvents(data []byte) ([]Event, error) {
	var in []stored
	if err := json.Unmarshal(data, &in); err != nil {
		return nil, fmt.Errorf("engine: decode events: %w", err)
	}
	out := make([]Event, len(in))
	for i, st := range in {
		t, ok := c.read[st.Type]
		if !ok {
			return nil, fmt.Errorf("%w %q", ErrNewer, st.Type)
		}
		v := reflect.New(t)
		if err := json.Unmarshal(st.Data, v.Interface()); err != nil {
			return nil, fmt.Errorf("engine: decode %s: %w", st.Type, err)
		}
		switch e := v.Elem().Interface().(type) {
		case earlier:
			out[i] = e.upgrade()
		case Event:
			out[i] = e
		}
	}
	return out, nil
}

// stateVersion is stored with every state. A reader that finds another version folds the log instead. It is derived from the state's fields:
// during an upgrade, two releases may play the same fight, and one that doesn't know a field would drop it.
var stateVersion = formOf(reflect.TypeFor[State]())

// formOf returns a hash of the form in which values of a type are stored as JSON. It is above 3, because earlier releases counted their
// versions up to 3.
func formOf(t reflect.Type) int {
	h := fnv.New32a()
	seen := map[reflect.Type]bool{}
	var write func(t reflect.Type)
	write = func(t reflect.Type) {
		fmt.Fprint(h, t.Kind(), "{")
		switch t.Kind() {
		case reflect.Struct:
			if seen[t] {
				fmt.Fprint(h, t.Name())
				break
			}
			seen[t] = true
			for f := range t.Fields() {
				if f.IsExported() {
					fmt.Fprintf(h, "%s %q ", f.Name, f.Tag.Get("json"))
					write(f.Type)
				}
			}
		case reflect.Map:
			write(t.Key())
			write(t.Elem())
		case reflect.Pointer, reflect.Slice, reflect.Array:
			write(t.Elem())
		}
		fmt.Fprint(h, "}")
	}
	write(t)
	return int(h.Sum32()>>1 | 1<<30) // fits a 32-bit int
}

type storedState struct {
	Version int    `json:"version"`
	State   *State `json:"state"`
}

// EncodeState returns a snapshot of the state as JSON.
func (c *Codec) EncodeState(s *State) ([]byte, error) {
	return json.Marshal(storedState{stateVersion, s})
}

// DecodeState reads a snapshot. ok is false if another release wrote it in a form that this one can't read; then the state must be
// folded from the log. err is not nil if data is not valid JSON.
func (c *Codec) DecodeState(data []byte) (s *State, ok bool, err error) {
	var head struct {
		Version int `json:"version"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return nil, false, fmt.Errorf("engine: decode state: %w", err)
	}
	if head.Version != stateVersion {
		return nil, false, nil
	}
	var in storedState
	if err := json.Unmarshal(data, &in); err != nil {
		return nil, false, fmt.Errorf("engine: decode state: %w", err)
	}
	return in.State, true, nil
}
