package bot

import (
	"context"
	"roundel/engine/play"
	"slices"
	"strings"

	"roundel/bot/discord"

	"roundel/bot/words"
	"roundel/engine"
	"roundel/engine/ruleset"
)

// completer suggests values for the option that the user is typing. It suggests nothing that the user may not see.
type completer func(tx *transaction, input string) []discord.Choice

// offerer suggests values for the option that the user is typing, without looking at a fight.
type offerer func(ctx context.Context, r *discord.Request, input string) ([]discord.Choice, error)

// complete answers an autocomplete request.
func (b *Bot) complete(ctx context.Context, r *discord.Request, rt *route) (*discord.Reply, error) {
	i := slices.IndexFunc(rt.options, func(o option) bool { return o.name == r.Focused })
	switch {
	case i >= 0 && rt.options[i].offer != nil:
		choices, err := rt.options[i].offer(ctx, r, r.Options[r.Focused])
		return &discord.Reply{Choices: choices}, err
	case i < 0 || rt.options[i].complete == nil:
		return &discord.Reply{}, nil
	}
	characters, err := b.saved.Characters(ctx, r)
	if err != nil {
		return nil, err
	}
	return b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		tx.saved = characters
		choices := rt.options[i].complete(tx, r.Options[r.Focused])
		return &discord.Reply{Choices: choices}, tx.fault
	})
}

// combatants returns the combatants that the asker may know about.
func (tx *transaction) combatants() []*engine.Combatant { return knownCombatants(tx.seen()) }

// named returns the combatants that a name means, as far as the asker may know.
func (tx *transaction) named(name string) []*engine.Combatant {
	s := tx.seen()
	if s == nil {
		return nil
	}
	_, who := s.Named(strings.TrimSpace(name), func(*engine.Combatant) bool { return true })
	return who
}

// names returns the names that the asker may know: of combatants, and of groups and sides with several members.
func (tx *transaction) names() []string {
	var out []string
	members := map[engine.UnitID]int{}
	for _, one := range tx.combatants() {
		out = append(out, one.Name)
		members[one.Unit]++
	}
	if s := tx.seen(); s != nil {
		for _, u := range s.Units {
			if members[u.ID] > 1 {
				out = append(out, u.Name)
			}
		}
		out = append(out, s.NumberedGroups()...)
	}
	return out
}

func completeNames(tx *transaction, input string) []discord.Choice {
	return suggestNames("", input, tx.names())
}

func completeList(tx *transaction, input string) []discord.Choice {
	before, last, rest := lastPart(input)
	return suggestNames(before, last, slices.DeleteFunc(tx.names(), func(n string) bool {
		return slices.ContainsFunc(rest, func(r string) bool { return engine.SameName(r, n) })
	}))
}

func completeActive(tx *transaction, input string) []discord.Choice {
	var out []string
	for _, one := range tx.combatants() {
		s := tx.seen()
		mine := engine.MayGM(s, tx.actor) || engine.Owns(one, tx.actor)
		if mine && slices.ContainsFunc(s.ActiveMembers(), func(a *engine.Combatant) bool { return a.ID == one.ID }) {
			out = append(out, one.Name)
		}
	}
	return suggestNames("", input, out)
}

func completeTypes(tx *transaction, input string) []discord.Choice {
	var out []string
	for _, one := range tx.combatants() {
		out = append(out, one.Type)
	}
	return suggestNames("", input, out)
}

func completeSides(tx *transaction, input string) []discord.Choice {
	out := []string{engine.Party, engine.Foes}
	for _, one := range tx.combatants() {
		out = append(out, one.Side)
	}
	return suggestNames("", input, out)
}

func completeRolls(tx *transaction, input string) []discord.Choice {
	before, last, _ := lastPart(input)
	var out []string
	for _, one := range tx.combatants() {
		if u := tx.seen().Unit(one.Unit); u != nil && !u.Rolled {
			out = append(out, u.Name, one.Name)
		}
	}
	return suggestNames(before, last, out)
}

