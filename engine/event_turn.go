package engine

import (
	"slices"

	"roundel/engine/dice"
)

// AmbushBegan begins the turns before round 1: those of ambushers (TO-12), or the free round of all unsurprised sides
// at once (CS-5).
type AmbushBegan struct {
	Free bool `json:"free,omitempty"`
}

func (e AmbushBegan) apply(s *State) {
	s.Phase, s.Round, s.FreeRound = Ambush, 0, e.Free
	s.freshRound()
}

// AmbushOver ends them.
type AmbushOver struct{}

func (AmbushOver) apply(s *State) {
	for i := range s.Combatants {
		s.Combatants[i].Ambusher = false
	}
	s.Active, s.Turn, s.FreeRound, s.HiddenTurn = nil, 0, false, false
}

// RoundBegan begins a round: everybody may act again, whoever acted last is back in place (TO-6).
type RoundBegan struct {
	Round int `json:"round"`
}

func (e RoundBegan) apply(s *State) {
	s.Phase, s.Round = Running, e.Round
	s.freshRound()
}

func (s *State) freshRound() {
	s.Active, s.Turn, s.HiddenTurn = nil, 0, false
	for i := range s.Units {
		u := &s.Units[i]
		u.Acted, u.Waits, u.Took, u.Last = false, false, false, 0
	}
	for i := range s.Combatants {
		s.Combatants[i].Acted, s.Combatants[i].Unnoticed = false, false
	}
}

// RoundEnded ends a round and moves the clock (CO-6).
type RoundEnded struct {
	Round   int `json:"round"`
	Elapsed int `json:"elapsed"` // seconds, this round included
}

func (e RoundEnded) apply(s *State) {
	s.Elapsed, s.Active, s.Turn, s.HiddenTurn = e.Elapsed, nil, 0, false
}

// MemberActed is one combatant's turn ending.
type MemberActed struct {
	Combatant CombatantID `json:"combatant"`
}

func (e MemberActed) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil {
		c.Acted = true
		if u := s.Unit(c.Unit); u != nil {
			u.Took = true
		}
	}
	s.dropFreeAttacksBy(e.Combatant)
}

// TurnSeen says whether of those who have the turn only hidden ones can still act: then it is over for everybody else.
type TurnSeen struct {
	Hidden bool `json:"hidden,omitempty"`
}

func (e TurnSeen) apply(s *State) { s.HiddenTurn = e.Hidden }

// Loss says why a turn was lost.
type Loss string

// Why turns are lost: an effect with skip, no hit points (CO-12), surprise (ST-9).
const (
	LostToEffect   Loss = "effect"
	LostToDown     Loss = "down"
	LostToSurprise Loss = "surprise"
)

// TurnLost is a combatant's turn passing without it.
type TurnLost struct {
	Combatant CombatantID `json:"combatant"`
	Why       Loss        `json:"why"`
	Effect    string      `json:"effect,omitempty"` // the effect's name
}

func (e TurnLost) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil {
		c.Acted = true
		c.Spent, c.Reserved = 0, 0 // the turn is lost, and what the last one left with it (FT-8)
	}
	s.dropFreeAttacksBy(e.Combatant)
}

// TurnEnded ends the whole unit's turn. Lost: it never had it, all its members' turns were lost.
type TurnEnded struct {
	Unit UnitID `json:"unit"`
	Lost bool   `json:"lost,omitempty"`
}

func (e TurnEnded) apply(s *State) {
	if u := s.Unit(e.Unit); u != nil {
		u.Acted = true
	}
	for i := range s.Combatants {
		if s.Combatants[i].Unit == e.Unit {
			s.Combatants[i].Acted = true
		}
	}
	s.withdraw(e.Unit)
}

// TurnWithdrawn takes the turn from a unit that has not ended it: it acts last (TO-6), is gone, or the order is made
// anew (ST-7).
type TurnWithdrawn struct {
	Unit UnitID `json:"unit"`
}

// withdraw takes the turn from a unit; with nobody left to have it, no turn is running.
func (s *State) withdraw(id UnitID) {
	s.Active = slices.DeleteFunc(slices.Clone(s.Active), func(u UnitID) bool { return u == id })
	if len(s.Active) == 0 {
		s.Turn, s.HiddenTurn = 0, false
	}
}

func (e TurnWithdrawn) apply(s *State) { s.withdraw(e.Unit) }

// UnitWaits makes a newcomer wait for the next round (CO-4).
type UnitWaits struct {
	Unit UnitID `json:"unit"`
}

func (e UnitWaits) apply(s *State) {
	if u := s.Unit(e.Unit); u != nil {
		u.Acted, u.Waits = true, true
	}
	for i := range s.Combatants {
		if s.Combatants[i].Unit == e.Unit {
			s.Combatants[i].Acted = true
		}
	}
}

// ActsLast puts a unit at the bottom for this round (TO-6). Order holds all that act last, first to last.
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

// BlowDeclared is rolling with the blow (TO-7).
type BlowDeclared struct {
	Unit UnitID `json:"unit"`
}

func (e BlowDeclared) apply(s *State) {
	if u := s.Unit(e.Unit); u != nil {
		if u.Blow == BlowActive {
			u.BlowDue = true
		} else {
			u.Blow = BlowPending
		}
	}
}

// BlowShown lowers the score for the round that begins.
type BlowShown struct {
	Unit UnitID `json:"unit"`
}

func (e BlowShown) apply(s *State) {
	if u := s.Unit(e.Unit); u != nil {
		u.Blow = BlowActive
	}
}

// BlowOver brings the score back at the round's end. Pending: it was not used up, or another one is due.
type BlowOver struct {
	Unit    UnitID `json:"unit"`
	Pending bool   `json:"pending,omitempty"`
}

