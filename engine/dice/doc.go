// Package dice rolls dice and reads dice notation. It is independent of any game system:
//
//	Parse("2d6+1") ──▶ Expr ──▶ Roll(Roller) ──▶ Result: each die and the total
//	                       └──▶ Range(): the lowest and highest possible total
//
// All dice notation is one grammar. [Parse] reads plain sums, [ParseNotation] whatever parts of it are allowed, and [Tree] the formulas of ruleset files,
// which package formula checks and evaluates.
//
// In play, the [Roller] is fair ([NewFair]). In tests it can be seeded ([Seeded]) or scripted ([Script]).
package dice
