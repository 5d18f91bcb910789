package engine

import (
	"cmp"
	"slices"
	"time"

	"roundel/engine/ruleset"
)

// turnEvents lists the events of rounds and turns.
func turnEvents() []codec {
	return []codec{
		{"turn-began", 2, TurnBegan{}},
		{"round-began", 1, RoundBegan{}},
		{"round-ended", 1, RoundEnded{}},
		{"member-acted", 1, MemberActed{}},
		{"turn-seen", 1, TurnSeen{}},
		{"turn-lost", 2, TurnLost{}},
		{"turn-regained", 1, TurnRegained{}},
		{"turn-ended", 1, TurnEnded{}},
		{"turn-withdrawn", 1, TurnWithdrawn{}},
		{"unit-waits", 1, UnitWaits{}},
		{"acts-last", 1, ActsLast{}},
	}
}

// TurnBegan starts a turn for these units. In a view it may have no units: the GM acts.
type TurnBegan struct {
	Units  []UnitID  `json:"units"`
	Places []UnitID  `json:"places,omitempty"` // the place at which a unit has the turn, if that isn't its first (RS-21)
	Slot   UnitID    `json:"slot,omitempty"`   // the slot that the unit takes (RS-27)
	Turn   TurnID    `json:"turn"`
	At     time.Time `json:"at"`
	Hidden bool      `json:"hidden,omitempty"` // only hidden members of these units can act
	Side   string    `json:"side,omitempty"`   // the unit's side, if others follow it by choice (RS-32)
	Fresh  bool      `json:"fresh,omitempty"`  // refills all pools of the members, in logs from before PoolsBack (FT-8, CS-6)

	Lost []CombatantID `json:"lost,omitempty"` // members that have lost this turn, and get it back if they are up again before it ends (CS-2)
}

func (e TurnBegan) apply(s *State) {
	s.Active, s.Turn, s.TurnBegan, s.Restarted, s.HiddenTurn, s.Open = slices.Clone(e.Units), e.Turn, e.At, time.Time{}, e.Hidden, nil
	if e.Side != "" && len(e.Units) > 0 {
		s.LastTurn = &LastTurn{e.Units[0], e.Side, s.Round}
	}
	if s.Promised != 0 && len(e.Units) > 0 && !s.Hidden(e.Units[0]) {
		s.Promised = 0
	}
	s.noteBegin(true)
	s.TurnPhase, s.Ready = 0, nil
	for _, id := range e.Units {
		s.beginTurn(id, e.Turn)
		if u := s.Unit(id); u != nil && e.Slot != 0 {
			u.Playing = e.Slot
			u.Taken++
		}
	}
	for _, id := range e.Places {
		if u := s.Unit(s.MainID(id)); u != nil {
			u.Playing = id
		}
	}
	s.change(e.Lost, func(c *Combatant) { c.Lost = e.Turn })
	for i := range s.Effects {
		if f := &s.Effects[i]; slices.ContainsFunc(e.Lost, func(id CombatantID) bool { return f.Target == id || f.BoundTo(id, 0) }) {
			f.Over = e.Turn
		}
	}
	if e.Fresh {
		s.emptyPools(func(c *Combatant) bool { return slices.Contains(e.Units, c.Unit) })
	}
}

// seen may leave no units: the GM acts.
func (e TurnBegan) seen(v Sight) (Event, bool) {
	whole := keep(&e.Units, v.After.IsActive)
	e.Places = slices.DeleteFunc(slices.Clone(e.Places), func(id UnitID) bool { return !v.After.IsActive(v.After.MainID(id)) })
	if len(e.Units) == 0 || !v.knowsUnit(e.Slot) {
		e.Slot = 0
	}
	e.Lost = v.who(e.Lost)
	return e, whole
}

// beginTurn gives a unit a turn. If it resumes a turn that was withdrawn, everything that belongs to that turn moves to the new one.
func (s *State) beginTurn(id UnitID, turn TurnID) {
	u := s.Unit(id)
	if u == nil {
		return
	}
	if u.Resumes() {
		for i := range s.Effects {
			f := &s.Effects[i]
			reassign(u.Began, turn, &f.Turn, &f.Over)
		}
		for i := range s.Combatants {
			if c := &s.Combatants[i]; c.Unit == id {
				reassign(u.Began, turn, &c.Attacks.Turn, &c.Lost, &c.Regained)
			}
		}
	}
	u.begin(turn)
}

