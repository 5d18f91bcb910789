// Package turns runs a fight from turn to turn: whose turn begins and ends, what that does to effects, rounds and surprise, who rolls
// and who wins a tie. It works out what follows from what people ask for, and refuses nothing:
//
//	command.Decide ──▶ Fight.EndMemberTurn, EndTurnIfDone, RollAll, ChangeHP … ──▶ Fight.Events, Fight.State
//
// A [Fight] belongs to one command. Everything that happens in it is an event, applied to its state at once.
package turns
