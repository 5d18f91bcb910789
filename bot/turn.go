package bot

import (
	"slices"
	"strconv"

	"roundel/bot/discord"

	"roundel/bot/words"

	"roundel/engine"
)

// maxID is the maximum length of a button's ID.
const maxID = 100

// armed returns the GM's combatants that have the turn, can still act, and have weapons of their own.
func armed(s *engine.State) []*engine.Combatant {
	if s.Paused || s.Phase == engine.Setup || s.Phase == engine.Ended {
		return nil
	}
	return slices.DeleteFunc(s.ActiveMembers(), func(c *engine.Combatant) bool { return c.Owner != "" || c.Weapon == "" || !c.Standing() })
}

// weaponRow returns a row with a button for each weapon that these combatants have, or nothing. Only the GM sees it. turn is the ID of the
// buttons' turn as it appears in custom IDs.
func weaponRow(turn string, who []*engine.Combatant) [][]discord.Button {
	var row []discord.Button
	for _, c := range who {
		for _, name := range weaponNames(c) {
			id := discord.CustomID("armed", turn, strconv.Itoa(int(c.ID)), name)
			known := slices.ContainsFunc(row, func(b discord.Button) bool { return engine.SameName(b.Label, words.Visible(name)) })
			if !known && len(row) < MostRows && len(id) <= maxID {
				row = append(row, discord.Button{Label: words.Visible(name), ID: id, Style: discord.Primary})
			}
		}
	}
	if len(row) == 0 {
		return nil
	}
	return [][]discord.Button{row}
}

// withWeapons adds the attacks of some of the GM's combatants to alone, the message that only the GM sees, or begins that message if alone is nil.
func withWeapons(alone *discord.Reply, who []*engine.Combatant, turn string) *discord.Reply {
	lines := words.AttackLines(who)
	if alone == nil {
		alone = &discord.Reply{}
	} else {
		lines = append([]string{alone.Text}, lines...)
	}
	alone.Text = words.Lines(lines)
	if row := weaponRow(turn, who); len(alone.Buttons)+len(row) <= MostRows {
		alone.Buttons = append(alone.Buttons, row...)
	}
	return alone
}
