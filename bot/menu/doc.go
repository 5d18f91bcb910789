// Package menu builds what people choose from: forms with their texts, menus of 25 entries, rows of buttons, and what an option suggests
// while somebody types.
//
//	names, texts ──▶ Form, Choose, Rows, Suggest ──▶ what package discord sends
//
// It knows nothing of a fight.
package menu
