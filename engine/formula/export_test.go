package formula

import "slices"

// Same reports whether two formulas are the same, wherever their parts stand in the text.
func Same(a, b *Formula) bool { return same(a.root, b.root) }

func same(a, b *node) bool {
	return a.op == b.op && a.name == b.name && a.value == b.value && a.term == b.term && slices.EqualFunc(a.args, b.args, same)
}
