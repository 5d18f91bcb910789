package engine

import (
	"slices"

	"roundel/snowflake"
)

// effectEvents lists the events of effects.
func effectEvents() []codec {
	return []codec{
		{"effect-added", 1, EffectAdded{}},
		{"effect-ticked", 1, EffectTicked{}},
		{"effect-ended", 1, EffectEnded{}},
		{"effect-level-set", 1, EffectLevelSet{}},
		{"source-left", 1, SourceLeft{}},
		{"effect-resisted", 1, EffectResisted{}},
		{"mark-passed", 1, DepartedPassed{}},
	}
}

// EffectResisted says that combatants didn't get a condition because they are immune to it (NU-27).
type EffectResisted struct {
	Combatants []CombatantID `json:"combatants"`
	Name       string        `json:"name"`
}

func (EffectResisted) apply(*State) {}

func (e EffectResisted) seen(v Sight) (Event, bool) { return about(v, &e, &e.Combatants) }

// EffectAdded adds an effect. Replaced is the effect with the same name on the same target that it replaces, or 0. Effects that would have
// ended with that one end with the new one instead.
type EffectAdded struct {
	Effect   Effect   `json:"effect"`
	Replaced EffectID `json:"replaced,omitempty"`
	Longer   bool     `json:"longer,omitempty"` // only the duration gets longer, so the unused rest of what the old effect gave stays
}

func (e EffectAdded) apply(s *State) {
	if e.Longer {
		for i := range s.Combatants {
			s.Combatants[i].passAbsorbs(e.Replaced, e.Effect.ID)
		}
	}
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

func (e EffectAdded) blurred(o Outcome, _ snowflake.User) Event {
	e.Effect = o.withoutNumbers(e.Effect)
	return e
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

// EffectEnded removes an effect. It holds the whole effect, so that it can still be described.
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

func (e EffectEnded) blurred(o Outcome, _ snowflake.User) Event {
	e.Effect = o.withoutNumbers(e.Effect)
	return e
}

// EffectLevelSet changes the level of an effect (RS-65).
type EffectLevelSet struct {
	Effect EffectID `json:"effect"`
	From   int      `json:"from"`
	Level  int      `json:"level"`
	ByHand bool     `json:"by_hand,omitempty"` // by a command; otherwise it faded
}

func (e EffectLevelSet) apply(s *State) {
	if f := s.Effect(e.Effect); f != nil {
		f.Level = e.Level
	}
}

func (e EffectLevelSet) seen(v Sight) (Event, bool) {
	return shownIf(v.After.Effect(e.Effect) != nil, e)
}

// SourceLeft keeps or updates the place of an effect's source that has left the fight (RS-63).
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
		m.Passed = true
		if m.Group == 0 {
			m.Score += m.Cost
		}
	}
}

func (DepartedPassed) seen(Sight) (Event, bool) { return nil, true }

// Until is when an effect ends (CO-11).
type Until string

// When effects end. These values also appear in encounter.json.
const (
	UntilEndOfTurn     Until = "end-of-turn"      // end of the target's current or next own turn
	UntilEndOfThisTurn Until = "end-of-this-turn" // end of the turn during which it was added, whoever's that was
	UntilEndOfRound    Until = "end-of-round"
	UntilOwnTurns      Until = "own-turns" // after Remaining more of the target's own turns (TO-11)
	UntilRounds        Until = "rounds"    // after Remaining more rounds: long activities (FT-9)
	UntilFight         Until = "fight"     // until the encounter ends
	UntilRemoved       Until = "removed"

	UntilStartOfTurn       Until = "start-of-turn"        // start of the target's next own turn (RS-60)
	UntilEndOfNextTurn     Until = "end-of-next-turn"     // end of the target's next own turn, not counting turn Turn
	UntilStartOfSourceTurn Until = "start-of-source-turn" // start of the source's next turn
	UntilEndOfSourceTurn   Until = "end-of-source-turn"   // end of the source's next turn, not counting turn Turn
	UntilOwnStarts         Until = "own-starts"           // after Remaining more starts of the target's own turns
	UntilSourceStarts      Until = "source-starts"        // after Remaining more starts of the source's turns
	UntilSourceEnds        Until = "source-ends"          // after Remaining more ends of the source's turns, not counting turn Turn
	UntilTicks             Until = "ticks"                // when the clock reaches a tick (RS-38)
)

// OfSource reports whether the turns of the effect's source decide when it ends (RS-60).
func (u Until) OfSource() bool {
	return u == UntilStartOfSourceTurn || u == UntilEndOfSourceTurn || u == UntilSourceStarts || u == UntilSourceEnds
}

// Counted reports whether [Effect.Remaining] says how many turns or rounds are left.
func (u Until) Counted() bool {
	return u == UntilOwnTurns || u == UntilRounds || u == UntilOwnStarts || u == UntilSourceStarts || u == UntilSourceEnds
}

