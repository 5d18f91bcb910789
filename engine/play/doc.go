// Package play decides what happens in a fight: what people may do, and what then follows automatically. [Decide] takes a state, a ruleset and
// a [Command]. It returns the resulting events and state, or refuses the command with an [engine.Error]. It changes nothing:
//
//	Add{Name: "Goblin", Count: 2} ──▶ Decide(state, ruleset, command, Input) ──▶ engine.Outcome
//	                                                                        └──▶ *engine.Error: nothing happened
//
// Dice, the time and who is asking are passed in as [Input]. A command is refused before anything is rolled.
//
// A decider carries out one command on its own copy of the state. It applies each event to the copy at once, so every later
// step sees what has already happened. A [fight] does what follows: turns begin and end, effects end, ties are settled. It refuses nothing.
//
// What happens by itself is listed in moments.go. The forms of attack are in attack_form.go, and the shapes of the order in shape.go and
// shape_*.go.
package play
