package formula

import (
	"slices"

	"roundel/engine/dice"
)

// Same reports whether two formulas are the same, wherever their parts stand in the text.
func Same(a, b *Formula) bool { return same(a.root, b.root) }

func same(a, b *dice.Node) bool {
	switch {
	case a.Op != b.Op || a.Value != b.Value:
		return false
	case a.Op == dice.OpDice:
		return a.Dice() == b.Dice()
	case a.Op >= dice.OpOwn && a.Name != b.Name:
		return false
	}
	return slices.EqualFunc(a.Args, b.Args, same)
}