// Effect is a condition or modifier on a combatant or a unit. It ends by itself when its time is up.
type Effect struct {
	ID          EffectID    `json:"id"`
	Name        string      `json:"name"`
	Target      CombatantID `json:"target,omitempty"` // exactly one of Target and Unit is set (CO-13)
	Unit        UnitID      `json:"unit,omitempty"`
	Until       Until       `json:"until"`
	Remaining   int         `json:"remaining,omitempty"`  // own turns or rounds left
	Turn        TurnID      `json:"turn,omitempty"`       // UntilEndOfThisTurn: that turn; otherwise the one whose end doesn't count
	Damage      string      `json:"damage,omitempty"`     // dice notation; dealt at the end of each of the target's own turns
	Initiative  int         `json:"initiative,omitempty"` // added to the score while the effect lasts
	Ticks       int         `json:"ticks,omitempty"`      // added to the budget of a turn (FT-4)
	Skip        bool        `json:"skip,omitempty"`       // the target loses its turns
	NoReactions bool        `json:"no_reactions,omitempty"`
	Note        string      `json:"note,omitempty"`
	Changes     string      `json:"changes,omitempty"`     // changes of rolls as typed, for [ruleset.Ruleset.ParseChanges] (NU-22)
	Activity    bool        `json:"activity,omitempty"`    // the target's long activity (FT-9)
	Source      CombatantID `json:"source,omitempty"`      // who caused it (RS-61); 0: nobody, or a unit
	SourceUnit  UnitID      `json:"source_unit,omitempty"` // a group that caused it as a whole
	Level       int         `json:"level,omitempty"`       // for a condition with levels (RS-65)
	With        EffectID    `json:"with,omitempty"`        // an effect on the source that this one ends with (RS-67)
	DC          int         `json:"dc,omitempty"`          // difficulty of its check, if HasDC is set (RS-66)
	HasDC       bool        `json:"has_dc,omitempty"`
	Bonus       int         `json:"bonus,omitempty"`
	Save        string      `json:"save,omitempty"`  // the stat of its check, which is then the file's save for all effects (NU-18)
	Check       *CheckState `json:"check,omitempty"` // nil: no check, or nothing has happened to it yet
	Tick        int         `json:"tick,omitempty"`  // UntilTicks: ends when the clock reaches it
	Over        TurnID      `json:"over,omitempty"`  // its target or source had lost this turn, and the turn's end has already counted for it (CS-2)
	Blurred     bool        `json:"-"`               // in a view: the numbers of its check aren't shown
	Unscored    bool        `json:"apart,omitempty"` // doesn't affect the score, because the target is a hidden member of a visible unit
}

// CheckState is the progress of an effect's check (RS-66).
type CheckState struct {
	Due    int   `json:"due,omitempty"`    // how many rolls are due
	Damage []int `json:"damage,omitempty"` // the damage that caused each check that is due, oldest first
	Passes int   `json:"passes,omitempty"`
	Fails  int   `json:"fails,omitempty"`
	Hurt   bool  `json:"hurt,omitempty"`   // damage has caused a check; older logs don't say so for checks that were rolled
	Inside bool  `json:"inside,omitempty"` // armor, or an absorb that doesn't count, may have taken some of the damage; others aren't told how much
}

// Permanent reports whether the effect changes initiative for the rest of the fight and not just for a while (TO-8).
func (e *Effect) Permanent() bool { return e.Until == UntilFight || e.Until == UntilRemoved }

// CountsThisTurn reports whether the end of the current turn counts towards an effect's own turns: "1 round" added to whoever is up ends with
// this turn (CO-11).
func (s *State) CountsThisTurn(e *Effect) bool {
	if e.Until != UntilOwnTurns || e.Turn != 0 && e.Turn == s.Turn {
		return false
	}
	unit := e.Unit
	if c := s.Combatant(e.Target); c != nil {
		unit = c.Unit
		if !s.MayAct(c) || s.HasRegained(c) && e.Over == s.Turn {
			return false
		}
	}
	u := s.Unit(unit)
	return u != nil && s.IsActive(unit) && !u.EndedEarly() && !u.Counted
}

// TargetName returns the name of the combatant or unit that an effect is on, or "" if it is no longer in the fight.
func (s *State) TargetName(e *Effect) string {
	if u := s.Unit(e.Unit); e.Unit != 0 && u != nil {
		return u.Name
	}
	if c := s.Combatant(e.Target); c != nil {
		return c.Name
	}
	return ""
}

// EffectsOn returns the effects on a combatant and on its unit or group, oldest first. The pointers point into s.
func (s *State) EffectsOn(c *Combatant) []*Effect {
	var out []*Effect
	for i := range s.Effects {
		if e := &s.Effects[i]; s.On(e, c) {
			out = append(out, e)
		}
	}
	return out
}

