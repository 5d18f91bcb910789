package world

import (
	"fmt"
	"regexp"
	"slices"
)

// ParseModal checks a form (callback type 9) and returns it as the user gets it.
func ParseModal(n Node) object {
	out := object{"custom_id": n.At("custom_id").Words(1, 100), "title": n.At("title").Words(1, 45)}
	l := &layout{v2: true, modal: true, customIDs: map[string]bool{}, ids: map[int64]bool{}}
	rows := []any{}
	inputs := 0
	for _, item := range n.At("components").List(1, 5) {
		if !item.IsObject() {
			continue
		}
		kind := item.At("type").Choice(CompRow, CompText, CompLabel)
		row := object{"type": kind}
		l.componentID(item, row)
		switch kind {
		case CompRow:
			inner := []any{}
			for _, child := range item.At("components").List(1, 1) {
				inner = append(inner, l.input(child, true))
				inputs++
			}
			row["components"] = inner
		case CompText:
			row["content"] = item.At("content").Words(1, maxV2Text)
		case CompLabel:
			l.label(item, row)
			inputs++
		}
		rows = append(rows, row)
	}
	if inputs == 0 && !n.Form.Failed() {
		n.At("components").Fail("MODAL_COMPONENTS_INPUT_REQUIRED", "A modal needs at least one input")
	}
	last := int64(0)
	NumberComponents(rows, &last)
	out["components"] = rows
	return out
}

// label checks the wrapper around one input, with a heading and a line of help.
func (l *layout) label(n Node, out object) {
	out["label"] = n.At("label").Words(1, 45)
	out["description"] = orNull(n.At("description").text(100))
	inner := n.At("component")
	if !inner.Given() {
		inner.Required()
		return
	}
	out["component"] = l.input(inner, false)
}

// input checks one field of a form: a text input, or, inside a label, also a select, checkboxes or a file upload.
func (l *layout) input(n Node, bare bool) object {
	out := object{}
	if !n.IsObject() {
		return out
	}
	allowed := []int64{CompTextInput}
	if !bare {
		allowed = append(allowed, CompSelect, CompUserSelect, CompRoleSelect, CompMentionable, CompChannels, CompUpload,
			CompRadio, compChecks, CompCheck)
	}
	kind := n.At("type").Choice(allowed...)
	out["type"] = kind
	l.componentID(n, out)
	if kind != CompCheck {
		out["required"] = !n.At("required").Given() || n.At("required").Flag()
	}
	switch kind {
	case CompTextInput:
		l.textInput(n, out, bare)
	case CompRadio:
		l.customID(n.At("custom_id"), out)
		out["options"] = l.menuOptions(n.At("options"), 2, 10)
		defaultsFit(n.At("options"), out["options"], 1)
	case compChecks:
		l.customID(n.At("custom_id"), out)
		options := l.menuOptions(n.At("options"), 1, 10)
		most := l.amounts(n, out, 10, int64(max(1, len(options))))
		if int(most) > len(options) {
			n.At("max_values").Fail("SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", "max_values is above the number of options")
		}
		out["options"] = options
		defaultsFit(n.At("options"), options, most)
	case CompUpload:
		l.customID(n.At("custom_id"), out)
		l.amounts(n, out, 10, 1)
		fileTypes(n.At("file_types"), out)
	case CompCheck:
		l.customID(n.At("custom_id"), out)
		SetWhen(out, "default", n.At("default").Flag(), true)
	case 0:
	default:
		l.menu(n, out, kind)
	}
	return out
}

// defaultsFit checks that no more options are preselected than can be chosen.
func defaultsFit(n Node, options any, most int64) {
	chosen := int64(0)
	for _, item := range options.([]any) {
		if item.(object)["default"] == true {
			chosen++
		}
	}
	if chosen > most {
		n.Fail("SELECT_COMPONENT_DEFAULT_VALUES_COUNT", fmt.Sprintf("%d options are chosen to begin with, but at most %d can be", chosen, most))
	}
}

// fileTypes checks which files an upload takes: images, videos, audio, or those whose names have an ending such as ".json".
func fileTypes(n Node, out object) {
	types := []any{}
	for _, item := range n.List(0, 10) {
		name := item.Words(1, 20)
		if name != "" && !slices.Contains([]string{"image", "video", "audio"}, name) && !endingPattern.MatchString(name) {
			item.Fail("BASE_TYPE_CHOICES", "Value must be image, video, audio or a file extension that begins with a dot.")
		}
		types = append(types, name)
	}
	SetWhen(out, "file_types", len(types) > 0, types)
}

var endingPattern = regexp.MustCompile(`^\.[A-Za-z0-9][A-Za-z0-9.]*$`)

func (l *layout) textInput(n Node, out object, bare bool) {
	l.customID(n.At("custom_id"), out)
	out["style"] = n.At("style").Choice(1, 2)
	switch label := n.At("label"); {
	case bare:
		out["label"] = label.Words(1, 45)
	case label.Given():
		label.Fail("COMPONENT_LABEL_NOT_ALLOWED", "A text input within a label has no label of its own")
	}
	out["placeholder"] = n.At("placeholder").text(100)
	least, _ := n.At("min_length").Whole(0, 4000)
	most, given := n.At("max_length").Whole(1, 4000)
	if !given {
		most = 4000
	}
	if least > most {
		n.At("min_length").Fail("NUMBER_TYPE_MAX", fmt.Sprintf("int value should be less than or equal to %d.", most))
	}
	out["min_length"], out["max_length"] = least, most
	value := n.At("value").text(int(min(most, 4000)))
	if n.At("value").Given() && value != "" && int64(len([]rune(value))) < least {
		n.At("value").Fail("BASE_TYPE_MIN_LENGTH", fmt.Sprintf("Must be %d or more in length.", least))
	}
	out["value"] = value
}
