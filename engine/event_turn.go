package engine

import (
	"cmp"
	"slices"
	"time"

	"roundel/engine/dice"
)

// turnEvents lists the events of rounds, turns, effects, hit points and surprise.
func turnEvents() []codec {
	return []codec{
		{"ambush-began", 1, AmbushBegan{}},
		{"ambush-over", 1, AmbushOver{}},
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
		{"blow-declared", 1, BlowDeclared{}},
		{"blow-shown", 1, BlowShown{}},
		{"blow-over", 1, BlowOver{}},
		{"effect-added", 1, EffectAdded{}},
		{"effect-ticked", 1, EffectTicked{}},
		{"effect-ended", 1, EffectEnded{}},
		{"effect-level-set", 1, EffectLevelSet{}},
		{"source-left", 1, SourceLeft{}},
		{"mark-passed", 1, DepartedPassed{}},
		{"hp-changed", 1, HPChanged{}},
		{"damage-proposed", 1, DamageProposed{}},
		{"effects-proposed", 1, EffectsProposed{}},
		{"proposal-applied", 1, ProposalApplied{}},
		{"down-picked", 1, DownPicked{}},
		{"ambush-set", 1, AmbushSet{}},
		{"surprise-changed", 1, SurpriseChanged{}},
		{"surprise-due", 1, SurpriseDue{}},
		{"alert-changed", 1, AlertChanged{}},
		{"rolls-kept", 1, RollsKept{}},
	}
}

// AmbushBegan starts the turns before round 1: either each ambusher's turn (TO-12) or a free round for all unsurprised sides at once
// (CS-5), or a turn of one action for everyone who isn't surprised (RS-50).
type AmbushBegan struct {
	Free      bool `json:"free,omitempty"`
	OneAction bool `json:"one_action,omitempty"`
}

func (e AmbushBegan) apply(s *State) {
	s.Phase, s.Round, s.FreeRound, s.OneAction = Ambush, 0, e.Free, e.OneAction
	s.freshRound()
}

func (e AmbushBegan) seen(v Sight) (Event, bool) {
	known := slices.ContainsFunc(v.After.Combatants, func(c Combatant) bool { return v.After.ActsInAmbush(&c) })
	return shownIf(e.Free || known, e)
}

// AmbushOver ends the turns before round 1.
type AmbushOver struct{}

func (AmbushOver) apply(s *State) {
	for i := range s.Combatants {
		s.Combatants[i].Ambusher = false
	}
	s.Active, s.Turn, s.FreeRound, s.OneAction, s.HiddenTurn = nil, 0, false, false, false
}

func (e AmbushOver) seen(Sight) (Event, bool) { return e, true }

// RoundBegan starts a round: everyone may act again, and units that acted last return to their place (TO-6).
type RoundBegan struct {
	Round int `json:"round"`
}

func (e RoundBegan) apply(s *State) {
	s.Phase, s.Round = Running, e.Round
	s.freshRound()
}

func (e RoundBegan) seen(Sight) (Event, bool) { return e, true }

