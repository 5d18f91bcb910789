package arms

import (
	"slices"
	"strconv"

	"roundel/bot/discord"
	"roundel/bot/menu"
	"roundel/bot/words"
	"roundel/bot/words/plain"
	"roundel/engine"
)

// maxID is the maximum length of a button's ID.
const maxID = 100

// Armed returns the GM's combatants that have the turn, can still act, and have weapons of their own.
func Armed(s *engine.State) []*engine.Combatant {
	if s.Paused || s.Phase == engine.Setup || s.Phase == engine.Ended {
		return nil
	}
	return slices.DeleteFunc(s.ActiveMembers(), func(c *engine.Combatant) bool { return c.Owner != "" || c.Weapon == "" || !c.Standing() })
}

// Row returns a row with a button for each weapon that these combatants have, or nothing. It is for the GM alone. turn is the turn that the
// buttons belong to, as custom IDs have it.
func Row(turn string, who []*engine.Combatant) [][]discord.Button {
	var row []discord.Button
	for _, c := range who {
		for _, name := range Names(c) {
			id := discord.CustomID("armed", turn, strconv.Itoa(int(c.ID)), name)
			known := slices.ContainsFunc(row, func(b discord.Button) bool { return engine.SameName(b.Label, plain.Visible(name)) })
			if !known && len(row) < menu.MostRows && len(id) <= maxID {
				row = append(row, discord.Button{Label: plain.Visible(name), ID: id, Style: discord.Primary})
			}
		}
	}
	if len(row) == 0 {
		return nil
	}
	return [][]discord.Button{row}
}

// Told adds the attacks of some of the GM's combatants to what only the GM is told. alone is nil where there is nothing else to tell.
func Told(alone *discord.Reply, who []*engine.Combatant, turn string) *discord.Reply {
	lines := words.AttackLines(who)
	if alone == nil {
		alone = &discord.Reply{}
	} else {
		lines = append([]string{alone.Text}, lines...)
	}
	alone.Text = plain.Lines(lines)
	if row := Row(turn, who); len(alone.Buttons)+len(row) <= menu.MostRows {
		alone.Buttons = append(alone.Buttons, row...)
	}
	return alone
}
