package engine

import (
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"roundel/engine/reason"
	"roundel/snowflake"
)

// Code is the kind of refusal, for callers that branch on it.
type Code string

// The codes of refusals.
const (
	Invalid       Code = "invalid"         // the words or numbers given are not valid
	NotFound      Code = "not-found"       // the asker can see nothing with that name
	NotAllowed    Code = "not-allowed"     // only someone else may do this
	NotNow        Code = "not-now"         // the phase, the turn or the round does not allow it
	NotInRules    Code = "not-in-rules"    // the fight's ruleset has no such rule
	Stale         Code = "stale"           // meant for an earlier turn (CO-10)
	NoEncounter   Code = "no-encounter"    // the channel has no fight
	Choose        Code = "choose"          // several combatants match: Error.Choices
	Confirm       Code = "confirm"         // the GM has to confirm first (RI-5)
	NothingToUndo Code = "nothing-to-undo" // there is nothing left to undo or redo
)

// Error is a refusal. A refused command changes nothing. An Error holds no sentence: package words writes one from the reason and
// its arguments, all of which the asker may see.
type Error struct {
	Code   Code
	Reason reason.Reason
	Args
	GM      snowflake.User // the fight's GM; set with code NotAllowed and where a reason says so
	Choices []CombatantID  // with code Choose, the combatants to choose from; with Confirm, the combatants affected
}

// Args are the details of a refusal. The comment on each [reason.Reason] says which fields it sets.
type Args struct {
	Name    string   // the name of a combatant, unit, side or fight
	Other   string   // a second name
	Names   []string // several names, or the valid values
	Text    string   // what the user typed
	Near    string   // the name closest to Text
	Option  string   // an option of a command
	Stat    string   // the key of a stat
	Pool    string   // the key of a pool
	Ruleset string   // the ruleset's title
	Example string   // valid input in the notation expected: "init 1, hp 10"
	Dice    string   // dice notation

	Condition  bool     // Text or, with NoReactionsNow, Other is the name of one of the ruleset's conditions
	Conditions []string // those of Names that are names of the ruleset's conditions
	Down       string   // which of Text and Names is a state at 0 hit points

	Count, Left int // the number given or needed, and the number left or used
	Low, High   int // the lowest and highest number allowed

	Turn   []string // the units that have the turn
	GMActs bool     // the active combatant is hidden from the asker
	Owned  bool     // a player owns Name
	Yours  bool     // Name belongs to the asker
}

// String returns the fields that are set as key=value pairs, for logs.
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

// Error returns the code, reason and arguments as text, for logs.
func (e *Error) Error() string {
	return strings.TrimSpace(string(e.Code) + ": " + string(e.Reason) + " " + e.Args.String())
}

// Refuse returns a refusal with this code, reason and arguments.
func Refuse(code Code, why reason.Reason, args Args) *Error {
	return &Error{Code: code, Reason: why, Args: args}
}

// CheckText refuses, with the given reason, a text that is empty, too long or not on one line.
func CheckText(text string, most int, why reason.Reason) error {
	n := utf8.RuneCountInString(text)
	if n == 0 || n > most || !utf8.ValidString(text) || strings.ContainsFunc(text, forbidden) {
		return Refuse(Invalid, why, Args{Low: 1, High: most})
	}
	return nil
}
