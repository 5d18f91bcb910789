package strictyaml_test

import (
	"fmt"
	"testing"
	"unicode"

	"roundel/engine"
	"roundel/engine/strictyaml"
)

// A file is held against its keys, and then read.
func Example() {
	keys := strictyaml.MappingOf("a door",
		strictyaml.Required("roundel", strictyaml.Format()),
		strictyaml.Required("name", strictyaml.Text(1, 40)),
		strictyaml.Optional("locked", strictyaml.YesNo()),
	)
	var r strictyaml.Reader
	if r.Open([]byte("roundel: 1\nname: Gate\nlokced: yes\n"), strictyaml.File{What: "a door", Most: 1000}, keys) {
		fmt.Println(r.Text(r.Root, "name"), r.Yes(r.Root, "locked"))
	}
	fmt.Println(strictyaml.Sorted(r.Problems))
	// Output:
	// Gate false
	// 3:1: lokced: this is not a key of a door; is "locked" meant?
}

// TestTextsShowSomething: a text that must not be empty has a character that people see, as a name has that the engine takes.
func TestTextsShowSomething(t *testing.T) {
	keys := strictyaml.MappingOf("a door", strictyaml.Required("name", strictyaml.Text(1, 40)))
	for r := rune(' '); r <= unicode.MaxRune; r++ {
		const blank = '\u2800'
		odd := r == 'x' || r == blank || unicode.In(r, unicode.Z, unicode.Cf, unicode.M, unicode.Other_Default_Ignorable_Code_Point)
		if !odd || r == '\u2028' || r == '\u2029' { // those two end a line
			continue
		}
		reader := strictyaml.Reader{}
		reader.Open(fmt.Appendf(nil, "name: \"\\U%08x\"", r), strictyaml.File{What: "a door", Most: 1000}, keys)
		if (len(reader.Problems) == 0) != (engine.CleanName(string(r)) != "") {
			t.Errorf("%U: %v", r, reader.Problems)
		}
	}
}
