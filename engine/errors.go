package engine

import (
	"errors"
	"fmt"
	"unicode"
	"unicode/utf8"
)

// Code says what kind of refusal an [Error] is, for callers that branch on it.
type Code string

// The codes of refusals.
const (
	Invalid       Code = "invalid"         // the words or numbers given do not fit
	NotFound      Code = "not-found"       // nothing of that name that the asker may see
	NotAllowed    Code = "not-allowed"     // somebody else may do this
	NotNow        Code = "not-now"         // the phase, the turn or the round does not allow it
	NotInRules    Code = "not-in-rules"    // the ruleset in play has no such thing
	Stale         Code = "stale"           // meant for an earlier turn (CO-10)
	NoEncounter   Code = "no-encounter"    // the channel has no fight
	Choose        Code = "choose"          // several combatants fit: Error.Choices (next)
	Confirm       Code = "confirm"         // RI-5: the GM is asked first
	NothingToUndo Code = "nothing-to-undo" // undo or redo has nothing left
)

// GMWord stands in an Error's text where the GM of the encounter is to be named.
const GMWord = "{gm}"

// Error is a refusal: one sentence for people that says what to do next. It starts with a capital letter and ends with
// a full stop. A refused command has changed nothing.
type Error struct {
	Code    Code
	Text    string        // may hold GMWord
	GM      UserID        // who GMWord is
	Choices []CombatantID // with code Choose those to choose from, with Confirm those it is about
}

// Error returns the sentence.
func (e *Error) Error() string { return e.Text }

// Refused returns the code as text, for logs.
func (e *Error) Refused() string { return string(e.Code) }

// notAllowed tells a refusal for want of permission, which goes before all others.
func notAllowed(err error) bool {
	var refusal *Error
	return errors.As(err, &refusal) && refusal.Code == NotAllowed
}

// Refuse builds a refusal; a name it begins with is written with a capital letter.
func Refuse(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Text: upper(fmt.Sprintf(format, args...))}
}

// upper writes the first letter of a sentence large.
func upper(s string) string {
	first, n := utf8.DecodeRuneInString(s)
	if first == utf8.RuneError {
		return s
	}
	return string(unicode.ToUpper(first)) + s[n:]
}
