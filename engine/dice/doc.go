// Package dice rolls dice and parses dice notation. It is independent of any game system:
//
//	Parse("2d6+1") ──▶ Expr ──▶ Roll(Roller) ──▶ Result: each die and the total
//	                       └──▶ Range(): the lowest and highest possible total
//
// In play, the [Roller] is fair ([NewFair]). In tests it can be seeded ([Seeded]) or scripted ([Script]).
package dice
