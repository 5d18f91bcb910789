// Package engine is what a fight is: its state, what can happen to it, and what each viewer may know of it.
//
//	command.Decide ──▶ Outcome{Before, Events, State}
//	                       │              └──▶ kept in the log, in a form that never changes (Codec)
//	                       └── View(viewer) ──▶ words, tracker, lists: never more than the viewer may know
//	the log        ──▶ Fold ──▶ State ──▶ Ruleset.Order: who acts when
//
// An [Event] is a fact, dice included. [Apply] is total: it rolls nothing, reads no clock and never fails, so replaying a log
// gives the same state again. What people may do, and when it is refused, is package command's; a refusal is an [Error], a
// code with arguments, and package words has its sentence.
//
// The IDs in comments (TO-6, CO-10 …) name the rules of the five rulesets; a [Ruleset] is built in package rules.
// A turn is a [TurnID] and the one who has it a [UnitID], never an index: the unit that acts next is the highest-placed one
// that has not acted (CO-3).
package engine
