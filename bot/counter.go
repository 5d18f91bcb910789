package bot

import (
	"strings"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/engine"
	"roundel/engine/ruleset"
)

// listCounters shows the counters that the asker may know about.
func listCounters(tx *transaction) (*discord.Reply, error) {
	_, rs, err := tx.fight()
	if err != nil {
		return nil, err
	}
	lines := words.Counters(tx.own, tx.seen(), rs)
	if len(lines) == 0 {
		lines = []string{tx.own.Line("counter.none")}
	}
	return privately(strings.Join(lines, "\n")), nil
}

// completeCounters suggests the counters that the asker may change.
func completeCounters(tx *transaction, input string) []discord.Choice {
	if tx.rs == nil {
		return nil
	}
	var out []string
	for _, c := range tx.rs.Counters {
		if own := c.Of == ruleset.OfPC || c.Of == ruleset.OfCombatant; engine.MayGM(tx.seen(), tx.actor) || own && !c.Secret {
			out = append(out, c.Name)
		}
	}
	return tx.suggest(counterNames, "", input, out)
}

// completeCounterOwners suggests the asker's own combatants and, to the GM, sides.
func completeCounterOwners(tx *transaction, input string) []discord.Choice {
	out := completeOwn(tx, input)
	if s := tx.seen(); s != nil && engine.MayGM(s, tx.actor) {
		out = append(tx.suggest(whom, "", input, s.Sides(false)), out...)
	}
	return out[:min(len(out), discord.MaxOptions)]
}
