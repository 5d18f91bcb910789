package play

import (
	"slices"

	"roundel/engine"
)

// openTies lets the players of a tie that has just been settled say who goes first, as long as none of them has acted (TO-3). known are
// the ties settled before.
func (f *Fight) openTies(e engine.TieSettled, known map[engine.Tie]bool) {
	if e.Hidden || !f.Rules.Order.PlayersChoose() {
		return
	}
	open := slices.Clone(f.State.OpenTies)
	left := slices.Clone(e.Order)
	for len(left) > 0 {
		first := f.State.Unit(left[0])
		var tied []engine.UnitID
		for _, id := range left {
			if id == first.ID || f.State.TheyChoose(f.Rules, first, f.State.Unit(id)) {
				tied = append(tied, id)
			}
		}
		left = slices.DeleteFunc(left, func(id engine.UnitID) bool { return slices.Contains(tied, id) })
		if f.asks(tied, known) {
			open = slices.DeleteFunc(open, func(other []engine.UnitID) bool {
				return slices.ContainsFunc(other, func(id engine.UnitID) bool { return slices.Contains(tied, id) })
			})
			open = append(open, tied)
		}
	}
	f.SetOpenTies(open)
}

// asks reports whether the players of tied units are asked: two of them haven't been tied before, none has acted this round, and none is
// hidden or has several turns.
func (f *Fight) asks(tied []engine.UnitID, known map[engine.Tie]bool) bool {
	fresh := false
	for i, a := range tied {
		u := f.State.Unit(a)
		if f.State.Hidden(a) || u.HadTurn || u.Place == engine.PlacePast || len(f.State.PlacesOf(u.MainID())) > 1 {
			return false
		}
		for _, b := range tied[i+1:] {
			fresh = fresh || !known[engine.Tie{Above: a, Below: b}] && !known[engine.Tie{Above: b, Below: a}]
		}
	}
	return fresh
}

// SetOpenTies replaces the ties whose players may still say who goes first.
func (f *Fight) SetOpenTies(open [][]engine.UnitID) {
	if !slices.EqualFunc(open, f.State.OpenTies, slices.Equal) {
		f.Emit(engine.TiesOpen{Open: open})
	}
}

// KeepOpenTies closes the ties of which somebody has acted with the events of this command, and drops units that aren't tied any more.
func (f *Fight) KeepOpenTies() {
	if len(f.State.OpenTies) == 0 {
		return
	}
	acted := map[engine.UnitID]bool{}
	for _, e := range f.Events {
		if c := f.State.Combatant(f.whoActs(e)); c != nil {
			acted[c.Unit] = true
		}
		if ended, is := e.(engine.TurnEnded); is && !ended.Lost {
			acted[ended.Unit] = true
		}
	}
	ranked := f.State.Ranked(f.Rules)
	var open [][]engine.UnitID
	for _, tied := range f.State.OpenTies {
		var first *engine.RankedUnit
		var left []engine.UnitID
		for i := range ranked {
			r := &ranked[i]
			switch id := r.Unit.ID; {
			case !slices.Contains(tied, id) || f.State.Hidden(id):
			case first == nil:
				first, left = r, append(left, id)
			case r.Tied(*first) && f.State.TheyChoose(f.Rules, first.Unit, r.Unit):
				left = append(left, id)
			}
		}
		if len(left) > 1 && !slices.ContainsFunc(left, func(id engine.UnitID) bool { return acted[f.State.MainID(id)] }) {
			open = append(open, left)
		}
	}
	f.SetOpenTies(open)
}

// whoActs returns the combatant who does something in an event, or 0. What is done to hidden ones doesn't count: others don't see it.
func (f *Fight) whoActs(e engine.Event) engine.CombatantID {
	hidden := func(id engine.CombatantID) bool { c := f.State.Combatant(id); return c != nil && c.Hidden }
	switch e := e.(type) {
	case engine.MemberActed:
		return e.Combatant
	case engine.Acted:
		return e.Combatant
	case engine.PoolReserved:
		return e.Combatant
	case engine.Attacked:
		if !hidden(e.Target) {
			return e.Attacker
		}
	case engine.Fled:
		return e.Combatant
	case engine.HPChanged:
		if !hidden(e.Combatant) {
			return e.By
		}
	case engine.DamageProposed:
		return e.By
	case engine.EffectsProposed:
		return e.By
	case engine.EffectAdded:
		if !f.onHidden(&e.Effect) {
			return e.Effect.Source
		}
	case engine.PhaseDone:
		if len(e.Combatants) > 0 {
			return e.Combatants[0]
		}
	}
	return 0
}
