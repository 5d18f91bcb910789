package engine

import (
	"slices"

	"roundel/engine/ruleset"
)

// OnDeck returns the unit whose turn comes after the current one, at one of its places, and the state in which it comes: a copy of s, in which effects
// are over that end by then. Units that will lose their turns are passed over. Not foreseen are damage at the end of a turn, checks, ties that somebody has
// to settle, and members that leave their group for a place of their own or come back to it (TO-4). OnDeck returns nil if the next unit isn't known.
func (s *State) OnDeck(rs *ruleset.Ruleset) (*Unit, *State) {
	if o := &rs.Order; !o.Scored() || o.Opens() {
		return nil, nil
	}
	next := s.Clone()
	for _, id := range s.Active {
		if u := next.Unit(id); u != nil {
			if !u.EndedEarly() {
				next.countTurn(rs, u, true)
			}
			u.HadTurn = true
		}
	}
	next.countEffects(func(e *Effect) bool { return e.Until == UntilEndOfThisTurn }, false)
	for _, id := range s.Active {
		if u := next.Unit(id); u != nil {
			Apply(next, TurnEnded{Unit: id, Place: u.Playing})
		}
	}
	next.Turn = 0
	if n := len(s.Interrupted); n > 0 && len(s.Active) > 0 {
		for _, id := range s.Interrupted[n-1].Units {
			if u := next.Unit(id); u != nil {
				return u, next // it goes on with its turn (RS-46)
			}
		}
	}
	comes := func(u *Unit) bool { return next.Main(u).Stage != Holding } // who delays has a new turn when its place comes (RS-46)
	ahead := func(u *Unit) bool {
		main := next.Main(u)
		had := s.Phase == Ambush && (s.IsActive(main.ID) || main.Acted()) // it has one turn, however many places it has (RS-21)
		return !s.PlaceActive(u) && !had && comes(u)
	}
	if u := next.nextAble(rs, ahead); u != nil {
		return u, next
	}
	if s.Phase != Running || rs.Order.Shape == ruleset.Ticks {
		return nil, nil // the order of round 1 isn't known yet; a clock moves on units whose turns are lost
	}
	again := func(u *Unit) bool { // begins another pass (RS-26)
		return !u.IsEvent() && u.Rolled && next.Score(rs, u) > rs.Order.Passes && comes(u) &&
			slices.ContainsFunc(next.VisibleMembers(u.MainID()), func(c *Combatant) bool { return next.KeepsTurn(rs, c) })
	}
	for rs.Order.Passes > 0 && slices.ContainsFunc(next.Order(rs), again) {
		Apply(next, PassBegan{Pass: max(1, next.Pass) + 1})
		if u := next.nextAble(rs, func(u *Unit) bool { return !u.IsEvent() && comes(u) }); u != nil {
			return u, next
		}
	}
	if rs.Order.Again != ruleset.OnceAFight {
		return nil, nil
	}
	next = next.NextRound(rs)
	if slices.ContainsFunc(next.Order(rs), func(u *Unit) bool { return !u.Rolled && !u.IsEvent() }) {
		return nil, nil // they roll first (RI-4)
	}
	return next.nextAble(rs, comes), next
}

// nextAble returns the first unit in the order for which comes returns true and that doesn't lose its turn, or nil. It changes s: the turns of units
// before that are lost, which counts for effects.
func (s *State) nextAble(rs *ruleset.Ruleset, comes func(u *Unit) bool) *Unit {
	for {
		order := s.Order(rs)
		i := slices.IndexFunc(order, func(u *Unit) bool {
			return u.Rolled && !u.Acted() && !s.SitsOut(rs, u) && comes(u) && slices.ContainsFunc(s.Members(u.ID), s.MayAct)
		})
		if i < 0 {
			return nil
		}
		u, main, members := order[i], s.Main(order[i]), s.Members(order[i].ID)
		if main.Stage == Delaying {
			main.stopWaiting()
		}
		if rs.Order.Shape == ruleset.Ticks {
			at := s.OrderScore(rs, u.ID)
			s.countEffects(func(e *Effect) bool { return e.Until == UntilTicks && e.Tick <= at }, false)
		}
		if !main.Resumes() {
			s.countTurn(rs, main, false)
		}
		if slices.ContainsFunc(members, func(c *Combatant) bool { return s.HasTurn(rs, c) }) {
			return u
		}
		if rs.Order.Shape == ruleset.Ticks {
			return nil // it moves on, and may come again before anyone else
		}
		s.countTurn(rs, main, true)
		lost := TurnEnded{Unit: main.ID, Lost: true}
		if u != main {
			lost.Place = u.ID
		}
		Apply(s, lost)
		if rs.Surprise.Kind == ruleset.LostTurn {
			for _, c := range members {
				c.Surprised = false
			}
		}
	}
}

// countTurn counts the start or the end of a unit's turn for the effects that depend on it (RS-60, RS-65), without their damage and checks.
func (s *State) countTurn(rs *ruleset.Ruleset, u *Unit, end bool) {
	of := func(c CombatantID, unit UnitID) bool {
		if unit != 0 {
			return unit == u.ID
		}
		m := s.Combatant(c)
		return m != nil && m.Unit == u.ID && s.MayAct(m) && !(m.Surprised && rs.Surprise.Kind != ruleset.LostTurn)
	}
	s.countEffects(func(e *Effect) bool {
		switch e.Until {
		case UntilStartOfTurn, UntilOwnStarts:
			return !end && of(e.Target, e.Unit)
		case UntilStartOfSourceTurn, UntilSourceStarts:
			return !end && of(e.Source, e.SourceUnit)
		case UntilEndOfTurn, UntilEndOfNextTurn, UntilOwnTurns:
			return end && of(e.Target, e.Unit)
		case UntilEndOfSourceTurn, UntilSourceEnds:
			return end && of(e.Source, e.SourceUnit)
		}
		return false
	}, u.Counted)
	fades := map[bool]ruleset.Fades{false: ruleset.FadesStart, true: ruleset.FadesEnd}[end]
	var over []EffectID
	for i := range s.Effects {
		e := &s.Effects[i]
		if c := rs.Condition(e.Name); e.Level > 0 && !u.Counted && c != nil && c.Level && c.Fades == fades && of(e.Target, e.Unit) {
			if e.Level--; e.Level == 0 {
				over = append(over, e.ID)
			}
		}
	}
	s.dropLinked(over)
}

// countEffects counts a moment for the effects that depend on it: each ends, or has one round less left. again says that it is not the first such moment
// of the round, so that rounds aren't counted (RS-21).
func (s *State) countEffects(depends func(e *Effect) bool, again bool) {
	var over []EffectID
	for i := range s.Effects {
		e := &s.Effects[i]
		switch {
		case !depends(e):
		case e.Until == UntilEndOfThisTurn:
			if e.Turn == s.Turn {
				over = append(over, e.ID)
			}
		case e.Turn != 0 && e.Turn == s.Turn: // it was added in this turn, which doesn't count
		case !e.Until.Counted(), !again && e.Remaining <= 1:
			over = append(over, e.ID)
		case !again:
			e.Remaining--
		}
	}
	s.dropLinked(over)
}

// dropLinked drops effects and those that end with them (RS-67).
func (s *State) dropLinked(over []EffectID) {
	for ; len(over) > 0; over = over[1:] {
		for i := range s.Effects {
			if e := &s.Effects[i]; e.With == over[0] {
				over = append(over, e.ID)
			}
		}
		s.dropEffect(over[0])
	}
}
