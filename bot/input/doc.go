// Package input turns the options of commands, and what people typed into forms, into commands of the engine:
//
//	input.Options{"target": "Goblin", "amount": "5"} ──▶ input.Damage ──▶ command.Damage
//
// It decides nothing: the engine says whether a command is allowed.
package input
