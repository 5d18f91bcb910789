package engine

import (
	"slices"
	"time"

	"roundel/engine/dice"
)

// Event is one fact of a fight. Applying it is total: IDs that are not there change nothing.
type Event interface {
	apply(s *State)
}

// Apply changes s by one event. It rolls no dice, reads no clock and never fails.
func Apply(s *State, e Event) { e.apply(s) }

// EncounterStarted opens an encounter.
type EncounterStarted struct {
	Name    string `json:"name"`
	Ruleset string `json:"ruleset"`
	Group   bool   `json:"group,omitempty"`
	GM      UserID `json:"gm"`
	Preferences
}

func (e EncounterStarted) apply(s *State) {
	*s = State{Name: e.Name, Ruleset: e.Ruleset, Group: e.Group, GM: e.GM, Phase: Setup, Preferences: e.Preferences}
}

// EncounterEnded closes it.
type EncounterEnded struct{}

func (EncounterEnded) apply(s *State) {
	s.Phase, s.Active, s.Turn, s.Paused, s.HiddenTurn = Ended, nil, 0, false, false
}

// SceneSet holds the scene text (ST-11).
type SceneSet struct {
	Text string `json:"text"`
}

func (e SceneSet) apply(s *State) { s.Scene = e.Text }

// UnitFormed puts an empty unit into the encounter.
type UnitFormed struct {
	Unit Unit `json:"unit"`
}

func (e UnitFormed) apply(s *State) {
	s.Units = append(s.Units, e.Unit)
	s.noteID(int(e.Unit.ID))
}

// UnitDropped takes out a unit that has no members left.
type UnitDropped struct {
	Unit UnitID `json:"unit"`
	Name string `json:"name"`
}

func (e UnitDropped) apply(s *State) {
	s.Units = slices.DeleteFunc(s.Units, func(u Unit) bool { return u.ID == e.Unit })
	s.Effects = slices.DeleteFunc(s.Effects, func(f Effect) bool { return f.Unit == e.Unit })
	s.Ties = slices.DeleteFunc(s.Ties, func(t Tie) bool { return t.Above == e.Unit || t.Below == e.Unit })
	if s.IsActive(e.Unit) {
		s.withdraw(e.Unit)
	}
}

// CombatantAdded puts a combatant into its unit.
type CombatantAdded struct {
	Combatant Combatant `json:"combatant"`
	Late      bool      `json:"late,omitempty"` // after the order was made (CO-4)
}

func (e CombatantAdded) apply(s *State) {
	s.Combatants = append(s.Combatants, e.Combatant)
	s.noteID(int(e.Combatant.ID))
}

// CombatantRenamed changes a name, and the unit's where it bore the same.
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

// UnitRenamed changes a unit's name.
type UnitRenamed struct {
	Unit UnitID `json:"unit"`
	From string `json:"from"`
	To   string `json:"to"`
}

func (e UnitRenamed) apply(s *State) {
	if u := s.Unit(e.Unit); u != nil {
		u.Name = e.To
	}
	for i := range s.Rolls {
		if SameName(s.Rolls[i].Name, e.From) {
			s.Rolls[i].Name = e.To
		}
	}
}

// StatsChanged holds the combatant's stats after an edit.
type StatsChanged struct {
	Combatant CombatantID    `json:"combatant"`
	Stats     map[string]int `json:"stats"`
	Changed   string         `json:"changed"` // the stats given, as typed in order: "init 15, ac 12"
	Soak      int            `json:"soak,omitempty"`
	Blurred   bool           `json:"-"` // in a view: which stats is not for the viewer to know
}

func (e StatsChanged) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil {
		c.Stats, c.Soak = e.Stats, e.Soak
	}
}

// StatsAssumed names stats that NPCs need and were not given: they are 0. They are in the CombatantAdded already.
type StatsAssumed struct {
	Combatants []CombatantID `json:"combatants"`
	Stats      []string      `json:"stats"`
}

func (StatsAssumed) apply(*State) {}

