package sandbox_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"roundel/sandbox"
)

// labelled is a form's field inside a label.
func labelled(label, component string) string {
	return `{"type":18,"label":"` + label + `","component":` + component + `}`
}

func formOf(fields ...string) string {
	return `{"type":9,"data":{"custom_id":"f","title":"t","components":[` + strings.Join(fields, ",") + `]}}`
}

func options(names string) string {
	var list []string
	for name := range strings.SplitSeq(names, " ") {
		name, chosen := strings.CutSuffix(name, "*")
		list = append(list, fmt.Sprintf(`{"label":%q,"value":%q,"default":%t}`, strings.ToUpper(name), name, chosen))
	}
	return `"options":[` + strings.Join(list, ",") + `]`
}

// submitted sends a form and returns the data that the bot gets.
func (s stage) submitted(form string, values map[string]string) (map[string]any, error) {
	s.t.Helper()
	it := s.command("GM", "/go")
	if status, body := s.answer(it, form); status != 204 {
		s.t.Fatalf("the form got %d %v", status, body)
	}
	sent, err := s.srv.User("GM").Submit(it, values)
	if err != nil {
		return nil, err
	}
	for {
		var got struct {
			ID   string
			Data map[string]any
		}
		if p := s.bot.next(); p.Type == "INTERACTION_CREATE" {
			if err := json.Unmarshal(p.Data, &got); err != nil {
				s.t.Fatal(err)
			}
		}
		if got.ID == sent.ID {
			return got.Data, nil
		}
	}
}

// input is the only field of a submitted form.
func input(data map[string]any) map[string]any {
	row := data["components"].([]any)[0].(map[string]any)
	return row["component"].(map[string]any)
}

