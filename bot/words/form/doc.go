// Package form has what buttons and forms say: their labels, hints and menus.
//
//	form.ButtonEndTurn ──▶ a button
//	form.JoinForm(ruleset) ──▶ a title, and a label and a hint for each input
//
// Which buttons there are, and what they do, is decided in package bot.
package form
