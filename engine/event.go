package engine

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"roundel/engine/dice"
	"roundel/engine/ruleset"
	"roundel/snowflake"
)

// Event is one fact about a fight. Applying it never fails: an unknown ID changes nothing.
type Event interface {
	apply(s *State)
	// seen returns the part of the event that somebody may know, or nil if there is none. whole is false if anything was kept from them;
	// with nil it is true if the event says nothing that others would miss.
	seen(v Sight) (part Event, whole bool)
}

// Apply changes s by one event. It rolls no dice, reads no clock and never fails.
func Apply(s *State, e Event) { e.apply(s) }

// fightEvents lists the events of the fight as a whole, its roster and its order.
func fightEvents() []codec {
	return []codec{
		{"encounter-started", 1, EncounterStarted{}},
		{"encounter-ended", 1, EncounterEnded{}},
		{"scene-set", 1, SceneSet{}},
		{"unit-formed", 1, UnitFormed{}},
		{"unit-dropped", 1, UnitDropped{}},
		{"combatant-added", 1, CombatantAdded{}},
		{"combatant-renamed", 1, CombatantRenamed{}},
		{"unit-renamed", 1, UnitRenamed{}},
		{"stats-changed", 1, StatsChanged{}},
		{"stats-assumed", 1, StatsAssumed{}},
		{"side-changed", 1, SideChanged{}},
		{"unit-changed", 1, UnitChanged{}},
		{"unit-rekeyed", 1, UnitRekeyed{}},
		{"owner-changed", 1, OwnerChanged{}},
		{"hidden-changed", 1, HiddenChanged{}},
		{"concealed-changed", 1, ConcealedChanged{}},
		{"combatant-removed", 1, CombatantRemoved{}},
		{"initiative-rolled", 1, InitiativeRolled{}},
		{"initiative-held", 1, InitiativeHeld{}},
		{"score-set", 1, ScoreSet{}},
		{"tie-settled", 1, TieSettled{}},
		{"ties-forgotten", 1, TiesForgotten{}},
		{"placed", 1, Placed{}},
		{"paused", 1, Paused{}},
		{"resumed", 1, Resumed{}},
		{"dice-rolled", 1, DiceRolled{}},
		{"turn-began", 2, TurnBegan{}},
	}
}

// EncounterStarted opens an encounter (CO-1).
type EncounterStarted struct {
	Name    string         `json:"name"`
	Ruleset string         `json:"ruleset"`
	Text    string         `json:"text,omitempty"` // see [State.Text]
	Group   bool           `json:"group,omitempty"`
	GM      snowflake.User `json:"gm"`
	Preferences
}

func (e EncounterStarted) apply(s *State) {
	*s = State{Name: e.Name, Ruleset: e.Ruleset, Text: e.Text, Group: e.Group, GM: e.GM, Phase: Setup, Preferences: e.Preferences}
}

func (e EncounterStarted) seen(Sight) (Event, bool) { return e, true }

// EncounterEnded closes the encounter.
type EncounterEnded struct{}

func (EncounterEnded) apply(s *State) {
	s.Phase, s.Active, s.Turn, s.Paused, s.HiddenTurn = Ended, nil, 0, false, false
}

func (e EncounterEnded) seen(Sight) (Event, bool) { return e, true }

// SceneSet sets the text that describes the scene (ST-11).
type SceneSet struct {
	Text string `json:"text"`
}

func (e SceneSet) apply(s *State)           { s.Scene = e.Text }
func (e SceneSet) seen(Sight) (Event, bool) { return e, true }

// UnitFormed adds an empty unit to the encounter.
type UnitFormed struct {
	Unit Unit `json:"unit"`
}

func (e UnitFormed) apply(s *State) {
	s.Units = append(s.Units, e.Unit)
	s.noteID(int(e.Unit.ID))
}

func (UnitFormed) seen(Sight) (Event, bool) { return nil, true } // it shows once it has a member that they know