// reassign replaces one turn by another wherever a value is the first.
func reassign(from, to TurnID, belongs ...*TurnID) {
	for _, turn := range belongs {
		if *turn == from {
			*turn = to
		}
	}
}

// RoundBegan starts a round: everyone may act again, and units that acted last return to their places (TO-6).
type RoundBegan struct {
	Round int `json:"round"`
}

func (e RoundBegan) apply(s *State) {
	s.Phase, s.Round = Running, e.Round
	s.freshRound()
}

func (e RoundBegan) seen(Sight) (Event, bool) { return e, true }

// NextRound returns a copy of the state as it will be in the next round if this one ends now and the order isn't rolled again: everyone may act, effects
// that end with the round are over, units that acted last are back at their places (TO-6), and scores are those of that round (TO-7, RS-26). A member that
// rolls with the blow by itself will leave its unit, which keeps its score unless all its members that have a turn do so.
func (s *State) NextRound(rs *ruleset.Ruleset) *State {
	next := s.Clone()
	next.countEffects(func(e *Effect) bool { return e.Until == UntilEndOfRound || e.Until == UntilRounds }, false)
	if rs.Surprise.Kind != ruleset.LostTurn {
		for i := range next.Combatants {
			next.Combatants[i].Surprised = false
		}
	}
	for i := range next.Units {
		if u := &next.Units[i]; u.Blow.Lowers() {
			u.Blow = u.Blow.After(u.HadTurn || s.IsActive(u.ID))
		}
	}
	Apply(next, RoundBegan{Round: s.Round + 1})
	for i := range next.Units {
		u := &next.Units[i]
		have := slices.DeleteFunc(slices.Clone(next.VisibleMembers(u.ID)), func(c *Combatant) bool { return !next.KeepsTurn(rs, c) })
		stays := slices.ContainsFunc(have, func(c *Combatant) bool { return !c.BlowDue })
		if len(have) > 0 && (u.Blow == BlowPending || !stays) {
			u.Blow = BlowActive
		}
	}
	return next
}

// freshRound lets everyone act again and takes the turn from whoever has it.
func (s *State) freshRound() {
	s.Active, s.Turn, s.HiddenTurn, s.Interrupted, s.Awaits, s.Open, s.Closing = nil, 0, false, nil, false, nil, false
	s.Pass, s.HiddenPasses, s.TurnPhase, s.Ready = 0, 0, 0, nil
	for i := range len(s.Units) + len(s.Further) {
		s.place(i).newRound()
	}
	for i := range s.Departed {
		s.Departed[i].Passed, s.Departed[i].Last = false, 0
	}
	for i := range s.Combatants {
		c := &s.Combatants[i]
		c.Acted, c.Unnoticed, c.Lost, c.Regained = false, false, 0, 0
	}
}

// RoundEnded ends a round and advances the clock (CO-6).
type RoundEnded struct {
	Round   int `json:"round"`
	Elapsed int `json:"elapsed"` // seconds since round 1 began, including this round
}

func (e RoundEnded) apply(s *State) {
	s.Elapsed, s.Active, s.Turn, s.HiddenTurn, s.Open = e.Elapsed, nil, 0, false, nil
}

func (e RoundEnded) seen(Sight) (Event, bool) { return e, true }

// MemberActed ends one combatant's turn. Its unit's turn goes on until every member has acted.
type MemberActed struct {
	Combatant CombatantID `json:"combatant"`
}

func (e MemberActed) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil {
		c.Acted = true
		s.recordAct(c)
		if u := s.Unit(c.Unit); u != nil {
			u.HadTurn = true
		}
	}
	s.turnOver(e.Combatant)
}

func (e MemberActed) seen(v Sight) (Event, bool) { return shownIf(v.knows(e.Combatant), e) }

