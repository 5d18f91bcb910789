// Package words says what people read about a fight: events, lists, cards and help, each as one viewer may know it. It decides what is said; the sentences
// themselves are texts of a language, in package lang. It knows the engine, but not how Discord is reached or how anything is stored.
//
//	engine.Outcome ──▶ View(viewer) ──▶ Tell ─────────▶ the lines of an answer
//	engine.State   ──▶ View(viewer) ──▶ Board ────────▶ the order, 40 columns wide
//	                                ──▶ Card ─────────▶ a new turn
//	the log        ──▶ Log, Summary
//
// The rules for every sentence the bot says:
//
//   - What happened, then what to do. One short sentence for each fact, in the words used at the table: fight, round, turn,
//     initiative, surprise, effect.
//   - A refusal blames nobody and never says "error" or "invalid".
//   - Names and anything else people typed are shown as typed (see plain.go) and ping no one.
//   - A line fits on a phone. Symbols are words or shapes; nothing depends on color.
//   - Hidden things are never revealed, not even by a number or a gap: functions take only a [view.View] or its state.
//   - Hit points of the GM's combatants are numbers for the GM alone; others read unhurt, hurt, bloodied, critical, down.
package words
