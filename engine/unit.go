package engine

import (
	"encoding/json"

	"roundel/engine/ruleset"
)

// Unit is a combatant or a group of combatants with one place in the order. Its score is Base plus modifiers: see [State.Score]. Every command
// copies the units, so fields of the same size are kept together to make them smaller.
type Unit struct {
	ID   UnitID `json:"id"`
	Name string `json:"name"`
	Side string `json:"side"`
	Key  string `json:"key,omitempty"` // what its members have in common (TO-4); empty: nobody else can join it

	Natural int          `json:"natural,omitempty"` // the number on the die
	Stated  bool         `json:"stated,omitempty"`  // the score was given as a total, so nobody knows what the die showed (CR-59)
	Base    int          `json:"base,omitempty"`    // the original score, before modifiers
	Shift   int          `json:"shift,omitempty"`   // moves the unit in the order without changing its score: /init place by the GM
	Moved   int          `json:"moved,omitempty"`   // added to the score after it rejoined at another's place or swapped places (RS-46, RS-48)
	Last    int          `json:"last,omitempty"`    // not 0: acts last this round, in ascending order (TO-6)
	Came    int          `json:"came,omitempty"`    // under a clock: of those at the same tick, the one with the lower number came first
	Place   Place        `json:"place,omitempty"`   // whether the round has come to this place
	Card    ruleset.Card `json:"card,omitempty"`    // in orders by cards: what it was dealt
	Rolled  bool         `json:"rolled,omitempty"`
	NoPlace bool         `json:"no_place,omitempty"` // it has no turn this round
	HadTurn bool         `json:"took,omitempty"`     // it had a turn this round that it didn't lose
	Counted bool         `json:"counted,omitempty"`  // the end of a turn has counted for its effects this round, so no other does (RS-21)
	Slot    bool         `json:"slot,omitempty"`     // a slot of its side whose unit has left (RS-27)

	Stage   Stage  `json:"stage,omitempty"`      // of its turn in this round
	Began   TurnID `json:"turn_began,omitempty"` // the latest turn that it has begun this round
	HeldAt  int    `json:"held_at,omitempty"`    // Holding: the phase of the turn it holds
	Playing UnitID `json:"playing,omitempty"`    // the place whose turn it has or waits with; 0: its own
	Taken   int    `json:"taken,omitempty"`      // how many turns it has taken in slots this round

	Every int    `json:"every,omitempty"` // for an event: how many rounds there are from one time it is due to the next, starting with First (RS-71); 0: not an event
	First int    `json:"first,omitempty"`
	Note  string `json:"note,omitempty"` // for an event: shown in its turn

	Losses       int  `json:"losses,omitempty"`        // visible members that went down since the last Morale reminder (CS-8)
	HiddenLosses int  `json:"hidden_losses,omitempty"` // hidden members that went down since then
	Blow         Blow `json:"blow,omitempty"`

	Of   UnitID `json:"of,omitempty"`   // a further place of that unit, which has the members (RS-21); 0: it is a unit itself
	Home UnitID `json:"home,omitempty"` // the group whose member stands at this place alone for now (TO-4); 0: none
}

// Place says whether the round has come to a place in the order. Once it has, the place gives no more turns.
type Place string

// The round hasn't come to the place yet; it passed the place before the unit joined, so the unit acts from the next round on (CO-4); it has
// come to the place.
const (
	PlaceAhead  Place = ""
	PlaceMissed Place = "missed"
	PlacePast   Place = "past"
)

// Acted reports whether the unit can no longer act at this place this round.
func (u *Unit) Acted() bool { return u.Place != PlaceAhead }

// Pass records that the round has come to the place. A missed place stays missed.
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
// A unit whose turn has begun doesn't always have the turn: it may have been withdrawn or interrupted, and resumes later. The stages of
// waiting units also appear in encounter.json.
type Stage string

// The stages. In Delaying and Rejoined, the end of the turn has already happened, but the unit can still act.
const (
	NotBegun Stage = ""
	Begun    Stage = "begun"
	Delaying Stage = "delay" // out of the order until it comes back or the round returns to its old place (RS-46)
	Rejoined Stage = "rejoined"
	Holding  Stage = "hold" // out of the order in the middle of its turn, as long as it likes (RS-47)
	Finished Stage = "finished"
)

// Waits reports whether the unit is out of the order.
func (u *Unit) Waits() bool { return u.Stage == Delaying || u.Stage == Holding }

// EndedEarly reports whether the end of the turn happened before the unit took it (RS-46).
func (u *Unit) EndedEarly() bool { return u.Stage == Delaying || u.Stage == Rejoined }

// Resumes reports whether the unit's turn has begun this round and not ended. If it doesn't have the turn now, it will resume it.
func (u *Unit) Resumes() bool { return u.Began != 0 && u.Stage != Finished }

// Held returns the turn that the unit holds, or 0.
func (u *Unit) Held() TurnID {
	if u.Stage == Holding {
		return u.Began
	}
	return 0
}

// IsEvent reports whether the unit is a fixed entry of the order (RS-71).
func (u *Unit) IsEvent() bool { return u.Every > 0 }

// BySide reports whether each side of the encounter is one unit.
func (s *State) BySide(rs *ruleset.Ruleset) bool {
	return rs.Units.Side || rs.Units.SideOption && s.Group
}

// InOrder reports whether the unit has a place in this round's order. An event has one in the rounds in which it is due; during setup, all are
// shown.
func (s *State) InOrder(u *Unit) bool {
	if u.NoPlace {
		return false
	}
	return !u.IsEvent() || s.Phase == Setup || s.Round >= u.First && (s.Round-u.First)%u.Every == 0
}

// begin gives the unit a turn. If one was withdrawn or delayed, it resumes as this turn.
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

// newRound lets the unit have a turn again. A waiting unit keeps waiting with its old turn.
func (u *Unit) newRound() {
	u.Place, u.Last, u.HadTurn, u.Counted, u.Taken = PlaceAhead, 0, false, false, 0
	if !u.Waits() {
		u.Stage, u.Began, u.Playing = NotBegun, 0, 0
	}
}

// moveOn lets the unit have a turn again at its next tick, under a clock. A unit that delayed its turn beyond that tick has lost it, and waits
// until the clock gets there.
func (u *Unit) moveOn() {
	u.Place, u.HadTurn, u.Counted, u.Began = PlaceAhead, false, false, 0
	if !u.EndedEarly() && u.Stage != Holding {
		u.Stage = NotBegun
	}
}

// UnitForm is a unit in an event. It uses the JSON keys that logs of all releases have.
type UnitForm Unit

// loggedUnit has the keys of a log for what a unit in a state stores differently.
type loggedUnit struct {
	plainUnit
	Acted   bool   `json:"acted,omitempty"` // the place is past or missed
	Waits   bool   `json:"waits,omitempty"` // the place was missed
	Ended   bool   `json:"turn_ended,omitempty"`
	Again   bool   `json:"again,omitempty"`
	Over    bool   `json:"over,omitempty"` // see [Unit.EndedEarly]
	Waiting Stage  `json:"waiting,omitempty"`
	Held    TurnID `json:"held,omitempty"`
	BlowDue bool   `json:"blow_due,omitempty"` // a second blow was declared while the first was active
}

// plainUnit is a Unit without its methods.
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