// UnitDropped removes a unit that has no members left.
type UnitDropped struct {
	Unit  UnitID `json:"unit"`
	Name  string `json:"name"`
	Slots bool   `json:"slots,omitempty"` // its places stay, as slots of its side (RS-27)
}

func (e UnitDropped) apply(s *State) {
	if e.Slots {
		s.keepSlots(e.Unit)
	}
	s.setPlaces(e.Unit, nil)
	s.Units = slices.DeleteFunc(s.Units, func(u Unit) bool { return u.ID == e.Unit })
	s.Effects = slices.DeleteFunc(s.Effects, func(f Effect) bool { return f.Unit == e.Unit })
	s.Ties = slices.DeleteFunc(s.Ties, func(t Tie) bool { return !e.Slots && (t.Above == e.Unit || t.Below == e.Unit) })
	s.dropInterrupted(e.Unit)
	s.forgetSource(0, e.Unit)
	if s.IsActive(e.Unit) {
		s.withdraw(e.Unit)
	}
}

func (e UnitDropped) seen(v Sight) (Event, bool) { return shownIf(v.knowsUnit(e.Unit), e) }

// CombatantAdded adds a combatant to the encounter, in the unit that Combatant.Unit names.
type CombatantAdded struct {
	Combatant Combatant `json:"combatant"`
	Late      bool      `json:"late,omitempty"` // joined after initiative was rolled (CO-4)
}

func (e CombatantAdded) apply(s *State) {
	s.Combatants = append(s.Combatants, e.Combatant)
	s.noteID(int(e.Combatant.ID))
}

func (e CombatantAdded) seen(v Sight) (Event, bool) { return shownIf(v.knows(e.Combatant.ID), e) }

func (e CombatantAdded) blurred(Outcome) Event {
	e.Combatant.Blur()
	return e
}

// CombatantRenamed changes a combatant's name. If its unit has the same name, a UnitRenamed follows.
type CombatantRenamed struct {
	Combatant CombatantID `json:"combatant"`
	From      string      `json:"from"`
	To        string      `json:"to"`
}

func (e CombatantRenamed) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil {
		c.Name = e.To
	}
}

func (e CombatantRenamed) seen(v Sight) (Event, bool) { return shownIf(v.knows(e.Combatant), e) }

// UnitRenamed changes a unit's name, also in the results typed for it.
type UnitRenamed struct {
	Unit UnitID `json:"unit"`
	From string `json:"from"`
	To   string `json:"to"`
}

func (e UnitRenamed) apply(s *State) {
	if u := s.Unit(e.Unit); u != nil {
		u.Name = e.To
	}
	s.namePlaces(e.Unit)
	for i := range s.Rolls {
		if SameName(s.Rolls[i].Name, e.From) {
			s.Rolls[i].Name = e.To
		}
	}
}

func (e UnitRenamed) seen(v Sight) (Event, bool) { return shownIf(v.knowsUnit(e.Unit), e) }

// StatsChanged replaces a combatant's stats after an edit.
type StatsChanged struct {
	Combatant CombatantID    `json:"combatant"`
	Stats     map[string]int `json:"stats"`
	Changed   string         `json:"changed"`        // the stats that were given, in the order typed: "init 15, ac 12"
	Soak      int            `json:"soak,omitempty"` // soak left after the edit (CS-13)
	Blurred   bool           `json:"-"`              // in a view: Changed was removed and Soak is not the real number
}

func (e StatsChanged) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil {
		c.Stats, c.Soak = e.Stats, e.Soak
	}
}

func (e StatsChanged) seen(v Sight) (Event, bool) { return shownIf(v.knows(e.Combatant), e) }

func (e StatsChanged) blurred(o Outcome) Event {
	if !o.ofPlayer(e.Combatant) {
		e.Changed, e.Blurred = "", e.Changed != ""
		e.Soak = min(e.Soak, 1)
	}
	return e
}