// SideChanged moves a combatant to another side; the unit follows by an event of its own.
type SideChanged struct {
	Combatant CombatantID `json:"combatant"`
	From      string      `json:"from"`
	To        string      `json:"to"`
}

func (e SideChanged) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil {
		c.Side = e.To
	}
}

// UnitChanged puts a combatant into another unit.
type UnitChanged struct {
	Combatant CombatantID `json:"combatant"`
	Unit      UnitID      `json:"unit"`
	Acted     bool        `json:"acted,omitempty"` // acts no more this round
	Unscored  bool        `json:"apart,omitempty"` // hidden, into a unit that others see: its effects change no score there
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

// UnitRekeyed changes what a unit of one stands for, with its member.
type UnitRekeyed struct {
	Unit UnitID `json:"unit"`
	Key  string `json:"key,omitempty"`
	Side string `json:"side"`
}

func (e UnitRekeyed) apply(s *State) {
	if u := s.Unit(e.Unit); u != nil {
		u.Key, u.Side = e.Key, e.Side
	}
}

// OwnerChanged gives a combatant to a player, or back to the GM.
type OwnerChanged struct {
	Combatant CombatantID `json:"combatant"`
	Owner     UserID      `json:"owner"`
}

func (e OwnerChanged) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil {
		c.Owner = e.Owner
	}
}

// HiddenChanged hides combatants or shows them.
type HiddenChanged struct {
	Combatants []CombatantID `json:"combatants"`
	Hidden     bool          `json:"hidden"`
	Lurking    bool          `json:"lurking,omitempty"` // until they act (TO-12)
}

func (e HiddenChanged) apply(s *State) {
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
}

// CombatantRemoved takes a combatant and its effects out (CO-5).
type CombatantRemoved struct {
	Combatant CombatantID `json:"combatant"`
	Name      string      `json:"name"`
}

func (e CombatantRemoved) apply(s *State) {
	s.Combatants = slices.DeleteFunc(s.Combatants, func(c Combatant) bool { return c.ID == e.Combatant })
	s.Effects = slices.DeleteFunc(s.Effects, func(f Effect) bool { return f.Target == e.Combatant })
	s.Engaged = slices.DeleteFunc(s.Engaged, func(g Engagement) bool { return g.A == e.Combatant || g.B == e.Combatant })
	s.dropFreeAttacks(func(f FreeAttack) bool { return f.Attacker == e.Combatant || f.Target == e.Combatant })
	s.Tests = slices.DeleteFunc(s.Tests, func(t SurpriseTest) bool { return t.Who == e.Combatant })
}

// InitiativeRolled gives a unit its score.
type InitiativeRolled struct {
	Unit    UnitID `json:"unit"`
	Die     int    `json:"die"`
	Natural int    `json:"natural"`
	Bonus   int    `json:"bonus"`
	Typed   bool   `json:"typed,omitempty"`
}

func (e InitiativeRolled) apply(s *State) {
	if u := s.Unit(e.Unit); u != nil {
		u.Rolled, u.Natural, u.Base = true, e.Natural, e.Natural+e.Bonus
		s.Rolls = slices.DeleteFunc(s.Rolls, func(r NamedRoll) bool { return SameName(r.Name, u.Name) })
	}
}

// InitiativeHeld takes back a score typed at joining, for a combatant that rolls in round 2 (RI-4), and keeps the die.
type InitiativeHeld struct {
	Unit    UnitID `json:"unit"`
	Natural int    `json:"natural"`
}

func (e InitiativeHeld) apply(s *State) {
	if u := s.Unit(e.Unit); u != nil {
		u.Rolled, u.Natural, u.Base = false, 0, 0
		s.Rolls = append(s.Rolls, NamedRoll{u.Name, e.Natural})
	}
}

// ScoreSet corrects an original score (CO-14) and puts the unit back where the score says.
type ScoreSet struct {
	Unit UnitID `json:"unit"`
	From int    `json:"from"`
	To   int    `json:"to"`
}