// freshRound lets everyone act again and takes the turn from whoever has it.
func (s *State) freshRound() {
	s.Active, s.Turn, s.HiddenTurn, s.Interrupted, s.Awaits, s.Open, s.Closing = nil, 0, false, nil, false, nil, false
	s.Pass, s.HiddenPasses, s.TurnPhase, s.Ready = 0, 0, 0, nil
	for i := range s.Units {
		u := &s.Units[i]
		u.Acted, u.Waits, u.HadTurn, u.Last, u.Again, u.Taken = false, false, false, 0, false, 0
		if u.Waiting == NotWaiting {
			u.Over, u.Began, u.Ended, u.Playing = false, 0, false, 0
		}
	}
	for i := range s.Further {
		u := &s.Further[i]
		u.Acted, u.Waits, u.Last = false, false, 0
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
	s.dropFreeAttacksBy(e.Combatant)
}

func (e MemberActed) seen(v Sight) (Event, bool) { return shownIf(v.knows(e.Combatant), e) }

// TurnSeen says whether only hidden members of the active units can still act. If so, everyone else sees the turn end.
type TurnSeen struct {
	Hidden bool      `json:"hidden,omitempty"`
	Turn   TurnID    `json:"turn,omitempty"` // the rest is a turn with this ID, as a hidden unit's would be; 0: it keeps its own
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

// renameTurn lets everything that hidden members of the active units have done and suffered in the current turn belong to another ID.
func (s *State) renameTurn(to TurnID) {
	for i := range s.Combatants {
		c := &s.Combatants[i]
		if !s.IsActive(c.Unit) {
			continue
		}
		if c.Did == s.Turn { // of the others too: see DidNothing
			c.Did = to
		}
		if !c.Hidden {
			continue
		}
		for _, of := range []*TurnID{&c.Attacks.Turn, &c.Lost, &c.Regained} {
			if *of == s.Turn {
				*of = to
			}
		}
		for key, use := range c.Pools {
			if use.Turn == s.Turn {
				use.Turn = to
				c.setPool(key, use)
			}
		}
		for j := range s.Effects {
			f := &s.Effects[j]
			if f.Target != c.ID && f.Source != c.ID {
				continue
			}
			for _, of := range []*TurnID{&f.Turn, &f.Over} {
				if *of == s.Turn {
					*of = to
				}
			}
		}
	}
	for i := range s.Units {
		if u := &s.Units[i]; s.IsActive(u.ID) && u.Began == s.Turn {
			u.Began = to
		}
	}
}

func (TurnSeen) seen(Sight) (Event, bool) { return nil, false } // but see looks

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

// TurnLost skips a combatant's turn.
type TurnLost struct {
	Combatant CombatantID `json:"combatant"`
	Why       Loss        `json:"why"`
	Effect    string      `json:"effect,omitempty"` // the effect's name
	Fresh     bool        `json:"fresh,omitempty"`  // all its pools are full: before PoolsBack said so (FT-8)
}

func (e TurnLost) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil {
		c.Acted = true
	}
	if e.Fresh {
		s.emptyPools(func(c *Combatant) bool { return c.ID == e.Combatant })
	}
	s.dropFreeAttacksBy(e.Combatant)
}

func (e TurnLost) seen(v Sight) (Event, bool) { return shownIf(v.knows(e.Combatant), e) }

// TurnRegained gives a combatant back the turn that it has lost, as it is up again while its side still acts (CS-2).
type TurnRegained struct {
	Combatant CombatantID `json:"combatant"`
}

func (e TurnRegained) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil {
		c.Acted, c.Lost, c.Regained = false, 0, s.Turn
	}
}

func (e TurnRegained) seen(v Sight) (Event, bool) { return shownIf(v.knows(e.Combatant), e) }

// TurnEnded ends a unit's turn. Lost means that it never got it, because all its members lost their turns.
type TurnEnded struct {
	Unit  UnitID `json:"unit"`
	Place UnitID `json:"place,omitempty"` // where it is not the unit's first place: that place (RS-21)
	Lost  bool   `json:"lost,omitempty"`
	Again bool   `json:"again,omitempty"` // it can have another turn this round
}

func (e TurnEnded) apply(s *State) {
	s.noteEnd(TurnEnd{e.Unit, e.Lost})
	if u := s.Unit(e.Unit); u != nil {
		u.Playing = e.Place
		s.Playing(u).Acted = !e.Again
		u.Over, u.Held, u.Ended, u.Playing = false, 0, true, 0
		if e.Lost && u.Taken > 0 { // in no slot
			u.Taken++
		}
	}
	s.membersActed(e.Unit)
	s.withdraw(e.Unit)
}

// seen shows nothing if the unit's known members were done before: its turn seemed to end then.
func (e TurnEnded) seen(v Sight) (Event, bool) {
	u := v.Before.Unit(cmp.Or(e.Place, e.Unit))
	return shownIf(u != nil && (v.Before.IsActive(e.Unit) || e.Lost && !u.Acted), e)
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
		u.Acted, u.Waits = true, true
	}
	s.membersActed(s.MainID(e.Unit))
}

func (e UnitWaits) seen(v Sight) (Event, bool) { return shownIf(v.knowsUnit(e.Unit), e) }

// ActsLast moves a unit to the end of this round (TO-6). Order lists all units that act last, in the order in which they act; Rolls
// are the dice that decided it.
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
	all := len(e.Order)
	e.Order, e.Rolls = v.units(e.Order), v.rolls(e.Rolls)
	return e, len(e.Order) == all
}