// completeStats suggests all stats that the ruleset requires at once, then single keys.
func completeStats(tx *transaction, input string) []discord.Choice {
	rs, err := tx.ruleset()
	if err != nil {
		tx.fault = err
		return nil
	}
	if strings.TrimSpace(input) == "" {
		return suggestNames("", "", []string{rs.Template(tx.r.Path == "init add")})
	}
	before, last, rest := lastPart(input)
	keys := rs.StatKeys()
	for _, part := range rest {
		keys = slices.DeleteFunc(keys, func(k string) bool { return strings.HasPrefix(strings.ToLower(part), k) })
	}
	return suggestNames(before, last, keys)
}

// shown returns the effects that the asker may know about.
func (tx *transaction) shown() []*engine.Effect {
	var out []*engine.Effect
	for _, one := range tx.combatants() {
		for _, e := range tx.seen().EffectsOn(one) {
			if !slices.Contains(out, e) {
				out = append(out, e)
			}
		}
	}
	return out
}

func completeKnownEffects(tx *transaction, input string) []discord.Choice {
	var out []string
	for _, e := range tx.shown() {
		out = append(out, e.Name)
	}
	if conditions := tx.conditions(); len(conditions) > 0 {
		return suggestNames("", input, append(out, conditions...))
	}
	return suggestNames("", input, append(out, words.CommonEffects()...))
}

// conditions returns the names of the ruleset's conditions.
func (tx *transaction) conditions() []string {
	rs, err := tx.ruleset()
	if err != nil {
		return nil
	}
	out := make([]string, len(rs.Conditions))
	for i := range rs.Conditions {
		out[i] = rs.Conditions[i].Name
	}
	return out
}

// completeEffectsOfSource suggests the effects on the source that is given, or on who is active, and the ruleset's conditions.
func completeEffectsOfSource(tx *transaction, input string) []discord.Choice {
	s, source := tx.seen(), strings.TrimSpace(tx.r.Options["source"])
	who := tx.named(source)
	if source == "" {
		who = slices.DeleteFunc(tx.combatants(), func(c *engine.Combatant) bool { return !s.IsActive(c.Unit) })
	}
	var out []string
	for _, one := range who {
		for _, e := range s.EffectsOn(one) {
			out = append(out, e.Name)
		}
	}
	return suggestNames("", input, append(out, tx.conditions()...))
}

func completeEffectsOn(tx *transaction, input string) []discord.Choice {
	who := tx.combatants()
	if target := tx.r.Options["target"]; strings.TrimSpace(target) != "" {
		who = tx.named(target)
	}
	var out []string
	for _, one := range who {
		for _, e := range tx.seen().EffectsOn(one) {
			out = append(out, e.Name)
		}
	}
	return suggestNames("", input, out)
}

func completeDurations(tx *transaction, input string) []discord.Choice {
	durations := []string{"1 round", "2 rounds", "3 rounds", "end of turn", "end of this turn", "end of round", "fight"}
	long := tx.r.Path == "act long" // takes nothing but times and rounds (FT-9)
	if long {
		durations = durations[:3]
	}
	rs, err := tx.ruleset()
	if err != nil {
		tx.fault = err
		return nil
	}
	timed := rs.RoundSeconds > 0
	if n := strings.TrimSpace(input); n != "" && strings.Trim(n, "0123456789") == "" {
		durations = []string{n + " rounds"}
		if timed {
			durations = append(durations, n+" min", n+" h")
			if long {
				durations = append(durations, n+" s", n+" d")
			}
		}
	} else if timed {
		durations = append(durations, "1 min", "10 min", "1 h")
	}
	if tx.r.Path == "effect add" {
		durations = append(durations, string(ruleset.StartOfTurn), string(ruleset.EndOfNextTurn), string(ruleset.StartOfSourcesTurn),
			string(ruleset.EndOfSourcesTurn), string(ruleset.EndOfSourcesNextTurn))
	}
	return suggestNames("", input, durations)
}

// completeOwn suggests the combatants that the asker may act for.
func completeOwn(tx *transaction, input string) []discord.Choice {
	var out []string
	for _, one := range tx.combatants() {
		if s := tx.seen(); engine.MayGM(s, tx.actor) || engine.Owns(one, tx.actor) {
			out = append(out, one.Name)
		}
	}
	return suggestNames("", input, out)
}

