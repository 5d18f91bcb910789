package bot

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/ruleset"
	"roundel/snowflake"
)

// What saved characters take from fight to fight: nothing, so that they join as saved, or what they are left with.
const (
	carryFull = "full"
	carryKeep = "keep"
)

// keepCarried stores with saved characters what their combatants carry when these leave the fight or it ends (NU-28), in the same transaction. A nil
// state means that there is no fight.
func keepCarried(j engine.Journal, conf Settings, rs *ruleset.Ruleset, before, after *engine.State) {
	if conf.Carry != carryKeep || before == nil {
		return
	}
	for i := range before.Combatants {
		if c := &before.Combatants[i]; c.Saved != nil && (after == nil || after.Combatant(c.ID) == nil) {
			left := before.CarriedOf(rs, c)
			amendCarried(j, c.Saved, func(had *engine.Carried) *engine.Carried { next := left.Over(rs, had); return &next })
		}
	}
}

// carrySteps is keepCarried for steps that are undone or redone. If it is undone that a combatant has left, its character carries again what it did when
// it joined, unless it has been left with something else since.
func (tx *transaction) carrySteps(steps engine.Steps, undo bool) {
	var all []engine.Outcome
	for _, done := range steps.All() {
		all = append(all, done)
	}
	if !undo {
		for _, done := range all {
			keepCarried(tx.j, tx.conf, tx.rs, done.Before, done.State)
		}
		return
	}
	for _, done := range slices.Backward(all) {
		if tx.conf.Carry != carryKeep || done.Before == nil {
			continue
		}
		for i := range done.Before.Combatants {
			c := &done.Before.Combatants[i]
			if as := c.Saved; as != nil && done.State.Combatant(c.ID) == nil {
				left := done.Before.CarriedOf(tx.rs, c)
				amendCarried(tx.j, as, func(had *engine.Carried) *engine.Carried {
					if next := left.Over(tx.rs, had); had.Same(&next) {
						return as.Carried
					}
					return had
				})
			}
		}
	}
}

// amendCarried changes what a saved character carries. One that was deleted, even if it was saved again since, carries nothing of that. What can't be read
// stays as it is: the end of a fight must not fail because of it, and /character says so.
func amendCarried(j engine.Journal, as *engine.SavedAs, next func(had *engine.Carried) *engine.Carried) {
	j.Amend(as.Server, as.User, func(data []byte) []byte {
		all, err := DecodeList[Character](data)
		i := slices.IndexFunc(all, func(c Character) bool { return c.as(as.Server, as.User).Is(as) })
		if err != nil || i < 0 {
			return data
		}
		all[i].Carried = next(all[i].Carried)
		changed, err := json.Marshal(all)
		if err != nil {
			return data
		}
		return changed
	})
}

// as returns the character as the one that a combatant joins from.
func (c *Character) as(server snowflake.Guild, user snowflake.User) *engine.SavedAs {
	return &engine.SavedAs{Server: server, User: user, Name: c.Name, First: c.First, Carried: c.Carried}
}

// leaveCarried is keepCarried for a fight that ends without a request.
func (b *Bot) leaveCarried(j engine.Journal, f *found) error {
	s := j.State()
	i := slices.IndexFunc(s.Combatants, func(c engine.Combatant) bool { return c.Saved != nil })
	if i < 0 {
		return nil
	}
	server := s.Combatants[i].Saved.Server
	data, err := j.Settings(server)
	if err != nil {
		return err
	}
	conf, err := DecodeSettings(server, data)
	if err != nil {
		return err
	}
	rs, err := f.of(b.rulesets, s)
	if err != nil {
		return err
	}
	keepCarried(j, conf, rs, s, nil)
	return nil
}

// brings returns what a character brings to a fight, except for what was typed with the command, which takes precedence.
func (c *Character) brings(typed string, rs *ruleset.Ruleset) (*engine.Carried, error) {
	if c.Carried == nil {
		return nil, nil
	}
	typed, _, err := play.TakeResistances(typed, rs)
	if err != nil {
		return nil, err
	}
	pairs, err := engine.ParseStats(typed, rs.Template(false))
	if err != nil {
		return nil, err
	}
	return carriedBesides(c.Carried, pairs), nil
}

// carriedBesides returns what a character takes along, except for what these stats say, which takes precedence. It returns nil if nothing is left.
func carriedBesides(c *engine.Carried, stats []engine.StatPair) *engine.Carried {
	if c == nil {
		return nil
	}
	out := engine.Carried{HP: c.HP, MaxHP: c.MaxHP, Absorbs: maps.Clone(c.Absorbs), Pools: c.Pools}
	for _, g := range stats {
		if g.Key == "hp" {
			out.HP, out.MaxHP = nil, 0
		}
		delete(out.Absorbs, g.Key)
	}
	if out.HP == nil && len(out.Absorbs)+len(out.Pools) == 0 {
		return nil
	}
	return &out
}

// carriedOf says what a character takes along: "hp 12, temp 5".
func carriedOf(c *Character) lang.Arg {
	var parts []string
	if k := c.Carried; k != nil {
		if k.HP != nil {
			parts = append(parts, engine.StatPair{Key: "hp", Value: *k.HP}.String())
		}
		for _, key := range slices.Sorted(maps.Keys(k.Absorbs)) {
			parts = append(parts, key+" "+strconv.Itoa(k.Absorbs[key]))
		}
		for _, key := range slices.Sorted(maps.Keys(k.Pools)) {
			parts = append(parts, key+" -"+strconv.Itoa(k.Pools[key]))
		}
	}
	return lang.Listed("carries", parts)
}
