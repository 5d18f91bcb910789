package publish

import (
	"errors"

	"roundel/bot/discord"
	"roundel/engine"
)

// ErrOutdated is returned by SaveDisplay when was is no longer the stored value; nothing was changed.
var ErrOutdated = errors.New("publish: the display was changed in the meantime")

// Display is what has been shown of a channel's latest encounter, which may have ended. The difference between it and the
// state is what still has to be shown.
type Display struct {
	Encounter int64 // the encounter's row ID
	Channel   engine.ChannelID
	Ended     bool
	Seq       int64         // the last entry of the log
	Turn      engine.TurnID // the current turn; 0: it is no one's turn
	Paused    bool

	Board        discord.MessageID // the tracker; empty: not posted yet
	BoardSeq     int64             // the last entry that the tracker shows
	Announced    engine.TurnID     // the last turn that was announced
	Announcement discord.MessageID // the message that announced it
	Remind       int64             // when to remind of the announced turn, in Unix milliseconds; 0: never
}

// Behind reports whether something still has to be shown.
func (d Display) Behind() bool {
	return d.BoardSeq < d.Seq || d.Turn != 0 && d.Announced != d.Turn && !d.Ended && !d.Paused
}