// TestFormFields fills in every kind of field that a form may have, as the client would.
func TestFormFields(t *testing.T) {
	s := newStage(t, sandbox.Config{})
	const left = "(left out)"
	people := s.srv.User("Anna").ID() + "\n" + s.srv.User("Ben").ID()
	for name, one := range map[string]struct{ component, value, want string }{
		"select":                   {`{"type":3,"custom_id":"i",` + options("a b c") + `}`, "B", `["b"]`},
		"select, nothing":          {`{"type":3,"custom_id":"i",` + options("a b c") + `}`, "", "sandbox: "},
		"select, a default":        {`{"type":3,"custom_id":"i",` + options("a b* c") + `}`, left, `["b"]`},
		"optional select":          {`{"type":3,"custom_id":"i","required":false,` + options("a b") + `}`, left, `[]`},
		"optional select, one":     {`{"type":3,"custom_id":"i","required":false,` + options("a b") + `}`, "a", `["a"]`},
		"several":                  {`{"type":3,"custom_id":"i","max_values":3,` + options("a b c") + `}`, "c\na", `["c","a"]`},
		"several, twice the same":  {`{"type":3,"custom_id":"i","max_values":3,` + options("a b c") + `}`, "a\nA", "sandbox: "},
		"several, too many":        {`{"type":3,"custom_id":"i","max_values":2,` + options("a b c") + `}`, "a\nb\nc", "sandbox: "},
		"optional several":         {`{"type":3,"custom_id":"i","required":false,"min_values":2,"max_values":3,` + options("a b c") + `}`, "", `[]`},
		"optional several, one":    {`{"type":3,"custom_id":"i","required":false,"min_values":2,"max_values":3,` + options("a b c") + `}`, "a", "sandbox: "},
		"people":                   {`{"type":5,"custom_id":"i","max_values":2}`, "Anna\nBen", "people"},
		"people, defaults":         {`{"type":5,"custom_id":"i","max_values":2,"default_values":[{"id":"` + strings.Replace(people, "\n", `","type":"user"},{"id":"`, 1) + `","type":"user"}]}`, left, "people"},
		"optional people":          {`{"type":5,"custom_id":"i","required":false}`, left, `[]`},
		"radio":                    {`{"type":21,"custom_id":"i",` + options("a b") + `}`, "B", `"b"`},
		"radio, nothing":           {`{"type":21,"custom_id":"i",` + options("a b") + `}`, left, "sandbox: "},
		"radio, two":               {`{"type":21,"custom_id":"i",` + options("a b") + `}`, "a\nb", "sandbox: "},
		"radio, a default":         {`{"type":21,"custom_id":"i",` + options("a b*") + `}`, left, `"b"`},
		"optional radio":           {`{"type":21,"custom_id":"i","required":false,` + options("a b") + `}`, left, `null`},
		"boxes":                    {`{"type":22,"custom_id":"i",` + options("a b c") + `}`, "a\nc", `["a","c"]`},
		"boxes, nothing":           {`{"type":22,"custom_id":"i",` + options("a b c") + `}`, left, "sandbox: "},
		"boxes, unknown":           {`{"type":22,"custom_id":"i",` + options("a b c") + `}`, "d", "sandbox: "},
		"boxes, defaults":          {`{"type":22,"custom_id":"i",` + options("a* b c*") + `}`, left, `["a","c"]`},
		"boxes, defaults unticked": {`{"type":22,"custom_id":"i","required":false,` + options("a* b") + `}`, "", `[]`},
		"box":                      {`{"type":23,"custom_id":"i"}`, left, `false`},
		"box, ticked":              {`{"type":23,"custom_id":"i"}`, "yes", `true`},
		"box, a default":           {`{"type":23,"custom_id":"i","default":true}`, left, `true`},
		"box, unticked":            {`{"type":23,"custom_id":"i","default":true}`, "false", `false`},
		"box, neither":             {`{"type":23,"custom_id":"i"}`, "perhaps", "sandbox: "},
		"text":                     {`{"type":4,"style":1,"custom_id":"i"}`, "a b", `"a b"`},
	} {
		values := map[string]string{"Field": one.value}
		if one.value == left {
			values = nil
		}
		data, err := s.submitted(formOf(labelled("Field", one.component)), values)
		if one.want == "sandbox: " || err != nil {
			if err == nil || !strings.HasPrefix(err.Error(), one.want) {
				t.Errorf("%s: got %v, %v", name, data, err)
			}
			continue
		}
		in := input(data)
		value, single := in["value"]
		if !single {
			value = in["values"]
		}
		want := one.want
		if want == "people" {
			want = `["` + strings.Replace(people, "\n", `","`, 1) + `"]`
			resolved, _ := data["resolved"].(map[string]any)
			users, _ := resolved["users"].(map[string]any)
			if len(users) != 2 || len(resolved["members"].(map[string]any)) != 2 {
				t.Errorf("%s: resolved is %v", name, resolved)
			}
		}
		if got, err := json.Marshal(value); err != nil || string(got) != want || in["custom_id"] != "i" || in["id"] == nil {
			t.Errorf("%s: got %v, want %s", name, in, want)
		}
	}
}