// TurnSeen says whether only hidden members of the active units can still act. If so, everyone else sees the turn end.
type TurnSeen struct {
	Hidden bool      `json:"hidden,omitempty"`
	Turn   TurnID    `json:"turn,omitempty"` // the ID of the rest of the turn, as if it were a hidden unit's turn; 0: unchanged
	At     time.Time `json:"at,omitzero"`    // when that turn began
}

func (e TurnSeen) apply(s *State) {
	s.HiddenTurn = e.Hidden
	if !e.Hidden {
		s.SeenDone = slices.DeleteFunc(slices.Clone(s.SeenDone), func(end TurnEnd) bool { return s.IsActive(end.Unit) })
		return
	}
	s.noteSeenEnd(false)
	if e.Turn != 0 {
		s.renameTurn(e.Turn)
		s.Turn, s.TurnBegan, s.Restarted = e.Turn, e.At, time.Time{}
	}
}

// renameTurn gives the current turn another ID in all that the active units and their hidden members have done and suffered in it.
func (s *State) renameTurn(to TurnID) {
	for i := range s.Combatants {
		c := &s.Combatants[i]
		if !s.IsActive(c.Unit) {
			continue
		}
		reassign(s.Turn, to, &c.Did) // of the others too: see DidNothing
		if !c.Hidden {
			continue
		}
		reassign(s.Turn, to, &c.Attacks.Turn, &c.Lost, &c.Regained)
		for key, use := range c.Pools {
			if use.SpentIn(s.Turn) {
				reassign(s.Turn, to, &use.Turn, &use.QuietTurn)
				c.setPool(key, use)
			}
		}
		for j := range s.Effects {
			if f := &s.Effects[j]; f.Target == c.ID || f.Source == c.ID {
				reassign(s.Turn, to, &f.Turn, &f.Over)
			}
		}
	}
	for i := range s.Units {
		if u := &s.Units[i]; s.IsActive(u.ID) {
			reassign(s.Turn, to, &u.Began)
		}
	}
}

func (TurnSeen) seen(Sight) (Event, bool) { return nil, false } // see looks

// looks returns what everyone else sees: either the turn ends and the GM acts, or the turn comes back.
func (e TurnSeen) looks(v Sight) []Event {
	if !e.Hidden {
		return []Event{TurnBegan{Units: slices.Clone(v.After.Active), Turn: v.After.Turn, At: v.After.TurnBegan}}
	}
	var out []Event
	for _, id := range v.Before.Active {
		out = append(out, TurnEnded{Unit: id})
	}
	return append(out, TurnBegan{Turn: v.After.Turn, At: v.After.TurnBegan})
}

// Loss is the reason why a turn was lost.
type Loss string

// Why a turn is lost: an effect with Skip, no hit points left (CO-12), surprise (ST-9).
const (
	LostToEffect   Loss = "effect"
	LostToDown     Loss = "down"
	LostToSurprise Loss = "surprise"
)

// TurnLoss returns why a combatant loses its turn, or "" if it doesn't, and the name of the effect that it loses it to.
func (s *State) TurnLoss(rs *ruleset.Ruleset, c *Combatant) (why Loss, effect string) {
	if c.Surprised {
		return LostToSurprise, ""
	}
	if c.Saving(rs) && (c.Saves.Due || !s.Unit(c.Unit).Resumes()) { // it rolls, whatever other effects are on it (RS-68)
		return "", ""
	}
	for i := range s.Effects {
		if e := &s.Effects[i]; e.Skip && s.On(e, c) {
			return LostToEffect, e.Name
		}
	}
	if !c.Standing() {
		return LostToDown, ""
	}
	return "", ""
}

// ComingLoss is [State.TurnLoss] for a turn that is about to begin. A combatant that is down has only one turn a round in which it rolls
// (RS-21, RS-68).
func (s *State) ComingLoss(rs *ruleset.Ruleset, c *Combatant) (why Loss, effect string) {
	why, effect = s.TurnLoss(rs, c)
	if why == "" && !c.Standing() && s.Unit(c.Unit).Stage == Finished {
		why = LostToDown
	}
	return why, effect
}