// SeenIn returns the effect as someone sees it who only knows the combatants and effects in s. If they don't know its source, they learn
// neither the source nor when its turns are: the effect seems to last until it is removed.
func (e Effect) SeenIn(s *State) Effect {
	if (e.Source != 0 || e.SourceUnit != 0) && s.SourceName(&e) == "" {
		if e.Until.OfSource() {
			e.Until, e.Remaining, e.Turn = UntilRemoved, 0, 0
		}
		e.Source, e.SourceUnit = 0, 0
	}
	if e.With != 0 && s.Effect(e.With) == nil {
		e.With = 0
	}
	return e
}

// Departed keeps the place in the order of a source that has left the fight, as long as effects depend on its turns (RS-63). When the order
// comes to that place, its turn begins and ends.
type Departed struct {
	Combatant CombatantID `json:"combatant,omitempty"` // exactly one of Combatant and Unit is set
	Unit      UnitID      `json:"unit,omitempty"`
	Name      string      `json:"name"`
	Group     UnitID      `json:"group,omitempty"`  // the unit that the combatant left, if that is still there: it passes when that acts
	Placed    bool        `json:"placed,omitempty"` // it has a place, at Score; otherwise it passes when the round ends
	Score     int         `json:"score,omitempty"`  // including shift and modifiers, when it left
	Last      int         `json:"last,omitempty"`   // its place among those acting last this round: see [Unit.Last]
	Above     []UnitID    `json:"above,omitempty"`  // units with the same score that it went before
	Passed    bool        `json:"passed,omitempty"` // its turn of this round is over
	Cost      int         `json:"cost,omitempty"`   // under a clock: ticks between its turns
	Hidden    bool        `json:"hidden,omitempty"` // hidden when it left: only the GM learns of it
}

// BoundTo reports whether the turns of this combatant or unit decide when the effect ends. One of them is 0.
func (e *Effect) BoundTo(c CombatantID, u UnitID) bool {
	return e.Until.OfSource() && e.Source == c && e.SourceUnit == u
}

// IsSource reports whether an effect depends on the turns of this combatant or unit. One of them is 0.
func (s *State) IsSource(c CombatantID, u UnitID) bool {
	return slices.ContainsFunc(s.Effects, func(e Effect) bool { return e.BoundTo(c, u) })
}

// DepartedSource returns the record of a combatant or unit that has left, or nil.
func (s *State) DepartedSource(c CombatantID, u UnitID) *Departed {
	for i := range s.Departed {
		if m := &s.Departed[i]; m.Combatant == c && m.Unit == u {
			return m
		}
	}
	return nil
}

// SourceName returns the name of an effect's source, even if that has left the fight. It is empty if there is none.
func (s *State) SourceName(e *Effect) string {
	if e.Source == 0 && e.SourceUnit == 0 {
		return ""
	}
	if u := s.Unit(e.SourceUnit); e.SourceUnit != 0 && u != nil {
		return u.Name
	}
	if c := s.Combatant(e.Source); c != nil {
		return c.Name
	}
	if m := s.DepartedSource(e.Source, e.SourceUnit); m != nil {
		return m.Name
	}
	return ""
}

// dropDeparted drops the sources that no effect depends on any more.
func (s *State) dropDeparted() {
	if len(s.Departed) > 0 {
		s.Departed = slices.DeleteFunc(s.Departed, func(m Departed) bool { return !s.IsSource(m.Combatant, m.Unit) })
	}
}

// dropEffectsOf drops the effects on a combatant or unit that has left, one of which is 0. Effects that it caused lose their source, unless
// they depend on its turns.
func (s *State) dropEffectsOf(c CombatantID, u UnitID) {
	s.Effects = slices.DeleteFunc(s.Effects, func(e Effect) bool { return e.Target == c && e.Unit == u })
	for i := range s.Effects {
		if e := &s.Effects[i]; e.Source == c && e.SourceUnit == u && !e.Until.OfSource() {
			e.Source, e.SourceUnit = 0, 0
		}
	}
	s.dropDeparted()
}

// On reports whether an effect is on a combatant: on itself, on its unit, or on the group that it stands apart from.
func (s *State) On(e *Effect, c *Combatant) bool {
	switch {
	case e.Unit == 0:
		return e.Target == c.ID
	case e.Unit == c.Unit:
		return true
	}
	u := s.Unit(c.Unit)
	return u != nil && u.Home == e.Unit
}

// OwnInitiative returns what the effects on a combatant itself add to its score.
func (s *State) OwnInitiative(id CombatantID) int {
	n := 0
	for i := range s.Effects {
		if e := &s.Effects[i]; e.Target == id && e.Unit == 0 {
			n += e.Initiative
		}
	}
	return n
}
