package card

import (
	"encoding/json"
	"errors"
	"strconv"

	"roundel/engine"
	"roundel/snowflake"
)

// ErrOutdated is returned by SaveDisplay when was is no longer the stored value; nothing was changed.
var ErrOutdated = errors.New("card: the display was changed in the meantime")

// ErrUnreadable means that the ruleset of a fight can't be had, and that asking again won't help.
var ErrUnreadable = errors.New("card: the ruleset of the fight can't be read")

// Display is what has been shown of a channel's latest encounter, which may have ended. The difference between it and the
// state is what still has to be shown.
type Display struct {
	Encounter int64 // the encounter's row ID
	Channel   snowflake.Channel
	Ended     bool
	Seq       int64         // the last entry of the log
	Turn      engine.TurnID // the current turn; 0: it is no one's turn
	Paused    bool

	Card      snowflake.Message // the latest card; empty: not posted yet
	CardSeq   int64             // the last entry that the card shows; less if an older card still has its buttons
	Announced engine.TurnID     // the turn of the card, whose players it mentioned
	Shown     string            // what else the publisher has to know about its cards
	Remind    int64             // when to remind of that turn, in Unix milliseconds; 0: never
}

// Behind reports whether something still has to be shown.
func (d Display) Behind() bool { return d.CardSeq < d.Seq || d.needsCard() }

// needsCard reports whether a turn has begun that has no card yet.
func (d Display) needsCard() bool {
	return d.Turn != 0 && d.Announced != d.Turn && !d.Ended && !d.Paused
}

// shown is Display.Shown, decoded.
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

// shown decodes Shown. Releases without cards have stored the ID of the turn's announcement there, which has buttons, too.
func (d Display) shown() shown {
	if _, err := strconv.ParseUint(d.Shown, 10, 64); err == nil {
		return shown{Old: []oldCard{{ID: snowflake.Message(d.Shown)}}}
	}
	var out shown
	if json.Unmarshal([]byte(d.Shown), &out) != nil {
		return shown{}
	}
	return out
}

// last returns the card that was posted last, or "".
func (d Display) last() snowflake.Message {
	if old := d.shown().Old; d.Card == "" && len(old) > 0 {
		return old[len(old)-1].ID
	}
	return d.Card
}

// setShown encodes Shown.
func (d *Display) setShown(s shown) error {
	s.Old = s.Old[max(0, len(s.Old)-maxOld):]
	data, err := json.Marshal(s)
	d.Shown = string(data)
	return err
}
