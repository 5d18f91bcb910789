package library

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"roundel/bot/words/describe"
	"roundel/engine"
	"roundel/engine/command"
	"roundel/engine/dice"
	"roundel/engine/ruleset"
)

// Sample plays the beginning of a fight under a ruleset: a player character and two NPCs with made-up stats join, and initiative is rolled.
// The same file always gives the same fight. An error means that the ruleset can't be played, which is a fault of the bot (RS-5).
func Sample(rs *ruleset.Ruleset) (*engine.State, error) {
	const gm, player = "1", "2"
	seed := seedOf(rs)
	made := rand.New(rand.NewPCG(seed, seed))
	roller := dice.Seeded(seed)
	now := time.Unix(1, 0)
	var s *engine.State
	for i, step := range []struct {
		by  engine.UserID
		cmd command.Command
	}{
		{gm, command.Start{Name: describe.SampleName, Ruleset: rs.Name}},
		{player, command.Join{Name: "Hero", Stats: madeUp(rs, made)}},
		{gm, command.Add{Name: "Bandit", Stats: madeUp(rs, made)}},
		{gm, command.Add{Name: "Wolf", Stats: madeUp(rs, made)}},
		{gm, command.Roll{}},
	} {
		done, err := command.Decide(s, rs, step.cmd, command.Input{Actor: engine.Actor{User: step.by}, Now: now, Turn: engine.TurnID(i + 1), Dice: roller})
		if err != nil {
			return nil, fmt.Errorf("%T: %w", step.cmd, err)
		}
		s = done.State
	}
	return s, nil
}

// seedOf returns a number that belongs to a ruleset's text.
func seedOf(rs *ruleset.Ruleset) uint64 {
	return binary.BigEndian.Uint64([]byte(rs.Hash)[:8])
}

// madeUp returns every stat of a ruleset with a small number that it can have.
func madeUp(rs *ruleset.Ruleset, from *rand.Rand) string {
	const most = 6 // so that a die in the roll still matters
	var out []string
	for _, st := range rs.Stats {
		low := max(st.Min, min(st.Max, 0))
		out = append(out, fmt.Sprintf("%s %d", st.Key, low+from.IntN(min(st.Max-low, most)+1)))
	}
	return strings.Join(append(out, "hp 10"), ", ")
}
