package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"roundel/sandbox"
	"roundel/sandbox/play"
)

// descriptionName is the environment variable with the path of Discord's own API description (OpenAPI, from the
// repository discord-api-spec).
const descriptionName = "ROUNDEL_DISCORD_OPENAPI"

// description is Discord's own API description; a part is compiled when it is first needed.
type description struct {
	mu       sync.Mutex
	compiler *jsonschema.Compiler
	// paths finds a path of the description by its form, such as /channels/{}/messages.
	paths   map[string]string
	spec    map[string]any
	schemas map[string]*jsonschema.Schema
	judged  sync.Map // by place and body (see [hash]), what finds out what is wrong, once
}

// readDescription reads the description, once for all tests. It returns nil if none is available.
var readDescription = sync.OnceValues(func() (*description, error) {
	name := os.Getenv(descriptionName)
	if name == "" {
		return nil, nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	doc, err := jsonschema.UnmarshalJSON(file)
	if err != nil {
		return nil, err
	}
	d := &description{compiler: jsonschema.NewCompiler(), paths: map[string]string{}, spec: doc.(map[string]any), schemas: map[string]*jsonschema.Schema{}}
	if err := d.compiler.AddResource("discord.json", doc); err != nil {
		return nil, err
	}
	for path := range d.spec["paths"].(map[string]any) {
		d.paths[anonymous(path)] = path
	}
	return d, nil
})

// judge checks the requests and responses of one test against Discord's own API description.
type judge struct {
	*description
	mu      sync.Mutex
	checked int
	// faults has the first fault of each request and response.
	faults map[string]string
}

// newJudge returns nil if the description is not available. Any faults fail the test at the end.
func newJudge(t *testing.T) *judge {
	t.Helper()
	d, err := readDescription()
	if err != nil {
		t.Fatal(err)
	}
	if d == nil {
		return nil
	}
	j := &judge{description: d, faults: map[string]string{}}
	t.Cleanup(func() {
		j.mu.Lock()
		defer j.mu.Unlock()
		for _, fault := range j.faults {
			t.Errorf("this does not match Discord's description: %s", fault)
		}
	})
	return j
}

var pathParameter = regexp.MustCompile(`\{[^}]*\}`)

func anonymous(path string) string { return pathParameter.ReplaceAllString(path, "{}") }

// exchanged returns a function for sandbox.Config.Exchanged, or nil without a judge.
func (j *judge) exchanged() func(sandbox.Exchange) {
	if j == nil {
		return nil
	}
	return j.check
}

func (j *judge) check(e sandbox.Exchange) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if e.Route == "" {
		return
	}
	path, known := j.paths[anonymous(e.Route)]
	if !known {
		j.fault(e, "there is no such path")
		return
	}
	at := []string{"paths", path, strings.ToLower(e.Method)}
	if len(e.Request) > 0 {
		kind := "application/json"
		if e.Files > 0 {
			kind = "multipart/form-data"
		}
		j.valid(e, "the request", append(at, "requestBody", "content", kind, "schema"), e.Request)
	}
	if where := j.answer(at, e.Status); where == nil {
		j.fault(e, fmt.Sprintf("status %d is not described", e.Status))
	} else if len(e.Response) > 0 {
		j.valid(e, "the answer", append(where, "content", "application/json", "schema"), e.Response)
	}
}

// answer returns where a status is described: by itself, as 4XX, or elsewhere by a reference.
func (d *description) answer(at []string, status int) []string {
	for _, code := range []string{fmt.Sprint(status), fmt.Sprintf("%dXX", status/100)} {
		where := append(append([]string{}, at...), "responses", code)
		found, ok := d.at(where).(map[string]any)
		if !ok {
			continue
		}
		if ref, ok := found["$ref"].(string); ok {
			return strings.Split(strings.TrimPrefix(ref, "#/"), "/")
		}
		return where
	}
	return nil
}

// at returns the part of the description at a path of keys.
func (d *description) at(keys []string) any {
	var part any = d.spec
	for _, key := range keys {
		inner, ok := part.(map[string]any)
		if !ok {
			return nil
		}
		part = inner[key]
	}
	return part
}