// StatsAssumed lists stats that new NPCs need but were not given, so they are 0. It changes nothing: the CombatantAdded already has them.
type StatsAssumed struct {
	Combatants []CombatantID `json:"combatants"`
	Stats      []string      `json:"stats"`
}

func (StatsAssumed) apply(*State) {}

func (e StatsAssumed) seen(v Sight) (Event, bool) {
	all := len(e.Combatants)
	e.Combatants = v.who(e.Combatants)
	return some(len(e.Combatants), all, e)
}

// SideChanged moves a combatant to another side. A separate event changes its unit.
type SideChanged struct {
	Combatant CombatantID `json:"combatant"`
	From      string      `json:"from"`
	To        string      `json:"to"`
}

func (e SideChanged) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil {
		c.Side = e.To
	}
	s.dropCounters()
}

func (e SideChanged) seen(v Sight) (Event, bool) { return shownIf(v.knows(e.Combatant), e) }

// UnitChanged moves a combatant to another unit.
type UnitChanged struct {
	Combatant CombatantID `json:"combatant"`
	Unit      UnitID      `json:"unit"`
	Acted     bool        `json:"acted,omitempty"` // can't act any more this round
	Unscored  bool        `json:"apart,omitempty"` // hidden, and the unit is visible: its effects don't change the unit's score
}

func (e UnitChanged) apply(s *State) {
	c := s.Combatant(e.Combatant)
	if c == nil {
		return
	}
	c.Unit, c.Acted = e.Unit, e.Acted
	for i := range s.Effects {
		if f := &s.Effects[i]; e.Unscored && f.Target == e.Combatant {
			f.Unscored = true
		}
	}
}

func (e UnitChanged) seen(v Sight) (Event, bool) { return shownIf(v.knows(e.Combatant), e) }

// UnitRekeyed changes the key and side of a unit whose only member has changed.
type UnitRekeyed struct {
	Unit UnitID `json:"unit"`
	Key  string `json:"key,omitempty"`
	Side string `json:"side"`

	Leaves bool `json:"leaves,omitempty"` // it no longer belongs to the group that it stands apart from
}

func (e UnitRekeyed) apply(s *State) {
	if u := s.Unit(e.Unit); u != nil {
		if u.Key, u.Side = e.Key, e.Side; e.Leaves {
			u.Home = 0
		}
	}
	s.namePlaces(e.Unit)
}

func (e UnitRekeyed) seen(v Sight) (Event, bool) { return shownIf(v.knowsUnit(e.Unit), e) }

// OwnerChanged gives a combatant to a player, or back to the GM.
type OwnerChanged struct {
	Combatant CombatantID    `json:"combatant"`
	Owner     snowflake.User `json:"owner"`
}

func (e OwnerChanged) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil {
		c.Owner = e.Owner
	}
}

func (e OwnerChanged) seen(v Sight) (Event, bool) { return shownIf(v.knows(e.Combatant), e) }

// HiddenChanged hides or reveals combatants.
type HiddenChanged struct {
	Combatants []CombatantID `json:"combatants"`
	Hidden     bool          `json:"hidden"`
	Lurking    bool          `json:"lurking,omitempty"` // only until they act (TO-12)
}

func (e HiddenChanged) apply(s *State) {
	defer s.showCards(s.hiddenHands())
	for _, id := range e.Combatants {
		if c := s.Combatant(id); c != nil {
			c.Hidden, c.Lurking = e.Hidden, e.Lurking
		}
		for i := range s.Effects {
			if f := &s.Effects[i]; f.Target == id && !e.Hidden {
				f.Unscored = false
			}
		}
	}
	s.dropCounters()
}

func (e HiddenChanged) seen(v Sight) (Event, bool) {
	all := len(e.Combatants)
	e.Combatants = slices.DeleteFunc(slices.Clone(e.Combatants), func(id CombatantID) bool { return !e.shows(v, id) })
	return some(len(e.Combatants), all, e)
}

