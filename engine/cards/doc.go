// Package cards is what a deck holds, and how its cards are written and typed (RS-28, RS-31).
//
//	"K♥", "kh" ──▶ Parse ──▶ Card ──▶ Score, String
package cards