// TestFormRules checks what Discord refuses in a form's fields.
func TestFormRules(t *testing.T) {
	s := newStage(t, sandbox.Config{})
	for name, one := range map[string]struct{ component, at, code string }{
		"radio of one":              {`{"type":21,"custom_id":"i",` + options("a") + `}`, "options", "BASE_TYPE_BAD_LENGTH"},
		"radio of 11":               {`{"type":21,"custom_id":"i",` + options("a b c d e f g h i j k") + `}`, "options", "BASE_TYPE_BAD_LENGTH"},
		"boxes without":             {`{"type":22,"custom_id":"i","options":[]}`, "options", "BASE_TYPE_BAD_LENGTH"},
		"boxes of 11":               {`{"type":22,"custom_id":"i",` + options("a b c d e f g h i j k") + `}`, "options", "BASE_TYPE_BAD_LENGTH"},
		"required, none needed":     {`{"type":3,"custom_id":"i","min_values":0,` + options("a b") + `}`, "min_values", "NUMBER_TYPE_MIN"},
		"required boxes of none":    {`{"type":22,"custom_id":"i","min_values":0,` + options("a b") + `}`, "min_values", "NUMBER_TYPE_MIN"},
		"disabled":                  {`{"type":3,"custom_id":"i","disabled":true,` + options("a b") + `}`, "disabled", "MODAL_COMPONENT_DISABLED"},
		"11 files":                  {`{"type":19,"custom_id":"i","max_values":11}`, "max_values", "NUMBER_TYPE_MAX"},
		"default of a role as user": {`{"type":5,"custom_id":"i","default_values":[{"id":"1","type":"role"}]}`, "default_values.0.type", "BASE_TYPE_CHOICES"},
		"radio with two chosen":     {`{"type":21,"custom_id":"i",` + options("a* b*") + `}`, "options", "SELECT_COMPONENT_DEFAULT_VALUES_COUNT"},
		"boxes with too many":       {`{"type":22,"custom_id":"i","max_values":1,` + options("a* b*") + `}`, "options", "SELECT_COMPONENT_DEFAULT_VALUES_COUNT"},
		"boxes, most above all":     {`{"type":22,"custom_id":"i","max_values":3,` + options("a b") + `}`, "max_values", "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE"},
		"11 kinds of files":         {`{"type":19,"custom_id":"i","file_types":[".a",".b",".c",".d",".e",".f",".g",".h",".i",".j",".k"]}`, "file_types", "BASE_TYPE_MAX_LENGTH"},
		"a kind without a dot":      {`{"type":19,"custom_id":"i","file_types":["image","json"]}`, "file_types.1", "BASE_TYPE_CHOICES"},
		"required upload of none":   {`{"type":19,"custom_id":"i","min_values":0}`, "min_values", "NUMBER_TYPE_MIN"},
		"box without ID":            {`{"type":23}`, "custom_id", "BASE_TYPE_REQUIRED"},
	} {
		status, body := s.answer(s.command("GM", "/go"), formOf(labelled("Field", one.component)))
		if got := faultAt(body, "data.components.0.component."+one.at); status != 400 || got != one.code {
			t.Errorf("%s: got %d %v, want %s", name, status, body, one.code)
		}
	}
	status, body := s.answer(s.command("GM", "/go"), formOf(`{"type":18,"id":7,"label":"a","component":{"type":23,"id":8,"custom_id":"a"}}`,
		`{"type":18,"label":"b","component":{"type":23,"id":7,"custom_id":"b"}}`))
	if got := faultAt(body, "data.components.1.component.id"); status != 400 || got != "COMPONENT_ID_DUPLICATED" {
		t.Errorf("a duplicate component ID got %d %v", status, body)
	}
}

// TestFileTypes: an upload takes only files with one of the endings, or of one of the groups, that the form names.
func TestFileTypes(t *testing.T) {
	s := newStage(t, sandbox.Config{})
	gm := s.srv.User("GM")
	ids := map[string]string{}
	for _, name := range []string{"a.JSON", "b.txt", "c.png"} {
		id, err := gm.Attach(name, []byte("x"))
		if err != nil {
			t.Fatal(err)
		}
		ids[name] = id
	}
	for types, takes := range map[string]string{`".json",".yaml"`: "a.JSON", `"image"`: "c.png", `"image",".txt"`: "b.txt c.png", "": "a.JSON b.txt c.png"} {
		for name, id := range ids {
			data, err := s.submitted(formOf(labelled("Field", `{"type":19,"custom_id":"i","file_types":[`+types+`]}`)), map[string]string{"Field": id})
			if (err == nil) != strings.Contains(takes, name) {
				t.Errorf("%s in [%s]: %v, %v", name, types, data, err)
			}
			if err == nil && fmt.Sprint(input(data)["values"]) != "["+id+"]" {
				t.Errorf("%s in [%s]: %v", name, types, data)
			}
		}
	}
	if data, err := s.submitted(formOf(labelled("Field", `{"type":19,"custom_id":"i","required":false}`)), nil); err != nil || fmt.Sprint(input(data)["values"]) != "[]" {
		t.Error(data, err)
	}
}
