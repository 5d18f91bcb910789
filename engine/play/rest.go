package play

import (
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"roundel/snowflake"
)

// Rest is a rest during the fight (NU-30). Kind is its name in the ruleset, Names who rests; if empty, or party, all player characters. Amount is a
// number or dice, for rests that restore a typed number of hit points.
type Rest struct{ Kind, Names, Amount string }

func (c Rest) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	rest := d.Rules.Rest(c.Kind)
	switch {
	case len(d.Rules.Rests) == 0:
		return d.notInRules(reason.NoRests)
	case rest == nil:
		return engine.Refuse(engine.Invalid, reason.UnknownRest, engine.Args{Ruleset: d.Rules.Title, Text: strings.TrimSpace(c.Kind), Names: d.Rules.RestNames()})
	}
	who, err := c.whom(d)
	if err != nil {
		return err
	}
	amount, err := c.amount(d, rest, who)
	if err != nil {
		return err
	}
	d.emit(engine.Rested{Rest: rest.Name, Combatants: combatantIDs(who)})
	for _, id := range combatantIDs(who) {
		d.restPools(id, rest)
		d.restHP(id, rest, amount)
		for _, key := range rest.Empties {
			if c := d.State.Combatant(id); c.Absorbs[key].N > 0 {
				d.setAbsorb(engine.AbsorbSet{Combatant: id, Key: key, Set: true, Rest: true}, false)
			}
		}
	}
	d.settleTies()
	return nil
}

// Resting is a saved character that rests between fights (NU-30).
type Resting struct {
	Name    string
	Owner   snowflake.User
	Stats   string // what it would join with, under the rest's ruleset
	Carried engine.Carried
	Hidden  bool           // from everyone but its owner and the GM
	HPShown engine.HPShown // as shown to others; empty: the last fight's preference
}

// RestBetween decides a rest between fights (NU-30), whoever asks for it. It plays out in a fight of its own that is never stored. last is the
// channel's last fight, which provides GM and preferences; rs is its ruleset. RestBetween returns what happened, and what each character
// carries afterwards.
func (c Rest) RestBetween(last *engine.State, rs *ruleset.Ruleset, who []Resting, in Input) (engine.Outcome, []engine.Carried, error) {
	in.Actor = engine.Actor{User: last.GM}
	begun := engine.Fold(nil, []engine.Event{engine.EncounterStarted{Name: last.Name, Ruleset: last.Ruleset, Text: last.Text, GM: last.GM,
		Preferences: last.Preferences, Language: last.Language}})
	camp, err := Decide(begun, rs, gather{who}, in)
	if err != nil {
		return engine.Outcome{}, nil, err
	}
	done, err := Decide(camp.State, rs, Rest{Kind: c.Kind, Amount: c.Amount}, in)
	if err != nil {
		return engine.Outcome{}, nil, err
	}
	out := make([]engine.Carried, len(who))
	for i := range who {
		out[i] = who[i].Carried.Rested(rs, rs.Rest(c.Kind), done.State.CarriedOf(rs, &done.State.Combatants[i]).HP)
	}
	return done, out, nil
}

// gather adds saved characters that rest between fights. Stats that the ruleset refuses are ignored: joining will report them.
type gather struct{ who []Resting }

func (c gather) decide(d *decider) error {
	for _, one := range c.who {
		m := engine.Combatant{Name: one.Name, Kind: engine.PC, Side: engine.Party, Owner: one.Owner, Hidden: one.Hidden, HPShown: one.HPShown, Separate: true}
		if st, err := ParseStats(one.Stats, d.Rules); err == nil {
			d.setStats(&m, st)
		}
		d.bring(&m, &one.Carried)
		d.addCombatant(m, "", one.Name)
	}
	return nil
}

// whom returns the combatants that rest.
func (c Rest) whom(d *decider) ([]*engine.Combatant, error) {
	party := d.combatants(func(m *engine.Combatant) bool { return m.Kind == engine.PC })
	if strings.TrimSpace(c.Names) == "" {
		if len(party) == 0 {
			return nil, engine.Refuse(engine.NotFound, reason.NobodyRests, engine.Args{})
		}
		return party, nil
	}
	names := Names(c.Names)
	if len(names) == 0 {
		return nil, engine.Refuse(engine.Invalid, reason.NoName, engine.Args{})
	}
	var out []*engine.Combatant
	for _, name := range names {
		who, err := d.findAll(name)
		switch {
		case err == nil:
		case engine.SameName(name, engine.Party) && len(party) == 0:
			return nil, engine.Refuse(engine.NotFound, reason.NobodyRests, engine.Args{})
		case engine.SameName(name, engine.Party):
			who = party
		default:
			return nil, err
		}
		for _, m := range who {
			if !slices.Contains(out, m) {
				out = append(out, m)
			}
		}
	}
	return out, nil
}

// amount returns the typed change of hit points, which is the same for everyone who rests.
func (c Rest) amount(d *decider, rest *ruleset.Rest, who []*engine.Combatant) (engine.HPChanged, error) {
	typed := strings.TrimSpace(c.Amount)
	switch {
	case typed == "":
		return engine.HPChanged{}, nil
	case rest.HP != ruleset.RestTyped:
		return engine.HPChanged{}, engine.Refuse(engine.Invalid, reason.RestAmount, engine.Args{Text: rest.Name})
	}
	expr, err := plainAmount(typed)
	if err != nil {
		return engine.HPChanged{}, err
	}
	roll := expr.Roll(d.sharedRoller(who))
	out := engine.HPChanged{Amount: max(0, roll.Total)}
	if expr.HasDice() {
		out.Roll = &roll
	}
	return out, nil
}

// restHP restores hit points after a rest, up to the maximum.
func (f *fight) restHP(id engine.CombatantID, rest *ruleset.Rest, e engine.HPChanged) {
	c := f.State.Combatant(id)
	if c.HP >= c.MaxHP { // also without hit points
		return
	}
	switch rest.HP {
	case ruleset.RestFull:
		e = engine.HPChanged{Amount: c.MaxHP - c.HP}
	case ruleset.RestRolls:
		roll := rest.Roll.Fill(f.State.CombatantValues(c, engine.Facts{})).Roll(f.rollerFor(c, c.Hidden))
		e = engine.HPChanged{Amount: max(0, roll.Total), Roll: &roll}
	}
	e.Combatant, e.Rest = id, rest.HP
	if e.Amount > 0 {
		f.changeHP(e)
	}
}

// restPools refills a combatant's pools that come back after a rest (NU-29).
func (f *fight) restPools(id engine.CombatantID, rest *ruleset.Rest) {
	c := f.State.Combatant(id)
	e := engine.PoolsBack{Combatant: id, Rest: rest.Name}
	for i := range f.Rules.Turn {
		p := &f.Rules.Turn[i]
		full := engine.PoolUse{Taken: f.State.Taken(f.Rules, c, p)}
		if p.Counted() && slices.Contains(p.Back.Rests, rest.Name) && c.Pools[p.Key] != full {
			e.Pools = append(e.Pools, engine.PoolBack{Pool: p.Key, Taken: full.Taken})
		}
	}
	if e.Pools != nil {
		f.emit(e)
	}
}
