package sandbox

import "fmt"

// parseModal checks a form (callback type 9) and returns it as the user gets it.
func parseModal(n node) object {
	out := object{"custom_id": n.at("custom_id").words(1, 100), "title": n.at("title").words(1, 45)}
	l := &layout{v2: true, modal: true, customIDs: map[string]bool{}, ids: map[int64]bool{}}
	rows := []any{}
	inputs := 0
	for _, item := range n.at("components").list(1, 5) {
		if !item.isObject() {
			continue
		}
		kind := item.at("type").choice(compRow, compText, compLabel)
		row := object{"type": kind}
		l.componentID(item, row)
		switch kind {
		case compRow:
			inner := []any{}
			for _, child := range item.at("components").list(1, 1) {
				inner = append(inner, l.input(child, true))
				inputs++
			}
			row["components"] = inner
		case compText:
			row["content"] = item.at("content").words(1, maxV2Text)
		case compLabel:
			l.label(item, row)
			inputs++
		}
		rows = append(rows, row)
	}
	if inputs == 0 && !n.form.failed() {
		n.at("components").fail("MODAL_COMPONENTS_INPUT_REQUIRED", "A modal needs at least one input")
	}
	last := int64(0)
	numberComponents(rows, &last)
	out["components"] = rows
	return out
}

// label is the wrapper of one input with a heading and a line of help.
func (l *layout) label(n node, out object) {
	out["label"] = n.at("label").words(1, 45)
	out["description"] = orNull(n.at("description").text(100))
	inner := n.at("component")
	if !inner.given() {
		inner.required()
		return
	}
	out["component"] = l.input(inner, false)
}

// input is one field of a form: a text input, or within a label a select, boxes to tick or files too.
func (l *layout) input(n node, bare bool) object {
	out := object{}
	if !n.isObject() {
		return out
	}
	allowed := []int64{compTextInput}
	if !bare {
		allowed = append(allowed, compSelect, compUserSelect, compRoleSelect, compMentionable, compChannels, compUpload,
			compRadio, compChecks, compCheck)
	}
	kind := n.at("type").choice(allowed...)
	out["type"] = kind
	l.componentID(n, out)
	if kind != compCheck {
		out["required"] = !n.at("required").given() || n.at("required").flag()
	}
	switch kind {
	case compTextInput:
		l.textInput(n, out, bare)
	case compRadio:
		l.customID(n.at("custom_id"), out)
		out["options"] = l.menuOptions(n.at("options"), 2, 10)
	case compChecks:
		l.customID(n.at("custom_id"), out)
		options := l.menuOptions(n.at("options"), 1, 10)
		l.amounts(n, out, 10, int64(max(1, len(options))))
		out["options"] = options
	case compUpload:
		l.customID(n.at("custom_id"), out)
		l.amounts(n, out, 10, 1)
	case compCheck:
		l.customID(n.at("custom_id"), out)
		setWhen(out, "default", n.at("default").flag(), true)
	case 0:
	default:
		l.menu(n, out, kind)
	}
	return out
}

func (l *layout) textInput(n node, out object, bare bool) {
	l.customID(n.at("custom_id"), out)
	out["style"] = n.at("style").choice(1, 2)
	switch label := n.at("label"); {
	case bare:
		out["label"] = label.words(1, 45)
	case label.given():
		label.fail("COMPONENT_LABEL_NOT_ALLOWED", "A text input within a label has no label of its own")
	}
	out["placeholder"] = n.at("placeholder").text(100)
	least, _ := n.at("min_length").whole(0, 4000)
	most, given := n.at("max_length").whole(1, 4000)
	if !given {
		most = 4000
	}
	if least > most {
		n.at("min_length").fail("NUMBER_TYPE_MAX", fmt.Sprintf("int value should be less than or equal to %d.", most))
	}
	out["min_length"], out["max_length"] = least, most
	value := n.at("value").text(int(min(most, 4000)))
	if n.at("value").given() && value != "" && int64(len([]rune(value))) < least {
		n.at("value").fail("BASE_TYPE_MIN_LENGTH", fmt.Sprintf("Must be %d or more in length.", least))
	}
	out["value"] = value
}
