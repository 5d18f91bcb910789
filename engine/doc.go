// Package engine models a fight: its state and the events that change it.
//
//	play.Decide ──▶ Outcome{Before, Events, State}
//	                       │              └──▶ stored in the log, in a form that never changes (codec.go)
//	                       └── view.Of(outcome, viewer) ──▶ replies, cards, lists: only what the viewer may know
//	the log        ──▶ Fold ──▶ State ──▶ State.Order: the turn order
//
// An [Event] is a fact, including any dice rolled. [Apply] rolls no dice, reads no clock and never fails, so replaying a log always
// gives the same state. Package play decides what people may do. A refusal is an [Error]: a code, a reason and arguments, which
// package words turns into a sentence.
//
// IDs in comments (TO-6, CO-10 …) name rules; docs/rules.md lists them. A game's rules are a [ruleset.Ruleset].
// A turn is identified by a [TurnID] and the unit that has it by a [UnitID], never by an index. Unless a choice or a draw
// decides, the next unit is the highest in the order that has not acted (CO-3).
package engine
