// Package dice rolls dice and reads dice notation. It knows no game:
//
//	Parse("2d6+1") ──▶ Expr ──▶ Roll(Roller) ──▶ Result: each die, the total, and how it is written
//	                       └──▶ Range(): what real dice can show
//
// A [Roller] is fair ([NewFair]) or, in tests, seeded or scripted.
package dice