func (e BlowOver) apply(s *State) {
	if u := s.Unit(e.Unit); u != nil {
		u.Blow, u.BlowDue = NoBlow, false
		if e.Pending {
			u.Blow = BlowPending
		}
	}
}

// EffectAdded puts an effect. Replaced: one of the same name on the same target went for it.
type EffectAdded struct {
	Effect   Effect   `json:"effect"`
	Replaced EffectID `json:"replaced,omitempty"`
}

func (e EffectAdded) apply(s *State) {
	s.dropEffect(e.Replaced)
	s.Effects = append(s.Effects, e.Effect)
	s.noteID(int(e.Effect.ID))
}

func (s *State) dropEffect(id EffectID) {
	s.Effects = slices.DeleteFunc(s.Effects, func(f Effect) bool { return f.ID == id })
}

// EffectTicked counts one turn or round off an effect that goes on.
type EffectTicked struct {
	Effect    EffectID `json:"effect"`
	Remaining int      `json:"remaining"`
}

func (e EffectTicked) apply(s *State) {
	if f := s.Effect(e.Effect); f != nil {
		f.Remaining = e.Remaining
	}
}

// EffectEnded takes an effect off. The effect as it was is kept for the words.
type EffectEnded struct {
	Effect Effect `json:"effect"`
	ByHand bool   `json:"by_hand,omitempty"`
}

func (e EffectEnded) apply(s *State) { s.dropEffect(e.Effect.ID) }

// HPChanged sets hit points. Amount is what was dealt (below 0) or healed before soak, half and the ends of the scale
// were counted.
type HPChanged struct {
	Combatant CombatantID  `json:"combatant"`
	Amount    int          `json:"amount"`
	Set       bool         `json:"set,omitempty"` // set by hand rather than dealt or healed
	Half      bool         `json:"half,omitempty"`
	Soaked    int          `json:"soaked,omitempty"` // taken by armor (CS-13)
	Soak      int          `json:"soak,omitempty"`   // what is left of it
	Tracked   bool         `json:"tracked"`          // false: the combatant has no hit points to change
	From      int          `json:"from"`
	To        int          `json:"to"`
	Max       int          `json:"max"`
	Roll      *dice.Result `json:"roll,omitempty"`
	Cause     string       `json:"cause,omitempty"`  // the effect's name
	None      bool         `json:"none,omitempty"`   // takes nothing of what others take; Amount is 0
	Booked    bool         `json:"booked,omitempty"` // By says who dealt it; older logs don't know
	By        CombatantID  `json:"by,omitempty"`     // who dealt it; 0: nobody
	Vague     bool         `json:"-"`                // in a view: From, To and Max stand for a word, Soaked and Soak for some
}

func (e HPChanged) apply(s *State) {
	c := s.Combatant(e.Combatant)
	if c == nil || !e.Tracked {
		return
	}
	if u := s.Unit(c.Unit); u != nil && e.From > 0 && e.To == 0 {
		if c.Hidden {
			u.HiddenLosses++
		} else {
			u.Losses++
		}
	}
	c.HasHP, c.HP, c.MaxHP, c.Soak, c.Vague = true, e.To, e.Max, e.Soak, e.Vague
	if c.HP > 0 {
		c.Down = ""
	}
}

// DamageProposed keeps damage or healing that a player entered until the GM applies it.
type DamageProposed struct {
	Proposal
}

func (e DamageProposed) apply(s *State) {
	s.Proposals = append(s.Proposals, e.Proposal)
	s.Proposals = s.Proposals[max(0, len(s.Proposals)-maxProposals):]
}

// ProposalApplied removes a proposal that the GM applied. What it did to hit points is in the [HPChanged] after it.
type ProposalApplied struct {
	ID ProposalID `json:"id"`
}

func (e ProposalApplied) apply(s *State) {
	s.Proposals = slices.DeleteFunc(s.Proposals, func(p Proposal) bool { return p.ID == e.ID })
}

// DownPicked is the GM's word on one at 0 hit points (CO-12).
type DownPicked struct {
	Combatant CombatantID `json:"combatant"`
	State     string      `json:"state"`
}

func (e DownPicked) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil {
		c.Down = e.State
	}
}

// AmbushSet names or clears ambushers (TO-12).
type AmbushSet struct {
	Combatants []CombatantID `json:"combatants"`
	Ambusher   bool          `json:"ambusher"`
}

func (e AmbushSet) apply(s *State) {
	for _, id := range e.Combatants {
		if c := s.Combatant(id); c != nil {
			c.Ambusher = e.Ambusher
		}
	}
}

// SurpriseChanged surprises combatants or ends their surprise.
type SurpriseChanged struct {
	Combatants []CombatantID `json:"combatants"`
	Surprised  bool          `json:"surprised"`
}

func (e SurpriseChanged) apply(s *State) {
	for _, id := range e.Combatants {
		if c := s.Combatant(id); c != nil {
			c.Surprised, c.Unnoticed = e.Surprised, false
		}
	}
}

// AlertChanged puts combatants on alert, or takes it off (CS-5).
type AlertChanged struct {
	Combatants []CombatantID `json:"combatants"`
	Alert      bool          `json:"alert"`
}

func (e AlertChanged) apply(s *State) {
	for _, id := range e.Combatants {
		if c := s.Combatant(id); c != nil {
			c.Alert = e.Alert
		}
	}
}

// RollsKept holds results typed before a free round for the roll after it (CS-5).
type RollsKept struct {
	Rolls []NamedRoll `json:"rolls"`
}

func (e RollsKept) apply(s *State) { s.Rolls = slices.Clone(e.Rolls) }