// BlowDeclared records that a unit rolls with the blow (TO-7): its score will drop in the next round in which it has a turn.
type BlowDeclared struct {
	Unit      UnitID      `json:"unit"`
	Combatant CombatantID `json:"combatant,omitempty"` // the member of the unit that does it alone (TO-4); 0: the unit
}

func (e BlowDeclared) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil {
		c.BlowDue = true
	} else if u := s.Unit(e.Unit); u != nil {
		if u.Blow == BlowActive {
			u.BlowDue = true
		} else {
			u.Blow = BlowPending
		}
	}
}

func (e BlowDeclared) seen(v Sight) (Event, bool) {
	return shownIf(v.knowsUnit(e.Unit) && (e.Combatant == 0 || v.knows(e.Combatant)), e)
}

// BlowShown lowers the unit's score for the round that is starting (TO-7).
type BlowShown struct {
	Unit      UnitID      `json:"unit"`
	Combatant CombatantID `json:"combatant,omitempty"` // who declared it alone
}

func (e BlowShown) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil {
		c.BlowDue = false
	}
	if u := s.Unit(e.Unit); u != nil {
		u.Blow = BlowActive
	}
}

func (e BlowShown) seen(v Sight) (Event, bool) {
	e.Combatant = v.whom(e.Combatant)
	return shownIf(v.knowsUnit(e.Unit), e)
}

// BlowOver restores the unit's score at the end of the round (TO-7). Pending means that the score drops again in its next round,
// because the unit had no turn or has rolled with a second blow.
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

func (e BlowOver) seen(v Sight) (Event, bool) { return shownIf(v.knowsUnit(e.Unit), e) }

// EffectAdded adds an effect. Replaced is the effect with the same name on the same target that it replaces, or 0; effects that end with
// that one now end with the new one.
type EffectAdded struct {
	Effect   Effect   `json:"effect"`
	Replaced EffectID `json:"replaced,omitempty"`
}

func (e EffectAdded) apply(s *State) {
	s.dropEffect(e.Replaced)
	s.Effects = append(s.Effects, e.Effect)
	for i := range s.Effects {
		if f := &s.Effects[i]; e.Replaced != 0 && f.With == e.Replaced {
			f.With = e.Effect.ID
		}
	}
	s.dropDeparted()
	s.noteID(int(e.Effect.ID))
}

func (e EffectAdded) seen(v Sight) (Event, bool) {
	e.Effect = e.Effect.SeenIn(v.After)
	return shownIf(v.knowsBearer(&e.Effect), e)
}

func (s *State) dropEffect(id EffectID) {
	s.Effects = slices.DeleteFunc(s.Effects, func(f Effect) bool { return f.ID == id })
}

// EffectTicked counts down an effect that continues.
type EffectTicked struct {
	Effect    EffectID `json:"effect"`
	Remaining int      `json:"remaining"` // turns or rounds left
}

func (e EffectTicked) apply(s *State) {
	if f := s.Effect(e.Effect); f != nil {
		f.Remaining = e.Remaining
	}
}

func (e EffectTicked) seen(v Sight) (Event, bool) {
	f := v.After.Effect(e.Effect)
	return shownIf(f != nil && f.Until.Counted(), e)
}

// EffectEnded removes an effect. The event holds the whole effect, so that it can be described afterwards.
type EffectEnded struct {
	Effect Effect `json:"effect"`
	ByHand bool   `json:"by_hand,omitempty"` // removed by a command, not by its duration
}

func (e EffectEnded) apply(s *State) {
	s.dropEffect(e.Effect.ID)
	s.dropDeparted()
}

func (e EffectEnded) seen(v Sight) (Event, bool) {
	e.Effect = e.Effect.SeenIn(v.Before)
	return shownIf(v.knowsBearer(&e.Effect), e)
}

// EffectLevelSet changes the level of an effect (RS-65).
type EffectLevelSet struct {
	Effect EffectID `json:"effect"`
	From   int      `json:"from"`
	Level  int      `json:"level"`
	ByHand bool     `json:"by_hand,omitempty"` // by a command; otherwise it has faded
}

func (e EffectLevelSet) apply(s *State) {
	if f := s.Effect(e.Effect); f != nil {
		f.Level = e.Level
	}
}