// KeepsTurn reports whether a combatant doesn't lose its turn.
func (s *State) KeepsTurn(rs *ruleset.Ruleset, c *Combatant) bool {
	why, _ := s.TurnLoss(rs, c)
	return why == ""
}

// HasTurn reports whether a combatant has a turn when that of its unit comes, rather than losing it.
func (s *State) HasTurn(rs *ruleset.Ruleset, c *Combatant) bool {
	if !s.MayAct(c) {
		return false
	}
	why, _ := s.ComingLoss(rs, c)
	return why == ""
}

// TurnLost skips a combatant's turn.
type TurnLost struct {
	Combatant CombatantID `json:"combatant"`
	Why       Loss        `json:"why"`
	Effect    string      `json:"effect,omitempty"` // the effect's name
	Fresh     bool        `json:"fresh,omitempty"`  // refills all its pools, in logs from before PoolsBack (FT-8)
}

func (e TurnLost) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil {
		c.Acted = true
	}
	if e.Fresh {
		s.emptyPools(func(c *Combatant) bool { return c.ID == e.Combatant })
	}
	s.turnOver(e.Combatant)
}

func (e TurnLost) seen(v Sight) (Event, bool) { return shownIf(v.knows(e.Combatant), e) }

// TurnRegained gives a combatant back a turn that it lost, because it is up again while its side still acts (CS-2).
type TurnRegained struct {
	Combatant CombatantID `json:"combatant"`
}

func (e TurnRegained) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil {
		c.Acted, c.Lost, c.Regained = false, 0, s.Turn
	}
}

func (e TurnRegained) seen(v Sight) (Event, bool) { return shownIf(v.knows(e.Combatant), e) }

// TurnEnded ends a unit's turn. Lost means that it never had it, because all its members lost their turns.
type TurnEnded struct {
	Unit  UnitID `json:"unit"`
	Place UnitID `json:"place,omitempty"` // the place at which it had the turn, if that isn't its first (RS-21)
	Lost  bool   `json:"lost,omitempty"`
	Again bool   `json:"again,omitempty"` // it can have another turn in this round
}

func (e TurnEnded) apply(s *State) {
	s.noteEnd(TurnEnd{e.Unit, e.Lost})
	if u := s.Unit(e.Unit); u != nil {
		u.Playing = e.Place
		place := s.Playing(u)
		if e.Again {
			place.Place = PlaceAhead
		} else {
			place.Pass()
		}
		u.Finish()
		u.Playing = 0
		if e.Lost && u.Taken > 0 { // a lost turn takes no slot, but still counts
			u.Taken++
		}
	}
	s.membersActed(e.Unit)
	s.withdraw(e.Unit)
}

// seen shows nothing if the unit's known members were already done: to others, its turn ended then.
func (e TurnEnded) seen(v Sight) (Event, bool) {
	u := v.Before.Unit(cmp.Or(e.Place, e.Unit))
	return shownIf(u != nil && (v.Before.IsActive(e.Unit) || e.Lost && !u.Acted()), e)
}

// TurnWithdrawn takes the turn from a unit before it has finished: the unit acts last instead (TO-6), was removed, or initiative is
// rolled again (ST-7).
type TurnWithdrawn struct {
	Unit UnitID `json:"unit"`
}

// withdraw takes the turn from a unit. If no other unit has it, no turn is running.
func (s *State) withdraw(id UnitID) {
	s.Active = slices.DeleteFunc(slices.Clone(s.Active), func(u UnitID) bool { return u == id })
	if len(s.Active) == 0 {
		s.Turn, s.HiddenTurn, s.TurnPhase, s.Ready = 0, false, 0, nil
	}
}

func (e TurnWithdrawn) apply(s *State)             { s.withdraw(e.Unit) }
func (e TurnWithdrawn) seen(v Sight) (Event, bool) { return shownIf(v.Before.IsActive(e.Unit), e) }

// UnitWaits makes a new unit wait for the next round (CO-4).
type UnitWaits struct {
	Unit UnitID `json:"unit"`
}

func (e UnitWaits) apply(s *State) {
	if u := s.Unit(e.Unit); u != nil {
		u.Place = PlaceMissed
	}
	s.membersActed(s.MainID(e.Unit))
}