// shows reports whether somebody may learn that a combatant was hidden or revealed. Those who didn't know a combatant learn that it is
// revealed. Only those who still see it, such as its owner, learn that it is hidden.
func (e HiddenChanged) shows(v Sight, id CombatantID) bool {
	was, is := v.Before.Combatant(id), v.After.Combatant(id)
	return is != nil && (e.Hidden || was == nil || was.Hidden)
}

func (HiddenChanged) hides() bool { return true }

// ConcealedChanged hides players' combatants from the enemy, which the GM plays, or ends that (TO-12). Unlike those of a [HiddenChanged],
// they are shown to everyone, with a mark.
type ConcealedChanged struct {
	Combatants []CombatantID `json:"combatants"`
	Concealed  bool          `json:"concealed"`
}

func (e ConcealedChanged) apply(s *State) {
	s.change(e.Combatants, func(c *Combatant) { c.Concealed = e.Concealed })
}

func (e ConcealedChanged) seen(v Sight) (Event, bool) {
	all := len(e.Combatants)
	e.Combatants = v.who(e.Combatants)
	return some(len(e.Combatants), all, e)
}

// CombatantRemoved removes a combatant and its effects (CO-5).
type CombatantRemoved struct {
	Combatant CombatantID `json:"combatant"`
	Name      string      `json:"name"`
	Left      *LeftRoll   `json:"left,omitempty"` // a player's character keeps its roll; in a view: nil
}

func (e CombatantRemoved) apply(s *State) {
	if e.Left != nil {
		s.keepLeft(*e.Left)
	}
	s.Combatants = slices.DeleteFunc(s.Combatants, func(c Combatant) bool { return c.ID == e.Combatant })
	s.Effects = slices.DeleteFunc(s.Effects, func(f Effect) bool { return f.Target == e.Combatant })
	s.Engaged = slices.DeleteFunc(s.Engaged, func(g Engagement) bool { return g.A == e.Combatant || g.B == e.Combatant })
	s.dropFreeAttacks(func(f FreeAttack) bool { return f.Attacker == e.Combatant || f.Target == e.Combatant })
	s.Tests = slices.DeleteFunc(s.Tests, func(t SurpriseTest) bool { return t.Who == e.Combatant })
	s.forgetSource(e.Combatant, 0)
	s.dropCounters()
}

func (e CombatantRemoved) seen(v Sight) (Event, bool) { return shownIf(v.knows(e.Combatant), e) }

// blurred leaves out what the combatant's player keeps.
func (e CombatantRemoved) blurred(Outcome) Event {
	e.Left = nil
	return e
}

// InitiativeRolled gives a unit its original score: Natural + Bonus.
type InitiativeRolled struct {
	Unit    UnitID       `json:"unit"`
	Die     int          `json:"die"`             // number of sides, if it is one die
	Natural int          `json:"natural"`         // what the dice that count show together (RS-14)
	Bonus   int          `json:"bonus"`           // the number that is added
	Roll    *dice.Result `json:"roll,omitempty"`  // the dice, if they are not one die; nil too if there are none
	Typed   bool         `json:"typed,omitempty"` // typed in from real dice (CO-7)
	Kept    bool         `json:"kept,omitempty"`  // rolled before its character left the fight and joined again
	Start   int          `json:"start,omitempty"` // under a clock: the tick from which it counts
	Came    int          `json:"came,omitempty"`  // under a clock: see [Unit.Came]
}

func (e InitiativeRolled) apply(s *State) {
	if u := s.Unit(e.Unit); u != nil {
		u.Rolled, u.Natural, u.Base = true, e.Natural, e.Natural+e.Bonus+e.Start
		s.dropRoll(u.Name)
		s.come(u, e.Came)
	}
}

