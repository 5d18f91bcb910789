package strictyaml_test

import (
	"fmt"
	"testing"
	"unicode"

	"roundel/engine"
	"roundel/engine/strictyaml"
)

// The keys say what may stand where, and what reading them does.
func Example() {
	name, locked := "", true
	k := strictyaml.NewKeys("a door")
	k.Format()
	k.Text("name", "what it is called", &name, strictyaml.Text(1, 40)).Must()
	k.YesNo("locked", "whether it needs a key", &locked)
	var r strictyaml.Reader
	if r.Open([]byte("roundel: 1\nname: Gate\nlokced: no\n"), strictyaml.File{What: "a door", Most: 1000}, k.Spec()) {
		k.Read(r.Root)
		fmt.Println(name, locked)
	}
	fmt.Println(strictyaml.Sorted(r.Problems))
	// Output:
	// Gate true
	// 3:1: lokced: this is not a key of a door; is "locked" meant?
}

// TestTextsShowSomething: a text that must not be empty has a character that people see, as a name has that the engine takes.
func TestTextsShowSomething(t *testing.T) {
	k := strictyaml.NewKeys("a door")
	k.Add("name", "what it is called", strictyaml.Text(1, 40), nil).Must()
	for r := rune(' '); r <= unicode.MaxRune; r++ {
		const blank = '\u2800'
		odd := r == 'x' || r == blank || unicode.In(r, unicode.Z, unicode.Cf, unicode.M, unicode.Other_Default_Ignorable_Code_Point)
		if !odd || r == '\u2028' || r == '\u2029' { // those two end a line
			continue
		}
		reader := strictyaml.Reader{}
		reader.Open(fmt.Appendf(nil, "name: \"\\U%08x\"", r), strictyaml.File{What: "a door", Most: 1000}, k.Spec())
		if (len(reader.Problems) == 0) != (engine.CleanName(string(r)) != "") {
			t.Errorf("%U: %v", r, reader.Problems)
		}
	}
}
