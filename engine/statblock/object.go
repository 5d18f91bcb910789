package statblock

import (
	"math"
	"strconv"
	"strings"
	"unicode"

	"roundel/engine/dice"
)

// object is a JSON object. Its methods return zero values for anything that isn't there or has another form.
type object map[string]any

// at returns the object at the end of a path of keys, or nil.
func (o object) at(path ...string) object {
	for _, key := range path {
		next, ok := o[key].(map[string]any)
		if !ok {
			return nil
		}
		o = next
	}
	return o
}

// list returns the objects in a list.
func (o object) list(key string) []object {
	all, _ := o[key].([]any)
	var out []object
	for _, one := range all {
		if one, ok := one.(map[string]any); ok {
			out = append(out, one)
		}
	}
	return out
}

func (o object) text(key string) string {
	text, _ := o[key].(string)
	return text
}

// whole returns a whole number, which may be written as a string: 5, "5", "+5".
func whole(v any) (int, bool) {
	switch v := v.(type) {
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1e9 {
			return int(v), true
		}
	case string:
		n, err := strconv.Atoi(strings.TrimPrefix(strings.ReplaceAll(strings.TrimSpace(v), "−", "-"), "+"))
		return n, err == nil && n > -1e9 && n < 1e9
	}
	return 0, false
}

// modifier returns the modifier of an ability's score, and whether there is a score.
func modifier(score any) (int, bool) {
	n, ok := whole(score)
	return int(math.Floor(float64(n-10) / 2)), ok
}

// diceOf reads dice notation.
func diceOf(text string) (dice.Expr, bool) {
	expr, err := dice.Parse(text)
	return expr, err == nil
}

// oneLine returns at most 50 characters of a text, without line breaks and control characters.
func oneLine(text string) string {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }), " ")
	if runes := []rune(strings.ToValidUTF8(text, "")); len(runes) <= 50 {
		return string(runes)
	} else {
		return string(runes[:50])
	}
}
