package store

import "roundel/engine"

// Display is how far people have been shown a channel's latest encounter, ended ones included. What still has to be
// said follows from it and the state, so that a restart only delays it.
type Display struct {
	Encounter int64 // the encounter's own number
	Channel   engine.ChannelID
	Ended     bool
	Seq       int64         // the last entry of the log
	Turn      engine.TurnID // the current turn; 0: it is no one's turn
	Paused    bool

	Card      string        // reference of the message that shows the fight; empty: none yet
	CardSeq   int64         // the entry it shows
	Announced engine.TurnID // the turn of the last message that was posted for a turn
	Shown     string        // what else has to be known about the messages; the store does not read it
	Remind    int64         // when to remind of that turn, Unix milliseconds; 0: not any more
}

// Behind reports whether something still has to be shown.
func (d Display) Behind() bool {
	return d.CardSeq < d.Seq || d.Turn != 0 && d.Announced != d.Turn && !d.Ended && !d.Paused
}
