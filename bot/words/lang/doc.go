// Package lang says phrases in a language. A language is a file: texts by ID, its plural rules, how it writes lists, and the endings that
// names take. The code around it knows what is said, not how:
//
//	Phrase{"turn.over", who} ──▶ Language.Say ──▶ "Goblin 1's turn is over." or "Goblin 1s Zug ist vorbei."
//
// Names that people typed are escaped here, by the kind of their argument. If a language lacks one text of a sentence, the whole sentence
// is said in English.
package lang