func (e EffectLevelSet) seen(v Sight) (Event, bool) {
	return shownIf(v.After.Effect(e.Effect) != nil, e)
}

// SourceLeft keeps the place of a source that is leaving the fight, or changes it (RS-63).
type SourceLeft struct {
	Source Departed `json:"mark"` // the stored name is older
}

func (e SourceLeft) apply(s *State) {
	if m := s.DepartedSource(e.Source.Combatant, e.Source.Unit); m != nil {
		*m = e.Source
		return
	}
	s.Departed = append(s.Departed, e.Source)
}

func (SourceLeft) seen(Sight) (Event, bool) { return nil, true }

// DepartedPassed ends this round's turn of a source that has left (RS-63). It is stored as "mark-passed".
type DepartedPassed struct {
	Combatant CombatantID `json:"combatant,omitempty"`
	Unit      UnitID      `json:"unit,omitempty"`
}

func (e DepartedPassed) apply(s *State) {
	if m := s.DepartedSource(e.Combatant, e.Unit); m != nil {
		if m.Passed = true; m.Group == 0 {
			m.Score += m.Cost
		}
	}
}

func (DepartedPassed) seen(Sight) (Event, bool) { return nil, true }

// HPChanged sets a combatant's hit points. Amount is the damage (negative) or healing before halving, soak, and the limits of 0 and
// Max.
type HPChanged struct {
	Combatant CombatantID  `json:"combatant"`
	Amount    int          `json:"amount"`
	Set       bool         `json:"set,omitempty"` // set directly instead of dealt or healed
	Half      bool         `json:"half,omitempty"`
	Soaked    int          `json:"soaked,omitempty"` // damage absorbed by armor (CS-13)
	Soak      int          `json:"soak,omitempty"`   // soak left afterwards
	Tracked   bool         `json:"tracked"`          // false: the combatant's hit points are not tracked, so nothing changes
	From      int          `json:"from"`
	To        int          `json:"to"`
	Max       int          `json:"max"`
	Roll      *dice.Result `json:"roll,omitempty"`
	Cause     string       `json:"cause,omitempty"`  // the name of the effect that dealt it, if any
	None      bool         `json:"none,omitempty"`   // takes nothing of what others take; Amount is 0
	Booked    bool         `json:"booked,omitempty"` // By says who dealt it; older logs don't
	By        CombatantID  `json:"by,omitempty"`     // who dealt it; 0: nobody
	Blurred   bool         `json:"-"`                // in a view: From, To, Max, Soaked and Soak are not the real numbers
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
	c.HasHP, c.HP, c.MaxHP, c.Soak, c.Blurred = true, e.To, e.Max, e.Soak, e.Blurred
	if c.HP > 0 {
		c.Down, c.Saves = "", nil
	}
}

func (e HPChanged) seen(v Sight) (Event, bool) {
	e.By = v.whom(e.By)
	return shownIf(v.knows(e.Combatant), e)
}

func (e HPChanged) blurred(o Outcome) Event {
	if !o.ofPlayer(e.Combatant) {
		e.From, e.To, e.Max = blurredHP(e.From, e.Max), blurredHP(e.To, e.Max), blurredMax
		e.Soaked, e.Soak, e.Blurred = min(e.Soaked, 1), min(e.Soak, 1), true
	}
	return e
}

// DamageProposed keeps damage or healing that a player entered until the GM applies it.
type DamageProposed struct {
	Proposal
}

func (e DamageProposed) apply(s *State) {
	s.Proposals = append(s.Proposals, e.Proposal)
	s.Proposals = s.Proposals[max(0, len(s.Proposals)-maxProposals):]
}

func (e DamageProposed) seen(v Sight) (Event, bool) {
	all := len(e.Shares)
	e.Proposal = e.seenBy(v)
	return some(len(e.Shares), all, e)
}

// EffectsProposed keeps effects that a player put on others until the GM applies them.
type EffectsProposed struct {
	Proposal
}

func (e EffectsProposed) apply(s *State) { DamageProposed(e).apply(s) }

func (e EffectsProposed) seen(v Sight) (Event, bool) {
	all := len(e.Effects)
	e.Proposal = e.seenBy(v)
	return some(len(e.Effects), all, e)
}

// ProposalApplied removes a proposal that the GM applied. What it did is in the [HPChanged] or [EffectAdded] after it.
type ProposalApplied struct {
	ID ProposalID `json:"id"`
}

