package engine

import (
	"encoding/json"

	"roundel/engine/ruleset"
)

// Unit is a combatant or a group of combatants with one place in the order. Its score is Base plus modifiers: see [State.Score]. Each
// command copies the units, so fields of the same size stand together, which makes them smaller.
type Unit struct {
	ID   UnitID `json:"id"`
	Name string `json:"name"`
	Side string `json:"side"`
	Key  string `json:"key,omitempty"` // what members have in common (TO-4); empty: no one else can join

	Natural int          `json:"natural,omitempty"` // the number on the die
	Base    int          `json:"base,omitempty"`    // the original score, before modifiers
	Shift   int          `json:"shift,omitempty"`   // moves the unit in the order without changing its score: /init place by the GM
	Moved   int          `json:"moved,omitempty"`   // added to the score: it came back to another's place, or changed places (RS-46, RS-48)
	Last    int          `json:"last,omitempty"`    // not 0: acts last this round, in ascending order (TO-6)
	Card    ruleset.Card `json:"card,omitempty"`    // in orders by cards: what it was dealt
	Came    int          `json:"came,omitempty"`    // under a clock: who came first to its tick has the lower number
	Rolled  bool         `json:"rolled,omitempty"`
	NoPlace bool         `json:"no_place,omitempty"` // has no turn this round

	Place   Place  `json:"place,omitempty"`      // where the round is at this place
	HadTurn bool   `json:"took,omitempty"`       // had a turn this round that it didn't lose
	Ended   bool   `json:"turn_ended,omitempty"` // a turn of it has ended this round, or was lost
	Again   bool   `json:"again,omitempty"`      // the latest is not its first turn of the round (RS-21)
	Over    bool   `json:"over,omitempty"`       // the end of the turn that it can still take, or is taking, has happened before (RS-46)
	Began   TurnID `json:"turn_began,omitempty"` // its latest turn of this round that has begun

	Waiting Waiting `json:"waiting,omitempty"` // out of the order (RS-46, RS-47)
	Held    TurnID  `json:"held,omitempty"`    // the turn that a unit holds
	HeldAt  int     `json:"held_at,omitempty"` // the phase it is in

	Every int    `json:"every,omitempty"` // an event: due every so many rounds, from First on (RS-71); 0: not an event
	First int    `json:"first,omitempty"`
	Note  string `json:"note,omitempty"` // an event: shown in its turn

	Losses       int  `json:"losses,omitempty"`        // visible members that went down since the last Morale reminder (CS-8)
	HiddenLosses int  `json:"hidden_losses,omitempty"` // hidden members that went down since then
	Blow         Blow `json:"blow,omitempty"`
	BlowDue      bool `json:"blow_due,omitempty"` // a second blow was declared while the first is active

	Slot    bool   `json:"slot,omitempty"`    // a slot of its side whose maker has left (RS-27)
	Of      UnitID `json:"of,omitempty"`      // a further place of that unit, which has members, name and waiting (RS-21); 0: a unit itself
	Home    UnitID `json:"home,omitempty"`    // the group whose member stands at this place alone for a while (TO-4); 0: none
	Taken   int    `json:"taken,omitempty"`   // how many turns it has taken in slots this round
	Playing UnitID `json:"playing,omitempty"` // the place whose turn it has, or waits with; 0: its own
}

// Place says whether the round has come to a place in the order. A place that it has come to gives no turn any more.
type Place string

// What the round can have done: not come to the place yet; come past it before its unit joined, which acts from the next round on (CO-4);
// come to it.
const (
	PlaceAhead  Place = ""
	PlaceMissed Place = "missed"
	PlacePast   Place = "past"
)

// Acted reports whether the unit can't act any more this round at this place.
func (u *Unit) Acted() bool { return u.Place != PlaceAhead }

// Pass takes the round past the place. One that was missed stays so.
func (u *Unit) Pass() {
	if u.Place == PlaceAhead {
		u.Place = PlacePast
	}
}

// UnitForm is a unit in an event. It has the keys that it has in the logs of all releases.
type UnitForm Unit

// loggedUnit is how a log says what a unit in a state says in other words.
type loggedUnit struct {
	plainUnit
	Acted bool `json:"acted,omitempty"` // the place is past or missed
	Waits bool `json:"waits,omitempty"` // it was missed
}

// plainUnit is a unit without methods.
type plainUnit Unit

// MarshalJSON returns the unit with the keys of a log.
func (f UnitForm) MarshalJSON() ([]byte, error) {
	out := loggedUnit{plainUnit: plainUnit(f), Acted: f.Place != PlaceAhead, Waits: f.Place == PlaceMissed}
	out.Place = PlaceAhead
	return json.Marshal(out)
}

// UnmarshalJSON reads the unit from a log.
func (f *UnitForm) UnmarshalJSON(data []byte) error {
	var in loggedUnit
	if err := json.Unmarshal(data, &in); err != nil {
		return err
	}
	switch {
	case in.Acted && in.Waits:
		in.Place = PlaceMissed
	case in.Acted:
		in.Place = PlacePast
	}
	*f = UnitForm(in.plainUnit)
	return nil
}
