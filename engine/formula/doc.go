// Package formula reads the formulas of ruleset files, such as "d20 + init", "max(10, damage / 2)" or "2 if hesitant else 1". Their grammar is that of
// package dice:
//
//	text, Scope ──▶ Parse ──▶ Formula ──▶ Value(Values): a number, nothing allocated
//	                  │          └─────▶ Fill(Values): a dice.Expr, rolled and logged like any other
//	                  └──▶ Problems: each with its column and a sentence
//
// A formula is parsed once, when its file is loaded. [Parse] checks everything that can be wrong with it: a formula that parses can be
// evaluated for any [Values], always ends, and never fails (RS-12).
//
// IDs in comments (RS-10 …) name the rules of ruleset files. Everything here is a number or a roll (RS-11). A number is known before any
// dice fall. A roll has dice; filled in for a unit it is dice notation, and [Split] separates what its dice show from the number that
// is added (RS-14).
package formula
