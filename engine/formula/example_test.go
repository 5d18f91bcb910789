package formula_test

import (
	"fmt"

	"roundel/engine/dice"
	"roundel/engine/formula"
)

// anna is a unit of one player character.
type anna struct{ init, edge int }

func (a anna) Fact(name string) int { return map[string]int{"pc": 1, "members": 1}[name] }
func (a anna) Members() int         { return 1 }
func (a anna) PC(int) bool          { return true }
func (a anna) Stat(_ int, name string) (int, bool) {
	value, given := map[string]int{"init": a.init, "edge": a.edge}[name]
	return value, given
}

// A formula is parsed once and filled in for each unit; then it is dice notation like any other.
func Example() {
	scope := formula.Scope{Stats: []formula.Stat{{Name: "init"}, {Name: "edge"}}}
	initiative, err := formula.Parse("(2d20kh1 if edge > 0 else d20) + init", scope)
	if err != nil {
		fmt.Println(err)
		return
	}
	roll := initiative.Fill(anna{init: 3, edge: 1})
	fmt.Println(roll, "without edge:", initiative.Fill(anna{init: 3}))
	fmt.Println(roll.Roll(dice.Script(17, 4)))

	counted, number := formula.Split(roll)
	low, high := counted.Range()
	fmt.Println("real dice show", low, "to", high, "and count", number, "more")

	_, err = formula.Parse("d20 + int", scope)
	fmt.Println(err)
	// Output:
	// 2d20kh1+3 without edge: 1d20+3
	// 2d20kh1+3 (17, 4) = 20
	// real dice show 1 to 20 and count 3 more
	// column 7: "int" is no stat of this ruleset; is "init" meant?
}