func (e InitiativeRolled) seen(v Sight) (Event, bool) { return shownIf(v.knowsUnit(e.Unit), e) }

// dropRoll drops the result typed for a unit once it is used.
func (s *State) dropRoll(name string) {
	s.Rolls = slices.DeleteFunc(s.Rolls, func(r NamedRoll) bool { return SameName(r.Name, name) })
}

// InitiativeHeld removes the score of a unit that turns out to roll in round 2 (RI-4). It keeps the result typed on joining for that
// roll.
type InitiativeHeld struct {
	Unit    UnitID `json:"unit"`
	Natural int    `json:"natural"`
}

func (e InitiativeHeld) apply(s *State) {
	if u := s.Unit(e.Unit); u != nil {
		s.holdRoll(u, e.Natural)
		u.Rolled, u.Natural, u.Base, u.Card = false, 0, 0, ruleset.None
	}
}

func (e InitiativeHeld) seen(v Sight) (Event, bool) { return shownIf(v.knowsUnit(e.Unit), e) }

// ScoreSet corrects a unit's original score (CO-14) and returns it to the place that the score gives.
type ScoreSet struct {
	Unit UnitID `json:"unit"`
	From int    `json:"from"`
	To   int    `json:"to"`
	Came int    `json:"came,omitempty"` // under a clock: see [Unit.Came]
}

func (e ScoreSet) apply(s *State) {
	if u := s.Unit(e.Unit); u != nil {
		u.Rolled, u.Base, u.Shift, u.Moved, u.Card = true, e.To, 0, 0, ruleset.None
		s.come(u, e.Came)
	}
}

func (e ScoreSet) seen(v Sight) (Event, bool) { return shownIf(v.knowsUnit(e.Unit), e) }

// TieSettled settles the order of units with the same score, first to last. Rolls is empty if no dice were needed.
type TieSettled struct {
	Order []UnitID  `json:"order"`
	Die   int       `json:"die,omitempty"`
	Rolls []TieRoll `json:"rolls,omitempty"`

	Hidden   bool       `json:"hidden,omitempty"`   // only decides the place of hidden units; the order of the others doesn't change
	Together [][]UnitID `json:"together,omitempty"` // groups of those that act at once (RS-23)
}

// TieRoll is one participant's dice in a roll-off, and the units they count for.
type TieRoll struct {
	Units []UnitID `json:"units"`
	Side  string   `json:"side,omitempty"`  // set if a side rolled (TO-2)
	Faces []int    `json:"faces"`           // one per round of the roll-off
	Typed int      `json:"typed,omitempty"` // how many of the faces were typed in from real dice, the first ones (CO-7)
}

func (e TieSettled) apply(s *State) {
	group := map[UnitID]int{}
	for i, units := range e.Together {
		for _, id := range units {
			group[id] = i + 1
		}
	}
	ties := tieIndex{s, make(map[[2]UnitID]int, len(s.Ties))}
	for i, t := range slices.Backward(s.Ties) {
		ties.at[unordered(t)] = i
	}
	for i, above := range e.Order {
		for _, below := range e.Order[i+1:] {
			ties.set(Tie{above, below, group[above] != 0 && group[above] == group[below]})
		}
	}
}

// seen shows nothing of a tie that only decides the place of hidden units. In logs of the first releases, hidden units rolled along with the
// others. Their dice would give them away, so such rolls are left out.
func (e TieSettled) seen(v Sight) (Event, bool) {
	all, rolls := len(e.Order), len(e.Rolls)
	e.Order, e.Rolls, e.Together = v.units(e.Order), v.rolls(e.Rolls), slices.Clone(e.Together)
	for i := range e.Together {
		e.Together[i] = v.units(e.Together[i])
	}
	if e.Hidden || len(e.Order) < 2 {
		return nil, false
	}
	if len(e.Rolls) < rolls {
		e.Rolls = nil
	}
	return e, len(e.Order) == all
}

