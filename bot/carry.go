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

// What saved characters take from fight to fight: nothing, so that they join as saved, or the state in which they left the last one.
const (
	carryFull = "full"
	carryKeep = "keep"
)

// maxLeft is how many leavings are remembered for each character. Undoing an older one leaves what it carries as it is.
const maxLeft = 10

// leaving records that a combatant of a character has left a fight that goes on, so that this can be undone and redone.
type leaving struct {
	Joined string          `json:"joined"`           // as [engine.SavedAs] of the combatant has it
	Had    *engine.Carried `json:"had,omitempty"`    // what its character carried before; nil: nothing
	Wrote  *engine.Carried `json:"wrote"`            // what it carried from then on; nil: that was replaced since, see replaceCarried
	Undone bool            `json:"undone,omitempty"` // has been undone, and may be redone
}

// leave makes the character carry what its combatant had when it left a fight. Numbers that the ruleset of that fight doesn't have stay as they
// were. The end of a fight can't be undone.
func (c *Character) leave(as *engine.SavedAs, rs *ruleset.Ruleset, left engine.Carried, ended bool) {
	wrote := left.Over(rs, c.Carried)
	if ended {
		c.replaceCarried(&wrote)
		return
	}
	idle := func(l leaving) bool { return l.Undone || l.Wrote == nil }
	c.Left = slices.DeleteFunc(c.Left, func(l leaving) bool { return l.Joined == as.Joined && idle(l) }) // it can't be redone any more
	c.Left = append(c.Left, leaving{Joined: as.Joined, Had: c.Carried, Wrote: &wrote})
	if len(c.Left) > maxLeft {
		i := max(0, slices.IndexFunc(c.Left, idle))
		c.Left = slices.Delete(c.Left, i, i+1)
	}
	c.Carried = &wrote
}

// comeBack undoes leave: the character carries what it did before, unless that has changed since.
func (c *Character) comeBack(as *engine.SavedAs) { c.step(as, true) }

// leaveAgain redoes a leave that was undone. What has changed since it happened stays, even if that was before the undo: a later fight counts, and so does
// what was saved since (NU-28). It reports whether the leaving was remembered.
func (c *Character) leaveAgain(as *engine.SavedAs) bool { return c.step(as, false) }

// step undoes or redoes a leaving in its place among the others, and reports whether it was remembered.
func (c *Character) step(as *engine.SavedAs, undo bool) bool {
	i := slices.IndexFunc(c.Left, func(l leaving) bool { return l.Joined == as.Joined })
	if i < 0 {
		return false
	}
	l := &c.Left[i]
	from, to := l.Had, l.Wrote
	if undo {
		from, to = to, from
	}
	if l.Undone != undo && l.Wrote != nil {
		var had []**engine.Carried // by what came after it: the leavings that are undone, which can be redone, and the next one that counts
		for j := i + 1; j < len(c.Left) && (j == i+1 || c.Left[j-1].Undone); j++ {
			had = append(had, &c.Left[j].Had)
		}
		if !slices.ContainsFunc(c.Left[i+1:], func(l leaving) bool { return !l.Undone }) {
			had = append(had, &c.Carried)
		}
		for _, next := range had {
			if from.Same(*next) { // else changed since, by a release that didn't note it
				*next = to
			}
		}
	}
	l.Undone = undo
	return true
}

// replaceCarried makes the character carry something that counts whichever leaving is undone or redone from now on.
func (c *Character) replaceCarried(next *engine.Carried) {
	c.Carried = next
	for i := range c.Left {
		c.Left[i] = leaving{Joined: c.Left[i].Joined}
	}
}

// keepCarried stores with saved characters what their combatants carry when these leave the fight or it ends (NU-28), in the same transaction. A nil
// state means that there is no fight.
func keepCarried(j engine.Journal, conf Settings, rs *ruleset.Ruleset, before, after *engine.State, redone bool) {
	if conf.Carry != carryKeep || before == nil {
		return
	}
	for i := range before.Combatants {
		if c := &before.Combatants[i]; c.Saved != nil && (after == nil || after.Combatant(c.ID) == nil) {
			left := before.CarriedOf(rs, c)
			amendCarried(j, c.Saved, func(one *Character) {
				if !redone || !one.leaveAgain(c.Saved) {
					one.leave(c.Saved, rs, left, after == nil)
				}
			})
		}
	}
}

// carrySteps is keepCarried for steps that are undone or redone. Undoing that a combatant has left gives back what its character carried before that, even
// if the setting has changed since.
func (tx *transaction) carrySteps(steps engine.Steps, undo bool) {
	var all []engine.Outcome
	for _, done := range steps.All() {
		all = append(all, done)
	}
	if !undo {
		for _, done := range all {
			keepCarried(tx.j, tx.conf, tx.rs, done.Before, done.State, true)
		}
		return
	}
	for _, done := range slices.Backward(all) {
		for i := 0; done.Before != nil && i < len(done.Before.Combatants); i++ {
			if c := &done.Before.Combatants[i]; c.Saved != nil && done.State.Combatant(c.ID) == nil {
				amendCarried(tx.j, c.Saved, func(one *Character) { one.comeBack(c.Saved) })
			}
		}
	}
}

// amendCarried changes what a saved character carries. A character that has been deleted since doesn't change, even if it was saved again. What
// can't be read stays as it is: the end of a fight must not fail because of it, and /character says so.
func amendCarried(j engine.Journal, as *engine.SavedAs, change func(one *Character)) {
	j.Amend(as.Server, as.User, func(data []byte) []byte {
		all, err := Decode[[]Character](data)
		i := slices.IndexFunc(all, func(c Character) bool { return c.as(as.Server, as.User, "").Is(as) })
		if err != nil || i < 0 {
			return data
		}
		change(&all[i])
		changed, err := json.Marshal(all)
		if err != nil {
			return data
		}
		return changed
	})
}

// as returns what a combatant that joins from the character keeps of it. joined tells its combatants apart.
func (c *Character) as(server snowflake.Guild, user snowflake.User, joined string) *engine.SavedAs {
	return &engine.SavedAs{Server: server, User: user, Name: c.Name, First: c.First, Joined: joined}
}

// leaveCarried is keepCarried for a fight that ends without a request.
func (b *Bot) leaveCarried(j engine.Journal, f *lookups) error {
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
	conf, err := Decode[Settings](data)
	if err != nil {
		return err
	}
	rs, err := b.rulesOf(s, f)
	if err != nil {
		return err
	}
	keepCarried(j, conf, rs, s, nil, false)
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
