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
	Stated  bool         `json:"stated,omitempty"`  // the score was given as a total, and nobody knows what the die showed (CR-59)
	Base    int          `json:"base,omitempty"`    // the original score, before modifiers
	Shift   int          `json:"shift,omitempty"`   // moves the unit in the order without changing its score: /init place by the GM
	Moved   int          `json:"moved,omitempty"`   // added to the score: it came back to another's place, or changed places (RS-46, RS-48)
	Last    int          `json:"last,omitempty"`    // not 0: acts last this round, in ascending order (TO-6)
	Came    int          `json:"came,omitempty"`    // under a clock: who came first to its tick has the lower number
	Place   Place        `json:"place,omitempty"`   // where the round is at this place
	Card    ruleset.Card `json:"card,omitempty"`    // in orders by cards: what it was dealt
	Rolled  bool         `json:"rolled,omitempty"`
	NoPlace bool         `json:"no_place,omitempty"` // has no turn this round
	HadTurn bool         `json:"took,omitempty"`     // had a turn this round that it didn't lose
	Counted bool         `json:"counted,omitempty"`  // an end of a turn this round has counted for its effects, so that no other does (RS-21)
	Slot    bool         `json:"slot,omitempty"`     // a slot of its side whose maker has left (RS-27)

	Stage   Stage  `json:"stage,omitempty"`      // of its turn in this round
	Began   TurnID `json:"turn_began,omitempty"` // its latest turn of this round that has begun
	HeldAt  int    `json:"held_at,omitempty"`    // Holding: the phase that the turn is in
	Playing UnitID `json:"playing,omitempty"`    // the place whose turn it has, or waits with; 0: its own
	Taken   int    `json:"taken,omitempty"`      // how many turns it has taken in slots this round

	Every int    `json:"every,omitempty"` // of an event: the number of rounds from one time it is due to the next, beginning with First (RS-71); 0: not an event
	First int    `json:"first,omitempty"`
	Note  string `json:"note,omitempty"` // an event: shown in its turn

	Losses       int  `json:"losses,omitempty"`        // visible members that went down since the last Morale reminder (CS-8)
	HiddenLosses int  `json:"hidden_losses,omitempty"` // hidden members that went down since then
	Blow         Blow `json:"blow,omitempty"`

	Of   UnitID `json:"of,omitempty"`   // a further place of that unit, which has members, name and waiting (RS-21); 0: a unit itself
	Home UnitID `json:"home,omitempty"` // the group whose member stands at this place alone for a while (TO-4); 0: none
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

// Stage says how far a unit is with its turn in a round. Only the methods below move it:
//
//	from                       by           to
//	NotBegun, Finished         begin        Begun      Finished: where it can have several turns a round
//	Begun, Rejoined            delay        Delaying
//	Begun                      hold         Holding
//	Delaying                   rejoin       Rejoined
//	Holding                    rejoin       Begun
//	Delaying, Holding          stopWaiting  NotBegun
//	NotBegun, Begun, Rejoined  Finish       Finished   NotBegun: the turn was lost
//	all but Delaying, Holding  newRound     NotBegun
//	Begun, Finished            moveOn       NotBegun
//
// A unit whose turn has begun may not have it just now: it was withdrawn or interrupted, and goes on when the unit gets it back. The words
// for a unit that waits also appear in encounter.json.
type Stage string

// The stages. In Delaying and Rejoined, what happens at the end of the turn has happened, but the unit can still act.
const (
	NotBegun Stage = ""
	Begun    Stage = "begun"
	Delaying Stage = "delay" // out of the order until it comes back or its old place does (RS-46)
	Rejoined Stage = "rejoined"
	Holding  Stage = "hold" // out of the order in the middle of its turn, for as long as it likes (RS-47)
	Finished Stage = "finished"
)

// Waits reports whether the unit is out of the order.
func (u *Unit) Waits() bool { return u.Stage == Delaying || u.Stage == Holding }

// EndedEarly reports whether the end of the turn that the unit can still take, or is taking, has happened before (RS-46).
func (u *Unit) EndedEarly() bool { return u.Stage == Delaying || u.Stage == Rejoined }

