package play

import (
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/formula"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// CounterSet sets a counter (RS-70). Who is a combatant or a side, or empty.
type CounterSet struct {
	Name  string
	Value int
	Who   string
}

func (c CounterSet) decide(d *decider) error {
	return d.setCounter(c.Name, c.Who, func(int) int { return c.Value })
}

// CounterAdd adds to a counter, or takes away if Amount is below 0 (RS-70). Who is a combatant or a side, or empty.
type CounterAdd struct {
	Name   string
	Amount int
	Who    string
}

func (c CounterAdd) decide(d *decider) error {
	return d.setCounter(c.Name, c.Who, func(now int) int { return now + max(-2*formula.MaxNumber, min(2*formula.MaxNumber, c.Amount)) })
}

// setCounter changes a counter by hand, within its bounds (RS-70).
func (d *decider) setCounter(name, who string, to func(now int) int) error {
	if err := d.requirePlayer(); err != nil {
		return err
	}
	c, err := d.counter(name)
	if err != nil {
		return err
	}
	if own := c.Of == ruleset.OfPC || c.Of == ruleset.OfCombatant; !own || c.Secret {
		if err := d.requireGM(); err != nil {
			return err
		}
	}
	id, err := d.counterID(c, who)
	if err != nil {
		return err
	}
	v := d.State.Counter(id)
	if v == nil {
		return engine.Refuse(engine.NotNow, reason.CountersLater, engine.Args{})
	}
	asked := to(v.N)
	change := engine.CounterChange{CounterID: id, From: v.N, To: bounded(c, asked), Asked: asked}
	d.emit(engine.CountersSet{Cause: engine.CounterHand, Changes: []engine.CounterChange{change}})
	return nil
}

// counter returns the ruleset's counter with that name. Refusals list secret ones only to the GM.
func (d *decider) counter(name string) (*ruleset.Counter, error) {
	name = strings.Join(strings.Fields(name), " ")
	var names []string
	for i := range d.Rules.Counters {
		c := &d.Rules.Counters[i]
		if strings.EqualFold(c.Name, name) {
			return c, nil
		}
		if d.isGM() || !c.Secret {
			names = append(names, c.Name)
		}
	}
	if names == nil {
		return nil, d.notInRules(reason.NoCounters)
	}
	return nil, engine.Refuse(engine.NotInRules, reason.UnknownCounter, engine.Args{Ruleset: d.Rules.Title, Text: name, Names: names})
}

// counterID returns which of a counter's numbers a command is for.
func (d *decider) counterID(c *ruleset.Counter, who string) (engine.CounterID, error) {
	id := engine.CounterID{Name: c.Name, Of: c.Of, Secret: c.Secret}
	who = strings.TrimSpace(who)
	switch c.Of {
	case ruleset.OfFight, ruleset.OfGM:
		if who != "" {
			return id, engine.Refuse(engine.Invalid, reason.CounterOfAll, engine.Args{Text: c.Name})
		}
		return id, nil
	case ruleset.OfSide:
		side, err := d.counterSide(c, who)
		id.Side = side
		return id, err
	}
	m, err := d.performer(who, true, "")
	if err != nil {
		return id, err
	}
	if c.Of == ruleset.OfPC && m.Kind != engine.PC {
		return id, engine.Refuse(engine.Invalid, reason.CounterOfPCs, engine.Args{Name: m.Name, Text: c.Name})
	}
	id.Who = m.ID
	return id, nil
}

// counterSide returns the side that a name stands for: the side with that name, or that of a combatant or unit.
func (d *decider) counterSide(c *ruleset.Counter, who string) (string, error) {
	if who == "" {
		return "", engine.Refuse(engine.Invalid, reason.SayWho, engine.Args{Option: "who"})
	}
	var sides []string
	for _, id := range d.State.CounterIDs(c) {
		sides = append(sides, id.Side)
	}
	is := func(side string) bool { return engine.SameName(side, who) }
	if i := slices.IndexFunc(sides, is); i >= 0 {
		return sides[i], nil
	}
	if !slices.ContainsFunc(d.State.Sides(true), is) {
		f, err := d.findGroup(who)
		if err != nil {
			return "", err
		}
		other := slices.ContainsFunc(f.who, func(m *engine.Combatant) bool { return m.Side != f.who[0].Side })
		if !other && slices.Contains(sides, f.who[0].Side) {
			return f.who[0].Side, nil
		}
	}
	return "", engine.Refuse(engine.NotFound, reason.CounterSide, engine.Args{Text: who, Names: sides})
}

// countRound starts the counters in round 1, and adds to them in later rounds (RS-70).
func (f *fight) countRound(round int) {
	if round == 1 {
		f.beginCounters()
		return
	}
	e := engine.CountersSet{Cause: engine.CounterRound}
	for i := range f.Rules.Counters {
		c := &f.Rules.Counters[i]
		if c.EachRound == nil {
			continue
		}
		for _, v := range f.State.CountersOf(c.Name) {
			to := bounded(c, v.N+c.EachRound.Value(f.State.CounterValues(v.CounterID)))
			if to != v.N {
				e.Changes = append(e.Changes, engine.CounterChange{CounterID: v.CounterID, From: v.N, To: to})
			}
		}
	}
	if e.Changes != nil {
		f.emit(e)
	}
}

// beginCounters starts all counters that don't exist yet: every counter in round 1, later those of newcomers (RS-70).
func (f *fight) beginCounters() {
	if len(f.Rules.Counters) == 0 || f.State.Phase != engine.Running {
		return
	}
	there := map[engine.CounterID]bool{}
	for _, v := range f.State.Counters {
		there[v.CounterID] = true
	}
	e := engine.CountersSet{Cause: engine.CounterBegan}
	for i := range f.Rules.Counters {
		c := &f.Rules.Counters[i]
		for _, id := range f.State.CounterIDs(c) {
			if there[id] {
				continue
			}
			n := 0
			if c.From != nil {
				n = c.From.Value(f.State.CounterValues(id))
			}
			e.Changes = append(e.Changes, engine.CounterChange{CounterID: id, To: bounded(c, n)})
		}
	}
	if e.Changes != nil {
		f.emit(e)
	}
}

// bounded returns n, moved into the counter's bounds.
func bounded(c *ruleset.Counter, n int) int { return max(c.Least, min(c.To, n)) }
