package client

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"roundel/sandbox/world"
)

// Modal is a form.
type Modal struct {
	CustomID string  `json:"custom_id"`
	Title    string  `json:"title"`
	Fields   []Field `json:"fields"`
	// After is the text below the last field.
	After string `json:"after"`
}

// Field is one input of a form.
type Field struct {
	// Before is the text between the previous field and this one.
	Before      string `json:"before"`
	CustomID    string `json:"custom_id"`
	Label       string `json:"label"`
	Description string `json:"description"`
	Placeholder string `json:"placeholder"`
	Value       string `json:"value"`
	Required    bool   `json:"required"`
	Long        bool   `json:"long"`
	MinLength   int    `json:"min_length"`
	MaxLength   int    `json:"max_length"`
	// Menu is set for selects, checkboxes and file uploads. Otherwise the field is a text input.
	Menu *Menu `json:"menu"`
}

// ModalOf returns the form that a bot sent, as a user sees it.
func ModalOf(modal object) *Modal {
	out := &Modal{CustomID: world.TextOf(modal, "custom_id"), Title: world.TextOf(modal, "title"), Fields: []Field{}}
	rows, _ := modal["components"].([]any)
	for _, item := range rows {
		row := item.(object)
		if world.KindOf(row) == world.CompText {
			out.After = strings.TrimPrefix(out.After+"\n", "\n") + world.TextOf(row, "content")
			continue
		}
		heading, help := world.TextOf(row, "label"), world.TextOf(row, "description")
		world.Walk([]any{row}, func(part object) {
			if world.TextOf(part, "custom_id") == "" {
				return
			}
			field := Field{CustomID: world.TextOf(part, "custom_id"), Label: world.TextOf(part, "label"), Description: help,
				Placeholder: world.TextOf(part, "placeholder"), Value: world.TextOf(part, "value"), Required: part["required"] == true,
				Long: world.WholeOf(part["style"]) == 2, MinLength: int(world.WholeOf(part["min_length"])),
				MaxLength: int(world.WholeOf(part["max_length"]))}
			world.SetWhenText(&field.Label, heading)
			if world.KindOf(part) != world.CompTextInput {
				menu := menuOf(part)
				field.Menu, field.Value = &menu, menu.filled()
			}
			field.Before, out.After = out.After, ""
			out.Fields = append(out.Fields, field)
		})
	}
	return out
}

// Fill fills in a form that a bot sent: values are by label or custom ID, and a field that is left out keeps the bot's value. It returns
// the submitted components, and the users, roles, channels and files that were chosen.
func (sc Scope) Fill(modal object, values map[string]string) (rows []any, resolved object, err error) {
	form := ModalOf(modal)
	if err := unknownFields(form, values); err != nil {
		return nil, nil, err
	}
	f := filling{scope: sc, fields: form.Fields, values: values, resolved: object{}}
	rows, err = f.rows(modal)
	return rows, f.resolved, err
}

func unknownFields(modal *Modal, values map[string]string) error {
	for key := range values {
		if !slices.ContainsFunc(modal.Fields, func(f Field) bool { return f.Label == key || f.CustomID == key }) {
			return fmt.Errorf("sandbox: the form %q has no field %q", modal.Title, key)
		}
	}
	return nil
}

// filling is a form being filled in.
type filling struct {
	scope  Scope
	fields []Field
	values map[string]string
	// resolved collects the users, roles, channels and files that were chosen.
	resolved object
}

// rows builds the components of a submitted form.
func (f *filling) rows(modal object) ([]any, error) {
	rows := []any{}
	parts, _ := modal["components"].([]any)
	for _, item := range parts {
		row := item.(object)
		out := object{"type": row["type"], "id": row["id"]}
		var inputs []any
		var err error
		world.Walk([]any{row}, func(part object) {
			i := slices.IndexFunc(f.fields, func(field Field) bool { return field.CustomID == world.TextOf(part, "custom_id") })
			if i < 0 || err != nil {
				return
			}
			input := object{"type": part["type"], "id": part["id"], "custom_id": f.fields[i].CustomID}
			err = f.fill(input, f.fields[i])
			inputs = append(inputs, input)
		})
		if err != nil {
			return nil, err
		}
		switch world.KindOf(row) {
		case world.CompRow:
			out["components"] = inputs
		case world.CompLabel:
			out["component"] = inputs[0]
		}
		rows = append(rows, out)
	}
	return rows, nil
}

// fill sets one input to the user's value, or to the bot's if the user gave none.
func (f *filling) fill(input object, field Field) error {
	value, given := f.values[field.CustomID]
	if !given {
		value, given = f.values[field.Label]
		if !given {
			value = field.Value
		}
	}
	if field.Menu != nil {
		return f.pick(input, field, value)
	}
	length := utf8.RuneCountInString(value)
	switch {
	case length == 0 && field.Required:
		return fmt.Errorf("sandbox: field %q is required", field.Label)
	case length > field.MaxLength, length > 0 && length < field.MinLength:
		return fmt.Errorf("sandbox: field %q has the wrong length", field.Label)
	}
	input["value"] = value
	return nil
}

// pick sets an input to what was chosen: one value, true or false, or a list.
func (f *filling) pick(input object, field Field, text string) error {
	if field.Menu.Kind == world.CompCheck {
		ticked, err := strconv.ParseBool(strings.NewReplacer("yes", "true", "no", "false").Replace(strings.ToLower(text)))
		if err != nil {
			return fmt.Errorf("sandbox: field %q takes true or false, not %q", field.Label, text)
		}
		input["value"] = ticked
		return nil
	}
	var picked []string
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		if line != "" {
			picked = append(picked, line)
		}
	}
	if field.Menu.Kind == world.CompUpload {
		return f.upload(input, field, picked)
	}
	chosen, resolved := []any{}, object{}
	if len(picked) > 0 || field.Required {
		var err error
		if chosen, resolved, err = f.scope.Choose(*field.Menu, picked); err != nil {
			return err
		}
	}
	for kind, found := range resolved {
		if f.resolved[kind] == nil {
			f.resolved[kind] = object{}
		}
		for id, one := range found.(object) {
			f.resolved[kind].(object)[id] = one
		}
	}
	if field.Menu.Kind != world.CompRadio {
		input["values"] = chosen
		return nil
	}
	input["value"] = nil
	if len(chosen) > 0 {
		input["value"] = chosen[0]
	}
	return nil
}

// upload sets an input to files, by their IDs.
func (f *filling) upload(input object, field Field, ids []string) error {
	if (len(ids) > 0 || field.Required) && (len(ids) < field.Menu.Min || len(ids) > field.Menu.Max) {
		return fmt.Errorf("sandbox: field %q takes %d to %d files", field.Label, field.Menu.Min, field.Menu.Max)
	}
	values := []any{}
	for _, id := range ids {
		if err := f.scope.file(id, f.resolved); err != nil {
			return fmt.Errorf("sandbox: field %q: %w", field.Label, err)
		}
		file, _ := f.resolved["attachments"].(object)[id].(object)
		if name := world.TextOf(file, "filename"); !field.Menu.takes(name) {
			return fmt.Errorf("sandbox: field %q takes %s files, not %s", field.Label, strings.Join(field.Menu.Endings(), ", "), name)
		}
		values = append(values, id)
	}
	input["values"] = values
	return nil
}
