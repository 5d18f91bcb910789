// Package plain makes plain sentences out of names, numbers and lists, and keeps what people typed from being read as markdown:
//
//	plain.Text("*Bob*") ──▶ \*Bob\*
//	plain.And([]string{"Ann", "Bob"}) ──▶ Ann and Bob
//	plain.Counted(2, "tick") ──▶ 2 ticks
package plain
