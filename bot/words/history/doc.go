// Package history is what people read about a fight's past: its log, what was undone and redone, and the summary of the whole fight with
// the texts of its picture. It tells every entry in the words of package words, and reads the log again where it has to know the end
// before the beginning: those who are hidden at the end are hidden all along.
//
//	engine.Log ──▶ Log ──────────────▶ the lines of /init log
//	           ──▶ Step ─────────────▶ a step to choose for /init undo and /init redo
//	           ──▶ Tally ──▶ Summary ▶ who is still standing, and what each combatant did
//	the undone steps ──▶ Stepped ────▶ what was undone, and whose turn it is
package history
