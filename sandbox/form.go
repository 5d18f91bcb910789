package sandbox

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// object is a JSON object.
type object = map[string]any

// form collects what is wrong with a request body, each fault under the path of its field, as Discord reports it.
type form struct{ faults []fieldFault }

type fieldFault struct {
	path          []string
	code, message string
}

// node is one value in a request body, present or not.
type node struct {
	form  *form
	path  []string
	value any
	set   bool
}

func (f *form) root(value any, path ...string) node {
	return node{form: f, path: path, value: value, set: value != nil}
}

// errors nests the collected faults as the "errors" member of Discord's 50035 answer.
func (f *form) errors() object {
	top := object{}
	for _, fault := range f.faults {
		at := top
		for _, step := range fault.path {
			next, ok := at[step].(object)
			if !ok {
				next = object{}
				at[step] = next
			}
			at = next
		}
		list, ok := at["_errors"].([]any)
		if !ok {
			list = []any{}
		}
		at["_errors"] = append(list, object{"code": fault.code, "message": fault.message})
	}
	return top
}

// summary is the faults in one line, for people who read a failing test.
func (f *form) summary() string {
	parts := make([]string, 0, len(f.faults))
	for _, fault := range f.faults {
		parts = append(parts, strings.Join(fault.path, ".")+": "+fault.code+" "+fault.message)
	}
	return strings.Join(parts, "; ")
}

func (n node) fail(code, message string) {
	n.form.faults = append(n.form.faults, fieldFault{n.path, code, message})
}

func (n node) required() {
	n.fail("BASE_TYPE_REQUIRED", "This field is required")
}

// at returns the member of an object; of anything else it returns a value that is not there.
func (n node) at(name string) node {
	child := node{form: n.form, path: append(slices.Clone(n.path), name)}
	if members, ok := n.value.(object); ok {
		child.value, child.set = members[name]
	}
	return child
}

// given reports whether the value is there and not null.
func (n node) given() bool { return n.set && n.value != nil }

// isObject reports whether the value is an object and notes a fault where it is not.
func (n node) isObject() bool {
	if _, ok := n.value.(object); ok {
		return true
	}
	n.fail("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
	return false
}

// text returns an optional string of at most most code points.
func (n node) text(most int) string {
	if !n.given() {
		return ""
	}
	text, ok := n.value.(string)
	if !ok {
		if number, isNumber := n.value.(json.Number); isNumber {
			text = number.String()
		} else {
			n.fail("STRING_TYPE_CONVERT", fmt.Sprintf("Could not interpret %q as string.", fmt.Sprint(n.value)))
			return ""
		}
	}
	if utf8.RuneCountInString(text) > most {
		n.fail("BASE_TYPE_MAX_LENGTH", fmt.Sprintf("Must be %d or fewer in length.", most))
	}
	return text
}

// words returns a required string of least to most code points.
func (n node) words(least, most int) string {
	if !n.given() {
		n.required()
		return ""
	}
	text, ok := n.value.(string)
	if !ok {
		n.text(most)
		return ""
	}
	count := utf8.RuneCountInString(text)
	switch {
	case count == 0 && least > 0:
		n.required()
	case count < least || count > most:
		n.fail("BASE_TYPE_BAD_LENGTH", fmt.Sprintf("Must be between %d and %d in length.", least, most))
	}
	return text
}

// whole returns an optional integer between least and most, and whether there is one.
func (n node) whole(least, most int64) (int64, bool) {
	if !n.given() {
		return 0, false
	}
	number, err := strconv.ParseInt(strings.TrimSuffix(fmt.Sprint(n.value), ".0"), 10, 64)
	if _, isBool := n.value.(bool); err != nil || isBool {
		n.fail("NUMBER_TYPE_COERCE", fmt.Sprintf("Value %q is not int.", fmt.Sprint(n.value)))
		return 0, false
	}
	switch {
	case number > most:
		n.fail("NUMBER_TYPE_MAX", fmt.Sprintf("int value should be less than or equal to %d.", most))
	case number < least:
		n.fail("NUMBER_TYPE_MIN", fmt.Sprintf("int value should be greater than or equal to %d.", least))
	}
	return number, true
}

// number returns an optional float and whether there is one.
func (n node) number() (float64, bool) {
	if !n.given() {
		return 0, false
	}
	value, isNumber := n.value.(json.Number)
	number, err := value.Float64()
	if !isNumber || err != nil {
		n.fail("NUMBER_TYPE_COERCE", fmt.Sprintf("Value %q is not float.", fmt.Sprint(n.value)))
		return 0, false
	}
	return number, true
}

// choice returns a required integer that is one of allowed.
func (n node) choice(allowed ...int64) int64 {
	if !n.given() {
		n.required()
		return 0
	}
	number, ok := n.whole(-1<<62, 1<<62)
	if ok && !slices.Contains(allowed, number) {
		n.fail("BASE_TYPE_CHOICES", "Value must be one of "+set(allowed)+".")
		return 0
	}
	return number
}

func set(allowed []int64) string {
	texts := make([]string, len(allowed))
	for i, number := range allowed {
		texts[i] = strconv.FormatInt(number, 10)
	}
	return "{" + strings.Join(texts, ", ") + "}"
}

// flag returns an optional boolean, false when it is not there.
func (n node) flag() bool {
	if !n.given() {
		return false
	}
	yes, ok := n.value.(bool)
	if !ok {
		n.fail("BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
	}
	return yes
}

// list returns the items of an optional list of least to most.
func (n node) list(least, most int) []node {
	if !n.given() {
		if least > 0 {
			n.required()
		}
		return nil
	}
	items, ok := n.value.([]any)
	if !ok {
		n.fail("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
		return nil
	}
	switch {
	case len(items) > most && least > 0, len(items) < least:
		n.fail("BASE_TYPE_BAD_LENGTH", fmt.Sprintf("Must be between %d and %d in length.", least, most))
	case len(items) > most:
		n.fail("BASE_TYPE_MAX_LENGTH", fmt.Sprintf("Must be %d or fewer in length.", most))
	}
	nodes := make([]node, len(items))
	for i, item := range items {
		nodes[i] = node{form: n.form, path: append(slices.Clone(n.path), strconv.Itoa(i)), value: item, set: true}
	}
	return nodes
}

// id returns an optional snowflake.
func (n node) id() string {
	if !n.given() {
		return ""
	}
	text := fmt.Sprint(n.value)
	if !isID(text) && text != "0" {
		n.fail("NUMBER_TYPE_COERCE", fmt.Sprintf("Value %q is not snowflake.", text))
		return ""
	}
	return text
}

// link returns an optional address with one of the schemes.
func (n node) link(most int, schemes ...string) string {
	text := n.text(most)
	if text == "" {
		return ""
	}
	address, err := url.Parse(text)
	switch {
	case err != nil || address.Scheme == "" || address.Host == "" && address.Opaque == "":
		n.fail("URL_TYPE_INVALID_URL", "Not a well formed URL.")
	case !slices.Contains(schemes, address.Scheme):
		n.fail("URL_TYPE_INVALID_SCHEME", fmt.Sprintf("Scheme %q is not supported. Scheme must be one of ('%s').",
			address.Scheme, strings.Join(schemes, "', '")))
	}
	return text
}

func (f *form) failed() bool { return len(f.faults) > 0 }