func (j *judge) valid(e sandbox.Exchange, what string, at []string, data []byte) {
	pointer := "discord.json#"
	for _, key := range at {
		key = strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
		pointer += "/" + url.PathEscape(key)
	}
	schema, err := j.schema(pointer)
	if err != nil {
		j.fault(e, fmt.Sprintf("%s: %v", what, err))
		return
	}
	j.checked++
	if err := j.validate(pointer, schema, data); err != nil {
		j.fault(e, fmt.Sprintf("%s: %v\n%.600s", what, err, data))
	}
}

// validate returns what is wrong with a body. Each bot that starts registers the same commands, so a body that differs from an earlier one at
// most in its IDs isn't looked at again.
func (d *description) validate(pointer string, schema *jsonschema.Schema, data []byte) error {
	judge, _ := d.judged.LoadOrStore(hash(pointer, data), sync.OnceValue(func() error {
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
		if err == nil {
			err = schema.Validate(value)
		}
		return err
	}))
	return judge.(func() error)()
}

// hash returns the same for bodies that differ at most in their IDs: each ID counts as the place at which it is first, so that those that are
// the same in one body are in the other. The description doesn't know one ID from another.
func hash(pointer string, data []byte) [sha256.Size]byte {
	const digits = 19 // of the stand-in's IDs
	out := fmt.Appendln(nil, pointer)
	first := map[string]int{}
	for part := range bytes.SplitSeq(data, []byte{'"'}) {
		if id := string(part); len(id) == digits && strings.Trim(id, "0123456789") == "" {
			if _, known := first[id]; !known {
				first[id] = len(first)
			}
			out = fmt.Appendf(out, "ID %d", first[id])
		} else {
			out = append(out, part...)
		}
		out = append(out, '"')
	}
	return sha256.Sum256(out)
}

// schema returns the compiled schema at a place of the description.
func (d *description) schema(pointer string) (*jsonschema.Schema, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if schema := d.schemas[pointer]; schema != nil {
		return schema, nil
	}
	schema, err := d.compiler.Compile(pointer)
	if err == nil {
		d.schemas[pointer] = schema
	}
	return schema, err
}

// fault records each kind of fault once.
func (j *judge) fault(e sandbox.Exchange, why string) {
	what, _, _ := strings.Cut(why, ":")
	key := fmt.Sprintf("%s %s: %s", e.Method, e.Route, what)
	if j.faults[key] == "" {
		j.faults[key] = fmt.Sprintf("%s %s: %s", e.Method, e.Route, why)
	}
}

// TestBodiesMatchDiscordsAPIDescription plays every demo fight and every way to answer, and checks every body against
// Discord's own description.
func TestBodiesMatchDiscordsAPIDescription(t *testing.T) {
	t.Parallel()
	j := newJudge(t)
	if j == nil {
		t.Skipf("%s names no file with Discord's API description", descriptionName)
	}
	tb := patientTable(t, sandbox.Config{Exchanged: j.exchanged()})
	for _, demo := range demos() {
		id, err := tb.srv.AddChannel("", demo.Name)
		if err != nil {
			t.Fatal(err)
		}
		script := play.Script{Channel: id, Slow: 20, Text: demo.Script + `
GM: [Damage] target = ` + lastNPC(demo.Script) + ` | amount = 1
Anna: /init list
Anna: /init log
GM: /init export
GM: /init undo
Anna: /roll dice:2d6 secret:true
Anna: /help
GM: /init end
GM: [End the fight]
`}
		if err := script.Play(t.Context(), tb.srv); err != nil {
			t.Errorf("%s: %v", demo.Name, err)
		}
	}
	j.mu.Lock() // the bot may still be running
	defer j.mu.Unlock()
	if j.checked < 100 {
		t.Errorf("only %d bodies were checked", j.checked)
	}
	t.Logf("%d bodies checked", j.checked)
}

// lastNPC returns a combatant that the demo adds last.
func lastNPC(script string) string {
	all := regexp.MustCompile(`/init add name:(\w+)( count:)?`).FindAllStringSubmatch(script, -1)
	last := all[len(all)-1]
	if last[2] != "" {
		return last[1] + " 1"
	}
	return last[1]
}
