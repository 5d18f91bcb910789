package card

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/engine"
	"roundel/engine/ruleset"
)

// dueInRow is the number of buttons for checks in one row: some have long labels.
const dueInRow = 2

// dueRows returns the buttons for the checks that are due in a view, as far as a card has room for them.
func dueRows(s *engine.State, rs *ruleset.Ruleset) [][]discord.Button {
	var all []discord.Button
	due := words.MostDue(s, rs)
	for _, c := range due {
		all = append(all, DueButton(s, c, len(due) == 1))
	}
	return slices.Collect(slices.Chunk(all, dueInRow))
}

// DueButton returns the button for a check that is due. It belongs to the current turn (CO-10). Alone, it does not say whose check it is.
func DueButton(s *engine.State, c words.DueCheck, alone bool) discord.Button {
	id := discord.CustomID("save", TurnArg(s.Turn), strconv.Itoa(int(c.Who.ID)))
	if c.Effect != nil {
		id = discord.CustomID("check", TurnArg(s.Turn), EffectKey(s, c.Effect))
	}
	return discord.Button{Label: c.Label(alone), ID: id, Style: discord.Success}
}

// EffectKey identifies an effect among those in the fight: no two on the same target have the same name. Its ID isn't used, because it
// depends on how many hidden things there are.
func EffectKey(s *engine.State, e *engine.Effect) string {
	h := fnv.New64a()
	fmt.Fprintf(h, "%q %q", s.TargetName(e), strings.ToLower(e.Name))
	return strconv.FormatUint(h.Sum64(), 36)
}
