package engine

import (
	"fmt"
	"reflect"
	"strings"
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

// Error is a refusal. A refused command has changed nothing. It holds no sentence: package words writes one from the
// reason and its arguments, which the asker may all see.
type Error struct {
	Code   Code
	Reason Reason
	Args
	GM      UserID        // the GM of the fight, with code NotAllowed and where a reason says so
	Choices []CombatantID // with code Choose those to choose from, with Confirm those it is about
}

// Args are what a refusal is about. Each [Reason] says which of them it sets.
type Args struct {
	Name    string   // a combatant, unit, side or fight, as it is called
	Other   string   // a second one
	Names   []string // several, or the values there are
	Text    string   // what was typed
	Near    string   // the name most like Text
	Option  string   // an option of a command
	Stat    string   // the key of a stat
	Ruleset string   // its title
	Example string   // what could be typed, in the notation asked for: "init 1, hp 10"
	Dice    string   // dice notation

	Count, Left int // a number given or needed, and what is left or used
	Low, High   int // the least and the greatest that is allowed

	Turn   []string // the units that have the turn
	GMActs bool     // somebody has the turn whom the asker may not know of
	Owned  bool     // a player owns Name
	Yours  bool     // Name is the asker's own
}

// String returns the arguments that are set, for logs.
func (a Args) String() string {
	var out []string
	v := reflect.ValueOf(a)
	for i := range v.NumField() {
		if f := v.Field(i); !f.IsZero() {
			out = append(out, fmt.Sprintf("%s=%+q", v.Type().Field(i).Name, fmt.Sprint(f.Interface())))
		}
	}
	return strings.Join(out, " ")
}

// Error returns code, reason and arguments, for logs.
func (e *Error) Error() string {
	return strings.TrimSpace(string(e.Code) + ": " + string(e.Reason) + " " + e.Args.String())
}

// Refused returns the code as text, for logs.
func (e *Error) Refused() string { return string(e.Code) }

// Refuse returns a refusal.
func Refuse(code Code, reason Reason, args Args) *Error {
	return &Error{Code: code, Reason: reason, Args: args}
}
