// Package typed reads what people type into the options of commands: stats, amounts, results of dice and lists of names.
//
//	"-1d8-2" ──▶ Amount ──▶ dice, or a refusal that says what is wrong
package typed