// tieIndex knows where in a state the tie between two units is, as there can be many.
type tieIndex struct {
	s  *State
	at map[[2]UnitID]int
}

// set settles a tie, in place of what was settled between its units before.
func (x tieIndex) set(tie Tie) {
	key := unordered(tie)
	if i, known := x.at[key]; known {
		x.s.Ties[i] = tie
		return
	}
	x.at[key] = len(x.s.Ties)
	x.s.Ties = append(x.s.Ties, tie)
}

// unordered returns the units of a tie, whichever of them goes first.
func unordered(t Tie) [2]UnitID { return [2]UnitID{min(t.Above, t.Below), max(t.Above, t.Below)} }

func (s *State) setTie(tie Tie) {
	for i, t := range s.Ties {
		if unordered(t) == unordered(tie) {
			s.Ties[i] = tie
			return
		}
	}
	s.Ties = append(s.Ties, tie)
}

// TiesForgotten drops a unit's settled ties because its score has changed permanently (TO-2).
type TiesForgotten struct {
	Unit UnitID `json:"unit"`
}

func (e TiesForgotten) apply(s *State) {
	s.Ties = slices.DeleteFunc(s.Ties, func(t Tie) bool { return t.Above == e.Unit || t.Below == e.Unit })
}

func (e TiesForgotten) seen(v Sight) (Event, bool) { return shownIf(v.knowsUnit(e.Unit), e) }

// Placed moves a unit directly before another in the order (TO-3).
type Placed struct {
	Unit   UnitID   `json:"unit"`
	Before UnitID   `json:"before"`
	Shift  int      `json:"shift,omitempty"` // the unit's new shift
	Above  []UnitID `json:"above,omitempty"` // units with the same score that stay above it
	Below  []UnitID `json:"below,omitempty"` // units with the same score that are now below it, Before first
}

func (e Placed) apply(s *State) {
	u := s.Unit(e.Unit)
	if u == nil {
		return
	}
	u.Shift = e.Shift
	s.comeWith(u, e.Before)
	s.setPlace(e.Unit, e.Above, e.Below)
}

func (e Placed) seen(v Sight) (Event, bool) {
	if !v.knowsUnit(e.Unit) || !v.knowsUnit(e.Before) {
		return nil, false
	}
	all := len(e.Above) + len(e.Below)
	e.Above, e.Below = v.units(e.Above), v.units(e.Below)
	return e, len(e.Above)+len(e.Below) == all
}

// setPlace settles a unit's place among others of its score.
func (s *State) setPlace(id UnitID, above, below []UnitID) {
	for _, other := range above {
		s.setTie(Tie{Above: other, Below: id})
	}
	for _, other := range below {
		s.setTie(Tie{Above: id, Below: other})
	}
}

// Paused suspends the initiative order; Resumed continues it (FT-10).
type (
	Paused  struct{}
	Resumed struct{}
)

func (Paused) apply(s *State)              { s.Paused = true }
func (e Paused) seen(Sight) (Event, bool)  { return e, true }
func (Resumed) apply(s *State)             { s.Paused = false }
func (e Resumed) seen(Sight) (Event, bool) { return e, true }

// DiceRolled is a roll that changes nothing. It is only logged.
type DiceRolled struct {
	By     snowflake.User `json:"by"`
	Roll   dice.Result    `json:"roll"`
	Reason string         `json:"reason,omitempty"` // what the roll is for, as typed
	Secret bool           `json:"secret,omitempty"` // shown only to By and the GM
	HPOf   CombatantID    `json:"hp_of,omitempty"`  // the hit points of this newcomer are what was rolled
}

func (DiceRolled) apply(*State) {}

func (e DiceRolled) seen(v Sight) (Event, bool) {
	return shownIf((e.HPOf == 0 || v.knows(e.HPOf)) && (!e.Secret || v.User == e.By), e)
}
func (e DiceRolled) hides() bool { return e.Secret }

