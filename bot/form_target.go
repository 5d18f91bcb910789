package bot

import (
	"errors"
	"slices"

	"roundel/bot/discord"
	"roundel/bot/input"
	"roundel/bot/words"
	"roundel/bot/words/form"
	"roundel/bot/words/plain"
	"roundel/bot/words/refusal"
	"roundel/engine"
	"roundel/engine/command"
	"roundel/engine/dice"
	"roundel/engine/reason"
)

// This file decides whom a form offers. A form never offers somebody for whom it could only be refused, and doesn't open if there is
// nobody to offer: each candidate is tried with the form's own command, on a copy of the state.

// wouldRefuse returns the refusal that a command would get now, or nil. It changes nothing, and rolls dice of its own.
func (tx *transaction) wouldRefuse(cmd command.Command) error {
	rs, err := tx.ruleset()
	if err != nil {
		return err
	}
	_, err = command.Decide(tx.j.State(), rs, cmd, command.Input{Actor: tx.actor, Now: tx.now, Dice: dice.Seeded(1), Turn: newTurn(tx.now)})
	return err
}

// targets returns, as the options of a menu, those for whom a command wouldn't be refused: combatants, and before its first member
// each group or side that can be named as a whole. If it would be refused for everybody, targets returns the reason.
func (tx *transaction) targets(friendsFirst bool, cmd func(name string) command.Command) ([]discord.Option, error) {
	var who []*engine.Combatant
	var why error
	for _, c := range tx.combatants() {
		switch err := tx.wouldRefuse(cmd(c.Name)); {
		case err == nil:
			who = append(who, c)
		case why == nil || notAllowed(err) && !notAllowed(why):
			why = err
		}
	}
	switch {
	case len(who) > 0:
		tx.nearestFirst(who, friendsFirst)
		return tx.withGroups(who), nil
	case why != nil:
		return nil, why
	}
	return nil, tx.nobody(cmd(""))
}

// nobody returns why a command is refused when there is no one it could be for: because of who asks, or because no one is there.
func (tx *transaction) nobody(cmd command.Command) error {
	if err := tx.wouldRefuse(cmd); notAllowed(err) {
		return err
	}
	return refuse(engine.NotNow, refusal.NobodyHere())
}

// notAllowed reports whether an error is a refusal for lack of permission.
func notAllowed(err error) bool {
	var e *engine.Error
	return errors.As(err, &e) && e.Code == engine.NotAllowed
}

// performers returns those of the asker's combatants that can do something: of the pool or, if the asker has nobody in it, of all. For
// a GM, every combatant is the asker's. If none can, performers returns why the first can't.
func (tx *transaction) performers(pool []*engine.Combatant, try func(c *engine.Combatant) error) ([]*engine.Combatant, error) {
	mine := func(c *engine.Combatant) bool { return engine.MayGM(tx.seen(), tx.actor) || engine.Owns(c, tx.actor) }
	if pool = slices.DeleteFunc(pool, func(c *engine.Combatant) bool { return !mine(c) }); len(pool) == 0 {
		pool = slices.DeleteFunc(tx.combatants(), func(c *engine.Combatant) bool { return !mine(c) })
	}
	var out []*engine.Combatant
	var why error
	for _, c := range pool {
		switch err := try(c); {
		case err == nil:
			out = append(out, c)
		case why == nil:
			why = err
		}
	}
	switch {
	case len(out) > 0:
		return out, nil
	case why != nil:
		return nil, why
	}
	return nil, tx.nobody(command.Strike{})
}

// nearestFirst sorts combatants for a menu: enemies of whoever acts before its friends or the other way round, and those at 0 hit
// points last.
func (tx *transaction) nearestFirst(who []*engine.Combatant, friendsFirst bool) {
	side := tx.side()
	rank := func(c *engine.Combatant) int {
		n := 0
		if (c.Side == side) != friendsFirst {
			n = 2
		}
		if !c.Standing() && !friendsFirst {
			n++
		}
		return n
	}
	slices.SortStableFunc(who, func(a, b *engine.Combatant) int { return rank(a) - rank(b) })
}

// side returns the side of whoever acts for the asker: of the asker's combatants, one that has the turn before others; for a GM
// without combatants, of whoever has the turn.
func (tx *transaction) side() string {
	active := tx.seen().ActiveMembers()
	for _, c := range append(slices.Clone(active), tx.combatants()...) {
		if engine.Owns(c, tx.actor) {
			return c.Side
		}
	}
	if len(active) > 0 {
		return active[0].Side
	}
	return engine.Party
}

// offer returns combatants as the options of a menu. Their values are their names, as people type them.
func (tx *transaction) offer(who []*engine.Combatant) []discord.Option {
	out := make([]discord.Option, len(who))
	for i, c := range who {
		out[i] = discord.Option{Label: plain.Visible(c.Name), Value: c.Name, About: words.AboutTarget(c)}
	}
	return out
}

// withGroups is offer with groups and sides of several members, all of whom are among who.
func (tx *transaction) withGroups(who []*engine.Combatant) []discord.Option {
	s := tx.seen()
	var out []discord.Option
	var named []engine.UnitID
	for i, option := range tx.offer(who) {
		u := s.Unit(who[i].Unit)
		if u != nil && !slices.Contains(named, u.ID) {
			named = append(named, u.ID)
			members := s.Members(u.ID)
			all := len(members) > 1 && !slices.ContainsFunc(members, func(m *engine.Combatant) bool { return !slices.Contains(who, m) }) &&
				!slices.ContainsFunc(s.Combatants, func(c engine.Combatant) bool { return engine.SameName(c.Name, u.Name) })
			if all {
				out = append(out, discord.Option{Label: form.WholeGroup(u.Name, len(members)), Value: u.Name, About: plain.Visible(u.Side)})
			}
		}
		out = append(out, option)
	}
	return out
}

// chosen returns the name of the combatant that a form is for: the one in its custom ID after the turn, or the one chosen in it.
func (tx *transaction) chosen(f input.Options) (string, error) {
	if _, args := discord.SplitID(tx.r.Path); len(args) > 1 {
		c := tx.seen().Combatant(engine.CombatantID(intArg(args, 1)))
		if c == nil {
			return "", engine.Refuse(engine.NotFound, reason.Gone, engine.Args{})
		}
		return c.Name, nil
	}
	for _, id := range []string{"who_more", "who"} {
		if name := f.Text(id); name != "" {
			return name, nil
		}
	}
	return "", refuse(engine.Invalid, refusal.NobodyChosen())
}
