// Package chart draws how a fight went: a PNG with the hit points of each combatant, round by round, for everyone to see.
//
//	words.Tally reads the log ──▶ History.Note: what everyone knows when a round begins
//	the last state            ──▶ History.Note
//	                                   │
//	                            History.Picture ──▶ the PNG, and its alt text by package words
//
// It only ever sees the state as everyone knows it, so hidden combatants are not in it, and the GM's combatants have only the
// words unhurt, hurt, bloodied, critical and down: their lines go from one of these bands to the next.
package chart
