// Package engine is the rules of turns: who acts when, what ends when, who is hit for how much.
//
// It is pure. [Decide] looks at a [State], a [Ruleset] and a [Command] and answers with events or with a refusal
// ([*Error]); it changes nothing. [Event]s hold facts, dice included, and [Apply] is total: it rolls nothing, asks no
// clock and never fails, so replaying a log gives the state that was. Chance, time and who is asking come in through
// [Input].
//
// The IDs in comments (TO-6, CO-10 …) name the rules of the five rulesets; a [Ruleset] is built in package rules.
// A turn is a [TurnID] and the one who has it a [UnitID], never a place in a list: the unit that acts next is the
// highest-placed one that has not acted (CO-3).
package engine
