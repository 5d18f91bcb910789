package world

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

// Form collects the faults of a request body, each under the path of its field, as Discord reports them.
type Form struct{ faults []fieldFault }

type fieldFault struct {
	path          []string
	code, message string
}

// Node is one value in a request body, whether present or not.
type Node struct {
	Form  *Form
	path  []string
	Value any
	set   bool
}

// Root returns the node for a body, or for the part of a body at a path.
func (f *Form) Root(value any, path ...string) Node {
	return Node{Form: f, path: path, Value: value, set: value != nil}
}

// Errors nests the collected faults like the "errors" member of Discord's 50035 answer.
func (f *Form) Errors() object {
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

// Summary lists the faults in one line, for people reading a failed test.
func (f *Form) Summary() string {
	parts := make([]string, 0, len(f.faults))
	for _, fault := range f.faults {
		parts = append(parts, strings.Join(fault.path, ".")+": "+fault.code+" "+fault.message)
	}
	return strings.Join(parts, "; ")
}

// Fail records a fault of the value.
func (n Node) Fail(code, message string) {
	n.Form.faults = append(n.Form.faults, fieldFault{n.path, code, message})
}

// Required records that the value is missing.
func (n Node) Required() {
	n.Fail("BASE_TYPE_REQUIRED", "This field is required")
}

// At returns a member of an object. For anything else it returns an absent value.
func (n Node) At(name string) Node {
	child := Node{Form: n.Form, path: append(slices.Clone(n.path), name)}
	if members, ok := n.Value.(object); ok {
		child.Value, child.set = members[name]
	}
	return child
}

// Given reports whether the value is present and not null.
func (n Node) Given() bool { return n.set && n.Value != nil }

// IsObject reports whether the value is an object, and records a fault if it is not.
func (n Node) IsObject() bool {
	if _, ok := n.Value.(object); ok {
		return true
	}
	n.Fail("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
	return false
}

// text returns an optional string with at most the given number of code points.
func (n Node) text(most int) string {
	if !n.Given() {
		return ""
	}
	text, ok := n.Value.(string)
	if !ok {
		if number, isNumber := n.Value.(json.Number); isNumber {
			text = number.String()
		} else {
			n.Fail("STRING_TYPE_CONVERT", fmt.Sprintf("Could not interpret %q as string.", fmt.Sprint(n.Value)))
			return ""
		}
	}
	if utf8.RuneCountInString(text) > most {
		n.Fail("BASE_TYPE_MAX_LENGTH", fmt.Sprintf("Must be %d or fewer in length.", most))
	}
	return text
}

// Words returns a required string whose length is between least and most code points.
func (n Node) Words(least, most int) string {
	if !n.Given() {
		n.Required()
		return ""
	}
	text, ok := n.Value.(string)
	if !ok {
		n.text(most)
		return ""
	}
	count := utf8.RuneCountInString(text)
	switch {
	case count == 0 && least > 0:
		n.Required()
	case count < least || count > most:
		n.Fail("BASE_TYPE_BAD_LENGTH", fmt.Sprintf("Must be between %d and %d in length.", least, most))
	}
	return text
}

// Whole returns an optional integer between least and most, and whether it is present.
func (n Node) Whole(least, most int64) (int64, bool) {
	if !n.Given() {
		return 0, false
	}
	number, err := strconv.ParseInt(strings.TrimSuffix(fmt.Sprint(n.Value), ".0"), 10, 64)
	if _, isBool := n.Value.(bool); err != nil || isBool {
		n.Fail("NUMBER_TYPE_COERCE", fmt.Sprintf("Value %q is not int.", fmt.Sprint(n.Value)))
		return 0, false
	}
	switch {
	case number > most:
		n.Fail("NUMBER_TYPE_MAX", fmt.Sprintf("int value should be less than or equal to %d.", most))
	case number < least:
		n.Fail("NUMBER_TYPE_MIN", fmt.Sprintf("int value should be greater than or equal to %d.", least))
	}
	return number, true
}

// Number returns an optional float and whether it is present.
func (n Node) Number() (float64, bool) {
	if !n.Given() {
		return 0, false
	}
	value, isNumber := n.Value.(json.Number)
	number, err := value.Float64()
	if !isNumber || err != nil {
		n.Fail("NUMBER_TYPE_COERCE", fmt.Sprintf("Value %q is not float.", fmt.Sprint(n.Value)))
		return 0, false
	}
	return number, true
}

// Choice returns a required integer that must be one of allowed.
func (n Node) Choice(allowed ...int64) int64 {
	if !n.Given() {
		n.Required()
		return 0
	}
	number, ok := n.Whole(-1<<62, 1<<62)
	if ok && !slices.Contains(allowed, number) {
		n.Fail("BASE_TYPE_CHOICES", "Value must be one of "+set(allowed)+".")
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

// Flag returns an optional boolean; an absent one is false.
func (n Node) Flag() bool {
	if !n.Given() {
		return false
	}
	yes, ok := n.Value.(bool)
	if !ok {
		n.Fail("BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
	}
	return yes
}

// List returns the items of an optional list with least to most items.
func (n Node) List(least, most int) []Node {
	if !n.Given() {
		if least > 0 {
			n.Required()
		}
		return nil
	}
	items, ok := n.Value.([]any)
	if !ok {
		n.Fail("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
		return nil
	}
	switch {
	case len(items) > most && least > 0, len(items) < least:
		n.Fail("BASE_TYPE_BAD_LENGTH", fmt.Sprintf("Must be between %d and %d in length.", least, most))
	case len(items) > most:
		n.Fail("BASE_TYPE_MAX_LENGTH", fmt.Sprintf("Must be %d or fewer in length.", most))
	}
	nodes := make([]Node, len(items))
	for i, item := range items {
		nodes[i] = Node{Form: n.Form, path: append(slices.Clone(n.path), strconv.Itoa(i)), Value: item, set: true}
	}
	return nodes
}

// ID returns an optional Discord ID.
func (n Node) ID() string {
	if !n.Given() {
		return ""
	}
	text := fmt.Sprint(n.Value)
	if !IsID(text) && text != "0" {
		n.Fail("NUMBER_TYPE_COERCE", fmt.Sprintf("Value %q is not snowflake.", text))
		return ""
	}
	return text
}

// link returns an optional URL with one of the schemes.
func (n Node) link(most int, schemes ...string) string {
	text := n.text(most)
	if text == "" {
		return ""
	}
	address, err := url.Parse(text)
	switch {
	case err != nil || address.Scheme == "" || address.Host == "" && address.Opaque == "":
		n.Fail("URL_TYPE_INVALID_URL", "Not a well formed URL.")
	case !slices.Contains(schemes, address.Scheme):
		n.Fail("URL_TYPE_INVALID_SCHEME", fmt.Sprintf("Scheme %q is not supported. Scheme must be one of ('%s').",
			address.Scheme, strings.Join(schemes, "', '")))
	}
	return text
}

// Failed reports whether there is a fault.
func (f *Form) Failed() bool { return len(f.faults) > 0 }
