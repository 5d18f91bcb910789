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

// Due returns the planned waves that the GM is to be told of: those that have become due by a change or, if one of these notices is about a
// wave, before it.
func Due(done engine.Outcome, notices []engine.Notice) []engine.Wave {
	if done.State.Phase == engine.Ended {
		return nil
	}
	due, before := done.State.DueWaves(), done.Before.DueWaves()
	if slices.ContainsFunc(notices, func(n engine.Notice) bool { return n.Kind == engine.NoticeWave }) {
		return due
	}
	return slices.DeleteFunc(due, func(w engine.Wave) bool {
		return slices.ContainsFunc(before, func(b engine.Wave) bool { return b.ID == w.ID })
	})
}

// Told adds planned waves to what only the GM is told. alone is nil where there is nothing else to tell. fight is the fight that buttons
// belong to, as custom IDs have it.
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
