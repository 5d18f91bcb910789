package encounters

import (
	"strconv"

	"roundel/bot/discord"
	"roundel/bot/menu"
	"roundel/bot/words"
	"roundel/bot/words/plain"
	"roundel/engine"
)

// Told adds planned waves that are due to what only the GM is told. alone is nil where there is nothing else to tell. fight is the fight that
// buttons belong to, as custom IDs have it.
func Told(alone *discord.Reply, due []engine.Wave, fight string) *discord.Reply {
	lines := words.WavesDue(due)
	if alone == nil {
		alone = &discord.Reply{}
	} else {
		lines = append([]string{alone.Text}, lines...)
	}
	alone.Text = plain.Lines(lines)
	for _, w := range due {
		if len(alone.Buttons) < menu.MostRows {
			alone.Buttons = append(alone.Buttons, Row(w, len(due) > 1, fight))
		}
	}
	return alone
}

// Row returns the buttons for a planned wave; several says that there are others beside it.
func Row(w engine.Wave, several bool, fight string) []discord.Button {
	label := words.ButtonBringIn
	if several {
		label = words.ButtonBringInOf(w)
	}
	id := strconv.FormatInt(int64(w.ID), 36)
	return []discord.Button{{Label: label, ID: discord.CustomID("wave", fight, id), Style: discord.Success},
		{Label: words.ButtonForget, ID: discord.CustomID("wave-forget", fight, id)}}
}
