package dice

import "fmt"

// Fault is the reason why a text can't be read.
type Fault string

// The faults that [Parse] finds.
const (
	NotNotation Fault = "not-notation" // not numbers and dice joined by + and -
	TooManyDice Fault = "too-many"     // more than MaxDice dice or MaxTerms terms in total
	DiceCount   Fault = "dice-count"   // a term does not have 1 to MaxDice dice
	DieSides    Fault = "die-sides"    // a die does not have 1 to MaxSides sides
	KeepCount   Fault = "keep-count"   // a term keeps no dice, or more than it has

	// Those that only [ParseNotation] and the methods of [Notation] find.
	Times       Fault = "times"        // it is not rolled 1 to MaxTimes times
	NoEdge      Fault = "no-edge"      // there is no single die for advantage or disadvantage (CR-53)
	UnknownName Fault = "unknown-name" // a name has no number
	EveryFace   Fault = "every-face"   // all faces are rerolled or explode (CR-52)
	ModTwice    Fault = "mod-twice"    // something is done twice with the same dice (CR-51)
	Ambiguous   Fault = "ambiguous"    // other bots disagree on what it means (CR-52)

	// Those that only [Tree] finds.
	Misplaced    Fault = "misplaced"    // a token after a complete value
	NoValue      Fault = "no-value"     // a value is missing before a token, or before the end
	NoElse       Fault = "no-else"      // a choice has no other value
	NotClosed    Fault = "not-closed"   // a bracket is not closed
	TooDeep      Fault = "too-deep"     // brackets and choices are more than MaxDepth deep
	UnknownSign  Fault = "unknown-sign" // formulas don't have a sign
	Capitals     Fault = "capitals"     // a word is not in small letters
	TooLarge     Fault = "too-large"    // a number is above MaxConst
	NoSides      Fault = "no-sides"     // dice don't say how many sides they have
	NoSpace      Fault = "no-space"     // a number and a word of the grammar are written together
	NumberOfName Fault = "number-name"  // a number and a name are written together
	NotDice      Fault = "not-dice"     // something that can't be there follows dice
)

// Error is what is wrong with a text.
type Error struct {
	Fault Fault
	Text  string // the part that is wrong, shortened if it is long; in a formula, the word or sign at fault

	Instead string // what to write in its place, of [Ambiguous]
	Column  int    // of the word or sign in a formula, from 1, in characters (RS-4)
}

// Error returns the fault and the text, for logs.
func (e *Error) Error() string { return fmt.Sprintf("dice: %s: %q", e.Fault, e.Text) }

func fault(what Fault, text string) *Error { return &Error{Fault: what, Text: clip(text)} }

func clip(text string) string {
	if r := []rune(text); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return text
}
