package encounters

import (
	"slices"
	"strconv"

	"roundel/bot/discord"
	"roundel/bot/menu"
	"roundel/bot/words"
	"roundel/bot/words/plain"
	"roundel/engine"
)

// Told adds the planned waves that have become due to what only the GM is told, by this change or by a player's command since the GM's last
// one. alone is nil where there is nothing else to tell. fight is the fight that buttons belong to, as custom IDs have it.
func Told(alone *discord.Reply, done engine.Outcome, fight string) *discord.Reply {
	before := done.Before.DueWaves()
	untold := done.Before != nil && slices.ContainsFunc(done.Before.Notices, func(n engine.Notice) bool { return n.Kind == engine.NoticeWave })
	due := slices.DeleteFunc(done.State.DueWaves(), func(w engine.Wave) bool {
		return !untold && slices.ContainsFunc(before, func(b engine.Wave) bool { return b.ID == w.ID })
	})
	if len(due) == 0 {
		return alone
	}
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