// Resumes reports whether the unit's turn has begun this round and not ended. If it doesn't have the turn, it will go on with that one.
func (u *Unit) Resumes() bool { return u.Began != 0 && u.Stage != Finished }

// Held returns the turn that the unit holds, or 0.
func (u *Unit) Held() TurnID {
	if u.Stage == Holding {
		return u.Began
	}
	return 0
}

// begin gives the unit a turn. One that was withdrawn or delayed goes on in it.
func (u *Unit) begin(turn TurnID) {
	u.Began, u.Playing = turn, 0
	if u.Stage == NotBegun || u.Stage == Finished {
		u.Stage = Begun
	}
}

// delay takes the unit out of the order at the end of its turn, hold in the middle of it.
func (u *Unit) delay()         { u.Stage, u.HadTurn = Delaying, true }
func (u *Unit) hold(phase int) { u.Stage, u.HeldAt = Holding, phase }

// rejoin brings a waiting unit back into the order.
func (u *Unit) rejoin() {
	switch u.Stage {
	case Delaying:
		u.Stage = Rejoined
	case Holding:
		u.Stage = Begun
	}
}

// stopWaiting ends a unit's waiting without a turn.
func (u *Unit) stopWaiting() { u.Stage, u.Began, u.HeldAt, u.Playing = NotBegun, 0, 0, 0 }

// Finish ends the unit's turn, which may have been lost before it began.
func (u *Unit) Finish() { u.Stage, u.Counted = Finished, true }

// newRound lets the unit have a turn again. One that waits goes on waiting with the turn that it had.
func (u *Unit) newRound() {
	u.Place, u.Last, u.HadTurn, u.Counted, u.Taken = PlaceAhead, 0, false, false, 0
	if !u.Waits() {
		u.Stage, u.Began, u.Playing = NotBegun, 0, 0
	}
}

// moveOn lets the unit have a turn again at its next tick, under a clock. One that has delayed its turn past that tick has lost it, and waits
// until the clock gets there.
func (u *Unit) moveOn() {
	u.Place, u.HadTurn, u.Counted, u.Began = PlaceAhead, false, false, 0
	if !u.EndedEarly() && u.Stage != Holding {
		u.Stage = NotBegun
	}
}

// UnitForm is a unit in an event. It has the keys that it has in the logs of all releases.
type UnitForm Unit

// loggedUnit is how a log says what a unit in a state says in other words.
type loggedUnit struct {
	plainUnit
	Acted   bool   `json:"acted,omitempty"` // the place is past or missed
	Waits   bool   `json:"waits,omitempty"` // it was missed
	Ended   bool   `json:"turn_ended,omitempty"`
	Again   bool   `json:"again,omitempty"`
	Over    bool   `json:"over,omitempty"` // see [Unit.EndedEarly]
	Waiting Stage  `json:"waiting,omitempty"`
	Held    TurnID `json:"held,omitempty"`
	BlowDue bool   `json:"blow_due,omitempty"` // a second blow was declared while the first is active
}

// plainUnit is a unit without methods.
type plainUnit Unit

// MarshalJSON returns the unit with the keys of a log.
func (f UnitForm) MarshalJSON() ([]byte, error) {
	u := Unit(f)
	out := loggedUnit{plainUnit: plainUnit(f), Acted: u.Acted(), Waits: u.Place == PlaceMissed,
		Ended: u.Stage == Finished, Again: u.Counted && u.Stage != Finished, Over: u.EndedEarly(), Held: u.Held()}
	if u.Waits() {
		out.Waiting = u.Stage
	}
	if u.Blow == BlowTwice {
		out.Blow, out.BlowDue = BlowActive, true
	}
	out.Place, out.Stage, out.Counted = PlaceAhead, NotBegun, false
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
	switch {
	case in.Waiting != NotBegun:
		in.Stage = in.Waiting
	case in.Ended:
		in.Stage = Finished
	case in.Over:
		in.Stage = Rejoined
	case in.Began != 0:
		in.Stage = Begun
	}
	in.Counted = in.Ended || in.Again
	if in.BlowDue && in.Blow == BlowActive {
		in.Blow = BlowTwice
	}
	*f = UnitForm(in.plainUnit)
	return nil
}
