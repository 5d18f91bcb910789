package card

import (
	"encoding/json"
	"errors"
	"strconv"

	"roundel/snowflake"
	"roundel/store"
)

// ErrUnreadable means that the ruleset of a fight can't be had, and that asking again won't help.
var ErrUnreadable = errors.New("card: the ruleset of the fight can't be read")

// shown is store.Display.Shown, decoded.
type shown struct {
	Intro string    `json:"lead,omitempty"` // what the card says happened before its turn; the stored name is older
	Head  string    `json:"head,omitempty"` // what remains of the card when its turn is over
	Old   []oldCard `json:"old,omitempty"`  // earlier cards that still have their buttons
	Sent  uint64    `json:"sent,omitempty"` // the hash of what the card shows; 0: not known
}

// oldCard is a card whose turn is over, and what has to remain of it.
type oldCard struct {
	ID   snowflake.Message `json:"id"`
	Head string            `json:"head"` // empty: all but the buttons
}

// maxOld is the maximum number of cards that may still have their buttons. If Discord refuses to edit more, the oldest keep theirs.
const maxOld = 8

// shownOf decodes what a display says about its cards. Releases without cards have stored the ID of the turn's announcement there, which has buttons, too.
func shownOf(d store.Display) shown {
	if _, err := strconv.ParseUint(d.Shown, 10, 64); err == nil {
		return shown{Old: []oldCard{{ID: snowflake.Message(d.Shown)}}}
	}
	var out shown
	if json.Unmarshal([]byte(d.Shown), &out) != nil {
		return shown{}
	}
	return out
}

// lastCard returns the card that was posted last, or "".
func lastCard(d store.Display) snowflake.Message {
	if old := shownOf(d).Old; d.Card == "" && len(old) > 0 {
		return old[len(old)-1].ID
	}
	return d.Card
}

// setShown encodes what a display says about its cards.
func setShown(d *store.Display, s shown) error {
	s.Old = s.Old[max(0, len(s.Old)-maxOld):]
	data, err := json.Marshal(s)
	d.Shown = string(data)
	return err
}
