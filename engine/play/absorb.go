package play

import (
	"strings"

	"roundel/engine"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// absorb splits damage among a combatant's absorbs, in the file's order (NU-8). It returns what each of them takes, and the rest. damage
// and rest are 0 or negative.
func (f *fight) absorb(c *engine.Combatant, damage int) (taken []engine.Absorbed, rest int) {
	for i := range f.Rules.Absorbs {
		a := &f.Rules.Absorbs[i]
		if n := min(c.Absorbs[a.Key].N, -damage); n > 0 {
			taken = append(taken, engine.Absorbed{Key: a.Key, N: n, Counts: a.Counts})
			damage += n
		}
	}
	return taken, damage
}

// absorbTyped returns the key of the absorb with the name that was typed, or "" if nothing was typed.
func (d *decider) absorbTyped(typed string) (string, error) {
	typed = strings.TrimSpace(typed)
	switch a := d.Rules.Absorb(typed); {
	case typed == "":
		return "", nil
	case a != nil:
		return a.Key, nil
	case len(d.Rules.Absorbs) == 0:
		return "", d.notInRules(reason.NoAbsorbs)
	}
	return "", engine.Refuse(engine.Invalid, reason.UnknownAbsorb, engine.Args{Ruleset: d.Rules.Title, Text: typed, Names: d.Rules.AbsorbKeys()})
}

// mostAbsorbed returns the most that a combatant can have of an absorb.
func (f *fight) mostAbsorbed(c *engine.Combatant, a *ruleset.Absorb) int {
	if a.To == nil {
		return ruleset.MaxAbsorb
	}
	return max(0, min(a.To.Value(f.State.CombatantValues(c, engine.Facts{})), ruleset.MaxAbsorb))
}

// setAbsorb completes and emits a change of an absorb. The caller sets Combatant, Key, Amount, Set, Half, Roll, Effect and Cause. With adds,
// Amount is added to what is there, as for a correction; otherwise the ruleset decides (NU-11).
func (f *fight) setAbsorb(e engine.AbsorbSet, adds bool) {
	c, a := f.State.Combatant(e.Combatant), f.Rules.Absorb(e.Key)
	e.From, e.HP, e.Max = c.Absorbs[e.Key].N, c.HP, c.MaxHP
	amount := e.Amount
	if e.Half {
		amount /= 2
	}
	replaces := !e.Set && !adds && !a.Stacks
	switch {
	case e.Set:
		e.To = amount
	case replaces:
		e.To = max(e.From, amount)
	default:
		e.To = e.From + amount
	}
	e.To = max(0, min(e.To, max(f.mostAbsorbed(c, a), e.From)))
	e.Replaces, e.Absorbs = replaces && e.To > e.From, c.AbsorbsAll()+e.To-e.From
	f.emit(e)
}

// giveWith gives everyone that an effect is on the absorbs among its typed changes (NU-22, NU-26).
func (f *fight) giveWith(e *engine.Effect) {
	changes, _ := f.Rules.ParseChanges(e.Changes) // it was checked when the effect was put on
	for _, change := range changes {
		if f.Rules.Absorb(string(change.Key)) == nil {
			continue
		}
		for i := range f.State.Combatants {
			if c := &f.State.Combatants[i]; c.HasHP && f.State.On(e, c) {
				if n := change.Value.Value(f.State.CombatantValues(c, engine.Facts{Level: e.Level})); n > 0 { // emitted even if it has no effect because there is more already, which others must not notice
					f.setAbsorb(engine.AbsorbSet{Combatant: c.ID, Key: string(change.Key), Amount: n, Effect: e.ID, Cause: e.Name}, false)
				}
			}
		}
	}
}

// takeBack takes away what is left of the absorbs that an ended effect gave.
func (f *fight) takeBack(id engine.EffectID, name string) {
	for _, key := range f.Rules.AbsorbKeys() {
		for i := range f.State.Combatants {
			c := &f.State.Combatants[i]
			if left := c.Absorbs[key]; left.Part(id) > 0 {
				f.emit(engine.AbsorbSet{Combatant: c.ID, Key: key, Amount: -left.Part(id), From: left.N, To: left.N - left.Part(id), HP: c.HP, Max: c.MaxHP, Absorbs: c.AbsorbsAll() - left.Part(id),
					Effect: id, Cause: name, Ends: true})
			}
		}
	}
}

// absorbAmounts returns the amounts for absorbs. Only combatants with hit points have any (NU-11).
func absorbAmounts(rs *ruleset.Ruleset) []amount {
	var out []amount
	for i := range rs.Absorbs {
		a := &rs.Absorbs[i]
		out = append(out, amount{
			key: a.Key, most: ruleset.MaxAbsorb, needsHP: true,
			join: func(d *decider, c *engine.Combatant, typed *engine.StatPair) {
				n := 0
				if typed != nil {
					n = typed.Value
				} else if a.From != nil {
					n = a.From.Value(d.State.CombatantValues(c, engine.Facts{}))
				}
				c.SetAbsorb(a.Key, min(n, d.mostAbsorbed(c, a)))
			},
			edit: func(d *decider, id engine.CombatantID, typed engine.StatPair) {
				d.setAbsorb(engine.AbsorbSet{Combatant: id, Key: a.Key, Amount: typed.Value, Set: true}, false)
			},
			has: func(d *decider, c *engine.Combatant, typed engine.StatPair) bool {
				n := c.Absorbs[a.Key].N
				return n == min(typed.Value, max(d.mostAbsorbed(c, a), n))
			},
		})
	}
	return out
}