// TurnBegan starts a turn for these units. In a view it may have no units: the GM acts.
type TurnBegan struct {
	Units  []UnitID  `json:"units"`
	Places []UnitID  `json:"places,omitempty"` // where it is not the first place of a unit: its place (RS-21)
	Slot   UnitID    `json:"slot,omitempty"`   // the slot that the unit takes (RS-27)
	Turn   TurnID    `json:"turn"`
	At     time.Time `json:"at"`
	Hidden bool      `json:"hidden,omitempty"` // only hidden members of these units can act
	Side   string    `json:"side,omitempty"`   // of the unit, where others follow it by choice (RS-32)
	Fresh  bool      `json:"fresh,omitempty"`  // all pools of the members are full: before PoolsBack said so (FT-8, CS-6)

	Lost []CombatantID `json:"lost,omitempty"` // members who have lost it, and get it back if they are up again before it ends (CS-2)
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
	all := len(e.Units)
	e.Units = slices.DeleteFunc(slices.Clone(e.Units), func(id UnitID) bool { return !v.After.IsActive(id) })
	e.Places = slices.DeleteFunc(slices.Clone(e.Places), func(id UnitID) bool { return !v.After.IsActive(v.After.MainID(id)) })
	if len(e.Units) == 0 || !v.knowsUnit(e.Slot) {
		e.Slot = 0
	}
	e.Lost = v.who(e.Lost)
	return e, len(e.Units) == all
}

// beginTurn notes the turn that a unit has now. A turn that was withdrawn goes on in it.
func (s *State) beginTurn(id UnitID, turn TurnID) {
	u := s.Unit(id)
	if u == nil {
		return
	}
	for i := range s.Effects {
		if f := &s.Effects[i]; u.Resumes() && f.Turn == u.Began {
			f.Turn = turn
		}
		if f := &s.Effects[i]; u.Resumes() && f.Over == u.Began {
			f.Over = turn
		}
	}
	for i := range s.Combatants {
		if c := &s.Combatants[i]; u.Resumes() && c.Unit == id {
			for _, of := range []*TurnID{&c.Attacks.Turn, &c.Lost, &c.Regained} {
				if *of == u.Began {
					*of = turn
				}
			}
		}
	}
	u.Began, u.Again, u.Ended, u.Playing = turn, u.Ended || u.Again, false, 0
}

// Resumes reports whether the unit's turn has begun this round and not ended. If it doesn't have the turn, it will go on with that one.
func (u *Unit) Resumes() bool { return u.Began != 0 && !u.Ended }

// NamedRoll is a die result typed in for a unit, a side or a combatant (CO-7).
type NamedRoll struct {
	Name    string       `json:"name"`
	Natural int          `json:"natural"`
	Card    ruleset.Card `json:"card,omitempty"` // in orders by cards, instead
	More    []int        `json:"more,omitempty"` // for further places of the unit (RS-21); cards as their numbers
}

// Cards returns the cards that were typed, one for each place.
func (r *NamedRoll) Cards() []ruleset.Card {
	out := make([]ruleset.Card, 0, 1+len(r.More))
	if out = append(out, r.Card); r.Card == ruleset.None {
		out[0] = ruleset.Card(r.Natural) // a number that was typed as a roll
	}
	for _, n := range r.More {
		out = append(out, ruleset.Card(n))
	}
	return out
}

// Shown returns the results as they are typed: "9" or, for several places, "9/3".
func (r *NamedRoll) Shown() string {
	var out []string
	switch {
	case r.Card != ruleset.None:
		for _, c := range r.Cards() {
			out = append(out, c.String())
		}
	default:
		for _, n := range append([]int{r.Natural}, r.More...) {
			out = append(out, strconv.Itoa(n))
		}
	}
	return strings.Join(out, "/")
}
