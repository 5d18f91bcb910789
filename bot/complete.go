package bot

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/play"
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
	characters, err := b.characters(ctx, r)
	if err != nil {
		return nil, err
	}
	return b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		tx.saved = characters
		choices := rt.options[i].complete(tx, r.Options[r.Focused])
		return &discord.Reply{Choices: choices}, tx.fault
	})
}

func completeNames(tx *transaction, input string) []discord.Choice {
	return tx.suggest(whom, "", input, tx.names())
}

func completeList(tx *transaction, input string) []discord.Choice {
	before, last, rest := lastPart(input)
	return tx.suggest(whom, before, last, slices.DeleteFunc(tx.names(), func(n string) bool {
		return slices.ContainsFunc(rest, func(r string) bool { return engine.SameName(r, n) })
	}))
}

func completeActive(tx *transaction, input string) []discord.Choice {
	var out []string
	for _, one := range tx.combatants() {
		if tx.mayAct(one) && slices.Contains(tx.seen().ActiveMembers(), one) {
			out = append(out, one.Name)
		}
	}
	return tx.suggest(whom, "", input, out)
}

// completeOwn suggests the combatants that the asker may act for.
func completeOwn(tx *transaction, input string) []discord.Choice {
	var out []string
	for _, one := range tx.combatants() {
		if tx.mayAct(one) {
			out = append(out, one.Name)
		}
	}
	return tx.suggest(whom, "", input, out)
}

func completeSides(tx *transaction, input string) []discord.Choice {
	out := []string{engine.Party, engine.Foes}
	for _, one := range tx.combatants() {
		out = append(out, one.Side)
	}
	return tx.suggest(sideNames, "", input, out)
}

// completeStats suggests all stats that the ruleset requires at once, then single keys.
func completeStats(tx *transaction, input string) []discord.Choice {
	rs, err := tx.rulesHere()
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

// completeHPShown suggests the ways in which the hit points of one combatant can be shown. Fixed choices would make /init too long for Discord.
func completeHPShown(tx *transaction, input string) []discord.Choice {
	return suggestAs("", input, append(hpShown(), play.ShownAsServer), func(way string) string {
		if way == play.ShownAsServer {
			return tx.own.Label("menu.hp-as-server")
		}
		return tx.own.Label("choice.hp-foes-" + way)
	})
}

func completeDurations(tx *transaction, input string) []discord.Choice {
	durations := []string{"1 round", "2 rounds", "3 rounds", "end of turn", "end of this turn", "end of round", "fight"}
	long := tx.r.Path == "act long" // takes nothing but times and rounds (FT-9)
	if long {
		durations = durations[:3]
	}
	rs, err := tx.rulesHere()
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
	return suggestAs("", input, durations, func(value string) string { return words.DurationName(tx.own, value) })
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

// named returns the combatants that a name stands for and that the asker may know.
func (tx *transaction) named(name string) []*engine.Combatant {
	s := tx.seen()
	if s == nil {
		return nil
	}
	_, who := s.Named(strings.TrimSpace(name), func(*engine.Combatant) bool { return true })
	if len(who) == 0 {
		return s.Masked(strings.TrimSpace(name)) // what the GM calls them
	}
	return who
}

// combatants returns the combatants that the asker may know about.
func (tx *transaction) combatants() []*engine.Combatant { return knownCombatants(tx.seen()) }

// mayAct reports whether the asker may act for a combatant: as its owner, or as the GM.
func (tx *transaction) mayAct(c *engine.Combatant) bool {
	return engine.MayGM(tx.seen(), tx.actor) || engine.Owns(c, tx.actor)
}

// knownCombatants returns the combatants of a state as somebody sees it; none without a fight.
func knownCombatants(seen *engine.State) []*engine.Combatant {
	if seen == nil {
		return nil
	}
	out := make([]*engine.Combatant, len(seen.Combatants))
	for i := range seen.Combatants {
		out[i] = &seen.Combatants[i]
	}
	return out
}

const maxValue = 100 // characters of a suggestion

// suggestNames returns the candidates that begin with what was typed, each with the text before it prepended.
func suggestNames(before, input string, candidates []string) []discord.Choice {
	return suggestAs(before, input, candidates, func(value string) string { return value })
}

// suggestAs is suggestNames for values with names, of which either can begin with what was typed.
func suggestAs(before, input string, values []string, name func(value string) string) []discord.Choice {
	input = strings.ToLower(strings.TrimSpace(input))
	var out []discord.Choice
	for _, w := range values {
		shown := ""
		if w != "" {
			shown = name(w)
		}
		begins := strings.HasPrefix(strings.ToLower(w), input) || strings.HasPrefix(strings.ToLower(shown), input)
		if value := before + w; w == "" || !begins || utf8.RuneCountInString(value) > maxValue {
			continue
		}
		if choice := (discord.Choice{Name: lang.Clip(before+shown, maxValue), Value: before + w}); len(out) < discord.MaxOptions && !slices.Contains(out, choice) {
			out = append(out, choice)
		}
	}
	return out
}

// lastPart splits a comma-separated list into its last element and the text and elements before that.
func lastPart(input string) (before, last string, rest []string) {
	cut := strings.LastIndexByte(input, ',')
	if cut < 0 {
		return "", input, nil
	}
	for part := range strings.SplitSeq(input[:cut], ",") {
		rest = append(rest, strings.TrimSpace(part))
	}
	return strings.TrimSpace(input[:cut]) + ", ", input[cut+1:], rest
}

// containing returns the choices that contain what was typed.
func containing(input string, choices []discord.Choice) []discord.Choice {
	input = strings.ToLower(strings.TrimSpace(input))
	return slices.DeleteFunc(choices, func(c discord.Choice) bool { return !strings.Contains(strings.ToLower(c.Name), input) })
}
