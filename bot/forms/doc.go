// Package forms decides what the forms of a fight ask, and reads what comes back. A form depends on who asks and when: whom it offers,
// which weapons, how many ticks.
//
//	Asker ──▶ Attack ──────▶ the form: whom the asker can attack now, or the refusal that submitting it would get
//	Asker ──▶ ReadAttack ◀── the same form, filled in ──▶ command.Strike
//
// It shows nobody more than they may see and changes nothing: package bot opens the forms, and plays the commands.
package forms
