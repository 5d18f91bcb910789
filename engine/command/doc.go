// Package command is what people may do in a fight. [Decide] looks at the state, the ruleset and a [Command], and returns the
// events that follow and the state they lead to, or refuses with an [engine.Error]; it changes nothing:
//
//	Add{Name: "Goblin", Count: 2} ──▶ Decide(state, ruleset, command, Input) ──▶ engine.Outcome
//	                                                                        └──▶ *engine.Error: nothing happened
//
// Chance, time and who is asking come in through [Input]. A command is refused before anything is rolled.
//
// A decider works on its own copy of the state and applies each event to it as it goes, so that what follows is decided on
// what has already happened.
package command