func (e ScoreSet) apply(s *State) {
	if u := s.Unit(e.Unit); u != nil {
		u.Rolled, u.Base, u.Shift = true, e.To, 0
	}
}

// TieSettled orders units of one score, highest first. Rolls are empty when no dice were needed.
type TieSettled struct {
	Order []UnitID  `json:"order"`
	Die   int       `json:"die,omitempty"`
	Rolls []TieRoll `json:"rolls,omitempty"`

	Hidden bool `json:"hidden,omitempty"` // finds hidden units their place; the order among the others stays
}

// TieRoll is one die of a roll-off, for the units it counts for.
type TieRoll struct {
	Units []UnitID `json:"units"`
	Side  string   `json:"side,omitempty"` // when a side rolled
	Faces []int    `json:"faces"`          // one a round of the roll-off
}

func (e TieSettled) apply(s *State) {
	for i, above := range e.Order {
		for _, below := range e.Order[i+1:] {
			s.setTie(above, below)
		}
	}
}

func (s *State) setTie(above, below UnitID) {
	for i, t := range s.Ties {
		if t.Above == above && t.Below == below || t.Above == below && t.Below == above {
			s.Ties[i] = Tie{above, below}
			return
		}
	}
	s.Ties = append(s.Ties, Tie{above, below})
}

// TiesForgotten drops what was settled for a unit: its score changed for good (TO-2).
type TiesForgotten struct {
	Unit UnitID `json:"unit"`
}

func (e TiesForgotten) apply(s *State) {
	s.Ties = slices.DeleteFunc(s.Ties, func(t Tie) bool { return t.Above == e.Unit || t.Below == e.Unit })
}

// Placed puts a unit directly before another (TO-3).
type Placed struct {
	Unit   UnitID   `json:"unit"`
	Before UnitID   `json:"before"`
	Shift  int      `json:"shift,omitempty"`
	Above  []UnitID `json:"above,omitempty"` // units of the place that stay above
	Below  []UnitID `json:"below,omitempty"` // units of the place that are below now, Before first
}

func (e Placed) apply(s *State) {
	u := s.Unit(e.Unit)
	if u == nil {
		return
	}
	u.Shift = e.Shift
	for _, id := range e.Above {
		s.setTie(id, e.Unit)
	}
	for _, id := range e.Below {
		s.setTie(e.Unit, id)
	}
}

// Paused suspends the order, Resumed takes it up again (FT-10).
type (
	Paused  struct{}
	Resumed struct{}
)

func (Paused) apply(s *State)  { s.Paused = true }
func (Resumed) apply(s *State) { s.Paused = false }

// DiceRolled is a roll that changes nothing, kept for the log.
type DiceRolled struct {
	By     UserID      `json:"by"`
	Roll   dice.Result `json:"roll"`
	Reason string      `json:"reason,omitempty"`
	Secret bool        `json:"secret,omitempty"`
}

func (DiceRolled) apply(*State) {}

// TurnBegan gives units the turn, and their members a full budget (FT-8, CS-6). In a view it may be without units: the GM
// acts.
type TurnBegan struct {
	Units  []UnitID  `json:"units"`
	Turn   TurnID    `json:"turn"`
	At     time.Time `json:"at"`
	Hidden bool      `json:"hidden,omitempty"` // only hidden members of a unit that others see can act
}

func (e TurnBegan) apply(s *State) {
	s.Active, s.Turn, s.TurnBegan, s.Restarted, s.HiddenTurn = slices.Clone(e.Units), e.Turn, e.At, time.Time{}, e.Hidden
	for i := range s.Combatants {
		if c := &s.Combatants[i]; slices.Contains(e.Units, c.Unit) {
			c.Spent, c.Reserved, c.Main, c.Moves = 0, 0, false, 0
		}
	}
}

// NamedRoll is a natural result typed in for a unit, a side or a combatant (CO-7).
type NamedRoll struct {
	Name    string `json:"name"`
	Natural int    `json:"natural"`
}