func (e UnitWaits) seen(v Sight) (Event, bool) { return shownIf(v.knowsUnit(e.Unit), e) }

// ActsLast moves a unit to the end of this round (TO-6). Order lists all units that act last, in order; Rolls are the dice that decided it.
type ActsLast struct {
	Unit  UnitID    `json:"unit"`
	Order []UnitID  `json:"order"`
	Die   int       `json:"die,omitempty"`
	Rolls []TieRoll `json:"rolls,omitempty"`
}

func (e ActsLast) apply(s *State) {
	for i, id := range e.Order {
		if u := s.Unit(id); u != nil {
			u.Last = i + 1
		}
	}
}

func (e ActsLast) seen(v Sight) (Event, bool) {
	if !v.knowsUnit(e.Unit) {
		return nil, false
	}
	whole := keep(&e.Order, v.knowsUnit)
	e.Rolls = v.rolls(e.Rolls)
	return e, whole
}

// ActiveNames returns the names of the active units. In a view it is empty while the GM acts.
func (s *State) ActiveNames() []string {
	var names []string
	for _, id := range s.Active {
		if u := s.Unit(id); u != nil {
			names = append(names, u.Name)
		}
	}
	return names
}

// TurnCountsFrom returns the time from which the current turn counts (CO-10): when it began, or when undo or redo last returned to it.
func (s *State) TurnCountsFrom() time.Time {
	if s.Restarted.After(s.TurnBegan) {
		return s.Restarted
	}
	return s.TurnBegan
}

// HasRegained reports whether c got the current turn back after its end had already counted for the effects on c (CS-2).
func (s *State) HasRegained(c *Combatant) bool { return c.Regained != 0 && c.Regained == s.Turn }

// DidNothing reports whether no member of the active unit has done anything in the current turn (RS-46).
func (s *State) DidNothing(id UnitID) bool {
	main := s.MainID(id)
	return !s.any(func(c *Combatant) bool { return c.Unit == main && c.Did == s.Turn })
}

// recordAct records that a combatant has done something in its turn.
func (s *State) recordAct(c *Combatant) {
	if s.IsActive(c.Unit) {
		c.Did = s.Turn
	}
}

// TurnEnd is the end of one unit's turn.
type TurnEnd struct {
	Unit UnitID `json:"unit"`
	Lost bool   `json:"lost,omitempty"`
}

// OtherJustActed reports whether another unit's turn ended right before the current one began; lost turns in between count. If the unit itself
// lost a turn in between, only what ended after that counts (RS-41). While nobody has the turn, there is no current one: it is open, or the
// next round hasn't begun.
func (s *State) OtherJustActed(unit UnitID) bool {
	if len(s.Active) == 0 && !s.GMActs() {
		return false
	}
	other := false
	for _, end := range s.Before {
		other = end.Unit != unit || other && !end.Lost
	}
	return other
}

// noteEnd records the end of a unit's turn. If only hidden members could still act, what others see of it was recorded before.
func (s *State) noteEnd(e TurnEnd) {
	s.Done = append(slices.Clone(s.Done), e)
	if !s.HiddenTurn && !s.Hidden(e.Unit) {
		s.SeenDone = append(slices.Clone(s.SeenDone), e)
	}
}

// noteBegin makes the turns that have ended the ones before the turn that has just begun. For others, a turn that only hidden combatants have
// doesn't begin; for them, the visible units' part of it has ended.
func (s *State) noteBegin(lost bool) {
	s.Before, s.Done = s.Done, nil
	switch {
	case s.HiddenTurn:
		s.noteSeenEnd(lost)
	case slices.ContainsFunc(s.Active, func(id UnitID) bool { return !s.Hidden(id) }):
		s.SeenBefore, s.SeenDone = s.SeenDone, nil
	}
}

// noteSeenEnd records that for others, the active units' turns have ended, although hidden members can still act.
func (s *State) noteSeenEnd(lost bool) {
	s.SeenDone = slices.Clone(s.SeenDone)
	for _, id := range s.Active {
		if !s.Hidden(id) {
			s.SeenDone = append(s.SeenDone, TurnEnd{Unit: id, Lost: lost})
		}
	}
}