func (e ProposalApplied) apply(s *State) {
	s.Proposals = slices.DeleteFunc(s.Proposals, func(p Proposal) bool { return p.ID == e.ID })
}

func (ProposalApplied) seen(Sight) (Event, bool) { return nil, true }

// DownPicked sets the state of a combatant at 0 hit points, as chosen by the GM (CO-12).
type DownPicked struct {
	Combatant CombatantID `json:"combatant"`
	State     string      `json:"state"`
}

func (e DownPicked) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil {
		c.Down, c.Saves = e.State, nil
	}
}

func (e DownPicked) seen(v Sight) (Event, bool) { return shownIf(v.knows(e.Combatant), e) }

// change calls fn for each of the combatants that exists.
func (s *State) change(ids []CombatantID, fn func(c *Combatant)) {
	for _, id := range ids {
		if c := s.Combatant(id); c != nil {
			fn(c)
		}
	}
}

// AmbushSet makes combatants ambushers, or no longer ambushers (TO-12).
type AmbushSet struct {
	Combatants []CombatantID `json:"combatants"`
	Ambusher   bool          `json:"ambusher"`
}

func (e AmbushSet) apply(s *State) {
	s.change(e.Combatants, func(c *Combatant) { c.Ambusher = e.Ambusher })
}

func (e AmbushSet) seen(v Sight) (Event, bool) {
	all := len(e.Combatants)
	e.Combatants = v.who(e.Combatants)
	return some(len(e.Combatants), all, e)
}

// SurpriseChanged makes combatants surprised, or no longer surprised.
type SurpriseChanged struct {
	Combatants []CombatantID `json:"combatants"`
	Surprised  bool          `json:"surprised"`
}

func (e SurpriseChanged) apply(s *State) {
	s.change(e.Combatants, func(c *Combatant) {
		c.Surprised, c.Unnoticed = e.Surprised, false
		c.SurpriseDue = c.SurpriseDue && !e.Surprised
	})
}

func (e SurpriseChanged) seen(v Sight) (Event, bool) {
	all := len(e.Combatants)
	e.Combatants = v.who(e.Combatants)
	return some(len(e.Combatants), all, e)
}

// SurpriseDue marks combatants that are surprised once a new order is rolled (ST-7), or takes the mark from them.
type SurpriseDue struct {
	Combatants []CombatantID `json:"combatants"`
	Due        bool          `json:"due"`
}

func (e SurpriseDue) apply(s *State) {
	s.change(e.Combatants, func(c *Combatant) { c.SurpriseDue = e.Due })
}

func (e SurpriseDue) seen(v Sight) (Event, bool) {
	all := len(e.Combatants)
	e.Combatants = v.who(e.Combatants)
	return some(len(e.Combatants), all, e)
}

// AlertChanged puts combatants on alert, or takes them off it (CS-5).
type AlertChanged struct {
	Combatants []CombatantID `json:"combatants"`
	Alert      bool          `json:"alert"`
}

func (e AlertChanged) apply(s *State) {
	s.change(e.Combatants, func(c *Combatant) { c.Alert = e.Alert })
}

func (e AlertChanged) seen(v Sight) (Event, bool) {
	all := len(e.Combatants)
	e.Combatants = v.who(e.Combatants)
	return some(len(e.Combatants), all, e)
}

// RollsKept keeps results typed before a free round for the roll after it (CS-5), or in a round for the next (RS-20).
type RollsKept struct {
	Rolls []NamedRoll `json:"rolls"`
	Next  bool        `json:"next,omitempty"` // for the next round
}

func (e RollsKept) apply(s *State) { s.Rolls = slices.Clone(e.Rolls) }

// seen leaves out results that are kept for a late roll: they are not told.
func (e RollsKept) seen(v Sight) (Event, bool) {
	if !e.Next {
		return nil, true
	}
	all := len(e.Rolls)
	e.Rolls = slices.DeleteFunc(slices.Clone(e.Rolls), func(r NamedRoll) bool {
		return !slices.ContainsFunc(v.After.Units, func(u Unit) bool { return SameName(u.Name, r.Name) }) &&
			(len(v.After.Begin) == 0 || !v.After.HasSide(r.Name))
	})
	return some(len(e.Rolls), all, e)
}