// completeActivities suggests the predefined activities (FT-5).
func completeActivities(tx *transaction, input string) []discord.Choice {
	s := tx.seen()
	if s == nil {
		return nil
	}
	var out []string
	for name := range s.Activities {
		out = append(out, name)
	}
	slices.Sort(out)
	return suggestNames("", input, out)
}

// completePools suggests what an activity can take.
func completePools(tx *transaction, input string) []discord.Choice {
	rs, err := tx.ruleset()
	if err != nil {
		tx.fault = err
		return nil
	}
	var keys []string
	for _, p := range rs.Turn {
		if p.When != ruleset.OthersTurns || p.Counted() {
			keys = append(keys, p.Typed())
		}
	}
	return suggestNames("", input, keys)
}

// completeUses suggests all pools.
func completeUses(tx *transaction, input string) []discord.Choice {
	rs, err := tx.ruleset()
	if err != nil {
		return nil
	}
	var keys []string
	for _, p := range rs.Turn {
		keys = append(keys, p.Typed())
	}
	return suggestNames("", input, keys)
}

// completeWeapons suggests Punch, and the saved and typed weapons of combatants that the asker may act for.
func completeWeapons(tx *transaction, input string) []discord.Choice {
	out := []string{"Punch"}
	for _, one := range tx.combatants() {
		if engine.MayGM(tx.seen(), tx.actor) || engine.Owns(one, tx.actor) {
			for _, weapon := range play.Arms(one) {
				name, _ := split(weapon)
				out = append(out, name)
			}
		}
	}
	return suggestNames("", input, out)
}

func completeCircumstances(tx *transaction, input string) []discord.Choice {
	rs, err := tx.ruleset()
	if err != nil {
		return nil
	}
	before, last, rest := lastPart(input)
	known := play.OptionsOf(rs.Attack.Form).Circumstances
	return suggestNames(before, last, slices.DeleteFunc(known, func(c string) bool { return slices.Contains(rest, c) }))
}

// completeCounters suggests the counters that the asker may change.
func completeCounters(tx *transaction, input string) []discord.Choice {
	rs, err := tx.ruleset()
	if err != nil {
		return nil
	}
	var out []string
	for _, c := range rs.Counters {
		if own := c.Of == ruleset.OfPC || c.Of == ruleset.OfCombatant; engine.MayGM(tx.seen(), tx.actor) || own && !c.Secret {
			out = append(out, c.Name)
		}
	}
	return suggestNames("", input, out)
}

// completeCounterOwners suggests the asker's own combatants and, to the GM, sides.
func completeCounterOwners(tx *transaction, input string) []discord.Choice {
	out := completeOwn(tx, input)
	if s := tx.seen(); s != nil && engine.MayGM(s, tx.actor) {
		out = append(suggestNames("", input, s.Sides(false)), out...)
	}
	return out[:min(len(out), mostOptions)]
}

// completeNext proposes who can take the next turn, as far as the asker may choose.
func completeNext(tx *transaction, input string) []discord.Choice {
	a, err := tx.asker()
	if err != nil {
		return nil
	}
	return suggestNames("", input, a.Followers())
}

// completeWaiting proposes those of the asker's combatants that wait, or that can take the open turn.
func completeWaiting(tx *transaction, input string) []discord.Choice {
	a, err := tx.asker()
	if err != nil {
		return nil
	}
	out := a.Takers()
	for _, c := range tx.combatants() {
		u := tx.seen().Unit(c.Unit)
		if u != nil && u.Waiting != engine.NotWaiting && (engine.MayGM(tx.seen(), tx.actor) || engine.Owns(c, tx.actor)) {
			out = append(out, c.Name)
		}
	}
	return suggestNames("", input, out)
}

// completeEvents proposes the ruleset's events that are not in the order.
func completeEvents(tx *transaction, input string) []discord.Choice {
	var out []string
	rs, err := tx.ruleset()
	if err != nil {
		return nil
	}
	for _, e := range rs.Events {
		if !slices.ContainsFunc(tx.combatants(), func(c *engine.Combatant) bool { return engine.SameName(c.Name, e.Name) }) {
			out = append(out, e.Name)
		}
	}
	return suggestNames("", input, out)
}
